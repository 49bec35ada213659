"""Tasks for worker processes that use up time or memory."""

from __future__ import annotations

from time import process_time


def spin(seconds: float) -> None:
    """Use up these seconds of processor time."""
    until = process_time() + seconds
    while process_time() < until:
        pass


def allocate(size: int) -> int:
    """Allocate this many bytes of memory, and free them."""
    return len(bytes(size))
