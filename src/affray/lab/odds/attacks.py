"""The exact odds of one attack, from any state of a fight.

Every ruleset, command and page shows the same three values of an attack; `FIGURES_EXPLAINED` in
`affray.lab.odds.replies` defines them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from time import perf_counter, thread_time
from typing import Any, NamedTuple

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.odds import Odds, OddsCache, OddsTable
from affray.core.questions import Option
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable
from affray.lab.odds.best_replies import BestReplyTable
from affray.lab.odds.fighter_states import Changes, fighter_states, state_changes
from affray.lab.odds.replies import (
    DEFAULT_REPLIES,
    SMALL_DIFFERENCE,
    NotedReplies,
    ReplyEffect,
    replies_text,
)
from affray.lab.report.notebook import figures_html
from affray.lab.statistics import grouped, percent

RULE_SAMPLES = 40
"""The number of tries of an attack that find the rules it meets."""

BEST_REPLY_SECONDS = 20.0
"""The time limit for the best replies to an attack; after it the odds without replies are
returned."""

Progress = Callable[[float], None]
"""A function that takes the share of the time used so far, from 0 to 1."""


class AttackOutcome(NamedTuple):
    """One possible outcome of an attack."""

    hit: bool
    damage: int
    """The harm: the health that the target lost."""
    drop: bool
    effects: tuple[str, ...]


@dataclass
class AttackOdds:
    """The exact odds of one attack."""

    attacker: str
    target: str
    attack: Option
    hit: float
    mean: float
    """The mean harm."""
    drop: float
    damage: dict[int, float]
    """The probability of each amount of harm."""
    outcomes: list[dict[str, Any]]
    error: float
    seconds: float
    rules: list[str] = field(default_factory=list)
    """The rules that were met in some tries of the attack."""
    replies: str = DEFAULT_REPLIES
    """How fighters decide; see `affray.lab.odds.replies`."""
    with_replies: ReplyEffect | None = None
    """The values if fighters reply as a player would; None if they are the same."""

    def __repr__(self) -> str:
        return (
            f"<Odds {self.attacker}: {self.attack.text}: hits {percent(self.hit)}, "
            f"harm {self.mean:.3f}, drops {self.target} {percent(self.drop)}, "
            f"{replies_text(self.replies)}>"
        )

    def rows(self) -> list[dict[str, Any]]:
        """Return the probability of each amount of harm, and of that amount or more."""
        return [
            {"damage": amount, "exactly": p, "at_least": self.at_least(amount)}
            for amount, p in sorted(self.damage.items())
        ]

    def _repr_html_(self) -> str:
        title = f"{self.attacker}: {self.attack.text} ({replies_text(self.replies)})"
        return figures_html(title, self.rows())

    @property
    def harm(self) -> float:
        """Return the mean harm."""
        return self.mean

    @property
    def hurt(self) -> float:
        """Return the probability that the target loses any health."""
        return self.at_least(1)

    @property
    def standard_deviation(self) -> float:
        """Return the standard deviation of the harm."""
        return sqrt(sum(p * (amount - self.mean) ** 2 for amount, p in self.damage.items()))

    def at_least(self, amount: int) -> float:
        """Return the probability of this much harm or more."""
        return sum(p for damage, p in self.damage.items() if damage >= amount)

    def is_hurt_shown(self) -> bool:
        """Return whether hits and harmful hits differ, so that both are shown."""
        return abs(self.hurt - self.hit) > SMALL_DIFFERENCE

    def figures(self) -> dict[str, float]:
        """Return the mean harm and the probabilities of a hit, of any harm, and of a drop."""
        return {"hit": self.hit, "harm": self.mean, "hurt": self.hurt, "drop": self.drop}

    def data(self) -> dict[str, Any]:
        """Return the odds as the data that `affray odds --json` prints."""
        effect = self.with_replies
        return {
            "attacker": self.attacker,
            "target": self.target,
            "option": self.attack.key,
            "text": self.attack.text,
            "exact": True,
            "error": self.error,
            **self.figures(),
            "replies": self.replies,
            "with_replies": effect.data() if effect is not None else None,
            "mean": self.mean,
            "standard_deviation": self.standard_deviation,
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
    """Return the odds of an attack in the current state of a fight; the fight does not change.

    `players` make the decisions on the way; without them each question gets its default. With
    `best_replies` every side makes the decision that is best for it.
    """
    started = thread_time()
    if best_replies:
        odds = best_reply_odds(fight, who, attack, players or [], cache or OddsCache(), progress)
    else:
        table = OddsTable(players, cache)
        copied = fight.copy(table)

        def run(_: Table) -> AttackOutcome:
            copied.become(fight)  # each path begins with the fight in its current state
            return attack_outcome(copied, who, attack)

        odds = table.explore(run)
    return summarize(fight, who, attack, odds, thread_time() - started)


def effect_between(
    bare: AttackOdds, found: AttackOdds, noted: NotedReplies, name: str
) -> ReplyEffect | None:
    """Return the effect of replies from the odds without and with them; None if there is none."""
    pairs = ((found.hit, bare.hit), (found.mean, bare.mean), (found.drop, bare.drop))
    if all(abs(one - other) < SMALL_DIFFERENCE for one, other in pairs):
        return None
    return ReplyEffect(name, found.hit, found.mean, found.drop, noted.replies())


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
    """Return the odds of an attack to which every fighter gives the best reply.

    Raises TooManyRepliesError if that takes longer than BEST_REPLY_SECONDS.
    """
    started = perf_counter()
    before = fighter_states(fight)
    table = BestReplyTable(set(range(len(fight.setup.sides))), players, cache)

    def run(table: Table) -> tuple[AttackOutcome, Changes]:
        used = (perf_counter() - started) / BEST_REPLY_SECONDS
        if progress is not None:
            progress(min(1.0, used))
        if used > 1:
            raise TooManyRepliesError
        copied = fight.copy(table)
        return attack_outcome(copied, who, attack), state_changes(copied, before)

    found = table.resolve(run, fight, lambda outcome: outcome[1])
    chances: Any = found.probabilities  # by the outcome and the changes
    return Odds(grouped(chances, lambda one: one[0]), found.error, found.paths)


def attack_outcome(fight: Fight, who: int, attack: Option) -> AttackOutcome:
    """Make an attack in this fight and return its outcome."""
    return AttackOutcome(*fight.attack_outcome(who, attack))


def summarize(fight: Fight, who: int, attack: Option, odds: Odds, seconds: float) -> AttackOdds:
    """Return the odds of an attack from the distribution of its outcomes."""
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
    """List the ids of the rules that some tries of an attack meet, in the order of play."""
    found: dict[str, None] = {}
    for number in range(RULE_SAMPLES):
        table = RecordingTable(LiveTable(Dice(number), players))
        fight.copy(table).make_attack(who, attack)
        for event in table.events:
            found.update(dict.fromkeys(event.rules))
    return list(found)
