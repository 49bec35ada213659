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

    ranged_in_same_zone: Final[bool]; foe_actions: Final[str]; flee_from: Final[str]; unfit_reload: Final[str]; reaction_cost: Final[str]; interpose_for: Final[str]; interpose_for_interposer: Final[bool]; helpers: Final[str]; help_exploded: Final[bool]; precise_extra: Final[bool]; check: Final[str]

    def __init__(self, settings: Mapping[str, bool | int | str]) -> None:
        self.ranged_in_same_zone = bool(settings["ranged_in_same_zone"]); self.foe_actions = str(settings["foe_actions"]); self.flee_from = str(settings["flee_from"]); self.unfit_reload = str(settings["unfit_reload"]); self.reaction_cost = str(settings["reaction_cost"]); self.interpose_for = str(settings["interpose_for"]); self.interpose_for_interposer = bool(settings["interpose_for_interposer"]); self.helpers = str(settings["helpers"]); self.help_exploded = bool(settings["help_exploded"]); self.precise_extra = bool(settings["precise_extra"]); self.check = str(settings["check"])
