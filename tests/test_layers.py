"""The layers import upwards only, rulesets never each other, and the seam is kept."""

import ast
import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "affray"

ORDER = [
    "core",
    "space",
    "players",
    "rulesets",
    "version",
    "toml_places",
    "library",
    "rule_search",
    "board_text",
    "lab",
    "arguments",
    "api",
    "testing",
    "observed_vocabulary",
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


class Module:
    """The imports, calls and classes of a source file. Keeping all the trees takes too much memory."""

    def __init__(self, path: Path) -> None:
        self.imported: list[str] = []
        self.called: set[str] = set()
        self.classes: list[tuple[str, list[str], set[str]]] = []
        """Their names, bases and methods."""
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                self.imported.extend(alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: write imports in full"
                self.imported.append(node.module or "")
                self.imported.extend(f"{node.module}.{alias.name}" for alias in node.names)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                self.called.add(node.func.id)
            elif isinstance(node, ast.ClassDef):
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
                self.classes.append((node.name, bases, methods))


read = cache(Module)


def layer(path: Path) -> str:
    parts = path.relative_to(SOURCE).parts
    return parts[0].removesuffix(".py")


# one test for all modules: a test for each would take longer by itself than what it looks at


def test_imports_only_what_stands_above() -> None:
    layered = [path for path in MODULES if layer(path) not in ("__init__", "__main__")]
    nowhere = {layer(path) for path in layered} - set(ORDER)
    assert not nowhere, "these have no place in the order of layers"
    known = [
        (path, name)
        for path in layered
        for name in read(path).imported
        if name.startswith("affray.") and name.split(".")[1] in ORDER
    ]
    assert {layer(path) for path, _ in known} >= set(ORDER) - {"core", "version"}
    wrong = [
        f"{path}: imports {name}"
        for path, name in known
        if ORDER.index(name.split(".")[1]) > ORDER.index(layer(path))
    ]
    assert not wrong


def test_no_ruleset_imports_another() -> None:
    named = [
        (path, path.relative_to(SOURCE / "rulesets").parts[0], name.split(".")[2], name)
        for path in MODULES
        if layer(path) == "rulesets" and path.parent.name != "rulesets"
        for name in read(path).imported
        if name.startswith("affray.rulesets.")
    ]
    assert len({ruleset for _, ruleset, _, _ in named}) >= 5
    wrong = [f"{path}: imports {name}" for path, here, there, name in named if here != there]
    assert not wrong


def test_the_seam_is_kept() -> None:
    inside = [path for path in MODULES if layer(path) in ("core", "space", "rulesets")]
    assert {layer(path) for path in inside} == {"core", "space", "rulesets"}
    wrong = [
        f"{path}: {name} goes past the table"
        for path in inside
        for name in read(path).imported
        if name.split(".")[0] in OUTSIDE
    ]
    called = [(path, name) for path in inside for name in read(path).called]
    assert called
    wrong += [f"{path}: calls {name}" for path, name in called if name in OUTSIDE_CALLS]
    assert not wrong


def test_only_the_core_interface_is_known_to_the_lab_the_environments_and_the_service() -> None:
    names = [folder.name for folder in (SOURCE / "rulesets").iterdir() if folder.is_dir()]
    above = [path for name in ("lab", "envs", "web") for path in (SOURCE / name).rglob("*.py")]
    for path in [*above, *SOURCE.glob("openspiel.py")]:
        words = set(re.findall(r"\w+", path.read_text()))
        for name in names:
            assert name == "__pycache__" or name not in words, f"{path} speaks of {name}"


def test_a_table_that_rolls_by_a_way_of_its_own_rolls_single_dice_so_as_well() -> None:
    """`Table` rolls a single die as a pool of one.

    A subclass that rolls it another way bypasses its own subclasses that change only `roll`.
    """
    looked_at = []
    for path in MODULES:
        for name, bases, changed in read(path).classes:
            if "roll" in changed and any(base.endswith("Table") for base in bases):
                looked_at.append(name)
                assert "die" in changed or bases == ["Table"], name
    assert {"LiveTable", "OddsTable", "ActionOddsTable"} <= set(looked_at)
