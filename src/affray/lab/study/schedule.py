"""In which order a story is worked out, and how many playouts go where.

First to a few points along the whole fight, so that there is a curve at once; then to all of them;
then again and again to where the errors are still large, and to what seems to have turned the
fight. Then every decision gets a short review, to see whether another option was better, and those
that seem the worst mistakes a long one. Work goes to the workers in pieces of about the same time.
What is found depends neither on these nor on how many workers there are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import process_time
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
"""How many links the first, rough curve is taken from."""

ROUGH_PAIRS = 10
"""How many pairs of playouts each of them gets."""

FIRST_SHARE = 12
LEAST_PAIRS = 20
"""One in so many of the playouts goes to every point before any gets more, and at least so many
pairs: fewer say less than their error says."""

MOST_SHARE = 8
"""At most so many times the playouts go to one point."""

CHANGE_ERRORS = 1.5
"""How many times the error of a chance that of a change may be, where nothing seems to turn."""

MOST_TURNING_POINTS = 7
"""So many of what seems to have turned the fight is looked at more closely."""

MOST_LONG_REVIEWS = 12
"""So many of the decisions that seem the worst get a long review."""

BATCH_PAIRS = 50
"""At most so many pairs of playouts across one link are played at a time."""

PIECE_SECONDS = 0.1
"""About how much work goes to a worker at a time."""

CURVE_PROGRESS, REVIEW_PROGRESS = 0.5, 0.85
"""How much of all the work is taken to be done when the chances are known, and when every decision
had its short review."""

PlayoutRange = tuple[int, int, int]
"""A link, and the number of the first pair of playouts across it and how many follow."""


@dataclass(frozen=True)
class StudyJob(ScenarioJob):
    """The study of a fight, in pieces for workers."""

    tape: tuple[str, ...]
    playouts: int
    seed: int

    def play(self, ranges: list[PlayoutRange]) -> tuple[list[PairCounts], float]:
        """Play on from both points of links; return what it came to for each, and how many seconds
        of processor time it took."""
        studied, started = cached_studied_fight(self), process_time()
        found = [
            play_link(studied, studied.links[link], self.seed, first, count)
            for link, first, count in ranges
        ]
        return found, process_time() - started

    def review(self, number: int, is_decided: bool) -> DecisionReview:
        """Review a decision shortly."""
        return self.reviewer().review(number, is_decided)

    def review_again(self, number: int, review: DecisionReview) -> DecisionReview:
        """Go on with a short review until its errors are small."""
        return self.reviewer().review_again(number, review)

    def reviewer(self) -> DecisionReviewer:
        """Return who reviews this fight's decisions."""
        return DecisionReviewer(cached_studied_fight(self), self.playouts, self.seed)


@lru_cache(maxsize=2)
def cached_studied_fight(job: StudyJob) -> StudiedFight:
    """Return the fight of a job, read once in each worker."""
    answers = [parse_answer(line, number + 1) for number, line in enumerate(job.tape)]
    return StudiedFight(job.scenario(), answers)


def work_out(story: Story, job: StudyJob, pool: WorkerPool, reviews: bool) -> Iterator[None]:
    """Work a story out, and stop for a moment whenever there is more of it."""
    pieces = PlayoutPieces()
    wanted = first_playouts(story)
    while wanted:
        begun, done, total = story.progress, 0, sum(wanted.values())
        ranges = pieces.split(story, wanted)
        for played in run_in_order(pool, job.play, ranges):
            done += pieces.take_in(story, played)
            # nobody knows how many rounds there will be: this one is half of what is left
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


class PlayoutPieces:
    """Playouts in pieces of about the same time, by what those before took."""

    def __init__(self) -> None:
        self.sent: list[list[PlayoutRange]] = []
        """What was sent to be played and has not come back, in order."""
        self.pairs = 0
        self.seconds = 0.0

    def split(self, story: Story, wanted: dict[int, int]) -> Iterator[tuple[list[PlayoutRange]]]:
        """Return the playouts that links are still to have, in pieces."""
        piece: list[PlayoutRange] = []
        for link, count in wanted.items():
            for first in range(sum(story.pairs[link].values()), count, BATCH_PAIRS):
                piece.append((link, first, min(BATCH_PAIRS, count - first)))
                if self.is_enough(piece):
                    self.sent.append(piece)
                    yield (piece,)
                    piece = []
        if piece:
            self.sent.append(piece)
            yield (piece,)

    def is_enough(self, piece: list[PlayoutRange]) -> bool:
        """Return whether a piece takes long enough to be worth sending; as long as nobody knows, it
        is."""
        pairs = sum(count for _, _, count in piece)
        return pairs * self.seconds >= PIECE_SECONDS * self.pairs

    def take_in(self, story: Story, played: tuple[list[PairCounts], float]) -> int:
        """Add the next piece to the story; return how many pairs it was."""
        ranges, (found, seconds) = self.sent.pop(0), played
        pairs = sum(count for _, _, count in ranges)
        self.pairs += pairs
        self.seconds += seconds
        for (link, _, _), counts in zip(ranges, found, strict=True):
            story.add_playouts(link, counts)
        return pairs


def first_playouts(story: Story) -> dict[int, int]:
    """Return how many pairs of playouts some links get first, or all where there are only few."""
    links = range(len(story.pairs))
    if len(links) <= 2 * ROUGH_LINKS:
        return dict.fromkeys(links, least_pairs(story))
    rough = links[:: len(links) // ROUGH_LINKS]
    return dict.fromkeys(rough, ROUGH_PAIRS)


def least_pairs(story: Story) -> int:
    """Return how many pairs of playouts every link gets."""
    return max(LEAST_PAIRS, story.playouts // FIRST_SHARE)


def next_playouts(story: Story) -> dict[int, int]:
    """Return how many pairs of playouts the links are to have next that have too few yet: first all
    of them some, then more where chances are not known well enough, then the opening, then what
    seems to have turned the fight."""
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
    # all luck together is measured from the opening
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
    """Return the links across which the chances change by more than the error of that change, the
    largest first."""
    sizes = {}
    for link in story.played_links:
        changes = [curve.change(link) for curve in story.curves]
        if any(change.is_sure() for change in changes):
            sizes[link] = max(abs(change.value) for change in changes)
    return sorted(sizes, key=lambda link: (-sizes[link], link))


def share_known(story: Story) -> float:
    """Return how much of what is to be known along the fight is known, by how large the errors
    are."""
    target = target_error(story.playouts)
    points = range(story.studied.last_point + 1)
    errors = [max(target, curve.at(point).error) for curve in story.curves for point in points]
    return sum((target / error) ** 2 for error in errors) / len(errors)


def review_decisions(story: Story, job: StudyJob, pool: WorkerPool) -> Iterator[None]:
    """Review all decisions shortly, then those at length that seem the worst."""
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
    """Return the decisions, each with whether its side could not have gained by any other."""
    least = target_error(story.playouts)
    for number, decision in enumerate(story.studied.decisions):
        chance = story.curves[decision.side].at(story.studied.after[number])
        yield number, chance.value > 1 - least


def worst_decisions(story: Story) -> list[int]:
    """Return the decisions that may have cost most and are not known well enough, the worst
    first."""
    target = target_error(story.playouts)
    most = {
        number: review.lead.value + review.lead.error
        for number, review in enumerate(story.reviews)
        if review.is_open(target)
    }
    return sorted(most, key=lambda number: (-most[number], number))[:MOST_LONG_REVIEWS]
