"""How often the strong player beats the simple one when both sides have the same.

    AFFRAY_FIGHTS=20 AFFRAY_RULESETS="mithryn shinobi" python -m bench strong

AFFRAY_STRONG is the player's budget for a decision. `0.2s`, the default, is what the page and the
terminal give it. It is processor time, so that a busy machine does not make it weaker. Most decisions
need less; a fight takes up to half a minute. AFFRAY_FIGHTS is the number of fights from each seat,
AFFRAY_RULESETS names the rulesets, AFFRAY_WORKERS is the number of processes. AFFRAY_PLAYOUTS is the
number of playouts behind an expected share. Fewer make it vary more from fight to fight.

Both players have to be compiled: `PYTHONPATH=build/after python -m bench strong` measures a build
that is not installed.

Few fights say little by who won them. Wherever the strong player took another option than the simple
one would have, both are therefore played out to the end by simple players, with the same dice. By how
much its options were better, added up over a fight and to a half, is the share it wins on average,
exactly in the long run; it varies from fight to fight much less than wins do.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from statistics import stdev
from time import process_time

from affray.core.batch import play_batch
from affray.core.fight import Fight
from affray.core.playouts import Snapshot, snapshot_at_end
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.core.tape import RecordingTable, choice_answer
from affray.lab.statistics import Z95, wilson
from affray.library import load
from affray.players.strong import StrongPlayer, parse_budget

MIRRORS = Path(__file__).parent.parent / "tests" / "players" / "mirrors"
FIGHTS = int(os.environ.get("AFFRAY_FIGHTS", "50"))
"""How many fights are played from each seat."""
BUDGET = os.environ.get("AFFRAY_STRONG", "0.2s")
"""What the strong player has for a decision."""
RULESETS = os.environ.get("AFFRAY_RULESETS", "").split()
"""The rulesets whose fights are played; all where none is named."""
WORKERS = int(os.environ.get("AFFRAY_WORKERS", "0")) or None
"""How many processes play; as many as there are cores where none is said."""
PLAYOUTS = int(os.environ.get("AFFRAY_PLAYOUTS", "1000"))
"""How often each of two options is played out to see by how much one is better."""
PLAYOUT_SEED = 0x0DD5
WANTED = 0.60


@dataclass
class Deviation:
    """Where the strong player took another option than the simple one would have."""

    before: Snapshot
    asked_name: str
    usual: str
    taken: str

    def gain(self, players: list[Player], side: int, seed: int) -> float:
        """Return how much of a win the chosen option gains, if everybody goes on as `simple`."""

        def share(key: str) -> float:
            after = self.before.with_answer(choice_answer(self.asked_name, key))
            return after.play_out(players, seed, PLAYOUTS).score(side)

        return share(self.taken) - share(self.usual)


class WatchedPlayer(StrongPlayer):
    """The strong player, with where it deviated from the simple one and the time it took."""

    def __init__(self, simple: Player, seed: int, budget: str) -> None:
        super().__init__(simple, seed, parse_budget(budget), process_time)
        self.deviations: list[Deviation] = []
        self.seconds = 0.0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return what the strong player decides."""
        started = self.clock()
        taken = super().decide(fight, question)
        self.seconds += self.clock() - started
        usual = self.simple.decide(fight, question)
        table = fight.table
        assert isinstance(table, RecordingTable)
        assert isinstance(usual, Option)
        assert isinstance(taken, Option)
        if taken.key != usual.key:
            before = snapshot_at_end(fight.setup, table.answers)
            name = fight.setup.asked_name(question)
            self.deviations.append(Deviation(before, name, usual.key, taken.key))
        return taken


def student_quantile(degrees: int) -> float:
    """Return how many standard errors a 95 % interval goes to each side with few fights.

    This is Cornish and Fisher's expansion. It is 2 % too small with four degrees of freedom.
    """
    z = Z95
    return z + (z**3 + z) / (4 * degrees) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * degrees**2)


@dataclass
class Measured:
    """What fights of a ruleset came to: those won, a draw counting half, and their cost."""

    fights: int = 0
    won: float = 0.0
    decisions: int = 0
    seconds: float = 0.0
    gains: list[float] = field(default_factory=list)
    """By how much its options were better than the simple player's, all together in each fight."""

    def add(self, other: Measured) -> None:
        """Add the results of others."""
        self.fights += other.fights
        self.won += other.won
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.gains += other.gains

    def expected_share(self) -> str:
        """Return the average share of wins that its choices gain, with its 95 % interval."""
        mean = 0.5 + sum(self.gains) / self.fights
        if self.fights < 2:
            return f"{mean:.0%}"
        error = student_quantile(self.fights - 1) * stdev(self.gains) / sqrt(self.fights)
        return f"{mean:.0%} ± {error:.0%}"

    def row(self, ruleset: str, size: int) -> str:
        """Return a line of the table."""
        low, high = wilson(round(self.won), self.fights)
        share = self.won / self.fights
        verdict = "" if share >= WANTED else f" (less than the {WANTED:.0%} wanted)"
        cost = 1000 * self.seconds / max(1, self.decisions)
        return (
            f"| {ruleset} | {size} | {cost:.0f} | {self.fights} | {share:.0%}{verdict} "
            f"| {low:.0%} to {high:.0%} | {self.expected_share()} |"
        )


def play_fight(file: str, seat: int, number: int, budget: str = BUDGET) -> Measured:
    """Play a fight with the strong player on a seat; on the other seat it gets the same dice."""
    scenario = load(file)
    simple = scenario.ruleset.simple_player()
    strong = WatchedPlayer(simple, number, budget)
    players: list[Player] = [simple for _ in scenario.sides]
    players[seat] = strong
    batch = play_batch(scenario.setup, players, 2026, number, 1)
    won = batch.wins[seat] + batch.draws / 2
    players[seat] = simple
    gains = [
        deviation.gain(players, seat, PLAYOUT_SEED + 1000 * number + at)
        for at, deviation in enumerate(strong.deviations)
    ]
    return Measured(1, won, strong.decisions, strong.seconds, [sum(gains)])


def main() -> str:
    """Return a line for each ruleset's mirrored fight."""
    files = [
        file for file in sorted(MIRRORS.glob("*.toml")) if file.stem in RULESETS or not RULESETS
    ]
    cost = f"{BUDGET} of processor time" if BUDGET.endswith("s") else f"{BUDGET} trials"
    lines = [
        "## The strong player against the simple one",
        "",
        "Mirrored fights: both sides have the same fighters, and the same fights are played again "
        f"with the players' seats changed. A decision has {cost} at most. "
        "The expected share is what it wins on average by how much better its options are than those "
        f"of `simple`, each played out {PLAYOUTS} times by simple players; beside it the 95 % interval.",
        "",
        "| ruleset | a side | ms a decision | fights | won | 95 % interval | expected share |",
        "|---|--:|--:|--:|--:|--:|--:|",
    ]
    with ProcessPoolExecutor(WORKERS) as pool:
        played = {
            file: [
                pool.submit(play_fight, str(file), seat, number)
                for number in range(FIGHTS)
                for seat in (0, 1)
            ]
            for file in files
        }
        for file, fights in played.items():
            measured = Measured()
            for fight in fights:
                measured.add(fight.result())
            size = len(load(str(file)).setup.names) // 2
            lines.append(measured.row(file.stem, size))
            print(lines[-1], file=sys.stderr)  # a long run that is ended has told what it had
    return "\n".join(lines)
