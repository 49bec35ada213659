"""The page's index.html, with a note if the rules are not compiled."""

from __future__ import annotations

import os
from html import escape

from affray.version import is_compiled
from affray.web.page.bundle import STYLESHEET, asset, bundled_files

PATH = "/page"
"""The path of the page's script and stylesheet."""

ENTRY_TAG = '<script type="module" src="/static/js/main.js"></script>'
"""The tag of the script in index.html, which is replaced by the bundle's."""

NOTE_PLACE = "<!-- how the rules run -->"
"""The mark in index.html that is replaced by the note."""

UNCOMPILED = "The rules run uncompiled: the same fights, but odds and players take longer."
COMPILING = "They are being compiled now; the next start has them."


def build_note() -> str:
    """Return a note on how the rules run; empty if they are compiled.

    `make run` sets AFFRAY_COMPILING while it compiles them.
    """
    if is_compiled():
        return ""
    return f"{UNCOMPILED} {COMPILING}" if os.environ.get("AFFRAY_COMPILING") == "1" else UNCOMPILED


def index_page(public_address: str = "") -> str:
    """Return index.html with one script and one stylesheet, and the address if known."""
    note = build_note()
    line = f'<aside class="build-note" aria-label="How rules run">{note}</aside>' if note else ""
    script, style = bundled_files()
    tags = (
        f'<link rel="stylesheet" href="{PATH}/{style.name}">\n'
        f'  <script defer src="{PATH}/{script.name}"></script>'
    )
    if public_address:
        address = escape(public_address.rstrip("/"))
        tags = f'<meta name="affray-address" content="{address}">\n  {tags}'
    page = STYLESHEET.sub("", asset("index.html"))
    return page.replace(ENTRY_TAG, tags).replace(NOTE_PLACE, line)
