"""Who knows of whom, and what ends it."""

from __future__ import annotations

from typing import Any

import pytest

from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    offered,
    play,
    readies,
    to_defend,
    to_hit,
)

HIDDEN = {"hidden": True}
UNAWARE = {"unaware": True}
WRESTLER = {"skills": {"unarmed-combat": 60, "deception": 60}}
ON_ORC = ("attack Orc with blade", "disarm Orc", "trip Orc", "grab Orc", "feint Orc")


@pytest.mark.rule("defend.hidden")
def test_nobody_attacks_or_tries_anything_on_one_who_is_hidden() -> None:
    seen, unseen = offered(field(WRESTLER)), offered(field(WRESTLER, HIDDEN))
    for key in ON_ORC:
        assert key in seen
        assert key not in unseen


STAFF = {"weapons": ["quarterstaff"]}
"""Reaches two metres, so that one need not come next to it."""


@pytest.mark.rule("defend.hidden")
def test_nobody_reacts_to_one_who_is_hidden() -> None:
    away = "Ann: move\nAnn: to 0,1\n"
    orc = {**STAFF, "at": [3, 1]}
    game = play(field(HIDDEN, orc), away + "Ann: end turn")
    assert not game.told("reacts")
    assert game.fighter("Ann").hidden
    strike = "Orc: attack Ann with quarterstaff\n" + d(99) + "\n"
    assert play(field(orc=orc), away + strike + "Ann: end turn").told("reacts")


@pytest.mark.rule("defend.hidden")
def test_nobody_waits_for_one_who_is_hidden() -> None:
    ready = readies("attack with quarterstaff", "in-reach") + "Ann: end turn\n"
    unnamed = readies("attack with quarterstaff", "in-reach", "") + "Ann: end turn\n"
    comes = "Orc: move\nOrc: to 3,1\n"
    game = play(field(STAFF, {"at": [6, 1], **HIDDEN}), unnamed + comes + "Orc: end turn", 2)
    assert not game.told("reacts")
    strike = "Ann: attack Orc with quarterstaff\n" + d(99) + "\n"
    seen = field(STAFF, {"at": [6, 1]})
    assert play(seen, ready + comes + strike + "Orc: end turn", 2).told("reacts")


@pytest.mark.rule("defend.hidden")
def test_the_unaware_do_not_react() -> None:
    passing = "Ann: move\nAnn: to 1,3\nAnn: end turn"
    game = play(field({"hidden": True}, UNAWARE), passing)
    assert not game.told("reacts")
    assert game.fighter("Orc").unaware


MANEUVERS = [("grab", {}), ("trip", {}), ("disarm", {}), ("feint", {})]


@pytest.mark.rule("defend.unaware")
@pytest.mark.parametrize(("name", "more"), MANEUVERS)
def test_one_who_is_unaware_does_not_roll_against_a_manoeuvre_and_then_knows(
    name: str, more: dict[str, Any]
) -> None:
    script = f"Ann: {name} Orc\n" + d(40)
    game = play(field({**WRESTLER, **HIDDEN}, UNAWARE), script + "\nAnn: end turn")
    assert game.told("contest")[0]["defense"] == "no defence"
    assert not game.fighter("Orc").unaware
    assert not game.fighter("Ann").hidden
    aware = play(field(WRESTLER), f"Ann: {name} Orc\n" + d(40, 99) + "\nAnn: end turn")
    assert aware.told("contest")[0]["defense"] != "no defence"


@pytest.mark.rule("defend.unaware")
def test_a_manoeuvre_on_the_unaware_still_has_to_succeed() -> None:
    game = play(
        field({**WRESTLER, **HIDDEN}, UNAWARE), "Ann: trip Orc\n" + d(61) + "\nAnn: end turn"
    )
    assert not game.fighter("Orc").prone
    assert not game.fighter("Orc").unaware


@pytest.mark.rule("defend.unaware")
def test_a_major_npc_may_notice_a_hidden_wrestler() -> None:
    orc = {"major": True, "skills": {"perception": 40}}
    script = "Ann: grab Orc\n" + d(40, 50, 99) + "\nAnn: end turn"
    game = play(field({**WRESTLER, **HIDDEN}, orc), script)
    assert game.told("contest")[0]["defense"] != "no defence"


@pytest.mark.rule("defend.hidden")
@pytest.mark.parametrize("act", ["attack Orc with blade", "grab Orc", "trip Orc", "feint Orc"])
def test_whoever_attacks_or_tries_something_is_hidden_no_more(act: str) -> None:
    scenario = field({**WRESTLER, **HIDDEN})
    game = play(scenario, f"Ann: {act}\n" + d(99) + "\nAnn: end turn")
    assert game.told("seen") == [{"who": "Ann"}]
    assert not game.fighter("Ann").hidden


@pytest.mark.rule("defend.hidden")
def test_a_thrower_of_grenades_is_seen_and_who_is_harmed_too() -> None:
    scenario = field(
        {"weapons": ["grenade"], "hidden": True, "at": [0, 2]},
        {"at": [5, 2]},
        more={"Elk": {"at": [6, 2], "hidden": True, "unaware": True}},
    )
    game = attacked(scenario, d(25) + "\nroll 2d10 = 5 5", "throw Orc with grenade")
    assert {part["who"] for part in game.told("seen")} == {"Ann", "Elk"}
    assert not game.fighter("Elk").unaware


@pytest.mark.rule("defend.hidden")
@pytest.mark.parametrize(
    ("gait", "to", "orc", "hidden"),
    [
        ("move", "4,1", {"at": [9, 1]}, True),
        ("run", "4,1", {"at": [9, 1]}, False),
        ("charge", "4,1", {"at": [9, 1]}, False),
        ("run", "4,1", {"at": [9, 1], "unaware": True}, True),
        ("move", "4,1", {"at": [5, 1]}, False),
        ("move", "4,1", {"at": [5, 1], "unaware": True}, True),
        ("move", "4,1", {"at": [6, 1]}, True),
    ],
)
def test_moving_fast_in_sight_or_next_to_one_on_guard_gives_one_away(
    gait: str, to: str, orc: dict[str, Any], hidden: bool
) -> None:
    game = play(field(HIDDEN, orc), f"Ann: {gait}\nAnn: to {to}\nAnn: end turn")
    assert game.fighter("Ann").hidden is hidden


@pytest.mark.rule("defend.hidden")
def test_behind_a_wall_one_runs_unseen() -> None:
    rows = ["......#.....", "......#.....", "......#....."]
    game = play(field(HIDDEN, {"at": [9, 1]}, rows), "Ann: run\nAnn: to 4,1\nAnn: end turn")
    assert game.fighter("Ann").hidden


@pytest.mark.rule("defend.hidden")
def test_one_who_struck_is_struck_back_with_a_defence_like_any_other() -> None:
    script = "Ann: attack Orc with blade\n" + d(99) + "\nAnn: end turn\n"
    script += "Orc: attack Ann with blade\n" + d(20, 30) + "\nOrc: end turn"
    game = play(field(HIDDEN), script, 2)
    assert to_defend(game) == 60
    assert to_hit(game) == 30


@pytest.mark.rule("defend.hidden")
def test_mount_and_rider_are_hidden_together() -> None:
    scenario = field(
        {"mount": "warhorse", "hidden": True, "weapons": ["short-sword"]}, {"at": [3, 1]}
    )
    game = play(scenario, "Ann: end turn", 1)
    assert game.fighter("Ann's warhorse").hidden
    keys = offered(scenario, "Ann: end turn\n")
    assert not [key for key in keys if "Ann's warhorse" in key]
    scenario = field({"mount": "warhorse", "hidden": True, "weapons": ["short-sword"]})
    game = attacked(scenario, d(99), "attack Orc with short-sword")
    assert not game.fighter("Ann's warhorse").hidden


@pytest.mark.rule("defend.unaware")
def test_after_an_attack_that_missed_the_target_is_aware() -> None:
    game = attacked(field(HIDDEN, UNAWARE), d(99))
    assert not game.fighter("Orc").unaware
    game = play(field(HIDDEN, UNAWARE), "Ann: end turn\n", 1)
    assert game.fighter("Orc").unaware
    assert not game.told("hurt")


def test_odds_find_the_target_out() -> None:
    from affray.lab.odds import odds_of
    from support import scenario_of

    scenario = scenario_of(field({}, HIDDEN))
    odds = odds_of(scenario, "Ann", "Orc", "blade", "attack", ignore_distance=True)
    assert 0 < odds.hit < 1


@pytest.mark.rule("defend.unaware")
@pytest.mark.parametrize(("roll", "noticed"), [(39, True), (41, False)])
def test_a_pc_may_notice_a_hidden_attacker_too(roll: int, noticed: bool) -> None:
    ann = {"skills": {"perception": 40}}
    script = "Ann: end turn\nOrc: attack Ann with blade\n" + d(roll, 20)
    script += "\n" + d(99) if noticed else ""
    game = play(field(ann, HIDDEN), script + "\n" + dice(1) + "\nOrc: end turn", 2)
    assert (game.told("contest")[0]["defense"] != "no defence") is noticed
    soldier = field(HIDDEN, {"skills": {"perception": 40}})  # neither a PC nor a major NPC
    assert not attacked(soldier, d(25) + "\n" + dice(1)).told("check")


@pytest.mark.rule("defend.unaware", "strike.maim")
def test_one_eye_notices_less() -> None:
    orc = {"unaware": True, "major": True, "skills": {"perception": 60}}
    rolls = "Ann: attack Orc with blade\n" + d(99, 99) + "\nAnn: end turn"
    game = play(field(HIDDEN, orc), "GM rules condition of Orc = lost eye | before\n" + rolls)
    assert "Perception 60 −20 one eye = 40" in str(game.told("check")[0]["sum"])
    assert play(field(HIDDEN, orc), rolls).told("check")[0]["sum"] == "Perception 60"


@pytest.mark.rule("defend.hidden")
@pytest.mark.parametrize(("orc", "hidden"), [({}, False), (UNAWARE, True)])
def test_a_stunt_in_sight_of_one_on_guard_gives_one_away(orc: dict[str, Any], hidden: bool) -> None:
    ann = {**HIDDEN, "skills": {"athletics": 50}}
    script = "Ann: stunt jump\nGM: quick base\n" + d(60) + "\nAnn: end turn"
    game = play(field(ann, {"at": [9, 1], **orc}), script)
    assert game.fighter("Ann").hidden is hidden


@pytest.mark.rule("defend.hidden")
def test_harm_of_any_kind_ends_both() -> None:
    fire = "GM rules condition of Elk = burning | a spark\nAnn: end turn\nOrc: end turn\n"
    elk = {"at": [9, 4], "hidden": True, "mount": "warhorse"}
    scenario = field(more={"Elk": elk})
    game = play(scenario, fire + dice(3) + "\nElk: end turn", 3)
    assert not game.fighter("Elk").hidden
    assert not game.fighter("Elk's warhorse").hidden
    calm = "Ann: end turn\nOrc: end turn\nElk: end turn"
    assert play(scenario, calm, 3).fighter("Elk").hidden


@pytest.mark.rule("defend.unaware")
@pytest.mark.parametrize("target", ["Orc", "Orc's warhorse"])
def test_rider_and_mount_notice_together(target: str) -> None:
    scenario = field(HIDDEN, {**UNAWARE, "mount": "warhorse"})
    assert play(scenario, "Ann: end turn").fighter("Orc's warhorse").unaware
    game = attacked(scenario, d(99), f"attack {target} with blade")
    assert not game.fighter("Orc").unaware
    assert not game.fighter("Orc's warhorse").unaware


@pytest.mark.rule("defend.unaware", "area.splash")
def test_whom_a_jar_splashes_notices_and_so_does_whom_a_grenade_misses() -> None:
    more: dict[str, Any] = {"Elk": {"at": [6, 2], **UNAWARE}, "Fox": {"at": [9, 4], **UNAWARE}}
    jar = {"weapons": ["fire-jar"], "at": [0, 2], **HIDDEN}
    game = attacked(field(jar, {"at": [5, 2]}, more=more), d(25), "throw Orc with fire-jar")
    assert not game.fighter("Elk").unaware
    assert game.fighter("Fox").unaware
    more = {"Fox": {"at": [9, 4], **UNAWARE}}
    grenade = {"weapons": ["grenade"], "at": [0, 2], **HIDDEN}
    scenario = field(grenade, {"at": [5, 2], **UNAWARE}, more=more)
    rolls = d(99) + "\n" + dice(7, 4) + "\nroll 2d10 = 1 1"
    game = attacked(scenario, rolls, "throw Orc with grenade")
    assert not game.told("hurt")
    assert not game.fighter("Orc").unaware
    assert game.fighter("Fox").unaware


@pytest.mark.rule("defend.hidden", "reaction.ready")
@pytest.mark.parametrize(("elk", "target"), [(HIDDEN, "Orc"), ({}, "Elk")])
def test_what_was_agreed_is_done_to_one_who_is_known_of(elk: dict[str, Any], target: str) -> None:
    scenario = field(more={"Elk": {"at": [1, 2], **elk}})
    script = readies("attack with blade", "gm-says") + "Ann: end turn\nOrc: end turn\nGM: not yet\n"
    script += f"Elk: end turn\nGM: now\nAnn: attack {target} with blade\n" + d(99)
    game = play(scenario, script, 3)
    assert game.told("attack")[0]["target"] == target


@pytest.mark.rule("defend.hidden")
def test_that_one_is_seen_is_told_after_the_move_that_shows_one() -> None:
    game = play(field(HIDDEN, {"at": [6, 1]}), "Ann: move\nAnn: to 5,1\nAnn: end turn")
    told = [event.kind for event in game.table.events]
    assert told[told.index("turn") :] == ["turn", "moves", "seen"]


@pytest.mark.rule("defend.unaware")
def test_that_one_notices_is_told_in_ones_own_turn() -> None:
    game = play(field({}, UNAWARE), "Ann: end turn\nOrc: end turn", 2)
    told = [event.kind for event in game.table.events]
    assert told[-2:] == ["turn", "notices"]
