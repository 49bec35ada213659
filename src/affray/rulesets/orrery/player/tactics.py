"""One decision of a combatant of Orrery: the value of its options, and where to stand.

The value of an option is roughly the damage that it prevents, in Hearts. Options come from the
rules' own lists, the results of attacks from the rules' own pools (`odds`). A place is evaluated
with the combatant put there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option
from affray.players import tactics
from affray.players.expected import Figure
from affray.players.tactics import NO_PLACE, Tactics
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.attack import rune_strike, weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.fight import PATIENCE, OrreryFight
from affray.rulesets.orrery.grapple import THROWN_HARM, throw_strike
from affray.rulesets.orrery.health import NEGLECT
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.player.odds import (
    best_of,
    certain,
    expected_of,
    figures_of,
    hit_chance,
    option_strike,
    walks_of,
)
from affray.rulesets.orrery.sheet import Engine
from affray.rulesets.orrery.siege import engine_strike
from affray.rulesets.orrery.turn import can_cast, can_hit, can_push, list_attacks, list_help
from affray.space.bands import NO_WAY, TOUCH

LEAST_WORTH: Final = 0.001
"""A value above nothing, and below any other."""

CHARGE: Final[i64] = 2
"""The moves after which a fighter with two Actions arrives without one for an attack."""


@dataclass
class OrreryWeights(tactics.Weights):
    """The values of results, in Hearts that an enemy takes with an Action."""

    patience: float = 4.0
    """Shots of later turns against this turn's: more walks to a better place first."""
    least_gain: float = 0.2
    """A better place against the current one: more stays and shoots, less moves first."""
    horizon: float = 6.0
    """The Actions that an enemy left alone still takes: more harms, less hinders."""
    felling: float = 0.2
    """The last Heart against the others: more finishes the wounded off."""
    lost_action: float = 0.8
    """An Action that an enemy loses, against what they would do with it."""
    throwing: float = 0.7
    """A throw that comes an Action after taking hold, against one now."""
    stamina: float = 0.02
    """A Stamina: of two attacks alike the one without a rune."""


class OrreryTactics(Tactics):
    """One decision of one combatant; it is discarded afterwards."""

    def __init__(self, fight: OrreryFight, who: Combatant, weights: OrreryWeights) -> None:
        super().__init__(weights)
        self.by: Final = weights
        self.fight: Final = fight
        self.who: Final = who
        self.actions: Final[i64] = fight.actions_left
        self.start: Final[i64] = who.spot
        self.was_hidden: Final = who.hidden
        self.figures: Final = figures_of(fight)
        self.most: float = 0.0
        """The value of the best option so far."""
        self.best_harm: float = 0.0
        """The value of the best attack for damage so far."""

    # --- the value of a result ---

    def threat(self, who: Combatant) -> float:
        """Return the Hearts that a combatant takes with an Action, by its sheet."""
        return self.figures.threats[who.index].best

    def harm(self, target: Combatant, expected: Figure) -> float:
        """Return the value of an attack's damage: the share of the target that it takes."""
        hearts = target.hearts
        if hearts == 0:
            return 0.0
        share = expected.share(hearts)
        if target.sheet.thing:
            return share if target.sheet.bars is not None else 0.0
        share += self.by.felling * expected.reaches(hearts)
        return self.by.horizon * self.threat(target) * share

    def condition(self, target: Combatant, condition: i64) -> float:
        """Return the value of an enemy having a Condition in its next turn: burning takes a Heart
        and the Action to put it out, being slowed or stunned takes an Action."""
        if target.has_condition(condition) or target.defenseless:
            return 0.0
        if condition == sheets.BURNING:
            lost = self.threat(target) if target.hearts > 1 else 0.0
            return self.harm(target, certain(1)) + lost
        takes_action = condition == sheets.SLOWED or condition == sheets.STUNNED
        if takes_action and target.actions(self.fight.house) > 0:
            return self.by.lost_action * self.threat(target)
        return 0.0

    # --- the value of an option ---

    def value(self, option: Option) -> float:
        verb = option.verb
        if verb <= verbs.LAST_ATTACK:
            return self.attack(option)
        if verb == verbs.TOSS:
            return self.toss(option.place)
        if verb == verbs.LOAD:
            return self.shot(self.fight.scene.engines[option.item])
        if verb == verbs.HELP:
            return self.help(self.fight.combatants[option.target])
        if verb == verbs.DOUSE:
            return self.harm(self.fight.combatants[option.target], certain(1))
        return 0.0

    def attack(self, option: Option) -> float:
        """Return the value of an attack, on an enemy or to free a friend from a grapple."""
        fight, who, verb = self.fight, self.who, option.verb
        target = fight.combatants[option.target]
        if verb == verbs.ESCAPE:
            return self.expected(option).reaches(1) * self.drop(fight.combatants[who.held_by], who)
        if target.side == who.side:
            return 0.0
        if verb == verbs.HURL:
            return self.harm(target, self.expected(option)) + self.toss(target.spot)
        if verb == verbs.GRAPPLE:
            return self.grapple(option, target)
        if verb == verbs.AFFLICT:
            condition = fight.scene.runes[option.item].condition_number
            return self.hindering(option, condition) - self.by.stamina
        if verb == verbs.HINDER:
            listed = fight.scene.weapons[option.item].condition_numbers
            return self.hindering(option, listed[0]) if listed else 0.0
        if not verbs.is_for_damage(verb):
            return 0.0
        worth = self.blow_worth(option_strike(fight, who, option), self.best_harm)
        if verb == verbs.RAM and option.value == NOBODY:
            return worth / 2.0  # alone it takes two Actions
        return worth - self.by.stamina if verb == verbs.RUNE else worth

    def expected(self, option: Option) -> Figure:
        """Return the distribution of an attack's damage."""
        return expected_of(self.figures, self.fight, option_strike(self.fight, self.who, option))

    def hindering(self, option: Option, condition: i64) -> float:
        """Return the value of an attack for a Condition; by option it also does damage."""
        target = self.fight.combatants[option.target]
        worth = self.condition(target, condition)
        further = self.fight.house.further_successes == "damage"
        if worth <= self.most and not further:
            return 0.0  # another option is better, however likely this one is
        expected = self.expected(option)
        any_success = expected.reaches(1)
        worth *= any_success
        if further and any_success > 0.0:
            worth += (1.0 - any_success / expected.mean()) * self.harm(target, expected)
        return worth

    def grapple(self, option: Option, target: Combatant) -> float:
        """Return the value of taking hold of an enemy: that of throwing it down afterwards."""
        worth = self.by.throwing * self.drop(self.who, target)
        if worth <= self.most:
            return 0.0
        return self.expected(option).reaches(1) * worth

    def toss(self, spot: i64) -> float:
        """Return the value of throwing the held combatant to a spot or over an edge."""
        fight, who = self.fight, self.who
        held = fight.combatants[who.holding]
        harm = fall_damage(fight.places.above(who.spot, spot))
        if held.side == who.side or harm == 0:
            return 0.0
        thrown = hit_chance(fight, throw_strike(fight, who, held, held))
        return thrown * self.harm(held, certain(THROWN_HARM + harm))

    def drop(self, holder: Combatant, held: Combatant) -> float:
        """Return the value of the deepest fall into which a holder could throw a combatant."""
        larger = held.sheet.size_class - holder.sheet.size_class
        if larger > self.fight.house.throw_size:
            return 0.0
        deepest: i64 = 0
        for spot in self.fight.scene.edges[holder.spot]:
            harm = fall_damage(self.fight.places.above(holder.spot, spot))
            deepest = harm if harm > deepest else deepest
        return self.harm(held, certain(deepest + THROWN_HARM)) if deepest > 0 else 0.0

    def shot(self, engine: Engine) -> float:
        """Return the value of the best shot with an engine."""
        best = 0.0
        fight, who = self.fight, self.who
        for target in fight.enemies[who.side]:
            if fight.can_be_attacked(target) and can_hit(fight, who, target, engine.like):
                best = max(best, self.blow_worth(engine_strike(fight, who, target, engine), best))
        return best

    def help(self, friend: Combatant) -> float:
        """Return the value of waking, tending or helping a friend."""
        if friend.is_down():
            is_dying = friend.rounds_down + 1 >= NEGLECT
            return self.threat(friend) if is_dying else LEAST_WORTH
        if friend.defenseless:
            return self.threat(friend)
        return 0.0 if friend.acted else LEAST_WORTH

    # --- where to stand ---

    def stand(self, place: i64) -> None:
        self.who.spot = place
        self.who.hidden = self.was_hidden and (
            place == self.start or self.fight.house.hidden_until == "end of turn"
        )

    def best_attack(self, targets: list[Combatant], casts: bool, least: float) -> float:
        """Return the value of the best attack for damage on one of the targets; `least` if none
        is worth more."""
        fight, who, scene, best = self.fight, self.who, self.fight.scene, least
        for target in targets:
            if not fight.can_be_attacked(target):
                continue
            for item in who.gear.kinds:
                if can_hit(fight, who, target, scene.weapons[item]):
                    strike = weapon_strike(fight, who, target, scene.weapons[item])
                    best = max(best, self.blow_worth(strike, best))
            if casts and can_cast(fight, who, target):
                for item in who.runes:
                    strike = rune_strike(fight, who, target, scene.runes[item])
                    best = max(best, self.blow_worth(strike, best) - self.by.stamina)
        return best

    def blow_worth(self, strike: Strike, least: float) -> float:
        """Return the value of a strike for damage; 0 if it cannot be more than `least`."""
        target, figures, fight = strike.target, self.figures, self.fight
        if least > 0.0 and self.harm(target, best_of(figures, fight, strike)) <= least:
            return 0.0
        return self.harm(target, expected_of(figures, fight, strike))

    def better_place(self) -> i64:
        """Return the neighbouring spot from which a shooter does better, now with one Action less
        and later; NO_PLACE if there is none."""
        fight, here, best = self.fight, self.start, NO_PLACE
        enemies, casts = fight.enemies[self.who.side], self.who.stamina > 0
        shots = float(self.actions) + self.by.patience
        least = (self.best_harm * shots + self.by.least_gain) / (shots - 1.0)
        for spot in fight.places.neighbours[here]:
            if not fight.is_barred(here, spot):
                self.stand(spot)
                gain = self.best_attack(enemies, casts, least)
                if gain > least:
                    best, least = spot, gain
        self.stand(here)
        return best

    def goals(self) -> list[int]:
        """List the spots to walk to: those of enemies, and of barriers if no way leads to any."""
        fight, who = self.fight, self.who
        walks = walks_of(self.figures, fight)[who.spot]
        found = [
            int(enemy.spot)
            for enemy in fight.enemies[who.side]
            if enemy.is_in_fight() and walks[enemy.spot] < NO_WAY
        ]
        if found:
            return found
        barriers = [fight.combatants[index] for index in fight.scene.barriers]
        return [int(gate.spot) for gate in barriers if gate.side != who.side and gate.is_able()]

    def can_strike(self) -> bool:
        """Return whether an enemy stands at Touch to strike at."""
        bands = self.fight.scene.bands[self.who.spot]
        for enemy in self.fight.enemies[self.who.side]:
            if bands[enemy.spot] == TOUCH and not enemy.hidden and enemy.is_in_fight():
                return True
        return False

    def approach(self) -> i64:
        """Return the next step towards the nearest goal; NO_PLACE if there is none, or a better
        action here.

        Blows of this turn count in full, later ones less the later they come.
        """
        fight, who = self.fight, self.who
        walks = walks_of(self.figures, fight)
        goal, distance = NO_PLACE, NO_WAY
        for spot in self.goals():
            steps: i64 = walks[who.spot][spot]
            if steps < distance:
                goal, distance = spot, steps
        left = self.actions - distance
        if distance == 0 or distance >= NO_WAY or (left <= 0 and self.should_wait(distance)):
            return NO_PLACE
        if self.most >= LEAST_WORTH:
            share = (self.by.horizon - float(distance)) / self.by.horizon
            if left > 0:
                share = float(left) / float(self.actions)
            if share <= 0.0:
                return NO_PLACE
            least = (self.most - LEAST_WORTH) / share
            if self.blow(goal, least) <= least:
                return NO_PLACE
        for spot in fight.places.neighbours[who.spot]:
            if walks[spot][goal] < distance and not fight.is_barred(who.spot, spot):
                return spot
        return NO_PLACE

    def blow(self, spot: i64, least: float) -> float:
        """Return the value of the best blow at a spot; `least` if none is worth more."""
        self.stand(spot)
        enemies = self.fight.enemies[self.who.side]
        near = [one for one in enemies if self.fight.band(self.who, one) == TOUCH]
        found = self.best_attack(near, False, least)
        self.stand(self.start)
        return found

    def should_wait(self, distance: i64) -> bool:
        """Return whether to wait for an enemy, who then arrives without an Action to strike with.

        It waits a limited time, only for an enemy within a charge, and not for better shooters.
        """
        fight = self.fight
        if fight.encounter_round > PATIENCE or distance > CHARGE:
            return False
        lead = 0.0
        enemy_comes = False
        for other in fight.combatants:
            if other.can_act():
                shots = self.figures.threats[other.index].ranged
                if other.side == self.who.side:
                    lead += shots
                else:
                    lead -= shots
                    enemy_comes = enemy_comes or not other.gear.shoots
        return enemy_comes and lead >= 0.0

    # --- the decision ---

    def choose(self) -> Option:
        """Return the most valuable option, or the option to end the turn if none has value."""
        fight, who, table = self.fight, self.who, self.fight.scene.options
        best = table.end
        targets = fight.combatants if who.held_by != NOBODY else fight.enemies[who.side]
        options: list[Option] = []
        list_attacks(fight, who, targets, options)
        list_help(fight, who, options)
        for option in options:
            worth = self.value(option)
            if worth > self.most:
                best, self.most = option, worth
            if worth > self.best_harm and verbs.is_for_damage(option.verb):
                self.best_harm = worth
        if self.most > LEAST_WORTH and can_push(fight, who):
            return table.push
        if who.is_tethered():
            return best
        spot = NO_PLACE
        if not who.gear.shoots or self.most <= LEAST_WORTH:
            if who.gear.shoots or not self.can_strike():
                spot = self.approach()
        elif self.actions > 1 and verbs.is_shot(best.verb):
            spot = self.better_place()
        return best if spot == NO_PLACE else table.move[spot]
