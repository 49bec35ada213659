"""A ruling in the middle of a question, whichever it is."""

from rulebook.mithryn.fields import field
from support import Played


def test_a_question_with_one_option_is_not_asked() -> None:
    game = Played(field(), "Ann: end turn").steps(1)
    assert [answer.text() for answer in game.table.answers] == ["Ann: end turn"]


def test_a_ruling_on_a_turn_lists_its_options_anew() -> None:
    script = "GM rules gear of Ann = unarmed | fists\nGM rules place of Ann = b | thrown\nAnn: move a\nAnn: end turn"
    game = Played(field(zones="a-b"), script).steps(1)
    assert game.fighter("Ann").zone == 0


def test_a_ruling_while_one_may_react_asks_again() -> None:
    script = """
        heroes: act Ann
        Ann: end turn
        Bo: end turn
        Orc: attack Ann with short-sword
        GM rules health of Ann = 2 | a stumble
        Bo: interpose
        roll 2d12 = 1 2
        Orc: end turn
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(3)
    assert game.fighter("Ann").hit_points == 2
    assert game.fighter("Bo").reacted


def test_a_ruling_that_takes_away_the_choice_decides_it() -> None:
    scenario = field({"Ann": {}, "Bo": {}})
    script = "GM rules state of Ann = fled | enough\nBo: end turn"
    game = Played(scenario, script).steps(1)
    assert game.told("turn")[0]["who"] == "Bo"
