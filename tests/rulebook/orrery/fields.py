"""Small fields to fight on: a hero and a foe of d6 dice, and what a test changes of them."""

from __future__ import annotations

from typing import Any

from affray.core.fight import AttackResult
from affray.core.questions import Option, Question
from affray.core.tape import OpenQuestionError
from support import Played

HERO: dict[str, Any] = {"weapons": ["long-blade"]}
FOE: dict[str, Any] = {"hearts": 4, "weapons": ["long-blade"]}


def field(
    heroes: dict[str, dict[str, Any]] | None = None,
    foes: dict[str, dict[str, Any]] | None = None,
    line: str = "yard",
    spots: dict[str, dict[str, Any]] | None = None,
    house: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a scenario: everybody starts at the first spot, `a-b-c` spots lie in a line, each Close to
    the next, and heroes act first without a roll."""
    names = line.split("-")
    fighters: dict[str, Any] = {}
    placed = []
    for given, base, first in ((heroes, HERO, "Ann"), (foes, FOE, "Orc")):
        people = []
        for name, change in (given if given is not None else {first: {}}).items():
            slug = name.lower().replace(" ", "-")
            sheet = {**base, **change}
            where = {key: sheet.pop(key) for key in ("at", "fight", "bars") if key in sheet}
            fighters[slug] = sheet
            people.append({"is": slug, "name": name, "at": names[0], **where})
        placed.append(people)
    described = [{"name": name, **(spots or {}).get(name, {})} for name in names]
    return {
        "ruleset": "orrery",
        "title": "test",
        "house": {"first_side": "as listed", **(house or {})},
        "map": {"line": names, "spots": described, **more.pop("map", {})},
        "fighters": fighters,
        "sides": [
            {"name": "heroes", "pcs": more.pop("pcs", True), "fighters": placed[0]},
            {"name": "foes", "pcs": more.pop("foes_pcs", False), "fighters": placed[1]},
        ],
        **more,
    }


def dice(*faces: int, sides: int = 6) -> str:
    """Dice that are rolled one after the other, as a script has them."""
    return "".join(f"roll 1d{sides} = {face}\n" for face in faces)


HITS_TWICE = dice(6, 6)
HITS_ONCE = dice(6, 1)
MISSES = dice(1, 1)
NO_BLOCK = dice(1, 1)


def option_of(game: Played, key: str, who: int = 0) -> Option:
    """Return an attack by its key."""
    found = {option.key: option for option in game.fight.attacks(who)}
    return found[key]


def strike(
    given: dict[str, Any], key: str, script: str = "", who: int = 0
) -> tuple[Played, AttackResult]:
    """One attack from the starting state, with all dice of the script used."""
    game = Played(given, script)
    option = option_of(game, key, who)
    assert game.fight.hindrance(who, option) == ""
    blow = game.fight.make_attack(who, option)
    game.script.check_finished()
    return game, blow


def edge(given: dict[str, Any], key: str, who: int = 0, roll: int = 0) -> str:
    """Return adv and dis on the attack as the log has them; with roll=1, on the Block."""
    game = Played(given, HITS_TWICE * 6)
    game.fight.make_attack(who, option_of(game, key, who))
    told = game.told("rolls")
    return str(told[roll]["edge"]).strip()


def can(given: dict[str, Any], key: str, who: int = 0) -> bool:
    """Whether an attack is legal from the starting state."""
    game = Played(given)
    return game.fight.hindrance(who, option_of(game, key, who)) == ""


def asked(given: dict[str, Any], script: str = "") -> Question:
    """Return the question that is open when the script ends."""
    game = Played(given, script)
    try:
        game.fight.play()
    except OpenQuestionError as stopped:
        return stopped.question
    raise AssertionError("nothing was asked")


def choices(given: dict[str, Any], script: str = "") -> list[str]:
    """Return the keys of what can be chosen when the script ends."""
    return [option.key for option in asked(given, script).options]
