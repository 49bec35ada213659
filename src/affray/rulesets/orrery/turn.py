"""A turn: the actions a combatant can take, and taking them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.orrery import log, verbs
from affray.rulesets.orrery.attack import attack, can_hinder, weapon_of
from affray.rulesets.orrery.grapple import can_grapple, can_throw, can_throw_to, let_go, toss
from affray.rulesets.orrery.health import can_neglect_kill
from affray.rulesets.orrery.modifiers import stopped_by
from affray.rulesets.orrery.pool import can_buy_actions
from affray.rulesets.orrery.recovery import drink
from affray.rulesets.orrery.sheet import BAND_NAMES, Engine, Weapon
from affray.rulesets.orrery.siege import RAM_ACTIONS, can_join, engine_hindrance, load, ram_actions
from affray.rulesets.orrery.statuses import burn, can_hide, come_to_light, douse, hide
from affray.space.bands import CLOSE, DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """Ask for the next action of a turn. The options are listed only if they are read."""

    def __init__(self, fight: OrreryFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def default_option(self) -> Option:
        """Return the option to end the turn."""
        return self.fight.scene.options.end

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)


def take_turn(fight: OrreryFight, actor: Combatant) -> None:
    """Play a turn of two Actions, more or fewer."""
    fight.acting = actor.index
    fight.actions_left = actor.actions(fight.house)
    fight.pushed = False
    log.turn(fight, actor)
    actor.owed = 0
    burn(fight, actor)
    question = ActionQuestion(fight, actor)
    while fight.actions_left > 0 and actor.can_act() and fight.is_contested():
        question.forget_options()
        chosen = fight.ask(question)
        if chosen is RULED:
            continue
        if chosen.verb == verbs.END:
            log.waits(fight, actor)
            break
        perform(fight, actor, chosen)
        # the dice no longer matter: states that differ only in them are equal
        fight.rolled = fight.incoming = 0
    actor.end_conditions()
    fight.acting = NOBODY
    come_to_light(fight)


# --- what can be done ---


def turn_options(fight: OrreryFight, actor: Combatant) -> list[Option]:
    """List every action that is possible now, in a fixed order."""
    options = fight.scene.options
    found: list[Option] = []
    list_attacks(fight, actor, fight.combatants, found)
    if not actor.is_tethered():
        for there in fight.places.neighbours[actor.spot]:
            if not fight.is_barred(actor.spot, there):
                found.append(options.move[there])
    if not actor.hidden and can_hide(fight, actor):
        found.append(options.hide)
    list_help(fight, actor, found)
    if actor.potions > 0 and not actor.drunk:
        found.append(options.drink)
    if can_push(fight, actor):
        found.append(options.push)
    found.append(options.end)
    return found


def list_attacks(
    fight: OrreryFight, actor: Combatant, everybody: list[Combatant], found: list[Option]
) -> None:
    """List every attack on the combatants in `everybody` who can be attacked, and every throw."""
    targets = [one for one in everybody if can_target(fight, actor, one)]
    if targets:
        list_weapon_attacks(fight, actor, targets, found)
        if actor.stamina > 0:
            list_runes(fight, actor, targets, found)
    list_engines(fight, actor, targets, found)
    list_throws(fight, actor, targets, found)


def can_push(fight: OrreryFight, actor: Combatant) -> bool:
    """Return whether Stamina can buy another Action."""
    return actor.stamina > 0 and not fight.pushed and can_buy_actions(fight.house)


def can_target(fight: OrreryFight, actor: Combatant, target: Combatant) -> bool:
    """Return whether a combatant may be attacked: a visible enemy, or one PC by another
    [block.friendly-fire]."""
    if target.side != actor.side:
        return fight.can_be_attacked(target)
    return actor.sheet.pc and target.sheet.pc and target is not actor and target.is_able()


def list_weapon_attacks(
    fight: OrreryFight, actor: Combatant, targets: list[Combatant], found: list[Option]
) -> None:
    """List the attacks with every weapon on every target in its reach."""
    for item in actor.gear.kinds:
        weapon = fight.scene.weapons[item]
        for target in targets:
            if can_hit(fight, actor, target, weapon):
                list_attacks_with(fight, actor, target, weapon, found)


def list_attacks_with(
    fight: OrreryFight, actor: Combatant, target: Combatant, weapon: Weapon, found: list[Option]
) -> None:
    """List a weapon's attack for damage, and its other attacks."""
    options = fight.scene.options
    item, friendly = weapon.index, target.side == actor.side
    found.append(options.attack(verbs.ATTACK, item, target.index, friendly))
    if not target.is_able() or target.sheet.thing:
        return
    if can_hinder(fight, weapon):
        found.append(options.attack(verbs.HINDER, item, target.index, friendly))
    if weapon.is_unarmed and can_grapple(actor, target):
        found.append(options.attack(verbs.GRAPPLE, item, target.index, friendly))
    if actor.held_by == target.index and not weapon.is_ranged():
        found.append(options.attack(verbs.ESCAPE, item, target.index, friendly))


def can_hit(fight: OrreryFight, actor: Combatant, target: Combatant, weapon: Weapon) -> bool:
    """Return whether a weapon reaches a target: Touch in close combat, up to Distant in ranged
    [ranged.attack].

    A closed gate may stop a shot.
    """
    band = fight.band(actor, target)
    if not weapon.is_ranged():
        return band == TOUCH
    return band <= DISTANT and stopped_by(fight, actor, target) is None


def list_runes(
    fight: OrreryFight, actor: Combatant, targets: list[Combatant], found: list[Option]
) -> None:
    """List the attacks with every rune on every target in reach, also for its Condition."""
    options = fight.scene.options
    in_reach = [target for target in targets if can_cast(fight, actor, target)]
    for item in actor.runes:
        for target in in_reach:
            friendly = target.side == actor.side
            found.append(options.attack(verbs.RUNE, item, target.index, friendly))
            if target.is_able() and not target.sheet.thing:
                found.append(options.attack(verbs.AFFLICT, item, target.index, friendly))


def can_cast(fight: OrreryFight, actor: Combatant, target: Combatant) -> bool:
    """Return whether a rune reaches a target: up to Distant, unless something stops it."""
    return fight.band(actor, target) <= DISTANT and stopped_by(fight, actor, target) is None


def list_engines(
    fight: OrreryFight, actor: Combatant, targets: list[Combatant], found: list[Option]
) -> None:
    """List the actions with the siege weapons at the actor's spot."""
    options = fight.scene.options
    for engine in fight.scene.engines:
        if engine.spot != actor.spot:
            continue
        if not engine.is_ram() and not fight.loaded[engine.index]:
            found.append(options.load[engine.index])
            continue
        for target in targets:
            if not can_hit(fight, actor, target, engine.like):
                continue
            for verb in engine_verbs(fight, engine, target):
                if engine.is_ram():
                    list_ramming(fight, actor, engine, target, verb, found)
                else:
                    friendly = target.side == actor.side
                    found.append(options.attack(verb, engine.index, target.index, friendly))


def engine_verbs(fight: OrreryFight, engine: Engine, target: Combatant) -> list[int]:
    """Return the purposes of an engine against a target: damage, or also a Condition."""
    damage, condition = verbs.FIRE, verbs.FIRE_HINDER
    if engine.is_ram():
        damage, condition = verbs.RAM, verbs.RAM_HINDER
    if not target.is_able() or target.sheet.thing or not can_hinder(fight, engine.like):
        return [damage]
    return [damage, condition]


def list_ramming(
    fight: OrreryFight,
    actor: Combatant,
    engine: Engine,
    target: Combatant,
    verb: i64,
    found: list[Option],
) -> None:
    """List a ram's attacks, alone with two Actions or with each friend who can give one."""
    options = fight.scene.options
    friendly = target.side == actor.side
    if fight.actions_left >= RAM_ACTIONS:
        found.append(options.ram(verb, engine.index, target.index, NOBODY, friendly))
    for friend in fight.combatants:
        if friend is not target and can_join(fight, actor, friend):
            found.append(options.ram(verb, engine.index, target.index, friend.index, friendly))


def list_throws(
    fight: OrreryFight, actor: Combatant, targets: list[Combatant], found: list[Option]
) -> None:
    """List the throws of the held combatant, at a target or to a spot, and letting go."""
    if actor.holding == NOBODY:
        return
    options = fight.scene.options
    if can_throw(fight, actor):
        for target in targets:
            if target.index != actor.holding and can_throw_to(fight, actor, target.spot):
                friendly = target.side == actor.side
                found.append(options.attack(verbs.HURL, actor.holding, target.index, friendly))
        edges = fight.scene.edges[actor.spot]
        for spot in range(len(fight.places.spots)):
            if spot != actor.spot and (spot in edges or can_throw_to(fight, actor, spot)):
                found.append(options.toss[spot])
    found.append(options.let_go)


def list_help(fight: OrreryFight, actor: Combatant, found: list[Option]) -> None:
    """List friends at Touch who can use help, and fires to put out."""
    options, bands = fight.scene.options, fight.scene.bands[actor.spot]
    for friend in fight.friends[actor.side]:
        if bands[friend.spot] != TOUCH or not friend.is_present() or friend.sheet.thing:
            continue
        if friend is not actor and can_use_help(fight, friend):
            found.append(options.help[friend.index])
        if friend.burning:
            found.append(options.douse[friend.index])


def can_use_help(fight: OrreryFight, friend: Combatant) -> bool:
    """Return whether help would do anything: wake, tend, or give adv."""
    if friend.is_down():
        return not friend.tended and can_neglect_kill(fight.house)
    return friend.defenseless or not friend.helped


# --- doing it ---


def perform(fight: OrreryFight, actor: Combatant, chosen: Option) -> None:
    """Perform the chosen action, and pay the Actions that it costs."""
    verb = chosen.verb
    if verb == verbs.LET_GO:
        let_go(fight, actor)
        return
    if verb == verbs.PUSH:
        push(fight, actor)
        return
    fight.actions_left -= ram_actions(fight, chosen) if verbs.is_ram(verb) else 1
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
    """Move one band, which the Tethered cannot."""
    log.moves(fight, actor, spot)
    fight.put(actor, spot)


def help_friend(fight: OrreryFight, actor: Combatant, friend: Combatant) -> None:
    """Wake a defenseless friend, tend one who is down, or give adv on the next attack
    [core.help]."""
    if friend.is_down():
        friend.tended = True
        how = "tends"
    elif friend.defenseless:
        friend.defenseless = False
        how = "wakes"
    else:
        friend.helped = True
        how = "helps"
    log.helps(fight, actor, how, friend)


def push(fight: OrreryFight, actor: Combatant) -> None:
    """Buy one more Action with a Stamina, by option, once a turn [health.stamina-uses]."""
    actor.stamina -= 1
    fight.pushed = True
    fight.actions_left += 1
    log.does(fight, "pushes", actor, "health.stamina-uses")


# --- why not ---


def hindrance_of(fight: OrreryFight, actor: Combatant, option: Option) -> str:
    """Describe why an attack cannot be made from where the actor stands; empty if it can."""
    target = fight.combatants[option.target]
    if not can_target(fight, actor, target):
        return target_hindrance(actor, target)
    if not verbs.is_for_damage(option.verb) and not target.is_able():
        return f"{target.name} is down: only damage is possible"
    if option.verb == verbs.HURL:
        return throw_hindrance(fight, actor, target)
    if verbs.is_rune(option.verb):
        return rune_hindrance(fight, actor, target)
    found = ""
    if verbs.is_fired(option.verb) or verbs.is_ram(option.verb):
        found = engine_hindrance(fight, actor, option)
    return found or weapon_hindrance(fight, actor, target, option)


def target_hindrance(actor: Combatant, target: Combatant) -> str:
    """Describe why a combatant cannot be attacked at all."""
    if target.died:
        return f"{target.name} is dead"
    if not target.is_present():
        return f"{target.name} is not there to be attacked"
    if target.hearts == 0:
        return f"{target.name} is {'broken' if target.sheet.thing else 'down'} already"
    if target.hidden and target.side != actor.side:
        return f"{target.name} is Hidden"
    return f"{actor.name} and {target.name} are on the same side"


def throw_hindrance(fight: OrreryFight, actor: Combatant, target: Combatant) -> str:
    """Describe why no combatant can be thrown at the target; empty if one can."""
    if fight.band(actor, target) > CLOSE:
        return f"{how_far(fight, actor, target)}, and somebody can be thrown up to Close"
    if not can_throw(fight, actor):
        return f"{actor.name} holds nobody of a size to be thrown"
    if not can_throw_to(fight, actor, target.spot):
        return f"{target.name} is out of reach of a throw"
    return ""


def rune_hindrance(fight: OrreryFight, actor: Combatant, target: Combatant) -> str:
    """Describe why no rune can be used on the target; empty if one can."""
    if actor.stamina == 0:
        return f"{actor.name} has no Stamina left for a rune"
    if fight.band(actor, target) > DISTANT:
        return f"{how_far(fight, actor, target)}, out of reach of any rune"
    return barrier_hindrance(fight, actor, target)


def weapon_hindrance(
    fight: OrreryFight, actor: Combatant, target: Combatant, option: Option
) -> str:
    """Describe why a weapon or an engine cannot be used on the target; empty if it can."""
    weapon = weapon_of(fight, option)
    band = fight.band(actor, target)
    if band > (DISTANT if weapon.is_ranged() else TOUCH):
        reach = "up to Distant" if weapon.is_ranged() else "at Touch only"
        return f"{how_far(fight, actor, target)}, and {weapon.means.named} can be used {reach}"
    if option.verb == verbs.ESCAPE and actor.held_by != target.index:
        return f"{target.name} does not hold {actor.name}"
    if option.verb == verbs.GRAPPLE and not can_grapple(actor, target):
        return "one of the two is in a grapple already"
    return barrier_hindrance(fight, actor, target) if weapon.is_ranged() else ""


def barrier_hindrance(fight: OrreryFight, actor: Combatant, target: Combatant) -> str:
    """Describe the barrier that stops a shot or a rune; empty if there is none."""
    gate = stopped_by(fight, actor, target)
    return f"{gate.name} is in the way" if gate is not None else ""


def how_far(fight: OrreryFight, actor: Combatant, target: Combatant) -> str:
    """Return where the target is, as a clause."""
    return f"{target.name} is {BAND_NAMES[fight.band(actor, target)]}"
