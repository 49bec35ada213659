"""Every command as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.cli import main
from affray.core.fight import Fight
from affray.library import rulesets


class Ran:
    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "80")

    def runner(*arguments: str) -> Ran:
        code = main(list(arguments))
        said = capsys.readouterr()
        return Ran(code, said.out, said.err)

    return runner


def test_rulesets(run: Any) -> None:
    rows = run("rulesets", "--json").json
    assert {row["name"] for row in rows} == set(rulesets())
    assert all(set(row) >= {"name", "title", "rules", "scenarios"} for row in rows)
    assert "mithryn" in run("rulesets").out


def test_rules(run: Any) -> None:
    rows = run("rules", "mithryn", "--json").json
    assert len(rows) == 41
    assert all(set(row) >= {"id", "source", "section", "text"} for row in rows)
    check = next(row for row in rows if row["id"] == "check.roll")
    assert check["option"] == {"name": "check", "default": "2d12", "choices": ["2d12", "d20"]}
    assert "attack.explode" in run("rules", "mithryn", "--find", "again and again").out


def test_scenarios(run: Any) -> None:
    rows = run("scenarios", "--json").json
    causeway = next(row for row in rows if row["name"] == "causeway")
    assert causeway["ruleset"] == "mithryn"
    assert causeway["sides"] == ["party", "foes"]
    assert causeway["title"] == "The causeway"


def test_check_and_new(run: Any, tmp_path: Path) -> None:
    for name in rulesets():
        file = tmp_path / f"{name}.toml"
        assert run("new", str(file), "--ruleset", name).code == 0
        assert run("check", str(file)).out.strip().endswith("ok")
        assert run("check", str(file), "--json").json == []
        assert run("fight", str(file), "--seed", "1", "--json").json["over"]
        again = run("new", str(file))
        assert again.code == 2
        assert "already there" in again.err


def test_schema_accepts_what_we_accept(run: Any) -> None:
    for name in rulesets():
        schema = run("schema", name).json
        assert schema["properties"]["ruleset"]["const"] == name
        assert "house" in schema["properties"]


def test_fight_replay_and_resume(run: Any, tmp_path: Path) -> None:
    tape = tmp_path / "a.tape"
    fought = run("fight", "causeway", "--seed", "7", "--tape", str(tape), "--json").json
    assert set(fought) >= {
        "scenario",
        "ruleset",
        "version",
        "seed",
        "winner",
        "rounds",
        "fighters",
        "events",
    }
    assert fought["winner"] in ("party", "foes", None)
    kael = fought["fighters"][0]
    assert kael["name"] == "Kael"
    assert set(kael) >= {"name", "side", "state", "health"}
    assert set(kael["health"]) == {"now", "max"}
    assert all({"kind", "text"} <= set(event) for event in fought["events"])
    replayed = run("replay", str(tape), "--json").json
    assert replayed["events"] == fought["events"]
    assert replayed["seed"] == 7
    lines = tape.read_text().split("\n")
    tape.write_text("\n".join(lines[: len(lines) - 20]) + "\n")
    assert run("replay", str(tape), "--json").json["over"] is False
    resumed = run("fight", "--resume", str(tape), "--seed", "1", "--json").json
    assert resumed["over"]
    assert "Kael" in run("fight", "causeway", "--seed", "7").out


def test_the_same_seed_is_the_same_fight(run: Any) -> None:
    first = run("fight", "the-old-fort", "--seed", "12", "--json").out
    assert run("fight", "the-old-fort", "--seed", "12", "--json").out == first


def test_a_log_line_names_the_rules_and_fits_80_columns(run: Any) -> None:
    out = run("fight", "causeway", "--seed", "7").out
    assert "[attack.hits, health.defense]" in out
    assert all(len(line) <= 80 for line in out.split("\n"))


def test_odds(run: Any) -> None:
    found = run(
        "odds", "causeway", "--attacker", "Brynn", "--target", "City Spearman", "--json"
    ).json
    assert set(found) >= {"exact", "error", "hit", "mean", "damage", "outcomes"}
    assert found["exact"] is True
    assert found["hit"] == pytest.approx(0.84)
    assert sum(found["damage"].values()) == pytest.approx(1, abs=1e-9)
    assert found["damage"]["0"] == pytest.approx(0.16)
    assert sum(outcome["p"] for outcome in found["outcomes"]) == pytest.approx(1, abs=1e-9)
    assert found["seconds"] < 0.05
    assert "attack.explode" in found["rules"]
    shown = run("odds", "causeway", "--attacker", "Brynn", "--target", "City Spearman").out
    assert "hits 84.0 %" in shown
    assert all(len(line) <= 80 for line in shown.split("\n"))


def test_odds_within_reach_and_in_other_manners(run: Any) -> None:
    refused = run("odds", "causeway", "--attacker", "Sira")
    assert refused.code == 2
    assert "reaches its own zone only" in refused.err
    near = run("odds", "causeway", "--attacker", "Sira", "--ignore-distance", "--json").json
    rushed = run(
        "odds", "causeway", "--attacker", "Sira", "--ignore-distance", "--as", "rush", "--json"
    ).json
    assert near["mean"] > rushed["mean"] > 0
    fists = run(
        "odds", "causeway", "--attacker", "Sira", "--ignore-distance", "--with", "unarmed", "--json"
    ).json
    assert fists["mean"] < near["mean"]


def test_simulate(run: Any) -> None:
    found = run(
        "simulate", "first-blood", "-n", "600", "--seed", "4", "--workers", "1", "--json"
    ).json
    assert set(found) >= {
        "fights",
        "turns",
        "seconds",
        "fights_per_second",
        "turns_per_second",
        "checksum",
        "draws",
        "sides",
        "rounds",
    }
    assert found["fights"] == 600
    assert set(found["sides"]["blade"]) >= {"wins", "share", "low", "high"}
    assert set(found["rounds"]) >= {"mean", "p10", "p50", "p90", "histogram"}
    shown = run("simulate", "first-blood", "-n", "600", "--seed", "4", "--workers", "1").out
    assert "95 % sure" in shown
    assert all(len(line) <= 80 for line in shown.split("\n"))


def test_house_rules_change_the_outcome(run: Any) -> None:
    plain = run("simulate", "causeway", "-n", "500", "--workers", "1", "--json").json
    house = run(
        "simulate", "causeway", "-n", "500", "--workers", "1", "--house", "foe_actions=2", "--json"
    ).json
    assert plain["checksum"] != house["checksum"]
    assert house["sides"]["party"]["share"] < plain["sides"]["party"]["share"]


def test_version_says_how_it_was_built(run: Any) -> None:
    out = run("--version").out
    assert out.startswith("affray ")
    assert ("uncompiled" in out) == (type(Fight.play).__name__ == "function")


@pytest.mark.parametrize(
    "command",
    [
        "rulesets",
        "rules",
        "scenarios",
        "check",
        "schema",
        "new",
        "fight",
        "replay",
        "odds",
        "simulate",
    ],
)
def test_every_command_has_help_with_an_example(run: Any, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"affray {command}" in ran.out.replace("Usage: affray", "", 1)
