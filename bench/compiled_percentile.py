"""Compiles the percentile duel with the engine, as the built-in rulesets are:

python -m bench.compiled_percentile FOLDER
PYTHONPATH=FOLDER/lib python -m bench duels
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD_FILES = ("setup.py", "tools", "pyproject.toml", "README.md")


def build(folder: Path) -> None:
    """Write a copy of Affray with the percentile duel among its rulesets, and compile it."""
    shutil.copytree(ROOT / "src", folder / "src", dirs_exist_ok=True)
    for name in BUILD_FILES:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, folder / name)
    package = folder / "src" / "affray" / "rulesets" / "percentile"
    package.mkdir(exist_ok=True)
    shutil.copy(ROOT / "bench" / "percentile.py", package / "rules.py")
    for name in ("__init__.py", "ruleset.py"):
        (package / name).touch()
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build", "--build-lib", "lib"],
        cwd=folder,
        env={**os.environ, "AFFRAY_RULESETS": "percentile"},
        check=True,
    )


if __name__ == "__main__":
    build(Path(sys.argv[1]))
