"""Manoeuvres: disarm, feint, grab, trip, and what follows a caught weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log, modifiers, skills
from affray.rulesets.renaissance.awareness import can_answer, give_away
from affray.rulesets.renaissance.checks import aptitude_check, contest
from affray.rulesets.renaissance.defense import NEVER, impede_defense
from affray.rulesets.renaissance.effort import Effort, Modifiers, hinder
from affray.rulesets.renaissance.handling import drop, drop_shield
from affray.rulesets.renaissance.holds import take_hold, uncatch
from affray.rulesets.renaissance.sheet import MEDIUM, NONE, Weapon
from affray.rulesets.renaissance.wounds import fall

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

ON_A_CAUGHT_WEAPON: Final[i64] = 10


def skill_effort(fight: RenaissanceFight, who: Combatant, skill: i64) -> Effort:
    """Return a skill with what hinders everything physical."""
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, True, skills.ON_COORDINATION[skill])
    return Effort(who, skills.SKILL_TITLES[skill], who.sheet.skill(skill), mods)


def melee_effort(fight: RenaissanceFight, who: Combatant, weapon: Weapon) -> Effort:
    """Return the melee attack skill with the weapon at hand."""
    effort = skill_effort(fight, who, who.sheet.best_skill(weapon))
    if not who.sheet.is_proficient(weapon):
        effort.mods.add(modifiers.NOT_PROFICIENT, "not proficient", "attack.skill")
    if who.prone:
        effort.mods.add(modifiers.PRONE_ATTACKER, "attacking prone", "prone.rules")
    return effort


def resist_effort(fight: RenaissanceFight, who: Combatant, learned: i64) -> Effort:
    """Return Fray, or a learned skill where that is better and allowed, against a manoeuvre."""
    skill = skills.FRAY
    if learned != NEVER:
        fray = who.sheet.skill(skills.FRAY) + who.coo_penalty()
        if who.sheet.skill(learned) > fray:
            skill = learned
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, True, skills.ON_COORDINATION[skill])
    impede_defense(fight, who, mods)
    return Effort(who, skills.SKILL_TITLES[skill], who.sheet.skill(skill), mods)


def wins(fight: RenaissanceFight, first: Effort, second: Effort, rule: str) -> bool:
    """Resolve and tell a manoeuvre's opposed check; return whether it works [check.opposed].

    A target who is unaware of the other does not roll, and is aware afterwards [defend.unaware].
    """
    answer = second if can_answer(fight, second.who, first.who) else None
    won = contest(fight, first, answer, answer is None).won
    give_away(fight, first.who, second.who)
    log.contest(fight, first, answer, rule, "it works" if won else "it fails")
    return won


def disarm(fight: RenaissanceFight, who: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Resolve melee skill against melee skill or Fray; the loser drops one held item
    [maneuver.disarm].

    A caught weapon is easier to take [maneuver.catch].
    """
    rule = "maneuver.disarm"
    item = wanted_item(fight, who, target)
    mine = melee_effort(fight, who, weapon)
    if who.catching == target.index:
        mine.mods.add(ON_A_CAUGHT_WEAPON, "weapon caught", "maneuver.catch")
    skill: i64 = NEVER
    if target.main >= 0 and fight.scene.weapons[target.main].is_melee():
        skill = target.sheet.best_skill(fight.scene.weapons[target.main])
    if not wins(fight, mine, resist_effort(fight, target, skill), rule):
        return False
    name = "shield" if item == NONE else fight.scene.weapons[item].name
    log.disarms(fight, who, target, name)
    if item == NONE:
        drop_shield(fight, target, rule)
    else:
        drop(fight, target, item, rule)
    return True


def wanted_item(fight: RenaissanceFight, who: Combatant, target: Combatant) -> i64:
    """Ask which of the things the target holds it is to drop; return NONE for the shield."""
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
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, False, False)
    mine = Effort(
        who, skills.SKILL_TITLES[skills.DECEPTION], who.sheet.skill(skills.DECEPTION), mods
    )
    born = target.sheet.born
    wits = born.sav + born.int
    read = target.sheet.skill(skills.READ)
    other = Modifiers(fight.has_listener)
    hinder(target, other, False, False)
    theirs = (
        Effort(target, skills.SKILL_TITLES[skills.READ], read, other)
        if read > wits
        else Effort(target, "SAV+INT", wits, other)
    )
    if not wins(fight, mine, theirs, "maneuver.feint"):
        return False
    target.feinted = True
    log.done_to(fight, "feints", who, target, "maneuver.feint")
    return True


def grab(fight: RenaissanceFight, who: Combatant, target: Combatant) -> bool:
    """Resolve Unarmed Combat against Fray or Unarmed Combat [maneuver.grab].

    Small targets are easier to hold and large ones harder [size.modifiers].
    """
    mine = skill_effort(fight, who, skills.UNARMED)
    size = target.sheet.size - MEDIUM
    if size != 0:
        name = "large target" if size > 0 else "small target"
        mine.mods.add(-modifiers.SIZE_STEP * size, name, "size.modifiers")
    if not wins(fight, mine, resist_effort(fight, target, skills.UNARMED), "maneuver.grab"):
        return False
    take_hold(fight, who, target)
    return True


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
    mine = melee_effort(fight, who, weapon)
    if not wins(fight, mine, resist_effort(fight, target, NEVER), "maneuver.trip"):
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
