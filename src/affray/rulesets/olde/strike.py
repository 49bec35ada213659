"""A blow: the opposed attempt, the damage of a hit, and the telling of both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.table import Table
from affray.rulesets.olde.adjustments import (
    Tally,
    armour_adjustments,
    attack_adjustments,
    damage_adjustments,
    defense_adjustments,
)
from affray.rulesets.olde.checks import EASY, MODERATE
from affray.rulesets.olde.criticals import MOST_MARGIN, fumble, improve
from affray.rulesets.olde.dice import Effect, Opposed, highest, named
from affray.rulesets.olde.gear import BRAWN, FINESSE, STATS, Use, Weapon
from affray.rulesets.olde.health import hurt
from affray.rulesets.olde.reach import add_distance

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

HIT: Final[i64] = 0
MISS: Final[i64] = -1
"""The margins that are told apart where criticals are not played."""


def strike(
    fight: OldeFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    use: Use,
    manner: i64,
    answering: i64,
    answer: str,
) -> AttackResult:
    """The opposed attempt and the damage of a hit. `answering` is what a counterattack or riposte
    is adjusted by."""
    tally = attack_adjustments(fight, attacker, use, manner)
    add_distance(fight, tally, attacker, target, use)
    tally.add(answering, answer, "options.advanced")
    margin = roll_attack(fight, attacker, target, use, tally)
    if margin < HIT:
        if fight.house.criticals:
            fumble(fight, attacker, target, weapon, use, margin)
        return AttackResult(False, 0)
    harm = damage(fight, attacker, target, weapon, use, manner, margin)
    hurt(fight, target, harm, attacker, ("attack.damage",))
    return AttackResult(True, harm)


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
        if fight.wants_events:
            tell_cr(fight, target, int(cr))
    else:
        defense = defense_adjustments(fight, target, use.ranged)
        defends = target.sheet.rank(FINESSE)
        attempt = Opposed(defends, defense.total, rank, tally.total, low, high)
        margin = fight.table.stage(attempt)
        if fight.wants_events:
            tell_defense(fight, target, attempt, defends, defense)
    if fight.wants_events:
        tell_attack(fight, attacker, target, use, attempt, tally, margin >= HIT)
    return margin


def helpless_cr(fight: OldeFight, target: Combatant) -> i64:
    """Who cannot defend rolls nothing: CR 6 [conditions.list], or 9 where they lie senseless on
    the ground."""
    if target.hit_points <= 0 and target.marks[fight.scene.prone]:
        return MODERATE
    return EASY


class Damage:
    """What the damage of a hit is made of."""

    def __init__(self, die: i64, halved: bool, added: Tally, armour: Tally) -> None:
        self.die: Final[i64] = die
        self.halved: Final = halved
        self.added: Final = added
        self.armour: Final = armour
        self.in_full = False
        self.least: i64 = 0
        self.shown: list[str] = []

    def most(self) -> i64:
        """The most the die does by itself."""
        top = highest(self.die)
        return (top + 1) // 2 if self.halved else top

    def roll(self, table: Table, explodes: bool) -> i64:
        """Throws the die, or takes it in full; what comes of it is never below the least."""
        adjusts = self.added.total + self.armour.total
        if self.in_full:
            self.shown = [f"{self.most()} in full"]
            dealt: i64 = self.most() + adjusts
            return dealt if dealt > self.least else self.least
        roll = Effect(self.die, explodes, self.halved, adjusts, self.least)
        dealt = table.stage(roll)
        self.shown = roll.shown
        return dealt


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
    found = Damage(
        damage_die(fight, attacker, use),
        use.unarmed,
        damage_adjustments(fight, attacker, use, manner),
        armour_adjustments(fight, target),
    )
    if fight.house.criticals:
        improve(found, margin, use.stat == BRAWN)
    dealt = found.roll(fight.table, fight.house.damage_explodes)
    if fight.wants_events:
        tell_damage(fight, attacker, target, weapon, use, found, dealt)
    return dealt


def damage_die(fight: OldeFight, attacker: Combatant, use: Use) -> i64:
    """The weapon's own die, or by option that of its Check Stat [attack.damage]; bare hands
    halve the Brawn die [unarmed.damage]."""
    if use.unarmed:
        return attacker.sheet.brawn
    return attacker.sheet.rank(use.stat) if fight.house.stat_damage else use.die


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
            "because": [[f"{named(rank, True)} Defense", "attack.defense-first"], *tally.because],
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
            "because": [
                [f"{named(attempt.second, True)} {STATS[use.stat]}", "attack.check"],
                *tally.because,
            ],
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
    found: Damage,
    dealt: i64,
) -> None:
    """Tells the damage with everything that made it up."""
    parts = found.added.parts + found.armour.parts
    rules = ["attack.damage", *found.added.rules, *found.armour.rules]
    if use.unarmed:
        rules.append("unarmed.damage")
    if fight.house.damage_explodes and any(face.startswith("+") for face in found.shown):
        rules.append("attack.damage-explodes")
    fight.tell(
        "damage",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": weapon.name,
            "pool": ("half of " if use.unarmed else "") + named(found.die, False),
            "dice": found.shown,
            "made_of": f" ({', '.join(parts)})" if parts else "",
            "damage": int(dealt),
            "because": [
                [f"{named(found.die, False)} {weapon.called()}", "attack.damage"],
                *found.added.because,
                *found.armour.because,
            ],
        },
        tuple(rules),
    )
