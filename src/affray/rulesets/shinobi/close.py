"""Close combat: both the attacker and the defender can be hurt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.questions import Option, Question
from affray.rulesets.shinobi.combat import Bout, Pool, result_option, roll_off
from affray.rulesets.shinobi.elements import AIR, ALL_KEPT, DEFENDER, EARTH, ELEMENTS, FIRE, WATER
from affray.rulesets.shinobi.moving import shift
from affray.rulesets.shinobi.profile import (
    ASSASSIN,
    BACKSTAB,
    CHARGE,
    CLAWS,
    CLOSE_MASTER,
    COMBINED_ATTACK,
    DAUNTLESS,
    DIRTY_FIGHTER,
    FOCUS,
    GUARD,
    IMMOVABLE,
    INJURED,
    LUCKY,
    MELODY,
    NOTHING,
    POISON,
    STUNNED,
    SWORDSMAN,
    WARY,
    House,
)
from affray.rulesets.shinobi.status import afflict, poison, reveal
from affray.space.squares import EMPTY

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import Model, ShinobiFight

FIRE_STEP: Final[i64] = 1
"""How far the winner may be moved by Fire."""

AIR_PUSH: Final[i64] = 2
"""How far the loser may be moved by Air."""

CHARGE_SPACES: Final[i64] = 3
"""How far one has to come for a charge."""

CLOSE_RULES: Final = ["", "close.fire", "close.water", "close.air", "close.earth"]

STRUCK_BACK: Final = ["", "attacker stunned", "attacker injured"]
STRUCK: Final = ["", "target stunned", "target injured"]
"""What a blow did, in words: to the attacker, and to the target."""


def close_options(house: House) -> list[Option]:
    """The results to choose from, by element; an option's `item` is the harm it does."""
    return [
        result_option(FIRE, INJURED, ", and the winner may be moved 1 space", "close.fire"),
        result_option(WATER, house.close_water, "", "close.water"),
        result_option(AIR, STUNNED, ", and may be moved up to 2 spaces", "close.air"),
        result_option(EARTH, house.close_earth, "", "close.earth"),
    ]


def close_attack(
    fight: ShinobiFight, attacker: Model, target: Model, penalty: i64 = 0
) -> AttackResult:
    """A close attack from the dice to what becomes of the loser."""
    attack = attack_pool(fight, attacker, target, penalty)
    defence = defence_pool(fight, attacker, target, attack.dice)
    edge: i64 = 1 if attacker.keywords & DIRTY_FIGHTER else 0
    reveal(fight, attacker, "it attacks", "close.stealth")
    outcome = roll_off(fight, Bout(attack, defence, edge, False))
    attacker.luck_used = True
    target.luck_used = True
    elements = outcome & ALL_KEPT
    if elements == 0:
        return nothing_left(fight, attacker)
    if outcome & DEFENDER:
        harm = resolve(fight, target, attacker, elements)
        return AttackResult(False, 0, (STRUCK_BACK[harm],) if harm else ())
    harm = resolve(fight, attacker, target, elements)
    if harm == STUNNED and attacker.keywords & POISON:
        poison(fight, target)
    return AttackResult(
        harm != NOTHING, 1 if harm == INJURED else 0, (STRUCK[harm],) if harm else ()
    )


def nothing_left(fight: ShinobiFight, attacker: Model) -> AttackResult:
    """A winner without a die has no result to choose, and nothing happens
    [close.nothing-left]."""
    if fight.wants_events:
        fight.tell("nothing", {"who": attacker.name}, ("close.nothing-left",))
    return AttackResult(False, 0, ("no dice left",))


# --- the dice ---


def attack_pool(fight: ShinobiFight, attacker: Model, target: Model, penalty: i64) -> Pool:
    """The Attack value with every bonus die there is."""
    keywords = attacker.keywords
    pool = Pool(attacker, attacker.sheet.attack, "Attack", fight.wants_events)
    pool.master = is_close_master(attacker)
    if penalty:
        pool.add(-penalty, "further targets", "keywords.profiles")
    add_assists(fight, pool, target, COMBINED_ATTACK)
    if back_strikes(fight, attacker, target):
        if keywords & BACKSTAB:
            pool.add(2, "backstab", "keywords.profiles")
        else:
            pool.add(1, "back strike", "close.back-strike")
    if attacker.hidden:
        add_stealth(pool, keywords)
    if keywords & FOCUS and attacker.moved == 0:
        pool.add(1, "focus", "keywords.profiles")
    if keywords & CHARGE and attacker.moved >= CHARGE_SPACES:
        pool.add(1, "charge", "keywords.profiles")
    if keywords & CLAWS and target.stuns > 0:
        pool.add(1, "claws", "keywords.profiles")
    if pool.dice < 0:
        pool.dice = 0
    return pool


def add_stealth(pool: Pool, keywords: i64) -> None:
    """An attack out of stealth has a die more [close.stealth], an assassin's two
    [keywords.profiles]."""
    if keywords & ASSASSIN:
        pool.add(2, "assassin out of stealth", "keywords.profiles")
    else:
        pool.add(1, "stealth", "close.stealth")


def defence_pool(fight: ShinobiFight, attacker: Model, target: Model, against: i64) -> Pool:
    """The Defence value with every bonus die there is; the dauntless roll no fewer dice than
    come against them [keywords.profiles]."""
    keywords = target.keywords
    pool = Pool(target, target.sheet.defence, "Defence", fight.wants_events)
    pool.master = is_close_master(target)
    add_assists(fight, pool, attacker, GUARD)
    if keywords & IMMOVABLE and not target.acted:
        pool.add(2, "immovable", "keywords.profiles")
    if hears_melody(fight, target):
        pool.add(1, "melody", "keywords.profiles")
    if keywords & DAUNTLESS and pool.dice < against:
        pool.add(against - pool.dice, "dauntless", "keywords.profiles")
    return pool


def is_close_master(who: Model) -> bool:
    """Masters re-roll one die in every close combat, the lucky in their first of a round
    [reroll.keywords]."""
    if who.keywords & LUCKY and not who.luck_used:
        return True
    return (who.keywords & CLOSE_MASTER) != 0


def add_assists(fight: ShinobiFight, pool: Pool, enemy: Model, doubling: i64) -> None:
    """Each friend who is not stunned and has the enemy combatant in its influence zone adds a
    die [close.assist]; combined attack and guard make it two [keywords.profiles]."""
    who = pool.who
    for cell in fight.board.zones[enemy.cell]:
        index = fight.standing[cell]
        if index == EMPTY:
            continue
        friend = fight.models[index]
        if friend.side == who.side and friend is not who and friend.stuns == 0:
            if friend.keywords & doubling:
                pool.add(2, f"{friend.name}'s double assist", "keywords.profiles")
            else:
                pool.add(1, f"{friend.name}'s assist" if pool.told else "", "close.assist")


def back_strikes(fight: ShinobiFight, attacker: Model, target: Model) -> bool:
    """From one of the three spaces behind the target [close.back-strike]; some give no chance
    for it [keywords.profiles]."""
    if target.keywords & (WARY | SWORDSMAN):
        return False
    return fight.board.is_behind(target.cell, target.facing, attacker.cell)


def hears_melody(fight: ShinobiFight, who: Model) -> bool:
    """Whether a friend whose melody gives courage has this model in its zone."""
    if not fight.has_melody:
        return False
    for friend in fight.models:
        if friend.side == who.side and friend is not who and friend.keywords & MELODY:
            if friend.present() and fight.in_zone_of(friend, who.cell):
                return True
    return False


# --- the result ---


def resolve(fight: ShinobiFight, winner: Model, loser: Model, elements: i64) -> i64:
    """The winner chooses the result from any one of their own dice [close.choose]."""
    scene = fight.scene
    chosen = fight.ask(
        Question(
            "result",
            winner.side,
            winner.index,
            scene.close_results[elements],
            loser.index,
            default=scene.worst_close[elements],
        )
    )
    element = chosen.value
    if fight.wants_events:
        fight.tell(
            "result",
            {"who": winner.name, "target": loser.name, "element": ELEMENTS[element]},
            ("close.choose", CLOSE_RULES[element]),
        )
    return carry_out(fight, winner, loser, element)


def carry_out(fight: ShinobiFight, winner: Model, loser: Model, element: i64) -> i64:
    """What the chosen element does to the loser, and whom it moves."""
    if element == FIRE:
        return burn(fight, winner, loser)
    if element == AIR:
        return blow_away(fight, winner, loser)
    if element == WATER:
        return afflict(fight, loser, close_water(fight), winner, "close.water")
    return afflict(fight, loser, close_earth(fight), winner, "close.earth")


def burn(fight: ShinobiFight, winner: Model, loser: Model) -> i64:
    """Fire: the loser is injured, and the winner may be moved one space [close.fire]."""
    harm = afflict(fight, loser, INJURED, winner, "close.fire")
    shift(fight, winner, winner, FIRE_STEP)
    return harm


def blow_away(fight: ShinobiFight, winner: Model, loser: Model) -> i64:
    """Air: the loser is stunned, and may be moved up to two spaces [close.air]."""
    harm = afflict(fight, loser, STUNNED, winner, "close.air")
    shift(fight, loser, winner, AIR_PUSH)
    return harm


def close_water(fight: ShinobiFight) -> i64:
    """Water's line is lost: as at range, it injures, and moves nobody [close.water]."""
    return fight.house.close_water


def close_earth(fight: ShinobiFight) -> i64:
    """Earth's line is lost: as with shuriken, it stuns, and moves nobody [close.earth]."""
    return fight.house.close_earth
