"""The application: its routes, page and limits, its start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, HTTPException, Response
from fastapi.responses import HTMLResponse, JSONResponse
from fastapi.staticfiles import StaticFiles
from starlette.middleware import Middleware

from affray.store import Store
from affray.version import VERSION, is_compiled
from affray.web.health import HealthCheck
from affray.web.limits import KnownHosts, LimitsMiddleware
from affray.web.messages import HealthResponse, ReadyResponse
from affray.web.metrics import Gauges, Metrics
from affray.web.page.bundle import BundledFile, bundled_files
from affray.web.page.index import PATH, index_page
from affray.web.refusals import add_error_handlers
from affray.web.rooms.fight_service import FightService
from affray.web.routes import begin, fights, lab, library, links, odds, study, take_backs
from affray.web.settings import Settings
from affray.web.tables import next_fight, reinforcements, seats, talk
from affray.web.tables import settings as table_settings
from affray.web.workers.jobs import JobRunner
from affray.web.workers.worker_pools import WorkerPools

PARTS = (
    fights, begin, take_backs, odds, links, study, library, lab,
    seats, table_settings, reinforcements, next_fight, talk,
)  # fmt: skip
"""The modules with routes, in the order in which the routes are matched."""

STATIC = Path(str(files("affray.web").joinpath("static")))


def create_app(settings: Settings | None = None, process_count: int = 1) -> FastAPI:
    """Create an application with its own store; `process_count` of them may share one address."""
    settings = settings or Settings()
    store = Store(settings.store, for_server=True)
    pools = WorkerPools(settings)
    service = FightService(store, settings, pools)
    jobs = JobRunner(pools.jobs, settings, store)
    health = HealthCheck(store)
    metrics = None
    if settings.metrics:
        metrics = Metrics(gauges_of(service, jobs, pools))
        metrics.serve(settings.metrics, process_count)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[dict[str, Any]]:
        await service.start()
        loop = asyncio.get_running_loop()
        jobs.on_change = lambda job: notify_job(loop, service, job)
        yield {"service": service}
        jobs.close()
        await service.close()
        store.close()
        if metrics is not None:
            metrics.close()

    limits = Middleware(
        LimitsMiddleware,
        body_limit=settings.body_limit,
        body_seconds=settings.body_seconds,
        rate=settings.rate,
        burst=settings.burst,
        hosts=KnownHosts(settings.host_names, settings.public_address),
        count_request=metrics.count_request if metrics is not None else None,
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
    app.state.metrics = metrics
    add_error_handlers(app)
    for part in PARTS:
        app.include_router(part.router)

    @app.get("/health", tags=["service"], responses={503: {"model": HealthResponse}})
    async def get_health() -> JSONResponse:
        """Return whether the service answers and its store can be written to."""
        problem = await health.problem()
        found = HealthResponse(
            status="failing" if problem else "ok",
            problem=problem,
            version=VERSION,
            compiled=is_compiled(),
            streams=service.subscriptions.count(),
            jobs=jobs.working_count(),
            rooms=len(service.rooms),
            waiting=pools.waiting_count(),
        )
        return JSONResponse(found.model_dump(), 503 if problem else 200)

    @app.get("/ready", tags=["service"], responses={503: {"model": ReadyResponse}})
    async def get_ready() -> JSONResponse:
        """Return whether requests should be sent here.

        The service has started, can write, and is not about to stop.
        """
        is_ready = service.is_ready and not await health.problem()
        return JSONResponse({"ready": is_ready}, 200 if is_ready else 503)

    @app.get("/", include_in_schema=False)
    async def page() -> HTMLResponse:
        html = index_page(settings.public_address)
        return HTMLResponse(html, headers={"cache-control": "no-cache"})

    @app.get(f"{PATH}/{{name}}", include_in_schema=False)
    async def page_file(
        name: str, accept_encoding: Annotated[str, Header(max_length=1000)] = ""
    ) -> Response:
        for file in bundled_files():
            if file.name == name:
                return bundled_response(file, "gzip" in accept_encoding)
        raise HTTPException(404, "the page has changed: load it again")

    app.mount("/static", UncachedStaticFiles(directory=STATIC), name="static")
    return app


def gauges_of(service: FightService, jobs: JobRunner, pools: WorkerPools) -> Gauges:
    """Return the metrics of a service that can be read at any time."""
    return {
        "rooms": ("Fights that are open in memory.", lambda: len(service.rooms)),
        "room_bytes": ("Memory that they take, about.", lambda: service.rooms.byte_count()),
        "streams": ("Pages that listen.", lambda: service.subscriptions.count()),
        "jobs": ("Simulations and the like at work.", lambda: jobs.working_count()),
        "waiting_tasks": ("Tasks that wait for a worker process.", lambda: pools.waiting_count()),
        "ready": ("Whether requests should be sent here.", lambda: service.is_ready),
    }


def bundled_response(file: BundledFile, compressed: bool) -> Response:
    """Return a file of the page to be cached forever, compressed if the browser accepts that."""
    headers = {"cache-control": "public, max-age=31536000, immutable", "vary": "accept-encoding"}
    if compressed:
        headers["content-encoding"] = "gzip"
    content = file.compressed if compressed else file.content
    return Response(content, media_type=file.media_type, headers=headers)


def notify_job(loop: asyncio.AbstractEventLoop, service: FightService, job: str) -> None:
    """Wake the listeners of a job, from the thread that watches it."""
    with suppress(RuntimeError):  # the service may have stopped
        loop.call_soon_threadsafe(service.subscriptions.notify, job)


class UncachedStaticFiles(StaticFiles):
    """The page's files, which browsers check for a new version each time."""

    def file_response(self, *args: Any, **kwargs: Any) -> Any:
        """Return a file that browsers have to check for a new version before they use it."""
        response = super().file_response(*args, **kwargs)
        response.headers["cache-control"] = "no-cache"
        return response
