from typing import Any

import pytest

from affray.core.tape import OpenQuestionError
from rulebook.shinobi.fields import (
    ANN_FIRST,
    STAND,
    asked,
    attack_dice,
    dice,
    field,
    pools,
    struck,
)
from support import Played

ARCHER = {"at": [3, 6], "range": 4}
SHOT = STAND + "Ann: shoot Bob with bow\n"
THROWN = STAND + "Ann: throw at Bob with shuriken\n"


def shot(attack: str, defence: str, answers: str = "", **changes: Any) -> Played:
    """Ann's shot at Bob, three spaces away, with these dice and then these answers."""
    changes.setdefault("ours", {"Ann": ARCHER})
    return Played(field(**changes), ANN_FIRST + SHOT + dice(attack, defence) + answers).steps(1)


def thrown(die: str, **changes: Any) -> Played:
    """Ann's shuriken at Bob, three spaces away."""
    changes.setdefault("ours", {"Ann": {"at": [3, 6]}})
    return Played(field(**changes), ANN_FIRST + THROWN + dice(die)).steps(1)


def offered(
    ours: dict[str, Any], theirs: dict[str, Any], rows: list[str] | None = None
) -> list[str]:
    """Return Ann's options where she stands."""
    return asked(Played(field(ours, theirs, rows=rows), ANN_FIRST + STAND))


@pytest.mark.rule("ranged.not-in-zone")
def test_no_shot_from_inside_an_enemys_zone() -> None:
    beside = {"Bob": {}, "Bea": {"at": [4, 5]}}
    keys = offered({"Ann": ARCHER}, beside)
    assert "shoot Bob with bow" not in keys
    assert "throw at Bob with shuriken" in keys
    assert "shoot Bob with bow" in offered({"Ann": ARCHER}, {"Bob": {}, "Bea": {"at": [4, 4]}})


@pytest.mark.rule("ranged.no-bonuses")
def test_a_shot_gets_nothing_from_assists_back_strikes_stealth_or_other_keywords() -> None:
    archer = {**ARCHER, "hidden": True, "keywords": ["focus", "backstab", "dirty-fighter"]}
    ours = {"Ann": archer, "Amy": {"at": [2, 2]}}
    theirs = {"Bob": {"facing": "n", "keywords": ["dauntless", "immovable"], "defence": 1}}
    assert attack_dice(ours, theirs, "ranged") == (3, 1)


@pytest.mark.rule("ranged.no-bonuses")
def test_a_defender_of_a_shot_has_no_helpers_and_no_close_mastery() -> None:
    theirs = {"Bob": {"keywords": ["close-combat-master"]}, "Bea": {"at": [2, 3]}}
    game = shot("SSS", "SSS", theirs=theirs)
    assert pools(game) == (3, 3)


@pytest.mark.rule("ranged.roll")
def test_a_shot_is_rolled_like_close_combat_and_ties_go_to_the_attacker() -> None:
    game = shot("WSV", "FSV")
    assert game.told("clash")[0]["attack_left"] == game.told("clash")[0]["defence_left"] == 1
    assert game.fighter("Bob").state() == "down"
    assert shot("WSS", "FFS").fighter("Bob").state() == "standing"


@pytest.mark.rule("ranged.roll")
def test_the_attacker_chooses_from_their_own_dice() -> None:
    script = ANN_FIRST + SHOT + dice("WEF", "ASS")
    assert asked(Played(field({"Ann": ARCHER}), script)) == ["fire", "water", "earth"]
    assert shot("WEF", "ASS", "Ann: earth").fighter("Bob").stun_tokens == 1


@pytest.mark.rule("ranged.attacker-only")
@pytest.mark.parametrize("defender_wins_shot", ["miss", "chooses"])
def test_a_shot_never_hurts_the_one_who_shoots(defender_wins_shot: str) -> None:
    game = shot("WSS", "WWW", house={"defender_wins_shot": defender_wins_shot})
    assert game.fighter("Ann").state() == "standing"
    assert game.fighter("Ann").stun_tokens == 0
    attacked = struck("WSS", "WWW")
    assert attacked.fighter("Ann").state() == "down", "in close combat it does"


@pytest.mark.rule("ranged.defender-wins")
def test_a_defender_who_wins_has_made_it_miss() -> None:
    game = shot("WSS", "WWW")
    assert game.told("misses")
    assert not game.told("hurt")
    assert "ranged.defender-wins" in game.rules_told()


@pytest.mark.rule("ranged.defender-wins")
def test_by_house_rule_a_defender_who_wins_chooses_from_their_own_dice() -> None:
    house = {"defender_wins_shot": "chooses"}
    assert shot("WSS", "WWW", house=house).fighter("Bob").state() == "down"
    chosen = shot("WSS", "WFF", "Bob: fire", house=house)
    assert chosen.told("misses")
    assert [one["element"] for one in chosen.told("own result")] == ["Fire"]
    assert not chosen.told("result"), "nobody chooses against themselves"
    assert shot("WSS", "SSS", house=house).told("result")
    assert shot("WSS", "WEE", "Bob: earth", house=house).fighter("Bob").stun_tokens == 1
    script = ANN_FIRST + SHOT + dice("WSS", "WEF")
    game = Played(field({"Ann": ARCHER}, house=house), script)
    with pytest.raises(OpenQuestionError) as ends:
        game.fight.step()
    assert ends.value.question.default_option().key == "fire"


@pytest.mark.rule("close.nothing-left")
def test_a_shot_of_which_nobody_has_a_die_left_is_told_so() -> None:
    game = shot("SSS", "SSS")
    assert game.told("nothing")
    assert not game.told("misses")
    assert not shot("FSS", "SSS").told("nothing")


@pytest.mark.rule("ranged.water")
def test_water_injures_at_range() -> None:
    assert shot("WSS", "SSS").fighter("Bob").state() == "down"


@pytest.mark.rule("ranged.earth")
@pytest.mark.parametrize(
    ("house", "state", "stuns"),
    [
        ({}, "standing", 1),
        ({"ranged_earth": "stunned"}, "standing", 1),
        ({"ranged_earth": "injured"}, "down", 3),
        ({"ranged_earth": "nothing"}, "standing", 0),
    ],
)
def test_earth_stuns_at_range_or_does_what_the_house_says(
    house: dict[str, Any], state: str, stuns: int
) -> None:
    game = shot("ESS", "SSS", house=house)
    bob = game.fighter("Bob")
    assert (bob.state(), bob.stun_tokens) == (state, stuns)
    assert bool(game.told("misses")) is (stuns == 0)


@pytest.mark.rule("ranged.others-miss")
@pytest.mark.parametrize("die", "FA")
def test_fire_and_air_may_be_chosen_at_range_and_miss(die: str) -> None:
    game = shot(die + "SS", "SSS")
    assert not game.told("hurt")
    assert game.told("misses") == [{"who": "Ann", "target": "Bob"}]
    chosen = shot("FWA", "SSS", "Ann: fire")
    assert not chosen.told("hurt")
    assert chosen.told("misses")
    assert not shot("WSS", "SSS").told("misses")


WALLED = [".......", ".......", ".......", ".......", "..#.#..", ".......", "......."]
GROVE = [".......", ".......", ".......", ".......", "...%...", ".......", "......."]


@pytest.mark.rule("ranged.sight")
def test_a_shot_reaches_its_range() -> None:
    assert "shoot Bob with bow" in offered({"Ann": {"at": [3, 6], "range": 3}}, {"Bob": {}})
    assert "shoot Bob with bow" not in offered({"Ann": {"at": [3, 6], "range": 2}}, {"Bob": {}})


@pytest.mark.rule("ranged.sight")
def test_a_shot_needs_an_unobstructed_line() -> None:
    assert "shoot Bob with bow" in offered({"Ann": ARCHER}, {"Bob": {}}, WALLED)
    keys = offered({"Ann": ARCHER}, {"Bob": {}}, GROVE)
    assert not [key for key in keys if "bow" in key or "shuriken" in key]
    beside = {"Bob": {"at": [3, 4]}}
    assert "shoot Bob with bow" in offered({"Ann": ARCHER}, beside, GROVE), "he is in the grove"


@pytest.mark.rule("shuriken.everyone")
def test_every_model_throws_shuriken_three_spaces_far() -> None:
    assert "throw at Bob with shuriken" in offered({"Ann": {"at": [3, 6]}}, {"Bob": {}})
    far = {"Bob": {"at": [3, 2]}}
    assert "throw at Bob with shuriken" not in offered({"Ann": {"at": [3, 6]}}, far)


@pytest.mark.rule("shuriken.in-zone")
def test_shuriken_can_be_thrown_inside_a_zone_unless_the_house_says_no() -> None:
    throw = "throw at Bob with shuriken"
    for at, setting, is_offered in (
        ([4, 5], True, True),
        ([4, 5], False, False),
        ([5, 5], False, True),
    ):
        theirs = {"Bob": {}, "Bea": {"at": at}}
        scenario = field({"Ann": {"at": [3, 6]}}, theirs, house={"shuriken_in_zone": setting})
        assert (throw in asked(Played(scenario, ANN_FIRST + STAND))) is is_offered


@pytest.mark.rule("shuriken.untouchable")
def test_shuriken_reach_the_untouchable_unless_the_house_says_no() -> None:
    throw = "throw at Bob with shuriken"
    for keywords, setting, is_offered in (
        (["untouchable"], True, True),
        (["untouchable"], False, False),
        (["wary"], False, True),
    ):
        theirs = {"Bob": {"keywords": keywords}}
        scenario = field(
            {"Ann": {"at": [3, 6]}}, theirs, house={"shuriken_at_untouchable": setting}
        )
        assert (throw in asked(Played(scenario, ANN_FIRST + STAND))) is is_offered


@pytest.mark.rule("shuriken.one-die")
def test_one_die_is_thrown_whatever_the_attack_and_only_earth_works() -> None:
    strong = {"Ann": {"at": [3, 6], "attack": 9}}
    assert thrown("E", ours=strong).fighter("Bob").stun_tokens == 1
    for die in "FWASV":
        assert not thrown(die, ours=strong).told("hurt")


@pytest.mark.rule("shuriken.one-die")
def test_no_bonuses_for_shuriken() -> None:
    ours = {"Ann": {"at": [3, 6], "keywords": ["accurate", "ranged-master"], "hidden": True}}
    assert not thrown("S", ours=ours).told("clash")


@pytest.mark.rule("shuriken.stealthy")
def test_throwing_shuriken_does_not_end_stealth_and_shooting_does() -> None:
    assert thrown("F", ours={"Ann": {"at": [3, 6], "hidden": True}}).fighter("Ann").hidden
    assert not shot("SSS", "SSS", ours={"Ann": {**ARCHER, "hidden": True}}).fighter("Ann").hidden


@pytest.mark.parametrize(
    ("attack", "ours", "theirs", "words"),
    [
        ("attack", ARCHER, {}, "Bob is 3 spaces away, and a close attack reaches 1"),
        ("ranged", {**ARCHER, "range": 2}, {}, "Bob is 3 spaces away, and the range is 2"),
        ("ranged", ARCHER, {"keywords": ["untouchable"]}, "Bob cannot be targeted at range"),
        ("ranged", ARCHER, {"hidden": True}, "Bob is hidden"),
        ("ranged", {"range": 4}, {}, "Ann is in an enemy's influence zone"),
        ("shuriken", {"at": [3, 7]}, {}, "Bob is 4 spaces away, and the range is 3"),
        ("ranged", ARCHER, {}, ""),
    ],
)
def test_why_an_attack_cannot_be_made_is_said_in_words(
    attack: str, ours: dict[str, Any], theirs: dict[str, Any], words: str
) -> None:
    fight = Played(field({"Ann": ours}, {"Bob": theirs}, size=(8, 8))).fight
    option = next(one for one in fight.attacks(0) if one.kind == attack)
    assert fight.hindrance(0, option) == words
