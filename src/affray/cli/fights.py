"""Fights: playing them, with people or without, and replaying tapes."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from affray import api
from affray.cli.app import House, Json, Players, app, players_by_side, scenario_with
from affray.cli.person import play_with_people
from affray.cli.show import console, health_bar, say, say_event, say_json, side_style, table_of
from affray.core.problems import data_error
from affray.core.tape import TapeError, parse_tape
from affray.library import read_file


@app.command("fight")
def fight(
    scenario: Annotated[
        str, typer.Argument(metavar="SCENARIO", help="A built-in scenario's name, or a .toml file.")
    ] = "",
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Where the dice start; else any.")
    ] = None,
    player: Players = None,
    house: House = None,
    tape: Annotated[
        Path | None, typer.Option("--tape", metavar="OUT", help="Write the tape to this file.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="TAPE", help="Go on where a tape ends.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Play a fight, or watch one.

    Examples: affray fight causeway --seed 7
              affray fight causeway --player party=me --tape mine.tape
    """
    dice = secrets.randbelow(1_000_000) if seed is None else seed
    answers = []
    if resume is not None:
        if scenario or house:
            raise data_error("a tape brings its own scenario and house rules", "--resume")
        try:
            read = parse_tape(read_file(Path(resume)))
        except TapeError as error:
            raise data_error(str(error), "", resume) from None
        chosen = api.scenario_of_tape(read, resume)
        answers = read.answers
    elif scenario:
        chosen = scenario_with(scenario, house)
    else:
        raise data_error("name a scenario, or a tape with --resume; see: affray scenarios")
    players = players_by_side(chosen, player)
    if tape is not None:
        writable(tape)
    if "me" in players.values():
        played = play_with_people(chosen, dice, players, answers, tape)
    elif resume is not None:
        played = api.resume(chosen, answers, dice, dict(players))
    else:
        played = api.play(chosen, dice, dict(players))
    if tape is not None:
        tape.write_text(played.tape().text(), "utf-8")
    if as_json:
        say_json(played.data())
        return
    if "me" not in players.values():
        show(played)
    show_end(played)
    if tape is not None:
        say(f"The tape is in {tape}. See it again with:  affray replay {tape}", "dim")
    else:
        say(f"Seed {dice}: the same fight again with  --seed {dice}", "dim")


def writable(file: Path) -> None:
    """Complains early about a tape that could not be written."""
    if file.is_dir() or not file.parent.is_dir():
        raise data_error("there is no such folder to write to, or it is one", "--tape", str(file))


@app.command("replay")
def replay(
    tape: Annotated[str, typer.Argument(metavar="TAPE", help="A tape's file.")],
    as_json: Json = False,
) -> None:
    """Play a tape again, as far as it goes.

    Example: affray replay mine.tape
    """
    played = api.replay(read_file(Path(tape)), tape)
    if as_json:
        say_json(played.data())
        return
    show(played)
    show_end(played)


def show(played: api.Played) -> None:
    """The whole log."""
    scenario = played.scenario
    say(f"{scenario.title}: {' against '.join(scenario.sides)}", "bold underline")
    for event in played.events:
        say_event(event, scenario.setup.phrases)


def show_end(played: api.Played) -> None:
    """How everybody is."""
    console.print()
    rows = []
    for fighter in played.fight.roster():
        side = played.scenario.sides[fighter.side]
        state = fighter.state()
        rows.append(
            [
                Text(fighter.name),
                Text(side, style=side_style(int(fighter.side))),
                Text(state, style="" if state == "standing" else "red"),
                health_bar(fighter.health(), fighter.max_health()),
                Text(", ".join([played.fight.place_name(fighter.index), *fighter.conditions()])),
            ]
        )
    table_of(["fighter", "side", "state", "health", "where and how"], rows, whole=(0, 1, 2, 3))
    console.print()
    if not played.fight.is_over():
        say("The tape ends here; go on with:  affray fight --resume TAPE", "bold")
