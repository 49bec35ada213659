from typing import Any

import pytest

from rulebook.orrery.fields import NO_BLOCK, asked, choices, dice, edge, field, strike
from support import Played, scenario_of

LONG = "attack Orc with long-blade"


def damage(house: dict[str, Any], script: str, **more: Any) -> int:
    _, blow = strike(field(house=house, **more), LONG, script)
    return int(blow.damage)


@pytest.mark.rule("core.success")
@pytest.mark.parametrize(("faces", "harm"), [((3, 3), 0), ((4, 3), 1), ((4, 6), 2)])
def test_a_die_shows_a_success_on_four_or_more(faces: tuple[int, int], harm: int) -> None:
    assert damage({}, dice(*faces) + (NO_BLOCK if harm else "")) == harm


@pytest.mark.rule("core.success")
@pytest.mark.parametrize(("success_on", "harm"), [(2, 2), (3, 2), (4, 1), (5, 1), (6, 0)])
def test_the_house_moves_the_face_of_a_success(success_on: int, harm: int) -> None:
    script = dice(3, 5) + (NO_BLOCK if harm else "")
    assert damage({"success_on": success_on}, script) == harm


@pytest.mark.rule("core.double-success")
@pytest.mark.parametrize(("double", "harm"), [(0, 1), (8, 2), (9, 1)])
def test_by_option_a_high_face_shows_two_successes(double: int, harm: int) -> None:
    script = dice(8, sides=12) + dice(1) + NO_BLOCK
    heroes = {"Ann": {"melee": 12, "weapons": ["long-blade"]}}
    assert damage({"double_success_on": double}, script, heroes=heroes) == harm


@pytest.mark.rule("core.double-success")
def test_a_block_never_shows_two_successes_on_a_die() -> None:
    foes = {"Orc": {"melee": 12, "hearts": 4}}
    script = dice(6, 6) + dice(12, sides=12) + dice(1)
    assert damage({"double_success_on": 8}, script, foes=foes) == 1


@pytest.mark.rule("core.critical")
@pytest.mark.parametrize(("critical", "harm"), [(False, 2), (True, 3)])
def test_by_option_dice_at_their_highest_are_one_success_more(critical: bool, harm: int) -> None:
    assert damage({"critical": critical}, dice(6, 6) + NO_BLOCK) == harm


@pytest.mark.rule("core.critical")
def test_one_die_below_its_highest_is_no_critical_and_blocks_never_are() -> None:
    assert damage({"critical": True}, dice(6, 5) + NO_BLOCK) == 2
    assert damage({"critical": True}, dice(6, 6) + dice(6, 6)) == 1


@pytest.mark.rule("core.double-success", "core.critical")
@pytest.mark.parametrize(
    ("house", "faces", "words"),
    [
        ({}, (6, 6), ""),
        ({"critical": True}, (6, 5), ""),
        ({"critical": True}, (6, 6), " (all dice at their highest add one)"),
        ({"double_success_on": 6}, (5, 5), ""),
        ({"double_success_on": 6}, (6, 5), " (6 or more counts twice)"),
    ],
)
def test_the_log_says_why_there_are_more_successes_than_dice(
    house: dict[str, Any], faces: tuple[int, int], words: str
) -> None:
    game, _ = strike(field(house=house), LONG, dice(*faces) + NO_BLOCK)
    assert game.told("rolls")[0]["more"] == words


@pytest.mark.rule("core.scores")
def test_a_sheet_has_four_scores_and_four_skills_from_d4_to_d12() -> None:
    scenario = field({"Ann": {"terra": 4, "sun": "d12", "melee": "d10", "defense": 8}})
    sheet = scenario_of(scenario).setup.sheets[0]
    assert sheet.scores == [4, 12, 6, 6]
    assert sheet.skills == [10, 6, 6, 8]


HIDDEN = {"Ann": {"hidden": True, "weapons": ["long-blade"]}}


@pytest.mark.rule("core.adv-dis")
def test_adv_rolls_the_pool_twice_and_keeps_more_successes() -> None:
    _, blow = strike(field(HIDDEN), LONG, dice(1, 1, 6, 6) + NO_BLOCK)
    assert blow.damage == 2
    _, blow = strike(field(HIDDEN), LONG, dice(6, 6, 1, 1) + NO_BLOCK)
    assert blow.damage == 2


@pytest.mark.rule("core.adv-dis")
def test_dis_rolls_the_pool_twice_and_keeps_fewer_successes() -> None:
    scenario = field({"Ann": {"weapons": ["bow"]}})
    _, blow = strike(scenario, "attack Orc with bow", dice(6, 6, 6, 1) + NO_BLOCK)
    assert blow.damage == 1


@pytest.mark.rule("core.adv-dis")
def test_by_option_adv_and_dis_step_every_die_one_size() -> None:
    house = {"advantage": "step-die"}
    _, blow = strike(field(HIDDEN, house=house), LONG, dice(8, 8, sides=8) + NO_BLOCK)
    assert blow.damage == 2
    scenario = field({"Ann": {"weapons": ["bow"], "ranged": 4}}, house=house)
    script = dice(4, sides=4) + dice(4, sides=4) + NO_BLOCK
    _, blow = strike(scenario, "attack Orc with bow", script)
    assert blow.damage == 2, "no die is smaller than a d4"
    largest = {"Ann": {"hidden": True, "weapons": ["long-blade"], "melee": 12, "sun": 12}}
    _, blow = strike(field(largest, house=house), LONG, dice(12, 12, sides=12) + NO_BLOCK)
    assert blow.damage == 2, "and none larger than a d12"


@pytest.mark.rule("core.adv-dis")
def test_adv_and_dis_count_once_each_and_cancel() -> None:
    shot = field(
        {"Ann": {"weapons": ["bow"], "hidden": True}},
        {"Orc": {"at": "b", "size": "tiny"}},
        "a-b",
        {"b": {"cover": 50, "dark": True}},
    )
    told = edge(shot, "attack Orc with bow")
    assert told.startswith("with neither adv nor dis (adv: unaware, dis: tiny, dis: cover")


@pytest.mark.rule("core.first-side")
def test_the_side_whose_best_moon_die_rolls_higher_is_first() -> None:
    heroes = {"Ann": {"moon": 8}, "Bo": {"moon": 4}}
    scenario = field(heroes, {"Orc": {"moon": 10}}, house={"first_side": "best moon"})
    first = asked(scenario, "roll 1d8 = 3\nroll 1d10 = 2\n")
    assert first.side == 0
    second = asked(scenario, "roll 1d8 = 3\nroll 1d10 = 4\n")
    assert second.side == 1


@pytest.mark.rule("core.first-side")
def test_of_equal_moon_dice_the_pcs_are_first() -> None:
    scenario = field(house={"first_side": "best moon"}, pcs=False, foes_pcs=True, heroes={
        "Ann": {"hearts": 4}
    })  # fmt: skip
    assert asked(scenario, dice(3, 3)).side == 1


@pytest.mark.rule("core.turn")
@pytest.mark.parametrize("actions", [1, 2, 3])
def test_a_turn_has_as_many_actions_as_the_house_says(actions: int) -> None:
    scenario = field(foes={"Orc": {"at": "d"}}, line="a-b-c-d", house={"actions": actions})
    moves = ["b", "c", "d"][:actions]
    script = "".join(f"Ann: move {spot}\n" for spot in moves)
    game = Played(scenario, script).steps(1)
    assert game.fight.place_name(0) == moves[-1]


@pytest.mark.rule("core.turn")
def test_the_actions_are_attack_move_hide_load_special_help_and_drink() -> None:
    heroes = {"Ann": {"potions": 1, "weapons": ["bow"]}, "Bo": {}}
    scenario = field(
        heroes,
        {"Orc": {"at": "b"}},
        "a-b",
        {"a": {"cover": 50}},
        engines=[{"is": "ballista", "at": "a"}],
    )
    assert set(choices(scenario, "heroes: act Ann\n")) == {
        "attack Orc with bow",
        "hinder Orc with bow",
        "friendly-attack Bo with bow",
        "friendly-hinder Bo with bow",
        "friendly-attack Bo with unarmed",
        "friendly-hinder Bo with unarmed",
        "friendly-grapple Bo with unarmed",
        "load ballista",
        "move b",
        "hide",
        "help Bo",
        "drink",
        "end turn",
    }


@pytest.mark.rule("core.turn")
def test_sides_alternate_each_in_the_order_it_likes() -> None:
    scenario = field({"Ann": {}, "Bo": {}})
    script = "heroes: act Bo\nBo: end turn\nAnn: end turn\nOrc: end turn\n"
    game = Played(scenario, script).steps(4)
    assert [parts["who"] for parts in game.told("turn")] == ["Bo", "Ann", "Orc"]
    assert [parts["left"] for parts in game.told("waits")] == ["2 Actions"] * 3


@pytest.mark.rule("core.first-side")
@pytest.mark.parametrize(
    ("first", "script", "side"),
    [
        ("best moon", dice(2, 1), 0),
        ("best moon", dice(1, 2), 1),
        ("pcs", "", 1),
        ("as listed", "", 0),
    ],
)
def test_the_house_says_which_side_begins(first: str, script: str, side: int) -> None:
    scenario = field({"Ann": {"hearts": 4}}, house={"first_side": first}, pcs=False, foes_pcs=True)
    assert asked(scenario, script).side == side


@pytest.mark.rule("core.help")
def test_help_gives_adv_to_a_friends_next_attack_and_no_more() -> None:
    script = f"""
        heroes: act Bo
        Bo: help Ann
        Bo: end turn
        Ann: {LONG}
        {dice(1, 1, 6, 1)}{NO_BLOCK}
        Ann: {LONG}
        {dice(1, 1)}
    """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(2)
    assert "a friend helps" in str(game.told("rolls")[0]["edge"])
    assert game.told("rolls")[2]["edge"] == ""


@pytest.mark.rule("core.help")
def test_help_wakes_a_sleeping_friend() -> None:
    scenario = field({"Ann": {"defenseless": True}, "Bo": {}})
    game = Played(scenario, "Bo: help Ann\nBo: end turn\n").steps(1)
    assert not game.fighter("Ann").is_defenseless()
    assert "help Ann" not in choices(field({"Ann": {"at": "b"}, "Bo": {}}, line="a-b"),
                                     "heroes: act Bo\n")  # fmt: skip


def test_a_move_is_told_with_where_it_leads() -> None:
    scenario = field(foes={"Orc": {"at": "b"}}, line="a-b")
    scenario["map"] = {
        "spots": [{"name": "a"}, {"name": "b"}],
        "links": [["a", "b", "Nearby"]],
    }
    game = Played(scenario, "Ann: move a to b\nAnn: move b").steps(1)
    assert "Ann moves to the way from a to b" in game.log()
    assert "Ann moves to the b" in game.log()
