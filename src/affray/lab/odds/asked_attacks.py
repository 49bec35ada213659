"""The odds of an attack given by names: attacker, target, weapon and kind.

A name that is left out means the first fit: the first fighter, enemy and weapon with an attack that
is possible from the start. If there is none, it is the first fighter and the first enemy.
"""

from __future__ import annotations

from typing import NamedTuple

from affray.core.fight import Fight, Fighter
from affray.core.odds import OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option
from affray.lab.odds.attacks import (
    AttackOdds,
    Progress,
    TooManyRepliesError,
    attack_odds,
    effect_between,
    rules_used,
)
from affray.lab.odds.replies import (
    BEST_REPLIES,
    DEFAULT_REPLIES,
    NO_REPLIES,
    WITHOUT_REPLIES,
    NotedReplies,
    reply_players,
)
from affray.library import Scenario
from affray.players import DEFAULT_PLAYER


class AttackChoice(NamedTuple):
    """The attack and the assumption on replies: the arguments of `odds_of`."""

    attacker: str | None = None
    target: str | None = None
    weapon: str | None = None
    manner: str | None = None
    ignore_distance: bool = False
    replies: str = DEFAULT_REPLIES


def odds_of(
    scenario: Scenario,
    attacker: str | None = None,
    target: str | None = None,
    weapon: str | None = None,
    manner: str | None = None,
    ignore_distance: bool = False,
    replies: str = DEFAULT_REPLIES,
    progress: Progress | None = None,
) -> AttackOdds:
    """Return the odds of one attack from the start of a scenario, with the rules it meets.

    Fighters decide as `replies` says (see `affray.lab.odds.replies`). If best replies take longer
    than BEST_REPLY_SECONDS, the odds are without replies; `replies` of the result says so.

    Raises InvalidDataError if there is no such attack, or if it cannot be made from the start. With
    `ignore_distance` the two fighters are put within reach first.
    """
    fight = scenario.setup.new_fight(OddsTable())
    who, foe = find_pair(fight, attacker, target)
    if not ignore_distance:
        who, foe = first_pair_in_reach(fight, attacker, target, weapon, manner) or (who, foe)
    attacks = matching_attacks(fight.attacks(who.index), who, foe, weapon, manner)
    ready, attack = first_possible(fight, who, attacks, ignore_distance)
    return attack_odds_with_rules(scenario, ready, int(who.index), attack, replies, progress)


def find_pair(fight: Fight, attacker: str | None, target: str | None) -> tuple[Fighter, Fighter]:
    """Return the attacker and the target; raise InvalidDataError for an unknown name."""
    who = find_fighter(fight, attacker, "--attacker") if attacker else fight.roster()[0]
    foe = find_fighter(fight, target, "--target") if target else first_enemy(fight, who)
    return who, foe


def first_pair_in_reach(
    fight: Fight, attacker: str | None, target: str | None, weapon: str | None, manner: str | None
) -> tuple[Fighter, Fighter] | None:
    """Return the first attacker and enemy with such an attack from the start; None without one.

    Fighters that are given by name are fixed.
    """
    named, foe = find_pair(fight, attacker, target)
    for who in [named] if attacker else fight.roster():
        for attack in fight.attacks(who.index):
            other = fight.roster()[attack.target]
            if (
                (other is foe if target else other.side != who.side)
                and weapon in (None, weapon_name(attack))
                and manner in (None, attack.kind)
                and not fight.hindrance(who.index, attack)
            ):
                return who, other
    return None


def first_possible(
    fight: Fight, who: Fighter, attacks: list[Option], ignore_distance: bool
) -> tuple[Fight, Option]:
    """Return the first attack that can be made, and the fight in which it can.

    With `ignore_distance`, this fight is a copy in which the attacker stands within reach, unless
    an attack is possible without it. Raises InvalidDataError if no attack can be made.
    """
    for attack in attacks:
        if not fight.hindrance(who.index, attack):
            return fight, attack
    why = fight.hindrance(who.index, attacks[0])
    for attack in attacks:
        nearer = within_reach(fight, who, attack)
        if nearer is not None:
            if ignore_distance:
                return nearer, attack
            hint = "--ignore-distance puts them within reach first"
            raise data_error(f"{who.name} cannot do that from the start: {why}; {hint}")
    if not ignore_distance:
        raise data_error(f"{who.name} cannot do that from the start: {why}")
    raise data_error(f"{who.name} can never do that: {why}")


def within_reach(fight: Fight, who: Fighter, attack: Option) -> Fight | None:
    """Return a copy in which the attacker stands within reach; None if that is not enough."""
    nearer = fight.copy(OddsTable())
    nearer.bring_within_reach(who.index, attack)
    return None if nearer.hindrance(who.index, attack) else nearer


def attack_odds_with_rules(
    scenario: Scenario,
    fight: Fight,
    who: int,
    attack: Option,
    replies: str,
    progress: Progress | None = None,
) -> AttackOdds:
    """Return the odds of an attack, with the rules it meets and the effect of replies."""
    players, noted = reply_players(scenario, replies), NotedReplies()
    try:
        found = attack_odds(
            fight, who, attack, noted.players(players), None, replies == BEST_REPLIES, progress
        )
    except TooManyRepliesError:
        replies, players = NO_REPLIES, reply_players(scenario)
        found = attack_odds(fight, who, attack, players)
    found.replies = replies
    if replies in WITHOUT_REPLIES and noted.were_asked:
        noted = NotedReplies()
        others = noted.players(reply_players(scenario, DEFAULT_PLAYER))
        replied = attack_odds(fight, who, attack, others)
        found.with_replies = effect_between(found, replied, noted, DEFAULT_PLAYER)
    found.rules = rules_used(fight, who, attack, players)
    return found


def find_fighter(fight: Fight, name: str, option: str) -> Fighter:
    """Return the fighter of a name; raise InvalidDataError with the command's option."""
    for fighter in fight.roster():
        if fighter.name.lower() == name.lower():
            return fighter
    raise data_error(unknown_name("fighter", name, [one.name for one in fight.roster()]), option)


def first_enemy(fight: Fight, who: Fighter) -> Fighter:
    """Return the first fighter of another side."""
    return next(one for one in fight.roster() if one.side != who.side)


def matching_attacks(
    attacks: list[Option], who: Fighter, target: Fighter, weapon: str | None, manner: str | None
) -> list[Option]:
    """List the attacks on a target with a weapon and of a kind.

    Raises InvalidDataError if there are none.
    """
    if who is target:
        raise data_error(f"{who.name} cannot attack themselves", "--target")
    found = [attack for attack in attacks if attack.target == target.index]
    if not found:
        raise data_error(f"{who.name} has no attack on {target.name}", "--target")
    if weapon:
        weapons = {weapon_name(attack) for attack in found}
        if weapon not in weapons:
            raise data_error(unknown_name(f"weapon of {who.name}", weapon, weapons), "--with")
        found = [attack for attack in found if weapon_name(attack) == weapon]
    if manner:
        manners = {attack.kind for attack in found}
        if manner not in manners:
            raise data_error(unknown_name("kind of attack", manner, manners), "--as")
        found = [attack for attack in found if attack.kind == manner]
    return found


def weapon_name(attack: Option) -> str:
    """Return the name of an attack's weapon, which its key ends in."""
    return attack.key.rpartition(" with ")[2]
