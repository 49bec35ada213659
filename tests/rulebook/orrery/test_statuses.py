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
@pytest.mark.parametrize(("asleep", "hides"), [(True, True), (False, False)])
def test_an_enemy_at_touch_who_is_asleep_does_not_prevent_hiding(asleep: bool, hides: bool) -> None:
    scenario = field(foes={"Orc": {"defenseless": asleep}}, spots={"a": {"cover": 100}}, line="a")
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
@pytest.mark.parametrize("hidden", [True, False])
def test_attacking_ends_it_and_that_is_told(hidden: bool) -> None:
    scenario = field(
        {"Ann": {"weapons": ["bow"], "hidden": hidden}}, {"Orc": {"at": "b"}}, "a-b", COVER
    )
    game, _ = strike(scenario, "attack Orc with bow", dice(*[1] * (4 if hidden else 2)))
    assert not game.fighter("Ann").hidden
    assert ("Ann is Hidden no more" in game.log()) is hidden


@pytest.mark.rule("status.hidden")
@pytest.mark.parametrize("asleep", [True, False])
def test_where_nobody_watches_hiding_takes_no_dice(asleep: bool) -> None:
    scenario = field({"Ann": {}}, {"Orc": {"at": "b", "defenseless": asleep}}, "a-b", COVER)
    rolls = "" if asleep else dice(6, 1)
    game = Played(scenario, "Ann: hide\n" + rolls + "Ann: end turn\n").steps(1)
    assert game.fighter("Ann").hidden
    told = "Ann hides, and nobody is there to see it: Hidden"
    assert (told in game.log()) is asleep


@pytest.mark.rule("status.hidden")
def test_an_enemy_cannot_attack_whom_it_cannot_see() -> None:
    foes = {"Orc": {"at": "b", "weapons": ["bow"]}}
    scenario = field({"Ann": {"hidden": True}, "Bo": {}}, foes, "a-b", COVER)
    script = "heroes: act Ann\nAnn: end turn\nBo: end turn\n"
    keys = choices(scenario, script)
    assert "attack Bo with bow" in keys
    assert "attack Ann with bow" not in keys


@pytest.mark.rule("status.hidden-ends")
@pytest.mark.parametrize("until", ["end of turn", "in the open"])
@pytest.mark.parametrize(("to", "found"), [("a", True), ("b", False)])
def test_an_enemy_who_comes_to_touch_finds_them_at_once(until: str, to: str, found: bool) -> None:
    scenario = field(
        {"Ann": {"hidden": True}}, {"Orc": {"at": "c"}}, "a-b-c", COVER, {"hidden_until": until}
    )
    moves = "Orc: move b\n" + ("Orc: move a\n" if to == "a" else "")
    game = Played(scenario, "Ann: end turn\n" + moves + "Orc: end turn\n" * (to == "b"))
    game.steps(3)
    assert game.fighter("Ann").hidden is not found


@pytest.mark.rule("status.hidden-ends")
@pytest.mark.parametrize(
    ("until", "edge_told"), [("end of turn", " with adv (adv: unaware)"), ("in the open", "")]
)
def test_one_comes_out_of_hiding_and_stabs_the_unaware(until: str, edge_told: str) -> None:
    scenario = field(
        {"Ann": {"hidden": True}}, {"Orc": {"at": "b"}}, "a-b", COVER, {"hidden_until": until}
    )
    stab = "Ann: move b\nAnn: attack Orc with long-blade\n" + dice(1, 1)
    game = Played(scenario, stab + (dice(1, 1) if edge_told else "")).steps(1)
    assert game.told("rolls")[0]["edge"] == edge_told
    assert not game.fighter("Ann").hidden


@pytest.mark.rule("status.hidden-ends")
@pytest.mark.parametrize(("to", "hidden"), [("b", False), ("a", True)])
def test_one_is_found_in_the_open_at_the_end_of_the_turn(to: str, hidden: bool) -> None:
    scenario = field({"Ann": {"hidden": True}}, {"Orc": {"at": "c"}}, "a-b-c", COVER)
    there = "Ann: move b\n"
    back = "Ann: move a\n" if to == "a" else "Ann: end turn\n"
    game = Played(scenario, there + back).steps(1)
    assert game.fighter("Ann").hidden is hidden
    assert bool(game.told("found")) is not hidden


@pytest.mark.rule("status.hidden-ends")
def test_nobody_can_attack_them_before_that() -> None:
    scenario = field({"Ann": {"hidden": True}}, {"Orc": {"at": "b"}}, "a-b", COVER)
    found = choices(scenario, "Ann: move b\nAnn: end turn\n")
    assert "attack Ann with long-blade" in found
    still = choices(scenario, "Ann: end turn\n")
    assert "attack Ann with long-blade" not in still


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
def test_those_who_see_the_attack_coming_block_without_dis() -> None:
    scenario = field(house={"unaware_block": "dis"})
    assert edge(scenario, "attack Orc with long-blade", roll=1) == ""


@pytest.mark.rule("status.unaware-block")
@pytest.mark.parametrize(("value", "told"), [("blocks", ""), ("dis", "with dis (dis: unaware)")])
def test_it_is_the_same_for_the_defenseless(value: str, told: str) -> None:
    scenario = field(foes={"Orc": {"defenseless": True}}, house={"unaware_block": value})
    assert edge(scenario, "attack Orc with long-blade", roll=1) == told


@pytest.mark.rule("health.asleep")
def test_sleepers_have_no_turn_until_hurt() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}})
    script = "Ann: attack Orc with long-blade\n" + dice(1, 1) + HITS_TWICE + NO_BLOCK
    assert asked(scenario, "Ann: end turn\n").who == 0
    assert asked(scenario, script + "Ann: end turn\n").who == 1


@pytest.mark.rule("status.tethered")
def test_the_tethered_do_not_hide() -> None:
    scenario = field({"Ann": {}, "Bo": {}}, {"Orc": {"at": "b"}}, "a-b", COVER)
    assert "hide" in choices(scenario, "heroes: act Ann\n")
    hold = "heroes: act Ann\nAnn: friendly-grapple Bo with unarmed\n" + HITS_TWICE + NO_BLOCK
    assert "hide" not in choices(scenario, hold)
