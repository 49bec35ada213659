"""Attacks with weapons and runes, for damage or for a Condition."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import GM, Option, Question
from affray.rulesets.orrery import log, verbs
from affray.rulesets.orrery.block import unblocked_successes
from affray.rulesets.orrery.grapple import escape, grapple, hurl
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.sheet import CONDITIONS, Rune, Weapon
from affray.rulesets.orrery.siege import engine_strike
from affray.rulesets.orrery.statuses import inflict

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

RUNE_COST: Final[i64] = 1
"""The Stamina that a rune attack costs [rune.attack]."""


def attack(fight: OrreryFight, attacker: Combatant, option: Option) -> AttackResult:
    """Make any attack, from its announcement to the lost Hearts.

    A PC's attack on another PC is resolved like any other.
    """
    verb = option.verb
    target = fight.combatants[option.target]
    if verb == verbs.HURL:
        return hurl(fight, attacker, fight.combatants[option.item], target)
    strike = strike_of(fight, attacker, option)
    if verbs.is_rune(verb):
        attacker.stamina -= RUNE_COST
    elif verbs.is_fired(verb):
        fight.loaded[option.item] = False
    if verb == verbs.AFFLICT:
        condition = fight.scene.runes[option.item].condition_number
        return attack_for_condition(fight, strike, condition, "rune.condition")
    if verbs.is_for_condition(verb):
        return hinder(fight, strike, weapon_of(fight, option))
    if verb == verbs.GRAPPLE:
        return grapple(fight, strike)
    if verb == verbs.ESCAPE:
        return escape(fight, strike)
    return attack_for_damage(fight, strike)


def strike_of(fight: OrreryFight, attacker: Combatant, option: Option) -> Strike:
    """Return the strike for an attack option: with a weapon, a rune or an engine."""
    target = fight.combatants[option.target]
    if verbs.is_rune(option.verb):
        return rune_strike(fight, attacker, target, fight.scene.runes[option.item])
    if verbs.is_fired(option.verb) or verbs.is_ram(option.verb):
        return engine_strike(fight, attacker, target, fight.scene.engines[option.item])
    return weapon_strike(fight, attacker, target, fight.scene.weapons[option.item])


def weapon_of(fight: OrreryFight, option: Option) -> Weapon:
    """Return the weapon of an attack option, or an engine's smaller counterpart
    [siege.counterparts]."""
    if verbs.is_fired(option.verb) or verbs.is_ram(option.verb):
        return fight.scene.engines[option.item].like
    return fight.scene.weapons[option.item]


def weapon_strike(
    fight: OrreryFight, attacker: Combatant, target: Combatant, weapon: Weapon
) -> Strike:
    """Attack with a weapon: Melee and its die in close combat, Ranged and its die in ranged combat.

    Ammunition is not tracked [ranged.ammunition].
    """
    line = fight.line(attacker, target)
    return Strike(attacker, target, weapon.means, weapon.die_of(attacker.sheet, line.band), line)


def rune_strike(fight: OrreryFight, attacker: Combatant, target: Combatant, rune: Rune) -> Strike:
    """Attack with a rune: Magic and the die of the rune's score [rune.attack]."""
    die: i64 = attacker.sheet.scores[rune.score_number]
    return Strike(attacker, target, rune.means, die, fight.line(attacker, target))


def attack_for_damage(fight: OrreryFight, strike: Strike) -> AttackResult:
    """Make an attack for damage: the Successes that are not Blocked [close.attack]."""
    log.attack(fight, strike, "")
    dealt = unblocked_successes(fight, strike)
    hurt(fight, strike.target, dealt, strike.attacker, "block.roll")
    return AttackResult(dealt > 0, dealt)


def attack_for_condition(
    fight: OrreryFight, strike: Strike, condition: i64, rule: str
) -> AttackResult:
    """Make an attack for a Condition: the first Success that gets through inflicts it
    [special.further].

    Further Successes are damage only by option.
    """
    log.attack(fight, strike, CONDITIONS[condition])
    dealt = unblocked_successes(fight, strike)
    if dealt == 0:
        return AttackResult(False, 0)
    harm = dealt - 1 if fight.house.further_successes == "damage" else 0
    hurt(fight, strike.target, harm, strike.attacker, "special.further")
    if not strike.target.is_able():
        return AttackResult(True, harm)
    inflict(fight, strike.target, condition, strike.attacker, rule)
    return AttackResult(True, harm, (CONDITIONS[condition],))


def hinder(fight: OrreryFight, strike: Strike, weapon: Weapon) -> AttackResult:
    """Make a weapon's attack for a Condition instead of damage [special.condition].

    A Condition that is refused leaves an attack for damage.
    """
    which = choose_condition(fight, strike, weapon)
    if int(which) not in weapon.condition_numbers and not is_allowed(fight, strike, which):
        log.refused(fight, strike.attacker, which)
        return attack_for_damage(fight, strike)
    return attack_for_condition(fight, strike, which, "special.condition")


def can_hinder(fight: OrreryFight, weapon: Weapon) -> bool:
    """Return whether there is a Condition to try for with a weapon."""
    return len(weapon.condition_numbers) > 0 or fight.scene.has_game_master


def choose_condition(fight: OrreryFight, strike: Strike, weapon: Weapon) -> i64:
    """Ask which Condition the attack is for.

    Without a game master it is one that the weapon is known for.
    """
    every = fight.scene.options.which_condition
    listed = weapon.condition_numbers
    options = every if fight.scene.has_game_master or not listed else [every[one] for one in listed]
    likely = every[listed[0]] if listed else every[0]
    return fight.ask(
        Question(
            "condition",
            strike.attacker.side,
            strike.attacker.index,
            options,
            target=strike.target.index,
            default=options.index(likely),
        )
    ).value


def is_allowed(fight: OrreryFight, strike: Strike, condition: i64) -> bool:
    """Ask the game master whether a Condition makes sense, which it does not by default
    [special.justified]."""
    verdict = fight.ask(
        Question(
            "allow condition",
            GM,
            strike.attacker.index,
            fight.scene.options.allow[condition],
            target=strike.target.index,
            default=1,
        )
    )
    return verdict.value == 1
