"""Values derived from the items a fighter holds and carries, computed once for each state of
them."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.sheet import (
    MAIN_HAND,
    NEVER_RELOAD,
    NO_RELOAD,
    OTHER_HAND,
    SHIELD_ARM,
    Armor,
    Sheet,
    Weapon,
    can_box,
)


class Hands(NamedTuple):
    """The items in a fighter's hands, the number of hands, and which of them are stuck.

    One hand's weapon may be caught, and one may have caught another weapon [maneuver.catch].
    """

    available: int
    main: int
    off: int
    shield: int
    caught: int
    catching: int


@mypyc_attr(acyclic=True)
class Gear:
    """The weapons at hand, the free hands, and the total weight [weapon.tags, turn.handling].

    It is immutable, so that all fights of a scenario share it.
    """

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
        both = ((int(MAIN_HAND), hands.main), (int(OTHER_HAND), hands.off))
        in_hands = [(hand, item) for hand, item in both if item >= 0]
        shield = shields[hands.shield] if hands.shield >= 0 else None
        self.held: Final = list(dict.fromkeys([item for _, item in in_hands]))
        """The weapons in the hands."""
        full = sum([int(weapons[item].hands) for _, item in in_hands]) + int(shield is not None)
        self.free_hands: Final[i64] = max(hands.available - full, 0)
        stuck = (hands.caught, hands.catching)
        ready = [item for hand, item in in_hands if hand not in stuck]
        at_hand = [*dict.fromkeys(ready), *sheet.always]
        self.at_hand: Final = at_hand
        """The weapons that can attack now: those in the hands, and those that need no hand."""
        self.is_at_hand: Final = bytes([int(one.index in at_hand) for one in weapons])
        """Whether each weapon of the scenario is one of them."""
        self.arms: Final = [one for item in at_hand for one in weapons if one.base == item]
        """Those weapons, once for each ammunition they can be used with."""
        threats = [one for one in self.arms if one.is_melee() and can_box(sheet, one)]
        self.threat_reach: Final[i64] = max([int(one.reach) for one in threats], default=-1)
        """The reach within which the fighter threatens with them, -1 for nowhere
        [turn.threaten]."""
        self.threat_tags: Final[i64] = all_tags(threats)
        """The tags of all weapons that the fighter threatens with."""
        strikers = [(hand, item) for hand, item in in_hands if not weapons[item].is_area()]
        natural = [item for item in sheet.always if weapons[item].is_natural()]
        fist = [item for item in sheet.always if weapons[item].is_fist()][:1]
        fists = fist * int(self.free_hands)
        self.wielded: Final = [item for _, item in strikers] + natural + fists
        """The weapons that can each attack: those in the hands, natural ones, and a fist for each
        free hand [multi.attacks, unarmed.base]. Weapons that cover an area attack alone."""
        self.wielded_hands: Final = [hand for hand, _ in strikers] + [-1] * len(natural + fists)
        """The hand of each of them, -1 for those that need none."""
        self.fists: Final[i64] = len([item for item in self.wielded if weapons[item].is_fist()])
        """The number of them that are free hands."""
        things = [*[weapons[item] for _, item in in_hands], *[weapons[item] for item in carried]]
        heavy = sheet.heavy + len([one for one in things if one.tags & tags.HEAVY])
        if shield is not None and shield.tags & tags.HEAVY:
            heavy += 1
        self.burden: Final[i64] = max(int(heavy - sheet.strength // 5), 0)
        """The number of heavy items above the fighter's limit [weapon.tags]."""
        reloads = (NO_RELOAD, NEVER_RELOAD)
        self.to_load: Final = [
            weapons[item] for item in self.held if weapons[item].reload not in reloads
        ]
        """The weapons in the hands that can be loaded again after a shot
        [ranged.ammunition]."""
        catchers = [(hand, item) for hand, item in in_hands if weapons[item].tags & tags.CATCH]
        self.to_catch_with: Final = weapons[catchers[0][1]] if catchers else None
        """The weapon in the hands that can catch others, if there is one [maneuver.catch]."""
        self.catching_hand: Final[i64] = catchers[0][0] if catchers else SHIELD_ARM
        """The hand that holds the catching weapon, otherwise the shield."""
        self.catches: Final = len(catchers) > 0 or (
            shield is not None and shield.tags & tags.CATCH != 0
        )
        """Whether they hold something to catch a weapon with, a shield included
        [maneuver.catch]."""
        more = shield.resistances if shield is not None else []
        self.resistances: Final = [*sheet.resistances, *more]
        """The fighter's resistances and vulnerabilities, by nature, armour and shield
        [resist.keywords]."""
        self.shoots: Final = hands.main >= 0 and weapons[hands.main].is_projectile
        """Whether a bow or the like is in the main hand."""
        needs_other = len(carried) > 0 and hands.main >= 0 and not weapons[hands.main].is_melee()
        self.needs_care: Final = (
            hands.main < 0 or needs_other or len(self.to_load) > 0 or self.shoots
        )
        """Whether the weapon may need an action after an attack: to draw or load it, or to move
        to a better place to shoot."""


def all_tags(weapons: list[Weapon]) -> i64:
    """Return the tags that any of some weapons has."""
    found: i64 = 0
    for weapon in weapons:
        found |= weapon.tags
    return found


class GearStates:
    """The derived values of each state of a fighter's gear, computed once for all fights."""

    def __init__(self, sheet: Sheet, weapons: list[Weapon], shields: list[Armor]) -> None:
        self.sheet: Final = sheet
        self.weapons: Final = weapons
        self.shields: Final = shields
        self._known: Final[dict[tuple[object, ...], Gear]] = {}

    def gear(self, hands: Hands, carried: list[int]) -> Gear:
        """Return the derived values for these items held and carried."""
        key = (hands, *carried)
        found = self._known.get(key)
        if found is None:
            number: i64 = len(self._known)
            found = Gear(self.sheet, self.weapons, self.shields, hands, carried, number)
            self._known[key] = found
        return found
