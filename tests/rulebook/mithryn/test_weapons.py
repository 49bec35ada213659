import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of
from rulebook.mithryn.fields import field
from rulebook.mithryn.test_actions import offered
from support import Played, scenario_of

TABLE = {
    "dagger": ("1d10", "1d10"),
    "short-sword": ("2d12", "1d10"),
    "rapier": ("2d12", "1d10"),
    "handaxe": ("1d20", "1d10"),
    "spear": ("2d12", "1d12"),
    "mace": ("2d20", "1d10"),
    "broadsword": ("3d12", "1d10"),
    "battleaxe": ("3d12", "1d10"),
    "halberd": ("3d20", "1d12"),
    "shortbow": ("1d10", "1d10"),
    "longbow": ("2d10", "1d12"),
    "crossbow": ("2d12", None),
}


@pytest.mark.rule("weapon.dice")
@pytest.mark.parametrize("dice", ["2d6", "1d8", "1d100", "d12", "0d12", "two"])
def test_a_weapon_with_other_dice_is_refused(dice: str) -> None:
    scenario = field(weapons={"odd": {"damage": dice, "rushed": "1d10"}})
    with pytest.raises(InvalidDataError, match=r"weapons\.odd\.damage"):
        scenario_of(scenario)


@pytest.mark.rule("weapon.dice")
@pytest.mark.parametrize("dice", ["2d10", "1d12", "3d20"])
def test_ten_twelve_and_twenty_sides_will_do(dice: str) -> None:
    scenario_of(field(weapons={"odd": {"damage": dice, "rushed": "1d10"}}))


@pytest.mark.rule("weapon.fast")
def test_fast_weapons_lose_nothing_when_rushed_and_heavy_ones_much() -> None:
    weapons = content_of("mithryn").weapons  # type: ignore[attr-defined]
    for name, (damage, rushed) in TABLE.items():
        assert (weapons[name].damage, weapons[name].rushed) == (damage, rushed), name
    script = "Ann: attack Orc with dagger\nroll 1d10 = 1\nAnn: rush Orc with dagger\nroll 1d10 = 4"
    game = Played(field({"Ann": {"weapons": ["dagger"]}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 5


@pytest.mark.rule("weapon.two-handed")
def test_a_two_handed_weapon_cannot_be_used_with_a_shield() -> None:
    ann = {"weapons": ["battleaxe", "mace"], "shield": "shield"}
    game = Played(field({"Ann": ann}))
    assert "attack Orc with battleaxe" not in offered(game)
    slung = Played(field({"Ann": ann}), "Ann: sling shield")
    assert "attack Orc with battleaxe" in offered(slung)
    assert slung.fighter("Ann").defense() == 1


@pytest.mark.rule("weapon.two-handed")
def test_a_sheet_with_a_shield_and_only_two_handed_weapons_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="both hands"):
        scenario_of(field({"Ann": {"weapons": ["battleaxe"], "shield": "shield"}}))


@pytest.mark.rule("weapon.throwable")
def test_a_hurled_weapon_lies_in_the_targets_zone_until_picked_up() -> None:
    script = """
        Ann: throw Orc with dagger
        roll 1d10 = 8
        Ann: move b
        Orc: end turn
        Ann: pick up dagger
        Ann: end turn
        """
    scenario = field({"Ann": {"weapons": ["dagger"]}}, {"Orc": {"at": "b"}}, "a-b")
    game = Played(scenario, script)
    game.fight.step()
    dagger = game.scenario.setup.weapons.index(
        next(w for w in game.scenario.setup.weapons if w.name == "dagger")
    )
    assert game.fight.lying == [(dagger, 1)]
    assert game.fighter("Ann").arms == [0]
    game.steps(2)
    assert game.fight.lying == []
    assert dagger in game.fighter("Ann").arms


@pytest.mark.rule("weapon.throwable")
def test_a_set_of_throwing_knives_does_not_run_out() -> None:
    script = """
        Ann: both-throw Orc with throwing-knives
        roll 2d10 = 1 1
        roll 1d10 = 1
        """
    scenario = field({"Ann": {"weapons": ["throwing-knives"]}}, {"Orc": {"at": "b"}}, "a-b")
    game = Played(scenario, script).steps(1)
    assert game.fight.lying == []


@pytest.mark.rule("weapon.precise")
def test_precise_rolls_each_first_one_again_once_before_explosions() -> None:
    script = """
        Ann: attack Orc with rapier
        roll 2d12 = 1 12
        roll 1d12 = 1
        roll 1d12 = 6
        Ann: end turn
        """
    # the ones first, because a twelve among them would explode with the others
    script = script.replace(
        "roll 1d12 = 1\n        roll 1d12 = 6", "roll 1d12 = 6\n        roll 1d12 = 1"
    )
    game = Played(field({"Ann": {"weapons": ["rapier"]}}), script).steps(1)
    assert game.told("strike")[0]["hits"] == 2
