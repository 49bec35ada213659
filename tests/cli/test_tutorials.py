"""The tutorials of the site can be followed: their files are written, their commands run, their Python
too, and what they show is what is printed."""

from __future__ import annotations

import io
import shlex
import sys
from pathlib import Path

import pytest

from affray.library import ruleset_names
from cli.conftest import Run
from cli.test_documents import (
    DOCUMENTS,
    QUICK,
    ROOT,
    TUTORIAL,
    blocks_of,
    cheaper,
    check_words,
    commands_in,
)

PAGES = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
RUN = QUICK | {"compare"}
MORE = "…"

SHOWN = [
    (document.relative_to(ROOT).as_posix(), block.text)
    for document in DOCUMENTS
    if document != TUTORIAL
    for block in blocks_of(document)
    if block.language == "console" and block.text.startswith("$ affray")
]
"""Commands of the other documents, each with the output that stands below it."""


def check_shown(run: Run, text: str) -> None:
    """Run a command that a page shows, and looks for what it shows; … stands for left out lines."""
    command, *shown = text.rstrip("\n").split("\n")
    ran = run(*shlex.split(command.removeprefix("$ "))[1:])
    assert ran.code == 0, ran.err
    left = "\n".join(line.rstrip() for line in ran.out.split("\n"))
    for part in "\n".join(shown).split(MORE):
        wanted = part.strip("\n")
        assert wanted in left, f"{command} does not print:\n{wanted}\nbut:\n{left}"
        left = left.partition(wanted)[2] if wanted else left


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_tutorial_can_be_followed(
    page: Path, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known: dict[str, object] = {}
    done = 0
    for block in blocks_of(page):
        if block.file:
            (tmp_path / block.file).write_text(block.text)
            sys.modules.pop(Path(block.file).stem, None)
        elif block.language == "python":
            exec(block.text, known)
            run.capsys.readouterr()
        elif block.language == "console" and block.text.startswith("$ affray"):
            check_shown(run, block.text)
            done += 1
        elif block.language == "sh":
            for command in commands_in(block):
                words = shlex.split(command)[1:]
                if words[0] in RUN:
                    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
                    ran = run(*cheaper(words))
                    assert ran.code == 0, ran.err
                else:
                    check_words(words)
                done += 1
    assert done >= 3


@pytest.mark.parametrize(
    ("document", "text"), SHOWN, ids=[f"{name}-{number}" for number, (name, _) in enumerate(SHOWN)]
)
def test_a_document_shows_what_its_command_prints(document: str, text: str, run: Run) -> None:
    check_shown(run, text)


def test_every_game_shows_a_fight() -> None:
    games = {name for name, text in SHOWN if text.startswith("$ affray fight ")}
    assert games >= {f"docs/rulesets/{name}.md" for name in ruleset_names()}


def test_there_is_a_tutorial_for_each_of_the_readers() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    for page in [*PAGES, ROOT / "docs" / "tutorial.md", ROOT / "docs" / "adding-a-ruleset.md"]:
        assert f"({page.relative_to(ROOT / 'docs')})" in index
