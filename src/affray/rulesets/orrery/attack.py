"""Attacks with weapons and runes, for damage or for a Condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import GM, Option, Question
from affray.rulesets.orrery import tell, verbs
from affray.rulesets.orrery.block import unblocked_successes
from affray.rulesets.orrery.grapple import escape, grapple, hurl
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.sheet import CONDITIONS, MAGIC, Rune, Weapon
from affray.rulesets.orrery.siege import engine_strike
from affray.rulesets.orrery.statuses import inflict

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

RUNE_COST: Final[i64] = 1
"""A rune attack costs so much Stamina [rune.attack]."""


def attack(fight: OrreryFight, attacker: Combatant, option: Option) -> AttackResult:
    """An attack from announcement to Hearts, whichever it is. A PC may mean to strike another
    [block.friendly-fire]: it goes like any other attack."""
    verb = option.verb
    target = fight.combatants[option.target]
    if verb == verbs.HURL:
        return hurl(fight, attacker, fight.combatants[option.item], target)
    if verb == verbs.FIRE or verb == verbs.RAM:
        return attack_for_damage(fight, engine_strike(fight, attacker, target, option))
    if verbs.is_rune(verb):
        rune = fight.scene.runes[option.item]
        strike = rune_strike(fight, attacker, target, rune)
        attacker.stamina -= RUNE_COST
        if verb == verbs.AFFLICT:
            return attack_for_condition(fight, strike, rune.condition_number, "rune.condition")
        return attack_for_damage(fight, strike)
    weapon = fight.scene.weapons[option.item]
    strike = weapon_strike(fight, attacker, target, weapon)
    if verb == verbs.HINDER:
        return hinder(fight, strike, weapon)
    if verb == verbs.GRAPPLE:
        return grapple(fight, strike)
    if verb == verbs.ESCAPE:
        return escape(fight, strike)
    return attack_for_damage(fight, strike)


def weapon_strike(
    fight: OrreryFight, attacker: Combatant, target: Combatant, weapon: Weapon
) -> Strike:
    """Melee and the weapon's die at Touch [close.attack], or Ranged and the weapon's die at up
    to Distant [ranged.attack]. Nobody counts arrows [ranged.ammunition]."""
    band = fight.band(attacker, target)
    die = weapon.die_of(attacker.sheet, band)
    return Strike(attacker, target, weapon.skill, die, 1, weapon.types, weapon.called(), band)


def rune_strike(fight: OrreryFight, attacker: Combatant, target: Combatant, rune: Rune) -> Strike:
    """Magic and the die of the rune's score, at up to Distant [rune.attack]."""
    band = fight.band(attacker, target)
    die: i64 = attacker.sheet.scores[rune.score_number]
    return Strike(attacker, target, MAGIC, die, 1, rune.types, rune.called(), band)


def attack_for_damage(fight: OrreryFight, strike: Strike) -> AttackResult:
    """The Successes that are not Blocked are the damage [close.attack]."""
    if fight.wants_events:
        tell.attack(fight, strike, "")
    dealt = unblocked_successes(fight, strike)
    hurt(fight, strike.target, dealt, strike.attacker, "block.roll")
    return AttackResult(dealt > 0, dealt)


def attack_for_condition(
    fight: OrreryFight, strike: Strike, condition: i64, rule: str
) -> AttackResult:
    """The first Success that gets through inflicts a Condition instead of one damage
    [rune.condition]."""
    if fight.wants_events:
        tell.attack(fight, strike, CONDITIONS[condition])
    dealt = unblocked_successes(fight, strike)
    if dealt == 0:
        return AttackResult(False, 0)
    hurt(fight, strike.target, dealt - 1, strike.attacker, "block.roll")
    if strike.target.is_able():
        inflict(fight, strike.target, condition, strike.attacker, rule)
    return AttackResult(True, dealt - 1, (CONDITIONS[condition],))


def hinder(fight: OrreryFight, strike: Strike, weapon: Weapon) -> AttackResult:
    """A close or ranged attack that tries for a Condition, if it makes sense in the story: where
    the game master refuses it, it is an attack for damage [special.condition]."""
    attacker, target = strike.attacker, strike.target
    scene = fight.scene
    likely: i64 = weapon.condition_numbers[0] if weapon.condition_numbers else 0
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
    makes_sense = int(which) in weapon.condition_numbers
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
            tell.refused(fight, attacker, which)
        return attack_for_damage(fight, strike)
    return attack_for_condition(fight, strike, which, "special.condition")
