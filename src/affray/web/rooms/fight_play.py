"""Playing a fight: how an answer goes from a request to the journal, the room and the listeners.

Read `answer` and `_take_answer` from top to bottom. Every other change goes the same way through
`commit`: the room makes a step, its lines are added to the journal, then the room applies the step
and listeners are told. A request is acknowledged after the lines are on the disk and never before.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeVar

from affray.core.problems import data_error
from affray.core.questions import Ruling
from affray.core.tape import Answer, choice_answer, ruling_answer
from affray.store import AlreadyAnsweredError, Append, JournalLine, JournalWriter
from affray.web.messages import AnswerRequest
from affray.web.rooms.answers import read_answer
from affray.web.rooms.autoplay import Autoplay
from affray.web.rooms.open_rooms import OpenRooms
from affray.web.rooms.playing import Budget, is_unfinished_play
from affray.web.rooms.room import Room, Step
from affray.web.settings import Settings
from affray.web.workers.worker_pools import WorkerPools

APPEND_TRIES = 4
"""How often a change is made anew if another process was first with a line of the journal."""

QUICK = (100, 0.02)
IN_REQUEST = (1000, 0.4)
"""Answers and seconds that a fight is played on: at once, and in a request."""


Result = TypeVar("Result")


async def retry(change: Callable[[], Awaitable[Result]]) -> Result:
    """Make a change, and make it anew if another process was first with a line of the journal.

    The room has taken that line in by then, so `change` checks everything against it again.
    """
    for _ in range(APPEND_TRIES - 1):
        with suppress(AlreadyAnsweredError):
            return await change()
    return await change()


class FightPlay:
    """Answers, rulings, and what follows from them."""

    def __init__(
        self, rooms: OpenRooms, writer: JournalWriter, settings: Settings, pools: WorkerPools
    ) -> None:
        self.rooms = rooms
        self.writer = writer
        self.most = settings.answer_limit
        self.auto = Autoplay(self, pools)

    async def answer(
        self, fight: str, role: str, request: AnswerRequest, address: str = ""
    ) -> Room:
        """Take an answer or a ruling, play on, and store all of it; return the room after it."""
        room = await self.rooms.open(fight, address)
        async with room.gate:
            await retry(partial(self._take_answer, room, role, request))
            await self.advance(room)
        return room

    async def _take_answer(self, room: Room, role: str, request: AnswerRequest) -> None:
        """Check an answer, play on at once, and store both."""
        await self.check_number(room, request.number)
        answer = await self.rooms.in_room(room, partial(read_answer, room, role, request))
        await self.commit(room, await self.make_step(room, answer))

    async def check_number(self, room: Room, number: int) -> None:
        """Raise AlreadyAnsweredError if a question with this number is no longer open."""
        if self.rooms.is_behind(room) or (room.number < number and self.rooms.store.is_shared):
            await self.rooms.catch_up(room)
        if not room.asked_number <= number <= room.number:
            raise AlreadyAnsweredError(room.stored.id)

    async def make_step(self, room: Room, answer: Answer) -> Step:
        """Return the step that an answer makes."""
        return await self.rooms.in_room(
            room, lambda: room.answer(answer, self.most, Budget(*QUICK))
        )

    async def commit(self, room: Room, step: Step, unfinished: bool | None = None) -> None:
        """Add a step's lines to the journal, then apply the step and tell whoever listens.

        The room's gate is held. `unfinished` says whether the fight goes on by itself then, for
        steps that play nothing.
        """
        fight = room.stored.id
        if room.number + len(step.lines) > self.most:
            raise data_error("this fight has grown too long to be stored; branch from it")
        if step.play is not None:
            unfinished = is_unfinished_play(room.table, step.play.fight, step.play.question)
        changed = unfinished if unfinished != room.is_marked_unfinished else None
        append = Append(fight, room.number, step.lines, step.log_text(), changed)
        try:
            await asyncio.wrap_future(self.writer.append(append))
        except AlreadyAnsweredError:
            await self.rooms.catch_up(room)
            raise
        except BaseException:
            self.rooms.mark_stale(fight)  # nobody knows whether it is in the journal
            raise
        if unfinished is not None:
            room.is_marked_unfinished = unfinished
        await self.rooms.in_room(room, partial(room.apply, step), is_quick=True)
        if step.play is not None:
            self.auto.stop_thinking(fight)
            self.auto.wind_clock(room)
        self.rooms.subscriptions.notify(fight)

    async def advance(self, room: Room) -> None:
        """Play on while nobody has to be waited for, as far as a request may; the rest is played
        by itself. The room's gate is held."""
        until = room.number + IN_REQUEST[0]
        while room.can_advance() and room.number < until:
            step = await self.rooms.background.in_thread(
                room.advance, self.most, Budget(*IN_REQUEST)
            )
            if not step.lines:
                break
            await self.commit(room, step)
        if room.is_unfinished():
            self.auto.play(room.stored.id)

    # --- other changes ---

    async def commit_table(self, room: Room, step: Step) -> None:
        """Add lines that change the table alone; the room's gate is held. Call `advance` behind
        it if others play now."""
        table = room.table.copy_without_chat()
        for line in step.lines:
            table.apply(json.loads(line.text), room.number, len(room.tape))
        player = room.player()
        await self.commit(room, step, room.is_unfinished_at(table))
        if room.player() != player or not room.waits_for_thinker():
            self.auto.stop_thinking(room.stored.id)
        self.auto.wind_clock(room)

    async def rule_all(self, room: Room, rulings: Sequence[Ruling]) -> None:
        """Make rulings one after the other, at whatever question is next; the room's gate is
        held. Call `advance` behind it."""
        to_question = partial(self.rooms.background.in_thread, room.advance_to_question)
        if room.question is None:
            await self.commit(room, await to_question([], self.most))
        for ruling in rulings:
            if room.question is None:
                raise data_error("the fight is over; nothing can be ruled any more")
            await self.commit(room, await to_question([ruling_answer(ruling)], self.most))

    async def choose(self, room: Room, key: str, *first: JournalLine) -> None:
        """Answer the open question for somebody else, with lines before it; the room's gate is
        held. Nothing happens if another process was first."""
        question = room.question
        assert question is not None
        answer = choice_answer(room.scenario.setup.asked_name(question), key)
        step = await self.make_step(room, answer)
        step.lines[:0] = first
        try:
            await self.commit(room, step)
        except AlreadyAnsweredError:
            return
        if first:
            await self.advance(room)
