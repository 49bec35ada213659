"""How the log reads."""

import pytest

from rulebook.olde.fields import blow, field, reset
from support import Played


def last(game: Played) -> list[str]:
    """Return the log from the first fighter's part on."""
    log = game.log()
    return log[log.index(next(one for one in log if one.startswith("Ann has"))) + 1 :]


@pytest.mark.rule("turn.ap")
def test_action_points_are_said_once_unless_something_changed_the_die() -> None:
    game = Played(field({"finesse": 7}, {"surprised": True}), "roll 1d8 = 8").steps(1)
    assert game.log()[1:3] == [
        "Ann rolls d7 for Action Points: 8→4 = 4",
        "Orc is surprised and has 1 AP",
    ]
    game = Played(field(), reset(5, 1)).steps(1)
    assert game.log()[1] == "Ann rolls d8 for Action Points: 5"


@pytest.mark.rule("turn.order")
@pytest.mark.parametrize(
    ("first", "told"),
    [
        ("", ["Ann passes"]),
        ("Ann: free step to 0,1\n", ["Ann takes a free step to 0,1 (5 AP left)"]),
    ],
)
def test_a_pass_is_told_of_those_who_do_nothing_else(first: str, told: list[str]) -> None:
    game = Played(field(), reset(5, 1) + first + "Ann: pass").steps(2)
    assert last(game) == told


@pytest.mark.rule("ranged.base")
def test_what_is_thrown_is_said_to_be() -> None:
    script = reset(2, 1) + "Ann: throw Orc with spear\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = Played(field({"weapons": ["spear"]}, {"at": [4, 1]}), script).steps(2)
    assert last(game)[0] == "Ann throws the spear at Orc (0 AP left)"
    assert last(game)[-1] == "The spear lies at 4,1"


@pytest.mark.rule("ranged.crossbow")
def test_a_crossbow_that_is_reset_is_called_by_its_name() -> None:
    script = reset(8, 1) + "Ann: shoot Orc with arbalest\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n"
    game = Played(
        field({"weapons": ["arbalest"], "brawn": 10}, {"at": [4, 1]}),
        script + "Ann: reset crossbow",
    ).steps(2)
    assert last(game)[0] == "Ann shoots at Orc with the arbalest (6 AP left)"
    assert last(game)[-1] == "Ann spans the arbalest (5 AP left)"


@pytest.mark.rule("unarmed.damage")
def test_half_of_a_die_shows_what_was_thrown_and_what_is_left_of_it() -> None:
    script = reset(2, 1) + "Ann: attack Orc with bare-hands\nroll 2d6 = 2 3\nroll 2d8 = 3 3\n"
    game = Played(field({"weapons": []}), script + "roll 1d8 = 7").steps(2)
    assert "bare hands half of d8: 7 → 4 = 4 damage" in game.log()


@pytest.mark.rule("options.advanced")
@pytest.mark.parametrize(
    ("attack", "told"),
    [
        ("attack", "Ann attacks Orc with the broadsword (1 AP left)"),
        ("panic", "Ann attacks Orc with the broadsword, in panic (2 AP left)"),
        ("all-out", "Ann attacks Orc with the broadsword, all out (0 AP left)"),
    ],
)
def test_how_an_attack_is_made_is_told(attack: str, told: str) -> None:
    script = reset(3, 1) + f"Ann: {attack} Orc with broadsword\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = Played(field(house={"advanced_actions": True}), script + "\nAnn: pass")
    game.fight.step()
    game.fight.step()
    assert last(game)[0] == told


@pytest.mark.rule("reach.enter")
@pytest.mark.parametrize(("dice", "gets_in"), [("5 5", True), ("1 1", False)])
def test_who_gets_into_an_enemys_space_is_said_to(dice: str, gets_in: bool) -> None:
    script = reset(2, 1) + f"Ann: close in Orc\nroll 2d6 = 2 3\nroll 2d8 = {dice}"
    game = Played(field(), script).steps(2)
    assert last(game)[0] == "Ann tries to get into Orc's space (0 AP left)"
    assert ("Ann gets in to 2,1 (0 AP left)" in last(game)) == gets_in


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(("patient", "whom"), [("Ann", "themselves"), ("Bea", "Bea")])
def test_first_aid_is_announced_and_says_for_whom_it_is(patient: str, whom: str) -> None:
    bleeding = {"conditions": [{"is": "bleeding", "lasts": "permanent"}]}
    game = Played(
        field(bleeding, friends={"Bea": {**bleeding, "at": [1, 2]}}),
        f"roll 1d8 = 3\nroll 1d8 = 1\nroll 1d6 = 1\nAnn: first aid {patient}\nroll 2d8 = 7 7",
    ).steps(2)
    assert last(game)[0] == f"Ann gives first aid to {whom} (0 AP left)"
    assert last(game)[-1] == f"Ann stabilises {whom}"


@pytest.mark.rule("turn.costs")
@pytest.mark.parametrize(
    ("ann", "script", "told"),
    [
        ({"conditions": [{"is": "prone"}]}, "rise", ["Ann gets up (2 AP left)"]),
        (
            {"weapons": ["broadsword", "dagger"]},
            "take up dagger in one hand",
            ["Ann takes up the dagger (1 AP left)"],
        ),
        (
            {"savvy": 9, "spells": ["bramble"]},
            "cast bramble at Orc\nroll 2d10 = 1 1",
            ["Ann casts bramble at Orc (2 AP and 11 Mana left)"],
        ),
    ],
)
def test_every_action_says_the_action_points_left(
    ann: dict[str, object], script: str, told: list[str]
) -> None:
    game = Played(field(ann), reset(4, 1) + f"Ann: {script}\nAnn: pass")
    game.fight.step()
    game.fight.step()
    assert last(game)[: len(told)] == told
    assert not any("no longer prone" in line for line in last(game))


@pytest.mark.rule("turn.costs")
@pytest.mark.parametrize(
    ("key", "told"),
    [
        ("flop", "Ann flops down, for no AP (3 AP left)"),
        ("drop", "Ann drops to the ground (2 AP left)"),
    ],
)
def test_who_goes_to_the_ground_is_said_to(key: str, told: str) -> None:
    game = Played(field(), reset(3, 1) + f"Ann: {key}\nAnn: pass")
    game.fight.step()
    game.fight.step()
    assert last(game)[:2] == [told, "Ann is prone (until they get up)"]


@pytest.mark.rule("shield.block")
def test_a_block_says_how_many_action_points_are_left() -> None:
    ann = {"shield": "heater", "skills": {"shields": "journeyman"}}
    game = Played(field(ann), reset(3, 1) + "Ann: block\nAnn: pass").steps(2)
    assert last(game)[0] == (
        "Ann raises the shield to block: +2 Defense until the next Reset (1 AP left)"
    )


@pytest.mark.rule("skill.rank", "skill.untrained")
@pytest.mark.parametrize(
    ("skills", "adjusts", "rule"),
    [
        ({"swords": "journeyman"}, "+1 swords", "skill.rank"),
        ({"swords": "legendary"}, "+5 swords", "skill.rank"),
        ({"axes": "master"}, "-2 untrained", "skill.untrained"),
    ],
)
def test_what_a_skill_adds_cites_the_rule_for_ranks_and_its_lack_another(
    skills: dict[str, str], adjusts: str, rule: str
) -> None:
    strike = blow({"skills": skills}, defense="roll 2d6 = 5 5").told("strike")[0]
    assert [adjusts, rule] in strike["because"]
    assert len(strike["because"]) == 2


@pytest.mark.rule("health.down")
@pytest.mark.parametrize(
    ("hit_points", "told"), [(-4, ["dying", "-4 HP"]), (0, ["dying"]), (4, [])]
)
def test_hit_points_below_zero_are_told(hit_points: int, told: list[str]) -> None:
    game = Played(field())
    game.fighter("Ann").hit_points = hit_points
    assert game.fighter("Ann").conditions() == told


@pytest.mark.rule("check.rating", "health.stunning-blow")
def test_a_check_says_where_its_rating_comes_from() -> None:
    game = blow(
        {"weapons": ["greatsword"], "brawn": 12},
        attack="attack Orc with greatsword",
        dice="roll 2d12 = 5 5",
        damage="roll 1d12 = 7\nroll 2d8 = 2 2",
    )
    told = [line for line in game.log() if line.startswith("Orc checks")]
    assert [line.partition("!: ")[2] for line in told] == [
        "2 2 = 4 against 7 (the damage): failure"
    ]


@pytest.mark.rule("conditions.list")
def test_a_target_that_cannot_defend_is_told_with_the_reason() -> None:
    orc = {"conditions": [{"is": "restrained"}, {"is": "bleeding"}]}
    assert "Orc cannot defend (restrained): CR 6 (Easy)" in blow(None, orc, defense="").log()


@pytest.mark.rule("attack.no-harm")
def test_damage_that_armour_takes_below_zero_says_so() -> None:
    game = blow(None, {"armour": "chainmail"}, dice="roll 2d8 = 5 5", damage="roll 1d8 = 1")
    assert "broadsword d8: 1 (-3 chainmail, never below 0) = 0 damage" in game.log()
