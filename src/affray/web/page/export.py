"""Export a fight as one HTML file: the page's board and log, with the story inside."""

from __future__ import annotations

import json
from html import escape
from typing import Any

from affray.web.page.bundle import bundle_script, bundle_style

ENTRY = "standalone.js"
"""The page's module that replays a fight in an exported file."""

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:">
<title>{title}</title>
<style>{style}</style>
</head>
<body class="alone">
<main id="main"></main>
<script id="data" type="application/json">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def frame_rules(frame: dict[str, Any]) -> list[str]:
    """Return the rules that a line of the log names."""
    return [*frame["rules"], *(rule for _, rule in frame["parts"].get("because", []))]


def export_page(scene: dict[str, Any], story: dict[str, Any]) -> str:
    """Return the HTML file of a fight."""
    from affray.web.routes.library import ruleset_data

    ruleset = ruleset_data(scene["ruleset"])
    used = {rule for frame in story["frames"] for rule in frame_rules(frame)}
    rules = [rule for rule in ruleset["rules"] if rule["id"] in used]
    told = {**story, "question": None}
    data = json.dumps({"scene": scene, "story": told, "rules": rules, "theme": ruleset["theme"]})
    return PAGE.format(
        title=escape(scene["title"]),
        style=bundle_style().replace("</", "<\\/"),
        data=data.replace("<", "\\u003c"),
        script=bundle_script(ENTRY).replace("</", "<\\/"),
    )
