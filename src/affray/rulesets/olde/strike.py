"""A blow: the opposed attempt, the damage of a hit, and the telling of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import Blow
from affray.rulesets.olde.adjustments import (
    Tally,
    armour_adjustments,
    attack_adjustments,
    damage_adjustments,
    defense_adjustments,
)
from affray.rulesets.olde.checks import EASY, MODERATE
from affray.rulesets.olde.criticals import CRITICAL, LEGENDARY, MOST_MARGIN, SOLID, fumble
from affray.rulesets.olde.dice import Effect, Opposed, highest, named
from affray.rulesets.olde.gear import BRAWN, FINESSE, Use, Weapon
from affray.rulesets.olde.health import hurt
from affray.rulesets.olde.reach import add_distance

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

HIT: Final[i64] = 0
MISS: Final[i64] = -1
"""The margins that are told apart where criticals are not played."""

LEAST_SOLID_DAMAGE: Final[i64] = 2
SOLID_DAMAGE: Final[i64] = 2
CRITICAL_DAMAGE: Final[i64] = 2


def strike(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    answering: i64,
    answer: str,
) -> Blow:
    """The opposed attempt and the damage of a hit. `answering` is what a counterattack or riposte
    is adjusted by."""
    tally = attack_adjustments(fight, attacker, use, manner)
    add_distance(fight, tally, attacker, target, use)
    tally.add(answering, answer, "options.advanced")
    margin = roll_attack(fight, attacker, target, use, tally)
    if margin < HIT:
        if fight.house.criticals:
            fumble(fight, attacker, target, weapon, use, margin)
        return Blow(False, 0)
    harm = damage(fight, attacker, target, weapon, use, manner, margin)
    hurt(fight, target, harm, attacker, ("attack.damage",))
    return Blow(True, harm)


def roll_attack(
    fight: OldeFight, attacker: Combatant, target: Combatant, use: Use, tally: Tally
) -> i64:
    """The defender's two Finesse dice and Defense Adjustment are the CR [attack.defense-first];
    the attacker's two dice of the weapon's stat [attack.check], which is Finesse for everything
    ranged [ranged.finesse], hit when they reach it. Gives the margin."""
    low, high = (-MOST_MARGIN, MOST_MARGIN) if fight.house.criticals else (MISS, HIT)
    rank = attacker.sheet.rank(use.stat)
    if target.helpless():
        cr = helpless_cr(fight, target)
        attempt = Opposed(0, cr, rank, tally.total, low, high)
        margin = fight.table.stage(attempt)
        if fight.heard:
            tell_cr(fight, target, int(cr))
    else:
        defense = defense_adjustments(fight, target, use.ranged)
        defends = target.sheet.rank(FINESSE)
        attempt = Opposed(defends, defense.total, rank, tally.total, low, high)
        margin = fight.table.stage(attempt)
        if fight.heard:
            tell_defense(fight, target, attempt, defends, defense)
    if fight.heard:
        tell_attack(fight, attacker, target, use, attempt, tally, margin >= HIT)
    return margin


def helpless_cr(fight: OldeFight, target: Combatant) -> i64:
    """Who cannot defend rolls nothing: CR 6 [conditions.list], or 9 where they lie senseless on
    the ground."""
    if target.hit_points <= 0 and target.marks[fight.scene.prone]:
        return MODERATE
    return EASY


def damage(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    margin: i64,
) -> i64:
    """The damage die and its adjustments, less the armour, and never below zero [attack.damage].
    The die explodes only by option [attack.damage-explodes]; very good hits do more, where
    criticals are played [options.criticals]."""
    added = damage_adjustments(fight, attacker, use, manner)
    armour = armour_adjustments(fight, target)
    die = damage_die(fight, attacker, use)
    heavy = use.stat == BRAWN
    least: i64 = 0
    full = False
    if fight.house.criticals:
        full, least = add_critical(fight, use, added, armour, die, margin, heavy)
    if full:
        top = highest(die)
        top = (top + 1) // 2 if use.unarmed else top
        dealt: i64 = top + added.total + armour.total
        dealt = dealt if dealt > least else least
        shown = [f"{top} at most"]
    else:
        roll = Effect(
            die, fight.house.damage_explodes, use.unarmed, added.total + armour.total, least
        )
        dealt = fight.table.stage(roll)
        shown = roll.shown
    if fight.heard:
        tell_damage(fight, attacker, target, weapon, use, die, shown, added, armour, dealt)
    return dealt


def damage_die(fight: OldeFight, attacker: Combatant, use: Use) -> i64:
    """The weapon's own die, or by option that of its Check Stat [attack.damage]; bare hands
    halve the Brawn die [unarmed.damage]."""
    if use.unarmed:
        return attacker.sheet.brawn
    return attacker.sheet.rank(use.stat) if fight.house.stat_damage else use.die


def add_critical(
    fight: OldeFight, use: Use, added: Tally, armour: Tally, die: i64, margin: i64, heavy: bool
) -> tuple[bool, i64]:
    """What a good margin does: whether the die counts in full, and the least damage. Brawn hits
    harder, Finesse finds the gap in the armour [options.criticals]."""
    if margin >= LEGENDARY:
        if heavy:
            top = highest(die)
            added.add((top + 1) // 2 if use.unarmed else top, "legendary hit", "options.criticals")
        else:
            armour.add(-armour.total, "legendary hit", "options.criticals")
        return True, 0
    if margin >= CRITICAL:
        if heavy:
            added.add(CRITICAL_DAMAGE, "critical hit", "options.criticals")
            return True, 0
        armour.add(-armour.total, "critical hit", "options.criticals")
        return False, 0
    if margin >= SOLID:
        if heavy:
            added.add(SOLID_DAMAGE, "solid hit", "options.criticals")
            return False, 0
        return False, LEAST_SOLID_DAMAGE
    return False, 0


# --- telling ---


def tell_cr(fight: OldeFight, target: Combatant, cr: int) -> None:
    """Tells the CR of somebody who cannot defend."""
    fight.tell("helpless", {"who": target.name, "cr": cr}, ("conditions.list",))


def tell_defense(
    fight: OldeFight, target: Combatant, attempt: Opposed, rank: i64, tally: Tally
) -> None:
    """Tells the Defense check with everything that made it up."""
    rules = ["attack.defense-first", "dice.rank", *tally.rules]
    add_dice_rules(rules, rank, attempt.first_dice)
    if target.sheet.too_heavy:
        rules.append("armor.brawn")
    fight.tell(
        "defense",
        {
            "who": target.name,
            "pool": named(rank, True),
            "dice": attempt.first_dice,
            "made_of": tally.text(),
            "cr": int(attempt.cr),
        },
        tuple(rules),
    )


def tell_attack(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    use: Use,
    attempt: Opposed,
    tally: Tally,
    hits: bool,
) -> None:
    """Tells the attack check with everything that made it up."""
    rules = ["attack.check", "dice.rank", *tally.rules]
    add_dice_rules(rules, attempt.second, attempt.second_dice)
    if use.ranged:
        rules.append("ranged.finesse")
    fight.tell(
        "strike",
        {
            "who": attacker.name,
            "target": target.name,
            "pool": named(attempt.second, True),
            "dice": attempt.second_dice,
            "made_of": tally.text(),
            "total": int(attempt.total),
            "cr": int(attempt.cr),
            "result": "hit" if hits else "miss",
        },
        tuple(rules),
    )


def add_dice_rules(rules: list[str], rank: i64, dice: list[str]) -> None:
    """Names the rules that changed how dice were read."""
    if any("→" in face for face in dice):
        rules.append("dice.odd")
    if any(face.startswith("+") for face in dice):
        rules.append("dice.explode")


def tell_damage(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    die: i64,
    shown: list[str],
    added: Tally,
    armour: Tally,
    dealt: i64,
) -> None:
    """Tells the damage with everything that made it up."""
    parts = added.parts + armour.parts
    rules = ["attack.damage", *added.rules, *armour.rules]
    if use.unarmed:
        rules.append("unarmed.damage")
    if fight.house.damage_explodes and any(face.startswith("+") for face in shown):
        rules.append("attack.damage-explodes")
    fight.tell(
        "damage",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": weapon.name,
            "pool": ("half of " if use.unarmed else "") + named(die, False),
            "dice": shown,
            "made_of": f" ({', '.join(parts)})" if parts else "",
            "damage": int(dealt),
        },
        tuple(rules),
    )
