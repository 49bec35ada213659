"""How fast Shinobi simulates, and how long the odds of its largest combat take beside icepool.

python bench/shinobi.py            # every scenario; the target is nine-against-nine at 1,000/s
"""

from __future__ import annotations

from time import perf_counter, process_time
from typing import Any

from icepool import Die, Pool, d6, map_function

import affray.core.table
from affray.core.dice import Dice
from affray.core.odds import Memory
from affray.core.table import LiveTable
from affray.lab.odds import attack_odds
from affray.library import load, read_scenario, rulesets, toml_of

SECONDS = 2.0
"""How long each scenario is simulated."""


def simulate(name: str) -> None:
    scenario = load(name)
    players = [scenario.ruleset.tactics() for _ in scenario.sides]
    fights = turns = 0
    started = process_time()
    while process_time() - started < SECONDS:
        for _ in range(20):
            fight = scenario.setup.fight(LiveTable(Dice(1, fights), players))
            fight.play()
            fights += 1
            turns += fight.turns
    seconds = process_time() - started
    print(
        f"{name:22} {fights / seconds:9,.0f} fights/s  {turns / fights:5.1f} turns a fight  "
        f"{seconds / turns * 1e6:5.1f} µs a turn"
    )


def seven_against_seven(rerolls: bool) -> float:
    """Milliseconds for the odds of 7 dice against 7, from nothing."""
    model = {"movement": 1, "attack": 7, "defence": 7, "affinity": ["fire"]}
    keywords = ["close-combat-master"] if rerolls else []
    sides = [
        {"name": name, "fighters": [{"is": "model", "at": [0, row], "keywords": keywords}]}
        for row, name in enumerate(("one", "other"))
    ]
    data: dict[str, Any] = {"ruleset": "shinobi", "title": "odds", "map": {"size": [3, 3]}}
    scenario = read_scenario({**data, "models": {"model": model}, "sides": sides}, "odds")
    fight = scenario.setup.fight(LiveTable(Dice(1), []))
    started = perf_counter()
    attack_odds(fight, 0, fight.attacks(0)[0], memory=Memory())
    return (perf_counter() - started) * 1000


def icepool_does(rerolls: bool) -> float:
    """Milliseconds for the same by icepool."""
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

    started = perf_counter()
    pool = hand(Die([Pool([element] * 7).expand()]), element)
    compared(pool, pool)
    return (perf_counter() - started) * 1000


def main() -> None:
    built = "plain Python" if affray.core.table.__file__.endswith(".py") else "compiled"
    print(f"affray, {built}")
    for name in toml_of(rulesets()["shinobi"], "scenarios"):
        simulate(name)
    for rerolls in (False, True):
        how = "both with a re-roll" if rerolls else "no re-rolls"
        print(
            f"odds of 7 against 7, {how}: {seven_against_seven(rerolls):.1f} ms; "
            f"icepool {icepool_does(rerolls):.1f} ms"
        )


if __name__ == "__main__":
    main()
