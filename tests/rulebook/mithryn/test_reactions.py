import pytest

from rulebook.mithryn.fields import field
from support import Played

GUARD = {"weapons": ["mace"], "shield": "shield"}
HEROES_PASS = "heroes: act Ann\nAnn: end turn\nBo: end turn\n"


@pytest.mark.rule("reaction.interpose")
def test_a_friend_in_the_same_zone_becomes_the_target() -> None:
    script = HEROES_PASS + (
        "Orc: attack Ann with short-sword\nBo: interpose\nroll 2d12 = 5 6\nOrc: end turn"
    )
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(3)
    assert game.fighter("Ann").hit_points == 10
    assert game.fighter("Bo").hit_points == 8


@pytest.mark.rule("reaction.interpose")
def test_nobody_steps_in_from_another_zone() -> None:
    heroes = {"Ann": {}, "Bo": {"at": "b"}}
    script = HEROES_PASS + "Orc: attack Ann with short-sword\nroll 2d12 = 5 6\nOrc: end turn"
    game = Played(field(heroes, zones="a-b"), script).steps(3)
    assert game.fighter("Ann").hit_points == 8


@pytest.mark.rule("reaction.defend")
def test_a_shield_cancels_one_hit() -> None:
    script = """
        Ann: end turn
        Orc: attack Ann with short-sword
        Ann: defend
        roll 2d12 = 9 8
        Orc: end turn
        """
    game = Played(field({"Ann": GUARD}), script).steps(2)
    assert game.fighter("Ann").hit_points == 9


@pytest.mark.rule("reaction.defend")
def test_nobody_defends_without_a_shield() -> None:
    script = "Ann: end turn\nOrc: attack Ann with short-sword\nroll 2d12 = 9 8\nOrc: end turn"
    assert Played(field(), script).steps(2).fighter("Ann").hit_points == 8


@pytest.mark.rule("reaction.declared-before-roll")
def test_defend_and_interpose_are_asked_before_the_dice() -> None:
    script = HEROES_PASS + (
        "Orc: attack Ann with short-sword\nBo: no\nAnn: no\nroll 2d12 = 5 6\nOrc: end turn"
    )
    game = Played(field({"Ann": GUARD, "Bo": {}}), script).steps(3)
    lines = [answer.text() for answer in game.table.answers]
    assert lines.index("Bo: no") < lines.index("roll 2d12 = 5 6")
    assert lines.index("Ann: no") < lines.index("roll 2d12 = 5 6")


@pytest.mark.rule("reaction.help")
def test_help_rolls_up_to_two_missed_dice_again() -> None:
    axe = {"weapons": ["battleaxe"]}
    script = """
        heroes: act Ann
        Ann: attack Orc with battleaxe
        roll 3d12 = 1 2 3
        Bo: help
        GM: grant
        roll 2d12 = 9 2
        Ann: end turn
        """
    game = Played(field({"Ann": axe, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 5
    assert game.fighter("Bo").reacted


@pytest.mark.rule("reaction.help")
def test_help_does_not_touch_dice_that_hit_and_may_explode() -> None:
    script = """
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 11 2
        Bo: help
        GM: grant
        roll 1d12 = 12
        roll 1d12 = 6
        Ann: end turn
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 3


@pytest.mark.rule("reaction.help")
def test_the_game_master_may_refuse_help() -> None:
    script = """
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 1 2
        Bo: help
        GM: refuse
        Ann: end turn
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 6
    assert not game.fighter("Bo").reacted


@pytest.mark.rule("reaction.help")
def test_of_two_pools_the_likelier_dice_are_rolled_again_first() -> None:
    script = """
        heroes: act Ann
        Ann: both Orc with short-sword
        roll 2d12 = 11 2
        roll 1d10 = 1
        Bo: help
        GM: grant
        roll 1d12 = 9
        roll 1d10 = 9
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 3


@pytest.mark.rule("reaction.one-per-round")
def test_one_reaction_a_round_and_one_action_fewer_next_turn() -> None:
    script = HEROES_PASS + (
        "Orc: attack Ann with short-sword\nBo: interpose\nroll 2d12 = 1 1\n"
        "Orc: rush Ann with short-sword\nroll 1d10 = 1\n"
        "heroes: act Bo\nBo: end turn"
    )
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(4)
    assert game.told("turn")[-1]["who"] == "Bo"
    assert game.told("turn")[-1]["actions"] == 1
    assert not game.fighter("Bo").owes_action


@pytest.mark.rule("reaction.one-per-round")
def test_the_wounded_may_react_and_then_have_no_action_at_all() -> None:
    script = """
        Ann: end turn
        Orc: attack Ann with short-sword
        Ann: defend
        roll 2d12 = 1 1
        Orc: end turn
        Orc: end turn
        """
    scenario = field({"Ann": {**GUARD, "hp": 3}})
    game = Played(scenario, script).steps(4)
    assert [part["actions"] for part in game.told("turn") if part["who"] == "Ann"] == [1, 0]


@pytest.mark.rule("reaction.one-per-round")
def test_foes_have_no_reactions() -> None:
    foes = {"Orc": {}, "Cur": {"weapons": ["mace"], "shield": "shield"}}
    script = "Ann: attack Cur with short-sword\nroll 2d12 = 1 1\nAnn: end turn"
    Played(field(foes=foes), script).steps(1)
