"""The journal writer: a thread that adds all waiting lines to journals in one transaction.

A commit waits for the disk. Meanwhile further appends gather, and the next commit writes them all.
So simultaneous answers in many fights cost few commits.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import Future
from queue import SimpleQueue

from affray.store.database import AlreadyAnsweredError, Store
from affray.store.journal import Append

MAX_BATCH = 200
"""The largest number of appends in one transaction."""

Waiting = tuple[Append, "Future[int]"]


class JournalWriter:
    """A thread that writes appends in the order of their arrival."""

    def __init__(self, store: Store, lease: float = 0.0) -> None:
        self.store = store
        self.lease = lease
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        # one thread: with two, each would gather half as many appends and commits would double
        self._thread = threading.Thread(target=self._write, name="journal-writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> Future[int]:
        """Add lines to a journal; the future returns its new length once they are on the disk.

        The future raises AlreadyAnsweredError if another server was first, or the database's error.
        """
        future: Future[int] = Future()
        self._queue.put((append, future))
        return future

    def close(self) -> None:
        """Write all waiting appends, and end the thread."""
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
