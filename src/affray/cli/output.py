"""Output in a terminal: tables and bars that fit 80 columns, with colour or without."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from affray.cli.table import table_lines
from affray.cli.text import Text
from affray.lab.statistics import percent

FULL_CELL = "█"
PARTIAL_CELLS = " ▏▎▍▌▋▊▉█"
"""Eighths of a bar's cell."""

SIDE_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green")

DEFAULT_WIDTH = 80


class Console:
    """Standard output: how wide it is, and whether it shows styles."""

    @property
    def is_terminal(self) -> bool:
        """Whether it is a terminal, or taken for one."""
        compatible = os.environ.get("TTY_COMPATIBLE")
        if compatible in ("0", "1"):
            return compatible == "1"
        forced = os.environ.get("FORCE_COLOR")
        return sys.stdout.isatty() if forced is None else forced != ""

    @property
    def is_dumb(self) -> bool:
        """Whether it is a terminal without styles."""
        if sys.platform == "win32" and not {"WT_SESSION", "ANSICON", "TERM"} & set(os.environ):
            return True
        return os.environ.get("TERM", "").lower() in ("dumb", "unknown")

    @property
    def width(self) -> int:
        """How many columns it has: those of the terminal, if there is one."""
        if self.is_terminal and self.is_dumb:
            return DEFAULT_WIDTH
        columns = os.environ.get("COLUMNS", "")
        if columns.isdigit():
            return int(columns) or DEFAULT_WIDTH
        for descriptor in range(3):
            try:
                return os.get_terminal_size(descriptor).columns or DEFAULT_WIDTH
            except OSError:
                continue
        return DEFAULT_WIDTH

    def print(self, text: str | Text = "", end: str = "\n") -> None:
        """Prints a text in lines as wide as the terminal at most."""
        given = Text(text) if isinstance(text, str) else text
        self.write(given.wrapped(self.width), end)

    def write(self, lines: Iterable[Text], end: str = "\n") -> None:
        """Prints lines as they are, with their styles if those can be seen."""
        if self.is_terminal and not self.is_dumb:
            with_colour = not os.environ.get("NO_COLOR")
            texts = [line.escaped(with_colour) for line in lines]
        else:
            texts = [line.plain for line in lines]
        sys.stdout.write("\n".join(texts) + end)
        sys.stdout.flush()


console = Console()


def say(text: str | Text = "", style: str = "", indent: int = 0) -> None:
    """Prints a line, or a paragraph indented by `indent`."""
    given = Text(text) if isinstance(text, str) else text
    lines = []
    for line in given.wrapped(max(1, console.width - indent)):
        indented = Text(" " * indent)
        indented.append_text(line)
        lines.append(indented.styled(style))
    print_trimmed(lines)


def print_trimmed(lines: Iterable[Text]) -> None:
    """Prints lines without the spaces at their ends."""
    trimmed = [line.trimmed() for line in lines]
    if trimmed:
        console.write(trimmed)


def print_errors(lines: Iterable[str]) -> None:
    """Prints errors, one per line, on standard error."""
    for line in lines:
        sys.stderr.write(line + "\n")


def print_json(value: Any) -> None:
    """Prints a result as JSON."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def print_table(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    right: Sequence[int] = (),
    unbroken: Sequence[int] = (),
) -> None:
    """Prints a plain table; the columns in `right` are aligned there, in `unbroken` not wrapped."""
    print_trimmed(table_lines(heads, rows, console.width, right, unbroken))


def bar(share: float, width: int) -> str:
    """A bar as long as a share of the width, to an eighth of a column."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return FULL_CELL * (eighths // 8) + (PARTIAL_CELLS[eighths % 8] if eighths % 8 else "")


def print_histogram(rows: Mapping[str, float], width: int = 40) -> None:
    """Prints a bar for each row, against the largest."""
    largest = max(rows.values(), default=0.0) or 1.0
    label_width = max((len(name) for name in rows), default=0)
    for name, share in rows.items():
        line = Text(f"  {name:>{label_width}}  ")
        line.append(f"{percent(share):>7}  ")
        line.append(bar(share / largest, width), style="cyan")
        console.print(line)


def with_tail_summed(distribution: Mapping[int, float], least: float = 0.0005) -> dict[str, float]:
    """A distribution with its long tail in one row."""
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
    """As whose play the figures are, to stand beside shares."""
    names = set(players.values())
    if len(names) == 1:
        return f"as {names.pop()} players play it"
    return "as played by " + ", ".join(f"{name} ({side})" for side, name in players.items())


def side_style(number: int) -> str:
    """The colour of a side."""
    return SIDE_STYLES[number % len(SIDE_STYLES)]
