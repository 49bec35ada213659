"""Criticals and fumbles, the author's later table, as a house rule: what a wide margin brings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.olde import log
from affray.rulesets.olde.adjustments import Tally, add_armour
from affray.rulesets.olde.conditions import suffer
from affray.rulesets.olde.damage import Damage
from affray.rulesets.olde.hands import lose
from affray.rulesets.olde.health import hurt
from affray.rulesets.olde.sheet import PERMANENT, Adjustment, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight
    from affray.rulesets.olde.strike import Attack

SOLID: Final[i64] = 3
CRITICAL: Final[i64] = 6
LEGENDARY: Final[i64] = 9
MOST_MARGIN: Final[i64] = LEGENDARY
"""A margin this wide is as wide as any."""

HARDER: Final[i64] = 2
THROUGH_ARMOUR: Final[i64] = 2

STUMBLES: Final = f"misses by {SOLID} or more and stumbles: -2 Defense until the next Reset"
FALLS: Final = f"misses by {CRITICAL} or more and falls"
DROPS: Final = f"misses by {CRITICAL} or more and drops the "
BREAKS: Final = f"misses by {LEGENDARY} or more and breaks the "
HIT_ONESELF: Final = f"misses by {LEGENDARY} or more and is hit by their own attack"
"""How the log tells a fumble."""

STUMBLING: Final = Adjustment(name="stumbling", rule="options.criticals", defense=-2)


DROP_IT: Final = Option("drop", "drop it", "Drop the weapon", rules=("options.criticals",))
FALL: Final = Option("fall", "fall", "Fall", rules=("options.criticals",))
BREAK_IT: Final = Option("break", "break it", "Let it break", rules=("options.criticals",))
BE_HIT: Final = Option("hit", "hit oneself", "Be hit oneself", rules=("options.criticals",))
BAD_MISS: Final = [DROP_IT, FALL]
WORST_MISS: Final = [BREAK_IT, BE_HIT]


def improve(damage: Damage, margin: i64, heavy: bool) -> None:
    """Improve a hit by a wide margin: Brawn weapons hit harder, Finesse weapons find the gap in
    the armour [options.criticals]."""
    if margin < SOLID:
        return
    if heavy:
        hit_harder(damage, margin)
    else:
        find_the_gap(damage, margin)


def hit_harder(damage: Damage, margin: i64) -> None:
    """Add two; or take the die in full and add two; or take it in full twice."""
    damage.in_full = margin >= CRITICAL
    if margin >= LEGENDARY:
        damage.added.add(damage.most(), "legendary hit", "options.criticals")
    else:
        name = "critical hit" if damage.in_full else "solid hit"
        damage.added.add(HARDER, name, "options.criticals")


def find_the_gap(damage: Damage, margin: i64) -> None:
    """Do two at least; or go past the armour; or past it with the die in full."""
    damage.in_full = margin >= LEGENDARY
    if margin >= CRITICAL:
        how = "legendary" if damage.in_full else "critical"
        name = f"{how} hit past the armour"
        damage.armour.add(-damage.armour.total, name, "options.criticals")
    else:
        damage.least = THROUGH_ARMOUR
        damage.armour.note(f"{THROUGH_ARMOUR} at least, solid hit", "options.criticals")


def fumble(attack: Attack, margin: i64) -> None:
    """Let a miss by 3 stumble, by 6 drop the weapon or fall, by 9 break it or hit oneself; the
    attacker chooses."""
    if margin > -SOLID:
        return
    fight, attacker, weapon = attack.fight, attack.attacker, attack.weapon
    if margin > -CRITICAL:
        attacker.adjust(STUMBLING)
        log.fumbles(fight, attacker, STUMBLES)
        return
    worst = margin <= -LEGENDARY
    if gives_up_weapon(attack, WORST_MISS if worst else BAD_MISS):
        part_with(fight, attacker, weapon, worst)
    elif worst:
        log.fumbles(fight, attacker, HIT_ONESELF)
        harm = own_damage(attack)
        hurt(fight, attacker, harm, attacker, ("options.criticals",))
    else:
        log.fumbles(fight, attacker, FALLS)
        suffer(fight, attacker, fight.scene.prone, PERMANENT, 0)


def gives_up_weapon(attack: Attack, options: list[Option]) -> bool:
    """Return whether a fighter gives up the weapon; without one there is no choice."""
    who, item = attack.attacker, int(attack.weapon.index)
    if item not in who.arms:
        return False
    question = Question("fumble", who.side, who.index, options, target=attack.target.index)
    return attack.fight.ask(question) is options[0] and item in who.arms


def part_with(fight: OldeFight, who: Combatant, weapon: Weapon, broken: bool) -> None:
    """Drop the weapon where its owner stands, or break it for good."""
    was_loaded = lose(who, weapon)
    if not broken:
        fight.lay_down(weapon, who.cell, was_loaded)
    log.fumbles(fight, who, BREAKS if broken else DROPS, weapon.name)


def own_damage(attack: Attack) -> i64:
    """Roll the die of a hit on oneself, less what one's own armour and items take off."""
    fight, who, use = attack.fight, attack.attacker, attack.use
    die = who.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    armour = Tally(fight.has_listener)
    add_armour(armour, who)
    explodes = fight.house.damage_explodes
    damage = Damage(die, explodes, use.unarmed, Tally(fight.has_listener), armour)
    dealt = damage.roll(fight.table)
    log.damage_rolled(attack, damage, dealt, is_own=True)
    return dealt
