"""How long the odds of Shinobi's largest combat take, beside icepool."""

from __future__ import annotations

from time import process_time
from typing import Any

from icepool import Die, Pool, d6, map_function

from affray.core.dice import Dice
from affray.core.odds import OddsCache
from affray.core.table import LiveTable
from affray.lab.odds import attack_odds
from affray.library import read_scenario


def seven_against_seven(rerolls: bool) -> float:
    """Return the milliseconds for the odds of 7 dice against 7, from nothing."""
    model = {"movement": 1, "attack": 7, "defence": 7, "affinity": ["fire"]}
    keywords = ["close-combat-master"] if rerolls else []
    sides = [
        {"name": name, "fighters": [{"is": "model", "at": [0, row], "keywords": keywords}]}
        for row, name in enumerate(("one", "other"))
    ]
    data: dict[str, Any] = {"ruleset": "shinobi", "title": "odds", "map": {"size": [3, 3]}}
    scenario = read_scenario({**data, "models": {"model": model}, "sides": sides}, "odds")
    fight = scenario.setup.new_fight(LiveTable(Dice(1), []))
    started = process_time()
    attack_odds(fight, 0, fight.attacks(0)[0], cache=OddsCache())
    return (process_time() - started) * 1000


def icepool_does(rerolls: bool) -> float:
    """Return the milliseconds for the same odds by icepool."""
    element = d6.map({1: 1, 2: 1, 3: 0, 4: 0, 5: -1, 6: -1})

    @map_function
    def hand(faces: Any, again: int) -> tuple[int, bool]:
        shown = list(faces)
        if rerolls and -1 in shown:
            shown.remove(-1)
            shown.append(again)
        kept = [face for face in shown if face >= 0]
        return len(kept), 1 in kept

    @map_function
    def compared(mine: Any, theirs: Any) -> tuple[bool, bool]:
        return (False, theirs[1]) if theirs[0] > mine[0] else (True, mine[1])

    started = process_time()
    pool = hand(Die([Pool([element] * 7).expand()]), element)
    compared(pool, pool)
    return (process_time() - started) * 1000


def main() -> str:
    """Return a line with re-rolls and one without."""
    lines = [
        "## Odds of seven dice against seven",
        "",
        "Shinobi's largest close combat, every pair of hands, from nothing.",
        "",
        "| | Affray, ms | icepool, ms | times as fast |",
        "|---|--:|--:|--:|",
    ]
    for rerolls in (False, True):
        mine = min(seven_against_seven(rerolls) for _ in range(9))
        theirs = min(icepool_does(rerolls) for _ in range(9))
        how = "both with a re-roll" if rerolls else "no re-rolls"
        lines.append(f"| {how} | {mine:.1f} | {theirs:.1f} | {theirs / mine:.1f} |")
    return "\n".join(lines)
