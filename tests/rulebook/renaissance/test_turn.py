import pytest

from affray.core.dice import Dice
from affray.core.table import LiveTable
from affray.library import load
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.targets import threatens
from affray.rulesets.renaissance.turn import roll_initiative
from rulebook.renaissance.fields import attacked, d, dice, field, hurt, offered, play
from support import Played


@pytest.mark.rule("turn.initiative")
def test_init_is_a_fifth_of_int_and_coo() -> None:
    game = Played(field({"aptitudes": {"int": 17, "coo": 22}}))
    assert game.fighter("Ann").sheet.init == 7


@pytest.mark.rule("turn.initiative")
@pytest.mark.parametrize(
    ("ann", "faces", "first"),
    [
        ({}, (3, 4), "Orc"),
        ({"init": 10}, (2, 4), "Ann"),
        ({}, (4, 4), "Ann"),
        ({"init": 7}, (5, 4), "Orc"),
    ],
)
def test_highest_first_and_ties_by_init(
    ann: dict[str, int], faces: tuple[int, int], first: str
) -> None:
    game = Played(field(ann), dice(*faces) + f"\n{first}: end turn").steps(1)
    assert game.told("turn")[0]["who"] == first


@pytest.mark.rule("turn.allotment")
def test_one_standard_and_one_quick_action() -> None:
    keys = offered(field(), "Ann: full defense\nAnn: feint Orc\n" + d(80, 1) + "\n")
    assert "brace" not in keys
    assert keys[0] == "end turn"  # already the orc's turn
    game = play(field(), "Ann: full defense\nAnn: drop prone")
    assert game.fighter("Ann").prone


@pytest.mark.rule("turn.allotment")
def test_or_three_quick_actions_and_then_no_standard_one() -> None:
    two = "Ann: drop prone\nAnn: stand up\n"
    keys = offered(field(), two)
    assert "drop prone" in keys
    assert "full defense" not in keys
    game = play(field(), two + "Ann: drop prone")
    assert game.fighter("Ann").prone


@pytest.mark.rule("turn.allotment")
def test_after_one_quick_action_the_standard_one_is_left_and_then_nothing() -> None:
    game = play(field(), "Ann: drop prone\nAnn: full defense")
    assert game.fighter("Ann").full_defense


@pytest.mark.rule("turn.seconds")
def test_what_bleeds_1_a_minute_bleeds_every_twentieth_turn() -> None:
    script = "GM rules condition of Ann = bleeding | the last fight\nAnn: end turn\nOrc: end turn"
    rest = "\nAnn: end turn\nOrc: end turn" * 20
    game = play(field(), script + rest, 42)
    assert hurt(game, "Ann") == [1]
    game = play(field(), script + "\nAnn: end turn\nOrc: end turn" * 19, 40)
    assert hurt(game, "Ann") == []


@pytest.mark.rule("turn.threaten")
@pytest.mark.parametrize(
    ("ann", "at", "threatened"),
    [
        ({}, (2, 2), True),
        ({}, (3, 1), False),
        ({"weapons": ["quarterstaff"]}, (3, 1), True),
        ({"weapons": ["bow"]}, (2, 1), False),
        ({"weapons": []}, (2, 1), False),
    ],
)
def test_one_threatens_whom_one_could_strike(
    ann: dict[str, object], at: tuple[int, int], threatened: bool
) -> None:
    game = Played(field(ann))
    cell = at[1] * 12 + at[0]
    assert threatens(game.fight, game.fighter("Ann"), cell) is threatened


@pytest.mark.rule("turn.bloodied")
@pytest.mark.parametrize(("health", "bloodied"), [("50", False), ("49", True)])
def test_bloodied_is_more_than_half_of_dur(health: str, bloodied: bool) -> None:
    game = play(field(), f"GM rules health of Orc = {health} | before\nAnn: end turn")
    assert ("bloodied" in game.fighter("Orc").conditions()) is bloodied


@pytest.mark.rule("turn.bloodied")
def test_becoming_bloodied_is_told() -> None:
    game = attacked(field({"db": 30}, {"dur": 60}), d(25, 99) + "\n" + dice(4) + "\n" + d(1))
    assert game.told("bloodied") == [{"who": "Orc"}]


@pytest.mark.rule("turn.handling")
@pytest.mark.parametrize(
    ("ann", "drawn"),
    [
        ({"weapons": ["blade", "dagger"]}, True),
        ({"weapons": ["greatsword", "dagger"]}, False),
        ({"weapons": ["bow", "dagger"]}, False),
        ({"weapons": ["blade", "dagger"], "shield": "buckler"}, False),
        ({"weapons": ["blade", "greatsword"]}, False),
    ],
)
def test_what_takes_both_hands_leaves_none_for_another(ann: dict[str, object], drawn: bool) -> None:
    keys = offered(field(ann))
    second = [key for key in keys if key.startswith("draw")]
    assert bool(second) is drawn


@pytest.mark.rule("turn.handling")
def test_drawing_and_stowing_are_quick_and_dropping_is_free() -> None:
    scenario = field({"weapons": ["blade", "dagger"]})
    keys = offered(scenario, "Ann: full defense\nAnn: drop blade\n")
    assert "draw dagger" in keys
    game = play(scenario, "Ann: full defense\nAnn: drop blade\nAnn: draw dagger")
    assert [game.fight.scene.weapons[item].name for item in game.fighter("Ann").held] == ["dagger"]  # type: ignore[attr-defined]


@pytest.mark.rule("turn.handling")
def test_a_shield_that_was_knocked_away_can_be_picked_up_by_anybody() -> None:
    scenario = field(orc={"shield": "buckler", "weapons": ["blade"]})
    script = "Ann: disarm Orc\nAnn: shield\n" + d(40, 99) + "\nAnn: end turn\n"
    assert "pick up shield buckler" in offered(scenario, script)
    game = play(scenario, script + "Orc: pick up shield buckler\nOrc: end turn", 2)
    assert game.fighter("Orc").shield >= 0
    assert not game.fight.lying_shields  # type: ignore[attr-defined]
    elsewhere = script + "Orc: move\nOrc: to 3,1\nAnn: no\n"
    assert "pick up shield buckler" not in offered(scenario, elsewhere)


@pytest.mark.rule("turn.handling")
def test_dropping_ones_own_weapon_is_not_disarming() -> None:
    game = play(field(), "Ann: drop blade\nAnn: drop prone\nAnn: end turn")
    event = next(event for event in game.table.events if event.kind == "drops")
    assert event.rules == ("turn.handling",)
    game = play(field(), "Ann: disarm Orc\n" + d(40, 99) + "\nAnn: end turn")
    event = next(event for event in game.table.events if event.kind == "drops")
    assert event.rules == ("maneuver.disarm",)


def test_what_is_done_is_told_before_what_comes_of_it() -> None:
    game = play(
        field({"skills": {"unarmed-combat": 60}}), "Ann: grab Orc\n" + d(40, 99) + "\nAnn: end turn"
    )
    kinds = [event.kind for event in game.table.events]
    assert kinds.index("acts") < kinds.index("contest") < kinds.index("grabs")


def test_those_who_are_out_keep_nothing_they_set_themselves_to_do() -> None:
    conditions = ["braced", "feinted", "full defense", "reacted", "dazed"]
    rulings = "".join(f"GM rules condition of Orc = {name} | before\n" for name in conditions)
    scenario = field(more={"Elk": {"at": [9, 4]}})
    game = play(scenario, rulings + "Ann: end turn")
    assert set(conditions) <= set(game.fighter("Orc").conditions())
    game = play(scenario, rulings + "GM rules state of Orc = down | a stone\nAnn: end turn")
    assert not set(conditions) & set(game.fighter("Orc").conditions())


@pytest.mark.rule("turn.handling")
def test_a_shield_needs_a_hand() -> None:
    scenario = field({"weapons": ["greatsword"]}, {"shield": "buckler", "at": [1, 1]})
    scenario["sides"][0]["fighters"][0]["at"] = [2, 1]
    script = "Ann: end turn\nOrc: drop shield\nOrc: move\nOrc: to 0,1\nAnn: no\nOrc: end turn\n"
    here = script + "Ann: move\nAnn: to 1,1\n"
    assert "pick up shield buckler" not in offered(scenario, here)
    assert "pick up shield buckler" in offered(scenario, here + "Ann: drop greatsword\n")


@pytest.mark.rule("turn.handling", "maneuver.disarm", "strike.maim")
@pytest.mark.parametrize(
    ("script", "orc", "rule"),
    [
        ("Ann: disarm Orc\nAnn: shield\n" + d(40, 99), {}, "maneuver.disarm"),
        (
            "Ann: maim Orc with blade\nAnn: hand\n" + d(35, 99) + "\n" + dice(1),
            {"weapons": []},
            "strike.maim",
        ),
        ("Ann: end turn\nOrc: drop shield", {}, "turn.handling"),
    ],
)
def test_a_shield_that_falls_says_why(script: str, orc: dict[str, object], rule: str) -> None:
    own = rule == "turn.handling"
    rest = "\nOrc: end turn" if own else "\nAnn: end turn"
    game = play(field(orc={"shield": "buckler", **orc}), script + rest, 2 if own else 1)
    event = next(event for event in game.table.events if event.kind == "drops")
    assert event.rules == (rule,)


def test_those_who_have_fled_keep_nothing_either() -> None:
    scenario = field(more={"Elk": {"at": [9, 4]}})
    script = "GM rules condition of Orc = braced | before\nGM rules state of Orc = fled | fear\n"
    assert "braced" not in play(scenario, script + "Ann: end turn").fighter("Orc").conditions()


@pytest.mark.rule("ranged.ammunition")
def test_the_first_half_of_a_long_reload_is_told_as_a_beginning() -> None:
    script = "Ann: attack Orc with musket\n" + d(99) + "\nAnn: end turn\nOrc: end turn\n"
    turn = "Ann: reload\nAnn: end turn\nOrc: end turn\n"
    game = play(field({"weapons": ["musket"]}, {"at": [8, 1]}), script + turn * 2, 6)
    assert [part["what"] for part in game.told("acts")] == ["begins to reload", "reloads"]
    bow = field({"weapons": ["light-crossbow"]}, {"at": [8, 1]})
    shot = "Ann: attack Orc with light-crossbow\n" + d(99) + "\nAnn: reload"
    assert [part["what"] for part in play(bow, shot).told("acts")] == ["reloads"]


@pytest.mark.rule("turn.allotment", "maneuver.disarm", "maneuver.trip", "maneuver.grab")
@pytest.mark.parametrize(
    ("action", "rolls", "standard"),
    [
        ("disarm Orc", d(99, 1), False),
        ("trip Orc", d(99, 1), False),
        ("grab Orc", d(99, 1), False),
        ("attack Orc with blade", d(99), False),
        ("full defense", "", False),
        ("brace", "", False),
        ("feint Orc", d(99, 1), True),
        ("drop prone", "", True),
        ("stow blade", "", True),
        ("drop blade", "", True),
    ],
)
def test_which_action_each_thing_takes(action: str, rolls: str, standard: bool) -> None:
    blade = {"blade": {"damage": "1d10", "tags": ["brace"]}}
    ann = {"skills": {"unarmed-combat": 60}}
    done = f"Ann: {action}\n{rolls}\n"
    keys = offered(field(ann, weapons=blade), done)
    assert ("full defense" in keys) is standard
    assert {"drop prone", "stand up"} & set(keys)  # it was one action only
    if standard:  # after two Quick Actions there is no Standard one; a free one is none
        quick = "stand up" if action == "drop prone" else "drop prone"
        keys = offered(field(ann, weapons=blade), done + f"Ann: {quick}\n")
        assert ("full defense" in keys) is (action == "drop blade")


@pytest.mark.rule("turn.initiative")
@pytest.mark.parametrize("scenario", ["two-weapon-duel", "goblin-gang", "grenade-in-a-crowd"])
def test_initiative_is_in_the_order_of_what_was_rolled(scenario: str) -> None:
    """Highest first, then by INIT, then as they are listed."""
    setup = load(scenario).setup
    ties = 0
    for number in range(200):
        fight = setup.new_fight(LiveTable(Dice(7, number), []))
        assert isinstance(fight, RenaissanceFight)
        dice = Dice(7, number)
        ranked = []
        for who in fight.combatants:
            if not who.has_no_turn():
                init = who.sheet.init
                ranked.append((-(dice.die(10) + init), -init, int(who.index)))
        roll_initiative(fight)
        assert fight.order == [who for _, _, who in sorted(ranked)]
        ties += len({total for total, _, _ in ranked}) < len(ranked)
    assert ties > 3
