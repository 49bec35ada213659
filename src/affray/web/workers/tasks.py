"""The tasks of worker processes: read, check and write scenarios, compute odds, decide for players.

Arguments and results are plain data, so that they can be sent between processes. The service stops
a task by ending its process.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from affray.api import scenario_of_tape
from affray.core.fight import FLED
from affray.core.problems import InvalidDataError, data_error
from affray.core.questions import GM, Question, Ruling
from affray.core.tape import (
    OpenQuestionError,
    RecordingTable,
    TapeError,
    TapeTable,
    ruling_answer,
)
from affray.lab.odds.asked_attacks import weapon_name
from affray.lab.odds.replies import replies_text
from affray.lab.scenario_keys import list_keys, with_changes
from affray.lab.win_estimate import estimate_win
from affray.players import player_named
from affray.store import StoredFight
from affray.web.odds.option_odds import OddsCalculator, OpenPosition
from affray.web.odds.reach import reach_data
from affray.web.rooms.frames import fighter_data, to_json
from affray.web.rooms.playing import IDLE_TABLE, Checkpoint, parse_answers, play
from affray.web.rooms.shared_scenarios import shared_scenario
from affray.web.scenarios.bounds import check_data, check_text
from affray.web.scenarios.reading import read_scenario_text, read_tape_text
from affray.web.scenarios.toml_editing import edit_toml, to_plain_data
from affray.web.scenarios.uvtt_maps import read_uvtt

Json = dict[str, Any]

# --- scenarios and tapes ---


def admit_scenario(text: str, name: str, limit: int) -> None:
    """Check that a scenario can be read, or raise InvalidDataError."""
    scenario = read_scenario_text(text, name, limit)
    play(Checkpoint(scenario.setup.new_fight(IDLE_TABLE), 0), [])


def admit_lab_request(given: Json, limit: int) -> None:
    """Check a lab request: its scenario, sides, keys and house rules; raise InvalidDataError."""
    scenario = read_scenario_text(given["scenario"], given["name"], limit)
    for side in given["players"]:
        if side not in scenario.sides:
            raise data_error(f"there is no side {side!r}", f"players.{side}")
    for number, variant in enumerate(given["variants"]):
        try:
            with_changes(scenario.with_house(variant["house"]), variant["changes"])
        except InvalidDataError as error:
            first = error.problems[0]
            raise data_error(first.text, f"variants.{number}.{first.key}") from None
    vary = given["vary"]
    if vary is not None:
        for value in (vary["values"][0], vary["values"][-1]):
            with_changes(scenario, {vary["key"]: value}, "vary")


def lab_options(text: str, name: str, limit: int) -> Json:
    """List the options of the lab for a scenario, or raise InvalidDataError.

    These are its sides, its keys with their values, and its fighters with their weapons.
    """
    scenario = read_scenario_text(text, name, limit)
    start = scenario.setup.new_fight(IDLE_TABLE)
    fighters = [
        {
            "name": fighter.name,
            "side": int(fighter.side),
            "weapons": list(dict.fromkeys(weapon_name(one) for one in start.attacks(index))),
        }
        for index, fighter in enumerate(start.roster())
    ]
    keys = [entry._asdict() for entry in list_keys(scenario)]
    return {"sides": scenario.sides, "keys": keys, "fighters": fighters}


def check_scenario(text: str, name: str, limit: int) -> str:
    """Return a scenario's problems or, without any, its title, board and fighters; as JSON."""
    try:
        scenario = read_scenario_text(text, name, limit)
    except InvalidDataError as error:
        problems = [{"key": one.key, "text": one.text} for one in error.problems[:100]]
        return to_json({**EMPTY_CHECK, "problems": problems, "data": plain_data(text, limit)})
    start = scenario.setup.new_fight(IDLE_TABLE)
    found = {
        "problems": [],
        "title": scenario.title,
        "ruleset": scenario.ruleset.name,
        "sides": scenario.sides,
        "board": scenario.setup.board(),
        "fighters": [
            {
                "name": fighter.name,
                "side": int(fighter.side),
                "emblem": scenario.emblems[int(fighter.index)],
                "entry": scenario.placed_by[int(fighter.index)],
                **fighter_data(start, fighter),
            }
            for fighter in start.roster()
        ],
        "data": plain_data(text, limit),
    }
    return to_json(found)


EMPTY_CHECK: Json = {
    "problems": [],
    "title": None,
    "ruleset": None,
    "sides": [],
    "board": None,
    "fighters": [],
    "data": None,
}


def plain_data(text: str, limit: int) -> Json | None:
    """Return a scenario's file as plain data, even if it is not valid; None if it is not TOML."""
    try:
        check_text(text, limit)
        found: Json = to_plain_data(tomllib.loads(text))
    except (InvalidDataError, ValueError, RecursionError):
        return None
    return found


def write_scenario(toml: str, data: Json, limit: int) -> str:
    """Return the text of a scenario's file, written from its data.

    The given text changes only where the data differs from it.
    """
    check_text(toml, limit)
    check_data(data)
    try:
        return edit_toml(toml, data)
    except (TypeError, ValueError, RecursionError) as error:
        raise data_error(f"this cannot be written as TOML: {str(error)[:200]}") from None


def change_scenario(text: str, name: str, limit: int, changes: Json) -> str:
    """Return a scenario's file with new values for some keys, or raise InvalidDataError."""
    return with_changes(read_scenario_text(text, name, limit), changes).toml()


def read_map(data: Json) -> Json:
    """Read the size and walls of a Universal VTT map."""
    return read_uvtt(data)


def admit_tape(text: str, name: str, limit: int, most: int) -> None:
    """Read and replay a tape to check that it fits, or raise InvalidDataError."""
    tape = read_tape_text(text, name, most)
    read_scenario_text(tape.scenario, name, limit)
    scenario = scenario_of_tape(tape, name)
    try:
        play(
            Checkpoint(scenario.setup.new_fight(IDLE_TABLE), 0),
            tape.answers,
            first_line=tape.first_line,
        )
    except TapeError as error:
        raise data_error(str(error), "", name) from None


# --- odds ---


@dataclass(frozen=True)
class FightPosition:
    """A fight at a place of its tape, as it is sent to a worker process."""

    stored: StoredFight
    tape: tuple[str, ...]
    unseen: tuple[str, ...] = ()
    """The names of the fighters that are hidden from the role that asks."""


@cache
def odds_calculator() -> OddsCalculator:
    """Return the calculator of odds of this process."""
    return OddsCalculator()


def open_position(position: FightPosition) -> OpenPosition:
    """Return the fight at its open question, with unseen fighters removed.

    Its question is None if the question would not come up without them.
    """
    found = played_position(position.stored, position.tape)
    if not position.unseen:
        return found
    away = [Ruling("state", name, FLED, "out of sight") for name in position.unseen]
    rulings = [ruling_answer(one).text() for one in away]
    try:
        other = played_position(position.stored, (*position.tape, *rulings))
    except TapeError:  # the question does not come up without them
        other = replace(found, question=None)
    if not is_same_question(found.question, other.question):
        other = replace(other, question=None)
    return other


def played_position(stored: StoredFight, tape: Sequence[str]) -> OpenPosition:
    """Return the fight at the end of a tape."""
    scenario = shared_scenario(stored.scenario, stored.name).scenario
    reader = TapeTable(parse_answers(tape))
    recorder = RecordingTable(reader, False)
    fight = scenario.setup.new_fight(recorder)
    question: Question | None = None
    try:
        fight.play()
    except OpenQuestionError as ends:
        question = ends.question
    return OpenPosition(scenario, fight, question, recorder.answers)


def is_same_question(one: Question | None, other: Question | None) -> bool:
    """Return whether two questions agree in kind, side and fighter."""
    if one is None or other is None:
        return False
    return (one.kind, one.side, one.who) == (other.kind, other.side, other.who)


def question_odds(position: FightPosition, replies: str) -> Json:
    """Compute the odds of every option of the open question, by key."""
    found = open_position(position)
    if position.unseen and found.question is None:
        return {"replies": replies, "assumption": replies_text(replies), "odds": {}}
    return odds_calculator().question_odds(found, replies)


def option_detail(position: FightPosition, key: str, replies: str, used: str | None) -> Json | None:
    """Return one option with all its possible results; None if there is no such option."""
    found = open_position(position)
    if position.unseen and found.question is None:
        return None
    return odds_calculator().option_detail(found, key, replies, used)


def reach(position: FightPosition, who: int) -> Json:
    """Return the targets and places that a fighter's weapons reach from its place."""
    found = played_position(position.stored, position.tape)
    for name in position.unseen:
        found.fight.apply_ruling(Ruling("state", name, FLED, ""))
    return reach_data(found.fight, who)


def win_chances(position: FightPosition) -> Json:
    """Return every side's chance to win if simple players go on from the open question."""
    stored = position.stored
    scenario = shared_scenario(stored.scenario, stored.name).scenario
    return estimate_win(scenario, parse_answers(position.tape))


# --- players who think ---


def decide(position: FightPosition, name: str) -> str:
    """Return the key of the option that a player chooses."""
    found = open_position(position)
    question, stored = found.question, position.stored
    if question is None:
        raise ValueError("nothing is asked")
    side = int(question.side)
    seed = stored.seed ^ (len(position.tape) * 64 + side % 64)
    player = player_named(name, found.scenario.ruleset, seed)
    answer = player.decide(found.fight, question)
    if side == GM or isinstance(answer, Ruling) or question.option(answer.key) is None:
        answer = question.default_option()
    return str(answer.key)
