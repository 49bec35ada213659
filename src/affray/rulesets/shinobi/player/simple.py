"""The player called `simple`, for Shinobi: a sensible player that rolls no dice of its own.

It acts first with the model that has the best blow or shot. Fighters move to where they strike
best: behind the target, beside friends, away from the target's friends and from enemies who would
strike back. A model without a target moves nearer and hides, for the die that stealth adds. Archers
look for the best shot, out of influence zones and of reach.

Pools and hindrances come from the rules, evaluated with the model at a possible position. The
result of two pools is read from the odds of the rules' own clash.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player, Stage
from affray.players.expected import Worth, figure, mean
from affray.players.tactics import NO_PLACE, NOTHING, Tactics
from affray.players.tactics import Weights as CommonWeights
from affray.rulesets.shinobi import keywords, verbs
from affray.rulesets.shinobi.close import attack_pool, close_hindrance, defence_pool, dirty_edge
from affray.rulesets.shinobi.combat import Bout
from affray.rulesets.shinobi.combatant import Model
from affray.rulesets.shinobi.elements import (
    AffinityTest,
    Clash,
    Hand,
    Roll,
)
from affray.rulesets.shinobi.fight import ShinobiFight
from affray.rulesets.shinobi.movement import (
    SNEAK,
    STAY,
    TURN,
    UNMOVED,
    MoveQuestion,
    ShiftQuestion,
)
from affray.rulesets.shinobi.ranged import Throw, shot_hindrance, shot_pool
from affray.rulesets.shinobi.setup import Scene
from affray.rulesets.shinobi.status import INJURED, STUNNED
from affray.rulesets.shinobi.turn import (
    FEWER_DICE,
    RUN,
    STEALTH,
    SWEEP,
    ActionQuestion,
    ActivateQuestion,
    BlowQuestion,
    swept_by,
)
from affray.space.squares import EMPTY, UNREACHABLE, is_back

MOST_DICE: Final[i64] = 16
"""Pools of this many dice or more are treated as having one die fewer."""
HIDING: Final = 1e-9
"""The value of hiding: above nothing, and below every other action."""
SHOOTING: Final = 1.0
"""The bonus of a place to shoot from over a place to strike from."""
MOST_TARGETS: Final[i64] = 2
"""The number of enemies that a model considers closely before it moves."""
FARTHEST: Final[i64] = 1_000_000
"""A distance above any between two spaces."""


@dataclass
class Weights(CommonWeights):
    """The tuned numbers. An injury is worth as much as the injured model."""

    least_gain: float = 1e-9
    """The least gain for which a model leaves its place."""
    stun: float = 0.4
    """The value of a stun, relative to an injury."""
    token: float = 0.1
    """The bonus for a target closer to its third stun token, relative to a fresh one."""
    waiting: float = 1.3
    """The value of a target that has not acted this round, relative to one that has."""
    farness: float = 0.005
    """The cost of each space between an archer and the nearest enemy, relative to a better shot."""
    boldness: float = 0.05
    """The largest expected loss of a blow that is still preferred to hiding."""
    cornered: float = 0.3
    """The largest loss of a blow within an enemy's zone, where hiding helps little."""
    ambush: float = 0.6
    """The largest loss of a blow out of stealth, where waiting gains nothing."""
    reveal: float = 0.1
    """The value of finding a hidden enemy, relative to waiting."""
    curse: float = 0.5
    """The value of a curse, relative to every action but a good blow."""
    mastery: float = 0.2
    """The least chance to win by a mastery for which it is spent."""


WEIGHTS: Final = Weights()


def worth_of(model: Model) -> float:
    """Return the value of a model to its side."""
    found = 0.5 + 0.07 * float(model.attack + model.defence)
    return found + 0.15 if model.range > 0 else found


def prize(weights: Weights, target: Model, harm: float) -> float:
    """Return the value of harm to a target."""
    found = (harm + weights.token * float(target.stun_tokens)) * worth_of(target)
    return found if target.acted else found * weights.waiting


# --- the expected results of combat ---


class Harm(Worth):
    """The harm that a clash does to the defender or to the attacker, close or at range."""

    def __init__(self, scene: Scene, stun: float, is_ranged: bool, to_defender: bool) -> None:
        self.results: Final = scene.ranged_results if is_ranged else scene.close_results
        self.worst: Final = scene.worst_ranged if is_ranged else scene.worst_close
        self.house: Final = scene.house
        self.stun: Final = stun
        self.is_ranged: Final = is_ranged
        self.to_defender: Final = to_defender

    def key(self) -> Hashable:
        house = self.house
        results = (house.close_water, house.close_earth, house.ranged_earth)
        return (results, self.stun, self.is_ranged, self.to_defender)

    def of(self, stage: Stage, number: i64) -> float:
        assert isinstance(stage, Clash)
        if stage.attacker_leads != self.to_defender or stage.elements == 0:
            return 0.0
        harm = self.results[stage.elements][self.worst[stage.elements]].item
        if harm == INJURED:
            return 1.0
        return self.stun if harm == STUNNED else 0.0


class Outcome:
    """The expected result of two pools: harm done, harm suffered, and harm done by a shot."""

    def __init__(self, clash: Clash, scene: Scene, stun: float) -> None:
        self.gain: Final = mean(clash, Harm(scene, stun, False, True))
        self.loss: Final = mean(clash, Harm(scene, stun, False, False))
        self.shot: Final = mean(clash, Harm(scene, stun, True, True))


class Outcomes:
    """The outcomes of pools in a scenario, each pair computed once."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self.throw: Final = figure(Throw()).mean()
        """The probability that shuriken work."""
        self._found: Final[list[Outcome | None]] = [None] * int(8 * MOST_DICE * MOST_DICE)

    def of(self, attack: i64, defence: i64, rerolls: i64 = 0, edge: i64 = 0) -> Outcome:
        """Return the outcome of two pools; `rerolls` is 1 if the attacker may roll a die again, 2
        if the defender may, 3 if both may."""
        most = MOST_DICE - 1
        mine = attack if attack < most else most
        theirs = defence if defence < most else most
        key = ((mine * MOST_DICE + theirs) * 4 + rerolls) * 2 + edge
        found = self._found[key]
        if found is None:
            clash = Clash(Hand(mine, rerolls & 1 != 0), Hand(theirs, rerolls & 2 != 0), edge)
            found = Outcome(clash, self.scene, self.weights.stun)
            self._found[key] = found
        return found


# --- one decision of one model ---


class ShinobiTactics(Tactics):
    """Evaluates where a model goes, and its actions there."""

    def __init__(self, outcomes: Outcomes, fight: ShinobiFight, me: Model) -> None:
        super().__init__(outcomes.weights)
        self.outcomes: Final = outcomes
        self.own_weights: Final = outcomes.weights
        self.fight: Final = fight
        self.me: Final = me
        self.start: Final[i64] = me.cell
        self.moved: Final[i64] = me.spaces_moved
        self.enemies: Final = [one for one in fight.enemies[me.side] if one.is_present()]
        self.targets: list[Model] = self.enemies
        """The enemies whose close attack is evaluated; before a move only the best ones."""
        self.target: Model = me
        """The enemy that `gain` would attack from the model's place; the model itself if none."""
        self.shots: list[Model] = []
        """The enemies to shoot at, best first; computed when first needed."""
        self.penalty: i64 = 0
        """The dice that a blow costs."""
        self.movement: i64 = 0
        self.flies: bool = False
        """The model's movement and whether it flies; computed when first needed."""

    # --- what an action is worth ---

    def strike(self, target: Model, penalty: i64 = 0) -> float:
        """Return the value of a close attack on a target from here, less its risk."""
        fight, me = self.fight, self.me
        attack = attack_pool(fight, me, target, penalty)
        defence = defence_pool(fight, me, target, attack.dice)
        rerolls: i64 = 0
        if attack.has_reroll:
            rerolls = 1
        if defence.has_reroll:
            rerolls += 2
        found = self.outcomes.of(attack.dice, defence.dice, rerolls, dirty_edge(me))
        return prize(self.own_weights, target, found.gain) - found.loss * worth_of(me)

    def shot(self, target: Model) -> float:
        """Return the value of a shot at a target."""
        pool = shot_pool(self.fight, self.me)
        found = self.outcomes.of(pool.dice, target.defence, 1 if pool.has_reroll else 0)
        return prize(self.own_weights, target, found.shot)

    def sweep(self) -> float:
        """Return the value of a sweep: each attack is made if the model was not hurt before."""
        found, chance = 0.0, 1.0
        for target in swept_by(self.fight, self.me):
            found += chance * self.strike(target, FEWER_DICE)
            lost = self.outcomes.of(max(self.me.attack - FEWER_DICE, 0), target.defence).loss
            chance *= 1.0 - lost
        return found

    def least(self, is_cornered: bool) -> float:
        """Return the largest expected loss of a blow that is still made, as a negative value."""
        if self.me.hidden:
            return -self.own_weights.ambush
        return -self.own_weights.cornered if is_cornered else -self.own_weights.boldness

    def value(self, option: Option) -> float:
        weights, fight, me = self.own_weights, self.fight, self.me
        verb = option.verb
        if verb == verbs.ATTACK:
            target = fight.models[option.target]
            return self.strike(target, self.penalty) - self.least(fight.is_in_zone(me))
        if option is SWEEP:
            return self.sweep() - self.least(fight.is_in_zone(me))
        if verb == verbs.RANGED:
            return self.shot(fight.models[option.target])
        if verb == verbs.CURSE:
            return weights.curse
        if option is RUN:
            return 2.0 * HIDING if self.runs_nearer() else 0.0
        if option is STEALTH:
            return HIDING
        if not me.hidden:
            return 0.0  # hiding is the best remaining action
        if verb == verbs.SHURIKEN:
            return prize(weights, fight.models[option.target], weights.stun) * self.outcomes.throw
        if verb == verbs.SEARCH:
            return weights.reveal * figure(AffinityTest(me.sheet.affinity_bits)).mean()
        return 0.0

    def choose_action(self, question: ActionQuestion) -> Option:
        """Choose a worthwhile blow or shot; otherwise, or if a keyword offers more, the best
        action."""
        fight, me = self.fight, self.me
        if not me.has(keywords.SWEEP | keywords.CURSE):
            if self.best_blow(self.least(fight.is_in_zone(me))) > 0.0:
                return fight.scene.attack[self.target.index]
            if self.best_shot() > 0.0:
                return fight.scene.shoot[self.target.index]
        options = question.options
        found = self.best_option(options)
        return found if found is not None else options[0]

    def runs_nearer(self) -> bool:
        """Return whether a run brings the model nearer to distant enemies."""
        me = self.me
        self.movement = me.movement
        if self.nearest() <= 2 * me.movement or self.fight.is_in_zone(me):
            return False
        return self.approach() is not STAY

    # --- where to stand ---

    def best_blow(self, least: float) -> float:
        """Return how far the best blow from here exceeds `least`, and set its target; 0 if there is
        none."""
        found = 0.0
        for target in self.targets:
            if not close_hindrance(self.fight, self.me, target):
                value = self.strike(target) - least
                if value > found:
                    found = value
                    self.target = target
        return found

    def best_shot(self) -> float:
        """Return the value of the best shot from here, and set its target; 0 if there is none."""
        if self.me.range == 0:
            return 0.0
        for target in self.shot_targets():
            if not shot_hindrance(self.fight, self.me, target):
                self.target = target
                return self.shot(target)
        return 0.0

    def shot_targets(self) -> list[Model]:
        """List the enemies to shoot at, best first; their order is equal for all places."""
        if not self.shots:
            self.shots = sorted(self.enemies, key=lambda one: -self.shot(one))
        return self.shots

    def gain(self) -> float:
        shot = self.best_shot()
        if shot > 0.0:
            return SHOOTING + shot + self.own_weights.farness * float(self.nearest())
        return self.best_blow(self.least(False))

    def judge(self) -> float:
        gain = self.gain()
        return gain if gain > 0.0 else NOTHING

    def place(self) -> i64:
        return self.me.cell

    def stand(self, place: i64) -> None:
        self.me.cell = place
        self.me.spaces_moved = self.moved + self.fight.spaces(self.start, place)

    def nearest(self) -> i64:
        """Return the distance of the nearest enemy."""
        found = FARTHEST
        distances = self.fight.board.distances(self.me.cell)
        for other in self.enemies:
            distance: i64 = distances[other.cell]
            if distance < found:
                found = distance
        return found

    def choose_move(self, question: MoveQuestion) -> Option:
        """Choose where to go: the place with the best action, otherwise nearer to an enemy.

        There is no safe way out of a zone: a model in one continues to fight, unless no enemy is
        within its reach.
        """
        fight, me = self.fight, self.me
        if fight.is_in_zone(me) and not question.flies and self.nearest() <= me.reach:
            return SNEAK if question.may_sneak() else STAY
        self.movement, self.flies = question.movement, question.flies
        groups = [] if question.running else self.striking_places()
        if me.range > 0 and not question.running:
            groups += self.shooting_places()
        if groups:
            best = self.first_best(groups)
            if best != NO_PLACE:
                return fight.scene.move[best]
            if self.gain() > 0.0:
                return STAY
        return self.approach()

    def first_best(self, groups: list[list[int]]) -> i64:
        """Return the best place if it beats the current one; NO_PLACE if there is none.

        The places of each group are in order, best first. So only the first that can be reached
        matters.
        """
        best: i64 = NO_PLACE
        most = self.judge() + self.own_weights.least_gain
        for group in groups:
            for place in group:
                self.stand(place)
                score = self.judge()
                self.stand(self.start)
                if score <= most:
                    break
                if self.may_go(place):
                    best, most = place, score
                    break
        return best

    def can_reach(self, cell: i64) -> bool:
        """Return whether a space is free and near enough; `may_go` checks for an open path."""
        fight, me = self.fight, self.me
        return fight.positions.models[cell] < 0 and fight.spaces(me.cell, cell) <= self.movement

    def may_go(self, place: i64) -> bool:
        """Return whether the model can reach a space without a Dodge."""
        return self.flies or self.fight.has_open_way(self.me, place, self.movement)

    def striking_places(self) -> list[list[int]]:
        """List the spaces from which a blow can be best. For each of the best enemies in reach: one
        out of its zone, one behind it, and one in front of it."""
        found: list[list[int]] = []
        board, reach = self.fight.board, self.me.reach
        self.targets = self.best_targets()
        for target in self.targets:
            far: list[tuple[int, int]] = []
            near: list[tuple[int, int]] = []
            if reach > 1:
                self.add_best(far, board.beyond(target.cell, reach), 0)
            self.add_best(near, board.behind[target.cell][target.facing], 0)
            self.add_best(near, board.ahead[target.cell][target.facing], 1)
            near.sort()
            found.append([cell for _rank, cell in far])
            found.append([cell for _rank, cell in near])
        return found

    def add_best(self, ranked: list[tuple[int, int]], cells: list[int], handicap: i64) -> None:
        """Add the best of some spaces near enough, with its rank: the one with the fewest enemies
        around it, then the nearest. `handicap` counts like enemies."""
        positions, size = self.fight.positions, self.fight.board.size
        models, guards = positions.models, positions.guards[self.me.side]
        distances = self.fight.board.distances(self.me.cell)
        best, least = NO_PLACE, FARTHEST
        cell: i64
        for cell in cells:
            distance: i64 = distances[cell]
            rank = (guards[cell] + handicap) * size + distance
            if rank < least and distance <= self.movement and models[cell] < 0:
                best, least = cell, rank
        if best != NO_PLACE:
            ranked.append((int(least), int(best)))

    def best_targets(self) -> list[Model]:
        """List the enemies in reach that are best to strike by their sheets, best first."""
        me, most = self.me, self.movement + self.me.reach
        distances = self.fight.board.distances(me.cell)
        found = [one for one in self.enemies if distances[one.cell] <= most]
        if len(found) > MOST_TARGETS:
            found.sort(key=lambda one: -blow_by_sheets(self.outcomes, me, one))
        return found[:MOST_TARGETS]

    def shooting_places(self) -> list[list[int]]:
        """List spaces to shoot from: in a straight line in each direction."""
        fight, me = self.fight, self.me
        found: list[list[int]] = []
        for facing in range(8):
            cell = me.cell
            for _step in range(self.movement):
                there: i64 = fight.board.steps[cell][facing]
                if there < 0 or fight.guards_at(me, there) > 0:
                    break
                cell = there
            if self.can_reach(cell):
                found.append([int(cell)])
        return found

    def approach(self) -> Option:
        """Choose the space nearest to an enemy, out of zones and out of reach of enemies that have
        not acted yet; of equals the one with the straightest path."""
        fight, me = self.fight, self.me
        ways = fight.ways_of(me)
        goal, nearest = EMPTY, UNREACHABLE
        for other in self.enemies:
            cost: i64 = ways.to(other.cell)[me.cell]
            if cost < nearest:
                goal, nearest = other.cell, cost
        if goal == EMPTY:
            return STAY
        rings = ways.rings(goal)
        cell: i64
        for left in range(max(nearest - self.movement, 1), nearest):
            for cell in rings[left]:
                if self.can_reach(cell) and fight.guards_at(me, cell) == 0:
                    if not self.is_exposed(cell) and self.may_go(cell):
                        return fight.scene.move[cell]
        return STAY

    def is_exposed(self, cell: i64) -> bool:
        """Return whether an enemy who has not acted yet could come and strike at a space."""
        for other in self.enemies:
            if not other.acted:
                if self.fight.spaces(cell, other.cell) <= other.movement + other.reach:
                    return True
        return False


# --- facing, and moving a model after a combat ---


def choose_facing(fight: ShinobiFight, me: Model, side: i64) -> i64:
    """Choose a facing: a friendly model turns only if the nearest enemy is behind it, an enemy is
    turned away from the nearest friendly model."""
    nearest, spaces = me, FARTHEST
    distances = fight.board.distances(me.cell)
    for other in fight.enemies[me.side]:
        if other.is_present() and distances[other.cell] < spaces:
            nearest, spaces = other, distances[other.cell]
    if nearest is me:
        return me.facing
    facing = fight.board.towards(me.cell, nearest.cell)
    if side != me.side:
        return (facing + 4) % 8
    return facing if is_back(me.facing, facing) else me.facing


def choose_shift(fight: ShinobiFight, question: ShiftQuestion) -> Option:
    """Choose where to move the model: a friendly one out of zones, an enemy into the zones of most
    friendly models."""
    me = question.mover
    ours = question.side == me.side
    wanted = fight.guards_at(me, me.cell)
    found = UNMOVED
    if wanted > 0:
        for cell in question.reach():
            guards = fight.guards_at(me, cell)
            if guards < wanted if ours else guards >= wanted:
                wanted = guards
                found = fight.scene.shift[cell]
    return found


# --- the player ---


class SimplePlayer(Player):
    """The simple player: decides by expected values, and always alike in equal positions."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Final = weights if weights is not None else WEIGHTS
        self._outcomes: Outcomes | None = None

    def reads_options(self) -> bool:
        return False

    def outcomes(self, scene: Scene) -> Outcomes:
        """Return the outcomes of a scenario, which all players with the same weights share."""
        found = self._outcomes
        if found is None or found.scene is not scene:
            notes = scene.player_notes
            if isinstance(notes, Outcomes) and notes.weights is self.weights:
                found = notes
            else:
                found = Outcomes(scene, self.weights)
                scene.player_notes = found
            self._outcomes = found
        return found

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, ShinobiFight)
        outcomes = self.outcomes(fight.scene)
        if isinstance(question, ActivateQuestion):
            return choose_model(outcomes, fight, question.side)
        if isinstance(question, MoveQuestion):
            return ShinobiTactics(outcomes, fight, question.mover).choose_move(question)
        if isinstance(question, ActionQuestion):
            return ShinobiTactics(outcomes, fight, question.actor).choose_action(question)
        if isinstance(question, ShiftQuestion):
            return choose_shift(fight, question)
        if isinstance(question, BlowQuestion):
            tactics = ShinobiTactics(outcomes, fight, fight.models[question.who])
            tactics.penalty = question.penalty
            found = tactics.best_option(question.options)
            return found if found is not None else question.options[0]
        if question.kind == "facing":
            about = fight.models[question.about if question.about >= 0 else question.who]
            return TURN[choose_facing(fight, about, question.side)]
        return choose_about_dice(outcomes, fight, question)


def blow_by_sheets(outcomes: Outcomes, me: Model, target: Model) -> float:
    """Return the value of a blow at a target by the sheets, wherever both stand."""
    found = outcomes.of(me.attack + 1 if me.hidden else me.attack, target.defence)
    return prize(outcomes.weights, target, found.gain) - found.loss * worth_of(me)


def urgency(outcomes: Outcomes, fight: ShinobiFight, me: Model) -> float:
    """Return how good it would be to act with the model now, estimated from the sheets.

    The best blow or shot comes first; without one, the model furthest from enemies.
    """
    weights = outcomes.weights
    best, nearest = NOTHING, FARTHEST
    reach, range_ = me.reach, me.range
    distances = fight.board.distances(me.cell)
    if not fight.is_in_zone(me):
        reach += me.movement
        range_ += me.movement
    for target in fight.enemies[me.side]:
        if not target.is_present():
            continue
        distance: i64 = distances[target.cell]
        if distance < nearest:
            nearest = distance
        value = NOTHING
        if distance <= reach:
            value = blow_by_sheets(outcomes, me, target)
        elif me.range > 0 and distance <= range_ and not target.hidden:
            value = prize(weights, target, outcomes.of(me.attack, target.defence).shot)
        if value > best:
            best = value
    if best <= -weights.boldness:
        return 0.01 * float(nearest)
    return 10.0 + best if me.stun_tokens == 0 else 5.0 + best


def choose_model(outcomes: Outcomes, fight: ShinobiFight, side: i64) -> Option:
    """Choose the model to activate: the most urgent one."""
    waiting = [model for model in fight.teams[side] if model.is_waiting()]
    found, most = waiting[0], NOTHING
    if len(waiting) > 1:
        for model in waiting:
            value = urgency(outcomes, fight, model)
            if value > most:
                found, most = model, value
    return fight.scene.activate[found.index]


# --- dice that were rolled ---


def choose_about_dice(outcomes: Outcomes, fight: ShinobiFight, question: Question) -> Option:
    """Choose about masteries, curses and recovery; otherwise take the rules' suggestion."""
    kind, bout = question.kind, fight.bout
    who = fight.models[question.who] if question.who >= 0 else None
    if bout is not None and who is not None:
        if kind == "mastery":
            wins = mastery_chance(bout, bout.attack.who is who)
            return question.options[1 if wins >= outcomes.weights.mastery else 0]
        if kind == "curse":
            leads = bout.attacker_leads() == (bout.attack.who.index == question.about)
            return question.options[1 if leads else 0]
    if kind == "recover" and who is not None:
        return question.options[0 if not fight.is_in_zone(who) and who.range == 0 else 1]
    if kind == "blink" and who is not None:
        return question.options[1 if fight.is_in_zone(who) else 0]
    return question.default_option()


def mastery_chance(bout: Bout, is_attacker: bool) -> float:
    """Return the chance to win by a mastery; 0 for the model that leads."""
    if bout.attacker_leads() == is_attacker:
        return 0.0
    mine, theirs = bout.attack_hand, bout.defence_hand
    needed = theirs.kept - bout.edge
    if not is_attacker:
        mine, theirs = theirs, mine
        needed = theirs.kept + bout.edge + 1
    own = mine.of_mastered
    return figure(Roll(mine.dice - own, 0), "kept").reaches(needed - own)
