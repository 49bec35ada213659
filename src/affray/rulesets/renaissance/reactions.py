"""Reactions: opportunity attacks, braced weapons, readied actions and sudden events."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.renaissance import log, tags, verbs
from affray.rulesets.renaissance.awareness import knows_of
from affray.rulesets.renaissance.checks import aptitude_check
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.mounts import controls
from affray.rulesets.renaissance.ongoing import Walk
from affray.rulesets.renaissance.sheet import can_box
from affray.rulesets.renaissance.targets import (
    attack_from,
    is_hindered,
    list_attacks_on,
    strikes_at,
    threatening_weapon,
    threatens,
)
from affray.rulesets.renaissance.terrain import FURTHEST_REACH


def may_react(who: Combatant) -> bool:
    """Return whether a fighter has a reaction left and is free to use it [reaction.one]."""
    return who.reacted == 0 and who.is_free_to_act() and not who.unaware


def may_react_to(who: Combatant, other: Combatant) -> bool:
    """Return whether a fighter may react to an enemy, who must be known [defend.hidden].

    Mounts leave reactions to their rider [mount.shared-turn].
    """
    if who.side == other.side or who.has_no_turn() or not may_react(who):
        return False
    return knows_of(who, other)


def leaves(fight: RenaissanceFight, walk: Walk, there: i64) -> bool:
    """Offer an attack to enemies whose reach a step leaves or passes [reaction.opportunity].

    Each enemy is asked once per move. Return whether an attack ends the move.
    """
    mover = walk.who
    here = mover.cell
    spaces = fight.terrain.spaces_from(here)
    after = fight.terrain.spaces_from(there)
    for enemy in fight.enemies[mover.side]:
        away: i64 = spaces[enemy.cell]
        if away > FURTHEST_REACH or after[enemy.cell] < away or not may_react_to(enemy, mover):
            continue
        if int(enemy.index) not in walk.opened_to and threatens_as_one(fight, enemy, here):
            walk.opened_to.append(int(enemy.index))
            offer_attack(fight, enemy, walk, 0, "reaction.opportunity")
            if not fight.can_go_on(mover):
                return True
    return False


def threatens_as_one(fight: RenaissanceFight, who: Combatant, cell: i64) -> bool:
    """Return whether a fighter threatens a cell, or as a house rule their mount does
    [turn.threaten, mount.opportunity]."""
    if threatens(fight, who, cell):
        return True
    mount = mount_on_guard(fight, who)
    return mount is not None and threatens(fight, mount, cell)


def mount_on_guard(fight: RenaissanceFight, rider: Combatant) -> Combatant | None:
    """Return the mount that may make its rider's attack of opportunity, as a house rule
    [mount.opportunity]."""
    if rider.mount < 0 or not fight.house.mount_opportunity:
        return None
    mount = fight.combatants[rider.mount]
    return mount if mount.is_free_to_act() else None


def enters(fight: RenaissanceFight, walk: Walk, before: i64, is_charging: bool) -> None:
    """Offer an attack to enemies whose reach a step enters.

    They need a Fend weapon [weapon.tags], or a braced one against a charge, with +DB
    [brace.receive].
    """
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
    """Return whether a step enters the reach of a weapon with some tag."""
    if threatening_weapon(fight, who, now, tag) < 0:
        return False
    return threatening_weapon(fight, who, before, tag) < 0


def is_charged(fight: RenaissanceFight, walk: Walk, who: Combatant, before: i64) -> bool:
    """Return whether a step of a charge approaches a fighter who has braced [brace.receive].

    It enters the reach of the braced weapon, or comes nearer within it.
    """
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
    """Ask a fighter whether to attack a mover; it is an attack like any other
    [reaction.opportunity]."""
    mover = walk.who
    options: list[Option] = [fight.options.no]
    list_attacks_on_mover(fight, who, mover, tag, options)
    mount = mount_on_guard(fight, who)
    if mount is not None and rule == "reaction.opportunity":
        list_attacks_on_mover(fight, mount, mover, tag, options)
    kind = "brace" if tag == tags.BRACE else "opportunity"
    chosen = fight.ask(Question(kind, who.side, who.index, options, mover.index, mover.index))
    attacker = who
    if mount is not None and chosen.verb == verbs.MOUNT_ATTACK:
        attacker = mount
    if chosen is fight.options.no or not who.is_able() or is_hindered(fight, attacker, chosen):
        return
    log.move_so_far(fight)
    react(fight, who, rule, mover)
    if attacker is mount and not controls(fight, who):
        return
    attack = attack_from(fight, attacker, chosen)
    attack.receiving_charge = tag == tags.BRACE
    fight.attack(attack)


def list_attacks_on_mover(
    fight: RenaissanceFight, who: Combatant, mover: Combatant, tag: i64, found: list[Option]
) -> None:
    """Add the attacks on a mover, and on their mount, with every weapon that threatens them; only
    with those that have a tag, if one is asked for."""
    for item in who.at_hand:
        weapon = fight.scene.weapons[item]
        if not tag or weapon.tags & tag:
            if strikes_at(fight, weapon, who.cell, mover.cell) and can_box(who.sheet, weapon):
                found.extend(list_attacks_on(fight, who, item, mover))
                if mover.mount >= 0:
                    mount = fight.combatants[mover.mount]
                    found.extend(list_attacks_on(fight, who, item, mount))


# --- sudden events --------------------------------------------------------------------------------


def react_to_event(fight: RenaissanceFight, who: Combatant, event: str) -> bool:
    """Ask a fighter to react to a sudden event with COO×3; return whether it worked
    [reaction.event]."""
    if not may_react(who):
        return False
    if (
        fight.ask(Question("event", who.side, who.index, fight.options.event))
        is not fight.options.yes_event
    ):
        return False
    react(fight, who, "reaction.event", None)
    done = aptitude_check(fight, who, "COO×3", 3 * who.sheet.born.coo, True, "reaction.event")
    result = "manages" if done else "fails"
    log.simple(fight, "event", who, "reaction.event", f"{event}: {result}")
    return done


def react(fight: RenaissanceFight, who: Combatant, rule: str, cause: Combatant | None) -> None:
    """Use the only reaction until the end of the fighter's next turn [reaction.one].

    One used in the fighter's own turn counts for the next turn too [reaction.own-turn]. `cause` is
    the fighter who triggered it.
    """
    who.reacted = 1
    if fight.acting == who.index and fight.house.own_turn_reaction == "next":
        who.reacted = 2
    log.reacts(fight, who, rule, cause)
