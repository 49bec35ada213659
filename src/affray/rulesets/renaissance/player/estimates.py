"""What can be expected of an attack, for the simple player, worked out once for all it depends on.

What an attack is worth follows from a few figures of the two fighters and the weapon, and in most
turns they are what they were before. Whatever can change between two attacks is part of a pair of
numbers, one for the attacker and one for the target, and what was worked out for such a pair is
kept with the scenario for all of its fights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.attack import attack_effort
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import DamageTally, add_bonuses, damage_bonus_of, harm_of
from affray.rulesets.renaissance.defense import (
    Guard,
    best_plain_guard,
    defense_effort,
    parry_if_better,
)
from affray.rulesets.renaissance.effort import EXCEPTIONAL_MARGIN, SUCCESS
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.codes import (
    MANY_TARGETS,
    OFF_HAND,
    ONE_OF_MANY,
    REACTED,
    RECEIVING_CHARGE,
    RIDING_BY,
    THROWN,
    UNKEPT,
    attacker_code,
    place_of,
    target_code,
)
from affray.rulesets.renaissance.resistance import lines_of, on_damage
from affray.rulesets.renaissance.sheet import ARMOR_GAP, MAIM, MIGHTY_BLOW, NO_STRIKE, Weapon

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from affray.rulesets.renaissance.player.mind import Mind

STRIKE_PENALTY: Final[i64] = -10
MAIM_PENALTY: Final[i64] = -20

HOPELESS: Final[i64] = 5
"""An attack that has to roll this or less is not worth the action."""

A_WOUND: Final = 0.25
"""What a wound is worth besides the damage: -10 to everything."""

MEAN_DIE: Final = 5.5

# --- what is kept ---------------------------------------------------------------------------------

KEPT: Final[i64] = 32768
"""How many estimates a scenario keeps; it is a power of two."""

KEPT_LEFT: Final[i64] = 12
"""For how many figures of what a target has left an estimate keeps the best strike."""


def chance(least: i64, most: i64, defense: i64) -> float:
    """How likely an attack roll is from `least` to `most` and not beaten by the defence."""
    if most < least:
        return 0.0
    rolls: i64 = most - least + 1
    beaten: i64 = 0
    highest = most if most < defense else defense
    if highest >= least:
        count: i64 = highest - least + 1
        beaten = count * (defense - least + defense - highest) // 2
    return (float(rolls) - float(beaten) / 100.0) / 100.0


@mypyc_attr(acyclic=True)
class BestStrike:
    """The manner of attack that pays most on one who has so much left, or a plain one, and what it
    is worth."""

    def __init__(self, left: i64, strike: i64, worth: float) -> None:
        self.left: Final[i64] = left
        self.strike: Final[i64] = strike
        self.worth: Final = worth
        self.option: Option | None = None
        """The option for it, where it is one of several."""
        self.next: BestStrike | None = None
        self.count: i64 = 1
        """The one that was kept before it, and how many there are from it on."""

    def hang_before(self, others: BestStrike | None) -> None:
        """Has others come behind it, unless they are many."""
        if others is not None and others.count < KEPT_LEFT:
            self.count = others.count + 1
            self.next = others


def strike_for(kept: BestStrike | None, left: i64) -> BestStrike | None:
    """Of those that are kept the one for so much left."""
    while kept is not None:
        if kept.left == left:
            return kept
        kept = kept.next
    return None


NOT_ASKED: Final[i64] = -2
"""Stands for a figure that nobody has asked for yet."""


@mypyc_attr(acyclic=True)
class AttackEstimate:
    """What one can expect of attacking somebody with a weapon, whatever they have left."""

    def __init__(
        self,
        attacker: i64,
        target: i64,
        target_number: i64,
        defense: i64,
        mean: float,
        soak: float,
        threshold: float,
    ) -> None:
        # what is looked at most lies together, in one line of the processor's cache
        self.attacker: Final[i64] = attacker
        self.target: Final[i64] = target
        self.left: i64 = NOT_ASKED
        """What a target had left when it was last asked for the strike that pays most."""
        self.strike: i64 = NO_STRIKE
        self.worth: float = 0.0
        self.option: Option | None = None
        """That strike, what it is worth, and the option for it."""
        self.target_number: Final[i64] = target_number
        self.defense: Final[i64] = defense
        self.plain_left: i64 = NOT_ASKED
        self.plain_worth: float = 0.0
        """The same for the attack as it is, without any other strike."""
        self.mighty: AttackEstimate | None = None
        """What one can expect of the same attack as a Mighty Blow, once that was asked for."""
        self.mean: Final = mean
        self.soak: Final = soak
        self.threshold: Final = threshold
        self.best_strikes: BestStrike | None = None
        self.plain_attacks: BestStrike | None = None
        """The same for what targets had left before, the last first."""

    def expected_share(
        self, left: float, penalty: i64, more: float, gap: float, kills: bool
    ) -> float:
        """The share of what the target has left that it takes, on average; 1 drops it, and what
        hardly ever hits is worth nothing."""
        target = self.target_number + penalty
        if target <= HOPELESS:
            return 0.0
        plain = chance(
            0, target if target < EXCEPTIONAL_MARGIN else EXCEPTIONAL_MARGIN, self.defense
        )
        fine = chance(EXCEPTIONAL_MARGIN + 1, target, self.defense)
        soak = self.soak - gap if self.soak > gap else 0.0
        extra = 1.0 if kills else self.share(left, self.mean + 5.0 + more - soak)
        return plain * self.share(left, self.mean - self.soak) + fine * extra

    def share(self, left: float, damage: float) -> float:
        """Damage as a share of what is left, and something for the wounds in it; a graze is better
        than nothing."""
        if damage < 0.5:
            damage = 0.5
        if damage >= left:
            return 1.0
        found = damage / left + A_WOUND * damage / self.threshold
        return found if found < 1.0 else 1.0


def left_of(target: Combatant) -> i64:
    """How much damage somebody can still take; at least 1."""
    left = target.dur - target.damage
    return left if left > 0 else 1


def plain_worth(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64 = 0,
    strike: i64 = NO_STRIKE,
    fists: i64 = 0,
) -> float:
    """What a plain attack is worth, or a Mighty Blow if it is one."""
    found = estimate(mind, who, target, weapon, manner, strike, fists)
    return worth_on(mind, who, target, strike, found)


def mighty_estimate(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    plain: AttackEstimate,
) -> AttackEstimate:
    """What can be expected of a Mighty Blow instead of an attack of which that is known. It follows
    from the same figures, and is kept with the other."""
    found = plain.mighty
    if found is None:
        found = estimate(mind, who, target, weapon, manner, MIGHTY_BLOW)
        plain.mighty = found
    return found


def worth_on(
    mind: Mind, who: Combatant, target: Combatant, strike: i64, found: AttackEstimate
) -> float:
    """What is worth an attack, plain or a Mighty Blow, of which one can expect that."""
    left = left_of(target)
    if found.plain_left != left:
        plain = strike_for(found.plain_attacks, left)
        if plain is None:
            plain = BestStrike(left, strike, weigh_plain(mind, who, strike, found, left))
            plain.hang_before(found.plain_attacks)
            found.plain_attacks = plain
        found.plain_left = left
        found.plain_worth = plain.worth
    return found.plain_worth


def weigh_plain(mind: Mind, who: Combatant, strike: i64, found: AttackEstimate, left: i64) -> float:
    """What that is worth on one who has so much left."""
    # the penalty of a Mighty Blow is in the target number already
    db = float(damage_bonus_of(mind.fight, who)) if strike == MIGHTY_BLOW else 0.0
    return found.expected_share(float(left), 0, db, 0.0, False)


def best_strike(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    one: i64,
) -> AttackEstimate:
    """What one can expect of attacking somebody, where the attacker's number is known (see
    `codes`). Its `strike` and `worth` are those of the strike that pays most on them as they are
    now, or of a plain attack."""
    found = known_estimate(mind, target, one)
    if found is None:
        found = new_estimate(mind, who, target, weapon, manner, NO_STRIKE, 0, one)
    left = left_of(target)
    if found.left != left:
        best = strike_for(found.best_strikes, left)
        if best is None:
            best = weigh_strikes(mind, who, weapon, manner, found, left)
            best.option = mind.options.attack(
                who.index, weapon.index, target.index, best.strike, manner & THROWN != 0
            )
            best.hang_before(found.best_strikes)
            found.best_strikes = best
        found.left = left
        found.strike = best.strike
        found.worth = best.worth
        found.option = best.option
    return found


def weigh_strikes(
    mind: Mind,
    who: Combatant,
    weapon: Weapon,
    manner: i64,
    found: AttackEstimate,
    left: i64,
) -> BestStrike:
    """Weighs every manner of attack that may pay."""
    harm = float(left)
    best: i64 = NO_STRIKE
    most = found.expected_share(harm, 0, 0.0, 0.0, False)
    if found.target_number <= EXCEPTIONAL_MARGIN + HOPELESS:
        return BestStrike(left, best, most)  # there is hardly an exceptional success in it
    db = float(damage_bonus_of(mind.fight, who))
    if weapon.is_melee() and not manner & THROWN:
        penalty: i64 = 0 if weapon.suits(MIGHTY_BLOW) else STRIKE_PENALTY
        worth = found.expected_share(harm, penalty, db, 0.0, False)
        if worth > most:
            most = worth
            best = MIGHTY_BLOW
    if found.soak > 0.0:
        worth = found.expected_share(harm, STRIKE_PENALTY, 0.0, db, False)
        if worth > most:
            most = worth
            best = ARMOR_GAP
    penalty = 0 if weapon.suits(MAIM) else MAIM_PENALTY
    worth = found.expected_share(harm, penalty, 0.0, 0.0, mind.fight.house.maimed_neck == "kills")
    if worth > most:
        most = worth
        best = MAIM
    return BestStrike(left, best, most)


# --- what it follows from -------------------------------------------------------------------------


def estimate(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    strike: i64 = NO_STRIKE,
    fists: i64 = 0,
) -> AttackEstimate:
    """What an attack can be expected to do, which was worked out before or is now."""
    one = attacker_code(mind, who, target, weapon, strike, fists, manner)
    found = known_estimate(mind, target, one)
    if found is None:
        found = new_estimate(mind, who, target, weapon, manner, strike, fists, one)
    return found


def known_estimate(mind: Mind, target: Combatant, one: i64) -> AttackEstimate | None:
    """What was worked out before, where the attacker's number is known (see `codes`); None if it
    was not."""
    kept = mind.estimates
    other = code_of_target(mind, target)
    if len(kept) > 0:
        place = place_of(one, other) & (KEPT - 1)
        found = kept[place]
        if found is not None and found.attacker == one and found.target == other:
            return found
        found = kept[place ^ 1]
        if found is not None and found.attacker == one and found.target == other:
            return found
    return None


def code_of_target(mind: Mind, target: Combatant) -> i64:
    """The target's number, with whether a reaction is left where a parry takes one."""
    other = target_code(mind, target)
    if target.reacted > 0 and mind.fight.house.parry_is_reaction:
        other |= REACTED
    return other


def new_estimate(
    mind: Mind,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    manner: i64,
    strike: i64,
    fists: i64,
    one: i64,
) -> AttackEstimate:
    """Works out what an attack can be expected to do, and keeps it."""
    other = code_of_target(mind, target)
    attack = attack_so(who, target, weapon, strike, fists, manner)
    found = work_out(mind, attack, one, other)
    if one != UNKEPT and other != UNKEPT:
        keep(mind.estimates, found)
    return found


def keep(kept: list[AttackEstimate | None], found: AttackEstimate) -> None:
    """Keeps an estimate in its place; what was there goes to the one beside it."""
    if not kept:
        kept.extend([None] * KEPT)
    place = place_of(found.attacker, found.target) & (KEPT - 1)
    kept[place ^ 1] = kept[place]
    kept[place] = found


def attack_so(
    who: Combatant, target: Combatant, weapon: Weapon, strike: i64, fists: i64, manner: i64
) -> Attack:
    """An attack made in that manner."""
    found = Attack(who, target, weapon, strike, manner & THROWN != 0)
    found.fists = fists
    found.off_hand = manner & OFF_HAND != 0
    found.one_of_many = manner & ONE_OF_MANY != 0
    found.many_targets = manner & MANY_TARGETS != 0
    found.riding_by = manner & RIDING_BY != 0
    found.receiving_charge = manner & RECEIVING_CHARGE != 0
    return found


def work_out(mind: Mind, attack: Attack, one: i64, other: i64) -> AttackEstimate:
    """Works out what an attack can be expected to do."""
    target = attack.target
    harm = harm_of(mind.fight, attack)
    mean = MEAN_DIE * float(harm.dice)
    if harm.halved:
        mean /= 2.0
    total = DamageTally(0, SUCCESS, False)
    add_bonuses(mind.fight, attack, harm, total)
    mean += float(total.bonus)
    if lines_of(target):
        mean = float(on_damage(mind.fight, attack, target, int(mean)))
    armor = armor_of(target, SUCCESS) - harm.ap
    return AttackEstimate(
        one,
        other,
        attack_effort(mind.fight, attack).target(),
        defense_against(mind, attack),
        mean,
        float(armor) if armor > 0 else 0.0,
        float(target.sheet.wound_threshold),
    )


def defense_against(mind: Mind, attack: Attack) -> i64:
    """What the target would defend with; nothing if it is taken unawares."""
    target = attack.target
    if not knows_of(target, attack.attacker) and not target.sheet.is_pc:
        return -1
    return defense_effort(mind.fight, attack, best_guard(mind, attack), False).target()


def best_guard(mind: Mind, attack: Attack) -> Guard:
    """The best defence the target has, whether or not it is a reaction."""
    guard = best_plain_guard(mind.fight, attack)
    if attack.melee:
        parry_if_better(mind.fight, attack, guard)
    return guard
