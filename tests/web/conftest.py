"""Fixtures of the service, within the test's process."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="the extra 'web' is not installed")
pytest.importorskip("httpx", reason="httpx is not installed")


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return an empty store with tables; creating the tables takes longer than most tests."""
    from affray.store import Store

    found = tmp_path_factory.mktemp("store") / "fights.db"
    Store(f"sqlite:///{found}").close()
    return found


@pytest.fixture
def settings(tmp_path: Path, empty_store: Path) -> Any:
    from affray.web.settings import Settings

    shutil.copy(empty_store, tmp_path / "fights.db")
    return Settings(store=f"sqlite:///{tmp_path}/fights.db", rate=0)


@pytest.fixture
def client(settings: Any) -> Iterator[Any]:
    yield from client_of(settings)


@pytest.fixture(scope="module")
def shared_client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Return one service for all tests of a module that use only their own fights."""
    from affray.web.settings import Settings

    folder = tmp_path_factory.mktemp("service")
    yield from client_of(Settings(store=f"sqlite:///{folder}/fights.db", rate=0))


def client_of(settings: Any) -> Iterator[Any]:
    from fastapi.testclient import TestClient

    from affray.web.app import create_app

    with TestClient(create_app(settings)) as found:
        yield found
