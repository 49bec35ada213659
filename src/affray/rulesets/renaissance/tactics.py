"""The player called `simple`, for Renaissance: a fair fighter with no dice of its own.

It weighs what its attacks, manoeuvres and moves can be expected to do, as a share of what their
target has left, and takes what is worth most; where nothing is, it closes in, waits with a blow
ready, or defends. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.renaissance import modifiers, skills, tags, verbs
from affray.rulesets.renaissance.armor import armor_of
from affray.rulesets.renaissance.attack import NEVER, is_thrown
from affray.rulesets.renaissance.awareness import is_foe, knows_of
from affray.rulesets.renaissance.checks import SUCCESS, Effort, LuckQuestion, target_held
from affray.rulesets.renaissance.codes import (
    OFF_HAND,
    ONE_OF_MANY,
    RIDING_BY,
    THROWN,
    attacker_code,
    wielder_code,
    with_aim,
)
from affray.rulesets.renaissance.combatant import WAITING_TURNS, Combatant
from affray.rulesets.renaissance.estimates import (
    HOPELESS,
    MEAN_DIE,
    NOT_ASKED,
    best_strike,
    chance,
    estimate,
    mighty_estimate,
    plain_worth,
    worth_on,
)
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.formations import (
    DIAGONAL,
    Advance,
    Advances,
    Approach,
    RideByWay,
    RideByWays,
    Shelter,
    Surroundings,
    surroundings_of,
)
from affray.rulesets.renaissance.lines import FireLine, line_of_fire
from affray.rulesets.renaissance.maneuvers import melee_effort, resist_effort, skill_effort
from affray.rulesets.renaissance.movement import (
    CHARGE,
    RIDE_BY,
    RUN,
    RUN_UP,
    WALK,
    Destinations,
    length,
    occupied_cells,
    rate,
    way_from,
)
from affray.rulesets.renaissance.multiple import EachQuestion, is_off_hand
from affray.rulesets.renaissance.reactions import NO_REACH, NOWHERE_NEAR, threatens
from affray.rulesets.renaissance.sheet import (
    MEDIUM,
    MIGHTY_BLOW,
    NO_STRIKE,
    NONE,
    QUICK_RELOAD,
    Weapon,
)
from affray.rulesets.renaissance.turn import (
    ActionQuestion,
    can_grab,
    can_move,
    has_quick,
    has_standard,
    has_whole_turn,
    is_hit_from,
    is_ready_for_afar,
    reaches_from_afar,
    weapon_to_load,
)
from affray.space.grid import NO_SIGHT, UNREACHED
from affray.space.ways import bends, half_metres, step_cost, straight_length

CLOSE: Final[i64] = 16
"""How near an enemy is who might charge this turn."""

TOO_CLOSE: Final[i64] = 1
"""How near an enemy is whom one does not shoot at any more."""

WORTH_A_THROW: Final = 0.5
"""How sure of dropping somebody one is to throw one's only weapon."""

COST_OF_RUNNING: Final = 0.04
"""What -10 to every defence until the next turn is worth."""

A_GOOD_BLOW: Final = 0.3
"""An attack worth so much is not given up for a hold or a trip."""

A_LOST_TURN: Final = 0.5
"""How much of an attack that somebody cannot make it is worth that they cannot."""

HELD_IS_OPEN: Final = 0.12
"""What it is worth that somebody held defends at -20, to each who can strike them so."""

LYING_IS_OPEN: Final = 0.04
LYING_NEAR_FRIENDS: Final = 0.06
"""What it is worth that somebody lies, and what more for each friend who stands beside them."""

STRIDE: Final[i64] = 2
"""How near one is to be struck at without a run."""

OUT_OF_REACH: Final = 0.1
"""What it is worth to have attacked and be where nobody can strike back without coming after."""

GOOD_ENOUGH_TO_CATCH: Final[i64] = 55
A_HEAVY_PENALTY: Final[i64] = -30


class Intent:
    """The advance for which a move was chosen, until it is asked where the move is to end. Whoever
    does not have it any more works it out again, to the same end."""

    def __init__(self) -> None:
        self.fight: Fight | None = None
        self.who: i64 = NONE
        self.gait: i64 = NONE
        self.cell: i64 = NONE

    def note(self, fight: Fight, who: i64, gait: i64, cell: i64) -> None:
        """Remembers an advance."""
        self.fight = fight
        self.who = who
        self.gait = gait
        self.cell = cell

    def taken_up(self, fight: Fight, who: i64, gait: i64) -> i64:
        """The cell somebody meant to go to at that gait, which is forgotten with that; NONE if
        nothing is known of it."""
        is_known = self.fight is fight and self.who == who and self.gait == gait
        self.fight = None
        return self.cell if is_known else NONE


class SimplePlayer(Player):
    """Decides by the odds of the moment, always the same in the same place."""

    def __init__(self) -> None:
        self.intent: Final = Intent()

    def reads_options(self) -> bool:
        return False

    def decides_by_stage(self) -> bool:
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, RenaissanceFight)
        if isinstance(question, ActionQuestion):
            return choose_action(fight, question.actor, self.intent)
        if isinstance(question, EachQuestion):
            return choose_each(fight, question.attacker, question.item)
        if isinstance(question, Destinations):
            return choose_place(fight, question, self.intent)
        if isinstance(question, LuckQuestion):
            if question.kind == "luck-before":
                return choose_luck_before(fight, question.effort)
            return choose_luck_after(fight, question.effort, question.against)
        kind = question.kind
        if kind in ATTACK_QUESTIONS:
            return choose_attack_among(fight, fight.combatants[question.who], question)
        if kind == "location":
            return question.options[len(question.options) - 1]
        if kind == "catch":
            me = fight.combatants[question.who]
            return question.options[1 if wants_to_catch(fight, me) else 0]
        if kind == "parry" or kind == "event":
            return question.options[1]
        if kind == "ready":
            return choose_readied(fight, fight.combatants[question.who])
        if kind == "ready-on":
            return fight.scene.anybody
        return question.default_option()


ATTACK_QUESTIONS: Final = frozenset(("opportunity", "brace", "readied", "each", "ride-by"))

# --- what an attack is worth ----------------------------------------------------------------------


def chance_to_win(mine: i64, theirs: i64) -> float:
    """How likely the first wins an opposed check, in which double failures are rolled again."""
    first = float(mine + 1) / 100.0
    second = float(theirs + 1) / 100.0
    decided = 1.0 - (1.0 - first) * (1.0 - second)
    return chance(0, mine, theirs) / decided if decided > 0.0 else 0.0


def area_worth(
    fight: RenaissanceFight, me: Combatant, target: Combatant, weapon: Weapon, thrown: bool
) -> float:
    """What a burst there would take from enemies, less what it would take from friends."""
    total = 0.0
    metres = fight.scene.metres_from(target.cell)
    blasts = weapon.tags & tags.BLAST != 0
    in_the_middle = MEAN_DIE * float(weapon.harm.dice)
    for other in fight.combatants:
        away: i64 = metres[other.cell]
        damage = in_the_middle - 2.0 * float(away) if blasts else 0.0
        if damage <= 0.0 and (blasts or away > 1):
            continue
        if not other.is_able() or not knows_of(me, other):
            continue
        if blasts:
            damage -= float(armor_of(other, SUCCESS))
        elif not other.burning:
            damage = MEAN_DIE
        if damage > 0.0:
            left = float(other.sheet.dur - other.damage)
            share = damage / left if damage < left else 1.0
            total += share if other.side != me.side else -2.0 * share
    if total <= 0.0:
        return 0.0
    aim = estimate(fight, me, target, weapon, THROWN if thrown else 0).target_number
    return total * float(aim + 1) / 100.0 if aim > HOPELESS else 0.0


def best_attack(fight: RenaissanceFight, me: Combatant) -> tuple[Option | None, float]:
    """The most worthwhile attack that can be made now. With the off-hand or none at all only where
    there is no other."""
    best: Option | None = None
    most = 0.0
    needed: i64 = 0
    begun: i64 = NONE
    is_left_out = False
    for weapon in me.gear.arms:
        if weapon.base != begun:
            begun = weapon.base
            is_left_out = best is not None and (begun == me.off or weapon.is_unarmed())
        if is_left_out or (weapon.reach < needed and not weapon.is_ranged()):
            continue
        option, worth = best_attack_with(fight, me, weapon, most)
        if option is not None:
            best = option
            most = worth
        elif needed == 0:
            needed = reach_needed(fight, me)  # from now on leaves out what strikes nobody
    return best, most


def reach_needed(fight: RenaissanceFight, me: Combatant) -> i64:
    """How far a weapon has to reach to strike at the nearest enemy."""
    reaches_from = fight.scene.reaches_from(me.cell)
    least: i64 = NO_REACH
    for enemy in fight.enemies[me.side]:
        needed: i64 = reaches_from[enemy.cell]
        if needed < least and is_foe(me, enemy):
            least = needed
    return least


def best_attack_with(
    fight: RenaissanceFight, me: Combatant, weapon: Weapon, at_least: float
) -> tuple[Option | None, float]:
    """The most worthwhile attack with a weapon, if one is worth more than that."""
    if not is_ready_for_afar(me, weapon):
        return best_blow_with(fight, me, weapon, at_least)
    most = at_least
    best: Option | None = None
    is_area = weapon.is_area()
    is_thrown_there = weapon.is_thrown_to_reach()
    hand = hand_used(me, weapon)
    scene = fight.scene
    reaches_from = scene.reaches_from(me.cell)
    code = coded_manner = NOT_ASKED
    for enemy in fight.enemies[me.side]:
        if not is_foe(me, enemy):
            continue
        thrown = False
        line: FireLine | None = None
        if not is_hit_from(reaches_from, me, enemy, weapon):
            line = line_of_fire(scene, weapon, me.cell, enemy.cell)
            if not line.is_open:
                continue
            thrown = is_thrown_there
        if is_area:
            worth = area_worth(fight, me, enemy, weapon, thrown)
            if worth > most:
                most = worth
                best = scene.attack(me.index, weapon.index, enemy.index, NO_STRIKE, thrown)
        else:
            manner = hand | THROWN if thrown else hand
            if coded_manner != manner:
                coded_manner = manner
                code = wielder_code(fight, me, weapon, NO_STRIKE, 0, manner)
            aimed = code if line is None else with_aim(me, line, code)
            pays = best_strike(fight, me, enemy, weapon, manner, aimed)
            worth = pays.worth
            if thrown and not me.carried and worth < WORTH_A_THROW:
                worth = 0.0
            if enemy.has_no_turn():
                worth *= 0.5
            if worth > most:
                most = worth
                best = pays.option
    return best, most


def best_blow_with(
    fight: RenaissanceFight, me: Combatant, weapon: Weapon, at_least: float
) -> tuple[Option | None, float]:
    """The same with a weapon that strikes only those in its reach."""
    most = at_least
    best: Option | None = None
    if weapon.is_melee():
        reaches_from = fight.scene.reaches_from(me.cell)
        reach = weapon.reach
        manner = code = NOT_ASKED
        for enemy in fight.enemies[me.side]:
            needed: i64 = reaches_from[enemy.cell]
            if needed > reach or not is_foe(me, enemy):
                continue
            if not is_hit_from(reaches_from, me, enemy, weapon):
                continue
            if manner == NOT_ASKED:
                manner = hand_used(me, weapon)
                code = wielder_code(fight, me, weapon, NO_STRIKE, 0, manner)
            pays = best_strike(fight, me, enemy, weapon, manner, code)
            worth = pays.worth
            if enemy.has_no_turn():
                worth *= 0.5
            if worth > most:
                most = worth
                best = pays.option
    return best, most


def hand_used(who: Combatant, weapon: Weapon) -> i64:
    """OFF_HAND for a weapon that is held in that hand only."""
    return OFF_HAND if who.off == weapon.base and who.main != weapon.base else 0


def choose_each(fight: RenaissanceFight, me: Combatant, item: i64) -> Option:
    """Of the attacks with one of several weapons, the best plain one or Mighty Blow, as if they
    had been listed."""
    scene = fight.scene
    if not me.has_at_hand(item):
        return scene.hold_back
    best = scene.hold_back
    most = 0.0
    reaches_from = scene.reaches_from(me.cell)
    for enemy in fight.enemies[me.side]:
        if not is_foe(me, enemy):
            continue
        for weapon in scene.forms[item]:
            if is_hit_from(reaches_from, me, enemy, weapon):
                strike, worth = weigh_one_of_many(fight, me, enemy, weapon, False)
                if worth > most:
                    most = worth
                    best = scene.attack(me.index, weapon.index, enemy.index, strike, False)
            if reaches_from_afar(fight, me, enemy.cell, weapon):
                thrown = weapon.is_thrown_to_reach()
                strike, worth = weigh_one_of_many(fight, me, enemy, weapon, thrown)
                if worth > most:
                    most = worth
                    best = scene.attack(me.index, weapon.index, enemy.index, strike, thrown)
    return best


def weigh_one_of_many(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, weapon: Weapon, thrown: bool
) -> tuple[i64, float]:
    """Weighs a plain attack, and a Mighty Blow where there is such a thing: the better one, and
    what it is worth."""
    if weapon.is_area():
        return NO_STRIKE, area_worth(fight, me, enemy, weapon, thrown)
    manner = ONE_OF_MANY | hand_used(me, weapon)
    if thrown:
        manner |= THROWN
    plain = estimate(fight, me, enemy, weapon, manner)
    worth = worth_on(fight, me, enemy, NO_STRIKE, plain)
    if weapon.is_melee() and not thrown:
        mighty = mighty_estimate(fight, me, enemy, weapon, manner, plain)
        more = worth_on(fight, me, enemy, MIGHTY_BLOW, mighty)
        if more > worth:
            return MIGHTY_BLOW, more
    return NO_STRIKE, worth


def worth_of_option(
    fight: RenaissanceFight,
    who: Combatant,
    target: Combatant,
    weapon: Weapon,
    strike: i64,
    thrown: bool,
    several: i64,
) -> float:
    """What an attack that a question offers is worth, one of several or not."""
    if weapon.is_area():
        return area_worth(fight, who, target, weapon, thrown)
    manner = several | hand_used(who, weapon) | (THROWN if thrown else 0)
    return plain_worth(fight, who, target, weapon, manner, strike)


def choose_attack_among(fight: RenaissanceFight, me: Combatant, question: Question) -> Option:
    """Of the attacks a question offers, the best plain one or Mighty Blow; any that may hit is
    better than none."""
    best = question.options[0]
    most = 0.0
    several: i64 = 0
    if question.kind == "each":
        several = ONE_OF_MANY
    elif question.kind == "ride-by":
        several = RIDING_BY
    for option in question.options:
        if option.verb != verbs.ATTACK and option.verb != verbs.MOUNT_ATTACK:
            if option.verb:
                return option  # another action that was readied
            continue
        if option.value != NO_STRIKE and option.value != MIGHTY_BLOW:
            continue
        who = me if option.verb == verbs.ATTACK else fight.combatants[me.mount]
        target, weapon = fight.combatants[option.target], fight.scene.weapons[option.item]
        if not target.is_able():
            continue
        thrown = is_thrown(option)
        worth = worth_of_option(fight, who, target, weapon, option.value, thrown, several)
        if worth > most:
            most = worth
            best = option
    return best


# --- what to do -----------------------------------------------------------------------------------


def choose_action(fight: RenaissanceFight, me: Combatant, intent: Intent) -> Option:
    """What to do next with the turn."""
    scene = fight.scene
    if not me.is_free_to_act():
        return scene.break_free
    if fight.standard_used and has_done_all(me):
        return scene.end
    first = mend_oneself(fight, me)
    if first is not None:
        return first
    if has_standard(fight):
        return use_standard(fight, me, intent)
    return use_quick(fight, me, intent)


def has_done_all(me: Combatant) -> bool:
    """Whether a Quick Action is of no use any more to one whose Standard Action is spent, without
    looking further: nothing is to be mended, and nothing in the hands needs care."""
    if me.burning or me.prone or me.gear.needs_care:
        return False
    return me.caught_item < 0 and me.mount < 0


def mend_oneself(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Gets up, beats out flames, frees or takes a weapon, before anything else."""
    scene = fight.scene
    quick = has_quick(fight)
    if quick and me.burning:
        return scene.douse
    if quick and me.mount >= 0 and fight.combatants[me.mount].burning:
        return scene.douse_mount
    if me.catching >= 0 and has_standard(fight):
        return scene.disarm[me.catching]
    if quick and me.caught_item >= 0:
        return scene.pull_free
    if quick and me.prone and not shoots_lying(fight, me):
        return scene.stand
    if me.main < 0 and quick:
        return take_something(fight, me)
    if me.main >= 0 and me.carried and not scene.weapons[me.main].is_melee():
        if better_drawn(fight, me) and is_useless_here(fight, me):
            return scene.drop_item[me.main]
    return None


def shoots_lying(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether one is as well off on the ground: with the right weapon and nobody near."""
    if me.main < 0 or not fight.scene.weapons[me.main].tags & tags.PRONE:
        return False
    foe = fight.nearest_foe(me)
    return foe is not None and fight.scene.grid.spaces(me.cell, foe.cell) > 3


def take_something(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Draws the best weapon carried, or picks one up."""
    scene = fight.scene
    best = best_to_draw(fight, me) if me.carried else None
    if best is not None or not me.sheet.always or me.mount >= 0:
        return best
    if scene.weapons[me.sheet.always[0]].is_natural():
        return None
    for item in fight.weapons_lying_at(me.cell):
        if me.can_take(scene.weapons[item]):
            return scene.pick_up[item]
    return None


def best_to_draw(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Of the weapons carried the one that does most harm, at hand's reach only one to strike
    with."""
    scene = fight.scene
    foe = fight.nearest_foe(me)
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
                best = scene.draw[item]
    return best


def is_useless_here(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether the weapon in hand, which is none to strike with, is no use: an enemy is too close to
    shoot, or it can only burst among friends, or it is empty for good."""
    weapon = fight.scene.weapons[me.main]
    if weapon.reload and me.load_of(me.main) < 1 and weapon_to_load(fight, me) < 0:
        return True
    # only what bursts is no use to somebody from further away
    nearest: i64 = NOWHERE_NEAR if weapon.is_area() else TOO_CLOSE + 1
    spaces = fight.scene.spaces_from(me.cell)
    for enemy in fight.enemies[me.side]:
        away: i64 = spaces[enemy.cell]
        if away < nearest and is_foe(me, enemy) and not enemy.has_no_turn():
            nearest = away
    if nearest <= TOO_CLOSE:
        return True
    return weapon.is_area() and nearest <= 8 and best_attack(fight, me)[1] <= 0.0


def better_drawn(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether another weapon is carried, and there is time to draw it."""
    if not has_quick(fight) or me.main == me.caught_item:
        return False
    for item in me.carried:
        if item != me.main:
            return True
    return False


def use_standard(fight: RenaissanceFight, me: Combatant, intent: Intent) -> Option:
    """An attack or manoeuvre if one pays, else a way to get at somebody, else waiting with a blow
    ready, else the best defence."""
    scene = fight.scene
    empty = weapon_to_load(fight, me)
    if empty >= 0 and (scene.weapons[empty].reload > QUICK_RELOAD or has_quick(fight)):
        return scene.reload
    option, worth = best_attack(fight, me)
    if option is not None and not is_thrown(option):
        return attack_or_shelter(fight, me, option, worth, intent)
    surroundings = surroundings_of(fight, me)
    may_go = may_step(fight, me)
    if may_go:
        waits = option is None and lets_them_come(fight, me, surroundings)
        advance = best_advance(fight, me, surroundings, worth, waits, intent)
        if advance is not None:
            return advance
        if waits:
            return wait_for_them(fight, me, surroundings)
    if option is not None:
        return attack_or_shelter(fight, me, option, worth, intent)
    if may_go:
        if braces(fight, me, surroundings):
            return scene.brace
        approach = best_approach(fight, me, surroundings)
        if approach.cell >= 0:
            if approach.gait == RUN and me.mount < 0:
                intent.note(fight, me.index, approach.gait, approach.cell)
            return scene.gaits[approach.gait][0]
    if me.mount >= 0 and not fight.combatants[me.mount].is_free_to_act():
        return scene.break_free
    return wait_for_them(fight, me, surroundings)


def attack_or_shelter(
    fight: RenaissanceFight, me: Combatant, option: Option, worth: float, intent: Intent
) -> Option:
    """The best attack or what is better, for a shooter after a step to where it is better made."""
    if steps_into_cover(fight, me, intent):
        return fight.scene.gaits[WALK][0]
    return best_in_reach(fight, me, option, worth)


def best_in_reach(fight: RenaissanceFight, me: Combatant, option: Option, worth: float) -> Option:
    """The best attack, or something better that can be done to somebody in reach; after a feint,
    if there is an action to spare for one."""
    scene = fight.scene
    target = fight.combatants[option.target]
    if me.mount >= 0 and fight.combatants[me.mount].is_free_to_act():
        mount_attack, more = best_attack(fight, fight.combatants[me.mount])
        if mount_attack is not None and more > worth and me.sheet.rides_well:
            return mount_attack
    if threatens(fight, me, target.cell):
        if worth < A_GOOD_BLOW:
            if grab_worth(fight, me, target) > worth:
                return scene.grab[target.index]
            if trip_worth(fight, me, target, worth) > worth:
                return scene.trip[target.index]
        if feint_pays(fight, me, target):
            return scene.feint[target.index]
        if each_pays(fight, me, option, worth):
            return scene.each
    return option


def lets_them_come(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> bool:
    """Whether to wait for an enemy who is about to charge, and so will be at -10 when struck: for
    two turns in a row, and not under fire that nobody answers."""
    if me.waited == WAITING_TURNS or melee_reach(fight, me) == 0:
        return False
    foe = surroundings.nearest_foe(fight)
    if foe is None or foe.prone:
        return False
    reach = melee_reach(fight, foe)
    if reach == 0 or float(surroundings.spaces_to_nearest - reach) > rate(fight, foe, CHARGE, 0):
        return False
    balance: i64 = 0
    for other in fight.combatants:
        if other.gear.shoots and other.is_able():
            balance += 1 if other.side == me.side else -1
    return balance >= 0


def wait_for_them(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> Option:
    """Nobody can be attacked: a braced spear, a blow readied for whoever comes, or Full Defense."""
    scene = fight.scene
    if braces(fight, me, surroundings):
        return scene.brace
    foe = surroundings.nearest_foe(fight)
    if foe is not None and me.reacted == 0 and not me.prone:
        weapon = scene.weapons[weapon_in_use(me)]
        if weapon.is_melee() and not weapon.tags & tags.FEND and charges_soon(fight, me, foe):
            if may_yet_strike(fight, me, foe, weapon):
                return scene.ready
    return scene.full_defense


def may_yet_strike(fight: RenaissanceFight, me: Combatant, foe: Combatant, weapon: Weapon) -> bool:
    """Whether a blow readied for an enemy who comes into reach is worth more than nothing: they are
    not there yet, and it may hit them."""
    if fight.scene.grid.spaces(me.cell, foe.cell) <= weapon.reach:
        return False
    return estimate(fight, me, foe, weapon, 0).target_number > HOPELESS


def weapon_in_use(me: Combatant) -> i64:
    """The weapon in hand, or else the first natural one, or bare hands."""
    if me.main >= 0:
        return me.main
    return me.sheet.always[0]


def choose_readied(fight: RenaissanceFight, me: Combatant) -> Option:
    """An attack with the weapon in hand, or else what is first of all that can be readied."""
    item = weapon_in_use(me)
    if me.has_at_hand(item):
        return fight.scene.ready_attack[item]
    return fight.standard_actions(me)[0]


def use_quick(fight: RenaissanceFight, me: Combatant, intent: Intent) -> Option:
    """What is left when the Standard Action is spent: reload, draw, or step back into cover."""
    scene = fight.scene
    empty = weapon_to_load(fight, me)
    if empty >= 0 and scene.weapons[empty].reload == QUICK_RELOAD:
        return scene.reload
    if steps_into_cover(fight, me, intent):
        return scene.gaits[WALK][0]
    return scene.end


def steps_into_cover(fight: RenaissanceFight, me: Combatant, intent: Intent) -> bool:
    """Whether a shooter has a better place to shoot from, and means to go there."""
    if not is_shooter(me) or not may_step(fight, me):
        return False
    cell = cover_for(fight, me, surroundings_of(fight, me))
    if cell < 0:
        return False
    intent.note(fight, me.index, WALK, cell)
    return True


def may_step(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether a move is still possible."""
    return has_quick(fight) and not me.prone and can_move(fight, me)


# --- manoeuvres -----------------------------------------------------------------------------------


def grab_worth(fight: RenaissanceFight, me: Combatant, target: Combatant) -> float:
    """What it is worth to hold somebody: the attacks they cannot make until they are free, and that
    they are easier to strike."""
    if 2 * me.sheet.unarmed < target.sheet.fray:
        return 0.0
    if not can_grab(fight, me, target) or target.has_no_turn() or fight.grabs_somebody(me):
        return 0.0
    grip = skill_effort(fight, me, skills.UNARMED)
    held = target_held(
        grip.base + grip.mods.total() - modifiers.SIZE_STEP * (target.sheet.size - MEDIUM)
    )
    wins = chance_to_win(held, resist_effort(fight, target, skills.UNARMED).target())
    strength = target.sheet.strength + target.sheet.born.som
    unarmed = target.sheet.unarmed
    force = strength if strength > unarmed else unarmed
    force += modifiers.WOUND_PENALTY * target.felt_wounds()
    frees = chance_to_win(target_held(force), grip.target())
    turns = 1.0 / frees if frees > 0.34 else 3.0
    open_to = 1.0 - frees + friends_beside(fight, me, target)
    return wins * (A_LOST_TURN * turns * threat_of(fight, target, me) + HELD_IS_OPEN * open_to)


def friends_beside(fight: RenaissanceFight, me: Combatant, target: Combatant) -> float:
    """How many friends stand beside somebody."""
    spaces = fight.scene.spaces_from(target.cell)
    count = 0.0
    for friend in fight.combatants:
        if spaces[friend.cell] <= 1 and friend.side == me.side:
            if friend is not me and friend.is_in_fight():
                count += 1.0
    return count


def threat_of(fight: RenaissanceFight, enemy: Combatant, me: Combatant) -> float:
    """What an enemy's own attack on one is worth."""
    weapon = fight.scene.weapons[weapon_in_use(enemy)]
    if not weapon.is_melee():
        return 0.1
    return plain_worth(fight, enemy, me, weapon)


def trip_worth(fight: RenaissanceFight, me: Combatant, target: Combatant, at_least: float) -> float:
    """What it is worth that somebody falls: more with friends beside them; 0 if it cannot be as
    much as is wanted."""
    if target.prone or target.mount >= 0:
        return 0.0
    friends = len(fight.combatants) - len(fight.enemies[me.side]) - 1
    if LYING_IS_OPEN + LYING_NEAR_FRIENDS * float(friends) <= at_least:
        return 0.0  # not even with all of them beside
    gain = LYING_IS_OPEN + LYING_NEAR_FRIENDS * friends_beside(fight, me, target)
    if gain <= at_least:
        return 0.0
    item = weapon_in_use(me)
    mine = melee_effort(fight, me, fight.scene.weapons[item]).target()
    return chance_to_win(mine, resist_effort(fight, target, NEVER).target()) * gain


def feint_pays(fight: RenaissanceFight, me: Combatant, target: Combatant) -> bool:
    """Whether there is an action to spare for a feint that can work, and somebody to be deceived
    who defends and sees through it no better than one deceives."""
    if not has_quick(fight) or fight.quick_used > 0:
        return False
    if target.feinted or target.unaware:
        return False
    better = target.sheet.insight
    mine = me.sheet.deception + modifiers.WOUND_PENALTY * me.felt_wounds()
    if mine <= 0 or mine < better + modifiers.WOUND_PENALTY * target.felt_wounds():
        return False
    if not (me.dazed or me.ran or me.burden > 0):
        return True  # nothing hinders it but wounds, which are counted already
    return skill_effort(fight, me, skills.DECEPTION).target() > 0


def each_pays(fight: RenaissanceFight, me: Combatant, single: Option, worth: float) -> bool:
    """Whether an attack with each weapon takes more than one with the best."""
    if me.off < 0 and me.main >= 0 and len(me.sheet.always) < 2:
        return False  # a fist beside a weapon is hardly ever worth the penalty
    weapons = me.gear.wielded_weapons
    if len(weapons) < 2:
        return False
    target = fight.combatants[single.target]
    reaches_from = fight.scene.reaches_from(me.cell)
    total = 0.0
    for place, weapon in enumerate(weapons):
        if is_hit_from(reaches_from, me, target, weapon):
            manner = ONE_OF_MANY
            if is_off_hand(fight, me, weapon, place):
                manner |= OFF_HAND
            total += plain_worth(fight, me, target, weapon, manner, NO_STRIKE, me.fists)
            if total > worth:
                return True
    return False


# --- bracing --------------------------------------------------------------------------------------


def braces(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> bool:
    """Whether to set the spear against somebody who may charge."""
    if not may_brace(fight, me):
        return False
    foe = surroundings.nearest_foe(fight)
    return foe is not None and not foe.prone and charges_soon(fight, me, foe)


def may_brace(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether one has a weapon to brace, and a reaction left to strike with it."""
    if me.main < 0 or me.mount >= 0 or me.prone or me.reacted > 0:
        return False
    return fight.scene.weapons[me.main].tags & tags.BRACE != 0


def braces_for_rider(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> bool:
    """Against a rider it is better to wait for the charge than to meet it."""
    if not may_brace(fight, me):
        return False
    foe = surroundings.nearest_foe(fight)
    return (
        foe is not None and (foe.mount >= 0 or foe.rider >= 0) and braces(fight, me, surroundings)
    )


def charges_soon(fight: RenaissanceFight, me: Combatant, foe: Combatant) -> bool:
    """Whether an enemy without a shot in hand is near enough to come on."""
    if foe.braced or foe.gear.shoots:
        return False
    return fight.scene.grid.spaces(me.cell, foe.cell) <= CLOSE


# --- where to go ----------------------------------------------------------------------------------


UNWEIGHED: Final = -10.0
"""Stands for what an advance is worth that nobody has asked for."""


@mypyc_attr(acyclic=True)
class Plan:
    """A move for an attack: at what gait, where to, and what it is worth."""

    def __init__(self, gait: i64, cell: i64, worth: float) -> None:
        self.gait: Final[i64] = gait
        self.cell: Final[i64] = cell
        self.worth: Final = worth


def best_advance(
    fight: RenaissanceFight,
    me: Combatant,
    surroundings: Surroundings,
    worth: float,
    waits: bool,
    intent: Intent,
) -> Option | None:
    """A move to somebody who can then be attacked, if that is worth more than staying, and at a
    walk if one waits for them to charge; None if there is none. Against a rider who will charge, a
    spear waits instead."""
    if melee_reach(fight, me) == 0 or braces_for_rider(fight, me, surroundings):
        return None
    may_ride_by = me.mount >= 0 and has_whole_turn(fight) and not waits
    found = plan_advance(fight, me, surroundings, not waits, may_ride_by or worth > 0.0)
    if may_ride_by:
        riding_by = plan_ride_by(fight, me, surroundings)
        if riding_by.worth > found.worth and riding_by.worth > 0.0:
            found = riding_by
    if found.gait < 0 or (found.worth != UNWEIGHED and found.worth <= worth):
        return None
    intent.note(fight, me.index, found.gait, found.cell)
    return fight.scene.gaits[found.gait][0]


def plan_advance(
    fight: RenaissanceFight,
    me: Combatant,
    surroundings: Surroundings,
    may_charge: bool,
    is_compared: bool,
) -> Plan:
    """The most worthwhile of walking or charging to any enemy within reach of it; what the only one
    is worth is worked out if it is to be compared with something else. Ways round others are
    measured only for the one that is chosen."""
    weapon = fight.scene.weapons[weapon_in_use(me)]
    advances = known_advances(fight, me, surroundings, may_charge)
    only = advances.only
    if only is not None and not is_compared and only.is_straight:
        return Plan(only.gait, only.cell, UNWEIGHED)
    plans = advances.plans
    while plans:
        found = plans[0]
        most = UNWEIGHED
        if is_compared or len(plans) > 1:
            most = worth_after(fight, me, fight.combatants[found.enemy], weapon, found.gait)
        for one in plans:
            if one is not found:
                worth = worth_after(fight, me, fight.combatants[one.enemy], weapon, one.gait)
                if worth > most:
                    most = worth
                    found = one
        metres = rate(fight, me, found.gait, 0)
        if found.is_straight or way_from(fight, me, surroundings, found.cell, metres):
            return Plan(found.gait, found.cell, most)
        plans = [one for one in plans if one.cell != found.cell]
    return Plan(NONE, NONE, UNWEIGHED)


def likely_advances(
    fight: RenaissanceFight, me: Combatant, surroundings: Surroundings, may_charge: bool
) -> list[Advance]:
    """Every advance on an enemy, as if others could be walked through where there is no straight
    way."""
    return known_advances(fight, me, surroundings, may_charge).plans


def known_advances(
    fight: RenaissanceFight, me: Combatant, surroundings: Surroundings, may_charge: bool
) -> Advances:
    """The same with what they follow from, which were looked for before or are now."""
    reach = melee_reach(fight, me)
    base = rate(fight, me, WALK, 0)
    full = rate(fight, me, CHARGE, 0) if may_charge else base
    known = surroundings.advances
    while known is not None:
        if known.full == full and known.reach == reach and known.base == base:
            return known
        known = known.next
    found = Advances(reach, base, full, find_advances(fight, me, reach, base, full))
    surroundings.keep_advances(found)
    return found


def find_advances(
    fight: RenaissanceFight, me: Combatant, reach: i64, base: float, full: float
) -> list[Advance]:
    """The same for one who reaches so far and walks and charges so many metres."""
    found: list[Advance] = []
    furthest: i64 = int(full) + reach
    spaces = fight.scene.spaces_from(me.cell)
    taken = occupied_cells(fight, me)
    for enemy in fight.enemies[me.side]:
        if spaces[enemy.cell] > furthest or enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        cell = landing(fight, me, enemy, reach, taken)
        if cell < 0 or cell == me.cell:
            continue
        metres = straight_way(fight, me, cell, taken)
        is_straight = metres < UNREACHED
        if not is_straight:
            metres = fight.scene.field(cell)[me.cell]
        if metres > base and (metres > full or metres <= RUN_UP):
            continue
        gait = WALK if metres <= base else CHARGE
        found.append(Advance(gait, cell, enemy.index, is_straight))
    return found


def worth_after(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, weapon: Weapon, gait: i64
) -> float:
    """What an attack would be worth after a move: a charge adds DB, and costs -10 on it and on
    every defence."""
    fast = gait != WALK
    me.ran = fast
    me.charged = fast
    manner: i64 = RIDING_BY if gait == RIDE_BY else 0
    code = attacker_code(fight, me, enemy, weapon, NO_STRIKE, 0, manner)
    worth = best_strike(fight, me, enemy, weapon, manner, code).worth
    me.ran = False
    me.charged = False
    if enemy.braced:
        worth -= 0.2
    return worth - COST_OF_RUNNING if fast else worth


def plan_ride_by(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> Plan:
    """A charge past enemies and on, out of their reach: what all the attacks on the way are worth
    together."""
    weapon = fight.scene.weapons[weapon_in_use(me)]
    best: i64 = NONE
    most = UNWEIGHED
    for one in ways_past(fight, me, surroundings):
        worth = worth_of_passing(fight, me, weapon, one)
        if worth > most:
            most = worth
            best = one.goal
    return Plan(RIDE_BY if best >= 0 else NONE, best, most)


def ways_past(
    fight: RenaissanceFight, me: Combatant, surroundings: Surroundings
) -> list[RideByWay]:
    """The ways of such a charge past every enemy."""
    full = rate(fight, me, RIDE_BY, 0)
    known = surroundings.passings
    while known is not None:
        if known.full == full:
            return known.ways
        known = known.next
    found: list[RideByWay] = []
    furthest: i64 = int(full) - 2
    spaces = fight.scene.spaces_from(me.cell)
    for enemy in fight.enemies[me.side]:
        if spaces[enemy.cell] > furthest or enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        goal = beyond(fight, me, enemy, full, occupied_cells(fight, me))
        if goal >= 0:
            path = way_from(fight, me, surroundings, goal, full)
            if len(path) >= 3:
                found.append(ride_by_way(fight, me, path))
    surroundings.keep_ride_by_ways(RideByWays(full, found))
    return found


def ride_by_way(fight: RenaissanceFight, me: Combatant, path: list[int]) -> RideByWay:
    """Whom a path passes, and how near."""
    goal = path[len(path) - 1]
    is_clear = True
    enemies: list[int] = []
    nearest: list[int] = []
    strides: list[list[int]] = []
    for enemy in fight.enemies[me.side]:
        if enemy.has_no_turn() or not is_foe(me, enemy):
            continue
        spaces = fight.scene.spaces_from(enemy.cell)
        is_clear = is_clear and spaces[goal] > STRIDE
        enemies.append(int(enemy.index))
        nearest.append(min([spaces[cell] for cell in path[:-1]]))
        strides.append([cell for cell in path[:-1] if spaces[cell] <= STRIDE])
    return RideByWay(goal, is_clear, enemies, nearest, strides)


def beyond(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, full: float, taken: list[bool]
) -> i64:
    """A free cell some way behind an enemy, as far as the charge goes; NONE if there is none."""
    grid = fight.scene.grid
    across = grid.x(enemy.cell) - grid.x(me.cell)
    down = grid.y(enemy.cell) - grid.y(me.cell)
    longer = across if across * across > down * down else down
    if longer < 0:
        longer = -longer
    if longer == 0:
        return NONE
    far: i64 = int(full) - 2
    while far > longer + 2:
        x = grid.x(me.cell) + across * far // longer
        y = grid.y(me.cell) + down * far // longer
        for side in (0, 1, -1):
            down_side = y + side if across * across > down * down else y
            across_side = x if across * across > down * down else x + side
            if grid.inside(across_side, down_side):
                cell = grid.cell(across_side, down_side)
                if not taken[cell] and not grid.solid[cell]:
                    return cell
        far -= 2
    return NONE


def worth_of_passing(
    fight: RenaissanceFight, me: Combatant, weapon: Weapon, passing: RideByWay
) -> float:
    """What the attacks on all those whom a path passes are worth, less what their own openings
    cost; more if it ends where nobody strikes back."""
    total = 0.0
    for place, foe in enumerate(passing.enemies):
        enemy = fight.combatants[foe]
        if passing.nearest[place] <= weapon.reach:
            total += worth_after(fight, me, enemy, weapon, RIDE_BY)
        if enemy.reacted == 0:
            for cell in passing.strides[place]:
                if threatens(fight, enemy, cell):
                    total -= threat_of(fight, enemy, me)
                    break
    return total + OUT_OF_REACH if passing.is_clear and total > 0.0 else total


def straight_way(fight: RenaissanceFight, me: Combatant, cell: i64, taken: list[bool]) -> float:
    """How far it is straight to a cell; UNREACHED if somebody or something is in between."""
    grid = fight.scene.grid
    found = straight_length(grid, me.cell, cell, taken, True, DIAGONAL)
    if found < UNREACHED or not bends(grid, me.cell, cell):
        return found
    return straight_length(grid, me.cell, cell, taken, False, DIAGONAL)


def choose_place(fight: RenaissanceFight, question: Destinations, intent: Intent) -> Option:
    """Where a move is to end; the same that made it worth making, or as near to the enemy as one
    goes that somebody else wanted."""
    me = question.mover
    if question.kind not in GAIT_OF_QUESTION:
        return fight.scene.stay  # it never means to crawl, dash or tumble
    gait = GAIT_OF_QUESTION[question.kind]
    goal = intent.taken_up(fight, me.index, gait)
    if goal < 0:
        goal = goal_of(fight, me, surroundings_of(fight, me), gait)
    if goal < 0 or goal == me.cell:
        return fight.scene.stay
    return fight.scene.to(goal) if question.leads_to(goal) else nearest(fight, question, goal)


def goal_of(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings, gait: i64) -> i64:
    """Where a move that was not chosen for a plan is to end; NONE if nowhere is better."""
    goal = planned_goal(fight, me, surroundings, gait)
    return goal if goal >= 0 else best_approach(fight, me, surroundings).cell


def planned_goal(
    fight: RenaissanceFight, me: Combatant, surroundings: Surroundings, gait: i64
) -> i64:
    """Where a move at that gait is worth making to; NONE if it is not."""
    if gait == RIDE_BY:
        return plan_ride_by(fight, me, surroundings).cell
    if gait == RUN:
        return NONE
    if gait == WALK and melee_reach(fight, me) == 0:
        return cover_for(fight, me, surroundings)
    plan = plan_advance(fight, me, surroundings, gait == CHARGE, False)
    return plan.cell if plan.gait == gait else NONE


def nearest(fight: RenaissanceFight, question: Question, goal: i64) -> Option:
    """Of the places a move can lead to, the nearest to one that it does not."""
    chosen = fight.scene.stay
    best = fight.scene.grid.spaces(fight.combatants[question.who].cell, goal)
    for option in question.options:
        if option is not fight.scene.stay:
            away = fight.scene.grid.spaces(option.place, goal)
            if away < best:
                chosen, best = option, away
    return chosen


GAIT_OF_QUESTION: Final[dict[str, int]] = {
    "move": int(WALK),
    "charge": int(CHARGE),
    "run": int(RUN),
    "ride by": int(RIDE_BY),
}


def gait_to(
    fight: RenaissanceFight,
    me: Combatant,
    surroundings: Surroundings,
    goal: i64,
    base: float,
    full: float,
    reach: i64,
) -> i64:
    """How to get to a cell: at a walk if that goes so far, else running, or charging where it leads
    next to an enemy."""
    metres = length(fight, me.cell, way_from(fight, me, surroundings, goal, full))
    if metres <= base:
        return WALK
    if reach > 0 and metres > RUN_UP:
        spaces = fight.scene.spaces_from(goal)
        for enemy in fight.enemies[me.side]:
            if spaces[enemy.cell] <= reach and is_foe(me, enemy):
                return CHARGE
    return RUN


def melee_reach(fight: RenaissanceFight, me: Combatant) -> i64:
    """How far one's best melee weapon reaches; 0 for one who would rather shoot."""
    weapon = fight.scene.weapons[weapon_in_use(me)]
    return weapon.reach if weapon.is_melee() else 0


def landing(
    fight: RenaissanceFight, me: Combatant, enemy: Combatant, reach: i64, taken: list[bool]
) -> i64:
    """The free cell nearest to oneself from which an enemy can be struck; NONE if none is free."""
    for cell in fight.scene.striking_cells_by(me.cell, enemy.cell, reach):
        if not taken[cell]:
            return cell
    return NONE


def best_approach(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> Approach:
    """As far towards the nearest enemy as one gets, for one without a shot, and how; nowhere if one
    is there already."""
    reach = melee_reach(fight, me)
    base = rate(fight, me, WALK, 0)
    full = rate(fight, me, RUN, 0)
    known = surroundings.approaches
    while known is not None:
        if known.full == full and known.reach == reach and known.base == base:
            return known
        known = known.next
    cell = approach_goal(fight, me, reach, full)
    gait = gait_to(fight, me, surroundings, cell, base, full, reach) if cell >= 0 else NONE
    found = Approach(reach, base, full, cell, gait)
    surroundings.keep_approach(found)
    return found


def approach_goal(fight: RenaissanceFight, me: Combatant, reach: i64, full: float) -> i64:
    """The cell that one comes to; NONE if that is nowhere, or one is there already."""
    foe = nearest_on_foot(fight, me)
    if foe is None:
        return NONE
    most = half_metres(full)
    taken = occupied_cells(fight, me)
    spaces = fight.scene.spaces_from(foe.cell)
    here = me.cell
    spent: i64 = 0
    while reach == 0 or spaces[here] > reach:
        best: i64 = NONE
        nearer = fight.scene.nearer(foe.cell, here)
        for place, there in enumerate(nearer.cells):
            cost: i64 = nearer.costs[place]
            if not taken[there] and spent + cost <= most:
                best = there
                spent += cost
                break
        if best < 0:
            break
        here = best
    return here if here != me.cell else NONE


def nearest_on_foot(fight: RenaissanceFight, me: Combatant) -> Combatant | None:
    """The enemy to whom the way is shortest."""
    best: Combatant | None = None
    least = UNREACHED
    for enemy in fight.enemies[me.side]:
        if is_foe(me, enemy) and not enemy.has_no_turn():
            away = fight.scene.field(enemy.cell)[me.cell]
            if away < least:
                least = away
                best = enemy
    return best


def cover_for(fight: RenaissanceFight, me: Combatant, surroundings: Surroundings) -> i64:
    """For a shooter: a better place to shoot from within a move, in cover or further off; NONE if
    this one is as good, or somebody would get an opening."""
    if not is_shooter(me) or surroundings.nearest < 0:
        return NONE
    if surroundings.spaces_to_nearest <= 2 and somebody_threatens(fight, me):
        return NONE
    metres = rate(fight, me, WALK, 0)
    known = surroundings.shelters
    while known is not None:
        if known.weapon == me.main and known.metres == metres:
            return known.cell
        known = known.next
    cell = find_cover(fight, me, surroundings, metres)
    surroundings.keep_shelter(Shelter(me.main, metres, cell))
    return cell


def find_cover(
    fight: RenaissanceFight, me: Combatant, surroundings: Surroundings, metres: float
) -> i64:
    """The same where nobody would get an opening, within so many metres."""
    foe = fight.combatants[surroundings.nearest]
    weapon = fight.scene.weapons[me.main]
    best: i64 = NONE
    most = place_worth(fight, foe, weapon, me.cell) + 0.5
    for cell in fight.scene.shelters_near(me.cell, metres):
        worth = place_worth(fight, foe, weapon, cell)
        if worth > most and way_from(fight, me, surroundings, cell, metres):
            most = worth
            best = cell
    if best < 0 and surroundings.spaces_to_nearest < CLOSE and not fight.scene.grid.cover[me.cell]:
        return step_back(fight, me, foe, metres)
    return best


def is_shooter(me: Combatant) -> bool:
    """Whether one is on foot with a bow or the like in hand."""
    return me.gear.shoots and me.mount < 0


def somebody_threatens(fight: RenaissanceFight, me: Combatant) -> bool:
    """Whether an enemy would get an opening if one moved."""
    for enemy in fight.enemies[me.side]:
        if is_foe(me, enemy) and threatens(fight, enemy, me.cell):
            return True
    return False


def step_back(fight: RenaissanceFight, me: Combatant, foe: Combatant, metres: float) -> i64:
    """Straight away from an enemy, as far as the way is open; NONE if it is not."""
    grid = fight.scene.grid
    taken = occupied_cells(fight, me)
    here = me.cell
    spent = 0.0
    while True:
        best: i64 = NONE
        furthest = grid.straight(here, foe.cell) + 0.1
        for there in grid.neighbours[here]:
            away = grid.straight(there, foe.cell)
            if away > furthest and not taken[there]:
                if spent + step_cost(grid, here, there, DIAGONAL) <= metres:
                    furthest = away
                    best = there
        if best < 0:
            break
        spent += step_cost(grid, here, best, DIAGONAL)
        here = best
    if here == me.cell or grid.sight(here, foe.cell) == NO_SIGHT:
        return NONE
    return here


def place_worth(fight: RenaissanceFight, foe: Combatant, weapon: Weapon, cell: i64) -> float:
    """How good a cell is to shoot from: with a view, in cover, out of reach but in short range."""
    grid = fight.scene.grid
    if grid.sight(cell, foe.cell) == NO_SIGHT:
        return -10.0
    worth = 3.0 if grid.cover[cell] else 0.0
    away = fight.metres(cell, foe.cell)
    if away > weapon.ranges[0]:
        worth -= 2.0
    return worth + (0.2 * float(away) if away < CLOSE else 0.2 * float(CLOSE))


# --- Luck and other answers -----------------------------------------------------------------------


def choose_luck_before(fight: RenaissanceFight, effort: Effort) -> Option:
    """A heavy penalty is worth Luck if there is more of it; but a feint is not worth any."""
    scene = fight.scene
    if effort.base == effort.who.sheet.skill(skills.DECEPTION) and is_feint(effort):
        return scene.trust
    heavy = effort.mods.penalty <= A_HEAVY_PENALTY
    return scene.ignore if heavy and effort.who.luck > 1 else scene.see


def choose_luck_after(fight: RenaissanceFight, effort: Effort, against: Effort | None) -> Option:
    """Luck mends what failed, or makes the exceptional success that a strike needs."""
    scene = fight.scene
    needed: i64 = 0
    if against is not None and against.quality > 0:
        needed = against.roll + 1
    won = effort.quality > 0 and effort.roll >= needed
    if won:
        if effort.wants_exceptional and effort.quality == SUCCESS:
            return scene.upgrade
        return scene.keep
    swapped = effort.roll % 10 * 10 + effort.roll // 10
    if needed <= swapped <= effort.target():  # so its digits are not the same
        return scene.swap
    return scene.keep


def is_feint(effort: Effort) -> bool:
    """Whether a check is no more than a feint."""
    return effort.label == skills.SKILL_TITLES[skills.DECEPTION]


def wants_to_catch(fight: RenaissanceFight, me: Combatant) -> bool:
    """Catching pays for one who parries well."""
    for item in me.held:
        skill = me.sheet.skill(me.sheet.best_skill(fight.scene.weapons[item]))
        if skill + modifiers.WOUND_PENALTY * me.felt_wounds() >= GOOD_ENOUGH_TO_CATCH:
            return True
    return False
