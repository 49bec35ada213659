"""The story of a fight: who was winning when, what turned it, which decisions cost most, and how
lucky each side was.

Chances are those of simple players, who play on from each point. What changes them across dice is
luck; what changes them at a decision is the decision. In which order playouts are made, and how
many where, is `schedule`'s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from affray.core.events import Event
from affray.core.problems import data_error
from affray.core.questions import GM
from affray.core.tape import Answer
from affray.lab.simulation.executors import stop_on_interrupt, worker_pool
from affray.lab.study.paired_playouts import PairCounts
from affray.lab.study.points import GAME_MASTER, Cause, StudiedFight
from affray.lab.study.review import DecisionReview, Harm
from affray.lab.study.schedule import StudyJob, cached_studied_fight, sure_changes, work_out
from affray.lab.study.win_curve import NONE, Estimate, WinCurve, fit_curve
from affray.library import Scenario

PLAYOUTS = 600
"""How many playouts an even chance comes from, unless it is told otherwise."""

RESULT_EVENTS = ("hurt", "out", "ruling", "end")
"""The kinds of events that say what dice came to."""

OWN_TURN = ("turn", "activate")
"""The kinds of decisions that a fighter makes on its turn, with which another action begins."""

MOST_TURNING_POINTS = 5


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
        """Return how much of a win the decision cost against the best; nothing where that may be
        chance."""
        return self.review.cost if self.review else NONE

    @property
    def best(self) -> str:
        """Return the text of the option that would have been best, as far as is known."""
        return (self.review and self.review.best) or self.chosen

    def data(self, sides: list[str]) -> dict[str, Any]:
        """Return the decision, as JSON has it."""

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
    """Return harm as JSON."""
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
        """Return the turning point as JSON has it."""
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
    reviews: list[DecisionReview] = field(default_factory=list)
    """What is to be said of the decisions, as far as they are reviewed."""
    seconds: float = 0.0
    progress: float = 0.0
    """How much of the work is done, from 0 to 1."""
    stopped: bool = False
    """Whether it was interrupted before all was done."""
    _curves: list[WinCurve] | None = None
    """The curves that fit the playouts, once somebody has asked for them."""

    def __repr__(self) -> str:
        result = f"{self.winner} won" if self.winner else "nobody won" if self.over else "not over"
        return f"<Story of {self.scenario.name}: {len(self.decisions)} decisions, {result}>"

    @property
    def curves(self) -> list[WinCurve]:
        """Return the win probability along the fight, by side, from the playouts there are."""
        if self._curves is None:
            self._curves = fit_curves(self)
        return self._curves

    @property
    def played_links(self) -> list[int]:
        """Return the links across which there are playouts."""
        return [link for link, counts in enumerate(self.pairs) if counts]

    def add_playouts(self, link: int, counts: PairCounts) -> None:
        """Take in more playouts across a link."""
        self.pairs[link] = self.pairs[link] + counts
        self._curves = None

    @property
    def over(self) -> bool:
        """Return whether the fight was played to its end."""
        return self.studied.winner is not None

    @property
    def winner(self) -> str | None:
        """Return the side that won."""
        winner = self.studied.winner
        return self.scenario.sides[winner] if winner is not None and winner >= 0 else None

    @property
    def endings(self) -> int:
        """Return how many playouts there were along the fight."""
        return 2 * sum(sum(counts.values()) for counts in self.pairs)

    @property
    def decisions(self) -> list[Decision]:
        """Return every decision with its chances and its review."""
        return [make_decision(self, number) for number in range(len(self.studied.decisions))]

    @property
    def opening(self) -> list[Estimate]:
        """Return the chances before the first dice, by side."""
        return [curve.at(0) for curve in self.curves]

    @property
    def error(self) -> float:
        """Return half the width of the widest 95 % interval of any chance along the fight."""
        points = range(self.studied.last_point + 1)
        return max(curve.at(point).error for curve in self.curves for point in points)

    def rows(self) -> list[dict[str, Any]]:
        """Return a row of plain figures for each decision."""
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
        """Return how much all the links that count for a side changed its chances together; given
        are the side and the link."""
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
        """Return what all dice together did to each side's chances, in wins."""
        return self._sum_by_cause(Cause.DICE)

    @property
    def skill(self) -> dict[str, Estimate]:
        """Return what each side's own decisions did to its chances against those of the simple
        player, in wins."""
        links, decisions = self.studied.links, self.studied.decisions

        def is_own(side: int, link: int) -> bool:
            is_decision = links[link].cause is Cause.DECISION
            return is_decision and decisions[links[link].decision].side == side

        return self.sum_by_side(is_own)

    @property
    def rulings(self) -> dict[str, Estimate]:
        """Return what the game master's rulings did to each side's chances, in wins."""
        return self._sum_by_cause(Cause.RULING)

    @property
    def decision_costs(self) -> dict[str, Estimate]:
        """Return what each side's decisions cost it against the best ones, in wins."""
        found = dict.fromkeys(self.scenario.sides, NONE)
        for point, review in zip(self.studied.decisions, self.reviews, strict=False):
            if point.side != GM:
                found[self.scenario.sides[point.side]] += review.cost
        return found

    @property
    def harm(self) -> dict[str, Harm]:
        """Return what each side's actions did to the others, against what was to be expected."""
        found = dict.fromkeys(self.scenario.sides, Harm())
        for point, review in zip(self.studied.decisions, self.reviews, strict=False):
            if review.harm is not None:
                found[self.scenario.sides[point.side]] += review.harm
        return found

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> list[TurningPoint]:
        """Return what changed the chances most, the largest first; only what is larger than its
        error."""
        links = sure_changes(self)[:most]
        return [make_turning_point(self, link) for link in links]

    def mistakes(self, most: int = 5) -> list[Decision]:
        """Return the decisions that cost most."""
        costly = [decision for decision in self.decisions if decision.cost.value > 0]
        return sorted(costly, key=lambda decision: -decision.cost.value)[:most]

    def data(self) -> dict[str, Any]:
        """Return the story, as `affray story --json` prints it and the page shows it. A figure
        stands with its error, half the width of its 95 % interval."""
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
            "sentences": story_sentences(self),
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
    """Tell the story of a fight from its tape. Ctrl-C ends it with the part that is done. Without
    `reviews` no better options are looked for.

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
        stop_on_interrupt(story, lambda: bool(story.played_links)),
        worker_pool(workers, cluster, pool_size) as pool,
    ):
        for _ in work_out(story, job, pool, reviews):
            story.seconds = perf_counter() - started
            if progress:
                progress(story)
    story.seconds = perf_counter() - started
    return story


def fit_curves(story: Story) -> list[WinCurve]:
    """Return the win probability along the fight for every side."""
    winner = story.studied.winner
    if len(story.scenario.sides) == 2:
        first = fit_curve(story.pairs, 0, winner)
        return [first, WinCurve(1 - first.values, first.covariance)]
    return [fit_curve(story.pairs, side, winner) for side in range(len(story.scenario.sides))]


def make_turning_point(story: Story, number: int) -> TurningPoint:
    """Return what happened across a link, and who gained by it."""
    link = story.studied.links[number]
    changes = [curve.change(number) for curve in story.curves]
    side = max(range(len(changes)), key=lambda one: changes[one].value)
    if link.cause is Cause.DICE:
        text = what_dice_came_to(story.studied, link.decision)
    else:
        text = story.studied.decisions[link.decision].chosen
    return TurningPoint(
        link.decision + 1, link.cause, story.scenario.sides[side], changes[side], text
    )


def results_behind(studied: StudiedFight, number: int) -> list[str]:
    """Return what happened between a decision and the next, in sentences; before the first for
    -1."""
    points, events = studied.decisions, studied.events
    first = points[number].events if number >= 0 else 0
    end = points[number + 1].events if number + 1 < len(points) else len(events)
    phrases = studied.scenario.setup.phrases
    return [event.text(phrases) for event in events[first:end] if event.kind in RESULT_EVENTS]


def what_dice_came_to(studied: StudiedFight, number: int) -> str:
    """Return what came of the dice behind a decision, in sentences.

    Reactions may be asked for between a roll and the harm it does, so that the harm is told after
    them: what follows counts up to the next decision of a fighter on its turn. Where nothing came
    of the dice, the last thing told about them is returned.
    """
    points = studied.decisions
    for later in range(number, len(points)):
        if later > number and points[later].kind in OWN_TURN:
            break
        found = results_behind(studied, later)
        if found:
            return "; ".join(found)
    first = points[number].events if number >= 0 else 0
    end = points[number + 1].events if number + 1 < len(points) else len(studied.events)
    phrases = studied.scenario.setup.phrases
    texts = [event.text(phrases) for event in studied.events[first:end]]
    return next((text for text in reversed(texts) if text), "nothing changed")


def story_sentences(story: Story) -> list[str]:
    """Tell what turned a fight, its hardest blow and who was lucky, with the figures."""
    found = []
    for one in story.turning_points(1):
        decision = story.decisions[one.number - 1] if one.number else None
        when = f"in round {decision.round}: {decision.who}: {decision.chosen}" if decision else ""
        came = f" ({one.text})" if one.cause is Cause.DICE else ""
        gained = f"{one.side} gained {in_points(one.change)} points"
        found.append(f"The fight turned {when or 'with the first dice'}{came}. {gained}.")
    blow = max(story.studied.events, key=harm_by_fighter, default=None)
    if blow is not None and harm_by_fighter(blow):
        by, harm, who = blow.parts["by"], blow.parts["harm"], blow.parts["who"]
        found.append(f"The hardest blow was {by}'s: {harm} harm to {who}.")
    side, luck = max(story.luck.items(), key=lambda item: item[1].value)
    if luck.value > luck.error:
        found.append(f"The dice favoured {side}, by {in_points(luck)} points.")
    else:
        found.append("The dice favoured no side.")
    return found


def harm_by_fighter(event: Event) -> int:
    """Return how much harm an event tells that a fighter did."""
    harm = event.parts["harm"] if event.kind == "hurt" and event.parts["by"] else 0
    return harm if isinstance(harm, int) else 0


def in_points(found: Estimate) -> str:
    """Return a part of a win in points, with its error."""
    return f"{found.value * 100:.1f} ± {found.error * 100:.1f}"


def make_decision(story: Story, number: int) -> Decision:
    """Return a decision with its chances, its review and what happened until the next."""
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
