"""The command `affray schema`."""

from __future__ import annotations

from affray.cli.options import RulesetArgument
from affray.cli.output import print_json
from affray.library import scenario_schema


def command(ruleset: RulesetArgument) -> None:
    """Print the JSON Schema of a ruleset's scenario files, for editors to complete them.

    Example: affray schema mithryn > mithryn.schema.json
    """
    print_json(scenario_schema(ruleset))
