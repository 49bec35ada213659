"""State is declared once; copying, keys and conditions follow, written out by a build or not."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import affray
from affray.core.dice import Dice
from affray.core.fight import Fight, Fighter
from affray.core.state import Condition, External, Stateful, Transient, state_fields
from affray.core.table import LiveTable, Stage
from affray.library import load, rulesets, toml_of
from support import random_players

ROOT = Path(__file__).parent.parent.parent
SCENARIOS = [name for ruleset in rulesets().values() for name in toml_of(ruleset, "scenarios")]


class Juggler(Stateful):
    name: Final[str]
    balls: int
    caught: list[int]
    rows: list[list[int]]
    seen: set[int]
    counts: dict[str, int]
    dizzy: Condition[bool]
    out_of_breath: Condition[int]
    beat: Transient[int]
    stage: External[object]

    def __init__(self, name: str) -> None:
        self.name = name
        self.balls = 3
        self.caught = [2, 1]
        self.rows = [[1], [2]]
        self.seen = {1}
        self.counts = {"a": 1}
        self.dizzy = False
        self.out_of_breath = 0
        self.beat = 0
        self.stage = None

    def caught_key(self) -> object:
        return sorted(self.caught)


def test_a_copy_takes_over_what_changes_and_shares_nothing_that_does() -> None:
    one, other = Juggler("one"), Juggler("other")
    one.balls, one.beat, one.stage = 5, 9, "here"
    one.caught.append(7)
    one.rows[0].append(8)
    one.seen.add(2)
    one.counts["b"] = 2
    one.dizzy = True
    other.copy_state(one)
    assert other.state_key() == one.state_key()
    assert (other.balls, other.beat, other.dizzy) == (5, 9, True)
    assert other.name == "other"
    assert other.stage is None
    one.caught.append(1)
    one.rows[1].append(1)
    one.seen.add(3)
    one.counts["c"] = 3
    assert (other.caught, other.rows) == ([2, 1, 7], [[1, 8], [2]])
    assert (other.seen, other.counts) == ({1, 2}, {"a": 1, "b": 2})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("balls", 4),
        ("caught", [1, 2]),
        ("rows", [[1], [3]]),
        ("seen", {2}),
        ("counts", {"a": 2}),
        ("dizzy", True),
        ("out_of_breath", 1),
        ("beat", 1),
    ],
)
def test_the_same_state_is_told_from_another(name: str, value: object) -> None:
    one, other = Juggler("one"), Juggler("other")
    one.stage = "here"
    assert one.has_state_of(other), "its name never changes, and the stage is no part of it"
    setattr(one, name, value)
    assert not one.has_state_of(other)
    assert not other.has_state_of(one)
    other.copy_state(one)
    assert one.has_state_of(other)


def test_the_key_leaves_out_what_is_transient_and_asks_for_what_has_a_key_of_its_own() -> None:
    one, other = Juggler("one"), Juggler("other")
    one.beat = 4
    one.caught = [1, 2]
    assert one.state_key() == other.state_key()
    hash(one.state_key())
    for change in ("balls", "out_of_breath"):
        changed = Juggler("changed")
        setattr(changed, change, 17)
        assert changed.state_key() != other.state_key(), change
    changed = Juggler("changed")
    changed.rows[1][0] = 5
    assert changed.state_key() != other.state_key()


def test_conditions_are_called_by_their_names() -> None:
    one = Juggler("one")
    assert one.condition_names() == ["dizzy", "out of breath"]
    assert one.current_conditions() == []
    assert one.set_condition("out of breath", True)
    assert one.current_conditions() == ["out of breath"]
    assert one.out_of_breath == 1
    assert one.set_condition("out of breath", False)
    assert not one.set_condition("balls", True), "that is no condition"
    assert one.balls == 3
    assert one.current_conditions() == []


class Throw(Stage):
    hits: int
    faces: list[int]
    shown: Transient[list[str]]

    def __init__(self) -> None:
        self.hits = 0
        self.faces = []
        self.shown = []


def test_what_a_stage_left_can_be_set_again() -> None:
    one, other = Throw(), Throw()
    one.hits, one.faces, one.shown = 2, [5, 6], ["5", "6"]
    other.set_state(one.state_key())
    assert (other.hits, other.faces, other.shown) == (2, [5, 6], [])


# --- every ruleset ---


def stateful_classes() -> list[type]:
    """Every class of the package that has state."""
    folder = Path(affray.__file__).parent
    found: list[type] = []
    for path in sorted([*(folder / "core").glob("*.py"), *(folder / "rulesets").rglob("*.py")]):
        name = ".".join(("affray", *path.relative_to(folder).with_suffix("").parts))
        module = importlib.import_module(name.removesuffix(".__init__"))
        for _, one in inspect.getmembers(module, inspect.isclass):
            if issubclass(one, Stateful) and one.__module__ == module.__name__:
                found.append(one)
    return found


def declared_in_source(owner: type) -> dict[str, str]:
    """Return the attributes that a class and its bases declare, read from their sources."""
    found: dict[str, str] = {}
    folder = Path(affray.__file__).parent.parent
    for base in reversed(owner.__mro__):
        if base.__module__.startswith("affray."):
            text = (folder / (base.__module__.replace(".", "/") + ".py")).read_text()
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef) and node.name == base.__name__:
                    for item in node.body:
                        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
                            found[item.target.id] = ast.unparse(item.annotation)
    return found


def assigned_in_source(owner: type) -> set[str]:
    """Every attribute of self that methods of a class or its bases assign."""
    found: set[str] = set()
    folder = Path(affray.__file__).parent.parent
    for base in owner.__mro__:
        if base.__module__.startswith("affray."):
            text = (folder / (base.__module__.replace(".", "/") + ".py")).read_text()
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef) and node.name == base.__name__:
                    for item in ast.walk(node):
                        if (
                            isinstance(item, ast.Attribute)
                            and isinstance(item.ctx, ast.Store)
                            and isinstance(item.value, ast.Name)
                            and item.value.id == "self"
                        ):
                            found.add(item.attr)
    return found


@pytest.mark.parametrize(
    "owner", stateful_classes(), ids=lambda one: f"{one.__module__}.{one.__name__}"
)
def test_every_attribute_is_state_or_final(owner: type) -> None:
    declared = declared_in_source(owner)
    undeclared = assigned_in_source(owner) - set(declared)
    if issubclass(owner, Stage):
        # what goes into a stage may be assigned where it is declared
        text = inspect_source(owner)
        undeclared = {name for name in undeclared if f"self.{name}: Final" not in text}
    assert not undeclared, f"declare {sorted(undeclared)} in the body of {owner.__name__}"
    fields = {field.name for field in state_fields(owner)}
    expected = {
        name
        for name, annotation in declared.items()
        if not annotation.startswith(("Final", "ClassVar", "External["))
    }
    assert fields == expected


def inspect_source(owner: type) -> str:
    folder = Path(affray.__file__).parent.parent
    return "".join(
        (folder / (base.__module__.replace(".", "/") + ".py")).read_text()
        for base in owner.__mro__
        if base.__module__.startswith("affray.")
    )


@pytest.mark.parametrize("name", SCENARIOS)
def test_nothing_but_declared_state_changes(name: str) -> None:
    """A fight that takes over the state of another plays on exactly as that one does, though the
    one it was made from went another way long before."""
    scenario = load(name)
    setup = scenario.setup
    fight = setup.new_fight(LiveTable(Dice(1), random_players(scenario, 1)))
    used = setup.new_fight(LiveTable(Dice(2), random_players(scenario, 2)))
    for _ in range(25):
        if not used.is_over():
            used.step()
    for number in range(12):
        if fight.is_over():
            break
        used.become(fight)
        fresh = fight.copy(LiveTable(Dice(5, number), random_players(scenario, number)))
        used.table = LiveTable(Dice(5, number), random_players(scenario, number))
        assert used.key() == fresh.key() == fight.key()
        used.step()
        fresh.step()
        assert used.key() == fresh.key()
        assert [str(one.conditions()) for one in used.roster()] == [
            str(one.conditions()) for one in fresh.roster()
        ]
        fight.step()


# --- what a build writes ---


@pytest.fixture
def write_sources(
    monkeypatch: pytest.MonkeyPatch,
) -> Callable[[Path, Path, list[Path]], list[Path]]:
    """Return the function of the build that writes the sources to compile."""
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "build"))
    found: Callable[[Path, Path, list[Path]], list[Path]]
    found = importlib.import_module("state_methods").write_sources
    return found


def test_what_a_build_writes_is_what_the_annotations_say(
    tmp_path: Path, write_sources: Callable[[Path, Path, list[Path]], list[Path]]
) -> None:
    """Each expanded source is run uncompiled, and its written-out methods are compared."""
    text = Path(__file__).read_text("utf-8")
    body = text[text.index("class Juggler") : text.index("def test_a_copy_takes_over")]
    source = tmp_path / "src" / "affray" / "core"
    source.mkdir(parents=True)
    head = (
        "from __future__ import annotations\n\nfrom typing import Final\n\n"
        "from affray.core.state import Condition, External, Stateful, Transient\n\n\n"
        "class Middle(Stateful):\n    height: int\n\n    def __init__(self) -> None:\n"
        "        self.height = 4\n\n\n"
    )
    written_from = source / "juggling.py"
    written_from.write_text(head + body.replace("(Stateful)", "(Middle)"), "utf-8")
    [written] = write_sources(tmp_path / "src", tmp_path / "out", [written_from])
    expanded = written.read_text("utf-8")
    assert [line for line in expanded.split("\n") if "def copy_state" in line]
    assert expanded.count("def has_state_of") == 1
    original = written_from.read_text("utf-8").split("\n")
    for number, line in enumerate(original):
        if line.strip() and "from __future__" not in line:
            assert expanded.split("\n")[number] == line, "a line moved"
    names: dict[str, object] = {"__name__": "juggling"}
    exec(compile(expanded, "juggling", "exec", dont_inherit=True), names)
    own = names["Juggler"]
    assert isinstance(own, type)
    one, other = own("one"), own("other")
    one.height = 9
    one.balls = 5
    one.rows[0].append(3)
    other.copy_state(one)
    assert one.has_state_of(other)
    other.beat = 1
    assert not one.has_state_of(other)
    assert other.state_key() == one.state_key() == Stateful.state_key(one)
    assert other.height == 9
    assert other.rows == [[1, 3], [2]]
    assert other.rows[0] is not one.rows[0]
    assert other.name == "other"
    third = own("third")
    third.set_state(one.state_key())
    assert third.state_key() == one.state_key()
    assert third.rows == [(1, 3), (2,)], "what is no plain value is set as everywhere"


def test_short_classes_one_after_the_other_are_written_out_whole(
    tmp_path: Path, write_sources: Callable[[Path, Path, list[Path]], list[Path]]
) -> None:
    source = tmp_path / "src" / "affray" / "core"
    source.mkdir(parents=True)
    file = source / "short.py"
    parts = [f"class {name}(Base):\n    {name.lower()}: int = 1\n\n\n" for name in "ABC"]
    file.write_text(
        "from __future__ import annotations\n\nfrom affray.core.state import Stateful\n\n\n"
        "class Base(Stateful):\n    height: int = 4\n\n\n" + "".join(parts) + "LAST = 1\n",
        "utf-8",
    )
    [written] = write_sources(tmp_path / "src", tmp_path / "out", [file])
    names: dict[str, object] = {"__name__": "short"}
    exec(compile(written.read_text("utf-8"), "short", "exec", dont_inherit=True), names)
    for name in "ABC":
        own = names[name]
        assert isinstance(own, type)
        assert {"copy_state", "state_key", "has_state_of", "set_state"} <= set(vars(own)), name
        one = own()
        assert one.state_key() == (4, 1)
        one.set_state((5, 2))
        assert (one.height, getattr(one, name.lower())) == (5, 2)
    assert names["LAST"] == 1


def test_the_core_itself_declares_what_changes() -> None:
    assert [field.name for field in state_fields(Fight)] == ["round", "turns", "ended"]
    assert state_fields(Fighter) == []
