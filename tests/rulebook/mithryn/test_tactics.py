"""The simple player: when it reacts, where it goes, and how near to the best it plays."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, LiveTable
from affray.lab.duels import SolverLimits, solve_duel
from affray.library import load, rulesets, toml_of
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.player.simple import SimplePlayer
from conftest import compiled
from rulebook.mithryn.fields import field
from support import Played, scenario_of, simple_players

EACH_COSTS = {"reaction_cost": "an action each"}

SHIELD = {"weapons": ["dagger"], "shield": "shield"}


def key_of(fight: Fight, question: Question) -> str:
    """Return the simple player's answer."""
    answer = SimplePlayer().decide(fight, question)
    assert isinstance(answer, Option)
    return answer.key


def announced(game: Played, who: str, weapon: str, target: str, manner: int = 0) -> Any:
    """Return the fight with an attack that is being made."""
    fight: Any = game.fight
    numbers = {arm.name: arm.index for arm in fight.scene.weapons}
    attacker, victim = game.fighter(who), game.fighter(target)
    fight.announced = fight.scene.attack(
        attacker.index, numbers[weapon], victim.index, manner, False
    )
    return fight


@pytest.mark.parametrize(
    ("hit_points", "owed", "answer"), [(10, 0, "defend"), (10, 1, "no"), (3, 0, "no")]
)
def test_it_does_not_defend_at_the_price_of_its_only_action(
    hit_points: int, owed: int, answer: str
) -> None:
    """A Wounded fighter who always defended would never act again."""
    game = Played(field({"Ann": SHIELD}, house=EACH_COSTS))
    ann = game.fighter("Ann")
    ann.hit_points = hit_points
    ann.actions_owed = owed
    fight = announced(game, "Orc", "short-sword", "Ann")
    assert key_of(fight, Question("defend", 0, 0, [options.NO, options.DEFEND], 1, 0)) == answer


@pytest.mark.parametrize(("hits", "answer"), [(0, "help"), (4, "help"), (6, "no"), (7, "no")])
def test_it_does_not_help_an_attack_that_drops_its_target(hits: int, answer: str) -> None:
    game = Played(field({"Ann": {}, "Bo": {"weapons": ["dagger"]}}))
    fight = announced(game, "Ann", "short-sword", "Orc")
    fight.hits_rolled, fight.misses_rolled = hits, 2
    assert key_of(fight, Question("help", 0, 1, [options.NO, options.HELP], 0, 2)) == answer


@pytest.mark.parametrize(("dice", "answer"), [(1, "no"), (2, "help")])
def test_it_helps_where_that_takes_more_than_its_own_attack(dice: int, answer: str) -> None:
    """One d12 rolled again is no more than Bo's rushed spear, two are."""
    game = Played(field({"Ann": {}, "Bo": {"weapons": ["spear"]}}))
    fight = announced(game, "Ann", "short-sword", "Orc")
    fight.hits_rolled, fight.misses_rolled = 0, dice
    question = Question("help", 0, 1, [options.NO, options.HELP], 0, 2)
    assert key_of(fight, question) == answer


@pytest.mark.parametrize(
    ("armour", "hit_points", "owed", "answer"),
    [
        ("leather", 10, 0, "interpose"),
        ("leather", 10, 1, "no"),
        ("leather", 1, 0, "no"),
        ("plate", 6, 0, "interpose"),
        (None, 10, 0, "interpose"),
        (None, 2, 0, "no"),
    ],
)
def test_it_steps_in_for_the_frail_if_it_loses_less_of_its_own_life(
    armour: str | None, hit_points: int, owed: int, answer: str
) -> None:
    """Never for its only action."""
    worn = {} if armour is None else {"armour": armour}
    game = Played(field({"Ann": {}, "Bo": worn}, house=EACH_COSTS))
    game.fighter("Ann").hit_points = 1
    bo = game.fighter("Bo")
    bo.hit_points = hit_points
    bo.actions_owed = owed
    fight = announced(game, "Orc", "short-sword", "Ann", 2)
    question = Question("interpose", 0, 1, [options.NO, options.INTERPOSE], 2, 0)
    assert key_of(fight, question) == answer


def turn_of(game: Played, name: str, actions: int = 2) -> str:
    """Return the fighter's first action."""
    fight: Any = game.fight
    who = game.fighter(name)
    fight.actions_left = actions
    return key_of(fight, Question("turn", who.side, who.index, None))


@pytest.mark.parametrize(
    ("weapons", "choice"),
    [
        (["halberd", "dagger"], "move b"),
        (["longbow", "dagger"], "attack Orc with longbow"),
        (["throwing-knives", "short-sword"], "throw Orc with throwing-knives"),
    ],
)
def test_it_goes_to_its_enemy_unless_it_shoots(weapons: list[str], choice: str) -> None:
    scenario = field({"Ann": {"weapons": weapons}}, {"Orc": {"at": "b"}}, "a-b")
    assert turn_of(Played(scenario), "Ann") == choice


@pytest.mark.parametrize(
    ("ann", "actions", "choice"),
    [
        ({"weapons": ["halberd", "dagger"]}, 1, "throw Orc with dagger"),
        ({"weapons": ["halberd", "dagger"]}, 2, "move b"),
        ({"weapons": ["mace", "spear"], "shield": "shield"}, 1, "throw Orc with spear"),
        ({"weapons": ["battleaxe", "spear"], "shield": "shield"}, 1, "move b"),
        ({"weapons": ["spear"]}, 1, "move b"),
    ],
)
def test_it_throws_a_weapon_if_it_has_another_to_wield(
    ann: dict[str, object], actions: int, choice: str
) -> None:
    """With an action that is too late for more; a shield is in the way of an axe for two hands."""
    scenario = field({"Ann": ann}, {"Orc": {"at": "b"}}, "a-b")
    assert turn_of(Played(scenario), "Ann", actions) == choice


def test_it_leaves_hardly_an_action_unused() -> None:
    """Those who have shot a crossbow and need not move have nothing to do."""

    class Watch(LiveTable):
        ended = 0

        def ask(self, fight: Fight, question: Question) -> Option | Ruling:
            answer = super().ask(fight, question)
            Watch.ended += question.kind == "turn" and answer is options.END_TURN
            return answer

    turns = 0
    for name in toml_of(rulesets()["mithryn"], "scenarios"):
        scenario = load(name)
        for seed in range(6):
            fight = scenario.setup.new_fight(Watch(Dice(seed), simple_players(scenario)))
            fight.play()
            turns += int(fight.turns)
    assert Watch.ended < turns / 100


@pytest.mark.once
@pytest.mark.parametrize(
    "hit_points", [5 if compiled() else 3, pytest.param(10, marks=pytest.mark.soak)]
)
@pytest.mark.parametrize("side", ["blade", "mace"])
def test_best_play_gains_little_over_it(side: str, hit_points: int) -> None:
    """In the duel of `first-blood`, with so many hit points."""
    raw = load("first-blood").raw()
    for one in raw["sides"]:
        one["fighters"][0]["hp"] = hit_points
    # to the end, however slow the machine is
    found = solve_duel(scenario_of(raw), best=[side], limits=SolverLimits(seconds=3600))
    assert found.best_play is not None
    least, most = found.best_play.gains(side)
    assert -1e-5 <= least <= most
    assert 0 <= most <= 0.04


def test_those_who_have_no_action_act_last() -> None:
    """Of equals, the first on the sheet."""
    fight: Any = Played(field({"Ann": {}, "Bo": {}}, house=EACH_COSTS)).fight
    ann, bo = fight.members[0]
    question = Question("order", 0, -1, [fight.scene.act[0], fight.scene.act[1]])
    assert key_of(fight, question) == "act Ann"
    ann.actions_owed = 2
    assert key_of(fight, question) == "act Bo"
    bo.acted = True
    assert key_of(fight, question) == "act Ann"


@pytest.mark.parametrize("table", [LiveTable, CheckingTable])
def test_it_gives_the_only_option_where_there_is_but_one(table: type[LiveTable]) -> None:
    """A live table asks it without listing the options."""
    cut_off = field(
        {"Ann": {"weapons": []}},
        {"Orc": {"at": "pit", "weapons": []}},
        zones="yard-pit",
        house={"flee_from": "exits"},
    )
    scenario = scenario_of({**cut_off, "map": {**cut_off["map"], "paths": []}, "round_limit": 3})
    fight = scenario.setup.new_fight(table(Dice(1), simple_players(scenario)))
    fight.play()
    assert (fight.round, fight.turns) == (3, 6)


# --- follies that were counted, and are gone ---


class Counting(LiveTable):
    """Counts the answers that a test calls a folly, and those it calls sensible."""

    def __init__(self, seed: int, players: list[Any], is_counted: Any) -> None:
        super().__init__(Dice(seed), players)
        self.is_counted = is_counted
        self.count = 0

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        answer = super().ask(fight, question)
        self.count += bool(self.is_counted(fight, question, answer))
        return answer


def counted(name: str, fights: int, is_counted: Any, **house: Any) -> int:
    """How many answers are counted in some fights of a scenario."""
    scenario = load(name).with_house(house)
    found = 0
    for seed in range(fights):
        table = Counting(seed, simple_players(scenario), is_counted)
        scenario.setup.new_fight(table).play()
        found += table.count
    return found


def test_shield_bearers_step_in_for_the_scholar() -> None:
    """Nobody did in 200 fights."""
    steps_in = counted("shield-bearers", 20, lambda _f, _q, answer: answer is options.INTERPOSE)
    assert steps_in >= 10


def test_nobody_helps_at_the_price_of_the_only_action() -> None:
    """It happened 379 times in 1,000 fights."""

    def is_folly(fight: Any, question: Question, answer: Option) -> bool:
        if question.kind != "help" or answer is not options.HELP:
            return False
        who = fight.combatants[question.who]
        now, then = [who.actions_owing(fight.house, who.actions_owed + more) for more in (0, 1)]
        return bool(now > then == 0)

    def is_help(_fight: Any, _question: Question, answer: Option) -> bool:
        return answer is options.HELP

    for name in ("causeway", "the-old-fort"):
        assert counted(name, 6, is_folly, **EACH_COSTS) == 0
        assert counted(name, 6, is_help, **EACH_COSTS) > 0


def test_only_better_weapons_are_picked_up() -> None:
    """In 400 fights 408 weapons were picked up that were no better than those at hand."""
    scenario = field(
        {"Ann": {"weapons": ["short-sword"]}, "Bo": {"weapons": []}},
        {"Orc": {"at": "b"}},
        "a-c-d-b",
    )
    fight: Any = Played(scenario).fight
    numbers = {arm.name: arm.index for arm in fight.scene.weapons}
    fight.lying.append((numbers["short-sword"], 0))
    for name, choice in (("Ann", "move c"), ("Bo", "pick up short-sword")):
        who = next(one for one in fight.combatants if one.name == name)
        fight.actions_left = 2
        assert key_of(fight, Question("turn", who.side, who.index, None)) == choice


def test_nobody_waits_hurt_with_a_poultice_in_hand() -> None:
    """It happened 129 times in 200 fights."""

    def is_folly(fight: Any, question: Question, answer: Option) -> bool:
        if question.kind != "turn" or answer is not options.END_TURN:
            return False
        who = fight.combatants[question.who]
        return bool(who.poultices > 0 and who.hit_points < who.sheet.hit_points)

    assert counted("shield-bearers", 20, is_folly) == 0
    scenario = field({"Ann": {"poultices": 1, "hp": 6}}, {"Orc": {"at": "b"}}, "a-b")
    scenario["map"]["paths"] = []
    game = Played(scenario)
    assert turn_of(game, "Ann") == "end turn"
    game.fighter("Ann").hit_points = 5
    assert turn_of(game, "Ann") == "poultice Ann"
