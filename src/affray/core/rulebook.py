"""A ruleset's rulebook: its rules by id, in our own words, with their house-rule switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field, model_validator

from affray.core.data import Data, read_data
from affray.core.problems import InvalidDataError, Problem, toml_value, unknown_name

Setting = bool | int | str
"""The value of a house rule."""


class HouseOption(Data):
    """A switch of a rule: its name, its default, and its other values."""

    name: str
    default: Setting
    choices: tuple[Setting, ...] = ()

    def values(self) -> tuple[Setting, ...]:
        """Return every value of the switch, if they can be listed."""
        if self.choices:
            return self.choices
        return (False, True) if isinstance(self.default, bool) else ()

    def problem_with(self, value: object) -> str:
        """Return why a value is not allowed, or an empty text."""
        values = self.values()
        if values:
            if any(type(value) is type(one) and value == one for one in values):
                return ""
            listed = ", ".join(toml_value(one) for one in values)
            return f"expected one of {listed}, not {toml_value(value)}"
        if type(value) is not type(self.default):
            kind = "a whole number" if isinstance(self.default, int) else "a text"
            return f"expected {kind}, not {toml_value(value)}"
        return ""

    def parse(self, text: str) -> Setting:
        """Return the value for a word on the command line; unknown text stays text."""
        for one in self.values():
            if toml_value(one).strip('"').lower() == text.lower():
                return one
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        return int(text) if text.lstrip("-").isdigit() else text


SOURCE_NAMES = {"seed": "combat chapter", "companion": "other chapters", "ruling": "our ruling"}
"""The origin of a rule, in words for readers."""


class Rule(Data):
    """One rule: its id, its title, its place in the document, and a sentence of our own.

    Without a title it is named after its id: "Back strike" for 'close.back-strike'. Without a
    section it belongs to the first word of its id.
    """

    id: str
    title: str = ""
    source: str
    section: str = ""
    text: str
    option: HouseOption | None = None
    gm_only: bool = False
    """Whether only a game master can apply it."""

    @model_validator(mode="before")
    @classmethod
    def named_by_id(cls, data: Any) -> Any:
        """Fill in the title and the section."""
        section, _, name = str(data.get("id", "")).rpartition(".")
        title = name.replace("-", " ").capitalize()
        return {"title": title, "section": section.partition(".")[0] or name, **data}

    def source_name(self) -> str:
        """Return the origin of the rule, in words for readers."""
        return SOURCE_NAMES.get(self.source, self.source)

    def data(self, values: str) -> dict[str, Any]:
        """Return the rule as JSON, with its switch if it has one.

        The switch's possible values are called `values`.
        """
        named = {
            "id": self.id,
            "title": self.title,
            "source": self.source,
            "section": self.section,
            "text": self.text,
        }
        if self.option is None:
            return named
        switch = {"name": self.option.name, "default": self.option.default}
        return {**named, "option": {**switch, values: list(self.option.values())}}


class Example(Data):
    """A part of the document's example of play."""

    id: str
    text: str


class Absent(Data):
    """A feature that the game lacks: the words for it, and what the game has instead."""

    words: tuple[str, ...]
    text: str


class Rulebook(Data):
    """All the rules of a ruleset, in the order of its chapter."""

    ruleset: str
    title: str
    rules: tuple[Rule, ...] = Field(alias="rule")
    examples: tuple[Example, ...] = Field(default=(), alias="example")
    absent: tuple[Absent, ...] = ()

    def options(self) -> dict[str, tuple[HouseOption, Rule]]:
        """Return the house-rule switches by name, each with its rule."""
        return {rule.option.name: (rule.option, rule) for rule in self.rules if rule.option}

    def settings(self, given: Mapping[str, object]) -> tuple[dict[str, Setting], list[Problem]]:
        """Return the value of every switch, and the problems with the given values."""
        options = self.options()
        settings: dict[str, Setting] = {name: one.default for name, (one, _) in options.items()}
        problems = []
        for name, value in given.items():
            if name not in options:
                problems.append(Problem(f"house.{name}", unknown_name("house rule", name, options)))
                continue
            wrong = options[name][0].problem_with(value)
            if wrong:
                problems.append(Problem(f"house.{name}", wrong))
            elif isinstance(value, bool | int | str):
                settings[name] = value
        return settings, problems


def parse_rulebook(data: Mapping[str, Any]) -> Rulebook:
    """Return the rulebook of a rulebook.toml.

    Raises InvalidDataError with all problems in it.
    """
    try:
        return read_data(Rulebook, data)
    except InvalidDataError as error:
        for problem in error.problems:
            problem.key = problem.place = with_id(problem.key, data)
        source = f"{data.get('ruleset', '')} rulebook.toml".strip()
        raise InvalidDataError(error.problems, source) from None


def with_id(key: str, data: Mapping[str, Any]) -> str:
    """Return a key with the id of a rule or an example instead of its number."""
    table, _, rest = key.partition(".")
    number, _, inner = rest.partition(".")
    if not number.isdigit() or "id" not in data[table][int(number)]:
        return key
    return f"{data[table][int(number)]['id']}.{inner}"
