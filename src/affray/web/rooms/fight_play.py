"""Playing a fight: the way of an answer from a request to the journal, the room and the listeners.

Start with `answer` and `_take_answer`. Every other change also goes through `commit`: the room
makes a step, its lines are added to the journal, then the room applies the step and listeners are
notified. A request is acknowledged only after the lines are on the disk.
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
from affray.core.tape import Answer, TapeError, choice_answer, parse_answer, ruling_answer
from affray.store import AlreadyAnsweredError, Append, JournalLine, JournalWriter
from affray.web.messages import AnswerRequest
from affray.web.rooms.autoplay import Autoplay
from affray.web.rooms.open_rooms import OpenRooms
from affray.web.rooms.playing import Budget, is_unfinished_play
from affray.web.rooms.room import ForbiddenError, Room, Step
from affray.web.rooms.table_state import GAME_MASTER, PERSON, Json, table_line
from affray.web.settings import Settings
from affray.web.workers.worker_pools import WorkerPools

APPEND_TRIES = 4
"""How often a change is tried while other processes add lines to the journal first."""

QUICK = (100, 0.02)
IN_REQUEST = (1000, 0.4)
"""The budgets in answers and seconds for playing on: with an answer, and in the whole request."""


Result = TypeVar("Result")


async def retry(change: Callable[[], Awaitable[Result]]) -> Result:
    """Make a change, and try again if another process added a line to the journal first.

    The room has applied that line by then, so `change` has to check everything again.
    """
    for _ in range(APPEND_TRIES - 1):
        with suppress(AlreadyAnsweredError):
            return await change()
    return await change()


class FightPlay:
    """The changes of fights: answers, rulings and changes of the table."""

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
        """Take an answer or a ruling, play on, and store all of it; return the changed room."""
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
        """Add a step's lines to the journal, then apply the step and notify the listeners.

        The caller holds the room's gate. For steps that play nothing, `unfinished` says whether
        the fight goes on by itself afterwards.
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
            self.rooms.mark_stale(fight)  # the step may or may not be in the journal
            raise
        if unfinished is not None:
            room.is_marked_unfinished = unfinished
        await self.rooms.in_room(room, partial(room.apply, step), is_quick=True)
        if step.play is not None:
            self.auto.stop_thinking(fight)
            self.auto.wind_clock(room)
        self.rooms.subscriptions.notify(fight)

    async def advance(self, room: Room) -> None:
        """Play on until a player has to answer, within a request's budget.

        `Autoplay` plays the rest. The caller holds the room's gate.
        """
        until = room.number + IN_REQUEST[0]
        while room.can_advance() and room.number < until:
            step = await asyncio.to_thread(room.advance, self.most, Budget(*IN_REQUEST))
            if not step.lines:
                break
            await self.commit(room, step)
        if room.is_unfinished():
            self.auto.play(room.stored.id)

    # --- other changes ---

    async def change_table(
        self, room: Room, make_change: Callable[[], Json | list[Json] | None]
    ) -> None:
        """Add one or several changes of the table to the journal.

        The caller holds the room's gate. `make_change` checks the change against the table and
        builds it. If another process adds a line first, the room applies that line and
        `make_change` is called again.
        """

        async def add() -> None:
            made = make_change()
            changes = made if isinstance(made, list) else [made] if made is not None else []
            if changes:
                await self.commit_table(room, Step([*map(table_line, changes)]))

        await retry(add)

    async def commit_table(self, room: Room, step: Step) -> None:
        """Add a step that changes only the table.

        The caller holds the room's gate, and calls `advance` afterwards if other players may
        play now.
        """
        table = room.table.copy_without_chat()
        for line in step.lines:
            table.apply(json.loads(line.text), room.number, len(room.tape))
        player = room.player()
        await self.commit(room, step, room.is_unfinished_at(table))
        if room.player() != player or not room.waits_for_thinker():
            self.auto.stop_thinking(room.stored.id)
        self.auto.wind_clock(room)

    async def rule_all(self, room: Room, rulings: Sequence[Ruling]) -> None:
        """Make rulings one after the other, each at the next question.

        The caller holds the room's gate, and calls `advance` afterwards.
        """

        async def go_on(more: list[Answer]) -> None:
            """Play on to the next question, of any player."""
            step = await asyncio.to_thread(room.advance_to_question, more, self.most)
            await self.commit(room, step)

        if room.question is None:
            await go_on([])
        for ruling in rulings:
            if room.question is None:
                raise data_error("the fight is over; nothing can be ruled any more")
            await go_on([ruling_answer(ruling)])

    async def choose(self, room: Room, key: str, *first: JournalLine) -> None:
        """Answer the open question in a player's place, with optional lines before the answer.

        The caller holds the room's gate. Nothing happens if another process was first.
        """
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


# --- reading answers ---


def read_answer(room: Room, role: str, request: AnswerRequest) -> Answer:
    """Return the answer of a request, if it is legal and the role may give it.

    Raise InvalidDataError, ForbiddenError or AlreadyAnsweredError otherwise.
    """
    room.check_not_frozen()
    if room.table.is_gathering:
        raise data_error("the fight has not begun; whoever leads it begins it")
    if room.question is None:
        if not room.is_over():
            raise AlreadyAnsweredError(room.stored.id)
        raise data_error("the fight is over; take back or branch to go another way")
    return read_ruling(role, request) if request.ruling else read_choice(room, role, request)


def read_ruling(role: str, request: AnswerRequest) -> Answer:
    """Return the ruling of a request, checked to be unchanged when it is parsed again."""
    ruling = request.ruling
    assert ruling is not None
    if role != GAME_MASTER:
        raise ForbiddenError("only the game master's link can rule")
    if request.option is not None:
        raise data_error("give an option or a ruling, not both", "option")
    answer = ruling_answer(Ruling(ruling.kind, ruling.fighter, ruling.value, ruling.text))
    try:
        again = parse_answer(answer.text(), 0)
    except TapeError:
        again = answer
    if again.ruling is None or again.text() != answer.text() or " | " in ruling.value:
        raise data_error("a ruling's parts hold neither '=' nor '|'", "ruling")
    return again


def read_choice(room: Room, role: str, request: AnswerRequest) -> Answer:
    """Return the chosen option as an answer, if it is offered and the role may choose it."""
    question = room.question
    assert question is not None
    setup = room.scenario.setup
    asked = setup.asked_name(question)
    if room.player() != PERSON:
        raise ForbiddenError(f"{asked} is played by {room.player()}")
    if not room.table.may_answer(role, question):
        raise ForbiddenError(f"this is for {answerers(room, asked)} to answer")
    view = room.news.view(role)
    find = question.option if view is None else partial(view.option, question)
    option = find(request.option) if request.option is not None else None
    if option is None:
        offered = [one for one in question.options if view is None or view.is_offered(one)]
        keys = ", ".join(f"'{one.key}'" for one in offered[:12])
        said = f"{setup.prompt(question)} The answers are {keys}"
        raise data_error(said if view is None else view.rename(said), "option")
    return choice_answer(asked, option.key)


def answerers(room: Room, asked: str) -> str:
    """Return who has to answer the open question: names of seats or, without any, `asked`."""
    question = room.question
    assert question is not None
    roles = room.table.roles_for(question)
    return " or ".join(room.table.name_of(role) for role in roles) or asked
