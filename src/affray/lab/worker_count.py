"""How many workers there may be."""

from __future__ import annotations

from affray.core.problems import data_error

MOST_WORKERS = 1024


def check_workers(workers: int | None) -> None:
    """Raises InvalidDataError for a number of workers that cannot be."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise data_error(f"expected 1 to {MOST_WORKERS} workers, not {workers}", "--workers")
