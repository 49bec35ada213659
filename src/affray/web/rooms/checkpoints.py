"""Moments between turns that are kept, so that taking back replays only a few answers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from affray.web.rooms.playing import Checkpoint

SPACING = 64
"""Answers between two checkpoints that are kept."""

MAX_CHECKPOINTS = 64
"""Of more checkpoints than this every other one is dropped."""

CHECKPOINT_BYTES = 12_000


class Checkpoints:
    """The checkpoints of a fight: the beginning, some on the way, and the last."""

    def __init__(self, beginning: Checkpoint) -> None:
        self.kept = [beginning]
        self.spacing = SPACING

    @property
    def last(self) -> Checkpoint:
        """Return the checkpoint from which an answer plays on."""
        return self.kept[-1]

    def at(self, tape_length: int) -> Checkpoint:
        """Return the last checkpoint at or before a length of the tape."""
        return self.kept[self._place(tape_length)]

    def cut(self, tape_length: int) -> None:
        """Drop the checkpoints behind a length of the tape."""
        del self.kept[self._place(tape_length) + 1 :]

    def add(self, new: Sequence[Checkpoint]) -> None:
        """Add checkpoints; only the last two may be nearer to each other than the spacing."""
        kept = self.kept
        for one in new:
            while len(kept) > 1 and kept[-1].tape_length - kept[-2].tape_length < self.spacing:
                kept.pop()
            kept.append(one)
        while len(kept) > MAX_CHECKPOINTS:
            self.spacing *= 2
            kept[1:-1] = kept[2:-1:2]

    def _place(self, tape_length: int) -> int:
        found = bisect_right(self.kept, tape_length, key=lambda one: one.tape_length)
        return max(0, found - 1)
