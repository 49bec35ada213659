"""Maps from Universal VTT files: the grid's size, walls, doors and lights.

The format is JSON with `resolution.map_size` in squares, `line_of_sight` as polygons, `portals`
as doors and `lights`, all in squares from the upper left corner.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from affray.core.problems import data_error

MAX_SIDE = 200
MAX_WALLS = 4000
MAX_LIGHTS = 400

Wall = tuple[float, float, float, float]


def read_uvtt(data: dict[str, Any]) -> dict[str, Any]:
    """Read size, walls, doors and lights of a map; closed doors are walls too.

    A door has its line and whether it is closed, a light its place and range.
    """
    resolution = table_at(data, "resolution")
    size = table_at(resolution, "map_size", "resolution.map_size")
    origin = resolution.get("map_origin")
    left = number_at(origin, "x", "resolution.map_origin") if isinstance(origin, dict) else 0.0
    top = number_at(origin, "y", "resolution.map_origin") if isinstance(origin, dict) else 0.0
    width = round(number_at(size, "x", "resolution.map_size"))
    height = round(number_at(size, "y", "resolution.map_size"))
    if not (1 <= width <= MAX_SIDE and 1 <= height <= MAX_SIDE):
        raise data_error(
            f"expected a map of 1 to {MAX_SIDE} squares each way, not {width} × {height}",
            "resolution.map_size",
        )
    walls: list[Wall] = []
    lines = [*list_at(data, "line_of_sight"), *list_at(data, "objects_line_of_sight")]
    for number, line in enumerate(lines):
        walls.extend(walls_along(line, f"line_of_sight.{number}", left, top))
    doors: list[dict[str, Any]] = []
    for number, portal in enumerate(list_at(data, "portals")):
        if not isinstance(portal, dict):
            raise data_error("expected a table", f"portals.{number}")
        key = f"portals.{number}.bounds"
        found = walls_along(portal.get("bounds"), key, left, top)
        is_closed = bool(portal.get("closed", True))
        doors.extend({"line": line, "closed": is_closed} for line in found)
        if is_closed:
            walls.extend(found)
    if len(walls) > MAX_WALLS:
        raise data_error(
            f"expected at most {MAX_WALLS:,} walls, not {len(walls):,}", "line_of_sight"
        )
    lights = [
        read_light(light, f"lights.{number}", left, top)
        for number, light in enumerate(list_at(data, "lights")[:MAX_LIGHTS])
    ]
    return {"width": width, "height": height, "walls": walls, "doors": doors, "lights": lights}


def read_light(light: Any, key: str, left: float, top: float) -> dict[str, float]:
    """Return a light's place and range, in squares."""
    if not isinstance(light, dict):
        raise data_error("expected a table", key)
    place = table_at(light, "position", f"{key}.position")
    return {
        "x": round(number_at(place, "x", f"{key}.position") - left, 3),
        "y": round(number_at(place, "y", f"{key}.position") - top, 3),
        "range": number_at(light, "range", key) if "range" in light else 0.0,
    }


def walls_along(points: Any, key: str, left: float, top: float) -> list[Wall]:
    """Return the segments between a line's points."""
    if not isinstance(points, list) or not all(isinstance(point, dict) for point in points):
        raise data_error("expected a list of points {x, y}", key)
    placed = [
        (
            round(number_at(point, "x", key) - left, 3),
            round(number_at(point, "y", key) - top, 3),
        )
        for point in points
    ]
    return [(*one, *other) for one, other in pairwise(placed) if one != other]


def table_at(data: dict[str, Any], name: str, key: str = "") -> dict[str, Any]:
    """Return a table within data, or raise InvalidDataError."""
    found = data.get(name)
    if not isinstance(found, dict):
        raise data_error("expected a table; is this a Universal VTT file?", key or name)
    return found


def list_at(data: dict[str, Any], name: str) -> list[Any]:
    """Return a list within data; empty if there is none."""
    found = data.get(name, [])
    if not isinstance(found, list):
        raise data_error("expected a list", name)
    return found


def number_at(data: dict[str, Any], name: str, key: str) -> float:
    """Return a number within data, or raise InvalidDataError."""
    found = data.get(name)
    if isinstance(found, bool) or not isinstance(found, int | float) or not -1e6 <= found <= 1e6:
        raise data_error(f"expected a number, not {found!r}"[:120], f"{key}.{name}")
    return float(found)
