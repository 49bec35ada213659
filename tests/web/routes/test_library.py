"""Test the routes of rulesets, scenarios, checks and maps."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from at_the_table import FIRST
from fastapi.testclient import TestClient

from affray import library
from affray.core.problems import InvalidDataError
from affray.library import parse, rulebook_of, rulesets, scenario_texts


def test_every_ruleset_and_scenario_is_listed(client: TestClient) -> None:
    library = client.get("/api/library").json()
    assert [one["name"] for one in library["rulesets"]] == list(rulesets())
    listed = {scenario["name"] for one in library["rulesets"] for scenario in one["scenarios"]}
    assert listed == set(scenario_texts())
    assert "simple" in library["players"]


@pytest.mark.parametrize("name", list(rulesets()))
def test_a_ruleset_has_its_rules_content_and_starter(client: TestClient, name: str) -> None:
    found = client.get(f"/api/rulesets/{name}").json()
    assert len(found["rules"]) == len(rulebook_of(name).rules)
    switches = {one["option"]["name"] for one in found["rules"] if "option" in one}
    assert switches == set(rulebook_of(name).options())
    assert found["content"]
    assert client.post("/api/check", json={"scenario": found["starter"]}).json()["problems"] == []


@pytest.mark.parametrize("name", list(rulesets()))
def test_a_scenario_goes_to_data_and_back(client: TestClient, name: str) -> None:
    text = FIRST[name][1]
    checked = client.post("/api/check", json={"scenario": text}).json()
    assert checked["problems"] == []
    written = client.post("/api/write", json={"data": checked["data"]}).json()["toml"]
    again = client.post("/api/check", json={"scenario": written}).json()
    assert again == checked


@pytest.mark.parametrize(
    "text",
    [
        "",
        "ruleset = 'mythrin'",
        "ruleset = 'mithryn'\ntitle = 'x'\n[map]\nzones=['a']\n[[sides]]\nname='a'",
        "= = =",
        "a = " + "[" * 2000,
        "a = " + "9" * 5000,
    ],
)
def test_a_wrong_scenario_gets_the_errors_of_the_command_line(
    client: TestClient, text: str
) -> None:
    response = client.post("/api/check", json={"scenario": text, "name": "mine"})
    assert response.status_code == 200
    found = [(one["key"], one["text"]) for one in response.json()["problems"]]
    with pytest.raises((InvalidDataError, ValueError, RecursionError)) as stopped:
        parse(text, "mine")
    if isinstance(stopped.value, InvalidDataError):
        assert found == [(one.key, one.text) for one in stopped.value.problems]
    assert found
    assert client.post("/api/fights", json={"scenario": text}).status_code == 422


def uvtt() -> dict[str, Any]:
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 0, "y": 0}, "map_size": {"x": 12, "y": 8}},
        "line_of_sight": [[{"x": 1, "y": 1}, {"x": 4, "y": 1}, {"x": 4, "y": 3.5}]],
        "portals": [
            {"bounds": [{"x": 6, "y": 0}, {"x": 6, "y": 1}], "closed": True},
            {"bounds": [{"x": 7, "y": 0}, {"x": 7, "y": 1}], "closed": False},
        ],
        "lights": [{"position": {"x": 2.5, "y": 3}, "range": 4, "color": "ffeccd8b"}],
    }


def test_a_universal_vtt_map_gives_its_walls_and_closed_doors(client: TestClient) -> None:
    found = client.post("/api/maps/uvtt", json=uvtt()).json()
    assert (found["width"], found["height"]) == (12, 8)
    assert found["walls"] == [[1, 1, 4, 1], [4, 1, 4, 3.5], [6, 0, 6, 1]]
    assert found["doors"] == [
        {"line": [6, 0, 6, 1], "closed": True},
        {"line": [7, 0, 7, 1], "closed": False},
    ]
    assert found["lights"] == [{"x": 2.5, "y": 3, "range": 4}]


@pytest.mark.parametrize(
    "change",
    [
        {"resolution": None},
        {"resolution": {"map_size": {"x": 0, "y": 4}}},
        {"resolution": {"map_size": {"x": 1e9, "y": 4}}},
        {"line_of_sight": "walls"},
        {"line_of_sight": [[{"x": "a", "y": 1}, {"x": 1, "y": 1}]]},
        {"portals": [7]},
        {"lights": [7]},
        {"lights": [{"range": 3}]},
    ],
)
def test_what_is_no_such_map_is_refused_with_its_key(
    client: TestClient, change: dict[str, Any]
) -> None:
    refused = client.post("/api/maps/uvtt", json={**uvtt(), **change})
    assert refused.status_code == 422
    assert refused.json()["problems"][0]["key"]


@pytest.mark.parametrize("name", list(rulesets()))
def test_every_ruleset_has_a_world_in_light_and_dark(client: TestClient, name: str) -> None:
    theme = client.get(f"/api/rulesets/{name}").json()["theme"]
    library = client.get("/api/library").json()["rulesets"]
    assert theme == next(one["theme"] for one in library if one["name"] == name)
    assert set(theme["light"]) == set(theme["dark"])
    assert {"paper", "ink", "accent", "floor", "water", "sides"} <= set(theme["light"])
    assert theme["pen"] in {"painted", "engraved", "brushed", "gilded", "pencilled"}


def test_a_ruleset_without_a_theme_has_an_empty_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "package_folder", lambda package: tmp_path)
    assert library.theme_of.__wrapped__("mithryn") == {}
    (tmp_path / "theme.toml").write_text('world = "Felt"', "utf-8")
    assert library.theme_of.__wrapped__("mithryn") == {"world": "Felt"}
