"""The command `affray schema`."""

from __future__ import annotations

import json
from typing import Any

from affray.library import rulesets
from cli.conftest import Run


def test_schema_accepts_what_we_accept(run: Run) -> None:
    for name in rulesets():
        schema = json.loads(run("schema", name).out)
        assert schema["properties"]["ruleset"]["const"] == name
        assert "house" in schema["properties"]


def undescribed(schema: Any, path: str = "") -> list[str]:
    """List the keys of a schema without a description."""
    if isinstance(schema, list):
        return [key for one in schema for key in undescribed(one, path)]
    if not isinstance(schema, dict):
        return []
    found = [
        f"{path}.{key}"
        for key, one in schema.get("properties", {}).items()
        if not one.get("description")
    ]
    for key, one in schema.items():
        found += undescribed(one, f"{path}.{key}")
    return found


def test_every_key_has_a_description(run: Run) -> None:
    for name in rulesets():
        schema = json.loads(run("schema", name).out)
        assert undescribed(schema) == [], name
        del schema["$defs"]["PlacedData"]["properties"]["at"]["description"]
        del schema["properties"]["map"]["description"]
        assert undescribed(schema) == [".map", ".$defs.PlacedData.at"], "the search finds them"
