"""Write the copy and key methods of state classes into the sources that mypyc compiles.

A class with state declares its attributes once (see `affray.core.state`). Uncompiled, its methods
`copy_state`, `has_state_of`, `state_key` and `set_state` look the annotations up when they run.
The compiled copy of a source has them as code, one line each, behind the class. Blank lines make
room for them, so that tracebacks name nearly the right lines.
"""

from __future__ import annotations

import ast
import shutil
from pathlib import Path

from affray.core.state import Field, is_state

HEAD = "from __future__ import annotations"
IMPORTS = "from typing import cast as _cast; from affray.core import state as _state"
CONTAINERS = ("list[", "dict[", "set[")


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


def write_sources(source: Path, target: Path, compiled: list[Path]) -> list[Path]:
    """Copy a source tree, add the methods to the compiled modules, and return their new paths."""
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "static", "*.so"))
    classes = {
        path: [
            StateClass(path.parent, node)
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.ClassDef)
        ]
        for path in compiled
    }
    known = {(one.package, one.node.name): one for found in classes.values() for one in found}
    for path in compiled:
        lines = path.read_text("utf-8").split("\n")
        for one in reversed(classes[path]):
            line = lineage(one, known, source / "affray" / "core")
            if line:
                add_methods(lines, line)
        (target / path.relative_to(source)).write_text("\n".join(lines), "utf-8")
    return [target / path.relative_to(source) for path in compiled]


def lineage(
    one: StateClass, known: dict[tuple[Path, str], StateClass], core: Path
) -> list[StateClass]:
    """Return a class behind its bases that have state, or nothing if it has no state."""
    for base in one.bases:
        if base == "Stateful":
            return [one]
        above = known.get((one.package, base)) or known.get((core, base))
        found = lineage(above, known, core) if above else []
        if found:
            return [*found, one]
    return []


def add_methods(lines: list[str], line: list[StateClass]) -> None:
    """Add the methods of a class, the last of its line, in the place of blank lines behind it."""
    own, end = line[-1], line[-1].node.end_lineno or 0
    if not any(IMPORTS in text for text in lines):
        lines[lines.index(HEAD)] += f"; {IMPORTS}"
    written = methods(line) if len(line) > 1 else []
    lines[end:end] = written
    for _ in written:
        blank = next((at for at in range(end + len(written), len(lines)) if not lines[at]), None)
        if blank is not None:
            del lines[blank]
    lines.append(f"_state.declare_state({own.node.name}, {own.annotations!r})\n")


def methods(line: list[StateClass]) -> list[str]:
    """Return the methods of a class for all attributes that it and its bases declare."""
    annotations = {name: text for one in line for name, text in one.annotations.items()}
    fields = [Field(name, text) for name, text in annotations.items() if is_state(text)]
    own_keys = {name for one in line for name in one.methods if name.endswith("_key")}
    keys = {field.name: key(field, own_keys) for field in fields}
    kept = [field for field in fields if not field.transient]
    if all(field.is_atom and f"{field.name}_key" not in own_keys for field in kept):
        settings = [
            f"self.{field.name} = _cast({field.type}, values[{number}])"
            for number, field in enumerate(kept)
        ]
    else:
        settings = ["_state.Stateful.set_state(self, values)"]
    same = [f"self.{field.name} == other.{field.name}" for field in fields]
    copies = [f"self.{field.name} = {copy(field)}" for field in fields]
    in_step = [keys[field.name] for field in fields if not field.counted]
    between = [keys[field.name] for field in kept]
    start = f"assert isinstance(other, {line[-1].node.name})"
    return [
        f"    def has_state_of(self, other: _state.Stateful) -> bool: {start}; "
        f"return {' and '.join(same) or 'True'}",
        f"    def copy_state(self, other: _state.Stateful) -> None: {'; '.join([start, *copies])}",
        "    def state_key(self, in_step: bool = False) -> tuple[object, ...]: "
        f"return {as_tuple(in_step)} if in_step else {as_tuple(between)}",
        "    def set_state(self, values: tuple[object, ...]) -> None: "
        f"{'; '.join(settings) or 'pass'}",
    ]


def as_tuple(values: list[str]) -> str:
    """Return an expression for a tuple of expressions."""
    return f"({', '.join(values)},)" if values else "()"


def holds(field: Field, depth: int) -> bool:
    """Return whether a field is a container with so many levels, or may be one."""
    return sum(field.type.count(start) for start in CONTAINERS) >= depth


def copy(field: Field) -> str:
    """Return an expression for a copy of a field of `other` that can be changed by itself."""
    value = f"other.{field.name}"
    if not holds(field, 1):
        return value
    if field.type.startswith(CONTAINERS) and not holds(field, 2) and "|" not in field.type:
        return f"{value}.copy()"
    return f"_cast({field.type}, _state.copied({value}, {field.type!r}))"


def key(field: Field, own_keys: set[str]) -> str:
    """Return an expression for the part of the key that a field contributes."""
    if f"{field.name}_key" in own_keys:
        return f"_state.hashable(self.{field.name}_key())"
    if not holds(field, 1):
        return f"self.{field.name}"
    return f"_state.hashable(self.{field.name})"
