"""Fights kept: each is its scenario and a journal of answers that is only ever added to."""

from affray.store.journal import (
    ANSWER,
    ASK,
    BACK,
    REFUSE,
    Line,
    Request,
    answered,
    in_common,
    request_of,
    tape_of,
)
from affray.store.keep import Kept, NotThere, Store, Taken

__all__ = [
    "ANSWER",
    "ASK",
    "BACK",
    "REFUSE",
    "Kept",
    "Line",
    "NotThere",
    "Request",
    "Store",
    "Taken",
    "answered",
    "in_common",
    "request_of",
    "tape_of",
]
