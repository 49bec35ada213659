"""Where to stand: the field as the simple player sees it, what to do to each enemy from each cell,
and what to fear there.

A cell is looked at only as far as it can still be better than the best so far.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.appraisal import (
    ATTACK_POINTS,
    CAUTION,
    Aim,
    aim_at,
    attack_value,
    distance_adjustment,
    hit_value,
    menace,
    spell_value,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.field import Rings, bit_number
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import FREE_SPACES, MOST_STEPS, SMALL_FREE_SPACES
from affray.rulesets.olde.reach import (
    is_enough,
    is_strong_enough,
    range_adjustment,
    sight_adjustment,
)
from affray.rulesets.olde.sheet import BARE, Spell, Weapon

PATIENCE: Final = 0.5
"""How much what happens after the next Reset weighs against what happens before it."""

AT_ONCE: Final = 10.0
"""How much better a cell is from which there is something to do at once."""

TOO_MUCH: Final = 0.3
"""Who takes this share of one's life with each attack is not gone to alone."""

CROWDED: Final = 0.7
"""How much of their attacks those have left whom one stands too near for their weapon."""

FAR: Final[i64] = 1_000_000

NO_CELL: Final[i64] = -1
NO_REACH: Final[i64] = -1
NO_SPELLS: Final[list[Spell]] = []

NOWHERE: Final = 1e9
"""More than any place is worth."""

CLEARLY: Final = 0.02
"""How much better another space has to be to go there."""


def struck_with(fight: OldeFight, who: Combatant) -> Weapon:
    """What somebody strikes with by hand: the weapon in hand, or bare hands."""
    held = who.held_weapon()
    return held if held.melee is not None else fight.scene.weapons[BARE]


@mypyc_attr(acyclic=True, free_list_len=1)
class Foe:
    """An enemy as somebody who thinks of where to stand sees them: how much of one's life each of
    their attacks takes, from where, and how many they could still make; and what one's own attacks
    on them are worth, at most `cap`."""

    def __init__(self, fight: OldeFight, me: Combatant, who: Combatant) -> None:
        field = fight.scene.field
        cell = who.cell
        self.fight: Final = fight
        self.me: Final = me
        self.who: Final = who
        self.friends: Final = fight.friends[me.side]
        self.cell: Final[i64] = cell
        self.walk: Final = field.walk(cell)
        self.distances: Final = field.distances(cell)
        self.points: Final[i64] = who.action_points
        self.next_points: Final = mean_points(who)
        self.free: Final[i64] = free_spaces(who)
        self.near: i64 = 0
        self.far: i64 = 1
        self.their_range: i64 = 0
        self._attacks: Final = who.can_attack()
        self._saw_weapons: bool = False
        self._blow: float = 0.0
        self._shot: float = 0.0
        self.last_case: i64 = NO_REACH
        self.last_danger: float = 0.0
        self.saw_friends: bool = False
        self.friend_distance: i64 = FAR
        self.friend_effort: i64 = FAR
        self.friends_as_near: i64 = 0
        self.melee_value: float = 0.0
        self.melee_aim: Aim | None = None
        self.bare_value: float = 0.0
        self.shot_aim: Aim | None = None
        self.own_range: i64 = 0
        self.shot_worth: float = 0.0
        self.spell_value: float = 0.0
        self.spell_range: i64 = NO_REACH
        self.spell_far: i64 = NO_REACH
        self.cap: float = 0.0
        if self._attacks:
            self.look_at_reach()

    def look_at_reach(self) -> None:
        """From how near, and from how far, they strike and shoot."""
        held = self.who.held_weapon()
        melee, ranged = held.melee, held.ranged
        if melee is None:
            melee = self.fight.scene.weapons[BARE].use(False)
        self.near = melee.nearest
        self.far = melee.farthest
        if ranged is not None and not ranged.thrown:
            self.their_range = ranged.farthest

    def look_at_weapons(self) -> None:
        """What each blow and each shot of theirs takes of one's life: nothing, if they cannot
        attack."""
        self._saw_weapons = True
        if self._attacks:
            fight, who, me = self.fight, self.who, self.me
            held, weapon = who.held_weapon(), struck_with(fight, who)
            self._blow = aim_at(fight, who, weapon, weapon.use(False), me).loss(me)
            ranged = held.ranged
            if ranged is not None and not ranged.thrown:
                self._shot = aim_at(fight, who, held, ranged, me).loss(me)

    def blow(self) -> float:
        """How much of one's life a blow of theirs takes."""
        if not self._saw_weapons:
            self.look_at_weapons()
        return self._blow

    def shot(self) -> float:
        """How much of one's life a shot of theirs takes."""
        if not self._saw_weapons:
            self.look_at_weapons()
        return self._shot

    def look_at_friends(self) -> None:
        """Who else could be struck instead, and how near they are."""
        self.saw_friends = True
        for friend in self.friends:
            if friend is not self.me and friend.is_in_fight():
                walk: i64 = self.walk[friend.cell]
                if walk < self.friend_distance:
                    self.friend_distance = walk
                effort = self.effort(walk, self.distances[friend.cell])
                if effort < self.friend_effort:
                    self.friend_effort = effort
                    self.friends_as_near = 1
                elif effort == self.friend_effort:
                    self.friends_as_near += 1

    def effort(self, walk: i64, distance: i64) -> i64:
        """How many steps they have to go to strike somebody."""
        if distance > self.far:
            return walk - self.far
        if distance < self.near:
            return self.near - distance
        return 0

    def is_too_much_at(self, cell: i64) -> bool:
        """Whether one would be alone before them there, and should not be."""
        if self.blow() < TOO_MUCH:
            return False
        if not self.saw_friends:
            self.look_at_friends()
        return self.friend_distance < FAR and self.walk[cell] < self.friend_distance

    def attention(self, steps: i64) -> float:
        """How likely they are to strike somebody who costs them so many steps, and not one of the
        others."""
        if not self.saw_friends:
            self.look_at_friends()
        if steps < self.friend_effort:
            return 1.0
        shared = 1.0 / float(1 + self.friends_as_near)
        return shared if steps == self.friend_effort else shared / 2.0

    def danger(self, cell: i64) -> float:
        """How much of one's life they would take at a cell, before the next Reset and after it."""
        distance: i64 = self.distances[cell]
        steps = self.effort(self.walk[cell], distance)
        case = steps * 4
        if distance < self.near:
            case += 1
        if 0 < distance <= self.their_range:
            case += 2
        if case != self.last_case:
            self.last_case = case
            self.last_danger = self.danger_after(steps, case)
        return self.last_danger

    def danger_after(self, steps: i64, case: i64) -> float:
        """The same where they have to go so many steps; the rest of the case is whether one is too
        near for their weapon, and whether they can shoot."""
        found = 0.0
        attacks = self.attacks_after(steps)
        if attacks > 0.0:
            found = self.blow() * attacks
            if case & 1:
                found *= CROWDED
        if case & 2:
            shots = self.shot() * self.attacks_after(0)
            if shots > found:
                found = shots
        if found == 0.0:
            return 0.0
        return found * self.attention(steps)

    def least_danger(self, cell: i64, steps: i64) -> float:
        """How much they would take at least, at any cell so many steps from one."""
        distance: i64 = self.distances[cell]
        nearest = distance - steps
        effort: i64 = 0
        case: i64 = 0
        if nearest < self.near:
            effort = self.near
            case = 1
        if distance + steps > self.far:
            walk: i64 = self.walk[cell] + steps - self.far
            if walk > effort:
                effort = walk
        if nearest > 0 and distance + steps <= self.their_range:
            case += 2
        return self.danger_after(effort, case)

    def attacks_after(self, steps: i64) -> float:
        """How many attacks they have, once they have gone so many steps."""
        return attacks_after(self.points, self.free, self.next_points, steps)


def attacks_after(points: i64, free: i64, next_points: float, steps: i64) -> float:
    """How many attacks somebody has before the next Reset, and half of those after it, if they
    first have to go so many steps."""
    dear: i64 = 0
    if steps > free:
        dear = steps - free
    now: i64 = 0
    later = next_points
    if points > dear:
        now = (points - dear) >> 1
    if now == 0:
        later -= float(dear)
        if later <= 0.0:
            return 0.0
    return float(now) + PATIENCE * (later / 2.0)


def mean_points(who: Combatant) -> float:
    """How many Action Points somebody has in a turn, on average."""
    return float(who.sheet.finesse_rank + 1) / 2.0


def free_spaces(who: Combatant) -> i64:
    """How far somebody's free step still goes in this turn [turn.costs]."""
    if not who.free_step or who.action_points == 0 or who.is_prone():
        return 0
    return SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES


@mypyc_attr(acyclic=True, free_list_len=1)
class Ground:
    """The field as one fighter sees it: every enemy, what to do to them, and what to fear.

    The `prime` one is the enemy to whom most could be done from some cell that one can get to in a
    round.
    """

    def __init__(self, fight: OldeFight, me: Combatant) -> None:
        self.fight: Final = fight
        self.me: Final = me
        self.near_by: Final = fight.scene.field.surroundings(me.cell)
        self.attacks: Final = me.can_attack()
        self.held: Final = me.held_weapon()
        self.weapon: Final = struck_with(fight, me)
        """What one has in hand, and what one strikes with: that, or bare hands."""
        self.next_points: Final = mean_points(me)
        self.near: i64 = 0
        self.far: i64 = 1
        self.approach: i64 = 1
        self.reach: i64 = 1
        self.spells: list[Spell] = NO_SPELLS
        self.foes: Final[list[Foe]] = []
        self.prime: Foe | None = None
        self.nearest_walk: i64 = FAR
        self.holds: bool = False
        self.best: i64 = NO_CELL
        self.best_score: float = 0.0
        if me.sheet.known_spells and me.can_cast():
            self.spells = me.sheet.known_spells
        for who in fight.enemies[me.side]:
            if who.is_in_fight():
                self.foes.append(Foe(fight, me, who))
        self.look_at_own_reach()
        self.look_at_foes()
        if me.shielded and self.is_beside_a_shield(me.cell, me):
            self.holds = self.is_weaker()

    def look_at_foes(self) -> None:
        """How far the nearest enemy is, and what one could do to those who are near enough."""
        cell = self.me.cell
        for foe in self.foes:
            walk: i64 = foe.walk[cell]
            if walk < self.nearest_walk:
                self.nearest_walk = walk
            if foe.distances[cell] <= self.reach + FREE_SPACES + MOST_STEPS:
                self.look_at_target(foe)

    def look_at_own_reach(self) -> None:
        """From where one can strike, and further than where one can do nothing."""
        me = self.me
        ranged = self.held.ranged
        if self.attacks:
            use = self.weapon.use(False)
            self.near = use.nearest
            self.far = use.farthest
        self.approach = self.far
        for spell in self.spells:
            if spell.mana <= me.mana and spell.range > self.approach:
                self.approach = spell.range
        if self.approach > 1:
            self.reach = self.approach
        if ranged is not None and ranged.farthest > self.reach:
            self.reach = ranged.farthest

    def look_at_target(self, foe: Foe) -> None:
        """What one could do to an enemy is worth, and whether that is more than to any other."""
        if self.attacks:
            self.look_at_own_weapons(foe)
        if self.spells:
            self.look_at_spells(foe)
        prime = self.prime
        if foe.cap > 0.0 and (prime is None or foe.cap > prime.cap):
            self.prime = foe

    def look_at_own_weapons(self, foe: Foe) -> None:
        """What one's own attacks on an enemy are worth."""
        fight, me, who = self.fight, self.me, foe.who
        held, weapon = self.held, self.weapon
        melee, ranged = weapon.use(False), held.ranged
        worth = menace(who)
        aim = aim_at(fight, me, weapon, melee, who)
        foe.melee_aim = aim
        foe.melee_value = aim.chance * hit_value(aim.harm, who) * worth
        foe.cap = foe.melee_value
        if melee.nearest > 0:
            bare = fight.scene.weapons[BARE]
            aim = aim_at(fight, me, bare, bare.use(False), who)
            foe.bare_value = aim.chance * hit_value(aim.harm, who) * worth
            if foe.bare_value > foe.cap:
                foe.cap = foe.bare_value
        if ranged is not None and not ranged.thrown and is_strong_enough(me, ranged):
            aim = aim_at(fight, me, held, ranged, who)
            foe.shot_aim = aim
            foe.own_range = ranged.farthest
            foe.shot_worth = hit_value(aim.harm, who) * worth
            shot = aim.chance * foe.shot_worth
            if shot > foe.cap:
                foe.cap = shot

    def look_at_spells(self, foe: Foe) -> None:
        """What the best spell on an enemy is worth, and how far it reaches."""
        for spell in self.spells:
            value = spell_value(self.me, spell, foe.who)
            if value > 0.0 and spell.range > foe.spell_far:
                foe.spell_far = spell.range
            if value > foe.spell_value:
                foe.spell_value = value
                foe.spell_range = spell.range
            elif value == foe.spell_value and spell.range > foe.spell_range:
                foe.spell_range = spell.range
        if foe.spell_value > foe.cap:
            foe.cap = foe.spell_value

    def is_beside_a_shield(self, cell: i64, other: Combatant) -> bool:
        """Whether a friend with a shield stands beside a cell, other than one and oneself."""
        me = self.me
        distances = self.fight.scene.field.distances(cell)
        for who in self.fight.friends[me.side]:
            if who.shielded and distances[who.cell] <= 1:
                if who is not me and who is not other and who.is_in_fight():
                    return True
        return False

    def breaks_the_wall(self, cell: i64) -> bool:
        """Whether going to a cell would leave oneself, or a friend beside one, without a shield at
        the side."""
        me = self.me
        if not self.is_beside_a_shield(cell, me):
            return True
        field = self.fight.scene.field
        for who in self.fight.friends[me.side]:
            if who is not me and who.shielded and who.is_in_fight():
                if field.spaces(me.cell, who.cell) <= 1 < field.spaces(cell, who.cell):
                    if not self.is_beside_a_shield(who.cell, who):
                        return True
        return False

    def is_weaker(self) -> bool:
        """Whether one's side had better wait for the other: it is weaker, and not shot at."""
        for foe in self.foes:
            if foe.shot() > 0.0:
                return False
        mine = 0.0
        theirs = 0.0
        for who in self.fight.combatants:
            if who.is_in_fight():
                strength = float(who.hit_points) * menace(who)
                if who.side == self.me.side:
                    mine += strength
                else:
                    theirs += strength
        return mine < theirs

    def best_cell(self, rings: Rings, cost: i64) -> i64:
        """Of the cells one, two and three steps away, each of which costs so many Action Points,
        the first of those that are clearly better than one's own and better than all others;
        NO_CELL if none is."""
        me = self.me
        points = me.action_points
        self.best = NO_CELL
        attacks = attacks_after(points, 0, self.next_points, 0)
        self.best_score = self.score(me.cell, points, attacks, -NOWHERE) + CLEARLY
        first, second, third = rings
        self.consider_ring(first, 1, points - cost)
        if second:
            self.consider_ring(second, 2, points - 2 * cost)
        if third:
            self.consider_ring(third, 3, points - 3 * cost)
        return self.best

    def consider_ring(self, ring: i64, steps: i64, points: i64) -> None:
        """Looks for a better cell among those so many steps away, with so many Action Points left
        there. Where no cell of them can be better, none is looked at."""
        attacks = attacks_after(points, 0, self.next_points, 0)
        most = self.most_gain(steps, points < ATTACK_POINTS)
        if self.best_score > 0.0 and (
            most == 0.0 or not self.can_be_better(most * attacks + AT_ONCE, steps)
        ):
            return
        # no step takes one nearer than by a space
        nearest = -float(self.nearest_walk - steps - self.approach)
        cells = self.near_by.cells
        left: i64 = ring
        while left:
            bit: i64 = left & -left
            left ^= bit
            cell = cells[bit_number(bit)].cell
            if most > 0.0:
                score = self.score(cell, points, attacks, self.best_score)
            elif nearest > self.best_score:
                score = -float(self.steps_from(cell))
            else:
                return
            if score > self.best_score and (
                not self.holds or (score > 0.0 and not self.breaks_the_wall(cell))
            ):
                self.best_score = score
                self.best = cell

    def most_gain(self, steps: i64, waits: bool) -> float:
        """More than what the best attack from any cell so many steps away is worth, or as much."""
        best = 0.0
        cell = self.me.cell
        for foe in self.foes:
            if foe.cap > best:
                nearest: i64 = foe.distances[cell] - steps
                if nearest <= self.reach:
                    found = self.most_gain_from(foe, nearest)
                    if found > best:
                        best = found
                if waits and nearest <= self.approach + FREE_SPACES and foe.melee_value > best:
                    best = foe.melee_value
        return best

    def most_gain_from(self, foe: Foe, nearest: i64) -> float:
        """The same of one enemy who is no nearer than that."""
        found = 0.0
        if nearest <= self.far or nearest <= 1:
            found = foe.melee_value
            if foe.bare_value > found:
                found = foe.bare_value
        aim = foe.shot_aim
        if aim is not None and nearest <= foe.own_range:
            shot = aim.hit(range_adjustment(aim.use, nearest)) * foe.shot_worth
            if shot > found:
                found = shot
        if nearest <= foe.spell_far and foe.spell_value > found:
            found = foe.spell_value
        return found

    def can_be_better(self, score: float, steps: i64) -> bool:
        """Whether a cell so many steps away can be the best, if what can be done there counts so
        much at most."""
        for foe in self.foes:
            if score <= self.best_score:
                return False
            score -= CAUTION * foe.least_danger(self.me.cell, steps)
        return score > self.best_score

    def score(self, cell: i64, points: i64, attacks: float, least_wanted: float) -> float:
        """How good a cell is to be in, with so many Action Points and attacks left: where there is
        something to do from it, that, less what the enemies would do there; otherwise the nearer,
        the better. What cannot be better than the least that is wanted is not looked at to the
        end."""
        best = self.best_gain(cell, points, attacks, least_wanted)
        if best == 0.0:
            return least_wanted if least_wanted > 0.0 else -float(self.steps_from(cell))
        found = best * attacks + AT_ONCE
        for foe in self.foes:
            if found <= least_wanted:
                break
            found -= CAUTION * foe.danger(cell)
        return found

    def best_gain(self, cell: i64, points: i64, attacks: float, least_wanted: float) -> float:
        """What the best attack from a cell is worth, or something less if the cell cannot be as
        good as the least that is wanted."""
        prime = self.prime
        if prime is None:
            return 0.0
        waits = points < ATTACK_POINTS
        best = self.gain(prime, cell, waits)
        for foe in self.foes:
            if foe.cap > best and foe is not prime:
                if foe.cap * attacks + AT_ONCE > least_wanted:
                    if waits or foe.distances[cell] <= self.reach:
                        gain = self.gain(foe, cell, waits)
                        if gain > best:
                            best = gain
        return best

    def steps_from(self, cell: i64) -> i64:
        """How many steps a cell is from where one could do something."""
        least: i64 = FAR
        for foe in self.foes:
            steps: i64 = foe.walk[cell] - self.approach
            if steps < least and not foe.is_too_much_at(cell):
                least = steps
        return least

    def gain(self, foe: Foe, cell: i64, waits: bool) -> float:
        """What an attack on an enemy from a cell is worth; 0 where there is none to make, or none
        that one would dare to. Who has no attack left, but the longer weapon, also `waits` a free
        step away."""
        distance: i64 = foe.distances[cell]
        if distance <= self.reach:
            found = self.gain_at(foe, cell, distance)
            if found > 0.0:
                return found
        if waits and self.far > foe.far:
            if 0 < foe.walk[cell] - self.approach <= FREE_SPACES:
                return foe.melee_value
        return 0.0

    def gain_at(self, foe: Foe, cell: i64, distance: i64) -> float:
        """What an attack on an enemy at some distance is worth."""
        found = 0.0
        if distance <= self.far:
            if distance >= self.near:
                found = foe.melee_value
            elif distance <= 1:
                found = foe.bare_value
        elif distance <= 1:
            found = foe.bare_value
        if found > 0.0 and foe.is_too_much_at(cell):
            found = 0.0
        shoots = 0 < distance <= foe.own_range
        if found == 0.0 and not shoots and not self.spells:
            return 0.0
        fight = self.fight
        sight = fight.scene.field.sight(cell, foe.cell)
        if sight and not is_enough(fight.house, sight):
            return 0.0
        if sight and found > 0.0:
            striking = foe.melee_aim
            if striking is not None:
                found = attack_value(striking, foe.who, sight_adjustment(fight.house, sight))
        aim = foe.shot_aim
        if shoots and aim is not None:
            adjusts = distance_adjustment(fight, aim.use, sight, foe.who, distance)
            shot = aim.hit(adjusts) * foe.shot_worth
            if shot > found:
                found = shot
        if foe.spell_value > found:
            value = self.spell_from(foe, distance)
            if value > found:
                found = value
        return found

    def spell_from(self, foe: Foe, distance: i64) -> float:
        """What the best spell on an enemy at some distance is worth."""
        if distance <= foe.spell_range:
            return foe.spell_value
        found = 0.0
        for spell in self.spells:
            if distance <= spell.range:
                value = spell_value(self.me, spell, foe.who)
                if value > found:
                    found = value
        return found
