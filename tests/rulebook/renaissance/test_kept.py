"""What a scenario or a fight keeps is what it would be if it were worked out anew."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.state import state_fields
from affray.core.table import LiveTable
from affray.library import load
from affray.players import as_player
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.attack import (
    Attack,
    best_guard,
    defense_effort,
    plain_defense,
)
from affray.rulesets.renaissance.checks import Effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.mounts import ride_by
from affray.rulesets.renaissance.movement import DIAGONAL, RUN, Walk, occupied_cells, way_to
from affray.rulesets.renaissance.reactions import (
    FURTHEST_REACH,
    IN_REACH,
    leaves,
    offer_attack,
    trigger,
)
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import STRIKES
from affray.space.ways import way

SCENARIOS = ["silver-and-claws", "burning-tower", "lances-and-spears", "frozen-monastery"]


def scene_of(scenario: str) -> Scene:
    scene = load(scenario).setup
    assert isinstance(scene, Scene)
    return scene


def new_fight(scene: Scene, number: int = 1) -> RenaissanceFight:
    """A fight between simple players."""
    ruleset = load("goblin-gang").ruleset
    players = [as_player("simple", ruleset, side) for side in range(len(scene.sides))]
    return scene.new_fight(LiveTable(Dice(7, number), players))


def gear_of(who: Combatant) -> tuple[object, ...]:
    """What follows from somebody's gear."""
    lists = (list(who.held), list(who.at_hand), list(who.wielded))
    return (lists, who.fists, who.free_hands, who.burden)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_neighbours_nearer_to_a_goal_are_kept_nearest_first(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    for goal in range(0, grid.size, 7):
        field = scene.field(goal)
        for here in range(grid.size):
            by_distance = sorted(grid.neighbours[here], key=lambda there: field[there])
            expected = [there for there in by_distance if field[there] < field[here]]
            assert scene.nearer(goal, here) == expected
            assert scene.nearer(goal, here) == expected, "the second time"


@pytest.mark.parametrize("scenario", ["silver-and-claws", "powder-and-steel"])
def test_shelter_is_kept_by_where_one_is_and_how_far_one_goes(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    found = 0
    for metres in (3.5, 4.0, 9.0):
        for here in range(grid.size):
            expected = [
                cell
                for cell in scene.sheltered
                if cell != here and grid.at_least(here, cell, DIAGONAL) <= metres
            ]
            assert scene.shelters_near(here, metres) == expected
            found += len(expected)
    assert found > 50


@pytest.mark.parametrize("scenario", ["silver-and-claws", "goblin-gang"])
def test_every_fight_begins_with_its_own_gear(scenario: str) -> None:
    scene = scene_of(scenario)
    begun = [gear_of(who) for who in new_fight(scene).combatants]
    changed = 0
    for number in range(12):
        fight = new_fight(scene, number)
        for who, gear in zip(fight.combatants, begun, strict=True):
            assert gear_of(who) == gear
            who.reckon(scene.weapons)
            assert gear_of(who) == gear
        fight = new_fight(scene, number)
        fight.play()
        changed += [gear_of(who) for who in fight.combatants] != begun
    assert changed


def test_what_somebody_carries_and_shoots_is_theirs_alone() -> None:
    scene = scene_of("powder-and-steel")
    one = new_fight(scene).combatants[0]
    begun = (list(one.carried), list(one.carried_loads), list(one.ammo))
    assert begun[0]
    one.carry(3, 0)
    one.draw(begun[0][0])
    if begun[2]:
        one.set_ammo(0, 7)
    assert (list(one.carried), list(one.carried_loads)) == ([*begun[0][1:], 3], [*begun[1][1:], 0])
    other = new_fight(scene).combatants[0]
    assert (list(other.carried), list(other.carried_loads), list(other.ammo)) == begun


@pytest.mark.parametrize("scenario", ["silver-and-claws", "two-weapon-duel", "powder-and-steel"])
def test_what_is_wielded_follows_from_what_is_in_the_hands(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    weapons = fight.scene.weapons
    seen = set()
    for who in fight.combatants:
        for main, off, shield in ((-1, -1, -1), (0, -1, -1), (0, 1, -1), (-1, -1, 0), (1, 1, -1)):
            if shield < len(fight.scene.shields):
                who.main, who.off, who.shield = main, off, shield
                who.reckon(weapons)
                natural = [item for item in who.sheet.always if weapons[item].is_natural()]
                fists = [item for item in who.sheet.always if weapons[item].is_fist()]
                in_hand = [item for item in (main, off) if item >= 0]
                expected = [*in_hand, *natural, *(fists[:1] * int(who.free_hands))]
                assert list(who.wielded) == expected
                assert who.fists == sum(weapons[item].is_fist() for item in expected)
                seen.add(tuple(expected))
    assert len(seen) > 3


def test_enemies_are_all_on_other_sides_in_their_order() -> None:
    fight = new_fight(scene_of("grenade-in-a-crowd"))
    assert len(fight.enemies) == len(fight.scene.sides)
    for side, enemies in enumerate(fight.enemies):
        assert enemies == [who for who in fight.combatants if who.side != side]


def taken_anew(fight: RenaissanceFight, mover: Combatant) -> list[bool]:
    """Where others stand, seen without what is kept."""
    standing = [
        who.cell
        for who in fight.combatants
        if who.is_able() and who is not mover and who.index != mover.mount
    ]
    return [cell in standing and cell != mover.cell for cell in range(fight.scene.grid.size)]


@pytest.mark.parametrize("scenario", ["lances-and-spears", "goblin-gang"])
def test_where_others_stand_and_the_way_past_them_follow_every_change(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    grid = fight.scene.grid
    mover = fight.combatants[0]
    goal = next(cell for cell in range(grid.size - 1, 0, -1) if grid.neighbours[cell])

    def compare(what: str) -> None:
        for who in (mover, fight.combatants[2], mover):
            anew = taken_anew(fight, who)
            assert list(occupied_cells(fight, who)) == anew, what
            for most in (60.0, 8.0, 60.0):
                found = way_to(fight, who, goal, most)
                assert found == way(grid, who.cell, goal, most, DIAGONAL, anew), what

    compare("nothing")
    fields = [one for one in state_fields(Combatant) if one.type in ("bool", "i64")]
    for field in fields:
        for who in fight.combatants[:4]:
            before = getattr(who, field.name)
            values: list[object] = [not before]
            if field.name == "cell":
                values = [cell for cell in (goal - 1, goal - grid.width) if not grid.solid[cell]]
            elif field.type == "i64":
                values = [-1, 1] if field.name in ("mount", "rider") else [before + 1, before + 40]
            for value in values:
                setattr(who, field.name, value)
                compare(f"{field.name} of {who.name} is {value}")
            setattr(who, field.name, before)
            compare(f"{field.name} of {who.name} is {before} again")


@pytest.mark.parametrize("scenario", ["goblin-gang", "burning-tower"])
def test_nobody_is_missed_into_whose_reach_a_step_or_a_jump_leads(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    grid = fight.scene.grid
    mover = fight.combatants[0]
    enemies = fight.enemies[mover.side]
    for enemy in enemies:
        enemy.reacted = 1  # nobody strikes, so that all can be tried

    def nearest(cell: int) -> int:
        return min(int(grid.spaces(enemy.cell, cell)) for enemy in enemies)

    far = near = 0
    dice = Dice(5)
    for here in range(grid.size):
        walk = Walk(mover, RUN, here)
        fight.clear_steps = 0
        mover.cell = here
        for _ in range(12):
            jump = dice.die(4) == 1 or not grid.neighbours[mover.cell]
            cells = list(range(grid.size)) if jump else grid.neighbours[mover.cell]
            there = cells[dice.die(len(cells)) - 1]
            assert not leaves(fight, walk, there)
            if min(nearest(int(mover.cell)), nearest(there)) <= FURTHEST_REACH:
                assert walk.is_near_enemy
                near += 1
            elif not walk.is_near_enemy:
                far += 1
            mover.cell = there
    assert near > 100
    assert far > 100


def test_whoever_is_asked_in_a_move_may_be_elsewhere_after_it() -> None:
    fight = new_fight(scene_of("lances-and-spears"))
    rider = next(who for who in fight.combatants if who.mount >= 0)
    enemy = fight.enemies[rider.side][0]
    fight.put(rider, enemy.cell + 1)
    fight.clear_steps = 5
    trigger(fight, IN_REACH, rider)
    assert fight.clear_steps == 5, "nobody waits"
    enemy.ready_for, enemy.ready_verb = IN_REACH, verbs.DEFEND
    trigger(fight, IN_REACH, rider)
    assert fight.clear_steps == 0
    enemy.reacted = 0
    fight.clear_steps = 5
    offer_attack(fight, enemy, rider, 0, "reaction.opportunity")
    assert fight.clear_steps == 0
    fight.clear_steps = 5
    assert rider.is_free_to_act()
    ride_by(fight, rider, [])
    assert fight.clear_steps == 0


def check_of(effort: Effort) -> tuple[object, ...]:
    """All that decides what becomes of a check, and by which rule it is made."""
    mods = effort.mods
    return (effort.who, effort.label, effort.base, mods.bonus, mods.penalty, effort.rule)


@pytest.mark.parametrize("scenario", ["goblin-gang", "silver-and-claws", "two-weapon-duel"])
def test_a_defence_that_is_kept_is_the_one_that_would_be_worked_out(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    seen: set[tuple[object, ...]] = set()

    def compare(what: str) -> None:
        for attacker in fight.combatants[:4]:
            target = fight.enemies[attacker.side][0]
            for item in [*attacker.at_hand, *attacker.carried]:
                weapon = fight.scene.weapons[item]
                for strike in range(len(STRIKES)):
                    for thrown in (False, True):
                        attack = Attack(attacker, target, weapon, strike, thrown)
                        guard = best_guard(fight, attack)
                        anew = check_of(defense_effort(fight, attack, guard, False))
                        for time in ("first", "second"):
                            kept = check_of(plain_defense(fight, attack))
                            assert kept == anew, (what, time)
                        seen.add(anew)

    compare("nothing")
    defender = fight.enemies[fight.combatants[0].side][0]
    for field in state_fields(Combatant):
        if field.type not in ("bool", "i64") or field.name == "cell":
            continue
        before = getattr(defender, field.name)
        values: list[object] = [not before]
        if field.type == "i64":
            highest = len(fight.scene.shields) - 1 if field.name == "shield" else 3
            values = [value for value in range(-1, highest + 1) if value != before]
        if field.name in ("burden", "free_hands", "wounds", "luck", "reacted"):
            values = [1, 2, 3, 20]
        for value in values:
            setattr(defender, field.name, value)
            if field.name not in ("burden", "free_hands"):
                defender.reckon(fight.scene.weapons)
            compare(f"{field.name} is {value}")
        setattr(defender, field.name, before)
        defender.reckon(fight.scene.weapons)
    assert len(seen) > 10
    assert any(one is not None for one in fight.scene.defenses)
