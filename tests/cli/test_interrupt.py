"""Ctrl-C ends a long command with what is done so far."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import affray
from affray.cli import main
from servers import processor_seconds, wait_for

SWEEP = """
scenario = "causeway"
fights = 2000000

[vary]
"sides.foes.fighters.city-spearman.count" = [1, 2, 3]
"""
COUNT = ["--key", "sides.foes.fighters.city-spearman.count", "--from", "1", "--to", "9"]
COMMANDS = {
    "sweep": (["sweep", "sweep.toml"], "stopped early"),
    "tune": (["tune", "causeway", *COUNT, "--within", "0.0001"], "stopped"),
    "duel": (["duel", "two-weapon-duel", "--seconds", "9000"], "stopped early"),
    "story": (["story", "played.tape", "-n", "20000"], "stopped early"),
    "report": (["report", "causeway", "--out", "report.html", "-n", "900000000"], "stopped early"),
    "arena": (
        ["arena", "causeway", "--player", "simple", "--player", "random", "-n", "900000000"],
        "stopped early",
    ),
    "compare": (
        ["compare", "causeway", "--house", "check=d20", "-n", "900000000"],
        "stopped early",
    ),
}


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Ctrl-C as in a shell's foreground, wherever the tests were started; programs inherit it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.soak
@pytest.mark.usefixtures("interruptible")
@pytest.mark.parametrize("command", COMMANDS)
def test_it_says_what_is_done_and_that_it_was_stopped(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sweep.toml").write_text(SWEEP)
    assert main(["fight", "nine-against-nine", "--seed", "3", "--tape", "played.tape"]) == 0
    words, said = COMMANDS[command]
    process = subprocess.Popen(
        [sys.executable, "-m", "affray", *words],
        env={**os.environ, "PYTHONPATH": str(Path(affray.__file__).parents[1])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    wait_for(lambda: processor_seconds(process.pid) > 6, "it does nothing")
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert said in out, out + error
    assert "Traceback" not in error
