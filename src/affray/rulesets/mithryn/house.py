# ruff: noqa: E501, E702
# fmt: off
"""The house rules of Mithryn as they stand in one scenario.

Written from rulebook.toml by `make house`: change them there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final


class House:
    """Every switch of the rulebook, by its name."""

    ranged_in_same_zone: Final[bool]; foe_actions: Final[str]; check: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.ranged_in_same_zone = bool(settings["ranged_in_same_zone"]); self.foe_actions = str(settings["foe_actions"]); self.check = str(settings["check"])
