"""The board of a fight as a small text, and where a move leads, for a language model to read."""

from __future__ import annotations

from string import ascii_lowercase, ascii_uppercase
from typing import Any

from affray.core.fight import Fight, Fighter, place_names
from affray.core.questions import Option, Question

MARGIN = 2
"""How many cells around the fighters a map shows."""

SIGNS = {"solid": "#", "rough": "~", "cover": "+", "raised": "^", "water": "=", "exits": ">"}
OTHER_SIGNS = "%&:;!$@"

Board = dict[str, Any]


def map_lines(fight: Fight) -> list[str]:
    """Return the board: a map of cells about the fighters, or zones with their neighbours."""
    board: Board = fight.setup.board()
    return grid_map(fight, board) if board["kind"] == "grid" else zone_lines(fight, board)


# --- zones ---


def zone_lines(fight: Fight, board: Board) -> list[str]:
    """Return a line for each zone: what it is like, what lies beside it, and who is there."""
    names = place_names(board)
    beside: list[list[str]] = [[] for _ in names]
    for one, other, *band in [*board.get("paths", ()), *board.get("links", ())]:
        distance = f" ({band[0]})" if band else ""
        beside[one].append(names[other] + distance)
        beside[other].append(names[one] + distance)
    lines = []
    for number, name in enumerate(names):
        notes = zone_notes(board, number)
        there = [one.name for one in standing(fight) if place_of(fight, one) == number]
        lines.append(
            f"{name}{f' ({notes})' if notes else ''}, next to {', '.join(beside[number]) or 'none'}"
            f": {', '.join(there) or 'nobody'}"
        )
    return ["map:", *lines]


def zone_notes(board: Board, number: int) -> str:
    """Return what a zone is like, in a few words."""
    place = board["places"][number]
    notes = ["exit"] if number in board.get("exits", ()) else []
    if not isinstance(place, str):
        notes += [f"height {place['height']} m"] if place.get("height") else []
        notes += [f"cover {place['cover']} %"] if place.get("cover") else []
        notes += [word for word in ("dark", "obscured") if place.get(word)]
    return ", ".join(notes)


# --- grids ---


def grid_map(fight: Fight, board: Board) -> list[str]:
    """Return a map of the cells about the fighters, with a legend and the walls."""
    width, height = int(board["width"]), int(board["height"])
    ground = ground_names(board)
    signs = ground_signs(board, ground)
    letters = fighter_letters(fight)
    cells = [place_of(fight, one) for one in standing(fight)]
    columns, rows = [cell % width for cell in cells], [cell // width for cell in cells]
    left, right = max(0, min(columns) - MARGIN), min(width - 1, max(columns) + MARGIN)
    top, bottom = max(0, min(rows) - MARGIN), min(height - 1, max(rows) + MARGIN)
    lines = [f"map, x {left} to {right}, . is open ground"]
    for row in range(top, bottom + 1):
        cells_of_row = range(row * width + left, row * width + right + 1)
        drawn = "".join(
            letters.get(cell) or signs.get(ground.get(cell, ""), ".") for cell in cells_of_row
        )
        indent = " " if board.get("hexes") and row % 2 else ""
        lines.append(f"y{row:<2} {indent}{drawn}")
    named = [f"{sign} {name}" for name, sign in signs.items() if name in ground.values()]
    who = [f"{letters[place_of(fight, one)]} {one.name}" for one in standing(fight)]
    lines.append("; ".join([*named, *who]))
    walls = [f"{ax:g},{ay:g} to {bx:g},{by:g}" for ax, ay, bx, by in board.get("walls", ())]
    return [*lines, f"walls by the corners of cells: {'; '.join(walls)}"] if walls else lines


def ground_names(board: Board) -> dict[int, str]:
    """Return the ground of each cell that is not open."""
    found = {cell: name for cell, name in enumerate(board.get("terrain", ())) if name != "open"}
    for name in ("rough", "cover", "exits", "solid"):
        found.update(dict.fromkeys(board.get(name, ()), name))
    return found


def ground_signs(board: Board, ground: dict[int, str]) -> dict[str, str]:
    """Return a sign for each kind of ground."""
    others = sorted(set(ground.values()) - set(SIGNS))
    more = {name: OTHER_SIGNS[number % len(OTHER_SIGNS)] for number, name in enumerate(others)}
    return {**SIGNS, **more}


def fighter_letters(fight: Fight) -> dict[int, str]:
    """Return the letter of the fighter in each cell, capital for the first side."""
    counts: dict[int, int] = {}
    found = {}
    for one in fight.roster():
        alphabet = ascii_uppercase if one.side == 0 else ascii_lowercase
        number = counts.get(int(one.side > 0), 0)
        counts[int(one.side > 0)] = number + 1
        if one.state() == "standing":
            found[place_of(fight, one)] = alphabet[number % len(alphabet)]
    return found


# --- places ---


def standing(fight: Fight) -> list[Fighter]:
    """Return the fighters who stand on the board."""
    return [
        one for one in fight.roster() if one.state() == "standing" and place_of(fight, one) >= 0
    ]


def place_of(fight: Fight, fighter: Fighter) -> int:
    """Return the number of a fighter's place; -1 for none."""
    place = fight.position(fighter.index).get("place", -1)
    return place if isinstance(place, int) else -1


def place_note(fight: Fight, question: Question, option: Option) -> str:
    """Return where a move leads: how near to which enemy, and onto which ground."""
    board: Board = fight.setup.board()
    place = int(option.place)
    enemies = [one for one in standing(fight) if one.side != question.side]
    if board["kind"] != "grid":
        there = [one.name for one in enemies if place_of(fight, one) == place]
        parts = [
            f"with {', '.join(there)}" if there else "no enemy there",
            zone_notes(board, place),
        ]
        return ", ".join(part for part in parts if part)
    if not enemies:
        return ""
    near = min(enemies, key=lambda one: cells_apart(board, place, place_of(fight, one)))
    apart = spaces_from_enemies(fight, int(question.side), place)
    ground = ground_names(board).get(place, "")
    spaces = "1 space" if apart == 1 else f"{apart} spaces"
    return f"{spaces} from {near.name}{f', {ground}' if ground else ''}"


def spaces_from_enemies(fight: Fight, side: int, place: int) -> int:
    """Return how many spaces a cell is from the nearest enemy; 0 where there are no cells."""
    board: Board = fight.setup.board()
    if board["kind"] != "grid":
        return 0
    enemies = [place_of(fight, one) for one in standing(fight) if one.side != side]
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
