from collections import Counter
from itertools import product
from math import comb, isclose
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.core.odds import OddsTable, face_bands, multisets
from affray.core.table import Stage, Table, cut_at


@given(st.integers(0, 4), st.integers(1, 7))
def test_multisets_weigh_what_counting_every_order_gives(count: int, sides: int) -> None:
    pool = multisets(count, sides, 0)
    counted = Counter(tuple(sorted(roll)) for roll in product(range(1, sides + 1), repeat=count))
    found = {
        tuple(sorted(faces)): weight for faces, weight in zip(pool.faces, pool.weights, strict=True)
    }
    assert set(found) == set(counted)
    for faces, ways in counted.items():
        assert isclose(found[faces], ways / sides**count, rel_tol=1e-12)


def test_bands_are_cut_where_the_rule_says() -> None:
    assert face_bands(12, cut_at(5) | cut_at(12)) == [(1, 4 / 12), (5, 7 / 12), (12, 1 / 12)]
    assert len(face_bands(6, 0)) == 6


@pytest.mark.parametrize("face", [2, 31, 32, 33, 40, 61, 62])
def test_a_large_die_is_cut_where_it_is_said(face: int) -> None:
    """Compiled, a shifted 1 once had 32 bits: a cut at 40 was one at 8."""
    assert cut_at(face) == 2**face
    assert face_bands(100, cut_at(face)) == [(1, (face - 1) / 100), (face, (101 - face) / 100)]


@pytest.mark.parametrize("face", [63, 64, 90, 100])
def test_above_that_all_faces_are_told_apart(face: int) -> None:
    for cuts in (cut_at(face), cut_at(face) | cut_at(5)):
        assert face_bands(100, cuts) == [(one, 1 / 100) for one in range(1, 101)]


@given(st.integers(1, 4), st.integers(2, 12), st.data())
def test_cuts_change_no_probability(count: int, sides: int, data: st.DataObject) -> None:
    least = data.draw(st.integers(1, sides))

    def hits(table: Table, cuts: int) -> int:
        return sum(face >= least for face in table.roll(count, sides, cuts))

    whole = OddsTable().explore(lambda table: hits(table, 0))
    cut = OddsTable().explore(lambda table: hits(table, cut_at(least)))
    assert cut.paths <= whole.paths
    for outcome, chance in whole.probabilities.items():
        assert isclose(cut.probabilities[outcome], chance, rel_tol=1e-9)


def explode(table: Table, sides: int) -> int:
    total = 0
    while True:
        face = table.die(sides, cut_at(sides))
        total += 1
        if face < sides:
            return total


@pytest.mark.parametrize("sides", [2, 3, 6, 20])
def test_exploding_dice_are_cut_off_and_the_rest_is_bounded(sides: int) -> None:
    odds = OddsTable().explore(lambda table: explode(table, sides))
    assert odds.error < 1e-12
    assert isclose(sum(odds.probabilities.values()) + odds.error, 1, abs_tol=1e-12)
    for throws in range(1, 6):
        assert isclose(odds.probabilities[throws], (1 / sides) ** (throws - 1) * (1 - 1 / sides))


class Counted(Stage):
    played = 0

    def __init__(self, sides: int) -> None:
        self.sides = sides

    def key(self) -> int:
        return self.sides

    def play(self, table: Table) -> int:
        Counted.played += 1
        return int(table.roll(1, self.sides)[0] > 1)


def test_a_stage_is_worked_out_once_for_each_key() -> None:
    Counted.played = 0
    odds = OddsTable().explore(lambda table: sum(table.stage(Counted(6)) for _ in range(3)))
    assert Counted.played == 6
    assert isclose(odds.probabilities[3], (5 / 6) ** 3)
    assert odds.paths == 8


class Sixes(Stage):
    """How many sixes there are, counted without taking a path."""

    sixes: int

    def __init__(self, count: int) -> None:
        self.count: Final = count
        self.sixes = 0

    def key(self) -> int:
        return self.count

    def play(self, table: Table) -> int:
        raise AssertionError("counted stages are not played for odds")

    def distribution(self) -> dict[tuple[object, ...], float]:
        n = self.count
        return {(k,): comb(n, k) * (1 / 6) ** k * (5 / 6) ** (n - k) for k in range(n + 1)}


def test_a_stage_may_count_its_own_odds() -> None:
    def sixes(table: Table) -> int:
        stage = Sixes(3)
        assert table.stage(stage) == 0
        return stage.sixes

    odds = OddsTable().explore(sixes)
    assert odds.paths == 4
    assert odds.probabilities == {
        number: pytest.approx(comb(3, number) * 5 ** (3 - number) / 216) for number in range(4)
    }


class Explosions(Stage):
    """Dice that are rolled again while they show their highest face: the sum of all of them, and
    how many showed a 1 at first."""

    ones: int

    def __init__(self, count: int, sides: int) -> None:
        self.count: Final = count
        self.sides: Final = sides
        self.ones = 0

    def key(self) -> tuple[int, int]:
        return (self.count, self.sides)

    def play(self, table: Table) -> int:
        faces = table.roll(self.count, self.sides)
        self.ones = faces.count(1)
        total = sum(faces)
        for face in faces:
            while face == self.sides:
                face = table.die(self.sides)
                total += face
        return total


class AddedExplosions(Explosions):
    def parts(self) -> list[Stage]:
        one = AddedExplosions(1, self.sides)
        return [one] * self.count if self.count > 1 else []


@pytest.mark.parametrize(("count", "sides"), [(1, 4), (2, 4), (3, 6)])
def test_independent_parts_add_up_to_the_whole(count: int, sides: int) -> None:
    def explode_all(table: Table, kind: type[Explosions]) -> tuple[int, int]:
        stage = kind(count, sides)
        return int(table.stage(stage)), stage.ones

    whole = OddsTable().explore(lambda table: explode_all(table, Explosions))
    added = OddsTable().explore(lambda table: explode_all(table, AddedExplosions))
    assert added.error <= whole.error + 1e-15
    assert isclose(sum(added.probabilities.values()) + added.error, 1, abs_tol=1e-12)
    for outcome, chance in whole.probabilities.items():
        assert isclose(added.probabilities.get(outcome, 0), chance, rel_tol=1e-9, abs_tol=1e-12)
    cut = OddsTable(cut_off=1e-4).explore(lambda table: explode_all(table, AddedExplosions))
    assert cut.error > 0
    assert 1 - 1e-12 <= sum(cut.probabilities.values()) + cut.error < 1 + cut.error


def test_odds_answer_questions_about_their_outcomes() -> None:
    odds = OddsTable().explore(lambda table: table.roll(1, 4)[0])
    assert isclose(odds.mean(lambda face: float(str(face))), 2.5)
    assert isclose(odds.probability(lambda face: face == 4), 0.25)


class Within(Stage):
    """A stage of one die."""

    def key(self) -> str:
        return "within"

    def play(self, table: Table) -> int:
        return int(table.die(6))


class InTheOpen(Stage):
    """A stage that begins with another stage and asks a player."""

    def key(self) -> str:
        return "in the open"

    def asked_sides(self) -> list[int]:
        return [0]

    def play(self, table: Table) -> int:
        return int(table.stage(Within())) * 10 + int(table.die(2))


class FreeTable(OddsTable):
    """An odds table at which side 0 chooses freely."""

    def is_free(self, side: int) -> bool:
        return side == 0


@pytest.mark.parametrize("table", [OddsTable(), FreeTable()])
def test_a_stage_is_not_taken_for_the_one_that_it_begins_with(table: OddsTable) -> None:
    """Where side 0 is free it is played path by path, and so is met again behind its first die."""
    found = table.explore(lambda at: at.stage(InTheOpen())).probabilities
    assert found == pytest.approx(
        {first * 10 + second: 1 / 12 for first in range(1, 7) for second in (1, 2)}
    )
