"""The program itself: its commands, their help, and the version."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

from affray.cli.app import COMMANDS
from affray.core.fight import Fight
from affray.version import VERSION
from cli.conftest import Run


def test_version_says_how_it_was_built(run: Run) -> None:
    out = run("--version").out
    assert out.startswith("affray ")
    assert ("uncompiled" in out) == (type(Fight.play).__name__ == "function")


def test_the_version_is_that_of_the_package() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["dynamic"] == ["version"]
    module, _, name = project["tool"]["setuptools"]["dynamic"]["version"]["attr"].rpartition(".")
    assert getattr(import_module(module), name) == VERSION


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(run: Run, command: str) -> None:
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"affray {command}" in ran.out.replace("Usage: affray", "", 1)
    assert [line for line in ran.out.split("\n") if len(line) > 80] == []


def test_help_names_every_command_in_one_line(run: Run) -> None:
    lines = run("--help").out.split("\n")
    for command, summary in COMMANDS.items():
        row = [command, *summary.split()]
        assert any(line.strip("│ ").split() == row for line in lines), command
    assert all(len(line) <= 80 for line in lines)


def test_help_is_shown_however_it_is_asked_for(run: Run) -> None:
    shown = run("--help")
    assert shown.code == 0
    assert run() == run("help") == run("-h") == shown
    assert run("help", "fight") == run("fight", "--help")
    assert "affray fight causeway --seed 7" in run("help", "fight").out


def test_a_shell_completes_commands_scenarios_and_rulesets(tmp_path: Path) -> None:
    assert completions("affray figh", 1) == ["fight", "fights"]
    assert completions("affray fight first-b", 2) == ["first-blood"]
    assert completions("affray rules mith", 2) == ["mithryn"]
    assert "--seed" in completions("affray fight --se", 2)


def completions(typed: str, word: int) -> list[str]:
    """Return the completions that bash gets for a command line."""
    ran = subprocess.run(
        [sys.executable, "-c", "from affray.cli import run; run()"],
        env={
            **os.environ,
            "_AFFRAY_COMPLETE": "complete_bash",
            "COMP_WORDS": typed,
            "COMP_CWORD": str(word),
        },
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.split()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252"])
@pytest.mark.parametrize("words", ["--help", "odds first-blood", "show causeway"])
def test_other_encodings_get_plain_characters(encoding: str, words: str) -> None:
    """Boxes, arrows and bars have plain characters of the same width."""
    ran = affray_process(words, {"PYTHONIOENCODING": encoding})
    assert (ran.returncode, ran.stderr) == (0, b"")
    printed = ran.stdout.decode(encoding)
    assert printed.strip()
    assert "?" not in printed
    if words == "show causeway":
        assert "+----" in printed
        assert "| A Kael " in printed


def test_json_is_whole_in_other_encodings() -> None:
    as_ascii = affray_process("show causeway --json", {"PYTHONIOENCODING": "ascii"})
    as_utf8 = affray_process("show causeway --json", {"PYTHONIOENCODING": "utf-8"})
    assert json.loads(as_ascii.stdout) == json.loads(as_utf8.stdout)


def test_closed_output_is_no_error() -> None:
    code = "import sys; sys.stdout = sys.stderr = None; from affray.cli import run; run()"
    ran = subprocess.run([sys.executable, "-c", code, "rulesets"], check=False)
    assert ran.returncode == 0


def affray_process(words: str, environment: dict[str, str]) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "from affray.cli import run; run()", *words.split()],
        env={**os.environ, **environment},
        capture_output=True,
        check=False,
    )


def test_every_command_has_a_module() -> None:
    folder = Path(import_module("affray.cli").__file__ or "").parent
    modules = {path.stem for path in folder.glob("*.py") if "def command(" in path.read_text()}
    assert modules == set(COMMANDS)


def test_a_misspelt_command_is_told_the_nearest(run: Run) -> None:
    assert "Did you mean 'fight'" in run.error("figth")


HEAVY = ("numpy", "scipy", "altair", "fastapi", "sqlalchemy", "multiprocessing")
HEAVY += ("tomlkit", "tomli_w", "affray.lab.odds", "affray.web")
"""What takes long to import, and what not every command needs."""

LIGHT = """
--version
--help
rulesets
rules mithryn
content olde
scenarios
schema orrery
check wrong.toml
serve --help
admin --help
mcp --help
arena --help
sweep --help
tune --help
duel --help
fight causeway --seed 1
duel nowhere
"""
"""Commands that need nothing of it: they run one after another in one process, which keeps what any
of them imports."""


def imported_by(lines: list[str]) -> list[list[str]]:
    """Return the slow libraries that each of some commands imports, in one new process."""
    code = (
        "import shlex, sys, affray.cli\n"
        f"for line in {lines!r}:\n"
        "    affray.cli.main(shlex.split(line))\n"
        f"    print('imported', *[one for one in {HEAVY!r} if one in sys.modules], file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return [line.split()[1:] for line in ran.stderr.split("\n") if line.startswith("imported")]


def test_a_command_imports_what_it_uses() -> None:
    lines = LIGHT.strip().split("\n")
    found = dict(zip(lines, imported_by(lines), strict=True))
    assert found == {line: [] for line in lines}


def test_what_takes_long_is_imported_where_it_is_used() -> None:
    lines = ["simulate first-blood -n 1 --workers 1", "odds causeway --attacker Brynn"]
    assert imported_by(lines) == [["tomli_w"], ["tomli_w", "affray.lab.odds"]]
    assert imported_by(["duel first-blood --within 0.4 --workers 1"]) == [["numpy"]]
