"""Progress bars: they appear when something takes a while, and not before."""

from __future__ import annotations

import pytest
from rich.progress import ProgressColumn

from affray.cli import progress
from affray.cli.output import console
from affray.cli.progress import SECONDS_BEFORE, progress_bar


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return a clock that tests set."""
    now = [100.0]
    monkeypatch.setattr(progress, "monotonic", lambda: now[0])
    monkeypatch.setattr(type(console), "is_terminal", True)
    return now


def test_a_bar_shows_how_far_it_has_come_when_it_appears(clock: list[float]) -> None:
    with progress_bar(True, "Fights", 9) as shown:
        shown.update(3)
        assert shown.bars is None
        clock[0] += SECONDS_BEFORE
        shown.update(4, description="More fights", total=8)
        assert shown.bars is not None
        task = shown.bars.tasks[0]
        assert (task.description, task.completed, task.total) == ("More fights", 4, 8)
        clock[0] += 1
        shown.update(5)
        assert task.completed == 5
    assert not shown.bars.live.is_started


def test_steps_that_come_at_once_do_not_make_the_rate_absurd(clock: list[float]) -> None:
    with progress_bar(True, "Fights", 9000) as shown:
        for done in (1000, 2000, 3000):
            clock[0] += SECONDS_BEFORE
            shown.update(done)
        assert shown.bars is not None
        column = shown.bars.columns[3]
        assert isinstance(column, ProgressColumn)
        text = str(column(shown.bars.tasks[0]))
    assert 0 < float(text.removesuffix("/s").replace(",", "")) <= 3000 / SECONDS_BEFORE


def test_no_bar_appears_where_all_is_done_at_once(clock: list[float]) -> None:
    with progress_bar(True, "Fights") as shown:
        shown.update(3)
    assert shown.bars is None


@pytest.mark.parametrize(("is_terminal", "is_wanted"), [(False, True), (True, False)])
def test_no_bar_appears_where_none_is_wanted(
    clock: list[float], monkeypatch: pytest.MonkeyPatch, is_terminal: bool, is_wanted: bool
) -> None:
    monkeypatch.setattr(type(console), "is_terminal", is_terminal)
    with progress_bar(is_wanted, "Fights") as shown:
        clock[0] += 10
        shown.update(3)
        assert shown.bars is None
