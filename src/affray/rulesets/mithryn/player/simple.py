"""The player called `simple`, for Mithryn: a sensible fighter with no dice of its own.

It goes for whom it can take most from, dangerous ones first, and moves where an attack is worth
more. It reacts where that is worth more than the action it costs, mends friends, picks weapons up,
and flees when it is hopeless. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.attack import HELPED_DICE
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.player.estimates import (
    AttackEstimate,
    Estimates,
    estimates_of,
    hits_of_die,
)
from affray.rulesets.mithryn.reach import can_wield, reaches
from affray.rulesets.mithryn.sheet import HEALTHY, Weapon
from affray.rulesets.mithryn.turn import can_flee
from affray.space.zones import APART

FISTS: Final[i64] = 0
"""The number of bare hands among the weapons of every scene."""

HARD_TO_HURT: Final = 0.8
"""How much of an attack's hits one who steps in should expect at most, next to its target."""

SHIELD_SAVES: Final = 0.6
"""The hits that a shield may yet save in a round, if its bearer has not reacted."""

CERTAIN: Final = 1.0
"""What a shield saves when it defends: one hit."""

FRAIL: Final[i64] = 3
"""Hit points at which somebody thinks of fleeing."""

OUTNUMBERED: Final[i64] = 3
"""How many enemies to each friend make it hopeless for the badly hurt."""


class SimplePlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def __init__(self) -> None:
        self._estimates: Estimates | None = None

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, MithrynFight)
        estimates = self._estimates
        if estimates is None or estimates.scene is not fight.scene:
            estimates = estimates_of(fight.scene)
            self._estimates = estimates
        kind = question.kind
        if kind == "turn":
            return choose_action(estimates, fight, fight.combatants[question.who])
        if kind == "order":
            return fight.scene.act[choose_actor(estimates, fight, question.side)]
        if kind not in ("interpose", "defend", "help"):
            return question.default_option()
        me = fight.combatants[question.who]
        attacker = fight.combatants[question.about]
        target = fight.combatants[question.target]
        if kind == "interpose":
            reacts = wants_to_interpose(estimates, fight, me, attacker, target)
            return options.INTERPOSE if reacts else options.NO
        if kind == "defend":
            reacts = wants_to_defend(estimates, fight, me, attacker)
            return options.DEFEND if reacts else options.NO
        reacts = wants_to_help(estimates, fight, me, target)
        return options.HELP if reacts else options.NO


# --- whose turn ---


def choose_actor(estimates: Estimates, fight: MithrynFight, side: i64) -> i64:
    """Return who of a side acts next: archers first, while friends are near to help; then the most
    dangerous; last those who have no action."""
    idle: i64 = NOBODY
    for index in estimates.ranked[side]:
        who = fight.combatants[index]
        if not who.is_waiting():
            continue
        if who.actions(fight.house) > 0:
            return who.index
        if idle == NOBODY:
            idle = who.index
    return idle


# --- a turn ---


def choose_action(estimates: Estimates, fight: MithrynFight, who: Combatant) -> Option:
    """What to do with an action. The first attack of a turn has the better dice whenever it is
    made, so whatever else is to be done is done before it."""
    if who.hit_points <= FRAIL and is_hopeless(fight, who) and can_flee(fight, who):
        return options.FLEE
    if fight.attacks_made == 0:
        mend = somebody_to_mend(fight, who)
        if mend is not None:
            return mend
    best = best_attack(estimates, fight, who)
    if fight.attacks_made == 0 and fight.actions_left > 1 and may_move(estimates, fight, who, best):
        zone = better_zone(estimates, fight, who, best is None)
        if zone >= 0:
            return fight.scene.move[zone]
    if best is None:
        return last_resort(estimates, fight, who)
    return better_than_fists(fight, who, best) if best.item == FISTS else best


def may_move(
    estimates: Estimates, fight: MithrynFight, who: Combatant, best: Option | None
) -> bool:
    """Whether to think of going elsewhere before the attack that is best here: not for one who can
    shoot or throw from a set, nor where nobody is a step away."""
    if who.is_held():
        return False
    if best is not None:
        weapon = fight.scene.weapons[best.item]
        if weapon.is_ranged or weapon.is_set:
            return False
    if estimates.is_shooter[who.index]:
        return True
    distances = fight.scene.zones.near[who.zone]
    for target in fight.enemies[who.side]:
        if distances[target.zone] == 1 and target.is_able():
            return best is None or is_tempted(estimates, fight, who, best)
    return False


def is_tempted(estimates: Estimates, fight: MithrynFight, who: Combatant, best: Option) -> bool:
    """Whether an attack on somebody elsewhere would be worth more than the best one here twice, the
    second time in a rush: if not, no step can be."""
    struck = fight.combatants[best.target]
    if struck.zone != who.zone:
        return True
    value = estimates.attack(who.index, best.item, False).value(struck)
    if fight.scene.weapons[best.item].rushed_count > 0:
        value += estimates.attack(who.index, best.item, True).value(struck)
    enemies = fight.enemies[who.side]
    for attack in estimates.armament(who).plain_attacks():
        for target in enemies:
            if target.zone != who.zone or attack.weapon.is_ranged:
                if target.is_present() and attack.value(target) > value:
                    return True
    return False


def last_resort(estimates: Estimates, fight: MithrynFight, who: Combatant) -> Option:
    """What to do where there is nobody to attack."""
    found = weapon_lying_here(fight, who)
    if found is None:
        found = somebody_to_mend(fight, who)
    if found is not None:
        return found
    if who.is_held():
        return options.BREAK_FREE
    if fight.attacks_made > 0 and estimates.is_shooter[who.index]:
        return step_back(fight, who)
    return approach(fight, who)


def best_attack(estimates: Estimates, fight: MithrynFight, who: Combatant) -> Option | None:
    """The attack that is worth most, from where one stands."""
    is_rushed = fight.attacks_made > 0
    choices = estimates.armament(who).choices(who.shield_raised, is_rushed)
    enemies = fight.enemies[who.side]
    distances = fight.scene.zones.near[who.zone]
    best_value = 0.0
    best: i64 = -1
    best_target: i64 = -1
    is_far = False
    for number in range(len(choices)):
        attack = choices[number]
        if attack.item == FISTS and best >= 0:
            continue
        reach = attack.reach
        for target in enemies:
            if not target.is_present():
                continue
            distance: i64 = distances[target.zone]
            if reach[distance] == 0:
                continue
            value = attack.value(target)
            if value > best_value and (
                distance == 0 or may_lose(estimates, fight, who, attack, target, is_rushed)
            ):
                best_value = value
                best = number
                best_target = target.index
                is_far = distance > 0
    if best < 0:
        return None
    found = choices[best]
    return found.from_afar[best_target] if is_far else found.by_hand[best_target]


def may_lose(
    estimates: Estimates,
    fight: MithrynFight,
    who: Combatant,
    attack: AttackEstimate,
    target: Combatant,
    is_rushed: bool,
) -> bool:
    """Whether a weapon may be used from afar: one that is shot or comes in sets, one of several, or
    one's only weapon to finish somebody, or where a turn has but one action and nobody is near."""
    if is_kept(fight, who, attack.weapon):
        return True
    if who.sheet.full_actions == 1 and not fight.has_enemy_in(who.zone, who.side):
        return True
    hits = estimates.hits(who.index, attack.item, is_rushed, target.defense())
    return hits >= float(target.hit_points) and target.is_able()


def has_another(fight: MithrynFight, who: Combatant, item: i64) -> bool:
    """Whether somebody without a weapon would still have another to wield."""
    for other in who.arms:
        if other != item and other != FISTS and can_wield(fight, who, fight.scene.weapons[other]):
            return True
    return False


def better_zone(estimates: Estimates, fight: MithrynFight, who: Combatant, is_idle: bool) -> i64:
    """The neighbouring zone from which one attack is worth more than two from here, or than none
    for one who is idle here; -1 if there is none."""
    best_zone: i64 = -1
    best_value = 0.0
    for zone in fight.scene.zones.neighbours[who.zone]:
        value = value_from(estimates, fight, who, zone, False)
        if value > best_value:
            best_value = value
            best_zone = zone
    if best_zone < 0 or is_idle:
        return best_zone
    here = value_from(estimates, fight, who, who.zone, False)
    if best_value > here and best_value > here + value_from(estimates, fight, who, who.zone, True):
        return best_zone
    return -1


def value_from(
    estimates: Estimates, fight: MithrynFight, who: Combatant, zone: i64, is_rushed: bool
) -> float:
    """What the best attack from a zone is worth; bare hands count only where there is nothing
    else, and no weapon is counted on that would be lost."""
    enemies = fight.enemies[who.side]
    distances = fight.scene.zones.near[zone]
    best = 0.0
    for attack in estimates.armament(who).choices(who.shield_raised, is_rushed):
        if attack.item == FISTS and best > 0.0:
            continue
        reach = attack.reach
        for target in enemies:
            if not target.is_present():
                continue
            distance: i64 = distances[target.zone]
            if reach[distance] == 0:
                continue
            value = attack.value(target)
            if value > best and (distance == 0 or is_kept(fight, who, attack.weapon)):
                best = value
    return best


def is_kept(fight: MithrynFight, who: Combatant, weapon: Weapon) -> bool:
    """Whether somebody who uses a weapon from afar has one afterwards."""
    return weapon.is_ranged or weapon.is_set or has_another(fight, who, weapon.index)


def somebody_to_mend(fight: MithrynFight, who: Combatant) -> Option | None:
    """A friend here who has collapsed, or who could do with a poultice."""
    has_poultice = who.poultices > 0
    for friend in fight.members[who.side]:
        if (friend.collapsed or has_poultice) and friend.zone == who.zone and friend.is_present():
            if friend.collapsed and friend is not who:
                return fight.scene.stabilise[friend.index]
            if has_poultice and friend.is_wounded():
                return fight.scene.poultice[friend.index]
    return None


def weapon_lying_here(fight: MithrynFight, who: Combatant) -> Option | None:
    """A weapon to pick up."""
    for item, zone in fight.lying:
        if zone == who.zone:
            return fight.scene.pick_up[item]
    return None


def better_than_fists(fight: MithrynFight, who: Combatant, fists: Option) -> Option:
    """Rather than use bare hands, picks a weapon up or moves to where one's own is of use."""
    if len(who.arms) == 1:
        found = weapon_lying_here(fight, who)
        return found if found is not None else fists
    if not who.is_held():
        for zone in fight.scene.zones.neighbours[who.zone]:
            if can_attack_from(fight, who, zone):
                return fight.scene.move[zone]
    return fists


def can_attack_from(fight: MithrynFight, who: Combatant, zone: i64) -> bool:
    """Whether a real weapon reaches somebody from there, with nobody there in the way."""
    if fight.has_enemy_in(zone, who.side):
        return False
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if item == FISTS or not can_wield(fight, who, weapon):
            continue
        for target in fight.enemies[who.side]:
            if target.is_able():
                if reaches(fight.house, weapon, fight.scene.zones.distance(zone, target.zone)):
                    return True
    return False


def nearest_enemy(fight: MithrynFight, who: Combatant, zone: i64) -> Combatant | None:
    """The enemy who is the fewest steps from a zone."""
    found: Combatant | None = None
    nearest: i64 = APART
    steps = fight.scene.zones.steps[zone]
    for target in fight.enemies[who.side]:
        if target.is_able():
            distance: i64 = steps[target.zone]
            if distance < nearest:
                nearest = distance
                found = target
    return found


def approach(fight: MithrynFight, who: Combatant) -> Option:
    """A step towards the nearest enemy."""
    target = nearest_enemy(fight, who, who.zone)
    if target is None or target.zone == who.zone:
        return options.END_TURN
    return fight.scene.move[fight.scene.zones.towards[who.zone][target.zone]]


def step_back(fight: MithrynFight, who: Combatant) -> Option:
    """A step away from enemies who are near, to where one can still shoot."""
    here = nearest_enemy(fight, who, who.zone)
    if here is not None:
        steps = fight.scene.zones.steps
        for zone in fight.scene.zones.neighbours[who.zone]:
            there = nearest_enemy(fight, who, zone)
            if there is not None and steps[zone][there.zone] > steps[who.zone][here.zone]:
                if can_attack_from(fight, who, zone):
                    return fight.scene.move[zone]
    return options.END_TURN


def is_hopeless(fight: MithrynFight, who: Combatant) -> bool:
    """Badly hurt and far outnumbered."""
    if who.hit_points == who.sheet.hit_points:
        return False
    enemies: i64 = 0
    for enemy in fight.enemies[who.side]:
        if enemy.is_able():
            enemies += 1
    if enemies < OUTNUMBERED:
        return False
    friends: i64 = 0
    for friend in fight.members[who.side]:
        if friend.is_able():
            friends += 1
    return enemies >= OUTNUMBERED * friends


# --- reactions ---


def price_of_reaction(
    estimates: Estimates, fight: MithrynFight, who: Combatant, defense: i64
) -> float:
    """The hits that are lost with the actions a reaction costs: the second attack of the next
    turn, or the first where there is but one."""
    now = who.actions_owing(fight.house, who.actions_owed)
    then = who.actions_owing(fight.house, who.actions_owed + 1)
    if then == now:
        return 0.0
    return estimates.armament(who).most_hits(then > 0, defense)


def expected_of_attack(
    estimates: Estimates, fight: MithrynFight, attacker: Combatant, target: Combatant
) -> float:
    """The mean hits on somebody of the attack that is announced."""
    attack = fight.announced
    if attack is None:
        return 0.0
    defense = target.defense()
    hits = estimates.hits(attacker.index, attack.item, attack.value == options.RUSHED, defense)
    if attack.value == options.BOTH:
        hits += estimates.hits(attacker.index, attack.item, True, defense)
    return hits


def wants_to_defend(
    estimates: Estimates, fight: MithrynFight, me: Combatant, attacker: Combatant
) -> bool:
    """If the hit that is cancelled is worth more than the action, and there will be one left: not
    if the attack leaves one Wounded anyway."""
    if me.actions_owing(fight.house, me.actions_owed + 1) == 0:
        return False
    hits = expected_of_attack(estimates, fight, attacker, me)
    if float(me.hit_points) - hits + CERTAIN < float(HEALTHY) and me.sheet.has_wounded_tier:
        return False
    saved = hits if hits < CERTAIN else CERTAIN
    return saved > price_of_reaction(estimates, fight, me, attacker.defense())


def wants_to_interpose(
    estimates: Estimates, fight: MithrynFight, me: Combatant, attacker: Combatant, target: Combatant
) -> bool:
    """If one is much harder to hurt; or for a friend who is about to drop, if one is rather harder
    to hurt and stays healthy. Never at the price of the only action."""
    if target.side != me.side or not target.is_able():
        return False
    if me.actions_owing(fight.house, me.actions_owed + 1) == 0:
        return False
    cancelled = 0.0
    if me.shield_raised and not me.shield_spent:
        cancelled = float(me.sheet.interpose_cancels)
    theirs = expected_of_attack(estimates, fight, attacker, target)
    if theirs + cancelled < CERTAIN and theirs < float(target.hit_points):
        return False
    mine = expected_of_attack(estimates, fight, attacker, me) - cancelled
    if theirs - mine >= CERTAIN:
        return True
    return (
        theirs >= float(target.hit_points)
        and mine <= HARD_TO_HURT * theirs
        and float(me.hit_points) - mine >= float(HEALTHY)
    )


def wants_to_help(
    estimates: Estimates, fight: MithrynFight, me: Combatant, target: Combatant
) -> bool:
    """If the dice that are rolled again should take more than the action would, from somebody whom
    the attack has not dropped already; a shield may be wanted later."""
    attack = fight.announced
    left = target.hit_points - fight.hits_rolled
    if left <= 0 or target.collapsed or attack is None:
        return False
    weapon = fight.scene.weapons[attack.item]
    sides = weapon.sides
    if attack.value == options.RUSHED and weapon.rushed_count:
        sides = weapon.rushed_sides
    dice = fight.misses_rolled if fight.misses_rolled < HELPED_DICE else HELPED_DICE
    hits = float(dice) * hits_of_die(sides, target.defense())
    gain = hits if hits < float(left) else float(left)
    price = price_of_reaction(estimates, fight, me, target.defense())
    if me.shield_raised:
        price += SHIELD_SAVES
    return gain > price
