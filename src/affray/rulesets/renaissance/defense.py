"""Defending against an attack: Fray, parries, Full Defense, and catching the weapon."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.core.table import Table
from affray.rulesets.renaissance import modifiers, skills, tags
from affray.rulesets.renaissance.checks import Contest
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import Effort, Modifiers, hinder
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.reactions import may_react, react
from affray.rulesets.renaissance.resistance import on_defense
from affray.rulesets.renaissance.sheet import NONE, SUITED_CATCH, Weapon, can_box
from affray.rulesets.renaissance.unarmed import defend_unarmed


@mypyc_attr(acyclic=True)
class Guard:
    """A way to defend: its skill, its weapon, and the sum of its own modifiers."""

    def __init__(self, skill: i64, weapon: i64, rating: i64) -> None:
        self.skill: Final[i64] = skill
        self.weapon: Final[i64] = weapon
        self.rating: Final[i64] = rating


SHIELD: Final[i64] = -2
"""The shield, in place of a weapon's number."""


@mypyc_attr(acyclic=True)
class DefendedAttack(Contest):
    """An attack and its defence, chosen before or after the attack roll.

    It holds the reaction used for the defence, and the weapon to be caught. A declared defence that
    is never rolled costs nothing [defend.declare].
    """

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
        """Return both checks, all possible defences, and the facts that decide between them."""
        fight, attack, second = self.fight, self.attack, self.second
        target = attack.target
        reacts = (int(target.reacted), fight.acting == target.index)
        if second is not None:
            told = (attack.reaction, int(attack.caught_with))
            return (self.first.key(), second.luck_key(), told, reacts)
        catching = guard_to_catch(fight, attack)
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
        """Return the value of a possible defence, as a key."""
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
            react(fight, target, attack.reaction, attack.attacker)
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


def has_a_choice(fight: RenaissanceFight, attack: Attack) -> bool:
    """Return whether the defender may catch the weapon, or spend a reaction on a parry."""
    if not attack.melee:
        return False
    if guard_to_catch(fight, attack) is not None:
        return True
    if not fight.house.parry_is_reaction:
        return False
    parry = best_parry(fight, attack)
    return parry is not None and parry.rating > best_plain_guard(fight, attack).rating


def best_guard(fight: RenaissanceFight, attack: Attack) -> Guard:
    """Return the best defence that costs only the roll [defend.fray, defend.parry]."""
    plain = best_plain_guard(fight, attack)
    if not attack.melee or fight.house.parry_is_reaction:
        return plain
    parry = best_parry(fight, attack)
    return parry if parry is not None and parry.rating > plain.rating else plain


def choose_defense(fight: RenaissanceFight, attack: Attack) -> Effort:
    """Ask for the defence: a catch, a parry as a reaction, or the best free one
    [defend.declare]."""
    options = fight.options
    catching = guard_to_catch(fight, attack)
    if catching is not None and asked(fight, attack, "catch", options.catching, options.yes_catch):
        attack.reaction = "maneuver.catch"
        attack.caught_with = attack.target.gear.catching_hand
        return defense_effort(fight, attack, catching, True)
    if fight.house.parry_is_reaction:
        parry = best_parry(fight, attack)
        if parry is not None and parry.rating > best_plain_guard(fight, attack).rating:
            if asked(fight, attack, "parry", options.parry, options.yes_parry):
                attack.reaction = "defend.parry"
                return defense_effort(fight, attack, parry, False)
    return plain_defense(fight, attack)


def asked(
    fight: RenaissanceFight, attack: Attack, kind: str, options: list[Option], yes: Option
) -> bool:
    """Ask the defender whether to catch the weapon [maneuver.catch], or to parry if that is a
    reaction [defend.parry]."""
    target = attack.target
    question = Question(kind, target.side, target.index, options, attack.attacker.index)
    return fight.ask(question) is yes


def plain_defense(fight: RenaissanceFight, attack: Attack) -> Effort:
    """Return the best defence that costs only the roll, with all its modifiers."""
    return defense_effort(fight, attack, best_guard(fight, attack), False)


def best_plain_guard(fight: RenaissanceFight, attack: Attack) -> Guard:
    """Return Fray; in Full Defense a movement skill if it is better [defend.fray, defend.full].

    That is Athletics, or Ride for a rider.
    """
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
    """Return the best parry with a weapon, shield or bare hands; None if there is none
    [defend.parry]."""
    target = attack.target
    sheet, weapons = target.sheet, fight.scene.weapons
    if fight.house.parry_is_reaction and not may_react(target):
        return None
    items = target.held.copy()
    items.extend([one for one in sheet.always if target.main < 0 or weapons[one].is_natural()])
    best: Guard | None = None
    for item in items:
        guard = parry_with(fight, attack, weapons[item])
        if guard is not None and (best is None or guard.rating > best.rating):
            best = guard
    shield = target.held_shield()
    if shield is not None and shield.tags & tags.PARRY:
        melee = sheet.skill(skills.MELEE)
        if best is None or melee > best.rating:
            best = Guard(skills.MELEE, SHIELD, melee)
    return best


def parry_with(fight: RenaissanceFight, attack: Attack, weapon: Weapon) -> Guard | None:
    """Return a weapon as a guard; None if it cannot be one."""
    if not can_parry_with(fight, attack, weapon):
        return None
    sheet = attack.target.sheet
    mods = Modifiers(False)
    add_parry_modifiers(fight, attack, weapon, mods)
    skill = sheet.best_skill(weapon)
    return Guard(skill, weapon.index, sheet.skill(skill) + mods.bonus + mods.penalty)


def add_parry_modifiers(
    fight: RenaissanceFight, attack: Attack, weapon: Weapon, mods: Modifiers
) -> None:
    """Add the effects of a weapon on a parry with it [weapon.tags]."""
    against = attack.weapon
    defend_unarmed(fight, weapon, against, mods)
    if weapon.tags & tags.DEFENSIVE:
        mods.add(modifiers.EASE, "defensive", "weapon.tags")
    if weapon.tags & tags.SMALL and is_longer(against):
        mods.add(-modifiers.EASE, "smaller weapon", "weapon.tags")
    if not attack.target.sheet.is_proficient(weapon):
        mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")


def can_parry_with(fight: RenaissanceFight, attack: Attack, weapon: Weapon) -> bool:
    """Return whether a weapon can be a guard [defend.parry].

    A caught weapon can as a house rule [defend.caught].
    """
    target = attack.target
    if not weapon.is_melee() or weapon.tags & tags.TOUCH:
        return False
    if target.is_caught(weapon.index) and not fight.house.parry_with_caught:
        return False
    return can_box(target.sheet, weapon) or attack.weapon.is_unarmed()


def is_longer(weapon: Weapon) -> bool:
    """Return whether a weapon outreaches a Small one."""
    return not weapon.tags & tags.SMALL and not weapon.is_unarmed() and not weapon.is_natural()


def guard_to_catch(fight: RenaissanceFight, attack: Attack) -> Guard | None:
    """Return the weapon or shield that can catch the attacker's weapon, as a guard; None if
    there is none [maneuver.catch]."""
    target, against = attack.target, attack.weapon
    if not target.gear.catches or not may_react(target):
        return None
    if target.caught_hand >= 0 or target.catching >= 0:
        return None
    if against.is_natural() or against.is_unarmed() or against.hands == 0:
        return None
    weapon = target.gear.to_catch_with
    if weapon is None:
        return Guard(skills.MELEE, SHIELD, target.sheet.skill(skills.MELEE))
    return parry_with(fight, attack, weapon)


def defense_effort(fight: RenaissanceFight, attack: Attack, guard: Guard, catching: bool) -> Effort:
    """Return a defence with all its modifiers."""
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
        add_parry_modifiers(fight, attack, weapon, mods)
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
    """Add the modifiers that apply to every defence of a fighter."""
    if target.full_defense:
        mods.add(modifiers.FULL_DEFENSE, "full defense", "defend.full")
    if target.feinted:
        mods.add(modifiers.FEINTED, "feint", "maneuver.feint")
    if target.grabbed_by >= 0:
        mods.add(modifiers.GRABBED, "grabbed", "maneuver.grab")
    elif target.pinned:
        mods.add(modifiers.GRABBED, "pinned", "mount.fall")
    weapons = fight.scene.weapons
    for item in target.held:
        if weapons[item].tags & tags.VULNERABLE:
            mods.add(-modifiers.EASE, "vulnerable weapon", "weapon.tags")
