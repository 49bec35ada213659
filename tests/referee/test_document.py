"""The example of docs/referee.md prints what the document says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from support import skip_without

skip_without("mcp")

DOCUMENT = Path(__file__).parents[2] / "docs" / "referee.md"


def test_the_example_of_the_document_prints_what_it_shows(tmp_path: Path) -> None:
    text = DOCUMENT.read_text()
    code = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    shown = re.findall(r"```text\n(.*?)```", text, re.DOTALL)
    assert len(code) == len(shown) == 1
    folder = tmp_path / "bin"
    folder.mkdir()
    command = folder / "affray"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m affray "$@"\n')
    command.chmod(0o755)
    script = tmp_path / "example.py"
    # the client passes on no variables but the usual ones
    script.write_text(
        code[0].replace('command="affray"', f'command="{command}", env={dict(os.environ)!r}')
    )
    ran = subprocess.run(
        [sys.executable, script.name], capture_output=True, text=True, cwd=tmp_path, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout == shown[0]
