"""Where to stand: the field as the simple player sees it, what to do to each enemy from each cell,
and what to fear there.

A cell is looked at only as far as it can still be better than the best so far.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.field import NO_BYTES
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import FREE_SPACES, SMALL_FREE_SPACES
from affray.rulesets.olde.player.appraisal import (
    ATTACK_POINTS,
    CAUTION,
    Aim,
    aim_at,
    aim_now,
    attack_value,
    distance_adjustment,
    hit_value,
    is_strong_enough,
    kept_aim,
    mean_points,
    menace,
    spell_value,
    worst_sight,
)
from affray.rulesets.olde.player.choice import Choice
from affray.rulesets.olde.player.notes import notes_of
from affray.rulesets.olde.player.terrain import (
    AROUND,
    EVERY_CELL,
    LONG_WALK,
    Rings,
    Surroundings,
    bit_number,
)
from affray.rulesets.olde.reach import range_adjustment, sight_adjustment
from affray.rulesets.olde.sheet import (
    BARE,
    Adjustment,
    Affliction,
    Spell,
    Use,
    Weapon,
)
from affray.space.grid import CLEAR, UNSEEN

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
NO_GEAR: Final[i64] = -1
NO_PLACES: Final[i64] = -1

MOST_PLACES: Final = 1 << 62
"""In how many ways friends may be placed that a number still tells apart."""
NO_SPELLS: Final[list[Spell]] = []

NOWHERE: Final = 1e9
"""More than any place is worth."""

UNKNOWN: Final = -1.0
"""Stands for a danger that was not looked at yet."""

CLEARLY: Final = 0.02
"""How much better another space has to be to go there."""

ROUNDING: Final = 1e-9
"""More than a sum can differ from the same one in another order."""


def struck_with(who: Combatant, held: Weapon) -> Weapon:
    """What somebody strikes with by hand: what they have in hand, or bare hands."""
    return held if held.melee is not None else who.scene.weapons[BARE]


def gear_of(who: Combatant) -> i64:
    """A number for what is in hand and how it is held: the same only if weapon, grip, shield and
    block are."""
    found: i64 = who.weapon * 8
    if who.two_hands:
        found += 4
    if who.shielded:
        found += 2
    if who.blocking:
        found += 1
    return found


def attacks_differ(before: tuple[Adjustment, ...], now: tuple[Adjustment, ...]) -> bool:
    """Whether other adjustments change attacks or their damage."""
    attack: i64 = 0
    damage: i64 = 0
    for one in now:
        attack += one.attack
        damage += one.damage
    for one in before:
        attack -= one.attack
        damage -= one.damage
    return attack != 0 or damage != 0


def defenses_differ(before: tuple[Adjustment, ...], now: tuple[Adjustment, ...]) -> bool:
    """Whether other adjustments change Defense."""
    defense: i64 = 0
    for one in now:
        defense += one.defense
    for one in before:
        defense -= one.defense
    return defense != 0


@mypyc_attr(acyclic=True)
class Foe:
    """An enemy as somebody who thinks of where to stand sees them: how much of one's life each of
    their attacks takes, from where, and how many they could still make; and what one's own attacks
    on them are worth, at most `cap`.

    It is kept from one decision to the next. `look_again` forgets what no longer follows; what is
    not known is worked out when it is wanted.
    """

    # what is looked at whenever somebody looks round lies together
    me: Final[Combatant]
    who: Final[Combatant]
    gear: i64 = NO_GEAR
    afflictions: tuple[Affliction, ...] = ()
    temporary: tuple[Adjustment, ...] = ()
    hit_points: i64 = 0
    own_hit_points: i64 = 0
    cell: i64 = NO_CELL
    own_cell: i64 = NO_CELL
    """What the rest follows from, as it was: what they hold and suffer, what both have left, and
    where both stood. What one holds and suffers oneself `Ground.look_around` looks at."""
    points: i64 = 0
    free: i64 = 0
    attacks_now: float = 0.0
    """How many attacks they have without going further than the free step: what `attacks_after`
    gives for no steps."""
    distance: i64 = 0
    walk: i64 = 0
    """How far they are from where one stands, in spaces and in steps."""
    is_there: bool = False
    attacks: bool = False
    defends: bool = False
    saw_values: bool = False
    saw_aims: bool = False
    saw_weapons: bool = False
    saw_friends: bool = False
    near: i64 = 0
    far: i64 = 1
    their_range: i64 = 0
    """Whether they can attack, and keep others out of their space; from where they do."""
    cap: float = 0.0
    best_value: float = 0.0
    """What one could do to them is worth at best, and nothing where they are too far away for all
    of it."""
    distances: bytes = NO_BYTES
    walks: bytes = NO_BYTES
    sights: bytes = NO_BYTES
    """How many spaces and steps each cell is from them, and how well they are seen from it, as far
    as that was looked at."""

    blow: float = 0.0
    shot: float = 0.0
    """How much of one's life a blow of theirs takes, and a shot, once `look_at_weapons` saw it."""
    danger_in_reach: float = UNKNOWN
    last_case: i64 = NO_REACH
    last_danger: float = 0.0
    """What was found of dangers so far: where one can be struck without a step, and last."""
    friend_walk: i64 = NO_REACH
    friend_effort: i64 = FAR
    shared: float = 1.0
    """How likely they are to strike one of several for whom they go as many steps."""
    danger_here: float = 0.0
    least: float = 0.0
    """How much they would take where one stands, and at least at any of the cells that are looked
    at: see `Ground.own_score`."""

    melee_value: float = 0.0
    bare_value: float = 0.0
    shot_worth: float = 0.0
    spell_value: float = 0.0
    own_range: i64 = 0
    spell_range: i64 = NO_REACH
    spell_far: i64 = NO_REACH
    """What one could do to them is worth, and from how far."""
    next_promising: Foe | None = None
    """Another for whom such a cell can be the best: see `Ground.promising`."""

    melee_aim: Aim | None = None
    bare_aim: Aim | None = None
    shot_aim: Aim | None = None
    blow_aim: Aim | None = None
    shot_at_one: Aim | None = None
    plain_blow: Aim | None = None
    plain_shot_at_one: Aim | None = None
    plain_melee: Aim | None = None
    plain_bare: Aim | None = None
    plain_shot: Aim | None = None
    """One's own attacks and theirs as they are now, and as they follow from what both hold: see
    `kept_aim`."""

    def __init__(self, me: Combatant, who: Combatant, friends: list[Combatant]) -> None:
        self.me = me
        self.who = who
        self.friends: Final = friends
        self.field: Final = me.scene.field
        self.terrain: Final = notes_of(me.scene).terrain
        self.next_points: Final = mean_points(who.sheet)
        self.later_attacks: Final = PATIENCE * (mean_points(who.sheet) / 2.0)

    def look_again(self, have_friends_moved: bool) -> None:
        """Sees where they stand and what they have left now, and forgets what followed from what
        has changed since."""
        me, who = self.me, self.who
        has_moved = have_friends_moved
        if self.gear != gear_of(who) or self.afflictions is not who.afflictions:
            self.forget()
            has_moved = True
        elif self.temporary is not who.temporary:
            self.look_at_adjustments(who.temporary)
        if self.hit_points != who.hit_points:
            self.hit_points = who.hit_points
            self.saw_values = False
        if self.own_hit_points != me.hit_points:
            self.own_hit_points = me.hit_points
            self.forget_dangers()
        if self.cell != who.cell:
            self.cell = who.cell
            self.walks = self.terrain.walk(self.cell)
            self.distances = self.field.distances(self.cell)
            self.sights = self.field.sights(self.cell)
            self.own_cell = NO_CELL
            has_moved = True
        if self.own_cell != me.cell:
            self.own_cell = me.cell
            self.distance = self.distances[me.cell]
            self.walk = self.walk_from(me.cell)
        points, free = who.action_points, free_spaces(who)
        if self.points != points or self.free != free or self.attacks_now == 0.0:
            self.points = points
            self.free = free
            self.attacks_now = float(points >> 1) + self.later_attacks
            self.danger_in_reach = UNKNOWN
            self.last_case = NO_REACH
        if has_moved:
            self.saw_friends = False
            self.friend_walk = NO_REACH
            self.danger_in_reach = UNKNOWN
            self.last_case = NO_REACH

    def forget(self) -> None:
        """What they hold or suffer has changed: nothing of it is known but from how near and from
        how far they strike and shoot."""
        who = self.who
        self.gear = gear_of(who)
        self.temporary = who.temporary
        self.afflictions = who.afflictions
        self.attacks = who.can_attack()
        self.defends = who.defends_its_space()
        self.near, self.far, self.their_range = 0, 1, 0
        if self.attacks:
            held = who.held_weapon()
            melee, ranged = held.melee, held.ranged
            if melee is not None:
                self.near, self.far = melee.nearest, melee.farthest
            if ranged is not None and not ranged.thrown:
                self.their_range = ranged.farthest
        self.forget_aims()

    def forget_aims(self) -> None:
        """What they or oneself hold or suffer has changed: no attack is as it was."""
        self.plain_blow = self.plain_shot_at_one = None
        self.plain_melee = self.plain_bare = self.plain_shot = None
        self.forget_their_aims()
        self.forget_own_aims()

    def look_at_adjustments(self, temporary: tuple[Adjustment, ...]) -> None:
        """Other manoeuvres adjust what they do: their attacks on one, or one's own on them, are
        known no more if it is these that changed."""
        before = self.temporary
        self.temporary = temporary
        if attacks_differ(before, temporary):
            self.forget_their_aims()
        if defenses_differ(before, temporary):
            self.forget_own_aims()

    def forget_their_aims(self) -> None:
        """Their attacks on one are no longer as they were."""
        self.blow_aim = self.shot_at_one = None
        self.forget_dangers()

    def forget_dangers(self) -> None:
        """How much of one's life their attacks take is not what it was."""
        self.saw_weapons = False
        self.danger_in_reach = UNKNOWN
        self.last_case = NO_REACH

    def forget_own_aims(self) -> None:
        """One's own attacks on them are no longer as they were."""
        self.melee_aim = self.bare_aim = self.shot_aim = None
        self.melee_value = self.bare_value = self.shot_worth = self.spell_value = 0.0
        self.own_range = 0
        self.spell_range = self.spell_far = NO_REACH
        self.saw_aims = self.saw_values = False

    def look_at_weapons(self) -> None:
        """What each blow and each shot of theirs takes of one's life: nothing, if they cannot
        attack."""
        self.saw_weapons = True
        self.blow = self.shot = 0.0
        if self.attacks:
            self.blow = self.aim_by_hand().loss(self.me)
            if self.their_range > 0:
                self.shot = self.aim_from_afar().loss(self.me)

    def aim_by_hand(self) -> Aim:
        """Their attack on one by hand."""
        found = self.blow_aim
        if found is None:
            who = self.who
            weapon = struck_with(who, who.held_weapon())
            plain = self.plain_blow
            if plain is None:
                plain = kept_aim(who, weapon, weapon.use(False), self.me)
                self.plain_blow = plain
            found = aim_now(plain, who, weapon, self.me)
            self.blow_aim = found
        return found

    def aim_from_afar(self) -> Aim:
        """Their shot at one."""
        found = self.shot_at_one
        if found is None:
            held = self.who.held_weapon()
            plain = self.plain_shot_at_one
            if plain is None:
                plain = kept_aim(self.who, held, held.use(True), self.me)
                self.plain_shot_at_one = plain
            found = aim_now(plain, self.who, held, self.me)
            self.shot_at_one = found
        return found

    def look_at_friends(self) -> None:
        """Who else could be struck instead, and how many steps that would cost them."""
        self.saw_friends = True
        me, distances, walks = self.me, self.distances, self.walks
        least: i64 = FAR
        as_near: i64 = 0
        near, far = self.near, self.far
        for friend in self.friends:
            if friend.is_in_fight() and friend is not me:
                effort: i64 = 0
                distance: i64 = distances[friend.cell]
                if distance > far:
                    effort = walks[friend.cell]
                    if effort == LONG_WALK:
                        effort = self.walk_from(friend.cell)
                    effort -= far
                elif distance < near:
                    effort = near - distance
                if effort < least:
                    least = effort
                    as_near = 1
                elif effort == least:
                    as_near += 1
        self.friend_effort = least
        self.shared = 1.0 / float(1 + as_near)

    def look_at_nearest_friend(self) -> None:
        """How many steps the nearest of one's friends is from them; FAR if there is none."""
        nearest: i64 = FAR
        for friend in self.friends:
            if friend.is_in_fight() and friend is not self.me:
                walk = self.walk_from(friend.cell)
                if walk < nearest:
                    nearest = walk
        self.friend_walk = nearest

    def walk_from(self, cell: i64) -> i64:
        """How many steps a cell is from them, whoever is in the way."""
        found: i64 = self.walks[cell]
        if found == LONG_WALK:
            return self.terrain.long_walk(cell, self.cell)
        return found

    def sight_from(self, cell: i64) -> i64:
        """How well they are seen from a cell."""
        found: i64 = self.sights[cell]
        if found == UNSEEN:
            found = self.field.sight(cell, self.cell)
            self.sights = self.field.sights(self.cell)
        return found

    def may_be_too_much(self) -> bool:
        """Whether `is_too_much_at` has to be asked."""
        return self.blow >= TOO_MUCH or not self.saw_weapons

    def is_too_much_at(self, cell: i64) -> bool:
        """Whether one would be alone before them there, and should not be."""
        if not self.saw_weapons:
            self.look_at_weapons()
        if self.blow < TOO_MUCH:
            return False
        if self.friend_walk == NO_REACH:
            self.look_at_nearest_friend()
        return self.friend_walk < FAR and self.walk_from(cell) < self.friend_walk

    def attention(self, steps: i64) -> float:
        """How likely they are to strike somebody who costs them so many steps, and not one of the
        others."""
        if not self.saw_friends:
            self.look_at_friends()
        if steps < self.friend_effort:
            return 1.0
        return self.shared if steps == self.friend_effort else self.shared / 2.0

    def danger(self, cell: i64) -> float:
        """How much of one's life they would take at a cell, before the next Reset and after it."""
        distance: i64 = self.distances[cell]
        if self.near <= distance <= self.far and self.their_range == 0:
            if self.danger_in_reach == UNKNOWN:
                self.danger_in_reach = self.danger_after(0, False, False)
            return self.danger_in_reach
        steps: i64 = 0
        is_crowded = distance < self.near
        is_in_range = 0 < distance <= self.their_range
        if distance > self.far:
            steps = self.walk_from(cell) - self.far
        elif is_crowded:
            steps = self.near - distance
        case: i64 = steps * 4
        if is_crowded:
            case += 1
        if is_in_range:
            case += 2
        if case != self.last_case:
            self.last_case = case
            self.last_danger = self.danger_after(steps, is_crowded, is_in_range)
        return self.last_danger

    def danger_after(self, steps: i64, is_crowded: bool, is_in_range: bool) -> float:
        """The same where they have to go so many steps; whether one is too near for their weapon,
        and whether they can shoot."""
        attacks = self.attacks_now
        if steps > self.free:
            attacks = attacks_after(self.points, self.free, self.next_points, steps)
            if attacks == 0.0 and not is_in_range:
                return 0.0
        if not self.saw_weapons:
            self.look_at_weapons()
        found = self.blow * attacks
        if is_crowded:
            found *= CROWDED
        if is_in_range:
            shots = self.shot * self.attacks_now
            if shots > found:
                found = shots
        if found == 0.0:
            return 0.0
        return found * self.attention(steps)

    def least_danger(self, steps: i64, farthest: i64) -> float:
        """How much they would take at least, at any cell that is at most so many steps from one's
        own and so far from theirs. Nobody enters the space of who can defend it [reach.enter]."""
        nearest: i64 = self.distance - steps
        if nearest < 1 and self.defends:
            nearest = 1
        walk: i64 = self.walk + steps
        if farthest < self.distance + steps:
            longest = self.terrain.longest_walk(self.cell, farthest)
            if longest < walk:
                walk = longest
        else:
            farthest = self.distance + steps
        effort: i64 = 0
        is_crowded = nearest < self.near
        if is_crowded:
            effort = self.near - nearest
        if farthest > self.far and walk - self.far > effort:
            effort = walk - self.far
        is_in_range = nearest > 0 and farthest <= self.their_range
        return self.danger_after(effort, is_crowded, is_in_range)


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


def free_spaces(who: Combatant) -> i64:
    """How far somebody's free step still goes in this turn [turn.costs]."""
    if not who.free_step or who.action_points == 0 or who.is_prone():
        return 0
    return SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES


@mypyc_attr(acyclic=True)
class Ground:
    """The field as one fighter sees it: every enemy, what to do to them, and what to fear.

    It is kept for the whole fight, and `look_around` begins each decision. Of enemies one looks at
    what to do to those to whom something can be done from a cell at most so many steps away.
    """

    def __init__(self, fight: OldeFight, me: Combatant) -> None:
        friends, enemies = fight.friends[me.side], fight.enemies[me.side]
        self.me: Final = me
        self.friends: Final = friends
        self.combatants: Final = fight.combatants
        self.house: Final = fight.house
        self.field: Final = fight.scene.field
        self.terrain: Final = notes_of(fight.scene).terrain
        self.hides_nothing: Final = fight.scene.field.hides_nothing
        self.bare: Final = fight.scene.weapons[BARE]
        self.enemies: Final = [Foe(me, who, friends) for who in enemies]
        self.next_points: Final = mean_points(me.sheet)
        self.places_of_one: Final[i64] = self.field.grid.size + 1
        self.counts_places: Final[bool] = self.places_of_one ** (len(friends) - 1) < MOST_PLACES
        self.later_attacks: Final = PATIENCE * (mean_points(me.sheet) / 2.0)
        """What the attacks after the next Reset count: see `attacks_with`."""
        self.gear: i64 = NO_GEAR
        self.mana: i64 = 0
        self.temporary: tuple[Adjustment, ...] = ()
        self.afflictions: tuple[Affliction, ...] = ()
        """What one holds and suffers, as it was when it was looked at last."""
        self.attacks: bool = False
        self.held: Weapon = self.bare
        self.weapon: Weapon = self.bare
        """What one has in hand, and what one strikes with: that, or bare hands."""
        self.melee: Use = self.bare.use(False)
        self.near: i64 = 0
        self.far: i64 = 1
        self.by_hand: i64 = 1
        """From where one can strike with what one has in hand; at most so far with that or bare
        hands."""
        self.approach: i64 = 1
        self.reach: i64 = 1
        self.waiting_reach: i64 = 1
        self.worst_sight: Final = worst_sight(fight.house)
        self.looks_far: bool = False
        """Whether there is more to an attack than how near its target is: see `gain_in_sight`."""
        self.spells: list[Spell] = NO_SPELLS
        self.choice: Final = Choice()
        """The best thing to do, as far as that is compared."""
        self.places: i64 = NO_PLACES
        """Where one's friends are, as it was: see `where_friends_are`."""
        self.cell: i64 = me.cell
        self.near_by: Surroundings = self.terrain.surroundings(me.cell)
        self.foes: list[Foe] = []
        """The enemies who are in the fight."""
        self.steps: i64 = 0
        self.nearest: i64 = FAR
        self.nearest_walk: i64 = FAR
        """How far the nearest enemy is, in spaces and in steps."""
        self.has_ailing_friend: bool = False
        """Whether a friend is down or suffers from something."""
        self.closed: i64 = 0
        """The cells near by that are not entered [reach.enter]."""
        self.top: Foe | None = None
        self.most_cap: float = 0.0
        """The enemy to whom most can be done, if there is anything to do, and what that is
        worth."""
        self.has_no_better_cell: bool = False
        """Whether a free step was looked for in vain since one last looked around."""
        self._saw_wall: bool = False
        self._holds: bool = False
        self.best: i64 = NO_CELL
        self.best_score: float = 0.0
        self.promising: Foe | None = None
        """The first of those enemies for whom a cell that is looked at can be the best."""
        self.least_dangers: float = 0.0
        self.saw_least_dangers: bool = False
        """What all enemies would do at least at any cell that is looked at, once that is known."""
        self.gain_here: float = 0.0
        self.is_tempted: bool = False
        """What can be done from where one stands is worth, and whether more can be done to a
        promising enemy from another cell."""
        self.judged_score: float = NOWHERE
        """What was the best score when promising enemies were looked for."""

    def look_around(self, steps: i64) -> None:
        """Looks at oneself and at every enemy as they are now, to go so many steps at most."""
        me = self.me
        if (
            self.gear != gear_of(me)
            or self.mana != me.mana
            or self.afflictions is not me.afflictions
        ):
            self.look_at_oneself()
        elif self.temporary is not me.temporary:
            self.look_at_own_adjustments()
        places = self.where_friends_are()
        have_friends_moved = places != self.places or places == NO_PLACES
        self.places = places
        self.steps = steps
        self.begin_look()
        has_changed = False
        for foe in self.enemies:
            is_there = foe.who.is_in_fight()
            if is_there:
                # while an enemy was down nobody saw where friends went
                foe.look_again(have_friends_moved or not foe.is_there)
                self.see_from_here(foe)
            if is_there != foe.is_there:
                foe.is_there = is_there
                has_changed = True
        if has_changed:
            self.foes = [foe for foe in self.enemies if foe.is_there]

    def begin_look(self) -> None:
        """Sees where one stands oneself, and nobody else yet."""
        cell = self.me.cell
        if self.cell != cell:
            self.cell = cell
            self.near_by = self.terrain.surroundings(cell)
        self._saw_wall = self._holds = False
        self.has_no_better_cell = False
        self.nearest = self.nearest_walk = FAR
        self.closed = 0
        self.top = None
        self.most_cap = 0.0

    def look_at_oneself(self) -> None:
        """What one holds and suffers; from where one can strike, and further than where one can do
        nothing."""
        me = self.me
        for foe in self.enemies:
            foe.forget_aims()
        self.gear = gear_of(me)
        self.mana = me.mana
        self.temporary = me.temporary
        self.afflictions = me.afflictions
        self.attacks = me.can_attack()
        self.held = me.held_weapon()
        self.weapon = struck_with(me, self.held)
        self.melee = self.weapon.use(False)
        self.spells = NO_SPELLS
        if me.sheet.known_spells and me.can_cast():
            self.spells = me.sheet.known_spells
        self.near, self.far = 0, 1
        if self.attacks:
            self.near = self.melee.nearest
            self.far = self.melee.farthest
        self.by_hand = self.far if self.far > 1 else 1
        self.approach = self.far
        for spell in self.spells:
            if spell.mana <= me.mana and spell.range > self.approach:
                self.approach = spell.range
        self.reach = self.approach if self.approach > 1 else 1
        ranged = self.held.ranged
        if ranged is not None and ranged.farthest > self.reach:
            self.reach = ranged.farthest
        self.waiting_reach = self.approach + FREE_SPACES
        if self.reach > self.waiting_reach:
            self.waiting_reach = self.reach
        shoots = ranged is not None and not ranged.thrown
        self.looks_far = shoots or len(self.spells) > 0 or not self.field.hides_nothing

    def look_at_own_adjustments(self) -> None:
        """Other manoeuvres adjust what one does: one's own attacks, or those of enemies on one, are
        known no more if it is these that changed."""
        before, temporary = self.temporary, self.me.temporary
        self.temporary = temporary
        if attacks_differ(before, temporary):
            for foe in self.enemies:
                foe.forget_own_aims()
        if defenses_differ(before, temporary):
            for foe in self.enemies:
                foe.forget_their_aims()

    def where_friends_are(self) -> i64:
        """A number that is another one whenever a friend has moved, fallen or risen; NO_PLACES
        where there are too many for that. Sees whether any of them ails."""
        me = self.me
        places = self.places_of_one
        found: i64 = 0
        self.has_ailing_friend = False
        for friend in self.friends:
            if friend is not me:
                if friend.hit_points <= 0 or len(friend.afflictions) > 0:
                    self.has_ailing_friend = True
                found *= places
                if friend.is_in_fight():
                    found += friend.cell + 1
        return found if self.counts_places else NO_PLACES

    def see_from_here(self, foe: Foe) -> None:
        """Whether an enemy is the nearest or in the way, and what one could do to it if it is near
        enough."""
        if foe.distance < self.nearest:
            self.nearest = foe.distance
        if foe.walk < self.nearest_walk:
            self.nearest_walk = foe.walk
        if foe.defends and foe.distance <= AROUND:
            self.closed |= self.near_by.bit(foe.cell)
        foe.cap = 0.0
        if foe.distance <= self.reach_of(foe, True) + self.steps:
            self.look_at_target(foe)

    def reach_of(self, foe: Foe, waits: bool) -> i64:
        """From how far one can do something to an enemy, at most: see `gain`."""
        return self.waiting_reach if waits and self.far > foe.far else self.reach

    def look_at_target(self, foe: Foe) -> None:
        """What one could do to an enemy is worth."""
        if not foe.saw_values:
            foe.saw_values = True
            foe.best_value = 0.0
            if self.attacks:
                self.look_at_own_weapons(foe)
            if self.spells:
                self.look_at_spells(foe)
        foe.cap = foe.best_value
        if foe.cap > self.most_cap:
            self.most_cap = foe.cap
            self.top = foe

    def look_at_own_weapons(self, foe: Foe) -> None:
        """What one's own attacks on an enemy are worth."""
        if not foe.saw_aims:
            self.take_aim(foe)
        who = foe.who
        worth = menace(who)
        aim = foe.melee_aim
        assert aim is not None
        best = aim.chance * hit_value(aim.harm, who) * worth
        foe.melee_value = best
        aim = foe.bare_aim
        if aim is not None:
            foe.bare_value = aim.chance * hit_value(aim.harm, who) * worth
            if foe.bare_value > best:
                best = foe.bare_value
        aim = foe.shot_aim
        if aim is not None:
            foe.shot_worth = hit_value(aim.harm, who) * worth
            shot = aim.chance * foe.shot_worth
            if shot > best:
                best = shot
        foe.best_value = best

    def take_aim(self, foe: Foe) -> None:
        """One's attacks on an enemy: with what is in hand, with bare hands where that does not
        reach, and shots."""
        me, who, ranged = self.me, foe.who, self.held.ranged
        foe.saw_aims = True
        plain = foe.plain_melee
        if plain is None:
            plain = kept_aim(me, self.weapon, self.melee, who)
            foe.plain_melee = plain
        foe.melee_aim = aim_now(plain, me, self.weapon, who)
        if self.melee.nearest > 0:
            plain = foe.plain_bare
            if plain is None:
                plain = kept_aim(me, self.bare, self.bare.use(False), who)
                foe.plain_bare = plain
            foe.bare_aim = aim_now(plain, me, self.bare, who)
        if ranged is not None and not ranged.thrown and is_strong_enough(me, ranged):
            plain = foe.plain_shot
            if plain is None:
                plain = kept_aim(me, self.held, ranged, who)
                foe.plain_shot = plain
            foe.shot_aim = aim_now(plain, me, self.held, who)
            foe.own_range = ranged.farthest

    def aim(self, foe: Foe, weapon: Weapon, use: Use) -> Aim:
        """One's attack with a weapon on an enemy."""
        found = foe.shot_aim if use.ranged else foe.melee_aim
        if found is None or found.use is not use:
            return aim_at(self.me, weapon, use, foe.who)
        return found

    def attack_value(self, foe: Foe, weapon: Weapon, use: Use, adjusts: i64) -> float:
        """What an attack on an enemy within reach or range is worth."""
        if adjusts == 0 and use is self.melee:
            return foe.melee_value
        if adjusts == 0 and weapon is self.bare:
            return foe.bare_value
        return attack_value(self.aim(foe, weapon, use), foe.who, adjusts)

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
        if foe.spell_value > foe.best_value:
            foe.best_value = foe.spell_value

    def is_beside_a_shield(self, cell: i64, other: Combatant) -> bool:
        """Whether a friend with a shield stands beside a cell, other than one and oneself."""
        me = self.me
        distances = self.field.distances(cell)
        for who in self.friends:
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
        field = self.field
        for who in self.friends:
            if who is not me and who.shielded and who.is_in_fight():
                if field.spaces(me.cell, who.cell) <= 1 < field.spaces(cell, who.cell):
                    if not self.is_beside_a_shield(who.cell, who):
                        return True
        return False

    def holds(self) -> bool:
        """Whether one stands in a wall of shields that had better wait."""
        if not self._saw_wall:
            self._saw_wall = True
            me = self.me
            if me.shielded and self.is_beside_a_shield(me.cell, me):
                self._holds = self.is_weaker()
        return self._holds

    def is_weaker(self) -> bool:
        """Whether one's side had better wait for the other: it is weaker, and not shot at."""
        for foe in self.foes:
            if not foe.saw_weapons:
                foe.look_at_weapons()
            if foe.shot > 0.0:
                return False
        mine = 0.0
        theirs = 0.0
        for who in self.combatants:
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
        self.best = NO_CELL
        first, second, third = rings
        farthest: i64 = 1
        last = first
        if third:
            farthest = 3
            last = third
        elif second:
            farthest = 2
            last = second
        if self.top is None and self.nearest_walk - farthest > self.approach:
            # there is nothing but to get nearer: no cell is better than straight on
            straight_on = self.nearest_cell(last, farthest)
            if straight_on != NO_CELL:
                return NO_CELL if self.holds() else straight_on
        self.judged_score = NOWHERE
        self.best_score = self.own_score(farthest) + CLEARLY
        self.consider_ring(first, 1, farthest, cost)
        if second:
            self.consider_ring(second, 2, farthest, cost)
        if third:
            self.consider_ring(third, 3, farthest, cost)
        return self.best

    def attacks_with(self, points: i64) -> float:
        """The same as `attacks_after` for oneself, where one need not go anywhere first."""
        return float(points >> 1) + self.later_attacks

    def nearest_cell(self, ring: i64, steps: i64) -> i64:
        """The first of the cells so many steps away that is as many steps nearer to where one could
        do something; NO_CELL if none is."""
        wanted: i64 = self.nearest_walk - steps - self.approach
        ahead: i64 = 0
        for foe in self.foes:
            if foe.walk == self.nearest_walk:
                ahead |= self.near_by.ahead(self.terrain, foe.cell)
        left: i64 = ring & ahead
        while left:
            bit: i64 = left & -left
            left ^= bit
            cell = self.near_by.cells[bit_number(bit)].cell
            if self.steps_from(cell) == wanted:
                return cell
        return NO_CELL

    def consider_ring(self, ring: i64, steps: i64, farthest: i64, cost: i64) -> None:
        """Looks for a better cell among those so many steps away, each of which costs so many
        Action Points. Where no cell can be better, up to the farthest, none is looked at."""
        points: i64 = self.me.action_points - steps * cost
        attacks = self.attacks_with(points)
        if self.best_score != self.judged_score:
            self.judged_score = self.best_score
            points_there: i64 = self.me.action_points - farthest * cost
            self.look_for_promising(farthest, points_there < ATTACK_POINTS, attacks)
        if self.promising is None and self.best_score > 0.0:
            return
        waits = points < ATTACK_POINTS
        in_reach = self.cells_in_reach(steps, waits)
        if not self.is_tempted and self.best_score > 0.0:
            in_reach &= self.safer_cells(farthest)
        is_all_danger = False
        cells = self.near_by.cells
        left: i64 = ring & in_reach
        while left:
            bit: i64 = left & -left
            left ^= bit
            cell = cells[bit_number(bit)].cell
            gain = self.best_gain(cell, waits)
            if gain > 0.0:
                score = gain * attacks + AT_ONCE
                if score - self.least_dangers > self.best_score - ROUNDING:
                    score = self.score_in_danger(cell, score, self.best_score)
                    if score <= 0.0:
                        is_all_danger = True
                    elif score > self.best_score:
                        if not self.holds() or not self.breaks_the_wall(cell):
                            self.best_score = score
                            self.best = cell
        if self.best_score <= 0.0 and not self.holds():
            self.approach_in(ring, steps, in_reach if is_all_danger else 0, waits, attacks)

    def approach_in(
        self, ring: i64, steps: i64, in_reach: i64, waits: bool, attacks: float
    ) -> None:
        """Looks for a cell that is nearer to where one could do something, among those so many
        steps away. Something can be done from those `in_reach`, but it costs as much."""
        # no step takes one nearer than by a space
        nearest = -float(self.nearest_walk - steps - self.approach)
        cells = self.near_by.cells
        left: i64 = ring if nearest > self.best_score else ring & in_reach
        while left:
            bit: i64 = left & -left
            left ^= bit
            cell = cells[bit_number(bit)].cell
            gain = 0.0
            if bit & in_reach:
                gain = self.best_gain(cell, waits)
            if gain > 0.0:
                score = self.score_in_danger(cell, gain * attacks + AT_ONCE, self.best_score)
            else:
                score = -float(self.steps_from(cell))
            if score > self.best_score:
                self.best_score = score
                self.best = cell
                if nearest <= score:
                    left &= in_reach

    def expect_of(self, foe: Foe) -> None:
        """Takes an enemy for promising: to whom most can be done comes first, so that others need
        not be looked at."""
        first = self.promising
        if first is not None and first.cap >= foe.cap:
            foe.next_promising = first.next_promising
            first.next_promising = foe
        else:
            foe.next_promising = first
            self.promising = foe

    def look_for_promising(self, steps: i64, waits: bool, attacks: float) -> None:
        """Finds the enemies for whom a cell at most so many steps away can be the best, by what
        could be done to them from there, less what all enemies would do there at least."""
        self.promising = None
        self.is_tempted = self.gain_here == 0.0
        wanted = self.best_score - ROUNDING
        dangers = 0.0
        if wanted > 0.0:
            if not self.saw_least_dangers:
                self.look_at_least_dangers(steps)
            dangers = self.least_dangers
            if self.most_cap * attacks + AT_ONCE - dangers <= wanted:
                return
        for foe in self.foes:
            if foe.cap > 0.0:
                most = self.most_gain(foe, steps, waits)
                if most > 0.0:
                    score = most * attacks + AT_ONCE - dangers
                    if wanted > 0.0 and score > wanted:
                        reach = self.reach_of(foe, waits)
                        if reach < foe.distance + steps:
                            # who is struck from near by can strike back
                            score += CAUTION * foe.least
                            score -= CAUTION * foe.least_danger(steps, reach)
                    if score > wanted:
                        self.expect_of(foe)
                        if most > self.gain_here:
                            self.is_tempted = True

    def look_at_least_dangers(self, steps: i64) -> None:
        """What every enemy would do at least at any cell at most so many steps away."""
        dangers = 0.0
        for foe in self.foes:
            foe.least = foe.least_danger(steps, FAR)
            dangers += CAUTION * foe.least
        self.least_dangers = dangers
        self.saw_least_dangers = True

    def safer_cells(self, steps: i64) -> i64:
        """The cells where an enemy may do less than where one stands, of those at most so many
        steps away, a bit for each. Nobody strikes as hard at who is further away, unless that one
        was too near for their weapon, or in their own space."""
        found: i64 = 0
        for foe in self.foes:
            if foe.least < foe.danger_here:
                nearest: i64 = foe.distance - steps
                if nearest < 1:
                    nearest = 1 if foe.defends else 0
                if nearest < foe.near or (nearest == 0 and foe.their_range > 0):
                    return EVERY_CELL
                found |= self.near_by.farther(self.terrain, foe.cell)
        return found

    def cells_in_reach(self, steps: i64, waits: bool) -> i64:
        """The cells near by from which one may do something to a promising enemy, a bit for each;
        none where no cell so many steps away is near enough."""
        found: i64 = 0
        foe = self.promising
        while foe is not None:
            reach = self.reach_of(foe, waits)
            if foe.distance - steps <= reach:
                found |= self.near_by.within(foe.cell, reach)
            foe = foe.next_promising
        return found

    def most_gain(self, foe: Foe, steps: i64, waits: bool) -> float:
        """More than what an attack on an enemy from any cell at most so many steps away is worth,
        or as much."""
        nearest: i64 = foe.distance - steps
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
        if waits and foe.melee_value > found and self.far > foe.far:
            if nearest <= self.approach + FREE_SPACES:
                found = foe.melee_value
        return found

    def own_score(self, farthest: i64) -> float:
        """How good one's own cell is: where there is something to do from it, that, less what the
        enemies would do there; otherwise the nearer, the better. Looks at once at what they would
        do at least at any cell so many steps away."""
        cell = self.me.cell
        points = self.me.action_points
        gain = self.own_gain(points < ATTACK_POINTS)
        self.gain_here = gain
        self.saw_least_dangers = False
        self.least_dangers = 0.0
        if gain == 0.0:
            return -float(self.steps_from(cell))
        score = gain * self.attacks_with(points) + AT_ONCE
        dangers = 0.0
        for foe in self.foes:
            danger = foe.danger(cell)
            least = 0.0
            if danger > 0.0:
                score -= CAUTION * danger
                least = foe.least_danger(farthest, FAR)
                dangers += CAUTION * least
            foe.danger_here = danger
            foe.least = least
        self.least_dangers = dangers
        self.saw_least_dangers = True
        return score

    def own_gain(self, waits: bool) -> float:
        """What the best attack from one's own cell is worth."""
        top = self.top
        if top is None:
            return 0.0
        cell = self.me.cell
        best = self.gain_at(top, cell, top.distance, waits)
        if best < top.cap:
            for foe in self.foes:
                if foe.cap > best and foe is not top:
                    gain = self.gain_at(foe, cell, foe.distance, waits)
                    if gain > best:
                        best = gain
        return best

    def score_in_danger(self, cell: i64, score: float, least_wanted: float) -> float:
        """What is left of how good a cell is for what can be done from it, less what the enemies
        would do there. What cannot be better than the least that is wanted is not looked at to the
        end."""
        for foe in self.foes:
            if score <= least_wanted:
                break
            score -= CAUTION * foe.danger(cell)
        return score

    def best_gain(self, cell: i64, waits: bool) -> float:
        """What the best attack from a cell is worth, of those on promising enemies."""
        best = 0.0
        reach = self.reach
        foe = self.promising
        while foe is not None:
            if foe.cap > best:
                distance: i64 = foe.distances[cell]
                if waits or distance <= reach:
                    gain = self.gain_at(foe, cell, distance, waits)
                    if gain > best:
                        best = gain
            foe = foe.next_promising
        return best

    def steps_from(self, cell: i64) -> i64:
        """How many steps a cell is from where one could do something."""
        least: i64 = FAR
        approach = self.approach
        for foe in self.foes:
            steps: i64 = foe.walks[cell]
            if steps == LONG_WALK:
                steps = foe.walk_from(cell)
            steps -= approach
            if steps < least and not (foe.may_be_too_much() and foe.is_too_much_at(cell)):
                least = steps
        return least

    def gain(self, foe: Foe, cell: i64, waits: bool) -> float:
        """What an attack on an enemy from a cell is worth; 0 where there is none to make, or none
        that one would dare to. Who has no attack left, but the longer weapon, also `waits` a free
        step away."""
        return self.gain_at(foe, cell, foe.distances[cell], waits)

    def gain_at(self, foe: Foe, cell: i64, distance: i64, waits: bool) -> float:
        """The same from a cell so many spaces away."""
        found = 0.0
        if distance > self.by_hand:
            if self.looks_far and distance <= self.reach:
                found = self.gain_from_afar(foe, cell, distance)
        else:
            if self.near <= distance <= self.far:
                found = foe.melee_value
            elif distance <= 1:
                found = foe.bare_value
            if found > 0.0 and foe.may_be_too_much() and foe.is_too_much_at(cell):
                found = 0.0
            if self.looks_far:
                found = self.gain_in_sight(foe, cell, distance, found)
        if found > 0.0:
            return found
        if waits and self.far > foe.far:
            if 0 < foe.walk_from(cell) - self.approach <= FREE_SPACES:
                return foe.melee_value
        return 0.0

    def gain_in_sight(self, foe: Foe, cell: i64, distance: i64, found: float) -> float:
        """The same where an attack by hand is worth so much if one sees its target: with sight,
        shots and spells."""
        sight: i64 = CLEAR
        if not self.hides_nothing:
            sight = foe.sight_from(cell)
            if sight > self.worst_sight:
                return 0.0
            if sight and found > 0.0:
                striking = foe.melee_aim
                if striking is not None:
                    found = attack_value(striking, foe.who, sight_adjustment(self.house, sight))
        from_afar = self.shot_or_spell(foe, distance, sight)
        return from_afar if from_afar > found else found

    def gain_from_afar(self, foe: Foe, cell: i64, distance: i64) -> float:
        """What a shot or a spell from a cell is worth."""
        if distance > foe.own_range and not self.spells:
            return 0.0
        sight: i64 = CLEAR
        if not self.hides_nothing:
            sight = foe.sight_from(cell)
            if sight > self.worst_sight:
                return 0.0
        return self.shot_or_spell(foe, distance, sight)

    def shot_or_spell(self, foe: Foe, distance: i64, sight: i64) -> float:
        """What a shot or a spell is worth from so many spaces away, if one sees so well."""
        found = 0.0
        aim = foe.shot_aim
        if aim is not None and 0 < distance <= foe.own_range:
            adjusts = distance_adjustment(self.house, aim.use, sight, foe.who, distance)
            found = aim.hit(adjusts) * foe.shot_worth
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


class Grounds:
    """The field as each fighter of one fight saw it last."""

    def __init__(self, fight: OldeFight) -> None:
        self.fight: Final = fight
        self._by_fighter: Final[list[Ground | None]] = [None] * len(fight.combatants)

    def look_around(self, me: Combatant, steps: i64) -> Ground:
        """The field as one fighter sees it now, to go so many steps at most."""
        ground = self._by_fighter[me.index]
        if ground is None:
            ground = Ground(self.fight, me)
            self._by_fighter[me.index] = ground
        ground.look_around(steps)
        return ground
