"""The files a project is expected to have are there, in the form that their readers want."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from affray.version import VERSION

ROOT = Path(__file__).parent.parent.parent
TEMPLATES = sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml"))


def test_the_citation_names_this_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == VERSION
    assert citation["license"] == "MIT"
    assert {"title", "message", "type", "authors", "abstract"} <= set(citation)


def test_the_changelog_begins_with_this_version() -> None:
    headings = [
        line
        for line in (ROOT / "CHANGELOG.md").read_text("utf-8").splitlines()
        if line[:3] == "## "
    ]
    assert headings[0].removeprefix("## ").split()[0] == VERSION
    assert len(headings) == len({line.split()[1] for line in headings})


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_an_issue_template_is_a_form(path: Path) -> None:
    form = yaml.safe_load(path.read_text("utf-8"))
    if path.stem == "config":
        assert form == {"blank_issues_enabled": True}
        return
    assert {"name", "description", "labels", "body"} == set(form)
    ids = [field["id"] for field in form["body"]]
    assert len(ids) == len(set(ids))
    for field in form["body"]:
        assert field["type"] in {"input", "textarea", "dropdown", "checkboxes"}
        assert field["attributes"]["label"]


@pytest.mark.parametrize(
    "name", ["CODE_OF_CONDUCT.md", "SECURITY.md", "CONTRIBUTING.md", "LICENSE"]
)
def test_what_contributors_look_for_is_there(name: str) -> None:
    assert len((ROOT / name).read_text("utf-8")) > 500
