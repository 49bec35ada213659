import pytest

from rulebook.mithryn.fields import field
from support import Played

TWO = {"Ann": {}, "Bo": {}}


@pytest.mark.rule("rounds.sides")
def test_heroes_act_first_in_any_order_they_like_then_the_foes() -> None:
    game = Played(
        field(TWO),
        """
        heroes: act Bo
        Bo: end turn
        Ann: end turn
        Orc: end turn
        heroes: act Ann
        Ann: end turn
        """,
    ).steps(4)
    assert [part["who"] for part in game.told("turn")] == ["Bo", "Ann", "Orc", "Ann"]
    assert [part["round"] for part in game.told("round")] == [1, 2]


@pytest.mark.rule("rounds.sides")
def test_the_side_of_player_characters_goes_first_wherever_the_file_lists_it() -> None:
    scenario = field()
    scenario["sides"].reverse()
    game = Played(scenario, "Ann: end turn").steps(1)
    assert game.told("turn")[0]["who"] == "Ann"


@pytest.mark.rule("rounds.momentum")
@pytest.mark.parametrize(("dice", "actions"), [("3 6", 1), ("3 7", 2)])
def test_an_agility_check_seizes_two_actions_in_the_first_round(dice: str, actions: int) -> None:
    game = Played(field(momentum=False), f"roll 2d12 = {dice}\nAnn: end turn").steps(1)
    assert game.told("turn")[0]["actions"] == actions


@pytest.mark.rule("rounds.momentum")
def test_a_slow_start_is_over_with_the_first_round() -> None:
    script = "roll 2d12 = 1 2\nAnn: end turn\nOrc: end turn\nAnn: end turn"
    game = Played(field(momentum=False), script).steps(3)
    assert [part["actions"] for part in game.told("turn") if part["who"] == "Ann"] == [1, 2]


@pytest.mark.rule("rounds.momentum-bypass")
def test_a_flag_on_the_sheet_or_on_the_side_skips_the_check() -> None:
    assert not Played(field(), "Ann: end turn").steps(1).told("check")
    sheet = field({"Ann": {"momentum": True}}, momentum=False)
    game = Played(sheet, "Ann: end turn").steps(1)
    assert not game.told("check")
    assert game.told("turn")[0]["actions"] == 2


@pytest.mark.rule("rounds.end")
def test_rounds_go_on_until_a_side_is_defeated() -> None:
    script = """
        Ann: attack Orc with short-sword
        roll 2d12 = 4 5
        """
    game = Played(field(foes={"Orc": {"rank": 1, "hp": 1}}), script).to_the_end()
    assert game.fight.is_over()
    assert game.scenario.sides[game.fight.winner()] == "heroes"


@pytest.mark.rule("rounds.end")
def test_a_side_that_has_fled_has_lost() -> None:
    game = Played(field(zones="a-b", foes={"Orc": {"at": "b"}}), "Ann: flee").to_the_end()
    assert game.scenario.sides[game.fight.winner()] == "foes"
    assert game.fighter("Ann").state() == "fled"


def test_a_fight_that_outlasts_its_limit_is_a_draw() -> None:
    game = Played(field(round_limit=1), "Ann: end turn\nOrc: end turn").to_the_end()
    assert game.fight.winner() == -1
