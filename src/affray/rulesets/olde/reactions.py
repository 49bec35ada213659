"""Answers to an attack, paid with Action Points: counterattack, parry and riposte."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.olde import log
from affray.rulesets.olde.adjustments import PLAIN
from affray.rulesets.olde.reach import can_reach
from affray.rulesets.olde.sheet import BARE, FENCING, FOREMAN, JOURNEYMAN, MASTER, Adjustment, Use
from affray.rulesets.olde.strike import strike

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

PARRY_COST: Final[i64] = 1
COUNTERATTACK_COST: Final[i64] = 2
RIPOSTE_COST: Final[i64] = 1
COUNTERATTACK: Final[i64] = -2

PARRIED: Final = Adjustment(name="parried", rule="options.advanced", attack=-2)
"""What a parry costs all one's own attacks until the next Reset."""


NO: Final = Option("no", "no", "Do nothing", rules=("options.advanced",))
STRIKE_FIRST: Final = Option(
    "counterattack",
    "counterattack",
    "Strike first, at -2, for 2 AP",
    rules=("options.advanced",),
    cost="2 AP",
)
PARRY: Final = Option(
    "parry",
    "parry",
    "Parry, weapon against weapon, for 1 AP",
    rules=("options.advanced", "options.parry"),
    cost="1 AP",
)
STRIKE_BACK: Final = Option(
    "riposte", "riposte", "Strike back at once, for 1 AP", rules=("options.advanced",), cost="1 AP"
)
WHETHER_TO_STRIKE_FIRST: Final = [NO, STRIKE_FIRST]
WHETHER_TO_PARRY: Final = [NO, PARRY]
WHETHER_TO_STRIKE_BACK: Final = [NO, STRIKE_BACK]


def may_answer(
    fight: OldeFight, who: Combatant, attacker: Combatant, cost: i64, skill: i64
) -> Use | None:
    """Return the use of the weapon in hand with which a fighter can answer an attacker, if skill
    and Action Points are enough."""
    if who.action_points < cost or not who.can_attack():
        return None
    if who.weapon == BARE or not attacker.is_in_fight():
        return None
    weapon = who.held_weapon()
    use = weapon.melee
    if use is None or use.unarmed or who.from_sheet.melee_ranks[weapon.index] < skill:
        return None
    return use if can_reach(fight, use, who.cell, attacker) else None


def agrees(
    fight: OldeFight,
    kind: str,
    who: Combatant,
    attacker: Combatant,
    options: list[Option],
    cost: i64,
) -> bool:
    """Ask whether a fighter answers so, and check that it still can."""
    question = Question(kind, who.side, who.index, options, attacker.index, who.index)
    return fight.ask(question) is not NO and who.action_points >= cost and who.can_attack()


def pay_for_answer(
    fight: OldeFight, kind: str, who: Combatant, attacker: Combatant, cost: i64
) -> None:
    """Take the Action Points of an answer."""
    who.action_points -= cost
    log.answers(fight, who, attacker, kind, cost)


def counterattacks(fight: OldeFight, attacker: Combatant, target: Combatant) -> bool:
    """Let a Master strike first, at -2. Return whether that put an end to the attack."""
    cost = COUNTERATTACK_COST
    use = may_answer(fight, target, attacker, cost, MASTER)
    if use is None:
        return False
    if not agrees(fight, "counterattack", target, attacker, WHETHER_TO_STRIKE_FIRST, cost):
        return False
    pay_for_answer(fight, "counterattack", target, attacker, cost)
    answer(fight, target, attacker, use, COUNTERATTACK, "counterattack")
    return not attacker.can_attack()


def is_parrying(fight: OldeFight, attacker: Combatant, target: Combatant) -> bool:
    """Let a Foreman set weapon against weapon, before the dice are rolled."""
    if may_answer(fight, target, attacker, PARRY_COST, FOREMAN) is None:
        return False
    if not agrees(fight, "parry", target, attacker, WHETHER_TO_PARRY, PARRY_COST):
        return False
    pay_for_answer(fight, "parry", target, attacker, PARRY_COST)
    return True


def ripostes(fight: OldeFight, attacker: Combatant, target: Combatant, taken: i64) -> None:
    """Let a Journeyman fencer strike back at once, at -1 for each hit point just lost."""
    if target.sheet.skill_ranks[FENCING] < JOURNEYMAN:
        return
    use = may_answer(fight, target, attacker, RIPOSTE_COST, JOURNEYMAN)
    if use is None or FENCING not in use.skill_numbers:
        return
    if not agrees(fight, "riposte", target, attacker, WHETHER_TO_STRIKE_BACK, RIPOSTE_COST):
        return
    pay_for_answer(fight, "riposte", target, attacker, RIPOSTE_COST)
    answer(fight, target, attacker, use, -taken, "riposte")


def answer(
    fight: OldeFight, who: Combatant, attacker: Combatant, use: Use, adjusts: i64, name: str
) -> None:
    """Strike at the attacker; nobody answers an answer."""
    strike(fight, who, attacker, who.held_weapon(), use, PLAIN, False, adjusts, name)
