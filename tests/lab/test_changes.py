"""Changing scenarios by key, comparing, sweeping and tuning."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.compare import compare
from affray.lab.simulate import simulate
from affray.lab.statistics import paired
from affray.lab.sweep import sweep
from affray.lab.tune import tune, untried
from affray.lab.variants import changed, read_change, read_value
from affray.library import load
from lab.duels import each_ruleset, party_of

SPEARMEN = "sides.foes.fighters.city-spearman.count"


def test_a_key_leads_by_number_and_by_name() -> None:
    scenario = load("causeway")
    for key in ("sides.1.fighters.1.hp", "sides.foes.fighters.city-spearman.hp"):
        assert changed(scenario, {key: 9}).raw()["sides"][1]["fighters"][1]["hp"] == 9
    assert "hp" not in scenario.raw()["sides"][1]["fighters"][1]
    assert changed(scenario, {"house.check": "d20"}).house["check"] == "d20"


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("hause.check", "did you mean 'house'"),
        ("house.chek", "did you mean 'check'"),
        ("sides.foez.fighters.0.hp", "did you mean 'foes'"),
        ("sides.foes.fighters.9.hp", "no number 9 in a list of 3"),
        ("sides.foes.fighters.0.hpp", "did you mean 'hp'"),
        ("title.x", "title"),
    ],
)
def test_a_key_that_does_not_exist_says_so_in_one_line(key: str, said: str) -> None:
    with pytest.raises(InvalidDataError) as wrong:
        changed(load("causeway"), {key: 1})
    assert len(wrong.value.lines()) == 1
    assert said in wrong.value.lines()[0]


def test_values_are_read_as_toml_writes_them() -> None:
    assert [read_value(text) for text in ("3", "true", '"d20"', "d20", "1.5")] == [
        3,
        True,
        "d20",
        "d20",
        1.5,
    ]
    assert read_change("house.check=d20") == ("house.check", "d20")
    with pytest.raises(InvalidDataError, match="KEY=VALUE"):
        read_change("nothing")


@each_ruleset
def test_a_scenario_does_not_differ_from_itself(ruleset: str) -> None:
    scenario = party_of(ruleset)
    found = compare({"one": scenario, "two": scenario}, 300, workers=1)
    for side in found.difference(1).values():
        assert side["share"] == 0
        assert side["low"] <= 0 <= side["high"]
    assert found.row(0)["checksum"] == found.row(1)["checksum"]


def test_common_dice_make_a_difference_narrow() -> None:
    base = load("causeway")
    found = compare({"one": base, "hp": changed(base, {"sides.1.fighters.0.hp": 8})}, 4000)
    change = found.difference(1)["party"]
    assert change["high"] < 0
    alone = simulate(base, 4000).sides()["party"]
    apart = 2**0.5 * (alone["high"] - alone["low"])
    assert change["high"] - change["low"] < 1.3 * apart


def test_paired_differences() -> None:
    """12 won only before, 30 only after, of 200: Bonett and Price's interval."""
    change, low, high = paired(12, 30, 200)
    assert change == pytest.approx(0.09)
    assert (low, high) == (pytest.approx(0.02594, abs=1e-4), pytest.approx(0.15228, abs=1e-4))
    assert paired(0, 0, 0) == (0.0, -1.0, 1.0)


def sweep_file(folder: Path, more: str) -> str:
    path = folder / "sweep.toml"
    path.write_text(f'scenario = "causeway"\n{more}')
    return str(path)


def test_a_sweep_goes_through_every_setting(tmp_path: Path) -> None:
    file = sweep_file(
        tmp_path,
        f'fights = 400\nseed = 2\n[vary]\n"{SPEARMEN}" = {{ from = 1, to = 3 }}\n'
        '"house.check" = ["2d12", "d20"]\n',
    )
    found = sweep(file, workers=1)
    assert [tuple(row["setting"].values()) for row in found.rows] == [
        (count, check) for count in (1, 2, 3) for check in ("2d12", "d20")
    ]
    shares = [row["sides"]["party"]["share"] for row in found.rows]
    assert shares[0] > shares[2] > shares[4]
    alone = simulate(load("causeway"), 400, seed=2, workers=1)
    assert found.rows[0]["checksum"] == alone.data()["checksum"]
    found.save(tmp_path / "out.csv")
    with (tmp_path / "out.csv").open() as read:
        rows = list(csv.DictReader(read))
    assert len(rows) == 6
    assert float(rows[0]["party share"]) == shares[0]


def test_a_sweep_is_written_as_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    found = sweep(sweep_file(tmp_path, f'fights = 50\n[vary]\n"{SPEARMEN}" = [1, 2]\n'), workers=1)
    found.save(tmp_path / "out.parquet")
    read = parquet.read_table(tmp_path / "out.parquet").to_pylist()
    assert [row[SPEARMEN] for row in read] == [1, 2]
    assert read[0]["party share"] == found.flat()[0]["party share"]


def test_a_sweep_of_duels_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        'scenario = "first-blood"\nexact = true\n[vary]\n"sides.blade.fighters.Ansa.hp" = [2, 4]\n'
    )
    weak, strong = sweep(str(path)).rows
    assert weak["exact"]
    assert weak["sides"]["blade"] < strong["sides"]["blade"]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ('[vary]\n"house.chek" = [1]\n', "did you mean 'check'"),
        ('[vary]\n"sides.foes.fighters.0.hp" = ["many"]\n', "hp"),
        ("[vary]\n", "at least one key"),
        ("[vry]\nx = [1]\n", "did you mean 'vary'"),
        ('[vary]\n"house.check" = []\n', "settings, not 0"),
        ("vary = 3\n[", "not TOML"),
    ],
)
def test_a_wrong_sweep_is_refused_before_it_starts(tmp_path: Path, more: str, said: str) -> None:
    with pytest.raises(InvalidDataError) as wrong:
        sweep(sweep_file(tmp_path, more))
    assert said in str(wrong.value)
    assert "sweep.toml" in str(wrong.value)


def test_tuning_finds_the_number_of_foes() -> None:
    found = tune(load("causeway"), SPEARMEN, 1, 40, "party", 0.5, within=0.03, workers=1)
    assert found.value == 2
    assert not found.reached()
    assert found.share(1) > found.share(2) > found.share(3)
    assert len(found.tried) < 20
    assert found.data()["low"] <= found.data()["share"] <= found.data()["high"]


def test_tuning_goes_halfway_to_what_was_tried() -> None:
    found = tune(load("causeway"), "round_limit", 1, 1, within=0.2, workers=1)
    assert found.value == 1
    found.tried = dict.fromkeys((1, 9, 17), found.tried[1])
    found.value = 9
    assert untried(found) == [5, 13]


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"share": 1.4}, "not 140%"),
        ({"side": "nobody"}, "there is no side 'nobody'"),
        ({"low": 3, "high": 1}, "--to"),
        ({"key": "no.such"}, "there is no key 'no'"),
    ],
)
def test_wrong_wishes_of_tuning_are_refused(how: dict[str, object], said: str) -> None:
    wanted: dict[str, object] = {"key": SPEARMEN, "low": 1, "high": 3, **how}
    with pytest.raises(InvalidDataError, match=said):
        tune(load("causeway"), **wanted)  # type: ignore[arg-type]
