"""A strike: the opposed attempt, and the damage of a hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.rulesets.olde import log
from affray.rulesets.olde.adjustments import (
    PLAIN,
    Tally,
    add_armour,
    add_attack,
    add_damage,
    add_defense,
)
from affray.rulesets.olde.checks import EASY, MODERATE, check
from affray.rulesets.olde.criticals import MOST_MARGIN, fumble, improve
from affray.rulesets.olde.damage import Damage
from affray.rulesets.olde.dice import OpposedAttempt
from affray.rulesets.olde.health import hurt
from affray.rulesets.olde.reach import add_distance
from affray.rulesets.olde.sheet import BRAWN, FINESSE, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

HIT: Final[i64] = 0
MISS: Final[i64] = -1
"""The margins that are told apart where criticals are not played."""

MISSED: Final = AttackResult(False, 0)
PARRIED: Final = AttackResult(False, 0, ("parried",))

BY_DAMAGE: Final = ("attack.damage",)


def strike(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    is_parrying: bool = False,
    answering: i64 = 0,
    answer: str = "",
) -> AttackResult:
    """Make the opposed attempt, and deal the damage of a hit.

    `answering` adjusts a counterattack or riposte, whose name is `answer`.
    """
    tally = Tally(fight.has_listener)
    add_attack(tally, attacker, weapon, use, manner)
    add_distance(tally, fight, attacker, target, use)
    tally.add(answering, answer, "options.advanced")
    attempt = roll_attack(fight, attacker, target, use, tally, is_parrying)
    if attempt.margin < HIT:
        if fight.house.criticals:
            fumble(fight, attacker, target, weapon, use, attempt.margin)
        return MISSED
    if is_parrying and parry_succeeds(fight, attacker, target, attempt.made):
        return PARRIED
    harm = roll_damage(fight, attacker, target, weapon, use, manner, attempt.margin)
    hurt(fight, target, harm, attacker, BY_DAMAGE)
    return AttackResult(True, harm)


def roll_attack(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    use: Use,
    tally: Tally,
    is_parrying: bool = False,
) -> OpposedAttempt:
    """Roll two dice of the weapon's stat against the defender's CR; to reach it is a hit
    [attack.check].

    The stat is Finesse for everything ranged [ranged.finesse].
    """
    defense = Tally(fight.has_listener)
    attempt = attack_attempt(fight, attacker, target, use, tally, defense, is_parrying)
    fight.table.stage(attempt)
    log.defense_check(fight, target, attempt, defense)
    log.attack_check(fight, attacker, target, use, attempt, tally, attempt.margin >= HIT)
    return attempt


def attack_attempt(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    use: Use,
    attack: Tally,
    defense: Tally,
    is_parrying: bool = False,
) -> OpposedAttempt:
    """Return the opposed attempt of an attack with these adjustments, not rolled yet.

    `defense` takes the target's adjustments.
    """
    defends = defense_rank(target, use, defense)
    low, high = (-MOST_MARGIN, MOST_MARGIN) if fight.house.criticals else (MISS, HIT)
    attacks = attacker.sheet.rank(use.check_stat)
    return OpposedAttempt(defends, defense.total, attacks, attack.total, low, high, is_parrying)


def defense_rank(target: Combatant, use: Use, tally: Tally) -> i64:
    """Return the rank of the two Finesse dice that, with the Defense Adjustment, make the CR
    [attack.defense-first].

    It is 0 for a target who cannot defend: the adjustment alone is the CR.
    """
    if target.is_helpless():
        tally.total = helpless_cr(target)
        return 0
    add_defense(tally, target, use.ranged)
    return target.sheet.rank(FINESSE)


def helpless_cr(target: Combatant) -> i64:
    """Return the CR of a target who rolls no Defense: 6, or 9 if it lies senseless on the
    ground."""
    if target.hit_points <= 0 and target.is_prone():
        return MODERATE
    return EASY


def parry_succeeds(fight: OldeFight, attacker: Combatant, target: Combatant, made: i64) -> bool:
    """Check weapon against weapon: to reach the attack check as it was made stops the blow
    [options.parry]."""
    weapon = target.held_weapon()
    use = weapon.use(False)
    tally = Tally(fight.has_listener)
    add_attack(tally, target, weapon, use, PLAIN)
    stat = use.check_stat
    return check(fight, target, stat, tally, made, "to parry ", "options.parry", attacker.name)


def roll_damage(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    margin: i64,
) -> i64:
    """Roll the damage die, add adjustments and take the armour off [attack.damage].

    The die explodes only as a house rule [attack.damage-explodes].
    """
    damage = damage_of(fight, attacker, target, weapon, use, manner, margin)
    dealt = damage.roll(fight.table)
    log.damage_rolled(fight, attacker, target, weapon, use, damage, dealt)
    return dealt


def damage_of(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    margin: i64,
) -> Damage:
    """Return what the damage of a hit by a margin is made of, not rolled yet.

    Very good hits do more where criticals are played [options.criticals].
    """
    added = Tally(fight.has_listener)
    add_damage(added, attacker, weapon, use, manner)
    armour = Tally(fight.has_listener)
    add_armour(armour, target)
    die = attacker.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    damage = Damage(die, fight.house.damage_explodes, use.unarmed, added, armour)
    if fight.house.criticals:
        improve(damage, margin, use.check_stat == BRAWN)
    return damage
