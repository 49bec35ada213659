"""State, declared once: the attributes of a fight that change are copied, compared and named.

A class with state declares its changing attributes in its body, each with its type:

    class Combatant(Fighter):
        hit_points: i64
        weapons: list[int]
        prone: Condition[bool] = False
        steps_taken: Transient[i64] = 0
        sheet: Final[Sheet]

A default may follow the type if the value is immutable; `__init__` sets all other attributes.
`copy_state`, `has_state_of`, `state_key` and the conditions follow from these annotations.
Attributes that are Final never change and are left out. Uncompiled code derives these methods from
the annotations when they are first needed. A build writes them as code to compile
(`tools/build/state_methods.py`), with one line for each attribute.

A list, dictionary or set is copied as deep as its type says; any other value must be immutable.
In the key, lists become tuples and sets become frozensets. If an attribute's part of the key is not
its plain value, a method called `NAME_key` returns it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from operator import attrgetter
from typing import Annotated, Final, TypeVar

from mypy_extensions import mypyc_attr

T = TypeVar("T")

Transient = Annotated[T, "transient"]
"""An attribute that cannot matter between turns, or follows from the others: not part of the
key."""

Counted = Annotated[T, "counted"]
"""An attribute for statistics, which matters to no rule: not part of any key."""

External = Annotated[T, "external"]
"""An attribute that is not part of the fight, such as the table: copies keep their own."""

Condition = Annotated[T, "condition"]
"""An attribute that is a condition of a fighter while it is true; its name is the condition's."""

ATOMS: Final = ("i64", "i32", "i16", "u8", "int", "bool", "str", "float", "bytes")


class Field:
    """One attribute of a class with state: its name, its type, and what kind it is."""

    def __init__(self, name: str, annotation: str) -> None:
        self.name: Final = name
        self.counted: Final = annotation.startswith("Counted[")
        self.transient: Final = self.counted or annotation.startswith("Transient[")
        self.condition: Final = annotation.startswith("Condition[")
        marked = self.transient or self.condition
        self.type: Final = annotation.partition("[")[2][:-1] if marked else annotation
        self.is_atom: Final = self.type in ATOMS


def is_state(annotation: str) -> bool:
    """Return whether an attribute of this annotation changes during a fight."""
    return not annotation.startswith(("Final", "ClassVar", "External["))


_DECLARED: Final[dict[type, dict[str, str]]] = {}
_FIELDS: Final[dict[type, list[Field]]] = {}


def declare_state(owner: type, annotations: dict[str, str]) -> None:
    """Declare the state of a compiled class, which has no annotations. Builds call this."""
    _DECLARED[owner] = annotations


def state_fields(owner: type) -> list[Field]:
    """Return every attribute of a class that changes, starting with those of its bases.

    Raises TypeError for a compiled class without a record of its declarations.
    """
    found = _FIELDS.get(owner)
    if found is None:
        merged: dict[str, str] = {}
        for base in reversed(owner.__mro__):
            declared = _DECLARED.get(base)
            if declared is None:
                if base.__dict__.get("__mypyc_attrs__"):
                    raise TypeError(f"{base.__name__} was compiled without its state")
                declared = {k: str(v) for k, v in inspect.get_annotations(base).items()}
            merged.update(declared)
        found = [Field(name, text) for name, text in merged.items() if is_state(text)]
        _FIELDS[owner] = found
    return found


def copied(value: object, annotation: str) -> object:
    """Return a copy of a value of that type that another fight can change."""
    if annotation in ATOMS or value is None:
        return value
    if isinstance(value, list):
        inner = annotation.partition("[")[2][:-1]
        if inner.startswith(("list[", "dict[", "set[")):
            return [copied(one, inner) for one in value]
        return value.copy()
    if isinstance(value, dict | set):
        return value.copy()
    return value


def hashable(value: object) -> object:
    """Return a value in the form it has in a key."""
    if isinstance(value, list):
        return tuple([hashable(one) for one in value])
    if isinstance(value, dict):
        return frozenset([(name, hashable(one)) for name, one in value.items()])
    if isinstance(value, set):
        return frozenset(value)
    return value


class StatePlan:
    """The attributes of a class to copy, compare and set, as declared."""

    def __init__(self, owner: type) -> None:
        fields = state_fields(owner)
        self.atoms: Final = [field.name for field in fields if field.is_atom]
        self.others: Final = [field for field in fields if not field.is_atom]
        names = [one.name for one in fields] or ["__class__"]
        self.values: Final[Callable[[object], object]] = attrgetter(*names)
        """The function that returns all state of an object for comparison."""
        self.kept: Final = [field for field in fields if not field.transient]
        self.key: Final = [key_source(owner, field) for field in self.kept]
        """The source of each part of the key: the name of an attribute, or of a method for it."""
        self.key_in_step: Final = [key_source(owner, one) for one in fields if not one.counted]


def key_source(owner: type, field: Field) -> tuple[str, bool]:
    """Return the method or field for a field's part of the key, and whether it is a method."""
    own = field.name + "_key"
    return (own, True) if hasattr(owner, own) else (field.name, False)


_PLANS: Final[dict[type, StatePlan]] = {}


def plan_of(owner: type) -> StatePlan:
    """Return the plan of a class. It is made once."""
    found = _PLANS.get(owner)
    if found is None:
        found = StatePlan(owner)
        _PLANS[owner] = found
    return found


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Stateful:
    """A base for classes with attributes that change, declared in their bodies."""

    def copy_state(self, other: Stateful) -> None:
        """Copy the state of another object of the same class."""
        plan = plan_of(type(self))
        for name in plan.atoms:
            setattr(self, name, getattr(other, name))
        for field in plan.others:
            setattr(self, field.name, copied(getattr(other, field.name), field.type))

    def has_state_of(self, other: Stateful) -> bool:
        """Return whether all state equals another object's, including transient state."""
        values = plan_of(type(self)).values
        return bool(values(self) == values(other))

    def state_key(self, in_step: bool = False) -> tuple[object, ...]:
        """Return the state as a hashable value, without transient state.

        In the middle of a step transient state is included, but statistics are not.
        """
        plan = plan_of(type(self))
        found: list[object] = []
        for name, is_method in plan.key_in_step if in_step else plan.key:
            value = getattr(self, name)
            found.append(hashable(value() if is_method else value))
        return tuple(found)

    def set_state(self, values: tuple[object, ...]) -> None:
        """Set the state from a key of this class, if all of it is plain values or lists."""
        for number, field in enumerate(plan_of(type(self)).kept):
            value = values[number]
            setattr(self, field.name, list(value) if isinstance(value, tuple) else value)

    def condition_names(self) -> list[str]:
        """Return the names of the possible conditions, in the order of their declaration."""
        return [f.name.replace("_", " ") for f in state_fields(type(self)) if f.condition]

    def current_conditions(self) -> list[str]:
        """Return the conditions that hold now."""
        return [
            field.name.replace("_", " ")
            for field in state_fields(type(self))
            if field.condition and getattr(self, field.name)
        ]

    def set_condition(self, name: str, holds: bool) -> bool:
        """Make or end a condition. Return False if no condition has that name."""
        for field in state_fields(type(self)):
            if field.condition and field.name.replace("_", " ") == name:
                if field.type == "bool":
                    setattr(self, field.name, holds)
                else:
                    setattr(self, field.name, int(holds))
                return True
        return False
