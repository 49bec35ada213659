from typing import Any

import pytest

from affray.core.questions import Ruling
from rulebook.orrery.fields import (
    HITS_ONCE,
    HITS_TWICE,
    MISSES,
    NO_BLOCK,
    dice,
    edge,
    field,
    strike,
)
from support import Played, passes_test

LONG = "attack Orc with long-blade"


@pytest.mark.rule("block.roll")
@pytest.mark.parametrize(("faces", "harm"), [((1, 1), 2), ((4, 1), 1), ((4, 4), 0)])
def test_each_success_of_the_block_takes_one_damage_off(faces: tuple[int, int], harm: int) -> None:
    game, blow = strike(field(), LONG, HITS_TWICE + dice(*faces))
    assert blow.damage == harm
    assert game.fighter("Orc").hearts == 4 - harm


@pytest.mark.rule("block.roll")
def test_a_block_never_gives_hearts() -> None:
    game, blow = strike(field(), LONG, dice(4, 1) + dice(6, 6))
    assert blow.damage == 0
    assert game.fighter("Orc").hearts == 4


@pytest.mark.rule("block.unneeded")
def test_a_block_is_not_rolled_against_nothing() -> None:
    strike(field(), LONG, MISSES)
    strike(field(), LONG, HITS_ONCE + NO_BLOCK)


@pytest.mark.rule("block.dice")
@pytest.mark.parametrize(
    ("key", "sides"),
    [(LONG, 8), ("attack Orc with bow", 10), ("rune Orc with fire", 12)],
)
def test_a_block_rolls_defense_with_the_skill_of_the_attack(key: str, sides: int) -> None:
    orc = {"hearts": 4, "at": "b", "melee": 8, "ranged": 10, "magic": 12, "defense": 4}
    scenario = field(
        {"Ann": {"weapons": ["long-blade", "bow"], "runes": ["fire"]}}, {"Orc": orc}, "a-b"
    )
    scenario["sides"][1]["fighters"][0]["at"] = "a" if key == LONG else "b"
    script = HITS_TWICE + dice(sides, sides=sides) + dice(1, sides=4)
    _, blow = strike(scenario, key, script)
    assert blow.damage == 1


@pytest.mark.rule("block.shield")
@pytest.mark.parametrize(("option", "told"), [("none", ""), ("adv", "with adv (adv: shield)")])
def test_by_option_a_shield_gives_adv_on_a_block_in_close_combat(option: str, told: str) -> None:
    scenario = field(
        foes={"Orc": {"weapons": ["long-blade", "shield"]}}, house={"shield_block": option}
    )
    assert edge(scenario, LONG, roll=1) == told


@pytest.mark.rule("block.shield")
def test_a_shield_is_nothing_against_arrows() -> None:
    scenario = field(
        {"Ann": {"weapons": ["bow"]}},
        {"Orc": {"weapons": ["shield"], "at": "b"}},
        "a-b",
        house={"shield_block": "adv"},
    )
    assert edge(scenario, "attack Orc with bow", roll=1) == ""


def monster_shoots(at: str, pc: dict[str, Any] | None = None, **spots: dict[str, Any]) -> Any:
    foes = {"Orc": {"weapons": ["bow"], "at": at}}
    return field({"Ann": pc or {}}, foes, "a-b-c-d", spots)


@pytest.mark.rule("block.factors")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        (monster_shoots("b"), ""),
        (monster_shoots("b", {"size": "small"}), "with adv (adv: small)"),
        (monster_shoots("b", a={"cover": 50}), "with adv (adv: in cover)"),
        (monster_shoots("b", b={"height": 3}), "with dis (dis: attacker above)"),
        (monster_shoots("b", a={"height": 3}), "with adv (adv: attacker below)"),
        (monster_shoots("d"), "with adv (adv: at Distant)"),
        (monster_shoots("a"), "with adv (adv: at Touch)"),
        (monster_shoots("b", a={"dark": True}), "with adv (adv: Obscured)"),
    ],
    ids=["plain", "size", "cover", "above", "below", "distant", "touch", "dark"],
)
def test_a_monsters_ranged_factors_are_turned_round_on_a_pcs_block(
    scenario: dict[str, Any], told: str
) -> None:
    assert edge(scenario, "attack Ann with bow", who=1, roll=0) == "", "none on the attack"
    assert edge(scenario, "attack Ann with bow", who=1, roll=1) == told


@pytest.mark.rule("block.factors")
def test_by_option_they_stay_on_the_monsters_attack() -> None:
    scenario = monster_shoots("d")
    scenario["house"]["monster_factors"] = "on the attack"
    shot = "attack Ann with bow"
    assert edge(scenario, shot, who=1, roll=0) == "with dis (dis: at Distant)"
    assert edge(scenario, shot, who=1, roll=1) == ""


@pytest.mark.rule("block.factors", "rune.factors")
def test_a_monsters_rune_has_them_on_the_block_too_if_runes_have_them() -> None:
    scenario = monster_shoots("d")
    scenario["fighters"]["orc"]["runes"] = ["fire"]
    rune = "rune Ann with fire"
    assert edge(scenario, rune, who=1, roll=1) == ""
    scenario["house"]["rune_factors"] = True
    assert edge(scenario, rune, who=1, roll=0) == ""
    assert edge(scenario, rune, who=1, roll=1) == "with adv (adv: at Distant)"


@pytest.mark.rule("block.factors")
def test_between_pcs_and_between_monsters_factors_stay_with_the_shooter() -> None:
    foes = {"Orc": {"weapons": ["bow"], "at": "d"}}
    pcs = field(foes=foes, line="a-b-c-d", foes_pcs=True)
    assert edge(pcs, "attack Ann with bow", who=1) == "with dis (dis: at Distant)"
    monsters = field({"Ann": {"hearts": 3}}, foes, "a-b-c-d", pcs=False)
    assert edge(monsters, "attack Ann with bow", who=1) == "with dis (dis: at Distant)"


FIGURES: dict[str, Any] = {"hearts": 6, "attack": 3, "block": 1, "weapons": ["long-blade", "bow"]}


@pytest.mark.rule("block.monsters")
def test_monsters_roll_like_pcs() -> None:
    _, blow = strike(field(foes={"Orc": FIGURES}), LONG, HITS_TWICE + NO_BLOCK)
    assert blow.damage == 2


@pytest.mark.rule("block.monsters")
def test_by_option_monsters_have_figures_and_only_players_roll() -> None:
    scenario = field(foes={"Orc": FIGURES}, house={"monsters_roll": False})
    _, blow = strike(scenario, LONG, HITS_TWICE)
    assert blow.damage == 1, "its Block is 1"
    _, blow = strike(scenario, "attack Ann with long-blade", dice(4, 1), who=1)
    assert blow.damage == 2, "its Attack is 3, and the PC rolls a Block of 1"


@pytest.mark.rule("block.monsters")
def test_adv_and_dis_move_a_figure_by_one() -> None:
    house = {"monsters_roll": False}
    hidden = field(foes={"Orc": {**FIGURES, "hidden": True}}, house=house)
    _, blow = strike(hidden, "attack Ann with long-blade", NO_BLOCK, who=1)
    assert blow.damage == 4
    asleep = field({"Ann": {"hidden": True}}, {"Orc": FIGURES},
                   house={**house, "unaware_block": "dis"})  # fmt: skip
    _, blow = strike(asleep, LONG, dice(1, 1, 6, 6))
    assert blow.damage == 2, "a Block of 1, one less with dis"


@pytest.mark.rule("block.monsters")
def test_a_rank_gives_the_figures() -> None:
    for rank, attack, block, hearts in (
        ("minion", 1, 0, 2),
        ("standard", 2, 1, 4),
        ("brute", 3, 1, 6),
        ("boss", 4, 2, 10),
    ):
        scenario = field(house={"monsters_roll": False})
        scenario["fighters"]["orc"] = {"rank": rank, "weapons": ["long-blade"]}
        game, blow = strike(scenario, "attack Ann with long-blade", NO_BLOCK, who=1)
        assert blow.damage == attack
        assert game.fighter("Orc").hearts == hearts
        assert strike(scenario, LONG, HITS_TWICE)[1].damage == 2 - block


@pytest.mark.rule("block.monsters")
def test_a_figure_is_never_below_none() -> None:
    house = {"monsters_roll": False, "unaware_block": "dis"}
    scenario = field({"Ann": {"hidden": True}}, {"Orc": {**FIGURES, "block": 0}}, house=house)
    assert strike(scenario, LONG, dice(1, 1, 6, 6))[1].damage == 2, "a Block of 0 stays one"


@pytest.mark.rule("block.monsters")
def test_other_dice_of_a_monsters_count_half_their_sides() -> None:
    house = {"monsters_roll": False, "first_side": "best moon"}
    scenario = field(foes={"Orc": {**FIGURES, "moon": 8}}, house=house)
    first = Played(scenario, dice(5) + "Ann: end turn\n").steps(1)
    assert first.told("initiative")[0]["first"] == "heroes"
    second = Played(scenario, dice(3) + "Orc: end turn\n").steps(1)
    assert second.told("initiative")[0]["first"] == "foes"


@pytest.mark.rule("block.factors")
@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        (
            monster_shoots("d", {"defenseless": True}, d={"height": 3}),
            "with dis (dis: attacker above, no adv for range)",
        ),
        (monster_shoots("b", b={"dark": True}), "with adv (adv: attacker Obscured)"),
    ],
    ids=["asleep", "shot out of the dark"],
)
def test_the_log_gives_the_reasons_from_the_side_of_the_block(
    scenario: dict[str, Any], told: str
) -> None:
    assert edge(scenario, "attack Ann with bow", who=1, roll=1) == told


@pytest.mark.rule("block.monsters", "environment.fall-test")
@pytest.mark.parametrize(("moon", "hearts"), [(6, 4), (8, 5)])
def test_a_monsters_test_against_a_fall_is_not_rolled(moon: int, hearts: int) -> None:
    house = {"monsters_roll": False, "fall_test": "always"}
    game = Played(field(foes={"Orc": {**FIGURES, "moon": moon}}, house=house))
    game.fight.rule(Ruling("fall", "Orc", "15", "over the edge"))
    assert game.fighter("Orc").hearts == hearts, "half of d8 is a Success, half of d6 is none"


@pytest.mark.rule("block.monsters", "core.test")
@pytest.mark.parametrize(
    ("moon", "value", "passes"),
    [
        (6, "Moon and Defense", False),
        (8, "Moon and Defense", True),
        (8, "Moon and Defense, 2 Successes", False),
        (8, "Moon and Defense, 2 Successes with adv", True),
        (8, "Moon and Defense, 1 Success with dis", False),
    ],
)
def test_a_test_that_is_ruled_for_a_monster_is_not_rolled(
    moon: int, value: str, passes: bool
) -> None:
    scenario = field(foes={"Orc": {**FIGURES, "moon": moon}}, house={"monsters_roll": False})
    assert passes_test(scenario, value, "", "Orc")[0] is passes


@pytest.mark.rule("block.roll")
@pytest.mark.parametrize(("block", "told"), [((6, 6), True), ((6, 1), False)])
def test_a_block_that_leaves_no_damage_has_a_line(block: tuple[int, int], told: bool) -> None:
    game, _ = strike(field(), LONG, HITS_TWICE + dice(*block))
    assert ("Orc Blocks all of it" in game.log()) is told


def test_the_log_names_the_dice_and_says_which_roll_counts() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}}, house={"unaware_block": "dis"})
    game, _ = strike(scenario, LONG, dice(6, 1, 6, 6) + dice(6, 1, 1, 1))
    assert game.log()[1:3] == [
        "Ann rolls Attack (Melee and Sun) with adv (adv: defenseless): d6:6 d6:1 or d6:6 d6:6, "
        "of 1 and 2 the larger counts: 2 Successes",
        "Orc rolls Block (Melee and Defense) with dis (dis: unaware): d6:6 d6:1 or d6:1 d6:1, "
        "of 1 and 0 the smaller counts: 0 Successes",
    ]


@pytest.mark.rule("core.adv-dis")
def test_the_log_says_that_dice_are_a_size_larger() -> None:
    scenario = field(foes={"Orc": {"defenseless": True}}, house={"advantage": "step-die"})
    game, _ = strike(scenario, LONG, dice(8, 1, sides=8) + NO_BLOCK)
    assert game.log()[1:3] == [
        "Ann rolls Attack (Melee and Sun) with adv (adv: defenseless), each die one size larger: "
        "d8:8 d8:1, 1 Success",
        "Orc rolls Block (Melee and Defense): d6:1 d6:1, 0 Successes",
    ]
