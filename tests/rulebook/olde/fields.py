"""Small fields to fight on: Ann and an orc of round figures, and what a test changes of them.

Ann throws d8s for everything, and the orc d6s for Finesse and d8s for the rest. Both have 12 hit
points, so no script is surprised by who is first or by a stunning blow of less than 7.
"""

from __future__ import annotations

from typing import Any

import pytest

from affray.core.tape import OpenQuestionError
from support import Played

TRAINED = dict.fromkeys(
    ["axes", "maces", "swords", "brawling", "shields", "knives", "fencing", "spears"], "apprentice"
) | dict.fromkeys(["bows", "crossbows", "slings", "thrown"], "apprentice")

ANN = {"brawn": 8, "finesse": 8, "savvy": 8, "nerve": 8, "skills": TRAINED}
ORC = {"brawn": 8, "finesse": 6, "savvy": 6, "nerve": 8, "skills": TRAINED}

Change = dict[str, Any]


def field(
    ann: Change | None = None,
    orc: Change | None = None,
    friends: dict[str, Change] | None = None,
    foes: dict[str, Change] | None = None,
    house: Change | None = None,
    width: int = 12,
    height: int = 5,
    solid: list[list[int]] | None = None,
    walls: list[list[int]] | None = None,
    exits: list[list[int]] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a scenario: Ann with a broadsword at 1,1 and the orc beside her at 2,1, and who else."""
    fighters: dict[str, Any] = {}
    sides = []
    people = {
        "heroes": {"Ann": {**ANN, "weapons": ["broadsword"], "at": [1, 1], **(ann or {})}},
        "foes": {"Orc": {**ORC, "weapons": ["broadsword"], "at": [2, 1], **(orc or {})}},
    }
    people["heroes"].update({n: {**ANN, "at": [0, 0], **c} for n, c in (friends or {}).items()})
    people["foes"].update({n: {**ORC, "at": [3, 0], **c} for n, c in (foes or {}).items()})
    for side, placed in people.items():
        on_the_field = []
        for name, change in placed.items():
            sheet = {key: value for key, value in change.items() if value is not None}
            at = sheet.pop("at")
            fighters[name.lower()] = sheet
            on_the_field.append({"is": name.lower(), "name": name, "at": at})
        sides.append({"name": side, "fighters": on_the_field})
    return {
        "ruleset": "olde",
        "title": "test",
        "house": house or {},
        "map": {
            "width": width,
            "height": height,
            "solid": solid or [],
            "walls": walls or [],
            "exits": exits or [],
        },
        "fighters": fighters,
        "sides": sides,
        **more,
    }


def reset(ann: int, orc: int, *more: str) -> str:
    """Return the dice of a Reset: Ann's Action Points and the orc's, and what else is rolled."""
    return "\n".join([f"roll 1d8 = {ann}", f"roll 1d6 = {orc}", *more, ""])


def blow(
    ann: Change | None = None,
    orc: Change | None = None,
    attack: str = "attack Orc with broadsword",
    points: int = 2,
    defense: str = "roll 2d6 = 2 3",
    dice: str = "roll 2d8 = 1 2",
    damage: str = "",
    **more: Any,
) -> Played:
    """Ann attacks at the beginning of a fight: the orc rolls 5 and Ann 3, if nothing else is
    said, and a miss rolls no damage."""
    script = reset(points, 1) + "\n".join([f"Ann: {attack}", defense, dice, damage])
    return Played(field(ann, orc, **more), script).steps(2)


def cr(game: Played) -> int:
    """Return the number that the attack had to reach."""
    found = game.told("strike")[-1]["cr"]
    assert isinstance(found, int)
    return found


def total(game: Played) -> int:
    """Return the total of the attack check."""
    found = game.told("strike")[-1]["total"]
    assert isinstance(found, int)
    return found


def adjusted(game: Played) -> str:
    """Return the adjustments of the attack check."""
    return str(game.told("strike")[-1]["made_of"]).strip(" ()")


def defended(game: Played) -> str:
    """Return the adjustments of the Defense check."""
    return str(game.told("defense")[-1]["made_of"]).strip(" ()")


def harm(game: Played) -> int:
    """Return the damage that was done."""
    found = game.told("damage")[-1]["damage"]
    assert isinstance(found, int)
    return found


def offered(game: Played) -> list[str]:
    """Return the question that is open when the script ends."""
    with pytest.raises(OpenQuestionError) as stopped:
        game.fight.play()
    return [option.key for option in stopped.value.question.options]


def hindrance(game: Played, who: str, attack: str) -> str:
    """Why an attack cannot be made as things stand."""
    fighter = game.fighter(who)
    for option in game.fight.attacks(fighter.index):
        if option.key == attack:
            return game.fight.hindrance(fighter.index, option)
    raise AssertionError([option.key for option in game.fight.attacks(fighter.index)])
