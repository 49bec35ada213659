"""Attacks with weapons and runes, for damage or for a Condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import GM, Option, Question
from affray.rulesets.orrery.block import through
from affray.rulesets.orrery.gear import CONDITIONS, MAGIC, Rune, Weapon
from affray.rulesets.orrery.grapple import escape, grapple, hurl
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.siege import engine_strike
from affray.rulesets.orrery.statuses import inflict

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

# the verbs of attack options
ATTACK: Final[i64] = 1
HINDER: Final[i64] = 2
GRAPPLE: Final[i64] = 3
ESCAPE: Final[i64] = 4
RUNE: Final[i64] = 5
AFFLICT: Final[i64] = 6
HURL: Final[i64] = 7
FIRE: Final[i64] = 8
RAM: Final[i64] = 9
FRIENDLY: Final[i64] = 10
FRIENDLY_RUNE: Final[i64] = 11
LAST_ATTACK: Final[i64] = 11

RUNE_COST: Final[i64] = 1
"""A rune attack costs so much Stamina [rune.attack]."""


def attack(fight: OrreryFight, attacker: Combatant, option: Option) -> AttackResult:
    """An attack from announcement to Hearts, whichever it is. A PC may mean to strike another
    [block.friendly-fire]: it goes like any other attack."""
    verb = option.verb
    target = fight.combatants[option.target]
    if verb == HURL:
        return hurl(fight, attacker, fight.combatants[option.item], target)
    if verb == FIRE or verb == RAM:
        return for_damage(fight, engine_strike(fight, attacker, target, option))
    if verb == RUNE or verb == AFFLICT or verb == FRIENDLY_RUNE:
        rune = fight.scene.runes[option.item]
        strike = rune_strike(fight, attacker, target, rune)
        attacker.stamina -= RUNE_COST
        if verb == AFFLICT:
            return for_condition(fight, strike, rune.condition, "rune.condition")
        return for_damage(fight, strike)
    weapon = fight.scene.weapons[option.item]
    strike = weapon_strike(fight, attacker, target, weapon)
    if verb == HINDER:
        return hinder(fight, strike, weapon)
    if verb == GRAPPLE:
        return grapple(fight, strike)
    if verb == ESCAPE:
        return escape(fight, strike)
    return for_damage(fight, strike)


def weapon_strike(
    fight: OrreryFight, attacker: Combatant, target: Combatant, weapon: Weapon
) -> Strike:
    """Melee and the weapon's die at Touch [close.attack], or Ranged and the weapon's die at up
    to Distant [ranged.attack]. Nobody counts arrows [ranged.ammunition]."""
    band = fight.band(attacker, target)
    die = weapon.die(attacker.sheet, band)
    return Strike(attacker, target, weapon.skill, die, 1, weapon.types, weapon.called(), band)


def rune_strike(fight: OrreryFight, attacker: Combatant, target: Combatant, rune: Rune) -> Strike:
    """Magic and the die of the rune's score, at up to Distant [rune.attack]."""
    band = fight.band(attacker, target)
    die: i64 = attacker.sheet.scores[rune.score]
    return Strike(attacker, target, MAGIC, die, 1, rune.types, f"the {rune.name} rune", band)


def for_damage(fight: OrreryFight, strike: Strike) -> AttackResult:
    """The Successes that are not Blocked are the damage [close.attack]."""
    announce(fight, strike, "")
    dealt = through(fight, strike)
    hurt(fight, strike.target, dealt, strike.attacker, "block.roll")
    return AttackResult(dealt > 0, dealt)


def for_condition(fight: OrreryFight, strike: Strike, condition: i64, rule: str) -> AttackResult:
    """The first Success that gets through inflicts a Condition instead of one damage
    [rune.condition]."""
    announce(fight, strike, CONDITIONS[condition])
    dealt = through(fight, strike)
    if dealt == 0:
        return AttackResult(False, 0)
    hurt(fight, strike.target, dealt - 1, strike.attacker, "block.roll")
    if strike.target.able():
        inflict(fight, strike.target, condition, strike.attacker, rule)
    return AttackResult(True, dealt - 1, (CONDITIONS[condition],))


def hinder(fight: OrreryFight, strike: Strike, weapon: Weapon) -> AttackResult:
    """A close or ranged attack that tries for a Condition, if it makes sense in the story: where
    the game master refuses it, it is an attack for damage [special.condition]."""
    attacker, target = strike.attacker, strike.target
    scene = fight.scene
    likely: i64 = weapon.conditions[0] if weapon.conditions else 0
    which = fight.ask(
        Question(
            "condition",
            attacker.side,
            attacker.index,
            scene.which_condition,
            target=target.index,
            default=likely,
        )
    ).value
    makes_sense = int(which) in weapon.conditions
    verdict = fight.ask(
        Question(
            "allow condition",
            GM,
            attacker.index,
            scene.allow[which],
            target=target.index,
            default=0 if makes_sense else 1,
        )
    )
    if verdict.value == 0:
        if fight.wants_events:
            parts: dict[str, object] = {"who": attacker.name, "condition": CONDITIONS[which]}
            fight.tell("refused", parts, ("special.condition",))
        return for_damage(fight, strike)
    return for_condition(fight, strike, which, "special.condition")


def announce(fight: OrreryFight, strike: Strike, condition: str) -> None:
    """Tells of an attack before its dice, and of the Condition it is for, if it is for one."""
    if not fight.wants_events:
        return
    attacker, target = strike.attacker, strike.target
    rules = [["close.attack", "ranged.attack", "rune.attack"][strike.skill]]
    if attacker.side == target.side:
        rules.append("block.friendly-fire")
    fight.tell(
        "attack",
        {
            "who": attacker.name,
            "target": target.name,
            "weapon": strike.named,
            "aim": f", to leave them {condition}" if condition else "",
            "band": fight.band_name(attacker, target),
        },
        tuple(rules),
    )
