"""A progress bar for tasks that take longer."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any

from affray.cli.output import console

if TYPE_CHECKING:
    from rich.progress import Progress

SECONDS_BEFORE = 0.5
"""How long a task runs before its bar appears: a shorter task needs none."""

SECONDS_BETWEEN = 0.1
"""How often the bar is drawn at most."""


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
        auto_refresh=False,  # a thread of its own would not survive the forks of workers
    )


class ProgressBar:
    """A bar in the terminal for one task, which appears if the task takes a while."""

    def __init__(self, is_wanted: bool, description: str, total: int | None) -> None:
        self.task: dict[str, Any] = {"description": description, "total": total, "completed": 0}
        self.bars: Progress | None = None
        self.is_wanted = is_wanted
        self.next_drawn = monotonic() + SECONDS_BEFORE

    def update(self, completed: int, **more: Any) -> None:
        """Move the bar; `more` may change its description and total."""
        self.task.update(more, completed=completed)
        if not self.is_wanted or monotonic() < self.next_drawn:
            return
        self.next_drawn = monotonic() + SECONDS_BETWEEN
        if self.bars is None:
            self.bars = rich_bars()
            self.bars.start()
            self.bars.add_task(**self.task)
        self.bars.update(self.bars.task_ids[0], refresh=True, **self.task)

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(self, *error: object) -> None:
        if self.bars is not None:
            self.bars.stop()


def progress_bar(is_wanted: bool, description: str, total: int | None = None) -> ProgressBar:
    """Return a bar for a task; it never appears where it is not wanted or there is no terminal."""
    return ProgressBar(is_wanted and console.is_terminal, description, total)
