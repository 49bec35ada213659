"""Every value of a story agrees within its error with that of a hundred times the playouts."""

from __future__ import annotations

import pytest

from affray import api
from affray.lab.study import Estimate, Story, tell_story
from affray.lab.study.paired_playouts import PairCounts
from affray.lab.study.review import LONG_CHECK, DecisionReviewer
from affray.library import load

DUELS = {
    "mithryn": "first-blood",
    "renaissance": "two-weapon-duel",
    "shinobi": "moonlit-duel",
    "orrery": "two-blades",
    "olde": "fencing-lesson",
}
TAPES = [(scenario, players) for scenario in DUELS.values() for players in ("simple", "random")]


def figures(story: Story) -> dict[str, Estimate]:
    """Return every value of a story along the fight, by name."""
    first = story.scenario.sides[0]
    found = {
        "opening": story.opening[0],
        "luck": story.luck[first],
        **{f"skill of {side}": one for side, one in story.skill.items()},
    }
    for decision in story.decisions:
        number = decision.number
        found[f"before {number}"] = decision.before[0]
        found[f"after {number}"] = decision.after[0]
        found[f"then {number}"] = decision.chances_after_dice[0]
        found[f"decided {number}"] = decision.decided[0]
        found[f"dice {number}"] = decision.luck[0]
    return found


def misses(scenario: str, players: str, playouts: int, seed: int) -> tuple[list[float], str]:
    """Return each value's distance from that of a hundred times the playouts, in errors."""
    loaded = load(scenario)
    played = api.play(loaded, 7, {loaded.sides[0]: players})
    story = tell_story(loaded, played.answers, playouts, seed, workers=1)
    true = tell_story(loaded, played.answers, 100 * playouts, seed + 1, workers=1, reviews=False)
    pairs = {name: (one, figures(true)[name]) for name, one in figures(story).items()}
    reviewer = DecisionReviewer(story.studied, 100 * playouts, seed + 1)
    for mistake in story.mistakes(100):
        rival = story.reviews[mistake.number - 1].rival
        assert rival is not None
        _, again = reviewer.check_lead(mistake.number - 1, rival, PairCounts(), LONG_CHECK)
        pairs[f"cost {mistake.number}"] = (mistake.cost, again)
    found, worst = [], ("", 0.0)
    for name, (one, other) in pairs.items():
        allowed = max(1e-9, (one.error**2 + other.error**2) ** 0.5)
        far = abs(one.value - other.value) / allowed
        found.append(far)
        worst = max(worst, (name, far), key=lambda pair: pair[1])
    return found, f"{scenario} by {players}: {worst[0]} is {worst[1]:.2f} errors away"


def check(tapes: list[tuple[str, str]], playouts: int, seed: int) -> None:
    far: list[float] = []
    said = []
    for scenario, players in tapes:
        found, worst = misses(scenario, players, playouts, seed)
        far += found
        said.append(worst)
    outside = sum(one > 1 for one in far) / len(far)
    # an interval of 95 % leaves out one figure in twenty
    assert outside <= 0.05, (outside, said)
    assert max(far) < 1.8, said


def test_figures_are_within_their_errors() -> None:
    check([("first-blood", "simple"), ("moonlit-duel", "random")], 30, 3)


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_figures_of_ten_tapes_are_within_their_errors() -> None:
    check(TAPES, 60, 3)
