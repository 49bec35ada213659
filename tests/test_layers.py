"""The layers import upwards only, rulesets never each other, and the seam is kept."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

SOURCE = Path(__file__).parent.parent / "src" / "affray"

ORDER = [
    "core",
    "space",
    "rulesets",
    "version",
    "library",
    "players",
    "lab",
    "api",
    "testing",
    "envs",
    "openspiel",
    "store",
    "web",
    "referee",
    "cli",
]
"""A package or module may import those before it, never one behind it."""

OUTSIDE = {
    "random",
    "secrets",
    "time",
    "datetime",
    "os",
    "io",
    "sys",
    "pathlib",
    "socket",
    "threading",
    "asyncio",
    "subprocess",
    "logging",
    "tempfile",
    "shutil",
    "uuid",
    "importlib",
    "tomllib",
    "multiprocessing",
    "concurrent",
    "sqlite3",
    "urllib",
    "http",
    "select",
    "signal",
}
OUTSIDE_CALLS = {"print", "open", "input", "breakpoint", "exec", "eval", "__import__"}

MODULES = sorted(SOURCE.rglob("*.py"))


@cache
def imported(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.extend(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: write imports in full"
            found.append(node.module or "")
            found.extend(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def layer(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0].removesuffix(".py")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_only_what_stands_above(path: Path) -> None:
    here = layer(path)
    if here in ("__init__", "__main__"):
        return
    assert here in ORDER, f"{here} has no place in the order of layers"
    for name in imported(path):
        if name.startswith("affray."):
            there = name.split(".")[1]
            if there in ORDER:
                assert ORDER.index(there) <= ORDER.index(here), f"{path}: imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_ruleset_imports_another(path: Path) -> None:
    parts = path.relative_to(SOURCE).parts
    if parts[0] != "rulesets" or len(parts) < 3:
        return
    for name in imported(path):
        if name.startswith("affray.rulesets."):
            assert name.split(".")[2] == parts[1], f"{path}: imports {name}"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_seam_is_kept(path: Path) -> None:
    if layer(path) not in ("core", "space", "rulesets"):
        return
    for name in imported(path):
        assert name.split(".")[0] not in OUTSIDE, f"{path}: {name} goes past the table"
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in OUTSIDE_CALLS, f"{path}: calls {node.func.id}"


def test_only_the_core_interface_is_known_to_the_lab_the_environments_and_the_service() -> None:
    names = [folder.name for folder in (SOURCE / "rulesets").iterdir() if folder.is_dir()]
    above = [path for name in ("lab", "envs", "web") for path in (SOURCE / name).rglob("*.py")]
    for path in [*above, *SOURCE.glob("openspiel.py")]:
        words = set(re.findall(r"\w+", path.read_text()))
        for name in names:
            assert name == "__pycache__" or name not in words, f"{path} speaks of {name}"


def test_a_table_that_rolls_by_a_way_of_its_own_rolls_single_dice_so_as_well() -> None:
    """The table of all tables rolls a single die as a pool of one; those that derive from it may
    roll it without `roll`, past whoever derives from them and changes only that."""
    looked_at = []
    for module in MODULES:
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if not isinstance(node, ast.ClassDef):
                continue
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            changed = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
            if "roll" in changed and any(base.endswith("Table") for base in bases):
                looked_at.append(node.name)
                assert "die" in changed or bases == ["Table"], node.name
    assert {"LiveTable", "OddsTable", "ActionOddsTable"} <= set(looked_at)
