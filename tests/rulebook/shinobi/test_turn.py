from typing import Any

import pytest

from affray.core.tape import OpenQuestionError
from rulebook.shinobi.fields import ANN_FIRST, BOB_FIRST, STAND, asked, dice, field
from rulebook.shinobi.test_board import at
from support import Played

APART = {"Ann": {"at": [0, 6]}}
FAR = {"Bob": {"at": [6, 0]}}


def idle(name: str, facing: str = "n") -> str:
    return f"{name}: stay\n{name}: face {facing}\n{name}: wait\n"


@pytest.mark.rule("turn.alternate")
def test_the_initiative_is_rolled_for_and_then_the_sides_alternate() -> None:
    ours = {"Ann": {"at": [0, 6]}, "Amy": {"at": [1, 6]}}
    theirs = {"Bob": {"at": [6, 0]}, "Bea": {"at": [5, 0]}}
    script = BOB_FIRST + "theirs: activate Bea\n" + idle("Bea")
    script += "ours: activate Amy\n" + idle("Amy") + idle("Bob") + idle("Ann")
    game = Played(field(ours, theirs), script).steps(4)
    assert game.told("round") == [{"round": 1, "side": "theirs"}]
    assert [parts["who"] for parts in game.told("acts")] == ["Bea", "Amy", "Bob", "Ann"]


@pytest.mark.rule("turn.alternate")
def test_a_side_with_models_left_goes_on_alone() -> None:
    ours = {"Ann": {"at": [0, 6]}, "Amy": {"at": [1, 6]}, "Ada": {"at": [2, 6]}}
    script = BOB_FIRST + idle("Bob") + "ours: activate Amy\n" + idle("Amy")
    script += "ours: activate Ada\n" + idle("Ada") + idle("Ann")
    game = Played(field(ours, FAR), script).steps(4)
    assert [parts["who"] for parts in game.told("acts")] == ["Bob", "Amy", "Ada", "Ann"]


@pytest.mark.rule("turn.alternate")
def test_the_initiative_is_rolled_anew_in_every_round() -> None:
    script = BOB_FIRST + idle("Bob") + idle("Ann") + ANN_FIRST + idle("Ann")
    game = Played(field(APART, FAR), script).steps(3)
    assert [parts["side"] for parts in game.told("round")] == ["theirs", "ours"]


@pytest.mark.rule("turn.alternate")
def test_the_fight_is_a_draw_when_the_rounds_are_over() -> None:
    script = BOB_FIRST + idle("Bob") + idle("Ann")
    game = Played(field(APART, FAR, round_limit=1), script).to_the_end()
    assert game.fight.winner() == -1


@pytest.mark.rule("turn.activation")
def test_an_activation_is_a_move_a_facing_and_then_one_action() -> None:
    script = ANN_FIRST + "Ann: move 0,3\nAnn: face e\nAnn: stealth"
    game = Played(field(APART, FAR), script).steps(1)
    assert at(game, "Ann") == "0,3"
    assert game.fighter("Ann").hidden
    assert game.fighter("Ann").acted


@pytest.mark.rule("turn.activation")
def test_a_move_goes_no_further_than_the_movement_value() -> None:
    keys = asked(Played(field(APART, FAR), ANN_FIRST))
    assert "move 0,2" in keys
    assert "move 0,1" not in keys


@pytest.mark.rule("turn.activation")
def test_running_is_an_action_that_moves_again() -> None:
    script = ANN_FIRST + "Ann: move 0,2\nAnn: face n\nAnn: run\nAnn: move 2,0\nAnn: face e"
    game = Played(field(APART, FAR), script).steps(1)
    assert at(game, "Ann") == "2,0"


@pytest.mark.rule("turn.activation")
def test_the_actions_there_are() -> None:
    ours = {"Ann": {"at": [3, 6], "range": 5, "keywords": ["curse"]}}
    theirs = {"Bob": {}, "Bea": {"at": [3, 5]}, "Ben": {"at": [2, 4], "hidden": True}}
    in_a_zone = asked(Played(field(ours, theirs), ANN_FIRST + STAND))
    assert in_a_zone == [
        "wait",
        "run",
        "stealth",
        "throw at Bob with shuriken",
        "curse Bob",
        "attack Bea with blade",
        "throw at Bea with shuriken",
        "curse Bea",
        "search Ben",
    ]
    del theirs["Bea"]
    assert "shoot Bob with bow" in asked(Played(field(ours, theirs), ANN_FIRST + STAND))


def leaves_zone(die: str, house: dict[str, Any] | None = None, **ann: Any) -> Played:
    """Ann walks from beside Bob to the corner, with this Dodge."""
    script = ANN_FIRST + "Ann: move 3,6\n" + dice(die)
    game = Played(field({"Ann": ann}, house=house), script)
    if die[-1] in "FWA"[: 3 if house else 1]:
        game = Played(field({"Ann": ann}, house=house), script + "Ann: face n\nAnn: wait")
    return game.steps(1)


@pytest.mark.rule("move.dodge")
def test_leaving_a_zone_takes_a_die_of_ones_own_element() -> None:
    game = leaves_zone("F")
    assert at(game, "Ann") == "3,6"
    assert game.fighter("Ann").stun_tokens == 0


@pytest.mark.rule("move.dodge")
@pytest.mark.parametrize("die", "WAESV")
def test_failing_a_dodge_stops_the_move_and_stuns(die: str) -> None:
    game = leaves_zone(die)
    assert at(game, "Ann") == "3,4"
    assert game.fighter("Ann").stun_tokens == 1


@pytest.mark.rule("move.dodge")
def test_each_space_inside_a_zone_that_is_left_takes_a_dodge() -> None:
    corridor = field({"Ann": {"at": [0, 1]}}, {"Bob": {"at": [2, 0]}}, rows=["##.##", "....."])
    script = ANN_FIRST + "Ann: move 4,1\n" + dice("F", "F", "F") + "Ann: face n\nAnn: wait"
    game = Played(corridor, script).steps(1)
    assert at(game, "Ann") == "4,1"


@pytest.mark.rule("move.dodge")
def test_a_way_round_needs_no_dodge() -> None:
    script = ANN_FIRST + "Ann: move 3,0\nAnn: face n\nAnn: wait"
    game = Played(field({"Ann": {"at": [3, 6], "movement": 8}}), script).steps(1)
    assert at(game, "Ann") == "3,0"
    assert not game.told("test")


@pytest.mark.rule("move.dodge")
@pytest.mark.parametrize(("die", "place"), [("F", "3,6"), ("W", "3,6"), ("A", "3,6"), ("E", "3,4")])
def test_by_the_option_half_of_the_faces_dodge(die: str, place: str) -> None:
    assert at(leaves_zone(die, {"dodge": "half"}), "Ann") == place


@pytest.mark.rule("move.dodge")
def test_a_third_token_in_a_dodge_injures() -> None:
    scenario = field({"Ann": {}, "Amy": {"at": [0, 6]}})
    # her tokens come off when she acts, so it takes a game master to give her two of them
    script = "ours: activate Ann\nGM rules health of Ann = 1 | dizzy\nAnn: move 3,6\n"
    game = Played(scenario, ANN_FIRST + script + dice("S")).steps(1)
    assert game.fighter("Ann").state() == "down"


@pytest.mark.rule("turn.activation")
def test_who_does_nothing_is_told_to_wait() -> None:
    waits = Played(field({"Ann": {"at": [3, 6]}}), ANN_FIRST + STAND + "Ann: wait\n").steps(1)
    assert waits.told("waits") == [{"who": "Ann"}]
    hides = Played(field({"Ann": {"at": [3, 6]}}), ANN_FIRST + STAND + "Ann: stealth\n").steps(1)
    assert not hides.told("waits")


# --- what a page is told ---


def test_the_order_of_turns_says_who_has_acted_acts_and_waits() -> None:
    ours, theirs = {"Ann": {}, "Amy": {"at": [0, 6]}}, {"Bob": {}, "Bea": {"at": [6, 0]}}

    def order(script: str) -> list[tuple[str, object, object]]:
        game = Played(field(ours, theirs), script)
        with pytest.raises(OpenQuestionError):
            game.fight.play()
        names = game.fight.setup.names
        return [
            (names[int(str(one["who"]))], one["status"], one["left"])
            for one in game.fight.turn_order()
        ]

    assert order(ANN_FIRST) == [
        ("Ann", "waiting", ""),
        ("Bob", "waiting", ""),
        ("Amy", "waiting", ""),
        ("Bea", "waiting", ""),
    ]
    begun = ANN_FIRST + "ours: activate Amy\n"
    assert order(begun)[:2] == [
        ("Amy", "acting", "a move, then an action"),
        ("Bob", "waiting", ""),
    ]
    assert order(begun + "Amy: stay\nAmy: face n\n")[0] == ("Amy", "acting", "an action")
    moved = begun + "Amy: stay\nAmy: face n\nAmy: wait\n"
    assert order(moved) == [
        ("Amy", "acted", ""),
        ("Bob", "waiting", ""),
        ("Ann", "waiting", ""),
        ("Bea", "waiting", ""),
    ]
    gone = ANN_FIRST + "GM rules health of Bob = 0 | a stray stone\n"
    assert order(gone)[-1] == ("Bob", "out", "")
    stunned = ANN_FIRST + "GM rules condition of Ann = stunned | dizzy\nours: activate Ann\n"
    assert order(stunned)[0] == ("Ann", "acting", "a move or an action")


def test_a_sheet_shows_what_a_model_has() -> None:
    ours = {"Ann": {"range": 5, "reach": 2, "keywords": ["long-shot"], "affinity": ["void"]}}
    setup = Played(field(ours)).fight.setup
    assert setup.sheet_of(0) == {
        "scores": {"Movement": 4, "Attack": 3, "Defence": 3},
        "weapons": [
            {"name": "blade", "figures": ["reach 2"], "tags": []},
            {"name": "bow", "figures": ["range 5"], "tags": []},
            {"name": "shuriken", "figures": ["range 3", "1 die"], "tags": ["stealthy"]},
        ],
        "affinity": ["Void"],
        "keywords": ["long shot"],
    }


@pytest.mark.parametrize(
    ("change", "emblem"),
    [
        ({}, "blade"),
        ({"range": 3}, "bow"),
        ({"keywords": ["curse"]}, "caster"),
        ({"keywords": ["winged"]}, "beast"),
        ({"keywords": ["guard"]}, "shield"),
        ({"reach": 2}, "spear"),
        ({"keywords": ["sweep"]}, "fist"),
    ],
)
def test_a_token_shows_what_a_model_is(change: dict[str, Any], emblem: str) -> None:
    assert Played(field({"Ann": change})).fight.setup.emblem(0) == emblem


def test_options_say_what_they_take_of_an_activation() -> None:
    game = Played(field({"Ann": {"keywords": ["sneaky"]}}), ANN_FIRST)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.play()
    costs = {option.kind: option.cost for option in ends.value.question.options}
    assert costs == {"stay": "free", "move": "move"}
    game = Played(field(), ANN_FIRST + STAND)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.play()
    costs = {option.kind: option.cost for option in ends.value.question.options}
    assert costs == {
        "wait": "free",
        "run": "action",
        "stealth": "action",
        "attack": "action",
        "shuriken": "action",
    }
