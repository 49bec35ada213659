"""The player called `simple`, for Orrery: a sensible fighter with no dice of its own.

It takes the height, hides when it has shot, grapples archers, throws people off walls, mans the
ballista, rams what bars the way, and picks the rune its target is weak to. Every choice has a
worth, about the share of an enemy it takes out, and the worthiest is chosen.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery.actions import (
    DOUSE,
    END,
    HELP,
    HIDE,
    LOAD,
    MOVE,
    PUSH,
    TOSS,
    reaches,
)
from affray.rulesets.orrery.attack import (
    AFFLICT,
    ESCAPE,
    FIRE,
    FRIENDLY,
    FRIENDLY_RUNE,
    GRAPPLE,
    HINDER,
    HURL,
    LAST_ATTACK,
    RAM,
    RUNE,
    rune_strike,
    weapon_strike,
)
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.foresight import Forecast, forecast
from affray.rulesets.orrery.gear import (
    BLINDED,
    BURNING,
    FRIGHTENED,
    MELEE,
    MOON,
    STAR,
    Engine,
)
from affray.rulesets.orrery.grapple import THROWN_DIE, THROWN_HARM
from affray.rulesets.orrery.modifiers import Strike
from affray.rulesets.orrery.siege import TWICE
from affray.space.bands import DISTANT, NO_WAY, TOUCH

NOTHING: Final = Forecast(0.0, 0.0)

FRAIL: Final[i64] = 2
"""Hearts at which fire is put out before anything else."""

BETTER_PLACE: Final = 1.25
"""How many times better a shot has to be from another spot to go there first."""

MANNED: Final = 0.75
"""How much of a shot's worth loading for it has: less than the shot, more than half."""


class Tactics(Player):
    """Decides by what each choice is worth, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        kind = question.kind
        options = question.options
        if kind == "turn":
            return choose_action(fight, fight.combatants[question.who], options)
        if kind == "again attack":
            return options[1 if fight.rolled == 0 else 0]
        if kind == "again block":
            return options[1 if wants_to_block_again(fight, question.who) else 0]
        if kind == "potion":
            return choose_drinker(fight, options)
        return options[question.default]


def choose_action(fight: OrreryFight, who: Combatant, options: list[Option]) -> Option:
    """The option of the greatest worth; of equals, the first."""
    best = options[len(options) - 1]
    attack_worth = 0.0
    forecasts = Forecasts()
    for option in options:
        if option.verb <= LAST_ATTACK:
            found = worth_of_attack(fight, who, option, forecasts)
            if found > attack_worth:
                attack_worth = found
                best = option
    best_worth = attack_worth
    outlook: Outlook | None = None
    for option in options:
        verb = option.verb
        if verb <= LAST_ATTACK or verb == END:
            continue
        found = 0.0
        if verb == MOVE:
            if outlook is None:
                outlook = Outlook(fight, who, attack_worth)
            found = worth_of_move(fight, who, option.place, attack_worth, outlook)
        elif verb == LOAD:
            found = MANNED * engine_worth(fight, who, fight.scene.engines[option.item])
        elif verb == HIDE:
            found = worth_of_hiding(fight, who)
        elif verb == TOSS:
            found = worth_of_toss(fight, who, option.place)
        elif verb == HELP:
            found = worth_of_help(fight, fight.combatants[option.target], attack_worth)
        elif verb == DOUSE:
            found = worth_of_dousing(fight.combatants[option.target])
        elif verb == PUSH and attack_worth > 0.0:
            found = 2.0
        if found > best_worth:
            best_worth = found
            best = option
    return best


# --- attacks ---


@mypyc_attr(acyclic=True, free_list_len=1)
class Forecasts:
    """The last strike that was thought through, for the options that differ only in what it is
    for: they are listed one after the other."""

    def __init__(self) -> None:
        self.item: i64 = -1
        self.target: i64 = -1
        self.with_rune: bool = False
        self.last: Forecast = NOTHING

    def of(self, fight: OrreryFight, who: Combatant, option: Option) -> Forecast:
        """What the strike of an option would do."""
        verb = option.verb
        if verb == FIRE or verb == RAM:
            engine = fight.scene.engines[option.item]
            return forecast(fight, shot(fight, who, fight.combatants[option.target], engine))
        with_rune = verb == RUNE or verb == AFFLICT
        if option.item != self.item or option.target != self.target or with_rune != self.with_rune:
            self.item = option.item
            self.target = option.target
            self.with_rune = with_rune
            target = fight.combatants[option.target]
            if with_rune:
                strike = rune_strike(fight, who, target, fight.scene.runes[option.item])
            else:
                strike = weapon_strike(fight, who, target, fight.scene.weapons[option.item])
            self.last = forecast(fight, strike)
        return self.last


def worth_of_attack(
    fight: OrreryFight, who: Combatant, option: Option, forecasts: Forecasts
) -> float:
    """The share of an enemy that an attack can be expected to take out."""
    verb = option.verb
    if verb == FRIENDLY or verb == FRIENDLY_RUNE:
        return 0.0
    target = fight.combatants[option.target]
    if verb == HURL:
        return worth_of_hurl(fight, who, fight.combatants[option.item], target)
    expected = forecasts.of(fight, who, option)
    if verb == HINDER or verb == AFFLICT:
        return share(fight, target, with_condition(fight, target, option, expected))
    if verb == GRAPPLE:
        return worth_of_grapple(fight, who, target, expected)
    if verb == ESCAPE:
        return expected.any_harm * (0.5 if is_shooter(fight, who) else danger_held(fight, who))
    found = share(fight, target, expected.mean)
    if verb == RAM and option.value == NOBODY:
        return found * 0.5  # it takes two Actions
    return found if verb != RUNE else found - 0.01


def shot(fight: OrreryFight, who: Combatant, target: Combatant, engine: Engine) -> Strike:
    """What an engine would do to somebody from where it stands."""
    like = engine.like
    band = fight.places.band(engine.spot, target.spot)
    die = like.die(who.sheet, band)
    return Strike(who, target, like.skill, die, TWICE, like.types, engine.name, band)


def share(fight: OrreryFight, target: Combatant, harm: float) -> float:
    """Harm as a share of what the target has left; of equals, the stronger is the danger."""
    if target.sheet.thing:
        return 0.3 * harm / float(target.hearts) + 0.05 * harm if target.sheet.bars else 0.0
    if target.hearts == 0:
        return 0.001
    left = float(target.hearts)
    found = harm / left if harm < left else 1.0
    return found + 0.02 * harm


def with_condition(
    fight: OrreryFight, target: Combatant, option: Option, expected: Forecast
) -> float:
    """The harm of an attack whose first Success is a Condition, counted in Hearts."""
    if option.verb == AFFLICT:
        condition = fight.scene.runes[option.item].condition
    else:
        likely = fight.scene.weapons[option.item].conditions
        if not likely:
            return 0.0
        condition = likely[0]
    if target.has(condition):
        return 0.0
    # an Action taken from whoever has many Hearts left is taken from the greatest danger
    value = 0.5 + 0.1 * float(target.hearts)
    if condition == BURNING:
        value = 1.4 if target.hearts > 1 else 0.9
    elif condition == BLINDED:
        value = 0.6 if is_shooter(fight, target) else 0.0
    elif condition == FRIGHTENED:
        value = 0.3
    elif target.actions(fight.house) == 0:
        value = 0.0
    return expected.mean - expected.any_harm * (1.0 - value)


def worth_of_grapple(
    fight: OrreryFight, who: Combatant, target: Combatant, expected: Forecast
) -> float:
    """Archers are grappled: at Touch they shoot badly, and now they cannot leave. Others only to
    be thrown down from where it hurts."""
    if is_shooter(fight, target) and not is_shooter(fight, who) and target.hearts > 1:
        return 0.6 * expected.any_harm
    drop = deepest_drop(fight, who)
    if drop == 0:
        return 0.0
    share_of_throw = 0.55 if fight.actions_left > 1 else 0.3
    return share_of_throw * expected.any_harm * float(drop + THROWN_HARM) / float(target.hearts)


def deepest_drop(fight: OrreryFight, who: Combatant) -> i64:
    """The damage of the worst fall that somebody held here could be thrown into."""
    worst: i64 = 0
    for spot in fight.places.neighbours[who.spot]:
        harm = fall_damage(fight.places.above(who.spot, spot))
        if harm > worst:
            worst = harm
    return worst


def danger_held(fight: OrreryFight, who: Combatant) -> float:
    """How badly one wants to be free where one can be thrown down."""
    drop = deepest_drop(fight, who)
    return 0.5 * float(drop + THROWN_HARM) / float(who.hearts) if drop else 0.05


def worth_of_hurl(fight: OrreryFight, who: Combatant, held: Combatant, target: Combatant) -> float:
    """Both are harmed, but the grapple is given up."""
    strike = Strike(who, target, MELEE, THROWN_DIE, 1, [], held.name, fight.band(who, target))
    expected = forecast(fight, strike)
    fallen = THROWN_HARM + fall_damage(fight.places.above(who.spot, target.spot))
    return (
        share(fight, target, expected.mean)
        + share(fight, held, float(fallen) * 0.7)
        - (0.25 if is_shooter(fight, held) else 0.1)
    )


def worth_of_toss(fight: OrreryFight, who: Combatant, spot: i64) -> float:
    """Throwing somebody where nobody stands is for heights."""
    held = fight.held_by(who)
    harm = fall_damage(fight.places.above(who.spot, spot))
    if held is None or harm == 0:
        return 0.0
    return share(fight, held, float(harm + THROWN_HARM) * 0.8)


# --- everything else ---


def is_shooter(fight: OrreryFight, who: Combatant) -> bool:
    """Whether somebody fights best from afar: the first of the weapons is ranged."""
    return len(who.arms) > 0 and fight.scene.weapons[who.arms[0]].ranged()


def best_shot(fight: OrreryFight, who: Combatant) -> float:
    """The worth of the best attack from afar, from where somebody stands."""
    best = 0.0
    for target in fight.combatants:
        if target.side == who.side or not fight.can_be_attacked(target) or not target.able():
            continue
        band = fight.band(who, target)
        if band > DISTANT:
            continue
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if weapon.ranged():
                strike = weapon_strike(fight, who, target, weapon)
                found = share(fight, target, forecast(fight, strike).mean)
                if found > best:
                    best = found
    return best


def best_blow(fight: OrreryFight, who: Combatant) -> float:
    """The worth of the best close attack there would be if everybody were at Touch."""
    best = 0.0
    for target in fight.combatants:
        if target.side == who.side or not fight.can_be_attacked(target) or not target.able():
            continue
        if fight.band(who, target) == TOUCH:
            continue
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if not weapon.ranged():
                strike = weapon_strike(fight, who, target, weapon)
                found = share(fight, target, forecast(fight, strike).mean)
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
            found = found * 0.5
            break
    place = fight.places.spots[spot]
    if place.covers_half() or place.hard_to_see():
        found = found * 1.15
    who.spot = stood
    who.hidden = hidden
    return found


class Outlook:
    """What one who thinks of moving knows: the best shot from here and, unless shooting is good
    enough, how far it is from everywhere to where one wants to be, and the best blow there."""

    def __init__(self, fight: OrreryFight, who: Combatant, attack_worth: float) -> None:
        self.shoots: Final = is_shooter(fight, who)
        self.content: Final = self.shoots and attack_worth > 0.05
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
            return there + attack_worth * 0.01 if there > attack_worth else attack_worth + 0.001
    walks = outlook.walks
    if outlook.content or walks[spot] >= walks[who.spot]:
        return 0.0
    # blows at the end of the way count for less the longer it is
    return 0.01 + outlook.blow / (1.0 + 0.3 * float(walks[spot]))


def walks_to_goals(fight: OrreryFight, who: Combatant) -> list[int]:
    """How many moves each spot is from the nearest goal, round what bars the way: an unmanned
    engine for those who have enemies to fire at, else an enemy, else what bars the way."""
    goals = unmanned_engines(fight, who)
    if not goals:
        for enemy in fight.combatants:
            if enemy.side != who.side and enemy.able() and not enemy.sheet.thing:
                goals.append(int(enemy.spot))
    found = moves_to(fight, goals)
    if found[who.spot] < NO_WAY:
        return found
    bars = [
        int(fight.combatants[index].spot)
        for index in fight.scene.barriers
        if fight.combatants[index].able() and fight.combatants[index].side != who.side
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
                if found[there] == NO_WAY and not fight.barred(here, there):
                    found[there] = found[here] + 1
                    beyond.append(there)
        edge = beyond
    return found


def engine_worth(fight: OrreryFight, who: Combatant, engine: Engine) -> float:
    """The worth of the best shot that an engine has."""
    best = 0.0
    for target in fight.combatants:
        if target.side == who.side or not fight.can_be_attacked(target) or not target.able():
            continue
        if fight.places.band(engine.spot, target.spot) <= DISTANT:
            expected = forecast(fight, shot(fight, who, target, engine))
            found = share(fight, target, expected.mean)
            if found > best:
                best = found
    return best


def worth_of_hiding(fight: OrreryFight, who: Combatant) -> float:
    """With the last Action, for one who shoots: unseen until the next turn, and then adv."""
    if fight.actions_left > 1 or not is_shooter(fight, who):
        return 0.0
    open_shot = best_shot(fight, who)
    who.hidden = True
    hidden_shot = best_shot(fight, who)
    who.hidden = False
    watch: i64 = 0
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.can_act() and enemy.sheet.scores[STAR] > watch:
            watch = enemy.sheet.scores[STAR]
    return chance_to_beat(who.sheet.scores[MOON], watch) * (hidden_shot - open_shot + 0.2)


def chance_to_beat(mine: i64, theirs: i64) -> float:
    """How likely one die is to be higher than another."""
    if theirs == 0:
        return 1.0
    wins: i64 = 0
    for face in range(1, mine + 1):
        wins += face - 1 if face - 1 < theirs else theirs
    return float(wins) / float(mine * theirs)


def worth_of_help(fight: OrreryFight, friend: Combatant, attack_worth: float) -> float:
    """Waking and tending come first; lending a hand is for those with nothing to strike at."""
    if friend.is_down():
        return 0.3
    if friend.defenseless:
        return 0.5
    return 0.04 if attack_worth == 0.0 and can_strike(fight, friend) else 0.0


def can_strike(fight: OrreryFight, friend: Combatant) -> bool:
    """Whether a friend has anybody in reach to use the help on."""
    if friend.acted:
        return False
    for target in fight.combatants:
        if target.side != friend.side and fight.can_be_attacked(target) and target.able():
            band = fight.band(friend, target)
            for item in friend.arms:
                if reaches(fight.scene.weapons[item], band):
                    return True
    return False


def worth_of_dousing(who: Combatant) -> float:
    """Fire is put out at once by the frail, and before long by everybody."""
    if who.hearts <= FRAIL:
        return 0.9
    return 1.2 / float(who.hearts)


def wants_to_block_again(fight: OrreryFight, who: i64) -> bool:
    """When two Hearts or the last are at stake."""
    harm = fight.incoming - fight.rolled
    return harm >= 2 or (harm > 0 and harm >= fight.combatants[who].hearts)


def choose_drinker(fight: OrreryFight, options: list[Option]) -> Option:
    """The worst hurt, if they have lost half their Hearts."""
    best = options[0]
    least: i64 = 1_000_000
    for option in options:
        if option.target == NOBODY:
            continue
        friend = fight.combatants[option.target]
        if friend.hearts * 2 <= friend.sheet.hearts and friend.hearts < least:
            least = friend.hearts
            best = option
    return best
