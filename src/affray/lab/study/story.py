"""The story of a fight: who was winning when, what turned it, which decisions cost most, and how
lucky each side was.

What changes the chances between decisions is luck; what changes them at a decision is the
decision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter
from typing import Any

from affray.core.problems import data_error
from affray.core.tape import Answer
from affray.lab.simulation.batches import run_in_order
from affray.lab.simulation.workers import worker_pool
from affray.lab.statistics import Z95
from affray.lab.study.review import (
    DecisionReview,
    DecisionReviewer,
    Harm,
    ReviewJob,
    cached_reviewer,
)
from affray.library import Scenario

PLAYOUTS = 400
"""How many playouts each chance comes from, unless it is told otherwise."""

RESULT_EVENTS = ("hurt", "out", "ruling", "end")
"""The kinds of events that say what dice came to."""


@dataclass
class Decision:
    """A decision of the fight, and what happened until the next."""

    number: int
    round: int
    side: str
    who: str
    prompt: str
    chosen: str
    results: list[str]
    """What happened next, in sentences."""
    review: DecisionReview
    chances_after_dice: list[float] = field(default_factory=list)
    """The chances when the next decision came up, or at the end."""

    def luck(self, side: int) -> float:
        """What the dice after this decision did to a side's chances."""
        return self.chances_after_dice[side] - self.review.after[side]

    def data(self, sides: list[str]) -> dict[str, Any]:
        """The decision, as JSON has it."""
        return {
            "number": self.number,
            "round": self.round,
            "side": self.side,
            "who": self.who,
            "asked": self.prompt,
            "chose": self.chosen,
            "best": self.review.best,
            "cost": self.review.cost,
            "before": dict(zip(sides, self.review.before, strict=True)),
            "after": dict(zip(sides, self.review.after, strict=True)),
            "then": dict(zip(sides, self.chances_after_dice, strict=True)),
            "told": self.results,
        }


@dataclass(repr=False)
class Story:
    """The story of a fight."""

    scenario: Scenario
    winner: str | None
    over: bool
    decisions: list[Decision]
    opening: list[float]
    """The chances before the first dice."""
    playouts: int
    seconds: float = 0.0
    stopped: bool = False
    """Whether it was interrupted before all decisions were reviewed."""

    def __repr__(self) -> str:
        result = f"{self.winner} won" if self.winner else "nobody won" if self.over else "not over"
        return f"<Story of {self.scenario.name}: {len(self.decisions)} decisions, {result}>"

    def rows(self) -> list[dict[str, Any]]:
        """A row of plain figures for each decision."""
        first = self.scenario.sides[0]
        return [
            {
                "number": one.number,
                "round": one.round,
                "side": one.side,
                "who": one.who,
                "chosen": one.chosen,
                "best": one.review.best,
                "cost": one.review.cost,
                f"{first} before": one.review.before[0],
                f"{first} after": one.chances_after_dice[0],
            }
            for one in self.decisions
        ]

    @property
    def error(self) -> float:
        """Half the width of a chance's 95 % interval, at its widest."""
        return Z95 * sqrt(0.25 / self.playouts)

    @property
    def luck(self) -> dict[str, float]:
        """What all dice together did to each side's chances, in wins."""
        found = {}
        for side, name in enumerate(self.scenario.sides):
            first = 0.0
            if self.decisions:
                first = self.decisions[0].review.before[side] - self.opening[side]
            found[name] = first + sum(decision.luck(side) for decision in self.decisions)
        return found

    @property
    def decision_costs(self) -> dict[str, float]:
        """What each side's decisions cost it, in wins."""
        found = dict.fromkeys(self.scenario.sides, 0.0)
        for decision in self.decisions:
            found[decision.side] += decision.review.cost
        return found

    @property
    def harm(self) -> dict[str, Harm]:
        """What each side's actions did to the others, against what was to be expected."""
        found = {name: Harm() for name in self.scenario.sides}
        for decision in self.decisions:
            if decision.review.harm is not None:
                found[decision.side].actual += decision.review.harm.actual
                found[decision.side].expected += decision.review.harm.expected
        return found

    def turning_points(self, most: int = 5) -> list[tuple[Decision, float]]:
        """The decisions whose dice changed the first side's chances most, and by how much; only
        where that is more than the error of the chances."""
        changes = [(decision, decision.luck(0)) for decision in self.decisions]
        sure = [(decision, change) for decision, change in changes if abs(change) > self.error]
        return sorted(sure, key=lambda pair: -abs(pair[1]))[:most]

    def mistakes(self, most: int = 5) -> list[Decision]:
        """The decisions that cost most."""
        costly = [decision for decision in self.decisions if decision.review.cost > 0]
        return sorted(costly, key=lambda decision: -decision.review.cost)[:most]

    def data(self) -> dict[str, Any]:
        """The story, as `affray story --json` prints it."""
        sides = list(self.scenario.sides)
        return {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.name,
            "winner": self.winner,
            "over": self.over,
            "exact": False,
            "endings": self.playouts,
            "error": self.error,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "opening": dict(zip(sides, self.opening, strict=True)),
            "beats": [decision.data(sides) for decision in self.decisions],
            "turning_points": [
                {"number": decision.number, "change": change}
                for decision, change in self.turning_points()
            ],
            "mistakes": [
                {"number": decision.number, "cost": decision.review.cost}
                for decision in self.mistakes()
            ],
            "luck": self.luck,
            "decisions": self.decision_costs,
            "harm": {
                side: {"actual": harm.actual, "expected": harm.expected}
                for side, harm in self.harm.items()
            },
        }

    def _repr_html_(self) -> str:
        from affray.lab.report.notebook import figures_html
        from affray.lab.report.plots import story_chart

        return figures_html(self.scenario.title, self.rows(), lambda: story_chart(self.data()))


def tell_story(
    scenario: Scenario,
    answers: list[Answer],
    playouts: int = PLAYOUTS,
    seed: int = 0,
    workers: int | None = None,
    cluster: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Story:
    """Tells the story of a fight from its tape. Ctrl-C ends it with the part that is done.

    Raises InvalidDataError for a number of playouts that will not do.
    """
    if not 10 <= playouts <= 1_000_000:
        raise data_error(f"expected 10 to 1,000,000 endings, not {playouts:,}", "-n")
    started = perf_counter()
    tape = tuple(answer.text() for answer in answers)
    job = ReviewJob(scenario.toml(), scenario.name, tape, playouts, seed)
    reviewer = cached_reviewer(job)
    points = reviewer.decisions
    winner = int(reviewer.fight.winner()) if reviewer.fight.is_over() else -1
    story = Story(
        scenario,
        scenario.sides[winner] if winner >= 0 else None,
        reviewer.fight.is_over(),
        [],
        reviewer.chances(0),
        playouts,
    )
    reviews: list[DecisionReview] = []
    try:
        with worker_pool(workers, cluster, max(1, len(points) // 4)) as pool:
            batches = ((first, 1) for first in range(len(points)))
            for some in run_in_order(pool, job.review, batches):
                reviews.extend(some)
                if progress:
                    progress(len(reviews), len(points))
    except KeyboardInterrupt:
        story.stopped = True
        if not reviews:
            raise
    last = reviewer.chances(len(answers))
    for number, review in enumerate(reviews):
        after = reviews[number + 1].before if number + 1 < len(reviews) else last
        story.decisions.append(make_decision(reviewer, number, review, after))
    story.seconds = perf_counter() - started
    return story


def make_decision(
    reviewer: DecisionReviewer, number: int, review: DecisionReview, chances_after_dice: list[float]
) -> Decision:
    """A decision with its review and what happened until the next."""
    points, events = reviewer.decisions, reviewer.events
    point = points[number]
    end = points[number + 1].events if number + 1 < len(points) else len(events)
    phrases = reviewer.scenario.setup.phrases
    return Decision(
        number + 1,
        point.round,
        reviewer.scenario.sides[point.side],
        point.who,
        point.prompt,
        point.chosen,
        [
            event.text(phrases)
            for event in events[point.events : end]
            if event.kind in RESULT_EVENTS
        ],
        review,
        chances_after_dice,
    )
