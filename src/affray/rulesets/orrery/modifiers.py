"""What gives an attack, or the Block against it, adv and dis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.pool import Advantage
from affray.rulesets.orrery.sheet import BAND_NAMES, MAGIC, MELEE, RANGED, SIZES, SMALL
from affray.space.bands import DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


@mypyc_attr(acyclic=True)
class Strike:
    """One attack: who makes it on whom, by which skill, with which dice, at which band and by which
    rule."""

    def __init__(
        self,
        attacker: Combatant,
        target: Combatant,
        skill: i64,
        die: i64,
        copies: i64,
        types: list[str],
        named: str,
        die_name: str,
        band: i64,
        rule: str,
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.skill: Final[i64] = skill
        self.die: Final[i64] = die
        self.copies: Final[i64] = copies
        self.types: Final = types
        self.named: Final = named
        self.die_name: Final = die_name
        """What the second die stands for: a score, or what is thrown or swung."""
        self.band: Final[i64] = band
        self.rule: Final = rule


def attack_advantage(fight: OrreryFight, strike: Strike) -> Advantage:
    """Return every source of adv and dis on an attack; by option the Tethered shoot with dis
    [status.tethered-aim]."""
    advantage = Advantage(fight.has_listener)
    attacker, target = strike.attacker, strike.target
    defenseless(strike, advantage)
    type_advantage(strike, advantage)
    if attacker.helped:
        advantage.add_adv("core.help", "a friend helps")
    if attacker.frightened and attacker.frightened_of == target.index:
        advantage.add_dis("rune.condition", "frightened of ", target.name)
    if has_ranged_factors(fight, strike) and not are_factors_on_block(fight, strike):
        ranged_factors(fight, strike, advantage)
    if strike.skill == RANGED and attacker.is_tethered() and fight.house.tethered_aim == "dis":
        advantage.add_dis("status.tethered-aim", "Tethered")
    return advantage


def block_advantage(fight: OrreryFight, strike: Strike) -> Advantage:
    """Return every source of adv and dis on the target's Block."""
    advantage = Advantage(fight.has_listener)
    if has_ranged_factors(fight, strike) and are_factors_on_block(fight, strike):
        ranged_factors(fight, strike, advantage)
        advantage = advantage.reversed("block.factors")
    add_to_block(fight, strike.target, strike.skill, is_unaware(strike), advantage)
    return advantage


def add_to_block(
    fight: OrreryFight, target: Combatant, skill: i64, unaware: bool, advantage: Advantage
) -> None:
    """Add to a Block what concerns the target alone; by option a shield helps [block.shield]."""
    if unaware and fight.house.unaware_block == "dis":
        advantage.add_dis("status.unaware-block", "unaware")
    if skill == MELEE and fight.house.shield_block == "adv" and fight.has_shield(target):
        advantage.add_adv("block.shield", "shield")


def has_ranged_factors(fight: OrreryFight, strike: Strike) -> bool:
    """Return whether the ranged factors matter: in ranged combat, by option to runes
    [rune.factors]."""
    return strike.skill == RANGED or (strike.skill == MAGIC and fight.house.rune_factors)


def are_factors_on_block(fight: OrreryFight, strike: Strike) -> bool:
    """Return whether a monster's ranged factors are on the PC's Block instead [block.factors]."""
    return (
        strike.target.sheet.pc
        and not strike.attacker.sheet.pc
        and fight.house.monster_factors == "on the Block"
    )


def is_unaware(strike: Strike) -> bool:
    """Return whether the target cannot see the attack coming, or is defenseless.

    Friends know of the Hidden.
    """
    attacker, target = strike.attacker, strike.target
    return (attacker.hidden and attacker.side != target.side) or target.is_defenseless()


def defenseless(strike: Strike, advantage: Advantage) -> None:
    """Add adv against a defenseless target, or one unaware of a Hidden attacker
    [modifier.defenseless]."""
    if strike.target.is_defenseless():
        advantage.add_adv("modifier.defenseless", "defenseless")
    elif is_unaware(strike):
        advantage.add_adv("modifier.defenseless", "unaware")


def type_advantage(strike: Strike, advantage: Advantage) -> None:
    """Add adv or dis for what a magical monster is weak or strong against [modifier.type]."""
    sheet = strike.target.sheet
    for kind in strike.types:
        if kind in sheet.weak:
            advantage.add_adv("modifier.type", "weak to ", kind)
        if kind in sheet.strong:
            advantage.add_dis("modifier.type", "strong against ", kind)


def ranged_factors(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add the five factors of a ranged attack, in the order of the chapter."""
    target_size(strike, advantage)
    cover(fight, strike, advantage)
    if strike.band != TOUCH:
        height(fight, strike, advantage)
    distance(strike, advantage)
    if strike.band != TOUCH:
        visibility(fight, strike, advantage)


def target_size(strike: Strike, advantage: Advantage) -> None:
    """Add dis against a Small or Tiny target [modifier.size]."""
    size = strike.target.sheet.size_class
    if size <= SMALL:
        advantage.add_dis("modifier.size", SIZES[size])


def cover(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add dis for cover or an ally in the way, over at least half of the target [modifier.cover].

    Two combatants who share a spot have no cover from each other.
    """
    here, there = strike.attacker.spot, strike.target.spot
    if here == there:
        return
    if fight.places.spots[there].covers_half():
        advantage.add_dis("modifier.cover", "cover")
        return
    gate = barrier_between(fight, here, there)
    if gate is not None and gate is not strike.target:
        advantage.add_dis("modifier.gate", gate.name, " in the way")
        return
    other = somebody_in_the_way(fight, strike.attacker, strike.target)
    if other is not None:
        rule = "modifier.cover" if other.side == strike.attacker.side else "modifier.in-the-way"
        advantage.add_dis(rule, other.name, " in the way")


def barrier_between(fight: OrreryFight, here: i64, there: i64) -> Combatant | None:
    """Return what bars every line from here to there and still stands, such as a closed gate."""
    scene = fight.scene
    for number, index in enumerate(scene.barriers):
        if scene.barrier_lines[number][here][there] and fight.combatants[index].is_able():
            return fight.combatants[index]
    return None


def stopped_by(fight: OrreryFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """Return the closed gate that stops what is shot or cast at the target [modifier.gate].

    By option it is only cover.
    """
    if not fight.scene.gates_stop:
        return None
    gate = barrier_between(fight, attacker.spot, target.spot)
    return None if gate is target else gate


def somebody_in_the_way(
    fight: OrreryFight, attacker: Combatant, target: Combatant
) -> Combatant | None:
    """Return an ally between the two or beside the target, no smaller than it
    [modifier.in-the-way].

    By option it may be an enemy. An attacker wholly above shoots over everybody.
    """
    between = fight.scene.sight.in_the_way(attacker.spot, target.spot)
    allies = fight.combatants if fight.house.enemy_cover else fight.friends[attacker.side]
    for other in allies:
        if (
            between[other.spot]
            and other is not attacker
            and other is not target
            and other.sheet.size_class >= target.sheet.size_class
            and other.is_able()
        ):
            return other
    return None


def height(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add adv for an attacker wholly above the target, dis for one wholly below
    [modifier.height]."""
    here, there = strike.attacker.spot, strike.target.spot
    if fight.is_wholly_above(here, there):
        advantage.add_adv("modifier.height", "above")
    elif fight.is_wholly_above(there, here):
        advantage.add_dis("modifier.height", "below")


def distance(strike: Strike, advantage: Advantage) -> None:
    """Add dis beyond Nearby and at Touch [modifier.range]."""
    if strike.band != TOUCH and strike.band < DISTANT:
        return
    if not ignores_range(strike, advantage):
        advantage.add_dis("modifier.range", "at ", BAND_NAMES[strike.band])


def ignores_range(strike: Strike, advantage: Advantage) -> bool:
    """Return whether range gives no dis: against a defenseless or unaware target
    [modifier.range-unaware]."""
    if not is_unaware(strike):
        return False
    advantage.add_source("", "modifier.range-unaware", "no dis for range")
    return True


def visibility(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add dis if attacker or target is Obscured [modifier.visibility].

    For the blinded everybody is.
    """
    spots = fight.places.spots
    if strike.attacker.blinded:
        advantage.add_dis("modifier.visibility", "blinded")
    elif spots[strike.target.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "target Obscured")
    elif spots[strike.attacker.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "Obscured")
