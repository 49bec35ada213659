"""The kinds of options in a scene, by number."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ATTACK: Final[i64] = 1
RANGED: Final[i64] = 2
SHURIKEN: Final[i64] = 3
CURSE: Final[i64] = 4
SEARCH: Final[i64] = 5
