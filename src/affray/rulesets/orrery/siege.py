"""Siege weapons: engines that are loaded and fired, and rams that two Actions swing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option
from affray.rulesets.orrery import log
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.sheet import Engine

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

TWICE: Final[i64] = 2
"""A siege weapon rolls its smaller counterpart's dice so many times."""

RAM_ACTIONS: Final[i64] = 2


def engine_strike(
    fight: OrreryFight, attacker: Combatant, target: Combatant, engine: Engine
) -> Strike:
    """Twice the dice of the smaller counterpart [siege.ranged, siege.melee], from where the engine
    stands."""
    like = engine.like
    band: i64 = fight.scene.bands[engine.spot][target.spot]
    die = like.die_of(attacker.sheet, band)
    rule = "siege.melee" if engine.is_ram() else "siege.ranged"
    return Strike(
        attacker,
        target,
        like.skill,
        die,
        TWICE,
        like.types,
        engine.called(),
        like.die_name(),
        band,
        rule,
    )


def load(fight: OrreryFight, who: Combatant, engine: Engine) -> None:
    """One Action loads, another fires [siege.ranged]."""
    fight.loaded[engine.index] = True
    log.loads(fight, who, engine)


def engine_hindrance(fight: OrreryFight, who: Combatant, option: Option) -> str:
    """Why an engine cannot be used by somebody now; empty if it can."""
    engine = fight.scene.engines[option.item]
    if who.spot != engine.spot:
        where = fight.places.spots[engine.spot].name
        return f"the {engine.name} stands at {where}, and {who.name} does not"
    if not engine.is_ram():
        return "" if fight.loaded[engine.index] else f"the {engine.name} is not loaded"
    partner = option.value
    if partner != NOBODY and not can_join(fight, who, fight.combatants[partner]):
        return f"{fight.combatants[partner].name} has no Action to give"
    return ""


def can_join(fight: OrreryFight, who: Combatant, friend: Combatant) -> bool:
    """Whether a friend at the same ram has an Action for it: their turn is still to come
    [siege.together]."""
    return (
        friend.side == who.side
        and friend is not who
        and friend.spot == who.spot
        and friend.can_act()
        and not friend.acted
        and friend.actions(fight.house) > 0
    )


def ram_actions(fight: OrreryFight, option: Option) -> i64:
    """A ram takes two Actions at the same time: both of one's own, or one and a friend's, who
    has it no more when their turn comes [siege.together]."""
    if option.value == NOBODY:
        return RAM_ACTIONS
    fight.combatants[option.value].owed += 1
    return RAM_ACTIONS - 1
