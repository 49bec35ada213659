"""The spaces of observations, and the records in memory that hold them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from affray.core.observation import (
    FACINGS,
    FIGHTER_COLUMNS,
    HIGHEST,
    KNOWN_KINDS,
    LOWEST,
    OPTION_COLUMNS,
    QUESTION_COLUMNS,
    STATES,
    Vocabulary,
)

Observation = dict[str, np.ndarray[Any, Any]]


def record_dtype(vocabulary: Vocabulary, fighters: int) -> np.dtype[np.void]:
    """Return the type of a record: the fields of an observation."""
    columns = len(FIGHTER_COLUMNS) + len(vocabulary.conditions) + 1
    options = vocabulary.max_options
    return np.dtype(
        [
            ("question", np.int16, (len(QUESTION_COLUMNS),)),
            ("fighters", np.int16, (fighters, columns)),
            ("options", np.int16, (options, len(OPTION_COLUMNS))),
            ("own", np.int8, (fighters,)),
            ("action_mask", np.int8, (options,)),
        ]
    )


def observation_space(
    vocabulary: Vocabulary, fighters: int, sides: int, places: int
) -> spaces.Dict:
    """Return the space of observations, with its bounds."""
    highs = {
        "side": sides,
        "who": fighters,
        "about": fighters,
        "target": fighters,
        "place": places,
        "x": vocabulary.grid_width or places,
        "y": places // vocabulary.grid_width if vocabulary.grid_width else 0,
        "state": len(STATES) - 1,
        "facing": len(FACINGS),
    }
    lows = {"value": int(LOWEST), "verb": int(LOWEST), "rounds_left": int(LOWEST)}

    def box(columns: tuple[str, ...], kinds: int, *shape: int, more: int = 0) -> spaces.Box:
        known = {**highs, "kind": KNOWN_KINDS + kinds}
        high = [max(1, known.get(name, int(HIGHEST))) for name in columns] + [int(HIGHEST)] * more
        low = [lows.get(name, 0) for name in columns] + [0] * more
        whole = (*shape, len(high))
        return spaces.Box(
            np.broadcast_to(np.array(low, np.int16), whole),
            np.broadcast_to(np.array(high, np.int16), whole),
            whole,
            np.int16,
        )

    options = vocabulary.max_options
    return spaces.Dict(
        {
            "question": box(QUESTION_COLUMNS, len(vocabulary.question_kinds)),
            "fighters": box(FIGHTER_COLUMNS, 0, fighters, more=len(vocabulary.conditions) + 1),
            "options": box(OPTION_COLUMNS, len(vocabulary.option_kinds), options),
            "own": spaces.Box(0, 1, (fighters,), np.int8),
            "action_mask": spaces.Box(0, 1, (options,), np.int8),
        }
    )


def observation_views(records: np.ndarray[Any, np.dtype[np.void]]) -> Observation:
    """Return the fields of one record or many, without copying."""
    names = records.dtype.names
    assert names is not None
    return {name: records[name] for name in names}


FLAT_FIELDS = ("question", "fighters", "options", "own")
"""The fields that a flat observation has, in order."""


def flat_space(space: spaces.Dict) -> spaces.Dict:
    """Return the space of flat observations: a row of numbers and the open actions.

    PettingZoo requires this form.
    """
    boxes = [space[name] for name in FLAT_FIELDS]
    lows, highs = [], []
    for box in boxes:
        assert isinstance(box, spaces.Box)
        lows.append(box.low.ravel())
        highs.append(box.high.ravel())
    low, high = np.concatenate(lows), np.concatenate(highs)
    whole = spaces.Box(low.astype(np.int16), high.astype(np.int16), low.shape, np.int16)
    return spaces.Dict({"observation": whole, "action_mask": space["action_mask"]})


def flattened(seen: Observation) -> Observation:
    """Return an observation as one row of numbers, and the open actions."""
    parts = [seen[name].ravel() for name in FLAT_FIELDS]
    flat = np.concatenate(parts, dtype=np.int16)
    return {"observation": flat, "action_mask": seen["action_mask"].copy()}


def split_fields(flat: np.ndarray[Any, Any], space: spaces.Dict) -> Observation:
    """Split a flat observation into its fields; `space` is the space of the fields."""
    found, first = {}, 0
    for name in FLAT_FIELDS:
        shape = space[name].shape
        assert shape is not None
        last = first + int(np.prod(shape))
        found[name] = flat[first:last].reshape(shape)
        first = last
    return found
