"""Small fields to fight on: Ann and an orc of round figures, and what a test changes of them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from affray.core.tape import OpenQuestionError
from support import Played

BORN = {"coo": 20, "int": 20, "som": 20, "sav": 20, "wil": 20, "cog": 20}
ANN = {
    "aptitudes": BORN,
    "str": 30,
    "dur": 100,
    "skills": {"fray": 50, "melee-weapons": 60, "ranged-weapons": 60, "pole-arms": 60},
    "weapons": ["blade"],
    "luck": 0,
}
ORC = {
    "aptitudes": BORN,
    "str": 30,
    "dur": 100,
    "skills": {"fray": 40, "melee-weapons": 30, "ranged-weapons": 40, "pole-arms": 30},
    "weapons": ["blade"],
}
WEAPONS = {
    "blade": {"damage": "1d10+DB"},
    "bow": {
        "damage": "1d10+4",
        "skills": ["ranged-weapons"],
        "hands": 2,
        "ranges": [10, 20, 30, 40],
        "shoots": "arrow",
    },
}


def field(
    ann: dict[str, Any] | None = None,
    orc: dict[str, Any] | None = None,
    rows: list[str] | None = None,
    house: dict[str, Any] | None = None,
    more: dict[str, dict[str, Any]] | None = None,
    **content: Any,
) -> dict[str, Any]:
    """Ann at 1,1 and the orc beside her at 2,1, unless they say `at`; `more` are others, who
    stand with Ann if they say `friend`."""
    everybody: dict[str, dict[str, Any]] = {"Ann": ann or {}, "Orc": orc or {}, **(more or {})}
    fighters: dict[str, Any] = {}
    sides: list[list[dict[str, Any]]] = [[], []]
    for name, change in everybody.items():
        friend = change.pop("friend", name == "Ann")
        base = ANN if friend else ORC
        sheet = {**base, **change}
        for part in ("skills", "aptitudes"):
            if part in change:
                sheet[part] = {**base[part], **change[part]}  # type: ignore[dict-item]
        at = sheet.pop("at", [1, 1] if name == "Ann" else [2, 1])
        slug = name.lower().replace(" ", "-")
        fighters[slug] = sheet
        sides[0 if friend else 1].append({"is": slug, "name": name, "at": at})
    return {
        "ruleset": "renaissance",
        "title": "test",
        "house": house or {},
        "map": {"rows": rows or ["............"] * 5},
        "fighters": {**fighters, **content.pop("fighters", {})},
        "weapons": {**WEAPONS, **content.pop("weapons", {})},
        "sides": [
            {"name": "heroes", "pcs": True, "fighters": sides[0]},
            {"name": "foes", "fighters": sides[1]},
        ],
        **content,
    }


def d(*rolls: int) -> str:
    """Percentile rolls from 0 to 99, as the lines of a script."""
    return "\n".join(f"roll d% = {roll:02d}" for roll in rolls)


def dice(*faces: int) -> str:
    """Ten-sided dice rolled one by one."""
    return "\n".join(f"roll 1d10 = {face}" for face in faces)


def first(scenario: dict[str, Any]) -> str:
    """Return initiative that goes by the order of the file."""
    count = sum(one.get("count", 1) for side in scenario["sides"] for one in side["fighters"])
    return dice(*[max(1, 10 - number) for number in range(count)])


def play(scenario: dict[str, Any], script: str, steps: int = 1) -> Played:
    """Plays some turns from a script, after initiative in the order of the file."""
    return Played(scenario, first(scenario) + "\n" + script).steps(steps)


def offered(scenario: dict[str, Any], script: str = "") -> list[str]:
    """Return the question that is open when the script ends."""
    game = Played(scenario, first(scenario) + "\n" + script)
    with pytest.raises(OpenQuestionError) as stopped:
        game.fight.play()
    return [option.key for option in stopped.value.question.options]


def attacked(
    scenario: dict[str, Any], rolls: str, attack: str = "attack Orc with blade", end: bool = True
) -> Played:
    """Ann's turn is one attack."""
    return play(scenario, f"Ann: {attack}\n{rolls}" + ("\nAnn: end turn" if end else ""))


def total(text: object) -> int:
    """Return the target of a check, from its sum."""
    found = re.findall(r"(\d+)(?=:|$)", str(text))
    return int(found[-1])


def to_hit(game: Played, number: int = -1) -> int:
    """Return the highest roll with which an attack hits."""
    return total(game.told("contest")[number]["sum"])


def to_defend(game: Played, number: int = -1) -> int:
    """Return the highest roll with which the target defends."""
    return total(game.told("contest")[number]["defense"])


def hurt(game: Played, who: str = "Orc") -> list[int]:
    """Return the damage somebody took, hit by hit."""
    return [int(str(part["harm"])) for part in game.told("hurt") if part["who"] == who]


def readies(action: str, when: str, whom: str = "anybody", who: str = "Ann") -> str:
    """Return the lines of a script by which somebody readies an action; nobody is asked for whom where
    there is no enemy to name."""
    lines = [f"{who}: {answer}\n" for answer in ("ready", action, when, whom) if answer]
    return "".join(lines)
