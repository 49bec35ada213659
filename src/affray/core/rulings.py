"""What a game master can rule, and how it is put, alike in every ruleset."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, IllegalError

F = TypeVar("F")
W = TypeVar("W")


@mypyc_attr(allow_interpreted_subclasses=True)
class Rulings(Generic[F, W]):
    """What can be ruled about one fighter of a fight. A ruleset writes what each of them changes,
    and raises IllegalError saying what would be understood."""

    def __init__(self, fight: F, who: W) -> None:
        self.fight: Final = fight
        self.who: Final = who

    def health(self, value: str) -> None:
        """Sets how much harm they have left to take."""
        raise IllegalError("no ruling changes health here")

    def place(self, value: str) -> None:
        """Puts them elsewhere, in the words of the scenario's map."""
        raise IllegalError("no ruling changes place here")

    def condition(self, value: str) -> None:
        """Makes or ends a condition: 'prone', 'not prone'."""
        raise IllegalError("no ruling changes condition here")

    def gear(self, value: str) -> None:
        """Gives or takes something: 'dagger', 'not dagger'."""
        raise IllegalError("no ruling changes gear here")

    def stand(self) -> None:
        """Makes them stand and fight, wherever they were."""
        raise IllegalError("no ruling changes state here")

    def drop(self) -> None:
        """Makes them fight no more."""
        raise IllegalError("no ruling changes state here")

    def flee(self) -> None:
        """Makes them leave the fight."""
        raise IllegalError("no ruling changes state here")

    def die(self) -> None:
        """Makes them dead; where a ruleset has no death, as if they had dropped."""
        self.drop()

    def leave(self) -> None:
        """What else comes of it that they are in the fight no more, however it came about."""

    def other(self, kind: str, value: str) -> None:
        """Changes what only this ruleset knows, or says what there is to change."""
        raise IllegalError(
            f"a ruling changes health, place, condition, gear or state, not {kind!r}"
        )

    def rules(self, kind: str) -> tuple[str, ...]:
        """The rules that a ruling of this kind goes by."""
        return ()

    def apply(self, kind: str, value: str) -> None:
        """Makes the change of that kind."""
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
        else:
            self.other(kind, value)

    def change_state(self, value: str) -> None:
        """Makes them stand, drop, flee or die."""
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


def parse_number(value: str, most: int, what: str) -> int:
    """A number from 0 up to the most there can be."""
    if not is_whole_number(value) or int(value) > most:
        raise IllegalError(f"{what} is from 0 to {most}, not {value!r}")
    return int(value)


def parse_negation(value: str) -> tuple[bool, str]:
    """Whether something is to be, or after 'not' is to be no more; and what it is."""
    return not value.startswith("not "), value.removeprefix("not ")


def is_whole_number(text: str) -> bool:
    """Whether a text is a number of at most nine plain digits."""
    return text.isascii() and text.isdigit() and len(text) <= 9


def has_control_characters(text: str) -> bool:
    """Whether a text holds what a terminal or a page would obey instead of show: control
    characters, separators of lines, marks that turn the direction of writing, halves of pairs."""
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
