"""What a scenario or a fight keeps is what it would be if it were worked out anew."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.state import state_fields
from affray.core.table import LiveTable, Player
from affray.library import load, ruleset_named
from affray.players import as_player
from affray.rulesets.renaissance import skills, tags, verbs
from affray.rulesets.renaissance.attack import (
    Attack,
    attack_effort,
    best_guard,
    defense_effort,
    plain_defense,
    ready_effort,
)
from affray.rulesets.renaissance.checks import (
    AnsweringEffort,
    AnsweringModifiers,
    Effort,
    Modifiers,
    contest,
)
from affray.rulesets.renaissance.codes import UNKEPT, attacker_code, target_code
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.formations import DIAGONAL
from affray.rulesets.renaissance.gear import MOST_KEPT, UNNUMBERED, Gear, Hands
from affray.rulesets.renaissance.lines import cover_between, line_of_fire, range_category
from affray.rulesets.renaissance.merging import SOMETHING
from affray.rulesets.renaissance.mounts import ride_by
from affray.rulesets.renaissance.movement import (
    CRAWL,
    DASH,
    GAITS,
    RUN,
    WALK,
    Walk,
    occupied_cells,
    rate,
    walk,
    way_to,
)
from affray.rulesets.renaissance.reactions import (
    FURTHEST_REACH,
    IN_REACH,
    NO_REACH,
    enters,
    gm_triggers,
    is_out_of_readied_reach,
    is_waited_for,
    leaves,
    offer_attack,
    strikes_at,
    threatening_weapon,
    threatens,
    trigger,
)
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import MAIM, NO_STRIKE, NONE, STRIKES
from affray.rulesets.renaissance.strikes import HAND, LEG
from affray.space.grid import NO_SIGHT
from affray.space.ways import step_cost, way
from rulebook.renaissance.fields import field as small_field
from support import scenario_of

MANNERS = ("off_hand", "one_of_many", "many_targets", "riding_by", "receiving_charge")

SCENARIOS = ["silver-and-claws", "burning-tower", "lances-and-spears", "frozen-monastery"]


def scene_of(scenario: str) -> Scene:
    scene = load(scenario).setup
    assert isinstance(scene, Scene)
    return scene


def new_fight(scene: Scene, number: int = 1) -> RenaissanceFight:
    """A fight between simple players."""
    ruleset = ruleset_named("renaissance")
    players = [as_player("simple", ruleset, side) for side in range(len(scene.sides))]
    return scene.new_fight(LiveTable(Dice(7, number), players))


def gear_anew(fight: RenaissanceFight, who: Combatant) -> Gear:
    """What follows from somebody's gear, seen without what is kept."""
    scene = fight.scene
    has_lost_hand = who.lost_limbs & HAND != 0
    stuck = who.catching_item if who.catching >= 0 else NONE
    hands = Hands(1 if has_lost_hand else 2, who.main, who.off, who.shield, who.caught_item, stuck)
    return Gear(who.sheet, scene.weapons, scene.shields, hands, who.carried, UNNUMBERED)


def gear_of(who: Combatant) -> tuple[object, ...]:
    """What follows from somebody's gear."""
    return figures_of(who.gear)


def figures_of(gear: Gear) -> tuple[object, ...]:
    """All that follows from some gear."""
    return (gear.key(), gear.to_load, gear.shoots, gear.needs_care, gear.arms, gear.resistances)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_neighbours_nearer_to_a_goal_are_kept_nearest_first(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    for goal in range(0, grid.size, 7):
        field = scene.field(goal)
        for here in range(grid.size):
            by_distance = sorted(grid.neighbours[here], key=lambda there: field[there])
            expected = [there for there in by_distance if field[there] < field[here]]
            costs = [2.0 * step_cost(grid, here, there, DIAGONAL) for there in expected]
            for _ in ("first", "second"):
                assert scene.nearer(goal, here).cells == expected
                assert list(scene.nearer(goal, here).costs) == costs


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
            for most in (8.0, 60.0, 8.0, 60.0):
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
                fight.put(who, who.cell)  # riders are where their mounts are
                compare(f"{field.name} of {who.name} is {value}")
            setattr(who, field.name, before)
            fight.put(who, who.cell)
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
        walk = Walk(mover, RUN, [here])
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
    trigger(fight, IN_REACH, rider, SOMETHING)
    assert fight.clear_steps == 5, "nobody waits"
    enemy.ready_for, enemy.ready_verb = IN_REACH, verbs.DEFEND
    trigger(fight, IN_REACH, rider, SOMETHING)
    assert fight.clear_steps == 0
    enemy.reacted = 0
    fight.clear_steps = 5
    walk = Walk(rider, RUN, [int(rider.cell)])
    offer_attack(fight, enemy, walk, 0, "reaction.opportunity")
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
                        if not attack.melee and not weapon.is_ranged():
                            continue
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
        if field.name in ("wounds", "luck", "reacted"):
            values = [1, 2, 3, 20]
        for value in values:
            setattr(defender, field.name, value)
            defender.reckon(fight.scene.weapons)
            compare(f"{field.name} is {value}")
            defender.full_defense = not defender.full_defense
            compare(f"{field.name} is {value}, and the defence full or not")
            defender.full_defense = not defender.full_defense
        setattr(defender, field.name, before)
        defender.reckon(fight.scene.weapons)
    assert len(seen) > 10
    known = [one for one in fight.scene.estimates if one is not None]
    assert any(one.defense_check is not None for one in known)


@pytest.mark.parametrize("scenario", ["goblin-gang", "silver-and-claws", "lances-and-spears"])
def test_an_attack_that_is_kept_is_the_one_that_would_be_worked_out(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    attacker = fight.combatants[0]
    target = fight.enemies[attacker.side][0]
    seen: set[tuple[object, ...]] = set()

    def compare(what: str) -> None:
        for item in [*attacker.at_hand, *attacker.carried]:
            weapon = fight.scene.weapons[item]
            for strike in (NO_STRIKE, MAIM):
                for thrown in (False, True):
                    attack = Attack(attacker, target, weapon, strike, thrown)
                    if not attack.melee and not weapon.is_ranged():
                        continue
                    for flag in ("", *MANNERS):
                        if flag:
                            setattr(attack, flag, True)
                        anew = attack_effort(fight, attack)
                        for time in ("first", "second"):
                            kept = ready_effort(fight, attack)
                            assert check_of(kept) == check_of(anew), (what, flag, time)
                            assert kept.wants_exceptional == anew.wants_exceptional
                        seen.add(check_of(anew))

    compare("nothing")
    for who in (attacker, target):
        for field in state_fields(Combatant):
            if field.type not in ("bool", "i64"):
                continue
            before = getattr(who, field.name)
            values: list[object] = [not before]
            if field.type == "i64":
                highest = len(fight.scene.shields) - 1 if field.name == "shield" else 3
                values = [value for value in range(-1, highest + 1) if value != before]
            if field.name in ("wounds", "luck", "reacted"):
                values = [1, 2, 3, 20]
            if field.name == "cell":
                values = [target.cell + 1, target.cell + 9, attacker.cell + 3]
            for value in values:
                setattr(who, field.name, value)
                who.reckon(fight.scene.weapons)
                compare(f"{field.name} of {who.name} is {value}")
            setattr(who, field.name, before)
            who.reckon(fight.scene.weapons)
    assert len(seen) > 10
    known = [one for one in fight.scene.estimates if one is not None]
    assert any(one.attack_check is not None for one in known)


@pytest.mark.parametrize("scenario", ["goblin-gang", "two-weapon-duel", "powder-and-steel"])
def test_what_is_kept_of_gear_follows_every_change_of_it(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    weapons = fight.scene.weapons
    seen: set[object] = set()
    for who in fight.combatants[:3]:
        for name in ("main", "off", "shield", "caught_item", "catching_item", "lost_limbs"):
            before = getattr(who, name)
            shields = len(fight.scene.shields)
            lowest = 0 if name == "lost_limbs" else -1
            for value in range(lowest, shields if name == "shield" else 3):
                for carried in (who.sheet.carried, [0] * 9, []):
                    setattr(who, name, value)
                    who.carried = carried
                    who.catching = 0 if name == "catching_item" and value >= 0 else NONE
                    who.reckon(weapons)
                    anew = gear_anew(fight, who)
                    assert gear_of(who) == figures_of(anew), (name, value)
                    seen.add(anew.key())
            setattr(who, name, before)
            who.catching = NONE
    assert len(seen) > 8


def test_more_gear_than_is_kept_is_worked_out_each_time() -> None:
    fight = new_fight(scene_of("goblin-gang"))
    who, enemy = fight.combatants[0], fight.enemies[fight.combatants[0].side][0]
    weapon = fight.scene.weapons[who.at_hand[0]]
    for count in range(MOST_KEPT + 5):
        who.carried = [0] * count
        who.reckon(fight.scene.weapons)
        assert gear_of(who) == figures_of(gear_anew(fight, who))
    who.off = next(one.index for one in fight.scene.weapons if one.index not in who.held)
    who.reckon(fight.scene.weapons)
    assert who.gear.number == UNNUMBERED
    assert target_code(who) == UNKEPT
    assert attacker_code(fight, who, enemy, weapon, NO_STRIKE, 0, 0) == UNKEPT
    attack = Attack(who, enemy, weapon, NO_STRIKE, False)
    assert check_of(ready_effort(fight, attack)) == check_of(attack_effort(fight, attack))


def test_gear_has_another_number_only_where_it_matters_to_a_check() -> None:
    fight = new_fight(scene_of("goblin-gang"))
    weapons = fight.scene.weapons
    who = fight.combatants[0]
    heavy = next(one.index for one in weapons if one.tags & tags.HEAVY)
    light = next(one.index for one in weapons if not one.tags & tags.HEAVY)

    def number_of(main: int, carried: list[int]) -> int:
        who.main, who.carried = main, carried
        who.reckon(weapons)
        return who.gear.number

    first = number_of(light, [])
    assert number_of(light, [light]) == number_of(light, [light, light]) == first
    assert number_of(-1, []) != first, "with empty hands"
    laden = number_of(light, [heavy] * 20)
    assert laden != first, "under too much"
    assert number_of(light, [heavy] * 20 + [light]) == laden
    assert number_of(light, [light]) == first


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_distances_and_reaches_are_kept_by_cell(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    blocked = 0
    for here in range(0, grid.size, 5):
        for _ in ("first", "second"):
            spaces, reaches = scene.spaces_from(here), scene.reaches_from(here)
            metres = scene.metres_from(here)
        for there in range(grid.size):
            assert metres[there] == grid.rounded(here, there)
            away = grid.spaces(here, there)
            assert spaces[there] == away
            is_seen = grid.sight(here, there) != NO_SIGHT
            expected = away if away <= FURTHEST_REACH and is_seen else NO_REACH
            assert reaches[there] == expected
            blocked += away <= FURTHEST_REACH and not is_seen
    assert blocked or not grid.opaque


def test_a_weapon_strikes_as_far_as_it_reaches_past_no_wall() -> None:
    fight = new_fight(scene_of("burning-tower"))
    grid = fight.scene.grid
    long = next(one for one in fight.scene.weapons if one.is_melee() and one.reach == 2)
    short = next(one for one in fight.scene.weapons if one.is_melee() and one.reach == 1)
    for here in range(0, grid.size, 7):
        for there in range(grid.size):
            for weapon in (long, short):
                is_near = grid.spaces(here, there) <= weapon.reach
                expected = is_near and grid.sight(here, there) != NO_SIGHT
                assert strikes_at(fight, weapon, here, there) == expected


@pytest.mark.parametrize("scenario", ["goblin-gang", "burning-tower"])
def test_cells_to_strike_from_are_kept_nearest_first(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    for reach in (1, 2):
        for target in range(0, grid.size, 5):
            cells = scene.striking_cells(target, reach)
            for here in range(grid.size):
                expected = sorted(cells, key=lambda cell: grid.straight_order(here, cell))
                assert scene.striking_cells_by(here, target, reach) == expected
                assert scene.striking_cells_by(here, target, reach) == expected, "the second time"


@pytest.mark.parametrize("scenario", ["silver-and-claws", "powder-and-steel", "burning-tower"])
def test_lines_of_fire_are_kept_by_weapon_and_both_ends(scenario: str) -> None:
    scene = scene_of(scenario)
    grid = scene.grid
    seen: set[tuple[object, ...]] = set()
    for weapon in [one for one in scene.weapons if one.is_ranged()]:
        for here in range(0, grid.size, 13):
            for there in range(0, grid.size, 3):
                for _ in ("first", "second"):
                    line = line_of_fire(scene, weapon, here, there)
                metres = grid.rounded(here, there)
                is_seen = grid.sight(here, there) != NO_SIGHT
                assert line.is_open == (metres <= weapon.far and is_seen)
                assert line.category == range_category(weapon, metres)
                if metres <= weapon.far:
                    assert line.cover == cover_between(grid, here, there)
                assert line.is_point_blank == (grid.spaces(here, there) <= 1)
                seen.add((line.code, line.category, line.cover, line.is_point_blank))
    assert len({one[0] for one in seen}) == len(seen), "a number for each"


def sides_anew(fight: RenaissanceFight) -> int:
    """How many sides are left, two standing for more, seen without what is kept."""
    return min(2, len({who.side for who in fight.combatants if who.is_in_fight()}))


@pytest.mark.parametrize("scenario", ["grenade-in-a-crowd", "lances-and-spears"])
def test_who_is_left_is_looked_at_again_when_somebody_falls(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    dice = Dice(3)
    seen = set()
    for _ in range(400):
        who = fight.combatants[dice.die(len(fight.combatants)) - 1]
        is_to_fall = dice.die(5) > 1
        who.damage = who.sheet.dur if is_to_fall else 0
        who.gone = dice.die(9) == 1
        assert fight.sides_left() == sides_anew(fight)
        seen.add(int(fight.sides_left()))
    assert seen == {0, 1, 2}


def test_it_is_forgotten_that_somebody_waited_when_nobody_does() -> None:
    fight = new_fight(scene_of("goblin-gang"))
    one, other = fight.combatants[0], fight.combatants[1]
    one.ready_for = IN_REACH
    fight.somebody_waits = True
    gm_triggers(fight, other)
    assert fight.somebody_waits
    one.forget_readied()
    gm_triggers(fight, other)
    assert not fight.somebody_waits


def test_a_walk_ends_after_the_first_step_of_one_who_cannot_go_on() -> None:
    fight = new_fight(scene_of("goblin-gang"))
    grid = fight.scene.grid
    mover = fight.combatants[0]
    for enemy in fight.enemies[mover.side]:
        enemy.gone = True
    path = way_to(fight, mover, grid.neighbours[grid.neighbours[mover.cell][0]][0], 9.0)
    path = path or grid.neighbours[mover.cell][:1]
    path = [*path, *[grid.neighbours[path[-1]][0]]]
    mover.prone = True
    walk(fight, mover, path, RUN)
    assert mover.cell == path[0]
    mover.prone = False
    walk(fight, mover, path[1:], RUN)
    assert mover.cell == path[-1]


def test_everybody_is_asked_about_their_own_luck() -> None:
    scene = scene_of("goblin-gang")
    for who, sheet in enumerate(scene.sheets):
        for is_hindered in (False, True):
            before = scene.luck_before(who, is_hindered)
            assert (before.kind, before.side, before.who) == ("luck-before", sheet.side, who)
            assert (scene.ignore in before.options) == is_hindered
            for can_upgrade in (False, True):
                after = scene.luck_after(who, is_hindered, can_upgrade)
                assert (after.kind, after.side, after.who) == ("luck-after", sheet.side, who)
                assert (scene.swap in after.options) == is_hindered
                assert (scene.upgrade in after.options) == can_upgrade


@pytest.mark.once
@pytest.mark.parametrize("house", [{}, {"parry_is_reaction": True, "declare_defense": "before"}])
@pytest.mark.parametrize("player", ["simple", "random"])
@pytest.mark.parametrize("scenario", ["goblin-gang", "two-weapon-duel", "frozen-monastery"])
def test_dice_fall_the_same_with_stages_and_without(
    scenario: str, player: str, house: dict[str, str | bool]
) -> None:
    found = load(scenario).with_house(house)
    spent = 0
    for number in range(40):
        ends = []
        for follows_stages in (False, True):
            sides = range(len(found.setup.sides))
            players = [as_player(player, found.ruleset, side) for side in sides]
            table = LiveTable(Dice(11, number), players)
            assert not table.follows_stages
            table.follows_stages = follows_stages
            fight = found.setup.new_fight(table)
            assert isinstance(fight, RenaissanceFight)
            states = []
            for _ in range(200):
                if fight.is_over():
                    break
                fight.step()
                states.append(fight.key())
            ends.append((states, table.dice.die(1_000_000)))
            spent += sum(who.luck < who.sheet.luck for who in fight.combatants)
        assert ends[0] == ends[1]
    assert spent or scenario == "two-weapon-duel", "nobody has Luck there"


def test_the_arms_of_somebody_are_all_forms_of_what_is_at_hand() -> None:
    fight = new_fight(scene_of("silver-and-claws"))
    forms = fight.scene.forms
    for who in fight.combatants:
        assert who.gear.arms == [form for item in who.at_hand for form in forms[item]]
    assert any(form.ammo >= 0 for who in fight.combatants for form in who.gear.arms)


class LuckCounter(Player):
    """Keeps its Luck, and counts who was asked about it before a roll."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        if question.kind == "luck-before":
            self.asked.append(int(question.who))
        return question.default_option()


@pytest.mark.parametrize("follows_stages", [False, True])
def test_each_side_is_asked_about_luck_once_however_often_both_roll(follows_stages: bool) -> None:
    scene = scene_of("goblin-gang")
    player = LuckCounter()
    table = LiveTable(Dice(4), [player for _ in scene.sides])
    table.follows_stages = follows_stages
    fight = scene.new_fight(table)
    one, other = fight.combatants[0], fight.enemies[fight.combatants[0].side][0]
    one.luck = other.luck = 1
    first = Effort(one, "", 0, Modifiers(False))
    contest(fight, first, AnsweringEffort(other, "", 0, AnsweringModifiers(False)), False)
    assert player.asked == [one.index, other.index]


@pytest.mark.parametrize("scenario", ["goblin-gang", "lances-and-spears", "silver-and-claws"])
def test_where_one_threatens_follows_from_what_is_at_hand(scenario: str) -> None:
    """[turn.threaten], whatever is in the hands, and with bare ones only for those who box."""
    fight = new_fight(scene_of(scenario))
    scene = fight.scene
    seen: set[tuple[bool, ...]] = set()
    for who in fight.combatants:
        for main in (who.main, NONE, *range(len(scene.weapons))):
            who.main = main
            who.reckon(scene.weapons)
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
    assert has_spears == (scenario == "lances-and-spears")


@pytest.mark.parametrize("scenario", ["goblin-gang", "two-weapon-duel"])
def test_what_is_at_hand_and_what_can_catch_is_known_of_every_gear(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    scene = fight.scene
    catching = set()
    for who in fight.combatants:
        for main in (NONE, *range(len(scene.weapons))):
            for shield in (NONE, *range(len(scene.shields))):
                who.main, who.shield = main, shield
                who.reckon(scene.weapons)
                for item in range(-1, len(scene.weapons)):
                    assert who.has_at_hand(item) == (item in who.at_hand)
                in_hand = [scene.weapons[item].tags for item in who.held]
                if shield >= 0:
                    in_hand.append(scene.shields[shield].tags)
                assert who.gear.catches == any(one & tags.CATCH for one in in_hand)
                catching.add(who.gear.catches)
                items = [item for item in who.held if scene.weapons[item].tags & tags.CATCH]
                assert who.gear.to_catch_with is (scene.weapons[items[0]] if items else None)
                assert who.gear.wielded_weapons == [scene.weapons[item] for item in who.wielded]
                worn = scene.shields[shield].resistances if shield >= 0 else []
                assert who.gear.resistances == [*who.sheet.resistances, *worn]
    assert catching == ({False, True} if scenario == "two-weapon-duel" else {False})


@pytest.mark.parametrize("scenario", [*SCENARIOS, "powder-and-steel"])
def test_what_is_read_of_a_sheet_most_is_what_the_sheet_says(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    mounts = 0
    for who in fight.combatants:
        sheet, born = who.sheet, who.sheet.born
        assert (who.dur, who.negates) == (sheet.dur, sheet.negates)
        assert who.shares_turn == (sheet.rider >= 0)
        mounts += who.shares_turn
        learned = (skills.FRAY, skills.UNARMED, skills.DECEPTION)
        expected = tuple([sheet.skill(one) for one in learned])
        assert (sheet.fray, sheet.unarmed, sheet.deception) == expected
        assert sheet.insight == max(sheet.skill(skills.READ), born.sav + born.int)
        walking = sheet.modes[0]
        assert walking.number == 0
        for gait in range(len(GAITS)):
            for lost_limbs in (0, LEG):
                who.lost_limbs = lost_limbs
                mover = fight.combatants[who.mount] if who.mount >= 0 else who
                mode = mover.sheet.modes[0]
                full = {WALK: mode.base, CRAWL: mode.base, DASH: mode.max}.get(gait, mode.full)
                halves = (gait == CRAWL) + (mover.lost_limbs & LEG != 0)
                exact = float(full) / float(1 << int(halves))
                down = fight.house.half_metres == "down"
                assert rate(fight, who, gait, 0) == (float(int(exact)) if down else exact)
        who.lost_limbs = 0
    assert (mounts > 0) == (scenario in ("lances-and-spears", "powder-and-steel"))


@pytest.mark.parametrize("scenario", ["two-weapon-duel", "goblin-gang", "grenade-in-a-crowd"])
def test_initiative_is_in_the_order_of_what_was_rolled(scenario: str) -> None:
    """Highest first, then by INIT, then as they are listed [turn.initiative]."""
    scene = scene_of(scenario)
    ties = 0
    for number in range(200):
        fight = new_fight(scene, number)
        dice = Dice(7, number)
        ranked = []
        for who in fight.combatants:
            if not who.has_no_turn():
                init = who.sheet.init
                ranked.append((-(dice.die(10) + init), -init, int(who.index)))
        fight.roll_initiative()
        assert fight.order == [who for _, _, who in sorted(ranked)]
        ties += len({total for total, _, _ in ranked}) < len(ranked)
    assert ties > 3


@pytest.mark.parametrize("scenario", ["slaver-camp", "powder-and-steel", "two-weapon-duel"])
def test_who_waits_to_strike_is_passed_over_only_where_no_attack_could_be_made(
    scenario: str,
) -> None:
    fight = new_fight(scene_of(scenario))
    grid = fight.scene.grid
    seen = set()
    for who in fight.combatants[:3]:
        culprit = fight.enemies[who.side][0]
        who.ready_for, who.ready_verb = IN_REACH, verbs.ATTACK
        for cell in range(0, grid.size, 3):
            culprit.cell = cell
            for item in who.at_hand:
                who.ready_item = item
                is_out = is_out_of_readied_reach(fight, who, culprit)
                can_attack = fight.can_attack(who, item, culprit)
                assert not (is_out and can_attack), (who.name, item, cell)
                assert is_waited_for(fight, culprit) or is_out
                seen.add((is_out, can_attack))
        who.ready_verb = verbs.DEFEND
        assert not is_out_of_readied_reach(fight, who, culprit)
        assert is_waited_for(fight, culprit)
        who.forget_readied()
        assert not is_waited_for(fight, culprit)
    assert {(True, False), (False, True)} <= seen


class Heard(Player):
    """Notes who is asked, and has no opinion."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.asked.append(int(question.who))
        return question.default_option()


@pytest.mark.parametrize("can_go_on", [True, False])
def test_who_cannot_go_on_at_the_first_step_meets_nobody_further(can_go_on: bool) -> None:
    fending = {"pike": {"damage": "1d10", "tags": ["reach", "fend"], "skills": ["pole-arms"]}}
    imp = {"at": [5, 3], "weapons": ["pike"]}
    scenario = scenario_of(
        small_field({"at": [4, 2]}, {"at": [5, 2]}, more={"Imp": imp}, weapons=fending)
    )
    heard = Heard()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), [heard, heard]))
    assert isinstance(fight, RenaissanceFight)
    mover = fight.combatants[0]
    mover.prone = not can_go_on
    before = mover.cell - 2
    one = Walk(mover, RUN, [int(mover.cell)])
    fight.walk = one
    assert fight.can_go_on(mover) == can_go_on
    assert enters(fight, one, before, False) == can_go_on
    assert heard.asked == ([2] if can_go_on else [])
