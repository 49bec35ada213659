"""Grapples: taking hold, throwing the held combatant, and escaping."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import NOBODY
from affray.rulesets.orrery import block, log
from affray.rulesets.orrery.environment import fall
from affray.rulesets.orrery.health import hurt, wake
from affray.rulesets.orrery.modifiers import Strike, barrier_on
from affray.rulesets.orrery.sheet import CLOSE_METRES, MELEE, Means
from affray.space.bands import CLOSE

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

THROWN_DIE: Final[i64] = 6
THROWN_HARM: Final[i64] = 1
"""The damage that a thrown combatant, which counts as a d6, takes on a Success [special.throw]."""


def grapple(fight: OrreryFight, strike: Strike) -> AttackResult:
    """Take hold of the target with an unarmed attack instead of harming it [special.grapple].

    It wakes a sleeper.
    """
    attacker, target = strike.attacker, strike.target
    log.does_to(fight, "grapples", attacker, target, "special.grapple")
    if block.unblocked_successes(fight, strike) == 0 or not target.is_able():
        return AttackResult(False, 0)
    fight.take_hold(attacker, target)
    target.hidden = False
    log.does_to(fight, "tethered", attacker, target, "special.grapple", "status.tethered")
    wake(fight, target)
    return AttackResult(True, 0, ("grappled",))


def escape(fight: OrreryFight, strike: Strike) -> AttackResult:
    """End a grapple with a close attack that would deal damage to the grappler [special.escape].

    The damage is ignored.
    """
    who, grappler = strike.attacker, strike.target
    log.does_to(fight, "struggles", who, grappler, "special.escape")
    if block.unblocked_successes(fight, strike) == 0:
        return AttackResult(False, 0)
    fight.let_go(who)
    log.does_to(fight, "escapes", who, grappler, "special.escape")
    return AttackResult(True, 0, ("free",))


def let_go(fight: OrreryFight, who: Combatant) -> None:
    """Let go of the held combatant, which takes no Action [special.grapple-ends]."""
    if who.holding == NOBODY:
        return
    held = fight.combatants[who.holding]
    fight.let_go(held)
    log.does_to(fight, "lets go", who, held, "special.grapple-ends")


def can_grapple(who: Combatant, target: Combatant) -> bool:
    """Return whether neither of the two is in a grapple already."""
    return not who.is_tethered() and not target.is_tethered()


def can_throw(fight: OrreryFight, thrower: Combatant) -> bool:
    """Return whether a combatant holds another of a size that can be thrown
    [special.throw-size]."""
    if thrower.holding == NOBODY:
        return False
    larger = fight.combatants[thrower.holding].sheet.size_class - thrower.sheet.size_class
    return larger <= fight.house.throw_size


def can_throw_to(fight: OrreryFight, thrower: Combatant, spot: i64) -> bool:
    """Return whether a spot is within a throw: up to Close, and not too far up
    [special.throw-height].

    No throw goes through a closed gate.
    """
    here = thrower.spot
    return (
        fight.scene.bands[here][spot] <= CLOSE
        and fight.places.above(spot, here) <= CLOSE_METRES
        and barrier_on(fight, fight.scene.sight.line(here, spot)) is None
    )


def hurl(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> AttackResult:
    """Throw the held combatant at a target up to Close, with Melee and d6 [special.throw].

    On a Success the thrown combatant takes 1 damage, and the target takes the damage it does not
    Block.
    """
    log.hurls(fight, thrower, thrown, target)
    strike = throw_strike(fight, thrower, thrown, target)
    dealt = block.attack_successes(fight, strike)
    if dealt == 0:
        block.end_surprise(fight, thrower)
        return AttackResult(False, 0)
    blocked = block.block(fight, strike, dealt) if block.can_block(fight, strike.is_unaware) else 0
    dealt = dealt - blocked if dealt > blocked else 0
    block.end_surprise(fight, thrower)
    land(fight, thrower, thrown, target.spot)
    hurt(fight, target, dealt, thrower, "special.throw")
    return AttackResult(dealt > 0, dealt, ("thrown",))


def toss(fight: OrreryFight, thrower: Combatant, spot: i64) -> None:
    """Throw the held combatant to a spot or over an edge, without a target."""
    thrown = fight.combatants[thrower.holding]
    log.hurls(fight, thrower, thrown, None)
    found = block.attack_successes(fight, throw_strike(fight, thrower, thrown, thrown))
    block.end_surprise(fight, thrower)
    if found > 0:
        land(fight, thrower, thrown, spot)


def throw_strike(
    fight: OrreryFight, thrower: Combatant, thrown: Combatant, target: Combatant
) -> Strike:
    """Return the strike that uses a combatant as its weapon."""
    means = Means(MELEE, [], thrown.name, thrown.name, "special.throw")
    return Strike(thrower, target, means, THROWN_DIE, fight.line(thrower, target))


def land(fight: OrreryFight, thrower: Combatant, thrown: Combatant, spot: i64) -> None:
    """Land a thrown combatant, Blocked or not, out of the grapple [special.landing].

    It takes 1 damage, and falls if it is far down.
    """
    drop = fight.places.above(thrower.spot, spot)
    fight.let_go(thrown)
    log.lands(fight, thrown, spot, drop > CLOSE_METRES)
    fight.put(thrown, spot)
    hurt(fight, thrown, THROWN_HARM, thrower, "special.throw")
    fall(fight, thrown, drop, thrower)
