from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import RUN
from affray.rulesets.renaissance.ongoing import Walk
from affray.rulesets.renaissance.reactions import enters
from affray.rulesets.renaissance.readied import gm_triggers
from affray.rulesets.renaissance.verbs import IN_REACH
from rulebook.renaissance.fields import d, dice, field, hurt, offered, play, readies, to_hit
from support import scenario_of

PLAIN = d(25, 99) + "\n" + dice(3)


@pytest.mark.rule("reaction.one")
def test_after_a_reaction_there_is_no_other_until_the_end_of_ones_next_turn() -> None:
    scenario = field(more={"Bea": {"friend": True, "at": [2, 2]}})
    away = "Ann: move\nAnn: to 1,4\n"
    strike = "Orc: attack Ann with blade\n" + d(99) + "\nAnn: end turn\n"
    bea = "Bea: move\nBea: to 4,4\nBea: end turn"
    game = play(scenario, away + strike + bea, 2)
    assert len(game.told("reacts")) == 1
    again = "\nOrc: end turn\nAnn: end turn\nBea: end turn"
    game = play(scenario, away + strike + bea + again, 5)
    assert not game.fighter("Orc").reacted


@pytest.mark.rule("reaction.one")
def test_the_reaction_comes_back_at_the_end_of_the_turn_and_not_before() -> None:
    script = "Ann: move\nAnn: to 1,4\nOrc: attack Ann with blade\n" + d(99) + "\nAnn: end turn\n"
    game = play(field(), script + "Orc: full defense\nOrc: end turn", 2)
    assert game.told("acts")[-1]["what"].startswith("goes into Full Defense")  # type: ignore[attr-defined]
    assert not game.fighter("Orc").reacted
    assert play(field(), script).fighter("Orc").reacted


@pytest.mark.rule("reaction.ready")
def test_a_readied_attack_is_taken_when_an_enemy_comes_into_reach() -> None:
    scenario = field(orc={"at": [6, 1]})
    script = readies("attack with blade", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,1\n"
    script += "Ann: attack Orc with blade\n" + PLAIN + "\nOrc: end turn"
    game = play(scenario, script, 2)
    assert hurt(game) == [8]
    assert game.fighter("Ann").reacted
    assert game.fighter("Ann").ready_for == -1


@pytest.mark.rule("reaction.ready")
@pytest.mark.parametrize(
    ("action", "told"),
    [
        ("attack with blade", "attack with the blade"),
        ("attack with unarmed", "attack with bare hands"),
        ("full defense", "full defense"),
    ],
)
def test_what_is_readied_is_told_in_a_sentence(action: str, told: str) -> None:
    game = play(field(orc={"at": [6, 1]}), readies(action, "in-reach") + "Ann: end turn")
    assert f"Ann readies: {told}, if an enemy comes into reach" in game.log()


@pytest.mark.rule("reaction.ready")
def test_a_readied_action_before_an_enemys_attack_comes_first() -> None:
    script = readies("full defense", "enemy-attacks") + "Ann: end turn\n"
    script += "Orc: attack Ann with blade\nAnn: full defense\n" + d(25, 30) + "\nOrc: end turn"
    game = play(field(), script, 2)
    assert "full defense" in str(game.told("contest")[0]["defense"])


@pytest.mark.rule("reaction.ready")
def test_a_readied_attack_answers_a_hurt_ally_or_a_drawn_weapon() -> None:
    scenario = field(more={"Bea": {"friend": True, "at": [3, 1]}})
    script = readies("attack with blade", "ally-hurt") + "Ann: end turn\nBea: end turn\n"
    script += "Orc: attack Bea with blade\n" + d(25, 99) + "\n" + dice(1)
    script += "\nAnn: attack Orc with blade\n" + PLAIN + "\nOrc: end turn"
    assert hurt(play(scenario, script, 3)) == [8]
    scenario = field(orc={"weapons": ["blade", "knife"]})
    script = readies("attack with blade", "enemy-draws") + "Ann: end turn\nOrc: draw knife\n"
    script += "Ann: attack Orc with blade\n" + PLAIN + "\nOrc: end turn"
    assert hurt(play(scenario, script, 2)) == [8]


@pytest.mark.rule("reaction.ready")
def test_a_readied_attack_is_on_the_one_who_gave_cause() -> None:
    scenario = field(more={"Elk": {"at": [1, 2]}})
    script = readies("attack with blade", "enemy-attacks")
    keys = offered(scenario, script + "Ann: end turn\nOrc: attack Ann with blade")
    assert "attack Orc with blade" in keys
    assert "attack Elk with blade" not in keys


@pytest.mark.rule("reaction.ready")
def test_who_stands_again_does_not_crawl_nor_dash_instead() -> None:
    ann = {"move": {"base": 4, "full": 12, "max": 30}}
    script = "GM rules condition of Ann = prone | before\n" + readies("crawl", "gm-says")
    script += "Ann: {}\nOrc: end turn\nGM: now\n"
    assert not play(field(ann), script.format("stand up"), 2).told("reacts")
    play(field(ann), script.format("end turn") + "Ann: no", 2)  # Ann is asked


@pytest.mark.rule("reaction.ready")
def test_a_manoeuvre_can_be_readied_too() -> None:
    scenario = field(orc={"at": [6, 1]})
    script = readies("trip", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,1\n"
    game = play(scenario, script + "Ann: trip Orc\n" + d(40, 99) + "\nOrc: end turn", 2)
    assert game.fighter("Orc").prone
    assert game.fighter("Ann").reacted
    script = readies("disarm", "enemy-attacks") + "Ann: end turn\nOrc: attack Ann with blade\n"
    game = play(field(), script + "Ann: disarm Orc\n" + d(40, 99) + "\nOrc: end turn", 2)
    assert not hurt(game, "Ann")  # the blade is gone before it strikes


@pytest.mark.rule("reaction.ready")
@pytest.mark.parametrize(
    ("ann", "action", "taken", "rolls"),
    [
        (
            {"off_hand": "blade", "ambidextrous": True},
            "attack with each weapon",
            "attack with each weapon\nAnn: attack Orc with blade\nAnn: attack Orc with blade",
            d(99, 99),
        ),
        ({"mount": "warhorse"}, "the mount attacks with stomp", "attack Orc with stomp", d(20, 99)),
        ({"weapons": ["long-spear"]}, "brace", "brace", ""),
        ({"weapons": ["blade"]}, "full defense", "full defense", ""),
        ({"skills": {"unarmed-combat": 60}}, "grab", "grab Orc", d(99, 20)),
        (
            {"weapons": ["grenade"]},
            "throw grenade at a place",
            "throw grenade at a place\nAnn: to 9,1",
            d(25) + "\nroll 2d10 = 1 1",
        ),
    ],
)
def test_any_standard_action_can_be_readied(
    ann: dict[str, Any], action: str, taken: str, rolls: str
) -> None:
    scenario = field(ann, {"at": [6, 1]})
    script = readies(action, "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,1\n"
    if ann.get("weapons") == ["long-spear"]:
        script += "Ann: no\n"  # it fends, too
    game = play(scenario, script + f"Ann: {taken}\n{rolls}\nOrc: end turn", 2)
    assert game.fighter("Ann").reacted == 1
    assert game.fighter("Ann").braced is (action == "brace")
    assert game.fighter("Ann").full_defense is (action == "full defense")


@pytest.mark.rule("reaction.ready")
def test_reloading_and_crawling_can_be_readied() -> None:
    scenario = field({"weapons": ["heavy-crossbow"]}, {"at": [6, 1]})
    script = "Ann: attack Orc with heavy-crossbow\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    script += readies("reload", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,1\nAnn: reload\n"
    game = play(scenario, script + "Orc: end turn", 4)
    assert game.fighter("Ann").main_load == 1
    script = "Ann: drop prone\n" + readies("crawl", "enemy-attacks")
    script += "Orc: attack Ann with blade\nAnn: crawl\nAnn: to 0,1\nOrc: no\n" + d(99)
    game = play(field(), script + "\nOrc: end turn", 2)
    assert game.fight.place_name(0) == "0,1"
    keys = offered(
        field(),
        "Ann: drop prone\n"
        + readies("crawl", "enemy-attacks")
        + "Orc: attack Ann with blade\nAnn: crawl\nAnn: to 0,1\nOrc: no\n"
        + d(99)
        + "\n",
    )
    assert "move" in keys  # the orc's own move is still to come


@pytest.mark.rule("reaction.ready")
@pytest.mark.parametrize(
    ("whom", "asked"), [("only Elk", False), ("only Orc", True), ("anybody", True)]
)
def test_it_may_wait_for_one_enemy_alone(whom: str, asked: bool) -> None:
    scenario = field(orc={"at": [6, 1]}, more={"Elk": {"at": [9, 4]}})
    script = readies("trip", "in-reach", whom) + "Ann: end turn\nOrc: move\nOrc: to 2,1\n"
    script += "Ann: trip Orc\n" + d(40, 99) + "\n" if asked else ""
    game = play(scenario, script + "Orc: end turn", 2)
    assert game.fighter("Orc").prone is asked


@pytest.mark.rule("reaction.ready")
def test_the_game_master_says_when_an_agreed_condition_occurs() -> None:
    script = readies("attack with blade", "gm-says") + "Ann: end turn\nOrc: end turn\nGM: now\n"
    game = play(field(), script + "Ann: attack Orc with blade\n" + PLAIN, 2)
    assert hurt(game) == [8]
    game = play(
        field(),
        readies("attack with blade", "gm-says") + "Ann: end turn\nOrc: end turn\nGM: not yet",
        2,
    )
    assert hurt(game) == []


@pytest.mark.rule("reaction.ready")
def test_a_readied_action_ends_with_ones_next_turn_and_may_be_declined() -> None:
    script = (
        readies("attack with blade", "enemy-attacks")
        + "Ann: end turn\nOrc: attack Ann with blade\nAnn: no\n"
    )
    game = play(field(), script + d(99) + "\nOrc: end turn\nAnn: end turn", 3)
    assert game.fighter("Ann").ready_for == -1
    assert hurt(game) == []


@pytest.mark.rule("reaction.opportunity")
def test_moving_away_from_one_who_threatens_gives_an_opening() -> None:
    script = "Ann: move\nAnn: to 1,4\nOrc: attack Ann with blade\n" + d(25, 99) + "\n" + dice(3)
    game = play(field(), script + "\nAnn: end turn")
    assert hurt(game, "Ann") == [8]
    assert game.fight.place_name(0) == "1,4"  # a hit does not stop the move


@pytest.mark.rule("reaction.opportunity")
def test_moving_past_one_does_too_but_closing_in_does_not() -> None:
    past = "Ann: move\nAnn: to 3,2\n"
    game = play(field({"at": [1, 2]}), past + "Orc: no\nAnn: end turn")
    assert game.fight.place_name(0) == "3,2"
    staff = field({"at": [1, 1]}, {"at": [3, 1], "weapons": ["quarterstaff"]})
    game = play(staff, "Ann: move\nAnn: to 2,1\nAnn: end turn")
    assert game.fight.place_name(0) == "2,1"


@pytest.mark.rule("reaction.opportunity")
def test_a_fall_stops_the_move() -> None:
    script = "Ann: move\nAnn: to 1,4\nOrc: knock down Ann with blade\n"
    strong = field(orc={"skills": {"melee-weapons": 60}})
    rolls = d(35, 99) + "\n" + dice(3) + "\n" + d(99) + "\nAnn: end turn"
    game = play(strong, script + rolls)
    assert game.fight.place_name(0) == "1,1"
    assert game.fighter("Ann").prone


@pytest.mark.rule("reaction.event")
@pytest.mark.parametrize(("roll", "result"), [(60, "manages"), (61, "fails")])
def test_the_game_master_may_call_for_a_reaction_with_coo_3(roll: int, result: str) -> None:
    script = "GM rules event of Ann = catch the rope | the floor breaks\nAnn: react\n" + d(roll)
    game = play(field(), script + "\nAnn: end turn")
    assert game.told("event") == [{"who": "Ann", "what": f"catch the rope: {result}"}]
    assert game.told("check")[0]["sum"] == "COO×3 60"


@pytest.mark.rule("reaction.event")
def test_an_event_takes_the_reaction() -> None:
    scenario = field(orc={"at": [2, 1]})
    script = "GM rules event of Orc = a thrown purse | catch\nOrc: react\n" + d(10)
    game = play(scenario, script + "\nAnn: move\nAnn: to 1,4\nAnn: end turn")
    assert game.fight.place_name(0) == "1,4"
    assert len(game.told("reacts")) == 1


@pytest.mark.rule("brace.receive")
def test_whoever_charges_a_braced_spear_meets_it_first_with_db_more() -> None:
    pike = {"weapons": ["pike"], "db": 4}
    weapons = {"pike": {"damage": "1d10+DB", "hands": 2, "tags": ["reach", "brace"]}}
    scenario = field(pike, {"at": [8, 1]}, weapons=weapons)
    script = "Ann: brace\nAnn: end turn\nOrc: charge\nOrc: to 2,1\nAnn: attack Orc with pike\n"
    rolls = d(25, 99) + "\n" + dice(3) + "\nOrc: attack Ann with blade\n" + d(99)
    game = play(scenario, script + rolls, 2)
    assert hurt(game) == [3 + 4 + 4]
    assert game.fighter("Ann").reacted
    assert game.fight.place_name(1) == "2,1"  # the charge goes on


@pytest.mark.rule("brace.receive")
@pytest.mark.parametrize(("gait", "met"), [("charge", True), ("move", False)])
def test_a_braced_spear_meets_charges_and_nobody_who_walks_up_to_it(gait: str, met: bool) -> None:
    scenario = field({"weapons": ["pike"]}, {"at": [5, 1]}, weapons=PIKE)
    script = f"Ann: brace\nAnn: end turn\nOrc: {gait}\nOrc: to 2,1\n" + ("Ann: no\n" if met else "")
    game = play(scenario, script + "Orc: end turn", 2)
    assert game.fight.place_name(1) == "2,1"


@pytest.mark.rule("brace.receive")
def test_without_bracing_a_charge_is_not_met_and_the_brace_ends_with_the_next_turn() -> None:
    weapons = {"pike": {"damage": "1d10+DB", "hands": 2, "tags": ["reach", "brace"]}}
    scenario = field({"weapons": ["pike"]}, {"at": [8, 1]}, weapons=weapons)
    charge = "Orc: charge\nOrc: to 2,1\nOrc: end turn"
    assert not play(scenario, "Ann: end turn\n" + charge, 2).told("reacts")
    two = "Ann: brace\nAnn: end turn\nOrc: end turn\nAnn: end turn\n" + charge
    assert not play(scenario, two, 4).told("reacts")
    assert "brace" not in offered(field())


@pytest.mark.rule("brace.receive")
def test_a_charge_that_is_knocked_over_ends_there() -> None:
    weapons = {"pike": {"damage": "1d10+DB", "hands": 2, "tags": ["reach", "brace"]}}
    scenario = field({"weapons": ["pike"], "db": 10}, {"at": [8, 1]}, weapons=weapons)
    script = "Ann: brace\nAnn: end turn\nOrc: charge\nOrc: to 2,1\nAnn: attack Orc with pike\n"
    game = play(scenario, script + d(25, 99) + "\n" + dice(3) + "\n" + d(99) + "\nOrc: end turn", 2)
    assert game.fighter("Orc").prone
    assert game.fight.place_name(1) == "3,1"


@pytest.mark.rule("weapon.tags")
def test_entering_the_reach_of_a_fending_weapon_gives_an_opening() -> None:
    scenario = field({"weapons": ["short-spear"]}, {"at": [5, 1]})
    script = "Ann: end turn\nOrc: move\nOrc: to 2,1\nAnn: attack Orc with short-spear\n" + d(99)
    game = play(scenario, script + "\nOrc: end turn", 2)
    assert to_hit(game) == 70


PIKE = {"pike": {"damage": "1d10+DB", "hands": 2, "tags": ["reach", "brace"]}}


@pytest.mark.rule("brace.receive")
@pytest.mark.parametrize(
    ("orc", "to", "met"),
    [
        ([3, 1], "2,2", True),  # from within the reach of the pike, nearer
        ([4, 1], "2,2", True),  # from outside it
        ([3, 1], "5,1", False),  # away from it
        ([3, 1], "3,3", False),  # past it, no nearer
    ],
)
def test_whoever_charges_meets_it_from_wherever_the_charge_begins(
    orc: list[int], to: str, met: bool
) -> None:
    scenario = field({"weapons": ["pike"]}, {"at": orc}, weapons=PIKE)
    script = f"Ann: brace\nAnn: end turn\nOrc: charge\nOrc: to {to}\n"
    script += "Ann: attack Orc with pike\n" + d(99) + "\n" if met else "Ann: no\n"
    game = play(scenario, script + "Orc: end turn", 2)
    assert bool(game.told("reacts")) is met


@pytest.mark.rule("brace.receive")
def test_who_lets_a_charge_come_nearer_is_asked_about_it_once() -> None:
    """It comes into the reach of the pike at 3,1, and nearer at 2,1."""
    scenario = field({"weapons": ["pike"]}, {"at": [8, 1]}, weapons=PIKE)
    script = "Ann: brace\nAnn: end turn\nOrc: charge\nOrc: to 2,1\nAnn: no\n"
    game = play(scenario, script + "Orc: end turn", 2)
    assert game.fight.place_name(1) == "2,1"
    assert not game.told("reacts")


@pytest.mark.rule("maneuver.catch", "reaction.opportunity")
@pytest.mark.parametrize(("roll", "place"), [(45, "1,1"), (28, "1,4")])
def test_a_mover_who_catches_a_blade_goes_no_further(roll: int, place: str) -> None:
    fork = {"fork": {"damage": "1d10", "tags": ["catch"]}}
    scenario = field({"weapons": ["fork"]}, weapons=fork)
    script = "Ann: move\nAnn: to 1,4\nOrc: attack Ann with blade\n"
    script += d(25) + "\nAnn: catch\n" + d(roll)
    game = play(scenario, script + "\nAnn: end turn")
    assert game.fight.place_name(0) == place
    assert (game.fighter("Ann").catching >= 0) is (place == "1,1")


@pytest.mark.rule("reaction.opportunity")
def test_a_reaction_is_told_after_the_move_that_causes_it() -> None:
    script = "Ann: move\nAnn: to 3,2\nOrc: attack Ann with blade\n" + d(99) + "\nAnn: end turn"
    told = [event.kind for event in play(field({"at": [0, 2]}), script).table.events]
    assert told[told.index("turn") :] == ["turn", "moves", "reacts", "attack", "contest", "moves"]
    game = play(field({"at": [0, 2]}), script)
    assert [(part["how"], part["metres"]) for part in game.told("moves")] == [
        ("moves", "1"),
        ("moves on", "2"),
    ]
    away = "Ann: move\nAnn: to 1,4\nOrc: attack Ann with blade\n" + d(99) + "\nAnn: end turn"
    told = [event.kind for event in play(field(), away).table.events]
    assert told[told.index("turn") :] == [
        "turn",
        "sets out",
        "reacts",
        "attack",
        "contest",
        "moves",
    ]


@pytest.mark.rule("reaction.ready", "maneuver.catch")
def test_one_whose_weapon_is_caught_does_not_crawl_away() -> None:
    fork = {"fork": {"damage": "1d10", "tags": ["catch"]}}
    more = {"Elk": {"at": [1, 2]}}
    scenario = field(
        {}, {"weapons": ["fork"], "skills": {"melee-weapons": 60}}, more=more, weapons=fork
    )
    fall = "GM rules condition of Ann = prone | a root\n"
    ready = readies("crawl", "enemy-attacks") + "Ann: end turn\nOrc: end turn\n"
    struck = "Elk: attack Ann with blade\n"
    caught = (
        fall
        + "Ann: attack Orc with blade\n"
        + d(25)
        + "\nOrc: catch\n"
        + d(45)
        + "\nAnn: end turn\n"
    )
    script = caught + "Orc: end turn\nElk: end turn\n" + ready + struck + d(99) + "\nElk: end turn"
    game = play(scenario, script, 6)
    assert game.fight.place_name(0) == "1,1"
    assert not game.fighter("Ann").reacted
    free = (
        fall
        + ready
        + struck
        + "Ann: crawl\nAnn: to 0,1\nOrc: no\nElk: no\n"
        + d(99)
        + "\nElk: end turn"
    )
    assert play(scenario, free, 3).fight.place_name(0) == "0,1"


@pytest.mark.rule("reaction.ready", "ranged.ammunition")
def test_overcharging_can_be_readied() -> None:
    scenario = field({"weapons": ["heavy-crossbow"]}, {"at": [6, 1]})
    script = readies("overcharge", "in-reach") + "Ann: end turn\nOrc: move\nOrc: to 2,1\n"
    game = play(scenario, script + "Ann: overcharge\nOrc: end turn", 2)
    assert game.fighter("Ann").main_load == 2
    light = field({"weapons": ["light-crossbow"]}, {"at": [6, 1]})
    assert "overcharge" not in offered(light, "Ann: ready\n")
    assert "overcharge" in offered(scenario, "Ann: ready\n")


class Heard(Player):
    """Notes which fighters are asked, and has no opinion."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int]] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.asked.append((question.kind, int(question.who)))
        return question.default_option()


@pytest.mark.rule("weapon.tags")
@pytest.mark.parametrize("can_go_on", [True, False])
def test_a_mover_who_cannot_go_on_at_the_first_step_meets_no_other_enemy(can_go_on: bool) -> None:
    fending = {"pike": {"damage": "1d10", "tags": ["reach", "fend"], "skills": ["pole-arms"]}}
    imp = {"at": [5, 3], "weapons": ["pike"]}
    scenario = scenario_of(
        field({"at": [4, 2]}, {"at": [5, 2]}, more={"Imp": imp}, weapons=fending)
    )
    heard = Heard()
    fight = scenario.setup.new_fight(LiveTable(Dice(1), [heard, heard]))
    assert isinstance(fight, RenaissanceFight)
    mover = fight.combatants[0]
    mover.prone = not can_go_on
    before = mover.cell - 2
    walk = Walk(mover, RUN, [int(mover.cell)])
    fight.walk = walk
    assert fight.can_go_on(mover) == can_go_on
    enters(fight, walk, before, False)
    assert heard.asked == ([("opportunity", 2)] if can_go_on else [])


@pytest.mark.rule("reaction.ready")
def test_the_fight_forgets_that_a_fighter_waited_when_none_does() -> None:
    fight = scenario_of(field()).setup.new_fight(LiveTable(Dice(1), []))
    assert isinstance(fight, RenaissanceFight)
    one, other = fight.combatants
    one.ready_for = IN_REACH
    fight.somebody_waits = True
    gm_triggers(fight, other)
    assert fight.somebody_waits
    one.forget_readied()
    gm_triggers(fight, other)
    assert not fight.somebody_waits
