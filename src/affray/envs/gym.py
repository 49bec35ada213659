"""A fight as a Gymnasium environment: the caller plays one side, players the others."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from affray.core.problems import data_error
from affray.envs.render import check_render_mode, render_fight
from affray.envs.runner import EpisodeRunner, EpisodeSettings, Opponents, ScenarioLike
from affray.envs.spaces import Observation, observation_views

MOST_TRIES = 100
"""The maximum number of fights in a row without a question for the learning side."""


class FightEnv(gymnasium.Env[Observation, np.int64]):
    """A fight in which one side learns; with `side="all"`, every side.

    The action is the number of an open option, as in `action_mask`. Any other action means the
    question's default, and sets `info["illegal"]`. The reward is 1 for a win, -1 for a loss and 0
    for a draw. `shaping` adds its share of the health gained on the others.
    """

    metadata = {
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 4,
    }
    observation_space: spaces.Dict  # type: ignore[assignment]  # its values are arrays
    action_space: spaces.Discrete

    def __init__(
        self,
        scenario: ScenarioLike,
        side: str | None = None,
        opponents: Opponents = "simple",
        *,
        render_mode: str | None = None,
        **settings: Unpack[EpisodeSettings],
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.runner = EpisodeRunner(scenario, 1, side, opponents, **settings)
        self.episode = self.runner.episodes[0]
        self.render_mode = render_mode
        self.observation_space = self.runner.observation_space
        self.action_space = spaces.Discrete(self.runner.max_options)
        views = observation_views(self.runner.records)
        self._fields = {name: field[0] for name, field in views.items()}
        self._is_running = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a fight, and play it to the first decision."""
        super().reset(seed=seed)
        if seed is None:
            seed = int(self.np_random.integers(1 << 31))
        self.runner.restart([seed])
        tries = 1
        while self.runner.board.terminated[0]:
            if tries == MOST_TRIES:
                sides = " and ".join(self.runner.scenario.sides[n] for n in self.runner.learners)
                raise data_error(f"{sides} had nothing to decide in {MOST_TRIES} fights", "side")
            self.runner.restart(None)
            tries += 1
        self._is_running = True
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Choose an option, and play on to the next decision."""
        if not self._is_running:
            raise ResetNeeded("the fight is over, or never began: call reset")
        runner = self.runner
        runner.step([int(action)])
        board = runner.board
        terminated, truncated = board.terminated[0], board.truncated[0]
        if terminated or truncated:
            self._is_running = False
        if self.render_mode == "human":
            self.render()
        return self._observation(), board.rewards[0], terminated, truncated, self._info()

    def action_masks(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """Return the mask of open actions, for maskable learners."""
        found: np.ndarray[Any, np.dtype[np.bool_]] = self.runner.records["action_mask"][0].astype(
            bool
        )
        return found

    def render(self) -> Any:
        """Return the fight as text or as an image, depending on the render mode."""
        return render_fight(self.episode.fight, self.episode.question, self.render_mode)

    def close(self) -> None:
        """End the fight."""
        self.runner.close()
        self._is_running = False

    def _observation(self) -> Observation:
        return {name: field.copy() for name, field in self._fields.items()}

    def _info(self) -> dict[str, Any]:
        board = self.runner.board
        sides = self.runner.scenario.sides
        info: dict[str, Any] = {"side": sides[board.sides[0]], "illegal": board.illegal[0]}
        if board.terminated[0]:
            fight = self.episode.fight
            assert fight is not None
            winner = int(fight.winner())
            info["winner"] = sides[winner] if winner >= 0 else None
        return info
