"""Fights as environments for those who train players: Gymnasium, PettingZoo, and many at once.

    import gymnasium
    import affray.envs

    env = gymnasium.make("Affray/causeway-v0", side="party")

Every built-in scenario is registered as `Affray/SCENARIO-v0`; `affray.envs.FightEnv` takes any
scenario's name, file or object.
"""

from __future__ import annotations

try:
    import greenlet  # noqa: F401
    import gymnasium
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(
        f"the environments need {error.name}, which is not installed; "
        "try:  pip install 'affray[envs]'"
    ) from None

from affray.envs.gym import FightEnv
from affray.envs.turns import TurnsEnv, parallel_env, turns_env
from affray.envs.vector import FightVectorEnv
from affray.library import scenario_texts

__all__ = ["FightEnv", "FightVectorEnv", "TurnsEnv", "parallel_env", "register", "turns_env"]

NAMESPACE = "Affray"


def register() -> None:
    """Register every built-in scenario with Gymnasium."""
    for name in scenario_texts():
        identifier = f"{NAMESPACE}/{name}-v0"
        if identifier not in gymnasium.registry:
            gymnasium.register(
                identifier,
                entry_point="affray.envs.gym:FightEnv",
                vector_entry_point="affray.envs.vector:FightVectorEnv",
                kwargs={"scenario": name},
            )


register()
