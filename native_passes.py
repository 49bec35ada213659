"""Writes the C of all extensions by way of mypyc, with what it does not find out by itself.

mypyc compiles each function with hardly a look at the others. It counts a reference for whatever is
read from an object or a list, asks after each call whether it failed, and asks of what is
inherited from a class that interpreted code may derive from whether it is there at all. Three
passes over its intermediate code, a library at a time, leave out what cannot matter:

**What is surely there** (`define_inherited_attributes`). A class that interpreted code may derive
from cannot rely on its `__init__` having been run. A compiled class below it, which nobody outside
derives from, can: it is never made without its own `__init__`, and if that calls the inherited one
first, what the latter sets is set.

**What cannot fail** (`Effects.never_fails`). A function in which nothing can fail, and which calls
only such functions, is not asked whether it did.

**What need not be counted** (`borrow_references`). A reference that something else holds for as
long as it is used need not be counted:

- A function's arguments live as long as it runs: its caller holds them, counts them or has them by
  this very rule.
- What a `Final` attribute refers to lives as long as its object: it is set once, and has no setter.
- What another attribute or an item of a list refers to lives, if its object does, until something
  else may be put in its place. So every use has to come before that on all ways through the
  function, and none may do it itself. An attribute of that name may be set, or an item of any list,
  by an operation that does, by a function that calls one, and by anything of which we do not know
  what it does (`Effects.released_by`).
- Where the function itself holds the object, it holds it until the last use.

Freeing an object that only a local name held takes nothing from what is held otherwise; that no
finaliser changes a fight, and nothing that compares, hashes or names an object, is taken for
granted.

Of the C that comes of it a third is run when a module is imported or when interpreted code calls:
that is marked, so that the C compiler takes less time for it (`mark_seldom_run`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from mypy.build import sorted_components
from mypy.fscache import FileSystemCache
from mypyc import build as mypyc_build
from mypyc.analysis import attrdefined
from mypyc.analysis.capsule_deps import find_class_dependencies, find_implicit_op_dependencies
from mypyc.analysis.dataflow import get_cfg
from mypyc.analysis.selfleaks import analyze_self_leaks
from mypyc.codegen import emitmodule
from mypyc.common import PLATFORM_SIZE, TOP_LEVEL_NAME
from mypyc.errors import Errors
from mypyc.ir import ops
from mypyc.ir.rtypes import (
    PyListObject,
    RInstance,
    RTuple,
    RVec,
    c_pyssize_t_rprimitive,
    is_list_rprimitive,
    is_set_rprimitive,
    is_str_rprimitive,
    object_rprimitive,
    pointer_rprimitive,
)
from mypyc.irbuild.main import build_ir
from mypyc.irbuild.mapper import Mapper
from mypyc.sametype import is_same_type
from mypyc.transform import exceptions
from mypyc.transform.copy_propagation import do_copy_propagation
from mypyc.transform.flag_elimination import do_flag_elimination
from mypyc.transform.lower import lower_ir
from mypyc.transform.refcount import insert_ref_count_opcodes
from mypyc.transform.uninit import insert_uninit_checks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from mypy.build import BuildResult
    from mypyc.ir.class_ir import ClassIR
    from mypyc.ir.func_ir import FuncDecl, FuncIR
    from mypyc.ir.module_ir import ModuleIRs
    from mypyc.options import CompilerOptions

GroupFiles = list[list[tuple[str, str]]]
"""The files of every extension, each with its text."""


def write_c(
    arguments: list[str], options: CompilerOptions, separate: list[Any]
) -> tuple[GroupFiles, list[Any]]:
    """The C of all extensions and the runtime's files that it needs, as `mypycify` takes them; what
    `mypyc.build.generate_c` does, with our passes in between."""
    cache = FileSystemCache()
    sources, every, settings = mypyc_build.get_mypy_config(arguments, None, options, cache)
    groups = mypyc_build.construct_groups(sources, separate, True, None)
    result = emitmodule.parse_and_typecheck(every, settings, options, groups, cache)
    try:
        mapper = Mapper({source.module: name for group, name in groups for source in group})
        modules = Compiler(options).compile(result, mapper)
        text = emitmodule.compile_ir_to_c(groups, modules, result, mapper, options)
    finally:
        result.manager.metastore.close()
    needed = sorted(emitmodule.collect_source_dependencies(modules), key=lambda one: one.path)
    files = [[(path, mark_seldom_run(one)) for path, one in text[name]] for _, name in groups]
    return files, [(one.path, one.include_dirs, one.internal) for one in needed]


SELDOM_RUN = re.compile(
    r"^(PyObject \*CPyPy_\w+\(.*\) \{|char CPyDef_\w+_____top_level__\(void\) \{)$", re.MULTILINE
)
"""Where a function begins in C that interpreted code calls, or that a module's import runs once."""

SELDOM = "AFFRAY_SELDOM_RUN"
"""What marks such a function; `native_header.h` says what the C compiler makes of it."""


def mark_seldom_run(c: str) -> str:
    """C in which the functions are marked that are not worth much of the C compiler's time: a fifth
    of what it takes otherwise. Indentation, by which mypyc moves every function further to the
    right until it is half of the file, is left out."""
    flat = re.sub("^ +", "", c, flags=re.MULTILINE)
    marked, count = SELDOM_RUN.subn(rf"{SELDOM} \1", flat)
    head = f"#ifndef {SELDOM}\n#define {SELDOM}\n#endif\n"
    return head + marked if count else flat


class Compiler:
    """Takes the intermediate code of one library after the other, those that others call first, to
    what C is written of."""

    def __init__(self, options: CompilerOptions) -> None:
        self.options = options
        self.effects = Effects()
        self.init_facts: dict[ClassIR, InitFacts] = {}

    def compile(self, result: BuildResult, mapper: Mapper) -> ModuleIRs:
        """The intermediate code of all modules that are compiled, ready to be written as C."""
        errors = Errors(result.manager.options)
        result.manager.errors.set_file(
            "<mypyc>", module=None, scope=None, options=result.manager.options
        )
        found: ModuleIRs = {}
        for component in sorted_components(result.graph):
            states = [result.graph[name] for name in sorted(component.mod_ids)]
            trees = [one.tree for one in states if one.id in mapper.group_map and one.tree]
            if not trees:
                continue
            modules = build_ir(trees, result.graph, result.types, mapper, self.options, errors)
            if errors.num_errors:
                raise ValueError("; ".join(errors.new_messages()))
            self.transform(modules)
            found.update(modules)
        return found

    def transform(self, modules: ModuleIRs) -> None:
        """What `mypyc.codegen.emitmodule.compile_scc_to_ir` does, with our passes in between."""
        strict = self.options.strict_traceback_checks
        classes = [one for module in modules.values() for one in module.classes]
        functions = [one for module in modules.values() for one in module.functions]
        if any(one.env_user_function for one in classes):
            raise ValueError("there are generators, which our passes do not know")
        define_inherited_attributes(classes, self.init_facts)
        for function in functions:
            insert_uninit_checks(function, strict)
            for block in function.blocks:
                exceptions.adjust_error_kinds(block)
        self.effects.learn(classes, functions)
        for module in modules.values():
            for function in module.functions:
                self.effects.drop_checks(function)
                exceptions.insert_exception_handling(function, strict)
                if function.decl.name != TOP_LEVEL_NAME:
                    borrow_references(function, self.effects)
                insert_ref_count_opcodes(function)
                lower_ir(function, self.options)
                needed = find_implicit_op_dependencies(function)
                if needed is not None:
                    module.dependencies.update(needed)
                do_copy_propagation(function, self.options)
                do_flag_elimination(function, self.options)
            for one in module.classes:
                needed = find_class_dependencies(one)
                if needed is not None:
                    module.dependencies.update(needed)


# --- what is surely there ---


@dataclass
class InitFacts:
    """What is set whenever a class's `__init__` has been run, what may be, and whether somebody
    else may see the object meanwhile."""

    always: set[str]
    sometimes: set[str]
    leaks: bool

    def swap(self, one: ClassIR) -> None:
        """Exchanges these for what mypyc takes to be true of a class."""
        self.always, one._always_initialized_attrs = one._always_initialized_attrs, self.always
        before = one._sometimes_initialized_attrs
        self.sometimes, one._sometimes_initialized_attrs = before, self.sometimes
        self.leaks, one.init_self_leak = one.init_self_leak, self.leaks


def define_inherited_attributes(classes: list[ClassIR], facts: dict[ClassIR, InitFacts]) -> None:
    """Adds to what is always there in a library's classes what they inherit from classes that
    interpreted code may derive from, if the `__init__` that is called sets it.

    Of a number that an attribute holds mypyc notes when it is the one that stands for "not there",
    but not where nobody asks any more. The class above still asks, so of inherited numbers only
    those that are set once count.
    """
    plain = [
        one
        for one in sorted(classes, key=lambda found: len(found.mro))
        if one.is_ext_class
        and not one.is_trait
        and one.builtin_base is None
        and not one.has_method("__new__")
    ]
    for one in plain:
        facts[one] = init_facts(one, facts)
    closed = [
        one
        for one in plain
        if one.children is not None
        and not one.allow_interpreted_subclasses
        and not one.inherits_python
        and not one.is_serializable()
    ]
    for one in closed:
        one._always_initialized_attrs = one._always_initialized_attrs | {
            name
            for base in one.mro[1:]
            if base.allow_interpreted_subclasses and not base.is_trait
            for name, kind in base.attributes.items()
            if name in facts[one].always and (one.is_final_attr(name) or not kind.error_overlap)
        }
    seen: set[ClassIR] = set()
    for one in closed:
        attrdefined.update_always_defined_attrs_using_subclasses(one, seen)


def init_facts(one: ClassIR, facts: dict[ClassIR, InitFacts]) -> InitFacts:
    """What running a class's `__init__` does, by mypyc's own reckoning, which takes each class for
    one that nobody outside derives from."""
    init = one.methods.get("__init__")
    if init is None:
        above = next((base for base in one.mro[1:] if "__init__" in base.methods), None)
        found = InitFacts(set(), set(), False) if above is None else facts.get(above)
        given = one.attrs_with_defaults
        if found is None:
            return InitFacts(given.copy(), given.copy(), True)
        return InitFacts(found.always | given, found.sometimes | given, found.leaks)
    taken_for = called_init_facts(init, facts)
    for base, found in taken_for:
        found.swap(base)
    try:
        receiver = init.arg_regs[0]
        graph = get_cfg(init.blocks)
        dirty = analyze_self_leaks(init.blocks, receiver, graph)
        names = {name for base in one.mro for name in base.attributes}
        maybe = attrdefined.analyze_maybe_defined_attrs_in_init(
            init.blocks, receiver, one.attrs_with_defaults, graph
        )
        maybe_not = attrdefined.analyze_maybe_undefined_attrs_in_init(
            init.blocks, receiver, names - one.attrs_with_defaults, graph
        )
        always = attrdefined.find_always_defined_attributes(
            init.blocks, receiver, names, maybe, maybe_not, dirty
        )
        sometimes = attrdefined.find_sometimes_defined_attributes(
            init.blocks, receiver, maybe, dirty
        )
    finally:
        for base, found in taken_for:
            found.swap(base)
    leaks = any(
        dirty.after[block, number] and not isinstance(op, ops.Return)
        for block in init.blocks
        for number, op in enumerate(block.ops)
    )
    return InitFacts({name for name in always if not one.is_deletable(name)}, sometimes, leaks)


def called_init_facts(
    init: FuncIR, facts: dict[ClassIR, InitFacts]
) -> list[tuple[ClassIR, InitFacts]]:
    """What to take for true of each class above while an `__init__` is looked at: what the one that
    it calls does to the attributes of all of them. Nothing is if it calls several."""
    called: set[ClassIR] = set()
    for block in init.blocks:
        for op in block.ops:
            if isinstance(op, ops.Call) and op.fn.class_name and op.fn.name == "__init__":
                kind = op.fn.sig.args[0].type
                assert isinstance(kind, RInstance)
                called.add(kind.class_ir)
    found = facts.get(next(iter(called))) if len(called) == 1 else None
    if found is None:
        return [(base, InitFacts(set(), set(), True)) for one in called for base in one.mro]
    [one] = called
    return [
        (base, InitFacts(found.always.copy(), found.sometimes.copy(), found.leaks))
        for base in one.mro
    ]


# --- what functions do ---

ITEMS = "[]"
"""What stands for the items of any list among the names of attributes."""

ANYTHING = "*"
"""What stands for all of them."""

RELEASED = {
    "CPyBytes_AdjustIndex": "",
    "CPyBytes_Concat": "",
    "CPyBytes_GetItem": "",
    "CPyBytes_GetItemUnsafe": "",
    "CPyBytes_GetSlice": "",
    "CPyBytes_Multiply": "",
    "CPyBytes_RangeCheck": "",
    "CPyDict_Build": "",
    "CPyDict_Get": "",
    "CPyDict_GetItem": "",
    "CPyDict_GetWithNone": "",
    "CPyDict_SetItem": "",
    "CPyFloat_FromTagged": "",
    "CPyFloat_Sqrt": "",
    "CPyInt64_Divide": "",
    "CPyInt64_Remainder": "",
    "CPyList_Copy": "",
    "CPyList_GetItem": "",
    "CPyList_GetItemBorrow": "",
    "CPyList_GetItemInt64": "",
    "CPyList_GetItemInt64Borrow": "",
    "CPyList_GetItemShort": "",
    "CPyList_GetItemShortBorrow": "",
    "CPyList_GetSlice": "",
    "CPyList_Insert": "",
    "CPyList_PopLast": ITEMS,
    "CPyList_SetItem": ITEMS,
    "CPyList_SetItemInt64": ITEMS,
    "CPyList_SetItemUnsafe": "",
    "CPyLong_AsInt64": "",
    "CPySequenceTuple_GetItem": "",
    "CPySequenceTuple_GetItemUnsafe": "",
    "CPySequence_CheckUnpackCount": "",
    "CPySequence_Multiply": "",
    "CPyStr_Build": "",
    "CPyStr_Equal": "",
    "CPyStr_EqualLiteral": "",
    "CPyStr_IsTrue": "",
    "CPyStr_Size_size_t": "",
    "CPyTagged_Add": "",
    "CPyTagged_And": "",
    "CPyTagged_FromFloat": "",
    "CPyTagged_FromInt64": "",
    "CPyTagged_Lshift": "",
    "CPyTagged_Multiply": "",
    "CPyTagged_Negate": "",
    "CPyTagged_Or": "",
    "CPyTagged_Remainder": "",
    "CPyTagged_Rshift": "",
    "CPyTagged_Str": "",
    "CPyTagged_Subtract": "",
    "CPyTuple_LoadEmptyTupleConstant": "",
    "CPy_NoErrOccurred": "",
    "CPy_TYPE": "",
    "CPy_TypeCheck": "",
    "PyDict_New": "",
    "PyErr_Occurred": "",
    "PyList_Append": "",
    "PyList_AsTuple": "",
    "PyList_Check": "",
    "PyList_New": "",
    "PyList_Reverse": "",
    "PyList_Sort": "",
    "PyLong_Check": "",
    "PyObject_IsTrue": "",
    "PyObject_RichCompare": "",
    "PyObject_Str": "",
    "PySet_Add": "",
    "PySet_Contains": "",
    "PyTuple_Check": "",
    "PyTuple_Pack": "",
    "PyUnicode_Check": "",
    "PyUnicode_Concat": "",
    "buf_init_item": "",
    "fabs": "",
    "int_eq": "",
    "int_ge": "",
    "int_gt": "",
    "int_le": "",
    "int_lt": "",
    "int_ne": "",
    "list_get_item_unsafe": "",
    "list_items": "",
    "var_object_size": "",
}
"""Out of what the C functions and primitives that run no code of others take references, or none
but what compares, hashes or names something; the item that is set unsafely is that of a list just
made. All others may take any."""

GOING_THROUGH = {
    "CPyList_Extend",
    "CPySequence_Sort",
    "PyBytes_FromObject",
    "PySequence_InPlaceConcat",
    "PySet_New",
    "PyUnicode_Join",
    "_PySet_Update",
}
"""Those that go through all of what they are given, which takes no reference if that is a list, a
set or text."""

PLAIN = (
    ops.Assign,
    ops.AssignMulti,
    ops.Box,
    ops.Branch,
    ops.Cast,
    ops.ComparisonOp,
    ops.Extend,
    ops.FloatComparisonOp,
    ops.FloatNeg,
    ops.FloatOp,
    ops.GetElement,
    ops.GetElementPtr,
    ops.Goto,
    ops.IntOp,
    ops.KeepAlive,
    ops.LoadAddress,
    ops.LoadErrorValue,
    ops.LoadGlobal,
    ops.LoadLiteral,
    ops.LoadMem,
    ops.LoadStatic,
    ops.RaiseStandardError,
    ops.Return,
    ops.Truncate,
    ops.TupleGet,
    ops.TupleSet,
    ops.Unborrow,
    ops.Unbox,
    ops.Unreachable,
)
"""Operations that take no reference out of anything."""


@dataclass
class Effects:
    """What is known of the functions of all libraries so far."""

    never_failing: set[FuncDecl] = field(default_factory=set)
    released: dict[FuncDecl, set[str]] = field(default_factory=dict)
    """The attributes that each may put something else into, by their names, whosever they are."""
    made: dict[FuncDecl, ClassIR] = field(default_factory=dict)
    """The classes by what makes an object of them."""

    def learn(self, classes: list[ClassIR], functions: list[FuncIR]) -> None:
        """Finds out about a library's functions: takes it that none fails or releases anything, and
        takes that back until there is nothing to take back."""
        self.made.update({one.ctor: one for one in classes})
        known = [
            (one.decl, [op for block in one.blocks for op in block.ops])
            for one in functions
            if one.decl.name != TOP_LEVEL_NAME
        ]
        for function, _ in known:
            self.never_failing.add(function)
            self.released[function] = set()
        changed = True
        while changed:
            changed = False
            for function, every in known:
                if function in self.never_failing and not all(map(self.never_fails, every)):
                    self.never_failing.discard(function)
                    changed = True
                released = self.released[function]
                before = len(released)
                for op in every:
                    released |= self.released_by(op)
                changed = changed or len(released) > before

    def never_fails(self, op: ops.Op) -> bool:
        """Whether an operation cannot raise anything."""
        if isinstance(op, ops.Call) and op.fn in self.made:
            return False
        if isinstance(op, (ops.Call, ops.MethodCall)):
            called = self.called(op)
            return called is not None and called <= self.never_failing
        return not op.can_raise()

    def released_by(self, op: ops.Op) -> set[str]:
        """The attributes out of which an operation may take a reference, as in `released`."""
        if isinstance(op, PLAIN):
            return set()
        if isinstance(op, (ops.CallC, ops.PrimitiveOp)):
            name = op.function_name if isinstance(op, ops.CallC) else op.desc.name
            if name in GOING_THROUGH and all(map(is_gone_through_quietly, op.args)):
                return set()
            found = RELEASED.get(name, ANYTHING)
            return {found} if found else set()
        if isinstance(op, ops.GetAttr) and not is_property(op):
            return set()
        if isinstance(op, ops.SetAttr):
            if op.is_propset or is_property(op):
                return {ANYTHING}
            is_counted = op.class_type.attr_type(op.attr).is_refcounted
            return {op.attr} if is_counted and not op.is_init else set()
        if isinstance(op, (ops.Call, ops.MethodCall, ops.GetAttr)):
            called = self.called(op)
            if called is not None:
                return {name for one in called for name in self.released.get(one, {ANYTHING})}
        return {ANYTHING}

    def called(self, op: ops.Call | ops.MethodCall | ops.GetAttr) -> set[FuncDecl] | None:
        """The functions that a call or a property may come to; None where it may be others."""
        if isinstance(op, ops.Call):
            if op.fn not in self.made:
                return {op.fn}
            one = self.made[op.fn]
            below: set[ClassIR] | None = set()
            names = ["__init__", "__mypyc_defaults_setup"]
            if one.has_method("__new__") or one.builtin_base is not None:
                return None
        else:
            kind = op.class_type if isinstance(op, ops.GetAttr) else op.receiver_type
            names = [op.attr if isinstance(op, ops.GetAttr) else op.method]
            one = kind.class_ir
            below = one.subclasses()
        if below is None or not one.is_ext_class:
            return None
        every = [one, *below]
        if any(name in names for found in every for _, name in found.glue_methods):
            return None  # an override with other types, which are checked in between
        return {
            found.method_decl(name) for found in every for name in names if found.has_method(name)
        }

    def drop_checks(self, function: FuncIR) -> None:
        """Says of calls that cannot fail that they cannot."""
        for block in function.blocks:
            for op in block.ops:
                if isinstance(op, (ops.Call, ops.MethodCall)) and self.never_fails(op):
                    op.error_kind = ops.ERR_NEVER


def is_gone_through_quietly(value: ops.Value) -> bool:
    """Whether to go through a value runs no code of others: a list, a set or text does not, nor
    does no value at all."""
    is_none_given = isinstance(value, ops.Integer)
    quiet = (is_list_rprimitive, is_set_rprimitive, is_str_rprimitive)
    return is_none_given or any(is_quiet(value.type) for is_quiet in quiet)


def is_property(op: ops.GetAttr | ops.SetAttr) -> bool:
    """Whether an attribute is worked out by a function."""
    return op.class_type.class_ir.get_method(op.attr) is not None


# --- what need not be counted ---

BORROWING = {
    "CPyList_GetItem": "CPyList_GetItemBorrow",
    "CPyList_GetItemInt64": "CPyList_GetItemInt64Borrow",
    "CPyList_GetItemShort": "CPyList_GetItemShortBorrow",
}
"""How an item of a list is read, with a reference and without."""


def borrow_references(function: FuncIR, effects: Effects) -> None:
    """Marks what need not be counted as borrowed, so that `insert_ref_count_opcodes` does not."""
    while forward_names(function):
        pass  # what is assigned as a tuple is given two names, one after the other
    Borrowing(function, effects).apply()


def forward_names(function: FuncIR) -> bool:
    """Puts what is given a name once in the place of that name, where it is the same wherever the
    name is used; False where there is no such name."""
    given: dict[ops.Register, ops.Assign | None] = {}
    for block in function.blocks:
        for op in block.ops:
            if isinstance(op, ops.Assign):
                given[op.dest] = None if op.dest in given or op.dest.is_arg else op
            elif isinstance(op, ops.AssignMulti):
                given[op.dest] = None
            elif isinstance(op, ops.LoadAddress) and isinstance(op.src, ops.Register):
                given[op.src] = None
    once = {
        name: op
        for name, op in given.items()
        if op is not None
        and isinstance(op.src, ops.RegisterOp)
        and not isinstance(op.src, ops.LoadErrorValue)
        and not op.src.is_borrowed
        and op.src.type.is_refcounted
        and is_same_type(op.dest.type, op.src.type)
    }
    if not once:
        return False
    flow = Flow(function, {name: 1 << number for number, name in enumerate(once)})
    made = {op.src: 0 for op in once.values()}
    for name, op in once.items():
        made[op.src] |= flow.bits[name]

    def step(op: ops.Op, pending: int) -> int:
        pending |= made.get(op, 0)
        if isinstance(op, ops.Assign) and once.get(op.dest) is op:
            pending &= ~flow.bits[op.dest]
        return pending

    too_early = flow.uses_within(step)
    values: dict[ops.Value, ops.Value] = {
        name: op.src for name, op in once.items() if not flow.bits[name] & too_early
    }
    for block in function.blocks:
        block.ops = [op for op in block.ops if getattr(op, "dest", None) not in values]
    replace_values(function, values)
    return bool(values)


def replace_values(function: FuncIR, values: Mapping[ops.Value, ops.Value]) -> None:
    """Has all operations use other values for some."""
    for block in function.blocks:
        for op in block.ops:
            sources = op.sources()
            if any(one in values for one in sources):
                op.set_sources([values.get(one, one) for one in sources])


class Flow:
    """Follows a set of values, as bits, along all ways through a function."""

    def __init__(self, function: FuncIR, bits: dict[Any, int]) -> None:
        self.blocks = function.blocks
        self.bits = bits

    def uses_within(self, step: Any, at: Any = None) -> int:
        """The values of which a use is reached with their bit set, if each operation changes the
        bits as `step` says, and has them as `at` says while it goes on."""
        before = dict.fromkeys(self.blocks, 0)
        waiting = list(self.blocks)
        while waiting:
            block = waiting.pop()
            found = before[block]
            for op in block.ops:
                found = step(op, found)
            for target in block.terminator.targets():
                if found & ~before[target]:
                    before[target] |= found
                    waiting.append(target)
        used = 0
        for block in self.blocks:
            found = before[block]
            for op in block.ops:
                sources = op.sources()
                if sources:
                    meanwhile = at(op, found) if at is not None else found
                    for one in sources:
                        used |= meanwhile & self.bits.get(one, 0)
                found = step(op, found)
        return used


def held_by(value: ops.Value) -> ops.Value:
    """The object or list that holds what a candidate reads."""
    if isinstance(value, ops.GetAttr):
        return value.obj
    if isinstance(value, ops.Cast):
        return value.src
    assert isinstance(value, (ops.CallC, ops.PrimitiveOp))
    return value.args[0]


def is_lasting(value: ops.Value) -> bool:
    """Whether what a candidate reads is held for as long as there is what holds it."""
    if isinstance(value, ops.GetAttr):
        return value.class_type.class_ir.is_final_attr(value.attr)
    return isinstance(value, ops.Cast)


@dataclass
class Held:
    """How a reference is held without being counted: `lasting` for as long as what it is held by,
    and otherwise until something may be put in its place; by a value that is to be kept, or by what
    outlives the function."""

    lasting: bool
    keeper: ops.Value | None


class Borrowing:
    """Which references of a function need not be counted."""

    def __init__(self, function: FuncIR, effects: Effects) -> None:
        self.function = function
        self.effects = effects
        given = {
            op.dest
            for block in function.blocks
            for op in block.ops
            if isinstance(op, (ops.Assign, ops.AssignMulti))
        }
        self.arguments = {one for one in function.arg_regs if one not in given}
        self.users: dict[ops.Value, list[ops.Op]] = {}
        self.candidates: list[ops.Op] = []
        for block in function.blocks:
            for op in block.ops:
                for one in op.sources():
                    self.users.setdefault(one, []).append(op)
                if self.is_candidate(op):
                    self.candidates.append(op)
        self.bits: dict[ops.Value, int] = {
            one: 1 << number for number, one in enumerate(self.candidates)
        }
        self.held_in: dict[str, int] = {ANYTHING: -1}
        for one in self.candidates:
            for name in self.links_of(one):
                self.held_in[name] = self.held_in.get(name, 0) | self.bits[one]
        self.releasing: dict[ops.Op, int] = {}
        self.outlived = (
            Flow(function, self.bits).uses_within(self.step, self.at) if self.bits else 0
        )
        self.held: dict[ops.Value, Held | None] = {}

    def is_candidate(self, op: ops.Op) -> bool:
        """Whether an operation reads a reference that something else holds."""
        if not op.type.is_refcounted or isinstance(op.type, (RTuple, RVec)):
            return False
        if isinstance(op, ops.GetAttr):
            return not op.allow_error_value and not is_property(op)
        if isinstance(op, ops.CallC):
            return op.function_name in BORROWING or op.function_name in BORROWING.values()
        if isinstance(op, ops.PrimitiveOp):
            is_item = op.desc.name == "list_get_item_unsafe"
            return is_item and is_same_type(op.args[1].type, c_pyssize_t_rprimitive)
        return isinstance(op, ops.Cast) and not isinstance(op.src.type, (RTuple, RVec))

    def links_of(self, value: ops.Value) -> set[str]:
        """The attributes by way of which a candidate is held, but for those that are set once."""
        found: set[str] = set()
        while value in self.bits:
            if not is_lasting(value):
                found.add(value.attr if isinstance(value, ops.GetAttr) else ITEMS)
            value = held_by(value)
        return found

    def step(self, op: ops.Op, outlived: int) -> int:
        """The candidates that may be held by nothing any more behind an operation."""
        return self.at(op, outlived) & ~self.bits.get(op, 0)

    def at(self, op: ops.Op, outlived: int) -> int:
        """Those that may be while it goes on."""
        released = self.releasing.get(op)
        if released is None:
            released = 0
            for name in self.effects.released_by(op):
                released |= self.held_in.get(name, 0)
            self.releasing[op] = released
        return outlived | released

    def holding(self, value: ops.Value) -> Held | None:
        """How a value is held where it is not counted; None where it may be by nothing."""
        if value in self.arguments or isinstance(value, ops.LoadStatic):
            return Held(True, None)
        if value not in self.bits:
            is_own = isinstance(value, ops.RegisterOp) and not value.is_borrowed
            return Held(True, value) if is_own else None
        if value not in self.held:
            self.held[value] = None
            self.held[value] = self.found_holding(value)
        found = self.held[value]
        if found is None and not value.is_borrowed:
            return Held(True, value)
        return found

    def found_holding(self, op: ops.Value) -> Held | None:
        """How what a candidate reads is held; None where it has to be counted."""
        source = held_by(op)
        held = self.holding(source)
        if held is None:
            return None
        if isinstance(op, ops.Cast) and held.keeper is source:
            return None  # it takes over the reference that there is
        users = self.users.get(op, [])
        if any(isinstance(one, ops.Unborrow) for one in users):
            return None
        if held.keeper is not None and any(isinstance(one, ops.Return) for one in users):
            return None
        if held.lasting and is_lasting(op):
            return held
        return None if self.outlived & self.bits[op] else Held(False, held.keeper)

    def apply(self) -> None:
        """Marks them, and keeps what holds them."""
        for candidate in self.candidates:
            self.holding(candidate)
        kept: dict[ops.Op, list[ops.Value]] = {}
        for one, held in self.held.items():
            if held is not None and held.keeper is not None:
                for user in self.users.get(one, []):
                    kept.setdefault(user, []).append(held.keeper)
        items: dict[ops.Value, ops.Value] = {}
        for block in self.function.blocks:
            found: list[ops.Op] = []
            for op in block.ops:
                if self.held.get(op) is not None:
                    found += self.borrowed(op, items)
                else:
                    found.append(op)
                if op in kept and not isinstance(op, ops.ControlOp):
                    found.append(ops.KeepAlive(list(dict.fromkeys(kept[op])), op.line))
            block.ops = found
        replace_values(self.function, items)

    def borrowed(self, op: ops.Op, items: dict[ops.Value, ops.Value]) -> list[ops.Op]:
        """A candidate that counts nothing; an item of a list as mypyc would read it later, and what
        stands for it from now on."""
        if isinstance(op, ops.CallC):
            op.function_name = BORROWING.get(op.function_name, op.function_name)
        if not isinstance(op, ops.PrimitiveOp):
            op.is_borrowed = True
            return [op]
        where = ops.GetElementPtr(op.args[0], PyListObject, "ob_item", op.line)
        first = ops.LoadMem(pointer_rprimitive, where, op.line)
        size = ops.Integer(PLATFORM_SIZE, c_pyssize_t_rprimitive)
        offset = ops.IntOp(c_pyssize_t_rprimitive, op.args[1], size, ops.IntOp.MUL)
        place = ops.IntOp(pointer_rprimitive, first, offset, ops.IntOp.ADD)
        item = ops.LoadMem(object_rprimitive, place, op.line, borrow=True)
        items[op] = item
        return [where, first, offset, place, item, ops.KeepAlive([op.args[0]], op.line)]
