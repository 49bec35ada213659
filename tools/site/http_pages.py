"""The reference of the HTTP interface, from its OpenAPI document."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from schema_text import escaped, key_table, reference, type_text


@cache
def openapi() -> dict[str, Any]:
    """Return the service's OpenAPI document."""
    from affray.web.app import create_app
    from affray.web.settings import Settings

    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(store=f"sqlite:///{Path(folder) / 'fights.db'}"))
        found: dict[str, Any] = app.openapi()
        app.state.pools.close()
        app.state.store.close()
    return found


def content_schema(part: dict[str, Any]) -> tuple[str, dict[str, Any]] | None:
    """Return the kind of a body and its schema, if it has one."""
    for kind, content in part.get("content", {}).items():
        return kind, content.get("schema", {})
    return None


def operation_text(method: str, path: str, operation: dict[str, Any], links: dict[str, str]) -> str:
    """Return the text about one address: what it takes and returns."""
    lines = [f"### {method.upper()} {path}\n", operation.get("description", "") + "\n"]
    if operation.get("security"):
        lines.append("Needs the secret of a link: `Authorization: Bearer …`.\n")
    if operation.get("parameters"):
        lines += ["| parameter | in | value | |", "|---|---|---|---|"]
        for one in operation["parameters"]:
            about = escaped(
                one.get("description", "" if one.get("required") else "may be left out")
            )
            value = escaped(type_text(one["schema"], links))
            lines.append(f"| `{one['name']}` | {one['in']} | {value} | {about} |")
        lines.append("")
    body = content_schema(operation.get("requestBody", {}))
    if body is not None:
        lines.append(f"Takes {type_text(body[1], links)} as `{body[0]}`.\n")
    given = {
        status: response
        for status, response in operation["responses"].items()
        if not is_refusal(response)
    }
    lines += response_table(given, links)
    return "\n".join([*lines, ""])


def response_table(responses: dict[str, Any], links: dict[str, str]) -> list[str]:
    """Return the table of responses by status."""
    lines = ["| status | gives | |", "|---|---|---|"]
    for status, response in responses.items():
        content = content_schema(response)
        gives = (
            "" if content is None else type_text(content[1], links) if content[1] else content[0]
        )
        about = response.get("description", "").replace("Successful Response", "")
        lines.append(f"| {status} | {escaped(gives)} | {escaped(about)} |")
    return lines


def is_refusal(response: dict[str, Any]) -> bool:
    """Return whether a response is one of those that any address may give."""
    content = content_schema(response)
    return content is not None and reference(content[1]) == "RefusalResponse"


def refusals(document: dict[str, Any]) -> dict[str, Any]:
    """Return the refusals that addresses share, by status."""
    return {
        status: response
        for operations in document["paths"].values()
        for operation in operations.values()
        for status, response in sorted(operation["responses"].items())
        if is_refusal(response)
    }


def http_page() -> str:
    """Return the page with every address and every message."""
    document = openapi()
    schemas = document["components"]["schemas"]
    links = {name: f"#{name.lower()}" for name in schemas}
    lines = [
        "# The HTTP interface\n",
        "Written from the OpenAPI document that a running service has at `/openapi.json`. What the "
        "addresses are for, and how they hang together, is told in [the service](../service.md).\n",
        "## What is refused\n",
        "Any address may refuse, with a reason in words:\n",
        *response_table(refusals(document), links),
        "",
    ]
    tags: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tag = (operation.get("tags") or ["others"])[0]
            tags.setdefault(tag, []).append(operation_text(method, path, operation, links))
    for tag, texts in tags.items():
        lines += [f"## {tag.capitalize()}\n", *texts]
    lines.append("## Messages\n")
    for name, schema in schemas.items():
        lines.append(f"### {name} {{ #{name.lower()} }}\n")
        if schema.get("description"):
            lines.append(" ".join(schema["description"].split()) + "\n")
        if reference(schema) is None:
            lines.append(key_table(schema, links))
    return "\n".join(lines)
