"""A listener of a fight's stream."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx
from at_the_table import Table

from servers import wait_for


class Ear:
    """A thread that listens to a fight's stream."""

    def __init__(self, address: str, table: Table, last: int = 0) -> None:
        self.heard: list[dict[str, Any]] = []
        self.present: list[str] = []
        self.ended = threading.Event()
        self.address = address + table.address + "/events"
        self.headers = {**table.headers, "last-event-id": str(last)}
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self) -> None:
        try:
            with httpx.stream(
                "GET", self.address, headers=self.headers, timeout=60, verify=False
            ) as stream:
                kind = ""
                for line in stream.iter_lines():
                    if line.startswith("event: "):
                        kind = line[7:]
                    if line.startswith("data: ") and kind == "story":
                        self.heard.append(json.loads(line[6:]))
                    elif line.startswith("data: "):
                        self.present = json.loads(line[6:])
        except httpx.TransportError:
            pass
        self.ended.set()

    def wait(self, number: int) -> None:
        def is_heard() -> bool:
            return bool(self.heard) and self.heard[-1]["number"] >= number

        wait_for(is_heard, f"{number} is not heard")
