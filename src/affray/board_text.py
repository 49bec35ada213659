"""What the places and the fighters of a board are called and look like in text.

The terminal and language models show them alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from affray.core.fight import Fight

Board = dict[str, Any]

LABELS = (ascii_uppercase, ascii_lowercase, "0123456789", "αβγδεζηθικλμνξοπρστυφχψω")
"""The letters of each side's fighters."""

UNLABELLED = "*"

GROUND = {"solid": "#", "rough": "~", "cover": "+", "raised": "^", "water": "=", "exit": ">"}
"""How kinds of ground are drawn."""

OTHER_GROUND = "%&:;!$@"
"""How kinds of ground are drawn that are not among those."""


@dataclass(frozen=True)
class Token:
    """A fighter on the board."""

    label: str
    index: int
    name: str
    side: int
    place: int
    facing: str
    is_standing: bool


def make_tokens(fight: Fight) -> list[Token]:
    """Return all fighters, each with a letter."""
    counts: dict[int, int] = {}
    found = []
    for fighter in fight.roster():
        side = int(fighter.side)
        number = counts.get(side, 0)
        counts[side] = number + 1
        letters = LABELS[side] if side < len(LABELS) else ""
        position = fight.position(fighter.index)
        place = position.get("place", -1)
        found.append(
            Token(
                letters[number] if number < len(letters) else UNLABELLED,
                int(fighter.index),
                fighter.name,
                side,
                place if isinstance(place, int) else -1,
                str(position.get("facing", "")),
                fighter.state() == "standing",
            )
        )
    return found


def tokens_by_place(tokens: list[Token]) -> dict[int, list[Token]]:
    """Return the fighters in each place."""
    found: dict[int, list[Token]] = {}
    for token in tokens:
        found.setdefault(token.place, []).append(token)
    return found


# --- grids ---


def ground_symbols(board: Board) -> dict[int, tuple[str, str]]:
    """Return the sign and the name of the ground in each cell that is not open."""
    found: dict[int, tuple[str, str]] = {}
    terrain = board.get("terrain", ())
    others = sorted({name for name in terrain if name != "open" and name not in GROUND})
    symbols = {**GROUND, **{name: OTHER_GROUND[n % 7] for n, name in enumerate(others)}}
    for cell, name in enumerate(terrain):
        if name != "open":
            found[cell] = (symbols[name], name)
    for key, name in (("rough", "rough"), ("cover", "cover"), ("exits", "exit")):
        for cell in board.get(key, ()):
            found[cell] = (GROUND[name], name)
    for cell in board.get("solid", ()):
        found[cell] = (GROUND["solid"], "solid")
    return found


def wall_texts(board: Board) -> list[str]:
    """Return the walls along the edges of cells, which are too thin to be drawn."""
    walls = [f"{ax:g},{ay:g} to {bx:g},{by:g}" for ax, ay, bx, by in board.get("walls", ())]
    return [f"walls by the upper left corners of cells: {'; '.join(walls)}"] if walls else []


# --- zones and spots ---


@dataclass(frozen=True)
class Place:
    """A zone or spot: what it is called, what it is like, and what lies beside it."""

    number: int
    name: str
    notes: list[str]
    neighbours: list[str]


def named_places(board: Board) -> list[Place]:
    """Return the zones or spots of a board, in their order."""
    listed = board["places"]
    names = [place if isinstance(place, str) else str(place["name"]) for place in listed]
    neighbours: list[list[str]] = [[] for _ in names]
    for one, other in board.get("paths", ()):
        neighbours[one].append(names[other])
        neighbours[other].append(names[one])
    for one, other, band in board.get("links", ()):
        neighbours[one].append(f"{names[other]} ({band})")
        neighbours[other].append(f"{names[one]} ({band})")
    notes: list[list[str]] = [place_notes(place) for place in listed]
    for number in board.get("exits", ()):
        notes[number].append("exit")
    for engine in board.get("engines", ()):
        notes[engine["place"]].append(str(engine["name"]))
    return [
        Place(number, name, notes[number], neighbours[number]) for number, name in enumerate(names)
    ]


def place_notes(place: Any) -> list[str]:
    """Return what a spot is like, in a few words."""
    if isinstance(place, str):
        return []
    found = [f"height {place['height']} m"] if place.get("height") else []
    found += [f"cover {place['cover']} %"] if place.get("cover") else []
    return found + [word for word in ("dark", "obscured") if place.get(word)]
