"""Serves the table; where the rules are not compiled yet, compiles them meanwhile.

The page works on the same rules either way. What was compiled is taken at the next start.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from affray.version import is_compiled

TOOLS = Path(__file__).parent


def main() -> int:
    """Serves until stopped, and takes the compiler along when it stops."""
    builder = None
    environment = dict(os.environ)
    if not is_compiled():
        nice = ["nice"] if sys.platform != "win32" else []
        builder = subprocess.Popen([*nice, sys.executable, str(TOOLS / "native.py"), "build"])
        environment["AFFRAY_COMPILING"] = "1"
    affray = Path(sys.executable).with_name("affray")
    try:
        return subprocess.call([str(affray), "serve", *sys.argv[1:]], env=environment)
    except KeyboardInterrupt:
        return 0
    finally:
        if builder is not None and builder.poll() is None:
            builder.terminate()


if __name__ == "__main__":
    sys.exit(main())
