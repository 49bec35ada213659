"""The companion's three magic items."""

import pytest

from affray.core.problems import InvalidDataError
from rulebook.mithryn.fields import field
from support import Played, scenario_of

ATTACKS = """
    Ann: attack Orc with {one}
    roll {first}
    Ann: rush Orc with {two}
    roll {second}
    """


def hits_of(one: str, first: str, two: str, second: str) -> list[object]:
    """Return the hits of Ann's first two attacks."""
    scenario = field({"Ann": {"weapons": ["dawn-blade", "dagger"]}})
    script = ATTACKS.format(one=one, first=first, two=two, second=second)
    return [part["hits"] for part in Played(scenario, script).steps(1).told("strike")]


@pytest.mark.rule("magic.first-attack")
def test_the_dawn_blade_adds_a_hit_to_its_bearers_first_attack() -> None:
    assert hits_of("dawn-blade", "2d12 = 1 2", "dawn-blade", "1d12 = 1") == [1, 0]
    assert hits_of("dawn-blade", "2d12 = 1 9", "dawn-blade", "1d12 = 9") == [2, 1]


@pytest.mark.rule("magic.first-attack")
def test_not_to_a_later_attack_than_the_first() -> None:
    assert hits_of("dagger", "1d10 = 1", "dawn-blade", "1d12 = 1") == [0, 0]


@pytest.mark.rule("magic.first-attack")
def test_of_two_at_once_the_first_has_the_hit() -> None:
    scenario = field({"Ann": {"weapons": ["dawn-blade"], "tags": {"Duellist": ["dawn-blade"]}}})
    game = Played(scenario, "Ann: both Orc with dawn-blade\nroll 1d12 = 1").steps(1)
    assert game.told("strike")[0]["hits"] == 3
    assert ["1 more: the dawn-blade", "magic.first-attack"] in game.told("strike")[0]["because"]  # type: ignore[operator]


BEARER = {"weapons": ["mace"], "shield": "wardens-shield"}
PASSES = "heroes: act Ann\nAnn: end turn\nBo: end turn\n"
STEPS_IN = "Orc: attack Ann with broadsword\nBo: interpose\nroll 3d12 = 5 6 7\nOrc: end turn\n"


def interposed(shield: str, script: str, steps: int) -> Played:
    scenario = field(
        {"Ann": {}, "Bo": {**BEARER, "shield": shield}}, {"Orc": {"weapons": ["broadsword"]}}
    )
    return Played(scenario, script).steps(steps)


@pytest.mark.rule("magic.interpose")
@pytest.mark.parametrize(("shield", "left"), [("wardens-shield", 10), ("shield", 7)])
def test_the_wardens_shield_cancels_three_hits_of_an_interpose(shield: str, left: int) -> None:
    game = interposed(shield, PASSES + STEPS_IN, 3)
    assert game.fighter("Bo").hit_points == left
    assert ("Bo's shield cancels 3 hits: 0 left" in game.log()) is (left == 10)


@pytest.mark.rule("magic.interpose")
def test_it_does_so_once_in_a_fight_and_cancels_no_more_than_there_is() -> None:
    one_hit = STEPS_IN.replace("5 6 7", "5 1 1")
    game = interposed("wardens-shield", (PASSES + one_hit) * 2, 6)
    assert game.fighter("Bo").hit_points == 9
    assert "Bo's shield cancels 1 hit: 0 left" in game.log()


@pytest.mark.rule("magic.interpose")
def test_it_does_nothing_while_it_is_slung_and_defends_like_another() -> None:
    heroes = {"Ann": {}, "Bo": {**BEARER, "weapons": ["mace", "broadsword"]}}
    foes = {"Orc": {"weapons": ["broadsword"]}}
    passes = "heroes: act Ann\nAnn: end turn\nBo: sling shield\nBo: end turn\n"
    game = Played(field(heroes, foes), passes + STEPS_IN).steps(3)
    assert game.fighter("Bo").hit_points == 7
    defended = (
        "Orc: attack Bo with broadsword\nAnn: no\nBo: defend\nroll 3d12 = 5 6 7\nOrc: end turn"
    )
    game = Played(field(heroes, foes), PASSES + defended).steps(3)
    assert game.fighter("Bo").hit_points == 8


@pytest.mark.rule("magic.helm")
def test_the_watchers_helm_skips_the_momentum_check() -> None:
    scenario = field({"Ann": {"helm": "watchers-helm"}}, momentum=False)
    game = Played(scenario, "Ann: end turn").steps(1)
    assert game.told("turn")[0]["actions"] == 2
    assert "Ann needs no check to seize momentum: the watchers-helm" in game.log()
    assert "magic.helm" in game.rules_told()
    bare = field({"Ann": {"helm": "pot"}}, momentum=False, helms={"pot": {"momentum": False}})
    Played(bare, "roll 2d12 = 1 2\nAnn: end turn").steps(1)


def test_an_unknown_helm_is_refused() -> None:
    with pytest.raises(InvalidDataError, match="there is no helm 'watcher-helm'"):
        scenario_of(field({"Ann": {"helm": "watcher-helm"}}))
