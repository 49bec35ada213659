"""The files of the project's folder that belong in the site too."""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from citations import ROOT

FILES = {
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "CODE_OF_CONDUCT.md": "project/code-of-conduct.md",
    "SECURITY.md": "project/security.md",
    "bench/RESULTS.md": "project/benchmarks.md",
}


def moved_link(target: str, file: str) -> str:
    """Return a link of a project file as it must be in the site."""
    path, sharp, anchor = target.partition("#")
    beside = str(PurePosixPath(file).parent / path)
    if beside in FILES:
        path = FILES[beside].rpartition("/")[2]
    elif path.startswith("docs/"):
        path = f"../{path.removeprefix('docs/')}"
    return f"{path}{sharp}{anchor}"


def page_text(file: str) -> str:
    """Return the text of a project file with its links put right."""
    text = (ROOT / file).read_text("utf-8")
    return re.sub(r"\]\(([^)\s]+)\)", lambda found: f"]({moved_link(found[1], file)})", text)


def project_pages() -> dict[str, str]:
    """Return the pages by their path in the site."""
    return {page: page_text(file) for file, page in FILES.items()}
