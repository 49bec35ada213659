"""The layout shows the architecture: what docs/how-it-works.md says of it is so."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "affray"
RULESETS = ["mithryn", "olde", "orrery", "renaissance", "shinobi"]

ON_ONE_PATH = ["mithryn", "olde", "orrery", "renaissance", "shinobi"]
"""The rulesets in which each rule has one copy."""

SAME_IN_ALL = [
    "ruleset", "files", "sheet", "house", "setup", "fight", "combatant", "turn",
    "log", "rulings", "player",
]  # fmt: skip
"""The modules that every ruleset has under the same name."""


GONE = [
    "wants_events", "wants_words", "is_put_in_words", "is_harm_put_in_words",
    "is_drop_put_in_words", "follows_stages", "direct_players?", "count_faces", "tally_faces",
    "begin_roll", "next_face", "faces_counted", r"table\.percent", "merges?_ways", "draw_option", "offers",
    "forced_option", "free_list_len", "PlainQuestion", r"isinstance\(\S*table",
]  # fmt: skip
"""Second ways to roll, ask and tell, which rules have no more."""

TALLY = re.compile(r"(?:Tally|Modifiers|Advantage|Pool)\([^()]*\bhas_listener\)")
"""A record of modifiers, which keeps their names if there is a listener."""


def page_section(title: str) -> str:
    """Return a section of docs/how-it-works.md."""
    text = (ROOT / "docs" / "how-it-works.md").read_text("utf-8")
    return text.partition(f"## {title}\n")[2].partition("\n## ")[0]


# --- the walk of one blow ---


def names_of_the_walk() -> list[str]:
    """Everything in code style in the walk, but for the command that begins it."""
    walk = page_section("One blow, from the command to the log and to the page")
    return [name for name in re.findall(r"`([^`]+)`", walk) if not name.startswith("affray ")]


@cache
def attributes(path: Path) -> dict[str, set[str]]:
    """Return the names of a module at its top level, each with those in its body if it is a class."""
    found: dict[str, set[str]] = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        for name in bound_names(node):
            found[name] = set()
            if isinstance(node, ast.ClassDef):
                found[name] = {inner for one in node.body for inner in bound_names(one)}
    return found


def bound_names(node: ast.stmt) -> list[str]:
    """Return the names that a statement gives to something."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return [node.name]
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    return [ast.unparse(one) for one in node.targets] if isinstance(node, ast.Assign) else []


PLACES = ["", "core", "rulesets/mithryn", "players", "web", "web/rooms"]
"""Where the walk leads; a name in it is one of these folders'."""


def exists(name: str) -> bool:
    """Whether a file, a module's or a class's name, or a folder of the page is there."""
    if "/" in name or name.endswith(".py"):
        return any((SOURCE / place / name).exists() for place in PLACES)
    owner, _, own = name.rpartition(".")
    for place in PLACES:
        for path in (SOURCE / place).glob("*.py"):
            known = attributes(path)
            if not owner and own in known:
                return True
            if owner == path.stem and (
                own in known or any(own in inner for inner in known.values())
            ):
                return True
            if own in known.get(owner, ()):
                return True
    page = SOURCE / "web" / "static" / "js"
    return not owner and ((page / own).is_dir() or (page / f"{own}.js").exists())


def test_the_walk_names_what_there_is() -> None:
    names = names_of_the_walk()
    assert {"api.play", "turn.take_turn", "log.PHRASES", "cli/fight_log.py", "render"} <= set(names)
    assert [name for name in names if not exists(name)] == []
    for gone in (
        "turn.take_turns",
        "api.hurt",
        "Fight.strike",
        "cli/log.py",
        "rendering",
        "Sitting",
    ):
        assert not exists(gone), gone


PASSED = [
    "library.load", "files.prepare", "api.play", "Setup.new_fight", "Fight.play",
    "MithrynFight.step", "rounds.play_next_turn", "turn.take_turn", "Fight.ask", "turn.perform",
    "attack.attack", "reactions.ask_interposer", "reactions.ask_to_defend", "attack.strike",
    "health.hurt",
]  # fmt: skip
"""The functions of the walk, in its order."""

TRACE = """
import json, sys
from pathlib import Path
from affray.api import play
from affray.library import load
wanted = sys.argv[1:]
left = list(wanted)
known, found = {}, []
def note(frame, event, _):
    if event == "call":
        code = frame.f_code
        if id(code) not in known:  # a code's own hash is slow
            stem, name = Path(code.co_filename).stem, code.co_qualname
            names = {name, f"{stem}.{name}"}
            known[id(code)] = code, names, [stem, name] if names & set(wanted) else None
        _, names, call = known[id(code)]
        if call is not None:
            found.append(call)
            if left[0] in names:
                del left[0]
            if not left:
                sys.setprofile(None)
sys.setprofile(note)
play(load("causeway"), 7)
sys.setprofile(None)
print(json.dumps(found))
"""
"""Notes the calls of the functions it is given, until all were passed in their order; a player's
odds make millions of others."""


def test_a_blow_passes_the_functions_of_the_walk_in_its_order(tmp_path: Path) -> None:
    walk = page_section("One blow, from the command to the log and to the page")
    for name in PASSED:
        assert f"`{name}`" in walk or f"`{name.rpartition('.')[2]}`" in walk, name
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "static")
    shutil.copytree(SOURCE, tmp_path / "affray", ignore=ignored)
    ran = subprocess.run(
        [sys.executable, "-c", TRACE, *PASSED],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        check=True,
    )
    calls = [(stem, name) for stem, name in json.loads(ran.stdout)]
    at = 0
    for name in PASSED:
        owner, _, own = name.rpartition(".")
        passed = [
            number
            for number, (stem, called) in enumerate(calls)
            if number >= at and (called == name or (stem == owner and called == own))
        ]
        assert passed, f"{name} is not passed after what stands before it"
        at = passed[0]


# --- rulesets, commands and the lab ---


@pytest.mark.parametrize("name", ON_ONE_PATH)
def test_a_ruleset_has_the_files_that_all_have_and_lists_each_of_its_own(name: str) -> None:
    folder = SOURCE / "rulesets" / name
    modules = {path.stem for path in folder.glob("*.py")} - {"__init__"} | {"player"}
    assert set(SAME_IN_ALL) <= modules
    about = ast.get_docstring(ast.parse((folder / "__init__.py").read_text("utf-8"))) or ""
    listed = re.findall(r"`(\w+)`", about)
    assert set(listed) == modules
    in_order = [listed.index(module) for module in ("ruleset", "setup", "fight", "turn", "log")]
    assert in_order == sorted(in_order)
    assert listed[-1] == "player"


@pytest.mark.parametrize("name", ON_ONE_PATH)
def test_rules_do_not_know_who_listens_nor_who_plays(name: str) -> None:
    """`log.py` alone asks for listeners; `ruleset.py` alone registers players."""
    folder = SOURCE / "rulesets" / name
    for path in folder.glob("*.py"):
        text = path.read_text("utf-8")
        for word in GONE:
            assert not re.search(rf"\b{word}\b", text), f"{path.name} says {word}"
        if path.name != "log.py":
            assert text.count("has_listener") == len(TALLY.findall(text)), path.name
        if path.name != "ruleset.py":
            assert f"rulesets.{name}.player" not in text, f"{path.name} imports a player"
    log = (folder / "log.py").read_text("utf-8")
    for function in re.split(r"^def ", log, flags=re.MULTILINE)[1:]:
        if "fight.tell(" in function:
            assert "fight.has_listener" in function


def test_the_page_on_the_layout_names_the_files_that_all_rulesets_have() -> None:
    row = next(line for line in page_section("The layout").splitlines() if "rulesets/NAME" in line)
    assert re.findall(r"`(\w+)`", row) == SAME_IN_ALL


def test_each_part_of_the_lab_is_a_folder_with_what_it_answers() -> None:
    import affray.lab

    folders = {path.name for path in (SOURCE / "lab").iterdir() if (path / "__init__.py").exists()}
    assert folders == {"odds", "duels", "simulation", "study", "report"}
    for folder in folders:
        assert f"`affray.lab.{folder}`" in (affray.lab.__doc__ or ""), folder


def test_tests_mirror_the_layout() -> None:
    layers = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").exists()}
    mirrored = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()}
    assert layers - {"rulesets"} <= mirrored
    assert {path.name for path in (ROOT / "tests" / "rulebook").iterdir() if path.is_dir()} >= set(
        RULESETS
    )
    for folder in ("odds", "duels", "simulation", "study", "report"):
        assert (ROOT / "tests" / "lab" / folder).is_dir(), folder
