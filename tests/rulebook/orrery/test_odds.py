"""Attack against Block for all dice, against somebody else's arithmetic and against play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from functools import cache
from itertools import product
from typing import Any

import pytest
from icepool import Die, d, highest, lowest

from affray.core.batch import play_batch
from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import Odds, OddsCache, OddsTable
from affray.core.questions import Option
from affray.core.table import LiveTable, Stage, Table
from affray.rulesets.orrery.pool import AnotherRoll, Pool
from rulebook.orrery.fields import field, option_of
from support import Played, scenario_of, simple_players

SIZES = [4, 6, 8, 10, 12]
PAIRS = list(product(SIZES, SIZES))
EDGES = {"adv": 1, "neither": 0, "dis": -1}


def everybody(advantage: str, **house: Any) -> Fight:
    """Return a hero for every attack pool there is, and a foe for every Block."""
    heroes = {
        f"A{a}x{b}": {"melee": a, "sun": b, "hearts": 9, "weapons": ["long-blade"]}
        for a, b in PAIRS
    }
    foes = {
        f"B{a}x{b}": {"melee": a, "defense": b, "hearts": 9, "weapons": ["long-blade"]}
        for a, b in PAIRS
    }
    scenario = field(heroes, foes, house={"advantage": advantage, **house})
    return scenario_of(scenario).setup.new_fight(OddsTable())


def odds_of(start: Fight, who: int, attack: Option, edge: int, cache: OddsCache) -> Odds:
    def blow(table: Table) -> int:
        fight: Any = start.copy(table)
        attacker = fight.combatants[who]
        if edge > 0:
            attacker.hidden = True
        elif edge < 0:
            attacker.frightened = True
            attacker.frightened_of = attack.target
        return int(fight.make_attack(who, attack).damage)

    return OddsTable(cache=cache).explore(blow)


def success(face: int) -> int:
    return 1 if face >= 4 else 0


def never_below_zero(found: int) -> int:
    return max(0, found)


@cache
def pool(one: int, other: int, edge: int, advantage: str) -> Die[int]:
    """Return the Successes of two dice, worked out by icepool."""
    if advantage == "step-die":
        one, other = (min(12, max(4, sides + 2 * edge)) for sides in (one, other))
        edge = 0
    once = d(one).map(success) + d(other).map(success)
    if edge == 0:
        return once
    return highest(once, once) if edge > 0 else lowest(once, once)


def chances(net: Die[int]) -> dict[int, float]:
    """How likely each damage is."""
    die = net.map(never_below_zero)
    return {int(harm): float(die.probability(harm)) for harm in die.outcomes()}


@pytest.mark.once
@pytest.mark.parametrize("advantage", ["roll-twice", "step-die"])
@pytest.mark.parametrize("edge", list(EDGES))
def test_every_attack_against_every_block_is_what_icepool_says(advantage: str, edge: str) -> None:
    start = everybody(advantage)
    cache = OddsCache()
    for number, (a, b) in enumerate(PAIRS):
        options = {o.target: o for o in start.attacks(number) if o.kind == "attack"
                   and o.key.endswith("long-blade")}  # fmt: skip
        for other, (c, e) in enumerate(PAIRS):
            odds = odds_of(start, number, options[len(PAIRS) + other], EDGES[edge], cache)
            net = pool(a, b, EDGES[edge], advantage) - pool(c, e, 0, advantage)
            expected = chances(net)
            assert odds.error == 0
            assert set(odds.probabilities) == set(expected)
            for harm, p in odds.probabilities.items():
                assert isinstance(harm, int)
                assert abs(p - expected[harm]) < 1e-9


@pytest.mark.parametrize("edge", list(EDGES))
def test_a_block_with_adv_and_dis_is_what_icepool_says(edge: str) -> None:
    """A monster shoots: its factors are the PC's."""
    at, spots = {
        "adv": ("d", {}),
        "neither": ("b", {}),
        "dis": ("b", {"b": {"height": 5}}),
    }[edge]
    foes = {"Orc": {"weapons": ["bow"], "ranged": 10, "terra": 8, "at": at}}
    scenario = field({"Ann": {"ranged": 8, "defense": 6}}, foes, "a-b-c-d", spots)
    game = Played(scenario)
    option = option_of(game, "attack Ann with bow", 1)
    odds = odds_of(game.fight, 1, option, 0, OddsCache())
    net = pool(10, 8, 0, "") - pool(8, 6, EDGES[edge], "roll-twice")
    assert odds.probabilities == pytest.approx(chances(net), abs=1e-9)


def test_the_expected_damage_of_the_companions_check() -> None:
    """d8 and d8 against d6 and d6, a Success on 4 or more: 0.508 a blow."""
    start = everybody("roll-twice")
    option = option_of_pairs(start, (8, 8), (6, 6))
    odds = odds_of(start, PAIRS.index((8, 8)), option, 0, OddsCache())
    assert odds.mean(lambda harm: float(str(harm))) == pytest.approx(0.508, abs=5e-4)


def test_with_two_successes_from_eight_on_it_is_more() -> None:
    """The same with attacks' dice at 8 or more counting twice: 0.734 a blow."""
    start = everybody("roll-twice", double_success_on=8)
    option = option_of_pairs(start, (8, 8), (6, 6))
    odds = odds_of(start, PAIRS.index((8, 8)), option, 0, OddsCache())
    assert odds.mean(lambda harm: float(str(harm))) == pytest.approx(0.734, abs=5e-4)


def option_of_pairs(start: Fight, mine: tuple[int, int], theirs: tuple[int, int]) -> Option:
    target = len(PAIRS) + PAIRS.index(theirs)
    return next(
        option
        for option in start.attacks(PAIRS.index(mine))
        if option.target == target and option.key.endswith("long-blade") and option.kind == "attack"
    )


def test_a_siege_weapon_is_what_icepool_says() -> None:
    engines = [{"is": "ballista", "at": "a", "loaded": True}]
    heroes = {"Ann": {"ranged": 8, "moon": 10}}
    foes = {"Orc": {"at": "b", "ranged": 6, "defense": 8}}
    game = Played(field(heroes, foes, "a-b", engines=engines))
    odds = odds_of(game.fight, 0, option_of(game, "fire Orc with ballista"), 0, OddsCache())
    once = pool(8, 10, 0, "")
    net = once + once - pool(6, 8, 0, "")
    assert odds.probabilities == pytest.approx(chances(net), abs=1e-9)


def test_double_successes_and_criticals_are_what_icepool_says() -> None:
    start = everybody("roll-twice", double_success_on=8, critical=True)
    option = option_of_pairs(start, (10, 8), (6, 12))
    odds = odds_of(start, PAIRS.index((10, 8)), option, 0, OddsCache())

    def count(*faces: int) -> int:
        return sum(2 if face >= 8 else 1 if face >= 4 else 0 for face in faces)

    attack: Die[int] = Die(
        [count(one, two) + (one == 10 and two == 8) for one in range(1, 11) for two in range(1, 9)]
    )
    assert odds.probabilities == pytest.approx(chances(attack - pool(6, 12, 0, "")), abs=1e-9)


@pytest.mark.once
@pytest.mark.parametrize("advantage", ["roll-twice", "step-die"])
@pytest.mark.parametrize("edge", list(EDGES))
def test_play_agrees_with_odds(advantage: str, edge: str) -> None:
    blows = 20_000
    start: Any = everybody(advantage)
    who = PAIRS.index((8, 10))
    option = option_of_pairs(start, (8, 10), (8, 6))
    odds = odds_of(start, who, option, EDGES[edge], OddsCache())
    table = LiveTable(Dice(2026, 4), [])
    fight: Any = start.copy(table)
    attacker, target = fight.combatants[who], fight.combatants[option.target]
    found: Counter[int] = Counter()
    for _ in range(blows):
        target.hearts = 9
        attacker.hidden = EDGES[edge] > 0
        if EDGES[edge] < 0:
            attacker.frightened = True
            attacker.frightened_of = option.target
        found[int(fight.make_attack(who, option).damage)] += 1
    for harm, p in odds.probabilities.items():
        assert isinstance(harm, int)
        spread = (blows * p * (1 - p)) ** 0.5
        assert abs(found[harm] - blows * p) < 4.5 * spread


@pytest.mark.once
def test_a_duel_solved_over_its_states_agrees_with_play() -> None:
    scenario = scenario_of("two-blades")
    players = simple_players(scenario)
    cache = OddsCache()
    start = scenario.setup.new_fight(OddsTable(players, cache=cache))
    known: dict[tuple[object, ...], Fight] = {start.key_without_rounds(): start}
    moves: dict[tuple[object, ...], Odds] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        reached: dict[tuple[object, ...], Fight] = {}

        def turn(
            table: Table, here: Fight = here, reached: dict[tuple[object, ...], Fight] = reached
        ) -> tuple[object, ...]:
            fight = here.copy(table)
            fight.step()
            return reached.setdefault(fight.key_without_rounds(), fight).key_without_rounds()

        moves[here.key_without_rounds()] = OddsTable(players, cache=cache).explore(turn)
        for key, fight in reached.items():
            if key not in known:
                known[key] = fight
                if not fight.is_over():
                    waiting.append(fight)
    assert len(known) < 400, "the key holds what no longer matters"
    wins: dict[Hashable, float] = {key: float(f.winner() == 0) for key, f in known.items()}
    for _ in range(300):
        for here_key, odds in moves.items():
            wins[here_key] = sum(p * wins[there] for there, p in odds.probabilities.items())
    fights = 2000
    batch = play_batch(scenario.setup, players, 2026, 0, fights)
    assert (
        abs(batch.wins[0] / fights - wins[start.key_without_rounds()]) < 4 * (0.25 / fights) ** 0.5
    )


class EveryRollTable(OddsTable):
    """An odds table that tells apart every roll of a pool that is rolled again."""

    def stage(self, stage: Stage) -> int:
        return int(stage.play(self) if isinstance(stage, AnotherRoll) else super().stage(stage))


def test_a_pool_rolled_again_comes_to_what_every_roll_of_it_does() -> None:
    rules = scenario_of(field()).setup.attack_pools
    cache = OddsCache()
    for (one, other), net, copies in product(PAIRS, (-1, 0, 1), (1, 2)):
        pool = Pool(one, other, copies, net, rules)
        for before in range(2 * copies + 1):

            def run(table: Table, pool: Pool = pool, before: int = before) -> int:
                return int(table.stage(AnotherRoll(pool, before)))

            merged = OddsTable(cache=cache).explore(run).probabilities
            every = EveryRollTable(cache=cache).explore(run).probabilities
            assert dict(merged) == pytest.approx(dict(every), abs=1e-12)
            assert min(merged) == before


def test_an_attack_that_may_be_rolled_again_has_the_odds_of_every_roll() -> None:
    scenario = scenario_of("night-raid")
    start: Any = scenario.setup.new_fight(OddsTable())
    isa = start.fighter_named("Isa")
    key = "friendly-fire-hinder Fenn with cannon"
    attack = next(one for one in start.attacks(isa.index) if one.key == key)
    start.bring_within_reach(isa.index, attack)
    assert isa.boons > 0
    players = simple_players(scenario)

    def run(table: Table) -> Hashable:
        fight = start.copy(table)
        result = fight.make_attack(isa.index, attack)
        return (result.hit, result.damage, result.effects, fight.combatants[isa.index].boons)

    merged = OddsTable(players).explore(run)
    every = EveryRollTable(players).explore(run)
    assert dict(merged.probabilities) == pytest.approx(dict(every.probabilities), abs=1e-12)
    assert merged.paths * 4 < every.paths
