"""The player called `simple`, for Orrery: it takes the most valuable option.

The value of an option is roughly the damage that it prevents, in Hearts. Options come from the
rules' own lists, the results of attacks from the rules' own pools (`odds`). A place is evaluated
with the combatant put there. Nothing is remembered between decisions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.players import tactics
from affray.players.expected import Figure
from affray.players.tactics import NO_PLACE, Tactics
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.attack import rune_strike, weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.fight import COMPOSURE, PATIENCE, OrreryFight
from affray.rulesets.orrery.grapple import THROWN_HARM, throw_strike
from affray.rulesets.orrery.health import NEGLECT
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.player.odds import (
    Threat,
    best_figure,
    certain,
    expected_of,
    figures_of,
    hit_chance,
    kit_of,
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
class Weights(tactics.Weights):
    """The values of results, in Hearts that an enemy takes with an Action."""

    caution: float = 0.6
    """A shooter's own losses against the enemy's: more seeks cover, less stays and shoots."""
    patience: float = 4.0
    """Shots of later turns against this turn's: more walks to a better place first."""
    least_gain: float = 0.2
    """How much better another place has to be, to what there is to do here."""
    horizon: float = 6.0
    """The Actions that an enemy left alone still takes: more harms, less hinders."""
    felling: float = 0.2
    """The last Heart against the others: more finishes the wounded off."""
    barrier: float = 0.5
    """Breaking what bars the way against fighting."""
    already_down: float = 0.01
    """Harm to the down, where that can kill."""
    asleep: float = 0.2
    """Harm that only wakes a sleeper, against the same harm to others."""
    lost_action: float = 0.8
    """An Action that an enemy loses, against what they would do with it."""
    blinded: float = 0.6
    """Dis on an enemy's shots, against what they take."""
    frightened: float = 0.3
    """Dis on an enemy's attacks on one fighter, against what they take."""
    stamina: float = 0.02
    """A Stamina: of two attacks alike the one without a rune."""
    loading: float = 0.75
    """Loading an engine against firing it."""
    ramming: float = 0.6
    """A ram's blow beside a friend against other blows: it takes the friend's Action too."""
    ramming_alone: float = 0.5
    """A ram's blow alone against other blows: it takes two Actions."""
    throwing_later: float = 0.5
    """A throw that comes an Action after taking hold, relative to one now."""
    freedom: float = 0.6
    """Getting out of a grapple, for a shooter."""
    waking: float = 2.0
    """Waking a friend, to what the friend does with an Action."""
    tending: float = 1.0
    """Tending a friend who is about to die, to what the friend does with an Action."""
    dousing: float = 0.7
    """Putting out a fire, against a Heart."""


class OrreryTactics(Tactics):
    """One decision of one combatant; it is discarded afterwards."""

    def __init__(self, fight: OrreryFight, who: Combatant, weights: Weights) -> None:
        super().__init__(weights)
        self.by: Final = weights
        self.fight: Final = fight
        self.who: Final = who
        self.actions: Final[i64] = fight.actions_left
        self.start: Final[i64] = who.spot
        self.was_hidden: Final = who.hidden
        self.figures: Final = figures_of(fight)
        self.kit: Final = kit_of(self.figures, fight, who)
        self.most: float = 0.0
        """The value of the best option so far."""
        self.bounds: Final[list[float]] = [-1.0] * len(fight.combatants)
        """The result of `best_on` for each combatant; negative if not computed yet."""
        self.best_harm: float = 0.0
        """The value of the best attack for damage from the combatant's place."""
        self.last: Option = fight.scene.options.end
        self.last_expected: Figure = certain(0)
        """The attack that was evaluated last, and its expected damage."""

    # --- what harm is worth ---

    def threat(self, who: Combatant) -> Threat:
        """Return the threat of a combatant by its sheet."""
        return self.figures.threats[who.index]

    def harm(self, target: Combatant, expected: Figure) -> float:
        """Return the value of an attack's damage: the share of the target that it takes."""
        hearts = target.hearts
        if hearts == 0:
            return self.by.already_down
        share = expected.share(hearts)
        if target.sheet.thing:
            return self.by.barrier * share if target.sheet.bars is not None else 0.0
        if target.defenseless:
            drops = expected.reaches(hearts)
            if drops > share * self.by.asleep:
                share = drops
            else:
                share *= self.by.asleep
        elif self.by.felling > 0.0:
            share += self.by.felling * expected.reaches(hearts)
        return self.by.horizon * self.threat(target).best * share

    def sure_harm(self, target: Combatant, harm: i64) -> float:
        """Return the value of a fixed amount of damage."""
        if target.hearts == 0:
            return self.by.already_down
        share = certain(harm).share(target.hearts)
        return self.by.horizon * self.threat(target).best * share

    def condition(self, target: Combatant, condition: i64) -> float:
        """Return the value of an enemy having a Condition in its next turn."""
        if target.has_condition(condition) or target.defenseless:
            return 0.0
        threat = self.threat(target)
        if condition == sheets.BURNING:
            return self.sure_harm(target, 1) + threat.best
        if condition == sheets.BLINDED:
            return threat.ranged * self.by.blinded if target.gear.shoots else 0.0
        if condition == sheets.FRIGHTENED:
            return threat.best * self.by.frightened
        if target.actions(self.fight.house) == 0:
            return 0.0
        return threat.best * self.by.lost_action

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

    # --- what options are worth ---

    def value(self, option: Option) -> float:
        verb = option.verb
        if verb <= verbs.LAST_ATTACK:
            return self.attack(option)
        if verb == verbs.TOSS:
            return self.toss(option.place)
        if verb == verbs.LOAD:
            return self.by.loading * self.shot(self.fight.scene.engines[option.item])
        if verb == verbs.HELP:
            return self.help(self.fight.combatants[option.target])
        if verb == verbs.DOUSE:
            return self.by.dousing * self.sure_harm(self.fight.combatants[option.target], 1)
        return 0.0

    def attack(self, option: Option) -> float:
        """Return the value of an attack, on an enemy or to free a friend from a grapple."""
        fight, who, verb = self.fight, self.who, option.verb
        target = fight.combatants[option.target]
        if verb == verbs.ESCAPE:
            return self.freedom(option)
        if target.side == who.side:
            return 0.0
        if verb == verbs.ATTACK:
            if option.item not in self.kit.arms or self.best_on(target) <= self.best_harm:
                return 0.0
            return self.harm(target, self.expected(option))
        if verb == verbs.FIRE:
            return self.harm(target, self.expected(option))
        if verb == verbs.RUNE:
            if self.best_on(target) <= self.best_harm:
                return 0.0
            return self.harm(target, self.expected(option)) - self.by.stamina
        if verb == verbs.RAM:
            share = self.by.ramming_alone if option.value == NOBODY else self.by.ramming
            return share * self.harm(target, self.expected(option))
        if verb == verbs.AFFLICT:
            condition = fight.scene.runes[option.item].condition_number
            return self.hindering(option, condition) - self.by.stamina
        if verb == verbs.HINDER:
            listed = fight.scene.weapons[option.item].condition_numbers
            return self.hindering(option, listed[0]) if listed else 0.0
        if verb == verbs.GRAPPLE:
            drop = self.drop(who, target)
            if self.by.throwing_later * drop <= self.most:
                return 0.0
            return self.expected(option).reaches(1) * self.by.throwing_later * drop
        if verb == verbs.HURL:
            return self.harm(target, self.expected(option)) + self.toss(target.spot)
        return 0.0

    def best_on(self, target: Combatant) -> float:
        """Return an upper bound for the value of an attack for damage on a target, from any
        place."""
        found = self.bounds[target.index]
        if found < 0.0:
            found = self.harm(target, best_figure(self.kit, self.fight, self.who, target))
            self.bounds[target.index] = found
        return found

    def expected(self, option: Option) -> Figure:
        """Return the distribution of an attack's damage.

        The rules list an attack for damage before the other attacks with the same weapon, so the
        last result is reused.
        """
        verb, item, target = option.verb, option.item, option.target
        last = self.last
        if verb != verbs.ATTACK and verb != verbs.RUNE and verb <= verbs.AFFLICT:
            if last.target == target and last.item == item:
                return self.last_expected
        found = expected_of(self.figures, self.fight, option_strike(self.fight, self.who, option))
        self.last = option
        self.last_expected = found
        return found

    def toss(self, spot: i64) -> float:
        """Return the value of throwing the held combatant to a spot or over an edge."""
        fight, who = self.fight, self.who
        held = fight.combatants[who.holding]
        harm = fall_damage(fight.places.above(who.spot, spot))
        if held.side == who.side or harm == 0:
            return 0.0
        thrown = hit_chance(fight, throw_strike(fight, who, held, held))
        return thrown * self.sure_harm(held, THROWN_HARM + harm)

    def drop(self, holder: Combatant, held: Combatant) -> float:
        """Return the value of the deepest fall into which a holder could throw a combatant."""
        larger = held.sheet.size_class - holder.sheet.size_class
        if larger > self.fight.house.throw_size:
            return 0.0
        deepest: i64 = 0
        for spot in self.fight.scene.edges[holder.spot]:
            harm = fall_damage(self.fight.places.above(holder.spot, spot))
            deepest = harm if harm > deepest else deepest
        return 0.85 * self.sure_harm(held, deepest + THROWN_HARM) if deepest > 0 else 0.0

    def freedom(self, option: Option) -> float:
        """Return the value of trying to get out of a grapple."""
        found = self.drop(self.fight.combatants[self.who.held_by], self.who)
        if self.who.gear.shoots:
            found += self.by.freedom * self.threat(self.who).best
        return self.expected(option).reaches(1) * found

    def shot(self, engine: Engine) -> float:
        """Return the value of the best shot with an engine."""
        best = 0.0
        for target in self.fight.enemies[self.who.side]:
            if self.fight.can_be_attacked(target) and can_hit(
                self.fight, self.who, target, engine.like
            ):
                worth = self.blow_worth(engine_strike(self.fight, self.who, target, engine))
                best = worth if worth > best else best
        return best

    def help(self, friend: Combatant) -> float:
        """Return the value of waking, tending or helping a friend."""
        threat = self.threat(friend).best
        if friend.is_down():
            return self.by.tending * threat if friend.rounds_down + 1 >= NEGLECT else LEAST_WORTH
        if friend.defenseless:
            return self.by.waking * threat
        if self.most > 0.0 or friend.acted:
            return 0.0
        return LEAST_WORTH if OrreryTactics(self.fight, friend, self.by).gain() > 0.0 else 0.0

    # --- where to stand ---

    def stand(self, place: i64) -> None:
        self.who.spot = place
        self.who.hidden = self.was_hidden and (
            place == self.start or self.fight.house.hidden_until == "end of turn"
        )

    def gain(self) -> float:
        """Return the value of the best attack for damage from the combatant's place."""
        return self.best_attack(self.fight.enemies[self.who.side], self.who.stamina > 0, 0.0)

    def blow(self, spot: i64, least: float) -> float:
        """Return the value of the best blow at a spot; `least` if none is worth more."""
        self.stand(spot)
        enemies = self.fight.enemies[self.who.side]
        near = [one for one in enemies if self.fight.band(self.who, one) == TOUCH]
        found = self.best_attack(near, False, least)
        self.stand(self.start)
        return found

    def best_attack(self, targets: list[Combatant], casts: bool, least: float) -> float:
        """Return the value of the best attack for damage on one of the targets; `least` if none
        is worth more."""
        fight, who, scene, best = self.fight, self.who, self.fight.scene, least
        for target in targets:
            if not fight.can_be_attacked(target) or self.best_on(target) <= best:
                continue
            for item in self.kit.arms:
                if can_hit(fight, who, target, scene.weapons[item]):
                    worth = self.blow_worth(weapon_strike(fight, who, target, scene.weapons[item]))
                    best = worth if worth > best else best
            if casts and can_cast(fight, who, target):
                for item in who.runes:
                    worth = self.blow_worth(rune_strike(fight, who, target, scene.runes[item]))
                    worth -= self.by.stamina
                    best = worth if worth > best else best
        return best

    def blow_worth(self, strike: Strike) -> float:
        """Return the value of a strike for damage."""
        return self.harm(strike.target, expected_of(self.figures, self.fight, strike))

    def danger(self) -> float:
        """Return the value of the harm that enemies can do here until the next turn.

        An enemy strikes with the Actions left after walking here, or shoots with all.
        """
        fight, who, found = self.fight, self.who, 0.0
        walks = walks_of(self.figures, fight)
        for enemy in fight.enemies[who.side]:
            if not enemy.can_act():
                continue
            actions = enemy.actions(fight.house)
            steps: i64 = walks[enemy.spot][who.spot]
            blows = actions - steps if steps < actions else 0
            harm = self.threat(enemy).close * float(blows)
            if enemy.gear.shoots:
                weapon = fight.scene.weapons[enemy.arms[0]]
                if can_hit(fight, enemy, who, weapon):
                    strike = weapon_strike(fight, enemy, who, weapon)
                    shots = expected_of(self.figures, fight, strike).mean() * float(actions)
                    harm = shots if shots > harm else harm
            found += harm
        return found / float(who.hearts) * self.by.horizon * self.threat(who).best

    def better_place(self) -> i64:
        """Return the neighbouring spot that is better for a shooter; NO_PLACE if there is none.

        A spot is judged by its shots, now and later, less the danger there.
        """
        fight, here, best = self.fight, self.start, NO_PLACE
        enemies, casts = fight.enemies[self.who.side], self.who.stamina > 0
        most = self.best_harm * (float(self.actions) + self.by.patience)
        most += self.by.least_gain - self.by.caution * self.danger()
        shots = float(self.actions - 1) + self.by.patience
        for spot in fight.places.neighbours[here]:
            if fight.is_barred(here, spot):
                continue
            self.stand(spot)
            least = most / shots
            gain = self.best_attack(enemies, casts, max(least, 0.0))
            if gain > least:
                worth = gain * shots - self.by.caution * self.danger()
                if worth > most:
                    best, most = spot, worth
        self.stand(here)
        return best

    def goals(self) -> list[int]:
        """List the spots to walk to: engines to fire, otherwise enemies, otherwise barriers."""
        fight, who = self.fight, self.who
        found: list[int] = []
        if fight.scene.engines and who.gear.shoots:
            found = [engine.spot for engine in fight.scene.engines if self.can_man(engine)]
        walks = walks_of(self.figures, fight)[who.spot]
        if not found:
            for enemy in fight.enemies[who.side]:
                if enemy.is_in_fight() and walks[enemy.spot] < NO_WAY:
                    found.append(enemy.spot)
        if not found:
            for index in fight.scene.barriers:
                gate = fight.combatants[index]
                if gate.side != who.side and gate.is_able():
                    found.append(gate.spot)
        return found

    def can_strike(self) -> bool:
        """Return whether an enemy stands at Touch to strike at."""
        bands = self.fight.scene.bands[self.who.spot]
        for enemy in self.fight.enemies[self.who.side]:
            if bands[enemy.spot] == TOUCH and not enemy.hidden and enemy.is_in_fight():
                return True
        return False

    def can_man(self, engine: Engine) -> bool:
        """Return whether an engine has no crew, and has a target or may soon have one."""
        fight, who = self.fight, self.who
        if engine.is_ram() or walks_of(self.figures, fight)[who.spot][engine.spot] >= NO_WAY:
            return False
        for friend in fight.friends[who.side]:
            if friend.spot == engine.spot and friend is not who and friend.can_act():
                return False
        if fight.encounter_round <= COMPOSURE:
            return True
        self.stand(engine.spot)
        found = self.shot(engine) > 0.0
        self.stand(self.start)
        return found

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

    def should_wait(self, distance: i64) -> bool:
        """Return whether to wait for an enemy, who then arrives without an Action to strike with.

        It waits a limited time, only for an enemy within a charge, and not for better shooters.
        """
        fight = self.fight
        if fight.encounter_round > PATIENCE or distance > CHARGE:
            return False
        ours = theirs = 0.0
        enemy_comes = False
        for other in fight.combatants:
            if other.can_act():
                ranged = self.threat(other).ranged
                if other.side == self.who.side:
                    ours += ranged
                else:
                    theirs += ranged
                    enemy_comes = enemy_comes or not other.gear.shoots
        return enemy_comes and ours >= theirs * 0.9

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
        most = self.most
        if most > LEAST_WORTH and can_push(fight, who):
            return table.push
        if not who.is_tethered():
            if who.gear.shoots and most > LEAST_WORTH:
                if self.actions > 1 and verbs.is_shot(best.verb):
                    spot = self.better_place()
                    if spot != NO_PLACE:
                        return table.move[spot]
            elif who.gear.shoots or not self.can_strike():
                spot = self.approach()
                if spot != NO_PLACE:
                    return table.move[spot]
        return best


class SimplePlayer(Player):
    """The simple player: takes the most valuable option, and always decides alike in equal
    positions."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Final = weights if weights is not None else Weights()

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        kind = question.kind
        if kind == "turn":
            return OrreryTactics(fight, fight.combatants[question.who], self.weights).choose()
        if kind == "order":
            return choose_actor(fight, question.options)
        if kind == "again attack":
            return question.options[1 if fight.rolled == 0 else 0]
        if kind == "again block":
            return question.options[1 if wants_to_block_again(fight, question.who) else 0]
        if kind == "potion":
            return choose_drinker(fight, question.options)
        return question.default_option()


def choose_actor(fight: OrreryFight, options: list[Option]) -> Option:
    """Choose the member who acts: shooters before their friends are in the way."""
    for option in options:
        if fight.combatants[option.target].gear.shoots:
            return option
    return options[0]


def wants_to_block_again(fight: OrreryFight, who: i64) -> bool:
    """Return whether two Hearts or the last are at stake."""
    harm = fight.incoming - fight.rolled
    return harm >= 2 or (harm > 0 and harm >= fight.combatants[who].hearts)


def choose_drinker(fight: OrreryFight, options: list[Option]) -> Option:
    """Give a potion to the worst hurt, if they have lost half their Hearts."""
    best = options[0]
    least: i64 = 1_000_000
    for option in options[1:]:
        friend = fight.combatants[option.target]
        if friend.hearts * 2 <= friend.sheet.hearts and friend.hearts < least:
            best, least = option, friend.hearts
    return best
