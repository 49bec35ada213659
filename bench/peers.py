"""Turns a second beside other engines that install by pip or npm.

They play other games, so the figures say how much machinery a turn passes through, not whose
rules are better written. Each line says what a turn is there.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
from collections.abc import Callable
from time import perf_counter

SECONDS = 2.0
"""How long each is run."""

SHOWDOWN = """
const {BattleStream, getPlayerStreams, Teams} = require('pokemon-showdown');
const {RandomPlayerAI} = require('pokemon-showdown/dist/sim/tools/random-player-ai');
let turns = 0, battles = 0;
async function battle() {
  const streams = getPlayerStreams(new BattleStream());
  const p1 = new RandomPlayerAI(streams.p1), p2 = new RandomPlayerAI(streams.p2);
  void p1.start(); void p2.start();
  const team = () => Teams.pack(Teams.generate('gen7randombattle'));
  void streams.omniscient.write('>start ' + JSON.stringify({formatid: 'gen7customgame'}) + '\\n' +
    '>player p1 ' + JSON.stringify({name: 'a', team: team()}) + '\\n' +
    '>player p2 ' + JSON.stringify({name: 'b', team: team()}));
  for await (const chunk of streams.omniscient) {
    for (const line of chunk.split('\\n')) if (line.startsWith('|turn|')) turns++;
  }
  battles++;
}
(async () => {
  await battle(); await battle();  // it reads its data on the first
  turns = battles = 0;
  const start = Date.now();
  while (Date.now() < start + SECONDS * 1000) await battle();
  console.log(JSON.stringify({turns, battles, seconds: (Date.now() - start) / 1000}));
})();
"""


def timed(play: Callable[[], int]) -> float:
    """Run something that plays a game for a second and return its turns."""
    play()
    turns, started = 0, perf_counter()
    while perf_counter() - started < SECONDS:
        turns += play()
    return turns / (perf_counter() - started)


def affray_live(name: str) -> float:
    """Play fights in one process with simple players."""
    from affray.core.batch import play_batch
    from affray.library import load

    scenario = load(name)
    players = [scenario.ruleset.simple_player()] * len(scenario.sides)
    at = 0

    def play() -> int:
        nonlocal at
        at += 50
        return int(play_batch(scenario.setup, players, 1, at, 50).turns)

    return timed(play)


def affray_random(name: str) -> float:
    """Play fights between players who choose evenly among all legal options."""
    from affray.core.batch import play_batch
    from affray.library import load
    from affray.players.random import RandomPlayer

    scenario = load(name)
    players = [RandomPlayer(7, side) for side in range(len(scenario.sides))]
    at = 0

    def play() -> int:
        nonlocal at
        at += 10
        return int(play_batch(scenario.setup, list(players), 1, at, 10).turns)

    return timed(play)


def open_spiel(name: str) -> float:
    """Play an OpenSpiel game with random moves and dice."""
    import pyspiel

    game = pyspiel.load_game(name)
    choose = random.Random(1)

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, chances)[0])
            else:
                state.apply_action(choose.choice(state.legal_actions()))
                moves += 1
        return moves

    return timed(play)


def petting_zoo(name: str) -> float:
    """Play a PettingZoo game with random legal moves."""
    from importlib import import_module

    environment = import_module(f"pettingzoo.classic.{name}").env()
    choose = random.Random(1)

    def play() -> int:
        environment.reset(seed=choose.randrange(1 << 30))
        moves = 0
        for _ in environment.agent_iter():
            seen, _reward, ended, cut, info = environment.last()
            if ended or cut:
                environment.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info["action_mask"]
            environment.step(choose.choice([n for n, legal in enumerate(mask) if legal]))
            moves += 1
        return moves

    return timed(play)


def d20_rolls() -> float:
    """Attack rolls with d20, the dice of chat bots: 1d20+5, and 2d6+3 for damage."""
    import d20

    def play() -> int:
        for _ in range(50):
            d20.roll("1d20+5")
            d20.roll("2d6+3")
        return 50

    return timed(play)


def showdown() -> float:
    """Play Pokémon Showdown's simulator between random players."""
    node = shutil.which("node")
    if node is None:
        raise ImportError("node")
    where = os.environ.get("AFFRAY_NPM", ".")
    run = subprocess.run(
        [node, "-e", SHOWDOWN.replace("SECONDS", str(SECONDS))],
        cwd=where,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if run.returncode:
        raise ImportError("pokemon-showdown")
    import json

    found = json.loads(run.stdout.strip().split("\n")[-1])
    return float(found["turns"] / found["seconds"])


PEERS: list[tuple[str, str, Callable[[], float]]] = [
    (
        "OpenSpiel pig",
        "a move of a dice game in C++, driven from Python",
        lambda: open_spiel("pig"),
    ),
    (
        "OpenSpiel backgammon",
        "a move, its dice rolled on the way",
        lambda: open_spiel("backgammon"),
    ),
    (
        "PettingZoo tic-tac-toe",
        "a move in Python, with what is observed",
        lambda: petting_zoo("tictactoe_v3"),
    ),
    (
        "PettingZoo connect four",
        "a move in Python, with what is observed",
        lambda: petting_zoo("connect_four_v3"),
    ),
    (
        "Pokémon Showdown",
        "a turn of both sides in a random battle, JavaScript; it writes its log",
        showdown,
    ),
    ("d20", "one attack: a roll to hit and one for damage, parsed from text; no rules", d20_rolls),
]


def main() -> str:
    from affray.library import rulesets, toml_of
    from affray.version import is_compiled

    lines = [
        "## Turns a second, beside others",
        "",
        "One process each. These are different games: a turn in a fight with zones, weapons and",
        "reactions is more work than a move of pig, and less than one of Showdown's with its log.",
        "What compares is the order of magnitude one can search or simulate with.",
        "",
        "| engine | turns a second | what a turn is |",
        "|---|---:|---|",
    ]
    how = "compiled" if is_compiled() else "plain Python"
    for name in rulesets():
        scenario = next(iter(toml_of(rulesets()[name], "scenarios")))
        lines.append(
            f"| Affray {name} ({how}) | {affray_live(scenario):,.0f} "
            f"| a fighter's turn in `{scenario}`, simple players |"
        )
        lines.append(
            f"| Affray {name} ({how}) | {affray_random(scenario):,.0f} "
            f"| the same, random players choosing among all options |"
        )
    for name, what, measure in PEERS:
        try:
            lines.append(f"| {name} | {measure():,.0f} | {what} |")
        except ImportError:
            lines.append(f"| {name} | not installed here | {what} |")
        except Exception as error:
            lines.append(f"| {name} | did not run ({type(error).__name__}) | {what} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(main())
