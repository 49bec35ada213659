from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of
from rulebook.mithryn.fields import field
from rulebook.mithryn.test_actions import offered
from support import Played, scenario_of

TABLE = {
    "dagger": ("1d10", "1d10", {"finesse": 5}, {"throwable"}, 5),
    "short-sword": ("2d12", "1d10", {"strength": 6}, set(), 10),
    "rapier": ("2d12", "1d10", {"finesse": 6}, {"precise"}, 15),
    "handaxe": ("1d20", "1d10", {"strength": 7}, {"throwable"}, 10),
    "spear": ("2d12", "1d12", {"strength": 6, "agility": 6}, {"throwable"}, 10),
    "mace": ("2d20", "1d10", {"strength": 8}, set(), 10),
    "broadsword": ("3d12", "1d10", {"strength": 10}, {"two-handed"}, 25),
    "battleaxe": ("3d12", "1d10", {"strength": 10}, {"two-handed"}, 35),
    "halberd": ("3d20", "1d12", {"strength": 10, "agility": 7}, {"two-handed"}, 30),
    "throwing-knives": ("2d10", "1d10", {"finesse": 7}, {"throwable", "set"}, 7),
    "shortbow": ("1d10", "1d10", {"agility": 7}, {"ranged", "two-handed"}, 15),
    "longbow": ("2d10", "1d12", {"strength": 7, "agility": 7}, {"ranged", "two-handed"}, 25),
    "crossbow": ("2d12", None, {"strength": 6}, {"ranged", "two-handed", "reload"}, 30),
    "dawn-blade": ("2d12", "1d12", {"strength": 6}, set(), None),
    "unarmed": ("1d10", "1d10", {}, set(), None),
}
"""Damage, Rushed, least scores, tags and price of every weapon."""


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
    for name, (damage, rushed, *_) in TABLE.items():
        assert (weapons[name].damage, weapons[name].rushed) == (damage, rushed), name
    script = "Ann: attack Orc with dagger\nroll 1d10 = 1\nAnn: rush Orc with dagger\nroll 1d10 = 4"
    game = Played(field({"Ann": {"weapons": ["dagger"]}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 5


@pytest.mark.rule("attack.requirement")
def test_every_weapon_asks_for_its_scores_and_has_its_tags_and_price() -> None:
    weapons = content_of("mithryn").weapons  # type: ignore[attr-defined]
    assert set(weapons) == set(TABLE)
    for name, (_, _, scores, tags, price) in TABLE.items():
        row = weapons[name]
        asked = {"strength": row.strength, "agility": row.agility, "finesse": row.finesse}
        assert {ability: least for ability, least in asked.items() if least} == scores, name
        assert (set(row.tags), row.price) == (tags, price), name


@pytest.mark.rule("attack.requirement")
@pytest.mark.parametrize("weapon", [name for name in TABLE if name != "crossbow"])
@pytest.mark.parametrize("ability", ["strength", "agility", "finesse"])
def test_one_point_below_any_score_of_a_weapon_leaves_its_rushed_dice(
    weapon: str, ability: str
) -> None:
    scores = TABLE[weapon][2]
    first = {"strength": 1, "agility": 1, "finesse": 1, **scores}
    assert pool_of(weapon, first) == TABLE[weapon][0]
    first[ability] -= ability in scores
    assert pool_of(weapon, first) == TABLE[weapon][1 if ability in scores else 0]


def pool_of(weapon: str, scores: dict[str, int]) -> object:
    """Return the dice of a first attack, thrown or shot if it has to be."""
    scenario = field({"Ann": {**scores, "weapons": [weapon]}}, house={"ranged_in_same_zone": True})
    fight: Any = Played(scenario).fight
    option = next(one for one in fight.attacks(0) if one.key == f"attack Orc with {weapon}")
    dice = fight.scene.strike_dice(0, option.item, False)
    return f"{dice.count}d{dice.sides}"


def test_armour_shields_and_helms_are_those_of_the_equipment_chapter() -> None:
    content: Any = content_of("mithryn")
    armour = {name: (row.bonus, row.price) for name, row in content.armour.items()}
    assert armour == {"leather": (3, 10), "chain": (4, 20), "plate": (5, 35)}
    shields = {
        name: (row.bonus, row.price, row.interpose_cancels) for name, row in content.shields.items()
    }
    assert shields == {"shield": (1, 15, 0), "wardens-shield": (2, None, 3)}
    assert {name: row.momentum for name, row in content.helms.items()} == {"watchers-helm": True}


KITS = {
    "adventurer": (["short-sword", "shortbow"], "chain", None),
    "guardian": (["spear"], "leather", "shield"),
    "greatblade": (["broadsword"], "chain", None),
    "wallbreaker": (["mace"], "chain", "shield"),
    "archer": (["longbow", "dagger"], "leather", None),
    "thief": (["short-sword", "dagger"], "leather", None),
    "pathfinder": (["spear", "shortbow"], "leather", None),
    "scholar": (["dagger"], "leather", None),
}

ARRAYS = ([10, 8, 7, 7, 5], [9, 9, 7, 7, 6], [10, 10, 6, 5, 5])
"""The scores a new character may start with, each in whatever ability."""


@pytest.mark.parametrize("name", KITS)
def test_a_kit_has_its_things_and_a_character_of_a_starting_array(name: str) -> None:
    content: Any = content_of("mithryn")
    assert set(content.kits) == set(KITS)
    kit = content.kits[name]
    assert (kit.weapons, kit.armour, kit.shield) == KITS[name]
    who = content.fighters[name]
    assert who.kit == name
    scores = [who.strength, who.agility, who.finesse, who.insight, who.will]
    assert sorted(scores, reverse=True) in ARRAYS


@pytest.mark.rule("weapon.two-handed")
def test_a_two_handed_weapon_cannot_be_used_with_a_shield() -> None:
    ann = {"weapons": ["battleaxe", "mace"], "shield": "shield"}
    game = Played(field({"Ann": ann}))
    assert "attack Orc with battleaxe" not in offered(game)
    slung = Played(field({"Ann": ann}), "Ann: sling shield")
    assert "attack Orc with battleaxe" in offered(slung)
    assert slung.fighter("Ann").defense() == 1


@pytest.mark.rule("weapon.sling")
def test_slinging_and_raising_a_shield_are_actions() -> None:
    ann = {"weapons": ["battleaxe", "mace"], "shield": "shield"}
    game = Played(field({"Ann": ann}), "Ann: sling shield\nAnn: raise shield").steps(1)
    assert game.log()[-2:] == ["Ann slings the shield", "Ann raises the shield"]
    assert game.fighter("Ann").defense() == 2
    orc = "Orc: attack Ann with short-sword\n"
    defended = "Ann: end turn\n" + orc + "Ann: no\nroll 2d12 = 1 1\nOrc: end turn"
    Played(field({"Ann": ann}), defended).steps(2)
    slung = "Ann: sling shield\nAnn: end turn\n" + orc + "roll 2d12 = 1 1\nOrc: end turn"
    Played(field({"Ann": ann}), slung).steps(2)


@pytest.mark.rule("weapon.sling")
def test_a_sheet_with_a_shield_and_only_two_handed_weapons_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="both hands"):
        scenario_of(field({"Ann": {"weapons": ["battleaxe"], "shield": "shield"}}))


@pytest.mark.rule("weapon.throwable")
def test_a_throw_says_that_it_is_thrown() -> None:
    scenario = field({"Ann": {"weapons": ["spear"]}}, {"Orc": {"at": "b"}, "Cur": {}}, "a-b")
    script = "Ann: throw Orc with spear\nroll 2d12 = 1 2\nAnn: end turn"
    game = Played(scenario, script).steps(1)
    assert "Ann hurls the spear at Orc" in game.log()
    assert {"weapon.throwable", "zones.thrown"} <= game.rules_told()
    script = "Ann: attack Cur with spear\nroll 2d12 = 1 2\nAnn: end turn"
    game = Played(scenario, script).steps(1)
    assert "Ann attacks Cur with the spear" in game.log()
    assert not {"weapon.throwable", "zones.thrown"} & game.rules_told()


@pytest.mark.rule("weapon.lies")
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
    assert game.fighter("Ann").arms == (0,)
    game.steps(2)
    assert game.fight.lying == []
    assert dagger in game.fighter("Ann").arms


@pytest.mark.rule("weapon.lies")
def test_it_is_picked_up_where_it_lies_and_nowhere_else() -> None:
    script = "Ann: throw Orc with dagger\nroll 1d10 = 1\n"
    scenario = field({"Ann": {"weapons": ["dagger"]}}, {"Orc": {"at": "b"}}, "a-b")
    assert "pick up dagger" not in offered(Played(scenario, script))
    keys = offered(Played(scenario, script + "Ann: end turn\n"))
    assert "pick up dagger" in keys


@pytest.mark.rule("weapon.sling")
def test_only_who_has_a_shield_and_a_weapon_for_both_hands_slings_it() -> None:
    two_handed, one_handed = ["battleaxe", "mace"], ["mace"]
    for sheet, can in (
        ({"weapons": two_handed, "shield": "shield"}, True),
        ({"weapons": one_handed, "shield": "shield"}, False),
        ({"weapons": two_handed}, False),
    ):
        keys = offered(Played(field({"Ann": sheet})))
        assert ("sling shield" in keys) is can
        assert "raise shield" not in keys


@pytest.mark.rule("weapon.set")
def test_a_set_of_throwing_knives_does_not_run_out() -> None:
    script = """
        Ann: both-throw Orc with throwing-knives
        roll 2d10 = 1 1
        roll 1d10 = 1
        """
    scenario = field({"Ann": {"weapons": ["throwing-knives"]}}, {"Orc": {"at": "b"}}, "a-b")
    game = Played(scenario, script).steps(1)
    assert game.fight.lying == []


@pytest.mark.rule("weapon.set")
def test_one_weapon_is_not_hurled_twice_at_once() -> None:
    scenario = field(
        {"Ann": {"weapons": ["spear", "throwing-knives"]}}, {"Orc": {"at": "b"}}, "a-b"
    )
    keys = offered(Played(scenario))
    assert "both-throw Orc with throwing-knives" in keys
    assert "both-throw Orc with spear" not in keys


def precise(dice: str, house: dict[str, object] | None = None, weapon: str = "rapier") -> Played:
    """Ann's attack with a rapier on an Orc of Defense 4."""
    script = f"Ann: attack Orc with {weapon}\n{dice}\nAnn: end turn"
    return Played(field({"Ann": {"weapons": [weapon]}}, house=house), script).steps(1)


@pytest.mark.rule("weapon.precise")
def test_precise_rolls_each_one_again_once_before_explosions() -> None:
    game = precise("roll 2d12 = 1 12\nroll 1d12 = 12\nroll 2d12 = 6 2")
    assert game.told("strike")[0]["hits"] == 3
    assert game.told("strike")[0]["dice"] == ["12", "1→12", "+6", "+2"]
    game = precise("roll 2d12 = 1 5\nroll 1d12 = 1")
    assert game.told("strike")[0]["hits"] == 1
    assert precise("roll 2d12 = 1 5", weapon="short-sword").told("strike")[0]["hits"] == 1
    low = precise("roll 2d12 = 1 2\nroll 1d12 = 9").told("strike")[0]
    assert low["dice"] == ["2", "1→9"], "a 2 is kept"
    assert low["hits"] == 1


@pytest.mark.rule("weapon.precise-extra")
@pytest.mark.parametrize("allowed", [False, True])
def test_ones_among_extra_rolls_are_rolled_again_unless_the_house_says_no(allowed: bool) -> None:
    more = "\nroll 1d12 = 7" if allowed else ""
    game = precise("roll 2d12 = 3 12\nroll 1d12 = 1" + more, {"precise_extra": allowed})
    assert game.told("strike")[0]["hits"] == (2 if allowed else 1)


@pytest.mark.rule("weapon.precise-extra")
@pytest.mark.parametrize("allowed", [False, True])
def test_ones_among_helped_dice_are_rolled_again_unless_the_house_says_no(allowed: bool) -> None:
    more = "\nroll 1d12 = 7" if allowed else ""
    script = (
        "heroes: act Ann\nAnn: attack Orc with rapier\nroll 2d12 = 3 9\n"
        f"Bo: help\nroll 1d12 = 1{more}\nAnn: end turn"
    )
    heroes = {"Ann": {"weapons": ["rapier"]}, "Bo": {}}
    game = Played(field(heroes, house={"precise_extra": allowed}), script).steps(1)
    assert game.fighter("Orc").hit_points == (4 if allowed else 5)


@pytest.mark.rule("weapon.precise-extra")
def test_any_die_that_shows_a_one_is_rolled_again_if_the_house_says_nothing() -> None:
    game = precise("roll 2d12 = 3 12\nroll 1d12 = 1\nroll 1d12 = 7")
    assert game.told("strike")[0]["hits"] == 2
