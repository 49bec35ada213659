from typing import Any

import pytest

from rulebook.renaissance.fields import attacked, d, dice, field, hurt, play, to_defend

FIRE = {"blade": {"damage": "1d10+DB", "keywords": ["fire"]}}
RESISTS: dict[str, Any] = {"resists": [{"to": "fire"}]}
VULNERABLE: dict[str, Any] = {"vulnerable": [{"to": "fire"}]}


def burnt(orc: dict[str, Any], way: str, rolls: str) -> Any:
    """Ann strikes with a burning blade, by one of the five ways."""
    return attacked(field(orc=orc, house={"resistance": way}, weapons=FIRE), rolls)


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(("orc", "harm"), [({}, 9), (RESISTS, 4), (VULNERABLE, 18)])
def test_first_way_halve_or_double(orc: dict[str, Any], harm: int) -> None:
    assert hurt(burnt(orc, "halve-double", d(25, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(("orc", "defense"), [({}, 40), (RESISTS, 60), (VULNERABLE, 20)])
def test_second_way_20_on_the_targets_check(orc: dict[str, Any], defense: int) -> None:
    game = burnt(orc, "plus-minus-20", d(25, 99) + "\n" + dice(4))
    assert to_defend(game) == defense
    assert hurt(game) == [9]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(
    ("orc", "roll", "faces", "harm"),
    [
        ({}, 25, (4,), 9),
        (VULNERABLE, 25, (4,), 14),
        (VULNERABLE, 35, (4, 6), 16),
        (RESISTS, 35, (4,), 9),
        (RESISTS, 22, (4,), 14),
    ],
)
def test_third_way_upgrade_or_downgrade(
    orc: dict[str, Any], roll: int, faces: tuple[int, ...], harm: int
) -> None:
    game = burnt(orc, "upgrade-downgrade", d(roll, 99) + "\n" + dice(*faces))
    assert hurt(game) == [harm]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(
    ("orc", "faces", "harm"), [({}, (4,), 9), (RESISTS, (4, 2), 7), (VULNERABLE, (4, 6), 11)]
)
def test_fourth_way_roll_twice(orc: dict[str, Any], faces: tuple[int, ...], harm: int) -> None:
    assert hurt(burnt(orc, "roll-twice", d(25, 99) + "\n" + dice(*faces))) == [harm]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(
    ("orc", "harm"),
    [
        ({"resists": [{"to": "fire", "dv": "-2"}]}, 7),
        ({"vulnerable": [{"to": "fire", "dv": "+3"}]}, 12),
        ({"resists": [{"to": "fire", "dv": "/2"}]}, 4),
        ({"vulnerable": [{"to": "fire", "dv": "x3"}]}, 27),
    ],
)
def test_fifth_way_what_the_entry_says(orc: dict[str, Any], harm: int) -> None:
    rolls = d(25, 99) + "\n" + dice(4) + ("\n" + d(1) if harm > 20 else "")
    assert hurt(burnt(orc, "by-entry", rolls)) == [harm]


@pytest.mark.rule("resist.options")
def test_no_entry_makes_the_dv_negative() -> None:
    orc = {"resists": [{"to": "fire", "dv": "-30"}]}
    assert burnt(orc, "by-entry", d(25, 99) + "\n" + dice(4)).told("damage")[0]["dv"] == 0


@pytest.mark.rule("resist.options", "resist.keywords")
@pytest.mark.parametrize(
    ("lines", "harm"),
    [
        ([{"to": "cold", "dv": "-5"}, {"to": "fire", "dv": "-2"}], 7),
        ([{"to": "fire", "dv": "-2"}, {"to": "cold", "dv": "-5"}], 7),
        ([{"to": "fire", "dv": "-2"}, {"to": "fire", "dv": "-1"}], 6),
    ],
)
def test_fifth_way_every_line_of_the_entry_counts_that_is_about_the_attack(
    lines: list[dict[str, str]], harm: int
) -> None:
    assert hurt(burnt({"resists": lines}, "by-entry", d(25, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.options")
def test_fifth_way_catches_fire_or_melts() -> None:
    orc = {"vulnerable": [{"to": "fire", "effect": "burns"}]}
    game = burnt(orc, "by-entry", d(25, 99) + "\n" + dice(4))
    assert game.fighter("Orc").burning
    assert hurt(game) == [9]
    ice = {"vulnerable": [{"to": "fire", "effect": "melts"}], "skin": 4}
    game = burnt(ice, "by-entry", d(25, 99) + "\n" + dice(4))
    assert game.fighter("Orc").melted
    game = burnt(orc, "halve-double", d(25, 99) + "\n" + dice(1) + "\n")
    assert not game.fighter("Orc").burning


@pytest.mark.rule("resist.keywords")
@pytest.mark.parametrize(("keyword", "harm"), [("fire", 4), ("cold", 9)])
def test_a_resistance_applies_to_attacks_with_its_keyword(keyword: str, harm: int) -> None:
    orc = {"resists": [{"to": keyword}]}
    assert hurt(burnt(orc, "by-entry", d(25, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.keywords")
def test_unarmed_attacks_and_natural_weapons_have_keywords_of_their_own() -> None:
    ann = {"weapons": [], "skills": {"unarmed-combat": 80}}
    orc = {"weapons": [], "resists": [{"to": "unarmed-attack"}]}
    rolls = d(25, 99) + "\n" + dice(4)
    assert hurt(attacked(field(ann, orc), rolls, "attack Orc with unarmed")) == [4]
    ann = {**ann, "natural": ["cougar-bite"]}
    assert hurt(attacked(field(ann, orc), rolls, "attack Orc with cougar-bite")) == [10]
    orc = {"weapons": [], "resists": [{"to": "natural-weapon"}]}
    assert hurt(attacked(field(ann, orc), rolls, "attack Orc with cougar-bite")) == [5]


@pytest.mark.rule("resist.keywords")
def test_special_ammunition_carries_its_keywords() -> None:
    ann = {"weapons": ["bow"], "ammunition": {"silver-arrow": 2}}
    orc = {"at": [8, 1], "vulnerable": [{"to": "silver", "dv": "x2"}]}
    rolls = d(25, 99) + "\n" + dice(2)
    assert hurt(attacked(field(ann, orc), rolls, "attack Orc with bow (silver-arrow)")) == [12]
    assert hurt(attacked(field(ann, orc), rolls, "attack Orc with bow")) == [6]


@pytest.mark.rule("resist.keywords")
@pytest.mark.parametrize(
    ("worn", "harm"), [({}, 9), ({"armor": "fire-coat"}, 4), ({"shield": "wet-hide"}, 4)]
)
def test_armour_and_shields_may_resist_too(worn: dict[str, Any], harm: int) -> None:
    resists = {"value": 0, "resists": [{"to": "fire"}]}
    scenario = field(
        orc=worn, weapons=FIRE, armor={"fire-coat": resists}, shields={"wet-hide": resists}
    )
    assert hurt(attacked(scenario, d(25, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.keywords")
def test_a_shield_that_is_dropped_resists_nothing() -> None:
    resists = {"value": 0, "resists": [{"to": "fire"}]}
    scenario = field(orc={"shield": "wet-hide"}, weapons=FIRE, shields={"wet-hide": resists})
    script = "Ann: end turn\nOrc: drop shield\nOrc: end turn\nAnn: attack Orc with blade\n"
    game = play(scenario, script + d(25, 99) + "\n" + dice(4) + "\nAnn: end turn", 3)
    assert hurt(game) == [9]


@pytest.mark.rule("resist.keywords")
def test_armour_may_be_vulnerable() -> None:
    tinder = {"value": 0, "vulnerable": [{"to": "fire", "dv": "+3"}]}
    scenario = field(orc={"armor": "tinder"}, weapons=FIRE, armor={"tinder": tinder})
    assert hurt(attacked(scenario, d(25, 99) + "\n" + dice(4))) == [12]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(("orc", "harm"), [({}, 9), (RESISTS, 7), (VULNERABLE, 12)])
def test_first_way_an_attack_may_say_what_becomes_of_it(orc: dict[str, Any], harm: int) -> None:
    says = {"damage": "1d10+DB", "keywords": ["fire"], "resisted": "-2", "against_vulnerable": "+3"}
    house = {"resistance": "halve-double"}
    scenario = field(orc=orc, weapons={"blade": says}, house=house)
    assert hurt(attacked(scenario, d(25, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.options")
@pytest.mark.parametrize(
    ("way", "orc", "burns"),
    [
        ("halve-double", VULNERABLE, True),
        ("halve-double", RESISTS, False),
        ("roll-twice", VULNERABLE, False),
    ],
)
def test_first_way_an_attack_may_do_something_else_to_the_vulnerable(
    way: str, orc: dict[str, Any], burns: bool
) -> None:
    says = {"damage": "1d10+DB", "keywords": ["fire"], "vulnerable_effect": "burns"}
    scenario = field(orc=orc, weapons={"blade": says}, house={"resistance": way})
    faces = (4, 4) if way == "roll-twice" else (4,)
    game = attacked(scenario, d(25, 99) + "\n" + dice(*faces))
    assert game.fighter("Orc").burning is burns


BOMBER: dict[str, Any] = {"weapons": ["grenade"], "at": [0, 2]}


def bombed(orc: dict[str, Any], way: str, rolls: str, more: dict[str, Any] | None = None) -> Any:
    """Ann throws a grenade, which burns, at the orc; an elk stands by who does not care."""
    elk = {"Elk": {"at": [5, 3]}}
    scenario = field(
        BOMBER, {**orc, "at": [5, 2]}, house={"resistance": way, **(more or {})}, more=elk
    )
    return attacked(scenario, rolls, "throw Orc with grenade")


@pytest.mark.rule("resist.options", "area.blast")
@pytest.mark.parametrize(("orc", "harm"), [({}, 9), (VULNERABLE, 14)])
def test_third_way_counts_in_a_blast(orc: dict[str, Any], harm: int) -> None:
    game = bombed(orc, "upgrade-downgrade", d(25) + "\nroll 2d10 = 4 5")
    assert hurt(game) == [harm]
    assert hurt(game, "Elk") == [7]


@pytest.mark.rule("resist.options", "area.blast")
def test_third_way_a_blast_upgraded_to_critical_has_dice_of_its_own() -> None:
    game = bombed(
        VULNERABLE,
        "upgrade-downgrade",
        d(35) + "\nroll 2d10 = 4 5\nroll 2d10 = 1 2\nroll 2d10 = 6 6",
    )
    assert hurt(game) == [12 + 5]
    assert hurt(game, "Elk") == [9 + 5 - 2]


@pytest.mark.rule("resist.options", "area.blast")
@pytest.mark.parametrize(("orc", "harm"), [(RESISTS, 3), (VULNERABLE, 12)])
def test_fourth_way_counts_in_a_blast(orc: dict[str, Any], harm: int) -> None:
    rolls = d(25) + "\nroll 2d10 = 4 5\nroll 2d10 = 1 2\nroll 2d10 = 6 6"
    game = bombed(orc, "roll-twice", rolls)
    assert hurt(game) == [harm]
    assert hurt(game, "Elk") == [7]


@pytest.mark.rule("resist.downgraded")
@pytest.mark.parametrize(
    ("option", "roll", "harm"),
    [("lost", 35, 9), ("kept", 35, 14), ("lost", 62, 9), ("kept", 62, 19), ("kept", 25, 9)],
)
def test_a_downgrade_takes_what_the_margin_gives_or_leaves_it(
    option: str, roll: int, harm: int
) -> None:
    house = {"resistance": "upgrade-downgrade", "downgraded_margin": option}
    scenario = field({"skills": {"melee-weapons": 80}}, dict(RESISTS), house=house, weapons=FIRE)
    assert hurt(attacked(scenario, d(roll, 99) + "\n" + dice(4))) == [harm]


@pytest.mark.rule("resist.critical")
@pytest.mark.parametrize(
    ("option", "orc", "faces", "harm"),
    [
        ("add-up", RESISTS, (4,), 14),
        ("resistance", RESISTS, (4, 2), 12),
        ("add-up", VULNERABLE, (4, 2, 6), 16),
        ("resistance", VULNERABLE, (4, 6), 16),
    ],
)
def test_a_critical_and_a_resistance_add_up_or_the_resistance_counts(
    option: str, orc: dict[str, Any], faces: tuple[int, ...], harm: int
) -> None:
    house = {"resistance": "roll-twice", "rolled_twice": option}
    scenario = field(orc=dict(orc), house=house, weapons=FIRE)
    assert hurt(attacked(scenario, d(22, 99) + "\n" + dice(*faces))) == [harm]


@pytest.mark.rule("resist.options", "area.blast")
@pytest.mark.parametrize(
    ("way", "orc", "harm"),
    [
        ("halve-double", RESISTS, 4),
        ("halve-double", VULNERABLE, 18),
        ("by-entry", {"resists": [{"to": "fire", "dv": "-2"}]}, 7),
        ("by-entry", {"vulnerable": [{"to": "fire", "dv": "+3"}]}, 12),
        ("by-entry", {"vulnerable": [{"to": "cold", "dv": "+3"}]}, 9),
    ],
)
def test_first_and_fifth_way_count_in_a_blast(way: str, orc: dict[str, Any], harm: int) -> None:
    game = bombed(orc, way, d(25) + "\nroll 2d10 = 4 5")
    assert hurt(game) == [harm]
    assert hurt(game, "Elk") == [7]


@pytest.mark.rule("resist.options", "area.blast")
@pytest.mark.parametrize(("orc", "harm"), [({}, 14), (RESISTS, 9)])
def test_third_way_a_blast_is_downgraded_for_one_who_resists(
    orc: dict[str, Any], harm: int
) -> None:
    game = bombed(orc, "upgrade-downgrade", d(35) + "\nroll 2d10 = 4 5")
    assert hurt(game) == [harm]
    assert hurt(game, "Elk") == [12]


@pytest.mark.rule("resist.options", "area.blast")
def test_a_vulnerable_entry_sets_fire_in_a_blast() -> None:
    orc = {"vulnerable": [{"to": "fire", "effect": "burns"}]}
    game = bombed(orc, "by-entry", d(25) + "\nroll 2d10 = 4 5")
    assert game.fighter("Orc").burning
    assert not game.fighter("Elk").burning


@pytest.mark.rule("area.blast")
def test_what_a_burst_is_for_each_is_told() -> None:
    game = bombed(
        VULNERABLE, "roll-twice", d(25) + "\nroll 2d10 = 4 5\nroll 2d10 = 1 2\nroll 2d10 = 6 6"
    )
    log = "\n".join(game.log())
    assert "The grenade bursts at 5,2: 4 5 = 9 DV in the middle, over 4 m" in log
    dice = "1 2 or 6 6 (the better counts), vulnerable to fire, 12 DV"
    assert f"Orc is in the middle of it: {dice} against no armour: 12" in log
    assert "Elk is 1 m from it: 9 −2 = 7 DV against no armour: 7" in log
    game = bombed(VULNERABLE, "halve-double", d(22) + "\nroll 2d10 = 4 5\nroll 2d10 = 1 1\n" + d(1))
    log = "\n".join(game.log())
    assert (
        "The grenade bursts at 5,2: 4 5 or 1 1 (the better counts) +5 (+5 exceptional success) = 14 DV"
        in log
    )
    assert "Orc is in the middle of it: 14 → 28 (vulnerable to fire) DV" in log
