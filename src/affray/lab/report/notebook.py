"""Results in a notebook: a table, and a plot if the plotting libraries are installed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from html import escape
from typing import Any

from affray.core.problems import InvalidDataError
from affray.lab.report.page import table_html
from affray.lab.report.plots import Chart, chart_html


def figures_html(
    title: str, rows: Sequence[dict[str, Any]], chart: Callable[[], Chart] | None = None
) -> str:
    """Return a title, a table of plain values, and a plot if one can be drawn here."""
    parts = [f"<b>{escape(title)}</b>"]
    if rows:
        heads = list(rows[0])
        parts.append(table_html(heads, [[row.get(head, "") for head in heads] for row in rows]))
    if chart is not None:
        # without the plotting libraries, the table is enough
        with suppress(InvalidDataError):
            parts.append(chart_html(chart()))
    return "".join(parts)
