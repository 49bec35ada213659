"""The best replies within an action.

Every option of the free sides is followed, and each side chooses the option that is best for it by
the end of the action.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import Generic, TypeVar

from affray.core.fight import STANDING, Fight
from affray.core.odds import CUT_OFF, Distribution, Odds, OddsCache
from affray.core.paths import PathTable
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player, Table
from affray.lab.odds.fighter_states import Changes

Outcome = TypeVar("Outcome", bound=Hashable)

OPTION_WEIGHT = 1.0
"""The weight of every option while all are followed, because a choice is not left to chance."""


class OpenNode(Generic[Outcome]):
    """A point where paths part: dice, or a choice of `side`; `ends` are the outcomes so far."""

    def __init__(self, ways: Distribution, side: int) -> None:
        self.ways = ways
        self.side = side
        self.way = 0
        self.ends: list[tuple[dict[Outcome, float], float]] = []

    def add(self, outcomes: dict[Outcome, float]) -> None:
        """Add the outcomes of the current way."""
        self.ends.append((outcomes, self.ways.weights[self.way]))

    def close(self, gain: Callable[[dict[Outcome, float], int], float]) -> dict[Outcome, float]:
        """Return the outcomes of the best option, or of all results of the dice.

        Unlikely results that were left out are assumed to go as the others do.
        """
        if self.side != NOBODY:
            side = self.side
            return max((outcomes for outcomes, _ in self.ends), key=lambda one: gain(one, side))
        total = fsum(weight for _, weight in self.ends)
        found: dict[Outcome, float] = {}
        for outcomes, weight in self.ends:
            for outcome, p in outcomes.items():
                found[outcome] = found.get(outcome, 0.0) + weight / total * p
        return found


class BestReplyTable(PathTable):
    """An odds table that follows every option of the sides that choose freely."""

    def __init__(
        self,
        free_sides: set[int],
        players: list[Player],
        cache: OddsCache,
    ) -> None:
        super().__init__(players, free_sides, cache, CUT_OFF)
        self.pauses = False
        self.stage_cut_off = CUT_OFF
        self.choosers: dict[int, int] = {}
        """The side that chooses at each depth of the current path."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return every option in turn, or the answer of the side's player."""
        if question.side not in self.free_sides:
            return super().decide(fight, question)
        options = question.options
        self.choosers[int(self.depth)] = int(question.side)
        return options[self.choose([OPTION_WEIGHT] * len(options))]

    def resolve(
        self,
        run: Callable[[Table], Outcome],
        before: Fight,
        changes_of: Callable[[Outcome], Changes],
    ) -> Odds:
        """Return the odds of the results of `run` if every free side chooses its best option.

        `changes_of` returns the fighters that an outcome changes from the fight `before`.
        """

        def gain(outcomes: dict[Outcome, float], side: int) -> float:
            return gain_of([(changes_of(one), p) for one, p in outcomes.items()], before, side)

        self.begin()
        open_nodes: list[OpenNode[Outcome]] = []
        paths = 0
        while True:
            self.begin_path()
            self.choosers = {at: side for at, side in self.choosers.items() if at < len(open_nodes)}
            found: dict[Outcome, float] = {run(self): 1.0}
            paths += 1
            for depth in range(len(open_nodes), len(self.trail)):
                side = self.choosers.get(depth, NOBODY)
                open_nodes.append(OpenNode(self.trail[depth].ways, side))
            self._to_next_path()
            while open_nodes:
                node = open_nodes[-1]
                node.add(found)
                if len(open_nodes) == len(self.trail):
                    node.way = int(self.trail[-1].at)
                    break
                open_nodes.pop()
                found = node.close(gain)
            else:
                return Odds(dict(found.items()), float(self.left_out), paths)


def gain_of(outcomes: list[tuple[Changes, float]], before: Fight, side: int) -> float:
    """Return a side's gain by an action, minus the gain of the other sides.

    The gain counts health and fighters who stand.
    """
    roster = before.roster()
    gains = []
    for changes, p in outcomes:
        for after in changes:
            fighter = roster[after.who]
            most = max(1, fighter.max_health())
            value = after.health / most + (after.state == STANDING)
            value_before = fighter.health() / most + (fighter.state() == STANDING)
            gains.append(p * (value - value_before) * (1 if fighter.side == side else -1))
    return fsum(gains)
