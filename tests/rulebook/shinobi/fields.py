"""Small boards to fight on: models of round figures, and what a test changes of them."""

from __future__ import annotations

from typing import Any

from affray.core.odds import OddsTable
from affray.core.tape import OpenQuestionError
from support import Played

PLAIN = {"movement": 4, "attack": 3, "defence": 3, "affinity": ["fire"]}

ANN_FIRST = "roll 1d2 = 1\n"
"""The initiative goes to the side of Ann."""

BOB_FIRST = "roll 1d2 = 2\n"

FACES = "FWAESV"


def field(
    ours: dict[str, dict[str, Any]] | None = None,
    theirs: dict[str, dict[str, Any]] | None = None,
    size: tuple[int, int] = (7, 7),
    rows: list[str] | None = None,
    house: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """Return a scenario: Ann, at 3,4 and facing north, has Bob before her at 3,3, facing her."""
    placed = []
    starts = ({"Ann": {}}, {"Bob": {}})
    for given, base in zip((ours or starts[0], theirs or starts[1]), starts, strict=True):
        people = []
        for name, change in given.items():
            where = {"at": [3, 4] if base is starts[0] else [3, 3], "facing": "n"}
            if base is starts[1]:
                where["facing"] = "s"
            people.append({"is": "plain", "name": name, **where, **change})
        placed.append(people)
    return {
        "ruleset": "shinobi",
        "title": "test",
        "house": house or {},
        "map": {"rows": rows} if rows else {"size": list(size)},
        "models": {"plain": PLAIN},
        "sides": [
            {"name": "ours", "fighters": placed[0]},
            {"name": "theirs", "fighters": placed[1]},
        ],
        **more,
    }


def dice(*pools: str) -> str:
    """Return the rolls of a script from their elements' first letters: 'FWS' is 'roll 3d6 = 1 2 5',
    and 'SSV F' is a roll and a re-roll."""
    lines = []
    for pool in " ".join(pools).split():
        faces = " ".join(str(FACES.index(letter) + 1) for letter in pool)
        lines.append(f"roll {len(pool)}d6 = {faces}\n")
    return "".join(lines)


STAND = "Ann: stay\nAnn: face n\n"
"""Ann neither moves nor turns."""

STRIKE = STAND + "Ann: attack Bob with blade\n"


def struck(attack: str, defence: str, answers: str = "", **changes: Any) -> Played:
    """Ann's attack on Bob, with these dice and then these answers."""
    scenario = field(**changes)
    script = ANN_FIRST + STRIKE + dice(attack, defence) + answers
    return Played(scenario, script).steps(1)


def asked(game: Played) -> list[str]:
    """Return the keys of what is asked when the script is at its end."""
    try:
        while True:
            game.fight.step()
    except OpenQuestionError as ends:
        return [option.key for option in ends.question.options]


def pools(game: Played) -> tuple[object, object]:
    """How many dice the attacker and the defender rolled in the last combat."""
    clash = game.told("clash")[-1]
    return clash["attack"], clash["defence"]


def attack_dice(
    ours: dict[str, Any], theirs: dict[str, Any], kind: str = "attack"
) -> tuple[int, int]:
    """Return the pools of Ann's attack on Bob from where they stand at the start."""
    game = Played(field(ours, theirs))
    fight: Any = game.fight
    table: Any = game.table
    table.inner = OddsTable()  # which, for one path, rolls the likeliest and asks nobody
    who = game.fighter("Ann")
    option = next(
        one
        for one in fight.attacks(who.index)
        if one.kind == kind and one.target == game.fighter("Bob").index
    )
    assert not fight.hindrance(who.index, option), fight.hindrance(who.index, option)
    fight.make_attack(who.index, option)
    attack, defence = pools(game)
    assert isinstance(attack, int)
    assert isinstance(defence, int)
    return attack, defence
