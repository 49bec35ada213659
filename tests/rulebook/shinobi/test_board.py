from collections import Counter
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.problems import InvalidDataError
from affray.core.table import LiveTable
from affray.core.tape import OpenQuestionError
from affray.library import load
from affray.space.squares import FACINGS
from rulebook.shinobi.fields import ANN_FIRST, STAND, asked, attack_dice, field
from support import Played, random_players, scenario_of, simple_players


def at(game: Played, name: str) -> str:
    return game.fight.place_name(game.fighter(name).index)


@pytest.mark.rule("board.squares")
def test_one_model_stands_in_a_space() -> None:
    game = Played(field(), ANN_FIRST)
    keys = asked(game)
    assert "move 3,3" not in keys, "Bob stands there"
    assert "move 4,3" in keys
    with pytest.raises(InvalidDataError, match=r"Ann stands at 3,3 already"):
        scenario_of(field({"Ann": {"at": [3, 3]}}))


@pytest.mark.rule("board.squares")
def test_a_model_faces_as_before_if_its_player_has_no_opinion() -> None:
    for facing in FACINGS:
        game = Played(field({"Ann": {"facing": facing}}), ANN_FIRST + "Ann: stay\n")
        with pytest.raises(OpenQuestionError) as ends:
            game.fight.step()
        question = ends.value.question
        assert (question.side, question.who, question.about) == (0, 0, 0)
        assert question.default_option().key == f"face {facing}"


@pytest.mark.rule("board.squares")
def test_a_model_may_face_any_of_eight_neighbours_when_it_has_moved() -> None:
    game = Played(field(), ANN_FIRST + "Ann: stay\n")
    assert asked(game) == [f"face {facing}" for facing in FACINGS]
    turned = Played(field(), ANN_FIRST + "Ann: stay\nAnn: face sw\nAnn: wait").steps(1)
    assert turned.fight.position(0) == {"place": 4 * 7 + 3, "facing": "sw"}


@pytest.mark.rule("board.influence")
@pytest.mark.parametrize("facing", FACINGS)
def test_five_spaces_are_in_front_and_three_behind(facing: str) -> None:
    around = [[3, 2], [4, 2], [4, 3], [4, 4], [3, 4], [2, 4], [2, 3], [2, 2]]
    strikes = [
        attack_dice({"Ann": {"at": place}}, {"Bob": {"facing": facing}})[0] for place in around
    ]
    turn = FACINGS.index(facing)
    behind = {(turn + eighths) % 8 for eighths in (3, 4, 5)}
    assert strikes == [4 if index in behind else 3 for index in range(8)]


@pytest.mark.rule("board.influence")
def test_close_attacks_reach_the_influence_zone_and_no_further() -> None:
    near = Played(field({"Ann": {"at": [4, 4]}}), ANN_FIRST + STAND)
    assert "attack Bob with blade" in asked(near)
    far = Played(field({"Ann": {"at": [4, 5]}}), ANN_FIRST + STAND)
    assert "attack Bob with blade" not in asked(far)


ROUGH = [
    "......",
    ".~~~~.",
    ".~..~.",
    ".~o~~.",
    "......",
]


@pytest.mark.rule("board.terrain")
def test_ground_costs_what_it_costs_and_some_is_impassable() -> None:
    ann = {"Ann": {"at": [2, 2], "movement": 2}}
    keys = asked(Played(field(ann, {"Bob": {"at": [5, 0]}}, rows=ROUGH), ANN_FIRST))
    assert "move 3,2" in keys, "open ground costs 1"
    assert "move 2,1" in keys, "rough ground costs 2"
    assert "move 2,0" not in keys, "that would be 3"
    assert "move 2,3" not in keys, "nobody enters the pond"
    assert "move 4,2" not in keys, "1 for the open space and 2 for the rough one"
    ann["Ann"]["movement"] = 3
    keys = asked(Played(field(ann, {"Bob": {"at": [5, 0]}}, rows=ROUGH), ANN_FIRST))
    assert {"move 2,0", "move 4,2"} <= set(keys)


@pytest.mark.rule("board.terrain")
def test_a_map_of_unknown_ground_is_refused() -> None:
    with pytest.raises(
        InvalidDataError, match=r"map.rows.1: no ground is drawn '\?'; there are . open"
    ):
        scenario_of(field(rows=["....", "..?.", "....", "....", "...."]))


def check_board(fight: Any) -> None:
    """Whatever is kept of who is where follows from where everybody stands."""
    present = [model for model in fight.models if model.is_present()]
    sides = range(len(fight.teams))
    standing = [-1] * fight.board.size
    for model in present:
        standing[model.cell] = model.index
    enemies = [[model for model in present if model.side != side] for side in sides]
    held = [Counter(cell for model in each for cell in fight.zone_of(model)) for each in enemies]
    guarded = [[each[cell] for cell in range(fight.board.size)] for each in held]
    assert board_of(fight) == [standing, *guarded]


def three_sides() -> dict[str, Any]:
    """Ann and Amy, Bob and Bea, and Cat, who entangles."""
    scenario = field(
        {"Ann": {}, "Amy": {"at": [2, 5]}}, {"Bob": {}, "Bea": {"at": [4, 2]}}, size=(8, 7)
    )
    cat = {"is": "plain", "name": "Cat", "at": [6, 6], "keywords": ["entangle"]}
    scenario["sides"].append({"name": "others", "fighters": [cat]})
    return scenario


@pytest.mark.rule("board.squares", "board.influence")
@pytest.mark.parametrize("name", ["names-of-their-own", "three sides"])
def test_who_stands_where_and_whose_zones_are_where_is_always_known(name: str) -> None:
    scenario = scenario_of(three_sides() if name == "three sides" else name)
    scenario = scenario.with_house({"injured_return": name == "three sides"})
    for seed in range(6):
        table = LiveTable(Dice(seed), random_players(scenario, seed))
        fight: Any = scenario.setup.new_fight(table)
        while not fight.is_over() and fight.turns < 60:
            fight.step()
            check_board(fight)


@pytest.mark.parametrize("name", ["names-of-their-own", "three sides"])
def test_a_fight_that_becomes_another_has_everybody_where_they_stand_there(name: str) -> None:
    scenario = scenario_of(three_sides() if name == "three sides" else name)
    table = LiveTable(Dice(3), random_players(scenario, 3))
    fight: Any = scenario.setup.new_fight(table)
    before: list[Any] = []
    while not fight.is_over() and len(before) < 40:
        before.append(fight.copy(table))
        fight.step()
    assert len(before) > 10
    for number in range(len(before)):
        other = before[7 * number % len(before)]
        fight.become(other)
        assert fight.key() == other.key()
        check_board(fight)
        check_board(other)


def test_a_fight_that_becomes_another_has_zones_as_wide_as_there() -> None:
    scenario = scenario_of(field())
    table = LiveTable(Dice(1), random_players(scenario, 1))
    fight: Any = scenario.setup.new_fight(table)
    before = fight.copy(table)
    fight.rulings_on(0).gear("entangle")
    after = fight.copy(table)
    for other in (before, after, before):
        fight.become(other)
        check_board(fight)
    assert board_of(before) != board_of(after)


def board_of(fight: Any) -> list[list[int]]:
    """Who stands where, and how many enemies of each side guard each space."""
    positions = fight.positions
    return [positions.models[:], *[one[:] for one in positions.guards]]


def test_a_fight_begins_on_the_board_as_it_is_set_up_whatever_became_of_the_last() -> None:
    scenario = scenario_of(field())
    table = LiveTable(Dice(1), random_players(scenario, 1))
    first: Any = scenario.setup.new_fight(table)
    begun = board_of(first)
    first.put(first.models[0], 0, 0)
    assert first.positions.models != begun[0]
    assert first.positions.guards[1] != begun[2]
    second: Any = scenario.setup.new_fight(table)
    assert board_of(second) == begun
    assert [one.cell for one in second.models] == [one.sheet.cell for one in second.models]


def corners(wall: list[list[int]]) -> list[str]:
    """Walls in these spaces of a board of seven by seven."""
    return [
        "".join("#" if [column, row] in wall else "." for column in range(7)) for row in range(7)
    ]


@pytest.mark.rule("board.corners")
@pytest.mark.parametrize(
    ("wall", "passes"), [([[4, 4]], True), ([[3, 3]], True), ([[4, 4], [3, 3]], False)]
)
def test_a_step_passes_one_corner_but_not_between_two(wall: list[list[int]], passes: bool) -> None:
    ours, theirs = {"Ann": {"movement": 1}}, {"Bob": {"at": [6, 0]}}
    keys = asked(Played(field(ours, theirs, rows=corners(wall)), ANN_FIRST))
    assert ("move 4,3" in keys) is passes


@pytest.mark.rule("board.corners")
@pytest.mark.parametrize("allowed", [True, False])
@pytest.mark.parametrize("wall", [[[4, 4]], [[4, 4], [3, 3]]])
def test_a_blade_passes_between_corners_unless_the_house_says_no(
    wall: list[list[int]], allowed: bool
) -> None:
    house = {"attack_between_corners": allowed}
    scenario = field(theirs={"Bob": {"at": [4, 3]}}, rows=corners(wall), house=house)
    keys = asked(Played(scenario, ANN_FIRST + STAND))
    assert ("attack Bob with blade" in keys) is (allowed or len(wall) == 1)
    assert "throw at Bob with shuriken" not in keys, "a line that touches a corner is blocked"


@pytest.mark.rule("board.influence")
def test_a_fight_that_is_set_back_has_its_zones_again() -> None:
    scenario = load("temple-stair")
    fight: Any = scenario.setup.new_fight(LiveTable(Dice(3), simple_players(scenario)))
    stages = [fight.copy(fight.table)]
    while not fight.is_over():
        fight.step()
        stages.append(fight.copy(fight.table))
    for other in [*reversed(stages), stages[-1]]:
        fight.become(other)
        standing = [who for who in fight.models if who.is_present()]
        for who in standing:
            enemies = [one for one in standing if one.side != who.side]
            for cell in range(fight.board.size):
                zones = [one for one in enemies if cell in fight.zone_of(one)]
                assert fight.guards_at(who, cell) == len(zones)
