"""The command `affray rules`."""

from __future__ import annotations

from typing import Annotated

from typer import Option

from affray.cli.options import JsonOption, RulesetArgument
from affray.cli.output import print_json, say
from affray.core.problems import data_error
from affray.core.rulebook import toml_value
from affray.library import rulebook_of


def command(
    ruleset: RulesetArgument,
    find: Annotated[str, Option("--find", metavar="WORD", help="Only rules with this word.")] = "",
    as_json: JsonOption = False,
) -> None:
    """List a ruleset's rules, with their house-rule switches.

    Example: affray rules mithryn --find reaction
    """
    rules = [
        rule
        for rule in rulebook_of(ruleset).rules
        if find.lower() in f"{rule.id} {rule.text}".lower()
    ]
    if as_json:
        print_json([rule.data("choices") for rule in rules])
        return
    if not rules:
        raise data_error(f"no rule of {ruleset} has the word {find!r}", "--find")
    section = ""
    for rule in rules:
        if rule.section != section:
            section = rule.section
            say(f"\n{section}" if rule is not rules[0] else section, "bold")
        say(f"  {rule.id}  ({rule.source})", "cyan")
        say(rule.text, indent=6)
        if rule.option:
            values = ", ".join(toml_value(value) for value in rule.option.values())
            choices = f"; one of {values}" if values else ""
            default = toml_value(rule.option.default)
            say(f"house rule {rule.option.name} = {default}{choices}", "yellow", indent=6)
