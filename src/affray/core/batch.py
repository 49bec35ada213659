"""Many fights in a row, with nothing kept of each but what came out of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.dice import WORD, Dice
from affray.core.event_counts import CheckingCountingTable, CountingTable, EventCounts
from affray.core.events import Event
from affray.core.fight import Fight, Setup
from affray.core.questions import NOBODY
from affray.core.table import CheckingTable, LiveTable, Player, Table
from affray.core.tape import RecordingTable

CHECKED_EVERY: Final = 200
"""Of so many fights one is played at a table that refuses what is no option."""

NO_EVENTS: Final[list[Event]] = []
"""What is left to be counted of a fight that was counted meanwhile, or that nobody counts."""

FNV_PRIME: Final[i64] = 16777619
FNV_START: Final[i64] = 2166136261


class Batch:
    """What a run of fights came to: wins by side, draws, turns, how many lasted how long."""

    def __init__(self, sides: int) -> None:
        self.fights: i64 = 0
        self.turns: i64 = 0
        self.draws: i64 = 0
        self.wins: list[int] = [0] * sides
        self.rounds: dict[int, int] = {}
        self.checksum: i64 = 0
        self.winners: list[int] = []
        """Who won each fight, in order, where that is asked for."""

    def add_fight(self, fight: Fight, number: int) -> i64:
        """Adds a fight that is over, and gives the side that won it."""
        winner = fight.winner()
        if winner == NOBODY:
            self.draws += 1
        else:
            self.wins[winner] += 1
        self.fights += 1
        self.turns += fight.turns
        length = int(fight.round)
        self.rounds[length] = self.rounds.get(length, 0) + 1
        self.checksum += checksum_part(number & 0xFFFFFFFF, winner + 1, fight.round, fight.turns)
        return winner


def play_batch(
    setup: Setup,
    players: list[Player],
    seed: int,
    first: int,
    count: int,
    keep_winners: bool = False,
    counts: EventCounts | None = None,
) -> Batch:
    """Plays the fights numbered from `first` on. Each is seeded by its own number, so a fight
    is the same whoever plays it, and in whichever batch; checksums of batches add up. With
    `counts` what they tell is added there."""
    batch = Batch(len(setup.sides))
    looks_back = any(player.needs_tape() for player in players)
    table = counting_or_live(Dice(seed), players, counts)
    fight = setup.new_fight(table)
    start = fight.copy(table)
    for number in range(first, first + count):
        dice = Dice(seed, number)
        if looks_back or number % CHECKED_EVERY == 0:
            apart = apart_table(dice, players, counts, looks_back)
            played = setup.new_fight(apart)
            played.play()
            events = apart.events if isinstance(apart, RecordingTable) else NO_EVENTS
        else:
            # all others are the same fight at the same table, set back to where it began
            table.dice = dice
            fight.become(start)
            fight.play()
            played, events = fight, NO_EVENTS
        if counts is not None:
            counts.add_fight(played, events)
        winner = batch.add_fight(played, number)
        if keep_winners:
            batch.winners.append(int(winner))
    return batch


def counting_or_live(dice: Dice, players: list[Player], counts: EventCounts | None) -> LiveTable:
    """The table for most fights, where nothing is kept of one: it counts if that is wanted."""
    return LiveTable(dice, players) if counts is None else CountingTable(dice, players, counts)


def apart_table(
    dice: Dice, players: list[Player], counts: EventCounts | None, looks_back: bool
) -> Table:
    """The table for a fight by itself: one that keeps the tape for those who look back, or one that
    refuses what is no option."""
    if looks_back:
        return RecordingTable(CheckingTable(dice, players), counts is not None)
    if counts is not None:
        return CheckingCountingTable(dice, players, counts)
    return CheckingTable(dice, players)


def checksum_part(number: i64, winner: i64, rounds: i64, turns: i64) -> i64:
    """A fight's part in the checksum (FNV-1a), the same compiled and not."""
    found: i64 = FNV_START
    found = ((found ^ number) * FNV_PRIME) & WORD
    found = ((found ^ winner) * FNV_PRIME) & WORD
    found = ((found ^ rounds) * FNV_PRIME) & WORD
    return ((found ^ turns) * FNV_PRIME) & WORD
