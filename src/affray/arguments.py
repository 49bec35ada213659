"""Argument checks of the Python interface, with messages that name arguments instead of flags.

The lab and the library name a wrong value by the command line's option. `checked` replaces it by
the name of the Python argument, and rejects arguments of a wrong type before any work begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import wraps
from inspect import Parameter, signature
from numbers import Integral, Real
from os import PathLike
from typing import NamedTuple, ParamSpec, TypeVar

from affray.core.problems import InvalidDataError, Problem, data_error

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Kind(NamedTuple):
    """A kind of argument: its name in a message, and its allowed types."""

    name: str
    types: type | tuple[type, ...]


KINDS = {
    "str": Kind("a text", str),
    "int": Kind("a whole number", Integral),
    "float": Kind("a number", Real),
    "bool": Kind("True or False", bool),
    "Path": Kind("a path", PathLike),
    "Players": Kind("a dictionary of players by side", Mapping),
    "Mapping": Kind("a dictionary", Mapping),
    "Sequence": Kind("a list", Sequence),
    "Iterable": Kind("a list", Iterable),
    "None": Kind("None", type(None)),
}
"""The kind of value for an annotation, by the first word of each of its alternatives."""

PYTHON_NAMES = {
    "-n": ("fights", "playouts"),
    "--as": ("manner",),
    "--attacker": ("attacker", "attackers"),
    "--from": ("low",),
    "--player": ("players",),
    "--to": ("high",),
    "--vary": ("key",),
    "--with": ("weapon",),
}
"""The possible arguments for an option; any other option has the argument's own name."""

OPTION = re.compile(r"(?<!\w)--?[a-z]+(?:-[a-z]+)*")


def checked(function: Callable[Given, Result]) -> Callable[Given, Result]:
    """Return the function with checked arguments, and problems in terms of its arguments."""
    parameters = signature(function).parameters

    @wraps(function)
    def call(*args: Given.args, **kwargs: Given.kwargs) -> Result:
        for (name, parameter), value in zip(parameters.items(), args, strict=False):
            check_argument(name, parameter, value)
        for name, value in kwargs.items():
            if name in parameters:
                check_argument(name, parameters[name], value)
        try:
            return function(*args, **kwargs)
        except InvalidDataError as error:
            problems = [in_python(one, parameters) for one in error.problems]
            source = error.source
            if source.startswith("--"):
                source = argument_names(source, parameters)
            raise InvalidDataError(problems, source) from None

    return call


def check_argument(name: str, parameter: Parameter, value: object) -> None:
    """Raise InvalidDataError for a value that does not fit an argument's annotation."""
    alternatives = re.split(r" \| (?![^\[]*\])", str(parameter.annotation))
    kinds = [KINDS.get(one.partition("[")[0]) for one in alternatives]
    if parameter.kind is Parameter.VAR_KEYWORD or None in kinds:
        return
    known = [one for one in kinds if one is not None]
    is_text, is_bool = isinstance(value, str), isinstance(value, bool)
    if not any(
        isinstance(value, one.types)
        and (one.types is str or not is_text)
        and (one.types is bool or not is_bool)
        for one in known
    ):
        wanted = " or ".join(dict.fromkeys(one.name for one in known if one.name != "None"))
        raise data_error(f"expected {wanted}, not {value!r}", name)
    if "[str]" in str(parameter.annotation) and isinstance(value, Collection) and not is_text:
        for one in value:
            if not isinstance(one, str):
                raise data_error(f"expected a list of texts, not {list(value)!r}", name)


def in_python(problem: Problem, parameters: Collection[str]) -> Problem:
    """Return a problem with the names of arguments in place of options."""
    key, text = (argument_names(one, parameters) for one in (problem.key, problem.text))
    text = text.replace("ignore_distance puts", "ignore_distance=True puts")
    return Problem(key, text, problem.line, problem.place if problem.line else "")


def argument_names(text: str, parameters: Collection[str]) -> str:
    """Return a text in which arguments' names replace the options."""

    def argument(found: re.Match[str]) -> str:
        option = found.group()
        names = PYTHON_NAMES.get(option, (option.lstrip("-").replace("-", "_"),))
        return next((one for one in names if one in parameters), option)

    return OPTION.sub(argument, text)
