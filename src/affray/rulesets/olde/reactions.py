"""Answers to an attack, paid with Action Points: counterattack, parry and riposte."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.olde import log
from affray.rulesets.olde.reach import can_reach
from affray.rulesets.olde.sheet import BARE, FENCING, FOREMAN, JOURNEYMAN, MASTER, Adjustment, Use
from affray.rulesets.olde.strike import Attack, strike

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


def may_answer(attack: Attack, cost: i64, skill: i64) -> Use | None:
    """Return the use of the weapon in hand with which the target can answer an attack, if skill
    and Action Points are enough."""
    who, attacker = attack.target, attack.attacker
    if who.action_points < cost or not who.can_attack():
        return None
    if who.weapon == BARE or not attacker.is_in_fight():
        return None
    weapon = who.held_weapon()
    use = weapon.melee
    if use is None or use.unarmed or who.from_sheet.melee_ranks[weapon.index] < skill:
        return None
    return use if can_reach(attack.fight, use, who.cell, attacker) else None


def answers(attack: Attack, kind: str, options: list[Option], cost: i64) -> bool:
    """Ask whether the target answers an attack so, check that it still can, and take the Action
    Points."""
    fight, who = attack.fight, attack.target
    question = Question(kind, who.side, who.index, options, attack.attacker.index, who.index)
    if fight.ask(question) is NO or who.action_points < cost or not who.can_attack():
        return False
    who.action_points -= cost
    log.answers(fight, who, attack.attacker, kind, cost)
    return True


def strike_back(attack: Attack, use: Use, adjusts: i64, name: str) -> None:
    """Strike at the attacker. There is no answer to an answer."""
    who = attack.target
    back = Attack(attack.fight, who, attack.attacker, who.held_weapon(), use)
    strike(back, answering=adjusts, answer=name)


def counterattacks(attack: Attack) -> bool:
    """Let a Master strike first, at -2. Return whether that put an end to the attack."""
    use = may_answer(attack, COUNTERATTACK_COST, MASTER)
    if use is None:
        return False
    if not answers(attack, "counterattack", WHETHER_TO_STRIKE_FIRST, COUNTERATTACK_COST):
        return False
    strike_back(attack, use, COUNTERATTACK, "counterattack")
    return not attack.attacker.can_attack()


def is_parrying(attack: Attack) -> bool:
    """Let a Foreman set weapon against weapon, before the dice are rolled."""
    if may_answer(attack, PARRY_COST, FOREMAN) is None:
        return False
    return answers(attack, "parry", WHETHER_TO_PARRY, PARRY_COST)


def ripostes(attack: Attack, taken: i64) -> None:
    """Let a Journeyman fencer strike back at once, at -1 for each hit point just lost."""
    if attack.target.sheet.skill_ranks[FENCING] < JOURNEYMAN:
        return
    use = may_answer(attack, RIPOSTE_COST, JOURNEYMAN)
    if use is None or FENCING not in use.skill_numbers:
        return
    if answers(attack, "riposte", WHETHER_TO_STRIKE_BACK, RIPOSTE_COST):
        strike_back(attack, use, -taken, "riposte")
