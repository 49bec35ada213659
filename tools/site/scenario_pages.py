"""The keys of each ruleset's scenario files, from their JSON Schema."""

from __future__ import annotations

import re
from typing import Any

from rule_pages import page_path
from schema_text import key_table

from affray.library import rulebook_of, ruleset_named, ruleset_names


def scenario_schema(ruleset: str) -> dict[str, Any]:
    """Return what a scenario file of a ruleset may hold, as `affray schema` prints it."""
    found: dict[str, Any] = ruleset_named(ruleset).scenario.model_json_schema()
    return found


def anchor(name: str) -> str:
    """Return the name of a definition's heading."""
    return re.sub(r"\W+", "-", name).lower()


def scenario_page(ruleset: str) -> str:
    """Return the page with all keys of a ruleset's scenario files."""
    schema = scenario_schema(ruleset)
    parts = schema.get("$defs", {})
    links = {name: f"#{anchor(name)}" for name in parts}
    title = rulebook_of(ruleset).title.partition(":")[0]
    lines = [
        f"# Scenario files of {title}\n",
        f"`affray new my.toml --ruleset {ruleset}` writes one to start from, `affray check "
        f"my.toml` says what is wrong with it, and `affray schema {ruleset}` prints this page as "
        "JSON Schema, by which editors complete and check as you type.\n",
        "## The file\n",
        key_table(schema, links),
    ]
    for name, part in parts.items():
        if "properties" not in part and "enum" not in part:
            continue
        lines.append(f"## {name} {{ #{anchor(name)} }}\n")
        if part.get("description"):
            lines.append(" ".join(part["description"].split()) + "\n")
        if "enum" in part:
            lines.append("One of " + ", ".join(f"`{one}`" for one in part["enum"]) + ".\n")
        else:
            lines.append(key_table(part, links))
    options = rulebook_of(ruleset).options()
    lines.append("## House rules { #house-rules }\n")
    lines.append("The keys of the table `house`.\n")
    lines += ["| key | default | values | rule |", "|---|---|---|---|"]
    for name, (option, rule) in options.items():
        values = ", ".join(f"`{str(one).lower()}`" for one in option.values())
        default = str(option.default).lower()
        where = f"[{rule.id}](../../{page_path(ruleset, rule.section)}#{rule.id})"
        lines.append(f"| `{name}` | `{default}` | {values or 'any'} | {where} |")
    return "\n".join([*lines, ""])


def scenario_pages() -> dict[str, str]:
    """Return a page for each ruleset."""
    return {f"reference/scenarios/{one}.md": scenario_page(one) for one in ruleset_names()}
