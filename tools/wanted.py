"""Prints the packages that some purpose of the project needs: run, build, train, all but train."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))

APART = ("train",)
"""Extras that are not among all: they bring gigabytes, and tests on a user's machine do without."""


def wanted(purpose: str) -> list[str]:
    """The requirements for a purpose, as pyproject.toml has them."""
    if purpose == "run":
        return [*PROJECT["project"]["dependencies"]]
    if purpose == "build":
        return [*PROJECT["build-system"]["requires"]]
    extras = PROJECT["project"]["optional-dependencies"]
    if purpose in APART:
        return [one for one in extras[purpose] if not one.startswith("affray[")]
    more = [one for name, extra in extras.items() if name not in APART for one in extra]
    return [*wanted("run"), *wanted("build"), *more]


if __name__ == "__main__":
    print("\n".join(dict.fromkeys(one for purpose in sys.argv[1:] for one in wanted(purpose))))
