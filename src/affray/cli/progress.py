"""A progress bar for tasks that take longer."""

from __future__ import annotations

import os
from threading import Lock, Timer
from typing import TYPE_CHECKING, Any

from affray.cli.output import console

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BEFORE = 0.5
"""How long a task runs before its bar appears: a shorter task needs none."""

DRAWING = Lock()
"""Held while a bar changes. No process is forked meanwhile: its copy would stay locked."""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=DRAWING.acquire, after_in_parent=DRAWING.release, after_in_child=DRAWING.release
    )


def rich_bars() -> Progress:
    """Return a bar with rate and time left, which vanishes when the task is done."""
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
        """Steps a second over the whole time: rich's own rate jumps where steps come in pairs."""

        def render(self, task: Task) -> Text:
            """Return the rate, once there is one."""
            rate = task.completed / (SECONDS_BEFORE + (task.elapsed or 0))
            return Text(f"{rate:,.0f}/s" if rate else "", style="dim")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


class ProgressBar:
    """A bar in the terminal for one task, which appears if the task takes a while."""

    def __init__(self, is_wanted: bool, description: str, total: int | None) -> None:
        self.task: dict[str, Any] = {"description": description, "total": total, "completed": 0}
        self.bars: Progress | None = None
        self.timer = Timer(SECONDS_BEFORE, self.appear) if is_wanted else None

    def appear(self) -> None:
        """Draw the bar as far as the task has come."""
        with DRAWING:
            if self.timer is not None and self.bars is None:
                self.bars = rich_bars()
                self.bars.start()
                self.bars.add_task(**self.task)

    def update(self, completed: int, **more: Any) -> None:
        """Move the bar; `more` may change its description and total."""
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
    """Return a bar for a task; it never appears where it is not wanted or there is no terminal."""
    return ProgressBar(is_wanted and console.is_terminal, description, total)
