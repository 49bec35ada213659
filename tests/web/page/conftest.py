"""One real Chromium and one service for all tests of the page."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin, offers_an_attack, play_until
from driving import link, wait_for_question

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


@contextmanager
def page_opener(browser: Any) -> Iterator[OpenPage]:
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


@pytest.fixture
def open_page(browser: Any) -> Iterator[OpenPage]:
    """Opens pages that are closed after the test."""
    with page_opener(browser) as found:
        yield found


@pytest.fixture(scope="session")
def modules_page(browser: Any, service: Service) -> Iterator[Any]:
    """A page whose modules are tried by themselves; it is opened once."""
    with page_opener(browser) as opened:
        yield opened(service.address)


LookAtAttack = Callable[[str], tuple[Any, Table, dict[str, Any]]]


@pytest.fixture(scope="session")
def look_at_attack(browser: Any, service: Service) -> Iterator[LookAtAttack]:
    """The page, the table and the question of a ruleset's first scenario where an attack is first
    offered. It is opened once, for tests that look and answer nothing."""
    found: dict[str, tuple[Any, Table, dict[str, Any]]] = {}
    with (
        page_opener(browser) as opened,
        httpx.Client(base_url=service.address, timeout=60) as client,
    ):

        def look(ruleset: str) -> tuple[Any, Table, dict[str, Any]]:
            if ruleset not in found:
                table = begin(client, ruleset, gm="passive", seed=5)
                question = play_until(table, offers_an_attack)
                found[ruleset] = opened(link(service, table)), table, question
            page, _, question = found[ruleset]
            # whatever the test before has opened is closed, and nothing is pointed at
            page.emulate_media(color_scheme="light")
            page.keyboard.press("Escape")
            page.keyboard.press("Escape")
            page.mouse.move(2, 2)
            wait_for_question(page, question)
            page.locator(".question .figure.hit").first.wait_for()
            return found[ruleset]

        yield look


@pytest.fixture(scope="session")
def axe() -> str:
    """The script of axe-core, which npm installed."""
    folder = Path(os.environ.get("AFFRAY_PAGE_TOOLS", ROOT / ".venv/page-tools"))
    found = folder / "node_modules/axe-core/axe.min.js"
    if not found.exists():
        missing(f"axe-core is not at {found} (make check installs it where npm is there)")
    return found.read_text("utf-8")
