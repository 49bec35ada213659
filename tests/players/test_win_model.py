"""The model of a scenario: the worth of each fighter's health."""

from __future__ import annotations

from time import perf_counter

import numpy as np
import pytest

from affray.core.batch import play_batch
from affray.core.playouts import StateSample, health_model
from affray.core.questions import NOBODY
from affray.core.table import Table
from affray.library import load
from affray.players import win_model as module
from affray.players.strong import MODEL_FIGHTS, Budget, StrongPlayer
from affray.players.win_model import MOST_MODELS, SEED, fit_weights, fit_win_model, won_share


def test_a_draw_is_half_a_win() -> None:
    assert won_share(np.array([0, 1, NOBODY]), 1).tolist() == [0.0, 1.0, 0.5]
    assert won_share(np.array([0, 1, NOBODY]), 0).tolist() == [1.0, 0.0, 0.5]


def test_weights_follow_who_won_and_stay_where_little_is_known() -> None:
    """Only the first number of these states matters, by a known curve."""
    numbers = np.arange(40_000)
    first, second = (numbers % 20) / 20, (numbers // 20 % 20) / 20
    rows = np.column_stack([np.ones(40_000), first, second])
    won = 1 / (1 + np.exp(-(8 * first - 4)))
    prior = np.array([0.0, 3.0, 3.0])
    constant, decisive, idle = fit_weights(rows, won, prior)
    assert constant == pytest.approx(-4, abs=0.5)
    assert decisive == pytest.approx(8, abs=0.7)
    assert abs(idle) < 0.3
    assert fit_weights(rows[:1], won[:1], prior) == pytest.approx(prior, abs=0.1)


def test_the_model_of_a_scenario_fits_better_than_health_alone() -> None:
    """For unseen fights the squared error of its chances is smaller."""
    scenario = load("causeway")
    simple = scenario.ruleset.simple_player()
    fitted = fit_win_model(scenario.setup, simple, 60)
    plain = health_model(scenario.setup.new_fight(Table(False)))
    sample = StateSample()
    for number in range(40):
        sample.play(scenario.setup, [simple] * len(scenario.sides), SEED + 1, number)
    rows = np.hstack([np.ones((len(sample.rows), 1)), np.array(sample.rows)])
    won = won_share(np.array(sample.winners), 0)
    errors = [
        float(np.mean((1 / (1 + np.exp(-rows @ np.array(model.weights[0]))) - won) ** 2))
        for model in (fitted, plain)
    ]
    assert errors[0] < errors[1]


def test_without_time_or_fights_it_is_health_alone() -> None:
    scenario = load("first-blood")
    simple = scenario.ruleset.simple_player()
    plain = health_model(scenario.setup.new_fight(Table(False))).weights
    assert fit_win_model(scenario.setup, simple, 0).weights == plain
    assert fit_win_model(scenario.setup, simple, 5, lambda: False).weights == plain
    left = iter([True, True, False])
    two = fit_win_model(scenario.setup, simple, 5, lambda: next(left)).weights
    assert two == fit_win_model(scenario.setup, simple, 2).weights
    assert two != plain


def test_models_are_kept_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_models", {})
    scenario = load("first-blood")
    simple = scenario.ruleset.simple_player()
    first = module.win_model(scenario.setup, simple, 0)
    assert module.win_model(scenario.setup, simple, 0) is first
    assert module.win_model(scenario.setup, simple, 1) is not first
    for fights in range(2, MOST_MODELS):
        module.win_model(scenario.setup, simple, fights)
    assert module.win_model(scenario.setup, simple, 0) is first
    module.win_model(scenario.setup, simple, MOST_MODELS)
    assert len(module._models) == MOST_MODELS
    assert module.win_model(scenario.setup, simple, 0) is not first


def test_who_had_little_time_leaves_no_poor_model_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_models", {})
    scenario = load("first-blood")
    simple = scenario.ruleset.simple_player()
    hurried = module.win_model(scenario.setup, simple, 20, 0.01, lambda: False)
    assert module.win_model(scenario.setup, simple, 20, 0.01) is hurried
    full = fit_win_model(scenario.setup, simple, 20).weights
    assert hurried.weights != full
    assert module.win_model(scenario.setup, simple, 20, 5.0).weights == full
    assert module.win_model(scenario.setup, simple, 20).weights == full


def test_a_player_with_little_time_does_not_change_how_others_decide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player with a number of trials decides the same in any process."""
    monkeypatch.setattr(module, "_models", {})
    scenario = load("first-blood")
    simple = scenario.ruleset.simple_player()
    for budget, clock in ((Budget(400, 0.5), iter(range(1_000_000)).__next__), (Budget(400), None)):
        player = StrongPlayer(simple, 1, budget, clock or perf_counter)
        play_batch(scenario.setup, [player, simple], 1, 0, 1)
    fitted = module.win_model(scenario.setup, simple, MODEL_FIGHTS)
    assert fitted.weights == fit_win_model(scenario.setup, simple, MODEL_FIGHTS).weights
