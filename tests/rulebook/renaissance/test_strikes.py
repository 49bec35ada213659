from typing import Any

import pytest

from rulebook.renaissance.fields import (
    attacked,
    d,
    dice,
    field,
    hurt,
    offered,
    play,
    to_defend,
    to_hit,
)
from support import Played

FINE = d(35, 99)
"""An exceptional success against a failed defence."""
PLAIN = d(25, 99)


@pytest.mark.rule("strike.general")
def test_a_strike_takes_its_penalty_and_gives_its_result_only_on_an_exceptional_success() -> None:
    game = attacked(field(), PLAIN + "\n" + dice(4), "mighty blow Orc with blade")
    assert to_hit(game) == 50
    assert hurt(game) == [9]
    game = attacked(field(), FINE + "\n" + dice(4), "mighty blow Orc with blade")
    assert hurt(game) == [19]


@pytest.mark.rule("strike.general")
def test_a_strike_is_on_top_of_the_attack_and_an_attack_is_one_strike() -> None:
    game = attacked(field(), FINE + "\n" + dice(4) + "\n" + d(1), "knock down Orc with blade")
    assert hurt(game) == [14]
    keys = [key for key in offered(field()) if key.endswith("Orc with blade")]
    assert keys == [
        f"{kind} Orc with blade"
        for kind in ("attack", "called shot", "knock down", "maim", "mighty blow", "armor gap")
    ]


@pytest.mark.rule("strike.called-shot")
@pytest.mark.parametrize("result", ["lands", "drops", "dazes", "trips", "bleeds"])
def test_what_a_called_shot_does_is_up_to_the_game_master(result: str) -> None:
    script = "called shot Orc with blade\nAnn: arm"
    game = attacked(field(), FINE + "\n" + dice(4) + f"\nGM: {result}", script)
    orc = game.fighter("Orc")
    assert to_hit(game) == 50
    assert (orc.main == -1) is (result == "drops")
    assert orc.dazed is (result == "dazes")
    assert orc.prone is (result == "trips")
    assert (orc.bleeding > 0) is (result == "bleeds")


@pytest.mark.rule("strike.called-shot")
def test_a_called_shot_gains_precision() -> None:
    orc = {"resists": [{"to": "precision", "dv": "/2"}]}
    script = "called shot Orc with blade\nAnn: head"
    assert hurt(attacked(field(orc=orc), PLAIN + "\n" + dice(4), script)) == [4]
    assert hurt(attacked(field(orc=orc), PLAIN + "\n" + dice(4))) == [9]


@pytest.mark.rule("strike.knock-down")
@pytest.mark.parametrize(("roll", "prone"), [(40, False), (41, True)])
def test_knocked_down_the_target_makes_som_2_or_falls(roll: int, prone: bool) -> None:
    game = attacked(field(), FINE + "\n" + dice(4) + "\n" + d(roll), "knock down Orc with blade")
    assert game.fighter("Orc").prone is prone
    assert "SOM×2 20" not in str(game.told("check")[0]["sum"])
    assert "SOM×2 40" in str(game.told("check")[0]["sum"])


@pytest.mark.rule("strike.knock-down", "strike.mighty-blow")
def test_knocking_down_and_mighty_blows_are_for_melee() -> None:
    keys = offered(field({"weapons": ["bow"]}, {"at": [8, 1]}))
    assert "maim Orc with bow" in keys
    assert "knock down Orc with bow" not in keys
    assert "mighty blow Orc with bow" not in keys


@pytest.mark.rule("strike.maim")
@pytest.mark.parametrize("limb", ["hand", "leg", "eye", "neck"])
def test_maim_takes_the_named_limb(limb: str) -> None:
    scenario = field({"skills": {"melee-weapons": 80}}, {"skills": {"perception": 60}})
    game = attacked(
        scenario, FINE + "\n" + dice(4), f"maim Orc with blade\nAnn: {limb}", limb != "neck"
    )
    orc = game.fighter("Orc")
    assert to_hit(game) == 60
    assert (orc.state() == "dead") is (limb == "neck")
    assert (orc.main == -1) is (limb == "hand")
    assert orc.prone is (limb in ("leg", "neck"))
    assert f"lost {limb}" in orc.conditions() or limb == "neck"


@pytest.mark.rule("strike.maim")
def test_a_lost_leg_halves_movement_and_an_eye_hinders_shots() -> None:
    lame = "GM rules condition of Ann = lost leg | before\nAnn: move"
    keys = offered(field(orc={"at": [11, 4]}), lame)
    assert "to 3,1" in keys
    assert "to 4,1" not in keys
    scenario = field({"weapons": ["bow"]}, {"at": [8, 1]})
    script = "GM rules condition of Ann = lost eye | before\nAnn: attack Orc with bow\n" + d(99)
    assert to_hit(play(scenario, script + "\nAnn: end turn")) == 40


@pytest.mark.rule("strike.maim")
def test_a_lost_hand_can_hold_no_more() -> None:
    scenario = field(orc={"weapons": ["blade", "greatsword"]})
    script = "Ann: maim Orc with blade\nAnn: hand\n" + FINE + "\n" + dice(4) + "\nAnn: end turn\n"
    keys = offered(scenario, script)
    assert "draw greatsword" not in keys
    assert "pick up blade" in keys


@pytest.mark.rule("strike.maim")
def test_maim_gains_precision() -> None:
    orc = {"resists": [{"to": "precision", "dv": "-3"}]}
    script = "maim Orc with blade\nAnn: hand"
    assert hurt(attacked(field(orc=orc), PLAIN + "\n" + dice(4), script)) == [6]


@pytest.mark.rule("strike.neck")
@pytest.mark.parametrize(
    ("option", "orc", "neck"),
    [
        ("kills", {}, True),
        ("unaware", {}, False),
        ("unaware", {"unaware": True}, True),
        ("no", {"unaware": True}, False),
    ],
)
def test_when_a_neck_may_be_maimed(option: str, orc: dict[str, Any], neck: bool) -> None:
    scenario = field({"hidden": True}, orc, house={"maimed_neck": option})
    if not orc:
        scenario = field({}, orc, house={"maimed_neck": option})
    keys = offered(scenario, "Ann: maim Orc with blade\n")
    assert keys == ["hand", "leg", "eye", "neck"][: 3 + neck]


@pytest.mark.rule("strike.maim", "strike.neck")
@pytest.mark.parametrize(
    ("limb", "told"),
    [
        ("hand", "Orc loses a hand to Ann"),
        ("eye", "Orc loses an eye to Ann"),
        ("neck", "Ann strikes Orc in the neck, a fatal blow"),
    ],
)
def test_what_is_lost_is_told_in_words_one_would_use(limb: str, told: str) -> None:
    scenario = field({"skills": {"melee-weapons": 80}})
    game = attacked(
        scenario, FINE + "\n" + dice(4), f"maim Orc with blade\nAnn: {limb}", limb != "neck"
    )
    assert told in game.log()


@pytest.mark.rule("strike.mighty-blow")
def test_a_mighty_blow_adds_db() -> None:
    game = attacked(field({"db": 3}), FINE + "\n" + dice(4), "mighty blow Orc with blade")
    assert hurt(game) == [4 + 3 + 5 + 3]
    game = attacked(field({"db": 3}), FINE + "\n" + dice(4))
    assert hurt(game) == [4 + 3 + 5]


@pytest.mark.rule("strike.armor-gap")
def test_an_armour_gap_adds_db_to_ap_and_gains_precision() -> None:
    scenario = field({"db": 3}, {"skin": 5})
    game = attacked(scenario, FINE + "\n" + dice(4), "armor gap Orc with blade")
    assert hurt(game) == [12 - 2]
    game = attacked(scenario, PLAIN + "\n" + dice(4), "armor gap Orc with blade")
    assert hurt(game) == [7 - 5]
    orc = {"resists": [{"to": "precision", "dv": "-3"}]}
    game = attacked(field(orc=orc), PLAIN + "\n" + dice(4), "armor gap Orc with blade")
    assert hurt(game) == [6]


@pytest.mark.rule("maneuver.dismount")
@pytest.mark.parametrize(("roll", "thrown"), [(60, False), (61, True)])
def test_a_rider_struck_so_keeps_the_saddle_with_coo_coo_som(roll: int, thrown: bool) -> None:
    scenario = field({"weapons": ["quarterstaff"]}, {"mount": "warhorse"})
    rolls = FINE + "\nroll 2d10 = 2 2\n" + d(roll)
    game = attacked(scenario, rolls, "dismount Orc with quarterstaff")
    assert to_hit(game) == 60  # easy +10, the strike -10, and Reach needs no more
    assert (game.fighter("Orc").mount < 0) is thrown
    assert game.fighter("Orc").prone is thrown


@pytest.mark.rule("maneuver.dismount")
def test_only_riders_can_be_unhorsed() -> None:
    assert "dismount Orc with blade" not in offered(field())
    assert "dismount Orc with blade" in offered(field(orc={"mount": "warhorse"}))


# --- the chapter's worked examples, from their printed dice -----------------------------------------


@pytest.mark.rule("goblin-armor-gap")
def test_the_goblin_hits_chandra_but_finds_no_gap() -> None:
    scenario = field(
        {"skills": {"melee-weapons": 60}, "db": 4}, {"skills": {"fray": 60}, "skin": 4}
    )
    game = attacked(scenario, d(21, 73) + "\n" + dice(5), "armor gap Orc with blade")
    assert (to_hit(game), to_defend(game)) == (50, 60)
    assert game.told("damage")[0]["ap"] == 0
    assert hurt(game) == [5 + 4 - 4]


@pytest.mark.rule("track-knock-down")
def test_track_hits_with_5_more_and_the_monster_checks_its_feet() -> None:
    scenario = field({"skills": {"melee-weapons": 70}}, {"skills": {"fray": 70}})
    rolls = d(41, 13) + "\n" + dice(5) + "\n" + d(90)
    game = attacked(scenario, rolls, "knock down Orc with blade")
    assert (to_hit(game), to_defend(game)) == (60, 70)
    assert hurt(game) == [5 + 5 + 5]
    assert "SOM×2" in str(game.told("check")[0]["sum"])
    assert game.fighter("Orc").prone


@pytest.mark.rule("alexis-maim")
def test_alexis_upgrades_a_21_and_takes_the_neck() -> None:
    scenario = field(
        {"weapons": ["knife"], "hidden": True, "luck": 1, "skills": {"ranged-weapons": 60}},
        {"unaware": True, "at": [5, 1]},
    )
    script = "Ann: throw maim Orc with knife\nAnn: neck\nAnn: see the roll\n" + d(21)
    game = play(scenario, script + "\nAnn: upgrade\n" + dice(5))
    assert to_hit(game) == 40
    assert game.told("contest")[0]["defense"] == "no defence"
    assert hurt(game) == [5 - 1 + 5 + 5]
    assert game.fighter("Orc").state() == "dead"


@pytest.mark.rule("off-hand-three-cases")
@pytest.mark.parametrize(
    ("ambidextrous", "weapon", "first", "second"),
    [(True, "blade", 50, 50), (False, "parrying-knife", 50, 40), (False, "blade", 50, 30)],
)
def test_the_three_off_hand_cases(ambidextrous: bool, weapon: str, first: int, second: int) -> None:
    scenario = field(
        {"off_hand": weapon, "ambidextrous": ambidextrous},
        weapons={"parrying-knife": {"damage": "1d10", "tags": ["off-hand"]}},
    )
    script = (
        f"Ann: attack with each weapon\nAnn: attack Orc with blade\nAnn: attack Orc with {weapon}\n"
    )
    game: Played = play(scenario, script + d(99, 99) + "\nAnn: end turn")
    assert (to_hit(game, 0), to_hit(game, 1)) == (first, second)
