from typing import Any

import pytest

from rulebook.renaissance.fields import attacked, d, dice, field, hurt, to_defend

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
