"""The story of a fight: who was winning when, what turned it, which decisions cost most, and how
lucky each side was.

Chances are those of simple players, who play on from each point. What changes them across dice is
luck; what changes them at a decision is the decision. Playouts go first to the whole fight, then
again and again to where the errors are still large, then to what seems to have turned the fight,
and last to each decision, to see whether another option was better.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from time import perf_counter
from typing import Any

from affray.core.problems import data_error
from affray.core.questions import GM
from affray.core.tape import Answer, parse_answer
from affray.lab.simulation.batches import ScenarioJob, run_in_order
from affray.lab.simulation.workers import WorkerPool, stop_on_interrupt, worker_pool
from affray.lab.study.paired_playouts import PairCounts, play_link
from affray.lab.study.points import GAME_MASTER, Cause, StudiedFight
from affray.lab.study.review import DecisionReview, DecisionReviewer, Harm, target_error
from affray.lab.study.win_curve import NONE, Estimate, WinCurve, fit_curve
from affray.library import Scenario

PLAYOUTS = 600
"""How many playouts an even chance comes from, unless it is told otherwise."""

RESULT_EVENTS = ("hurt", "out", "ruling", "end")
"""The kinds of events that say what dice came to."""

MOST_TURNING_POINTS = 5

FIRST_SHARE = 16
"""One in so many of the playouts goes to every point before any gets more."""

MOST_SHARE = 8
"""At most so many times the playouts go to one point."""

BATCH_PLAYOUTS = 50
"""How many pairs of playouts are one piece of work."""

CURVE_PROGRESS = 0.6
"""How much of the work the chances are taken to be; the rest is for the decisions."""


@dataclass(frozen=True)
class StudyJob(ScenarioJob):
    """The study of a fight, in pieces for workers."""

    tape: tuple[str, ...]
    playouts: int
    seed: int

    def play(self, link: int, first: int, count: int) -> PairCounts:
        """Plays on from both points of a link."""
        studied = cached_studied_fight(self)
        return play_link(studied, studied.links[link], self.seed, first, count)

    def review(self, number: int, is_decided: int) -> DecisionReview:
        """Reviews a decision."""
        reviewer = DecisionReviewer(cached_studied_fight(self), self.playouts, self.seed)
        return reviewer.review(number, bool(is_decided))


@lru_cache(maxsize=2)
def cached_studied_fight(job: StudyJob) -> StudiedFight:
    """The fight of a job, read once in each worker."""
    answers = [parse_answer(line, number + 1) for number, line in enumerate(job.tape)]
    return StudiedFight(job.scenario(), answers)


@dataclass(frozen=True)
class Decision:
    """A decision of the fight, and what happened until the next. Lists are by side."""

    number: int
    at: int
    """How many answers the tape had before it."""
    round: int
    side: str
    who: str
    prompt: str
    chosen: str
    is_usual: bool
    """Whether the simple player would have decided the same."""
    results: list[str]
    """What happened next, in sentences."""
    before: list[Estimate]
    """The chances when it was asked for."""
    after: list[Estimate]
    """The chances when it had been made."""
    chances_after_dice: list[Estimate]
    """The chances when the next decision came up, or at the end."""
    decided: list[Estimate]
    """How much the decision changed them."""
    luck: list[Estimate]
    """How much the dice behind it changed them."""
    review: DecisionReview | None
    """None where it has not been reviewed yet."""

    @property
    def cost(self) -> Estimate:
        """How much of a win the decision cost against the best; nothing where that may be
        chance."""
        return self.review.cost if self.review else NONE

    @property
    def best(self) -> str:
        """The text of the option that would have been best, as far as is known."""
        return self.review.best if self.review else self.chosen

    def data(self, sides: list[str]) -> dict[str, Any]:
        """The decision, as JSON has it."""

        def by_side(estimates: list[Estimate]) -> dict[str, dict[str, float]]:
            return {side: one.data() for side, one in zip(sides, estimates, strict=True)}

        harm = self.review.harm if self.review else None
        return {
            "number": self.number,
            "at": self.at,
            "round": self.round,
            "side": self.side,
            "who": self.who,
            "asked": self.prompt,
            "chose": self.chosen,
            "usual": self.is_usual,
            "reviewed": self.review is not None,
            "best": self.best,
            "cost": self.cost.data(),
            "before": by_side(self.before),
            "after": by_side(self.after),
            "then": by_side(self.chances_after_dice),
            "decided": by_side(self.decided),
            "luck": by_side(self.luck),
            "harm": harm_data(harm) if harm else None,
            "told": self.results,
        }


def harm_data(harm: Harm) -> dict[str, Any]:
    """Harm as JSON has it."""
    return {"actual": harm.actual, "expected": harm.expected.data()}


@dataclass(frozen=True)
class TurningPoint:
    """What changed the chances much at once."""

    number: int
    """The number of the decision, or of the one behind which the dice fell; 0 before the first."""
    cause: Cause
    side: str
    """Who gained most."""
    change: Estimate
    """How much of a win that side gained."""
    text: str
    """What was decided, or what the dice came to."""

    def data(self) -> dict[str, Any]:
        """The turning point as JSON has it."""
        return {
            "number": self.number,
            "why": str(self.cause),
            "side": self.side,
            "change": self.change.value,
            "error": self.change.error,
            "text": self.text,
        }


@dataclass(repr=False)
class Story:
    """The story of a fight, as far as it is worked out."""

    scenario: Scenario
    studied: StudiedFight
    playouts: int
    seed: int
    pairs: list[PairCounts]
    """What the playouts across each link came to."""
    curves: list[WinCurve] = field(default_factory=list)
    """The win probability along the fight, by side."""
    reviews: list[DecisionReview] = field(default_factory=list)
    """What is to be said of the decisions, as far as they are reviewed."""
    seconds: float = 0.0
    progress: float = 0.0
    """How much of the work is done, from 0 to 1."""
    stopped: bool = False
    """Whether it was interrupted before all was done."""

    def __repr__(self) -> str:
        result = f"{self.winner} won" if self.winner else "nobody won" if self.over else "not over"
        return f"<Story of {self.scenario.name}: {len(self.decisions)} decisions, {result}>"

    @property
    def over(self) -> bool:
        """Whether the fight was played to its end."""
        return self.studied.winner is not None

    @property
    def winner(self) -> str | None:
        """The side that won."""
        winner = self.studied.winner
        return self.scenario.sides[winner] if winner is not None and winner >= 0 else None

    @property
    def endings(self) -> int:
        """How many playouts there were along the fight."""
        return 2 * sum(sum(counts.values()) for counts in self.pairs)

    @property
    def decisions(self) -> list[Decision]:
        """Every decision with its chances and its review."""
        return [make_decision(self, number) for number in range(len(self.studied.decisions))]

    @property
    def opening(self) -> list[Estimate]:
        """The chances before the first dice, by side."""
        return [curve.at(0) for curve in self.curves]

    @property
    def error(self) -> float:
        """Half the width of the widest 95 % interval of any chance along the fight."""
        points = range(self.studied.last_point + 1)
        return max(curve.at(point).error for curve in self.curves for point in points)

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
                "best": one.best,
                "cost": one.cost.value,
                f"{first} before": one.before[0].value,
                f"{first} after": one.chances_after_dice[0].value,
            }
            for one in self.decisions
        ]

    def sum_by_side(self, is_counted: Callable[[int, int], bool]) -> dict[str, Estimate]:
        """How much all the links that count for a side changed its chances together; given are
        the side and the link."""
        found = {}
        for side, name in enumerate(self.scenario.sides):
            links = [link for link in range(len(self.studied.links)) if is_counted(side, link)]
            found[name] = self.curves[side].sum_of_changes(links)
        return found

    def _sum_by_cause(self, cause: Cause) -> dict[str, Estimate]:
        links = self.studied.links
        return self.sum_by_side(lambda _, link: links[link].cause is cause)

    @property
    def luck(self) -> dict[str, Estimate]:
        """What all dice together did to each side's chances, in wins."""
        return self._sum_by_cause(Cause.DICE)

    @property
    def skill(self) -> dict[str, Estimate]:
        """What each side's own decisions did to its chances against those of the simple player,
        in wins."""
        links, decisions = self.studied.links, self.studied.decisions

        def is_own(side: int, link: int) -> bool:
            is_decision = links[link].cause is Cause.DECISION
            return is_decision and decisions[links[link].decision].side == side

        return self.sum_by_side(is_own)

    @property
    def rulings(self) -> dict[str, Estimate]:
        """What the game master's rulings did to each side's chances, in wins."""
        return self._sum_by_cause(Cause.RULING)

    @property
    def decision_costs(self) -> dict[str, Estimate]:
        """What each side's decisions cost it against the best ones, in wins."""
        found = dict.fromkeys(self.scenario.sides, NONE)
        for point, review in zip(self.studied.decisions, self.reviews, strict=False):
            if point.side != GM:
                found[self.scenario.sides[point.side]] += review.cost
        return found

    @property
    def harm(self) -> dict[str, Harm]:
        """What each side's actions did to the others, against what was to be expected."""
        found = dict.fromkeys(self.scenario.sides, Harm())
        for point, review in zip(self.studied.decisions, self.reviews, strict=False):
            if review.harm is not None:
                found[self.scenario.sides[point.side]] += review.harm
        return found

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> list[TurningPoint]:
        """What changed the chances most, the largest first; only what is larger than its error."""
        links = sure_changes(self.curves, len(self.studied.links))[:most]
        return [make_turning_point(self, link) for link in links]

    def mistakes(self, most: int = 5) -> list[Decision]:
        """The decisions that cost most."""
        costly = [decision for decision in self.decisions if decision.cost.value > 0]
        return sorted(costly, key=lambda decision: -decision.cost.value)[:most]

    def data(self) -> dict[str, Any]:
        """The story, as `affray story --json` prints it and the page shows it. A figure stands
        with its error, half the width of its 95 % interval."""
        sides = list(self.scenario.sides)

        def estimates(found: dict[str, Estimate]) -> dict[str, dict[str, float]]:
            return {side: one.data() for side, one in found.items()}

        return {
            "scenario": self.scenario.name,
            "title": self.scenario.title,
            "ruleset": self.scenario.ruleset.name,
            "winner": self.winner,
            "over": self.over,
            "exact": False,
            "playouts": self.playouts,
            "seed": self.seed,
            "endings": self.endings,
            "error": self.error,
            "reviewed": len(self.reviews),
            "progress": self.progress,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "sides": sides,
            "opening": estimates(dict(zip(sides, self.opening, strict=True))),
            "beats": [decision.data(sides) for decision in self.decisions],
            "turning_points": [one.data() for one in self.turning_points()],
            "mistakes": [
                {"number": decision.number, **decision.cost.data()} for decision in self.mistakes()
            ],
            "luck": estimates(self.luck),
            "skill": estimates(self.skill),
            "rulings": estimates(self.rulings),
            "decisions": estimates(self.decision_costs),
            "harm": {side: harm_data(harm) for side, harm in self.harm.items()},
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
    progress: Callable[[Story], None] | None = None,
    reviews: bool = True,
) -> Story:
    """Tells the story of a fight from its tape. Ctrl-C ends it with the part that is done.
    Without `reviews` no better options are looked for.

    `progress` is called with the story so far, whenever there is more of it. Raises
    InvalidDataError for a number of playouts that will not do.
    """
    if not 10 <= playouts <= 1_000_000:
        raise data_error(f"expected 10 to 1,000,000 endings, not {playouts:,}", "-n")
    started = perf_counter()
    tape = tuple(answer.text() for answer in answers)
    job = StudyJob(scenario.toml(), scenario.name, tape, playouts, seed)
    studied = cached_studied_fight(job)
    story = Story(scenario, studied, playouts, seed, [Counter() for _ in studied.links])
    pool_size = max(1, len(studied.links) // 4)
    with (
        stop_on_interrupt(story, lambda: bool(story.curves)),
        worker_pool(workers, cluster, pool_size) as pool,
    ):
        for _ in work_out(story, job, pool, reviews):
            story.seconds = perf_counter() - started
            if progress:
                progress(story)
    story.seconds = perf_counter() - started
    return story


def work_out(story: Story, job: StudyJob, pool: WorkerPool, reviews: bool) -> Iterator[None]:
    """Works a story out, and stops for a moment whenever there is more of it."""
    links = range(len(story.pairs))
    wanted = dict.fromkeys(links, max(10, story.playouts // FIRST_SHARE))
    while wanted:
        batches = [
            (link, first, min(BATCH_PLAYOUTS, count - first))
            for link, count in wanted.items()
            for first in range(sum(story.pairs[link].values()), count, BATCH_PLAYOUTS)
        ]
        found: list[PairCounts] = list(story.pairs)
        done = run_in_order(pool, job.play, iter(batches))
        for (link, _, _), counts in zip(batches, done, strict=True):
            found[link] = found[link] + counts
        story.pairs = found
        story.curves = fit_curves(story)
        wanted = next_playouts(story)
        story.progress = max(story.progress, CURVE_PROGRESS * share_known(story))
        yield
    for review in run_in_order(pool, job.review, undecided(story) if reviews else iter(())):
        story.reviews.append(review)
        reviewed = len(story.reviews) / len(story.studied.decisions)
        story.progress = CURVE_PROGRESS + (1 - CURVE_PROGRESS) * reviewed
        yield
    story.progress = 1.0
    yield


def share_known(story: Story) -> float:
    """How much of what is to be known along the fight is known, by how large the errors are."""
    target = target_error(story.playouts)
    points = range(story.studied.last_point + 1)
    errors = [max(target, curve.at(point).error) for curve in story.curves for point in points]
    return sum((target / error) ** 2 for error in errors) / len(errors)


def undecided(story: Story) -> Iterator[tuple[int, int]]:
    """The decisions, each with whether its side could not have gained by any other."""
    least = target_error(story.playouts)
    for number, decision in enumerate(story.studied.decisions):
        chance = story.curves[decision.side].at(story.studied.after[number])
        yield number, int(chance.value > 1 - least)


def fit_curves(story: Story) -> list[WinCurve]:
    """The win probability along the fight for every side."""
    winner = story.studied.winner
    if len(story.scenario.sides) == 2:
        first = fit_curve(story.pairs, 0, winner)
        return [first, WinCurve(1 - first.values, first.covariance)]
    return [fit_curve(story.pairs, side, winner) for side in range(len(story.scenario.sides))]


def next_playouts(story: Story) -> dict[int, int]:
    """How many playouts the links are to have next that have too few yet: first those whose
    chances are not known well enough, then the opening, then those that seem to have turned the
    fight."""
    target = target_error(story.playouts)
    wanted = [
        link
        for link in range(len(story.pairs))
        if any(
            max(curve.at(link).error, curve.at(link + 1).error, curve.change(link).error) > target
            for curve in story.curves
        )
    ]
    # all luck together is measured from the opening
    if not wanted and any(curve.at(0).error > target / 2 for curve in story.curves):
        wanted = [0]
    if not wanted:
        largest = sure_changes(story.curves, len(story.pairs))[: MOST_TURNING_POINTS + 2]
        wanted = [
            link
            for link in largest
            if any(
                curve.change(link).error > max(target / 2, abs(curve.change(link).value) / 8)
                for curve in story.curves
            )
        ]
    most = MOST_SHARE * story.playouts
    played = {link: sum(story.pairs[link].values()) for link in wanted}
    return {link: min(most, 2 * count) for link, count in played.items() if count < most}


def sure_changes(curves: list[WinCurve], links: int) -> list[int]:
    """The links across which the chances change by more than the error of that change, the
    largest first."""
    sizes = {}
    for link in range(links):
        changes = [curve.change(link) for curve in curves]
        if any(change.is_sure() for change in changes):
            sizes[link] = max(abs(change.value) for change in changes)
    return sorted(sizes, key=lambda link: (-sizes[link], link))


def make_turning_point(story: Story, number: int) -> TurningPoint:
    """What happened across a link, and who gained by it."""
    link = story.studied.links[number]
    changes = [curve.change(number) for curve in story.curves]
    side = max(range(len(changes)), key=lambda one: changes[one].value)
    if link.cause is Cause.DICE:
        text = "; ".join(results_behind(story.studied, link.decision)) or "no harm done"
    else:
        text = story.studied.decisions[link.decision].chosen
    return TurningPoint(
        link.decision + 1, link.cause, story.scenario.sides[side], changes[side], text
    )


def results_behind(studied: StudiedFight, number: int) -> list[str]:
    """What happened between a decision and the next, in sentences; before the first for -1."""
    points, events = studied.decisions, studied.events
    first = points[number].events if number >= 0 else 0
    end = points[number + 1].events if number + 1 < len(points) else len(events)
    phrases = studied.scenario.setup.phrases
    return [event.text(phrases) for event in events[first:end] if event.kind in RESULT_EVENTS]


def make_decision(story: Story, number: int) -> Decision:
    """A decision with its chances, its review and what happened until the next."""
    studied, curves = story.studied, story.curves
    point = studied.decisions[number]
    before, after = studied.before[number], studied.after[number]
    last = number + 1 == len(studied.decisions)
    then = studied.last_point if last else studied.before[number + 1]
    return Decision(
        number + 1,
        point.answers,
        point.round,
        GAME_MASTER if point.side == GM else story.scenario.sides[point.side],
        point.who,
        point.prompt,
        point.chosen,
        point.is_usual,
        results_behind(studied, number),
        [curve.at(before) for curve in curves],
        [curve.at(after) for curve in curves],
        [curve.at(then) for curve in curves],
        [curve.sum_of_changes(range(before, after)) for curve in curves],
        [curve.sum_of_changes(range(after, then)) for curve in curves],
        story.reviews[number] if number < len(story.reviews) else None,
    )
