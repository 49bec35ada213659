import pytest

from rulebook.renaissance.fields import (
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

WIN = d(40, 99)
LOSE = d(99, 30)


@pytest.mark.rule("maneuver.disarm")
def test_disarm_makes_the_loser_drop_what_it_holds() -> None:
    game = play(field(), "Ann: disarm Orc\n" + WIN + "\nAnn: end turn")
    assert game.fighter("Orc").main == -1
    assert game.told("disarms")[0]["what"] == "blade"
    assert game.fighter("Orc").at_hand == [0]
    game = play(field(), "Ann: disarm Orc\n" + LOSE + "\nAnn: end turn")
    assert game.fighter("Orc").main >= 0


@pytest.mark.rule("maneuver.disarm")
def test_disarm_is_melee_skill_against_melee_skill_or_fray() -> None:
    game = play(field(), "Ann: disarm Orc\n" + WIN + "\nAnn: end turn")
    assert (to_hit(game), to_defend(game)) == (60, 40)
    fencer = field(orc={"skills": {"melee-weapons": 55}})
    game = play(fencer, "Ann: disarm Orc\n" + WIN + "\nAnn: end turn")
    assert to_defend(game) == 55


@pytest.mark.rule("maneuver.disarm")
def test_of_several_things_the_winner_chooses() -> None:
    scenario = field(orc={"shield": "buckler"})
    game = play(scenario, "Ann: disarm Orc\nAnn: shield\n" + WIN + "\nAnn: end turn")
    assert game.fighter("Orc").shield == -1
    assert game.fighter("Orc").main >= 0


@pytest.mark.rule("maneuver.feint")
def test_a_feint_takes_20_from_the_targets_defence_until_its_next_turn() -> None:
    scenario = field({"skills": {"deception": 60}})
    script = (
        "Ann: feint Orc\n" + WIN + "\nAnn: attack Orc with blade\n" + d(25, 26) + "\n" + dice(1)
    )
    game = play(scenario, script)
    assert to_defend(game, 0) == 40  # SAV+INT
    assert to_defend(game, 1) == 20
    game = play(scenario, script + "\nOrc: end turn", 2)
    assert not game.fighter("Orc").feinted


@pytest.mark.rule("maneuver.feint")
def test_a_feint_is_quick_and_read_sees_through_it() -> None:
    scenario = field({"skills": {"deception": 60}}, {"skills": {"read": 55}})
    keys = offered(scenario, "Ann: feint Orc\n" + LOSE)
    assert "attack Orc with blade" in keys
    game = play(scenario, "Ann: feint Orc\n" + LOSE + "\nAnn: end turn")
    assert to_defend(game) == 55
    assert not game.fighter("Orc").feinted


@pytest.mark.rule("maneuver.grab")
def test_a_grabbed_character_can_only_try_to_break_free() -> None:
    scenario = field({"skills": {"unarmed-combat": 60}})
    script = "Ann: grab Orc\n" + WIN + "\nAnn: end turn\n"
    assert offered(scenario, script) == ["end turn", "break free"]
    game = play(scenario, script + "Orc: break free\n" + d(40, 99) + "\nOrc: end turn", 2)
    assert (to_hit(game), to_defend(game)) == (50, 60)  # STR+SOM against Unarmed Combat
    assert game.fighter("Orc").grabbed_by == -1
    game = play(scenario, script + "Orc: break free\n" + d(99, 30), 2)
    assert game.fighter("Orc").grabbed_by == 0


@pytest.mark.rule("maneuver.grab")
def test_grab_is_unarmed_against_fray_or_unarmed() -> None:
    scenario = field({"skills": {"unarmed-combat": 60}}, {"skills": {"unarmed-combat": 45}})
    game = play(scenario, "Ann: grab Orc\n" + LOSE + "\nAnn: end turn")
    assert (to_hit(game), to_defend(game)) == (60, 45)


@pytest.mark.rule("maneuver.grab")
def test_neither_moves_and_the_grabbed_defend_at_minus_20() -> None:
    scenario = field({"skills": {"unarmed-combat": 60}})
    script = "Ann: grab Orc\n" + WIN + "\n"
    assert "move" not in offered(scenario, script)
    script += (
        "Ann: end turn\nOrc: end turn\nAnn: attack Orc with blade\n" + d(25, 26) + "\n" + dice(1)
    )
    game = play(scenario, script + "\nAnn: release\nAnn: end turn", 3)
    assert to_defend(game) == 20
    assert game.fighter("Orc").grabbed_by == -1


@pytest.mark.rule("maneuver.trip")
def test_trip_is_melee_skill_against_fray_and_the_target_falls() -> None:
    scenario = field(orc={"skills": {"melee-weapons": 90}})
    game = play(scenario, "Ann: trip Orc\n" + WIN + "\nAnn: end turn")
    assert (to_hit(game), to_defend(game)) == (60, 40)
    assert game.fighter("Orc").prone
    game = play(scenario, "Ann: trip Orc\n" + LOSE + "\nAnn: end turn")
    assert not game.fighter("Orc").prone


FORK = {"weapons": ["fork"], "skills": {"melee-weapons": 60}}
CATCHER = {"fork": {"damage": "1d10", "tags": ["catch"]}}
SHIELDS = {
    "trapping": {"value": 1, "tags": ["parry", "catch"]},
    "plain": {"value": 1, "tags": ["parry"]},
}


def caught() -> str:
    """Ann's blade is caught by the orc's fork."""
    return "Ann: attack Orc with blade\n" + d(25) + "\nOrc: catch\n" + d(45) + "\n"


@pytest.mark.rule("maneuver.catch")
def test_catching_is_a_reaction_at_minus_10_and_needs_an_exceptional_success() -> None:
    scenario = field(orc=FORK, weapons=CATCHER)
    game = play(scenario, caught() + "Ann: end turn")
    assert to_defend(game) == 50
    assert game.fighter("Orc").reacted
    assert game.fighter("Ann").caught_hand >= 0
    script = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: catch\n" + d(28) + "\nAnn: end turn"
    game = play(scenario, script)
    assert not hurt(game)
    assert game.fighter("Ann").caught_hand == -1
    script = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: defend\n" + d(45) + "\nAnn: end turn"
    game = play(scenario, script)
    assert to_defend(game) == 60
    assert game.fighter("Ann").caught_hand == -1


@pytest.mark.rule("maneuver.catch")
def test_neither_weapon_attacks_and_neither_fighter_moves() -> None:
    scenario = field(orc=FORK, weapons=CATCHER)
    keys = offered(scenario, caught() + "Ann: end turn\n")
    assert "attack Ann with fork" not in keys
    assert "move" not in keys
    keys = offered(scenario, caught() + "Ann: end turn\nOrc: end turn\n")
    assert "attack Orc with blade" not in keys
    assert "move" not in keys


@pytest.mark.rule("maneuver.catch")
def test_the_catcher_may_release_or_disarm_at_plus_10() -> None:
    scenario = field(orc=FORK, weapons=CATCHER)
    game = play(scenario, caught() + "Ann: end turn\nOrc: release weapon\nOrc: end turn", 2)
    assert game.fighter("Ann").caught_hand == -1
    game = play(
        scenario, caught() + "Ann: end turn\nOrc: disarm Ann\n" + WIN + "\nOrc: end turn", 2
    )
    assert to_hit(game) == 70
    assert game.fighter("Ann").main == -1
    assert game.fighter("Orc").catching == -1


@pytest.mark.rule("maneuver.catch")
@pytest.mark.parametrize(("roll", "free"), [(50, True), (51, False)])
def test_the_other_may_let_go_or_break_free_with_som_str(roll: int, free: bool) -> None:
    scenario = field(orc=FORK, weapons=CATCHER)
    rest = "" if free else "\nAnn: end turn"  # she may still let go
    game = play(scenario, caught() + "Ann: pull weapon free\n" + d(roll) + rest)
    assert (game.fighter("Ann").caught_hand == -1) is free
    game = play(scenario, caught() + "Ann: drop blade\nAnn: end turn")
    assert game.fighter("Ann").caught_hand == -1
    assert game.fighter("Orc").catching == -1


@pytest.mark.rule("maneuver.catch")
def test_only_a_weapon_can_be_caught() -> None:
    scenario = field({"skills": {"unarmed-combat": 60}}, FORK, weapons=CATCHER)
    game = play(scenario, "Ann: attack Orc with unarmed\n" + d(99) + "\nAnn: end turn")
    assert not game.fighter("Orc").reacted


# --- several attacks ----------------------------------------------------------------------------------


TWO = {"off_hand": "blade", "ambidextrous": True}


@pytest.mark.rule("multi.attacks")
def test_one_action_attacks_once_with_each_weapon_at_minus_10() -> None:
    script = (
        "Ann: attack with each weapon\nAnn: attack Orc with blade\nAnn: attack Orc with blade\n"
    )
    rolls = d(25, 99) + "\n" + dice(1) + "\n" + d(26, 99) + "\n" + dice(2)
    game = play(field(TWO), script + rolls + "\nAnn: end turn")
    assert (to_hit(game, 0), to_hit(game, 1)) == (50, 50)
    assert hurt(game) == [6, 7]
    assert "attack with each weapon" not in offered(field({"shield": "kite"}))


@pytest.mark.rule("multi.targets")
def test_with_different_targets_each_attack_is_at_another_minus_10() -> None:
    scenario = field(TWO, more={"Elk": {"at": [1, 2]}})
    script = (
        "Ann: attack with each weapon\nAnn: attack Orc with blade\nAnn: attack Elk with blade\n"
    )
    game = play(scenario, script + d(99, 99) + "\nAnn: end turn")
    assert (to_hit(game, 0), to_hit(game, 1)) == (40, 40)


@pytest.mark.rule("multi.off-hand")
@pytest.mark.parametrize(
    ("tags", "ambidextrous", "target"),
    [(["off-hand"], False, 50), ([], False, 40), (["off-hand"], True, 60), ([], True, 60)],
)
def test_an_off_hand_attack_is_at_minus_10_or_20(
    tags: list[str], ambidextrous: bool, target: int
) -> None:
    knife = {"second": {"damage": "1d10", "tags": tags}}
    scenario = field({"off_hand": "second", "ambidextrous": ambidextrous}, weapons=knife)
    game = play(scenario, "Ann: attack Orc with second\n" + d(99) + "\nAnn: end turn")
    assert to_hit(game) == target


EACH = "Ann: attack with each weapon\n"
BOXER = {"weapons": [], "skills": {"unarmed-combat": 60}}


@pytest.mark.rule("multi.attacks", "unarmed.base")
@pytest.mark.parametrize(
    ("ann", "arms", "targets"),
    [
        (BOXER, ["unarmed", "unarmed"], [40, 30]),
        ({"skills": {"unarmed-combat": 60}}, ["blade", "unarmed"], [50, 30]),
        (
            {"natural": ["cougar-claw"], "skills": {"unarmed-combat": 60}},
            ["blade", "cougar-claw"],
            [50, 40],
        ),
        ({**BOXER, "weapons": ["war-gloves"]}, ["war-gloves", "war-gloves"], [40, 30]),
    ],
)
def test_fists_and_claws_make_several_attacks_too(
    ann: dict[str, object], arms: list[str], targets: list[int]
) -> None:
    script = EACH + "".join(f"Ann: attack Orc with {arm}\n" for arm in arms)
    game = play(field(dict(ann)), script + d(*[61] * len(arms)) + "\nAnn: end turn")
    assert [to_hit(game, number) for number in range(len(arms))] == targets


@pytest.mark.rule("multi.attacks")
@pytest.mark.parametrize(
    "ann",
    [{"weapons": ["greatsword"]}, {"shield": "kite"}, {"natural": ["cougar-claw"], "weapons": []}],
)
def test_with_no_hand_free_there_is_no_fist(ann: dict[str, object]) -> None:
    assert "attack with each weapon" not in offered(field(ann))
    assert "attack with each weapon" in offered(field())


@pytest.mark.rule("multi.attacks")
@pytest.mark.parametrize(("at", "both"), [([2, 1], True), ([6, 1], False)])
def test_a_power_that_reaches_further_is_none_of_the_weapons(at: list[int], both: bool) -> None:
    keys = offered(field({"off_hand": "blade", "powers": ["burning-gaze"]}, {"at": at}))
    assert "attack Orc with burning-gaze" in keys
    assert ("attack with each weapon" in keys) is both


@pytest.mark.rule("multi.attacks")
def test_a_hand_that_strikes_does_not_help_with_the_sword() -> None:
    scenario = field({"weapons": ["long-sword"]})
    script = EACH + "Ann: attack Orc with long-sword\nAnn: hold back\n"
    game = play(scenario, script + d(25, 99) + "\n" + dice(1) + "\nAnn: end turn")
    assert game.told("damage")[0]["dice"] == "1"
    alone = play(
        scenario,
        "Ann: attack Orc with long-sword\n" + d(25, 99) + "\nroll 2d10 = 1 1\nAnn: end turn",
    )
    assert alone.told("damage")[0]["dice"] == "1 1"


@pytest.mark.rule("natural.off-hand")
@pytest.mark.parametrize(("option", "second"), [("off-hand", 40), ("main", 50)])
def test_a_second_natural_weapon_is_an_off_hand_one_or_not(option: str, second: int) -> None:
    beast = {
        "weapons": [],
        "natural": ["cougar-claw", "cougar-bite"],
        "skills": {"unarmed-combat": 60},
    }
    scenario = field(beast, house={"natural_off_hand": option})
    script = EACH + "Ann: attack Orc with cougar-claw\nAnn: attack Orc with cougar-bite\n"
    game = play(scenario, script + d(99, 99) + "\nAnn: end turn")
    assert (to_hit(game, 0), to_hit(game, 1)) == (50, second)


@pytest.mark.rule("multi.rest")
def test_one_attack_alone_is_not_one_of_several() -> None:
    script = EACH + "Ann: attack Orc with blade\nAnn: hold back\n"
    game = play(field(TWO), script + d(99) + "\nAnn: end turn")
    assert to_hit(game) == 60


@pytest.mark.rule("multi.rest", "attack.standard")
def test_who_means_to_strike_one_who_lies_there_is_not_asked_again() -> None:
    scenario = field(TWO, more={"Elk": {"at": [1, 2]}})
    script = "GM rules health of Orc = 0 | before\n" + EACH
    script += "Ann: attack Orc with blade\nAnn: hold back\n" + d(99)
    game = play(scenario, script + "\nAnn: end turn")
    assert [part["target"] for part in game.told("attack")] == ["Orc"]


@pytest.mark.rule("multi.rest")
@pytest.mark.parametrize(
    ("answer", "second", "turns_to"),
    [
        ("attack Elk with blade", [40], ["Elk"]),
        ("attack Orc with blade", [60], []),  # who lies there, and nobody else
        ("hold back", [], []),
    ],
)
def test_if_the_first_drops_its_target_the_rest_goes_to_another_or_is_kept(
    answer: str, second: list[int], turns_to: list[str]
) -> None:
    scenario = field(TWO, {"dur": 5}, more={"Elk": {"at": [1, 2]}})
    script = EACH + "Ann: attack Orc with blade\nAnn: attack Orc with blade\n"
    script += d(25, 99) + "\n" + dice(1) + f"\nAnn: {answer}\n" + (d(99) + "\n" if second else "")
    game = play(scenario, script + "Ann: end turn")
    assert to_hit(game, 0) == 50
    assert [to_hit(game, number) for number in range(1, 1 + len(second))] == second
    assert len(game.told("attack")) == 1 + len(second)
    assert [part["target"] for part in game.told("turns to")] == turns_to


@pytest.mark.rule("reaction.own-turn")
@pytest.mark.parametrize(("option", "reacted"), [("next", 1), ("this", 0)])
def test_a_reaction_in_ones_own_turn_lasts_over_the_next(option: str, reacted: int) -> None:
    scenario = field({"weapons": ["fork"]}, weapons=CATCHER, house={"own_turn_reaction": option})
    script = "Ann: end turn\n" + readies("attack with blade", "enemy-attacks", "anybody", "Orc")
    script += "Orc: end turn\nAnn: attack Orc with fork\nOrc: attack Ann with blade\n" + d(25)
    script += "\nAnn: catch\n" + d(26) + "\n" + d(99) + "\nAnn: end turn"
    game = play(scenario, script, 3)
    assert game.fighter("Ann").reacted == reacted
    again = script + "\nOrc: end turn\nAnn: end turn"
    assert play(scenario, again, 5).fighter("Ann").reacted == 0


@pytest.mark.rule("maneuver.catch")
@pytest.mark.parametrize(("tags", "catches"), [(["catch"], True), (["catch", "touch"], False)])
def test_what_is_no_guard_catches_nothing(tags: list[str], catches: bool) -> None:
    forks = {"fork": {"damage": "1d10", "tags": tags}}
    game = field(orc={"weapons": ["fork"]}, weapons=forks)
    strike = "Ann: attack Orc with blade\n" + d(25) + "\n"
    if catches:
        assert offered(game, strike) == ["defend", "catch"]
    else:
        assert "end turn" in offered(game, strike + d(45) + "\n" + dice(1) + "\n")


@pytest.mark.rule("maneuver.catch")
def test_a_touch_that_needs_no_hand_cannot_be_caught() -> None:
    palm = {"palm": {"damage": "1d10", "hands": 0, "tags": ["touch"]}}
    game = field({"weapons": [], "powers": ["palm"]}, {"weapons": ["fork"]}, weapons=CATCHER | palm)
    touch = "Ann: attack Orc with palm\n" + d(25) + "\n" + d(99) + "\n" + dice(1) + "\n"
    assert "end turn" in offered(game, touch)


@pytest.mark.rule("maneuver.catch")
def test_a_shield_that_is_made_for_it_catches_and_another_does_not() -> None:
    strike = "Ann: attack Orc with blade\n" + d(25) + "\n"
    able = {"skills": {"melee-weapons": 60}}
    catching = field(orc={**able, "shield": "trapping"}, shields=SHIELDS)
    assert offered(catching, strike) == ["defend", "catch"]
    game = play(catching, caught() + "Ann: end turn")
    assert game.fighter("Ann").caught_hand >= 0
    assert to_defend(game) == 50
    keys = offered(catching, caught() + "Ann: end turn\n")
    assert "attack Ann with blade" in keys, "the shield holds it, and no weapon"
    plain = field(orc={**able, "shield": "plain"}, shields=SHIELDS)
    game = play(plain, strike + d(45) + "\nAnn: end turn")
    assert not game.fighter("Orc").reacted
    assert game.fighter("Ann").caught_hand == -1
    without = field(orc=able, shields=SHIELDS)
    game = play(without, strike + d(45) + "\nAnn: end turn")
    assert game.fighter("Ann").caught_hand == -1


@pytest.mark.rule("maneuver.catch", "reaction.one")
def test_who_has_reacted_cannot_catch() -> None:
    more = {"Bea": {"friend": True, "at": [2, 2]}}
    scenario = field(orc=FORK, weapons=CATCHER, more=more)
    strike = "Bea: attack Orc with blade\n" + d(25) + "\n"
    assert offered(scenario, "Ann: end turn\n" + strike) == ["defend", "catch"]
    first = "Ann: attack Orc with blade\n" + d(25) + "\nOrc: catch\n" + d(28) + "\nAnn: end turn\n"
    game = play(scenario, first + strike + d(26) + "\nBea: end turn", 2)
    assert to_defend(game) == 60


@pytest.mark.rule("maneuver.grab", "reaction.one")
def test_the_grabbed_do_not_react() -> None:
    more = {"Bea": {"friend": True, "at": [2, 2]}}
    scenario = field({"skills": {"unarmed-combat": 60}}, more=more)
    away = "Bea: move\nBea: to 4,4\n"
    held = play(scenario, "Ann: grab Orc\n" + WIN + "\nAnn: end turn\n" + away + "Bea: end turn", 2)
    assert not held.told("reacts")
    struck = "Orc: attack Bea with blade\n" + d(99) + "\nBea: end turn"
    assert play(scenario, "Ann: end turn\n" + away + struck, 2).told("reacts")


@pytest.mark.rule("move.rates", "maneuver.feint")
def test_running_hinders_what_is_physical_and_a_feint_is_not() -> None:
    scenario = field({"skills": {"deception": 60}}, {"at": [9, 1]})
    run = "Ann: run\nAnn: to 8,1\n"
    assert to_hit(play(scenario, run + "Ann: feint Orc\n" + d(99, 1) + "\nAnn: end turn")) == 60
    assert to_hit(play(scenario, run + "Ann: trip Orc\n" + d(99, 1))) == 50
