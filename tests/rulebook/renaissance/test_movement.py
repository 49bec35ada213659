import pytest

from affray.rulesets.renaissance.movement import length, way_to
from rulebook.renaissance.fields import d, field, hurt, offered, play, to_hit
from support import Played

FAR = {"at": [11, 4]}


def cells(keys: list[str]) -> set[tuple[int, int]]:
    """The places that a question offers."""
    found = [key.removeprefix("to ").split(",") for key in keys if key.startswith("to ")]
    return {(int(x), int(y)) for x, y in found}


@pytest.mark.rule("grid.squares")
def test_each_creature_takes_one_square_and_reaches_the_adjacent_ones() -> None:
    scenario = field(orc={"size": "large", "at": [2, 2]}, more={"Elk": {"at": [2, 2]}})
    game = Played(scenario)
    assert game.fight.place_name(1) == "2,2"
    assert game.fight.place_name(2) != "2,2"
    keys = offered(field(orc={"at": [2, 2]}))
    assert "attack Orc with blade" in keys
    assert "attack Orc with blade" not in offered(field(orc={"at": [3, 1]}))


@pytest.mark.rule("grid.squares")
def test_nobody_walks_through_another() -> None:
    rows = ["####", "#..#", "####"]
    keys = offered(field({"at": [1, 1]}, {"at": [2, 1]}, rows=rows))
    assert "move" in keys
    wide = ["......", "######"]
    assert cells(offered(field({"at": [0, 0]}, {"at": [2, 0]}, rows=wide), "Ann: move")) == {(1, 0)}


@pytest.mark.rule("grid.distance")
@pytest.mark.parametrize(
    ("at", "metres"), [((4, 1), 3), ((4, 4), 4), ((3, 2), 2), ((2, 2), 1), ((6, 4), 6)]
)
def test_ranges_are_straight_lines_rounded_to_the_metre(at: tuple[int, int], metres: int) -> None:
    game = Played(field(orc={"at": list(at)}))
    assert game.fight.metres(game.fighter("Ann").cell, game.fighter("Orc").cell) == metres  # type: ignore[attr-defined]


@pytest.mark.rule("grid.distance")
def test_along_a_path_a_diagonal_step_costs_one_and_a_half() -> None:
    places = cells(offered(field(orc=FAR), "Ann: move"))
    assert (5, 1) in places  # four straight
    assert (6, 1) not in places
    assert (3, 3) in places  # two diagonals are three metres
    assert (4, 3) in places
    assert (4, 4) not in places  # three are four and a half


@pytest.mark.rule("grid.distance")
def test_difficult_ground_counts_twice() -> None:
    rows = [".~~~........"] * 5
    places = cells(offered(field({"at": [0, 2]}, FAR, rows=rows), "Ann: move"))
    assert (2, 2) in places
    assert (3, 2) not in places


@pytest.mark.rule("grid.hexes")
@pytest.mark.parametrize(("grid", "neighbours", "cost"), [("square", 8, 1.5), ("hex", 6, 1.0)])
def test_on_hexes_there_are_six_neighbours_and_every_step_costs_1(
    grid: str, neighbours: int, cost: float
) -> None:
    scenario = field({"at": [4, 2]}, FAR, house={"grid": grid})
    game = Played(scenario)
    cell = game.fighter("Ann").cell
    field_ = game.fight.scene.grid  # type: ignore[attr-defined]
    assert len(field_.neighbours[cell]) == neighbours
    longest = max(length(game.fight, cell, [there]) for there in field_.neighbours[cell])  # type: ignore[arg-type]
    assert longest == cost
    game = play(scenario, "Ann: run\nAnn: to 9,2\nAnn: end turn")
    assert game.told("moves")[0]["metres"] == "5"


@pytest.mark.rule("move.rates")
def test_a_move_goes_to_the_base_rate_and_a_run_to_the_full_one_at_minus_10() -> None:
    scenario = field(orc=FAR)
    assert max(x for x, _ in cells(offered(scenario, "Ann: move"))) == 5
    assert (11, 1) in cells(offered(scenario, "Ann: run"))
    script = "Ann: run\nAnn: to 10,4\nAnn: attack Orc with blade\n" + d(99)
    game = play(scenario, script)
    assert to_hit(game) == 50
    assert game.fighter("Ann").ran


@pytest.mark.rule("move.rates")
def test_the_penalty_of_running_lasts_until_the_next_turn() -> None:
    script = "Ann: run\nAnn: to 10,4\nAnn: end turn\nOrc: end turn\nAnn: attack Orc with blade\n"
    game = play(field(orc=FAR), script + d(99) + "\nAnn: end turn", 3)
    assert to_hit(game) == 60


@pytest.mark.rule("move.rates")
def test_each_mode_of_movement_has_its_own_rates() -> None:
    burrow = {"modes": {"burrow": {"base": 2, "full": 6}}}
    places = cells(offered(field(burrow, FAR), "Ann: move by burrow"))
    assert max(x for x, _ in places) == 3


@pytest.mark.rule("move.charge")
def test_a_charge_adds_db_to_attacks_for_the_rest_of_the_turn() -> None:
    script = (
        "Ann: charge\nAnn: to 10,4\nAnn: attack Orc with blade\n" + d(25, 99) + "\nroll 1d10 = 2"
    )
    game = play(field(orc=FAR), script)
    assert to_hit(game) == 50
    assert hurt(game) == [12]
    assert not game.fighter("Ann").charged


@pytest.mark.rule("move.charge")
def test_a_charge_needs_more_than_a_metre() -> None:
    places = cells(offered(field(orc=FAR), "Ann: charge"))
    assert (2, 1) not in places
    assert (2, 2) in places
    assert (3, 1) in places


@pytest.mark.rule("move.once")
def test_only_one_action_of_a_turn_may_move() -> None:
    keys = offered(field(orc=FAR), "Ann: move\nAnn: to 2,1")
    assert "full defense" in keys
    assert not {"move", "run", "charge", "stunt dive"} & set(keys)


@pytest.mark.rule("move.once")
def test_being_put_somewhere_does_not_count() -> None:
    keys = offered(field(orc=FAR), "GM rules place of Ann = 3,3 | a gust of wind")
    assert "move" in keys


@pytest.mark.rule("move.stunts")
def test_a_dive_with_a_movement_skill_ends_prone() -> None:
    scenario = field({"skills": {"athletics": 50}}, FAR)
    script = "Ann: stunt dive\nGM: quick\n" + d(40) + "\nAnn: to 4,1\nAnn: end turn"
    game = play(scenario, script)
    assert game.fighter("Ann").prone
    assert game.fight.place_name(0) == "4,1"


@pytest.mark.rule("move.stunts")
def test_a_flip_crosses_an_enemy_and_a_tumble_gives_no_opening() -> None:
    scenario = field({"skills": {"athletics": 50}, "at": [1, 0]}, {"at": [2, 0]}, ["....", "####"])
    script = "Ann: stunt flip\nGM: easy\n" + d(70) + "\nAnn: to 3,0\nAnn: end turn"
    assert play(scenario, script).fight.place_name(0) == "3,0"
    scenario = field({"skills": {"athletics": 50}})
    script = "Ann: stunt tumble\nGM: quick\n" + d(40) + "\nAnn: to 4,1\nAnn: end turn"
    assert not play(scenario, script).told("reacts")


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(("ruling", "target"), [("quick", 50), ("easy", 70), ("hard", 30)])
def test_the_game_master_says_how_hard_it_is(ruling: str, target: int) -> None:
    scenario = field({"skills": {"athletics": 50}}, FAR)
    game = play(scenario, f"Ann: stunt tumble\nGM: {ruling}\n" + d(99) + "\nAnn: end turn")
    assert str(game.told("check")[0]["sum"]).endswith(f"= {target}")


@pytest.mark.rule("move.stunts")
def test_the_game_master_may_ask_for_a_standard_action_or_refuse() -> None:
    scenario = field({"skills": {"athletics": 50}}, FAR)
    game = play(scenario, "Ann: stunt tumble\nGM: standard\n" + d(60))
    assert game.told("check")[0]["result"] == "failure"
    assert "move" not in offered(scenario, "Ann: stunt tumble\nGM: refused")


def test_the_way_goes_round_what_stands_in_it() -> None:
    game = Played(field({"at": [0, 2]}, {"at": [2, 2]}))
    way = way_to(game.fight, game.fighter("Ann"), 2 * 12 + 4, 12.0)  # type: ignore[arg-type]
    assert way
    assert length(game.fight, game.fighter("Ann").cell, way) == 5.0  # type: ignore[arg-type]
