"""Exact odds: follow every path through the rules with its probability, and merge equal outcomes.

The rules run again and again, each time down another path, until all paths have been taken. Pools
of dice are walked as multisets with their weights. Each stage is computed once for its key.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import fsum
from typing import TYPE_CHECKING, Final, TypeVar, cast

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question, Ruling
from affray.core.table import LAST_CUT, AskingStage, Player, Stage, Table, bit_at

if TYPE_CHECKING:
    from affray.core.fight import Fight

T = TypeVar("T", bound=Hashable)

CUT_OFF: Final = 1e-17
"""Paths less likely than this are not followed; their probability is counted as left out."""


class Odds:
    """An exact distribution of outcomes; `error` bounds the probability left out."""

    def __init__(self, chances: dict[Hashable, float], error: float, paths: int) -> None:
        self.probabilities: Final = chances
        self.error: Final = error
        self.paths: Final = paths

    def probability(self, test: Callable[[Hashable], bool]) -> float:
        """Return the probability of the outcomes that pass a test."""
        return fsum([p for outcome, p in self.probabilities.items() if test(outcome)])

    def mean(self, value: Callable[[Hashable], float]) -> float:
        """Return the expected value of a number computed from the outcome."""
        return fsum([p * value(outcome) for outcome, p in self.probabilities.items()])


class Distribution:
    """The possible results of a roll or a stage, with their weights.

    A result is the faces of a roll, or the number and state that a stage leaves.
    """

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
    """A point where paths part.

    `weight` is the probability of reaching it, and `at` the current way.
    """

    def __init__(self, ways: Distribution, weight: float) -> None:
        self.ways: Final = ways
        self.weight: Final = weight
        self.at: i64 = 0
        self.stage: type[Stage] | None = None
        """The kind of stage computed here, if any. Every path through this branch meets the stage
        again, possibly inside an outer stage that is played step by step and begins with it."""


def face_bands(sides: i64, cuts: i64) -> list[tuple[int, float]]:
    """Return the lowest face and the probability of each band that the cuts make."""
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
    """Return every pool of equal dice, regardless of order, with its multinomial weight."""
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
    """Return a distribution in order of probability, highest first.

    Equal outcomes are ordered by faces, lowest first. A path follows the first outcome of a new
    branch, so dice never explode forever.
    """
    order = sorted(range(len(faces)), key=lambda index: (-weights[index], faces[index]))
    return Distribution(
        [faces[index] for index in order],
        [weights[index] for index in order],
        error,
        None if results is None else [results[index] for index in order],
    )


class OddsCache:
    """A cache of pools and stages that odds tables have computed; entries never expire."""

    def __init__(self) -> None:
        self.rolls: Final[dict[tuple[int, int, int], Distribution]] = {}
        self.stages: Final[dict[Hashable, Distribution]] = {}


@mypyc_attr(allow_interpreted_subclasses=True)
class OddsTable(Table):
    """A table that takes every path.

    The given players decide. Without a player, each question's default is the answer; so it is for
    the game master. One table can serve many explorations, and remembers the stages it has
    computed.
    """

    def __init__(
        self,
        players: list[Player] | None = None,
        cache: OddsCache | None = None,
        cut_off: float = CUT_OFF,
    ) -> None:
        super().__init__(False)
        self.players: list[Player] = players if players is not None else []
        self.cache: OddsCache = cache if cache is not None else OddsCache()
        self.cut_off = cut_off
        self.stage_cut_off = cut_off
        """Stages are cached, so they may be computed more precisely than the paths to them."""
        self.trail: list[Branch] = []
        self.first_open: i64 = 0
        """The number of fixed branches of the trail; only later branches change."""
        self.depth: i64 = 0
        self.weight: float = 1.0
        self.left_out: float = 0.0

    def explore(self, run: Callable[[Table], T]) -> Odds:
        """Run `run` down every path and merge its results."""
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
        """Prepare to follow every path."""
        self.trail = []
        self.left_out = 0.0

    def begin_path(self) -> None:
        """Prepare to follow the next path."""
        self.depth = 0
        self.weight = 1.0

    def _to_next_path(self) -> bool:
        """Advance the last branch that has another outcome. Return False when all were taken."""
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
        """Follow one outcome and return its number."""
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
        """Branch the path without dice, for a player who decides by chance.

        Returns the number of the branch.
        """
        return self.follow(Distribution([], chances, 0.0))

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        ways = self._pools(count, sides, cuts)
        return list(ways.faces[self.follow(ways)])

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        ways = self._pools(1, sides, cuts)
        return ways.faces[self.follow(ways)][0]

    def _pools(self, count: i64, sides: i64, cuts: i64) -> Distribution:
        """Return the possible results of dice.

        If the path already has a branch here, return the branch's results.
        """
        if self.depth < len(self.trail):
            return self.trail[self.depth].ways
        key = (int(count), int(sides), int(cuts))
        ways = self.cache.rolls.get(key)
        if ways is None:
            ways = multisets(count, sides, cuts)
            self.cache.rolls[key] = ways
        return ways

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.side != GM and question.side < len(self.players):
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
            # the previous path met the stage too, and is identical up to here
            return self._leave(stage, self.trail[self.depth].ways)
        return self._leave(stage, self.ways(stage))

    def _decides_alone(self, asked: list[int]) -> bool:
        """Return whether a stage that asks these sides has the same odds in every context."""
        for side in asked:
            if side < len(self.players) and not self.players[side].decides_by_stage():
                return False
            if self.is_free(side):
                return False
        return True

    def _stage_in_context(self, stage: Stage, asked: list[int]) -> i64:
        """Compute a stage whose decisions may depend on the whole fight.

        A stage with decisions of a free side is played path by path.
        """
        for side in asked:
            if self.is_free(side):
                return stage.play(self)
        if self.depth < len(self.trail):
            return self._leave(stage, self.trail[self.depth].ways)
        return self._leave(stage, self._work_out(stage))

    def is_free(self, side: i64) -> bool:
        """Return whether every option of a side is followed.

        The choices of such a side come up one by one.
        """
        return False

    def _leave(self, stage: Stage, ways: Distribution) -> i64:
        """Follow one result of a stage, and leave the stage in that state."""
        way = self.follow(ways)
        self.trail[self.depth - 1].stage = type(stage)
        if ways.results is not None:
            stage.set_state(ways.results[way])
            if isinstance(stage, AskingStage):
                stage.change(1)
        return ways.faces[way][0]

    def ways(self, stage: Stage) -> Distribution:
        """Return the possible results of a stage, computed once for its key."""
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
        parts = stage.parts()
        if parts:
            return self._sum(parts)
        inner = OddsTable(self.players, self.cache, self.stage_cut_off)
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

    def _sum(self, parts: Sequence[Stage]) -> Distribution:
        """Return the distribution of the sum of independent stages.

        Their numbers are added, and so is each part of their states.
        """
        sums: dict[tuple[int, ...], float] = {}
        error = 0.0
        for part in parts:
            ways = self.ways(part)
            error += ways.error
            grown: dict[tuple[int, ...], float] = {}
            for way in range(len(ways.weights)):
                left = [ways.faces[way][0]]
                if ways.results is not None:
                    left += cast("tuple[int, ...]", ways.results[way])
                for before, weight in sums.items() if sums else [((0,) * len(left), 1.0)]:
                    weight = weight * ways.weights[way]
                    if weight < self.stage_cut_off:
                        error += weight
                        continue
                    total = tuple([one + other for one, other in zip(before, left, strict=True)])
                    grown[total] = grown.get(total, 0.0) + weight
            sums = grown
        results: list[tuple[object, ...]] = [total[1:] for total in sums]
        return likeliest_first(
            [[total[0]] for total in sums],
            list(sums.values()),
            error,
            results if any(results) else None,
        )
