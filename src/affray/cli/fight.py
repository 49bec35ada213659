"""The command `affray fight`."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from rich.text import Text
from typer import Option

from affray import api
from affray.cli.fight_folder import KeptFight, folder, kept_fight, new_file
from affray.cli.fight_log import print_log, print_standing
from affray.cli.options import (
    NO_REPLIES,
    HouseOption,
    JsonOption,
    OptionalScenarioArgument,
    PlainOption,
    RepliesOption,
    RulesOption,
    parse_pairs,
    players_by_side,
    value,
)
from affray.cli.output import print_json, print_line, say
from affray.cli.tapes import check_writable, scenario_or_tape
from affray.core.problems import data_error, unknown_name
from affray.core.tape import Answer
from affray.library import Scenario, write_file
from affray.players import (
    GAME_MASTERS,
    PlayerLike,
    game_master_named,
    parse_player,
)

if TYPE_CHECKING:
    from affray.cli.play import Seats

PERSON = "me"
GAME_MASTER = "gm"
REACTIONS = ("ask", "never", "simple")


def command(
    scenario: OptionalScenarioArgument = "",
    seed: Annotated[int | None, value("--seed", "N", "Where the dice start; else any.")] = None,
    player: Annotated[
        list[str] | None,
        Option(
            "--player",
            metavar="SIDE=NAME",
            help="Who plays a side: me, simple, strong, random, passive or module:Class; "
            "gm=me seats a game master.",
        ),
    ] = None,
    house: HouseOption = None,
    tape: Annotated[Path | None, value("--tape", "OUT", "Write the tape to this file.")] = None,
    resume: Annotated[str | None, value("--resume", "TAPE", "Go on where a tape ends.")] = None,
    replies: RepliesOption = NO_REPLIES,
    reactions: Annotated[
        str, value("--reactions", "WHO", "Who answers your reactions: ask (you), never or simple.")
    ] = "ask",
    rules: RulesOption = False,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a fight, or watch one.

    Where you play, the other sides are strong players with 0.2 s a decision; simple is quicker
    and weaker. Where you watch, all sides are simple players. Every fight that you play is kept:
    see affray fights.

    Examples: affray fight causeway --seed 7
              affray fight causeway --player party=me
              affray fight causeway --player party=me --player foes=simple
    """
    number = int.from_bytes(os.urandom(8), "big") % 1_000_000 if seed is None else seed
    chosen, answers = scenario_or_tape(scenario, resume, house, "--resume")
    if reactions not in REACTIONS:
        raise data_error(unknown_name("way to react", reactions, REACTIONS), "--reactions")
    names, game_master = split_game_master(chosen, player)
    if resume is not None and not player:
        before = kept_fight(Path(resume))
        names, game_master = before.players, before.game_master
    if game_master and resume is None:
        chosen = chosen.with_game_master()
    if tape is not None:
        check_writable(tape, "--tape")
    if replies != NO_REPLIES:
        # imported here, because a fight that is watched has no odds
        from affray.lab.odds.replies import reply_players

        reply_players(chosen, replies)  # refuses an unknown name before the fight
    if PERSON in (*names.values(), game_master):
        if as_json:
            text = "a fight that you play yourself is no JSON; keep its tape with --tape instead"
            raise data_error(text, "--json")
        from affray.cli.play import Seats

        seats = Seats(names, game_master, replies, plain, reactions, rules)
        file = tape or (Path(resume) if resume is not None else None)
        play_at_terminal(chosen, number, seats, answers, file)
        return
    players: dict[str, PlayerLike] = {side: parse_player(name) for side, name in names.items()}
    master = game_master_named(game_master, chosen.ruleset, number) if game_master else None
    if resume is not None:
        record = api.resume(chosen, answers, number, players, master)
    else:
        record = api.play(chosen, number, players, master)
    if tape is not None:
        write_file(tape, record.tape().text())
    if as_json:
        print_json(record.data())
        return
    print_log(record, rules)
    print_standing(record, plain)
    if tape is not None:
        say(f"The tape is in {tape}. See it again with:  affray replay {tape}", "dim")
    elif resume is None:
        say(f"Seed {number}: the same fight again with --seed {number}", "dim")


def split_game_master(scenario: Scenario, given: list[str] | None) -> tuple[dict[str, str], str]:
    """Return the player of each side, and the game master; empty for none."""
    pairs = parse_pairs(given, "--player", "SIDE=NAME")
    game_master = "" if GAME_MASTER in scenario.sides else pairs.pop(GAME_MASTER, "")
    if game_master and game_master != PERSON and game_master not in GAME_MASTERS:
        known = [PERSON, *GAME_MASTERS]
        raise data_error(unknown_name("game master", game_master, known), "--player")
    sides = [f"{side}={name}" for side, name in pairs.items()]
    return players_by_side(scenario, sides, with_people=True), game_master


def play_at_terminal(
    scenario: Scenario,
    seed: int,
    seats: Seats,
    answers: list[Answer],
    file: Path | None,
) -> None:
    """Play a fight with people at this terminal, and say where it is kept."""
    from affray.cli.play import play_with_people

    chosen = file or new_file(f"{Path(scenario.name).stem}-{seed}")
    kept = KeptFight(chosen, players=seats.players, game_master=seats.game_master)
    record = play_with_people(scenario, seed, seats, answers, kept)
    print_standing(record, seats.is_plain)
    is_in_folder = chosen.parent == folder()
    if record.over:
        again = f"affray fights replay {chosen.stem}" if is_in_folder else f"affray replay {chosen}"
        say(f"The fight is kept in {chosen}. See it again with:  {again}", "dim")
        return
    if is_in_folder:
        again = f"affray fights resume {chosen.stem}"
    else:
        pairs = [f"{side}={name}" for side, name in seats.players.items()]
        pairs += [f"{GAME_MASTER}={seats.game_master}"] if seats.game_master else []
        players = " ".join(f"--player {shlex.quote(pair)}" for pair in pairs)
        again = f"affray fight --resume {shlex.quote(str(chosen))} {players}"
    say(f"The fight is kept in {chosen}. Go on with:", "bold")
    # in one piece, however long: it is there to be copied
    print_line(Text(f"  {again}"))
