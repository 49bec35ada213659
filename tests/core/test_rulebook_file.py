"""A rulebook file is read with care: a key that means nothing there is an error."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from affray.core.problems import InvalidDataError
from affray.core.rulebook import parse_rulebook

GOOD: dict[str, Any] = {
    "ruleset": "coins",
    "title": "Coins",
    "rule": [
        {
            "id": "throw.edge",
            "source": "ruling",
            "text": "How much a head hurts.",
            "option": {"name": "heads_hurt", "default": 1, "choices": [1, 2, 3]},
        }
    ],
    "example": [{"id": "example.one", "text": "Ann throws."}],
}


def test_a_good_one_is_read() -> None:
    rulebook = parse_rulebook(GOOD)
    assert rulebook.options()["heads_hurt"][0].values() == (1, 2, 3)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ([], "coins rulebook.toml: titel: there is no key 'titel' (did you mean 'title'?)"),
        (["rule", 0], "coins rulebook.toml: throw.edge.titel: there is no key 'titel'"),
        (["rule", 0, "option"], "coins rulebook.toml: throw.edge.option.titel: there is no key"),
        (["example", 0], "coins rulebook.toml: example.one.titel: there is no key 'titel'"),
    ],
)
def test_an_unknown_key_is_an_error(path: list[Any], said: str) -> None:
    data = deepcopy(GOOD)
    table = data
    for part in path:
        table = table[part]
    table["titel"] = "x"
    with pytest.raises(InvalidDataError) as refused:
        parse_rulebook(data)
    (line,) = refused.value.lines()
    assert line.startswith(said)
