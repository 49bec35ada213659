import pytest

from affray.core.fight import IllegalError
from affray.core.questions import Ruling
from affray.core.tape import OpenQuestionError
from rulebook.mithryn.fields import field
from support import Played, passes_test


def offered(game: Played) -> list[str]:
    """Return the question that is open when the script ends."""
    with pytest.raises(OpenQuestionError) as stopped:
        game.fight.play()
    return [option.key for option in stopped.value.question.options]


@pytest.mark.rule("actions.two")
def test_a_turn_has_two_actions() -> None:
    game = Played(field(zones="a-b-c"), "Ann: move b\nAnn: move c\nOrc: end turn").steps(2)
    assert game.fighter("Ann").zone == 2


@pytest.mark.rule("actions.foes")
@pytest.mark.parametrize(
    ("sheet", "house", "actions"),
    [(1, "by sheet", 1), (2, "by sheet", 2), (1, 2, 2), (2, 1, 1)],
)
def test_a_foes_actions_stand_on_its_sheet_unless_the_house_says(
    sheet: int, house: str | int, actions: int
) -> None:
    scenario = field(foes={"Orc": {"actions": sheet}}, house={"foe_actions": house})
    game = Played(scenario, "Ann: end turn\nOrc: end turn").steps(2)
    assert game.told("turn")[1]["actions"] == actions


@pytest.mark.rule("actions.foes")
def test_a_foe_whose_sheet_is_silent_has_two_actions() -> None:
    scenario = field()
    del scenario["fighters"]["orc"]["actions"]
    game = Played(scenario, "Ann: end turn\nOrc: end turn").steps(2)
    assert game.told("turn")[1]["actions"] == 2


@pytest.mark.rule("actions.move")
def test_an_action_moves_to_a_neighbouring_zone_only() -> None:
    keys = offered(Played(field(zones="a-b-c")))
    assert "move b" in keys
    assert "move c" not in keys


@pytest.mark.rule("actions.move")
@pytest.mark.parametrize(
    "script",
    [
        "Ann: move b\nAnn: attack Orc with short-sword\nroll 2d12 = 1 2",
        "Ann: attack Cur with short-sword\nroll 2d12 = 1 2\nAnn: move b",
    ],
)
def test_moving_and_attacking_combine_in_either_order(script: str) -> None:
    scenario = field(foes={"Orc": {"at": "b"}, "Cur": {}}, zones="a-b")
    assert Played(scenario, script).steps(1).fighter("Ann").zone == 1


@pytest.mark.rule("actions.attack")
def test_one_action_attacks_and_the_other_may_too() -> None:
    script = """
        Ann: attack Orc with short-sword
        roll 2d12 = 1 2
        Ann: rush Orc with short-sword
        roll 1d10 = 9
        """
    game = Played(field(), script).steps(1)
    assert len(game.told("strike")) == 2
    assert game.fighter("Orc").hit_points == 5


GRAPPLED = "Ann: grapple Orc"


@pytest.mark.rule("actions.grapple")
def test_the_weaker_rolls_and_a_held_target_cannot_leave() -> None:
    script = GRAPPLED + "\nroll 2d12 = 1 2\nAnn: end turn"
    game = Played(field(foes={"Orc": {"strength": 6}}, zones="a-b"), script)
    keys = offered(game)
    assert game.told("check")[0]["who"] == "Orc"
    assert game.fighter("Orc").conditions() == ["held"]
    assert "break free" in keys
    assert "move b" not in keys
    assert "flee" not in keys


@pytest.mark.rule("actions.grapple")
@pytest.mark.parametrize(("dice", "held"), [("4 7", True), ("1 2", False)])
def test_a_weaker_grappler_rolls_himself(dice: str, held: bool) -> None:
    scenario = field({"Ann": {"strength": 9}}, {"Orc": {"strength": 12}})
    game = Played(scenario, GRAPPLED + f"\nroll 2d12 = {dice}\nAnn: end turn").steps(1)
    assert game.told("check")[0]["who"] == "Ann"
    assert (game.fighter("Orc").held_by == 0) is held


@pytest.mark.rule("actions.grapple")
@pytest.mark.parametrize("verb", ["grapple Orc", "shove Orc to b"])
def test_of_equals_the_one_who_started_it_rolls(verb: str) -> None:
    scenario = field(foes={"Orc": {"strength": 10}}, zones="a-b")
    game = Played(scenario, f"Ann: {verb}\nroll 2d12 = 1 2\nAnn: end turn").steps(1)
    assert game.told("check")[0]["who"] == "Ann"


@pytest.mark.rule("actions.grapple")
@pytest.mark.parametrize(
    ("strength", "agility", "ability"), [(6, 11, "AGI"), (9, 7, "STR"), (8, 8, "STR")]
)
def test_who_is_held_breaks_free_by_the_better_ability(
    strength: int, agility: int, ability: str
) -> None:
    script = GRAPPLED + "\nroll 2d12 = 1 2\nAnn: end turn\nOrc: break free\nroll 2d12 = 1 2"
    scenario = field(foes={"Orc": {"strength": strength, "agility": agility, "actions": 1}})
    game = Played(scenario, script).steps(2)
    assert game.told("check")[1]["ability"] == ability
    assert game.fighter("Orc").held_by == 0


@pytest.mark.rule("actions.grapple")
def test_nobody_is_grappled_who_is_held_elsewhere_or_gone() -> None:
    foes = {"Orc": {}, "Cur": {"at": "b"}, "Hag": {}, "Imp": {}}
    script = (
        "GM rules condition of Orc = held by Ann | so\nGM rules state of Imp = fled | a fright\n"
    )
    keys = offered(Played(field(foes=foes, zones="a-b"), script))
    assert [key for key in keys if key.startswith("grapple")] == ["grapple Hag"]
    assert {"shove Orc to b", "shove Hag to b"} <= set(keys)
    assert not [key for key in keys if "Imp" in key or key.startswith("shove Cur")]


@pytest.mark.rule("actions.grapple")
def test_breaking_free_takes_an_action_and_the_better_of_two_checks() -> None:
    script = (
        GRAPPLED
        + "\nroll 2d12 = 1 2\nAnn: end turn\nOrc: break free\nroll 2d12 = 4 5\nOrc: end turn"
    )
    game = Played(field(foes={"Orc": {"strength": 6, "agility": 11}}), script).steps(2)
    check = game.told("check")[1]
    assert (check["ability"], check["tn"]) == ("AGI", 9)
    assert game.fighter("Orc").held_by == -1


@pytest.mark.rule("actions.grapple")
def test_a_hold_ends_when_the_holder_leaves() -> None:
    script = GRAPPLED + "\nroll 2d12 = 1 2\nAnn: move b"
    game = Played(field(foes={"Orc": {"strength": 6}}, zones="a-b"), script).steps(1)
    assert game.fighter("Orc").held_by == -1


@pytest.mark.rule("actions.shove")
@pytest.mark.parametrize(("dice", "zone"), [("1 2", 1), ("7 8", 0)])
def test_a_shove_pushes_to_a_zone_of_the_shovers_choice(dice: str, zone: int) -> None:
    script = f"Ann: shove Orc to b\nroll 2d12 = {dice}\nAnn: end turn"
    game = Played(field(foes={"Orc": {"strength": 6}}, zones="a-b"), script).steps(1)
    assert game.fighter("Orc").zone == zone


@pytest.mark.rule("actions.improvise")
def test_what_nobody_can_judge_is_not_offered() -> None:
    assert "improvise" not in offered(Played(field()))
    assert "improvise" in offered(Played(field(game_master=True)))


@pytest.mark.rule("actions.improvise")
def test_the_game_master_rules_on_an_improvised_action() -> None:
    script = """
        Ann: improvise | cut the chandelier's rope
        GM rules health of Orc = 2 | the chandelier comes down
        GM: works
        Ann: end turn
        """
    game = Played(field(game_master=True), script).steps(1)
    assert game.fighter("Orc").hit_points == 2
    assert game.told("ruling")[0]["why"] == "the chandelier comes down"
    told = "Ann tries something (“cut the chandelier's rope”): it works out"
    assert told in game.log()


@pytest.mark.rule("actions.improvise")
@pytest.mark.parametrize(
    ("judged", "outcome"),
    [
        ("fails", "it comes to nothing"),
        ("works", "it works out"),
        ("check WIL\nroll 2d12 = 7 8", "it works out"),
        ("check WIL\nroll 2d12 = 6 8", "it comes to nothing"),
        ("check AGI\nroll 2d12 = 4 6", "it works out"),
    ],
)
def test_it_fails_works_or_is_decided_by_an_ability(judged: str, outcome: str) -> None:
    """Ann has AGI 10 and WIL 5."""
    scenario = field({"Ann": {"will": 5}}, game_master=True)
    game = Played(scenario, f"Ann: improvise\nGM: {judged}\nAnn: end turn").steps(1)
    assert game.told("improvises")[0]["outcome"] == outcome


@pytest.mark.rule("actions.improvise")
@pytest.mark.parametrize(
    ("ruling", "seen"),
    [
        ("place of Orc = b", lambda orc: orc.zone == 1),
        ("condition of Orc = collapsed", lambda orc: orc.collapsed),
        ("condition of Orc = held by Ann", lambda orc: orc.held_by == 0),
        ("condition of Orc = reacted", lambda orc: orc.reacted),
        ("gear of Orc = not short-sword", lambda orc: orc.arms == (0,)),
        ("gear of Orc = unarmed", lambda orc: orc.arms == (1, 0, 0)),
        ("state of Orc = fled", lambda orc: orc.fled),
        ("state of Orc = dead", lambda orc: orc.state() == "dead"),
        ("state of Orc = down", lambda orc: orc.state() == "down"),
        ("state of Orc = standing", lambda orc: orc.state() == "standing"),
    ],
)
def test_a_ruling_changes_anything(ruling: str, seen: object) -> None:
    scenario = field(foes={"Orc": {}, "Cur": {}}, zones="a-b")
    game = Played(scenario, f"GM rules {ruling} | so be it\nAnn: end turn").steps(1)
    assert callable(seen)
    assert seen(game.fighter("Orc"))


@pytest.mark.rule("actions.improvise")
@pytest.mark.parametrize(
    ("ruling", "said"),
    [
        (("health", "Orc", "99"), "from 0 to 6"),
        (("health", "Ork", "1"), "there are Ann, Orc"),
        (("place", "Orc", "moon"), "no zone"),
        (("condition", "Orc", "sleepy"), "reacted, slow start, collapsed or held by NAME"),
        (("gear", "Orc", "lute"), "no weapon"),
        (("gear", "Orc", "not rapier"), "no weapon"),
        (("state", "Orc", "happy"), "standing, down, fled or dead"),
        (("luck", "Orc", "1"), "health, place, condition"),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(ruling: tuple[str, str, str], said: str) -> None:
    game = Played(field())
    before = game.fight.key()
    with pytest.raises(IllegalError, match=said):
        game.fight.rule(Ruling(*ruling, "why"))
    assert game.fight.key() == before


@pytest.mark.rule("actions.flee")
@pytest.mark.parametrize(
    ("house", "beside_an_enemy", "from_an_exit", "alone"),
    [
        ("exits and quiet zones", False, True, True),
        ("exits", False, True, False),
        ("anywhere", True, True, True),
    ],
)
def test_one_flees_from_an_exit_or_where_no_enemy_is(
    house: str, beside_an_enemy: bool, from_an_exit: bool, alone: bool
) -> None:
    rules = {"flee_from": house}
    away = {"Orc": {"at": "b"}}
    assert ("flee" in offered(Played(field(zones="a-b", house=rules)))) is beside_an_enemy
    exits = field(zones="a-b", exits=("a",), house=rules)
    assert ("flee" in offered(Played(exits))) is from_an_exit
    quiet = field(zones="a-b", foes=away, house=rules)
    assert ("flee" in offered(Played(quiet))) is alone


@pytest.mark.rule("actions.flee")
def test_where_nothing_can_be_done_nobody_is_asked() -> None:
    """The Orc is in a zone that no path leads to, and one may flee from exits only."""
    scenario = field(foes={"Orc": {"at": "b"}}, zones="a-b", house={"flee_from": "exits"})
    scenario["map"]["paths"] = []
    scenario["round_limit"] = 1
    Played(scenario).to_the_end()
    scenario["house"] = {}
    Played(scenario, "Ann: end turn\nOrc: flee").to_the_end()


@pytest.mark.rule("actions.flee")
def test_the_fled_are_out_of_the_fight_alive() -> None:
    game = Played(
        field({"Ann": {}, "Bo": {}}, exits=("yard",)), "heroes: act Ann\nAnn: flee"
    ).steps(1)
    ann = game.fighter("Ann")
    assert ann.state() == "fled"
    assert ann.health() == 10
    assert not game.fight.is_over()


@pytest.mark.rule("actions.improvise", "check.advantage")
@pytest.mark.parametrize(
    ("value", "script", "passed"),
    [
        ("AGI", "roll 2d12 = 4 6", True),
        ("AGI, plain", "roll 2d12 = 3 6", False),
        ("AGI, advantage", "roll 3d12 = 1 4 6", True),
        ("AGI, disadvantage", "roll 3d12 = 3 6 12", False),
    ],
)
def test_the_game_master_has_anybody_make_a_check(value: str, script: str, passed: bool) -> None:
    """Ann has AGI 10, so TN 10."""
    found, rules = passes_test(field(), value, script)
    assert found is passed
    assert {"actions.improvise", "check.tn", "check.roll"} <= rules
    assert ("check.advantage" in rules) is ("advantage" in value)


@pytest.mark.rule("check.advantage", "health.wounded")
def test_advantage_that_is_ruled_and_being_wounded_are_neither() -> None:
    wounded = field(before=[{"kind": "health", "fighter": "Ann", "value": "3"}])
    assert passes_test(wounded, "AGI, advantage", "roll 2d12 = 4 6")[0]
    assert not passes_test(wounded, "AGI", "roll 3d12 = 4 5 12")[0]
    assert not passes_test(wounded, "AGI, disadvantage", "roll 3d12 = 4 5 12")[0]


@pytest.mark.rule("check.advantage", "health.wounded")
@pytest.mark.parametrize(("face", "passed"), [(11, False), (12, True)])
def test_disadvantage_that_is_ruled_and_being_wounded_count_once(face: int, passed: bool) -> None:
    """Ann needs 10, and with disadvantage two more."""
    before = [{"kind": "health", "fighter": "Ann", "value": "3"}]
    wounded = field(before=before, house={"check": "d20"})
    found, _ = passes_test(wounded, "AGI, disadvantage", f"roll 1d20 = {face}")
    assert found is passed


def test_holds_end_with_what_is_ruled() -> None:
    game = Played(field({"Ann": {}, "Bo": {}}, {"Orc": {}, "Elf": {}}, zones="yard-wall"))
    for ruling, held in (
        ("condition of Ann = held by Orc", {"Ann"}),
        ("condition of Bo = held by Orc", {"Ann", "Bo"}),
        ("condition of Bo = held by Elf", {"Ann", "Bo"}),
        ("condition of Ann = not held", {"Bo"}),
        ("place of Elf = wall", set()),
        ("condition of Ann = held by Orc", {"Ann"}),
        ("state of Orc = down", set()),
        ("condition of Bo = held by Elf", {"Bo"}),
        ("condition of Bo = collapsed", set()),
    ):
        kind, _, rest = ruling.partition(" of ")
        who, _, value = rest.partition(" = ")
        game.fight.rule(Ruling(kind, who, value, ""))
        found = {
            fighter.name for fighter in game.fight.roster() if game.fighter(fighter.name).is_held()
        }
        assert found == held, ruling
