"""The simple player of Orrery as it was at first, to measure today's against (`mirrored.py`).

It is kept as it was but for names that have moved.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.attack import strike_of, weapon_of, weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.forecast import Forecast, forecast
from affray.rulesets.orrery.grapple import THROWN_HARM, throw_strike
from affray.rulesets.orrery.sheet import Engine
from affray.rulesets.orrery.siege import engine_strike
from affray.rulesets.orrery.turn import can_hit
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
        if fight.scene.bands[engine.spot][target.spot] <= DISTANT:
            expected = forecast(fight, engine_strike(fight, who, target, engine))
            found = share(target, expected.mean)
            if found > best:
                best = found
    return best


FRAIL: Final[i64] = 2
"""Hearts at which fire is put out before anything else."""

MANNED: Final = 0.75
"""How much of a shot's worth loading for it has: less than the shot, more than half."""

TWO_ACTIONS: Final = 0.5
"""What takes two Actions is worth half as much."""

STAMINA: Final = 0.01
"""What a Stamina is worth: of two attacks alike, the one without a rune."""

HELD_ARCHER: Final = 0.6
"""An archer who is held is worth so much of one who is down."""

FREE_AGAIN: Final = 0.5
FREE_ANYWAY: Final = 0.05
"""What being free is worth to an archer, or beside a drop; and to anybody else."""

THROW_LIKELY: Final = 0.8
"""About how likely a throw is to show a Success."""

THROW_NOW: Final = 0.55
THROW_LATER: Final = 0.3
"""What taking hold for a throw is worth to the throw itself: with an Action left for it, or not."""

LOST_GRIP: Final = 0.1
"""What giving up a grapple costs; of an archer, more than twice that."""

UNSEEN: Final = 0.2
"""What not being shot at until the next turn is worth."""

WAKE: Final = 0.5
TEND: Final = 0.3
LEND_A_HAND: Final = 0.04
"""What help is worth."""

ALWAYS: Final = 2.0
"""Worth more than any attack."""


class FormerPlayer(Player):
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
        if option.verb <= verbs.LAST_ATTACK:
            found = worth_of_attack(fight, who, option, forecasts)
            if found > attack_worth:
                attack_worth = found
                best = option
    best_worth = attack_worth
    outlook: Outlook | None = None
    for option in options:
        verb = option.verb
        if verb <= verbs.LAST_ATTACK or verb == verbs.END:
            continue
        if verb == verbs.MOVE:
            if outlook is None:
                outlook = Outlook(fight, who, attack_worth)
            found = worth_of_move(fight, who, option.place, attack_worth, outlook)
        else:
            found = worth_of_action(fight, who, option, attack_worth)
        if found > best_worth:
            best_worth = found
            best = option
    return best


def worth_of_action(
    fight: OrreryFight, who: Combatant, option: Option, attack_worth: float
) -> float:
    """What else there is to do, but moving, beside an attack of some worth."""
    verb = option.verb
    if verb == verbs.LOAD:
        return MANNED * engine_worth(fight, who, fight.scene.engines[option.item])
    if verb == verbs.HIDE:
        return worth_of_hiding(fight, who)
    if verb == verbs.TOSS:
        return worth_of_toss(fight, who, option.place)
    if verb == verbs.HELP:
        return worth_of_help(fight, fight.combatants[option.target], attack_worth)
    if verb == verbs.DOUSE:
        return worth_of_dousing(fight.combatants[option.target])
    if verb == verbs.PUSH and attack_worth > 0.0:
        return ALWAYS
    return 0.0


# --- attacks ---


class Forecasts:
    """The last strike that was thought through, for the options that differ only in what it is
    for: they are listed one after the other."""

    def __init__(self) -> None:
        self.item: i64 = -1
        self.target: i64 = -1
        self.with_rune: bool = False
        self.last: Forecast | None = None

    def of(self, fight: OrreryFight, who: Combatant, option: Option) -> Forecast:
        """What the strike of an option would do."""
        verb = option.verb
        if verbs.is_fired(verb) or verbs.is_ram(verb):
            return forecast(fight, strike_of(fight, who, option))
        with_rune = verbs.is_rune(verb)
        if option.item != self.item or option.target != self.target or with_rune != self.with_rune:
            self.item = option.item
            self.target = option.target
            self.with_rune = with_rune
            self.last = forecast(fight, strike_of(fight, who, option))
        assert self.last is not None
        return self.last


def worth_of_attack(
    fight: OrreryFight, who: Combatant, option: Option, forecasts: Forecasts
) -> float:
    """The share of an enemy that an attack can be expected to take out."""
    verb = option.verb
    target = fight.combatants[option.target]
    if target.side == who.side and verb != verbs.ESCAPE:
        return 0.0
    if verb == verbs.HURL:
        return worth_of_hurl(fight, who, fight.combatants[option.item], target)
    expected = forecasts.of(fight, who, option)
    if verbs.is_for_condition(verb) or verb == verbs.AFFLICT:
        return share(target, with_condition(fight, target, option, expected))
    if verb == verbs.GRAPPLE:
        return worth_of_grapple(fight, who, target, expected)
    if verb == verbs.ESCAPE:
        return expected.any_harm * worth_of_freedom(fight, who)
    found = share(target, expected.mean)
    if verbs.is_ram(verb) and option.value == NOBODY:
        return found * TWO_ACTIONS
    return found if verb != verbs.RUNE else found - STAMINA


def with_condition(
    fight: OrreryFight, target: Combatant, option: Option, expected: Forecast
) -> float:
    """The harm of an attack whose first Success is a Condition, counted in Hearts."""
    if option.verb == verbs.AFFLICT:
        condition = fight.scene.runes[option.item].condition_number
    else:
        likely = weapon_of(fight, option).condition_numbers
        if not likely:
            return 0.0
        condition = likely[0]
    if target.has_condition(condition):
        return 0.0
    # an Action taken from whoever has many Hearts left is taken from the greatest danger
    value = 0.5 + 0.1 * float(target.hearts)
    if condition == sheets.BURNING:
        value = 1.4 if target.hearts > 1 else 0.9
    elif condition == sheets.BLINDED:
        value = 0.6 if is_shooter(fight, target) else 0.0
    elif condition == sheets.FRIGHTENED:
        value = 0.3
    elif target.actions(fight.house) == 0:
        value = 0.0
    further = fight.house.further_successes == "damage"
    return expected.any_harm * value + (expected.mean - expected.any_harm if further else 0.0)


def worth_of_grapple(
    fight: OrreryFight, who: Combatant, target: Combatant, expected: Forecast
) -> float:
    """Archers are grappled: at Touch they shoot badly, and now they cannot leave. Others only to
    be thrown down from where it hurts."""
    if is_shooter(fight, target) and not is_shooter(fight, who) and target.hearts > 1:
        return HELD_ARCHER * expected.any_harm
    drop = deepest_drop(fight, who)
    if drop == 0:
        return 0.0
    throw = THROW_NOW if fight.actions_left > 1 else THROW_LATER
    return throw * expected.any_harm * float(drop + THROWN_HARM) / float(target.hearts)


def deepest_drop(fight: OrreryFight, who: Combatant) -> i64:
    """The damage of the worst fall that somebody held here could be thrown into."""
    worst: i64 = 0
    for spot in fight.places.neighbours[who.spot]:
        harm = fall_damage(fight.places.above(who.spot, spot))
        if harm > worst:
            worst = harm
    return worst


def worth_of_freedom(fight: OrreryFight, who: Combatant) -> float:
    """How badly one wants out of a grapple: archers do, and whoever can be thrown down."""
    if is_shooter(fight, who):
        return FREE_AGAIN
    drop = deepest_drop(fight, who)
    return FREE_AGAIN * float(drop + THROWN_HARM) / float(who.hearts) if drop else FREE_ANYWAY


def worth_of_hurl(fight: OrreryFight, who: Combatant, held: Combatant, target: Combatant) -> float:
    """Both are harmed, but the grapple is given up."""
    expected = forecast(fight, throw_strike(fight, who, held, target))
    fallen = THROWN_HARM + fall_damage(fight.places.above(who.spot, target.spot))
    return (
        share(target, expected.mean)
        + share(held, float(fallen) * THROW_LIKELY)
        - (LOST_GRIP * 2.5 if is_shooter(fight, held) else LOST_GRIP)
    )


def worth_of_toss(fight: OrreryFight, who: Combatant, spot: i64) -> float:
    """Throwing somebody where nobody stands is for heights."""
    harm = fall_damage(fight.places.above(who.spot, spot))
    if harm == 0:
        return 0.0
    held = fight.combatants[who.holding]
    return share(held, float(harm + THROWN_HARM) * THROW_LIKELY)


# --- everything else ---


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
        if enemy.side != who.side and enemy.can_act() and enemy.sheet.scores[sheets.STAR] > watch:
            watch = enemy.sheet.scores[sheets.STAR]
    return chance_to_beat(who.sheet.scores[sheets.MOON], watch) * (hidden_shot - open_shot + UNSEEN)


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
        return TEND
    if friend.defenseless:
        return WAKE
    return LEND_A_HAND if attack_worth == 0.0 and can_strike(fight, friend) else 0.0


def can_strike(fight: OrreryFight, friend: Combatant) -> bool:
    """Whether a friend has anybody in reach to use the help on."""
    if friend.acted:
        return False
    for target in fight.combatants:
        if target.side != friend.side and fight.can_be_attacked(target) and target.is_able():
            for item in friend.arms:
                if can_hit(fight, friend, target, fight.scene.weapons[item]):
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


# --- measuring ---
