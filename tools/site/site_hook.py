"""Add the generated pages to the documentation site.

MkDocs calls `on_files`, then `on_page_content` with each page as HTML.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from command_pages import command_page
from event_pages import event_page
from http_pages import http_page
from mkdocs.structure.files import File
from project_pages import project_pages
from rule_pages import rule_pages, source_pages
from scenario_pages import scenario_pages


def generated_pages() -> dict[str, str]:
    """Return every page that is made from the code, by its path in the site."""
    return {
        "reference/commands.md": command_page(),
        "reference/http.md": http_page(),
        "reference/events.md": event_page(),
        **scenario_pages(),
        **rule_pages(),
        **source_pages(),
        **project_pages(),
    }


ICON = Path("src/affray/web/static/icon.svg")
"""The sign of the page, which is the site's too."""

LESS_IN_SEARCH = "---\nsearch:\n  boost: 0.2\n---\n\n"
"""The head of a generated page: search shows such pages after the pages of prose."""


def on_files(files: Any, config: Any) -> Any:
    """Add the generated pages to the files that MkDocs has found."""
    for path, text in generated_pages().items():
        head = LESS_IN_SEARCH if path.startswith("reference/") else ""
        files.append(File.generated(config, path, content=head + text))
    files.append(File.generated(config, "images/icon.svg", content=ICON.read_text("utf-8")))
    return files


def on_page_content(html: str, page: Any, config: Any, files: Any) -> str:
    """Tell MkDocs of the anchors of code lines, which it looks for before they are there."""
    page.present_anchor_ids.update(re.findall(r'<a id="(__codelineno[^"]+)"', html))
    return html
