"""Elemental dice: hands of them, what is left after Spirit and Void, and who has more.

A hand is one number: how many dice are left of a pool, and how many of them show each of the
four elements that count. Where nobody will ask how many, only whether there is one is kept, so
that exact odds walk few hands instead of many.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table, cut_at

FIRE: Final[i64] = 1
WATER: Final[i64] = 2
AIR: Final[i64] = 3
EARTH: Final[i64] = 4
SPIRIT: Final[i64] = 5
VOID: Final[i64] = 6

SIDES: Final[i64] = 6
"""The elemental die has each element once [dice.elements]."""

ELEMENTS: Final = ["", "Fire", "Water", "Air", "Earth", "Spirit", "Void"]

KEPT: Final[i64] = cut_at(WATER) | cut_at(AIR) | cut_at(EARTH) | cut_at(SPIRIT)
"""Combat tells the four kept elements apart, and Spirit from Void not at all."""

WIDTH: Final[i64] = 6
"""Bits for the dice of one element in a hand; the number of all dice left stands above them."""

DIGIT: Final[i64] = (1 << WIDTH) - 1
TOTAL: Final[i64] = 4 * WIDTH
HAND: Final[i64] = TOTAL + WIDTH

ALL_FOUR: Final[i64] = 15
"""The elements of a hand that shows all four."""

# how a pool is rolled; from FIRE to EARTH, the dice of that element are counted
PLAIN: Final[i64] = 0
MASTER: Final[i64] = 5
OPEN: Final[i64] = 6
COUNTED: Final[i64] = 7

DEFENDER: Final[i64] = 16
"""In an outcome, beside the winner's elements: the defender has won."""

UNDECIDED: Final[i64] = 1 << 60
"""In a clash's result: a master may still roll a die again, and both hands are given."""


def one_more(hand: i64, face: i64) -> i64:
    """A hand with one more die; Spirit and Void do not stay."""
    if face > EARTH:
        return hand
    one: i64 = 1
    return hand + (one << TOTAL) + (one << (WIDTH * (face - 1)))


def one_less(hand: i64, element: i64) -> i64:
    """A hand without one of its dice."""
    one: i64 = 1
    return hand - (one << TOTAL) - (one << (WIDTH * (element - 1)))


def left_in(hand: i64) -> i64:
    """How many dice a hand has left."""
    return hand >> TOTAL


def of_element(hand: i64, element: i64) -> i64:
    """How many dice of a hand show an element, as far as the hand keeps count."""
    return (hand >> (WIDTH * (element - 1))) & DIGIT


def elements_in(hand: i64) -> i64:
    """The elements a hand shows, one bit each."""
    found: i64 = 0
    one: i64 = 1
    for place in range(4):
        if (hand >> (WIDTH * place)) & DIGIT:
            found |= one << place
    return found


def counted_to(hand: i64, most: i64) -> i64:
    """The hand with no element counted further than `most`."""
    found: i64 = left_in(hand) << TOTAL
    for place in range(4):
        count: i64 = (hand >> (WIDTH * place)) & DIGIT
        found |= (count if count < most else most) << (WIDTH * place)
    return found


@mypyc_attr(acyclic=True)
class Roll(Stage):
    """A pool of elemental dice, without its Spirit and Void [close.roll].

    A MASTER has rolled one of those again before they are discarded [reroll.keywords]: there is
    nothing better to do with the re-roll, so nobody is asked. OPEN leaves that for later.
    """

    dice: Final[i64]
    how: Final[i64]
    shown: Transient[list[str]]

    def __init__(self, dice: i64, how: i64) -> None:
        self.dice = dice
        self.how = how
        self.shown = []

    def key(self) -> Hashable:
        return (int(self.dice), int(self.how))

    def play(self, table: Table) -> i64:
        hand: i64 = 0
        for face in table.roll(self.dice, SIDES, KEPT):
            hand = one_more(hand, face)
            if table.wants_events:
                self.shown.append(ELEMENTS[face])
        if self.how == MASTER:
            if wants_more(hand, self.dice):
                return counted_to(hand, 2)
            if left_in(hand) < self.dice:
                hand = self.again(table, hand)
        return self.as_needed(hand)

    def as_needed(self, hand: i64) -> i64:
        """The hand, counted as far as somebody may ask."""
        if self.how == COUNTED:
            return hand
        if self.how == OPEN:
            return counted_to(hand, 2)
        found = counted_to(hand, 1)
        if FIRE <= self.how <= EARTH and of_element(hand, self.how):
            found += (of_element(hand, self.how) - 1) << (WIDTH * (self.how - 1))
        return found

    def again(self, table: Table, hand: i64) -> i64:
        """Rolls a die that was about to be discarded once more."""
        face = table.die(SIDES, KEPT)
        if table.wants_events:
            self.shown.append("→" + ELEMENTS[face])
        return one_more(hand, face)


def defender_wins(attack: i64, defence: i64, edge: i64) -> bool:
    """More dice left wins, and a tie goes to the attacker [close.winner]; an `edge` is how many
    dice more a defender needs against a dirty fighter [keywords.profiles]."""
    return left_in(defence) > left_in(attack) + edge


def outcome_of(attack: i64, defence: i64, edge: i64) -> i64:
    """Who won, and which elements the winner has to choose from; none is no result."""
    if defender_wins(attack, defence, edge):
        return DEFENDER | elements_in(defence)
    return elements_in(attack)


def wants_more(hand: i64, dice: i64) -> bool:
    """Whether a winner whose dice all count could still roll one again for another element."""
    return left_in(hand) == dice and elements_in(hand) != ALL_FOUR


@mypyc_attr(acyclic=True)
class Clash(Stage):
    """Both pools of a combat: the outcome, or both hands where a master may still decide.

    With a die to be discarded a master rolls that one again. Only a winning master with none
    has a choice: to keep the hand, or risk one of its dice for another element.
    """

    def __init__(
        self,
        attack: i64,
        defence: i64,
        attacker_is_master: bool,
        defender_is_master: bool,
        edge: i64,
    ) -> None:
        self.attack: Final = Roll(attack, MASTER if attacker_is_master else PLAIN)
        self.defence: Final = Roll(defence, MASTER if defender_is_master else PLAIN)
        self.edge: Final[i64] = edge

    def key(self) -> Hashable:
        attack, defence = self.attack, self.defence
        return (
            int(attack.dice),
            int(defence.dice),
            int(attack.how),
            int(defence.how),
            int(self.edge),
        )

    def play(self, table: Table) -> i64:
        attack = table.stage(self.attack)
        defence = table.stage(self.defence)
        if defender_wins(attack, defence, self.edge):
            if self.defence.how == MASTER and wants_more(defence, self.defence.dice):
                safe = left_in(defence) - 1 > left_in(attack) + self.edge
                return UNDECIDED | defence << HAND | (0 if safe else attack)
        elif self.attack.how == MASTER and wants_more(attack, self.attack.dice):
            safe = left_in(defence) <= left_in(attack) - 1 + self.edge
            return UNDECIDED | (0 if safe else defence) << HAND | attack
        return outcome_of(attack, defence, self.edge)


def attacker_hand(result: i64) -> i64:
    """The attacker's hand in an undecided clash."""
    one: i64 = 1
    return result & ((one << HAND) - 1)


def defender_hand(result: i64) -> i64:
    """The defender's hand in an undecided clash."""
    one: i64 = 1
    return (result >> HAND) & ((one << HAND) - 1)


@mypyc_attr(acyclic=True)
class AffinityTest(Stage):
    """One die that succeeds on a model's own elements: 1 for a success.

    `tries` is 2 where it may be rolled again. By `is_half`, three faces succeed whatever they are.
    """

    affinity: Final[i64]
    tries: Final[i64]
    is_half: Final[bool]
    shown: Transient[list[str]]

    def __init__(self, affinity: i64, tries: i64 = 1, is_half: bool = False) -> None:
        self.affinity = affinity
        self.tries = tries
        self.is_half = is_half
        self.shown = []

    def key(self) -> Hashable:
        return (int(self.affinity), int(self.tries), self.is_half)

    def play(self, table: Table) -> i64:
        one: i64 = 1
        for _ in range(self.tries):
            face = table.die(SIDES)
            if table.wants_events:
                self.shown.append(ELEMENTS[face])
            succeeds = face <= AIR if self.is_half else (self.affinity & (one << face)) != 0
            if succeeds:
                return 1
        return 0
