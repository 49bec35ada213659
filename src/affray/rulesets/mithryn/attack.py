"""Attacks: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import NO_FACES, Stage, Table, cut_at
from affray.rulesets.mithryn import log, options
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reactions import (
    ask_for_help,
    ask_to_defend,
    cancel_with_magic,
    find_interposer,
)
from affray.rulesets.mithryn.sheet import Sheet, Weapon, without

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

HELPED_DICE: Final[i64] = 2
"""The number of missed dice that Help rolls again."""


# --- the dice of an attack ---


@mypyc_attr(acyclic=True)
class StrikeDice:
    """The dice a fighter rolls with a weapon, plain or rushed, by the sheet."""

    def __init__(
        self, count: i64, sides: i64, is_precise: bool, sure_hits: i64, rule: str, house: House
    ) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.is_precise: Final = is_precise
        self.sure_hits: Final[i64] = sure_hits
        """Hits that need no dice."""
        self.rule: Final = rule
        """The rule for these dice."""
        self.is_precise_on_extra_rolls: Final = is_precise and house.precise_extra
        self.counts_extra_misses: Final = house.help_exploded


def strike_dice(sheet: Sheet, weapon: Weapon, is_rushed: bool, house: House) -> StrikeDice:
    """Return the Damage dice, or the Rushed dice of a second attack [attack.rushed].

    Below the weapon's minimum scores they are always the Rushed dice [attack.requirement], if it
    has any [attack.requirement-reload]. A relevant tag makes one die a sure hit [attack.tag].
    """
    count = weapon.count
    sides = weapon.sides
    if weapon.rushed_count > 0 and (is_rushed or not sheet.meets_requirements(weapon)):
        count = weapon.rushed_count
        sides = weapon.rushed_sides
    sure_hits: i64 = 0
    if int(weapon.index) in sheet.expert_arms:
        sure_hits = 1
    rule = dice_rule(sheet, weapon, is_rushed)
    return StrikeDice(count - sure_hits, sides, weapon.is_precise, sure_hits, rule, house)


def dice_rule(sheet: Sheet, weapon: Weapon, is_rushed: bool) -> str:
    """Return the rule for the initial dice of an attack."""
    if not sheet.meets_requirements(weapon):
        return "attack.requirement" if weapon.rushed_count > 0 else "attack.requirement-reload"
    if not is_rushed:
        return "weapon.dice" if weapon.rushed_count > 0 else "attack.reload"
    is_fast = weapon.rushed_count == weapon.count and weapon.rushed_sides == weapon.sides
    return "weapon.fast" if is_fast else "attack.rushed"


@mypyc_attr(acyclic=True)
class StrikeRoll(Stage):
    """Dice of a strike, rolled once against a Defense, with the numbers that hit and explode."""

    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    hits: i64 = 0
    exploding: i64 = 0
    faces: Transient[list[int]] = NO_FACES
    ones: Transient[i64] = 0
    """The number of faces at the end that replace a 1, if the dice are Precise."""
    extra: Transient[StrikeRoll | None] = None
    """The extra roll of the dice that explode."""

    def __init__(self, count: i64, sides: i64, defense: i64, is_precise: bool) -> None:
        self.count = count
        self.sides = sides
        self.defense = defense
        self.is_precise = is_precise

    def key(self) -> Hashable:
        return (int(self.count), int(self.sides), int(self.defense), self.is_precise)

    def play(self, table: Table) -> i64:
        """Roll the dice, and if Precise each 1 once again [weapon.precise]. Count each die at or
        above Defense as a hit [attack.hits]."""
        cuts = cut_at(self.defense) | cut_at(self.sides)
        self.hits = self.exploding = self.ones = 0
        if self.is_precise:
            faces = table.roll(self.count, self.sides, cuts | cut_at(2))
            self.ones = faces.count(1)
            if self.ones > 0:
                kept = [face for face in faces if face != 1]
                faces = kept + table.roll(self.ones, self.sides, cuts)
        else:
            faces = table.roll(self.count, self.sides, cuts)
        self.faces = faces
        for face in faces:
            if face >= self.defense:
                self.hits += 1
                if face == self.sides:
                    self.exploding += 1
        return self.hits


@mypyc_attr(acyclic=True)
class Strike(Stage):
    """Equal dice against a Defense, with the number of hits and of misses that Help may roll
    again."""

    dice: Final[StrikeDice]
    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    sure_hits: Final[i64]
    hits: i64 = 0
    misses: i64 = 0
    first: Transient[StrikeRoll | None] = None
    """The first roll."""

    def __init__(
        self, dice: StrikeDice, count: i64, defense: i64, is_precise: bool, sure_hits: i64
    ) -> None:
        self.dice = dice
        self.count = count
        self.sides = dice.sides
        self.defense = least_hit(defense, dice.sides)
        self.is_precise = is_precise
        self.sure_hits = sure_hits

    def key(self) -> Hashable:
        pool = (int(self.count), int(self.sides), int(self.defense), int(self.sure_hits))
        dice = self.dice
        return (pool, self.is_precise, dice.is_precise_on_extra_rolls, dice.counts_extra_misses)

    def play(self, table: Table) -> i64:
        """Roll the dice, and roll each highest face again for another chance to hit
        [attack.explode].

        Extra dice that show their highest face explode too. Precise applies to first rolls; as a
        house rule also to extra rolls [weapon.precise-extra]. An exploded die has hit, so Help
        cannot roll it again after its extra roll misses, unless as a house rule
        [reaction.help-exploded].
        """
        roll = self.roll(table, self.count, self.is_precise)
        self.first = roll
        self.hits = self.sure_hits + roll.hits
        self.misses = self.count - roll.hits
        while roll.exploding > 0:
            extra = self.roll(table, roll.exploding, self.dice.is_precise_on_extra_rolls)
            roll.extra = extra
            roll = extra
            self.hits += roll.hits
            if self.dice.counts_extra_misses:
                self.misses += roll.count - roll.hits
        return self.hits

    def roll(self, table: Table, count: i64, is_precise: bool) -> StrikeRoll:
        """Roll some of the dice."""
        roll = StrikeRoll(count, self.sides, self.defense, is_precise)
        table.stage(roll)
        return roll

    def rolls(self) -> list[StrikeRoll]:
        """Return the first roll and the extra rolls of explosions, in order."""
        found: list[StrikeRoll] = []
        roll = self.first
        while roll is not None:
            found.append(roll)
            roll = roll.extra
        return found

    def parts(self) -> list[Strike]:
        """Return each die separately: they are independent."""
        if self.count < 2:
            return []
        first = Strike(self.dice, 1, self.defense, self.is_precise, self.sure_hits)
        other = Strike(self.dice, 1, self.defense, self.is_precise, 0)
        return [first] + [other] * int(self.count - 1)

    def chance_to_hit(self) -> float:
        """Return the chance of one die to hit."""
        return float(self.sides - self.defense + 1) / float(self.sides)

    def again(self, count: i64) -> Strike:
        """Return some of the dice, to be rolled again."""
        return Strike(self.dice, count, self.defense, self.dice.is_precise_on_extra_rolls, 0)


def least_hit(defense: i64, sides: i64) -> i64:
    """Return the least face that hits: a highest face always does [attack.max-always-hits]."""
    return min(defense, sides)


# --- an attack ---


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> i64:
    """Make an attack, from announcement to wounds [actions.attack]. Return the hits dealt."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    thrown_to = target.zone
    log.attacks(fight, attacker, target, weapon, option)
    fight.announced = option

    cancelled: i64 = 0
    interposer = find_interposer(fight, attacker, target)
    if interposer is not None:
        target = interposer
        cancelled = cancel_with_magic(interposer)
    elif ask_to_defend(fight, attacker, target):
        cancelled = 1

    hits = strike(fight, attacker, target, option)
    dealt = max(hits - cancelled, 0)
    if cancelled > 0:
        log.shield_cancels(fight, target, hits - dealt, dealt, interposer is not None)
    if attacker.zone != thrown_to:
        leave_behind(fight, attacker, weapon, thrown_to)
    hurt(fight, target, dealt, attacker)
    return dealt


def strike(fight: MithrynFight, attacker: Combatant, target: Combatant, option: Option) -> i64:
    """Roll the dice of an attack, and those of Help. Return the hits.

    Two attacks at once roll both pools [attack.both-at-once]. They are one announcement, which Help
    may join once [attack.both-announced].
    """
    scene = fight.scene
    weapon = scene.weapons[option.item]
    dice = scene.strike_dice(attacker.index, option.item, option.value == options.RUSHED)
    sure_hits = dice.sure_hits + first_attack_hits(fight, attacker, weapon)
    defense = target.defense()
    first = Strike(dice, dice.count, defense, dice.is_precise, sure_hits)
    fight.table.stage(first)
    hits = first.hits
    misses = first.misses
    second: Strike | None = None
    if option.value == options.BOTH:
        dice = scene.strike_dice(attacker.index, option.item, True)
        second = Strike(dice, dice.count, defense, dice.is_precise, dice.sure_hits)
        fight.table.stage(second)
        hits += second.hits
        misses += second.misses
    log.strikes(fight, attacker, target, weapon, first, second)
    if misses > 0:
        hits = get_help(fight, attacker, target, first, second)
    return hits


def get_help(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    first: Strike,
    second: Strike | None,
) -> i64:
    """Let one PC help the attack while dice have missed; as a house rule any number
    [reaction.one-helper].

    Return the hits of all dice.
    """
    while True:
        fight.hits_rolled = first.hits
        fight.misses_rolled = first.misses
        if second is not None:
            fight.hits_rolled += second.hits
            fight.misses_rolled += second.misses
        hits = fight.hits_rolled
        is_helped = fight.misses_rolled > 0 and ask_for_help(fight, attacker, target)
        fight.hits_rolled = fight.misses_rolled = 0
        if is_helped:
            hits += roll_misses_again(fight, attacker, first, second)
        if not is_helped or fight.house.helpers == "one":
            return hits


def first_attack_hits(fight: MithrynFight, attacker: Combatant, weapon: Weapon) -> i64:
    """Return the hits a magic weapon adds to its bearer's first attack of the fight
    [magic.first-attack]."""
    if not fight.scene.has_first_hits or attacker.has_attacked:
        return 0
    attacker.has_attacked = True
    return weapon.first_hits


def roll_misses_again(
    fight: MithrynFight, attacker: Combatant, first: Strike, second: Strike | None
) -> i64:
    """Roll up to two missed dice again [reaction.help]. Return their hits.

    Of two attacks at once, the dice more likely to hit are rolled first [attack.both-announced].
    """
    parts = [first]
    if second is not None:
        if second.chance_to_hit() > first.chance_to_hit():
            parts = [second, first]
        else:
            parts = [first, second]
    left = HELPED_DICE
    rolled: list[Strike] = []
    hits: i64 = 0
    for part in parts:
        count = min(part.misses, left)
        if count > 0:
            again = part.again(count)
            fight.table.stage(again)
            rolled.append(again)
            part.hits += again.hits
            part.misses += again.misses - count
            hits += again.hits
            left -= count
    log.rolled_again(fight, attacker, parts, rolled)
    return hits


def leave_behind(fight: MithrynFight, thrower: Combatant, weapon: Weapon, zone: i64) -> None:
    """Leave a hurled weapon in the target's zone [weapon.lies], unless it is of a set
    [weapon.set]."""
    if not weapon.is_throwable or weapon.is_set:
        return
    thrower.arms = without(thrower.arms, weapon.index)
    fight.lying.append((int(weapon.index), int(zone)))
    log.weapon_lies(fight, weapon, zone)
