"""What is decided, rolled or drawn by a quicker way comes to the same as by the plain one."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.questions import Option
from affray.core.table import LiveTable, Player
from affray.library import load
from affray.players import as_player
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.formations import DIAGONAL
from affray.rulesets.renaissance.movement import (
    GAITS,
    Destinations,
    Landings,
    is_charging,
    is_one_metre,
    occupied_cells,
)
from affray.rulesets.renaissance.multiple import EachQuestion
from affray.rulesets.renaissance.reachable import FURTHEST
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.tactics import SimplePlayer
from affray.space.grid import NO_SIGHT
from affray.space.ways import within
from rulebook.quick_ways import AskingTable, assert_same_when_asked
from rulebook.renaissance.fields import field
from support import scenario_of

SCENARIOS = [
    "burning-tower",
    "frozen-monastery",
    "goblin-gang",
    "grenade-in-a-crowd",
    "lances-and-spears",
    "powder-and-steel",
    "silver-and-claws",
    "slaver-camp",
    "two-weapon-duel",
]


def players_of(scenario: Any, *kinds: str) -> list[Player]:
    """Players of some kinds, one for each side in turn."""
    sides = range(len(scenario.setup.sides))
    return [as_player(kinds[side % len(kinds)], scenario.ruleset, side) for side in sides]


# --- players who are asked directly ---


@pytest.mark.parametrize(
    ("name", "house"),
    [
        *[(name, {}) for name in SCENARIOS],
        ("two-weapon-duel", {"parry_is_reaction": True, "declare_defense": "before"}),
        ("goblin-gang", {"parry_is_reaction": True, "half_metres": "down"}),
    ],
)
def test_fights_are_the_same_where_players_are_asked_by_questions(
    name: str, house: dict[str, Any]
) -> None:
    scenario = load(name).with_house(house)
    assert_same_when_asked(scenario, range(3))
    assert_same_when_asked(scenario, range(3, 4), lambda one: players_of(one, "simple", "random"))


AMBUSHED = {"at": [5, 2], "unaware": True, "skills": {"perception": 50}, "dur": 25}
AMBUSH = field(
    {"unaware": True, "skills": {"perception": 60}, "dur": 25},
    {"hidden": True, "at": [7, 1], "weapons": ["bow"]},
    more={
        "Bea": {"friend": True, **AMBUSHED},
        "Imp": {"hidden": True, "at": [2, 3], "weapons": ["blade"], "luck": 0},
        "Elf": {"at": [9, 3], "weapons": ["bow"], "unaware": True},
    },
)


def test_who_is_taken_unawares_notices_or_not_as_where_everything_is_asked() -> None:
    scenario = scenario_of(AMBUSH)
    unaware = 0
    for number in range(40):
        quick = LiveTable(Dice(5, number), players_of(scenario, "simple"))
        slow = AskingTable(Dice(5, number), players_of(scenario, "simple"))
        one, other = scenario.setup.new_fight(quick), scenario.setup.new_fight(slow)
        assert isinstance(one, RenaissanceFight)
        unaware += one.combatants[0].unaware
        while not one.is_over():
            one.step()
            other.step()
            assert one.key_in_step() == other.key_in_step()
        assert quick.dice.word() == slow.dice.word()
    assert unaware == 40


def test_a_weapon_that_is_caught_is_not_chosen_as_one_of_several() -> None:
    scenario = load("two-weapon-duel")
    fight = scenario.setup.new_fight(LiveTable(Dice(1), players_of(scenario, "simple")))
    assert isinstance(fight, RenaissanceFight)
    who, enemy = fight.combatants[0], fight.combatants[1]
    fight.put(who, enemy.cell + 1)
    player = fight.direct_players[who.side]
    assert player is not None
    hold_back = fight.scene.hold_back
    assert player.choose_target(fight, who, who.off) is not hold_back
    who.caught_item = who.off
    who.reckon(fight.scene.weapons)
    assert EachQuestion(fight, who, who.off).forced_option() is hold_back
    assert player.choose_target(fight, who, who.off) is hold_back
    assert player.choose_target(fight, who, who.main) is not hold_back


@pytest.mark.parametrize("gait", range(len(GAITS)))
def test_a_path_leads_to_where_a_question_is_answered(gait: int) -> None:
    """Wherever the move was meant to lead: near or far, past somebody or nowhere."""
    scenario = load("goblin-gang")
    fight = scenario.setup.new_fight(LiveTable(Dice(1), players_of(scenario, "simple")))
    assert isinstance(fight, RenaissanceFight)
    me = fight.combatants[0]
    player = fight.direct_players[me.side]
    assert isinstance(player, SimplePlayer)
    grid = fight.scene.grid
    stays = 0
    cells = [*grid.neighbours[me.cell], *range(0, grid.size, 7), me.cell, -1]
    for cell in cells:
        for most in (1.0, 4.0, 12.0):
            player.intent.note(fight, me.index, gait, cell)
            path = player.choose_path(fight, me, gait, most)
            player.intent.note(fight, me.index, gait, cell)
            question = Destinations(fight, me, GAITS[gait], most, is_charging(gait))
            chosen = question.forced_option() or player.decide(fight, question)
            assert isinstance(chosen, Option)
            stays += chosen is fight.scene.stay
            assert (path[-1] if path else -1) == chosen.place
    assert 0 < stays < 3 * len(cells) or GAITS[gait] in ("crawl", "dash")


# --- where one gets to, drawn and listed ---

MAZE = [
    "....#.....",
    ".~..#.~~..",
    "..#.....#.",
    ".~#.##..#.",
    "..#....~..",
    "....##....",
]
CROWD = {f"G{number}": {"at": [number, 5]} for number in range(4)}


def crowded(hexes: bool) -> Scene:
    """A narrow map with rough ground and many on it."""
    house = {"grid": "hex"} if hexes else {}
    scene = scenario_of(
        field({"at": [0, 0]}, {"at": [9, 0]}, rows=MAZE, house=house, more=CROWD)
    ).setup
    assert isinstance(scene, Scene)
    return scene


def new_fight(scene: Scene) -> RenaissanceFight:
    return scene.new_fight(LiveTable(Dice(3), []))


def shuffled(fight: RenaissanceFight, number: int) -> None:
    """Puts everybody somewhere, close together, and some out of the fight."""
    dice = Dice(11, number)
    grid = fight.scene.grid
    free = [cell for cell in range(grid.size) if not grid.solid[cell]]
    first = dice.die(len(free))
    for who in fight.combatants:
        near = (first + dice.die(14)) % len(free) if number % 4 else dice.die(len(free)) - 1
        fight.put(who, free[near])
        who.gone = dice.die(6) == 1


@pytest.mark.parametrize("hexes", [False, True])
def test_everywhere_one_gets_to_is_what_a_search_finds(hexes: bool) -> None:
    scene = crowded(hexes)
    fight = new_fight(scene)
    cut_off = 0
    for number in range(150):
        shuffled(fight, number)
        mover = fight.combatants[number % len(fight.combatants)]
        for most in (0.5, 2.5, 4.0, 7.0, 12.0, FURTHEST + 1.0):
            for run_up in (False, True):
                question = Destinations(fight, mover, "move", most, run_up)
                taken = occupied_cells(fight, mover)
                cells = within(scene.grid, mover.cell, most, DIAGONAL, taken)
                if run_up:
                    cells = [one for one in cells if not is_one_metre(fight, mover.cell, one)]
                else:
                    nobody = [False] * scene.grid.size
                    open_cells = within(scene.grid, mover.cell, most, DIAGONAL, nobody)
                    cut_off += len([one for one in open_cells if not taken[one]]) > len(cells)
                assert [one.place for one in question.options[1:]] == cells
                assert question.options[0] is scene.stay
                for seed in range(3):
                    listed = question.options[Dice(seed, number).die(len(cells) + 1) - 1]
                    assert question.draw(Dice(seed, number)) is listed
    assert cut_off > 40, "those in the way cut somebody off"


@pytest.mark.parametrize("name", ["lances-and-spears", "burning-tower"])
def test_where_one_gets_to_in_the_midst_of_a_fight_is_what_a_search_finds(name: str) -> None:
    scenario = load(name)
    scene = scenario.setup
    assert isinstance(scene, Scene)
    fight = scene.new_fight(LiveTable(Dice(2), players_of(scenario, "random")))
    for _ in range(25):
        fight.step()
        for mover in fight.combatants:
            question = Destinations(fight, mover, "run", 9.0, False)
            taken = occupied_cells(fight, mover)
            cells = within(scene.grid, mover.cell, 9.0, DIAGONAL, taken)
            assert [one.place for one in question.options[1:]] == cells


@pytest.mark.parametrize("hexes", [False, True])
def test_a_landing_that_is_drawn_is_one_that_is_listed(hexes: bool) -> None:
    scene = crowded(hexes)
    grid = scene.grid
    fight = new_fight(scene)
    out_of_sight = 0
    for number in range(60):
        shuffled(fight, number)
        mover = fight.combatants[number % len(fight.combatants)]
        here = mover.cell
        for most in (1.0, 3.5, 6.0):
            for climbs in (False, True):
                question = Landings(fight, mover, most, climbs)
                taken = occupied_cells(fight, mover)
                cells = [
                    cell
                    for cell in range(grid.size)
                    if cell != here and not taken[cell] and not grid.solid[cell]
                    if grid.straight(here, cell) <= most
                ]
                seen = [cell for cell in cells if grid.sight(here, cell) != NO_SIGHT]
                out_of_sight += len(seen) < len(cells)
                assert [one.place for one in question.options[1:]] == (cells if climbs else seen)
                for seed in range(3):
                    listed = question.options[Dice(seed, number).die(len(question.options)) - 1]
                    assert question.draw(Dice(seed, number)) is listed
    assert out_of_sight > 20


# --- what can be attacked, and what lies on the ground ---


@pytest.mark.parametrize("name", ["goblin-gang", "powder-and-steel", "silver-and-claws"])
def test_somebody_can_be_attacked_where_an_attack_would_be_listed(name: str) -> None:
    scenario = load(name)
    scene = scenario.setup
    assert isinstance(scene, Scene)
    fight = scene.new_fight(LiveTable(Dice(2), players_of(scenario, "simple")))
    seen = set()
    while not fight.is_over():
        fight.step()
        for who in fight.combatants:
            for item in who.at_hand:
                for enemy in fight.enemies[who.side]:
                    listed = [one.target for one in fight.attacks_with(who, item)]
                    can_attack = fight.can_attack(who, item, enemy)
                    assert can_attack == (enemy.index in listed)
                    seen.add(can_attack)
                    for condition in ("hidden", "gone"):
                        before = getattr(enemy, condition)
                        setattr(enemy, condition, True)
                        assert not fight.can_attack(who, item, enemy)
                        setattr(enemy, condition, before)
                assert fight.has_attack_with(who, item) == bool(listed)
    assert seen == {False, True}
    who = fight.combatants[0]
    who.main = who.off = -1
    who.reckon(scene.weapons)
    out_of_hand = next(one.index for one in scene.weapons if not who.has_at_hand(one.index))
    assert not fight.can_attack(who, out_of_hand, fight.enemies[who.side][0])


def test_what_lies_in_a_cell_is_found_with_what_is_in_it_and_nothing_else() -> None:
    scene = crowded(False)
    fight = new_fight(scene)
    who = fight.combatants[0]
    who.main = who.off = who.shield = -1
    last, first = len(scene.weapons) - 1, 0
    fight.lie(last, who.cell, 2)
    fight.lie(first, who.cell + 1, 1)
    fight.lie(first, who.cell, -1)
    fight.lie(last, who.cell, 0)
    assert fight.weapons_lying_at(who.cell) == [last, first, last]
    assert fight.weapons_lying_at(who.cell + 1) == [first]
    assert fight.weapons_lying_at(who.cell + 2) == []
    fight.pick_up(who, first)
    assert (who.main, who.main_load) == (first, -1)
    fight.pick_up(who, last)
    assert (who.off, who.off_load) == (last, 2), "of several alike, the first"
    assert fight.weapons_lying_at(who.cell) == [last]
    assert fight.weapons_lying_at(who.cell + 1) == [first]
