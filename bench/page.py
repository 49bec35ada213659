"""The page in a real Chromium: from a press to the next question, and what a frame of playback costs.

python -m bench page
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from statistics import median
from typing import Any

from affray.library import rulesets, scenario_texts, toml_of
from bench.load import running, sqlite

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
    const began = performance.now();
    press.click();
    for (;;) {
        const marks = performance.getEntriesByName('question').filter((one) => one.startTime > began);
        if (marks.length) return marks[0].startTime - began;
        if (document.querySelector('.verdict')) return null;
        await new Promise((done) => setTimeout(done, 2));
    }
}"""


def begin(page: Any, address: str, name: str, players: list[str]) -> None:
    """Begins a fight and opens its page."""
    body = {"scenario": scenario_texts()[name], "name": name, "players": players, "seed": 5}
    response = page.request.post(f"{address}/api/fights", data=body)
    links = response.json()
    page.goto(f"{address}/#/fight/{links['id']}/{links['gm']}")
    page.locator(".fight svg.board").wait_for()


def press_times(browser: Any, address: str, name: str) -> list[float]:
    """Milliseconds from a press to the next question, against `simple`, with nothing moving."""
    page = browser.new_context(reduced_motion="reduce").new_page()
    begin(page, address, name, ["person", "simple"])
    found: list[float] = []
    while len(found) < PRESSES:
        page.wait_for_timeout(TOO_SOON)
        took = page.evaluate(PRESS)
        if took is None:
            begin(page, address, name, ["person", "simple"])
            page.reload()
            page.locator(".fight svg.board").wait_for()
        else:
            found.append(took)
    page.context.close()
    return found


def frame_costs(browser: Any, address: str, name: str, seconds: float) -> list[float]:
    """Milliseconds of processor time for scripting in each task while a fight is played back."""
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
    """Whether one traced piece of work was done as a part of another."""
    ends = inner["tts"] + inner["tdur"] <= outer["tts"] + outer["tdur"]
    return bool(inner["tid"] == outer["tid"] and inner["tts"] >= outer["tts"] and ends)


def main() -> str:
    """The section of the report."""
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
            times = sorted(press_times(browser, server.address, first))
            late = times[int(0.95 * len(times))]
            shown.append(f"| {name} | {first} | {median(times):.0f} | {late:.0f} |")
        costs = sorted(frame_costs(browser, server.address, "nine-against-nine", 20))
        browser.close()
    lines += [
        "From a press to the next question, against `simple`, in Chromium, with nothing moving (ms):",
        "",
        "| ruleset | scenario | median | p95 |",
        "|---|---|--:|--:|",
        *shown,
        "",
        "Playing back `nine-against-nine` at double speed for 20 s: the longest piece of scripting took "
        f"{costs[-1]:.1f} ms, the 99th of a hundred {costs[int(0.99 * len(costs))]:.1f} ms.",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
