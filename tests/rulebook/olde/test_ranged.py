import pytest

from affray.core.problems import InvalidDataError
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.reach import add_distance
from affray.rulesets.olde.strike import Attack
from rulebook.olde.fields import (
    adjusted,
    blow,
    field,
    harm,
    hindrance,
    offered,
    reset,
    total,
)
from support import Played, scenario_of

BOW = {"weapons": ["shortbow"]}
SHOOT = "shoot Orc with shortbow"
MISS = "roll 2d8 = 1 1"


@pytest.mark.rule("ranged.finesse")
@pytest.mark.parametrize("weapon", ["shortbow", "sling", "throwing-axe", "javelin"])
def test_everything_ranged_attacks_with_finesse(weapon: str) -> None:
    kind = "shoot" if weapon in ("shortbow", "sling") else "throw"
    script = reset(2, 1) + f"Ann: {kind} Orc with {weapon}\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    ann = {"brawn": 12, "weapons": [weapon]}
    game = Played(field(ann, {"at": [4, 1]}), script).steps(2)
    assert "ranged.finesse" in game.rules_told()


@pytest.mark.rule("ranged.base")
@pytest.mark.parametrize(
    ("distance", "adjusts"),
    [(2, 0), (6, 0), (7, -2), (12, -2), (13, -4), (24, -4), (25, -6), (48, -6)],
)
def test_each_doubling_of_the_base_range_is_minus_2(distance: int, adjusts: int) -> None:
    game = blow(BOW, {"at": [1 + distance, 1]}, SHOOT, dice=MISS, width=60)
    assert total(game) == 2 + adjusts


@pytest.mark.rule("ranged.base")
@pytest.mark.parametrize(
    ("weapon", "limit"),
    [("shortbow", 48), ("crossbow", 40), ("sling", 24), ("throwing-knife", 8), ("javelin", 32)],
)
def test_nothing_is_attacked_beyond_the_limit(weapon: str, limit: int) -> None:
    kind = "throw" if weapon in ("throwing-knife", "javelin") else "shoot"
    for distance in (limit, limit + 1):
        game = Played(field({"weapons": [weapon]}, {"at": [1 + distance, 1]}, width=60))
        why = hindrance(game, "Ann", f"{kind} Orc with {weapon}")
        assert ("limit" in why) == (distance > limit)


@pytest.mark.rule("ranged.same-space")
@pytest.mark.parametrize(("weapon", "kind"), [("shortbow", "shoot"), ("spear", "throw")])
def test_no_ranged_weapon_attacks_into_ones_own_space(weapon: str, kind: str) -> None:
    game = Played(field({"weapons": [weapon]}, {"at": [1, 1]}))
    why = "Orc is in the same space, where no ranged weapon can attack"
    assert hindrance(game, "Ann", f"{kind} Orc with {weapon}") == why


@pytest.mark.rule("ranged.adjacent")
def test_an_adjacent_target_is_minus_2() -> None:
    assert adjusted(blow(BOW, {}, SHOOT, dice=MISS)) == "-2 adjacent"


@pytest.mark.rule("ranged.adjacent")
def test_unless_it_is_motionless() -> None:
    script = f"roll 1d8 = 2\nAnn: {SHOOT}\n{MISS}"
    game = Played(field(BOW, {"conditions": [{"is": "stunned"}]}), script).steps(2)
    assert adjusted(game) == ""


@pytest.mark.rule("ranged.hands")
def test_a_bow_and_a_shield_do_not_go_together() -> None:
    with pytest.raises(InvalidDataError) as refused:
        scenario_of(field({"weapons": ["shortbow"], "shield": "heater"}))
    why = "the shortbow takes both hands, and a shield the off hand"
    assert refused.value.lines() == [f"test: fighters.ann.shield: {why}"]


@pytest.mark.rule("ranged.hands")
def test_taking_up_a_bow_slings_the_shield_and_a_sword_raises_it_again() -> None:
    ann = {"weapons": ["broadsword", "shortbow"], "shield": "heater"}
    script = reset(6, 1) + "Ann: take up shortbow in both hands\n"
    game = Played(field(ann), script).steps(2)
    assert not game.fighter("Ann").shielded
    game = Played(field(ann), script + "Orc: pass\nAnn: take up broadsword in one hand").steps(4)
    assert game.fighter("Ann").shielded


@pytest.mark.rule("ranged.hands")
def test_a_throwing_weapon_is_drawn_as_it_is_thrown_if_a_hand_is_free() -> None:
    ann = {"weapons": ["broadsword", "throwing-axe"], "grip": "one hand"}
    key = "throw Orc with throwing-axe"
    assert hindrance(Played(field(ann)), "Ann", key) == ""
    ann["shield"] = "heater"
    assert "in hand" in hindrance(Played(field(ann)), "Ann", key)


BOTH_HANDED = {"skill": "bows", "range": 6, "limit": 4, "hands": 2, "brawn": 6, "damage": 6}
BY_HAND = {"stat": "brawn", "skills": ["maces"], "reach": [1, 1], "damage": 6}


@pytest.mark.rule("ranged.hands")
@pytest.mark.parametrize(("grip", "may"), [("both hands", True), ("one hand", False)])
def test_what_takes_both_hands_to_shoot_is_not_shot_from_one(grip: str, may: bool) -> None:
    """A staff that strikes with one hand and shoots with two."""
    staff = {"staff": {"melee": {**BY_HAND, "one_hand": 6, "two_hands": 4}, "ranged": BOTH_HANDED}}
    scenario = field({"weapons": ["staff"], "grip": grip}, {"at": [2, 1]}, weapons=staff)
    key = "shoot Orc with staff"
    keys = offered(Played(scenario, reset(8, 1)))
    assert (key in keys, "attack Orc with staff" in keys) == (may, True)
    why = "" if may else "the staff takes both hands to shoot"
    game = Played(scenario)
    assert hindrance(game, "Ann", key) == why
    shot = next(option for option in game.fight.attacks(0) if option.key == key)
    game.fight.bring_within_reach(0, shot)
    assert game.fight.hindrance(0, shot) == ""


@pytest.mark.rule("ranged.hands", "ranged.brawn")
@pytest.mark.parametrize(("hands", "may"), [(1, True), (2, False)])
def test_what_takes_both_hands_to_throw_is_drawn_only_if_both_are_free(
    hands: int, may: bool
) -> None:
    boulder = {"skill": "thrown", "range": 4, "limit": 2, "brawn": 10, "damage": 8, "thrown": True}
    scenario = field(
        {"weapons": ["broadsword", "boulder"], "grip": "one hand"},
        {"at": [3, 1]},
        weapons={"boulder": {"ranged": {**boulder, "hands": hands}}},
    )
    key = "throw Orc with boulder"
    assert (key in offered(Played(scenario, reset(2, 1)))) == may
    empty = "GM rules gear of Ann = not broadsword | it broke\n"
    throw = f"{empty}Ann: {key}\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = Played(scenario, reset(2, 1) + throw).steps(2)
    assert adjusted(game) == "-2 weak for the weapon"


@pytest.mark.rule("ranged.hands")
def test_what_is_thrown_leaves_the_hand_and_lies_by_the_target() -> None:
    script = reset(2, 1) + "Ann: throw Orc with spear\nroll 2d6 = 5 5\nroll 2d8 = 1 1"
    game = Played(field({"weapons": ["spear"]}, {"at": [4, 1]}), script).steps(2)
    assert game.told("lies") == [{"weapon": "spear", "place": "4,1"}]
    assert game.fighter("Ann").arms == ()
    assert game.fighter("Ann").held_weapon().name == "bare-hands"


@pytest.mark.rule("ranged.hands")
def test_a_weapon_on_the_ground_is_picked_up_into_a_free_hand() -> None:
    ann, orc = {"weapons": ["spear"]}, {"at": [2, 1], "conditions": [{"is": "restrained"}]}
    script = reset(8, 1) + (
        "Ann: throw Orc with spear\nroll 2d8 = 1 1\nAnn: step to 2,1\nAnn: pick up spear"
    )
    game = Played(field(ann, orc), script).steps(4)
    assert game.fight.lying == []
    assert game.fighter("Ann").held_weapon().name == "spear"


@pytest.mark.rule("ranged.brawn")
def test_brawn_below_a_bows_minimum_hinders_attack_and_damage() -> None:
    game = blow(
        {"weapons": ["longbow"]},
        {"at": [4, 1]},
        "shoot Orc with longbow",
        dice="roll 2d8 = 7 7",
        damage="roll 1d12 = 6",
    )
    assert total(game) == 14 - 2
    assert harm(game) == 6 - 2


@pytest.mark.rule("ranged.brawn", "ranged.crossbow")
@pytest.mark.parametrize(("brawn", "missing"), [(6, 0), (5, 1), (4, 2)])
def test_a_crossbow_below_its_first_minimum_is_at_minus_1_a_point(brawn: int, missing: int) -> None:
    game = blow(
        {"brawn": brawn, "weapons": ["arbalest"]},
        {"at": [4, 1]},
        "shoot Orc with arbalest",
        dice="roll 2d8 = 7 7",
        damage="roll 1d10 = 6",
    )
    assert (total(game), harm(game)) == (14 - missing, 6 - missing)


@pytest.mark.rule("ranged.crossbow")
@pytest.mark.parametrize(("brawn", "cost", "how"), [(8, 1, "spans"), (7, 3, "cranks")])
def test_a_crossbow_is_reset_for_1_by_hand_or_for_3_with_a_crank(
    brawn: int, cost: int, how: str
) -> None:
    ann = {"brawn": brawn, "weapons": ["crossbow"]}
    shot = f"Ann: shoot Orc with crossbow\nroll 2d6 = 5 5\n{MISS}\n"
    script = reset(8, 1) + shot
    if cost == 3:
        script += "Ann: pass\nOrc: pass\n"
    script += "Ann: reset crossbow"
    game = Played(field(ann, {"at": [4, 1]}), script).steps(2 if cost == 1 else 4)
    assert game.told("resets")[0]["how"] == how
    assert game.fighter("Ann").action_points == 8 - 2 - cost


@pytest.mark.rule("ranged.crossbow")
def test_a_crossbow_shoots_no_more_until_it_is_reset() -> None:
    ann = {"weapons": ["crossbow"]}
    script = reset(8, 1) + f"Ann: shoot Orc with crossbow\nroll 2d6 = 5 5\n{MISS}\nAnn: pass"
    game = Played(field(ann, {"at": [4, 1]}), script).steps(2)
    why = "the crossbow has to be reset first"
    assert hindrance(game, "Ann", "shoot Orc with crossbow") == why
    assert "shoot Orc with crossbow" not in offered(game)


@pytest.mark.rule("ranged.crossbow")
@pytest.mark.parametrize(
    ("brawn", "setting", "why"),
    [
        (3, "refuse", "the crossbow needs Brawn 4 to aim and shoot"),
        (4, "refuse", ""),
        (3, "penalty", ""),
    ],
)
def test_by_option_nobody_aims_a_crossbow_below_its_first_minimum(
    brawn: int, setting: str, why: str
) -> None:
    ann = {"brawn": brawn, "weapons": ["crossbow"]}
    game = Played(field(ann, {"at": [4, 1]}, house={"weak_crossbow": setting}))
    assert hindrance(game, "Ann", "shoot Orc with crossbow") == why


SHOT = "Ann: shoot Orc with crossbow\nroll 2d6 = 5 5\nroll 2d8 = 1 1\n"


@pytest.mark.rule("ranged.crossbow")
@pytest.mark.parametrize("other", ["crossbow", "arbalest"])
def test_each_crossbow_is_loaded_by_itself(other: str) -> None:
    """The second can be shot while the first has to be reset, and the first stays spent."""
    ann = {"weapons": ["crossbow", other]}
    script = reset(8, 1) + SHOT + "Ann: pass\nOrc: pass\n"
    script += f"Ann: take up {other} in both hands\n"
    game = Played(field(ann, {"at": [6, 1]}), script).steps(4)
    assert hindrance(game, "Ann", f"shoot Orc with {other}") == ""
    if other == "arbalest":
        script += "Orc: pass\nAnn: take up crossbow in both hands\n"
        game = Played(field(ann, {"at": [6, 1]}), script).steps(6)
        assert hindrance(game, "Ann", "shoot Orc with crossbow").endswith("has to be reset first")


@pytest.mark.rule("ranged.crossbow")
def test_a_single_crossbow_is_not_taken_up_anew_to_be_loaded() -> None:
    script = reset(8, 1) + SHOT + "Ann: pass\nOrc: pass\n"
    alone = Played(field({"weapons": ["crossbow"]}, {"at": [6, 1]}), script)
    assert "take up crossbow in both hands" not in offered(alone)
    both = Played(field({"weapons": ["crossbow", "crossbow"]}, {"at": [6, 1]}), script)
    assert "take up crossbow in both hands" in offered(both)


@pytest.mark.rule("ranged.motionless")
@pytest.mark.parametrize(
    ("condition", "setting", "adjusts"),
    [
        ("restrained", "helpless", ""),
        ("stunned", "helpless", ""),
        ("rooted", "helpless", "-2 adjacent"),
        ("rooted", "held", ""),
        ("slowed", "held", "-2 adjacent"),
        ("dazed", "held", "-2 adjacent"),
    ],
)
def test_motionless_is_who_makes_no_defense_roll_or_by_option_goes_nowhere(
    condition: str, setting: str, adjusts: str
) -> None:
    orc = {"conditions": [{"is": condition}]}
    game = Played(field({"weapons": ["shortbow"]}, orc, house={"motionless": setting}))
    ann, target = game.fighter("Ann"), game.fighter("Orc")
    tally = Tally(True)
    weapon = ann.held_weapon()
    add_distance(tally, Attack(game.fight, ann, target, weapon, weapon.use(True)))
    assert tally.text().strip(" ()") == adjusts


@pytest.mark.rule("sight.lines")
@pytest.mark.parametrize(
    ("house", "adjusts"),
    [
        ({}, "partial sight"),
        ({"partial_sight": 0}, "partial sight"),
        ({"partial_sight": -3}, "-3 partial sight"),
    ],
)
def test_partial_sight_costs_nothing_or_by_option_3(house: dict[str, int], adjusts: str) -> None:
    game = blow(
        {"weapons": ["shortbow"]},
        {"at": [5, 2]},
        "shoot Orc with shortbow",
        solid=[[3, 1]],
        house=house,
    )
    assert adjusted(game) == adjusts
