"""What the build leaves out of the compiled rules: counts, checks, and nothing that matters."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent.parent

pytest.importorskip("mypyc")

SOURCE = """
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from mypy_extensions import i64, mypyc_attr


class Leaf:
    def __init__(self, size: i64) -> None:
        self.size: Final[i64] = size

    def doubled(self) -> i64:
        return self.size * 2


class Tree:
    def __init__(self, leaf: Leaf) -> None:
        self.leaf: Final = leaf
        self.spare = leaf
        self.other = leaf
        self.leaves: Final = [leaf]

    def spare_size(self) -> i64:
        return self.spare.size

    def change(self, leaf: Leaf) -> None:
        self.spare = leaf

    def change_other(self, leaf: Leaf) -> None:
        self.other = leaf


class Scale:
    def weigh(self, leaf: Leaf) -> i64:
        return leaf.size

    def measure(self, leaf: Leaf) -> i64:
        return leaf.size


class WideScale(Scale):
    def weigh(self, leaf: object) -> i64:
        return 3

    def measure(self, leaf: Leaf) -> i64:
        return 3


def calls_what_is_overridden(scale: Scale, leaf: Leaf) -> i64:
    return scale.measure(leaf)


def calls_what_is_overridden_with_other_types(scale: Scale, leaf: Leaf) -> i64:
    return scale.weigh(leaf)


def final_of_argument(tree: Tree, unknown: Callable[[], None]) -> i64:
    leaf = tree.leaf
    unknown()
    return leaf.size


def final_of_what_was_made(leaf: Leaf, unknown: Callable[[], None]) -> i64:
    tree = Tree(leaf)
    found = tree.leaf
    unknown()
    return found.size


def final_of_what_was_made_given_away(leaf: Leaf) -> Leaf:
    tree = Tree(leaf)
    return tree.leaf


def final_of_another_argument(tree: Tree, other: Tree, unknown: Callable[[], None]) -> i64:
    tree = other
    leaf = tree.leaf
    unknown()
    return leaf.size


def used_at_once(tree: Tree) -> i64:
    leaf = tree.spare
    return leaf.size + leaf.size


def used_after_a_look(tree: Tree) -> i64:
    leaf = tree.spare
    found = tree.spare_size()
    return leaf.size + found


def used_after_another_change(tree: Tree, new: Leaf) -> i64:
    leaf = tree.spare
    tree.change_other(new)
    return leaf.size


def two_at_once(tree: Tree, unknown: Callable[[], None]) -> i64:
    leaf, leaves = tree.leaf, tree.leaves
    unknown()
    return leaf.size + len(leaves)


def used_after_lists_were_gone_through(tree: Tree, more: list[Leaf], words: list[str]) -> i64:
    leaf, item = tree.spare, tree.leaves[0]
    tree.leaves.extend(more)
    sizes = sorted([2, 1])
    sizes.sort()
    sizes.reverse()
    sizes += [0] * 3
    row = bytes(sizes) * 2 + bytes([7])
    seen = {row[0]}
    seen.add(row[1])
    known = {"": 1}
    known[", ".join(words)] = len(row[1:])
    found = len(seen) + known["".join(words)] + len(str(more)) + len(sizes[1:])
    for number in row:
        found += number
    return leaf.size + item.size + found


def used_after_something_was_extended_by_anything(tree: Tree, more: Iterable[Leaf]) -> i64:
    leaf = tree.spare
    tree.leaves.extend(more)
    return leaf.size


def used_after_text_was_joined_of_anything(tree: Tree, words: Iterable[str]) -> i64:
    leaf = tree.spare
    joined = ", ".join(words)
    return leaf.size + len(joined)


def used_after_a_change(tree: Tree, new: Leaf) -> i64:
    leaf = tree.spare
    tree.spare = new
    return leaf.size


def used_after_a_call_that_changes(tree: Tree, new: Leaf) -> i64:
    leaf = tree.spare
    tree.change(new)
    return leaf.size


def used_by_a_call_that_changes(tree: Tree) -> None:
    leaf = tree.spare
    tree.change(leaf)


def used_after_something_unknown(tree: Tree, unknown: Callable[[], None]) -> i64:
    leaf = tree.spare
    unknown()
    return leaf.size


def used_after_a_change_on_one_way(tree: Tree, new: Leaf, either: bool) -> i64:
    leaf = tree.spare
    if either:
        tree.change(new)
    return leaf.size


def used_in_the_next_turn(tree: Tree, new: Leaf) -> i64:
    leaf = tree.spare
    total: i64 = 0
    while total < 10:
        total += leaf.size
        tree.change(new)
    return total


def items_looked_at(tree: Tree) -> i64:
    total: i64 = 0
    for leaf in tree.leaves:
        total += leaf.size + leaf.doubled()
    return total


def items_replaced(tree: Tree, new: Leaf) -> i64:
    total: i64 = 0
    for leaf in tree.leaves:
        tree.leaves[0] = new
        total += leaf.size
    return total


def one_item(tree: Tree, number: i64) -> i64:
    leaf = tree.leaves[number]
    return leaf.size + leaf.size


def one_item_replaced(tree: Tree, number: i64, new: Leaf) -> i64:
    leaf = tree.leaves[number]
    tree.leaves[number] = new
    return leaf.size


def names_exchanged(tree: Tree, new: Leaf) -> i64:
    one = tree.spare
    for leaf in tree.leaves:
        if leaf.size > 3:
            one = leaf
    tree.change(new)
    return one.size


def calls_what_cannot_fail(leaf: Leaf) -> i64:
    return leaf.doubled()


def calls_what_can_fail(tree: Tree, number: i64) -> i64:
    return one_item(tree, number)


@mypyc_attr(allow_interpreted_subclasses=True)
class Open:
    def __init__(self, size: i64, name: str) -> None:
        self.size: Final[i64] = size
        self.turn: i64 = 0
        self.name = name


class Below(Open):
    def __init__(self, size: i64) -> None:
        super().__init__(size, "below")


class Forgetful(Open):
    def __init__(self, size: i64) -> None:
        if size > 3:
            super().__init__(size, "forgetful")


@mypyc_attr(allow_interpreted_subclasses=True)
class Partial(Open):
    def __init__(self, size: i64) -> None:
        pass


class BelowPartial(Partial):
    def __init__(self, size: i64) -> None:
        super().__init__(size)
"""


def native_passes() -> ModuleType:
    spec = importlib.util.spec_from_file_location("native_passes", ROOT / "native_passes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The module above as it would be written in C."""
    from mypy.fscache import FileSystemCache
    from mypyc import build
    from mypyc.codegen.emitmodule import parse_and_typecheck
    from mypyc.irbuild.mapper import Mapper
    from mypyc.options import CompilerOptions

    path = tmp_path_factory.mktemp("passes") / "trees.py"
    path.write_text(SOURCE, "utf-8")
    options = CompilerOptions(separate=True)
    options.global_opts = True
    cache = FileSystemCache()
    arguments = [f"--cache-dir={os.devnull}", "--config-file=", str(path)]
    sources, every, settings = build.get_mypy_config(arguments, None, options, cache)
    groups = build.construct_groups(sources, [([str(path)], "trees")], True, None)
    result = parse_and_typecheck(every, settings, options, groups, cache)
    try:
        mapper = Mapper({"trees": "trees"})
        return native_passes().Compiler(options).compile(result, mapper)["trees"]
    finally:
        result.manager.metastore.close()


def operations(compiled: Any, name: str) -> list[str]:
    """What a function does, as mypyc prints it, without the ways that are taken where something has
    failed."""
    from mypyc.ir.pprint import format_func

    [function] = [one for one in compiled.functions if one.decl.name == name]
    return [line.strip() for line in format_func(function)]


def counted(compiled: Any, name: str) -> int:
    return len([line for line in operations(compiled, name) if line.startswith("inc_ref")])


def released(compiled: Any, name: str) -> int:
    return len([line for line in operations(compiled, name) if line.startswith("dec_ref")])


@pytest.mark.parametrize(
    "name",
    [
        "final_of_argument",
        "final_of_what_was_made",
        "used_at_once",
        "used_after_a_look",
        "used_after_another_change",
        "two_at_once",
        "items_looked_at",
        "one_item",
    ],
)
def test_what_something_else_holds_is_not_counted(compiled: Any, name: str) -> None:
    assert counted(compiled, name) == 0


def takes(compiled: Any, name: str, attribute: str) -> bool:
    """Whether a reference to what an attribute holds is counted as it is read."""
    lines = operations(compiled, name)
    [line] = [one for one in lines if one.endswith(f".{attribute}")]
    return " = borrow " not in line


def test_what_goes_through_lists_compares_or_names_takes_no_reference(compiled: Any) -> None:
    name = "used_after_lists_were_gone_through"
    assert not takes(compiled, name, "spare")
    assert any("CPyList_GetItemShortBorrow" in one for one in operations(compiled, name))


@pytest.mark.parametrize(
    "name",
    [
        "used_after_a_change",
        "used_after_a_call_that_changes",
        "used_by_a_call_that_changes",
        "used_after_something_unknown",
        "used_after_something_was_extended_by_anything",
        "used_after_text_was_joined_of_anything",
        "used_after_a_change_on_one_way",
        "used_in_the_next_turn",
    ],
)
def test_what_may_be_replaced_meanwhile_is_counted(compiled: Any, name: str) -> None:
    assert takes(compiled, name, "spare")
    assert released(compiled, name) > 0


@pytest.mark.parametrize("name", ["items_replaced", "one_item_replaced"])
def test_an_item_that_may_be_replaced_meanwhile_is_counted(compiled: Any, name: str) -> None:
    lines = operations(compiled, name)
    is_borrowed = any(
        "CPyList_GetItemInt64Borrow" in one or "borrow load_mem" in one for one in lines
    )
    assert not is_borrowed or counted(compiled, name) > 0
    assert released(compiled, name) > 0


def test_what_holds_a_reference_is_kept_until_its_last_use(compiled: Any) -> None:
    lines = operations(compiled, "final_of_what_was_made")
    read = next(number for number, one in enumerate(lines) if ".leaf" in one)
    tree = lines[read].rpartition(" ")[2].partition(".")[0]
    used = max(number for number, one in enumerate(lines) if ".size" in one)
    assert "borrow" in lines[read]
    assert f"dec_ref {tree}" in lines[used:]
    assert f"dec_ref {tree}" not in lines[read:used]


def test_what_is_given_away_is_counted_before_its_holder_goes(compiled: Any) -> None:
    lines = operations(compiled, "final_of_what_was_made_given_away")
    [read] = [one for one in lines if ".leaf" in one]
    assert "borrow" not in read


def test_what_a_name_holds_that_is_given_again_is_counted(compiled: Any) -> None:
    assert takes(compiled, "final_of_another_argument", "leaf")
    assert not takes(compiled, "final_of_argument", "leaf")


def test_a_name_for_one_thing_or_another_is_counted(compiled: Any) -> None:
    assert released(compiled, "names_exchanged") > 0
    assert takes(compiled, "names_exchanged", "spare") or counted(compiled, "names_exchanged") > 1


def test_a_name_that_is_used_before_it_is_given_again_keeps_what_it_had(compiled: Any) -> None:
    """In a loop the name still stands for what was read the last time."""
    from mypyc.ir import ops
    from mypyc.ir.func_ir import FuncDecl, FuncIR, FuncSignature, RuntimeArg
    from mypyc.ir.rtypes import RInstance, void_rtype

    classes = {one.name: one for one in compiled.classes}
    kind = RInstance(classes["Tree"])
    for is_used_first in (False, True):
        tree = ops.Register(kind, "tree", is_arg=True)
        read = ops.GetAttr(tree, "spare", 1)
        name = ops.Register(read.type, "leaf")
        used = ops.GetAttr(name, "size", 1)
        given = ops.Assign(name, read, 1)
        block = ops.BasicBlock()
        order = [used, given] if is_used_first else [given, used]
        block.ops = [read, *order, ops.Goto(block)]
        signature = FuncSignature([RuntimeArg("tree", kind)], void_rtype)
        function = FuncIR(FuncDecl("loop", None, "trees", signature), [tree], [block])
        native_passes().forward_names(function)
        assert (given in block.ops) == is_used_first
        assert used.obj is (name if is_used_first else read)


def test_a_call_that_cannot_fail_is_not_asked_whether_it_did(compiled: Any) -> None:
    for name in ("calls_what_cannot_fail", "calls_what_is_overridden"):
        assert not [one for one in operations(compiled, name) if "-113" in one]
    for name in ("calls_what_can_fail", "calls_what_is_overridden_with_other_types"):
        assert [one for one in operations(compiled, name) if "-113" in one]


def test_what_an_inherited_init_sets_is_surely_there(compiled: Any) -> None:
    classes = {one.name: one for one in compiled.classes}
    assert not classes["Open"].is_always_defined("name")
    assert classes["Below"].is_always_defined("name")
    assert classes["Below"].is_always_defined("size")
    assert not classes["Below"].is_always_defined("turn"), "a number that may be set again"
    for name in ("Forgetful", "BelowPartial"):
        assert not classes[name].is_always_defined("name")
        assert not classes[name].is_always_defined("size")


def test_what_is_seldom_run_is_marked_and_nothing_else_changes() -> None:
    seldom = [
        "        PyObject *CPyPy_trees___grow(PyObject *self, PyObject *const *args) {",
        "char CPyDef_trees_____top_level__(void) {",
    ]
    often = [
        "char CPyDef_trees___grow(PyObject *cpy_r_tree) {",
        "PyObject *CPyPy_trees___grow(PyObject *self, PyObject *const *args);",
        '{"grow", (PyCFunction)CPyPy_trees___grow, METH_FASTCALL},',
        'cpy_r_r0 = CPyStatics[3]; /* "  grown  " */',
    ]
    mark = native_passes().mark_seldom_run
    written = mark("\n".join([*seldom, *often])).split("\n")
    assert written[3:5] == [f"AFFRAY_SELDOM_RUN {line.strip()}" for line in seldom]
    assert written[5:] == often
    assert written[:3] == ["#ifndef AFFRAY_SELDOM_RUN", "#define AFFRAY_SELDOM_RUN", "#endif"]
    assert mark("\n".join(often)).split("\n") == often
