"""Streams of server-sent events: the story of a fight, and the progress of a job."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from affray.web.refusals import refusal_for
from affray.web.rooms.fight_service import FightService
from affray.web.rooms.frames import to_json
from affray.web.rooms.subscriptions import Subscription, TooManyStreamsError
from affray.web.workers.jobs import SAVE_SECONDS, JobRunner

Json = dict[str, Any]

HEARTBEAT = b": still here\n\n"
HEARTBEAT_HEADER = "affray-heartbeat"
"""The header with the seconds within which a stream sends an event or a heartbeat."""


class EventStream(Response):
    """A response that sends a listener the present state, then every change."""

    media_type = "text/event-stream"

    def __init__(self, service: FightService, subscription: Subscription) -> None:
        beat = f"{service.settings.heartbeat_seconds:g}"
        headers = {"cache-control": "no-store", "x-accel-buffering": "no", HEARTBEAT_HEADER: beat}
        super().__init__(None, headers=headers)
        del self.headers["content-length"]
        self.service = service
        self.subscription = subscription

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send events until the listener leaves or the service ends the stream.

        A listener is counted only in this method, so that none stays counted after a failure.
        """
        subscription, subscriptions = self.subscription, self.service.subscriptions
        try:
            subscriptions.subscribe(subscription)
        except TooManyStreamsError as error:
            refusal = refusal_for(error)
            assert refusal is not None
            await refusal(scope, receive, send)
            return
        watcher = asyncio.create_task(self.leave_when_disconnected(receive))
        try:
            await self.tell(send)
        finally:
            subscriptions.unsubscribe(subscription)
            watcher.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def tell(self, send: Send) -> None:
        """Send the present story and every change, as long as the subscription lasts."""
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        )
        is_first = True
        while not self.subscription.is_ended and not self.service.subscriptions.is_closing:
            body = await self.next_body(is_first)
            is_first = False
            if body:
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await self.wait()

    async def leave_when_disconnected(self, receive: Receive) -> None:
        """Remove the listener as soon as the connection is gone, even while sending."""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.service.subscriptions.unsubscribe(self.subscription)
                self.subscription.end()
                return

    async def next_body(self, is_first: bool) -> bytes:
        """Return the next bytes to send; empty if there is nothing new."""
        raise NotImplementedError

    async def wait(self) -> None:
        """Wait until there may be news."""
        await self.subscription.wait()

    def heartbeat(self) -> bytes:
        """Return a heartbeat if one is due; otherwise an empty body."""
        if not self.subscription.is_heartbeat_due:
            return b""
        self.subscription.is_heartbeat_due = False
        return HEARTBEAT


class FightStream(EventStream):
    """The stream of a fight: its story after the last line of the journal that the listener saw.

    An event's id is the journal's length.
    """

    async def next_body(self, is_first: bool) -> bytes:
        """Return the next event, presence or heartbeat; empty if there is nothing new."""
        subscription, service = self.subscription, self.service
        room = service.rooms.get(subscription.fight)
        if room is None or is_first:
            # without listeners here, the room may have missed lines of other servers
            room = await service.rooms.open(subscription.fight)
        presence = self.presence_body()
        if room.number == subscription.seen and not is_first:
            return presence or self.heartbeat()
        seen, role = subscription.seen, subscription.role
        found = room.news.cached_event(seen, role)
        if found is None:
            found = await service.rooms.in_room(room, lambda: room.news.event(seen, role))
        subscription.seen, event = found
        return event + presence

    def presence_body(self) -> bytes:
        """Return the presence event, if the presence has changed since the last one."""
        found = self.service.subscriptions.presence(self.subscription.fight)
        if found == self.subscription.presence:
            return b""
        self.subscription.presence = found
        return f"event: presence\ndata: {found}\n\n".encode()


class JobStream(EventStream):
    """The stream of a job's progress and result: first everything, then changes, until the end."""

    def __init__(self, service: FightService, subscription: Subscription, jobs: JobRunner) -> None:
        super().__init__(service, subscription)
        self.jobs = jobs
        self.told: Json = {}

    async def next_body(self, is_first: bool) -> bytes:
        """Return an event with the job's changes, or a heartbeat; empty if nothing is due."""
        job = self.subscription.fight
        found = await asyncio.to_thread(self.jobs.get, job)
        if found is None:  # the job was done and has been forgotten
            self.subscription.end()
            return b""
        if found == self.told:
            return self.heartbeat()
        body = to_json(job_changes(self.told, found))
        self.told = found
        if found["state"] != "working":
            self.subscription.end()
        return f"event: job\ndata: {body}\n\n".encode()

    async def wait(self) -> None:
        """Wait for news; wake regularly for a job of another server."""
        seconds = None if self.jobs.has(self.subscription.fight) else SAVE_SECONDS
        with suppress(TimeoutError):
            await asyncio.wait_for(super().wait(), seconds)


def job_changes(told: Json, found: Json) -> Json:
    """Return the changes of a job since `told`, its data as last sent.

    For a list of unchanged length, only the changed items are sent, with their numbers in `items`.
    `gone` names the keys that left the result.
    """
    before, after = told.get("result", {}), found["result"]
    result: Json = {}
    items: dict[str, list[tuple[int, Any]]] = {}
    for key, value in after.items():
        known = before.get(key)
        if isinstance(value, list) and isinstance(known, list) and len(known) == len(value):
            pairs = enumerate(zip(known, value, strict=True))
            changed = [(number, new) for number, (old, new) in pairs if old != new]
            if changed:
                items[key] = changed
        elif key not in before or value != known:
            result[key] = value
    gone = [key for key in before if key not in after]
    return {**found, "result": result, "items": items, "gone": gone}
