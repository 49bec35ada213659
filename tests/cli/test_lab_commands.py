"""The lab's commands: what they print, the keys they promise, and one line for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from affray.cli import main


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(list(words))
    said = capsys.readouterr()
    return code, said.out, said.err


def as_json(capsys: pytest.CaptureFixture[str], *words: str) -> Any:
    code, out, err = run(capsys, *words, "--json")
    assert code == 0, err
    return json.loads(out)


@pytest.fixture
def tape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "a.tape"
    assert main(["fight", "first-blood", "--seed", "4", "--tape", str(path)]) == 0
    capsys.readouterr()
    return path


@pytest.fixture
def half(tape: Path, tmp_path: Path) -> Path:
    """The same fight up to its first decision of what to do."""
    lines = tape.read_text().split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("Ansa: "))
    path = tmp_path / "half.tape"
    path.write_text("\n".join(lines[:at]) + "\n")
    return path


def test_duel(capsys: pytest.CaptureFixture[str]) -> None:
    found = as_json(capsys, "duel", "first-blood")
    assert {"exact", "sides", "draw", "states", "seconds", "rounds"} <= set(found)
    assert found["exact"] is True
    assert sum(found["sides"].values()) + found["draw"] == pytest.approx(1)
    code, out, _ = run(capsys, "duel", "first-blood")
    assert code == 0
    assert "after each round" in out
    assert "states" in out


def test_duel_with_best_play(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from affray.library import load

    raw = load("first-blood").toml().replace('at = "yard"', 'at = "yard", hp = 2')
    file = tmp_path / "short.toml"
    file.write_text(raw)
    code, out, err = run(capsys, "duel", str(file), "--best", "both")
    assert code == 0, err
    assert "best play of blade" in out
    assert "best play of mace" in out


def test_compare(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "compare",
        "causeway",
        "--house",
        "check=d20",
        "--change",
        "round_limit=3",
        "-n",
        "400",
    ]
    rows = as_json(capsys, *words)
    assert [row["label"] for row in rows] == ["as it is", "check=d20", "round_limit=3"]
    assert set(rows[1]["difference"]) == {"party", "foes"}
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "may be chance" in out or "less" in out


def test_sweep(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "s.toml"
    file.write_text(
        'scenario = "causeway"\nfights = 100\n[vary]\n"house.check" = ["2d12", "d20"]\n'
    )
    table = tmp_path / "s.csv"
    code, out, err = run(capsys, "sweep", str(file), "--table", str(table))
    assert code == 0, err
    assert "2 settings" in out
    assert len(table.read_text().splitlines()) == 3
    assert [row["setting"] for row in as_json(capsys, "sweep", str(file))] == [
        {"house.check": "2d12"},
        {"house.check": "d20"},
    ]


def test_tune(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["tune", "causeway", "--key", "sides.foes.fighters.city-spearman.count"]
    words += ["--from", "1", "--to", "4", "--within", "0.05"]
    found = as_json(capsys, *words)
    assert found["value"] == 2
    assert found["low"] <= found["share"] <= found["high"]
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "comes nearest" in out


def test_story(capsys: pytest.CaptureFixture[str], tape: Path) -> None:
    found = as_json(capsys, "story", str(tape), "-n", "40")
    assert {"beats", "turning_points", "mistakes", "luck", "harm", "error"} <= set(found)
    code, out, _ = run(capsys, "story", str(tape), "-n", "40")
    assert code == 0
    assert "chances, decision by decision" in out
    assert "harm expected" in out


def test_odds_of_a_tape(capsys: pytest.CaptureFixture[str], half: Path) -> None:
    found = as_json(capsys, "odds", "--tape", str(half))
    assert found["asked"] == "Ansa"
    assert any(option["harm"].get("Torben", 0) > 0 for option in found["options"])
    code, out, _ = run(capsys, "odds", "--tape", str(half), "--replies", "best")
    assert code == 0
    assert "best reply" in out


def test_report(capsys: pytest.CaptureFixture[str], tmp_path: Path, tape: Path) -> None:
    pytest.importorskip("vl_convert")
    for what in ("first-blood", str(tape)):
        out = tmp_path / "r.html"
        code, said, err = run(capsys, "report", what, "--out", str(out), "-n", "200")
        assert code == 0, err
        assert "is written" in said
        assert "<svg" in out.read_text()


def test_simulate_tells_details(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "simulate", "causeway", "-n", "300", "--detail")
    assert code == 0
    assert "from all fights" in out
    assert "who drops whom" in out
    assert as_json(capsys, "simulate", "causeway", "-n", "1500")["detail"]["fights"] == 1000


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("duel nowhere", "there is no scenario"),
        ("duel causeway --states 300", "affray simulate causeway"),
        ("duel first-blood --states 0", "--states"),
        ("duel first-blood --best nobody", "--best"),
        ("duel first-blood --player blade=strong", "simulate it instead"),
        ("compare causeway", "name something to compare"),
        ("compare causeway --house chek=d20", "did you mean 'check'"),
        ("compare causeway --change hause.check=d20", "did you mean 'house'"),
        ("compare causeway --change nothing", "KEY=VALUE"),
        ("compare causeway --with first-blood", "the same sides"),
        ("sweep no-such-file.toml", "no such file"),
        ("tune causeway --key round_limit --from 1 --to 3 --share 140%", "'140%'"),
        ("tune causeway --key round_limit --from 1 --to 3 --share half", "'half'"),
        ("tune causeway --key no.such --from 1 --to 3", "there is no key 'no'"),
        ("story no-such.tape", "no such file"),
        ("odds", "name a scenario, or a tape"),
        ("odds causeway --tape x", "brings its own"),
        ("report causeway --out x.pdf", ".html, .svg, .png"),
        ("simulate causeway --cluster tcp://127.0.0.1:1", "no Dask scheduler answers"),
        ("simulate causeway --cluster here", "expected an address"),
        ("simulate causeway --player party=strong:lots", "strong:2000"),
    ],
)
def test_what_is_wrong_is_one_line(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, *words.split())
    assert code == 2
    assert not out.strip()
    assert len(err.strip().splitlines()) == 1
    assert said in err
