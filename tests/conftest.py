"""Says which build is under test, and refuses to test another than the one asked for."""

import gc
import os
from collections.abc import Generator

import pytest
from hypothesis import HealthCheck, settings

import affray.core.table

# the same examples in every run, however busy the machine is
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")

skipped: list[str] = []


def compiled() -> bool:
    return not affray.core.table.__file__.endswith(".py")


def pytest_report_header() -> str:
    return f"affray: {'compiled' if compiled() else 'plain Python'}, {affray.core.table.__file__}"


def pytest_sessionstart() -> None:
    wanted = os.environ.get("AFFRAY_EXPECT", "")
    found = "compiled" if compiled() else "plain"
    if wanted and wanted != found:
        raise SystemExit(f"these tests were to run {wanted}, but affray is {found}")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Has the thousands of tests that are collected, which stay to the end, never looked through
    for garbage: that takes a sixth of the time of small tests."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        skipped.append(report.nodeid)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """CI has all that a user's machine may lack: nothing is skipped there."""
    if os.environ.get("CI") and skipped and session.exitstatus == 0:
        session.exitstatus = 1


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if os.environ.get("CI") and skipped:
        terminalreporter.write_line(f"{len(skipped)} skipped, and in CI nothing may be: that fails")
