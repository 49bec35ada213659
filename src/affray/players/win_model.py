"""A model of the winner of a scenario: weights for each fighter's health, learnt from simple play.

The simple player plays a few hundred fights. A logistic curve is then fitted to the winners from
each state of these fights. With few fights the model stays near the one that uses only health.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from affray.core.fight import Setup
from affray.core.playouts import StateSample, WinModel, health_model
from affray.core.questions import NOBODY
from affray.core.table import Player, Table

SEED = 0x3A_11
"""The seed of the dice of the training fights."""

PENALTY = 20.0
"""The approximate number of states that it takes to move a weight away from the health model's."""

NEWTON_STEPS = 10
"""The maximum number of steps; the weights settle after six or seven."""

SMALLEST_STEP = 1e-6
"""A smaller step makes no difference."""

MOST_MODELS = 8
"""The number of scenarios whose models are cached."""

_models: dict[tuple[Setup, int, float | None], WinModel] = {}


def win_model(
    setup: Setup,
    simple: Player,
    fights: int,
    seconds: float | None = None,
    has_time: Callable[[], bool] = lambda: True,
) -> WinModel:
    """Return the model of a scenario, fitted to fights of the simple player.

    There are `fights` fights, or fewer if time is short. Models are cached, so that only the first
    decision of a fight waits. The key includes `seconds`, because a player with more time may use
    more fights.
    """
    key = setup, fights, seconds
    found = _models.get(key)
    if found is None:
        found = fit_win_model(setup, simple, fights, has_time)
        if len(_models) >= MOST_MODELS:
            del _models[next(iter(_models))]
        _models[key] = found
    return found


def fit_win_model(
    setup: Setup, simple: Player, fights: int, has_time: Callable[[], bool] = lambda: True
) -> WinModel:
    """Fit the weights of every side to the winners."""
    prior = health_model(setup.new_fight(Table(False)))
    sample = StateSample()
    players = [simple] * len(setup.sides)
    for number in range(fights):
        if not has_time():
            break
        sample.play(setup, players, SEED, number)
    if not sample.rows:
        return prior
    rows = np.hstack([np.ones((len(sample.rows), 1)), np.array(sample.rows)])
    winners = np.array(sample.winners)
    return WinModel(
        [
            fit_weights(rows, won_share(winners, side), np.array(start)).tolist()
            for side, start in enumerate(prior.weights)
        ]
    )


def won_share(winners: npt.NDArray[np.int64], side: int) -> npt.NDArray[np.float64]:
    """Return 1 for each win of a side, 0.5 for each draw, and 0 for each loss."""
    return np.where(winners == side, 1.0, np.where(winners == NOBODY, 0.5, 0.0))


def fit_weights(
    rows: npt.NDArray[np.float64], won: npt.NDArray[np.float64], prior: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Fit the weights of a logistic curve with Newton's method.

    A penalty keeps weights near the prior ones. Each step is halved until it improves the fit.
    """

    def loss(weights: npt.NDArray[np.float64]) -> float:
        logits = rows @ weights
        misfit = np.logaddexp(0.0, logits) - won * logits
        return float(misfit.sum() + PENALTY / 2 * ((weights - prior) ** 2).sum())

    weights = prior.copy()
    for _ in range(NEWTON_STEPS):
        chances = 1.0 / (1.0 + np.exp(-np.clip(rows @ weights, -30.0, 30.0)))
        slope = rows.T @ (won - chances) - PENALTY * (weights - prior)
        curve = (rows * (chances * (1.0 - chances))[:, None]).T @ rows
        step = np.linalg.solve(curve + PENALTY * np.eye(len(prior)), slope)
        before = loss(weights)
        while loss(weights + step) > before and abs(step).max() > SMALLEST_STEP:
            step = step / 2
        weights = weights + step
    return weights
