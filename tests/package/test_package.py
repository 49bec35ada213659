"""The package as it is installed: built from its sources, in an environment with nothing but what it
declares, it plays, asks and serves."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import time
import tomllib
import urllib.request
import zipfile
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import Distribution, distribution
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import affray
from affray.version import is_compiled
from servers import free_port, missing

ROOT = Path(__file__).parent.parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
NOT_SOURCES = {".git", ".venv", "build", "dist", "site", "node_modules"}
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def copy_sources(place: Path) -> Path:
    """Return the sources as they would be checked out."""

    def leave_out(folder: str, names: list[str]) -> set[str]:
        caches = {one for one in names if one.endswith(("cache__", "_cache", ".egg-info", ".so"))}
        return (caches | NOT_SOURCES & set(names)) if Path(folder) == ROOT else caches

    shutil.copytree(ROOT, place, ignore=leave_out)
    return place


def build(sources: Path, out: Path, compile_rules: bool) -> tuple[Path, Path]:
    """Return the source distribution, and the wheel that is built from it."""
    pytest.importorskip("build", reason="build is not installed (pip install build)")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "-o", str(out), str(sources)],
        # compiled without optimising, which takes a fifth of the time
        env={**CLEAN, "AFFRAY_COMPILE": str(int(compile_rules)), "AFFRAY_OPTIMISE": "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    (sdist,), (wheel,) = out.glob("*.tar.gz"), out.glob("*.whl")
    return sdist, wheel


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    place = tmp_path_factory.mktemp("build")
    return build(copy_sources(place / "sources"), place / "dist", compile_rules=False)


class Environment:
    """A Python environment with the package in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        done = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
        subprocess.run(done, check=True, env=CLEAN)
        self.python = folder / "bin" / "python"
        self.packages = Path(
            sysconfig.get_path("purelib", "venv", {"base": str(folder), "platbase": str(folder)})
        )

    def pip(self, *words: str) -> None:
        """Installs into the environment."""
        command = [sys.executable, "-m", "pip", "--python", str(self.python), "install", "-q"]
        done = subprocess.run([*command, *words], env=CLEAN, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr[-2000:]

    def run(self, *words: str, **more: Any) -> subprocess.CompletedProcess[str]:
        """Return the result of a command of the environment."""
        command = [str(self.folder / "bin" / words[0]), *words[1:]]
        place = self.folder.parent
        return subprocess.run(command, env=CLEAN, cwd=place, capture_output=True, text=True, **more)


def with_its_requirements(name: str, extras: frozenset[str], seen: set[tuple[str, str]]) -> None:
    """Add a distribution and everything that it needs: names, each with an extra or ''."""
    for extra in ["", *extras]:
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for text in distribution(name).requires or []:
            requirement = Requirement(text)
            marker = requirement.marker
            if marker is None or marker.evaluate({"extra": extra}):
                with_its_requirements(
                    canonical(requirement.name), frozenset(requirement.extras), seen
                )


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def link_files(found: Distribution, packages: Path) -> None:
    """Put a distribution that is installed here into another environment too."""
    tops = {file.parts[0] for file in found.files or [] if ".." not in file.parts}
    for top in tops - {"__pycache__"}:
        target = packages / top
        if not target.exists():
            target.symlink_to(Path(str(found.locate_file(top))))


@pytest.fixture(scope="module")
def environment(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """Return the wheel with what it declares to need, and nothing else that is installed here."""
    found = Environment(tmp_path_factory.mktemp("environment") / "venv")
    found.pip("--no-deps", "--no-index", "--no-compile", str(built[1]))
    needed: set[tuple[str, str]] = set()
    for text in PROJECT["project"]["dependencies"]:
        requirement = Requirement(text)
        with_its_requirements(canonical(requirement.name), frozenset(requirement.extras), needed)
    for name in {name for name, _ in needed}:
        link_files(distribution(name), found.packages)
    return found


def test_the_wheel_holds_the_package_and_nothing_else(built: tuple[Path, Path]) -> None:
    with zipfile.ZipFile(built[1]) as wheel:
        names = {name for name in wheel.namelist() if not name.endswith("/")}
    sources = {
        str(path.relative_to(ROOT / "src"))
        for path in (ROOT / "src" / "affray").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".so"
    }
    info = f"affray-{version()}.dist-info/"
    assert {name for name in names if not name.startswith(info)} == sources
    assert f"{info}licenses/LICENSE" in names


def test_the_source_distribution_holds_what_builds_and_tests_it(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    for name in ("setup.py", "tools/build/state_methods.py", "tests/conftest.py", "Makefile"):
        assert name in names
    for line in (ROOT / "MANIFEST.in").read_text().splitlines():
        if line.startswith("include"):
            assert names.issuperset(line.split()[1:]), line
    assert not [name for name in names if name.endswith((".so", ".pyc"))]


def version() -> str:
    from affray.version import VERSION

    return VERSION


def test_installed_alone_it_plays_and_asks(environment: Environment) -> None:
    assert environment.run("affray", "--version").stdout.startswith(f"affray {version()}")
    played = environment.run("affray", "fight", "first-blood", "--seed", "7", "--json")
    assert json.loads(played.stdout)["over"] is True, played.stderr
    asked = environment.run(
        "affray", "odds", "causeway", "--attacker", "Brynn", "--target", "City Spearman", "--json"
    )
    assert asked.returncode == 0, asked.stderr
    simulated = environment.run("affray", "simulate", "first-blood", "-n", "40", "--json")
    assert json.loads(simulated.stdout)["fights"] == 40, simulated.stderr


@pytest.fixture
def address(environment: Environment, tmp_path: Path) -> Iterator[str]:
    """Yield the service of the installed package."""
    port = free_port()
    command = [str(environment.folder / "bin" / "affray"), "serve", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, env=CLEAN, cwd=tmp_path, stdout=log, stderr=log)
    try:
        for _ in range(400):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/ready", timeout=5).close()
                break
            except OSError:
                assert process.poll() is None, (tmp_path / "log").read_text()[-2000:]
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def test_installed_alone_it_serves(environment: Environment, address: str) -> None:
    with urllib.request.urlopen(address) as page:
        assert b"<html" in page.read()
    scenario = (ROOT / "src/affray/rulesets/mithryn/scenarios/first-blood.toml").read_text()
    body = json.dumps({"scenario": scenario, "seed": "7"}).encode()
    request = urllib.request.Request(
        f"{address}/api/fights", body, {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["gm"]


@pytest.mark.parametrize(
    ("extra", "words"),
    [
        ("report", ["report", "first-blood", "-n", "4", "--out", "x.html"]),
        ("cluster", ["simulate", "first-blood", "-n", "4", "--cluster", "tcp://127.0.0.1:1"]),
        ("mcp", ["mcp"]),
    ],
)
def test_a_missing_extra_is_one_clear_line(
    environment: Environment, extra: str, words: list[str]
) -> None:
    assert extra in PROJECT["project"]["optional-dependencies"]
    done = environment.run("affray", *words)
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1
    assert f"pip install 'affray[{extra}]'" in done.stderr
    assert "not installed" in done.stderr


def test_a_module_of_a_missing_extra_says_what_to_install(environment: Environment) -> None:
    done = environment.run("python", "-c", "import affray.envs")
    assert done.returncode == 1
    said = done.stderr.strip().split("\n")[-1]
    assert said.startswith("ImportError: ")
    assert "pip install 'affray[envs]'" in said


def test_wheels_are_built_for_every_python_that_is_promised() -> None:
    wheels = PROJECT["tool"]["cibuildwheel"]
    promised = [
        one.rpartition(" ")[2].replace(".", "")
        for one in PROJECT["project"]["classifiers"]
        if re.search(r"Python :: 3\.\d+$", one)
    ]
    assert wheels["build"].split() == [f"cp{number}-*" for number in promised]
    assert f">=3.{promised[0][1:]}" == PROJECT["project"]["requires-python"]


def test_what_tries_a_wheel_passes(environment: Environment) -> None:
    """The commands that cibuildwheel runs; that the rules are compiled is not so here."""
    for command in PROJECT["tool"]["cibuildwheel"]["test-command"]:
        if "is_compiled" not in command:
            done = environment.run(*command.split())
            assert done.returncode == 0, done.stderr


def test_every_compiled_module_loads_what_its_name_says() -> None:
    place = Path(affray.__file__).parent
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    compiled = list(place.rglob(f"*{suffix}"))
    assert bool(compiled) == is_compiled()
    for file in compiled:
        name = ".".join(("affray", *file.relative_to(place).parts)).removesuffix(suffix)
        module = import_module(name)
        assert module.__name__ == name
        assert file.with_name(f"{file.name.removesuffix(suffix)}.py").exists()


def run_setup(sources: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    """Build a wheel of the engine without a ruleset, as setuptools does it."""
    return subprocess.run(
        [sys.executable, "setup.py", "-q", "bdist_wheel"],
        cwd=sources,
        env={**CLEAN, "AFFRAY_RULESETS": "", **settings},
        capture_output=True,
        text=True,
    )


def test_without_a_c_compiler_the_rules_stay_uncompiled_and_the_build_says_so(
    tmp_path: Path,
) -> None:
    sources = copy_sources(tmp_path / "sources")
    done = run_setup(sources, CC="no-such-compiler")
    assert done.returncode == 0, done.stderr
    assert "no C compiler with Python's headers: the rules stay uncompiled\n" in done.stderr
    (wheel,) = (sources / "dist").glob("*.whl")
    assert wheel.name.endswith("-none-any.whl")


def test_a_build_that_fails_says_why(tmp_path: Path) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        missing("there is no C compiler")
    sources = copy_sources(tmp_path / "sources")
    with (sources / "src/affray/core/dice.py").open("a") as file:
        file.write("\nMOST: int = 'many'\n")
    done = run_setup(sources)
    assert done.returncode != 0
    assert re.search(r"core/dice.py:\d+: error: Incompatible types in assignment", done.stdout)
    assert not list(sources.glob("dist/*.whl"))


@pytest.mark.soak
def test_the_compiled_wheel_is_installed_by_pip_into_an_empty_environment(tmp_path: Path) -> None:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        missing("there is no C compiler")
    _, wheel = build(copy_sources(tmp_path / "sources"), tmp_path / "dist", compile_rules=True)
    assert "none-any" not in wheel.name
    found = Environment(tmp_path / "venv")
    found.pip(str(wheel))
    assert found.run("affray", "--version").stdout == f"affray {version()} (compiled)\n"
    played = found.run("affray", "fight", "first-blood", "--seed", "7", "--json")
    assert json.loads(played.stdout)["over"] is True, played.stderr
