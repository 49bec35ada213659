"""An attack shows the same three figures in Python, in the command line and on the page."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from at_the_table import Table
from fastapi.testclient import TestClient

import affray
from affray.cli import main
from affray.library import rulesets
from lab.same_attacks import FIGURES, asked_attacks


@pytest.mark.parametrize("ruleset", list(rulesets()))
def test_an_attack_has_the_same_figures_everywhere(
    shared_client: TestClient, ruleset: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = asked_attacks(ruleset)
    tape = tmp_path / "fight.tape"
    tape.write_text(asked.tape, "utf-8")
    by_python = {one["option"]: one for one in affray.replay(asked.tape).odds().data()["options"]}
    assert main(["odds", "--tape", str(tape), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["options"]
    by_command = {one["option"]: one for one in printed}
    response = shared_client.post("/api/fights/tapes", json={"tape": asked.tape})
    assert response.status_code == 201, response.text
    table = Table(shared_client, response.json(), response.json()["gm"])
    by_page = table.get("/odds").json()["odds"]
    for key, wanted in asked.figures.items():
        opened = shared_client.get(
            f"{table.address}/option", params={"key": key}, headers=table.headers
        ).json()
        shown = {
            "python": by_python[key]["attack"],
            "command": by_command[key]["attack"],
            "page": by_page[key],
            "opened": opened["odds"],
        }
        for where, figures in shown.items():
            for name in FIGURES:
                assert figures[name] == pytest.approx(wanted[name], abs=1e-9), (where, key, name)
        assert opened["assumption"] == "without optional replies"
