"""Readied actions: their conditions, and performing them as a reaction [reaction.ready]."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import log, verbs
from affray.rulesets.renaissance.actions import can_brace, is_held_in_place, list_standard
from affray.rulesets.renaissance.awareness import knows_of, nearest_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CRAWL
from affray.rulesets.renaissance.ranges import is_in_range
from affray.rulesets.renaissance.reactions import may_react, may_react_to, react
from affray.rulesets.renaissance.sheet import LONG_RELOAD, NONE, STANDARD_RELOAD
from affray.rulesets.renaissance.targets import can_throw_at_place, is_hindered, strikes_at
from affray.rulesets.renaissance.verbs import GM_SAYS


def standard_actions(fight: RenaissanceFight, who: Combatant) -> list[Option]:
    """List the Standard Actions that can be readied, possible now or not [reaction.ready]."""
    scene = fight.scene
    found = [fight.options.ready_attack[item] for item in who.at_hand]
    for item in who.at_hand:
        if can_throw_at_place(fight, who, item):
            found.append(fight.options.ready_throw_at[item])
    if who.mount >= 0:
        for item in fight.combatants[who.mount].at_hand:
            if not scene.weapons[item].is_unarmed():
                found.append(fight.options.ready_mount_attack[item])
    if len(who.wielded) > 1:
        found.append(fight.options.ready_each)
    found.extend(
        [
            fight.options.ready_defense,
            fight.options.ready_disarm,
            fight.options.ready_grab,
            fight.options.ready_trip,
        ]
    )
    if can_brace(fight, who):
        found.append(fight.options.ready_brace)
    for item in who.held:
        weapon = scene.weapons[item]
        if weapon.reload in (STANDARD_RELOAD, LONG_RELOAD):
            found.append(fight.options.ready_reload)
            if weapon.harm_overcharged is not None:
                found.append(fight.options.ready_overcharge)
            break
    if who.prone:
        found.append(fight.options.ready_crawl)
    return found


def list_readied(fight: RenaissanceFight, who: Combatant, culprit: Combatant) -> list[Option]:
    """List the Standard Actions that match a readied action and are possible now that its
    condition has occurred [reaction.ready]."""
    now: list[Option] = []
    list_standard(fight, who, not is_held_in_place(fight, who), now)
    return [option for option in now if is_readied(fight, who, culprit, option)]


def is_readied(fight: RenaissanceFight, who: Combatant, culprit: Combatant, option: Option) -> bool:
    """Return whether an option is the readied action, against the fighter who triggered it."""
    if option.verb != who.ready_verb or option.target not in (-1, int(culprit.index)):
        return False
    if option.verb == verbs.MOVE:
        return option.value == CRAWL
    return who.ready_item < 0 or fight.scene.weapons[option.item].base == who.ready_item


def perform_readied(fight: RenaissanceFight, who: Combatant, option: Option) -> None:
    """Perform a readied action, which is not part of the current turn [reaction.ready]."""
    if option.verb == verbs.ATTACK and is_hindered(fight, who, option):
        return
    moved = fight.moved
    fight.perform(who, option)
    fight.moved = moved


def list_enemies_to_wait_for(fight: RenaissanceFight, who: Combatant) -> list[Option]:
    """List the answers to which enemy to wait for: any, or one of those known
    [reaction.ready]."""
    found = [fight.options.anybody]
    for enemy in fight.enemies[who.side]:
        if enemy.is_able() and knows_of(who, enemy):
            found.append(fight.options.only[enemy.index])
    return found


def ready(fight: RenaissanceFight, who: Combatant) -> None:
    """Ask for a Standard Action, its condition, and the only enemy it waits for
    [reaction.ready]."""
    action = fight.ask(Question("ready", who.side, who.index, standard_actions(fight, who)))
    when = fight.ask(Question("ready-for", who.side, who.index, fight.options.conditions))
    enemies = list_enemies_to_wait_for(fight, who)
    whom = fight.ask(Question("ready-on", who.side, who.index, enemies))
    fight.somebody_waits = True
    who.ready_for = when.value
    who.ready_verb = action.verb
    who.ready_item = action.item
    who.ready_enemy = whom.target
    log.readies(fight, who, action.text, when.text, whom)


def trigger(
    fight: RenaissanceFight, condition: i64, culprit: Combatant, before: i64 = NONE
) -> None:
    """Let fighters who readied an action for this condition take it now, as a reaction
    [reaction.ready].

    `before` is the cell a mover left: an enemy already in reach there does not come into reach.
    """
    for who in fight.enemies[culprit.side]:
        if who.ready_for != condition or not may_react_to(who, culprit):
            continue
        if condition == verbs.IN_REACH:
            if is_in_reach(fight, who, before) or not is_in_reach(fight, who, culprit.cell):
                continue
        if who.ready_enemy < 0 or who.ready_enemy == culprit.index:
            take_readied(fight, who, culprit)


def is_in_reach(fight: RenaissanceFight, who: Combatant, cell: i64) -> bool:
    """Return whether a fighter's readied action reaches a cell [reaction.ready].

    A readied attack reaches as far as its weapon strikes or shoots. Any other action reaches as far
    as the fighter threatens, and at least the next space.
    """
    if who.ready_verb == verbs.ATTACK or who.ready_verb == verbs.MOUNT_ATTACK:
        weapon = fight.scene.weapons[who.ready_item]
        if weapon.is_melee():
            return strikes_at(fight, weapon, who.cell, cell)
        return is_in_range(fight.scene.grid, weapon, who.cell, cell)
    needed: i64 = fight.terrain.reaches_from(who.cell)[cell]
    return needed <= 1 or needed <= who.gear.threat_reach


def take_readied(fight: RenaissanceFight, who: Combatant, culprit: Combatant) -> None:
    """Ask whether to take the readied action, and perform it [reaction.ready]."""
    options = [fight.options.no, *list_readied(fight, who, culprit)]
    if len(options) == 1:
        return
    question = Question("readied", who.side, who.index, options, culprit.index, culprit.index)
    chosen = fight.ask(question)
    if chosen is fight.options.no or not who.is_free_to_act():
        return
    log.move_so_far(fight)
    react(fight, who, "reaction.ready", culprit)
    who.forget_readied()
    perform_readied(fight, who, chosen)


def gm_triggers(fight: RenaissanceFight, actor: Combatant) -> None:
    """Ask the game master, after a turn, whether an agreed condition has occurred
    [reaction.ready]."""
    somebody_waits = False
    for who in fight.combatants:
        if who.ready_for < 0:
            continue
        somebody_waits = True
        if who.ready_for == GM_SAYS and who is not actor and may_react(who):
            question = Question("gm-ready", GM, who.index, fight.options.gm_ready, actor.index)
            if fight.ask(question) is fight.options.now:
                foe = nearest_foe(fight, who)
                if actor.side != who.side and knows_of(who, actor):
                    foe = actor
                if who.ready_enemy >= 0:
                    foe = fight.combatants[who.ready_enemy]
                if foe is not None:
                    take_readied(fight, who, foe)
    if not somebody_waits:
        fight.somebody_waits = False
