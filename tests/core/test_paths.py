"""Paths: where every way through a turn leads, and what positions have in common."""

from __future__ import annotations

from collections.abc import Hashable

import pytest

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.paths import GOING_ON, PathEnd, PathTable, Position, position_key
from affray.core.questions import Option, Question, Ruling
from affray.core.table import DefaultPlayer, Player
from affray.players.random import RandomPlayer
from lab.feints import PARRY, TAKE, Feints, FeintsFight


class Feinting(Player):
    """Feints, and goes on with a thrust."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        return question.options[-1 if len(question.options) > 2 else 0]


def first_turn(
    free_sides: set[int], players: list[Player] | None = None, cut_off: float = 0.0
) -> tuple[PathTable, Position]:
    """Return a table, and the beginning of a duel of feints."""
    both: list[Player] = [DefaultPlayer(), DefaultPlayer()]
    table = PathTable(players or both, free_sides, None, cut_off)
    return table, Position(Feints(9).new_fight(OddsTable()), 0)


def follow(table: PathTable, position: Position, option: Option | None = None) -> list[PathEnd]:
    return table.follow_all(position, option, {}, lambda: None)


def test_what_is_cut_off_is_left_out_and_what_is_kept_adds_up() -> None:
    """A thrust with three lucky faces is the only way that is rarer than the cut-off.

    A slip does as much harm as with less luck.
    """
    table, start = first_turn(set(), cut_off=1e-4)
    found = follow(table, start)
    assert table.left_out == pytest.approx(1 / 30**3)
    assert sum(one.probability for one in found) == pytest.approx(1 - 1 / 30**3)
    assert len(found) == 3
    table.cut_off = 0.0
    found = follow(table, start)
    assert table.left_out == 0.0
    none, most, slips = (29 / 30) ** 3, 1 / 30**3, 1 / 8
    some = 1 - none - most
    by_harm = [none * slips, none * (1 - slips) + some * slips]
    by_harm += [some * (1 - slips) + most * slips, most * (1 - slips)]
    assert sorted(one.probability for one in found) == pytest.approx(sorted(by_harm))


def test_paths_stop_at_every_choice_of_a_free_side() -> None:
    table, start = first_turn({0, 1})
    (asked,) = follow(table, start)
    position = asked.position
    assert position is not None
    assert (int(position.side), [one.key for one in position.options]) == (
        0,
        ["thrust", "poison", "feint"],
    )
    thrust, _, feint = position.options
    parries = follow(table, position, thrust)
    assert all(one.key is None for one in parries), "in the middle of a thrust nothing merges"
    assert {one.position.side for one in parries if one.position} == {1}
    assert sum(one.probability for one in parries) == pytest.approx(1)
    feints = follow(table, position, feint)
    assert len(feints) == 5, "how well a feint went"
    assert all(one.position and one.position.choices == ("Feint",) for one in feints)


def test_a_choice_is_followed_from_where_it_was_asked() -> None:
    """Dice that had fallen before the choice stay as they were."""
    table, start = first_turn({0, 1})
    begin = follow(table, start)[0].position
    assert begin is not None
    worst = max(follow(table, begin, begin.options[0]), key=lambda one: -one.probability).position
    assert worst is not None
    (taken,) = follow(table, worst, TAKE)
    assert taken.fighters == (("standing", 3), ("standing", 1)), "three lucky faces, and a slip"
    parried = follow(table, worst, PARRY)
    by_health = {one.fighters[1][1]: one.probability for one in parried}
    assert by_health == pytest.approx({3: 4 / 6, 0: 2 / 6})


def test_the_usual_option_comes_first() -> None:
    table, start = first_turn({0}, [Feinting(), DefaultPlayer()])
    position = follow(table, start)[0].position
    assert position is not None
    assert [one.key for one in position.options] == ["feint", "thrust", "poison"]


def test_paths_stop_where_a_fighter_is_asked_what_next_once_dice_have_fallen() -> None:
    table, start = first_turn(set(), [Feinting(), DefaultPlayer()])
    found = follow(table, start)
    assert len(found) == 5
    assert all(one.winner == GOING_ON and not one.position.options for one in found if one.position)
    ends = [one for each in found if each.position for one in follow(table, each.position)]
    assert all(one.position and not one.position.branches for one in ends)


def test_a_player_who_decides_by_chance_is_followed_along_every_choice() -> None:
    table, start = first_turn(set(), [RandomPlayer(1), RandomPlayer(2)])
    found = follow(table, start)
    total = sum(one.probability for one in found)
    assert total == pytest.approx(1)
    waiting = [one for one in found if one.position and one.position.branches]
    assert len(waiting) == 5, "how well a feint went, which is chosen one time in three"
    assert sum(one.probability for one in waiting) == pytest.approx(1 / 3)
    for one in waiting:
        assert one.position is not None
        assert sum(each.probability for each in follow(table, one.position)) == pytest.approx(1)


def test_positions_are_reached_in_their_round() -> None:
    """Poison kills a round or two later."""
    table, start = first_turn({0})
    begin = follow(table, start)[0]
    assert begin.position is not None
    poison = begin.position.options[1]
    later = {int(begin.later + one.later) for one in follow(table, begin.position, poison)}
    assert later == {2, 3}


def test_known_positions_are_not_kept_again() -> None:
    table, start = first_turn(set())
    known: dict[Hashable, int] = {one.key: 0 for one in follow(table, start)}
    assert all(one.position is None for one in table.follow_all(start, None, known, lambda: None))


def test_ends_differ_by_how_fighters_came_out_of_them() -> None:
    def key_of_end(left: int) -> Hashable:
        fight = Feints(9).new_fight(OddsTable())
        assert isinstance(fight, FeintsFight)
        fight.both[0].left, fight.both[1].left = left, 0
        return position_key(fight, None)

    assert key_of_end(1) == key_of_end(1)
    assert key_of_end(1) != key_of_end(2)


def test_limits_are_checked_before_paths_are_followed() -> None:
    def stop() -> None:
        raise TimeoutError

    table, start = first_turn(set())
    with pytest.raises(TimeoutError):
        table.follow_all(start, None, {}, stop)
