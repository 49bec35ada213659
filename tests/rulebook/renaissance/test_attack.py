import pytest

from affray.core.questions import Ruling
from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    first,
    hurt,
    offered,
    play,
    to_defend,
    to_hit,
)
from support import Played

ARCHER = {"weapons": ["bow", "blade"]}


@pytest.mark.rule("attack.standard")
def test_a_win_deals_the_weapons_damage_and_a_loss_none() -> None:
    assert hurt(attacked(field(), d(25, 99) + "\n" + dice(4))) == [9]
    assert hurt(attacked(field(), d(61))) == []
    keys = offered(field(), "Ann: attack Orc with blade\n" + d(61))
    assert "attack Orc with blade" not in keys
    assert "drop prone" in keys


@pytest.mark.rule("attack.mos-30")
@pytest.mark.parametrize(("roll", "harm"), [(30, 9), (31, 14), (60, 14), (61, 19)])
def test_a_margin_over_30_adds_5_and_over_60_another_5(roll: int, harm: int) -> None:
    scenario = field({"skills": {"melee-weapons": 80}})
    assert hurt(attacked(scenario, d(roll, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("attack.critical")
@pytest.mark.parametrize(("faces", "harm"), [((3, 8), 18), ((8, 3), 18)])
def test_a_critical_success_rolls_damage_twice_and_takes_the_better(
    faces: tuple[int, int], harm: int
) -> None:
    game = attacked(field(), d(22, 99) + "\n" + dice(*faces))
    assert hurt(game) == [harm]  # and counts as exceptional: +5


@pytest.mark.rule("attack.skill")
@pytest.mark.parametrize(("pole", "target"), [(70, 80), (50, 70)])
def test_the_best_of_the_skills_that_fit_is_used(pole: int, target: int) -> None:
    scenario = field({"weapons": ["short-spear"], "skills": {"pole-arms": pole}})
    assert to_hit(attacked(scenario, d(99), "attack Orc with short-spear")) == target


@pytest.mark.rule("attack.skill")
def test_without_proficiency_it_is_20_less() -> None:
    assert to_hit(attacked(field({"proficiencies": ["club"]}), d(99))) == 40
    novice = {"aptitudes": {"som": 52}}
    assert to_hit(attacked(field(novice), d(99))) == 40  # fewer than 10 ranks


@pytest.mark.rule("check.ordered")
@pytest.mark.parametrize(
    ("dice", "outcome"), [((45, 46), "hit"), ((25, 26), "defended"), ((98,), "miss")]
)
def test_what_came_of_an_attack_is_told(dice: tuple[int, ...], outcome: str) -> None:
    harm = "\nroll 1d10 = 1" if outcome == "hit" else ""
    game = attacked(field(), d(*dice) + harm)
    assert game.told("contest")[0]["outcome"] == outcome


@pytest.mark.rule("defend.fray")
def test_fray_defends_against_anything_and_is_no_reaction() -> None:
    script = "Ann: attack Orc with blade\n" + d(25, 26) + "\nAnn: end turn\nOrc: end turn"
    game = play(field(), script, 2)
    assert to_defend(game) == 40
    assert "Fray" in str(game.told("contest")[0]["defense"])
    assert not game.told("reacts")
    shot = attacked(field(ARCHER, {"at": [8, 1]}), d(25, 26), "attack Orc with bow")
    assert to_defend(shot) == 40


@pytest.mark.rule("defend.parry")
def test_a_melee_skill_parries_melee_attacks_only() -> None:
    fencer = {"skills": {"melee-weapons": 55}}
    assert to_defend(attacked(field(orc=fencer), d(25, 26))) == 55
    far = field(ARCHER, {**fencer, "at": [8, 1]})
    assert to_defend(attacked(far, d(25, 26), "attack Orc with bow")) == 40
    bare = {**fencer, "weapons": []}
    assert to_defend(attacked(field(orc=bare), d(25, 26))) == 40


@pytest.mark.rule("defend.parry")
@pytest.mark.parametrize(("main", "off"), [("plain", "fine"), ("fine", "plain")])
def test_the_best_weapon_in_hand_parries(main: str, off: str) -> None:
    arms = {"plain": {"damage": "1d10"}, "fine": {"damage": "1d10", "tags": ["defensive"]}}
    orc = {"skills": {"melee-weapons": 55}, "weapons": [main], "off_hand": off}
    assert to_defend(attacked(field(orc=orc, weapons=arms), d(25, 26))) == 65


@pytest.mark.rule("defend.parry")
def test_a_parry_is_no_reaction_by_default() -> None:
    game = attacked(field(orc={"skills": {"melee-weapons": 55}}), d(25, 26))
    assert not game.fighter("Orc").reacted


@pytest.mark.rule("defend.parry")
def test_by_option_a_parry_is_a_reaction_that_may_be_saved() -> None:
    scenario = field(orc={"skills": {"melee-weapons": 55}}, house={"parry_is_reaction": True})
    game = attacked(scenario, d(25) + "\nOrc: parry\n" + d(26))
    assert game.fighter("Orc").reacted
    assert to_defend(game) == 55
    game = attacked(scenario, d(25) + "\nOrc: no\n" + d(26))
    assert not game.fighter("Orc").reacted
    assert to_defend(game) == 40


@pytest.mark.rule("defend.parry")
def test_by_option_a_second_parry_has_to_wait() -> None:
    orc = {"skills": {"melee-weapons": 55}}
    scenario = field(
        orc=orc, house={"parry_is_reaction": True}, more={"Bea": {"friend": True, "at": [2, 2]}}
    )
    script = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: parry\n" + d(26) + "\nAnn: end turn\n"
    game = play(
        scenario, script + "Bea: attack Orc with blade\n" + d(25, 26) + "\nBea: end turn", 2
    )
    assert to_defend(game) == 40


FENCER = {"skills": {"melee-weapons": 55}}


@pytest.mark.rule("defend.declare")
@pytest.mark.parametrize("option", ["after", "before"])
def test_a_parry_declared_for_a_defence_that_is_never_rolled_costs_no_reaction(option: str) -> None:
    scenario = field(orc=FENCER, house={"parry_is_reaction": True, "declare_defense": option})
    declared = "\nOrc: parry\n"
    missed = d(99) if option == "after" else "Orc: parry\n" + d(99)
    assert not game_reacted(attacked(scenario, missed))
    hit = d(25) + declared + d(26) if option == "after" else "Orc: parry\n" + d(25, 26)
    assert game_reacted(attacked(scenario, hit))


def game_reacted(game: Played) -> bool:
    """Whether the orc has spent its reaction."""
    return bool(game.fighter("Orc").reacted)


@pytest.mark.rule("defend.declare", "check.luck")
def test_luck_is_not_asked_for_before_a_defence_that_is_never_rolled() -> None:
    orc = {"luck": 1, "skills": {"fray": 60}, "proficiencies": []}
    rush = "GM rules condition of Orc = 2 wounds | before\nAnn: attack Orc with blade\n"
    game = play(field(orc=orc), rush + d(99) + "\nAnn: end turn")
    assert game.fighter("Orc").luck == 1
    game = play(field(orc=orc), rush + d(25) + "\nOrc: spend luck\n" + d(26) + "\nAnn: end turn")
    assert game.fighter("Orc").luck == 0


@pytest.mark.rule("defend.unaware")
def test_one_unaware_cannot_defend_but_the_attacker_still_rolls() -> None:
    scenario = field({"hidden": True}, {"unaware": True})
    game = attacked(scenario, d(25) + "\n" + dice(4))
    assert game.told("contest")[0]["defense"] == "no defence"
    assert hurt(game) == [9]
    assert not game.fighter("Orc").unaware
    assert not game.fighter("Ann").hidden
    assert hurt(attacked(scenario, d(61))) == []


@pytest.mark.rule("defend.unaware")
@pytest.mark.parametrize("roll", [39, 41])
def test_a_major_npc_first_gets_a_perception_check(roll: int) -> None:
    orc = {"unaware": True, "major": True, "skills": {"perception": 40}}
    rolls = d(roll, 25, 99) if roll < 40 else d(roll, 25)
    game = attacked(field({"hidden": True}, orc), rolls + "\n" + dice(4))
    assert (game.told("contest")[0]["defense"] == "no defence") is (roll > 40)


@pytest.mark.rule("defend.unaware")
def test_the_unaware_do_nothing_until_they_see_an_enemy() -> None:
    game = play(field({"hidden": True}, {"unaware": True}), "Ann: end turn", 2)
    assert game.fighter("Orc").unaware
    game = play(field({}, {"unaware": True}), "Ann: end turn\nOrc: end turn", 2)
    assert game.told("notices") == [{"who": "Orc"}]


@pytest.mark.rule("defend.full")
def test_full_defense_adds_20_to_every_defence_until_the_next_turn() -> None:
    script = (
        "Ann: full defense\nAnn: end turn\nOrc: attack Ann with blade\n"
        + d(25, 26)
        + "\nOrc: end turn"
    )
    game = play(field(), script, 2)
    assert to_defend(game) == 80  # a parry with 60
    script += "\nAnn: end turn\nOrc: attack Ann with blade\n" + d(25, 26) + "\nOrc: end turn"
    assert to_defend(play(field(), script, 4)) == 60


@pytest.mark.rule("defend.full")
def test_in_full_defense_a_movement_skill_may_defend() -> None:
    scenario = field({"weapons": [], "skills": {"athletics": 65}})
    script = (
        "Ann: full defense\nAnn: end turn\nOrc: attack Ann with blade\n"
        + d(25, 26)
        + "\nOrc: end turn"
    )
    game = play(scenario, script, 2)
    assert "Athletics" in str(game.told("contest")[0]["defense"])
    script = "Ann: end turn\nOrc: attack Ann with blade\n" + d(25, 26) + "\nOrc: end turn"
    assert "Fray" in str(play(scenario, script, 2).told("contest")[0]["defense"])


ROW = ["." * 50]


@pytest.mark.rule("ranged.categories")
@pytest.mark.parametrize(
    ("at", "target"), [(10, 60), (11, 50), (20, 50), (21, 40), (31, 30), (40, 30)]
)
def test_each_range_category_has_its_modifier(at: int, target: int) -> None:
    scenario = field({**ARCHER, "at": [0, 0]}, {"at": [at, 0]}, ROW)
    assert to_hit(attacked(scenario, d(99), "attack Orc with bow")) == target


@pytest.mark.rule("ranged.categories")
def test_beyond_extreme_range_there_is_no_attack() -> None:
    scenario = field({**ARCHER, "at": [0, 0]}, {"at": [41, 0]}, ROW)
    assert "attack Orc with bow" not in offered(scenario)


@pytest.mark.rule("ranged.throwing")
@pytest.mark.parametrize(("at", "target"), [(5, 60), (6, 50), (15, 50), (16, 40), (31, 30)])
def test_things_are_thrown_5_15_30_and_45_metres(at: int, target: int) -> None:
    scenario = field({"weapons": ["hatchet"], "at": [0, 0]}, {"at": [at, 0]}, ROW)
    game = attacked(scenario, d(99), "throw Orc with hatchet")
    assert to_hit(game) == target
    assert game.fighter("Ann").main == -1
    assert game.fight.lying  # type: ignore[attr-defined]


@pytest.mark.rule("ranged.throwing")
def test_a_factor_on_the_item_adjusts_for_weight() -> None:
    anvil = {"damage": "2d10", "tags": ["thrown"], "throw_factor": 0.4}
    scenario = field(
        {"weapons": ["anvil"], "at": [0, 0]}, {"at": [3, 0]}, ROW, weapons={"anvil": anvil}
    )
    assert to_hit(attacked(scenario, d(99), "throw Orc with anvil")) == 50


@pytest.mark.rule("ranged.point-blank")
def test_a_ranged_attack_on_an_adjacent_target_is_at_minus_20() -> None:
    assert to_hit(attacked(field(ARCHER), d(99), "attack Orc with bow")) == 40
    assert to_hit(attacked(field(ARCHER, {"at": [3, 1]}), d(99), "attack Orc with bow")) == 60


@pytest.mark.rule("ranged.point-blank")
def test_a_knife_can_be_thrown_at_somebody_in_reach_as_well_as_used_on_them() -> None:
    scenario = field({"weapons": ["hatchet"]})
    assert {"attack Orc with hatchet", "throw Orc with hatchet"} <= set(offered(scenario))
    game = attacked(scenario, d(99), "throw Orc with hatchet")
    assert to_hit(game) == 40
    assert game.fighter("Ann").main == -1
    assert to_hit(attacked(scenario, d(99), "attack Orc with hatchet")) == 60
    assert "throw Orc with blade" not in offered(field())


@pytest.mark.rule("attack.standard")
@pytest.mark.parametrize(
    ("attack", "told"),
    [
        ("attack Orc with hatchet", "Ann attacks Orc with the hatchet"),
        ("throw Orc with hatchet", "Ann throws the hatchet at Orc"),
        ("maim Orc with hatchet\nAnn: hand", "Ann attacks Orc with the hatchet: maim (hand)"),
        ("attack Orc with unarmed", "Ann attacks Orc with bare hands"),
    ],
)
def test_an_attack_is_told_in_words_one_would_use(attack: str, told: str) -> None:
    assert told in attacked(field({"weapons": ["hatchet"]}), d(99), attack).log()


@pytest.mark.rule("attack.skill")
@pytest.mark.parametrize(
    ("skills", "struck", "thrown"),
    [
        ({"melee-weapons": 60, "ranged-weapons": 29}, 60, 9),
        ({"melee-weapons": 60, "ranged-weapons": 30}, 60, 30),
        ({"melee-weapons": 29, "ranged-weapons": 60}, 9, 60),
    ],
)
def test_what_is_thrown_needs_proficiency_in_throwing(
    skills: dict[str, int], struck: int, thrown: int
) -> None:
    scenario = field({"weapons": ["hatchet"], "skills": skills})
    assert to_hit(attacked(scenario, d(99), "attack Orc with hatchet")) == struck
    scenario = field({"weapons": ["hatchet"], "skills": skills}, {"at": [4, 1]})
    assert to_hit(attacked(scenario, d(99), "throw Orc with hatchet")) == thrown


@pytest.mark.rule("ranged.cover")
@pytest.mark.parametrize(
    ("rows", "orc", "target"),
    [
        (["......", "......"], [5, 0], 60),
        (["......", ".....o"], [5, 1], 30),
        (["..o...", "......"], [2, 0], 30),
        ([".o....", "......"], [1, 0], 40),  # beside the low cover: point-blank alone
        (["......", "..#..."], [5, 1], 50),
    ],
)
def test_cover_hinders_a_shot(rows: list[str], orc: list[int], target: int) -> None:
    scenario = field({**ARCHER, "at": [0, 0]}, {"at": orc}, rows)
    assert to_hit(attacked(scenario, d(99), "attack Orc with bow")) == target


@pytest.mark.rule("ranged.cover")
def test_one_who_is_not_seen_cannot_be_attacked() -> None:
    rows = ["..#...", "..#...", "..#..."]
    scenario = field({**ARCHER, "at": [0, 1]}, {"at": [5, 1]}, rows)
    assert "attack Orc with bow" not in offered(scenario)


@pytest.mark.rule("ranged.ammunition")
def test_common_ammunition_is_not_counted_and_uncommon_is() -> None:
    archer = {**ARCHER, "ammunition": {"silver-arrow": 1}}
    scenario = field(archer, {"at": [8, 1]})
    script = (
        "Ann: attack Orc with bow (silver-arrow)\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    )
    keys = offered(scenario, script)
    assert "attack Orc with bow" in keys
    assert "attack Orc with bow (silver-arrow)" not in keys


@pytest.mark.rule("ranged.ammunition")
@pytest.mark.parametrize(
    ("weapon", "reload"), [("light-crossbow", "quick"), ("heavy-crossbow", "standard")]
)
def test_reloading_costs_the_action_that_the_weapon_names(weapon: str, reload: str) -> None:
    scenario = field({"weapons": [weapon]}, {"at": [8, 1]})
    shot = f"Ann: attack Orc with {weapon}\n" + d(99) + "\n"
    keys = offered(scenario, shot)
    assert ("reload" in keys) is (reload == "quick")
    keys = offered(scenario, shot + "Ann: end turn\nOrc: end turn\n")
    assert f"attack Orc with {weapon}" not in keys
    keys = offered(scenario, shot + "Ann: end turn\nOrc: end turn\nAnn: reload\n")
    assert (f"attack Orc with {weapon}" in keys) is (reload == "quick")
    keys = offered(
        scenario, shot + "Ann: end turn\nOrc: end turn\nAnn: reload\nAnn: end turn\nOrc: end turn\n"
    )
    assert f"attack Orc with {weapon}" in keys


@pytest.mark.rule("ranged.ammunition")
def test_only_a_loaded_crossbow_is_overcharged_and_only_once() -> None:
    scenario = field({"weapons": ["heavy-crossbow"]}, {"at": [6, 1]})
    assert "overcharge" in offered(scenario)
    pass_on = "Ann: end turn\nOrc: end turn\n"
    assert "overcharge" not in offered(scenario, "Ann: overcharge\n" + pass_on)
    shot = "Ann: attack Orc with heavy-crossbow\n" + d(99) + "\n"
    emptied = offered(scenario, shot + pass_on)
    assert ("overcharge" in emptied, "reload" in emptied) == (False, True)


@pytest.mark.rule("ranged.ammunition")
def test_a_heavy_crossbow_can_be_overcharged_and_a_musket_takes_twice_as_long() -> None:
    scenario = field({"weapons": ["heavy-crossbow"]}, {"at": [8, 1], "skin": 8})
    script = "Ann: overcharge\nAnn: end turn\nOrc: end turn\nAnn: attack Orc with heavy-crossbow\n"
    game = play(scenario, script + d(25, 99) + "\nroll 2d10 = 5 5\nAnn: end turn", 3)
    assert hurt(game) == [18]
    scenario = field({"weapons": ["musket"]}, {"at": [8, 1]})
    turn = "Ann: reload\nAnn: end turn\nOrc: end turn\n"
    script = "Ann: attack Orc with musket\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    assert "attack Orc with musket" not in offered(scenario, script + turn)
    assert "attack Orc with musket" in offered(scenario, script + turn * 2)


@pytest.mark.rule("ranged.ammunition")
def test_what_is_loaded_belongs_to_the_weapon() -> None:
    two = field({"weapons": ["light-crossbow", "light-crossbow"]}, {"at": [8, 1]})
    shot = "Ann: attack Orc with light-crossbow\n" + d(99) + "\nAnn: drop light-crossbow\n"
    script = shot + "Ann: draw light-crossbow\nOrc: end turn\n"
    assert "attack Orc with light-crossbow" in offered(two, script)
    back = shot + "Ann: end turn\nOrc: end turn\nAnn: pick up light-crossbow\n"
    keys = offered(two, back)
    assert "attack Orc with light-crossbow" not in keys
    assert "reload" in keys


@pytest.mark.rule("ranged.ammunition")
def test_of_two_in_hand_the_other_is_still_loaded() -> None:
    pistol = {
        "damage": "1d10",
        "skills": ["ranged-weapons"],
        "ranges": [10, 20, 30, 40],
        "reload": "standard",
    }
    ann = {"weapons": ["pistol"], "off_hand": "twin"}
    scenario = field(ann, {"at": [6, 1]}, weapons={"pistol": pistol, "twin": pistol})
    script = "Ann: attack Orc with pistol\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    keys = offered(scenario, script)
    assert "attack Orc with twin" in keys
    assert "attack Orc with pistol" not in keys


@pytest.mark.rule("ranged.ammunition")
def test_of_two_alike_the_loaded_one_is_drawn() -> None:
    scenario = field({"weapons": ["light-crossbow", "light-crossbow"]}, {"at": [8, 1]})
    script = "Ann: attack Orc with light-crossbow\n" + d(99) + "\nAnn: stow light-crossbow\n"
    script += "Orc: end turn\nAnn: draw light-crossbow\n"
    assert "attack Orc with light-crossbow" in offered(scenario, script)


@pytest.mark.rule("ranged.ammunition")
@pytest.mark.parametrize(("reload", "again"), [("never", False), ("standard", True)])
def test_some_weapons_cannot_be_loaded_again(reload: str, again: bool) -> None:
    tube = {
        "damage": "1d10",
        "skills": ["ranged-weapons"],
        "ranges": [9, 9, 9, 9],
        "reload": reload,
    }
    scenario = field({"weapons": ["tube"]}, {"at": [6, 1]}, weapons={"tube": tube})
    script = "Ann: attack Orc with tube\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    keys = offered(scenario, script)
    assert ("reload" in keys) is again


@pytest.mark.rule("ranged.ammunition")
@pytest.mark.parametrize(("shot", "harm"), [("", 18), (" (heavy-bolt)", 22)])
def test_an_overcharged_shot_keeps_its_ammunitions_bonus(shot: str, harm: int) -> None:
    ann = {"weapons": ["heavy-crossbow"], "ammunition": {"heavy-bolt": 2}}
    heavy = {"heavy-bolt": {"fits": "bolt", "damage": 4}}
    scenario = field(ann, {"at": [8, 1], "skin": 8}, ammunition=heavy)
    script = "Ann: overcharge\nAnn: end turn\nOrc: end turn\n"
    script += f"Ann: attack Orc with heavy-crossbow{shot}\n" + d(25, 99) + "\nroll 2d10 = 5 5"
    rest = "\n" + d(1) if harm > 20 else ""
    assert hurt(play(scenario, script + rest + "\nAnn: end turn", 3)) == [harm]


@pytest.mark.rule("armor.reduces")
@pytest.mark.parametrize(("ap", "harm"), [(-2, [4]), (0, [4]), (2, [6])])
def test_ap_below_zero_never_makes_armour_better(ap: int, harm: list[int]) -> None:
    ann = {"weapons": ["bow"], "ammunition": {"blunt": 2}}
    blunt = {"blunt": {"fits": "arrow", "ap": ap}}
    scenario = field(ann, {"at": [8, 1], "skin": 4}, ammunition=blunt)
    rolls = d(25, 99) + "\n" + dice(4)
    assert hurt(attacked(scenario, rolls, "attack Orc with bow (blunt)")) == harm


@pytest.mark.rule("attack.standard")
def test_those_who_are_disabled_can_be_attacked_and_do_not_defend() -> None:
    scenario = field(more={"Elk": {"at": [9, 4]}})
    down = "GM rules state of Orc = down | before\n"
    keys = offered(scenario, down)
    assert "attack Orc with blade" in keys
    assert "trip Orc" not in keys
    script = down + "Ann: attack Orc with blade\n" + d(25) + "\n" + dice(4)
    game = play(scenario, script + "\nAnn: end turn")
    assert game.told("contest")[0]["defense"] == "no defence"
    dead = "GM rules state of Orc = dead | before\n"
    assert "attack Orc with blade" not in offered(scenario, dead)


@pytest.mark.rule("attack.touch-only")
@pytest.mark.parametrize(("unarmed", "target"), [(20, 80), (70, 90)])
def test_a_touch_needs_no_proficiency_and_is_hard_to_avoid(unarmed: int, target: int) -> None:
    ann = {"powers": ["chilling-touch"], "skills": {"unarmed-combat": unarmed}, "proficiencies": []}
    game = attacked(field(ann), d(99), "attack Orc with chilling-touch")
    assert to_hit(game) == target  # COO+SOM+SOM or Unarmed, +20
    game = attacked(field(ann), d(25, 26) + "\n" + dice(1), "attack Orc with chilling-touch")
    assert to_defend(game) == 20


@pytest.mark.rule("attack.indicate-only")
@pytest.mark.parametrize(("ranged", "target"), [(20, 80), (70, 90)])
def test_pointing_is_a_ranged_attack_without_proficiency(ranged: int, target: int) -> None:
    ann = {"powers": ["burning-gaze"], "skills": {"ranged-weapons": ranged}, "proficiencies": []}
    game = attacked(field(ann, {"at": [8, 1]}), d(99), "attack Orc with burning-gaze")
    assert to_hit(game) == target
    far = field({**ann, "at": [0, 0]}, {"at": [15, 0]}, ROW)
    game = attacked(far, d(25, 26) + "\n" + dice(1), "attack Orc with burning-gaze")
    assert to_hit(game) == target - 10
    assert to_defend(game) == 20


@pytest.mark.rule("armor.reduces")
@pytest.mark.parametrize(
    ("skin", "ap", "harm"), [(0, 0, [9]), (4, 0, [5]), (4, 3, [8]), (4, 9, [9]), (20, 0, [])]
)
def test_damage_is_dv_less_armour_less_ap(skin: int, ap: int, harm: list[int]) -> None:
    weapons = {"blade": {"damage": "1d10+DB", "ap": ap}}
    game = attacked(field(orc={"skin": skin}, weapons=weapons), d(25, 99) + "\n" + dice(4))
    assert hurt(game) == harm


@pytest.mark.rule("armor.reduces")
def test_suit_layer_skin_and_shield_add_up_and_exposed_armour_has_gaps() -> None:
    orc = {"armor": "mail", "layer": "heavy-cloak", "skin": 1, "shield": "kite", "str": 50}
    game = attacked(field({"db": 12}, orc), d(25, 99) + "\n" + dice(4))
    assert game.told("damage")[0]["armor"] == 10
    plate = field({"db": 12}, {"armor": "partial-plate"})
    assert attacked(plate, d(25, 99) + "\n" + dice(4)).told("damage")[0]["armor"] == 6
    exceptional = attacked(plate, d(35, 99) + "\n" + dice(4))
    assert exceptional.told("damage")[0]["armor"] == 3
    assert any("against armour 3 (3 less, exposed): " in line for line in exceptional.log())


@pytest.mark.rule("armor.reduces")
def test_a_hide_that_has_melted_is_no_armour() -> None:
    scenario = field(orc={"skin": 4})
    script = first(scenario) + "\nAnn: attack Orc with blade\n" + d(25, 99) + "\n" + dice(4)
    game = Played(scenario, script + "\nAnn: end turn")
    game.fight.rule(Ruling("condition", "Orc", "melted", "before"))
    assert hurt(game.steps(1)) == [9]


@pytest.mark.rule("armor.penalty")
def test_an_armours_penalty_applies_to_checks_of_coo() -> None:
    game = attacked(field(orc={"armor": "brigandine"}), d(25, 26))
    assert to_defend(game) == 30  # Fray is on COO
    game = attacked(field(orc={"armor": "mail", "shield": "tower"}), d(25, 26))
    assert to_defend(game) == 30  # better to parry with 30 than at Fray 40 - 15
    archer = {**ARCHER, "armor": "full-plate", "init": 12}
    assert to_hit(attacked(field(archer, {"at": [8, 1]}), d(99), "attack Orc with bow")) == 50
    assert to_hit(attacked(field({"armor": "full-plate", "init": 12}), d(99))) == 60


@pytest.mark.rule("armor.penalty")
def test_full_plate_slows_initiative() -> None:
    assert Played(field({"armor": "full-plate"})).fighter("Ann").sheet.init == 6
