"""Test the study of a fight through the service."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from at_the_table import Table, begin
from fastapi.testclient import TestClient

from affray.cli import main
from servers import wait_for


def finished(table: Table, **request: Any) -> dict[str, Any]:
    """Study a fight; return the finished job and its interim results."""
    started = table.post("/study", request)
    assert started.status_code == 202, started.text
    address = f"/api/ask/{started.json()['id']}"
    wait_for(lambda: table.client.get(address).json()["state"] != "working")
    found: dict[str, Any] = table.client.get(address).json()
    return found


def test_the_page_and_the_command_say_the_same(
    client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = begin(client, players=["simple", "random"], seed=4)
    for request in ({"playouts": 30}, {"playouts": 30, "seed": 9}):
        found = finished(table, **request)
        assert found["state"] == "done", found
        tape = tmp_path / "a.tape"
        tape.write_text(table.get("/tape").text)
        options = ["-n", "30", "--seed", str(request.get("seed", 0))]
        assert main(["story", str(tape), "--json", *options]) == 0
        printed = json.loads(capsys.readouterr().out)
        for figures in (printed, found["result"]):
            del figures["seconds"], figures["scenario"]
        assert printed == found["result"]


def test_the_default_is_the_commands() -> None:
    from affray import api
    from affray.lab.study.fight_story import PLAYOUTS
    from affray.web.messages import StudyRequest

    assert StudyRequest() == StudyRequest(playouts=PLAYOUTS, seed=0)
    assert api.PLAYOUTS == PLAYOUTS


def test_chances_where_a_fight_stands(client: TestClient) -> None:
    table = begin(client, seed=4)
    found = table.get("/chances").json()
    assert found["number"] == table.get("/question").json()["number"]
    assert sum(one["value"] for one in found["sides"]) == pytest.approx(1)
    assert all(0 < one["error"] < 0.25 for one in found["sides"])
    assert [one["side"] for one in found["sides"]] == [
        side["name"] for side in table.look()["scene"]["sides"]
    ]
    over = begin(client, players=["simple", "simple"], seed=4)
    refused = over.get("/chances")
    assert refused.status_code == 409, refused.text


def test_a_study_has_its_bounds(client: TestClient) -> None:
    table = begin(client, seed=4)
    assert table.post("/study", {"playouts": 9}).status_code == 422
    assert table.post("/study", {"playouts": 10_000_000}).status_code == 422
    assert table.post("/study", {"points": 9}).status_code == 422
    assert table.post("/study", {}).status_code == 202


def test_a_study_is_worked_out_once(client: TestClient) -> None:
    table = begin(client, players=["simple", "simple"], seed=4)
    first = finished(table, playouts=20)
    again = table.post("/study", {"playouts": 20}).json()
    assert again["id"] == first["id"]
    assert again["state"] == "done"
    other = table.post("/study", {"playouts": 21}).json()
    assert other["id"] != first["id"]
