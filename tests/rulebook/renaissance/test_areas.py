import pytest

from rulebook.renaissance.fields import attacked, d, dice, field, hurt, offered, play, to_hit
from support import Played

GRENADIER = {"weapons": ["grenade", "blade"], "at": [0, 2]}
THROW = "throw Orc with grenade"


@pytest.mark.rule("area.blast")
def test_a_blast_does_2_less_for_each_metre_and_nobody_defends() -> None:
    more = {"Elk": {"at": [8, 2]}, "Fox": {"at": [9, 2]}, "Hog": {"at": [11, 2]}}
    scenario = field(GRENADIER, {"at": [5, 2]}, more=more)
    game = attacked(scenario, d(25) + "\nroll 2d10 = 4 5", THROW)
    assert game.told("contest")[0]["defense"] == "no defence"
    assert hurt(game) == [9]
    assert hurt(game, "Elk") == [3]
    assert hurt(game, "Fox") == [1]
    assert hurt(game, "Hog") == []
    assert hurt(game, "Ann") == []
    assert game.told("blast")[0]["radius"] == 4


@pytest.mark.rule("area.blast")
def test_a_blast_ends_where_its_dv_does() -> None:
    scenario = field(GRENADIER, {"at": [5, 2]}, more={"Elk": {"at": [10, 2]}})
    game = attacked(scenario, d(25) + "\nroll 2d10 = 5 5", THROW)
    assert game.told("blast")[0]["radius"] == 4
    assert "Elk" not in [one["who"] for one in game.told("blast on")], "10 DV are 0 at 5 metres"


@pytest.mark.rule("area.blast")
def test_armour_still_helps_and_walls_shield() -> None:
    more = {"Elk": {"at": [7, 2], "skin": 3}, "Fox": {"at": [5, 4]}}
    rows = ["............", "............", "............", "....###.....", "............"]
    scenario = field(GRENADIER, {"at": [5, 2]}, rows, more=more)
    game = attacked(scenario, d(25) + "\nroll 2d10 = 5 5", THROW)
    assert hurt(game, "Elk") == [3]
    assert hurt(game, "Fox") == []


@pytest.mark.rule("area.blast")
def test_a_grenade_is_spent() -> None:
    keys = offered(
        field(GRENADIER, {"at": [5, 2]}), f"Ann: {THROW}\n" + d(25) + "\nroll 2d10 = 1 1\n"
    )
    assert "draw blade" in keys
    assert not [key for key in keys if "grenade" in key]


@pytest.mark.rule("area.splash")
def test_a_splash_covers_its_area_with_its_effect_and_without_damage() -> None:
    more = {"Elk": {"at": [6, 2]}, "Fox": {"at": [8, 2]}}
    scenario = field({"weapons": ["fire-jar"], "at": [0, 2]}, {"at": [5, 2]}, more=more)
    game = attacked(scenario, d(25), "throw Orc with fire-jar")
    assert game.fighter("Orc").burning
    assert game.fighter("Elk").burning
    assert not game.fighter("Fox").burning
    assert not game.told("hurt")


@pytest.mark.rule("area.splash")
def test_the_listed_area_may_be_rolled() -> None:
    more = {"Elk": {"at": [9, 2]}}
    scenario = field({"weapons": ["scour-jar"], "at": [0, 2]}, {"at": [5, 2]}, more=more)
    game = attacked(scenario, d(25) + "\n" + dice(4), "throw Orc with scour-jar")
    assert game.fighter("Elk").dazed
    game = attacked(scenario, d(25) + "\n" + dice(3), "throw Orc with scour-jar")
    assert game.fighter("Orc").dazed
    assert not game.fighter("Elk").dazed


@pytest.mark.rule("area.splash")
def test_fire_burns_every_turn_until_it_is_put_out() -> None:
    scenario = field({"weapons": ["fire-jar"], "at": [0, 2]}, {"at": [5, 2]})
    script = "Ann: throw Orc with fire-jar\n" + d(25) + "\nAnn: end turn\nroll 1d10 = 7\n"
    game = play(
        scenario, script + "Orc: douse flames\nOrc: end turn\nAnn: end turn\nOrc: end turn", 4
    )
    assert hurt(game) == [7]


@pytest.mark.rule("area.aim")
def test_a_grenade_can_be_thrown_at_a_place() -> None:
    more = {"Elk": {"at": [8, 2]}}
    scenario = field(GRENADIER, {"at": [6, 2], "size": "small"}, more=more)
    script = "Ann: throw grenade at a place\nAnn: to 7,2\n" + d(25) + "\nroll 2d10 = 4 5"
    game = play(scenario, script + "\nAnn: end turn")
    assert to_hit(game) == 50  # the range, and nobody's size
    assert hurt(game) == hurt(game, "Elk") == [7]
    assert game.told("throws at")[0]["what"] == "the grenade at 7,2"


@pytest.mark.rule("area.aim")
def test_only_places_in_range_and_sight_and_only_with_what_bursts() -> None:
    rows = ["......#" + "." * 50, "......#" + "." * 50]
    scenario = field({"weapons": ["grenade"], "at": [0, 0]}, {"at": [5, 1]}, rows)
    keys = offered(scenario, "Ann: throw grenade at a place\n")
    assert "to 4,1" in keys
    assert "to 8,0" not in keys
    assert not [key for key in offered(field()) if key.endswith("at a place")]


@pytest.mark.rule("ranged.scatter")
@pytest.mark.parametrize(
    ("direction", "place"), [(1, "6,0"), (2, "8,0"), (3, "9,2"), (5, "6,4"), (7, "3,2")]
)
def test_a_miss_scatters_by_2d10_in_eight_directions(direction: int, place: str) -> None:
    scenario = field(GRENADIER, {"at": [6, 2]}, ["............"] * 5)
    rolls = d(99) + "\n" + dice(direction, 3) + "\nroll 2d10 = 1 1"
    game = attacked(scenario, rolls, THROW)
    assert game.told("scatters")[0]["place"] == place


@pytest.mark.rule("ranged.scatter")
def test_9_and_10_are_rolled_again() -> None:
    scenario = field(GRENADIER, {"at": [6, 2]})
    rolls = d(99) + "\n" + dice(9, 10, 3, 2) + "\nroll 2d10 = 1 1"
    assert attacked(scenario, rolls, THROW).told("scatters")[0]["place"] == "8,2"


@pytest.mark.rule("ranged.scatter")
def test_by_option_1d10_metres_in_a_free_direction() -> None:
    scenario = field(GRENADIER, {"at": [6, 2]}, house={"scatter": "1d10"})
    rolls = d(99) + "\n" + dice(3) + "\nroll 1d36 = 10\nroll 2d10 = 1 1"
    assert attacked(scenario, rolls, THROW).told("scatters")[0]["place"] == "9,2"


@pytest.mark.rule("ranged.scatter")
def test_a_wall_stops_what_scatters() -> None:
    rows = ["........#...", "........#...", "........#...", "........#...", "........#..."]
    scenario = field(GRENADIER, {"at": [6, 2]}, rows)
    rolls = d(99) + "\n" + dice(3, 9) + "\nroll 2d10 = 1 1"
    game = attacked(scenario, rolls, THROW)
    assert game.told("scatters")[0]["place"] == "7,2"
    assert "The grenade scatters 9 m, to 7,2, where it is stopped" in game.log()


@pytest.mark.rule("size.modifiers")
@pytest.mark.parametrize(
    ("size", "shot", "grapple"),
    [
        ("tiny", 40, 80),
        ("small", 50, 70),
        ("medium", 60, 60),
        ("large", 70, 50),
        ("very-large", 80, 40),
    ],
)
def test_size_counts_for_shots_and_grapples(size: str, shot: int, grapple: int) -> None:
    archer = {"weapons": ["bow"]}
    game = attacked(field(archer, {"at": [8, 1], "size": size}), d(99), "attack Orc with bow")
    assert to_hit(game) == shot
    wrestler = {"skills": {"unarmed-combat": 60}}
    game = play(field(wrestler, {"size": size}), "Ann: grab Orc\n" + d(99, 1) + "\nAnn: end turn")
    assert to_hit(game) == grapple
    assert to_hit(attacked(field(orc={"size": size}), d(99))) == 60


@pytest.mark.rule("size.modifiers")
def test_a_dwarf_counts_as_small_to_archers_only() -> None:
    game = Played(field(orc={"race": "dwarf"}))
    sheet = game.fighter("Orc").sheet
    assert (sheet.size, sheet.ranged_size) == (2, 1)


@pytest.mark.rule("prone.rules")
def test_dropping_and_getting_up_are_quick() -> None:
    game = play(field(), "Ann: drop prone\nAnn: stand up\nAnn: drop prone")
    assert game.fighter("Ann").prone


@pytest.mark.rule("prone.rules")
def test_the_prone_crawl_half_their_base_rate_as_a_standard_action() -> None:
    keys = offered(field(orc={"at": [11, 4]}), "Ann: drop prone\n")
    assert "move" not in keys
    keys = offered(field(orc={"at": [11, 4]}), "Ann: drop prone\nAnn: crawl\n")
    assert "to 3,1" in keys
    assert "to 4,1" not in keys
    game = play(field(orc={"at": [11, 4]}), "Ann: drop prone\nAnn: crawl\nAnn: to 3,1")
    assert game.fight.place_name(0) == "3,1"


@pytest.mark.rule("prone.rules")
def test_melee_is_easier_and_shooting_harder_at_the_prone() -> None:
    prone = "GM rules condition of Orc = prone | before\n"
    game = play(field(), prone + "Ann: attack Orc with blade\n" + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 70
    scenario = field({"weapons": ["bow"]}, {"at": [8, 1]})
    game = play(scenario, prone + "Ann: attack Orc with bow\n" + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 50


@pytest.mark.rule("prone.rules")
def test_ones_own_attacks_are_at_minus_30_but_for_weapons_that_suit() -> None:
    game = play(field(), "Ann: drop prone\nAnn: attack Orc with blade\n" + d(99))
    assert to_hit(game) == 30
    scenario = field({"weapons": ["light-crossbow"]}, {"at": [8, 1]})
    game = play(scenario, "Ann: drop prone\nAnn: attack Orc with light-crossbow\n" + d(99))
    assert to_hit(game) == 70
