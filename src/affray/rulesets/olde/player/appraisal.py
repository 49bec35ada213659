"""What the simple player reckons with: chances by the exact dice, and what each enemy could do.

Nothing here changes a fight. Chances are worked out once for each pair of dice and kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.adjustments import PLAIN, Tally, add_attack, add_damage, add_defense
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.dice import MOST_RANK, chances_to_reach, check_dice, check_totals
from affray.rulesets.olde.hands import has_hands_for
from affray.rulesets.olde.house import House
from affray.rulesets.olde.player.notes import notes_of
from affray.rulesets.olde.reach import TOO_WEAK, add_range, add_sight, is_enough, why_not_ready
from affray.rulesets.olde.sheet import (
    FINESSE,
    NO_LIMIT,
    PERMANENT,
    PERSISTENT,
    Sheet,
    Spell,
    Use,
    Weapon,
)
from affray.rulesets.olde.strike import helpless_cr
from affray.space.grid import CLEAR

WIDEST: Final[i64] = 30
"""Differences wider than this are as good as certain."""

MOST_SHIFT: Final[i64] = 16
"""What attacks are worth is kept for shifts of their check up to this."""

ATTACK_POINTS: Final[i64] = 2

CAUTION: Final = 0.6
"""How much one's own life weighs against the enemy's."""


# --- chances ---


def chances_of(attacks: i64, defends: i64) -> list[float]:
    """How likely a check of one rank reaches that of another, by how much its adjustments are
    better, from -WIDEST to WIDEST; with a rank of 0 nobody defends."""
    reach = chances_to_reach(check_totals(int(attacks)))
    theirs = check_totals(int(defends)) if defends else [1.0]
    ahead: i64 = check_dice(attacks)[2]
    if defends:
        ahead -= check_dice(defends)[2]
    found = []
    for better in range(-int(WIDEST), int(WIDEST) + 1):
        chance = 0.0
        needed: i64 = -better - ahead
        for likely in theirs:
            if needed >= len(reach):
                break
            chance += likely * reach[needed if needed > 0 else 0]
            needed += 1
        found.append(chance)
    return found


CHANCES: Final[list[list[float]]] = [[] for _ in range((int(MOST_RANK) + 1) ** 2)]
"""The chances of each pair of ranks, filled in when they are first wanted."""


def chances(attacks: i64, defends: i64) -> list[float]:
    """The chances of one rank against another, to be looked up by `chance_in`."""
    pair = attacks * (MOST_RANK + 1) + defends
    found = CHANCES[pair]
    if not found:
        found = chances_of(attacks, defends)
        CHANCES[pair] = found
    return found


def chance_in(found: list[float], better: i64) -> float:
    """The chance where one's adjustments are better by so much."""
    if better > WIDEST:
        better = WIDEST
    elif better < -WIDEST:
        better = -WIDEST
    return found[better + WIDEST]


def check_chance(rank: i64, adjusts: i64, cr: i64) -> float:
    """How likely a check reaches a CR."""
    return chance_in(chances(rank, 0), adjusts - cr)


# --- what an attack is worth ---


def menace(who: Combatant) -> float:
    """How much it is worth to be rid of an enemy: how often they act, and how hard they hit with
    what they have in hand."""
    sheet, held = who.sheet, who.held_weapon()
    use = held.melee if held.melee is not None else held.ranged
    die = sheet.brawn // 2 if use is None or use.unarmed else use.damage
    return 0.5 + float((sheet.finesse_rank + 1) * (die + 1)) / 120.0


def share_of_life(harm: float, who: Combatant) -> float:
    """How much of what somebody has left a harm takes away."""
    left = float(who.hit_points)
    return harm / left if harm < left else 1.0


NOTHING_SHIFTED: Final[list[Aim | None]] = []
"""What is kept of an attack of which no shift was asked: always empty."""


@mypyc_attr(acyclic=True)
class Aim:
    """One fighter's attack with one weapon on one target, all that does not depend on where they
    stand: what a hit does, and how likely one is if nothing else adjusts it. See `aim_at`."""

    def __init__(
        self, use: Use, rolled: float, added: i64, better: i64, chances: list[float]
    ) -> None:
        self.use: Final = use
        self.rolled: Final = rolled
        self.added: Final[i64] = added
        self.better: Final[i64] = better
        self.chances: Final = chances
        harm = rolled + float(added)
        self.harm: Final = harm if harm > 0.5 else 0.5
        self.chance: Final = chance_in(chances, better)
        self.at_helpless: Aim | None = None
        """The same on somebody who makes no Defense roll, once it was asked."""
        self._shifted: list[Aim | None] = NOTHING_SHIFTED

    def hit(self, adjusts: i64) -> float:
        """How likely it is to hit, with further adjustments."""
        return chance_in(self.chances, self.better + adjusts)

    def loss(self, target: Combatant) -> float:
        """How much of what the target has left an attack takes away, on average."""
        return self.chance * share_of_life(self.harm, target)

    def shifted(self, attack: i64, damage: i64) -> Aim:
        """The same attack with so much more added to its check and its damage."""
        if damage or not -MOST_SHIFT <= attack <= MOST_SHIFT:
            return self._shift(attack, damage)
        if not self._shifted:
            self._shifted = [None] * (2 * int(MOST_SHIFT) + 1)
        found = self._shifted[attack + MOST_SHIFT]
        if found is None:
            found = self._shift(attack, 0)
            self._shifted[attack + MOST_SHIFT] = found
        return found

    def _shift(self, attack: i64, damage: i64) -> Aim:
        return Aim(self.use, self.rolled, self.added + damage, self.better + attack, self.chances)


def aim_at(who: Combatant, weapon: Weapon, use: Use, target: Combatant) -> Aim:
    """An attack as it stands now."""
    return aim_now(kept_aim(who, weapon, use, target), who, weapon, target)


def kept_aim(who: Combatant, weapon: Weapon, use: Use, target: Combatant) -> Aim:
    """An attack as it follows from the two sheets and what they hold, which is kept for the whole
    scenario, by all it follows from."""
    by_case = notes_of(who.scene).aims[who.index][target.index]
    case: i64 = weapon.index * 16
    if use.ranged:
        case += 8
    if who.two_hands:
        case += 4
    if who.shielded:
        case += 2
    if target.shielded:
        case += 1
    if not by_case:
        by_case.extend([None] * (16 * len(who.scene.weapons)))
    found = by_case[case]
    if found is None:
        found = plain_aim(who, weapon, use, target)
        by_case[case] = found
    return found


def aim_now(found: Aim, who: Combatant, weapon: Weapon, target: Combatant) -> Aim:
    """The same with all that comes and goes in a fight; what a shift of the check makes of it is
    kept, too."""
    use = found.use
    better = attack_shift(who, weapon, use)
    damage = damage_shift(who, weapon, use)
    if target.hit_points <= 0 or (len(target.afflictions) > 0 and target.is_bound()):
        helpless = found.at_helpless
        if helpless is None:
            helpless = aim_at_helpless(who, weapon, found)
            found.at_helpless = helpless
        return helpless.shifted(better - helpless_cr(target), damage)
    better -= defense_shift(target, use.ranged)
    return found.shifted(better, damage) if better or damage else found


def attack_shift(who: Combatant, weapon: Weapon, use: Use) -> i64:
    """What comes and goes in a fight does to an attack check, next to what the sheet does."""
    if len(who.temporary) == 0 and len(who.afflictions) == 0:
        return 0
    tally = Tally(False)
    add_attack(tally, who, weapon, use, PLAIN)
    return tally.total - who.from_sheet.attack(weapon, use, who.two_hands, who.shielded).total


def damage_shift(who: Combatant, weapon: Weapon, use: Use) -> i64:
    """The same of damage."""
    if len(who.temporary) == 0:
        return 0
    tally = Tally(False)
    add_damage(tally, who, weapon, use, PLAIN)
    return tally.total - who.from_sheet.damage(weapon, use, who.two_hands).total


def defense_shift(who: Combatant, is_ranged: bool) -> i64:
    """The same of Defense."""
    if len(who.temporary) == 0 and len(who.afflictions) == 0 and not who.blocking:
        return 0
    tally = Tally(False)
    add_defense(tally, who, is_ranged)
    return tally.total - who.from_sheet.defense(who.shielded).total


def distance_adjustment(
    house: House, use: Use, sight: i64, target: Combatant, distance: i64
) -> i64:
    """What distance and sight do to an attack."""
    tally = Tally(False)
    add_range(tally, use, distance, target)
    add_sight(tally, house, sight)
    return tally.total


def worst_sight(house: House) -> i64:
    """The worst grade of sight that is enough to attack: those that are better are, too."""
    found: i64 = CLEAR
    while is_enough(house, found + 1):
        found += 1
    return found


def plain_aim(who: Combatant, weapon: Weapon, use: Use, target: Combatant) -> Aim:
    """An attack as it follows from the two sheets and what they hold."""
    sheet = who.sheet
    die = sheet.damage_rank(use, who.scene.house.damage_die == "check-stat")
    rolled = float(die + 1) / (4.0 if use.unarmed else 2.0)
    added = who.from_sheet.damage(weapon, use, who.two_hands).total
    better = who.from_sheet.attack(weapon, use, who.two_hands, who.shielded).total
    return Aim(
        use,
        rolled,
        added + target.from_sheet.armour.total,
        better - target.from_sheet.defense(target.shielded).total,
        chances(sheet.rank(use.check_stat), target.sheet.rank(FINESSE)),
    )


def aim_at_helpless(who: Combatant, weapon: Weapon, plain: Aim) -> Aim:
    """The same attack on somebody who makes no Defense roll, against a CR of 0."""
    better = who.from_sheet.attack(weapon, plain.use, who.two_hands, who.shielded).total
    likely = chances(who.sheet.rank(plain.use.check_stat), 0)
    return Aim(plain.use, plain.rolled, plain.added, better, likely)


def attack_value(aim: Aim, target: Combatant, adjusts: i64) -> float:
    """How much of what the target has left an attack takes away, on average, and what that is
    worth."""
    return aim.hit(adjusts) * hit_value(aim.harm, target) * menace(target)


def hit_value(harm: float, target: Combatant) -> float:
    """How much of what the target has left a hit takes away, and a little for the harm itself."""
    return share_of_life(harm, target) + 0.01 * harm


def is_strong_enough(who: Combatant, use: Use) -> bool:
    """Whether somebody could shoot with a weapon, once it is loaded."""
    return why_not_ready(who, use) != TOO_WEAK


def mean_points(sheet: Sheet) -> float:
    """How many Action Points somebody has in a turn, on average [turn.ap]."""
    return float(sheet.finesse_rank + 1) / 2.0


def can_use_now(who: Combatant, weapon: Weapon, use: Use) -> bool:
    """Whether a weapon could be used now, distance apart."""
    return not why_not_ready(who, use) and has_hands_for(who, weapon, use)


# --- what a spell is worth ---


def spell_value(who: Combatant, spell: Spell, target: Combatant) -> float:
    """What casting a spell at somebody is worth, next to taking a share of their life; nothing
    where they have its condition already, or there is not the Mana for it."""
    if spell.mana > who.mana or (spell.gestures and who.is_bound()) or target.has(spell.laid):
        return 0.0
    return spell_chance(who, spell) * condition_value(spell) * menace(target)


def spell_chance(who: Combatant, spell: Spell) -> float:
    """How likely a spell is to succeed [shield.spells]."""
    hindered = who.sheet.shield.spells if spell.gestures and who.shielded else 0
    return check_chance(who.sheet.savvy, hindered, spell.cr)


def condition_value(spell: Spell) -> float:
    """What a spell's condition is worth, next to taking a share of somebody's life."""
    laid = spell.laid
    found = 0.03 * float(-laid.attack - laid.defense - laid.checks - laid.physical)
    found += 0.06 * float(-laid.action_points) + 0.1 * float(laid.loses)
    if laid.helpless:
        found += 0.5
    elif not laid.attacks:
        found += 0.3
    if laid.flees:
        found += 0.3
    if laid.spaces < NO_LIMIT:
        found += 0.1
    if spell.duration == PERMANENT:
        return found * 2.0
    return found * 1.4 if spell.duration == PERSISTENT else found
