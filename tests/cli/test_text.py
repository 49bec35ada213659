"""Text and tables in a terminal: laid out as rich lays them out, whom we spare every command."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len
from rich.console import Console as RichConsole
from rich.table import Table as RichTable
from rich.text import Text as RichText

from affray.cli.output import Console
from affray.cli.table import table_lines
from affray.cli.text import Text, column_count, escape_codes, is_narrow

WORDS = [
    "a",
    "of",
    "dawn",
    "spear",
    "sure-footed",
    "x" * 30,
    "→",
    "Ünïcode",
    "█▌",
    "剣",
    "忍者",
    "été…",
]
"""Words of every width, some of them of wide characters."""


def random_text(chance: random.Random, most: int = 12) -> str:
    words = [chance.choice(WORDS) for _ in range(chance.randrange(most))]
    return chance.choice(["", " ", "  "]) + chance.choice([" ", "  "]).join(words)


def rich_console(width: int) -> RichConsole:
    return RichConsole(width=width, height=25, highlight=False, markup=False, emoji=False)


@pytest.mark.parametrize("width", [2, 7, 20, 80])
def test_a_text_is_wrapped_as_rich_wraps_it(width: int) -> None:
    chance = random.Random(width)
    texts = [random_text(chance) for _ in range(60)] + ["", "one\ntwo\n\nthree", "a\tb"]
    for text in texts:
        lines = RichText(text).wrap(rich_console(width), width, overflow="fold")
        assert [line.plain for line in Text(text).wrapped(width)] == [line.plain for line in lines]


@pytest.mark.parametrize("width", [9, 20, 33, 50, 80])
@pytest.mark.parametrize("has_heads", [True, False])
def test_a_table_is_laid_out_as_rich_lays_it_out(width: int, has_heads: bool) -> None:
    chance = random.Random(width)
    for _ in range(25):
        columns = chance.randrange(1, 6)
        heads = [
            chance.choice(["", "at least", "damage"]) if has_heads else "" for _ in range(columns)
        ]
        rows = [
            [random_text(chance, chance.choice([2, 12])) for _ in heads]
            for _ in range(chance.randrange(1, 5))
        ]
        right = [number for number in range(columns) if chance.random() < 0.3]
        unbroken = [number for number in range(columns) if chance.random() < 0.3]
        ours = [line.plain.rstrip() for line in table_lines(heads, rows, width, right, unbroken)]
        assert ours == rich_table(heads, rows, width, right, unbroken), (
            heads,
            rows,
            right,
            unbroken,
        )


def rich_table(
    heads: list[str], rows: list[list[str]], width: int, right: list[int], unbroken: list[int]
) -> list[str]:
    table = RichTable(box=None, pad_edge=False, header_style="dim", show_header=any(heads))
    for number, head in enumerate(heads):
        justify = "right" if number in right else "left"
        table.add_column(head, justify=justify, overflow="fold", no_wrap=number in unbroken)
    for row in rows:
        table.add_row(*row)
    lines = rich_console(width).render_lines(table, pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def test_narrow_characters_are_one_column_wide() -> None:
    narrow = [chr(code) for code in range(0x30000) if is_narrow(chr(code))]
    assert "é" in narrow
    assert "剣" not in narrow
    assert [one for one in narrow if cell_len(one) != 1] == []
    assert column_count("忍者 →") == 6


def test_later_styles_stand_above_earlier_ones() -> None:
    line = Text("Brynn", "bold red")
    line.append(" [hit]", "dim not bold")
    line.append(" 3/9", "default")
    escaped = "\x1b[1;31mBrynn\x1b[0m\x1b[2;31m [hit]\x1b[0m\x1b[1;39m 3/9\x1b[0m"
    assert line.escaped(with_colour=True) == escaped
    without = "\x1b[1mBrynn\x1b[0m\x1b[2m [hit]\x1b[0m\x1b[1m 3/9\x1b[0m"
    assert line.escaped(with_colour=False) == without
    assert line.plain == "Brynn [hit] 3/9"
    assert escape_codes("cyan", True) == "\x1b[36m"
    assert escape_codes("cyan", False) == ""


def test_styles_are_shown_at_terminals_that_have_them(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COLUMNS", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("TTY_COMPATIBLE", "0")
    assert printed(monkeypatch) == "Brynn\n"
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert printed(monkeypatch) == "\x1b[1;36mBrynn\x1b[0m\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert printed(monkeypatch) == "\x1b[1mBrynn\x1b[0m\n"
    monkeypatch.setenv("TERM", "dumb")
    assert printed(monkeypatch) == "Brynn\n"
    monkeypatch.setenv("COLUMNS", "40")
    assert Console().width == 80
    monkeypatch.setenv("TERM", "xterm")
    assert Console().width == 40


def printed(monkeypatch: pytest.MonkeyPatch) -> str:
    from io import StringIO

    page = StringIO()
    monkeypatch.setattr("sys.stdout", page)
    Console().print(Text("Brynn", "bold cyan"))
    return page.getvalue()
