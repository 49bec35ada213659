"""Adds to journals from a thread of its own, everything that waits in one transaction.

A commit waits for the disk. While it does, further appends gather, and the next commit takes them
all, so that many fights answered at once cost few commits.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import SimpleQueue

from affray.store.database import AlreadyAnsweredError, Store
from affray.store.journal import Append

MAX_BATCH = 200
"""So many appends go into one transaction."""

Waiting = tuple[Append, "Future[int]"]


class JournalWriter:
    """Writes appends in the order they come."""

    def __init__(self, store: Store, lease: float = 0.0) -> None:
        self.store = store
        self.lease = lease
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        # one alone, because of two each would gather half as much and commit twice as often
        self._thread = threading.Thread(target=self._write, name="journal-writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> Future[int]:
        """Add lines to a journal; the future gives its new length once they are on the disk.

        The future raises AlreadyAnsweredError if another server was first, or the database's error.
        """
        future: Future[int] = Future()
        self._queue.put((append, future))
        return future

    def close(self) -> None:
        """Write what waits, and end."""
        self._queue.put(None)
        self._thread.join(10)

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch = [first]
            ends = False
            while len(batch) < MAX_BATCH and not self._queue.empty():
                more = self._queue.get()
                if more is None:
                    ends = True
                    break
                batch.append(more)
            self._commit(batch)
            if ends:
                return

    def _commit(self, waiting: Sequence[Waiting]) -> None:
        batch = [one for one in waiting if one[1].set_running_or_notify_cancel()]
        if not batch:
            return
        try:
            results = self.store.append_all([append for append, _ in batch], self.lease)
        except Exception as error:
            for _, future in batch:
                future.set_exception(error)
            return
        for (append, future), problem in zip(batch, results, strict=True):
            if problem is None:
                future.set_result(append.number)
            else:
                future.set_exception(AlreadyAnsweredError(append.fight))
