"""How `simple` plays: one small place for each thing it should know."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.lab.odds.attacks import attack_odds
from affray.players.random import RandomPlayer
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.player.game_master import GameMaster
from affray.rulesets.orrery.player.odds import (
    best_of,
    expected_of,
    figures_of,
    option_strike,
)
from affray.rulesets.orrery.player.simple import SimplePlayer
from affray.rulesets.orrery.turn import ActionQuestion
from rulebook.orrery.fields import field
from support import scenario_of


def fight_of(given: dict[str, Any]) -> Any:
    return scenario_of(given).setup.new_fight(LiveTable(Dice(1), []))


def chooses(
    given: dict[str, Any], actions: int = 2, who: int = 0, holds: int = -1, **state: Any
) -> str:
    """Return the simple player's first Action, or its last."""
    fight = fight_of(given)
    for name, value in state.items():
        setattr(fight.combatants[who], name, value)
    if holds >= 0:
        fight.take_hold(fight.combatants[who], fight.combatants[holds])
    fight.acting = who
    fight.actions_left = actions
    question = ActionQuestion(fight, fight.combatants[who])
    chosen = SimplePlayer().decide(fight, question)
    assert isinstance(chosen, Option)
    assert chosen in question.options
    return chosen.key


ARCHER = {"weapons": ["bow", "short-blade"], "ranged": 10, "terra": 10, "moon": 12}


def test_it_strikes_whom_it_can_drop() -> None:
    foes = {"Orc": {"hearts": 4}, "Uk": {"hearts": 1}}
    assert chooses(field(foes=foes)) == "attack Uk with long-blade"


def test_of_equals_it_strikes_the_more_dangerous() -> None:
    for one, other in ((12, 4), (4, 12)):
        foes = {"Orc": {"melee": one, "sun": one}, "Uk": {"melee": other, "sun": other}}
        for foe in foes.values():
            foe["defense"] = 6
        scenario = field({"Ann": {"weapons": ["bow"], "at": "b"}}, foes, "a-b")
        worst = "Orc" if one == 12 else "Uk"
        assert chooses(scenario) == f"attack {worst} with bow"


def test_it_walks_to_whom_it_has_to_reach() -> None:
    assert chooses(field(foes={"Orc": {"at": "b"}}, line="a-b-c")) == "move b"
    assert chooses(field(foes={"Orc": {"at": "d"}}, line="a-b-c-d")) == "move b"


def test_it_lets_them_come_who_have_to_come() -> None:
    scenario = field(foes={"Orc": {"at": "c"}}, line="a-b-c")
    assert chooses(scenario) == "end turn"
    scenario["fighters"]["orc"]["weapons"] = ["bow"]
    assert chooses(scenario) == "move b", "but not from those who shoot better"


@pytest.mark.parametrize(("weapon", "choice"), [("long-blade", "help Bo"), ("bow", "move b")])
def test_it_does_not_wait_for_those_who_will_not_come(weapon: str, choice: str) -> None:
    heroes = {"Ann": {}, "Bo": {**ARCHER, "ranged": 12, "terra": 12}}
    assert chooses(field(heroes, {"Orc": {"at": "c", "weapons": [weapon]}}, "a-b-c")) == choice


def test_it_does_not_wait_for_ever() -> None:
    fight = fight_of(field(foes={"Orc": {"at": "c"}}, line="a-b-c"))
    fight.actions_left = 2
    question = ActionQuestion(fight, fight.combatants[0])
    for number, key in ((2, "end turn"), (3, "move b")):
        fight.encounter_round = number
        assert SimplePlayer().decide(fight, question).key == key


def test_it_closes_in_rather_than_throw_badly() -> None:
    heroes = {"Ann": {"weapons": ["long-blade", "thrown-item"], "melee": 12, "ranged": 4}}
    heroes["Ann"]["sun"] = 12
    assert chooses(field(heroes, {"Orc": {"at": "b"}}, "a-b")) == "move b"


@pytest.mark.parametrize(
    ("melee", "ranged", "choice"), [(12, 4, "move b"), (4, 12, "attack Orc with thrown-item")]
)
def test_it_goes_a_long_way_rather_than_throw_badly(melee: int, ranged: int, choice: str) -> None:
    ann = {"weapons": ["long-blade", "thrown-item"], "melee": melee, "ranged": ranged}
    ann |= {"sun": melee, "terra": ranged, "star": ranged, "moon": ranged}
    assert chooses(field({"Ann": ann}, {"Orc": {"at": "d"}}, "a-b-c-d")) == choice


SHOOTERS_NEST = field(
    {"Ann": ARCHER}, {"Orc": {"at": "c", "weapons": ["bow"]}}, "a-b-c", {"a": {"cover": 60}}
)


def test_an_archer_shoots_with_the_last_action_instead_of_hiding() -> None:
    assert chooses(SHOOTERS_NEST) == "attack Orc with bow"
    assert chooses(SHOOTERS_NEST, actions=1) == "attack Orc with bow"


class CountsHiding(Player):
    """Plays simple, and counts the times it hides although it could shoot or cast."""

    def __init__(self) -> None:
        self.inner = SimplePlayer()
        self.hid = self.shot = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        chosen = self.inner.decide(fight, question)
        if question.kind == "turn":
            enemies = [one for one in question.options if one.kind in ("attack", "rune")]
            self.hid += getattr(chosen, "kind", "") == "hide" and len(enemies) > 0
            self.shot += chosen in enemies
        return chosen


@pytest.mark.once
def test_it_never_hides_instead_of_shooting_in_whole_fights() -> None:
    scenario = scenario_of("watchtower")
    players = [CountsHiding(), CountsHiding()]
    for seed in range(20):
        scenario.setup.new_fight(LiveTable(Dice(seed), [*players])).play()
    assert sum(one.hid for one in players) == 0
    assert sum(one.shot for one in players) > 200


def test_an_archer_takes_the_height() -> None:
    scenario = field(
        {"Ann": {**ARCHER, "ranged": 4, "terra": 4, "at": "b"}},
        {"Orc": {"at": "d", "hearts": 4}},
        "a-b-c-d",
        {"d": {"cover": 60}, "a": {"height": 5}},
    )
    assert chooses(scenario) == "move a"
    scenario["map"]["spots"][0]["height"] = 0
    assert chooses(scenario) == "attack Orc with bow"


def test_an_archer_who_boxes_badly_leaves_whoever_stands_at_touch() -> None:
    scenario = field({"Ann": {**ARCHER, "melee": 4}}, {"Orc": {"hearts": 6}}, "a-b")
    scenario["fighters"]["ann"]["weapons"] = ["bow"]
    assert chooses(scenario) == "move b"


def test_a_knife_comes_out_of_the_dark() -> None:
    heroes = {"Ann": {"hidden": True, "weapons": ["short-blade"]}}
    scenario = field(heroes, {"Orc": {"at": "b"}}, "a-b", {"a": {"dark": True}})
    assert chooses(scenario) == "move b"


def test_whoever_is_held_over_a_drop_is_thrown_into_it() -> None:
    scenario = field({"Ann": {"melee": 10}}, {"Orc": {"hearts": 6}})
    scenario["map"] = {
        "spots": [{"name": "yard", "height": 30}, {"name": "foot"}],
        "links": [["yard", "foot", "Distant"]],
        "edges": [["yard", "foot"]],
    }
    assert chooses(scenario) == "grapple Orc with unarmed"
    assert chooses(scenario, holds=1) == "toss to foot"
    scenario["map"]["spots"][0]["height"] = 5
    assert chooses(scenario, holds=1) == "attack Orc with long-blade", "nothing breaks"


def test_it_loads_the_ballista_and_fires_it() -> None:
    scenario = field(
        {"Ann": {**ARCHER, "weapons": ["crossbow"]}},
        {"Orc": {"at": "b", "hearts": 9}},
        "a-b",
        engines=[{"is": "ballista", "at": "a"}],
    )
    assert chooses(scenario) == "load ballista"
    scenario["engines"][0]["loaded"] = True
    assert chooses(scenario, actions=1) == "fire Orc with ballista"


def test_it_rams_what_bars_the_way() -> None:
    foes = {
        "Gate": {"thing": True, "hearts": 6, "bars": ["a", "b"], "weapons": []},
        "Orc": {"at": "b"},
    }
    scenario = field({"Ann": {}, "Bo": {}}, foes, "a-b", engines=[{"is": "ram", "at": "a"}])
    assert chooses(scenario) == "ram Gate beside Bo with ram"


def test_it_picks_the_rune_its_target_is_weak_to() -> None:
    heroes = {"Ann": {"runes": ["fire", "air", "water"], "magic": 8, "weapons": []}}
    foes = {"Orc": {"at": "b", "hearts": 1, "weak": ["water"], "strong": ["fire"]}}
    assert chooses(field(heroes, foes, "a-b")) == "rune Orc with water"


def test_it_stuns_what_has_many_hearts() -> None:
    heroes = {"Ann": {"weapons": ["hammer"], "melee": 10, "sun": 10}}
    assert chooses(field(heroes, {"Orc": {"hearts": 20}})) == "hinder Orc with hammer"
    assert chooses(field(heroes, {"Orc": {"hearts": 2}})) == "attack Orc with hammer"


def test_it_puts_itself_out() -> None:
    assert chooses(field({"Ann": {"hearts": 2}}), burning=True) == "douse Ann"


def test_it_wakes_a_sleeping_friend() -> None:
    scenario = field({"Ann": {}, "Bo": {"defenseless": True}}, {"Orc": {"at": "c"}}, "a-b-c")
    assert chooses(scenario) == "help Bo"


def test_it_tends_a_friend_before_it_is_too_late() -> None:
    scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {"hearts": 4}}, house={"dying": "untended"})
    fight = fight_of(scenario)
    fight.actions_left = 2
    friend = fight.combatants[1]
    friend.hearts = 0
    for rounds, key in ((0, "attack Orc with long-blade"), (2, "help Bo")):
        friend.rounds_down = rounds
        chosen = SimplePlayer().decide(fight, ActionQuestion(fight, fight.combatants[0]))
        assert isinstance(chosen, Option)
        assert chosen.key == key


def test_it_never_strikes_a_friend() -> None:
    scenario = field({"Ann": {}, "Bo": {"hearts": 1}}, {"Orc": {"at": "b"}}, "a-b-c")
    assert chooses(scenario) == "move b"


def test_it_pushes_for_one_more_blow() -> None:
    assert chooses(field(house={"stamina_for": "runes and actions"})) == "push"


@pytest.mark.parametrize(("rolled", "key"), [(0, "boon"), (1, "keep")])
def test_a_boon_is_for_an_attack_of_nothing(rolled: int, key: str) -> None:
    fight = fight_of(field())
    fight.rolled = rolled
    options = [fight.scene.options.keep, fight.scene.options.spend_boon]
    chosen = SimplePlayer().decide(fight, Question("again attack", 0, 0, options))
    assert isinstance(chosen, Option)
    assert chosen.key == key


@pytest.mark.parametrize(
    ("incoming", "rolled", "key"), [(2, 0, "boon"), (1, 0, "keep"), (2, 1, "keep")]
)
def test_a_boon_is_for_a_block_when_two_hearts_are_at_stake(
    incoming: int, rolled: int, key: str
) -> None:
    fight = fight_of(field())
    fight.incoming, fight.rolled = incoming, rolled
    options = [fight.scene.options.keep, fight.scene.options.spend_boon]
    chosen = SimplePlayer().decide(fight, Question("again block", 0, 0, options))
    assert isinstance(chosen, Option)
    assert chosen.key == key


@pytest.mark.parametrize("house", [{}, {"critical": True, "double_success_on": 8}])
def test_what_it_expects_of_an_attack_is_its_exact_odds(house: dict[str, Any]) -> None:
    foes = {"Orc": {"hearts": 20}}
    scenario = scenario_of(field({"Ann": {"melee": 8, "sun": 10}}, foes, house=house))
    fight = scenario.setup.new_fight(OddsTable())
    option = next(one for one in fight.attacks(0) if one.key == "attack Orc with long-blade")
    exact = attack_odds(fight, 0, option).damage
    strike = option_strike(fight, fight.combatants[0], option)
    expected = expected_of(figures_of(fight), fight, strike)
    assert dict(zip(expected.values, expected.chances, strict=True)) == pytest.approx(exact)


def gm_says(kind: str, options: list[Option], fight: Any) -> str:
    chosen = GameMaster().decide(fight, Question(kind, -1, 0, options, target=1))
    assert isinstance(chosen, Option)
    return chosen.key


@pytest.mark.parametrize("name", ["burning-mill", "giants-table", "night-raid"])
def test_no_attack_for_damage_is_better_than_the_best_it_counts_with(name: str) -> None:
    start: Any = scenario_of(name).setup.new_fight(OddsTable())
    figures = figures_of(start)
    weighed = 0
    for who in start.combatants:
        who.hidden, who.helped = not who.sheet.thing, True
        for option in start.attacks(who.index):
            if option.verb not in (verbs.ATTACK, verbs.RUNE):
                continue
            for spot in range(len(start.places.spots)):
                who.spot = spot
                strike = option_strike(start, who, option)
                most = best_of(figures, start, strike)
                found = expected_of(figures, start, strike)
                for harm in range(1, 8):
                    assert found.reaches(harm) <= most.reaches(harm) + 1e-9
                weighed += 1
    assert weighed > 100


def test_what_it_expects_follows_adv_on_the_block() -> None:
    foes = {"Orc": {"weapons": ["bow"], "at": "b"}}
    fight = fight_of(field(foes=foes, line="a-b-c-d"))
    orc = fight.combatants[1]
    shot = next(one for one in fight.attacks(1) if one.key == "attack Ann with bow")
    near = expected_of(figures_of(fight), fight, option_strike(fight, orc, shot))
    orc.spot = 3
    far = expected_of(figures_of(fight), fight, option_strike(fight, orc, shot))
    assert far.mean() < near.mean()


def test_it_goes_to_an_enemy_who_is_many_moves_away() -> None:
    scenario = field(foes={"Orc": {"at": "j"}}, line="a-b-c-d-e-f-g-h-i-j")
    assert chooses(scenario) == "move b"


@pytest.mark.rule("environment.fall-test")
def test_the_simple_game_master_lets_whoever_falls_make_a_test() -> None:
    fight = fight_of(field(game_master=True))
    assert gm_says("allow test", fight.scene.options.fall_test, fight) == "test"


@pytest.mark.rule("special.justified")
@pytest.mark.parametrize(
    ("moon", "star", "weapons", "condition", "says"),
    [
        (8, 6, ["long-blade"], 4, "allow"),
        (6, 6, ["long-blade"], 4, "refuse"),
        (8, 6, ["long-blade"], 0, "refuse"),
        (8, 6, ["torch"], 0, "allow"),
    ],
)
def test_the_simple_game_master_judges_by_cunning_and_by_what_burns(
    moon: int, star: int, weapons: list[str], condition: int, says: str
) -> None:
    heroes = {"Ann": {"moon": moon, "weapons": weapons}}
    fight = fight_of(field(heroes, {"Orc": {"star": star}}, game_master=True))
    assert gm_says("allow condition", fight.scene.options.allow[condition], fight) == says


class Watching(Player):
    """Plays simple, and complains when it strikes a friend."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        chosen = SimplePlayer().decide(fight, question)
        assert isinstance(chosen, Option)
        assert chosen in question.options
        assert not chosen.kind.startswith("friendly") or "escape" in chosen.kind
        return chosen


@pytest.mark.once
@pytest.mark.parametrize(
    "name", ["watchtower", "burning-mill", "gatehouse", "wrestling-ring", "long-day", "two-blades",
             "night-raid", "giants-table"]
)  # fmt: skip
def test_it_beats_a_player_who_plays_at_random(name: str) -> None:
    scenario = scenario_of(name)
    wins = 0
    for seed in range(20):
        for side in (0, 1):
            players: list[Player] = [RandomPlayer(seed, 0), RandomPlayer(seed, 1)]
            players[side] = Watching()
            fight = scenario.setup.new_fight(LiveTable(Dice(seed), players))
            fight.play()
            wins += fight.winner() == side
    assert wins >= 28, f"{wins} of 40"
