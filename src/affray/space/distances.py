"""How far it is from one place to all others, whatever the places are."""

from __future__ import annotations

from heapq import heappop, heappush
from typing import Final

from mypy_extensions import i64

NO_WAY: Final[i64] = 1_000_000
"""How far it is to where there is no way."""


def shortest_distances(start: int, ways: list[list[tuple[int, int]]]) -> list[int]:
    """How far it is from a place to each by the shortest way (Dijkstra's); `ways` has, for each
    place, where one gets to from there and how far that is."""
    found = [int(NO_WAY)] * len(ways)
    found[start] = 0
    edge: list[tuple[int, int]] = [(0, start)]
    while edge:
        so_far, here = heappop(edge)
        if so_far > found[here]:
            continue
        for there, length in ways[here]:
            if so_far + length < found[there]:
                found[there] = so_far + length
                heappush(edge, (so_far + length, there))
    return found
