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

RULE_SAMPLES = 40
"""How often an attack is tried to see which rules it meets."""


class AttackOutcome(NamedTuple):
    """One way an attack can come out."""

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
    """The rules that were met in some tries of the attack."""

    def data(self) -> dict[str, Any]:
        """Gives the figures as `affray odds --json` prints them."""
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
    """Gives the odds of an attack in this fight as it stands, which is not changed.

    Decisions of others on the way are made by `players`; without any, each question's default.
    """
    started = thread_time()

    def run(table: Table) -> AttackOutcome:
        return attack_outcome(fight.copy(table), who, attack)

    odds = OddsTable(players, None, cache).explore(run)
    return summarize(fight, who, attack, odds, thread_time() - started)


def attack_outcome(fight: Fight, who: int, attack: Option) -> AttackOutcome:
    """Makes an attack in this fight, and gives what it came to."""
    result = fight.make_attack(who, attack)
    dropped = fight.roster()[attack.target].state() != "standing"
    return AttackOutcome(result.hit, int(result.damage), dropped, result.effects)


def summarize(fight: Fight, who: int, attack: Option, odds: Odds, seconds: float) -> AttackOdds:
    """Gives the figures people ask for, from the distribution of an attack's outcomes."""
    damage: dict[int, float] = {}
    hit = drop = mean = 0.0
    outcomes = []
    for outcome, p in sorted(odds.probabilities.items(), key=lambda item: -item[1]):
        assert isinstance(outcome, AttackOutcome)
        damage[outcome.damage] = damage.get(outcome.damage, 0.0) + p
        hit += p * outcome.hit
        drop += p * outcome.drop
        mean += p * outcome.damage
        outcomes.append({"p": p, **outcome._asdict(), "effects": list(outcome.effects)})
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


def rules_used(fight: Fight, who: int, attack: Option) -> list[str]:
    """Gives the ids of the rules that some tries of an attack meet, in the order they are met."""
    found: dict[str, None] = {}
    for number in range(RULE_SAMPLES):
        players: list[Player] = [DefaultPlayer() for _ in fight.setup.sides]
        table = RecordingTable(LiveTable(Dice(number), players))
        fight.copy(table).make_attack(who, attack)
        for event in table.events:
            found.update(dict.fromkeys(event.rules))
    return list(found)


def odds_of(
    scenario: Scenario,
    attacker: str | None = None,
    target: str | None = None,
    weapon: str | None = None,
    manner: str | None = None,
    ignore_distance: bool = False,
) -> AttackOdds:
    """Gives the odds of one attack from the start of a scenario, with the rules it meets.

    What is not named is the first that fits: the first fighter, the first enemy, the first weapon
    that can be used. Raises InvalidDataError where there is no such attack, or where it cannot be
    made from the start; with `ignore_distance` the two are put within reach first.
    """
    fight = scenario.setup.new_fight(OddsTable())
    who = find_fighter(fight, attacker, "--attacker") if attacker else fight.roster()[0]
    foe = find_fighter(fight, target, "--target") if target else first_enemy(fight, who)
    attacks = matching_attacks(fight.attacks(who.index), who, foe, weapon, manner)
    legal = [attack for attack in attacks if not fight.hindrance(who.index, attack)]
    if legal:
        return attack_odds_with_rules(fight, who.index, legal[0])
    if not ignore_distance:
        why = fight.hindrance(who.index, attacks[0])
        raise data_error(f"{who.name} cannot do that from the start: {why}")
    for attack in attacks:
        nearer = fight.copy(OddsTable())
        nearer.bring_within_reach(who.index, attack)
        if not nearer.hindrance(who.index, attack):
            return attack_odds_with_rules(nearer, who.index, attack)
    raise data_error(f"{who.name} can never do that: {fight.hindrance(who.index, attacks[0])}")


def attack_odds_with_rules(fight: Fight, who: int, attack: Option) -> AttackOdds:
    """Gives the odds of an attack, with the rules it meets."""
    found = attack_odds(fight, who, attack)
    found.rules = rules_used(fight, who, attack)
    return found


def find_fighter(fight: Fight, name: str, option: str) -> Fighter:
    """Gives the fighter of that name; raises InvalidDataError naming the command's option."""
    for fighter in fight.roster():
        if fighter.name.lower() == name.lower():
            return fighter
    raise data_error(unknown_name("fighter", name, [one.name for one in fight.roster()]), option)


def first_enemy(fight: Fight, who: Fighter) -> Fighter:
    """Gives the first fighter of another side."""
    return next(one for one in fight.roster() if one.side != who.side)


def matching_attacks(
    attacks: list[Option], who: Fighter, target: Fighter, weapon: str | None, manner: str | None
) -> list[Option]:
    """Gives the attacks on a target with a weapon and of a kind; raises InvalidDataError where
    there are none."""
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
    """Gives the name of an attack's weapon, which its key ends in."""
    return attack.key.rpartition(" with ")[2]
