import pytest

from affray.core.tape import OpenQuestionError
from affray.rulesets.renaissance.movement import length, way_to
from rulebook.renaissance.fields import d, field, hurt, offered, play, to_hit, total
from support import Played

FAR = {"at": [11, 4]}


def cells(keys: list[str]) -> set[tuple[int, int]]:
    """Return the places that a question offers."""
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


@pytest.mark.rule("move.charge")
def test_difficult_ground_is_no_longer_a_run_up() -> None:
    rows = ["............", ".~~.........", "............"]
    scenario = field({"at": [0, 1]}, FAR | {"at": [9, 1]}, rows)
    places = cells(offered(scenario, "Ann: charge"))
    assert (1, 1) not in places  # a metre, though it counts as two
    assert (2, 1) in places
    assert (1, 1) in cells(offered(scenario, "Ann: run"))
    game = play(scenario, "Ann: run\nAnn: to 2,1\nAnn: end turn")
    assert game.told("moves")[0]["metres"] == "2"


@pytest.mark.rule("move.half")
@pytest.mark.parametrize(("option", "places"), [("down", {(3, 1)}), ("exact", {(3, 1), (3, 2)})])
def test_half_of_five_metres(option: str, places: set[tuple[int, int]]) -> None:
    scenario = field({"move": {"base": 5, "full": 9}}, FAR, house={"half_metres": option})
    found = cells(offered(scenario, "Ann: drop prone\nAnn: crawl\n"))
    assert found & {(3, 1), (3, 2), (4, 1)} == places


@pytest.mark.rule("move.max")
def test_the_greatest_rate_takes_the_whole_turn() -> None:
    rows = ["." * 40] * 3
    swift = {"move": {"base": 4, "full": 12, "max": 24}}
    scenario = field(swift, {"at": [39, 2]}, rows)
    assert "dash" in offered(scenario)
    assert "dash" not in offered(field(orc={"at": [39, 2]}, rows=rows))
    assert "dash" not in offered(scenario, "Ann: drop prone\nAnn: stand up\n")
    game = play(scenario, "Ann: dash\nAnn: to 25,1")
    assert game.fight.place_name(0) == "25,1"
    assert game.fighter("Ann").ran


@pytest.mark.rule("move.once")
def test_only_one_action_of_a_turn_may_move() -> None:
    keys = offered(field(orc=FAR), "Ann: move\nAnn: to 2,1")
    assert "full defense" in keys
    assert not {"move", "run", "charge", "stunt dive"} & set(keys)


@pytest.mark.rule("move.once")
def test_being_put_somewhere_does_not_count() -> None:
    keys = offered(field(orc=FAR), "GM rules place of Ann = 3,3 | a gust of wind")
    assert "move" in keys


ACROBAT = {"skills": {"athletics": 50}}
QUICK = "GM: quick base\n"


def tried(name: str, ruling: str, roll: int, result: str, to: str) -> str:
    """Return a stunt, what the game master makes of it, and where it ends."""
    return f"Ann: stunt {name}\nGM: {ruling}\n{d(roll)}\nGM: {result}\nAnn: to {to}\n"


@pytest.mark.rule("move.stunts")
def test_a_dive_with_a_movement_skill_ends_prone() -> None:
    script = tried("dive", "quick base", 40, "prone", "4,1") + "Ann: end turn"
    game = play(field(ACROBAT, FAR), script)
    assert game.fighter("Ann").prone
    assert game.fight.place_name(0) == "4,1"


@pytest.mark.rule("move.stunts")
def test_a_rider_does_not_end_prone() -> None:
    rider = {"mount": "warhorse", "skills": {"ride": 50}}
    script = tried("dive", "quick base", 40, "prone", "4,1") + "Ann: end turn"
    game = play(field(rider, FAR), script)
    assert game.fight.place_name(0) == "4,1"
    assert not game.fighter("Ann").prone


@pytest.mark.rule("move.stunts", "weapon.tags")
@pytest.mark.parametrize(("tags", "target"), [([], 50), (["awkward"], 40)])
def test_something_awkward_in_hand_gets_in_the_way(tags: list[str], target: int) -> None:
    ladder = {"ladder": {"damage": "1d10", "tags": tags}}
    scenario = field({**ACROBAT, "weapons": ["ladder"]}, FAR, weapons=ladder)
    script = "Ann: stunt tumble\nGM: quick base\n" + d(99) + "\nAnn: end turn"
    assert total(play(scenario, script).told("check")[0]["sum"]) == target


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize("name", ["dive", "tumble", "flip", "jump", "climb", "swing", "roll"])
def test_every_kind_of_stunt_the_chapter_names_can_be_tried(name: str) -> None:
    script = tried(name, "quick base", 40, "as a move", "3,1") + "Ann: end turn"
    game = play(field(ACROBAT, FAR), script)
    assert game.fight.place_name(0) == "3,1"
    assert not game.fighter("Ann").prone


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(
    ("name", "default"), [("dive", 2), ("tumble", 1), ("flip", 1), ("jump", 0), ("climb", 0)]
)
def test_somebody_without_an_opinion_lets_a_stunt_do_what_it_is_tried_for(
    name: str, default: int
) -> None:
    game = Played(
        field(ACROBAT, FAR), f"roll 1d10 = 9\nroll 1d10 = 1\nAnn: stunt {name}\n{QUICK}" + d(40)
    )
    with pytest.raises(OpenQuestionError) as stopped:
        game.fight.step()
    question = stopped.value.question
    assert question.kind == "stunt-result"
    assert question.default_option() is question.options[default]


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(
    ("result", "opening"), [("as a move", True), ("prone", True), ("past", False)]
)
@pytest.mark.parametrize("name", ["dive", "jump"])
def test_away_from_an_enemy_it_gives_an_opening_unless_the_game_master_says_not(
    name: str, result: str, opening: bool
) -> None:
    script = tried(name, "quick base", 40, result, "1,4")
    script += "Orc: attack Ann with blade\n" + d(99) + "\n" if opening else ""
    game = play(field(ACROBAT), script + "Ann: end turn")
    assert bool(game.told("reacts")) is opening
    assert game.fight.place_name(0) == "1,4"


@pytest.mark.rule("move.stunts")
def test_through_the_air_one_crosses_people_and_low_walls_and_climbing_even_high_ones() -> None:
    lane = ["....", "####"]
    between = field({**ACROBAT, "at": [1, 0]}, {"at": [2, 0]}, lane)
    for name, crosses in (("flip", True), ("jump", True), ("swing", True), ("tumble", False)):
        keys = offered(between, f"Ann: stunt {name}\n{QUICK}" + d(40) + "\nGM: past\n")
        assert ("to 3,0" in keys) is crosses, name
    wall = field({**ACROBAT, "at": [0, 1]}, {"at": [4, 1]}, [".#...", ".#...", ".#..."])
    for name, crosses in (("climb", True), ("jump", False)):
        keys = offered(wall, f"Ann: stunt {name}\n{QUICK}" + d(40) + "\nGM: past\n")
        assert ("to 2,1" in keys) is crosses, name


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(("rate", "furthest"), [("base", 5), ("full", 11)])
def test_the_game_master_says_how_far_it_goes(rate: str, furthest: int) -> None:
    keys = offered(
        field(ACROBAT, FAR), f"Ann: stunt jump\nGM: quick {rate}\n" + d(40) + "\nGM: past\n"
    )
    assert max(x for x, y in cells(keys) if y == 1) == furthest


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(
    ("ruling", "target"), [("quick base", 50), ("quick base easy", 70), ("quick full hard", 30)]
)
def test_the_game_master_says_how_hard_it_is(ruling: str, target: int) -> None:
    game = play(
        field(ACROBAT, FAR), f"Ann: stunt tumble\nGM: {ruling}\n" + d(99) + "\nAnn: end turn"
    )
    assert total(game.told("check")[0]["sum"]) == target


@pytest.mark.rule("move.stunts")
def test_the_game_master_says_which_action_it_takes() -> None:
    scenario = field(ACROBAT, FAR)
    keys = offered(scenario, "Ann: stunt tumble\nGM: standard base\n" + d(60) + "\n")
    assert "full defense" not in keys
    assert "drop prone" in keys  # the Quick Action is left
    keys = offered(scenario, "Ann: stunt tumble\nGM: quick base\n" + d(60) + "\n")
    assert "full defense" in keys
    assert "move" not in keys


@pytest.mark.rule("move.stunts")
def test_only_an_action_that_is_left_can_be_asked_for() -> None:
    scenario = field(ACROBAT, FAR)
    keys = offered(scenario, "Ann: full defense\nAnn: stunt tumble\n")
    assert "quick base" in keys
    assert "standard base" not in keys
    keys = offered(scenario, "Ann: drop prone\nAnn: stand up\nAnn: stunt tumble\n")
    assert "standard base" not in keys
    keys = offered(scenario, "Ann: drop prone\nAnn: stunt tumble\n")
    assert {"quick base", "standard base"} <= set(keys)


@pytest.mark.rule("move.stunts")
def test_what_is_refused_costs_nothing_and_is_not_tried_again() -> None:
    keys = offered(field(ACROBAT, FAR), "Ann: stunt tumble\nGM: refused\n")
    assert {"move", "full defense", "drop prone"} <= set(keys)
    assert not [key for key in keys if key.startswith("stunt")]
    assert "stunt tumble" in offered(field(ACROBAT, FAR))


@pytest.mark.rule("move.stunts")
def test_the_prone_may_try_one_and_come_to_their_feet() -> None:
    scenario = field(ACROBAT, FAR)
    script = "Ann: drop prone\n" + tried("flip", "standard base", 40, "past", "3,1")
    game = play(scenario, script)
    assert not game.fighter("Ann").prone
    assert game.fight.place_name(0) == "3,1"


@pytest.mark.rule("move.stunts")
@pytest.mark.parametrize(("roll", "prone"), [(80, False), (81, True)])
def test_an_exceptional_failure_falls(roll: int, prone: bool) -> None:
    game = play(field(ACROBAT, FAR), f"Ann: stunt jump\n{QUICK}" + d(roll) + "\nAnn: end turn")
    assert game.fighter("Ann").prone is prone
    assert game.fight.place_name(0) == "1,1"


def test_the_way_goes_round_what_stands_in_it() -> None:
    game = Played(field({"at": [0, 2]}, {"at": [2, 2]}))
    way = way_to(game.fight, game.fighter("Ann"), 2 * 12 + 4, 12.0)  # type: ignore[arg-type]
    assert way
    assert length(game.fight, game.fighter("Ann").cell, way) == 5.0  # type: ignore[arg-type]
