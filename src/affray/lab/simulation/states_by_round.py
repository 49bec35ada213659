"""The states of all fighters at the end of each round, over many fights: "Is X down by round
2?"."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from affray.core.batch import Batch
from affray.core.dice import Dice
from affray.core.fight import STANDING, Fight, Setup
from affray.core.playouts import Snapshot
from affray.core.table import LiveTable, Player, Table
from affray.core.tape import RecordingTable, TapeTable
from affray.lab.simulation.details import EventCounter
from affray.lab.statistics import wilson

MOST_ROUNDS = 1000
"""The last round whose states are recorded."""

LAST_SHARE = 0.995
"""The share of fights that must be over by the last round shown."""


@dataclass
class StatesByRound:
    """Sums over fights: which fighters stand at the end of each round, and with how much health.

    `standing` and `health` count fights that go on after the round. `last_standing` and
    `last_health` count fights that end in it.
    """

    fights: int = 0
    standing: Counter[tuple[int, int]] = field(default_factory=Counter)
    health: Counter[tuple[int, int]] = field(default_factory=Counter)
    last_standing: Counter[tuple[int, int]] = field(default_factory=Counter)
    last_health: Counter[tuple[int, int]] = field(default_factory=Counter)
    ended: Counter[int] = field(default_factory=Counter)

    def add(self, other: StatesByRound) -> None:
        """Add the sums of another object."""
        self.fights += other.fights
        for name in ("standing", "health", "last_standing", "last_health", "ended"):
            getattr(self, name).update(getattr(other, name))

    def play(self, fight: Fight) -> None:
        """Play a fight to its end and add its states."""
        states = standing_with_health(fight)
        while not fight.is_over():
            number = int(fight.round)
            fight.step()
            if fight.round > number and number > 0:
                # the step began a new round, so the last one ended before it
                for later in range(number, min(int(fight.round), MOST_ROUNDS)):
                    self.add_states(states, later, self.standing, self.health)
            states = standing_with_health(fight)
        last = int(fight.round)
        self.add_states(states, last, self.last_standing, self.last_health)
        self.ended[last] += 1
        self.fights += 1

    def add_states(
        self,
        states: list[tuple[int, int]],
        number: int,
        standing: Counter[tuple[int, int]],
        health: Counter[tuple[int, int]],
    ) -> None:
        """Add the states at the end of a round."""
        for who, left in states:
            standing[who, number] += 1
            health[who, number] += left

    def data(self, setup: Setup) -> dict[str, Any]:
        """Return the shares at the end of each round as JSON data."""
        rounds = self.rounds_shown()
        return {
            "fights": self.fights,
            "rounds": rounds,
            "over": [self.over_by(number) / self.fights for number in rounds],
            "fighters": [
                self.fighter_data(int(one.index), one.name, setup.sides[one.side], rounds)
                for one in setup.new_fight(Table(False)).roster()
            ],
        }

    def rounds_shown(self) -> list[int]:
        """List the rounds from the first to the one by which nearly all fights are over."""
        over = 0
        for number in sorted(self.ended):
            over += self.ended[number]
            if over >= LAST_SHARE * self.fights:
                return list(range(1, number + 1))
        return []

    def over_by(self, number: int) -> int:
        """Return the number of fights that are over by the end of a round."""
        return sum(count for last, count in self.ended.items() if last <= number)

    def fighter_data(self, who: int, name: str, side: str, rounds: list[int]) -> dict[str, Any]:
        """Return a fighter's shares at the end of each round.

        A fight that is over keeps its last state.
        """
        down, intervals, health = [], [], []
        stood = left = 0
        for number in rounds:
            stood += self.last_standing[who, number]
            left += self.last_health[who, number]
            fallen = self.fights - stood - self.standing[who, number]
            down.append(fallen / self.fights)
            intervals.append(list(wilson(fallen, self.fights)))
            health.append((left + self.health[who, number]) / self.fights)
        return {"name": name, "side": side, "down": down, "interval": intervals, "health": health}


def standing_with_health(fight: Fight) -> list[tuple[int, int]]:
    """List the fighters who stand, each with its health."""
    return [(int(one.index), one.health()) for one in fight.roster() if one.state() == STANDING]


def play_watched(
    setup: Setup,
    snapshot: Snapshot | None,
    players: list[Player],
    seed: int,
    first: int,
    count: int,
    counter: EventCounter | None,
    states: StatesByRound | None,
) -> Batch:
    """Play the fights numbered from `first` on, from the start or from a snapshot.

    The fights are the same as those of `play_batch`. `counter` counts their events, and `states`
    records their states by round.
    """
    batch = Batch(len(setup.sides))
    is_recorded = counter is not None or any(player.needs_tape() for player in players)
    for number in range(first, first + count):
        table: Table = LiveTable(Dice(seed, number), players)
        if snapshot is not None:
            table = TapeTable(snapshot.answers, table)
        recording = RecordingTable(table, counter is not None) if is_recorded else None
        seat = recording or table
        fight = setup.new_fight(seat) if snapshot is None else snapshot.fight.copy(seat)
        if states is not None:
            states.play(fight)
        else:
            fight.play()
        batch.add_fight(fight, number)
        if counter is not None and recording is not None:
            for event in recording.events:
                counter.hear(event)
            counter.end_fight(fight)
    return batch
