"""What something follows from, as numbers by which it is kept and found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant

MANY: Final[i64] = 255
"""Estimates are kept where there are fewer fighters and weapons than this."""

FEW: Final[i64] = 15
"""And where there are fewer shields, and nobody feels more wounds or burdens."""

UNKEPT: Final[i64] = -1
"""Stands for one whose figures are too large to be kept."""


def target_code(who: Combatant) -> i64:
    """All that an attack follows from on its target's side but for what they have left, as a
    number; UNKEPT if one has no room for it."""
    wounds = who.felt_wounds()
    if wounds > FEW or who.burden > FEW:
        return UNKEPT
    code = who.index << 8 | (who.main + 1)
    code = code << 8 | (who.off + 1)
    code = code << 8 | (who.caught_item + 1)
    code = code << 4 | (who.shield + 1)
    code = code << 4 | wounds
    code = code << 4 | who.burden
    code = code << 1 | (1 if who.mount >= 0 else 0)
    code = code << 1 | (1 if who.dazed else 0)
    code = code << 1 | (1 if who.ran else 0)
    code = code << 1 | (1 if who.prone else 0)
    code = code << 1 | (1 if who.melted else 0)
    code = code << 1 | (1 if who.feinted else 0)
    code = code << 1 | (1 if who.unaware else 0)
    code = code << 1 | (1 if who.full_defense else 0)
    code = code << 1 | (1 if who.reacted > 0 else 0)
    return code << 1 | (1 if who.grabbed_by >= 0 or who.pinned else 0)


LOW_BITS: Final[i64] = 0x3FFFFFFF
LOW_MIX: Final[i64] = 0x1E3779B1
HIGH_MIX: Final[i64] = 0x15EBCA77
OTHER_LOW_MIX: Final[i64] = 0x12B2AE3D
OTHER_HIGH_MIX: Final[i64] = 0x17D4EB2F
"""What the halves of a pair of numbers are multiplied by to find its place among those kept."""


def place_of(one: i64, other: i64) -> i64:
    """Where what follows from a pair of numbers is kept: the last bits of this number."""
    mixed = (one & LOW_BITS) * LOW_MIX + (one >> 30) * HIGH_MIX
    mixed += (other & LOW_BITS) * OTHER_LOW_MIX + (other >> 30) * OTHER_HIGH_MIX
    return mixed >> 26
