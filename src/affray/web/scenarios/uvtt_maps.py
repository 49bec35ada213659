"""Maps from Universal VTT files: the grid's size, walls, doors and lights.

The format is JSON with `resolution.map_size` in squares, `line_of_sight` as polygons, `portals`
as doors and `lights`, all in squares from the upper left corner.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Annotated, Any

from pydantic import ConfigDict

from affray.core.data import Data, Field, read_data
from affray.core.problems import data_error

MAX_SIDE = 200
MAX_WALLS = 4000
MAX_LIGHTS = 400

Wall = tuple[float, float, float, float]
Squares = Annotated[float, Field(ge=-1e6, le=1e6)]


class MapData(Data):
    """A part of a map's file; unknown keys are ignored."""

    model_config = ConfigDict(extra="ignore")


class Point(MapData):
    """A place, in squares."""

    x: Squares
    y: Squares


class Resolution(MapData):
    """The size of a map, and the place of its upper left corner."""

    map_size: Point
    map_origin: Point | None = None


class Portal(MapData):
    """A door of a map."""

    bounds: list[Point]
    closed: bool = True


class Light(MapData):
    """A light of a map."""

    position: Point
    range: Squares = 0.0


class UniversalMap(MapData):
    """The file of a map."""

    resolution: Resolution
    line_of_sight: list[list[Point]] = []
    objects_line_of_sight: list[list[Point]] = []
    portals: list[Portal] = []
    lights: list[Light] = []


def read_uvtt(data: dict[str, Any]) -> dict[str, Any]:
    """Return the size, walls, doors and lights of a map; closed doors are walls too.

    A door has a line and whether it is closed, a light has a place and a range.
    """
    if not isinstance(data.get("resolution"), dict):
        raise data_error("expected a table; is this a Universal VTT file?", "resolution")
    found = read_data(UniversalMap, data)
    size, origin = found.resolution.map_size, found.resolution.map_origin or Point(x=0, y=0)
    width, height = round(size.x), round(size.y)
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise data_error(
            f"expected a map of 1 to {MAX_SIDE} squares each way, not {width} × {height}",
            "resolution.map_size",
        )
    lines = [*found.line_of_sight, *found.objects_line_of_sight]
    lines += [door.bounds for door in found.portals if door.closed]
    walls = [wall for line in lines for wall in walls_along(line, origin)]
    if len(walls) > MAX_WALLS:
        raise data_error(
            f"expected at most {MAX_WALLS:,} walls, not {len(walls):,}", "line_of_sight"
        )
    doors = [
        {"line": line, "closed": door.closed}
        for door in found.portals
        for line in walls_along(door.bounds, origin)
    ]
    lights = [
        {
            "x": round(light.position.x - origin.x, 3),
            "y": round(light.position.y - origin.y, 3),
            "range": light.range,
        }
        for light in found.lights[:MAX_LIGHTS]
    ]
    return {"width": width, "height": height, "walls": walls, "doors": doors, "lights": lights}


def walls_along(points: Sequence[Point], origin: Point) -> list[Wall]:
    """Return the segments between a line's points."""
    placed = [(round(one.x - origin.x, 3), round(one.y - origin.y, 3)) for one in points]
    return [(*one, *other) for one, other in pairwise(placed) if one != other]
