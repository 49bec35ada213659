"""What the simple player does, in small fights."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.questions import Ruling
from affray.core.table import DefaultPlayer, LiveTable
from affray.core.tape import RecordingTable
from affray.library import load
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.movement import Destinations
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.attacks import Appraiser
from affray.rulesets.renaissance.player.simple import SimplePlayer
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.sheet import NO_STRIKE
from rulebook.renaissance.fields import field
from support import scenario_of, simple_players


def choices(scenario: dict[str, Any], *rulings: tuple[str, str], who: str = "Ann") -> list[str]:
    """Return the fighter's answer in its first turn, after some rulings."""
    loaded = scenario_of(scenario)
    table = RecordingTable(LiveTable(Dice(4), simple_players(loaded)))
    fight: Any = loaded.setup.new_fight(table)
    for condition, value in rulings:
        fight.rule(Ruling(condition, who, value, "before"))
    fight.order = [0, *[n for n in range(1, len(fight.combatants)) if n]]
    fight.step()
    return [answer.choice for answer in table.answers if answer.who == who]


def test_it_charges_whom_it_can_reach_and_strikes() -> None:
    made = choices(field(orc={"at": [9, 1], "weapons": ["bow"]}))
    assert made[0] == "charge"
    assert "Orc with blade" in made[2]


WEAKER = {"skills": {"melee-weapons": 45, "fray": 20}}
STRONGER = {"at": [9, 1], "skills": {"melee-weapons": 90}, "str": 60}


def test_it_readies_a_blow_for_one_who_is_about_to_charge() -> None:
    made = choices(field(WEAKER, STRONGER))
    assert made[:2] == ["ready", "attack with blade"]


def test_it_waits_two_turns_in_a_row_and_then_goes_whatever_the_round() -> None:
    loaded = scenario_of(field(WEAKER, STRONGER))
    table = RecordingTable(LiveTable(Dice(4), [simple_players(loaded)[0], DefaultPlayer()]))
    fight: Any = loaded.setup.new_fight(table)
    fight.order = [0, 1]
    fight.round = 7
    waited = []
    for _ in range(6):
        fight.step()
        waited.append(int(fight.combatants[0].waited))
    made = [answer.choice for answer in table.answers if answer.who == "Ann"]
    assert [one for one in made if one in ("ready", "charge")] == ["ready", "ready", "charge"]
    assert waited == [1, 1, 2, 2, 0, 0]


def test_it_runs_towards_those_who_are_further() -> None:
    rows = ["." * 40] * 3
    made = choices(field(orc={"at": [35, 1]}, rows=rows))
    assert made[:2] == ["run", "to 13,1"]


def test_it_goes_round_walls() -> None:
    rows = ["......#.....", "......#.....", "......#.....", "............"]
    made = choices(field({"at": [4, 0]}, {"at": [8, 0], "weapons": ["bow"]}, rows))
    assert made[0] == "charge"


def test_it_braces_when_somebody_may_charge() -> None:
    rows = ["." * 30] * 3
    spear = {"weapons": ["long-spear"], "skills": {"pole-arms": 45, "fray": 20}}
    rider = {**STRONGER, "at": [17, 1], "mount": "warhorse"}  # further than a charge on foot
    assert choices(field(spear, rider, rows))[0] == "brace"
    rider["weapons"] = ["bow"]
    assert choices(field(spear, rider, rows))[0] != "brace", "an archer does not charge"


def test_it_gets_up_and_breaks_free() -> None:
    assert choices(field(), ("condition", "prone"))[0] == "stand up"
    assert choices(field(), ("condition", "grabbed by Orc"))[0] == "break free"


def test_it_puts_out_flames_and_takes_a_weapon() -> None:
    assert choices(field(), ("condition", "burning"))[0] == "douse flames"
    assert choices(field({"weapons": ["blade", "knife"]}), ("gear", "not blade"))[0] == "draw knife"


def test_it_shoots_from_cover() -> None:
    rows = ["....o.................", "......................", "......................"]
    archer = {"at": [10, 1], "weapons": ["bow"], "skills": {"ranged-weapons": 70}}
    made = choices(field({"weapons": ["bow"], "at": [2, 1]}, archer, rows))
    assert made[:2] == ["move", "to 4,0"]
    assert "with bow" in made[2]


@pytest.mark.parametrize(("melee", "keeps"), [(60, True), (98, False)])
def test_it_keeps_a_bow_with_somebody_close_unless_a_blade_is_worth_far_more(
    melee: int, keeps: bool
) -> None:
    skills = {"melee-weapons": melee, "ranged-weapons": 60 if keeps else 27}
    made = choices(field({"weapons": ["bow", "blade"], "skills": skills}))
    assert ("drop bow" not in made) is keeps


@pytest.mark.parametrize(
    ("ann", "orc", "kind"),
    [
        ({"skills": {"melee-weapons": 40}}, {}, "attack"),
        ({"skills": {"melee-weapons": 95}}, {}, "maim"),
        ({"skills": {"melee-weapons": 60}, "weapons": ["mace"]}, {"dur": 60}, "maim"),
    ],
)
def test_it_aims_strikes_where_they_pay(
    ann: dict[str, Any], orc: dict[str, Any], kind: str
) -> None:
    made = choices(field(ann, orc))
    assert made[0].startswith(kind)


@pytest.mark.parametrize(("deception", "feints"), [(80, True), (39, False)])
def test_it_feints_where_it_deceives_better_than_they_see_through_it(
    deception: int, feints: bool
) -> None:
    made = choices(field({"skills": {"deception": deception}}, {"skills": {"fray": 60}}))
    assert (made[0] == "feint Orc") is feints


@pytest.mark.parametrize(
    ("resisted", "power"), [("fire", "chilling-touch"), ("cold", "burning-gaze")]
)
def test_it_strikes_with_what_is_not_resisted(resisted: str, power: str) -> None:
    adept = {"weapons": [], "powers": ["burning-gaze", "chilling-touch"]}
    orc = {"resists": [{"to": resisted, "dv": "/9"}]}
    house = {"resistance": "by-entry", "maimed_neck": "unaware"}
    made = choices(field(adept, orc, house=house))
    assert [one for one in made if one.endswith(power)]


def test_it_attacks_with_both_weapons_where_that_pays() -> None:
    made = choices(field({"off_hand": "blade", "ambidextrous": True}, {"dur": 20}))
    assert made[0] == "attack with each weapon"


def test_it_throws_a_grenade_into_a_crowd_but_not_among_friends() -> None:
    crowd = {f"Elk {n}": {"at": [8 + n % 2, 1 + n // 2], "dur": 15} for n in range(4)}
    grenadier = {"weapons": ["grenade", "blade"]}
    made = choices(field(grenadier, {"at": [8, 2], "dur": 15}, more=crowd))
    assert any(one.startswith("throw") for one in made)
    friends = {f"Bea {n}": {"at": [8 + n % 2, 1 + n // 2], "friend": True} for n in range(4)}
    made = choices(field(grenadier, {"at": [8, 2]}, more=friends))
    assert not any(one.startswith("throw") for one in made)


@pytest.mark.parametrize(
    ("ann", "orc", "waits"),
    [
        ({}, {"at": [9, 1]}, "ready"),
        ({"skills": {"melee-weapons": 20}}, {"at": [9, 1]}, "full defense"),  # it would not hit
        ({"skills": {"melee-weapons": 20}}, {}, "full defense"),  # nor do they come, who are there
    ],
)
def test_it_readies_a_blow_only_where_it_may_come(
    ann: dict[str, Any], orc: dict[str, Any], waits: str
) -> None:
    scenario = field({"proficiencies": ["blade"] if not ann else [], **ann}, orc, house={})
    made = choices(scenario, ("condition", "lost leg"))
    assert waits in made


def test_a_rider_whose_mount_is_held_and_who_reaches_nobody_has_it_break_free() -> None:
    scenario = field({"mount": "warhorse", "skills": {"ride": 60}}, {"at": [9, 1]})
    assert "break free" not in choices(scenario)
    loaded = scenario_of(scenario)
    table = RecordingTable(LiveTable(Dice(4), simple_players(loaded)))
    fight: Any = loaded.setup.new_fight(table)
    fight.rule(Ruling("condition", "Ann's warhorse", "grabbed by Orc", "before"))
    fight.order = [0, 2]
    fight.step()
    assert "break free" in [answer.choice for answer in table.answers if answer.who == "Ann"]


def test_it_gets_off_a_mount_that_does_not_obey() -> None:
    rider = {"mount": "warhorse", "at": [1, 1]}
    assert choices(field({**rider, "skills": {"ride": 25}}, {"at": [9, 1]}))[0] == "get down"
    assert "get down" not in choices(field({**rider, "skills": {"ride": 60}}, {"at": [9, 1]}))


def test_a_move_that_another_chose_does_not_lead_an_archer_into_melee() -> None:
    scenario = scenario_of(field({"weapons": ["bow"]}, {"at": [6, 1]}))
    fight = scenario.setup.new_fight(LiveTable(Dice(1), simple_players(scenario)))
    assert isinstance(fight, RenaissanceFight)
    ann, orc = fight.combatants
    for kind, most in (("move", 4.0), ("run", 12.0)):
        chosen = SimplePlayer().decide(fight, Destinations(fight, ann, kind, most, False))
        place = chosen.place if chosen is not fight.options.stay else ann.cell  # type: ignore[union-attr]
        assert fight.scene.grid.spaces(place, orc.cell) >= 5
    swordsman = scenario_of(field({}, {"at": [6, 1], "weapons": ["bow"]}))
    fight = swordsman.setup.new_fight(LiveTable(Dice(1), simple_players(swordsman)))
    assert isinstance(fight, RenaissanceFight)
    question = Destinations(fight, fight.combatants[0], "charge", 12.0, True)
    chosen = SimplePlayer().decide(fight, question)
    place = chosen.place  # type: ignore[union-attr]
    assert fight.scene.grid.spaces(place, fight.combatants[1].cell) == 1, "a blade goes there"


def test_it_mixes_up_no_attack_with_another() -> None:
    loaded = load("powder-and-steel")
    fight = loaded.setup.new_fight(LiveTable(Dice(4), simple_players(loaded)))
    assert isinstance(fight, RenaissanceFight)
    attacks = [
        Attack(who, enemy, weapon, NO_STRIKE, False)
        for who in fight.combatants
        for weapon in who.gear.arms
        for enemy in fight.enemies[who.side]
        if not weapon.is_area()
    ]
    for one in fight.combatants:
        one.unaware = one.hidden = False
    one_for_all = Appraiser(fight.scene, Weights())
    apart = [Appraiser(fight.scene, Weights()).appraise(fight, one).value for one in attacks]
    assert len(set(apart)) > 10
    assert [one_for_all.appraise(fight, one).value for one in attacks] == apart
