"""The exact odds of one attack, from any state of a fight."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from math import sqrt
from time import thread_time
from typing import Any, NamedTuple

from affray.core.dice import Dice
from affray.core.fight import Fight, Fighter
from affray.core.odds import CUT_OFF, Odds, OddsCache, OddsTable
from affray.core.problems import data_error, unknown_name
from affray.core.questions import Option
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable
from affray.lab.odds.best_replies import BestReplies
from affray.lab.odds.decision_tree import AllChoicesTable, DecisionGraph
from affray.lab.odds.fighter_states import Changes, fighter_states, state_changes
from affray.lab.odds.replies import BEST_REPLIES, DEFAULT_REPLIES, replies_text, reply_players
from affray.lab.statistics import percent
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
    replies: str = DEFAULT_REPLIES
    """How others decide; see `affray.lab.odds.replies`."""

    def __repr__(self) -> str:
        return (
            f"<Odds {self.attacker}: {self.attack.text}: hits {percent(self.hit)}, "
            f"mean {self.mean:.3f}, drops {self.target} {percent(self.drop)}, "
            f"{replies_text(self.replies)}>"
        )

    def rows(self) -> list[dict[str, Any]]:
        """Gives a row for each amount of damage: how likely it is, and so much or more."""
        return [
            {"damage": amount, "exactly": p, "at_least": self.at_least(amount)}
            for amount, p in sorted(self.damage.items())
        ]

    def _repr_html_(self) -> str:
        from affray.lab.report.notebook import figures_html

        title = f"{self.attacker}: {self.attack.text} ({replies_text(self.replies)})"
        return figures_html(title, self.rows())

    @property
    def standard_deviation(self) -> float:
        """How far the damage is from its mean, in the usual sense of the word."""
        return sqrt(sum(p * (amount - self.mean) ** 2 for amount, p in self.damage.items()))

    def at_least(self, amount: int) -> float:
        """The probability of this much damage or more."""
        return sum(p for damage, p in self.damage.items() if damage >= amount)

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
            "replies": self.replies,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
            "drop": self.drop,
            "damage": {str(amount): p for amount, p in self.damage.items()},
            "at_least": {str(amount): self.at_least(amount) for amount in self.damage},
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
    best_replies: bool = False,
    progress: Progress | None = None,
) -> AttackOdds:
    """Gives the odds of an attack in this fight as it stands, which is not changed.

    Decisions on the way are made by `players`; without any, by each question's default. With
    `best_replies` everybody decides as does them most good.
    """
    started = thread_time()
    if best_replies:
        odds = best_reply_odds(fight, who, attack, players or [], cache or OddsCache(), progress)
    else:
        table = OddsTable(players, None, cache)
        copied = fight.copy(table)

        def run(_: Table) -> tuple[bool, int, bool, tuple[str, ...]]:
            copied.become(fight)  # each path begins with the fight as it stands
            return copied.attack_outcome(who, attack)

        found = table.explore(run)
        outcomes = {named_outcome(one): p for one, p in found.probabilities.items()}
        odds = Odds(outcomes, found.error, found.paths)
    return summarize(fight, who, attack, odds, thread_time() - started)


def named_outcome(outcome: Hashable) -> Hashable:
    """An outcome of `Fight.attack_outcome` by the names of its parts."""
    assert isinstance(outcome, tuple)
    return AttackOutcome(*outcome)


BEST_REPLY_SECONDS = 20.0
"""Processor time for the best replies to an attack; after it the simple players' are taken."""

Progress = Callable[[float], None]
"""Takes the share of the time that is used up, from 0 to 1."""


class TooManyRepliesError(Exception):
    """The best replies were not found in time."""


def best_reply_odds(
    fight: Fight,
    who: int,
    attack: Option,
    players: list[Player],
    cache: OddsCache,
    progress: Progress | None = None,
) -> Odds:
    """Return the odds of an attack to which everybody gives their best reply.

    Raise TooManyRepliesError if that takes longer than BEST_REPLY_SECONDS.
    """
    started = thread_time()
    before = fighter_states(fight)
    table = AllChoicesTable(set(range(len(fight.setup.sides))), players, cache, CUT_OFF)

    def run(table: Table) -> tuple[AttackOutcome, Changes]:
        used = (thread_time() - started) / BEST_REPLY_SECONDS
        if used > 1:
            raise TooManyRepliesError
        if progress is not None:
            progress(used)
        copied = fight.copy(table)
        return attack_outcome(copied, who, attack), state_changes(copied, before)

    graph = DecisionGraph()
    root = table.build_tree(graph, run)
    replies: BestReplies[tuple[AttackOutcome, Changes]] = BestReplies(
        graph, fight, lambda outcome: outcome[1]
    )
    merged: dict[Hashable, float] = {}
    for (outcome, _), p in replies.resolve(root).items():
        merged[outcome] = merged.get(outcome, 0.0) + p
    return Odds(merged, float(table.left_out), len(graph.nodes))


def attack_outcome(fight: Fight, who: int, attack: Option) -> AttackOutcome:
    """Makes an attack in this fight, and gives what it came to."""
    return AttackOutcome(*fight.attack_outcome(who, attack))


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


def rules_used(fight: Fight, who: int, attack: Option, players: list[Player]) -> list[str]:
    """Gives the ids of the rules that some tries of an attack meet, in the order they are met."""
    found: dict[str, None] = {}
    for number in range(RULE_SAMPLES):
        table = RecordingTable(LiveTable(Dice(number), players))
        fight.copy(table).make_attack(who, attack)
        for event in table.events:
            found.update(dict.fromkeys(event.rules))
    return list(found)


class AttackChoice(NamedTuple):
    """Which attack is asked about, and what is assumed: the arguments of `odds_of`."""

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
    """Gives the odds of one attack from the start of a scenario, with the rules it meets.

    Others decide as `replies` says (see `affray.lab.odds.replies`). Best replies that take longer
    than BEST_REPLY_SECONDS are replaced by those of simple players; `replies` of the result says
    which were taken.

    What is not named is the first that fits: the first fighter, the first enemy, the first weapon
    that can be used. Raises InvalidDataError where there is no such attack, or where it cannot be
    made from the start; with `ignore_distance` the two are put within reach first.
    """
    fight = scenario.setup.new_fight(OddsTable())
    who = find_fighter(fight, attacker, "--attacker") if attacker else fight.roster()[0]
    foe = find_fighter(fight, target, "--target") if target else first_enemy(fight, who)
    attacks = matching_attacks(fight.attacks(who.index), who, foe, weapon, manner)
    legal = [attack for attack in attacks if not fight.hindrance(who.index, attack)]
    players = reply_players(scenario, replies)
    if legal:
        return attack_odds_with_rules(fight, who.index, legal[0], players, replies, progress)
    why = fight.hindrance(who.index, attacks[0])
    for attack in attacks:
        nearer = fight.copy(OddsTable())
        nearer.bring_within_reach(who.index, attack)
        if not nearer.hindrance(who.index, attack):
            if ignore_distance:
                return attack_odds_with_rules(nearer, who.index, attack, players, replies, progress)
            hint = "--ignore-distance puts them within reach first"
            raise data_error(f"{who.name} cannot do that from the start: {why}; {hint}")
    if not ignore_distance:
        raise data_error(f"{who.name} cannot do that from the start: {why}")
    raise data_error(f"{who.name} can never do that: {why}")


def attack_odds_with_rules(
    fight: Fight,
    who: int,
    attack: Option,
    players: list[Player],
    replies: str,
    progress: Progress | None = None,
) -> AttackOdds:
    """Return the odds of an attack, with the rules it meets and the assumption behind it."""
    is_best = replies == BEST_REPLIES
    try:
        found = attack_odds(fight, who, attack, players, None, is_best, progress)
    except TooManyRepliesError:
        replies = DEFAULT_REPLIES
        found = attack_odds(fight, who, attack, players)
    found.rules = rules_used(fight, who, attack, players)
    found.replies = replies
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
