"""One decision of a fighter of Dungeons of Olde: what attacks are worth, and where to stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE, NOTHING, Tactics
from affray.rulesets.olde import movement, verbs
from affray.rulesets.olde.actions import CAST_COST, attack_price
from affray.rulesets.olde.adjustments import PLAIN, Tally
from affray.rulesets.olde.attack import cost_of_manner
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import FREE_SPACES, SMALL_FREE_SPACES
from affray.rulesets.olde.player.attacks import (
    Attack,
    attack_of,
    chance_in,
    chances,
    notes_of,
)
from affray.rulesets.olde.player.weights import OldeWeights
from affray.rulesets.olde.reach import (
    TOO_WEAK,
    add_range,
    add_sight,
    is_enough,
    is_in_reach,
    why_not_ready,
)
from affray.rulesets.olde.sheet import BARE, NO_LIMIT, PERMANENT, PERSISTENT, SAVVY, Spell
from affray.rulesets.olde.spells import add_spell

FAR_AWAY: Final[i64] = 1_000_000

NO_SPELLS: Final[list[Spell]] = []
NO_ATTACKS: Final[list[Attack]] = []

PERSISTENT_WORTH: Final = 1.4
PERMANENT_WORTH: Final = 2.0
"""How much more a condition is worth that outlasts the Reset."""


def attacks_on(fight: OldeFight, attacker: Combatant, target: Combatant) -> list[Attack]:
    """List a fighter's plain attacks on another with what is in hand, and with bare hands where
    that does not reach. Throws are weighed when they can be made."""
    found: list[Attack] = []
    if not attacker.can_attack():
        return found
    held, bare = attacker.held_weapon(), fight.scene.weapons[BARE]
    melee, ranged = held.melee, held.ranged
    if melee is not None:
        found.append(attack_of(fight, attacker, target, held, melee, PLAIN))
    if melee is None or melee.nearest > 0:
        found.append(attack_of(fight, attacker, target, bare, bare.use(False), PLAIN))
    if ranged is not None and not ranged.thrown and why_not_ready(attacker, ranged) != TOO_WEAK:
        found.append(attack_of(fight, attacker, target, held, ranged, PLAIN))
    return found


def menace(weights: OldeWeights, who: Combatant) -> float:
    """Return what it is worth to be rid of an enemy: how often it acts, and how hard it hits."""
    held, sheet = who.held_weapon(), who.sheet
    use = held.melee if held.melee is not None else held.ranged
    die = sheet.brawn // 2 if use is None or use.unarmed else use.damage
    return weights.menace + float((sheet.finesse_rank + 1) * (die + 1)) / 120.0


class Foe:
    """An enemy as a fighter sees it in one decision: what each could do to the other."""

    def __init__(
        self, fight: OldeFight, me: Combatant, who: Combatant, weights: OldeWeights
    ) -> None:
        self.fight: Final = fight
        self.me: Final = me
        self.who: Final = who
        self.weights: Final = weights
        self.worth: Final = menace(weights, who)
        self.distances: Final = fight.scene.field.distances(who.cell)
        self.walks: Final = fight.scene.field.walks(who.cell)
        melee = who.held_weapon().melee
        self.nearest: i64 = 0
        self.farthest: i64 = 1
        if melee is not None:
            self.nearest = melee.nearest
            self.farthest = melee.farthest
        self.mine: list[Attack] = NO_ATTACKS
        self.spells: list[Spell] = NO_SPELLS
        self.reach: i64 = 0
        self.range: i64 = 0
        self.blow: float = 0.0
        self.shot: float = 0.0

    def look_closer(self, spells: list[Spell]) -> None:
        """Look at what both can do to each other from where they could stand."""
        fight, me, who = self.fight, self.me, self.who
        self.mine = attacks_on(fight, me, who)
        for attack in self.mine:
            if attack.use.farthest > self.reach:
                self.reach = attack.use.farthest
        self.spells = spells
        for spell in spells:
            if spell.range > self.reach:
                self.reach = spell.range
        self.values: dict[int, float] = {}
        self.dangers: dict[int, float] = {}
        self.friend_steps: list[int] = []
        for friend in fight.friends[me.side]:
            if friend is not me and friend.is_in_fight():
                self.friend_steps.append(int(self.steps_to(friend.cell)))
        for attack in attacks_on(fight, who, me):
            loss = attack.loss(me.hit_points, 0)
            if attack.use.ranged:
                self.shot = loss
                self.range = attack.use.farthest
            elif self.blow == 0.0:
                self.blow = loss

    # --- what can be done to them ---

    def gain(self, here: i64) -> float:
        """Return what the best attack or spell on them from a space is worth; 0 if there is
        none."""
        distance: i64 = self.distances[here]
        if distance > self.reach:
            return 0.0
        sight = self.fight.scene.field.sight(here, self.who.cell)
        if not is_enough(self.fight.house, sight):
            return 0.0
        case = int(distance * 4 + sight)
        found = self.values.get(case, -1.0)
        if found < 0.0:
            found = 0.0
            for attack in self.mine:
                if is_in_reach(attack.use, distance):
                    value = self.attack_value(attack, distance, sight)
                    if value > found:
                        found = value
            for spell in self.spells:
                if distance <= spell.range:
                    value = self.spell_value(spell)
                    if value > found:
                        found = value
            self.values[case] = found
        return found

    def attack_value(self, attack: Attack, distance: i64, sight: i64) -> float:
        """Return what an attack is worth: the share of their life that it takes, and a little for
        the harm itself."""
        tally = Tally(False)
        add_range(tally, attack.use, distance, self.who)
        add_sight(tally, self.fight.house, sight)
        left: i64 = 1
        if self.who.hit_points > 0:
            left = self.who.hit_points
        loss = attack.loss(left, tally.total)
        return loss * (1.0 + self.weights.harm * float(left)) * self.worth

    def spell_value(self, spell: Spell) -> float:
        """Return what casting a spell at them is worth."""
        me, laid, weights = self.me, spell.laid, self.weights
        if spell.mana > me.mana or (spell.gestures and me.is_bound()) or self.who.has(laid):
            return 0.0
        hindered = float(-laid.attack - laid.defense - laid.checks - laid.physical)
        found = weights.hindrance * hindered + weights.slowness * float(-laid.action_points)
        found += weights.bleeding * float(laid.loses)
        if laid.helpless:
            found += weights.helplessness
        elif not laid.attacks:
            found += weights.disarming
        if laid.flees:
            found += weights.disarming
        if laid.spaces < NO_LIMIT:
            found += weights.rooting
        if spell.duration == PERMANENT:
            found *= PERMANENT_WORTH
        elif spell.duration == PERSISTENT:
            found *= PERSISTENT_WORTH
        tally = Tally(False)
        add_spell(tally, me, spell.gestures)
        likely = chance_in(chances(me.sheet.rank(SAVVY), 0), tally.total - spell.cr)
        return likely * found * self.worth

    # --- what they can do ---

    def steps_to(self, here: i64) -> i64:
        """Return how many steps they have to go to strike at somebody in a space."""
        distance: i64 = self.distances[here]
        if distance > self.farthest:
            return self.walks[here] - self.farthest
        if distance < self.nearest:
            return self.nearest - distance
        return 0

    def danger(self, here: i64) -> float:
        """Return how much of the fighter's life they would take in a space. Friends who are as
        easy to reach share it."""
        steps = self.steps_to(here)
        distance: i64 = self.distances[here]
        is_in_range = 0 < distance <= self.range
        case = int(steps * 2)
        if is_in_range:
            case += 1
        found = self.dangers.get(case, -1.0)
        if found < 0.0:
            found = self.blow * self.attacks_after(steps)
            if is_in_range:
                found = max(found, self.shot * self.attacks_after(0))
            rivals = 0.0
            for other in self.friend_steps:
                if other <= steps:
                    rivals += 1.0
            found /= 1.0 + self.weights.company * rivals
            self.dangers[case] = found
        return found

    def attacks_after(self, steps: i64) -> float:
        """Return how many attacks they have before the next Reset, and some of those after it, if
        they first go so many steps."""
        who = self.who
        free = free_step(who)
        dear: i64 = 0
        if steps > free:
            dear = steps - free
        now: i64 = 0
        if who.action_points > dear:
            now = (who.action_points - dear) // 2
        later = notes_of(self.fight.scene).mean_points[who.index]
        if now == 0:
            later -= float(dear)
            if later <= 0.0:
                return 0.0
        return float(now) + self.weights.patience * later / 2.0

    def can_matter(self, here: i64, reach: i64) -> bool:
        """Return whether either can do something to the other before the turn after the next, if
        the fighter's steps and weapons reach so far."""
        distance: i64 = self.distances[here]
        if distance <= reach or self.who.held_weapon().ranged is not None:
            return True
        points = self.who.sheet.finesse_rank
        return distance <= reach + self.farthest + FREE_SPACES + points


def free_step(who: Combatant) -> i64:
    """Return how far a fighter's free step still goes in this turn."""
    if not who.free_step or who.action_points == 0 or who.is_prone():
        return 0
    return SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES


class OldeTactics(Tactics):
    """The field as one fighter sees it in one decision."""

    def __init__(self, fight: OldeFight, me: Combatant, weights: OldeWeights) -> None:
        super().__init__(weights)
        self.fight: Final = fight
        self.me: Final = me
        self.own_weights: Final = weights
        self.foes: Final[list[Foe]] = []
        self.near: Final[list[Foe]] = []
        """The enemies in the fight, and those who can matter for where to stand, once that is
        asked."""
        self.weighed: Foe | None = None
        """The target of the option that was weighed last."""
        self.home: Final[i64] = me.cell
        self.home_distance: float = NOTHING
        """How far one's own place is from where there is something to do. Nobody leaves a place to
        act from for one without, or goes away from where there is something to do."""
        self.step_cost: i64 = 0
        """What a step costs: nothing of the free step."""
        self.most: i64 = 0
        self.approach: i64 = 1

    def look_around(self) -> None:
        """Look at the enemies who can matter, and from how far there is something to do."""
        me = self.me
        spells = me.sheet.known_spells if me.can_cast() else NO_SPELLS
        held = me.held_weapon()
        if held.melee is not None:
            self.approach = held.melee.farthest
        for spell in spells:
            if spell.mana <= me.mana and spell.range > self.approach:
                self.approach = spell.range
        reach = self.approach + movement.MOST_STEPS
        if held.ranged is not None:
            reach = NO_LIMIT
        for who in self.fight.enemies[me.side]:
            if who.is_in_fight():
                foe = Foe(self.fight, me, who, self.own_weights)
                self.foes.append(foe)
                if foe.can_matter(self.home, reach):
                    foe.look_closer(spells)
                    self.near.append(foe)

    # --- where to stand ---

    def place(self) -> i64:
        return self.me.cell

    def stand(self, place: i64) -> None:
        self.me.cell = place

    def may_go(self, place: i64) -> bool:
        if int(place) in self.fight.closed_to(self.me):
            return False
        length = movement.way_length(self.fight, self.me, place)
        return 0 < length <= self.most

    def gain(self) -> float:
        me = self.me
        best = 0.0
        for foe in self.near:
            value = foe.gain(me.cell)
            if value > best:
                best = value
        if best == 0.0:
            return 0.0
        points: i64 = me.action_points
        if self.step_cost and me.cell != self.home:
            points -= self.fight.scene.field.open_steps(self.home)[me.cell]
        later = notes_of(self.fight.scene).mean_points[me.index]
        return best * (float(points // 2) + self.weights.patience * later / 2.0)

    def danger(self) -> float:
        found = 0.0
        for foe in self.near:
            found += foe.danger(self.me.cell)
        return found

    def distance(self) -> float:
        nearest: i64 = FAR_AWAY
        for foe in self.foes:
            steps: i64 = foe.walks[self.me.cell] - self.approach
            if steps < nearest:
                nearest = steps
        return float(nearest)

    def judge(self) -> float:
        """Return how good it is to stand here. Where nothing can be done nearer is better, but
        nobody runs into blades, or away from a fight."""
        gain = self.gain()
        if gain > 0.0:
            return gain + self.weights.presence - self.weights.caution * self.danger()
        distance = self.distance()
        if self.me.cell != self.home and distance >= self.home_distance:
            return NOTHING
        return -distance - self.own_weights.fear * self.danger()

    def better_place(self, most: i64, cost: i64, options: list[Option]) -> Option | None:
        """Return the move to the best space within so many steps, if it is clearly better."""
        if most == 0:
            return None
        self.most = most
        self.step_cost = cost
        if not self.foes:
            self.look_around()
        self.home_distance = NOTHING if self.gain() > 0.0 else self.distance()
        places = notes_of(self.fight.scene).near(self.home, most)
        if self.holds_the_line():
            places = [cell for cell in places if not self.breaks_the_line(cell)]
        best = self.best_place(places)
        return options[best] if best != NO_PLACE else None

    # --- a wall of shields ---

    def holds_the_line(self) -> bool:
        """Return whether the fighter stands in a wall of shields that had better wait: the other
        side is stronger, and does not shoot."""
        me = self.me
        if not me.shielded or not self.has_shield_beside(me.cell, me):
            return False
        strength = 0.0
        for who in self.fight.combatants:
            if who.is_in_fight():
                one = float(who.hit_points) * menace(self.own_weights, who)
                strength += one if who.side == me.side else -one
        if strength >= 0.0:
            return False
        return all(foe.shot == 0.0 for foe in self.near)

    def has_shield_beside(self, cell: i64, other: Combatant) -> bool:
        """Return whether a friend with a shield stands beside a space, apart from one."""
        distances = self.fight.scene.field.distances(cell)
        for who in self.fight.friends[self.me.side]:
            if who.shielded and distances[who.cell] <= 1:
                if who is not self.me and who is not other and who.is_in_fight():
                    return True
        return False

    def breaks_the_line(self, cell: i64) -> bool:
        """Return whether a step would leave the fighter, or a friend, without a shield beside it,
        or leads to a space from which there is nothing to strike."""
        me = self.me
        if not self.has_shield_beside(cell, me):
            return True
        if all(foe.gain(cell) == 0.0 for foe in self.near):
            return True
        field = self.fight.scene.field
        for who in self.fight.friends[me.side]:
            if who is not me and who.shielded and who.is_in_fight():
                if field.spaces(me.cell, who.cell) <= 1 < field.spaces(cell, who.cell):
                    if not self.has_shield_beside(who.cell, who):
                        return True
        return False

    # --- what to do ---

    def value(self, option: Option) -> float:
        """Return what an action is worth for each of its Action Points. A shield block is worth
        nothing: fighters who never block win more."""
        verb = option.verb
        if verb != verbs.ATTACK and verb != verbs.SHOOT and verb != verbs.CAST_AT:
            return 0.0
        target = self.fight.combatants[option.target]
        if not target.is_in_fight():
            return 0.0
        foe = self.weighed
        if foe is None or foe.who is not target:
            foe = Foe(self.fight, self.me, target, self.own_weights)
            self.weighed = foe
        if verb == verbs.CAST_AT:
            return foe.spell_value(self.fight.scene.spells[option.item]) / float(CAST_COST)
        return self.attack_value(option, foe)

    def attack_value(self, option: Option, foe: Foe) -> float:
        """Return what an attack is worth in its manner, less the Defense it costs."""
        fight, me, manner = self.fight, self.me, option.value
        weapon = fight.scene.weapons[option.item]
        use = weapon.use(option.verb == verbs.SHOOT)
        attack = attack_of(fight, me, foe.who, weapon, use, manner)
        sight = fight.scene.field.sight(me.cell, foe.who.cell)
        value = foe.attack_value(attack, foe.distances[me.cell], sight)
        if use.thrown and weapon.melee is not None and value < self.own_weights.throw:
            return 0.0
        value /= float(attack_price(fight, me, use, manner))
        cost = cost_of_manner(use, manner)
        if cost is not None:
            for who in fight.enemies[me.side]:
                if who.is_in_fight():
                    value += self.own_weights.defense * float(cost.defense)
        return value
