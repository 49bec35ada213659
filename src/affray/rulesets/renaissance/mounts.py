"""Mounted combat: riders and mounts that share a turn, falls, and riding by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import skills, tell
from affray.rulesets.renaissance.checks import Modifiers, aptitude_check, check, hinder
from affray.rulesets.renaissance.multiple import wielded
from affray.rulesets.renaissance.sheet import NONE

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight


def controls(fight: RenaissanceFight, rider: Combatant) -> bool:
    """Who is proficient in Ride uses the mount's movement and attacks without a test; others
    make one each time [mount.shared-turn]."""
    if rider.sheet.rides_well:
        return True
    mods = Modifiers(fight.wants_events)
    hinder(rider, mods, True, True)
    base = rider.sheet.skill(skills.RIDE)
    return (
        check(fight, rider, skills.SKILL_TITLES[skills.RIDE], base, mods, "mount.shared-turn") > 0
    )


def mount_falls(fight: RenaissanceFight, mount: Combatant) -> None:
    """The mount is down: COO+COO+SOM lands the rider clear, or else they are pinned under it
    [mount.fall]."""
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
    if fight.wants_events:
        tell.mount_falls(fight, rider, mount, clear)


def unseat(fight: RenaissanceFight, rider: Combatant) -> None:
    """Puts a rider on the ground beside the mount."""
    mount = fight.combatants[rider.mount]
    mount.rider = NONE
    rider.mount = NONE
    rider.cell = free_cell_by(fight, mount.cell)


def get_on(fight: RenaissanceFight, rider: Combatant, mount: Combatant) -> None:
    """Into the saddle of one's own mount, which gets up for it."""
    mount.prone = False
    rider.mount = mount.index
    mount.rider = rider.index
    rider.cell = mount.cell


def free_cell_by(fight: RenaissanceFight, cell: i64) -> i64:
    """The nearest cell that nobody stands in, or the cell itself."""
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


def damage_bonus_of(fight: RenaissanceFight, who: Combatant) -> i64:
    """DB; in a mounted charge with the mount's STR if that is more [mount.charge]."""
    db = who.sheet.db
    if who.charged and who.mount >= 0:
        mount = fight.combatants[who.mount]
        carried = (who.sheet.born.som + mount.sheet.strength) // 10
        return carried if carried > db else db
    return db


def ride_by(fight: RenaissanceFight, rider: Combatant, used: list[int]) -> None:
    """In mid-charge a rider may attack whom they pass and ride on, once with each weapon: each
    such attack is one of several on several targets [mount.ride-by]."""
    for item in wielded(fight, rider):
        if item in used:
            continue
        options: list[Option] = [fight.scene.ride_on]
        for option in fight.attacks_with(rider, item):
            if not option.kind.startswith("throw") and fight.scene.weapons[item].is_melee():
                options.append(option)
        if len(options) == 1:
            continue
        chosen = fight.ask(Question("ride-by", rider.side, rider.index, options))
        if chosen is fight.scene.ride_on or fight.is_hindered(rider, chosen):
            continue
        used.append(item)
        attack = fight.attack_from(rider, chosen)
        attack.riding_by = True
        fight.attack(attack)
        if not fight.can_go_on(rider):
            return
