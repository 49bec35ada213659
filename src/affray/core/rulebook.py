"""A ruleset's rulebook: its rules by id, in our own words, with their house-rule switches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from affray.core.problems import InvalidDataError, Problem, unknown_name

Setting = bool | int | str
"""The value of a house rule."""


@dataclass(frozen=True)
class HouseOption:
    """A switch that a rule can have: what it is called, how it stands, what else it can be."""

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
        """Return the value of a word on the command line. A text that fits nothing stays a text."""
        for one in self.values():
            if toml_value(one).strip('"').lower() == text.lower():
                return one
        if text.lower() in ("true", "false"):
            return text.lower() == "true"
        return int(text) if text.lstrip("-").isdigit() else text


SOURCE_NAMES = {"seed": "combat chapter", "companion": "other chapters", "ruling": "our ruling"}
"""Where a rule comes from, in words for readers."""


@dataclass(frozen=True)
class Rule:
    """One rule: its id, its title, where the document says it, and a sentence of our own."""

    id: str
    title: str
    source: str
    section: str
    text: str
    option: HouseOption | None = None

    def source_name(self) -> str:
        """Return where the rule comes from, in words for readers."""
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


@dataclass(frozen=True)
class Rulebook:
    """All the rules of a ruleset, in the order of its chapter."""

    ruleset: str
    title: str
    rules: tuple[Rule, ...]
    examples: tuple[tuple[str, str], ...] = ()
    absent: tuple[tuple[tuple[str, ...], str], ...] = ()
    """What players look for that the game does not have: words for it, and what it has instead."""

    def options(self) -> dict[str, tuple[HouseOption, Rule]]:
        """Return the house-rule switches by name, each with its rule."""
        return {rule.option.name: (rule.option, rule) for rule in self.rules if rule.option}

    def settings(self, given: Mapping[str, object]) -> tuple[dict[str, Setting], list[Problem]]:
        """Return the value of every switch, and what is wrong with the given ones."""
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


def toml_value(value: object) -> str:
    """Return a setting as TOML writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f'"{value}"' if isinstance(value, str) else str(value)


RULEBOOK_KEYS = ("ruleset", "title", "rule", "example", "absent")
RULE_KEYS = ("id", "title", "source", "section", "text", "option", "gm_only")
OPTION_KEYS = ("name", "default", "choices")
EXAMPLE_KEYS = ("id", "text")
ABSENT_KEYS = ("words", "text")


def title_of_id(rule: str) -> str:
    """Return the title of a rule without one: "Back strike" for 'close.back-strike'."""
    return rule.rpartition(".")[2].replace("-", " ").capitalize()


def unknown_keys(where: str, table: Mapping[str, object], known: Sequence[str]) -> list[Problem]:
    """Return a problem for each unknown key of a table."""
    prefix = f"{where}." if where else ""
    return [
        Problem(f"{prefix}{key}", unknown_name("key", key, known))
        for key in table
        if key not in known
    ]


def parse_rulebook(data: Mapping[str, object]) -> Rulebook:
    """Return the rulebook of a rulebook.toml. Raises InvalidDataError for an unknown key."""
    rules = []
    problems = unknown_keys("", data, RULEBOOK_KEYS)
    listed = data["rule"]
    assert isinstance(listed, list)
    for entry in listed:
        option = entry.get("option")
        problems += unknown_keys(str(entry.get("id", "rule")), entry, RULE_KEYS)
        problems += unknown_keys(f"{entry.get('id', 'rule')}.option", option or {}, OPTION_KEYS)
        rules.append(
            Rule(
                id=entry["id"],
                title=entry.get("title", title_of_id(entry["id"])),
                source=entry["source"],
                section=entry.get("section", entry["id"].partition(".")[0]),
                text=entry["text"],
                option=HouseOption(
                    option["name"], option["default"], tuple(option.get("choices", ()))
                )
                if option
                else None,
            )
        )
    examples = data.get("example", [])
    assert isinstance(examples, list)
    for example in examples:
        problems += unknown_keys(str(example.get("id", "example")), example, EXAMPLE_KEYS)
    absent = data.get("absent", [])
    assert isinstance(absent, list)
    for entry in absent:
        problems += unknown_keys("absent", entry, ABSENT_KEYS)
    if problems:
        raise InvalidDataError(problems, f"{data.get('ruleset', '')} rulebook.toml".strip())
    return Rulebook(
        str(data["ruleset"]),
        str(data["title"]),
        tuple(rules),
        tuple((example["id"], example["text"]) for example in examples),
        tuple((tuple(entry["words"]), entry["text"]) for entry in absent),
    )
