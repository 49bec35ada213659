"""The sections of reports, for each kind of the lab's results."""

from __future__ import annotations

from typing import Any

from affray.lab.report import plots
from affray.lab.report.page import Report, Section
from affray.lab.statistics import percent


def simulation_report(data: dict[str, Any], title: str) -> Report:
    """Return a simulation's report."""
    side, figures = max(data["sides"].items(), key=lambda item: item[1]["share"])
    found = Report(
        title,
        f"{side} wins {percent(figures['share'])} of {data['fights']:,} fights "
        f"(95 % sure: {percent(figures['low'])} to {percent(figures['high'])}). A fight lasts "
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
    if data.get("by_round"):
        found.sections.append(
            Section(
                "Who is down by when",
                chart=plots.down_chart(data["by_round"]),
                note="The bands are 95 % intervals. A fight that is over stays as it ended.",
            )
        )
    detail = data.get("detail")
    if detail:
        note = f"From {detail['fights']:,} recorded fights; ± is a 95 % interval."
        found.sections.append(
            Section(
                "How they come out of it",
                chart=plots.health_chart(detail["fighters"], data["sides"]),
                heads=["", "side", "standing", "health left", "harm dealt", "harm taken"],
                rows=[
                    [
                        one["name"],
                        one["side"],
                        "{} to {}".format(*map(percent, one["standing_interval"])),
                        f"{one['mean_health']:.2f} ± {one['mean_health_error']:.2f} "
                        f"of {one['max_health']}",
                        f"{one['dealt_per_round']:.2f} ± {one['dealt_per_round_error']:.2f}",
                        f"{one['taken_per_round']:.2f} ± {one['taken_per_round_error']:.2f}",
                    ]
                    for one in detail["fighters"]
                ],
                note="Harm is health lost, per round. " + note,
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
    """Return the sections of a duel's solution, exact or with bounds."""
    if data["exact"]:
        title = "Solved exactly"
        words = ", ".join(f"{side} {share * 100:.4f} %" for side, share in data["sides"].items())
    else:
        title = "Solved between bounds"
        words = ", ".join(
            f"{side} {estimated_text(data, side)}proven {low * 100:.2f} to {high * 100:.2f} %"
            for side, (low, high) in data["bounds"].items()
        )
    return [
        Section(
            title,
            f"Over {data['states']:,} states: {words}.",
            plots.rounds_chart(data),
        )
    ]


def estimated_text(data: dict[str, Any], side: str) -> str:
    """Return a side's estimated share with its error, if there is one."""
    if not data["estimate"]:
        return ""
    one = data["estimate"][side]
    return f"{one['share'] * 100:.1f} % ± {(one['high'] - one['low']) * 50:.1f}, "


def story_sections(data: dict[str, Any]) -> list[Section]:
    """Return the sections of a fight's story."""
    decisions = {one["number"]: one for one in data["beats"]}
    sides = list(data["opening"])
    letters = "ABCDE"
    turns = []
    for place, turn in enumerate(data["turning_points"]):
        change = f"{turn['change'] * 100:+.1f} ± {turn['error'] * 100:.1f} %"
        turns.append([letters[place], turn["round"], turn["text"], turn["side"], change])
    mistakes = [
        [
            one["number"],
            f"{decisions[one['number']]['who']}: {decisions[one['number']]['chose']}",
            decisions[one["number"]]["best"],
            with_error(one, ""),
        ]
        for one in data["mistakes"]
    ]
    luck = [
        [
            side,
            with_error(data["luck"][side]),
            with_error(data["skill"][side]),
            round(data["harm"][side]["actual"], 1),
            round(data["harm"][side]["expected"]["value"], 1),
        ]
        for side in sides
    ]
    won = f"{data['winner']} won." if data["winner"] else "Nobody won."
    note = (
        f"Chances come from {data['endings']:,} endings played along the fight by simple "
        f"players, good to ± {data['error'] * 100:.1f} % or better (95 %)."
    )
    found = [Section("The fight", won, plots.story_chart(data), note=note)]
    if turns:
        heads = ["", "round", "what was done", "for", ""]
        found.append(Section("Turning points", heads=heads, rows=turns))
    if mistakes:
        heads = ["decision", "what was done", "better", "cost"]
        found.append(Section("Decisions that cost most", heads=heads, rows=mistakes))
    heads = ["", "luck in wins", "decisions in wins", "harm done", "harm expected"]
    found.append(Section("Luck", heads=heads, rows=luck))
    return found


def with_error(figure: dict[str, float], sign: str = "+") -> str:
    """Return a fraction of a win in percent, with its error."""
    return f"{figure['value'] * 100:{sign}.1f} ± {figure['error'] * 100:.1f} %"


def sweep_report(keys: list[str], rows: list[dict[str, Any]], title: str) -> Report:
    """Return a sweep's report."""
    sides = list(rows[0]["sides"])
    return Report(
        title,
        f"{len(rows)} settings of {', '.join(keys)}.",
        [
            Section(
                f"{sides[0]}'s share",
                chart=plots.sweep_chart(keys, rows, sides),
                heads=[*plots.short_keys(keys), *sides, "rounds"],
                rows=[
                    [
                        *row["setting"].values(),
                        *[share_text(row["sides"][side]) for side in sides],
                        round(row["rounds"]["mean"], 2),
                    ]
                    for row in rows
                ],
                note="Shares that are not exact stand with their 95 % interval.",
            )
        ],
    )


def share_text(figures: Any) -> str:
    """Return a share, with its interval if it has one."""
    if isinstance(figures, dict):
        return (
            f"{percent(figures['share'])} ({percent(figures['low'])} to {percent(figures['high'])})"
        )
    return percent(figures)
