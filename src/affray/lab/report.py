"""A report: one self-contained HTML file, or a picture, with plots a person reads at once."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import Any

from affray.core.problems import data_error
from affray.lab import plots
from affray.lab.statistics import percent
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
        """The section as a part of the page."""
        parts = [f"<h2>{escape(self.title)}</h2>"] if self.title else []
        if self.words:
            parts.append(f"<p>{escape(self.words)}</p>")
        if self.chart is not None:
            # the heading says what it is; as a picture by itself the chart has a title of its own
            picture = plots.svg_of(self.chart.properties(title="")).replace(
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
    """What a report says, section by section."""

    title: str
    lead: str
    sections: list[Section] = field(default_factory=list)

    def html(self) -> str:
        """The whole page; it needs nothing from anywhere."""
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
        """All its charts as one picture."""
        charts = [section.chart for section in self.sections if section.chart is not None]
        return plots.altair().vconcat(*charts).resolve_scale(color="independent")

    def save(self, path: Path) -> None:
        """Writes it as HTML, SVG or PNG, as the file's name ends."""
        check_file(path)
        try:
            if path.suffix == ".html":
                path.write_text(self.html(), "utf-8")
            else:
                path.write_bytes(plots.render(self.chart(), path.suffix[1:]))
        except OSError as error:
            raise data_error(f"cannot be written: {error.strerror}", "", str(path)) from None


def check_file(path: Path) -> None:
    """Refuses a file that no report can be written to, before any work is done."""
    if path.suffix not in FORMATS:
        raise data_error(f"a report's file name ends in {', '.join(FORMATS)}", "--out", str(path))
    if not path.absolute().parent.is_dir():
        raise data_error("there is no such directory", "--out", str(path.parent))


def table_html(heads: list[str], rows: list[list[Any]]) -> str:
    """A table; numbers are set to the right."""
    numeric = [all(is_number(row[at]) for row in rows) for at in range(len(heads))]
    kinds = [' class="number"' if number else "" for number in numeric]
    head = "".join(f"<th{kind}>{escape(one)}</th>" for one, kind in zip(heads, kinds, strict=True))
    body = "".join(
        "<tr>"
        + "".join(
            f"<td{kind}>{escape(shown(cell))}</td>" for cell, kind in zip(row, kinds, strict=True)
        )
        + "</tr>"
        for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide">{table}</div>'


def is_number(cell: Any) -> bool:
    """Whether a cell is a figure."""
    return isinstance(cell, int | float) or (isinstance(cell, str) and cell.endswith(" %"))


def shown(cell: Any) -> str:
    """A cell as it reads."""
    return f"{cell:.3g}" if isinstance(cell, float) else str(cell)


def simulation_report(data: dict[str, Any], title: str) -> Report:
    """A simulation's report."""
    best = max(data["sides"].items(), key=lambda item: item[1]["share"])
    found = Report(
        title,
        f"{best[0]} wins {percent(best[1]['share'])} of {data['fights']:,} fights "
        f"(95 % sure: {percent(best[1]['low'])} to {percent(best[1]['high'])}). A fight lasts "
        f"{data['rounds']['mean']:.1f} rounds on average.",
    )
    found.sections.append(
        Section(
            "Who wins",
            chart=plots.shares_chart(data),
            heads=["side", "wins", "share", "at least", "at most"],
            rows=[
                [
                    name,
                    side["wins"],
                    percent(side["share"]),
                    percent(side["low"]),
                    percent(side["high"]),
                ]
                for name, side in data["sides"].items()
            ],
        )
    )
    found.sections.append(Section("How long it lasts", chart=plots.length_chart(data)))
    detail = data.get("detail")
    if detail:
        note = f"From the {detail['fights']:,} fights that were listened to."
        found.sections.append(
            Section(
                "How they come out of it",
                chart=plots.health_chart(detail["fighters"], data["sides"]),
                heads=["", "side", "standing", "health left", "harm dealt", "harm taken"],
                rows=[
                    [
                        one["name"],
                        one["side"],
                        percent(one["standing"]),
                        f"{one['mean_health']:.2f} of {one['max_health']}",
                        round(one["dealt_per_round"], 2),
                        round(one["taken_per_round"], 2),
                    ]
                    for one in detail["fighters"]
                ],
                note="Harm is per round. " + note,
            )
        )
        if detail["drops"]:
            found.sections.append(
                Section("Who drops whom", chart=plots.drops_chart(detail["drops"]), note=note)
            )
        found.sections.append(
            Section("Rules at work", chart=plots.rules_chart(detail["rules"]), note=note)
        )
    return found


def duel_sections(data: dict[str, Any]) -> list[Section]:
    """What a duel's exact solution adds to a report."""
    words = ", ".join(f"{side} {share * 100:.4f} %" for side, share in data["sides"].items())
    return [
        Section(
            "Solved exactly",
            f"Over {data['states']:,} states: {words}.",
            plots.rounds_chart(data),
        )
    ]


def story_sections(data: dict[str, Any]) -> list[Section]:
    """A fight told afterwards, as parts of a report."""
    beats = {beat["number"]: beat for beat in data["beats"]}
    sides = list(data["opening"])
    letters = "ABCDE"
    turns = [
        [
            letters[place],
            turn["number"],
            f"{beats[turn['number']]['who']}: {beats[turn['number']]['chose']}",
            "; ".join(beats[turn["number"]]["told"]) or "no harm done",
            f"{turn['change'] * 100:+.1f} %",
        ]
        for place, turn in enumerate(data["turning_points"])
    ]
    mistakes = [
        [
            one["number"],
            f"{beats[one['number']]['who']}: {beats[one['number']]['chose']}",
            beats[one["number"]]["best"],
            f"{one['cost'] * 100:.1f} %",
        ]
        for one in data["mistakes"]
    ]
    luck = [
        [
            side,
            f"{data['luck'][side] * 100:+.1f} %",
            f"{data['decisions'][side] * 100:.1f} %",
            round(data["harm"][side]["actual"], 1),
            round(data["harm"][side]["expected"], 1),
        ]
        for side in sides
    ]
    won = f"{data['winner']} won." if data["winner"] else "Nobody won."
    note = (
        f"Chances come from {data['endings']:,} endings played from each point by simple "
        f"players, good to ± {data['error'] * 100:.1f} %."
    )
    found = [Section("The fight", won, plots.story_chart(data), note=note)]
    if turns:
        heads = ["", "decision", "what was done", "what came of it", f"for {sides[0]}"]
        found.append(Section("Turning points", heads=heads, rows=turns))
    if mistakes:
        heads = ["decision", "what was done", "better", "cost"]
        found.append(Section("Decisions that cost most", heads=heads, rows=mistakes))
    heads = ["", "luck in wins", "cost of decisions", "harm done", "harm expected"]
    found.append(Section("Luck", heads=heads, rows=luck))
    return found


def sweep_report(keys: list[str], rows: list[dict[str, Any]], title: str) -> Report:
    """A sweep's report."""
    sides = list(rows[0]["sides"])
    return Report(
        title,
        f"{len(rows)} settings of {', '.join(keys)}.",
        [
            Section(
                f"{sides[0]}'s share",
                chart=plots.sweep_chart(keys, rows, sides),
                heads=[*[plots.short(key) for key in keys], *sides, "rounds"],
                rows=[
                    [
                        *row["setting"].values(),
                        *[share_words(row["sides"][side]) for side in sides],
                        round(row["rounds"]["mean"], 2),
                    ]
                    for row in rows
                ],
                note="Shares that are not exact stand with their 95 % interval.",
            )
        ],
    )


def share_words(figures: Any) -> str:
    """A share, with its interval where it has one."""
    if isinstance(figures, dict):
        return (
            f"{percent(figures['share'])} ({percent(figures['low'])} to {percent(figures['high'])})"
        )
    return percent(figures)


def comparison_report(rows: list[dict[str, Any]], title: str) -> Report:
    """A comparison's report."""
    sides = list(rows[0]["sides"])
    return Report(
        title,
        f"{len(rows) - 1} changes against {rows[0]['label']}, by the same dice.",
        [
            Section(
                "What it changes",
                chart=plots.compare_chart(rows),
                heads=["", *[f"{side} share" for side in sides], "change", "from", "to"],
                rows=[
                    [
                        row["label"],
                        *[percent(row["sides"][side]["share"]) for side in sides],
                        *[
                            f"{row['difference'][sides[0]][part] * 100:+.2f} %"
                            for part in ("share", "low", "high")
                        ],
                    ]
                    for row in rows
                ],
            )
        ],
    )
