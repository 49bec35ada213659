"""The live table: dice, questions with one option, and listeners."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.events import Event, Listener
from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option, Question, Ruling
from affray.core.table import CheckingTable, LiveTable, Player, Table, cut_at
from affray.core.tape import RecordingTable
from affray.library import load

ONE = Option("one", "one", "One")
TWO = Option("two", "two", "Two")


def test_a_pool_is_as_many_single_dice() -> None:
    for count in (0, 1, 2, 3, 4, 9):
        pool, dice = LiveTable(Dice(3, count), []), LiveTable(Dice(3, count), [])
        for sides in (4, 12, 100):
            assert pool.roll(count, sides) == [dice.die(sides) for _ in range(count)]
        assert pool.die(6) == dice.die(6), "as many dice were thrown"


def test_a_pool_of_no_dice_is_no_answer_of_a_tape() -> None:
    table = RecordingTable(LiveTable(Dice(1), []))
    assert table.roll(0, 10) == []
    faces = table.roll(3, 10)
    assert [answer.text() for answer in table.answers] == [
        f"roll 3d10 = {' '.join(map(str, faces))}"
    ]


def test_odds_tell_faces_apart_at_cuts_alone() -> None:
    def hits(table: Table) -> int:
        return sum(face >= 5 for face in table.roll(2, 6, cut_at(5)))

    odds = OddsTable().explore(hits)
    assert odds.probabilities == pytest.approx({0: 4 / 9, 1: 4 / 9, 2: 1 / 9})
    assert odds.paths == 3


class Noting(Player):
    """Gives the first option, and notes the questions."""

    def __init__(self, reads_options: bool) -> None:
        self.does_read = reads_options
        self.asked: list[str] = []

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        self.asked.append(question.kind)
        return ONE

    def reads_options(self) -> bool:
        return self.does_read


class LateQuestion(Question):
    """A question that lists its options when they are read."""

    def __init__(self, options: list[Option]) -> None:
        super().__init__("late", 0, 0, None)
        self.found = options
        self.times_listed = 0

    def list_options(self) -> list[Option]:
        self.times_listed += 1
        return self.found


@pytest.mark.parametrize(
    ("table", "reads", "options", "asked", "listed"),
    [
        (LiveTable, True, [ONE, TWO], 1, 1),
        (LiveTable, True, [ONE], 0, 1),
        (LiveTable, False, [ONE, TWO], 1, 0),
        (LiveTable, False, [ONE], 1, 0),
        (CheckingTable, False, [ONE], 0, 1),
        (CheckingTable, False, [ONE, TWO], 1, 1),
    ],
)
def test_options_are_listed_for_those_who_read_them(
    table: type[LiveTable], reads: bool, options: list[Option], asked: int, listed: int
) -> None:
    player, question = Noting(reads), LateQuestion(options)
    fight = load("causeway").setup.new_fight(table(Dice(1), [player]))
    assert fight.ask(question) is ONE
    assert len(player.asked) == asked
    assert question.times_listed == listed


def test_events_go_to_the_listener() -> None:
    class Hearing(Listener):
        def __init__(self) -> None:
            self.kinds: list[str] = []

        def hear(self, event: Event) -> None:
            self.kinds.append(event.kind)

    listener = Hearing()
    setup = load("causeway").setup
    setup.new_fight(LiveTable(Dice(1), [], None, listener)).tell("round", {"round": 1})
    assert listener.kinds == ["round"]
    assert setup.new_fight(LiveTable(Dice(1), [], None, listener)).has_listener
    assert not setup.new_fight(LiveTable(Dice(1), [])).has_listener
