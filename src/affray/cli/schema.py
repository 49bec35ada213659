"""The command `affray schema`."""

from __future__ import annotations

from typing import Any

from affray.cli.options import RulesetArgument
from affray.cli.output import print_json
from affray.library import rulebook_of, ruleset_named


def command(ruleset: RulesetArgument) -> None:
    """Print the JSON Schema of a ruleset's scenario files, for editors to complete them.

    Example: affray schema mithryn > mithryn.schema.json
    """
    print_json(scenario_schema(ruleset))


def scenario_schema(name: str) -> dict[str, Any]:
    """The JSON Schema of a ruleset's scenarios, with its house rules spelt out."""
    ruleset = ruleset_named(name)
    schema = ruleset.scenario.model_json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"A {name} scenario for Affray"
    properties = schema["properties"]
    properties["ruleset"] = {"const": name, "description": "which ruleset this scenario is for"}
    switches: dict[str, Any] = {}
    for switch, (option, rule) in rulebook_of(name).options().items():
        entry: dict[str, Any] = {"description": rule.text, "default": option.default}
        if option.values():
            entry["enum"] = list(option.values())
        else:
            entry["type"] = "integer" if isinstance(option.default, int) else "string"
        switches[switch] = entry
    properties["house"] = {
        "type": "object",
        "description": "house rules",
        "properties": switches,
        "additionalProperties": False,
    }
    return schema
