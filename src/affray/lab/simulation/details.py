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
from affray.core.events import Event, Listener
from affray.core.fight import STANDING, Fight, Setup
from affray.core.playouts import Snapshot
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable, TapeTable

UNKNOWN = "—"
"""The name of the cause of harm that no fighter did: a fall, a fire, a ruling."""


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


class EventCounter(Listener):
    """Adds up the events of fights."""

    def __init__(self) -> None:
        self.details = FightDetails()
        self.rules: set[str] = set()
        """The rules used in the fight that is going on."""

    def hear(self, event: Event) -> None:
        """Add an event."""
        details = self.details
        details.uses.update(event.rules)
        self.rules.update(event.rules)
        if event.kind == "hurt":
            harm = event.parts["harm"]
            assert isinstance(harm, int)
            details.dealt[name_in(event, "by")] += harm
            details.taken[name_in(event, "who")] += harm
        elif event.kind == "out":
            details.drops[name_in(event, "by"), name_in(event, "who")] += 1

    def end_fight(self, fight: Fight) -> None:
        """Add a fight that is over."""
        details = self.details
        details.fights += 1
        details.rounds += fight.round
        details.used_in.update(self.rules)
        self.rules.clear()
        for fighter in fight.roster():
            if fighter.state() == STANDING:
                details.standing[fighter.name] += 1
                details.health[fighter.name] += fighter.health()


def name_in(event: Event, part: str) -> str:
    """Return the name in a part of an event, or a dash."""
    name = event.parts.get(part)
    return name if isinstance(name, str) and name else UNKNOWN


def play_detailed_batch(
    setup: Setup, players: list[Player], seed: int, first: int, count: int
) -> tuple[Batch, FightDetails]:
    """Play the same fights as `play_batch` would, and count their events."""
    counter = EventCounter()
    batch = play_batch(setup, players, seed, first, count, listener=counter)
    return batch, counter.details


def play_on(
    snapshot: Snapshot, players: list[Player], seed: int, first: int, count: int, has_details: bool
) -> tuple[Batch, FightDetails]:
    """Play fights numbered from `first` on that continue from a point within a fight."""
    batch, counter = Batch(len(snapshot.fight.setup.sides)), EventCounter()
    needs_tape = any(player.needs_tape() for player in players)
    for number in range(first, first + count):
        live = LiveTable(Dice(seed, number), players)
        table: Table = TapeTable(snapshot.answers, live)
        recording = RecordingTable(table, has_details) if has_details or needs_tape else None
        fight = snapshot.fight.copy(recording or table)
        fight.play()
        batch.add_fight(fight, number)
        if has_details and recording is not None:
            for event in recording.events:
                counter.hear(event)
            counter.end_fight(fight)
    return batch, counter.details
