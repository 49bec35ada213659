"""The command `affray arena`."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Annotated

from rich.text import Text
from typer import Option

from affray.cli.options import (
    ClusterOption,
    FightsOption,
    HouseOption,
    JsonOption,
    ScenarioArgument,
    SeedOption,
    WorkersOption,
    load_with_house,
    value,
)
from affray.cli.output import console, print_table, say, show
from affray.cli.progress import progress_bar
from affray.core.problems import data_error
from affray.lab.arena import DEFAULT_FIGHTS, Arena, play_arena
from affray.lab.statistics import percent
from affray.players import PlayerLike, parse_player


def command(
    scenario: ScenarioArgument,
    player: Annotated[
        list[str] | None,
        Option(
            "--player",
            metavar="NAME",
            help="Who takes part: simple, strong, strong:2000, random, passive or module:Class; "
            "given twice or more.",
        ),
    ] = None,
    house: HouseOption = None,
    fights: FightsOption = None,
    seed: SeedOption = 0,
    file: Annotated[
        Path | None, value("--file", "FILE", "Keep results here, and go on from them.")
    ] = None,
    workers: WorkersOption = None,
    cluster: ClusterOption = None,
    as_json: JsonOption = False,
) -> None:
    """Have players meet each other in mirrored fights, and rate them.

    Each pairing has -n fights (1000 unless you say), half of them the mirror images of the others:
    the same dice, with the players changed about. Ratings are Bradley and Terry's on the scale of
    Elo, with 95 % intervals; their mean is 0. With --file a run that was interrupted goes on where
    it stood, also with more fights or players.

    Examples: affray arena causeway --player simple --player random --player passive
              affray arena first-blood --player simple --player strong --file duel.json
              affray arena causeway --player simple --player my_players:Careful
    """
    base = load_with_house(scenario, house)
    players: list[PlayerLike] = [parse_player(name) for name in player or []]
    if "me" in players:
        raise data_error("only in affray fight can you play yourself", "--player")
    total = DEFAULT_FIGHTS if fights is None else fights
    pairings = len(list(combinations(players, 2)))
    with progress_bar(not as_json, base.title, total * pairings) as progress:
        found = play_arena(
            base,
            players,
            total,
            seed,
            workers,
            cluster,
            file,
            progress.update,
        )
    show(found, print_arena, as_json)


def print_arena(arena: Arena) -> None:
    """Print the ratings, and the score of each player against each other."""
    ratings = arena.ratings()
    stopped = ", stopped early" if arena.stopped else ""
    each = min(arena.fights(*pair) for pair in combinations(arena.players, 2))
    say(f"{arena.scenario.title}: {each:,} fights of each pairing{stopped}", "bold")
    say("points are Elo's, their mean is 0; shares are of points, a draw is half a win", "dim")
    console.print()
    rows: list[list[str | Text]] = [
        [
            one.player,
            f"{one.rating:+.0f}",
            f"{one.low:+.0f} to {one.high:+.0f}",
            percent(one.score),
            f"{one.fights:,}",
        ]
        for one in ratings
    ]
    heads = ["", "rating", "95 % sure", "score", "fights"]
    print_table(heads, rows, right=(1, 2, 3, 4), unbroken=(0, 1, 2, 3, 4))
    console.print()
    meetings: list[list[str | Text]] = []
    for one, other in combinations(ratings, 2):
        share = arena.score(one.player, other.player)
        if share is not None:
            meetings.append([one.player, percent(share), "against", other.player])
    print_table(["", "", "", ""], meetings, right=(1,), unbroken=(0, 1, 2, 3))
