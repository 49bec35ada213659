"""The player called `simple`, for Orrery: a sensible fighter with no dice of its own.

Every choice has a worth (see `worth`), and the worthiest is chosen. So it drops whom it can, waits
for those who have to come, takes the height, hides when it has shot, throws people off walls, mans
the ballista, rams what bars the way, and picks the rune its target is weak to.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.appraisal import (
    condition_worth,
    danger,
    harm_worth,
    is_shooter,
    sure_harm_worth,
)
from affray.rulesets.orrery.attack import weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.estimates import (
    NO_CONDITION,
    Armament,
    AttackEstimate,
    armament_of,
    best_attack,
    circumstances_of,
    estimate_of,
    weapon_estimate,
)
from affray.rulesets.orrery.fight import OrderQuestion, OrreryFight
from affray.rulesets.orrery.forecast import forecast
from affray.rulesets.orrery.grapple import (
    THROWN_HARM,
    can_grapple,
    can_throw,
    can_throw_to,
    throw_strike,
)
from affray.rulesets.orrery.health import NEGLECT
from affray.rulesets.orrery.modifiers import stopped_by
from affray.rulesets.orrery.movement import SOMETHING, best_walk
from affray.rulesets.orrery.sheet import Engine
from affray.rulesets.orrery.siege import RAM_ACTIONS, can_join
from affray.rulesets.orrery.statuses import can_hide
from affray.rulesets.orrery.turn import can_hit, can_push, can_target, can_use_help
from affray.space.bands import DISTANT, TOUCH

LOADING: Final = 0.75
"""How much of a shot's worth loading for it has: less than the shot, more than half."""

STAMINA: Final = 0.02
"""What a Stamina is worth: of two attacks alike, the one without a rune."""

FREEDOM: Final = 0.3
"""What being free again is worth to a shooter; others do not care much."""

THROW_LIKELY: Final = 0.85
"""About how likely a throw is to show a Success."""

THROW_LATER: Final = 0.5
"""What a throw is worth that comes an Action after taking hold."""

UNSEEN: Final = 2.0
"""What not being shot at until the next turn is worth, to one's own danger."""

WAKING: Final = 2.0
TENDING: Final = 1.0
"""What help is worth, to the danger of the friend."""

LENDING_A_HAND: Final = 0.05
"""What adv for a friend is worth, where there is nothing to strike at."""


class SimplePlayer(Player):
    """Decides by what each choice is worth, always the same in the same place."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        if question.kind == "turn":
            return choose_action(fight, fight.combatants[question.who])
        if question.kind == "order":
            return choose_actor(fight, question)
        if question.kind == "again attack":
            return question.options[1 if fight.rolled == 0 else 0]
        if question.kind == "again block":
            return question.options[1 if wants_to_block_again(fight, question.who) else 0]
        if question.kind == "potion":
            return choose_drinker(fight, question.options)
        return question.default_option()


def choose_actor(fight: OrreryFight, question: Question) -> Option:
    """Those who shoot act before their friends are in the way."""
    if isinstance(question, OrderQuestion):
        for one in fight.combatants:
            if one.side == question.side and one.is_waiting() and is_shooter(fight, one):
                return fight.scene.options.act[one.index]
        return fight.scene.options.act[question.first]
    for option in question.options:
        if is_shooter(fight, fight.combatants[option.target]):
            return option
    return question.options[0]


@mypyc_attr(acyclic=True, free_list_len=1)
class Choice:
    """The best option so far, and its worth."""

    def __init__(self, option: Option) -> None:
        self.option: Option = option
        self.worth: float = 0.0
        self.can_strike: bool = False

    def offer(self, option: Option, worth: float) -> None:
        """Takes an option if it is better."""
        if worth > self.worth:
            self.option = option
            self.worth = worth


def choose_action(fight: OrreryFight, who: Combatant) -> Option:
    """The option of the greatest worth."""
    options = fight.scene.options
    choice = Choice(options.end)
    weigh_attacks(fight, who, choice)
    if fight.scene.engines:
        weigh_engines(fight, who, choice)
    if who.holding != NOBODY:
        weigh_throws(fight, who, choice)
    if choice.worth > 0.0 and can_push(fight, who):
        return options.push
    weigh_help(fight, who, choice)
    if not who.is_tethered():
        walk = best_walk(fight, who, choice.worth, choice.can_strike)
        if walk.spot != NOBODY:
            choice.offer(options.move[walk.spot], walk.worth)
        if not who.hidden and fight.actions_left == 1 and is_shooter(fight, who):
            if can_hide(fight, who):
                choice.offer(options.hide, worth_of_hiding(fight, who))
    return choice.option


# --- attacks ---


def weigh_attacks(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Every weapon and rune on every enemy in reach."""
    bands = fight.scene.bands[who.spot]
    casts = who.stamina > 0 and len(who.runes) > 0
    for target in fight.combatants:
        if target.side == who.side:
            if target.index == who.held_by and can_target(fight, who, target):
                weigh_escape(fight, who, target, choice)
        elif fight.can_be_attacked(target):
            band: i64 = bands[target.spot]
            if band <= DISTANT:
                weigh_attacks_on(fight, who, target, band == TOUCH, casts, choice)


def weigh_attacks_on(
    fight: OrreryFight,
    who: Combatant,
    target: Combatant,
    is_at_touch: bool,
    casts: bool,
    choice: Choice,
) -> None:
    """Every weapon and rune on somebody within Distant."""
    scene = fight.scene
    is_open = stopped_by(fight, who, target) is None
    for item in who.arms:
        weapon = armament_of(scene, who.index, item)
        if is_at_touch if weapon.needs_touch else is_open:
            weigh_weapon(fight, who, target, weapon, choice)
    if casts and is_open:
        circumstances = circumstances_of(fight, who, target, sheets.MAGIC)
        for item in who.runes:
            rune = armament_of(scene, who.index, scene.first_rune + item)
            estimate = estimate_of(fight, who, target, rune, circumstances)
            weigh_rune(fight, target, rune, estimate, choice)


def weigh_weapon(
    fight: OrreryFight,
    who: Combatant,
    target: Combatant,
    weapon: Armament,
    choice: Choice,
) -> None:
    """A weapon's attack for damage, for the Condition it is best known for, or to grapple."""
    estimate = weapon_estimate(fight, who, target, weapon)
    offer_attack(fight, verbs.ATTACK, weapon, target, estimate.harm_worth(fight, target), choice)
    if target.sheet.thing or not target.is_able():
        return
    if weapon.needs_touch:
        choice.can_strike = True
    if weapon.condition != NO_CONDITION:
        worth = hindering_worth(fight, target, weapon.condition, estimate)
        offer_attack(fight, verbs.HINDER, weapon, target, worth, choice)
    if weapon.is_unarmed and can_grapple(who, target):
        worth = grapple_worth(fight, who, target, estimate)
        offer_attack(fight, verbs.GRAPPLE, weapon, target, worth, choice)
    if who.held_by == target.index and weapon.needs_touch:
        worth = estimate.any_harm * freedom_worth(fight, who)
        offer_attack(fight, verbs.ESCAPE, weapon, target, worth, choice)


def offer_attack(
    fight: OrreryFight,
    verb: i64,
    armament: Armament,
    target: Combatant,
    worth: float,
    choice: Choice,
) -> None:
    """Has an attack on an enemy considered, for what it is worth."""
    if worth > choice.worth:
        choice.option = fight.scene.options.attack(verb, armament.item, target.index)
        choice.worth = worth


def weigh_escape(fight: OrreryFight, who: Combatant, holder: Combatant, choice: Choice) -> None:
    """Getting out of a friend's grapple."""
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if not weapon.is_ranged() and can_hit(fight, who, holder, weapon):
            expected = forecast(fight, weapon_strike(fight, who, holder, weapon))
            option = fight.scene.options.attack(verbs.ESCAPE, item, holder.index, True)
            choice.offer(option, expected.any_harm * freedom_worth(fight, who))


def weigh_rune(
    fight: OrreryFight, target: Combatant, rune: Armament, estimate: AttackEstimate, choice: Choice
) -> None:
    """A rune for damage, or for its Condition."""
    worth = estimate.harm_worth(fight, target) - STAMINA
    offer_attack(fight, verbs.RUNE, rune, target, worth, choice)
    if not target.sheet.thing and target.is_able():
        worth = hindering_worth(fight, target, rune.condition, estimate) - STAMINA
        offer_attack(fight, verbs.AFFLICT, rune, target, worth, choice)


def hindering_worth(
    fight: OrreryFight, target: Combatant, condition: i64, estimate: AttackEstimate
) -> float:
    """An attack for a Condition; by option further Successes are damage."""
    found = estimate.any_harm * condition_worth(fight, target, condition)
    if fight.scene.further_harm:
        expected = estimate.expected
        if expected.mean > 0.0:
            further = (expected.mean - expected.any_harm) / expected.mean
            found += further * estimate.harm_worth(fight, target)
    return found


def grapple_worth(
    fight: OrreryFight, who: Combatant, target: Combatant, estimate: AttackEstimate
) -> float:
    """One takes hold of somebody to throw them where it hurts."""
    drop = deepest_drop(fight, who, target)
    if drop == 0:
        return 0.0
    thrown = THROW_LIKELY * sure_harm_worth(fight, target, drop + THROWN_HARM)
    return estimate.any_harm * THROW_LATER * thrown


def deepest_drop(fight: OrreryFight, who: Combatant, target: Combatant) -> i64:
    """The damage of the worst fall that somebody held here could be thrown into."""
    larger = target.sheet.size_class - who.sheet.size_class
    if larger > fight.house.throw_size:
        return 0
    worst: i64 = 0
    for spot in fight.scene.edges[who.spot]:
        harm = fall_damage(fight.places.above(who.spot, spot))
        worst = harm if harm > worst else worst
    return worst


def freedom_worth(fight: OrreryFight, who: Combatant) -> float:
    """How badly one wants out of a grapple: shooters do, and whoever can be thrown down."""
    holder = fight.combatants[who.held_by]
    drop = deepest_drop(fight, holder, who)
    found = sure_harm_worth(fight, who, drop + THROWN_HARM) if drop > 0 else 0.0
    if is_shooter(fight, who):
        found += FREEDOM * danger(fight, who).best * 2.0
    return found


# --- engines and throws ---


def weigh_engines(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Firing, loading and swinging what stands here."""
    options = fight.scene.options
    for engine in fight.scene.engines:
        if engine.spot != who.spot:
            continue
        best = 0.0
        armament = armament_of(fight.scene, who.index, fight.scene.first_engine + engine.index)
        for target in fight.combatants:
            if target.side == who.side or not fight.can_be_attacked(target):
                continue
            if not can_hit(fight, who, target, engine.like):
                continue
            worth = weapon_estimate(fight, who, target, armament).harm_worth(fight, target)
            best = worth if worth > best else best
            if engine.is_ram():
                weigh_ram(fight, who, target, engine, worth, choice)
            elif fight.loaded[engine.index]:
                choice.offer(options.attack(verbs.FIRE, engine.index, target.index), worth)
        if not engine.is_ram() and not fight.loaded[engine.index]:
            choice.offer(options.load[engine.index], LOADING * best)


def weigh_ram(
    fight: OrreryFight,
    who: Combatant,
    target: Combatant,
    engine: Engine,
    worth: float,
    choice: Choice,
) -> None:
    """With a friend's Action, or with both of one's own for half as much each."""
    options = fight.scene.options
    for friend in fight.combatants:
        if can_join(fight, who, friend):
            option = options.ram(verbs.RAM, engine.index, target.index, friend.index)
            choice.offer(option, worth * 0.6)
            return
    if fight.actions_left >= RAM_ACTIONS:
        option = options.ram(verbs.RAM, engine.index, target.index, NOBODY)
        choice.offer(option, worth * 0.5)


def weigh_throws(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Throwing whom one holds at somebody, or over an edge."""
    if not can_throw(fight, who):
        return
    scene = fight.scene
    held = fight.combatants[who.holding]
    if held.side == who.side:
        return
    for target in fight.combatants:
        if target.side == who.side or target is held or not fight.can_be_attacked(target):
            continue
        if can_throw_to(fight, who, target.spot):
            expected = forecast(fight, throw_strike(fight, who, held, target))
            harm = THROWN_HARM + fall_damage(fight.places.above(who.spot, target.spot))
            worth = harm_worth(fight, target, expected)
            worth += THROW_LIKELY * sure_harm_worth(fight, held, harm)
            choice.offer(scene.options.hurl(held.index, target.index), worth)
    for spot in scene.edges[who.spot]:
        harm = THROWN_HARM + fall_damage(fight.places.above(who.spot, spot))
        worth = THROW_LIKELY * sure_harm_worth(fight, held, harm)
        choice.offer(scene.options.toss[spot], worth)


# --- everything else ---


def weigh_help(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Waking and tending friends, putting fires out, and lending a hand where there is nothing to
    strike at."""
    options = fight.scene.options
    bands = fight.scene.bands[who.spot]
    for friend in fight.combatants:
        if friend.side != who.side or bands[friend.spot] != TOUCH or not friend.is_present():
            continue
        if friend.sheet.thing:
            continue
        if friend.burning:
            choice.offer(options.douse[friend.index], worth_of_dousing(fight, friend))
        if friend is who or not can_use_help(fight, friend):
            continue
        if friend.is_down():
            urgent = friend.rounds_down + 1 >= NEGLECT
            share = TENDING if urgent else SOMETHING
            choice.offer(options.help[friend.index], share * danger(fight, friend).best)
        elif friend.defenseless:
            choice.offer(options.help[friend.index], WAKING * danger(fight, friend).best)
        elif choice.worth == 0.0 and not friend.acted and best_attack(fight, friend, 0.0) > 0.0:
            choice.offer(options.help[friend.index], LENDING_A_HAND * danger(fight, friend).best)


def worth_of_dousing(fight: OrreryFight, friend: Combatant) -> float:
    """A Heart at least, and another for each turn that the fire goes on."""
    return 0.7 * sure_harm_worth(fight, friend, 1)


def worth_of_hiding(fight: OrreryFight, who: Combatant) -> float:
    """With the last Action, for one who shoots: unseen until the next turn, and then adv."""
    open_shot = best_attack(fight, who)
    who.hidden = True
    hidden_shot = best_attack(fight, who)
    who.hidden = False
    watch: i64 = 0
    for enemy in fight.combatants:
        if enemy.side != who.side and enemy.can_act() and enemy.sheet.scores[sheets.STAR] > watch:
            watch = enemy.sheet.scores[sheets.STAR]
    unseen = UNSEEN * sure_harm_worth(fight, who, 1)
    return chance_to_beat(who.sheet.scores[sheets.MOON], watch) * (hidden_shot - open_shot + unseen)


def chance_to_beat(mine: i64, theirs: i64) -> float:
    """How likely one die is to be higher than another."""
    if theirs == 0:
        return 1.0
    wins: i64 = 0
    for face in range(1, mine + 1):
        wins += face - 1 if face - 1 < theirs else theirs
    return float(wins) / float(mine * theirs)


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
