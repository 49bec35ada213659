import pytest

from affray.core.questions import Ruling
from affray.core.tape import Answer, RecordingTable, TapeTable, ruling_answer
from rulebook.olde.fields import (
    adjusted,
    blow,
    cr,
    defended,
    field,
    harm,
    hindrance,
    offered,
    reset,
    total,
)
from support import Played

HIT = {"dice": "roll 2d8 = 7 7", "damage": "roll 1d8 = 5"}


@pytest.mark.rule("attack.declare")
@pytest.mark.parametrize(
    ("ann", "orc", "walls", "why"),
    [
        ({}, {}, [], ""),
        ({}, {"at": [3, 1]}, [], "Orc is 2 spaces away, and the reach of the broadsword is 1"),
        ({}, {}, [[2, 0, 2, 5]], "Ann has no line of sight to Orc"),
        (
            {"weapons": ["hatchet", "broadsword"]},
            {},
            [],
            "Ann does not have the broadsword in hand",
        ),
        ({"conditions": [{"is": "dazed"}]}, {}, [], "Ann cannot attack: dazed, permanent"),
    ],
)
def test_an_attack_needs_reach_and_sight_and_is_refused_saying_which(
    ann: dict[str, object], orc: dict[str, object], walls: list[list[int]], why: str
) -> None:
    game = Played(field(ann, orc, walls=walls))
    assert hindrance(game, "Ann", "attack Orc with broadsword") == why
    listed = "attack Orc with broadsword" in offered(
        Played(field(ann, orc, walls=walls), reset(4, 1))
    )
    assert listed == (why == "")


@pytest.mark.rule("attack.declare")
@pytest.mark.parametrize(
    ("house", "why"),
    [
        ({}, "Ann has only minimal sight of Orc"),
        ({"minimal_sight": "refuse"}, "Ann has only minimal sight of Orc"),
        ({"minimal_sight": "attack"}, ""),
    ],
)
def test_minimal_sight_is_not_enough_unless_the_house_says_so(
    house: dict[str, str], why: str
) -> None:
    """Past a boulder, only corners of the two spaces see each other."""
    ann, orc = {"weapons": ["shortbow"]}, {"at": [5, 2]}
    game = Played(field(ann, orc, solid=[[2, 1]], house=house))
    assert hindrance(game, "Ann", "shoot Orc with shortbow") == why


@pytest.mark.rule("attack.declare")
@pytest.mark.parametrize("boulder", [[], [[3, 1]]])
def test_clear_and_partial_sight_are_enough(boulder: list[list[int]]) -> None:
    game = Played(field({"weapons": ["shortbow"]}, {"at": [5, 2]}, solid=boulder))
    assert hindrance(game, "Ann", "shoot Orc with shortbow") == ""


@pytest.mark.rule("attack.defense-first")
def test_the_defender_rolls_first_and_sets_the_cr() -> None:
    game = blow(orc={"shield": "heater"}, defense="roll 2d6 = 6 1\nroll 1d6 = 4")
    assert cr(game) == 6 + 1 + 4 + 2
    told = [event.kind for event in game.table.events]
    assert told.index("defense") < told.index("strike")


@pytest.mark.rule("attack.check")
@pytest.mark.parametrize(("dice", "hit"), [("2 3", True), ("2 2", False)])
def test_reaching_the_cr_hits(dice: str, hit: bool) -> None:
    game = blow(dice=f"roll 2d8 = {dice}", damage="roll 1d8 = 1" if hit else "")
    assert bool(game.told("hurt")) == hit


@pytest.mark.rule("attack.check")
def test_the_weapon_says_whether_brawn_or_finesse_attacks() -> None:
    sheet = {"brawn": 10, "finesse": 4, "weapons": ["spear"]}
    script = (
        "roll 1d4 = 2\nroll 1d6 = 1\nAnn: attack Orc with spear\nroll 2d6 = 5 5\nroll 2d4 = 1 1"
    )
    assert Played(field(sheet), script).steps(2)
    sheet["weapons"] = ["broadsword"]
    script = script.replace("spear", "broadsword").replace("2d4", "2d10")
    assert Played(field(sheet), script).steps(2)


@pytest.mark.rule("attack.damage")
def test_a_hit_takes_the_weapons_die_less_armour_off_the_hit_points() -> None:
    game = blow(orc={"armour": "leather"}, **HIT)
    assert harm(game) == 4
    assert game.fighter("Orc").hit_points == 8


@pytest.mark.rule("attack.no-harm")
@pytest.mark.parametrize(("face", "dealt"), [(7, 1), (6, 0), (5, 0)])
def test_damage_is_never_below_zero(face: int, dealt: int) -> None:
    """Full plate takes 6 off; that the rest is held at zero is said where it is below."""
    orc = {"brawn": 12, "armour": "full-plate", "nerve": 1}
    game = blow(orc=orc, dice="roll 2d8 = 7 7", damage=f"roll 1d8 = {face}")
    assert harm(game) == dealt
    assert bool(game.told("hurt")) == (dealt > 0)
    assert ("attack.no-harm" in game.rules_told()) == (face < 6)


@pytest.mark.rule("attack.damage")
@pytest.mark.parametrize(("setting", "die"), [("weapon", 4), ("check-stat", 8)])
def test_the_damage_die_is_the_weapons_or_by_option_the_check_stats(setting: str, die: int) -> None:
    game = blow(
        ann={"weapons": ["hatchet"]},
        attack="attack Orc with hatchet",
        dice="roll 2d8 = 7 7",
        damage=f"roll 1d{die} = 3",
        house={"damage_die": setting},
    )
    assert harm(game) == 3


@pytest.mark.rule("attack.damage-explodes")
@pytest.mark.parametrize(
    ("setting", "dice", "dealt"),
    [(False, "roll 1d8 = 8", 8), (True, "roll 1d8 = 8\nroll 1d8 = 3", 11)],
)
def test_damage_explodes_by_option_only(setting: bool, dice: str, dealt: int) -> None:
    orc = {"hp": 30}
    house = {"damage_explodes": setting}
    game = blow(orc=orc, dice="roll 2d8 = 7 7", damage=dice, house=house)
    assert harm(game) == dealt
    assert ("attack.damage-explodes" in game.rules_told()) == setting


@pytest.mark.rule("attack.adjustments")
def test_adjustments_of_all_kinds_add_up_and_are_named() -> None:
    charm = {"from": "a charm", "attack": 1, "damage": 2}
    ring = {"from": "a ring", "attack": 2}
    ward = {"from": "a ward", "defense": 1, "armour": 2}
    game = blow(ann={"adjustments": [charm, ring]}, orc={"adjustments": [ward]}, **HIT)
    assert adjusted(game) == "+1 a charm, +2 a ring"
    assert defended(game) == "+1 a ward"
    assert game.told("damage")[0]["made_of"] == " (+2 a charm, -2 a ward)"
    assert (total(game), cr(game), harm(game)) == (17, 6, 5)


@pytest.mark.rule("skill.dodge")
@pytest.mark.parametrize(("setting", "adds"), [(True, 2), (False, 0)])
def test_a_dodge_rank_adds_to_defense_and_none_takes_nothing_away(setting: bool, adds: int) -> None:
    house = {"dodge_defense": setting}
    game = blow(orc={"skills": {"dodge": "foreman"}}, house=house)
    assert cr(game) == 5 + adds
    assert ("skill.dodge" in game.rules_told()) == setting
    assert cr(blow(orc={"skills": {"dodge": "journeyman"}}, house=house)) == 5 + adds // 2
    assert cr(blow(orc={"skills": {"dodge": "apprentice"}}, house=house)) == 5
    assert cr(blow(orc={"skills": {}}, house=house)) == 5


@pytest.mark.rule("skill.dodge")
def test_skill_with_shields_adds_nothing_to_defense_by_itself() -> None:
    assert cr(blow(orc={"shield": "heater", "skills": {"shields": "legendary"}})) == 5 + 2


@pytest.mark.rule("attack.adjustments")
def test_the_game_master_can_adjust_until_the_reset() -> None:
    answers: list[Answer] = [
        *Played(field(), reset(2, 1)).script.answers,
        ruling_answer(Ruling("adjustment", "Orc", "defense +3 blessing", "a prayer")),
        *Played(
            field(), "Ann: attack Orc with broadsword\nroll 2d6 = 2 3\nroll 2d8 = 3 4"
        ).script.answers,
    ]
    game = Played(field())
    game.table = RecordingTable(TapeTable(answers))
    game.fight = game.scenario.setup.new_fight(game.table)
    game.fight.step()
    game.fight.step()
    assert defended(game) == "+3 blessing"
    assert cr(game) == 8


@pytest.mark.rule("skill.rank", "skill.untrained")
@pytest.mark.parametrize(
    ("rank", "adjusts"),
    [
        ("untrained", -2),
        ("apprentice", 0),
        ("journeyman", 1),
        ("foreman", 2),
        ("master", 3),
        ("grand master", 4),
        ("legendary", 5),
    ],
)
def test_each_rank_of_the_weapons_skill_adjusts_the_attack(rank: str, adjusts: int) -> None:
    game = blow(ann={"skills": {"swords": rank}}, defense="roll 2d6 = 5 5")
    assert total(game) == 3 + adjusts


@pytest.mark.rule("skill.untrained")
def test_any_skill_that_the_weapon_lists_will_do() -> None:
    ann = {"weapons": ["dagger"], "skills": {"fencing": "foreman"}}
    game = blow(ann=ann, attack="attack Orc with dagger", dice="roll 2d8 = 1 1")
    assert total(game) == 4
    assert adjusted(game) == "+2 fencing"


@pytest.mark.rule("skill.untrained")
def test_of_the_skills_that_will_do_the_best_one_counts() -> None:
    ann = {"weapons": ["dagger"], "skills": {"fencing": "journeyman", "knives": "foreman"}}
    attack = {"attack": "attack Orc with dagger", "dice": "roll 2d8 = 1 1"}
    assert adjusted(blow(ann=ann, **attack)) == "+2 knives"
    ann["skills"] = {"fencing": "master", "knives": "foreman"}
    assert adjusted(blow(ann=ann, defense="roll 2d6 = 5 5", **attack)) == "+3 fencing"
