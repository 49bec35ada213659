"""Compile the engine and the rulesets with mypyc, if there is a C compiler.

AFFRAY_COMPILE=0 leaves them uncompiled. AFFRAY_RULESETS names the rulesets to compile, if not all.
AFFRAY_OPTIMISE is the C compiler's level of optimisation.
"""

import os
import sys
import sysconfig
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from distutils.ccompiler import new_compiler
from distutils.sysconfig import customize_compiler
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError, PlatformError

SOURCE = Path("src")
CORES = os.cpu_count() or 1

NOT_COMPILED = ["__init__", "data", "file_fields", "files", "problems"]
NOT_COMPILED += ["rulebook", "ruleset", "scenario"]
"""Data models and the code that reads them. Their classes are made at run time."""

FLAGS = ["-fvisibility=hidden", "-fno-semantic-interposition", "-fno-plt"]


def modules() -> list[Path]:
    """Return the modules to compile: the engine, what players share, and the rulesets."""
    package = SOURCE / "affray"
    found = [package / "players" / f"{name}.py" for name in ("expected", "random", "tactics")]
    names = os.environ.get("AFFRAY_RULESETS", "*").split()
    rulesets = [one for name in names for one in package.glob(f"rulesets/{name}/ruleset.py")]
    for folder in [package / "core", package / "space", *[one.parent for one in rulesets]]:
        found += [path for path in folder.rglob("*.py") if path.stem not in NOT_COMPILED]
    return sorted(found)


def has_c_compiler() -> bool:
    """Return whether a C file that includes Python's header compiles."""
    compiler = new_compiler()
    with TemporaryDirectory() as folder:
        probe = Path(folder, "probe.c")
        probe.write_text("#include <Python.h>\n")
        try:
            customize_compiler(compiler)
            compiler.compile([str(probe)], folder, include_dirs=[sysconfig.get_path("include")])
        except (CompileError, PlatformError):
            return False
    return True


def extensions() -> list[Any]:
    """Return the extensions to build; none if the rules are to stay uncompiled."""
    if {"egg_info", "dist_info", "sdist"} & {*sys.argv} or os.getenv("AFFRAY_COMPILE") == "0":
        return []
    if sys.implementation.name != "cpython" or not has_c_compiler():
        sys.stderr.write("no C compiler with Python's headers: the rules stay uncompiled\n")
        return []
    sys.path[:0] = [str(SOURCE), str(Path(__file__).parent / "tools" / "build")]
    from mypyc.build import mypycify
    from state_methods import write_sources

    paths = write_sources(SOURCE, Path("build/native"), modules())
    found: list[Any] = mypycify(
        ["--follow-imports=silent", f"--cache-dir={os.devnull}", *map(str, paths)],
        opt_level=os.environ.get("AFFRAY_OPTIMISE", "2"),
        debug_level="0",
        multi_file=True,
        group_name="affray",
    )
    flags = FLAGS if sys.platform == "linux" else []
    for extension in found:
        extension.extra_compile_args = [*extension.extra_compile_args, *flags]  # all share one
        extension.depends.append(__file__)
    return found


class ParallelBuild(build_ext):
    """Compiles the C files of an extension on all cores, and only those that have changed."""

    def build_extensions(self) -> None:
        """Build all extensions with a compiler that takes many files at once."""
        compile_in_turn: Callable[..., list[str]] = self.compiler.compile

        def compile_at_once(sources: list[str], **options: Any) -> list[str]:
            def compile_one(source: str) -> list[str]:
                made = self.compiler.object_filenames([source], output_dir=options["output_dir"])
                needed = max(map(os.path.getmtime, [source, *options["depends"]]))
                is_new = os.path.exists(made[0]) and os.path.getmtime(made[0]) > needed
                return list(made) if is_new else compile_in_turn([source], **options)

            largest_first = sorted(sources, key=os.path.getsize, reverse=True)
            with ThreadPoolExecutor(CORES) as pool:
                return [made for one in pool.map(compile_one, largest_first) for made in one]

        self.compiler.compile = compile_at_once
        super().build_extensions()


OPTIONS = {"build_ext": {"parallel": str(CORES)}}
setup(ext_modules=extensions(), cmdclass={"build_ext": ParallelBuild}, options=OPTIONS)
