"""Compiles the engine and the rulesets with mypyc; without a C compiler they stay plain Python."""

import gc
import os
import sys
from pathlib import Path
from typing import Any

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent))

from native_build import ParallelBuild
from native_sources import check_derived, write_sources

SOURCE = Path("src")
GENERATED = Path("build/native")
HEADER = Path(__file__).resolve().parent / "native_header.h"

Groups = list[tuple[list[str], str | None]]
"""The modules of every extension, and its name."""

NOT_COMPILED = {
    "__init__.py",
    "data.py",
    "kinds.py",
    "problems.py",
    "records.py",
    "rulebook.py",
    "ruleset.py",
    "scenario.py",
}
"""Data models and what reads them: their classes are made as they are read, and are not hot."""


PUT_INTO_CALLERS = {"affray_olde__mypyc"}
"""The libraries in which more functions are put into their callers than in others: those whose
players weigh many things by functions that are small, but not small enough otherwise."""

MORE_INLINING = [
    *("--param", "max-inline-insns-auto=240"),
    *("--param", "inline-unit-growth=200"),
    *("--param", "large-function-growth=400"),
    # loops are short, and other ways to write them only take room among what is put together
    "-fno-peel-loops",
    "-fno-split-loops",
    "-fno-unswitch-loops",
    "-fno-loop-unroll-and-jam",
    # each function begins on a line of the cache of its own
    "-falign-functions=64",
]


def is_native(path: Path) -> bool:
    """Whether a module holds nothing but what can be native."""
    return path.name != "sheet.py" or (path.parent / "scenario.py").exists()


def groups() -> dict[str, list[Path]]:
    """The modules that become one extension each: the engine with the player who is asked most
    often, and every ruleset (or those that AFFRAY_RULESETS names)."""
    source = SOURCE / "affray"
    found = {
        "affray_core": [source / "core", source / "space", source / "players" / "random.py"],
    }
    only = os.environ.get("AFFRAY_RULESETS", "").split()
    for ruleset in sorted((source / "rulesets").iterdir()):
        if (ruleset / "ruleset.py").exists() and (not only or ruleset.name in only):
            found[f"affray_{ruleset.name}"] = [ruleset]
    return {
        name: sorted(
            path
            for folder in folders
            for path in (folder.rglob("*.py") if folder.is_dir() else [folder])
            if path.name not in NOT_COMPILED and is_native(path)
        )
        for name, folders in found.items()
    }


def generated_c(arguments: list[str], separate: Groups) -> tuple[Any, Any] | None:
    """The C of every extension with what is known of all classes and functions at once; None where
    this mypyc has no way to say so, and then it does without.

    For separate extensions mypyc takes it that any class may have subclasses elsewhere, so that
    every method is looked up and every attribute checked for being there. Ours are compiled
    together, and `check_derived` has seen which classes others derive from.
    """
    try:
        from mypyc.options import CompilerOptions
        from native_passes import write_c

        options = CompilerOptions(separate=True)
        options.global_opts = True
        return write_c(arguments, options, separate)
    except Exception as problem:
        sys.stderr.write(f"mypyc optimises each extension by itself: {problem!r}\n")
        return None


def extensions() -> list[Any]:
    """The extensions to build: none where that is not wanted or cannot be."""
    if os.environ.get("AFFRAY_COMPILE", "1") == "0":
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        return []
    gc.disable()  # what mypyc reads stays to the end
    wanted = groups()
    every = [path for paths in wanted.values() for path in paths]
    written = dict(zip(every, write_sources(SOURCE, GENERATED, every), strict=True))
    check_derived(SOURCE, wanted)
    arguments = [
        # what is not compiled need not be checked here, nor what it imports be installed
        "--follow-imports=silent",
        # what mypyc remembers of an earlier build does not always fit the sources of this one
        f"--cache-dir={os.devnull}",
        *[str(path) for path in written.values()],
    ]
    separate: Groups = [
        ([str(written[path]) for path in paths], name) for name, paths in wanted.items()
    ]
    found = mypycify(
        arguments,
        opt_level=os.environ.get("AFFRAY_OPTIMISE", "3"),
        debug_level="0",
        separate=separate,
        skip_cgen_input=generated_c(arguments, separate),
    )
    flags: list[str] = []
    # a library is one C file: what nobody in it uses need not be compiled, and what is within it
    # need not be looked up in its table of symbols
    if sys.platform == "linux":
        flags += ["-fwhole-program", "-fno-semantic-interposition", "-fno-plt"]
        # rules are many small functions that call each other, and have no loops over numbers
        flags += ["--param", "max-inline-insns-auto=80", "-fno-tree-vectorize"]
    if sys.platform != "win32":
        flags += ["-fvisibility=hidden", "-include", str(HEADER)]
    for extension in found:
        extension.optional = True
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]
        if sys.platform == "linux" and extension.name in PUT_INTO_CALLERS:
            extension.extra_compile_args += MORE_INLINING
        extension.depends = [*extension.depends, str(HEADER), __file__]
    return found


setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild})
