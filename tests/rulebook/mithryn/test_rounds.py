import pytest

from affray.core.tape import OpenQuestionError
from rulebook.mithryn.fields import field
from support import Played

TWO = {"Ann": {}, "Bo": {}}


@pytest.mark.rule("rounds.sides")
@pytest.mark.rule("rounds.order")
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


@pytest.mark.rule("rounds.momentum")
def test_a_slow_start_says_nothing_of_the_turn_after() -> None:
    game = Played(field(momentum=False), "roll 2d12 = 1 2\nAnn: end turn").steps(1)
    ann = game.fighter("Ann")
    assert ann.slow_start
    assert ann.actions(game.fight.scene.house) == 2


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


@pytest.mark.rule("rounds.order")
def test_of_sides_alike_the_first_in_the_scenario_acts_first() -> None:
    scenario = field()
    scenario["sides"][1].update(pcs=True, momentum=True)
    assert Played(scenario, "Ann: end turn").steps(1).told("turn")[0]["who"] == "Ann"
    scenario["sides"].reverse()
    assert Played(scenario, "Orc: end turn").steps(1).told("turn")[0]["who"] == "Orc"


@pytest.mark.rule("rounds.momentum-bypass")
def test_who_needs_no_check_is_told() -> None:
    game = Played(field(), "Ann: end turn").steps(1)
    assert game.log()[1] == "Ann needs no check to seize momentum"
    assert game.table.events[1].rules == ("rounds.momentum-bypass",)


@pytest.mark.rule("rounds.momentum")
def test_why_there_is_but_one_action_is_told() -> None:
    game = Played(field(momentum=False), "roll 2d12 = 1 2\nAnn: end turn").steps(1)
    assert "Ann has 1 action (no momentum)" in game.log()
    assert "slow start" in game.fighter("Ann").conditions()


def test_whose_turn_it_is_and_what_is_left_of_it() -> None:
    script = """
        roll 2d12 = 11 12
        roll 2d12 = 1 2
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 1 2
        Bo: help
        roll 2d12 = 1 2
        """
    scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {}, "Cur": {"hp": 1}}, momentum=False)
    game = Played(scenario, script + "GM rules state of Cur = fled | a fright")
    with pytest.raises(OpenQuestionError):
        game.fight.play()
    assert game.fight.turn_order() == [
        {"who": 0, "status": "acting", "left": "1 action"},
        {"who": 1, "status": "waiting", "left": "1 action"},
        {"who": 2, "status": "waiting", "left": "2 actions"},
        {"who": 3, "status": "out", "left": ""},
    ]
    later = Played(scenario, script + "Ann: end turn").steps(1)
    assert [one["status"] for one in later.fight.turn_order()] == [
        "acted",
        "waiting",
        "waiting",
        "waiting",
    ]
