"""Streams: nothing is left out that happens while something is being told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.web.rooms.subscriptions import Subscription, Subscriptions
from affray.web.routes.events import FightStream
from support import run_apart


class GrowingRoom:
    """A room that goes on once while an event is made of it."""

    def __init__(self, goes_on: bool) -> None:
        self.number = 5
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
        return found


class OneRoomService:
    def __init__(self, room: GrowingRoom) -> None:
        self.room = room
        self.rooms = {"f": room}
        self.subscriptions = Subscriptions(0, 0, 0)

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
