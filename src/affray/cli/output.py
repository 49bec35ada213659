"""Output in a terminal with rich: sentences, tables and bars that fit its width."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from affray.lab.statistics import percent

BAR_CELLS = " ▏▎▍▌▋▊▉█"
"""Eighths of a bar's cell."""

COLUMN_GAP = 2

SIDE_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green")


class Terminal(Console):
    """Standard output. A closed pipe is for `main` to handle."""

    def on_broken_pipe(self) -> None:
        """Raise the error, where rich would end the program with exit code 1."""
        raise BrokenPipeError


console = Terminal(highlight=False, markup=False, emoji=False)


def as_text(text: str | Text) -> Text:
    """Return a text of rich."""
    return text if isinstance(text, Text) else Text(text)


def say(text: str | Text = "", style: str = "", indent: int = 0) -> None:
    """Print a line, or a paragraph indented by `indent`."""
    given = as_text(text).copy()
    given.stylize_before(style)
    for line in given.wrap(console, max(1, console.width - indent)):
        line.pad_left(indent)
        print_line(line)


def print_line(line: Text) -> None:
    """Print a line as it is, without the spaces at its end."""
    line.rstrip()
    line.end = "\n"
    console.print(line, soft_wrap=True)


def print_errors(lines: Iterable[str]) -> None:
    """Print errors, one per line, on standard error."""
    sys.stderr.writelines(f"{line}\n" for line in lines)


def print_json(value: Any) -> None:
    """Print a result as JSON, with escapes where the output is not UTF-8."""
    is_unicode = "utf" in (sys.stdout.encoding or "utf-8").lower()
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=not is_unicode) + "\n")


class Result(Protocol):
    """A result with its data for `--json`."""

    def data(self) -> Any:
        """Return the data."""


Found = TypeVar("Found", bound=Result)


def show(found: Found, print_found: Callable[[Found], None], as_json: bool) -> None:
    """Print a result, as JSON or in words."""
    if as_json:
        print_json(found.data())
    else:
        print_found(found)


# --- tables ---


def print_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    right: Sequence[int] = (),
    unbroken: Sequence[int] = (),
) -> None:
    """Print a plain table; columns in `right` are aligned there, those in `unbroken` not wrapped.

    A table that is too wide loses its bars first. Then it wraps between words. A table that
    is still too wide is printed as one block for each row.
    """
    lines = [[as_text(cell) for cell in row] for row in rows]
    columns = list(range(len(heads)))
    if table_width(heads, lines, columns) > console.width:
        columns = [column for column in columns if not is_bars(row[column] for row in lines)]
    least = [
        widest(
            row[column].plain if column in unbroken else longest_word(row[column].plain)
            for row in [*lines, [Text(head) for head in heads]]
        )
        for column in columns
    ]
    most = [table_width(heads, lines, [column]) for column in columns]
    widths = fitted_widths(least, most, console.width - COLUMN_GAP * (len(columns) - 1))
    if not widths:
        print_blocks([heads[column] for column in columns], lines, columns)
        return
    table = Table(box=None, pad_edge=False, header_style="dim", show_header=any(heads))
    for column, width in zip(columns, widths, strict=True):
        table.add_column(
            Text(heads[column]), justify="right" if column in right else "left", width=width
        )
    for row in lines:
        table.add_row(*[row[column] for column in columns])
    for segments in console.render_lines(table, pad=False):
        parts = [(segment.text, segment.style or "") for segment in segments]
        print_line(Text.assemble(*parts))


def is_bars(cells: Iterable[Text]) -> bool:
    """Return whether a column holds bars alone."""
    drawn = "".join(cell.plain for cell in cells)
    return bool(drawn) and set(drawn) <= set(BAR_CELLS)


def longest_word(text: str) -> str:
    """Return the longest word of a text."""
    return max(text.split(), key=cell_len, default="")


def widest(texts: Iterable[str]) -> int:
    """Return how many columns the widest line takes."""
    return max((cell_len(line) for text in texts for line in text.split("\n")), default=0)


def table_width(heads: Sequence[str], rows: Sequence[Sequence[Text]], columns: list[int]) -> int:
    """Return how wide a table of these columns is where nothing is wrapped."""
    widths = [widest([heads[one], *(row[one].plain for row in rows)]) for one in columns]
    return sum(widths) + COLUMN_GAP * (len(columns) - 1)


def fitted_widths(least: list[int], most: list[int], width: int) -> list[int]:
    """Return widths of columns that fit, the widest shrunk first; empty where none do."""
    if sum(least) > width:
        return []
    widths = list(most)
    while sum(widths) > width:
        shrinkable = [one for one, size in enumerate(widths) if size > least[one]]
        widths[max(shrinkable, key=lambda one: widths[one])] -= 1
    return widths


def print_blocks(heads: Sequence[str], rows: Sequence[Sequence[Text]], columns: list[int]) -> None:
    """Print each row as a block: its first cell, and a line for each of the others."""
    for row in rows:
        cells = [row[column] for column in columns]
        titles = 1 if heads[0] else 2
        say(Text(" ").join(cells[:titles]))
        for head, cell in zip(heads[titles:], cells[titles:], strict=True):
            if cell.plain.strip():
                say(Text.assemble((f"{head}: " if head else "", "dim"), cell), indent=2)


# --- bars ---


def bar(share: float, width: int) -> str:
    """Return a bar as long as a share of the width, to an eighth of a column."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return BAR_CELLS[8] * (eighths // 8) + (BAR_CELLS[eighths % 8] if eighths % 8 else "")


def print_histogram(rows: Mapping[str, float], width: int = 40) -> None:
    """Print a bar for each row, against the largest."""
    largest = max(rows.values(), default=0.0) or 1.0
    print_table(
        ["", "", ""],
        [
            [f"  {name}", percent(share), Text(bar(share / largest, width), style="cyan")]
            for name, share in rows.items()
        ],
        right=(0, 1),
        unbroken=(0, 1),
    )


def with_tail_summed(distribution: Mapping[int, float], least: float = 0.0005) -> dict[str, float]:
    """Return a distribution with its long tail in one row."""
    found: dict[str, float] = {}
    amounts = sorted(distribution)
    for number, amount in enumerate(amounts):
        rest = sum(distribution[one] for one in amounts[number:])
        if number > 0 and rest < least:
            found[f"{amount}+"] = rest
            break
        found[str(amount)] = distribution[amount]
    return found


def players_text(players: Mapping[str, str]) -> str:
    """Return whose play the figures are of, to stand beside shares."""
    names = set(players.values())
    if len(names) == 1:
        return f"as {names.pop()} players play it"
    return "as played by " + ", ".join(f"{name} ({side})" for side, name in players.items())


def health_style(share: float) -> str:
    """Return the colour of a share of health."""
    return "green" if share > 0.5 else "yellow" if share > 0.25 else "red"


def side_style(number: int) -> str:
    """Return the colour of a side."""
    return SIDE_STYLES[number % len(SIDE_STYLES)]
