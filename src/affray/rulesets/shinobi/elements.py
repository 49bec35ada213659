"""Elemental dice: hands, the dice kept after Spirit and Void, and which hand has more.

At a table, the faces of a hand are rolled and visible to all. For exact odds, a hand need not have
faces: the number of kept dice decides who wins, so it is counted first. The elements are counted
only when they matter. Each kept die shows one of the four elements with equal probability, which
`shown_odds` counts. The rules use both kinds of hands in one way.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import comb
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
"""How combat groups faces: each kept element alone, Spirit and Void together."""

KEPT_CHANCE: Final = 4.0 / 6.0
"""The probability that a die is kept."""

ALL_FOUR: Final[i64] = 15
"""The set of all four kept elements, one bit each."""

NO_FACES: Final[list[int]] = []
"""The faces of a hand that shows none."""


def element_bit(element: i64) -> i64:
    """Return the bit of a kept element in a set."""
    one: i64 = 1
    return one << (element - 1)


def count_bits(elements: i64) -> i64:
    """Count the elements of a set."""
    found: i64 = 0
    while elements:
        elements &= elements - 1
        found += 1
    return found


# --- hands ---


@mypyc_attr(acyclic=True)
class Hand:
    """The dice of one combatant: `kept` of `dice` remain without Spirit and Void.

    `faces` are the rolled dice, including Spirit and Void; they are empty in exact odds, where only
    the number of kept dice is known. `of_mastered` of the kept dice show the element that their
    owner has mastered (`mastered`, if there is one). `has_reroll` says whether their owner may
    still roll one of them again.
    """

    def __init__(self, dice: i64, has_reroll: bool, mastered: i64 = 0) -> None:
        self.dice: Final[i64] = dice
        self.mastered: Final[i64] = mastered
        self.has_reroll: bool = has_reroll
        self.is_rolled: bool = False
        self.kept: i64 = 0
        self.of_mastered: i64 = 0
        self.faces: list[int] = NO_FACES
        self.rerolled: i64 = 0
        """The face of the die that replaced a discarded one when the hand was settled."""

    def key(self) -> tuple[Hashable, ...]:
        """Return all facts about the hand, as a key."""
        return (
            int(self.dice),
            int(self.mastered),
            self.has_reroll,
            self.is_rolled,
            int(self.kept),
            int(self.of_mastered),
            tuple(self.faces),
        )

    def add(self, face: i64) -> None:
        """Add a die; Spirit and Void are discarded [dice.elements]."""
        self.faces = [*self.faces, int(face)]
        if face <= EARTH:
            self.kept += 1
            if face == self.mastered:
                self.of_mastered += 1

    def elements(self, taken: i64 = 0) -> i64:
        """Return the set of the kept dice's elements, without one die of a `taken` element."""
        found: i64 = 0
        face: i64
        for face in self.faces:
            if face == taken:
                taken = 0
            elif face <= EARTH:
                found |= element_bit(face)
        return found

    def is_known(self) -> bool:
        """Return whether the faces of the kept dice are known."""
        return self.kept == 0 or len(self.faces) > 0

    def roll(self, table: Table, count: i64) -> None:
        """Roll dice into the hand."""
        rolled = table.roll(count, SIDES, KEPT)
        face: i64
        for face in rolled:
            if face <= EARTH:
                self.kept += 1
        if self.mastered != 0:
            self.of_mastered += rolled.count(int(self.mastered))
        self.faces = self.faces + rolled if self.faces else rolled
        self.is_rolled = True

    def take(self, roll: Roll) -> None:
        """Take rolled dice into the hand."""
        self.is_rolled = True
        self.kept += roll.kept
        self.of_mastered += roll.of_mastered
        self.faces = self.faces + roll.faces

    def lay(self, kept: i64, of_mastered: i64, faces: list[int]) -> None:
        """Make this a rolled hand with these kept dice."""
        self.is_rolled = True
        self.kept = kept
        self.of_mastered = of_mastered
        self.faces = faces

    def discard_others(self) -> None:
        """Keep only the dice of the mastered element."""
        if self.is_known():
            self.faces = [int(self.mastered)] * self.of_mastered
        self.kept = self.of_mastered

    def settled(self, table: Table) -> Hand:
        """Return the hand rolled, with its re-roll used on a die that would be discarded
        [reroll.once]."""
        hand = Hand(self.dice, self.has_reroll, self.mastered)
        if self.is_rolled:
            hand.kept = self.kept
            hand.of_mastered = self.of_mastered
            hand.faces = self.faces
        else:
            hand.roll(table, self.dice)
        if hand.has_reroll and hand.kept < hand.dice:
            hand.has_reroll = False
            hand.rerolled = table.die(SIDES, KEPT)
            hand.add(hand.rerolled)
        return hand


def is_success(face: i64, affinity: i64, is_half: bool) -> bool:
    """Return whether a face is one of an affinity's, or with `is_half` one of three."""
    return face <= AIR if is_half else (affinity >> face) & 1 != 0


def attacker_leads(attack: i64, defence: i64, edge: i64) -> bool:
    """Return whether the attacker has more dice left, or as many [close.winner].

    Against a dirty fighter the defender needs `edge` dice more [keywords.profiles].
    """
    return defence <= attack + edge


# --- odds, by counting ---


def kept_odds(dice: i64) -> list[float]:
    """Return the probability of each number of kept dice in a pool."""
    found: list[float] = []
    for kept in range(dice + 1):
        ways = float(comb(dice, kept))
        found.append(ways * KEPT_CHANCE ** float(kept) * (1.0 - KEPT_CHANCE) ** float(dice - kept))
    return found


def covering_ways(dice: i64, elements: i64) -> float:
    """Count the ways in which dice show each of some elements and no others."""
    found = 0.0
    for missing in range(elements + 1):
        ways = float(comb(elements, missing)) * float(elements - missing) ** float(dice)
        found += ways if missing % 2 == 0 else -ways
    return found


def shown_odds(kept: i64, mastered: i64, of_mastered: i64) -> list[tuple[int, float]]:
    """Return the probability of each set of elements that kept dice can show.

    `of_mastered` dice show the mastered element, the others any other.
    """
    others = ALL_FOUR & ~element_bit(mastered) if mastered else ALL_FOUR
    certain = element_bit(mastered) if of_mastered > 0 else 0
    dice = kept - of_mastered
    all_ways = float(count_bits(others)) ** float(dice)
    found: list[tuple[int, float]] = []
    for elements in range(ALL_FOUR + 1):
        if elements & ~others == 0:
            ways = covering_ways(dice, count_bits(elements))
            if ways > 0.0:
                found.append((int(elements | certain), ways / all_ways))
    return found


def single_odds(hand: Hand, elements: i64, element: i64) -> float:
    """Return the probability that only one die of a hand shows an element."""
    if element == hand.mastered:
        return 1.0 if hand.of_mastered == 1 else 0.0
    dice = hand.kept - hand.of_mastered
    others = count_bits(elements & ~element_bit(hand.mastered) if hand.mastered else elements)
    return float(dice) * covering_ways(dice - 1, others - 1) / covering_ways(dice, others)


def rolled_odds(dice: i64, mastered: i64) -> list[tuple[int, int, float]]:
    """Return the probability of each number of kept dice, and of dice of a mastered element."""
    found: list[tuple[int, int, float]] = []
    for kept, chance in enumerate(kept_odds(dice)):
        if mastered == 0:
            found.append((kept, 0, chance))
            continue
        for own in range(kept + 1):
            share = float(comb(kept, own)) * 0.25 ** float(own) * 0.75 ** float(kept - own)
            found.append((kept, own, chance * share))
    return found


def settled_odds(hand: Hand) -> list[tuple[Hand, float]]:
    """Return the probability of each hand, rolled and with a re-roll of a discarded die."""
    rolled = [(int(hand.kept), int(hand.of_mastered), 1.0)]
    if not hand.is_rolled:
        rolled = rolled_odds(hand.dice, hand.mastered)
    found: dict[tuple[int, int, bool], float] = {}
    for kept, own, chance in rolled:
        if not hand.has_reroll or kept == hand.dice:
            key = (kept, own, hand.has_reroll)
            found[key] = found.get(key, 0.0) + chance
        else:
            for more, more_own, share in rolled_odds(1, hand.mastered):
                key = (kept + more, own + more_own, False)
                found[key] = found.get(key, 0.0) + chance * share
    hands: list[tuple[Hand, float]] = []
    for (kept, own, has_reroll), chance in found.items():
        settled = Hand(hand.dice, has_reroll, hand.mastered)
        settled.kept = kept
        settled.of_mastered = own
        hands.append((settled, chance))
    return hands


# --- stages ---


@mypyc_attr(acyclic=True)
class Roll(Stage):
    """Some dice, rolled into a hand that others may still have rolled again."""

    count: Final[i64]
    mastered: Final[i64]
    kept: i64 = 0
    of_mastered: i64 = 0
    faces: list[int]

    def __init__(self, count: i64, mastered: i64) -> None:
        self.count = count
        self.mastered = mastered
        self.faces = []

    def key(self) -> Hashable:
        return (int(self.count), int(self.mastered))

    def play(self, table: Table) -> i64:
        hand = Hand(self.count, False, self.mastered)
        hand.roll(table, self.count)
        self.kept = hand.kept
        self.of_mastered = hand.of_mastered
        self.faces = hand.faces
        return 0

    def distribution(self) -> dict[tuple[object, ...], float]:
        rolled = rolled_odds(self.count, self.mastered)
        return {(kept, own, ()): chance for kept, own, chance in rolled}


@mypyc_attr(acyclic=True)
class Elements(Stage):
    """The set of elements that a hand shows after one of its dice was taken away; with no element
    to take, of the whole hand."""

    hand: Final[Hand]
    before: Final[i64]
    taken: Final[i64]
    elements: i64 = 0

    def __init__(self, hand: Hand, before: i64 = 0, taken: i64 = 0) -> None:
        self.hand = hand
        self.before = before
        self.taken = taken

    def key(self) -> Hashable:
        return (self.hand.key(), int(self.before), int(self.taken))

    def play(self, table: Table) -> i64:
        self.elements = self.hand.elements(self.taken)
        return 0

    def distribution(self) -> dict[tuple[object, ...], float] | None:
        hand = self.hand
        if hand.is_known():
            return None
        if self.taken == 0:
            shown = shown_odds(hand.kept, hand.mastered, hand.of_mastered)
            return {(elements,): chance for elements, chance in shown}
        single = single_odds(hand, self.before, self.taken)
        found: dict[tuple[object, ...], float] = {}
        if single > 0.0:
            found[(int(self.before & ~element_bit(self.taken)),)] = single
        if single < 1.0:
            found[(int(self.before),)] = 1.0 - single
        return found


@mypyc_attr(acyclic=True)
class Clash(Stage):
    """Both hands of a combat, up to the first decision: who leads, and with which elements.

    A re-roll is used on a die that would be discarded, which is always best, so no question is
    asked. Only a leader without discarded dice has a choice, and `may_risk` a kept die for another
    element. Then `is_safe` says that they keep the lead with one die fewer. `other_may_risk` says
    that the other combatant would lead otherwise, and have that choice. Both hands are available,
    as far as they still matter.
    """

    attack: Final[Hand]
    defence: Final[Hand]
    edge: Final[i64]
    attacker_leads: bool = True
    elements: i64 = 0
    may_risk: bool = False
    is_safe: bool = False
    other_may_risk: bool = False
    leader_of_mastered: i64 = 0
    other_of_mastered: i64 = 0
    leader_faces: list[int] = NO_FACES
    other_faces: list[int] = NO_FACES
    settled_attack: Transient[Hand]
    settled_defence: Transient[Hand]
    """Both hands after all rolls."""

    def __init__(self, attack: Hand, defence: Hand, edge: i64) -> None:
        self.attack = attack
        self.defence = defence
        self.edge = edge
        self.settled_attack = attack
        self.settled_defence = defence

    def key(self) -> Hashable:
        return (self.attack.key(), self.defence.key(), int(self.edge))

    def play(self, table: Table) -> i64:
        """Roll both hands; find who leads with which elements, and whether they may risk a die."""
        attack, defence = self.attack.settled(table), self.defence.settled(table)
        self.settled_attack, self.settled_defence = attack, defence
        self.compare(attack, defence)
        leader = attack if self.attacker_leads else defence
        if leader.is_known():
            self.lead_with(leader.elements())
        else:
            shown = Elements(leader)
            table.stage(shown)
            self.lead_with(shown.elements)
        if self.may_risk:
            self.leader_faces = leader.faces
            self.other_faces = defence.faces if self.attacker_leads else attack.faces
        return 0

    def compare(self, attack: Hand, defence: Hand) -> None:
        """Find who leads, and whether they may still risk a die."""
        edge = self.edge
        self.attacker_leads = attacker_leads(attack.kept, defence.kept, edge)
        leader, other = (attack, defence) if self.attacker_leads else (defence, attack)
        self.may_risk = leader.has_reroll and leader.kept > 0
        self.is_safe = self.other_may_risk = False
        self.leader_of_mastered = self.other_of_mastered = 0
        if self.may_risk:
            self.leader_of_mastered = leader.of_mastered
            if self.attacker_leads:
                self.is_safe = attacker_leads(attack.kept - 1, defence.kept, edge)
            else:
                self.is_safe = not attacker_leads(attack.kept, defence.kept - 1, edge)
            if not self.is_safe:
                self.other_may_risk = other.has_reroll and other.kept > 0
                self.other_of_mastered = other.of_mastered

    def lead_with(self, elements: i64) -> None:
        """Record the leader's elements; with all four, risking a die gains nothing."""
        self.elements = elements
        self.leader_faces = NO_FACES
        self.other_faces = NO_FACES
        if elements == ALL_FOUR:
            self.may_risk = self.is_safe = self.other_may_risk = False
            self.leader_of_mastered = self.other_of_mastered = 0

    def leader(self) -> Hand:
        """Return the hand of a leader who may risk a die: all its dice are kept."""
        pool = self.attack if self.attacker_leads else self.defence
        hand = Hand(pool.dice, True, pool.mastered)
        hand.kept = pool.dice
        hand.of_mastered = self.leader_of_mastered
        hand.faces = self.leader_faces
        return hand

    def other(self) -> Hand:
        """Return the hand that leads if the leader loses a die and the lead."""
        pool = self.defence if self.attacker_leads else self.attack
        hand = Hand(pool.dice, self.other_may_risk, pool.mastered)
        if self.attacker_leads:
            hand.kept = self.attack.dice + self.edge
        else:
            hand.kept = self.defence.dice - 1 - self.edge
        hand.of_mastered = self.other_of_mastered
        hand.faces = self.other_faces
        return hand

    def distribution(self) -> dict[tuple[object, ...], float] | None:
        """Count who leads with how many dice first, then the elements of those dice."""
        if len(self.attack.faces) > 0 or len(self.defence.faces) > 0:
            return None
        found: dict[tuple[object, ...], float] = {}
        for leader, chance in self.leader_odds().items():
            kept, own, result = leader
            hand = self.attack if result[0] else self.defence
            for elements, share in shown_odds(kept, hand.mastered, own):
                self.set_state(result)
                self.lead_with(elements)
                key = self.state_key()
                found[key] = found.get(key, 0.0) + chance * share
        return found

    def leader_odds(self) -> dict[tuple[int, int, tuple[object, ...]], float]:
        """Return the probability of each comparison of the two hands.

        A comparison is the leader's number of dice, how many are of a mastered element, and the
        state this leaves.
        """
        found: dict[tuple[int, int, tuple[object, ...]], float] = {}
        attacks, defences = settled_odds(self.attack), settled_odds(self.defence)
        self.elements = 0
        for attack, chance in attacks:
            for defence, other_chance in defences:
                self.compare(attack, defence)
                leader = attack if self.attacker_leads else defence
                key = (int(leader.kept), int(leader.of_mastered), self.state_key())
                found[key] = found.get(key, 0.0) + chance * other_chance
        return found


@mypyc_attr(acyclic=True)
class AffinityTest(Stage):
    """One die that succeeds on a model's own elements: 1 for a success.

    `tries` is 2 where it may be rolled again. By `is_half`, three faces succeed whatever they are.
    """

    affinity: Final[i64]
    tries: Final[i64]
    is_half: Final[bool]
    faces: Transient[list[int]]

    def __init__(self, affinity: i64, tries: i64 = 1, is_half: bool = False) -> None:
        self.affinity = affinity
        self.tries = tries
        self.is_half = is_half
        self.faces = NO_FACES

    def play(self, table: Table) -> i64:
        self.faces = []
        for _attempt in range(self.tries):
            face = table.die(SIDES)
            self.faces.append(face)
            if is_success(face, self.affinity, self.is_half):
                return 1
        return 0

    def key(self) -> Hashable:
        return (int(self.affinity), int(self.tries), self.is_half)
