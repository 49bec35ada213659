"""Things in hand, carried and on the ground: drawing, dropping, loading [turn.handling]."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.renaissance import log
from affray.rulesets.renaissance.holds import uncatch
from affray.rulesets.renaissance.sheet import EMPTY, HALF_LOADED, LOADED, LONG_RELOAD, NONE

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.ongoing import Attack


def weapon_to_load(fight: RenaissanceFight, actor: Combatant) -> i64:
    """Return a weapon in hand that is empty and can be loaded; NONE if there is none
    [ranged.ammunition]."""
    for weapon in actor.gear.to_load:
        if actor.load_of(weapon.base) < 1:
            return weapon.base
    return NONE


def weapon_to_overcharge(fight: RenaissanceFight, actor: Combatant) -> i64:
    """Return a loaded weapon in hand that can be charged further; NONE if there is none."""
    for item in actor.held:
        if fight.scene.weapons[item].harm_overcharged is not None and actor.load_of(item) == 1:
            return item
    return NONE


def reload(fight: RenaissanceFight, actor: Combatant) -> None:
    """Load a weapon in hand; the slowest take two Standard Actions [ranged.ammunition]."""
    item = weapon_to_load(fight, actor)
    if item < 0:
        return
    actor.set_load(item, HALF_LOADED if begins_to_reload(fight, actor) else LOADED)


def begins_to_reload(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the weapon to load takes another action after this one
    [ranged.ammunition]."""
    item = weapon_to_load(fight, actor)
    if item < 0:
        return False
    return fight.scene.weapons[item].reload == LONG_RELOAD and actor.load_of(item) == EMPTY


def use_ammunition(fight: RenaissanceFight, attack: Attack) -> None:
    """Use up uncommon ammunition and the load; what is thrown leaves the hand
    [ranged.ammunition, ranged.throwing]."""
    attacker, weapon = attack.attacker, attack.weapon
    if weapon.ammo >= 0:
        attacker.set_ammo(weapon.ammo, attacker.ammo[weapon.ammo] - 1)
    if weapon.reload and not attack.melee:
        attacker.set_load(weapon.base, 0)
    if attack.thrown:
        lose(fight, attacker, weapon.base)


def lose(fight: RenaissanceFight, who: Combatant, item: i64) -> i64:
    """Take a weapon from the hand that holds it, or from those carried; return its load."""
    if who.caught_item == item:
        uncatch(fight, who)
    if who.catching >= 0 and who.catching_item == item:
        uncatch(fight, fight.combatants[who.catching])
    load = who.load_of(item)
    if who.off == item and who.main != item:
        who.off = NONE
        who.off_load = LOADED
    elif who.main == item:
        free_main_hand(fight, who)
    elif int(item) in who.carried:
        load = who.part_with(who.carried.index(int(item)))
    who.reckon()
    return load


def free_main_hand(fight: RenaissanceFight, who: Combatant) -> None:
    """Empty the main hand; of two weapons alike the other stays in it."""
    if who.off == who.main:
        who.main_load = who.off_load
        who.off = NONE
    else:
        who.main = NONE
        who.main_load = LOADED
    if who.off < 0:
        who.off_load = LOADED


def lie(fight: RenaissanceFight, item: i64, cell: i64, load: i64) -> None:
    """Put a weapon on the ground, for anybody to pick up."""
    if not fight.scene.weapons[item].is_area():
        fight.lying.append(int(first_lying_at(fight, cell) + item * LOADS + load + 1))


def first_lying_at(fight: RenaissanceFight, cell: i64) -> i64:
    """Return the lowest number of a weapon that lies in a cell."""
    return cell * len(fight.scene.weapons) * LOADS


def weapons_lying_at(fight: RenaissanceFight, cell: i64) -> list[int]:
    """List the weapons that lie in a cell, in the order they fell."""
    first, behind = first_lying_at(fight, cell), first_lying_at(fight, cell + 1)
    found: list[int] = []
    for lying in fight.lying:
        if lying >= first and lying < behind:
            found.append(int((lying - first) // LOADS))
    return found


def drop(fight: RenaissanceFight, who: Combatant, item: i64, rule: str) -> None:
    """Drop a held weapon where its holder stands [turn.handling]."""
    load = lose(fight, who, item)
    lie(fight, item, who.cell, load)
    log.drops(fight, who, fight.scene.weapons[item].name, rule)


def drop_shield(fight: RenaissanceFight, who: Combatant, rule: str) -> None:
    """Drop a shield where its bearer stands [turn.handling]."""
    fight.lying_shields.append((int(who.shield), int(who.cell)))
    who.shield = NONE
    who.reckon()
    log.drops(fight, who, "shield", rule)


def pick_up(fight: RenaissanceFight, who: Combatant, item: i64) -> None:
    """Take a weapon from the ground; of several alike, the first [turn.handling]."""
    empty = first_lying_at(fight, who.cell) + item * LOADS
    for lying in fight.lying:
        if lying >= empty and lying < empty + LOADS:
            fight.lying.remove(lying)
            who.take(item, lying - empty - 1)
            return


LOADS: Final[i64] = 4
"""How many figures there may be for what is in a weapon, from -1 on."""
