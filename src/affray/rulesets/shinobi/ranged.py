"""Ranged combat and shuriken: only the target can be hurt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import AttackResult
from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.shinobi import keywords, log
from affray.rulesets.shinobi.combat import Pool, choose_result, result_option, roll_off
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import AIR, EARTH, FIRE, SIDES, WATER
from affray.rulesets.shinobi.house import House
from affray.rulesets.shinobi.status import HARMS, INJURED, NOTHING, STUNNED, afflict, reveal

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

THROW: Final[i64] = 3
"""The range of shuriken [shuriken.everyone]."""

LONGER: Final[i64] = 2
"""What a long shot adds to a range [keywords.profiles]."""

HIT: Final[list[tuple[str, ...]]] = [(), ("target stunned",), ("target injured",)]
"""How the log describes a shot by its harm."""

RANGED_RULES: Final = [
    "",
    "ranged.others-miss",
    "ranged.water",
    "ranged.others-miss",
    "ranged.earth",
]
"""The rule for each element's effect at range."""


def ranged_options(house: House) -> list[Option]:
    """List the results to choose from, by element."""
    earth = HARMS.index(house.ranged_earth)
    stunned = f"the target is {HARMS[earth]}" if earth else "a miss"
    return [
        result_option(FIRE, NOTHING, "a miss", RANGED_RULES[FIRE]),
        result_option(WATER, INJURED, "the target is injured", RANGED_RULES[WATER]),
        result_option(AIR, NOTHING, "a miss", RANGED_RULES[AIR]),
        result_option(EARTH, earth, stunned, RANGED_RULES[EARTH]),
    ]


def shot_range(who: Model) -> i64:
    """Return a model's range; a long shot that has not moved reaches further
    [keywords.profiles]."""
    if who.has(keywords.LONG_SHOT) and who.spaces_moved == 0:
        return who.range + LONGER
    return who.range


def shot_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Return why a model cannot shoot at a target, or an empty text [ranged.not-in-zone]."""
    if who.range == 0:
        return log.NO_BOW
    if fight.is_in_zone(who):
        return log.IN_ZONE  # [ranged.not-in-zone]
    if target.has(keywords.UNTOUCHABLE):
        return log.UNTOUCHABLE
    return line_hindrance(fight, who, target, shot_range(who))


def throw_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Return why a model cannot throw shuriken at a target, or an empty text [shuriken.everyone].

    What bars ranged attacks bars shuriken only as a house rule [shuriken.in-zone,
    shuriken.untouchable].
    """
    house = fight.house
    if not house.shuriken_in_zone and fight.is_in_zone(who):
        return log.IN_ZONE
    if not house.shuriken_at_untouchable and target.has(keywords.UNTOUCHABLE):
        return log.UNTOUCHABLE
    return line_hindrance(fight, who, target, THROW)


def line_hindrance(fight: ShinobiFight, who: Model, target: Model, most: i64) -> str:
    """Return why there is no line to a target, or an empty text: hidden, too far or out of sight
    [ranged.sight]."""
    if target.hidden:
        return log.HIDDEN
    if fight.spaces(who.cell, target.cell) > most:
        return log.OUT_OF_RANGE
    if not fight.board.sees(who.cell, target.cell):
        return log.NO_LINE
    return ""


def ranged_attack(fight: ShinobiFight, attacker: Model, target: Model) -> AttackResult:
    """Resolve a shot, rolled like close combat [ranged.roll].

    A defender who wins makes it miss, or chooses a result too as a house rule
    [ranged.defender-wins].
    """
    attack = shot_pool(fight, attacker)
    defence = Pool(target, target.defence, "Defence", False, fight.has_listener)
    attacker_won, elements = roll_off(fight, attack, defence, 0, True)
    reveal(fight, attacker, "it has shot", "status.stealth")
    if elements == 0:
        return AttackResult(False, 0)
    if not attacker_won and fight.house.defender_wins_shot == "miss":
        rules = ("ranged.defender-wins", "ranged.attacker-only")
        return miss(fight, attacker, target, rules)
    return resolve(fight, attacker, target, attacker_won, elements)


def shot_pool(fight: ShinobiFight, attacker: Model) -> Pool:
    """Collect the dice of a shot: only keywords that name ranged attacks add any
    [ranged.no-bonuses]."""
    has_reroll = attacker.has(keywords.RANGED_MASTER)
    pool = Pool(attacker, attacker.attack, "Attack", has_reroll, fight.has_listener)
    if attacker.has(keywords.ACCURATE):
        pool.add(1, "accurate", "keywords.profiles")
    return pool


def miss(
    fight: ShinobiFight, attacker: Model, target: Model, rules: tuple[str, ...]
) -> AttackResult:
    """Make a shot miss: it never hurts the attacker [ranged.attacker-only]."""
    log.missed(fight, attacker, target, rules)
    return AttackResult(False, 0)


def resolve(
    fight: ShinobiFight, attacker: Model, target: Model, attacker_won: bool, elements: i64
) -> AttackResult:
    """Let the winner choose from their own dice, and carry out the result.

    Water injures [ranged.water]. Earth's line is lost, and it stuns [ranged.earth]. Fire and Air
    may be chosen too, and miss [ranged.others-miss].
    """
    scene = fight.scene
    winner = attacker if attacker_won else target
    usual = scene.worst_ranged if attacker_won else scene.mildest_ranged
    default: i64 = usual[elements]
    options = scene.ranged_results[elements]
    chosen = choose_result(fight, "shot", winner, target, options, default)
    rule = RANGED_RULES[chosen.value]
    log.chose(fight, winner, target, chosen.value, ("ranged.roll", rule))
    if chosen.item == NOTHING:
        return miss(fight, attacker, target, (rule,))
    return result_of(afflict(fight, target, chosen.item, attacker, rule))


def result_of(harm: i64) -> AttackResult:
    """Return the result of an attack that hit, even if the target shrugged off the harm."""
    return AttackResult(True, 1 if harm == INJURED else 0, HIT[harm])


@mypyc_attr(acyclic=True)
class Throw(Stage):
    """The one die of a shuriken attack: 1 if it shows Earth."""

    face: Transient[i64] = 0

    def key(self) -> int:
        return 0

    def play(self, table: Table) -> i64:
        self.face = table.die(SIDES, cut_at(EARTH) | cut_at(EARTH + 1))
        return 1 if self.face == EARTH else 0


def throw_shuriken(fight: ShinobiFight, attacker: Model, target: Model) -> AttackResult:
    """Roll one die against none: only Earth works, and it stuns [shuriken.one-die].

    The thrower stays hidden [shuriken.stealthy].
    """
    throw = Throw()
    works = fight.table.stage(throw) == 1
    log.threw(fight, attacker, target, throw.face, "stunned" if works else "a miss")
    if not works:
        return AttackResult(False, 0)
    return result_of(afflict(fight, target, STUNNED, attacker, "shuriken.one-die"))
