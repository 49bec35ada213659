"""Test both sides of each bound on scenarios from clients."""

from __future__ import annotations

from typing import Any

import pytest
from hostile_files import MITHRYN, SIDES

from affray.core.problems import InvalidDataError
from affray.library import rulesets, scenario_texts, template_of
from affray.web.scenarios import bounds
from affray.web.scenarios.bounds import check_data, check_text
from affray.web.scenarios.reading import parse_toml, read_scenario_text, read_tape_text

LIMIT = 100_000


def refused_text(text: str) -> str:
    try:
        check_text(text, LIMIT)
    except InvalidDataError as error:
        return error.problems[0].text
    return ""


def refused_data(data: dict[str, Any]) -> str:
    try:
        check_data(data)
    except InvalidDataError as error:
        return str(error.problems[0])
    return ""


def nested(depth: int) -> dict[str, Any]:
    found: Any = 1
    for _ in range(depth):
        found = {"a": found}
    return {"a": found}


def test_every_scenario_and_template_is_within_bounds() -> None:
    for name, text in scenario_texts().items():
        assert read_scenario_text(text, name, LIMIT).name == name
    for name in rulesets():
        read_scenario_text(template_of(name), name, LIMIT)


@pytest.mark.parametrize(
    ("fine", "too_much", "says"),
    [
        ("#" * LIMIT, "#" * (LIMIT + 1), "characters"),
        ("a" + ".a" * 8 + " = 1", "a" + ".a" * 9 + " = 1", "dots"),
        ("a" + " . a" * 8 + " = 1", "a" + " . a" * 9 + " = 1", "dots"),
        ('"a"' + '."a"' * 8 + " = 1", '"a"' + '."a"' * 9 + " = 1", "dots"),
        ("a = " + "[" * 20 + "]" * 20, "a = " + "[" * 21 + "]" * 21, "deep"),
        ('a = "' + "[" * 99 + '"', "a = " + "[" * 99, "deep"),
        ("# " + "[" * 99, "[" * 99, "deep"),
        ("a = 1.5 # 1.1.1.1.1.1.1.1.1.1.1.1", "a = 1.1.1.1.1.1.1.1.1.1.1.1", "dots"),
        ('a = "\t\n"', 'a = "\x1b"', "U+001B"),
        ('a = "é²"', 'a = "\x85"', "U+0085"),
        ("a = 1\r\n", "a = 1\x00\n", "U+0000"),
    ],
)
def test_a_text_is_bounded(fine: str, too_much: str, says: str) -> None:
    assert refused_text(fine) == ""
    assert says in refused_text(too_much)


@pytest.mark.parametrize(
    ("fine", "too_much", "says"),
    [
        (nested(bounds.MAX_DEPTH - 1), nested(bounds.MAX_DEPTH), "deep"),
        (
            {f"k{number}": 1 for number in range(bounds.MAX_KEYS)},
            {f"k{number}": 1 for number in range(bounds.MAX_KEYS + 1)},
            "keys",
        ),
        ({"a": [1] * bounds.MAX_LIST}, {"a": [1] * (bounds.MAX_LIST + 1)}, "a: a list"),
        (
            {"a": [[1] * 4999, [1] * 4999, [1] * 4999, [1] * 4990]},
            {"a": [[1] * 4999, [1] * 4999, [1] * 4999, [1] * 4999, [1] * 10]},
            "values",
        ),
        ({"a": "x" * bounds.MAX_TEXT}, {"a": "x" * (bounds.MAX_TEXT + 1)}, "a: a text"),
        ({"x" * 100: 1}, {"x" * 101: 1}, "key has at most"),
        ({"a": bounds.MAX_NUMBER}, {"a": bounds.MAX_NUMBER + 1}, "a: expected a number"),
        ({"a": -bounds.MAX_NUMBER}, {"a": -bounds.MAX_NUMBER - 1}, "a: expected a number"),
        ({"a": True}, {"a": 10**29}, "a: expected a number"),
        ({"a": 1.5}, {"a": float("inf")}, "a: expected a number"),
        ({"a": 1.5}, {"a": float("nan")}, "a: expected a number"),
        ({"a": "{who}"}, {"name": "{who}"}, "name: a name has no braces"),
        ({"a": "two\nlines"}, {"a": "\x1b[2J"}, "a: a text cannot hold the character U+001B"),
        ({"a": "\U0001f600"}, {"a": "\ud83d"}, "U+D83D"),
        ({"a b": 1}, {"a\nb": 1}, "control"),
        ({"sides": [{}] * 16}, {"sides": [{}] * 17}, "sides: at most 16"),
        (
            {"sides": [{"fighters": [{"count": 60}, {"count": 60}]}]},
            {"sides": [{"fighters": [{"count": 60}, {"count": 61}]}]},
            "sides: at most 120",
        ),
        (
            {"sides": [{"fighters": [{"at": [[1, 1]] * 120}]}]},
            {"sides": [{"fighters": [{"at": [[1, 1]] * 121}]}]},
            "sides: at most 120",
        ),
        ({"map": {"size": [100, 100]}}, {"map": {"size": [100, 101]}}, "map: a map has"),
        ({"map": {"size": [200, 50]}}, {"map": {"size": [201, 1]}}, "map: a map has"),
        (
            {"map": {"width": 100, "height": 100}},
            {"map": {"width": 101, "height": 100}},
            "map: a map has",
        ),
        (
            {"map": {"rows": ["." * 100] * 100}},
            {"map": {"rows": [*["." * 10] * 100, "." * 150]}},
            "map: a map has",
        ),
        (
            {"map": {"size": [50, 50]}, "sides": [{"fighters": [{"count": 100}]}]},
            {"map": {"size": [51, 50]}, "sides": [{"fighters": [{"count": 100}]}]},
            "map: 100 fighters need a smaller map",
        ),
    ],
)
def test_data_is_bounded(fine: dict[str, Any], too_much: dict[str, Any], says: str) -> None:
    assert refused_data(fine) == ""
    assert says in refused_data(too_much)


def test_very_many_problems_are_told_by_the_first_few() -> None:
    few = MITHRYN + "wrong = 1\n" + SIDES
    many = MITHRYN + "".join(f"wrong{number} = 1\n" for number in range(200)) + SIDES
    with pytest.raises(InvalidDataError) as found:
        read_scenario_text(few, "x", LIMIT)
    assert "there is no key" in found.value.problems[0].text
    with pytest.raises(InvalidDataError) as found:
        read_scenario_text(many, "x", LIMIT)
    assert len(found.value.problems) == 51
    assert "200 problems" in found.value.problems[-1].text


def test_a_tape_is_bounded() -> None:
    from hostile_files import tape_of

    fine = tape_of(MITHRYN + SIDES, "roll 2d12 = 1 2")
    assert len(read_tape_text(fine, "x", 1).answers) == 1
    with pytest.raises(InvalidDataError, match="at most 0 answers"):
        read_tape_text(fine, "x", 0)
    with pytest.raises(InvalidDataError, match=r"line 20.*U\+001B"):
        read_tape_text(tape_of(MITHRYN + SIDES, "Kael: \x1b"), "x", 10)


@pytest.mark.parametrize("value", ["9" * 5000, "9_" * 40 + "9", "0." + "3" * 60])
def test_a_number_of_very_many_digits_is_refused_in_one_line(value: str) -> None:
    with pytest.raises(InvalidDataError, match="a number has too many digits") as found:
        parse_toml(f"ruleset = 'mithryn'\nround_limit = {value}", 100_000)
    assert len(str(found.value)) < 200
    name = "x" + "7" * 40
    assert parse_toml(f"title = '{name}'", 100_000) == {"title": name}, "a text is no number"
