"""A fight told for the page: its log in frames, each with its dice, its rules and what changed."""

from __future__ import annotations

from typing import Any, NamedTuple

import pydantic_core

from affray.core.events import Event
from affray.core.fight import Fight, Fighter
from affray.core.questions import Option, Question, Ruling
from affray.library import Scenario

Json = dict[str, Any]

NO_BOARD: Json = {"kind": "zones", "places": [], "paths": [], "exits": []}
"""What is drawn where a scenario can no longer be read."""


class Frame(NamedTuple):
    """A line of the log with what changed, and the tape's length when it was told."""

    at: int
    data: Json


class Decision(NamedTuple):
    """Something that was decided, and the tape's length before it."""

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
    """Make a frame of an event, with every fighter whose state has changed."""
    changed = {
        str(number): state
        for number, state in enumerate(now)
        if not before or state != before[number]
    }
    data = {
        "at": at,
        "kind": event.kind,
        "parts": event.parts,
        "rules": list(event.rules),
        "rolls": rolls,
        "text": text,
        "round": int(fight.round),
        "fighters": changed,
    }
    return Frame(at, data)


def frame_from_log(at: int, round_number: int, kind: str, text: str) -> Frame:
    """Make a frame of which only the line of the log is left."""
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
    """Make a decision, with the number of the frame before it."""
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
    """Return how a fighter stands."""
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
    """Return what never changes about a fighter."""
    index = int(fighter.index)
    return {
        "name": fighter.name,
        "side": int(fighter.side),
        "emblem": scenario.emblems[index],
        "sheet": scenario.setup.sheet_of(index),
    }


def question_data(fight: Fight, question: Question, number: int, player: str, yours: bool) -> Json:
    """Return an open question with its options, as the page shows it."""
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
    """Return an option, as the page shows it."""
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
    """Return which options of a question are attacks, whose odds can be told."""
    if question.who < 0:
        return set()
    return {option.key for option in fight.attacks(question.who)}
