"""Steps a second of our environments, beside PettingZoo's classic games and OpenSpiel's.

python -m bench.envs
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from bench.peers import open_spiel, petting_zoo

WINDOWS = 20
WINDOW_SECONDS = 0.25
"""Each is measured so many times, and the best counts: on a busy machine the others say more about
whoever else is at work."""


def best_rate(run: Callable[[], int]) -> float:
    """Return the most steps per second of processor time in any window."""
    run()
    best = 0.0
    for _ in range(WINDOWS):
        steps, started = 0, process_time()
        while process_time() - started < WINDOW_SECONDS:
            steps += run()
        best = max(best, steps / (process_time() - started))
    return best


def vector_steps(name: str, count: int, side: str, opponents: str = "random") -> float:
    """Make agent steps of several fights at once, with random actions."""
    import numpy as np

    from affray.envs import FightVectorEnv

    env = FightVectorEnv(name, count, side=side, opponents=opponents)
    generator = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)

    def run() -> int:
        nonlocal seen
        steps = 0
        for _ in range(10):
            actions = (generator.random(count) * seen["question"][:, 5]).astype(np.int64)
            seen, _rewards, ended, _cut, _ = env.step(actions)
            steps += count - int(ended.sum())  # the step after it begins a new fight
        return steps

    return best_rate(run)


def gymnasium_steps(name: str, side: str) -> float:
    """Make agent steps of one fight after another through Gymnasium's `make`."""
    import gymnasium

    import affray.envs

    assert affray.envs.NAMESPACE
    env = gymnasium.make(f"Affray/{name}-v0", side=side, opponents="random")
    choose = random.Random(1)
    seen, _ = env.reset(seed=1)

    def run() -> int:
        nonlocal seen
        for _ in range(200):
            seen, _reward, ended, cut, _ = env.step(int(choose.random() * seen["question"][5]))
            if ended or cut:
                seen, _ = env.reset()
        return 200

    return best_rate(run)


def pettingzoo_steps(name: str) -> float:
    """Make agent steps through PettingZoo's interface, with its checks."""
    from affray.envs import turns_env

    env = turns_env(name)
    choose = random.Random(1)

    def run() -> int:
        env.reset(seed=choose.randrange(1 << 30))
        steps = 0
        for _ in env.agent_iter():
            seen, _reward, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(int(choose.random() * int(seen["action_mask"].sum())))
            steps += 1
        return steps

    return best_rate(run)


def spiel_steps(name: str) -> float:
    """Make moves of a fight as an OpenSpiel game, with its dice rolled on the way."""
    import affray.openspiel

    return open_spiel(f"{affray.openspiel.SHORT_NAME}(scenario={name})")


def python_spiel() -> float:
    """Make moves of one of OpenSpiel's own games in Python."""
    from importlib import import_module

    import_module("open_spiel.python.games.kuhn_poker")
    return open_spiel("python_kuhn_poker")


ROWS: list[tuple[str, str, Callable[[], float]]] = [
    (
        "Affray, 128 fights at once",
        "`causeway`, every side played from outside",
        lambda: vector_steps("causeway", 128, "all"),
    ),
    (
        "Affray, 128 fights at once",
        "`causeway`, one side; the other's random decisions come on top",
        lambda: vector_steps("causeway", 128, "party"),
    ),
    (
        "Affray, 128 fights at once",
        "`causeway`, one side against `simple`",
        lambda: vector_steps("causeway", 128, "party", "simple"),
    ),
    (
        "Affray, 128 fights at once",
        "`first-blood`, every side",
        lambda: vector_steps("first-blood", 128, "all"),
    ),
    (
        "Affray through Gymnasium",
        "`causeway`, every side, with what `make` wraps around it",
        lambda: gymnasium_steps("causeway", "all"),
    ),
    (
        "Affray through PettingZoo",
        "`causeway`, with PettingZoo's checks",
        lambda: pettingzoo_steps("causeway"),
    ),
    (
        "Affray as an OpenSpiel game",
        "`first-blood`, dice as nodes",
        lambda: spiel_steps("first-blood"),
    ),
    ("PettingZoo tic-tac-toe", "with what is observed", lambda: petting_zoo("tictactoe_v3")),
    ("PettingZoo connect four", "with what is observed", lambda: petting_zoo("connect_four_v3")),
    ("OpenSpiel backgammon", "C++, driven from Python", lambda: open_spiel("backgammon")),
    (
        "OpenSpiel kuhn poker in Python",
        "a game written in Python, as ours is",
        python_spiel,
    ),
]


def main() -> str:
    from affray.version import is_compiled

    how = "compiled" if is_compiled() else "plain Python"
    lines = [
        "## Environments: agent steps a second",
        "",
        f"One core, random actions, with all that is observed; Affray {how}. Ours are the best of "
        f"{WINDOWS} windows of processor time.",
        "",
        "| environment | steps a second | |",
        "|---|---:|---|",
    ]
    for name, what, measure in ROWS:
        try:
            lines.append(f"| {name} | {measure():,.0f} | {what} |")
        except ImportError as error:
            lines.append(f"| {name} | not installed here ({error.name or error}) | {what} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(main())
