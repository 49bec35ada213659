"""The odds of a hit against arithmetic of another kind: dice as plain lists of chances."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from icepool import Die, d

from affray.core.dice import Dice
from affray.core.odds import OddsCache, OddsTable
from affray.core.table import LiveTable, Table
from affray.library import load
from affray.rulesets.olde.dice import EffectRoll, OpposedAttempt
from conftest import compiled
from rulebook.olde.fields import field
from support import Played, scenario_of

STATS = range(2, 19)
ADJUSTMENTS = range(-6, 7) if compiled() else (-6, 1, 6)
"""All of them; uncompiled, where it takes long, the ends and a middle."""
LONGEST = 900
"""No check of any weight comes to more than this."""

ABOVE_12 = {
    13: (2, 12, 1),
    14: (2, 12, 2),
    15: (3, 10, 0),
    16: (3, 10, 1),
    17: (3, 12, -1),
    18: (3, 12, 0),
}


def one_die(rank: int) -> np.ndarray:
    """Return the chance of each total of one exploding die, worked out from below: a total above the
    rank is the rank and then a total that is so much less."""
    sides = rank + rank % 2
    chances = np.zeros(LONGEST)
    for total in range(1, LONGEST):
        faces = 0.0
        if total < rank:
            faces = 2.0 if rank % 2 and total == (rank + 1) // 2 else 1.0
        chances[total] = faces / sides
        if total > rank:
            chances[total] += chances[total - rank] / sides
    return chances


@cache
def check(rank: int) -> tuple[np.ndarray, int]:
    """Return the chances of the dice of a check, and what is added to them."""
    count, die, added = ABOVE_12.get(rank, (2, rank, 0))
    chances = np.ones(1)
    for _ in range(count):
        chances = np.convolve(chances, one_die(die))
    return chances, added


def chance_to_hit(defender: int, attacker: int, adjustment: int) -> float:
    defends, defense_added = check(defender)
    attacks, attack_added = check(attacker)
    reaching = np.concatenate([np.cumsum(attacks[::-1])[::-1], [0.0]])
    needed = np.arange(len(defends)) + defense_added - attack_added - adjustment
    return float(np.sum(defends * reaching[np.clip(needed, 0, len(attacks))]))


@pytest.mark.rule("attack.check")
@pytest.mark.parametrize("defender", STATS)
def test_the_chance_to_hit_is_exact_for_all_stats_and_adjustments(defender: int) -> None:
    cache = OddsCache()
    for attacker in STATS:
        for adjustment in ADJUSTMENTS:

            def make_attack(table: Table, mine: int = attacker, adjusts: int = adjustment) -> bool:
                attempt = OpposedAttempt(defender, 0, mine, adjusts, -1, 0)
                table.stage(attempt)
                return bool(attempt.margin >= 0)

            odds = OddsTable(cache=cache).explore(make_attack)
            expected = chance_to_hit(defender, attacker, adjustment)
            assert abs(odds.probabilities.get(True, 0.0) - expected) < 1e-9, (attacker, adjustment)
            assert odds.error < 1e-11


@pytest.mark.rule("dice.explode", "dice.odd")
@pytest.mark.parametrize("rank", [3, 4, 7, 10])
def test_the_dice_are_those_of_icepool_too(rank: int) -> None:
    sides = rank + rank % 2
    die: Die[int] = d(sides).map(lambda face: face if face <= rank else (rank + 1) // 2)
    exploding = die.explode({rank}, depth=40)
    pool = 2 @ exploding

    def made(table: Table) -> int:
        attempt = OpposedAttempt(0, 0, rank, 0, -1, 0, True)
        table.stage(attempt)
        return int(attempt.made)

    odds = OddsTable().explore(made)
    for total in range(2, 60):
        expected = float(pool.probability("==", total))
        assert abs(odds.probabilities.get(total, 0.0) - expected) < 1e-9


@pytest.mark.rule("attack.check")
@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("ranks", [(0, 8), (7, 2), (4, 5), (0, 15)])
def test_what_is_counted_is_what_taking_every_path_gives(
    ranks: tuple[int, int], keeps: bool
) -> None:
    """The stage as the odds see it, and played along every path of the dice."""
    found = []
    for counts in (True, False):

        def results(table: Table, counts: bool = counts) -> tuple[int, int]:
            attempt = OpposedAttempt(ranks[0], 3, ranks[1], 4, -2, 3, keeps)
            if counts:
                table.stage(attempt)
            else:
                attempt.play(table)
            return int(attempt.margin), int(attempt.made)

        found.append(OddsTable(cut_off=1e-7).explore(results))
    counted, walked = found
    assert walked.error < 1e-3
    for result in {*counted.probabilities, *walked.probabilities}:
        apart = counted.probabilities.get(result, 0.0) - walked.probabilities.get(result, 0.0)
        assert abs(apart) < walked.error + 1e-9


@pytest.mark.rule("attack.damage-explodes")
@pytest.mark.parametrize(("explodes", "expected"), [(True, 1 / 36), (False, 0.0)])
def test_a_damage_die_goes_on_only_by_option(explodes: bool, expected: float) -> None:
    def dealt(table: Table) -> int:
        roll = EffectRoll(6, explodes, False, 1, 0)
        table.stage(roll)
        return int(roll.result)

    odds = OddsTable().explore(dealt)
    assert abs(odds.probabilities.get(6 + 2 + 1, 0.0) - expected) < 1e-12


@pytest.mark.rule("attack.damage")
def test_a_whole_attack_has_the_chance_and_the_damage_of_its_parts() -> None:
    """A broadsword of Brawn 8 against Finesse 6 behind a heater, in chainmail."""
    scenario = scenario_of(field(orc={"brawn": 9, "shield": "heater", "armour": "chainmail"}))
    start = scenario.setup.new_fight(OddsTable())
    attack = start.attacks(0)[0]

    def blow(table: Table) -> tuple[bool, int]:
        found = start.copy(table).make_attack(0, attack)
        return (found.hit, int(found.damage))

    odds = OddsTable().explore(blow)
    hit = chance_to_hit(6, 8, -2)
    assert abs(odds.probability(lambda one: one[0]) - hit) < 1e-9  # type: ignore[index]
    for damage, share in {0: 3 / 8, 1: 1 / 8, 5: 1 / 8}.items():
        assert abs(odds.probabilities[(True, damage)] - hit * share) < 1e-9


@pytest.mark.once
@pytest.mark.rule("attack.check")
def test_played_fights_come_out_as_the_odds_say() -> None:
    """Ten thousand attacks with a fixed seed, within four standard errors."""
    count = 10_000
    hits = 0
    game = Played(load("sword-and-spear"))
    option = game.fight.attacks(0)[0]
    start = game.fight.copy(OddsTable())
    start.bring_within_reach(0, option)
    for number in range(count):
        fight = start.copy(LiveTable(Dice(7, number), []))
        hits += fight.make_attack(0, option).hit
    expected = chance_to_hit(8, 9, 1)
    error = (expected * (1 - expected) / count) ** 0.5
    assert abs(hits / count - expected) < 4 * error
