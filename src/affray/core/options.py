"""Options that a scenario makes once: one for each fighter, place or thing there is.

In their texts and keys {} stands for its name; a key that is not given is the kind and the name.
"""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option


def fighter_options(
    names: list[str],
    kind: str,
    text: str,
    verb: i64,
    rule: str = "",
    key: str = "",
    cost: str = "",
) -> list[Option]:
    """The options to do something with each fighter."""
    rules = (rule,) if rule else ()
    pattern = key or kind + " {}"
    return [
        Option(
            kind,
            pattern.format(name),
            text.format(name),
            verb,
            target=index,
            rules=rules,
            cost=cost,
        )
        for index, name in enumerate(names)
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
    """The options to go somewhere, or to put somebody there."""
    rules = (rule,) if rule else ()
    pattern = key or kind + " {}"
    return [
        Option(
            kind,
            pattern.format(name),
            text.format(name),
            verb,
            target,
            place=index,
            rules=rules,
            cost=cost,
        )
        for index, name in enumerate(places)
    ]


def item_options(
    items: list[str], kind: str, text: str, verb: i64, rule: str = "", cost: str = ""
) -> list[Option]:
    """The options to do something with each thing."""
    rules = (rule,) if rule else ()
    return [
        Option(kind, f"{kind} {name}", text.format(name), verb, item=index, rules=rules, cost=cost)
        for index, name in enumerate(items)
    ]
