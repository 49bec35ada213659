"""Dice that are rolled at the table and decide nothing in the fight."""

from __future__ import annotations

import re
import secrets

from affray.core.problems import data_error

FREE_ROLL = re.compile(r"(\d{0,2})d(\d{1,3})\s*(?:([+-])\s*(\d{1,3}))?", re.IGNORECASE)


def free_roll(text: str) -> str:
    """Roll dice that decide nothing in the fight; return them in words."""
    found = FREE_ROLL.fullmatch(text)
    if found is None or found[1] == "0" or int(found[2]) < 1:
        raise data_error(f"roll dice such as 2d6 or d20+3, not {text!r}", "text")
    dice = [secrets.randbelow(int(found[2])) + 1 for _ in range(int(found[1] or 1))]
    more = int(f"{found[3]}{found[4]}") if found[3] else 0
    return f"{text}: {' '.join(map(str, dice))} = {sum(dice) + more}"
