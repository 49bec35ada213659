"""Attacking: dice against Defense, exploding dice, rushed and double attacks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.health import hurt
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reactions import cancels_with_magic, defends, helper_of, interposer_for
from affray.rulesets.mithryn.sheet import Sheet, Weapon, without

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

HELPED_DICE: Final[i64] = 2
"""How many missing dice a helper's friend may roll again."""

UNTOLD: Final[list[str]] = []
"""The faces that nobody reads; never written."""


@mypyc_attr(acyclic=True)
class StrikeDice:
    """What somebody rolls with a weapon, plain or rushed: so many equal dice, hits that need none,
    and by which house rules. Made once a scenario."""

    def __init__(
        self, count: i64, sides: i64, is_precise: bool, sure_hits: i64, house: House
    ) -> None:
        self.count: Final[i64] = count
        self.sides: Final[i64] = sides
        self.sure_hits: Final[i64] = sure_hits
        self.is_precise: Final = is_precise
        self.is_precise_always: Final = is_precise and house.precise_extra
        self.counts_extra_misses: Final = house.help_exploded


def strike_dice(sheet: Sheet, weapon: Weapon, is_rushed: bool, house: House) -> StrikeDice:
    """The Damage dice, or the Rushed dice of a second attack [attack.rushed]; below the
    weapon's minimum scores they are always the Rushed ones [attack.requirement], if it has any
    [attack.requirement-reload]. A relevant tag makes one die a sure hit [attack.tag]."""
    count = weapon.count
    sides = weapon.sides
    if weapon.rushed_count and (is_rushed or not sheet.meets_requirements(weapon)):
        count = weapon.rushed_count
        sides = weapon.rushed_sides
    if int(weapon.index) in sheet.expert_arms:
        return StrikeDice(count - 1, sides, weapon.is_precise, 1, house)
    return StrikeDice(count, sides, weapon.is_precise, 0, house)


@mypyc_attr(acyclic=True, free_list_len=1)
class Strike(Stage):
    """Equal dice against a Defense, and hits that need no dice: how many hit, and how many missed
    that Help may roll again."""

    dice: Final[StrikeDice]
    count: Final[i64]
    sides: Final[i64]
    defense: Final[i64]
    is_precise: Final[bool]
    sure_hits: Final[i64]
    is_told: Final[bool]
    hits: i64 = 0
    misses: i64 = 0
    exploded: Transient[bool] = False
    rolled_ones_again: Transient[bool] = False
    faces: Transient[list[str]]
    """Every face as the log shows it, where somebody reads it: +4 is an extra roll, 1→4 was a
    1."""

    def __init__(
        self,
        dice: StrikeDice,
        count: i64,
        defense: i64,
        is_precise: bool,
        sure_hits: i64,
        is_told: bool,
    ) -> None:
        self.dice = dice
        self.count = count
        self.sides = dice.sides
        self.defense = defense if defense < dice.sides else dice.sides
        self.is_precise = is_precise
        self.sure_hits = sure_hits
        self.is_told = is_told
        self.faces = [] if is_told else UNTOLD

    def key(self) -> Hashable:
        pool = (int(self.count), int(self.sides), int(self.defense), int(self.sure_hits))
        dice = self.dice
        return (pool, self.is_precise, dice.is_precise_always, dice.counts_extra_misses)

    def play(self, table: Table) -> i64:
        """The dice, and again those that explode, and again [attack.explode]. A die that exploded
        has hit, so Help does not roll it again, unless by option [reaction.help-exploded]."""
        self.hits = self.sure_hits
        self.misses = 0
        exploding = self.roll(table, self.count, self.is_precise, True, "")
        while exploding > 0:
            self.exploded = True
            dice = self.dice
            exploding = self.roll(
                table, exploding, dice.is_precise_always, dice.counts_extra_misses, "+"
            )
        return self.hits

    def roll(
        self, table: Table, count: i64, rolls_ones_again: bool, counts_misses: bool, mark: str
    ) -> i64:
        """Each die at or above Defense is a hit [attack.hits]; a highest face always is
        [attack.max-always-hits], and explodes: gives how many do. Precise rolls each 1 again, once,
        before anything explodes [weapon.precise], first-rolled dice only unless by option
        [weapon.precise-extra]."""
        hits, exploding, ones = table.count_faces(count, self.sides, self.defense, rolls_ones_again)
        self.hits += hits
        if counts_misses:
            self.misses += count - ones - hits
        if self.is_told:
            for face in table.faces_counted():
                if face != 1 or not rolls_ones_again:
                    self.faces.append(mark + str(face))
        if ones > 0:
            self.rolled_ones_again = True
            exploding += self.roll(table, ones, False, counts_misses, mark + "1→")
        return exploding

    def chance_to_hit(self) -> float:
        """How likely one of the dice is to hit."""
        return float(self.sides - self.defense + 1) / float(self.sides)

    def again(self, count: i64) -> Strike:
        """Some of the dice, to be rolled once more."""
        dice = self.dice
        return Strike(dice, count, self.defense, dice.is_precise_always, 0, self.is_told)


def attack(fight: MithrynFight, attacker: Combatant, option: Option) -> i64:
    """An attack from announcement to wounds: who is struck, which dice, how many hits."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    thrown_to = target.zone
    if fight.wants_events:
        tell.attacks(fight, attacker, target, weapon, option)
    fight.announced = option

    cancelled: i64 = 0
    interposer = interposer_for(fight, attacker, target)
    if interposer is not None:
        target = interposer
        cancelled = cancels_with_magic(interposer)
    elif defends(fight, attacker, target):
        cancelled = 1

    hits = strike(fight, attacker, target, weapon, option.value)
    dealt = hits - cancelled if hits > cancelled else 0
    if cancelled and fight.wants_events:
        tell.shield_cancels(fight, target, hits - dealt, dealt, interposer is not None)
    if attacker.zone != thrown_to and weapon.is_throwable and not weapon.is_set:
        leave_behind(fight, attacker, weapon, thrown_to)
    hurt(fight, target, dealt, attacker)
    return dealt


def strike(
    fight: MithrynFight, attacker: Combatant, target: Combatant, weapon: Weapon, manner: i64
) -> i64:
    """Rolls the attack, or both at once [attack.both-at-once] as one [attack.both-announced], and
    lets a friend help with what missed; gives the hits."""
    table = fight.table
    extra = first_attack_hits(fight, attacker, weapon)
    first = strike_with(fight, attacker, target, weapon, manner == options.RUSHED, extra)
    table.stage(first)
    hits = first.hits
    misses = first.misses
    second: Strike | None = None
    if manner == options.BOTH:
        second = strike_with(fight, attacker, target, weapon, True, 0)
        table.stage(second)
        hits += second.hits
        misses += second.misses
    if fight.wants_events:
        tell.strikes(fight, attacker, target, weapon, manner, first, second)
    fight.hits_rolled = hits
    fight.misses_rolled = misses
    if misses > 0 and helper_of(fight, attacker, target) is not None:
        hits += roll_misses_again(fight, attacker, first, second)
    # nobody asks for it any more: states that differ in nothing else are the same
    fight.hits_rolled = fight.misses_rolled = 0
    return hits


def first_attack_hits(fight: MithrynFight, attacker: Combatant, weapon: Weapon) -> i64:
    """What a magic weapon adds to its bearer's first attack of the fight [magic.first-attack]."""
    if not fight.scene.has_first_hits or attacker.has_attacked:
        return 0
    attacker.has_attacked = True
    return weapon.first_hits


def strike_with(
    fight: MithrynFight,
    attacker: Combatant,
    target: Combatant,
    weapon: Weapon,
    is_rushed: bool,
    extra_hits: i64,
) -> Strike:
    """What somebody rolls against a target, and the hits that need no dice."""
    dice = fight.scene.strike_dice(attacker.index, weapon.index, is_rushed)
    hits = dice.sure_hits + extra_hits
    return Strike(dice, dice.count, target.defense(), dice.is_precise, hits, fight.wants_words)


def roll_misses_again(
    fight: MithrynFight, attacker: Combatant, first: Strike, second: Strike | None
) -> i64:
    """Help: up to two dice that did not hit are rolled again, likelier ones first
    [reaction.help, attack.both-announced]; gives their hits."""
    if second is not None and second.chance_to_hit() > first.chance_to_hit():
        first, second = second, first
    left = HELPED_DICE
    hits: i64 = 0
    faces: list[str] = []
    for part in (first, second):
        if part is None or part.misses == 0 or left == 0:
            continue
        again = part.again(part.misses if part.misses < left else left)
        fight.table.stage(again)
        left -= again.count
        hits += again.hits
        faces.extend(again.faces)
    if fight.wants_events:
        before = first.hits + (second.hits if second is not None else 0)
        tell.rolled_again(fight, attacker, faces, hits, before + hits)
    return hits


def leave_behind(fight: MithrynFight, thrower: Combatant, weapon: Weapon, zone: i64) -> None:
    """A hurled weapon lies in the target's zone until somebody picks it up [weapon.lies]."""
    fight.arm(thrower, without(thrower.arms, weapon.index))
    fight.lying.append((int(weapon.index), int(zone)))
    if fight.wants_events:
        tell.weapon_lies(fight, weapon, zone)
