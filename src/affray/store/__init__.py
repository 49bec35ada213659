"""Stored fights: each is its scenario and a journal of answers that is only ever added to."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from affray.store.journal import (
    ANSWER,
    REFUSAL,
    TABLE,
    TAKE_BACK,
    WISH,
    Append,
    JournalLine,
    TakeBackWish,
    answer_lines,
    open_wishes,
    refusal_line,
    tape_from_journal,
    update_wishes,
)
from affray.store.summaries import FightSummary, list_local_fights

if TYPE_CHECKING:
    from affray.store.database import (
        AlreadyAnsweredError,
        FightNotFoundError,
        Store,
        StoredFight,
        StoredJob,
        StoreUnavailableError,
        secret_digest,
    )
    from affray.store.engine import store_problem
    from affray.store.notifications import (
        ALIVE,
        PRESENCE,
        PRESENCE_WANTED,
        Notification,
        NotificationListener,
        presence_text,
    )
    from affray.store.writer import JournalWriter

__all__ = [
    "ALIVE",
    "ANSWER",
    "PRESENCE",
    "PRESENCE_WANTED",
    "REFUSAL",
    "TABLE",
    "TAKE_BACK",
    "WISH",
    "AlreadyAnsweredError",
    "Append",
    "FightNotFoundError",
    "FightSummary",
    "JournalLine",
    "JournalWriter",
    "Notification",
    "NotificationListener",
    "Store",
    "StoreUnavailableError",
    "StoredFight",
    "StoredJob",
    "TakeBackWish",
    "answer_lines",
    "list_local_fights",
    "open_wishes",
    "presence_text",
    "refusal_line",
    "secret_digest",
    "store_problem",
    "tape_from_journal",
    "update_wishes",
]


def __getattr__(name: str) -> Any:
    """Import what is asked for when it is asked for, because a command needs little of it."""
    if name in __all__:
        for module in ("database", "engine", "notifications", "writer"):
            found = import_module(f"{__name__}.{module}")
            if hasattr(found, name):
                return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
