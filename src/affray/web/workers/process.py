"""A process that works for the service: it obeys limits of memory and of processor time, ignores
the keyboard's interrupt, and ends with its parent."""

from __future__ import annotations

import os
import signal
import threading
from multiprocessing import get_context, parent_process
from multiprocessing.context import ForkServerContext, SpawnContext
from pathlib import Path

PRELOADED = ["affray.web.workers.tasks"]
"""What every worker has imported when it starts."""


def worker_context() -> ForkServerContext | SpawnContext:
    """Return how worker processes are started.

    Quickly, from a server that has everything imported, where the system can do that.
    """
    try:
        context = get_context("forkserver")
    except ValueError:
        return get_context("spawn")
    context.set_forkserver_preload(PRELOADED)
    return context


def prepare_worker(niceness: int, max_bytes: int) -> None:
    """Make this process a worker: less urgent than play, and with limited memory."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(niceness)
    limit_memory(max_bytes)
    end_with_parent()


def end_with_parent() -> None:
    """End this process when its parent ends."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def limit_memory(max_bytes: int) -> None:
    """Have this process fail with MemoryError when it takes so much more than it has now."""
    try:
        import resource
    except ImportError:  # a system without such limits
        return
    used = data_bytes()
    if used and max_bytes:
        resource.setrlimit(resource.RLIMIT_DATA, (used + max_bytes, used + max_bytes))


def data_bytes() -> int:
    """Return how much memory this process has for data; 0 where the system does not say."""
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    for line in status.splitlines():
        if line.startswith("VmData:"):
            return int(line.split()[1]) * 1024
    return 0


def limit_processor_time(seconds: float) -> None:
    """End this process after these seconds of work; 0 removes the limit.

    The system does it, so that no loop is too tight to be ended.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
