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
    assert [target_number(score) for score in (6, 8, 10)] == [14, 12, 10]
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
