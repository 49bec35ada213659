"""A progress bar for whatever takes longer."""

from __future__ import annotations

import os
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from affray.cli.output import console

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BEFORE = 0.5
"""After this long the bar appears: what is done by then needs none, nor what draws it."""

DRAWING = Lock()
"""Held while a bar is changed, or what draws it is imported; no process is forked meanwhile, which
would never see the end of that."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=DRAWING.acquire, after_in_parent=DRAWING.release, after_in_child=DRAWING.release
    )


def rich_bars() -> Progress:
    """A bar with rate and time left, which vanishes when it is done."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class RateColumn(ProgressColumn):
        """How many are done in a second, over all the time: two steps that come at once would make
        rich's own rate absurd."""

        def render(self, task: Task) -> Text:
            """Gives the rate, once there is one."""
            rate = task.completed / (SECONDS_BEFORE + (task.elapsed or 0))
            return Text(f"{rate:,.0f}/s" if rate else "", style="dim")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        console=Console(highlight=False, markup=False, emoji=False),
        transient=True,
    )


class ProgressBar:
    """A bar in the terminal for one task, which appears if the task takes a while."""

    def __init__(self, is_wanted: bool, description: str, total: int | None) -> None:
        self.task: dict[str, Any] = {"description": description, "total": total, "completed": 0}
        self.bars: Progress | None = None
        self.timer = Timer(SECONDS_BEFORE, self.appear) if is_wanted else None

    def appear(self) -> None:
        """Draws the bar as far as the task has come."""
        with DRAWING:
            if self.timer is not None and self.bars is None:
                self.bars = rich_bars()
                self.bars.start()
                self.bars.add_task(**self.task)

    def update(self, completed: int, **more: Any) -> None:
        """Says how far the task has come; what it is called and of how many, if that changes."""
        with DRAWING:
            self.task.update(more, completed=completed)
            if self.bars is not None:
                self.bars.update(self.bars.task_ids[0], completed=completed, **more)

    def __enter__(self) -> ProgressBar:
        if self.timer is not None:
            self.timer.daemon = True
            self.timer.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self.timer is not None:
            self.timer.cancel()
        with DRAWING:
            self.timer = None
            if self.bars is not None:
                self.bars.stop()


def progress_bar(is_wanted: bool, description: str, total: int | None = None) -> ProgressBar:
    """A bar with rate and time left for a task of so many steps, or nobody knows of how many; none
    where it is not wanted, or there is no terminal."""
    return ProgressBar(is_wanted and console.is_terminal, description, total)
