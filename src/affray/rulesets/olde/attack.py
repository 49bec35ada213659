"""Attacks: declared, perhaps forestalled, struck, and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Option
from affray.rulesets.olde import log, verbs
from affray.rulesets.olde.adjustments import FULL_EFFORT, HASTY, Tally, add_attack
from affray.rulesets.olde.hands import lose
from affray.rulesets.olde.reactions import PARRIED, counterattacks, is_parrying, ripostes
from affray.rulesets.olde.sheet import BARE, Adjustment, Use
from affray.rulesets.olde.strike import HIT, Attack, roll_attack, strike

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

PANIC: Final = Adjustment(name="panic attack", rule="options.advanced", defense=-1)
ALL_OUT: Final = Adjustment(name="all-out attack", rule="options.advanced", defense=-3)
AIMING: Final = Adjustment(name="aimed shot", rule="options.advanced", defense=-3)

FORESTALLED: Final = AttackResult(False, 0, ("forestalled",))


def make_attack(fight: OldeFight, attacker: Combatant, option: Option) -> AttackResult:
    """Make an attack: declare it, let the target forestall it, strike, and let the target
    answer."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    use = weapon.use(option.verb == verbs.SHOOT)
    attack = Attack(fight, attacker, target, weapon, use, option.value)
    declare(attack)

    may_be_answered = not use.ranged and fight.house.advanced_actions
    if may_be_answered and counterattacks(attack):
        return FORESTALLED
    parrying = may_be_answered and is_parrying(attack)
    result = strike(attack, parrying)
    if parrying:
        target.adjust(PARRIED)
    spend_missile(attack)
    if may_be_answered:
        ripostes(attack, result.damage)
    return result


def declare(attack: Attack) -> None:
    """Declare who attacks whom and how."""
    cost = cost_of_manner(attack.use, attack.manner)
    if cost is not None:
        attack.attacker.adjust(cost)
    log.attack_declared(attack)


def cost_of_manner(use: Use, manner: i64) -> Adjustment | None:
    """Return what haste or abandon costs in Defense until the next Reset [options.advanced]."""
    if manner == HASTY and not use.ranged:
        return PANIC
    if manner == FULL_EFFORT:
        return AIMING if use.ranged else ALL_OUT
    return None


def spend_missile(attack: Attack) -> None:
    """Leave what was thrown in the target's space; a crossbow has to be reset."""
    fight, attacker, weapon = attack.fight, attack.attacker, attack.weapon
    if attack.use.thrown and int(weapon.index) in attacker.arms:
        lose(attacker, weapon)
        fight.lay_down(weapon, attack.target.cell, True)
        log.lies(fight, weapon, attack.target.cell)
    elif attack.use.crossbow:
        attacker.loaded = False


def close_in(fight: OldeFight, attacker: Combatant, target: Combatant) -> None:
    """Enter the space of an enemy who defends it, by a Brawling attack that hits [reach.enter]."""
    weapon = fight.scene.weapons[BARE]
    attack = Attack(fight, attacker, target, weapon, weapon.use(False))
    log.closes_in(fight, attacker, target)
    tally = Tally(fight.has_listener)
    add_attack(tally, attack)
    if roll_attack(attack, tally).margin >= HIT:
        fight.put(attacker, target.cell)
        log.moves(fight, attacker, "gets in", "reach.enter")
