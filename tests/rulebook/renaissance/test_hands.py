"""What is in hand, carried and on the ground, and what follows from it."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.table import LiveTable
from affray.library import load
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import lie, pick_up, weapons_lying_at
from affray.rulesets.renaissance.sheet import NONE
from affray.rulesets.renaissance.targets import strikes_at, threatening_weapon, threatens
from affray.space.grid import NO_SIGHT
from support import simple_players


def new_fight(scenario: str, number: int = 1) -> RenaissanceFight:
    """Return a fight between simple players."""
    found = load(scenario)
    fight = found.setup.new_fight(LiveTable(Dice(7, number), simple_players(found)))
    assert isinstance(fight, RenaissanceFight)
    return fight


@pytest.mark.parametrize("scenario", ["silver-and-claws", "goblin-gang"])
def test_every_fight_begins_with_its_own_gear(scenario: str) -> None:
    begun = [who.gear.key() for who in new_fight(scenario).combatants]
    changed = 0
    for number in range(12):
        fight = new_fight(scenario, number)
        for who, gear in zip(fight.combatants, begun, strict=True):
            assert who.gear.key() == gear
            who.reckon()
            assert who.gear.key() == gear
        fight.play()
        changed += [who.gear.key() for who in fight.combatants] != begun
    assert changed


def test_what_a_fighter_carries_and_shoots_is_theirs_alone() -> None:
    one = new_fight("powder-and-steel").combatants[0]
    begun = (list(one.carried), list(one.carried_loads), list(one.ammo))
    assert begun[0]
    one.carry(3, 0)
    one.draw(begun[0][0])
    if begun[2]:
        one.set_ammo(0, 7)
    assert (list(one.carried), list(one.carried_loads)) == ([*begun[0][1:], 3], [*begun[1][1:], 0])
    other = new_fight("powder-and-steel").combatants[0]
    assert (list(other.carried), list(other.carried_loads), list(other.ammo)) == begun


@pytest.mark.rule("multi.attacks", "unarmed.base")
@pytest.mark.parametrize("scenario", ["silver-and-claws", "two-weapon-duel", "powder-and-steel"])
def test_each_thing_in_hand_each_natural_weapon_and_each_free_fist_is_wielded(
    scenario: str,
) -> None:
    fight = new_fight(scenario)
    weapons = fight.scene.weapons
    seen = set()
    for who in fight.combatants:
        for main, off, shield in ((-1, -1, -1), (0, -1, -1), (0, 1, -1), (-1, -1, 0), (1, 1, -1)):
            if shield < len(fight.scene.shields):
                who.main, who.off, who.shield = main, off, shield
                who.reckon()
                natural = [item for item in who.sheet.always if weapons[item].is_natural()]
                fists = [item for item in who.sheet.always if weapons[item].is_fist()]
                in_hand = [item for item in (main, off) if item >= 0]
                expected = [*in_hand, *natural, *(fists[:1] * int(who.free_hands))]
                assert list(who.wielded) == expected
                assert who.fists == sum(weapons[item].is_fist() for item in expected)
                seen.add(tuple(expected))
    assert len(seen) > 3


@pytest.mark.rule("maneuver.catch")
@pytest.mark.parametrize("scenario", ["goblin-gang", "two-weapon-duel"])
def test_a_weapon_or_a_shield_in_hand_catches_if_it_is_made_for_it(scenario: str) -> None:
    fight = new_fight(scenario)
    scene = fight.scene
    catching = set()
    for who in fight.combatants:
        for main in (NONE, *range(len(scene.weapons))):
            for shield in (NONE, *range(len(scene.shields))):
                who.main, who.shield = main, shield
                who.reckon()
                in_hand = [scene.weapons[item].tags for item in who.held]
                if shield >= 0:
                    in_hand.append(scene.shields[shield].tags)
                assert who.gear.catches == any(one & tags.CATCH for one in in_hand)
                catching.add(who.gear.catches)
    assert catching == ({False, True} if scenario == "two-weapon-duel" else {False})


@pytest.mark.rule("turn.threaten")
def test_a_weapon_strikes_as_far_as_it_reaches_past_no_wall() -> None:
    fight = new_fight("burning-tower")
    grid = fight.scene.grid
    long = next(one for one in fight.scene.weapons if one.is_melee() and one.reach == 2)
    short = next(one for one in fight.scene.weapons if one.is_melee() and one.reach == 1)
    for here in range(0, grid.size, 7):
        for there in range(grid.size):
            for weapon in (long, short):
                is_near = grid.spaces(here, there) <= weapon.reach
                expected = is_near and grid.sight(here, there) != NO_SIGHT
                assert strikes_at(fight, weapon, here, there) == expected


@pytest.mark.rule("turn.threaten", "unarmed.no-proficiency")
@pytest.mark.parametrize("scenario", ["goblin-gang", "lances-and-spears", "silver-and-claws"])
def test_a_fighter_threatens_with_what_is_at_hand(scenario: str) -> None:
    fight = new_fight(scenario)
    scene = fight.scene
    seen: set[tuple[bool, ...]] = set()
    for who in fight.combatants:
        for main in (who.main, NONE, *range(len(scene.weapons))):
            who.main = main
            who.reckon()
            arms = [scene.weapons[item] for item in who.at_hand]
            for cell in [*scene.grid.neighbours[who.cell], who.cell + 2, scene.grid.size - 1]:
                found = []
                for tag in (0, tags.FEND, tags.BRACE):
                    expected = any(
                        strikes_at(fight, weapon, who.cell, cell)
                        and (not weapon.is_unarmed() or who.sheet.boxes)
                        and (not tag or weapon.tags & tag)
                        for weapon in arms
                    )
                    assert (threatening_weapon(fight, who, cell, tag) >= 0) == expected
                    found.append(expected)
                assert threatens(fight, who, cell) == found[0]
                seen.add(tuple(found))
    assert {(False, False, False), (True, False, False)} <= seen
    has_spears = any(weapon.tags & (tags.FEND | tags.BRACE) for weapon in scene.weapons)
    assert any(fends or braces for _, fends, braces in seen) == has_spears


@pytest.mark.rule("turn.handling")
def test_what_lies_in_a_cell_is_found_with_what_is_in_it() -> None:
    fight = new_fight("goblin-gang")
    who = fight.combatants[0]
    who.main = who.off = who.shield = -1
    last, first = len(fight.scene.weapons) - 1, 0
    lie(fight, last, who.cell, 2)
    lie(fight, first, who.cell + 1, 1)
    lie(fight, first, who.cell, -1)
    lie(fight, last, who.cell, 0)
    assert weapons_lying_at(fight, who.cell) == [last, first, last]
    assert weapons_lying_at(fight, who.cell + 1) == [first]
    assert weapons_lying_at(fight, who.cell + 2) == []
    pick_up(fight, who, first)
    assert (who.main, who.main_load) == (first, -1)
    pick_up(fight, who, last)
    assert (who.off, who.off_load) == (last, 2), "of several alike, the first"
    assert weapons_lying_at(fight, who.cell) == [last]
    assert weapons_lying_at(fight, who.cell + 1) == [first]
