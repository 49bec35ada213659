"""Gymnasium's and PettingZoo's own checks, on a scenario of every ruleset."""

from __future__ import annotations

import warnings
from types import SimpleNamespace

import pytest

gymnasium = pytest.importorskip("gymnasium")
pettingzoo = pytest.importorskip("pettingzoo")
pytest.importorskip("greenlet")
pytest.importorskip("PIL")

from envs.scenarios import SMALL  # noqa: E402

with warnings.catch_warnings():
    warnings.simplefilter(
        "ignore"
    )  # PettingZoo's tests import its own games in a way it deprecates
    from pettingzoo.test import (
        api_test,
        max_cycles_test,
        parallel_api_test,
        render_test,
        seed_test,
    )
    from pettingzoo.utils.conversions import parallel_to_aec

from gymnasium.utils.env_checker import check_env  # noqa: E402

from affray.envs import FightEnv, parallel_env, turns_env  # noqa: E402
from affray.library import rulesets  # noqa: E402

EVERY_RULESET = pytest.mark.parametrize("name", SMALL.values())


def test_every_built_in_ruleset_is_among_them() -> None:
    assert set(SMALL) == set(rulesets())


@EVERY_RULESET
def test_gymnasium_has_nothing_to_say_against_it(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        made = gymnasium.make(f"Affray/{name}-v0", render_mode="rgb_array")
        assert isinstance(made.unwrapped, FightEnv)
        check_env(made.unwrapped)


@EVERY_RULESET
@pytest.mark.filterwarnings("ignore::UserWarning")  # what every game with masks gets
@pytest.mark.filterwarnings("error:We recommend agents to be named")
def test_pettingzoo_passes_it(name: str) -> None:
    api_test(turns_env(name), num_cycles=100)
    seed_test(lambda: turns_env(name), 50)
    render_test(lambda **given: turns_env(name, **given))


@EVERY_RULESET
def test_pettingzoo_passes_it_with_all_sides_at_once(name: str) -> None:
    parallel_api_test(parallel_env(name), num_cycles=100)
    in_step = SimpleNamespace(
        parallel_env=lambda **given: parallel_env(name, **given),
        env=lambda **given: parallel_to_aec(parallel_env(name, **given)),
    )
    max_cycles_test(in_step)
