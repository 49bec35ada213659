"""Sweeps over combinations of values."""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import pytest

from affray.core.problems import InvalidDataError
from affray.lab.simulation import simulate
from affray.lab.sweep import ValueRange, check_table_file, sweep
from affray.library import load

SPEARMEN = "sides.foes.fighters.city-spearman.count"


def sweep_file(folder: Path, more: str) -> str:
    path = folder / "sweep.toml"
    path.write_text(f'scenario = "causeway"\n{more}')
    return str(path)


@pytest.mark.parametrize(
    ("first", "last", "step", "values"),
    [
        (0, 0.3, 0.1, [0, 0.1, 0.2, 0.3]),
        (0, 0.29, 0.1, [0, 0.1, 0.2]),
        (0.1, 0.7, 0.2, [0.1, 0.3, 0.5, 0.7]),
        (1, 3, 1, [1, 2, 3]),
        (3, 1, 1, []),
    ],
)
def test_a_range_has_its_last_value(
    first: float, last: float, step: float, values: list[float]
) -> None:
    given = ValueRange.model_validate({"from": first, "to": last, "step": step})
    assert given.values() == pytest.approx(values)


def test_a_sweep_goes_through_every_setting(tmp_path: Path) -> None:
    file = sweep_file(
        tmp_path,
        f'fights = 400\nseed = 2\n[vary]\n"{SPEARMEN}" = {{ from = 1, to = 3 }}\n'
        '"house.check" = ["2d12", "d20"]\n',
    )
    found = sweep(file, workers=1)
    assert [tuple(row["setting"].values()) for row in found.figures] == [
        (count, check) for count in (1, 2, 3) for check in ("2d12", "d20")
    ]
    shares = [row["sides"]["party"]["share"] for row in found.figures]
    assert shares[0] > shares[2] > shares[4]
    alone = simulate(load("causeway"), 400, seed=2, workers=1)
    assert found.figures[0]["checksum"] == alone.data()["checksum"]
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
    assert read[0]["party share"] == found.rows()[0]["party share"]


def test_a_sweep_of_duels_is_exact(tmp_path: Path) -> None:
    path = tmp_path / "sweep.toml"
    path.write_text(
        'scenario = "first-blood"\nexact = true\n[vary]\n"sides.blade.fighters.Ansa.hp" = [2, 4]\n'
    )
    weak, strong = sweep(str(path)).figures
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


def test_a_missing_library_is_said_before_anything_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    check_table_file(Path("x.csv"))
    with pytest.raises(InvalidDataError) as refused:
        check_table_file(Path("x.parquet"))
    assert "needs pyarrow" in str(refused.value)
