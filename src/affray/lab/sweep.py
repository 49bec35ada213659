"""Sweeps: one question for every combination of values in a file.

scenario = "first-blood"
fights = 5000                  # or: within = 0.01, or: exact = true for duels
[vary]
"house.some_rule" = [false, true]
"sides.0.fighters.0.hp" = { from = 4, to = 12, step = 2 }
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from pathlib import Path
from typing import Any, Self

from pydantic import Field, model_validator

from affray.core.data import Data
from affray.core.problems import data_error
from affray.lab.report.notebook import figures_html
from affray.lab.report.plots import import_library, sweep_chart
from affray.lab.scenario_keys import with_changes
from affray.lab.simulation.executors import stop_on_interrupt, worker_pool
from affray.lab.simulation.runner import simulate
from affray.library import Scenario, load, parse_toml, read_file, validated, write_file
from affray.players import PlayerLike

MOST_SETTINGS = 10_000


class ValueRange(Data):
    """A range of numbers with a step."""

    first: float = Field(alias="from", description="the first number")
    last: float = Field(alias="to", description="the last number")
    step: float = Field(default=1, gt=0, description="how far apart they are")

    def count(self) -> int:
        """Return how many numbers the range has."""
        return max(0, int((self.last - self.first) / self.step + 1e-9) + 1)

    def values(self) -> list[Any]:
        """Return the numbers of the range, as integers if all are whole."""
        found = [self.first + number * self.step for number in range(self.count())]
        whole = all(number == int(number) for number in (self.first, self.step))
        return [int(number) for number in found] if whole else found


class SweepData(Data):
    """The data of a sweep's file."""

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
    def check(self) -> Self:
        """Reject a sweep in which nothing varies."""
        if not self.vary:
            raise ValueError("name at least one key under [vary]")
        return self


@dataclass(repr=False)
class Sweep:
    """The results of every setting."""

    scenario: Scenario
    keys: list[str]
    figures: list[dict[str, Any]] = field(default_factory=list)
    """One entry for each setting: its "setting" by key, and the results of a simulation or a
    duel."""
    settings: int = 0
    stopped: bool = False
    """Whether it was interrupted; the last setting may then have fewer fights than the others."""

    def __repr__(self) -> str:
        done = f"{len(self.figures)} of {self.settings} settings"
        return f"<Sweep of {self.scenario.name} over {', '.join(self.keys)}: {done}>"

    def data(self) -> list[dict[str, Any]]:
        """Return one row for each setting, as `affray sweep --json` prints them."""
        return self.figures

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each setting, for tables and files."""
        found = []
        for row in self.figures:
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
            if self.stopped:
                flat["finished"] = not row.get("stopped", False)
            found.append(flat)
        return found

    def _repr_html_(self) -> str:
        sides = self.scenario.sides
        return figures_html(
            f"{self.scenario.title}: {len(self.figures)} settings",
            self.rows(),
            lambda: sweep_chart(self.keys, self.figures, sides),
        )

    def csv(self) -> str:
        """Return the rows as CSV."""
        rows = self.rows()
        out = io.StringIO()
        writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return out.getvalue()

    def save(self, path: Path) -> None:
        """Write the rows as CSV or Parquet, as the file's name ends."""
        check_table_file(path)
        write_file(path, self.csv() if path.suffix == ".csv" else parquet_table(self.rows()))


def check_table_file(path: Path) -> None:
    """Raise InvalidDataError for a file that is no table's, or whose library is not installed."""
    if path.suffix not in (".csv", ".parquet"):
        raise data_error("a table's file name ends in .csv or .parquet", "--table", str(path))
    if path.suffix == ".parquet":
        import_library("pyarrow", "pyarrow")


def parquet_table(rows: list[dict[str, Any]]) -> bytes:
    """Return rows as the content of a Parquet file."""
    pyarrow = import_library("pyarrow", "pyarrow")
    parquet = import_library("pyarrow.parquet", "pyarrow")
    out = io.BytesIO()
    parquet.write_table(pyarrow.Table.from_pylist([column_values(row) for row in rows]), out)
    return out.getvalue()


def column_values(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row in which every value has a type that a column can have; others become text."""
    return {
        key: value if isinstance(value, bool | int | float | str) else str(value)
        for key, value in row.items()
    }


def read_sweep(path: str) -> tuple[SweepData, Scenario]:
    """Return a sweep's file and its scenario.

    Raises InvalidDataError with all problems.
    """
    model = validated(parse_toml(read_file(Path(path)), path), SweepData, path)
    assert isinstance(model, SweepData)
    beside = Path(path).parent / model.scenario
    scenario = load(str(beside) if beside.suffix == ".toml" and beside.exists() else model.scenario)
    return model, with_changes(scenario, model.set, f"{path}: set") if model.set else scenario


def sweep(
    path: str,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Sweep], None] | None = None,
) -> Sweep:
    """Simulate or solve every setting of a sweep's file.

    Ctrl-C ends the sweep with the settings that are done. Raises InvalidDataError if the file or
    one of its settings is invalid.
    """
    model, scenario = read_sweep(path)
    count = prod(
        one.count() if isinstance(one, ValueRange) else len(one) for one in model.vary.values()
    )
    check_settings(count, path)
    vary = {
        key: one.values() if isinstance(one, ValueRange) else one for key, one in model.vary.items()
    }
    return sweep_values(
        scenario,
        vary,
        fights=model.fights,
        within=model.within,
        exact=model.exact,
        seed=model.seed,
        players=model.players,
        workers=workers,
        cluster=cluster,
        progress=progress,
        source=path,
    )


def sweep_values(
    scenario: Scenario,
    vary: Mapping[str, Sequence[Any]],
    *,
    fights: int | None = None,
    within: float | None = None,
    exact: bool = False,
    seed: int = 0,
    players: Mapping[str, PlayerLike] | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[Sweep], None] | None = None,
    source: str = "",
) -> Sweep:
    """Simulate a scenario, or with `exact` solve it, for every combination of values.

    Ctrl-C ends the sweep with the settings that are done. Raises InvalidDataError before the first
    fight if a setting is invalid.
    """
    for key, values in vary.items():
        if isinstance(values, str) or not isinstance(values, Sequence):
            raise data_error(f"expected a list of values, not {values!r}", key, source)
    if not vary:
        raise data_error("name at least one key", "vary", source)
    count = prod(len(values) for values in vary.values())
    check_settings(count, source)
    where = f"{source}: vary" if source else "vary"
    variants = [
        (setting, with_changes(scenario, setting, where)) for setting in combinations_of(vary)
    ]
    found = Sweep(scenario, list(vary), settings=count)
    with (
        stop_on_interrupt(found, lambda: bool(found.figures)),
        worker_pool(workers, cluster) as pool,
    ):
        for setting, variant in variants:
            if exact:
                from affray.lab.duels import solve_duel  # its libraries take a while to load

                figures = solve_duel(variant, players).data()
            else:
                figures = simulate(variant, fights, within, seed, players, pool=pool).data()
            found.figures.append({"setting": setting, **figures})
            if progress:
                progress(found)
            if figures.get("stopped") in (True, "interrupted"):
                raise KeyboardInterrupt
    return found


def check_settings(count: int, source: str) -> None:
    """Raise InvalidDataError for too many settings, or none."""
    if not 1 <= count <= MOST_SETTINGS:
        raise data_error(f"expected 1 to {MOST_SETTINGS:,} settings, not {count:,}", "vary", source)


def combinations_of(vary: Mapping[str, Sequence[Any]]) -> Iterator[dict[str, Any]]:
    """Return every combination of the values; the last key changes fastest."""
    for combination in product(*vary.values()):
        yield dict(zip(vary, combination, strict=True))
