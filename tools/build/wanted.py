"""Print the packages that the project needs to build, run, train or test: wanted.py PURPOSE."""

import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
WANTED = {
    "build": PROJECT["build-system"]["requires"],
    "run": PROJECT["project"]["dependencies"],
    "train": [one for one in EXTRAS["train"] if not one.startswith("affray[")],
    "test": [one for name, extra in EXTRAS.items() if name != "train" for one in extra],
}
print("\n".join(WANTED[sys.argv[1]]))
