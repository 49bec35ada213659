"""Modifiers of a check's target: every one with a number in the chapter, in its order."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

# --- of any check ---

WOUND_PENALTY: Final[i64] = -10
"""For each wound that counts [wound.threshold]."""
RUNNING_PENALTY: Final[i64] = -10
"""While running, until the next turn [move.rates]."""
BURDEN_PENALTY: Final[i64] = -10
"""For each heavy item above the limit [weapon.tags]."""
DAZED_PENALTY: Final[i64] = -20
"""While dazed by a called shot [strike.called-shot]."""

# --- of an attack ---

POINT_BLANK: Final[i64] = -20
"""Shooting at a target within reach [ranged.point-blank]."""
RANGE_STEP: Final[i64] = -10
"""For each category of range beyond short [ranged.categories]."""
EASE: Final[i64] = 10
"""The size of a modifier from a weapon's tag [weapon.tags]."""
NOT_PROFICIENT: Final[i64] = -20
"""With a weapon the fighter has not learned [attack.skill]."""
LIGHT_TOUCH: Final[i64] = 20
"""If touching or pointing is enough [attack.touch-only, attack.indicate-only]."""
MANY_ATTACKS: Final[i64] = -10
"""With several attacks in a turn [multi.attacks]."""
MANY_TARGETS: Final[i64] = -10
"""On several targets in a turn [multi.targets]."""
WRONG_HAND: Final[i64] = -10
"""With the off-hand, or a weapon that is not made for it [multi.off-hand]."""
UP_THERE: Final[i64] = -20
"""On a rider, from the ground [mount.targets]."""
NOT_FOR_RIDING: Final[i64] = -20
"""From the saddle, with no cavalry weapon [mount.cavalry]."""
SIZE_STEP: Final[i64] = 10
"""For each size above Medium; smaller targets are harder to hit [size.modifiers]."""
PRONE_TARGET: Final[i64] = 10
"""On a prone target, by hand; as much less from afar [prone.rules]."""
PRONE_ATTACKER: Final[i64] = -30
"""By a prone attacker [prone.rules]."""
LOW_COVER: Final[i64] = -10
"""On a target seen past a corner [ranged.cover]."""
GOOD_COVER: Final[i64] = -30
"""On a barely visible target [ranged.cover]."""

# --- of a defence ---

FULL_DEFENSE: Final[i64] = 20
"""The bonus of Full Defense [defend.full]."""
FEINTED: Final[i64] = -20
"""After falling for a feint [maneuver.feint]."""
GRABBED: Final[i64] = -20
"""In an enemy's grip [maneuver.grab]."""
BYPASSED: Final[i64] = -20
"""Against a weapon that goes round a defence [weapon.tags]."""
CATCHING: Final[i64] = -10
"""To catch a weapon [maneuver.catch]."""
