"""Fights, fighters and setups: the interface of every ruleset to the rest of Affray."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.events import Event, Phrases
from affray.core.questions import GM, NOBODY, RULED, Option, Question, Ruling
from affray.core.recovery import Recovery
from affray.core.state import Counted, External, Stateful
from affray.core.table import Table

if TYPE_CHECKING:
    from affray.core.rulings import Rulings

STANDING: Final = "standing"
DOWN: Final = "down"
FLED: Final = "fled"
DEAD: Final = "dead"

TEST: Final = "test"
"""The kind of a ruling that has a fighter make a Test."""


def leading_number(words: str) -> int:
    """Return the number that a text begins with.

    It is 2 for '2 AP', 1 for 'action', and 0 for 'free', 'no action' or an empty text.
    """
    first = words.partition(" ")[0]
    if first.isdecimal():
        return int(first)
    return 0 if first in ("", "free", "no", "keeps") else 1


def place_names(board: dict[str, object]) -> list[str]:
    """Return the names of a board's places, as rulings write them."""
    places = board["places"]
    assert isinstance(places, list)
    return [str(one["name"]) if isinstance(one, dict) else str(one) for one in places]


class IllegalError(Exception):
    """An attempt that the rules do not allow; the message says why."""


@dataclass(eq=False)
class Heading:
    """The part of a scenario that every ruleset has.

    It has the title, the sides, the round limit at which a fight is a draw, whether there is a game
    master, and the rulings before the fight.
    """

    ruleset: str
    title: str
    sides: list[str]
    round_limit: int = 100
    has_game_master: bool = False
    before: list[Ruling] = field(default_factory=list)


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """A scenario made ready to fight: names given, sheets resolved, options made once.

    A setup never changes, and all fights of a scenario share it. `has_game_master` says whether
    there is a game master; only then do rules offer options that a game master must judge. It is
    part of the scenario, so of every tape, and a replay asks the same questions. `before` holds the
    rulings before the fight: who is absent, who is wounded.
    """

    def __init__(self, heading: Heading, names: list[str], phrases: Phrases) -> None:
        self.ruleset: Final = heading.ruleset
        self.title: Final = heading.title
        self.sides: Final = heading.sides
        self.round_limit: Final[i64] = heading.round_limit
        self.has_game_master: Final = heading.has_game_master
        self.before: Final = heading.before
        self.names: Final = names
        self.phrases: Final = phrases
        self.player_notes: object | None = None
        """Notes of a computer player on this scenario. Rules never read them."""

    def new_fight(self, table: Table) -> Fight:
        """Return a new fight at this table, after all rulings before the fight."""
        fight = self.blank_fight(table)
        fight.begin_as_ruled()
        return fight

    def emblem(self, who: i64) -> str:
        """Return a fighter's emblem for its token.

        It is one of blade, axe, spear, mace, bow, shield, caster, mount, beast, fist and engine.
        """
        return "blade"

    def sheet_of(self, who: i64) -> dict[str, object]:
        """Return a fighter's sheet for display.

        It has "scores" (name and number), "weapons" (each with its "name", "figures" and "tags"),
        "armour", and further entries of the ruleset.
        """
        return {}

    def blank_fight(self, table: Table) -> Fight:
        """Return a fight at this table that is about to take over the state of another."""
        return self.new_fight(table)

    def board(self) -> dict[str, object]:
        """Return the board as data to draw, with "kind" zones, spots or grid.

        An option's `place` is a number in its list of "places" (on a grid, row by row).
        """
        raise NotImplementedError

    def asked_name(self, question: Question) -> str:
        """Return the name of the fighter, side or game master asked, as on a tape."""
        if question.side == GM:
            return "GM"
        if question.who == NOBODY:
            return self.sides[question.side]
        return self.names[question.who]

    def prompt(self, question: Question) -> str:
        """Return the question as a sentence."""
        phrase = self.phrases.get("ask." + question.kind, "{who}: " + question.kind + "?")
        return phrase.format_map(
            {
                "who": self.names[question.who] if question.who >= 0 else self.asked_name(question),
                "about": self.names[question.about] if question.about >= 0 else "",
                "target": self.names[question.target] if question.target >= 0 else "",
                "words": f" “{question.words}”" if question.words else "",
            }
        )


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Fighter(Stateful):
    """A fighter, as code outside the ruleset sees it.

    A ruleset's own class declares the state that changes (see `affray.core.state`).
    """

    index: Final[i64]
    side: Final[i64]
    name: Final[str]

    def __init__(self, index: i64, side: i64, name: str) -> None:
        self.index = index
        self.side = side
        self.name = name

    def state(self) -> str:
        """Return "standing", "down", "fled" or "dead"."""
        raise NotImplementedError

    def health(self) -> int:
        """Return how much harm is left to take, never below zero."""
        raise NotImplementedError

    def max_health(self) -> int:
        """Return the health at full strength."""
        raise NotImplementedError

    def conditions(self) -> list[str]:
        """Return the fighter's conditions, in the ruleset's words."""
        return self.current_conditions()

    def is_in_fight(self) -> bool:
        """Return whether the fighter's side is not beaten as long as the fighter is there."""
        return self.state() == STANDING


def harm_parts(who: Fighter, by: Fighter | None, harm: i64) -> dict[str, object]:
    """Return the parts of every "hurt" event: the fighter, the harm and its cause."""
    return {"who": who.name, "by": by.name if by is not None else None, "harm": int(harm)}


@mypyc_attr(acyclic=True)
class AttackResult:
    """The result of one attack.

    It says whether the attack hit, its damage (perhaps more than the target had left), and its
    other effects in the game's words.
    """

    def __init__(self, hit: bool, damage: i64, effects: tuple[str, ...] = ()) -> None:
        self.hit: Final = hit
        self.damage: Final[i64] = damage
        self.effects: Final = effects


@mypyc_attr(allow_interpreted_subclasses=True)
class Fight(Stateful):
    """The live state of a fight, which the ruleset's code changes.

    `step` plays from one moment between turns to the next, and sets `ended` when the fight is over.
    Everything that matters between turns is declared as state (see `affray.core.state`); `copy` and
    `key` follow from it.

    Every ruleset emits "hurt" with `who`, `by` (a name, or None) and `harm` (a number) when a
    fighter takes harm. It emits "out" with `who` and `by` when a fighter stops standing. So
    statistics need not know the rules.
    """

    setup: Final[Setup]
    fighters: Final[list[Fighter]]
    table: External[Table]
    has_listener: External[bool]
    round: i64
    turns: Counted[i64]
    ended: bool

    def __init__(self, setup: Setup, table: Table, fighters: list[Fighter]) -> None:
        self.setup = setup
        self.fighters = fighters
        self.table = table
        self.has_listener = table.has_listener
        self.round = 0
        self.turns = 0
        self.ended = False

    # --- methods that a ruleset writes ---

    def place_name(self, who: i64) -> str:
        """Return a fighter's place, named as on the scenario's map."""
        raise NotImplementedError

    def position(self, who: i64) -> dict[str, object]:
        """Return a fighter's position on the board: its "place", and "facing" if it has one."""
        raise NotImplementedError

    def step(self) -> None:
        """Play on to the next moment between turns."""
        raise NotImplementedError

    def rulings_on(self, who: i64) -> Rulings[Any, Any]:
        """Return the rulings that a game master can give on a fighter."""
        raise NotImplementedError

    def attacks(self, who: i64) -> list[Option]:
        """Return every attack the fighter could make in this fight, near or far."""
        raise NotImplementedError

    def hindrance(self, who: i64, attack: Option) -> str:
        """Return the reason why the fighter cannot attack from its place, or an empty text."""
        raise NotImplementedError

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Move the fighter to a place from which this attack is possible, to compute its odds."""
        raise NotImplementedError

    def make_attack(self, who: i64, attack: Option) -> AttackResult:
        """Make the attack and return its result."""
        raise NotImplementedError

    def attack_outcome(self, who: i64, attack: Option) -> tuple[bool, int, bool, tuple[str, ...]]:
        """Make the attack.

        Return whether it hit, the harm, whether the target dropped, and the effects. Harm is the
        health that the target lost, so it is never more than the target had. A target drops if it
        stood before the attack and does not stand after it.
        """
        target = self.roster()[attack.target]
        health = target.health()
        stood = target.state() == STANDING
        result = self.make_attack(who, attack)
        harm = max(0, health - target.health())
        return (result.hit, harm, stood and target.state() != STANDING, result.effects)

    def turn_order(self) -> list[dict[str, object]]:
        """Return the order of turns in this round.

        Each entry has "who" (an index), "status" (acting, waiting, acted or out) and "left" (the
        rest of the turn in words, or an empty text).
        """
        return []

    def actions_by_fighter(self) -> list[int]:
        """Return how many actions or points each fighter has left in this round.

        These are the numbers of `turn_order`. A ruleset may count them without the words, which is
        faster.
        """
        found = [0] * len(self.fighters)
        for entry in self.turn_order():
            who, left = entry["who"], entry["left"]
            if isinstance(who, int) and isinstance(left, str):
                found[who] = leading_number(left)
        return found

    def recovery(self) -> Recovery[Any]:
        """Return the recovery between this fight and the next."""
        return Recovery(self)

    def is_still_open(self, question: Question, option: Option) -> bool:
        """Return whether an option still makes sense after a ruling interrupted its question."""
        return True

    # --- methods that every ruleset inherits ---

    def play(self) -> None:
        """Play to the end."""
        while not self.is_over():
            self.step()

    def roster(self) -> Sequence[Fighter]:
        """Return all fighters by index, whatever their state."""
        return self.fighters

    def is_over(self) -> bool:
        """Return whether the fight has ended."""
        return self.ended

    def sides_left(self) -> i64:
        """Return how many sides are not beaten yet, counting at most two."""
        first: i64 = NOBODY
        for fighter in self.fighters:
            if fighter.side != first and fighter.is_in_fight():
                if first != NOBODY:
                    return 2
                first = fighter.side
        if first == NOBODY:
            return 0
        return 1

    def winner(self) -> i64:
        """Return the only side left at the end, or NOBODY in a draw or before the end."""
        if not self.is_over() or self.sides_left() != 1:
            return NOBODY
        for fighter in self.fighters:
            if fighter.is_in_fight():
                return fighter.side
        return NOBODY

    def verdict(self) -> str:
        """Return who won, in words."""
        side = self.winner()
        return self.setup.sides[side] + " won" if side != NOBODY else "nobody won"

    def copy(self, table: Table) -> Fight:
        """Return a copy of the fight at another table."""
        other = self.setup.blank_fight(table)
        other.become(self)
        return other

    def become(self, other: Fight) -> None:
        """Copy all the state of another fight of the same setup."""
        self.copy_state(other)
        for index in range(len(self.fighters)):
            mine, theirs = self.fighters[index], other.fighters[index]
            if not mine.has_state_of(theirs):
                mine.copy_state(theirs)

    def key(self) -> tuple[object, ...]:
        """Return everything that can still matter between turns, as a hashable value.

        For a fight that has ended, that is its winner. Otherwise it is the number of rounds left
        before a draw, and the rest of the state.
        """
        if self.ended:
            return (int(self.winner()),)
        return (int(self.rounds_left()), self.key_without_rounds())

    def key_without_rounds(self) -> tuple[object, ...]:
        """Return the key without the number of rounds left."""
        if self.ended:
            return (int(self.winner()),)
        return (self.state_key(), tuple([fighter.state_key() for fighter in self.fighters]))

    def key_in_step(self) -> tuple[object, ...]:
        """Return all state that can matter in the middle of a step, as a hashable value."""
        return (self.state_key(True), tuple([one.state_key(True) for one in self.fighters]))

    def rounds_left(self) -> i64:
        """Return how many rounds are left before the fight is a draw."""
        return self.setup.round_limit - self.round

    def round_key(self) -> i64:
        """Return how else the round can matter to rules; 0 unless a ruleset overrides this."""
        return 0

    def rule(self, ruling: Ruling) -> None:
        """Apply a game master's ruling.

        Raises IllegalError if the ruleset cannot. A Test is announced before it is made.
        """
        if ruling.kind == TEST:
            self.rulings_on(self.fighter_named(ruling.fighter).index).parse_test(ruling.value)
            self.tell_ruling(ruling)
            self.apply_ruling(ruling)
            return
        self.apply_ruling(ruling)
        self.tell_ruling(ruling)

    def apply_ruling(self, ruling: Ruling) -> None:
        """Make the change of a ruling."""
        who = self.fighter_named(ruling.fighter)
        self.rulings_on(who.index).apply(ruling.kind, ruling.value)

    def tell_ruling(self, ruling: Ruling) -> None:
        """Emit the ruling and its reason as an event."""
        who = self.fighter_named(ruling.fighter)
        if self.has_listener:
            self.tell(
                "ruling",
                {"who": who.name, "change": ruling.kind, "value": ruling.value, "why": ruling.text},
                self.rulings_on(who.index).rules(ruling.kind),
            )

    def begin_as_ruled(self) -> None:
        """Make the scenario's changes before the fight, without events.

        Raises IllegalError for the first impossible change.
        """
        self.has_listener = False
        for ruling in self.setup.before:
            try:
                self.rule_before(ruling)
            except IllegalError as error:
                raise IllegalError(f"{ruling.kind} of {ruling.fighter}: {error}") from None
        self.has_listener = self.table.has_listener

    def rule_before(self, ruling: Ruling) -> None:
        """Make one change before the fight.

        In most rulesets it is the same as a ruling in the fight.
        """
        self.apply_ruling(ruling)

    def ask(self, question: Question) -> Option:
        """Ask a question at the table and return the answer.

        A question with one option is answered automatically. If the game master rules instead, the
        ruling is applied at once. An `asked_again` question then returns RULED, and its asker lists
        it again. Any other question is asked again with the options that are still open, or gets
        its default if none is.
        """
        answer = self.table.answer(self, question)
        return answer if isinstance(answer, Option) else self._answer_after(answer, question)

    def _answer_after(self, ruling: Ruling, question: Question) -> Option:
        """Return the answer to a question after the game master has ruled."""
        answer: Option | Ruling = ruling
        while not isinstance(answer, Option):
            default = question.default_option()
            self.rule(answer)
            if question.asked_again:
                return RULED
            question.forget_options()
            left = [one for one in question.options if self.is_still_open(question, one)]
            if not left:
                return default
            if len(left) == 1:
                return left[0]
            answer = self.table.ask(self, question.among(left, default))
        return answer

    def tell(self, kind: str, parts: dict[str, object], rules: tuple[str, ...] = ()) -> None:
        """Emit an event. Log functions call this if there is a listener."""
        self.table.tell(Event(kind, parts, rules))

    def tell_hurt(
        self,
        who: Fighter,
        by: Fighter | None,
        harm: i64,
        before: i64,
        now: i64,
        rules: tuple[str, ...],
    ) -> None:
        """Emit the event of harm that changed a fighter's number from `before` to `now`."""
        if not self.has_listener:
            return
        parts = harm_parts(who, by, harm)
        self.tell("hurt", {**parts, "before": int(before), "now": int(now)}, rules)

    def tell_out(self, who: Fighter, by: Fighter | None, how: str, rule: str) -> None:
        """Emit the event of a fighter who stops standing."""
        if not self.has_listener:
            return
        name = by.name if by is not None else None
        self.tell("out", {"who": who.name, "by": name, "how": how}, (rule,))

    def fighter_named(self, name: str) -> Fighter:
        """Return the fighter with this name. Raises IllegalError with the known names."""
        for fighter in self.roster():
            if fighter.name.lower() == name.lower():
                return fighter
        known = ", ".join(fighter.name for fighter in self.roster())
        raise IllegalError(f"nobody here is called {name!r}; there are {known}")
