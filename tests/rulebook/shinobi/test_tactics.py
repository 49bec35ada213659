"""The simple player: it flanks, brings friends, keeps archers away, hides, finishes."""

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import OpenQuestionError
from affray.library import load
from affray.players.random import RandomPlayer
from rulebook.shinobi.fields import ANN_FIRST, STRIKE, dice, field
from rulebook.shinobi.test_ranged import SHOT
from support import Played, record, replay, scenario_of, simple_players


class Noting(Player):
    """Plays as another does, and keeps what was chosen."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.chosen: list[str] = []

    def decide(self, fight: Any, question: Question) -> Option | Ruling:
        answer = self.inner.decide(fight, question)
        assert isinstance(answer, Option)
        assert answer in question.options
        self.chosen.append(answer.key)
        return answer


def first_turn(ours: dict[str, Any], theirs: dict[str, Any], **more: Any) -> tuple[list[str], Any]:
    """What the simple player does with our first activation, and the fight after it."""
    scenario = scenario_of(field(ours, theirs, **more))
    for seed in range(20):
        player = Noting(scenario.ruleset.simple_player())
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), [player, player]))
        fight.begin_round()
        if fight.next_side == 0:
            fight.step()
            return player.chosen, fight
    raise AssertionError("the initiative never fell to us")


def test_it_goes_behind_its_target() -> None:
    chosen, fight = first_turn({"Ann": {"at": [3, 6]}}, {"Bob": {"movement": 1}})
    assert "attack Bob with blade" in chosen
    assert fight.board.is_behind(3 * 7 + 3, 4, fight.board.cell(*place_in(chosen[0])))


def place_in(key: str) -> tuple[int, int]:
    column, _, row = key.removeprefix("move ").partition(",")
    return int(column), int(row)


def test_it_strikes_where_friends_assist() -> None:
    ours = {"Ann": {"at": [3, 6]}, "Amy": {"at": [5, 2], "movement": 0, "attack": 0}}
    theirs = {
        "Bob": {"at": [1, 3], "keywords": ["wary"]},
        "Bea": {"at": [5, 3], "keywords": ["wary"]},
    }
    chosen, _ = first_turn(ours, theirs)
    assert chosen[0] == "activate Ann", "Amy has no dice to strike with"
    assert "attack Bea with blade" in chosen
    del ours["Amy"]
    alone, _ = first_turn(ours, theirs)
    assert "attack Bob with blade" in alone


def test_who_has_the_best_blow_to_make_acts_first() -> None:
    ours = {"Ann": {"at": [0, 6], "movement": 1}, "Amy": {"at": [3, 5]}}
    chosen, _ = first_turn(ours, {"Bob": {}})
    assert chosen[0] == "activate Amy"
    ours = {"Ann": {"at": [2, 5], "attack": 5}, "Amy": {"at": [3, 5]}}
    chosen, _ = first_turn(ours, {"Bob": {}})
    assert chosen[0] == "activate Ann"


def test_while_nobody_can_strike_those_who_are_furthest_away_go_first() -> None:
    ours = {"Ann": {"at": [5, 10]}, "Amy": {"at": [5, 11]}}
    chosen, _ = first_turn(ours, {"Bob": {"at": [5, 0]}}, size=(12, 12))
    assert chosen[0] == "activate Amy"


def test_it_strikes_one_who_has_still_to_act_rather_than_one_who_has() -> None:
    ours = {"Ann": {"at": [3, 6]}}
    theirs = {
        "Bob": {"at": [2, 3], "keywords": ["wary"]},
        "Bea": {"at": [4, 3], "keywords": ["wary"]},
    }
    scenario = scenario_of(field(ours, theirs))
    for acted, target in ((1, "Bea"), (2, "Bob")):
        player = Noting(scenario.ruleset.simple_player())
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
        fight.begin_round()
        fight.next_side = 0
        fight.models[acted].acted = True
        fight.step()
        assert f"attack {target} with blade" in player.chosen


@pytest.mark.parametrize("wall", [[3, 5], [4, 6]])
def test_an_archer_does_not_step_past_a_corner(wall: list[int]) -> None:
    rows = ["......."] * 7
    rows[wall[1]] = "." * wall[0] + "#" + "." * (6 - wall[0])
    ours = {"Ann": {"at": [3, 6], "range": 3}}
    first_turn(ours, {"Bob": {"at": [6, 1], "movement": 1}}, rows=rows)


@pytest.mark.once
@pytest.mark.parametrize(
    ("name", "seeds", "is_mixed"),
    [("names-of-their-own", range(84, 87), False), ("bamboo-grove", range(60), True)],
)
def test_what_the_simple_player_answers_replays(name: str, seeds: range, is_mixed: bool) -> None:
    scenario = load(name)
    for seed in seeds:
        players = simple_players(scenario)
        if is_mixed:
            players[seed % 2] = RandomPlayer(seed, seed % 2)
        recorded = record(scenario, seed, players)
        replay(scenario, recorded.answers)


RANGED_MASTER = {"at": [3, 6], "range": 4, "keywords": ["ranged-master"]}


@pytest.mark.parametrize(
    ("hand", "defence", "chosen"),
    [
        ("FFF", "SSS", "reroll Fire"),
        ("FAF", "SSS", "reroll Fire"),
        ("EFF", "SSS", "reroll Fire"),
        ("WFF", "SSS", "keep"),
        ("EEE", "SSS", "reroll Earth"),
        ("EFF", "FFF", "keep"),
        ("FFF", "FFF", "reroll Fire"),
    ],
)
def test_a_risk_at_range_counts_what_works_there(hand: str, defence: str, chosen: str) -> None:
    script = ANN_FIRST + SHOT + dice(hand, defence)
    game = Played(field({"Ann": RANGED_MASTER}), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    answer = game.scenario.ruleset.simple_player().decide(game.fight, ends.value.question)
    assert isinstance(answer, Option)
    assert answer.key == chosen


@pytest.mark.parametrize(
    ("hand", "defence", "chosen"),
    [
        ("EEE", "SSS", "reroll Earth"),
        ("EEA", "SSS", "reroll Air"),
        ("FEE", "SSS", "keep"),
        ("EEE", "EEE", "keep"),
    ],
)
def test_a_risk_at_close_quarters_is_taken_where_it_can_only_gain(
    hand: str, defence: str, chosen: str
) -> None:
    script = ANN_FIRST + STRIKE + dice(hand, defence)
    game = Played(field({"Ann": {"keywords": ["close-combat-master"]}}), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    answer = game.scenario.ruleset.simple_player().decide(game.fight, ends.value.question)
    assert isinstance(answer, Option)
    assert answer.key == chosen


def test_an_archer_stays_out_of_zones_and_shoots() -> None:
    ours = {"Ann": {"at": [3, 5], "range": 5}}
    chosen, fight = first_turn(ours, {"Bob": {"movement": 6}}, size=(9, 9))
    assert chosen[-1] == "shoot Bob with bow" or "shoot Bob with bow" in chosen
    place = fight.board.cell(*place_in(chosen[0]))
    assert fight.board.spaces(place, 3 * 9 + 3) > 2


def test_who_can_strike_nobody_hides_out_of_reach() -> None:
    chosen, fight = first_turn({"Ann": {"at": [5, 11]}}, {"Bob": {"at": [5, 0]}}, size=(12, 12))
    assert "run" in chosen or "stealth" in chosen
    ann, bob = fight.models
    assert fight.board.spaces(ann.cell, bob.cell) > bob.sheet.movement + 1


def test_a_hidden_model_strikes() -> None:
    chosen, _ = first_turn({"Ann": {"at": [3, 6], "hidden": True, "attack": 2}}, {"Bob": {}})
    assert "attack Bob with blade" in chosen


def test_the_winner_prefers_what_harms_most() -> None:
    scenario = scenario_of(field(house={"close_earth": "injured", "close_water": "nothing"}))
    setup: Any = scenario.setup
    best = [option.key for option in setup.close_results[0b1110]][setup.worst_close[0b1110]]
    assert best == "earth"


def test_an_enemy_is_turned_to_show_its_back() -> None:
    scenario = scenario_of(field({"Ann": {"attack": 9}}, {"Bob": {"defence": 1}}))
    tactics = scenario.ruleset.simple_player()
    turned = 0
    for seed in range(200):
        fight: Any = scenario.setup.new_fight(LiveTable(Dice(seed), [tactics, tactics]))
        fight.make_attack(0, fight.attacks(0)[0])
        bob = fight.models[1]
        if bob.is_present() and bob.cell != 3 * 7 + 3:
            turned += 1
            assert fight.board.is_behind(bob.cell, bob.facing, fight.models[0].cell)
    assert turned


@pytest.mark.once
@pytest.mark.parametrize("name", ["moonlit-duel", "bamboo-grove", "nine-against-nine"])
def test_it_beats_a_random_player(name: str) -> None:
    scenario = load(name)
    wins = 0
    for seed in range(20):
        side = seed % 2
        players: list[Player] = [RandomPlayer(seed), RandomPlayer(seed)]
        players[side] = scenario.ruleset.simple_player()
        fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
        fight.play()
        wins += fight.winner() == side
    assert wins >= 18
