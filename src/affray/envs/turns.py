"""A fight as PettingZoo environments, in which every side is an agent.

A side sees one row of numbers ("observation") and the open actions ("action_mask"); `fights.fields`
splits the row. `turns_env` is an AEC environment: each side acts when it is asked. `parallel_env`
takes an action of every side at each step; only that of the side that is asked counts.
"""

from __future__ import annotations

from string import ascii_lowercase
from typing import Any, ClassVar, TypedDict, Unpack

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

from affray.core.problems import data_error
from affray.core.questions import NOBODY
from affray.envs.render import check_render_mode, render_fight
from affray.envs.runner import EVERY_SIDE, STEP_LIMIT, EpisodeRunner, ScenarioLike
from affray.envs.spaces import (
    Observation,
    flat_space,
    flattened,
    observation_views,
    split_fields,
)

RENDER_MODES = ["ansi", "human", "rgb_array"]


def agent_name(number: int, side: str) -> str:
    """Return the name of a side's agent in PettingZoo's style: `party_0` for the side party."""
    letters = "".join(letter for letter in side.lower() if letter in ascii_lowercase)
    return f"{letters or 'side'}_{number}"


class SidesRunner:
    """A fight in which the caller plays every side, with each side's observations and rewards."""

    def __init__(
        self,
        scenario: ScenarioLike,
        gm: str | None,
        step_limit: int,
        shaping: float,
        max_options: int | None,
    ) -> None:
        self.runner = EpisodeRunner(
            scenario,
            side=EVERY_SIDE,
            gm=gm,
            step_limit=step_limit,
            shaping=shaping,
            max_options=max_options,
        )
        self.episode = self.runner.episodes[0]
        self.sides = [agent_name(*one) for one in enumerate(self.runner.scenario.sides)]
        self.shaping = shaping
        self.generator: np.random.Generator | None = None

    def restart(self, seed: int | None) -> None:
        """Begin a fight."""
        if seed is not None or self.generator is None:
            self.generator, _ = gymnasium.utils.seeding.np_random(seed)
        self.runner.restart([seed if seed is not None else int(self.generator.integers(1 << 31))])
        if self.runner.board.terminated[0]:
            raise data_error("no side has a decision in this fight", "scenario")

    def asked(self) -> str:
        """Return the side that is asked now, or was asked last."""
        return self.sides[self.runner.board.sides[0]]

    def observe(self, side: str) -> Observation:
        """Return a side's observation; its actions are open only while it is asked."""
        viewer = self.sides.index(side)
        episode = self.episode
        fight = episode.fight
        assert fight is not None, "reset before observing"
        if viewer == episode.viewer:
            return flattened(observation_views(self.runner.records[0]))
        record = episode.observer.record(fight, episode.question, viewer, episode.page)
        found = flattened(observation_views(np.frombuffer(record, self.runner.records.dtype)[0]))
        found["action_mask"][:] = 0
        return found

    def fields(self, seen: Observation) -> Observation:
        """Return the question, the fighters and the options of an observation."""
        return split_fields(seen["observation"], self.runner.observation_space)

    def rewards(self, acted: str) -> dict[str, float]:
        """Return the reward of each side for the last step.

        The side that acted is rewarded for its health, and each side for the end of the fight.
        """
        board = self.runner.board
        found = dict.fromkeys(self.sides, 0.0)
        found[acted] = board.rewards[0]
        fight = self.episode.fight
        if board.terminated[0] and fight is not None:
            winner = fight.winner()
            for number, side in enumerate(self.sides):
                if side != acted:
                    if winner != NOBODY:
                        found[side] = 1.0 if winner == number else -1.0
                    if self.shaping:
                        found[side] += self.episode.shaping_of(fight, number)
        return found


class SidesSettings(TypedDict, total=False):
    """The settings of environments in which the caller plays every side."""

    gm: str | None
    """The game master; without one, no question needs one."""
    max_cycles: int
    """The maximum number of steps of a fight."""
    shaping: float
    """The weight of a gain in health on the other sides, rewarded at the time of the gain."""
    max_options: int | None
    """The number of actions; by default as many as the scenario needs."""
    render_mode: str | None
    """The render mode: `ansi`, `human` or `rgb_array`."""


class SidesEnv:
    """The common base of environments in which the caller plays every side."""

    def __init__(
        self,
        scenario: ScenarioLike,
        gm: str | None = None,
        max_cycles: int = STEP_LIMIT,
        shaping: float = 0.0,
        max_options: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, RENDER_MODES)
        self.fights = SidesRunner(scenario, gm, max_cycles, shaping, max_options)
        self.render_mode = render_mode
        self.possible_agents = list(self.fights.sides)
        self.agents: list[str] = []
        space = flat_space(self.fights.runner.observation_space)
        actions = self.fights.runner.max_options
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {side: spaces.Discrete(actions) for side in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a side's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a side's actions: the numbers of options."""
        return self.action_spaces[agent]

    def render(self) -> Any:
        """Return the fight as text or as an image, depending on the render mode."""
        episode = self.fights.episode
        return render_fight(episode.fight, episode.question, self.render_mode)

    def close(self) -> None:
        """End the fight."""
        self.fights.runner.close()


class TurnsEnv(SidesEnv, AECEnv[str, Observation, np.int64 | int | None]):
    """A fight in which each side acts when it is asked."""

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "affray_v0",
        "is_parallelizable": False,
        "render_fps": 4,
    }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a fight, and play it to the first decision."""
        self.fights.restart(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = self.fights.asked()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        """Return a side's observation; its actions are open only while it is asked."""
        return self.fights.observe(agent)

    def step(self, action: np.int64 | int | None) -> None:
        """Take the option of the side that is asked, and play on to the next decision."""
        acted = self.agent_selection
        if self.terminations[acted] or self.truncations[acted]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[acted] = 0.0
        fights = self.fights
        fights.runner.step([int(action)])
        board = fights.runner.board
        self.rewards = fights.rewards(acted)
        self.infos[acted] = {"illegal": True} if board.illegal[0] else {}
        self.terminations = dict.fromkeys(self.agents, board.terminated[0])
        self.truncations = dict.fromkeys(self.agents, board.truncated[0])
        self.agent_selection = fights.asked()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()


class ParallelFightEnv(SidesEnv, ParallelEnv[str, Observation, np.int64]):
    """A fight that takes an action of every side in each step.

    Only the action of the side that is asked counts.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "affray_parallel_v0",
        "is_parallelizable": True,
        "render_fps": 4,
    }

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a fight, and play it to the first decision."""
        self.fights.restart(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {side: {} for side in self.agents}

    def step(
        self, actions: dict[str, np.int64]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the option of the side that is asked, and play on to the next decision."""
        fights = self.fights
        acted = fights.asked()
        fights.runner.step([int(actions[acted])])
        board = fights.runner.board
        infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        if board.illegal[0]:
            infos[acted] = {"illegal": True}
        terminations = dict.fromkeys(self.agents, board.terminated[0])
        truncations = dict.fromkeys(self.agents, board.truncated[0])
        observations, rewards = self._observations(), fights.rewards(acted)
        if board.terminated[0] or board.truncated[0]:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        found = {side: self.fights.observe(side) for side in self.agents}
        asked = self.fights.asked()
        for side, seen in found.items():
            if side != asked:
                seen["action_mask"][0] = 1  # the action of a side that is not asked is ignored
        return found


def turns_env(scenario: ScenarioLike, **settings: Unpack[SidesSettings]) -> AECEnv[str, Any, Any]:
    """Return a TurnsEnv that rejects calls in the wrong order and unknown actions."""
    checked = wrappers.AssertOutOfBoundsWrapper(TurnsEnv(scenario, **settings))
    return wrappers.OrderEnforcingWrapper(checked)


def parallel_env(scenario: ScenarioLike, **settings: Unpack[SidesSettings]) -> ParallelFightEnv:
    """Return a ParallelFightEnv."""
    return ParallelFightEnv(scenario, **settings)
