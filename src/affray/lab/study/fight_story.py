"""The story of a fight: win probabilities, turning points, costly decisions, and luck.

Win probabilities assume that simple players play on from each point. A change across dice is luck;
a change at a decision is due to the decision. `schedule` decides the number and order of playouts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Any

from affray.core.problems import data_error
from affray.core.questions import GM
from affray.core.tape import Answer
from affray.lab.report.notebook import figures_html
from affray.lab.report.plots import story_chart
from affray.lab.simulation.executors import stop_on_interrupt, worker_pool
from affray.lab.study.deeds import Deed, deeds_of
from affray.lab.study.paired_playouts import PairCounts
from affray.lab.study.points import GAME_MASTER, Cause, StudiedFight
from affray.lab.study.review import DecisionReview, Harm
from affray.lab.study.schedule import StudyJob, cached_studied_fight, work_out
from affray.lab.study.win_curve import NONE, Estimate, WinCurve, fit_curve
from affray.library import Scenario

PLAYOUTS = 600
"""The default number of playouts for a probability of 50 %."""

RESULT_EVENTS = ("hurt", "out", "ruling", "end")
"""The kinds of events that report the results of dice."""

MOST_TURNING_POINTS = 5


@dataclass(frozen=True)
class Decision:
    """A decision of the fight, and the events until the next. Lists are by side."""

    number: int
    at: int
    """The number of answers on the tape before the decision."""
    round: int
    side: str
    who: str
    prompt: str
    chosen: str
    is_usual: bool
    """Whether the simple player would have made the same decision."""
    results: list[str]
    """The events until the next decision, in sentences."""
    before: list[Estimate]
    """The win probabilities when the decision was asked for."""
    after: list[Estimate]
    """The win probabilities right after the decision."""
    chances_after_dice: list[Estimate]
    """The win probabilities at the next decision, or at the end."""
    decided: list[Estimate]
    """The changes caused by the decision."""
    luck: list[Estimate]
    """The changes caused by the dice after the decision."""
    review: DecisionReview | None
    """The review; None if there is none yet."""

    @property
    def cost(self) -> Estimate:
        """Return the cost of the decision against the best option, in wins.

        Zero if the difference may be chance.
        """
        return self.review.cost if self.review else NONE

    @property
    def best(self) -> str:
        """Return the text of the best known option."""
        return (self.review and self.review.best) or self.chosen

    def data(self, sides: list[str]) -> dict[str, Any]:
        """Return the decision as JSON data."""

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
    """Return harm as JSON data."""
    return {"actual": harm.actual, "expected": harm.expected.data()}


@dataclass(frozen=True)
class TurningPoint:
    """A deed that changed the win probabilities a lot."""

    number: int
    """The number of the deed's last decision if the cause is dice, otherwise of its first; 0 for
    the dice before the first decision."""
    cause: Cause
    side: str
    """The side that gained most."""
    change: Estimate
    """The gain of that side, in wins."""
    deed: Deed

    @property
    def text(self) -> str:
        """Return the action and its results in a sentence."""
        return self.deed.sentence()

    def data(self) -> dict[str, Any]:
        """Return the turning point as JSON data."""
        return {
            "number": self.number,
            "first": self.deed.first + 1,
            "round": self.deed.round,
            "why": str(self.cause),
            "side": self.side,
            "change": self.change.value,
            "error": self.change.error,
            "text": self.text,
        }


@dataclass(repr=False)
class Story:
    """The story of a fight, as far as it has been computed."""

    scenario: Scenario
    studied: StudiedFight
    playouts: int
    seed: int
    pairs: list[PairCounts]
    """The results of the playouts across each link."""
    reviews: list[DecisionReview] = field(default_factory=list)
    """The reviews so far, in the order of the decisions."""
    seconds: float = 0.0
    progress: float = 0.0
    """The share of the work that is done, from 0 to 1."""
    stopped: bool = False
    """Whether the user interrupted the work."""
    _curves: list[WinCurve] | None = None
    """The curves fitted to the playouts; None until they are needed."""

    def __repr__(self) -> str:
        result = f"{self.winner} won" if self.winner else "nobody won" if self.over else "not over"
        return f"<Story of {self.scenario.name}: {len(self.decisions)} decisions, {result}>"

    @property
    def curves(self) -> list[WinCurve]:
        """Return the win probability along the fight, by side, fitted to the playouts so far."""
        if self._curves is None:
            self._curves = fit_curves(self)
        return self._curves

    @property
    def played_links(self) -> list[int]:
        """Return the links that have playouts."""
        return [link for link, counts in enumerate(self.pairs) if counts]

    def add_playouts(self, link: int, counts: PairCounts) -> None:
        """Add playouts across a link."""
        self.pairs[link] = self.pairs[link] + counts
        self._curves = None

    @property
    def over(self) -> bool:
        """Return whether the fight was played to its end."""
        return self.studied.winner is not None

    @property
    def winner(self) -> str | None:
        """Return the side that won, or None."""
        winner = self.studied.winner
        return self.scenario.sides[winner] if winner is not None and winner >= 0 else None

    @property
    def endings(self) -> int:
        """Return the number of playouts along the fight."""
        return 2 * sum(sum(counts.values()) for counts in self.pairs)

    @property
    def decisions(self) -> list[Decision]:
        """Return all decisions with their probabilities and reviews."""
        return [make_decision(self, number) for number in range(len(self.studied.decisions))]

    @property
    def opening(self) -> list[Estimate]:
        """Return the win probabilities before the first dice, by side."""
        return [curve.at(0) for curve in self.curves]

    @property
    def error(self) -> float:
        """Return the largest error of a probability along the fight (half its 95 % interval)."""
        points = range(self.studied.last_point + 1)
        return max(curve.at(point).error for curve in self.curves for point in points)

    def rows(self) -> list[dict[str, Any]]:
        """Return one row of plain values for each decision."""
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

    @cached_property
    def deeds(self) -> list[Deed]:
        """Return the deeds of the fighters, in order."""
        return deeds_of(self.studied)

    def change_by(self, deed: Deed, side: int, cause: Cause | None = None) -> Estimate:
        """Return how much a deed changed a side's win probability.

        With `cause`, count only the changes by that cause.
        """
        links = self.studied.links
        first = self.studied.before[deed.first] if deed.first >= 0 else 0
        is_last = deed.end == len(self.studied.decisions)
        last = self.studied.last_point if is_last else self.studied.before[deed.end]
        counted = [n for n in range(first, last) if cause is None or links[n].cause is cause]
        if not all(self.pairs[link] for link in counted):
            return NONE
        return self.curves[side].sum_of_changes(counted)

    def sum_by_side(self, is_counted: Callable[[int, int], bool]) -> dict[str, Estimate]:
        """Return the total change of each side's win probability across the links that count.

        `is_counted` takes the side and the link.
        """
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
        """Return how much all dice together changed each side's win probability, in wins."""
        return self._sum_by_cause(Cause.DICE)

    @property
    def skill(self) -> dict[str, Estimate]:
        """Return how much each side's own decisions changed its win probability, in wins.

        The comparison is with the simple player's decisions.
        """
        links, decisions = self.studied.links, self.studied.decisions

        def is_own(side: int, link: int) -> bool:
            is_decision = links[link].cause is Cause.DECISION
            return is_decision and decisions[links[link].decision].side == side

        return self.sum_by_side(is_own)

    @property
    def rulings(self) -> dict[str, Estimate]:
        """Return how much rulings changed each side's win probability, in wins."""
        return self._sum_by_cause(Cause.RULING)

    @property
    def decision_costs(self) -> dict[str, Estimate]:
        """Return how much each side's mistakes cost it, in wins."""
        found = dict.fromkeys(self.scenario.sides, NONE)
        for one in self.mistakes(len(self.reviews)):
            found[one.side] += one.cost
        return found

    @property
    def harm(self) -> dict[str, Harm]:
        """Return the harm that each side did to the others, and the expected harm."""
        found = dict.fromkeys(self.scenario.sides, Harm())
        for point, review in zip(self.studied.decisions, self.reviews, strict=False):
            if review.harm is not None:
                found[self.scenario.sides[point.side]] += review.harm
        return found

    def turning_points(self, most: int = MOST_TURNING_POINTS) -> list[TurningPoint]:
        """Return the deeds that changed the win probabilities most, largest change first.

        Changes smaller than their error are left out.
        """
        found = [make_turning_point(self, deed) for deed in self.deeds]
        sure = [one for one in found if one.change.is_sure()]
        return sorted(sure, key=lambda one: (-one.change.value, one.deed.first))[:most]

    def mistakes(self, most: int = 5) -> list[Decision]:
        """Return the most costly decisions, at most one of each side in a deed.

        A move and its destination are one mistake.
        """
        costs = [review.cost.value for review in self.reviews]
        worst = []
        for deed in self.deeds:
            numbers = range(max(deed.first, 0), min(deed.end, len(costs)))
            sides = {self.studied.decisions[number].side for number in numbers}
            for side in sides - {GM}:
                own = [n for n in numbers if self.studied.decisions[n].side == side]
                worst.append(max(own, key=lambda number: costs[number]))
        costly = sorted((one for one in worst if costs[one] > 0), key=lambda one: -costs[one])
        return [make_decision(self, number) for number in costly[:most]]

    def data(self) -> dict[str, Any]:
        """Return the story as the data that `affray story --json` prints and the page shows.

        Each value comes with its error, half the width of its 95 % interval.
        """
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
            "deeds": [self.deed_data(deed) for deed in self.deeds],
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

    def deed_data(self, deed: Deed) -> dict[str, Any]:
        """Return a deed as JSON data, with the changes by the whole deed and by its dice."""
        sides = self.scenario.sides
        return {
            **deed.data(sides),
            "change": {name: self.change_by(deed, n).data() for n, name in enumerate(sides)},
            "luck": {
                name: self.change_by(deed, n, Cause.DICE).data() for n, name in enumerate(sides)
            },
        }

    def _repr_html_(self) -> str:
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
    """Tell the story of a fight from its tape.

    Ctrl-C ends the work and keeps the part that is done. Without `reviews`, no better options are
    searched for. `progress` is called with the story whenever it has grown. Raises InvalidDataError
    if `playouts` is out of range.
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
    """Return the curve of win probabilities along the fight for every side."""
    winner = story.studied.winner
    if len(story.scenario.sides) == 2:
        first = fit_curve(story.pairs, 0, winner)
        return [first, WinCurve(1 - first.values, first.covariance)]
    return [fit_curve(story.pairs, side, winner) for side in range(len(story.scenario.sides))]


def make_turning_point(story: Story, deed: Deed) -> TurningPoint:
    """Return a deed as a turning point, for the side that gained most by it."""
    changes = [story.change_by(deed, side) for side in range(len(story.scenario.sides))]
    side = max(range(len(changes)), key=lambda one: changes[one].value)
    dice = abs(story.change_by(deed, side, Cause.DICE).value)
    if deed.first >= 0 and deed.side == GM:
        cause = Cause.RULING
    else:
        cause = Cause.DICE if 2 * dice >= changes[side].value else Cause.DECISION
    number = deed.end if cause is Cause.DICE else deed.first + 1
    return TurningPoint(number, cause, story.scenario.sides[side], changes[side], deed)


def results_behind(studied: StudiedFight, number: int) -> list[str]:
    """Return the events between a decision and the next, in sentences.

    The number -1 means the start of the fight.
    """
    points, events = studied.decisions, studied.events
    first = points[number].events if number >= 0 else 0
    end = points[number + 1].events if number + 1 < len(points) else len(events)
    phrases = studied.scenario.setup.phrases
    return [event.text(phrases) for event in events[first:end] if event.kind in RESULT_EVENTS]


def story_sentences(story: Story) -> list[str]:
    """Return sentences on the turning point, the best blow, the worst luck and the fallen.

    The last sentence names the side that the dice favoured.
    """
    turned = next(iter(story.turning_points(1)), None)
    best = max(story.deeds, key=hardest_blow, default=None)
    largest = max(story.deeds, key=lambda deed: health_share(story, deed), default=None)
    found = []
    if turned is not None:
        gained = f"{turned.side} gained {in_points(turned.change)} points"
        found.append(f"The fight turned {turned.deed.when()}: {turned.text}. {gained}.")
    else:
        found.append("No deed changed the chances by more than the error.")
    if turned is None and largest is not None and health_share(story, largest):
        taken = f"{health_share(story, largest) * 100:.0f} % of a side's health"
        found.append(f"Most was lost {largest.when()}, {taken}: {largest.sentence()}.")
    if best is not None and hardest_blow(best) and (turned is not None or best is not largest):
        found.append(f"The best blow fell {best.when()}: {best.sentence()}.")
    found.append(worst_luck_sentence(story))
    fallen = [f"{name} (round {deed.round})" for deed in story.deeds for name in deed.fell]
    found.append(f"Fallen: {', '.join(fallen)}." if fallen else "Nobody fell.")
    side, luck = max(story.luck.items(), key=lambda item: item[1].value)
    if luck.is_sure():
        found.append(f"The dice favoured {side}, by {in_points(luck)} points.")
    else:
        found.append("The dice favoured no side.")
    return [one for one in found if one]


def health_share(story: Story, deed: Deed) -> float:
    """Return the largest share of a side's total health that a deed took."""
    roster = story.studied.fight.roster()
    lost, whole = Counter[int](), Counter[int]()
    for one in roster:
        whole[one.side] += one.max_health()
    for fate in deed.fates:
        lost[roster[fate.who].side] += max(0, fate.harm)
    return max((lost[side] / max(1, whole[side]) for side in lost), default=0.0)


def hardest_blow(deed: Deed) -> int:
    """Return the most health that one fighter lost by a deed; 0 if it was not an attack."""
    return max((fate.harm for fate in deed.fates), default=0) if deed.is_strike else 0


def worst_luck_sentence(story: Story) -> str:
    """Describe the deed whose dice cost its own side most.

    Returns an empty text if the loss may be chance.
    """
    own = [deed for deed in story.deeds if deed.side >= 0]
    luck = [(story.change_by(deed, deed.side, Cause.DICE), deed) for deed in own]
    worst, deed = min(luck, key=lambda one: one[0].value, default=(NONE, None))
    if deed is None or worst.value >= -worst.error:
        return ""
    side = story.scenario.sides[deed.side]
    whose = side if deed.is_announcement else deed.who
    told = f"The worst luck was {whose}'s {deed.when()}: {deed.sentence()}."
    return f"{told} It cost {side} {in_points(-worst)} points."


def in_points(found: Estimate) -> str:
    """Return a fraction of a win in percentage points, with its error."""
    return f"{found.value * 100:.1f} ± {found.error * 100:.1f}"


def make_decision(story: Story, number: int) -> Decision:
    """Return a decision with its probabilities, its review and the events until the next."""
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
