"""The player called `simple`, for Dungeons of Olde: a sensible fighter with no dice of its own.

It knows the chances, reckons what each blow is worth and what standing somewhere would cost, and
goes where that is best: a spear keeps out of a sword's reach, a wrestler stays in it, a wall of
shields waits for more enemies to come, and who is frail lets the others go first. It sees the
fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.olde import movement, spells
from affray.rulesets.olde.actions import (
    BLOCK_COST,
    BLOCKING,
    CAST_COST,
    FLOPPING,
    FULL_COST,
    PASSING,
    attack_price,
    may_block,
    may_flop,
)
from affray.rulesets.olde.adjustments import (
    ALL_OUT_ATTACK,
    ALL_OUT_DAMAGE,
    BLOCK_DEFENSE,
    FULL_EFFORT,
    HASTY,
    HASTY_ATTACK,
    PLAIN,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.hands import best_grip, free_hands
from affray.rulesets.olde.health import needs_aid
from affray.rulesets.olde.movement import CANNOT, MOST_STEPS, price
from affray.rulesets.olde.player.appraisal import (
    ATTACK_POINTS,
    CAUTION,
    aim_at,
    can_use_now,
    distance_adjustment,
    hit_value,
    menace,
    share_of_life,
    spell_value,
)
from affray.rulesets.olde.player.choice import Choice
from affray.rulesets.olde.player.ground import NO_CELL, Foe, Ground, Grounds
from affray.rulesets.olde.reach import is_enough, is_in_reach
from affray.rulesets.olde.reactions import PARRIED
from affray.rulesets.olde.sheet import BARE, NO_LIMIT, Use, Weapon
from affray.space.grid import CLEAR

DANGER: Final = 0.004
"""What a point of Defense is worth, for each enemy who could make use of it."""

NEAR: Final[i64] = 4
"""An enemy this near can be upon one within the turn."""

HELP_FIRST: Final[i64] = 3
"""With no enemy nearer than this a friend who is dying comes first."""

LIE_DOWN: Final[i64] = 8
"""With no enemy nearer than this a crossbow is best shot from the ground."""

PARRIES: Final = 0.4
"""How many of the blows that would hit a parry stops, about."""

HASTY_DEFENSE: Final = 1.0
FULL_EFFORT_DEFENSE: Final = 3.0
"""How much Defense an attack in haste by hand, and one with full effort, costs until the next Reset
[options.advanced]."""

KEPT_WEAPON: Final = 0.75
"""How sure a throw has to be of dropping its target to part with one's weapon."""


class SimplePlayer(Player):
    """Decides by what things are worth, always the same in the same place."""

    def __init__(self) -> None:
        self._grounds: Grounds | None = None
        """What was seen in the fight that was played last."""

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        kind = question.kind
        who = fight.combatants[question.who]
        if kind == "turn":
            if who.must_flee():
                return choose_flight(fight, who, question.options)
            return choose(fight, who, self.grounds_of(fight))
        if kind == "counterattack":
            attacker = fight.combatants[question.about]
            return question.options[1 if is_worth_striking_first(who, attacker) else 0]
        if kind == "riposte":
            return question.options[1]
        if kind == "parry":
            attacker = fight.combatants[question.about]
            return question.options[1 if is_worth_parrying(fight, who, attacker) else 0]
        if kind == "fumble":
            return question.options[0 if is_hurt(who) else 1]
        return question.default_option()

    def grounds_of(self, fight: OldeFight) -> Grounds:
        """Return what was seen in this fight so far."""
        found = self._grounds
        if found is None or found.fight is not fight:
            found = Grounds(fight)
            self._grounds = found
        return found


def is_hurt(who: Combatant) -> bool:
    """Whether half of the hit points are gone."""
    return 2 * who.hit_points <= who.sheet.hp


# --- the turn ---


def choose(fight: OldeFight, who: Combatant, grounds: Grounds) -> Option:
    """What to do next, for somebody who need not flee."""
    if who.is_prone() and not fight.moved and not shoots_lying(fight, who):
        if movement.can_rise(fight, who):
            return movement.RISING
        return choose_action(fight, who, grounds, None)
    if fight.has_acted:
        return choose_action(fight, who, grounds, None)
    ground = grounds.look_around(who, MOST_STEPS)
    if ground.has_ailing_friend and ground.nearest > HELP_FIRST:
        aid = aid_for_a_friend(fight, who)
        if aid is not None:
            return aid
    free = movement.free_spaces(fight, who)
    if free > 0:
        better = better_place(ground, free, 0, fight.scene.free_step)
        if better is not None:
            return better
        ground.has_no_better_cell = True
    return choose_action(fight, who, grounds, ground)


def choose_flight(fight: OldeFight, who: Combatant, options: list[Option]) -> Option:
    """As far from every enemy as can be, and out if there is a way."""
    best = options[0]
    best_distance: i64 = -1
    for option in options:
        if movement.can_leave(fight, who) and option is movement.LEAVING:
            return option
        if option.place >= 0:
            distance = movement.nearest_enemy_distance(fight, who, option.place)
            if fight.scene.exits[option.place]:
                distance += NO_LIMIT
            if distance > best_distance:
                best_distance = distance
                best = option
    return best


def choose_action(
    fight: OldeFight, who: Combatant, grounds: Grounds, ground: Ground | None
) -> Option:
    """Whatever is worth most of striking, blocking and casting; or going where one can strike.
    `ground` is the field as it is now, if it was looked at already."""
    if not fight.has_acted:
        if ground is None:
            ground = grounds.look_around(who, MOST_STEPS)
        choice = best_attack(fight, ground)
        consider_spells(fight, who, choice)
        consider_block(fight, ground, choice)
        if choice.option is not None:
            return choice.option
        if rests(fight, who):
            return spells.RESTING
        gear = better_gear(fight, who)
        if gear is not None:
            return gear
        if lies_down_to_shoot(fight, who):
            return FLOPPING
    if movement.reset_price(fight, who) != CANNOT:
        return movement.reset_option(who)
    step = better_step(fight, who, grounds, ground)
    return step if step is not None else PASSING


# --- attacks ---


def best_attack(fight: OldeFight, ground: Ground) -> Choice:
    """The attack that is worth most for each Action Point, its loss of Defense counted: with what
    is in hand, bare hands, and what can be thrown from the belt."""
    choice, who = ground.choice, ground.me
    choice.begin()
    least = ATTACK_POINTS if not fight.house.advanced_actions else 1
    if not ground.attacks or price(fight, who, least, False) == CANNOT:
        return choice
    held = ground.held
    melee, ranged = held.melee, held.ranged
    if melee is not None:
        weigh_use(fight, ground, held, melee, choice)
    if ranged is not None:
        weigh_use(fight, ground, held, ranged, choice)
    if (melee is None or melee.nearest > 0) and who.weapon != BARE:
        weigh_use(fight, ground, ground.bare, ground.bare.use(False), choice)
    if len(who.arms) > 1 and free_hands(who, held) > 0:
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if item != who.weapon and weapon.is_only_thrown():
                weigh_use(fight, ground, weapon, weapon.use(True), choice)
                break
    choice.take_attack(fight, who)
    return choice


def weigh_use(fight: OldeFight, ground: Ground, weapon: Weapon, use: Use, choice: Choice) -> None:
    """Compares the attacks with one weapon on everybody within reach or range with the best so
    far."""
    who = ground.me
    if use.farthest < ground.nearest or not can_use_now(who, weapon, use):
        return
    house = fight.house
    hides_nothing = ground.field.hides_nothing
    nearest, farthest = use.nearest, use.farthest
    for foe in ground.foes:
        distance = foe.distance
        if nearest <= distance <= farthest:
            sight: i64 = CLEAR
            if not hides_nothing:
                sight = foe.sight_from(who.cell)
            if sight == CLEAR or is_enough(house, sight):
                adjusts: i64 = 0
                if sight or use.ranged:
                    adjusts = distance_adjustment(house, use, sight, foe.who, distance)
                weigh_manners(fight, ground, weapon, use, foe, adjusts, choice)


def weigh_manners(
    fight: OldeFight,
    ground: Ground,
    weapon: Weapon,
    use: Use,
    foe: Foe,
    adjusts: i64,
    choice: Choice,
) -> None:
    """Compares the manners of an attack on one target with the best so far."""
    who = ground.me
    plain = ground.attack_value(foe, weapon, use, adjusts)
    if use.thrown and weapon.melee is not None and plain < KEPT_WEAPON:
        return
    cost = price(fight, who, ATTACK_POINTS, False)
    if cost != CANNOT:
        choice.consider_attack(weapon, use, foe.who, PLAIN, plain / float(cost))
    if fight.house.advanced_actions:
        weigh_advanced_manners(fight, ground, weapon, use, foe, adjusts, choice)


def weigh_advanced_manners(
    fight: OldeFight,
    ground: Ground,
    weapon: Weapon,
    use: Use,
    foe: Foe,
    adjusts: i64,
    choice: Choice,
) -> None:
    """The same in haste and with full effort [options.advanced]."""
    who, target = ground.me, foe.who
    aim = ground.aim(foe, weapon, use)
    hit, worth = hit_value(aim.harm, target), menace(target)
    if choice.danger < 0.0:
        choice.danger = DANGER * float(count_threats(ground))
    cost = attack_price(fight, who, use, HASTY)
    if cost != CANNOT:
        value = aim.hit(adjusts + HASTY_ATTACK) * hit * worth / float(cost)
        if not use.ranged:
            value -= choice.danger * HASTY_DEFENSE
        choice.consider_attack(weapon, use, target, HASTY, value)
    cost = attack_price(fight, who, use, FULL_EFFORT)
    if cost != CANNOT:
        if use.ranged:
            value = aim.hit(adjusts + fight.house.aimed_shot) * hit * worth / float(cost)
        else:
            hit = hit_value(aim.harm + float(ALL_OUT_DAMAGE), target)
            value = aim.hit(adjusts + ALL_OUT_ATTACK) * hit * worth / float(cost)
        value -= choice.danger * FULL_EFFORT_DEFENSE
        choice.consider_attack(weapon, use, target, FULL_EFFORT, value)


def count_threats(ground: Ground) -> i64:
    """How many enemies could still attack before the next Reset."""
    found: i64 = 0
    for foe in ground.foes:
        if foe.points > 0 and foe.attacks:
            if foe.distance <= NEAR or foe.who.held_weapon().ranged is not None:
                found += 1
    return found


# --- blocking, spells, aid and gear ---


def consider_block(fight: OldeFight, ground: Ground, choice: Choice) -> None:
    """A shield block is worth the blows it would turn [shield.block]."""
    who = ground.me
    if not who.shielded or not may_block(fight, who):
        return
    if price(fight, who, BLOCK_COST, False) == CANNOT:
        return
    saved = 0.0
    for foe in ground.foes:
        if foe.points >= ATTACK_POINTS and foe.attacks:
            saved += saved_by_block(who, foe)
    if saved > 0.0:
        choice.consider(BLOCKING, saved * CAUTION / float(BLOCK_COST))


def saved_by_block(who: Combatant, foe: Foe) -> float:
    """How much of one's life +2 Defense saves from an enemy within reach before the Reset."""
    weapon = foe.who.held_weapon()
    distance = foe.distance
    use = weapon.melee
    if use is not None and is_in_reach(use, distance):
        aim = foe.aim_by_hand()
    else:
        use = weapon.ranged
        if use is None or not is_in_reach(use, distance):
            return 0.0
        aim = foe.aim_from_afar()
    turned = aim.hit(0) - aim.hit(-BLOCK_DEFENSE)
    return turned * share_of_life(aim.harm, who) * float(foe.points // ATTACK_POINTS)


def consider_spells(fight: OldeFight, who: Combatant, choice: Choice) -> None:
    """A spell is worth what its condition does to an enemy who does not have it yet."""
    if not who.sheet.known_spells or price(fight, who, CAST_COST, False) == CANNOT:
        return
    if not who.can_cast():
        return
    for spell in who.sheet.known_spells:
        for target in fight.enemies[who.side]:
            if spells.can_be_cast_at(fight, who, spell, target):
                value = spell_value(who, spell, target)
                if value > 0.0:
                    option = fight.scene.cast_at[spell.index][target.index]
                    choice.consider(option, value / float(CAST_COST))


def rests(fight: OldeFight, who: Combatant) -> bool:
    """Whether a caster has nothing better to do than to get Mana back [spells.mana]."""
    if not who.sheet.known_spells or not spells.may_rest(who):
        return False
    return price(fight, who, FULL_COST, True) != CANNOT


def aid_for_a_friend(fight: OldeFight, who: Combatant) -> Option | None:
    """First aid for a friend beside one, if it can be paid."""
    if price(fight, who, FULL_COST, True) == CANNOT:
        return None
    distances = fight.scene.field.distances(who.cell)
    for friend in fight.friends[who.side]:
        if distances[friend.cell] <= 1 and friend is not who:
            if needs_aid(fight, friend):
                return fight.scene.first_aid[friend.index]
    return None


def better_gear(fight: OldeFight, who: Combatant) -> Option | None:
    """A weapon, for those with nothing in hand; and something else than a bow for those who
    cannot get away from an enemy."""
    if price(fight, who, FULL_COST, True) == CANNOT or who.is_bound():
        return None
    held = who.held_weapon()
    crowded = (
        held.melee is None
        and movement.nearest_enemy_distance(fight, who, who.cell) == 0
        and not movement.may_step(fight, who)
    )
    if who.weapon != BARE and not crowded:
        return None
    scene = fight.scene
    for item in who.arms:
        weapon = scene.weapons[item]
        if item != who.weapon and (weapon.melee is not None or not crowded):
            if not weapon.is_only_thrown():
                two_hands = best_grip(weapon, who.sheet.shield.defense > 0)
                return scene.take_up[item][1 if two_hands else 0]
    for item, cell, _ in fight.lying:
        if cell == who.cell:
            return scene.pick_up[item]
    return None


def shoots_lying(fight: OldeFight, who: Combatant) -> bool:
    """Whether somebody has a crossbow in hand and time to use it from the ground."""
    use = who.held_weapon().ranged
    if use is None or not use.crossbow:
        return False
    return movement.nearest_enemy_distance(fight, who, who.cell) >= LIE_DOWN


def lies_down_to_shoot(fight: OldeFight, who: Combatant) -> bool:
    """Whether it is better to lie down: a crossbow shoots better so, and archers aim worse
    [conditions.list]."""
    return may_flop(who) and shoots_lying(fight, who)


# --- where to go ---


def better_place(ground: Ground, most: i64, cost: i64, options: list[Option]) -> Option | None:
    """A space within so many steps that is clearly better than one's own, if there is one; each
    step costs so many Action Points."""
    if not ground.foes:
        return None
    best = ground.best_cell(ground.near_by.rings(ground.closed, most), cost)
    return options[best] if best != NO_CELL else None


def better_step(
    fight: OldeFight, who: Combatant, grounds: Grounds, ground: Ground | None
) -> Option | None:
    """A step to a better space, for an Action Point that no attack needs, or where there is none to
    make."""
    steps = movement.step_spaces(fight, who)
    if steps == 0:
        return None
    if fight.has_acted and who.action_points % ATTACK_POINTS == 0:
        return None
    if fight.has_acted:
        steps = 1
    if ground is None:
        ground = grounds.look_around(who, steps)
    elif who.action_points == 1 and ground.has_no_better_cell:
        # a space that is no better for nothing is no better for a point that makes no attack
        return None
    return better_place(ground, steps, 1, fight.scene.step)


# --- answers ---


def is_worth_striking_first(me: Combatant, attacker: Combatant) -> bool:
    """Whether a counterattack would likely drop whoever attacks."""
    weapon = me.held_weapon()
    aim = aim_at(me, weapon, weapon.use(False), attacker)
    return share_of_life(aim.harm, attacker) >= 1.0


def is_worth_parrying(fight: OldeFight, me: Combatant, attacker: Combatant) -> bool:
    """Whether a parry likely saves more of one's own life than the Action Point, and the -2 on
    one's own attacks that is left of it, would take of the attacker's."""
    weapon = me.held_weapon()
    mine = aim_at(me, weapon, weapon.use(False), attacker)
    theirs = attacker.held_weapon()
    use = theirs.melee
    if use is None:
        theirs = fight.scene.weapons[BARE]
        use = theirs.use(False)
    saved = aim_at(attacker, theirs, use, me).loss(me) * PARRIES
    left = me.action_points - 1
    hit, feared = hit_value(mine.harm, attacker), menace(attacker)
    worth = mine.hit(0) * hit * feared
    lost = worth - mine.hit(PARRIED.attack) * hit * feared
    spent = worth + lost * float(left)
    return saved > spent / float(ATTACK_POINTS)
