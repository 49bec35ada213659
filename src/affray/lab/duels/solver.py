"""The solver of duels: it expands the likeliest states until the bounds are precise enough."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

import numpy as np

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.ruleset import MOST_ROUNDS
from affray.core.table import Player
from affray.lab.duels.graph import DuelGraph, Floats, GraphArrays
from affray.lab.duels.limits import INTERRUPTED, SolverLimits, Work
from affray.lab.duels.result import Duel, add_estimate, duel_from_flow, is_worth_estimating
from affray.lab.duels.values import (
    NEGLIGIBLE,
    UNCHANGED,
    Flow,
    LevelledGraph,
    bound_values,
    promising_shares,
    propagate,
    usual_shares,
)
from affray.lab.simulation.executors import check_workers
from affray.library import Scenario, read_scenario
from affray.players import PlayerLike, as_player, player_label, seated

FEWEST_EXPANDED = 50
GROWTH = 0.3
"""The number of actions to expand before the next search for the likeliest: at least
FEWEST_EXPANDED, or the share GROWTH of those expanded so far."""

IGNORED = 1e-3
"""The share of the wanted width that may be lost by ignoring very unlikely actions."""

ROUGHLY = 1e-3
"""The tolerance of values while states are searched, as a share of the wanted width."""

HORIZON = 20
FURTHER = 4
"""The number of rounds that best play looks ahead at first, and the factor by which it grows when
that is not enough."""

SOLVING_SHARE = 0.7
"""The share of the time for expanding states. The rest is for the results and the estimate."""

ESTIMATE_SHARE = 0.25
"""The maximum share of the time for an estimate."""

LEAST_ESTIMATE_SECONDS = 0.5
"""The minimum time for an estimate, if time is left. After Ctrl-C it is also the maximum."""


def solve_duel(
    scenario: Scenario,
    players: Mapping[str, PlayerLike] | None = None,
    best: str | Iterable[str] = (),
    limits: SolverLimits | None = None,
) -> Duel:
    """Solve a fight over its states, exactly or until it is precise enough or a limit is reached.

    The sides in `best` play their best. Raises InvalidDataError if a player searches by chance, or
    if a side is unknown.
    """
    limits = limits or SolverLimits()
    check_workers(limits.workers)
    given = dict(zip(scenario.sides, seated(scenario.sides, players), strict=True))
    best_sides = side_numbers(scenario, best)
    for number in best_sides:
        given[scenario.sides[number]] = "simple"  # the standard of comparison for best play
    everybody = make_players(scenario, [given[side] for side in scenario.sides])
    names = {side: player_label(given[side]) for side in scenario.sides}
    start = without_round_limit(scenario).setup.new_fight(OddsTable())
    solver = DuelSolver(start, everybody, best_sides, limits, int(scenario.setup.round_limit))
    if best_sides:
        from affray.lab.duels.best_play import solve_best_play

        return solve_best_play(scenario, solver, names)
    view = solver.explore(limits.width, SOLVING_SHARE)
    found = duel_from_flow(scenario, names, solver.graph, view.flow, solver.work)
    if found.stopped and is_worth_estimating(found):
        add_estimate(found, everybody, solver.estimate_seconds(), solver.work)
        found.seconds = solver.work.seconds()
    return found


@dataclass
class View:
    """The results of the graph at some moment."""

    levelled: LevelledGraph
    flow: Flow
    low: float
    high: float
    """Bounds on the value of the duel for the first side, or on its share of wins."""

    @property
    def priorities(self) -> Floats:
        """Return how much probability each action leaves unknown."""
        found: Floats = self.flow.visits * self.levelled.graph.left_out
        return found


class DuelSolver:
    """An explorer of a duel's graph, which expands the most important actions first."""

    def __init__(
        self,
        start: Fight,
        players: list[Player],
        free_sides: set[int],
        limits: SolverLimits,
        round_limit: int,
    ) -> None:
        self.players = players
        self.work = Work(limits)
        self.graph = DuelGraph(start, players, free_sides)
        self.horizon = HORIZON
        self.first_round = int(start.round)
        self.round_limit = round_limit

    def explore(self, width: float, until: float, best: bool = False) -> View:
        """Expand states until the bounds are at most `width` wide; return the results of the graph.

        Stops early at a limit, or when the share `until` of the time has passed.
        """
        look = self.look_at_best_play if best else self.look_at_usual_play
        self.work.share_of_seconds = until
        view = look()
        with self.work.until_stopped():
            while True:
                self.work.report(view.low, view.high)
                is_near = view.high - view.low <= width
                if not (self._look_further(best) if is_near else self._expand(view, width, best)):
                    break
                view = look()
        return look() if self.work.stopped and not best else view

    def _look_further(self, best: bool) -> bool:
        """Move the horizon further; return False if it already covers all rounds."""
        if not best or self.horizon >= self.rounds():
            return False
        self.horizon *= FURTHER
        return True

    def look_at_usual_play(self) -> View:
        """Compute the share of wins if every side's own player decides."""
        levelled = self.levelled_graph()
        flow = self.flow(levelled, [usual_shares(levelled.graph)])
        low = float(flow.ends[levelled.graph.winners == 0].sum())
        return View(levelled, flow, low, min(1.0, low + flow.unknown))

    def look_at_best_play(self) -> View:
        """Compute the value for the first side if free sides play their best.

        The duel is cut off after as many rounds as the horizon has.
        """
        started = self.work.seconds()
        levelled = self.levelled_graph()
        rounds = min(self.rounds(), self.horizon)
        roughly = max(UNCHANGED, ROUGHLY * self.work.limits.width)
        bounds, shares = bound_values(levelled, rounds, promising_shares, roughly)
        flow = self.flow(levelled, shares if rounds == self.rounds() else shares[-1:], roughly)
        # the last computation covers all rounds
        taken = self.work.seconds() - started
        self.work.reserved = taken * (1 + self.rounds() / max(1, len(shares)))
        return View(levelled, flow, float(bounds.low[0]), float(bounds.high[0]))

    def levelled_graph(self) -> LevelledGraph:
        """Return the current graph in the form that calculations need."""
        return LevelledGraph(GraphArrays(self.graph))

    def rounds(self) -> int:
        """Return the number of rounds left at the beginning."""
        return self.round_limit - self.first_round

    def flow(
        self, levelled: LevelledGraph, shares: list[Floats], negligible: float = NEGLIGIBLE
    ) -> Flow:
        """Return the flow of probability if actions are chosen by these shares."""
        return propagate(levelled, shares, self.first_round, self.round_limit, negligible)

    def _expand(self, view: View, width: float, best: bool) -> bool:
        """Expand the actions that leave most unknown, then the actions they lead to.

        Returns whether there was anything to expand.
        """
        graph, work, priorities = self.graph, self.work, view.priorities
        least = IGNORED * width / max(1, len(priorities))
        likely = np.flatnonzero(priorities > least)
        waiting = list(zip((-priorities[likely]).tolist(), likely.tolist(), strict=True))
        heapify(waiting)
        budget = max(FEWEST_EXPANDED, int(GROWTH * graph.expanded))
        expanded = 0
        while waiting and expanded < budget:
            priority, action = heappop(waiting)
            if not graph.can_expand(action):
                continue
            work.check_all()
            visits = -priority / graph.left_out[action]
            known = len(graph.owners)
            for edge in graph.expand(action, work.check_time):
                target = graph.targets[edge]
                if target >= known:
                    actions = graph.actions_of(target)[: None if best else 1]
                    for one in actions:
                        heappush(waiting, (-visits * graph.weights[edge] / len(actions), one))
            work.states += 1
            expanded += 1
        return expanded > 0

    def estimate_seconds(self) -> float:
        """Return the time for an estimate: at most as much as was spent before it."""
        if self.work.stopped == INTERRUPTED:
            return LEAST_ESTIMATE_SECONDS
        seconds = max(LEAST_ESTIMATE_SECONDS, self.work.seconds())
        return min(seconds, ESTIMATE_SHARE * self.work.limits.seconds)


def make_players(scenario: Scenario, given: Iterable[PlayerLike]) -> list[Player]:
    """Return the players by side.

    Raises InvalidDataError for a player that does not decide by the state alone.
    """
    players = []
    for one in given:
        player = as_player(one, scenario.ruleset)
        if player.needs_tape():
            raise data_error(
                f"the player {player_label(one)!r} searches by chance, so its duel has no exact "
                "answer; simulate it instead",
                "--player",
            )
        players.append(player)
    return players


def without_round_limit(scenario: Scenario) -> Scenario:
    """Return the scenario with the highest possible round limit; the solver applies its own."""
    return read_scenario({**scenario.raw(), "round_limit": MOST_ROUNDS}, scenario.name)


def side_numbers(scenario: Scenario, names: str | Iterable[str]) -> set[int]:
    """Return the numbers of the sides that play their best; `both` means every side."""
    found: set[int] = set()
    for name in [names] if isinstance(names, str) else names:
        if name == "both" and name not in scenario.sides:
            found.update(range(len(scenario.sides)))
        elif name in scenario.sides:
            found.add(scenario.sides.index(name))
        else:
            raise data_error(unknown_name("side", name, [*scenario.sides, "both"]), "--best")
    if found and len(scenario.sides) != 2:
        raise data_error("best play is worked out for two sides, and here there are more", "--best")
    return found
