"""Tables in a terminal: columns as wide as what is in them, narrower where the page is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from affray.cli.text import Text, column_count

GAP = 2
"""How many spaces are between columns."""


def table_lines(
    heads: Sequence[str],
    rows: Iterable[Sequence[str | Text]],
    width: int,
    right: Sequence[int] = (),
    unbroken: Sequence[int] = (),
) -> list[Text]:
    """The lines of a table that is a width at most; the columns in `right` are aligned there, and
    those in `unbroken` are not wrapped. Without a head in any column there is no line for heads."""
    cells = [[Text(cell) if isinstance(cell, str) else cell for cell in row] for row in rows]
    all_rows = [[Text(head, "dim") for head in heads], *cells] if any(heads) else cells
    if not all_rows:
        return []
    gaps = [gap_of(number, len(heads)) for number in range(len(heads))]
    natural = [
        max(text_width(row[number]) for row in all_rows) + gap for number, gap in enumerate(gaps)
    ]
    shrinks = [number not in unbroken for number in range(len(heads))]
    widths = narrowed([min(one or 1, width) for one in natural], shrinks, width)
    found: list[Text] = []
    for index, row in enumerate(all_rows):
        is_head = any(heads) and index == 0
        blocks = [
            block_of(cell, widths[number] - gaps[number], number in right, shrinks[number])
            for number, cell in enumerate(row)
        ]
        found += joined(blocks, widths, gaps, is_head)
    return [line.cropped(width) for line in found]


def gap_of(number: int, columns: int) -> int:
    """The spaces that belong to a column: one at each side where another column stands."""
    return (number > 0) + (number < columns - 1)


def text_width(text: Text) -> int:
    """The columns of a text's longest line."""
    return max((column_count(line) for line in text.plain.splitlines()), default=0)


def narrowed(widths: list[int], shrinks: Sequence[bool], width: int) -> list[int]:
    """Columns' widths that make a table of a width: the widest of those that can shrink do so
    first, to the next widest, and if that is not enough all of them alike."""
    found = list(widths)
    while sum(found) > width and any(shrinks):
        widest = max(one for one, can in zip(found, shrinks, strict=True) if can)
        others = [one for one, can in zip(found, shrinks, strict=True) if can and one != widest]
        most = widest - max(others, default=0)
        if not most:
            break
        wide = [can and one == widest for one, can in zip(found, shrinks, strict=True)]
        excess = sum(found) - width
        found = reduced(found, wide, excess, [min(excess, most)] * len(found))
    excess = sum(found) - width
    return reduced(found, [True] * len(found), excess, found) if excess > 0 else found


def reduced(widths: list[int], which: Sequence[bool], excess: int, most: list[int]) -> list[int]:
    """Widths that are less by an excess, which some of them share as evenly as can be, each taking
    its most at most."""
    sharers = sum(1 for can, limit in zip(which, most, strict=True) if can and limit)
    found = []
    for width, can, limit in zip(widths, which, most, strict=True):
        share = min(limit, round(excess / sharers)) if can and limit else 0
        found.append(width - share)
        excess -= share
        sharers -= 1 if can and limit else 0
    return found


def block_of(cell: Text, width: int, is_right: bool, is_wrapped: bool) -> list[Text]:
    """The lines of a cell, all of a width."""
    if width < 1:
        return []
    lines = cell.wrapped(width) if is_wrapped else cell.lines()
    if is_right:
        lines = [line.trimmed() for line in lines]
    return [line.cropped(width).padded(width, is_right) for line in lines]


def joined(
    blocks: list[list[Text]], widths: list[int], gaps: list[int], is_at_bottom: bool
) -> list[Text]:
    """The lines of a row: its cells side by side, at its top or at its bottom."""
    height = max(1, *[len(block) for block in blocks])
    found = []
    for number in range(height):
        line = Text()
        for column, block in enumerate(blocks):
            at = number - (height - len(block)) if is_at_bottom else number
            before = " " if column else ""
            if 0 <= at < len(block):
                line.append(before)
                line.append_text(block[at])
                line.append(" " * (gaps[column] - len(before)))
            else:
                line.append(" " * widths[column])
        found.append(line)
    return found
