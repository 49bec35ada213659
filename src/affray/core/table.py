"""The table: it answers every roll and every question of a fight, and receives every event.

This is the only interface between rules and players. With other tables, the same rules play,
replay, explain themselves or compute exact odds.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice
from affray.core.events import Event, Listener
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.state import Stateful

if TYPE_CHECKING:
    from affray.core.fight import Fight


def bit_at(number: i64, one: i64 = 1) -> i64:
    """Return the number with only this bit set."""
    # `one` is a parameter, because compiled code shifts a literal 1 in 32 bits
    return one << number


LAST_CUT: Final[i64] = 62
"""The highest face below which a die can be cut."""

EVERY_CUT: Final[i64] = -1
"""The cuts that separate all faces."""


def cut_at(face: i64) -> i64:
    """Return a cut below `face`, which separates it and higher faces from lower ones."""
    return bit_at(face) if face <= LAST_CUT else EVERY_CUT


NO_SIDES: Final[list[int]] = []

NO_FACES: Final[list[int]] = []
"""The faces of dice that were not rolled."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Stage(Stateful):
    """A sequence of rolls with a small result, which depends only on its key and the dice.

    Most tables simply play it. The odds table computes its distribution once for each key and then
    uses the few results, so nothing but dice may happen in a stage. The result is the number that
    `play` returns and the state that the class declares (see `affray.core.state`), which `play`
    sets. Faces for the log are Transient.
    """

    def key(self) -> Hashable:
        """Return everything the result depends on, except the dice."""
        raise NotImplementedError

    def play(self, table: Table) -> i64:
        """Roll the dice, set the result, and return its number."""
        raise NotImplementedError

    def distribution(self) -> dict[tuple[object, ...], float] | None:
        """Return the probability of each state that `play` can leave, by its `state_key`.

        A stage overrides this if it can compute that more quickly than by taking every path. Its
        number is then 0.
        """
        return None

    def parts(self) -> Sequence[Stage]:
        """Return independent stages whose results add up to this one's: none in most.

        The odds table then adds up their distributions, and follows the paths of one die instead of
        those of a whole pool.
        """
        return NO_STAGES

    def asked_sides(self) -> list[int]:
        """List the sides that are asked something in this stage: none in most."""
        return NO_SIDES


NO_STAGES: Final[list[Stage]] = []


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class AskingStage(Stage):
    """A stage that may ask a player, and whose result changes the fight.

    A table that tries every path undoes the change of each path, and applies the change of the
    result that it follows.
    """

    def asked_fight(self) -> Fight:
        """Return the fight whose players are asked."""
        raise NotImplementedError

    def change(self, sign: i64) -> None:
        """Apply the result's change to the fight (1), or take it back (-1)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """A player who decides for a side."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return one of the question's options. A game master may return a ruling instead."""
        raise NotImplementedError

    def reads_options(self) -> bool:
        """Return whether the player reads a question's options.

        A player that decides by the fight alone returns False. A live table then asks it without
        listing the options, even where only one is open.
        """
        return True

    def needs_tape(self) -> bool:
        """Return whether the player looks back, so that its table must record the tape."""
        return False

    def decides_by_stage(self) -> bool:
        """Return whether its answers within a stage follow from the stage's key and dice alone.

        The odds of the stage are then computed once instead of for every path to it.
        """
        return False


class IllegalAnswerError(Exception):
    """An answer that is not an option of its question."""


def check_answer(fight: Fight, question: Question, answer: Option | Ruling) -> None:
    """Raise IllegalAnswerError unless an answer is a ruling or one of the question's options."""
    if isinstance(answer, Ruling) or answer.without_words() in question.options:
        return
    asked = fight.setup.asked_name(question)
    raise IllegalAnswerError(
        f"{asked} was asked {fight.setup.prompt(question)!r} and answered {answer.key!r}, which is "
        f"none of the {len(question.options)} options"
    )


def check_player_answer(fight: Fight, question: Question, answer: Option | Ruling) -> None:
    """Raise IllegalAnswerError unless an answer is an option, or a game master's ruling."""
    if question.side != GM and isinstance(answer, Ruling):
        raise IllegalAnswerError(
            f"{fight.setup.asked_name(question)} ruled {answer.kind} of {answer.fighter}; only the "
            "game master may give a ruling"
        )
    check_answer(fight, question, answer)


class DefaultPlayer(Player):
    """A player that answers each question with its default."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.default_option()

    def decides_by_stage(self) -> bool:
        return True


NO_OPINION: Final = DefaultPlayer()
"""The game master of a fight without one."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """The answers to everything that rules may ask.

    `has_listener` says whether events are heard.
    """

    def __init__(self, has_listener: bool) -> None:
        self.has_listener: Final = has_listener

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        """Roll a pool of equal dice. The order of the faces never matters to a rule.

        With `cuts` (made by `cut_at`) a rule promises to distinguish faces only at those places.
        The odds table then takes one face for each band.
        """
        raise NotImplementedError

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        """Roll one die. A subclass that overrides `roll` overrides this as well."""
        return self.roll(1, sides, cuts)[0]

    def answer(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the answer to a question; a single option is chosen automatically."""
        options = question.options
        return options[0] if len(options) == 1 else self.ask(fight, question)

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Ask a question that has at least two options."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Receive an event."""

    def stage(self, stage: Stage) -> i64:
        """Play a stage and return its number."""
        return stage.play(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class LiveTable(Table):
    """A table with a seeded generator of dice, players to ask, and a listener for events.

    A subclass may look at questions; it is asked only those that have a choice.
    """

    def __init__(
        self,
        dice: Dice,
        players: list[Player],
        gm: Player | None = None,
        listener: Listener | None = None,
    ) -> None:
        super().__init__(listener is not None)
        self.dice = dice
        self.players = players
        self.gm: Player = gm if gm is not None else NO_OPINION
        self.listener: Final = listener
        self.looks_at_questions: Final = type(self) is not LiveTable

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        dice = self.dice
        if count == 1:
            return [dice.die(sides)]
        if count == 2:
            return [dice.die(sides), dice.die(sides)]
        if count == 3:
            return [dice.die(sides), dice.die(sides), dice.die(sides)]
        faces = [0] * count
        for number in range(count):
            faces[number] = dice.die(sides)
        return faces

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        return self.dice.die(sides)

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.side == GM:
            return self.gm.decide(fight, question)
        return self.players[question.side].decide(fight, question)

    def answer(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.side != GM and not self.looks_at_questions:
            player = self.players[question.side]
            if not player.reads_options():
                return player.decide(fight, question)
        return super().answer(fight, question)

    def tell(self, event: Event) -> None:
        if self.listener is not None:
            self.listener.hear(event)


class CheckingTable(LiveTable):
    """A live table that refuses illegal answers."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        check_player_answer(fight, question, answer)
        return answer
