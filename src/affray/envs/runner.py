"""Fights that the caller plays step by step, each in a greenlet of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

import greenlet
import numpy as np

from affray.api import Scenario as LoadedScenario
from affray.core.problems import data_error
from affray.core.stepwise_fights import Episode, EpisodeBoard
from affray.core.table import Player
from affray.envs.spaces import observation_space, record_dtype
from affray.library import Scenario, load
from affray.observed_vocabulary import scenario_encoder
from affray.players import PlayerLike, as_player, game_master_named

ScenarioLike = str | Scenario | LoadedScenario
"""A scenario by its name or file, or as an object."""

STEP_LIMIT = 1000
"""The maximum number of steps of a fight."""

EVERY_SIDE = "all"

Opponents = PlayerLike | Mapping[str, PlayerLike]
"""The players of the sides that the caller does not play: one for all, or one for each."""


class EpisodeSettings(TypedDict, total=False):
    """The settings of every environment."""

    gm: str | None
    """The game master; without one, no question needs one."""
    step_limit: int
    """The maximum number of steps of a fight."""
    shaping: float
    """The weight of a gain in health on the other sides, rewarded at the time of the gain."""
    max_options: int | None
    """The number of actions; by default as many as the scenario needs."""


class SideSettings(EpisodeSettings, total=False):
    """The settings of environments in which one side learns."""

    side: str | None
    """The learning side, or `all`; by default the first side."""
    opponents: Opponents
    """The players of the other sides."""


class EpisodeRunner:
    """Several fights of a scenario, stepped together.

    Raises InvalidDataError for an impossible side, player or limit.
    """

    def __init__(
        self,
        scenario: ScenarioLike,
        count: int = 1,
        side: str | None = None,
        opponents: Opponents = "simple",
        *,
        gm: str | None = None,
        step_limit: int = STEP_LIMIT,
        shaping: float = 0.0,
        max_options: int | None = None,
    ) -> None:
        loaded = as_scenario(scenario)
        self.scenario = loaded if gm is None else loaded.with_game_master()
        if step_limit < 1:
            raise data_error(f"expected a limit of 1 step or more, not {step_limit}", "step_limit")
        if count < 1:
            raise data_error(f"expected 1 fight or more, not {count}", "num_envs")
        sides = self.scenario.sides
        chosen = sides if side == EVERY_SIDE else [side or sides[0]]
        self.learners = side_numbers(self.scenario, chosen)
        self.opponents, self.gm = opponents, gm
        if isinstance(opponents, Mapping):
            side_numbers(self.scenario, list(opponents))
        self.make_players(0)
        self.encoder = scenario_encoder(self.scenario, max_options)
        fighters = len(self.scenario.setup.names)
        vocabulary = self.encoder.vocabulary
        dtype = record_dtype(vocabulary, fighters)
        self.records = np.zeros(count, dtype)
        view = self.records.view(np.uint8).data
        self.board = EpisodeBoard(count, view, dtype.itemsize)
        places = self.scenario.setup.board()["places"]
        self.observation_space = observation_space(
            vocabulary, fighters, len(sides), len(places) if isinstance(places, list) else 0
        )
        self.episodes = [
            Episode(
                self.scenario.setup,
                self.encoder,
                self.board,
                number,
                self.learners,
                step_limit,
                shaping,
            )
            for number in range(count)
        ]
        self._greenlets: list[greenlet.greenlet] = []
        self._hub: greenlet.greenlet | None = None

    @property
    def max_options(self) -> int:
        """Return the number of actions."""
        return self.encoder.vocabulary.max_options

    def make_players(self, seed: int) -> tuple[list[Player], Player | None]:
        """Make the players of the other sides, and the game master."""
        ruleset = self.scenario.ruleset
        given = self.opponents
        players = [
            as_player(
                given.get(side, "simple") if isinstance(given, Mapping) else given,
                ruleset,
                seed * 8 + number,
            )
            for number, side in enumerate(self.scenario.sides)
        ]
        gm = None if self.gm is None else game_master_named(self.gm, ruleset, seed)
        return players, gm

    def restart(self, seeds: Sequence[int] | None) -> None:
        """Begin all fights again, from the given seeds or otherwise with the next dice."""
        if seeds is not None:
            for episode, seed in zip(self.episodes, seeds, strict=True):
                episode.seat(*self.make_players(seed), seed)
        if not self._greenlets or any(one.dead for one in self._greenlets) or self._is_elsewhere():
            self._start()
            return
        for episode in self.episodes:
            episode.abandon()
        self._run()

    def step(self, actions: list[int]) -> None:
        """Take an action in every fight. A fight that has ended restarts instead."""
        if self._is_elsewhere():
            raise RuntimeError(
                "this environment was reset in another thread or greenlet; reset it in this one"
            )
        self.board.actions[:] = actions
        self._run()

    def _run(self) -> None:
        self.board.clear()
        self._greenlets[0].switch()

    def _is_elsewhere(self) -> bool:
        return greenlet.getcurrent() is not self._hub

    def _start(self) -> None:
        """Give every fight a greenlet and begin it.

        Later each fight passes control to the next one, and the last one passes it back. All fights
        begin here, because a greenlet is as deep in the stack as its starter.
        """
        self.board.clear()
        hub = self._hub = greenlet.getcurrent()
        self._greenlets = [greenlet.greenlet(episode.start, hub) for episode in self.episodes]
        for episode, own in zip(self.episodes, self._greenlets, strict=True):
            episode.pause = hub.switch
            own.switch()
        for episode, after in zip(self.episodes, [*self._greenlets[1:], hub], strict=True):
            episode.pause = after.switch

    def close(self) -> None:
        """End all fights."""
        self._greenlets, self._hub = [], None


def as_scenario(given: ScenarioLike) -> Scenario:
    """Return the scenario for a name or an object."""
    if isinstance(given, LoadedScenario):
        return given.loaded
    return load(given) if isinstance(given, str) else given


def side_numbers(scenario: Scenario, names: Sequence[str]) -> list[int]:
    """Return the numbers of sides; raise InvalidDataError for an unknown one."""
    for name in names:
        if name not in scenario.sides:
            known = ", ".join(scenario.sides)
            raise data_error(f"there is no side {name!r}; there are {known}", "side")
    return [scenario.sides.index(name) for name in names]
