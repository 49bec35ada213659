"""A turn: its Standard and Quick Actions, and performing them."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import RULED, Option
from affray.rulesets.renaissance import log, verbs
from affray.rulesets.renaissance.actions import (
    ActionQuestion,
    Aim,
    cost_of,
    has_quick,
    has_standard,
)
from affray.rulesets.renaissance.attack import throw_at
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import (
    begins_to_reload,
    drop,
    drop_shield,
    hand_to_overcharge,
    lose,
    pick_up,
    reload,
)
from affray.rulesets.renaissance.holds import holds_somebody, release, uncatch
from affray.rulesets.renaissance.maneuvers import break_free, disarm, feint, grab, pull_free, trip
from affray.rulesets.renaissance.mounts import controls, get_on, unseat
from affray.rulesets.renaissance.movement import move
from affray.rulesets.renaissance.readied import gm_triggers, ready, trigger
from affray.rulesets.renaissance.several_attacks import attack_with_each
from affray.rulesets.renaissance.sheet import NONE, OVERCHARGED
from affray.rulesets.renaissance.stunts import stunt
from affray.rulesets.renaissance.targets import attack_from, threatening_weapon
from affray.rulesets.renaissance.verbs import ENEMY_DRAWS
from affray.rulesets.renaissance.wounds import suffer


def take_turn(fight: RenaissanceFight, actor: Combatant, has_noticed: bool) -> None:
    """Play one Standard and one Quick Action, or three Quick Actions [turn.allotment].

    A fighter who has just noticed the enemy acts immediately [defend.unaware].
    """
    begin_turn(fight, actor, has_noticed)
    while can_do_more(fight, actor):
        chosen = fight.ask(ActionQuestion(fight, actor))
        if chosen is RULED:
            continue
        if chosen.verb == verbs.END:
            break
        fight.spend(cost_of(fight, actor, chosen))
        perform(fight, actor, chosen)
    end_turn(fight, actor)


def can_do_more(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether a useful action is left; the grabbed can only break free [maneuver.grab]."""
    if not actor.is_able():
        return False
    if not has_standard(fight):
        if not actor.is_free_to_act() or not (has_quick(fight) or can_let_go(fight, actor)):
            return False
    return fight.is_undecided()


def can_let_go(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the actor may let go of a hold as a Free Action, with all others spent
    [maneuver.catch, maneuver.grab]."""
    return actor.caught_hand >= 0 or actor.catching >= 0 or holds_somebody(fight, actor)


def begin_turn(fight: RenaissanceFight, actor: Combatant, has_noticed: bool) -> None:
    """End effects that lasted until this turn, and apply fire and bleeding."""
    fight.acting = actor.index
    fight.standard_used = fight.moved = fight.stunt_refused = False
    fight.quick_used = 0
    actor.end_what_lasts_until_turn()
    log.simple(fight, "turn", actor, "turn.allotment")
    if has_noticed:
        log.simple(fight, "notices", actor, "defend.unaware")
    if actor.burning or actor.bleeding > 0:
        suffer(fight, actor)
    if actor.sheet.mount >= 0:
        begin_mount_turn(fight, actor)


def end_turn(fight: RenaissanceFight, actor: Combatant) -> None:
    """End effects that last until the end of a turn; the reaction is available again
    [reaction.one].

    A reaction used in this very turn may stay spent [reaction.own-turn].
    """
    fight.acting = NONE
    actor.charged = False
    actor.count_waiting()
    if actor.reacted > 0:
        actor.reacted -= 1
    actor.dazed = False
    if actor.sheet.mount >= 0:
        end_mount_turn(fight, actor)


# --- doing it -------------------------------------------------------------------------------------


def perform(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Perform the chosen action, in the actor's turn or as a reaction."""
    verb = chosen.verb
    if verb == verbs.ATTACK:
        fight.attack(attack_from(fight, actor, chosen))
    elif verb == verbs.MOUNT_ATTACK:
        if controls(fight, actor):
            fight.attack(attack_from(fight, fight.combatants[actor.mount], chosen))
    elif verb == verbs.EACH:
        log.acts(fight, actor, chosen, False)
        attack_with_each(fight, actor)
    elif verb == verbs.MOVE:
        move(fight, actor, chosen.value, chosen.item)
    elif verb == verbs.STUNT:
        stunt(fight, actor, chosen.value)
    elif verb == verbs.THROW_AT:
        place = fight.ask(Aim(fight, actor, chosen.item)).place
        throw_at(fight, actor, fight.scene.weapons[chosen.item], place)
    elif verb == verbs.READY:
        ready(fight, actor)
    else:
        log.acts(fight, actor, chosen, verb == verbs.RELOAD and begins_to_reload(fight, actor))
        if (verb <= verbs.BREAK_FREE and verb >= verbs.DISARM) or verb == verbs.PULL_FREE:
            struggle(fight, actor, chosen)
        elif verb >= verbs.DRAW and verb <= verbs.PICK_UP_SHIELD:
            handle(fight, actor, chosen)
        else:
            set_oneself(fight, actor, chosen)


def struggle(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Perform a manoeuvre, or end the effect of another fighter's."""
    verb = chosen.verb
    if verb == verbs.BREAK_FREE:
        is_mount_held = actor.mount >= 0 and actor.is_free_to_act()
        break_free(fight, fight.combatants[actor.mount] if is_mount_held else actor)
    elif verb == verbs.PULL_FREE:
        pull_free(fight, actor)
    else:
        maneuver(fight, actor, fight.combatants[chosen.target], verb)


def maneuver(fight: RenaissanceFight, actor: Combatant, target: Combatant, verb: i64) -> None:
    """Perform a disarm, trip, grab or feint, with the weapon that reaches."""
    if verb == verbs.GRAB:
        grab(fight, actor, target)
    elif verb == verbs.FEINT:
        feint(fight, actor, target)
    else:
        item = threatening_weapon(fight, actor, target.cell, 0)
        if actor.catching == target.index and actor.in_hand(actor.catching_hand) >= 0:
            item = actor.in_hand(actor.catching_hand)
        weapon = fight.scene.weapons[item if item >= 0 else actor.at_hand[0]]
        if verb == verbs.DISARM:
            disarm(fight, actor, target, weapon)
        else:
            trip(fight, actor, target, weapon)


def set_oneself(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Perform an action that changes only the actor's own state, or the mount's."""
    verb = chosen.verb
    if verb == verbs.DEFEND:
        actor.full_defense = True  # [defend.full]
    elif verb == verbs.BRACE:
        actor.braced = True  # [brace.receive]
    elif verb == verbs.STAND:
        actor.prone = False  # [prone.rules]
    elif verb == verbs.LIE_DOWN:
        actor.prone = True  # [prone.rules]
        actor.braced = actor.braced and fight.house.prone_braces  # [brace.prone]
    elif verb == verbs.DOUSE:
        actor.burning = False
    elif verb == verbs.DOUSE_MOUNT:
        fight.combatants[actor.mount].burning = False
    elif verb == verbs.RELOAD:
        reload(fight, actor)
    elif verb == verbs.OVERCHARGE:
        actor.set_load(hand_to_overcharge(fight, actor), OVERCHARGED)
    elif verb == verbs.RELEASE:
        release(fight, actor)
    elif verb == verbs.RELEASE_WEAPON:
        uncatch(fight, fight.combatants[actor.catching])
    elif verb == verbs.GET_ON:
        get_on(fight, actor, fight.combatants[actor.sheet.mount])
    elif verb == verbs.GET_OFF:
        unseat(fight, actor)


def handle(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Draw, stow, drop or pick up a weapon or shield [turn.handling].

    Drawing may trigger an enemy's readied action [reaction.ready].
    """
    verb = chosen.verb
    item = int(chosen.item)
    if verb == verbs.DRAW:
        actor.draw(item)
        trigger(fight, ENEMY_DRAWS, actor)
    elif verb == verbs.STOW:
        load = lose(fight, actor, item)
        actor.carry(item, load)
    elif verb == verbs.DROP:
        drop(fight, actor, item, "turn.handling")
    elif verb == verbs.DROP_SHIELD:
        drop_shield(fight, actor, "turn.handling")
    elif verb == verbs.PICK_UP_SHIELD:
        fight.lying_shields.remove((item, int(actor.cell)))
        actor.shield = item
    else:
        pick_up(fight, actor, item)
    actor.reckon()


def begin_mount_turn(fight: RenaissanceFight, rider: Combatant) -> None:
    """Begin a mount's turn, which is its rider's, in the saddle or not [mount.shared-turn].

    Effects that lasted until then end, and fire and bleeding apply.
    """
    mount = fight.combatants[rider.sheet.mount]
    if mount.is_able():
        mount.feinted = False
        mount.ran = False
        mount.charged = False
        suffer(fight, mount)


def end_mount_turn(fight: RenaissanceFight, rider: Combatant) -> None:
    """End a mount's turn with its rider's [mount.shared-turn]."""
    mount = fight.combatants[rider.sheet.mount]
    mount.charged = False
    mount.dazed = False


# --- whose turn it is -----------------------------------------------------------------------------


INITIATIVE_DIE: Final[i64] = 10


def roll_initiative(fight: RenaissanceFight) -> None:
    """Roll 1d10 + INIT for all, highest first, ties by INIT [turn.initiative]."""
    rolled: list[tuple[int, int, int]] = []
    for who in fight.combatants:
        if who.has_no_turn() or who.gone:
            continue
        init = who.sheet.init
        face = fight.table.die(INITIATIVE_DIE)
        rolled.append((int(-face - init), int(-init), int(who.index)))
        log.initiative(fight, who, face)
    fight.order = [index for _, _, index in sorted(rolled)]


def give_turn(fight: RenaissanceFight, actor: Combatant, has_noticed: bool) -> None:
    """Give a fighter their turn, unless they still know of no enemy [defend.unaware]."""
    if actor.unaware:
        pass_over(fight, actor)
        return
    take_turn(fight, actor, has_noticed)
    if fight.somebody_waits:
        gm_triggers(fight, actor)


def pass_over(fight: RenaissanceFight, actor: Combatant) -> None:
    """Give a mount its turn, though its rider has none [mount.shared-turn]."""
    if actor.sheet.mount >= 0:
        begin_mount_turn(fight, actor)
        end_mount_turn(fight, actor)
