"""A report: one self-contained HTML file, or a picture, with plots that are quick to read."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from affray.core.problems import data_error
from affray.lab.report import plots
from affray.library import write_file
from affray.version import VERSION

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d252c; max-width: 46rem; margin: 2rem auto;
  padding: 0 1rem; }
h1 { font-size: 1.7rem; margin-bottom: 0.2rem } h2 { font-size: 1.2rem; margin-top: 2.2rem }
p.lead { font-size: 1.1rem } .quiet { color: #5b6770; font-size: 0.9rem }
svg { max-width: 100%; height: auto } figure { margin: 1rem 0 }
div.wide { overflow-x: auto }
table { border-collapse: collapse; font-size: 0.9rem; width: 100% }
th, td { text-align: left; padding: 0.25rem 0.6rem 0.25rem 0; border-bottom: 1px solid #e3e6e8;
  vertical-align: top } th { font-weight: 600; color: #5b6770 }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
"""

FORMATS = (".html", ".svg", ".png")


@dataclass
class Section:
    """A part of a report: a heading, words, a chart and a table."""

    title: str
    words: str = ""
    chart: Any = None
    heads: list[str] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    note: str = ""

    def html(self) -> str:
        """Return the section as a part of the page."""
        parts = [f"<h2>{escape(self.title)}</h2>"] if self.title else []
        if self.words:
            parts.append(f"<p>{escape(self.words)}</p>")
        if self.chart is not None:
            # the heading names it; a chart saved by itself has its own title
            picture = plots.chart_svg(self.chart.properties(title="")).replace(
                "<svg ", f'<svg role="img" aria-label="{escape(self.title, quote=True)}" ', 1
            )
            parts.append(f"<figure>{picture}</figure>")
        if self.rows:
            parts.append(table_html(self.heads, self.rows))
        if self.note:
            parts.append(f'<p class="quiet">{escape(self.note)}</p>')
        return "\n".join(parts)


@dataclass
class Report:
    """A report: a title, a lead, and its sections."""

    title: str
    lead: str
    sections: list[Section] = field(default_factory=list)

    def html(self) -> str:
        """Return the whole page, which loads nothing from other places."""
        body = "\n".join(section.html() for section in self.sections)
        return (
            "<!doctype html>\n"
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(self.title)}</title>\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<style>{STYLE}</style></head><body>\n"
            f"<h1>{escape(self.title)}</h1>\n"
            f'<p class="lead">{escape(self.lead)}</p>\n'
            f"{body}\n"
            f'<p class="quiet">Made with affray {VERSION}.</p>\n'
            "</body></html>\n"
        )

    def chart(self) -> Any:
        """Return all charts of the report as one picture."""
        charts = [section.chart for section in self.sections if section.chart is not None]
        return plots.altair().vconcat(*charts).resolve_scale(color="independent")

    def save(self, path: Path) -> None:
        """Write the report as HTML, SVG or PNG, depending on the file name."""
        check_report_file(path)
        is_page = path.suffix == ".html"
        write_file(path, self.html() if is_page else plots.render(self.chart(), path.suffix[1:]))


def check_report_file(path: Path) -> None:
    """Raise InvalidDataError if a report cannot be written to this file."""
    if path.suffix not in FORMATS:
        raise data_error(f"a report's file name ends in {', '.join(FORMATS)}", "--out", str(path))
    if not path.absolute().parent.is_dir():
        raise data_error("there is no such folder", "--out", str(path.parent))


def table_html(heads: list[str], rows: list[list[Any]]) -> str:
    """Return a table; numbers are aligned to the right."""
    numeric = [all(is_number(row[at]) for row in rows) for at in range(len(heads))]
    kinds = [' class="number"' if number else "" for number in numeric]
    head = "".join(f"<th{kind}>{escape(one)}</th>" for one, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(cell_text(cell))}</td>"
            for cell, kind in zip(row, kinds, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def is_number(cell: Any) -> bool:
    """Return whether a cell is a number."""
    return isinstance(cell, int | float) or (isinstance(cell, str) and cell.endswith(" %"))


def cell_text(cell: Any) -> str:
    """Return a cell as text."""
    return f"{cell:.3g}" if isinstance(cell, float) else str(cell)
