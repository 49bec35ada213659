from copy import deepcopy as copied

import pytest

from affray.core.problems import InvalidDataError
from affray.library import read_scenario
from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    hurt,
    offered,
    play,
    to_defend,
    to_hit,
)

STEED = {
    "dur": 100,
    "aptitudes": {"coo": 20, "int": 20, "som": 20, "sav": 20, "wil": 20, "cog": 20},
    "str": 50,
    "size": "large",
    "move": {"base": 6, "full": 10},
    "skills": {"fray": 40, "unarmed-combat": 50},
    "natural": ["stomp"],
    "war_trained": True,
}
RIDER = {"mount": "steed", "skills": {"ride": 50}}
SABRE = {"sabre": {"damage": "1d10+DB", "tags": ["cavalry"]}}


def riding(
    ann: dict[str, object] | None = None, orc: dict[str, object] | None = None, **more: object
) -> dict:  # type: ignore[type-arg]
    """Ann on a steed, with a sabre."""
    content = {"fighters": {"steed": STEED}, "weapons": SABRE, **more}
    return field({**RIDER, "weapons": ["sabre"], **(ann or {})}, orc, **content)  # type: ignore[arg-type]


@pytest.mark.rule("mount.shared-turn")
def test_a_mount_has_no_turn_and_the_rider_uses_its_movement_and_attacks() -> None:
    keys = offered(riding())
    assert "attack Orc with stomp" in keys
    assert "to 7,1" in offered(riding(orc={"at": [11, 4]}), "Ann: move")
    game = play(riding(orc={"at": [11, 4]}), "Ann: move\nAnn: to 6,1\nAnn: end turn")
    assert game.fight.place_name(0) == game.fight.place_name(1) == "6,1"
    game = play(riding(), "Ann: end turn\nOrc: end turn", 2)
    assert [part["who"] for part in game.told("turn")] == ["Ann", "Orc"]


@pytest.mark.rule("mount.shared-turn")
def test_without_proficiency_in_ride_a_test_is_needed() -> None:
    novice = {"skills": {"ride": 25}}
    script = "Ann: move\n" + d(26) + "\nAnn: end turn"
    game = play(riding(novice, {"at": [11, 4]}), script)
    assert game.fight.place_name(0) == "1,1"
    game = play(riding(novice), "Ann: attack Orc with stomp\n" + d(20, 99) + "\nAnn: end turn")
    assert "Ride" in str(game.told("check")[0]["sum"])


@pytest.mark.rule("mount.shared-turn")
def test_it_must_be_trained_for_war() -> None:
    with pytest.raises(InvalidDataError, match="trained for war"):
        read_scenario(field({"mount": "horse"}), "test")


@pytest.mark.rule("mount.targets")
def test_mount_and_rider_are_attacked_separately_and_the_rider_at_minus_20() -> None:
    scenario = field({}, RIDER | {"at": [2, 1]}, fighters={"steed": STEED})
    assert to_hit(attacked(scenario, d(99))) == 40
    assert to_hit(attacked(scenario, d(99), "attack Orc's steed with blade")) == 60
    staff = field({"weapons": ["quarterstaff"]}, RIDER | {"at": [2, 1]}, fighters={"steed": STEED})
    assert to_hit(attacked(staff, d(99), "attack Orc with quarterstaff")) == 70


@pytest.mark.rule("mount.targets")
def test_a_mounts_wounds_do_not_hinder_the_rider() -> None:
    script = "GM rules condition of Ann's steed = 3 wounds | before\n"
    game = play(riding(), script + "Ann: attack Orc with sabre\n" + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 60
    game = play(riding(), script + "Ann: attack Orc with stomp\n" + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 20


@pytest.mark.rule("mount.fall")
@pytest.mark.parametrize(("roll", "pinned"), [(60, False), (61, True)])
def test_when_the_mount_falls_the_rider_lands_clear_or_is_pinned(roll: int, pinned: bool) -> None:
    scenario = field({"db": 20}, RIDER, fighters={"steed": STEED})
    rolls = d(25, 99) + "\n" + dice(4) + "\n" + d(99, roll)
    game = attacked(scenario, rolls, "attack Orc's steed with blade")
    orc = game.fighter("Orc")
    assert orc.mount == -1
    assert orc.pinned is pinned
    assert orc.prone is pinned
    assert (game.fight.place_name(1) == game.fight.place_name(2)) is pinned


@pytest.mark.rule("mount.fall")
def test_the_pinned_have_to_struggle_out() -> None:
    scenario = field({"db": 20}, RIDER, fighters={"steed": STEED})
    fall = "Ann: attack Orc's steed with blade\n" + d(25, 99) + "\n" + dice(4) + "\n" + d(99, 99)
    assert offered(scenario, fall + "\nAnn: end turn\n") == ["end turn", "break free"]
    script = fall + "\nAnn: end turn\nOrc: break free\n" + d(50) + "\nOrc: end turn"
    assert not play(scenario, script, 2).fighter("Orc").pinned


@pytest.mark.rule("mount.charge")
def test_a_mounted_charge_adds_db_twice_with_the_mounts_str() -> None:
    scenario = riding(orc={"at": [8, 1]})
    script = "Ann: charge\nAnn: to 7,1\nAnn: attack Orc with sabre\n" + d(25, 99) + "\n" + dice(4)
    game = play(scenario, script + "\n" + d(1))
    db = (20 + 50) // 10
    assert hurt(game) == [4 + db + 2 * db]


@pytest.mark.rule("mount.charge")
def test_a_lance_has_figures_of_its_own_in_a_mounted_charge() -> None:
    scenario = riding({"weapons": ["lance"]}, {"at": [9, 1], "skin": 6})
    script = "Ann: charge\nAnn: to 7,1\nAnn: attack Orc with lance\n" + d(25, 99)
    game = play(scenario, script + "\nroll 2d10 = 2 2\n" + d(1))
    assert hurt(game) == [2 + 2 + 3 + 7 + 14]


@pytest.mark.rule("mount.ride-by")
def test_a_charging_rider_may_attack_in_mid_move_and_ride_on() -> None:
    scenario = riding({"at": [1, 1]}, {"at": [5, 2]})
    script = "Ann: ride by\nAnn: to 9,1\n"
    on = "Ann: attack Orc with sabre\n" + d(25, 99) + "\n" + dice(4) + "\n" + d(1) + "\n"
    game = play(scenario, script + on + "Orc: no")
    assert to_hit(game) == 60 - 10 - 10 - 10  # running, several attacks, several targets
    assert game.fight.place_name(0) == "9,1"
    assert hurt(game) == [4 + 7 + 14]
    assert [part["how"] for part in game.told("moves")] == ["rides", "rides on"]


@pytest.mark.rule("mount.ride-by")
def test_it_takes_the_whole_turn_and_only_riders_can() -> None:
    assert "ride by" in offered(riding(orc={"at": [8, 1]}))
    assert "ride by" not in offered(field(orc={"at": [8, 1]}))
    game = play(riding({"at": [1, 1]}, {"at": [11, 4]}), "Ann: ride by\nAnn: to 9,1")
    assert game.fight.place_name(0) == "9,1"


THREE = {"Elk": {"at": [5, 0]}, "Fox": {"at": [7, 2]}}


@pytest.mark.rule("mount.ride-by", "mount.ride-by-targets")
@pytest.mark.parametrize(("option", "attacks"), [("each", 3), ("one", 1)])
def test_one_weapon_attacks_each_of_those_who_are_passed_or_one_only(
    option: str, attacks: int
) -> None:
    scenario = riding(
        {"at": [1, 1]}, {"at": [3, 2]}, more=copied(THREE), house={"ride_by_targets": option}
    )
    names = ["Orc", "Elk", "Fox"][:attacks]
    script = "Ann: ride by\nAnn: to 10,1\n"
    script += "Ann: attack Orc with sabre\n" + d(99) + "\n"
    opening = {"Orc": "Orc: no\n", "Elk": "Elk: no\n", "Fox": "Fox: no\n"}
    if attacks == 3:
        script += opening["Orc"] + "Ann: attack Elk with sabre\n" + d(99) + "\n"
        script += opening["Elk"] + "Ann: attack Fox with sabre\n" + d(99) + "\n" + opening["Fox"]
    else:
        script += opening["Orc"] + opening["Elk"] + opening["Fox"]
    game = play(scenario, script)
    assert [part["target"] for part in game.told("attack")] == names
    assert {to_hit(game, number) for number in range(attacks)} == {30}
    assert game.fight.place_name(0) == "10,1"


@pytest.mark.rule("mount.shared-turn", "move.rates")
def test_after_a_run_the_mounts_own_attack_and_fray_are_at_minus_10_as_well() -> None:
    run = "Ann: run\nAnn: to 7,1\n"
    stomp = "Ann: attack Orc with stomp\n" + d(99)
    game = play(riding(orc={"at": [8, 1]}), run + stomp)
    assert to_hit(game) == 50 - 10
    script = run + "Ann: end turn\nOrc: attack Ann's steed with blade\n" + d(20, 99) + "\n"
    game = play(riding(orc={"at": [8, 1]}), script + dice(1) + "\nOrc: end turn", 2)
    assert to_defend(game) == 40 - 10
    script = run + "Ann: end turn\nOrc: end turn\nAnn: attack Orc with stomp\n" + d(99)
    game = play(riding(orc={"at": [8, 1]}), script + "\nAnn: end turn", 3)
    assert to_hit(game) == 50


@pytest.mark.rule("mount.shared-turn", "move.charge")
def test_after_a_charge_the_mounts_own_attack_has_its_db_more() -> None:
    stomp = "Ann: attack Orc with stomp\n" + d(25, 99) + "\n" + dice(4)
    game = play(riding(orc={"at": [8, 1]}), "Ann: charge\nAnn: to 7,1\n" + stomp)
    db = (20 + 50) // 10
    assert hurt(game) == [4 + db + db]
    game = play(riding(orc={"at": [8, 1]}), "Ann: run\nAnn: to 7,1\n" + stomp)
    assert hurt(game) == [4 + db]


@pytest.mark.rule("mount.shared-turn", "maneuver.feint")
def test_a_feint_at_a_mount_ends_with_its_riders_next_turn() -> None:
    scenario = field(
        {"skills": {"deception": 60}}, RIDER | {"at": [2, 1]}, fighters={"steed": STEED}
    )
    script = "Ann: feint Orc's steed\n" + d(40, 99) + "\nAnn: end turn\n"
    assert play(scenario, script).fighter("Orc's steed").feinted
    assert not play(scenario, script + "Orc: end turn", 2).fighter("Orc's steed").feinted


@pytest.mark.rule("mount.shared-turn", "area.splash")
def test_a_burning_mount_burns_in_its_riders_turn_until_it_is_put_out() -> None:
    fire = "GM rules condition of Ann's steed = burning | a torch\nAnn: end turn\nOrc: end turn\n"
    game = play(riding(), fire + dice(7) + "\nAnn: douse the mount\nAnn: end turn", 3)
    assert hurt(game, "Ann's steed") == [7]
    assert not game.fighter("Ann's steed").burning
    assert "douse the mount" not in offered(riding())


@pytest.mark.rule("mount.shared-turn")
def test_a_mount_without_its_rider_burns_on_when_their_turn_comes() -> None:
    down = "GM rules condition of Ann's steed = burning | a torch\nAnn: get down\nAnn: end turn\n"
    game = play(
        riding(orc={"at": [9, 4]}), down + "Orc: end turn\n" + dice(3) + "\nAnn: end turn", 3
    )
    assert hurt(game, "Ann's steed") == [3]
    out = "GM rules condition of Ann's steed = burning | a torch\nGM rules state of Ann = down | a stone\n"
    scenario = riding(orc={"at": [9, 4]}, more={"Bea": {"friend": True, "at": [1, 4]}})
    game = play(scenario, out + "Bea: end turn\nOrc: end turn\n" + dice(4), 4)
    assert hurt(game, "Ann's steed") == [4]


@pytest.mark.rule("mount.targets")
def test_a_mounts_wounds_count_in_checks_caused_by_its_movement() -> None:
    novice = {"skills": {"ride": 25}}
    wounds = "GM rules condition of Ann's steed = 2 wounds | before\n"
    script = wounds + "Ann: move\n" + d(26) + "\nAnn: end turn"
    game = play(riding(novice, {"at": [11, 4]}), script)
    assert "−20 the mount's wounds = 5" in str(game.told("check")[0]["sum"])
    script = wounds + "Ann: stunt jump\nGM: quick base\n" + d(98) + "\nAnn: end turn"
    game = play(riding(orc={"at": [11, 4]}), script)
    assert "Ride 50 −20 the mount's wounds = 30" in str(game.told("check")[0]["sum"])


@pytest.mark.rule("strike.armor-gap", "mount.charge")
def test_a_gap_struck_in_a_mounted_charge_is_struck_with_the_mounts_strength() -> None:
    scenario = riding(orc={"at": [8, 1], "skin": 9})
    script = (
        "Ann: charge\nAnn: to 7,1\nAnn: armor gap Orc with sabre\n" + d(35, 99) + "\n" + dice(4)
    )
    game = play(scenario, script + "\n" + d(1))
    assert game.told("damage")[0]["ap"] == 7


@pytest.mark.rule("move.max")
def test_a_warhorse_walks_its_base_rate_and_no_further() -> None:
    rows = ["." * 40] * 3
    scenario = field({"mount": "warhorse", "skills": {"ride": 50}}, {"at": [39, 2]}, rows)
    keys = offered(scenario)
    assert not [key for key in keys if "gallop" in key]
    walks = offered(scenario, "Ann: move\n")
    assert "to 6,1" in walks
    assert "to 7,1" not in walks
    assert "to 31,1" in offered(scenario, "Ann: dash\n")
    assert "to 32,1" not in offered(scenario, "Ann: dash\n")


@pytest.mark.rule("mount.charge", "mount.fall")
def test_a_rider_unhorsed_in_the_charge_loses_its_bonus_and_goes_no_further() -> None:
    pike = {
        "pike": {"damage": "1d10+DB", "hands": 2, "tags": ["reach", "brace", "fend"]},
        "glaive": {"damage": "1d10+DB", "tags": ["reach"]},
    }
    orc = {"at": [8, 1], "weapons": ["pike"], "db": 20, "skills": {"melee-weapons": 60}}
    scenario = riding({"weapons": ["glaive"]}, orc, weapons=pike)
    script = "Ann: charge\nAnn: to 7,1\nOrc: attack Ann's steed with pike\n" + d(25, 99) + "\n"
    script += dice(4) + "\n" + d(99, 10) + "\nAnn: attack Orc with glaive\n"
    game = play(scenario, script + d(25, 99) + "\n" + dice(4))
    ann = game.fighter("Ann")
    assert ann.mount == -1
    assert game.fight.place_name(0) != "7,1"
    assert hurt(game) == [4 + 5]


@pytest.mark.rule("mount.fall", "wound.threshold")
@pytest.mark.parametrize(("roll", "falls"), [(50, False), (51, True)])
def test_a_wounded_rider_who_fails_the_check_falls_from_the_saddle(roll: int, falls: bool) -> None:
    scenario = field({"db": 16}, RIDER, fighters={"steed": STEED})
    game = attacked(scenario, d(25, 99) + "\n" + dice(4) + "\n" + d(roll))
    orc = game.fighter("Orc")
    assert (orc.mount < 0) is falls
    assert orc.prone is falls


@pytest.mark.rule("defend.full")
def test_a_rider_in_full_defense_may_defend_with_ride() -> None:
    rider = RIDER | {"skills": {"ride": 70}}
    scenario = field({}, rider, fighters={"steed": STEED})
    script = "Ann: end turn\nOrc: full defense\nOrc: end turn\nAnn: attack Orc with blade\n"
    game = play(scenario, script + d(25, 26) + "\nAnn: end turn", 3)
    assert "Ride 70 +20 full defense" in str(game.told("contest")[0]["defense"])
    walker = field({}, {"skills": {"ride": 70}})
    game = play(walker, script + d(25, 26) + "\nAnn: end turn", 3)
    assert "Ride" not in str(game.told("contest")[0]["defense"])


@pytest.mark.rule("defend.full")
@pytest.mark.parametrize(("armor", "guard"), [(None, "Ride 65"), ("brigandine", "Melee Weapons")])
def test_armour_that_hinders_coordination_hinders_riding_out_of_the_way(
    armor: str | None, guard: str
) -> None:
    """Ride 65 is better than a parry with 60, and in brigandine, which takes 10, it is not."""
    rider = RIDER | {"skills": {"ride": 65, "melee-weapons": 60}}
    scenario = field({}, rider | {"armor": armor} if armor else rider, fighters={"steed": STEED})
    script = "Ann: end turn\nOrc: full defense\nOrc: end turn\nAnn: attack Orc with blade\n"
    game = play(scenario, script + d(25, 26) + "\nAnn: end turn", 3)
    assert guard in str(game.told("contest")[0]["defense"])


@pytest.mark.rule("mount.cavalry")
def test_a_weapon_without_the_cavalry_tag_is_at_minus_20() -> None:
    assert to_hit(attacked(riding({"weapons": ["blade"]}), d(99))) == 40
    assert to_hit(attacked(riding(), d(99), "attack Orc with sabre")) == 60


def test_getting_down_and_up_again() -> None:
    script = "Ann: get down\nAnn: full defense\nOrc: end turn\nAnn: mount\nAnn: end turn"
    game = play(riding(orc={"at": [11, 4]}), script, 3)
    assert game.fighter("Ann").mount == 1


WRESTLER = {"skills": {"unarmed-combat": 60}}


@pytest.mark.rule("maneuver.grab", "mount.shared-turn")
def test_a_mount_that_is_held_neither_moves_nor_attacks_until_it_breaks_free() -> None:
    grab = "Ann: end turn\nOrc: grab Ann's steed\n" + d(40, 99) + "\nOrc: end turn\n"
    scenario = riding(orc=dict(WRESTLER))
    keys = offered(scenario, grab)
    assert not {"move", "run", "charge", "ride by", "attack Orc with stomp"} & set(keys)
    assert {"attack Orc with sabre", "break free"} <= set(keys)
    free = offered(scenario, "Ann: end turn\nOrc: end turn\n")
    assert {"move", "charge", "ride by", "attack Orc with stomp"} <= set(free)
    assert "break free" not in free
    game = play(scenario, grab + "Ann: break free\n" + d(40, 99) + "\nAnn: end turn", 3)
    assert (to_hit(game), to_defend(game)) == (
        70,
        60,
    )  # STR+SOM of the steed against Unarmed Combat
    assert game.fighter("Ann's steed").grabbed_by == -1


@pytest.mark.rule("maneuver.grab", "mount.shared-turn")
def test_a_mount_that_is_grabbed_in_passing_goes_no_further() -> None:
    orc = {"weapons": [], "natural": ["wolf-bite"], "skills": {"unarmed-combat": 60}}
    ride = "Ann: move\nAnn: to 1,4\nOrc: attack Ann's steed with wolf-bite\n"
    game = play(riding(orc=dict(orc)), ride + d(35, 99) + "\n" + dice(1) + "\nAnn: end turn")
    assert game.fighter("Ann's steed").grabbed_by >= 0
    assert game.fight.place_name(0) == "1,1"
    game = play(riding(orc=dict(orc)), ride + d(25, 99) + "\n" + dice(1) + "\nAnn: end turn")
    assert game.fight.place_name(0) == "1,4"


@pytest.mark.rule("maneuver.catch", "mount.ride-by")
@pytest.mark.parametrize(("roll", "place"), [(45, "4,1"), (28, "9,1")])
def test_a_rider_whose_weapon_is_caught_in_passing_rides_no_further(roll: int, place: str) -> None:
    orc = {"at": [5, 2], "weapons": ["fork"], "skills": {"melee-weapons": 60}}
    fork = {**SABRE, "fork": {"damage": "1d10", "tags": ["catch"]}}
    script = "Ann: ride by\nAnn: to 9,1\nAnn: attack Orc with sabre\n" + d(25)
    script += "\nOrc: catch\n" + d(roll) + ("\nAnn: end turn" if place == "4,1" else "")
    game = play(riding({"at": [1, 1]}, orc, weapons=fork), script)
    assert game.fight.place_name(0) == place
    assert (game.fighter("Ann").caught_hand >= 0) is (place == "4,1")


@pytest.mark.rule("mount.shared-turn")
def test_what_a_test_of_ride_is_for_is_told_before_it() -> None:
    novice = {"skills": {"ride": 25}}
    game = play(riding(novice, {"at": [11, 4]}), "Ann: move\n" + d(26) + "\nAnn: end turn")
    assert game.told("urges") == [{"who": "Ann", "target": "Ann's steed"}]
    game = play(riding(orc={"at": [11, 4]}), "Ann: move\nAnn: to 3,1\nAnn: end turn")
    assert not game.told("urges")
