"""Facts that a question is decided by and that no line of the log tells yet."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from affray.core.fight import Fight
from affray.core.questions import Option, Question
from affray.web.rooms.story import Frame, Json

ROLL = "roll "
COUNTED_COST = re.compile(r"^\d+ ([A-Za-z]+)$")


def question_facts(
    fight: Fight, question: Question, tape: Sequence[str], frames: Sequence[Frame]
) -> Json:
    """Return the dice that fell since the last line of the log, the number that the check needs,
    and what is left to spend."""
    told = frames[-1].at if frames else 0
    rolled = [line.removeprefix(ROLL) for line in tape[told:] if line.startswith(ROLL)]
    facts: Json = {"rolled": rolled} if rolled else {}
    needed = check_of(question)
    left = resources_left(fight, question)
    return facts | ({"check": needed} if needed else {}) | ({"left": left} if left else {})


def check_of(question: Question) -> Json | None:
    """Return the name of the check that a question is about and the number that it needs."""
    effort = getattr(question, "effort", None)
    if effort is None:
        return None
    return {"name": str(effort.label), "needed": int(effort.target())}


def resources_left(fight: Fight, question: Question) -> dict[str, int]:
    """Return how much the fighter who is asked has of each resource that an option costs."""
    if question.who < 0:
        return {}
    fighter = fight.roster()[question.who]
    found = {name: amount_of(fighter, name) for name in map(resource_of, question.options) if name}
    return {name: amount for name, amount in found.items() if amount is not None}


def resource_of(option: Option) -> str:
    """Return the name of the resource that an option costs, such as Luck."""
    found = COUNTED_COST.match(option.cost)
    return found[1] if found else ""


def amount_of(fighter: Any, resource: str) -> int | None:
    """Return how much a fighter has of a resource, if the fighter counts it."""
    name = resource.lower()
    amount = getattr(fighter, name, getattr(fighter, f"{name}s", None))
    return int(amount) if isinstance(amount, int) else None
