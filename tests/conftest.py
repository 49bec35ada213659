"""Says which build is under test, and refuses to test another than the one asked for."""

import os

import affray.core.table


def compiled() -> bool:
    return not affray.core.table.__file__.endswith(".py")


def pytest_report_header() -> str:
    return f"affray: {'compiled' if compiled() else 'plain Python'}, {affray.core.table.__file__}"


def pytest_sessionstart() -> None:
    wanted = os.environ.get("AFFRAY_EXPECT", "")
    found = "compiled" if compiled() else "plain"
    if wanted and wanted != found:
        raise SystemExit(f"these tests were to run {wanted}, but affray is {found}")
