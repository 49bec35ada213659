"""Grapples: taking hold, throwing whom one holds, and getting away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import NOBODY
from affray.rulesets.orrery import tell
from affray.rulesets.orrery.block import attack_successes, block, can_block, unblocked_successes
from affray.rulesets.orrery.environment import fall
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.sheet import MELEE

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

THROWN_DIE: Final[i64] = 6
THROWN_HARM: Final[i64] = 1
"""Somebody thrown is a d6, and takes so much damage on a Success [special.throw]."""


def grapple(fight: OrreryFight, strike: Strike) -> AttackResult:
    """An unarmed attack that gets through takes hold instead of harming; both are Tethered until
    it ends [special.grapple]."""
    attacker, target = strike.attacker, strike.target
    if fight.wants_events:
        tell.grapples(fight, attacker, target)
    if unblocked_successes(fight, strike) == 0 or not target.is_able():
        return AttackResult(False, 0)
    fight.take_hold(attacker, target)
    target.hidden = False
    if fight.wants_events:
        tell.tethered(fight, attacker, target)
    return AttackResult(True, 0, ("grappled",))


def escape(fight: OrreryFight, strike: Strike) -> AttackResult:
    """A close attack that would deal damage to the grappler ends the grapple; the damage is
    ignored [special.escape]."""
    who, grappler = strike.attacker, strike.target
    if fight.wants_events:
        tell.struggles(fight, who, grappler)
    if unblocked_successes(fight, strike) == 0:
        return AttackResult(False, 0)
    fight.let_go(who)
    if fight.wants_events:
        tell.escapes(fight, who, grappler)
    return AttackResult(True, 0, ("free",))


def let_go(fight: OrreryFight, who: Combatant) -> None:
    """The grappler ends the grapple, which takes no Action [special.grapple]."""
    if who.holding == NOBODY:
        return
    held = fight.combatants[who.holding]
    fight.let_go(held)
    if fight.wants_events:
        tell.lets_go(fight, who, held)


def hurl(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> AttackResult:
    """The grappled is thrown at somebody up to Close, with Melee and d6: on a Success the thrown
    takes 1 damage and lands there, and the target takes what it does not Block
    [special.throw]."""
    if fight.wants_events:
        tell.hurls(fight, thrower, thrown, target)
    strike = throw_strike(fight, thrower, thrown, target)
    dealt = attack_successes(fight, strike)
    if dealt == 0:
        end_surprise(thrower)
        return AttackResult(False, 0)
    blocked = block(fight, strike, dealt) if can_block(fight, strike) else 0
    dealt = dealt - blocked if dealt > blocked else 0
    end_surprise(thrower)
    land(fight, thrower, thrown, target.spot)
    hurt(fight, target, dealt, thrower, "special.throw")
    return AttackResult(dealt > 0, dealt, ("thrown",))


def toss(fight: OrreryFight, thrower: Combatant, spot: i64) -> None:
    """The grappled is thrown at nobody, to a spot up to Close: off a wall, for instance
    [special.throw]."""
    thrown = fight.combatants[thrower.holding]
    if fight.wants_events:
        tell.hurls(fight, thrower, thrown, None)
    found = attack_successes(fight, throw_strike(fight, thrower, thrown, thrown))
    end_surprise(thrower)
    if found > 0:
        land(fight, thrower, thrown, spot)


def throw_strike(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> Strike:
    """The attack with somebody as its weapon [special.throw]."""
    band = fight.band(thrower, target)
    return Strike(thrower, target, MELEE, THROWN_DIE, 1, [], thrown.name, band)


def land(fight: OrreryFight, thrower: Combatant, thrown: Combatant, spot: i64) -> None:
    """The thrown lands with 1 damage, out of the grapple, and falls if it is far down
    [special.throw, environment.falling]."""
    drop = fight.places.above(thrown.spot, spot)
    fight.let_go(thrown)
    fight.put(thrown, spot)
    hurt(fight, thrown, THROWN_HARM, thrower, "special.throw")
    fall(fight, thrown, drop, thrower)


def end_surprise(who: Combatant) -> None:
    """Attacking ends being Hidden [status.hidden] and uses up a friend's help [core.help]."""
    who.hidden = False
    who.helped = False
