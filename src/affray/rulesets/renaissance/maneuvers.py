"""Manoeuvres: disarm, feint, grab, trip, and those that follow a caught weapon."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log, modifiers, skills, tags
from affray.rulesets.renaissance.awareness import can_answer, give_away
from affray.rulesets.renaissance.checks import aptitude_check, contest, skill_effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.defense import impede_defense
from affray.rulesets.renaissance.effort import Effort, Modifiers, hinder_by_posture, hinder_off_hand
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import drop, drop_shield
from affray.rulesets.renaissance.holds import take_hold, uncatch
from affray.rulesets.renaissance.sheet import MEDIUM, NONE, OTHER_HAND, Weapon, can_box
from affray.rulesets.renaissance.unarmed import defend_unarmed
from affray.rulesets.renaissance.wounds import fall

ON_A_CAUGHT_WEAPON: Final[i64] = 10


def melee_skill(fight: RenaissanceFight, who: Combatant, weapon: Weapon) -> Effort:
    """Return the skill of a melee weapon, at -20 for those who have not learned it
    [attack.skill]."""
    effort = skill_effort(fight, who, who.sheet.best_skill(weapon))
    if not who.sheet.is_proficient(weapon):
        effort.mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")
    return effort


def melee_effort(
    fight: RenaissanceFight, who: Combatant, weapon: Weapon, target: Combatant
) -> Effort:
    """Return the melee attack skill with the weapon at hand, for a manoeuvre against a target.

    Lying [prone.rules] and riding without a Cavalry weapon [mount.cavalry] hinder it like an
    attack.
    """
    effort = melee_skill(fight, who, weapon)
    hinder_by_posture(who, weapon, effort.mods)
    add_attack_modifiers(fight, who, weapon, target, effort.mods)
    return effort


def add_attack_modifiers(
    fight: RenaissanceFight,
    who: Combatant,
    weapon: Weapon | None,
    target: Combatant,
    mods: Modifiers,
) -> None:
    """Add +10 against the prone and -10 for the off-hand, where the house counts both for
    manoeuvres [maneuver.modifiers]."""
    if fight.house.maneuver_modifiers != "attack":
        return
    rule = "maneuver.modifiers"
    if target.prone:
        mods.add(modifiers.PRONE_TARGET, "prone target", rule)
    if weapon is not None and who.hand_with(weapon.base) == OTHER_HAND:
        hinder_off_hand(who, weapon, mods, rule)


def resist_effort(fight: RenaissanceFight, who: Combatant, learned: Effort | None) -> Effort:
    """Return Fray, or a learned skill where that is better, against a manoeuvre."""
    best = skill_effort(fight, who, skills.FRAY)
    if learned is not None and learned.rating() > best.rating():
        best = learned
    impede_defense(fight, who, best.mods)
    return best


def best_melee_skill(fight: RenaissanceFight, who: Combatant, against: Weapon) -> Effort | None:
    """Return the best melee attack skill to answer a disarm with; None if there is none
    [maneuver.disarm].

    A weapon in either hand counts, a natural one, and bare hands, at their penalty against the
    armed [unarmed.versus-armed, natural.armed].
    """
    best: Effort | None = None
    for item in [*who.held, *who.sheet.always]:
        weapon = fight.scene.weapons[item]
        if not weapon.is_melee() or weapon.tags & tags.TOUCH:
            continue
        if not can_box(who.sheet, weapon) and not against.is_unarmed():
            continue
        effort = melee_skill(fight, who, weapon)
        defend_unarmed(fight, weapon, against, effort.mods)
        if best is None or effort.rating() > best.rating():
            best = effort
    return best


def wins(fight: RenaissanceFight, first: Effort, second: Effort, rule: str) -> bool:
    """Resolve and log a manoeuvre's opposed check; return whether it works [check.opposed].

    A target who is unaware of the attacker does not roll, and is aware afterwards [defend.unaware].
    """
    answer = second if can_answer(fight, second.who, first.who) else None
    won = contest(fight, first, answer, answer is None).won
    log.contest(fight, first, answer, rule, "it works" if won else "it fails")
    give_away(fight, first.who, second.who)
    return won


def disarm(fight: RenaissanceFight, who: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Resolve melee skill against melee skill or Fray; the loser drops one held item
    [maneuver.disarm].

    A caught weapon is easier to take [maneuver.catch].
    """
    rule = "maneuver.disarm"
    item = wanted_item(fight, who, target)
    mine = melee_effort(fight, who, weapon, target)
    if who.catching == target.index:
        mine.mods.add(ON_A_CAUGHT_WEAPON, "weapon caught", "maneuver.catch")
    theirs = resist_effort(fight, target, best_melee_skill(fight, target, weapon))
    if not wins(fight, mine, theirs, rule):
        return False
    name = "shield" if item == NONE else fight.scene.weapons[item].name
    log.done_to(fight, "disarms", who, target, rule, name)
    if item == NONE:
        drop_shield(fight, target, rule)
    else:
        drop(fight, target, item, rule)
    return True


def wanted_item(fight: RenaissanceFight, who: Combatant, target: Combatant) -> i64:
    """Ask which of the target's held items to make it drop; return NONE for the shield."""
    if who.catching == target.index and target.caught_hand >= 0:
        return target.in_hand(target.caught_hand)
    options: list[Option] = []
    if target.main >= 0:
        options.append(fight.options.knock_away[target.main])
    if target.off >= 0 and target.off != target.main:
        options.append(fight.options.knock_away[target.off])
    if target.shield >= 0:
        options.append(fight.options.knock_shield)
    question = Question("disarm", who.side, who.index, options, target=target.index)
    return fight.ask(question).item


def feint(fight: RenaissanceFight, who: Combatant, target: Combatant) -> bool:
    """Resolve Deception against SAV+INT or Read: -20 to the target's defence until its next turn
    [maneuver.feint]."""
    mine, theirs = feint_effort(fight, who), insight_effort(fight, target)
    if not wins(fight, mine, theirs, "maneuver.feint"):
        return False
    target.feinted = True
    log.done_to(fight, "feints", who, target, "maneuver.feint")
    return True


def feint_effort(fight: RenaissanceFight, who: Combatant) -> Effort:
    """Return Deception with the modifiers that hinder it [maneuver.feint]."""
    return skill_effort(fight, who, skills.DECEPTION, False)


def insight_effort(fight: RenaissanceFight, target: Combatant) -> Effort:
    """Return the check that sees through a feint: SAV+INT, or Read if it is better
    [maneuver.feint]."""
    effort = skill_effort(fight, target, skills.READ, False)
    wits = target.sheet.born.sav + target.sheet.born.int
    return Effort(target, "SAV+INT", wits, effort.mods) if wits >= effort.base else effort


def grab(fight: RenaissanceFight, who: Combatant, target: Combatant) -> bool:
    """Resolve Unarmed Combat against Fray or Unarmed Combat [maneuver.grab]."""
    theirs = resist_effort(fight, target, skill_effort(fight, target, skills.UNARMED))
    if not wins(fight, grab_effort(fight, who, target), theirs, "maneuver.grab"):
        return False
    take_hold(fight, who, target)
    return True


def grab_effort(fight: RenaissanceFight, who: Combatant, target: Combatant) -> Effort:
    """Return Unarmed Combat to grab a target: a small one is easier to hold, a large one harder
    [size.modifiers]."""
    mine = skill_effort(fight, who, skills.UNARMED)
    size = target.sheet.size - MEDIUM
    if size != 0:
        name = "large target" if size > 0 else "small target"
        mine.mods.add(-modifiers.SIZE_STEP * size, name, "size.modifiers")
    add_attack_modifiers(fight, who, None, target, mine.mods)
    return mine


def break_free(fight: RenaissanceFight, who: Combatant) -> bool:
    """Resolve Unarmed Combat or STR+SOM against the grabber's Unarmed Combat [maneuver.grab]."""
    if who.pinned:
        return struggle_out(fight, who)
    holder = fight.combatants[who.grabbed_by]
    strength = who.sheet.strength + who.sheet.born.som
    mine = skill_effort(fight, who, skills.UNARMED)
    if strength > who.sheet.skill(skills.UNARMED):
        mine = Effort(who, "STR+SOM", strength, mine.mods)
    if not wins(fight, mine, skill_effort(fight, holder, skills.UNARMED), "maneuver.grab"):
        return False
    who.grabbed_by = NONE
    log.simple(fight, "breaks free", who, "maneuver.grab")
    return True


def struggle_out(fight: RenaissanceFight, who: Combatant) -> bool:
    """Resolve SOM+STR, to get out from under a fallen mount [mount.fall]."""
    force = who.sheet.born.som + who.sheet.strength
    if not aptitude_check(fight, who, "SOM+STR", force, False, "mount.fall"):
        return False
    who.pinned = False
    log.simple(fight, "breaks free", who, "mount.fall")
    return True


def trip(fight: RenaissanceFight, who: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Resolve melee skill against Fray; the target falls prone [maneuver.trip]."""
    mine = melee_effort(fight, who, weapon, target)
    if not wins(fight, mine, resist_effort(fight, target, None), "maneuver.trip"):
        return False
    fall(fight, target, "maneuver.trip")
    return True


def pull_free(fight: RenaissanceFight, who: Combatant) -> bool:
    """Resolve SOM+STR, to break a caught weapon free [maneuver.catch]."""
    force = who.sheet.born.som + who.sheet.strength
    if not aptitude_check(fight, who, "SOM+STR", force, False, "maneuver.catch"):
        return False
    uncatch(fight, who)
    return True
