"""Things declared once: what a file may say of them and what the rules read are the same fields.

A weapon, a suit of armour or a sheet is a compiled dataclass. A field that files give is declared
with `file_field`, which holds what a file may say there; a field without it is filled in by the
ruleset (a number, a name, something looked up).

    @dataclass(kw_only=True)
    class Shield:
        name: str
        defense: i64 = file_field(Annotated[int, Limits(ge=1, le=10)], "added to Defense")

    @fields_of(Shield)
    class ShieldData(Data):
        \"\"\"A shield: what it adds to Defense.\"\"\"

    built(Shield, data, name="buckler")

What `__post_init__` works out is declared there, where it is worked out. A default of a field that
is not in the constructor (`field(init=False, default=…)`) is never set in a compiled class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from affray.core.data import Data
from affray.core.data import Field as FileField

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Model = TypeVar("Model", bound=Data)
Record = TypeVar("Record", bound="DataclassInstance")


def file_field(
    kind: object, about: str = "", default: Any = MISSING, alias: str | None = None
) -> Any:
    """A field of a dataclass that files give: the type to check it by, what it is in a few words,
    what it is where a file does not say (a function gives a new one each time), and the key that
    files use, if it is not the field's name."""
    metadata = {"kind": kind, "about": about, "alias": alias}
    if default is MISSING:
        return field(metadata=metadata)
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def file_fields(record: type[DataclassInstance]) -> list[Field[Any]]:
    """The fields of a dataclass that files give."""
    return [one for one in fields(record) if "kind" in one.metadata]


def fields_of(
    record: type[DataclassInstance], optional: bool = False, without: Iterable[str] = ()
) -> Callable[[type[Model]], type[Model]]:
    """A decorator that gives a model of file data the fields of a dataclass, checked as they say.

    With `optional` each may be left out, as where a fighter is placed and only says what is
    different about it.
    """

    def extended(model: type[Model]) -> type[Model]:
        added: dict[str, Any] = {}
        for one in file_fields(record):
            if one.name in without:
                continue
            kind, about, alias = (one.metadata[key] for key in ("kind", "about", "alias"))
            told = {"alias": alias, "description": about}
            if optional:
                told |= {"annotation": kind | None, "default": None}
            elif one.default_factory is not MISSING:
                told |= {"annotation": kind, "default_factory": one.default_factory}
            elif one.default is not MISSING:
                told |= {"annotation": kind, "default": one.default}
            else:
                told |= {"annotation": kind}
            added[one.name] = FileField(**told)
        model.add_fields(added)
        return model

    return extended


def values_of(
    record: type[DataclassInstance], *data: Data, joined: Iterable[str] = ()
) -> dict[str, Any]:
    """What data say of a dataclass's fields: later data override earlier ones where they say
    something; tables that are `joined` are overridden key by key."""
    found: dict[str, Any] = {}
    for model in data:
        for one in file_fields(record):
            value = getattr(model, one.name, None)
            if value is None or one.name not in model.model_fields_set:
                continue
            if one.name in joined and one.name in found:
                value = {**found[one.name], **value}
            found[one.name] = value
    return found


def built(record: type[Record], *data: Data, **more: Any) -> Record:
    """A dataclass from what data say of its fields, and what the ruleset knows besides."""
    return record(**{**values_of(record, *data), **more})
