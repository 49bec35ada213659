"""The arena: mirrored fights with common dice, and ratings with intervals."""

from __future__ import annotations

from collections import Counter
from math import log

import numpy as np
import pytest

from affray.core.dice import Dice
from affray.core.problems import InvalidDataError
from affray.core.table import DefaultPlayer, LiveTable
from affray.lab.arena import ELO, Arena, PairingJob, bradley_terry, play_arena
from affray.lab.simulation.batches import batch_ranges
from affray.library import load


def test_each_fight_is_played_from_both_seats_with_the_same_dice() -> None:
    scenario = load("first-blood")
    seated = PairingJob(scenario.toml(), scenario.name, ("simple", "passive"), 3)
    for seat in (0, 1):
        players = seated.make_players(seat, 0)
        assert type(players[seat]) is type(scenario.ruleset.simple_player())
        assert type(players[1 - seat]) is DefaultPlayer
    job = PairingJob(scenario.toml(), scenario.name, ("simple", "simple"), 3)
    found = job.play(0, 12)
    wanted: Counter[tuple[float, float]] = Counter()
    for number in range(12):
        scores = []
        for seat in (0, 1):
            players = job.make_players(seat, 0)
            fight = scenario.setup.new_fight(LiveTable(Dice(3, number), players))
            fight.play()
            winner = fight.winner()
            scores.append(0.5 if winner < 0 else float(winner == seat))
        wanted[scores[0], scores[1]] += 1
    assert found == wanted
    assert len(found) > 1


def test_a_player_is_worth_as_much_as_its_like() -> None:
    scenario = load("first-blood")

    class Twin:
        def __init__(self) -> None:
            self.simple = scenario.ruleset.simple_player()

        def decide(self, fight, question):
            return self.simple.decide(fight, question)

    arena = play_arena(scenario, ["simple", Twin()], 60, workers=1)
    assert arena.score("simple", "Twin") == 0.5, "what a side is worth falls out"
    assert [one.rating for one in arena.ratings()] == pytest.approx([0.0, 0.0], abs=1e-9)
    first = play_arena(scenario, ["simple", "random"], 60, workers=1)
    assert (first.score("simple", "random") or 0.0) > 0.5


def test_it_does_not_matter_how_the_fights_are_parted_nor_who_plays_them() -> None:
    scenario = load("first-blood")
    job = PairingJob(scenario.toml(), scenario.name, ("random", "simple"), 3)
    assert job.play(0, 30) == job.play(0, 10) + job.play(10, 20)
    here = play_arena(scenario, ["random", "simple"], 60, 3, workers=1)
    there = play_arena(scenario, ["random", "simple"], 60, 3, workers=2)
    assert here.results == there.results
    assert here.results["random", "simple"] == job.play(0, 30)
    even = [PairingJob(scenario.toml(), scenario.name, ("random", "random"), n) for n in (3, 4)]
    assert even[0].play(0, 30) != even[1].play(0, 30)


def test_batches_begin_where_the_last_run_ended() -> None:
    assert list(batch_ranges(25, 10)) == [(0, 10), (10, 10), (20, 5)]
    assert list(batch_ranges(25, 10, 7)) == [(7, 3), (10, 10), (20, 5)]
    assert list(batch_ranges(25, 10, 25)) == []


def test_ratings_are_the_logarithms_of_the_odds() -> None:
    """Two strengths differ by the logarithm of the ratio of points, including the added fight."""
    found = Counter({(1.0, 1.0): 60, (0.0, 0.0): 19, (1.0, 0.0): 20})
    strengths, errors = bradley_terry(["a", "b"], lambda one, other: found)
    won, lost = 60 * 2 + 20 + 1, 19 * 2 + 20 + 1
    assert strengths[0] - strengths[1] == pytest.approx(log(won / lost), abs=1e-6)
    assert strengths[0] == pytest.approx(-strengths[1], abs=1e-9)
    assert errors[0] == pytest.approx(errors[1])
    assert ELO * log(10) == pytest.approx(400)


def test_who_has_lost_every_fight_has_a_rating_and_an_interval() -> None:
    arena = Arena(load("first-blood"), ["a", "b"], 0, {("a", "b"): Counter({(1.0, 1.0): 50})})
    best, worst = arena.ratings()
    assert (best.player, best.score, worst.score) == ("a", 1.0, 0.0)
    assert np.isfinite([best.rating, best.low, best.high]).all()
    assert best.low < best.rating < best.high
    assert worst.high < best.low


def test_intervals_hold_the_true_strength_as_often_as_they_say() -> None:
    generator = np.random.default_rng(8)
    truth = np.array([0.6, 0.0, -0.6])
    names = ["a", "b", "c"]
    held = 0
    for _ in range(200):
        drawn = {}
        for one, other in [(0, 1), (0, 2), (1, 2)]:
            chance = 1 / (1 + np.exp(truth[other] - truth[one]))
            scores = (generator.random((80, 2)) < chance).astype(float)
            drawn[names[one], names[other]] = Counter(tuple(row) for row in scores.tolist())
        arena = Arena(load("first-blood"), names, 0, drawn)
        for rating in arena.ratings():
            wanted = ELO * truth[names.index(rating.player)]
            held += rating.low <= wanted <= rating.high
    assert 0.92 < held / 600 < 0.98


def test_common_dice_narrow_the_interval() -> None:
    together = Counter({(1.0, 0.0): 40, (1.0, 1.0): 10})
    apart = Counter({(1.0, 0.0): 10, (1.0, 1.0): 25, (0.0, 0.0): 15})
    errors = []
    for found in (together, apart):
        strengths, error = bradley_terry(["a", "b"], lambda one, other, found=found: found)
        assert strengths[0] > 0
        errors.append(error[0])
    assert errors[0] < errors[1] / 1.5


@pytest.mark.parametrize("players", [[], ["simple"], ["simple", "simple"], ["simple", "clever"]])
def test_what_cannot_be_played_is_said(players: list[str]) -> None:
    with pytest.raises(InvalidDataError):
        play_arena(load("first-blood"), players, 4, workers=1)
