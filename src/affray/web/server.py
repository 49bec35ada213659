"""Runs the service: one process, a clean stop, logs as lines of JSON."""

from __future__ import annotations

from types import FrameType

import uvicorn
from fastapi import FastAPI

from affray.web.app import create_app
from affray.web.logs import log_to_stderr
from affray.web.settings import Settings

GRACE = 10
"""Seconds that requests under way have to finish."""


class Server(uvicorn.Server):
    """Ends the streams when it is told to stop, so that it does not wait for them."""

    def __init__(self, config: uvicorn.Config, app: FastAPI) -> None:
        super().__init__(config)
        self.application = app

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A signal to stop: requests finish, streams close, nothing new is taken."""
        self.application.state.subscriptions.close()
        super().handle_exit(sig, frame)


def serve(host: str, port: int, settings: Settings, log_level: str = "info") -> None:
    """Serves until it is told to stop."""
    log_to_stderr(log_level)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        timeout_graceful_shutdown=GRACE,
        server_header=False,
    )
    Server(config, app).run()
