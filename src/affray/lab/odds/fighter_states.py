"""The states of all fighters in a fight, and the changes by an action."""

from __future__ import annotations

from typing import NamedTuple

from affray.core.fight import Fight

STATE_VERBS = {"down": "drops", "dead": "dies", "fled": "gets away", "standing": "stands again"}
"""The verb for a fighter's new state."""


class FighterState(NamedTuple):
    """The state of a fighter at some point of a fight."""

    who: int
    health: int
    state: str
    place: str
    conditions: tuple[str, ...]


Changes = tuple[FighterState, ...]
"""The new states of all fighters that an action changed."""


def fighter_states(fight: Fight) -> list[FighterState]:
    """Return the states of all fighters, in the order of their indexes."""
    return [
        FighterState(
            int(fighter.index),
            fighter.health(),
            fighter.state(),
            fight.place_name(fighter.index),
            tuple(fighter.conditions()),
        )
        for fighter in fight.roster()
    ]


def state_changes(fight: Fight, before: list[FighterState]) -> Changes:
    """Return the states of all fighters that have changed."""
    return tuple(after for after in fighter_states(fight) if after != before[after.who])


def changed_conditions(before: FighterState, after: FighterState) -> list[str]:
    """Return the new conditions, and the ended ones with "not" before them."""
    came = [one for one in after.conditions if one not in before.conditions]
    went = [f"not {one}" for one in before.conditions if one not in after.conditions]
    return came + went
