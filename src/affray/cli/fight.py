"""The command `affray fight`."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

from affray import api
from affray.cli.fight_log import print_log, print_standing
from affray.cli.options import (
    NO_REPLIES,
    HouseOption,
    JsonOption,
    OptionalScenarioArgument,
    PlainOption,
    RepliesOption,
    load_with_house,
    parse_pairs,
    players_by_side,
)
from affray.cli.output import console, print_errors, print_json, say
from affray.cli.parser import Option, Value, Word
from affray.cli.tapes import check_writable, read_tape
from affray.cli.text import Text
from affray.core.problems import data_error, unknown_name
from affray.core.tape import Answer
from affray.library import Scenario, write_file
from affray.players import (
    GAME_MASTERS,
    PlayerLike,
    game_master_named,
    parse_player,
)

PERSON = "me"
GAME_MASTER = "gm"


def command(
    scenario: OptionalScenarioArgument = "",
    seed: Annotated[int | None, Value("--seed", "N", "Where the dice start; else any.")] = None,
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
    tape: Annotated[Path | None, Value("--tape", "OUT", "Write the tape to this file.")] = None,
    resume: Annotated[Word, Value("--resume", "TAPE", "Go on where a tape ends.")] = None,
    replies: RepliesOption = NO_REPLIES,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a fight, or watch one.

    Examples: affray fight causeway --seed 7
              affray fight causeway --player party=me --tape mine.tape
              affray fight causeway --player party=me --player gm=simple
    """
    number = int.from_bytes(os.urandom(8), "big") % 1_000_000 if seed is None else seed
    answers: list[Answer] = []
    if resume is not None:
        if scenario or house:
            raise data_error("a tape brings its own scenario and house rules", "--resume")
        chosen, answers = read_tape(resume)
    elif scenario:
        chosen = load_with_house(scenario, house)
    else:
        raise data_error("name a scenario, or a tape with --resume; see: affray scenarios")
    names, game_master = split_game_master(chosen, player)
    if game_master and resume is None:
        chosen = chosen.with_game_master()
    if tape is not None:
        check_writable(tape, "--tape")
    if replies != NO_REPLIES:
        # what works out odds takes a while to import, and a fight that is watched has none
        from affray.lab.odds.replies import reply_players

        reply_players(chosen, replies)  # refuses a name that is not known before the fight
    if PERSON in (*names.values(), game_master):
        if as_json:
            text = "a fight that you play yourself is no JSON; keep its tape with --tape instead"
            raise data_error(text, "--json")
        play_at_terminal(chosen, number, names, game_master, replies, plain, answers, tape)
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
    print_log(record)
    print_standing(record, plain)
    if tape is not None:
        say(f"The tape is in {tape}. See it again with:  affray replay {tape}", "dim")
    elif resume is None:
        say(f"Seed {number}: the same fight again with --seed {number}", "dim")


def split_game_master(scenario: Scenario, given: list[str] | None) -> tuple[dict[str, str], str]:
    """Who plays which side, and who sits as game master; empty if nobody does."""
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
    names: dict[str, str],
    game_master: str,
    replies: str,
    is_plain: bool,
    answers: list[Answer],
    tape: Path | None,
) -> None:
    """Plays a fight with people at this terminal, and says where its tape is."""
    from affray.cli.play import Seats, play_with_people

    seats = Seats(names, game_master, replies, is_plain)
    played = play_with_people(scenario, seed, seats, answers, tape)
    print_errors(played.problems)
    print_standing(played.record, is_plain)
    file = played.tape_file
    if file is None:
        say("Nothing was kept: the tape was not asked for, and the fight is over.", "dim")
    elif played.record.fight.is_over():
        say(f"The tape is in {file}. See it again with:  affray replay {file}", "dim")
    else:
        pairs = [f"{side}={name}" for side, name in names.items()]
        pairs += [f"{GAME_MASTER}={game_master}"] if game_master else []
        again = " ".join(f"--player {shlex.quote(pair)}" for pair in pairs)
        say(f"The fight is kept in {file}. Go on with:", "bold")
        # in one piece, however long: it is there to be copied
        console.write([Text(f"  affray fight --resume {shlex.quote(str(file))} {again}")])
