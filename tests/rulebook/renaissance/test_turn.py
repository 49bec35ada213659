import pytest

from affray.rulesets.renaissance.reactions import threatens
from rulebook.renaissance.fields import attacked, d, dice, field, hurt, offered, play
from support import Played


@pytest.mark.rule("turn.initiative")
def test_init_is_a_fifth_of_int_and_coo() -> None:
    game = Played(field({"aptitudes": {"int": 17, "coo": 22}}))
    assert game.fighter("Ann").sheet.init == 7


@pytest.mark.rule("turn.initiative")
@pytest.mark.parametrize(
    ("ann", "faces", "first"),
    [
        ({}, (3, 4), "Orc"),
        ({"init": 10}, (2, 4), "Ann"),
        ({}, (4, 4), "Ann"),
        ({"init": 7}, (5, 4), "Orc"),
    ],
)
def test_highest_first_and_ties_by_init(
    ann: dict[str, int], faces: tuple[int, int], first: str
) -> None:
    game = Played(field(ann), dice(*faces) + f"\n{first}: end turn").steps(1)
    assert game.told("turn")[0]["who"] == first


@pytest.mark.rule("turn.allotment")
def test_one_standard_and_one_quick_action() -> None:
    keys = offered(field(), "Ann: full defense\nAnn: feint Orc\n" + d(80, 1) + "\n")
    assert "brace" not in keys
    assert keys[0] == "end turn"  # already the orc's turn
    game = play(field(), "Ann: full defense\nAnn: drop prone")
    assert game.fighter("Ann").prone


@pytest.mark.rule("turn.allotment")
def test_or_three_quick_actions_and_then_no_standard_one() -> None:
    two = "Ann: drop prone\nAnn: stand up\n"
    keys = offered(field(), two)
    assert "drop prone" in keys
    assert "full defense" not in keys
    game = play(field(), two + "Ann: drop prone")
    assert game.fighter("Ann").prone


@pytest.mark.rule("turn.allotment")
def test_after_one_quick_action_the_standard_one_is_left_and_then_nothing() -> None:
    game = play(field(), "Ann: drop prone\nAnn: full defense")
    assert game.fighter("Ann").full_defense


@pytest.mark.rule("turn.seconds")
def test_what_bleeds_1_a_minute_bleeds_every_twentieth_turn() -> None:
    script = "GM rules condition of Ann = bleeding | the last fight\nAnn: end turn\nOrc: end turn"
    rest = "\nAnn: end turn\nOrc: end turn" * 20
    game = play(field(), script + rest, 42)
    assert hurt(game, "Ann") == [1]
    game = play(field(), script + "\nAnn: end turn\nOrc: end turn" * 19, 40)
    assert hurt(game, "Ann") == []


@pytest.mark.rule("turn.threaten")
@pytest.mark.parametrize(
    ("ann", "at", "threatened"),
    [
        ({}, (2, 2), True),
        ({}, (3, 1), False),
        ({"weapons": ["quarterstaff"]}, (3, 1), True),
        ({"weapons": ["bow"]}, (2, 1), False),
        ({"weapons": []}, (2, 1), False),
    ],
)
def test_one_threatens_whom_one_could_strike(
    ann: dict[str, object], at: tuple[int, int], threatened: bool
) -> None:
    game = Played(field(ann))
    cell = at[1] * 12 + at[0]
    assert threatens(game.fight, game.fighter("Ann"), cell) is threatened


@pytest.mark.rule("turn.bloodied")
@pytest.mark.parametrize(("health", "bloodied"), [("50", False), ("49", True)])
def test_bloodied_is_more_than_half_of_dur(health: str, bloodied: bool) -> None:
    game = play(field(), f"GM rules health of Orc = {health} | before\nAnn: end turn")
    assert ("bloodied" in game.fighter("Orc").conditions()) is bloodied


@pytest.mark.rule("turn.bloodied")
def test_becoming_bloodied_is_told() -> None:
    game = attacked(field({"db": 30}, {"dur": 60}), d(25, 99) + "\n" + dice(4) + "\n" + d(1))
    assert game.told("bloodied") == [{"who": "Orc"}]
