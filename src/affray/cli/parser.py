"""Reads a command line: what a command's function declares, and what was typed.

A command is a function whose parameters are annotated with an Argument or an Option, so that its
signature says what it takes and of which type. Everything that is wrong with a command line is
one UsageError that says what to do.
"""

from __future__ import annotations

import os
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

from affray.core.problems import nearest

HELP = ("-h", "--help")
WIDTH = 80


class UsageError(Exception):
    """A command line that cannot be run; the message says what to do."""


@dataclass(frozen=True)
class Argument:
    """A word of a command line without a dash before it."""

    metavar: str
    help: str


class Option:
    """A part of a command line that begins with a dash, and its value if it takes one."""

    def __init__(
        self,
        *names: str,
        help: str,
        metavar: str = "",
        low: int | None = None,
        high: int | None = None,
        environment: str = "",
    ) -> None:
        self.names = names
        self.help, self.metavar = help, metavar
        self.low, self.high = low, high
        self.environment = environment
        """The environment variable that stands in for it."""


Word = str | None
"""The type of a word that may be left out."""


class Value(Option):
    """An option with a value of its own, such as `--tape FILE`, and no more to say of it."""

    def __init__(self, name: str, metavar: str, help: str) -> None:
        super().__init__(name, metavar=metavar, help=help)


class ServiceSetting(Option):
    """An option of the service: a value that an environment variable of its name can give too."""

    def __init__(
        self,
        name: str,
        metavar: str,
        help: str,
        low: int | None = None,
        high: int | None = None,
        environment: str = "",
    ) -> None:
        variable = environment or f"AFFRAY_{name.strip('-').upper()}"
        super().__init__(name, metavar=metavar, help=help, low=low, high=high, environment=variable)


@dataclass(frozen=True)
class Parameter:
    """A parameter of a command's function."""

    name: str
    declared: Argument | Option
    type: type
    """str, int, float, bool or Path."""
    is_list: bool
    is_required: bool
    default: Any

    def convert(self, text: str) -> Any:
        """The value that a word means; raises UsageError naming the option or argument."""
        if self.type is str and not text and isinstance(self.declared, Option):
            raise UsageError(f"{self.label()}: expected {metavar_of(self)}, not an empty text")
        try:
            value = self.type(text)
        except ValueError:
            wanted = "a whole number" if self.type is int else "a number"
            raise UsageError(f"{self.label()}: expected {wanted}, not {text!r}") from None
        declared = self.declared
        if isinstance(declared, Option):
            low, high = declared.low, declared.high
            if (low is not None and value < low) or (high is not None and value > high):
                limits = f"{low} or more" if high is None else f"{low} to {high}"
                raise UsageError(f"{self.label()}: expected {limits}, not {text}")
        return value

    def label(self) -> str:
        """What it is called in messages."""
        if isinstance(self.declared, Option):
            return self.declared.names[-1]
        return self.declared.metavar

    def usage(self) -> str:
        """An argument as the usage line has it."""
        assert isinstance(self.declared, Argument)
        return self.declared.metavar if self.is_required else f"[{self.declared.metavar}]"

    def help_row(self) -> tuple[str, str]:
        """The two columns of its help."""
        if isinstance(self.declared, Argument):
            return self.usage(), self.declared.help
        names = " ".join([", ".join(self.declared.names), self.declared.metavar]).rstrip()
        shown = self.default not in (None, False, "") and not self.is_required
        extra = "  [required]" if self.is_required else f"  [default: {self.default}]"
        return names, self.declared.help + (extra if shown or self.is_required else "")


def parameters_of(command: Callable[..., Any]) -> list[Parameter]:
    """The parameters of a command's function, as its signature declares them."""
    hints = get_type_hints(command, include_extras=True)
    found = []
    for name, parameter in signature(command).parameters.items():
        annotation = hints[name]
        assert get_origin(annotation) is Annotated, f"{command.__module__}: {name}"
        annotated, declared = get_args(annotation)[:2]
        if get_origin(annotated) in (Union, UnionType):
            annotated = next(one for one in get_args(annotated) if one is not NoneType)
        is_list = get_origin(annotated) is list
        found.append(
            Parameter(
                name,
                declared,
                get_args(annotated)[0] if is_list else annotated,
                is_list,
                parameter.default is parameter.empty,
                parameter.default,
            )
        )
    return found


def parse(parameters: list[Parameter], words: list[str]) -> dict[str, Any]:
    """The values that a command line gives to a command's parameters; raises UsageError."""
    options = {
        name: parameter
        for parameter in parameters
        if isinstance(parameter.declared, Option)
        for name in parameter.declared.names
    }
    values: dict[str, Any] = {}
    plain: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        if word == "--":
            plain.extend(waiting)
            break
        if not word.startswith("-") or word == "-":
            plain.append(word)
            continue
        name, equals, value = word.partition("=")
        if name not in options and not name.startswith("--") and name[:2] in options:
            name, equals, value = name[:2], "=", word[2:]
        if name not in options:
            near = nearest(name, options)
            hint = f" (did you mean {near}?)" if near else ""
            raise UsageError(f"there is no option {name}{hint}")
        parameter = options[name]
        if parameter.type is bool:
            if equals:
                raise UsageError(f"{name}: takes no value")
            values[parameter.name] = True
            continue
        if not equals:
            if not waiting:
                raise UsageError(f"{name}: expected a value, {metavar_of(parameter)}, after it")
            value = waiting.pop(0)
        converted = parameter.convert(value)
        if parameter.is_list:
            values.setdefault(parameter.name, []).append(converted)
        else:
            values[parameter.name] = converted
    assign_arguments(parameters, plain, values)
    for parameter in parameters:
        fill_in(parameter, values)
    return values


def assign_arguments(parameters: list[Parameter], words: list[str], values: dict[str, Any]) -> None:
    """Gives words without dashes to the arguments, in order; raises UsageError for one too many."""
    for parameter in parameters:
        if isinstance(parameter.declared, Option) or not words:
            continue
        if parameter.is_list:
            values[parameter.name] = [parameter.convert(word) for word in words]
            return
        values[parameter.name] = parameter.convert(words.pop(0))
    if words:
        raise UsageError(f"there is one word too many: {words[0]!r}")


def fill_in(parameter: Parameter, values: dict[str, Any]) -> None:
    """Gives a parameter that was not named its default; raises UsageError if it has none."""
    if parameter.name in values:
        return
    declared = parameter.declared
    if isinstance(declared, Option) and declared.environment in os.environ:
        values[parameter.name] = parameter.convert(os.environ[declared.environment])
    elif parameter.is_required:
        raise UsageError(f"{parameter.label()} is missing")
    else:
        values[parameter.name] = parameter.default


def metavar_of(parameter: Parameter) -> str:
    """What stands for the value of an option."""
    return parameter.declared.metavar or parameter.type.__name__


def help_text(name: str, command: Callable[..., Any]) -> str:
    """The help of a command: usage, what it does, its arguments and its options."""
    parameters = parameters_of(command)
    arguments = [one for one in parameters if isinstance(one.declared, Argument)]
    options = [one for one in parameters if isinstance(one.declared, Option)]
    usage = " ".join(["affray", name, "[OPTIONS]", *[one.usage() for one in arguments]])
    about = textwrap.dedent("    " + (command.__doc__ or "")).strip()
    parts = [f"Usage: {usage}", *[fit_paragraph(one) for one in about.split("\n\n")]]
    if arguments:
        parts.append("Arguments:\n" + columns([one.help_row() for one in arguments]))
    rows = [one.help_row() for one in options]
    parts.append("Options:\n" + columns([*rows, (", ".join(HELP), "Show this message.")]))
    return "\n\n".join(parts)


def fit_paragraph(text: str) -> str:
    """A paragraph of a command's docstring within the width; each example has its own line."""
    words, colon, commands = text.partition(":")
    if words in ("Example", "Examples") and colon:
        as_written = textwrap.indent(text, "  ")
        if all(len(line) <= WIDTH for line in as_written.split("\n")):
            return as_written
        lines = [f"    {line.strip()}" for line in commands.strip().split("\n")]
        return "\n".join([f"  {words}:", *lines])
    return textwrap.fill(" ".join(text.split()), WIDTH, initial_indent="  ", subsequent_indent="  ")


def columns(rows: list[tuple[str, str]]) -> str:
    """Two columns, the second wrapped."""
    width = max(len(first) for first, _ in rows)
    lines = []
    for first, second in rows:
        start = f"  {first:<{width}}  "
        wrapped = textwrap.wrap(second, max(20, WIDTH - len(start))) or [""]
        lines.append((start + wrapped[0]).rstrip())
        lines.extend(" " * len(start) + more for more in wrapped[1:])
    return "\n".join(lines)
