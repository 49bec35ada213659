"""One real Chromium and one service for all tests of the page."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from at_the_table import Table, begin, offers_an_attack, play_until
from driving import expect, link, wait_for_question

from servers import Service, chromium, http_client, missing

WAIT = int(os.environ.get("AFFRAY_PAGE_WAIT", "60000"))
"""Milliseconds that a page may take for anything."""

OpenPage = Callable[..., Any]

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    with chromium() as found:
        expect.set_options(timeout=WAIT)
        yield found


@pytest.fixture(scope="session")
def shared_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    found = Service(f"sqlite:///{tmp_path_factory.mktemp('page')}/fights.db").start()
    yield found
    found.stop()


@pytest.fixture(scope="session")
def service(shared_service: Service) -> Service:
    return shared_service


@pytest.fixture
def client(service: Service) -> Iterator[httpx.Client]:
    with http_client(service.address) as found:
        yield found


class Windows:
    """Windows of the browser, each with one page and with cookies and a storage of its own. They
    are made once for every way of showing a page, and forget everything between tests: to start
    another process and to read all scripts anew takes longer than most tests."""

    def __init__(self, browser: Any, empty_page: str) -> None:
        self._browser = browser
        self._empty_page = empty_page
        self._free: dict[str, list[Any]] = {}
        """Pages that nobody looks at, by how their windows show them."""

    def open(self, how: dict[str, Any]) -> Any:
        """Return a page alone in a window that remembers nothing."""
        free = self._free.get(json.dumps(how))
        return free.pop() if free else self._browser.new_context(**how).new_page()

    def keep(self, page: Any, how: dict[str, Any]) -> None:
        """Make a page as new, and keeps it for others."""
        origins = {"/".join(one.url.split("/")[:3]) for one in page.context.pages}
        for one in page.context.pages:
            if one is not page:
                one.close()
        page.unroute_all()
        page.goto(self._empty_page)
        page.evaluate("sessionStorage.clear()")
        session = page.context.new_cdp_session(page)
        for origin in origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        session.detach()
        page.set_viewport_size(how["viewport"])
        page.emulate_media(color_scheme=how.get("color_scheme", "light"))
        self._free.setdefault(json.dumps(how), []).append(page)


@pytest.fixture(scope="session")
def windows(browser: Any, shared_service: Service) -> Windows:
    return Windows(browser, f"{shared_service.address}/static/icon.svg")


@contextmanager
def page_opener(windows: Windows) -> Iterator[OpenPage]:
    """Open pages that complain about any error of the script or the content policy. Nothing
    moves on them unless they are opened with motion=True."""
    opened: list[tuple[Any, dict[str, Any], bool]] = []
    wrong: list[str] = []

    def complain_of_error(error: Any) -> None:
        wrong.append(str(error))

    def complain_of_policy(said: Any) -> None:
        if "Content Security" in said.text:
            wrong.append(said.text)

    def make(address: str, motion: bool = False, script: str = "", **how: Any) -> Any:
        how = {
            "viewport": {"width": 1280, "height": 800},
            "accept_downloads": True,
            "reduced_motion": "no-preference" if motion else "reduce",
            **how,
        }
        page = windows.open(how)
        opened.append((page, how, bool(script)))
        if script:
            page.add_init_script(script)
        page.set_default_timeout(WAIT)
        page.on("pageerror", complain_of_error)
        page.on("console", complain_of_policy)
        page.goto(address)
        return page

    yield make
    for page, how, scripted in opened:
        page.remove_listener("pageerror", complain_of_error)
        page.remove_listener("console", complain_of_policy)
        if scripted:
            page.context.close()  # the script would stay
        elif not page.is_closed():
            windows.keep(page, how)
    assert not wrong, wrong


@pytest.fixture
def open_page(windows: Windows) -> Iterator[OpenPage]:
    """Open pages that are closed after the test."""
    with page_opener(windows) as found:
        yield found


@pytest.fixture(scope="session")
def modules_page(windows: Windows, service: Service) -> Iterator[Any]:
    """Yield a page whose modules are tried by themselves; it is opened once."""
    with page_opener(windows) as opened:
        yield opened(service.address)


LookAtAttack = Callable[[str], tuple[Any, Table, dict[str, Any]]]


@pytest.fixture(scope="session")
def look_at_attack(windows: Windows, service: Service) -> Iterator[LookAtAttack]:
    """Yield the page, the table and the question of a ruleset's first scenario where an attack is first
    offered. It is opened once, for tests that look and answer nothing."""
    found: dict[str, tuple[Any, Table, dict[str, Any]]] = {}
    with (
        page_opener(windows) as opened,
        http_client(service.address) as client,
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
    """Return the script of axe-core, which npm installed."""
    folder = Path(os.environ.get("AFFRAY_PAGE_TOOLS", ROOT / ".venv/page-tools"))
    found = folder / "node_modules/axe-core/axe.min.js"
    if not found.exists():
        missing(f"axe-core is not at {found} (make check installs it where npm is there)")
    return found.read_text("utf-8")
