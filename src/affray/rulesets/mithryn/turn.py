"""A turn: how many actions it has, what can be done with them, and what each costs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice
from affray.core.questions import NOBODY, RULED, Option, Question
from affray.rulesets.mithryn import actions, options, tell
from affray.rulesets.mithryn.attack import attack
from affray.rulesets.mithryn.reach import SHOT, THROW, can_reach, can_wield, carries_two_handed

if TYPE_CHECKING:
    from affray.rulesets.mithryn.attack_options import ListedAttacks
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight


@mypyc_attr(acyclic=True, free_list_len=1)
class ActionQuestion(Question):
    """What to do with an action. There is nearly always a choice, so options are listed only when
    somebody looks."""

    def __init__(self, fight: MithrynFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, default=-1, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)

    def draw(self, dice: Dice) -> Option:
        return draw_option(self.fight, self.actor, dice)

    def forced_option(self) -> Option | None:
        zone = self.actor.zone
        if self.fight.scene.zones.neighbours[zone] or self.fight.has_enemy_in(
            zone, self.actor.side
        ):
            return None
        return super().forced_option()


def take_turn(fight: MithrynFight, actor: Combatant) -> None:
    """A turn of two actions, or fewer [actions.two]."""
    fight.actions_left = actor.actions(fight.house)
    fight.attacks_made = 0
    if fight.wants_events:
        tell.turn_begins(fight, actor)
    actor.actions_owed = 0
    player = fight.direct_players[actor.side]
    if player is not None:
        while can_go_on(fight, actor):
            if not perform(fight, actor, player.choose_action(fight, actor)):
                return
        return
    question = ActionQuestion(fight, actor)
    while can_go_on(fight, actor):
        question.forget_options()
        chosen = fight.ask(question)
        if chosen is not RULED and not perform(fight, actor, chosen):
            return


def can_go_on(fight: MithrynFight, actor: Combatant) -> bool:
    """Whether there is something left of a turn."""
    return fight.actions_left > 0 and actor.is_able() and not fight.settled


def perform(fight: MithrynFight, actor: Combatant, chosen: Option) -> bool:
    """Does what was chosen and takes the actions it costs; gives False where it ends the turn."""
    verb = chosen.verb
    if verb == options.ATTACK:
        cost: i64 = 2 if chosen.value == options.BOTH else 1
        fight.actions_left -= cost
        fight.attacks_made += cost
        attack(fight, actor, chosen)
        return True
    if chosen is options.END_TURN:
        if fight.wants_events:
            tell.waits(fight, actor)
        return False
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
    return True


# --- what can be done ---


def turn_options(fight: MithrynFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order."""
    found: list[Option] = []
    list_attacks(fight, actor, found)
    list_wrestling(fight, actor, found)
    list_mending(fight, actor, found)
    list_weapons_lying(fight, actor, found)
    list_the_rest(fight, actor, found)
    return found


def list_the_rest(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """What one does with one's shield, getting away, something else, or nothing."""
    if actor.sheet.shield_bonus > 0 and carries_two_handed(fight, actor):
        found.append(options.SLING_SHIELD if actor.shield_raised else options.RAISE_SHIELD)
    if actor.is_held():
        found.append(options.BREAK_FREE)
    else:
        for there in fight.scene.zones.neighbours[actor.zone]:
            found.append(fight.scene.move[there])
        if can_flee(fight, actor):
            found.append(options.FLEE)
    if fight.scene.has_game_master:  # [actions.improvise]
        found.append(options.IMPROVISE)
    found.append(options.END_TURN)


def list_attacks(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """One action attacks [actions.attack], the collapsed too [health.collapsed]; a second attack is
    rushed [attack.rushed]; two actions may attack the same target twice at once
    [attack.both-at-once], but not hurl one weapon twice unless it is a set [weapon.set]."""
    scene = fight.scene
    is_first = fight.attacks_made == 0
    arms = actor.arms
    for position, item in enumerate(arms):
        weapon = scene.weapons[item]
        if not can_wield(fight, actor, weapon) or not (is_first or weapon.rushed_count):
            continue  # [attack.reload]
        if arms.index(item) < position:
            continue  # a second one of the same is no other choice
        may_attack_twice = is_first and fight.actions_left > 1 and weapon.rushed_count > 0
        for target in fight.combatants:
            if target.side == actor.side or not target.is_present():
                continue
            distance = scene.zones.distance(actor.zone, target.zone)
            is_thrown = distance > 0 and weapon.is_throwable
            if can_reach(fight, weapon, distance):
                manner = options.PLAIN if is_first else options.RUSHED
                found.append(scene.attack(actor.index, item, target.index, manner, is_thrown))
                if may_attack_twice and (not is_thrown or weapon.is_set):
                    found.append(
                        scene.attack(actor.index, item, target.index, options.BOTH, is_thrown)
                    )


def list_wrestling(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """Grapple [actions.grapple] and shove [actions.shove], on enemies in one's own zone; a friend
    there who has collapsed can be brought round [health.critical]."""
    scene = fight.scene
    for other in fight.combatants:
        if other.zone != actor.zone or not other.is_present() or other is actor:
            continue
        if other.side != actor.side:
            if other.held_by == NOBODY:
                found.append(scene.grapple[other.index])
            for there in scene.zones.neighbours[actor.zone]:
                found.append(scene.shove[other.index][there])
        elif other.collapsed:
            found.append(scene.stabilise[other.index])


def list_mending(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """A poultice for oneself or a friend in the same zone who is hurt [health.poultice]."""
    if actor.poultices == 0:
        return
    for other in fight.combatants:
        if other.zone == actor.zone and other.is_present() and other.side == actor.side:
            if other.hit_points < other.sheet.hit_points:
                found.append(fight.scene.poultice[other.index])


def list_weapons_lying(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """Weapons that lie in the zone can be picked up [weapon.lies]."""
    for item, zone in fight.lying:
        if zone == actor.zone:
            option = fight.scene.pick_up[item]
            if option not in found:
                found.append(option)


def can_flee(fight: MithrynFight, actor: Combatant) -> bool:
    """From an exit, or from any zone without an enemy in it, unless held [actions.flee]."""
    if actor.is_held():
        return False
    if fight.scene.zones.exits[actor.zone]:
        return True
    flee_from = fight.house.flee_from
    if flee_from == "exits":
        return False
    return flee_from == "anywhere" or not fight.has_enemy_in(actor.zone, actor.side)


# --- any of it, by its number ---


def draw_option(fight: MithrynFight, actor: Combatant, dice: Dice) -> Option:
    """The option of `turn_options` whose number is rolled. The options are counted, and of attacks
    and wrestling only the one that is drawn is looked for."""
    attacks = actor.armament.listed_attacks(
        actor.shield_raised, fight.attacks_made == 0, fight.actions_left > 1
    )
    distances = fight.scene.zones.near[actor.zone]
    here: i64 = 0
    near: i64 = 0
    far: i64 = 0
    held: i64 = 0
    for enemy in fight.enemies[actor.side]:
        if not enemy.is_present():
            continue
        distance: i64 = distances[enemy.zone]
        if distance == 0:
            here += 1
            if enemy.is_held():
                held += 1
        elif distance <= THROW:
            near += 1
        elif distance <= SHOT:
            far += 1
    to_attack = attacks.count(here, near, far)
    to_wrestle = here * (1 + len(fight.scene.zones.neighbours[actor.zone])) - held
    if fight.collapsed > 0:
        to_wrestle += count_collapsed_friends(fight, actor)
    others: list[Option] = []
    list_mending(fight, actor, others)
    list_weapons_lying(fight, actor, others)
    list_the_rest(fight, actor, others)

    number = dice.die(to_attack + to_wrestle + len(others)) - 1
    if number < to_attack:
        return attack_by_number(fight, actor, attacks, number, here, near, far)
    number -= to_attack
    if number < to_wrestle:
        wrestling: list[Option] = []
        list_wrestling(fight, actor, wrestling)
        return wrestling[number]
    return others[number - to_wrestle]


def count_collapsed_friends(fight: MithrynFight, actor: Combatant) -> i64:
    """How many friends in the actor's zone can be brought round; who acts has not collapsed."""
    count: i64 = 0
    for friend in fight.members[actor.side]:
        if friend.collapsed and friend.zone == actor.zone and friend.is_present():
            count += 1
    return count


def attack_by_number(
    fight: MithrynFight,
    actor: Combatant,
    attacks: ListedAttacks,
    number: i64,
    here: i64,
    near: i64,
    far: i64,
) -> Option:
    """One of the attacks that `list_attacks` lists, where so many enemies are in the actor's zone,
    as near as one throws, and as far as one shoots."""
    distances = fight.scene.zones.near[actor.zone]
    for weapon in attacks.by_weapon:
        count = weapon.count(here, near, far)
        if number >= count:
            number -= count
            continue
        for enemy in fight.enemies[actor.side]:
            if not enemy.is_present():
                continue
            distance: i64 = distances[enemy.zone]
            count = weapon.count_at(distance)
            if number < count:
                return weapon.option(enemy.index, distance > 0, number > 0)
            number -= count
    raise AssertionError("there are fewer attacks than were counted")
