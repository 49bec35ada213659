"""Strikes: attacks for more than a hit, and their effects on an exceptional success."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import GM, Question
from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import aptitude_check
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import EXCEPTIONAL
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import drop_from, drop_shield
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.sheet import (
    CALLED_SHOT,
    DISMOUNT,
    HAND,
    KNOCK_DOWN,
    LEG,
    MAIM,
    MAIN_HAND,
    NECK,
    NO_STRIKE,
    NONE,
    OTHER_HAND,
)
from affray.rulesets.renaissance.wounds import fall, go_down


def name_location(fight: RenaissanceFight, attack: Attack) -> None:
    """Ask for the location of a Called Shot or a Maim, before the roll [strike.general]."""
    if attack.strike == MAIM:
        options = (
            fight.options.limbs
            if can_take_neck(fight, attack)
            else fight.options.limbs_without_neck
        )
    elif attack.strike == CALLED_SHOT:
        options = fight.options.locations
    else:
        return
    who = attack.attacker
    chosen = fight.ask(
        Question("location", who.side, who.index, options, target=attack.target.index)
    )
    attack.location = chosen.key
    attack.limb = chosen.value


def can_take_neck(fight: RenaissanceFight, attack: Attack) -> bool:
    """Return whether a Maim may be aimed at the neck: always, at the unaware, or never
    [strike.neck]."""
    if fight.house.maimed_neck == "unaware":
        return not knows_of(attack.target, attack.attacker)
    return fight.house.maimed_neck == "kills"


def take_result(fight: RenaissanceFight, attack: Attack, quality: i64) -> str:
    """Apply a strike's result on an exceptional success; return it in a word [strike.general].

    Mighty Blow and Armour Gap only change the damage.
    """
    strike = attack.strike
    target = attack.target
    if strike == NO_STRIKE or quality < EXCEPTIONAL or target.is_dead():
        return ""
    if strike == KNOCK_DOWN:
        return knock_down(fight, target)
    if strike == MAIM:
        return maim(fight, target, attack.attacker, attack.limb, attack.location)
    if strike == CALLED_SHOT:
        return called_shot(fight, attack)
    if strike == DISMOUNT:
        return dismount(fight, target)
    return ""


def knock_down(fight: RenaissanceFight, target: Combatant) -> str:
    """Resolve SOM×2 of the target, which falls prone if it fails [strike.knock-down]."""
    if target.prone or not target.is_able():
        return ""
    rule = "strike.knock-down"
    if aptitude_check(fight, target, "SOM×2", 2 * target.sheet.born.som, False, rule):
        return ""
    fall(fight, target, rule)
    return "prone"


def dismount(fight: RenaissanceFight, target: Combatant) -> str:
    """Resolve COO+COO+SOM of a rider, who is thrown if it fails [maneuver.dismount]."""
    if target.mount < 0 or not target.is_able():
        return ""
    if aptitude_check(fight, target, "COO+COO+SOM", target.seat(), True, "maneuver.dismount"):
        return ""
    fall(fight, target, "maneuver.dismount")
    return "thrown"


def maim(
    fight: RenaissanceFight, target: Combatant, by: Combatant, limb: i64, location: str
) -> str:
    """Take a limb [strike.maim].

    A hand drops what it held and holds no more, a leg halves movement and knocks prone, an eye is
    -20 to shots and Perception, a neck kills [strike.neck].
    """
    log.maims(fight, by, target, location)
    was_able = target.is_able()
    if limb == NECK:
        target.damage = target.sheet.death_rating
        if was_able:
            go_down(fight, target, by)
        return "dead"
    target.lost_limbs |= limb
    begin_to_bleed(fight, target)
    if limb == HAND:
        lose_hand(fight, target)
    elif limb == LEG and was_able:
        fall(fight, target, "strike.maim")
    return "lost " + location


def begin_to_bleed(fight: RenaissanceFight, who: Combatant) -> None:
    """Make a fighter bleed from now on, by the minute [turn.seconds]."""
    if who.bleeding == 0:
        who.bleeding = 1
        log.simple(fight, "bleeding", who, "turn.seconds")


def lose_hand(fight: RenaissanceFight, target: Combatant) -> None:
    """Drop the item of the lost hand, or one that takes two hands [strike.maim]."""
    if target.main != NONE:
        drop_from(fight, target, MAIN_HAND, "strike.maim")
    elif target.off != NONE:
        drop_from(fight, target, OTHER_HAND, "strike.maim")
    elif target.shield != NONE:
        drop_shield(fight, target, "strike.maim")


def called_shot(fight: RenaissanceFight, attack: Attack) -> str:
    """Ask the game master for the effect of a called shot, and apply it [strike.called-shot]."""
    target = attack.target
    if not target.is_able():
        return ""
    chosen = fight.ask(
        Question(
            "called-shot", GM, attack.attacker.index, fight.options.called_shot, target=target.index
        )
    )
    log.done_to(
        fight,
        "called shot",
        attack.attacker,
        target,
        "strike.called-shot",
        f"in the {attack.location}: {chosen.text}",
    )
    if chosen is fight.options.drops:
        if target.main != NONE:
            drop_from(fight, target, MAIN_HAND, "strike.called-shot")
    elif chosen is fight.options.dazes:
        target.dazed = True
    elif chosen is fight.options.trips:
        fall(fight, target, "strike.called-shot")
    elif chosen is fight.options.bleeds:
        begin_to_bleed(fight, target)
    return chosen.kind
