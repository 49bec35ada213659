import pytest

from rulebook.orrery.fields import HITS_TWICE, NO_BLOCK, asked, choices, dice, edge, field, strike
from support import Played

COVER = {"a": {"cover": 50}}


@pytest.mark.rule("status.hidden")
@pytest.mark.parametrize(
    ("spot", "at", "hides"),
    [
        ({"cover": 50}, "b", True),
        ({"dark": True}, "b", True),
        ({"obscured": True}, "b", True),
        ({}, "b", False),
        ({}, "c", False),
        ({}, "d", True),
        ({"cover": 100}, "a", False),
    ],
)
def test_hiding_needs_cover_dark_or_distance_and_no_enemy_at_touch(
    spot: dict[str, object], at: str, hides: bool
) -> None:
    scenario = field(foes={"Orc": {"at": at}}, line="a-b-c-d", spots={"a": spot})
    assert ("hide" in choices(scenario)) is hides


@pytest.mark.rule("status.hidden")
@pytest.mark.parametrize(("moon", "star", "hidden"), [(5, 4, True), (4, 4, False), (1, 10, False)])
def test_a_moon_die_has_to_beat_the_best_enemy_star_die(moon: int, star: int, hidden: bool) -> None:
    foes = {"Orc": {"at": "b", "star": 4}, "Uk": {"at": "b", "star": 10}}
    scenario = field({"Ann": {"moon": 8}}, foes, "a-b", COVER)
    script = f"Ann: hide\nroll 1d8 = {moon}\nroll 1d10 = {star}\nAnn: end turn\n"
    game = Played(scenario, script).steps(1)
    assert game.fighter("Ann").hidden is hidden


@pytest.mark.rule("status.hidden")
def test_attacking_ends_it() -> None:
    scenario = field(
        {"Ann": {"weapons": ["bow"], "hidden": True}}, {"Orc": {"at": "b"}}, "a-b", COVER
    )
    game, _ = strike(scenario, "attack Orc with bow", dice(1, 1, 1, 1))
    assert not game.fighter("Ann").hidden


@pytest.mark.rule("status.hidden")
def test_an_enemy_cannot_attack_whom_it_cannot_see() -> None:
    foes = {"Orc": {"at": "b", "weapons": ["bow"]}}
    scenario = field({"Ann": {"hidden": True}, "Bo": {}}, foes, "a-b", COVER)
    script = "heroes: act Ann\nAnn: end turn\nBo: end turn\n"
    keys = choices(scenario, script)
    assert "attack Bo with bow" in keys
    assert "attack Ann with bow" not in keys


@pytest.mark.rule("status.hidden")
def test_an_enemy_who_comes_to_touch_finds_them_and_so_does_open_ground() -> None:
    scenario = field({"Ann": {"hidden": True}}, {"Orc": {"at": "b"}}, "a-b", COVER)
    game = Played(scenario, "Ann: end turn\nOrc: move a\nOrc: end turn\n").steps(3)
    assert not game.fighter("Ann").hidden
    walks = field({"Ann": {"hidden": True}}, {"Orc": {"at": "c"}}, "a-b-c", COVER)
    game = Played(walks, "Ann: move b\nAnn: end turn\n").steps(1)
    assert not game.fighter("Ann").hidden


@pytest.mark.rule("status.unaware-block")
def test_the_unaware_block_as_always_unless_the_house_says() -> None:
    heroes = {"Ann": {"hidden": True}}
    key = "attack Orc with long-blade"
    attack = dice(1, 1) + HITS_TWICE
    _, blow = strike(field(heroes, house={"unaware_block": "blocks"}), key, attack + dice(6, 1))
    assert blow.damage == 1
    script = attack + dice(6, 6) + dice(6, 1)
    _, blow = strike(field(heroes, house={"unaware_block": "dis"}), key, script)
    assert blow.damage == 1
    _, blow = strike(field(heroes, house={"unaware_block": "none"}), key, attack)
    assert blow.damage == 2


@pytest.mark.rule("status.unaware-block")
@pytest.mark.parametrize(("value", "told"), [("blocks", ""), ("dis", "with dis (dis: unaware)")])
def test_it_is_the_same_for_the_defenseless(value: str, told: str) -> None:
    scenario = field(foes={"Orc": {"defenseless": True}}, house={"unaware_block": value})
    assert edge(scenario, "attack Orc with long-blade", roll=1) == told


@pytest.mark.rule("health.hearts")
def test_sleepers_have_no_turn_until_hurt() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}})
    script = "Ann: attack Orc with long-blade\n" + dice(1, 1) + HITS_TWICE + NO_BLOCK
    assert asked(scenario, "Ann: end turn\n").who == 0
    assert asked(scenario, script + "Ann: end turn\n").who == 1
