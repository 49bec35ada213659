"""The odds of Tests that a game master rules, against independent arithmetic."""

from __future__ import annotations

from itertools import product

import pytest

from affray.core.odds import OddsTable
from affray.core.rulings import Rulings
from affray.lab.odds import test_odds as odds_of_tests
from affray.library import load
from support import Played

NEEDED = {"likely": 3, "even": 4, "unlikely": 5}


def share(reached: list[bool]) -> float:
    return sum(reached) / len(reached)


def test_an_ability_check_of_mithryn() -> None:
    fight = load("heirlooms").setup.new_fight(OddsTable())
    found = odds_of_tests(fight, 0)
    assert list(found) == ["STR", "AGI", "FIN", "INS", "WIL"]
    sheet = fight.roster()[0].sheet  # type: ignore[attr-defined]
    tn = 20 - sheet.counted_score("FIN")
    assert not sheet.relevant_tag("FIN")
    pairs = [one + other >= tn or one == other for one, other in product(range(1, 13), repeat=2)]
    assert found["FIN"][0] == pytest.approx(share(pairs))
    lower = [sorted(dice)[:2] for dice in product(range(1, 13), repeat=3)]
    kept = [one + other >= tn or one == other for one, other in lower]
    assert found["FIN"][2] == pytest.approx(share(kept))


def test_a_test_of_orrery() -> None:
    fight = load("two-blades").setup.new_fight(OddsTable())
    sheet = fight.roster()[0].sheet  # type: ignore[attr-defined]
    moon, defense = sheet.scores[2], sheet.skills[3]
    rolls = list(product(range(1, moon + 1), range(1, defense + 1)))
    found = odds_of_tests(fight, 0)["Moon and Defense"]
    assert found[0] == pytest.approx(share([max(faces) >= 4 for faces in rolls]))
    assert found[3] == pytest.approx(share([min(faces) >= 4 for faces in rolls]))


@pytest.mark.parametrize(
    ("difficulty", "face", "passed"),
    [("even", 4, True), ("even", 3, False), ("likely", 3, True), ("unlikely", 4, False)],
)
def test_where_a_ruleset_has_no_tests_one_die_decides(
    difficulty: str, face: int, passed: bool
) -> None:
    game = Played(load("two-blades"), f"roll 1d6 = {face}")
    rulings = Rulings(game.fight, game.fight.roster()[0])
    assert rulings.tests() == ["Chance"]
    assert rulings.make_test(f"Chance, {difficulty}") is passed
    outcome = "success" if passed else "failure"
    assert game.log()[-1].endswith(
        f"{difficulty}: {face} where {NEEDED[difficulty]} is needed: {outcome}"
    )
