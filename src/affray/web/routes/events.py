"""The stream of a fight: what happens, as it happens, as server-sent events."""

from __future__ import annotations

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from affray.web.rooms.fight_service import FightService
from affray.web.rooms.subscriptions import Subscription

HEARTBEAT = b": still here\n\n"


class EventStream(Response):
    """Tells a listener everything behind the line of the journal last seen, again whenever there
    is more. An event's id is the journal's length."""

    media_type = "text/event-stream"

    def __init__(self, service: FightService, subscription: Subscription) -> None:
        super().__init__(None, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self.service = service
        self.subscription = subscription

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends events until the listener leaves, or the service ends the stream."""
        await send(
            {"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers}
        )
        subscription = self.subscription
        watcher = asyncio.create_task(end_when_disconnected(receive, subscription))
        try:
            is_first = True
            while not subscription.is_ended and not self.service.subscriptions.is_closing:
                body = await self.next_body(is_first)
                is_first = False
                if body:
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                await subscription.wait()
        finally:
            self.service.subscriptions.unsubscribe(subscription)
            watcher.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def next_body(self, is_first: bool) -> bytes:
        """What there is to tell now; nothing if there is nothing new."""
        subscription, service = self.subscription, self.service
        room = service.rooms.get(subscription.fight) or await service.open_room(subscription.fight)
        presence = self.presence_body()
        if room.number == subscription.seen and not is_first:
            if presence or not subscription.is_heartbeat_due:
                return presence
            subscription.is_heartbeat_due = False
            return HEARTBEAT
        seen, role = subscription.seen, subscription.role
        while True:
            number, changes = room.number, room.changes
            event = room.cached_event(seen, role)
            if event is None:
                event = await service.in_room(room, lambda: room.event(seen, role))
            if room.is_settled(changes):
                break  # else the room went on meanwhile, and what was made is neither one nor other
            await asyncio.sleep(0.001)
        subscription.seen = number
        return event + presence

    def presence_body(self) -> bytes:
        """Who is there, if that is not what was said last."""
        found = self.service.subscriptions.presence(self.subscription.fight)
        if found == self.subscription.presence:
            return b""
        self.subscription.presence = found
        return f"event: presence\ndata: {found}\n\n".encode()


async def end_when_disconnected(receive: Receive, subscription: Subscription) -> None:
    """Ends a subscription when its listener has gone."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            subscription.end()
            return
