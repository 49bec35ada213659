import pytest

from affray.core.problems import InvalidDataError
from affray.library import read_scenario
from rulebook.renaissance.fields import attacked, d, dice, field, hurt, offered, play, to_hit

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


@pytest.mark.rule("mount.ride-by")
def test_it_takes_the_whole_turn_and_only_riders_can() -> None:
    assert "ride by" in offered(riding(orc={"at": [8, 1]}))
    assert "ride by" not in offered(field(orc={"at": [8, 1]}))
    game = play(riding({"at": [1, 1]}, {"at": [11, 4]}), "Ann: ride by\nAnn: to 9,1")
    assert game.fight.place_name(0) == "9,1"


@pytest.mark.rule("mount.cavalry")
def test_a_weapon_without_the_cavalry_tag_is_at_minus_20() -> None:
    assert to_hit(attacked(riding({"weapons": ["blade"]}), d(99))) == 40
    assert to_hit(attacked(riding(), d(99), "attack Orc with sabre")) == 60


def test_getting_down_and_up_again() -> None:
    script = "Ann: get down\nAnn: full defense\nOrc: end turn\nAnn: mount\nAnn: end turn"
    game = play(riding(orc={"at": [11, 4]}), script, 3)
    assert game.fighter("Ann").mount == 1
