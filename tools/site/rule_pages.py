"""The pages with every rule of a ruleset, and the sources that they link to, line by line."""

from __future__ import annotations

import posixpath
import tomllib
from pathlib import Path

from citations import ROOT, RULESETS, Place, citations, marked_tests

from affray.core.rulebook import Rule, Rulebook, toml_value
from affray.library import rulebook_of, ruleset_names

SOURCES = {
    "seed": "the combat chapter",
    "companion": "another chapter of the same game",
    "ruling": "a ruling of ours, where the documents are silent or disagree",
}

LANGUAGES = {".py": "python", ".toml": "toml"}


def met_counts(ruleset: str) -> tuple[int, dict[str, dict[str, int]]]:
    """How many fights of each scenario were played to see which rules are met, and by rule in how
    many of which scenario; (0, {}) where that was not counted."""
    file = RULESETS / ruleset / "met.toml"
    if not file.exists():
        return 0, {}
    data = tomllib.loads(file.read_text("utf-8"))
    return int(data["fights"]), data["met"]


def page_path(ruleset: str) -> str:
    """Where the page with a ruleset's rules stands."""
    return f"rules/{ruleset}.md"


def source_path(file: str) -> str:
    """Where the page with a file's text stands."""
    return f"source/{file}.md"


def scenario_file(ruleset: str, name: str) -> str:
    """The file of a built-in scenario."""
    return f"src/affray/rulesets/{ruleset}/scenarios/{name}.toml"


def relative(target: str, page: str) -> str:
    """The way from a page to another."""
    return posixpath.relpath(target, posixpath.dirname(page))


def link(place: Place, page: str) -> str:
    """A link from a page to the lines of a place."""
    target = relative(source_path(place.file), page)
    return f"[`{place.name}`]({target}#__codelineno-0-{place.first_line})"


def links(places: list[Place], page: str) -> str:
    """Links to places, the files they are in named once each."""
    by_file: dict[Path, list[Place]] = {}
    for place in places:
        by_file.setdefault(place.path, []).append(place)
    parts = []
    for path, some in by_file.items():
        named = ", ".join(link(place, page) for place in some)
        parts.append(named if some[0].name == path.name else f"{named} in {path.name}")
    return "; ".join(parts)


def rule_rows(ruleset: str, rule: Rule, page: str) -> list[tuple[str, str]]:
    """What is said of a rule besides its text."""
    rows = [("source", SOURCES.get(rule.source, rule.source))]
    if rule.option is not None:
        values = ", ".join(f"`{toml_value(one)}`" for one in rule.option.values())
        default = f"`{rule.option.name}` = `{toml_value(rule.option.default)}`"
        rows.append(("house rule", default + (f"; one of {values}" if values else "")))
    rows.append(("code", links(citations(ruleset).get(rule.id, []), page)))
    rows.append(("tests", links(marked_tests(ruleset).get(rule.id, []), page)))
    fights, counts = met_counts(ruleset)
    if fights:
        met = [
            f"[{name}]({relative(source_path(scenario_file(ruleset, name)), page)}) ({count})"
            for name, count in counts.get(rule.id, {}).items()
        ]
        rows.append(("met in", ", ".join(met) or "named in no log of these fights"))
    return rows


def rule_text(ruleset: str, rule: Rule, page: str) -> str:
    """A rule as its page has it."""
    rows = "\n".join(f"- *{name}:* {said}" for name, said in rule_rows(ruleset, rule, page))
    return f"### {rule.id} {{ #{rule.id} }}\n\n{rule.text}\n\n{rows}\n"


def rule_page(ruleset: str) -> str:
    """The page with all rules of a ruleset, in the order of its chapter."""
    rulebook: Rulebook = rulebook_of(ruleset)
    page = page_path(ruleset)
    title = rulebook.title.partition(":")[0]
    parts = [
        f"# The rules of {title}\n",
        f"{len(rulebook.rules)} rules, each with the code that is the rule and the tests that "
        f"fail when it is taken out. [How the game plays](../rulesets/{ruleset}.md) is told on a "
        f"page of its own, and `affray rules {ruleset}` prints the rules at a terminal.\n",
    ]
    fights, _ = met_counts(ruleset)
    if fights:
        parts.append(
            f"*Met in* counts the fights, of {fights} of each built-in scenario, in whose log the "
            "rule is named: half of them by simple players, half by random ones.\n"
        )
    section = ""
    for rule in rulebook.rules:
        if rule.section != section:
            section = rule.section
            parts.append(f"## {section}\n")
        parts.append(rule_text(ruleset, rule, page))
    if rulebook.examples:
        parts.append("## Worked examples\n")
        for example, text in rulebook.examples:
            tests = links(marked_tests(ruleset).get(example, []), page)
            parts.append(f"- **{example}**: {text} ({tests})")
        parts.append("")
    return "\n".join(parts)


def rule_pages() -> dict[str, str]:
    """The page of each ruleset, and one that lists them."""
    rows = []
    for name in ruleset_names():
        rulebook = rulebook_of(name)
        switches = len(rulebook.options())
        title = rulebook.title
        rows.append(f"| [{title}]({name}.md) | {len(rulebook.rules)} | {switches} |")
    index = "\n".join(
        [
            "# Every rule\n",
            "Each rule has an id, which logs and odds name in brackets, a sentence of our own, "
            "code that names it, and a test that fails when it is taken out.\n",
            "| ruleset | rules | house rules |",
            "|---|--:|--:|",
            *rows,
            "",
        ]
    )
    return {"rules/index.md": index, **{page_path(one): rule_page(one) for one in ruleset_names()}}


def linked_files() -> list[str]:
    """The files that rules link to."""
    found: set[str] = set()
    for ruleset in ruleset_names():
        for by_rule in (citations(ruleset), marked_tests(ruleset)):
            found.update(place.file for places in by_rule.values() for place in places)
        _, counts = met_counts(ruleset)
        found.update(scenario_file(ruleset, name) for met in counts.values() for name in met)
    return sorted(found)


def source_pages() -> dict[str, str]:
    """A page with the text of each file that rules link to, its lines numbered and named."""
    return {
        source_path(file): "\n".join(
            [
                "---\nsearch:\n  exclude: true\nhide: [toc]\n---\n",
                f"# {file}\n",
                f'``````{LANGUAGES.get(Path(file).suffix, "text")} linenums="1"',
                (ROOT / file).read_text("utf-8").rstrip("\n"),
                "``````\n",
            ]
        )
        for file in linked_files()
    }
