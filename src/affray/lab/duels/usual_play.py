"""Usual play from wherever a side that plays its best may go: what it is sure of there at least.

What usual play is worth is known for the states that it comes to by itself. Whoever chooses
something else for once and then goes on as usual has what usual play is worth from there. That is
worked out here for the options along the best play known so far, those first that are met most
often. Where it is more than was known, that option is part of the best play known from then on,
and its own options are looked at next.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace

import numpy as np

from affray.core.fight import Fight
from affray.core.steps import FollowedStep, ReachedState, StepTable
from affray.core.table import Player
from affray.lab.duels.game_passes import NO_PLACE, UsualPlay
from affray.lab.duels.limits import SolverLimits, WorkDone
from affray.lab.duels.transitions import LEAST_PATHS, PATHS_SHARE, Chain, Floats

MOST_STARTS = 20_000
PATHS_A_START = 20
"""From how many states at most it is looked at once how usual play would go on, and how many paths
each of those that are new to it takes at least: none is kept waiting that would not be looked
at."""

WORTHWHILE_GAIN = 1e-3
LEAST_SHARE = 0.1
"""By which share of the duel's interval what is sure has to have grown for usual play to be worth
as many paths as the game, and what share of them it is worth else."""

LEAST_INTEREST = 1e-7
"""What is met less often than this is not looked at."""


class UsualTable(StepTable):
    """Plays as usual from where a side has chosen freely. On the way there, the first so many ways
    of the dice, what that side decided in a stage is met path by path, as it was when it chose."""

    def __init__(self, players: list[Player], free_sides: set[int]) -> None:
        super().__init__(players)
        self._free_sides = free_sides
        self.free_ways = 0

    def is_free(self, side: int) -> bool:
        """Whether a side chose freely where it is gone again now."""
        return self.depth < self.free_ways and side in self._free_sides


class UsualChain(Chain):
    """Usual play of a duel: from its beginning, and then from wherever a side may have come that
    chose freely."""

    def __init__(
        self, start: Fight, players: list[Player], free_sides: set[int], limits: SolverLimits
    ) -> None:
        super().__init__(start, players, limits)
        self._usual_table = UsualTable(players, free_sides)
        self._table = self._usual_table
        self._free_ways: dict[int, int] = {}
        """How many ways of the dice led to where a side had chosen freely in the turn that a state
        is in; of those states in which one had."""

    def go_on_within(self, work: WorkDone) -> None:
        """Goes on within the limits of other work."""
        self.work = WorkDone(replace(work.limits, on_progress=None))
        self.work.started, self.work.held = work.started, work.held
        self._usual_table.paths = 0

    def add(self, reached: ReachedState, start: Fight) -> int:
        """Gives the number of a state that was reached by free choices in a turn that began so."""
        number = self.space.add(reached, start)
        if reached.ways and number == len(self.space.states) - 1:
            self._free_ways[number] = len(reached.ways)
        return number

    def work_out_from(self, starts: dict[int, float], most_paths: int) -> None:
        """Works out what follows some states that are come to so often, what is come to most often
        first, until so many paths were followed in all since it goes on, or a limit is reached."""
        table = self._usual_table
        while table.paths < most_paths:
            visits = self.count_visits(starts)
            unknown = self.unknown_by_state(visits)
            self._forget_worked_out()
            more = max(LEAST_PATHS, int(PATHS_SHARE * int(table.paths)))
            if not self._work_out_along(unknown, min(more, self.paths_left(most_paths))):
                return

    def paths_left(self, most_paths: int) -> int:
        """How many paths may still be followed of so many in all."""
        return most_paths - int(self._usual_table.paths)

    def _expand(self, number: int) -> FollowedStep:
        free_ways = self._free_ways.get(number, 0)
        self._usual_table.free_ways = free_ways
        found = super()._expand(number)
        if free_ways:
            first = len(self.space.states) - len(found.new)
            for place, one in enumerate(found.new, start=first):
                if one.in_step:
                    self._free_ways[place] = free_ways
        return found

    def _state_along(self, number: int, trail: list[int]) -> int:
        free_ways = self._free_ways.get(number, 0)
        self._usual_table.free_ways = free_ways
        known = len(self.space.states)
        found = super()._state_along(number, trail)
        if free_ways and found == known and self.space.states[found].in_turn:
            self._free_ways[found] = free_ways
        return found


class GrowingUsualPlay(UsualPlay):
    """What usual play is worth, also from states to which it does not come by itself. `state_at`
    gives a state of the game, with the fight at the beginning of its turn."""

    def __init__(
        self,
        usual: UsualChain,
        best_side: int,
        work: WorkDone,
        state_at: Callable[[int, Hashable], tuple[ReachedState, Fight]],
    ) -> None:
        super().__init__(usual, best_side)
        self._usual_chain = usual
        self._state_at = state_at
        self._work = work
        self._paths = float(LEAST_PATHS)
        self._game_paths = 0
        self._sure = 0.0
        """How many paths may be followed, and when that was reckoned last how many the game had
        followed and what the side was sure of."""
        usual.go_on_within(work)

    def paths_worth_it(self, game_paths: int, low: float, high: float) -> int:
        """How many paths in all it is worth to follow of usual play, when the game has followed so
        many and the duel lies between these bounds: as many as of the game while what is sure
        becomes more by that, else a few."""
        sure = low if self.best_side == 0 else 1.0 - high
        has_gained = sure - self._sure > WORTHWHILE_GAIN * (high - low)
        share = 1.0 if has_gained else LEAST_SHARE
        self._paths += share * (game_paths - self._game_paths)
        self._sure, self._game_paths = sure, game_paths
        return int(self._paths)

    def look_at(self, keys: Sequence[Hashable], interest: Floats, most_paths: int) -> None:
        """Works out usual play from the game's states that are met so often, of which the keys are
        given, as long as it takes no more paths than that in all."""
        usual = self._usual_chain
        numbers = usual.space.numbers
        wanted = np.flatnonzero(interest > LEAST_INTEREST)
        wanted = wanted[np.argsort(-interest[wanted], kind="stable")][:MOST_STARTS]
        starts: dict[int, float] = {}
        new_starts = usual.paths_left(most_paths) // PATHS_A_START
        for number in wanted.tolist():
            place = numbers.get(keys[number])
            if place is None:
                if new_starts <= 0:
                    continue
                new_starts -= 1
                self._work.watch_time()
                place = usual.add(*self._state_at(number, keys[number]))
            starts[place] = starts.get(place, 0.0) + float(interest[number])
        usual.work.reserved = self._work.reserved
        usual.work_out_from(starts, most_paths)
        self._places = array("i", [numbers.get(key, NO_PLACE) for key in keys])
        self.look_again()
