"""A progress bar for whatever takes longer."""

from __future__ import annotations

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

from affray.cli.output import console


class RateColumn(ProgressColumn):
    """How many are done in a second."""

    def render(self, task: Task) -> Text:
        """Gives the rate, once there is one."""
        speed = task.speed or task.finished_speed
        return Text(f"{speed:,.0f}/s" if speed else "", style="dim")


def progress_bar(wanted: bool) -> Progress:
    """A bar with rate and time left, which vanishes when it is done."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        RateColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not wanted or not console.is_terminal,
    )
