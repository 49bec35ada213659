"""A game master's rulings and their notation, in every ruleset."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import (
    DEAD,
    DOWN,
    FLED,
    STANDING,
    TEST,
    Fight,
    Fighter,
    IllegalError,
    place_names,
)
from affray.core.table import cut_at

F = TypeVar("F", bound=Fight)
W = TypeVar("W", bound=Fighter)

CHANCE: Final = "Chance"
CHANCES: Final = {"even": 4, "likely": 3, "unlikely": 5}
"""The lowest successful face of a d6 for each chance, in rulesets without Tests of their own."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulings(Generic[F, W]):
    """The rulings on one fighter of a fight.

    A ruleset implements the change of each one, and raises IllegalError with the known values.
    """

    def __init__(self, fight: F, who: W) -> None:
        self.fight: Final = fight
        self.who: Final = who

    def health(self, value: str) -> None:
        """Set the fighter's remaining health."""
        raise IllegalError("no ruling changes health here")

    def place(self, value: str) -> None:
        """Put the fighter at a place, named as on the scenario's map."""
        raise IllegalError("no ruling changes place here")

    def condition(self, value: str) -> None:
        """Make or end a condition: 'prone', 'not prone'."""
        raise IllegalError("no ruling changes condition here")

    def gear(self, value: str) -> None:
        """Give or take something: 'dagger', 'not dagger'."""
        raise IllegalError("no ruling changes gear here")

    def stand(self) -> None:
        """Make the fighter stand and fight, whatever its state was."""
        raise IllegalError("no ruling changes state here")

    def drop(self) -> None:
        """Take the fighter down."""
        raise IllegalError("no ruling changes state here")

    def flee(self) -> None:
        """Make the fighter leave the fight."""
        raise IllegalError("no ruling changes state here")

    def die(self) -> None:
        """Make the fighter dead, or down if the ruleset has no death."""
        self.drop()

    def leave(self) -> None:
        """Apply the further effects when a fighter leaves the fight."""

    def other(self, kind: str, value: str) -> None:
        """Make a change of a kind that only this ruleset has.

        Raises IllegalError with the possible kinds.
        """
        raise IllegalError(
            f"a ruling changes health, place, condition, gear or state, not {kind!r}"
        )

    def rules(self, kind: str) -> tuple[str, ...]:
        """Return the rules for rulings of this kind."""
        return ()

    # --- the values to choose from ---

    def conditions(self) -> list[str]:
        """Return the names of all conditions."""
        return list(self.who.condition_names())

    def condition_choices(self) -> list[str]:
        """Return the conditions that can be ruled, or ended after 'not'."""
        return self.conditions()

    def others(self) -> list[str]:
        """Return the names of all other fighters."""
        return [one.name for one in self.fight.roster() if one.index != self.who.index]

    def gear_choices(self) -> list[str]:
        """Return the gear that can be given, or taken after 'not'."""
        return []

    def other_choices(self) -> dict[str, list[str]]:
        """Return the kinds of rulings that only this ruleset has, with their values."""
        return {}

    def choices(self) -> dict[str, list[str]]:
        """Return every kind of ruling with its values, for a game master to choose from.

        Some may be illegal in the current situation; the game master learns that by trying.
        """
        found = {
            "health": [str(left) for left in range(self.who.max_health(), -1, -1)],
            "place": place_names(self.fight.setup.board()),
            "condition": with_negations(self.condition_choices()),
            "gear": with_negations(self.gear_choices()),
            "state": [STANDING, DOWN, FLED, DEAD],
        }
        found.update(self.other_choices())
        return found

    # --- Tests ---

    def tests(self) -> list[str]:
        """Return the abilities, skills or scores that a Test can use, in the ruleset's words."""
        return [CHANCE]

    def difficulties(self) -> list[str]:
        """Return the difficulties of a Test in the ruleset's words, the usual one first."""
        return list(CHANCES)

    def test(self, what: str, difficulty: str) -> bool:
        """Make a Test by the ruleset's own rules and return whether it succeeds.

        A ruleset without Tests rolls one die of six.
        """
        wanted: i64 = CHANCES[difficulty]
        face = self.fight.table.die(6, cut_at(wanted))
        if self.fight.has_listener:
            outcome = "success" if face >= wanted else "failure"
            parts: dict[str, object] = {
                "who": self.who.name,
                "difficulty": difficulty,
                "dice": [int(face)],
                "needs": int(wanted),
                "outcome": outcome,
            }
            self.fight.tell("test", parts)
        return face >= wanted

    def make_test(self, value: str) -> bool:
        """Make a Test that was ruled, such as 'Athletics, -10'."""
        what, difficulty = self.parse_test(value)
        return self.test(what, difficulty)

    def parse_test(self, value: str) -> tuple[str, str]:
        """Return the ability and the difficulty of a Test.

        Raises IllegalError with the choices.
        """
        what, _, difficulty = value.partition(", ")
        tests, difficulties = self.tests(), self.difficulties()
        if what not in tests or (difficulty or difficulties[0]) not in difficulties:
            raise IllegalError(
                f"a Test is of {', '.join(tests)}, and behind a comma {', '.join(difficulties)}, "
                f"not {value!r}"
            )
        return what, difficulty or difficulties[0]

    def apply(self, kind: str, value: str) -> None:
        """Make the change of that kind."""
        if kind == "health":
            self.health(value)
        elif kind == "place":
            self.place(value)
        elif kind == "condition":
            self.condition(value)
        elif kind == "gear":
            self.gear(value)
        elif kind == "state":
            self.change_state(value)
        elif kind == TEST:
            self.make_test(value)
        else:
            self.other(kind, value)

    def change_state(self, value: str) -> None:
        """Make the fighter stand, drop, flee or die."""
        if value == STANDING:
            self.stand()
        elif value == DOWN:
            self.drop()
            self.leave()
        elif value == FLED:
            self.flee()
            self.leave()
        elif value == DEAD:
            self.die()
            self.leave()
        else:
            raise IllegalError(f"a state is standing, down, fled or dead, not {value!r}")


def with_negations(names: list[str]) -> list[str]:
    """Return the names, and each of them again after 'not'."""
    return [*names, *["not " + name for name in names]]


def parse_number(value: str, most: int, what: str) -> int:
    """Return a text as a number from 0 to the given maximum."""
    if not is_whole_number(value) or int(value) > most:
        raise IllegalError(f"{what} is from 0 to {most}, not {value!r}")
    return int(value)


def parse_negation(value: str) -> tuple[bool, str]:
    """Return False if a text begins with 'not', otherwise True, and the rest of the text."""
    return not value.startswith("not "), value.removeprefix("not ")


def is_whole_number(text: str) -> bool:
    """Return whether a text is a number of at most nine plain digits."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def has_control_characters(text: str) -> bool:
    """Return whether a text has characters that a terminal or page would interpret.

    These are control characters, line separators, marks of writing direction and unpaired
    surrogates.
    """
    if text.isprintable():
        return False
    for sign in text:
        code = ord(sign)
        if (
            code < 32
            or 0x7F <= code < 0xA0
            or 0x2028 <= code <= 0x202E
            or 0x2066 <= code <= 0x2069
            or 0xD800 <= code <= 0xDFFF
        ):
            return True
    return False
