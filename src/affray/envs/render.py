"""A fight as text and as an image, drawn from what every ruleset shows of its field."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import cos, pi, sin
from typing import Any

import gymnasium
import numpy as np

from affray.core.fight import STANDING, Fight
from affray.core.problems import data_error
from affray.core.questions import Question

WIDTH, HEIGHT, MARGIN = 480, 360, 24

BACKGROUND = (246, 241, 231)
GROUND = (228, 219, 202)
SOLID = (120, 110, 98)
LINE = (176, 164, 142)
DARK = (60, 52, 44)
SIDE_COLOURS = (
    (47, 93, 138), (168, 60, 50), (74, 124, 78), (146, 98, 160),
    (190, 130, 50), (70, 130, 140), (120, 120, 60), (110, 80, 60),
)  # fmt: skip

DIGITS = (
    "111101101101111", "010110010010111", "111001111100111", "111001111001111", "101101111001001",
    "111100111001111", "111100111101111", "111001010010010", "111101111101111", "111101111001111",
)  # fmt: skip
"""The digits, three columns by five rows."""

Colour = tuple[int, int, int]


@dataclass(frozen=True)
class Shape:
    """A rectangle, a disc or a line of a drawing: from a corner or the middle, with its size."""

    kind: str
    x: float
    y: float
    width: float
    height: float
    colour: Colour
    title: str = ""


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    """Raises InvalidDataError for a way to render that there is not."""
    if mode is not None and mode not in known:
        raise data_error(f"there is no way to render {mode!r}; there are {', '.join(known)}")


def render_fight(fight: Fight | None, question: Question | None, mode: str | None) -> Any:
    """A fight as text or as an image, or printed, as the mode says; a warning where there is no
    mode or no fight yet."""
    if mode is None or fight is None:
        gymnasium.logger.warn("name a render_mode, such as ansi, and reset before rendering")
        return None
    if mode == "rgb_array":
        return fight_image(fight)
    text = fight_text(fight, question)
    if mode == "ansi":
        return text
    print_text(text)
    return None


def print_text(text: str) -> None:
    """Prints on standard output."""
    sys.stdout.write(text + "\n")


def fight_text(fight: Fight, question: Question | None) -> str:
    """A fight as lines of text: who stands how and where, and what is asked."""
    setup = fight.setup
    lines = [f"{setup.title}: round {fight.round}"]
    for fighter in fight.roster():
        conditions = ", ".join(fighter.conditions())
        lines.append(
            f"  {fighter.name} ({setup.sides[fighter.side]}): {fighter.state()}, "
            f"{fighter.health()} of {fighter.max_health()}, {fight.place_name(fighter.index)}"
            + (f" ({conditions})" if conditions else "")
        )
    if question is not None:
        lines.append(setup.prompt(question))
        lines.extend(f"  {number}  {one.text}" for number, one in enumerate(question.options))
    elif fight.is_over():
        lines.append(fight.verdict())
    return "\n".join(lines)


def place_middles(board: dict[str, Any]) -> tuple[list[tuple[float, float]], float]:
    """The middle of each place in the drawing, and how large a place is."""
    places = board["places"]
    wide, high = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN
    if board["kind"] == "grid":
        size = min(wide / board["width"], high / board["height"])
        return [
            (
                MARGIN + (number % board["width"] + 0.5) * size,
                MARGIN + (number // board["width"] + 0.5) * size,
            )
            for number in range(len(places))
        ], size
    count = len(places)
    size = min(wide, high) / (1 if count == 1 else 2.6 if count < 5 else 3.6)
    turns = [2 * pi * number / count - pi / 2 for number in range(count)]
    far = 0.0 if count == 1 else 1.0
    return [
        (
            WIDTH / 2 + far * cos(turn) * (wide - size) / 2,
            HEIGHT / 2 + far * sin(turn) * (high - size) / 2,
        )
        for turn in turns
    ], size


def fight_shapes(fight: Fight) -> list[Shape]:
    """The drawing of a fight: its field, and everybody who is on it."""
    board: dict[str, Any] = fight.setup.board()
    middles, size = place_middles(board)
    is_grid = board["kind"] == "grid"
    found = [Shape("rectangle", 0, 0, WIDTH, HEIGHT, BACKGROUND)]
    for link in [*board.get("paths", []), *board.get("links", [])]:
        (x, y), (to_x, to_y) = middles[link[0]], middles[link[1]]
        found.append(Shape("line", x, y, to_x - x, to_y - y, LINE))
    solid = set(board.get("solid", []))
    for number, (x, y) in enumerate(middles):
        name = board["places"][number]
        title = name["name"] if isinstance(name, dict) else str(name)
        half = size * (0.48 if is_grid else 0.5)
        kind = "rectangle" if is_grid else "disc"
        colour = SOLID if number in solid else GROUND
        corner = (x - half, y - half) if is_grid else (x, y)
        found.append(Shape(kind, *corner, 2 * half, 2 * half, colour, title))
    here: dict[int, list[int]] = {}
    for fighter in fight.roster():
        place = fight.position(fighter.index).get("place")
        if isinstance(place, int) and 0 <= place < len(middles):
            here.setdefault(place, []).append(int(fighter.index))
    for place, indices in here.items():
        found.extend(token_shapes(fight, indices, middles[place], size))
    return found


def token_shapes(
    fight: Fight, indices: list[int], middle: tuple[float, float], size: float
) -> list[Shape]:
    """Those who are in one place: a disc each with its number, and what health is left."""
    found = []
    columns = int(np.ceil(np.sqrt(len(indices))))
    room = size * 0.9 / columns if len(indices) > 1 else size * 0.7
    for order, index in enumerate(indices):
        fighter = fight.roster()[index]
        x = middle[0] + (order % columns - (columns - 1) / 2) * room
        y = middle[1] + (order // columns - (columns - 1) / 2) * room
        wide = min(room * 0.8, 44.0)
        is_standing = fighter.state() == STANDING
        colour = SIDE_COLOURS[fighter.side % len(SIDE_COLOURS)] if is_standing else SOLID
        title = f"{fighter.name}: {fighter.state()}, {fighter.health()} of {fighter.max_health()}"
        found.append(Shape("disc", x, y, wide, wide, colour, title))
        found.extend(number_shapes(index + 1, x, y, wide * 0.08))
        share = fighter.health() / max(1, fighter.max_health())
        low = y + wide * 0.5
        found.append(Shape("rectangle", x - wide / 2, low, wide, 3, DARK))
        found.append(Shape("rectangle", x - wide / 2, low, wide * min(1.0, share), 3, colour))
    return found


def number_shapes(number: int, x: float, y: float, dot: float) -> list[Shape]:
    """A number in dots, about a middle."""
    found = []
    digits = str(number)
    left = x - (4 * len(digits) - 1) * dot / 2
    for order, digit in enumerate(digits):
        for place, mark in enumerate(DIGITS[int(digit)]):
            if mark == "1":
                column, row = place % 3 + 4 * order, place // 3
                corner = (left + column * dot, y + (row - 2.5) * dot)
                found.append(Shape("rectangle", *corner, dot, dot, BACKGROUND))
    return found


def fight_svg(fight: Fight) -> str:
    """A fight as an SVG image."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
    ]
    for one in fight_shapes(fight):
        fill = "rgb({},{},{})".format(*one.colour)
        title = f"<title>{escape(one.title)}</title>" if one.title else ""
        if one.kind == "disc":
            parts.append(
                f'<circle cx="{one.x:.1f}" cy="{one.y:.1f}" r="{one.width / 2:.1f}" '
                f'fill="{fill}">{title}</circle>'
            )
        elif one.kind == "line":
            parts.append(
                f'<line x1="{one.x:.1f}" y1="{one.y:.1f}" x2="{one.x + one.width:.1f}" '
                f'y2="{one.y + one.height:.1f}" stroke="{fill}" stroke-width="3"/>'
            )
        else:
            parts.append(
                f'<rect x="{one.x:.1f}" y="{one.y:.1f}" width="{one.width:.1f}" '
                f'height="{one.height:.1f}" fill="{fill}">{title}</rect>'
            )
    return "\n".join([*parts, "</svg>"])


def fight_image(fight: Fight) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The same drawing as an array of pixels: rows, columns, and red, green and blue."""
    image = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
    for one in fight_shapes(fight):
        if one.kind == "line":
            steps = int(max(abs(one.width), abs(one.height), 1))
            for share in np.linspace(0.0, 1.0, steps + 1):
                column = round(one.x + share * one.width)
                row = round(one.y + share * one.height)
                image[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2] = one.colour
            continue
        left = one.x - one.width / 2 if one.kind == "disc" else one.x
        top = one.y - one.height / 2 if one.kind == "disc" else one.y
        rows = slice(max(0, round(top)), max(0, round(top + one.height)))
        columns = slice(max(0, round(left)), max(0, round(left + one.width)))
        if one.kind == "rectangle":
            image[rows, columns] = one.colour
            continue
        part = image[rows, columns]
        ys, xs = np.ogrid[
            rows.start : rows.start + part.shape[0], columns.start : columns.start + part.shape[1]
        ]
        inside = (xs + 0.5 - one.x) ** 2 + (ys + 0.5 - one.y) ** 2 <= (one.width / 2) ** 2
        part[inside] = one.colour
    return image
