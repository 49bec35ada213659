"""Compiles the engine and the rulesets with mypyc; without a C compiler they stay plain Python."""

import os
from pathlib import Path

from setuptools import setup

NOT_COMPILED = {"__init__.py", "problems.py", "rulebook.py", "ruleset.py", "sheet.py"}
"""Data models and what reads them: pydantic's classes cannot be native, and are not hot."""


def modules() -> list[str]:
    source = Path("src/affray")
    folders = ["core", "space", "rulesets"]
    return sorted(
        str(path)
        for folder in folders
        for path in (source / folder).rglob("*.py")
        if path.name not in NOT_COMPILED
    )


def extensions() -> list:
    if os.environ.get("AFFRAY_COMPILE", "1") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    found = mypycify(
        # what is not compiled need not be checked here, nor what it imports be installed
        ["--follow-imports=silent", *modules()],
        opt_level="3",
        debug_level="0",
        group_name="affray_native",
    )
    for extension in found:
        extension.optional = True
        # calls within the one shared library need not go through its symbol table
        extension.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt"]
    return found


setup(ext_modules=extensions())
