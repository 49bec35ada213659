"""Every scenario of every ruleset with simple players, in one process, compiled."""

from __future__ import annotations

from time import process_time

from affray.core.batch import play_batch
from affray.library import load, rulesets, toml_of

SECONDS = 1.0
"""How long each scenario is played."""


def measured(name: str) -> tuple[float, float]:
    """Fights and turns a second."""
    scenario = load(name)
    players = [scenario.ruleset.simple_player() for _ in scenario.sides]
    play_batch(scenario.setup, players, 1, 0, 5)
    fights = turns = 0
    started = process_time()
    while process_time() - started < SECONDS:
        batch = play_batch(scenario.setup, players, 7, fights, 20)
        fights += 20
        turns += batch.turns
    seconds = process_time() - started
    return fights / seconds, turns / seconds


def main() -> str:
    lines = ["## Every scenario, one process, compiled, simple players", ""]
    lines += ["| ruleset | scenario | fights a second | turns a second |", "|---|---|--:|--:|"]
    rates: dict[str, list[float]] = {}
    for ruleset_name, ruleset in rulesets().items():
        for name in toml_of(ruleset, "scenarios"):
            fights, turns = measured(name)
            rates.setdefault(ruleset_name, []).append(turns)
            lines.append(f"| {ruleset_name} | {name} | {fights:,.0f} | {turns:,.0f} |")
    means = {name: sum(found) / len(found) for name, found in rates.items()}
    lines.append("")
    for name, mean in means.items():
        slower = means["mithryn"] / mean
        lines.append(
            f"- {name}: {mean:,.0f} turns a second on average, {slower:.1f} times Mithryn's time for a turn"
        )
    return "\n".join(lines)
