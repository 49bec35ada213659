"""Rules are found by the words of players: by id, by phrase, by all the words, then by some."""

from __future__ import annotations

import pytest

from affray.core.rule_search import find_rules, source_name
from affray.library import rulebook_of


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("momentum", "rounds.momentum"),
        ("rounds.momentum", "rounds.momentum"),
        ("slow start", "rounds.momentum"),
        ("Wounded", "health.wounded"),
        ("rushed attacks", "attack.rushed"),
        ("foe_actions", "actions.foes"),
    ],
)
def test_the_best_fit_stands_first(words: str, first: str) -> None:
    found = [rule.id for _, rule in find_rules([rulebook_of("mithryn")], words)]
    assert found[0] == first


def test_words_that_no_rule_has_find_none() -> None:
    assert find_rules([rulebook_of("mithryn")], "zeppelin") == []
    assert find_rules([rulebook_of("mithryn")], "") == []


def test_sources_are_named_for_readers() -> None:
    named = {source_name(rule) for rule in rulebook_of("mithryn").rules}
    assert named == {"combat chapter", "other chapters", "our ruling"}
