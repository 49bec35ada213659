"""Harm without an attacker: falling, and being crushed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import GM, Question
from affray.rulesets.orrery import log
from affray.rulesets.orrery.block import block_with, can_block
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import add_to_any_block
from affray.rulesets.orrery.pool import Advantage, test_successes
from affray.rulesets.orrery.sheet import (
    CLOSE_METRES,
    DEFENSE,
    MELEE,
    MOON,
    NEARBY_METRES,
    Hazard,
)

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


def fall_damage(metres: i64) -> i64:
    """Return the damage of a fall: 1 beyond Close, 2 at Nearby, 1 more for each further Nearby
    [environment.metres]."""
    if metres <= CLOSE_METRES:
        return 0
    return 1 + metres // NEARBY_METRES


def fall(fight: OrreryFight, who: Combatant, metres: i64, by: Combatant | None) -> None:
    """Let a combatant fall, which cannot be Blocked and is no attack [environment.falling]."""
    harm = fall_damage(metres)
    if harm == 0 or not fight.can_be_harmed(who):
        return
    log.falls(fight, who, metres, harm)
    if may_test_against_fall(fight, who):
        harm -= test_against_fall(fight, who)
        if harm <= 0:
            log.does(fight, "unhurt", who, "environment.fall-test")
    hurt(fight, who, harm, by, "environment.falling")


def may_test_against_fall(fight: OrreryFight, who: Combatant) -> bool:
    """Return whether there is a Test to lower the damage of a fall.

    By option always, otherwise if a game master allows it; never for the down and the defenseless.
    """
    if not who.can_act():
        return False
    if fight.house.fall_test == "always":
        return True
    if not fight.scene.has_game_master:
        return False
    options = fight.scene.options
    verdict = fight.ask(Question("allow test", GM, who.index, options.fall_test))
    return verdict is options.yes_test


def test_against_fall(fight: OrreryFight, who: Combatant) -> i64:
    """Return the Successes of Moon and Defense; each reduces a fall's damage by one
    [environment.fall-test]."""
    unmodified = Advantage(fight.has_listener)
    return test_successes(fight, who, MOON, DEFENSE, unmodified, "environment.fall-test")


def crush_damage(size: i64, fast: bool) -> i64:
    """Return the damage of a falling object: 1 for an Item, 1 more for each size class, 1 if far or
    fast."""
    return 1 + size + (1 if fast else 0)


def crush(fight: OrreryFight, who: Combatant, size: i64, fast: bool) -> None:
    """Drop something on a combatant, as a close combat attack Blocked with Melee
    [environment.crushed]."""
    if not fight.can_be_harmed(who):
        return
    harm = crush_damage(size, fast)
    log.crushes(fight, who, size, fast, harm)
    unaware = who.is_defenseless()
    if can_block(fight, unaware):
        advantage = Advantage(fight.has_listener)
        add_to_any_block(fight, who, MELEE, unaware, advantage)
        harm -= block_with(fight, who, MELEE, advantage, harm)
    hurt(fight, who, harm, None, "environment.crushed")


def strike_hazard(fight: OrreryFight, hazard: Hazard) -> None:
    """Let a hazard of the scenario strike its victim, or every combatant at its spot."""
    log.hazard(fight, hazard)
    for who in fight.combatants:
        if who.index != hazard.victim and who.spot != hazard.spot:
            continue
        if hazard.metres:
            fall(fight, who, hazard.metres, None)
        else:
            crush(fight, who, hazard.size, hazard.fast)
