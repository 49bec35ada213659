"""Builds the rules as native code and puts them beside the installed sources.

`python tools/native.py build` compiles into build/compiled, with progress; `... install` copies
what was built into the running interpreter's installed affray, if it is of the same sources. A
build may so go on while the uncompiled rules are in use, and is taken at the next start.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from threading import Event, Thread
from time import monotonic

READING = 5.0
"""Seconds between two lines while the rules are read."""

ROOT = Path(__file__).parent.parent
BUILD = ROOT / "build"
LIBRARY = BUILD / "compiled"
STAMP = BUILD / "native.stamp"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def digest() -> str:
    """A name for the sources as they are, and what compiles them."""
    found = hashlib.sha256(sys.version.encode())
    compiled = sorted((ROOT / "src" / "affray").rglob("*.py"))
    for path in [*compiled, ROOT / "setup.py", *sorted(ROOT.glob("native_*"))]:
        found.update(str(path.relative_to(ROOT)).encode())
        found.update(path.read_bytes())
    return found.hexdigest()


def build() -> int:
    """Compiles what is out of date; 0 if that went well."""
    wanted = digest()
    if STAMP.exists() and STAMP.read_text() == wanted:
        return 0
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        sys.stderr.write("no C compiler: the rules stay uncompiled\n")
        return 1
    started = monotonic()
    BUILD.mkdir(exist_ok=True)
    if compile_sources(started) != 0:
        sys.stderr.write(
            f"the rules did not compile ({BUILD / 'native.log'} says why); they stay uncompiled\n"
        )
        return 1
    STAMP.write_text(wanted)
    sys.stderr.write(f"the rules are compiled, in {monotonic() - started:.0f} s\n")
    return 0


def compile_sources(started: float) -> int:
    """Runs the build and passes on how far it is; its exit code. All it says goes to a log."""
    with (BUILD / "native.log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, "setup.py", "-q", "build_ext", "--build-lib", str(LIBRARY)],
            cwd=ROOT,
            stdout=log,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        )
        compiling = Event()

        def pass_on() -> None:
            for line in process.stderr or []:
                log.write(line)
                if line.startswith(("compiling the rules", "linking")):
                    compiling.set()
                    sys.stderr.write(line)

        reader = Thread(target=pass_on, daemon=True)
        reader.start()
        while process.poll() is None and not compiling.wait(READING):
            sys.stderr.write(f"reading the rules to compile them, {monotonic() - started:.0f} s\n")
        code = process.wait()
        reader.join()
    return code


def has_source(name: Path) -> bool:
    """Whether a compiled module is of a source that there still is."""
    return (ROOT / "src" / name.parent / f"{name.name.partition('.')[0]}.py").exists()


def install() -> int:
    """Copies what was built into the installed package, and takes out what no longer fits."""
    target = Path(sysconfig.get_path("platlib"))
    if not (target / "affray").is_dir():
        sys.stderr.write("affray is not installed here yet\n")
        return 1
    fits = STAMP.exists() and STAMP.read_text() == digest()
    built = {path.relative_to(LIBRARY) for path in LIBRARY.rglob(f"*{SUFFIX}")} if fits else set()
    built = {name for name in built if name.parts[0] != "affray" or has_source(name)}
    placed = [*(target / "affray").rglob(f"*{SUFFIX}"), *target.glob(f"affray_*{SUFFIX}")]
    for path in placed:
        if path.relative_to(target) not in built:
            path.unlink()
    for name in sorted(built):
        here, there = LIBRARY / name, target / name
        if not there.exists() or there.stat().st_mtime < here.stat().st_mtime:
            fresh = there.with_name(there.name + ".new")
            shutil.copy2(here, fresh)
            fresh.replace(there)
    return 0


if __name__ == "__main__":
    sys.exit({"build": build, "install": install}[sys.argv[1]]())
