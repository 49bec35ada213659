"""Paths through a turn: every way from one position of a fight to the next positions.

A position is a moment between turns, or a question within a turn. A fight cannot be copied within a
turn. A position within a turn therefore holds the fight before the turn, with the dice and answers
since then. To continue from it, the turn is played again up to the question.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.odds import CUT_OFF, Branch, OddsCache, OddsTable
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player

if TYPE_CHECKING:
    from affray.core.fight import Fight

PATHS_BETWEEN_CHECKS: Final[i64] = 64
"""The number of paths between two calls of `check`."""

NO_BRANCHES: Final[list[Branch]] = []
NO_ANSWERS: Final[list[Option | Ruling | None]] = []
NO_OPTIONS: Final[list[Option]] = []


class PausedError(Exception):
    """A signal that a path has reached a question at which it stops."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question: Final = question


class Position:
    """A moment of a fight from which every path can be followed.

    `fight` is the fight between turns. `branches` are the results of dice since then, and `answers`
    the answers (None if a player chose by chance). At a question of a free side, `side` is that
    side and `options` are its options, the usual one first. `choices` are the texts of the earlier
    choices of free sides in the turn.
    """

    def __init__(
        self,
        fight: Fight,
        round: i64,
        branches: list[Branch] = NO_BRANCHES,
        answers: list[Option | Ruling | None] = NO_ANSWERS,
        side: i64 = NOBODY,
        options: list[Option] = NO_OPTIONS,
        choices: tuple[str, ...] = (),
    ) -> None:
        self.fight: Final = fight
        self.round: Final[i64] = round
        self.branches: Final = branches
        self.answers: Final = answers
        self.side: Final[i64] = side
        self.options: Final = options
        self.choices: Final = choices


class PathEnd:
    """A position at the end of paths, with its probability.

    `key` is None if paths must not merge there. `later` is the number of rounds since the start,
    and `fighters` are the fighters' states. `position` is None if the key was known before.
    """

    def __init__(
        self,
        key: Hashable,
        later: i64,
        position: Position | None,
        winner: i64,
        fighters: tuple[tuple[str, int], ...],
    ) -> None:
        self.key: Final = key
        self.later: Final[i64] = later
        self.position: Final = position
        self.winner: Final[i64] = winner
        """The side that has won; NOBODY in a draw, GOING_ON before the end."""
        self.fighters: Final = fighters
        self.probability: float = 0.0


GOING_ON: Final[i64] = -2
"""The winner of a fight that is not over."""


@mypyc_attr(allow_interpreted_subclasses=True)
class PathTable(OddsTable):
    """A table that follows every path from a position to the next ones.

    A path stops at the end of the turn and at every question of a free side. After dice have
    fallen, it also stops when a fighter is asked for its next action in the turn. An answer is
    reused on paths that repeat the question.
    """

    def __init__(
        self,
        players: list[Player],
        free_sides: set[int],
        cache: OddsCache | None = None,
        cut_off: float = CUT_OFF,
    ) -> None:
        super().__init__(players, cache, cut_off)
        self.stage_cut_off = CUT_OFF
        self.free_sides: Final = free_sides
        self.pauses = True
        self.answers: list[Option | Ruling | None] = []
        """The answers on this path, in the order of the questions."""
        self.asked_at: list[int] = []
        """The depth of the path at each of these questions."""
        self.asked: i64 = 0
        self.given: i64 = 0
        """The number of answers that led to the position."""
        self.paths: i64 = 0
        """The number of paths followed so far."""

    def is_free(self, side: i64) -> bool:
        return int(side) in self.free_sides

    def begin(self) -> None:
        super().begin()
        self.first_open = self.given = 0
        self.answers = []
        self.asked_at = []

    def go_to(self, position: Position, option: Option | None) -> None:
        """Prepare to follow every path from a position, after `option` was chosen there."""
        self.trail = position.branches.copy()
        self.first_open = len(self.trail)
        self.answers = position.answers.copy()
        if option is not None:
            self.answers.append(option)
        self.given = len(self.answers)
        self.asked_at = [0] * len(self.answers)
        self.left_out = 0.0

    def begin_path(self) -> None:
        """Start the next path; forget the last path's answers that no longer apply."""
        super().begin_path()
        self.asked = 0
        last: i64 = len(self.trail) - 1
        while len(self.answers) > self.given and self.asked_at[-1] > last:
            self.answers.pop()
            self.asked_at.pop()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        number = self.asked
        self.asked = number + 1
        if number < len(self.answers):
            known = self.answers[number]
            if known is not None:
                return known
        depth = self.depth
        answer = self.decide(fight, question)
        if number == len(self.answers):
            # an answer by chance is drawn again on every path
            self.answers.append(answer if self.depth == depth else None)
            self.asked_at.append(int(depth))
        return answer

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return a player's answer, or raise PausedError if the path stops here."""
        if self.pauses:
            is_free = self.is_free(question.side)
            if is_free or (self.depth > self.first_open and is_next_action(question)):
                self.asked -= 1
                raise PausedError(question)
        return super().ask(fight, question)

    def follow_all(
        self,
        position: Position,
        option: Option | None,
        known: Container[Hashable],
        check: Callable[[], None],
    ) -> list[PathEnd]:
        """Return every position that paths lead to; call `check` now and then."""
        self.go_to(position, option)
        choices = position.choices
        if option is not None:
            choices = (*choices, option.text)
        found: list[PathEnd] = []
        places: dict[Hashable, int] = {}
        paths: i64 = 0
        fight: Fight | None = None
        while True:
            if paths % PATHS_BETWEEN_CHECKS == 0:
                check()
            paths += 1
            self.begin_path()
            if fight is None:
                fight = position.fight.copy(self)
            else:
                fight.become(position.fight)
            question = self.play_turn(fight)
            key = position_key(fight, question)
            if key is not None and question is not None and self.is_free(question.side):
                key = (key, tuple([one.key for one in question.options]))
            later = fight.round - position.round
            code = (key, int(later))
            place = places.get(code) if key is not None else None
            if place is None:
                place = len(found)
                places[code] = place
                new = None
                if key is None or key not in known:
                    new = self.position_here(position, fight, question, choices)
                found.append(path_end(key, later, new, fight, question))
                fight = None
            elif question is not None:
                fight = None  # the fight was left within a turn
            found[place].probability += self.weight
            if not self._to_next_path():
                break
        self.paths += paths
        return found

    def play_turn(self, fight: Fight) -> Question | None:
        """Play one path to the end of the turn, or to the question at which it stops."""
        try:
            fight.step()
        except PausedError as pause:
            return pause.question
        return None

    def position_here(
        self, before: Position, fight: Fight, question: Question | None, choices: tuple[str, ...]
    ) -> Position:
        """Return the position that the path has reached."""
        if question is None:
            return Position(fight, fight.round)
        branches: list[Branch] = []
        for depth in range(self.depth):
            branch = self.trail[depth]
            given = Branch(branch.ways, 1.0 / branch.ways.weights[branch.at])
            given.at = branch.at
            given.stage = branch.stage
            branches.append(given)
        answers = self.answers[: self.asked]
        if not self.is_free(question.side):
            return Position(before.fight, fight.round, branches, answers)
        usual = super().ask(fight, question)
        options = [one for one in question.options if one is not usual]
        if isinstance(usual, Option):
            options.insert(0, usual)
        side = question.side
        return Position(before.fight, fight.round, branches, answers, side, options, choices)


def path_end(
    key: Hashable, later: i64, position: Position | None, fight: Fight, question: Question | None
) -> PathEnd:
    """Return the record of a position that a path leads to."""
    winner = GOING_ON
    if question is None and fight.is_over():
        winner = fight.winner()
    return PathEnd(key, later, position, winner, fighter_states(fight))


def fighter_states(fight: Fight) -> tuple[tuple[str, int], ...]:
    """Return the state and the health of every fighter."""
    return tuple([(one.state(), int(one.health())) for one in fight.roster()])


def is_next_action(question: Question) -> bool:
    """Return whether a question asks a fighter for its next action in its turn.

    The options of such a question follow from the state of the fight, so paths may merge there. A
    question about another fighter comes in the middle of an action.
    """
    return question.asked_again and question.about == NOBODY


def position_key(fight: Fight, question: Question | None) -> Hashable:
    """Return a key that is equal for positions with the same future; None if paths must not merge.

    The key leaves out the round, because rules depend on it only through `Fight.round_key`.
    """
    if question is not None:
        if not is_next_action(question):
            return None
        return (question_key(question), fight.key_in_step())
    key = fight.key_without_rounds()
    return (key, fighter_states(fight)) if fight.is_over() else key


def share_parts(key: object, parts: dict[object, object], depth: i64 = 2) -> object:
    """Return an equal key that reuses the parts of earlier keys.

    This saves memory, because many positions have a fighter in common.
    """
    if not isinstance(key, tuple):
        return key
    if depth > 0:
        return tuple([share_parts(part, parts, depth - 1) for part in key])
    return parts.setdefault(key, key)


def question_key(question: Question) -> tuple[object, ...]:
    """Return the data of a question: its kind, the fighter asked, and its own numbers."""
    kind = type(question)
    names = FIGURES_OF_QUESTIONS.get(kind)
    if names is None:
        own = [name for name in dir(question) if name[0] != "_" and not hasattr(Question, name)]
        names = [name for name in own if isinstance(getattr(question, name), int)]
        FIGURES_OF_QUESTIONS[kind] = names
    return (question.kind, int(question.who), *[getattr(question, name) for name in names])


FIGURES_OF_QUESTIONS: Final[dict[type, list[str]]] = {}
"""The names of the numeric attributes that each kind of question adds."""
