"""The results of many fights: the sums over batches, and the statistics shown to users."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple

from affray.core.batch import Batch
from affray.lab.report.notebook import figures_html
from affray.lab.report.plots import simulation_chart
from affray.lab.simulation.details import FightDetails
from affray.lab.simulation.states_by_round import StatesByRound
from affray.lab.statistics import Z95, percent, percentile, wilson
from affray.library import Scenario


@dataclass
class Tally:
    """The sums over many fights; tallies of several batches can be added."""

    fights: int = 0
    turns: int = 0
    draws: int = 0
    wins: list[int] = field(default_factory=list)
    rounds: dict[int, int] = field(default_factory=dict)
    checksum: int = 0
    details: FightDetails = field(default_factory=FightDetails)
    by_round: StatesByRound = field(default_factory=StatesByRound)

    def add_batch(self, batch: Batch) -> None:
        """Add a batch of fights."""
        self.add(
            Tally(
                int(batch.fights),
                int(batch.turns),
                int(batch.draws),
                batch.wins,
                batch.rounds,
                int(batch.checksum),
            )
        )

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.fights += other.fights
        self.turns += other.turns
        self.draws += other.draws
        if not self.wins:
            self.wins = [0] * len(other.wins)
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        for length, count in other.rounds.items():
            self.rounds[length] = self.rounds.get(length, 0) + count
        self.checksum += other.checksum
        self.details.add(other.details)
        self.by_round.add(other.by_round)

    def is_known_within(self, half_width: float) -> bool:
        """Return whether every side's share is known to plus or minus `half_width`."""
        for wins in self.wins:
            low, high = wilson(wins, self.fights)
            if (high - low) / 2 > half_width:
                return False
        return True


class WinShare(NamedTuple):
    """A side's wins, their share of the fights, and its 95 % interval."""

    wins: int
    share: float
    low: float
    high: float


@dataclass(repr=False)
class Simulation:
    """The results of a simulation."""

    scenario: Scenario
    tally: Tally
    seconds: float
    seed: int
    stopped: bool = False
    """Whether it was interrupted before all fights were played."""
    players: dict[str, str] = field(default_factory=dict)
    """The player of each side."""

    def __repr__(self) -> str:
        shares = ", ".join(f"{side} {percent(one.share)}" for side, one in self.sides.items())
        return f"<Simulation of {self.scenario.name}: {self.fights:,} fights, {shares}>"

    @property
    def fights(self) -> int:
        """Return the number of fights."""
        return self.tally.fights

    @property
    def sides(self) -> dict[str, WinShare]:
        """Return each side's wins, with their share and its 95 % interval."""
        fights = self.tally.fights
        return {
            name: WinShare(wins, wins / max(1, fights), *wilson(wins, fights))
            for name, wins in zip(self.scenario.sides, self.tally.wins, strict=True)
        }

    @property
    def draws(self) -> int:
        """Return the number of draws."""
        return self.tally.draws

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each side."""
        return [
            {"side": side, "player": self.players.get(side, "simple"), **share._asdict()}
            for side, share in self.sides.items()
        ]

    @property
    def rounds(self) -> dict[str, Any]:
        """Return the statistics of the fights' lengths in rounds."""
        lengths = sorted(self.tally.rounds.items())
        total = sum(length * count for length, count in lengths)
        fights = max(1, self.tally.fights)
        squares = sum(length * length * count for length, count in lengths)
        variance = max(0.0, squares / fights - (total / fights) ** 2)
        return {
            "mean": total / fights,
            "mean_error": Z95 * sqrt(variance / fights),
            **{f"p{share}": percentile(lengths, share / 100) for share in (10, 50, 90)},
            "histogram": {str(length): count for length, count in lengths},
        }

    @property
    def details(self) -> dict[str, Any] | None:
        """Return the details of the fights with recorded events, or None without any."""
        details = self.tally.details
        return details.data(self.scenario.setup) if details.fights else None

    @property
    def by_round(self) -> dict[str, Any] | None:
        """Return the fighters' states at the end of each round, or None without records."""
        states = self.tally.by_round
        return states.data(self.scenario.setup) if states.fights else None

    @property
    def draw_interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share of draws."""
        return wilson(self.tally.draws, self.tally.fights)

    def data(self) -> dict[str, Any]:
        """Return the results as the data that `affray simulate --json` prints."""
        return {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "seed": self.seed,
            "fights": self.tally.fights,
            "turns": self.tally.turns,
            "seconds": self.seconds,
            "fights_per_second": self.tally.fights / self.seconds,
            "turns_per_second": self.tally.turns / self.seconds,
            "checksum": f"{self.tally.checksum:016x}",
            "stopped": self.stopped,
            "draws": self.tally.draws,
            "draw_interval": list(self.draw_interval),
            "players": self.players,
            "sides": {side: share._asdict() for side, share in self.sides.items()},
            "rounds": self.rounds,
            "detail": self.details,
            "by_round": self.by_round,
        }

    def _repr_html_(self) -> str:
        title = f"{self.scenario.title}: {self.fights:,} fights"
        return figures_html(title, self.rows(), lambda: simulation_chart(self.data()))
