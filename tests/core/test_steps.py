"""A step taken apart: ways are merged where nothing else matters, and nobody is asked twice."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

import pytest

from affray.core.fight import Fight, Fighter, Heading, Setup
from affray.core.odds import OddsTable
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import Transient
from affray.core.steps import (
    ReachedState,
    StepPausedError,
    StepTable,
    TooManyPathsError,
    is_pause,
    question_key,
)
from affray.core.table import Player, Table

STOP: Final = Option("stop", "stop", "Stop")
GO_ON: Final = Option("go on", "go on", "Go on")


class Counter(Fighter):
    """Somebody who throws dice and keeps their sum."""

    sum: int

    def __init__(self, index: int) -> None:
        super().__init__(index, index, f"counter {index}")
        self.sum = 0

    def state(self) -> str:
        return "standing"

    def health(self) -> int:
        return self.sum


class DiceSetup(Setup):
    """A fight in which a step is some dice, one after the other."""

    def __init__(self, throws: int, asks: bool) -> None:
        super().__init__(Heading("dice", "Dice", ["one"], 100), ["one"], {})
        self.throws: Final = throws
        self.asks: Final = asks

    def new_fight(self, table: Table) -> Fight:
        return DiceFight(self, table)


class DiceFight(Fight):
    """Throws dice one after the other; after each it says that only their sum matters, or it asks
    whether to go on."""

    dice: Final[DiceSetup]
    counter: Final[Counter]
    thrown: Transient[int]

    def __init__(self, setup: DiceSetup, table: Table) -> None:
        counter = Counter(0)
        super().__init__(setup, table, [counter])
        self.dice = setup
        self.counter = counter
        self.thrown = 0

    def step(self) -> None:
        self.thrown = 0
        for _ in range(self.dice.throws):
            self.turns += 1
            self.counter.sum += int(self.table.die(2))
            self.thrown += 1
            if self.dice.asks:
                question = Question("more", 0, 0, [STOP, GO_ON], asked_again=True)
                if self.ask(question) is STOP:
                    break
            elif self.table.merges_ways:
                self.table.merge_ways(self, ("thrown",))
        self.thrown = 0
        self.round += 1


class Asked(Player):
    """Goes on until the sum is 5, and counts how often it was asked."""

    def __init__(self, chance: float = 0.0) -> None:
        self.times = 0
        self.chance = chance

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, DiceFight)
        self.times += 1
        if self.chance:
            table = fight.table
            assert isinstance(table, OddsTable)
            return [STOP, GO_ON][table.choose([1 - self.chance, self.chance])]
        return STOP if fight.counter.sum >= 5 else GO_ON


def watch() -> None:
    """Has all the time there is."""


def follow_all(
    table: StepTable, start: Fight, most_paths: int = 0
) -> list[tuple[ReachedState, float]]:
    """Every state that a step leads to, with its probability."""
    found = table.follow_all(start, 0, watch, most_paths, {})
    numbered = zip(found.targets, found.probabilities, strict=True)
    return [(found.new[number], probability) for number, probability in numbered]


def follow(table: StepTable, start: Fight, state: ReachedState | None = None) -> dict[int, float]:
    """The sums that a step ends with, each with its probability, by way of all states on the way."""
    ways, answers = ([], []) if state is None else (state.ways, state.answers)
    table.go_to(ways, answers)
    found: dict[int, float] = {}
    for one, likely in follow_all(table, start):
        assert isinstance(one.fight, DiceFight)
        later = {one.fight.counter.sum: 1.0}
        if one.in_step:
            later = follow(table, start, one)
        for total, probability in later.items():
            found[total] = found.get(total, 0.0) + likely * probability
    return found


def whole_step(start: Fight, players: list[Player]) -> dict[object, float]:
    """The same from every path through the whole step."""

    def play(table: Table) -> int:
        fight = start.copy(table)
        fight.step()
        assert isinstance(fight, DiceFight)
        return fight.counter.sum

    return dict(OddsTable(players).explore(play).probabilities)


def dice(throws: int, asks: bool = False) -> Fight:
    return DiceSetup(throws, asks).new_fight(OddsTable())


@pytest.mark.parametrize("merges", [False, True])
@pytest.mark.parametrize("asks", [False, True])
def test_pieces_come_to_the_same_as_the_whole(asks: bool, merges: bool) -> None:
    start = dice(4, asks)
    table = StepTable([Asked()])
    table.merges_ways = merges
    assert follow(table, start) == pytest.approx(whole_step(start, [Asked()]))


def test_ways_to_the_same_state_are_one() -> None:
    """From the second die on 1 and 2 is the same as 2 and 1; without merging they are not."""
    start = dice(2)
    table = StepTable([])
    table.go_to([], [])
    first = [one for one, _ in follow_all(table, start)]
    assert [one.in_step for one in first] == [True, True]
    table.go_to(first[0].ways, first[0].answers)
    keys = {one.key for one, _ in follow_all(table, start)}
    table.go_to(first[1].ways, first[1].answers)
    others = {one.key for one, _ in follow_all(table, start)}
    assert len(keys) == len(others) == 2
    assert len(keys & others) == 1
    table.merges_ways = False
    table.go_to([], [])
    assert [one.in_step for one, _ in follow_all(table, start)] == [False] * 3


def test_what_is_counted_keeps_no_ways_apart_and_what_is_transient_does() -> None:
    one, other = dice(2), dice(2)
    other.turns = 7
    assert one.key_in_step() == other.key_in_step()
    assert isinstance(other, DiceFight)
    other.thrown = 1
    assert one.key_in_step() != other.key_in_step()
    assert one.key_without_rounds() == other.key_without_rounds()


def test_nobody_is_asked_twice_on_the_same_way() -> None:
    """Four dice after an answer are sixteen paths, and one question to the player of the first."""
    player = Asked()
    start = dice(5, asks=True)
    table = StepTable([player])
    table.merges_ways = False
    table.go_to([], [])
    follow_all(table, start)
    once = player.times
    other = Asked()
    whole_step(start, [other])
    assert once < other.times
    # asked once where ways part: after each throw that did not end it
    assert once == len(set(histories(5)))


def histories(throws: int) -> list[tuple[int, ...]]:
    """The throws before each question."""
    found: list[tuple[int, ...]] = [()]
    asked = []
    for _ in range(throws):
        found = [(*one, face) for one in found for face in (1, 2)]
        asked.extend(found)
        found = [one for one in found if sum(one) < 5]
    return asked


def test_one_who_answers_by_chance_is_followed_along_every_answer() -> None:
    start = dice(3, asks=True)
    table = StepTable([Asked(0.25)])
    found = follow(table, start)
    assert found == pytest.approx(whole_step(start, [Asked(0.25)]))
    assert found[1] == pytest.approx(0.375)


class CountedSetup(DiceSetup):
    """Counts its fights."""

    made = 0

    def new_fight(self, table: Table) -> Fight:
        self.made += 1
        return super().new_fight(table)


def test_a_fight_that_is_not_kept_is_played_again() -> None:
    """A fight is kept for each of three sums. From then on one is enough for all paths, as long as
    they are of the same setup."""
    setup = CountedSetup(2, False)
    start = setup.new_fight(OddsTable())
    table = StepTable([])
    table.merges_ways = False
    known: dict[Hashable, int] = {}
    made = []
    for _ in range(3):
        before = setup.made
        table.go_to([], [])
        found = table.follow_all(start, 0, watch, 0, known)
        assert sum(found.probabilities) == 1
        made.append(setup.made - before)
    assert made == [3, 1, 0]
    other = CountedSetup(2, False)
    table.go_to([], [])
    table.follow_all(other.new_fight(OddsTable()), 0, watch, 0, known)
    assert other.made == 2  # to start with, and to play


@pytest.mark.parametrize("merges", [False, True])
def test_keys_share_the_parts_they_have_in_common(merges: bool) -> None:
    """The fight's own part is the same in all keys, and equal fighters are one and the same."""
    start = dice(2)
    table = StepTable([])
    table.merges_ways = merges
    table.go_to([], [])
    keys = [one.key for one, _ in follow_all(table, start)]
    table.go_to([], [])
    again = [one.key for one, _ in follow_all(table, start)]
    assert keys == again
    assert len(set(keys)) == len(keys) > 1
    for one, other in zip(keys, again, strict=True):
        own, fighters = one[1] if merges else one  # type: ignore[index]
        other_own, other_fighters = other[1] if merges else other  # type: ignore[index]
        assert own is other_own
        assert fighters[0] is other_fighters[0]


def test_too_many_paths_are_not_followed() -> None:
    start = dice(3)
    table = StepTable([])
    table.merges_ways = False
    table.go_to([], [])
    assert sum(likely for _, likely in follow_all(table, start, 8)) == 1
    table.go_to([], [])
    known = {"known": 0}
    with pytest.raises(TooManyPathsError):
        table.follow_all(start, 0, watch, 7, known)
    assert known == {"known": 0}


def test_what_looks_far_too_long_is_soon_given_up() -> None:
    """Twelve dice are 4,096 paths: that is seen after a few. Six are 64, of which none is missed."""
    table = StepTable([])
    table.merges_ways = False
    table.go_to([], [])
    with pytest.raises(TooManyPathsError):
        table.follow_all(dice(12), 0, watch, 100, {})
    assert table.paths < 20
    table.go_to([], [])
    assert sum(table.follow_all(dice(6), 0, watch, 64, {}).probabilities) == 1


def test_what_is_known_keeps_its_number_and_what_is_new_has_the_next() -> None:
    start = dice(2)
    table = StepTable([])
    table.merges_ways = False
    table.go_to([], [])
    known: dict[Hashable, int] = {}
    first = table.follow_all(start, 0, watch, 0, known)
    assert sorted(known.values()) == [0, 1, 2] == sorted(first.targets)
    assert first.rounds == [1, 1, 1]
    table.go_to([], [])
    again = table.follow_all(start, 0, watch, 0, known)
    assert (again.new, again.targets) == ([], first.targets)
    assert again.probabilities == first.probabilities


@pytest.mark.parametrize("merges", [False, True])
def test_a_state_is_found_again_by_the_ways_that_led_to_it(merges: bool) -> None:
    start = dice(3, asks=True)
    table = StepTable([Asked(0.25)])
    table.merges_ways = merges
    table.go_to([], [])
    assert table.follow_all(start, 0, watch, 0, {}).trails == []
    table.keeps_trails = True
    table.go_to([], [])
    found = table.follow_all(start, 0, watch, 0, {})
    assert len(found.new) > 1
    for one, trail in zip(found.new, found.trails, strict=True):
        table.go_to([], [])
        again = table.follow_given(start, trail)
        assert (again.key, again.in_step) == (one.key, one.in_step)
        assert again.answers == one.answers
        assert again.fight.key_in_step() == one.fight.key_in_step()


def test_whoever_watches_may_end_it() -> None:
    def stop() -> None:
        raise TimeoutError

    table = StepTable([])
    table.go_to([], [])
    with pytest.raises(TimeoutError):
        table.follow_all(dice(3), 0, stop, 0, {})


def test_a_pause_is_where_one_is_asked_anew_and_about_nobody() -> None:
    def asked(again: bool, about: int) -> Question:
        return Question("more", 0, 0, [STOP, GO_ON], about, asked_again=again)

    assert is_pause(asked(True, NOBODY))
    assert not is_pause(asked(False, NOBODY))
    assert not is_pause(asked(True, 1))
    assert question_key(asked(True, NOBODY)) == ("more", 0)


def test_a_table_that_merges_nothing_hears_of_it_without_a_word() -> None:
    start = dice(2)
    table = OddsTable()
    assert not table.merges_ways
    table.merge_ways(start, ("anything",))
    merging = StepTable([])
    merging.merge_ways(start, ("no dice have fallen",))
    merging.depth = 1
    with pytest.raises(StepPausedError):
        merging.merge_ways(start, ("now they have",))
