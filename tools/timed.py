"""Runs a command and says on one line what it does and for how long: timed.py WHAT COMMAND…"""

from __future__ import annotations

import subprocess
import sys
from time import monotonic

EVERY = 1.0 if sys.stderr.isatty() else 5.0


def main(what: str, command: list[str]) -> int:
    """The command's exit code; its output is shown only where it fails."""
    started = monotonic()
    end = "\r" if sys.stderr.isatty() else "\n"
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as process:
        output = ""
        while True:
            try:
                output, _ = process.communicate(timeout=EVERY)
                break
            except subprocess.TimeoutExpired:
                sys.stderr.write(f"{what}, {monotonic() - started:.0f} s{end}")
                sys.stderr.flush()
        code = process.returncode
    sys.stderr.write(f"{what}, {monotonic() - started:.0f} s, {'failed' if code else 'done'}\n")
    if code:
        sys.stderr.write(output)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
