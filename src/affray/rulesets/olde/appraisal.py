"""What the simple player reckons with: chances by the exact dice, and what each enemy could do.

Nothing here changes a fight. Chances are worked out once for each pair of dice and kept.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.adjustments import (
    PLAIN,
    attack_adjustments,
    damage_adjustments,
    defense_adjustments,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.dice import MOST_RANK, chances_to_reach, check_dice, check_totals
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.hands import has_hands_for
from affray.rulesets.olde.movement import FREE_SPACES, SMALL_FREE_SPACES
from affray.rulesets.olde.reach import (
    is_enough,
    is_strong_enough,
    range_adjustment,
    sight_adjustment,
)
from affray.rulesets.olde.sheet import (
    BARE,
    FINESSE,
    NO_LIMIT,
    PERMANENT,
    PERSISTENT,
    Spell,
    Use,
    Weapon,
)
from affray.rulesets.olde.strike import helpless_cr

WIDEST: Final[i64] = 30
"""Differences wider than this are as good as certain."""

ATTACK_POINTS: Final[i64] = 2

CAUTION: Final = 0.6
"""How much one's own life weighs against the enemy's."""

PATIENCE: Final = 0.5
"""How much what happens after the next Reset weighs against what happens before it."""

AT_ONCE: Final = 10.0
"""How much better a cell is from which there is something to do at once."""

TOO_MUCH: Final = 0.3
"""Who takes this share of one's life with each attack is not gone to alone."""

CROWDED: Final = 0.7
"""How much of their attacks those have left whom one stands too near for their weapon."""

FAR: Final[i64] = 1_000_000


# --- chances ---


def chances_of(attacks: i64, defends: i64) -> list[float]:
    """How likely a check of one rank reaches that of another, by how much its adjustments are
    better, from -WIDEST to WIDEST; with a rank of 0 nobody defends."""
    reach = chances_to_reach(check_totals(int(attacks)))
    theirs = check_totals(int(defends)) if defends else [1.0]
    ahead: i64 = check_dice(attacks)[2]
    if defends:
        ahead -= check_dice(defends)[2]
    found = []
    for better in range(-int(WIDEST), int(WIDEST) + 1):
        chance = 0.0
        needed: i64 = -better - ahead
        for likely in theirs:
            if needed >= len(reach):
                break
            chance += likely * reach[needed if needed > 0 else 0]
            needed += 1
        found.append(chance)
    return found


CHANCES: Final[list[list[float]]] = [[] for _ in range((int(MOST_RANK) + 1) ** 2)]
"""The chances of each pair of ranks, filled in when they are first wanted."""


def chances(attacks: i64, defends: i64) -> list[float]:
    """The chances of one rank against another, to be looked up by `chance_in`."""
    pair = attacks * (MOST_RANK + 1) + defends
    found = CHANCES[pair]
    if not found:
        found = chances_of(attacks, defends)
        CHANCES[pair] = found
    return found


def chance_in(found: list[float], better: i64) -> float:
    """The chance where one's adjustments are better by so much."""
    if better > WIDEST:
        better = WIDEST
    elif better < -WIDEST:
        better = -WIDEST
    return found[better + WIDEST]


def check_chance(rank: i64, adjusts: i64, cr: i64) -> float:
    """How likely a check reaches a CR."""
    return chance_in(chances(rank, 0), adjusts - cr)


# --- what an attack is worth ---


def menace(who: Combatant) -> float:
    """How much it is worth to be rid of an enemy: how often they act, and how hard they hit."""
    held = who.held_weapon()
    use = held.melee if held.melee is not None else held.ranged
    die = who.sheet.brawn // 2 if use is None or use.unarmed else use.damage
    return 0.5 + float((who.sheet.finesse_rank + 1) * (die + 1)) / 120.0


def mean_damage(
    fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant, manner: i64
) -> float:
    """Roughly what a hit does after armour."""
    die = who.sheet.damage_rank(use, fight.house.damage_die == "check-stat")
    rolled = float(die + 1) / (4.0 if use.unarmed else 2.0)
    added = damage_adjustments(fight, who, weapon, use, manner).total
    found = rolled + float(added + target.from_sheet.armour.total)
    return found if found > 0.5 else 0.5


def share_of_life(harm: float, who: Combatant) -> float:
    """How much of what somebody has left a harm takes away."""
    left = float(who.hit_points)
    return harm / left if harm < left else 1.0


@mypyc_attr(acyclic=True)
class Aim:
    """One fighter's attack with one weapon on one target, all that does not depend on where they
    stand or how they are: what a hit does, and how likely one is. See `aim_at`."""

    def __init__(
        self, fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant
    ) -> None:
        self.weapon: Final = weapon
        self.use: Final = use
        self.harm: Final = mean_damage(fight, who, weapon, use, target, PLAIN)
        adjusts = attack_adjustments(fight, who, weapon, use, PLAIN).total
        if target.is_helpless():
            self.better: i64 = adjusts - helpless_cr(target)
            self.chances: list[float] = chances(who.sheet.rank(use.check_stat), 0)
        else:
            self.better = adjusts - defense_adjustments(fight, target, use.ranged).total
            defends = target.sheet.rank(FINESSE)
            self.chances = chances(who.sheet.rank(use.check_stat), defends)

    def hit(self, adjusts: i64) -> float:
        """How likely it is to hit, with further adjustments."""
        return chance_in(self.chances, self.better + adjusts)

    def loss(self, target: Combatant) -> float:
        """How much of what the target has left an attack takes away, on average."""
        return self.hit(0) * share_of_life(self.harm, target)


def aim_at(fight: OldeFight, who: Combatant, weapon: Weapon, use: Use, target: Combatant) -> Aim:
    """An attack as it stands now: kept for the whole scenario as long as it follows from the two
    sheets and what they hold, and worked out anew while anything else has a part in it."""
    if (
        who.temporary
        or who.afflictions
        or target.temporary
        or target.afflictions
        or target.blocking
        or target.hit_points <= 0
    ):
        return Aim(fight, who, weapon, use, target)
    scene = fight.scene
    number: i64 = (who.index * len(scene.weapons) + weapon.index) * len(scene.sheets) + target.index
    number = number * 2 + (1 if use.ranged else 0)
    number = number * 2 + (1 if who.two_hands else 0)
    number = number * 2 + (1 if who.shielded else 0)
    number = number * 2 + (1 if target.shielded else 0)
    key = int(number)
    found = scene.aims.get(key)
    if found is None:
        found = Aim(fight, who, weapon, use, target)
        scene.aims[key] = found
    return found


def attack_value(aim: Aim, target: Combatant, adjusts: i64) -> float:
    """How much of what the target has left an attack takes away, on average, and what that is
    worth."""
    return aim.hit(adjusts) * hit_value(aim.harm, target) * menace(target)


def hit_value(harm: float, target: Combatant) -> float:
    """How much of what the target has left a hit takes away, and a little for the harm itself."""
    return share_of_life(harm, target) + 0.01 * harm


def distance_adjustment(
    fight: OldeFight, use: Use, sight: i64, target: Combatant, distance: i64
) -> i64:
    """What distance and sight do to an attack."""
    found: i64 = 0
    if sight:
        found = sight_adjustment(fight.house, sight)
    if use.ranged:
        found += range_adjustment(use, distance)
        if distance == 1 and not target.is_motionless():
            found -= 2
    return found


def can_use_now(who: Combatant, weapon: Weapon, use: Use) -> bool:
    """Whether a weapon could be used now, distance apart."""
    if use.crossbow and not who.loaded:
        return False
    return is_strong_enough(who, use) and has_hands_for(who, weapon, use)


# --- what a spell is worth ---


def spell_value(who: Combatant, spell: Spell, target: Combatant) -> float:
    """What casting a spell at somebody is worth, next to taking a share of their life; nothing
    where they have its condition already, or there is not the Mana for it."""
    if spell.mana > who.mana or (spell.gestures and who.is_bound()) or target.has(spell.laid):
        return 0.0
    return spell_chance(who, spell) * condition_value(spell) * menace(target)


def spell_chance(who: Combatant, spell: Spell) -> float:
    """How likely a spell is to succeed [shield.spells]."""
    hindered = who.sheet.shield.spells if spell.gestures and who.shielded else 0
    return check_chance(who.sheet.savvy, hindered, spell.cr)


def condition_value(spell: Spell) -> float:
    """What a spell's condition is worth, next to taking a share of somebody's life."""
    laid = spell.laid
    found = 0.03 * float(-laid.attack - laid.defense - laid.checks - laid.physical)
    found += 0.06 * float(-laid.action_points) + 0.1 * float(laid.loses)
    if laid.helpless:
        found += 0.5
    elif not laid.attacks:
        found += 0.3
    if laid.flees:
        found += 0.3
    if laid.spaces < NO_LIMIT:
        found += 0.1
    if spell.duration == PERMANENT:
        return found * 2.0
    return found * 1.4 if spell.duration == PERSISTENT else found


# --- where to stand ---


@mypyc_attr(acyclic=True)
class Foe:
    """An enemy as somebody who thinks of where to stand sees them: how much of one's life each of
    their attacks takes, from where, and how many they could still make; and what one's own attacks
    on them are worth."""

    def __init__(self, fight: OldeFight, me: Combatant, who: Combatant) -> None:
        self.who: Final = who
        self.cell: Final[i64] = who.cell
        self.walk: Final = fight.scene.field.walk(who.cell)
        self.distances: Final = fight.scene.field.distances(who.cell)
        self.points: Final[i64] = who.action_points
        self.next_points: Final = mean_points(who)
        self.free: Final[i64] = free_spaces(who)
        self.near: i64 = 0
        self.far: i64 = 1
        self.shot_far: i64 = 0
        self.blow: float = 0.0
        self.shot: float = 0.0
        self.friend_distance: i64 = FAR
        self.friend_effort: i64 = FAR
        self.friends_as_near: i64 = 0
        self.melee_value: float = 0.0
        self.melee_aim: Aim | None = None
        self.bare_value: float = 0.0
        self.shot_aim: Aim | None = None
        self.shot_worth: float = 0.0
        if who.can_attack():
            self.look_at_weapons(fight, me)
        for friend in fight.combatants:
            if friend.side == me.side and friend is not me and friend.is_in_fight():
                self.look_at_friend(friend)
        self.is_too_much: Final = self.blow >= TOO_MUCH and self.friend_distance < FAR

    def look_at_weapons(self, fight: OldeFight, me: Combatant) -> None:
        """What each blow and each shot of theirs takes of one's life."""
        who = self.who
        held = who.held_weapon()
        melee, ranged = held.melee, held.ranged
        weapon = held
        if melee is None:
            weapon = fight.scene.weapons[BARE]
            melee = weapon.use(False)
        self.near = melee.nearest
        self.far = melee.farthest
        self.blow = aim_at(fight, who, weapon, melee, me).loss(me)
        if ranged is not None and not ranged.thrown:
            self.shot_far = ranged.farthest
            self.shot = aim_at(fight, who, held, ranged, me).loss(me)

    def look_at_friend(self, friend: Combatant) -> None:
        """Somebody else whom they could strike instead."""
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
        return self.near - distance if distance < self.near else 0

    def is_too_much_at(self, cell: i64) -> bool:
        """Whether one would be alone before them there, and should not be."""
        return self.is_too_much and self.walk[cell] < self.friend_distance

    def attention(self, steps: i64) -> float:
        """How likely they are to strike somebody who costs them so many steps, and not one of the
        others."""
        if steps < self.friend_effort:
            return 1.0
        shared = 1.0 / float(1 + self.friends_as_near)
        return shared if steps == self.friend_effort else shared / 2.0

    def danger(self, cell: i64, distance: i64) -> float:
        """How much of one's life they would take at a cell, before the next Reset and after it."""
        steps = self.effort(self.walk[cell], distance)
        found = 0.0
        if self.blow > 0.0:
            found = self.blow * self.attacks_after(steps)
            if distance < self.near:
                found *= CROWDED
        if self.shot > 0.0 and 0 < distance <= self.shot_far:
            shots = self.shot * self.attacks_after(0)
            if shots > found:
                found = shots
        return found * self.attention(steps)

    def attacks_after(self, steps: i64) -> float:
        """How many attacks they have, once they have gone so many steps."""
        return attacks_after(self.points, self.free, self.next_points, steps)


def attacks_after(points: i64, free: i64, next_points: float, steps: i64) -> float:
    """How many attacks somebody has before the next Reset, and half of those after it, if they
    first have to go so many steps."""
    dear: i64 = steps - free if steps > free else 0
    now: i64 = (points - dear) // ATTACK_POINTS if points > dear else 0
    later = (next_points - float(dear)) / 2.0 if now == 0 else next_points / 2.0
    return float(now) + (PATIENCE * later if later > 0.0 else 0.0)


def mean_points(who: Combatant) -> float:
    """How many Action Points somebody has in a turn, on average."""
    return float(who.sheet.finesse_rank + 1) / 2.0


def free_spaces(who: Combatant) -> i64:
    """How far somebody's free step still goes in this turn [turn.costs]."""
    if not who.free_step or who.action_points == 0 or who.is_prone():
        return 0
    return SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES


@mypyc_attr(acyclic=True)
class Ground:
    """The field as one fighter sees it: every enemy, what to do to them, and what to fear."""

    def __init__(self, fight: OldeFight, me: Combatant) -> None:
        self.fight: Final = fight
        self.me: Final = me
        self.next_points: Final = mean_points(me)
        self.near: i64 = 0
        self.far: i64 = 1
        self.approach: i64 = 1
        self.spells: Final = me.sheet.known_spells if me.can_cast() else []
        self.foes: Final = [
            Foe(fight, me, who)
            for who in fight.combatants
            if who.side != me.side and who.is_in_fight()
        ]
        self.holds: Final = (
            me.shielded and self.is_beside_a_shield(me.cell, me) and self.is_weaker()
        )
        if me.can_attack():
            self.look_at_own_weapons()
        self.approach = self.far
        for spell in self.spells:
            if spell.mana <= me.mana and spell.range > self.approach:
                self.approach = spell.range
        self.reach: Final[i64] = self.farthest()

    def farthest(self) -> i64:
        """Further than this one can do nothing."""
        found = self.approach if self.approach > 1 else 1
        ranged = self.me.held_weapon().ranged
        return ranged.farthest if ranged is not None and ranged.farthest > found else found

    def look_at_own_weapons(self) -> None:
        """What one's own attacks on each enemy are worth."""
        fight, me = self.fight, self.me
        held = me.held_weapon()
        melee, ranged = held.melee, held.ranged
        bare = fight.scene.weapons[BARE]
        weapon = held if melee is not None else bare
        use = melee if melee is not None else bare.use(False)
        self.near = use.nearest
        self.far = use.farthest
        shoots = ranged is not None and is_strong_enough(me, ranged) and not ranged.thrown
        for foe in self.foes:
            who = foe.who
            worth = menace(who)
            aim = aim_at(fight, me, weapon, use, who)
            foe.melee_aim = aim
            foe.melee_value = aim.hit(0) * hit_value(aim.harm, who) * worth
            if use.nearest > 0:
                aim = aim_at(fight, me, bare, bare.use(False), who)
                foe.bare_value = aim.hit(0) * hit_value(aim.harm, who) * worth
            if shoots and ranged is not None:
                aim = aim_at(fight, me, held, ranged, who)
                foe.shot_aim = aim
                foe.shot_worth = hit_value(aim.harm, who) * worth

    def is_beside_a_shield(self, cell: i64, other: Combatant) -> bool:
        """Whether a friend with a shield stands beside a cell, other than one and oneself."""
        me = self.me
        for who in self.fight.combatants:
            if who.side == me.side and who is not me and who is not other:
                if who.shielded and who.is_in_fight():
                    if self.fight.scene.field.spaces(cell, who.cell) <= 1:
                        return True
        return False

    def breaks_the_wall(self, cell: i64) -> bool:
        """Whether going to a cell would leave oneself, or a friend beside one, without a shield at
        the side."""
        me = self.me
        if not self.is_beside_a_shield(cell, me):
            return True
        field = self.fight.scene.field
        for who in self.fight.combatants:
            if who.side == me.side and who is not me and who.shielded and who.is_in_fight():
                if field.spaces(me.cell, who.cell) <= 1 < field.spaces(cell, who.cell):
                    if not self.is_beside_a_shield(who.cell, who):
                        return True
        return False

    def is_weaker(self) -> bool:
        """Whether one's side had better wait for the other: it is weaker, and not shot at."""
        mine = 0.0
        theirs = 0.0
        for who in self.fight.combatants:
            if who.is_in_fight():
                strength = float(who.hit_points) * menace(who)
                if who.side == self.me.side:
                    mine += strength
                else:
                    theirs += strength
        for foe in self.foes:
            if foe.shot > 0.0:
                return False
        return mine < theirs

    def score(self, cell: i64, points: i64, least_wanted: float) -> float:
        """How good a cell is to be in, with so many Action Points left: where there is something to
        do from it, that, less what the enemies would do there; otherwise the nearer, the better.
        What cannot be better than the least that is wanted is not looked at to the end."""
        best = self.best_gain(cell, points)
        if best == 0.0:
            return least_wanted if least_wanted > 0.0 else -float(self.steps_from(cell))
        found = best * attacks_after(points, 0, self.next_points, 0) + AT_ONCE
        for foe in self.foes:
            if found <= least_wanted:
                break
            found -= CAUTION * foe.danger(cell, foe.distances[cell])
        return found

    def best_gain(self, cell: i64, points: i64) -> float:
        """What the best attack from a cell is worth. Who has the longer weapon and no attack left
        may also wait a free step away."""
        best = 0.0
        for foe in self.foes:
            distance: i64 = foe.distances[cell]
            gain = self.gain(foe, cell, distance) if distance <= self.reach else 0.0
            if gain == 0.0 and points < ATTACK_POINTS and self.far > foe.far:
                if 0 < foe.walk[cell] - self.approach <= FREE_SPACES:
                    gain = foe.melee_value
            if gain > best:
                best = gain
        return best

    def steps_from(self, cell: i64) -> i64:
        """How many steps a cell is from where one could do something."""
        least: i64 = FAR
        for foe in self.foes:
            steps = foe.walk[cell] - self.approach
            if steps < least and not foe.is_too_much_at(cell):
                least = steps
        return least

    def gain(self, foe: Foe, cell: i64, distance: i64) -> float:
        """What an attack on an enemy from a cell is worth; 0 where there is none to make, or none
        that one would dare to."""
        found = 0.0
        if self.near <= distance <= self.far:
            found = foe.melee_value
        elif distance <= 1:
            found = foe.bare_value
        if found > 0.0 and foe.is_too_much_at(cell):
            found = 0.0
        aim = foe.shot_aim
        shoots = aim is not None and 0 < distance <= aim.use.farthest
        if found == 0.0 and not shoots and not self.spells:
            return 0.0
        fight = self.fight
        sight = fight.scene.field.sight(cell, foe.cell)
        if sight and not is_enough(fight.house, sight):
            return 0.0
        striking = foe.melee_aim
        if sight and found > 0.0 and striking is not None:
            found = attack_value(striking, foe.who, sight_adjustment(fight.house, sight))
        if shoots and aim is not None:
            adjusts = distance_adjustment(fight, aim.use, sight, foe.who, distance)
            shot = aim.hit(adjusts) * foe.shot_worth
            if shot > found:
                found = shot
        for spell in self.spells:
            if distance <= spell.range:
                value = spell_value(self.me, spell, foe.who)
                if value > found:
                    found = value
        return found
