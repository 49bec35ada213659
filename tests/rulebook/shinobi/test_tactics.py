"""The simple player: it flanks, brings friends, keeps archers away, hides, finishes."""

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import load
from affray.players.random import RandomPlayer
from rulebook.shinobi.fields import field
from support import scenario_of


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
    ours = {"Ann": {"at": [3, 6]}, "Amy": {"at": [5, 2], "movement": 0}}
    theirs = {
        "Bob": {"at": [1, 3], "keywords": ["wary"]},
        "Bea": {"at": [5, 3], "keywords": ["wary"]},
    }
    chosen, _ = first_turn(ours, theirs)
    assert chosen[0] == "activate Amy", "she is beside an enemy"
    ours["Amy"]["attack"] = 0
    scenario = scenario_of(field(ours, theirs))
    player = Noting(scenario.ruleset.simple_player())
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(1), [player, player]))
    fight.begin_round()
    fight.next_side = 0
    fight.models[1].acted = True
    fight.step()
    assert "attack Bea with blade" in player.chosen


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
