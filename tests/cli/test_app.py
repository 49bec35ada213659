"""The program itself: its commands, their help, and the version."""

from __future__ import annotations

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
        assert any(line.split() == [command, *summary.split()] for line in lines), command
    assert all(len(line) <= 80 for line in lines)


def test_every_command_has_a_module() -> None:
    folder = Path(import_module("affray.cli").__file__ or "").parent
    modules = {path.stem for path in folder.glob("*.py") if "def command(" in path.read_text()}
    assert modules == set(COMMANDS)


def test_a_misspelt_command_is_told_the_nearest(run: Run) -> None:
    assert "did you mean 'fight'" in run.error("figth")


HEAVY = ("numpy", "scipy", "altair", "pydantic", "fastapi", "sqlalchemy", "multiprocessing")
HEAVY += ("rich", "tomlkit", "tomli_w", "affray.lab.odds", "affray.web")
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
    """What is imported of what takes long after each of some commands, in one new process."""
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
