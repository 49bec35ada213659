from typing import Any

import pytest

from rulebook.shinobi.fields import (
    ANN_FIRST,
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
from support import Played


def choice(attack: str, defence: str, **changes: Any) -> list[str]:
    """Return the winner's choices after Ann's attack, if there is more than one element."""
    return asked(Played(field(**changes), ANN_FIRST + STRIKE + dice(attack, defence)))


@pytest.mark.rule("close.roll")
def test_attack_dice_against_defence_dice() -> None:
    game = struck("ESS", "SSSS", ours={"Ann": {"attack": 3}}, theirs={"Bob": {"defence": 4}})
    assert pools(game) == (3, 4)


@pytest.mark.rule("close.roll")
def test_spirit_and_void_are_discarded() -> None:
    game = struck("ESV", "VVV")
    assert game.told("clash")[0]["attack_left"] == 1
    assert game.told("clash")[0]["defence_left"] == 0
    assert game.fighter("Bob").stun_tokens == 1


@pytest.mark.rule("close.winner")
def test_more_dice_left_wins() -> None:
    assert struck("EES", "ESS").fighter("Bob").stun_tokens == 1
    assert struck("ESS", "EES").fighter("Ann").stun_tokens == 1


@pytest.mark.rule("close.winner")
def test_a_tie_goes_to_the_attacker() -> None:
    game = struck("ESV", "EVS")
    assert game.fighter("Bob").stun_tokens == 1
    assert game.fighter("Ann").stun_tokens == 0
    assert game.told("tie")
    assert not struck("EES", "EVS").told("tie")


@pytest.mark.rule("close.nothing-left")
def test_nothing_happens_when_nobody_has_a_die_left() -> None:
    game = struck("SVS", "VSV")
    assert game.told("nothing")
    assert not game.told("hurt")


@pytest.mark.rule("close.nothing-left")
def test_a_winner_without_a_die_is_told_apart_from_nobody_having_one() -> None:
    dirty = {"Ann": {"keywords": ["dirty-fighter"]}}
    wins = struck("SVS", "EVV", ours=dirty)
    assert wins.told("nothing to choose")
    assert not wins.told("nothing")
    assert not wins.told("hurt")
    both = struck("SVS", "VVV", ours=dirty)
    assert both.told("nothing")
    assert not both.told("nothing to choose")


@pytest.mark.rule("close.choose")
def test_the_winner_chooses_any_one_of_their_own_dice() -> None:
    assert choice("FAS", "WSS") == ["fire", "air"]
    assert choice("WEE", "FAS") == ["water", "earth"]
    assert struck("FAE", "WSS", "Ann: earth").fighter("Bob").stun_tokens == 1


@pytest.mark.rule("close.choose")
def test_a_defender_who_wins_hurts_the_attacker() -> None:
    game = struck("FSS", "WES", "Bob: water")
    assert game.fighter("Ann").state() == "down"
    assert game.told("out")[0] == {"who": "Ann", "by": "Bob"}


@pytest.mark.rule("close.movement")
def test_the_winner_chooses_whether_a_model_moves_where_and_how_it_faces() -> None:
    stays = struck("ASS", "SSS", "Ann: stay\nAnn: face s")
    assert at(stays, "Bob") == "3,3"
    moved = struck("ASS", "SSS", "Ann: to 3,1\nAnn: face nw")
    assert moved.fight.position(1) == {"place": 1 * 7 + 3, "facing": "nw"}


@pytest.mark.rule("close.facing")
def test_the_winner_may_turn_a_model_that_is_left_where_it_is() -> None:
    turned = struck("ASS", "SSS", "Ann: stay\nAnn: face ne")
    assert turned.fight.position(1) == {"place": 3 * 7 + 3, "facing": "ne"}
    winner = struck("FSS", "SSS", "Ann: stay\nAnn: face w")
    assert winner.fight.position(0) == {"place": 4 * 7 + 3, "facing": "w"}


@pytest.mark.rule("close.facing")
def test_by_house_rule_only_a_model_that_is_moved_is_turned() -> None:
    house = {"turn_unmoved": False}
    stays = struck("ASS", "SSS", "Ann: stay", house=house)
    assert stays.fight.position(1) == {"place": 3 * 7 + 3, "facing": "s"}
    moved = struck("ASS", "SSS", "Ann: to 3,2\nAnn: face ne", house=house)
    assert moved.fight.position(1) == {"place": 2 * 7 + 3, "facing": "ne"}


@pytest.mark.rule("close.facing")
def test_a_result_that_moves_nobody_turns_nobody() -> None:
    struck("WSS", "SSS")
    struck("ESS", "SSS")


@pytest.mark.rule("close.movement")
def test_a_defender_who_wins_moves_the_attacker() -> None:
    game = struck("SSS", "ASS", "Bob: to 3,6\nBob: face e")
    assert game.fight.position(0) == {"place": 6 * 7 + 3, "facing": "e"}


SWAMP = ["~~~~~~~"] * 7


@pytest.mark.rule("close.forced-move-free")
def test_a_move_by_a_result_takes_no_dodge_and_all_ground_costs_one() -> None:
    theirs = {"Bob": {}, "Bea": {"at": [4, 2]}}
    ours = {"Ann": {}, "Amy": {"at": [2, 2]}}
    script = ANN_FIRST + "ours: activate Ann\n" + STRIKE + dice("SASS", "SSS")
    game = Played(field(ours, theirs, rows=SWAMP), script + "Ann: to 3,1\nAnn: face n").steps(1)
    assert at(game, "Bob") == "3,1"
    assert not game.told("test"), "no Dodge out of Ann's and Amy's zones"


@pytest.mark.rule("close.moved-where")
def test_a_move_by_a_result_enters_no_closed_and_no_taken_space() -> None:
    rows = [".......", "...#...", "...#...", ".......", ".......", ".......", "......."]
    keys = choice("ASS", "SSS", rows=rows)
    assert "to 3,2" not in keys
    assert "to 3,4" not in keys, "Ann stands there"
    assert "to 3,1" not in keys
    assert "to 1,3" in keys
    assert "to 0,3" not in keys, "that is three spaces away"


@pytest.mark.rule("close.fire")
def test_fire_injures_the_loser_and_may_move_the_winner_one_space() -> None:
    game = struck("FSS", "SSS", "Ann: to 3,3\nAnn: face s")
    assert game.fighter("Bob").state() == "down"
    assert at(game, "Ann") == "3,3"
    spaces = {"to 2,3", "to 3,3", "to 4,3", "to 2,4", "to 4,4", "to 2,5", "to 3,5", "to 4,5"}
    assert set(choice("FSS", "SSS")) == {"stay"} | spaces


@pytest.mark.rule("close.air")
def test_air_stuns_the_loser_and_may_move_it_two_spaces() -> None:
    game = struck("ASS", "SSS", "Ann: to 1,1\nAnn: face n")
    assert game.fighter("Bob").stun_tokens == 1
    assert at(game, "Bob") == "1,1"
    assert "to 3,0" not in choice("ASS", "SSS")


@pytest.mark.rule("close.water")
@pytest.mark.parametrize(
    ("setting", "state", "stuns"),
    [("injured", "down", 3), ("stunned", "standing", 1), ("nothing", "standing", 0)],
)
def test_water_injures_without_a_move_or_does_what_the_house_says(
    setting: str, state: str, stuns: int
) -> None:
    game = struck("WSS", "SSS", house={"close_water": setting})
    assert (game.fighter("Bob").state(), game.fighter("Bob").stun_tokens) == (state, stuns)
    assert not game.told("shifted")


@pytest.mark.rule("close.water")
def test_water_injures_if_the_house_says_nothing() -> None:
    assert struck("WSS", "SSS").fighter("Bob").state() == "down"


@pytest.mark.rule("close.earth")
@pytest.mark.parametrize(
    ("setting", "state", "stuns"),
    [("stunned", "standing", 1), ("injured", "down", 3), ("nothing", "standing", 0)],
)
def test_earth_stuns_without_a_move_or_does_what_the_house_says(
    setting: str, state: str, stuns: int
) -> None:
    game = struck("ESS", "SSS", house={"close_earth": setting})
    assert (game.fighter("Bob").state(), game.fighter("Bob").stun_tokens) == (state, stuns)
    assert not game.told("shifted")


@pytest.mark.rule("close.earth")
def test_earth_stuns_if_the_house_says_nothing() -> None:
    assert struck("ESS", "SSS").fighter("Bob").stun_tokens == 1


@pytest.mark.rule("close.assist")
def test_each_friend_with_the_target_in_its_zone_adds_an_attack_die() -> None:
    friends = {"Ann": {}, "Amy": {"at": [2, 2]}, "Ada": {"at": [4, 3]}, "Ava": {"at": [5, 3]}}
    assert attack_dice(friends, {"Bob": {}}) == (5, 3)


@pytest.mark.rule("close.assist")
def test_each_friend_with_the_attacker_in_its_zone_adds_a_defence_die() -> None:
    friends = {"Bob": {}, "Bea": {"at": [2, 4]}, "Ben": {"at": [2, 2]}}
    assert attack_dice({"Ann": {}}, friends) == (3, 4)


@pytest.mark.rule("close.assist")
@pytest.mark.parametrize(
    ("place", "keywords", "count"),
    [
        ([3, 1], ["entangle"], 4),
        ([3, 0], ["entangle"], 3),
        ([3, 1], ["guard"], 3),
        ([3, 2], ["entangle"], 4),
    ],
)
def test_who_entangles_assists_as_far_as_its_zone_goes(
    place: list[int], keywords: list[str], count: int
) -> None:
    ours = {"Ann": {}, "Amy": {"at": place, "keywords": keywords}}
    assert attack_dice(ours, {"Bob": {}}) == (count, 3)


@pytest.mark.rule("close.assist")
@pytest.mark.parametrize(
    "amy", [{"at": [2, 2]}, {"at": [3, 1], "keywords": ["entangle"]}], ids=["beside", "entangling"]
)
@pytest.mark.parametrize("is_stunned", [False, True])
def test_a_stunned_friend_does_not_assist(amy: dict[str, Any], is_stunned: bool) -> None:
    """Neither beside the target nor, if it entangles, from two spaces away."""
    script = ANN_FIRST
    if is_stunned:
        script += "GM rules condition of Amy = stunned | a loose tile\n"
    count = 3 if is_stunned else 4
    script += "ours: activate Ann\n" + STRIKE + dice("S" * count, "SSS")
    assert pools(Played(field({"Ann": {}, "Amy": amy}), script).steps(1)) == (count, 3)


@pytest.mark.rule("close.back-strike")
def test_from_behind_there_is_a_die_more() -> None:
    assert attack_dice({"Ann": {}}, {"Bob": {"facing": "n"}}) == (4, 3)
    assert attack_dice({"Ann": {}}, {"Bob": {"facing": "e"}}) == (3, 3)


@pytest.mark.rule("close.stealth")
def test_an_attack_out_of_stealth_has_a_die_more_and_ends_it() -> None:
    game = struck("SSSS", "SSS", ours={"Ann": {"hidden": True}})
    assert pools(game) == (4, 3)
    assert not game.fighter("Ann").hidden
    assert attack_dice({"Ann": {}}, {"Bob": {"hidden": True}}) == (3, 3)


def test_what_made_the_dice_is_told() -> None:
    ours = {"Ann": {"hidden": True}, "Amy": {"at": [2, 2]}}
    script = ANN_FIRST + "ours: activate Ann\n" + STAND + "Ann: attack Bob with blade\n"
    game = Played(field(ours, {"Bob": {"facing": "n"}}), script + dice("SSSSSS", "SSS")).steps(1)
    clash = game.told("clash")[0]
    assert clash["attack_made_of"] == "Attack 3 + Amy's assist 1 + back strike 1 + stealth 1"
    assert {"close.assist", "close.back-strike", "close.stealth"} <= game.rules_told()


@pytest.mark.rule("close.moved-where", "close.forced-move-free")
@pytest.mark.parametrize("walls", [1, 2])
def test_a_forced_move_passes_one_corner_but_not_between_two(walls: int) -> None:
    rows = ["......."] * 7
    rows[2] = "...#..."
    if walls == 2:
        rows[3] = "..#...."
    scenario = field(rows=rows)
    script = ANN_FIRST + STRIKE + dice("ASS", "SSS")
    keys = asked(Played(scenario, script))
    assert ("to 2,2" in keys) is (walls == 1)


@pytest.mark.rule("keywords.profiles")
@pytest.mark.parametrize(("attack", "is_dirty"), [("FSS", True), ("FWS", False)])
def test_the_log_names_the_dirty_fighter_where_that_decides(attack: str, is_dirty: bool) -> None:
    ours = {"Ann": {"keywords": ["dirty-fighter"]}}
    chosen = "" if is_dirty else "Ann: fire\n"
    game = struck(attack, "FWS", chosen + "Ann: stay\nAnn: face n", ours=ours)
    found = [line for line in game.log() if "fights dirty" in line]
    expected = "Ann fights dirty: Bob needs two dice more to win, and has 2 against 1"
    assert found == ([expected] if is_dirty else [])


def test_a_pool_without_dice_reads_as_a_sentence() -> None:
    ours = {"Ann": {"attack": 0}}
    scenario = field(ours)
    game = Played(scenario, ANN_FIRST + STRIKE + dice("SSS")).steps(1)
    line = next(line for line in game.log() if "attacks" in line)
    assert line == (
        "Ann attacks Bob: no dice (Attack 0), against 3 (Defence 3) → Spirit Spirit Spirit, 0 left"
    )
