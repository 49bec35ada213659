"""A fight as one HTML file: the page's own board and log, with the story inside."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from posixpath import dirname, join, normpath
from typing import Any

ENTRY = "standalone.js"
"""The page's module that plays a fight in a file of its own."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<title>{title}</title>
<style>{style}</style>
</head>
<body class="alone">
<main id="main"></main>
<script id="data" type="application/json">{data}</script>
<script>"use strict";(() => {{
const modules = {{}};
{script}
}})();</script>
</body>
</html>
"""


def frame_rules(frame: dict[str, Any]) -> list[str]:
    """The rules that a line of the log names."""
    return [*frame["rules"], *(rule for _, rule in frame["parts"].get("because", []))]


def export_page(scene: dict[str, Any], story: dict[str, Any]) -> str:
    """The whole file."""
    from affray.web.routes.library import ruleset_data

    used = {rule for frame in story["frames"] for rule in frame_rules(frame)}
    rules = [rule for rule in ruleset_data(scene["ruleset"])["rules"] if rule["id"] in used]
    data = json.dumps({"scene": scene, "story": {**story, "question": None}, "rules": rules})
    return PAGE.format(
        title=escape_html(scene["title"]),
        style="\n".join(asset(name) for name in stylesheets()).replace("</", "<\\/"),
        data=data.replace("<", "\\u003c"),
        script="\n".join(inline_module(name) for name in modules_from(ENTRY)),
    )


def stylesheets() -> list[str]:
    """The page's own stylesheets, in their order."""
    return re.findall(r'<link rel="stylesheet" href="/static/([^"]+)">', asset("index.html"))


IMPORT = re.compile(r'^import \{ ([^}]*) \} from "([^"]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) (\w+))", re.MULTILINE)


def modules_from(entry: str) -> list[str]:
    """A module of the page and all that it imports, each after those it imports itself."""
    found: list[str] = []
    for _, name in IMPORT.findall(asset(f"js/{entry}")):
        found.extend(one for one in modules_from(module_at(entry, name)) if one not in found)
    return [*found, entry]


def module_at(importer: str, name: str) -> str:
    """The module that another one calls by a name such as ../plan/grid.js."""
    return normpath(join(dirname(importer), name))


def asset(name: str) -> str:
    """One of the page's files."""
    return files("affray.web").joinpath("static", name).read_text("utf-8")


def inline_module(name: str) -> str:
    """A module as a part of one script, with names of its own; what it imports stands before it
    already."""

    def imported(found: re.Match[str]) -> str:
        return f'const {{ {found[1]} }} = modules["{module_at(name, found[2])}"];\n'

    text = asset(f"js/{name}")
    body = EXPORT.sub("", IMPORT.sub(imported, text)).replace("</", "<\\/")
    exported = ", ".join(EXPORT.findall(text))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'


def escape_html(text: str) -> str:
    """Text that is safe within HTML."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
