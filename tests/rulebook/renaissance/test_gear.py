"""Tags of weapons, and the companion's tables."""

import re
from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.library import content_of, read_scenario, template_of
from rulebook.renaissance.fields import attacked, d, dice, field, offered, to_defend, to_hit
from support import Played, scenario_of


def tagged(*tags: str, **more: Any) -> dict[str, Any]:
    """A blade with tags."""
    return {"blade": {"damage": "1d10+DB", "tags": list(tags), **more}, "sabre": {"damage": "1d10"}}


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize(
    ("tags", "target"), [((), 60), (("easy",), 70), (("difficult",), 50), (("small",), 50)]
)
def test_tags_that_change_an_attack(tags: tuple[str, ...], target: int) -> None:
    scenario = field(orc={"weapons": ["sabre"]}, weapons=tagged(*tags))
    assert to_hit(attacked(scenario, d(99))) == target


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
