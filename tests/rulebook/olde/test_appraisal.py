"""What the simple player keeps, skips or reckons in a quicker way is what it would be if everything
were worked out anew."""

from __future__ import annotations

import itertools
from random import Random

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.library import load, read_scenario
from affray.rulesets.olde.actions import attack_price
from affray.rulesets.olde.adjustments import (
    ALL_OUT_ATTACK,
    ALL_OUT_DAMAGE,
    FULL_EFFORT,
    HASTY,
    HASTY_ATTACK,
    PLAIN,
    Tally,
    add_attack,
    add_damage,
    add_defense,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.field import Field
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import CANNOT, step_spaces
from affray.rulesets.olde.player import simple as tactics
from affray.rulesets.olde.player.appraisal import (
    ATTACK_POINTS,
    CAUTION,
    aim_at,
    attack_value,
    can_use_now,
    chance_in,
    chances,
    distance_adjustment,
    hit_value,
    menace,
    worst_sight,
)
from affray.rulesets.olde.player.ground import (
    AT_ONCE,
    CLEARLY,
    CROWDED,
    FAR,
    NO_CELL,
    NO_PLACES,
    TOO_MUCH,
    Foe,
    Ground,
    Grounds,
    attacks_after,
    free_spaces,
)
from affray.rulesets.olde.player.notes import notes_of
from affray.rulesets.olde.player.simple import best_attack
from affray.rulesets.olde.player.terrain import LONG_REACH, LONG_WALK, Rings, Surroundings, Terrain
from affray.rulesets.olde.reach import add_distance, is_enough
from affray.rulesets.olde.sheet import (
    BARE,
    FINESSE,
    PERSISTENT,
    Adjustment,
    Affliction,
    Use,
    Weapon,
)
from affray.rulesets.olde.strike import helpless_cr
from affray.space.grid import CLEAR, MINIMAL, NO_SIGHT, PARTIAL, Grid, Segment
from rulebook.olde.fields import field
from support import random_players, scenario_of, simple_players

SCENARIOS = [
    "across-the-field",
    "hexes-in-the-fen",
    "ogre-at-the-bridge",
    "shield-wall",
    "sword-and-spear",
    "tavern-floor",
    "the-tourney",
]


def new_fight(scenario: str) -> OldeFight:
    fight = load(scenario).setup.new_fight(OddsTable())
    assert isinstance(fight, OldeFight)
    return fight


# --- attacks ---


def worked_out(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant
) -> tuple[float, list[float]]:
    """What a hit does, and how likely one is with more and less added, by the adjustments that the
    rules make."""
    die = who.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    harm = float(die + 1) / (4.0 if use.unarmed else 2.0)
    damage, attack, defense = Tally(False), Tally(False), Tally(False)
    add_damage(damage, who, weapon, use, PLAIN)
    harm += float(damage.total + target.from_sheet.armour.total)
    add_attack(attack, who, weapon, use, PLAIN)
    defends = 0
    if target.is_helpless():
        better = attack.total - helpless_cr(target)
    else:
        add_defense(defense, target, use.ranged)
        better = attack.total - defense.total
        defends = target.sheet.rank(FINESSE)
    found = chances(who.sheet.rank(use.check_stat), defends)
    return max(harm, 0.5), [chance_in(found, better + more) for more in (-3, 0, 2)]


class Comparison:
    """What is kept and what is worked out anew, of all attacks between two."""

    def __init__(self, fight: OldeFight, me: Combatant, enemy: Combatant) -> None:
        self.fight, self.me, self.enemy = fight, me, enemy
        self.seen: set[tuple[object, ...]] = set()

    def make(self, what: str) -> None:
        """Compares them as the two stand now."""
        fight, me, enemy = self.fight, self.me, self.enemy
        for weapon in fight.scene.weapons:
            for use in (weapon.melee, weapon.ranged):
                if use is not None:
                    aim = aim_at(me, weapon, use, enemy)
                    harm, likely = worked_out(fight, me, weapon, use, enemy)
                    kept = [aim.hit(more) for more in (-3, 0, 2)]
                    assert (aim.harm, kept, aim.chance) == (harm, likely, likely[1]), what
                    self.seen.add((harm, likely[1]))


@pytest.mark.parametrize("scenario", ["the-tourney", "hexes-in-the-fen", "shield-wall"])
def test_what_is_kept_of_an_attack_is_what_would_be_worked_out(scenario: str) -> None:
    fight = new_fight(scenario)
    me = fight.combatants[0]
    enemy = fight.enemies[me.side][0]
    for one, other in ((me, enemy), (enemy, me)):
        compared = Comparison(fight, one, other)
        compared.make("nothing")
        before = len(compared.seen)
        for who in (me, enemy):
            for flag in ("two_hands", "shielded", "blocking"):
                was = getattr(who, flag)
                setattr(who, flag, not was)
                compared.make(f"{who.name} {flag}")
                setattr(who, flag, was)
            for number in (-40, -2, 1, 5, 40):
                for name in ("attack", "defense", "damage", "armour"):
                    adjustment = Adjustment(name="test", **{name: number})
                    who.temporary = (adjustment,)
                    compared.make(f"{name} of {who.name} {number:+d}")
            who.temporary = ()
            for condition in fight.scene.conditions:
                who.afflict(condition, PERSISTENT, 9)
                compared.make(f"{who.name} is {condition.name}")
                who.cure(condition)
            hit_points = who.hit_points
            who.hit_points = 0
            compared.make(f"{who.name} is down")
            who.hit_points = hit_points
        assert len(compared.seen) > before + 20, "the changes change something"


def test_what_distance_adjusts_is_the_sum_of_what_is_added_for_it() -> None:
    fight = new_fight("across-the-field")
    field = fight.scene.field
    me, enemy = fight.combatants[0], fight.enemies[0][0]
    seen = set()
    for use in [use for weapon in fight.scene.weapons for use in (weapon.melee, weapon.ranged)]:
        for enemy.cell, enemy.hit_points in itertools.product(range(field.grid.size), (0, 5)):
            if use is not None:
                tally = Tally(False)
                add_distance(tally, fight, me, enemy, use)
                distance, sight = (
                    field.spaces(me.cell, enemy.cell),
                    field.sight(me.cell, enemy.cell),
                )
                found = distance_adjustment(fight.house, use, sight, enemy, distance)
                assert found == tally.total
                seen.add((found, use.ranged))
    assert len(seen) > 5


@pytest.mark.parametrize("minimal", ["attack", "refuse"])
def test_whatever_is_seen_better_than_the_worst_is_seen_well_enough(minimal: str) -> None:
    house = load("across-the-field").with_house({"minimal_sight": minimal}).setup.house  # type: ignore[attr-defined]
    for sight in (CLEAR, PARTIAL, MINIMAL, NO_SIGHT):
        assert is_enough(house, sight) == (sight <= worst_sight(house))


# --- where one gets to ---


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge", "shield-wall"])
def test_bits_lead_where_ways_lead_whoever_is_in_the_way(scenario: str) -> None:
    field = new_fight(scenario).scene.field
    grid = field.grid
    for start in range(grid.size):
        near = Surroundings(grid, start)
        assert all(start in grid.neighbours[other] for other in grid.neighbours[start])
        open_ways = [cell for cell, _ in grid.ways_from(start, 3, [])]
        for step in range(1, 5):
            closed = open_ways[start % step :: step] if step < 4 else []
            bits = sum(near.bit(cell) for cell in closed)
            for most in (1, 2, 3):
                found = [
                    (near.cells[number].cell, steps)
                    for steps, ring in enumerate(near.rings(bits, most), 1)
                    for number in range(len(near.cells))
                    if ring >> number & 1
                ]
                assert found == grid.ways_from(start, most, closed)


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge"])
def test_bits_say_which_cells_are_near_enough(scenario: str) -> None:
    scene = new_fight(scenario).scene
    field, terrain = scene.field, notes_of(scene).terrain
    for start in range(0, field.grid.size, 5):
        near = terrain.surroundings(start)
        for there in range(field.grid.size):
            for most in range(LONG_REACH):
                wanted = [one.bit for one in near.cells if field.spaces(one.cell, there) <= most]
                assert near.within(there, most) == sum(wanted)
        assert all(near.within(0, LONG_REACH) & one.bit for one in near.cells)


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge"])
def test_bits_say_which_cells_are_straight_on(scenario: str) -> None:
    scene = new_fight(scenario).scene
    field, terrain = scene.field, notes_of(scene).terrain
    found = 0
    for start in range(0, field.grid.size, 5):
        near = terrain.surroundings(start)
        steps = dict(field.grid.ways_from(start, 3, []))
        for there in range(field.grid.size):
            walk = dict(field.grid.ways_from(there, field.grid.size, []))
            walk[there] = 0
            if not field.grid.solid[start] and start in walk:
                ahead = [
                    one for one in near.cells if walk[start] == walk[one.cell] + steps[one.cell]
                ]
                assert near.ahead(terrain, there) == sum(one.bit for one in ahead)
                found += len(ahead)
    assert found > 1000


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge"])
def test_bits_say_which_cells_are_farther_away(scenario: str) -> None:
    scene = new_fight(scenario).scene
    field, terrain = scene.field, notes_of(scene).terrain
    found = by_walk_alone = 0
    for start in range(0, field.grid.size, 5):
        near = terrain.surroundings(start)
        for there in range(field.grid.size):
            walk, spaces = terrain.walk_between(start, there), field.spaces(start, there)
            wanted = 0
            for one in near.cells:
                is_further = field.spaces(one.cell, there) > spaces
                if terrain.walk_between(one.cell, there) > walk or is_further:
                    wanted += one.bit
                    by_walk_alone += not is_further
            assert near.farther(terrain, there) == wanted
            found += wanted > 0
    assert found > 1000
    assert by_walk_alone > 100


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge"])
def test_the_longest_walk_is_as_long_as_any(scenario: str) -> None:
    scene = new_fight(scenario).scene
    field, terrain = scene.field, notes_of(scene).terrain
    grid = field.grid
    standing = [cell for cell in range(grid.size) if not grid.solid[cell]]
    windings = 0
    for goal in standing:
        for most in range(max(field.distances(goal)) + 1):
            walks = [
                terrain.walk(goal)[cell] for cell in standing if field.spaces(cell, goal) <= most
            ]
            assert terrain.longest_walk(goal, most) == max(walks)
            windings += max(walks) > most
        assert terrain.longest_walk(goal, 200) == LONG_WALK
    assert windings > 100


def test_a_walk_of_more_steps_than_a_byte_holds_is_told_apart() -> None:
    """Up and down between walls, with a closed cell at the end that nobody gets to."""
    width, height = 30, 20
    walls: list[Segment] = []
    for column in range(1, width):
        top = 0.0 if column % 2 else 1.0
        walls.append((float(column), top, float(column), top + height - 1))
    field = Field(Grid(width, height, solid=[width - 1, width - 2, 2 * width - 2], walls=walls))
    terrain = Terrain(field)
    goal = (height - 1) * width
    steps = dict(field.grid.ways_from(goal, field.grid.size, []))
    short = beyond = 0
    for cell in range(field.grid.size):
        walk = steps.get(cell, 0 if cell == goal else field.grid.size)
        assert terrain.walk(goal)[cell] == min(walk, LONG_WALK)
        assert terrain.long_walk(cell, goal) == walk
        short += walk < LONG_WALK
        beyond += LONG_WALK < walk < field.grid.size
    assert short > 100
    assert beyond > 100
    assert terrain.long_walk(width - 1, goal) == field.grid.size


# --- where to go, and what there is to choose from ---


def best_of_all(ground: Ground, fight: OldeFight, me: Combatant, most: int, cost: int) -> int:
    """Where to go, with every cell looked at to the end, for every enemy."""
    points = int(me.action_points)
    for foe in ground.foes:
        ground.look_at_target(foe)
    best = int(NO_CELL)
    best_score = plain_score(ground, me.cell, points) + CLEARLY
    for cell, steps in fight.ways(me, most):
        score = plain_score(ground, cell, points - cost * steps)
        if ground.holds() and (score <= 0.0 or ground.breaks_the_wall(cell)):
            continue
        if score > best_score:
            best, best_score = cell, score
    return best


def plain_score(ground: Ground, cell: int, points: int) -> float:
    """How good a cell is with so many Action Points left, with every enemy looked at to the end."""
    gain = max(ground.gain(foe, cell, points < ATTACK_POINTS) for foe in ground.foes)
    if gain == 0.0:
        return -float(ground.steps_from(cell))
    score = gain * attacks_after(points, 0, ground.next_points, 0) + AT_ONCE
    for foe in ground.foes:
        score -= CAUTION * foe.danger(cell)
    return score


def seen_anew(fight: OldeFight, me: Combatant, steps: int) -> Ground:
    """The field as one fighter sees it who has never looked before."""
    ground = Ground(fight, me)
    ground.look_around(steps)
    return ground


def rings_of(fight: OldeFight, me: Combatant, most: int) -> Rings:
    """The cells one gets to in one, two and three steps, a bit for each."""
    near = notes_of(fight.scene).terrain.surroundings(me.cell)
    rings = [0, 0, 0]
    for cell, steps in fight.ways(me, most):
        rings[steps - 1] |= near.bit(cell)
    return rings[0], rings[1], rings[2]


def picture(ground: Ground) -> list[object]:
    """All that one fighter sees of the field, worked out to the end."""
    me = ground.me
    cells = [one.cell for one in ground.near_by.cells]
    found: list[object] = [
        cells,
        (ground.near, ground.far, ground.approach, ground.reach, ground.attacks),
        (ground.held.name, ground.weapon.name, len(ground.spells)),
        (ground.nearest, ground.nearest_walk, ground.closed, ground.holds()),
        (ground.most_cap, ground.steps_from(me.cell)),
    ]
    for foe in ground.foes:
        found.append(foe.cap)
        ground.look_at_target(foe)
        aims = (foe.melee_aim, foe.bare_aim, foe.shot_aim, foe.aim_by_hand())
        found += [
            (foe.who.name, foe.cell, foe.distance, foe.walk, foe.attacks, foe.defends),
            (foe.near, foe.far, foe.their_range, foe.points, foe.free, foe.attacks_now),
            [(aim.harm, aim.chance) if aim is not None else None for aim in aims],
            (foe.melee_value, foe.bare_value, foe.shot_worth, foe.own_range, foe.cap),
            (foe.spell_value, foe.spell_range, foe.spell_far),
            [foe.danger(cell) for cell in cells],
            [foe.is_too_much_at(cell) for cell in cells],
            [ground.gain(foe, cell, True) for cell in cells],
            [foe.sight_from(cell) for cell in cells],
            (foe.blow, foe.shot, foe.friend_walk if foe.blow >= TOO_MUCH else None),
            (foe.attention(0), foe.friend_effort, foe.shared),
        ]
    return found


def attack_of(fight: OldeFight, ground: Ground) -> tuple[str, float, float]:
    """The attack that is worth most, what it is worth, and what a point of Defense is."""
    found = best_attack(fight, ground)
    if found.option is None:
        return "none", 0.0, found.danger
    return found.option.key, found.value, found.danger


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "ogre-at-the-bridge", "shield-wall"])
def test_what_is_kept_of_the_field_is_what_would_be_seen_anew(scenario: str) -> None:
    """Whatever changes about oneself, an enemy or a friend, and when it changes back."""
    fight = new_fight(scenario)
    grounds = Grounds(fight)
    middle = 5 * len(fight.scene.places) // 9
    for number, who in enumerate(fight.combatants):
        who.cell = middle + number % 5
        who.action_points = 1 + number % 4
        who.free_step = number % 2 == 0
    for who in fight.friends[0]:
        hold_by_strength(fight, who)
    changes: set[str] = set()
    casters = [who for who in fight.combatants if who.sheet.known_spells]
    for me in (fight.friends[0][0], *fight.friends[1][-2:], *casters):
        before = picture(grounds.look_around(me, 3))
        for who in (me, *fight.enemies[me.side][:2], fight.friends[me.side][-1]):
            for name, value in changes_of(fight, who):
                was = getattr(who, name)
                setattr(who, name, value)
                if me.is_in_fight():
                    kept = picture(grounds.look_around(me, 3))
                    assert kept == picture(seen_anew(fight, me, 3)), (who.name, name, value)
                    if kept != before:
                        changes.add(name)
                setattr(who, name, was)
                assert picture(grounds.look_around(me, 3)) == before, (who.name, name, value)
    assert changes >= {"hit_points", "cell", "weapon", "temporary", "afflictions", "fled"}
    assert changes >= {"action_points", "free_step", "blocking", "shielded"}
    assert ("mana" in changes) == (scenario == "hexes-in-the-fen")
    assert ("two_hands" in changes) == (scenario == "ogre-at-the-bridge")


@pytest.mark.parametrize("scenario", ["hexes-in-the-fen", "shield-wall", "the-tourney"])
def test_what_is_kept_of_the_field_is_right_after_many_changes(scenario: str) -> None:
    """Some of which are made while one does not look, or while an enemy is down."""
    fight = new_fight(scenario)
    grounds = Grounds(fight)
    chance = Random(3)
    compared, attacks = 0, set()
    few = [*fight.friends[0][:2], *fight.friends[1][:3]]
    for _ in range(600):
        who = chance.choice(few)
        setattr(who, *chance.choice(changes_of(fight, who) + recoveries_of(fight, who)))
        me = chance.choice(few[1:3])
        if me.is_in_fight() and any(one.is_in_fight() for one in fight.enemies[me.side]):
            kept, anew = grounds.look_around(me, 3), seen_anew(fight, me, 3)
            assert picture(kept) == picture(anew)
            assert attack_of(fight, kept) == attack_of(fight, anew)
            attacks.add(attack_of(fight, kept))
            compared += 1
    assert compared > 100
    assert len(attacks) > 5
    assert len({danger for _, _, danger in attacks}) == (3 if scenario == "the-tourney" else 1)


def test_who_rises_again_sees_where_friends_went_meanwhile() -> None:
    fight = new_fight("ogre-at-the-bridge")
    grounds = Grounds(fight)
    me, friend = fight.friends[0][:2]
    enemy = fight.enemies[0][0]
    middle = len(fight.scene.places) // 2
    me.cell = friend.cell = middle
    enemy.cell = middle + 1
    before = picture(grounds.look_around(me, 3))
    hit_points = enemy.hit_points
    enemy.hit_points = 0
    grounds.look_around(me, 3)
    friend.cell = 0
    grounds.look_around(me, 3)
    enemy.hit_points = hit_points
    after = picture(grounds.look_around(me, 3))
    assert after == picture(seen_anew(fight, me, 3)) != before


@pytest.mark.parametrize(("orcs", "are_counted"), [(9, True), (12, False)])
def test_where_friends_are_is_seen_however_many_there_are(orcs: int, are_counted: bool) -> None:
    """Nine and all their places fit into a number, and twelve do not."""
    raw = load("shield-wall").raw()
    raw["sides"][1]["fighters"][0]["at"] = [[11 + one // 7, 1 + one % 7] for one in range(orcs)]
    fight = read_scenario(raw, "orcs").setup.new_fight(OddsTable())
    assert isinstance(fight, OldeFight)
    grounds = Grounds(fight)
    me, enemy = fight.friends[1][0], fight.friends[0][0]
    enemy.cell = me.cell - 1
    pictures = []
    for friend in fight.friends[1][1:]:
        friend.cell = enemy.cell
        kept = grounds.look_around(me, 3)
        assert (kept.places != NO_PLACES) == are_counted
        assert picture(kept) == picture(seen_anew(fight, me, 3))
        pictures.append(picture(kept))
    assert pictures[0] != pictures[1]


def test_of_two_ways_on_that_are_as_short_the_first_is_gone() -> None:
    """Whoever of the two enemies comes first."""
    for columns in ((2, 12), (12, 2)):
        fight = new_fight("shield-wall")
        me = fight.friends[0][0]
        for friend in fight.friends[0][1:]:
            friend.fled = True
        for number, enemy in enumerate(fight.friends[1]):
            enemy.fled = number > 1
            enemy.cell = 4 * 14 + columns[number % 2]
        me.cell = 4 * 14 + 7
        me.action_points = 3
        me.weapon = BARE
        ground = seen_anew(fight, me, 3)
        assert not any(foe.cap for foe in ground.foes)
        found = ground.best_cell(rings_of(fight, me, 3), 1)
        assert found == best_of_all(ground, fight, me, 3, 1) != NO_CELL


@pytest.mark.parametrize("hit_points", [1, 30])
def test_where_all_that_can_be_done_costs_more_the_nearest_cell_is_best(hit_points: int) -> None:
    """One against many, who have points enough to make an end of the weak and not of the strong."""
    fight = new_fight("shield-wall")
    me, *others = fight.friends[0]
    for friend in others:
        friend.fled = True
    me.hit_points = hit_points
    for number, enemy in enumerate(fight.friends[1]):
        enemy.action_points = 12
        enemy.cell = (2 + number % 5) * 14 + 12
    me.action_points = 3
    moves = too_dear = 0
    for place, cost in itertools.product(range(12), (0, 1)):
        me.cell = 4 * 14 + place
        ground = seen_anew(fight, me, 3)
        best = ground.best_cell(rings_of(fight, me, 3), cost)
        assert best == best_of_all(ground, fight, me, 3, cost)
        moves += best != NO_CELL
        for cell, _ in fight.ways(me, 3):
            gain = max(ground.gain(foe, cell, False) for foe in ground.foes)
            too_dear += gain > 0.0 >= plain_score(ground, cell, 3)
    assert moves > 20
    assert (too_dear > 20) == (hit_points == 1)


@pytest.mark.parametrize(("mana", "is_worth_something"), [(9, True), (0, False)])
def test_a_spell_is_worth_something_from_afar_where_nothing_hides_anybody(
    mana: int, is_worth_something: bool
) -> None:
    witch = {"savvy": 9, "weapons": ["dagger"], "spells": ["heavy-limbs"], "at": [1, 2]}
    fight = scenario_of(field(witch, {"at": [6, 2]})).setup.new_fight(OddsTable())
    assert isinstance(fight, OldeFight)
    assert fight.scene.field.hides_nothing
    me = fight.combatants[0]
    me.mana = mana
    ground = seen_anew(fight, me, 3)
    assert (ground.gain(ground.foes[0], me.cell, False) > 0.0) == is_worth_something


def recoveries_of(fight: OldeFight, who: Combatant) -> list[tuple[str, object]]:
    """The same as `changes_of`, for the better."""
    places = len(fight.scene.places)
    found: list[tuple[str, object]] = [("hit_points", int(who.sheet.hp)), ("fled", False)] * 4
    found += [("temporary", ()), ("afflictions", ()), ("mana", int(who.sheet.mana))] * 3
    return found + [("cell", places // 2 + more) for more in range(4)] * 2


def hold_by_strength(fight: OldeFight, who: Combatant) -> None:
    """Has somebody hold a weapon for which they are too weak in one hand, if there is one."""
    for weapon in fight.scene.weapons:
        if weapon.melee is not None:
            one, both = (
                who.from_sheet.attack(weapon, weapon.melee, grip, False).total
                for grip in (False, True)
            )
            if one != both:
                who.weapon = weapon.index


def changes_of(fight: OldeFight, who: Combatant) -> list[tuple[str, object]]:
    """What may change about a fighter, by rules or rulings, and what it becomes."""
    here, places = int(who.cell), len(fight.scene.places)
    found: list[tuple[str, object]] = [("fled", True), ("mana", 0), ("mana", 1)]
    found += [(flag, not getattr(who, flag)) for flag in ("two_hands", "shielded", "blocking")]
    found += [("free_step", not who.free_step), ("action_points", 0), ("action_points", 5)]
    found += [("hit_points", value) for value in (-3, 0, 1, int(who.hit_points) - 1)]
    found += [("cell", cell % places) for cell in (here - 1, here + 1, 0)]
    found += [("weapon", int(weapon.index)) for weapon in fight.scene.weapons]
    for kind in ("attack", "defense", "damage"):
        found.append(("temporary", (Adjustment(name="test", **{kind: 2}),)))
    for condition in fight.scene.conditions:
        found.append(("afflictions", (Affliction(condition, PERSISTENT, 9),)))
    return found


def plain_danger(fight: OldeFight, me: Combatant, foe: Foe, cell: int) -> float:
    """How much of one's life an enemy would take at a cell, with all their weapons looked at."""
    who = foe.who
    if not who.can_attack():
        return 0.0
    held = who.held_weapon()
    weapon = held if held.melee is not None else fight.scene.weapons[BARE]
    use = weapon.use(False)
    distance = fight.scene.field.spaces(cell, who.cell)
    steps = max(0, int(use.nearest) - distance)
    if distance > use.farthest:
        steps = notes_of(fight.scene).terrain.walk(who.cell)[cell] - int(use.farthest)
    points, free, later = who.action_points, free_spaces(who), (who.sheet.finesse_rank + 1) / 2
    found = aim_at(who, weapon, use, me).loss(me)
    found *= attacks_after(points, free, later, steps)
    if distance < use.nearest:
        found *= CROWDED
    ranged = held.ranged
    if ranged is not None and not ranged.thrown and 0 < distance <= ranged.farthest:
        shot = aim_at(who, held, ranged, me).loss(me)
        found = max(found, shot * attacks_after(points, free, later, 0))
    return found * foe.attention(steps)


def reach_of(fight: OldeFight, who: Combatant) -> tuple[int, int]:
    """From how near and how far somebody strikes by hand."""
    use = who.held_weapon().melee or fight.scene.weapons[BARE].use(False)
    return int(use.nearest), int(use.farthest)


def plain_attacks(fight: OldeFight, me: Combatant) -> list[tuple[float, str]]:
    """What every attack with what is in hand is worth for each Action Point, and its key."""
    found = []
    held = me.held_weapon()
    danger = tactics.DANGER * float(tactics.count_threats(seen_anew(fight, me, 3)))
    for use in (held.melee, held.ranged):
        if use is None or not can_use_now(me, held, use):
            continue
        for target in fight.enemies[me.side]:
            distance = fight.scene.field.spaces(me.cell, target.cell)
            sight = fight.scene.field.sight(me.cell, target.cell)
            is_near = use.nearest <= distance <= use.farthest and target.is_in_fight()
            if not is_near or not is_enough(fight.house, sight):
                continue
            aim = aim_at(me, held, use, target)
            adjusts = distance_adjustment(fight.house, use, sight, target, distance)
            effort = attack_value(aim, target, adjusts + fight.house.aimed_shot)
            if not use.ranged:
                share = hit_value(aim.harm + float(ALL_OUT_DAMAGE), target)
                effort = aim.hit(adjusts + ALL_OUT_ATTACK) * share * menace(target)
            hasty = attack_value(aim, target, adjusts + HASTY_ATTACK)
            for manner, value, given_up in (
                (PLAIN, attack_value(aim, target, adjusts), 0),
                (HASTY, hasty, 0 if use.ranged else 1),
                (FULL_EFFORT, effort, 3),
            ):
                cost = attack_price(fight, me, use, manner)
                if cost != CANNOT and (manner == PLAIN or fight.house.advanced_actions):
                    option = fight.scene.attack(
                        me.index, held.index, target.index, manner, use.ranged
                    )
                    found.append((value / float(cost) - danger * given_up, option.key))
    return found


class Careful(Player):
    """Decides as another does, once everything was compared."""

    def __init__(self, inner: Player) -> None:
        self.inner = inner
        self.moves = 0
        self.stays = 0
        self.attacks = 0
        self.unsafe = 0
        self.stays_with_a_point = 0
        self.steps_with_more = 0
        self.grounds: Grounds | None = None

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        if question.kind == "turn":
            self.compare(fight, fight.combatants[question.who])
            self.compare_attacks(fight, fight.combatants[question.who])
            assert len(question.options) > 1
        return self.inner.decide(fight, question)

    def compare(self, fight: OldeFight, me: Combatant) -> None:
        """Compares where to go, and how dangerous each cell is."""
        ground = seen_anew(fight, me, 3)
        if self.grounds is None:
            self.grounds = Grounds(fight)
        grounds = self.grounds
        again = grounds.look_around(me, 3)
        for most, cost in ((2, 0), (3, 1), (1, 1)):
            if ground.foes and cost * most <= me.action_points:
                found = seen_anew(fight, me, most).best_cell(rings_of(fight, me, most), cost)
                assert found == best_of_all(ground, fight, me, most, cost)
                assert found == again.best_cell(rings_of(fight, me, most), cost)
                for fewer in range(1, most):
                    nearer = best_of_all(ground, fight, me, fewer, cost)
                    assert nearer == again.best_cell(rings_of(fight, me, fewer), cost)
                assert found == again.best_cell(rings_of(fight, me, most), cost)
                self.moves += found != NO_CELL
                self.stays += found == NO_CELL
        assert picture(grounds.look_around(me, 3)) == picture(seen_anew(fight, me, 3))
        if ground.foes:
            self.compare_own_cell(fight, me)
        ground = seen_anew(fight, me, 3)
        assert ground.near_by.rings(ground.closed, 3) == rings_of(fight, me, 3)
        for cell, steps in fight.ways(me, 3):
            for foe in ground.foes:
                assert foe.sight_from(cell) == fight.scene.grid.sight(cell, foe.cell)
                kept = foe.danger(cell)
                assert kept == plain_danger(fight, me, foe, cell)
                foe.last_case = -1
                assert foe.least_danger(steps, FAR) <= kept == foe.danger(cell)
                for waits in (False, True):
                    gain = ground.gain(foe, cell, waits)
                    assert gain <= foe.cap
                    assert gain <= ground.most_gain(foe, steps, waits)
                    if gain > 0.0:
                        reach = ground.reach_of(foe, waits)
                        assert fight.scene.field.spaces(cell, foe.cell) <= reach
                        assert foe.least_danger(steps, reach) <= kept
        bare = ground.bare
        for foe in ground.foes:
            if ground.attacks and ground.melee.nearest > 0 and foe.cap > 0.0:
                aim = aim_at(me, bare, bare.use(False), foe.who)
                worth = attack_value(aim, foe.who, 0)
                assert ground.attack_value(foe, bare, bare.use(False), 0) == worth
            if not foe.who.can_attack():
                assert (foe.near, foe.far, foe.their_range) == (0, 1, 0)
            else:
                assert (foe.near, foe.far) == reach_of(fight, foe.who)
            ranged = foe.who.held_weapon().ranged
            if ranged is not None and ranged.thrown:
                assert foe.shot == 0.0, "what is thrown is no shot"
            elif ranged is not None and foe.who.can_attack():
                assert foe.their_range == ranged.farthest
            if foe.cap == 0.0:
                ground.look_at_target(foe)
                for cell, _ in fight.ways(me, 3):
                    assert foe.cap == 0.0 or ground.gain(foe, cell, True) == 0.0

    def compare_own_cell(self, fight: OldeFight, me: Combatant) -> None:
        """Compares how good one's own cell is, and whether others can be less dangerous."""
        for steps in (1, 2, 3):
            ground = seen_anew(fight, me, 3)
            points = int(me.action_points)
            assert ground.own_score(steps) == plain_score(ground, me.cell, points)
            if ground.gain_here > 0.0:
                safer = ground.safer_cells(steps)
                for cell, _ in fight.ways(me, steps):
                    dangers = [(foe.danger_here, foe.danger(cell)) for foe in ground.foes]
                    assert all(foe.least <= foe.danger(cell) for foe in ground.foes)
                    if not safer & ground.near_by.bit(cell):
                        assert all(here <= there for here, there in dangers)
                        self.unsafe += 1
        self.compare_with_a_point(fight, me)

    def compare_with_a_point(self, fight: OldeFight, me: Combatant) -> None:
        """Compares the step of those who have looked in vain for a free one: with one point left
        there is none, and with more there may be."""
        points = me.action_points
        for left, free in itertools.product((1, 2, 3), (1, 2)):
            me.action_points = left
            ground = seen_anew(fight, me, 3)
            steps = step_spaces(fight, me)
            if steps > 0 and best_of_all(ground, fight, me, free, 0) == NO_CELL:
                best = best_of_all(ground, fight, me, int(steps), 1)
                ground = seen_anew(fight, me, 3)
                ground.has_no_better_cell = True
                step = tactics.better_step(fight, me, Grounds(fight), ground)
                if not fight.has_acted:
                    assert (int(NO_CELL) if step is None else step.place) == best
                    self.stays_with_a_point += left == 1
                    self.steps_with_more += left > 1 and step is not None
        me.action_points = points

    def compare_attacks(self, fight: OldeFight, me: Combatant) -> None:
        """Compares what the best attack is worth, unless it is with something else than what is
        in hand, or would part with it."""
        held = me.held_weapon()
        assert self.grounds is not None
        best = tactics.best_attack(fight, self.grounds.look_around(me, 3))
        is_plain = held.ranged is None or not held.ranged.thrown
        if best.option is not None and best.option.item == held.index and is_plain:
            assert best.value == max(value for value, _ in plain_attacks(fight, me))
            assert (best.value, best.option.key) in plain_attacks(fight, me)
            self.attacks += 1


def test_the_least_danger_near_is_no_more_than_any() -> None:
    """From a bow of short range, with all distances near; nobody comes into the archer's own space,
    and who stands there is not shot at."""
    fight = new_fight("across-the-field")
    me = fight.combatants[0]
    enemy = fight.enemies[me.side][0]
    dangers = set()
    for far, away in itertools.product((1, 2, 3, 5), (0, 1, 2, 4)):
        me.cell = enemy.cell - away
        foe = Foe(me, enemy, fight.friends[me.side])
        foe.look_again(True)
        foe.their_range = far
        for steps, ring in enumerate(rings_of(fight, me, 3), 1):
            for one in notes_of(fight.scene).terrain.surroundings(me.cell).cells:
                if ring & one.bit:
                    found = foe.danger(one.cell)
                    assert foe.least_danger(steps, FAR) <= found, (far, away, steps)
                    near = fight.scene.field.spaces(one.cell, enemy.cell)
                    assert foe.least_danger(steps, near) <= found, (far, away, steps)
                    dangers.add(found)
    assert len(dangers) > 1


@pytest.mark.parametrize("defends", [True, False])
def test_where_no_cell_is_safer_none_is_less_dangerous(defends: bool) -> None:
    """From weapons of any reach and range; nobody comes into the space of who defends it."""
    fight = new_fight("across-the-field")
    me, enemy = fight.combatants[0], fight.enemies[0][0]
    for other in fight.combatants:
        other.fled = other is not me and other is not enemy
    compared = 0
    reaches = ((0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 4, 0), (0, 1, 2), (0, 1, 5), (2, 3, 4))
    for (near, far, shoots), away, points in itertools.product(reaches, range(7), (0, 3, 6)):
        me.cell = enemy.cell - away
        enemy.action_points = points
        ground = seen_anew(fight, me, 3)
        foe = ground.foes[0]
        foe.near, foe.far, foe.their_range, foe.defends = near, far, shoots, defends
        cells = [(cell, steps) for cell, steps in fight.ways(me, 3) if cell != enemy.cell]
        if not defends:
            cells += [(int(enemy.cell), int(foe.distance))] * (0 < away < 4)
        dangers = {cell: foe.danger(cell) for cell, _ in cells}
        foe.danger_here = foe.danger(me.cell)
        for most in (1, 2, 3):
            foe.least = foe.least_danger(most, FAR)
            safer = ground.safer_cells(most)
            for cell, steps in cells:
                if steps <= most and not safer & ground.near_by.bit(cell):
                    assert dangers[cell] >= foe.danger_here, (near, far, shoots, away, most)
                    compared += 1
    assert compared > 1000


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("simple", [True, False])
def test_what_is_not_looked_at_would_not_have_been_chosen(scenario: str, simple: bool) -> None:
    given = load(scenario)
    inner = simple_players(given) if simple else random_players(given, 3)
    players = [Careful(one) for one in inner]
    fight = given.setup.new_fight(LiveTable(Dice(5), list(players)))
    for _ in range(40):
        if not fight.is_over():
            fight.step()
    assert sum(one.moves for one in players) > 0
    assert sum(one.stays for one in players) > 0
    assert sum(one.attacks for one in players) > 0
    assert sum(one.unsafe for one in players) > 0
    assert sum(one.stays_with_a_point for one in players) > 0
    steps = sum(one.steps_with_more for one in players)
    assert steps > 0 or scenario != "shield-wall"
