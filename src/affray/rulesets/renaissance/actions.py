"""The actions of a fighter's turn, each with its cost [turn.allotment]."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import tags, verbs
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CRAWL, DASH, RIDE_BY
from affray.rulesets.renaissance.handling import (
    hand_to_overcharge,
    weapon_to_load,
    weapons_lying_at,
)
from affray.rulesets.renaissance.holds import catcher_of, holds_somebody
from affray.rulesets.renaissance.ranges import is_in_range
from affray.rulesets.renaissance.sheet import QUICK_RELOAD
from affray.rulesets.renaissance.targets import (
    can_throw_at_place,
    is_ready_for_afar,
    list_attacks_with,
    threatening_weapon,
)
from affray.rulesets.renaissance.terrain import NO_REACH

MOST_QUICK: Final[i64] = 3


def has_standard(fight: RenaissanceFight) -> bool:
    """Return whether a Standard Action is left: none was taken, and at most one Quick one
    [turn.allotment]."""
    return not fight.standard_used and fight.quick_used <= 1


def has_quick(fight: RenaissanceFight) -> bool:
    """Return whether a Quick Action is left: one, or three without a Standard one
    [turn.allotment]."""
    if fight.standard_used:
        return fight.quick_used < 1
    return fight.quick_used < MOST_QUICK


def has_whole_turn(fight: RenaissanceFight) -> bool:
    """Return whether nothing of the turn has been spent yet [turn.allotment]."""
    return fight.quick_used == 0 and not fight.standard_used


def turn_options(fight: RenaissanceFight, actor: Combatant) -> list[Option]:
    """List every option that the actor has now, in a fixed order [turn.allotment]."""
    found: list[Option] = [fight.options.end]
    if not actor.is_free_to_act():
        found.append(fight.options.break_free)
        return found
    may_move = can_move(fight, actor)
    if has_standard(fight):
        list_standard(fight, actor, may_move, found)
    if has_quick(fight):
        list_quick(fight, actor, may_move, found)
    if may_move and not fight.stunt_refused:
        found.extend(fight.options.stunts)
    list_free(fight, actor, found)
    return found


def list_standard(
    fight: RenaissanceFight, actor: Combatant, may_move: bool, found: list[Option]
) -> None:
    """Add options that take a Standard Action: attacks, manoeuvres, Full Defense, Ready, Brace,
    crawling, slow reloading."""
    scene = fight.scene
    wielded = actor.wielded
    reaches_anybody = False
    for item in actor.at_hand:
        attacks = list_attacks_with(fight, actor, item)
        found.extend(attacks)
        if attacks and item in wielded:
            reaches_anybody = True
        if can_throw_at_place(fight, actor, item):
            found.append(fight.options.throw_at[item])
    if actor.mount >= 0:
        list_mount_actions(fight, fight.combatants[actor.mount], found)
    if len(wielded) > 1 and reaches_anybody:
        found.append(fight.options.each)
    reaches_from = fight.terrain.reaches_from(actor.cell)
    for enemy in fight.enemies[actor.side]:
        if reaches_from[enemy.cell] == NO_REACH and actor.catching != enemy.index:
            continue
        if is_foe(actor, enemy):
            list_maneuvers(fight, actor, enemy, found)
    found.append(fight.options.full_defense)
    if can_brace(fight, actor):
        found.append(fight.options.brace)
    found.append(fight.options.ready)
    if actor.prone and may_move:
        found.append(fight.options.gaits[CRAWL][0])
    if has_whole_turn(fight) and may_move and not actor.prone:
        list_whole_turn_moves(fight, actor, found)
    item = weapon_to_load(fight, actor)
    if item >= 0 and scene.weapons[item].reload > QUICK_RELOAD:
        found.append(fight.options.reload)
    if hand_to_overcharge(fight, actor) >= 0:
        found.append(fight.options.overcharge)


def list_mount_actions(fight: RenaissanceFight, mount: Combatant, found: list[Option]) -> None:
    """Add the attacks of a mount; one that is held can only break free [mount.shared-turn,
    maneuver.grab]."""
    scene = fight.scene
    if not mount.is_free_to_act():
        found.append(fight.options.break_free)
        return
    for item in mount.at_hand:
        if not scene.weapons[item].is_unarmed():
            found.extend(list_attacks_with(fight, mount, item))


def list_whole_turn_moves(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Add the moves that take both actions: a ride-by, and the maximum rate of a mode
    [mount.ride-by, move.max]."""
    mover = actor
    if actor.mount >= 0:
        mover = fight.combatants[actor.mount]
        found.append(fight.options.gaits[RIDE_BY][0])
    for mode in mover.sheet.modes:
        if mode.max > mode.full:
            found.append(fight.options.gaits[DASH][mode.number])


def list_quick(
    fight: RenaissanceFight, actor: Combatant, may_move: bool, found: list[Option]
) -> None:
    """Add options that take a Quick Action: moves, getting up and down, feints, handling
    weapons."""
    if may_move and not actor.prone:
        mover = fight.combatants[actor.mount] if actor.mount >= 0 else actor
        for mode in mover.sheet.modes:
            found.extend(fight.options.quick_moves[mode.number])
    if actor.prone:
        found.append(fight.options.stand)
    elif actor.mount < 0:
        found.append(fight.options.lie_down)
    reaches_from = fight.terrain.reaches_from(actor.cell)
    for enemy in fight.enemies[actor.side]:
        if reaches_from[enemy.cell] != NO_REACH and is_foe(actor, enemy):
            if threatening_weapon(fight, actor, enemy.cell, 0) >= 0:
                found.append(fight.options.feint[enemy.index])
    list_handling(fight, actor, found)
    if actor.burning:
        found.append(fight.options.douse)
    if actor.mount >= 0:
        if fight.combatants[actor.mount].burning:
            found.append(fight.options.douse_mount)
        found.append(fight.options.get_off)
    elif can_get_on(fight, actor):
        found.append(fight.options.get_on)
    if actor.caught_hand >= 0 and catcher_of(fight, actor) is not None:
        found.append(fight.options.pull_free)


def list_handling(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Add drawing, stowing, picking up and quick reloading [turn.handling]."""
    scene = fight.scene
    for position, item in enumerate(actor.carried):
        if actor.can_take(scene.weapons[item]) and actor.carried.index(item) == position:
            found.append(fight.options.draw[item])
    for item in actor.held:
        if not actor.is_caught(item):
            found.append(fight.options.stow[item])
    if actor.mount < 0:
        list_picking_up(fight, actor, found)
    item = weapon_to_load(fight, actor)
    if item >= 0 and scene.weapons[item].reload == QUICK_RELOAD:
        found.append(fight.options.reload)


def list_picking_up(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Add items in the actor's cell that fit into a free hand [turn.handling]."""
    scene = fight.scene
    items = weapons_lying_at(fight, actor.cell)
    for position, item in enumerate(items):
        if actor.can_take(scene.weapons[item]) and items.index(item) == position:
            found.append(fight.options.pick_up[item])
    for shield, cell in fight.lying_shields:
        if actor.can_take_shield() and cell == actor.cell:
            if fight.options.pick_up_shield[shield] not in found:
                found.append(fight.options.pick_up_shield[shield])


def list_free(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Add options that take no action: letting go of things and fighters [turn.handling]."""
    for item in actor.held:
        found.append(fight.options.drop_item[item])
    if actor.shield >= 0:
        found.append(fight.options.drop_shield)
    if holds_somebody(fight, actor):
        found.append(fight.options.release)
    if actor.catching >= 0:
        found.append(fight.options.release_weapon)


def list_maneuvers(
    fight: RenaissanceFight, actor: Combatant, enemy: Combatant, found: list[Option]
) -> None:
    """Add disarming, tripping and grabbing an enemy in reach."""
    if actor.catching == enemy.index or threatening_weapon(fight, actor, enemy.cell, 0) >= 0:
        if enemy.main >= 0 or enemy.off >= 0 or enemy.shield >= 0:
            found.append(fight.options.disarm[enemy.index])
        if not enemy.prone and enemy.mount < 0:
            found.append(fight.options.trip[enemy.index])
    if can_grab(fight, actor, enemy):
        found.append(fight.options.grab[enemy.index])


def can_grab(fight: RenaissanceFight, actor: Combatant, enemy: Combatant) -> bool:
    """Return whether an enemy is beside the actor and free of holds, with neither in a saddle
    [maneuver.grab]."""
    return (
        enemy.grabbed_by < 0
        and enemy.mount < 0
        and actor.mount < 0
        and fight.terrain.reaches_from(actor.cell)[enemy.cell] <= 1
    )


def can_brace(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether there is a weapon in hand to brace [brace.receive]."""
    if actor.main < 0 or actor.prone or actor.mount >= 0:
        return False
    return fight.scene.weapons[actor.main].tags & tags.BRACE != 0


def can_move(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the actor may move: once a turn, and only if nothing holds them in place
    [move.once]."""
    return not fight.moved and not is_held_in_place(fight, actor)


def is_held_in_place(fight: RenaissanceFight, who: Combatant) -> bool:
    """Return whether a hold keeps a fighter where they are [maneuver.grab, maneuver.catch].

    They hold an enemy, a weapon of theirs is caught or has caught another, or their mount is held.
    """
    if who.catching >= 0 or who.caught_hand >= 0 or holds_somebody(fight, who):
        return True
    return who.mount >= 0 and not fight.combatants[who.mount].is_free_to_act()


def can_get_on(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the actor's own mount is near, able and without a rider."""
    own = actor.sheet.mount
    if own < 0 or actor.prone:
        return False
    mount = fight.combatants[own]
    near = fight.scene.grid.spaces(actor.cell, mount.cell) <= 1
    return near and mount.is_able() and mount.rider < 0


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """Ask for the next action; ending the turn is always the first option."""

    fight: Final[RenaissanceFight]
    actor: Final[Combatant]

    def __init__(self, fight: RenaissanceFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight = fight
        self.actor = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)


@mypyc_attr(acyclic=True)
class Aim(Question):
    """Ask where to throw an item that bursts: every cell in range and sight [area.aim]."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64) -> None:
        super().__init__("aim", who.side, who.index, None)
        self.fight: Final = fight
        self.thrower: Final = who
        self.weapon: Final = fight.scene.weapons[item]

    def list_options(self) -> list[Option]:
        scene, here = self.fight.scene, self.thrower.cell
        if not is_ready_for_afar(self.thrower, self.weapon):
            return []
        cells = range(scene.grid.size)
        return [
            self.fight.options.to(one)
            for one in cells
            if is_in_range(scene.grid, self.weapon, here, one)
        ]


def cost_of(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> i64:
    """Return the action that an option takes [turn.allotment]."""
    verb = chosen.verb
    if verb == verbs.MOVE:
        if chosen.value == RIDE_BY or chosen.value == DASH:
            return verbs.BOTH
        return verbs.STANDARD if chosen.value == CRAWL else verbs.QUICK
    if verb == verbs.RELOAD:
        item = weapon_to_load(fight, actor)
        quick = item >= 0 and fight.scene.weapons[item].reload == QUICK_RELOAD
        return verbs.QUICK if quick else verbs.STANDARD
    return verbs.COSTS[verb]


def actions_left(fight: RenaissanceFight) -> i64:
    """Return the actions left in the turn: QUICK, STANDARD, BOTH or none [turn.allotment]."""
    return (verbs.QUICK if has_quick(fight) else 0) + (verbs.STANDARD if has_standard(fight) else 0)
