"""Options that a scenario makes once: one for each fighter, place or thing there is.

In their texts and keys {} stands for its name; a key that is not given is the kind and the name.
"""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option

FIGHTER, PLACE, ITEM = "fighter", "place", "item"


def fighter_options(
    names: list[str], kind: str, text: str, verb: i64, rule: str = "", key: str = "", cost: str = ""
) -> list[Option]:
    """Return an option for each fighter."""
    return options_for(FIGHTER, names, kind, text, verb, rule, key, NOBODY, cost)


def place_options(
    places: list[str],
    kind: str,
    text: str,
    verb: i64,
    rule: str = "",
    key: str = "",
    target: i64 = NOBODY,
    cost: str = "",
) -> list[Option]:
    """Return an option for each place, to go there or to put a fighter there."""
    return options_for(PLACE, places, kind, text, verb, rule, key, target, cost)


def item_options(
    items: list[str], kind: str, text: str, verb: i64, rule: str = "", cost: str = ""
) -> list[Option]:
    """Return an option for each item."""
    return options_for(ITEM, items, kind, text, verb, rule, "", NOBODY, cost)


def options_for(
    what: str,
    names: list[str],
    kind: str,
    text: str,
    verb: i64,
    rule: str,
    key: str,
    target: i64,
    cost: str,
) -> list[Option]:
    """Return an option for each name. The name's number is the target, the place or the item."""
    rules = (rule,) if rule else ()
    pattern = key or kind + " {}"
    found: list[Option] = []
    for index, name in enumerate(names):
        whom = index if what == FIGHTER else target
        item = place = -1
        if what == ITEM:
            item = index
        elif what == PLACE:
            place = index
        words = text.format(name)
        found.append(
            Option(kind, pattern.format(name), words, verb, whom, item, place, 0, rules, cost)
        )
    return found
