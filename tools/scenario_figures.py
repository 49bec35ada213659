"""Write who wins each built-in scenario and how long it takes, for the page's first view.

Run it again when a scenario, a rule or the simple player changes.
"""

from __future__ import annotations

from pathlib import Path

from affray.lab.simulation import simulate
from affray.library import load, scenario_texts

FIGURES = Path(__file__).parents[1] / "src/affray/web/scenarios/figures.toml"
FIGHTS = 1000
SEED = 7


def main() -> None:
    """Simulate every scenario between simple players and write the figures."""
    lines = [
        "# Shares of wins and mean rounds between simple players, by tools/scenario_figures.py."
    ]
    for name in scenario_texts():
        played = simulate(load(name), FIGHTS, seed=SEED, workers=1)
        shares = [round(one.wins / FIGHTS, 2) for one in played.sides.values()]
        rounds = round(played.rounds["mean"])
        lines.append(f"{name} = {{ rounds = {rounds}, shares = {shares} }}")
    FIGURES.write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    main()
