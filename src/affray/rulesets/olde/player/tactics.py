"""One decision of a fighter of Dungeons of Olde: what attacks are worth, and where to stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE, NOTHING, Tactics
from affray.rulesets.olde import movement, verbs
from affray.rulesets.olde.actions import CAST_COST, attack_price
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import FREE_SPACES, MOST_STEPS, SMALL_FREE_SPACES
from affray.rulesets.olde.player.attacks import (
    chance_in,
    chances,
    expected_attack,
    expected_attacks,
    notes_of,
    points_of,
)
from affray.rulesets.olde.player.weights import OldeWeights
from affray.rulesets.olde.reach import is_enough, is_in_reach
from affray.rulesets.olde.sheet import NO_LIMIT, PERMANENT, PERSISTENT, SAVVY, Spell
from affray.rulesets.olde.spells import add_spell

FAR_AWAY: Final[i64] = 1_000_000

TURN_AHEAD: Final[i64] = FREE_SPACES + MOST_STEPS
"""How far an enemy beyond one's reach can come in about a turn, apart from its Finesse die."""

NO_SPELLS: Final[list[Spell]] = []

UNKNOWN: Final = -1.0
"""Stands for a gain that was not computed yet."""

PERSISTENT_WORTH: Final = 1.4
PERMANENT_WORTH: Final = 2.0
"""How much more a condition is worth that outlasts the Reset."""


def menace(weights: OldeWeights, who: Combatant) -> float:
    """Return what it is worth to be rid of an enemy: how often it acts, and how hard it hits."""
    held, sheet = who.held_weapon(), who.sheet
    use = held.melee if held.melee is not None else held.ranged
    die = sheet.brawn // 2 if use is None or use.unarmed else use.damage
    return weights.menace + float((sheet.finesse_rank + 1) * (die + 1)) / 120.0


def spell_worth(weights: OldeWeights, me: Combatant, spell: Spell, target: Combatant) -> float:
    """Return what casting a spell at a target is worth."""
    laid = spell.laid
    if spell.mana > me.mana or (spell.gestures and me.is_bound()) or target.has(laid):
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
    return likely * found * menace(weights, target)


@mypyc_attr(acyclic=True)
class Foe:
    """An enemy as a fighter sees it in one decision: what each could do to the other."""

    def __init__(
        self,
        fight: OldeFight,
        me: Combatant,
        who: Combatant,
        spells: list[Spell],
        weights: OldeWeights,
    ) -> None:
        field = fight.scene.field
        self.fight: Final = fight
        self.who: Final = who
        self.weights: Final = weights
        self.distances: Final = field.distances(who.cell)
        self.walks: Final = field.walks(who.cell)
        melee = who.held_weapon().melee
        self.nearest: i64 = melee.nearest if melee is not None else 0
        self.farthest: i64 = melee.farthest if melee is not None else 1
        self.worth: Final = menace(weights, who)
        """What it is worth to take all that they have left."""
        self.mine: Final = expected_attacks(fight, me, who)
        self.reach: i64 = 0
        """How far the fighter's attacks and spells reach them."""
        for one in self.mine:
            if one.use.farthest > self.reach:
                self.reach = one.use.farthest
        self.spells: Final = spells
        for spell in spells:
            if spell.range > self.reach:
                self.reach = spell.range
        self.reach = min(self.reach, field.farthest)
        self.spell_worths: Final = [spell_worth(weights, me, spell, who) for spell in spells]
        self.gains: Final = [UNKNOWN] * (4 * (self.reach + 1))
        """What the best attack or spell is worth, by distance and sight."""
        self.blow: float = 0.0
        self.shot: float = 0.0
        self.range: i64 = 0
        """What their first attack by hand and the one from afar take, where nothing hinders
        them."""
        for one in expected_attacks(fight, who, me):
            loss = one.loss(points_of(me), 0)
            if one.use.ranged:
                self.shot = loss
                self.range = one.use.farthest
            elif self.blow == 0.0:
                self.blow = loss
        self.points: Final[i64] = who.action_points
        self.free: i64 = 0
        """How far their free step still goes in this turn."""
        if who.free_step and who.action_points > 0 and not who.is_prone():
            self.free = SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES
        self.later: Final = notes_of(fight.scene).mean_points[who.index]
        self.friend_steps: Final = [
            int(self.steps_to(friend.cell))
            for friend in fight.friends[me.side]
            if friend is not me and friend.is_in_fight()
        ]

    def gain(self, here: i64) -> float:
        """Return what the best attack or spell on them from a space is worth; 0 if there is
        none."""
        distance: i64 = self.distances[here]
        if distance > self.reach:
            return 0.0
        sight = self.fight.scene.grid.sight(here, self.who.cell)
        if not is_enough(self.fight.house, sight):
            return 0.0
        case: i64 = distance * 4 + sight
        found = self.gains[case]
        if found == UNKNOWN:
            found = self.best_at(distance, sight)
            self.gains[case] = found
        return found

    def best_at(self, distance: i64, sight: i64) -> float:
        """Return what the best attack or spell on them is worth from a distance."""
        found = 0.0
        for one in self.mine:
            if is_in_reach(one.use, distance):
                loss = one.loss_at(self.fight, self.who, distance, sight)
                found = max(found, loss * self.worth)
        for number, spell in enumerate(self.spells):
            if distance <= spell.range:
                found = max(found, self.spell_worths[number])
        return found

    def steps_to(self, here: i64) -> i64:
        """Return how many steps they have to go to strike into a space."""
        distance: i64 = self.distances[here]
        if distance > self.farthest:
            return self.walks[here] - self.farthest
        return self.nearest - distance if distance < self.nearest else 0

    def danger(self, here: i64) -> float:
        """Return how much of the fighter's life they would take in a space. Friends who are as
        easy to reach share it."""
        steps = self.steps_to(here)
        found = self.blow * self.attacks_after(steps)
        if self.shot > 0.0 and 0 < self.distances[here] <= self.range:
            found = max(found, self.shot * self.attacks_after(0))
        rivals = 0.0
        if found > 0.0:
            for other in self.friend_steps:
                if other <= steps:
                    rivals += 1.0
        return found / (1.0 + self.weights.company * rivals)

    def least_danger(self, here: i64, most: i64) -> float:
        """Return how much of the fighter's life they would take at least, if it goes away by so
        many steps and all its friends are as easy to reach."""
        found = self.blow * self.attacks_after(self.steps_to(here) + most)
        return found / (1.0 + self.weights.company * float(len(self.friend_steps)))

    def most_gain(self) -> float:
        """Return what the best attack or spell on them is worth where nothing hinders it."""
        found = 0.0
        for one in self.mine:
            found = max(found, one.loss(points_of(self.who), 0) * self.worth)
        for worth in self.spell_worths:
            found = max(found, worth)
        return found

    def attacks_after(self, steps: i64) -> float:
        """Return how many attacks they have before the next Reset, and some of those after it, if
        they first go `steps` steps."""
        points = self.points
        dear: i64 = steps - self.free if steps > self.free else 0
        now: i64 = (points - dear) // 2 if points > dear else 0
        later = self.later
        if now == 0:
            later -= float(dear)
            if later <= 0.0:
                return 0.0
        return float(now) + self.weights.patience * later / 2.0


class OldeTactics(Tactics):
    """The field as one fighter sees it in one decision."""

    def __init__(self, fight: OldeFight, me: Combatant, weights: OldeWeights) -> None:
        super().__init__(weights)
        self.fight: Final = fight
        self.me: Final = me
        self.own_weights: Final = weights
        self.foes: Final[list[Foe]] = []
        """The enemies who can matter for where to stand."""
        self.walks: Final[list[bytes]] = []
        """The ways to every enemy in the fight, once they are asked for."""
        self.home: Final[i64] = me.cell
        self.later: Final = weights.patience * notes_of(fight.scene).mean_points[me.index] / 2.0
        """What the attacks of later turns count for."""
        self.home_distance: float = NOTHING
        """How far one's own place is from where there is something to do, or NOTHING if that is
        here. A fighter does not leave a place to act from for one without, and does not go away
        from where there is something to do."""
        self.step_cost: i64 = 0
        """What a step costs: nothing of the free step."""
        self.most: i64 = 0
        """How far a better place was looked for in vain."""
        self.approach: i64 = 1

    def look_around(self) -> None:
        """Look at the enemies who can matter, and from how far there is something to do."""
        me = self.me
        spells = NO_SPELLS
        held = me.held_weapon()
        if held.melee is not None:
            self.approach = held.melee.farthest
        if me.can_cast():
            spells = me.sheet.known_spells
            for spell in spells:
                if spell.mana <= me.mana and spell.range > self.approach:
                    self.approach = spell.range
        field = self.fight.scene.field
        for who in self.fight.enemies[me.side]:
            if who.is_in_fight():
                self.walks.append(field.walks(who.cell))
                far = self.approach + TURN_AHEAD + who.sheet.finesse_rank
                is_near = field.spaces(self.home, who.cell) <= far
                if is_near or held.ranged is not None or who.held_weapon().ranged is not None:
                    self.foes.append(Foe(self.fight, me, who, spells, self.own_weights))

    # --- where to stand ---

    def place(self) -> i64:
        return self.me.cell

    def stand(self, place: i64) -> None:
        self.me.cell = place

    def may_go(self, place: i64) -> bool:
        return movement.way_length(self.fight, self.me, place, self.most) > 0

    def gain(self) -> float:
        me = self.me
        here = me.cell
        best = 0.0
        for foe in self.foes:
            if foe.distances[here] <= foe.reach:
                best = max(best, foe.gain(here))
        if best == 0.0:
            return 0.0
        points: i64 = me.action_points
        if self.step_cost and here != self.home:
            points -= self.fight.scene.field.spaces(self.home, here)
        return best * self.attacks_with(points)

    def attacks_with(self, points: i64) -> float:
        """Return how many attacks the Action Points pay for, with some of those of later turns."""
        return float(points // 2) + self.later

    def distance(self) -> float:
        here = self.me.cell
        nearest: i64 = FAR_AWAY
        for walks in self.walks:
            steps: i64 = walks[here] - self.approach
            if steps < nearest:
                nearest = steps
        return float(nearest)

    def judge(self) -> float:
        return self.judge_if_better(NOTHING)

    def judge_if_better(self, least: float) -> float:
        """Return how good it is to stand here. Where nothing can be done nearer is better, but
        not into blades, and not away from a fight."""
        gain = self.gain()
        if gain > 0.0:
            return self.less_danger(gain + self.weights.presence, self.weights.caution, least)
        if self.home_distance == NOTHING:
            return NOTHING
        distance = self.distance()
        if self.me.cell != self.home and distance >= self.home_distance:
            return NOTHING
        return self.less_danger(-distance, self.own_weights.fear, least)

    def less_danger(self, score: float, caution: float, least: float) -> float:
        """Take the danger of a place off its score, enemy by enemy, while that is more than
        `least`."""
        here = self.me.cell
        danger = 0.0
        for foe in self.foes:
            if score - caution * danger <= least:
                break
            danger += foe.danger(here)
        return score - caution * danger

    def better_place(self, most: i64, cost: i64, options: list[Option]) -> Option | None:
        """Return the move to the best space within `most` steps, if it is clearly better. A step
        does not go where the free step was not worth it."""
        if most <= self.most:
            return None
        searched = self.most
        self.most = most
        self.step_cost = cost
        if not self.walks:
            self.look_around()
        self.home_distance = NOTHING if self.gain() > 0.0 else self.distance()
        if self.home_distance == NOTHING and self.stands_best():
            return None
        places = self.fight.scene.field.places(self.home, searched + 1, most)
        if self.holds_the_line():
            places = [cell for cell in places if self.keeps_the_line(cell)]
        best = self.best_place(places)
        return options[best] if best != NO_PLACE else None

    def stands_best(self) -> bool:
        """Return whether no space within the steps can be clearly better than one's own: not even
        with the best that could be done anywhere, and the least that enemies could do."""
        most = 0.0
        danger = 0.0
        for foe in self.foes:
            if foe.distances[self.home] <= foe.reach + self.most:
                most = max(most, foe.most_gain())
            danger += foe.least_danger(self.home, self.most)
        best = most * self.attacks_with(self.me.action_points) + self.weights.presence
        best -= self.weights.caution * danger
        return best <= self.judge() + self.weights.least_gain

    # --- a wall of shields ---

    def holds_the_line(self) -> bool:
        """Return whether the fighter stands in a wall of shields that had better wait: the other
        side is stronger, and does not shoot."""
        me = self.me
        if not me.shielded or not self.has_shield_beside(me.cell):
            return False
        strength = 0.0
        for who in self.fight.combatants:
            if who.is_in_fight():
                one = float(who.hit_points) * menace(self.own_weights, who)
                strength += one if who.side == me.side else -one
        return strength < 0.0 and all(foe.shot == 0.0 for foe in self.foes)

    def has_shield_beside(self, cell: i64) -> bool:
        """Return whether a friend with a shield stands beside a space."""
        distances = self.fight.scene.field.distances(cell)
        for who in self.fight.friends[self.me.side]:
            if who.shielded and distances[who.cell] <= 1 and who is not self.me:
                if who.is_in_fight():
                    return True
        return False

    def keeps_the_line(self, cell: i64) -> bool:
        """Return whether a space is beside a friend with a shield and has an enemy in reach."""
        return self.has_shield_beside(cell) and any(foe.gain(cell) > 0.0 for foe in self.foes)

    # --- what to do ---

    def value(self, option: Option) -> float:
        """Return what an action is worth for each of its Action Points. A shield block is worth
        nothing: fighters who never block win more."""
        verb = option.verb
        target = self.fight.combatants[option.target]
        if not target.is_in_fight():
            return 0.0
        if verb == verbs.CAST_AT:
            spell = self.fight.scene.spells[option.item]
            return spell_worth(self.own_weights, self.me, spell, target) / float(CAST_COST)
        if verb == verbs.ATTACK or verb == verbs.SHOOT:
            return self.attack_value(option, target)
        return 0.0

    def attack_value(self, option: Option, target: Combatant) -> float:
        """Return what an attack is worth in its manner. A thrown weapon that also strikes is kept
        unless the throw is worth it."""
        fight, me, manner = self.fight, self.me, option.value
        weapon = fight.scene.weapons[option.item]
        use = weapon.use(option.verb == verbs.SHOOT)
        distance = fight.scene.field.spaces(me.cell, target.cell)
        sight = fight.scene.grid.sight(me.cell, target.cell)
        attack = expected_attack(fight, me, target, weapon, use, manner)
        value = attack.loss_at(fight, target, distance, sight)
        value *= menace(self.own_weights, target)
        if use.thrown and weapon.melee is not None and value < self.own_weights.throw:
            return 0.0
        return value / float(attack_price(fight, me, use, manner))
