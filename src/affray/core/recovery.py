"""What lies between two fights of the same people, and what of a fight lasts."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

AT_ONCE: Final = "at once"
"""No time goes by between two fights."""

F = TypeVar("F")


@mypyc_attr(allow_interpreted_subclasses=True)
class Recovery(Generic[F]):
    """What comes after a fight. In a ruleset whose document does not speak of it, the next fight
    follows at once and everybody begins it fresh."""

    def __init__(self, fight: F) -> None:
        self.fight: Final = fight

    def rests(self) -> list[str]:
        """Return the names of the rests that are possible between this fight and the next."""
        return [AT_ONCE]

    def rest(self, kind: str) -> None:
        """Apply a rest after the fight."""

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """Return what of a fighter lasts into the next fight, as kinds and values of rulings."""
        return []
