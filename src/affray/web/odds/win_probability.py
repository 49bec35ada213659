"""The win probability where a fight stands: as close as can be had in a moment."""

from __future__ import annotations

from math import inf
from time import thread_time
from typing import Any

from affray.core.playouts import snapshot_at_end
from affray.core.tape import Answer
from affray.lab.statistics import wilson
from affray.library import Scenario

Json = dict[str, Any]

CHANCES_SEED = 0xA1_0000
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 20, 1280
MOST_SECONDS = 0.5
"""More playouts are not begun after so much computing."""
SMALL_ERROR = 0.03
"""A chance is known well enough at this error."""


def chances_now(scenario: Scenario, answers: list[Answer], seconds: float = MOST_SECONDS) -> Json:
    """Every side's chance to win when simple players go on from where a tape ends, a draw counting
    half, with half the width of its 95 % interval."""
    snapshot = snapshot_at_end(scenario.setup, answers)
    players = [scenario.ruleset.simple_player()] * len(scenario.sides)
    scores = [0.0] * len(scenario.sides)
    deadline, played, error, count = thread_time() + seconds, 0, inf, FEWEST_PLAYOUTS
    intervals: list[tuple[float, float]] = []
    while error > SMALL_ERROR and played < MOST_PLAYOUTS and thread_time() < deadline:
        results = snapshot.play_out(players, CHANCES_SEED + played, count)
        for side in range(len(scores)):
            scores[side] += count * results.score(side)
        played += count
        intervals = [wilson(round(score), played) for score in scores]
        error = max((high - low) / 2 for low, high in intervals)
        count = played
    return {
        "playouts": played,
        "sides": [
            {"side": name, "value": score / played, "error": (high - low) / 2}
            for name, score, (low, high) in zip(scenario.sides, scores, intervals, strict=True)
        ],
    }
