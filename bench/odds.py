"""The processor time of exact odds, computed from nothing.

Every attack of every fighter at the start of every scenario is measured, on each kind of target.
"""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.odds import OddsTable
from affray.core.questions import Option
from affray.lab.odds.attacks import attack_odds
from affray.lab.odds.replies import reply_players
from affray.library import Scenario, load, rulesets, toml_of


def attacks_of(scenario: Scenario) -> list[tuple[Fight, int, Option]]:
    """Return every different attack at the start of a scenario."""
    start = scenario.setup.new_fight(OddsTable())
    found = []
    for who in start.roster():
        seen: set[str] = set()
        for attack in start.attacks(who.index):
            name = start.roster()[attack.target].name
            kind = attack.key.replace(name, name.rstrip(" 0123456789"))
            if kind in seen:
                continue
            seen.add(kind)
            near = start.copy(OddsTable())
            near.bring_within_reach(who.index, attack)
            if not near.hindrance(who.index, attack):
                found.append((near, int(who.index), attack))
    return found


def main() -> str:
    lines = ["## Exact odds of an attack, worked out from nothing", ""]
    lines += ["| ruleset | attacks | median ms | worst ms | the worst |", "|---|--:|--:|--:|---|"]
    for ruleset_name, ruleset in rulesets().items():
        times = []
        for name in toml_of(ruleset, "scenarios"):
            scenario = load(name)
            players = reply_players(scenario)
            for fight, who, attack in attacks_of(scenario):
                seconds = min(attack_odds(fight, who, attack, players).seconds for _ in range(2))
                times.append((seconds, f"{name}: {fight.roster()[who].name}, {attack.key}"))
        times.sort()
        median, (worst, which) = times[len(times) // 2][0], times[-1]
        lines.append(
            f"| {ruleset_name} | {len(times)} | {median * 1e3:.2f} | {worst * 1e3:.1f} | {which} |"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    print(main())
