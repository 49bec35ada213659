"""Adjustments: everything that is added to a check or to damage once the dice are thrown.

What a fighter's sheet adds is the same all through a fight, so it is worked out once a scenario
(`SheetAdjustments`); manoeuvres and conditions are added to that where they arise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.sheet import (
    BRAWN,
    DODGE,
    FINESSE,
    SKILLS,
    STATS,
    UNTRAINED,
    Condition,
    Sheet,
    Use,
    Weapon,
    shortfall,
    skill_adjustment,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight
    from affray.rulesets.olde.house import House
    from affray.rulesets.olde.sheet import Use

PLAIN: Final[i64] = 0
HASTY: Final[i64] = 1
FULL_EFFORT: Final[i64] = 2
"""How an attack is made, an option's value: as it is, as a panic attack or snapshot, or all-out
or aimed."""

HASTY_ATTACK: Final[i64] = -2
ALL_OUT_ATTACK: Final[i64] = 2
ALL_OUT_DAMAGE: Final[i64] = 4
BLOCK_DEFENSE: Final[i64] = 2
BRAWN_FOR_ONE_MORE: Final[i64] = 5
"""Every so many points of Brawn a small improvised weapon does one more."""

UNKNOWN_RANK: Final[i64] = -2
"""Stands for a rank that was not looked up yet."""

NO_REASONS: Final[list[list[str]]] = []
"""What a tally that nobody hears about has to say: always empty."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Tally:
    """A sum of adjustments that can name each of them in the log [attack.adjustments]."""

    def __init__(self, wants_events: bool) -> None:
        self.wants_events: Final = wants_events
        self.total: i64 = 0
        self.because: list[list[str]] = [] if wants_events else NO_REASONS
        """What there is to say of each, with its rule."""

    def add(self, amount: i64, name: str, rule: str) -> None:
        """Adds one more, if it is anything."""
        if amount:
            self.total += amount
            if self.wants_events:
                sign = "+" if amount > 0 else ""
                self.note(f"{sign}{amount} {name}", rule)

    def note(self, text: str, rule: str) -> None:
        """Notes for the log what a rule did that is no sum."""
        if self.wants_events:
            self.because.append([text, rule])

    def include(self, other: Tally) -> None:
        """Adds all of another tally, which has its names."""
        self.total += other.total
        if self.wants_events:
            for text, rule in other.because:
                self.note(text, rule)

    def parts(self) -> list[str]:
        """What there is to say of each adjustment."""
        return [text for text, _ in self.because]

    def rules(self) -> list[str]:
        """The rules they come from, each once."""
        return list(dict.fromkeys([rule for _, rule in self.because]))

    def text(self) -> str:
        """The adjustments in brackets, for a sentence."""
        return f" ({', '.join(self.parts())})" if self.because else ""


class SheetAdjustments:
    """What a fighter's sheet adds to checks and damage for the whole fight, each thing named.

    It depends on how the weapon is held and whether the shield is up, and is worked out for each
    case when it is first wanted.
    """

    def __init__(self, sheet: Sheet, weapons: int, dodges: bool) -> None:
        self.sheet: Final = sheet
        self.dodges: Final = dodges
        self._attacks: Final[list[Tally | None]] = [None] * (8 * weapons)
        self._damages: Final[list[Tally | None]] = [None] * (4 * weapons)
        self._melee_ranks: Final = [int(UNKNOWN_RANK)] * weapons
        self._checks: Final = [
            self._check(stat, shielded) for stat in range(len(STATS)) for shielded in (False, True)
        ]
        self._defenses: Final = [self._defense(False), self._defense(True)]
        self.armour: Final = self._armour()

    def check(self, stat: i64, shielded: bool) -> Tally:
        """What adjusts every check of a stat."""
        return self._checks[stat * 2 + (1 if shielded else 0)]

    def _check(self, stat: i64, shielded: bool) -> Tally:
        """A shield too heavy for its bearer hinders Brawn and Finesse checks [shield.brawn], armour
        too heavy Brawn checks [armor.brawn]."""
        tally = Tally(True)
        sheet = self.sheet
        if shielded and (stat == BRAWN or stat == FINESSE):
            shield = sheet.shield
            tally.add(
                -shortfall(sheet.brawn, shield.brawn), f"{shield.name} too heavy", "shield.brawn"
            )
        if stat == BRAWN:
            tally.add(-sheet.too_heavy, f"{sheet.armour.name} too heavy", "armor.brawn")
        return tally

    def defense(self, shielded: bool) -> Tally:
        """What adjusts Defense."""
        return self._defenses[1 if shielded else 0]

    def _defense(self, shielded: bool) -> Tally:
        """The shield [shield.defense], Dodge [skill.dodge], and what items do. Armour has no part
        in it [armor.reduces]."""
        tally = Tally(True)
        sheet = self.sheet
        tally.include(self.check(FINESSE, shielded))
        if shielded:
            tally.add(sheet.shield.defense, sheet.shield.name, "shield.defense")
        if sheet.skill_ranks[DODGE] > 0 and self.dodges:
            tally.add(sheet.skill_ranks[DODGE], "Dodge", "skill.dodge")
        for adjustment in sheet.adjustments:
            tally.add(adjustment.defense, adjustment.name, adjustment.rule)
        return tally

    def attack(self, weapon: Weapon, use: Use, two_hands: bool, shielded: bool) -> Tally:
        """What adjusts an attack check with a weapon, wherever the target stands."""
        case = weapon.index * 8 + (4 if use.ranged else 0)
        case += (2 if two_hands else 0) + (1 if shielded else 0)
        found = self._attacks[case]
        if found is None:
            found = self._attack(use, two_hands, shielded)
            self._attacks[case] = found
        return found

    def _attack(self, use: Use, two_hands: bool, shielded: bool) -> Tally:
        """Skill [skill.untrained], Brawn below the weapon's minimum [brawn.melee, ranged.brawn],
        and what items do."""
        tally = Tally(True)
        sheet = self.sheet
        tally.include(self.check(use.check_stat, shielded))
        skill = sheet.best_skill(use.skill_numbers)
        rank: i64 = sheet.skill_ranks[skill]
        name = "untrained" if rank == UNTRAINED else SKILLS[skill]
        tally.add(skill_adjustment(rank), name, "skill.untrained")
        self._add_weakness(tally, use, two_hands)
        for adjustment in sheet.adjustments:
            tally.add(adjustment.attack, adjustment.name, adjustment.rule)
        return tally

    def melee_rank(self, weapon: Weapon) -> i64:
        """The best rank in any of the skills for a weapon by hand."""
        found: i64 = self._melee_ranks[weapon.index]
        if found == UNKNOWN_RANK:
            found = self.sheet.best_rank(weapon.use(False).skill_numbers)
            self._melee_ranks[weapon.index] = int(found)
        return found

    def damage(self, weapon: Weapon, use: Use, two_hands: bool) -> Tally:
        """What is added to the damage of a weapon."""
        case = weapon.index * 4 + (2 if use.ranged else 0) + (1 if two_hands else 0)
        found = self._damages[case]
        if found is None:
            found = self._damage(use, two_hands)
            self._damages[case] = found
        return found

    def _damage(self, use: Use, two_hands: bool) -> Tally:
        """Brawn below the weapon's minimum takes off [brawn.melee, ranged.brawn], above it adds
        nothing [brawn.no-bonus]; a small improvised weapon adds to bare hands
        [unarmed.improvised-small]."""
        tally = Tally(True)
        self._add_weakness(tally, use, two_hands)
        if use.small:
            more = self.sheet.brawn // BRAWN_FOR_ONE_MORE
            tally.add(more, "improvised weapon", "unarmed.improvised-small")
        for adjustment in self.sheet.adjustments:
            tally.add(adjustment.damage, adjustment.name, adjustment.rule)
        return tally

    def _add_weakness(self, tally: Tally, use: Use, two_hands: bool) -> None:
        """Each point of Brawn that is missing for the weapon as it is held is -1 [brawn.melee,
        ranged.brawn]; for a crossbow too, which asks for its first minimum [ranged.crossbow]."""
        if use.unarmed:
            return
        held_in_two = use.two_hands > 0 and (two_hands or use.one_hand == 0)
        missing = shortfall(self.sheet.brawn, use.two_hands if held_in_two else use.one_hand)
        rule = "ranged.brawn" if use.ranged else "brawn.melee"
        tally.add(-missing, "weak for the weapon", rule)

    def _armour(self) -> Tally:
        """What armour and items take off damage [armor.reduces]."""
        tally = Tally(True)
        sheet = self.sheet
        tally.add(-sheet.armour.damage, sheet.armour.name, "armor.reduces")
        for adjustment in sheet.adjustments:
            tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
        return tally


def begin_tally(fight: OldeFight, kept: Tally) -> Tally:
    """A tally of nothing yet: where nobody hears what it is made up of, one that the fight keeps
    for each kind of sum, of which there is but one at a time."""
    if fight.wants_events:
        return Tally(True)
    kept.total = 0
    return kept


def check_adjustments(fight: OldeFight, who: Combatant, stat: i64) -> Tally:
    """What adjusts a plain check of a stat: the sheet, and conditions [conditions.list]."""
    tally = Tally(fight.wants_events)
    tally.include(who.from_sheet.check(stat, who.shielded))
    add_conditions(tally, who, stat)
    return tally


def check_total(who: Combatant, stat: i64) -> i64:
    """The sum alone of `check_adjustments`."""
    found: i64 = who.from_sheet.check(stat, who.shielded).total
    for one in who.afflictions:
        found += check_shift(one.condition, stat)
    return found


def add_conditions(tally: Tally, who: Combatant, stat: i64) -> None:
    """What conditions do to every check of a stat [conditions.list]."""
    for one in who.afflictions:
        condition = one.condition
        tally.add(condition.checks, condition.name, "conditions.list")
        if stat == BRAWN or stat == FINESSE:
            tally.add(condition.physical, condition.name, "conditions.list")


def defense_adjustments(fight: OldeFight, who: Combatant, ranged: bool) -> Tally:
    """The Defense Adjustment: the sheet, a shield block [shield.block], manoeuvres, and
    conditions [conditions.list]."""
    tally = begin_tally(fight, fight.defense_tally)
    tally.include(who.from_sheet.defense(who.shielded))
    if who.blocking:
        tally.add(BLOCK_DEFENSE, "shield block", "shield.block")
    if tally.wants_events:
        for adjustment in who.temporary.each:
            tally.add(adjustment.defense, adjustment.name, adjustment.rule)
    else:
        tally.total += who.temporary.defense
    if who.afflictions:
        add_conditions(tally, who, FINESSE)
        for one in who.afflictions:
            condition = one.condition
            by_kind = condition.ranged_defense if ranged else condition.melee_defense
            tally.add(condition.defense + by_kind, condition.name, "conditions.list")
    return tally


def attack_adjustments(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, manner: i64
) -> Tally:
    """What adjusts an attack check wherever the target stands: the sheet, manoeuvres
    [options.advanced], careful aim [options.aimed], and conditions [conditions.list]."""
    tally = begin_tally(fight, fight.attack_tally)
    tally.include(who.from_sheet.attack(weapon, use, who.two_hands, who.shielded))
    if manner == HASTY:
        name = "snapshot" if use.ranged else "panic attack"
        tally.add(HASTY_ATTACK, name, "options.advanced")
    elif manner == FULL_EFFORT:
        if use.ranged:
            tally.add(fight.house.aimed_shot, "aimed shot", "options.aimed")
        else:
            tally.add(ALL_OUT_ATTACK, "all-out attack", "options.advanced")
    if tally.wants_events:
        for adjustment in who.temporary.each:
            tally.add(adjustment.attack, adjustment.name, adjustment.rule)
    else:
        tally.total += who.temporary.attack
    if who.afflictions:
        add_conditions(tally, who, use.check_stat)
        for one in who.afflictions:
            condition = one.condition
            by_kind = condition.melee_attack
            if use.ranged:
                by_kind = condition.crossbow_attack if use.crossbow else condition.bow_attack
            tally.add(condition.attack + by_kind, condition.name, "conditions.list")
    return tally


def attack_shift(who: Combatant, use: Use) -> i64:
    """What all that comes and goes in a fight, manners of attack apart, is worth in
    `attack_adjustments`: the sum alone, for players who weigh many attacks."""
    if len(who.afflictions) == 0:
        return who.temporary.attack
    return who.temporary.attack + conditions_attack_shift(who, use)


def conditions_attack_shift(who: Combatant, use: Use) -> i64:
    """What of it conditions do."""
    found: i64 = 0
    for one in who.afflictions:
        condition = one.condition
        found += condition.attack + check_shift(condition, use.check_stat)
        if not use.ranged:
            found += condition.melee_attack
        elif use.crossbow:
            found += condition.crossbow_attack
        else:
            found += condition.bow_attack
    return found


def defense_shift(who: Combatant, ranged: bool) -> i64:
    """The same of `defense_adjustments`."""
    found: i64 = who.temporary.defense
    if who.blocking:
        found += BLOCK_DEFENSE
    if len(who.afflictions) == 0:
        return found
    return found + conditions_defense_shift(who, ranged)


def conditions_defense_shift(who: Combatant, ranged: bool) -> i64:
    """What of it conditions do."""
    found: i64 = 0
    for one in who.afflictions:
        condition = one.condition
        found += condition.defense + check_shift(condition, FINESSE)
        if ranged:
            found += condition.ranged_defense
        else:
            found += condition.melee_defense
    return found


def attack_total(house: House, who: Combatant, weapon: Weapon, use: Use, manner: i64) -> i64:
    """The sum alone of `attack_adjustments`."""
    found: i64 = who.from_sheet.attack(weapon, use, who.two_hands, who.shielded).total
    if manner == HASTY:
        found += HASTY_ATTACK
    elif manner == FULL_EFFORT:
        found += house.aimed_shot if use.ranged else ALL_OUT_ATTACK
    return found + attack_shift(who, use)


def defense_total(who: Combatant, ranged: bool) -> i64:
    """The sum alone of `defense_adjustments`."""
    return who.from_sheet.defense(who.shielded).total + defense_shift(who, ranged)


def check_shift(condition: Condition, stat: i64) -> i64:
    """What a condition does to every check of a stat."""
    if stat == BRAWN or stat == FINESSE:
        return condition.checks + condition.physical
    return condition.checks


def damage_adjustments(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, manner: i64
) -> Tally:
    """What is added to damage: the sheet, and manoeuvres [options.advanced]."""
    tally = begin_tally(fight, fight.damage_tally)
    tally.include(who.from_sheet.damage(weapon, use, who.two_hands))
    if manner == FULL_EFFORT and not use.ranged:
        tally.add(ALL_OUT_DAMAGE, "all-out attack", "options.advanced")
    if tally.wants_events:
        for adjustment in who.temporary.each:
            tally.add(adjustment.damage, adjustment.name, adjustment.rule)
    else:
        tally.total += who.temporary.damage
    return tally


def damage_total(who: Combatant, weapon: Weapon, use: Use, manner: i64) -> i64:
    """The sum alone of `damage_adjustments`."""
    found: i64 = who.from_sheet.damage(weapon, use, who.two_hands).total + who.temporary.damage
    return found + ALL_OUT_DAMAGE if manner == FULL_EFFORT and not use.ranged else found


def armour_total(who: Combatant) -> i64:
    """The sum alone of `armour_adjustments`."""
    return who.from_sheet.armour.total - who.temporary.armour


def armour_adjustments(fight: OldeFight, who: Combatant) -> Tally:
    """What is taken off damage [armor.reduces]."""
    tally = begin_tally(fight, fight.armour_tally)
    tally.include(who.from_sheet.armour)
    if tally.wants_events:
        for adjustment in who.temporary.each:
            tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
    else:
        tally.total -= who.temporary.armour
    return tally
