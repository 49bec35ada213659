"""Names are ones that an engineer who knows Python and the game guesses right (docs/glossary.md)."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "affray"
MODULES = sorted(path for path in SOURCE.rglob("*.py"))

DENIED_MODULES = {
    "along", "best", "chain", "chances", "changes", "detail", "endings", "foresight", "guard",
    "hindsight", "hub", "keep", "knock", "outlook", "person", "shapes", "sitting", "situation",
    "story_along", "tree", "verbs_of", "work", "writing",
}  # fmt: skip

DENIED_NAMES = {
    "After", "AlongGiven", "AnswerGiven", "AskGiven", "Asked", "BackGiven", "Beat", "Blow",
    "BranchGiven", "Chances", "Continuation", "Course", "Crew", "Default", "Endings",
    "EveryChoice", "EveryPath", "Following", "Forbidden", "Forest", "Growing", "Here", "Judge",
    "Judged", "Kept", "Listening", "Memory", "Moment", "NotLegal", "NotThere", "OneThought",
    "Outlook", "Problems", "Prospect", "Ready", "Recorder", "Script", "Sitting", "Situation",
    "Taken", "TapeEnds", "TapeRunsOut", "TooLong", "TooMany", "Workbench", "Workshop",
    "crew_for", "heard", "keep_count", "knock", "listed", "moment_now", "only", "otherwise",
    "spoken", "told", "worth",
}  # fmt: skip
"""Names that only insiders understood. Each was replaced by a word of the field."""

PARTICIPLES = re.compile(r"(?:ed|en|ing)$")
NOUNS_IN_ING = {
    "Deed",
    "Heading",
    "Token",
    "Tuning",
    "Ruling",
    "Setting",
    "Placing",
    "Rating",
    "Facing",
    "Ring",
    "Building",
}


@cache
def definitions(path: Path) -> list[tuple[str, list[str] | None]]:
    """Every class and function that a module defines, methods too; a class with its bases."""
    return [
        (
            node.name,
            [ast.unparse(one) for one in node.bases] if isinstance(node, ast.ClassDef) else None,
        )
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def last_word(name: str) -> str:
    """Return the last word of a class name: 'TurnQuestion' is a 'Question'."""
    return re.findall(r"[A-Z][a-z0-9]*|[A-Z]+(?![a-z])", name)[-1]


def test_nothing_has_a_name_that_has_to_be_explained() -> None:
    modules = [path.stem for path in MODULES if path.stem in DENIED_MODULES]
    assert not modules, "name a module after what is in it"
    every = [(path.name, name) for path in MODULES for name, _ in definitions(path)]
    assert ("fight.py", "Fighter") in every, "the search finds them"
    wrong = [one for one in every if one[1] in DENIED_NAMES]
    assert not wrong, "see docs/glossary.md"


def test_classes_are_called_by_nouns() -> None:
    classes = [
        (path.name, name)
        for path in MODULES
        for name, bases in definitions(path)
        if bases is not None and not name.startswith("_")
    ]
    assert ("fight.py", "Fighter") in classes, "the search finds them"
    wrong = [
        one
        for one in classes
        if last_word(one[1]) not in NOUNS_IN_ING and PARTICIPLES.search(last_word(one[1]))
    ]
    assert not wrong


def exception_names() -> dict[str, Path]:
    """Every exception the package defines, by the names of its bases."""
    classes: dict[str, tuple[set[str], Path]] = {}
    for path in MODULES:
        for name, bases in definitions(path):
            if bases is not None:
                classes[name] = ({base.rpartition(".")[2] for base in bases}, path)
    found = {"Exception", "BaseException", "ValueError", "RuntimeError", "HTTPException"}
    while True:
        more = {name for name, (named, _) in classes.items() if named & found} - found
        if not more:
            return {name: classes[name][1] for name in found if name in classes}
        found |= more


def test_exceptions_end_in_error() -> None:
    wrong = {
        name: path.name for name, path in exception_names().items() if not name.endswith("Error")
    }
    assert not wrong
    assert "InvalidDataError" in exception_names(), "the search finds them"


def test_what_goes_over_the_wire_says_so() -> None:
    messages = SOURCE / "web" / "messages.py"
    classes = [
        name
        for name, bases in definitions(messages)
        if bases is not None and not name.startswith("_")
    ]
    assert classes
    for name in classes:
        assert not name.endswith("Given"), name


def test_a_module_of_the_commands_is_called_after_its_command() -> None:
    from affray.cli.app import COMMANDS

    modules = {path.stem for path in (SOURCE / "cli").glob("*.py")}
    assert set(COMMANDS) <= modules, sorted(set(COMMANDS) - modules)
