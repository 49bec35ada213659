"""Test that editing a scenario's file changes only the lines of changed data."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from affray.library import rulesets, scenario_texts, template_of
from affray.web.scenarios.toml_editing import edit_toml, is_same_data, to_plain_data

TEXTS = {**scenario_texts(), **{f"new {name}": template_of(name) for name in rulesets()}}


def data_of(text: str) -> dict[str, Any]:
    found: dict[str, Any] = to_plain_data(tomllib.loads(text))
    return found


@pytest.mark.parametrize("name", list(TEXTS))
def test_data_as_it_was_leaves_the_file_as_it_was(name: str) -> None:
    text = TEXTS[name]
    assert edit_toml(text, data_of(text)) == text


FILE = """\
# what it is about
title = "Two friends"  # for now
about = "a bridge"

# our own rules
[house]
# none yet

# the fighters
[[sides]]
name = "friends"
fighters = [
    { is = "wren", at = "road" },   # she leads
    { is = "odo", at = "road" },    # he follows
]
"""


def changed(change: Any) -> str:
    data = data_of(FILE)
    change(data)
    found = edit_toml(FILE, data)
    assert is_same_data(tomllib.loads(found), data)
    return found


def test_a_value_changes_and_its_comment_stays() -> None:
    found = changed(lambda data: data.update(title="Three friends"))
    assert found == FILE.replace("Two friends", "Three friends")


def test_a_new_key_stands_before_the_next_comment() -> None:
    found = changed(lambda data: data.update(round_limit=30))
    assert found == FILE.replace('"a bridge"\n', '"a bridge"\nround_limit = 30\n')


def test_a_new_house_rule_stands_in_its_table() -> None:
    found = changed(lambda data: data["house"].update(foe_actions=2))
    assert found == FILE.replace("[house]\n", "[house]\nfoe_actions = 2\n")


def test_a_fighter_who_leaves_takes_only_their_own_comment_along() -> None:
    found = changed(lambda data: data["sides"][0]["fighters"].pop(0))
    assert "she leads" not in found
    assert '{ is = "odo", at = "road" },    # he follows' in found


def test_a_fighter_who_comes_stands_behind_the_others() -> None:
    newcomer = {"is": "ann", "at": "road", "count": 2}
    found = changed(lambda data: data["sides"][0]["fighters"].append(newcomer))
    assert "# she leads" in found
    assert "# he follows" in found
    assert '{ is = "ann", at = "road", count = 2 }' in found


def test_content_of_ones_own_gets_a_table() -> None:
    found = changed(lambda data: data.update(weapons={"club": {"dice": "1d6"}}))
    assert '[weapons.club]\ndice = "1d6"\n' in found
    assert found.startswith(FILE[:60])


def test_a_file_that_cannot_be_read_is_written_anew() -> None:
    assert tomllib.loads(edit_toml("= = =", {"title": "x"})) == {"title": "x"}


VALUES = st.recursive(
    st.booleans()
    | st.integers(-9, 9)
    | st.floats(-9, 9).map(lambda x: round(x, 2))
    | st.text("aé #\"'\\\n", max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("ab.# ", max_size=2), inner, max_size=3)
    ),
    max_leaves=8,
)
DATA = st.dictionaries(st.text("abc-é", min_size=1, max_size=3), VALUES, max_size=4)


@settings(max_examples=300)
@given(DATA, DATA)
def test_whatever_is_written_says_what_the_data_says(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    text = edit_toml("", before)
    assert is_same_data(tomllib.loads(edit_toml(text, after)), after)


def test_the_service_writes_into_the_text_it_is_sent(client: TestClient) -> None:
    data = data_of(FILE) | {"title": "Ours"}
    sent = client.post("/api/write", json={"data": data, "toml": FILE})
    assert sent.json()["toml"] == FILE.replace("Two friends", "Ours")
    huge = client.post("/api/write", json={"data": {}, "toml": "#" * 200_000})
    assert huge.status_code == 422
