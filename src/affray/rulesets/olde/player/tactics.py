"""One decision of a fighter of Dungeons of Olde: what attacks are worth, and where to stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.players import tactics
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
    mean_points,
    plain_attacks,
    points_of,
)
from affray.rulesets.olde.reach import is_enough, is_in_reach
from affray.rulesets.olde.sheet import SAVVY, TEMPORARY, Spell
from affray.rulesets.olde.spells import add_spell, can_be_paid

FAR_AWAY: Final = 1e6

TURN_AHEAD: Final[i64] = FREE_SPACES + MOST_STEPS
"""How far an enemy beyond one's reach can come in about a turn, apart from its Finesse die."""

TOO_MANY_STEPS: Final[i64] = 20
"""After so many steps an enemy has no Action Points left for an attack."""

UNKNOWN: Final = -1.0
"""Stands for a number that was not computed yet."""


@dataclass
class OldeWeights(tactics.Weights):
    """Worth is measured in lives: 1 is all that an enemy has left."""

    caution: float = 0.6
    """One's own life against an enemy's: more keeps out of reach, less strikes first."""
    patience: float = 0.5
    """Attacks after the next Reset against those before it."""
    presence: float = 10.0
    """An attack to make at once against a safe place further off."""
    least_gain: float = 0.02
    """A better space against staying: more stays put, less wanders."""
    fear: float = 2.0
    """Danger on the way against getting near sooner."""
    company: float = 1.0
    """Danger that is one's own against danger shared with friends who are as easy to reach."""
    disabling: float = 0.5
    """A condition that takes attacks or Defense against a share of a life."""
    hindering: float = 0.2
    """Any other condition against a share of a life."""
    lasting: float = 1.5
    """A condition that outlasts the Reset against one that does not."""


@mypyc_attr(acyclic=True)
class KnownSpell:
    """A spell that the fighter could cast now, and what it is worth."""

    def __init__(self, spell: Spell, worth: float) -> None:
        self.spell: Final = spell
        self.worth: Final = worth


class Foe:
    """An enemy in one decision of a fighter: what each could do to the other."""

    def __init__(
        self,
        fight: OldeFight,
        me: Combatant,
        who: Combatant,
        friends: list[Combatant],
        spells: list[KnownSpell],
        weights: OldeWeights,
    ) -> None:
        field = fight.scene.field
        self.fight: Final = fight
        self.who: Final = who
        self.friends: Final = friends
        self.spells: Final = spells
        self.weights: Final = weights
        self.distances: Final = field.distances(who.cell)
        self.walks: Final = field.walks(who.cell)
        mine = plain_attacks(fight, me, who)
        self.mine: Final = mine.attacks
        self.reach: i64 = mine.reach
        """How far the fighter's attacks and spells reach them."""
        for one in spells:
            if one.spell.range > self.reach:
                self.reach = one.spell.range
        if self.reach > field.farthest:
            self.reach = field.farthest
        self.gains: Final = [UNKNOWN] * (4 * (self.reach + 1))
        """What the best attack or spell is worth, by distance and sight."""
        self.blow: float = 0.0
        """The share of the fighter's life that an attack of theirs by hand takes."""
        self.nearest: i64 = 0
        self.farthest: i64 = 1
        theirs = plain_attacks(fight, who, me).by_hand
        if theirs is not None:
            self.blow = theirs.loss(points_of(me), 0)
            self.nearest, self.farthest = theirs.use.nearest, theirs.use.farthest
        self.points: Final[i64] = who.action_points
        self.later: Final = weights.patience * mean_points(fight, who) / 2.0
        """What the attacks of later turns count for."""
        self.free: i64 = 0
        """How far their free step still goes in this turn."""
        if who.free_step and who.action_points > 0 and not who.is_prone():
            self.free = SMALL_FREE_SPACES if who.sheet.small else FREE_SPACES
        self.dangers: Final = [UNKNOWN] * TOO_MANY_STEPS
        """What they would take in a space, by the steps to it."""

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
            found = 0.0
            for one in self.mine:
                if is_in_reach(one.use, distance):
                    found = max(found, one.loss_at(self.fight, self.who, distance, sight))
            for known in self.spells:
                if distance <= known.spell.range and not self.who.has(known.spell.laid):
                    found = max(found, known.worth)
            self.gains[case] = found
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
        if steps >= TOO_MANY_STEPS:
            return 0.0
        found = self.dangers[steps]
        if found == UNKNOWN:
            found = self.blow * self.attacks_after(steps)
            if found > 0.0:
                rivals = 0.0
                for friend in self.friends:
                    if self.steps_to(friend.cell) <= steps:
                        rivals += 1.0
                found /= 1.0 + self.weights.company * rivals
            self.dangers[steps] = found
        return found

    def attacks_after(self, steps: i64) -> float:
        """Return how many attacks they have before the next Reset, and some of those after it, if
        they first go `steps` steps."""
        points = self.points
        dear: i64 = steps - self.free if steps > self.free else 0
        now: i64 = (points - dear) // 2 if points > dear else 0
        if now > 0:
            return float(now) + self.later
        return max(self.later - self.weights.patience * float(dear) / 2.0, 0.0)


class OldeTactics(Tactics):
    """The field as one fighter sees it in one decision."""

    def __init__(self, fight: OldeFight, me: Combatant, weights: OldeWeights) -> None:
        super().__init__(weights)
        self.by: Final = weights
        self.fight: Final = fight
        self.me: Final = me
        self.home: Final[i64] = me.cell
        self.home_distance: float = NOTHING
        """How far the fighter's own place is from where there is something to do, or NOTHING if
        that is here."""
        self.foes: Final[list[Foe]] = []
        """The enemies who can matter for where to stand."""
        self.friends: Final[list[Combatant]] = []
        self.walks: Final[list[bytes]] = []
        """The ways to every enemy in the fight."""
        self.spells: Final[list[KnownSpell]] = []
        self.later: Final = weights.patience * mean_points(fight, me) / 2.0
        """What the attacks of later turns count for."""
        self.approach: i64 = 1
        """From how far the fighter can strike or cast."""
        self.step_cost: i64 = 0
        """What a step costs: nothing of the free step."""
        self.most: i64 = 0
        """How far a better place was looked for in vain."""

    def look_around(self) -> None:
        """Look at friends and enemies, and from how far there is something to do."""
        fight, me = self.fight, self.me
        held = me.held_weapon()
        if held.melee is not None:
            self.approach = held.melee.farthest
        if me.can_cast():
            for spell in me.sheet.known_spells:
                if can_be_paid(me, spell):
                    self.spells.append(KnownSpell(spell, self.spell_worth(spell)))
                    if spell.range > self.approach:
                        self.approach = spell.range
        for who in fight.friends[me.side]:
            if who is not me and who.is_in_fight():
                self.friends.append(who)
        field = fight.scene.field
        for who in fight.enemies[me.side]:
            if who.is_in_fight():
                self.walks.append(field.walks(who.cell))
                far = self.approach + TURN_AHEAD + who.sheet.finesse_rank
                if held.ranged is not None or field.spaces(self.home, who.cell) <= far:
                    foe = Foe(fight, me, who, self.friends, self.spells, self.by)
                    self.foes.append(foe)

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
        return best * (float(points // 2) + self.later)

    def distance(self) -> float:
        here = self.me.cell
        nearest = FAR_AWAY
        for walks in self.walks:
            nearest = min(nearest, float(walks[here] - self.approach))
        return nearest

    def judge(self) -> float:
        return self.judge_if_better(NOTHING)

    def judge_if_better(self, least: float) -> float:
        """Return how good it is to stand here. Where nothing can be done nearer is better, but
        not into blades, and not away from a fight."""
        here, score, caution = self.me.cell, self.gain(), self.by.caution
        if score > 0.0:
            score += self.by.presence
        else:
            distance = self.distance()
            if here != self.home and distance >= self.home_distance:
                return NOTHING
            score, caution = -distance, self.by.fear
        for foe in self.foes:
            if score <= least:
                break
            score -= caution * foe.danger(here)
        return score

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
        places = self.fight.scene.field.places(self.home, searched + 1, most)
        if self.holds_the_line():
            places = [cell for cell in places if self.keeps_the_line(cell)]
        best = self.best_place(places)
        return options[best] if best != NO_PLACE else None

    # --- a wall of shields ---

    def holds_the_line(self) -> bool:
        """Return whether the fighter stands in a wall of shields that had better wait: the other
        side is stronger, and does not shoot."""
        me = self.me
        if not me.shielded or not self.has_shield_beside(me.cell):
            return False
        strength: i64 = 0
        for who in self.fight.combatants:
            if who.is_in_fight():
                if who.side == me.side:
                    strength += who.hit_points
                else:
                    strength -= who.hit_points
                    if who.held_weapon().ranged is not None:
                        return False
        return strength < 0

    def has_shield_beside(self, cell: i64) -> bool:
        """Return whether a friend with a shield stands beside a space."""
        distances = self.fight.scene.field.distances(cell)
        for who in self.friends:
            if who.shielded and distances[who.cell] <= 1:
                return True
        return False

    def keeps_the_line(self, cell: i64) -> bool:
        """Return whether a space is beside a friend with a shield and has an enemy in reach."""
        return self.has_shield_beside(cell) and any(foe.gain(cell) > 0.0 for foe in self.foes)

    # --- what to do ---

    def value(self, option: Option) -> float:
        """Return what an action is worth for each of its Action Points.

        A shield block is worth nothing: fighters who never block win more.
        """
        verb = option.verb
        target = self.fight.combatants[option.target]
        if not target.is_in_fight():
            return 0.0
        if verb == verbs.CAST_AT:
            spell = self.fight.scene.spells[option.item]
            return 0.0 if target.has(spell.laid) else self.spell_worth(spell) / float(CAST_COST)
        if verb == verbs.ATTACK or verb == verbs.SHOOT:
            return self.attack_value(option, target)
        return 0.0

    def attack_value(self, option: Option, target: Combatant) -> float:
        """Return what an attack is worth in its manner; a weapon that also strikes is not
        thrown."""
        fight, me, manner = self.fight, self.me, option.value
        weapon = fight.scene.weapons[option.item]
        use = weapon.use(option.verb == verbs.SHOOT)
        if use.thrown and weapon.melee is not None:
            return 0.0
        distance = fight.scene.field.spaces(me.cell, target.cell)
        sight = fight.scene.grid.sight(me.cell, target.cell)
        attack = expected_attack(fight, me, target, weapon, use, manner)
        value = attack.loss_at(fight, target, distance, sight)
        return value / float(attack_price(fight, me, use, manner))

    def spell_worth(self, spell: Spell) -> float:
        """Return what a spell that lays a condition is worth."""
        tally = Tally(False)
        add_spell(tally, self.me, spell.gestures)
        better = tally.total - spell.cr
        likely = chance_in(chances(self.me.sheet.rank(SAVVY), 0), better)
        laid = spell.laid
        disables = laid.helpless or laid.flees or not laid.attacks
        worth = self.by.disabling if disables else self.by.hindering
        return likely * (worth if spell.duration == TEMPORARY else worth * self.by.lasting)
