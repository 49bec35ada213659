"""The store of fights: each fight is its scenario and an append-only journal of answers."""

from affray.store.database import (
    AlreadyAnsweredError,
    FightNotFoundError,
    FightSummary,
    Store,
    StoredFight,
    StoredJob,
    StoreUnavailableError,
    secret_digest,
)
from affray.store.engine import store_problem
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
    "open_wishes",
    "presence_text",
    "refusal_line",
    "secret_digest",
    "store_problem",
    "tape_from_journal",
    "update_wishes",
]
