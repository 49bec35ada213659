"""Playouts: what a fight in progress is worth, and every way in which a turn can come out."""

from __future__ import annotations

from math import exp

import pytest

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import OddsCache, OddsTable
from affray.core.playouts import (
    HEALTH,
    STEEPNESS,
    OptionPlayouts,
    PathLimitError,
    Snapshot,
    StateSample,
    TurnOutcomes,
    WinModel,
    health_model,
    health_shares,
    spread_quantile,
    state_row,
)
from affray.core.questions import Ruling
from affray.core.table import LiveTable, Player, Stage, Table
from affray.core.tape import TapeTable, roll_answer
from affray.library import Scenario, load, read_scenario


def duel() -> tuple[Scenario, list[Player], Fight]:
    """Return a duel after its first turn."""
    scenario = load("first-blood")
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    fight = scenario.setup.new_fight(LiveTable(Dice(1, 1), players))
    fight.step()
    return scenario, players, fight


def hurt(fight: Fight, health: int, who: int = 0) -> None:
    """Has a fighter so much health left."""
    name = fight.roster()[who].name
    fight.rule(Ruling("health", name, str(health), "for the test"))


def test_the_row_of_a_state_has_the_health_of_those_who_stand() -> None:
    _, _, fight = duel()
    hurt(fight, 3)
    most = fight.roster()[0].max_health()
    assert state_row(fight)[:2] == [3 / most, 1.0]
    hurt(fight, 0)
    assert state_row(fight)[:2] == [0.0, 0.0]


def test_by_health_alone_whoever_is_ahead_wins_more_often() -> None:
    _, _, fight = duel()
    for who in range(2):
        hurt(fight, fight.roster()[who].max_health(), who)
    model = health_model(fight)
    assert model.chance(fight, 0) == pytest.approx(0.5)
    hurt(fight, 5)
    behind = 5 / fight.roster()[0].max_health() - 1
    assert model.chance(fight, 0) == pytest.approx(1 / (1 + exp(-STEEPNESS * behind)))
    assert model.chance(fight, 0) + model.chance(fight, 1) == pytest.approx(1.0)


def test_with_three_sides_both_others_count_half() -> None:
    raw = load("first-blood").raw()
    third = {**raw["sides"][1], "name": "third"}
    third["fighters"] = [{**third["fighters"][0], "name": "Third"}]
    three = read_scenario({**raw, "sides": [*raw["sides"], third]}, "three")
    model = health_model(three.setup.new_fight(Table(False)))
    assert model.weights[0][1::2] == pytest.approx([STEEPNESS, -STEEPNESS / 2, -STEEPNESS / 2])
    assert model.weights[2][1::2] == pytest.approx([-STEEPNESS / 2, -STEEPNESS / 2, STEEPNESS])


def test_the_weights_of_a_model_are_a_constant_and_two_for_each_fighter() -> None:
    _, _, fight = duel()
    hurt(fight, 4)
    share = 4 / fight.roster()[0].max_health()
    model = WinModel([[0.3, 2.0, -0.7, 0.0, 0.0], [0.0] * 5])
    assert model.chance(fight, 0) == pytest.approx(1 / (1 + exp(-(0.3 + 2 * share - 0.7))))
    assert model.chance(fight, 1) == 0.5
    certain = WinModel([[1e6, 0.0, 0.0, 0.0, 0.0], [-1e6, 0.0, 0.0, 0.0, 0.0]])
    assert certain.chance(fight, 0) == pytest.approx(1.0)
    assert certain.chance(fight, 1) == pytest.approx(0.0)


def test_at_the_end_it_counts_who_won_and_a_little_the_health() -> None:
    scenario, players, fight = duel()
    model = WinModel([[0.0] * 5, [0.0] * 5])
    ahead = health_shares(fight)[0] - health_shares(fight)[1]
    assert model.evaluate(fight, 0) == pytest.approx(0.5 + HEALTH * ahead)
    fight.play()
    winner = int(fight.winner())
    ahead = health_shares(fight)[winner] - health_shares(fight)[1 - winner]
    assert model.evaluate(fight, winner) == pytest.approx(1 + HEALTH * ahead)
    assert model.evaluate(fight, 1 - winner) == pytest.approx(-HEALTH * ahead)
    drawn = scenario.setup.new_fight(LiveTable(Dice(1, 1), players))
    drawn.ended = True
    assert model.evaluate(drawn, 0) == pytest.approx(0.5)


def test_a_sample_has_every_state_between_turns_and_who_won() -> None:
    scenario, players, _ = duel()
    sample = StateSample()
    sample.play(scenario.setup, players, 9, 4)
    fight = scenario.setup.new_fight(LiveTable(Dice(9, 4), players))
    rows = []
    while not fight.is_over():
        rows.append(state_row(fight))
        fight.step()
    assert sample.rows == rows
    assert sample.winners == [int(fight.winner())] * len(rows)


def test_every_way_of_a_turn_is_listed_with_its_odds() -> None:
    _, players, fight = duel()
    model = health_model(fight)
    found = TurnOutcomes(Snapshot(fight, []), players, model, 0, OddsCache(), 1000)
    assert found.values == sorted(found.values)
    assert found.values == [model.evaluate(one, 0) for one in found.fights]
    assert found.cumulative[-1] == pytest.approx(1.0)
    assert len(set(found.values)) > 1

    def value_after(table: Table) -> float:
        after = fight.copy(table)
        after.step()
        return model.evaluate(after, 0)

    odds = OddsTable(players).explore(value_after)
    assert found.mean == pytest.approx(odds.mean(lambda value: float(str(value))), abs=1e-3)
    assert found.at(0.0) == 0
    assert found.at(found.cumulative[0] - 1e-9) == 0
    assert found.at(found.cumulative[0] + 1e-9) == 1
    assert found.at(1.0) == len(found.fights) - 1


def test_more_ways_than_wanted_are_not_listed() -> None:
    _, players, fight = duel()
    model = health_model(fight)
    ways = len(TurnOutcomes(Snapshot(fight, []), players, model, 0, OddsCache(), 1000).fights)
    exact = TurnOutcomes(Snapshot(fight, []), players, model, 0, OddsCache(), ways)
    assert len(exact.fights) == ways
    with pytest.raises(PathLimitError):
        TurnOutcomes(Snapshot(fight, []), players, model, 0, OddsCache(), ways - 1)


def test_quantiles_are_spread_evenly_and_wrap() -> None:
    first = [spread_quantile(number, 0.0) for number in range(8)]
    assert first[:4] == [0.0, 0.5, 0.25, 0.75]
    assert sorted(int(8 * one) for one in first) == list(range(8))
    assert [spread_quantile(number, 0.625) for number in range(4)] == [0.625, 0.125, 0.875, 0.375]


def test_where_all_ways_are_listed_the_luck_of_the_turn_is_taken_off() -> None:
    """Without a turn more every trial comes to the exact mean; without the list they differ."""
    _, players, fight = duel()
    playouts = OptionPlayouts(Snapshot(fight, []), players, health_model(fight), 0, 77)
    assert len(set(playouts.sample_values(0, 0, 20))) > 1
    assert not playouts.list_outcomes(OddsCache(), 1)
    assert len(set(playouts.sample_values(0, 0, 20))) > 1
    assert playouts.list_outcomes(OddsCache(), 1000)
    assert playouts.outcomes is not None
    assert playouts.sample_values(0, 0, 20) == pytest.approx([playouts.outcomes.mean] * 20)
    assert len(set(playouts.sample_values(2, 0, 20))) > 1


def test_with_and_without_the_list_trials_come_to_the_same_on_average() -> None:
    _, players, fight = duel()
    playouts = OptionPlayouts(Snapshot(fight, []), players, health_model(fight), 0, 77)
    sampled = playouts.sample_values(2, 0, 400)
    playouts.list_outcomes(OddsCache(), 1000)
    listed = playouts.sample_values(2, 0, 400)
    assert sum(sampled) / 400 == pytest.approx(sum(listed) / 400, abs=0.03)
    assert spread(listed) < spread(sampled)


def spread(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


def test_every_turn_of_a_trial_has_dice_of_its_own() -> None:
    """Whatever was rolled in the first turn, the second begins with the same dice."""
    _, players, start = duel()
    model = health_model(start)
    playouts = OptionPlayouts(Snapshot(start, []), players, model, 0, 77)
    found = playouts.sample_values(3, 5, 4)
    for number, value in zip(range(5, 9), found, strict=True):
        live = LiveTable(Dice(77, number), players)
        fight = start.copy(live)
        fight.step()
        for turn in range(1, 4):
            live.dice = Dice(77 + turn, number)
            fight.step()
        assert value == model.evaluate(fight, 0)
    assert len(set(found)) > 1


class Throw(Stage):
    """A die, as a stage."""

    def play(self, table: Table) -> int:
        """Roll it."""
        return int(table.roll(1, 6)[0])


class OnlyStages(Table):
    """A table that has stages only as a whole."""

    def __init__(self) -> None:
        super().__init__(False)

    def stage(self, stage: Stage) -> int:
        """Return a fixed result."""
        return 17


def test_after_its_end_a_tape_leaves_stages_to_the_next_table() -> None:
    tape = TapeTable([roll_answer(6, [4])], OnlyStages())
    assert tape.stage(Throw()) == 4
    assert tape.stage(Throw()) == 17
    alone = TapeTable([roll_answer(6, [4])])
    assert alone.stage(Throw()) == 4
