"""Writes the table of settings into docs/hosting.md from `affray.web.settings`.

A test fails where the table is out of date: then run this.
"""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "hosting.md"
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def settings() -> list[tuple[str, Any, str]]:
    """Return every setting with its variable, its default and its description."""
    tree = ast.parse((ROOT / "src/affray/web/settings.py").read_text("utf-8"))
    (body,) = [
        node.body
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == "Settings"
    ]
    found = []
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            assert node.value is not None
            about = "Where fights are stored."
            if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
                about = " ".join(str(after.value.value).split())
            default = ast.literal_eval(node.value)
            found.append((f"AFFRAY_{node.target.id.upper()}", default, about))
    return found


def shown(value: Any) -> str:
    """Return a default as the table shows it."""
    if isinstance(value, str):
        return f"`{value}`" if value else "none"
    if isinstance(value, tuple):
        return ", ".join(value) or "none"
    return f"{value:,}".removesuffix(".0").replace(",", " ")


def table() -> str:
    """Return the table, as Markdown."""
    rows = [f"| `{name}` | {shown(default)} | {about} |" for name, default, about in settings()]
    return "\n".join(["| variable | default | |", "|---|---|---|", *rows, ""])


def page_with_table(text: str) -> str:
    """Return the page with the table as it should be."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{table()}\n{END}{after}"


if __name__ == "__main__":
    PAGE.write_text(page_with_table(PAGE.read_text("utf-8")), "utf-8")
