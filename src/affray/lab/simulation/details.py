"""Details of many fights: remaining health, who dropped whom, harm, and rules used.

The details come from the events that every ruleset emits. They include the number of recorded
fights, and a 95 % interval for each value.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from affray.core.events import Event, Listener
from affray.core.fight import STANDING, Fight, Setup
from affray.core.table import Table
from affray.lab.statistics import Z95, wilson

UNKNOWN = "—"
"""The name of the cause of harm without a fighter: a fall, a fire, a ruling."""

SUMS = ("standing", "health", "dealt", "taken", "drops", "uses", "used_in")
"""The names of the sums over fights."""

PRODUCTS = ("health", "dealt", "taken", "drops", "uses")
"""The sums whose squares are recorded as well, for their errors."""


@dataclass
class FightDetails:
    """Sums over the fights with recorded events; those of several batches can be added."""

    fights: int = 0
    rounds: int = 0
    rounds_squared: int = 0
    standing: Counter[Any] = field(default_factory=Counter)
    health: Counter[Any] = field(default_factory=Counter)
    dealt: Counter[Any] = field(default_factory=Counter)
    taken: Counter[Any] = field(default_factory=Counter)
    drops: Counter[Any] = field(default_factory=Counter)
    """How often the first fighter of each pair dropped the second."""
    uses: Counter[Any] = field(default_factory=Counter)
    used_in: Counter[Any] = field(default_factory=Counter)
    """The number of fights in which each rule was used."""
    squares: dict[str, Counter[Any]] = field(
        default_factory=lambda: {name: Counter() for name in PRODUCTS}
    )
    """The sums of the squares of each fight's values."""
    by_rounds: dict[str, Counter[Any]] = field(
        default_factory=lambda: {"dealt": Counter(), "taken": Counter()}
    )
    """The sums of a fight's harm times its rounds, for the errors of harm by round."""

    def add(self, other: FightDetails) -> None:
        """Add the sums of another object."""
        if other.fights == 0:
            return
        self.fights += other.fights
        self.rounds += other.rounds
        self.rounds_squared += other.rounds_squared
        for name in SUMS:
            getattr(self, name).update(getattr(other, name))
        for mine, theirs in ((self.squares, other.squares), (self.by_rounds, other.by_rounds)):
            for name, sums in theirs.items():
                mine[name].update(sums)

    def add_fight(self, figures: dict[str, Counter[Any]], rounds: int) -> None:
        """Add the values of one fight."""
        self.fights += 1
        self.rounds += rounds
        self.rounds_squared += rounds * rounds
        for name, found in figures.items():
            getattr(self, name).update(found)
            squares = self.squares[name]
            for key, value in found.items():
                squares[key] += value * value
            if name in self.by_rounds:
                for key, value in found.items():
                    self.by_rounds[name][key] += value * rounds

    def mean_error(self, name: str, key: Any) -> float:
        """Return half the width of the 95 % interval of a mean over fights."""
        mean = getattr(self, name)[key] / self.fights
        variance = max(0.0, self.squares[name][key] / self.fights - mean * mean)
        return Z95 * sqrt(variance / self.fights)

    def per_round(self, name: str, key: str) -> tuple[float, float]:
        """Return the harm by round, and half the width of its 95 % interval."""
        rounds = max(1, self.rounds)
        share = getattr(self, name)[key] / rounds
        variance = max(
            0.0,
            self.squares[name][key]
            - 2 * share * self.by_rounds[name][key]
            + share * share * self.rounds_squared,
        )
        return share, Z95 * sqrt(variance) / rounds

    def data(self, setup: Setup) -> dict[str, Any]:
        """Return the details as JSON data; each `_error` is half the width of a 95 % interval."""
        return {
            "fights": self.fights,
            "fighters": [
                self.fighter_data(one, setup) for one in setup.new_fight(Table(False)).roster()
            ],
            "drops": [
                {
                    "by": by,
                    "who": who,
                    "per_fight": count / self.fights,
                    "error": self.mean_error("drops", (by, who)),
                }
                for (by, who), count in sorted(
                    self.drops.items(), key=lambda item: (-item[1], item[0])
                )
            ],
            "rules": [
                {
                    "id": rule,
                    "per_fight": count / self.fights,
                    "error": self.mean_error("uses", rule),
                    "fights": self.used_in[rule] / self.fights,
                    "fights_interval": list(wilson(self.used_in[rule], self.fights)),
                }
                for rule, count in sorted(self.uses.items(), key=lambda item: (-item[1], item[0]))
            ],
        }

    def fighter_data(self, fighter: Any, setup: Setup) -> dict[str, Any]:
        """Return a fighter's results over all fights."""
        name = fighter.name
        dealt, dealt_error = self.per_round("dealt", name)
        taken, taken_error = self.per_round("taken", name)
        return {
            "name": name,
            "side": setup.sides[fighter.side],
            "standing": self.standing[name] / self.fights,
            "standing_interval": list(wilson(self.standing[name], self.fights)),
            "mean_health": self.health[name] / self.fights,
            "mean_health_error": self.mean_error("health", name),
            "max_health": fighter.max_health(),
            "dealt_per_round": dealt,
            "dealt_per_round_error": dealt_error,
            "taken_per_round": taken,
            "taken_per_round_error": taken_error,
        }


class EventCounter(Listener):
    """A listener that adds up the events of fights."""

    def __init__(self) -> None:
        self.details = FightDetails()
        self.current: dict[str, Counter[Any]] = {name: Counter() for name in PRODUCTS}
        """The values of the current fight."""

    def hear(self, event: Event) -> None:
        """Add an event."""
        self.current["uses"].update(event.rules)
        if event.kind == "hurt":
            harm = health_lost(event)
            self.current["dealt"][name_in(event, "by")] += harm
            self.current["taken"][name_in(event, "who")] += harm
        elif event.kind == "out":
            self.current["drops"][name_in(event, "by"), name_in(event, "who")] += 1

    def end_fight(self, fight: Fight) -> None:
        """Add the totals of a fight that is over."""
        details = self.details
        details.used_in.update(self.current["uses"].keys())
        for fighter in fight.roster():
            if fighter.state() == STANDING:
                details.standing[fighter.name] += 1
                self.current["health"][fighter.name] += fighter.health()
        details.add_fight(self.current, int(fight.round))
        self.current = {name: Counter() for name in PRODUCTS}


def health_lost(event: Event) -> int:
    """Return the harm of a "hurt" event: the health lost, never more than the fighter had.

    Most rulesets report the health before. A ruleset that adds damage up reports its limit as
    `dur`.
    """
    harm, before, limit = (event.parts.get(name) for name in ("harm", "before", "dur"))
    assert isinstance(harm, int)
    if not isinstance(before, int):
        return harm
    left = limit - before if isinstance(limit, int) else before
    return min(harm, max(0, left))


def name_in(event: Event, part: str) -> str:
    """Return the name in a part of an event, or a dash."""
    name = event.parts.get(part)
    return name if isinstance(name, str) and name else UNKNOWN
