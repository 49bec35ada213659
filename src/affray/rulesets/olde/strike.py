"""A strike: the opposed attempt, and the damage of a hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

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
from affray.rulesets.olde.checks import EASY, MODERATE, Challenge, check
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


@mypyc_attr(acyclic=True)
class Attack:
    """An attack: who attacks whom, with which use of which weapon, and in which manner."""

    def __init__(
        self,
        fight: OldeFight,
        attacker: Combatant,
        target: Combatant,
        weapon: Weapon,
        use: Use,
        manner: i64 = PLAIN,
    ) -> None:
        self.fight: Final = fight
        self.attacker: Final = attacker
        self.target: Final = target
        self.weapon: Final = weapon
        self.use: Final = use
        self.manner: Final[i64] = manner


def strike(
    attack: Attack, is_parrying: bool = False, answering: i64 = 0, answer: str = ""
) -> AttackResult:
    """Make the opposed attempt, and deal the damage of a hit.

    `answering` adjusts a counterattack or riposte, whose name is `answer`.
    """
    fight = attack.fight
    tally = Tally(fight.has_listener)
    add_attack(tally, attack)
    add_distance(tally, attack)
    tally.add(answering, answer, "options.advanced")
    attempt = roll_attack(attack, tally, is_parrying)
    if attempt.margin < HIT:
        if fight.house.criticals:
            fumble(attack, attempt.margin)
        return MISSED
    if is_parrying and parry_succeeds(attack, attempt.made):
        return PARRIED
    harm = roll_damage(attack, damage_of(attack, attempt.margin))
    hurt(fight, attack.target, harm, attack.attacker, BY_DAMAGE)
    return AttackResult(True, harm)


def roll_attack(attack: Attack, tally: Tally, is_parrying: bool = False) -> OpposedAttempt:
    """Roll two dice of the weapon's stat against the defender's CR; to reach it is a hit
    [attack.check].

    The stat is Finesse for everything ranged [ranged.finesse].
    """
    defense = Tally(attack.fight.has_listener)
    attempt = attack_attempt(attack, tally, defense, is_parrying)
    attack.fight.table.stage(attempt)
    log.defense_check(attack, attempt, defense)
    log.attack_check(attack, attempt, tally, attempt.margin >= HIT)
    return attempt


def attack_attempt(
    attack: Attack, tally: Tally, defense: Tally, is_parrying: bool = False
) -> OpposedAttempt:
    """Return the opposed attempt of an attack with these adjustments, not rolled yet.

    `defense` takes the target's adjustments.
    """
    defends = defense_rank(attack.target, attack.use, defense)
    low, high = (-MOST_MARGIN, MOST_MARGIN) if attack.fight.house.criticals else (MISS, HIT)
    attacks = attack.attacker.sheet.rank(attack.use.check_stat)
    return OpposedAttempt(defends, defense.total, attacks, tally.total, low, high, is_parrying)


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


def parry_succeeds(attack: Attack, made: i64) -> bool:
    """Check weapon against weapon: to reach the attack check as it was made stops the blow
    [options.parry]."""
    fight, parrier, attacker = attack.fight, attack.target, attack.attacker
    weapon = parrier.held_weapon()
    use = weapon.use(False)
    tally = Tally(fight.has_listener)
    add_attack(tally, Attack(fight, parrier, attacker, weapon, use))
    challenge = Challenge(made, f"to parry {attacker.name}", "options.parry", "the attack check")
    return check(fight, parrier, use.check_stat, tally, challenge)


def damage_of(attack: Attack, margin: i64) -> Damage:
    """Return what the damage of a hit by a margin is made of, not rolled yet.

    Very good hits do more where criticals are played [options.criticals].
    """
    fight, use = attack.fight, attack.use
    added = Tally(fight.has_listener)
    add_damage(added, attack)
    armour = Tally(fight.has_listener)
    add_armour(armour, attack.target)
    die = attack.attacker.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    damage = Damage(die, fight.house.damage_explodes, use.unarmed, added, armour)
    if fight.house.criticals:
        improve(damage, margin, use.check_stat == BRAWN)
    return damage


def roll_damage(attack: Attack, damage: Damage) -> i64:
    """Roll the damage die, add adjustments and take the armour off [attack.damage].

    The die explodes only as a house rule [attack.damage-explodes].
    """
    dealt = damage.roll(attack.fight.table)
    log.damage_rolled(attack, damage, dealt)
    return dealt
