import pytest

from affray.core.tape import OpenQuestionError
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


@pytest.mark.rule("reaction.interpose")
def test_nobody_beside_an_archer_steps_in_for_a_target_elsewhere() -> None:
    heroes = {"Ann": {}, "Bo": {"at": "b"}}
    archer = {"Orc": {"at": "b", "weapons": ["shortbow"]}}
    script = HEROES_PASS + "Orc: attack Ann with shortbow\nroll 1d10 = 5\nOrc: end turn"
    game = Played(field(heroes, archer, zones="a-b"), script).steps(3)
    assert game.fighter("Ann").hit_points == 9


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
def test_who_does_not_defend_takes_every_hit_and_keeps_the_reaction() -> None:
    script = "Ann: end turn\nOrc: attack Ann with short-sword\nAnn: no\nroll 2d12 = 9 8"
    game = Played(field({"Ann": GUARD}), script + "\nOrc: end turn").steps(2)
    assert game.fighter("Ann").hit_points == 8
    assert not game.fighter("Ann").reacted


@pytest.mark.rule("reaction.one-per-round")
@pytest.mark.parametrize("is_able", [True, False])
def test_the_collapsed_do_not_react(is_able: bool) -> None:
    down = "" if is_able else "GM rules condition of Bo = collapsed | a blow\n"
    script = "Orc: attack Ann with short-sword\n" + ("Bo: no\n" if is_able else "")
    start = HEROES_PASS if is_able else "heroes: act Ann\n" + down + "Ann: end turn\n"
    game = Played(
        field({"Ann": {}, "Bo": {}}), start + script + "roll 2d12 = 5 6\nOrc: end turn"
    ).steps(3 if is_able else 2)
    assert game.fighter("Ann").hit_points == 8


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
        roll 1d12 = 12
        roll 1d12 = 6
        Ann: end turn
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 3


HELPS = """
    heroes: act Ann
    Ann: attack Orc with short-sword
    roll 2d12 = 1 2
    Bo: help{words}
    GM: {judged}
    """


@pytest.mark.rule("reaction.help")
def test_help_that_is_refused_says_so_and_costs_nothing() -> None:
    script = HELPS.format(words=" | I shout", judged="refuse") + "Ann: end turn"
    game = Played(field({"Ann": {}, "Bo": {}}, game_master=True), script).steps(1)
    assert game.fighter("Orc").hit_points == 6
    assert not game.fighter("Bo").reacted
    assert game.fighter("Bo").actions_owed == 0
    assert "Bo cannot help Ann (“I shout”), which costs nothing" in game.log()


@pytest.mark.rule("reaction.help")
@pytest.mark.parametrize(
    ("words", "told"), [("", ""), (" | sand in his eyes", " (“sand in his eyes”)")]
)
def test_the_helper_says_how_and_the_game_master_reads_it(words: str, told: str) -> None:
    script = HELPS.format(words=words, judged="grant") + "roll 2d12 = 9 2\nAnn: end turn"
    game = Played(field({"Ann": {}, "Bo": {}}, game_master=True), script).steps(1)
    assert game.fighter("Orc").hit_points == 5
    assert game.fighter("Bo").actions_owed == 1
    assert f"Bo helps Ann{told}: up to two missed dice are rolled again" in game.log()


@pytest.mark.rule("reaction.help")
def test_the_game_master_is_asked_with_the_helpers_words() -> None:
    script = HELPS.format(words=" | sand in his eyes", judged="").replace("    GM: \n", "")
    game = Played(field({"Ann": {}, "Bo": {}}, game_master=True), script)
    with pytest.raises(OpenQuestionError) as stopped:
        game.fight.play()
    assert str(stopped.value) == "GM: Bo would help Ann against Orc “sand in his eyes”. Could they?"


@pytest.mark.rule("reaction.help-judge")
@pytest.mark.parametrize(("at", "asked"), [("a", True), ("b", True), ("c", False)])
def test_without_a_game_master_only_those_who_are_near_can_help(at: str, asked: bool) -> None:
    """Ann shoots from a at the Orc in b."""
    heroes = {"Ann": {"weapons": ["longbow"]}, "Bo": {"at": at}}
    scenario = field(heroes, {"Orc": {"at": "b"}}, "a-b-c")
    shot = "heroes: act Ann\nAnn: attack Orc with longbow\nroll 2d10 = 1 2\n"
    helped = "Bo: help\nroll 2d10 = 1 9\nAnn: end turn"
    Played(scenario, shot + (helped if asked else "Ann: end turn")).steps(1)
    judged = Played({**scenario, "game_master": True}, shot + "Bo: help\nGM: refuse\nAnn: end turn")
    judged.steps(1)


@pytest.mark.rule("reaction.help-exploded")
@pytest.mark.parametrize("allowed", [False, True])
def test_a_die_that_exploded_and_then_missed_is_helped_only_by_option(allowed: bool) -> None:
    script = """
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 12 11
        roll 1d12 = 2
        """
    again = "Bo: help\nroll 1d12 = 9\n" if allowed else ""
    house = {"help_exploded": allowed}
    game = Played(field({"Ann": {}, "Bo": {}}, house=house), script + again + "Ann: end turn")
    game.steps(1)
    assert game.fighter("Orc").hit_points == (3 if allowed else 4)


@pytest.mark.rule("reaction.help-exploded")
def test_a_die_that_exploded_and_then_hit_needs_no_help_even_by_option() -> None:
    script = """
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 12 11
        roll 1d12 = 9
        Ann: end turn
        """
    game = Played(field({"Ann": {}, "Bo": {}}, house={"help_exploded": True}), script).steps(1)
    assert game.told("strike")[0]["hits"] == 3


@pytest.mark.rule("reaction.help")
def test_of_two_pools_the_likelier_dice_are_rolled_again_first() -> None:
    script = """
        heroes: act Ann
        Ann: both Orc with short-sword
        roll 2d12 = 11 2
        roll 1d10 = 1
        Bo: help
        roll 1d12 = 9
        roll 1d10 = 9
        """
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == 3


@pytest.mark.rule("attack.both-announced")
@pytest.mark.parametrize(
    ("dice", "again", "left"),
    [
        ("roll 2d12 = 1 2\nroll 1d10 = 1", "roll 2d12 = 9 8", 4),
        ("roll 2d12 = 11 9\nroll 1d10 = 1", "roll 1d10 = 9", 3),
        ("roll 2d12 = 11 1\nroll 1d10 = 7", "roll 1d12 = 9", 3),
    ],
)
def test_help_rolls_two_dice_of_both_attacks_at_most(dice: str, again: str, left: int) -> None:
    script = f"heroes: act Ann\nAnn: both Orc with short-sword\n{dice}\nBo: help\n{again}"
    game = Played(field({"Ann": {}, "Bo": {}}), script).steps(1)
    assert game.fighter("Orc").hit_points == left


@pytest.mark.rule("attack.both-announced")
def test_where_the_rushed_die_is_likelier_it_is_rolled_again_first() -> None:
    """A longbow's d10 hit a Defense of 4 on seven faces of ten, its rushed d12 on nine of twelve."""
    heroes = {"Ann": {"weapons": ["longbow"]}, "Bo": {}}
    script = (
        "heroes: act Ann\nAnn: both Orc with longbow\nroll 2d10 = 1 2\nroll 1d12 = 1\n"
        "Bo: help\nroll 1d12 = 9\nroll 1d10 = 9\n"
    )
    game = Played(field(heroes, {"Orc": {"at": "b"}}, "a-b"), script).steps(1)
    assert game.fighter("Orc").hit_points == 4
    assert game.told("rolled again")[0]["dice"] == ["9", "9"]


REACTED = HEROES_PASS + (
    "Orc: attack Ann with short-sword\nBo: interpose\nroll 2d12 = 1 1\n"
    "Orc: rush Ann with short-sword\nroll 1d10 = 1\n"
)
"""Bo steps in once; of the Orc's second attack in that round nobody asks him any more."""


def actions_of(game: Played, name: str) -> list[object]:
    """How many actions each turn of somebody had."""
    return [part["actions"] for part in game.told("turn") if part["who"] == name]


@pytest.mark.rule("reaction.one-per-round")
def test_one_reaction_a_round_and_one_action_fewer_next_turn() -> None:
    game = Played(field({"Ann": {}, "Bo": {}}), REACTED + "heroes: act Bo\nBo: end turn").steps(4)
    assert actions_of(game, "Bo") == [2, 1]
    assert game.told("turn")[-1]["why"] == " (a reaction)"
    assert game.fighter("Bo").actions_owed == 0


@pytest.mark.rule("reaction.one-per-round")
def test_the_next_round_has_a_reaction_again() -> None:
    script = (
        REACTED
        + HEROES_PASS
        + ("Orc: attack Ann with short-sword\nBo: interpose\nroll 2d12 = 1 1\nOrc: end turn")
    )
    Played(field({"Ann": {}, "Bo": {}}), script).steps(6)


TWO_REACTIONS = REACTED + (
    "heroes: act Ann\nAnn: attack Orc with short-sword\nroll 2d12 = 1 2\n"
    "Bo: help\nroll 2d12 = 1 2\nAnn: end turn\n"
)


@pytest.mark.rule("reaction.cost")
@pytest.mark.parametrize(("house", "actions"), [("an action each", 0), ("one action left", 1)])
def test_two_reactions_before_one_turn_leave_one_action_or_cost_one_each(
    house: str, actions: int
) -> None:
    """Bo has stepped in in round 1 and helps in round 2 before his turn."""
    scenario = field({"Ann": {}, "Bo": {}}, house={"reaction_cost": house})
    script = TWO_REACTIONS + ("Bo: end turn" if actions else "")
    game = Played(scenario, script).steps(5)
    assert actions_of(game, "Bo") == [2, actions]
    assert game.told("turn")[-1]["why"] == " (2 reactions)"
    assert game.fighter("Bo").actions_owed == 0


@pytest.mark.rule("reaction.cost")
def test_they_never_cost_more_than_there_is() -> None:
    script = TWO_REACTIONS + "Orc: end turn\nheroes: act Bo\nBo: end turn"
    house = {"reaction_cost": "an action each"}
    scenario = field({"Ann": {}, "Bo": {"hp": 3, "armour": "plate"}}, house=house)
    game = Played(scenario, script).steps(7)
    assert actions_of(game, "Bo") == [1, 0, 1]


DEFENDED = """
    Ann: end turn
    Orc: attack Ann with short-sword
    Ann: defend
    roll 2d12 = 1 1
    Orc: end turn
    """


@pytest.mark.rule("reaction.few-actions")
@pytest.mark.parametrize(("house", "actions"), [("an action each", 0), ("one action left", 1)])
def test_the_wounded_may_react_and_keep_their_action_unless_each_costs_one(
    house: str, actions: int
) -> None:
    scenario = field({"Ann": {**GUARD, "hp": 3}}, house={"reaction_cost": house})
    last = "Ann: end turn" if actions else ""
    game = Played(scenario, DEFENDED + last).steps(3)
    assert actions_of(game, "Ann") == [1, actions]
    assert game.told("turn")[-1]["why"] == " (Wounded, a reaction)"
    assert game.told("turn")[-1]["left"] == ("1 action" if actions else "no action")


@pytest.mark.rule("reaction.cost")
def test_a_reaction_leaves_one_action_if_the_house_says_nothing() -> None:
    game = Played(field({"Ann": GUARD}), DEFENDED + "Ann: end turn").steps(3)
    assert actions_of(game, "Ann") == [2, 1]
    game = Played(field({"Ann": {**GUARD, "hp": 3}}), DEFENDED + "Ann: end turn").steps(3)
    assert actions_of(game, "Ann") == [1, 1]


@pytest.mark.rule("reaction.few-actions")
def test_a_slow_start_does_not_forbid_help_and_both_are_told() -> None:
    script = """
        roll 2d12 = 1 2
        roll 2d12 = 1 2
        heroes: act Ann
        Ann: attack Orc with short-sword
        roll 2d12 = 1 2
        Bo: help
        roll 2d12 = 1 2
        """
    house = {"reaction_cost": "an action each"}
    game = Played(field({"Ann": {}, "Bo": {}}, momentum=False, house=house), script).steps(2)
    assert actions_of(game, "Bo") == [0]
    assert game.log()[-1] == "Bo has no action (no momentum, a reaction)"
    assert {"rounds.momentum", "reaction.few-actions"} <= set(game.table.events[-1].rules)


@pytest.mark.rule("reaction.one-per-round")
def test_foes_have_no_reactions() -> None:
    foes = {"Orc": {}, "Cur": {"weapons": ["mace"], "shield": "shield"}}
    script = "Ann: attack Cur with short-sword\nroll 2d12 = 1 1\nAnn: end turn"
    Played(field(foes=foes), script).steps(1)


@pytest.mark.rule("reaction.interpose-whom")
@pytest.mark.parametrize("whom", ["friends", "anybody"])
def test_stepping_in_front_of_an_enemy_is_a_house_rule(whom: str) -> None:
    script = "heroes: act Ann\nAnn: attack Orc with short-sword\n"
    if whom == "anybody":
        script += "Bo: interpose\n"
    script += "roll 2d12 = 5 6\nAnn: end turn"
    game = Played(field({"Ann": {}, "Bo": {}}, house={"interpose_for": whom}), script).steps(1)
    struck = "Bo" if whom == "anybody" else "Orc"
    assert [part["who"] for part in game.told("hurt")] == [struck]


@pytest.mark.rule("reaction.interpose-chain")
@pytest.mark.parametrize("allowed", [False, True])
def test_stepping_in_for_an_interposer_is_a_house_rule(allowed: bool) -> None:
    heroes: dict[str, dict[str, object]] = {"Ann": {}, "Bo": {}, "Cy": {}}
    script = "heroes: act Ann\nAnn: end turn\nheroes: act Bo\nBo: end turn\nCy: end turn\n"
    script += "Orc: attack Ann with short-sword\nBo: interpose\n"
    if allowed:
        script += "Ann: no\nCy: interpose\nAnn: no\n"
    script += "roll 2d12 = 5 6\nOrc: end turn"
    house = {"interpose_for_interposer": allowed}
    game = Played(field(heroes, house=house), script).steps(4)
    assert [part["who"] for part in game.told("hurt")] == ["Cy" if allowed else "Bo"]


HELPED = """
    heroes: act Ann
    Ann: attack Orc with short-sword
    roll 2d12 = 1 2
    Bo: help
    roll 2d12 = 3 9
    """


@pytest.mark.rule("reaction.one-helper")
@pytest.mark.parametrize("helpers", ["one", "any"])
def test_a_second_helper_is_a_house_rule(helpers: str) -> None:
    """Bo's help leaves one die that missed, which Cy may have rolled again."""
    more = "Cy: help\nroll 1d12 = 8\n" if helpers == "any" else ""
    scenario = field({"Ann": {}, "Bo": {}, "Cy": {}}, house={"helpers": helpers})
    game = Played(scenario, HELPED + more + "Ann: end turn").steps(1)
    hits = 2 if helpers == "any" else 1
    assert game.fighter("Orc").hit_points == 6 - hits
    assert game.told("rolled again")[-1]["hits"] == hits


@pytest.mark.rule("reaction.one-helper")
def test_nobody_helps_further_when_no_die_missed() -> None:
    script = HELPED.replace("3 9", "8 9") + "Ann: end turn"
    scenario = field({"Ann": {}, "Bo": {}, "Cy": {}}, house={"helpers": "any"})
    assert Played(scenario, script).steps(1).fighter("Orc").hit_points == 4
