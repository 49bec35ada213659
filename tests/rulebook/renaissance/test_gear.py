"""Tags of weapons, and the companion's tables."""

import re
from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of, read_scenario, template_of
from affray.rulesets.renaissance import skills
from rulebook.renaissance.fields import attacked, d, dice, field, offered, to_defend, to_hit
from support import Played, scenario_of


def tagged(*tags: str, **more: Any) -> dict[str, Any]:
    """Return a blade with tags."""
    return {"blade": {"damage": "1d10+DB", "tags": list(tags), **more}, "sabre": {"damage": "1d10"}}


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize(
    ("tags", "target"), [((), 60), (("easy",), 70), (("difficult",), 50), (("small",), 50)]
)
def test_tags_that_change_an_attack(tags: tuple[str, ...], target: int) -> None:
    scenario = field(orc={"weapons": ["sabre"]}, weapons=tagged(*tags))
    assert to_hit(attacked(scenario, d(99))) == target


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize(("off_hand", "target"), [(None, 60), ("sabre", 50)])
def test_a_longer_weapon_in_the_other_hand_hinders_a_small_one(
    off_hand: str | None, target: int
) -> None:
    orc = {"weapons": ["blade"], "off_hand": off_hand}
    assert to_hit(attacked(field(orc=orc, weapons=tagged("small")), d(99))) == target


@pytest.mark.rule("weapon.tags")
def test_small_is_no_hindrance_against_another_small_weapon() -> None:
    assert to_hit(attacked(field(weapons=tagged("small")), d(99))) == 60


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize(
    ("tags", "defense"), [((), 60), (("defensive",), 70), (("small",), 50), (("vulnerable",), 50)]
)
def test_tags_that_change_a_parry(tags: tuple[str, ...], defense: int) -> None:
    orc = {"weapons": ["blade"], "skills": {"melee-weapons": 60}}
    scenario = field({"weapons": ["sabre"]}, orc, weapons=tagged(*tags))
    assert to_defend(attacked(scenario, d(25, 26), "attack Orc with sabre")) == defense


@pytest.mark.rule("weapon.tags")
def test_vulnerable_weakens_fray_too_and_bypass_takes_20() -> None:
    game = attacked(field(orc={"weapons": ["whip"]}), d(25) + "\nOrc: defend\n" + d(26))
    assert to_defend(game) == 30
    game = attacked(field(weapons=tagged("bypass")), d(25, 26) + "\n" + dice(1))
    assert to_defend(game) == 20


@pytest.mark.rule("weapon.tags")
def test_reach_is_a_metre_more() -> None:
    assert "attack Orc with blade" in offered(field(orc={"at": [3, 1]}, weapons=tagged("reach")))
    assert "attack Orc with blade" not in offered(field(orc={"at": [3, 1]}, weapons=tagged()))


@pytest.mark.rule("weapon.tags")
def test_well_suited_means_no_penalty_for_that_strike() -> None:
    scenario = field(weapons=tagged(suited=["mighty blow"]))
    assert to_hit(attacked(scenario, d(99), "mighty blow Orc with blade")) == 60
    assert to_hit(attacked(scenario, d(99), "knock down Orc with blade")) == 50


@pytest.mark.rule("weapon.tags")
def test_each_heavy_item_beyond_a_fifth_of_str_is_10_less() -> None:
    heavy = {"weapons": ["greatsword"], "armor": "mail", "str": 5}
    game = attacked(field(heavy), d(99), "attack Orc with greatsword")
    assert to_hit(game) == 60 - 10 - 10  # difficult, and one too many
    game = attacked(field({**heavy, "str": 10}), d(99), "attack Orc with greatsword")
    assert to_hit(game) == 50


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize(("shield", "target"), [("kite", 50), ("buckler", 60)])
def test_a_heavy_shield_is_a_heavy_item(shield: str, target: int) -> None:
    ann = {"shield": shield, "armor": "mail", "str": 5}
    assert to_hit(attacked(field(ann), d(99))) == target


@pytest.mark.rule("weapon.tags")
def test_a_musket_halves_fray_and_a_free_hand_helps() -> None:
    scenario = field({"weapons": ["musket"]}, {"at": [8, 1]})
    game = attacked(scenario, d(10, 15), "attack Orc with musket")
    assert to_defend(game) == 20
    sword = field({"weapons": ["long-sword"]})
    game = attacked(sword, d(25, 99) + "\nroll 2d10 = 1 1", "attack Orc with long-sword")
    assert game.told("damage")[0]["bonus"] == "+5"
    shielded = field({"weapons": ["long-sword"], "shield": "buckler"})
    game = attacked(shielded, d(25, 99) + "\n" + dice(1), "attack Orc with long-sword")
    assert game.told("damage")[0]["bonus"] == "+9"


# --- the tables --------------------------------------------------------------------------------------


WEAPONS = {
    "unarmed": ("1d10+DB", 0), "knife": ("1d10-1+DB", 1), "dagger": ("1d10+1+DB", 1),
    "short-sword": ("1d10+3+DB", 1), "long-sword": ("1d10+4+DB", 2), "hatchet": ("1d10-1+DB", 1),
    "war-axe": ("1d10+2+DB", 3), "club": ("1d10+DB", 0), "mace": ("1d10+3+DB", 1),
    "flanged-mace": ("1d10+3+DB", 3), "warhammer": ("1d10+2+DB", 5), "short-spear": ("1d10+2+DB", 2),
    "greatsword": ("2d10+2+DB", 3), "reaping-sword": ("2d10+2+DB", 3), "battle-axe": ("2d10+1+DB", 5),
    "lumberjack-axe": ("2d10-1+DB", 1), "long-club": ("2d10+3+DB", 1), "quarterstaff": ("1d10+3+DB", 0),
    "great-mace": ("2d10+5+DB", 2), "long-spear": ("1d10+5+DB", 2), "halberd": ("2d10+DB", 2),
    "lance": ("1d10+2+DB", 1), "lochaber-axe": ("1d10+5+DB", 4), "ravens-beak": ("1d10+4+DB", 6),
    "punch-dagger": ("1d10+2+DB", 1), "flail": ("2d10+3+DB", 1), "war-fork": ("1d10+1+DB", 1),
    "whip": ("1d10/2", 0), "light-bow": ("2d10-1+DB", 2), "longbow": ("2d10+1+DB", 3),
    "light-crossbow": ("1d10+5", 4), "heavy-crossbow": ("1d10+4", 6), "sling": ("1d10+2", 0),
    "grenade": ("2d10", 0), "musket": ("3d10+2", 10), "hand-wraps": ("1d10+DB", 0),
    "sapper-gloves": ("1d10+2+DB", 0), "war-gloves": ("1d10+5+DB", 1),
}  # fmt: skip
ARMOR = {
    "quilted": 2, "leather": 4, "mail": 5, "brigandine": 7, "partial-plate": 6, "full-plate": 10,
    "heavy-cloak": 1,
}  # fmt: skip
SHIELDS = {"buckler": 1, "swordbreaker": 0, "targe": 2, "kite": 3, "tower": 4}
RACES = {
    "human": (30, 30, 4, 12), "elf": (25, 25, 5, 15), "gnoll": (35, 35, 5, 15), "drake": (40, 40, 4, 12),
    "kobold": (25, 20, 5, 15), "shifter": (30, 30, 4, 12), "dwarf": (35, 30, 3, 9),
    "gnome": (25, 20, 4, 12), "halfling": (25, 20, 4, 12), "orc": (35, 35, 4, 12),
    "goblin": (30, 30, 4, 12), "ratfolk": (25, 20, 4, 12), "herder": (25, 25, 6, 18),
    "raptor": (30, 35, 5, 15),
}  # fmt: skip
OPPONENTS = {
    # DUR, WT, STR, INIT, DB, AV, Fray, attack, damage of the first attack, AP
    "wolf": (25, 5, 20, 5, 4, 0, 40, 60, "1d10+4", 0),
    "cougar": (25, 5, 20, 5, 4, 0, 50, 70, "1d10+6", 1),
    "black-bear": (40, 8, 40, 5, 6, 2, 40, 60, "2d10+6", 1),
    "horse": (30, 6, 30, 6, 6, 0, 40, 45, "1d10+6", 1),
    "raptor": (30, 6, 35, 6, 5, 0, 50, 70, "1d10+7", 1),
    "kambi": (15, 3, 10, 5, 2, 1, 40, 50, "1d10+4", 2),
    "soldier": (35, 7, 35, 7, 5, 9, 60, 70, "2d10+11", 2),
    "chosen": (35, 7, 35, 7, 5, 8, 60, 70, "1d10+7", 2),
    "frozen-horror": (40, 8, 50, 5, 8, 6, 50, 70, "2d10+10", 3),
    "dancing-hawk": (45, 9, 45, 5, 7, 1, 50, 60, "2d10+7", 1),
}


@pytest.mark.rule("content.tables")
def test_every_weapon_armour_shield_and_race_of_the_companion_is_there() -> None:
    content: Any = content_of("renaissance")
    assert {
        name: (content.weapons[name].damage, content.weapons[name].ap) for name in WEAPONS
    } == WEAPONS
    assert {name: content.armor[name].value for name in ARMOR} == ARMOR
    assert {name: content.shields[name].value for name in SHIELDS} == SHIELDS
    found = {
        name: (race.dur, race.strength, race.move.base, race.move.full)
        for name, race in content.races.items()
    }
    assert found == RACES


USES = {
    # hands, tags, what it is well suited to
    "unarmed": (0, "unarmed off-hand", []), "knife": (1, "off-hand thrown small soak", []),
    "hand-wraps": (0, "no-handed small off-hand", []), "sapper-gloves": (0, "no-handed small off-hand", []),
    "war-gloves": (0, "no-handed small off-hand", []), "dagger": (1, "off-hand small defensive soak", []),
    "short-sword": (1, "cavalry close defensive", ["called shot"]),
    "long-sword": (1, "close defensive difficult heavy", []), "hatchet": (1, "thrown", []),
    "war-axe": (1, "cavalry easy", []), "club": (1, "easy", ["maim", "mighty blow"]),
    "mace": (1, "easy", ["maim", "mighty blow"]), "flanged-mace": (1, "easy", []), "warhammer": (1, "", []),
    "short-spear": (1, "thrown easy fend", []), "greatsword": (2, "difficult close defensive heavy", []),
    "reaping-sword": (2, "cavalry difficult-on-foot", []), "battle-axe": (2, "heavy", []),
    "lumberjack-axe": (2, "easy", []), "long-club": (2, "easy reach", []),
    "quarterstaff": (1, "easy reach defensive", ["trip"]), "great-mace": (2, "easy heavy", ["maim", "mighty blow"]),
    "long-spear": (2, "easy reach fend brace vulnerable", []), "halberd": (2, "reach fend easy brace heavy", []),
    "lance": (1, "reach cavalry fend single-use", []), "lochaber-axe": (2, "reach", []),
    "ravens-beak": (2, "reach", []), "punch-dagger": (1, "off-hand difficult small defensive secure", []),
    "flail": (2, "difficult bypass", []), "war-fork": (1, "off-hand catch difficult defensive small", []),
    "whip": (1, "reach vulnerable catch", ["catch", "disarm", "trip"]), "light-bow": (2, "cavalry", []),
    "longbow": (2, "difficult", []), "light-crossbow": (2, "easy prone", []), "heavy-crossbow": (2, "", []),
    "sling": (1, "easy", []), "grenade": (1, "thrown blast loud", []), "musket": (2, "halves-fray loud", []),
}  # fmt: skip
SKILLS = {
    "pole-arms": {"long-spear", "halberd", "lochaber-axe", "ravens-beak", "lance", "short-spear", "quarterstaff"},
    "unarmed-combat": {"unarmed", "hand-wraps", "sapper-gloves", "war-gloves"},
    "ranged-weapons": {
        "light-bow", "longbow", "light-crossbow", "heavy-crossbow", "sling", "musket", "grenade",
    },
}  # fmt: skip
SHOTS = {
    "light-bow": ([50, 100, 150, 200], "none"), "longbow": ([50, 100, 150, 200], "none"),
    "light-crossbow": ([50, 100, 200, 300], "quick"), "heavy-crossbow": ([50, 100, 200, 300], "standard"),
    "sling": ([10, 20, 40, 80], "none"), "musket": ([30, 60, 120, 180], "two-standard"),
}  # fmt: skip
OTHERWISE = {
    # in both hands; in a mounted charge, with its AP; overcharged, with its AP
    "long-sword": ("2d10+DB", None, 0, None, 0), "short-spear": ("1d10+5+DB", None, 0, None, 0),
    "quarterstaff": ("2d10+1+DB", None, 0, None, 0), "lance": (None, "2d10+3+DB", 6, None, 0),
    "heavy-crossbow": (None, None, 0, "2d10+8", 8),
}  # fmt: skip
WORN = {
    # penalty to COO, to INIT, tags
    "quilted": (0, 0, "layerable"), "leather": (0, 0, "stealthy"), "mail": (-5, 0, "heavy"),
    "brigandine": (-10, 0, "heavy"), "partial-plate": (0, 0, "exposed"), "full-plate": (-10, -2, "heavy"),
    "heavy-cloak": (0, 0, "layerable"), "buckler": (0, 0, "parry off-hand"), "swordbreaker": (0, 0, "parry catch"),
    "targe": (0, 0, "parry cavalry"), "kite": (-5, 0, "heavy cavalry"), "tower": (-10, 0, "heavy"),
}  # fmt: skip
BLOOD = {
    # aptitudes, size, natural armour
    "human": ({"cog": 5, "coo": 5, "sav": 10}, "medium", 0), "elf": ({"coo": 5, "wil": 5, "int": 10}, "medium", 0),
    "gnoll": ({"int": 5, "sav": 5, "som": 10}, "medium", 1), "drake": ({"sav": 5, "som": 5, "wil": 10}, "medium", 2),
    "kobold": ({"int": 5, "coo": 10, "sav": 5}, "small", 1), "shifter": ({"coo": 5, "int": 5, "som": 5}, "medium", 0),
    "dwarf": ({"som": 10, "wil": 10}, "medium", 0), "gnome": ({"int": 5, "coo": 5, "wil": 10}, "small", 0),
    "halfling": ({"coo": 5, "int": 5, "sav": 5, "wil": 5}, "small", 0),
    "orc": ({"cog": 5, "som": 10, "wil": 5}, "medium", 0), "goblin": ({"int": 5, "som": 5, "wil": 5}, "medium", 1),
    "herder": ({"coo": 10, "int": 5, "sav": 5}, "medium", 0),
}  # fmt: skip
"""Of ratfolk and raptors the companion does not say which four aptitudes it is."""
BORN_WITH = {
    # COO, INT, SOM, WIL; size; base, full and greatest rate
    "wolf": (10, 15, 20, 15, 2, 5, 15, 0), "cougar": (15, 10, 20, 20, 2, 4, 12, 0),
    "black-bear": (10, 15, 20, 20, 2, 4, 12, 0), "horse": (15, 15, 30, 20, 3, 5, 15, 30),
    "raptor": (20, 10, 20, 10, 2, 5, 15, 0), "kambi": (10, 15, 10, 30, 1, 4, 12, 0),
    "soldier": (15, 20, 25, 20, 2, 5, 15, 0), "chosen": (20, 15, 20, 20, 2, 4, 12, 0),
    "frozen-horror": (20, 5, 30, None, 2, 4, 12, 0), "dancing-hawk": (20, 7, 25, 15, 4, 5, 15, 0),
}  # fmt: skip


@pytest.mark.rule("content.tables")
def test_every_column_of_the_tables_of_weapons_is_as_in_the_companion() -> None:
    weapons: Any = content_of("renaissance").weapons  # type: ignore[attr-defined]
    assert set(USES) == set(WEAPONS)
    for name in WEAPONS:
        one = weapons[name]
        assert (one.hands, set(one.tag_names), list(one.suited_names)) == (
            USES[name][0], set(USES[name][1].split()), USES[name][2],
        ), name  # fmt: skip
        figures = (
            one.both_hands,
            one.charging,
            one.charging_ap,
            one.overcharged,
            one.overcharged_ap,
        )
        assert figures == OTHERWISE.get(name, (None, None, 0, None, 0)), name
        assert (one.shot_ranges, one.reload_action) == SHOTS.get(name, (None, "none")), name
    for skill, names in SKILLS.items():
        assert {name for name in WEAPONS if skill in weapons[name].skill_names} == names
    assert {name for name in WEAPONS if weapons[name].skill_names == ["pole-arms"]} == {
        "long-spear", "halberd", "lochaber-axe", "ravens-beak",
    }  # fmt: skip
    assert weapons["grenade"].keyword_names == ["fire"]


@pytest.mark.rule("content.tables")
def test_every_column_of_the_tables_of_armour_and_races_is_as_in_the_companion() -> None:
    content: Any = content_of("renaissance")
    for name, worn in WORN.items():
        one = content.armor[name] if name in content.armor else content.shields[name]
        assert (one.coo_penalty, one.init_penalty, " ".join(one.tag_names)) == worn, name
    for name, blood in BLOOD.items():
        race = content.races[name]
        assert (race.aptitudes, race.size_name, race.skin) == blood, name


OTHER_ATTACKS = {
    # damage, AP and tags of each attack beside the first
    "wolf": [], "horse": [], "raptor": [], "frozen-horror": [], "dancing-hawk": [], "soldier": [],
    "cougar": [("1d10+5", 0, ""), ("2d10+6", 0, "when-grappling")],
    "black-bear": [("1d10+7", 0, "")],
}  # fmt: skip
BESIDES = {
    # what the first attack does besides, wounds it negates, what it resists
    "wolf": ("grabs", 0, []), "cougar": ("", 0, []), "black-bear": ("", 1, []), "horse": ("", 0, []),
    "raptor": ("pounce", 0, []), "soldier": ("", 1, []), "chosen": ("", 0, []), "kambi": ("", 0, []),
    "frozen-horror": ("", 0, ["cold", "precision"]), "dancing-hawk": ("", 0, []),
}  # fmt: skip


def opponent(name: str) -> tuple[Any, list[Any]]:
    """Return an opponent on a field, and the weapons at its hand but for bare hands."""
    scenario = field()
    scenario["sides"][1]["fighters"].append({"is": name, "name": "It", "at": [8, 3]})
    game = Played(scenario)
    fight: Any = game.fight
    it = game.fighter("It")
    weapons = [fight.scene.weapons[item] for item in it.at_hand]
    return it, [weapon for weapon in weapons if weapon.name != "unarmed"]


def has_tags(name: str, *tags: str) -> list[str]:
    """Which of some tags a weapon of the content has."""
    content: Any = content_of("renaissance")
    return [tag for tag in tags if tag in content.weapons[name].tag_names]


@pytest.mark.rule("content.tables")
@pytest.mark.parametrize("name", list(OTHER_ATTACKS))
def test_every_further_attack_of_an_opponent_is_as_in_the_companion(name: str) -> None:
    it, weapons = opponent(name)
    found = [
        (one.harm.text(it.sheet.db), one.harm.ap, " ".join(has_tags(one.name, "when-grappling")))
        for one in weapons[1:]
    ]
    assert found == OTHER_ATTACKS[name]


@pytest.mark.rule("content.tables")
def test_the_chosen_strike_harder_with_the_spear_in_both_hands_than_they_throw_it() -> None:
    it, weapons = opponent("chosen")
    spear = weapons[0]
    assert (spear.harm_both_hands.text(it.sheet.db), spear.harm_both_hands.ap) == ("2d10+5", 2)
    assert (spear.harm.text(it.sheet.db), spear.harm.ap) == ("1d10+7", 2)
    assert it.sheet.skill(skills.RANGED) == 60
    assert has_tags("chosen-spear", "thrown") == ["thrown"]


@pytest.mark.rule("content.tables")
@pytest.mark.parametrize("name", list(BESIDES))
def test_what_opponents_do_and_stand_besides_is_as_in_the_companion(name: str) -> None:
    it, weapons = opponent(name)
    tags, negates, resists = BESIDES[name]
    assert " ".join(has_tags(weapons[0].name, "grabs", "pounce")) == tags
    lines = [line.keyword for line in it.sheet.resistances if line.sign < 0]
    assert (it.sheet.negates, lines) == (negates, resists)
    assert len(lines) == len(it.sheet.resistances)


@pytest.mark.rule("content.tables")
@pytest.mark.parametrize("name", list(BORN_WITH))
def test_every_opponent_is_born_and_moves_as_the_companion_says(name: str) -> None:
    scenario = field()
    scenario["sides"][1]["fighters"].append({"is": name, "name": "It", "at": [8, 3]})
    sheet = Played(scenario).fighter("It").sheet
    born, mode = sheet.born, sheet.modes[0]
    wanted = BORN_WITH[name]
    found = (born.coo, born.int, born.som, born.wil, sheet.size, mode.base, mode.full, mode.max)
    assert found[:3] + found[4:] == wanted[:3] + wanted[4:]
    assert wanted[3] in (None, born.wil)


@pytest.mark.rule("content.tables")
@pytest.mark.parametrize("name", list(OPPONENTS))
def test_every_opponent_of_the_companion_has_its_figures(name: str) -> None:
    from affray.rulesets.renaissance.armor import armor_of

    scenario = field()
    scenario["sides"][1]["fighters"].append({"is": name, "name": "It", "at": [8, 3]})
    game = Played(scenario)
    it = game.fighter("It")
    sheet = it.sheet
    weapon = game.fight.scene.weapons[it.at_hand[0]]  # type: ignore[attr-defined]
    assert OPPONENTS[name] == (
        sheet.dur,
        sheet.wound_threshold,
        sheet.strength,
        sheet.init,
        sheet.db,
        armor_of(it, 1),
        sheet.totals[0],
        sheet.totals[sheet.best_skill(weapon)],
        weapon.harm.text(sheet.db),
        weapon.harm.ap,
    )
    assert sheet.is_proficient(weapon)


@pytest.mark.rule("content.tables")
@pytest.mark.parametrize("weapon", sorted(WEAPONS))
def test_every_weapon_can_be_named_in_a_scenario(weapon: str) -> None:
    from affray.lab.odds import odds_of

    ann = {"weapons": [weapon] if weapon != "unarmed" else [], "skills": {"unarmed-combat": 60}}
    scenario = scenario_of(field(ann, {"at": [6, 1]}))
    kind = "throw" if weapon == "grenade" else "attack"
    odds = odds_of(scenario, "Ann", "Orc", weapon, kind, ignore_distance=True)
    assert 0 < odds.hit < 1


@pytest.mark.rule("content.tables")
def test_a_sheet_is_built_from_race_aptitudes_and_ranks() -> None:
    scenario = field()
    scenario["fighters"]["ann"] = {
        "race": "gnoll",
        "aptitudes": {"som": 20, "coo": 15},
        "ranks": {"fray": 30, "melee-weapons": 25},
    }
    sheet = Played(scenario).fighter("Ann").sheet
    assert (sheet.dur, sheet.strength, sheet.born.som) == (35, 35, 30)
    assert (sheet.totals[0], sheet.totals[1]) == (45, 55)
    assert (sheet.db, sheet.skin) == (6, 1)


def test_the_starter_is_a_scenario() -> None:
    assert scenario_of(template_of("renaissance")).sides == ["travellers", "wolves"]


# --- what is wrong with a scenario ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"ann": {"weapons": ["blad"]}}, r"fighters.ann.weapons.0: .*did you mean 'blade'"),
        ({"ann": {"armor": "ful-plate"}}, r"fighters.ann.armor: .*did you mean 'full-plate'"),
        ({"ann": {"shield": "kit"}}, r"shield: .*did you mean 'kite'"),
        ({"ann": {"race": "orcs"}}, r"race: .*did you mean 'orc'"),
        ({"ann": {"at": [40, 1]}}, r"at: the map has columns 0 to 11 .* 40,1 is outside"),
        ({"ann": {"at": [1, 1]}, "rows": ["...", ".#."]}, r"at: 1,1 is solid"),
        ({"rows": ["...", ".."]}, r"map.rows.1: has 2 cells; the first row has 3"),
        ({"ann": {"weapons": ["greatsword"], "shield": "kite"}}, r"takes both hands"),
        ({"ann": {"armor": "mail", "layer": "mail"}}, r"layer: 'mail' cannot be worn over"),
        ({"house": {"grid": "hex"}, "walls": True}, r"map.walls: on hexes walls are whole cells"),
        ({"house": {"resistance": "halve"}}, r"house.resistance: expected one of"),
        ({"ann": {"ammunition": {"silver": 2}}}, r"did you mean 'silver-arrow'"),
        ({"weapons": {"blade": {"damage": "3d6"}}}, r"weapons.blade.damage"),
        ({"weapons": {"blade": {"damage": "1d10", "tags": ["eazy"]}}}, r"did you mean 'easy'"),
    ],
)
def test_a_wrong_scenario_says_where_and_what_would_be_right(
    change: dict[str, Any], message: str
) -> None:
    walls = change.pop("walls", False)
    scenario = field(**change)
    if walls:
        scenario["map"]["walls"] = [[1, 0, 1, 2]]
    with pytest.raises(InvalidDataError) as found:
        read_scenario(scenario, "test")
    assert any(re.search(message, line) for line in found.value.lines()), found.value.lines()


def test_rulings_that_cannot_be_understood_say_what_could() -> None:
    from affray.core.fight import IllegalError
    from affray.core.questions import Ruling

    game = Played(field())
    for kind, value in [
        ("health", "900"), ("place", "nowhere"), ("place", "99,0"), ("condition", "sad"),
        ("gear", "spoon"), ("gear", "not bow"), ("gear", "blade"), ("state", "asleep"), ("mood", "sad"),
    ]:  # fmt: skip
        with pytest.raises(IllegalError):
            game.fight.rule(Ruling(kind, "Ann", value, "because"))
    for kind, value in [
        ("health", "20"), ("place", "3,3"), ("condition", "burning"), ("condition", "grabbed by Orc"),
        ("condition", "not grabbed"), ("gear", "2 luck"), ("gear", "not blade"), ("gear", "blade"),
        ("state", "down"), ("state", "standing"), ("state", "fled"), ("state", "dead"),
    ]:  # fmt: skip
        game.fight.rule(Ruling(kind, "Ann", value, "because"))
    assert game.fighter("Ann").luck == 2
    assert game.fighter("Ann").state() == "dead"


def test_a_placed_fighter_may_differ_in_any_figure() -> None:
    scenario = field()
    placed = {"is": "wolf", "at": [9, 3], "count": 3, "dur": 9, "skills": {"fray": 5}}
    scenario["sides"][1]["fighters"].append(placed)
    game = Played(scenario)
    assert game.fighter("Wolf 3").max_health() == 9
    assert game.fighter("Wolf 3").sheet.totals[0] == 5
    assert game.fighter("Wolf 3").sheet.totals[3] == 60
    assert len({game.fight.place_name(index) for index in (2, 3, 4)}) == 3
