"""Asking a person at the terminal: options as a menu, and what they type as an answer."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from affray.cli.board import REACHABLE
from affray.cli.output import console, say
from affray.core.fight import Fight
from affray.core.questions import Option, Question

OPTION_KEYS = "123456789abcdefghijklmnoprstvwxyz"
"""A key for each option; q, u, ? and ! mean something else everywhere."""

MOST_PLACES = 8
"""Options that differ in their place alone are named by it where there are more than this."""

END_OF_INPUT = "\x04"

ESCAPE = "\x1b"

ESCAPE_SECONDS = 0.05
"""How soon the rest follows of a key that sends several bytes, such as an arrow."""

HABIT_SECONDS = 0.4
"""How soon after a single key an Enter is typed out of habit."""


class LeaveError(Exception):
    """Stops a fight where a person leaves it."""


@dataclass
class OptionGroup:
    """The options of one kind."""

    kind: str
    options: list[Option]

    def is_by_place(self) -> bool:
        """Whether an option is chosen by naming its place, which no other option has."""
        places = {int(one.place) for one in self.options if one.place >= 0}
        return len(places) == len(self.options) > MOST_PLACES


class Menu:
    """The options of a question, grouped by kind, each with a key or a number."""

    def __init__(self, fight: Fight, question: Question) -> None:
        self.question = question
        self.groups = group_by_kind(question.options)
        self.by_place = [group for group in self.groups if group.is_by_place()]
        self.listed = [
            option for group in self.groups if not group.is_by_place() for option in group.options
        ]
        self.is_one_key = not self.by_place and len(self.listed) <= len(OPTION_KEYS)
        self.place_names = place_names(fight)

    def key_of(self, option: Option) -> str:
        """The key or number that chooses an option of the list."""
        number = self.listed.index(option)
        return OPTION_KEYS[number] if self.is_one_key else str(number + 1)

    def marks(self) -> dict[int, str]:
        """The sign on the board of each place that can be named: one for those of the kind that
        leads to the fewest, another for what only the next one leads to, and so on."""
        found: dict[int, str] = {}
        for number, group in enumerate(sorted(self.by_place, key=lambda one: len(one.options))):
            for option in group.options:
                found.setdefault(int(option.place), REACHABLE[number % len(REACHABLE)])
        return found

    def zones(self) -> dict[int, str]:
        """The places that options lead to where each has a key of its own."""
        return {int(option.place): REACHABLE[0] for option in self.listed if option.place >= 0}

    def is_grouped(self) -> bool:
        """Whether the kinds of options are worth a heading each."""
        return len(self.groups) > 1 and len(self.question.options) > 4

    def place_name(self, option: Option) -> str:
        """The name of an option's place, as the board has it."""
        place = int(option.place)
        return self.place_names[place] if 0 <= place < len(self.place_names) else ""

    def find(self, typed: str) -> list[Option]:
        """The options that something typed can mean: by key or number, by the option's own key,
        by its place, or by its kind and place; else those that begin so. Where single keys are
        read, one key is nothing else."""
        wanted = " ".join(typed.lower().split())
        for option in self.listed:
            if self.key_of(option) == wanted:
                return [option]
        if self.is_one_key and len(wanted) == 1:
            return []
        options = self.question.options
        exact = [option for option in options if wanted in self.names_of(option)]
        if exact or wanted.isdigit():
            return exact
        return [
            option
            for option in options
            if any(name.startswith(wanted) for name in self.names_of(option))
        ]

    def names_of(self, option: Option) -> list[str]:
        """Everything an option can be called by, in small letters."""
        names = [option.key, option.text]
        place = self.place_name(option)
        if place:
            names += [place, f"{option.kind} {place}", f"{option.kind} to {place}"]
        return [name.lower() for name in names]


def group_by_kind(options: Sequence[Option]) -> list[OptionGroup]:
    """The options of each kind together, in the order the kinds first come up."""
    groups: dict[str, OptionGroup] = {}
    for option in options:
        groups.setdefault(option.kind, OptionGroup(option.kind, [])).options.append(option)
    return list(groups.values())


def place_names(fight: Fight) -> list[str]:
    """The names of the board's places, by number."""
    listed = fight.setup.board().get("places", [])
    assert isinstance(listed, list)
    return [place if isinstance(place, str) else str(place["name"]) for place in listed]


def read_key() -> str:
    """One key, without waiting for Enter where the terminal can do that; a line where nobody sits
    at a terminal. Enter itself is passed over, so that one typed out of habit answers nothing.
    Raises LeaveError at the input's end."""
    if not sys.stdin.isatty():
        return read_line()
    import os
    import termios
    import tty
    from select import select

    # what was typed ahead counts: nothing is flushed
    descriptor = sys.stdin.fileno()
    before = termios.tcgetattr(descriptor)
    try:
        tty.setcbreak(descriptor, termios.TCSADRAIN)
        typed = "\n"
        while typed in ("\r", "\n"):
            typed = read_character(descriptor)
            if typed == ESCAPE:  # alone, or the first byte of an arrow or another such key
                if select([descriptor], [], [], ESCAPE_SECONDS)[0]:
                    os.read(descriptor, 8)
                typed = "\n"
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, before)
    if typed in ("", END_OF_INPUT):
        raise LeaveError
    console.print(typed)
    return typed


def read_character(descriptor: int) -> str:
    """One character in UTF-8, however many bytes it has; empty at the input's end."""
    import os

    first = os.read(descriptor, 1)
    more = sum(first >= least for least in (b"\xc0", b"\xe0", b"\xf0"))
    return (first + (os.read(descriptor, more) if more else b"")).decode("utf-8", "replace")


def read_line() -> str:
    """A line without the spaces around it; raises LeaveError at the input's end."""
    line = sys.stdin.readline()
    if not line:
        raise LeaveError
    return line.strip()


def ask_line(prompt: str, is_after_key: bool = False) -> str:
    """Prints a prompt and reads a line. After a single key, an Enter that follows at once belongs
    to that key and is passed over."""
    console.print(prompt, end="")
    if is_after_key and sys.stdin.isatty():
        from select import select

        ready, _, _ = select([sys.stdin], [], [], HABIT_SECONDS)
        if ready:
            return read_line() or read_line()
    return read_line()


def print_choice(options: list[Option], typed: str) -> None:
    """Says that something typed is no answer, or could mean several."""
    if not options:
        say(f"{typed!r} is not among the answers", "red")
        return
    shown = ", ".join(option.key for option in options[:6])
    more = f" and {len(options) - 6} more" if len(options) > 6 else ""
    say(f"{typed!r} could mean {shown}{more}; type more of it", "red")
