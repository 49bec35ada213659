"""Every figure of a story lies within its error of what a hundred times the playouts give."""

from __future__ import annotations

import pytest

from affray import api
from affray.lab.study import Estimate, Story, tell_story
from affray.lab.study.review import DecisionReviewer
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
    """Every figure of a story along the fight, by name."""
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
    """How many of its errors each figure is away from that of a hundred times the playouts."""
    loaded = load(scenario)
    played = api.play(loaded, 7, {loaded.sides[0]: players})
    story = tell_story(loaded, played.answers, playouts, seed, workers=1)
    true = tell_story(loaded, played.answers, 100 * playouts, seed + 1, workers=1, reviews=False)
    pairs = {name: (one, figures(true)[name]) for name, one in figures(story).items()}
    reviewer = DecisionReviewer(story.studied, 100 * playouts, seed + 1)
    for mistake in story.mistakes(100):
        pairs[f"cost {mistake.number}"] = (mistake.cost, measured_again(reviewer, mistake.number))
    found, worst = [], ("", 0.0)
    for name, (one, other) in pairs.items():
        allowed = max(1e-9, (one.error**2 + other.error**2) ** 0.5)
        far = abs(one.value - other.value) / allowed
        found.append(far)
        worst = max(worst, (name, far), key=lambda pair: pair[1])
    return found, f"{scenario} by {players}: {worst[0]} is {worst[1]:.2f} errors away"


def measured_again(reviewer: DecisionReviewer, number: int) -> Estimate:
    """The cost of a mistake against the same option, from other dice."""
    studied = reviewer.studied
    decision = studied.decisions[number - 1]
    question = studied.open_question(decision.answers).question
    chosen = question.option(studied.history.answers[decision.answers].choice)
    small = DecisionReviewer(studied, reviewer.playouts // 100, reviewer.seed - 1)
    assert chosen is not None
    best, _ = small.better_option(number - 1, question, chosen)
    return reviewer.check_lead(decision, chosen, best, 99)


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
