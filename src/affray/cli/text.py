"""Text in a terminal: pieces of a line with a style each, wrapped and cut to a width.

A style is a few words, such as "bold cyan": later ones stand above earlier ones, and "not bold"
takes back. To lay out a page with rich would look the same, and importing that takes as long as the
rest of a short command; it is asked only how wide unusual characters are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise

ATTRIBUTES = {"bold": "1", "dim": "2", "underline": "4"}
COLOURS = {
    "red": "31",
    "green": "32",
    "yellow": "33",
    "magenta": "35",
    "cyan": "36",
    "default": "39",
}
"""The words of styles, and what a terminal calls them."""

NARROW = re.compile(
    r"[ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u2010-\u2027\u2190-\u2211\u2500-\u25fc]*"
)
"""Texts whose characters are all one column wide."""

WORD = re.compile(r"\s*\S+\s*")
SPACE_AT_END = re.compile(r"\s+$")


def is_narrow(text: str) -> bool:
    """Whether every character of a text is surely one column wide."""
    return NARROW.fullmatch(text) is not None


def column_count(text: str) -> int:
    """How many columns a line takes in a terminal."""
    if is_narrow(text):
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def folded(text: str, width: int) -> list[str]:
    """A text in pieces that fit a width, broken anywhere."""
    if is_narrow(text):
        return [text[start : start + width] for start in range(0, len(text), width)]
    from rich.cells import chop_cells

    return chop_cells(text, width)


def fitting_length(text: str, width: int) -> int:
    """How many characters of a text fit a width."""
    return width if is_narrow(text) else len(folded(text, width)[0]) if text else 0


def break_positions(line: str, width: int) -> list[int]:
    """Where a line is broken to fit a width: before a word, and within one that is wider."""
    found: list[int] = []
    column = 0
    for match in WORD.finditer(line):
        start, word = match.start(), match.group()
        columns = column_count(word.rstrip())
        if columns <= width - column:
            column += column_count(word)
        elif columns > width:
            for piece in folded(word, width):
                if start:
                    found.append(start)
                start += len(piece)
                column = column_count(piece)
        elif column and start:
            found.append(start)
            column = column_count(word)
    return found


@cache
def escape_codes(style: str, with_colour: bool) -> str:
    """What turns a style on in a terminal; empty where it is none."""
    attributes: dict[str, bool] = {}
    colour = ""
    words = iter(style.split())
    for word in words:
        if word == "not":
            attributes[next(words)] = False
        elif word in COLOURS:
            colour = COLOURS[word]
        else:
            attributes[word] = True
    codes = [code for name, code in ATTRIBUTES.items() if attributes.get(name)]
    codes += [colour] if colour and with_colour else []
    return f"\x1b[{';'.join(codes)}m" if codes else ""


class Text:
    """A text of pieces with a style each, above the style of the whole."""

    def __init__(self, text: str = "", style: str = "") -> None:
        self.style = style
        self.pieces: list[tuple[str, str]] = [(text, style)] if text else []

    @property
    def plain(self) -> str:
        """The text without styles."""
        return "".join([text for text, _ in self.pieces])

    def __str__(self) -> str:
        return self.plain

    def __len__(self) -> int:
        return sum(len(text) for text, _ in self.pieces)

    def append(self, text: str, style: str = "") -> None:
        """Adds a piece at the end."""
        if text:
            self.pieces.append((text, f"{self.style} {style}"))

    def append_text(self, other: Text) -> None:
        """Adds another text's pieces at the end."""
        for text, style in other.pieces:
            self.append(text, style)

    def styled(self, style: str) -> Text:
        """The same text with a style beneath its own."""
        return self.of((text, f"{style} {own}") for text, own in self.pieces)

    def trimmed(self) -> Text:
        """The same text without the space at its end."""
        return self.cut(0, len(self.plain.rstrip()))

    def cut(self, start: int, end: int) -> Text:
        """The characters from one place to another."""
        return self.of(pieces_between(self.pieces, start, end))

    def of(self, pieces: Iterable[tuple[str, str]]) -> Text:
        """A text of other pieces, with the same style beneath them."""
        found = Text(style=self.style)
        found.pieces = list(pieces)
        return found

    def lines(self) -> list[Text]:
        """The text's lines, where there is more than one."""
        plain = self.plain
        if "\t" in plain:
            return self.of((text.expandtabs(8), style) for text, style in self.pieces).lines()
        if "\n" not in plain:
            return [self]
        found, start = [], 0
        for line in plain.split("\n"):
            found.append(self.cut(start, start + len(line)))
            start += len(line) + 1
        return found

    def wrapped(self, width: int) -> list[Text]:
        """Lines that fit a width. A space at the end of a line stays where there is room for it."""
        found: list[Text] = []
        for line in self.lines():
            places = [0, *break_positions(line.plain, width), len(line)]
            for start, end in pairwise(places):
                found.append(line.cut(start, end).without_space_beyond(width).cropped(width))
        return found

    def without_space_beyond(self, width: int) -> Text:
        """A line without the space at its end that there is no room for."""
        excess = len(self) - width
        space = SPACE_AT_END.search(self.plain) if excess > 0 else None
        if space is None:
            return self
        return self.cut(0, len(self) - min(excess, len(space.group())))

    def cropped(self, width: int) -> Text:
        """As much of a line as fits a width."""
        plain = self.plain
        if column_count(plain) <= width:
            return self
        return self.cut(0, fitting_length(plain, width))

    def padded(self, width: int, is_right: bool = False) -> Text:
        """A line of a width: with spaces behind it, or before it if it is to stand at the right."""
        space = (" " * (width - column_count(self.plain)), self.style)
        return self.of([space, *self.pieces] if is_right else [*self.pieces, space])

    def escaped(self, with_colour: bool) -> str:
        """The text as a terminal shows it with its styles."""
        found = []
        for text, style in self.pieces:
            codes = escape_codes(style, with_colour)
            found.append(f"{codes}{text}\x1b[0m" if codes and text else text)
        return "".join(found)


def pieces_between(
    pieces: list[tuple[str, str]], start: int, end: int
) -> Iterator[tuple[str, str]]:
    """The pieces of a text, or parts of them, from one character to another."""
    at = 0
    for text, style in pieces:
        part = text[max(0, start - at) : max(0, end - at)]
        at += len(text)
        if part:
            yield part, style
