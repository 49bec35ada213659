"""What counts between two cells for what is shot, thrown or pointed from one at the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance import modifiers
from affray.space.grid import MINIMAL, NO_SIGHT, PARTIAL, Grid

if TYPE_CHECKING:
    from affray.rulesets.renaissance.scene import Scene
    from affray.rulesets.renaissance.sheet import Weapon

TOO_FAR: Final[i64] = 4
NO_COVER: Final[i64] = 0
"""Stands for the cover of those who are too far away to be looked for."""

RANGES: Final = ["short range", "medium range", "long range", "extreme range"]

KEPT_LINES: Final[i64] = 8192
"""How many lines of fire a scenario keeps; it is a power of two."""

LINE_MIX: Final[i64] = 0x1E3779B1
"""What the number of a line is multiplied by to find its place among those kept."""


@mypyc_attr(acyclic=True)
class FireLine:
    """A line of fire with a weapon: whether it is open, and all that makes it harder to hit."""

    def __init__(self, grid: Grid, weapon: Weapon, here: i64, there: i64, number: i64) -> None:
        metres = grid.rounded(here, there)
        self.number: Final[i64] = number
        self.is_open: Final = is_in_range(grid, weapon, here, there)
        """Whether the target is near enough and in sight [ranged.categories]."""
        self.category: Final[i64] = range_category(weapon, metres)
        self.cover: Final[i64] = (
            cover_between(grid, here, there) if self.category < TOO_FAR else NO_COVER
        )
        self.is_point_blank: Final = grid.spaces(here, there) <= 1
        """Whether one stands too close to shoot [ranged.point-blank]."""
        code = self.category << 2 | (-self.cover // 10)
        self.code: Final[i64] = code << 1 | (1 if self.is_point_blank else 0)
        """All that makes it harder to hit, in six bits."""


def is_in_range(grid: Grid, weapon: Weapon, here: i64, there: i64) -> bool:
    """Whether a cell is near enough to another to shoot at, and in sight [ranged.categories]."""
    return grid.rounded(here, there) <= weapon.far and grid.sight(here, there) != NO_SIGHT


def range_category(weapon: Weapon, distance: i64) -> i64:
    """0 short, 1 medium, 2 long, 3 extreme; 4 is too far [ranged.categories]."""
    for category, limit in enumerate(weapon.ranges):
        if distance <= limit:
            return category
    return TOO_FAR


def cover_between(grid: Grid, here: i64, there: i64) -> i64:
    """A target seen past a corner is at -10, one seen barely, or behind something low that the
    attacker is not next to, at -30 [ranged.cover]."""
    sight = grid.sight(here, there)
    if sight == MINIMAL or (grid.cover[there] and grid.spaces(here, there) > 1):
        return modifiers.GOOD_COVER
    return modifiers.LOW_COVER if sight == PARTIAL else 0


def line_of_fire(scene: Scene, weapon: Weapon, here: i64, there: i64) -> FireLine:
    """The line of fire from one cell to another, which was looked at before or is now."""
    kept = scene.fire_lines
    cells = scene.grid.size
    number = (weapon.index * cells + here) * cells + there
    place = (number * LINE_MIX >> 16) & (KEPT_LINES - 1)
    if len(kept) > 0:
        found = kept[place]
        if found is not None and found.number == number:
            return found
    return look_along(scene, weapon, here, there, number, place)


def look_along(
    scene: Scene, weapon: Weapon, here: i64, there: i64, number: i64, place: i64
) -> FireLine:
    """Looks at a line of fire for the first time, and keeps it."""
    kept = scene.fire_lines
    if not kept:
        kept.extend([None] * KEPT_LINES)
    found = FireLine(scene.grid, weapon, here, there, number)
    kept[place] = found
    return found
