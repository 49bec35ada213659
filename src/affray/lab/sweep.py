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
from affray.lab.plots import library
from affray.lab.simulate import simulate
from affray.lab.variants import changed
from affray.lab.workers import crew_for
from affray.library import Scenario, load, read_file, validated

MOST_SETTINGS = 10_000


class Range(Data):
    """Numbers from one to another."""

    first: float = Field(alias="from", description="the first number")
    last: float = Field(alias="to", description="the last number")
    step: float = Field(default=1, gt=0, description="how far apart they are")

    def values(self) -> list[float]:
        """The numbers; whole ones where all are whole."""
        count = int((self.last - self.first) / self.step + 1e-9) + 1
        found = [self.first + number * self.step for number in range(max(0, count))]
        whole = all(number == int(number) for number in (self.first, self.step))
        return [int(number) for number in found] if whole else found


class SweepFile(Data):
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
    vary: dict[str, list[Any] | Range] = Field(description="keys with the values to go through")

    @model_validator(mode="after")
    def something_varies(self) -> SweepFile:
        """There has to be a key with a value."""
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

    def flat(self) -> list[dict[str, Any]]:
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
        rows = self.flat()
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
            save_parquet(self.flat(), path)
        else:
            raise data_error("a table's file name ends in .csv or .parquet", "--table", str(path))


def save_parquet(rows: list[dict[str, Any]], path: Path) -> None:
    """Writes rows as Parquet."""
    pyarrow = library("pyarrow", "pyarrow")
    parquet = library("pyarrow.parquet", "pyarrow")
    parquet.write_table(pyarrow.Table.from_pylist([plain(row) for row in rows]), path)


def plain(row: dict[str, Any]) -> dict[str, Any]:
    """A row of values that have a type of their own in a column."""
    return {
        key: value if isinstance(value, bool | int | float | str) else str(value)
        for key, value in row.items()
    }


def read_sweep(path: str) -> tuple[SweepFile, Scenario]:
    """A sweep's file and its scenario, or everything that is wrong with it."""
    try:
        data = tomllib.loads(read_file(Path(path)))
    except tomllib.TOMLDecodeError as error:
        raise data_error(f"this is not TOML: {error}", "", path) from None
    model = validated(data, SweepFile, path)
    assert isinstance(model, SweepFile)
    beside = Path(path).parent / model.scenario
    scenario = load(str(beside) if beside.suffix == ".toml" and beside.exists() else model.scenario)
    return model, changed(scenario, model.set, f"{path}: set") if model.set else scenario


def settings_of(model: SweepFile) -> Iterator[dict[str, Any]]:
    """Every combination of the values, the last key changing fastest."""
    values = [one.values() if isinstance(one, Range) else one for one in model.vary.values()]
    for combination in product(*values):
        yield dict(zip(model.vary, combination, strict=True))


def sweep(
    path: str,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Sweep], None] | None = None,
) -> Sweep:
    """Goes through a sweep's settings. Ctrl-C gives those that are done."""
    model, scenario = read_sweep(path)
    lists = [one.values() if isinstance(one, Range) else one for one in model.vary.values()]
    count = prod(len(values) for values in lists)
    if not 1 <= count <= MOST_SETTINGS:
        raise data_error(f"expected 1 to {MOST_SETTINGS:,} settings, not {count:,}", "vary", path)
    # every setting is made before the first is played: a wrong one should not come up late
    where = f"{path}: vary"
    variants = [(setting, changed(scenario, setting, where)) for setting in settings_of(model)]
    found = Sweep(scenario, list(model.vary), settings=count)
    try:
        with crew_for(workers, cluster) as crew:
            for setting, variant in variants:
                if model.exact:
                    from affray.lab.duel import duel  # its libraries take a while to load

                    figures = duel(variant, model.players).data()
                else:
                    figures = simulate(
                        variant, model.fights, model.within, model.seed, model.players, crew=crew
                    ).data()
                found.rows.append({"setting": setting, **figures})
                if progress:
                    progress(found)
    except KeyboardInterrupt:
        found.stopped = True
        if not found.rows:
            raise
    return found
