"""Test streams: a change while an event is made or sent is not lost."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from affray.store import presence_text
from affray.web.rooms.background import Background
from affray.web.rooms.links import FightLinks
from affray.web.rooms.other_servers import OtherServers
from affray.web.rooms.subscriptions import Subscription, Subscriptions
from affray.web.routes.events import FightStream
from support import run_apart


class GrowingRoom:
    """A room that changes once while an event is made."""

    def __init__(self, goes_on: bool) -> None:
        self.number = 5
        self.goes_on = goes_on
        self.news = self

    def cached_event(self, seen: int, role: str) -> None:
        return None

    def event(self, seen: int, role: str) -> tuple[int, bytes]:
        found = self.number, f"{seen}-{self.number}".encode()
        if self.goes_on:
            self.goes_on = False
            self.number += 1
        return found


class OneRoomService:
    def __init__(self, room: GrowingRoom) -> None:
        self.room = room
        self.rooms = self
        self.settings = SimpleNamespace(heartbeat_seconds=15.0)
        self.subscriptions = Subscriptions(0, 0, 0)

    def get(self, fight: str) -> GrowingRoom:
        return self.room

    async def open(self, fight: str) -> GrowingRoom:
        return self.room

    async def in_room(self, room: GrowingRoom, work: Callable[[], bytes]) -> bytes:
        return work()


def test_what_happens_while_an_event_is_made_is_told_too() -> None:
    service: Any = OneRoomService(GrowingRoom(True))
    subscription = Subscription("f", "onlooker", "link", "here", 3)
    subscription.presence = "[]"
    stream = FightStream(service, subscription)
    bodies = [run_apart(stream.next_body(is_first)) for is_first in (True, False, False)]
    assert bodies == [b"3-5", b"5-6", b""], "only what was told counts as seen"
    assert subscription.seen == 6


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
    """A service whose rooms make events slowly."""

    def __init__(self) -> None:
        super().__init__(GrowingRoom(False))
        self.is_asked = asyncio.Event()
        self.is_done = asyncio.Event()

    async def in_room(self, room: GrowingRoom, work: Callable[[], bytes]) -> bytes:
        self.is_asked.set()
        await self.is_done.wait()
        return work()


class Client:
    """The client of a connection, which may disconnect."""

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
    """The last notification names the present listeners, although the first one takes longer."""
    told: list[str] = []

    def notify(text: str) -> None:
        time.sleep(seconds.pop(0))
        told.append(text)

    seconds = [0.02, 0.0]

    async def play() -> None:
        subscriptions, background = Subscriptions(0, 0, 0), Background()
        store: Any = SimpleNamespace(notify=notify, is_shared=True)
        rooms: Any = SimpleNamespace(
            store=store, subscriptions=subscriptions, background=background
        )
        servers = OtherServers(rooms, FightLinks(store, subscriptions))
        servers._presence_known = {"f"}
        subscriptions.on_presence = servers.tell_presence
        anna = Subscription("f", "seat 1", "a", "here", 0)
        subscriptions.subscribe(anna)
        await asyncio.sleep(0)
        subscriptions.unsubscribe(anna)
        while background.tasks:
            await asyncio.sleep(0.001)

    run_apart(play())
    assert told == [presence_text("f", ["seat 1"]), presence_text("f", [])]
