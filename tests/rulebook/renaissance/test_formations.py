"""What is kept of where everybody stands is what would be worked out anew, whatever changes."""

import pytest

from affray.core.dice import Dice
from affray.core.state import state_fields
from affray.core.table import LiveTable
from affray.library import load, ruleset_named
from affray.players import as_player
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.formations import (
    MOST_KEPT,
    NOWHERE,
    Formation,
    Surroundings,
    formation_of,
    kept_formation,
    stance_of,
    stances_a_word,
    surroundings_of,
)
from affray.rulesets.renaissance.movement import way_from
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.strikes import HAND, LEG
from affray.rulesets.renaissance.tactics import (
    best_approach,
    cover_for,
    likely_advances,
    ways_past,
)
from rulebook.renaissance import fields
from support import scenario_of

SCENARIOS = ["lances-and-spears", "goblin-gang", "silver-and-claws", "powder-and-steel"]


def new_fight(scene: Scene, number: int = 1) -> RenaissanceFight:
    """A fight between simple players."""
    ruleset = ruleset_named("renaissance")
    players = [as_player("simple", ruleset, side) for side in range(len(scene.sides))]
    return scene.new_fight(LiveTable(Dice(7, number), players))


def scene_of(scenario: str) -> Scene:
    scene = load(scenario).setup
    assert isinstance(scene, Scene)
    return scene


def seen(fight: RenaissanceFight, who: Combatant, surroundings: Surroundings) -> dict[str, object]:
    """All that somebody makes of what they have before them."""
    approach = best_approach(fight, who, surroundings)
    goal = who.cell + 5 if who.cell + 5 < fight.scene.grid.size else 0
    return {
        "nearest": (surroundings.nearest, surroundings.spaces_to_nearest),
        "advances": [
            (one.gait, one.cell, one.enemy, one.is_straight)
            for may_charge in (False, True)
            for one in likely_advances(fight, who, surroundings, may_charge)
        ],
        "approach": [approach.cell, approach.gait] if approach.cell >= 0 else [],
        "cover": [cell for cell in [cover_for(fight, who, surroundings)] if cell >= 0],
        "ways": [way_from(fight, who, surroundings, goal, most) for most in (3.5, 60.0, 6.0)],
        "passings": [
            (one.goal, one.is_clear, one.enemies, one.nearest, one.strides)
            for one in ways_past(fight, who, surroundings)
        ],
    }


def compare(fight: RenaissanceFight, what: str, found: set[str]) -> None:
    """Compares what is kept with what is worked out anew, for everybody."""
    for who in fight.combatants:
        anew = seen(fight, who, Surroundings(fight, who))
        for _ in ("worked out", "kept"):
            assert seen(fight, who, surroundings_of(fight, who)) == anew, what
        found.update(name for name, value in anew.items() if value)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_kept_of_a_formation_follows_every_change(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    grid = fight.scene.grid
    found: set[str] = set()
    compare(fight, "nothing", found)
    for field in state_fields(Combatant):
        if field.type not in ("bool", "i64") or field.name in ("mount", "rider"):
            continue
        for who in fight.combatants[:4]:
            before = getattr(who, field.name)
            values: list[object] = [not before]
            if field.name == "cell":
                free = [cell for cell in range(grid.size) if not grid.solid[cell]]
                values = [free[-1], free[len(free) // 2]]
            elif field.name in ("main", "off"):
                values = [-1, 0, 1]
            elif field.name == "lost_limbs":
                values = [HAND, LEG]
            elif field.type == "i64":
                values = [0] if field.name == "shield" else [before + 1, before + 40]
            if field.name in ("grabbed_by", "catching", "shield") or field.name.startswith("ready"):
                continue  # numbers of others and of things, which nothing here looks up
            for value in values:
                setattr(who, field.name, value)
                who.reckon(fight.scene.weapons)
                compare(fight, f"{field.name} of {who.name} is {value}", found)
            setattr(who, field.name, before)
            who.reckon(fight.scene.weapons)
    compare(fight, "nothing again", found)
    has_shooters = any(who.gear.shoots for who in fight.combatants)
    everything = {"nearest", "advances", "approach", "ways", "passings"}
    assert found >= everything | ({"cover"} if has_shooters else set())


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_formation_is_the_same_in_every_fight_that_comes_to_it(scenario: str) -> None:
    scene = scene_of(scenario)
    known: dict[tuple[int, ...], Formation] = {}
    met_again = 0
    for number in range(1, 5):
        fight = new_fight(scene, number)
        while not fight.is_over():
            fight.step()
            formation = formation_of(fight)
            stances = tuple([who.stance for who in fight.combatants])
            met_again += known.get(stances) is formation
            known[stances] = formation
            for who in fight.combatants:
                if who.is_able():
                    assert seen(fight, who, surroundings_of(fight, who)) == seen(
                        fight, who, Surroundings(fight, who)
                    )
    assert len(known) > 5
    assert met_again > 5


def test_another_formation_in_the_same_place_is_told_from_the_one_that_is_kept() -> None:
    """However many there are, and wherever they are kept, none is taken for another."""
    scene = scene_of("goblin-gang")
    fight = new_fight(scene)
    who = fight.combatants[0]
    for turn in range(2):
        for cell in range(scene.grid.size):
            if scene.grid.solid[cell]:
                continue
            who.cell = cell
            for other in fight.combatants[1:3]:
                other.hidden = (cell + turn) % 3 == 0
                surroundings = surroundings_of(fight, who)
                anew = Surroundings(fight, who)
                assert surroundings.nearest == anew.nearest
                assert surroundings.spaces_to_nearest == anew.spaces_to_nearest


@pytest.mark.parametrize(("others", "numbers"), [(0, 1), (9, 2), (16, 3), (23, 4)])
def test_a_formation_is_not_taken_for_one_in_which_anybody_stands_otherwise(
    others: int, numbers: int
) -> None:
    """However many numbers it takes for the stances of all; the fourth is for all that are left
    over."""
    more = {f"G{one}": {"at": [one % 12, 2 + one // 12]} for one in range(others)}
    scene = scenario_of(fields.field(more=more)).setup
    assert isinstance(scene, Scene)
    assert -(-len(scene.sheets) // scene.stances_a_word) == numbers
    fight = new_fight(scene)
    formation = formation_of(fight)
    assert kept_formation(fight) is formation
    for who in fight.combatants:
        before = who.stance
        for other in (before + 1, before + 4, before - 1, NOWHERE):
            who.stance = other
            assert kept_formation(fight) is not formation
        who.stance = before
        formation = kept_formation(fight)  # it may have had to make room for others
        assert kept_formation(fight) is formation


def test_a_formation_is_made_of_all_its_numbers() -> None:
    formation = Formation(1, 2, 3, 4)
    assert formation.is_made_of(1, 2, 3, 4)
    for others in ((9, 2, 3, 4), (1, 9, 3, 4), (1, 2, 9, 4), (1, 2, 3, 9)):
        assert not formation.is_made_of(*others)


@pytest.mark.parametrize("cells", [1, 5, 100, 1_600, 65_536])
def test_a_number_has_room_for_as_many_stances_as_fit(cells: int) -> None:
    count = stances_a_word(cells)
    highest = 4 * cells  # each of them, counted from 0
    number = 0
    for _ in range(count):
        number = number * (4 * cells + 1) + highest
    assert number < 1 << 62
    assert number * (4 * cells + 1) + highest >= 1 << 62


def test_a_place_to_shoot_from_is_kept_by_the_weapon_and_how_far_one_goes() -> None:
    scene = scene_of("powder-and-steel")
    fight = new_fight(scene)
    shooter = next(who for who in fight.combatants if who.gear.shoots)
    weapons = [weapon.index for weapon in scene.weapons if weapon.is_projectile]
    assert len({scene.weapons[item].ranges[0] for item in weapons}) > 1
    by_rate = 0
    for cell in range(scene.grid.size):
        if scene.grid.solid[cell] or fight.is_occupied(cell):
            continue
        shooter.cell = cell
        found = set()
        for shooter.main in weapons:
            shooter.reckon(scene.weapons)
            for shooter.lost_limbs in (0, LEG):
                kept = cover_for(fight, shooter, surroundings_of(fight, shooter))
                assert kept == cover_for(fight, shooter, Surroundings(fight, shooter))
                found.add((int(shooter.main), int(shooter.lost_limbs), int(kept)))
        known = set()
        one = surroundings_of(fight, shooter).shelters
        while one is not None:
            known.add((one.weapon, one.metres))
            one = one.next
        assert {item for item, _ in known} in (set(weapons), set()), "each by itself"
        by_rate += len({place for item, _, place in found if item == weapons[0]}) > 1
    assert by_rate > 0


def test_of_each_kind_only_so_much_is_kept_and_what_is_left_is_found_again() -> None:
    fight = new_fight(scene_of("goblin-gang"))
    who = fight.combatants[0]
    surroundings = surroundings_of(fight, who)
    goals = [cell for cell in range(fight.scene.grid.size) if not fight.is_occupied(cell)]
    for goal in goals[: 4 * MOST_KEPT]:
        cells = way_from(fight, who, surroundings, goal, 30.0)
        assert cells == way_from(fight, who, Surroundings(fight, who), goal, 30.0)
        known = surroundings.way_known(goal, 30.0)
        assert known is not None
        assert known.goal == goal
        chained = []
        one = surroundings.ways
        while one is not None:
            chained.append(int(one.goal))
            one = one.next
        assert chained[0] == goal
        assert len(chained) == len(set(chained)) <= MOST_KEPT
    assert surroundings.way_known(goals[0], 30.0) is None, "what was kept first has made room"


def test_the_surroundings_of_everybody_are_kept_beside_each_other() -> None:
    fight = new_fight(scene_of("powder-and-steel"))
    found = [surroundings_of(fight, who) for who in fight.combatants]
    for who, kept in zip(fight.combatants, found, strict=True):
        assert kept.who == who.index
        assert surroundings_of(fight, who) is kept
    out = fight.combatants[2]
    out.gone = True
    assert surroundings_of(fight, out) is not surroundings_of(fight, out), "they stand nowhere"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_all_who_have_moved_are_noted_however_many(scenario: str) -> None:
    fight = new_fight(scene_of(scenario))
    free = [cell for cell in range(fight.scene.grid.size) if not fight.is_occupied(cell)]
    surroundings_of(fight, fight.combatants[0])
    for first in range(len(fight.combatants)):
        for count in (1, 2, 3):
            for who in fight.combatants[first : first + count]:
                who.cell = free.pop(7)
            surroundings_of(fight, fight.combatants[0])
            assert [who.stance for who in fight.combatants] == [
                stance_of(who) for who in fight.combatants
            ]
            cells = {int(who.cell) for who in fight.combatants}
            assert {cell for cell, is_taken in enumerate(fight.taken) if is_taken} == cells
