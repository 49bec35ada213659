"""The command `affray fight`."""

from __future__ import annotations

from pathlib import Path

from cli.conftest import Run


def test_fight_replay_and_resume(run: Run, tmp_path: Path) -> None:
    tape = tmp_path / "a.tape"
    fought = run.json("fight", "causeway", "--seed", "7", "--tape", str(tape))
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
    replayed = run.json("replay", str(tape))
    assert replayed["events"] == fought["events"]
    assert replayed["seed"] == 7
    lines = tape.read_text().split("\n")
    tape.write_text("\n".join(lines[: len(lines) - 20]) + "\n")
    assert run.json("replay", str(tape))["over"] is False
    resumed = run.json("fight", "--resume", str(tape), "--seed", "1")
    assert resumed["over"]
    assert "Kael" in run("fight", "causeway", "--seed", "7").out


def test_the_same_seed_is_the_same_fight(run: Run) -> None:
    first = run("fight", "the-old-fort", "--seed", "12", "--json").out
    assert run("fight", "the-old-fort", "--seed", "12", "--json").out == first


def test_a_fight_that_is_watched_is_plain_to_its_end(run: Run) -> None:
    assert "█" in run("fight", "first-blood", "--seed", "4").out
    assert not set("┌│█") & set(run("fight", "first-blood", "--seed", "4", "--plain").out)


def test_a_log_line_names_the_rules_and_fits_80_columns(run: Run) -> None:
    out = run("fight", "causeway", "--seed", "7", "--rules").out
    assert "[attack.hits, health.defense, weapon.dice]" in out
    assert all(len(line) <= 80 for line in out.split("\n"))


def test_the_id_of_a_rule_is_never_broken(run: Run) -> None:
    """A reader searches the log for a rule by its id."""
    out = run("fight", "shield-bearers", "--seed", "1", "--rules").out
    named = [line for line in out.split("\n") if line.rstrip().endswith((",", "]", "-"))]
    assert any("reaction.declared-before-roll" in line for line in named)
    assert not [line for line in named if line.endswith("-")]
