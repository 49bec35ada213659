"""Range, sight and cover between two cells, for shooting, throwing and pointing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.renaissance import modifiers
from affray.rulesets.renaissance.sheet import Weapon
from affray.space.grid import MINIMAL, NO_SIGHT, PARTIAL, Grid

TOO_FAR: Final[i64] = 4

RANGES: Final = ["short range", "medium range", "long range", "extreme range"]


def is_in_range(grid: Grid, weapon: Weapon, here: i64, there: i64) -> bool:
    """Return whether a cell is near enough to another to shoot at, and in sight
    [ranged.categories]."""
    return grid.rounded(here, there) <= weapon.far and grid.sight(here, there) != NO_SIGHT


def range_category(weapon: Weapon, distance: i64) -> i64:
    """Return 0 for short range, 1 medium, 2 long, 3 extreme; TOO_FAR beyond
    [ranged.categories]."""
    for category, limit in enumerate(weapon.ranges):
        if distance <= limit:
            return category
    return TOO_FAR


def is_point_blank(grid: Grid, here: i64, there: i64) -> bool:
    """Return whether the shooter stands too close to shoot [ranged.point-blank]."""
    return grid.spaces(here, there) <= 1


def cover_between(grid: Grid, here: i64, there: i64) -> i64:
    """Return the penalty for cover [ranged.cover].

    A target seen past a corner is at -10; one barely seen, or behind something low that the
    attacker is not next to, at -30.
    """
    sight = grid.sight(here, there)
    if sight == MINIMAL or (grid.cover[there] and grid.spaces(here, there) > 1):
        return modifiers.GOOD_COVER
    return modifiers.LOW_COVER if sight == PARTIAL else 0
