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
"""The factor by which a siege weapon multiplies its smaller counterpart's dice."""

RAM_ACTIONS: Final[i64] = 2


def engine_strike(
    fight: OrreryFight, attacker: Combatant, target: Combatant, engine: Engine
) -> Strike:
    """Attack with a siege weapon: twice the dice of its smaller counterpart, from where it
    stands."""
    line = fight.scene.sight.line(engine.spot, target.spot)
    die = engine.like.die_of(attacker.sheet, line.band)
    return Strike(attacker, target, engine.means, die, line, TWICE)


def load(fight: OrreryFight, who: Combatant, engine: Engine) -> None:
    """Load an engine with one Action; another fires it [siege.ranged]."""
    fight.loaded[engine.index] = True
    log.loads(fight, who, engine)


def engine_hindrance(fight: OrreryFight, who: Combatant, option: Option) -> str:
    """Describe why a combatant cannot use an engine now; empty if it can be used."""
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
    """Return whether a friend at the same ram has an Action to give to it [siege.together]."""
    return (
        friend.side == who.side
        and friend is not who
        and friend.spot == who.spot
        and friend.can_act()
        and not friend.acted
        and friend.actions(fight.house) > 0
    )


def ram_actions(fight: OrreryFight, option: Option) -> i64:
    """Return the Actions that a ram takes of the actor, two at one time [siege.melee].

    A friend who gives one has it no more in the friend's own turn.
    """
    if option.value == NOBODY:
        return RAM_ACTIONS
    friend = fight.combatants[option.value]
    friend.owed += 1
    log.does(fight, "joins", friend, "siege.together")
    return RAM_ACTIONS - 1
