"""Draw a fight as text or as an image, from the data that every ruleset shows of its field."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import ceil, cos, pi, sin, sqrt
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

from affray.core.fight import STANDING, Fight
from affray.core.problems import data_error
from affray.core.questions import Question

# Pillow is needed only for images, not for training
if TYPE_CHECKING:
    from PIL import ImageDraw

WIDTH, HEIGHT, MARGIN = 480, 360, 24

BACKGROUND = (246, 241, 231)
GROUND = (228, 219, 202)
ROUGH = (196, 204, 164)
RAISED = (240, 232, 206)
SOLID = (120, 110, 98)
LINE = (176, 164, 142)
DARK = (60, 52, 44)
SIDE_COLOURS = (
    (47, 93, 138), (168, 60, 50), (74, 124, 78), (146, 98, 160),
    (190, 130, 50), (70, 130, 140), (120, 120, 60), (110, 80, 60),
)  # fmt: skip

COVERED = 50
"""A spot with at least this much cover, in percent, is drawn with a rim."""

Colour = tuple[int, int, int]
Point = tuple[float, float]


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    """Raise InvalidDataError for an unknown render mode."""
    if mode is not None and mode not in known:
        raise data_error(f"there is no way to render {mode!r}; there are {', '.join(known)}")


def render_fight(fight: Fight | None, question: Question | None, mode: str | None) -> Any:
    """Return a fight as text or as an image, or print it, depending on the mode.

    Warns if there is no mode or no fight yet.
    """
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
    """Print on standard output."""
    sys.stdout.write(text + "\n")


def fight_text(fight: Fight, question: Question | None) -> str:
    """Return a fight as lines of text: all fighters, and the open question."""
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


def place_middles(board: dict[str, Any]) -> tuple[list[Point], float]:
    """Return the centre of each place in the drawing, and the size of a place."""
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


def fight_image(fight: Fight) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Draw a fight as an array of pixels: rows, columns, and red, green and blue."""
    from PIL import Image, ImageDraw

    board: dict[str, Any] = fight.setup.board()
    middles, size = place_middles(board)
    image = Image.new("RGB", (WIDTH, HEIGHT), BACKGROUND)
    draw = ImageDraw.Draw(image)
    for link in [*board.get("paths", []), *board.get("links", [])]:
        draw.line([middles[link[0]], middles[link[1]]], LINE, 3)
    for number, point in enumerate(middles):
        draw_place(draw, board, number, point, size)
    for wall in board.get("walls", []):
        draw.line([MARGIN + one * size for one in wall[:4]], DARK, 3)
    here: dict[int, list[int]] = {}
    for fighter in fight.roster():
        place = fight.position(fighter.index).get("place")
        if isinstance(place, int) and 0 <= place < len(middles):
            here.setdefault(place, []).append(int(fighter.index))
    for place, indices in here.items():
        draw_tokens(draw, fight, indices, middles[place], size)
    return np.array(image)


def draw_place(
    draw: ImageDraw.ImageDraw, board: dict[str, Any], number: int, point: Point, size: float
) -> None:
    """Draw a cell, zone or spot: its ground, and a rim if it gives cover."""
    rim = DARK if gives_cover(board, number) else None
    colour = ground_colour(board, number)
    if board["kind"] == "grid":
        draw.rectangle(box(point, size * 0.48), colour, rim, 2)
    else:
        draw.ellipse(box(point, size / 2), colour, rim, 2)


def ground_colour(board: dict[str, Any], number: int) -> Colour:
    """Return the colour of a place's ground: solid, rough, raised or open."""
    if number in board.get("solid", []):
        return SOLID
    terrain = board["terrain"][number] if "terrain" in board else "open"
    if (
        number in board.get("rough", [])
        or terrain == "rough"
        or str(number) in board.get("costs", {})
    ):
        return ROUGH
    return RAISED if terrain == "raised" else GROUND


def gives_cover(board: dict[str, Any], number: int) -> bool:
    """Return whether a place gives cover."""
    place = board["places"][number]
    if isinstance(place, dict):
        return int(place.get("cover", 0)) >= COVERED
    return number in board.get("cover", [])


def draw_tokens(
    draw: ImageDraw.ImageDraw, fight: Fight, indices: list[int], middle: Point, size: float
) -> None:
    """Draw the fighters of one place: a disc each with its number, and its health below."""
    from PIL import ImageFont

    columns = ceil(sqrt(len(indices)))
    room = size * 0.9 / columns if len(indices) > 1 else size * 0.7
    wide = min(room * 0.8, 44.0)
    font = ImageFont.load_default(max(6.0, wide * 0.5))
    for order, index in enumerate(indices):
        fighter = fight.roster()[index]
        x = middle[0] + (order % columns - (columns - 1) / 2) * room
        y = middle[1] + (order // columns - (columns - 1) / 2) * room
        is_standing = fighter.state() == STANDING
        colour = SIDE_COLOURS[fighter.side % len(SIDE_COLOURS)] if is_standing else SOLID
        draw.ellipse(box((x, y), wide / 2), colour)
        draw.text((x, y), str(index + 1), BACKGROUND, font, "mm")
        share = min(1.0, fighter.health() / max(1, fighter.max_health()))
        left, low = x - wide / 2, y + wide / 2
        draw.rectangle((left, low, left + wide, low + 2), DARK)
        if share > 0:
            draw.rectangle((left, low, left + wide * share, low + 2), colour)


def box(middle: Point, half: float) -> tuple[float, float, float, float]:
    """Return the corners of a square around a centre."""
    x, y = middle
    return x - half, y - half, x + half, y + half
