"""Pools of which one face after the other is looked at: the same dice as `roll`, at every table."""

from __future__ import annotations

import pytest

from affray.core.dice import Dice
from affray.core.odds import OddsTable
from affray.core.table import LiveTable, Table, cut_at
from affray.core.tape import RecordingTable, ScriptedTable


def faces_one_by_one(table: Table, count: int, sides: int) -> list[int]:
    table.begin_roll(count, sides)
    return [int(table.next_face()) for _ in range(count)]


def test_a_live_table_shows_the_faces_that_it_would_roll() -> None:
    for count in (0, 1, 2, 5):
        whole = LiveTable(Dice(3, count), [])
        one_by_one = LiveTable(Dice(3, count), [])
        for sides in (4, 12, 100):
            rolled = whole.roll(count, sides)
            assert faces_one_by_one(one_by_one, count, sides) == rolled
        assert whole.die(6) == one_by_one.die(6), "as many dice were thrown"


def test_a_pool_that_is_shown_face_by_face_is_one_answer_of_a_tape() -> None:
    table = RecordingTable(LiveTable(Dice(1), []))
    shown = faces_one_by_one(table, 3, 10)
    assert [answer.text() for answer in table.answers] == [
        f"roll 3d10 = {' '.join(map(str, shown))}"
    ]
    faces_one_by_one(table, 0, 10)
    assert len(table.answers) == 1, "no dice, no answer"
    again = ScriptedTable("\n".join(answer.text() for answer in table.answers))
    assert faces_one_by_one(again, 3, 10) == shown
    assert not again.answers_left()


def test_a_second_pool_begins_with_its_first_face() -> None:
    table = ScriptedTable("roll 2d6 = 5 2\nroll 1d6 = 4")
    assert faces_one_by_one(table, 2, 6) == [5, 2]
    assert faces_one_by_one(table, 1, 6) == [4]


def test_odds_take_every_way_that_a_pool_can_fall() -> None:
    def hits(table: Table) -> int:
        table.begin_roll(2, 6, cut_at(5))
        return sum(table.next_face() >= 5 for _ in range(2))

    odds = OddsTable().explore(hits)
    assert odds.probabilities == pytest.approx({0: 4 / 9, 1: 4 / 9, 2: 1 / 9})
    assert odds.paths == 3, "faces are told apart at the cut alone"


# --- pools that are counted ---


def counted(faces: list[int], sides: int, least: int, sets_ones_apart: bool) -> tuple[int, ...]:
    """What is counted of faces, one after the other."""
    left = [face for face in faces if face != 1 or not sets_ones_apart]
    enough = [face for face in left if face >= least]
    return len(enough), enough.count(sides), len(faces) - len(left)


@pytest.mark.parametrize("sets_ones_apart", [False, True])
def test_every_table_counts_the_faces_that_it_would_roll(sets_ones_apart: bool) -> None:
    for count in (0, 1, 3, 40):
        for sides, least in ((6, 1), (6, 4), (10, 10), (12, 13), (100, 2)):
            faces = LiveTable(Dice(3, count), []).roll(count, sides)
            wanted = counted(faces, sides, least, sets_ones_apart)
            live = LiveTable(Dice(3, count), [])
            assert live.count_faces(count, sides, least, sets_ones_apart) == wanted
            assert live.die(6) == after_roll(count, sides), "as many dice were thrown"
            recording = RecordingTable(LiveTable(Dice(3, count), []))
            assert recording.count_faces(count, sides, least, sets_ones_apart) == wanted
            assert recording.faces_counted() == faces
            wordy = LiveTable(Dice(3, count), [])
            wordy.wants_words = True
            assert wordy.count_faces(count, sides, least, sets_ones_apart) == wanted
            assert wordy.faces_counted() == faces


def test_every_table_tallies_the_faces_that_it_would_roll() -> None:
    for count in (0, 1, 3, 40, 255):
        for sides in (1, 4, 6, 7):
            faces = LiveTable(Dice(3, count), []).roll(count, sides)
            wanted = sum(faces.count(face) << 8 * (face - 1) for face in range(1, sides + 1))
            live = LiveTable(Dice(3, count), [])
            assert live.tally_faces(count, sides) == wanted
            assert live.die(6) == after_roll(count, sides), "as many dice were thrown"
            recording = RecordingTable(LiveTable(Dice(3, count), []))
            assert recording.tally_faces(count, sides) == wanted
            assert [list(answer.faces) for answer in recording.answers if count] == [faces] * bool(
                count
            )


def after_roll(count: int, sides: int) -> int:
    """What a die shows after a pool."""
    table = LiveTable(Dice(3, count), [])
    table.roll(count, sides)
    return int(table.die(6))


def test_odds_tell_faces_apart_only_as_they_are_counted() -> None:
    odds = OddsTable().explore(lambda table: table.count_faces(2, 6, 5, False))
    assert odds.probabilities[(0, 0, 0)] == pytest.approx(16 / 36)
    assert odds.probabilities[(2, 1, 0)] == pytest.approx(2 / 36)
    assert odds.paths == 6
    with_ones = OddsTable().explore(lambda table: table.count_faces(2, 6, 5, True))
    assert with_ones.probabilities[(0, 0, 2)] == pytest.approx(1 / 36)
    assert with_ones.paths == 10
