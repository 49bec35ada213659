"""Real servers for tests: PostgreSQL, the service itself, and a browser, each started by the test.

Where one is missing the test says so and is skipped; where CI is set it fails instead.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import httpx

BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""Where Chromium is. The first has no windows of its own to draw, and is taken if it is there: the
tests of the page are a quarter cheaper with it."""

CHROMIUM = os.environ.get("AFFRAY_CHROMIUM") or next(
    (one for one in BROWSERS if Path(one).exists()), BROWSERS[-1]
)
NOT_WANTED = (
    # pages of Chromium's own address bar, which it opens in every new window; and a process kept in
    # store for the next page: together more than what a page of ours takes
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    # what Playwright switches off too: the last list that is given counts
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""Parts of Chromium that the tests do without."""

CHROMIUM_FLAGS = [
    f"--disable-features={','.join(NOT_WANTED)}",
    "--process-per-site",  # of one window: a page of ours is soon there where another was before
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def missing(why: str) -> Any:
    """Skips a test with a reason, or fails it where everything should be there."""
    if os.environ.get("CI"):
        pytest.fail(f"CI has to have it: {why}")
    pytest.skip(why)


PATIENCE = 200.0
"""Seconds that anything may take, on a machine that is busy with much else."""


def wait_for(is_so: Callable[[], bool], what: str = "it takes too long") -> None:
    """Wait until something holds."""
    last = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < last, what
        time.sleep(0.03)


def processor_seconds(process: int) -> float:
    """Return the processor time that a process and those it has started have taken so far."""
    place = Path(f"/proc/{process}")
    try:
        figures = (place / "stat").read_text().rpartition(")")[2].split()[11:15]
        children = [one.read_text().split() for one in place.glob("task/*/children")]
    except OSError:
        return 0.0  # it has ended meanwhile
    own = sum(map(int, figures)) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(int(child)) for few in children for child in few)


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_ports_in_a_row(count: int) -> int:
    """Return the first of `count` free ports in a row.

    They are below the ports that the system gives to outgoing connections.
    """
    first = 20_000 + os.getpid() * 16 % 10_000
    while not all(is_free(first + number) for number in range(count)):
        first += count
    return first


def is_free(port: int) -> bool:
    """Return whether a port of this machine is free."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def postgres_tools() -> Path | None:
    """Where initdb and pg_ctl are."""
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return places[-1].parent if places else None


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of a PostgreSQL server of our own, or of the one that was named."""
    named = os.environ.get("AFFRAY_TEST_POSTGRES")
    if named:
        yield named
        return
    tools = postgres_tools()
    if tools is None:
        missing("PostgreSQL is not installed (Debian: apt-get install postgresql)")
    assert tools is not None
    folder = Path(tempfile.mkdtemp(prefix="affray-pg-"))
    user = "postgres" if os.geteuid() == 0 else ""
    if user:
        shutil.chown(folder, user)
    data, port = folder / "data", free_port()

    def run(*words: str) -> None:
        as_user = ["runuser", "-u", user, "--"] if user else []
        subprocess.run([*as_user, *words], check=True, capture_output=True, cwd=folder, timeout=90)

    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1"
    try:
        run(f"{tools}/initdb", "-D", str(data), "-U", "affray", "-A", "trust", "-E", "UTF8")
        log = str(folder / "log")
        run(f"{tools}/pg_ctl", "-D", str(data), "-o", options, "-l", log, "-w", "start")
        yield f"postgresql://affray@127.0.0.1:{port}/postgres"
    finally:
        subprocess.run(
            [
                *(["runuser", "-u", user, "--"] if user else []),
                f"{tools}/pg_ctl",
                "-D",
                str(data),
                "-m",
                "immediate",
                "stop",
            ],
            capture_output=True,
            cwd="/",
        )
        shutil.rmtree(folder, ignore_errors=True)


def http_client(address: str, timeout: float = 60) -> httpx.Client:
    """Return a client of a service of ours. Nothing is encrypted there, and to read the certificates that
    every client begins with else takes longer than most requests."""
    import httpx

    return httpx.Client(base_url=address, timeout=timeout, verify=False)


WITH_SETTINGS = (
    "import json, sys; from affray.web.server import serve; from affray.web.settings import "
    "Settings; serve('127.0.0.1', int(sys.argv[1]), Settings(**json.loads(sys.argv[2])))"
)


class Service:
    """The service in a process of its own, that can be killed and started again.

    With settings it is started by them, else by the command `affray serve`.
    """

    def __init__(self, store: str, *more: str, **settings: Any) -> None:
        self.store = store
        self.more = more
        self.settings = settings
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = Path(tempfile.mkstemp(prefix="affray-log-")[1])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Service:
        """Start it and waits until it answers."""
        self.launch()
        return self.wait()

    def launch(self) -> None:
        """Start it without waiting."""
        words = ["serve", "--port", str(self.port), "--store", self.store, "--rate", "0"]
        command = ["-m", "affray", *words, *self.more]
        if self.settings:
            settings = {"store": self.store, "rate": 0, **self.settings}
            command = ["-c", WITH_SETTINGS, str(self.port), json.dumps(settings)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, *command], stdout=log, stderr=log)

    def wait(self) -> Service:
        """Wait until it answers."""
        import httpx

        assert self.process is not None
        last = time.monotonic() + PATIENCE
        with http_client(self.address, timeout=30) as client:
            while time.monotonic() < last:
                try:
                    if client.get("/health").status_code == 200:
                        return self
                except httpx.TransportError:
                    if self.process.poll() is not None:
                        break
                    time.sleep(0.05)
        raise AssertionError(self.log.read_text()[-3000:])

    def kill(self) -> None:
        """End it without a word (SIGKILL)."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def freeze(self) -> None:
        """Has it do nothing any more, with its connections open."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Has it go on after it was frozen."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Asks it to stop, and gives its exit code."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.thaw()
        return self.process.wait(PATIENCE)

    def logged(self) -> str:
        """Return the service's log."""
        return self.log.read_text()


@contextmanager
def chromium() -> Iterator[Any]:
    """Yield a browser."""
    if not Path(CHROMIUM).exists():
        missing(f"there is no {CHROMIUM} (Debian: apt-get install chromium-headless-shell)")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright is not installed (pip install playwright)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_FLAGS)
        yield browser
        browser.close()
