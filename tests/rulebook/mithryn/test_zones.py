import pytest

from rulebook.mithryn.fields import field
from support import Played, scenario_of


def attack_options(game: Played, kinds: tuple[str, ...] = ("attack", "throw")) -> set[str]:
    """Return the attacks open to the first hero at the start."""
    fight = game.fight
    return {
        option.key
        for option in fight.attacks(0)
        if option.kind in kinds and not fight.hindrance(0, option)
    }


@pytest.mark.rule("zones.map")
def test_distance_is_the_number_of_steps_between_named_zones() -> None:
    zones = scenario_of(field(zones="gate-yard-hall-tower")).setup.zones
    assert zones.names == ["gate", "yard", "hall", "tower"]
    assert zones.distance(0, 3) == 3
    assert zones.distance(3, 3) == 0
    assert zones.neighbours[1] == [0, 2]


@pytest.mark.rule("zones.melee")
@pytest.mark.parametrize(("at", "can"), [("a", True), ("b", False)])
def test_a_sword_reaches_its_own_zone_only(at: str, can: bool) -> None:
    game = Played(field(foes={"Orc": {"at": at}}, zones="a-b"))
    assert ("attack Orc with short-sword" in attack_options(game)) is can


@pytest.mark.rule("zones.thrown")
@pytest.mark.parametrize(("at", "can"), [("a", False), ("b", True), ("c", False)])
def test_a_throw_reaches_one_zone(at: str, can: bool) -> None:
    game = Played(field({"Ann": {"weapons": ["dagger"]}}, {"Orc": {"at": at}}, "a-b-c"))
    assert ("throw Orc with dagger" in attack_options(game)) is can


@pytest.mark.rule("zones.ranged")
@pytest.mark.parametrize(("at", "can"), [("b", True), ("c", True), ("d", True), ("e", False)])
def test_a_shot_reaches_three_zones_and_never_four(at: str, can: bool) -> None:
    game = Played(field({"Ann": {"weapons": ["longbow"]}}, {"Orc": {"at": at}}, "a-b-c-d-e"))
    assert ("attack Orc with longbow" in attack_options(game)) is can


@pytest.mark.rule("zones.ranged-same-zone")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_shot_in_ones_own_zone_is_a_house_rule(allowed: bool) -> None:
    house = {"ranged_in_same_zone": allowed}
    game = Played(field({"Ann": {"weapons": ["longbow"]}}, house=house))
    assert ("attack Orc with longbow" in attack_options(game)) is allowed
