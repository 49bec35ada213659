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
from affray.store import NotThere, Store, Taken
from affray.version import VERSION, is_compiled
from affray.web import ask_routes, library_routes, routes
from affray.web.chances import Chances
from affray.web.guard import Guard
from affray.web.hub import Hub
from affray.web.jobs import Jobs, TooMany
from affray.web.service import Forbidden, Service
from affray.web.settings import Settings
from affray.web.shapes import Health
from affray.web.sitting import TooLong

STATIC = Path(str(files("affray.web").joinpath("static")))

log = logging.getLogger("affray.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own store."""
    settings = settings or Settings()
    hub = Hub()
    store = Store(settings.store)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        hub.start()
        yield
        hub.close()
        app.state.jobs.close()
        app.state.service.close()
        store.close()

    guard = Middleware(
        Guard, body_limit=settings.body_limit, rate=settings.rate, burst=settings.burst
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
    app.state.hub = hub
    app.state.store = store
    app.state.service = Service(store, hub, settings)
    app.state.jobs = Jobs(settings.job_limit, settings.job_seconds)
    app.state.chances = Chances()
    add_refusals(app)
    app.include_router(routes.router)
    app.include_router(library_routes.router)
    app.include_router(ask_routes.router)

    @app.get("/health", tags=["service"])
    async def health() -> Health:
        """Whether the service and its store answer."""
        await run_in_threadpool(store.healthy)
        return Health(
            status="ok",
            version=VERSION,
            compiled=is_compiled(),
            streams=hub.listeners(),
            jobs=app.state.jobs.working(),
        )

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/static", Static(directory=STATIC), name="static")
    return app


class Static(StaticFiles):
    """The page's files, looked at anew each time so that a new version is used at once."""

    def file_response(self, *args: Any, **kwargs: Any) -> Any:
        """A file, to be asked for again before it is used."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


def refused(status: int, detail: str, problems: list[dict[str, str]] | None = None) -> JSONResponse:
    """An answer that says why not."""
    return JSONResponse({"detail": detail, "problems": problems or []}, status)


def add_refusals(app: FastAPI) -> None:
    """Says what each kind of failure is to whoever asked."""

    @app.exception_handler(InvalidDataError)
    async def problems(_: Request, error: InvalidDataError) -> JSONResponse:
        listed = [{"key": one.key, "text": one.text} for one in error.problems]
        return refused(422, str(error.problems[0]), listed)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> JSONResponse:
        listed = [
            {"key": ".".join(str(part) for part in one["loc"][1:]), "text": str(one["msg"])}
            for one in error.errors()[:50]
        ]
        return refused(422, "the request is not as expected", listed)

    @app.exception_handler(IllegalError)
    @app.exception_handler(TooLong)
    async def not_legal(_: Request, error: Exception) -> JSONResponse:
        return refused(422, str(error), [{"key": "", "text": str(error)}])

    @app.exception_handler(DataError)
    async def not_storable(_: Request, error: DataError) -> JSONResponse:
        return refused(422, "this holds text that cannot be kept")

    @app.exception_handler(Taken)
    async def taken(_: Request, error: Taken) -> JSONResponse:
        return refused(409, "the fight has gone on; look again and answer what is asked now")

    @app.exception_handler(NotThere)
    async def not_there(_: Request, error: NotThere) -> JSONResponse:
        return refused(404, "there is no fight for this link")

    @app.exception_handler(Forbidden)
    async def forbidden(_: Request, error: Forbidden) -> JSONResponse:
        return refused(403, str(error))

    @app.exception_handler(TooMany)
    async def too_many(_: Request, error: TooMany) -> JSONResponse:
        return refused(429, "other simulations are at work; wait until one is done")
