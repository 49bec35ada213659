"""The states of a fight that a solution tells apart, numbered, and what follows each of them.

A state is between turns, or in the middle of a turn where the rules ask what to do next: there,
too, nothing matters but what is declared as state. Ways that come to the same state are merged.

A fight cannot be copied in the middle of its turn. To go on from there the turn is played again
from its beginning with the dice and answers that led there, and then along every way that follows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, Branch, Distribution, OddsCache
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import hashable, state_fields
from affray.core.table import Player, Stage, Table
from affray.lab.duels.limits import WorkDone
from affray.lab.odds.decision_tree import AllChoicesTable

Transition = tuple[int, int]
"""The number of the state it leads to, and how many rounds later that is."""

COUNTERS = frozenset({"turns"})
"""What is counted for those who watch, and matters to no rule."""


class DuelState(NamedTuple):
    """A state, and how to get there: a fight between turns, and from there the ways the dice fell
    and the answers that were given in the turn."""

    fight: Fight
    """The fight as it is at this state, to look at."""
    start: Fight
    """The fight as it was at the beginning of the turn; the same between turns."""
    ways: tuple[tuple[Distribution, int], ...] = ()
    answers: tuple[Option, ...] = ()
    in_turn: bool = False


class TurnPausedError(Exception):
    """The turn has come to another state: the fight asks somebody what to do next."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.key = question_key(question)


class StateTable(AllChoicesTable):
    """Follows every way from one state to the next: in a turn to where the rules ask again what to
    do."""

    def __init__(
        self, players: list[Player], free_sides: set[int] | None = None, cut_off: float = 0.0
    ) -> None:
        super().__init__(free_sides or set(), players, OddsCache(), cut_off)
        self.answers: tuple[Option, ...] = ()
        self.given: list[Option] = []
        self.dropped: list[int] = []
        """At which depths of the path a choice was made that is remembered as an answer."""
        self.asked_before = 0

    def go_to(self, state: DuelState) -> None:
        """Makes ready to follow every way from a state."""
        self.trail = []
        for ways, way in state.ways:
            results = None if ways.results is None else ways.results[: way + 1]
            taken = Distribution(ways.faces[: way + 1], ways.weights[: way + 1], 0.0, results)
            branch = Branch(taken, 1.0 / ways.weights[way])
            branch.at = way
            self.trail.append(branch)
        self.answers = state.answers
        self.left_out = 0.0
        self.choices.clear()

    def begin_path(self) -> None:
        """Makes ready to follow the next path."""
        super().begin_path()
        self.asked_before = 0
        self.given.clear()
        self.dropped.clear()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Answers what a player or a free side is asked; raises TurnPausedError where the rules ask
        what to do next for a second time."""
        if not is_pause(question):
            return super().ask(fight, question)
        number = self.asked_before
        self.asked_before = number + 1
        if number < len(self.answers):
            answer = self.answers[number]
            if self.is_free(question.side):
                self.chosen.append(answer.text)
            self.given.append(answer)
            return answer
        if number > len(self.answers):
            raise TurnPausedError(question)
        depth = int(self.depth)
        found = super().ask(fight, question)
        if isinstance(found, Option):
            self.given.append(found)
            self.dropped.extend(range(depth, int(self.depth)))
        return found

    def _work_out(self, stage: Stage) -> Distribution:
        # stages are remembered, so they are worked out wholly whatever is cut off along a path
        cut_off, self.cut_off = self.cut_off, CUT_OFF
        found = super()._work_out(stage)
        self.cut_off = cut_off
        return found

    def ways_taken(self) -> tuple[tuple[Distribution, int], ...]:
        """The ways the dice fell on this path, without what is remembered as answers."""
        return tuple(
            [
                (self.trail[depth].ways, int(self.trail[depth].at))
                for depth in range(int(self.depth))
                if depth not in self.dropped
            ]
        )


def is_pause(question: Question) -> bool:
    """Whether nothing but the fight's state matters where a question is asked, and what the
    question itself holds: what a fighter does or where it goes next on its turn is listed anew from
    the state each time. A question about somebody else is asked in the middle of something."""
    return question.asked_again and question.about == NOBODY


def question_key(question: Question) -> tuple[object, ...]:
    """What a question holds: who is asked, what for, and the figures it was made with."""
    kind = type(question)
    names = QUESTION_FIGURES.get(kind)
    if names is None:
        own = [
            name for name in dir(kind) if not name.startswith("_") and not hasattr(Question, name)
        ]
        names = [name for name in own if isinstance(getattr(question, name), int)]
        QUESTION_FIGURES[kind] = names
    return (question.kind, int(question.who), *[getattr(question, name) for name in names])


QUESTION_FIGURES: dict[type, list[str]] = {}
"""The figures that each kind of question is made with."""


class StateSpace:
    """The states reached so far, numbered in the order they were reached."""

    def __init__(self) -> None:
        self.states: list[DuelState] = []
        self._numbers: dict[Hashable, int] = {}
        self._over: list[bool] = []

    def is_over(self) -> NDArray[np.bool_]:
        """Which states are ends of the fight."""
        for state in self.states[len(self._over) :]:
            self._over.append(not state.in_turn and state.fight.is_over())
        return np.array(self._over)

    def add_start(self, fight: Fight) -> int:
        """Gives the number of the state that a fight between turns is in."""
        return self._number_between_turns(fight)

    def fight(self, number: int) -> Fight:
        """The fight as it is at a state."""
        return self.states[number].fight

    def follower(self, state: DuelState, work: WorkDone) -> Callable[[Table], Transition]:
        """Gives what plays on from a state along one way, and says where that leads; it raises
        OutOfTimeError when there is no more time."""
        start, first_round = state.start, int(state.fight.round)

        def play_on(table: Table) -> Transition:
            work.count_path()
            fight = start.copy(table)
            try:
                fight.step()
                number = self._number_between_turns(fight)
            except TurnPausedError as pause:
                assert isinstance(table, StateTable)
                number = self._number_in_turn(fight, pause.key, start, table)
            return number, int(fight.round) - first_round

        return play_on

    def _number_between_turns(self, fight: Fight) -> int:
        key: Hashable = fight.key_without_rounds()
        if fight.is_over():
            # nothing matters to the rules any more, but how they came out of it does to us
            key = (key, tuple([(one.state(), one.health()) for one in fight.roster()]))
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.states)
            self.states.append(DuelState(fight, fight))
        return found

    def _number_in_turn(
        self, fight: Fight, asked: Hashable, start: Fight, table: StateTable
    ) -> int:
        key = (asked, key_in_turn(fight), *[key_in_turn(one) for one in fight.roster()])
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self.states)
            self.states.append(
                DuelState(fight, start, table.ways_taken(), tuple(table.given), in_turn=True)
            )
        return found


def key_in_turn(owner: Fight | object) -> tuple[object, ...]:
    """A hashable picture of all that can matter in the middle of a turn: with what is transient,
    but for counters."""
    found: list[object] = []
    for one in state_fields(type(owner)):
        if one.name not in COUNTERS:
            own = getattr(owner, one.name + "_key", None)
            found.append(hashable(getattr(owner, one.name) if own is None else own()))
    return tuple(found)
