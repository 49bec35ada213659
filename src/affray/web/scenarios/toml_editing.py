"""Edit a scenario's file only where its data changed: comments, order and layout stay."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, MutableMapping, MutableSequence, Sequence
from difflib import SequenceMatcher
from json import dumps
from math import isfinite
from typing import Any

import tomli_w
import tomlkit
from tomlkit.container import Container
from tomlkit.items import AoT, InlineTable, SingleKey, Table


def edit_toml(text: str, data: Mapping[str, Any]) -> str:
    """Change a TOML text as little as possible, so that it has the given data.

    If the text cannot be read or changed, return a new text of the data.
    """
    wanted = without_nulls(data)
    try:
        document = tomlkit.parse(text)
        change_table(document, wanted)
        found = tomlkit.dumps(document)
        if is_same_data(tomllib.loads(found), wanted):
            return found
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass  # a layout that cannot be changed piece by piece
    return tomli_w.dumps(wanted)


def change_table(table: MutableMapping[str, Any], wanted: Mapping[str, Any]) -> None:
    """Change a table to the wanted data, key by key."""
    for key in [key for key in table if key not in wanted]:
        del table[key]
    for key, value in wanted.items():
        if key not in table:
            add(table, key, value)
        elif not is_same_data(table[key], value) and not change_within(table[key], value):
            table[key] = inline_value(value)


def add(table: MutableMapping[str, Any], key: str, value: Any) -> None:
    """Add a key to a table.

    A plain key goes after the last plain key, so that a comment above the next table stays there.
    A table ends with an empty line.
    """
    if isinstance(value, Mapping):
        table[key] = value
        if isinstance(table[key], Table) and not any(
            isinstance(one, dict) for one in value.values()
        ):
            table[key].add(tomlkit.nl())
        return
    plain = [one for one in table if not isinstance(table[one], Mapping | AoT)]
    body = table.value if isinstance(table, Table) else table
    if not isinstance(body, Container):
        table[key] = inline_value(value)
    elif plain:
        body._insert_after(SingleKey(plain[-1]), key, inline_value(value))
    else:
        body._insert_at(0, key, inline_value(value))


def inline_value(value: Any) -> Any:
    """Return a value for one line of TOML."""
    if isinstance(value, dict | list):
        return tomlkit.parse(f"value = {inline_text(value)}")["value"]
    return value


def inline_text(value: Any) -> str:
    """Return the text of a value, with tables in braces."""
    if isinstance(value, dict):
        pairs = [
            f"{tomlkit.key(key).as_string()} = {inline_text(one)}" for key, one in value.items()
        ]
        return f"{{ {', '.join(pairs)} }}" if pairs else "{}"
    if isinstance(value, list):
        return f"[{', '.join(inline_text(one) for one in value)}]"
    return str(tomlkit.item(value).as_string())


def change_within(old: Any, wanted: Any) -> bool:
    """Change a table or list in place; return False if the value has to be replaced."""
    if isinstance(old, InlineTable):
        return False
    if isinstance(old, MutableMapping) and isinstance(wanted, Mapping):
        change_table(old, wanted)
        return True
    if isinstance(old, MutableSequence) and isinstance(wanted, list) and old and wanted:
        change_list(old, wanted)
        return True
    return False


def change_list(items: MutableSequence[Any], wanted: Sequence[Any]) -> None:
    """Change a list to the wanted data.

    Unchanged entries stay. Changes go from the end to the beginning, so that indexes stay valid.
    """
    before, after = [fingerprint(one) for one in items], [fingerprint(one) for one in wanted]
    steps = SequenceMatcher(None, before, after, autojunk=False).get_opcodes()
    for kind, start, end, first, last in reversed(steps):
        if kind == "equal":
            continue
        both = min(end - start, last - first)
        for place in reversed(range(start + both, end)):
            del items[place]
        for place in range(first + both, last):
            items.insert(start + place - first, list_entry(items, wanted[place]))
        for place in range(both):
            if not change_within(items[start + place], wanted[first + place]):
                items[start + place] = list_entry(items, wanted[first + place])


def list_entry(items: MutableSequence[Any], value: Any) -> Any:
    """Return a value as an entry of a list: a table in an array of tables, or an inline value."""
    return tomlkit.item(value) if isinstance(items, AoT) else inline_value(value)


def fingerprint(value: Any) -> str:
    """Return a text that is equal for values with equal data, however they are written."""
    return dumps(to_plain_data(value), sort_keys=True)


def is_same_data(one: Any, other: Any) -> bool:
    """Return whether two values have equal data; 1 equals 1.0, but not true."""
    return is_same_plain_data(to_plain_data(one), to_plain_data(other))


def is_same_plain_data(one: Any, other: Any) -> bool:
    """Return whether two values are equal as plain data."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(
            is_same_plain_data(one[key], other[key]) for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(is_same_plain_data, one, other))
    return isinstance(one, bool) == isinstance(other, bool) and bool(one == other)


def to_plain_data(value: Any) -> Any:
    """Return data that JSON can represent: dates and infinite numbers become text."""
    if isinstance(value, Mapping):
        return {str(key): to_plain_data(one) for key, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_plain_data(one) for one in value]
    if isinstance(value, float) and not isfinite(value):
        return str(value)
    return value if isinstance(value, bool | int | float | str) else str(value)


def without_nulls(value: Any) -> Any:
    """Return data without nulls, which TOML cannot represent."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value if one is not None]
    return value
