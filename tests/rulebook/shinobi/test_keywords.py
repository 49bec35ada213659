from typing import Any

import pytest

from affray.rulesets.shinobi.keywords import BY_NAME
from rulebook.shinobi.fields import (
    ANN_FIRST,
    BOB_FIRST,
    STAND,
    STRIKE,
    asked,
    attack_dice,
    dice,
    field,
    pools,
    struck,
)
from rulebook.shinobi.test_board import at
from rulebook.shinobi.test_ranged import ARCHER, SHOT, offered, shot
from rulebook.shinobi.test_turn import idle
from support import Played, scenario_of


def having(*keywords: str, **more: Any) -> dict[str, Any]:
    return {"keywords": list(keywords), **more}


# --- re-rolls ---


@pytest.mark.rule("reroll.keywords")
def test_a_master_of_close_combat_rolls_a_die_again_before_it_is_discarded() -> None:
    game = struck("SSS W", "SSS", ours={"Ann": having("close-combat-master")})
    assert game.fighter("Bob").state() == "down"
    assert game.told("clash")[0]["attack_dice"] == ["Spirit", "Spirit", "Spirit", "→Water"]


@pytest.mark.rule("reroll.keywords")
def test_a_master_of_close_combat_is_one_in_defence_too() -> None:
    game = struck("ESS", "ESS E", theirs={"Bob": having("close-combat-master")})
    assert game.fighter("Ann").stun_tokens == 1


@pytest.mark.rule("reroll.keywords")
def test_a_winning_master_whose_dice_all_count_may_risk_one() -> None:
    master = {"Ann": having("close-combat-master")}
    script = ANN_FIRST + STRIKE + dice("EEA", "SSS")
    assert asked(Played(field(master), script)) == ["keep", "reroll Air", "reroll Earth"]
    game = struck("EEA", "SSS", "Ann: reroll Earth\n" + dice("W") + "Ann: water", ours=master)
    assert game.fighter("Bob").state() == "down"
    kept = struck("EEA", "SSS", "Ann: keep\nAnn: earth", ours=master)
    assert kept.fighter("Bob").stun_tokens == 1


@pytest.mark.rule("reroll.keywords")
def test_a_die_that_is_risked_can_lose_the_combat() -> None:
    master = {"Ann": having("close-combat-master")}
    answers = "Ann: reroll Earth\n" + dice("S")
    game = struck("EEE", "EEE", answers, ours=master)
    assert game.fighter("Ann").stun_tokens == 1


@pytest.mark.rule("reroll.once")
def test_a_die_that_is_risked_may_be_one_of_several() -> None:
    master = {"Ann": having("close-combat-master")}
    left = "Ann: reroll Earth\n" + dice("S")
    one = ANN_FIRST + STRIKE + dice("EAA", "SSS") + left
    two = ANN_FIRST + STRIKE + dice("EEA", "SSS") + left
    assert asked(Played(field(master), one))[0] == "stay", "only Air is left, and moves Bob"
    assert asked(Played(field(master), two)) == ["air", "earth"]


ATTACKER_ASKED = [
    ("FFS F", "SSS", False),
    ("FFF", "SSS", True),
    ("FFE", "SSS", True),
    ("FFFF", "SSS", True),
    ("FWAE", "SSS", False),
    ("FFF", "FFFF", False),
]


@pytest.mark.rule("reroll.once")
@pytest.mark.parametrize(("attack", "defence", "is_asked"), ATTACKER_ASKED)
def test_a_master_who_has_rolled_a_die_again_is_not_asked_for_another(
    attack: str, defence: str, is_asked: bool
) -> None:
    ours = {"Ann": having("close-combat-master", attack=len(attack.split()[0]))}
    theirs = {"Bob": {"defence": len(defence)}}
    script = ANN_FIRST + STRIKE + dice(attack, defence)
    assert ("keep" in asked(Played(field(ours, theirs), script))) is is_asked


@pytest.mark.rule("reroll.once")
@pytest.mark.parametrize(
    ("defence", "is_asked"), [("FFS F", False), ("FFF", True), ("FFE", True), ("FFS S", False)]
)
def test_a_defending_master_has_one_reroll_too(defence: str, is_asked: bool) -> None:
    theirs = {"Bob": having("close-combat-master")}
    script = ANN_FIRST + STRIKE + dice("ESS", defence)
    assert ("keep" in asked(Played(field(theirs=theirs), script))) is is_asked


@pytest.mark.rule("reroll.once")
@pytest.mark.parametrize(("attack", "is_asked"), [("FFS F", False), ("FFF", True)])
def test_a_master_of_ranged_combat_has_one_reroll_too(attack: str, is_asked: bool) -> None:
    ours = {"Ann": {**ARCHER, "keywords": ["ranged-master"]}}
    script = ANN_FIRST + SHOT + dice(attack, "SSS") + ("Ann: keep\n" if is_asked else "")
    Played(field(ours), script).steps(1)


@pytest.mark.rule("reroll.once")
def test_the_whole_hand_counts_after_a_reroll() -> None:
    master = {"Ann": having("close-combat-master")}
    game = struck("FFS F", "SSS", "Ann: stay\nAnn: face n", ours=master)
    assert game.fighter("Bob").state() == "down"
    assert not game.told("nothing")


@pytest.mark.rule("reroll.once")
def test_an_attacking_master_may_answer_a_risk_that_failed() -> None:
    master = having("close-combat-master", attack=2)
    answers = "Bob: reroll Earth\n" + dice("S") + "Ann: reroll Earth\n" + dice("W") + "Ann: water"
    game = struck(
        "EE", "EEE", answers, ours={"Ann": master}, theirs={"Bob": having("close-combat-master")}
    )
    assert game.fighter("Bob").state() == "down"


@pytest.mark.rule("reroll.once")
def test_the_lead_goes_back_when_both_risks_fail() -> None:
    master = having("close-combat-master")
    answers = "Ann: reroll Earth\n" + dice("S") + "Bob: reroll Earth\n" + dice("V")
    game = struck("EEE", "EEE", answers, ours={"Ann": master}, theirs={"Bob": master})
    assert game.fighter("Bob").stun_tokens == 1


@pytest.mark.rule("reroll.once")
def test_a_safe_lead_is_not_lost_by_a_risk() -> None:
    master = {"Ann": having("close-combat-master")}
    game = struck("EEE", "EES", "Ann: reroll Earth\n" + dice("S"), ours=master)
    assert game.fighter("Bob").stun_tokens == 1


@pytest.mark.rule("reroll.keywords")
def test_a_defending_master_may_answer_a_risk_that_failed() -> None:
    master = having("close-combat-master")
    answers = "Ann: reroll Earth\n" + dice("S") + "Bob: reroll Earth\n" + dice("W") + "Bob: water"
    game = struck("EEE", "EEE", answers, ours={"Ann": master}, theirs={"Bob": master})
    assert game.fighter("Ann").state() == "down"


@pytest.mark.rule("reroll.keywords")
def test_a_master_of_ranged_combat_is_one_at_range_only() -> None:
    ours = {"Ann": {**ARCHER, "keywords": ["ranged-master"]}}
    script = ANN_FIRST + SHOT + dice("SSS W", "SSS")
    assert Played(field(ours), script).steps(1).fighter("Bob").state() == "down"
    struck("SSS", "SSS", ours={"Ann": having("ranged-master")})


@pytest.mark.rule("reroll.keywords")
def test_mastery_of_an_element_rolls_every_other_die_again_once_a_round() -> None:
    ryu = {"Ann": having("fire-mastery")}
    lost = struck("FES", "EEE", "Ann: use\n" + dice("WS"), ours=ryu)
    assert lost.fighter("Ann").stun_tokens == 1, "Fire and Water against three dice"
    game = struck("FES", "EES", "Ann: use\n" + dice("WS") + "Ann: water", ours=ryu)
    assert game.fighter("Bob").state() == "down"
    assert game.fighter("Ann").mastery_used
    again = "Ann uses its mastery of Fire and rolls again: Water Spirit, 2 left"
    assert again in game.log()


@pytest.mark.rule("reroll.keywords")
def test_mastery_is_used_once_a_round() -> None:
    ours = {"Ann": having("fire-mastery")}
    script = ANN_FIRST + STRIKE + dice("SSS", "SSS") + "Ann: use\n" + dice("SSS")
    script += "Bob: stay\nBob: face s\nBob: attack Ann with blade\n" + dice("SSS", "SSS")
    script += BOB_FIRST + "Bob: stay\nBob: face s\nBob: attack Ann with blade\n"
    script += dice("SSS", "SSS") + "Ann: keep\n"
    Played(field(ours), script).steps(3)


@pytest.mark.rule("reroll.keywords")
def test_a_master_may_have_mastered_an_element_too() -> None:
    both = {"Ann": having("fire-mastery", "close-combat-master")}
    game = struck("FES", "SSS", "Ann: use\n" + dice("VV W") + "Ann: water", ours=both)
    assert game.fighter("Bob").state() == "down"
    assert game.told("rerolls") == [
        {"who": "Ann", "old": "a discarded die", "new": "Water", "left": 2}
    ]


@pytest.mark.rule("reroll.keywords")
@pytest.mark.parametrize(("keyword", "kept"), [("water", "W"), ("air", "A"), ("earth", "E")])
def test_each_element_can_be_mastered(keyword: str, kept: str) -> None:
    ours = {"Ann": having(f"{keyword}-mastery")}
    answers = "Ann: use\n" + dice("SS") + ("Ann: stay\nAnn: face s" if kept == "A" else "")
    game = struck(kept + "SS", "SSS", answers, ours=ours)
    assert game.told("result")[0]["element"].lower() == keyword  # type: ignore[attr-defined]


@pytest.mark.rule("reroll.keywords")
def test_the_lucky_are_masters_in_their_first_combat_of_a_round() -> None:
    ours = {"Ann": having("lucky")}
    script = ANN_FIRST + STRIKE + dice("SSS S", "SSS")
    script += "Bob: stay\nBob: face s\nBob: attack Ann with blade\n" + dice("SSS", "SSS")
    Played(field(ours), script).steps(2)


@pytest.mark.rule("reroll.keywords")
def test_a_defence_is_the_first_combat_of_the_lucky_too() -> None:
    theirs = {"Bob": having("lucky")}
    script = ANN_FIRST + STRIKE + dice("SSS", "SSS S")
    script += "Bob: stay\nBob: face s\nBob: attack Ann with blade\n" + dice("SSS", "SSS")
    assert not Played(field(theirs=theirs), script).steps(2).told("hurt")


# --- keywords that count dice ---

BEHIND = {"Bob": {"facing": "n"}}


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        pytest.param({"Ann": having("backstab")}, BEHIND, (5, 3), id="backstab"),
        pytest.param({"Ann": having("backstab")}, {"Bob": {}}, (3, 3), id="backstab in front"),
        pytest.param(
            {"Ann": {}, "Amy": having("combined-attack", at=[2, 3])},
            {"Bob": {}},
            (5, 3),
            id="combined attack",
        ),
        pytest.param(
            {"Ann": {}, "Amy": having("guard", at=[2, 3])}, {"Bob": {}}, (4, 3), id="guard attacks"
        ),
        pytest.param(
            {"Ann": {}}, {"Bob": {}, "Bea": having("guard", at=[2, 4])}, (3, 5), id="guard"
        ),
        pytest.param({"Ann": having("focus")}, {"Bob": {}}, (4, 3), id="focus"),
        pytest.param({"Ann": having("accurate")}, {"Bob": {}}, (3, 3), id="accurate is for bows"),
        pytest.param(
            {"Ann": having(attack=5)}, {"Bob": having("dauntless")}, (5, 5), id="dauntless"
        ),
        pytest.param(
            {"Ann": having(attack=2)}, {"Bob": having("dauntless")}, (2, 3), id="dauntless enough"
        ),
        pytest.param({"Ann": {}}, {"Bob": having("immovable")}, (3, 5), id="immovable"),
        pytest.param({"Ann": having("assassin", hidden=True)}, {"Bob": {}}, (5, 3), id="assassin"),
        pytest.param(
            {"Ann": {}}, {"Bob": {}, "Bea": having("melody", at=[2, 2])}, (3, 4), id="melody"
        ),
        pytest.param({"Ann": {}}, {"Bob": having("melody")}, (3, 3), id="no melody for oneself"),
        pytest.param({"Ann": {}}, {"Bob": having("wary", facing="n")}, (3, 3), id="wary"),
        pytest.param(
            {"Ann": {}, "Amy": {"at": [2, 3]}},
            {"Bob": having("swordsman", facing="n")},
            (4, 3),
            id="swordsman: an assist, but no back strike",
        ),
    ],
)
def test_keywords_change_the_dice(
    ours: dict[str, Any], theirs: dict[str, Any], expected: tuple[int, int]
) -> None:
    assert attack_dice(ours, theirs) == expected


@pytest.mark.rule("keywords.profiles")
def test_focus_is_lost_by_moving() -> None:
    script = ANN_FIRST + "Ann: move 2,4\nAnn: face n\nAnn: attack Bob with blade\n"
    game = Played(field({"Ann": having("focus", at=[1, 4])}), script + dice("SSS", "SSS"))
    assert pools(game.steps(1)) == (3, 3)


@pytest.mark.rule("keywords.profiles")
def test_a_charge_takes_three_spaces() -> None:
    for start, count in (([3, 5], 3), ([3, 6], 3), ([4, 6], 3), ([6, 6], 4)):
        ours = {"Ann": having("charge", at=start)}
        step = "Ann: move 3,4\nAnn: face n\nAnn: attack Bob with blade\n"
        game = Played(field(ours), ANN_FIRST + step + dice("S" * count, "SSS"))
        assert pools(game.steps(1)) == (count, 3)


@pytest.mark.rule("keywords.profiles")
def test_a_charge_counts_spaces_and_not_what_they_cost() -> None:
    ours = {"Ann": having("charge", at=[3, 6])}
    step = "Ann: move 3,4\nAnn: face n\nAnn: attack Bob with blade\n"
    game = Played(field(ours, rows=["~~~~~~~"] * 7), ANN_FIRST + step + dice("SSS", "SSS"))
    assert pools(game.steps(1)) == (3, 3)


@pytest.mark.rule("keywords.profiles")
def test_a_charge_counts_the_spaces_of_its_way_and_not_how_far_it_leads() -> None:
    step = "Ann: move 3,4\nAnn: face n\nAnn: attack Bob with blade\n"
    for corner, count in (("...", 3), ("##.", 4)):
        rows = ["......."] * 5 + [f".{corner}...", "......."]
        ours = {"Ann": having("charge", at=[1, 6])}
        game = Played(field(ours, rows=rows), ANN_FIRST + step + dice("S" * count, "SSS"))
        assert pools(game.steps(1)) == (count, 3)


@pytest.mark.rule("keywords.profiles")
def test_claws_tear_at_the_stunned() -> None:
    script = ANN_FIRST + "Ann: stay\nGM rules condition of Bob = stunned | dizzy\nAnn: face n\n"
    script += "Ann: attack Bob with blade\n" + dice("SSSS", "SSS")
    Played(field({"Ann": having("claws")}), script).steps(1)
    assert attack_dice({"Ann": having("claws")}, {"Bob": {}}) == (3, 3)


@pytest.mark.rule("keywords.profiles")
def test_immovable_lasts_until_the_model_has_acted() -> None:
    script = BOB_FIRST + idle("Bob", "s") + STRIKE + dice("SSS", "SSS")
    Played(field(theirs={"Bob": having("immovable")}), script).steps(2)


@pytest.mark.rule("keywords.profiles")
def test_accurate_adds_a_die_at_range() -> None:
    archer = {"Ann": {**ARCHER, "keywords": ["accurate"]}}
    assert attack_dice(archer, {"Bob": {}}, "ranged") == (4, 3)


@pytest.mark.rule("keywords.profiles")
def test_a_defender_needs_two_dice_more_against_a_dirty_fighter() -> None:
    dirty = {"Ann": having("dirty-fighter")}
    assert struck("ESS", "EES", ours=dirty).fighter("Bob").stun_tokens == 1
    assert struck("ESS", "EEE", ours=dirty).fighter("Ann").stun_tokens == 1


@pytest.mark.rule("ranged.no-bonuses")
@pytest.mark.parametrize(("attack", "hit"), [("ESS", False), ("EES", True)])
def test_but_only_one_at_range(attack: str, hit: bool) -> None:
    archer = {"Ann": {**ARCHER, "keywords": ["dirty-fighter"]}}
    assert bool(shot(attack, "EES", ours=archer).told("hurt")) is hit


# --- keywords that do something else ---


@pytest.mark.rule("keywords.profiles")
def test_the_nimble_roll_a_failed_dodge_again() -> None:
    script = ANN_FIRST + "Ann: move 3,6\n" + dice("S", "F") + "Ann: face n\nAnn: wait"
    game = Played(field({"Ann": having("nimble")}), script).steps(1)
    assert at(game, "Ann") == "3,6"


@pytest.mark.rule("keywords.profiles")
def test_the_resilient_may_be_stunned_instead_of_injured_and_nothing_instead_of_stunned() -> None:
    theirs = {"Bob": having("resilient")}
    assert struck("WSS", "SSS", dice("F"), theirs=theirs).fighter("Bob").stun_tokens == 1
    assert struck("WSS", "SSS", dice("W"), theirs=theirs).fighter("Bob").state() == "down"
    assert struck("ESS", "SSS", dice("F"), theirs=theirs).fighter("Bob").stun_tokens == 0


@pytest.mark.rule("keywords.profiles")
def test_a_long_shot_reaches_two_spaces_further_for_one_who_has_not_moved() -> None:
    ours = {"Ann": {"at": [3, 6], "range": 2, "keywords": ["long-shot"]}}
    assert "shoot Bob with bow" in offered(ours, {"Bob": {"at": [3, 2]}})
    moved = Played(field(ours, {"Bob": {"at": [3, 1]}}), ANN_FIRST + "Ann: move 3,5\nAnn: face n\n")
    assert "shoot Bob with bow" not in asked(moved)


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("die", "state"), [("W", "stunned"), ("S", "injured"), ("F", "well")])
def test_poison_works_at_the_end_of_the_next_activation(die: str, state: str) -> None:
    script = ANN_FIRST + STRIKE + dice("ESS", "SSS") + "Bob: act\nBob: wait\n" + dice(die)
    theirs = {"Bob": {}, "Bea": {"at": [0, 0]}}
    script = script.replace("Bob: act", "theirs: activate Bob\nBob: act")
    game = Played(field({"Ann": having("poison")}, theirs), script).steps(2)
    bob = game.fighter("Bob")
    found = "injured" if bob.state() == "down" else "stunned" if bob.stun_tokens else "well"
    assert found == state
    assert not bob.poisoned


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("die", "tokens"), [("F", 0), ("S", 1)])
def test_the_resilient_shrug_off_what_nobody_did_to_them_too(die: str, tokens: int) -> None:
    """A Dodge that fails stuns, and poison does."""
    resilient = {"Ann": having("resilient")}
    script = ANN_FIRST + "Ann: move 3,6\n" + dice("S", die)
    game = Played(field(resilient), script).steps(1)
    assert game.fighter("Ann").stun_tokens == tokens
    assert at(game, "Ann") == "3,4", "the move is over all the same"
    ours = {"Ann": having("resilient"), "Amy": {"at": [0, 6]}}
    poison = "GM rules condition of Ann = poisoned | a dart\nours: activate Ann\n"
    script = ANN_FIRST + poison + STAND + "Ann: wait\n" + dice("W", die)
    assert Played(field(ours), script).steps(1).fighter("Ann").stun_tokens == tokens


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("die", "poisoned"), [("S", True), ("F", False)])
def test_who_shrugs_a_stun_off_is_not_poisoned_either(die: str, poisoned: bool) -> None:
    ours, theirs = {"Ann": having("poison")}, {"Bob": having("resilient")}
    game = struck("ESS", "SSS", dice(die), ours=ours, theirs=theirs)
    assert game.fighter("Bob").poisoned is poisoned
    assert bool(game.fighter("Bob").stun_tokens) is poisoned


@pytest.mark.rule("ranged.no-bonuses")
@pytest.mark.parametrize(
    ("keyword", "attack", "again"),
    [
        ("fire-mastery", "SSS", "Ann: use\n" + dice("SSS")),
        ("lucky", "SSS S", ""),
        ("close-combat-master", "SSS S", ""),
    ],
)
def test_what_rolls_dice_again_in_close_combat_does_not_at_range(
    keyword: str, attack: str, again: str
) -> None:
    ours = {"Ann": {**ARCHER, "keywords": [keyword]}}
    assert not shot("SSS", "SSS", ours=ours).told("hurt")
    assert not struck(attack, "SSS", again, ours={"Ann": having(keyword)}).told("hurt")


@pytest.mark.rule("ranged.no-bonuses")
def test_a_curse_is_kept_for_close_combat() -> None:
    cursed = "GM rules condition of Bob = cursed | a hex\n"
    ours = {"Ann": ARCHER, "Amy": {"at": [0, 0]}}
    script = ANN_FIRST + cursed + "ours: activate Ann\n" + SHOT + dice("SSS", "SSS")
    assert Played(field(ours), script).steps(1).fighter("Bob").cursed
    ours = {"Ann": {}, "Amy": {"at": [0, 0]}}
    script = ANN_FIRST + cursed + "ours: activate Ann\n" + STRIKE + dice("SSS", "SSS")
    game = Played(field(ours), script + "Ann: spend\n" + dice("SSS")).steps(1)
    assert not game.fighter("Bob").cursed


@pytest.mark.rule("keywords.profiles")
def test_a_curse_may_be_discarded_to_have_all_dice_rolled_again() -> None:
    ours = {"Ann": having("curse"), "Amy": {"at": [3, 5]}}
    curse = ANN_FIRST + "ours: activate Ann\n" + STAND + "Ann: curse Bob\n"
    fight_back = "Bob: stay\nBob: face s\nBob: attack Ann with blade\n"
    script = curse + fight_back + dice("WWW", "SSS") + "Ann: spend\n" + dice("SSS")
    game = Played(field(ours), script).steps(2)
    assert not game.told("hurt")
    assert not game.fighter("Bob").cursed
    again = "Ann discards the curse on Bob, who rolls again: Spirit Spirit Spirit, 0 left"
    assert again in game.log()
    assert "reroll.keywords" not in game.rules_told()
    kept = curse + fight_back + dice("ESS", "SSS") + "Ann: leave\n"
    assert Played(field(ours), kept).steps(2).fighter("Bob").cursed


@pytest.mark.rule("keywords.profiles")
def test_entangle_widens_the_zone_to_two_but_not_the_attack() -> None:
    theirs = {"Bob": having("entangle", at=[3, 2])}
    script = ANN_FIRST + "Ann: move 3,5\n" + dice("S")
    assert at(Played(field(theirs=theirs), script).steps(1), "Ann") == "3,4"
    archer = {"Ann": {"range": 6}}
    assert "shoot Bob with bow" not in offered(archer, theirs)
    back = BOB_FIRST + "Bob: stay\nBob: face s\n"
    assert "attack Ann with blade" not in asked(Played(field(theirs=theirs), back))


@pytest.mark.rule("keywords.profiles")
def test_a_longer_reach_attacks_from_further_away() -> None:
    ours = {"Ann": {"at": [3, 6], "reach": 3}}
    assert "attack Bob with blade" in offered(ours, {"Bob": {}})
    assert "attack Bob with blade" not in offered(ours, {"Bob": {"at": [3, 2]}})
    grove = [".......", ".......", ".......", ".......", ".......", "...%...", "......."]
    assert "attack Bob with blade" not in offered(ours, {"Bob": {}}, grove)


@pytest.mark.rule("keywords.profiles")
def test_the_untouchable_are_no_target_for_shots() -> None:
    assert "shoot Bob with bow" in offered({"Ann": ARCHER}, {"Bob": having("guard")})
    keys = offered({"Ann": ARCHER}, {"Bob": having("untouchable")})
    assert "shoot Bob with bow" not in keys


@pytest.mark.rule("keywords.profiles")
def test_blinking_passes_everything_or_halves_the_movement() -> None:
    walls = [".......", ".......", "#######", ".......", ".......", ".......", "......."]
    ours = {"Ann": having("blink")}
    start = ANN_FIRST + "Ann: blink\n"
    there = Played(field(ours, rows=walls), start + dice("F"))
    assert "move 3,0" in asked(there)
    fails = asked(Played(field(ours, rows=walls), start + dice("S")))
    assert "move 3,0" not in fails
    assert "move 3,6" in fails
    assert "move 0,5" not in fails, "it is three spaces away, and two are left"
    assert "move 0,5" in asked(Played(field(ours, rows=walls), ANN_FIRST + "Ann: no\n"))


@pytest.mark.rule("keywords.profiles")
def test_the_winged_ignore_models_zones_and_ground() -> None:
    walls = ["~~~~~~~", "~~~~~~~", "#######", ".......", ".......", ".......", "......."]
    script = ANN_FIRST + "Ann: move 3,0\nAnn: face n\nAnn: wait"
    game = Played(field({"Ann": having("winged")}, rows=walls), script).steps(1)
    assert at(game, "Ann") == "3,0"
    assert not game.told("test")


@pytest.mark.rule("keywords.profiles")
def test_the_indomitable_are_stunned_by_their_first_injury_of_a_round() -> None:
    ours = {"Ann": {}, "Amy": {"at": [3, 2]}}
    script = ANN_FIRST + "ours: activate Ann\n" + STRIKE + dice("WSSS", "SSS")
    theirs = {"Bob": having("indomitable", "wary"), "Bea": {"at": [0, 0]}}
    script += "theirs: activate Bea\n" + idle("Bea")
    second = "Amy: stay\nAmy: face s\nAmy: attack Bob with blade\n" + dice("WSSS", "SSS")
    game = Played(field(ours, theirs), script).steps(2)
    assert game.fighter("Bob").stun_tokens == 1
    game = Played(field(ours, theirs), script + second).steps(3)
    assert game.fighter("Bob").state() == "down"


@pytest.mark.rule("keywords.profiles")
def test_the_indomitable_are_spared_again_in_the_next_round() -> None:
    blow = ANN_FIRST + STRIKE + dice("WSS", "SSS")
    script = blow + "Bob: act\nBob: wait\n" + blow
    game = Played(field(theirs={"Bob": having("indomitable")}), script).steps(3)
    assert game.fighter("Bob").stun_tokens == 1


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("row", "reaches"), [(3, True), (2, False)])
def test_a_curse_reaches_three_spaces(row: int, reaches: bool) -> None:
    ours = {"Ann": having("curse", at=[3, 6])}
    game = Played(field(ours, {"Bob": {"at": [3, row]}}), ANN_FIRST + STAND)
    assert ("curse Bob" in asked(game)) is reaches


@pytest.mark.rule("reroll.keywords")
def test_a_master_is_not_asked_if_every_die_shows_the_element() -> None:
    game = struck("WWW", "SSS", ours={"Ann": having("water-mastery")})
    assert game.fighter("Bob").state() == "down"


@pytest.mark.rule("keywords.profiles")
def test_a_sweep_attacks_everybody_in_front_with_two_dice_fewer() -> None:
    ours = {"Ann": having("sweep", attack=5)}
    theirs = {"Bob": {}, "Bea": {"at": [4, 4]}, "Ben": {"at": [3, 5]}}
    script = ANN_FIRST + STAND + "Ann: sweep with blade\n"
    rolls = dice("SSS", "SSSSS", "SSS", "SSSSS")
    game = Played(field(ours, theirs), script + rolls).steps(1)
    assert [parts["target"] for parts in game.told("clash")] == ["Bob", "Bea"]


@pytest.mark.rule("keywords.profiles")
def test_a_sweep_ends_when_the_model_is_hurt() -> None:
    ours = {"Ann": having("sweep", attack=5)}
    script = ANN_FIRST + STAND + "Ann: sweep with blade\n" + dice("SSS", "ESSS")
    game = Played(field(ours, {"Bob": {}, "Bea": {"at": [4, 4]}}), script).steps(1)
    assert game.fighter("Ann").stun_tokens == 1
    assert [parts["target"] for parts in game.told("clash")] == ["Bob"]


@pytest.mark.rule("keywords.profiles")
def test_a_gale_of_blows_goes_on_at_two_dice_fewer_each() -> None:
    ours = {"Ann": having("gale", attack=5)}
    blow = "Ann: attack Bob with blade\n"
    script = ANN_FIRST + STAND + blow + dice("SSSSS", "SSS") + blow + dice("SSS", "SSS")
    script += blow + dice("S", "SSS")
    game = Played(field(ours), script).steps(1)
    assert [parts["attack"] for parts in game.told("clash")] == [5, 3, 1]
    enough = ANN_FIRST + STAND + blow + dice("SSSSS", "SSS") + "Ann: enough"
    Played(field(ours), enough).steps(1)


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("attack", "again"), [(3, True), (2, False)])
def test_a_gale_ends_where_no_die_is_left_for_another_blow(attack: int, again: bool) -> None:
    ours = {"Ann": having("gale", attack=attack)}
    script = ANN_FIRST + STRIKE + dice("S" * attack, "SSS")
    assert ("enough" in asked(Played(field(ours), script))) is again


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize("is_cursed", [True, False])
def test_nobody_is_cursed_twice(is_cursed: bool) -> None:
    ours = {"Ann": having("curse"), "Amy": {"at": [0, 0]}}
    cursed = "GM rules condition of Bob = cursed | a hex\n" if is_cursed else ""
    script = ANN_FIRST + cursed + "ours: activate Ann\n" + STAND
    assert ("curse Bob" in asked(Played(field(ours), script))) is not is_cursed


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(
    ("moves", "rolled"), [("Ann: stay\n", 4), ("Ann: move 2,4\n" + dice("F"), 3)]
)
def test_focus_looks_at_the_moves_of_this_activation_alone(moves: str, rolled: int) -> None:
    ours, theirs = {"Ann": having("focus", at=[3, 6])}, {"Bob": {"at": [3, 4]}}
    script = ANN_FIRST + "Ann: move 3,5\nAnn: face n\nAnn: wait\n" + idle("Bob", "s") + ANN_FIRST
    script += moves + "Ann: face n\nAnn: attack Bob with blade\n" + dice("S" * rolled, "SSS")
    game = Played(field(ours, theirs), script)
    assert pools(game.steps(3)) == (rolled, 3)


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("keyword", "sign"), [("surefoot", "~"), ("leap", "^")])
def test_some_ground_is_easy_for_some(keyword: str, sign: str) -> None:
    rows = [sign * 7] * 7
    ours = {"Ann": having(keyword, at=[0, 6])}
    assert "move 0,2" in asked(Played(field(ours, rows=rows), ANN_FIRST))
    ours = {"Ann": {"at": [0, 6]}}
    assert "move 0,2" not in asked(Played(field(ours, rows=rows), ANN_FIRST))


@pytest.mark.rule("keywords.profiles")
def test_the_sneaky_begin_hidden_and_may_hide_instead_of_moving() -> None:
    ours = {"Ann": having("sneaky"), "Amy": {"at": [0, 6]}}
    assert Played(field(ours)).fighter("Ann").hidden
    script = ANN_FIRST + "GM rules condition of Ann = not hidden | a lamp\nours: activate Ann\n"
    script += "Ann: sneak\nAnn: attack Bob with blade\n" + dice("SSSS", "SSS")
    Played(field(ours), script).steps(1)


@pytest.mark.rule("keywords.profiles")
def test_entering_the_zone_of_the_vigilant_ends_stealth() -> None:
    ours = {"Ann": {"at": [3, 6], "hidden": True}}
    script = ANN_FIRST + "Ann: move 3,4\nAnn: face n\nAnn: wait"
    for keyword, hidden in (("vigilance", False), ("guard", True)):
        game = Played(field(ours, {"Bob": having(keyword)}), script).steps(1)
        assert game.fighter("Ann").hidden is hidden


@pytest.mark.rule("keywords.profiles")
def test_passing_through_the_zone_of_the_vigilant_ends_stealth_too() -> None:
    ours = {"Ann": {"at": [0, 1], "hidden": True}}
    script = ANN_FIRST + "Ann: move 4,1\n" + dice("F", "F", "F") + "Ann: face n\nAnn: wait"
    for keyword, hidden in (("vigilance", False), ("guard", True)):
        corridor = field(ours, {"Bob": having(keyword, at=[2, 0])}, rows=["##.##", "....."])
        game = Played(corridor, script).steps(1)
        assert game.fighter("Ann").hidden is hidden


@pytest.mark.rule("keywords.profiles")
def test_the_log_tells_a_step_before_what_it_causes() -> None:
    ours = {"Ann": {"at": [0, 1], "hidden": True}}
    script = ANN_FIRST + "Ann: move 4,1\n" + dice("F", "F", "F") + "Ann: face n\nAnn: wait"
    corridor = field(ours, {"Bob": having("vigilance", at=[2, 0])}, rows=["##.##", "....."])
    log = Played(corridor, script).steps(1).log()
    assert log[2:7] == [
        "Ann moves from 0,1 to 1,1",
        "Ann is hidden no more: Bob is vigilant",
        "Ann rolls Fire to dodge out of 1,1, needing Fire: success",
        "Ann moves from 1,1 to 2,1",
        "Ann rolls Fire to dodge out of 2,1, needing Fire: success",
    ]


@pytest.mark.rule("keywords.profiles")
def test_a_model_that_does_not_get_out_of_the_zone_of_the_vigilant_stays_hidden() -> None:
    """It entered no zone."""
    script = ANN_FIRST + "Ann: move 3,6\n" + dice("W")
    game = Played(field({"Ann": {"hidden": True}}, {"Bob": having("vigilance")}), script).steps(1)
    assert at(game, "Ann") == "3,4"
    assert game.fighter("Ann").hidden


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("goal", "hidden"), [("4,1", True), ("3,1", False)])
def test_the_winged_are_seen_by_the_vigilant_only_where_they_land(goal: str, hidden: bool) -> None:
    ours = {"Ann": having("winged", at=[0, 1], hidden=True)}
    script = ANN_FIRST + f"Ann: move {goal}\nAnn: face n\nAnn: wait"
    corridor = field(ours, {"Bob": having("vigilance", at=[2, 0])}, rows=["##.##", "....."])
    assert Played(corridor, script).steps(1).fighter("Ann").hidden is hidden


@pytest.mark.rule("keywords.profiles")
def test_a_hidden_assassin_needs_no_dodge() -> None:
    script = ANN_FIRST + "Ann: move 3,6\nAnn: face n\nAnn: wait"
    game = Played(field({"Ann": having("assassin", hidden=True)}), script).steps(1)
    assert at(game, "Ann") == "3,6"


# --- profiles ---

PROFILES = """
chunin 6 4 3 | kaiken 6 3 3 | yajiri 6 2 2 | kunoichi 7 2 2 | madoushi 5 2 2 | bomechan 7 3 2
yobuko 5 5 4 | akkorokamui 6 4 3 | mizuchi 5 3 5 | uzumaki 6 3 3 | karura 8 2 2 | zenyo-ryu 6 4 2
byakko 5 4 3 | ryu 5 3 4 | mizaru 5 2 4 | son-goku 5 2 4 | samurai-sentry 5 3 3 | arashikage 6 5 2
benkei 3 3 4 | hanzo 5 4 3 | mochizuki 6 2 2 | musashi 5 4 3 | yokozuna 4 5 4 | candy 8 3 2
komuso 5 1 2
"""


@pytest.mark.rule("keywords.profiles")
def test_the_profiles_are_the_companions() -> None:
    for line in PROFILES.replace("|", "\n").strip().split("\n"):
        name, *figures = line.split()
        scenario = field()
        scenario["sides"][0]["fighters"][0] = {"is": name, "at": [0, 0]}
        setup: Any = scenario_of(scenario).setup
        sheet = setup.sheets[0]
        assert [sheet.movement, sheet.attack, sheet.defence] == [int(n) for n in figures], name


@pytest.mark.rule("keywords.profiles")
def test_models_without_an_element_of_their_own_have_their_sides() -> None:
    scenario = field()
    scenario["sides"][0]["affinity"] = ["air", "void"]
    scenario["sides"][0]["fighters"] = [{"is": "samurai-sentry", "at": [0, 0]}]
    assert Played(scenario).fighter("Samurai Sentry").elements() == ["Air", "Void"]


def test_no_keyword_is_untested() -> None:
    with open(__file__) as file:
        text = file.read()
    assert [name for name in BY_NAME if f'"{name}"' not in text and "-mastery" not in name] == []


def test_shots_are_told_with_their_rules() -> None:
    assert "ranged.no-bonuses" in shot("SSS", "SSS").rules_told()
