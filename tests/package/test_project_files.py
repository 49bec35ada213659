"""The files a project is expected to have are there, in the form that their readers want."""

from __future__ import annotations

import subprocess
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


WORKFLOW = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))


def test_ci_runs_on_pushes_and_builds_wheels_on_tags() -> None:
    assert "push" in WORKFLOW[True]  # YAML reads the key `on` as a truth value
    jobs = WORKFLOW["jobs"]
    commands = [step.get("run", "") for step in jobs["test"]["steps"]]
    assert any(command.endswith(".ci/run") for command in commands)
    for name in ("wheels", "sdist"):
        assert jobs[name]["if"] == "github.ref_type == 'tag'"
        assert jobs[name]["needs"] == "test"
    used = [step.get("uses", "") for step in jobs["wheels"]["steps"]]
    assert any(action.startswith("pypa/cibuildwheel@") for action in used)


def test_ci_calls_what_the_makefile_has() -> None:
    script = (ROOT / ".ci" / "run").read_text("utf-8")
    called = [line.split()[1] for line in script.splitlines() if line.startswith("make ")]
    assert {"check", "test", "soak"} <= set(called)
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert all(f"\n{target}:" in makefile for target in called)


EXPECTED_IN_ROOT = {
    *("bench", "docs", "hosting", "src", "tests", "tools"),
    *("CHANGELOG.md", "CITATION.cff", "CODE_OF_CONDUCT.md", "CONTRIBUTING.md", "LICENSE"),
    *("MANIFEST.in", "Makefile", "README.md", "SECURITY.md", "pyproject.toml", "setup.py"),
    *("eslint.config.mjs", "jsconfig.json", "mkdocs.yml"),
}


def test_the_root_holds_what_people_expect_there() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False
    ).stdout.split("\n")
    if "setup.py" not in listed:
        pytest.skip("these sources are not in a git repository")
    names = {name.partition("/")[0] for name in listed if name and not name.startswith(".")}
    assert names == EXPECTED_IN_ROOT
