"""Grapples: taking hold, throwing whom one holds, and getting away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import NOBODY
from affray.rulesets.orrery import block, log
from affray.rulesets.orrery.environment import CLOSE_METRES, fall
from affray.rulesets.orrery.health import hurt, wake
from affray.rulesets.orrery.modifiers import Strike, barrier_between, is_unaware
from affray.rulesets.orrery.sheet import MELEE
from affray.space.bands import CLOSE

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

THROWN_DIE: Final[i64] = 6
THROWN_HARM: Final[i64] = 1
"""Somebody thrown is a d6, and takes so much damage on a Success [special.throw]."""


def grapple(fight: OrreryFight, strike: Strike) -> AttackResult:
    """An unarmed attack that gets through takes hold instead of harming; both are Tethered until
    it ends [special.grapple]. It wakes a sleeper [health.asleep]."""
    attacker, target = strike.attacker, strike.target
    log.grapples(fight, attacker, target)
    if block.unblocked_successes(fight, strike) == 0 or not target.is_able():
        return AttackResult(False, 0)
    fight.take_hold(attacker, target)
    target.hidden = False
    log.tethered(fight, attacker, target)
    wake(fight, target)
    return AttackResult(True, 0, ("grappled",))


def escape(fight: OrreryFight, strike: Strike) -> AttackResult:
    """A close attack that would deal damage to the grappler ends the grapple; the damage is
    ignored [special.escape]."""
    who, grappler = strike.attacker, strike.target
    log.struggles(fight, who, grappler)
    if block.unblocked_successes(fight, strike) == 0:
        return AttackResult(False, 0)
    fight.let_go(who)
    log.escapes(fight, who, grappler)
    return AttackResult(True, 0, ("free",))


def let_go(fight: OrreryFight, who: Combatant) -> None:
    """The grappler ends the grapple, which takes no Action [special.grapple-ends]."""
    if who.holding == NOBODY:
        return
    held = fight.combatants[who.holding]
    fight.let_go(held)
    log.lets_go(fight, who, held)


def can_grapple(who: Combatant, target: Combatant) -> bool:
    """Whether neither of the two is in a grapple already [special.grapple-ends]."""
    return not who.is_tethered() and not target.is_tethered()


def can_throw(fight: OrreryFight, thrower: Combatant) -> bool:
    """Whether somebody holds one they can throw: at most one size class larger
    [special.throw-size]."""
    if thrower.holding == NOBODY:
        return False
    larger = fight.combatants[thrower.holding].sheet.size_class - thrower.sheet.size_class
    return larger <= fight.house.throw_size


def can_throw_to(fight: OrreryFight, thrower: Combatant, spot: i64) -> bool:
    """A throw goes up to Close [special.throw], not further up than that [special.throw-height],
    and through no closed gate [modifier.gate]."""
    here = thrower.spot
    return (
        fight.scene.bands[here][spot] <= CLOSE
        and fight.places.above(spot, here) <= CLOSE_METRES
        and barrier_between(fight, here, spot) is None
    )


def hurl(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> AttackResult:
    """The grappled is thrown at somebody up to Close, with Melee and d6: on a Success the thrown
    takes 1 damage, and the target takes what it does not Block [special.throw]."""
    log.hurls(fight, thrower, thrown, target)
    strike = throw_strike(fight, thrower, thrown, target)
    dealt = block.attack_successes(fight, strike)
    if dealt == 0:
        block.end_surprise(fight, thrower)
        return AttackResult(False, 0)
    blocked = block.block(fight, strike, dealt) if block.can_block(fight, is_unaware(strike)) else 0
    dealt = dealt - blocked if dealt > blocked else 0
    block.end_surprise(fight, thrower)
    land(fight, thrower, thrown, target.spot)
    hurt(fight, target, dealt, thrower, "special.throw")
    return AttackResult(dealt > 0, dealt, ("thrown",))


def toss(fight: OrreryFight, thrower: Combatant, spot: i64) -> None:
    """The grappled is thrown at nobody, to a spot or over an edge [special.landing]."""
    thrown = fight.combatants[thrower.holding]
    log.hurls(fight, thrower, thrown, None)
    found = block.attack_successes(fight, throw_strike(fight, thrower, thrown, thrown))
    block.end_surprise(fight, thrower)
    if found > 0:
        land(fight, thrower, thrown, spot)


def throw_strike(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> Strike:
    """The attack with somebody as its weapon [special.throw]."""
    band = fight.band(thrower, target)
    return Strike(
        thrower, target, MELEE, THROWN_DIE, 1, [], thrown.name, thrown.name, band, "special.throw"
    )


def land(fight: OrreryFight, thrower: Combatant, thrown: Combatant, spot: i64) -> None:
    """The thrown lands, Blocked or not, out of the grapple and with 1 damage [special.throw], and
    falls if it is far down [special.landing, environment.falling]."""
    drop = fight.places.above(thrower.spot, spot)
    fight.let_go(thrown)
    log.lands(fight, thrown, spot, drop > CLOSE_METRES)
    fight.put(thrown, spot)
    hurt(fight, thrown, THROWN_HARM, thrower, "special.throw")
    fall(fight, thrown, drop, thrower)
