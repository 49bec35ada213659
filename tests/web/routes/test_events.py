"""Streams: nothing is left out that happens while something is being told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from affray.store import presence_text
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.subscriptions import Subscription, Subscriptions
from affray.web.routes.events import FightStream
from support import run_apart


class GrowingRoom:
    """A room that goes on once while an event is made of it."""

    def __init__(self, goes_on: bool) -> None:
        self.number = 5
        self.changes = 0
        self.goes_on = goes_on
        self.made: list[int] = []

    def cached_event(self, seen: int, role: str) -> bytes | None:
        return None

    def event(self, seen: int, role: str) -> bytes:
        self.made.append(self.number)
        found = f"{seen}-{self.number}".encode()
        if self.goes_on:
            self.goes_on = False
            self.number += 1
            self.changes += 2
        return found

    def is_settled(self, changes: int) -> bool:
        return changes == self.changes


class OneRoomService:
    def __init__(self, room: GrowingRoom) -> None:
        self.room = room
        self.rooms = {"f": room}
        self.settings = SimpleNamespace(heartbeat_seconds=15.0)
        self.subscriptions = Subscriptions(0, 0, 0)

    async def open_room(self, fight: str) -> GrowingRoom:
        return self.rooms[fight]

    async def in_room(self, room: GrowingRoom, work: Callable[[], bytes]) -> bytes:
        return work()


def told(goes_on: bool) -> tuple[bytes, int, list[int]]:
    room = GrowingRoom(goes_on)
    service: Any = OneRoomService(room)
    subscription = Subscription("f", "onlooker", "link", "here", 3)
    subscription.presence = "[]"
    body = run_apart(FightStream(service, subscription).next_body(True))
    return body, subscription.seen, room.made


def test_what_happens_while_an_event_is_made_is_told_too() -> None:
    assert told(False) == (b"3-5", 5, [5])
    assert told(True) == (b"3-6", 6, [5, 6]), "made anew, and not counted as seen before"


def test_who_is_there_is_said_when_it_changes() -> None:
    subscriptions = Subscriptions(0, 0, 0)
    anna = Subscription("f", "seat 1", "a", "here", 0)
    again = Subscription("f", "seat 1", "a", "there", 0)
    looker = Subscription("f", "onlooker", "b", "here", 0)
    assert subscriptions.presence("f") == "[]"
    for one in (anna, again, looker):
        subscriptions.subscribe(one)
    assert subscriptions.presence("f") == '["seat 1"]', "onlookers without a seat are not counted"
    subscriptions.unsubscribe(anna)
    assert subscriptions.presence("f") == '["seat 1"]', "another page of theirs is open"
    subscriptions.unsubscribe(again)
    assert subscriptions.presence("f") == "[]"


# --- whoever goes is gone ---


class BusyService(OneRoomService):
    """A service whose rooms take their time."""

    def __init__(self) -> None:
        super().__init__(GrowingRoom(False))
        self.is_asked = asyncio.Event()
        self.is_done = asyncio.Event()

    async def in_room(self, room: GrowingRoom, work: Callable[[], bytes]) -> bytes:
        self.is_asked.set()
        await self.is_done.wait()
        return work()


class Client:
    """Somebody at the other end of a connection, who may go."""

    def __init__(self, fails: bool = False) -> None:
        self.is_gone = asyncio.Event()
        self.fails = fails
        self.heard: list[dict[str, Any]] = []

    async def receive(self) -> dict[str, Any]:
        await self.is_gone.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        if self.fails:
            raise RuntimeError("the connection is closed")
        self.heard.append(message)


def seat_stream(service: Any) -> FightStream:
    return FightStream(service, Subscription("f", "seat 1", "link", "here", 3))


def test_whoever_goes_while_an_event_is_made_for_them_is_gone_at_once() -> None:
    async def play() -> None:
        service, client = BusyService(), Client()
        stream = asyncio.create_task(seat_stream(service)({}, client.receive, client.send))
        await service.is_asked.wait()
        assert service.subscriptions.presence("f") == '["seat 1"]'
        client.is_gone.set()
        for _ in range(5):
            await asyncio.sleep(0)
        assert not service.is_done.is_set()
        assert service.subscriptions.count() == 0, "the event is still being made"
        service.is_done.set()
        await stream
        assert service.subscriptions.count() == 0

    run_apart(play())


def test_nobody_listens_to_a_room_that_never_settles_once_they_are_gone() -> None:
    class RestlessRoom(GrowingRoom):
        def is_settled(self, changes: int) -> bool:
            return False

    async def play() -> None:
        service, client = OneRoomService(RestlessRoom(False)), Client()
        stream = asyncio.create_task(seat_stream(service)({}, client.receive, client.send))
        while not service.room.made:
            await asyncio.sleep(0)
        client.is_gone.set()
        await asyncio.wait_for(stream, 30)

    run_apart(play())


@pytest.mark.parametrize("fails", [False, True])
def test_a_stream_that_cannot_begin_leaves_nobody(fails: bool) -> None:
    async def play() -> None:
        service, client = OneRoomService(GrowingRoom(False)), Client(fails)
        stream = seat_stream(service)
        assert service.subscriptions.count() == 0, "nobody listens before it begins"
        listening = asyncio.create_task(stream({}, client.receive, client.send))
        await asyncio.wait([listening], timeout=None if fails else 0.05)
        assert service.subscriptions.count() == (0 if fails else 1)
        client.is_gone.set()
        await asyncio.gather(listening, return_exceptions=True)
        assert service.subscriptions.count() == 0

    run_apart(play())


def test_other_servers_hear_last_who_is_there_now() -> None:
    """The first notification takes longer than the second."""
    told: list[str] = []

    async def in_thread(function: Callable[..., None], text: str) -> None:
        await asyncio.sleep(seconds.pop(0))
        told.append(text)

    seconds = [0.02, 0.0]

    async def play() -> None:
        service: Any = FightService.__new__(FightService)
        service.subscriptions = Subscriptions(0, 0, 0)
        service.store = SimpleNamespace(notify=None)
        service.in_thread = in_thread
        service._background, service._presence_known = set(), {"f"}
        service._untold_presence, service._is_telling_presence = {}, False
        service.subscriptions.on_presence = service._tell_presence
        anna = Subscription("f", "seat 1", "a", "here", 0)
        service.subscriptions.subscribe(anna)
        await asyncio.sleep(0)
        service.subscriptions.unsubscribe(anna)
        while service._background:
            await asyncio.sleep(0.001)

    run_apart(play())
    assert told == [presence_text("f", ["seat 1"]), presence_text("f", [])]
