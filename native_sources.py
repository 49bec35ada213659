"""Prepares the sources that mypyc compiles: copies of ours, with state and choices written out.

A class with state declares its attributes once (see `affray.core.state`). Uncompiled, copying and
keys follow from the annotations at run time. Here they are written out as four lines of code, in
the place of the two blank lines behind each class and of the next two, so that hardly a line of the
copy changes its number.

Where a number or a literal is chosen in one expression (`left if left > 0 else 0`), mypyc makes
objects of both, as it does not take the literal for a number of 64 bits. Written as two statements
it costs a comparison. And where nobody looks at the number of a loop (`for _ in range(count)`), it
makes an object of that for each time, as `_` may be anything: there it gets a name. The rules that
an event names are a tuple that it would make anew for each event: they are made once a module.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = "Stateful"
ROOT_MODULE = "affray.core.state"
ATOMS = ("i64", "i32", "i16", "u8", "int", "bool", "str", "float", "bytes")
"""What is set as a key has it."""


class StateClass:
    """A class in a source file that has state, or may have it through its bases."""

    def __init__(self, module: str, node: ast.ClassDef) -> None:
        self.module = module
        self.node = node
        self.name = node.name
        self.bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
        self.annotations = {
            item.target.id: ast.unparse(item.annotation)
            for item in node.body
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
        }
        self.methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}


def write_sources(source: Path, target: Path, compiled: list[Path]) -> list[Path]:
    """Copies a tree of sources, expands those that are compiled, and gives their paths there.

    Files that come out as they were are not touched, so that what has not changed need not be
    compiled again.
    """
    trees = {path: ast.parse(path.read_text("utf-8")) for path in compiled}
    classes = [
        StateClass(module_name(path, source), node)
        for path, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]
    wanted: dict[Path, str] = {}
    for path in sorted(source.rglob("*.py")):
        text = path.read_text("utf-8")
        if path in trees:
            text = expanded(text, module_name(path, source), classes)
            text = with_rules_kept(with_loops_counted(with_choices_apart(text)))
        wanted[target / path.relative_to(source)] = text
    for old in target.rglob("*.py"):
        if old not in wanted:
            old.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text("utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
    return [target / path.relative_to(source) for path in compiled]


def check_derived(source: Path, groups: dict[str, list[Path]]) -> None:
    """Raises ValueError for a class of one extension that another derives from, unless it says
    that classes from outside may: all others are compiled as if nobody did."""
    derived = {
        (name, imported_names(tree).get(base.id, module_name(path, source)), base.id)
        for name, paths in groups.items()
        for path in paths
        for tree in [ast.parse(path.read_text("utf-8"))]
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for base in node.bases
        if isinstance(base, ast.Name)
    }
    for name, paths in groups.items():
        for path in paths:
            for node in ast.parse(path.read_text("utf-8")).body:
                if not isinstance(node, ast.ClassDef):
                    continue
                is_open = any(
                    "allow_interpreted_subclasses=True" in ast.unparse(one)
                    for one in node.decorator_list
                )
                here = module_name(path, source)
                if not is_open and any(
                    base == node.name and module == here and group != name
                    for group, module, base in derived
                ):
                    raise ValueError(
                        f"{here}.{node.name} has subclasses in another "
                        "extension: mark it mypyc_attr(allow_interpreted_subclasses=True)"
                    )


def imported_names(tree: ast.Module) -> dict[str, str]:
    """The module that each name of a source was imported from."""
    return {
        alias.asname or alias.name: node.module or ""
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def module_name(path: Path, source: Path) -> str:
    """The dotted name of a source file."""
    return ".".join(path.relative_to(source).with_suffix("").parts)


def lineage(one: StateClass, classes: list[StateClass]) -> list[StateClass] | None:
    """A class and its bases with state, the first base first; None if it has none."""
    for base in one.bases:
        if base == ROOT:
            return [one]
        for other in classes:
            near = other.module.rpartition(".")[0] in (one.module.rpartition(".")[0], "affray.core")
            if other.name == base and near:
                above = lineage(other, classes)
                if above is not None:
                    return [*above, one]
    return None


def expanded(text: str, module: str, classes: list[StateClass]) -> str:
    """A source with what follows from its state written out for each of its classes with state."""
    lines = text.split("\n")
    declared: list[str] = []
    for one in reversed(classes):  # so that the lines before it have their numbers still
        line = lineage(one, classes) if one.module == module else None
        if not line:
            continue
        declared.append(f"declare_state({one.name}, {one.annotations!r})")
        if len(line) > 1:
            last = one.node.end_lineno
            assert last is not None
            written = methods(line)
            lines[last : last + 2] = written
            for _ in range(len(written) - 2):
                drop_blank_line(lines, last + len(written))
    if declared:
        first = lines.index("from __future__ import annotations")
        lines[first] += f"; from {ROOT_MODULE} import {ROOT}, declare_state, hashable"
        lines[first] += "; from typing import cast as as_kept"
        lines.extend(declared)
    return "\n".join(lines) + ("\n" if declared else "")


Statement = ast.Assign | ast.AnnAssign | ast.Return


def with_choices_apart(text: str) -> str:
    """A source in which a statement that takes a number or a literal is an if with two branches."""
    lines = text.split("\n")
    for node, value in sorted(choices(ast.parse(text)), key=lambda one: -one[0].lineno):
        first, last = node.lineno - 1, node.end_lineno or node.lineno
        apart = [" " * node.col_offset + line for line in statements(node, value)]
        added = len(apart) - (last - first)
        lines[first:last] = apart + [""] * -added
        if added > 0:
            drop_blank_line(lines, first + len(apart))
    return "\n".join(lines)


def with_loops_counted(text: str) -> str:
    """A source in which what counts the times of a loop, and nobody looks at, is a number."""
    lines = text.split("\n")
    for target in sorted(unnamed_counters(ast.parse(text)), key=lambda one: -one.col_offset):
        line = lines[target.lineno - 1].encode()
        name = f"_at_{target.lineno}".encode()
        found = line[: target.col_offset] + name + line[target.col_offset + 1 :]
        lines[target.lineno - 1] = found.decode()
    return "\n".join(lines)


FUTURE = "from __future__ import annotations"
"""The line behind which something may be added without a line changing its number."""


def with_rules_kept(text: str) -> str:
    """A source in which the ids of rules that functions name together are tuples made once."""
    if FUTURE not in text:
        return text
    lines = [line.encode() for line in text.split("\n")]
    kept: dict[str, str] = {}
    for node in sorted(tuples_of_rules(text), key=lambda one: (-one.lineno, -one.col_offset)):
        name = kept.setdefault(ast.unparse(node), f"_RULES_{len(kept)}")
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        # what stood on several lines keeps them
        inside = (b"(" + name.encode() + b"\n" * (last - first) + b")").split(b"\n")
        lines[first : last + 1] = inside
        lines[first] = before + lines[first]
        lines[last] += after
    if kept:
        made = [f"; {name}: _Kept[tuple[str, ...]] = {rules}" for rules, name in kept.items()]
        number = next(number for number, line in enumerate(lines) if FUTURE.encode() in line)
        lines[number] += f"; from typing import Final as _Kept{''.join(made)}".encode()
    return "\n".join([line.decode() for line in lines])


def tuples_of_rules(text: str) -> list[ast.Tuple]:
    """Every tuple within a function, in parentheses, of nothing but ids of rules, unless something
    is looked for in it."""
    functions = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.FunctionDef)]
    within = [one for function in functions for body in function.body for one in ast.walk(body)]
    looked_in = [side for one in within if isinstance(one, ast.Compare) for side in one.comparators]
    found = {
        (one.lineno, one.col_offset): one
        for one in within
        if isinstance(one, ast.Tuple)
        and one.elts
        and one not in looked_in
        and all(isinstance(part, ast.Constant) and is_rule_id(part.value) for part in one.elts)
    }
    lines = text.encode().split(b"\n")
    return [one for (line, at), one in found.items() if lines[line - 1][at : at + 1] == b"("]


def is_rule_id(value: object) -> bool:
    """Whether a literal is the id of a rule: words with a dot between them."""
    return isinstance(value, str) and re.fullmatch(r"[a-z-]+\.[a-z0-9-]+", value) is not None


def unnamed_counters(tree: ast.Module) -> list[ast.Name]:
    """Every `_` that counts to the end of a range."""
    return [
        node.target
        for node in ast.walk(tree)
        if isinstance(node, ast.For | ast.comprehension)
        and isinstance(node.target, ast.Name)
        and node.target.id == "_"
        and isinstance(node.iter, ast.Call)
        and ast.unparse(node.iter.func) == "range"
    ]


def choices(tree: ast.Module) -> list[tuple[Statement, ast.IfExp]]:
    """The statements of functions, each on lines of its own, that take one of two values of which
    one is a literal number, but for what may be set only once."""
    found: dict[int, tuple[Statement, ast.IfExp]] = {}
    every = list(ast.walk(tree))
    finals = {
        f"self.{ast.unparse(one.target)}"
        for one in every
        if isinstance(one, ast.AnnAssign) and ast.unparse(one.annotation).startswith("Final")
    }
    for function in [one for one in every if isinstance(one, ast.FunctionDef)]:
        compound = (ast.FunctionDef, ast.If, ast.For, ast.While, ast.With)
        within = list(ast.walk(function))
        shared = {one.lineno for one in within if isinstance(one, compound)}
        for node in within:
            if not isinstance(node, Statement) or node.lineno in shared:
                continue
            if not isinstance(node.value, ast.IfExp):
                continue
            if isinstance(node, ast.AnnAssign) and "Final" in ast.unparse(node.annotation):
                continue
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in finals:
                continue
            value = node.value
            if isinstance(value, ast.IfExp) and is_number(value.body) != is_number(value.orelse):
                found[node.lineno] = (node, value)
    return list(found.values())


def is_number(node: ast.expr) -> bool:
    """Whether an expression is a literal whole number."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) is int


def statements(node: Statement, value: ast.IfExp) -> list[str]:
    """The statement for each of the two values, the literal last: the other gives the type."""
    test, kept, literal = ast.unparse(value.test), value.body, value.orelse
    if is_number(kept):
        test, kept, literal = f"not ({test})", literal, kept
    if isinstance(node, ast.Return):
        start, again = "return ", "return "
    elif isinstance(node, ast.AnnAssign):
        again = f"{ast.unparse(node.target)} = "
        start = f"{ast.unparse(node.target)}: {ast.unparse(node.annotation)} = "
    else:
        start = again = "".join(f"{ast.unparse(target)} = " for target in node.targets)
    return [f"if {test}: {start}{ast.unparse(kept)}", f"else: {again}{ast.unparse(literal)}"]


def drop_blank_line(lines: list[str], start: int) -> None:
    """Takes the next blank line out, so that what follows it keeps its numbers."""
    for number in range(start, len(lines)):
        if not lines[number]:
            del lines[number]
            return


def methods(line: list[StateClass]) -> list[str]:
    """The methods of a class, one line each, for all that it and its bases declare. State is set
    from a key as everywhere where it is no more than plain values."""
    name = line[-1].name
    annotations = {key: value for one in line for key, value in one.annotations.items()}
    own_keys = {method for one in line for method in one.methods if method.endswith("_key")}
    copies = [f"assert isinstance(other, {name})"]
    tests: list[str] = []
    keys: list[str] = []
    keys_in_step: list[str] = []
    settings: list[str] = []
    is_plain = True
    for attribute, annotation in annotations.items():
        kind, _, rest = annotation.partition("[")
        if kind in ("Final", "ClassVar", "External"):
            continue
        plain = rest[:-1] if kind in ("Transient", "Condition", "Counted", "Amount") else annotation
        tests.append(f"self.{attribute} == other.{attribute}")
        copies.append(f"self.{attribute} = {copying(f'other.{attribute}', plain)}")
        if kind == "Counted":
            continue
        has_own = f"{attribute}_key" in own_keys
        key = f"hashable(self.{attribute}_key())" if has_own else keying(f"self.{attribute}", plain)
        keys_in_step.append(key)
        if kind != "Transient":
            settings.append(f"self.{attribute} = as_kept({plain}, values[{len(keys)}])")
            is_plain = is_plain and plain in ATOMS and not has_own
            keys.append(key)
    picture, picture_in_step = tuple_of(keys), tuple_of(keys_in_step)
    same = " and ".join(tests) or "True"
    if not is_plain:
        settings = [f"{ROOT}.set_state(self, values)"]
    return [
        f"    def has_state_of(self, other: {ROOT}) -> bool: "
        f"assert isinstance(other, {name}); return {same}",
        f"    def copy_state(self, other: {ROOT}) -> None: {'; '.join(copies)}",
        "    def state_key(self, in_step: bool = False) -> tuple[object, ...]: "
        f"return {picture_in_step} if in_step else {picture}",
        "    def set_state(self, values: tuple[object, ...]) -> None: "
        f"{'; '.join(settings) or 'pass'}",
    ]


def tuple_of(values: list[str]) -> str:
    """An expression for a tuple."""
    return f"({', '.join(values)},)" if values else "()"


def copying(value: str, annotation: str) -> str:
    """An expression for a value of that type that another fight may change."""
    if annotation.endswith(" | None"):
        plain = copying(value, annotation.removesuffix(" | None"))
        return plain if plain == value else f"None if {value} is None else {plain}"
    if annotation.startswith(("list[list[", "list[dict[", "list[set[")):
        return f"[one.copy() for one in {value}]"
    return f"{value}.copy()" if annotation.startswith(("list[", "dict[", "set[")) else value


def keying(value: str, annotation: str) -> str:
    """An expression for a value of that type as a key has it."""
    if annotation.endswith(" | None"):
        plain = keying(value, annotation.removesuffix(" | None"))
        return plain if plain == value else f"None if {value} is None else {plain}"
    if annotation.startswith(("list[list[", "list[dict[", "list[set[", "dict[")):
        return f"hashable({value})"
    if annotation.startswith("list["):
        return f"tuple({value})"
    return f"frozenset({value})" if annotation.startswith("set[") else value
