from collections import Counter
from typing import Any

import pytest

from affray.core.dice import Dice
from affray.core.odds import OddsTable
from affray.core.table import LiveTable, Table
from affray.rulesets.shinobi.combat import Pool
from affray.rulesets.shinobi.elements import (
    ELEMENTS,
    SIDES,
    AffinityTest,
    Clash,
    Hand,
    PlainHand,
    shows_affinity,
)
from rulebook.shinobi.fields import field, struck
from support import scenario_of


@pytest.mark.rule("dice.elements")
def test_the_die_has_each_of_six_elements_once() -> None:
    assert Counter(ELEMENTS[1:]) == Counter(["Fire", "Water", "Air", "Earth", "Spirit", "Void"])

    def face(table: Table) -> str:
        return ELEMENTS[table.die(SIDES)]

    assert OddsTable().explore(face).probabilities == {
        name: pytest.approx(1 / 6) for name in ELEMENTS[1:]
    }


@pytest.mark.rule("dice.elements")
def test_dice_are_told_by_their_elements() -> None:
    game = struck("FAS", "VVE", "Ann: air\nAnn: stay\nAnn: face s")
    clash = game.told("clash")[0]
    assert clash["attack_dice"] == ["Fire", "Air", "Spirit"]
    assert clash["defence_dice"] == ["Void", "Void", "Earth"]


@pytest.mark.rule("dice.elements")
@pytest.mark.parametrize(("elements", "chance"), [(["Fire"], 1 / 6), (["Air", "Void"], 2 / 6)])
def test_a_model_has_an_affinity_to_its_own_elements(elements: list[str], chance: float) -> None:
    own = sum(1 << ELEMENTS.index(name) for name in elements)
    odds = OddsTable().explore(lambda table: int(table.stage(AffinityTest(own))))
    assert odds.probabilities[1] == pytest.approx(chance)


def test_a_pool_of_any_size_has_a_hand_to_be_rolled_into() -> None:
    fight: Any = scenario_of(field()).setup.new_fight(LiveTable(Dice(1), []))
    for count in (0, 1, 23, 24, 60):
        pool = Pool(fight.models[0])
        pool.begin(fight.models[0], count, "Attack", False)
        hand = pool.hidden_hand()
        assert (hand.dice, hand.has_reroll, hand.is_rolled) == (count, False, False)
        pool.has_reroll = True
        assert pool.hidden_hand().has_reroll


@pytest.mark.parametrize("has_reroll", [False, True])
def test_pools_fall_the_same_whether_or_not_somebody_reads_them(has_reroll: bool) -> None:
    for seed in range(60):
        found = []
        for wants_events in (False, True):
            table = LiveTable(Dice(seed), [])
            table.wants_events = wants_events
            clash = Clash(Hand(seed % 5, False), Hand(seed % 7, has_reroll), seed % 2)
            table.stage(clash)
            last = table.die(1000)  # as many were rolled before it
            found.append((clash.state_key(), clash.attack_left, clash.defence_left, last))
        assert found[0] == found[1]


@pytest.mark.parametrize("has_reroll", [False, True])
def test_a_hand_that_nobody_sees_falls_as_one_that_is_laid_out(has_reroll: bool) -> None:
    hidden = PlainHand()
    kept_rerolls = 0
    for seed in range(200):
        dice = seed % 8
        one, other = LiveTable(Dice(seed), []), LiveTable(Dice(seed), [])
        laid = Hand(dice, has_reroll).settled(one)
        hidden.roll(other, dice, has_reroll)
        assert one.die(1000) == other.die(1000)  # as many were rolled before it
        again = hidden.laid_out()
        kept_rerolls += hidden.has_reroll
        assert hidden.elements() == laid.elements()
        for hand in (hidden, again):
            assert (hand.dice, hand.kept, hand.has_reroll) == (dice, laid.kept, laid.has_reroll)
        for taken in range(5):
            assert again.elements(taken) == laid.elements(taken)
    assert (kept_rerolls > 0) == has_reroll


@pytest.mark.parametrize("is_half", [False, True])
def test_a_test_of_affinity_is_the_same_without_a_stage(is_half: bool) -> None:
    seen = set()
    for seed in range(60):
        affinity, tries = 2 * (seed % 64), 1 + seed % 2
        one, other = LiveTable(Dice(seed), []), LiveTable(Dice(seed), [])
        succeeds = one.stage(AffinityTest(affinity, tries, is_half)) == 1
        assert shows_affinity(other, affinity, tries, is_half) == succeeds
        assert one.die(1000) == other.die(1000)
        seen.add(succeeds)
    assert seen == {False, True}
