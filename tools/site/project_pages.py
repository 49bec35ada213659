"""The files of the project's folder that belong in the site too."""

from __future__ import annotations

import re

from citations import ROOT

FILES = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "SECURITY.md": "project/security.md",
    "bench/RESULTS.md": "project/benchmarks.md",
}


def moved_link(target: str) -> str:
    """A link of such a file as it is from its place in the site."""
    path, sharp, anchor = target.partition("#")
    if path in FILES:
        path = FILES[path].rpartition("/")[2]
    elif path.startswith("docs/"):
        path = f"../{path.removeprefix('docs/')}"
    return f"{path}{sharp}{anchor}"


def project_pages() -> dict[str, str]:
    """The pages, with their links put right."""
    link = re.compile(r"\]\(([^)\s]+)\)")
    return {
        page: link.sub(lambda found: f"]({moved_link(found[1])})", (ROOT / file).read_text("utf-8"))
        for file, page in FILES.items()
    }
