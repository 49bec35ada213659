"""The application: the service's addresses, its page, its limits and how it ends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from sqlalchemy.exc import DataError, SQLAlchemyError
from starlette.middleware import Middleware

from affray.core.fight import IllegalError
from affray.core.problems import InvalidDataError
from affray.store import AlreadyAnsweredError, FightNotFoundError, Store
from affray.version import VERSION, is_compiled
from affray.web.health import HealthCheck
from affray.web.limits import LimitsMiddleware, TooManyRequestsError
from affray.web.messages import HealthResponse, ReadyResponse
from affray.web.rooms.fight_service import FightService, ForbiddenError
from affray.web.rooms.playing import FightTooLongError
from affray.web.rooms.room import FrozenFightError
from affray.web.routes import fights, lab, library
from affray.web.settings import Settings
from affray.web.workers.fair_queue import QueueFullError
from affray.web.workers.jobs import JobRunner, TooManyJobsError
from affray.web.workers.pool import TaskFailedError
from affray.web.workers.worker_pools import WorkerPools

STATIC = Path(str(files("affray.web").joinpath("static")))

log = logging.getLogger("affray.web")


def create_app(settings: Settings | None = None) -> FastAPI:
    """An application with its own store."""
    settings = settings or Settings()
    store = Store(settings.store, for_server=True)
    pools = WorkerPools(settings)
    service = FightService(store, settings, pools)
    jobs = JobRunner(settings.job_limit, settings.job_seconds, store, settings.job_bytes)
    health = HealthCheck(store)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        await service.start()
        yield
        jobs.close()
        await service.close()
        await asyncio.to_thread(pools.close)
        store.close()

    limits = Middleware(
        LimitsMiddleware,
        body_limit=settings.body_limit,
        body_seconds=settings.body_seconds,
        rate=settings.rate,
        burst=settings.burst,
    )
    app = FastAPI(
        title="Affray",
        version=VERSION,
        description="Play, watch and study fights of tabletop games by their rules.",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        middleware=[limits],
    )
    app.state.store = store
    app.state.service = service
    app.state.pools = pools
    app.state.jobs = jobs
    add_error_handlers(app)
    app.include_router(fights.router)
    app.include_router(library.router)
    app.include_router(lab.router)

    @app.get("/health", tags=["service"], responses={503: {"model": HealthResponse}})
    async def get_health() -> JSONResponse:
        """Whether the service answers and its store can be written to."""
        is_healthy = await health.check()
        found = HealthResponse(
            status="ok" if is_healthy else "failing",
            version=VERSION,
            compiled=is_compiled(),
            streams=service.subscriptions.count(),
            jobs=jobs.working_count(),
            rooms=len(service.rooms),
            waiting=pools.reading.waiting_count() + pools.thinking.waiting_count(),
        )
        return JSONResponse(found.model_dump(), 200 if is_healthy else 503)

    @app.get("/ready", tags=["service"], responses={503: {"model": ReadyResponse}})
    async def get_ready() -> JSONResponse:
        """Whether requests should be sent here: the service has started, can write, and is not
        about to stop."""
        is_ready = service.is_ready and await health.check()
        return JSONResponse({"ready": is_ready}, 200 if is_ready else 503)

    @app.get("/", include_in_schema=False)
    async def page() -> FileResponse:
        return FileResponse(STATIC / "index.html", headers={"cache-control": "no-cache"})

    app.mount("/static", UncachedStaticFiles(directory=STATIC), name="static")
    return app


class UncachedStaticFiles(StaticFiles):
    """The page's files; browsers ask each time whether there is a new version."""

    def file_response(self, *args: Any, **kwargs: Any) -> Any:
        """A file, to be asked for again before it is used."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response


def refusal_response(
    status: int,
    detail: str,
    problems: list[dict[str, str]] | None = None,
    headers: dict[str, str] | None = None,
) -> JSONResponse:
    """An answer that says why not."""
    return JSONResponse({"detail": detail, "problems": problems or []}, status, headers)


def retry_after(seconds: float) -> dict[str, str]:
    """The header that says when to try again."""
    return {"retry-after": str(max(1, round(seconds)))}


def add_error_handlers(app: FastAPI) -> None:
    """Says what each kind of failure is to whoever asked."""

    @app.exception_handler(InvalidDataError)
    async def invalid_data(_: Request, error: InvalidDataError) -> JSONResponse:
        listed = [{"key": one.key, "text": one.text} for one in error.problems]
        return refusal_response(422, str(error.problems[0]), listed)

    @app.exception_handler(RequestValidationError)
    async def invalid_request(_: Request, error: RequestValidationError) -> JSONResponse:
        listed = [
            {
                "key": ".".join(str(part) for part in one["loc"][1:])[:200],
                "text": str(one["msg"]).removeprefix("Value error, ")[:300],
            }
            for one in error.errors()[:50]
        ]
        first = listed[0] if listed else {"key": "", "text": ""}
        where = f" ({first['key']})" if first["key"] else ""
        return refusal_response(
            422, f"the request is not as expected{where}: {first['text']}", listed
        )

    @app.exception_handler(IllegalError)
    @app.exception_handler(FightTooLongError)
    @app.exception_handler(TaskFailedError)
    async def refused(_: Request, error: Exception) -> JSONResponse:
        return refusal_response(422, str(error), [{"key": "", "text": str(error)}])

    @app.exception_handler(DataError)
    async def not_storable(_: Request, error: DataError) -> JSONResponse:
        return refusal_response(422, "this holds text that cannot be stored")

    @app.exception_handler(SQLAlchemyError)
    async def store_failed(_: Request, error: SQLAlchemyError) -> JSONResponse:
        log.error("the store failed: %s", str(error)[:300])
        return refusal_response(503, "the store does not answer; try again", None, retry_after(2))

    @app.exception_handler(AlreadyAnsweredError)
    async def already_answered(_: Request, error: AlreadyAnsweredError) -> JSONResponse:
        return refusal_response(
            409, "the fight has gone on; look again and answer what is asked now"
        )

    @app.exception_handler(FrozenFightError)
    async def frozen(_: Request, error: FrozenFightError) -> JSONResponse:
        return refusal_response(409, str(error))

    @app.exception_handler(FightNotFoundError)
    async def not_found(_: Request, error: FightNotFoundError) -> JSONResponse:
        return refusal_response(404, "there is no fight for this link")

    @app.exception_handler(ForbiddenError)
    async def forbidden(_: Request, error: ForbiddenError) -> JSONResponse:
        return refusal_response(403, str(error))

    @app.exception_handler(TooManyRequestsError)
    async def too_many_requests(_: Request, error: TooManyRequestsError) -> JSONResponse:
        return refusal_response(429, str(error), None, retry_after(error.seconds))

    @app.exception_handler(TooManyJobsError)
    async def too_many_jobs(_: Request, error: TooManyJobsError) -> JSONResponse:
        return refusal_response(
            429, "other simulations are at work; wait until one is done", None, retry_after(10)
        )

    @app.exception_handler(QueueFullError)
    async def queue_full(_: Request, error: QueueFullError) -> JSONResponse:
        return refusal_response(429, "too much is asked at once; try again", None, retry_after(5))
