"""Options that a scenario makes once: one for each fighter, place or thing.

In their texts and keys {} is replaced by its name. The default key is the kind and the name.
"""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option


def fighter_options(
    names: list[str], kind: str, text: str, verb: i64, rule: str = "", key: str = "", cost: str = ""
) -> list[Option]:
    """Return an option for each fighter, who is its target."""
    rules = (rule,) if rule else ()
    keys = key or kind + " {}"
    return [
        Option(kind, keys.format(name), text.format(name), verb, target=who, rules=rules, cost=cost)
        for who, name in enumerate(names)
    ]


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
    rules = (rule,) if rule else ()
    keys = key or kind + " {}"
    return [
        Option(kind, keys.format(name), text.format(name), verb, target, -1, place, 0, rules, cost)
        for place, name in enumerate(places)
    ]


def item_options(
    items: list[str], kind: str, text: str, verb: i64, rule: str = "", cost: str = ""
) -> list[Option]:
    """Return an option for each item."""
    rules = (rule,) if rule else ()
    return [
        Option(kind, f"{kind} {name}", text.format(name), verb, item=item, rules=rules, cost=cost)
        for item, name in enumerate(items)
    ]
