"""Fields declared once: the rules read the same fields of a dataclass that a file may set.

A weapon, a suit of armour or a sheet is a compiled dataclass. A field that files set is declared
with `file_field`, which describes the allowed values. The ruleset sets all other fields (a number,
a name, a looked-up value).

    @dataclass(kw_only=True)
    class Shield:
        name: str
        defense: i64 = file_field(Annotated[int, Field(ge=1, le=10)], "added to Defense")

    @fields_of(Shield)
    class ShieldData(Data):
        \"\"\"A shield: what it adds to Defense.\"\"\"

    built(Shield, data, name="buckler")

Fields that `__post_init__` computes are declared there. A default of a field that
is not in the constructor (`field(init=False, default=…)`) is never set in a compiled class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import MISSING, Field, field, fields
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import Field as FileField
from pydantic import create_model

from affray.core.data import Data

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Model = TypeVar("Model", bound=Data)
Record = TypeVar("Record", bound="DataclassInstance")


def file_field(
    kind: object, about: str = "", default: Any = MISSING, alias: str | None = None
) -> Any:
    """Declare a field of a dataclass that files set.

    `kind` is the type for checks, and `alias` the key in files if it is not the field's name. A
    `default` that is a function is called for each new value.
    """
    metadata = {"kind": kind, "about": about, "alias": alias}
    if default is MISSING:
        return field(metadata=metadata)
    if callable(default):
        return field(default_factory=default, metadata=metadata)
    return field(default=default, metadata=metadata)


def file_fields(record: type[DataclassInstance]) -> list[Field[Any]]:
    """Return the fields of a dataclass that files set."""
    return [one for one in fields(record) if "kind" in one.metadata]


def fields_of(
    record: type[DataclassInstance], optional: bool = False
) -> Callable[[type[Model]], type[Model]]:
    """Make a decorator that adds the file fields of a dataclass to a model.

    With `optional` each field may be left out: a placed fighter names only its differences from its
    entry.
    """

    def extended(model: type[Model]) -> type[Model]:
        added: dict[str, Any] = {}
        for one in file_fields(record):
            kind, about, alias = (one.metadata[key] for key in ("kind", "about", "alias"))
            words = {"alias": alias, "description": about or None}
            if optional:
                kind, words["default"] = kind | None, None
            elif one.default_factory is not MISSING:
                words["default_factory"] = one.default_factory
            elif one.default is not MISSING:
                words["default"] = one.default
            added[one.name] = (kind, FileField(**words))
        return create_model(
            model.__name__,
            __base__=model,
            __module__=model.__module__,
            __doc__=model.__doc__,
            **added,
        )

    return extended


def values_of(
    record: type[DataclassInstance], *data: Data, joined: Iterable[str] = ()
) -> dict[str, Any]:
    """Return the values that data have for a dataclass's fields.

    Later data override earlier ones. Tables that are `joined` are overridden key by key.
    """
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
    """Build a dataclass from the values in data, and from the ruleset's own values."""
    return record(**{**values_of(record, *data), **more})
