"""How results look in a terminal: tables, bars and logs that fit 80 columns, colour or not."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from affray.core.events import Event, Phrases
from affray.lab.statistics import percent

BAR = "█"
PARTS = " ▏▎▍▌▋▊▉█"
"""Eighths of a bar's cell."""

SIDE_STYLES = ("bold cyan", "bold magenta", "bold yellow", "bold green")

console = Console(highlight=False, markup=False)


def say(text: str | Text = "", style: str = "", indent: int = 0) -> None:
    """A line, or a paragraph set in by `indent`."""
    console.print(Padding(text, (0, 0, 0, indent)) if indent else text, style=style or None)


def complain(lines: Iterable[str]) -> None:
    """Errors, one per line, on standard error."""
    for line in lines:
        sys.stderr.write(line + "\n")


def say_json(value: Any) -> None:
    """A result as JSON."""
    sys.stdout.write(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def table_of(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    right: Sequence[int] = (),
    whole: Sequence[int] = (),
) -> None:
    """A plain table; columns numbered in `right` are set to the right, in `whole` not broken."""
    table = Table(box=None, pad_edge=False, header_style="dim", show_header=any(heads))
    for number, head in enumerate(heads):
        table.add_column(
            head,
            justify="right" if number in right else "left",
            overflow="fold",
            no_wrap=number in whole,
        )
    for row in rows:
        table.add_row(*row)
    console.print(table)


def bar(share: float, width: int) -> str:
    """A bar as long as a share of the width, to an eighth of a column."""
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    return BAR * (eighths // 8) + (PARTS[eighths % 8] if eighths % 8 else "")


def histogram(rows: Mapping[str, float], width: int = 40) -> None:
    """A bar for each row, against the largest; what is too unlikely to see is summed up."""
    largest = max(rows.values(), default=0.0) or 1.0
    label = max((len(name) for name in rows), default=0)
    for name, share in rows.items():
        line = Text(f"  {name:>{label}}  ")
        line.append(f"{percent(share):>7}  ")
        line.append(bar(share / largest, width), style="cyan")
        console.print(line)


def tail_summed(damage: Mapping[int, float], least: float = 0.0005) -> dict[str, float]:
    """A distribution with its long tail in one row."""
    found: dict[str, float] = {}
    amounts = sorted(damage)
    for number, amount in enumerate(amounts):
        rest = sum(damage[one] for one in amounts[number:])
        if number > 0 and rest < least:
            found[f"{amount}+"] = rest
            break
        found[str(amount)] = damage[amount]
    return found


def event_lines(event: Event, phrases: Phrases, width: int) -> list[Text]:
    """An event as lines of a log: its sentence, and its rules after it in brackets."""
    indent = "" if event.kind in ("round", "end") else "  " if event.kind == "turn" else "    "
    style = {"round": "bold", "end": "bold", "turn": "bold", "out": "red", "hurt": "red"}
    lines = textwrap.wrap(
        event.text(phrases), width, initial_indent=indent, subsequent_indent=indent + "  "
    )
    found = [Text(line, style=style.get(event.kind, "")) for line in lines]
    rules = f"[{', '.join(event.rules)}]" if event.rules else ""
    if rules and found:
        if len(found[-1]) + 1 + len(rules) <= width:
            found[-1].append(" " + rules, style="dim not bold")
        else:
            found.extend(
                Text(line, style="dim")
                for line in textwrap.wrap(
                    rules, width, initial_indent=indent + "  ", subsequent_indent=indent + "   "
                )
            )
    return found


def say_event(event: Event, phrases: Phrases) -> None:
    """An event in the log."""
    if event.kind == "round":
        console.print()
    for line in event_lines(event, phrases, console.width):
        console.print(line)


def health_bar(now: int, most: int, width: int = 8) -> Text:
    """How somebody is, as a bar and figures."""
    share = now / most if most else 0.0
    colour = "green" if share > 0.5 else "yellow" if share > 0.25 else "red"
    line = Text(bar(share, width).ljust(width), style=colour)
    line.append(f" {now}/{most}", style="default")
    return line


def side_style(number: int) -> str:
    """The colour of a side."""
    return SIDE_STYLES[number % len(SIDE_STYLES)]
