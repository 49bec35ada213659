"""Write the copy and key methods of state classes into the sources that mypyc compiles.

A class with state declares its attributes once (see `affray.core.state`). Uncompiled, its methods
`copy_state`, `has_state_of`, `state_key` and `set_state` look the annotations up when they run.
A compiled class has them as code, one line each. Its source is a copy in which they take the place
of blank lines behind the class, so that tracebacks name nearly the right lines.
"""

from __future__ import annotations

import ast
import re
import shutil
from pathlib import Path

from affray.core.state import Field, is_state

HEAD = "from __future__ import annotations"
IMPORTS = "from typing import cast as _cast; from affray.core import state as _state"


class StateClass:
    """A class of a source file, with its package and the attributes it declares."""

    def __init__(self, package: Path, node: ast.ClassDef) -> None:
        self.package = package
        self.node = node
        self.bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        self.methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        self.annotations = {
            item.target.id: ast.unparse(item.annotation)
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
        }


Known = dict[tuple[Path, str], StateClass]


def write_sources(source: Path, target: Path, compiled: list[Path]) -> list[Path]:
    """Copy a source tree, add the methods to the compiled modules, and return their new paths."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    classes = [
        (path, StateClass(path.parent, node))
        for path in compiled
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.ClassDef)
    ]
    known: Known = {(one.package, one.node.name): one for _, one in classes}
    for path, one in reversed(classes):  # the last class of a file first: lines before it stay
        line = lineage(one, known, source / "affray" / "core")
        if line:
            copy = target / path.relative_to(source)
            lines = copy.read_text("utf-8").split("\n")
            add_methods(lines, line)
            copy.write_text("\n".join(lines), "utf-8")
    return [target / path.relative_to(source) for path in compiled]


def lineage(one: StateClass, known: Known, core: Path) -> list[StateClass]:
    """Return the bases of a class that have state, and the class; nothing if it has no state."""
    for base in one.bases:
        if base == "Stateful":
            return [one]
        above = known.get((one.package, base)) or known.get((core, base))
        found = lineage(above, known, core) if above else []
        if found:
            return [*found, one]
    return []


def add_methods(lines: list[str], line: list[StateClass]) -> None:
    """Add the methods of the last class of a line to its source."""
    own = line[-1].node
    if HEAD in lines:
        lines[lines.index(HEAD)] += f"; {IMPORTS}"
    for method in methods(line) if len(line) > 1 else []:
        lines.insert(own.end_lineno or 0, method)
        if "" in lines[own.end_lineno :]:
            del lines[lines.index("", own.end_lineno or 0)]
    lines.append(f"_state.declare_state({own.name}, {line[-1].annotations!r})\n")


def methods(line: list[StateClass]) -> list[str]:
    """Return the methods of a class for all attributes that it and its bases declare."""
    annotations = {name: text for one in line for name, text in one.annotations.items()}
    fields = [Field(name, text) for name, text in annotations.items() if is_state(text)]
    own_keys = {name for one in line for name in one.methods if name.endswith("_key")}
    keys = {field: key(field, own_keys) for field in fields}
    kept = [field for field in fields if not field.transient]
    settings = [f"self.{one.name} = _cast({one.type}, values[{at}])" for at, one in enumerate(kept)]
    if not kept or any(not field.is_atom or f"{field.name}_key" in own_keys for field in kept):
        settings = ["_state.Stateful.set_state(self, values)"]
    same = " and ".join(f"self.{one.name} == other.{one.name}" for one in fields) or "True"
    copies = [f"self.{field.name} = {copied(field)}" for field in fields]
    in_step = "".join(f"{keys[field]}, " for field in fields if not field.counted)
    between = "".join(f"{keys[field]}, " for field in kept)
    check = f"assert isinstance(other, {line[-1].node.name})"
    return [
        f"    def has_state_of(self, other: _state.Stateful) -> bool: {check}; return {same}",
        f"    def copy_state(self, other: _state.Stateful) -> None: {'; '.join([check, *copies])}",
        "    def state_key(self, in_step: bool = False) -> tuple[object, ...]: "
        f"return ({in_step}) if in_step else ({between})",
        f"    def set_state(self, values: tuple[object, ...]) -> None: {'; '.join(settings)}",
    ]


def container(field: Field) -> str:
    """Return "list", "dict" or "set" if a field is a flat one, and "deep" if it holds another."""
    if re.fullmatch(r"(list|dict|set)\[((?!list|dict|set)[^|])*\]", field.type):
        return field.type.partition("[")[0]
    return "deep" if re.search(r"\b(list|dict|set)\[", field.type) else ""


def copied(field: Field) -> str:
    """Return an expression for a copy of a field of `other` that can be changed by itself."""
    if container(field) == "deep":
        return f"_cast({field.type}, _state.copied(other.{field.name}, {field.type!r}))"
    return f"other.{field.name}.copy()" if container(field) else f"other.{field.name}"


def key(field: Field, own_keys: set[str]) -> str:
    """Return an expression for the part of the key that a field contributes."""
    if f"{field.name}_key" in own_keys:
        return f"_state.hashable(self.{field.name}_key())"
    if container(field) == "list":
        return f"tuple(self.{field.name})"
    return f"_state.hashable(self.{field.name})" if container(field) else f"self.{field.name}"
