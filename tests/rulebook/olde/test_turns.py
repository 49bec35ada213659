import pytest

from rulebook.olde.fields import field, offered, reset
from support import Played


@pytest.mark.rule("turn.ap")
def test_a_reset_rolls_one_finesse_die_for_action_points() -> None:
    game = Played(field(), reset(5, 6)).steps(1)
    assert game.fighter("Ann").action_points == 5
    assert game.fighter("Orc").action_points == 6


@pytest.mark.rule("turn.ap")
def test_the_surprised_have_one_in_the_first_turn_only() -> None:
    scenario = field(orc={"surprised": True})
    game = Played(scenario, "roll 1d8 = 1\nAnn: pass\nOrc: pass\n" + reset(3, 4)).steps(4)
    assert [told["points"] for told in game.told("points")] == [1, 3, 4]
    assert game.told("surprised") == [{"who": "Orc", "points": 1}]


@pytest.mark.rule("turn.ap")
def test_a_whole_side_can_be_surprised() -> None:
    scenario = field(foes={"Cur": {}})
    scenario["sides"][1]["surprised"] = True
    game = Played(scenario, "roll 1d8 = 4").steps(1)
    assert game.fighter("Cur").action_points == 1


@pytest.mark.rule("turn.ap")
def test_at_the_reset_one_bleeds_first_then_recovers_then_has_action_points() -> None:
    scenario = field(
        ann={
            "conditions": [
                {"is": "fatigued", "lasts": "temporary"},
                {"is": "bleeding", "lasts": "persistent"},
            ]
        }
    )
    script = reset(4, 1) + "Ann: pass\nOrc: pass\n" + "roll 2d8 = 5 4\n" + reset(4, 1)
    game = Played(scenario, script).steps(4)
    kinds = [event.kind for event in game.table.events]
    second = kinds.index("turn", 1)
    assert kinds[second + 1 :] == ["hurt", "recovers", "check", "recovers", "points", "points"]
    assert game.told("points")[0]["points"] == 2
    assert game.fighter("Ann").action_points == 4
    assert game.fighter("Ann").hit_points == 11


@pytest.mark.rule("turn.order")
def test_most_action_points_act_first_counted_anew_after_each() -> None:
    script = reset(2, 4) + "Orc: step to 3,1\nOrc: pass\nAnn: pass\nOrc: pass\nAnn: pass"
    game = Played(field(), script).steps(5)
    assert [told["who"] for told in game.told("acts")] == ["Orc", "Ann", "Orc", "Ann"]


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize(("finesse", "first"), [(6, "Ann"), (10, "Orc")])
def test_of_equal_points_more_finesse_is_first(finesse: int, first: str) -> None:
    script = f"roll 1d8 = 4\nroll 1d{finesse} = 4\n{first}: pass"
    game = Played(field(orc={"finesse": finesse}), script).steps(2)
    assert game.told("acts")[0]["who"] == first
    assert not game.told("quicker")


@pytest.mark.rule("turn.order")
def test_armour_too_heavy_lowers_the_die_but_not_the_finesse_that_goes_first() -> None:
    """Ann rolls d5, on a d6, for her Finesse of 7."""
    ann = {"finesse": 7, "armour": "plate-and-mail", "brawn": 10}
    script = "roll 1d6 = 4\nroll 1d6 = 4\nAnn: pass"
    game = Played(field(ann), script).steps(2)
    assert [told["who"] for told in game.told("acts")] == ["Ann"]


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize(("dice", "first"), [("3 4", "Ann"), ("4 4", "Orc")])
def test_of_equal_finesse_a_check_tells_and_a_tie_leaves_the_order(dice: str, first: str) -> None:
    scenario = field(orc={"finesse": 8})
    script = f"roll 1d8 = 4\nroll 1d8 = 4\nroll 2d8 = 3 4\nroll 2d8 = {dice}\n{first}: pass"
    assert Played(scenario, script).steps(2).told("acts")[0]["who"] == first


@pytest.mark.rule("turn.order")
def test_three_action_points_a_round_at_most() -> None:
    script = reset(8, 1) + "Ann: attack Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    keys = offered(Played(field(), script))
    assert "step to 0,1" in keys
    assert "step to 0,3" not in keys
    assert "attack Orc with broadsword" not in keys, "one action a round"


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize(("goal", "may"), [("1,2", True), ("3,1", False)])
def test_steps_and_an_attack_share_the_three_points_of_a_round(goal: str, may: bool) -> None:
    """Both spaces are beside the orc, one and two steps away; five or more points would be left."""
    keys = offered(Played(field(), reset(8, 1) + f"Ann: step to {goal}"))
    assert ("attack Orc with broadsword" in keys) == may


@pytest.mark.rule("turn.order")
def test_movement_and_action_combine_in_either_order_and_end_the_round() -> None:
    script = reset(8, 1) + (
        "Ann: step to 1,0\nAnn: attack Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    )
    game = Played(field(), script).steps(2)
    assert game.fighter("Ann").action_points == 5


@pytest.mark.rule("turn.order")
def test_passing_keeps_the_points_until_everyone_has_passed_and_the_reset_takes_them() -> None:
    script = reset(8, 3) + "Ann: pass\nOrc: step to 3,1\nOrc: pass\nAnn: pass\n"
    game = Played(field(), script).steps(4)
    assert game.fighter("Ann").action_points == 8
    script += "Orc: pass\n"
    game = Played(field(), script).steps(5)
    assert game.fighter("Ann").action_points == 0
    game = Played(field(), script + reset(2, 2)).steps(6)
    assert game.fighter("Ann").action_points == 2


@pytest.mark.rule("turn.costs")
@pytest.mark.parametrize(
    ("does", "points", "left"),
    [
        ("Ann: step to 1,2\nAnn: pass", 4, 3),
        ("Ann: step to 1,4", 4, 1),
        ("Ann: drop\nAnn: pass", 4, 3),
        ("Ann: flop\nAnn: pass", 4, 4),
        ("Ann: attack Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1\nAnn: pass", 4, 2),
        ("Ann: take up hatchet in one hand", 4, 1),
        ("Ann: take up hatchet in one hand", 2, 0),
        ("Ann: take up hatchet in one hand", 1, 0),
        ("Ann: block\nAnn: pass", 4, 2),
    ],
)
def test_what_things_cost(does: str, points: int, left: int) -> None:
    skills = {"swords": "apprentice", "shields": "journeyman"}
    scenario = field(
        ann={"weapons": ["broadsword", "hatchet"], "shield": "heater", "skills": skills}
    )
    game = Played(scenario, reset(points, 1) + does).steps(2)
    assert game.fighter("Ann").action_points == left


@pytest.mark.rule("turn.costs")
@pytest.mark.parametrize(("points", "left"), [(4, 2), (1, 0)])
def test_rising_costs_two_or_all_that_is_left(points: int, left: int) -> None:
    scenario = field(ann={"conditions": [{"is": "prone"}]})
    passing = "\nAnn: pass" if left else ""
    game = Played(scenario, reset(points, 1) + "Ann: rise" + passing).steps(2)
    assert game.fighter("Ann").action_points == left
    assert game.fighter("Ann").conditions() == ([f"{left} AP"] if left else [])


@pytest.mark.rule("turn.costs")
def test_an_only_action_cannot_take_a_round_beyond_three() -> None:
    script = reset(5, 1) + "Ann: step to 0,1"
    scenario = field(ann={"weapons": ["broadsword", "hatchet"]})
    assert "take up hatchet in one hand" not in offered(Played(scenario, script))


@pytest.mark.rule("turn.costs")
def test_one_free_step_a_turn_of_two_spaces_before_all_else() -> None:
    script = reset(8, 1) + "Ann: free step to 1,3\n"
    game = Played(field(), script + "Ann: pass").steps(2)
    assert game.fighter("Ann").action_points == 8
    assert not any("free step" in key for key in offered(Played(field(), script)))
    after = reset(8, 1) + "Ann: step to 1,2"
    assert not any("free step" in key for key in offered(Played(field(), after)))
    keys = offered(Played(field(), reset(8, 1)))
    assert "free step to 1,3" in keys
    assert "free step to 1,4" not in keys


@pytest.mark.rule("turn.costs")
def test_a_free_step_comes_before_an_action_of_its_round_and_in_a_later_round_again() -> None:
    attack = "Ann: attack Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n"
    after = offered(Played(field(), reset(8, 1) + attack))
    assert "step to 1,2" in after
    assert not any(key.startswith("free step") for key in after)
    later = offered(Played(field(), reset(8, 1) + attack + "Ann: pass\nOrc: pass\n"))
    assert "free step to 1,3" in later


@pytest.mark.rule("turn.costs")
def test_the_small_have_a_free_step_of_one_space() -> None:
    keys = offered(Played(field(ann={"small": True}), reset(8, 1)))
    assert "free step to 1,2" in keys
    assert "free step to 1,3" not in keys


@pytest.mark.rule("turn.costs")
def test_who_stands_at_a_way_out_can_leave() -> None:
    game = Played(field(exits=[[1, 1]]), reset(2, 1) + "Ann: leave").steps(2)
    assert game.fighter("Ann").state() == "fled"
    assert game.fight.winner() == 1
