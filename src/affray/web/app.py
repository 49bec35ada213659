"""The application: the service's addresses, its page, its limits and how it ends."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError
from starlette.middleware import Middleware

from affray.core.fight import IllegalError
from affray.core.problems import InvalidDataError
from affray.store import AlreadyAnsweredError, FightNotFoundError, Store
from affray.version import VERSION, compiled
from affray.web.limits import LimitsMiddleware
from affray.web.messages import HealthResponse
from affray.web.odds.option_odds import OddsCalculator
from affray.web.rooms.fight_service import FightService, ForbiddenError
from affray.web.rooms.room import FightTooLongError
from affray.web.rooms.subscriptions import Subscriptions
from affray.web.routes import fights, lab, library
from affray.web.settings import Settings
from affray.web.workers.jobs import JobRunner, TooManyJobsError

STATIC = Path(str(files("affray.web").joinpath("static")))

log = logging.getLogger("affray.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own store."""
    settings = settings or Settings()
    subscriptions = Subscriptions()
    store = Store(settings.store)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        subscriptions.start()
        yield
        subscriptions.close()
        app.state.jobs.close()
        app.state.service.close()
        store.close()

    guard = Middleware(
        LimitsMiddleware, body_limit=settings.body_limit, rate=settings.rate, burst=settings.burst
    )
    app = FastAPI(
        title="Affray",
        version=VERSION,
        description="Play, watch and study fights of tabletop games by their rules.",
        docs_url=None,
        redoc_url=None,
        lifespan=life,
        middleware=[guard],
    )
    app.state.subscriptions = subscriptions
    app.state.store = store
    app.state.service = FightService(store, subscriptions, settings)
    app.state.jobs = JobRunner(settings.job_limit, settings.job_seconds)
    app.state.odds_calculator = OddsCalculator()
    add_error_handlers(app)
    app.include_router(fights.router)
    app.include_router(library.router)
    app.include_router(lab.router)

    @app.get("/health", tags=["service"])
    async def health() -> HealthResponse:
        """Whether the service and its store answer."""
        await run_in_threadpool(store.is_healthy)
        return HealthResponse(
            status="ok",
            version=VERSION,
            compiled=compiled(),
            streams=subscriptions.count(),
            jobs=app.state.jobs.working_count(),
        )

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/static", UncachedStaticFiles(directory=STATIC), name="static")
    return app


class UncachedStaticFiles(StaticFiles):
    """The page's files, looked at anew each time so that a new version is used at once."""

    def file_response(self, *args: Any, **kwargs: Any) -> Any:
        """A file, to be asked for again before it is used."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


def refusal_response(
    status: int, detail: str, problems: list[dict[str, str]] | None = None
) -> JSONResponse:
    """An answer that says why not."""
    return JSONResponse({"detail": detail, "problems": problems or []}, status)


def add_error_handlers(app: FastAPI) -> None:
    """Says what each kind of failure is to whoever asked."""

    @app.exception_handler(InvalidDataError)
    async def problems(_: Request, error: InvalidDataError) -> JSONResponse:
        listed = [{"key": one.key, "text": one.text} for one in error.problems]
        return refusal_response(422, str(error.problems[0]), listed)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        listed = [
            {"key": ".".join(str(part) for part in one["loc"][1:]), "text": str(one["msg"])}
            for one in error.errors()[:50]
        ]
        return refusal_response(422, "the request is not as expected", listed)

    @app.exception_handler(IllegalError)
    @app.exception_handler(FightTooLongError)
    async def not_legal(_: Request, error: Exception) -> JSONResponse:
        return refusal_response(422, str(error), [{"key": "", "text": str(error)}])

    @app.exception_handler(DataError)
    async def not_storable(_: Request, error: DataError) -> JSONResponse:
        return refusal_response(422, "this holds text that cannot be kept")

    @app.exception_handler(AlreadyAnsweredError)
    async def taken(_: Request, error: AlreadyAnsweredError) -> JSONResponse:
        return refusal_response(
            409, "the fight has gone on; look again and answer what is asked now"
        )

    @app.exception_handler(FightNotFoundError)
    async def not_there(_: Request, error: FightNotFoundError) -> JSONResponse:
        return refusal_response(404, "there is no fight for this link")

    @app.exception_handler(ForbiddenError)
    async def forbidden(_: Request, error: ForbiddenError) -> JSONResponse:
        return refusal_response(403, str(error))

    @app.exception_handler(TooManyJobsError)
    async def too_many(_: Request, error: TooManyJobsError) -> JSONResponse:
        return refusal_response(429, "other simulations are at work; wait until one is done")
