"""The log of a fight in a terminal, and how everybody is."""

from __future__ import annotations

import textwrap

from rich.text import Text

from affray.api import FightRecord
from affray.cli.output import (
    bar,
    console,
    health_style,
    print_line,
    print_table,
    say,
    side_style,
)
from affray.core.events import Event, Phrases


def event_lines(
    event: Event, phrases: Phrases, width: int, shows_rules: bool = False
) -> list[Text]:
    """Return an event as lines of a log: its sentence and, if wanted, its rules in brackets."""
    indent = "" if event.kind in ("round", "end") else "  " if event.kind == "turn" else "    "
    style = {"round": "bold", "end": "bold", "turn": "bold", "out": "red", "hurt": "red"}
    lines = textwrap.wrap(
        event.text(phrases), width, initial_indent=indent, subsequent_indent=indent + "  "
    )
    found = [Text(line, style=style.get(event.kind, "")) for line in lines]
    rules = f"[{', '.join(event.rules)}]" if event.rules and shows_rules else ""
    if rules and found:
        if len(found[-1]) + 1 + len(rules) <= width:
            found[-1].append(" " + rules, style="dim not bold")
        else:
            found.extend(
                Text(line, style="dim")
                for line in textwrap.wrap(
                    rules,
                    width,
                    initial_indent=indent + "  ",
                    subsequent_indent=indent + "   ",
                    break_on_hyphens=False,  # a rule id can be searched only in one piece
                )
            )
    return found


def print_event(event: Event, phrases: Phrases, shows_rules: bool = False) -> None:
    """Print an event of the log."""
    if event.kind == "round":
        console.print()
    for line in event_lines(event, phrases, console.width, shows_rules):
        print_line(line)


def health_bar(now: int, most: int, width: int = 8) -> Text:
    """Return a fighter's health as a bar and figures."""
    share = now / most if most else 0.0
    line = Text(bar(share, width).ljust(width), style=health_style(share))
    line.append(f" {now}/{most}", style="default")
    return line


def print_log(record: FightRecord, shows_rules: bool = False) -> None:
    """Print a fight's whole log."""
    scenario = record.scenario
    say(f"{scenario.title}: {' against '.join(scenario.sides)}", "bold underline")
    for event in record.events:
        print_event(event, scenario.setup.phrases, shows_rules)


def print_standing(record: FightRecord, is_plain: bool = False) -> None:
    """Print how all fighters are at the end of a fight or of its tape."""
    console.print()
    if is_plain:
        print_standing_sentences(record)
        return
    rows = []
    for fighter in record.fight.roster():
        side = record.scenario.sides[fighter.side]
        state = fighter.state()
        rows.append(
            [
                Text(fighter.name),
                Text(side, style=side_style(int(fighter.side))),
                Text(state, style="" if state == "standing" else "red"),
                health_bar(fighter.health(), fighter.max_health()),
                Text(", ".join([record.fight.place_name(fighter.index), *fighter.conditions()])),
            ]
        )
    print_table(
        ["fighter", "side", "state", "health", "where and how"], rows, unbroken=(0, 1, 2, 3)
    )
    console.print()


def print_standing_sentences(record: FightRecord) -> None:
    """Print a sentence for each fighter."""
    for fighter in record.fight.roster():
        parts = [f"{fighter.health()} of {fighter.max_health()}", fighter.state()]
        parts += [record.fight.place_name(fighter.index), *fighter.conditions()]
        say(f"{fighter.name}: {', '.join(parts)}.")
