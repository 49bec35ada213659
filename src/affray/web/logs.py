"""The log: one line of JSON for each record, on standard error."""

from __future__ import annotations

import json
import logging
import sys
from typing import Any


class JsonLogFormatter(logging.Formatter):
    """A formatter that writes a log record as one line of JSON, with the process id if given."""

    def __init__(self, process: int | None = None) -> None:
        super().__init__()
        self.process = process

    def format(self, record: logging.LogRecord) -> str:
        found: dict[str, Any] = {
            "time": round(record.created, 3),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if self.process is not None:
            found["process"] = self.process
        found.update(getattr(record, "fields", {}))
        if record.exc_info:
            found["error"] = self.formatException(record.exc_info)
        return json.dumps(found, ensure_ascii=False)


def log_to_stderr(level: str = "info", process: int | None = None) -> None:
    """Write all log records to standard error, each as a line of JSON.

    Each line has the id of this process if `process` is given.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLogFormatter(process))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())
    # its messages at the first start are of no use to the host
    logging.getLogger("alembic").setLevel(max(root.level, logging.WARNING))
