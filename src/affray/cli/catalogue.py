"""What there is: rulesets, rules, scenarios; and checking and starting one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from affray.cli.app import Json, app
from affray.cli.show import complain, say, say_json, table_of
from affray.core.odds import OddsTable
from affray.core.problems import InvalidDataError, data_error
from affray.core.rulebook import toml_value
from affray.library import (
    load,
    rulebook_of,
    ruleset_named,
    rulesets,
    scenario_texts,
    template_of,
    toml_of,
)

RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="A ruleset's name.")]


@app.command("rulesets")
def list_rulesets(as_json: Json = False) -> None:
    """List the rulesets.

    Example: affray rulesets
    """
    rows = [
        {
            "name": name,
            "title": rulebook_of(name).title,
            "rules": len(rulebook_of(name).rules),
            "scenarios": len(toml_of(ruleset, "scenarios")),
        }
        for name, ruleset in rulesets().items()
    ]
    if as_json:
        say_json(rows)
        return
    table_of(
        ["name", "rules", "scenarios", "title"],
        [[str(r["name"]), str(r["rules"]), str(r["scenarios"]), str(r["title"])] for r in rows],
        right=(1, 2),
    )


@app.command("rules")
def list_rules(
    ruleset: RulesetName,
    find: Annotated[
        str, typer.Option("--find", metavar="WORD", help="Only rules with this word.")
    ] = "",
    as_json: Json = False,
) -> None:
    """List a ruleset's rules, with their house-rule switches.

    Example: affray rules mithryn --find reaction
    """
    ruleset_named(ruleset)
    rules = [
        rule
        for rule in rulebook_of(ruleset).rules
        if find.lower() in f"{rule.id} {rule.text}".lower()
    ]
    if as_json:
        say_json([rule_data(rule) for rule in rules])
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


def rule_data(rule: Any) -> dict[str, Any]:
    """A rule, as JSON has it."""
    found = {"id": rule.id, "source": rule.source, "section": rule.section, "text": rule.text}
    if rule.option:
        found["option"] = {
            "name": rule.option.name,
            "default": rule.option.default,
            "choices": list(rule.option.values()),
        }
    return found


@app.command("scenarios")
def list_scenarios(as_json: Json = False) -> None:
    """List the built-in scenarios.

    Example: affray scenarios
    """
    rows = []
    for name in scenario_texts():
        scenario = load(name)
        sizes = [0] * len(scenario.sides)
        for fighter in scenario.setup.new_fight(OddsTable()).roster():
            sizes[fighter.side] += 1
        rows.append(
            {
                "name": name,
                "ruleset": scenario.ruleset.name,
                "title": scenario.title,
                "sides": scenario.sides,
                "sizes": sizes,
            }
        )
    if as_json:
        say_json(rows)
        return
    table_of(
        ["name", "ruleset", "fighters", "title"],
        [
            [
                str(row["name"]),
                str(row["ruleset"]),
                " v ".join(str(size) for size in row["sizes"]),
                str(row["title"]),
            ]
            for row in rows
        ],
    )


@app.command("check")
def check_files(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Scenario files.")],
    as_json: Json = False,
) -> None:
    """Check scenario files and say what is wrong with them.

    Example: affray check my-fight.toml
    """
    wrong: list[tuple[str, InvalidDataError]] = []
    for file in files:
        try:
            load(file)
        except InvalidDataError as problems:
            wrong.append((file, problems))
        else:
            if not as_json:
                say(f"{file}: ok")
    if as_json:
        say_json(
            [
                {"file": file, "key": one.key, "text": one.text}
                for file, found in wrong
                for one in found.problems
            ]
        )
    else:
        for _, found in wrong:
            complain(found.lines())
    if wrong:
        raise typer.Exit(2)


@app.command("schema")
def print_schema(ruleset: RulesetName) -> None:
    """Print the JSON Schema of a ruleset's scenario files, for editors to complete them.

    Example: affray schema mithryn > mithryn.schema.json
    """
    say_json(schema_of(ruleset))


def schema_of(name: str) -> dict[str, Any]:
    """The JSON Schema of a ruleset's scenarios, with its house rules spelt out."""
    ruleset = ruleset_named(name)
    schema = ruleset.scenario.model_json_schema(by_alias=True)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = f"A {name} scenario for Affray"
    properties = schema["properties"]
    properties["ruleset"] = {"const": name, "description": "which ruleset this scenario is for"}
    switches: dict[str, Any] = {}
    for switch, (option, rule) in rulebook_of(name).options().items():
        entry: dict[str, Any] = {"description": rule.text, "default": option.default}
        if option.values():
            entry["enum"] = list(option.values())
        else:
            entry["type"] = "integer" if isinstance(option.default, int) else "string"
        switches[switch] = entry
    properties["house"] = {
        "type": "object",
        "description": "house rules",
        "properties": switches,
        "additionalProperties": False,
    }
    return schema


@app.command("new")
def new_scenario(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="RULESET", help="For which ruleset.")
    ] = "mithryn",
) -> None:
    """Write a commented scenario to start from.

    Example: affray new my-fight.toml --ruleset mithryn
    """
    starter = template_of(ruleset)
    if file.suffix != ".toml":
        raise data_error("a scenario's file name ends in .toml", "", str(file))
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(starter)
    except FileExistsError:
        raise data_error("this file is already there; name another", "", str(file)) from None
    except OSError as error:
        raise data_error(f"cannot be written: {error.strerror}", "", str(file)) from None
    say(f"{file} is written. Now:  affray check {file}  and  affray fight {file}")
