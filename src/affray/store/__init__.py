"""Fights kept: each is its scenario and a journal of answers that is only ever added to."""

from affray.store.database import AlreadyAnsweredError, FightNotFoundError, Store, StoredFight
from affray.store.journal import (
    ANSWER,
    REFUSAL,
    TAKE_BACK,
    WISH,
    JournalLine,
    TakeBackWish,
    answer_lines,
    common_length,
    open_wish,
    tape_from_journal,
)

__all__ = [
    "ANSWER",
    "REFUSAL",
    "TAKE_BACK",
    "WISH",
    "AlreadyAnsweredError",
    "FightNotFoundError",
    "JournalLine",
    "Store",
    "StoredFight",
    "TakeBackWish",
    "answer_lines",
    "common_length",
    "open_wish",
    "tape_from_journal",
]
