"""Output in a terminal: tables and bars that fit 80 columns, with colour or without."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.segment import Segment, Segments
from rich.table import Table
from rich.text import Text

from affray.lab.statistics import percent

FULL_CELL = "█"
PARTIAL_CELLS = " ▏▎▍▌▋▊▉█"
"""Eighths of a bar's cell."""

SIDE_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green")


class TerminalConsole(Console):
    """Standard output, which may be closed by whoever reads it."""

    def on_broken_pipe(self) -> None:
        """Leaves it to the command to end."""
        raise BrokenPipeError


console = TerminalConsole(highlight=False, markup=False, emoji=False)


def say(text: str | Text = "", style: str = "", indent: int = 0) -> None:
    """Prints a line, or a paragraph indented by `indent`."""
    print_trimmed(Padding(Text(text) if isinstance(text, str) else text, (0, 0, 0, indent)), style)


def print_trimmed(content: RenderableType, style: str = "") -> None:
    """Prints something as wide as the terminal at most, without spaces at the ends of lines."""
    for line in console.render_lines(content, pad=False):
        if not console.is_terminal:
            sys.stdout.write("".join([segment.text for segment in line]).rstrip() + "\n")
            continue
        while line and not line[-1].text.strip():
            line.pop()
        if line:
            last = line.pop()
            line.append(Segment(last.text.rstrip(), last.style))
        console.print(Segments([*line, Segment.line()]), style=style or None, end="")


def print_line(line: Text) -> None:
    """Prints a line that fits the width; where nobody sees colours that takes no laying out."""
    if console.is_terminal:
        console.print(line)
    else:
        sys.stdout.write(line.plain + "\n")


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
    table = Table(box=None, pad_edge=False, header_style="dim", show_header=any(heads))
    for number, head in enumerate(heads):
        table.add_column(
            head,
            justify="right" if number in right else "left",
            overflow="fold",
            no_wrap=number in unbroken,
        )
    for row in rows:
        table.add_row(*row)
    print_trimmed(table)


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
