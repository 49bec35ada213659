"""Models of file data: a class says which keys a table may have, and of which kinds.

    class Club(Data):
        \"\"\"A club.\"\"\"

        weight: int = Field(ge=1, description="how heavy it is")
        title: Name | None = Field(default=None, description="what it is called")

    Club.model_validate({"weight": 3}).weight

What is wrong with a table is said for all of it at once, in sentences that name the nearest right
key. To look up how to read a table takes nothing until one is read. The methods are called as
those of pydantic's models, which they stand in for: to import that takes longer than most commands.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache, cached_property
from inspect import cleandoc
from typing import Any, ClassVar, Self, get_type_hints

from affray.core.kinds import (
    NO_LIMITS,
    Fault,
    InvalidValueError,
    Kind,
    Limits,
    Model,
    Schema,
    invalid,
    kind_of,
    unexpected,
    unknown_key_text,
)
from affray.core.problems import InvalidDataError, Problem, nearest

MISSING = object()
"""Instead of a default: a key that has to be there."""

MOST_LOOKED_UP = 20
"""Of more unknown keys than this in one table, the others are not taken for one that is missing."""


@dataclass(eq=False)
class DataField:
    """A field of a model: the key that files use, its kind and limits, its default, what it is."""

    default: Any
    default_factory: Any
    alias: str | None
    description: str
    limits: Limits
    annotation: Any

    @cached_property
    def kind(self) -> Kind:
        """What values it has."""
        kind = kind_of(self.annotation)
        return kind if self.limits == NO_LIMITS else kind.limited(self.limits)

    @property
    def is_required(self) -> bool:
        """Whether it has to be there."""
        return self.default is MISSING and self.default_factory is None

    def default_value(self) -> Any:
        """The value where a file says nothing."""
        if self.default_factory is not None:
            return self.default_factory()
        return copy(self.default) if isinstance(self.default, list | dict) else self.default

    def schema(self, key: str, models: dict[str, Model]) -> Schema:
        """What a JSON Schema says of it."""
        found = self.kind.schema(models)
        if self.description:
            found["description"] = self.description
        if self.default is not MISSING:
            found["default"] = self.default
        if self.kind.has_title:
            found["title"] = key.replace("_", " ").title()
        return found


def Field(  # noqa: N802 - as pydantic calls its own
    *,
    default: Any = MISSING,
    default_factory: Any = None,
    alias: str | None = None,
    description: str = "",
    annotation: Any = None,
    **limits: Any,
) -> Any:
    """A field of a model: what it is where a file does not say (or a function that gives a new one
    each time), the key that files use if it is not the field's name, what it is in a few words, and
    the limits of its values. Without a default it has to be there."""
    return DataField(default, default_factory, alias, description, Limits(**limits), annotation)


class Data:
    """Data from a file: nothing unknown in it, and nothing changes it."""

    model_fields: ClassVar[dict[str, DataField]] = {}
    """The fields by name: those of the bases first."""

    model_fields_set: frozenset[str]
    """The names of the fields that were given."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name, value in vars(cls).items():
            if type(value).__module__.startswith("pydantic"):
                raise TypeError(f"{cls.__name__}.{name}: this is no model of pydantic's")
        own: dict[str, DataField] = {}
        for name, annotation in cls.__annotations__.items():
            if str(annotation).removeprefix("typing.").startswith("ClassVar"):
                continue
            given = cls.__dict__.get(name, MISSING)
            own[name] = given if isinstance(given, DataField) else Field(default=given)
        cls.add_fields(own)

    @classmethod
    def add_fields(cls, added: Mapping[str, DataField]) -> None:
        """Adds fields behind those of the bases and those there are."""
        found: dict[str, DataField] = {}
        for base in reversed(cls.__mro__):
            found.update(getattr(base, "model_fields", {}))
        found.update(added)
        cls.model_fields = found
        for name in added:
            if name in cls.__dict__:
                delattr(cls, name)

    def check_data(self) -> None:
        """Raises ValueError where what was read does not fit together."""

    @classmethod
    @cache
    def _keys(cls) -> dict[str, tuple[str, DataField, Kind]]:
        """The keys that a table may have, each with the field it gives."""
        # not before a table is read: an annotation may name what is declared behind it
        hints = get_type_hints(cls, include_extras=True)
        for name, field in cls.model_fields.items():
            if field.annotation is None:
                field.annotation = hints[name]
        return {
            field.alias or name: (name, field, field.kind)
            for name, field in cls.model_fields.items()
        }

    @classmethod
    def read_table(cls, data: Any) -> Self:
        """The instance that a table means; raises InvalidValueError."""
        if not isinstance(data, Mapping):
            raise unexpected("a table", data)
        keys = cls._keys()
        values: dict[str, Any] = {}
        given: list[str] = []
        faults: list[Fault] = []
        missing: list[str] = []
        for key, (name, field, kind) in keys.items():
            if key in data:
                given.append(name)
                try:
                    values[name] = kind.read(data[key])
                except InvalidValueError as error:
                    faults += error.faults_at(key)
            elif field.is_required:
                missing.append(key)
                faults.append(((key,), lambda: "is missing"))
            else:
                values[name] = field.default_value()
        if len(given) < len(data):
            faults = cls._with_unknown(data, faults, missing)
        if faults:
            raise InvalidValueError(faults)
        found = object.__new__(cls)
        vars(found).update(values, model_fields_set=frozenset(given))
        try:
            found.check_data()
        except ValueError as error:
            text = str(error)
            raise invalid(lambda: text) from None
        return found

    @classmethod
    def _with_unknown(
        cls, data: Mapping[str, Any], faults: list[Fault], missing: list[str]
    ) -> list[Fault]:
        """Faults with those of the unknown keys of a table; a key that is missing because it is
        misspelt is no fault of its own."""
        known = list(cls._keys())
        unknown = [key for key in data if key not in cls._keys()]
        meant = {nearest(key, known) for key in unknown[:MOST_LOOKED_UP]} if missing else set()
        misspelt = [(key,) for key in missing if key in meant]
        found = [fault for fault in faults if fault[0] not in misspelt]
        return [*found, *[((str(key),), unknown_key_text(str(key), known)) for key in unknown]]

    @classmethod
    def model_validate(cls, data: Any, source: str = "", most: int | None = None) -> Self:
        """The instance that data mean; raises InvalidDataError with everything that is wrong, or
        with the first things where those are more than `most`."""
        try:
            return cls.read_table(data)
        except InvalidValueError as error:
            faults = error.faults
        told = faults if most is None or len(faults) <= most else faults[:most]
        problems = [Problem(".".join(place), text()) for place, text in told]
        if len(told) < len(faults):
            text = f"there are {len(faults):,} problems; these are the first"
            problems.append(Problem("", text))
        raise InvalidDataError(problems, source) from None

    def model_dump(self, exclude_unset: bool = False, exclude_none: bool = False) -> dict[str, Any]:
        """The data as a file has them; with `exclude_unset` nothing that was not given, with
        `exclude_none` nothing that is None."""
        found = {}
        for name, field in type(self).model_fields.items():
            value = getattr(self, name)
            if exclude_none and value is None:
                continue
            if not exclude_unset or name in self.model_fields_set:
                found[field.alias or name] = plain_data(value, exclude_unset, exclude_none)
        return found

    def model_copy(self, update: Mapping[str, Any]) -> Self:
        """The same data with other values of some fields."""
        found = object.__new__(type(self))
        given = self.model_fields_set.union(update)
        vars(found).update(vars(self), **update, model_fields_set=given)
        return found

    @classmethod
    def model_json_schema(cls) -> Schema:
        """The JSON Schema of such data, a new one each time."""
        models: dict[str, Any] = {}
        found = cls._schema(models)
        definitions: dict[str, Schema] = {}
        while len(definitions) < len(models):
            for name, model in list(models.items()):
                if name not in definitions:
                    definitions[name] = model._schema(models)
        if definitions:
            found["$defs"] = definitions
        in_order: Schema = in_alphabetical_order(found)
        return in_order

    @classmethod
    def _schema(cls, models: dict[str, Model]) -> Schema:
        """What a JSON Schema says of such a table; models it refers to are added to `models`."""
        required = [key for key, (_, field, _) in cls._keys().items() if field.is_required]
        found: Schema = {
            "type": "object",
            "title": cls.__name__,
            "additionalProperties": False,
            "properties": {
                key: field.schema(key, models) for key, (_, field, _) in cls._keys().items()
            },
        }
        if cls.__doc__:
            found["description"] = cleandoc(cls.__doc__)
        return {**found, "required": required} if required else found

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} never changes; use model_copy")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).model_fields)
        return f"{type(self).__name__}({given})"


def plain_data(value: Any, exclude_unset: bool, exclude_none: bool) -> Any:
    """A value as a file has it."""
    if isinstance(value, Data):
        return value.model_dump(exclude_unset, exclude_none)
    if isinstance(value, dict):
        return {key: plain_data(one, exclude_unset, exclude_none) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [plain_data(one, exclude_unset, exclude_none) for one in value]
    return value


def in_alphabetical_order(schema: Any, under: str = "") -> Any:
    """A JSON Schema with its words in order; properties stay as they are declared."""
    if isinstance(schema, list):
        return [in_alphabetical_order(one, under) for one in schema]
    if not isinstance(schema, dict):
        return schema
    words = schema if under in ("properties", "default") else sorted(schema)
    return {word: in_alphabetical_order(schema[word], word) for word in words}


def keys_at(model: type[Data], where: tuple[int | str, ...]) -> list[str]:
    """The keys that a table at this place may have."""
    here: Any = model.model_json_schema()
    definitions = here.get("$defs", {})
    for part in where:
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
    """A schema with its reference, or the first of its alternatives, looked up."""
    while "$ref" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = definitions[schema["$ref"].rpartition("/")[2]]
        else:
            schema = next((s for s in schema["anyOf"] if "$ref" in s or "items" in s), {})
    return schema
