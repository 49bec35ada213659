"""The board of a fight as a small text, and where a move leads, for a language model to read."""

from __future__ import annotations

from affray.board_text import (
    Board,
    Token,
    ground_symbols,
    make_tokens,
    named_places,
    tokens_by_place,
    wall_texts,
)
from affray.core.fight import Fight
from affray.core.questions import Option, Question

MARGIN = 2
"""How many cells around the fighters a map shows."""


def map_lines(fight: Fight) -> list[str]:
    """Return the board: a map of cells about the fighters, or zones with their neighbours."""
    board: Board = fight.setup.board()
    return grid_map(fight, board) if board["kind"] == "grid" else zone_lines(fight, board)


def zone_lines(fight: Fight, board: Board) -> list[str]:
    """Return a line for each zone: what it is like, what lies beside it, and who is there."""
    there = tokens_by_place(standing(fight))
    lines = []
    for place in named_places(board):
        notes = f" ({', '.join(place.notes)})" if place.notes else ""
        names = ", ".join(token.name for token in there.get(place.number, [])) or "nobody"
        beside = ", ".join(place.neighbours) or "none"
        lines.append(f"{place.name}{notes}, next to {beside}: {names}")
    return ["map:", *lines]


def grid_map(fight: Fight, board: Board) -> list[str]:
    """Return a map of the cells about the fighters, with a legend and the walls."""
    width, height = int(board["width"]), int(board["height"])
    ground = ground_symbols(board)
    there = tokens_by_place(standing(fight))
    columns, rows = [cell % width for cell in there], [cell // width for cell in there]
    left, right = max(0, min(columns) - MARGIN), min(width - 1, max(columns) + MARGIN)
    top, bottom = max(0, min(rows) - MARGIN), min(height - 1, max(rows) + MARGIN)
    lines = [f"map, x {left} to {right}, . is open ground"]
    for row in range(top, bottom + 1):
        cells = range(row * width + left, row * width + right + 1)
        drawn = "".join(
            there[cell][0].label if cell in there else ground.get(cell, ".")[0] for cell in cells
        )
        indent = " " if board.get("hexes") and row % 2 else ""
        lines.append(f"y{row:<2} {indent}{drawn}")
    signs = sorted({f"{sign} {name}" for sign, name in ground.values()})
    who = [
        f"{tokens[0].label} {' and '.join(token.name for token in tokens)}"
        for tokens in there.values()
    ]
    lines.append("; ".join([*signs, *who]))
    return [*lines, *wall_texts(board)]


# --- places ---


def standing(fight: Fight) -> list[Token]:
    """Return the fighters who stand on the board."""
    return [one for one in make_tokens(fight) if one.is_standing and one.place >= 0]


def place_note(fight: Fight, question: Question, option: Option) -> str:
    """Return where a move leads: how near to which enemy, and onto which ground."""
    board: Board = fight.setup.board()
    place = int(option.place)
    enemies = [one for one in standing(fight) if one.side != question.side]
    if board["kind"] != "grid":
        there = [one.name for one in enemies if one.place == place]
        notes = named_places(board)[place].notes
        return ", ".join([f"with {', '.join(there)}" if there else "no enemy there", *notes])
    if not enemies:
        return ""
    near = min(enemies, key=lambda one: cells_apart(board, place, one.place))
    apart = cells_apart(board, place, near.place)
    ground = ground_symbols(board).get(place)
    spaces = "1 space" if apart == 1 else f"{apart} spaces"
    return f"{spaces} from {near.name}{f', {ground[1]}' if ground else ''}"


def spaces_from_enemies(fight: Fight, side: int, place: int) -> int:
    """Return how many spaces a cell is from the nearest enemy; 0 where there are no cells."""
    board: Board = fight.setup.board()
    if board["kind"] != "grid":
        return 0
    enemies = [one.place for one in standing(fight) if one.side != side]
    return min((cells_apart(board, place, one) for one in enemies), default=0)


def cells_apart(board: Board, here: int, there: int) -> int:
    """Return how many cells lie between two, as the crow flies."""
    width = int(board["width"])
    ax, ay, bx, by = here % width, here // width, there % width, there // width
    if not board.get("hexes"):
        return max(abs(ax - bx), abs(ay - by))
    # every other row of hexes is shifted by half a cell
    aq, bq = ax - (ay - ay % 2) // 2, bx - (by - by % 2) // 2
    return max(abs(aq - bq), abs(ay - by), abs(aq + ay - bq - by))
