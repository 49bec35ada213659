"""The odds of several attackers on one target, one after the other, without turns in between."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from affray.core.fight import STANDING, Fight
from affray.core.odds import Odds, OddsTable
from affray.core.problems import data_error
from affray.core.questions import Option
from affray.core.table import Player, Table
from affray.lab.odds.asked_attacks import (
    find_fighter,
    first_enemy,
    first_possible,
    matching_attacks,
)
from affray.lab.odds.replies import BEST_REPLIES, DEFAULT_REPLIES, replies_text, reply_players
from affray.lab.report.notebook import figures_html
from affray.lab.statistics import percent
from affray.library import Scenario


@dataclass
class AttackInTurn:
    """One of several attacks: its text, and the odds of all attacks up to and including it."""

    attacker: str
    text: str
    hit: float
    """The probability that at least one attack so far has hit."""
    harm: float
    """The mean harm of all attacks so far."""
    drop: float

    def data(self) -> dict[str, Any]:
        """Return the odds as JSON data."""
        return dict(vars(self))


@dataclass
class SeveralAttacks:
    """The exact odds of several attackers on one target."""

    target: str
    replies: str
    attacks: list[AttackInTurn] = field(default_factory=list)
    damage: dict[int, float] = field(default_factory=dict)
    """The probability of each total amount of harm."""
    error: float = 0.0

    def __repr__(self) -> str:
        last = self.attacks[-1]
        return (
            f"<Odds of {len(self.attacks)} attackers: harm {last.harm:.3f}, drops {self.target} "
            f"{percent(last.drop)}, {replies_text(self.replies)}>"
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return one row for each attack, with the odds up to and including it."""
        return [one.data() for one in self.attacks]

    def _repr_html_(self) -> str:
        return figures_html(f"{len(self.attacks)} attackers on {self.target}", self.rows())

    def data(self) -> dict[str, Any]:
        """Return the odds as the data that `affray odds --json` prints."""
        last = self.attacks[-1]
        return {
            "attackers": [one.attacker for one in self.attacks],
            "target": self.target,
            "exact": True,
            "error": self.error,
            "hit": last.hit,
            "harm": last.harm,
            "drop": last.drop,
            "replies": self.replies,
            "damage": {str(amount): p for amount, p in self.damage.items()},
            "attacks": self.rows(),
        }


class AfterAttacks(NamedTuple):
    """The fight after some of the attacks, with their results."""

    fight: Fight
    has_hit: bool
    harm: int

    def key(self) -> Hashable:
        """Return everything that a later attack depends on."""
        return self.fight.key_in_step(), self.has_hit, self.harm


def odds_of_several(
    scenario: Scenario,
    attackers: Sequence[str],
    target: str | None = None,
    weapon: str | None = None,
    manner: str | None = None,
    ignore_distance: bool = False,
    replies: str = DEFAULT_REPLIES,
) -> SeveralAttacks:
    """Return the odds of one attack by each attacker, in this order, on the same target.

    Attackers stop when the target has dropped. Raises InvalidDataError if one of them has no such
    attack from the start. With `ignore_distance` they are put within reach first.
    """
    if replies == BEST_REPLIES:
        raise data_error("best replies are computed for one attacker only", "--replies")
    if not attackers:
        raise data_error("name at least one attacker", "--attacker")
    fight = scenario.setup.new_fight(OddsTable())
    members = [find_fighter(fight, name, "--attacker") for name in attackers]
    if len({int(one.index) for one in members}) < len(members):
        raise data_error("name each attacker once", "--attacker")
    foe = find_fighter(fight, target, "--target") if target else first_enemy(fight, members[0])
    chosen: list[tuple[int, Option]] = []
    for who in members:
        attacks = matching_attacks(fight.attacks(who.index), who, foe, weapon, manner)
        fight, attack = first_possible(fight, who, attacks, ignore_distance)
        chosen.append((int(who.index), attack))
    return make_attacks(fight, chosen, reply_players(scenario, replies), replies)


def make_attacks(
    fight: Fight, chosen: list[tuple[int, Option]], players: list[Player], replies: str
) -> SeveralAttacks:
    """Return the odds of consecutive attacks in a fight.

    Fights that are equal after an attack are followed once.
    """
    roster = fight.roster()
    found = SeveralAttacks(roster[chosen[0][1].target].name, replies)
    table = OddsTable(players)
    moments: list[tuple[AfterAttacks, float]] = [(AfterAttacks(fight, False, 0), 1.0)]
    for who, attack in chosen:
        ends: dict[Hashable, AfterAttacks] = {}
        chances: dict[Hashable, float] = {}
        for moment, weight in moments:
            odds = odds_after(moment, who, attack, table, ends)
            found.error += odds.error
            for key, p in odds.probabilities.items():
                chances[key] = chances.get(key, 0.0) + weight * p
        moments = [(ends[key], p) for key, p in chances.items()]
        found.attacks.append(
            AttackInTurn(
                roster[who].name,
                attack.text,
                sum(p for after, p in moments if after.has_hit),
                sum(p * after.harm for after, p in moments),
                sum(p for after, p in moments if not stands(after.fight, attack)),
            )
        )
    for after, p in moments:
        found.damage[after.harm] = found.damage.get(after.harm, 0.0) + p
    found.damage = dict(sorted(found.damage.items()))
    return found


def stands(fight: Fight, attack: Option) -> bool:
    """Return whether the target of an attack still stands."""
    return fight.roster()[attack.target].state() == STANDING


def odds_after(
    moment: AfterAttacks,
    who: int,
    attack: Option,
    table: OddsTable,
    ends: dict[Hashable, AfterAttacks],
) -> Odds:
    """Return the odds of each moment after one more attack, by its key in `ends`.

    If the attack is impossible, the current moment is the only one.
    """
    is_possible = stands(moment.fight, attack) and not moment.fight.hindrance(who, attack)

    def run(path: Table) -> Hashable:
        fight, hit, harm = moment.fight.copy(path), False, 0
        if is_possible:
            hit, harm, _, _ = fight.attack_outcome(who, attack)
        after = AfterAttacks(fight, moment.has_hit or hit, moment.harm + harm)
        ends.setdefault(after.key(), after)
        return after.key()

    return table.explore(run)
