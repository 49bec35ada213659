"""What happened within many fights: health left, who dropped whom, harm, and rules used.

It comes from the events that every ruleset tells, so only fights that are heard count; the
figures say how many those were.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from affray.core.batch import Batch, checksum_part
from affray.core.dice import Dice
from affray.core.events import Event
from affray.core.fight import Fight, Setup
from affray.core.questions import NOBODY
from affray.core.table import LiveTable, Player
from affray.core.tape import RecordingTable

UNKNOWN = "—"
"""Who is named where nobody did it: a fall, a fire, a ruling."""


@dataclass
class Detail:
    """Sums over the fights that were heard. Those of batches add up."""

    fights: int = 0
    rounds: int = 0
    standing: Counter[str] = field(default_factory=Counter)
    health: Counter[str] = field(default_factory=Counter)
    dealt: Counter[str] = field(default_factory=Counter)
    taken: Counter[str] = field(default_factory=Counter)
    drops: Counter[tuple[str, str]] = field(default_factory=Counter)
    """How often the first dropped the second."""
    uses: Counter[str] = field(default_factory=Counter)
    used_in: Counter[str] = field(default_factory=Counter)
    """In how many fights a rule was used."""

    def add(self, other: Detail) -> None:
        """Takes in another's sums."""
        self.fights += other.fights
        self.rounds += other.rounds
        for name in ("standing", "health", "dealt", "taken", "drops", "uses", "used_in"):
            getattr(self, name).update(getattr(other, name))

    def hear(self, fight: Fight, events: list[Event]) -> None:
        """Takes in a fight that is over, with everything that was told of it."""
        self.fights += 1
        self.rounds += int(fight.round)
        for fighter in fight.roster():
            if fighter.state() == "standing":
                self.standing[fighter.name] += 1
                self.health[fighter.name] += fighter.health()
        used: set[str] = set()
        for event in events:
            self.uses.update(event.rules)
            used.update(event.rules)
            if event.kind == "hurt":
                harm = event.parts["harm"]
                assert isinstance(harm, int)
                self.dealt[named(event, "by")] += harm
                self.taken[named(event, "who")] += harm
            elif event.kind == "out":
                self.drops[named(event, "by"), named(event, "who")] += 1
        self.used_in.update(used)

    def data(self, setup: Setup) -> dict[str, Any]:
        """The figures, as JSON has them."""
        roster = setup.new_fight(LiveTable(Dice(0), [])).roster()
        fighters = []
        for one in roster:
            name = one.name
            fighters.append(
                {
                    "name": name,
                    "side": setup.sides[one.side],
                    "standing": self.standing[name] / self.fights,
                    "mean_health": self.health[name] / self.fights,
                    "max_health": one.max_health(),
                    "dealt_per_round": self.dealt[name] / max(1, self.rounds),
                    "taken_per_round": self.taken[name] / max(1, self.rounds),
                }
            )
        return {
            "fights": self.fights,
            "fighters": fighters,
            "drops": [
                {"by": by, "who": who, "per_fight": count / self.fights}
                for (by, who), count in sorted(
                    self.drops.items(), key=lambda item: (-item[1], item[0])
                )
            ],
            "rules": [
                {
                    "id": rule,
                    "per_fight": count / self.fights,
                    "fights": self.used_in[rule] / self.fights,
                }
                for rule, count in sorted(self.uses.items(), key=lambda item: (-item[1], item[0]))
            ],
        }


def named(event: Event, part: str) -> str:
    """The name in a part of an event."""
    name = event.parts.get(part)
    return name if isinstance(name, str) and name else UNKNOWN


def hear_batch(
    setup: Setup, players: list[Player], seed: int, first: int, count: int
) -> tuple[Batch, Detail]:
    """Plays the same fights as `play_batch` would, and listens to them."""
    batch, detail = Batch(len(setup.sides)), Detail()
    for number in range(first, first + count):
        table = RecordingTable(LiveTable(Dice(seed, number), players))
        fight = setup.new_fight(table)
        fight.play()
        winner = int(fight.winner())
        batch.fights += 1
        batch.turns += fight.turns
        if winner == NOBODY:
            batch.draws += 1
        else:
            batch.wins[winner] += 1
        length = int(fight.round)
        batch.rounds[length] = batch.rounds.get(length, 0) + 1
        batch.checksum += checksum_part(number & 0xFFFFFFFF, winner + 1, fight.round, fight.turns)
        detail.hear(fight, table.events)
    return batch, detail
