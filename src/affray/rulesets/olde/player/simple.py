"""The player called `simple`, for Dungeons of Olde: a sensible fighter with no dice of its own.

It asks the rules what it may do, their stages what that is worth, and stands in thought where it
could go. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.olde import movement, spells, verbs
from affray.rulesets.olde.actions import (
    CAST_COST,
    FLOPPING,
    PASSING,
    list_actions,
    list_attacks,
)
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.movement import CANNOT, price
from affray.rulesets.olde.player.tactics import OldeTactics, OldeWeights
from affray.rulesets.olde.sheet import BARE, NO_LIMIT

WEIGHTS: Final = OldeWeights()

ANSWERS: Final = ("parry", "riposte", "fumble")
"""Questions whose second option is taken: to answer an attack, and to keep the weapon of a fumble.
Choosing with more care won no more fights. A counterattack costs more than it wins."""

LIE_DOWN: Final[i64] = 8
"""With no enemy nearer than this a crossbow is best shot from the ground."""


class SimplePlayer(Player):
    """Decides by what things are worth, with no dice of its own."""

    def __init__(self, weights: OldeWeights = WEIGHTS) -> None:
        self.weights: Final = weights

    def reads_options(self) -> bool:
        return False

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        kind = question.kind
        who = fight.combatants[question.who]
        if kind == "turn":
            if who.must_flee():
                return choose_flight(fight, who, question.options)
            return choose(fight, who, self.weights)
        if kind in ANSWERS:
            return question.options[1]
        return question.default_option()


def choose(fight: OldeFight, who: Combatant, weights: OldeWeights) -> Option:
    """Return what to do next, for a fighter who need not flee."""
    lies_in_wait = shoots_lying(fight, who)
    if who.is_prone() and not fight.moved and not lies_in_wait and movement.can_rise(fight, who):
        return movement.RISING
    resets = movement.reset_price(fight, who) != CANNOT
    if fight.has_acted:
        return movement.reset_option(who) if resets else PASSING
    tactics = OldeTactics(fight, who, weights)
    free = movement.free_spaces(fight, who)
    step = tactics.better_place(free, 0, fight.scene.free_step)
    if step is not None:
        return step
    options: list[Option] = []
    list_attacks(fight, who, options)
    if who.sheet.known_spells and price(fight, who, CAST_COST, False) != CANNOT:
        spells.list_spells(fight, who, options)
    action = tactics.best_option(options)
    if action is not None:
        return action
    options = []
    list_actions(fight, who, options)
    if lies_in_wait and FLOPPING in options:
        return FLOPPING
    if resets:
        return movement.reset_option(who)
    for option in options:
        if is_chore(who, option):
            return option
    step = tactics.better_place(movement.step_spaces(fight, who), 1, fight.scene.step)
    return step if step is not None else PASSING


def is_chore(who: Combatant, option: Option) -> bool:
    """Return whether a fighter with nothing to attack does this: help a friend, rest for Mana, or
    take up a weapon for bare hands."""
    verb = option.verb
    if verb == verbs.FIRST_AID:
        return option.target != who.index
    return verb == verbs.REST or (
        (verb == verbs.TAKE_UP or verb == verbs.PICK_UP) and who.weapon == BARE
    )


def choose_flight(fight: OldeFight, who: Combatant, options: list[Option]) -> Option:
    """Return the way out if there is one, else the move that ends furthest from every enemy."""
    best = options[0]
    best_distance: i64 = -1
    for option in options:
        if option is movement.LEAVING:
            return option
        if option.place >= 0:
            distance = movement.nearest_enemy_distance(fight, who, option.place)
            if fight.scene.exits[option.place]:
                distance += NO_LIMIT
            if distance > best_distance:
                best_distance = distance
                best = option
    return best


def shoots_lying(fight: OldeFight, who: Combatant) -> bool:
    """Return whether a fighter has a crossbow in hand and time to shoot it from the ground."""
    use = who.held_weapon().ranged
    if use is None or not use.crossbow:
        return False
    return movement.nearest_enemy_distance(fight, who, who.cell) >= LIE_DOWN
