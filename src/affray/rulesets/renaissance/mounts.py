"""Mounted combat: riders and mounts that share a turn, falls, and riding by."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import Question
from affray.rulesets.renaissance import log, modifiers, skills
from affray.rulesets.renaissance.checks import aptitude_check, check, skill_effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import Effort, Modifiers
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.sheet import MAIN_HAND, NONE, OTHER_HAND
from affray.rulesets.renaissance.targets import attack_from, is_hindered, list_attacks_with

# --- the shared turn ------------------------------------------------------------------------------


def controls(fight: RenaissanceFight, rider: Combatant) -> bool:
    """Return whether a rider makes the mount obey: with a test, if not proficient in Ride
    [mount.shared-turn]."""
    if rider.sheet.rides_well:
        return True
    log.done_to(fight, "urges", rider, fight.combatants[rider.mount], "mount.shared-turn")
    return check(fight, ride_effort(fight, rider), "mount.shared-turn") > 0


def ride_effort(fight: RenaissanceFight, rider: Combatant) -> Effort:
    """Return Ride with the modifiers that hinder it, including the mount's wounds
    [mount.shared-turn]."""
    effort = skill_effort(fight, rider, skills.RIDE)
    hinder_by_mount(fight, rider, effort.mods)
    return effort


def hinder_by_mount(fight: RenaissanceFight, rider: Combatant, mods: Modifiers) -> None:
    """Add a mount's wounds to checks caused by its movement [mount.targets]."""
    if rider.mount >= 0:
        wounds = fight.combatants[rider.mount].felt_wounds()
        if wounds > 0:
            mods.add(modifiers.WOUND_PENALTY * wounds, "the mount's wounds", "mount.targets")


# --- in and out of the saddle ---------------------------------------------------------------------


def mount_falls(fight: RenaissanceFight, mount: Combatant) -> None:
    """Take a rider down with the mount: COO+COO+SOM, or they are pinned under it [mount.fall]."""
    rider = fight.combatants[mount.rider]
    clear = not rider.is_able() or aptitude_check(
        fight, rider, "COO+COO+SOM", rider.seat(), True, "mount.fall"
    )
    unseat(fight, rider)
    if not rider.is_able():
        return
    if not clear:
        rider.cell = mount.cell
        rider.pinned = True
        rider.prone = True
    how = "lands clear" if clear else "is pinned under it"
    log.done_to(fight, "mount falls", rider, mount, "mount.fall", how)


def unseat(fight: RenaissanceFight, rider: Combatant) -> None:
    """Put a rider on the ground beside the mount, and end their charge [mount.charge]."""
    mount = fight.combatants[rider.mount]
    mount.rider = NONE
    mount.charged = False
    rider.mount = NONE
    rider.charged = False
    rider.cell = free_cell_by(fight, mount.cell)


def get_on(fight: RenaissanceFight, rider: Combatant, mount: Combatant) -> None:
    """Put a fighter into the saddle of their own mount, which gets up for it."""
    mount.prone = False
    rider.mount = mount.index
    mount.rider = rider.index
    rider.cell = mount.cell


def free_cell_by(fight: RenaissanceFight, cell: i64) -> i64:
    """Return the nearest unoccupied cell, or the cell itself."""
    grid = fight.scene.grid
    seen: list[int] = [int(cell)]
    for here in seen:
        for there in grid.neighbours[here]:
            if there not in seen:
                if not fight.is_occupied(there):
                    return there
                seen.append(there)
        if len(seen) > 60:
            break
    return cell


# --- charges --------------------------------------------------------------------------------------


def ride_by(
    fight: RenaissanceFight, rider: Combatant, attacked: list[tuple[int, int, int]]
) -> None:
    """Ask a rider in mid-charge whom to attack in passing [mount.ride-by].

    Each such attack is one of several on several targets, even if it is the only one. `attacked`
    are the weapons used so far, each with its target.
    """
    for hand, item in things_to_strike_with(rider):
        weapon = fight.scene.weapons[item]
        struck = [target for by, arm, target in attacked if by == hand and arm == item]
        has_no_more = len(struck) > 0 and fight.house.ride_by_targets == "one"
        if not weapon.is_melee() or has_no_more or rider.is_stuck(hand):
            continue
        options = [fight.options.ride_on]
        for option in list_attacks_with(fight, rider, item):
            if option.target not in struck and not is_thrown(option):
                options.append(option)
        if len(options) == 1:
            continue
        chosen = fight.ask(Question("ride-by", rider.side, rider.index, options))
        if chosen is fight.options.ride_on or is_hindered(fight, rider, chosen):
            continue
        attack = attack_from(fight, rider, chosen)
        attack.riding_by = True
        attack.hand = hand
        attack.off_hand = hand == OTHER_HAND
        attack.passes_several = len(struck) > 0
        attacked.append((hand, item, int(chosen.target)))
        log.move_so_far(fight)
        fight.attack(attack)
        if not fight.can_go_on(rider):
            return


def things_to_strike_with(rider: Combatant) -> list[tuple[int, int]]:
    """List each weapon in hand with its hand; without any, the weapons that need no hand."""
    held = [(int(MAIN_HAND), int(rider.main)), (int(OTHER_HAND), int(rider.off))]
    found = [(hand, item) for hand, item in held if item >= 0]
    return found if found else [(int(NONE), item) for item in rider.at_hand]


def leave_saddle(fight: RenaissanceFight, who: Combatant) -> None:
    """Separate rider and mount, whichever of them leaves."""
    if who.mount >= 0:
        unseat(fight, who)
    elif who.rider >= 0:
        unseat(fight, fight.combatants[who.rider])
