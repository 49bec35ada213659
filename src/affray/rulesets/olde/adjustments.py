"""Adjustments: everything that is added to a check or to damage once the dice are thrown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde import sheet as sheets

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight
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


UNTOLD: Final[list[str]] = []
NO_REASONS: Final[list[list[str]]] = []
"""What a tally that nobody hears about has to say: always empty."""


@mypyc_attr(acyclic=True)
class Tally:
    """A sum of adjustments that can name each of them in the log [attack.adjustments]."""

    def __init__(self, wants_events: bool) -> None:
        self.wants_events: Final = wants_events
        self.total: i64 = 0
        self.parts: list[str] = [] if wants_events else UNTOLD
        self.rules: list[str] = [] if wants_events else UNTOLD
        self.because: list[list[str]] = [] if wants_events else NO_REASONS

    def add(self, amount: i64, name: str, rule: str) -> None:
        """Adds one more, if it is anything."""
        if amount:
            self.total += amount
            if self.wants_events:
                self.note(f"{amount:+d} {name}", rule)

    def note(self, text: str, rule: str) -> None:
        """Notes for the log what a rule did that is no sum."""
        if self.wants_events:
            self.parts.append(text)
            self.because.append([text, rule])
            if rule not in self.rules:
                self.rules.append(rule)

    def text(self) -> str:
        """The adjustments in brackets, for a sentence."""
        return f" ({', '.join(self.parts)})" if self.parts else ""


def add_to_check(tally: Tally, who: Combatant, stat: i64) -> None:
    """What adjusts every check of a stat: a shield too heavy for its bearer hinders Brawn and
    Finesse [shield.brawn], armour too heavy Brawn [armor.brawn], conditions what they say
    [conditions.list]."""
    sheet = who.sheet
    physical = stat == sheets.BRAWN or stat == sheets.FINESSE
    if physical and who.shielded:
        shield = sheet.shield
        tally.add(
            -sheets.shortfall(sheet.brawn, shield.brawn), f"heavy {shield.name}", "shield.brawn"
        )
    if stat == sheets.BRAWN and sheet.too_heavy:
        tally.add(-sheet.too_heavy, f"heavy {sheet.armour.name}", "armor.brawn")
    if who.afflictions:
        for one in who.afflictions:
            condition = one.condition
            tally.add(condition.checks, condition.name, "conditions.list")
            if physical:
                tally.add(condition.physical, condition.name, "conditions.list")


def check_adjustments(fight: OldeFight, who: Combatant, stat: i64) -> Tally:
    """What adjusts a plain check of a stat."""
    tally = Tally(fight.wants_events)
    add_to_check(tally, who, stat)
    return tally


def defense_adjustments(fight: OldeFight, who: Combatant, ranged: bool) -> Tally:
    """The Defense Adjustment: shield [shield.defense], shield block [shield.block], Dodge, and
    what manoeuvres, items and conditions do. Armour has no part in it [armor.reduces]."""
    tally = Tally(fight.wants_events)
    add_to_check(tally, who, sheets.FINESSE)
    sheet = who.sheet
    if who.shielded:
        tally.add(sheet.shield.defense, sheet.shield.name, "shield.defense")
    if who.blocking:
        tally.add(BLOCK_DEFENSE, "shield block", "shield.block")
    if sheet.skill_ranks[sheets.DODGE] > 0:
        tally.add(sheet.skill_ranks[sheets.DODGE], "Dodge", "attack.adjustments")
    for adjustment in sheet.adjustments:
        tally.add(adjustment.defense, adjustment.name, adjustment.rule)
    for adjustment in who.temporary:
        tally.add(adjustment.defense, adjustment.name, adjustment.rule)
    if who.afflictions:
        for one in who.afflictions:
            condition = one.condition
            by_kind = condition.ranged_defense if ranged else condition.melee_defense
            tally.add(condition.defense + by_kind, condition.name, "conditions.list")
    return tally


def attack_adjustments(fight: OldeFight, who: Combatant, use: Use, manner: i64) -> Tally:
    """What adjusts an attack check wherever the target stands: skill [skill.untrained], Brawn
    below the weapon's minimum [brawn.melee, ranged.brawn], manoeuvres [options.advanced], careful
    aim [options.aimed], items and conditions."""
    tally = Tally(fight.wants_events)
    add_to_check(tally, who, use.check_stat)
    sheet = who.sheet
    skill = sheet.best_rank(use.skill_numbers)
    name = "untrained" if skill == sheets.UNTRAINED else sheets.SKILLS[use.skill_numbers[0]]
    tally.add(sheets.skill_adjustment(skill), name, "skill.untrained")
    rule = "ranged.brawn" if use.ranged else "brawn.melee"
    tally.add(-too_weak(who, use), "weak for the weapon", rule)
    if manner == HASTY:
        name = "snapshot" if use.ranged else "panic attack"
        tally.add(HASTY_ATTACK, name, "options.advanced")
    elif manner == FULL_EFFORT:
        if use.ranged:
            tally.add(fight.house.aimed_shot, "aimed shot", "options.aimed")
        else:
            tally.add(ALL_OUT_ATTACK, "all-out attack", "options.advanced")
    for adjustment in sheet.adjustments:
        tally.add(adjustment.attack, adjustment.name, adjustment.rule)
    for adjustment in who.temporary:
        tally.add(adjustment.attack, adjustment.name, adjustment.rule)
    if who.afflictions:
        for one in who.afflictions:
            condition = one.condition
            by_kind = condition.melee_attack
            if use.ranged:
                by_kind = condition.crossbow_attack if use.crossbow else condition.bow_attack
            tally.add(condition.attack + by_kind, condition.name, "conditions.list")
    return tally


def damage_adjustments(fight: OldeFight, who: Combatant, use: Use, manner: i64) -> Tally:
    """What is added to damage. Brawn below the weapon's minimum takes off [brawn.melee,
    ranged.brawn], above it adds nothing [brawn.no-bonus]; a small improvised weapon adds to bare
    hands [unarmed.improvised-small]."""
    tally = Tally(fight.wants_events)
    rule = "ranged.brawn" if use.ranged else "brawn.melee"
    tally.add(-too_weak(who, use), "weak for the weapon", rule)
    if use.small:
        more = who.sheet.brawn // BRAWN_FOR_ONE_MORE
        tally.add(more, "improvised weapon", "unarmed.improvised-small")
    if manner == FULL_EFFORT and not use.ranged:
        tally.add(ALL_OUT_DAMAGE, "all-out attack", "options.advanced")
    for adjustment in who.sheet.adjustments:
        tally.add(adjustment.damage, adjustment.name, adjustment.rule)
    for adjustment in who.temporary:
        tally.add(adjustment.damage, adjustment.name, adjustment.rule)
    return tally


def armour_adjustments(fight: OldeFight, who: Combatant) -> Tally:
    """What is taken off damage [armor.reduces]."""
    tally = Tally(fight.wants_events)
    tally.add(-who.sheet.armour.damage, who.sheet.armour.name, "armor.reduces")
    for adjustment in who.sheet.adjustments:
        tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
    for adjustment in who.temporary:
        tally.add(-adjustment.armour, adjustment.name, adjustment.rule)
    return tally


def too_weak(who: Combatant, use: Use) -> i64:
    """How many points of Brawn are missing for the weapon, as it is held [brawn.melee,
    ranged.brawn]; a crossbow asks for strength in its own way [ranged.crossbow]."""
    if use.unarmed or use.crossbow:
        return 0
    held_in_two = use.two_hands > 0 and (who.two_hands or use.one_hand == 0)
    return sheets.shortfall(who.sheet.brawn, use.two_hands if held_in_two else use.one_hand)
