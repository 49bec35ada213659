"""Test streams, jobs, limits, headers, logs and the stop of the service."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
from at_the_table import FIRST, Table, begin
from fastapi.testclient import TestClient
from streams import Ear

from affray.web.app import create_app
from affray.web.settings import Settings
from servers import PATIENCE, Service, descendants, http_client, is_running, wait_for


@pytest.fixture
def service(tmp_path: Path) -> Any:
    found = Service(f"sqlite:///{tmp_path}/fights.db").start()
    yield found
    found.stop()


def test_a_stream_tells_at_once_and_one_that_comes_back_misses_nothing(service: Service) -> None:
    with http_client(service.address) as client:
        table = begin(client)
        ear = Ear(service.address, table.as_onlooker())
        ear.wait(table.story()["number"])
        question = table.question()
        assert question is not None
        table.answer(question["number"], question["options"][0]["key"])
        ear.wait(table.story()["number"])
        seen = ear.heard[-1]["number"]
        for _ in range(3):
            question = table.question()
            assert question is not None
            table.answer(question["number"], question["options"][0]["key"])
        late = Ear(service.address, table.as_onlooker(), seen)
        late.wait(table.story()["number"])
        assert late.heard[0]["keep"] > 0
        frames = sum(len(one["frames"]) for one in ear.heard if one["number"] <= seen)
        assert late.heard[0]["keep"] + len(late.heard[0]["frames"]) == len(table.story()["frames"])
        assert late.heard[0]["keep"] <= frames + 1


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs Linux's /proc")
def test_a_busy_service_stops_within_seconds(service: Service) -> None:
    """A stop waits for no player, study, simulation, odds, stream or queue."""
    with http_client(service.address) as client:
        tables = [
            begin(client, name, players=["strong", "strong"], seed=3) for name in (*FIRST, *FIRST)
        ]
        ears = [Ear(service.address, table.as_onlooker()) for table in tables]
        for ear in ears:
            ear.wait(1)
        study = tables[0].post("/study", {"playouts": 20_000})
        assert study.status_code == 202
        ask = {"kind": "simulate", "scenario": FIRST["olde"][1], "fights": 1_000_000}
        for _ in range(2):
            assert client.post("/api/ask", json=ask).status_code == 202
        played = begin(client, seed=3)
        question = played.question()
        assert question is not None
        odds = Thread(target=lambda: ask_in_vain(played))
        odds.start()
        wait_for(lambda: client.get("/health").json()["jobs"] == 3)
        assert client.get("/health").json()["waiting"] > 0
    assert service.process is not None
    processes = descendants(service.process.pid)
    assert len(processes) > 5
    started = time.monotonic()
    assert service.stop() in (0, -15)
    assert time.monotonic() - started < 8
    assert all(ear.ended.wait(PATIENCE) for ear in ears)
    odds.join(PATIENCE)
    wait_for(lambda: not any(map(is_running, processes)), "its processes go on")
    assert "Traceback" not in service.logged()


def ask_in_vain(table: Table) -> None:
    """Ask for odds of a service that stops before it has them."""
    with suppress(httpx.TransportError), http_client(table.client.base_url) as client:
        Table(client, table.links, table.secret).get("/odds?replies=best")


HANGING = """
import json, sys, time
from affray.web import server
from affray.web.rooms.fight_service import FightService
def hang_for_ever(self):
    time.sleep(1000)
FightService.begin_stop = hang_for_ever
server.STOP_DEADLINE = 1
server.serve('127.0.0.1', int(sys.argv[1]), server.Settings(**json.loads(sys.argv[2])))
"""


def test_a_stop_that_hangs_is_ended_and_the_log_says_where(tmp_path: Path) -> None:
    service = Service(f"sqlite:///{tmp_path}/fights.db", script=HANGING).start()
    assert service.stop() == 1
    assert "in hang_for_ever" in service.logged()


def test_a_clean_stop_ends_streams_and_leaves_nothing_half_done(service: Service) -> None:
    with http_client(service.address) as client:
        table = begin(client)
        ear = Ear(service.address, table)
        ear.wait(table.story()["number"])
    started = time.monotonic()
    assert service.stop() in (0, -15)
    assert time.monotonic() - started < 8
    assert ear.ended.wait(PATIENCE)
    lines = [json.loads(line) for line in service.logged().splitlines() if line.startswith("{")]
    assert any(line.get("path") == "/api/fights/{fight}" for line in lines)
    assert table.secret not in service.logged()


def job(client: TestClient, body: dict[str, Any], address: str = "/api/ask") -> dict[str, Any]:
    started = client.post(address, json=body)
    assert started.status_code == 202, started.text
    return ended(client, f"/api/ask/{started.json()['id']}")


def ended(client: TestClient, address: str) -> dict[str, Any]:
    """Wait until a job has ended, and return it."""
    wait_for(lambda: client.get(address).json()["state"] != "working", "the job does not end")
    found: dict[str, Any] = client.get(address).json()
    return found


def test_a_simulation_gives_the_figures_of_the_command_line(client: TestClient) -> None:
    from affray.lab.simulation import simulate
    from affray.library import load

    name, text = FIRST["mithryn"]
    found = job(client, {"kind": "simulate", "scenario": text, "name": name, "fights": 400})
    assert found["state"] == "done"
    assert found["result"]["checksum"] == simulate(load(name), 400, workers=1).data()["checksum"]


def test_house_rules_are_compared(client: TestClient) -> None:
    variants = [
        {"label": "one", "house": {"foe_actions": 1}},
        {"label": "two", "house": {"foe_actions": 2}},
        {"label": "the same", "changes": {"round_limit": 100}},
    ]
    body = {"kind": "compare", "scenario": FIRST["mithryn"][1], "fights": 300, "variants": variants}
    rows = job(client, body)["result"]["rows"]
    assert [row["label"] for row in rows] == ["as it is", "one", "two", "the same"]
    assert rows[1]["sides"]["party"]["share"] > rows[2]["sides"]["party"]["share"]
    assert rows[1]["difference"]["party"]["low"] > 0
    # a change that is none changes no fight, by the same dice
    assert [row["changed"] for row in rows] == [False, True, True, False]


def test_a_duel_is_solved_exactly(client: TestClient) -> None:
    pytest.importorskip("affray.lab.duels", reason="this version solves no duels")
    text = client.get("/api/scenarios/two-blades").json()["toml"]
    found = job(client, {"kind": "duel", "scenario": text, "name": "two-blades"})
    assert found["state"] == "done", found
    result = found["result"]
    assert result["exact"]
    assert abs(sum(result["sides"].values()) + result["draw"] - 1) < 1e-6


def test_a_job_is_stopped_and_gives_what_it_has(client: TestClient) -> None:
    body = {"kind": "simulate", "scenario": FIRST["mithryn"][1], "fights": 1_000_000}
    started = client.post("/api/ask", json=body).json()
    address = f"/api/ask/{started['id']}"
    wait_for(lambda: client.get(address).json()["progress"] > 0)
    client.delete(address)
    found = ended(client, address)
    assert found["state"] == "stopped"
    assert 0 < found["result"]["fights"] < 1_000_000


def test_only_so_many_jobs_work_at_once(tmp_path: Path) -> None:
    settings = Settings(store=f"sqlite:///{tmp_path}/x.db", rate=0, job_limit=1)
    body = {"kind": "simulate", "scenario": FIRST["mithryn"][1], "fights": 1_000_000}
    with TestClient(create_app(settings)) as client:
        first = client.post("/api/ask", json=body)
        assert first.status_code == 202
        assert client.post("/api/ask", json=body).status_code == 429
        client.delete(f"/api/ask/{first.json()['id']}")


def test_every_answer_has_the_security_headers(client: TestClient) -> None:
    for path in ("/", "/health", "/static/css/base.css", "/api/library", "/nowhere"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_the_page_loads_nothing_from_outside(client: TestClient) -> None:
    import re

    from affray.web.app import STATIC

    for path in STATIC.rglob("*"):
        if path.suffix in (".js", ".css", ".html"):
            text = path.read_text("utf-8")
            outside = re.findall(r"https?://[^\s\"'`)]+", text)
            assert all("w3.org" in one for one in outside), (path, outside)
            assert "innerHTML" not in text
    assert client.get("/").headers["content-type"].startswith("text/html")


def test_a_body_that_does_not_say_how_long_it_is_is_stopped(client: TestClient) -> None:
    def endless() -> Any:
        for _ in range(40):
            yield b"x" * 100_000

    refused = client.post("/api/check", content=endless())
    assert refused.status_code in (400, 413)
