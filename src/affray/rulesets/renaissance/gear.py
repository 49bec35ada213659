"""What follows from what a fighter holds and carries: worked out once for each state of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.sheet import (
    MAIN_HAND,
    NEVER_RELOAD,
    NO_RELOAD,
    OTHER_HAND,
    SHIELD_ARM,
    can_box,
)

if TYPE_CHECKING:
    from affray.rulesets.renaissance.sheet import Armor, Sheet, Weapon


@mypyc_attr(acyclic=True)
class Hands:
    """What is in a fighter's hands, of how many, and which hands are stuck: the one whose weapon is
    caught, and the one that has caught another [maneuver.catch]."""

    def __init__(
        self, count: i64, main: i64, off: i64, shield: i64, caught: i64, catching: i64
    ) -> None:
        self.count: Final[i64] = count
        self.main: Final[i64] = main
        self.off: Final[i64] = off
        self.shield: Final[i64] = shield
        self.caught: Final[i64] = caught
        self.catching: Final[i64] = catching

    def key(self) -> tuple[int, int, int, int, int, int]:
        """Return all of it as numbers."""
        return (
            int(self.count),
            int(self.main),
            int(self.off),
            int(self.shield),
            int(self.caught),
            int(self.catching),
        )

    def item(self, hand: i64) -> i64:
        """Return the weapon in the main hand or the other; NONE if there is none."""
        return self.main if hand == MAIN_HAND else self.off

    def is_stuck(self, hand: i64) -> bool:
        """Return whether the weapon in a hand cannot attack [maneuver.catch]."""
        return hand == self.caught or hand == self.catching


@mypyc_attr(acyclic=True)
class Gear:
    """What is at hand, which hands are free, and how heavy it all is [weapon.tags,
    turn.handling]. It never changes, so that all fights of a scenario share it."""

    def __init__(
        self,
        sheet: Sheet,
        weapons: list[Weapon],
        shields: list[Armor],
        hands: Hands,
        carried: list[int],
        number: i64 = 0,
    ) -> None:
        self.number: Final[i64] = number
        """Its number among the states of a fighter's gear."""
        held: list[int] = []
        free = hands.count
        if hands.main >= 0:
            held.append(int(hands.main))
            free -= weapons[hands.main].hands
        if hands.off >= 0:
            if hands.off != hands.main:
                held.append(int(hands.off))
            free -= weapons[hands.off].hands
        if hands.shield >= 0:
            free -= 1
        self.hands: Final = hands
        self.carried: Final = carried
        self.held: Final = held
        """The weapons in the hands."""
        self.free_hands: Final[i64] = free if free > 0 else 0
        at_hand: list[int] = []
        if hands.main >= 0 and not hands.is_stuck(MAIN_HAND):
            at_hand.append(int(hands.main))
        if hands.off >= 0 and not hands.is_stuck(OTHER_HAND) and int(hands.off) not in at_hand:
            at_hand.append(int(hands.off))
        at_hand.extend(sheet.always)
        self.at_hand: Final = at_hand
        """The weapons that can attack now: those in the hands, and what needs none."""
        self.is_at_hand: Final = bytes([int(one.index in at_hand) for one in weapons])
        """Whether each weapon of the scenario is one of them."""
        self.arms: Final = [one for item in at_hand for one in weapons if one.base == item]
        """The same, each with every ammunition it can be used with."""
        threats = [one for one in self.arms if one.is_melee() and can_box(sheet, one)]
        self.threat_reach: Final[i64] = max([int(one.reach) for one in threats], default=-1)
        """How far from oneself one threatens with them, -1 if nowhere [turn.threaten]."""
        self.threat_tags: Final[i64] = all_tags(threats)
        """The tags of all that one threatens with."""
        self.wielded: Final = wielded(sheet, weapons, hands, self.free_hands)
        """The weapons that can each attack [multi.attacks]."""
        in_hands = hands_to_strike_with(weapons, hands)
        self.wielded_hands: Final = in_hands + [-1] * (len(self.wielded) - len(in_hands))
        """The hand of each of them, -1 for those that need none."""
        self.wielded_weapons: Final = [weapons[item] for item in self.wielded]
        self.fists: Final[i64] = len([item for item in self.wielded if weapons[item].is_fist()])
        """How many of those are hands that are free."""
        has_heavy_shield = hands.shield >= 0 and shields[hands.shield].tags & tags.HEAVY != 0
        things = [item for item in (hands.main, hands.off, *carried) if item >= 0]
        heavy = [item for item in things if weapons[item].tags & tags.HEAVY]
        burden: i64 = sheet.heavy + len(heavy) + int(has_heavy_shield) - sheet.strength // 5
        self.burden: Final[i64] = burden if burden > 0 else 0
        """How many heavy things they have too many [weapon.tags]."""
        reloads = (NO_RELOAD, NEVER_RELOAD)
        self.to_load: Final = [
            weapons[item] for item in held if weapons[item].reload not in reloads
        ]
        """The weapons in the hands that can be loaded again after a shot
        [ranged.ammunition]."""
        catching = [item for item in held if weapons[item].tags & tags.CATCH]
        self.to_catch_with: Final = weapons[catching[0]] if catching else None
        """The weapon in the hands to catch others with, if there is one [maneuver.catch]."""
        self.catching_hand: Final[i64] = catching_hand(weapons, hands)
        """Where that is held, or else the shield."""
        has_shield = hands.shield >= 0 and shields[hands.shield].tags & tags.CATCH != 0
        self.catches: Final = len(catching) > 0 or has_shield
        """Whether they hold something to catch a weapon with, a shield included
        [maneuver.catch]."""
        own = sheet.resistances
        more = shields[hands.shield].resistances if hands.shield >= 0 else []
        self.resistances: Final = [*own, *more] if more else own
        """What they resist or are vulnerable to, by nature, by what they wear, and by the shield
        on their arm [resist.keywords]."""
        self.shoots: Final = hands.main >= 0 and weapons[hands.main].is_projectile
        """Whether a bow or the like is in the main hand."""
        needs_other = len(carried) > 0 and hands.main >= 0 and not weapons[hands.main].is_melee()
        self.needs_care: Final = (
            hands.main < 0 or needs_other or len(self.to_load) > 0 or self.shoots
        )
        """Whether something may be left to do for it when one has attacked: to draw or load a
        weapon, or to go where one shoots better from."""

    def key(self) -> tuple[object, ...]:
        """Return what tells states of the gear apart."""
        numbers = (int(self.free_hands), int(self.fists), int(self.burden))
        return (tuple(self.held), tuple(self.at_hand), tuple(self.wielded), numbers)


def catching_hand(weapons: list[Weapon], hands: Hands) -> i64:
    """Return the hand that catches weapons: one with a weapon made for it, or the shield's."""
    if hands.main >= 0 and weapons[hands.main].tags & tags.CATCH:
        return MAIN_HAND
    if hands.off >= 0 and weapons[hands.off].tags & tags.CATCH:
        return OTHER_HAND
    return SHIELD_ARM


def all_tags(weapons: list[Weapon]) -> i64:
    """Return the tags that any of some weapons has."""
    found: i64 = 0
    for weapon in weapons:
        found |= weapon.tags
    return found


def hands_to_strike_with(weapons: list[Weapon], hands: Hands) -> list[int]:
    """List the hands whose weapon may be one of several attacks: not a blast or splash weapon
    [multi.attacks]."""
    found: list[int] = []
    for hand in (MAIN_HAND, OTHER_HAND):
        item = hands.item(hand)
        if item >= 0 and not weapons[item].is_area():
            found.append(int(hand))
    return found


def wielded(sheet: Sheet, weapons: list[Weapon], hands: Hands, free: i64) -> list[int]:
    """List the weapons that can each attack [multi.attacks].

    Those are weapons in the hands, natural ones, and a fist for each free hand [unarmed.base].
    Weapons that cover an area attack alone.
    """
    found = [int(hands.item(hand)) for hand in hands_to_strike_with(weapons, hands)]
    found.extend([item for item in sheet.always if weapons[item].is_natural()])
    fists = [item for item in sheet.always if weapons[item].is_fist()]
    found.extend(fists[:1] * int(free))
    return found


class GearStates:
    """What follows from each state of a fighter's gear, worked out once for all fights."""

    def __init__(self, sheet: Sheet, weapons: list[Weapon], shields: list[Armor]) -> None:
        self.sheet: Final = sheet
        self.weapons: Final = weapons
        self.shields: Final = shields
        self._known: Final[dict[tuple[int, ...], Gear]] = {}

    def gear(self, hands: Hands, carried: list[int]) -> Gear:
        """Return what follows from these things in the hands and carried."""
        key = (*hands.key(), *carried)
        found = self._known.get(key)
        if found is None:
            number: i64 = len(self._known)
            found = Gear(self.sheet, self.weapons, self.shields, hands, carried, number)
            self._known[key] = found
        return found
