"""The player called `simple`, for Orrery: a sensible fighter with no dice of its own.

Every choice has a worth (see `worth`), and the worthiest is chosen. So it drops whom it can, waits
for those who have to come, takes the height, hides when it has shot, throws people off walls, mans
the ballista, rams what bars the way, and picks the rune its target is weak to.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery import sheet as sheets
from affray.rulesets.orrery import verbs
from affray.rulesets.orrery.attack import weapon_strike
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.environment import fall_damage
from affray.rulesets.orrery.fight import OrderQuestion, OrreryFight
from affray.rulesets.orrery.grapple import (
    THROWN_HARM,
    can_throw,
    can_throw_to,
    throw_strike,
)
from affray.rulesets.orrery.health import NEGLECT
from affray.rulesets.orrery.player.appraisal import danger, harm_worth, sure_harm_worth
from affray.rulesets.orrery.player.armaments import armament_of
from affray.rulesets.orrery.player.estimates import weapon_estimate
from affray.rulesets.orrery.player.forecast import forecast
from affray.rulesets.orrery.player.judgements import (
    THROW_LIKELY,
    Choice,
    attackers_part,
    best_attack,
    freedom_worth,
    judgement_on,
    weigh_attacks,
)
from affray.rulesets.orrery.player.movement import SOMETHING, best_walk
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.sheet import Engine
from affray.rulesets.orrery.siege import RAM_ACTIONS, can_join
from affray.rulesets.orrery.statuses import can_hide
from affray.rulesets.orrery.turn import can_hit, can_push, can_target, can_use_help
from affray.space.bands import DISTANT, TOUCH

LOADING: Final = 0.75
"""How much of a shot's worth loading for it has: less than the shot, more than half."""

UNSEEN: Final = 2.0
"""What not being shot at until the next turn is worth, to one's own danger."""

WAKING: Final = 2.0
TENDING: Final = 1.0
"""What help is worth, to the danger of the friend."""

LENDING_A_HAND: Final = 0.05
"""What adv for a friend is worth, where there is nothing to strike at."""


class SimplePlayer(Player):
    """Decides by what each choice is worth, always the same in the same place."""

    def reads_options(self) -> bool:
        return False

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
        for one in fight.friends[question.side]:
            if one.gear.shoots and one.is_waiting():
                return fight.scene.options.act[one.index]
        return fight.scene.options.act[question.first]
    for option in question.options:
        if fight.combatants[option.target].gear.shoots:
            return option
    return question.options[0]


def choose_action(fight: OrreryFight, who: Combatant) -> Option:
    """The option of the greatest worth."""
    options = fight.scene.options
    choice = Choice(options.end)
    if who.held_by != NOBODY:
        weigh_attacks_in_grip(fight, who, choice)
    else:
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
        if not who.hidden and fight.actions_left == 1 and who.gear.shoots:
            if can_hide(fight, who):
                choice.offer(options.hide, worth_of_hiding(fight, who, choice.harm))
    return choice.option


# --- attacks ---


def weigh_attacks_in_grip(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Every weapon and rune on every enemy in reach, and getting out of a friend's grapple, all in
    the order of the file."""
    bands = fight.scene.bands[who.spot]
    mine = attackers_part(fight, who)
    for target in fight.combatants:
        if target.side == who.side:
            if target.index == who.held_by and can_target(fight, who, target):
                weigh_escape(fight, who, target, choice)
        elif fight.can_be_attacked(target):
            band: i64 = bands[target.spot]
            if band <= DISTANT:
                choice.take(judgement_on(fight, who, target, band, mine))


def weigh_escape(fight: OrreryFight, who: Combatant, holder: Combatant, choice: Choice) -> None:
    """Getting out of a friend's grapple."""
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if not weapon.is_ranged() and can_hit(fight, who, holder, weapon):
            expected = forecast(fight, weapon_strike(fight, who, holder, weapon))
            option = fight.scene.options.attack(verbs.ESCAPE, item, holder.index, True)
            choice.offer(option, expected.any_harm * freedom_worth(fight, who))


# --- engines and throws ---


def weigh_engines(fight: OrreryFight, who: Combatant, choice: Choice) -> None:
    """Firing, loading and swinging what stands here."""
    options = fight.scene.options
    for engine in fight.scene.engines:
        if engine.spot != who.spot:
            continue
        best = 0.0
        number = notes_of(fight.scene).first_engine + engine.index
        armament = armament_of(fight.scene, who.index, number)
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
    for friend in fight.friends[who.side]:
        if bands[friend.spot] != TOUCH or not friend.is_present() or friend.sheet.thing:
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


def worth_of_hiding(fight: OrreryFight, who: Combatant, open_shot: float) -> float:
    """With the last Action, for one who shoots and whose best shot in the open is worth so much:
    unseen until the next turn, and then adv."""
    who.hidden = True
    hidden_shot = best_attack(fight, who)
    who.hidden = False
    watch: i64 = 0
    for enemy in fight.enemies[who.side]:
        if enemy.can_act() and enemy.sheet.scores[sheets.STAR] > watch:
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
