"""What every fight of every ruleset offers to the tables, players, lab and pages above it."""

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
    """Something was tried that the rules do not allow there; the message says why."""


@dataclass(eq=False)
class Heading:
    """What every scenario says, whatever its ruleset: what it is called, who is against whom, after
    how many rounds it is a draw, whether somebody sits as game master, and what is ruled before
    the fight."""

    ruleset: str
    title: str
    sides: list[str]
    round_limit: int = 100
    has_game_master: bool = False
    before: list[Ruling] = field(default_factory=list)


@mypyc_attr(allow_interpreted_subclasses=True)
class Setup:
    """A scenario made ready to fight: names given, sheets resolved, options made once.

    It never changes, and all fights of a scenario share it. `has_game_master` says whether somebody
    sits as game master: rules offer what only a game master can judge where one does. It stands in
    the scenario, so in every tape, and a replay asks the same questions. `before` is what has
    changed about fighters when the fight begins: who is not there yet, who comes wounded.
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
        """What a computer player has worked out for this scenario. Rules never read it."""

    def new_fight(self, table: Table) -> Fight:
        """Return a new fight at this table, after everything that was ruled before it begins.

        A ruleset overrides this or `blank_fight`.
        """
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

        It has "scores" (name and figure), "weapons" (each with its "name", "figures" and "tags"),
        "armour", and whatever else the ruleset has.
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
        """Return who answers a question, as a tape names them."""
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
    """One who fights, as everybody outside the ruleset sees them. A ruleset's own class declares
    what of them changes (see `affray.core.state`)."""

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
        """Return whether the fighter keeps its side from being beaten."""
        return self.state() == STANDING


def harm_parts(who: Fighter, by: Fighter | None, harm: i64) -> dict[str, object]:
    """Return the parts of every "hurt" event: who took how much harm, and from whom."""
    return {"who": who.name, "by": by.name if by is not None else None, "harm": int(harm)}


@mypyc_attr(acyclic=True)
class AttackResult:
    """What one attack came to: whether it hit, its damage (not cut off at what the target had
    left), and what else it did, in words."""

    def __init__(self, hit: bool, damage: i64, effects: tuple[str, ...] = ()) -> None:
        self.hit: Final = hit
        self.damage: Final[i64] = damage
        self.effects: Final = effects


@mypyc_attr(allow_interpreted_subclasses=True)
class Fight(Stateful):
    """The live state of a fight, which the ruleset's code changes.

    `step` plays from one moment between turns to the next, and sets `ended` when it is over. All
    that matters at such a moment is declared as state (see `affray.core.state`), from which `copy`
    and `key` follow.

    Every ruleset tells "hurt" with `who`, `by` (a name, or None) and `harm` (a number) when
    somebody takes harm, and "out" with `who` and `by` when somebody stops standing, so that
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

    # --- what a ruleset writes ---

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
        """Return why the fighter cannot make this attack where it stands, or an empty text."""
        raise NotImplementedError

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Put the fighter where it can make this attack, to ask about its odds."""
        raise NotImplementedError

    def make_attack(self, who: i64, attack: Option) -> AttackResult:
        """Make the attack and return its result."""
        raise NotImplementedError

    def attack_outcome(self, who: i64, attack: Option) -> tuple[bool, int, bool, tuple[str, ...]]:
        """Make the attack.

        Return whether it hit, its damage, whether the target is out, and the effects.
        """
        result = self.make_attack(who, attack)
        is_out = self.roster()[attack.target].state() != STANDING
        return (result.hit, int(result.damage), is_out, result.effects)

    def turn_order(self) -> list[dict[str, object]]:
        """Return who acts when in this round, in order.

        Each entry has "who" (an index), "status" (acting, waiting, acted or out) and "left" (what
        is left of the turn, in words, or an empty text).
        """
        return []

    def actions_by_fighter(self) -> list[int]:
        """Return how many actions or points each fighter has left in this round.

        These are the figures of `turn_order`. A ruleset may count them without the words, which is
        quicker.
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

    # --- what every ruleset gets ---

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
        """Return how many sides are not beaten yet. Two stands for two or more."""
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
        """Take over all the state of another fight of the same setup."""
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
        """Return what else about the number of the round can matter: 0 unless a ruleset says so."""
        return 0

    def rule(self, ruling: Ruling) -> None:
        """Apply a game master's ruling.

        Raises IllegalError if the ruleset cannot.

        A Test is told before it is made.
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
        """Tell the ruling and its reason."""
        who = self.fighter_named(ruling.fighter)
        if self.has_listener:
            self.tell(
                "ruling",
                {"who": who.name, "change": ruling.kind, "value": ruling.value, "why": ruling.text},
                self.rulings_on(who.index).rules(ruling.kind),
            )

    def begin_as_ruled(self) -> None:
        """Make the scenario's changes before the fight, without telling them.

        Raises IllegalError with the first change that is impossible.
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

        A single option is the answer itself.

        If the game master rules instead, the ruling is applied at once. An `asked_again` question
        then returns RULED, and its asker lists it anew. Another question is asked again with the
        options that are still open, and falls to its default if none is.
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
        """Tell an event. Log functions call it if somebody listens."""
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
        """Tell of harm that took a fighter from one figure to another."""
        if not self.has_listener:
            return
        parts = harm_parts(who, by, harm)
        self.tell("hurt", {**parts, "before": int(before), "now": int(now)}, rules)

    def tell_out(self, who: Fighter, by: Fighter | None, how: str, rule: str) -> None:
        """Tell that a fighter stands no more, and in what way."""
        if not self.has_listener:
            return
        name = by.name if by is not None else None
        self.tell("out", {"who": who.name, "by": name, "how": how}, (rule,))

    def fighter_named(self, name: str) -> Fighter:
        """Return the fighter of that name. Raises IllegalError with the names there are."""
        for fighter in self.roster():
            if fighter.name.lower() == name.lower():
                return fighter
        known = ", ".join(fighter.name for fighter in self.roster())
        raise IllegalError(f"nobody here is called {name!r}; there are {known}")
