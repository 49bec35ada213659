"""The exact odds of one attack, from any state of a fight."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import thread_time
from typing import Any, NamedTuple

from affray.core.dice import Dice
from affray.core.fight import Fight, Fighter
from affray.core.odds import Odds, OddsCache, OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option
from affray.core.table import DefaultPlayer, LiveTable, Player, Table
from affray.core.tape import RecordingTable
from affray.library import Scenario

TRIES = 40
"""How often an attack is tried to see which rules it meets."""


class Outcome(NamedTuple):
    """What an attack came to."""

    hit: bool
    damage: int
    drop: bool
    """Whether the target stands no more."""
    effects: tuple[str, ...]


@dataclass
class AttackOdds:
    """The exact odds of one attack."""

    attacker: str
    target: str
    attack: Option
    hit: float
    mean: float
    drop: float
    damage: dict[int, float]
    outcomes: list[dict[str, Any]]
    error: float
    seconds: float
    rules: list[str] = field(default_factory=list)
    """The rules that were at work in some of the ways it can go."""

    def data(self) -> dict[str, Any]:
        """The figures, as `affray odds --json` gives them."""
        return {
            "attacker": self.attacker,
            "target": self.target,
            "option": self.attack.key,
            "text": self.attack.text,
            "exact": True,
            "error": self.error,
            "hit": self.hit,
            "mean": self.mean,
            "drop": self.drop,
            "damage": {str(amount): p for amount, p in self.damage.items()},
            "outcomes": self.outcomes,
            "rules": self.rules,
            "seconds": self.seconds,
        }


def attack_odds(
    fight: Fight,
    who: int,
    attack: Option,
    players: list[Player] | None = None,
    cache: OddsCache | None = None,
) -> AttackOdds:
    """The odds of an attack in this fight as it stands, which is not changed.

    Decisions of others on the way are made by `players`; without any, each question's default.
    """
    started = thread_time()

    def outcome(table: Table) -> Outcome:
        return struck(fight.copy(table), who, attack)

    odds = OddsTable(players, None, cache).explore(outcome)
    return summed_up(fight, who, attack, odds, thread_time() - started)


def struck(fight: Fight, who: int, attack: Option) -> Outcome:
    """Makes an attack, and says what it came to."""
    blow = fight.make_attack(who, attack)
    down = fight.roster()[attack.target].state() != "standing"
    return Outcome(blow.hit, int(blow.damage), down, blow.effects)


def rules_at_work(fight: Fight, who: int, attack: Option) -> list[str]:
    """The rules that a few tries of an attack name, in the order they are first met."""
    found: dict[str, None] = {}
    for number in range(TRIES):
        table = RecordingTable(
            LiveTable(Dice(number), [DefaultPlayer() for _ in fight.setup.sides])
        )
        fight.copy(table).make_attack(who, attack)
        for event in table.events:
            found.update(dict.fromkeys(event.rules))
    return list(found)


def summed_up(fight: Fight, who: int, attack: Option, odds: Odds, seconds: float) -> AttackOdds:
    """The distribution of outcomes as the figures people ask for."""
    damage: dict[int, float] = {}
    hit = drop = mean = 0.0
    outcomes = []
    for outcome, p in sorted(odds.probabilities.items(), key=lambda item: -item[1]):
        assert isinstance(outcome, Outcome)
        was_hit, amount, dropped = outcome.hit, outcome.damage, outcome.drop
        damage[amount] = damage.get(amount, 0.0) + p
        hit += p * was_hit
        drop += p * dropped
        mean += p * amount
        outcomes.append(
            {
                "p": p,
                "hit": was_hit,
                "damage": amount,
                "drop": dropped,
                "effects": list(outcome.effects),
            }
        )
    roster = fight.roster()
    return AttackOdds(
        roster[who].name,
        roster[attack.target].name,
        attack,
        hit,
        mean,
        drop,
        dict(sorted(damage.items())),
        outcomes,
        odds.error,
        seconds,
    )


def odds_of(
    scenario: Scenario,
    attacker: str | None = None,
    target: str | None = None,
    weapon: str | None = None,
    manner: str | None = None,
    ignore_distance: bool = False,
) -> AttackOdds:
    """The odds of one attack from the starting state of a scenario, named in words.

    What is not named is taken to be the first that fits: the first fighter, the first enemy, the
    first weapon that can be used.
    """
    fight = scenario.setup.new_fight(OddsTable())
    who = named(fight, attacker, "--attacker") if attacker else fight.roster()[0]
    foe = named(fight, target, "--target") if target else first_enemy(fight, who)
    found = matching(fight.attacks(who.index), who, foe, weapon, manner)
    legal = [attack for attack in found if not fight.hindrance(who.index, attack)]
    if not legal:
        if not ignore_distance:
            why = fight.hindrance(who.index, found[0])
            raise data_error(f"{who.name} cannot do that from the start: {why}")
        for attack in found:
            nearer = fight.copy(OddsTable())
            nearer.bring_within_reach(who.index, attack)
            if not nearer.hindrance(who.index, attack):
                return explained(nearer, who.index, attack)
        raise data_error(f"{who.name} can never do that: {fight.hindrance(who.index, found[0])}")
    return explained(fight, who.index, legal[0])


def explained(fight: Fight, who: int, attack: Option) -> AttackOdds:
    """The odds of an attack, with the rules at work in it."""
    found = attack_odds(fight, who, attack)
    found.rules = rules_at_work(fight, who, attack)
    return found


def named(fight: Fight, name: str, option: str) -> Fighter:
    """The fighter of that name, or a problem that names the option it was given for."""
    for fighter in fight.roster():
        if fighter.name.lower() == name.lower():
            return fighter
    raise data_error(unknown_name("fighter", name, [one.name for one in fight.roster()]), option)


def first_enemy(fight: Fight, who: Fighter) -> Fighter:
    """The first fighter of another side."""
    return next(one for one in fight.roster() if one.side != who.side)


def matching(
    attacks: list[Option], who: Fighter, target: Fighter, weapon: str | None, manner: str | None
) -> list[Option]:
    """The attacks on a target with a weapon, in a manner; problems where there are none."""
    if who is target:
        raise data_error(f"{who.name} cannot attack themselves", "--target")
    found = [attack for attack in attacks if attack.target == target.index]
    if not found:
        raise data_error(f"{who.name} has no attack on {target.name}", "--target")
    if weapon:
        weapons = {weapon_of(attack) for attack in found}
        if weapon not in weapons:
            raise data_error(unknown_name(f"weapon of {who.name}", weapon, weapons), "--with")
        found = [attack for attack in found if weapon_of(attack) == weapon]
    if manner:
        manners = {attack.kind for attack in found}
        if manner not in manners:
            raise data_error(unknown_name("kind of attack", manner, manners), "--as")
        found = [attack for attack in found if attack.kind == manner]
    return found


def weapon_of(attack: Option) -> str:
    """The weapon's name, as an attack's key ends in it."""
    return attack.key.rpartition(" with ")[2]
