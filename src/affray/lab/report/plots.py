"""Plots of the lab's results, each from the data that its command prints as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import Any

from affray.core.problems import data_error

Figures = dict[str, Any]
Chart = Any
"""A chart of altair, which is installed only for reports."""

WIDTH = 520
COLOURS = ["#2a6f97", "#c1582f", "#6a8d3a", "#8a5fa8", "#b08900", "#5b6770"]
"""A colour for each side, distinguishable for colour-blind readers."""

GREY = "#9aa3ab"

MOST_RULES, MOST_DROPS = 20, 60
"""The maximum number of rules, and of pairs of fighters, in a chart."""


def import_library(name: str, package: str) -> Any:
    """Import an optional library; the error says how to install it."""
    try:
        return import_module(name)
    except ImportError:
        raise data_error(
            f"this needs {package}, which is not installed; try:  pip install 'affray[report]'"
        ) from None


def altair() -> Any:
    """Return the plotting library."""
    return import_library("altair", "altair")


def load_libraries() -> None:
    """Import and start the drawing libraries before the work.

    A missing library is then reported early, and an interrupted run does not wait for the import.
    """
    altair()
    vl_convert().vegalite_to_svg({"data": {"values": []}, "mark": "point"})


def vl_convert() -> Any:
    """Return the library that turns charts into pictures."""
    return import_library("vl_convert", "vl-convert-python")


def side_colours(sides: Iterable[str]) -> Any:
    """Return the colours of sides, and grey for a draw."""
    names = list(sides)
    return altair().Scale(
        domain=[*names, "draw", "going on"], range=[*COLOURS[: len(names)], GREY, "#e3e6e8"]
    )


def share_interval(figures: Any) -> dict[str, float]:
    """Return a share with its interval; an exact share has an interval without width."""
    if isinstance(figures, dict):
        return {name: figures[name] for name in ("share", "low", "high")}
    return dict.fromkeys(("share", "low", "high"), figures)


def shares_chart(data: Figures) -> Chart:
    """Draw the shares of wins: a bar for each side, with its interval if it is not exact."""
    alt = altair()
    rows = [{"side": side, **share_interval(one)} for side, one in data["sides"].items()]
    drawn = data.get("draw", data.get("draws", 0) / data.get("fights", 1))
    if drawn > 0:
        rows.append({"side": "draw", **share_interval(drawn)})
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("side:N", title=None, sort=[row["side"] for row in rows])
    )
    bars = base.mark_bar(height=24).encode(
        x=alt.X("share:Q", title="share of fights won", scale=alt.Scale(domain=[0, 1])).axis(
            format="%"
        ),
        color=alt.Color("side:N", legend=None, scale=side_colours(data["sides"])),
    )
    whiskers = base.mark_rule(strokeWidth=2).encode(x="low:Q", x2="high:Q")
    text = base.mark_text(align="left", dx=8, fontSize=13).encode(
        x="high:Q", text=alt.Text("share:Q", format=".1%")
    )
    return (bars + whiskers + text).properties(width=WIDTH, title="Who wins")


def length_chart(data: Figures) -> Chart:
    """Draw how long fights last."""
    alt = altair()
    counted = {int(length): count for length, count in data["rounds"]["histogram"].items()}
    whole = sum(counted.values()) or 1
    rows = [
        {"round": length, "share": count / whole}
        for length, count in sorted(counted.items())
        if count / whole >= 0.0005
    ]
    mean = alt.Data(values=[{"mean": data["rounds"]["mean"]}])
    bars = (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=COLOURS[0], width=max(2, min(26, 400 // max(1, len(rows)))))
        .encode(
            x=alt.X("round:Q", title="round in which it ends").axis(format="d", tickMinStep=1),
            y=alt.Y("share:Q", title="share of fights").axis(format="%"),
        )
    )
    rule = alt.Chart(mean).mark_rule(strokeDash=[4, 3], color="#333").encode(x="mean:Q")
    label = (
        alt.Chart(mean)
        .mark_text(align="left", dx=6, dy=-4, baseline="top")
        .encode(x="mean:Q", y=alt.value(4), text=alt.Text("mean:Q", format=".1f"))
    )
    return (bars + rule + label).properties(width=WIDTH, height=180, title="How long it lasts")


def health_chart(fighters: list[Figures], sides: Iterable[str]) -> Chart:
    """Draw the state of all fighters at the end: the chance to stand, and the mean health."""
    alt = altair()
    rows = [
        {
            "name": one["name"],
            "side": one["side"],
            "standing": one["standing"],
            "health": one["mean_health"],
        }
        for one in fighters
    ]
    order = [row["name"] for row in rows]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("name:N", title=None, sort=order),
        color=alt.Color("side:N", scale=side_colours(sides), title=None, legend=None),
    )
    standing = base.mark_bar().encode(
        x=alt.X("standing:Q", title="still standing", scale=alt.Scale(domain=[0, 1])).axis(
            format="%"
        )
    )
    health = base.mark_bar(opacity=0.75).encode(
        x=alt.X("health:Q", title="mean health left"),
        y=alt.Y("name:N", axis=None, sort=order),
    )
    half = WIDTH // 2 - 10
    return alt.hconcat(
        standing.properties(width=half, title="Who is left"),
        health.properties(width=half, title="with how much health"),
    ).resolve_scale(y="independent")


def rounds_chart(data: Figures) -> Chart:
    """Draw the share of wins by the end of each round."""
    alt = altair()
    names = [*data["sides"], "draw"]
    rows = [
        {"round": row["round"], "what": name, "share": row[name], "order": number}
        for row in data["after_round"]
        for number, name in enumerate(names)
    ]
    rows += [
        {"round": row["round"], "what": "going on", "share": row["undecided"], "order": len(names)}
        for row in data["after_round"]
    ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_area()
        .encode(
            x=alt.X("round:Q", title="after round").axis(format="d", tickMinStep=1),
            y=alt.Y("share:Q", stack="normalize", title=None).axis(format="%"),
            color=alt.Color("what:N", title=None, scale=side_colours(data["sides"])),
            order="order:Q",
        )
        .properties(width=WIDTH, height=200, title="Who has won by when")
    )


def down_chart(states: Figures) -> Chart:
    """Draw the share of fights in which each fighter is down at the end of each round."""
    alt = altair()
    rows = [
        {"round": number, "fighter": one["name"], "down": down, "low": low, "high": high}
        for one in states["fighters"]
        for number, down, (low, high) in zip(
            states["rounds"], one["down"], one["interval"], strict=True
        )
    ]
    base = alt.Chart(alt.Data(values=rows)).encode(
        x=alt.X("round:Q", title="by the end of round").axis(format="d", tickMinStep=1),
        color=alt.Color("fighter:N", title=None),
    )
    line = base.mark_line(point=True).encode(y=alt.Y("down:Q", title=None).axis(format="%"))
    band = base.mark_area(opacity=0.15).encode(y="low:Q", y2="high:Q")
    return (band + line).properties(width=WIDTH, height=220, title="Who is down by when")


def story_chart(data: Figures) -> Chart:
    """Return a chart of the chances over a fight, with the turning points."""
    alt = altair()
    sides = list(data["opening"])
    rows = [{"at": 0, "side": side, "p": data["opening"][side]["value"]} for side in sides]
    for decision in data["beats"]:
        number = decision["number"]
        for side in sides:
            rows.append({"at": number - 0.5, "side": side, "p": decision["after"][side]["value"]})
            rows.append({"at": number, "side": side, "p": decision["then"][side]["value"]})
    decisions = {decision["number"]: decision for decision in data["beats"]}

    def after_dice(number: int) -> Figures:
        then: Figures = decisions[number]["then"] if number else decisions[1]["before"]
        return then

    marks = [
        {
            "at": turn["number"],
            "p": after_dice(turn["number"])[sides[0]]["value"],
            "letter": "ABCDE"[place],
        }
        for place, turn in enumerate(data["turning_points"])
    ]
    lines = (
        alt.Chart(alt.Data(values=rows))
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("at:Q", title="decision").axis(format="d", tickMinStep=1),
            y=alt.Y("p:Q", title="chance of winning", scale=alt.Scale(domain=[0, 1])).axis(
                format="%"
            ),
            color=alt.Color(
                "side:N", title=None, scale=alt.Scale(domain=sides, range=COLOURS[: len(sides)])
            ),
        )
    )
    points = alt.Chart(alt.Data(values=marks)).encode(x="at:Q", y="p:Q")
    letters = points.mark_text(dy=-12, fontWeight="bold", fontSize=13).encode(text="letter:N")
    dots = points.mark_point(filled=True, size=60, color="#333")
    return (lines + dots + letters).properties(
        width=WIDTH, height=240, title="Chances over the fight"
    )


def rules_chart(rules: list[Figures]) -> Chart:
    """Draw how often each rule is used."""
    alt = altair()
    rows = [{"rule": one["id"], "uses": one["per_fight"]} for one in rules[:MOST_RULES]]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(color=COLOURS[2])
        .encode(
            x=alt.X("uses:Q", title="times in a fight"),
            y=alt.Y("rule:N", title=None, sort=[row["rule"] for row in rows]),
        )
        .properties(width=WIDTH, title="Rules at work")
    )


def drops_chart(drops: list[Figures]) -> Chart:
    """Draw which fighters drop which."""
    alt = altair()
    base = alt.Chart(alt.Data(values=drops[:MOST_DROPS])).encode(
        x=alt.X("who:N", title="is dropped").axis(labelAngle=-35),
        y=alt.Y("by:N", title="by"),
    )
    squares = base.mark_rect().encode(
        color=alt.Color("per_fight:Q", title="times in a fight", scale=alt.Scale(scheme="blues"))
    )
    text = base.mark_text().encode(
        text=alt.Text("per_fight:Q", format=".2f"),
        color=alt.condition("datum.per_fight > 0.5", alt.value("white"), alt.value("#222")),
    )
    return (squares + text).properties(width=WIDTH, title="Who drops whom")


def compare_chart(rows: list[Figures]) -> Chart:
    """Draw how much each variant changes the first side's share."""
    alt = altair()
    side = next(iter(rows[0]["sides"]))
    values = [
        {"label": row["label"], **row["difference"][side]} for row in rows if row is not rows[0]
    ]
    base = alt.Chart(alt.Data(values=values)).encode(y=alt.Y("label:N", title=None))
    dots = base.mark_point(filled=True, size=80, color=COLOURS[0]).encode(
        x=alt.X("share:Q", title=f"change of {side}'s share against {rows[0]['label']}").axis(
            format="+%"
        )
    )
    whiskers = base.mark_rule(strokeWidth=2, color=COLOURS[0]).encode(x="low:Q", x2="high:Q")
    zero = alt.Chart(alt.Data(values=[{"zero": 0}])).mark_rule(strokeDash=[3, 3]).encode(x="zero:Q")
    return (zero + whiskers + dots).properties(width=WIDTH, title="What it changes")


def short_key(key: str) -> str:
    """Return the end of a key, which is enough to recognise it."""
    return ".".join(key.split(".")[-2:])


def short_keys(keys: Sequence[str]) -> list[str]:
    """Return the ends of keys, just long enough to differ."""
    parts = [key.split(".") for key in keys]
    longest = max(map(len, parts), default=0)
    for length in range(2, longest):
        found = [".".join(one[-length:]) for one in parts]
        if len(set(found)) == len(found):
            return found
    return list(keys)


def sweep_chart(keys: list[str], rows: list[Figures], sides: list[str]) -> Chart:
    """Draw a line for one key, or a heat map of the first side's share for two.

    With more keys, each combination of the others has its own heat map.
    """
    alt = altair()
    names = short_keys(keys)
    values = []
    for row in rows:
        setting = row["setting"]
        values.append(
            {
                "x": setting[keys[0]],
                "y": str(setting[keys[1]]) if len(keys) > 1 else "",
                "rest": ", ".join(
                    f"{name} = {setting[key]}"
                    for name, key in zip(names[2:], keys[2:], strict=True)
                ),
                **share_interval(row["sides"][sides[0]]),
            }
        )
    title = f"{sides[0]}'s share"
    numbers = all(
        isinstance(one["x"], int | float) and not isinstance(one["x"], bool) for one in values
    )
    if len(keys) == 1:
        kind = "Q" if numbers else "N"
        base = alt.Chart(alt.Data(values=values)).encode(
            x=alt.X(f"x:{kind}", title=names[0]).axis(labelAngle=0)
        )
        band = base.mark_errorbar(color=COLOURS[0]).encode(
            y=alt.Y("low:Q", title=title, scale=alt.Scale(domain=[0, 1])).axis(format="%"),
            y2="high:Q",
        )
        line = base.mark_line(point=alt.OverlayMarkDef(size=60), color=COLOURS[0]).encode(
            y="share:Q"
        )
        return (band + line).properties(width=WIDTH, height=240, title=title)
    order = list(dict.fromkeys(str(row["setting"][keys[1]]) for row in rows))
    base = alt.Chart(alt.Data(values=values)).encode(
        x=alt.X("x:O", title=names[0]).axis(labelAngle=0),
        y=alt.Y("y:N", title=names[1], sort=order[::-1]),
    )
    squares = base.mark_rect().encode(
        color=alt.Color(
            "share:Q",
            title=title,
            scale=alt.Scale(scheme="redblue", domain=[0, 1]),
            legend=alt.Legend(format="%"),
        )
    )
    text = base.mark_text().encode(
        text=alt.Text("share:Q", format=".0%"),
        color=alt.condition("abs(datum.share - 0.5) > 0.3", alt.value("white"), alt.value("#222")),
    )
    heat = (squares + text).properties(width=WIDTH, height=max(60, 44 * len(order)), title=title)
    return heat.facet(row=alt.Row("rest:N", title=None)) if len(keys) > 2 else heat


def simulation_chart(data: Figures) -> Chart:
    """Return a simulation's results in one picture."""
    charts = [shares_chart(data), length_chart(data)]
    if data.get("detail"):
        charts.append(health_chart(data["detail"]["fighters"], data["sides"]))
    if data.get("by_round"):
        charts.append(down_chart(data["by_round"]))
    return altair().vconcat(*charts)


def render(chart: Chart, format: str) -> bytes:
    """Return a chart as the bytes of an SVG or PNG file."""
    specification = chart.configure(font="sans-serif", background="white").to_json()
    if format == "png":
        return bytes(vl_convert().vegalite_to_png(specification, scale=2))
    return str(vl_convert().vegalite_to_svg(specification)).encode()


def chart_svg(chart: Chart) -> str:
    """Return a chart as SVG text for a page."""
    return render(chart, "svg").decode()


def chart_html(chart: Chart) -> str:
    """Return a chart for a notebook."""
    return f"<div>{chart_svg(chart)}</div>"
