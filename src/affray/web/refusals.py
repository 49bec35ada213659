"""Responses to refused requests: a status and one clear sentence for each kind of error."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import ValidationError
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.exceptions import HTTPException

from affray.core.fight import IllegalError
from affray.core.problems import InvalidDataError
from affray.store import (
    AlreadyAnsweredError,
    FightNotFoundError,
    StoreUnavailableError,
    store_problem,
)
from affray.web.limits import TooManyRequestsError
from affray.web.rooms.playing import FightTooLongError
from affray.web.rooms.room import ForbiddenError, FrozenFightError
from affray.web.rooms.subscriptions import TooManyStreamsError
from affray.web.workers.jobs import TooManyJobsError
from affray.web.workers.pool import QueueFullError, TaskFailedError, TaskStoppedError

log = logging.getLogger("affray.web")

MAX_DETAIL = 500
"""The largest number of characters of a message."""

MAX_PROBLEMS = 50
"""The largest number of problems that are listed for a request."""

Refusal = Callable[[Any], JSONResponse]


def refusal(
    status: int,
    detail: str,
    problems: list[dict[str, str]] | None = None,
    retry_seconds: float = 0.0,
) -> JSONResponse:
    """Return a response with the reason of a refusal and, if it helps, when to try again."""
    headers = {"retry-after": str(max(1, round(retry_seconds)))} if retry_seconds else None
    return JSONResponse({"detail": shorten(detail), "problems": problems or []}, status, headers)


def shorten(text: str) -> str:
    """Shorten a message to `MAX_DETAIL` characters."""
    return text if len(text) <= MAX_DETAIL else text[: MAX_DETAIL - 1] + "…"


def refuse_data(error: InvalidDataError) -> JSONResponse:
    """Refuse invalid data, with a list of their problems."""
    listed = [
        {"key": shorten(one.key), "text": shorten(one.text)}
        for one in error.problems[:MAX_PROBLEMS]
    ]
    return refusal(422, str(error.problems[0]), listed)


def refuse_request(error: RequestValidationError | ValidationError) -> JSONResponse:
    """Refuse a request that does not fit the interface."""
    skipped = 1 if isinstance(error, RequestValidationError) else 0
    listed = [
        {
            "key": ".".join(str(part) for part in one["loc"][skipped:])[:200],
            "text": str(one["msg"]).removeprefix("Value error, ")[:300],
        }
        for one in list(error.errors())[:MAX_PROBLEMS]
    ]
    first = listed[0] if listed else {"key": "", "text": "it cannot be read"}
    where = f" ({first['key']})" if first["key"] else ""
    return refusal(422, f"the request is not as expected{where}: {first['text']}", listed)


def refuse_as_said(error: Exception) -> JSONResponse:
    """Refuse a request with an error's own message."""
    return refusal(422, str(error), [{"key": "", "text": shorten(str(error))}])


def refuse_store(error: Exception) -> JSONResponse:
    """Refuse a request because the store does not answer."""
    log.error("the store failed: %s", str(error)[:300])
    return refusal(503, f"{store_problem(error)}; try again", None, 2)


def refuse_http(error: HTTPException) -> JSONResponse:
    """Refuse a request with the status of an HTTP error."""
    detail = error.detail
    if detail == "There was an error parsing the body":
        detail = "the request's body is not JSON, or has a number with too many digits"
    return JSONResponse({"detail": detail, "problems": []}, error.status_code, error.headers)


REFUSED: dict[type[Exception], Refusal] = {
    InvalidDataError: refuse_data,
    RequestValidationError: refuse_request,
    ValidationError: refuse_request,
    IllegalError: refuse_as_said,
    FightTooLongError: refuse_as_said,
    TaskFailedError: refuse_as_said,
    TaskStoppedError: lambda error: refusal(503, "the service is about to stop", None, 2),
    DataError: lambda error: refusal(422, "this holds text that cannot be stored"),
    SQLAlchemyError: refuse_store,
    StoreUnavailableError: refuse_store,
    AlreadyAnsweredError: lambda error: refusal(
        409, "the fight has gone on; look again and answer what is asked now"
    ),
    FrozenFightError: lambda error: refusal(409, str(error)),
    FightNotFoundError: lambda error: refusal(404, "there is no fight for this link"),
    ForbiddenError: lambda error: refusal(403, str(error)),
    TooManyRequestsError: lambda error: refusal(429, str(error), None, error.seconds),
    TooManyStreamsError: lambda error: refusal(429, str(error), None, 10),
    TooManyJobsError: lambda error: refusal(
        429, "other simulations are at work; wait until one is done", None, 10
    ),
    QueueFullError: lambda error: refusal(429, "too much is asked at once; try again", None, 5),
}
"""The function that makes the response to each kind of error."""


def refusal_for(error: Exception) -> JSONResponse | None:
    """Return the response to an error; None for an internal error."""
    if isinstance(error, HTTPException):
        return refuse_http(error)
    for kind in type(error).__mro__:
        if kind in REFUSED:
            return REFUSED[kind](error)
    return None


def add_error_handlers(app: FastAPI) -> None:
    """Register the responses to all known errors with an application."""

    async def handle(_: Request, error: Exception) -> JSONResponse:
        found = refusal_for(error)
        assert found is not None
        return found

    for kind in (*REFUSED, HTTPException):
        app.add_exception_handler(kind, handle)
