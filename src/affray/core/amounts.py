"""A step taken once for many fights that are alike in all but what is left of two amounts.

What is left of a fighter's hit points makes millions of states of a few thousand families of them.
Of an attribute that is declared as an `Amount` (see `affray.core.state`) a step only takes
something away, and rules tell two figures apart only by the bounds between them. So what follows is
the same for a whole family, up to what is taken, as long as nobody comes to a bound and whoever is
asked answers the same. Both are looked at, for every figure: at each question the player is asked
with every pair of amounts, and where the answer is another, or a bound is passed, those fights are
taken apart from the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.odds import Distribution
from affray.core.questions import Option, Question, Ruling
from affray.core.state import amount_of
from affray.core.steps import (
    NO_ANSWERS,
    NO_PATH,
    NO_WAYS,
    WATCHED_PATHS,
    StepTable,
    TooManyPathsError,
    is_pause,
    key_after_step,
    question_key,
)
from affray.core.table import Player, Stage

if TYPE_CHECKING:
    from affray.core.fight import Fight, Fighter

BOTTOMLESS: Final[i64] = -1_000_000
"""Less than is ever left of an amount."""

NOTHING_TAKEN: Final = (0, 0)


class NotAlikeError(Exception):
    """A fight is none of those of which many can be taken at once: its ruleset declares no amounts,
    it is not between two, an amount has risen, or somebody decides by chance."""


class Amounts:
    """What is left of the amounts of the two who fight: from 1 to what they have at first. A set of
    pairs is a number with a bit for each."""

    def __init__(self, fight: Fight) -> None:
        if len(fight.fighters) != 2:
            raise NotAlikeError
        first, second = fight.fighters
        self.first_name: Final = amount_of(type(first))
        self.second_name: Final = amount_of(type(second))
        if not self.first_name or not self.second_name:
            raise NotAlikeError
        self.first: Final[i64] = amount_left(first, self.first_name)
        self.second: Final[i64] = amount_left(second, self.second_name)
        if self.first < 1 or self.second < 1:
            raise NotAlikeError
        self._between: Final[dict[tuple[int, int, int, int], int]] = {}

    def count(self) -> int:
        """How many pairs there are."""
        return int(self.first * self.second)

    def pair(self, number: i64) -> tuple[int, int]:
        """The amounts that a bit stands for."""
        return int(number // self.second) + 1, int(number % self.second) + 1

    def pairs_between(
        self, first_least: i64, first_most: i64, second_least: i64, second_most: i64
    ) -> int:
        """The set of pairs from some figures up to others."""
        key = (int(first_least), int(first_most), int(second_least), int(second_most))
        found = self._between.get(key)
        if found is None:
            found = 0
            for first in range(first_least, first_most + 1):
                for second in range(second_least, second_most + 1):
                    found |= 1 << int((first - 1) * self.second + second - 1)
            self._between[key] = found
        return found

    def set(self, fight: Fight, first: i64, second: i64) -> None:
        """Gives the two of a fight these amounts."""
        one, other = fight.fighters
        setattr(one, self.first_name, int(first))
        setattr(other, self.second_name, int(second))


class Span:
    """A figure for each of the two."""

    def __init__(self, first: i64, second: i64) -> None:
        self.first: i64 = first
        self.second: i64 = second


def amount_left(fighter: Fighter, name: str) -> i64:
    """What is left of a fighter's amount."""
    found: int = getattr(fighter, name)
    return found


def bounds_around(fighter: Fighter, name: str, left: i64, top: i64) -> tuple[i64, i64]:
    """Between what figures rules do not tell apart what is left of an amount: more than the first,
    up to the second, which is at most the top."""
    low: i64 = BOTTOMLESS
    high: i64 = top
    bounds: tuple[int, ...] = getattr(fighter, name + "_bounds")()
    for bound in bounds:
        if bound < left:
            if bound > low:
                low = bound
        elif bound < high:
            high = bound
    return low, high


class StateFamily:
    """States that are alike in all but what is left of the two amounts, and how to get there: the
    ways the dice fell and the answers that were given since the step began, where the step is
    not over, and what was taken of the amounts on the way. `fight` and `start`, as which the step
    began, have any amounts that are in the same bounds."""

    def __init__(
        self,
        key: Hashable,
        fight: Fight,
        start: Fight,
        ways: list[tuple[Distribution, int]],
        answers: list[Option | Ruling],
        taken: tuple[int, int],
        in_step: bool,
    ) -> None:
        self.key: Final = key
        self.fight: Final = fight
        self.start: Final = start
        self.ways: Final = ways
        self.answers: Final = answers
        self.taken: Final = taken
        self.in_step: Final = in_step


def first_family(fight: Fight) -> StateFamily:
    """The family that a fight is in before its first step."""
    key = family_key(fight, None, False)
    return StateFamily(key, fight, fight, NO_WAYS, NO_ANSWERS, NOTHING_TAKEN, False)


def family_key(fight: Fight, paused: Hashable, in_step: bool) -> Hashable:
    """What tells families apart: the key of a fight whose amounts are left out."""
    if in_step:
        return (paused, fight.key_in_step())
    return key_after_step(fight)


class AlikeStep:
    """Where the paths of a step lead from a family: the number of each family, what is taken
    of the two amounts, how many rounds later it is, with which set of pairs of amounts, and how
    likely."""

    def __init__(self) -> None:
        self.moves: Final[dict[tuple[int, int, int, int, int], float]] = {}
        self.left_out: Final[list[tuple[int, float]]] = []
        """With which sets of pairs how much is left out."""
        self.new: Final[list[StateFamily]] = []
        """The families that were not known, numbered on from those that were."""
        self.trails: Final[list[tuple[tuple[int, int], list[int]]]] = []
        """How each of them was come to, where the table keeps that: the amounts that were gone on
        with, and the way taken at every branch."""


class FollowedPath:
    """A path that was followed: the way taken at every branch, and the pairs of amounts that go
    that way."""

    def __init__(self, trail: list[int], pairs: int) -> None:
        self.trail: Final = trail
        self.pairs: Final = pairs


class AlikeTable(StepTable):
    """Takes every path of a step for all fights at once that differ in amounts only."""

    def __init__(self, players: list[Player], amounts: Amounts) -> None:
        super().__init__(players)
        self.amounts: Final = amounts
        self._answers: dict[Hashable, list[tuple[str, int]]] = {}
        """For each question that was asked before, whatever the amounts: which answers are given
        with which pairs of them."""
        self._begun: Final = Span(0, 0)
        """The amounts that are gone on with."""
        self._low: Final = Span(0, 0)
        self._high: Final = Span(0, 0)
        """Between what bounds they are."""
        self._agreeing: list[int] = []
        """For each answer of the path, the pairs of amounts with which it is given."""
        self._parts_fights = True
        """Whether fights are taken apart that are not alike, or one path is followed that is
        known."""

    def follow_alike(
        self,
        family: StateFamily,
        watch: Callable[[], None],
        most_paths: i64,
        numbers: dict[Hashable, int],
    ) -> AlikeStep:
        """Where every path of a step leads from a family, with all pairs of amounts there are.
        `numbers` has the number of every family that is known, by its key, and gets those that
        are new.

        Raises TooManyPathsError where there are more paths than that (0 is no limit), and
        NotAlikeError where fights cannot be taken at once. Whenever it raises, nothing is added to
        what is known.
        """
        found = AlikeStep()
        waiting: list[tuple[list[int], int]] = [(NO_PATH, self.pairs_of(family))]
        try:
            while waiting:
                prefix, pairs = waiting.pop()
                followed = self._follow_from(
                    family, prefix, pairs, watch, most_paths, numbers, found
                )
                if self.left_out > 0.0:
                    found.left_out.append((pairs, self.left_out))
                part(followed, 0, len(followed), len(prefix), pairs, waiting)
        except BaseException:
            for one in found.new:
                del numbers[one.key]
            raise
        finally:
            self.path = NO_PATH
        return found

    def _follow_from(
        self,
        family: StateFamily,
        prefix: list[int],
        pairs: int,
        watch: Callable[[], None],
        most_paths: i64,
        numbers: dict[Hashable, int],
        found: AlikeStep,
    ) -> list[FollowedPath]:
        """Follows every path that begins with some ways, with the largest of some pairs of amounts;
        gives with which others each is gone, too."""
        begun = self.amounts.pair(pairs.bit_length() - 1)
        self._begin_alike(family, begun)
        self.path = prefix
        followed: list[FollowedPath] = []
        start = family.start
        first_round = family.fight.round
        moves = found.moves
        paths: i64 = 0
        fight = self._take_spare(start)
        while True:
            if most_paths and (paths == most_paths or self._looks_too_long(paths, most_paths)):
                raise TooManyPathsError
            if self.paths % WATCHED_PATHS == 0:
                watch()
            paths += 1
            self.paths += 1
            self.begin_path()
            while len(self._agreeing) > len(self.answers) - self.given:
                self._agreeing.pop()
            fight = self._at_start(fight, start)
            self._give_amounts(fight, family)
            paused = self.play_step(fight)
            in_step = paused is not None
            later = int(fight.round - first_round)
            alike = pairs
            for one in self._agreeing[: self.asked - self.given]:
                alike &= one
            first, second = self._taken(fight)
            if self._begun.first <= first or self._begun.second <= second:
                if in_step or not fight.is_over():
                    raise NotAlikeError
            alike &= self._leave_amounts_out(fight, in_step)
            key = family_key(fight, paused, in_step)
            number = numbers.get(key)
            trail = [int(branch.at) for branch in self.trail]
            if number is None:
                number = len(numbers)
                numbers[key] = number
                found.new.append(self._family(family, key, fight, in_step, first, second))
                if self.keeps_trails:
                    found.trails.append((begun, trail))
                fight = None  # it is kept, and not played again
            elif in_step:
                fight = None  # it was left in the middle of something
            move = (number, int(first), int(second), later, alike)
            moves[move] = moves.get(move, 0.0) + self.weight
            followed.append(FollowedPath(trail, alike))
            if not self._to_next_path() or len(self.trail) <= len(prefix):
                break
        self._spare = fight
        return followed

    def follow_one(
        self, family: StateFamily, begun: tuple[int, int], trail: list[int]
    ) -> StateFamily:
        """The family that one path leads to, which is given by the way to take at every
        branch."""
        self._begin_alike(family, begun)
        self._parts_fights = False
        self.path = trail
        self.begin_path()
        fight = family.start.copy(self)
        self._give_amounts(fight, family)
        paused = self.play_step(fight)
        in_step = paused is not None
        self.path = NO_PATH
        self._parts_fights = True
        first, second = self._taken(fight)
        self._leave_amounts_out(fight, in_step)
        key = family_key(fight, paused, in_step)
        return self._family(family, key, fight, in_step, first, second)

    def pairs_of(self, family: StateFamily) -> int:
        """The pairs of amounts that a family can have: those in the bounds that its fight is
        in."""
        one, other = family.fight.fighters
        amounts = self.amounts
        first = amount_left(one, amounts.first_name)
        second = amount_left(other, amounts.second_name)
        self._begin_alike(family, (int(first), int(second)))
        low, high = self._low, self._high
        return amounts.pairs_between(
            max(1, low.first + 1), high.first, max(1, low.second + 1), high.second
        )

    def _begin_alike(self, family: StateFamily, begun: tuple[int, int]) -> None:
        """Makes ready to go on from a family with these amounts."""
        one, other = family.fight.fighters
        amounts = self.amounts
        self._begun.first, self._begun.second = begun
        first, second = self._begun.first, self._begun.second
        low, high = bounds_around(one, amounts.first_name, first, amounts.first)
        self._low.first, self._high.first = low, high
        low, high = bounds_around(other, amounts.second_name, second, amounts.second)
        self._low.second, self._high.second = low, high
        self._agreeing = []
        self.go_to(family.ways, family.answers)

    def _give_amounts(self, fight: Fight, family: StateFamily) -> None:
        """Gives a fight at the beginning of a step the amounts it needs to come to a family with
        those that are to be gone on with."""
        first, second = family.taken
        self.amounts.set(fight, self._begun.first + first, self._begun.second + second)

    def _taken(self, fight: Fight) -> tuple[i64, i64]:
        """What was taken of the amounts since it was gone on from the family."""
        one, other = fight.fighters
        amounts = self.amounts
        first = self._begun.first - amount_left(one, amounts.first_name)
        second = self._begun.second - amount_left(other, amounts.second_name)
        if first < 0 or second < 0:
            raise NotAlikeError
        return first, second

    def _family(
        self,
        before: StateFamily,
        key: Hashable,
        fight: Fight,
        in_step: bool,
        first: i64,
        second: i64,
    ) -> StateFamily:
        """The family that the path has come to, where so much was taken."""
        if not in_step:
            return StateFamily(key, fight, fight, NO_WAYS, NO_ANSWERS, NOTHING_TAKEN, False)
        taken = (before.taken[0] + int(first), before.taken[1] + int(second))
        answers = self.answers[: self.asked]
        return StateFamily(key, fight, before.start, self.ways_taken(), answers, taken, True)

    # --- who is alike ---

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        known = self.asked < len(self.answers)
        answer = super().ask(fight, question)
        if not known and self._parts_fights:
            if not isinstance(answer, Option) or not self.is_settled[-1]:
                raise NotAlikeError
            self._agreeing.append(self._pairs_answering(fight, question, answer))
        return answer

    def _stage_in_context(self, stage: Stage, asked: list[int]) -> i64:
        raise NotAlikeError

    def _pairs_answering(self, fight: Fight, question: Question, answer: Option) -> int:
        """The pairs of amounts with which a question is come to, and answered the same."""
        first_taken, second_taken = self._taken(fight)
        first = self._begun.first - first_taken
        second = self._begun.second - second_taken
        pairs = self._leave_amounts_out(fight, False)
        amounts = self.amounts
        if first < 1 or second < 1:
            # nobody is asked with less than nothing: only what was asked is known
            amounts.set(fight, first, second)
            begun = (self._begun.first - 1) * amounts.second + self._begun.second - 1
            return pairs & (1 << int(begun))
        key = answer_key(fight, question)
        found = self._answers.get(key) if key is not None else None
        if found is None:
            found = self._ask_with_all(fight, question)
            if key is not None:
                self._answers[key] = found
        amounts.set(fight, first, second)
        for given, with_pairs in found:
            if given == answer.key:
                return pairs & (with_pairs << int(first_taken * amounts.second + second_taken))
        return 0

    def _ask_with_all(self, fight: Fight, question: Question) -> list[tuple[str, int]]:
        """Which answers are given with which pairs of amounts, of all in the bounds that a fight is
        in; it has the largest of them."""
        one, other = fight.fighters
        amounts = self.amounts
        first_name, second_name = amounts.first_name, amounts.second_name
        top = amount_left(one, first_name)
        low, _ = bounds_around(one, first_name, top, amounts.first)
        first_least = max(low, 0) + 1
        second_top = amount_left(other, second_name)
        low, _ = bounds_around(other, second_name, second_top, amounts.second)
        second_least = max(low, 0) + 1
        depth = self.depth
        usual: Option | Ruling | None = None
        others: dict[str, int] = {}
        rest = amounts.pairs_between(first_least, top, second_least, second_top)
        for first in range(first_least, top + 1):
            setattr(one, first_name, first)
            for second in range(second_least, second_top + 1):
                setattr(other, second_name, second)
                answer = self.decide(fight, question)
                if answer is usual:
                    continue
                if self.depth != depth or not isinstance(answer, Option):
                    raise NotAlikeError
                if usual is None:
                    usual = answer
                    continue
                bit = 1 << int((first - 1) * amounts.second + second - 1)
                others[answer.key] = others.get(answer.key, 0) | bit
                rest &= ~bit
        if isinstance(usual, Option):
            others[usual.key] = others.get(usual.key, 0) | rest
        return list(others.items())

    def _leave_amounts_out(self, fight: Fight, in_step: bool) -> int:
        """Leaves a fight with the most that cannot be told from what is left of its amounts; gives
        the pairs of amounts that were gone on with which came there just so: none who would have
        passed a bound that these have not, and nobody else where these have passed one."""
        one, other = fight.fighters
        amounts = self.amounts
        first = amount_left(one, amounts.first_name)
        second = amount_left(other, amounts.second_name)
        begun, low, high = self._begun, self._low, self._high
        first_low, first_high = bounds_around(one, amounts.first_name, first, amounts.first)
        second_low, second_high = bounds_around(other, amounts.second_name, second, amounts.second)
        first_least = first_most = begun.first
        second_least = second_most = begun.second
        first_stays = first_low == low.first and first_high == high.first
        second_stays = second_low == low.second and second_high == high.second
        if first_stays:
            first_least, first_most = max(0, first_low) + begun.first - first + 1, high.first
        if second_stays:
            second_least, second_most = max(0, second_low) + begun.second - second + 1, high.second
        if in_step and not (first_stays and second_stays):
            # the step is played again from its beginning, with more than is left here
            raise NotAlikeError
        amounts.set(fight, first_high, second_high)
        return amounts.pairs_between(first_least, first_most, second_least, second_most)


def part(
    followed: list[FollowedPath],
    begin: i64,
    end: i64,
    depth: i64,
    pairs: int,
    waiting: list[tuple[list[int], int]],
) -> None:
    """Adds to what waits the pairs of amounts that go other ways than those of some paths, which
    have as many ways as that in common: from where no path is theirs."""
    going = 0
    staying = pairs
    for place in range(begin, end):
        going |= followed[place].pairs
        staying &= followed[place].pairs
    apart = pairs & ~going
    if apart:
        waiting.append((followed[begin].trail[:depth], apart))
    some = pairs & going & ~staying
    if not some:
        return
    first = begin
    while first < end:
        way = followed[first].trail[depth]
        last = first + 1
        while last < end and followed[last].trail[depth] == way:
            last += 1
        part(followed, first, last, depth + 1, some, waiting)
        first = last


def answer_key(fight: Fight, question: Question) -> Hashable:
    """All that an answer may follow from but for amounts, which are left out of the fight; None
    where a question may hold more than can be seen of it."""
    if is_pause(question):
        return (question_key(question), fight.key_in_step())
    if type(question) is not Question:
        return None
    asked = (question.kind, int(question.side), int(question.who), int(question.about))
    options = tuple([option.key for option in question.options])
    return (asked, int(question.target), question.words, options, fight.key_in_step())
