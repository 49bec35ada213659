"""Grapples: taking hold, throwing whom one holds, and getting away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.rulesets.orrery.block import block, blocks, successes, through
from affray.rulesets.orrery.environment import fall
from affray.rulesets.orrery.gear import MELEE
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import Strike

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
        fight.tell("grapples", {"who": attacker.name, "target": target.name}, ("special.grapple",))
    dealt = through(fight, strike)
    if dealt == 0 or not target.able():
        return AttackResult(False, 0)
    target.held_by = attacker.index
    target.hidden = False
    if fight.wants_events:
        fight.tell(
            "tethered",
            {"who": attacker.name, "target": target.name},
            ("special.grapple", "status.tethered"),
        )
    return AttackResult(True, 0, ("grappled",))


def escape(fight: OrreryFight, strike: Strike) -> AttackResult:
    """A close attack that would deal damage to the grappler ends the grapple; the damage is
    ignored [special.escape]."""
    who, grappler = strike.attacker, strike.target
    if fight.wants_events:
        fight.tell("struggles", {"who": who.name, "target": grappler.name}, ("special.escape",))
    if through(fight, strike) == 0:
        return AttackResult(False, 0)
    fight.let_go(who)
    if fight.wants_events:
        fight.tell("escapes", {"who": who.name, "target": grappler.name}, ("special.escape",))
    return AttackResult(True, 0, ("free",))


def let_go(fight: OrreryFight, who: Combatant) -> None:
    """The grappler ends the grapple, which takes no Action [special.grapple]."""
    held = fight.held_by(who)
    if held is None:
        return
    fight.let_go(held)
    if fight.wants_events:
        fight.tell("lets go", {"who": who.name, "target": held.name}, ("special.grapple",))


def hurl(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> AttackResult:
    """The grappled is thrown at somebody up to Close, with Melee and d6: on a Success the thrown
    takes 1 damage and lands there, and the target takes what it does not Block
    [special.throw]."""
    strike = throwing(fight, thrower, thrown, target)
    dealt = successes(fight, strike)
    if dealt == 0:
        end_surprise(thrower)
        return AttackResult(False, 0)
    blocked = block(fight, strike, dealt) if blocks(fight, strike) else 0
    dealt = dealt - blocked if dealt > blocked else 0
    end_surprise(thrower)
    land(fight, thrower, thrown, target.spot)
    hurt(fight, target, dealt, thrower, "special.throw")
    return AttackResult(dealt > 0, dealt, ("thrown",))


def toss(fight: OrreryFight, thrower: Combatant, thrown: Combatant, spot: i64) -> None:
    """The grappled is thrown at nobody, to a spot up to Close: off a wall, for instance
    [special.throw]."""
    found = successes(fight, throwing(fight, thrower, thrown, thrown))
    end_surprise(thrower)
    if found > 0:
        land(fight, thrower, thrown, spot)


def throwing(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> Strike:
    """The attack with somebody as its weapon."""
    if fight.wants_events:
        at = f" at {target.name}" if target is not thrown else ""
        parts: dict[str, object] = {"who": thrower.name, "thrown": thrown.name, "at": at}
        fight.tell("hurls", parts, ("special.throw",))
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
