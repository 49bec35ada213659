"""JSON Schema in words, for tables in Markdown."""

from __future__ import annotations

import json
from typing import Any

Schema = dict[str, Any]


def escaped(text: str) -> str:
    """Return a text in the form that a table's cell takes."""
    return " ".join(text.replace("|", "\\|").split())


def reference(schema: Schema) -> str | None:
    """Return the name of the definition that a schema refers to."""
    found = schema.get("$ref")
    return None if found is None else str(found).rpartition("/")[2]


def type_text(schema: Schema, links: dict[str, str]) -> str:
    """Return what values a schema allows, in a few words; definitions become links."""
    name = reference(schema)
    if name is not None:
        return f"[{name}]({links[name]})" if name in links else name
    if "const" in schema:
        return f"`{json.dumps(schema['const'], ensure_ascii=False)}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in schema["enum"])
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            parts = [one for one in schema[several] if one.get("type") != "null"]
            return " or ".join(dict.fromkeys(type_text(one, links) for one in parts))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            inner = ", ".join(type_text(one, links) for one in schema["prefixItems"])
            return f"[{inner}]".replace("[", "\\[", 1)
        return f"list of {type_text(schema.get('items', {}), links)}"
    if kind == "object":
        more = next(iter(schema.get("patternProperties", {}).values()), None)
        more = schema.get("additionalProperties") if more is None else more
        if isinstance(more, dict) and more:
            return f"table of {type_text(more, links)}"
        return "table"
    names = {
        "string": "text",
        "integer": "whole number",
        "number": "number",
        "boolean": "true or false",
    }
    return names.get(str(kind), "anything") + limits_text(schema)


def limits_text(schema: Schema) -> str:
    """Return the bounds of a number, in words."""
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is not None and high is not None:
        return f", {number_text(low)} to {number_text(high)}"
    if low is not None:
        return f", {number_text(low)} or more"
    return "" if high is None else f", at most {number_text(high)}"


def number_text(value: float) -> str:
    """Return a bound without a needless decimal point."""
    return f"{value:g}" if abs(value) < 1e6 else f"{int(value)}"


def default_text(name: str, schema: Schema, required: list[str]) -> str:
    """Return the value that a missing key has."""
    if name in required:
        return "needed"
    default = schema.get("default")
    if default is None or default in ({}, [], ""):
        return ""
    return f"`{json.dumps(default, ensure_ascii=False)}`"


def key_table(schema: Schema, links: dict[str, str]) -> str:
    """Return a row for each key of an object."""
    rows = [
        f"| `{name}` | {escaped(type_text(one, links))} | "
        f"{escaped(default_text(name, one, schema.get('required', [])))} | "
        f"{escaped(one.get('description', ''))} |"
        for name, one in schema.get("properties", {}).items()
    ]
    if not rows:
        return "It has no keys of its own.\n"
    return "\n".join(["| key | value | if left out | |", "|---|---|---|---|", *rows, ""])
