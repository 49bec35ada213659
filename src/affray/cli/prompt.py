"""The menu of a question at the terminal, and the lines that a person types."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rich.text import Text

from affray.cli.board import REACHABLE, areas_text, in_columns, joined_columns
from affray.cli.output import console, print_line, say
from affray.core.fight import Fight, place_names
from affray.core.questions import Option, Question
from affray.players.menu import (
    ATTACKS,
    END,
    END_KINDS,
    ITEMS,
    MANOEUVRES,
    MORE,
    MOVEMENT,
    option_groups,
)

GROUP_KEYS = {ATTACKS: "a", MANOEUVRES: "m", MOVEMENT: "g", ITEMS: "i", MORE: "o", END: "e"}
"""The letter that opens a group. `e` ends the turn at once."""

FOLDED_FIRST = (MORE, ITEMS, MANOEUVRES, MOVEMENT)
"""The order in which groups fold where the screen is too small."""

MOST_PLACES = 8
"""Options that differ in their place alone are named by it where there are more than this."""

FREE = "free"

FIGURES_WIDTHS = (9, 7, 8)
"""The columns of an attack's figures."""

NARROW = 60
"""In fewer columns than this only the first figure of an attack is shown."""

KEY_WIDTH = 7
"""The columns of an option's key and of the gap after the option."""


class LeaveError(Exception):
    """Stops a fight where a person leaves it."""


class AttackFigures(NamedTuple):
    """The odds of an attack: how often it hits, its mean, how often it drops the target."""

    hits: str
    mean: float
    drops: str


Figures = dict[str, AttackFigures]
"""The odds of attacks by the keys of their options."""


@dataclass
class MenuGroup:
    """A group of a menu: options with numbers, and options that are named by their place."""

    name: str
    listed: list[Option]
    by_place: list[list[Option]]
    cost: str


class Menu:
    """The options of a question in groups. An option has a number, or is named by its place."""

    def __init__(self, fight: Fight, question: Question, figures: Figures | None = None) -> None:
        self.question = question
        self.figures = figures or {}
        self.is_free = all(option.cost in ("", FREE) for option in question.options)
        self.groups = [
            make_group(
                group.name,
                group.options,
                "" if self.is_free else group.common_cost(),
                self.figures,
            )
            for group in option_groups(fight, question)
        ]
        self.by_place = [options for group in self.groups for options in group.by_place]
        self.place_names = place_names(fight.setup.board())
        self.first_with_figures = next(
            (
                group.name
                for group in self.groups
                if any(option.key in self.figures for option in group.listed)
            ),
            "",
        )
        ending = [option for group in self.groups if group.name == END for option in group.listed]
        self.end = ending[0] if len(ending) == 1 and len(question.options) > 1 else None
        self.listed = [
            option for group in self.groups for option in group.listed if option is not self.end
        ]

    def key_of(self, option: Option) -> str:
        """Return the number that chooses an option of the list; `e` for the one that ends it."""
        return "e" if option is self.end else str(self.listed.index(option) + 1)

    def marks(self) -> dict[int, str]:
        """Return the sign of each place that can be named.

        The kind of move that leads to the fewest places has the first sign.
        """
        found: dict[int, str] = {}
        for number, options in enumerate(sorted(self.by_place, key=len)):
            for option in options:
                found.setdefault(int(option.place), REACHABLE[number % len(REACHABLE)])
        return found

    def zones(self) -> dict[int, str]:
        """Return the places of options that have a number each."""
        return {int(option.place): REACHABLE[0] for option in self.listed if option.place >= 0}

    def place_name(self, option: Option) -> str:
        """Return the name of an option's place, as the board has it."""
        place = int(option.place)
        return self.place_names[place] if 0 <= place < len(self.place_names) else ""

    def group_named(self, letter: str) -> MenuGroup | None:
        """Return the group that a letter opens, if it is there."""
        for group in self.groups:
            if GROUP_KEYS[group.name] == letter and group.name != END:
                return group
        return None

    def find(self, typed: str) -> list[Option]:
        """Return the options that a typed line can mean.

        It may be a number, an option's own key, its place, or its kind and place; else the
        beginning of one of these.
        """
        wanted = " ".join(typed.lower().split())
        if wanted.isdigit():
            number = int(wanted) - 1
            return [self.listed[number]] if 0 <= number < len(self.listed) else []
        if wanted == "e" and self.end is not None:
            return [self.end]
        options = self.question.options
        exact = [option for option in options if wanted in self.names_of(option)]
        if exact or len(wanted) < 2:
            return exact
        return [
            option
            for option in options
            if any(name.startswith(wanted) for name in self.names_of(option))
        ]

    def names_of(self, option: Option) -> list[str]:
        """Return everything an option can be called by, in small letters."""
        names = [option.key, option.text]
        place = self.place_name(option)
        if place:
            names += [place, f"{option.kind} {place}", f"{option.kind} to {place}"]
        return [name.lower() for name in names]

    # --- lines ---

    def lines(self, width: int, height: int) -> list[Text]:
        """Return the menu in lines that fit the height if they can.

        Groups fold first, then the first group ends early.
        """
        main = self.groups[0].name
        folded: list[str] = [MORE] if len(self.listed) > 9 and main != MORE else []
        most = len(self.listed)
        waiting = [name for name in FOLDED_FIRST if name not in (*folded, main)]
        while True:
            lines = [
                line
                for group in self.groups
                for line in self.group_lines(
                    group, width, group.name in folded, most if group.name == main else None
                )
            ]
            if len(lines) <= height or (not waiting and most <= 1):
                return lines
            if waiting:
                folded.append(waiting.pop(0))
            else:
                most -= max(1, min(most - 1, len(lines) - height))

    def group_lines(
        self, group: MenuGroup, width: int, is_folded: bool, most: int | None = None
    ) -> Iterator[Text]:
        """Yield the lines of a group: a heading, its options, and the places it leads to.

        Of the listed options the first `most` are shown.
        """
        letter = GROUP_KEYS[group.name]
        if is_folded and len(group.listed) + len(group.by_place) > 1:
            yield cut(Text(f"  {letter}  {self.folded_text(group)}", style="dim"), width)
            return
        shown = group.listed[:most]
        is_first = group.name == self.first_with_figures
        columns = self.columns(group, width)
        has_heading = len(self.groups) > 2 and len(group.listed) > 1 and group.name != END
        has_heading = has_heading or is_first or (columns > 1 and bool(group.cost))
        if has_heading:
            cost = f" · {group.cost}" if group.cost else ""
            heads = ("hits", "mean", "drops") if is_first else ()
            yield with_figures(Text(f"{group.name}{cost}", style="dim"), heads, width)
        yield from self.place_lines(group)
        if columns > 1:
            rows = [
                Text.assemble((f" {self.key_of(option):>2}  ", "bold"), option.text)
                for option in shown
            ]
            yield from joined_columns(*in_columns(rows, columns, width))
        else:
            yield from self.option_lines(group, shown, width, has_heading)
        if len(shown) < len(group.listed):
            yield Text(f"  {letter}  {len(group.listed) - len(shown)} more", style="dim")

    def shown_cost(self, option: Option) -> str:
        """Return the cost of an option; empty where a player takes for granted that it is free."""
        is_clear = self.is_free or option.kind in END_KINDS
        return "" if option.cost == FREE and is_clear else option.cost

    def columns(self, group: MenuGroup, width: int) -> int:
        """Return in how many columns a group's options stand; 1 where each needs its own line."""
        has_one_cost = all(self.shown_cost(option) == group.cost for option in group.listed)
        if len(group.listed) < 4 or not has_one_cost or group.name == self.first_with_figures:
            return 1
        return width // (max(len(option.text) for option in group.listed) + KEY_WIDTH)

    def option_lines(
        self, group: MenuGroup, shown: list[Option], width: int, has_heading: bool
    ) -> Iterator[Text]:
        """Yield a line for each option, with its odds and its own cost."""
        for option in shown:
            line = Text.assemble((f" {self.key_of(option):>2}  ", "bold"), option.text)
            cost = "" if group.cost and has_heading else self.shown_cost(option)
            found = self.figures.get(option.key)
            texts = (found.hits, f"{found.mean:.2f}", found.drops) if found else ()
            yield with_figures(line, texts, width, f"  {cost}" if cost else "")

    def folded_text(self, group: MenuGroup) -> str:
        """Return what a group holds, in one line."""
        marks = self.marks()
        kinds = dict.fromkeys(option.kind for option in group.listed)
        words = [kind.replace("friendly-", "friendly ") for kind in kinds]
        for options in group.by_place:
            signs = "".join(sorted({marks[int(option.place)] for option in options}))
            words.append(f"{options[0].kind} to {len(options)} places {signs}")
        count = len(group.listed) + sum(len(options) for options in group.by_place)
        return f"{group.name} ({count}): {', '.join(words)}"

    def place_lines(self, group: MenuGroup) -> Iterator[Text]:
        """Yield a line for each kind of move whose places are named."""
        marks = self.marks()
        for options in group.by_place:
            signs = " or ".join(sorted({marks[int(option.place)] for option in options}))
            yield Text(self.place_hint(options, f" marked {signs}"))

    def place_hint(self, options: list[Option], which: str) -> str:
        """Return how to choose among options that are named by their place."""
        costs = {option.cost for option in options}
        cost = f" ({costs.pop()})" if len(costs) == 1 and any(costs) else ""
        verb = options[0].kind.capitalize() if len(self.by_place) > 1 else "Go"
        return f"  {verb}: {len(options)} places{which}{cost}; type {self.place_example(options)}"

    def place_example(self, options: list[Option]) -> str:
        """Return what to type for one of the options that are named by their place."""
        place = self.place_name(options[len(options) // 2])
        return f"{options[0].kind} {place}" if len(self.by_place) > 1 else place

    def sentences(self, fight: Fight) -> Iterator[str]:
        """Yield the menu in lines that can be read aloud, each option with its odds in words."""
        for group in self.groups:
            if len(self.groups) > 1 and len(self.question.options) > 4 and group.name != END:
                yield f"{group.name}:"
            for option in group.listed:
                line = f"  {self.key_of(option)}  {option.text}"
                cost = self.shown_cost(option)
                line += f"  ({cost})" if cost else ""
                found = self.figures.get(option.key)
                if found:
                    line += f": hits {found.hits}, mean {found.mean:.2f}, drops {found.drops}"
                yield line
            for options in group.by_place:
                cells = [int(option.place) for option in options]
                yield self.place_hint(options, f" ({areas_text(fight.setup.board(), cells)})")


def make_group(name: str, options: list[Option], cost: str, figures: Figures) -> MenuGroup:
    """Return a group of a menu; of attacks at one cost the one with the highest mean is first."""
    kinds: dict[str, list[Option]] = {}
    for option in options:
        kinds.setdefault(option.kind, []).append(option)
    by_place = [many for many in kinds.values() if is_named_by_place(many)]
    listed = [option for many in kinds.values() if many not in by_place for option in many]
    if name in (ATTACKS, MANOEUVRES):
        costs = list(dict.fromkeys(option.cost for option in listed))
        listed.sort(
            key=lambda option: (
                costs.index(option.cost),
                -figures[option.key].mean if option.key in figures else 0.0,
            )
        )
    return MenuGroup(name, listed, by_place, cost)


def is_named_by_place(options: list[Option]) -> bool:
    """Return whether each option has a place of its own, and there are many."""
    places = {int(one.place) for one in options if one.place >= 0}
    return len(places) == len(options) > MOST_PLACES


def with_figures(line: Text, figures: Iterable[str], width: int, cost: str = "") -> Text:
    """Return a line with its cost, and figures in columns at its right.

    A line that is too long loses its dice in brackets first, then its end. A narrow terminal
    shows only the chance to hit.
    """
    columns = list(zip(figures, FIGURES_WIDTHS, strict=False))[: 1 if width < NARROW else None]
    room = width - sum(size for _, size in columns)
    dice = line.plain.rfind(" (")
    if len(line) + len(cost) > room and dice > 0:
        line.right_crop(len(line) - dice)
    line.truncate(room - len(cost), overflow="ellipsis")
    line.append(cost, style="dim")
    if columns:
        line.pad_right(room - len(line))
    for text, size in columns:
        line.append(f"{text:>{size}}", style="cyan")
    return line


def cut(line: Text, width: int) -> Text:
    """Return a line cut to a width."""
    line.truncate(width, overflow="ellipsis")
    return line


# --- typing ---


def read_line(prompt: str, words: Iterable[str] = ()) -> str:
    """Print a prompt and return a line without the spaces around it.

    At a terminal the Tab key completes `words`. Raises LeaveError at the input's end.
    """
    if not sys.stdin.isatty():
        console.print(Text(prompt, style="dim"), end="")
        line = sys.stdin.readline()
        if not line:
            raise LeaveError
        return line.strip()
    complete_with(list(words))
    try:
        return input(prompt).strip()
    except EOFError:
        raise LeaveError from None


def complete_with(words: list[str]) -> None:
    """Let the Tab key complete what is typed to one of some words."""
    try:
        import readline
    except ImportError:  # a system without it, such as Windows
        return

    def complete(typed: str, state: int) -> str | None:
        found = [word for word in words if word.lower().startswith(typed.lower())]
        return found[state] if state < len(found) else None

    readline.set_completer_delims("")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def print_choice(menu: Menu, options: list[Option], typed: str) -> None:
    """Say that a typed line is no answer, or could mean several."""
    if not options:
        places = [f"a place such as {menu.place_example(many)}, or " for many in menu.by_place[:1]]
        say(f"{typed!r} is not among the answers; type {''.join(places)}help", "red")
        return
    shown = ", ".join(option.key for option in options[:6])
    more = f" and {len(options) - 6} more" if len(options) > 6 else ""
    say(f"{typed!r} could mean {shown}{more}; type more of it", "red")


def print_group(menu: Menu, group: MenuGroup) -> None:
    """Print all the options of a group."""
    for line in menu.group_lines(group, console.width, False):
        print_line(line)
