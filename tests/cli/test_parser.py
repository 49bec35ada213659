"""Reading a command line: what is typed, and one sentence for what is wrong with it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import pytest

from affray.cli.parser import (
    Argument,
    Option,
    UsageError,
    columns,
    help_text,
    parameters_of,
    parse,
)


def sample(
    what: Annotated[str, Argument("WHAT", "What to do.")],
    more: Annotated[list[str] | None, Argument("MORE…", "And what else.")] = None,
    count: Annotated[int | None, Option("-n", "--count", metavar="N", help="How many.")] = None,
    share: Annotated[float, Option("--share", low=0, high=1, help="How much.")] = 0.5,
    names: Annotated[list[str] | None, Option("--name", metavar="NAME", help="Whose.")] = None,
    out: Annotated[Path | None, Option("--out", help="Where to.", environment="TEST_OUT")] = None,
    loud: Annotated[bool, Option("--loud", help="With noise.")] = False,
) -> None:
    """Does something.

    Example: affray sample this
    """


def read(*words: str) -> dict[str, Any]:
    return parse(parameters_of(sample), list(words))


def test_what_is_not_typed_has_its_default() -> None:
    assert read("this") == {
        "what": "this",
        "more": None,
        "count": None,
        "share": 0.5,
        "names": None,
        "out": None,
        "loud": False,
    }


@pytest.mark.parametrize(
    ("words", "name", "value"),
    [
        ("this -n 3", "count", 3),
        ("this -n3", "count", 3),
        ("this -n=3", "count", 3),
        ("this --count=3", "count", 3),
        ("--count 3 this", "count", 3),
        ("this -n -3", "count", -3),
        ("this --share 0", "share", 0.0),
        ("this --share 1", "share", 1.0),
        ("this --name a --name b=c", "names", ["a", "b=c"]),
        ("this --name=a=b", "names", ["a=b"]),
        ("this --out x", "out", Path("x")),
        ("this --loud", "loud", True),
        ("this that those", "more", ["that", "those"]),
        ("this -- --loud", "more", ["--loud"]),
        ("this -", "more", ["-"]),
    ],
)
def test_what_is_typed_is_read_as_its_type(words: str, name: str, value: object) -> None:
    assert read(*words.split())[name] == value


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("", "WHAT is missing"),
        ("this --cuont 3", "there is no option --cuont (did you mean --count?)"),
        ("this -x", "there is no option -x"),
        ("this --count", "--count: expected a value, N, after it"),
        ("this -n many", "--count: expected a whole number, not 'many'"),
        ("this -n 1.5", "--count: expected a whole number, not '1.5'"),
        ("this --share much", "--share: expected a number, not 'much'"),
        ("this --share 1.1", "--share: expected 0 to 1, not 1.1"),
        ("this --share -0.1", "--share: expected 0 to 1, not -0.1"),
        ("this --loud=yes", "--loud: takes no value"),
    ],
)
def test_what_is_wrong_is_one_sentence(words: str, said: str) -> None:
    with pytest.raises(UsageError) as error:
        read(*words.split())
    assert str(error.value).startswith(said)


def test_one_word_too_many() -> None:
    def single(what: Annotated[str, Argument("WHAT", "What.")]) -> None:
        """Does one thing."""

    parameters = parameters_of(single)
    assert parse(parameters, ["a"]) == {"what": "a"}
    with pytest.raises(UsageError, match="one word too many: 'b'"):
        parse(parameters, ["a", "b"])


def test_the_environment_stands_in_for_an_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TEST_OUT", "from/it")
    assert read("this")["out"] == Path("from/it")
    assert read("this", "--out", "typed")["out"] == Path("typed")


def test_help_has_everything_in_80_columns() -> None:
    text = help_text("sample", sample)
    assert text.startswith("Usage: affray sample [OPTIONS] WHAT [MORE…]\n\n  Does something.\n")
    assert "  Example: affray sample this\n" in text
    assert "-n, --count N  How many." in text
    assert "How much.  [default: 0.5]" in text
    assert "--loud         With noise.\n" in text
    long = columns([("a", "word " * 40)])
    assert all(len(line) <= 80 for line in long.split("\n"))
    assert long.count("\n") == 2
