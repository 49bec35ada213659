import pytest

from affray.core.problems import InvalidDataError
from rulebook.olde.fields import field, harm, hindrance, reset
from support import Played, scenario_of


def punch(weapons: list[str], with_: str, brawn: int, die: str) -> Played:
    dice = f"roll 2d{brawn + brawn % 2} = 3 3"
    script = reset(2, 1) + f"Ann: attack Orc with {with_}\nroll 2d6 = 2 3\n{dice}\n{die}"
    return Played(field({"brawn": brawn, "weapons": weapons}), script).steps(2)


@pytest.mark.rule("unarmed.damage")
@pytest.mark.parametrize(
    ("at", "why"),
    [
        ([1, 1], ""),
        ([2, 1], ""),
        ([3, 1], "Orc is 2 spaces away, and the reach of bare hands is 0 to 1"),
    ],
)
def test_bare_hands_reach_0_and_1(at: list[int], why: str) -> None:
    game = Played(field({"weapons": []}, {"at": at}))
    assert hindrance(game, "Ann", "attack Orc with bare-hands") == why


@pytest.mark.rule("unarmed.damage")
@pytest.mark.parametrize(("face", "dealt"), [(1, 1), (6, 3), (8, 4)])
def test_bare_hands_do_half_the_brawn_die_rounded_up(face: int, dealt: int) -> None:
    assert harm(punch([], "bare-hands", 8, f"roll 1d8 = {face}")) == dealt


@pytest.mark.rule("unarmed.damage")
def test_there_are_always_bare_hands_whatever_is_in_them() -> None:
    assert harm(punch(["broadsword"], "bare-hands", 8, "roll 1d8 = 5")) == 3


@pytest.mark.rule("half-a-seven")
def test_a_seven_is_four() -> None:
    assert harm(punch([], "bare-hands", 9, "roll 1d10 = 7")) == 4


@pytest.mark.rule("beer-mug")
def test_a_seven_with_a_beer_mug_and_brawn_9_is_five() -> None:
    assert harm(punch(["beer-mug"], "beer-mug", 9, "roll 1d10 = 7")) == 5


@pytest.mark.rule("unarmed.improvised-small")
@pytest.mark.parametrize(("brawn", "more"), [(4, 0), (5, 1), (9, 1), (10, 2)])
def test_a_small_improvised_weapon_adds_1_for_every_5_brawn(brawn: int, more: int) -> None:
    game = punch(["rock"], "rock", brawn, f"roll 1d{brawn + brawn % 2} = 2")
    assert harm(game) == 1 + more


@pytest.mark.rule("unarmed.improvised-small")
def test_a_small_improvised_weapon_reaches_0_and_1() -> None:
    for at, reaches in (([1, 1], True), ([2, 1], True), ([3, 1], False)):
        game = Played(field({"weapons": ["beer-mug"]}, {"at": at}))
        assert (hindrance(game, "Ann", "attack Orc with beer-mug") == "") == reaches


@pytest.mark.rule("unarmed.improvised-long")
@pytest.mark.parametrize(("name", "like"), [("axe-handle", "club"), ("chair-leg", "club")])
def test_a_longer_improvised_weapon_is_like_a_mace_in_every_way(name: str, like: str) -> None:
    game = Played(field({"weapons": [name, like]}))
    weapons = {weapon.name: weapon for weapon in game.fight.scene.weapons}
    mine, model = weapons[name].melee, weapons[like].melee
    for figure in ("stat", "skills", "nearest", "farthest", "one_hand", "two_hands", "damage"):
        assert getattr(mine, figure) == getattr(model, figure), figure


@pytest.mark.rule("unarmed.improvised-long")
@pytest.mark.parametrize(("like", "fits"), [("mace", True), ("dagger", False), ("shortbow", False)])
def test_a_longer_improvised_weapon_is_like_one_of_the_mace_skill_only(
    like: str, fits: bool
) -> None:
    scenario = field({"weapons": ["bench"]}, weapons={"bench": {"like": like}})
    if fits:
        assert scenario_of(scenario).setup.names[0] == "Ann"
        return
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(scenario)
    assert "weapons.bench.like: a longer improvised weapon is like one of the maces" in str(
        refused.value
    )
