"""Lines of a journal that other servers told of and the room has not taken in yet."""

from __future__ import annotations

from collections.abc import Sequence

from affray.store import JournalLine

MAX_HEARD = 100
"""Appends that are remembered until the room takes them in."""


class HeardLines:
    """Appends of other servers: the journal's length behind each, and its lines."""

    def __init__(self) -> None:
        self._heard: list[tuple[int, Sequence[JournalLine]]] = []

    def hear(self, number: int, lines: Sequence[JournalLine]) -> None:
        """Note lines up to this length of the journal; without lines, that there are some."""
        self._heard.append((number, lines))
        if len(self._heard) > MAX_HEARD:  # what is missing at the front is read from the journal
            del self._heard[0]

    def are_behind(self, number: int) -> bool:
        """Return whether lines were told of that follow the first `number`."""
        return bool(self._heard) and self._heard[-1][0] > number

    def take(self, number: int) -> list[JournalLine]:
        """Return the lines behind the first `number`; none if one is missing and the journal has
        to be read."""
        heard, self._heard = self._heard, []
        found: list[JournalLine] = []
        for length, lines in heard:
            end = number + len(found)
            if length > end:
                if length - len(lines) != end:
                    return []
                found.extend(lines)
        return found
