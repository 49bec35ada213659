"""Test that odd characters and digits from outside are refused in one sentence and change nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_the_table import FIRST, begin
from fastapi.testclient import TestClient
from hostile_files import MITHRYN, SIDES, tape_of

ODD = {
    "escape": "\x1b[2J",
    "nul": "\x00",
    "bell": "\x07",
    "delete": "\x7f",
    "c1": "\x9b2J",
    "half": "\ud800",
    "lines": "two\nlines",
    "return": "two\rlines",
    "separator": "two\u2028lines",
}


def post(table: Any, path: str, body: Any) -> Any:
    """Send JSON, even with halves of characters."""
    return table.client.post(
        table.address + path,
        content=json.dumps(body).encode(),
        headers={**table.headers, "content-type": "application/json"},
    )


@pytest.mark.parametrize("odd", list(ODD))
def test_a_ruling_or_an_option_with_odd_characters_changes_nothing(
    client: TestClient, odd: str
) -> None:
    table = begin(client)
    before = table.look()
    number, name = before["story"]["number"], before["scene"]["fighters"][0]["name"]
    fine = {"kind": "health", "fighter": name, "value": "3", "text": "so it is"}
    for key in ("fighter", "value", "text", "kind"):
        refused = post(
            table, "/answers", {"number": number, "ruling": {**fine, key: fine[key] + ODD[odd]}}
        )
        assert refused.status_code == 422, (key, refused.text)
        assert len(refused.json()["detail"]) < 500
        assert not any(ord(character) < 32 for character in refused.json()["detail"])
    assert post(table, "/answers", {"number": number, "option": ODD[odd]}).status_code == 422
    assert table.look() == before
    assert post(table, "/answers", {"number": number, "ruling": fine}).status_code == 200


@pytest.mark.parametrize("value", ["²", "++5", "9" * 30, "5.5", "-", "", "1e9", "٣"])
def test_a_ruling_with_an_odd_number_changes_nothing(client: TestClient, value: str) -> None:
    table = begin(client)
    before = table.look()
    name = before["scene"]["fighters"][0]["name"]
    ruling = {"kind": "health", "fighter": name, "value": value, "text": "so"}
    refused = post(table, "/answers", {"number": before["story"]["number"], "ruling": ruling})
    assert refused.status_code == 422, refused.text
    assert table.look() == before


@pytest.mark.parametrize("odd", ["escape", "nul", "c1", "half"])
def test_names_of_files_and_texts_are_plain(client: TestClient, odd: str) -> None:
    name, text = FIRST["mithryn"]
    for body in (
        {"scenario": text, "name": name + ODD[odd]},
        {"scenario": text + "# " + ODD[odd], "name": name},
    ):
        response = client.post(
            "/api/fights",
            content=json.dumps(body).encode(),
            headers={"content-type": "application/json"},
        )
        assert response.status_code == 422, response.text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('name = "ones"', 'name = "{who}"'),
        ('name = "ones"', 'name = "\\u001b[2J"'),
        ('name = "ones"', 'name = "a\\nb"'),
        ('at = "a" }', 'at = "a", name = "{0}" }'),
        ('title = "x"', 'title = "\\u0007"'),
        ('title = "x"', 'title = "{title}"'),
    ],
)
def test_a_scenario_whose_names_hold_braces_or_control_characters_is_refused(
    client: TestClient, old: str, new: str
) -> None:
    text = MITHRYN + SIDES
    assert client.post("/api/fights", json={"scenario": text}).status_code == 201
    refused = client.post("/api/fights", json={"scenario": text.replace(old, new, 1)})
    assert refused.status_code == 422, refused.text


@pytest.mark.parametrize(
    "tape",
    [
        tape_of(MITHRYN + SIDES, ruleset="mithryn ²"),
        tape_of(MITHRYN + SIDES, ruleset="mithryn ++1"),
        tape_of(MITHRYN + SIDES, ruleset="mithryn " + "9" * 30),
        tape_of(MITHRYN + SIDES, ruleset="mithryn 99"),
        tape_of(MITHRYN + SIDES, "roll ²d12 = 3 3"),
        tape_of(MITHRYN + SIDES, "roll 2d12 = ² 3"),
        tape_of(MITHRYN + SIDES, "Kael: \x1b[2J"),
        tape_of(MITHRYN + SIDES, "roll 2d12 = 3 3", "nonsense"),
    ],
)
def test_a_tape_of_another_revision_or_with_a_damaged_line_is_refused_in_a_sentence(
    client: TestClient, tape: str
) -> None:
    refused = client.post("/api/fights/tapes", json={"tape": tape})
    assert refused.status_code == 422, refused.text
    assert 10 < len(refused.json()["detail"]) < 500


def test_the_same_tape_undamaged_is_taken(client: TestClient) -> None:
    from affray.library import rulesets

    revision = rulesets()["mithryn"].revision
    tape = tape_of(MITHRYN + SIDES, ruleset=f"mithryn {revision}")
    assert client.post("/api/fights/tapes", json={"tape": tape}).status_code == 201


@pytest.mark.parametrize("last", ["²", "-1", "1e3", "", "9" * 20])
def test_an_odd_last_event_is_no_event(client: TestClient, last: str) -> None:
    """The stream starts from the beginning, or the request is refused with 4xx."""
    from affray.web.routes.fights import event_number

    assert event_number(last) in (0, 1_000_000_000)
