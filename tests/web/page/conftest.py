"""One real Chromium and one service for all tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from servers import Service, chromium, missing

WAIT = int(os.environ.get("AFFRAY_PAGE_WAIT", "60000"))
"""Milliseconds that a page may take for anything."""

OpenPage = Callable[..., Any]

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    found = Service(f"sqlite:///{tmp_path_factory.mktemp('page')}/fights.db").start()
    yield found
    found.stop()


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=service.address, timeout=60) as found:
        yield found


@pytest.fixture
def open_page(browser: Any) -> Iterator[OpenPage]:
    """Opens pages that complain about any error of the script or the content policy. Nothing
    moves on them unless they are opened with motion=True."""
    contexts: list[Any] = []
    wrong: list[str] = []

    def complain(said: Any) -> None:
        if "Content Security" in said.text:
            wrong.append(said.text)

    def make(address: str, motion: bool = False, script: str = "", **how: Any) -> Any:
        how = {"viewport": {"width": 1280, "height": 800}, **how}
        context = browser.new_context(
            accept_downloads=True, reduced_motion="no-preference" if motion else "reduce", **how
        )
        contexts.append(context)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", complain)
        page.goto(address)
        return page

    yield make
    for context in contexts:
        context.close()
    assert not wrong, wrong


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which npm installed."""
    folder = Path(os.environ.get("AFFRAY_PAGE_TOOLS", ROOT / ".venv/page-tools"))
    found = folder / "node_modules/axe-core/axe.min.js"
    if not found.exists():
        missing(f"axe-core is not at {found} (make check installs it where npm is there)")
    return found.read_text("utf-8")
