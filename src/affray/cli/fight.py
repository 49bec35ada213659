"""The command `affray fight`."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

from affray import api
from affray.cli.fight_log import print_log, print_standing
from affray.cli.options import (
    HouseOption,
    JsonOption,
    PlayerOption,
    load_with_house,
    players_by_side,
)
from affray.cli.output import print_json, say
from affray.cli.parser import Argument, Option
from affray.cli.tapes import read_tape
from affray.core.problems import data_error
from affray.core.tape import Answer


def command(
    scenario: Annotated[
        str, Argument("SCENARIO", "A built-in scenario's name, or a .toml file.")
    ] = "",
    seed: Annotated[
        int | None, Option("--seed", metavar="N", help="Where the dice start; else any.")
    ] = None,
    player: PlayerOption = None,
    house: HouseOption = None,
    tape: Annotated[
        Path | None, Option("--tape", metavar="OUT", help="Write the tape to this file.")
    ] = None,
    resume: Annotated[
        str | None, Option("--resume", metavar="TAPE", help="Go on where a tape ends.")
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Play a fight, or watch one.

    Examples: affray fight causeway --seed 7
              affray fight causeway --player party=me --tape mine.tape
    """
    number = secrets.randbelow(1_000_000) if seed is None else seed
    answers: list[Answer] = []
    if resume is not None:
        if scenario or house:
            raise data_error("a tape brings its own scenario and house rules", "--resume")
        chosen, answers = read_tape(resume)
    elif scenario:
        chosen = load_with_house(scenario, house)
    else:
        raise data_error("name a scenario, or a tape with --resume; see: affray scenarios")
    players = players_by_side(chosen, player)
    if tape is not None:
        check_tape_folder(tape)
    with_people = "me" in players.values()
    if with_people:
        from affray.cli.play import play_with_people

        record = play_with_people(chosen, number, players, answers, tape)
    elif resume is not None:
        record = api.resume(chosen, answers, number, dict(players))
    else:
        record = api.play(chosen, number, dict(players))
    if tape is not None:
        tape.write_text(record.tape().text(), "utf-8")
    if as_json:
        print_json(record.data())
        return
    if not with_people:
        print_log(record)
    print_standing(record)
    if tape is not None:
        say(f"The tape is in {tape}. See it again with:  affray replay {tape}", "dim")
    else:
        say(f"Seed {number}: the same fight again with  --seed {number}", "dim")


def check_tape_folder(file: Path) -> None:
    """Raises InvalidDataError for a tape that could not be written, before the fight."""
    if file.is_dir() or not file.parent.is_dir():
        raise data_error("there is no such folder to write to, or it is one", "--tape", str(file))
