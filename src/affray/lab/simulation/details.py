"""What happened within many fights: health left, who dropped whom, harm, and rules used.

It comes from the events that every ruleset tells, so only fights whose events are recorded count;
the figures say how many those were.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from affray.core.batch import Batch, play_batch
from affray.core.dice import Dice
from affray.core.event_counts import EventCounts
from affray.core.fight import Setup
from affray.core.playouts import Snapshot
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable, TapeTable


@dataclass
class FightDetails:
    """Sums over the fights whose events were recorded. Those of several batches can be added."""

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

    def add(self, other: FightDetails) -> None:
        """Adds another's sums."""
        if other.fights == 0:
            return
        self.fights += other.fights
        self.rounds += other.rounds
        for name in ("standing", "health", "dealt", "taken", "drops", "uses", "used_in"):
            getattr(self, name).update(getattr(other, name))

    @staticmethod
    def of(counts: EventCounts) -> FightDetails:
        """The sums of what was counted while fights were fought."""
        fighters, uses = counts.fighters, counts.uses
        return FightDetails(
            int(counts.fights),
            int(counts.rounds),
            Counter({name: int(sums.standing) for name, sums in fighters.items()}),
            Counter({name: int(sums.health) for name, sums in fighters.items()}),
            Counter({name: int(sums.dealt) for name, sums in fighters.items()}),
            Counter({name: int(sums.taken) for name, sums in fighters.items()}),
            Counter(counts.drops()),
            Counter(counts.times_by_rule()),
            Counter({rule: int(use.fights) for rule, use in uses.items()}),
        )

    def data(self, setup: Setup) -> dict[str, Any]:
        """The figures, as JSON has them."""
        roster = setup.new_fight(LiveTable(Dice(0), [])).roster()
        fighters = []
        for fighter in roster:
            name = fighter.name
            fighters.append(
                {
                    "name": name,
                    "side": setup.sides[fighter.side],
                    "standing": self.standing[name] / self.fights,
                    "mean_health": self.health[name] / self.fights,
                    "max_health": fighter.max_health(),
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


def play_detailed_batch(
    setup: Setup, players: list[Player], seed: int, first: int, count: int
) -> tuple[Batch, FightDetails]:
    """Plays the same fights as `play_batch` by itself would, and counts what they tell."""
    counts = EventCounts()
    batch = play_batch(setup, players, seed, first, count, counts=counts)
    return batch, FightDetails.of(counts)


def play_on(
    snapshot: Snapshot, players: list[Player], seed: int, first: int, count: int, has_details: bool
) -> tuple[Batch, FightDetails]:
    """Plays fights numbered from `first` on that go on from a point of one."""
    batch, counts = Batch(len(snapshot.fight.setup.sides)), EventCounts()
    needs_tape = any(player.needs_tape() for player in players)
    for number in range(first, first + count):
        live = LiveTable(Dice(seed, number), players)
        table: Table = TapeTable(snapshot.answers, live)
        recording = RecordingTable(table, has_details) if has_details or needs_tape else None
        fight = snapshot.fight.copy(recording or table)
        fight.play()
        batch.add_fight(fight, number)
        if has_details and recording is not None:
            counts.add_fight(fight, recording.events)
    return batch, FightDetails.of(counts)
