"""The results of a duel: exact values, or bounds together with a simulated estimate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from affray.core.dice import Dice
from affray.core.fight import Setup
from affray.core.paths import fighter_states
from affray.core.questions import NOBODY
from affray.core.table import LiveTable, Player
from affray.lab.duels.graph import DuelGraph, FighterStates
from affray.lab.duels.limits import EXACT, INTERRUPTED, Work
from affray.lab.duels.values import Flow
from affray.lab.report.notebook import figures_html
from affray.lab.report.plots import shares_chart
from affray.lab.statistics import grouped, percent, percentile, wilson
from affray.library import Scenario

if TYPE_CHECKING:
    from affray.lab.duels.best_play import BestPlay

LISTED_UNTIL = 1e-9
"""Rounds are listed until the probability that the duel goes on is less than this."""

MOST_FIGHTS = 500_000
"""The maximum number of fights for an estimate."""

ESTIMATED_WIDTH = 1e-3
"""An estimate is useful only if the proven bounds are wider than this."""

Ends = Mapping[tuple[int, int, FighterStates], float]
"""The probability or count of each ending: the winner (or NOBODY), the round, and the state of the
fighters."""


@dataclass
class FighterOutcome:
    """The condition of a fighter at the end of a duel."""

    name: str
    side: str
    standing: float
    """The probability that the fighter still stands at the end."""
    mean: float
    """The fighter's mean health at the end."""
    health: dict[int, float]
    """The probability of each amount of health; a fighter who does not stand counts as 0."""


@dataclass
class Estimate:
    """A share of wins by simulation, with its 95 % interval."""

    share: float
    low: float
    high: float
    fights: int

    @property
    def error(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2


@dataclass(repr=False)
class Duel:
    """The results of a duel.

    `bounds` and `draw_bounds` are proven. If they are precise enough, all other results follow from
    the expanded states. Otherwise fights were simulated: `estimate` has each side's share with its
    error, and all other results come from these fights.
    """

    scenario: Scenario
    players: dict[str, str]
    states: int
    error: float
    """The width of the proven intervals."""
    bounds: dict[str, tuple[float, float]]
    """Proven bounds on each side's share of wins."""
    draw_bounds: tuple[float, float]
    ends: Ends
    """The probability of each known ending; with an estimate, its share of the fights."""
    stopped: str
    """Why the work stopped early: states, seconds, memory or interrupted; empty if it did not."""
    seconds: float
    estimate: dict[str, Estimate] = field(default_factory=dict)
    """Each side's share by simulation; empty if the bounds are precise enough."""
    best_play: BestPlay | None = None
    """Advice for the sides whose best play was requested."""

    @property
    def sides(self) -> dict[str, float]:
        """Return each side's share of the wins."""
        won = wins_in(self.ends, len(self.scenario.sides))
        total = sum(won.values()) or 1.0
        return {name: won[number] / total for number, name in enumerate(self.scenario.sides)}

    @property
    def draw(self) -> float:
        """Return the probability of a draw."""
        won = wins_in(self.ends, len(self.scenario.sides))
        return won[NOBODY] / (sum(won.values()) or 1.0)

    @property
    def rounds(self) -> dict[int, float]:
        """Return the probability that the duel ends in each round."""
        total = sum(self.ends.values()) or 1.0
        found = grouped(self.ends, lambda end: end[1])
        return {number: found[number] / total for number in sorted(found)}

    @property
    def after_round(self) -> list[dict[str, float]]:
        """Return the probability that each side has won by the end of each round.

        Without an estimate, the probability that the duel goes on includes unknown results.
        """
        return wins_by_round(self.scenario, self.ends)

    @property
    def fighters(self) -> list[FighterOutcome]:
        """Return the condition of every fighter at the end."""
        names = self.scenario.setup.names
        return [fighter_outcome(self.scenario, self.ends, who) for who in range(len(names))]

    @property
    def exact(self) -> bool:
        """Return whether the probability left out is negligible."""
        return self.error <= EXACT

    def __repr__(self) -> str:
        shares = ", ".join(f"{side} {self.share_text(side)}" for side in self.sides)
        return f"<Duel {self.scenario.name}: {shares}>"

    def share_text(self, side: str) -> str:
        """Return a side's share of wins in words: exact, or estimated and proven."""
        if self.exact:
            return percent(self.sides[side])
        low, high = self.bounds[side]
        proven = f"{low * 100:.2f} to {high * 100:.2f} %"
        if side not in self.estimate:
            return proven
        one = self.estimate[side]
        return f"{percent(one.share)} ± {one.error * 100:.2f} (proven: {proven})"

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each side."""
        return [
            {
                "side": side,
                "player": self.players[side],
                "share": share,
                "low": self.bounds[side][0],
                "high": self.bounds[side][1],
            }
            for side, share in self.sides.items()
        ]

    @property
    def length(self) -> dict[str, Any]:
        """Return the length of the duel in rounds; the values are None if no ending is known."""
        counted = sorted(self.rounds.items())
        if not counted:
            return {"mean": None, "p10": None, "p50": None, "p90": None, "histogram": {}}
        return {
            "mean": sum(number * p for number, p in counted),
            **{f"p{share}": percentile(counted, share / 100) for share in (10, 50, 90)},
            "histogram": {str(number): p for number, p in counted},
        }

    def data(self) -> dict[str, Any]:
        """Return the results as the data that `affray duel --json` prints."""
        found: dict[str, Any] = {
            "scenario": self.scenario.name,
            "ruleset": self.scenario.ruleset.name,
            "players": self.players,
            "exact": self.exact,
            "error": self.error,
            "sides": self.sides,
            "bounds": {side: list(bounds) for side, bounds in self.bounds.items()},
            "estimate": {side: vars(one) for side, one in self.estimate.items()} or None,
            "draw": self.draw,
            "draw_bounds": list(self.draw_bounds),
            "stopped": self.stopped,
            "states": self.states,
            "seconds": self.seconds,
            "rounds": self.length,
            "after_round": self.after_round,
            "fighters": [
                {
                    "name": one.name,
                    "side": one.side,
                    "standing": one.standing,
                    "mean_health": one.mean,
                    "health": {str(amount): p for amount, p in one.health.items()},
                }
                for one in self.fighters
            ],
        }
        if self.best_play is not None:
            found["best"] = self.best_play.data()
        return found

    def _repr_html_(self) -> str:
        how = "solved exactly" if self.exact else f"within {self.error:.2g}"
        title = f"{self.scenario.title}, {how}"
        return figures_html(title, self.rows(), lambda: shares_chart(self.data()))


def duel_from_flow(
    scenario: Scenario,
    names: dict[str, str],
    graph: DuelGraph,
    flow: Flow,
    work: Work,
) -> Duel:
    """Return the results of a duel from the flow of probability through its graph."""
    ends = ends_of_flow(graph, flow)
    won, unknown = wins_in(ends, len(scenario.sides)), flow.unknown
    proven = {side: (low, min(1.0, low + unknown)) for side, low in won.items()}
    return Duel(
        scenario,
        names,
        work.states,
        unknown,
        {name: proven[number] for number, name in enumerate(scenario.sides)},
        proven[NOBODY],
        ends,
        work.stopped if unknown > work.limits.width else "",
        work.seconds(),
    )


def wins_in(ends: Ends, sides: int) -> dict[int, float]:
    """Return the weight of the endings that each side wins, and of draws (NOBODY)."""
    return dict.fromkeys(range(NOBODY, sides), 0.0) | grouped(ends, lambda end: end[0])


def ends_of_flow(graph: DuelGraph, flow: Flow) -> Ends:
    """Return the probability of each ending."""
    kinds: dict[tuple[int, FighterStates], int] = {}
    ending = np.flatnonzero(flow.ends)
    numbers = np.empty(len(ending), np.int64)
    for place, position in enumerate(ending.tolist()):
        # the round limit ends undecided fights as a draw
        winner = max(graph.winners[position], NOBODY)
        kind = (int(winner), graph.fighters[position])
        numbers[place] = kinds.setdefault(kind, len(kinds))
    found: dict[tuple[int, int, FighterStates], float] = {}
    for number, ended in flow.ends_by_round:
        weights = np.bincount(numbers, ended[ending], len(kinds)).tolist()
        for (winner, fighters), weight in zip(kinds, weights, strict=True):
            if weight > 0:
                found[winner, number, fighters] = weight
    return found


def wins_by_round(scenario: Scenario, ends: Ends) -> list[dict[str, float]]:
    """Return the share of wins by the end of each round, until the duel is practically over."""
    found: list[dict[str, float]] = []
    won = [0.0] * len(scenario.sides)
    drawn = 0.0
    by_round: dict[int, list[tuple[int, float]]] = {}
    for (winner, number, _), probability in ends.items():
        by_round.setdefault(number, []).append((winner, probability))
    last = max(by_round, default=0)
    total = sum(ends.values())
    for number in range(last + 1):
        for winner, probability in by_round.get(number, []):
            if winner == NOBODY:
                drawn += probability
            else:
                won[winner] += probability
        ended = sum(won) + drawn
        if number > 0:
            shares = dict(zip(scenario.sides, won, strict=True))
            undecided = max(0.0, 1.0 - ended)
            found.append({"round": number, **shares, "draw": drawn, "undecided": undecided})
        if total - ended < LISTED_UNTIL:
            break
    return found


def fighter_outcome(scenario: Scenario, ends: Ends, who: int) -> FighterOutcome:
    """Return the condition of a fighter at the end of the duel."""
    total = sum(ends.values()) or 1.0
    health: dict[int, float] = {}
    standing = 0.0
    for (_, _, fighters), weight in ends.items():
        state, amount = fighters[who]
        stands = state == "standing"
        left = amount if stands else 0
        health[left] = health.get(left, 0.0) + weight / total
        standing += weight / total * stands
    mean = sum(amount * p for amount, p in health.items())
    setup = scenario.setup
    side = setup.sides[setup.new_fight(LiveTable(Dice(0), [])).roster()[who].side]
    return FighterOutcome(setup.names[who], side, standing, mean, dict(sorted(health.items())))


# --- by simulation ---


def simulate_ends(
    setup: Setup, players: list[Player], seconds: float, work: Work
) -> Counter[tuple[int, int, FighterStates]]:
    """Play fights for `seconds`, or until there are enough, and count the endings."""
    counts: Counter[tuple[int, int, FighterStates]] = Counter()
    until = work.seconds() + seconds
    table = LiveTable(Dice(0), players)
    start, fight = setup.new_fight(table), setup.new_fight(table)
    try:
        for number in range(MOST_FIGHTS):
            table.dice = Dice(0, number)
            fight.become(start)
            fight.play()
            counts[int(fight.winner()), int(fight.round), fighter_states(fight)] += 1
            if work.seconds() > until:
                break
    except KeyboardInterrupt:
        work.stopped = work.stopped or INTERRUPTED
    return counts


def is_worth_estimating(duel: Duel) -> bool:
    """Return whether a simulation could add to the proven bounds."""
    return duel.error > ESTIMATED_WIDTH


def add_estimate(duel: Duel, players: list[Player], seconds: float, work: Work) -> None:
    """Simulate a duel whose bounds are not precise enough, and use the results."""
    ends = simulate_ends(duel.scenario.setup, players, seconds, work)
    fights = sum(ends.values())
    if not fights:
        return
    wins = {side: int(won) for side, won in wins_in(ends, len(duel.scenario.sides)).items()}
    duel.estimate = {
        name: Estimate(wins[number] / fights, *wilson(wins[number], fights), fights)
        for number, name in enumerate(duel.scenario.sides)
    }
    duel.ends = {end: count / fights for end, count in ends.items()}
