"""Where to stand: what can be done from a spot, and what is worth walking to."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.fight import COMPOSURE, PATIENCE, OrreryFight
from affray.rulesets.orrery.modifiers import barrier_between
from affray.rulesets.orrery.player.appraisal import HORIZON, danger
from affray.rulesets.orrery.player.judgements import best_attack
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.sheet import Engine
from affray.space.bands import DISTANT, NO_WAY, TOUCH

BETTER_PLACE: Final = 1.2
"""How many times better it has to be elsewhere to go there first."""

SOMETHING: Final = 0.001
"""Better than nothing, and worse than anything else."""

STRIKING_DISTANCE: Final[i64] = 2
"""Whoever is so many moves away comes to Touch without an Action left to strike with."""

SHELTER: Final = 0.8
"""How much less somebody in cover or darkness is hurt by those who shoot."""

AMONG_ENEMIES: Final = 0.6
"""What is left of a shooter's shots among enemies who strike back."""


MOST_KEPT: Final = 4096
"""How many maps of walks a scenario keeps."""


@mypyc_attr(acyclic=True)
class Walk:
    """A move that is worth making: where to, and its worth beside that of an attack."""

    def __init__(self) -> None:
        self.spot: i64 = NOBODY
        self.worth: float = 0.0


def best_walk(fight: OrreryFight, who: Combatant, attack_worth: float, can_strike: bool) -> Walk:
    """The best move: for a shooter to a better place, for others towards whom they have to reach.
    `attack_worth` is that of the best attack from here, with a weapon at Touch if
    `can_strike`."""
    found = Walk()
    if who.gear.shoots:
        if attack_worth == 0.0:
            walk_to_goal(fight, who, attack_worth, found)
        elif fight.actions_left > 1:
            walk_to_better_place(fight, who, attack_worth, found)
    elif not can_strike:
        walk_to_goal(fight, who, attack_worth, found)
    return found


def walk_to_better_place(
    fight: OrreryFight, who: Combatant, attack_worth: float, found: Walk
) -> None:
    """A neighbouring spot from where the shots that are left are better than all from here."""
    best = attack_worth * place_factor(fight, who, who.spot) * BETTER_PLACE
    # the Action that it takes to get there is lost, but later ones are better too
    kept = 1.0 - 0.5 / float(fight.actions_left)
    for spot in fight.places.neighbours[who.spot]:
        if fight.is_barred(who.spot, spot):
            continue
        there = attack_worth_from(fight, who, spot) * place_factor(fight, who, spot)
        if there * kept > best:
            best = there * kept
            found.spot = spot
            found.worth = SOMETHING + (there if there > attack_worth else attack_worth)


def place_factor(fight: OrreryFight, who: Combatant, spot: i64) -> float:
    """What a spot makes of the shots from it: less among enemies, more in shelter."""
    place = fight.places.spots[spot]
    found = 1.0 if place.covers_half() or place.hard_to_see() else SHELTER
    bands = fight.scene.bands[spot]
    for enemy in fight.enemies[who.side]:
        if bands[enemy.spot] == TOUCH and enemy.can_act():
            return found * AMONG_ENEMIES
    return found


def attack_worth_from(fight: OrreryFight, who: Combatant, spot: i64) -> float:
    """The worth of the best attack that somebody would have from another spot."""
    stood, hidden = who.spot, who.hidden
    who.spot = spot
    who.hidden = hidden and fight.house.hidden_until == "end of turn"
    found = best_attack(fight, who)
    who.spot = stood
    who.hidden = hidden
    return found


def walk_to_goal(fight: OrreryFight, who: Combatant, attack_worth: float, found: Walk) -> None:
    """The next step towards whom one has to reach, unless it is better to let them come."""
    walks = walks_to_goals(fight, who)
    distance: i64 = walks.distances[who.spot]
    if distance == 0 or distance >= NO_WAY:
        return
    left = fight.actions_left - distance
    if left <= 0 and should_wait(fight, who, distance):
        return
    found.spot = walks.steps[who.spot]
    blow = attack_worth_from(fight, who, walks.goals[who.spot])
    if left > 0:
        found.worth = SOMETHING + blow * float(left) / float(fight.actions_left)
    else:
        # later blows, for what could be shot or thrown from here meanwhile
        found.worth = SOMETHING + blow * (HORIZON - float(distance)) / HORIZON


def should_wait(fight: OrreryFight, who: Combatant, distance: i64) -> bool:
    """Whether to let the enemy come: whoever arrives without an Action left is struck first. Not
    for ever, not for those who shoot better or will not come, and not from further away than a
    charge."""
    if fight.encounter_round > PATIENCE or distance > STRIKING_DISTANCE:
        return False
    ours = theirs = 0.0
    somebody_comes = False
    for other in fight.combatants:
        if other.can_act():
            if other.side == who.side:
                ours += danger(fight, other).ranged
            else:
                theirs += danger(fight, other).ranged
                somebody_comes = somebody_comes or not other.gear.shoots
    return somebody_comes and ours >= theirs * 0.9


def walks_to_goals(fight: OrreryFight, who: Combatant) -> Walks:
    """The walks to the nearest goal, round what bars the way: an unmanned engine for those who
    shoot, else an enemy, else what bars the way."""
    bits = notes_of(fight.scene).spot_bits
    goals = 0
    if fight.scene.engines and who.gear.shoots:
        goals = unmanned_engines(fight, who)
    if goals == 0:
        for enemy in fight.enemies[who.side]:
            if enemy.is_in_fight():
                goals |= bits[enemy.spot]
    found = walks_to(fight, goals)
    if found.distances[who.spot] < NO_WAY:
        return found
    bars = 0
    for index in fight.scene.barriers:
        gate = fight.combatants[index]
        if gate.side != who.side and gate.is_able():
            bars |= bits[gate.spot]
    return walks_to(fight, bars)


def unmanned_engines(fight: OrreryFight, who: Combatant) -> int:
    """Spots of engines to fire, that no friend stands at, as the sum of their bits."""
    found = 0
    for engine in fight.scene.engines:
        if engine.is_ram():
            continue
        if fight.encounter_round > COMPOSURE and not has_target(fight, who, engine):
            continue
        manned = False
        for friend in fight.friends[who.side]:
            if friend.spot == engine.spot and friend is not who and friend.can_act():
                manned = True
        if not manned:
            found |= notes_of(fight.scene).spot_bits[engine.spot]
    return found


def has_target(fight: OrreryFight, who: Combatant, engine: Engine) -> bool:
    """Whether an engine reaches any enemy from where it stands."""
    bands = fight.scene.bands[engine.spot]
    for enemy in fight.enemies[who.side]:
        if fight.can_be_attacked(enemy) and not enemy.sheet.thing:
            if bands[enemy.spot] <= DISTANT:
                if barrier_between(fight, engine.spot, enemy.spot) is None:
                    return True
    return False


@mypyc_attr(acyclic=True)
class Walks:
    """For each spot how many moves it is from the nearest of some goals, the first of them, and
    where they lead."""

    def __init__(self, fight: OrreryFight, goals: list[int]) -> None:
        self.distances: Final = moves_to(fight, goals)
        spots = range(len(self.distances))
        self.steps: Final = [step_towards(fight, self.distances, here) for here in spots]
        self.goals: Final = [self._goal_from(here) for here in spots]

    def _goal_from(self, here: int) -> int:
        """Where a walk ends that begins here."""
        while self.steps[here] != NOBODY:
            here = self.steps[here]
        return here


def step_towards(fight: OrreryFight, distances: list[int], here: int) -> int:
    """The first neighbour that is nearer; NOBODY where there is none."""
    for there in fight.places.neighbours[here]:
        if distances[there] < distances[here] and not fight.is_barred(here, there):
            return there
    return int(NOBODY)


def walks_to(fight: OrreryFight, goals: int) -> Walks:
    """The walks to the nearest of some spots, given as the sum of their bits, from before or found
    now. What they follow from is which spots those are and what bars the way, a bit each."""
    scene = fight.scene
    notes = notes_of(scene)
    key = goals
    for number, index in enumerate(scene.barriers):
        if fight.combatants[index].is_able():
            key |= notes.barrier_bits[number]
    found = notes.walks.get(key)
    if found is None:
        found = Walks(fight, [spot for spot, bit in enumerate(notes.spot_bits) if goals & bit])
        if len(notes.walks) < MOST_KEPT:
            notes.walks[key] = found
    return found


def moves_to(fight: OrreryFight, goals: list[int]) -> list[int]:
    """How many moves each spot is from the nearest of some spots."""
    neighbours = fight.places.neighbours
    found = [int(NO_WAY)] * len(neighbours)
    edge: list[int] = []
    for goal in goals:
        if found[goal] != 0:
            found[goal] = 0
            edge.append(goal)
    while edge:
        beyond: list[int] = []
        for here in edge:
            for there in neighbours[here]:
                if found[there] == NO_WAY and not fight.is_barred(here, there):
                    found[there] = found[here] + 1
                    beyond.append(there)
        edge = beyond
    return found
