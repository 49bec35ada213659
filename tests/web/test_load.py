"""A small load with a kill in the middle: nothing lost, nothing double, every tape replays."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from servers import postgres

LOAD = Path(__file__).parent.parent.parent / "bench" / "load.py"


@pytest.mark.soak
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_load_and_a_kill_lose_nothing(kind: str, tmp_path: Path) -> None:
    if kind == "postgresql":
        with postgres() as address:
            under_load(address)
    else:
        under_load(f"sqlite:///{tmp_path}/load.db")


def under_load(store: str) -> None:
    words = [
        "--fights",
        "40",
        "--clients",
        "12",
        "--seconds",
        "8",
        "--kills",
        "2",
        "--store",
        store,
    ]
    done = subprocess.run(
        [sys.executable, str(LOAD), *words], capture_output=True, text=True, timeout=180
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = json.loads(done.stdout)
    assert found["problems"] == []
    assert found["answers"] > 10
    assert found["kills"] == 2
