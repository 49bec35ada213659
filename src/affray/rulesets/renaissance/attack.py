"""Attacking a target: skill against defence, damage, and what comes of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import AttackResult
from affray.core.questions import Question
from affray.core.table import Table
from affray.rulesets.renaissance import log, modifiers, skills, tags
from affray.rulesets.renaissance.areas import burst
from affray.rulesets.renaissance.armor import after_armor, armor_of
from affray.rulesets.renaissance.awareness import ONE_EYED, can_answer, give_away
from affray.rulesets.renaissance.checks import (
    EXCEPTIONAL,
    Contest,
    Effort,
    Modifiers,
    contest,
    hinder,
    spend_before,
)
from affray.rulesets.renaissance.damage import (
    Damage,
    DamageSum,
    add_bonuses,
    add_margin_bonus,
    harm_of,
)
from affray.rulesets.renaissance.ranges import (
    RANGES,
    cover_between,
    is_point_blank,
    range_category,
)
from affray.rulesets.renaissance.resistance import (
    damage_rolls,
    on_damage,
    on_defense,
    on_quality,
    take_effect,
)
from affray.rulesets.renaissance.sheet import (
    ARMOR_GAP,
    LOADED,
    MEDIUM,
    NO_STRIKE,
    NONE,
    STRIKE_PENALTIES,
    STRIKE_RULES,
    STRIKES,
    SUITED_CATCH,
    Harm,
    Weapon,
)
from affray.rulesets.renaissance.strikes import name_location, precision, take_result
from affray.rulesets.renaissance.unarmed import (
    attack_unarmed,
    bruise_knuckles,
    can_box,
    unarmed_defense,
)
from affray.rulesets.renaissance.wounds import hurt

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

NEVER: Final[i64] = -1000


@mypyc_attr(acyclic=True)
class Attack:
    """One attack: by whom, on whom, with what and how. What is thrown at a place has that for its
    target, and nobody else."""

    place: i64 = NONE
    location: str = ""
    limb: i64 = 0
    off_hand: bool = False
    fists: i64 = 0
    """Hands that strike by themselves, and so do not help with the weapon."""
    one_of_many: bool = False
    many_targets: bool = False
    reaction: str = ""
    """The rule by which the declared defence is a reaction; empty if it is none."""
    riding_by: bool = False
    passes_several: bool = False
    receiving_charge: bool = False
    defense: Effort | None = None
    caught_with: i64 = NONE
    was_downgraded: bool = False

    def __init__(
        self, attacker: Combatant, target: Combatant, weapon: Weapon, strike: i64, thrown: bool
    ) -> None:
        self.attacker: Final = attacker
        self.target: Final = target
        self.weapon: Final = weapon
        self.strike: Final[i64] = strike
        self.thrown: Final = thrown
        self.melee: Final = not thrown and weapon.is_melee()
        self.keywords: Final[i64] = weapon.keywords | precision(strike)
        self.harm: Harm = weapon.harm


# --- an attack from its announcement to its wounds ------------------------------------------------


def make_attack(fight: RenaissanceFight, attack: Attack) -> AttackResult:
    """An attack from announcement to wounds [attack.standard]. It is an ordered opposed check:
    only if the attacker succeeds does the defender roll [check.ordered]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    if attack.strike != NO_STRIKE:
        name_location(fight, attack)
    announce(fight, attack)
    fight.attack_begins(attack)
    if not can_still(attack):
        return AttackResult(False, 0)
    attack.harm = harm_of(fight, attack)
    if weapon.is_area():
        thrown = attack_effort(fight, attack)
        use_ammunition(fight, attack)
        return burst(fight, attack, thrown)
    outcome = exchange(fight, attack)
    give_away(fight, attacker, target)
    quality = outcome.quality
    if outcome.won and not outcome.improved:
        quality = on_quality(fight, target, attack.keywords, quality)
        attack.was_downgraded = quality < outcome.quality
    failed = "defended" if outcome.first.quality > 0 else "miss"
    told = "hit" if outcome.won else failed
    log.contest(fight, outcome.first, attack.defense, "check.ordered", told)
    if attack.thrown:
        fight.lie(weapon.base, target.cell, LOADED)
    if not outcome.won:
        bruise_knuckles(fight, attacker, target, weapon, quality)
        if attack.caught_with != NONE and outcome.answer_quality >= EXCEPTIONAL:
            fight.catch(target, attacker, weapon, attack.caught_with)
        return AttackResult(False, 0)
    return hit(fight, attack, quality, outcome.band)


def can_still(attack: Attack) -> bool:
    """Whether an attack goes on after others reacted to it: weapon in hand, nobody held or gone."""
    attacker = attack.attacker
    if not attacker.is_free_to_act() or not attack.target.is_present():
        return False
    return attacker.has_at_hand(attack.weapon.base)


def announce(fight: RenaissanceFight, attack: Attack) -> None:
    """Tells of an attack before its dice."""
    if attack.strike == NO_STRIKE:
        log.attack(fight, attack, "attack", ("attack.standard",))
    else:
        rules = ("attack.standard", "strike.general", STRIKE_RULES[attack.strike])
        log.attack(fight, attack, STRIKES[attack.strike], rules)


def use_ammunition(fight: RenaissanceFight, attack: Attack) -> None:
    """Uncommon ammunition is counted, common is not; what has to be loaded is empty now
    [ranged.ammunition]. What is thrown leaves the hand [ranged.throwing]."""
    attacker, weapon = attack.attacker, attack.weapon
    if weapon.ammo >= 0:
        attacker.set_ammo(weapon.ammo, attacker.ammo[weapon.ammo] - 1)
    if weapon.reload and not attack.melee:
        attacker.set_load(weapon.base, 0)
    if attack.thrown:
        fight.lose(attacker, weapon.base)


# --- the attacker's side --------------------------------------------------------------------------


def attack_effort(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The attack skill and all that helps or hinders it; riders are hard to reach
    [mount.targets]."""
    weapon = attack.weapon
    effort = wielding_effort(fight, attack)
    mods = effort.mods
    if attack.melee:
        in_melee(fight, attack, mods)
    else:
        at_range(fight, attack, mods)
    if is_out_of_easy_reach(attack):
        mods.add(modifiers.UP_THERE, "a rider", "mount.targets")
    if attack.strike != NO_STRIKE and not weapon.suits(attack.strike):
        mods.add(
            STRIKE_PENALTIES[attack.strike], STRIKES[attack.strike], STRIKE_RULES[attack.strike]
        )
    effort.wants_exceptional = attack.strike != NO_STRIKE
    return effort


def wielding_effort(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The attack skill with what does not depend on the target: only to touch or point is easier
    [attack.touch-only, attack.indicate-only], and what one has not learned harder
    [attack.skill]."""
    attacker, weapon = attack.attacker, attack.weapon
    mods = Modifiers(fight.has_listener)
    sheet = attacker.sheet
    skill = skills.RANGED if attack.thrown else sheet.best_skill(weapon)
    base = sheet.skill(skill)
    label = skills.SKILL_TITLES[skill]
    if weapon.tags & tags.TOUCH:
        label, base = light_skill(attacker, weapon)
        mods.add(modifiers.LIGHT_TOUCH, "only a touch", "attack.touch-only")
    elif weapon.tags & tags.INDICATE:
        label, base = light_skill(attacker, weapon)
        mods.add(modifiers.LIGHT_TOUCH, "only pointed", "attack.indicate-only")
    elif not is_proficient(attack):
        mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")
    hinder(attacker, mods, True, skills.ON_COORDINATION[skill])
    handle_weapon(fight, attack, mods)
    return Effort(attacker, label, base, mods)


def throw_at(fight: RenaissanceFight, who: Combatant, weapon: Weapon, cell: i64) -> None:
    """Throws something at a place, to burst there [area.aim]."""
    attack = Attack(who, who, weapon, NO_STRIKE, weapon.is_thrown_to_reach())
    attack.place = cell
    attack.off_hand = who.off == weapon.base and who.main != weapon.base
    log.throws_at(fight, attack, ("attack.standard", "area.aim"))
    fight.attack_begins(attack)
    if not can_still(attack):
        return
    attack.harm = harm_of(fight, attack)
    effort = wielding_effort(fight, attack)
    at_distance(fight, attack, cell, effort.mods)
    use_ammunition(fight, attack)
    burst(fight, attack, effort)


def is_proficient(attack: Attack) -> bool:
    """Whether the attacker has learned to use the weapon so [attack.skill]."""
    sheet = attack.attacker.sheet
    if attack.thrown:
        return sheet.is_proficient_at_throwing(attack.weapon)
    return sheet.is_proficient(attack.weapon)


def is_out_of_easy_reach(attack: Attack) -> bool:
    """Whether a rider is attacked by somebody on foot without a weapon of Reach [mount.targets]."""
    attacker = attack.attacker
    if attack.target.mount < 0 or attack.weapon.tags & tags.REACH:
        return False
    return attacker.mount < 0 and attacker.rider < 0


def light_skill(attacker: Combatant, weapon: Weapon) -> tuple[str, i64]:
    """To touch: COO+SOM+SOM or Unarmed Combat [attack.touch-only]; to point: COO×3 or Ranged
    Weapons [attack.indicate-only]; neither needs proficiency, and the better is used."""
    born = attacker.sheet.born
    if weapon.tags & tags.TOUCH:
        base = born.coo + 2 * born.som
        learned = attacker.sheet.skill(skills.UNARMED)
        return (
            (skills.SKILL_TITLES[skills.UNARMED], learned)
            if learned > base
            else ("COO+SOM+SOM", base)
        )
    base = 3 * born.coo
    learned = attacker.sheet.skill(skills.RANGED)
    return (skills.SKILL_TITLES[skills.RANGED], learned) if learned > base else ("COO×3", base)


def handle_weapon(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What the weapon, the hand and the attacker's own position add [weapon.tags, prone.rules,
    mount.cavalry, multi.attacks, multi.targets, multi.off-hand, natural.off-hand,
    mount.ride-by, mount.ride-by-targets]."""
    attacker, weapon = attack.attacker, attack.weapon
    has = weapon.tags
    if has & tags.EASY:
        mods.add(modifiers.EASE, "easy", "weapon.tags")
    if has & tags.DIFFICULT or (has & tags.DIFFICULT_ON_FOOT and attacker.mount < 0):
        mods.add(-modifiers.EASE, "difficult", "weapon.tags")
    if attacker.prone and not has & tags.PRONE:
        mods.add(modifiers.PRONE_ATTACKER, "attacking prone", "prone.rules")
    if attacker.mount >= 0 and not has & tags.CAVALRY:
        mods.add(modifiers.NOT_FOR_RIDING, "no cavalry weapon", "mount.cavalry")
    if attack.riding_by:
        mods.add(modifiers.MANY_ATTACKS, "several attacks", "mount.ride-by")
        rule = "mount.ride-by-targets" if attack.passes_several else "mount.ride-by"
        mods.add(modifiers.MANY_TARGETS, "several targets", rule)
    elif attack.one_of_many:
        mods.add(modifiers.MANY_ATTACKS, "several attacks", "multi.attacks")
        if attack.many_targets:
            mods.add(modifiers.MANY_TARGETS, "several targets", "multi.targets")
    if attack.off_hand and not attacker.sheet.ambidextrous:
        rule = "natural.off-hand" if weapon.is_natural() else "multi.off-hand"
        mods.add(modifiers.WRONG_HAND, "off-hand", rule)
        if not has & tags.OFF_HAND:
            mods.add(modifiers.WRONG_HAND, "no off-hand weapon", "multi.off-hand")


def in_melee(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What counts at arm's length."""
    target, weapon = attack.target, attack.weapon
    if target.prone:
        mods.add(modifiers.PRONE_TARGET, "prone target", "prone.rules")
    if weapon.tags & tags.SMALL and holds_longer(fight, target):
        mods.add(-modifiers.EASE, "smaller weapon", "weapon.tags")
    attack_unarmed(fight, target, weapon, mods)


def holds_longer(fight: RenaissanceFight, who: Combatant) -> bool:
    """Whether somebody has a weapon in hand that is not Small."""
    weapons = fight.scene.weapons
    if who.main >= 0 and not weapons[who.main].tags & tags.SMALL:
        return True
    return who.off >= 0 and not weapons[who.off].tags & tags.SMALL


def at_range(fight: RenaissanceFight, attack: Attack, mods: Modifiers) -> None:
    """What counts from afar: the distance, and how large a target is and whether it lies
    [size.modifiers]."""
    target = attack.target
    at_distance(fight, attack, target.cell, mods)
    size = target.sheet.ranged_size - MEDIUM
    if size != 0:
        mods.add(
            modifiers.SIZE_STEP * size,
            "small target" if size < 0 else "large target",
            "size.modifiers",
        )
    if target.prone:
        mods.add(-modifiers.PRONE_TARGET, "prone target", "prone.rules")


def at_distance(fight: RenaissanceFight, attack: Attack, cell: i64, mods: Modifiers) -> None:
    """What counts for whatever is aimed at a cell: range, cover, and whether one stands too close
    [ranged.categories, ranged.point-blank]."""
    attacker = attack.attacker
    grid = fight.scene.grid
    category = range_category(attack.weapon, grid.rounded(attacker.cell, cell))
    if category > 0:
        mods.add(modifiers.RANGE_STEP * category, RANGES[category], "ranged.categories")
    if is_point_blank(grid, attacker.cell, cell):
        mods.add(modifiers.POINT_BLANK, "point-blank", "ranged.point-blank")
    cover = cover_between(grid, attacker.cell, cell)
    if cover != 0:
        mods.add(cover, "cover", "ranged.cover")
    if attacker.has_lost_eye():
        mods.add(ONE_EYED, "one eye", "strike.maim")


# --- the defender's side --------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class Guard:
    """A way to defend: with which skill, with which weapon, and its own modifiers summed."""

    def __init__(self, skill: i64, weapon: i64, rating: i64) -> None:
        self.skill: i64 = skill
        self.weapon: i64 = weapon
        self.rating: i64 = rating

    def become(self, skill: i64, weapon: i64, rating: i64) -> None:
        """Takes another way to defend."""
        self.skill = skill
        self.weapon = weapon
        self.rating = rating


SHIELD: Final[i64] = -2
"""Stands for the shield where a weapon's number is asked for."""


@mypyc_attr(acyclic=True)
class DefendedAttack(Contest):
    """An attack and a defence that is chosen, before or after the attack roll: with the reaction
    that went into it, and what the weapon was to be caught with. What is declared for a defence
    that is never rolled costs nothing [defend.declare]."""

    attack: Final[Attack]
    reacted: i64 = 0
    caught_with: i64 = NONE

    def __init__(self, fight: RenaissanceFight, first: Effort, attack: Attack) -> None:
        super().__init__(fight, first, attack.defense, True)
        self.attack = attack

    def asked_sides(self) -> list[int]:
        sides = [int(self.attack.target.side)]
        return [int(self.first.who.side), *sides] if self.first.may_ask() else sides

    def key(self) -> Hashable:
        """Both sides' checks, with every defence there is to choose, and what decides between
        them."""
        fight, attack, second = self.fight, self.attack, self.second
        target = attack.target
        reacts = (int(target.reacted), fight.acting == target.index)
        if second is not None:
            told = (attack.reaction, int(attack.caught_with))
            return (self.first.key(), second.luck_key(), told, reacts)
        catching = catch_weapon(fight, attack)
        parry = best_parry(fight, attack) if fight.house.parry_is_reaction else None
        return (
            self.first.key(),
            plain_defense(fight, attack).luck_key(),
            None if catching is None else self.guard_key(catching, True),
            None if parry is None else self.guard_key(parry, False),
            tuple(target.held),
            int(target.wounds),
            reacts,
        )

    def guard_key(self, guard: Guard, catching: bool) -> Hashable:
        """What a defence that can be chosen is worth."""
        effort = defense_effort(self.fight, self.attack, guard, catching)
        return (int(guard.weapon), int(guard.rating), effort.luck_key())

    def change(self, sign: i64) -> None:
        target = self.attack.target
        self.first.who.luck -= sign * self.spent
        target.luck -= sign * self.answer_spent
        target.reacted += sign * self.reacted

    def declare(self) -> Effort | None:
        fight, attack, target = self.fight, self.attack, self.attack.target
        second = self.second if self.second is not None else choose_defense(fight, attack)
        attack.defense = second
        reacted = target.reacted
        if attack.reaction:
            fight.react(target, attack.reaction)
        self.reacted = target.reacted - reacted
        self.caught_with = attack.caught_with
        return second

    def play(self, table: Table) -> i64:
        self.reacted = 0
        self.caught_with = NONE
        if self.second is None:
            self.attack.reaction = ""
            self.attack.caught_with = NONE
        return super().play(table)


def exchange(fight: RenaissanceFight, attack: Attack) -> Contest:
    """The attack roll and, if it succeeds, the defence [check.ordered]; ammunition is used up when
    it is known what both have to roll."""
    effort = attack_effort(fight, attack)
    use_ammunition(fight, attack)
    if not can_answer(fight, attack.target, attack.attacker):
        return contest(fight, effort, None, True)
    if not has_a_choice(fight, attack):
        attack.defense = plain_defense(fight, attack)
        return contest(fight, effort, attack.defense, True)
    if fight.house.declare_defense == "before":
        attack.defense = choose_defense(fight, attack)
    spend_before(fight, effort)
    found = DefendedAttack(fight, effort, attack)
    fight.table.stage(found)
    attack.caught_with = found.caught_with
    if attack.defense is None:
        attack.defense = plain_defense(fight, attack)
    return found


def has_a_choice(fight: RenaissanceFight, attack: Attack) -> bool:
    """Whether the defender has something to decide: to catch the weapon, or to spend a reaction on
    a parry."""
    if not attack.melee:
        return False
    if attack.target.gear.catches and catching_item(fight, attack) != NONE:
        return True
    if not fight.house.parry_is_reaction:
        return False
    parry = best_parry(fight, attack)
    return parry is not None and parry.rating > best_plain_guard(fight, attack).rating


def best_guard(fight: RenaissanceFight, attack: Attack) -> Guard:
    """The best defence that costs nothing but the roll [defend.fray, defend.parry]."""
    guard = best_plain_guard(fight, attack)
    if attack.melee and not fight.house.parry_is_reaction:
        parry_if_better(fight, attack, guard)
    return guard


def choose_defense(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The defence that the defender chooses: to catch the weapon [maneuver.catch], to parry as a
    reaction [defend.parry], or the best that costs nothing."""
    item = catching_item(fight, attack)
    if item != NONE and agrees_to_catch(fight, attack):
        catching = guard_to_catch(fight, attack, item)
        assert catching is not None
        attack.reaction = "maneuver.catch"
        attack.caught_with = catching.weapon
        return defense_effort(fight, attack, catching, True)
    if fight.house.parry_is_reaction:
        guard = best_guard(fight, attack)
        parry = best_parry(fight, attack)
        if parry is not None and parry.rating > guard.rating and agrees_to_parry(fight, attack):
            attack.reaction = "defend.parry"
            return defense_effort(fight, attack, parry, False)
    return plain_defense(fight, attack)


def plain_defense(fight: RenaissanceFight, attack: Attack) -> Effort:
    """The best defence that costs nothing but the roll, with all that helps or hinders it."""
    return defense_effort(fight, attack, best_guard(fight, attack), False)


def best_plain_guard(fight: RenaissanceFight, attack: Attack) -> Guard:
    """Fray [defend.fray]; in Full Defense a movement skill if it is better, Athletics or for a
    rider Ride [defend.full]."""
    target = attack.target
    sheet = target.sheet
    fray = sheet.skill(skills.FRAY)
    if attack.weapon.tags & tags.HALVES_FRAY:
        fray //= 2
    guard = Guard(skills.FRAY, -1, fray + target.coo_penalty())
    if target.full_defense:
        movement = skills.RIDE if target.mount >= 0 else skills.ATHLETICS
        worth = sheet.skill(movement)
        if skills.ON_COORDINATION[movement]:
            worth += target.coo_penalty()
        if worth > guard.rating:
            return Guard(movement, -1, worth)
    return guard


def best_parry(fight: RenaissanceFight, attack: Attack) -> Guard | None:
    """The best weapon in hand, or the shield, or bare hands, to parry with; None where there is no
    such thing [defend.parry]."""
    guard = Guard(NONE, NONE, NEVER)
    parry_if_better(fight, attack, guard)
    return guard if guard.rating != NEVER else None


def parry_if_better(fight: RenaissanceFight, attack: Attack, guard: Guard) -> None:
    """Makes a guard the best parry, if that is worth more [defend.parry]."""
    target = attack.target
    sheet = target.sheet
    weapons = fight.scene.weapons
    if fight.house.parry_is_reaction and target.reacted > 0:
        return
    for item in target.held:
        worth = parry_worth(fight, attack, weapons[item])
        if worth > guard.rating:
            guard.become(sheet.best_skill(weapons[item]), item, worth)
    if target.main < 0:
        for item in sheet.always:
            worth = parry_worth(fight, attack, weapons[item])
            if worth > guard.rating:
                guard.become(sheet.best_skill(weapons[item]), item, worth)
    shield = target.held_shield()
    if shield is not None and shield.tags & tags.PARRY and sheet.skill(skills.MELEE) > guard.rating:
        guard.become(skills.MELEE, SHIELD, sheet.skill(skills.MELEE))


def parry_with(fight: RenaissanceFight, attack: Attack, weapon: Weapon) -> Guard | None:
    """A weapon as a guard; None if it is no use as one."""
    worth = parry_worth(fight, attack, weapon)
    if worth == NEVER:
        return None
    return Guard(attack.target.sheet.best_skill(weapon), weapon.index, worth)


def parry_worth(fight: RenaissanceFight, attack: Attack, weapon: Weapon) -> i64:
    """What a weapon is worth as a guard; NEVER if it is no use as one."""
    target, against = attack.target, attack.weapon
    if not can_parry_with(attack, weapon):
        return NEVER
    skill = target.sheet.best_skill(weapon)
    worth = target.sheet.skill(skill) + unarmed_defense(fight, weapon, against)
    if weapon.tags & tags.DEFENSIVE:
        worth += modifiers.EASE
    if weapon.tags & tags.SMALL and is_longer(against):
        worth -= modifiers.EASE
    if not target.sheet.is_proficient(weapon):
        worth += modifiers.NOT_PROFICIENT
    return worth


def can_parry_with(attack: Attack, weapon: Weapon) -> bool:
    """Whether a weapon is of use as a guard [defend.parry]."""
    target = attack.target
    if not weapon.is_melee() or weapon.tags & tags.TOUCH or target.caught_item == weapon.index:
        return False
    return can_box(target.sheet, weapon) or attack.weapon.is_unarmed()


def is_longer(weapon: Weapon) -> bool:
    """Whether a weapon outreaches a Small one."""
    return not weapon.tags & tags.SMALL and not weapon.is_unarmed() and not weapon.is_natural()


def agrees_to_parry(fight: RenaissanceFight, attack: Attack) -> bool:
    """Where a parry is a reaction the defender may save it [defend.parry]."""
    target = attack.target
    question = Question(
        "parry", target.side, target.index, fight.options.parry, attack.attacker.index
    )
    return fight.ask(question) is fight.options.yes_parry


def catching_item(fight: RenaissanceFight, attack: Attack) -> i64:
    """A weapon, or SHIELD for a trapping shield, to catch the attacker's weapon with; NONE if there
    is none [maneuver.catch]."""
    target, against = attack.target, attack.weapon
    if not target.gear.catches:
        return NONE
    if target.reacted > 0 or target.caught_item >= 0 or target.catching >= 0:
        return NONE
    if against.is_natural() or against.is_unarmed() or against.hands == 0:
        return NONE
    weapon = target.gear.to_catch_with
    if weapon is None:
        return SHIELD
    return weapon.index if can_parry_with(attack, weapon) else NONE


def catch_weapon(fight: RenaissanceFight, attack: Attack) -> Guard | None:
    """The same as a guard."""
    item = catching_item(fight, attack)
    return None if item == NONE else guard_to_catch(fight, attack, item)


def guard_to_catch(fight: RenaissanceFight, attack: Attack, item: i64) -> Guard | None:
    """A weapon, or the shield, to catch with as a guard."""
    if item == SHIELD:
        return Guard(skills.MELEE, SHIELD, attack.target.sheet.skill(skills.MELEE))
    return parry_with(fight, attack, fight.scene.weapons[item])


def agrees_to_catch(fight: RenaissanceFight, attack: Attack) -> bool:
    """Asks whether to defend as usual or to try to catch [maneuver.catch]."""
    target = attack.target
    question = Question(
        "catch", target.side, target.index, fight.options.catching, attack.attacker.index
    )
    return fight.ask(question) is fight.options.yes_catch


def defense_effort(fight: RenaissanceFight, attack: Attack, guard: Guard, catching: bool) -> Effort:
    """A defence with all that helps or hinders it, each by name."""
    target, against = attack.target, attack.weapon
    sheet = target.sheet
    mods = Modifiers(fight.has_listener)
    base = sheet.skill(guard.skill)
    label = skills.SKILL_TITLES[guard.skill]
    if guard.skill == skills.FRAY and against.tags & tags.HALVES_FRAY:
        base //= 2
        label = "half Fray"
    is_suited = False
    if guard.weapon >= 0:
        weapon = fight.scene.weapons[guard.weapon]
        is_suited = weapon.suits(SUITED_CATCH)
        penalty = unarmed_defense(fight, weapon, against)
        if penalty:
            rule = "natural.armed" if weapon.is_natural() else "unarmed.versus-armed"
            mods.add(penalty, "against a weapon", rule)
        if weapon.tags & tags.DEFENSIVE:
            mods.add(modifiers.EASE, "defensive", "weapon.tags")
        if weapon.tags & tags.SMALL and is_longer(against):
            mods.add(-modifiers.EASE, "smaller weapon", "weapon.tags")
        if not sheet.is_proficient(weapon):
            mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")
    if catching and not is_suited:
        mods.add(modifiers.CATCHING, "catching", "maneuver.catch")
    hinder(target, mods, True, skills.ON_COORDINATION[guard.skill])
    impede_defense(fight, target, mods)
    if against.tags & tags.BYPASS:
        mods.add(modifiers.BYPASSED, "bypass", "weapon.tags")
    if against.tags & (tags.TOUCH | tags.INDICATE):
        rule = "attack.touch-only" if against.tags & tags.TOUCH else "attack.indicate-only"
        mods.add(-modifiers.LIGHT_TOUCH, "hard to avoid", rule)
    on_defense(fight, target, attack.keywords, mods)
    effort = Effort(target, label, base, mods)
    if guard.weapon >= 0:
        effort.tool = fight.scene.weapons[guard.weapon].name
    effort.rule = "defend.fray" if guard.skill == skills.FRAY else "defend.parry"
    if guard.weapon == NONE and guard.skill != skills.FRAY:
        effort.rule = "defend.full"
    return effort


def impede_defense(fight: RenaissanceFight, target: Combatant, mods: Modifiers) -> None:
    """What counts for every defence of somebody."""
    if target.full_defense:
        mods.add(modifiers.FULL_DEFENSE, "full defense", "defend.full")
    if target.feinted:
        mods.add(modifiers.FEINTED, "feint", "maneuver.feint")
    if target.grabbed_by >= 0 or target.pinned:
        mods.add(modifiers.GRABBED, "grabbed", "maneuver.grab")
    weapons = fight.scene.weapons
    for item in target.held:
        if weapons[item].tags & tags.VULNERABLE:
            mods.add(-modifiers.EASE, "vulnerable", "weapon.tags")


# --- damage ---------------------------------------------------------------------------------------


def hit(fight: RenaissanceFight, attack: Attack, quality: i64, band: i64) -> AttackResult:
    """A hit: damage, twice rolled for a critical success [attack.critical], armour, of which a
    struck gap leaves less [strike.armor-gap], wounds, and a strike's result."""
    attacker, target = attack.attacker, attack.target
    harm = attack.harm
    again = damage_rolls(fight, target, attack.keywords, quality)
    stage = Damage(harm.dice, again, harm.halved)
    total = DamageSum(stage.roll(fight.table), quality, fight.has_listener)
    total.resisted_critical = total.is_critical() and again != 1
    add_bonuses(fight, attack, harm, total)
    add_margin_bonus(fight, total, band)
    total.dv = on_damage(fight, attack, target, total.full())
    total.ap = harm.ap
    if attack.strike == ARMOR_GAP and quality >= EXCEPTIONAL:
        total.found_gap = True
        total.ap += fight.damage_bonus_of(attacker)
    total.armor = armor_of(target, quality)
    total.dealt = after_armor(total.dv, total.armor, total.ap)
    log.damage(fight, attack, stage, total)
    take_effect(fight, attack, target)
    hurt(fight, target, total.dealt, attacker)
    word = take_result(fight, attack, quality)
    effects: tuple[str, ...] = (word,) if word else ()
    if quality >= EXCEPTIONAL and target.is_able() and take_weapon_effects(fight, attack):
        effects = (*effects, "grabbed")
    return AttackResult(True, total.dealt, effects)


def take_weapon_effects(fight: RenaissanceFight, attack: Attack) -> bool:
    """What some natural weapons do on an exceptional success: hold on, or bear down in a charge;
    says whether they hold [content.tables]."""
    attacker, target, weapon = attack.attacker, attack.target, attack.weapon
    grabs = weapon.tags & tags.GRABS != 0 and target.grabbed_by < 0 and attacker.is_able()
    if grabs:
        fight.grab(attacker, target)
    if weapon.tags & tags.POUNCE and attacker.charged and target.mount < 0:
        fight.knock_over(target)
    return grabs
