"""How a fight begins: who plays, by which scenario, from which seed."""

from __future__ import annotations

import secrets
import tomllib
from functools import cache

from affray.core.problems import data_error, unknown_name
from affray.library import Scenario, scenario_texts
from affray.players import player_factories
from affray.store import StoredFight
from affray.version import VERSION
from affray.web.rooms.table_state import PERSON
from affray.web.scenarios.toml_editing import edit_toml


@cache
def built_in_texts() -> frozenset[str]:
    """The built-in scenarios' files, which need not be checked before they are read."""
    return frozenset(scenario_texts().values())


def with_game_master(text: str) -> str:
    """A scenario's file that says that a game master sits there."""
    return edit_toml(text, {**tomllib.loads(text), "game_master": True})


def check_players_of_sides(scenario: Scenario, given: list[str] | None) -> tuple[str, ...]:
    """Who plays each side, or InvalidDataError."""
    if given is None:
        return tuple(PERSON for _ in scenario.sides)
    if len(given) != len(scenario.sides):
        raise data_error(f"the scenario has {len(scenario.sides)} sides", "players")
    for number, name in enumerate(given):
        if name != PERSON:
            check_player(name, f"players.{number}")
    return tuple(given)


def check_player(name: str, key: str) -> None:
    """A player by its plain name: how much one may think is for the service to say."""
    if name not in player_factories():
        raise data_error(unknown_name("player", name, player_factories()), key)


def new_stored_fight(
    text: str,
    name: str,
    scenario: Scenario,
    seed: int,
    players: tuple[str, ...],
    gm: str,
    parent: tuple[str, int] | None = None,
    seed_chosen: bool = False,
) -> StoredFight:
    """The beginning of a fight that is new."""
    return StoredFight(
        id=secrets.token_hex(12),
        name=name,
        scenario=text,
        ruleset=scenario.ruleset.name,
        revision=scenario.ruleset.revision,
        version=VERSION,
        seed=seed,
        players=players,
        gm=gm,
        parent=parent[0] if parent else None,
        parent_at=parent[1] if parent else None,
        seed_chosen=seed_chosen,
    )
