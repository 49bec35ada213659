"""The emblems of weapons on tokens."""

from __future__ import annotations

from typing import Final

EMBLEMS: Final = [
    ("axe", "axe"),
    ("hatchet", "axe"),
    ("spear", "spear"),
    ("halberd", "spear"),
    ("lance", "spear"),
    ("staff", "spear"),
    ("fork", "spear"),
    ("mace", "mace"),
    ("hammer", "mace"),
    ("club", "mace"),
    ("flail", "mace"),
    ("beak", "mace"),
    ("unarmed", "fist"),
    ("fist", "fist"),
    ("gloves", "fist"),
    ("wraps", "fist"),
    ("bite", "beast"),
    ("claw", "beast"),
    ("talons", "beast"),
    ("stomp", "mount"),
]
"""The emblem for a part of a weapon's name; all other weapons are blades."""


def weapon_emblem(name: str, is_ranged: bool) -> str:
    """Return the emblem of a fighter with a weapon of this name."""
    if is_ranged:
        return "bow"
    for part, emblem in EMBLEMS:
        if part in name:
            return emblem
    return "blade"
