"""Reactions: opportunity attacks, braced weapons, readied actions and sudden events."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import log, tags, verbs
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import aptitude_check
from affray.rulesets.renaissance.sheet import NONE, Weapon
from affray.rulesets.renaissance.terrain import FURTHEST_REACH, NO_REACH
from affray.rulesets.renaissance.unarmed import can_box
from affray.rulesets.renaissance.verbs import GM_SAYS, IN_REACH

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.movement import Walk

NOWHERE_NEAR: Final[i64] = 1000
"""Further away than anybody can be."""


def may_react(who: Combatant) -> bool:
    """One reaction until the end of one's next turn [reaction.one]; the grabbed cannot."""
    return who.reacted == 0 and who.is_free_to_act() and not who.unaware


def may_react_to(who: Combatant, other: Combatant) -> bool:
    """Whether somebody may react to an enemy, whom they have to know of [defend.hidden]; mounts
    leave that to their rider [mount.shared-turn]."""
    if who.side == other.side or who.has_no_turn() or not may_react(who):
        return False
    return knows_of(who, other)


def strikes_at(fight: RenaissanceFight, weapon: Weapon, here: i64, cell: i64) -> bool:
    """Whether a melee weapon reaches a cell from another, past no wall."""
    return reaches(fight.terrain.reaches_from(here), weapon, cell)


def reaches(reaches_from: bytes, weapon: Weapon, cell: i64) -> bool:
    """The same by how far one has to reach from there (see `Scene.reaches_from`)."""
    needed: i64 = reaches_from[cell]
    return needed <= weapon.reach and weapon.is_melee()


def threatens(fight: RenaissanceFight, who: Combatant, cell: i64) -> bool:
    """One threatens where one could make a melee attack [turn.threaten]."""
    needed: i64 = fight.terrain.reaches_from(who.cell)[cell]
    return needed <= who.gear.threat_reach


def threatening_weapon(fight: RenaissanceFight, who: Combatant, cell: i64, tags: i64) -> i64:
    """A weapon at hand that reaches a cell and has some tag, if one is asked for; else NONE."""
    gear = who.gear
    if tags and not gear.threat_tags & tags:
        return NONE
    scene = fight.scene
    needed: i64 = fight.terrain.reaches_from(who.cell)[cell]
    if needed > gear.threat_reach:
        return NONE
    for item in gear.at_hand:
        weapon = scene.weapons[item]
        if needed > weapon.reach or (tags and not weapon.tags & tags):
            continue
        if weapon.is_melee() and can_box(who.sheet, weapon):
            return item
    return NONE


def leaves(fight: RenaissanceFight, walk: Walk, there: i64) -> bool:
    """Offer an attack to those whom a step leads away from or past [reaction.opportunity].

    Each enemy is asked once in a move. Return whether that ends the move.
    """
    mover = walk.who
    here = mover.cell
    spaces = fight.terrain.spaces_from(here)
    after = fight.terrain.spaces_from(there)
    for enemy in fight.enemies[mover.side]:
        away: i64 = spaces[enemy.cell]
        if away > FURTHEST_REACH or after[enemy.cell] < away or not may_react_to(enemy, mover):
            continue
        if int(enemy.index) not in walk.opened_to and threatens(fight, enemy, here):
            walk.opened_to.append(int(enemy.index))
            offer_attack(fight, enemy, walk, 0, "reaction.opportunity")
            if not fight.can_go_on(mover):
                return True
    return False


def enters(fight: RenaissanceFight, walk: Walk, before: i64, is_charging: bool) -> None:
    """Offer an attack to those whose reach a step led into: with a Fend weapon [weapon.tags], or
    with +DB with a braced one at somebody who charges [brace.receive]."""
    mover = walk.who
    spaces = fight.terrain.spaces_from(mover.cell)
    for enemy in fight.enemies[mover.side]:
        if spaces[enemy.cell] > FURTHEST_REACH or not may_react_to(enemy, mover):
            continue
        if is_charging and is_charged(fight, walk, enemy, before):
            walk.charged_at.append(int(enemy.index))
            offer_attack(fight, enemy, walk, tags.BRACE, "brace.receive")
        elif comes_into_reach(fight, enemy, before, mover.cell, tags.FEND):
            offer_attack(fight, enemy, walk, tags.FEND, "weapon.tags")
        if not fight.can_go_on(mover):
            return


def comes_into_reach(
    fight: RenaissanceFight, who: Combatant, before: i64, now: i64, tag: i64
) -> bool:
    """Whether a step leads into the reach of a weapon with some tag."""
    if threatening_weapon(fight, who, now, tag) < 0:
        return False
    return threatening_weapon(fight, who, before, tag) < 0


def is_charged(fight: RenaissanceFight, walk: Walk, who: Combatant, before: i64) -> bool:
    """Whether a step of a charge is one at somebody who has braced: into the reach of the braced
    weapon, or nearer within it, from wherever the charge began [brace.receive]."""
    if not who.braced or int(who.index) in walk.charged_at:
        return False
    now = walk.who.cell
    if threatening_weapon(fight, who, now, tags.BRACE) < 0:
        return False
    spaces = fight.terrain.spaces_from(who.cell)
    if spaces[now] < spaces[before]:
        return True
    return threatening_weapon(fight, who, before, tags.BRACE) < 0


def offer_attack(fight: RenaissanceFight, who: Combatant, walk: Walk, tag: i64, rule: str) -> None:
    """Asks somebody whether to attack one who moves; an attack like any other
    [reaction.opportunity]."""
    mover = walk.who
    options: list[Option] = [fight.options.no]
    for item in who.at_hand:
        weapon = fight.scene.weapons[item]
        if not tag or weapon.tags & tag:
            if strikes_at(fight, weapon, who.cell, mover.cell) and can_box(who.sheet, weapon):
                fight.list_attacks_on(who, item, mover, options)
    kind = "brace" if tag == tags.BRACE else "opportunity"
    chosen = fight.ask(Question(kind, who.side, who.index, options, mover.index, mover.index))
    if chosen is fight.options.no or not who.is_able() or fight.is_hindered(who, chosen):
        return
    log.move_so_far(fight)
    fight.react(who, rule)
    attack = fight.attack_from(who, chosen)
    attack.receiving_charge = tag == tags.BRACE
    fight.attack(attack)


# --- readied actions ------------------------------------------------------------------------------


@mypyc_attr(acyclic=True)
class ReadyQuestion(Question):
    """Which action to ready: listed only if somebody looks. There are always several."""

    def __init__(self, fight: RenaissanceFight, who: Combatant) -> None:
        super().__init__("ready", who.side, who.index, None)
        self.fight: Final = fight
        self.waiting: Final = who

    def list_options(self) -> list[Option]:
        return self.fight.standard_actions(self.waiting)


@mypyc_attr(acyclic=True)
class ReadyOnQuestion(Question):
    """Whom alone to wait for, or anybody: listed only if somebody looks."""

    def __init__(self, fight: RenaissanceFight, who: Combatant) -> None:
        super().__init__("ready-on", who.side, who.index, None)
        self.fight: Final = fight
        self.waiting: Final = who

    def list_options(self) -> list[Option]:
        who = self.waiting
        found = [self.fight.options.anybody]
        for enemy in self.fight.enemies[who.side]:
            if enemy.is_able() and knows_of(who, enemy):
                found.append(self.fight.options.only[enemy.index])
        return found


def ready(fight: RenaissanceFight, who: Combatant) -> None:
    """Names another Standard Action, what it waits for, and if they like which enemy alone
    [reaction.ready]."""
    action = fight.ask(ReadyQuestion(fight, who))
    when = fight.ask(Question("ready-for", who.side, who.index, fight.options.conditions))
    whom = fight.ask(ReadyOnQuestion(fight, who))
    fight.somebody_waits = True
    who.ready_for = when.value
    who.ready_verb = action.verb
    who.ready_item = action.item
    who.ready_enemy = whom.target
    log.readies(fight, who, action.text, when.text, whom)


def is_waited_for(fight: RenaissanceFight, mover: Combatant) -> bool:
    """Whether an enemy has readied an action for somebody who comes into reach, and may take it
    where the mover is."""
    for who in fight.enemies[mover.side]:
        if who.ready_for == IN_REACH and not is_out_of_readied_reach(fight, who, mover):
            return True
    return False


def is_out_of_readied_reach(fight: RenaissanceFight, who: Combatant, culprit: Combatant) -> bool:
    """Whether somebody waits to strike with a weapon that does not get so far."""
    if who.ready_verb != verbs.ATTACK or fight.scene.weapons[who.ready_item].is_ranged():
        return False
    return fight.terrain.reaches_from(who.cell)[culprit.cell] == NO_REACH


def trigger(fight: RenaissanceFight, condition: i64, culprit: Combatant) -> None:
    """Let those who readied an action for this take it now, as a reaction [reaction.ready]."""
    for who in fight.enemies[culprit.side]:
        if who.ready_for != condition or is_out_of_readied_reach(fight, who, culprit):
            continue
        if not may_react_to(who, culprit):
            continue
        if who.ready_enemy < 0 or who.ready_enemy == culprit.index:
            take_readied(fight, who, culprit)


def take_readied(fight: RenaissanceFight, who: Combatant, culprit: Combatant) -> None:
    """Asks whether to take the readied action, and does [reaction.ready]."""
    if who.ready_verb == verbs.ATTACK and not fight.can_attack(who, who.ready_item, culprit):
        return
    options: list[Option] = []
    fight.list_readied(who, culprit, options)
    if not options:
        return
    options.insert(0, fight.options.no)
    question = Question("readied", who.side, who.index, options, culprit.index, culprit.index)
    chosen = fight.ask(question)
    if chosen is fight.options.no or not who.is_free_to_act():
        return
    log.move_so_far(fight)
    who.forget_readied()
    fight.react(who, "reaction.ready")
    fight.perform_readied(who, chosen)


def gm_triggers(fight: RenaissanceFight, actor: Combatant) -> None:
    """After a turn the game master says whether what somebody waits for has happened
    [reaction.ready]."""
    somebody_waits = False
    for who in fight.combatants:
        if who.ready_for < 0:
            continue
        somebody_waits = True
        if who.ready_for == GM_SAYS and who is not actor and may_react(who):
            question = Question("gm-ready", GM, who.index, fight.options.gm_ready, actor.index)
            if fight.ask(question) is fight.options.now:
                foe = fight.nearest_foe(who)
                if actor.side != who.side and knows_of(who, actor):
                    foe = actor
                if who.ready_enemy >= 0:
                    foe = fight.combatants[who.ready_enemy]
                if foe is not None:
                    take_readied(fight, who, foe)
    if not somebody_waits:
        fight.somebody_waits = False


def react_to_event(fight: RenaissanceFight, who: Combatant, event: str) -> bool:
    """The game master calls for a reaction to something sudden: COO×3, if one has a reaction
    left and wants to [reaction.event]."""
    if not may_react(who):
        return False
    if (
        fight.ask(Question("event", who.side, who.index, fight.options.event))
        is not fight.options.yes_event
    ):
        return False
    fight.react(who, "reaction.event")
    done = aptitude_check(fight, who, "COO×3", 3 * who.sheet.born.coo, True, "reaction.event")
    log.event(fight, who, event, done)
    return done
