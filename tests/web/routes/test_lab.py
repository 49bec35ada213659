"""Test the lab's routes: their figures equal those of the commands."""

from __future__ import annotations

from typing import Any

import pytest
from fastapi.testclient import TestClient

from affray.lab.odds.asked_attacks import odds_of
from affray.lab.sweep import sweep_values
from affray.library import load, scenario_texts
from affray.web.workers import lab_jobs
from servers import wait_for

DUEL = scenario_texts()["first-blood"]


def ask(client: TestClient, kind: str, **more: Any) -> dict[str, Any]:
    """Run a job and return its final state."""
    body = {"kind": kind, "scenario": DUEL, "name": "first-blood", **more}
    started = client.post("/api/ask", json=body)
    assert started.status_code == 202, started.text
    address = f"/api/ask/{started.json()['id']}"
    wait_for(lambda: client.get(address).json()["state"] != "working", "the job does not end")
    found: dict[str, Any] = client.get(address).json()
    assert found["state"] == "done", found
    return found


def test_a_simulation_tells_whose_play_it_is_and_what_happens(client: TestClient) -> None:
    result = ask(client, "simulate", fights=200)["result"]
    assert result["players"] == {"blade": "simple", "mace": "simple"}
    names = [one["name"] for one in result["detail"]["fighters"]]
    assert names == load("first-blood").setup.names
    assert result["detail"]["drops"]


def test_a_sweep_gives_the_figures_of_the_command(client: TestClient) -> None:
    key, values = "sides.0.fighters.0.hp", [4, 8]
    found = ask(client, "sweep", fights=100, vary={"key": key, "values": values})["result"]
    wanted = sweep_values(load("first-blood"), {key: values}, fights=100, workers=1)
    shares = [row["sides"]["blade"]["share"] for row in found["rows"]]
    assert shares == [row["sides"]["blade"]["share"] for row in wanted.figures]
    assert shares[0] < shares[1]


def test_a_figure_is_tuned(client: TestClient) -> None:
    wanted = {"key": "sides.0.fighters.0.hp", "low": 2, "high": 14, "share": 0.5, "within": 0.05}
    found = ask(client, "tune", tune=wanted)["result"]
    assert found["reached"] or found["value"] in range(2, 15)
    assert {row["value"] for row in found["rows"]} >= {2, 14, found["value"]}
    assert found["players"]["blade"] == "simple"


def test_odds_come_with_their_deviation_and_at_least(client: TestClient) -> None:
    found = ask(client, "odds", attack={"attacker": "Ansa"})["result"]
    wanted = odds_of(load("first-blood"), "Ansa", ignore_distance=True)
    assert found["mean"] == wanted.mean
    assert found["standard_deviation"] == wanted.standard_deviation
    assert found["at_least"]["0"] == pytest.approx(1.0)


def test_odds_over_a_range_of_a_number(client: TestClient) -> None:
    vary = {"key": "sides.0.fighters.0.strength", "values": [8, 12]}
    rows = ask(client, "odds", attack={"attacker": "Ansa"}, vary=vary)["result"]["rows"]
    assert [row["value"] for row in rows] == [8, 12]


def test_whether_a_duel_can_be_solved_is_known_beforehand(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    small = ask(client, "duel-size")["result"]
    assert small["solvable"]
    assert 100 < small["states"] < 4000
    # what is too large is known when so many states are met: fewer here than the service takes
    monkeypatch.setattr(lab_jobs, "TRIAL_STATES", 100)
    asked = {"scenario": scenario_texts()["causeway"], "name": "causeway", "players": {}}
    large = lab_jobs.run_duel_size(asked, lambda done, so_far: None)
    assert not large["solvable"]
    assert 100 <= large["met"] < 1000
    assert "states" not in large


@pytest.mark.parametrize(
    ("body", "key"),
    [
        ({"kind": "compare"}, "variants"),
        ({"kind": "sweep"}, "vary"),
        ({"kind": "tune"}, "tune"),
        ({"kind": "strength"}, "entry"),
        ({"kind": "sweep", "vary": {"key": "no.such", "values": [1]}}, "no.such"),
        (
            {"kind": "compare", "variants": [{"label": "x", "changes": {"nothing": 1}}]},
            "variants.0",
        ),
        ({"kind": "simulate", "players": {"nobody": "simple"}}, "players.nobody"),
    ],
)
def test_what_a_question_lacks_is_said(client: TestClient, body: dict[str, Any], key: str) -> None:
    refused = client.post("/api/ask", json={"scenario": DUEL, **body})
    assert refused.status_code == 422
    assert any(key in one["key"] or key in one["text"] for one in refused.json()["problems"])


def test_what_can_be_asked_about_a_scenario_is_listed(client: TestClient) -> None:
    found = client.post("/api/ask/options", json={"scenario": DUEL}).json()
    assert found["sides"] == ["blade", "mace"]
    assert "rapier" in str(found["fighters"]) or found["fighters"][0]["weapons"]
    keys = {one["key"] for one in found["keys"]}
    assert "round_limit" in keys
    assert any(key.startswith("sides.") and key.endswith(".strength") for key in keys)
    assert client.post("/api/ask/options", json={"scenario": "x = 1"}).status_code == 422
