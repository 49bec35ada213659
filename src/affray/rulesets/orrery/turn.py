"""A turn: what a combatant can do with its Actions, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.orrery import tell, verbs
from affray.rulesets.orrery.attack import attack
from affray.rulesets.orrery.grapple import let_go, toss
from affray.rulesets.orrery.health import can_neglect_kill
from affray.rulesets.orrery.pool import can_buy_actions
from affray.rulesets.orrery.recovery import drink
from affray.rulesets.orrery.sheet import Weapon
from affray.rulesets.orrery.siege import (
    RAM_ACTIONS,
    can_join,
    engine_hindrance,
    load,
    ram_actions,
)
from affray.rulesets.orrery.statuses import burn, can_hide, douse, hide, wear_off
from affray.space.bands import BANDS, CLOSE, DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


def take_turn(fight: OrreryFight, actor: Combatant) -> None:
    """A turn of two Actions, more or fewer [core.turn]."""
    fight.actions_left = actor.actions(fight.house)
    fight.pushed = False
    actor.owed = 0
    if fight.wants_events:
        tell.turn(fight, actor)
    burn(fight, actor)
    while fight.actions_left > 0 and actor.can_act() and fight.sides_left() > 1:
        options = turn_options(fight, actor)
        chosen = fight.ask(
            Question(
                "turn", actor.side, actor.index, options, default=len(options) - 1, asked_again=True
            )
        )
        if chosen is RULED:
            continue
        if chosen.verb == verbs.END:
            break
        perform(fight, actor, chosen)
    wear_off(actor)


def turn_options(fight: OrreryFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order [core.turn]."""
    scene = fight.scene
    found: list[Option] = []
    list_weapon_attacks(fight, actor, found)
    if actor.stamina > 0:
        list_runes(fight, actor, found)
    list_engines(fight, actor, found)
    list_throws(fight, actor, found)
    if not actor.is_tethered():
        for there in scene.places.neighbours[actor.spot]:
            if not fight.is_barred(actor.spot, there):
                found.append(scene.move[there])
    if not actor.hidden and can_hide(fight, actor):
        found.append(scene.hide)
    list_help(fight, actor, found)
    if actor.potions > 0 and not actor.drunk:
        found.append(scene.drink)
    if actor.stamina > 0 and not fight.pushed and can_buy_actions(fight.house):
        found.append(scene.push)
    found.append(scene.end)
    return found


def list_weapon_attacks(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """Every weapon on everybody it reaches: enemies, and PCs on other PCs, which is legal
    [block.friendly-fire]."""
    scene = fight.scene
    arms = actor.arms
    for position, item in enumerate(arms):
        if arms.index(item) < position:
            continue  # a second one of the same is no other choice
        weapon = scene.weapons[item]
        for target in fight.combatants:
            if (
                target is actor
                or not target.here
                or not can_reach(weapon, fight.band(actor, target))
            ):
                continue
            if target.side == actor.side:
                if actor.sheet.pc and target.sheet.pc and target.is_able():
                    found.append(scene.attack(verbs.FRIENDLY, item, target.index))
            elif fight.can_be_attacked(target):
                found.append(scene.attack(verbs.ATTACK, item, target.index))
                list_special(fight, actor, target, weapon, found)


def list_special(
    fight: OrreryFight, actor: Combatant, target: Combatant, weapon: Weapon, found: list[Option]
) -> None:
    """What can be attempted instead of damage: a Condition [special.condition], a grapple
    [special.grapple], getting out of one [special.escape]."""
    scene = fight.scene
    if not target.is_able() or target.sheet.thing:
        return
    found.append(scene.attack(verbs.HINDER, weapon.index, target.index))
    if weapon.is_unarmed and not actor.is_tethered() and not target.is_tethered():
        found.append(scene.attack(verbs.GRAPPLE, weapon.index, target.index))
    if actor.held_by == target.index and not weapon.is_ranged():
        found.append(scene.attack(verbs.ESCAPE, weapon.index, target.index))


def list_runes(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """Every rune on everybody in sight [rune.attack], for its Condition too [rune.condition]."""
    scene = fight.scene
    for item in actor.runes:
        for target in fight.combatants:
            if target is actor or not target.here or fight.band(actor, target) > DISTANT:
                continue
            if target.side == actor.side:
                if actor.sheet.pc and target.sheet.pc and target.is_able():
                    found.append(scene.attack(verbs.FRIENDLY_RUNE, item, target.index))
            elif fight.can_be_attacked(target):
                found.append(scene.attack(verbs.RUNE, item, target.index))
                if target.is_able() and not target.sheet.thing:
                    found.append(scene.attack(verbs.AFFLICT, item, target.index))


def list_engines(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """The siege weapons that stand where the actor stands [siege.ranged, siege.melee]."""
    scene = fight.scene
    for engine in scene.engines:
        if engine.spot != actor.spot:
            continue
        if engine.is_ram():
            list_ramming(fight, actor, engine.index, found)
        elif not fight.loaded[engine.index]:
            found.append(scene.load[engine.index])
        else:
            for target in fight.combatants:
                if target.side != actor.side and fight.can_be_attacked(target):
                    if fight.band(actor, target) <= DISTANT:
                        found.append(scene.attack(verbs.FIRE, engine.index, target.index))


def list_ramming(fight: OrreryFight, actor: Combatant, engine: i64, found: list[Option]) -> None:
    """A ram by oneself with two Actions, or with each friend who has one to give
    [siege.melee]."""
    scene = fight.scene
    for target in fight.combatants:
        if target.side == actor.side or not fight.can_be_attacked(target):
            continue
        if fight.band(actor, target) != TOUCH:
            continue
        if fight.actions_left >= RAM_ACTIONS:
            found.append(scene.ram(engine, target.index, NOBODY))
        for friend in fight.combatants:
            if can_join(fight, actor, friend):
                found.append(scene.ram(engine, target.index, friend.index))


def list_throws(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """Whom the actor holds can be thrown up to Close, at somebody or somewhere
    [special.throw]."""
    if actor.holding == NOBODY:
        return
    scene = fight.scene
    held = fight.combatants[actor.holding]
    for target in fight.combatants:
        if target.side != actor.side and target is not held and fight.can_be_attacked(target):
            if fight.band(actor, target) <= CLOSE:
                found.append(scene.hurl(held.index, target.index))
    for spot in range(len(scene.places.spots)):
        if spot != actor.spot and scene.places.band(actor.spot, spot) <= CLOSE:
            found.append(scene.toss[spot])
    found.append(scene.let_go)


def list_help(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """Friends at Touch who could do with help [core.help], and fires to put out
    [rune.condition]."""
    scene = fight.scene
    for friend in fight.combatants:
        if friend.side != actor.side or not friend.is_present() or friend.sheet.thing:
            continue
        if fight.band(actor, friend) != TOUCH:
            continue
        if friend is not actor and can_use_help(fight, friend):
            found.append(scene.help[friend.index])
        if friend.burning:
            found.append(scene.douse[friend.index])


def can_use_help(fight: OrreryFight, friend: Combatant) -> bool:
    """Whether help would do anything: wake, tend, or give adv [core.help]."""
    if friend.is_down():
        return not friend.tended and can_neglect_kill(fight.house)
    return friend.defenseless or not friend.helped


def can_reach(weapon: Weapon, band: i64) -> bool:
    """Close combat needs Touch [close.attack]; ranged goes up to Distant [ranged.attack]."""
    return band <= DISTANT if weapon.is_ranged() else band == TOUCH


def perform(fight: OrreryFight, actor: Combatant, chosen: Option) -> None:
    """Does what was chosen and takes the Actions it costs."""
    verb = chosen.verb
    if verb == verbs.LET_GO:
        let_go(fight, actor)
        return
    if verb == verbs.PUSH:
        push(fight, actor)
        return
    fight.actions_left -= ram_actions(fight, chosen) if verb == verbs.RAM else 1
    if verb <= verbs.LAST_ATTACK:
        attack(fight, actor, chosen)
    elif verb == verbs.MOVE:
        move(fight, actor, chosen.place)
    elif verb == verbs.HIDE:
        hide(fight, actor)
    elif verb == verbs.LOAD:
        load(fight, actor, fight.scene.engines[chosen.item])
    elif verb == verbs.HELP:
        help_friend(fight, actor, fight.combatants[chosen.target])
    elif verb == verbs.DOUSE:
        douse(fight, actor, fight.combatants[chosen.target])
    elif verb == verbs.DRINK:
        drink(fight, actor, actor)
    elif verb == verbs.TOSS:
        toss(fight, actor, chosen.place)


def move(fight: OrreryFight, actor: Combatant, spot: i64) -> None:
    """One Action moves one band [core.turn, range.bands]; the Tethered cannot
    [status.tethered]."""
    if fight.wants_events:
        tell.moves(fight, actor, spot)
    fight.put(actor, spot)


def help_friend(fight: OrreryFight, actor: Combatant, friend: Combatant) -> None:
    """Wakes a defenseless friend, tends one who is down, or else gives adv to the friend's next
    attack [core.help]."""
    if friend.is_down():
        friend.tended = True
        how = "tends"
    elif friend.defenseless:
        friend.defenseless = False
        how = "wakes"
    else:
        friend.helped = True
        how = "helps"
    if fight.wants_events:
        tell.helps(fight, actor, how, friend)


def push(fight: OrreryFight, actor: Combatant) -> None:
    """By option one Stamina buys one more Action, once a turn [health.stamina-uses]."""
    actor.stamina -= 1
    fight.pushed = True
    fight.actions_left += 1
    if fight.wants_events:
        tell.pushes(fight, actor)


def hindrance_of(fight: OrreryFight, actor: Combatant, option: Option) -> str:
    """Why an attack cannot be made from where the actor stands; empty if it can."""
    verb = option.verb
    target = fight.combatants[option.target]
    band = fight.band(actor, target)
    far = f"{target.name} is {BANDS[band]}"
    if not target.here or target.fled:
        return f"{target.name} is not there to be attacked"
    if target.hidden and target.side != actor.side:
        return f"{target.name} is Hidden"
    if verb == verbs.FIRE or verb == verbs.RAM:
        return engine_hindrance(fight, actor, target, option)
    if verb == verbs.HURL:
        return "" if band <= CLOSE else f"{far}, and somebody can be thrown up to Close"
    if verbs.is_rune(verb):
        if actor.stamina == 0:
            return f"{actor.name} has no Stamina left for a rune"
        return "" if band <= DISTANT else f"{far}, out of reach of any rune"
    weapon = fight.scene.weapons[option.item]
    if not can_reach(weapon, band):
        reach = "up to Distant" if weapon.is_ranged() else "at Touch only"
        return f"{far}, and {weapon.called()} can be used {reach}"
    if verb == verbs.ESCAPE and actor.held_by != target.index:
        return f"{target.name} does not hold {actor.name}"
    if verb == verbs.GRAPPLE and (actor.is_tethered() or target.is_tethered()):
        return "one of the two is in a grapple already"
    return ""
