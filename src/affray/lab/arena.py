"""The arena: every player meets every other in mirrored fights, and each gets a rating.

A mirrored fight is played twice with the same dice. The players swap sides, so the advantage of a
side cancels out. Ratings follow Bradley and Terry on the Elo scale: a lead of 400 means ten times
the score of the other player. A draw is half a win.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from affray.core.batch import play_batch
from affray.core.problems import data_error
from affray.core.questions import NOBODY
from affray.core.table import Player
from affray.lab.report.notebook import figures_html
from affray.lab.simulation.batches import (
    SLOW_BATCH_SIZE,
    ScenarioJob,
    batch_ranges,
    run_in_order,
)
from affray.lab.simulation.executors import stop_on_interrupt, worker_pool
from affray.lab.simulation.runner import MOST_FIGHTS
from affray.lab.statistics import Z95
from affray.library import Scenario, report_write_errors
from affray.players import PlayerLike, as_player, player_label

DEFAULT_FIGHTS = 1000
"""The default number of fights of each pairing."""

CHUNK_SIZE = 10
"""Players are created again after this many mirrored fights, so an interruption does not change
results."""

BATCH_SIZE = 500
"""The number of mirrored fights that a worker plays at a time."""

ELO = 400 / log(10)
"""The number of Elo points for a factor of e in the odds."""

FILE_FORMAT = 1

Outcome = tuple[float, float]
"""The scores of the first of two players in a fight and in its mirror image."""


class Rating(NamedTuple):
    """A player's rating with its 95 % interval, its number of fights and its share of points."""

    player: str
    rating: float
    low: float
    high: float
    fights: int
    score: float


@dataclass(frozen=True)
class PairingJob(ScenarioJob):
    """Mirrored fights of two players, in a form that can be sent to workers."""

    players: tuple[PlayerLike, PlayerLike]
    seed: int

    def play(self, first: int, count: int) -> Counter[Outcome]:
        """Play the mirrored fights numbered from `first` on, in this process."""
        found: Counter[Outcome] = Counter()
        for start, size in batch_ranges(first + count, CHUNK_SIZE, first):
            there, back = (self.scores(seat, start, size) for seat in (0, 1))
            found.update(zip(there, back, strict=True))
        return found

    def scores(self, seat: int, first: int, count: int) -> list[float]:
        """Return the first player's score in each fight.

        The player has every other side, from `seat` on.
        """
        scenario = self.scenario()
        players = self.make_players(seat, first)
        batch = play_batch(scenario.setup, players, self.seed, first, count, True)
        return [
            0.5 if winner == NOBODY else 1.0 if winner % 2 == seat else 0.0
            for winner in batch.winners
        ]

    def make_players(self, seat: int, first: int) -> list[Player]:
        """Return the players by side, with the first player on every other side from `seat` on."""
        scenario = self.scenario()
        start = self.seed * 1_000_003 + first // CHUNK_SIZE * 16 + seat * 8
        return [
            as_player(self.players[(side + seat) % 2], scenario.ruleset, start + side)
            for side in range(len(scenario.sides))
        ]

    def batch_size(self) -> int:
        """Return the number of mirrored fights in a batch."""
        is_slow = any(player.needs_tape() for player in self.make_players(0, 0))
        return SLOW_BATCH_SIZE // 2 if is_slow else BATCH_SIZE


@dataclass(repr=False)
class Arena:
    """The results of an arena, in which every player met every other."""

    scenario: Scenario
    players: list[str]
    seed: int
    results: dict[tuple[str, str], Counter[Outcome]]
    """The count of each outcome of a pairing's mirrored fights, as scores of its first player."""
    seconds: float = 0.0
    stopped: bool = False

    def __repr__(self) -> str:
        best = max(self.ratings(), key=lambda one: one.rating)
        return f"<Arena of {', '.join(self.players)}: {best.player} is first>"

    def fights(self, first: str, second: str) -> int:
        """Return the number of fights between two players."""
        return 2 * sum(self.outcomes(first, second).values())

    def outcomes(self, first: str, second: str) -> Counter[Outcome]:
        """Return the count of each outcome between two players, as scores of the first."""
        if (first, second) in self.results:
            return self.results[first, second]
        turned = self.results.get((second, first), Counter())
        return Counter({(1 - one, 1 - other): n for (one, other), n in turned.items()})

    def score(self, first: str, second: str) -> float | None:
        """Return a player's share of points against another, or None without fights."""
        fights = self.fights(first, second)
        if not fights:
            return None
        found = self.outcomes(first, second).items()
        return sum((one + other) * count for (one, other), count in found) / fights

    def ratings(self) -> list[Rating]:
        """Return every player's rating, the best first; the mean rating is 0."""
        strengths, errors = bradley_terry(self.players, self.outcomes)
        found = []
        for number, player in enumerate(self.players):
            others = [one for one in self.players if one != player]
            fights = sum(self.fights(player, other) for other in others)
            points = sum(
                (self.score(player, other) or 0.0) * self.fights(player, other) for other in others
            )
            rating = float(ELO * strengths[number])
            half = float(ELO * Z95 * errors[number])
            found.append(
                Rating(
                    player,
                    rating,
                    rating - half,
                    rating + half,
                    fights,
                    points / fights if fights else 0.0,
                )
            )
        return sorted(found, key=lambda one: -one.rating)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each player, the best first."""
        return [
            {
                **one._asdict(),
                **{f"against {other}": self.score(one.player, other) for other in self.players},
            }
            for one in self.ratings()
        ]

    def data(self) -> dict[str, Any]:
        """Return the result as the data that `affray arena --json` prints."""
        return {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "seed": self.seed,
            "stopped": self.stopped,
            "ratings": [one._asdict() for one in self.ratings()],
            "pairings": [
                {
                    "players": [first, second],
                    "fights": self.fights(first, second),
                    "score": self.score(first, second),
                }
                for first, second in combinations(self.players, 2)
            ],
        }

    def _repr_html_(self) -> str:
        return figures_html(f"{self.scenario.title}: ratings", self.rows())


def bradley_terry(
    players: Sequence[str], outcomes: Callable[[str, str], Counter[Outcome]]
) -> tuple[list[float], list[float]]:
    """Return the strength of each player as the logarithm of its odds, and the standard errors.

    Each pairing counts one more mirrored fight than was played, half won by each player. So a
    player who lost every fight has a finite strength. Errors treat a mirrored fight as one unit,
    because both of its fights have the same dice.
    """
    import numpy as np  # here, as it takes a while to load

    count = len(players)
    points = np.zeros((count, count))
    spread = np.zeros((count, count))
    fights = np.zeros((count, count))
    for one, other in combinations(range(count), 2):
        found = outcomes(players[one], players[other])
        sums = np.array([sum(scored) for scored in found] + [0.0, 2.0])
        weights = np.array([*found.values(), 0.5, 0.5])
        total = weights.sum()
        mean = (sums * weights).sum() / total
        points[one, other], points[other, one] = mean * total, (2 - mean) * total
        fights[one, other] = fights[other, one] = 2 * total
        variance = ((sums - mean) ** 2 * weights).sum()
        spread[one, other] = spread[other, one] = variance
    worth = np.ones(count)
    for _ in range(10_000):
        pairs = fights / (worth[:, None] + worth[None, :])
        np.fill_diagonal(pairs, 0.0)
        better = points.sum(axis=1) / pairs.sum(axis=1)
        better /= np.exp(np.log(better).mean())
        done = np.abs(np.log(better / worth)).max() < 1e-10
        worth = better
        if done:
            break
    chances = worth[:, None] / (worth[:, None] + worth[None, :])
    bend = laplacian(fights * chances * (1 - chances))
    inverse = np.linalg.pinv(bend)
    covariance = inverse @ laplacian(spread) @ inverse
    return list(np.log(worth)), [sqrt(max(0.0, one)) for one in np.diag(covariance)]


def laplacian(weights: Any) -> Any:
    """Return the matrix of a sum over pairs of weighted squared differences."""
    import numpy as np

    off = weights.copy()
    np.fill_diagonal(off, 0.0)
    return np.diag(off.sum(axis=1)) - off


@dataclass
class ArenaFile:
    """A file with the results of an arena, from which it can be continued."""

    path: Path
    scenario: Scenario
    seed: int
    results: dict[tuple[str, str], Counter[Outcome]] = field(default_factory=dict)

    def read(self) -> None:
        """Load the results in the file.

        Raises InvalidDataError if the file belongs to something else.
        """
        source = str(self.path)
        try:
            if self.path.is_dir():
                raise data_error("this is a folder; name a file", "", source)
            if not self.path.exists():
                return
            data = json.loads(self.path.read_text("utf-8"))
        except OSError as error:
            raise data_error(f"cannot be read: {error.strerror}", "", source) from None
        except (ValueError, RecursionError):
            raise data_error("this is no file of an arena", "", source) from None
        try:
            kept = data["arena"], data["scenario"], data["revision"], data["seed"]
            for pairing in data["pairings"]:
                first, second = pairing["players"]
                self.results[str(first), str(second)] = Counter(
                    {(float(one), float(other)): int(n) for one, other, n in pairing["outcomes"]}
                )
        except (KeyError, TypeError, ValueError):
            raise data_error("this is no file of an arena", "", source) from None
        if kept != self._identity():
            raise data_error(
                "this is of another scenario, seed or version of the rules; name another file",
                "",
                source,
            )

    def write(self) -> None:
        """Write all results in one step, so that an interruption loses nothing."""
        form, text, revision, seed = self._identity()
        data = {
            "arena": form,
            "seed": seed,
            "revision": revision,
            "pairings": [
                {
                    "players": list(players),
                    "outcomes": [[one, other, n] for (one, other), n in sorted(found.items())],
                }
                for players, found in self.results.items()
            ],
            "scenario": text,
        }
        beside = self.path.with_name(self.path.name + ".new")
        with report_write_errors(self.path):
            beside.write_text(json.dumps(data, indent=1) + "\n", "utf-8")
            os.replace(beside, self.path)

    def _identity(self) -> tuple[int, str, int, int]:
        return FILE_FORMAT, self.scenario.toml(), self.scenario.ruleset.revision, self.seed


def play_arena(
    scenario: Scenario,
    players: Sequence[PlayerLike],
    fights: int = DEFAULT_FIGHTS,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    file: Path | None = None,
    progress: Callable[[int], None] | None = None,
) -> Arena:
    """Play every pair of players against each other and rate them.

    Each pair plays `fights` fights, half of them mirror images. With a file, the arena continues
    from the results there and saves new ones. Ctrl-C ends it with the results so far. Raises
    InvalidDataError for fewer than two players, and for a player that is unknown or named twice.
    """
    labels = [player_label(player) for player in players]
    check_arena(scenario, players, labels, fights)
    kept = ArenaFile(file or Path(), scenario, seed)
    if file is not None:
        kept.read()
        kept.write()
    found = Arena(scenario, labels, seed, kept.results)
    wanted = (fights + 1) // 2
    done = 0
    started = perf_counter()
    with (
        stop_on_interrupt(found, lambda: any(kept.results.values())),
        worker_pool(workers, cluster) as pool,
    ):
        for one, other in combinations(range(len(players)), 2):
            pair = labels[one], labels[other]
            if pair not in kept.results:
                kept.results[pair] = found.outcomes(*pair)
                kept.results.pop(pair[::-1], None)
            results = kept.results[pair]
            job = PairingJob(scenario.toml(), scenario.name, (players[one], players[other]), seed)
            played = sum(results.values())
            done += 2 * min(played, wanted)
            ranges = batch_ranges(wanted, job.batch_size(), played)
            for batch in run_in_order(pool, job.play, ranges):
                results.update(batch)
                done += 2 * sum(batch.values())
                if file is not None:
                    kept.write()
                if progress:
                    progress(done)
    found.seconds = perf_counter() - started
    return found


def check_arena(
    scenario: Scenario, players: Sequence[PlayerLike], labels: Sequence[str], fights: int
) -> None:
    """Raise InvalidDataError if an arena cannot be played."""
    if len(players) < 2:
        raise data_error("name two players or more, such as simple and random", "--player")
    for label, count in Counter(labels).items():
        if count > 1:
            raise data_error(f"the player {label} is named {count} times", "--player")
    if not 2 <= fights <= MOST_FIGHTS:
        raise data_error(f"expected 2 to {MOST_FIGHTS:,} fights, not {fights:,}", "-n")
    for player in players:
        as_player(player, scenario.ruleset)
