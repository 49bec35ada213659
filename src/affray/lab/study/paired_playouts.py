"""Paired playouts: play on from two points of a fight with the same dice.

The common dice remove luck from the comparison: a difference is due to what happened between the
two points. Across dice that were rolled, playouts from the earlier point roll these dice again with
their own numbers, and use the common dice from the next question on. If the new roll has the same
result as in the fight, both playouts are identical. Across a decision all dice are common.
"""

from __future__ import annotations

from collections import Counter

from affray.core.dice import Dice
from affray.core.fight import Fight
from affray.core.playouts import Snapshot
from affray.core.questions import Option, Question, Ruling
from affray.core.table import LiveTable, Player
from affray.core.tape import TapeTable
from affray.lab.study.points import Cause, Link, StudiedFight

PairCounts = Counter[tuple[int, int]]
"""How often each pair of winners occurred: from the first point, and from the second with the same
dice."""

SEEDS_PER_STUDY = 1_000_003


class DiceSwitch(Player):
    """A player that switches a live table over at the first question.

    From then on the common dice are rolled and the real players decide.
    """

    def __init__(self, players: list[Player], common_dice: Dice) -> None:
        self.players = players
        self.common_dice = common_dice
        self.table: LiveTable | None = None

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        """Switch the dice and the players, then ask the question again."""
        assert self.table is not None
        self.table.dice = self.common_dice
        self.table.players = self.players
        self.table.gm = LiveTable(self.common_dice, self.players).gm
        return self.table.ask(fight, question)


def switching_table(players: list[Player], own_dice: Dice, common_dice: Dice) -> LiveTable:
    """Return a table that rolls `own_dice` up to the first question and `common_dice` after it."""
    switch = DiceSwitch(players, common_dice)
    switch.table = LiveTable(own_dice, [switch] * len(players), switch)
    return switch.table


def play_on(snapshot: Snapshot, table: LiveTable) -> int:
    """Play from a snapshot to the end and return the winner."""
    fight = snapshot.fight.copy(TapeTable(snapshot.answers, table))
    if not fight.is_over():
        fight.step()
        fight.table = table
        fight.play()
    return int(fight.winner())


def link_seed(seed: int, link: Link) -> int:
    """Return the seed of the playouts across a link, different for each link."""
    return seed * SEEDS_PER_STUDY + 4 * link.first


def play_link(studied: StudiedFight, link: Link, seed: int, first: int, count: int) -> PairCounts:
    """Play on from both points of a link, with `count` dice numbers starting at `first`."""
    before = studied.history.snapshot(link.answers_before)
    after = studied.history.snapshot(link.answers_after)
    players = studied.players
    own, common = link_seed(seed, link), link_seed(seed, link) + 1
    counts: PairCounts = Counter()
    for number in range(first, first + count):
        if link.cause is Cause.DICE:
            table = switching_table(players, Dice(own, number), Dice(common, number))
        else:
            table = LiveTable(Dice(common, number), players)
        was = play_on(before, table)
        counts[was, play_on(after, LiveTable(Dice(common, number), players))] += 1
    return counts


def play_snapshots(
    one: Snapshot, other: Snapshot, players: list[Player], seed: int, first: int, count: int
) -> PairCounts:
    """Play on from two snapshots of the same moment with the same dice."""
    counts: PairCounts = Counter()
    for number in range(first, first + count):
        won = play_on(one, LiveTable(Dice(seed, number), players))
        counts[won, play_on(other, LiveTable(Dice(seed, number), players))] += 1
    return counts
