from fractions import Fraction
from itertools import product

import pytest

from affray.core.odds import OddsTable
from affray.core.tape import ScriptedTable
from affray.rulesets.mithryn.checks import Check, target_number
from rulebook.mithryn.fields import field
from support import Played


@pytest.mark.rule("check.tn")
def test_the_target_number_is_twenty_less_the_score() -> None:
    for score, tn in ((6, 14), (8, 12), (10, 10)):
        sheet = Played(field({"Ann": {"strength": score}})).fighter("Ann").sheet
        assert target_number(sheet, "STR") == tn
    game = Played(field({"Ann": {"agility": 7}}, momentum=False), "roll 2d12 = 6 7\nAnn: end turn")
    assert game.steps(1).told("check")[0]["tn"] == 13


@pytest.mark.rule("check.roll")
@pytest.mark.parametrize(("dice", "result"), [("5 8", 0), ("6 8", 1), ("2 2", 1), ("12 12", 1)])
def test_two_d12_succeed_on_the_sum_or_any_double(dice: str, result: int) -> None:
    assert Check(14, 0, False).play(ScriptedTable(f"roll 2d12 = {dice}")) == result


@pytest.mark.rule("check.roll")
@pytest.mark.parametrize(
    ("die", "tn", "result"), [(13, 14, 0), (14, 14, 1), (20, 25, 1), (1, 1, 0)]
)
def test_a_d20_succeeds_on_tn_and_always_on_20_and_never_on_1(
    die: int, tn: int, result: int
) -> None:
    assert Check(tn, 0, True).play(ScriptedTable(f"roll 1d20 = {die}")) == result


@pytest.mark.rule("check.roll")
def test_the_house_chooses_the_dice() -> None:
    script = "roll 1d20 = 10\nAnn: end turn"
    game = Played(field(momentum=False, house={"check": "d20"}), script).steps(1)
    assert game.told("turn")[0]["actions"] == 2


@pytest.mark.rule("check.advantage")
@pytest.mark.parametrize(
    ("edge", "dice", "result"),
    [(-1, "7 6 12", 0), (1, "1 6 8", 1), (-1, "3 3 12", 1), (-1, "3 12 12", 1), (1, "3 3 5", 0)],
)
def test_a_third_die_and_the_best_or_worst_is_dropped(edge: int, dice: str, result: int) -> None:
    assert Check(14, edge, False).play(ScriptedTable(f"roll 3d12 = {dice}")) == result


@pytest.mark.rule("check.advantage")
@pytest.mark.parametrize(
    ("edge", "die", "result"), [(1, 12, 1), (1, 11, 0), (-1, 15, 0), (-1, 16, 1)]
)
def test_under_d20_an_edge_moves_the_tn_by_two(edge: int, die: int, result: int) -> None:
    assert Check(14, edge, True).play(ScriptedTable(f"roll 1d20 = {die}")) == result


@pytest.mark.parametrize("edge", [-1, 0, 1])
@pytest.mark.parametrize("tn", range(6, 19))
def test_odds_of_a_check_equal_counting_every_roll(tn: int, edge: int) -> None:
    """Counted by brute force over all ordered rolls."""
    count = 2 if edge == 0 else 3
    good = 0
    for roll in product(range(1, 13), repeat=count):
        ranked = sorted(roll)
        one, two = ranked[-2:] if edge >= 0 else ranked[:2]
        good += one + two >= tn or one == two
    odds = OddsTable().explore(lambda table: int(table.stage(Check(tn, edge, False))))
    assert odds.probabilities.get(1, 0.0) == pytest.approx(
        float(Fraction(good, 12**count)), abs=1e-12
    )


@pytest.mark.rule("check.unknown-ability")
def test_a_score_that_the_sheet_does_not_give_counts_as_eight() -> None:
    orc = Played(field(foes={"Orc": {"agility": 5}})).fighter("Orc").sheet
    assert target_number(orc, "STR") == 12
    assert target_number(orc, "AGI") == 15


@pytest.mark.rule("check.unknown-ability")
@pytest.mark.parametrize(("sheet", "dice"), [({}, "3d20 = 1 1 1"), ({"agility": 6}, "1d12 = 1")])
def test_scores_that_a_foe_has_bind_it(sheet: dict[str, int], dice: str) -> None:
    """A halberd asks for AGI 7; a foe that gives no score is up to it."""
    script = f"Ann: end turn\nOrc: attack Ann with halberd\nroll {dice}\nOrc: end turn"
    Played(field(foes={"Orc": {"weapons": ["halberd"], **sheet}}), script).steps(2)


@pytest.mark.rule("check.tag")
@pytest.mark.parametrize(
    ("sheet", "tn"),
    [
        ({}, 10),
        ({"tags": {"Fleet": ["AGI"]}}, 8),
        ({"tags": {"Strong": ["STR"]}}, 10),
        ({"complications": {"Lame": ["AGI"]}}, 12),
        ({"complications": {"Weak": ["STR"]}}, 10),
        ({"tags": {"Fleet": ["AGI"]}, "complications": {"Lame": ["AGI", "STR"]}}, 10),
        ({"tags": {"Fleet": ["AGI"], "Keen": ["INS", "AGI"]}}, 8),
    ],
)
def test_tags_and_complications_move_the_target_number_by_rank(
    sheet: dict[str, object], tn: int
) -> None:
    """Ann has AGI 10 and rank 2."""
    scenario = field({"Ann": {"rank": 2, **sheet}}, momentum=False)
    game = Played(scenario, "roll 2d12 = 5 6\nAnn: end turn").steps(1)
    assert game.told("check")[0]["tn"] == tn
    named = {name for part in sheet.values() for name in part}  # type: ignore[attr-defined]
    because = str(game.told("check")[0]["because"])
    assert {name for name in named if name in because} == named - {"Strong", "Keen", "Weak"}


@pytest.mark.rule("check.roll")
@pytest.mark.parametrize(
    ("dice", "result"), [("2 2", "success (a double)"), ("7 7", "success"), ("2 3", "failure")]
)
def test_a_double_is_named_where_it_is_what_succeeds(dice: str, result: str) -> None:
    script = f"roll 2d12 = {dice}\nAnn: end turn"
    game = Played(field({"Ann": {"agility": 7}}, momentum=False), script).steps(1)
    assert game.told("check")[0]["result"] == result


@pytest.mark.rule("check.advantage")
@pytest.mark.parametrize(
    ("hit_points", "face", "result"),
    [(4, 10, "success"), (3, 11, "failure"), (3, 12, "success")],
)
def test_under_d20_the_wounded_need_two_more(hit_points: int, face: int, result: str) -> None:
    """Ann has AGI 10."""
    scenario = field({"Ann": {"hp": hit_points}}, house={"check": "d20"}, momentum=False)
    game = Played(scenario, f"roll 1d20 = {face}\nAnn: end turn").steps(1)
    assert game.told("check")[0]["result"] == result


@pytest.mark.rule("check.advantage")
@pytest.mark.parametrize(("edge", "kept"), [(0, [9, 2, 5]), (1, [5, 9]), (-1, [2, 5])])
def test_which_dice_are_kept(edge: int, kept: list[int]) -> None:
    check = Check(14, edge, False)
    check.faces = [9, 2, 5]
    assert check.kept() == kept


@pytest.mark.rule("actions.two")
def test_actions_left_unused_are_told() -> None:
    game = Played(field(zones="a-b-c"), "Ann: end turn\nOrc: end turn").steps(2)
    assert [one["left"] for one in game.told("waits")] == ["2 actions", "2 actions"]
    script = "Ann: move b\nAnn: end turn\nOrc: move b\nOrc: move c"
    game = Played(field(zones="a-b-c"), script).steps(2)
    assert [(one["who"], one["left"]) for one in game.told("waits")] == [("Ann", "1 action")]


@pytest.mark.rule("check.roll", "check.advantage", "check.tn")
@pytest.mark.parametrize(
    ("house", "hp", "roll", "line"),
    [
        ({}, 10, "2d12 = 5 8", "5 + 8 = 13 against TN 10 (20 − AGI 10): success"),
        (
            {},
            3,
            "3d12 = 12 1 3",
            "1 + 3 = 4, 12 dropped, against TN 10 (20 − AGI 10) at disadvantage: failure",
        ),
        ({"check": "d20"}, 10, "1d20 = 14", "14 against TN 10 (20 − AGI 10): success"),
        (
            {"check": "d20"},
            3,
            "1d20 = 11",
            "11 − 2 against TN 10 (20 − AGI 10) at disadvantage: failure",
        ),
    ],
)
def test_the_log_shows_the_sum_the_dropped_die_and_the_target_number(
    house: dict[str, str], hp: int, roll: str, line: str
) -> None:
    scenario = field({"Ann": {"hp": hp}}, momentum=False, house=house)
    game = Played(scenario, f"roll {roll}\nAnn: end turn").steps(1)
    assert game.log()[1] == f"Ann checks AGI to seize momentum: {line}"


@pytest.mark.rule("check.tag")
def test_the_log_names_tags_and_complications_in_the_target_number() -> None:
    ann = {"tags": {"Dancer": ["AGI"]}, "complications": {"Lame": ["AGI"]}, "rank": 2}
    game = Played(field({"Ann": ann}, momentum=False), "roll 2d12 = 5 6\nAnn: end turn").steps(1)
    assert "against TN 10 (20 − AGI 10 − 2 Dancer + 2 Lame)" in game.log()[1]
