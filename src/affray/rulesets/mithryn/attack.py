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
"""How many missing dice Help rolls again."""

NO_ROLLS: Final[list[list[int]]] = []
"""The extra rolls of dice of which none exploded."""


# --- the dice of an attack ---


@mypyc_attr(acyclic=True)
class StrikeDice:
    """The dice a fighter rolls with a weapon, plain or rushed. They follow from the sheet."""

    def __init__(
        self, count: i64, sides: i64, is_precise: bool, sure_hits: i64, rule: str, house: House
    ) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.is_precise: Final = is_precise
        self.sure_hits: Final[i64] = sure_hits
        """Hits that need no dice."""
        self.rule: Final = rule
        """The rule that says which dice these are."""
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
    """Return the rule that says which dice an attack begins with."""
    if not sheet.meets_requirements(weapon):
        return "attack.requirement" if weapon.rushed_count > 0 else "attack.requirement-reload"
    if not is_rushed:
        return "weapon.dice" if weapon.rushed_count > 0 else "attack.reload"
    is_fast = weapon.rushed_count == weapon.count and weapon.rushed_sides == weapon.sides
    return "weapon.fast" if is_fast else "attack.rushed"


@mypyc_attr(acyclic=True)
class Strike(Stage):
    """Equal dice against a Defense: how many hit, and how many missed that Help may roll again."""

    dice: Final[StrikeDice]
    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    sure_hits: Final[i64]
    hits: i64 = 0
    misses: i64 = 0
    faces: Transient[list[int]] = NO_FACES
    """The faces of the first roll."""
    extra: Transient[list[list[int]]] = NO_ROLLS
    """The faces of the extra rolls of each explosion."""
    ones: Transient[list[int]] = NO_FACES
    """How many faces at the end of each roll replace a 1, if the dice are Precise."""

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
        """Roll the dice, and roll each highest face again for another chance to hit, while it
        shows its highest face [attack.explode].

        An exploded die has hit, so Help cannot roll it again when its extra roll misses, unless as
        a house rule [reaction.help-exploded].
        """
        self.hits = self.sure_hits
        self.misses = 0
        self.extra = NO_ROLLS
        self.ones = NO_FACES
        self.faces = self.roll(table, self.count, self.is_precise)
        exploding = self.count_hits(self.faces, True)
        while exploding > 0:
            faces = self.roll(table, exploding, self.dice.is_precise_on_extra_rolls)
            self.extra = [*self.extra, faces]
            exploding = self.count_hits(faces, self.dice.counts_extra_misses)
        return self.hits

    def count_hits(self, faces: list[int], counts_misses: bool) -> i64:
        """Count each die at or above Defense as a hit [attack.hits]. Return how many explode."""
        hits: i64 = 0
        exploding: i64 = 0
        for face in faces:
            if face >= self.defense:
                hits += 1
                if face == self.sides:
                    exploding += 1
        self.hits += hits
        if counts_misses:
            self.misses += len(faces) - hits
        return exploding

    def roll(self, table: Table, count: i64, is_precise: bool) -> list[int]:
        """Roll dice, and if Precise each 1 once again [weapon.precise].

        Precise goes for first rolls; for extra rolls as a house rule [weapon.precise-extra].
        """
        cuts = cut_at(self.defense) | cut_at(self.sides)
        if not is_precise:
            return table.roll(count, self.sides, cuts)
        faces = table.roll(count, self.sides, cuts | cut_at(2))
        ones = faces.count(1)
        if ones > 0:
            faces = [face for face in faces if face != 1] + table.roll(ones, self.sides, cuts)
        self.ones = [*self.ones, ones]
        return faces

    def chance_to_hit(self) -> float:
        """Return the chance of one die to hit."""
        return float(self.sides - self.defense + 1) / float(self.sides)

    def again(self, count: i64) -> Strike:
        """Return some of the dice, to be rolled once more."""
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
    serves once [attack.both-announced].
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
    """Let one PC help the attack, or as a house rule any number, while dice have missed
    [reaction.one-helper]. Return the hits of all dice."""
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
    """Roll up to two dice again that did not hit [reaction.help]. Return their hits.

    Of two attacks at once the likelier dice are rolled first [attack.both-announced].
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
