from typing import Any

import pytest

from rulebook.olde import fields
from rulebook.olde.fields import adjusted, defended, harm, offered, reset, total
from support import Played

TOUGH = {"hp": 40}
ADVANCED = ["panic", "all-out", "run", "snapshot", "aimed"]
SKILLED = {"swords": "master", "fencing": "journeyman"}


def field(*people: Any, house: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Return a field where the advanced actions are played, if the house does not say otherwise."""
    return fields.field(*people, house={"advanced_actions": True, **(house or {})}, **more)


def blow(*people: Any, house: dict[str, Any] | None = None, **more: Any) -> Played:
    """Return a blow on such a field."""
    return fields.blow(*people, house={"advanced_actions": True, **(house or {})}, **more)


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(("house", "setting"), [({"advanced_actions": True}, True), ({}, False)])
def test_the_advanced_actions_are_there_only_if_the_house_says_so(
    house: dict[str, Any], setting: bool
) -> None:
    ann = {"weapons": ["crossbow"]}
    keys = offered(Played(fields.field(ann, house=house), reset(8, 1)))
    keys += offered(Played(fields.field(house=house), reset(8, 1)))
    for kind in ADVANCED:
        assert any(key.startswith(kind) for key in keys) == setting, kind


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize("setting", [True, False])
def test_without_them_nobody_answers_an_attack(setting: bool) -> None:
    script = reset(4, 3) + "Ann: attack Orc with broadsword\n"
    game = Played(field(orc={"skills": SKILLED}, house={"advanced_actions": setting}), script)
    if setting:
        assert offered(game) == ["no", "counterattack"]
    else:
        with pytest.raises(Exception, match="dice are to be rolled"):
            game.fight.play()


@pytest.mark.rule("options.advanced")
def test_a_panic_attack_costs_1_and_is_at_minus_2_and_minus_1_defense() -> None:
    swing = "Orc: attack Ann with broadsword\nroll 2d8 = 2 3\nroll 2d8 = 1 1"
    script = (
        reset(3, 2) + "Ann: panic Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 2 2\nAnn: pass\n"
    )
    game = Played(field(), script + swing)
    game.fight.step()
    game.fight.step()
    assert adjusted(game) == "-2 panic attack"
    assert game.fighter("Ann").action_points == 2
    game.fight.step()
    assert defended(game) == "-1 panic attack"


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(("points", "left"), [(4, 1), (3, 0), (2, 0), (1, 0)])
def test_an_all_out_attack_costs_3_or_all_that_is_left(points: int, left: int) -> None:
    game = blow(
        orc=TOUGH,
        attack="all-out Orc with broadsword",
        points=points,
        dice="roll 2d8 = 7 7",
        damage="roll 1d8 = 3",
    )
    assert game.fighter("Ann").action_points == left
    assert (total(game), harm(game)) == (16, 7)
    assert sum(one.defense for one in game.fighter("Ann").temporary) == -3


@pytest.mark.rule("options.advanced")
def test_a_snapshot_costs_1_at_minus_2() -> None:
    ann, orc = {"weapons": ["shortbow"]}, {"at": [4, 1]}
    game = blow(ann, orc, "snapshot Orc with shortbow", 1, dice="roll 2d8 = 1 1")
    assert adjusted(game) == "-2 snapshot"
    assert game.fighter("Ann").action_points == 0
    assert game.fighter("Ann").temporary == ()


@pytest.mark.rule("options.advanced", "options.aimed")
@pytest.mark.parametrize(("setting", "adjusts"), [(2, "+2 aimed shot"), (0, "")])
def test_an_aimed_shot_costs_3_and_3_defense_and_gains_what_the_house_says(
    setting: int, adjusts: str
) -> None:
    ann, orc = {"weapons": ["shortbow"]}, {"at": [4, 1]}
    house = {"aimed_shot": setting}
    shot = "aimed Orc with shortbow"
    hit = blow(ann, orc, shot, 3, dice="roll 2d8 = 7 7", damage="roll 1d6 = 3", house=house)
    assert harm(hit) == 3, "only all-out attacks do more"
    game = blow(ann, orc, shot, 3, "roll 2d6 = 5 5", "roll 2d8 = 1 1", house=house)
    assert adjusted(game) == adjusts
    assert game.fighter("Ann").action_points == 0
    assert sum(one.defense for one in game.fighter("Ann").temporary) == -3


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(("points", "may"), [(3, True), (2, False)])
def test_an_aimed_shot_is_no_only_action(points: int, may: bool) -> None:
    ann, orc = {"weapons": ["shortbow"]}, {"at": [4, 1]}
    keys = offered(Played(field(ann, orc), reset(points, 1)))
    assert ("aimed Orc with shortbow" in keys) == may


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(("place", "cost"), [("3,3", 1), ("5,1", 2), ("7,3", 3)])
def test_running_is_2_spaces_a_point_and_as_much_defense(place: str, cost: int) -> None:
    passing = "" if cost == 3 else "\nAnn: pass"
    script = reset(5, 1) + f"Ann: run to {place}{passing}"
    game = Played(field(orc={"at": [11, 4]}), script).steps(2)
    assert game.fight.place_name(0) == place
    assert game.fighter("Ann").action_points == 5 - cost
    assert sum(one.defense for one in game.fighter("Ann").temporary) == -cost


@pytest.mark.rule("options.advanced")
def test_what_haste_and_abandon_cost_is_over_at_the_reset() -> None:
    script = reset(1, 1) + "Ann: run to 3,3\nOrc: pass\nOrc: pass\n" + reset(2, 2)
    game = Played(field(orc={"at": [11, 4]}), script).steps(5)
    assert game.fighter("Ann").temporary == ()


ATTACK = "Ann: attack Orc with broadsword\n"


def answered(skills: dict[str, str], script: str, orc: dict[str, Any] | None = None) -> Played:
    """Ann attacks with 2 points, and the orc, who has 2 left, may answer."""
    return Played(
        field(orc={**TOUGH, "skills": skills, **(orc or {})}), reset(2, 2) + ATTACK + script
    )


@pytest.mark.rule("options.advanced", "options.parry")
@pytest.mark.parametrize(("dice", "parried"), [("3 4", True), ("3 3", False)])
def test_a_foreman_parries_for_1_point_weapon_against_weapon(dice: str, parried: bool) -> None:
    """Ann makes 9, and the orc, a Foreman, adds 2. What parrying costs comes after it."""
    script = f"Orc: parry\nroll 2d6 = 2 3\nroll 2d8 = 4 5\nroll 2d8 = {dice}\n"
    game = answered({"swords": "foreman"}, script + ("" if parried else "roll 1d8 = 4")).steps(2)
    made = game.told("check")[0]
    assert (made["cr"], made["made_of"]) == (9, " (+2 swords)")
    assert made["result"] == ("success" if parried else "failure")
    assert bool(game.told("damage")) != parried
    assert game.fighter("Orc").action_points == 1
    assert sum(one.attack for one in game.fighter("Orc").temporary) == -2


@pytest.mark.rule("options.parry")
def test_the_cr_of_a_parry_is_the_attack_as_it_was_made() -> None:
    """All-out, with partial sight: 4 + 5 + 2 - 3."""
    script = (
        "Ann: all-out Orc with spear\nOrc: parry\nroll 2d6 = 1 1\nroll 2d8 = 4 5\nroll 2d6 = 5 5"
    )
    orc = {**TOUGH, "skills": {"spears": "foreman"}, "weapons": ["spear"], "at": [3, 3]}
    later = {"partial_sight": -3}
    ground = field({"weapons": ["spear"]}, orc, solid=[[2, 1]], house=later)
    game = Played(ground, reset(3, 2) + script).steps(2)
    assert total(game) == 4 + 5 + 2 - 3
    assert game.told("check")[0]["cr"] == total(game)
    assert game.told("check")[0]["why"] == "to parry Ann"


@pytest.mark.rule("options.parry")
def test_who_is_missed_anyway_rolls_no_parry() -> None:
    script = "Orc: parry\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = answered({"swords": "foreman"}, script).steps(2)
    assert not game.told("check")
    assert game.fighter("Orc").action_points == 1


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(("rank", "may"), [("foreman", True), ("journeyman", False)])
def test_a_journeyman_does_not_parry(rank: str, may: bool) -> None:
    script = ("Orc: parry\n" if may else "") + "roll 2d6 = 5 5\nroll 2d8 = 1 1"
    assert bool(answered({"swords": rank}, script).steps(2).told("answers")) == may


@pytest.mark.rule("options.advanced")
def test_a_master_counterattacks_first_for_2_points_at_minus_2() -> None:
    script = (
        "Orc: counterattack\nroll 2d8 = 1 2\nroll 2d8 = 7 7\nroll 1d8 = 3\n"
        "roll 2d6 = 5 5\nroll 2d8 = 1 1"
    )
    game = answered({"swords": "master"}, script).steps(2)
    assert [told["who"] for told in game.told("strike")] == ["Orc", "Ann"]
    assert game.told("strike")[0]["made_of"] == " (+3 swords, -2 counterattack)"
    assert game.fighter("Ann").hit_points == 9
    assert game.fighter("Orc").action_points == 0


@pytest.mark.rule("options.advanced")
def test_a_counterattack_that_fells_the_attacker_ends_the_attack() -> None:
    orc = {"weapons": ["bastard-sword"], "brawn": 10}
    script = "Orc: counterattack\nroll 2d8 = 1 2\nroll 2d10 = 7 7\nroll 1d10 = 8"
    game = Played(
        field({"hp": 8}, {**TOUGH, **orc, "skills": {"swords": "master"}}),
        reset(2, 2) + ATTACK + script,
    ).steps(2)
    assert [told["who"] for told in game.told("strike")] == ["Orc"]
    assert game.fight.winner() == 1


FENCER = {"weapons": ["rapier"], "finesse": 6}


@pytest.mark.rule("options.advanced")
def test_a_journeyman_fencer_ripostes_for_1_point_at_minus_1_per_hit_point_lost() -> None:
    script = (
        "roll 2d6 = 2 3\nroll 2d8 = 3 3\nroll 1d8 = 4\n"
        "Orc: riposte\nroll 2d8 = 1 1\nroll 2d6 = 3 3\nroll 1d8 = 2"
    )
    game = answered({"fencing": "journeyman"}, script, FENCER).steps(2)
    assert game.told("strike")[1]["made_of"] == " (+1 fencing, -4 riposte)"
    assert game.fighter("Orc").action_points == 1
    assert game.fighter("Ann").hit_points == 10


@pytest.mark.rule("options.advanced")
def test_only_fencing_weapons_riposte() -> None:
    script = "roll 2d6 = 5 5\nroll 2d8 = 1 1"
    skills = {"swords": "journeyman", "fencing": "journeyman"}
    assert not answered(skills, script).steps(2).told("answers")


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(
    ("skills", "may"),
    [({"knives": "master"}, False), ({"knives": "master", "fencing": "journeyman"}, True)],
)
def test_a_dagger_ripostes_by_fencing_and_not_by_skill_with_knives(
    skills: dict[str, str], may: bool
) -> None:
    """Other answers to a blow are refused first, and the riposte is asked about after it."""
    script = "Orc: no\nOrc: no\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n" + ("Orc: no" if may else "")
    dagger = {"weapons": ["dagger"], "finesse": 6}
    answered(skills, script, dagger).steps(2)


@pytest.mark.rule("options.advanced")
def test_who_has_no_points_left_answers_nothing() -> None:
    script = reset(4, 1) + ATTACK + "roll 2d6 = 5 5\nroll 2d8 = 1 1\nAnn: pass"
    game = Played(field(orc={"skills": {"swords": "master"}}), script)
    game.fight.step()
    game.fighter("Orc").action_points = 0
    game.fight.step()
    assert not game.told("answers")


# --- criticals ---


def by_margin(margin: int, weapon: str, damage: str, setting: bool = True, **orc: Any) -> Played:
    """Ann beats a CR of 5 by a margin."""
    dice = {0: "2 3", 2: "3 4", 3: "4 4", 5: "5 5", 6: "4 7", 8: "6 7", 9: "7 7"}[margin]
    return blow(
        ann={"weapons": [weapon]},
        orc={**TOUGH, **orc},
        attack=f"attack Orc with {weapon}",
        dice=f"roll 2d8 = {dice}",
        damage=damage,
        house={"criticals": setting},
    )


@pytest.mark.rule("options.criticals")
@pytest.mark.parametrize(
    ("margin", "damage", "dealt"),
    [
        (0, "roll 1d8 = 4", 3),
        (2, "roll 1d8 = 4", 3),
        (3, "roll 1d8 = 4", 5),
        (5, "roll 1d8 = 4", 5),
        (6, "", 9),
        (8, "", 9),
        (9, "", 15),
    ],
)
def test_a_wide_margin_makes_brawn_weapons_hit_harder(margin: int, damage: str, dealt: int) -> None:
    assert harm(by_margin(margin, "broadsword", damage, armour="leather")) == dealt


@pytest.mark.rule("options.criticals")
@pytest.mark.parametrize(
    ("margin", "damage", "dealt"),
    [
        (2, "roll 1d4 = 1", 0),
        (3, "roll 1d4 = 1", 2),
        (6, "roll 1d4 = 1", 1),
        (9, "", 4),
    ],
)
def test_and_finesse_weapons_find_the_gap_in_the_armour(
    margin: int, damage: str, dealt: int
) -> None:
    assert harm(by_margin(margin, "dagger", damage, armour="gambeson")) == dealt


@pytest.mark.rule("options.criticals")
def test_without_the_option_a_margin_is_nothing() -> None:
    game = by_margin(9, "broadsword", "roll 1d8 = 4", False, armour="leather")
    assert harm(game) == 3
    assert "options.criticals" not in game.rules_told()


def missed_by(margin: int, choice: str = "", setting: bool = True, **ann: Any) -> Played:
    """Ann, who rolls 3, misses a CR by a margin."""
    defense = {
        2: "2 3",
        3: "3 3",
        5: "4 4",
        6: "4 5",
        8: "6 3\nroll 1d6 = 2",
        9: "6 5\nroll 1d6 = 1",
    }
    return blow(
        ann=ann,
        defense=f"roll 2d6 = {defense[margin]}",
        dice=f"roll 2d8 = 1 2\n{choice}",
        house={"criticals": setting},
    )


@pytest.mark.rule("options.criticals")
@pytest.mark.parametrize(("margin", "defense"), [(2, 0), (3, -2), (5, -2)])
def test_a_miss_by_3_stumbles(margin: int, defense: int) -> None:
    game = missed_by(margin)
    assert sum(one.defense for one in game.fighter("Ann").temporary) == defense
    said = "Ann misses by 3 or more and stumbles: -2 Defense until the next Reset"
    assert (said in game.log()) == (defense < 0)


@pytest.mark.rule("options.criticals")
@pytest.mark.parametrize("margin", [6, 8])
def test_a_miss_by_6_drops_the_weapon_or_falls(margin: int) -> None:
    game = missed_by(margin, "Ann: drop it")
    assert game.fighter("Ann").arms == ()
    assert game.fight.lying == [(1, 13, True)]
    game = missed_by(margin, "Ann: fall")
    assert "prone" in game.fighter("Ann").conditions()
    assert "Ann misses by 6 or more and falls" in game.log()
    assert "Ann is prone (until they get up)" in game.log()


@pytest.mark.rule("options.criticals")
def test_a_miss_by_9_breaks_the_weapon_or_hits_oneself() -> None:
    game = missed_by(9, "Ann: break it")
    assert (game.fighter("Ann").arms, game.fight.lying) == ((), [])
    game = missed_by(9, "Ann: hit oneself\nroll 1d8 = 5")
    assert game.fighter("Ann").hit_points == 7


@pytest.mark.rule("options.criticals")
@pytest.mark.parametrize(
    ("die", "ann", "house", "left"),
    [
        (8, {}, {}, 7),
        (8, {"armour": "leather", "adjustments": [{"from": "a ward", "armour": 2}]}, {}, 10),
        (4, {"weapons": ["hatchet"]}, {}, 9),
        (8, {"weapons": ["hatchet"]}, {"damage_die": "check-stat"}, 7),
    ],
)
def test_who_is_hit_by_ones_own_blow_takes_its_die_less_all_that_armour_takes_off(
    die: int, ann: dict[str, Any], house: dict[str, Any], left: int
) -> None:
    weapon = ann.get("weapons", ["broadsword"])[0]
    game = blow(
        ann,
        attack=f"attack Orc with {weapon}",
        defense="roll 2d6 = 6 5\nroll 1d6 = 1",
        dice=f"roll 2d8 = 1 2\nAnn: hit oneself\nroll 1d{die} = {3 if die == 4 else 5}",
        house={"criticals": True, **house},
    )
    assert game.fighter("Ann").hit_points == left
    assert game.told("damage")[0]["damage"] == 12 - left
    assert [told["harm"] for told in game.told("hurt")] == [12 - left]


@pytest.mark.rule("options.criticals")
def test_without_the_option_a_miss_is_a_miss() -> None:
    game = missed_by(9, setting=False)
    assert game.told("fumble") == []
