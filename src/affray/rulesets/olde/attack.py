"""Attacks: declared, perhaps forestalled, struck, and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Option
from affray.rulesets.olde import log, verbs
from affray.rulesets.olde.adjustments import FULL_EFFORT, HASTY, PLAIN, Tally, add_attack
from affray.rulesets.olde.hands import lose
from affray.rulesets.olde.reactions import PARRIED, counterattacks, is_parrying, ripostes
from affray.rulesets.olde.sheet import BARE, Adjustment, Use, Weapon
from affray.rulesets.olde.strike import HIT, roll_attack, strike

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

PANIC: Final = Adjustment(name="panic attack", rule="options.advanced", defense=-1)
ALL_OUT: Final = Adjustment(name="all-out attack", rule="options.advanced", defense=-3)
FORESTALLED: Final = AttackResult(False, 0, ("forestalled",))
AIMING: Final = Adjustment(name="aimed shot", rule="options.advanced", defense=-3)


def attack(fight: OldeFight, attacker: Combatant, option: Option) -> AttackResult:
    """Make an attack: declare it, let the target forestall it, strike, and let the target
    answer."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    from_afar = option.verb == verbs.SHOOT
    use = weapon.use(from_afar)
    declare(fight, attacker, target, weapon, use, option.value)

    may_be_answered = not from_afar and fight.house.advanced_actions
    if may_be_answered and counterattacks(fight, attacker, target):
        return FORESTALLED
    parrying = may_be_answered and is_parrying(fight, attacker, target)
    result = strike(fight, attacker, target, weapon, use, option.value, parrying)
    if parrying:
        target.adjust(PARRIED)
    spend_missile(fight, attacker, target, weapon, use)
    if may_be_answered:
        ripostes(fight, attacker, target, result.damage)
    return result


def declare(
    fight: OldeFight, attacker: Combatant, target: Combatant, weapon: Weapon, use: Use, manner: i64
) -> None:
    """Declare who attacks whom and how."""
    cost = cost_of_manner(use, manner)
    if cost is not None:
        attacker.adjust(cost)
    log.attack_declared(fight, attacker, target, weapon, use, manner)


def cost_of_manner(use: Use, manner: i64) -> Adjustment | None:
    """Return what haste or abandon costs in Defense until the next Reset [options.advanced]."""
    if manner == HASTY and not use.ranged:
        return PANIC
    if manner == FULL_EFFORT:
        return AIMING if use.ranged else ALL_OUT
    return None


def spend_missile(
    fight: OldeFight, attacker: Combatant, target: Combatant, weapon: Weapon, use: Use
) -> None:
    """Leave what was thrown in the target's space; a crossbow has to be reset."""
    if use.thrown and int(weapon.index) in attacker.arms:
        lose(fight, attacker, weapon)
        fight.lay_down(weapon, target.cell, True)
        log.lies(fight, weapon, target.cell)
    elif use.crossbow:
        attacker.loaded = False


def close_in(fight: OldeFight, attacker: Combatant, target: Combatant) -> None:
    """Enter the space of an enemy who defends it, by a Brawling attack that hits [reach.enter]."""
    weapon = fight.scene.weapons[BARE]
    use = weapon.use(False)
    log.closes_in(fight, attacker, target)
    tally = Tally(fight.has_listener)
    add_attack(tally, attacker, weapon, use, PLAIN)
    if roll_attack(fight, attacker, target, use, tally).margin >= HIT:
        fight.put(attacker, target.cell)
        log.moves(fight, attacker, "gets in", "reach.enter")
