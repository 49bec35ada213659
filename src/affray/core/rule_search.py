"""Find the rules that some words of a player mean."""

from __future__ import annotations

import re

from affray.core.rulebook import Rule, Rulebook

WORD = re.compile(r"[a-z0-9]+")

SOURCE_NAMES = {"seed": "combat chapter", "companion": "other chapters", "ruling": "our ruling"}
"""Where a rule comes from, in words for readers."""


def source_name(rule: Rule) -> str:
    """Return where a rule comes from."""
    return SOURCE_NAMES.get(rule.source, rule.source)


def find_rules(books: list[Rulebook], words: str) -> list[tuple[str, Rule]]:
    """Return the rules that fit some words, the best first, each with its ruleset.

    The id, the text, the section and the name of a house rule count. Rules that have all the
    words stand before rules that have some.
    """
    wanted = {stem(word) for word in WORD.findall(words.lower())}
    found = [
        (score(rule, words, wanted), book.ruleset, rule) for book in books for rule in book.rules
    ]
    fitting = sorted(
        (one for one in found if one[0] > 0),
        key=lambda one: (-one[0], len(one[2].id), one[1], one[2].id),
    )
    return [(ruleset, rule) for _, ruleset, rule in fitting]


def score(rule: Rule, words: str, wanted: set[str]) -> float:
    """Return how well a rule fits some words: its id best, then words of its id and of its text."""
    phrase = " ".join(words.lower().split())
    if phrase == rule.id.lower():
        return 1000.0
    option = rule.option.name if rule.option else ""
    in_id = {stem(word) for word in WORD.findall(f"{rule.id} {option}".lower())}
    text = f"{rule.section} {rule.text}".lower()
    in_text = {stem(word) for word in WORD.findall(text)}
    found = sum(3.0 * (word in in_id) + 1.0 * (word in in_text) for word in wanted)
    found += 20.0 * (phrase != "" and phrase in text)
    found += 10.0 * (len(wanted) > 1 and wanted <= in_id | in_text)
    return found


def stem(word: str) -> str:
    """Return a word without the endings of plurals and verbs."""
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
