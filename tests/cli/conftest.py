"""Running a command as a user does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from affray.cli import main


class Result(NamedTuple):
    """What a command gave."""

    code: int
    out: str
    err: str


class Run:
    """Runs commands in this process, at a terminal of 80 columns."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: str) -> Result:
        code = main(list(arguments))
        printed = self.capsys.readouterr()
        return Result(code, printed.out, printed.err)

    def json(self, *arguments: str) -> Any:
        """Return what a command prints as JSON."""
        code, out, err = self(*arguments, "--json")
        assert code == 0, err
        return json.loads(out)

    def error(self, *arguments: str) -> str:
        """Return the error of a command: exit code 2, nothing printed, no traceback."""
        code, out, err = self(*arguments)
        assert code == 2
        assert out == ""
        assert "Traceback" not in err
        return err


@pytest.fixture(autouse=True)
def fights_folder(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Keep the fights of a test in a folder of its own."""
    folder = tmp_path_factory.mktemp("fights")
    monkeypatch.setenv("AFFRAY_FIGHTS", str(folder))
    return folder


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("COLUMNS", "80")
    return Run(capsys)


@pytest.fixture
def tape(tmp_path: Path, run: Run) -> Path:
    """Return the tape of a whole fight."""
    path = tmp_path / "a.tape"
    assert run("fight", "first-blood", "--seed", "4", "--tape", str(path)).code == 0
    return path


@pytest.fixture
def short_tape(tape: Path, tmp_path: Path) -> Path:
    """Return the tape up to the first decision about what to do."""
    lines = tape.read_text().split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("Ansa: "))
    path = tmp_path / "short.tape"
    path.write_text("\n".join(lines[:at]) + "\n")
    return path
