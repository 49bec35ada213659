"""Progress bars: they appear when something takes a while, and not before."""

from __future__ import annotations

import os

import pytest
from rich.progress import ProgressColumn

from affray.cli.progress import DRAWING, SECONDS_BEFORE, progress_bar


def test_a_bar_shows_how_far_it_has_come_when_it_appears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress_bar(True, "Fights", 9) as progress:
        progress.update(3)
        progress.appear()
        assert progress.bars is not None
        task = progress.bars.tasks[0]
        assert (task.description, task.completed, task.total) == ("Fights", 3, 9)
        progress.update(4, description="More fights", total=8)
        assert (task.description, task.completed, task.total) == ("More fights", 4, 8)
    assert progress.bars.finished is False
    assert not progress.bars.live.is_started


def test_steps_that_come_at_once_do_not_make_the_rate_absurd(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress_bar(True, "Fights", 9000) as progress:
        progress.appear()
        assert progress.bars is not None
        for done in (1000, 2000, 3000):
            progress.update(done)
        column = progress.bars.columns[3]
        assert isinstance(column, ProgressColumn)
        shown = str(column(progress.bars.tasks[0]))
    rate = float(shown.removesuffix("/s").replace(",", ""))
    assert 0 < rate <= 3000 / SECONDS_BEFORE


def test_no_bar_appears_when_all_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    with progress_bar(True, "Fights") as progress:
        assert progress.timer is not None
    progress.appear()
    assert progress.bars is None


@pytest.mark.parametrize(("is_terminal", "is_wanted"), [("0", True), ("1", False)])
def test_no_bar_appears_where_none_is_wanted(
    monkeypatch: pytest.MonkeyPatch, is_terminal: str, is_wanted: bool
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", is_terminal)
    with progress_bar(is_wanted, "Fights") as progress:
        progress.appear()
        progress.update(3)
        assert progress.bars is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_forked_process_waits_for_no_bar() -> None:
    child = os.fork()
    if not child:
        os._exit(int(DRAWING.locked()))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert not DRAWING.locked()
