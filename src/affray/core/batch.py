"""Many fights in a row, with nothing kept of each but what came out of it."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.dice import WORD, Dice
from affray.core.event_counts import CountingTable, EventCounts
from affray.core.fight import Setup
from affray.core.questions import NOBODY
from affray.core.table import CheckingTable, LiveTable, Player, Table
from affray.core.tape import RecordingTable

CHECKED_EVERY: Final = 200
"""Of so many fights one is played at a table that refuses what is no option."""

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
    for number in range(first, first + count):
        dice = Dice(seed, number)
        table: Table
        if looks_back:
            table = RecordingTable(LiveTable(dice, players), counts is not None)
        elif counts is not None:
            table = CountingTable(dice, players, counts, number % CHECKED_EVERY == 0)
        elif number % CHECKED_EVERY == 0:
            table = CheckingTable(dice, players)
        else:
            table = LiveTable(dice, players)
        fight = setup.new_fight(table)
        fight.play()
        if counts is not None:
            counts.add_fight(fight, table.events if isinstance(table, RecordingTable) else [])
        winner = fight.winner()
        if keep_winners:
            batch.winners.append(int(winner))
        if winner == NOBODY:
            batch.draws += 1
        else:
            batch.wins[winner] += 1
        batch.fights += 1
        batch.turns += fight.turns
        length = int(fight.round)
        batch.rounds[length] = batch.rounds.get(length, 0) + 1
        batch.checksum += checksum_part(number & 0xFFFFFFFF, winner + 1, fight.round, fight.turns)
    return batch


def checksum_part(number: i64, winner: i64, rounds: i64, turns: i64) -> i64:
    """A fight's part in the checksum (FNV-1a), the same compiled and not."""
    found: i64 = FNV_START
    found = ((found ^ number) * FNV_PRIME) & WORD
    found = ((found ^ winner) * FNV_PRIME) & WORD
    found = ((found ^ rounds) * FNV_PRIME) & WORD
    return ((found ^ turns) * FNV_PRIME) & WORD
