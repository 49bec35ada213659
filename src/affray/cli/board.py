"""The board of a fight drawn with characters: a grid as a map, zones and bands as boxes.

Everybody has a letter, capital for the first side. In plain mode the same is said in sentences,
for screen readers and for terminals without colour.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping
from typing import Any

from rich.text import Text

from affray.board_text import (
    Place,
    Token,
    ground_symbols,
    make_tokens,
    named_places,
    tokens_by_place,
    wall_texts,
)
from affray.cli.output import COLUMN_GAP, console, fitted_widths, health_style, side_style
from affray.core.fight import Fight, place_names

FALLEN = "x"
OPEN = "·"

REACHABLE = "•◦▪"
"""How places that can be chosen are marked: all that one choice leads to, then those that only
others lead to."""

FACINGS = {"n": "↑", "ne": "↗", "e": "→", "se": "↘", "s": "↓", "sw": "↙", "w": "←", "nw": "↖"}

FIGHTER_WIDTH = 22
"""The columns that a fighter's line needs at least."""

BOX_GAP = 2
NARROWEST_BOX, WIDEST_BOX = 20, 34


def board_lines(fight: Fight, width: int, marks: Mapping[int, str] | None = None) -> list[Text]:
    """Return the board as lines of at most this width.

    `marks` has the sign of each place that can be chosen.
    """
    board: dict[str, Any] = fight.setup.board()
    tokens = make_tokens(fight)
    if board["kind"] == "grid":
        return grid_lines(board, tokens, width, marks or {})
    return box_lines(named_places(board), tokens, width, marks or {})


def scene_lines(
    fight: Fight, width: int, height: int, marks: Mapping[int, str], are_walls_known: bool
) -> list[Text]:
    """Return the board with everybody's health, in at most this width and, if it can be, height.

    Fighters stand beside a map where there is room, else below it. Zones are boxes where they
    fit, else a line each. Walls that `are_walls_known` are not listed again.
    """
    board: dict[str, Any] = fight.setup.board()
    if board["kind"] != "grid":
        return place_scene(fight, board, width, height, marks)
    return grid_scene(fight, {**board, "walls": ()} if are_walls_known else board, width, marks)


def place_scene(
    fight: Fight, board: dict[str, Any], width: int, height: int, marks: Mapping[int, str]
) -> list[Text]:
    """Return zones or spots with their fighters: as boxes, else a line each, else without paths."""
    places, tokens = named_places(board), make_tokens(fight)
    lines = box_lines(places, tokens, width, marks, fight)
    for has_neighbours in (True, False):
        if len(lines) <= height:
            break
        lines = [
            line
            for place in places
            for line in place_line(place, tokens, fight, has_neighbours).wrap(console, width)
        ]
    return lines


def grid_scene(
    fight: Fight, board: dict[str, Any], width: int, marks: Mapping[int, str]
) -> list[Text]:
    """Return a map with its fighters, beside it where there is room."""
    tokens = make_tokens(fight)
    drawn = grid_lines(board, tokens, width, marks)
    rows = len(drawn) - len(grid_notes(board, marks))
    grid, notes = drawn[:rows], drawn[rows:]
    map_width = max(len(line) for line in grid)
    fighters = [fighter_line(token, fight) for token in tokens]
    least = [fighter_width(token, fight) for token in tokens]
    beside = width - map_width - COLUMN_GAP
    count = 1 if len(fighters) <= len(grid) else 2
    if beside >= FIGHTER_WIDTH * count:
        columns, widths = in_columns(fighters, count, beside, least)
        return [*joined_columns([grid, *columns], [map_width, *widths]), *notes]
    count = max(1, width // (max(least) + COLUMN_GAP))
    return [*grid, *notes, *joined_columns(*in_columns(fighters, count, width, least))]


def in_columns(
    lines: list[Text], count: int, width: int, least: list[int] | None = None
) -> tuple[list[list[Text]], list[int]]:
    """Return lines in some columns of a width altogether, and the width of each column.

    Of each line `least` characters are shown if they all fit; the columns share the rest.
    """
    each = -(-len(lines) // max(1, count))
    starts = range(0, len(lines), each)
    columns = [lines[start : start + each] for start in starts]
    room = width - COLUMN_GAP * (len(columns) - 1)
    widths = fitted_widths(
        [max(least[start : start + each]) if least else 0 for start in starts],
        [max(len(line) for line in column) for column in columns],
        room,
    )
    return columns, widths or [room // len(columns)] * len(columns)


def joined_columns(columns: list[list[Text]], widths: list[int]) -> list[Text]:
    """Return columns of lines side by side, each line cut to the width of its column."""
    lines = []
    for number in range(max(len(column) for column in columns)):
        line = Text()
        for column, width in zip(columns, widths, strict=True):
            cell = column[number].copy() if number < len(column) else Text()
            cell.truncate(width, overflow="ellipsis", pad=True)
            line.append(" " * COLUMN_GAP if line else "").append_text(cell)
        lines.append(line)
    return lines


def fighter_width(token: Token, fight: Fight) -> int:
    """Return the width of a fighter's letter, name and health."""
    fighter = fight.roster()[token.index]
    return len(f"{token.label} {token.name} {fighter.health()}/{fighter.max_health()}")


def fighter_line(token: Token, fight: Fight) -> Text:
    """Return a fighter in a few words: letter, name, health and conditions."""
    fighter = fight.roster()[token.index]
    style = side_style(token.side)
    line = Text.assemble((f"{token.label} {token.name}", style if token.is_standing else "dim"))
    style = health_style(fighter.health() / (fighter.max_health() or 1))
    line.append(f" {fighter.health()}/{fighter.max_health()}", style=style)
    words = [*([] if token.is_standing else [fighter.state()]), *fighter.conditions()]
    line.append(f" {', '.join(words)}" if words else "", style="dim")
    return line


def place_line(place: Place, tokens: list[Token], fight: Fight, has_neighbours: bool) -> Text:
    """Return a zone or spot in one line: its name, what it is like, and who is there."""
    notes = f" ({', '.join(place.notes)})" if place.notes else ""
    notes += f" ↔ {', '.join(place.neighbours)}" if place.neighbours and has_neighbours else ""
    line = Text.assemble((place.name, "bold"), (f"{notes}: ", "dim"))
    there = [fighter_line(one, fight) for one in tokens if one.place == place.number]
    line.append_text(Text(", ").join(there) if there else Text("nobody", style="dim"))
    return line


def board_sentences(fight: Fight, is_known: bool = False) -> list[str]:
    """Return the board in sentences. A grid's ground that `is_known` is left out."""
    board: dict[str, Any] = fight.setup.board()
    if board["kind"] != "grid":
        return place_sentences(named_places(board), make_tokens(fight))
    return [] if is_known else grid_sentences(board)


def fighter_sentences(fight: Fight) -> list[str]:
    """Return a sentence for each fighter: health, conditions, and the place on a grid."""
    is_grid = fight.setup.board()["kind"] == "grid"
    lines = []
    for token, fighter in zip(make_tokens(fight), fight.roster(), strict=True):
        parts = [f"{fighter.health()} of {fighter.max_health()}"]
        parts += [] if token.is_standing else [fighter.state()]
        if is_grid and token.place >= 0:
            parts.append(f"at {fight.place_name(fighter.index)}")
            parts += [f"facing {token.facing}"] if token.facing else []
        lines.append(f"{token.label} {fighter.name}: {', '.join(parts + fighter.conditions())}.")
    return lines


# --- grids ---


def grid_lines(
    board: dict[str, Any], tokens: list[Token], width: int, marks: Mapping[int, str]
) -> list[Text]:
    """Return a grid as a map with the numbers of its columns and rows."""
    columns, rows = int(board["width"]), int(board["height"])
    ground = ground_symbols(board)
    by_place = tokens_by_place(tokens)
    margin = len(str(rows - 1)) + 2
    first, last = shown_columns(columns, tokens, (width - margin - 1) // 2)
    is_hexes = bool(board.get("hexes"))
    lines = [Text(" " * margin + heading, style="dim") for heading in column_headings(first, last)]
    for row in range(rows):
        line = Text(f"{row:>{margin - 1}} ", style="dim")
        if is_hexes and row % 2:
            line.append(" ")
        for column in range(first, last + 1):
            cell = row * columns + column
            line.append_text(cell_text(cell, by_place.get(cell, []), ground, marks.get(cell, "")))
        lines.append(line)
    if (first, last) != (0, columns - 1):
        lines.append(Text(f"columns {first} to {last} of {columns}", style="dim"))
    lines.extend(Text(line, style="dim") for line in grid_notes(board, marks))
    return lines


def grid_notes(board: dict[str, Any], marks: Mapping[int, str]) -> list[str]:
    """Return the lines below a map: its signs, and its walls."""
    names = sorted({f"{symbol} {name}" for symbol, name in ground_symbols(board).values()})
    if marks:
        names.append(f"{' '.join(sorted(set(marks.values())))} can be reached")
    return [*(["  ".join(names)] if names else []), *wall_texts(board)]


def shown_columns(columns: int, tokens: list[Token], most: int) -> tuple[int, int]:
    """Return the first and last column to draw: those about the fighters where not all fit."""
    if columns <= most:
        return 0, columns - 1
    where = [token.place % columns for token in tokens if token.is_standing and token.place >= 0]
    middle = (min(where) + max(where)) // 2 if where else columns // 2
    first = max(0, min(columns - most, middle - most // 2))
    return first, first + most - 1


def column_headings(first: int, last: int) -> list[str]:
    """Return the numbers of columns above a grid; tens have a line of their own."""
    units = "".join(f"{column % 10} " for column in range(first, last + 1))
    tens = "".join(
        f"{column // 10} " if column % 10 == 0 and column else "  "
        for column in range(first, last + 1)
    )
    return [tens.rstrip(), units.rstrip()] if tens.strip() else [units.rstrip()]


def cell_text(
    cell: int, tokens: list[Token], ground: dict[int, tuple[str, str]], mark: str
) -> Text:
    """Return a cell of a grid, two characters wide: a fighter, or the ground."""
    standing = [token for token in tokens if token.is_standing]
    if standing:
        token = standing[0]
        return Text(token.label + FACINGS.get(token.facing, " "), style=side_style(token.side))
    if tokens:
        return Text(FALLEN + " ", style="dim")
    if mark and cell in ground:
        return Text.assemble((ground[cell][0], "dim"), (mark, "bold green"))
    if mark:
        return Text(mark + " ", style="bold green")
    return Text(ground[cell][0] + " " if cell in ground else OPEN + " ", style="dim")


def grid_sentences(board: dict[str, Any]) -> list[str]:
    """Return a grid in sentences: its size and its ground."""
    lines = [f"A grid of {board['width']} columns and {board['height']} rows."]
    by_name: dict[str, list[int]] = {}
    for cell, (_, name) in sorted(ground_symbols(board).items()):
        by_name.setdefault(name, []).append(cell)
    lines += [
        f"{name.capitalize()}: {areas_text(board, cells)}." for name, cells in by_name.items()
    ]
    return lines + [f"{line.capitalize()}." for line in wall_texts(board)]


def areas_text(board: dict[str, Any], cells: Collection[int]) -> str:
    """Return places by their names; cells that fill a rectangle by its first and last."""
    if board["kind"] != "grid":
        names = place_names(board)
        return "; ".join(names[place] for place in sorted(set(cells)))
    places, columns = board["places"], int(board["width"])
    left = set(cells)
    found = []
    for cell in sorted(cells):
        if cell in left:
            area = max(
                (
                    rectangle_from(cell, columns, left, is_row_first)
                    for is_row_first in (True, False)
                ),
                key=len,
            )
            left.difference_update(area)
            found.append(places[cell] + (f" to {places[area[-1]]}" if len(area) > 1 else ""))
    return "; ".join(found)


def rectangle_from(cell: int, columns: int, among: set[int], is_row_first: bool) -> list[int]:
    """Return the cells of the largest rectangle of `among` whose upper left is a cell.

    It grows wide first, or high first.
    """
    width = height = 1

    def area(width: int, height: int) -> list[int]:
        return [cell + row * columns + column for row in range(height) for column in range(width)]

    def can_be(width: int, height: int) -> bool:
        return cell % columns + width <= columns and among.issuperset(area(width, height))

    while is_row_first and can_be(width + 1, height):
        width += 1
    while can_be(width, height + 1):
        height += 1
    while can_be(width + 1, height):
        width += 1
    return area(width, height)


# --- zones and bands ---


def box_lines(
    places: list[Place],
    tokens: list[Token],
    width: int,
    marks: Mapping[int, str],
    fight: Fight | None = None,
) -> list[Text]:
    """Return zones or spots as boxes, as many side by side as fit."""
    by_place = tokens_by_place(tokens)
    lengths = [len(line) for place in places for line in place_lines(place)]
    lengths += [len(fighter_line(one, fight) if fight else one.name) + 2 for one in tokens]
    inner = min(max([NARROWEST_BOX, *lengths]), WIDEST_BOX, width - 4)
    beside = max(1, (width + BOX_GAP) // (inner + 4 + BOX_GAP))
    lines: list[Text] = []
    for start in range(0, len(places), beside):
        boxes = [
            box_content(place, by_place.get(place.number, []), inner, place.number in marks, fight)
            for place in places[start : start + beside]
        ]
        tallest = max(len(box) for box in boxes)
        edges = (" " * BOX_GAP).join("┌" + "─" * (inner + 2) + "┐" for _ in boxes)
        lines.append(Text(edges, style="dim"))
        for number in range(tallest):
            line = Text()
            for at, box in enumerate(boxes):
                line.append((" " * BOX_GAP if at else "") + "│ ", style="dim")
                content = box[number] if number < len(box) else Text()
                line.append_text(content)
                line.append(" " * (inner - len(content)) + " │", style="dim")
            lines.append(line)
        lines.append(Text(edges.replace("┌", "└").replace("┐", "┘"), style="dim"))
    return lines


def place_lines(place: Place) -> list[str]:
    """Return the lines of a box before its fighters."""
    notes = [", ".join(place.notes)] if place.notes else []
    beside = textwrap.wrap(", ".join(place.neighbours), WIDEST_BOX - 2)
    return [place.name, *notes, *[f"{'  ' if n else '↔ '}{line}" for n, line in enumerate(beside)]]


def box_content(
    place: Place, tokens: list[Token], inner: int, is_reachable: bool, fight: Fight | None = None
) -> list[Text]:
    """Return the lines of a box: its name, what lies beside it, and who is there."""
    title, *more = place_lines(place)
    lines = [Text(shortened(title, inner), style="bold green" if is_reachable else "bold")]
    lines += [Text(shortened(line, inner), style="dim") for line in more]
    for token in tokens:
        if fight is not None:
            wrapped = fighter_line(token, fight).wrap(console, inner)
            lines += wrapped
            continue
        line = Text(token.label if token.is_standing else FALLEN, style=side_style(token.side))
        line.append(" " + shortened(token.name, inner - 2), "" if token.is_standing else "dim")
        lines.append(line)
    return lines


def place_sentences(places: list[Place], tokens: list[Token]) -> list[str]:
    """Return zones or spots in sentences: notes, neighbours and fighters."""
    by_place = tokens_by_place(tokens)
    lines = []
    for place in places:
        notes = f", {', '.join(place.notes)}" if place.notes else ""
        beside = f"; next to {', '.join(place.neighbours)}" if place.neighbours else ""
        there = [
            f"{token.label} {token.name}" + ("" if token.is_standing else ", fallen")
            for token in by_place.get(place.number, [])
        ]
        lines.append(f"{place.name}{notes}{beside}: {', '.join(there) or 'nobody'}.")
    return lines


def shortened(text: str, width: int) -> str:
    """Return a text cut to a width."""
    return text if len(text) <= width else text[: width - 1] + "…"
