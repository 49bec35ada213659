"""Questions and answers: rulings in the middle of one, words with one, who is there to be asked."""

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.ruleset import Ruleset
from affray.core.table import (
    NO_OPINION,
    CheckingTable,
    IllegalAnswerError,
    LiveTable,
    Player,
    Table,
)
from affray.core.tape import RecordingTable, TapeTable
from affray.lab.simulation import simulate
from affray.library import load, parse
from affray.players import game_master_named
from affray.rulesets.mithryn.files import MithrynScenario, prepare
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


HELP = Option("help", "help", "Help", takes_words=True)
NO = Option("no", "no", "Do nothing")


def test_an_option_may_be_given_with_words() -> None:
    question = Question("help", 0, 0, [NO, HELP])
    plain = question.option("help")
    assert plain is HELP
    assert plain.words() == ""
    said = question.option("help | sand in his eyes | twice")
    assert said is not None
    assert said.words() == "sand in his eyes | twice"
    assert said.key == "help | sand in his eyes | twice"
    assert said.without_words() is HELP


@pytest.mark.parametrize("key", ["no | why not", "help | ", "help | a\tb", "help | " + "x" * 201])
def test_words_where_none_are_taken_are_no_answer(key: str) -> None:
    question = Question("help", 0, 0, [NO, HELP])
    assert question.option(key) is None
    assert question.option("help | " + "x" * 200) is not None


def test_words_given_with_an_option_are_kept_on_the_tape() -> None:
    setup = load("causeway").setup

    class Speaker(Player):
        def decide(self, fight: Fight, question: Question) -> Option | Ruling:
            found = question.option("help | a shout")
            assert found is not None
            return found

    question = Question("help", 0, 0, [NO, HELP])
    table = RecordingTable(LiveTable(Dice(1), [Speaker()]))
    fight = setup.new_fight(table)
    assert fight.ask(question).words() == "a shout"
    assert [answer.text() for answer in table.answers] == ["Kael: help | a shout"]
    again = setup.new_fight(TapeTable(table.answers))
    assert again.ask(question).words() == "a shout"


def test_a_scenario_says_whether_there_is_a_game_master_and_so_does_its_tape() -> None:
    alone = load("causeway")
    assert not alone.setup.has_game_master
    judged = alone.with_game_master()
    assert judged.setup.has_game_master
    assert parse(judged.toml(), "tape").setup.has_game_master
    assert not judged.with_game_master(False).setup.has_game_master
    assert judged.with_game_master() is judged


def test_a_ruleset_without_a_game_master_of_its_own_takes_defaults() -> None:
    class Coins(Ruleset, revision=1, scenario=MithrynScenario, prepare=prepare, player=Player):
        pass

    question = Question("judge", -1, 0, [NO, HELP], default=1)
    fight = load("causeway").setup.new_fight(LiveTable(Dice(1), []))
    assert Coins().simple_game_master().decide(fight, question) is HELP


def test_game_masters_have_names() -> None:
    mithryn = load("causeway").ruleset
    for name in ("simple", "passive", "random"):
        assert isinstance(game_master_named(name, mithryn), Player)
    with pytest.raises(InvalidDataError, match="there is no game master 'simpel'"):
        game_master_named("simpel", mithryn)


class Ruler(Player):
    """Ends every fight by a ruling of its own."""

    def __init__(self, looks_back: bool = False) -> None:
        self.looks_back = looks_back

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        enemy = next(one for one in fight.roster() if one.side != question.side)
        return Ruling("state", enemy.name, "dead", "because I say so")

    def needs_tape(self) -> bool:
        return self.looks_back


@pytest.mark.parametrize("looks_back", [True, False])
@pytest.mark.parametrize("detailed", [0, 2])
def test_a_side_gives_no_rulings(looks_back: bool, detailed: int) -> None:
    scenario = load("causeway")
    players = {scenario.sides[0]: Ruler(looks_back)}
    with pytest.raises(IllegalAnswerError, match="only the game master may give a ruling"):
        simulate(scenario, 2, players=players, detailed_fights=detailed, workers=1)


class Sorter(Player):
    """Sorts and empties the options before it takes one."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        options = question.options
        chosen = question.default_option()
        options.sort(key=lambda one: one.text, reverse=True)
        while options:
            options.pop()
        return chosen


@pytest.mark.parametrize("name", ["causeway", "burning-tower"])
def test_what_a_player_does_to_its_list_of_options_changes_no_other_fight(name: str) -> None:
    def tape(player: Player) -> list[str]:
        scenario = load(name)
        table = RecordingTable(LiveTable(Dice(5), [player, NO_OPINION]))
        scenario.setup.new_fight(table).play()
        return [answer.text() for answer in table.answers]

    before = tape(NO_OPINION)
    assert tape(Sorter()) == before
    assert tape(NO_OPINION) == before
