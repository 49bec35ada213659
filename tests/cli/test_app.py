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
HEAVY += ("rich.progress", "tomlkit", "tomli_w", "affray.lab.odds", "affray.web")
"""What takes long to import, and what not every command needs."""


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("--version", ()),
        ("--help", ()),
        ("rules mithryn", ()),
        ("fight causeway --seed 1", ("pydantic",)),
        ("odds causeway --attacker Brynn", ("pydantic", "affray.lab.odds")),
        ("check wrong.toml", ()),
        ("rulesets", ()),
    ],
)
def test_a_command_imports_what_it_uses(words: str, needed: tuple[str, ...]) -> None:
    code = (
        "import sys, affray.cli\n"
        f"code = affray.cli.main({words.split()!r})\n"
        f"print(code, *[name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said = ran.stderr.split("\n")[-2]
    assert tuple(said.split()[1:]) == needed
