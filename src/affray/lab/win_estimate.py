"""A quick estimate of each side's chance to win from the current state of a fight.

The estimate uses the last moment between two full decisions: the last time a fighter was asked what
to do with its turn, or the end of the last turn. So it does not change while one decision is made
in several menus.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import thread_time
from typing import Any

from affray.core.fight import Fight, Setup
from affray.core.playouts import Snapshot
from affray.core.questions import Option, Question, Ruling
from affray.core.tape import Answer, OpenQuestionError, TapeEndsAtDiceError, TapeTable
from affray.lab.statistics import wilson
from affray.library import Scenario
from affray.players import DEFAULT_PLAYER

Json = dict[str, Any]

ESTIMATE_SEED = 0xA1_0000
FEWEST_PLAYOUTS, MOST_PLAYOUTS = 20, 1280
MOST_SECONDS = 0.5
"""The maximum processor time before the last playouts begin."""
SMALL_ERROR = 0.03
"""An estimate with this error is precise enough."""


class TurnTape(TapeTable):
    """A table that reads a tape and finds its last turn.

    `last_turn` is the number of answers before the last question of a turn.
    """

    last_turn = 0

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the tape's answer. A game master's ruling counts as a decision of its own."""
        if question.kind == "turn":
            self.last_turn = int(self.answers_read)
        answer = super().ask(fight, question)
        if isinstance(answer, Ruling):
            self.last_turn = int(self.answers_read)
        return answer


def last_moment(setup: Setup, answers: Sequence[Answer]) -> Snapshot:
    """Return the last moment on a tape that lies between two full decisions."""
    tape = TurnTape(answers)
    fight = setup.new_fight(tape)
    before, read = fight.copy(tape), 0
    try:
        while not fight.is_over():
            before, read = fight.copy(tape), int(tape.answers_read)
            fight.step()
    except (OpenQuestionError, TapeEndsAtDiceError):
        return Snapshot(before, list(answers[read : max(read, tape.last_turn)]))
    return Snapshot(fight, [])


def estimate_win(scenario: Scenario, answers: list[Answer], seconds: float = MOST_SECONDS) -> Json:
    """Return every side's chance to win if simple players continue from the end of a tape.

    A draw counts half. The error of each chance is half the width of its 95 % interval. Only a
    fight that is over has a chance of 0 or 1.
    """
    snapshot = last_moment(scenario.setup, answers)
    players = [scenario.ruleset.simple_player()] * len(scenario.sides)
    scores = [0.0] * len(scenario.sides)
    deadline, played, error, count = thread_time() + seconds, 0, inf, FEWEST_PLAYOUTS
    intervals: list[tuple[float, float]] = []
    while error > SMALL_ERROR and played < MOST_PLAYOUTS and thread_time() < deadline:
        results = snapshot.play_out(players, ESTIMATE_SEED + played, count)
        for side in range(len(scores)):
            scores[side] += count * results.score(side)
        played += count
        intervals = [wilson(round(score), played) for score in scores]
        error = max((high - low) / 2 for low, high in intervals)
        count = played
    is_over = snapshot.fight.is_over()
    return {
        "playouts": played,
        "players": DEFAULT_PLAYER,
        "decided": is_over,
        "sides": [
            {
                "side": name,
                "value": share if is_over or 0 < share < 1 else (low + high) / 2,
                "error": 0.0 if is_over else (high - low) / 2,
                "low": share if is_over else low,
                "high": share if is_over else high,
            }
            for name, share, (low, high) in zip(
                scenario.sides, [score / played for score in scores], intervals, strict=True
            )
        ],
    }
