"""The command `affray rules`."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from affray.cli.options import JsonOption, RulesetArgument
from affray.cli.output import print_json, say
from affray.core.problems import data_error, toml_value
from affray.library import rule_examples_of, rulebook_of
from affray.rule_search import find_rules


def command(
    ruleset: RulesetArgument,
    find: Annotated[
        str, Option("--find", metavar="WORDS", help="Only what these words find.")
    ] = "",
    as_json: JsonOption = False,
) -> None:
    """List a ruleset's rules, with their house-rule switches.

    Example: affray rules mithryn --find reaction
    """
    book = rulebook_of(ruleset)
    found = find_rules(book, find)
    rules = found.rules if find else book.rules
    if as_json:
        print_json([rule.data("choices") for rule in rules])
        return
    if not rules and not found.note:
        raise data_error(f"no rule of {ruleset} has the words {find!r}", "--find")
    if found.note:
        say(found.note)
    examples = rule_examples_of(ruleset)
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            say(f"\n{section}" if rule is not rules[0] else section, "bold")
        say(f"  {rule.title}  [{rule.id}] ({rule.source_name()})", "cyan")
        say(rule.text, indent=6)
        for line in examples.get(rule.id, []):
            say(f"› {line}", "dim", indent=6)
        if rule.option:
            values = ", ".join(toml_value(value) for value in rule.option.values())
            choices = f"; one of {values}" if values else ""
            default = toml_value(rule.option.default)
            say(f"house rule {rule.option.name} = {default}{choices}", "yellow", indent=6)
