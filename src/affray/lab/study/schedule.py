"""The schedule of a study: the order of its work and the number of playouts at each point.

The first playouts go to a few points along the whole fight, so that there is a curve at once. The
next go to all points. Later ones go to the points with large errors and to the possible turning
points. Then every decision gets a short review, which looks for a better option. The worst
decisions get a long review. The results do not depend on the number of workers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from affray.core.tape import parse_answer
from affray.lab.simulation.batches import ScenarioJob, run_in_order
from affray.lab.simulation.executors import WorkerPool
from affray.lab.study.paired_playouts import PairCounts, play_link
from affray.lab.study.points import StudiedFight
from affray.lab.study.review import DecisionReview, DecisionReviewer, target_error

if TYPE_CHECKING:
    from affray.lab.study.fight_story import Story

ROUGH_LINKS = 24
"""The number of links for the first, rough curve."""

ROUGH_PAIRS = 10
"""The number of pairs of playouts across each of these links."""

FIRST_SHARE = 12
LEAST_PAIRS = 20
"""Every link first gets 1 / FIRST_SHARE of the playouts, and at least LEAST_PAIRS pairs. With fewer
pairs the error itself would be unreliable."""

MOST_SHARE = 8
"""The maximum number of pairs at one link, as a multiple of the playouts."""

CHANGE_ERRORS = 1.5
"""The maximum error of a change, as a multiple of the target error of a probability."""

MOST_TURNING_POINTS = 7
"""The number of possible turning points that get more playouts."""

MOST_LONG_REVIEWS = 12
"""The number of decisions that get a long review."""

BATCH_PAIRS = 50
"""The maximum number of pairs across one link in one batch."""

CURVE_PROGRESS, REVIEW_PROGRESS = 0.5, 0.85
"""The progress when the win probabilities are known, and when every decision has a short review."""

PlayoutRange = tuple[int, int, int]
"""A link, the number of its first pair of playouts, and the number of pairs."""


@dataclass(frozen=True)
class StudyJob(ScenarioJob):
    """A study of a fight, divided into jobs for workers."""

    tape: tuple[str, ...]
    playouts: int
    seed: int

    def play(self, link: int, first: int, count: int) -> PairCounts:
        """Play on from both points of a link and return the results."""
        studied = cached_studied_fight(self)
        return play_link(studied, studied.links[link], self.seed, first, count)

    def review(self, number: int, is_decided: bool) -> DecisionReview:
        """Review a decision briefly."""
        return self.reviewer().review(number, is_decided)

    def review_again(self, number: int, review: DecisionReview) -> DecisionReview:
        """Continue a short review until its errors are small."""
        return self.reviewer().review_again(number, review)

    def reviewer(self) -> DecisionReviewer:
        """Return the reviewer of this fight's decisions."""
        return DecisionReviewer(cached_studied_fight(self), self.playouts, self.seed)


@lru_cache(maxsize=2)
def cached_studied_fight(job: StudyJob) -> StudiedFight:
    """Return the fight of a job; each worker reads it once."""
    answers = [parse_answer(line, number + 1) for number, line in enumerate(job.tape)]
    return StudiedFight(job.scenario(), answers)


def work_out(story: Story, job: StudyJob, pool: WorkerPool, reviews: bool) -> Iterator[None]:
    """Compute a story step by step; yield after each step."""
    wanted = first_playouts(story)
    while wanted:
        ranges = missing_playouts(story, wanted)
        begun, done, total = story.progress, 0, sum(count for _, _, count in ranges)
        played = run_in_order(pool, job.play, iter(ranges))
        for (link, _, count), counts in zip(ranges, played, strict=True):
            story.add_playouts(link, counts)
            done += count
            # the number of rounds is unknown: count this one as half of what is left
            story.progress = begun + (CURVE_PROGRESS - begun) * done / total / 2
            yield
        story.progress = max(story.progress, CURVE_PROGRESS * share_known(story))
        wanted = next_playouts(story)
    story.progress = CURVE_PROGRESS
    yield
    if reviews:
        yield from review_decisions(story, job, pool)
    story.progress = 1.0
    yield


def missing_playouts(story: Story, wanted: dict[int, int]) -> list[PlayoutRange]:
    """List the playouts that are still missing, in batches of at most BATCH_PAIRS for a link."""
    return [
        (link, first, min(BATCH_PAIRS, count - first))
        for link, count in wanted.items()
        for first in range(sum(story.pairs[link].values()), count, BATCH_PAIRS)
    ]


def first_playouts(story: Story) -> dict[int, int]:
    """Return the number of pairs of playouts for some links, or for all if there are few."""
    links = range(len(story.pairs))
    if len(links) <= 2 * ROUGH_LINKS:
        return dict.fromkeys(links, least_pairs(story))
    rough = links[:: len(links) // ROUGH_LINKS]
    return dict.fromkeys(rough, ROUGH_PAIRS)


def least_pairs(story: Story) -> int:
    """Return the minimum number of pairs of playouts for every link."""
    return max(LEAST_PAIRS, story.playouts // FIRST_SHARE)


def next_playouts(story: Story) -> dict[int, int]:
    """Return the number of pairs of playouts that links need next; empty if none does.

    First comes the minimum for every link. Then more playouts go to imprecise probabilities, then
    to the opening, then to the possible turning points.
    """
    least = least_pairs(story)
    played = [sum(counts.values()) for counts in story.pairs]
    if min(played) < least:
        return {link: least for link, count in enumerate(played) if count < least}
    target, curves = target_error(story.playouts), story.curves
    wanted = [
        link
        for link in range(len(story.pairs))
        if any(
            max(curve.at(link).error, curve.at(link + 1).error) > target
            or curve.change(link).error > CHANGE_ERRORS * target
            for curve in curves
        )
    ]
    # luck as a whole is measured from the opening
    if not wanted and any(curve.at(0).error > target / 2 for curve in curves):
        wanted = [0]
    if not wanted:
        wanted = [
            link
            for link in sure_changes(story)[:MOST_TURNING_POINTS]
            if any(
                curve.change(link).error > max(target / 2, abs(curve.change(link).value) / 8)
                for curve in curves
            )
        ]
    most = MOST_SHARE * story.playouts
    return {link: min(most, 2 * played[link]) for link in wanted if played[link] < most}


def sure_changes(story: Story) -> list[int]:
    """Return the links with a change that is larger than its error, largest change first."""
    sizes = {}
    for link in story.played_links:
        changes = [curve.change(link) for curve in story.curves]
        if any(change.is_sure() for change in changes):
            sizes[link] = max(abs(change.value) for change in changes)
    return sorted(sizes, key=lambda link: (-sizes[link], link))


def share_known(story: Story) -> float:
    """Return how complete the curve is, from 0 to 1, by the size of the errors along the fight."""
    target = target_error(story.playouts)
    points = range(story.studied.last_point + 1)
    errors = [max(target, curve.at(point).error) for curve in story.curves for point in points]
    return sum((target / error) ** 2 for error in errors) / len(errors)


def review_decisions(story: Story, job: StudyJob, pool: WorkerPool) -> Iterator[None]:
    """Review all decisions briefly, then the worst ones at length."""
    total = len(story.studied.decisions)
    for review in run_in_order(pool, job.review, undecided(story)):
        story.reviews.append(review)
        done = len(story.reviews) / total
        story.progress = CURVE_PROGRESS + (REVIEW_PROGRESS - CURVE_PROGRESS) * done
        yield
    again = worst_decisions(story)
    longer = run_in_order(pool, job.review_again, ((one, story.reviews[one]) for one in again))
    for done, (number, review) in enumerate(zip(again, longer, strict=True), 1):
        story.reviews[number] = review
        story.progress = REVIEW_PROGRESS + (1 - REVIEW_PROGRESS) * done / len(again)
        yield


def undecided(story: Story) -> Iterator[tuple[int, bool]]:
    """Return each decision's number, and whether its side has practically won already."""
    least = target_error(story.playouts)
    for number, decision in enumerate(story.studied.decisions):
        chance = story.curves[decision.side].at(story.studied.after[number])
        yield number, chance.value > 1 - least


def worst_decisions(story: Story) -> list[int]:
    """Return the decisions that may have cost most and are not known well enough, worst first."""
    target = target_error(story.playouts)
    most = {
        number: review.lead.value + review.lead.error
        for number, review in enumerate(story.reviews)
        if review.is_open(target)
    }
    return sorted(most, key=lambda number: (-most[number], number))[:MOST_LONG_REVIEWS]
