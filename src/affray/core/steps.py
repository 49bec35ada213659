"""A step of a fight taken apart: every way to where it ends, or to where ways can be merged.

In the middle of a step nothing matters but the fight's state where the rules ask what to do next,
and where they say so themselves (`Table.merge_ways`). Once dice have fallen, a step is paused
there: ways that come to the same state are one way from there on, and what follows is worked out
once. A fight cannot be copied in the middle of a step. To go on from there the step is played again
from its beginning with the dice and the answers that led there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.odds import CUT_OFF, Branch, Distribution, OddsCache, OddsTable
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.fight import Fight

WATCHED_PATHS: Final[i64] = 64
"""After so many paths it is asked whether there is time for more."""

LOOKED_PATHS: Final[i64] = 16
FAR_MORE: Final = 2.0
"""After so many paths a step is given up that looks as if it had so many times more paths than are
to be followed."""

NO_WAYS: Final[list[tuple[Distribution, int]]] = []
NO_ANSWERS: Final[list[Option | Ruling]] = []
NO_PATH: Final[list[int]] = []

MOST_ROUNDS: Final[i64] = 1_024
"""More rounds than a step can take."""


class StepPausedError(Exception):
    """The step has come to where ways are merged; `key` is what matters there apart from the
    fight's state."""

    def __init__(self, key: Hashable) -> None:
        super().__init__()
        self.key = key


class ReachedState:
    """A state that ways of a step lead to, and how to get there: the ways the dice fell and the
    answers that were given since the step began, where the step is not over."""

    def __init__(
        self,
        key: Hashable,
        fight: Fight,
        ways: list[tuple[Distribution, int]],
        answers: list[Option | Ruling],
        in_step: bool,
    ) -> None:
        self.key: Final = key
        self.fight: Final = fight
        self.ways: Final = ways
        self.answers: Final = answers
        self.in_step: Final = in_step


class FollowedStep:
    """Where the paths of a step lead: the number of each state, how many rounds later that is and
    how likely. The states that were not known before are numbered on from those that were, and
    `trails` has the way taken at every branch of a path to each of them, where the table keeps
    that."""

    def __init__(self) -> None:
        self.targets: Final[list[int]] = []
        self.rounds: Final[list[int]] = []
        self.probabilities: Final[list[float]] = []
        self.new: Final[list[ReachedState]] = []
        self.trails: Final[list[list[int]]] = []

    def add(self, number: int, later: i64) -> i64:
        """Makes room for another state that is led to; gives its place."""
        self.targets.append(number)
        self.rounds.append(int(later))
        self.probabilities.append(0.0)
        return len(self.targets) - 1


class TooManyPathsError(Exception):
    """A step has more paths than were to be followed."""


@mypyc_attr(allow_interpreted_subclasses=True)
class StepTable(OddsTable):
    """Takes every path of a step from a state to the next ones. Whoever is asked the same on the
    same path is asked once."""

    def __init__(
        self, players: list[Player], cache: OddsCache | None = None, cut_off: float = CUT_OFF
    ) -> None:
        super().__init__(players, None, cache, cut_off)
        self.merges_ways = True
        self.stage_cut_off = CUT_OFF
        self.answers: list[Option | Ruling] = []
        self.asked_at: list[int] = []
        """At which depth of the path each was asked."""
        self.is_settled: list[bool] = []
        """Whether each answer holds for all paths that come there: none that was chosen by chance,
        or by way of trying all."""
        self.asked: i64 = 0
        self.given: i64 = 0
        """How many of the answers led to the state that is gone on from, and how many ways the dice
        fell on the way there."""
        self.given_ways: i64 = 0
        self.paths: i64 = 0
        """How many paths were followed so far, of all steps."""
        self.keeps_trails = False
        """Whether it is noted how each new state was come to."""
        self.path: list[int] = NO_PATH
        """The ways to take, where one path is given."""
        self._parts: dict[object, object] = {}
        """What keys are made of, each part once: of millions of states many have a fighter in
        common."""
        self._spare: Fight | None = None
        """A fight at this table that was played to the end of a step and is not kept: another takes
        its place without being made anew."""

    def begin(self) -> None:
        self.go_to(NO_WAYS, NO_ANSWERS)

    def go_to(self, ways: list[tuple[Distribution, int]], answers: list[Option | Ruling]) -> None:
        """Makes ready to follow every way from where these ways and answers led."""
        self.trail = []
        for taken, way in ways:
            results = taken.results
            branch = Branch(
                Distribution(
                    taken.faces[: way + 1],
                    taken.weights[: way + 1],
                    0.0,
                    None if results is None else results[: way + 1],
                ),
                1.0 / taken.weights[way],
            )
            branch.at = way
            self.trail.append(branch)
        self.answers = answers.copy()
        self.asked_at = [0] * len(answers)
        self.is_settled = [True] * len(answers)
        self.given = len(answers)
        self.given_ways = len(ways)
        self.left_out = 0.0

    def begin_path(self) -> None:
        """Makes ready to follow the next path; forgets the answers of the last that do not hold
        for it."""
        super().begin_path()
        self.asked = 0
        last: i64 = len(self.trail) - 1
        while len(self.answers) > self.given and self.asked_at[-1] > last:
            self.answers.pop()
            self.asked_at.pop()
            self.is_settled.pop()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        number = self.asked
        self.asked = number + 1
        if number < len(self.answers) and self.is_settled[number]:
            return self.answers[number]
        if self.merges_ways and self.depth > self.given_ways and is_pause(question):
            self.asked = number
            raise StepPausedError(question_key(question))
        depth = self.depth
        answer = self.decide(fight, question)
        self._note_answer(number, depth, answer)
        return answer

    def _note_answer(self, number: i64, depth: i64, answer: Option | Ruling) -> None:
        """Notes what was answered to the question of that number, which was asked at that depth."""
        if number < len(self.answers):
            self.answers[number] = answer
        else:
            self.answers.append(answer)
            self.asked_at.append(int(depth))
            self.is_settled.append(self.depth == depth)

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """The answer of whoever is asked."""
        return super().ask(fight, question)

    def merge_ways(self, fight: Fight, matters: tuple[object, ...]) -> None:
        if self.depth > self.given_ways:
            raise StepPausedError(matters)

    def ways_taken(self) -> list[tuple[Distribution, int]]:
        """The ways the dice fell on this path, without what was chosen: that is an answer."""
        found: list[tuple[Distribution, int]] = []
        for depth in range(self.depth):
            branch = self.trail[depth]
            if branch.ways.faces:
                found.append((branch.ways, int(branch.at)))
        return found

    def play_step(self, fight: Fight) -> Hashable:
        """Plays a step along one path, to its end or to where it is paused: gives what matters
        there beside the state, and None at its end."""
        try:
            fight.step()
        except StepPausedError as pause:
            return pause.key
        return None

    def follow_step(self, fight: Fight) -> ReachedState:
        """Where one path of a step leads."""
        paused = self.play_step(fight)
        if paused is not None:
            return self._reached((paused, fight.key_in_step()), fight, True)
        return self._reached(key_after_step(fight), fight, False)

    def _at_start(self, fight: Fight | None, start: Fight) -> Fight:
        """A fight as a step begins: one that was played before, set back, or a new one."""
        if fight is None:
            return start.copy(self)
        fight.become(start)
        return fight

    def _reached(self, key: Hashable, fight: Fight, in_step: bool) -> ReachedState:
        """The state that the path has come to."""
        if in_step:
            return ReachedState(key, fight, self.ways_taken(), self.answers[: self.asked], True)
        return ReachedState(key, fight, NO_WAYS, NO_ANSWERS, False)

    def follow_all(
        self,
        start: Fight,
        first_round: i64,
        watch: Callable[[], None],
        most_paths: i64,
        numbers: dict[Hashable, int],
    ) -> FollowedStep:
        """Where every path of a step leads. `numbers` has the number of every state that is known,
        by its key, and gets those that are new. `watch` is called now and then, and may raise what
        ends it.

        Raises TooManyPathsError where there are more paths than that; 0 is no limit. Whenever it
        raises, nothing is added to what is known.
        """
        found = FollowedStep()
        places: dict[int, int] = {}
        probabilities = found.probabilities
        paths: i64 = 0
        fight = self._take_spare(start)
        try:
            while True:
                if most_paths and (paths == most_paths or self._looks_too_long(paths, most_paths)):
                    raise TooManyPathsError
                if paths % WATCHED_PATHS == 0:
                    watch()
                paths += 1
                self.paths += 1
                self.begin_path()
                fight = self._at_start(fight, start)
                paused = self.play_step(fight)
                in_step = paused is not None
                key = key_reached(fight, paused)
                later = fight.round - first_round
                number = numbers.get(key)
                if number is None and not in_step and fight.is_over():
                    key = end_key(fight, key)
                    number = numbers.get(key)
                if number is None:
                    number = len(numbers)
                    key = self._with_shared_parts(key, in_step)
                    numbers[key] = number
                    found.new.append(self._reached(key, fight, in_step))
                    if self.keeps_trails:
                        found.trails.append([int(branch.at) for branch in self.trail])
                    fight = None  # it is kept, and not played again
                elif in_step:
                    fight = None  # it was left in the middle of something
                code = int(number * MOST_ROUNDS + later)
                place = places.get(code)
                if place is None:
                    place = int(found.add(number, later))
                    places[code] = place
                probabilities[place] += self.weight
                if not self._to_next_path():
                    break
        except BaseException:
            for one in found.new:
                del numbers[one.key]
            raise
        self._spare = fight
        return found

    def _with_shared_parts(self, key: Hashable, in_step: bool) -> Hashable:
        """The same key, whose parts are those of other keys where they are equal: what is the
        fight's own, and each fighter's."""
        if not isinstance(key, tuple):
            return key
        depth: i64 = 2 if in_step else 1
        return tuple([self._shared(part, depth) for part in key])

    def _shared(self, part: object, depth: i64) -> object:
        """A part of a key, the same one wherever it is equal; above that depth what is shared is
        not the part but the parts that it has."""
        if not isinstance(part, tuple):
            return part
        if depth > 0:
            for one in part:
                if isinstance(one, tuple) and one:
                    return tuple([self._shared(each, depth - 1) for each in part])
        return self._parts.setdefault(part, part)

    def _take_spare(self, start: Fight) -> Fight | None:
        """A fight of the same setup to play with, if one is left of an earlier step."""
        spare = self._spare
        self._spare = None
        return spare if spare is not None and spare.setup is start.setup else None

    def _looks_too_long(self, paths: i64, most_paths: i64) -> bool:
        """Whether a step has far more paths than that, if what is left of it is like the first of
        them. It is looked at once, before the next path."""
        if paths != LOOKED_PATHS:
            return False
        share = 1.0
        done = 0.0
        for depth in range(self.given_ways, len(self.trail)):
            branch = self.trail[depth]
            share /= float(len(branch.ways.weights))
            done += share * float(branch.at)
        return float(paths) > done * FAR_MORE * float(most_paths)

    def follow_given(self, start: Fight, trail: list[int]) -> ReachedState:
        """The state that one path leads to, which is given by the way to take at every branch."""
        self.path = trail
        self.begin_path()
        reached = self.follow_step(start.copy(self))
        self.path = NO_PATH
        key = self._with_shared_parts(reached.key, reached.in_step)
        return ReachedState(key, reached.fight, reached.ways, reached.answers, reached.in_step)

    def follow(self, ways: Distribution) -> i64:
        depth = self.depth
        if depth < len(self.path) and depth == len(self.trail):
            branch = Branch(ways, self.weight)
            branch.at = self.path[depth]
            self.trail.append(branch)
        return super().follow(ways)


def key_reached(fight: Fight, paused: Hashable) -> Hashable:
    """What tells apart where paths of a step have come to, if no fight is over: what matters where
    it was paused, if it was, and the state."""
    if paused is not None:
        return (paused, fight.key_in_step())
    return fight.key_without_rounds()


def key_after_step(fight: Fight) -> Hashable:
    """What matters after a step, without the number of the round: to the rules, and of a fight
    that is over how everybody came out of it."""
    key = fight.key_without_rounds()
    return end_key(fight, key) if fight.is_over() else key


def end_key(fight: Fight, key: Hashable) -> Hashable:
    """The key of a fight that is over: with how everybody came out of it. No fight that goes on has
    the same key without that, as being over matters."""
    return (key, tuple([(one.state(), one.health()) for one in fight.roster()]))


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


QUESTION_FIGURES: Final[dict[type, list[str]]] = {}
"""The figures that each kind of question is made with."""
