"""Players find rules by the words that they use."""

import pytest

from affray.library import rulebook_of, ruleset_names
from affray.rule_search import SYNONYMS, find_rules, stem


def ids(ruleset: str, words: str) -> list[str]:
    return [rule.id for rule in find_rules(rulebook_of(ruleset), words).rules]


@pytest.mark.parametrize(
    ("ruleset", "words", "first"),
    [
        ("mithryn", "run away", "actions.flee"),
        ("mithryn", "How do I grapple?", "actions.grapple"),
        ("mithryn", "healing", "health.poultice"),
        ("mithryn", "zones.melee", "zones.melee"),
        ("mithryn", "momentum", "rounds.momentum"),
        ("mithryn", "slow start", "rounds.momentum"),
        ("mithryn", "Wounded", "health.wounded"),
        ("mithryn", "rushed attacks", "attack.rushed"),
        ("mithryn", "foe_actions", "actions.foes"),
        ("renaissance", "opportunity attack", "reaction.opportunity"),
        ("renaissance", "two weapons", "multi.off-hand"),
        ("renaissance", "surprise", "defend.unaware"),
        ("shinobi", "flank", "close.back-strike"),
        ("shinobi", "sneak", "close.stealth"),
        ("orrery", "hp", "health.hearts"),
        ("orrery", "knocked out", "core.help"),
        ("olde", "line of sight", "sight.lines"),
        ("olde", "initiative", "turn.order"),
    ],
)
def test_the_words_of_a_player_find_the_rule(ruleset: str, words: str, first: str) -> None:
    assert ids(ruleset, words)[0] == first


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_every_rule_is_found_by_its_title_and_by_its_id(ruleset: str) -> None:
    for rule in rulebook_of(ruleset).rules:
        assert rule.id in ids(ruleset, rule.title), rule.title
        assert ids(ruleset, rule.id)[0] == rule.id


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_initiative_and_fleeing_are_answered_in_every_game(ruleset: str) -> None:
    book = rulebook_of(ruleset)
    for words in ("initiative", "run away", "armor", "heal", "opportunity attack"):
        found = find_rules(book, words)
        assert found.rules or found.note, words


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_what_a_game_does_not_have_is_said_with_the_rule_it_has_instead(ruleset: str) -> None:
    book = rulebook_of(ruleset)
    known = {rule.id for rule in book.rules}
    assert book.absent
    for one in book.absent:
        assert find_rules(book, one.words[0]).note == one.text
        text = one.text
        named = text.rpartition("(")[2].rstrip(").")
        assert "(" not in text or named in known, text


def test_a_known_word_without_a_rule_is_answered_and_an_unknown_word_is_not() -> None:
    assert find_rules(rulebook_of("shinobi"), "swim").note.startswith("This game has no rule for")
    assert find_rules(rulebook_of("shinobi"), "zyzzyva").note == ""


def test_healing_does_not_find_the_rest_of_a_turn() -> None:
    assert not ids("renaissance", "heal")
    assert "multi.rest" in ids("renaissance", "the rest")


def test_words_between_do_not_separate_a_phrase() -> None:
    assert ids("renaissance", "attack of opportunity")[0] == "reaction.opportunity"
    assert find_rules(rulebook_of("shinobi"), "attack of opportunity").note


def test_no_note_without_its_word() -> None:
    assert find_rules(rulebook_of("mithryn"), "grapple").note == ""
    assert find_rules(rulebook_of("mithryn"), "initiative").note != ""


def test_all_words_must_fit_or_else_any() -> None:
    both = ids("mithryn", "ranged zone")
    assert "zones.ranged" in both
    assert "zones.melee" not in both
    assert "zones.melee" in ids("mithryn", "zone")
    assert "zones.melee" in ids("mithryn", "zone zyzzyva")


def test_nothing_is_found_for_nothing() -> None:
    assert ids("mithryn", "") == ids("mithryn", "the of") == ids("mithryn", "zyzzyva") == []


def test_forms_of_a_word_are_alike_but_runes_are_no_runs() -> None:
    assert stem("attacks") == stem("attacking") == stem("attacked") == "attack"
    assert stem("charged") == stem("charge")
    assert stem("rune") != stem("run")
    assert all(len(group) > 1 for group in SYNONYMS)


@pytest.mark.parametrize("ruleset", ruleset_names())
def test_usual_words_find_a_rule_or_what_the_game_has_instead(ruleset: str) -> None:
    words = ["run away", "two weapons", "knocked out", "initiative", "who goes first", "heal",
             "sneak", "cover", "critical", "armour", "grapple", "trip", "dying", "first aid",
             "opportunity attack", "charge", "flank", "push", "stun", "fear", "gun", "ride",
             "wait", "aim", "exhausted", "jump", "climb", "fall", "bite", "pick up", "explosion",
             "difficult terrain", "giant", "carry", "saving throw", "level", "reaction",
             "drop weapon", "cone", "speed", "advantage"]  # fmt: skip
    found = {one: find_rules(rulebook_of(ruleset), one) for one in words}
    assert not [one for one, told in found.items() if not told.rules and not told.note]
