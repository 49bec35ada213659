"""Many fights in a row; only their results are recorded."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.dice import WORD, Dice
from affray.core.events import Listener
from affray.core.fight import Fight, Setup
from affray.core.questions import NOBODY
from affray.core.table import CheckingTable, LiveTable, Player
from affray.core.tape import RecordingTable

CHECKED_EVERY: Final = 200
"""One fight in this many is played at a table that refuses illegal answers."""

FNV_PRIME: Final[i64] = 16777619
FNV_START: Final[i64] = 2166136261


class Batch:
    """The results of many fights: wins by side, draws, turns, and the count of each length."""

    def __init__(self, sides: int) -> None:
        self.fights: i64 = 0
        self.turns: i64 = 0
        self.draws: i64 = 0
        self.wins: list[int] = [0] * sides
        self.rounds: dict[int, int] = {}
        self.checksum: i64 = 0
        self.winners: list[int] = []
        """The winner of each fight in order, if requested."""

    def add_fight(self, fight: Fight, number: int) -> i64:
        """Add a fight that is over. Return the side that won it."""
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
    listener: Listener | None = None,
) -> Batch:
    """Play the fights numbered from `first` on.

    Each fight is seeded by its own number, so it is the same in any batch and any process, and the
    checksums of batches add up.
    """
    batch = Batch(len(setup.sides))
    looks_back = any(player.needs_tape() for player in players)
    table = LiveTable(Dice(seed), players, None, listener)
    fight = setup.new_fight(table)
    start = fight.copy(table)
    for number in range(first, first + count):
        dice = Dice(seed, number)
        if looks_back:
            played = play_recorded(setup, players, dice, listener)
        elif number % CHECKED_EVERY == 0:
            played = setup.new_fight(CheckingTable(dice, players, None, listener))
            played.play()
        else:
            # all others reuse one fight at one table, reset to its beginning
            table.dice = dice
            fight.become(start)
            fight.play()
            played = fight
        if listener is not None:
            listener.end_fight(played)
        winner = batch.add_fight(played, number)
        if keep_winners:
            batch.winners.append(int(winner))
    return batch


def play_recorded(
    setup: Setup, players: list[Player], dice: Dice, listener: Listener | None
) -> Fight:
    """Play a fight and record its tape, for players that look back."""
    table = RecordingTable(CheckingTable(dice, players), listener is not None)
    fight = setup.new_fight(table)
    fight.play()
    if listener is not None:
        for event in table.events:
            listener.hear(event)
    return fight


def checksum_part(number: i64, winner: i64, rounds: i64, turns: i64) -> i64:
    """Return a fight's part of the checksum (FNV-1a), with equal results compiled or not."""
    found: i64 = FNV_START
    found = ((found ^ number) * FNV_PRIME) & WORD
    found = ((found ^ winner) * FNV_PRIME) & WORD
    found = ((found ^ rounds) * FNV_PRIME) & WORD
    return ((found ^ turns) * FNV_PRIME) & WORD
