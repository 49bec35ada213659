"""Where to stand: what can be done from a spot, and what is worth walking to."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.orrery.attack import weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.forecast import forecast
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.sheet import Engine
from affray.rulesets.orrery.siege import TWICE
from affray.space.bands import DISTANT, NO_WAY, TOUCH

BETTER_PLACE: Final = 1.25
"""How many times better a shot has to be from another spot to go there first."""

GOOD_SHOT: Final = 0.05
"""A shooter with a shot of this worth does not go looking for another fight."""

AMONG_ENEMIES: Final = 0.5
IN_SHELTER: Final = 1.15
"""What a spot with enemies, or with cover or darkness, makes of a shot's worth."""

WAY: Final = 0.3
"""How much less a blow is worth for each move there is to go before it."""

BAR: Final = 0.3
"""What breaking something that bars the way is worth, to dropping an enemy."""

OF_EQUALS: Final = 0.02
"""A little for each Heart: of two that an attack would drop, the stronger is the danger."""

SOMETHING: Final = 0.001
"""Better than nothing, and worse than anything else."""


def share(target: Combatant, harm: float) -> float:
    """Harm as a share of what the target has left; things count only where they bar the way."""
    if target.hearts == 0:
        return SOMETHING
    left = float(target.hearts)
    found = (harm / left if harm < left else 1.0) + OF_EQUALS * harm
    if target.sheet.thing:
        return found * BAR if target.sheet.bars is not None else 0.0
    return found


def shot(fight: OrreryFight, who: Combatant, target: Combatant, engine: Engine) -> Strike:
    """What an engine would do to somebody from where it stands."""
    like = engine.like
    band = fight.places.band(engine.spot, target.spot)
    die = like.die_of(who.sheet, band)
    return Strike(who, target, like.skill, die, TWICE, like.types, engine.name, band)


def is_shooter(fight: OrreryFight, who: Combatant) -> bool:
    """Whether somebody fights best from afar: the first of the weapons is ranged."""
    return len(who.arms) > 0 and fight.scene.weapons[who.arms[0]].is_ranged()


def best_shot(fight: OrreryFight, who: Combatant) -> float:
    """The worth of the best attack from afar, from where somebody stands."""
    return best_attack(fight, who, True)


def best_blow(fight: OrreryFight, who: Combatant) -> float:
    """The worth of the best blow at those who are not at Touch yet, if they were."""
    return best_attack(fight, who, False)


def best_attack(fight: OrreryFight, who: Combatant, ranged: bool) -> float:
    """The worth of the best attack with ranged weapons, or with the others."""
    best = 0.0
    for target in fight.combatants:
        if target.side == who.side or not fight.can_be_attacked(target) or not target.is_able():
            continue
        band = fight.band(who, target)
        if band > DISTANT or (band == TOUCH and not ranged):
            continue
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if weapon.is_ranged() == ranged:
                strike = weapon_strike(fight, who, target, weapon)
                found = share(target, forecast(fight, strike).mean)
                if found > best:
                    best = found
    return best


def best_shot_from(fight: OrreryFight, who: Combatant, spot: i64) -> float:
    """The same from another spot, less what it means to stand among enemies there."""
    stood = who.spot
    hidden = who.hidden
    who.spot = spot
    who.hidden = False
    found = best_shot(fight, who)
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.can_act() and fight.band(who, enemy) == TOUCH:
            found = found * AMONG_ENEMIES
            break
    place = fight.places.spots[spot]
    if place.covers_half() or place.hard_to_see():
        found = found * IN_SHELTER
    who.spot = stood
    who.hidden = hidden
    return found


class Outlook:
    """What one who thinks of moving knows: the best shot from here and, unless shooting is good
    enough, how far it is from everywhere to where one wants to be, and the best blow there."""

    def __init__(self, fight: OrreryFight, who: Combatant, attack_worth: float) -> None:
        self.shoots: Final = is_shooter(fight, who)
        self.content: Final = self.shoots and attack_worth > GOOD_SHOT
        self.shot: Final = best_shot_from(fight, who, who.spot) if self.shoots else 0.0
        self.walks: Final[list[int]] = [] if self.content else walks_to_goals(fight, who)
        self.blow: Final = 0.0 if self.content else best_blow(fight, who)


def worth_of_move(
    fight: OrreryFight, who: Combatant, spot: i64, attack_worth: float, outlook: Outlook
) -> float:
    """A step to a better place to shoot from, or towards what one has to reach."""
    if outlook.shoots and fight.actions_left > 1:
        there = best_shot_from(fight, who, spot)
        if there > outlook.shot * BETTER_PLACE and there > 0.0:
            return SOMETHING + (there if there > attack_worth else attack_worth)
    walks = outlook.walks
    if outlook.content or walks[spot] >= walks[who.spot]:
        return 0.0
    # blows at the end of the way count for less the longer it is
    return SOMETHING + outlook.blow / (1.0 + WAY * float(walks[spot]))


def walks_to_goals(fight: OrreryFight, who: Combatant) -> list[int]:
    """How many moves each spot is from the nearest goal, round what bars the way: an unmanned
    engine for those who have enemies to fire at, else an enemy, else what bars the way."""
    goals = unmanned_engines(fight, who)
    if not goals:
        for enemy in fight.combatants:
            if enemy.side != who.side and enemy.is_able() and not enemy.sheet.thing:
                goals.append(int(enemy.spot))
    found = moves_to(fight, goals)
    if found[who.spot] < NO_WAY:
        return found
    bars = [
        int(fight.combatants[index].spot)
        for index in fight.scene.barriers
        if fight.combatants[index].is_able() and fight.combatants[index].side != who.side
    ]
    return moves_to(fight, bars)


def unmanned_engines(fight: OrreryFight, who: Combatant) -> list[int]:
    """Spots of engines worth going to, that no friend stands at."""
    found: list[int] = []
    for engine in fight.scene.engines:
        manned = False
        for friend in fight.combatants:
            if friend.side == who.side and friend is not who and friend.can_act():
                manned = manned or friend.spot == engine.spot
        if not manned and not engine.is_ram() and is_shooter(fight, who):
            if engine_worth(fight, who, engine) > 0.0:
                found.append(int(engine.spot))
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


def engine_worth(fight: OrreryFight, who: Combatant, engine: Engine) -> float:
    """The worth of the best shot that an engine has."""
    best = 0.0
    for target in fight.combatants:
        if target.side == who.side or not fight.can_be_attacked(target) or not target.is_able():
            continue
        if fight.places.band(engine.spot, target.spot) <= DISTANT:
            expected = forecast(fight, shot(fight, who, target, engine))
            found = share(target, expected.mean)
            if found > best:
                best = found
    return best
