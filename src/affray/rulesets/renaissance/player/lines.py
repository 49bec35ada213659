"""Lines of fire between two cells, as the simple player keeps them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance.ranges import (
    TOO_FAR,
    cover_between,
    is_in_range,
    is_point_blank,
    range_category,
)
from affray.space.grid import Grid

if TYPE_CHECKING:
    from affray.rulesets.renaissance.player.mind import Mind
    from affray.rulesets.renaissance.sheet import Weapon

MAX_LINES: Final = 8192
"""How many lines of fire are kept before they are forgotten."""


@mypyc_attr(acyclic=True)
class FireLine:
    """A line of fire with a weapon: whether it is open, and what makes it harder to hit."""

    def __init__(self, grid: Grid, weapon: Weapon, here: i64, there: i64) -> None:
        category = range_category(weapon, grid.rounded(here, there))
        cover: i64 = 0
        if category < TOO_FAR:
            cover = cover_between(grid, here, there)
        self.is_open: Final = is_in_range(grid, weapon, here, there)
        code = category << 2 | (-cover // 10)
        self.code: Final[i64] = code << 1 | (1 if is_point_blank(grid, here, there) else 0)
        """All that makes it harder to hit, in six bits."""


def line_of_fire(mind: Mind, weapon: Weapon, here: i64, there: i64) -> FireLine:
    """Return the line of fire from one cell to another."""
    cells = mind.scene.grid.size
    number = int((weapon.index * cells + here) * cells + there)
    found = mind.lines.get(number)
    if found is None:
        if len(mind.lines) == MAX_LINES:
            mind.lines.clear()
        found = FireLine(mind.scene.grid, weapon, here, there)
        mind.lines[number] = found
    return found
