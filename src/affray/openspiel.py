"""Fights as a game of OpenSpiel, in which every die is a chance node.

    import pyspiel
    import affray.openspiel

    game = pyspiel.load_game("affray(scenario=first-blood,rounds=3)")

Players are the sides. An action is the number of an option. An outcome of chance is the number of a
face, or of a band of faces that the rules do not distinguish. A pool is rolled die by die, because
the order of its dice never matters. The game master answers each question with its default.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed; try:  pip install 'affray[openspiel]'") from None

from affray.core.fight import Fight, Setup
from affray.core.observation import (
    FIGHTER_COLUMNS,
    OPTION_COLUMNS,
    QUESTION_COLUMNS,
    FightObserver,
)
from affray.core.odds import face_bands
from affray.core.questions import GM, NOBODY, Option, Question, Ruling
from affray.core.table import Table
from affray.lab.scenario_keys import with_changes
from affray.library import load, parse
from affray.observed_vocabulary import scenario_encoder, survey

SHORT_NAME = "affray"
DEFAULT_SCENARIO = "first-blood"
MOST_FACES = 100
LAST_STEPS = 12
"""The number of dice and decisions of the turn in a tensor."""

STEPS_PER_TURN = 1000
"""The maximum number of dice and decisions in a turn."""

GAME_TYPE = pyspiel.GameType(
    short_name=SHORT_NAME,
    long_name="Affray: a fight",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=8,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"scenario": DEFAULT_SCENARIO, "rounds": 0, "actions": 0},
)


class DieNodeError(Exception):
    """A signal that a die is rolled after the end of the path."""

    def __init__(self, sides: int, cuts: int) -> None:
        super().__init__(f"a d{sides} is to be rolled")
        self.sides, self.cuts = sides, cuts


class DecisionNodeError(Exception):
    """A signal that a question is asked after the end of the path."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class NodeTable(Table):
    """A table that follows the dice and decisions of a path, and stops at its end."""

    def __init__(self, path: tuple[int, ...]) -> None:
        super().__init__(False)
        self.path = path
        self.at = 0

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        """Roll die by die."""
        return [self.die(sides, cuts) for _ in range(count)]

    def die(self, sides: int, cuts: int = 0) -> int:
        """Return the next face on the path; raise DieNodeError at its end."""
        if self.at == len(self.path):
            raise DieNodeError(int(sides), int(cuts))
        self.at += 1
        return self.path[self.at - 1]

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Return the next option on the path; raise DecisionNodeError at its end."""
        if question.side == GM:
            return question.default_option()
        if self.at == len(self.path):
            raise DecisionNodeError(question)
        self.at += 1
        return question.options[self.path[self.at - 1]]


@dataclass(frozen=True)
class Origin:
    """The scenario of a game: its text and name."""

    text: str
    name: str

    def first_node(self) -> FightNode:
        """Return the first node of every fight."""
        setup = parse(self.text, self.name).setup
        return FightNode(self, (), setup.new_fight(NodeTable(())))


def node_after(origin: Origin, steps: tuple[int, ...]) -> FightNode:
    """Return the node after a sequence of faces and options."""
    node = origin.first_node()
    for step in steps:
        node = node.with_step(step)
    return node


class FightNode:
    """A node of the game's tree: the fight between turns, and the path since.

    A node never changes, so a copied state shares it. It is serialised as all steps that lead to
    it.
    """

    def __init__(
        self, origin: Origin, steps: tuple[int, ...], before: Fight, path: tuple[int, ...] = ()
    ) -> None:
        self.origin, self.steps = origin, steps
        self.die: DieNodeError | None = None
        self.question: Question | None = None
        while True:
            table = NodeTable(path)
            fight = before.copy(table)
            if fight.is_over():
                break
            try:
                fight.step()
            except DieNodeError as node:
                self.die = node
                break
            except DecisionNodeError as node:
                self.question = node.question
                break
            before, path = fight, ()
        self.before, self.path, self.fight = before, path, fight

    def __deepcopy__(self, memo: dict[int, Any]) -> FightNode:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return node_after, (self.origin, self.steps)

    def with_step(self, step: int) -> FightNode:
        """Return the node after a face or an option."""
        return FightNode(self.origin, (*self.steps, step), self.before, (*self.path, step))

    def bands(self) -> list[tuple[int, float]]:
        """Return the distinct faces of the next die, with their chances."""
        assert self.die is not None
        return dice_bands(self.die.sides, self.die.cuts)


@lru_cache(maxsize=256)
def dice_bands(sides: int, cuts: int) -> list[tuple[int, float]]:
    """Return the distinct faces of a die, with chances that add up to 1."""
    return face_bands(sides, cuts)


class FightGame(pyspiel.Game):
    """A scenario as a game.

    Parameters: `scenario`, a name or a file; `rounds`, the limit after which the fight is a draw
    (0: the scenario's own); `actions`, the maximum number of options of a question (0: twice as
    many as the scenario's fights show).
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        scenario = load(str(given.get("scenario", DEFAULT_SCENARIO)))
        rounds = int(given.get("rounds", 0))
        if rounds:
            scenario = with_changes(scenario, {"round_limit": rounds})
        actions = int(given.get("actions", 0))
        if not actions:
            actions = 2 * survey(scenario.toml(), scenario.name).max_options
        setup = scenario.setup
        turns = int(setup.round_limit) * len(setup.names)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=MOST_FACES,
            num_players=len(setup.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=turns * STEPS_PER_TURN,
        )
        super().__init__(GAME_TYPE, info, given)
        self.actions = actions
        self.setup: Setup = setup
        self.encoder = scenario_encoder(scenario, actions)
        self.first_node = Origin(scenario.toml(), scenario.name).first_node()

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how an AlphaZero process creates the game again."""
        return FightGame, (self.get_parameters(),)

    def new_initial_state(self) -> FightState:
        """Return the state at the start of the fight."""
        return FightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FightStateObserver:
        """Return an observer of states: all sides see the same."""
        return FightStateObserver(self)


class FightState(pyspiel.State):
    """A fight at a die or a decision, or at its end."""

    def __init__(self, game: FightGame) -> None:
        super().__init__(game)
        self.node = game.first_node
        self.most_actions = game.actions

    def current_player(self) -> int:
        """Return the side to decide, chance, or the marker of the end."""
        node = self.node
        if node.die is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if node.question is not None:
            return int(node.question.side)
        return int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        question = self.node.question
        assert question is not None
        count = len(question.options)
        if count > self.most_actions:
            raise ValueError(
                f"{count} options are open; load the game with actions={count} or more"
            )
        return list(range(count))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the faces or bands of the die, each with its probability."""
        return [(number, chance) for number, (_, chance) in enumerate(self.node.bands())]

    def _apply_action(self, action: int) -> None:
        node = self.node
        step = node.bands()[action][0] if node.die is not None else action
        self.node = node.with_step(step)

    def _action_to_string(self, player: int, action: int) -> str:
        node = self.node
        if player == pyspiel.PlayerId.CHANCE:
            assert node.die is not None
            return f"d{node.die.sides} shows {node.bands()[action][0]}"
        assert node.question is not None
        return node.question.options[action].key

    def is_terminal(self) -> bool:
        """Return whether the fight is over."""
        return self.node.die is None and self.node.question is None

    def returns(self) -> list[float]:
        """Return 1 for the winning side, its negative share for each other side, 0 for a draw."""
        setup = self.node.fight.setup
        winner = self.node.fight.winner() if self.is_terminal() else NOBODY
        if winner == NOBODY:
            return [0.0] * len(setup.sides)
        lost = -1.0 / (len(setup.sides) - 1)
        return [1.0 if side == winner else lost for side in range(len(setup.sides))]

    def information_state_string(self, player: int | None = None) -> str:
        """Return the state in words; every side sees all of it."""
        return str(self)

    def observation_string(self, player: int | None = None) -> str:
        """Return the state in words; every side sees all of it."""
        return str(self)

    def __str__(self) -> str:
        """Return the state in words, with a hash that distinguishes states with equal text."""
        node = self.node
        fight = node.fight
        fighters = [
            f"{one.name} {one.health()}/{one.max_health()} {fight.place_name(one.index)}"
            f"{''.join(f', {word}' for word in one.conditions())}"
            for one in fight.roster()
        ]
        if node.die is not None:
            asked = f"a d{node.die.sides} is rolled"
        else:
            asked = fight.setup.prompt(node.question) if node.question else "the fight is over"
        exact = blake2b(f"{node.before.key()} {node.path}".encode(), digest_size=8).hexdigest()
        return f"round {int(fight.round)}: {'; '.join(fighters)}. {asked} [{exact}]"


class FightStateObserver:
    """An observer that describes a state as text and as a row of numbers.

    The numbers are those of the other environments, after the last steps of the turn: the question,
    a row for each fighter and option, the viewer's own fighters, and the open actions. Each number
    is replaced by the logarithm of its size, so that small and large ones are similar.
    """

    def __init__(self, game: FightGame) -> None:
        self.observer = FightObserver(game.encoder, game.setup)
        vocabulary = game.encoder.vocabulary
        fighters = len(game.setup.names)
        columns = len(FIGHTER_COLUMNS) + len(vocabulary.conditions) + 1
        most = vocabulary.max_options
        self.wide = len(QUESTION_COLUMNS) + fighters * columns + most * len(OPTION_COLUMNS)
        self.flags = fighters + most
        self.tensor = np.zeros(LAST_STEPS + self.wide + self.flags, np.float32)
        self.dict = {
            "steps": self.tensor[:LAST_STEPS],
            "rows": self.tensor[LAST_STEPS : -self.flags],
            "flags": self.tensor[-self.flags :],
        }

    def set_from(self, state: FightState, player: int) -> None:
        """Write a side's view of a state to the tensor."""
        node = state.node
        record = self.observer.record(node.fight, node.question, max(0, player), 0)
        steps = [step + 1 for step in node.path[-LAST_STEPS:]]
        numbers = np.zeros(LAST_STEPS + self.wide, np.float32)
        numbers[: len(steps)] = steps
        numbers[LAST_STEPS:] = np.frombuffer(record, np.int16, self.wide)
        self.tensor[: -self.flags] = np.sign(numbers) * np.log1p(np.abs(numbers))
        self.tensor[-self.flags :] = np.frombuffer(record, np.int8, self.flags, 2 * self.wide)

    def string_from(self, state: FightState, player: int) -> str:
        """Return the state as a text."""
        return str(state)


pyspiel.register_game(GAME_TYPE, FightGame)
