"""Start real servers for tests: PostgreSQL, the service, and a browser.

If one is not installed, the test is skipped with the reason. With CI set, it fails instead.
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
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    import httpx

BROWSERS = ("/usr/bin/chromium-headless-shell", "/usr/bin/chromium")
"""Paths of Chromium. The first draws no windows; with it the page's tests take a quarter less time."""

CHROMIUM = os.environ.get("AFFRAY_CHROMIUM") or next(
    (one for one in BROWSERS if Path(one).exists()), BROWSERS[-1]
)
NOT_WANTED = (
    # pages of Chromium's address bar in every new window, and a spare process for the next page:
    # together they take more processor time than the page itself
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "SpareRendererForSitePerProcess",
    # the features that Playwright disables, because only the last list counts
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
"""Features of Chromium that the tests disable."""

CHROMIUM_FLAGS = [
    f"--disable-features={','.join(NOT_WANTED)}",
    "--process-per-site",  # a window's next page loads faster in the same process
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def missing(why: str) -> Any:
    """Skip a test with a reason, or fail it in CI."""
    if os.environ.get("CI"):
        pytest.fail(f"CI needs this: {why}")
    pytest.skip(why)


PATIENCE = 200.0
"""The seconds that a step of a test may take on a busy machine."""


def wait_for(is_so: Callable[[], bool], what: str = "it takes too long") -> None:
    """Wait until a condition is true; fail with `what` after `PATIENCE` seconds."""
    last = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < last, what
        time.sleep(0.03)


def processor_seconds(process: int) -> float:
    """Return the processor time of a process and its descendants so far."""
    ticks = 0
    for one in (process, *descendants(process)):
        ticks += sum(map(int, process_stat(one)[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def process_stat(process: int) -> list[str]:
    """Return the fields of /proc/PID/stat after the name; empty if there is no such process."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def is_running(process: int) -> bool:
    """Return whether a process exists and has not ended."""
    return process_stat(process)[:1] not in ([], ["Z"])


def descendants(process: int) -> list[int]:
    """Return the processes that a process has started, and those that they have started."""
    found = []
    for file in Path(f"/proc/{process}").glob("task/*/children"):
        with suppress(OSError):
            for child in map(int, file.read_text().split()):
                found += [child, *descendants(child)]
    return found


def free_port() -> int:
    """Return an unused port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def free_ports_in_a_row(count: int) -> int:
    """Return the first of `count` unused ports in a row.

    They are below the range from which the system assigns ports, so they stay unused.
    """
    first = 20_000 + os.getpid() * 16 % 10_000
    while not all(is_free(first + number) for number in range(count)):
        first += count
    return first


def is_free(port: int) -> bool:
    """Return whether a port is unused."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def postgres_tools() -> Path | None:
    """Return the folder with initdb and pg_ctl; None if PostgreSQL is not installed."""
    found = shutil.which("pg_ctl")
    if found:
        return Path(found).resolve().parent
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"))
    return places[-1].parent if places else None


@contextmanager
def postgres() -> Iterator[str]:
    """Yield the address of a new PostgreSQL server, or of the one in AFFRAY_TEST_POSTGRES."""
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
    """Return a client for a service without encryption.

    It does not load certificates, because that takes longer than most requests.
    """
    import httpx

    return httpx.Client(base_url=address, timeout=timeout, verify=False)


WITH_SETTINGS = (
    "import json, sys; from affray.web.server import serve; from affray.web.settings import "
    "Settings; serve('127.0.0.1', int(sys.argv[1]), Settings(**json.loads(sys.argv[2])))"
)


class Service:
    """The service in another process, which can be killed and started again.

    `affray serve` starts it, with `more` options. With settings or a script, the script starts it;
    its arguments are the port and the settings as JSON.
    """

    def __init__(self, store: str, *more: str, script: str = "", **settings: Any) -> None:
        self.store = store
        self.more = more
        self.script = script
        self.settings = settings
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = Path(tempfile.mkstemp(prefix="affray-log-")[1])
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> Service:
        """Start the service and wait until it answers."""
        self.launch()
        return self.wait()

    def launch(self) -> None:
        """Start the service without waiting."""
        words = ["serve", "--port", str(self.port), "--store", self.store, "--rate", "0"]
        command = ["-m", "affray", *words, *self.more]
        if self.settings or self.script:
            settings = {"store": self.store, "rate": 0, **self.settings}
            script = self.script or WITH_SETTINGS
            command = ["-c", script, str(self.port), json.dumps(settings)]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([sys.executable, *command], stdout=log, stderr=log)

    def wait(self) -> Service:
        """Wait until the service answers."""
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
        """Kill the service with SIGKILL."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def freeze(self) -> None:
        """Suspend the service with its connections open."""
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Resume the service after `freeze`."""
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def stop(self) -> int:
        """Stop the service with SIGTERM; return its exit code."""
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
