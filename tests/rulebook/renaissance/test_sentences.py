"""Single sentences of the chapter that were missed once, and the rulings on what it leaves open."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    hurt,
    offered,
    play,
    readies,
    to_defend,
    to_hit,
)
from support import Played

WIN = d(40, 99)
LOSE = d(99, 30)
FORK = {"weapons": ["fork"], "skills": {"melee-weapons": 60}}
CATCHER = {"fork": {"damage": "1d10", "tags": ["catch"]}}
CAUGHT = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: catch\n" + d(45) + "\n"
STEED = {
    "dur": 100,
    "str": 50,
    "size": "large",
    "move": {"base": 6, "full": 10},
    "skills": {"fray": 40, "unarmed-combat": 50},
    "natural": ["stomp"],
    "war_trained": True,
}


def mounted(ann: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    """Ann in the saddle of a steed."""
    rider = {"mount": "steed", "skills": {"ride": 50}, **(ann or {})}
    return field(rider, more.pop("orc", None), fighters={"steed": STEED}, **more)


# --- several attacks ------------------------------------------------------------------------------


@pytest.mark.rule("multi.attacks")
@pytest.mark.parametrize(
    ("main", "off", "offers"),
    [
        ("blade", "knife", True),
        ("blade", "bomb", False),
        ("bomb", "blade", False),
        ("bomb", "jar", False),
    ],
)
def test_a_bomb_or_a_jar_is_never_one_of_several_attacks(main: str, off: str, offers: bool) -> None:
    bomb = {"damage": "2d10", "tags": ["thrown", "blast"]}
    jar = {"damage": "0d10", "tags": ["thrown", "splash"], "effect": "burns"}
    knife = {"damage": "1d10", "tags": ["off-hand"]}
    weapons = {"bomb": bomb, "jar": jar, "knife": knife}
    keys = offered(field({"weapons": [main], "off_hand": off}, weapons=weapons))
    assert ("attack with each weapon" in keys) is offers
    assert ("throw Orc with bomb" in keys) is ("bomb" in (main, off))


# --- manoeuvres -----------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.disarm")
@pytest.mark.parametrize(
    ("orc", "defense"),
    [
        ({"weapons": ["blade"]}, 40),  # Fray is better than the blade's 30
        ({"weapons": ["blade"], "off_hand": "pike"}, 70),
        ({"weapons": ["bow"]}, 40),
        ({"weapons": ["bow"], "skills": {"unarmed-combat": 70}}, 50),
        ({"weapons": ["blade"], "natural": ["cougar-bite"], "skills": {"unarmed-combat": 70}}, 60),
        ({"weapons": ["bow"], "skills": {"unarmed-combat": 29}, "aptitudes": {"som": 20}}, 40),
    ],
)
def test_a_disarm_is_answered_with_the_best_melee_skill(orc: dict[str, Any], defense: int) -> None:
    pike = {"pike": {"damage": "1d10", "skills": ["pole-arms"]}}
    orc = {**orc, "skills": {"pole-arms": 70, **orc.get("skills", {})}}
    choice = "Ann: blade\n" if orc.get("off_hand") else ""
    game = play(
        field(orc=orc, weapons=pike), f"Ann: disarm Orc\n{choice}" + WIN + "\nAnn: end turn"
    )
    assert to_defend(game) == defense


@pytest.mark.rule("mount.cavalry")
@pytest.mark.parametrize(("tags", "skill"), [([], 40), (["cavalry"], 60)])
@pytest.mark.parametrize("deed", ["disarm", "trip"])
def test_manoeuvres_from_the_saddle_want_a_cavalry_weapon(
    deed: str, tags: list[str], skill: int
) -> None:
    sabre = {"sabre": {"damage": "1d10", "tags": tags}}
    scenario = mounted({"weapons": ["sabre"]}, weapons=sabre)
    game = play(scenario, f"Ann: {deed} Orc\n" + LOSE + "\nAnn: end turn")
    assert to_hit(game) == skill


@pytest.mark.rule("maneuver.grab")
def test_nobody_grabs_from_the_saddle_or_out_of_it() -> None:
    assert "grab Orc" in offered(field())
    assert "grab Orc" not in offered(mounted())
    rider = {"mount": "steed", "skills": {"ride": 50}}
    assert "grab Orc" not in offered(field(orc=rider, fighters={"steed": STEED}))


@pytest.mark.rule("prone.rules")
@pytest.mark.parametrize(
    ("ann", "skill"),
    [
        ({"weapons": ["blade"]}, 30),
        ({"weapons": ["low"]}, 60),
        ({"weapons": [], "natural": ["cougar-bite"], "skills": {"unarmed-combat": 70}}, 40),
    ],
)
def test_a_manoeuvre_of_the_prone_is_at_minus_30_with_natural_weapons_too(
    ann: dict[str, Any], skill: int
) -> None:
    low = {"low": {"damage": "1d10", "tags": ["prone"]}}
    game = play(field(ann, weapons=low), "Ann: drop prone\nAnn: disarm Orc\n" + LOSE)
    assert to_hit(game) == skill


@pytest.mark.rule("maneuver.feint", "defend.full")
def test_a_feint_takes_20_from_full_defense_too() -> None:
    scenario = field({"skills": {"deception": 60}}, {"skills": {"fray": 50}})
    script = "Ann: end turn\nOrc: full defense\nOrc: end turn\nAnn: feint Orc\n" + WIN
    script += "\nAnn: attack Orc with blade\n" + d(25, 26)
    game = play(scenario, script, 3)
    assert to_defend(game) == 50, "50 + 20 - 20"
    assert game.fighter("Orc").full_defense
    assert game.fighter("Orc").feinted


@pytest.mark.rule("maneuver.modifiers")
@pytest.mark.parametrize(
    ("option", "skills"), [("own", [60, 60, 60, 60]), ("attack", [70, 70, 40, 50])]
)
def test_it_is_a_ruling_which_modifiers_of_attacks_count_for_manoeuvres(
    option: str, skills: list[int]
) -> None:
    house = {"maneuver_modifiers": option}
    found = []
    ann = {"skills": {"unarmed-combat": 60}}
    for deed in ("disarm", "grab"):
        script = f"Ann: end turn\nOrc: drop prone\nOrc: end turn\nAnn: {deed} Orc\n" + LOSE
        found.append(to_hit(play(field(ann, house=house), script + "\nAnn: end turn", 3)))
    for tags in ([], ["off-hand"]):
        knife = {"knife": {"damage": "1d10", "tags": tags}}
        lefty = field({"weapons": [], "off_hand": "knife"}, house=house, weapons=knife)
        found.append(to_hit(play(lefty, "Ann: trip Orc\n" + LOSE + "\nAnn: end turn")))
    assert found == skills


# --- catching -------------------------------------------------------------------------------------


@pytest.mark.rule("maneuver.catch")
def test_the_grabbed_cannot_catch_which_is_a_reaction() -> None:
    scenario = field({"skills": {"unarmed-combat": 60}}, FORK, weapons=CATCHER)
    script = "Ann: grab Orc\n" + WIN + "\nAnn: end turn\nOrc: end turn\n"
    script += "Ann: attack Orc with blade\n" + d(25, 26) + "\nAnn: end turn"
    game = play(scenario, script, 3)
    assert not game.told("reacts")
    free = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: catch\n" + d(26) + "\nAnn: end turn"
    assert play(scenario, free).told("reacts"), "one who is free may"


@pytest.mark.rule("maneuver.catch")
def test_a_caught_weapon_is_let_go_when_all_actions_are_spent() -> None:
    scenario = field({"weapons": ["blade", "knife"]}, FORK, weapons=CATCHER)
    script = "Ann: draw knife\n" + CAUGHT
    assert set(offered(scenario, script)) == {"end turn", "drop blade", "drop knife"}
    game = play(scenario, script + "Ann: drop blade")
    assert (game.fighter("Ann").caught_hand, game.fighter("Orc").catching) == (-1, -1)
    game = play(
        field({"weapons": ["blade", "knife"]}),
        "Ann: draw knife\nAnn: attack Orc with blade\n" + d(99),
    )
    assert game.fight.turns == 1, "a fighter who holds nothing fast is not asked"


@pytest.mark.rule("defend.caught")
@pytest.mark.parametrize(("may", "defense"), [(False, 20), (True, 60)])
def test_it_is_a_ruling_whether_a_caught_weapon_parries(may: bool, defense: int) -> None:
    scenario = field(
        {"skills": {"fray": 20}}, FORK, weapons=CATCHER, house={"parry_with_caught": may},
        more={"Elk": {"at": [1, 2]}},
    )  # fmt: skip
    script = CAUGHT + "Ann: end turn\nOrc: end turn\nElk: attack Ann with blade\n" + d(15, 16)
    game = play(scenario, script + "\nElk: end turn", 3)
    assert to_defend(game) == defense
    assert ("defend.caught" in game.rules_told()) is True


@pytest.mark.rule("defend.parry")
def test_claws_parry_while_the_hand_holds_something() -> None:
    beast = {"natural": ["cougar-bite"], "skills": {"unarmed-combat": 80}}
    game = attacked(field(orc={**beast, "weapons": ["bow"]}), d(25, 26))
    assert to_defend(game) == 70, "80 - 10 against the armed"
    boxer = {"weapons": ["bow"], "skills": {"unarmed-combat": 80}}
    game = attacked(field(orc=boxer), d(25, 99) + "\n" + dice(1))
    assert to_defend(game) == 40, "fists are busy with the bow"


# --- reactions ------------------------------------------------------------------------------------


@pytest.mark.rule("reaction.ready")
def test_who_was_in_reach_before_does_not_come_into_reach() -> None:
    script = readies("attack with blade", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,2\n"
    game = play(field(), script + "Ann: no\nOrc: end turn", 2)
    assert not game.told("reacts"), "she is asked for the opening only: it stays beside her"
    script = readies("attack with blade", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,2\n"
    game = play(field(orc={"at": [4, 2]}), script + "Ann: no\nOrc: end turn", 2)
    assert not hurt(game), "she was asked"


@pytest.mark.rule("reaction.ready")
def test_a_readied_shot_waits_for_somebody_to_come_into_range_or_sight() -> None:
    rows = ["............", "............", "...#........", "...#........", "............"]
    ready = readies("attack with bow", "in-reach") + "Ann: end turn\n"
    script = ready + "Orc: move\nOrc: to 5,2\nAnn: no\nOrc: end turn"
    ann = {"weapons": ["bow"], "at": [1, 2]}
    play(
        field(ann, {"at": [5, 3]}, rows=[*rows[:2], rows[2], rows[3], rows[4]]),
        ready + "Orc: end turn",
        2,
    )
    short = {"bow": {"damage": "1d10", "skills": ["ranged-weapons"], "hands": 2,
                     "ranges": [1, 2, 3, 4]}}  # fmt: skip
    play(field(ann, {"at": [9, 2]}, weapons=short), script, 2)
    near = ready + "Orc: move\nOrc: to 4,2\nOrc: end turn"
    play(field(ann, {"at": [5, 2]}, weapons=short), near, 2)


@pytest.mark.rule("brace.prone")
@pytest.mark.parametrize("stays", [False, True])
def test_it_is_a_ruling_whether_one_who_drops_prone_stays_braced(stays: bool) -> None:
    scenario = field({"weapons": ["long-spear"]}, {"at": [11, 4]}, house={"prone_braces": stays})
    game = play(scenario, "Ann: brace\nAnn: drop prone")
    assert game.fighter("Ann").braced is stays
    assert "brace.prone" in game.rules_told()


@pytest.mark.rule("mount.opportunity")
@pytest.mark.parametrize("may", [False, True])
def test_it_is_a_ruling_whether_the_mount_makes_an_attack_of_opportunity(may: bool) -> None:
    scenario = mounted({"weapons": ["bow"]}, house={"mount_opportunity": may})
    script = "Ann: end turn\nOrc: move\nOrc: to 6,1\n"
    if may:
        script += "Ann: attack Orc with stomp\n" + d(20, 99) + "\n" + dice(1)
    game = play(scenario, script + "\nOrc: end turn", 2)
    assert len(hurt(game)) == int(may)
    assert game.fighter("Ann").reacted == int(may), "it is the rider's reaction"


@pytest.mark.rule("mount.large-attackers")
@pytest.mark.parametrize(("option", "size", "skill"), [
    (False, "large", 10), (True, "large", 30), (True, "medium", 10), (False, "medium", 10),
])  # fmt: skip
def test_it_is_a_ruling_whether_large_attackers_reach_a_rider(
    option: bool, size: str, skill: int
) -> None:
    scenario = mounted(orc={"size": size}, house={"large_reach_riders": option})
    game = play(
        scenario, "Ann: end turn\nOrc: attack Ann with blade\n" + d(99) + "\nOrc: end turn", 2
    )
    assert to_hit(game) == skill
    ruled = size == "large" and not option
    assert ("mount.large-attackers" in game.rules_told()) is ruled


@pytest.mark.rule("mount.charge")
def test_a_mounted_charge_takes_the_riders_som_with_the_mounts_str() -> None:
    sabre = {"sabre": {"damage": "1d10+DB", "tags": ["cavalry"]}}
    steed = {**STEED, "str": 80, "aptitudes": {"som": 50}}
    rider = {
        "mount": "steed", "skills": {"ride": 50}, "weapons": ["sabre"],
        "aptitudes": {"som": 30}, "str": 10,
    }  # fmt: skip
    scenario = field(rider, {"at": [8, 1]}, fighters={"steed": steed}, weapons=sabre)
    script = "Ann: charge\nAnn: to 7,1\nAnn: attack Orc with sabre\n" + d(25, 99) + "\n" + dice(1)
    game = play(scenario, script + "\n" + d(1))
    assert hurt(game) == [1 + 3 * 11], "(SOM 30 + STR 80) / 10, three times"


@pytest.mark.rule("mount.charge")
def test_a_rider_stronger_than_the_mount_charges_with_a_damage_bonus_of_their_own() -> None:
    sabre = {"sabre": {"damage": "1d10+DB", "tags": ["cavalry"]}}
    rider = {
        "mount": "steed", "skills": {"ride": 50}, "weapons": ["sabre"],
        "aptitudes": {"som": 30}, "str": 60,
    }  # fmt: skip
    steeds = {"steed": {**STEED, "str": 20}}
    scenario = field(rider, {"at": [8, 1]}, fighters=steeds, weapons=sabre)
    script = "Ann: charge\nAnn: to 7,1\nAnn: attack Orc with sabre\n" + d(25, 99) + "\n" + dice(1)
    game = play(scenario, script + "\n" + d(1))
    assert hurt(game) == [1 + 3 * 9], "(SOM 30 + STR 60) / 10, three times"


# --- checks, Luck and resistance ------------------------------------------------------------------


@pytest.mark.rule("check.modifiers")
@pytest.mark.parametrize(
    ("wounds", "tags", "target"),
    [(5, [], 35), (6, [], 25), (7, [], 25), (7, ["easy"], 25), (6, ["easy"], 35)],
)
def test_the_total_and_not_the_penalties_alone_is_held_at_minus_60(
    wounds: int, tags: list[str], target: int
) -> None:
    ann = {"wounds": wounds, "weapons": ["stick"], "skills": {"melee-weapons": 85}}
    game = attacked(
        field(ann, weapons={"stick": {"damage": "1d10", "tags": tags}}),
        d(99),
        "attack Orc with stick",
    )
    assert to_hit(game) == target


@pytest.mark.rule("check.luck")
def test_luck_swaps_once_and_an_upgrade_is_not_thrown_away() -> None:
    scenario = field({"luck": 3})
    watched = "Ann: attack Orc with blade\nAnn: see the roll\n" + d(21)
    assert offered(scenario, watched) == ["keep", "swap digits", "upgrade"]
    assert offered(scenario, watched + "\nAnn: swap digits") == ["keep", "upgrade"]
    both = watched + "\nAnn: swap digits\nAnn: upgrade\n" + d(99) + "\n" + dice(1)
    game = play(scenario, both + "\nAnn: end turn")
    assert (game.fighter("Ann").luck, hurt(game)) == (1, [11])
    once = watched + "\nAnn: upgrade\n" + d(99) + "\n" + dice(1) + "\nAnn: end turn"
    upgraded = play(scenario, once)
    assert (upgraded.fighter("Ann").luck, hurt(upgraded)) == (2, [11]), "no swap after an upgrade"


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(
    ("way", "resists", "bruised"),
    [("upgrade-downgrade", True, True), ("upgrade-downgrade", False, False),
     ("by-entry", True, False)],
)  # fmt: skip
def test_third_way_downgrades_a_failed_check_too(way: str, resists: bool, bruised: bool) -> None:
    orc = {"weapons": [], "skin": 2, "resists": [{"to": "unarmed-attack"}] if resists else []}
    ann = {"weapons": [], "skills": {"unarmed-combat": 60}}
    rolls = d(80) + ("\n" + dice(9) if bruised else "")
    game = attacked(field(ann, orc, house={"resistance": way}), rolls, "attack Orc with unarmed")
    assert hurt(game, "Ann") == ([4] if bruised else [])
    defended = attacked(
        field(ann, orc, house={"resistance": way}), d(25, 26), "attack Orc with unarmed"
    )
    assert not hurt(defended, "Ann"), "a success that is defended against is no failure"


@pytest.mark.rule("unarmed.critical")
@pytest.mark.parametrize(("counts", "roll", "bruised"), [
    (True, 66, True), (False, 66, False), (False, 92, True),
])  # fmt: skip
def test_it_is_a_ruling_whether_a_critical_failure_bruises(
    counts: bool, roll: int, bruised: bool
) -> None:
    ann = {"weapons": [], "skills": {"unarmed-combat": 60}}
    scenario = field(ann, {"weapons": [], "skin": 2}, house={"critical_bruises": counts})
    rolls = d(roll) + ("\n" + dice(9) if bruised else "")
    assert bool(hurt(attacked(scenario, rolls, "attack Orc with unarmed"), "Ann")) is bruised


@pytest.mark.rule("resist.keywords", "unarmed.base")
@pytest.mark.parametrize(("attack", "harm"), [("unarmed", 4), ("cougar-bite", 5), ("blade", 9)])
def test_resistance_to_natural_meets_fists_and_claws(attack: str, harm: int) -> None:
    ann: dict[str, Any] = {"skills": {"unarmed-combat": 80}}
    if attack == "cougar-bite":
        ann["natural"] = ["cougar-bite"]
    orc = {"weapons": [], "resists": [{"to": "natural"}]}
    game = attacked(field(ann, orc), d(25, 99) + "\n" + dice(4), f"attack Orc with {attack}")
    assert hurt(game) == [harm]


# --- the log --------------------------------------------------------------------------------------


def sentences(game: Played) -> str:
    """Return the whole log, a line an event."""
    return "\n".join(game.log())


def test_a_sum_that_is_held_says_so() -> None:
    game = attacked(field({"skills": {"melee-weapons": 120}}), d(99))
    assert "120 (held at 98) = 98" in sentences(game)
    game = attacked(field({"wounds": 6, "skills": {"melee-weapons": 45}}), d(99))
    assert "45 −60 wounds (held at 0) = 0" in sentences(game)
    game = attacked(field({"wounds": 7, "skills": {"melee-weapons": 75}}), d(99))
    assert "75 −70 wounds (held at −60) = 15" in sentences(game)
    assert "held" not in sentences(attacked(field(), d(99)))


def test_a_reaction_says_to_what_and_how() -> None:
    script = "Ann: end turn\nOrc: move\nOrc: to 6,1\nAnn: attack Orc with blade\n" + d(99)
    game = play(field(), script + "\nOrc: end turn", 2)
    assert "Ann reacts to Orc, who moves away or past: an attack of opportunity" in sentences(game)
    game = play(field(orc=FORK, weapons=CATCHER), CAUGHT + "Ann: end turn")
    assert "Orc reacts to Ann's attack: tries to catch the weapon" in sentences(game)
    ready = readies("full defense", "enemy-attacks") + "Ann: end turn\n"
    ready += "Orc: attack Ann with blade\nAnn: full defense\n" + d(99) + "\nOrc: end turn"
    game = play(field(), ready, 2)
    assert "Ann reacts to Orc with a readied action: an enemy attacks" in sentences(game)


def test_the_hidden_are_seen_after_the_attack_that_shows_them() -> None:
    game = attacked(field({"hidden": True}), d(99))
    kinds = [event.kind for event in game.table.events]
    assert kinds.index("contest") < kinds.index("seen")


def test_somebody_under_a_horse_is_pinned_and_not_grabbed() -> None:
    scenario = mounted()
    game = Played(
        scenario,
        dice(10, 9)
        + "\nAnn: end turn\nOrc: attack Ann with blade\n"
        + d(9, 12)
        + "\nOrc: end turn",
    )
    ann = game.fighter("Ann")
    game.fight.step()
    ann.pinned = True
    game.steps(1)
    defense = str(game.told("contest")[-1]["defense"])
    assert "−20 pinned" in defense
    assert "grabbed" not in defense


def test_fire_does_not_cite_armour_and_wounds_name_their_threshold() -> None:
    game = Played(field(), dice(10, 9) + "\nAnn: end turn\n" + dice(7) + "\nOrc: end turn")
    game.fight.step()
    game.fighter("Orc").burning = True
    game.steps(1)
    harm = [event for event in game.table.events if event.kind == "hurt"]
    assert harm[0].rules == ("wound.threshold",)
    game = attacked(field(orc={"dur": 40}), d(25, 99) + "\n" + dice(3) + "\n" + d(5))
    assert "Orc takes 8, 1 wound (one for each 8): damage 0 → 8 of 40" in sentences(game)


@pytest.mark.rule("multi.attacks")
def test_attacks_with_both_weapons_are_announced() -> None:
    scenario = field({"off_hand": "blade"})
    script = (
        "Ann: attack with each weapon\nAnn: attack Orc with blade\nAnn: attack Orc with blade\n"
    )
    game = play(scenario, script + d(99, 99) + "\nAnn: end turn")
    assert "Ann attacks once with each weapon" in game.log()
