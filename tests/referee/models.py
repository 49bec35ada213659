"""A client that leads fights through the referee's tools alone, as a language model does."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from servers import free_port
from support import run_apart

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")

# its clients write where sys.stderr led when it was imported, which is nowhere within some tests
from mcp import Client, StdioServerParameters


class Model:
    """Call the tools of a referee and return their texts."""

    def __init__(self, client: Client) -> None:
        self.client = client

    async def call(self, tool: str, /, **arguments: Any) -> str:
        """Return a tool's answer; fail if it refuses."""
        result = await self.client.call_tool(tool, arguments)
        text = said(result)
        assert not result.is_error, text
        return text

    async def refused(self, tool: str, /, **arguments: Any) -> str:
        """Return the sentence with which a tool refuses; fail if it does not."""
        result = await self.client.call_tool(tool, arguments)
        text = said(result)
        assert result.is_error, text
        assert "\n" not in text, text
        return text

    async def play_to_the_end(self, text: str, most: int = 2000) -> str:
        """Answer as the simple player would until the fight is over; return the last look."""
        fight = fight_of(text)
        for _ in range(most):
            if "The fight is over" in text:
                return text
            text = await self.call(
                "answer",
                fight=fight,
                question=question_of(text),
                option=usual_of(text),
                odds=False,
            )
        raise AssertionError(f"the fight does not end: {text}")


def said(result: Any) -> str:
    """Return the text of a result, which is one block without structured content."""
    assert len(result.content) == 1
    assert result.structured_content is None
    text = result.content[0].text
    assert isinstance(text, str)
    return text


def fight_of(text: str) -> str:
    """Return the fight's id in a look."""
    found = re.search(r"^fight ([0-9a-f]+):", text, re.MULTILINE)
    assert found, text
    return found[1]


def question_of(text: str) -> int:
    """Return the number of the open question in a look."""
    found = re.search(r", question (\d+)$", text, re.MULTILINE)
    assert found, text
    return int(found[1])


def usual_of(text: str) -> int:
    """Return the number of the option that the simple player would take."""
    found = re.search(r"\(simple would take (\d+)\)", text)
    assert found, text
    return int(found[1])


def run(work: Callable[[Model], Awaitable[None]], connect: Any) -> None:
    """Run `work` with a model connected by `connect`."""

    wrong: list[Exception] = []

    async def main() -> None:
        async with connect() as client:
            try:
                await work(Model(client))
            except Exception as error:  # not within the client's groups of errors
                wrong.append(error)

    run_apart(main())
    if wrong:
        raise wrong[0]


@asynccontextmanager
async def in_process(folder: Path, **settings: Any) -> AsyncIterator[Client]:
    """Yield a client of a referee in this process."""
    from affray.referee.referee import Referee
    from affray.referee.server import RefereeServer
    from affray.web.app import create_app
    from affray.web.settings import Settings

    app = create_app(Settings(store=f"sqlite:///{folder}/fights.db", **settings))
    server = RefereeServer()
    server.referee = Referee(app, "http://page")
    async with app.router.lifespan_context(app), Client(server) as client:
        yield client


@asynccontextmanager
async def over_stdio(folder: Path, port: int = 0) -> AsyncIterator[Client]:
    """Yield a client of `affray mcp` over standard input and output."""
    words = ["-m", "affray", "mcp", "--store", f"sqlite:///{folder}/fights.db"]
    words += ["--port", str(port or free_port())]
    parameters = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))
    async with Client(parameters) as client:
        yield client


@asynccontextmanager
async def over_http(folder: Path, *more: str) -> AsyncIterator[Client]:
    """Yield a client of `affray mcp --http`."""
    import httpx

    port = free_port()
    words = ["-m", "affray", "mcp", "--http", "--store", f"sqlite:///{folder}/fights.db"]
    process = await asyncio.create_subprocess_exec(
        sys.executable, *words, "--port", str(port), *more, stderr=asyncio.subprocess.PIPE
    )
    try:
        async with httpx.AsyncClient(timeout=60, verify=False) as probe:
            for _ in range(600):
                try:
                    await probe.get(f"http://127.0.0.1:{port}/ready")
                    break
                except httpx.TransportError:
                    assert process.returncode is None
                    await asyncio.sleep(0.05)
        async with Client(f"http://127.0.0.1:{port}/mcp") as client:
            yield client
    finally:
        if process.returncode is None:
            process.terminate()
        assert await process.wait() in (0, -signal.SIGTERM)
