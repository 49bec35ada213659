"""Many fights at once, in one process, as a vector environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from affray.core.problems import data_error
from affray.envs.render import check_render_mode, fight_image, fight_text
from affray.envs.runner import EpisodeRunner, ScenarioLike, SideSettings
from affray.envs.spaces import Observation, observation_views

Flags = np.ndarray[Any, np.dtype[np.bool_]]
Numbers = np.ndarray[Any, Any]


class FightVectorEnv(VectorEnv[Observation, Numbers, Numbers]):
    """Many fights at once, each as in `FightEnv`.

    After its end a fight restarts with the next step, which ignores its action. With `side="all"`
    the side that is asked decides (see `question`), and the reward belongs to the side that decided
    last. Without `copy`, each step overwrites the arrays that it returned before.
    """

    metadata = {
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        scenario: ScenarioLike,
        num_envs: int = 1,
        *,
        render_mode: str | None = None,
        copy: bool = True,
        **settings: Unpack[SideSettings],
    ) -> None:
        check_render_mode(render_mode, self.metadata["render_modes"])
        self.runner = EpisodeRunner(scenario, num_envs, **settings)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.copy = copy
        self.single_observation_space = self.runner.observation_space
        self.single_action_space = spaces.Discrete(self.runner.max_options)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._views = observation_views(self.runner.records)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all fights; an integer seed gives the fight at place i the seed `seed + i`."""
        if isinstance(seed, int):
            super().reset(seed=seed)
            given: list[int | None] = [seed + number for number in range(self.num_envs)]
        else:
            super().reset()
            given = [None] * self.num_envs if seed is None else list(seed)
        drawn = [int(n) for n in self.np_random.integers(1 << 31, size=self.num_envs)]
        if len(given) != self.num_envs:
            raise data_error(f"expected {self.num_envs} seeds, not {len(given)}", "seed")
        self.runner.restart(
            [own if own is not None else other for own, other in zip(given, drawn, strict=True)]
        )
        return self._observation(), {}

    def step(self, actions: Numbers) -> tuple[Observation, Numbers, Flags, Flags, dict[str, Any]]:
        """Choose an option in every fight, and play on to the next decisions."""
        self.runner.step(actions.tolist())
        board = self.runner.board
        rewards = np.zeros(self.num_envs)
        flags = np.zeros((3, self.num_envs), np.bool_)
        for number in board.changed:
            rewards[number] = board.rewards[number]
            flags[0, number] = board.terminated[number]
            flags[1, number] = board.truncated[number]
            flags[2, number] = board.illegal[number]
        info = {"illegal": flags[2], "_illegal": flags[2]} if flags[2].any() else {}
        return self._observation(), rewards, flags[0], flags[1], info

    def action_masks(self) -> Flags:
        """Return the masks of open actions in all fights, for maskable learners."""
        return self.runner.records["action_mask"].astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """Return every fight as text or as an image, depending on the render mode."""
        if self.render_mode is None:
            return None
        found: list[Any] = []
        for episode in self.runner.episodes:
            assert episode.fight is not None, "reset before rendering"
            if self.render_mode == "ansi":
                found.append(fight_text(episode.fight, episode.question))
            else:
                found.append(fight_image(episode.fight))
        return tuple(found)

    def close_extras(self, **kwargs: Any) -> None:
        """End all fights."""
        self.runner.close()

    def _observation(self) -> Observation:
        if not self.copy:
            return self._views
        return observation_views(self.runner.records.copy())
