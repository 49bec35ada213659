"""Trains a masked PPO on a small duel, and says honestly how well it plays.

    pip install 'affray[train]'
    python docs/examples/train_ppo.py --steps 80000

It learns the blade's side of `first-blood` against the `simple` player. What it comes to is put
beside what `simple` scores in its place, and beside the exact best play, which `Scenario.duel`
works out.
"""

from __future__ import annotations

import argparse
from time import perf_counter
from typing import Any

import numpy as np

import affray
from affray.core.observation import FIGHTER_COLUMNS, KNOWN_KINDS, QUESTION_COLUMNS
from affray.lab.statistics import wilson

try:
    import gymnasium
    from sb3_contrib import MaskablePPO

    from affray.envs import FightEnv
except ImportError:
    raise SystemExit("this example needs sb3-contrib; try:  pip install 'affray[train]'") from None

SCENARIO, SIDE, OPPONENT = "first-blood", "blade", "simple"


class FeatureWrapper(gymnasium.ObservationWrapper):  # type: ignore[type-arg]
    """What a small network likes to see: shares instead of amounts, and a number from 0 to 1 for
    every kind that a question or an option can be of."""

    def __init__(self, env: FightEnv) -> None:
        super().__init__(env)
        self.vocabulary = env.runner.encoder.vocabulary
        size = self.observation(env.observation_space.sample()).shape
        self.observation_space = gymnasium.spaces.Box(-1.0, 1.0, size, np.float32)

    def action_masks(self) -> np.ndarray[Any, Any]:
        """Return the mask of open actions."""
        masks: np.ndarray[Any, Any] = self.env.unwrapped.action_masks()  # type: ignore[attr-defined]
        return masks

    def observation(self, observation: Any) -> np.ndarray[Any, Any]:
        """Return the features of an observation."""
        fighters = observation["fighters"].astype(np.float32)
        health = fighters[:, FIGHTER_COLUMNS.index("health")]
        most = np.maximum(1, fighters[:, FIGHTER_COLUMNS.index("max_health")])
        left = fighters[:, FIGHTER_COLUMNS.index("actions_left")] / 4
        conditions = fighters[:, len(FIGHTER_COLUMNS) :]
        question = observation["question"]
        asked = np.zeros(KNOWN_KINDS + len(self.vocabulary.question_kinds), np.float32)
        asked[question[QUESTION_COLUMNS.index("kind")] % len(asked)] = 1
        kinds = np.zeros(
            (len(observation["options"]), KNOWN_KINDS + len(self.vocabulary.option_kinds)),
            np.float32,
        )
        rows = np.arange(len(kinds))
        kinds[rows, observation["options"][:, 0] % kinds.shape[1]] = 1
        target = observation["options"][:, 1] / max(1, len(fighters))
        weapon = np.clip(observation["options"][:, 2] / 8, 0, 1)
        parts = [health / most, left, conditions.ravel(), observation["own"], asked]
        parts += [kinds.ravel(), target, weapon]
        return np.clip(np.concatenate(parts), -1, 1, dtype=np.float32)


def make_env(opponent: str = OPPONENT) -> FeatureWrapper:
    """Return the duel as features. Health counts a little during learning."""
    return FeatureWrapper(FightEnv(SCENARIO, SIDE, opponent, shaping=0.5))


def evaluate(model: Any, fights: int, seed: int) -> tuple[float, tuple[float, float]]:
    """Return the share of fights that a model wins, with its 95 % interval."""
    env = make_env()
    won = 0
    for number in range(fights):
        seen, _ = env.reset(seed=seed + number)
        over = False
        while not over:
            action, _ = model.predict(seen, action_masks=env.action_masks(), deterministic=True)
            seen, _reward, ended, cut, info = env.step(int(action))
            over = ended or cut
        won += info.get("winner") == SIDE
    return won / fights, wilson(won, fights)


def train(steps: int, seed: int = 1) -> Any:
    """Train a model for a number of steps and return it."""
    from stable_baselines3.common.vec_env import DummyVecEnv

    environments = DummyVecEnv([make_env for _ in range(8)])  # type: ignore[list-item]
    model = MaskablePPO(
        "MlpPolicy",
        environments,
        seed=seed,
        n_steps=256,
        batch_size=256,
        gamma=0.995,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [64, 64]},
        device="cpu",
    )
    return model.learn(steps)


def main() -> None:
    """Train a model and print how it plays."""
    arguments = argparse.ArgumentParser(description="Train a masked PPO on a duel.")
    arguments.add_argument("--steps", type=int, default=80_000)
    arguments.add_argument("--fights", type=int, default=2000)
    arguments.add_argument("--states", type=int, default=1_000_000)
    given = arguments.parse_args()
    duel = affray.load(SCENARIO)
    started = perf_counter()
    model = train(given.steps)
    seconds = perf_counter() - started
    print(f"{given.steps:,} steps in {seconds:.0f} s")
    share, (low, high) = evaluate(model, given.fights, 1_000_000)
    print(
        f"trained: wins {share:.1%} ({low:.1%} to {high:.1%}) of {given.fights} against {OPPONENT}"
    )
    for player in ("random", "simple"):
        found = duel.simulate(20_000, players={SIDE: player}, workers=1)
        print(f"{player} in its place: wins {found.sides[SIDE].share:.1%} of 20,000")
    best = duel.duel(best=[SIDE], states=given.states)
    print(f"exact best play: wins {best.sides[SIDE]:.2%}")


if __name__ == "__main__":
    main()
