"""The kinds of values that files may hold: each reads one, says what is wrong with another, and
says of itself what a JSON Schema would.

`kind_of` makes them from annotations: plain types, lists, tuples and tables of them, literals,
unions, models of file data (`affray.core.data`), and `Annotated` ones with limits and functions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Protocol, Union, get_args, get_origin

from affray.core.problems import unknown_name
from affray.core.rulebook import toml_value

LARGEST_NUMBER = 1_000_000_000
"""No figure of a file is larger."""

LARGEST_FLOAT = 1e300
"""A whole number below this is a float as well."""

Schema = dict[str, Any]
"""What a JSON Schema says of a value."""

Fault = tuple[tuple[str, ...], Callable[[], str]]
"""Something that is wrong: the keys that lead to it from the value that was read, and what gives
the sentence: of very many faults only the first are told, as to find nearest names takes long."""


class InvalidValueError(Exception):
    """A value that its kind cannot read, with everything that is wrong with it."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__()
        self.faults = faults

    def faults_at(self, key: str) -> list[Fault]:
        """The faults as whoever holds the value under a key has them."""
        return [((key, *place), text) for place, text in self.faults]


def invalid(text: Callable[[], str]) -> InvalidValueError:
    """The error of a value with one thing wrong."""
    return InvalidValueError([((), text)])


def unexpected(words: str, value: object) -> InvalidValueError:
    """The error of a value that is none of what was expected."""
    return invalid(lambda: f"expected {words}, not {brief(value)}")


def brief(value: object) -> str:
    """A value in a message, cut short."""
    if isinstance(value, bool):
        return toml_value(value)
    text = value.isoformat() if hasattr(value, "isoformat") else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


@dataclass(frozen=True)
class Limits:
    """What a value has to keep to, beside its type."""

    ge: float | None = None
    le: float | None = None
    gt: float | None = None
    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None

    def over(self, other: Limits) -> Limits:
        """These limits, and another's where these set none."""
        own = {name: one for name, one in vars(self).items() if one is not None}
        return Limits(**{**vars(other), **own})

    def check_bounds(self, value: float) -> None:
        """Raises InvalidValueError where a number is out of bounds."""
        words = ""
        if self.ge is not None and value < self.ge:
            words = f"at least {self.ge}"
        elif self.gt is not None and value <= self.gt:
            words = f"more than {self.gt}"
        elif self.le is not None and value > self.le:
            words = f"at most {self.le}"
        elif abs(value) > LARGEST_NUMBER:
            figure = f"{value:.3g}" if abs(value) < LARGEST_FLOAT else brief(value)
            raise invalid(lambda: f"expected a number up to {LARGEST_NUMBER:,}, not {figure}")
        if words:
            raise unexpected(words, value)

    def check_most(self, count: int) -> None:
        """Raises InvalidValueError where a list or table has too many entries."""
        most = self.max_length
        if most is not None and count > most:
            raise invalid(lambda: f"expected at most {most} of them, not {count}")

    def check_least(self, count: int) -> None:
        """Raises InvalidValueError where a list or table has too few entries."""
        least = self.min_length
        if least is not None and count < least:
            raise invalid(lambda: f"expected at least {least} of them, not {count}")

    def check_text(self, value: str) -> None:
        """Raises InvalidValueError where a text is too short, too long or has what it may not."""
        most, pattern = self.max_length, self.pattern
        if self.min_length is not None and len(value) < self.min_length:
            raise unexpected("some text", value)
        if most is not None and len(value) > most:
            raise unexpected(f"{most} letters at most", value)
        if pattern is not None and not compiled(pattern).search(value):
            raise invalid(lambda: f"{value!r} will not do: {pattern_words(pattern)}")

    def schema(self, **names: str) -> Schema:
        """The limits that are set, by what a JSON Schema calls them for this kind of value."""
        return {
            name: getattr(self, limit)
            for limit, name in names.items()
            if getattr(self, limit) is not None
        }


NO_LIMITS = Limits()


@cache
def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of JSON Schema, whose $ is the very end of a text and not the end of its line."""
    return re.compile(re.sub(r"\$$", r"\\Z", pattern))


def pattern_words(pattern: str) -> str:
    """What a pattern asks for, in words."""
    if pattern.startswith("^[a-z0-9]"):
        return "use small letters, digits and hyphens"
    if pattern.startswith("^[^:=|#"):
        return "a name has none of : = | # { } and is one line of plain text"
    if pattern.startswith(("^[^\\x00-\\x1f", "^[^\\x00-\\x08")):
        return "take out control characters and marks that turn the direction of writing"
    if "d" in pattern:
        return "write dice like 2d12"
    return f"it has to match {pattern}"


class AfterValidator:
    """In an Annotated type: a function that gives the value that was read, or raises ValueError."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self.func = func


class BeforeValidator:
    """In an Annotated type: a function that makes of what a file says what the type can read."""

    def __init__(self, func: Callable[[Any], Any]) -> None:
        self.func = func


class Kind:
    """A kind of values."""

    words = ""
    """What it is, in messages."""
    has_title = True
    """Whether a key of this kind has a title in a JSON Schema: tables have their own."""

    def read(self, value: Any) -> Any:
        """The value that a file means; raises InvalidValueError."""
        raise NotImplementedError

    def fits(self, value: Any) -> bool:
        """Whether a value is of this kind's type, though there may be much wrong with it."""
        raise NotImplementedError

    def schema(self, models: dict[str, Model]) -> Schema:
        """What a JSON Schema says of it; the models it refers to are added to those there are."""
        raise NotImplementedError

    def limited(self, limits: Limits) -> Kind:
        """The same kind within limits."""
        raise TypeError(f"there are no limits for {type(self).__name__}")


class LimitedKind(Kind):
    """A kind that can have limits."""

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        self.limits = limits

    def limited(self, limits: Limits) -> Kind:
        found = type(self).__new__(type(self))
        vars(found).update(vars(self), limits=limits.over(self.limits))
        return found


class TextKind(LimitedKind):
    """A text."""

    words = "a text"

    def read(self, value: Any) -> Any:
        if not isinstance(value, str):
            raise unexpected(self.words, value)
        if self.limits is not NO_LIMITS:
            self.limits.check_text(value)
        return value

    def fits(self, value: Any) -> bool:
        return isinstance(value, str)

    def schema(self, models: dict[str, Model]) -> Schema:
        names = {"min_length": "minLength", "max_length": "maxLength", "pattern": "pattern"}
        return {"type": "string", **self.limits.schema(**names)}


BOUNDS = {"ge": "minimum", "le": "maximum", "gt": "exclusiveMinimum"}


class WholeNumberKind(LimitedKind):
    """A whole number."""

    words = "a number"

    def read(self, value: Any) -> Any:
        if not self.fits(value):
            raise unexpected(self.words if is_figure(value) else "a whole number", value)
        self.limits.check_bounds(value)
        return int(value)

    def fits(self, value: Any) -> bool:
        return type(value) is int or (isinstance(value, float) and value.is_integer())

    def schema(self, models: dict[str, Model]) -> Schema:
        return {"type": "integer", **self.limits.schema(**BOUNDS)}


class NumberKind(LimitedKind):
    """A number."""

    words = "a number"

    def read(self, value: Any) -> Any:
        if type(value) not in (int, float):
            raise unexpected(self.words, value)
        self.limits.check_bounds(value)
        return float(value)

    def fits(self, value: Any) -> bool:
        return type(value) in (int, float)

    def schema(self, models: dict[str, Model]) -> Schema:
        return {"type": "number", **self.limits.schema(**BOUNDS)}


def is_figure(value: object) -> bool:
    """Whether a value could be taken for a whole number and yet is none, such as "5" or true."""
    if not isinstance(value, str):
        return isinstance(value, bool)
    return value.strip().lstrip("+-").isdecimal()


class BooleanKind(Kind):
    """True or false."""

    words = "true or false"

    def read(self, value: Any) -> Any:
        if not isinstance(value, bool):
            raise unexpected(self.words, value)
        return value

    def fits(self, value: Any) -> bool:
        return isinstance(value, bool)

    def schema(self, models: dict[str, Model]) -> Schema:
        return {"type": "boolean"}


class AnyKind(Kind):
    """Whatever TOML can hold, but no number that is too large to reckon with."""

    def read(self, value: Any) -> Any:
        if isinstance(value, int | float):
            NO_LIMITS.check_bounds(value)
        elif isinstance(value, dict):
            TableKind(TextKind(), self).read(value)
        elif isinstance(value, list):
            ListKind(self).read(value)
        return value

    def fits(self, value: Any) -> bool:
        return True

    def schema(self, models: dict[str, Model]) -> Schema:
        return {}


class LiteralKind(Kind):
    """One of several texts or numbers."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = values
        *others, last = [repr(one) for one in values]
        self.words = f"{', '.join(others)} or {last}" if others else last

    def read(self, value: Any) -> Any:
        if value not in self.values or not self.fits(value):
            raise invalid(lambda: f"expected {self.words}, not {value!r}")
        return value

    def fits(self, value: Any) -> bool:
        return type(value) is type(self.values[0])

    def schema(self, models: dict[str, Model]) -> Schema:
        kind = PLAIN[type(self.values[0])].schema(models)
        if len(self.values) == 1:
            return {"const": self.values[0], **kind}
        return {"enum": list(self.values), **kind}


class ListKind(LimitedKind):
    """A list of values of one kind."""

    words = "a list"

    def __init__(self, item: Kind) -> None:
        super().__init__()
        self.item = item

    def read(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise unexpected(self.words, value)
        self.limits.check_most(len(value))
        found = read_each([(self.item, one) for one in value])
        self.limits.check_least(len(value))
        return found

    def fits(self, value: Any) -> bool:
        return isinstance(value, list | tuple)

    def schema(self, models: dict[str, Model]) -> Schema:
        limits = self.limits.schema(min_length="minItems", max_length="maxItems")
        return {"type": "array", "items": self.item.schema(models), **limits}


class TupleKind(Kind):
    """A list with an entry of each of several kinds."""

    words = "a list"

    def __init__(self, items: Sequence[Kind]) -> None:
        self.items = items

    def read(self, value: Any) -> Any:
        if not isinstance(value, list | tuple):
            raise unexpected(self.words, value)
        wanted, count = len(self.items), len(value)
        if count > wanted:
            raise invalid(lambda: f"expected at most {wanted} of them, not {count}")
        found = read_each(list(zip(self.items, value, strict=False)), wanted)
        return tuple(found)

    def fits(self, value: Any) -> bool:
        return isinstance(value, list | tuple)

    def schema(self, models: dict[str, Model]) -> Schema:
        items = [item.schema(models) for item in self.items]
        return {
            "type": "array",
            "prefixItems": items,
            "minItems": len(items),
            "maxItems": len(items),
        }


def read_each(entries: list[tuple[Kind, Any]], wanted: int = 0) -> list[Any]:
    """The entries of a list, each read by its kind; raises InvalidValueError, also where they are
    fewer than are wanted."""
    found: list[Any] = []
    faults: list[Fault] = []
    for kind, value in entries:
        try:
            found.append(kind.read(value))
        except InvalidValueError as error:
            faults += error.faults_at(str(len(found)))
            found.append(None)
    if len(entries) < wanted:
        faults.append(((), lambda: f"expected {wanted} entries, not {len(entries)}"))
    if faults:
        raise InvalidValueError(faults)
    return found


class TableKind(LimitedKind):
    """A table whose keys are names: values of one kind."""

    words = "a table"

    def __init__(self, key: Kind, value: Kind) -> None:
        super().__init__()
        self.key, self.value = key, value

    def read(self, value: Any) -> Any:
        if not isinstance(value, Mapping):
            raise unexpected(self.words, value)
        found: dict[str, Any] = {}
        faults: list[Fault] = []
        for key, one in value.items():
            try:
                self.key.read(key)
            except InvalidValueError:
                known = self.key.values if isinstance(self.key, LiteralKind) else [""]
                faults.append(((key,), unknown_key_text(key, known)))
            try:
                found[key] = self.value.read(one)
            except InvalidValueError as error:
                faults += error.faults_at(key)
        if faults:
            raise InvalidValueError(faults)
        self.limits.check_least(len(value))
        return found

    def fits(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def schema(self, models: dict[str, Model]) -> Schema:
        keys, values = self.key.schema(models), self.value.schema(models)
        keys.pop("type")
        pattern = keys.pop("pattern", None)
        found: Schema = {"type": "object", **self.limits.schema(min_length="minProperties")}
        if pattern is not None:
            found["patternProperties"] = {pattern: values}
        else:
            found["additionalProperties"] = values or True
        return {**found, "propertyNames": keys} if keys else found


def unknown_key_text(key: str, known: Sequence[str]) -> Callable[[], str]:
    """What gives the sentence for a key that is not known, with the nearest that is."""
    return lambda: unknown_name("key", key, known)


class OptionalKind(Kind):
    """A value of a kind, or none."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.words, self.has_title = kind.words, kind.has_title

    def read(self, value: Any) -> Any:
        return None if value is None else self.kind.read(value)

    def fits(self, value: Any) -> bool:
        return value is None or self.kind.fits(value)

    def schema(self, models: dict[str, Model]) -> Schema:
        inner = self.kind.schema(models)
        alternatives = inner["anyOf"] if isinstance(self.kind, UnionKind) else [inner]
        return {"anyOf": [*alternatives, {"type": "null"}]}

    def limited(self, limits: Limits) -> Kind:
        return OptionalKind(self.kind.limited(limits))


class UnionKind(Kind):
    """A value of one of several kinds."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = kinds
        *others, last = [kind.words for kind in kinds]
        self.words = f"{', '.join(others)} or {last}"

    def read(self, value: Any) -> Any:
        for kind in self.kinds:
            if kind.fits(value):
                return kind.read(value)
        raise unexpected(self.words, value)

    def fits(self, value: Any) -> bool:
        return any(kind.fits(value) for kind in self.kinds)

    def schema(self, models: dict[str, Model]) -> Schema:
        return {"anyOf": [kind.schema(models) for kind in self.kinds]}


class FunctionKind(Kind):
    """A kind whose values go through a function before they are read, or afterwards."""

    def __init__(
        self,
        kind: Kind,
        before: Callable[[Any], Any] | None = None,
        after: Callable[[Any], Any] | None = None,
    ) -> None:
        self.kind, self.before, self.after = kind, before, after
        self.words, self.has_title = kind.words, kind.has_title

    def read(self, value: Any) -> Any:
        found = self.kind.read(value if self.before is None else self.before(value))
        if self.after is None:
            return found
        try:
            return self.after(found)
        except ValueError as error:
            text = str(error)
            raise invalid(lambda: text) from None

    def fits(self, value: Any) -> bool:
        return self.kind.fits(value if self.before is None else self.before(value))

    def schema(self, models: dict[str, Model]) -> Schema:
        return self.kind.schema(models)

    def limited(self, limits: Limits) -> Kind:
        return FunctionKind(self.kind.limited(limits), self.before, self.after)


class Model(Protocol):
    """A class whose instances are tables with keys of their own (`affray.core.data`)."""

    __name__: str

    def read_table(self, data: Any) -> Any:
        """The instance that a table means; raises InvalidValueError."""


class ModelKind(Kind):
    """A table with keys of its own, as a model describes it."""

    words = "a table"
    has_title = False

    def __init__(self, model: Model) -> None:
        self.model = model

    def read(self, value: Any) -> Any:
        return self.model.read_table(value)

    def fits(self, value: Any) -> bool:
        return isinstance(value, Mapping)

    def schema(self, models: dict[str, Model]) -> Schema:
        models[self.model.__name__] = self.model
        return {"$ref": f"#/$defs/{self.model.__name__}"}


PLAIN: dict[Any, Kind] = {
    str: TextKind(),
    int: WholeNumberKind(),
    float: NumberKind(),
    bool: BooleanKind(),
    Any: AnyKind(),
    object: AnyKind(),
}


@cache
def kind_of(annotation: Any) -> Kind:
    """The kind that an annotation means; raises TypeError where no file can hold such a thing."""
    if annotation in PLAIN:
        return PLAIN[annotation]
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return annotated_kind(kind_of(arguments[0]), arguments[1:])
    if origin is Literal:
        return LiteralKind(arguments)
    if origin is list:
        return ListKind(kind_of(arguments[0]))
    if origin is tuple:
        return TupleKind([kind_of(one) for one in arguments])
    if origin is dict:
        return TableKind(kind_of(arguments[0]), kind_of(arguments[1]))
    if origin in (Union, UnionType):
        kinds = [kind_of(one) for one in arguments if one is not NoneType]
        found = kinds[0] if len(kinds) == 1 else UnionKind(kinds)
        return OptionalKind(found) if NoneType in arguments else found
    if hasattr(annotation, "read_table"):
        return ModelKind(annotation)
    raise TypeError(f"no file can hold a {annotation!r}")


def annotated_kind(kind: Kind, metadata: Sequence[Any]) -> Kind:
    """A kind with the limits and functions of an Annotated type, in their order."""
    for one in metadata:
        if isinstance(one, Limits):
            kind = kind.limited(one)
        elif isinstance(one, AfterValidator):
            kind = FunctionKind(kind, after=one.func)
        elif isinstance(one, BeforeValidator):
            kind = FunctionKind(kind, before=one.func)
    return kind
