"""Stored fights: each is its scenario and a journal of answers that is only ever added to."""

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
from affray.store.notifications import Notification, NotificationListener
from affray.store.writer import JournalWriter

__all__ = [
    "ANSWER",
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
    "refusal_line",
    "secret_digest",
    "tape_from_journal",
    "update_wishes",
]
