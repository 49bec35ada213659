"""Environments play the fights of the rules, with true observations and rewards."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pytest.importorskip("greenlet")

from affray.core.dice import Dice  # noqa: E402
from affray.core.observation import FIGHTER_COLUMNS, OPTION_COLUMNS, QUESTION_COLUMNS  # noqa: E402
from affray.core.problems import InvalidDataError  # noqa: E402
from affray.core.table import LiveTable, Table  # noqa: E402
from affray.core.tape import RecordingTable  # noqa: E402
from affray.envs import FightEnv, FightVectorEnv, TurnsEnv, parallel_env, turns_env  # noqa: E402
from affray.envs.render import (  # noqa: E402
    DARK,
    GROUND,
    RAISED,
    ROUGH,
    SOLID,
    fight_image,
    fight_text,
    gives_cover,
    ground_colour,
)
from affray.library import load  # noqa: E402
from affray.players.random import RandomPlayer  # noqa: E402
from envs.scenarios import SMALL, all_scenarios  # noqa: E402


def chosen_at_random(env: FightEnv, seed: int, most: int = 10_000) -> list[str]:
    """Play a fight at random and return the keys of the chosen options."""
    generator = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    keys = []
    for _ in range(most):
        question = env.episode.question
        assert question is not None
        action = int(generator.integers(seen["action_mask"].sum()))
        if len(question.options) <= env.action_space.n:
            keys.append(question.options[action].key)
        seen, _reward, ended, cut, info = env.step(action)
        assert not info["illegal"]
        if ended or cut:
            return keys
    return keys


@pytest.mark.parametrize("name", SMALL.values())
def test_the_same_choices_and_dice_make_the_same_fight(name: str) -> None:
    env = FightEnv(name, side="all")
    keys = chosen_at_random(env, 5)
    played = env.episode.fight
    assert played is not None

    class Repeat:
        at = 0

        def decide(self, fight: Any, question: Any) -> Any:
            option = question.option(keys[self.at])
            self.at += 1
            return option

        def needs_tape(self) -> bool:
            return False

    from affray.players import CustomPlayer

    player = CustomPlayer(Repeat())
    setup = load(name).setup
    fight = setup.new_fight(LiveTable(Dice(5, 0), [player] * len(setup.sides)))
    fight.play()
    assert fight.key() == played.key()
    assert (fight.round, fight.turns) == (played.round, played.turns)


@pytest.mark.parametrize("name", all_scenarios())
def test_what_is_kept_of_an_observation_is_what_is_seen_afresh(name: str) -> None:
    env = FightEnv(name, side="all", step_limit=150)
    runner = env.runner
    generator = np.random.default_rng(3)
    columns = {column: number for number, column in enumerate(FIGHTER_COLUMNS)}
    for seed in range(2):
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            fight = env.episode.fight
            assert fight is not None
            actions = fight.actions_by_fighter()
            for fighter in fight.roster():
                row = seen["fighters"][fighter.index]
                runner.encoder.fighter_rows[fighter.index].clear()
                fresh = runner.encoder.fighter_row(fight, fighter, actions[fighter.index])
                assert row.tobytes() == fresh, fighter.name
                assert row[columns["health"]] == fighter.health()
                assert row[columns["side"]] == fighter.side + 1
            assert env.observation_space.contains(seen)
            action = int(generator.integers(max(1, seen["action_mask"].sum())))
            seen, _reward, ended, cut, _info = env.step(action)
            over = ended or cut


@pytest.mark.parametrize("name", all_scenarios())
def test_actions_left_are_those_of_the_turn_order(name: str) -> None:
    from affray.core.fight import Fight, leading_number
    from affray.core.questions import Option, Question, Ruling
    from affray.core.table import Player

    class Witness(Player):
        def __init__(self) -> None:
            self.inner, self.checked = RandomPlayer(9), 0

        def decide(self, fight: Fight, question: Question) -> Option | Ruling:
            told = {
                entry["who"]: leading_number(str(entry["left"])) for entry in fight.turn_order()
            }
            found = fight.actions_by_fighter()
            assert found == [told.get(who, 0) for who in range(len(found))]
            self.checked += 1
            return self.inner.decide(fight, question)

    setup = load(name).setup
    witness = Witness()
    fight = setup.new_fight(LiveTable(Dice(2), [witness] * len(setup.sides)))
    while not fight.is_over() and witness.checked < 100:
        fight.step()
    assert witness.checked


def test_an_options_row_says_what_it_is() -> None:
    env = FightEnv("causeway", side="all")
    seen, _ = env.reset(seed=1)
    kinds = env.runner.encoder.vocabulary.option_kinds
    checked = 0
    for _ in range(40):
        question = env.episode.question
        assert question is not None
        told = dict(zip(QUESTION_COLUMNS, seen["question"].tolist(), strict=True))
        assert told["options"] == len(question.options) == seen["action_mask"].sum()
        assert (told["side"], told["who"]) == (question.side + 1, question.who + 1)
        for option, row in zip(question.options, seen["options"].tolist(), strict=False):
            row = dict(zip(OPTION_COLUMNS, row, strict=True))
            assert kinds[row["kind"] - 3] == option.kind
            assert (row["target"], row["item"]) == (option.target + 1, option.item + 1)
            assert (row["place"], row["value"]) == (option.place + 1, option.value)
            checked += 1
        assert not seen["options"][len(question.options) :].any()
        seen, _reward, ended, _cut, _info = env.step(0)
        if ended:
            seen, _ = env.reset()
    assert checked > 100


def test_one_s_own_fighters_are_marked() -> None:
    env = FightEnv("causeway", side="all")
    seen, info = env.reset(seed=3)
    sides = env.runner.scenario.sides
    viewers = set()
    for _ in range(60):
        fight = env.episode.fight
        assert fight is not None
        own = [int(sides[one.side] == info["side"]) for one in fight.roster()]
        assert seen["own"].tolist() == own
        viewers.add(info["side"])
        seen, _reward, ended, _cut, info = env.step(0)
        if ended:
            seen, info = env.reset()
    assert viewers == set(sides)


def test_where_more_is_open_than_there_are_actions_the_last_one_turns_the_page() -> None:
    env = FightEnv("causeway", side="party", max_options=4)
    seen, _ = env.reset(seed=2)
    for _ in range(200):
        question = env.episode.question
        assert question is not None
        if len(question.options) == 8:
            break
        seen, _reward, ended, _cut, _info = env.step(0)
        if ended:
            seen, _ = env.reset()
    else:
        raise AssertionError("no question with eight options")
    assert seen["action_mask"].tolist() == [1, 1, 1, 1]
    pages = []
    for shown in (3, 3, 2):
        rows = seen["options"]
        assert rows[shown][0] == 1, "the row that turns the page"
        assert seen["action_mask"].sum() == shown + 1
        pages.append(rows[:shown])
        assert env.episode.question is question
        seen, *_ = env.step(shown)
    whole = b"".join(env.runner.encoder.option_row(one) for one in question.options)
    assert np.concatenate(pages).tobytes() == whole
    assert (seen["options"][:3] == pages[0]).all(), "after the last page comes the first"
    env.step(3)
    env.step(3)
    answered = question.options[7]
    env.step(1)
    assert env.episode.question is not question, f"{answered.key} was taken"


def test_what_is_not_open_counts_as_the_default_and_is_said() -> None:
    table = {}
    for action in (15, None):
        env = FightEnv("first-blood", max_options=16)
        env.reset(seed=4)
        question = env.episode.question
        assert question is not None
        default = question.options.index(question.default_option())
        _seen, _reward, _ended, _cut, info = env.step(default if action is None else action)
        assert info["illegal"] is (action is not None)
        fight = env.episode.fight
        assert fight is not None
        table[action] = fight.key()
    assert table[15] == table[None]


def test_a_fight_is_cut_off_after_so_many_steps() -> None:
    env = FightEnv("causeway", side="all", step_limit=7)
    env.reset(seed=1)
    for number in range(1, 8):
        _seen, reward, ended, cut, _info = env.step(0)
        assert (reward, ended) == (0.0, False)
        assert cut is (number == 7)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)
    env.reset()
    assert env.step(0)[3] is False


def ending(env: FightEnv, seed: int) -> tuple[float, str | None, float]:
    """Return the last reward of a random fight, its winner, and the sum of all rewards."""
    generator = np.random.default_rng(seed)
    seen, _ = env.reset(seed=seed)
    total = 0.0
    while True:
        action = int(generator.integers(seen["action_mask"].sum()))
        seen, reward, ended, cut, info = env.step(action)
        total += reward
        assert not cut
        if ended:
            assert not seen["action_mask"].any()
            return reward, info["winner"], total


def test_rewards_are_for_winning_and_losing() -> None:
    env = FightEnv("first-blood", side="blade", opponents="random")
    found = {ending(env, seed)[:2] for seed in range(40)}
    assert found <= {(1.0, "blade"), (-1.0, "mace"), (0.0, None)}
    assert {(1.0, "blade"), (-1.0, "mace")} <= found


def test_health_may_count_besides() -> None:
    plain = FightEnv("first-blood", side="blade", opponents="random")
    shaped = FightEnv("first-blood", side="blade", opponents="random", shaping=0.5)
    for seed in range(10):
        _, winner, total = ending(plain, seed)
        _, same, with_health = ending(shaped, seed)
        fight = shaped.episode.fight
        assert fight is not None
        assert winner == same
        mine, theirs = (
            one.health() / one.max_health() if one.state() == "standing" else 0.0
            for one in fight.roster()
        )
        assert with_health == pytest.approx(total + 0.5 * (mine - theirs))


def test_in_turns_every_side_gets_its_reward() -> None:
    env = TurnsEnv("first-blood")
    generator = np.random.default_rng(0)
    for seed in range(10):
        env.reset(seed=seed)
        total = dict.fromkeys(env.possible_agents, 0.0)
        for side in env.agent_iter():
            seen, reward, ended, _cut, _info = env.last()
            total[side] += reward
            if ended:
                env.step(None)
                continue
            assert env.fights.fields(seen)["question"][1] == env.possible_agents.index(side) + 1
            env.step(int(generator.integers(seen["action_mask"].sum())))
        fight = env.fights.episode.fight
        assert fight is not None
        winner = fight.winner()
        for number, side in enumerate(env.possible_agents):
            assert total[side] == (0.0 if winner < 0 else 1.0 if winner == number else -1.0)


def test_many_fights_at_once_are_the_same_as_each_by_itself() -> None:
    count, steps = 5, 120
    many = FightVectorEnv("causeway", count, side="all", step_limit=30)
    alone = [FightEnv("causeway", side="all", step_limit=30) for _ in range(count)]
    seen, _ = many.reset(seed=10)
    each = [env.reset(seed=10 + number)[0] for number, env in enumerate(alone)]
    over = [False] * count
    generator = np.random.default_rng(1)
    endings = 0
    for _ in range(steps):
        for number in range(count):
            for field in seen:
                assert (seen[field][number] == each[number][field]).all(), field
        actions = (generator.random(count) * seen["question"][:, 5]).astype(np.int64)
        seen, rewards, ended, cut, _info = many.step(actions)
        for number, env in enumerate(alone):
            if over[number]:
                env.runner.restart(None)  # the next fight by the same seed
                env._is_running = True
                each[number], over[number] = env._observation(), False
                assert (rewards[number], ended[number], cut[number]) == (0.0, False, False)
                continue
            each[number], reward, done, short, _ = env.step(actions[number])
            assert (reward, done, short) == (rewards[number], ended[number], cut[number])
            over[number] = done or short
            endings += over[number]
    assert endings > 5


def test_the_same_seed_gives_the_same_fights_and_another_others() -> None:
    def run(seed: int) -> list[bytes]:
        env = FightVectorEnv("causeway", 3, opponents="random")
        seen, _ = env.reset(seed=seed)
        found = []
        for _ in range(60):
            seen, *_ = env.step(np.zeros(3, np.int64))
            found.append(seen["fighters"].tobytes())
        return found

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_without_copies_the_same_arrays_are_written_over() -> None:
    env = FightVectorEnv("causeway", 2, copy=False)
    first, _ = env.reset(seed=1)
    second, *_ = env.step(np.zeros(2, np.int64))
    assert first["fighters"] is second["fighters"]
    copied = FightVectorEnv("causeway", 2)
    first, _ = copied.reset(seed=1)
    before = first["options"].copy()
    copied.step(np.zeros(2, np.int64))
    assert (first["options"] == before).all()


def test_a_player_that_looks_back_can_be_the_opponent() -> None:
    env = FightEnv("first-blood", side="blade", opponents="strong:8")
    env.reset(seed=1)
    for _ in range(3):
        if any(env.step(0)[2:4]):
            env.reset()
    fight = env.episode.fight
    assert fight is not None
    assert isinstance(fight.table, RecordingTable)


def test_a_game_master_answers_where_one_is_named() -> None:
    assert not FightEnv("causeway").runner.scenario.setup.has_game_master
    env = FightEnv("causeway", gm="simple", side="all")
    assert env.runner.scenario.setup.has_game_master
    chosen_at_random(env, 1, 200)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"side": "nobody"}, "there is no side 'nobody'; there are party, foes"),
        ({"opponents": "clever"}, "clever"),
        ({"opponents": {"nobody": "simple"}}, "there is no side 'nobody'"),
        ({"step_limit": 0}, "1 step or more"),
        ({"max_options": 1}, "2 to 4096 actions"),
        ({"gm": "clever"}, "clever"),
        ({"render_mode": "film"}, "there is no way to render 'film'"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(given: dict[str, Any], said: str) -> None:
    FightEnv("causeway")
    with pytest.raises(InvalidDataError, match=said):
        FightEnv("causeway", **given)


def test_an_exception_of_a_player_reaches_whoever_steps_and_reset_begins_anew() -> None:
    class Broken:
        fails = False

        def decide(self, fight: Any, question: Any) -> Any:
            if self.fails:
                raise ValueError("no idea")
            return question.default_option()

    broken = Broken()
    env = FightEnv("first-blood", side="blade", opponents=broken)
    env.reset(seed=1)
    broken.fails = True
    with pytest.raises(ValueError, match="no idea"):
        chosen_at_random(env, 1)
    broken.fails = False
    env.reset(seed=1)
    env.step(0)


def test_another_thread_has_to_reset_first() -> None:
    from threading import Thread

    env = FightEnv("first-blood")
    env.reset(seed=1)
    said: list[str] = []

    def elsewhere() -> None:
        try:
            env.step(0)
        except RuntimeError as error:
            said.append(str(error))
        env.reset(seed=1)
        env.step(0)
        said.append("stepped")

    thread = Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert "reset it in this one" in said[0]
    assert said[1] == "stepped"


@pytest.mark.parametrize("name", [*SMALL.values(), "causeway", "nine-against-nine"])
def test_it_can_be_drawn(name: str) -> None:
    pytest.importorskip("PIL")
    env = turns_env(name, render_mode="ansi")
    env.reset(seed=1)
    fight = env.unwrapped.fights.episode.fight
    text = env.render()
    for fighter in fight.roster():
        assert fighter.name in text
    assert text == fight_text(fight, env.unwrapped.fights.episode.question)
    image = fight_image(fight)
    assert image.dtype == np.uint8
    assert len(np.unique(image.reshape(-1, 3), axis=0)) >= 4, (
        "ground, paper, and both sides' colours"
    )


@pytest.mark.parametrize(
    ("board", "colour"),
    [
        ({"solid": [1]}, SOLID),
        ({"rough": [1]}, ROUGH),
        ({"costs": {"1": 2}}, ROUGH),
        ({"terrain": ["open", "raised"]}, RAISED),
        ({"solid": [0], "rough": [0]}, GROUND),
    ],
)
def test_ground_has_its_colour(board: dict[str, Any], colour: tuple[int, int, int]) -> None:
    assert ground_colour(board, 1) == colour


def test_cover_is_drawn() -> None:
    pytest.importorskip("PIL")
    grid = {"places": ["a", "b"], "cover": [1]}
    spots = {"places": [{"cover": 49}, {"cover": 50}]}
    for board in (grid, spots):
        assert [gives_cover(board, number) for number in (0, 1)] == [False, True]
    fight = load("goblin-gang").setup.new_fight(Table(False))
    assert fight.setup.board()["cover"]
    assert (fight_image(fight) == DARK).all(axis=2).sum() > 50


def test_a_parallel_environment_heeds_the_side_that_is_asked() -> None:
    env = parallel_env("first-blood")
    seen, _ = env.reset(seed=2)
    asked = env.fights.asked()
    masks = {side: one["action_mask"].sum() for side, one in seen.items()}
    assert masks[asked] > 1
    assert all(count == 1 for side, count in masks.items() if side != asked)
    chosen = {side: 0 if side == asked else 5 for side in seen}
    env.step(chosen)
    first = env.fights.episode.fight.key()
    env.reset(seed=2)
    env.step(dict.fromkeys(seen, 0))
    assert env.fights.episode.fight.key() == first


def test_without_the_extra_one_line_says_what_to_install() -> None:
    code = "import sys; sys.modules['greenlet'] = None; import affray.envs"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 1
    last = run.stderr.strip().split("\n")[-1]
    assert "affray[envs]" in last
    assert "greenlet" in last
