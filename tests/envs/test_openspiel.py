"""Fights as games of OpenSpiel, with its own test and search."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import external_sampling_mccfr, mcts  # noqa: E402

from affray.core.fight import Fight  # noqa: E402
from affray.core.questions import Option, Question, Ruling  # noqa: E402
from affray.core.table import Table  # noqa: E402
from affray.library import load  # noqa: E402
from affray.openspiel import DieNodeError, FightState, NodeTable  # noqa: E402
from envs.scenarios import SMALL  # noqa: E402


def game_of(name: str, rounds: int = 0) -> pyspiel.Game:
    return pyspiel.load_game(f"affray(scenario={name},rounds={rounds})")


def random_step(state: FightState, choose: random.Random) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return int(choose.choices(outcomes, chances)[0])
    return int(choose.choice(state.legal_actions()))


@pytest.mark.parametrize("name", SMALL.values())
def test_openspiel_s_own_test_passes(name: str) -> None:
    pyspiel.random_sim_test(game_of(name, 3), num_sims=2, serialize=True, verbose=False)


def test_a_game_goes_to_other_processes_as_alphazero_sends_it() -> None:
    game = game_of("first-blood", 2)
    sent = pickle.loads(pickle.dumps(game))
    assert sent.get_parameters() == game.get_parameters()
    assert str(sent.new_initial_state()) == str(game.new_initial_state())


@pytest.mark.parametrize("name", SMALL.values())
def test_states_are_what_the_interface_says(name: str) -> None:
    game = game_of(name, 2)
    assert game.num_players() == len(load(name).sides)
    choose = random.Random(4)
    state = game.new_initial_state()
    kinds = set()
    while not state.is_terminal():
        assert state.returns() == [0.0] * game.num_players()
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1.0)
            assert len(outcomes) <= game.max_chance_outcomes()
            kinds.add("chance")
        else:
            actions = state.legal_actions()
            assert 2 <= len(actions) <= game.num_distinct_actions()
            names = [state.action_to_string(state.current_player(), one) for one in actions]
            assert len(set(names)) == len(names)
            kinds.add("decision")
        other = state.clone()
        step = random_step(state, choose)
        before = str(other)
        state.apply_action(step)
        assert str(other) == before, "a copy goes its own way"
        other.apply_action(step)
        assert str(other) == str(state)
    assert kinds == {"chance", "decision"}
    assert sum(state.returns()) == pytest.approx(0.0)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


class StepTable(Table):
    """A table with the dice and choices of a game."""

    def __init__(self, steps: list[tuple[object, object]]) -> None:
        super().__init__(False)
        self.steps = iter(steps)

    def roll(self, count: int, sides: int, cuts: int = 0) -> list[int]:
        return [self.die(sides) for _ in range(count)]

    def die(self, sides: int, cuts: int = 0) -> int:
        what, face = next(self.steps)
        assert what == sides
        assert isinstance(face, int)
        return face

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        who, key = next(self.steps)
        assert who == fight.setup.asked_name(question)
        option = question.option(str(key))
        assert option is not None
        return option


def test_a_game_is_a_fight_by_the_same_rules() -> None:
    """Its dice and decisions give the same fight at another table."""
    choose = random.Random(11)
    setup = load("first-blood").setup
    winners = set()
    for _ in range(6):
        state = game_of("first-blood").new_initial_state()
        steps = []
        while not state.is_terminal():
            step = random_step(state, choose)
            node = state.node
            if node.die is not None:
                steps.append((node.die.sides, node.bands()[step][0]))
            else:
                steps.append((setup.asked_name(node.question), node.question.options[step].key))
            state.apply_action(step)
        fight = setup.new_fight(StepTable(steps))
        fight.play()
        assert fight.key() == state.node.fight.key()
        winner = int(fight.winner())
        wanted = [0.0 if winner < 0 else 1.0 if side == winner else -1.0 for side in range(2)]
        assert state.returns() == wanted
        winners.add(winner)
    assert len(winners) > 1


def test_a_die_whose_faces_are_not_told_apart_has_as_many_outcomes_as_bands() -> None:
    table = NodeTable((3,))
    assert table.roll(1, 6) == [3]
    with pytest.raises(DieNodeError) as node:
        table.roll(2, 6, 1 << 5)
    assert (node.value.sides, node.value.cuts) == (6, 1 << 5)
    from affray.openspiel import dice_bands

    assert dice_bands(6, 1 << 5) == [(1, pytest.approx(4 / 6)), (5, pytest.approx(2 / 6))]
    assert len(dice_bands(6, 0)) == 6


def test_more_options_than_actions_is_said() -> None:
    game = pyspiel.load_game("affray(scenario=first-blood,actions=2)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(Exception, match="options are open; load the game with actions="):
        state.legal_actions()


@pytest.mark.slow
@pytest.mark.soak
def test_its_tree_search_beats_random_play() -> None:
    game = game_of("first-blood")
    won = lost = 0
    for number in range(10):
        side = number % 2
        generator = np.random.RandomState(100 + number)
        searcher = mcts.MCTSBot(
            game,
            uct_c=1.4,
            max_simulations=40,
            evaluator=mcts.RandomRolloutEvaluator(1, generator),
            random_state=generator,
        )
        choose = random.Random(number)
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node() and state.current_player() == side:
                state.apply_action(searcher.step(state))
            else:
                state.apply_action(random_step(state, choose))
        won += state.returns()[side] > 0
        lost += state.returns()[side] < 0
    assert won >= 8, (won, lost)


def test_its_regret_minimisation_runs() -> None:
    np.random.seed(1)
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        game_of("first-blood", 1), external_sampling_mccfr.AverageType.SIMPLE
    )
    for _ in range(2):
        solver.iteration()
    policy = solver.average_policy()
    state = game_of("first-blood", 1).new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    chances = policy.action_probabilities(state)
    assert sum(chances.values()) == pytest.approx(1.0)
    assert set(chances) == set(state.legal_actions())


def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['pyspiel'] = None; import affray.openspiel"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    assert "affray[openspiel]" in run.stderr.strip().split("\n")[-1]


@pytest.mark.parametrize("name", SMALL.values())
def test_tensors_show_what_can_be_seen(name: str) -> None:
    """Every state has a tensor of the same size for every side, and different states differ."""
    game = game_of(name, 2)
    assert game.observation_tensor_shape() == game.information_state_tensor_shape()
    size = game.observation_tensor_shape()[0]
    choose = random.Random(4)
    state = game.new_initial_state()
    seen: dict[bytes, str] = {}
    for _ in range(60):
        if state.is_terminal():
            break
        rows = [np.array(state.observation_tensor(side)) for side in range(game.num_players())]
        assert all(row.shape == (size,) and np.isfinite(row).all() for row in rows)
        assert np.abs(rows[0]).max() < 12
        assert not np.array_equal(rows[0], rows[1]), "each side sees which fighters are its own"
        if not state.is_chance_node():
            legal = len(state.legal_actions())
            assert rows[0][-game.num_distinct_actions() :].sum() == legal
            seen[rows[0].tobytes()] = str(state)
        state.apply_action(random_step(state, choose))
    assert len(seen) == len(set(seen.values()))


def test_states_are_texts_that_can_be_read() -> None:
    state = game_of("first-blood", 2).new_initial_state()
    assert str(state).startswith("round 1: Ansa 10/10 yard; Torben 10/10 yard. a d12 is rolled [")


def test_its_environment_for_learners_plays_a_fight() -> None:
    from open_spiel.python import rl_environment

    env = rl_environment.Environment(game_of("first-blood", 3))
    choose = random.Random(2)
    step = env.reset()
    steps = 0
    while not step.last():
        side = step.observations["current_player"]
        step = env.step([choose.choice(step.observations["legal_actions"][side])])
        steps += 1
    assert steps > 3
    assert sum(step.rewards) == pytest.approx(0.0)
