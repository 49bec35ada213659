"""The command `affray rulesets`."""

from __future__ import annotations

from affray.cli.options import JsonOption
from affray.cli.output import print_json, print_table
from affray.library import package_of, rulebook_of, ruleset_names, toml_files


def command(as_json: JsonOption = False) -> None:
    """List the rulesets.

    Example: affray rulesets
    """
    rows = [
        {
            "name": name,
            "title": rulebook_of(name).title,
            "rules": len(rulebook_of(name).rules),
            "scenarios": len(toml_files(package_of(name), "scenarios")),
        }
        for name in ruleset_names()
    ]
    if as_json:
        print_json(rows)
        return
    print_table(
        ["name", "rules", "scenarios", "title"],
        [[str(r["name"]), str(r["rules"]), str(r["scenarios"]), str(r["title"])] for r in rows],
        right=(1, 2),
    )
