"""Compiles the extensions on all cores, shows how far it is, and leaves alone what has not changed.

Setuptools builds one extension after the other. Here every C file is a job of its own, the largest
first, so that no core waits for another at the end. What only loads a module from its library is a
C file for every module, which takes longer to start the compiler for than to compile: that of a
package is compiled at once, and copied for each of its modules.
"""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from functools import partial
from pathlib import Path
from time import monotonic

from setuptools import Extension
from setuptools.command.build_ext import build_ext

QUIET = 5.0
"""Seconds after which it is said again how far it is, though nothing more is done."""

INTERVAL = 2.0
"""Seconds between two lines of progress where they cannot be written over each other."""


def only_loads(extension: Extension) -> bool:
    """Whether an extension does no more than load a module from its library."""
    return all(not Path(source).stem.startswith("__native") for source in extension.sources)


def by_package(loaders: list[Extension]) -> dict[str, list[Extension]]:
    """What only loads modules, by package: there each module has a name of its own."""
    found: dict[str, list[Extension]] = {}
    for extension in loaders:
        found.setdefault(extension.name.rpartition(".")[0], []).append(extension)
    return found


def loaders_text(sources: list[str]) -> str:
    """One C file of several that each have a function of the same name beside their own."""
    parts = [
        f'#define PyInit___init__ load_{number}\n#include "{Path(source).resolve()}"\n'
        "#undef PyInit___init__\n"
        for number, source in enumerate(sources)
    ]
    return "".join(parts)


class Progress:
    """Says on standard error how many jobs are done, and for how long it has been at it."""

    def __init__(self, what: str, jobs: int) -> None:
        self.what = what
        self.jobs = jobs
        self.done = 0
        self.started = monotonic()
        self.told = 0.0

    def advance(self) -> None:
        """One job more is done."""
        self.done += 1
        interval = 0.2 if sys.stderr.isatty() else INTERVAL
        if self.done == self.jobs or monotonic() - self.told >= interval:
            self.tell()

    def tell(self) -> None:
        """Says how far it is."""
        self.told = monotonic()
        line = f"{self.what}: {self.done} of {self.jobs}, {self.told - self.started:.0f} s"
        end = "\n" if self.done == self.jobs or not sys.stderr.isatty() else "\r"
        sys.stderr.write(line + end)
        sys.stderr.flush()


class ParallelBuild(build_ext):
    """Builds all extensions at once: first every C file, then every library."""

    def build_extensions(self) -> None:
        """Compiles and links what is out of date."""
        self.check_extensions_list(self.extensions)
        is_unix = self.compiler.compiler_type == "unix"
        loaders = by_package([one for one in self.extensions if is_unix and only_loads(one)])
        single = [one for one in self.extensions if not is_unix or not only_loads(one)]
        libraries = [(one, Path(self.get_ext_fullpath(one.name))) for one in single]
        for package, members in loaders.items():
            library = Path(self.build_temp) / package / "loader.so"
            libraries.append((self.loader_of(package, members), library))
        compiles = [
            (extension, Path(source))
            for extension, _ in libraries
            for source in extension.sources
            if is_outdated(self.object_of(extension, source), [Path(source), *depends(extension)])
        ]
        compiles.sort(key=lambda job: -job[1].stat().st_size)
        self.run_jobs(
            "compiling the rules",
            [partial(self.compile, extension, source) for extension, source in compiles],
        )
        links = [
            (extension, target)
            for extension, target in libraries
            if is_outdated(target, [self.object_of(extension, one) for one in extension.sources])
        ]
        self.run_jobs("linking them", [partial(self.link, *library) for library in links])
        for extension, target in libraries:
            for member in loaders.get(extension.name, []):
                copy = Path(self.get_ext_fullpath(member.name))
                if is_outdated(copy, [target]):
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copy(target, copy)

    def loader_of(self, package: str, members: list[Extension]) -> Extension:
        """What loads any module of a package, in one C file."""
        sources = sorted(str(source) for one in members for source in one.sources)
        file = Path(self.build_temp) / f"{package}.c"
        text = loaders_text(sources)
        if not file.exists() or file.read_text("utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, "utf-8")
        return Extension(
            package,
            [str(file)],
            include_dirs=members[0].include_dirs,
            extra_compile_args=[*members[0].extra_compile_args, "-O0"],
            depends=[*members[0].depends, *sources],
        )

    def run_jobs(self, what: str, jobs: list[Callable[[], None]]) -> None:
        """Does jobs side by side; the first that fails stops the rest."""
        if not jobs:
            return
        progress = Progress(what, len(jobs))
        with ThreadPoolExecutor(int(os.environ.get("AFFRAY_JOBS", os.cpu_count() or 1))) as pool:
            waiting = {pool.submit(job) for job in jobs}
            progress.tell()
            try:
                while waiting:
                    done, waiting = wait(waiting, QUIET, FIRST_COMPLETED)
                    for job in done:
                        job.result()
                        progress.advance()
                    if not done:
                        progress.tell()
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise

    def object_of(self, extension: Extension, source: str | os.PathLike[str]) -> Path:
        """Where the object file of a source goes: one for each library that has it."""
        folder = Path(self.build_temp) / extension.name
        return folder / (Path(source).stem + (self.compiler.obj_extension or ".o"))

    def compile(self, extension: Extension, source: Path) -> None:
        """Compiles one C file."""
        target = self.object_of(extension, source)
        target.parent.mkdir(parents=True, exist_ok=True)
        made = self.compiler.compile(
            [str(source)],
            output_dir=str(target.parent),
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
            depends=extension.depends,
        )
        if Path(made[0]) != target:
            Path(made[0]).replace(target)

    def link(self, extension: Extension, target: Path) -> None:
        """Links one library."""
        target.parent.mkdir(parents=True, exist_ok=True)
        self.compiler.link_shared_object(
            [str(self.object_of(extension, source)) for source in extension.sources],
            str(target),
            libraries=self.get_libraries(extension),
            library_dirs=extension.library_dirs,
            runtime_library_dirs=extension.runtime_library_dirs,
            extra_postargs=extension.extra_link_args,
            export_symbols=self.get_export_symbols(extension),  # type: ignore[no-untyped-call]
            build_temp=self.build_temp,
            target_lang="c",
        )


def depends(extension: Extension) -> list[Path]:
    """The headers that an extension's files include."""
    return [Path(path) for path in extension.depends if Path(path).exists()]


def is_outdated(target: Path, sources: list[Path]) -> bool:
    """Whether something has to be made again from its sources."""
    if not target.exists():
        return True
    made = target.stat().st_mtime
    return any(source.stat().st_mtime > made for source in sources)
