"""The sources of adv and dis on an attack, and on the Block against it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.pool import Advantage
from affray.rulesets.orrery.sheet import BAND_NAMES, MAGIC, MELEE, RANGED, SIZES, SMALL, Means
from affray.rulesets.orrery.sight import Line
from affray.space.bands import DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


@mypyc_attr(acyclic=True)
class Strike:
    """One attack: its attacker, target, means and line.

    It rolls the skill's die and `die`, or `copies` of each.
    """

    def __init__(
        self,
        attacker: Combatant,
        target: Combatant,
        means: Means,
        die: i64,
        line: Line,
        copies: i64 = 1,
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.means: Final = means
        self.skill: Final[i64] = means.skill
        self.die: Final[i64] = die
        self.line: Final = line
        self.copies: Final[i64] = copies
        self.is_unaware: Final = is_unaware(attacker, target)


def add_to_attack(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add every source of adv and dis on an attack; by option the Tethered shoot with dis
    [status.tethered-aim]."""
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


def add_to_block(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add every source of adv and dis on the target's Block."""
    if has_ranged_factors(fight, strike) and are_factors_on_block(fight, strike):
        ranged_factors(fight, strike, advantage)
        advantage.reverse("block.factors")
    add_to_any_block(fight, strike.target, strike.skill, strike.is_unaware, advantage)


def add_to_any_block(
    fight: OrreryFight, target: Combatant, skill: i64, unaware: bool, advantage: Advantage
) -> None:
    """Add the sources that concern only the target, for a Block of any attack; by option a
    shield helps [block.shield]."""
    if unaware and fight.house.unaware_block == "dis":
        advantage.add_dis("status.unaware-block", "unaware")
    if skill == MELEE and fight.house.shield_block == "adv" and target.gear.has_shield:
        advantage.add_adv("block.shield", "shield")


def has_ranged_factors(fight: OrreryFight, strike: Strike) -> bool:
    """Return whether the ranged factors matter: in ranged combat, by option to runes
    [rune.factors]."""
    return strike.skill == RANGED or (strike.skill == MAGIC and fight.house.rune_factors)


def are_factors_on_block(fight: OrreryFight, strike: Strike) -> bool:
    """Return whether a monster's ranged factors apply to the PC's Block instead [block.factors]."""
    return (
        strike.target.sheet.pc
        and not strike.attacker.sheet.pc
        and fight.house.monster_factors == "on the Block"
    )


def is_unaware(attacker: Combatant, target: Combatant) -> bool:
    """Return whether the target is defenseless or cannot see the attack coming.

    Friends can see a Hidden attacker.
    """
    return (attacker.hidden and attacker.side != target.side) or target.is_defenseless()


def defenseless(strike: Strike, advantage: Advantage) -> None:
    """Add adv against a defenseless target, or one unaware of a Hidden attacker
    [modifier.defenseless]."""
    if strike.is_unaware:
        reason = "defenseless" if strike.target.is_defenseless() else "unaware"
        advantage.add_adv("modifier.defenseless", reason)


def type_advantage(strike: Strike, advantage: Advantage) -> None:
    """Add adv or dis for the weaknesses and strengths of a magical monster [modifier.type]."""
    sheet = strike.target.sheet
    for kind in strike.means.types:
        if kind in sheet.weak_to:
            advantage.add_adv("modifier.type", "weak to ", kind)
        if kind in sheet.strong_against:
            advantage.add_dis("modifier.type", "strong against ", kind)


def ranged_factors(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add the five factors of a ranged attack, in the order of the chapter."""
    target_size(strike, advantage)
    cover(fight, strike, advantage)
    if strike.line.band != TOUCH:
        height(strike, advantage)
    distance(strike, advantage)
    if strike.line.band != TOUCH:
        visibility(strike, advantage)


def target_size(strike: Strike, advantage: Advantage) -> None:
    """Add dis against a Small or Tiny target [modifier.size]."""
    size = strike.target.sheet.size_class
    if size <= SMALL:
        advantage.add_dis("modifier.size", SIZES[size])


def cover(fight: OrreryFight, strike: Strike, advantage: Advantage) -> None:
    """Add dis for cover or an ally in the way, over at least half of the target [modifier.cover].

    Combatants on one spot have no cover from each other.
    """
    line = strike.line
    if line.is_one_spot:
        return
    if line.is_covered:
        advantage.add_dis("modifier.cover", "cover")
        return
    gate = barrier_on(fight, line)
    if gate is not None and gate is not strike.target:
        advantage.add_dis("modifier.gate", gate.name, " in the way")
        return
    other = somebody_in_the_way(fight, strike)
    if other is not None:
        rule = "modifier.cover" if other.side == strike.attacker.side else "modifier.in-the-way"
        advantage.add_dis(rule, other.name, " in the way")


def barrier_on(fight: OrreryFight, line: Line) -> Combatant | None:
    """Return the barrier on a line that still stands, such as a closed gate."""
    for index in line.barriers:
        if fight.combatants[index].is_able():
            return fight.combatants[index]
    return None


def stopped_by(fight: OrreryFight, attacker: Combatant, target: Combatant) -> Combatant | None:
    """Return the closed gate that stops a shot or a rune at the target [modifier.gate].

    By option it is only cover.
    """
    if not fight.scene.gates_stop:
        return None
    gate = barrier_on(fight, fight.line(attacker, target))
    return None if gate is target else gate


def somebody_in_the_way(fight: OrreryFight, strike: Strike) -> Combatant | None:
    """Return an ally between attacker and target or beside the target, no smaller than it
    [modifier.in-the-way].

    By option it may be an enemy. An attacker wholly above shoots over all combatants.
    """
    attacker, target, in_the_way = strike.attacker, strike.target, strike.line.in_the_way
    allies = fight.combatants if fight.house.enemy_cover else fight.friends[attacker.side]
    for other in allies:
        if (
            in_the_way[other.spot]
            and other is not attacker
            and other is not target
            and other.sheet.size_class >= target.sheet.size_class
            and other.is_able()
        ):
            return other
    return None


def height(strike: Strike, advantage: Advantage) -> None:
    """Add adv for an attacker wholly above the target, dis for one wholly below
    [modifier.height]."""
    if strike.line.is_above:
        advantage.add_adv("modifier.height", "above")
    elif strike.line.is_below:
        advantage.add_dis("modifier.height", "below")


def distance(strike: Strike, advantage: Advantage) -> None:
    """Add dis beyond Nearby and at Touch [modifier.range]."""
    band = strike.line.band
    if band != TOUCH and band < DISTANT:
        return
    if not ignores_range(strike, advantage):
        advantage.add_dis("modifier.range", "at ", BAND_NAMES[band])


def ignores_range(strike: Strike, advantage: Advantage) -> bool:
    """Return whether range gives no dis: against a defenseless or unaware target
    [modifier.range-unaware]."""
    if not strike.is_unaware:
        return False
    advantage.add_source("", "modifier.range-unaware", "no dis for range")
    return True


def visibility(strike: Strike, advantage: Advantage) -> None:
    """Add dis if attacker or target is Obscured [modifier.visibility].

    To the blinded, all combatants are Obscured.
    """
    if strike.attacker.blinded:
        advantage.add_dis("modifier.visibility", "blinded")
    elif strike.line.hard_to_see_there:
        advantage.add_dis("modifier.visibility", "target Obscured")
    elif strike.line.hard_to_see_here:
        advantage.add_dis("modifier.visibility", "Obscured")
