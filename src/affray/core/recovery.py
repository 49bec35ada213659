"""Recovery between two fights: lasting harm, and the possible rests."""

from __future__ import annotations

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

NO_REST: Final = "at once"
"""No time passes between two fights."""

F = TypeVar("F")


@mypyc_attr(allow_interpreted_subclasses=True)
class Recovery(Generic[F]):
    """The recovery after a fight.

    In a ruleset whose document does not mention it, the next fight follows at once and every
    fighter begins it fresh.
    """

    def __init__(self, fight: F) -> None:
        self.fight: Final = fight

    def rests(self) -> list[str]:
        """Return the names of the rests that are possible between this fight and the next."""
        return [NO_REST]

    def rest(self, kind: str) -> None:
        """Apply a rest after the fight."""

    def lasting(self, who: i64) -> list[tuple[str, str]]:
        """Return a fighter's lasting effects as kinds and values of rulings."""
        return []
