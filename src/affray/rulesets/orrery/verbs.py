"""The actions of options: the number in an option's `verb`, which rules compare."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

ATTACK: Final[i64] = 1
HINDER: Final[i64] = 2
GRAPPLE: Final[i64] = 3
ESCAPE: Final[i64] = 4
RUNE: Final[i64] = 5
AFFLICT: Final[i64] = 6
FIRE: Final[i64] = 7
FIRE_HINDER: Final[i64] = 8
RAM: Final[i64] = 9
RAM_HINDER: Final[i64] = 10
HURL: Final[i64] = 11
LAST_ATTACK: Final[i64] = 11
"""The last verb that is an attack."""

MOVE: Final[i64] = 21
HIDE: Final[i64] = 22
LOAD: Final[i64] = 23
HELP: Final[i64] = 24
DOUSE: Final[i64] = 25
DRINK: Final[i64] = 26
TOSS: Final[i64] = 27
LET_GO: Final[i64] = 28
PUSH: Final[i64] = 29
END: Final[i64] = 30


def is_rune(verb: i64) -> bool:
    """Return whether it is an attack with a rune, which costs Stamina."""
    return verb == RUNE or verb == AFFLICT


def is_fired(verb: i64) -> bool:
    """Return whether it is an attack with a loaded engine."""
    return verb == FIRE or verb == FIRE_HINDER


def is_ram(verb: i64) -> bool:
    """Return whether it is an attack with a ram."""
    return verb == RAM or verb == RAM_HINDER


def is_shot(verb: i64) -> bool:
    """Return whether it is an attack with a weapon or a rune, which is possible from elsewhere."""
    return verb <= AFFLICT


def is_for_damage(verb: i64) -> bool:
    """Return whether it is an attack for damage rather than for anything instead of it."""
    return verb == ATTACK or verb == RUNE or verb == FIRE or verb == RAM or verb == HURL


def is_for_condition(verb: i64) -> bool:
    """Return whether it is a weapon's or an engine's attack for a Condition."""
    return verb == HINDER or verb == FIRE_HINDER or verb == RAM_HINDER
