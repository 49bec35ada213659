"""Compares fights, odds and duels with a stored reference, to prove that a change changed nothing.

    python tools/same.py [--ruleset NAME …] [--against FOLDER] [--write]

`tests/same.json` holds the reference: digests of fights, exact odds of attacks, bounds of duels and
digests of released tapes. `--write` makes it anew, after a change of behaviour on purpose.
Where a fight differs, it is played again by the sources that wrote the reference, and both events
are shown. These sources come from git, or from the folder that `--against` names.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import blake2b
from itertools import count, zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import affray
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable, TapeTable
from affray.lab.odds import attack_odds
from affray.lab.odds.replies import reply_players
from affray.library import Scenario, load, met_rules_of, rulebook_of, ruleset_named, toml_of
from affray.players import as_player, game_master_named

ROOT = Path(__file__).resolve().parent.parent
REFERENCE = ROOT / "tests" / "same.json"
RELEASED = ROOT / "tests" / "released"
RULESETS = ("mithryn", "renaissance", "shinobi", "orrery", "olde")

SEEDS = 5
"""How many fights of each scenario simple, random and mixed players fight."""

COMBINATIONS = 40
"""How many random combinations of house rules each ruleset is played by."""

MAX_SEEDS_TRIED = 12
"""How many seeds are tried to meet a rule, or to see a house rule matter."""

OUT_OF_REACH_STEP = 6
"""Of the attacks that are out of reach at the start, the odds of each such one are compared."""

ODDS_TOLERANCE = 1e-12
DUEL_TOLERANCE = 1e-9

DUELS = {"first-blood": 5e-10, "two-blades": 5e-10, "wrestling-ring": 5e-10, "moonlit-duel": 1e-4}
"""The duels that are solved, and how near."""

MIXED_PLAYERS = ("simple", "random", "passive")

MAX_DIFFERENCES_SHOWN = 12

Settings = dict[str, bool | int | str]
T = TypeVar("T")
R = TypeVar("R")


class Case(NamedTuple):
    """A fight to play: who plays it, by which house rules, and its seed."""

    scenario: str
    players: tuple[str, ...]
    game_master: str
    house: tuple[tuple[str, bool | int | str], ...]
    seed: int

    def text(self) -> str:
        """Return the case as a line of the reference."""
        return " | ".join(
            [
                self.scenario,
                " ".join(self.players),
                self.game_master or "-",
                json.dumps(dict(self.house)),
                str(self.seed),
            ]
        )


def parse_case(text: str) -> Case:
    """Return the case that a line of the reference names."""
    scenario, players, game_master, house, seed = text.split(" | ")
    return Case(
        scenario,
        tuple(players.split()),
        game_master.strip("-"),
        tuple(json.loads(house).items()),
        int(seed),
    )


# --- fights ---


class Played(NamedTuple):
    """A fight that was played: its events, its tape, its end, and the rules that it met."""

    events: list[str]
    answers: list[str]
    end: list[str]
    rules: set[str]
    problem: str

    def digest(self) -> str:
        """Return three digests: of the events, of the tape and of the end."""
        return " ".join(
            blake2b("\n".join(lines).encode(), digest_size=5).hexdigest()
            for lines in (self.events, self.answers, self.end)
        )


class RuleNotingTable(RecordingTable):
    """Notes the rules of the options that are chosen."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.chosen_rules: set[str] = set()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the answer, and note the rules of its option."""
        answer = super().ask(fight, question)
        if isinstance(answer, Option):
            self.chosen_rules.update(answer.rules)
        return answer


@cache
def scenario_for(
    name: str, house: tuple[tuple[str, bool | int | str], ...], has_game_master: bool
) -> Scenario:
    """Return a scenario by these house rules, with or without a game master."""
    scenario = load(name)
    if house:
        scenario = scenario.with_house(dict(house))
    return scenario.with_game_master() if has_game_master else scenario


def live_table(case: Case, scenario: Scenario) -> LiveTable:
    """Return a new table with the dice and players of a case."""
    players: list[Player] = [
        as_player(name, scenario.ruleset, case.seed * 8 + side)
        for side, name in enumerate(case.players)
    ]
    master = case.game_master
    gm = game_master_named(master, scenario.ruleset, case.seed + 99) if master else None
    return LiveTable(Dice(case.seed), players, gm)


def play_by_steps(fight: Fight) -> list[int]:
    """Play a fight to its end; return the hash of its key at every moment between turns."""
    keys = []
    while not fight.is_over():
        fight.step()
        keys.append(hash(fight.key()))
    return keys


def end_of(fight: Fight) -> list[str]:
    """Return how a fight ended, line by line."""
    lines = [f"winner {fight.winner()}, rounds {fight.round}, turns {fight.turns}"]
    for one in fight.roster():
        shown = {
            "state": one.state(),
            "health": [int(one.health()), int(one.max_health())],
            "place": fight.place_name(one.index),
            "conditions": one.conditions(),
        }
        lines.append(f"{one.name}: {json.dumps(shown)}")
    return lines


def play_case(text: str) -> Played:
    """Play a case watched, unwatched and from its tape, which all have to end alike."""
    case = parse_case(text)
    scenario = scenario_for(case.scenario, case.house, bool(case.game_master))
    live = live_table(case, scenario)
    table = RuleNotingTable(live)
    fight = scenario.setup.new_fight(table)
    keys = play_by_steps(fight)
    end = [*end_of(fight), f"next word {live.dice.word()}"]
    events = [
        json.dumps([event.kind, event.parts, event.rules], sort_keys=True) for event in table.events
    ]
    answers = [answer.text() for answer in table.answers]
    rules = set(table.chosen_rules)
    for event in table.events:
        rules.update(event.rules)
        reasons: Any = event.parts.get("because", ())
        rules.update(rule for _, rule in reasons)

    unwatched = live_table(case, scenario)
    quiet_fight = scenario.setup.new_fight(unwatched)
    quiet_keys = play_by_steps(quiet_fight)
    quiet_end = [*end_of(quiet_fight), f"next word {unwatched.dice.word()}"]
    problem = first_difference("unwatched", keys, quiet_keys, end, quiet_end)
    if not problem:
        replay_table = RecordingTable(TapeTable(table.answers))
        replayed = scenario.setup.new_fight(replay_table)
        replayed_keys = play_by_steps(replayed)
        problem = first_difference("replayed", keys, replayed_keys, end[:-1], end_of(replayed))
        if not problem and len(replay_table.events) != len(events):
            problem = f"watched {len(events)} events, replayed {len(replay_table.events)}"
    return Played(events, answers, end, rules, problem)


def first_difference(
    way: str, keys: list[int], other_keys: list[int], end: list[str], other_end: list[str]
) -> str:
    """Return where a fight that was played in another way differs; empty if nowhere."""
    for step, (one, other) in enumerate(zip_longest(keys, other_keys), 1):
        if one != other:
            return f"watched and {way} have another state after step {step}"
    for one_line, other_line in zip_longest(end, other_end):
        if one_line != other_line:
            return f"watched and {way} end otherwise:\n    {one_line}\n    {other_line}"
    return ""


def check_case(text: str) -> tuple[str, str]:
    """Return the digest of a fight, and what is wrong with it by itself."""
    try:
        played = play_case(text)
    except Exception as error:
        return "", f"raises {type(error).__name__}: {error}"
    return played.digest(), played.problem


@cache
def cached_digest(text: str) -> str:
    """Return the digest of a fight, which is played once."""
    return check_case(text)[0]


# --- which fights ---


def values_of(name: str) -> list[tuple[str, bool | int | str]]:
    """Return every value of every house rule of a ruleset that is not its default."""
    found: list[tuple[str, bool | int | str]] = []
    for switch, (option, _) in rulebook_of(name).options().items():
        default = option.default
        values: Iterable[bool | int | str] = option.values()
        if not values:
            assert isinstance(default, int)
            values = [default - 1, default + 1, default + 6]
        found += [
            (switch, one) for one in values if one != default and is_allowed(name, switch, one)
        ]
    return found


def is_allowed(name: str, switch: str, value: bool | int | str) -> bool:
    """Return whether a ruleset's scenarios can be played by this value of a house rule."""
    try:
        for scenario in toml_of(ruleset_named(name), "scenarios"):
            scenario_for(scenario, ((switch, value),), False)
    except InvalidDataError:
        return False
    return True


def players_of(scenario: str, *names: str, shift: int = 0) -> tuple[str, ...]:
    """Return a player for each side, in turn among the names."""
    sides = range(len(load(scenario).sides))
    return tuple(names[(side + shift) % len(names)] for side in sides)


def plain_cases(scenario: str) -> Iterator[Case]:
    """Return the fights of a scenario by its own house rules."""
    for seed in range(SEEDS):
        yield Case(scenario, players_of(scenario, "simple"), "", (), seed)
        yield Case(scenario, players_of(scenario, "random"), "", (), seed)
        yield Case(scenario, players_of(scenario, *MIXED_PLAYERS, shift=seed), "", (), seed)
    yield Case(scenario, players_of(scenario, "passive"), "", (), 0)
    for master in ("simple", "random"):
        yield Case(scenario, players_of(scenario, "simple", "random"), master, (), 1)
        yield Case(scenario, players_of(scenario, "random", "simple"), master, (), 2)


def combined_cases(name: str) -> Iterator[Case]:
    """Return fights by random combinations of house rules."""
    chance = random.Random(name)
    values = values_of(name)
    scenarios = list(toml_of(ruleset_named(name), "scenarios"))
    for number in range(COMBINATIONS):
        by_switch = dict(chance.sample(values, len(values)))
        house = tuple((k, v) for k, v in sorted(by_switch.items()) if chance.random() < 0.6)
        for shift, names in enumerate((("simple", "random"), ("random",))):
            scenario = scenarios[(number + shift) % len(scenarios)]
            players = players_of(scenario, *names, shift=number)
            yield Case(scenario, players, ("", "random")[number % 2], house, number)


def switched_cases(name: str, switch: str, value: bool | int | str) -> list[str]:
    """Return fights that a value of a house rule makes another, up to six."""
    found: list[str] = []
    for seed in range(MAX_SEEDS_TRIED):
        for number, scenario in enumerate(toml_of(ruleset_named(name), "scenarios")):
            names = ("simple", "random") if (seed + number) % 2 else ("random",)
            players = players_of(scenario, *names)
            master = "random" if seed % 4 == 3 else ""
            house = ((switch, value),)
            changed = Case(scenario, players, master, house, seed).text()
            before = Case(scenario, players, master, (), seed).text()
            if check_case(changed)[0] != cached_digest(before):
                found.append(changed)
        if len(found) >= 3:
            break
    if not found:
        print(f"  {name}: {switch} = {value!r} changes no fight that was tried")
        return [changed]
    return found[:6]


def cases_to_meet_rules(name: str, fights: list[str]) -> list[str]:
    """Return further fights that meet the rules of `met.toml` that these fights do not meet."""
    missing = set(met_rules_of(name))
    for text in fights:
        missing -= play_case(text).rules
    found = []
    for seed in count(SEEDS):
        if not missing or seed == 60:
            break
        for scenario in {one for rule in missing for one in met_rules_of(name)[rule]}:
            for kind in ("simple", "random"):
                text = Case(scenario, players_of(scenario, kind), "", (), seed).text()
                met = play_case(text).rules & missing
                if met:
                    found.append(text)
                    missing -= met
    if missing:
        print(f"  {name}: no fight meets {', '.join(sorted(missing))}")
    return found


def plan_fights(name: str) -> list[str]:
    """Return all fights of a ruleset that the reference has."""
    scenarios = toml_of(ruleset_named(name), "scenarios")
    found = [case.text() for scenario in scenarios for case in plain_cases(scenario)]
    found += cases_to_meet_rules(name, found)
    for switch, value in values_of(name):
        found += switched_cases(name, switch, value)
    found += [case.text() for case in combined_cases(name)]
    return list(dict.fromkeys(found))


# --- odds, duels, tapes ---


def odds_of_scenario(name: str) -> dict[str, list[float]]:
    """Return the odds of attacks at the start of a scenario: the chance to hit, the mean damage,
    the chance to drop the target, and a sum over all outcomes that tells distributions apart.

    Attacks in reach are replied to by simple players, some of those out of reach by passive ones.
    """
    scenario = load(name)
    start = scenario.setup.new_fight(OddsTable())
    repliers = {replies: reply_players(scenario, replies) for replies in ("simple", "passive")}
    caches = {replies: OddsCache() for replies in repliers}
    found: dict[str, list[float]] = {}
    number_out_of_reach = 0
    for fighter in start.roster():
        for attack in start.attacks(fighter.index):
            fight, replies = start, "simple"
            if start.hindrance(fighter.index, attack):
                number_out_of_reach += 1
                if number_out_of_reach % OUT_OF_REACH_STEP != 1:
                    continue
                fight, replies = start.copy(OddsTable()), "passive"
                fight.bring_within_reach(fighter.index, attack)
                if fight.hindrance(fighter.index, attack):
                    continue
            odds = attack_odds(fight, fighter.index, attack, repliers[replies], caches[replies])
            mixed = sum(
                one["p"] * weight_of([one["hit"], one["damage"], one["drop"], one["effects"]])
                for one in odds.outcomes
            )
            figures = [odds.hit, odds.mean, odds.drop, mixed]
            key = f"{name} | {fighter.name} | {attack.key} | {replies}"
            assert key not in found, f"{key} is listed twice"
            found[key] = [float(f"{figure:.14g}") for figure in figures]
    return found


def weight_of(outcome: list[Any]) -> float:
    """Return a number from 0 to 1 that stands for an outcome."""
    digest = blake2b(json.dumps(outcome).encode(), digest_size=6).digest()
    return int.from_bytes(digest) / 2**48


def duel_bounds(name: str) -> dict[str, list[float]]:
    """Return the bounds of each side's chance in a duel."""
    solved = affray.load(name).duel(within=DUELS[name], workers=1)
    return {side: [float(one) for one in both] for side, both in solved.data()["bounds"].items()}


def replay_tape(name: str) -> str:
    """Return the digest of the log of a released tape, or why it cannot be replayed."""
    try:
        record = affray.replay((RELEASED / name).read_text("utf-8"), name)
    except InvalidDataError as error:
        return str(error)
    return blake2b(record.text().encode(), digest_size=8).hexdigest()


def tape_names(ruleset: str) -> list[str]:
    """Return the released tapes of a ruleset."""
    mark = f"\nruleset {ruleset} "
    return [
        path.relative_to(RELEASED).as_posix()
        for path in sorted(RELEASED.glob("*/*.tape"))
        if mark in path.read_text("utf-8")
    ]


# --- compare and write ---


def differing_figures(name: str, stored: dict[str, list[float]]) -> list[str]:
    """Return what differs between the stored odds of a scenario and those of now."""
    replies = {key.rpartition(" | ")[2] for key in stored}
    now = {
        key: figures
        for key, figures in odds_of_scenario(name).items()
        if key.rpartition(" | ")[2] in replies
    }
    found = [f"odds of {key} are not offered any more" for key in stored if key not in now]
    found += [f"odds of {key} are new" for key in now if key not in stored]
    for key, figures in stored.items():
        for label, before, after in zip(
            ("hit", "mean", "drop", "all outcomes"), figures, now.get(key, figures), strict=True
        ):
            if abs(before - after) > ODDS_TOLERANCE * max(1.0, abs(before)):
                found.append(f"odds of {key}: {label} was {before!r}, is {after!r}")
                break
    return found


def differing_bounds(name: str, stored: dict[str, list[float]]) -> list[str]:
    """Return what differs between the stored bounds of a duel and those of now."""
    found = []
    for side, (low, high) in duel_bounds(name).items():
        before_low, before_high = stored[side]
        if low > before_high + DUEL_TOLERANCE or high < before_low - DUEL_TOLERANCE:
            found.append(
                f"duel {name}: {side} had {before_low} to {before_high}, has {low} to {high}"
            )
    return found


class Unit(NamedTuple):
    """A part of the comparison that one process does: fights, the odds of a scenario, or a duel."""

    kind: str
    name: str
    stored: Any


def compare_unit(unit: Unit) -> tuple[list[str], list[str]]:
    """Compare a part; return the fights that differ from the reference, and other differences in
    words."""
    if unit.kind == "odds":
        return [], differing_figures(unit.name, unit.stored)
    if unit.kind == "duel":
        return [], differing_bounds(unit.name, unit.stored)
    if unit.kind == "tape":
        now = replay_tape(unit.name)
        return [], [] if now == unit.stored else [f"tape {unit.name}: {now}"]
    differing, problems = [], []
    for text, digest in unit.stored.items():
        now, problem = check_case(text)
        if problem:
            problems.append(f"fight {text}: {problem}")
        elif now != digest:
            differing.append(text)
    return differing, problems


def units_of(stored: dict[str, Any]) -> Iterator[Unit]:
    """Return the parts of the comparison, those that take longest first."""
    parts = list(stored.values())
    for part in parts:
        yield from (Unit("duel", name, stored) for name, stored in part["duels"].items())
        by_scenario: dict[str, dict[str, list[float]]] = {}
        for key, figures in part["odds"].items():
            by_scenario.setdefault(key.partition(" | ")[0], {})[key] = figures
        yield from (Unit("odds", name, stored) for name, stored in by_scenario.items())
    for part in parts:
        by_scenario = {}
        for text, digest in part["fights"].items():
            by_scenario.setdefault(text.partition(" | ")[0], {})[text] = digest
        yield from (Unit("fights", name, stored) for name, stored in by_scenario.items())
        yield from (Unit("tape", name, stored) for name, stored in part["tapes"].items())


def run_all(function: Callable[[T], R], tasks: Iterable[T], processes: int) -> Iterator[R]:
    """Return the results of a function for all tasks, in order, from several processes."""
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(function, tasks)


def measure_ruleset(name: str) -> dict[str, Any]:
    """Return the reference of a ruleset as it is now."""
    fights: dict[str, str] = {}
    for text in plan_fights(name):
        digest, problem = check_case(text)
        if problem:
            raise SystemExit(f"{text}: {problem}")
        fights[text] = digest
    scenarios = toml_of(ruleset_named(name), "scenarios")
    odds: dict[str, list[float]] = {}
    for scenario in scenarios:
        odds.update(odds_of_scenario(scenario))
    return {
        "fights": fights,
        "odds": odds,
        "duels": {one: duel_bounds(one) for one in scenarios if one in DUELS},
        "tapes": {tape: replay_tape(tape) for tape in tape_names(name)},
    }


def reference_text(reference: dict[str, Any]) -> str:
    """Return the reference as its file has it: a line for each fight, attack, duel and tape."""
    parts = []
    for name, part in reference.items():
        sections = []
        for section, entries in part.items():
            lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in entries.items()]
            sections.append(f"{json.dumps(section)}: {{\n" + ",\n".join(lines) + "\n}")
        parts.append(f"{json.dumps(name)}: {{\n" + ",\n".join(sections) + "\n}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


# --- show a difference ---


def lines_of(text: str) -> list[str]:
    """Return a fight line by line: its events, its tape, its end."""
    played = play_case(text)
    return [
        *[f"event {number}: {line}" for number, line in enumerate(played.events, 1)],
        *[f"answer {number}: {line}" for number, line in enumerate(played.answers, 1)],
        *[f"end: {line}" for line in played.end],
    ]


def lines_by(sources: Path, text: str) -> list[str]:
    """Return a fight line by line as other sources play it."""
    done = subprocess.run(
        [sys.executable, __file__, "--lines", text],
        env={**os.environ, "PYTHONPATH": str(sources / "src")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def extract_reference_sources(reference: Path, folder: Path) -> bool:
    """Write the sources that made the reference to a folder; return whether git has them."""
    git = ["git", "-C", str(reference.parent)]
    try:
        found = subprocess.run(
            [*git, "log", "-1", "--format=%H", "--", reference.name],
            capture_output=True,
            text=True,
            check=True,
        )
        top = subprocess.run(
            [*git, "rev-parse", "--show-toplevel"], capture_output=True, text=True, check=True
        )
        archive = subprocess.run(
            ["git", "-C", top.stdout.strip(), "archive", found.stdout.strip(), "src"],
            capture_output=True,
            check=True,
        )
        subprocess.run(["tar", "-x", "-C", str(folder)], input=archive.stdout, check=True)
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def show_difference(text: str, against: Path | None, reference: Path) -> None:
    """Print the first event in which a fight differs, as it was and as it is."""
    with tempfile.TemporaryDirectory() as folder:
        sources = against or Path(folder)
        if against is None and not extract_reference_sources(reference, sources):
            print("  no earlier sources to compare with; name their folder by --against")
            return
        before, now = lines_by(sources, text), lines_of(text)
    for number, (one, other) in enumerate(zip_longest(before, now)):
        if one != other:
            for line in now[max(0, number - 2) : number]:
                print(f"  both: {line}")
            print(f"  was:  {one}\n  is:   {other}")
            return
    print("  the earlier sources play this fight as these do: is the reference out of date?")


def is_played_by(player: str, section: str, key: str) -> bool:
    """Return whether an entry of the reference depends on what such a player decides."""
    if not player or section == "tapes":
        return False
    return player == "simple" if section == "duels" else player in key.replace("|", " ").split()


def compare(stored: dict[str, Any], processes: int, reference: Path, against: Path | None) -> int:
    """Compare with what the reference's file has stored; return how much differs."""
    differing: list[str] = []
    problems: list[str] = []
    for fights, others in run_all(compare_unit, units_of(stored), processes):
        differing += fights
        problems += others
    for text in differing[:MAX_DIFFERENCES_SHOWN]:
        print(f"fight {text} is another")
    for line in problems[:MAX_DIFFERENCES_SHOWN]:
        print(line)
    if differing:
        print(f"The first difference, in the fight {differing[0]}:")
        show_difference(differing[0], against, reference)
    return len(differing) + len(problems)


def main() -> None:
    """Compare with the reference, or write it."""
    parser = argparse.ArgumentParser(description="Prove that a change changed nothing.")
    parser.add_argument("--ruleset", action="append", choices=RULESETS, help="only this one")
    parser.add_argument("--write", action="store_true", help="write the reference anew")
    parser.add_argument("--reference", type=Path, default=REFERENCE, help="the reference's file")
    parser.add_argument(
        "--against", type=Path, help="folder of the earlier sources, with src/ in it"
    )
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--scenario", action="append", help="only this one")
    parser.add_argument("--only", choices=("fights", "odds", "duels", "tapes"))
    parser.add_argument("--without", metavar="PLAYER", default="", help="leave out such players")
    parser.add_argument("--lines", metavar="FIGHT", help="print a fight line by line")
    given = parser.parse_args()
    if given.lines:
        print("\n".join(lines_of(given.lines)))
        return
    started = perf_counter()
    rulesets = given.ruleset or list(RULESETS)
    if given.write:
        stored = json.loads(given.reference.read_text()) if given.reference.exists() else {}
        parts = run_all(measure_ruleset, rulesets, given.processes)
        for name, part in zip(rulesets, parts, strict=True):
            stored[name] = part
            ordered = {one: stored[one] for one in RULESETS if one in stored}
            given.reference.write_text(reference_text(ordered), "utf-8")
        print(f"wrote {given.reference} in {perf_counter() - started:.0f} s")
        return
    stored = json.loads(given.reference.read_text("utf-8"))
    chosen = {name: stored[name] for name in rulesets}
    for part in chosen.values():
        for section, entries in part.items():
            part[section] = {
                key: value
                for key, value in entries.items()
                if (given.only or section) == section
                and (not given.scenario or key.partition(" | ")[0] in given.scenario)
                and not is_played_by(given.without, section, key)
            }
    different = compare(chosen, given.processes, given.reference, given.against)
    where = Path(affray.__file__).parent
    seconds = f"{perf_counter() - started:.0f} s, {where}"
    if different:
        raise SystemExit(f"{different} differences ({seconds})")
    print(f"all the same: {', '.join(rulesets)} ({seconds})")


if __name__ == "__main__":
    main()
