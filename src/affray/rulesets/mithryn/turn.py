"""A turn: its number of actions, the possible actions, and their costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import RULED, Option, Question
from affray.rulesets.mithryn import actions, log, options
from affray.rulesets.mithryn.attack import attack
from affray.rulesets.mithryn.reach import can_wield, is_allowed, why_not_reached

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """Ask a fighter what to do with an action."""

    def __init__(self, fight: MithrynFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, default=-1, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)


def take_turn(fight: MithrynFight, actor: Combatant) -> None:
    """Take a turn of two actions, or fewer [actions.two]."""
    fight.actions_left = actor.actions(fight.house)
    fight.attacks_made = 0
    log.turn_begins(fight, actor)
    actor.actions_owed = 0
    while fight.actions_left > 0 and actor.is_able() and not fight.settled:
        chosen = fight.ask(ActionQuestion(fight, actor))
        if chosen is options.END_TURN:
            log.waits(fight, actor)
            return
        if chosen is not RULED:
            perform(fight, actor, chosen)


def perform(fight: MithrynFight, actor: Combatant, chosen: Option) -> None:
    """Perform the chosen action, and spend the actions it costs [actions.two]."""
    verb = chosen.verb
    if verb == options.ATTACK:
        cost: i64 = 1
        if chosen.value == options.BOTH:
            cost = 2
        fight.actions_left -= cost
        fight.attacks_made += cost
        attack(fight, actor, chosen)
        return
    fight.actions_left -= 1
    if verb == options.MOVE:
        actions.move(fight, actor, chosen.place)
    elif verb == options.GRAPPLE:
        actions.grapple(fight, actor, fight.combatants[chosen.target])
    elif verb == options.SHOVE:
        actions.shove(fight, actor, fight.combatants[chosen.target], chosen.place)
    elif verb == options.BREAK_OUT:
        actions.break_free(fight, actor)
    elif verb == options.PICK_UP:
        actions.pick_up(fight, actor, chosen.item)
    elif verb == options.STABILISE:
        actions.stabilise(fight, actor, fight.combatants[chosen.target])
    elif verb == options.POULTICE:
        actions.use_poultice(fight, actor, fight.combatants[chosen.target])
    elif verb == options.SHIELD:
        actions.handle_shield(fight, actor, chosen.value == 1)
    elif verb == options.LEAVE:
        actions.flee(fight, actor)
    elif verb == options.TRY:
        actions.improvise(fight, actor, chosen.words())


# --- what can be done ---


def turn_options(fight: MithrynFight, actor: Combatant) -> list[Option]:
    """List every action that is possible now, in a fixed order."""
    found: list[Option] = []
    list_attacks(fight, actor, found)
    list_wrestling(fight, actor, found)
    list_mending(fight, actor, found)
    list_weapons_lying(fight, actor, found)
    list_shield(fight, actor, found)
    list_ways_out(fight, actor, found)
    if fight.scene.has_game_master:  # [actions.improvise]
        found.append(options.IMPROVISE)
    found.append(options.END_TURN)
    return found


def list_attacks(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """List the attacks on enemies within reach [actions.attack], also on the collapsed
    [health.collapsed]."""
    scene = fight.scene
    manners = manners_now(fight)
    for position, item in enumerate(actor.arms):
        if item in actor.arms[:position]:
            continue  # two weapons of a kind are one choice
        weapon = scene.weapons[item]
        if not can_wield(fight, actor, weapon):
            continue
        for target in fight.enemies[actor.side]:
            is_throw = weapon.is_throwable and target.zone != actor.zone
            if why_not_reached(fight, actor, target, weapon, is_throw):
                continue
            for manner in manners:
                if is_allowed(weapon, manner, is_throw):
                    found.append(scene.attack(actor.index, item, target.index, manner, is_throw))


def manners_now(fight: MithrynFight) -> list[int]:
    """List the manners of attack that are possible at this point of a turn.

    A second attack is rushed [attack.rushed]. Two actions may make both attacks at once, on one
    target [attack.both-at-once].
    """
    if fight.attacks_made > 0:
        return [options.RUSHED]
    if fight.actions_left > 1:
        return [options.PLAIN, options.BOTH]
    return [options.PLAIN]


def list_wrestling(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """List the enemies in the zone to grapple [actions.grapple] or shove [actions.shove], and
    collapsed friends to revive [health.critical]."""
    scene = fight.scene
    for other in fight.combatants:
        if other.zone != actor.zone or not other.is_present() or other is actor:
            continue
        if other.side != actor.side:
            if not other.is_held():
                found.append(scene.grapple[other.index])
            for there in scene.zones.neighbours[actor.zone]:
                found.append(scene.shove[other.index][there])
        elif other.collapsed:
            found.append(scene.stabilise[other.index])


def list_mending(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """List the hurt friends in the zone, and the actor, to put a poultice on [health.poultice]."""
    if actor.poultices == 0:
        return
    for other in fight.members[actor.side]:
        if other.zone == actor.zone and other.is_present():
            if other.hit_points < other.sheet.hit_points:
                found.append(fight.scene.poultice[other.index])


def list_weapons_lying(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """List the weapons on the ground in the zone [weapon.lies]."""
    for item, zone in fight.lying:
        if zone == actor.zone:
            option = fight.scene.pick_up[item]
            if option not in found:
                found.append(option)


def list_shield(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """Let a shield be slung for a two-handed weapon, or raised again [weapon.sling]."""
    if actor.sheet.shield_bonus == 0:
        return
    for item in actor.arms:
        if fight.scene.weapons[item].is_two_handed:
            found.append(options.SLING_SHIELD if actor.shield_raised else options.RAISE_SHIELD)
            return


def list_ways_out(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """List the neighbouring zones [actions.move] and flight [actions.flee]; for the held, breaking
    free [actions.grapple]."""
    if actor.is_held():
        found.append(options.BREAK_FREE)
        return
    for there in fight.scene.zones.neighbours[actor.zone]:
        found.append(fight.scene.move[there])
    if can_flee(fight, actor):
        found.append(options.FLEE)


def can_flee(fight: MithrynFight, actor: Combatant) -> bool:
    """Return whether the actor can flee: from an exit, or from a zone without an enemy, unless
    held [actions.flee]."""
    if actor.is_held():
        return False
    if fight.scene.zones.exits[actor.zone]:
        return True
    flee_from = fight.house.flee_from
    if flee_from == "exits":
        return False
    return flee_from == "anywhere" or not fight.has_enemy_in(actor.zone, actor.side)
