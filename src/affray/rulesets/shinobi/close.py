"""Close combat: both the attacker and the defender can be hurt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Option
from affray.rulesets.shinobi import keywords, log
from affray.rulesets.shinobi.combat import Pool, choose_result, result_option, roll_off
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import AIR, EARTH, FIRE, WATER
from affray.rulesets.shinobi.house import House
from affray.rulesets.shinobi.movement import shift
from affray.rulesets.shinobi.status import HARMS, INJURED, STUNNED, afflict, poison, reveal

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

FIRE_STEP: Final[i64] = 1
"""How far the winner may be moved by Fire."""

AIR_PUSH: Final[i64] = 2
"""How far the loser may be moved by Air."""

CHARGE_SPACES: Final[i64] = 3
"""The least number of spaces moved for a charge."""

CLOSE_RULES: Final = ["", "close.fire", "close.water", "close.air", "close.earth"]

STRUCK_BACK: Final[list[tuple[str, ...]]] = [(), ("attacker stunned",), ("attacker injured",)]
STRUCK: Final[list[tuple[str, ...]]] = [(), ("target stunned",), ("target injured",)]
NO_DICE_LEFT: Final = ("no dice left",)
"""How the log describes an attack by its harm: to the attacker, to the target, and without a
result."""


def close_options(house: House) -> list[Option]:
    """List the results to choose from, by element."""
    water, earth = HARMS.index(house.close_water), HARMS.index(house.close_earth)
    burnt = "the loser is injured, and the winner may be moved 1 space"
    blown = "the loser is stunned, and may be moved up to 2 spaces"
    return [
        result_option(FIRE, INJURED, burnt, "close.fire"),
        result_option(WATER, water, f"the loser is {HARMS[water]}", "close.water"),
        result_option(AIR, STUNNED, blown, "close.air"),
        result_option(EARTH, earth, f"the loser is {HARMS[earth]}", "close.earth"),
    ]


def close_hindrance(fight: ShinobiFight, who: Model, target: Model) -> str:
    """Return why a model cannot attack another at close quarters, or an empty text
    [board.influence].

    The target must be in its influence zone, or in sight and no further than its reach. As a house
    rule no blade passes between the corners of two impassable spaces [board.corners].
    """
    distance = fight.spaces(who.cell, target.cell)
    if distance > who.reach:
        return log.OUT_OF_REACH
    if distance > 1:
        return "" if fight.board.sees(who.cell, target.cell) else log.NO_LINE
    return log.BETWEEN_CORNERS if is_barred_by_corners(fight, who, target) else ""


def is_barred_by_corners(fight: ShinobiFight, who: Model, target: Model) -> bool:
    """Return whether the corners of two impassable spaces bar a blow, as a house rule
    [board.corners]."""
    if fight.house.attack_between_corners:
        return False
    return fight.board.is_between_corners(who.cell, target.cell)


def close_attack(
    fight: ShinobiFight, attacker: Model, target: Model, penalty: i64 = 0
) -> AttackResult:
    """Resolve a close attack, from the dice to the harm of the loser."""
    attack = attack_pool(fight, attacker, target, penalty)
    defence = defence_pool(fight, attacker, target, attack.dice)
    edge = dirty_edge(attacker)
    attacker_won, elements = roll_off(fight, attack, defence, edge, False)
    reveal(fight, attacker, "it has attacked", "close.stealth")
    attacker.luck_used = True
    target.luck_used = True
    if elements == 0:
        return AttackResult(False, 0, NO_DICE_LEFT)
    if not attacker_won:
        harm = resolve(fight, target, attacker, elements)
        return AttackResult(False, 0, STRUCK_BACK[harm])
    harm = resolve(fight, attacker, target, elements)
    if harm == STUNNED and attacker.has(keywords.POISON):
        poison(fight, target)
    return AttackResult(True, 1 if harm == INJURED else 0, STRUCK[harm])


# --- the dice ---


def attack_pool(fight: ShinobiFight, attacker: Model, target: Model, penalty: i64) -> Pool:
    """Collect the attack dice: the Attack value and every bonus die [close.roll]."""
    has_reroll = may_reroll(attacker)
    pool = Pool(attacker, attacker.attack, "Attack", has_reroll, fight.has_listener)
    if penalty:
        pool.add(-penalty, "more blows", "keywords.profiles")
    add_assists(fight, pool, target, keywords.COMBINED_ATTACK)
    if back_strikes(fight, attacker, target):
        if attacker.has(keywords.BACKSTAB):
            pool.add(2, "backstab", "keywords.profiles")
        else:
            pool.add(1, "back strike", "close.back-strike")
    if attacker.hidden:
        add_stealth(pool, attacker)
    if attacker.has(keywords.FOCUS) and attacker.spaces_moved == 0:
        pool.add(1, "focus", "keywords.profiles")
    if attacker.has(keywords.CHARGE) and attacker.spaces_moved >= CHARGE_SPACES:
        pool.add(1, "charge", "keywords.profiles")
    if attacker.has(keywords.CLAWS) and target.stun_tokens > 0:
        pool.add(1, "claws", "keywords.profiles")
    if pool.dice < 0:
        pool.dice = 0
    return pool


def add_stealth(pool: Pool, attacker: Model) -> None:
    """Add a die for an attack out of stealth [close.stealth].

    An assassin has two [keywords.profiles].
    """
    if attacker.has(keywords.ASSASSIN):
        pool.add(2, "assassin out of stealth", "keywords.profiles")
    else:
        pool.add(1, "stealth", "close.stealth")


def defence_pool(fight: ShinobiFight, attacker: Model, target: Model, against: i64) -> Pool:
    """Collect the defence dice: the Defence value and every bonus die.

    The dauntless roll no fewer dice than come against them [keywords.profiles].
    """
    has_reroll = may_reroll(target)
    pool = Pool(target, target.defence, "Defence", has_reroll, fight.has_listener)
    add_assists(fight, pool, attacker, keywords.GUARD)
    if target.has(keywords.IMMOVABLE) and not target.acted:
        pool.add(2, "immovable", "keywords.profiles")
    if hears_melody(fight, target):
        pool.add(1, "melody", "keywords.profiles")
    if target.has(keywords.DAUNTLESS) and pool.dice < against:
        pool.add(against - pool.dice, "dauntless", "keywords.profiles")
    return pool


def dirty_edge(attacker: Model) -> i64:
    """Return how many dice more a defender needs to win: two instead of one against a dirty
    fighter [keywords.profiles]."""
    if attacker.has(keywords.DIRTY_FIGHTER):
        return 1
    return 0


def may_reroll(who: Model) -> bool:
    """Return whether a model may re-roll one die in close combat [reroll.keywords].

    Masters may in every combat, the lucky in their first of a round.
    """
    if who.has(keywords.LUCKY) and not who.luck_used:
        return True
    return who.has(keywords.CLOSE_MASTER)


def add_assists(fight: ShinobiFight, pool: Pool, enemy: Model, doubling: i64) -> None:
    """Add a die for each assisting friend [close.assist].

    Combined attack and guard make it two [keywords.profiles].
    """
    for friend in fight.assistants(pool.who, enemy):
        if friend.has(doubling):
            pool.add(2, friend.name, "keywords.profiles", "'s double assist")
        else:
            pool.add(1, friend.name, "close.assist", "'s assist")


def back_strikes(fight: ShinobiFight, attacker: Model, target: Model) -> bool:
    """Return whether the attacker stands in a space behind the target [close.back-strike].

    The wary and swordsmen give no chance for it [keywords.profiles].
    """
    if target.has(keywords.WARY | keywords.SWORDSMAN):
        return False
    return fight.board.is_behind(target.cell, target.facing, attacker.cell)


def hears_melody(fight: ShinobiFight, who: Model) -> bool:
    """Return whether a friend with a melody has the model in its zone [keywords.profiles]."""
    for friend in fight.teams[who.side]:
        if friend is not who and friend.has(keywords.MELODY):
            if friend.is_present() and fight.is_in_zone_of(friend, who.cell):
                return True
    return False


# --- the result ---


def resolve(fight: ShinobiFight, winner: Model, loser: Model, elements: i64) -> i64:
    """Let the winner choose the result from one of their own dice [close.choose]."""
    scene = fight.scene
    results = scene.close_results[elements]
    default: i64 = scene.worst_close[elements]
    chosen = choose_result(fight, "result", winner, loser, results, default)
    element = chosen.value
    rules = ("close.choose", CLOSE_RULES[element])
    log.chose(fight, winner, loser, element, rules)
    return carry_out(fight, winner, loser, chosen)


def carry_out(fight: ShinobiFight, winner: Model, loser: Model, chosen: Option) -> i64:
    """Carry out the chosen element. Return the harm that was done."""
    element = chosen.value
    if element == FIRE:
        return burn(fight, winner, loser)
    if element == AIR:
        return blow_away(fight, winner, loser)
    if element == WATER:
        return drown(fight, winner, loser, chosen.item)
    return crush(fight, winner, loser, chosen.item)


def drown(fight: ShinobiFight, winner: Model, loser: Model, harm: i64) -> i64:
    """Injure the loser, as Water does at range, or do as the house rule says [close.water]."""
    return afflict(fight, loser, harm, winner, "close.water")


def crush(fight: ShinobiFight, winner: Model, loser: Model, harm: i64) -> i64:
    """Stun the loser, as Earth does with shuriken, or do as the house rule says [close.earth]."""
    return afflict(fight, loser, harm, winner, "close.earth")


def burn(fight: ShinobiFight, winner: Model, loser: Model) -> i64:
    """Injure the loser, and let the winner be moved one space [close.fire]."""
    harm = afflict(fight, loser, INJURED, winner, "close.fire")
    shift(fight, winner, winner, FIRE_STEP)
    return harm


def blow_away(fight: ShinobiFight, winner: Model, loser: Model) -> i64:
    """Stun the loser, who may be moved up to two spaces [close.air]."""
    harm = afflict(fight, loser, STUNNED, winner, "close.air")
    shift(fight, loser, winner, AIR_PUSH)
    return harm
