"""A strike: the opposed attempt, and the damage of a hit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.rulesets.olde import tell
from affray.rulesets.olde.adjustments import (
    PLAIN,
    Tally,
    armour_adjustments,
    armour_total,
    attack_adjustments,
    attack_total,
    damage_adjustments,
    damage_total,
    defense_adjustments,
    defense_total,
)
from affray.rulesets.olde.checks import EASY, MODERATE, check
from affray.rulesets.olde.criticals import MOST_MARGIN, SOLID, fumble, improve
from affray.rulesets.olde.damage import Damage
from affray.rulesets.olde.dice import OpposedAttempt, throw_check, throw_single_die
from affray.rulesets.olde.health import hurt
from affray.rulesets.olde.reach import add_distance, distance_adjustment
from affray.rulesets.olde.sheet import BRAWN, FINESSE, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

HIT: Final[i64] = 0
MISS: Final[i64] = -1
"""The margins that are told apart where criticals are not played."""

MISSED: Final = AttackResult(False, 0)
HITS: Final = [AttackResult(True, harm) for harm in range(40)]
"""What attacks come to that do no more than harm, by how much they do."""

PARRIED: Final = AttackResult(False, 0, ("parried",))


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
    """The opposed attempt and the damage of a hit. `answering` is what a counterattack or riposte
    is adjusted by."""
    is_unseen = not fight.table.follows_stages and not fight.wants_events
    if is_unseen:
        adjusted = attack_total(fight.house, attacker, weapon, use, manner) + answering
        adjusted += distance_total(fight, attacker, target, use)
        margin, made = throw_attack(fight, attacker, target, use, adjusted)
    else:
        tally = attack_adjustments(fight, attacker, weapon, use, manner)
        add_distance(fight, tally, attacker, target, use)
        tally.add(answering, answer, "options.advanced")
        margin, made = roll_attack(fight, attacker, target, use, tally, is_parrying)
    if margin < HIT:
        if fight.house.criticals:
            fumble(fight, attacker, target, weapon, use, margin)
        return MISSED
    if is_parrying and parry_succeeds(fight, attacker, target, made):
        return PARRIED
    if is_parrying and fight.table.merges_ways:
        # only an attack is parried, never an answer to one, so nothing else is under way
        numbers = (attacker.index, target.index, weapon.index, manner, margin)
        fight.table.merge_ways(fight, ("not parried", numbers))
    if is_unseen and (margin < SOLID or not fight.house.criticals):
        harm = throw_damage(fight, attacker, target, weapon, use, manner)
    else:
        adjusts = damage_adjustments(fight, attacker, weapon, use, manner)
        harm = damage(fight, attacker, target, weapon, use, adjusts, margin)
    hurt(fight, target, harm, attacker, ("attack.damage",))
    return HITS[harm] if harm < len(HITS) else AttackResult(True, harm)


def roll_attack(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    use: Use,
    tally: Tally,
    is_parrying: bool = False,
) -> tuple[i64, i64]:
    """By how much an attack hits, less than HIT if it misses, and what a hit that may be parried
    came to.

    The defender's two Finesse dice and Defense Adjustment are the CR [attack.defense-first]; the
    attacker's two dice of the weapon's stat [attack.check], which is Finesse for everything ranged
    [ranged.finesse], hit when they reach it. Who cannot defend rolls nothing [conditions.list]."""
    if not fight.table.follows_stages and not fight.wants_events:
        return throw_attack(fight, attacker, target, use, tally.total)
    attacks = attacker.sheet.rank(use.check_stat)
    defends: i64 = 0
    if target.is_helpless():
        defense = Tally(False)
        defense.total = helpless_cr(target)
    else:
        defense = defense_adjustments(fight, target, use.ranged)
        defends = target.sheet.rank(FINESSE)
    low, high = (-MOST_MARGIN, MOST_MARGIN) if fight.house.criticals else (MISS, HIT)
    attempt = OpposedAttempt(defends, defense.total, attacks, tally.total, low, high, is_parrying)
    fight.table.stage(attempt)
    if fight.wants_events:
        if defends:
            tell.defense_check(fight, target, attempt, defense)
        else:
            tell.cannot_defend(fight, target, defense.total)
        tell.attack_check(fight, attacker, target, use, attempt, tally, attempt.margin >= HIT)
    return attempt.margin, attempt.made


def throw_attack(
    fight: OldeFight, attacker: Combatant, target: Combatant, use: Use, adjusts: i64
) -> tuple[i64, i64]:
    """The same where nobody sees the dice, with all that adjusts the attack."""
    if target.is_helpless():
        cr = helpless_cr(target)
    else:
        cr = defense_total(target, use.ranged)
        cr += throw_check(fight.table, target.sheet.rank(FINESSE))
    total = adjusts + throw_check(fight.table, attacker.sheet.rank(use.check_stat))
    return total - cr, total


def parry_succeeds(fight: OldeFight, attacker: Combatant, target: Combatant, made: i64) -> bool:
    """Weapon against weapon: the CR is the attack check as it was made, and to reach it stops the
    blow [options.parry]."""
    weapon = target.held_weapon()
    use = weapon.use(False)
    if not fight.table.follows_stages and not fight.wants_events:
        adjusted = attack_total(fight.house, target, weapon, use, PLAIN)
        return throw_check(fight.table, target.sheet.rank(use.check_stat)) + adjusted >= made
    tally = attack_adjustments(fight, target, weapon, use, PLAIN)
    why = f"to parry {attacker.name}" if fight.wants_events else ""
    return check(fight, target, use.check_stat, tally, made, why, "options.parry")


def helpless_cr(target: Combatant) -> i64:
    """Who cannot defend rolls nothing: CR 6 [conditions.list], or 9 where they lie senseless on
    the ground."""
    if target.hit_points <= 0 and target.is_prone():
        return MODERATE
    return EASY


def distance_total(fight: OldeFight, attacker: Combatant, target: Combatant, use: Use) -> i64:
    """What distance and sight do to an attack."""
    field = fight.scene.field
    sight = field.sight(attacker.cell, target.cell)
    distance: i64 = 0
    if use.ranged:
        distance = field.spaces(attacker.cell, target.cell)
    return distance_adjustment(fight.house, use, sight, target, distance)


def throw_damage(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
) -> i64:
    """The damage of a hit that no margin improves, where nobody sees the dice: see `damage`."""
    house = fight.house
    die = attacker.sheet.damage_rank(use, house.damage_die == "check-stat")
    thrown = throw_single_die(fight.table, die, house.damage_explodes)
    if use.unarmed:
        thrown = (thrown + 1) // 2
    found = thrown + damage_total(attacker, weapon, use, manner) + armour_total(target)
    return found if found > 0 else 0


def damage(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    adjusts: Tally,
    margin: i64,
) -> i64:
    """The damage die and its adjustments, less the armour [attack.damage], and never below zero
    [attack.no-harm]. The die explodes only by option [attack.damage-explodes]; very good hits do
    more, where criticals are played [options.criticals]."""
    found = Damage(
        attacker.sheet.damage_rank(use, fight.house.damage_die == "check-stat"),
        use.unarmed,
        adjusts,
        armour_adjustments(fight, target),
    )
    if fight.house.criticals:
        improve(found, margin, use.check_stat == BRAWN)
    dealt = found.roll(fight.table, fight.house.damage_explodes)
    if fight.wants_events:
        tell.damage_rolled(fight, attacker, target, weapon, use, found, dealt)
    return dealt
