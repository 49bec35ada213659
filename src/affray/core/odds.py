"""Exact odds: every path through the rules, weighed, and equal outcomes merged.

The rules are run again and again, each time down another path, until all have been taken.
Pools are walked as multisets with their weights. Stages are worked out once for each key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import fsum
from typing import TYPE_CHECKING, Final, TypeVar

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question, Ruling
from affray.core.table import LAST_CUT, AskingStage, DefaultPlayer, Player, Stage, Table, bit_at

if TYPE_CHECKING:
    from affray.core.fight import Fight

T = TypeVar("T", bound=Hashable)

MAX_ERROR: Final = 1e-12
"""How much probability may be left out, where dice can explode for ever."""

CUT_OFF: Final = 1e-17
"""A path less likely than this is not followed; what it weighs is counted as left out."""


class Odds:
    """An exact distribution of outcomes; `error` bounds the probability left out."""

    def __init__(self, chances: dict[Hashable, float], error: float, paths: int) -> None:
        self.probabilities: Final = chances
        self.error: Final = error
        self.paths: Final = paths

    def probability(self, test: Callable[[Hashable], bool]) -> float:
        """The probability of the outcomes that pass a test."""
        return fsum([p for outcome, p in self.probabilities.items() if test(outcome)])

    def mean(self, value: Callable[[Hashable], float]) -> float:
        """The expected value of a figure of the outcome."""
        return fsum([p * value(outcome) for outcome, p in self.probabilities.items()])


class Distribution:
    """The ways a roll or a stage can come out, with the weight of each: the faces of a roll, or the
    number and the state that a stage leaves."""

    def __init__(
        self,
        faces: list[list[int]],
        weights: list[float],
        error: float,
        results: list[tuple[object, ...]] | None = None,
    ) -> None:
        self.faces: Final = faces
        self.weights: Final = weights
        self.error: Final = error
        self.results: Final = results


class Branch:
    """A point where paths part: what came before weighs `weight`, and `at` is being followed."""

    def __init__(self, ways: Distribution, weight: float) -> None:
        self.ways: Final = ways
        self.weight: Final = weight
        self.at: i64 = 0
        self.stage: type[Stage] | None = None
        """What kind of stage was worked out here, if any: it is met again on every path that comes
        here, within another maybe that is played in the open and begins with it."""


def face_bands(sides: i64, cuts: i64) -> list[tuple[int, float]]:
    """The lowest face of each band the cuts make, with the band's probability."""
    found: list[tuple[int, float]] = []
    first: i64 = 1
    face: i64 = 2
    while face <= sides + 1:
        is_cut = cuts <= 0 or (face <= LAST_CUT and cuts & bit_at(face) != 0)
        if is_cut or face == sides + 1:
            found.append((int(first), float(face - first) / float(sides)))
            first = face
        face += 1
    return found


def multisets(count: i64, sides: i64, cuts: i64) -> Distribution:
    """Every pool of equal dice, order apart, with its multinomial weight."""
    faces: list[list[int]] = [[]]
    weights: list[float] = [1.0]
    for face, chance in face_bands(sides, cuts):
        grown: list[list[int]] = []
        heavier: list[float] = []
        for index in range(len(faces)):
            chosen = faces[index]
            weight = weights[index]
            grown.append(chosen)
            heavier.append(weight)
            copies: i64 = 1
            while len(chosen) + copies <= count:
                # the k-th copy multiplies the multinomial coefficient by (n + k) / k
                weight = weight * chance * float(len(chosen) + copies) / float(copies)
                grown.append(chosen + [face] * copies)
                heavier.append(weight)
                copies += 1
        faces = grown
        weights = heavier
    full = [index for index in range(len(faces)) if len(faces[index]) == count]
    return likeliest_first(
        [faces[index] for index in full], [weights[index] for index in full], 0.0
    )


def likeliest_first(
    faces: list[list[int]],
    weights: list[float],
    error: float,
    results: list[tuple[object, ...]] | None = None,
) -> Distribution:
    """A distribution with its likeliest way first and, of equals, the lowest faces.

    A path always follows the first way of a new branch, which so never explodes for ever.
    """
    order = sorted(range(len(faces)), key=lambda index: (-weights[index], faces[index]))
    return Distribution(
        [faces[index] for index in order],
        [weights[index] for index in order],
        error,
        None if results is None else [results[index] for index in order],
    )


class OddsCache:
    """What odds tables have worked out before: pools and stages, good for ever."""

    def __init__(self) -> None:
        self.rolls: Final[dict[tuple[int, int, int], Distribution]] = {}
        self.stages: Final[dict[Hashable, Distribution]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class OddsTable(Table):
    """Takes every path. Decisions are made by the given players, by default each question's own.

    One table serves many explorations, and remembers the stages it has worked out.
    """

    def __init__(
        self,
        players: list[Player] | None = None,
        gm: Player | None = None,
        cache: OddsCache | None = None,
        cut_off: float = CUT_OFF,
    ) -> None:
        super().__init__(False)
        self.players: list[Player] = players if players is not None else []
        self.gm: Player = gm if gm is not None else DefaultPlayer()
        self.cache: OddsCache = cache if cache is not None else OddsCache()
        self.cut_off = cut_off
        self.stage_cut_off = cut_off
        """Stages are remembered, so they may be worked out more closely than the paths to them."""
        self.trail: list[Branch] = []
        self.first_open: i64 = 0
        """How many branches of the trail are given, so that only the later ones are turned."""
        self.depth: i64 = 0
        self.weight: float = 1.0
        self.left_out: float = 0.0

    def explore(self, run: Callable[[Table], T]) -> Odds:
        """Runs `run` down every path and merges what it gives."""
        self.begin()
        chances: dict[Hashable, float] = {}
        paths = 0
        while True:
            self.begin_path()
            outcome = run(self)
            paths += 1
            chances[outcome] = chances.get(outcome, 0.0) + self.weight
            if not self._to_next_path():
                break
        return Odds(chances, self.left_out, paths)

    def begin(self) -> None:
        """Makes ready to follow every path."""
        self.trail = []
        self.left_out = 0.0

    def begin_path(self) -> None:
        """Makes ready to follow the next path."""
        self.depth = 0
        self.weight = 1.0

    def _to_next_path(self) -> bool:
        """Turns the last branch that has another way to go; False when all were taken."""
        while len(self.trail) > self.first_open:
            branch = self.trail[-1]
            weights = branch.ways.weights
            branch.at += 1
            while branch.at < len(weights):
                if branch.weight * weights[branch.at] >= self.cut_off:
                    return True
                self.left_out += branch.weight * weights[branch.at]
                branch.at += 1
            self.trail.pop()
        return False

    def follow(self, ways: Distribution) -> i64:
        """Follows one way that something can come out, and gives its number."""
        if self.depth == len(self.trail):
            branch = Branch(ways, self.weight)
            self.left_out += self.weight * ways.error
            self.trail.append(branch)
        else:
            branch = self.trail[self.depth]
        self.depth += 1
        self.weight = branch.weight * ways.weights[branch.at]
        return branch.at

    def choose(self, chances: list[float]) -> i64:
        """Parts the path without dice, for one who decides by chance: the number of a way."""
        return self.follow(Distribution([], chances, 0.0))

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        ways = self._pools(count, sides, cuts)
        return list(ways.faces[self.follow(ways)])

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        ways = self._pools(1, sides, cuts)
        return ways.faces[self.follow(ways)][0]

    def _pools(self, count: i64, sides: i64, cuts: i64) -> Distribution:
        """The ways that dice can fall: those that were met on the path before, which is the same up
        to here, or else all of them."""
        if self.depth < len(self.trail):
            return self.trail[self.depth].ways
        key = (int(count), int(sides), int(cuts))
        ways = self.cache.rolls.get(key)
        if ways is None:
            ways = multisets(count, sides, cuts)
            self.cache.rolls[key] = ways
        return ways

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.side == GM:
            return self.gm.decide(fight, question)
        if question.side < len(self.players):
            return self.players[question.side].decide(fight, question)
        return question.default_option()

    def stage(self, stage: Stage) -> i64:
        if self.depth < len(self.trail):
            branch = self.trail[self.depth]
            if branch.stage is type(stage):
                return self._leave(stage, branch.ways)
        asked = stage.asked_sides()
        if asked and not self._decides_alone(asked):
            return self._stage_in_context(stage, asked)
        if self.depth < len(self.trail):
            # it was met on the path before, which is the same up to here
            return self._leave(stage, self.trail[self.depth].ways)
        return self._leave(stage, self.ways(stage))

    def _decides_alone(self, asked: list[int]) -> bool:
        """Whether a stage in which these sides are asked comes out the same wherever it is met."""
        for side in asked:
            if side < len(self.players) and not self.players[side].decides_by_stage():
                return False
            if self.is_free(side):
                return False
        return True

    def _stage_in_context(self, stage: Stage, asked: list[int]) -> i64:
        """A stage whose decisions may look at the whole fight is worked out where it is met; one
        with decisions of a side that is free is met path by path."""
        for side in asked:
            if self.is_free(side):
                return stage.play(self)
        if self.depth < len(self.trail):
            return self._leave(stage, self.trail[self.depth].ways)
        return self._leave(stage, self._work_out(stage))

    def is_free(self, side: i64) -> bool:
        """Whether every option of a side is followed, so that its choices are met one by one."""
        return False

    def _leave(self, stage: Stage, ways: Distribution) -> i64:
        """Follows one of the ways a stage can come out, and leaves it as that."""
        way = self.follow(ways)
        self.trail[self.depth - 1].stage = type(stage)
        if ways.results is not None:
            stage.set_state(ways.results[way])
            if isinstance(stage, AskingStage):
                stage.change(1)
        return ways.faces[way][0]

    def ways(self, stage: Stage) -> Distribution:
        """Return the ways a stage can come out, computed once for its key."""
        key = (type(stage), stage.key())
        found = self.cache.stages.get(key)
        if found is None:
            found = self._work_out(stage)
            self.cache.stages[key] = found
        return found

    def _work_out(self, stage: Stage) -> Distribution:
        counted = stage.distribution()
        if counted is not None:
            return likeliest_first(
                [[0] for _ in counted], list(counted.values()), 0.0, list(counted)
            )
        inner = OddsTable(self.players, self.gm, self.cache, self.stage_cut_off)
        asking = stage if isinstance(stage, AskingStage) else None
        before: Table = self
        if asking is not None:
            before = asking.asked_fight().table
            asking.asked_fight().table = inner
        found: dict[tuple[int, tuple[object, ...]], float] = {}
        while True:
            inner.begin_path()
            number = int(stage.play(inner))
            result = (number, stage.state_key())
            if asking is not None:
                asking.change(-1)
            found[result] = found.get(result, 0.0) + inner.weight
            if not inner._to_next_path():
                break
        if asking is not None:
            asking.asked_fight().table = before
        results = [result for _, result in found]
        return likeliest_first(
            [[number] for number, _ in found],
            list(found.values()),
            inner.left_out,
            results if any(results) else None,
        )
