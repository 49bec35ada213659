"""Adjustments: everything that is added to a check or to damage once the dice are rolled.

What a fighter's sheet adds is the same all through a fight, so it is added up once for a scenario
(`SheetAdjustments`). Manoeuvres and conditions come on top.
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
    Sheet,
    Use,
    Weapon,
    shortfall,
    skill_adjustment,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.house import House
    from affray.rulesets.olde.strike import Attack

PLAIN: Final[i64] = 0
HASTY: Final[i64] = 1
FULL_EFFORT: Final[i64] = 2
"""How an attack is made, an option's value: as it is, as a panic attack or snapshot, or all-out
or aimed."""

MANNERS: Final[i64] = 3
"""How many manners there are."""

HASTY_ATTACK: Final[i64] = -2
ALL_OUT_ATTACK: Final[i64] = 2
ALL_OUT_DAMAGE: Final[i64] = 4
BLOCK_DEFENSE: Final[i64] = 2
BRAWN_FOR_ONE_MORE: Final[i64] = 5
"""Every so many points of Brawn a small improvised weapon does one more."""

NO_REASONS: Final[list[list[str]]] = []
"""The names in a tally without a listener: always empty."""


@mypyc_attr(acyclic=True)
class Tally:
    """Adds up adjustments, and keeps the name of each for the log if there is a listener."""

    def __init__(self, keeps_names: bool) -> None:
        self.keeps_names: Final = keeps_names
        self.total: i64 = 0
        self.because: list[list[str]] = [] if keeps_names else NO_REASONS
        """The text of each adjustment, with its rule."""

    def add(self, amount: i64, name: str, rule: str) -> None:
        """Add an adjustment by name, if it is not 0 [attack.adjustments]."""
        if amount:
            self.total += amount
            if self.keeps_names:
                sign = "+" if amount > 0 else ""
                self.because.append([f"{sign}{amount} {name}", rule])

    def note(self, text: str, rule: str) -> None:
        """Note for the log what a rule did that is no sum."""
        if self.keeps_names:
            self.because.append([text, rule])

    def include(self, other: Tally) -> None:
        """Add all of another tally, which has its names."""
        self.total += other.total
        if self.keeps_names:
            self.because.extend(other.because)

    def parts(self) -> list[str]:
        """Return the text of each adjustment."""
        return [text for text, _ in self.because]

    def rules(self) -> list[str]:
        """Return the rules they come from, each once."""
        return list(dict.fromkeys([rule for _, rule in self.because]))

    def text(self) -> str:
        """Return the adjustments in brackets, for a sentence."""
        return f" ({', '.join(self.parts())})" if self.because else ""


def use_case(weapon: Weapon, use: Use, two_hands: bool, shielded: bool) -> i64:
    """Return a number for a use of a weapon as it is held."""
    case: i64 = weapon.index * 8
    if use.ranged:
        case += 4
    if two_hands:
        case += 2
    return case + 1 if shielded else case


class SheetAdjustments:
    """What a fighter's sheet adds to checks and damage for the whole fight, each thing by name.

    Attacks and damage depend on the weapon and how it is held, and are added up for each case when
    it is first needed.
    """

    def __init__(self, sheet: Sheet, weapons: list[Weapon], dodges: bool) -> None:
        self.sheet: Final = sheet
        self._attacks: Final[list[Tally | None]] = [None] * (8 * len(weapons))
        self._damages: Final[list[Tally | None]] = [None] * (8 * len(weapons))
        self.melee_ranks: Final = [
            int(sheet.best_rank(weapon.melee.skill_numbers)) if weapon.melee is not None else 0
            for weapon in weapons
        ]
        """The best rank in any of the skills for each weapon by hand."""
        self._checks: Final = [
            sheet_check(sheet, stat, shielded)
            for stat in range(len(STATS))
            for shielded in (False, True)
        ]
        self._defenses: Final = [
            sheet_defense(sheet, shielded, dodges) for shielded in (False, True)
        ]
        self.armour: Final = sheet_armour(sheet)

    def check(self, stat: i64, shielded: bool) -> Tally:
        """Return what adjusts every check of a stat."""
        return self._checks[stat * 2 + (1 if shielded else 0)]

    def defense(self, shielded: bool) -> Tally:
        """Return what adjusts Defense."""
        return self._defenses[1 if shielded else 0]

    def attack(self, weapon: Weapon, use: Use, two_hands: bool, shielded: bool) -> Tally:
        """Return what adjusts an attack check with a weapon, wherever the target stands."""
        case = use_case(weapon, use, two_hands, shielded)
        found = self._attacks[case]
        if found is None:
            found = sheet_attack(self.sheet, use, two_hands, shielded)
            self._attacks[case] = found
        return found

    def damage(self, weapon: Weapon, use: Use, two_hands: bool) -> Tally:
        """Return what is added to the damage of a weapon."""
        case = use_case(weapon, use, two_hands, False)
        found = self._damages[case]
        if found is None:
            found = sheet_damage(self.sheet, use, two_hands)
            self._damages[case] = found
        return found


# --- what the sheet adds ---


def sheet_check(sheet: Sheet, stat: i64, shielded: bool) -> Tally:
    """Add up what adjusts every check of a stat: a shield too heavy for its bearer hinders Brawn
    and Finesse checks [shield.brawn].

    Armour too heavy hinders Brawn checks [armor.brawn].
    """
    tally = Tally(True)
    if shielded and (stat == BRAWN or stat == FINESSE):
        shield = sheet.shield
        missing = shortfall(sheet.brawn, shield.brawn)
        tally.add(-missing, f"{shield.name} too heavy", "shield.brawn")
    if stat == BRAWN:
        tally.add(-sheet.too_heavy, f"{sheet.armour.name} too heavy", "armor.brawn")
    return tally


def sheet_defense(sheet: Sheet, shielded: bool, dodges: bool) -> Tally:
    """Add up what adjusts Defense: a shield on the arm [shield.defense].

    So do Dodge [skill.dodge] and items. Armour does not [armor.reduces].
    """
    tally = Tally(True)
    tally.include(sheet_check(sheet, FINESSE, shielded))
    if shielded:
        tally.add(sheet.shield.defense, sheet.shield.name, "shield.defense")
    if dodges:
        add_dodge(tally, sheet)
    for adjustment in sheet.adjustments:
        tally.add(adjustment.defense, adjustment.name, adjustment.rule)
    return tally


def add_dodge(tally: Tally, sheet: Sheet) -> None:
    """Add the rank in Dodge to Defense [skill.dodge]."""
    if sheet.skill_ranks[DODGE] > 0:
        tally.add(sheet.skill_ranks[DODGE], "Dodge", "skill.dodge")


def sheet_attack(sheet: Sheet, use: Use, two_hands: bool, shielded: bool) -> Tally:
    """Add up what adjusts an attack check: the skill, the Brawn the weapon needs, and items."""
    tally = Tally(True)
    tally.include(sheet_check(sheet, use.check_stat, shielded))
    skill = sheet.best_skill(use.skill_numbers)
    rank: i64 = sheet.skill_ranks[skill]
    add_skill(tally, rank, SKILLS[skill])
    add_weakness(tally, sheet, use, two_hands)
    for adjustment in sheet.adjustments:
        tally.add(adjustment.attack, adjustment.name, adjustment.rule)
    return tally


def add_skill(tally: Tally, rank: i64, name: str) -> None:
    """Add what the rank in a skill gives to a check [skill.rank].

    Without the skill it is -2 [skill.untrained].
    """
    if rank == UNTRAINED:
        tally.add(skill_adjustment(rank), "untrained", "skill.untrained")
    else:
        tally.add(skill_adjustment(rank), name, "skill.rank")


def sheet_damage(sheet: Sheet, use: Use, two_hands: bool) -> Tally:
    """Add up what is added to damage: a small improvised weapon adds to bare hands
    [unarmed.improvised-small].

    Brawn below the weapon's minimum takes off, Brawn above it adds nothing [brawn.no-bonus].
    """
    tally = Tally(True)
    add_weakness(tally, sheet, use, two_hands)
    if use.small:
        more = sheet.brawn // BRAWN_FOR_ONE_MORE
        tally.add(more, "improvised weapon", "unarmed.improvised-small")
    for adjustment in sheet.adjustments:
        tally.add(adjustment.damage, adjustment.name, adjustment.rule)
    return tally


def add_weakness(tally: Tally, sheet: Sheet, use: Use, two_hands: bool) -> None:
    """Take off 1 for each point of Brawn missing for the weapon as it is held [brawn.melee].

    It is the same for ranged weapons [ranged.brawn], and for a crossbow, which asks for its first
    minimum [ranged.crossbow].
    """
    if use.unarmed:
        return
    held_in_two = use.two_hands > 0 and (two_hands or use.one_hand == 0)
    missing = shortfall(sheet.brawn, use.two_hands if held_in_two else use.one_hand)
    rule = "ranged.brawn" if use.ranged else "brawn.melee"
    tally.add(-missing, "weak for the weapon", rule)


def sheet_armour(sheet: Sheet) -> Tally:
    """Add up what armour and items take off damage [armor.reduces]."""
    tally = Tally(True)
    tally.add(-sheet.armour.damage, sheet.armour.name, "armor.reduces")
    for adjustment in sheet.adjustments:
        tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
    return tally


# --- what adjusts a check or damage now ---


def add_check(tally: Tally, who: Combatant, stat: i64) -> None:
    """Add what adjusts a plain check of a stat: the sheet and conditions."""
    tally.include(who.from_sheet.check(stat, who.shielded))
    add_conditions(tally, who, stat)


def add_conditions(tally: Tally, who: Combatant, stat: i64) -> None:
    """Add what conditions do to every check of a stat [conditions.list]."""
    for one in who.afflictions:
        condition = one.condition
        tally.add(condition.checks, condition.name, "conditions.list")
        if stat == BRAWN or stat == FINESSE:
            tally.add(condition.physical, condition.name, "conditions.list")


def add_defense(tally: Tally, who: Combatant, is_ranged: bool) -> None:
    """Add the Defense Adjustment: the sheet, a shield block, manoeuvres and conditions."""
    tally.include(who.from_sheet.defense(who.shielded))
    add_defense_changes(tally, who, is_ranged)


def add_defense_changes(tally: Tally, who: Combatant, is_ranged: bool) -> None:
    """Add what a shield block, manoeuvres and conditions do to Defense."""
    if who.blocking:
        tally.add(BLOCK_DEFENSE, "shield block", "shield.block")
    for adjustment in who.temporary:
        tally.add(adjustment.defense, adjustment.name, adjustment.rule)
    add_conditions(tally, who, FINESSE)
    for one in who.afflictions:
        condition = one.condition
        by_kind = condition.ranged_defense if is_ranged else condition.melee_defense
        tally.add(condition.defense + by_kind, condition.name, "conditions.list")


def add_attack(tally: Tally, attack: Attack) -> None:
    """Add what adjusts an attack check wherever the target stands: the sheet, the manner of the
    attack, manoeuvres and conditions."""
    who, use, manner = attack.attacker, attack.use, attack.manner
    tally.include(who.from_sheet.attack(attack.weapon, use, who.two_hands, who.shielded))
    add_manner(tally, who.scene.house, use, manner)
    add_attack_changes(tally, who, use)


def add_attack_changes(tally: Tally, who: Combatant, use: Use) -> None:
    """Add what manoeuvres and conditions do to an attack check."""
    for adjustment in who.temporary:
        tally.add(adjustment.attack, adjustment.name, adjustment.rule)
    add_conditions(tally, who, use.check_stat)
    for one in who.afflictions:
        condition = one.condition
        by_kind = condition.melee_attack
        if use.ranged:
            by_kind = condition.crossbow_attack if use.crossbow else condition.bow_attack
        tally.add(condition.attack + by_kind, condition.name, "conditions.list")


def add_manner(tally: Tally, house: House, use: Use, manner: i64) -> None:
    """Add what haste, careful aim or full effort does to an attack check [options.aimed]."""
    if manner == HASTY:
        name = "snapshot" if use.ranged else "panic attack"
        tally.add(HASTY_ATTACK, name, "options.advanced")
    elif manner == FULL_EFFORT and use.ranged:
        tally.add(house.aimed_shot, "aimed shot", "options.aimed")
    elif manner == FULL_EFFORT:
        tally.add(ALL_OUT_ATTACK, "all-out attack", "options.advanced")


def add_damage(tally: Tally, attack: Attack) -> None:
    """Add what is added to damage: the sheet, an all-out attack and manoeuvres."""
    who = attack.attacker
    tally.include(who.from_sheet.damage(attack.weapon, attack.use, who.two_hands))
    if attack.manner == FULL_EFFORT and not attack.use.ranged:
        tally.add(ALL_OUT_DAMAGE, "all-out attack", "options.advanced")
    for adjustment in who.temporary:
        tally.add(adjustment.damage, adjustment.name, adjustment.rule)


def add_armour(tally: Tally, who: Combatant) -> None:
    """Add what is taken off the damage of a hit: armour, items and manoeuvres."""
    tally.include(who.from_sheet.armour)
    for adjustment in who.temporary:
        tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
