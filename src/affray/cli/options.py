"""The options that several commands share, and what they mean."""

from __future__ import annotations

from typing import Annotated, Any

from typer import Argument, BadParameter, Option

from affray.core.problems import data_error, unknown_name
from affray.core.rulebook import Setting
from affray.library import Scenario, load, rulebook_of
from affray.players import PlayerLike, parse_player


def complete_rulesets() -> list[str]:
    """List the names that a shell can complete a ruleset's name to."""
    from affray.library import ruleset_names

    return list(ruleset_names())


def complete_scenarios() -> list[str]:
    """List the names that a shell can complete a scenario's name to."""
    from affray.library import scenario_texts

    return list(scenario_texts())


def refuse_empty(value: Any) -> Any:
    """Refuse an empty text as the value of an option."""
    if value == "":
        raise BadParameter("it is empty")
    return value


def value(name: str, metavar: str, help: str) -> Any:
    """Return an option with a value of its own, such as `--tape FILE`."""
    return Option(name, metavar=metavar, help=help, callback=refuse_empty)


def service_setting(
    name: str,
    metavar: str,
    help: str,
    low: float | None = None,
    high: float | None = None,
    environment: str = "",
) -> Any:
    """Return an option of the service, which an environment variable of its name can give too."""
    variable = environment or f"AFFRAY_{name.strip('-').upper()}"
    return Option(name, metavar=metavar, help=help, min=low, max=high, envvar=variable)


JsonOption = Annotated[bool, Option("--json", help="Print the result as JSON.")]
RulesetArgument = Annotated[
    str,
    Argument(metavar="RULESET", help="A ruleset's name.", autocompletion=complete_rulesets),
]
ScenarioArgument = Annotated[
    str,
    Argument(
        metavar="SCENARIO",
        help="A built-in scenario's name, or a .toml file.",
        autocompletion=complete_scenarios,
        show_default=False,
    ),
]
OptionalScenarioArgument = ScenarioArgument
"""A scenario that a tape can replace. Its default is the empty text."""

TapeArgument = Annotated[str, Argument(metavar="TAPE", help="A tape's file.")]
HouseOption = Annotated[
    list[str] | None,
    Option("--house", metavar="NAME=VALUE", help="A house rule; may be given again."),
]
PlayerOption = Annotated[
    list[str] | None,
    Option(
        "--player",
        metavar="SIDE=NAME",
        help="Who plays a side: simple, strong, random, passive or module:Class; all=NAME is every "
        "side.",
    ),
]
NO_REPLIES = "none"
"""The default of `--replies`: the figures are of the attack itself."""

RepliesOption = Annotated[
    str,
    Option(
        "--replies",
        metavar="NAME",
        help="How others decide: none (no optional replies), a player's name, or best.",
    ),
]
PlainOption = Annotated[
    bool, Option("--plain", help="Say the board in sentences, without boxes and bars.")
]
RulesOption = Annotated[bool, Option("--rules", help="Show the ids of rules in the log.")]
SeedOption = Annotated[int, Option("--seed", metavar="N", help="Where the dice start from.")]
FightsOption = Annotated[int | None, Option("-n", metavar="N", help="How many fights.")]
WithinOption = Annotated[
    float | None,
    Option("--within", metavar="W", help="Until shares are known to ± W, such as 0.005."),
]
WorkersOption = Annotated[
    int | None, Option("--workers", metavar="N", help="Processes; else one per core.")
]
ClusterOption = Annotated[
    str | None,
    Option("--cluster", metavar="ADDRESS", help="A Dask scheduler, such as tcp://host:8786."),
]


def parse_pairs(given: list[str] | None, option: str, form: str) -> dict[str, str]:
    """Return the names and values of NAME=VALUE options; raise InvalidDataError for others."""
    found = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals or not name or not value:
            raise data_error(f"expected {form}, not {text!r}", option)
        found[name.strip()] = value.strip()
    return found


def house_settings(ruleset: str, given: list[str] | None) -> dict[str, Setting]:
    """Return house rules from the command line, each value as its switch wants it."""
    options = rulebook_of(ruleset).options()
    found: dict[str, Setting] = {}
    for name, text in parse_pairs(given, "--house", "NAME=VALUE").items():
        if name not in options:
            raise data_error(unknown_name("house rule", name, options), "--house")
        value = options[name][0].parse(text)
        wrong = options[name][0].problem_with(value)
        if wrong:
            raise data_error(wrong, f"--house {name}")
        found[name] = value
    return found


def load_with_house(name: str, house: list[str] | None) -> Scenario:
    """Load the scenario of the command line with its house rules."""
    scenario = load(name)
    settings = house_settings(scenario.ruleset.name, house)
    return scenario.with_house(settings) if settings else scenario


def parse_players(scenario: Scenario, given: list[str] | None) -> dict[str, PlayerLike]:
    """Return the player of each side, for a command in which no person can play."""
    return {side: parse_player(name) for side, name in players_by_side(scenario, given).items()}


def players_by_side(
    scenario: Scenario, given: list[str] | None, with_people: bool = False
) -> dict[str, str]:
    """Return the name of each side's player; `all=NAME` is every side.

    Raises InvalidDataError for an unknown side, and for a person where none can play.
    """
    found: dict[str, str] = {}
    for side, name in parse_pairs(given, "--player", "SIDE=NAME").items():
        if side == "all":
            found.update(dict.fromkeys(scenario.sides, name))
        elif side not in scenario.sides:
            raise data_error(unknown_name("side", side, scenario.sides), "--player")
        else:
            found[side] = name
    if not with_people and "me" in found.values():
        raise data_error("only in affray fight can you play yourself", "--player")
    return found


DEFAULT_STORE = "sqlite:///affray.db"

StoreOption = Annotated[
    str,
    service_setting(
        "--store", "ADDRESS", "Where fights are kept: sqlite:///FILE or postgresql://…"
    ),
]
PortOption = Annotated[int, service_setting("--port", "N", "The port of the page.", 1, 65535)]
