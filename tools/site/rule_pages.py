"""Make the pages with every rule of a ruleset, and the sources that they link to."""

from __future__ import annotations

import posixpath
import tomllib
from pathlib import Path

from citations import ROOT, RULESETS, Place, citations, marked_tests

from affray.core.problems import toml_value
from affray.core.rulebook import Rule, Rulebook
from affray.library import rule_examples_of, rulebook_of, ruleset_names

SOURCES = {
    "seed": "the combat chapter",
    "companion": "another chapter of the same game",
    "ruling": "a ruling of ours, where the documents are silent or disagree",
}

LANGUAGES = {".py": "python", ".toml": "toml"}


def met_counts(ruleset: str) -> tuple[int, dict[str, dict[str, int]]]:
    """Return how many fights of each scenario were played, and in how many each rule was met.

    It is (0, {}) for a ruleset without a count.
    """
    file = RULESETS / ruleset / "met.toml"
    if not file.exists():
        return 0, {}
    data = tomllib.loads(file.read_text("utf-8"))
    return int(data["fights"]), data["met"]


def page_path(ruleset: str, section: str = "index") -> str:
    """Return where the page with a part of a ruleset's rules stands."""
    return f"rules/{ruleset}/{section}.md"


def source_path(file: str) -> str:
    """Return where the page with a file's text stands."""
    return f"source/{file}.md"


def scenario_file(ruleset: str, name: str) -> str:
    """Return the file of a built-in scenario."""
    return f"src/affray/rulesets/{ruleset}/scenarios/{name}.toml"


def relative(target: str, page: str) -> str:
    """Return the relative path from a page to another."""
    return posixpath.relpath(target, posixpath.dirname(page))


def link(place: Place, page: str) -> str:
    """Return a link from a page to the lines of a place."""
    target = relative(source_path(place.file), page)
    return f"[`{place.name}`]({target}#__codelineno-0-{place.first_line})"


def links(places: list[Place], page: str) -> str:
    """Return links to places. Each file is named once."""
    by_file: dict[Path, list[Place]] = {}
    for place in places:
        by_file.setdefault(place.path, []).append(place)
    parts = []
    for path, some in by_file.items():
        named = ", ".join(link(place, page) for place in some)
        parts.append(named if some[0].name == path.name else f"{named} in {path.name}")
    return "; ".join(parts)


def switch_text(rule: Rule) -> str:
    """Return the line about a rule's house-rule switch; empty if it has none."""
    if rule.option is None:
        return ""
    others = [one for one in rule.option.values() if one != rule.option.default]
    values = ", ".join(f"`{toml_value(one)}`" for one in others)
    instead = f", or {values} instead" if values else ""
    return f"**House rule:** `{rule.option.name} = {toml_value(rule.option.default)}`{instead}.\n"


def example_text(ruleset: str, rule: Rule) -> str:
    """Return the lines of a log in which the rule is used; empty if there are none."""
    lines = rule_examples_of(ruleset).get(rule.id)
    return "\n".join(["```text", *lines, "```\n"]) if lines else ""


def details_text(ruleset: str, rule: Rule, page: str) -> str:
    """Return the folded part: source, code, tests, and the scenarios that meet the rule."""
    rows = [("Source", SOURCES.get(rule.source, rule.source))]
    rows.append(("Code", links(citations(ruleset).get(rule.id, []), page)))
    rows.append(("Tests", links(marked_tests(ruleset).get(rule.id, []), page)))
    fights, counts = met_counts(ruleset)
    if fights:
        met = [
            f"[{name}]({relative(source_path(scenario_file(ruleset, name)), page)}) ({count})"
            for name, count in counts.get(rule.id, {}).items()
        ]
        rows.append((f"Met in, of {fights} fights each", ", ".join(met) or "no built-in fight"))
    body = "\n".join(f"    - *{name}:* {said}" for name, said in rows)
    return f'??? quote "Source, code and tests"\n\n    `{rule.id}`\n\n{body}\n'


def rule_text(ruleset: str, rule: Rule, page: str) -> str:
    """Return a rule as its page shows it."""
    parts = [
        f"## {rule.title} {{ #{rule.id} }}\n",
        f"{rule.text}\n",
        example_text(ruleset, rule),
        switch_text(rule),
        details_text(ruleset, rule, page),
    ]
    return "\n".join(part for part in parts if part)


def section_title(section: str) -> str:
    """Return the title of a part of a chapter."""
    return section.replace("-", " ").capitalize()


def rules_by_section(rulebook: Rulebook) -> dict[str, list[Rule]]:
    """Return the rules of each part of the chapter, in its order."""
    found: dict[str, list[Rule]] = {}
    for rule in rulebook.rules:
        found.setdefault(rule.section, []).append(rule)
    return found


def section_page(ruleset: str, section: str, rules: list[Rule]) -> str:
    """Return the page with one part of a ruleset's rules."""
    page = page_path(ruleset, section)
    title = rulebook_of(ruleset).title.partition(":")[0]
    parts = [
        f"# {title}: {section_title(section)}\n",
        f"[All parts](index.md) · [How the game plays](../../rulesets/{ruleset}.md)\n",
    ]
    return "\n".join(parts + [rule_text(ruleset, rule, page) for rule in rules])


def ruleset_page(ruleset: str) -> str:
    """Return the page that lists a ruleset's rules by title, part by part."""
    rulebook = rulebook_of(ruleset)
    title = rulebook.title.partition(":")[0]
    page = page_path(ruleset)
    parts = [
        f"# The rules of {title}\n",
        f"{len(rulebook.rules)} rules in the order of the chapter, each with an example from a "
        f"fight, its code and its tests. [How the game plays](../../rulesets/{ruleset}.md) has a "
        f"page of its own. `affray rules {ruleset}` prints the rules at a terminal.\n",
        "| part | rules |",
        "|---|---|",
    ]
    for section, rules in rules_by_section(rulebook).items():
        named = ", ".join(f"[{rule.title}]({section}.md#{rule.id})" for rule in rules)
        parts.append(f"| [{section_title(section)}]({section}.md) | {named} |")
    parts.append("")
    if rulebook.examples:
        parts.append("## Worked examples\n")
        for example in rulebook.examples:
            tests = links(marked_tests(ruleset).get(example.id, []), page)
            parts.append(f"- **{example.id}**: {example.text} ({tests})")
        parts.append("")
    return "\n".join(parts)


def rule_pages() -> dict[str, str]:
    """Return the pages of every ruleset, and one that lists the rulesets."""
    rows = []
    pages = {}
    for name in ruleset_names():
        rulebook = rulebook_of(name)
        switches = len(rulebook.options())
        rows.append(f"| [{rulebook.title}]({name}/index.md) | {len(rulebook.rules)} | {switches} |")
        pages[page_path(name)] = ruleset_page(name)
        for section, rules in rules_by_section(rulebook).items():
            pages[page_path(name, section)] = section_page(name, section, rules)
    index = "\n".join(
        [
            "# Every rule\n",
            "Each rule has a title, a sentence of our own, and an example from a fight. Its id, "
            "which logs and odds name in brackets, its code and its tests are folded below it.\n",
            "| ruleset | rules | house rules |",
            "|---|--:|--:|",
            *rows,
            "",
        ]
    )
    return {"rules/index.md": index, **pages}


def linked_files() -> list[str]:
    """Return the files that rules link to."""
    found: set[str] = set()
    for ruleset in ruleset_names():
        for by_rule in (citations(ruleset), marked_tests(ruleset)):
            found.update(place.file for places in by_rule.values() for place in places)
        _, counts = met_counts(ruleset)
        found.update(scenario_file(ruleset, name) for met in counts.values() for name in met)
    return sorted(found)


def source_pages() -> dict[str, str]:
    """Return a page with the text of each file that rules link to, with numbered lines."""
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
