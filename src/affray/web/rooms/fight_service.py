"""What can be done with stored fights: begin, answer, rule, take back, branch, look, listen.

Every change goes the same way: the room makes a step, its lines are added to the journal, then the
room takes the step and whoever listens is told. What is asked for is acknowledged after the lines
are on the disk and never before.
"""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic, time
from typing import Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from affray.api import scenario_of_tape
from affray.core.problems import InvalidDataError, data_error, unknown_name
from affray.core.questions import Ruling
from affray.core.tape import TapeError, choice_answer, ruling_answer
from affray.store import (
    ALIVE,
    PRESENCE,
    PRESENCE_WANTED,
    AlreadyAnsweredError,
    Append,
    FightNotFoundError,
    JournalLine,
    JournalWriter,
    Notification,
    NotificationListener,
    Store,
    StoredFight,
    StoreUnavailableError,
    TakeBackWish,
    answer_lines,
    presence_text,
    refusal_line,
    secret_digest,
)
from affray.web import messages
from affray.web.limits import RateLimiter, TooManyRequestsError
from affray.web.odds.odds_service import OddsService
from affray.web.rooms.answers import ForbiddenError, read_answer
from affray.web.rooms.beginnings import (
    built_in_texts,
    check_players_of_sides,
    new_stored_fight,
    with_game_master,
)
from affray.web.rooms.links import FightLinks, new_secret
from affray.web.rooms.playing import (
    INSTANT_PLAYERS,
    PASSIVE,
    Budget,
    FightTooLongError,
    is_unfinished_play,
)
from affray.web.rooms.room import Room, Step
from affray.web.rooms.room_cache import RoomCache
from affray.web.rooms.shared_scenarios import SHARED_SCENARIOS
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.rooms.table_state import GAME_MASTER, PERSON, Json, table_line
from affray.web.scenarios.reading import read_tape_text
from affray.web.settings import Settings
from affray.web.workers.fair_queue import QueueFullError
from affray.web.workers.pool import TaskFailedError, TaskStoppedError, WorkerTask
from affray.web.workers.worker_pools import WorkerPools

log = logging.getLogger("affray.web")

QUICK_SECONDS = 0.004
"""A step that takes no longer is played at once; others are in a thread, beside other requests."""

QUICK = (100, 0.02)
IN_REQUEST = (1000, 0.4)
BY_ITSELF = (400, 0.1)
"""How many answers and seconds a fight is played on: in a quick step, in a request, by itself."""

QUICK_LINES = 40
"""So many lines of another server are taken in at once; more are in a thread."""

OPENING_AT_ONCE = 2
"""So many rooms are built from their journals at a time."""

MAX_ADDRESSES = 5_000
"""Of so many fights it is remembered who was last there."""

MAINTENANCE_SECONDS = 2.0
PRUNE_SECONDS = 600.0
"""How often rooms are let go and leases renewed, and how often old fights are deleted."""

STORE_RETRY_SECONDS = 2.0
"""How long a fight that goes on by itself waits for a store that does not answer."""

ANSWER_TRIES = 4
"""How often an answer is added anew when somebody else was first with a line that is none."""

MISSED_BEATS = 3
"""After so many heartbeats without a word another server is taken for gone."""

FIGHT_BURST, WISH_BURST = 60, 3
"""New fights of one address, and wishes of one side, at once."""

Result = TypeVar("Result")


class FightService:
    """The fights of a store, played by their rules."""

    def __init__(self, store: Store, settings: Settings, pools: WorkerPools) -> None:
        self.store = store
        self.settings = settings
        self.pools = pools
        self.odds = OddsService(pools)
        limited = settings.rate > 0
        self.subscriptions = Subscriptions(
            settings.stream_limit,
            settings.link_stream_limit,
            settings.address_stream_limit if limited else 0,
        )
        self.writer = JournalWriter(store, settings.lease_seconds)
        self.rooms = RoomCache(settings.room_bytes, settings.room_idle_seconds, self._is_busy)
        self._new_fights = RateLimiter(
            settings.new_fights_per_minute / 60 if limited else 0, FIGHT_BURST
        )
        self._wishes = RateLimiter(settings.wishes_per_minute / 60 if limited else 0, WISH_BURST)
        self.links = FightLinks(store, self.subscriptions)
        self._opening: dict[str, asyncio.Task[Room]] = {}
        self._stale: set[str] = set()
        self._catching_up: set[str] = set()
        self._addresses: OrderedDict[str, str] = OrderedDict()
        """Who was last seen at a fight, for a fair share of the workers."""
        self._players: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        """Fights that try again to go on, when the store did not answer."""
        self._thinking: dict[str, WorkerTask] = {}
        self._clocks: dict[str, asyncio.TimerHandle] = {}
        """When somebody's time for a decision is over, by fight."""
        self._threads = ThreadPoolExecutor(6, "rooms")
        self._slices = ThreadPoolExecutor(1, "slices")
        self._openings = asyncio.Semaphore(OPENING_AT_ONCE)
        self._background: set[asyncio.Task[Any]] = set()
        self._started_at = monotonic()
        self._servers: dict[str, float] = {}
        """When each of the other servers was heard last."""
        self._presence_known: set[str] = set()
        """Fights of which other servers were asked who is there."""
        self._untold_presence: dict[str, None] = {}
        """Fights of which they are to be told who is here, those that wait longest first."""
        self._is_telling_presence = False
        self._listener: NotificationListener | None = None
        self._heard: deque[Notification] = deque()
        """What other servers told and was not looked at yet."""
        self._is_hearing = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self.is_ready = False
        """Whether the service has started and is not about to stop."""

    # --- starting and stopping ---

    async def start(self) -> None:
        """Listens to other servers, and goes on with every fight that waits for no person."""
        self._loop = asyncio.get_running_loop()
        if self.store.is_shared:
            self.subscriptions.on_presence = self._tell_presence
            self._listener = NotificationListener(
                self.store, self._hear, lambda: self._from_thread(self._on_gap)
            )
        await self._resume_unfinished()
        self._spawn(self._maintain())
        self._spawn(self._beat())
        self.is_ready = True

    def end_streams(self) -> None:
        """Takes no more listeners and lets those go that there are, before a clean stop."""
        self.is_ready = False
        self._from_thread(self.subscriptions.close)

    async def close(self) -> None:
        """Ends streams, lets unfinished fights go to other servers, and writes what waits."""
        self.is_ready = False
        self.subscriptions.close()
        for task in [*self._background, *self._players.values()]:
            task.cancel()
        for handle in self._clocks.values():
            handle.cancel()
        if self._listener is not None:
            await asyncio.to_thread(self._listener.close)
        await asyncio.to_thread(self.writer.close)
        if self.store.is_shared:
            try:
                await asyncio.to_thread(self.store.release_leases)
            except Exception:
                log.warning("leases could not be released")
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._slices.shutdown(wait=False, cancel_futures=True)

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    def _from_thread(self, function: Callable[..., None], *arguments: Any) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed():
            loop.call_soon_threadsafe(function, *arguments)

    async def _maintain(self) -> None:
        """Lets go of idle rooms, renews leases, takes over fights, deletes old ones; for ever."""
        pruned = 0.0
        while True:
            try:
                self.rooms.shrink()
                if self.store.is_shared:
                    lease = self.settings.lease_seconds
                    await self.in_thread(self.store.renew_leases, lease)
                    await self._resume_unfinished()
                if monotonic() > pruned + PRUNE_SECONDS:
                    pruned = monotonic()
                    await self.prune()
            except Exception:
                log.exception("maintenance failed")
            await asyncio.sleep(MAINTENANCE_SECONDS)

    async def _beat(self) -> None:
        seconds = self.settings.heartbeat_seconds
        while True:
            await asyncio.sleep(seconds)
            self.subscriptions.beat()
            if self.store.is_shared:
                await self._look_for_servers(monotonic() - MISSED_BEATS * seconds)

    async def _look_for_servers(self, since: float) -> None:
        """Says that this server is there, and forgets those that were not heard since."""
        try:
            await self.in_thread(self.store.notify, f"{ALIVE} -")
        except SQLAlchemyError:
            log.warning("the other servers could not be told anything")
            return
        for fight in list(self._untold_presence):
            self._say_presence(fight)
        for server in [one for one, heard in self._servers.items() if heard < since]:
            del self._servers[server]
            self.subscriptions.forget_server(server)

    async def prune(self) -> list[str]:
        """Deletes the fights that have expired; gives their ids."""
        settings = self.settings
        await self.in_thread(self.store.prune_jobs, time() - 86_400)
        if not settings.expire_days and not settings.max_fights:
            return []
        since = time() - settings.expire_days * 86_400 if settings.expire_days else None
        gone = await self.in_thread(self.store.prune, since, settings.max_fights or None)
        for fight in gone:
            self._forget(fight)
        return gone

    async def _resume_unfinished(self) -> None:
        """Goes on with fights that wait for no person and that no server plays on."""
        for fight in await self.in_thread(self.store.claim_unfinished, self.settings.lease_seconds):
            self._play_on_by_itself(fight)

    # --- other servers ---

    def _hear(self, found: Notification) -> None:
        """Takes in what another server told, in any thread; the loop is woken once for many."""
        self._heard.append(found)
        if not self._is_hearing:
            self._is_hearing = True
            self._from_thread(self._on_heard)

    def _on_heard(self) -> None:
        self._is_hearing = False
        while self._heard:
            self._on_notification(self._heard.popleft())

    def _on_notification(self, found: Notification) -> None:
        """Something was done at another server."""
        self._servers[found.server] = monotonic()
        if found.kind == "journal":
            if found.fight in self._opening:
                self._stale.add(found.fight)
            room = self.rooms.peek(found.fight)
            if room is not None and room.number < found.number:
                room.hear(found.number, found.lines)
                if self._is_watched(room):
                    self._spawn(self._follow(found.fight))
        elif found.kind == "links":
            self.links.forget(found.fight)
            if self.subscriptions.has_any(found.fight):
                self._spawn(self.links.end_revoked(found.fight))
        elif found.kind == "deleted":
            self._forget(found.fight)
        elif found.kind == PRESENCE:
            self.subscriptions.hear_presence(found.fight, found.server, found.roles)
        elif found.kind == PRESENCE_WANTED and self.subscriptions.roles_here(found.fight):
            self._say_presence(found.fight)

    def _on_gap(self) -> None:
        """Notifications may have been missed, so no room is sure to be up to date."""
        for room in self.rooms.rooms():
            self._stale.add(room.stored.id)
            self._spawn(self._follow(room.stored.id))
        self.subscriptions.forget_elsewhere()
        self._presence_known.clear()
        for fight in self.subscriptions.fights():
            self._tell_presence(fight)

    def _tell_presence(self, fight: str) -> None:
        """Somebody came or went here: the other servers are told, and asked who is there with
        them."""
        self._say_presence(fight)
        if fight not in self._presence_known:
            self._presence_known.add(fight)
            self._spawn(self.in_thread(self.store.notify, f"{PRESENCE_WANTED} {fight}"))
        if not self.subscriptions.has_any(fight):
            self._presence_known.discard(fight)

    def _say_presence(self, fight: str) -> None:
        """Has the other servers told who is there."""
        self._untold_presence[fight] = None
        if not self._is_telling_presence:
            self._is_telling_presence = True
            self._spawn(self._say_untold_presence())

    async def _say_untold_presence(self) -> None:
        """Tells of one fight after the other who is there when it is told, so that nobody hears
        last what was first. What the store did not take is told with the next heartbeat."""
        untold = self._untold_presence
        try:
            while untold:
                fight = next(iter(untold))
                del untold[fight]
                text = presence_text(fight, self.subscriptions.roles_here(fight))
                try:
                    await self.in_thread(self.store.notify, text)
                except SQLAlchemyError:
                    untold[fight] = None
                    log.warning("the other servers could not be told who is there")
                    return
        finally:
            self._is_telling_presence = False

    def _is_watched(self, room: Room) -> bool:
        """Whether somebody here has to know at once what is added to a journal elsewhere; else
        the room takes it in when it is next asked for."""
        return self._is_busy(room.stored.id) or bool(room.table.clock_seconds)

    def _is_behind(self, room: Room) -> bool:
        """Whether something was added to a room's journal that the room has not taken in; also
        while it is about to, for which whoever asks waits at its gate."""
        fight = room.stored.id
        return room.is_behind() or fight in self._stale or fight in self._catching_up

    async def _follow(self, fight: str) -> None:
        room = self.rooms.peek(fight)
        if room is not None:
            async with room.gate:
                if self._is_behind(room):
                    await self._catch_up(room)

    async def _catch_up(self, room: Room) -> None:
        """Takes in what was added to the journal elsewhere; the room's gate is held.

        What other servers have told is taken; where they told nothing, or not all, the journal is
        read.
        """
        fight = room.stored.id
        self._catching_up.add(fight)
        try:
            lines = [] if fight in self._stale else room.lines_heard()
            if not lines:
                self._stale.discard(fight)
                lines = await self.in_thread(self.store.get_journal, fight, room.number)
            if lines:
                await self._take_in(room, lines)
        finally:
            self._catching_up.discard(fight)

    async def _take_in(self, room: Room, lines: Sequence[JournalLine]) -> None:
        """Has a room follow lines that were added to its journal, and those who watch it told."""
        fight = room.stored.id
        try:
            if len(lines) <= QUICK_LINES:
                await self.in_room(room, partial(room.follow, lines))
            else:
                await self.in_thread(room.follow, lines)
        except Exception:
            log.exception("a room could not follow", extra={"fields": {"fight": fight}})
            self.rooms.remove(fight)
        self._wind_clock(room)
        self.subscriptions.notify(fight)

    def _forget(self, fight: str) -> None:
        """Lets go of everything that is known of a deleted fight."""
        self.rooms.remove(fight)
        self.links.forget(fight)
        self.subscriptions.end_links(fight, set())

    # --- rooms ---

    async def open_room(self, fight: str, address: str = "") -> Room:
        """The room of a fight, built from its journal if it is not open."""
        if address:
            self._addresses[fight] = address
            if len(self._addresses) > MAX_ADDRESSES:
                self._addresses.popitem(last=False)
        room = self.rooms.get(fight)
        if room is None:
            opening = self._opening.get(fight)
            if opening is None:
                opening = asyncio.get_running_loop().create_task(self._open(fight))
                self._opening[fight] = opening
                opening.add_done_callback(lambda _: self._opening.pop(fight, None))
            room = await asyncio.shield(opening)
        elif self._is_behind(room) or await self._is_behind_store(room):
            async with room.gate:
                if self._is_behind(room):
                    await self._catch_up(room)
        return room

    async def _is_behind_store(self, room: Room) -> bool:
        """Return whether the journal has lines that no notification has told yet.

        Somebody who answers at one server and then asks at another is to find their own answer
        there. A server that has long heard of no other does not look.
        """
        if not self.store.is_shared or not self._has_other_servers():
            return False
        fight = room.stored.id
        if await self.in_thread(self.store.journal_length, fight) <= room.number:
            return False
        self._stale.add(fight)
        return True

    def _has_other_servers(self) -> bool:
        """Return whether other servers use the same database, as far as one can know."""
        quiet = MISSED_BEATS * self.settings.heartbeat_seconds
        return bool(self._servers) or monotonic() < self._started_at + quiet

    async def _open(self, fight: str) -> Room:
        async with self._openings:
            room = await self.in_thread(self._build_room, fight)
        self.rooms.add(room)
        if fight in self._stale:  # somebody answered elsewhere while it was built
            self._spawn(self._follow(fight))
        self._wind_clock(room)
        if room.is_unfinished():
            self._play_on_by_itself(fight)
        return room

    def _build_room(self, fight: str) -> Room:
        stored = self.store.get_fight(fight)
        journal = self.store.get_journal(fight)
        return Room.open(stored, journal, partial(self.store.get_log, fight))

    def _is_busy(self, fight: str) -> bool:
        """Whether a room cannot be let go."""
        return fight in self._players or self.subscriptions.has_any(fight)

    async def in_room(self, room: Room, work: Callable[[], Result]) -> Result:
        """Does something with a room's fight: at once if that is quick and nobody else plays the
        same scenario at the moment, else in a thread."""
        shared = room.shared
        if shared is None:
            return work()
        if room.play_seconds <= QUICK_SECONDS and shared.lock.acquire(blocking=False):
            try:
                return work()
            finally:
                shared.lock.release()
        return await self.in_thread(work)

    async def told_by(self, room: Room, work: Callable[[], Result]) -> Result:
        """What a room tells, made again where the room changed meanwhile."""
        while True:
            changes = room.changes
            found = await self.in_room(room, work)
            if room.is_settled(changes):
                return found
            await asyncio.sleep(0.001)

    async def in_thread(self, function: Callable[..., Result], *arguments: Any) -> Result:
        """Does something in a thread, beside other requests."""
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, partial(function, *arguments)
        )

    # --- beginning ---

    async def begin_fight(
        self, request: messages.NewFightRequest, address: str = ""
    ) -> messages.LinksResponse:
        """Begins a fight and plays it to its first question for a person."""
        self._count_new_fight(address)
        text, name = request.scenario, request.name
        await self.admit_scenario(text, name, address)
        shared = await self.in_thread(SHARED_SCENARIOS.get, text, name)
        if request.gm != PASSIVE and not shared.scenario.setup.has_game_master:
            text = await self.in_thread(with_game_master, text)
            shared = await self.in_thread(SHARED_SCENARIOS.get, text, name)
        players = check_players_of_sides(shared.scenario, request.players)
        seed = request.seed if request.seed is not None else secrets.randbits(64)
        chosen = request.seed is not None
        stored = new_stored_fight(
            text, name, shared.scenario, seed, players, request.gm, seed_chosen=chosen
        )
        if request.friends is None:
            return await self._create(stored, [], address)
        gathering = gathering_line(players, request.friends)
        return await self._create(stored, [], address, [gathering])

    async def admit_scenario(self, text: str, name: str, address: str) -> None:
        """Has a scenario read where it can do no harm, or raises InvalidDataError."""
        if not (text in built_in_texts() or SHARED_SCENARIOS.has(text, name)):
            limit = self.settings.scenario_limit
            await self.pools.read("admit_scenario", (text, name, limit), address)

    async def import_tape(
        self, request: messages.NewTapeRequest, address: str = ""
    ) -> messages.LinksResponse:
        """A fight from a tape, for all sides to be played on by people."""
        self._count_new_fight(address)
        settings = self.settings
        arguments = (request.tape, request.name, settings.scenario_limit, settings.answer_limit)
        await self.pools.read("admit_tape", arguments, address)
        tape = await self.in_thread(
            read_tape_text, request.tape, request.name, settings.answer_limit
        )
        scenario = await self.in_thread(scenario_of_tape, tape, request.name)
        players = tuple(PERSON for _ in scenario.sides)
        seed = secrets.randbits(64)
        stored = new_stored_fight(tape.scenario, request.name, scenario, seed, players, PERSON)
        return await self._create(stored, [answer.text() for answer in tape.answers], address)

    async def branch(
        self, fight: str, role: str, request: messages.BranchRequest, address: str = ""
    ) -> messages.LinksResponse:
        """Another fight that begins as this one did, with dice of its own from there on."""
        self._count_new_fight(address)
        room = await self.open_room(fight)
        room.check_not_frozen()
        check_nothing_hidden(room, role, "branch from it")
        if request.at > len(room.tape):
            raise data_error(f"the fight has {len(room.tape)} answers", "at")
        most = self.settings.onlooker_branches
        if room.table.is_onlooker(role) and most:
            if await self.in_thread(self.store.count_branches, fight) >= most:
                raise TooManyRequestsError(
                    f"onlookers have made {most} branches of this fight; no more are stored", 60
                )
        old = room.stored
        stored = new_stored_fight(
            old.scenario,
            old.name,
            room.scenario,
            secrets.randbits(64),
            check_players_of_sides(room.scenario, request.players or list(old.players)),
            request.gm or old.gm,
            (old.id, request.at),
        )
        return await self._create(stored, room.tape[: request.at], address)

    def _count_new_fight(self, address: str) -> None:
        wait = self._new_fights.take(address)
        if wait > 0:
            raise TooManyRequestsError("too many new fights from this address", wait)

    async def _create(
        self,
        stored: StoredFight,
        tape: list[str],
        address: str,
        first: Sequence[JournalLine] = (),
    ) -> messages.LinksResponse:
        """Plays a new fight on to its first question, and stores it."""
        links = {"gm": new_secret(), "onlooker": new_secret()}
        for side in range(len(stored.players)):
            links[f"side {side}"] = new_secret()
        try:
            room = await self.in_thread(self._start_room, stored, tape, links, first)
        except TapeError as error:
            raise data_error(str(error), "", stored.name) from None
        digests = {secret_digest(secret): role for role, secret in links.items()}
        self.links.remember(stored.id, digests)
        self._addresses[stored.id] = address
        self.rooms.add(room)
        if room.is_unfinished():
            self._play_on_by_itself(stored.id)
        sides = [links[f"side {side}"] for side in range(len(stored.players))]
        return messages.LinksResponse(
            id=stored.id, gm=links["gm"], onlooker=links["onlooker"], sides=sides
        )

    def _start_room(
        self,
        stored: StoredFight,
        tape: list[str],
        links: dict[str, str],
        first: Sequence[JournalLine],
    ) -> Room:
        lines = [*first, *answer_lines(tape)]
        room = Room.begin(stored, lines)
        budget = Budget(*IN_REQUEST)
        if room.can_advance():
            step = room.advance(self.settings.answer_limit, budget)
            lines += step.lines
            room.apply(step)
        self.store.create(
            stored,
            lines,
            links,
            room.log_text(),
            room.is_unfinished(),
            self.settings.lease_seconds,
        )
        return room

    # --- playing ---

    async def answer(
        self, fight: str, role: str, request: messages.AnswerRequest, address: str = ""
    ) -> Room:
        """Takes an answer or a ruling, plays on, and stores all of it; gives the room after it."""
        room = await self.open_room(fight, address)
        async with room.gate:
            for attempt in range(ANSWER_TRIES):
                await self._check_number(room, request.number)
                answer = await self.in_room(room, partial(read_answer, room, role, request))
                most = self.settings.answer_limit
                step = await self.in_room(room, partial(room.answer, answer, most, Budget(*QUICK)))
                try:
                    await self._commit(room, step)
                    break
                except AlreadyAnsweredError:  # perhaps only something was said meanwhile
                    if attempt == ANSWER_TRIES - 1:
                        raise
            await self._advance(room)
        return room

    async def commit_table(self, room: Room, step: Step) -> None:
        """Adds lines that change the table alone; the room's gate is held. Call `play_on` behind
        it where others play now."""
        table = room.table.copy_without_chat()
        for line in step.lines:
            table.apply(json.loads(line.text), room.number, len(room.tape))
        player = room.player()
        await self._commit(room, step, room.is_unfinished_at(table))
        if room.player() != player or not room.waits_for_thinker():
            self._stop_thinking(room.stored.id)
        self._wind_clock(room)

    async def rule_all(self, room: Room, rulings: Sequence[Ruling]) -> None:
        """Makes rulings one after the other, at the next question whoever is asked it; the room's
        gate is held. Call `play_on` behind it."""
        most = self.settings.answer_limit
        if room.question is None:
            step = await self.in_thread(lambda: room.advance_to_question([], most))
            await self._commit(room, step)
        for ruling in rulings:
            if room.question is None:
                raise data_error("the fight is over; nothing can be ruled any more")
            answers = [ruling_answer(ruling)]
            step = await self.in_thread(partial(room.advance_to_question, answers, most))
            await self._commit(room, step)

    async def play_on(self, room: Room) -> None:
        """Plays on where nobody has to be waited for any more; the room's gate is held."""
        await self._advance(room)

    async def _check_number(self, room: Room, number: int) -> None:
        """Raises AlreadyAnsweredError where this is no longer the question that is open."""
        if self._is_behind(room) or (room.number < number and self.store.is_shared):
            await self._catch_up(room)
        if not room.asked_number <= number <= room.number:
            raise AlreadyAnsweredError(room.stored.id)

    async def _advance(self, room: Room) -> None:
        """Plays on where nobody has to be waited for, as far as a request may; the rest is played
        by itself."""
        until = room.number + IN_REQUEST[0]
        while room.can_advance() and room.number < until:
            step = await self.in_thread(
                lambda: room.advance(self.settings.answer_limit, Budget(*IN_REQUEST))
            )
            if not step.lines:
                break
            await self._commit(room, step)
        if room.is_unfinished():
            self._play_on_by_itself(room.stored.id)

    async def _commit(self, room: Room, step: Step, unfinished: bool | None = None) -> None:
        """Adds a step's lines to the journal, then takes the step and tells whoever listens."""
        fight = room.stored.id
        if room.number + len(step.lines) > self.settings.answer_limit:
            raise data_error("this fight has grown too long to be stored; branch from it")
        will_wait = unfinished
        if step.play is not None:
            will_wait = is_unfinished_play(room.table, step.play.fight, step.play.question)
        changed = will_wait if will_wait != room.is_marked_unfinished else None
        append = Append(fight, room.number, step.lines, step.log_text(), changed)
        try:
            await asyncio.wrap_future(self.writer.append(append))
        except AlreadyAnsweredError:
            await self._catch_up(room)
            raise
        except BaseException:
            self._stale.add(fight)  # nobody knows whether it is in the journal
            raise
        if will_wait is not None:
            room.is_marked_unfinished = will_wait
        room.apply(step)
        if step.play is not None:
            self._stop_thinking(fight)
            self._wind_clock(room)
        self.subscriptions.notify(fight)

    # --- taking back ---

    async def take_back(
        self, fight: str, role: str, request: messages.TakeBackRequest, address: str = ""
    ) -> int:
        """Takes back, or asks to: the game master decides, or the other side grants it."""
        to = request.to
        room = await self.open_room(fight, address)
        async with room.gate:
            await self._check_number(room, request.number)
            room.check_not_frozen()
            if room.table.is_onlooker(role):
                raise ForbiddenError("onlookers cannot take back")
            decided = room.decision_numbers()
            if to not in decided:
                listed = ", ".join(str(one) for one in decided[-8:])
                raise data_error(
                    f"one takes back a decision; the last are at {listed or 'none'}", "to"
                )
            granted = granted_wish(room, role, to)
            if role != GAME_MASTER and granted is None:
                return await self._add_wish(room, TakeBackWish(role, to))
            most = self.settings.answer_limit
            step = await self.in_thread(lambda: room.take_back(to, most, Budget(*IN_REQUEST)))
            step.lines.insert(1, take_back_line(room, role, to, granted))
            await self._commit(room, step)
            await self._advance(room)
            return room.number

    async def redo(
        self, fight: str, role: str, request: messages.RedoRequest, address: str = ""
    ) -> int:
        """Does again what was taken back last."""
        if role != GAME_MASTER:
            raise ForbiddenError("only the game master does again what was taken back")
        room = await self.open_room(fight, address)
        async with room.gate:
            await self._check_number(room, request.number)
            room.check_not_frozen()
            most = self.settings.answer_limit
            step = await self.in_thread(lambda: room.redo(most, Budget(*IN_REQUEST)))
            await self._commit(room, step)
            await self._advance(room)
            return room.number

    async def _add_wish(self, room: Room, wish: TakeBackWish) -> int:
        """Stores a side's wish: one at a time, and a few a minute."""
        open_wish = room.wishes.get(wish.role)
        if open_wish == wish:
            return room.number
        if open_wish is not None:
            raise data_error(
                f"you asked already to take back to answer {open_wish.to}; withdraw that first",
                "to",
            )
        wait = self._wishes.take(f"{room.stored.id} {wish.role}")
        if wait > 0:
            raise TooManyRequestsError("you have asked to take back a few times just now", wait)
        await self._commit(room, Step([wish.to_line()]))
        return room.number

    async def refuse(
        self, fight: str, role: str, request: messages.RefuseRequest, address: str = ""
    ) -> int:
        """Refuses what somebody else asked for, or withdraws one's own wish."""
        room = await self.open_room(fight, address)
        async with room.gate:
            await self._check_number(room, request.number)
            if room.table.is_onlooker(role):
                raise ForbiddenError("onlookers have no say in this")
            if not room.wishes:
                raise data_error("nobody asks to take back")
            chosen = request.role or next(reversed(room.wishes))
            if chosen not in room.wishes:
                raise data_error(unknown_name("wish of", chosen, room.wishes), "role")
            wish = room.wishes[chosen]
            if role not in (GAME_MASTER, chosen) and not may_grant(room, role, wish):
                raise ForbiddenError("the game master or another side decides this")
            lines = [refusal_line(role, chosen), refusal_news(room, role, chosen)]
            await self._commit(room, Step(lines))
            return room.number

    # --- clocks ---

    def _wind_clock(self, room: Room) -> None:
        """Gives whoever is asked their time, where the table has a clock."""
        fight = room.stored.id
        handle = self._clocks.pop(fight, None)
        if handle is not None:
            handle.cancel()
        room.deadline = None
        seconds = room.table.clock_seconds
        if not seconds or self._loop is None or not room.waits_for_seat():
            return
        room.deadline = monotonic() + seconds
        number = room.asked_number
        self._clocks[fight] = self._loop.call_later(
            seconds, lambda: self._spawn(self.decide_late(fight, number))
        )

    async def decide_late(self, fight: str, number: int) -> None:
        """Has the clock's player answer the question that came up at a number, if it is still
        open."""
        room = self.rooms.get(fight)
        if room is None or room.asked_number != number or not room.waits_for_seat():
            return
        player = room.table.clock_player
        key: str | None = None
        if player not in INSTANT_PLAYERS:
            address = self._addresses.get(fight, fight)
            try:
                task = self.pools.decide(room.stored, tuple(room.tape), player, address)
                key = await asyncio.wrap_future(task.future)
            except (QueueFullError, TaskFailedError, TaskStoppedError):
                log.warning("a player did not decide", extra={"fields": {"fight": fight}})
        async with room.gate:
            question = room.question
            if room.asked_number != number or question is None or not room.waits_for_seat():
                return
            if key is None and player == PASSIVE:
                key = question.default_option().key
            if key is None:
                key = await self.in_thread(room.simple_choice)
            asked = room.scenario.setup.asked_name(question)
            answer = choice_answer(asked, key)
            names = " or ".join(map(room.table.name_of, room.seats_asked()))
            late = news_line(GAME_MASTER, "The clock", f"{player} decides for {names}.", "late")
            most = self.settings.answer_limit
            step = await self.in_room(room, lambda: room.answer(answer, most, Budget(*QUICK)))
            step.lines.insert(0, late)
            with suppress(AlreadyAnsweredError):
                await self._commit(room, step)
                await self._advance(room)

    # --- what happens by itself ---

    def _play_on_by_itself(self, fight: str) -> None:
        """Has a fight played on while it waits for no person."""
        if fight not in self._players and self._loop is not None:
            task = self._loop.create_task(self._play_alone(fight))
            self._players[fight] = task
            task.add_done_callback(lambda _: self._played_alone(fight))

    def _played_alone(self, fight: str) -> None:
        self._players.pop(fight, None)
        if fight in self._again:
            self._again.discard(fight)
            if self.is_ready:
                self._play_on_by_itself(fight)

    async def _play_alone(self, fight: str) -> None:
        room: Room | None = None
        try:
            while True:
                room = await self.open_room(fight)
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
            log.warning("a fight stops: %s", error, extra={"fields": {"fight": fight}})
            if room is not None:
                room.is_stuck = True
        except (SQLAlchemyError, StoreUnavailableError):
            log.exception("a fight waits for the store", extra={"fields": {"fight": fight}})
            await asyncio.sleep(STORE_RETRY_SECONDS)
            self._again.add(fight)
            return
        except Exception:
            log.exception("a fight cannot go on", extra={"fields": {"fight": fight}})
            if room is not None:
                room.is_stuck = True
            return
        if room is not None and room.is_marked_unfinished:
            await self.in_thread(self.store.mark_finished, fight)
            room.is_marked_unfinished = False

    async def _play_slice(self, room: Room) -> None:
        """Plays on for a while, one fight after the other."""
        async with room.gate:
            if not room.can_advance():
                return
            step = await asyncio.get_running_loop().run_in_executor(
                self._slices,
                lambda: room.advance(self.settings.answer_limit, Budget(*BY_ITSELF)),
            )
            try:
                await self._commit(room, step)
            except AlreadyAnsweredError:
                return

    async def _have_decided(self, room: Room) -> None:
        """Has the player think who is asked, and answers with what it came to, unless somebody
        took back meanwhile."""
        fight, number = room.stored.id, room.asked_number
        address = self._addresses.get(fight, fight)
        try:
            task = self.pools.decide(room.stored, tuple(room.tape), room.player() or "", address)
        except QueueFullError:
            await asyncio.sleep(1)
            return
        self._thinking[fight] = task
        try:
            key = await asyncio.wrap_future(task.future)
        except TaskStoppedError:
            if self.is_ready and (room.asked_number != number or not room.waits_for_thinker()):
                return
            raise
        except TaskFailedError as error:
            log.warning("a player did not decide: %s", error, extra={"fields": {"fight": fight}})
            key = None
        finally:
            self._thinking.pop(fight, None)
        async with room.gate:
            question = room.question
            if room.asked_number != number or question is None or not room.waits_for_thinker():
                return
            if key is None:
                key = await self.in_thread(room.simple_choice)
            answer = choice_answer(room.scenario.setup.asked_name(question), key)
            most = self.settings.answer_limit
            step = await self.in_room(room, lambda: room.answer(answer, most, Budget(*QUICK)))
            try:
                await self._commit(room, step)
            except AlreadyAnsweredError:
                return

    def _stop_thinking(self, fight: str) -> None:
        """The question that is thought about has been answered or taken back."""
        task = self._thinking.pop(fight, None)
        if task is not None:
            self._threads.submit(self.pools.thinking.stop, task)


def gathering_line(players: Sequence[str], friends: Sequence[int]) -> JournalLine:
    """The first line of a fight that begins when friends have joined."""
    for side in friends:
        if side >= len(players):
            raise data_error(f"sides are from 0 to {len(players) - 1}", "friends")
        if players[side] != PERSON:
            raise data_error(f"side {side} is played by {players[side]}", "friends")
    change: Json = {
        "do": "set",
        "is_gathering": True,
        "is_open": True,
        "friends": sorted(set(friends)),
    }
    return table_line(change)


def news_line(role: str, name: str, text: str, kind: str) -> JournalLine:
    """Something that everybody at the table is told."""
    change: Json = {
        "do": "say",
        "role": role,
        "name": name,
        "text": text,
        "kind": kind,
        "to": "all",
        "time": round(time(), 1),
    }
    return table_line(change)


def may_grant(room: Room, role: str, wish: TakeBackWish) -> bool:
    """Whether a role decides on a wish: the game master, and whoever plays for another side."""
    if role == GAME_MASTER:
        return True
    table = room.table
    return table.side_of(role) is not None and table.side_of(role) != table.side_of(wish.role)


def granted_wish(room: Room, role: str, to: int) -> TakeBackWish | None:
    """Somebody else's wish that taking back to here grants."""
    return next(
        (
            wish
            for wish in room.wishes.values()
            if wish.to == to and wish.role != role and may_grant(room, role, wish)
        ),
        None,
    )


def take_back_line(room: Room, role: str, to: int, wish: TakeBackWish | None) -> JournalLine:
    """Says who took back how much, and for whom."""
    count = sum(1 for at in room.decision_numbers() if at >= to)
    much = "the last decision" if count == 1 else f"the last {count} decisions"
    name = room.table.name_of(role)
    if wish is None:
        return news_line(role, name, f"takes back {much}.", "taken-back")
    asker = room.table.name_of(wish.role)
    return news_line(
        role,
        name,
        f"grants what {asker} asked: {much} are taken back."
        if count != 1
        else f"grants what {asker} asked: {much} is taken back.",
        "granted",
    )


def refusal_news(room: Room, role: str, whose: str) -> JournalLine:
    """Says who refused whose wish, or withdrew their own."""
    name = room.table.name_of(role)
    if role == whose:
        return news_line(role, name, "no longer asks to take back.", "withdrawn")
    return news_line(role, name, f"does not let {room.table.name_of(whose)} take back.", "refused")


def check_nothing_hidden(room: Room, role: str, what: str) -> None:
    """Refuses what would show everything to somebody from whom something is hidden."""
    if room.view(role) is not None:
        raise ForbiddenError(
            f"something is hidden in this fight, so only the game master can {what}"
        )
