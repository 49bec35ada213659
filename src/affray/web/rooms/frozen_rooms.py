"""Frozen rooms: fights that can only be read, because the rules changed or the tape is damaged."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from affray.core.fight import IllegalError
from affray.core.problems import InvalidDataError
from affray.core.tape import TapeError
from affray.store import TABLE, TAKE_BACK, JournalLine, StoredFight, tape_from_journal
from affray.web.rooms.frames import Frame, frame_from_log
from affray.web.rooms.room import Room
from affray.web.rooms.shared_scenarios import shared_scenario

log = logging.getLogger("affray.web")

LogRows = list[tuple[int, str]]


def open_room(
    stored: StoredFight,
    journal: Sequence[JournalLine],
    read_log: Callable[[], LogRows] = list,
) -> Room:
    """Return a room built from its journal, or a frozen room with the stored log.

    The room is frozen if its journal cannot be played.
    """
    try:
        return Room.begin(stored, journal)
    except (InvalidDataError, TapeError, IllegalError, ValueError, LookupError) as error:
        reason = str(error)
    except Exception as error:
        log.exception("a fight cannot be opened", extra={"fields": {"fight": stored.id}})
        reason = f"{type(error).__name__}: {error}"
    return freeze_room(stored, journal, reason, read_log())


def freeze_room(
    stored: StoredFight, journal: Sequence[JournalLine], reason: str, log_rows: LogRows
) -> Room:
    """Return a frozen room, which only shows the stored log."""
    try:
        room = Room(stored, shared_scenario(stored.scenario, stored.name))
    except Exception:  # without a readable scenario the page draws no board
        room = Room(stored)
    room.frozen_reason = f"This fight can be looked at but not played on: {reason}"
    room.tape = tape_from_journal([line for line in journal if is_readable(line)])
    # before 0.2.0 no log was stored: show the answers instead
    room.frames = frames_from_log(journal, log_rows) or [
        frame_from_log(at, 0, "answer", text) for at, text in enumerate(room.tape, 1)
    ]
    room.number = len(journal)
    for number, line in enumerate(journal, 1):
        if line.kind == TABLE:
            with suppress(ValueError, LookupError, TypeError):
                room.table.apply(json.loads(line.text), number, len(room.tape))
    room._lengths = [(0, 0), (room.number, len(room.tape))]
    return room


def is_readable(line: JournalLine) -> bool:
    """Return whether a line of a journal that may be damaged can be read."""
    return line.kind != TAKE_BACK or line.text.isdecimal()


def frames_from_log(journal: Sequence[JournalLine], log_rows: LogRows) -> list[Frame]:
    """Return the frames of the stored log that were not taken back."""
    rows: dict[int, list[Any]] = {}
    for number, text in log_rows:
        with suppress(ValueError):
            rows[number] = json.loads(text)
    frames: list[Frame] = []
    for number in range(len(journal) + 1):
        line = journal[number - 1] if number else None
        if line is not None and line.kind == TAKE_BACK and is_readable(line):
            to = int(line.text)
            frames = [frame for frame in frames if frame.at <= to]
        frames += [frame_from_log(*one) for one in rows.get(number, [])]
    return frames
