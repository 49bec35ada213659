"""What the simple player does with a turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.renaissance import modifiers, skills, tags
from affray.rulesets.renaissance.actions import can_grab, has_quick, has_standard
from affray.rulesets.renaissance.awareness import is_foe, nearest_foe
from affray.rulesets.renaissance.combatant import WAITING_TURNS, Combatant
from affray.rulesets.renaissance.effort import target_held
from affray.rulesets.renaissance.gaits import CHARGE, RUN, WALK
from affray.rulesets.renaissance.handling import weapon_to_load, weapons_lying_at
from affray.rulesets.renaissance.holds import holds_somebody
from affray.rulesets.renaissance.maneuvers import melee_effort, resist_effort, skill_effort
from affray.rulesets.renaissance.movement import rate
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.attacks import (
    best_attack,
    chance_to_win,
    is_hit_from,
    melee_reach,
    threat_of,
    weapon_in_use,
)
from affray.rulesets.renaissance.player.codes import (
    OFF_HAND,
    ONE_OF_MANY,
)
from affray.rulesets.renaissance.player.estimates import (
    HOPELESS,
    MEAN_DIE,
    estimate,
    plain_worth,
)
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.player.positions import (
    best_advance,
    best_approach,
    braces,
    charges_soon,
    cover_for,
    is_shooter,
    may_step,
)
from affray.rulesets.renaissance.player.surroundings import (
    Surroundings,
    surroundings_of,
)
from affray.rulesets.renaissance.reactions import NOWHERE_NEAR
from affray.rulesets.renaissance.readied import standard_actions
from affray.rulesets.renaissance.several_attacks import is_off_hand
from affray.rulesets.renaissance.sheet import (
    LOADED,
    MAIN_HAND,
    MEDIUM,
    NO_STRIKE,
    QUICK_RELOAD,
    Weapon,
)
from affray.rulesets.renaissance.targets import threatens

TOO_CLOSE: Final[i64] = 1
"""How near an enemy is whom one does not shoot at any more."""

A_GOOD_BLOW: Final = 0.3
"""An attack worth so much is not given up for a hold or a trip."""

A_LOST_TURN: Final = 0.5
"""How much of an attack that somebody cannot make it is worth that they cannot."""

HELD_IS_OPEN: Final = 0.12
"""What it is worth that somebody held defends at -20, to each who can strike them so."""

LYING_IS_OPEN: Final = 0.04
LYING_NEAR_FRIENDS: Final = 0.06
"""What it is worth that somebody lies, and what more for each friend who stands beside them."""


def choose_action(mind: Mind, me: Combatant) -> Option:
    """What to do next with the turn."""
    if not me.is_free_to_act():
        return mind.options.break_free
    if mind.fight.standard_used and has_done_all(me):
        return mind.options.end
    first = mend_oneself(mind, me)
    if first is not None:
        return first
    if has_standard(mind.fight):
        return use_standard(mind, me)
    return use_quick(mind, me)


def has_done_all(me: Combatant) -> bool:
    """Whether a Quick Action is of no use any more to one whose Standard Action is spent, without
    looking further: nothing is to be mended, and nothing in the hands needs care."""
    if me.burning or me.prone or me.gear.needs_care:
        return False
    return me.caught_hand < 0 and me.mount < 0


def mend_oneself(mind: Mind, me: Combatant) -> Option | None:
    """Gets up, beats out flames, frees or takes a weapon, before anything else."""
    scene = mind.scene
    quick = has_quick(mind.fight)
    if quick and me.burning:
        return mind.options.douse
    if quick and me.mount >= 0 and mind.fight.combatants[me.mount].burning:
        return mind.options.douse_mount
    if me.catching >= 0 and has_standard(mind.fight):
        return mind.options.disarm[me.catching]
    if quick and me.caught_hand >= 0:
        return mind.options.pull_free
    if quick and me.prone and not shoots_lying(mind, me):
        return mind.options.stand
    if me.main < 0 and quick:
        return take_something(mind, me)
    if me.main >= 0 and me.carried and not scene.weapons[me.main].is_melee():
        if better_drawn(mind, me) and is_useless_here(mind, me):
            return mind.options.drop_item[me.main]
    return None


def shoots_lying(mind: Mind, me: Combatant) -> bool:
    """Whether one is as well off on the ground: with the right weapon and nobody near."""
    if me.main < 0 or not mind.scene.weapons[me.main].tags & tags.PRONE:
        return False
    foe = nearest_foe(mind.fight, me)
    return foe is not None and mind.scene.grid.spaces(me.cell, foe.cell) > 3


def take_something(mind: Mind, me: Combatant) -> Option | None:
    """Draws the best weapon carried, or picks one up."""
    scene = mind.scene
    best = best_to_draw(mind, me) if me.carried else None
    if best is not None or not me.sheet.always or me.mount >= 0:
        return best
    if scene.weapons[me.sheet.always[0]].is_natural():
        return None
    for item in weapons_lying_at(mind.fight, me.cell):
        if me.can_take(scene.weapons[item]):
            return mind.options.pick_up[item]
    return None


def best_to_draw(mind: Mind, me: Combatant) -> Option | None:
    """Of the weapons carried the one that does most harm, at hand's reach only one to strike
    with."""
    scene = mind.scene
    foe = nearest_foe(mind.fight, me)
    near = foe is not None and scene.grid.spaces(me.cell, foe.cell) <= 2
    best: Option | None = None
    most = -1.0
    for item in me.carried:
        weapon = scene.weapons[item]
        if me.can_take(weapon):
            worth = float(weapon.harm.dice) * MEAN_DIE + float(weapon.harm.bonus)
            if near and not weapon.is_melee():
                worth = 0.0
            if worth > most:
                most = worth
                best = mind.options.draw[item]
    return best


def is_useless_here(mind: Mind, me: Combatant) -> bool:
    """Whether the weapon in hand, which is none to strike with, is no use: an enemy is too close to
    shoot, or it can only burst among friends, or it is empty for good."""
    weapon = mind.scene.weapons[me.main]
    if weapon.reload and me.load_in(MAIN_HAND) < LOADED and weapon_to_load(mind.fight, me) < 0:
        return True
    # only what bursts is no use to somebody from further away
    nearest: i64 = NOWHERE_NEAR if weapon.is_area() else TOO_CLOSE + 1
    spaces = mind.terrain.spaces_from(me.cell)
    for enemy in mind.fight.enemies[me.side]:
        away: i64 = spaces[enemy.cell]
        if away < nearest and is_foe(me, enemy) and not enemy.has_no_turn():
            nearest = away
    if nearest <= TOO_CLOSE:
        return True
    return weapon.is_area() and nearest <= 8 and best_attack(mind, me)[1] <= 0.0


def better_drawn(mind: Mind, me: Combatant) -> bool:
    """Whether another weapon is carried, and there is time to draw it."""
    if not has_quick(mind.fight) or me.caught_hand == MAIN_HAND:
        return False
    for item in me.carried:
        if item != me.main:
            return True
    return False


def use_standard(mind: Mind, me: Combatant) -> Option:
    """An attack or manoeuvre if one pays, else a way to get at somebody, else waiting with a blow
    ready, else the best defence."""
    scene = mind.scene
    empty = weapon_to_load(mind.fight, me)
    if empty >= 0 and (scene.weapons[empty].reload > QUICK_RELOAD or has_quick(mind.fight)):
        return mind.options.reload
    option, worth = best_attack(mind, me)
    if option is not None and not is_thrown(option):
        return attack_or_shelter(mind, me, option, worth)
    surroundings = surroundings_of(mind, me)
    may_go = may_step(mind, me)
    if may_go:
        waits = option is None and lets_them_come(mind, me, surroundings)
        advance = best_advance(mind, me, surroundings, worth, waits)
        if advance is not None:
            return advance
        if waits:
            return wait_for_them(mind, me, surroundings)
    if option is not None:
        return attack_or_shelter(mind, me, option, worth)
    if may_go:
        if braces(mind, me, surroundings):
            return mind.options.brace
        approach = best_approach(mind, me, surroundings)
        if approach.cell >= 0:
            if approach.gait == RUN and me.mount < 0:
                mind.intent.note(mind.fight, me.index, approach.gait, approach.cell)
            return mind.options.gaits[approach.gait][0]
    if me.mount >= 0 and not mind.fight.combatants[me.mount].is_free_to_act():
        return mind.options.break_free
    return wait_for_them(mind, me, surroundings)


def attack_or_shelter(mind: Mind, me: Combatant, option: Option, worth: float) -> Option:
    """The best attack or what is better, for a shooter after a step to where it is better made."""
    if steps_into_cover(mind, me):
        return mind.options.gaits[WALK][0]
    return best_in_reach(mind, me, option, worth)


def best_in_reach(mind: Mind, me: Combatant, option: Option, worth: float) -> Option:
    """The best attack, or something better that can be done to somebody in reach; after a feint,
    if there is an action to spare for one."""
    target = mind.fight.combatants[option.target]
    if me.mount >= 0 and mind.fight.combatants[me.mount].is_free_to_act():
        mount_attack, more = best_attack(mind, mind.fight.combatants[me.mount])
        if mount_attack is not None and more > worth and me.sheet.rides_well:
            return mount_attack
    if threatens(mind.fight, me, target.cell):
        if worth < A_GOOD_BLOW:
            if grab_worth(mind, me, target) > worth:
                return mind.options.grab[target.index]
            if trip_worth(mind, me, target, worth) > worth:
                return mind.options.trip[target.index]
        if feint_pays(mind, me, target):
            return mind.options.feint[target.index]
        if each_pays(mind, me, option, worth):
            return mind.options.each
    return option


def lets_them_come(mind: Mind, me: Combatant, surroundings: Surroundings) -> bool:
    """Whether to wait for an enemy who is about to charge, and so will be at -10 when struck: for
    two turns in a row, and not under fire that nobody answers."""
    if me.waited == WAITING_TURNS or melee_reach(mind, me) == 0:
        return False
    foe = surroundings.nearest_foe(mind.fight)
    if foe is None or foe.prone:
        return False
    reach = melee_reach(mind, foe)
    if reach == 0 or float(surroundings.spaces_to_nearest - reach) > rate(
        mind.fight, foe, CHARGE, 0
    ):
        return False
    balance: i64 = 0
    for other in mind.fight.combatants:
        if other.gear.shoots and other.is_able():
            balance += 1 if other.side == me.side else -1
    return balance >= 0


def wait_for_them(mind: Mind, me: Combatant, surroundings: Surroundings) -> Option:
    """Nobody can be attacked: a braced spear, a blow readied for whoever comes, or Full Defense."""
    scene = mind.scene
    if braces(mind, me, surroundings):
        return mind.options.brace
    foe = surroundings.nearest_foe(mind.fight)
    if foe is not None and me.reacted == 0 and not me.prone:
        weapon = scene.weapons[weapon_in_use(me)]
        if weapon.is_melee() and not weapon.tags & tags.FEND and charges_soon(mind, me, foe):
            if may_yet_strike(mind, me, foe, weapon):
                return mind.options.ready
    return mind.options.full_defense


def may_yet_strike(mind: Mind, me: Combatant, foe: Combatant, weapon: Weapon) -> bool:
    """Whether a blow readied for an enemy who comes into reach is worth more than nothing: they are
    not there yet, and it may hit them."""
    if mind.scene.grid.spaces(me.cell, foe.cell) <= weapon.reach:
        return False
    return estimate(mind, me, foe, weapon, 0).target_number > HOPELESS


def use_quick(mind: Mind, me: Combatant) -> Option:
    """What is left when the Standard Action is spent: reload, draw, or step back into cover."""
    scene = mind.scene
    empty = weapon_to_load(mind.fight, me)
    if empty >= 0 and scene.weapons[empty].reload == QUICK_RELOAD:
        return mind.options.reload
    if steps_into_cover(mind, me):
        return mind.options.gaits[WALK][0]
    return mind.options.end


def steps_into_cover(mind: Mind, me: Combatant) -> bool:
    """Whether a shooter has a better place to shoot from, and means to go there."""
    if not is_shooter(me) or not may_step(mind, me):
        return False
    cell = cover_for(mind, me, surroundings_of(mind, me))
    if cell < 0:
        return False
    mind.intent.note(mind.fight, me.index, WALK, cell)
    return True


# --- manoeuvres ----------------------------------------------------------------------------------


def grab_worth(mind: Mind, me: Combatant, target: Combatant) -> float:
    """What it is worth to hold somebody: the attacks they cannot make until they are free, and that
    they are easier to strike."""
    if 2 * me.sheet.unarmed < target.sheet.fray:
        return 0.0
    if (
        not can_grab(mind.fight, me, target)
        or target.has_no_turn()
        or holds_somebody(mind.fight, me)
    ):
        return 0.0
    grip = skill_effort(mind.fight, me, skills.UNARMED)
    held = target_held(
        grip.base + grip.mods.total() - modifiers.SIZE_STEP * (target.sheet.size - MEDIUM)
    )
    wins = chance_to_win(
        held,
        resist_effort(
            mind.fight, target, skill_effort(mind.fight, target, skills.UNARMED)
        ).target(),
    )
    strength = target.sheet.strength + target.sheet.born.som
    unarmed = target.sheet.unarmed
    force = strength if strength > unarmed else unarmed
    force += modifiers.WOUND_PENALTY * target.felt_wounds()
    frees = chance_to_win(target_held(force), grip.target())
    turns = 1.0 / frees if frees > 0.34 else 3.0
    open_to = 1.0 - frees + friends_beside(mind, me, target)
    return wins * (A_LOST_TURN * turns * threat_of(mind, target, me) + HELD_IS_OPEN * open_to)


def friends_beside(mind: Mind, me: Combatant, target: Combatant) -> float:
    """How many friends stand beside somebody."""
    spaces = mind.terrain.spaces_from(target.cell)
    count = 0.0
    for friend in mind.fight.combatants:
        if spaces[friend.cell] <= 1 and friend.side == me.side:
            if friend is not me and friend.is_in_fight():
                count += 1.0
    return count


def trip_worth(mind: Mind, me: Combatant, target: Combatant, at_least: float) -> float:
    """What it is worth that somebody falls: more with friends beside them; 0 if it cannot be as
    much as is wanted."""
    if target.prone or target.mount >= 0:
        return 0.0
    friends = len(mind.fight.combatants) - len(mind.fight.enemies[me.side]) - 1
    if LYING_IS_OPEN + LYING_NEAR_FRIENDS * float(friends) <= at_least:
        return 0.0  # not even with all of them beside
    gain = LYING_IS_OPEN + LYING_NEAR_FRIENDS * friends_beside(mind, me, target)
    if gain <= at_least:
        return 0.0
    item = weapon_in_use(me)
    mine = melee_effort(mind.fight, me, mind.scene.weapons[item], target).target()
    return chance_to_win(mine, resist_effort(mind.fight, target, None).target()) * gain


def feint_pays(mind: Mind, me: Combatant, target: Combatant) -> bool:
    """Whether there is an action to spare for a feint that can work, and somebody to be deceived
    who defends and sees through it no better than one deceives."""
    if not has_quick(mind.fight) or mind.fight.quick_used > 0:
        return False
    if target.feinted or target.unaware:
        return False
    better = target.sheet.insight
    mine = me.sheet.deception + modifiers.WOUND_PENALTY * me.felt_wounds()
    if mine <= 0 or mine < better + modifiers.WOUND_PENALTY * target.felt_wounds():
        return False
    if not (me.dazed or me.ran or me.burden > 0):
        return True  # nothing hinders it but wounds, which are counted already
    return skill_effort(mind.fight, me, skills.DECEPTION).target() > 0


def each_pays(mind: Mind, me: Combatant, single: Option, worth: float) -> bool:
    """Whether an attack with each weapon takes more than one with the best."""
    if me.off < 0 and me.main >= 0 and len(me.sheet.always) < 2:
        return False  # a fist beside a weapon is hardly ever worth the penalty
    weapons = me.gear.wielded_weapons
    if len(weapons) < 2:
        return False
    target = mind.fight.combatants[single.target]
    reaches_from = mind.terrain.reaches_from(me.cell)
    total = 0.0
    for place, weapon in enumerate(weapons):
        if is_hit_from(reaches_from, me, target, weapon):
            manner = ONE_OF_MANY
            if is_off_hand(mind.fight, me, weapon, place):
                manner |= OFF_HAND
            total += plain_worth(mind, me, target, weapon, manner, NO_STRIKE, me.fists)
            if total > worth:
                return True
    return False


def choose_readied(mind: Mind, me: Combatant) -> Option:
    """An attack with the weapon in hand, or else what is first of all that can be readied."""
    item = weapon_in_use(me)
    if me.has_at_hand(item):
        return mind.options.ready_attack[item]
    return standard_actions(mind.fight, me)[0]
