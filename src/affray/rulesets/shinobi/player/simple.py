"""The player called `simple`, for Shinobi: a sensible player with no dice of its own.

It acts first with the model that has the best blow or shot to make. Fighters go where they strike
best: from behind, beside friends, away from the target's friends and from those who would strike
back. A model without a target comes nearer and hides, for the die that stealth adds. Archers look
for the best shot, out of influence zones and of reach.

Pools and hindrances come from the rules, with the model put in thought where it could stand. What
two pools come to is read from the odds of the rules' own clash.
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
from affray.rulesets.shinobi.combat import KEEP, Bout, Pool
from affray.rulesets.shinobi.combatant import TOKENS, Model
from affray.rulesets.shinobi.elements import (
    EARTH,
    UNCOUNTED,
    AffinityTest,
    Clash,
    Hand,
    Roll,
    element_bit,
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
from affray.space.squares import BEHIND, EMPTY

MOST_DICE: Final[i64] = 16
"""Pools of this many dice and more are taken for one die fewer."""
HIDING: Final = 1e-9
"""What it is worth to hide: more than nothing, and less than everything else."""
SHOOTING: Final = 1.0
"""How much a place to shoot from is worth more than one to strike from."""
FARTHEST: Final[i64] = 1_000_000
"""More than the distance between any two spaces."""


@dataclass
class Weights(CommonWeights):
    """The numbers that were tuned. An injury of a model is worth what the model is worth."""

    caution: float = 0.25
    """What an enemy could do to a model against what the model does: more stays out of reach."""
    least_gain: float = 1e-9
    """A better place against staying."""
    stun: float = 0.4
    """A stun against an injury."""
    token: float = 0.1
    """A target that is nearer to its third token against a fresh one."""
    waiting: float = 1.3
    """A target that has still to act this round against one that has acted."""
    farness: float = 0.005
    """Each space between an archer and the nearest enemy against a better shot."""
    boldness: float = 0.05
    """A blow against hiding: how bad a blow may be that is still made."""
    cornered: float = 0.3
    """The same in an enemy's zone, where hiding helps little."""
    ambush: float = 0.6
    """The same out of stealth, where there is nothing left to wait for."""
    reveal: float = 0.1
    """Finding a hidden enemy against waiting."""
    curse: float = 0.5
    """A curse against everything but a good blow."""
    mastery: float = 0.2
    """The least chance to win by a mastery that is worth spending it."""


WEIGHTS: Final = Weights()


def worth_of(model: Model) -> float:
    """Return what a model is worth to its side."""
    found = 0.5 + 0.07 * float(model.attack + model.defence)
    return found + 0.15 if model.range > 0 else found


def prize(weights: Weights, target: Model, harm: float) -> float:
    """Return what harm to a target is worth."""
    found = (harm + weights.token * float(target.stun_tokens)) * worth_of(target)
    return found if target.acted else found * weights.waiting


# --- what combat comes to ---


class Outcome:
    """What an attacker may expect of two pools: to do, to suffer, and to do with a shot."""

    def __init__(self, clash: Clash, scene: Scene, weights: Weights) -> None:
        self.gain: Final = mean(clash, Harm(scene, weights, False, True))
        self.loss: Final = mean(clash, Harm(scene, weights, False, False))
        self.shot: Final = mean(clash, Harm(scene, weights, True, True))


class Harm(Worth):
    """The harm that a clash does to the defender or to the attacker, close or at range."""

    def __init__(self, scene: Scene, weights: Weights, is_ranged: bool, to_defender: bool) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self.is_ranged: Final = is_ranged
        self.to_defender: Final = to_defender

    def key(self) -> Hashable:
        house = self.scene.house
        results = (house.close_water, house.close_earth, house.ranged_earth)
        return (results, self.weights.stun, self.is_ranged, self.to_defender)

    def of(self, stage: Stage, number: i64) -> float:
        assert isinstance(stage, Clash)
        if stage.attacker_leads != self.to_defender:
            return 0.0
        return worst_harm(self.scene, self.weights, stage.elements, self.is_ranged, False)


def worst_harm(
    scene: Scene, weights: Weights, elements: i64, is_ranged: bool, is_last_token: bool
) -> float:
    """Return what the most harmful of some elements does: 1 for an injury."""
    if elements == 0:
        return 0.0
    worst = scene.worst_ranged[elements] if is_ranged else scene.worst_close[elements]
    results = scene.ranged_results[elements] if is_ranged else scene.close_results[elements]
    harm = results[worst].item
    if harm == INJURED or (harm == STUNNED and is_last_token):
        return 1.0
    return weights.stun if harm == STUNNED else 0.0


class Outcomes:
    """The outcomes of pools in a scenario, computed once for each two of them."""

    def __init__(self, scene: Scene, weights: Weights) -> None:
        self.scene: Final = scene
        self.weights: Final = weights
        self.throw: Final = figure(Throw()).mean()
        """The chance of shuriken to work."""
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
            hands = Hand(mine, rerolls & 1 != 0), Hand(theirs, rerolls & 2 != 0)
            found = Outcome(Clash(hands[0], hands[1], edge), self.scene, self.weights)
            self._found[key] = found
        return found


# --- one decision of one model ---


class ShinobiTactics(Tactics):
    """Weighs one decision of one model."""

    def __init__(self, outcomes: Outcomes, fight: ShinobiFight, me: Model) -> None:
        super().__init__(outcomes.weights)
        self.outcomes: Final = outcomes
        self.own_weights: Final = outcomes.weights
        self.fight: Final = fight
        self.me: Final = me
        self.start: Final[i64] = me.cell
        self.moved: Final[i64] = me.spaces_moved
        self.enemies: Final = fight.enemies[me.side]
        self.target: Model = me
        """Whom `gain` would strike from where the model stands."""
        self.bow: Pool | None = None
        """The dice of a shot, once they are asked for."""
        self.penalty: i64 = 0
        """The dice that a blow costs."""
        self.movement: i64 = 0
        self.flies: bool = False
        """How far and in which way the model moves, once that is asked."""

    # --- what an action is worth ---

    def strike(self, target: Model, penalty: i64 = 0) -> float:
        """Return what a close attack on a target from here is worth, less what it may cost."""
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
        """Return what a shot at a target is worth."""
        pool = self.bow
        if pool is None:
            self.bow = pool = shot_pool(self.fight, self.me)
        rerolls: i64 = 0
        if pool.has_reroll:
            rerolls = 1
        return prize(
            self.own_weights, target, self.outcomes.of(pool.dice, target.defence, rerolls).shot
        )

    def sweep(self) -> float:
        """Return what a sweep is worth: each attack is made if the model was not hurt before."""
        found, chance = 0.0, 1.0
        for target in swept_by(self.fight, self.me):
            found += chance * self.strike(target, FEWER_DICE)
            lost = self.outcomes.of(max(self.me.attack - FEWER_DICE, 0), target.defence).loss
            chance *= 1.0 - lost
        return found

    def least(self, is_cornered: bool) -> float:
        """Return how bad a blow may be that is still made."""
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
            return 0.0  # nothing else is better than to hide
        if verb == verbs.SHURIKEN:
            return prize(weights, fight.models[option.target], weights.stun) * self.outcomes.throw
        if verb == verbs.SEARCH:
            return weights.reveal * figure(AffinityTest(me.sheet.affinity_bits)).mean()
        return 0.0

    def runs_nearer(self) -> bool:
        """Return whether a run brings the model nearer to enemies who are far away."""
        me, flies = self.me, self.me.has(keywords.WINGED)
        if self.nearest() <= 2 * me.movement or self.fight.is_in_zone(me):
            return False
        return self.approach(MoveQuestion(self.fight, me, me.movement, flies, True)) is not STAY

    # --- where to stand ---

    def gain(self) -> float:
        fight, me, least = self.fight, self.me, self.least(False)
        is_in_zone = fight.is_in_zone(me)
        self.target = me
        found = 0.0
        if is_in_zone or me.reach > 1:
            for target in self.enemies:
                if not close_hindrance(fight, me, target):
                    value = self.strike(target) - least
                    if value > found:
                        found = value
                        self.target = target
        if me.range > 0 and not is_in_zone:
            shot = 0.0
            for target in self.enemies:
                if not shot_hindrance(fight, me, target):
                    value = self.shot(target)
                    if value > shot:
                        shot = value
            if shot > 0.0:
                found = SHOOTING + shot + self.own_weights.farness * float(self.nearest())
        return found

    def danger(self) -> float:
        """Return what the worst of the enemies who have not acted yet could do to the model here;
        whom it strikes is likely not to be one of them any more."""
        worst: i64 = -1
        me, fight = self.me, self.fight
        for other in self.enemies:
            if other.acted or other.stun_tokens > 0 or other is self.target:
                continue
            if fight.spaces(me.cell, other.cell) <= other.movement + other.reach:
                if other.attack > worst:
                    worst = other.attack
        if worst < 0:
            return 0.0
        return self.outcomes.of(worst, me.defence).gain * worth_of(me)

    def judge(self) -> float:
        gain = self.gain()
        if gain == 0.0:
            return NOTHING
        found = gain - self.own_weights.caution * self.danger()
        return found if found > 0.0 else NOTHING

    def place(self) -> i64:
        return self.me.cell

    def stand(self, place: i64) -> None:
        self.fight.put(self.me, place, self.me.facing)
        self.me.spaces_moved = self.moved + self.fight.spaces(self.start, place)

    def nearest(self) -> i64:
        """Return how far the nearest enemy is."""
        found = FARTHEST
        for other in self.enemies:
            distance = self.fight.spaces(self.me.cell, other.cell)
            if distance < found:
                found = distance
        return found

    def choose_move(self, question: MoveQuestion) -> Option:
        """Choose where to go: where the best can be done, else nearer. There is no good way out of
        a zone: a model in one fights on."""
        fight, me = self.fight, self.me
        if fight.is_in_zone(me) and not question.flies:
            return SNEAK if question.may_sneak() else STAY
        self.movement, self.flies = question.movement, question.flies
        if not question.running:
            places = self.striking_places(question)
            if me.range > 0:
                places += self.shooting_places(question)
            best = self.best_place(places) if places else NO_PLACE
            if best != NO_PLACE:
                return fight.scene.move[best]
            if places and self.gain() > 0.0:
                return STAY
        return self.approach(question)

    def can_reach(self, question: MoveQuestion, cell: i64) -> bool:
        """Return whether a space is free and near enough. `may_go` looks whether a way is open."""
        fight, me = self.fight, self.me
        return fight.positions.models[cell] < 0 and fight.spaces(me.cell, cell) <= question.movement

    def may_go(self, place: i64) -> bool:
        """Return whether the model gets to a space without a Dodge."""
        return self.flies or self.fight.has_open_way(self.me, place, self.movement)

    def striking_places(self, question: MoveQuestion) -> list[int]:
        """List the spaces from which a blow can be best.

        For each enemy in reach these are the spaces out of its zone, behind its back and before it
        with the fewest enemies around them, and of those the nearest.
        """
        fight, me, board = self.fight, self.me, self.fight.board
        found: list[int] = []
        for target in self.enemies:
            if fight.spaces(me.cell, target.cell) > question.movement + me.reach:
                continue
            best = [int(EMPTY), int(EMPTY), int(EMPTY)]
            ranks = [int(FARTHEST), int(FARTHEST), int(FARTHEST)]
            back: i64 = BEHIND[target.facing]
            cell: i64
            for cell in board.within(target.cell, me.reach):
                if not self.can_reach(question, cell):
                    continue
                facing: i64 = board.beside[target.cell * board.size + cell]
                kind: i64 = 0 if facing == 0 else 1 if facing & back != 0 else 2
                rank = fight.guards_at(me, cell) * board.size + fight.spaces(me.cell, cell)
                if rank < ranks[kind]:
                    best[kind], ranks[kind] = int(cell), int(rank)
            found += [place for place in best if place >= 0]
        return found

    def shooting_places(self, question: MoveQuestion) -> list[int]:
        """List spaces to shoot from: straight away in all directions, all the way and halfway."""
        fight, me = self.fight, self.me
        found: list[int] = []
        for facing in range(8):
            cell = me.cell
            steps: i64 = 0
            for _step in range(question.movement):
                there: i64 = fight.board.steps[cell][facing]
                if there < 0 or fight.guards_at(me, there) > 0:
                    break
                cell = there
                steps += 1
                if 2 * steps == question.movement and self.can_reach(question, cell):
                    found.append(int(cell))
            if steps > 0 and cell not in found and self.can_reach(question, cell):
                found.append(int(cell))
        return found

    def approach(self, question: MoveQuestion) -> Option:
        """Choose the space nearest to an enemy, out of zones and out of reach of those who have not
        acted yet; of equals the one that leads straightest."""
        fight, me, board = self.fight, self.me, self.fight.board
        ways = fight.ways_of(me)
        goal, nearest = EMPTY, FARTHEST
        for other in self.enemies:
            cost: i64 = ways.to(other.cell)[me.cell]
            if cost < nearest:
                goal, nearest = other.cell, cost
        if goal == EMPTY:
            return STAY
        left = ways.to(goal)
        least = nearest * FARTHEST
        found = STAY
        for option in question.options:
            cell = option.place
            if cell < 0 or left[cell] >= nearest or fight.guards_at(me, cell) > 0:
                continue
            away = left[cell] * FARTHEST + board.straight_order(cell, goal)
            if away < least and not self.is_exposed(cell):
                least = away
                found = option
        return found

    def is_exposed(self, cell: i64) -> bool:
        """Return whether an enemy who has not acted yet could come and strike at a space."""
        for other in self.enemies:
            if not other.acted:
                if self.fight.spaces(cell, other.cell) <= other.movement + other.reach:
                    return True
        return False

    # --- other decisions ---

    def facing(self, side: i64) -> i64:
        """Choose a facing: one's own models keep enemies out of their backs and look at the nearest
        one, an enemy is turned to show its back."""
        fight, me, board = self.fight, self.me, self.fight.board
        nearest, distance = me, FARTHEST
        around: i64 = 0
        for other in self.enemies:
            spaces = fight.spaces(me.cell, other.cell)
            around |= board.beside[me.cell * board.size + other.cell]
            if spaces < distance:
                nearest, distance = other, spaces
        if around == 0 and side == me.side:
            return board.towards(me.cell, nearest.cell) if nearest is not me else me.facing
        best: i64 = 0
        most = NOTHING
        facing: i64
        for facing in range(8):
            score = float(int(around & BEHIND[facing]).bit_count())
            if side == me.side:
                score = -score
                if around & (1 << facing) != 0:
                    score += 0.5
            if score > most:
                best, most = facing, score
        return best

    def shift(self, question: ShiftQuestion) -> Option:
        """Choose where to move the model: one's own out of zones, an enemy where most of one's own
        models have it in their zones."""
        fight, me = self.fight, self.me
        ours = question.side == me.side
        wanted = fight.guards_at(me, me.cell)
        found = UNMOVED
        for option in question.options:
            if option.place >= 0:
                guards = fight.guards_at(me, option.place)
                if guards < wanted if ours else guards >= wanted > 0:
                    wanted = guards
                    found = option
        return found


# --- the player ---


class SimplePlayer(Player):
    """Decides by what things are worth, always the same in the same place."""

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
        about = fight.models[question.about if question.about >= 0 else question.who]
        if isinstance(question, MoveQuestion):
            return ShinobiTactics(outcomes, fight, question.mover).choose_move(question)
        if isinstance(question, (ActionQuestion, BlowQuestion)):
            tactics = ShinobiTactics(outcomes, fight, about)
            if isinstance(question, BlowQuestion):
                tactics.penalty = question.penalty
            found = tactics.best_option(question.options)
            return found if found is not None else question.options[0]
        if isinstance(question, ShiftQuestion):
            return ShinobiTactics(outcomes, fight, question.mover).shift(question)
        if question.kind == "facing":
            return TURN[ShinobiTactics(outcomes, fight, about).facing(question.side)]
        return choose_about_dice(outcomes, fight, question)


def urgency(outcomes: Outcomes, fight: ShinobiFight, me: Model) -> float:
    """Return how good it would be to act with the model now, judged from afar by sheets: the
    best blow or shot first; while there is none, the furthest from enemies."""
    weights = outcomes.weights
    best, nearest = NOTHING, FARTHEST
    reach, range_ = me.reach, me.range
    if not fight.is_in_zone(me):
        reach += me.movement
        range_ += me.movement
    for target in fight.enemies[me.side]:
        distance = fight.spaces(me.cell, target.cell)
        if distance < nearest:
            nearest = distance
        value = NOTHING
        if distance <= reach:
            found = outcomes.of(me.attack + 1 if me.hidden else me.attack, target.defence)
            value = prize(weights, target, found.gain) - found.loss * worth_of(me)
        elif me.range > 0 and distance <= range_ and not target.hidden:
            value = prize(weights, target, outcomes.of(me.attack, target.defence).shot)
        if value > best:
            best = value
    if best <= -weights.boldness:
        return 0.01 * float(nearest)
    return 10.0 + best if me.stun_tokens == 0 else 5.0 + best


def choose_model(outcomes: Outcomes, fight: ShinobiFight, side: i64) -> Option:
    """Choose the model that acts: the most urgent of those that have not acted."""
    waiting = [model for model in fight.present[side] if not model.acted]
    found, most = waiting[0], NOTHING
    if len(waiting) > 1:
        for model in waiting:
            value = urgency(outcomes, fight, model)
            if value > most:
                found, most = model, value
    return fight.scene.activate[found.index]


# --- dice that were rolled ---


def choose_about_dice(outcomes: Outcomes, fight: ShinobiFight, question: Question) -> Option:
    """Choose about re-rolls, masteries, curses and recovery; else what the rules suggest."""
    kind, bout = question.kind, fight.bout
    who = fight.models[question.who] if question.who >= 0 else None
    if bout is not None and who is not None:
        if kind == "reroll":
            return choose_reroll(outcomes, fight, bout, question)
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
    """Return the chance to win by a mastery; 0 for the model that leads as the dice lie."""
    if bout.attacker_leads() == is_attacker:
        return 0.0
    mine, theirs = bout.attack_hand, bout.defence_hand
    needed = theirs.kept - bout.edge
    if not is_attacker:
        mine, theirs = theirs, mine
        needed = theirs.kept + bout.edge + 1
    own = mine.of_mastered if mine.of_mastered != UNCOUNTED else mine.kept // 4
    return figure(Roll(mine.dice - own, 0), "kept").reaches(needed - own)


def choose_reroll(
    outcomes: Outcomes, fight: ShinobiFight, bout: Bout, question: Question
) -> Option:
    """Choose the die to roll again that promises most, if that is more than the hand is worth."""
    dice = bout.attack.dice if bout.attacker_won else bout.defence.dice
    lost = 0.0 if bout.is_ranged else -outcomes.of(dice, 0).gain
    best, most = KEEP, hand_value(outcomes, fight, bout, bout.elements)
    if most >= 1.0:
        return best
    for option in question.options:
        if option is KEEP:
            continue
        rest = bout.elements
        if dice == 1 or rest != element_bit(option.value):
            rest &= ~element_bit(option.value)  # it may be the only one
        value = 2.0 * (hand_value(outcomes, fight, bout, rest) if bout.is_safe else lost)
        for face in range(1, EARTH + 1):
            value += hand_value(outcomes, fight, bout, rest | element_bit(face))
        if value / 6.0 > most + 1e-9:
            best, most = option, value / 6.0
    return best


def hand_value(outcomes: Outcomes, fight: ShinobiFight, bout: Bout, elements: i64) -> float:
    """Return what it is worth to win with a hand that shows these elements."""
    if bout.is_ranged and not bout.attacker_won:
        return 0.0
    loser = bout.defence.who if bout.attacker_won else bout.attack.who
    is_last = loser.stun_tokens == TOKENS - 1
    return worst_harm(fight.scene, outcomes.weights, elements, bout.is_ranged, is_last)
