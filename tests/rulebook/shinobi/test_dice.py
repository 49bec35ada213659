from collections import Counter

import pytest

from affray.core.odds import OddsTable
from affray.core.table import Table
from affray.rulesets.shinobi.elements import (
    ELEMENTS,
    SIDES,
    AffinityTest,
)
from rulebook.shinobi.fields import struck


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
