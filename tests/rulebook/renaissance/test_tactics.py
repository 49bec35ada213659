"""The simple player: what it does where."""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, LiveTable, Player
from affray.core.tape import RecordingTable
from affray.library import load
from affray.rulesets.renaissance import skills
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.maneuvers import skill_effort
from affray.rulesets.renaissance.player.attacks import best_attack, choose_attack_among
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.player.positions import likely_advances, plan_advance
from affray.rulesets.renaissance.player.simple import SimplePlayer
from affray.rulesets.renaissance.player.surroundings import surroundings_of
from affray.rulesets.renaissance.player.turns import (
    LYING_IS_OPEN,
    LYING_NEAR_FRIENDS,
    feint_pays,
    friends_beside,
    has_done_all,
    is_useless_here,
    mend_oneself,
    trip_worth,
    use_quick,
)
from affray.rulesets.renaissance.several_attacks import EachQuestion
from affray.rulesets.renaissance.sheet import QUICK_RELOAD
from affray.rulesets.renaissance.targets import list_attacks_with
from rulebook.renaissance.fields import field
from support import scenario_of, simple_players


def choices(scenario: dict[str, Any], *rulings: tuple[str, str], who: str = "Ann") -> list[str]:
    """What somebody answers in the first turn that is theirs, after some rulings."""
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


def test_it_readies_a_blow_for_one_who_is_about_to_charge() -> None:
    made = choices(field(orc={"at": [9, 1]}))
    assert made[:2] == ["ready", "attack with blade"]


def test_it_waits_two_turns_in_a_row_and_then_goes_whatever_the_round() -> None:
    loaded = scenario_of(field(orc={"at": [9, 1]}))
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
    spear = {"weapons": ["long-spear"]}
    assert choices(field(spear, {"at": [17, 1]}, rows))[0] == "brace"
    rider = {"at": [9, 1], "mount": "warhorse"}
    assert choices(field(spear, rider, rows))[0] == "brace"


def test_it_gets_up_and_breaks_free() -> None:
    assert choices(field(), ("condition", "prone"))[0] == "stand up"
    assert choices(field(), ("condition", "grabbed by Orc"))[0] == "break free"


def test_it_puts_out_flames_and_takes_a_weapon() -> None:
    assert choices(field(), ("condition", "burning"))[0] == "douse flames"
    assert choices(field({"weapons": ["blade", "knife"]}), ("gear", "not blade"))[0] == "draw knife"


def test_it_shoots_from_cover() -> None:
    rows = ["....o.................", "......................", "......................"]
    made = choices(field({"weapons": ["bow"], "at": [2, 1]}, {"at": [16, 1]}, rows))
    assert made[:2] == ["move", "to 4,0"]
    assert "with bow" in made[2]


def test_it_drops_a_bow_for_a_blade_when_somebody_is_close() -> None:
    made = choices(field({"weapons": ["bow", "blade"]}))
    assert made[:2] == ["drop bow", "draw blade"]


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


@pytest.mark.parametrize(("deception", "feints"), [(40, True), (39, False)])
def test_it_feints_where_it_deceives_as_well_as_they_see_through_it(
    deception: int, feints: bool
) -> None:
    made = choices(field({"skills": {"deception": deception}}))
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
    assert made[0].startswith("throw")
    friends = {f"Bea {n}": {"at": [8 + n % 2, 1 + n // 2], "friend": True} for n in range(4)}
    made = choices(field(grenadier, {"at": [8, 2]}, more=friends))
    assert not made[0].startswith("throw")


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
    scenario = field({"mount": "warhorse"}, {"at": [9, 1]})
    assert "break free" not in choices(scenario)
    loaded = scenario_of(scenario)
    table = RecordingTable(LiveTable(Dice(4), simple_players(loaded)))
    fight: Any = loaded.setup.new_fight(table)
    fight.rule(Ruling("condition", "Ann's warhorse", "grabbed by Orc", "before"))
    fight.order = [0, 2]
    fight.step()
    assert "break free" in [answer.choice for answer in table.answers if answer.who == "Ann"]


class ListingPlayer(Player):
    """A simple player who looks at every attack with one of several weapons, and at who is left, in
    another way as well."""

    def __init__(self) -> None:
        self.simple = SimplePlayer()
        self.compared = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, RenaissanceFight)
        left = {one.side for one in fight.combatants if one.is_in_fight()}
        assert fight.sides_left() == min(2, len(left))
        chosen = self.simple.decide(fight, question)
        if isinstance(question, EachQuestion):
            me, item = question.attacker, question.item
            assert len(question.options) > 1
            assert chosen is choose_attack_among(Mind(fight), me, question)
            assert len(question.options) == 1 + len(list_attacks_with(fight, me, item))
            self.compared += 1
        return chosen


@pytest.mark.parametrize(("name", "least"), [("silver-and-claws", 40), ("two-weapon-duel", 40)])
def test_one_of_several_attacks_is_chosen_as_if_all_were_listed(name: str, least: int) -> None:
    scenario = load(name)
    players = [ListingPlayer(), ListingPlayer()]
    for seed in range(12):
        scenario.setup.new_fight(LiveTable(Dice(seed), list[Player](players))).play()
    assert sum(player.compared for player in players) >= least


# --- what is put aside without looking further ---


def fights_of(scenario: str, count: int) -> list[RenaissanceFight]:
    """Fights between simple players, to be played step by step."""
    found = []
    for number in range(count):
        one = load(scenario)
        table = LiveTable(Dice(5, number), simple_players(one))
        fight = one.setup.new_fight(table)
        assert isinstance(fight, RenaissanceFight)
        found.append(fight)
    return found


PISTOL = {
    "damage": "1d10",
    "skills": ["ranged-weapons"],
    "ranges": [10, 20, 30, 40],
    "reload": "quick",
}


@pytest.mark.parametrize("scenario", ["powder-and-steel", "goblin-gang", "grenade-in-a-crowd", ""])
def test_who_has_done_all_would_find_nothing_to_do(scenario: str) -> None:
    """Whatever is in the hands, loaded or not, with an enemy beside them or far off."""
    if scenario:
        fight = fights_of(scenario, 1)[0]
    else:
        small = scenario_of(
            field({"off_hand": "pistol"}, {"at": [9, 1]}, weapons={"pistol": PISTOL})
        )
        made = small.setup.new_fight(LiveTable(Dice(5), simple_players(small)))
        assert isinstance(made, RenaissanceFight)
        fight = made
    weapons = fight.scene.weapons
    quick = [one.index for one in weapons if one.reload == QUICK_RELOAD]
    me = next(one for one in fight.combatants if one.mount < 0 and not one.has_no_turn())
    foe = next(one for one in fight.enemies[me.side] if not one.has_no_turn())
    near, far = fight.scene.grid.neighbours[me.cell][0], int(foe.cell)
    fight.standard_used = True
    seen = set()
    for me.main in range(-1, len(weapons)):
        for me.off in (-1, *quick[:2]):
            for me.carried in ([], [0]):
                me.carried_loads = [1] * len(me.carried)
                me.reckon()
                for me.main_load in (0, 1):
                    me.off_load = me.main_load
                    for foe.cell in (near, far):
                        seen.add(compare_with_all_done(fight, me))
    assert seen == {True, False}
    me.main, me.off, me.main_load = me.sheet.main, -1, 1
    me.reckon()
    for name, value in (("burning", True), ("prone", True), ("caught_hand", 0)):
        before = getattr(me, name)
        setattr(me, name, value)
        assert not compare_with_all_done(fight, me), name
        setattr(me, name, before)


def compare_with_all_done(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether somebody has done all at first sight, and surely finds nothing to do then."""
    done = has_done_all(me)
    first = mend_oneself(Mind(fight), me)
    chosen = use_quick(Mind(fight), me) if first is None else first
    assert not done or chosen is fight.options.end, (me.main, me.off, me.main_load, chosen.key)
    return done


def test_a_feint_pays_where_its_check_can_succeed() -> None:
    anvil = {"damage": "1d10", "tags": ["heavy"]}
    simpleton = {"aptitudes": {"sav": 0, "int": 0}, "skills": {"read": 0}}
    ann = {"skills": {"deception": 45}, "weapons": ["blade", "anvil"]}
    scenario = scenario_of(field(ann, simpleton, weapons={"anvil": anvil}))
    fight = scenario.setup.new_fight(LiveTable(Dice(5), simple_players(scenario)))
    assert isinstance(fight, RenaissanceFight)
    me, target = fight.combatants
    target.wounds = 20  # so that they see through nothing
    fight.standard_used, fight.quick_used = False, 0
    seen = set()
    for me.dazed in (False, True):
        for me.ran in (False, True):
            for carried in ([], me.sheet.carried * 9):
                me.carried = carried
                me.reckon()
                for me.wounds in range(8):
                    expected = skill_effort(fight, me, skills.DECEPTION).target() > 0
                    expected = expected and 45 - 10 * me.wounds > 0
                    assert feint_pays(Mind(fight), me, target) == expected
                    seen.add((me.dazed or me.ran or me.burden > 0, expected))
    assert {(False, False), (False, True), (True, False), (True, True)} == seen


@pytest.mark.parametrize("scenario", ["goblin-gang", "lances-and-spears", "two-weapon-duel"])
def test_a_trip_is_put_aside_only_where_it_is_not_worth_as_much(scenario: str) -> None:
    seen = set()
    for fight in fights_of(scenario, 2):
        while not fight.is_over():
            fight.step()
            for me in fight.combatants:
                for target in fight.enemies[me.side]:
                    if target.prone or target.mount >= 0:
                        continue
                    beside = friends_beside(Mind(fight), me, target)
                    gain = LYING_IS_OPEN + LYING_NEAR_FRIENDS * beside
                    whole = trip_worth(Mind(fight), me, target, -1.0)
                    for at_least in (0.0, 0.03, 0.05, 0.11, 0.17, 0.29):
                        found = trip_worth(Mind(fight), me, target, at_least)
                        assert found == (whole if gain > at_least else 0.0)
                        seen.add(gain > at_least)
    assert seen == {True, False}


@pytest.mark.parametrize("scenario", ["powder-and-steel", "grenade-in-a-crowd"])
def test_a_shot_is_useless_beside_an_enemy_however_many_are_further_off(scenario: str) -> None:
    seen = set()
    fight = fights_of(scenario, 1)[0]
    grid = fight.scene.grid
    for me in fight.combatants:
        if me.main < 0 or fight.scene.weapons[me.main].is_melee():
            continue
        bursts = fight.scene.weapons[me.main].is_area()
        foe = next(one for one in fight.enemies[me.side] if not one.has_no_turn())
        for foe.cell in range(grid.size):
            away = [
                int(grid.spaces(me.cell, one.cell))
                for one in fight.enemies[me.side]
                if is_foe(me, one) and not one.has_no_turn()
            ]
            is_useless = min(away) <= 1
            if bursts and min(away) <= 8 and not is_useless:
                is_useless = best_attack(Mind(fight), me)[1] <= 0.0
            assert is_useless_here(Mind(fight), me) == is_useless
            seen.add((bursts, is_useless))
    assert {useless for _, useless in seen} == {True, False}
    assert {bursts for bursts, _ in seen} == {scenario == "grenade-in-a-crowd"}


def test_an_only_advance_is_planned_if_there_is_a_way() -> None:
    """In a passage somebody who stands in it is in the way, if they are there."""
    seen = []
    for bea in ([2, 1], [2, 3]):
        rows = ["#######", "#.....#", "#######", "#.....#"]
        friend = {"friend": True, "at": bea}
        scenario = scenario_of(field(None, {"at": [5, 1]}, rows=rows, more={"Bea": friend}))
        fight = scenario.setup.new_fight(LiveTable(Dice(5), simple_players(scenario)))
        assert isinstance(fight, RenaissanceFight)
        me = fight.combatants[0]
        surroundings = surroundings_of(Mind(fight), me)
        assert len(likely_advances(Mind(fight), me, surroundings, True)) == 1
        plans = [
            plan_advance(Mind(fight), me, surroundings, True, is_compared)
            for is_compared in (False, True, False)
        ]
        assert len({(plan.gait, plan.cell) for plan in plans}) == 1
        seen.append(plans[0].cell >= 0)
    assert seen == [False, True]
