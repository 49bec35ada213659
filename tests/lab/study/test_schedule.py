"""The order of a study's playouts."""

from __future__ import annotations

from collections import Counter

import pytest

from affray import api
from affray.lab.study import Estimate, Story, tell_story
from affray.lab.study.paired_playouts import PairCounts
from affray.lab.study.review import DecisionReview, OptionName
from affray.lab.study.schedule import (
    MOST_LONG_REVIEWS,
    ROUGH_LINKS,
    first_playouts,
    sure_changes,
    worst_decisions,
)
from affray.lab.study.win_curve import fit_curve
from affray.library import load

EVEN: PairCounts = Counter({(0, 0): 10, (1, 1): 10})
TURN: PairCounts = Counter({(0, 1): 18, (1, 1): 2})


@pytest.fixture(scope="module")
def story() -> Story:
    scenario = load("first-blood")
    answers = api.play(scenario, 3, {"blade": "random"}).answers
    return tell_story(scenario, answers, 60, workers=1)


def with_links(story: Story, links: int) -> Story:
    """Return the story as if its fight had `links` links and no playouts."""
    return Story(story.scenario, story.studied, 60, 0, [Counter() for _ in range(links)])


def test_a_long_fight_gets_a_rough_curve_along_all_of_it_first(story: Story) -> None:
    links = 10 * ROUGH_LINKS
    first = first_playouts(with_links(story, links))
    assert 2 * sum(first.values()) <= 20 * ROUGH_LINKS, "few endings, so that it is there at once"
    assert max(first) - min(first) > 0.9 * links - 10, "along the whole fight"


def test_a_link_without_playouts_turns_nothing(story: Story) -> None:
    found = with_links(story, 3)
    found.add_playouts(0, TURN)
    found.add_playouts(2, Counter({(0, 0): 20}))
    assert found.curves[0].change(1).is_sure(), "what lies between seems to have turned"
    assert 1 not in sure_changes(found)
    found.add_playouts(1, Counter({(1, 0): 18, (1, 1): 2}))
    assert 1 in sure_changes(found)


def test_a_curve_goes_through_what_is_not_known_yet() -> None:
    nothing: PairCounts = Counter()
    known: PairCounts = Counter({(0, 0): 200, (1, 1): 200})
    curve = fit_curve([known, nothing, nothing, known], 0, None)
    errors = [curve.at(point).error for point in range(5)]
    assert curve.at(2).value == pytest.approx(0.5, abs=0.02)
    assert errors[2] > errors[1] > 0, "further from what was played, less is known"
    assert errors[2] > errors[3]


def test_the_worst_mistakes_are_looked_at_again(story: Story) -> None:
    found = with_links(story, 1)

    def review(value: float, error: float, rival: bool = True) -> DecisionReview:
        other = OptionName("x", "another") if rival else None
        return DecisionReview(other, Counter(), Estimate(value, error), None)

    found.reviews = [
        review(0.2, 0.1),
        review(0.3, 0.02),
        review(0.5, 0.3),
        review(-0.3, 0.1),
        review(0.4, 0.3, rival=False),
    ]
    assert worst_decisions(found) == [2, 0], "not what is known, worse or nothing"
    found.reviews = [review(0.2 + number / 100, 0.3) for number in range(40)]
    assert worst_decisions(found) == list(range(39, 39 - MOST_LONG_REVIEWS, -1))


def test_reviews_are_of_the_last_and_longest_look(story: Story) -> None:
    assert len(story.reviews) == len(story.studied.decisions)
    mistakes = [one for one in story.reviews if one.cost.value]
    assert mistakes
    for one in mistakes:
        assert one.best == one.rival.text if one.rival else False
        assert one.cost.value > one.cost.error
