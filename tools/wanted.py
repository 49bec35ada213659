"""Prints the packages of the project that some purpose needs: run, build, or all of them."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

PROJECT = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text("utf-8"))

NOT_TESTED = ("train",)
"""Extras that tests do without where they are not installed: they bring gigabytes."""


def wanted(purpose: str) -> list[str]:
    """The requirements for a purpose, as pyproject.toml has them."""
    if purpose == "run":
        return [*PROJECT["project"]["dependencies"]]
    if purpose == "build":
        return [*PROJECT["build-system"]["requires"]]
    extras = PROJECT["project"]["optional-dependencies"]
    more = [one for name, extra in extras.items() if name not in NOT_TESTED for one in extra]
    return [*wanted("run"), *wanted("build"), *more]


if __name__ == "__main__":
    print("\n".join(dict.fromkeys(one for purpose in sys.argv[1:] for one in wanted(purpose))))
