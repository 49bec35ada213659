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
    """Every source of adv and dis on the attack; by option being Tethered is one for those who
    shoot [status.tethered-aim]."""
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
    """Every source of adv and dis on the target's Block. A monster's ranged factors are turned
    round on a PC's [block.factors]."""
    advantage = Advantage(fight.has_listener)
    if has_ranged_factors(fight, strike) and are_factors_on_block(fight, strike):
        ranged_factors(fight, strike, advantage)
        advantage = advantage.reversed("block.factors")
    add_to_block(fight, strike.target, strike.skill, is_unaware(strike), advantage)
    return advantage


def add_to_block(
    fight: OrreryFight, target: Combatant, skill: i64, unaware: bool, advantage: Advantage
) -> None:
    """By option the unaware Block with dis [status.unaware-block], and a shield helps in close
    combat [block.shield]."""
    if unaware and fight.house.unaware_block == "dis":
        advantage.add_dis("status.unaware-block", "unaware")
    if skill == MELEE and fight.house.shield_block == "adv" and fight.has_shield(target):
        advantage.add_adv("block.shield", "shield")


def has_ranged_factors(fight: OrreryFight, strike: Strike) -> bool:
    """Whether size, cover, height, range and visibility matter: in ranged combat, and by option to
    runes [rune.factors]."""
    return strike.skill == RANGED or (strike.skill == MAGIC and fight.house.rune_factors)


def are_factors_on_block(fight: OrreryFight, strike: Strike) -> bool:
    """Whether the ranged factors are on the Block instead: of a PC whom a monster attacks
    [block.factors]."""
    return (
        strike.target.sheet.pc
        and not strike.attacker.sheet.pc
        and fight.house.monster_factors == "on the Block"
    )


def is_unaware(strike: Strike) -> bool:
    """Whether the target cannot see it coming, or cannot do anything about it. Friends know of the
    Hidden [status.hidden]."""
    attacker, target = strike.attacker, strike.target
    return (attacker.hidden and attacker.side != target.side) or target.is_defenseless()


def defenseless(strike: Strike, advantage: Advantage) -> None:
    """A defenseless target, or one unaware of a Hidden attacker [modifier.defenseless]."""
    if strike.target.is_defenseless():
        advantage.add_adv("modifier.defenseless", "defenseless")
    elif is_unaware(strike):
        advantage.add_adv("modifier.defenseless", "unaware")


def type_advantage(strike: Strike, advantage: Advantage) -> None:
    """What a magical monster is weak or strong against [modifier.type]."""
    sheet = strike.target.sheet
    for kind in strike.types:
        if kind in sheet.weak:
            advantage.add_adv("modifier.type", "weak to ", kind)
        if kind in sheet.strong:
            advantage.add_dis("modifier.type", "strong against ", kind)


def ranged_factors(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """The five factors of a ranged attack, in the order of the chapter."""
    target_size(strike, advantage)
    cover(fight, strike, advantage)
    if strike.band != TOUCH:
        height(fight, strike, advantage)
    distance(strike, advantage)
    if strike.band != TOUCH:
        visibility(fight, strike, advantage)


def target_size(strike: Strike, advantage: Advantage) -> None:
    """A Small or Tiny target is hard to hit [modifier.size]."""
    size = strike.target.sheet.size_class
    if size <= SMALL:
        advantage.add_dis("modifier.size", SIZES[size])


def cover(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Cover or an ally in the way, over at least half of the target [modifier.cover]. Two who
    share a spot have no cover from each other [modifier.in-the-way]."""
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
    """What bars every line from here to there and still stands, such as a closed gate
    [modifier.gate]."""
    scene = fight.scene
    for number, index in enumerate(scene.barriers):
        if scene.barrier_lines[number][here][there] and fight.combatants[index].is_able():
            return fight.combatants[index]
    return None


def stopped_by(fight: OrreryFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """The closed gate that stops whatever is shot or cast at the target, unless by option it is
    only cover [modifier.gate]."""
    if not fight.scene.gates_stop:
        return None
    gate = barrier_between(fight, attacker.spot, target.spot)
    return None if gate is target else gate


def somebody_in_the_way(
    fight: OrreryFight, attacker: Combatant, target: Combatant
) -> Combatant | None:
    """An ally between the two, or with the target, who is no smaller than it, by option an enemy
    too; one who shoots from wholly above shoots over them [modifier.in-the-way]."""
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
    """The whole body above the target, or below it [modifier.height]; how much that takes is
    [modifier.wholly-above]."""
    here, there = strike.attacker.spot, strike.target.spot
    if fight.is_wholly_above(here, there):
        advantage.add_adv("modifier.height", "above")
    elif fight.is_wholly_above(there, here):
        advantage.add_dis("modifier.height", "below")


def distance(strike: Strike, advantage: Advantage) -> None:
    """Beyond Nearby, or so near that it is hard to aim [modifier.range], but not against one who
    is unaware or defenseless [modifier.range-unaware]."""
    if strike.band != TOUCH and strike.band < DISTANT:
        return
    if is_unaware(strike):
        advantage.add_source("", "modifier.range-unaware", "no dis for range")
    else:
        advantage.add_dis("modifier.range", "at ", BAND_NAMES[strike.band])


def visibility(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Either of the two is Obscured, in the dark for instance [modifier.visibility]; one who is
    blinded sees everybody so."""
    spots = fight.places.spots
    if strike.attacker.blinded:
        advantage.add_dis("modifier.visibility", "blinded")
    elif spots[strike.target.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "target Obscured")
    elif spots[strike.attacker.spot].hard_to_see():
        advantage.add_dis("modifier.visibility", "Obscured")
