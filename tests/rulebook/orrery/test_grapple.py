from typing import Any

import pytest

from rulebook.orrery.fields import (
    HITS_ONCE,
    HITS_TWICE,
    MISSES,
    NO_BLOCK,
    asked,
    choices,
    dice,
    edge,
    field,
    option_of,
    strike,
)
from support import Played

GRAPPLE = "Ann: grapple Orc with unarmed\n" + HITS_ONCE + NO_BLOCK


@pytest.mark.rule("special.grapple")
def test_an_unarmed_attack_takes_hold_instead_of_harming() -> None:
    game, blow = strike(field(), "grapple Orc with unarmed", HITS_TWICE + NO_BLOCK)
    assert blow.hit
    assert blow.damage == 0
    assert game.fighter("Orc").hearts == 4
    assert game.fighter("Orc").conditions() == ["grappled", "tethered"]
    assert game.fighter("Ann").conditions() == ["tethered"]


@pytest.mark.rule("special.grapple")
def test_a_blocked_grapple_holds_nobody() -> None:
    game, blow = strike(field(), "grapple Orc with unarmed", HITS_ONCE + dice(6, 1))
    assert not blow.hit
    assert game.fighter("Orc").conditions() == []


@pytest.mark.rule("special.grapple")
def test_only_bare_hands_grapple() -> None:
    keys = choices(field())
    assert [key for key in keys if key.startswith("grapple")] == ["grapple Orc with unarmed"]


@pytest.mark.rule("status.tethered")
def test_the_tethered_do_not_move_away_on_either_end() -> None:
    scenario = field(line="a-b")
    assert "move b" in choices(scenario)
    assert "move b" not in choices(scenario, GRAPPLE)
    held = choices(scenario, GRAPPLE + "Ann: end turn\n")
    assert "escape Ann with unarmed" in held
    assert "move b" not in held


@pytest.mark.rule("special.grapple-ends")
def test_letting_go_takes_no_action_and_lets_both_move() -> None:
    keys = choices(field(line="a-b"), GRAPPLE + "Ann: let go\n")
    assert "move b" in keys
    assert "let go" not in keys


@pytest.mark.rule("special.grapple-ends")
def test_a_grapple_ends_when_one_of_the_two_goes_down() -> None:
    scenario = field(foes={"Orc": {"hearts": 1}, "Uk": {"at": "b"}}, line="a-b")
    script = GRAPPLE + "Ann: attack Orc with unarmed\n" + HITS_ONCE + NO_BLOCK
    game = Played(scenario, script).steps(1)
    assert not game.fighter("Ann").is_tethered()


@pytest.mark.rule("status.tethered-aim")
@pytest.mark.parametrize(
    ("aim", "told"),
    [("free", "with dis (dis: at Touch)"), ("dis", "with dis (dis: at Touch, dis: Tethered)")],
)
def test_by_option_the_tethered_shoot_with_dis(aim: str, told: str) -> None:
    scenario = field(foes={"Orc": {"weapons": ["bow"]}}, foes_pcs=True, house={"tethered_aim": aim})
    script = GRAPPLE + "Ann: end turn\nOrc: attack Ann with bow\n" + dice(1, 1, 1, 1)
    game = Played(scenario, script + "Orc: end turn\n").steps(3)
    assert str(game.told("rolls")[-1]["edge"]).strip() == told


@pytest.mark.rule("special.escape")
def test_a_close_attack_that_would_harm_the_grappler_ends_it_and_the_damage_is_ignored() -> None:
    escape = "Orc: escape Ann with long-blade\n" + HITS_TWICE + NO_BLOCK
    script = GRAPPLE + "Ann: end turn\n" + escape + "Orc: end turn\n"
    game = Played(field(), script).steps(3)
    assert game.fighter("Orc").conditions() == []
    assert game.fighter("Ann").hearts == 5


@pytest.mark.rule("special.escape")
def test_what_the_grappler_blocks_does_not_free() -> None:
    escape = "Orc: escape Ann with long-blade\n" + HITS_ONCE + dice(6, 6)
    script = GRAPPLE + "Ann: end turn\n" + escape + "Orc: end turn\n"
    game = Played(field(), script).steps(3)
    assert game.fighter("Orc").conditions() == ["grappled", "tethered"]


@pytest.mark.rule("special.escape")
def test_a_bow_is_no_close_attack_to_escape_with() -> None:
    scenario = field(foes={"Orc": {"weapons": ["bow", "thin-blade"]}})
    keys = choices(scenario, GRAPPLE + "Ann: end turn\n")
    escapes = [key for key in keys if key.startswith("escape")]
    assert escapes == ["escape Ann with thin-blade", "escape Ann with unarmed"]


def holding(line: str = "a-b-c", uk: str = "b", **more: Any) -> dict[str, Any]:
    return field({"Ann": {"melee": 8}}, {"Orc": {}, "Uk": {"at": uk}}, line, **more)


HOLD = "Ann: grapple Orc with unarmed\n" + dice(8, sides=8) + dice(1) + NO_BLOCK


@pytest.mark.rule("special.throw")
def test_the_grappled_is_thrown_with_melee_and_d6_and_both_are_harmed() -> None:
    script = HOLD + "Ann: hurl Uk with Orc\n" + dice(8, sides=8) + dice(6) + dice(4, 1)
    game = Played(holding(), script).steps(1)
    assert game.fighter("Orc").hearts == 3, "one damage to the thrown, whatever the target Blocks"
    assert game.fighter("Uk").hearts == 3, "two Successes, one Blocked"
    assert game.fight.place_name(1) == "b"
    assert not game.fighter("Ann").is_tethered()


@pytest.mark.rule("special.throw")
def test_without_a_success_nobody_flies() -> None:
    script = HOLD + "Ann: hurl Uk with Orc\n" + dice(1, sides=8) + dice(1)
    game = Played(holding(), script).steps(1)
    assert game.fighter("Orc").hearts == 4
    assert game.fighter("Orc").is_tethered()


@pytest.mark.rule("special.throw")
def test_a_throw_goes_up_to_close_and_nowhere_without_a_grapple() -> None:
    assert "hurl Uk with Orc" in choices(holding(uk="b"), HOLD)
    assert "hurl Uk with Orc" not in choices(holding(uk="c"), HOLD)
    assert not [key for key in choices(holding()) if key.startswith(("hurl", "toss"))]


def on_a_tower(**more: Any) -> dict[str, Any]:
    """Ann and Orc on a platform with an edge, Uk on the ground 15 metres below."""
    scenario = holding(**more)
    scenario["map"] = {
        "spots": [{"name": "a", "height": 15}, {"name": "b"}, {"name": "c"}],
        "links": [["a", "b", "Nearby"], ["b", "c", "Close"]],
        "edges": [["a", "b"]],
    }
    return scenario


@pytest.mark.rule("special.landing")
def test_somebody_thrown_over_an_edge_falls_and_where_they_land_is_told() -> None:
    script = HOLD + "Ann: toss to b\n" + dice(8, sides=8) + dice(1)
    game = Played(on_a_tower(), script).steps(1)
    assert game.fighter("Orc").hearts == 1, "1 for the throw and 2 for the fall"
    assert game.fight.place_name(1) == "b"
    told = [event.kind for event in game.table.events]
    assert told.index("lands") < told.index("falls")
    assert "Orc goes over the edge, down to the b" in game.log()


@pytest.mark.rule("special.landing")
@pytest.mark.parametrize(
    ("height", "told"),
    [(5, "Orc lands at the b"), (6, "Orc goes over the edge, down to the b")],
)
def test_whoever_falls_no_further_than_close_just_lands(height: int, told: str) -> None:
    scenario = on_a_tower()
    scenario["map"]["spots"][0]["height"] = height
    game = Played(scenario, HOLD + "Ann: toss to b\n" + dice(8, sides=8) + dice(1)).steps(1)
    assert told in game.log()
    assert bool(game.told("falls")) == (height > 5)


@pytest.mark.rule("special.landing")
def test_over_an_edge_one_is_thrown_further_than_close_but_only_down_it() -> None:
    keys = choices(on_a_tower(), HOLD)
    assert [key for key in keys if key.startswith("toss")] == ["toss to b", "toss to a to b"]
    assert "hurl Uk with Orc" not in keys, "Uk is Nearby"
    without = on_a_tower()
    without["map"]["edges"] = []
    assert "toss to b" not in choices(without, HOLD)


@pytest.mark.rule("special.throw-height")
@pytest.mark.parametrize(("height", "reaches"), [(5, True), (6, False)])
def test_nobody_is_thrown_further_up_than_close(height: int, reaches: bool) -> None:
    scenario = field(
        {"Ann": {"melee": 8, "at": "a to b"}}, {"Orc": {"at": "a to b"}, "Uk": {"at": "b"}}
    )
    spots = [{"name": "a"}, {"name": "b", "height": height}]
    scenario["map"] = {"spots": spots, "links": [["a", "b", "Nearby"]]}
    keys = choices(scenario, HOLD)
    assert "toss to a" in keys
    assert ("hurl Uk with Orc" in keys) is reaches
    assert ("toss to b" in keys) is reaches


@pytest.mark.rule("special.throw-size")
@pytest.mark.parametrize(
    ("mine", "theirs", "most", "throws"),
    [
        ("medium", "medium", 1, True),
        ("medium", "large", 1, True),
        ("medium", "huge", 1, False),
        ("medium", "huge", 2, True),
        ("tiny", "colossal", 1, False),
        ("tiny", "colossal", 6, True),
        ("colossal", "item", 1, True),
        ("medium", "medium", -1, False),
    ],
)
def test_nobody_throws_somebody_much_larger(
    mine: str, theirs: str, most: int, throws: bool
) -> None:
    heroes = {"Ann": {"melee": 8, "size": mine}}
    foes = {"Orc": {"size": theirs}, "Uk": {"at": "b"}}
    keys = choices(field(heroes, foes, "a-b", house={"throw_size": most}), HOLD)
    assert "let go" in keys
    assert ("hurl Uk with Orc" in keys) is throws
    assert ("toss to b" in keys) is throws


@pytest.mark.rule("modifier.gate")
def test_nobody_is_thrown_through_a_closed_gate() -> None:
    gate = {"thing": True, "hearts": 3, "bars": ["a", "b"], "weapons": [], "at": "a"}
    for house in ("stops", "covers"):
        shut = field(
            {"Ann": {"melee": 8}},
            {"Orc": {}, "Uk": {"at": "b"}, "Gate": gate},
            "a-b",
            house={"closed_gate": house},
        )
        assert "toss to b" not in choices(shut, HOLD)
        assert "hurl Uk with Orc" not in choices(shut, HOLD)
    shut["sides"][1]["fighters"].pop()
    assert "toss to b" in choices(shut, HOLD)
    assert "hurl Uk with Orc" in choices(shut, HOLD)


@pytest.mark.rule("health.asleep", "special.grapple")
def test_a_sleeper_who_is_grappled_wakes() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}})
    game, _ = strike(scenario, "grapple Orc with unarmed", dice(6, 1, 1, 1) + NO_BLOCK)
    assert game.fighter("Orc").conditions() == ["grappled", "tethered"]
    assert "Orc wakes" in game.log()
    blocked, _ = strike(scenario, "grapple Orc with unarmed", dice(6, 1, 1, 1) + dice(6, 1))
    assert blocked.fighter("Orc").conditions() == ["defenseless"]


@pytest.mark.rule("special.grapple-ends")
def test_a_grappler_holds_one_at_a_time() -> None:
    assert "grapple Uk with unarmed" in choices(holding(uk="a"))
    keys = choices(holding(uk="a"), HOLD)
    assert "attack Uk with unarmed" in keys
    assert not [key for key in keys if key.startswith("grapple")]


def test_odds_of_an_escape_can_be_asked_for() -> None:
    game = Played(field(), MISSES)
    option = option_of(game, "escape Orc with unarmed")
    assert game.fight.hindrance(0, option) == "Orc does not hold Ann"
    game.fight.bring_within_reach(0, option)
    assert game.fight.hindrance(0, option) == ""
    assert not game.fight.make_attack(0, option).hit


def test_a_condition_question_is_not_asked_for_a_grapple() -> None:
    assert asked(field(), GRAPPLE).kind == "turn"
    assert edge(field(), "grapple Orc with unarmed") == ""
