"""The command `affray show`."""

from __future__ import annotations

from typing import Annotated, Any

from rich.text import Text
from typer import Option

from affray.board_text import make_tokens
from affray.cli.board import board_lines, board_sentences
from affray.cli.options import (
    HouseOption,
    JsonOption,
    PlainOption,
    ScenarioArgument,
    load_with_house,
)
from affray.cli.output import console, print_json, print_table, say, side_style
from affray.core.fight import Fight
from affray.core.problems import toml_value
from affray.core.tape import TapeTable
from affray.lab.odds.asked_attacks import weapon_name
from affray.lab.scenario_keys import list_keys
from affray.library import Scenario


def command(
    scenario: ScenarioArgument,
    house: HouseOption = None,
    keys: Annotated[
        bool, Option("--keys", help="Only the keys that --change, tune and sweep can take.")
    ] = False,
    plain: PlainOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a scenario: who stands where and with what, its map, and every key with its value.

    Examples: affray show causeway
              affray show causeway --keys
    """
    loaded = load_with_house(scenario, house)
    fight = loaded.setup.new_fight(TapeTable([]))
    if as_json:
        print_json(scenario_data(loaded, fight))
        return
    if not keys:
        say(f"{loaded.title} ({loaded.ruleset.name})", "bold")
        if loaded.data.about:
            say(loaded.data.about)
        console.print()
        if plain:
            for sentence in board_sentences(fight) + side_sentences(loaded, fight):
                say(sentence)
        else:
            for line in board_lines(fight, console.width):
                console.print(line)
            console.print()
            print_sides(loaded, fight)
        console.print()
        say("keys, as --change, --vary, tune and sweep take them", "bold")
    print_keys(loaded)


def scenario_data(scenario: Scenario, fight: Fight) -> dict[str, Any]:
    """Return a scenario as JSON has it."""
    return {
        "name": scenario.name,
        "title": scenario.title,
        "ruleset": scenario.ruleset.name,
        "about": scenario.data.about,
        "house": scenario.house,
        "board": scenario.setup.board(),
        "fighters": [
            {
                "name": fighter.name,
                "side": scenario.sides[fighter.side],
                "place": fight.place_name(fighter.index),
                "health": fighter.max_health(),
                "conditions": fighter.conditions(),
                "weapons": weapons_of(fight, int(fighter.index)),
                "sheet": scenario.setup.sheet_of(fighter.index),
            }
            for fighter in fight.roster()
        ],
        "keys": [entry._asdict() for entry in list_keys(scenario)],
    }


def print_sides(scenario: Scenario, fight: Fight) -> None:
    """Print all fighters: letter, name, side, place, health and weapons."""
    rows: list[list[str | Text]] = []
    for token, fighter in zip(make_tokens(fight), fight.roster(), strict=True):
        style = side_style(int(fighter.side))
        rows.append(
            [
                Text(token.label, style=style),
                Text(fighter.name, style=style),
                scenario.sides[fighter.side],
                fight.place_name(fighter.index),
                str(fighter.max_health()),
                ", ".join(weapons_of(fight, int(fighter.index))),
            ]
        )
    print_table(["", "fighter", "side", "at", "health", "with"], rows, right=(4,), unbroken=(0, 1))


def side_sentences(scenario: Scenario, fight: Fight) -> list[str]:
    """Return a sentence for each fighter: letter, name, side, place, health and weapons."""
    return [
        f"{token.label} {fighter.name} ({scenario.sides[fighter.side]}): "
        f"at {fight.place_name(fighter.index)}, health {fighter.max_health()}, "
        f"with {', '.join(weapons_of(fight, int(fighter.index))) or 'nothing'}."
        for token, fighter in zip(make_tokens(fight), fight.roster(), strict=True)
    ]


def weapons_of(fight: Fight, who: int) -> list[str]:
    """Return the weapons that a fighter can attack with."""
    return list(dict.fromkeys(weapon_name(attack) for attack in fight.attacks(who)))


def print_keys(scenario: Scenario) -> None:
    """Print every key with its value; keys of the file itself stand out."""
    print_table(
        ["key", "value"],
        [
            [
                Text(entry.key, style="cyan" if entry.is_set else "dim"),
                Text(value_text(entry.value), style="" if entry.is_set else "dim"),
            ]
            for entry in list_keys(scenario)
        ],
        unbroken=(0,),
    )


def value_text(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, list):
        return "[" + ", ".join(value_text(one) for one in value) + "]"
    return toml_value(value)
