"""Ranged combat and shuriken: only the attacker can hurt somebody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import AttackResult
from affray.core.questions import Option, Question
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.shinobi.combat import Bout, Pool, result_option, roll_off
from affray.rulesets.shinobi.elements import (
    AIR,
    ALL_KEPT,
    DEFENDER,
    EARTH,
    ELEMENTS,
    FIRE,
    SIDES,
    WATER,
)
from affray.rulesets.shinobi.profile import (
    ACCURATE,
    INJURED,
    LONG_SHOT,
    NOTHING,
    RANGED_MASTER,
    STUNNED,
    UNTOUCHABLE,
    House,
)
from affray.rulesets.shinobi.status import afflict, reveal

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import Model, ShinobiFight

THROW: Final[i64] = 3
"""How far shuriken fly [shuriken.everyone]."""

LONGER: Final[i64] = 2
"""What a long shot adds to a range [keywords.profiles]."""

HIT: Final = ["", "target stunned", "target injured"]


def ranged_options(house: House) -> list[Option]:
    """The results to choose from, by element; an option's `item` is the harm it does."""
    return [
        result_option(FIRE, NOTHING, "", "ranged.others-miss"),
        result_option(WATER, INJURED, "", "ranged.water"),
        result_option(AIR, NOTHING, "", "ranged.others-miss"),
        result_option(EARTH, house.ranged_earth, "", "ranged.earth"),
    ]


def shot_range(who: Model) -> i64:
    """How far a model shoots; a long shot reaches further if it has not moved."""
    if who.keywords & LONG_SHOT and who.moved == 0:
        return who.sheet.shot + LONGER
    return who.sheet.shot


def shot_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Why a model cannot shoot at a target; empty if it can [ranged.sight]."""
    if who.sheet.shot == 0:
        return f"{who.name} has nothing to shoot with"
    if fight.guarded[who.side][who.cell] > 0:
        return f"{who.name} is in an enemy's influence zone"  # [ranged.not-in-zone]
    if target.keywords & UNTOUCHABLE:
        return f"{target.name} cannot be targeted at range"
    return line_hindrance(fight, who, target, shot_range(who))


def throw_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Why a model cannot throw shuriken at a target; every model has them
    [shuriken.everyone]."""
    return line_hindrance(fight, who, target, THROW)


def line_hindrance(fight: ShinobiFight, who: Model, target: Model, most: i64) -> str:
    """Why there is no line to a target: it hides [status.stealth], is too far away or out of
    sight [ranged.sight]."""
    if target.hidden:
        return f"{target.name} is hidden"
    distance = fight.board.spaces(who.cell, target.cell)
    if distance > most:
        return f"{target.name} is {distance} spaces away, and the range is {most}"
    if not fight.board.sees(who.cell, target.cell):
        return f"{who.name} has no line of sight to {target.name}"
    return ""


def ranged_attack(fight: ShinobiFight, attacker: Model, target: Model) -> AttackResult:
    """Rolled like close combat [ranged.roll], but with nothing from assists, back strikes,
    stealth or keywords that do not speak of ranged attacks [ranged.no-bonuses]."""
    attack = Pool(attacker, attacker.sheet.attack, "Attack", fight.wants_events)
    attack.master = (attacker.keywords & RANGED_MASTER) != 0
    if attacker.keywords & ACCURATE:
        attack.add(1, "accurate", "keywords.profiles")
    defence = Pool(target, target.sheet.defence, "Defence", fight.wants_events)
    reveal(fight, attacker, "it shoots", "status.stealth")
    bout = Bout(attack, defence, 0, True)
    outcome = roll_off(fight, bout)
    if outcome & DEFENDER or outcome & ALL_KEPT == 0:
        return miss(fight, attacker, target, bool(outcome & DEFENDER))
    return hit(fight, attacker, target, outcome)


def miss(fight: ShinobiFight, attacker: Model, target: Model, defended: bool) -> AttackResult:
    """A defender who wins has made it miss, whatever die they might choose
    [ranged.attacker-only]."""
    if fight.wants_events:
        rule = "ranged.attacker-only" if defended else "close.nothing-left"
        fight.tell("misses", {"who": attacker.name, "target": target.name}, (rule,))
    return AttackResult(False, 0)


def hit(fight: ShinobiFight, attacker: Model, target: Model, elements: i64) -> AttackResult:
    """The attacker chooses from their own dice; Fire and Air may be chosen too, and miss
    [ranged.others-miss]."""
    scene = fight.scene
    chosen = fight.ask(
        Question(
            "shot",
            attacker.side,
            attacker.index,
            scene.ranged_results[elements],
            target.index,
            default=scene.worst_ranged[elements],
        )
    )
    element = chosen.value
    if fight.wants_events:
        fight.tell(
            "result",
            {"who": attacker.name, "target": target.name, "element": ELEMENTS[element]},
            ("ranged.roll", rule_of(element)),
        )
    harm = afflict(fight, target, ranged_harm(fight, element), attacker, rule_of(element))
    return AttackResult(harm != NOTHING, 1 if harm == INJURED else 0, (HIT[harm],) if harm else ())


def rule_of(element: i64) -> str:
    """The rule that says what an element does at range."""
    if element == WATER:
        return "ranged.water"
    return "ranged.earth" if element == EARTH else "ranged.others-miss"


def ranged_harm(fight: ShinobiFight, element: i64) -> i64:
    """Water injures [ranged.water]; Earth's line is lost, and it stuns [ranged.earth]; the
    others miss [ranged.others-miss]."""
    if element == WATER:
        return INJURED
    return fight.house.ranged_earth if element == EARTH else NOTHING


@mypyc_attr(acyclic=True)
class Throw(Stage):
    """The one die of a shuriken attack: 1 if it shows Earth."""

    def __init__(self) -> None:
        self.face: i64 = 0

    def key(self) -> int:
        return 0

    def play(self, table: Table) -> i64:
        self.face = table.die(SIDES, cut_at(EARTH) | cut_at(EARTH + 1))
        return 1 if self.face == EARTH else 0


def throw_shuriken(fight: ShinobiFight, attacker: Model, target: Model) -> AttackResult:
    """One die whatever the Attack, none in defence, and only Earth works: it stuns
    [shuriken.one-die]. The thrower stays hidden [shuriken.stealthy]."""
    throw = Throw()
    works = fight.table.stage(throw) == 1
    if fight.wants_events:
        fight.tell(
            "throws",
            {
                "who": attacker.name,
                "target": target.name,
                "die": ELEMENTS[throw.face],
                "result": "stunned" if works else "a miss",
            },
            ("shuriken.one-die", "shuriken.everyone"),
        )
    if not works:
        return AttackResult(False, 0)
    harm = afflict(fight, target, STUNNED, attacker, "shuriken.one-die")
    return AttackResult(harm != NOTHING, 1 if harm == INJURED else 0, (HIT[harm],) if harm else ())
