"""Writes each ruleset's `house.py` from the switches in its rulebook: `make house`.

A house rule is declared once, in `rulebook.toml`. The rules read it as a typed attribute, which the
compiler wants to know, so this file is written from there; a test fails where one is out of date.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

RULESETS = Path(__file__).parent.parent / "src" / "affray" / "rulesets"

HEAD = '''# ruff: noqa: E501, E702
# fmt: off
"""The house rules of {name} as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final
{imports}

class House:
    """Every switch of the rulebook, by its name."""

{declared}

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
{assigned}
'''

KINDS = {
    bool: ("Final[bool]", "bool({})"),
    int: ("Final[i64]", "int({})"),
    str: ("Final[str]", "str({})"),
}


def house_source(rulebook: dict[str, Any]) -> str:
    """Return the text of a ruleset's `house.py`, from the data of its rulebook."""
    declared, assigned, kinds = [], [], set()
    for rule in rulebook["rule"]:
        option = rule.get("option")
        if option is None:
            continue
        kind = type(option["default"])
        kinds.add(kind)
        annotation, conversion = KINDS[kind]
        name = option["name"]
        declared.append(f"{name}: {annotation}")
        setting = f'settings["{name}"]'
        assigned.append(f"self.{name} = {conversion.format(setting)}")
    imports = "\nfrom mypy_extensions import i64\n" if int in kinds else ""
    return HEAD.format(
        name=rulebook["ruleset"].capitalize(),
        imports=imports,
        declared="    " + "; ".join(declared),
        assigned="        " + "; ".join(assigned),
    )


def main() -> None:
    """Write the `house.py` of every ruleset."""
    for path in sorted(RULESETS.glob("*/rulebook.toml")):
        text = house_source(tomllib.loads(path.read_text("utf-8")))
        path.with_name("house.py").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
