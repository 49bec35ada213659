"""Play without a request: dice and computer players go on, players think, clocks run out."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from affray.core.problems import InvalidDataError
from affray.store import AlreadyAnsweredError, FightNotFoundError, StoreUnavailableError
from affray.web.rooms.playing import INSTANT_PLAYERS, PASSIVE, Budget, FightTooLongError
from affray.web.rooms.room import Room
from affray.web.rooms.table_state import GAME_MASTER, news_line
from affray.web.workers.pool import QueueFullError, TaskFailedError, TaskStoppedError, WorkerTask
from affray.web.workers.worker_pools import WorkerPools

if TYPE_CHECKING:
    from affray.web.rooms.fight_play import FightPlay

log = logging.getLogger("affray.web")

SLICE = (400, 0.1)
"""The answers and seconds that a fight is played on before other fights have their turn."""

BUDGETS = {"strong": "strong:0.2s"}
"""The time limits of players who think, at a table where people wait for them."""

STORE_RETRY_SECONDS = 2.0
"""The pause of a fight that goes on by itself after the store did not answer."""


class Autoplay:
    """The player of all fights that wait for no person."""

    def __init__(self, play: FightPlay, pools: WorkerPools) -> None:
        self.fights = play
        self.rooms = play.rooms
        self.pools = pools
        self.is_stopping = False
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """The fights that will try again to go on, after the store did not answer."""
        self._thinking: dict[str, WorkerTask] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        self._slices = ThreadPoolExecutor(1, "slices")

    def close(self) -> None:
        """Stop playing on; all fights stay as they are."""
        self.is_stopping = True
        for task in self._tasks.values():
            task.cancel()
        for handle in self._clocks.values():
            handle.cancel()
        self._slices.shutdown(wait=False, cancel_futures=True)

    # --- fights that go on by themselves ---

    def play(self, fight: str) -> None:
        """Start a task that plays a fight on while it waits for no person."""
        loop = self.rooms.background.loop
        if fight not in self._tasks and loop is not None and not self.is_stopping:
            self.rooms.playing.add(fight)
            self._tasks[fight] = task = loop.create_task(self._play(fight))
            task.add_done_callback(lambda _: self._end(fight))

    def _end(self, fight: str) -> None:
        self._tasks.pop(fight, None)
        self.rooms.playing.discard(fight)
        if fight in self._again:
            self._again.discard(fight)
            self.play(fight)

    async def _play(self, fight: str) -> None:
        room: Room | None = None
        fields = {"fields": {"fight": fight}}
        try:
            while True:
                room = await self.rooms.open(fight)
                room.is_marked_unfinished = True
                if room.can_advance():
                    await self._play_slice(room)
                elif room.waits_for_thinker():
                    await self._have_decided(room)
                else:
                    break
        except (FightNotFoundError, TaskStoppedError):
            return
        except (FightTooLongError, InvalidDataError) as error:
            log.warning("a fight stops: %s", error, extra=fields)
            if room is not None:
                room.is_stuck = True
        except (SQLAlchemyError, StoreUnavailableError):
            log.exception("a fight waits for the store", extra=fields)
            await asyncio.sleep(STORE_RETRY_SECONDS)
            self._again.add(fight)
            return
        except Exception:
            log.exception("a fight cannot go on", extra=fields)
            if room is not None:
                room.is_stuck = True
            return
        if room is not None and room.is_marked_unfinished:
            await asyncio.to_thread(self.rooms.store.mark_finished, fight)
            room.is_marked_unfinished = False

    async def _play_slice(self, room: Room) -> None:
        """Play a fight on within one slice; slices of all fights run one after the other."""
        async with room.gate:
            if not room.can_advance():
                return
            step = await asyncio.get_running_loop().run_in_executor(
                self._slices, partial(room.advance, self.fights.most, Budget(*SLICE))
            )
            try:
                await self.fights.commit(room, step)
            except AlreadyAnsweredError:
                return

    # --- players who think ---

    async def _have_decided(self, room: Room) -> None:
        """Have the asked player think, and answer with its choice.

        Drop the choice if the question was taken back or answered meanwhile.
        """
        fight, number = room.stored.id, room.asked_number
        try:
            task = self._ask(room, room.player() or "")
        except QueueFullError:
            await asyncio.sleep(1)
            return
        self._thinking[fight] = task
        key: str | None = None
        try:
            key = await asyncio.wrap_future(task.future)
        except TaskStoppedError:
            if self.is_stopping or (room.asked_number == number and room.waits_for_thinker()):
                raise
            return
        except TaskFailedError as error:
            log.warning("a player did not decide: %s", error, extra={"fields": {"fight": fight}})
        finally:
            self._thinking.pop(fight, None)
        async with room.gate:
            if room.asked_number == number and room.waits_for_thinker():
                await self.fights.choose(room, key or await self._simple_choice(room))

    def _ask(self, room: Room, player: str) -> WorkerTask:
        address = self.rooms.address_of(room.stored.id)
        name = BUDGETS.get(player, player)
        return self.pools.decide(room.stored, tuple(room.tape), name, address)

    async def _simple_choice(self, room: Room) -> str:
        return await asyncio.to_thread(room.simple_choice)

    def stop_thinking(self, fight: str) -> None:
        """Stop a player whose question has been answered or taken back."""
        task = self._thinking.pop(fight, None)
        if task is not None:
            self.pools.thinking.stop(task)

    # --- clocks ---

    def wind_clock(self, room: Room) -> None:
        """Start the clock for the open question, if the table has one and a seat is asked."""
        fight, loop = room.stored.id, self.rooms.background.loop
        handle = self._clocks.pop(fight, None)
        if handle is not None:
            handle.cancel()
        room.deadline = None
        seconds = room.table.clock_seconds
        if not seconds or loop is None or not room.waits_for_seat():
            return
        room.deadline = monotonic() + seconds
        number = room.asked_number
        self._clocks[fight] = loop.call_later(
            seconds, lambda: self.rooms.background.spawn(self.decide_late(fight, number))
        )

    async def decide_late(self, fight: str, number: int) -> None:
        """Have the clock's player answer a question whose time is over, if it is still open."""
        room = self.rooms.get(fight)
        if room is None or room.asked_number != number or not room.waits_for_seat():
            return
        player = room.table.clock_player
        key: str | None = None
        if player not in INSTANT_PLAYERS:
            try:
                key = await asyncio.wrap_future(self._ask(room, player).future)
            except (QueueFullError, TaskFailedError, TaskStoppedError):
                log.warning("a player did not decide", extra={"fields": {"fight": fight}})
        async with room.gate:
            question = room.question
            if room.asked_number != number or question is None or not room.waits_for_seat():
                return
            if key is None and player == PASSIVE:
                key = question.default_option().key
            names = " or ".join(map(room.table.name_of, room.seats_asked()))
            late = news_line(GAME_MASTER, "The clock", f"{player} decides for {names}.", "late")
            await self.fights.choose(room, key or await self._simple_choice(room), late)
