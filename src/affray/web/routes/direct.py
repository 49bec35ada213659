"""The addresses that play uses, answered without the framework's detours.

They are declared with the others in `routes.fights`, so that they are documented and mean the same;
here only reading the request and finding the function is done by hand, at a fraction of the cost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

from fastapi import HTTPException
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from affray.web.messages import AnswerRequest
from affray.web.refusals import refusal_for
from affray.web.rooms.fight_service import FightService
from affray.web.routes import fights
from affray.web.routes.access import FightAccess, find_access

FIGHT = re.compile(r"[0-9a-f]{1,32}")

Handler = Callable[[Scope, Receive, FightService, FightAccess, Headers], Awaitable[Response]]


async def get_question(
    scope: Scope, receive: Receive, service: FightService, access: FightAccess, headers: Headers
) -> Response:
    """What is asked now."""
    return await fights.question(access, service)


async def post_answer(
    scope: Scope, receive: Receive, service: FightService, access: FightAccess, headers: Headers
) -> Response:
    """An answer to the open question, or a ruling."""
    given = AnswerRequest.model_validate(await read_json(receive))
    found = await fights.answer(given, access, service)
    return fights.json_response(found.model_dump_json())


async def get_events(
    scope: Scope, receive: Receive, service: FightService, access: FightAccess, headers: Headers
) -> Response:
    """A stream of what happens."""
    last = headers.get("last-event-id")
    if last is not None and len(last) > 20:
        raise HTTPException(422, "the last event's id is no number")
    return await fights.listen(access, service, last)


HANDLERS: dict[tuple[str, str], Handler] = {
    ("GET", "question"): get_question,
    ("POST", "answers"): post_answer,
    ("GET", "events"): get_events,
}


class DirectRoutes:
    """Answers the requests of play, and passes all others on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handles one request."""
        parts = scope["path"].split("/") if scope["type"] == "http" else []
        handler = None
        if len(parts) == 5 and parts[1] == "api" and parts[2] == "fights":
            handler = HANDLERS.get((scope["method"], parts[4]))
        if handler is None or FIGHT.fullmatch(parts[3]) is None:
            await self.app(scope, receive, send)
            return
        scope["route"] = SimpleNamespace(path=f"/api/fights/{{fight}}/{parts[4]}")
        response = await self.respond(handler, scope, receive, parts[3])
        await response(scope, receive, send)

    async def respond(
        self, handler: Handler, scope: Scope, receive: Receive, fight: str
    ) -> Response:
        """The response to a request, whatever it is."""
        headers = Headers(scope=scope)
        client = scope.get("client")
        service: FightService = scope["app"].state.service
        try:
            address = client[0] if client else ""
            access = await find_access(service, fight, headers.get("authorization", ""), address)
            return await handler(scope, receive, service, access, headers)
        except Exception as error:
            found = refusal_for(error)
            if found is None:
                raise
            return found


async def read_json(receive: Receive) -> Any:
    """The JSON of a request's body."""
    body = b""
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise HTTPException(400, "the request ended before its time")
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        raise HTTPException(422, "the body is no JSON") from None
