"""Rulesets, rules and content in few words, for a language model to read."""

from __future__ import annotations

import json
import tomllib
from typing import Any

from affray.core.problems import data_error, toml_value, unknown_name
from affray.core.rulebook import Rule, Rulebook
from affray.library import (
    content_data,
    rulebook_of,
    ruleset_named,
    ruleset_names,
    scenario_texts,
)
from affray.rule_search import WORD, find_in_rulebooks

MAX_RULES = 8
"""How many rules a search shows."""

MAX_ENTRIES = 12
"""How many entries of a kind are shown with their figures. Longer lists show names only."""


def rules_text(words: str, ruleset: str = "", most: int = MAX_RULES) -> str:
    """Return the rules that some words fit best, each with its id, source and house rule.

    Raises InvalidDataError where no rule has any of them.
    """
    books = [rulebook_of(ruleset_named(ruleset).name)] if ruleset else all_rulebooks()
    if not WORD.findall(words.lower()):
        raise data_error("say which words to look for, such as 'rushed attack'", "words")
    found = find_in_rulebooks(books, words)
    if not found:
        known = ", ".join(sorted({rule.section for book in books for rule in book.rules})[:12])
        raise data_error(f"no rule has any of these words; sections are such as {known}", "words")
    lines = [rule_line(name, rule) for name, rule in found[:most]]
    if len(found) > most:
        lines.append(f"({len(found) - most} more have some of these words)")
    return "\n".join(lines)


def all_rulebooks() -> list[Rulebook]:
    """Return the rulebook of every ruleset."""
    return [rulebook_of(name) for name in ruleset_names()]


def rule_line(ruleset: str, rule: Rule) -> str:
    """Return a rule in a line."""
    text = f"{ruleset} [{rule.id}] ({rule.source_name()}) {rule.text}"
    if rule.option is None:
        return text
    values = " or ".join(toml_value(value) for value in rule.option.values())
    default = toml_value(rule.option.default)
    return f"{text} House rule {rule.option.name} = {default}{f' ({values})' if values else ''}."


def library_text() -> str:
    """Return every ruleset with its scenarios and their sides."""
    scenarios: dict[str, list[str]] = {name: [] for name in ruleset_names()}
    for name, text in scenario_texts().items():
        data = tomllib.loads(text)
        sides = " v ".join(side["name"] for side in data["sides"])
        scenarios[data["ruleset"]].append(f"{name} ({sides})")
    return "\n".join(
        f"{name} ({rulebook_of(name).title}): {', '.join(listed)}"
        for name, listed in scenarios.items()
    )


def content_text(ruleset: str, name: str = "") -> str:
    """Return a ruleset's content: names of each kind, or the figures of a kind or an entry.

    Raises InvalidDataError with the nearest name for an unknown one.
    """
    everything = content_data(ruleset_named(ruleset).name)
    if not name:
        kinds = [f"{kind}: {', '.join(entries)}" for kind, entries in everything.items() if entries]
        return "\n".join(kinds)
    if name in everything:
        entries = everything[name]
        if len(entries) > MAX_ENTRIES:
            return f"{name}: {', '.join(entries)}"
        return "\n".join(entry_line(name, entry, of) for entry, of in entries.items())
    known = {*everything, *(entry for entries in everything.values() for entry in entries)}
    if name not in known:
        raise data_error(unknown_name(f"entry in the content of {ruleset}", name, known), "name")
    return "\n".join(
        entry_line(kind, name, entries[name])
        for kind, entries in everything.items()
        if name in entries
    )


def entry_line(kind: str, name: str, figures: Any) -> str:
    """Return an entry of the content with its figures, without empty ones."""
    if isinstance(figures, dict):
        figures = {
            key: value for key, value in figures.items() if value not in (None, False, "", [], {})
        }
    return f"{kind} {name}: {json.dumps(figures, ensure_ascii=False, separators=(',', ':'))}"


def known_scenario(name: str) -> str:
    """Return the file of a built-in scenario; raise InvalidDataError with the nearest name."""
    texts = scenario_texts()
    if name not in texts:
        raise data_error(unknown_name("scenario", name, texts), "scenario")
    return texts[name]
