"""A ruling in the middle of a question, whichever it is."""

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, IllegalAnswerError, LiveTable, Player, Table
from affray.core.tape import RecordingTable
from affray.library import load
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


class Cheat(Player):
    """Answers with an option of its own making, one that the scenario has but the question has not,
    or an honest one."""

    def __init__(self, how: str) -> None:
        self.how = how

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        honest = question.default_option()
        if question.kind != "turn" or self.how == "honest":
            return honest
        if self.how == "made up":
            return Option(honest.kind, honest.key, honest.text)
        for option in fight.attacks(question.who):
            if option not in question.options:
                return option
        return honest


@pytest.mark.parametrize("how", ["made up", "not there"])
@pytest.mark.parametrize("recorded", [True, False])
def test_an_answer_that_is_no_option_is_refused_before_it_is_kept(how: str, recorded: bool) -> None:
    setup = load("causeway").setup

    def table_for(how: str) -> Table:
        players: list[Player] = [Cheat(how), Cheat("honest")]
        if recorded:
            return RecordingTable(LiveTable(Dice(3), players))
        return CheckingTable(Dice(3), players)

    honest = table_for("honest")
    for _ in range(4):
        fight = setup.new_fight(honest)
        fight.step()
    table = table_for(how)
    with pytest.raises(IllegalAnswerError, match=r"which is none of the .* options"):
        setup.new_fight(table).play()
    if isinstance(table, RecordingTable):
        assert all(answer.is_roll() or answer.choice.startswith("act ") for answer in table.answers)
