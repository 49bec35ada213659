import pytest

from affray.api import load, play, replay
from affray.core.fight import Fight
from affray.core.problems import InvalidDataError
from affray.core.questions import Option, Question, Ruling
from affray.core.table import IllegalAnswerError, Player
from affray.core.tape import (
    RecordingTable,
    TapeError,
    TapeTable,
    parse_answer,
    parse_tape,
    roll_answer,
    ruling_answer,
)
from affray.library import load as load_scenario
from support import Played


def a_tape() -> str:
    return play(load_scenario("first-blood"), 3).tape().text()


def test_answers_read_as_they_are_written() -> None:
    for text in (
        "roll 3d12 = 5 8 12",
        "Brigand Leader: attack Kael with broadsword",
        "GM rules health of Brigand Leader = 3 | a stone, of all things",
    ):
        assert parse_answer(text, 1).text() == text
    assert roll_answer(6, [1, 2]).text() == "roll 2d6 = 1 2"
    assert (
        ruling_answer(Ruling("state", "Orc", "fled", "why")).text()
        == "GM rules state of Orc = fled | why"
    )


def test_the_header_has_the_whole_scenario_and_what_made_it() -> None:
    tape = parse_tape(a_tape())
    assert 'title = "First blood"' in tape.scenario
    assert (tape.ruleset, tape.revision, tape.seed) == ("mithryn", 2, "3")
    assert tape.dice == "sfc32-1"


def test_a_replay_is_the_fight_to_the_byte() -> None:
    fight = load("the-old-fort").fight(seed=9)
    again = replay(fight.tape().text())
    assert again.data()["events"] == fight.data()["events"]
    assert again.tape().text() == fight.tape().text()


def test_a_shorter_tape_is_the_fight_so_far() -> None:
    text = a_tape()
    shorter = "\n".join(text.split("\n")[:-6]) + "\n"
    so_far = replay(shorter)
    assert not so_far.fight.is_over()
    assert so_far.data()["winner"] is None


@pytest.mark.parametrize(
    ("line", "changed", "said"),
    [
        (
            "roll 2d12",
            "roll 3d12 = 1 1 1",
            "the rules rolled 2d12, the tape has 'roll 3d12 = 1 1 1'",
        ),
        ("roll 2d12", "roll 2d12 = 1 13", "a d12 cannot show 13"),
        ("roll 2d12", "roll 2d12 = 0 5", "a d12 cannot show 0"),
        ("roll 2d12", "roll 2d12 = 1", "2 dice were rolled but 1 are listed"),
        ("Ansa: ", "Ansa: fly away", "to choose among 'attack Torben with broadsword'"),
        ("Ansa: ", "Torben: end turn", "the rules asked Ansa"),
        ("Ansa: ", "what is this", "is no answer"),
        ("Ansa: ", "Ansa: end turn\x1b[2J", "holds control characters"),
        ("roll 2d12", "roll 2d12 = 1 ²", "is no answer"),
        ("ruleset ", "ruleset mithryn ²", "should be like 'ruleset mithryn 1'"),
        ("ruleset ", "ruleset mithryn " + "1" * 30, "should be like 'ruleset mithryn 1'"),
        ("Ansa: ", "GM rules health of Nobody = 3 | why", "nobody here is called 'Nobody'"),
        ("Ansa: ", "GM rules mood of Ansa = grim | why", "health, place, condition"),
    ],
)
def test_a_tape_that_does_not_fit_says_the_line_and_both_sides(
    line: str, changed: str, said: str
) -> None:
    lines = a_tape().split("\n")
    number = next(n for n, one in enumerate(lines) if one.startswith(line))
    lines[number] = changed
    with pytest.raises((InvalidDataError, Exception)) as raised:
        replay("\n".join(lines), "my.tape")
    assert said in str(raised.value)
    if "GM rules" not in changed and not changed.startswith("ruleset"):
        assert f"line {number + 1}" in str(raised.value)


def test_answers_left_over_fail() -> None:
    with pytest.raises(TapeError, match="the fight is over"):
        Played(
            "first-blood", "\n".join(a_tape().split("answers\n")[1].split("\n")) + "Ansa: end turn"
        ).to_the_end()


@pytest.mark.parametrize(
    "bad", ["\x00", "\x1b", "\x7f", "\x9b", "\u2028", "\u202e", "\u2066", "\ud800"]
)
def test_what_a_terminal_would_obey_is_no_answer(bad: str) -> None:
    good = "GM rules health of Ansa = 3 | a stone, “quoted” – née Ω 石 \u00a0"
    assert parse_answer(good, 1).text() == good
    with pytest.raises(TapeError, match="control characters"):
        parse_answer(good + bad, 1)


@pytest.mark.parametrize("face", [0, 7, 99])
def test_percentile_dice_run_from_00_to_99_on_a_tape(face: int) -> None:
    answer = parse_answer(f"roll d% = {face:02d}", 1)
    assert answer.is_roll()
    assert answer.text() == f"roll d% = {face:02d}"
    assert TapeTable([answer]).die(100) == face + 1
    kept = RecordingTable(TapeTable([answer]))
    assert kept.die(100) == face + 1
    assert kept.answers[0].text() == answer.text()


def test_a_die_of_100_sides_is_written_as_percentile_dice() -> None:
    by_hand = TapeTable([parse_answer("roll 1d100 = 8", 1)])
    assert by_hand.die(100) == 8
    assert parse_answer("roll 1d100 = 8", 1).text() == "roll d% = 07"
    assert parse_answer("roll 2d100 = 8 100", 1).text() == "roll 2d100 = 8 100"
    with pytest.raises(TapeError, match="rolled d%, the tape has 'roll 1d10 = 8'"):
        TapeTable([parse_answer("roll 1d10 = 8", 1)]).die(100)
    with pytest.raises(TapeError, match="is no answer"):
        parse_answer("roll d% = 100", 1)


class Ruler(Player):
    """A player that repeats one ruling a number of times, then answers."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.count = 0

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.count += 1
        if self.count <= self.most:
            return Ruling("health", fight.roster()[0].name, "3", "so be it")
        return question.default_option()


def test_a_player_that_only_rules_is_stopped() -> None:
    scenario = load_scenario("first-blood")
    name = scenario.sides[0]
    play(scenario, 1, {name: Ruler(900)})
    with pytest.raises(IllegalAnswerError, match="gave 1000 rulings instead of an answer"):
        play(scenario, 1, {name: Ruler(10**9)})
