"""Sweeps: the same question over a grid of figures that a file names.

scenario = "first-blood"
fights = 5000                  # or: within = 0.01, or: exact = true for duels
[vary]
"house.some_rule" = [false, true]
"sides.0.fighters.0.hp" = { from = 4, to = 12, step = 2 }
"""

from __future__ import annotations

import csv
import io
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

from pydantic import Field, model_validator

from affray.core.problems import data_error
from affray.core.ruleset import Data
from affray.lab.report.plots import import_library
from affray.lab.simulation.runner import simulate
from affray.lab.simulation.workers import worker_pool
from affray.lab.variants import with_changes
from affray.library import Scenario, load, read_file, validated

MOST_SETTINGS = 10_000


class ValueRange(Data):
    """Numbers from one to another."""

    first: float = Field(alias="from", description="the first number")
    last: float = Field(alias="to", description="the last number")
    step: float = Field(default=1, gt=0, description="how far apart they are")

    def values(self) -> list[Any]:
        """The numbers; whole ones where all are whole."""
        count = int((self.last - self.first) / self.step + 1e-9) + 1
        found = [self.first + number * self.step for number in range(max(0, count))]
        whole = all(number == int(number) for number in (self.first, self.step))
        return [int(number) for number in found] if whole else found


class SweepData(Data):
    """What a sweep's file says."""

    scenario: str = Field(description="a built-in scenario's name, or a file beside this one")
    fights: int | None = Field(default=None, description="how many fights for each setting")
    within: float | None = Field(default=None, description="or until shares are known to so much")
    exact: bool = Field(default=False, description="or solved exactly, as a duel")
    seed: int = Field(default=0, description="where the dice start; the same for every setting")
    players: dict[str, str] = Field(default_factory=dict, description="who plays which side")
    set: dict[str, Any] = Field(
        default_factory=dict, description="keys that are changed throughout"
    )
    vary: dict[str, list[Any] | ValueRange] = Field(
        description="keys with the values to go through"
    )

    @model_validator(mode="after")
    def check_vary(self) -> SweepData:
        """Refuses a sweep in which nothing varies."""
        if not self.vary:
            raise ValueError("name at least one key under [vary]")
        return self


@dataclass
class Sweep:
    """The figures of every setting."""

    scenario: Scenario
    keys: list[str]
    rows: list[dict[str, Any]] = field(default_factory=list)
    """Each with its "setting" by key, and the figures of a simulation or a duel."""
    settings: int = 0
    stopped: bool = False

    def data(self) -> list[dict[str, Any]]:
        """A row for each setting, as `affray sweep --json` gives them."""
        return self.rows

    def flat_rows(self) -> list[dict[str, Any]]:
        """A row for each setting with plain figures, for tables and files."""
        found = []
        for row in self.rows:
            flat: dict[str, Any] = dict(row["setting"])
            for side, figures in row["sides"].items():
                if isinstance(figures, dict):
                    flat[f"{side} share"] = figures["share"]
                    flat[f"{side} low"] = figures["low"]
                    flat[f"{side} high"] = figures["high"]
                else:
                    flat[f"{side} share"] = figures
            fights = row.get("fights")
            flat["draw"] = row["draws"] / fights if fights else row["draw"]
            flat["rounds"] = row["rounds"]["mean"]
            if fights:
                flat["fights"] = fights
            found.append(flat)
        return found

    def csv(self) -> str:
        """The rows as CSV."""
        rows = self.flat_rows()
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def save(self, path: Path) -> None:
        """Writes the rows as CSV or Parquet, as the file's name ends."""
        if path.suffix == ".csv":
            path.write_text(self.csv(), "utf-8")
        elif path.suffix == ".parquet":
            save_parquet(self.flat_rows(), path)
        else:
            raise data_error("a table's file name ends in .csv or .parquet", "--table", str(path))


def save_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    """Writes rows as Parquet."""
    pyarrow = import_library("pyarrow", "pyarrow")
    parquet = import_library("pyarrow.parquet", "pyarrow")
    parquet.write_table(pyarrow.Table.from_pylist([column_values(row) for row in rows]), path)


def column_values(row: dict[str, Any]) -> dict[str, Any]:
    """A row in which every value has a type that a column can have; others become text."""
    return {
        key: value if isinstance(value, bool | int | float | str) else str(value)
        for key, value in row.items()
    }


def read_sweep(path: str) -> tuple[SweepData, Scenario]:
    """A sweep's file and its scenario, or everything that is wrong with it."""
    try:
        data = tomllib.loads(read_file(Path(path)))
    except tomllib.TOMLDecodeError as error:
        raise data_error(f"this is not TOML: {error}", "", path) from None
    model = validated(data, SweepData, path)
    assert isinstance(model, SweepData)
    beside = Path(path).parent / model.scenario
    scenario = load(str(beside) if beside.suffix == ".toml" and beside.exists() else model.scenario)
    return model, with_changes(scenario, model.set, f"{path}: set") if model.set else scenario


def value_lists(model: SweepData) -> list[list[Any]]:
    """The values of every key that varies."""
    return [one.values() if isinstance(one, ValueRange) else one for one in model.vary.values()]


def settings_of(model: SweepData) -> Iterator[dict[str, Any]]:
    """Every combination of the values, the last key changing fastest."""
    for combination in product(*value_lists(model)):
        yield dict(zip(model.vary, combination, strict=True))


def sweep(
    path: str,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Sweep], None] | None = None,
) -> Sweep:
    """Simulates or solves every setting of a sweep's file. Ctrl-C ends it with those that are done.

    Raises InvalidDataError where the file or one of its settings will not do.
    """
    model, scenario = read_sweep(path)
    count = prod(len(values) for values in value_lists(model))
    if not 1 <= count <= MOST_SETTINGS:
        raise data_error(f"expected 1 to {MOST_SETTINGS:,} settings, not {count:,}", "vary", path)
    # every setting is made before the first is played: a wrong one should not come up late
    where = f"{path}: vary"
    variants = [(setting, with_changes(scenario, setting, where)) for setting in settings_of(model)]
    found = Sweep(scenario, list(model.vary), settings=count)
    try:
        with worker_pool(workers, cluster) as pool:
            for setting, variant in variants:
                if model.exact:
                    from affray.lab.duels import solve_duel  # its libraries take a while to load

                    figures = solve_duel(variant, model.players).data()
                else:
                    figures = simulate(
                        variant, model.fights, model.within, model.seed, model.players, pool=pool
                    ).data()
                found.rows.append({"setting": setting, **figures})
                if progress:
                    progress(found)
    except KeyboardInterrupt:
        found.stopped = True
        if not found.rows:
            raise
    return found
