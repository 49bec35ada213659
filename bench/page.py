"""The page in a real Chromium: from a press to the next question, and what a frame of playback costs.

python -m bench page
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from affray.library import rulesets, scenario_texts, toml_of
from bench.load import TICKS, Server, running, sqlite

CHROMIUM = os.environ.get("AFFRAY_CHROMIUM", "/usr/bin/chromium")
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]

PRESSES = 25
"""Answers that are timed in each ruleset."""

TOO_SOON = 330
"""Milliseconds in which the page ignores presses behind a new question, and a little more."""

SCRIPTING = {"FunctionCall", "TimerFire", "FireAnimationFrame", "EvaluateScript"}
RENDERING = {"UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize"}
"""What Chromium traces as scripting, and what it does for it within: style and layout."""

PRESS = """async () => {
    const press = document.querySelector('.question-body .choose:enabled, .end-turn:enabled');
    if (!press) return null;
    let began = performance.now();
    press.click();
    // where an option takes words, its answer is sent by a second press
    const say = document.querySelector('dialog.words [value=say]');
    if (say) {
        began = performance.now();
        say.click();
    }
    for (;;) {
        const marks = performance.getEntriesByName('question').filter((one) => one.startTime > began);
        if (marks.length) return marks[0].startTime - began;
        if (document.querySelector('.verdict')) return null;
        if (performance.now() - began > 20000) throw new Error(`nothing follows ${press.title || press.textContent}`);
        await new Promise((done) => setTimeout(done, 2));
    }
}"""

QUIET = "!document.querySelector('.question .figures.waiting')"
"""Whether the odds of everything that is shown have come."""


@dataclass
class Presses:
    """What presses on the page took, in milliseconds: each by the clock, and a press on average of
    the processor, in the service for the answer alone, in the service for the odds and chances that
    are asked for afterwards, and in the page for its scripts and for style and layout."""

    waits: list[float]
    answering: float
    foretelling: float
    scripting: float
    layout: float

    def row(self) -> str:
        """Return its columns of the table."""
        late = sorted(self.waits)[int(0.95 * len(self.waits))]
        figures = [median(self.waits), late, self.answering, self.foretelling]
        figures += [self.scripting, self.layout]
        return " | ".join(f"{figure:.0f}" for figure in figures)


def processor_milliseconds(server: Server) -> float:
    """Return what a server's process has used so far, together with those that it started."""
    assert server.process is not None
    used: dict[int, tuple[int, int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            used[int(stat.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    family = {server.process.pid}
    while more := {pid for pid, (parent, _) in used.items() if parent in family} - family:
        family |= more
    return 1000 * sum(used[pid][1] for pid in family if pid in used) / TICKS


def begin(page: Any, address: str, name: str, players: list[str]) -> None:
    """Begin a fight and open its page."""
    body = {"scenario": scenario_texts()[name], "name": name, "players": players, "seed": 5}
    response = page.request.post(f"{address}/api/fights", data=body)
    links = response.json()
    page.goto(f"{address}/#/fight/{links['id']}/{links['gm']}")
    page.reload()
    page.locator(".fight svg.board").wait_for()


def page_milliseconds(session: Any) -> tuple[float, float]:
    """Return what a page has used of the processor so far: for scripts, and for style and layout."""
    found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    laid = found["LayoutDuration"] + found["RecalcStyleDuration"]
    return 1000 * found["ScriptDuration"], 1000 * laid


def settle(page: Any) -> None:
    """Wait until the odds have arrived and a press is no longer too soon."""
    for _ in range(400):
        if page.evaluate(QUIET):
            break
        page.wait_for_timeout(25)
    page.wait_for_timeout(TOO_SOON)


def press_times(browser: Any, server: Server, name: str) -> Presses:
    """Return what presses take against `simple`, with nothing moving."""
    page = browser.new_context(reduced_motion="reduce").new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    begin(page, server.address, name, ["person", "simple"])
    found = Presses([], 0, 0, 0, 0)
    while len(found.waits) < PRESSES:
        settle(page)
        used, before = processor_milliseconds(server), page_milliseconds(session)
        took = page.evaluate(PRESS)
        if took is None:
            begin(page, server.address, name, ["person", "simple"])
            continue
        answered = processor_milliseconds(server)
        found.waits.append(took)
        found.answering += (answered - used) / PRESSES
        settle(page)
        found.foretelling += (processor_milliseconds(server) - answered) / PRESSES
        scripting, layout = page_milliseconds(session)
        found.scripting += (scripting - before[0]) / PRESSES
        found.layout += (layout - before[1]) / PRESSES
    page.context.close()
    return found


def frame_costs(browser: Any, address: str, name: str, seconds: float) -> list[float]:
    """Return the milliseconds of scripting in each task while a fight is played back."""
    page = browser.new_context(reduced_motion="no-preference").new_page()
    page.add_init_script("localStorage.setItem('affray.speed', '2')")
    begin(page, address, name, ["simple", "simple"])
    page.wait_for_timeout(1500)
    browser.start_tracing(page=page, categories=["devtools.timeline"])
    page.wait_for_timeout(1000 * seconds)
    events = json.loads(browser.stop_tracing())["traceEvents"]
    page.context.close()
    timed = [one for one in events if "tdur" in one]
    rendering = [one for one in timed if one["name"] in RENDERING]
    return [
        (one["tdur"] - sum(inner["tdur"] for inner in rendering if is_within(inner, one))) / 1000
        for one in timed
        if one["name"] in SCRIPTING
    ]


def is_within(inner: dict[str, Any], outer: dict[str, Any]) -> bool:
    """Return whether one traced piece of work was done as a part of another."""
    ends = inner["tts"] + inner["tdur"] <= outer["tts"] + outer["tdur"]
    return bool(inner["tid"] == outer["tid"] and inner["tts"] >= outer["tts"] and ends)


def main() -> str:
    """Return the section of the report."""
    if not Path(CHROMIUM).exists():
        return f"## The page\n\nNot measured: there is no {CHROMIUM}."
    from playwright.sync_api import sync_playwright

    lines = ["## The page", ""]
    with (
        sqlite() as store,
        running(store) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        shown = []
        for name, ruleset in rulesets().items():
            first = next(iter(toml_of(ruleset, "scenarios")))
            shown.append(f"| {name} | {first} | {press_times(browser, server, first).row()} |")
        costs = sorted(frame_costs(browser, server.address, "nine-against-nine", 20))
        browser.close()
    lines += [
        "From a press to the next question, against `simple`, in Chromium, with nothing moving (ms, by the "
        "clock); and what a press takes of the processor on average (ms): in the service to answer it and to "
        "tell the odds and chances afterwards, in the page for scripts and for style and layout:",
        "",
        "| ruleset | scenario | median | p95 | answer | odds | scripts | layout |",
        "|---|---|--:|--:|--:|--:|--:|--:|",
        *shown,
        "",
        "Playing back `nine-against-nine` at double speed for 20 s: the longest piece of scripting took "
        f"{costs[-1]:.1f} ms, the 99th of a hundred {costs[int(0.99 * len(costs))]:.1f} ms.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
