"""Rulesets, rules and content in few words, for a language model to read."""

from __future__ import annotations

import json
import re
from typing import Any

from affray.core.problems import data_error, unknown_name
from affray.core.rulebook import Rule, toml_value
from affray.library import (
    content_data,
    rulebook_of,
    ruleset_named,
    ruleset_names,
    scenario_texts,
    toml_files,
)

MAX_RULES = 8
"""So many rules are told for some words."""

MAX_ENTRIES = 12
"""So many entries of a kind are told with their figures; of more, only the names."""

WORD = re.compile(r"[a-z0-9]+")


def rules_text(words: str, ruleset: str = "", most: int = MAX_RULES) -> str:
    """The rules that some words fit best: each with its id, its source and its house rule.

    Raises InvalidDataError where no rule has any of them.
    """
    books = [rulebook_of(ruleset_named(ruleset).name)] if ruleset else all_rulebooks()
    wanted = set(WORD.findall(words.lower()))
    if not wanted:
        raise data_error("say which words to look for, such as 'rushed attack'", "words")
    found = [
        (rule_score(rule, words, wanted), book.ruleset, rule)
        for book in books
        for rule in book.rules
    ]
    fitting = sorted(
        (one for one in found if one[0] > 0),
        key=lambda one: (-one[0], len(one[2].id), one[1], one[2].id),
    )
    if not fitting:
        known = ", ".join(sorted({rule.section for book in books for rule in book.rules})[:12])
        raise data_error(f"no rule has any of these words; sections are such as {known}", "words")
    lines = [rule_line(name, rule) for _, name, rule in fitting[:most]]
    if len(fitting) > most:
        lines.append(f"({len(fitting) - most} more have some of these words)")
    return "\n".join(lines)


def all_rulebooks() -> list[Any]:
    """The rulebook of every ruleset."""
    return [rulebook_of(name) for name in ruleset_names()]


def rule_score(rule: Rule, words: str, wanted: set[str]) -> float:
    """How well a rule fits some words: its own id best, then words of its id, then of its text."""
    if words.strip().lower() == rule.id.lower():
        return 1000.0
    in_id = {stem(word) for word in WORD.findall(rule.id.lower())}
    in_text = {stem(word) for word in WORD.findall(f"{rule.section} {rule.text}".lower())}
    score = 0.0
    for word in wanted:
        score += 3.0 * (stem(word) in in_id) + 1.0 * (stem(word) in in_text)
    return score


def stem(word: str) -> str:
    """A word without the endings that tell many from one, or then from now."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def rule_line(ruleset: str, rule: Rule) -> str:
    """A rule in a line."""
    text = f"{ruleset} [{rule.id}] ({rule.source}) {rule.text}"
    if rule.option is None:
        return text
    values = " or ".join(toml_value(value) for value in rule.option.values())
    default = toml_value(rule.option.default)
    return f"{text} House rule {rule.option.name} = {default}{f' ({values})' if values else ''}."


def library_text() -> str:
    """Every ruleset with its scenarios."""
    lines = []
    for name in ruleset_names():
        scenarios = ", ".join(toml_files(ruleset_named(name).package, "scenarios"))
        lines.append(f"{name} ({rulebook_of(name).title}): {scenarios}")
    return "\n".join(lines)


def content_text(ruleset: str, name: str = "") -> str:
    """A ruleset's content: the names of each kind; of a kind, or of one thing, the figures.

    Raises InvalidDataError with the nearest name for one that there is not.
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
    """One thing of the content with its figures; what is no, none or empty is left out."""
    if isinstance(figures, dict):
        figures = {
            key: value for key, value in figures.items() if value not in (None, False, "", [], {})
        }
    return f"{kind} {name}: {json.dumps(figures, ensure_ascii=False, separators=(',', ':'))}"


def known_scenario(name: str) -> str:
    """The file of a built-in scenario; raises InvalidDataError with the nearest name."""
    texts = scenario_texts()
    if name not in texts:
        raise data_error(unknown_name("scenario", name, texts), "scenario")
    return texts[name]
