"""Fights as a game of OpenSpiel, with every die a chance node: for its search and its solvers.

    import pyspiel
    import affray.openspiel

    game = pyspiel.load_game("affray(scenario=first-blood,rounds=3)")

Players are the sides. An action is the number of an option, an outcome of chance the number of a
face, or of a band of faces where the rules tell no others apart. A pool is rolled die by die, since
the order of its dice never matters. The game master gives each question's default.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

try:
    import pyspiel
except ImportError:
    raise ImportError("OpenSpiel is not installed; try:  pip install 'affray[openspiel]'") from None

from affray.core.fight import Fight, Setup
from affray.core.odds import face_bands
from affray.core.questions import GM, NOBODY, Option, Question, Ruling
from affray.core.table import Table
from affray.lab.scenario_keys import with_changes
from affray.library import load, parse
from affray.observed_vocabulary import survey

SHORT_NAME = "affray"
DEFAULT_SCENARIO = "first-blood"
MOST_FACES = 100
STEPS_PER_TURN = 1000
"""No turn has more dice and decisions than this."""

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
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification={"scenario": DEFAULT_SCENARIO, "rounds": 0, "actions": 0},
)


class DieNodeError(Exception):
    """A die is to be rolled of which nobody has said how it falls."""

    def __init__(self, sides: int, cuts: int) -> None:
        super().__init__(f"a d{sides} is to be rolled")
        self.sides, self.cuts = sides, cuts


class DecisionNodeError(Exception):
    """Something is asked that nobody has answered."""

    def __init__(self, question: Question) -> None:
        super().__init__(question.kind)
        self.question = question


class NodeTable(Table):
    """Gives the dice and decisions of a path, and stops where it ends."""

    def __init__(self, path: tuple[int, ...]) -> None:
        super().__init__(False)
        self.path = path
        self.at = 0

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        """Rolls die by die."""
        return [self.die(sides, cuts) for _ in range(count)]

    def die(self, sides: int, cuts: int = 0) -> int:
        """The face that the path says; raises DieNodeError where it ends."""
        if self.at == len(self.path):
            raise DieNodeError(int(sides), int(cuts))
        self.at += 1
        return self.path[self.at - 1]

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """The option that the path says; raises DecisionNodeError where it ends."""
        if question.side == GM:
            return question.default_option()
        if self.at == len(self.path):
            raise DecisionNodeError(question)
        self.at += 1
        return question.options[self.path[self.at - 1]]


@dataclass(frozen=True)
class Origin:
    """What a game is of: a scenario's text and name."""

    text: str
    name: str

    def first_node(self) -> FightNode:
        """The node at which every fight begins."""
        setup = parse(self.text, self.name).setup
        return FightNode(self, (), setup.new_fight(NodeTable(())))


def node_after(origin: Origin, steps: tuple[int, ...]) -> FightNode:
    """The node that so many faces and options lead to."""
    node = origin.first_node()
    for step in steps:
        node = node.with_step(step)
    return node


class FightNode:
    """A node of the game's tree: the fight as it stood between turns, and the path since. It never
    changes, so that a copied state shares it; written down it is all the steps that led to it."""

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
        """The node that a face or an option leads to."""
        return FightNode(self.origin, (*self.steps, step), self.before, (*self.path, step))

    def bands(self) -> list[tuple[int, float]]:
        """The faces of the die that is to be rolled that can be told apart, with their chances."""
        assert self.die is not None
        return dice_bands(self.die.sides, self.die.cuts)


@lru_cache(maxsize=256)
def dice_bands(sides: int, cuts: int) -> list[tuple[int, float]]:
    """The faces of a die that can be told apart, with their chances, which add up to 1."""
    return face_bands(sides, cuts)


class FightGame(pyspiel.Game):
    """A scenario as a game. Parameters: `scenario`, a name or a file; `rounds`, after which it is a
    draw (0: as the scenario says); `actions`, how many options a question may have (0: as many as
    the scenario's fights show, and as many again)."""

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
        self.first_node = Origin(scenario.toml(), scenario.name).first_node()

    def new_initial_state(self) -> FightState:
        """The fight before anything has happened."""
        return FightState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> FightStateObserver:
        """An observer of states: all see the same."""
        return FightStateObserver()


class FightState(pyspiel.State):
    """A fight at a die or a decision, or at its end."""

    def __init__(self, game: FightGame) -> None:
        super().__init__(game)
        self.node = game.first_node
        self.most_actions = game.actions

    def current_player(self) -> int:
        """Whose turn it is: a side's number, chance, or nobody's."""
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
        """The faces that the die can show, or its bands, each with its probability."""
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
        """Whether the fight is over."""
        return self.node.die is None and self.node.question is None

    def returns(self) -> list[float]:
        """1 for the side that won, and as much from the others together; 0 for a draw."""
        setup = self.node.fight.setup
        winner = self.node.fight.winner() if self.is_terminal() else NOBODY
        if winner == NOBODY:
            return [0.0] * len(setup.sides)
        lost = -1.0 / (len(setup.sides) - 1)
        return [1.0 if side == winner else lost for side in range(len(setup.sides))]

    def information_state_string(self, player: int | None = None) -> str:
        """All that can still matter: everybody sees it."""
        return str(self)

    def observation_string(self, player: int | None = None) -> str:
        """All that can still matter: everybody sees it."""
        return str(self)

    def __str__(self) -> str:
        return f"{self.node.before.key()} {self.node.path}"


class FightStateObserver:
    """Observes a state as a text."""

    def __init__(self) -> None:
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: FightState, player: int) -> None:
        """There are no numbers to set."""

    def string_from(self, state: FightState, player: int) -> str:
        """The state as a text."""
        return str(state)


pyspiel.register_game(GAME_TYPE, FightGame)
