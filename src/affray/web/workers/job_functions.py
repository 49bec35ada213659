"""What jobs do: questions for the lab, and stories of fights.

Everything here is called with plain data and gives plain data, so that it can cross to another
process and be stopped by ending it.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from affray.lab.study import Story, tell_story
from affray.library import parse
from affray.web.rooms.playing import parse_answers
from affray.web.workers.lab_jobs import LAB_JOBS, Json, Report

REPORT_SECONDS = 0.2
"""How often a story is told on the way."""

COST_FACTOR = 8
"""For a long fight's: after so many times the time that telling it takes."""


def run_study(given: Json, report: Report) -> Json:
    """Tell a fight's story, as `affray story` does, with parts of it on the way."""
    scenario = parse(given["scenario"], given["name"])
    next_time = 0.0

    def progress(story: Story) -> None:
        nonlocal next_time
        started = perf_counter()
        if started >= next_time:
            report(story.progress, story.data())
            cost = perf_counter() - started
            next_time = started + max(REPORT_SECONDS, COST_FACTOR * cost)

    answers = parse_answers(given["tape"])
    found = tell_story(scenario, answers, given["playouts"], given["seed"], progress=progress)
    return found.data()


JOB_FUNCTIONS: dict[str, Callable[[Json, Report], Json]] = {
    **LAB_JOBS,
    "study": run_study,
}
