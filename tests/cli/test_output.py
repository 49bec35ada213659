"""Tables and bars in a terminal: figures stay, bars go first, and no word is broken."""

from __future__ import annotations

import pytest
from rich.text import Text

from affray.cli.output import bar, console, print_histogram, print_table, say


def printed(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


@pytest.fixture(params=[80, 60, 40, 30])
def width(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(console, "_width", request.param)
    return int(request.param)


HEADS = ["side", "wins", "95 % sure", ""]
ROWS = [
    ["party", "61.25 %", "60.1 % to 62.4 %", Text(bar(0.61, 30))],
    ["city watch", "38.75 %", "37.6 % to 39.9 %", Text(bar(0.39, 30))],
]


def test_figures_stay_and_bars_go_first(capsys: pytest.CaptureFixture[str], width: int) -> None:
    print_table(HEADS, ROWS, right=(1,), unbroken=(1, 2, 3))
    lines = printed(capsys)
    assert all(len(line) <= width for line in lines)
    text = "\n".join(lines)
    for figure in ("61.25 %", "38.75 %", "60.1 % to 62.4 %", "city watch"):
        assert figure in text
    assert ("█" in text) == (width >= 60)


def test_no_word_is_broken(capsys: pytest.CaptureFixture[str], width: int) -> None:
    about = "A quarterstaff is swung overhead, recklessly, by a fighter in leather."
    print_table(["", "what"], [["quarterstaff", about]], unbroken=(0,))
    say(about, indent=4)
    lines = printed(capsys)
    assert all(len(line) <= width for line in lines)
    words = " ".join(lines).split()
    assert [word for word in about.split() if words.count(word) < 2] == []


def test_lines_do_not_end_in_spaces(capsys: pytest.CaptureFixture[str], width: int) -> None:
    print_table(HEADS, ROWS)
    say("one\ntwo ")
    assert [line for line in printed(capsys) if line != line.rstrip()] == []


def test_a_histogram_is_drawn_against_its_largest(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(console, "_width", 80)
    print_histogram({"hit": 0.5, "miss": 0.25}, width=8)
    assert [line.count("█") for line in printed(capsys)] == [8, 4]
