"""The pages of the documentation site that are made from the code hold all that the code has."""

from __future__ import annotations

import html
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from affray.cli.app import COMMANDS
from affray.library import rule_examples_of, rulebook_of, ruleset_names

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tools" / "site"))

import citations  # noqa: E402
import command_pages  # noqa: E402
import event_pages  # noqa: E402
import http_pages  # noqa: E402
import project_pages  # noqa: E402
import rule_pages  # noqa: E402
import scenario_pages  # noqa: E402

LINK = re.compile(r"\[`([^`]+)`\]\(\.\./\.\./source/([^)]+)\.md#__codelineno-0-(\d+)\)")


def sections(page: str) -> dict[str, str]:
    """Return the text below each rule's heading."""
    parts = re.split(r"^## .+ \{ #(\S+) \}\n", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def all_rules(ruleset: str) -> str:
    """Return the pages with the parts of a ruleset's rules, one after the other."""
    parts = rule_pages.rules_by_section(rulebook_of(ruleset))
    return "\n".join(rule_pages.section_page(ruleset, one, rules) for one, rules in parts.items())


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_rule_is_on_its_page_with_its_code_and_its_tests(ruleset: str) -> None:
    found = sections(all_rules(ruleset))
    rules = rulebook_of(ruleset).rules
    assert sorted(found) == sorted(rule.id for rule in rules)
    index = rule_pages.ruleset_page(ruleset)
    examples = rule_examples_of(ruleset)
    assert len(examples) > 0.7 * len(rules)
    for rule in rules:
        said = found[rule.id]
        assert rule.text in said
        assert f"[{rule.title}]({rule.section}.md#{rule.id})" in index
        assert f"    - *Source:* {rule_pages.SOURCES[rule.source]}\n" in said
        assert ("\n".join(["```text", *examples.get(rule.id, []), "```"]) in said) == (
            rule.id in examples
        )
        assert (rule.option is not None) == ("**House rule:** " in said)
        if rule.option is not None:
            assert f"`{rule.option.name} = " in said
        code, tests = re.findall(r"^    - \*(?:Code|Tests):\* (.*)$", said, re.MULTILINE)
        assert LINK.findall(code), rule.id
        assert LINK.findall(tests), rule.id
        assert all(file.startswith("src/affray/rulesets/") for _, file, _ in LINK.findall(code))
        assert all(file.startswith("tests/rulebook/") for _, file, _ in LINK.findall(tests))


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_link_leads_to_the_line_where_that_is_defined(ruleset: str) -> None:
    lines = {file: (ROOT / file).read_text().split("\n") for file in rule_pages.linked_files()}
    links = LINK.findall(all_rules(ruleset))
    assert len(links) > len(rulebook_of(ruleset).rules)
    for name, file, number in links:
        line = lines[file][int(number) - 1]
        if name != Path(file).name:
            assert re.search(rf"(?:def|class) {name.rpartition('.')[2]}\b", line), (name, file)


def test_a_rule_leads_to_the_function_that_names_it() -> None:
    places = citations.citations("mithryn")["zones.melee"]
    assert [(place.path.name, place.name) for place in places] == [("reach.py", "reaches")]
    tests = citations.marked_tests("mithryn")["zones.melee"]
    assert [place.name for place in tests] == ["test_a_sword_reaches_its_own_zone_only"]


def test_what_is_met_where_is_told_if_it_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counts = {"zones.melee": {"first-blood": 40, "causeway": 38}}
    monkeypatch.setattr(rule_pages, "met_counts", lambda ruleset: (40, counts))
    found = sections(all_rules("mithryn"))
    scenarios = "../../source/src/affray/rulesets/mithryn/scenarios"
    assert (
        f"    - *Met in, of 40 fights each:* [first-blood]({scenarios}/first-blood.toml.md) (40), "
        f"[causeway]({scenarios}/causeway.toml.md) (38)\n"
    ) in found["zones.melee"]
    assert "each:* no built-in fight\n" in found["zones.thrown"]
    monkeypatch.setattr(rule_pages, "met_counts", lambda ruleset: (0, {}))
    assert "Met in" not in all_rules("mithryn")


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_rule_says_in_which_scenarios_it_is_met(ruleset: str) -> None:
    found = sections(all_rules(ruleset))
    fights, counts = rule_pages.met_counts(ruleset)
    assert fights > 0
    for rule, said in found.items():
        assert len(re.findall(r"scenarios/[\w-]+\.toml\.md\)", said)) == len(counts.get(rule, {}))


def test_every_file_that_rules_link_to_has_a_page_with_its_lines() -> None:
    pages = rule_pages.source_pages()
    assert set(pages) == {f"source/{file}.md" for file in rule_pages.linked_files()}
    text = pages["source/src/affray/rulesets/mithryn/reach.py.md"]
    assert (ROOT / "src/affray/rulesets/mithryn/reach.py").read_text().rstrip() in text
    assert all("``````" not in (ROOT / file).read_text() for file in rule_pages.linked_files())


def test_every_command_is_there_with_its_help() -> None:
    page = command_pages.command_page()
    for name in COMMANDS:
        assert f"## affray {name} {{ #{name} }}" in page
        assert f"Usage: affray {name} [OPTIONS]" in page


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_key_of_a_scenario_is_there(ruleset: str) -> None:
    page = scenario_pages.scenario_page(ruleset)
    schema = scenario_pages.scenario_schema(ruleset)
    for part in [schema, *schema["$defs"].values()]:
        for key, one in part.get("properties", {}).items():
            about = " ".join(one.get("description", "").replace("|", "\\|").split())
            rows = re.findall(rf"^\| `{key}` \|.*$", page, re.MULTILINE)
            assert any(about in row for row in rows), key
    for name in rulebook_of(ruleset).options():
        assert f"| `{name}` |" in page
    for name in re.findall(r"\]\(#([\w-]+)\)", page):
        assert f"{{ #{name} }}" in page


def test_every_address_of_the_interface_is_there() -> None:
    page = http_pages.http_page()
    document = http_pages.openapi()
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert f"### {method.upper()} {path}\n" in page
            assert operation["description"] in page
    for name in document["components"]["schemas"]:
        assert f"### {name} {{ #{name.lower()} }}" in page


def test_what_any_address_may_refuse_is_told_once() -> None:
    document = http_pages.openapi()
    told = http_pages.refusals(document)
    for operations in document["paths"].values():
        for operation in operations.values():
            own = {s for s, one in operation["responses"].items() if http_pages.is_refusal(one)}
            assert own in (set(), set(told))
    page = http_pages.http_page()
    assert {"400", "404", "409"} <= set(told)
    for status, response in told.items():
        assert page.count(f"| {status} | [RefusalResponse](#refusalresponse) |") == 1
        assert response["description"] in page


def test_every_kind_of_event_is_there_with_its_whole_sentence() -> None:
    """As it is read: what Markdown makes of it has every part of the sentence."""
    markdown = pytest.importorskip("markdown", reason="pip install 'affray[docs]'")
    shown = html.unescape(
        markdown.markdown(event_pages.event_page(), extensions=["attr_list", "tables"])
    )
    for ruleset in ruleset_names():
        for kind, phrase in event_pages.phrases_of(ruleset).items():
            row = rf"<td><code>{re.escape(kind)}</code></td>\s*<td>{re.escape(phrase.strip())}</td>"
            assert re.search(row, shown), (kind, phrase)


def test_lines_of_code_are_anchors_of_their_page() -> None:
    """MkDocs looks for anchors before the lines have theirs, and would warn of every link."""
    pytest.importorskip("mkdocs", reason="pip install 'affray[docs]'")
    import site_hook

    page = SimpleNamespace(present_anchor_ids={"top"})
    lines = '<span><a id="__codelineno-0-1" name="x"></a>a</span><a id="other"></a>'
    assert site_hook.on_page_content(lines, page, None, None) == lines
    assert page.present_anchor_ids == {"top", "__codelineno-0-1"}


def test_the_projects_own_files_keep_their_links() -> None:
    pages = project_pages.project_pages()
    assert "](../glossary.md)" in pages["project/contributing.md"]
    assert "](security.md)" in pages["project/code-of-conduct.md"]
    assert "](docs/" not in "".join(pages.values())


def test_every_page_is_in_the_navigation_once() -> None:
    config: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
    found: list[str] = []

    def walk(entry: Any) -> None:
        if isinstance(entry, str):
            found.append(entry)
        for inner in entry.values() if isinstance(entry, dict) else []:
            walk(inner)
        for inner in entry if isinstance(entry, list) else []:
            walk(inner)

    walk(config["nav"])
    written = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    made = {"reference/commands.md", "reference/http.md", "reference/events.md", "rules/index.md"}
    made |= {f"rules/{name}/index.md" for name in ruleset_names()}
    made |= {f"reference/scenarios/{name}.md" for name in ruleset_names()}
    made |= set(project_pages.project_pages())
    assert sorted(found) == sorted(written | made)
    assert config["strict"] is True


@pytest.mark.soak
def test_the_site_is_built_without_a_warning_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    """Also that links go to headings and lines that there are."""
    import subprocess
    from html.parser import HTMLParser
    from urllib.parse import unquote

    pytest.importorskip("mkdocs", reason="mkdocs is not installed (pip install 'affray[docs]')")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr

    class Page(HTMLParser):
        def __init__(self) -> None:
            super().__init__()
            self.ids: set[str] = set()
            self.links: list[str] = []

        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            given = dict(attrs)
            self.ids |= {str(given[key]) for key in ("id", "name") if given.get(key)}
            self.links += [str(given[key]) for key in ("href", "src") if given.get(key)]

    pages: dict[Path, Page] = {}
    for path in tmp_path.rglob("*.html"):
        pages[path] = Page()
        pages[path].feed(path.read_text("utf-8"))
    assert len(pages) > 100
    for path, page in pages.items():
        for link in page.links if path.name != "404.html" else []:
            if re.match(r"[a-z]+:|//", link):
                continue
            file, _, anchor = unquote(link).partition("#")
            target = (path.parent / file.partition("?")[0]).resolve() if file else path
            assert target.exists(), (path, link)
            assert not anchor or target not in pages or anchor in pages[target].ids, (path, link)
