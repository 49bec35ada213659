"""The table: it answers every roll and every decision of a fight, and hears every event.

This is the only seam. Rules ask the table and nothing else, so another table makes the same
rules play, replay, explain themselves or give exact odds.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice, tally_of
from affray.core.events import Event, Listener
from affray.core.questions import GM, Option, Question, Ruling
from affray.core.state import Stateful

if TYPE_CHECKING:
    from affray.core.fight import Fight, Fighter


def bit_at(number: i64, one: i64 = 1) -> i64:
    """The number of which only this bit is set."""
    # a parameter, as of a 1 in the code the compiled shift has 32 bits
    return one << number


LAST_CUT: Final[i64] = 62
"""The highest face below which a die can be cut."""

EVERY_CUT: Final[i64] = -1
"""Tells all faces apart."""


def cut_at(face: i64) -> i64:
    """A cut below `face`, for `Table.roll`: the rule tells it and higher faces from lower ones."""
    return bit_at(face) if face <= LAST_CUT else EVERY_CUT


NO_SIDES: Final[list[int]] = []

NO_FACES: Final[list[int]] = []
"""The pool of a table at which none has been rolled."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Stage(Stateful):
    """A piece of dice work with a small result, which depends on its key and the dice alone.

    Most tables simply play it. The odds table works out its distribution once for each key
    and from there on sees only its few results, so nothing but dice may happen in it. Its result is
    the number that `play` gives and whatever else it declares as state (see `affray.core.state`),
    which `play` sets; what it only shows, such as faces for the log, is Transient.
    """

    def key(self) -> Hashable:
        """Everything the result depends on but the dice."""
        raise NotImplementedError

    def play(self, table: Table) -> i64:
        """Rolls the dice, sets the result, and gives its number."""
        raise NotImplementedError

    def distribution(self) -> dict[tuple[object, ...], float] | None:
        """How likely each state is that `play` can leave, by its `state_key`, for a stage that
        can count it quicker than by taking every path (its number is then 0); None for others."""
        return None

    def asked_sides(self) -> list[int]:
        """List the sides that are asked something in this stage: none in most."""
        return NO_SIDES


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class AskingStage(Stage):
    """A stage in which a player may be asked, and which changes the fight by what its result says.

    A table that tries every path takes a path's change back, and applies the change of the result
    that it follows.
    """

    def asked_fight(self) -> Fight:
        """Return the fight whose players are asked."""
        raise NotImplementedError

    def change(self, sign: i64) -> None:
        """Apply the result's change to the fight (1), or take it back (-1)."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Decides for a side."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """One of the question's options; a game master may give a ruling instead."""
        raise NotImplementedError

    def reads_options(self) -> bool:
        """Return whether the player reads a question's options.

        A player that decides by the fight alone returns False. A live table then asks it without
        listing the options, even where only one is open.
        """
        return True

    def needs_tape(self) -> bool:
        """Whether it looks back, so that the table it plays at has to keep the tape."""
        return False

    def decides_by_stage(self) -> bool:
        """Whether what it answers within a stage follows from the stage's key and dice alone, so
        that the odds of the stage are worked out once and not for every way to it."""
        return False


class IllegalAnswerError(Exception):
    """A player gave an answer that is no option of its question."""


def check_answer(fight: Fight, question: Question, answer: Option | Ruling) -> None:
    """Raises IllegalAnswerError unless an answer is a ruling or one of the question's options."""
    if isinstance(answer, Ruling) or question.offers(answer):
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
    """Gives each question its own default: somebody who has no opinion."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.default_option()

    def decides_by_stage(self) -> bool:
        return True


NO_OPINION: Final = DefaultPlayer()
"""The game master where nobody sits as one."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Table:
    """What rules may ask. `wants_events` is false where nobody listens, so that rules need not
    tell; `wants_words` where whoever listens only counts (see `Fight.is_put_in_words`);
    `merges_ways` is true where it is worth saying what matters in the middle of a step.
    `follows_stages` is false where a stage is no more than the dice in it, so that rules may roll
    those without one. `direct_players` are those who decide for each side where nobody else looks
    at a question, so that rules may ask them by a quicker way that both know; elsewhere nobody."""

    def __init__(self, wants_events: bool) -> None:
        self.has_listener = wants_events
        self.wants_events = wants_events
        self.wants_words = wants_events
        self.merges_ways = False
        self.follows_stages = True
        self.direct_players: list[Player] = []
        self._pool: list[int] = NO_FACES
        self._faces_shown: i64 = 0

    def roll(self, count: i64, sides: i64, cuts: i64 = 0) -> list[int]:
        """The faces of a pool of equal dice; their order never matters to a rule.

        With `cuts` (made by `cut_at`) the rule promises to tell faces apart only at those places,
        and the odds table then walks one face for each band instead of all of them.
        """
        raise NotImplementedError

    def die(self, sides: i64, cuts: i64 = 0) -> i64:
        """One die by itself. Some tables have a quicker way to it than `roll`, so whoever derives
        from one of those and changes `roll` changes this as well."""
        return self.roll(1, sides, cuts)[0]

    def percent(self) -> i64:
        """Percentile dice, from 0 to 99."""
        return self.die(100) - 1

    def begin_roll(self, count: i64, sides: i64, cuts: i64 = 0) -> None:
        """Rolls a pool as `roll` does, of which `next_face` then gives one face after the other:
        for rules that look at each once and keep none. Whoever begins to roll looks at all faces
        before anything else is rolled. A table that rolls quicker without a list overrides both;
        whoever derives from such a one and changes `roll` changes these as well."""
        self._pool = self.roll(count, sides, cuts)
        self._faces_shown = 0

    def next_face(self) -> i64:
        """The next face of the pool that was begun last."""
        self._faces_shown += 1
        return self._pool[self._faces_shown - 1]

    def count_faces(
        self, count: i64, sides: i64, least: i64, sets_ones_apart: bool
    ) -> tuple[i64, i64, i64]:
        """Rolls a pool for a rule to which nothing matters but how many dice show `least` or more,
        of these how many the highest face, and, if ones are set apart and count for nothing else,
        how many a 1 (else 0). `faces_counted` then gives all faces to somebody who shows them. A
        table that counts quicker overrides this, and whoever derives from such a one and changes
        `roll` does as well."""
        cuts = cut_at(least) | cut_at(sides)
        if sets_ones_apart:
            cuts |= cut_at(2)
        self._pool = self.roll(count, sides, cuts)
        enough: i64 = 0
        highest: i64 = 0
        ones: i64 = 0
        for face in self._pool:
            if sets_ones_apart and face == 1:
                ones += 1
            elif face >= least:
                enough += 1
                if face == sides:
                    highest += 1
        return enough, highest, ones

    def tally_faces(self, count: i64, sides: i64) -> i64:
        """Rolls a pool for a rule to which nothing matters but how many dice show each face: these
        are TALLY_BITS bits each, those of a 1 lowest. A table that counts quicker overrides this,
        and whoever derives from such a one and changes `roll` does as well."""
        tally: i64 = 0
        for face in self.roll(count, sides, EVERY_CUT):
            tally += tally_of(face)
        return tally

    def faces_counted(self) -> list[int]:
        """The faces of the pool that was counted last, where somebody wants words."""
        return self._pool

    def answer(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the answer to a question. One option is no question: it is the answer."""
        forced = question.forced_option()
        return self.ask(fight, question) if forced is None else forced

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Ask a question that has at least two options."""
        raise NotImplementedError

    def tell(self, event: Event) -> None:
        """Hears an event."""

    def count_rules(self, rules: tuple[str, ...]) -> None:
        """Hears of the rules of an event for which it wants no words."""

    def count_harm(self, who: Fighter, by: Fighter | None, harm: i64) -> None:
        """Hears of harm for which it wants no words; it may be nobody's doing."""

    def count_drop(self, who: Fighter, by: Fighter | None) -> None:
        """Hears that somebody stands no more, where it wants no words for it."""

    def stage(self, stage: Stage) -> i64:
        """Has a stage played, and gives its number."""
        return stage.play(self)

    def merge_ways(self, fight: Fight, matters: tuple[object, ...]) -> None:
        """Hears that from here to the end of the step nothing matters but the fight's state, what
        is transient included, and these values. Ask `merges_ways` first, so that nothing is built
        for nobody."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LiveTable(Table):
    """Rolls with a seeded generator, asks the players, and passes events on to a listener.

    A subclass may look at questions, so it is asked only those that have a choice.
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
        self.follows_stages = False
        self._pool_sides: i64 = 0
        if not self.looks_at_questions:
            self.direct_players = players

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

    def begin_roll(self, count: i64, sides: i64, cuts: i64 = 0) -> None:
        self._pool_sides = sides

    def next_face(self) -> i64:
        return self.dice.die(self._pool_sides)

    def count_faces(
        self, count: i64, sides: i64, least: i64, sets_ones_apart: bool
    ) -> tuple[i64, i64, i64]:
        if self.wants_words:
            return super().count_faces(count, sides, least, sets_ones_apart)
        return self.dice.count_faces(count, sides, least, sets_ones_apart)

    def tally_faces(self, count: i64, sides: i64) -> i64:
        return self.dice.tally_faces(count, sides)

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
    """A live table that takes nothing but options of its questions."""

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        check_player_answer(fight, question, answer)
        return answer
