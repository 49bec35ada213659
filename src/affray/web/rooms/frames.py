"""A fight as data for the page: its log in frames, each with its dice, rules and changes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import pydantic_core

from affray.core.events import Event
from affray.core.fight import Fight, Fighter
from affray.core.questions import Option, Question, Ruling
from affray.library import Scenario

Json = dict[str, Any]

ROLL = "roll "
COUNTED_COST = re.compile(r"^\d+ ([A-Za-z]+)$")

NO_BOARD: Json = {"kind": "zones", "places": [], "paths": [], "exits": []}
"""The empty board of a scenario that can no longer be read."""


class Frame(NamedTuple):
    """A line of the log with the fighters that changed, and the tape's length at that time."""

    at: int
    data: Json


class Decision(NamedTuple):
    """A player's or the game master's decision, and the tape's length before it."""

    at: int
    data: Json


def to_json(data: object) -> str:
    """Return data as compact JSON."""
    return pydantic_core.to_json(data).decode()


def make_frame(
    at: int,
    event: Event,
    text: str,
    rolls: list[str],
    fight: Fight,
    before: list[Json],
    now: list[Json],
) -> Frame:
    """Make a frame from an event, with every fighter whose state has changed."""
    changed = {
        str(number): state
        for number, state in enumerate(now)
        if not before or state != before[number]
    }
    told = frame_from_log(at, int(fight.round), event.kind, text)
    told.data.update(parts=event.parts, rules=list(event.rules), rolls=rolls, fighters=changed)
    return told


def frame_from_log(at: int, round_number: int, kind: str, text: str) -> Frame:
    """Make a frame from a stored line of the log, without dice, rules and changes."""
    data = {
        "at": at,
        "kind": kind,
        "parts": {},
        "rules": [],
        "rolls": [],
        "text": text,
        "round": round_number,
        "fighters": {},
    }
    return Frame(at, data)


def make_decision(
    at: int, frame: int, fight: Fight, question: Question, answer: Option | Ruling
) -> Decision:
    """Make a decision from an answer, with the number of frames before it."""
    data = {
        "at": at,
        "frame": frame,
        "side": int(question.side),
        "asked": fight.setup.asked_name(question),
        "prompt": fight.setup.prompt(question),
        "kind": question.kind,
        "chose": answer.text if isinstance(answer, Option) else ruling_text(answer),
    }
    return Decision(at, data)


def ruling_text(ruling: Ruling) -> str:
    """Return a ruling in the words of a choice."""
    return f"ruled {ruling.kind} of {ruling.fighter}: {ruling.value} ({ruling.text})"


def fighter_data(fight: Fight, fighter: Fighter) -> Json:
    """Return a fighter's state as data."""
    index = int(fighter.index)
    return {
        "health": int(fighter.health()),
        "max": int(fighter.max_health()),
        "state": fighter.state(),
        "conditions": fighter.conditions(),
        "where": fight.position(index),
        "place": fight.place_name(index),
    }


def fighter_scene(scenario: Scenario, fighter: Fighter) -> Json:
    """Return the data of a fighter that never change."""
    index = int(fighter.index)
    return {
        "name": fighter.name,
        "side": int(fighter.side),
        "emblem": scenario.emblems[index],
        "sheet": scenario.setup.sheet_of(index),
    }


def question_data(fight: Fight, question: Question, number: int, player: str, yours: bool) -> Json:
    """Return an open question with its options as data for the page."""
    setup = fight.setup
    attacks = attack_keys(fight, question)
    return {
        "number": number,
        "kind": question.kind,
        "side": int(question.side),
        "who": int(question.who),
        "about": int(question.about),
        "target": int(question.target),
        "asked": setup.asked_name(question),
        "prompt": setup.prompt(question),
        "player": player,
        "yours": yours,
        "default": default_place(question),
        "options": [option_data(option, option.key in attacks) for option in question.options],
    }


def default_place(question: Question) -> int:
    """Return the place of the default among a question's options.

    A question that lists its options late knows its default only by name.
    """
    key = question.default_option().key
    keys = [option.key for option in question.options]
    return keys.index(key) if key in keys else int(question.default)


def option_data(option: Option, attack: bool) -> Json:
    """Return an option as data for the page."""
    return {
        "key": option.key,
        "kind": option.kind,
        "text": option.text,
        "target": int(option.target),
        "place": int(option.place),
        "rules": list(option.rules),
        "cost": option.cost,
        "takes_words": option.takes_words,
        "attack": attack,
    }


def attack_keys(fight: Fight, question: Question) -> set[str]:
    """Return the keys of a fighter's attacks, whose odds can be computed."""
    if question.who < 0:
        return set()
    return {option.key for option in fight.attacks(question.who)}


# --- facts for a decision that are not in the log yet ---


def question_facts(
    fight: Fight, question: Question, tape: Sequence[str], frames: Sequence[Frame]
) -> Json:
    """Return facts for a decision: dice since the last line of the log, the check, resources left.

    The check comes with the number that it needs; resources are those that options cost.
    """
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
    """Return the amounts that the asked fighter has of the resources that options cost."""
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
    """Return a fighter's amount of a resource; None if the fighter does not count it."""
    name = resource.lower()
    amount = getattr(fighter, name, getattr(fighter, f"{name}s", None))
    return int(amount) if isinstance(amount, int) else None
