"""Health tries a write, and readiness says when to send requests."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest
from at_the_table import begin
from fastapi.testclient import TestClient
from worker_tasks import spin

from affray.core.problems import InvalidDataError
from affray.web.app import create_app
from affray.web.settings import Settings
from affray.web.workers.pool import TaskLimits
from servers import PATIENCE


def test_a_healthy_service(client: TestClient) -> None:
    begin(client)
    found = client.get("/health").json()
    assert found["status"] == "ok"
    assert found["streams"] == 0
    assert found["rooms"] == 1
    assert client.get("/ready").json() == {"ready": True}


def test_a_store_that_cannot_be_written_to_is_not_healthy(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError("the disk is full")

    monkeypatch.setattr(client.app.state.store, "try_write", fail)  # type: ignore[attr-defined]
    response = client.get("/health")
    assert response.status_code == 503
    assert response.json()["status"] == "failing"
    assert client.get("/ready").status_code == 503


def test_many_who_ask_at_once_cost_one_write(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    store: Any = client.app.state.store  # type: ignore[attr-defined]
    written: list[int] = []
    monkeypatch.setattr(store, "try_write", lambda: written.append(1))
    monkeypatch.setattr("affray.web.health.TRY_EVERY", 1e9)
    assert {client.get("/health").status_code for _ in range(20)} == {200}
    assert len(written) == 1


def test_health_and_play_do_not_wait_for_workers(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        pools: Any = client.app.state.pools  # type: ignore[attr-defined]
        tasks = [
            pool.submit(spin, (60.0,), TaskLimits.of_processor(100.0))
            for pool in (pools.reading, pools.thinking, pools.thinking)
        ]
        assert client.get("/health").status_code == 200
        table = begin(client)
        question = table.question()
        assert question is not None
        assert table.answer(question["number"], question["options"][0]["key"]).status_code == 200
        assert not any(task.future.done() for task in tasks)


def test_a_service_that_is_about_to_stop_is_not_ready(settings: Settings) -> None:
    with TestClient(create_app(settings)) as client:
        client.app.state.service.begin_stop()  # type: ignore[attr-defined]
        assert client.get("/ready").status_code == 503
        assert client.get("/health").status_code == 200


def test_what_the_database_refuses_is_said_to_be_tried_again(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    from affray.store import StoreUnavailableError

    table = begin(client)
    before = table.look()
    store: Any = client.app.state.store  # type: ignore[attr-defined]

    def fail(*_: Any) -> None:
        raise StoreUnavailableError("no space left on device")

    question = table.question()
    assert question is not None
    number, key = question["number"], question["options"][0]["key"]
    with monkeypatch.context() as broken:
        broken.setattr(store, "append_all", fail)
        refused = table.answer(number, key)
        assert refused.status_code == 503
        assert "retry-after" in refused.headers
        assert "disk of the store is full" in refused.json()["detail"]
    assert table.look() == before
    assert table.answer(number, key).status_code == 200


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("attempt to write a readonly database", "can only be read"),
        ("connection to 10.0.0.7 failed: password of affray is wrong", "does not answer"),
    ],
)
def test_it_says_why_the_store_cannot_be_written(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, said: str, told: str
) -> None:
    def fail() -> None:
        raise OSError(said)

    store: Any = client.app.state.store  # type: ignore[attr-defined]
    monkeypatch.setattr(store, "try_write", fail)
    found = client.get("/health")
    assert found.status_code == 503
    assert told in found.json()["problem"]
    assert "password" not in found.text


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(InvalidDataError, match="cannot be written: No such file or directory"):
        create_app(Settings(store=f"sqlite:///{tmp_path}/none/fights.db"))


def test_an_old_fight_is_deleted_and_its_page_is_told(settings: Settings, tmp_path: Path) -> None:
    import asyncio
    from dataclasses import replace

    import sqlalchemy

    with TestClient(create_app(replace(settings, expire_days=1.0))) as client:
        old, young = begin(client), begin(client)
        service: Any = client.app.state.service  # type: ignore[attr-defined]
        with service.store.engine.begin() as connection:
            for statement in (
                "update fights set made = 1 where id = :id",
                "update answers set made = 1 where fight = :id",
            ):
                connection.execute(sqlalchemy.text(statement), {"id": old.links["id"]})
        done = threading.Event()
        gone: list[str] = []

        def prune() -> None:
            task = asyncio.ensure_future(service.prune())
            task.add_done_callback(lambda found: (gone.extend(found.result()), done.set()))

        service.background.loop.call_soon_threadsafe(prune)
        assert done.wait(PATIENCE)
        assert gone == [old.links["id"]]
        assert old.get().status_code == 404
        assert young.look()["role"] == "gm"
