"""How the simple player of Olde played before, to measure the one that plays now against.

It keeps its reach, steps to where it can strike and be struck little, shoots from its base range,
spends its Action Points where they do most, and blocks when it is hurt. It sees the fight only
as a person would, and judges chances by eye.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.olde import movement
from affray.rulesets.olde.actions import (
    BLOCK_COST,
    BLOCKING,
    FULL_COST,
    PASSING,
    attack_price,
    may_block,
)
from affray.rulesets.olde.adjustments import (
    FULL_EFFORT,
    HASTY,
    PLAIN,
    attack_adjustments,
    damage_adjustments,
    defense_adjustments,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.dice import MOST_RANK, check_dice
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.hands import best_grip, free_hands
from affray.rulesets.olde.health import needs_aid
from affray.rulesets.olde.movement import CANNOT, price
from affray.rulesets.olde.reach import (
    can_attack_at,
    can_see,
    is_in_reach,
    is_strong_enough,
    range_adjustment,
    sight_adjustment,
)
from affray.rulesets.olde.sheet import BARE, FINESSE, Use, Weapon

EXPOSED: Final = 0.08
"""How much it is worth to stand where one more enemy cannot strike at once."""

CLEARLY: Final = 0.02
"""How much better another space has to be to go there."""

DANGER: Final = 0.004
"""What a point of Defense is worth, for each enemy who could make use of it."""

NEAR: Final[i64] = 4
"""An enemy this near can be upon one within the turn."""

HELP_FIRST: Final[i64] = 3
"""With no enemy nearer than this a friend who is dying comes first."""

KEPT_WEAPON: Final = 0.75
"""How sure a throw has to be of dropping its target to part with one's weapon."""

FAR: Final[i64] = 1_000_000


class FormerPlayer(Player):
    """Decides by rules of thumb, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        kind = question.kind
        if kind == "turn":
            return choose(fight, fight.combatants[question.who], question)
        if kind == "counterattack":
            return question.options[1 if could_fell(fight, question) else 0]
        if kind == "riposte":
            return question.options[1]
        if kind == "parry":
            return question.options[1 if is_hurt(fight.combatants[question.who]) else 0]
        if kind == "fumble":
            return question.options[0 if is_hurt(fight.combatants[question.who]) else 1]
        return question.default_option()


class AttackChoice:
    """The best attack found so far, and how good it is."""

    def __init__(self) -> None:
        self.option: Option | None = None
        self.value: float = 0.0


def is_hurt(who: Combatant) -> bool:
    """Whether half of the hit points are gone."""
    return 2 * who.hit_points <= who.sheet.hp


def could_fell(fight: OldeFight, question: Question) -> bool:
    """Whether an ordinary blow with what is in hand would drop whoever attacks."""
    me = fight.combatants[question.who]
    attacker = fight.combatants[question.about]
    dealt = mean_damage(fight, me, me.held_weapon(), me.held_weapon().use(False), attacker, PLAIN)
    return dealt >= float(attacker.hit_points)


def check_means() -> list[float]:
    """What a check of each rank comes to on average, with its explosions."""
    found: list[float] = [0.0, 0.0]
    rank: i64 = 2
    while rank <= MOST_RANK:
        count, die, added = check_dice(rank)
        sides: i64 = die + die % 2
        one = float(die + 1) / 2.0 * float(sides) / float(sides - 1)
        found.append(float(count) * one + float(added))
        rank += 1
    return found


MEANS: Final = check_means()


# --- what an attack is worth ---


def chance(margin: float, spread: float) -> float:
    """Roughly how likely a check is to beat another whose average it exceeds by `margin`."""
    size = margin if margin > 0 else -margin
    return 0.5 + 0.5 * margin / (size + spread)


def hit_chance(
    fight: OldeFight,
    who: Combatant,
    weapon: Weapon,
    use: Use,
    cell: i64,
    target: Combatant,
    manner: i64,
) -> float:
    """Roughly how likely an attack from a cell is to hit."""
    rank = who.sheet.rank(use.check_stat)
    adjusts = attack_adjustments(fight, who, weapon, use, manner).total
    grid = fight.scene.grid
    adjusts += sight_adjustment(fight.house, grid.sight(cell, target.cell))
    if use.ranged:
        distance = grid.spaces(cell, target.cell)
        adjusts += range_adjustment(use, distance)
        if distance == 1 and not target.is_motionless():
            adjusts -= 2
    mine = MEANS[rank] + float(adjusts)
    if target.is_helpless():
        return chance(mine - 6.0, float(rank))
    defends = target.sheet.rank(FINESSE)
    theirs = MEANS[defends] + float(defense_adjustments(fight, target, use.ranged).total)
    return chance(mine - theirs, float(rank + defends) * 0.6)


def mean_damage(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant, manner: i64
) -> float:
    """Roughly what a hit does after armour."""
    die = who.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    rolled = float(die + 1) / (4.0 if use.unarmed else 2.0)
    added = damage_adjustments(fight, who, weapon, use, manner).total - target.sheet.armour.damage
    found = rolled + float(added)
    return found if found > 0.5 else 0.5


def attack_value(
    fight: OldeFight,
    who: Combatant,
    weapon: Weapon,
    use: Use,
    cell: i64,
    target: Combatant,
    manner: i64,
) -> float:
    """How much of what the target has left an attack takes away, on average."""
    dealt = mean_damage(fight, who, weapon, use, target, manner)
    left = float(target.hit_points)
    share = dealt / left if dealt < left else 1.0
    return hit_chance(fight, who, weapon, use, cell, target, manner) * (share + 0.01 * dealt)


def uses_at_hand(fight: OldeFight, who: Combatant) -> list[tuple[Weapon, Use]]:
    """What somebody can attack with at once: what is in hand, or bare hands where that is all,
    and what can be thrown from the belt."""
    held = who.held_weapon()
    found: list[tuple[Weapon, Use]] = []
    if held.melee is not None:
        found.append((held, held.melee))
    if held.ranged is not None:
        found.append((held, held.ranged))
    if held.melee is None:
        bare = fight.scene.weapons[BARE]
        found.append((bare, bare.use(False)))
    if free_hands(who, held) > 0:
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if item != who.weapon and weapon.is_only_thrown():
                found.append((weapon, weapon.use(True)))
                break
    return found


def can_use_now(who: Combatant, use: Use) -> bool:
    """Whether a weapon could be used now, distance apart."""
    return is_strong_enough(who, use) and (not use.crossbow or who.loaded)


def place_value(fight: OldeFight, who: Combatant, cell: i64) -> float:
    """How good a place a cell is: the best attack from it, less what enemies could do there."""
    best = 0.0
    for weapon, use in uses_at_hand(fight, who):
        if (use.thrown and weapon.melee is not None) or not is_strong_enough(who, use):
            continue
        for target in fight.combatants:
            if target.side != who.side and target.is_in_fight():
                if can_attack_at(fight, who, use, cell, target):
                    found = attack_value(fight, who, weapon, use, cell, target, PLAIN)
                    if found > best:
                        best = found
    if best == 0.0:
        return 0.0
    # an attack from an exposed place is still better than none
    safe = best - EXPOSED * float(count_strikers(fight, who, cell))
    return safe if safe > 0.001 else 0.001


def count_strikers(fight: OldeFight, who: Combatant, cell: i64) -> i64:
    """How many enemies could strike somebody at a cell without taking a step."""
    found: i64 = 0
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.can_attack():
            use = enemy.held_weapon().melee
            if use is not None and is_in_reach(use, fight.scene.grid.spaces(cell, enemy.cell)):
                found += 1
    return found


def nearest_enemy(fight: OldeFight, who: Combatant) -> i64:
    """How far the nearest enemy is."""
    found = FAR
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.is_in_fight():
            distance = fight.scene.grid.spaces(who.cell, enemy.cell)
            if distance < found:
                found = distance
    return found


def count_threats(fight: OldeFight, who: Combatant) -> i64:
    """How many enemies could still attack before the next Reset."""
    found: i64 = 0
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.action_points > 0 and enemy.can_attack():
            near = fight.scene.grid.spaces(who.cell, enemy.cell) <= NEAR
            if near or enemy.held_weapon().ranged is not None:
                found += 1
    return found


# --- the turn ---


def choose(fight: OldeFight, who: Combatant, question: Question) -> Option:
    """What to do next."""
    scene = fight.scene
    if who.must_flee():
        return choose_flight(fight, who, question.options)
    if who.is_prone() and not fight.moved:
        return movement.RISING if movement.can_rise(fight, who) else choose_action(fight, who)
    aid = aid_for_a_friend(fight, who)
    if aid is not None:
        return aid
    if movement.free_spaces(fight, who) > 0:
        better = better_place(fight, who, movement.free_spaces(fight, who), scene.free_step)
        if better is not None:
            return better
    return choose_action(fight, who)


def choose_flight(fight: OldeFight, who: Combatant, options: list[Option]) -> Option:
    """As far from every enemy as can be, and out if there is a way."""
    best = options[0]
    best_distance: i64 = -1
    for option in options:
        if movement.can_leave(fight, who) and option is movement.LEAVING:
            return option
        if option.place >= 0:
            distance = FAR
            for enemy in fight.combatants:
                if enemy.side != who.side and enemy.is_in_fight():
                    spaces = fight.scene.grid.spaces(option.place, enemy.cell)
                    if spaces < distance:
                        distance = spaces
            if distance > best_distance:
                best_distance = distance
                best = option
    return best


def choose_action(fight: OldeFight, who: Combatant) -> Option:
    """Block when hurt, strike when one can, or go where one can strike."""
    if not fight.has_acted:
        if is_hurt(who) and may_block(fight, who) and count_threats(fight, who) > 0:
            if price(fight, who, BLOCK_COST, False) != CANNOT:
                return BLOCKING
        attack = best_attack(fight, who)
        if attack is not None:
            return attack
        gear = better_gear(fight, who)
        if gear is not None:
            return gear
    if movement.reset_price(fight, who) != CANNOT:
        return movement.reset_option(who)
    if not fight.has_acted:
        step = approach(fight, who)
        if step is not None:
            return step
    return PASSING


def best_attack(fight: OldeFight, who: Combatant) -> Option | None:
    """The attack that does most for each Action Point, its loss of Defense counted."""
    if not who.can_attack():
        return None
    choice = AttackChoice()
    danger = DANGER * float(count_threats(fight, who))
    for weapon, use in uses_at_hand(fight, who):
        if not can_use_now(who, use):
            continue
        for target in fight.combatants:
            if target.side != who.side and target.is_in_fight():
                if can_attack_at(fight, who, use, who.cell, target):
                    weigh_manners(fight, who, weapon, use, target, danger, choice)
    return choice.option


def weigh_manners(
    fight: OldeFight,
    who: Combatant,
    weapon: Weapon,
    use: Use,
    target: Combatant,
    danger: float,
    choice: AttackChoice,
) -> None:
    """Compares the manners of an attack on one target with the best so far."""
    for manner in (PLAIN, HASTY, FULL_EFFORT):
        cost = attack_price(fight, who, use, manner)
        if cost == CANNOT:
            continue
        found = attack_value(fight, who, weapon, use, who.cell, target, manner)
        if use.thrown and weapon.melee is not None and found < KEPT_WEAPON:
            continue
        lost = 0.0
        if manner == FULL_EFFORT:
            lost = 3.0
        elif manner == HASTY and not use.ranged:
            lost = 1.0
        value = found / float(cost) - danger * lost
        if value > choice.value or choice.option is None:
            choice.value = value
            choice.option = fight.scene.attack(
                who.index, weapon.index, target.index, manner, use.ranged
            )


def aid_for_a_friend(fight: OldeFight, who: Combatant) -> Option | None:
    """First aid for a friend beside one, while no enemy is near."""
    if fight.has_acted or price(fight, who, FULL_COST, True) == CANNOT:
        return None
    for friend in fight.combatants:
        if friend.side == who.side and friend is not who and needs_aid(fight, friend):
            if fight.scene.grid.spaces(who.cell, friend.cell) <= 1:
                if nearest_enemy(fight, who) > HELP_FIRST:
                    return fight.scene.first_aid[friend.index]
    return None


def better_gear(fight: OldeFight, who: Combatant) -> Option | None:
    """A weapon, for those with nothing in hand; and something else than a bow for those who
    cannot get away from an enemy."""
    if price(fight, who, FULL_COST, True) == CANNOT or who.is_bound():
        return None
    held = who.held_weapon()
    crowded = (
        held.melee is None and nearest_enemy(fight, who) == 0 and not movement.may_step(fight, who)
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


# --- where to go ---


def better_place(
    fight: OldeFight, who: Combatant, most: i64, options: list[Option]
) -> Option | None:
    """A space within so many steps that is clearly better than one's own, if there is one; where
    nothing can be reached yet, or only from beyond the base range, one that is nearer."""
    best: Option | None = None
    here = place_value(fight, who, who.cell)
    best_value = here + CLEARLY if here > 0.0 else 0.0
    ways = ways_of(fight, who, most)
    for cell, _ in ways:
        value = place_value(fight, who, cell)
        if value > best_value:
            best_value = value
            best = options[cell]
    if best is not None:
        return best
    from_afar = who.held_weapon().melee is None and way_to_go(fight, who, who.cell) > 0
    if here > 0.0 and not from_afar:
        return None
    return nearer(fight, who, ways, options)


def ways_of(fight: OldeFight, who: Combatant, most: i64) -> list[tuple[int, int]]:
    """The cells somebody can get to in so many steps, nearest first, each with its steps."""
    ways = fight.ways(who, most)
    return [(cell, steps) for steps in range(1, int(most) + 1) for cell in ways.ring(steps)]


def nearer(
    fight: OldeFight, who: Combatant, ways: list[tuple[int, int]], options: list[Option]
) -> Option | None:
    """The space from which there is least left to go."""
    best: Option | None = None
    least = way_to_go(fight, who, who.cell)
    for cell, _ in ways:
        left = way_to_go(fight, who, cell)
        if left < least:
            least = left
            best = options[cell]
    return best


def way_to_go(fight: OldeFight, who: Combatant, cell: i64) -> i64:
    """How many steps it is from a cell to where one's weapon is of use."""
    reach: i64 = 1
    use = who.held_weapon().ranged
    melee = who.held_weapon().melee
    if melee is not None:
        reach = melee.farthest
    elif use is not None:
        reach = use.base
    least = FAR
    for target in fight.combatants:
        if target.side != who.side and target.is_in_fight():
            steps: i64 = fight.scene.field.long_walk(cell, target.cell)
            if can_see(fight, cell, target.cell):
                steps = steps - reach if steps > reach else 0
            if steps < least:
                least = steps
    return least


def approach(fight: OldeFight, who: Combatant) -> Option | None:
    """Steps to where one can strike at once; otherwise goes as near as the round allows, and
    runs where nobody could make use of it."""
    steps = movement.step_spaces(fight, who)
    if steps == 0 or not who.can_attack():
        return None
    scene = fight.scene
    if steps > 1:
        found = better_place(fight, who, steps - 1, scene.step)
        if found is not None and place_value(fight, who, found.place) > 0.0:
            return found
    runs = movement.run_spaces(fight, who)
    if runs > steps and nearest_enemy(fight, who) > NEAR + runs:
        # only spaces further than a step away are run to
        ways = [way for way in ways_of(fight, who, runs) if way[1] > 1]
        return nearer(fight, who, ways, scene.run)
    return nearer(fight, who, ways_of(fight, who, steps), scene.step)
