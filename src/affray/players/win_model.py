"""How the fights of a scenario go: what each fighter's health is worth, learnt from simple play.

A few hundred fights are played by the simple player, and a logistic curve is fitted to who won from
each state on the way. With few fights it stays near the model that knows of health alone.
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
"""The dice of the fights that are learnt from."""

PENALTY = 20.0
"""How many states it takes, about, to move a weight away from that of the health model."""

NEWTON_STEPS = 10
"""How often the weights are bettered; they settle after six or seven steps."""

SMALLEST_STEP = 1e-6
"""A smaller step changes nothing that matters."""

MOST_MODELS = 8
"""Of how many scenarios the models are kept."""

_models: dict[tuple[Setup, int, float | None], WinModel] = {}


def win_model(
    setup: Setup,
    simple: Player,
    fights: int,
    seconds: float | None = None,
    has_time: Callable[[], bool] = lambda: True,
) -> WinModel:
    """Return the model of a scenario from so many fights of the simple player, or as many as there
    is time for. It is kept, so that only the first decision of a fight has to wait for it; but not
    for a player with other `seconds` for a decision, who may have time for more of them."""
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
    """Fit the weights of every side to who won."""
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
    """Return 1 where a side won, a half where nobody did, 0 where another won."""
    return np.where(winners == side, 1.0, np.where(winners == NOBODY, 0.5, 0.0))


def fit_weights(
    rows: npt.NDArray[np.float64], won: npt.NDArray[np.float64], prior: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Fit the weights of a logistic curve, with a penalty for going away from the prior ones, by
    Newton's steps, each halved until it is for the better."""

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
