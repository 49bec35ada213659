"""Models of the data in files. Pydantic checks them; this module words the problems.

    class Club(Data):
        \"\"\"A club.\"\"\"

        weight: int = Field(ge=1, description="how heavy it is")
        title: Name | None = Field(default=None, description="what it is called")

    read_data(Club, {"weight": 3}).weight

All problems of a table are reported at once, with the nearest known key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, GetCoreSchemaHandler, ValidationError
from pydantic import Field as Field  # rulesets from outside import it from here
from pydantic_core import CoreSchema, ErrorDetails

from affray.core.problems import InvalidDataError, Problem, nearest, toml_value, unknown_name

LARGEST_NUMBER = 1_000_000_000
"""The largest number allowed in a file."""

MOST_PROBLEMS = 50
"""The maximum number of problems reported for a file; the nearest name for each takes long to
find."""

MOST_LOOKED_UP = 20
"""The maximum number of unknown keys of one table that are compared with its missing keys."""

Place = tuple[int | str, ...]
"""The keys and list indexes that lead to a value."""


class Data(BaseModel):
    """Data from a file.

    Unknown keys are rejected, types are not converted, and the data never change.
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, defer_build=True, serialize_by_alias=True
    )

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        schema = handler(source)
        accept_lists_as_tuples(schema)
        return schema


def accept_lists_as_tuples(schema: Any) -> None:
    """Accept lists for the tuples of a schema, because TOML and JSON have no tuples."""
    if isinstance(schema, dict):
        if schema.get("type") == "tuple":
            schema["strict"] = False
        for part in schema.values():
            accept_lists_as_tuples(part)
    elif isinstance(schema, list):
        for part in schema:
            accept_lists_as_tuples(part)


Model = TypeVar("Model", bound=Data)


def read_data(
    model: type[Model], data: Any, source: str = "", most_problems: int = MOST_PROBLEMS
) -> Model:
    """Return data as a model.

    Raise InvalidDataError with everything that is wrong with them, or with the first
    `most_problems` problems.
    """
    too_large: list[Place] = []
    data = plain_numbers(data, (), too_large)
    try:
        found = model.model_validate(data)
    except ValidationError as error:
        problems = Faults(model, data).problems(error.errors(include_url=False), too_large)
    else:
        problems = Faults(model, data).problems([], too_large)
        if not problems:
            return found
    told = [Problem(key, text()) for key, text in problems[:most_problems]]
    if len(told) < len(problems):
        told.append(Problem("", f"there are {len(problems):,} problems; these are the first"))
    raise InvalidDataError(told, source)


def plain_numbers(value: Any, place: Place, too_large: list[Place]) -> Any:
    """Return data with whole floats as integers; add the places of numbers that are too large."""
    if isinstance(value, Mapping):
        return {key: plain_numbers(one, (*place, key), too_large) for key, one in value.items()}
    if isinstance(value, list):
        return [plain_numbers(one, (*place, n), too_large) for n, one in enumerate(value)]
    if isinstance(value, int | float) and not abs(value) <= LARGEST_NUMBER:
        too_large.append(place)
        return value
    return int(value) if isinstance(value, float) and value.is_integer() else value


Fault = tuple[Place, Callable[[], str]]
"""A place and the sentence about it. The sentence is a function, because only the first faults are
shown and nearest names take long to find."""


class Faults:
    """A converter of pydantic's errors into sentences."""

    def __init__(self, model: type[Data], data: Any) -> None:
        self.model = model
        self.data = data

    def problems(
        self, errors: Sequence[ErrorDetails], too_large: Sequence[Place]
    ) -> list[tuple[str, Callable[[], str]]]:
        """Return the key and the sentence of each fault."""
        located = [(self.place(error), error) for error in errors]
        by_place: dict[Place, list[ErrorDetails]] = {}
        for place, error in self.without_misspelt(located):
            by_place.setdefault(place, []).append(error)
        around = {place[:length] for place in by_place for length in range(len(place))}
        faults: list[Fault] = []
        for place, here in by_place.items():
            # a value that fits one alternative of a union is only wrong further in
            if place in around and all(error["type"] in EXPECTED for error in here):
                continue
            faults.append((place, partial(self.sentence, place, here)))
        for place in too_large:
            if not any(place[:length] in by_place for length in range(len(place) + 1)):
                faults.append((place, partial(too_large_text, self.value_at(place))))
        return [(".".join(map(str, place)), text) for place, text in faults]

    def place(self, error: ErrorDetails) -> Place:
        """Return the place of an error; pydantic also names the alternatives of unions."""
        found: Place = ()
        here = self.data
        for number, part in enumerate(error["loc"]):
            is_last = number == len(error["loc"]) - 1
            if has_entry(here, part):
                here = here[part]
                found = (*found, part)
            elif is_last and isinstance(here, Mapping) and error["type"] == "missing":
                found = (*found, part)
        return found

    def without_misspelt(
        self, errors: list[tuple[Place, ErrorDetails]]
    ) -> list[tuple[Place, ErrorDetails]]:
        """Return the errors, except keys that are missing only because they are misspelt."""
        unknown: dict[Place, list[str]] = {}
        for place, error in errors:
            if error["type"] == "extra_forbidden":
                unknown.setdefault(place[:-1], []).append(str(place[-1]))
        meant = set()
        for table in {place[:-1] for place, error in errors if error["type"] == "missing"}:
            known = keys_at(self.model, table)
            meant |= {
                (*table, nearest(key, known)) for key in unknown.get(table, [])[:MOST_LOOKED_UP]
            }
        return [
            (place, error)
            for place, error in errors
            if error["type"] != "missing" or place not in meant
        ]

    def sentence(self, place: Place, errors: Sequence[ErrorDetails]) -> str:
        """Return the sentence about one value."""
        value = self.value_at(place)
        if errors[0]["type"] == "literal_error" and errors[0]["loc"][-1] == "[key]":
            known = re.findall(r"'([^']*)'", errors[0]["ctx"]["expected"])
            return unknown_name("key", str(place[-1]), known)
        specific = [error for error in errors if error["type"] not in EXPECTED]
        if not specific:
            return f"expected {expected_words(errors, value)}, not {brief(value)}"
        error = specific[0]
        context = error.get("ctx", {})
        if error["loc"][-1:] == ("[key]",):
            return f"{place[-1]!r} will not do: {pattern_words(context.get('pattern', ''))}"
        match error["type"]:
            case "missing" if isinstance(error["loc"][-1], int):
                wanted = max(int(one["loc"][-1]) for one in errors) + 1
                return f"expected {wanted} entries, not {len(value)}"
            case "missing":
                return "is missing"
            case "extra_forbidden":
                return unknown_name("key", str(place[-1]), keys_at(self.model, place[:-1]))
            case "value_error":
                return str(context["error"])
            case "too_short":
                return f"expected at least {context['min_length']} of them, not {len(value)}"
            case "too_long":
                return f"expected at most {context['max_length']} of them, not {len(value)}"
            case "string_too_short":
                return f"expected some text, not {brief(value)}"
            case "string_too_long":
                return f"expected {context['max_length']} letters at most, not {brief(value)}"
            case "string_pattern_mismatch":
                return f"{value!r} will not do: {pattern_words(context['pattern'])}"
            case "greater_than_equal":
                return f"expected at least {figure(context['ge'])}, not {brief(value)}"
            case "greater_than":
                return f"expected more than {figure(context['gt'])}, not {brief(value)}"
            case "less_than_equal":
                return f"expected at most {figure(context['le'])}, not {brief(value)}"
        return error["msg"]

    def value_at(self, place: Place) -> Any:
        """Return the value at a place."""
        here = self.data
        for part in place:
            here = here.get(part) if isinstance(here, Mapping) else here[part]
        return here


def has_entry(value: Any, part: int | str) -> bool:
    """Return whether a table has a key, or a list an index."""
    if isinstance(value, list):
        return isinstance(part, int) and part < len(value)
    return isinstance(value, Mapping) and part in value


EXPECTED = {
    "string_type": "a text",
    "int_type": "a number",
    "float_type": "a number",
    "bool_type": "true or false",
    "list_type": "a list",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
    "literal_error": "",
}
"""The expected kind of value, by pydantic's name of the error."""


def expected_words(errors: Sequence[ErrorDetails], value: object) -> str:
    """Return the expected kinds of a value: the alternatives of these errors."""
    if len(errors) == 1 and errors[0]["type"] == "int_type" and not is_figure(value):
        return "a whole number"
    *others, last = [EXPECTED[one["type"]] or one["ctx"]["expected"] for one in errors]
    return f"{', '.join(others)} or {last}" if others else last


def is_figure(value: object) -> bool:
    """Return whether a value resembles a whole number but is none: "5" or true."""
    if not isinstance(value, str):
        return isinstance(value, bool)
    return value.strip().lstrip("+-").isdecimal()


def brief(value: object) -> str:
    """Return a value for a message, shortened."""
    if isinstance(value, bool):
        return toml_value(value)
    text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def figure(number: float) -> str:
    """Return a number for a message: pydantic returns whole limits of floats as floats."""
    return str(int(number)) if number == int(number) else str(number)


def too_large_text(value: float) -> str:
    """Return the sentence for a number that is too large."""
    shown = f"{value:.3g}" if abs(value) < 1e300 else brief(value)
    return f"expected a number up to {LARGEST_NUMBER:,}, not {shown}"


def pattern_words(pattern: str) -> str:
    """Return the requirement of a pattern in words."""
    if pattern.startswith("^[a-z0-9]"):
        return "use small letters, digits and hyphens"
    if pattern.startswith("^[^:=|#"):
        return "a name has none of : = | # { } and is one line of plain text"
    if pattern.startswith(("^[^\\x00-\\x1f", "^[^\\x00-\\x08")):
        return "take out control characters and marks that turn the direction of writing"
    if "d" in pattern:
        return "write dice like 2d12"
    return f"it has to match {pattern}"


@cache
def json_schema(model: type[Data]) -> dict[str, Any]:
    """Return the JSON Schema of a model."""
    return model.model_json_schema()


def keys_at(model: type[Data], place: Place) -> list[str]:
    """Return the keys that a table at a place may have."""
    here: Any = json_schema(model)
    definitions = here.get("$defs", {})
    for part in place:
        here = resolved(here, definitions)
        if isinstance(part, int):
            here = here.get("items", {})
        else:
            properties = here.get("properties", {})
            others = [here.get("additionalProperties"), *here.get("patternProperties", {}).values()]
            here = properties.get(part, next((one for one in others if one), {}))
        if not isinstance(here, dict):
            return []
    return list(resolved(here, definitions).get("properties", {}))


def resolved(schema: Any, definitions: Any) -> Any:
    """Return a schema with its reference, or the first of its alternatives, looked up."""
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = definitions[schema["$ref"].rpartition("/")[2]]
        else:
            schema = next((s for s in schema["anyOf"] if "$ref" in s or "items" in s), {})
    return schema
