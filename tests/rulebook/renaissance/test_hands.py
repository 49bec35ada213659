"""What is in hand, carried and on the ground, and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, LiveTable, Player
from affray.library import load
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import (
    drop,
    drop_shield,
    empty_hand,
    lie,
    pick_up,
    reload,
    weapons_lying_at,
)
from affray.rulesets.renaissance.holds import catch
from affray.rulesets.renaissance.mounts import ride_by
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.several_attacks import EachQuestion, attack_with_each
from affray.rulesets.renaissance.sheet import (
    EMPTY,
    LOADED,
    MAIN_HAND,
    NO_STRIKE,
    NONE,
    OTHER_HAND,
    SHIELD_ARM,
)
from affray.rulesets.renaissance.targets import (
    attack_from,
    list_attacks_with,
    strikes_at,
)
from affray.space.grid import NO_SIGHT
from rulebook.renaissance.fields import field
from support import scenario_of, simple_players


def new_fight(scenario: str, number: int = 1) -> RenaissanceFight:
    """Return a fight between simple players."""
    found = load(scenario)
    fight = found.setup.new_fight(LiveTable(Dice(7, number), simple_players(found)))
    assert isinstance(fight, RenaissanceFight)
    return fight


def gear_of(who: Combatant) -> tuple[object, ...]:
    """Return what follows from what a fighter holds and carries."""
    return (who.held, who.at_hand, who.wielded, who.free_hands, who.burden)


@pytest.mark.parametrize("scenario", ["powder-and-steel", "goblin-gang"])
def test_every_fight_begins_with_its_own_gear(scenario: str) -> None:
    begun = [gear_of(who) for who in new_fight(scenario).combatants]
    changed = 0
    for number in range(12):
        fight = new_fight(scenario, number)
        for who, gear in zip(fight.combatants, begun, strict=True):
            assert gear_of(who) == gear
            who.reckon()
            assert gear_of(who) == gear
        fight.play()
        changed += [gear_of(who) for who in fight.combatants] != begun
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


# --- two weapons alike are two things -------------------------------------------------------------

PISTOL = {
    "damage": "1d10",
    "skills": ["ranged-weapons"],
    "ranges": [10, 20, 30, 40],
    "reload": "standard",
}
FORK = {"damage": "1d10", "tags": ["catch"]}
BLADE = {"blade": {"damage": "1d10+DB"}}


def armed(ann: dict[str, Any], orc: dict[str, Any] | None = None, **content: Any) -> Any:
    """Return a fight of Ann, who holds two weapons alike, and the orc beside her."""
    scenario = scenario_of(field(ann, orc, **content))
    return scenario.setup.new_fight(LiveTable(Dice(3), [DefaultPlayer(), DefaultPlayer()]))


def strike(fight: Any, who: int, other: int) -> Attack:
    """Return a plain attack by hand."""
    attacker = fight.combatants[who]
    weapon = fight.scene.weapons[attacker.main]
    return Attack(attacker, fight.combatants[other], weapon, NO_STRIKE, False)


class FirstTarget(Player):
    """Attacks with each weapon that may, and notes what it is asked."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.asked.append([option.key for option in question.options])
        if question.kind in ("each", "ride-by"):
            return question.options[1]
        return question.default_option()


@pytest.mark.rule("ranged.ammunition", "multi.attacks")
def test_of_two_pistols_alike_each_has_its_own_load() -> None:
    ann = {"weapons": ["pistol"], "off_hand": "pistol"}
    fight = armed(ann, {"at": [6, 1]}, weapons={"pistol": PISTOL})
    player = FirstTarget()
    fight.table.players[0] = player
    who = fight.combatants[0]
    attack_with_each(fight, who)
    assert len(player.asked) == 2, "both are aimed"
    assert (who.main_load, who.off_load) == (EMPTY, EMPTY), "both are shot"
    reload(fight, who)
    assert (who.main_load, who.off_load) == (LOADED, EMPTY), "one is loaded at a time"
    who.main_load, who.off_load = EMPTY, LOADED
    shot = attack_from(fight, who, list_attacks_with(fight, who, who.main)[0])
    assert (shot.hand, shot.off_hand) == (OTHER_HAND, True), "the loaded one shoots"
    player.asked.clear()
    attack_with_each(fight, who)
    assert len(player.asked) == 1, "the empty one is not aimed"
    assert (who.main_load, who.off_load) == (EMPTY, EMPTY)


@pytest.mark.rule("maneuver.catch")
def test_of_two_blades_alike_one_is_caught_and_the_other_attacks() -> None:
    fight = armed({"off_hand": "blade"}, {"weapons": ["fork"]}, weapons={"fork": FORK, **BLADE})
    ann, orc = fight.combatants
    attack = strike(fight, 0, 1)
    attack.caught_with = orc.gear.catching_hand
    catch(fight, attack)
    assert (ann.caught_hand, orc.catching_hand) == (MAIN_HAND, MAIN_HAND)
    assert ann.has_at_hand(ann.main), "the other one is free"
    assert strike(fight, 0, 1).hand == OTHER_HAND
    assert not ann.is_caught(ann.main), "and parries"
    stuck, free = (EachQuestion(fight, ann, ann.main, hand) for hand in (MAIN_HAND, OTHER_HAND))
    assert stuck.options == [fight.options.hold_back]
    assert len(free.options) > 1, "so of an attack with each only one is left"
    drop(fight, ann, ann.main, "turn.handling")
    assert (ann.caught_hand, orc.catching) == (NONE, NONE), "it is the caught one that is let go"
    assert (ann.main >= 0, ann.off) == (True, NONE)
    lone = armed({}, {"weapons": ["fork"]}, weapons={"fork": FORK, **BLADE})
    attack = strike(lone, 0, 1)
    attack.caught_with = MAIN_HAND
    catch(lone, attack)
    assert not lone.combatants[0].has_at_hand(lone.combatants[0].main), "a single one is stuck"


@pytest.mark.rule("maneuver.catch")
def test_of_two_forks_alike_the_one_that_caught_is_stuck() -> None:
    orc = {"weapons": ["fork"], "off_hand": "fork"}
    fight = armed({}, orc, weapons={"fork": FORK, **BLADE})
    catcher = fight.combatants[1]
    attack = strike(fight, 0, 1)
    attack.caught_with = catcher.gear.catching_hand
    catch(fight, attack)
    assert catcher.has_at_hand(catcher.main), "the other fork attacks"
    assert strike(fight, 1, 0).hand == OTHER_HAND
    empty_hand(fight, catcher, OTHER_HAND)
    assert catcher.catching >= 0, "which is not the one that holds the blade"
    empty_hand(fight, catcher, MAIN_HAND)
    assert (catcher.catching, fight.combatants[0].caught_hand) == (NONE, NONE)


@pytest.mark.rule("maneuver.catch")
def test_a_blade_caught_with_a_shield_is_free_when_the_shield_is_dropped() -> None:
    shield = {"trap": {"value": 1, "tags": ["catch"]}}
    fight = armed({}, {"shield": "trap"}, shields=shield)
    ann, orc = fight.combatants
    attack = strike(fight, 0, 1)
    attack.caught_with = orc.gear.catching_hand
    assert attack.caught_with == SHIELD_ARM
    catch(fight, attack)
    assert not ann.has_at_hand(ann.main)
    drop_shield(fight, orc, "turn.handling")
    assert (ann.caught_hand, orc.catching) == (NONE, NONE)
    assert ann.has_at_hand(ann.main)


@pytest.mark.rule("mount.ride-by")
def test_in_passing_each_of_two_weapons_alike_attacks() -> None:
    for off, count in (("blade", 2), (None, 1)):
        ann = {"off_hand": off} if off else {}
        fight = armed(ann)
        player = FirstTarget()
        fight.table.players[0] = player
        attacked: list[tuple[int, int, int]] = []
        ride_by(fight, fight.combatants[0], attacked)
        assert len(attacked) == count
        ride_by(fight, fight.combatants[0], attacked)
        assert len(attacked) == count, "each once"


@pytest.mark.rule("weapon.tags")
def test_two_heavy_things_alike_weigh_twice() -> None:
    anvil = {"damage": "1d10", "tags": ["heavy"]}
    one = armed({"weapons": ["anvil"], "str": 0}, weapons={"anvil": anvil, **BLADE})
    two = armed(
        {"weapons": ["anvil"], "off_hand": "anvil", "str": 0}, weapons={"anvil": anvil, **BLADE}
    )
    assert (one.combatants[0].burden, two.combatants[0].burden) == (1, 2)
