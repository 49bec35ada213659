"""Numbers of the log that a reader cannot add up without a word of explanation."""

from __future__ import annotations

from typing import Any

from rulebook.renaissance.fields import attacked, d, dice, field

FIRE = {"blade": {"damage": "1d10+DB", "keywords": ["fire"]}}


def told(orc: dict[str, Any], way: str, rolls: str, attack: str = "attack Orc with blade") -> str:
    """Return the log of Ann's attack with a burning blade, by a way of resisting."""
    scenario = field(orc=orc, house={"resistance": way}, weapons=FIRE)
    return "\n".join(attacked(scenario, rolls, attack).log())


def test_an_upgraded_or_downgraded_check_says_why() -> None:
    weak, hardy = {"vulnerable": [{"to": "fire"}]}, {"resists": [{"to": "fire"}]}
    way, fine = "upgrade-downgrade", dice(4)
    upgraded = "hit, upgraded to exceptional success (vulnerable to fire)"
    assert upgraded in told(weak, way, d(25, 99) + "\n" + fine)
    downgraded = "hit, downgraded to success (resists fire)"
    assert downgraded in told(hardy, way, d(35, 99) + "\n" + fine)
    assert "graded" not in told({}, way, d(35, 99) + "\n" + fine)


def test_a_defence_says_what_it_is_vulnerable_to() -> None:
    log = told({"vulnerable": [{"to": "fire"}]}, "plus-minus-20", d(25, 99) + "\n" + dice(4))
    assert "Fray 40 −20 vulnerable to fire = 20" in log


def test_a_margin_over_60_is_told_from_one_over_30() -> None:
    ann = {"skills": {"melee-weapons": 80}}
    for roll, bonus in ((59, "+5 exceptional success)"), (63, "+10 exceptional success over 60)")):
        log = attacked(field(ann.copy()), d(roll, 99) + "\n" + dice(4)).log()
        assert any(bonus in line for line in log)


def test_penetration_names_the_part_of_a_struck_gap() -> None:
    log = told({"skin": 9}, "halve-double", d(35, 99) + "\n" + dice(4), "armor gap Orc with blade")
    assert "against armour 9 less AP 5 (+5 armor gap)" in log
    assert "against no armour: " in told({}, "halve-double", d(25, 99) + "\n" + dice(4))
