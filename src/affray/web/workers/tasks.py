"""What worker processes do: read, check and write scenarios, work out odds, decide for a player.

Everything here is called with plain data and gives plain data, so that it can cross to another
process and be stopped by ending it.
"""

from __future__ import annotations

import os
import pickle
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from time import process_time
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
from affray.web.rooms.playing import IDLE_TABLE, Checkpoint, parse_answers, play
from affray.web.rooms.shared_scenarios import SHARED_SCENARIOS
from affray.web.rooms.story import fighter_data, to_json
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
    """List what the lab can be asked about a scenario, or raise InvalidDataError.

    These are its keys with their values, and everybody with their weapons.
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
    """Return the problems of a scenario or, without any, what it looks like; as JSON."""
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
    """Return a scenario's file as plain data, right or wrong; None if it is not TOML."""
    try:
        check_text(text, limit)
        found: Json = to_plain_data(tomllib.loads(text))
    except (InvalidDataError, ValueError, RecursionError):
        return None
    return found


def write_scenario(toml: str, data: Json, limit: int) -> str:
    """Write a scenario from its data as a file.

    The text that was sent along changes only where the data says otherwise.
    """
    check_text(toml, limit)
    check_data(data)
    try:
        return edit_toml(toml, data)
    except (TypeError, ValueError, RecursionError) as error:
        raise data_error(f"this cannot be written as TOML: {str(error)[:200]}") from None


def change_scenario(text: str, name: str, limit: int, changes: Json) -> str:
    """Return a scenario's file with other values for some keys, or raise InvalidDataError."""
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
    """Where a fight stands, as it crosses to another process."""

    stored: StoredFight
    tape: tuple[str, ...]
    unseen: tuple[str, ...] = ()
    """The names of those whom whoever asks may not know of."""


@cache
def odds_calculator() -> OddsCalculator:
    """Return who works out odds in this process."""
    return OddsCalculator()


def open_position(position: FightPosition) -> OpenPosition:
    """Return the fight at its open question, with unseen fighters away.

    There is no question if it would not be asked then.
    """
    found = played_position(position.stored, position.tape)
    if not position.unseen:
        return found
    away = [Ruling("state", name, FLED, "out of sight") for name in position.unseen]
    rulings = [ruling_answer(one).text() for one in away]
    try:
        other = played_position(position.stored, (*position.tape, *rulings))
    except TapeError:  # without them the question is none
        other = replace(found, question=None)
    if not is_same_question(found.question, other.question):
        other = replace(other, question=None)
    return other


def played_position(stored: StoredFight, tape: Sequence[str]) -> OpenPosition:
    """Return the fight at the end of a tape."""
    scenario = SHARED_SCENARIOS.get(stored.scenario, stored.name).scenario
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
    """Return whether two questions ask the same of the same fighter."""
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
    """Return one option with everything it can lead to; None where there is none such."""
    found = open_position(position)
    if position.unseen and found.question is None:
        return None
    return odds_calculator().option_detail(found, key, replies, used)


def reach(position: FightPosition, who: int) -> Json:
    """Return where a fighter could attack from where it stands, and whom, with what."""
    found = played_position(position.stored, position.tape)
    for name in position.unseen:
        found.fight.apply_ruling(Ruling("state", name, FLED, ""))
    return odds_calculator().reach(found, who)


def win_chances(position: FightPosition) -> Json:
    """Return every side's chance to win when simple players go on from the open question."""
    stored = position.stored
    scenario = SHARED_SCENARIOS.get(stored.scenario, stored.name).scenario
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


# --- pieces of jobs ---


def run_piece(payload: bytes) -> bytes:
    """Do a piece of a job; bytes in and out, so that the service need not know the types."""
    function, arguments, named = pickle.loads(payload)
    return pickle.dumps(function(*arguments, **named))


# --- to try the limits ---


def spin(seconds: float) -> None:
    """Work for so many seconds, whoever waits."""
    until = process_time() + seconds
    while process_time() < until:
        pass


def allocate(size: int) -> int:
    """Take this many bytes of memory, and free them."""
    return len(bytes(size))


def process_id() -> int:
    """Return the number of the working process."""
    return os.getpid()


TASK_FUNCTIONS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        admit_scenario,
        admit_lab_request,
        lab_options,
        check_scenario,
        write_scenario,
        change_scenario,
        read_map,
        admit_tape,
        question_odds,
        option_detail,
        reach,
        win_chances,
        decide,
        run_piece,
        spin,
        allocate,
        process_id,
    )
}
"""What a worker can be asked to do, by name."""
