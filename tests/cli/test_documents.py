"""Every command line in the README and the documents is one that works, and the tutorial can be
followed: its files are written, its commands run, and what it shows is what is printed."""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path
from typing import NamedTuple

import pytest

from affray.cli import main
from affray.cli.app import COMMANDS, load_command
from affray.library import load, ruleset_names
from cli.conftest import Run

ROOT = Path(__file__).parent.parent.parent
DOCUMENTS = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "rulesets").glob("*.md")),
    *sorted((ROOT / "docs" / "reference").glob("*.md")),
]
TUTORIAL = ROOT / "docs" / "tutorial.md"

FENCE = re.compile(r"(?:^`([\w./-]+)`\n)?^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
INLINE = re.compile(r"`affray ([^`]+)`")

PLACEHOLDERS = {"FILE": "x.toml", "SCENARIO": "causeway", "TAPE": "x.tape", "NAME": "causeway"}
"""What stands in the documents for a word of the reader's own."""

QUICK = {"rulesets", "rules", "content", "scenarios", "show", "check", "schema", "new", "fight"}
QUICK |= {"odds", "simulate", "replay"}
"""The commands that are run; the others have tests of their own, and their words are checked."""

OUTSIDE = {"toss-up", "SCHEDULER", "goblins.toml", "mine.tape", "my.tape", "x.tape"}
"""Files and scenarios that a document speaks of and does not write."""


class Block(NamedTuple):
    """A fenced block of a document: a file's name, the language, and the text."""

    file: str
    language: str
    text: str


def blocks_of(document: Path) -> list[Block]:
    return [Block(*found.groups("")) for found in FENCE.finditer(document.read_text())]


def commands_in(block: Block) -> list[str]:
    """Return the command lines of a block, without the prompt and the comment behind them."""
    found = []
    for line in block.text.split("\n"):
        command = line.removeprefix("$ ").partition("  #")[0].strip()
        if command.startswith("affray ") and not command.startswith(("affray tape", "affray 0.")):
            found.append(command)
    return found


def fenced_commands(document: Path) -> list[str]:
    return [
        command
        for block in blocks_of(document)
        if block.language in ("sh", "shell", "console", "")
        for command in commands_in(block)
    ]


def inline_commands(document: Path) -> list[str]:
    """Return the command lines within sentences, with something in the place of words like FILE."""
    found = []
    for command in INLINE.findall(FENCE.sub("", document.read_text())):
        words = [PLACEHOLDERS.get(word, word) for word in command.split()]
        words += ["x.tape"] if words[-1] == "--tape" else []
        if words[0] in COMMANDS and len(words) > 1:
            found.append("affray " + " ".join(words))
        else:
            assert words[0] in (*COMMANDS, "--version", "--install-completion"), command
    return found


def cheaper(words: list[str]) -> list[str]:
    """Return the command with fewer fights."""
    found = list(words)
    for option, most in (("-n", "40"), ("--within", "0.2")):
        if option in found:
            found[found.index(option) + 1] = most
    return [*found, "--workers", "1"] if found[0] == "simulate" else found


def check_words(words: list[str]) -> None:
    """Whether the command takes these words, and knows the scenario they name."""
    with load_command(words[0]).make_context(words[0], words[1:]) as context:
        scenario = context.params.get("scenario")
    if isinstance(scenario, str) and scenario and not scenario.endswith((".toml", ".tape")):
        load(scenario)


EVERY_COMMAND = sorted(
    {
        (document.relative_to(ROOT).as_posix(), command)
        for document in DOCUMENTS
        if document != TUTORIAL
        for command in fenced_commands(document) + inline_commands(document)
        if not set(shlex.split(command)) & {"toss-up"}
    }
)


@pytest.mark.parametrize(("document", "command"), EVERY_COMMAND)
def test_every_command_of_the_documents_works(
    document: str,
    command: str,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    words = shlex.split(command)[1:]
    check_words(words)
    is_about_outside = any(name in command for name in OUTSIDE)
    if words[0] not in QUICK or is_about_outside or "..." in command or "A" in words:
        return
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    if words[0] in ("check", "fight") and len(words) > 1 and words[1].endswith(".toml"):
        assert main(["new", words[1]]) == 0
    assert main(cheaper(words)) == 0, run.capsys.readouterr().err


def test_the_documents_are_found() -> None:
    assert len(EVERY_COMMAND) >= 30
    assert ("docs/rulesets/olde.md", "affray new x.toml --ruleset olde") in EVERY_COMMAND


def test_the_tutorial_can_be_followed(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """From `new`, `content` and `check` alone to a scenario in every ruleset, word for word."""
    monkeypatch.chdir(tmp_path)
    written: dict[str, Path] = {}
    done = 0
    for block in blocks_of(TUTORIAL):
        if block.language == "toml":
            file = tmp_path / block.file
            file.write_text(block.text)
            written[load(str(file)).ruleset.name] = file
        elif block.language == "sh":
            for command in commands_in(block):
                words = shlex.split(command)[1:]
                if words[0] in QUICK:
                    ran = run(*cheaper(words))
                    assert ran.code == 0, ran.err
                    assert all(len(line) <= 80 for line in ran.out.split("\n")), command
                else:
                    check_words(words)
                done += 1
        elif block.language == "console":
            wrong = written["mithryn"].read_text().replace('is = "bandit"', 'is = "bandti"')
            (tmp_path / "wrong.toml").write_text(wrong)
            command, said = block.text.split("\n", 1)
            assert run.error(*shlex.split(command)[2:]) == said
    assert set(written) == set(ruleset_names())
    assert done >= 25


def test_which_commands_print_json() -> None:
    """All but those that print no figures, as the README says."""
    without = {
        name
        for name in COMMANDS
        if not any("--json" in one.opts for one in load_command(name).params)
    }
    assert without == {"mcp", "new", "report", "schema", "serve", "tutorial"}
