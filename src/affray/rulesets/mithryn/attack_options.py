"""The options to attack: one for each attacker, weapon, target and manner, made once a scenario."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reach import SHOT, THROW, is_wieldable, reaches
from affray.rulesets.mithryn.sheet import Sheet, Weapon

BY_HAND: Final = [
    ("attack", "Attack {target} with {weapon} ({dice})"),
    ("rush", "Attack {target} again with {weapon}, rushed ({dice})"),
    ("both", "Attack {target} twice at once with {weapon} ({dice})"),
]
BY_THROW: Final = [
    ("throw", "Hurl {weapon} at {target} ({dice})"),
    ("rush-throw", "Hurl {weapon} at {target}, rushed ({dice})"),
    ("both-throw", "Hurl {weapon} at {target} twice at once ({dice})"),
]
"""An attack option's kind and its sentence, by the manner of the attack."""

MANNER_RULES: Final[list[tuple[str, ...]]] = [
    ("actions.attack",),
    ("actions.attack", "attack.rushed"),
    ("attack.both-at-once",),
]


class AttackOptions:
    """Every option to attack that there can be, made when it is first wanted."""

    def __init__(self, sheets: list[Sheet], weapons: list[Weapon]) -> None:
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        # by who attacks, manner and weapon, throws behind all that is done by hand; then by target
        self._options: list[list[Option]] = [[] for _ in range(6 * len(sheets) * len(weapons))]

    def by_target(self, who: i64, item: i64, manner: i64, thrown: bool) -> list[Option]:
        """The options to attack so, one for each fighter of the scenario."""
        row = manner + 3 if thrown else manner
        found = self._options[(6 * who + row) * len(self.weapons) + item]
        if not found:
            for target in range(len(self.sheets)):
                found.append(self._make(who, item, target, manner, thrown))
        return found

    def _make(self, who: i64, item: i64, target: i64, manner: i64, thrown: bool) -> Option:
        arm = self.weapons[item]
        name = self.sheets[target].name
        kind, text = BY_THROW[manner] if thrown else BY_HAND[manner]
        is_weak = not self.sheets[who].meets_requirements(arm) and arm.rushed_count > 0
        plain = f"{arm.rushed_count}d{arm.rushed_sides}" if is_weak else f"{arm.count}d{arm.sides}"
        rushed = f"{arm.rushed_count}d{arm.rushed_sides}"
        dice = [plain, rushed, f"{plain} + {rushed}"][manner]
        return Option(
            kind,
            f"{kind} {name} with {arm.name}",
            text.format(target=name, weapon=arm.phrase(), dice=dice),
            options.ATTACK,
            target,
            item,
            -1,
            manner,
            MANNER_RULES[manner],
            options.TWO_ACTIONS if manner == options.BOTH else options.ONE_ACTION,
        )


class WeaponAttacks:
    """The attacks with one weapon that a turn lists for each enemy: plain or rushed ones, and where
    it may, two at once besides. How many these are depends on how far away the enemy is."""

    def __init__(
        self, attacks: AttackOptions, house: House, who: i64, item: i64, manner: i64, twice: bool
    ) -> None:
        weapon = attacks.weapons[item]
        may_repeat_throw = not weapon.is_throwable or weapon.is_set  # [weapon.set]
        by_hand: i64 = 2 if twice else 1
        from_afar: i64 = 2 if twice and may_repeat_throw else 1
        self.here: Final[i64] = by_hand if reaches(house, weapon, 0) else 0
        self.near: Final[i64] = from_afar if reaches(house, weapon, THROW) else 0
        self.far: Final[i64] = from_afar if reaches(house, weapon, SHOT) else 0
        """How many for an enemy in the same zone, as near as one throws, as far as one shoots."""
        thrown = weapon.is_throwable
        self._by_hand: Final = attacks.by_target(who, item, manner, False)
        self._from_afar: Final = attacks.by_target(who, item, manner, thrown)
        self._twice_by_hand: Final = attacks.by_target(who, item, options.BOTH, False)
        self._twice_from_afar: Final = attacks.by_target(who, item, options.BOTH, thrown)

    def count_at(self, distance: i64) -> i64:
        """How many there are for an enemy so far away."""
        if distance == 0:
            return self.here
        if distance <= THROW:
            return self.near
        return self.far if distance <= SHOT else 0

    def count(self, here: i64, near: i64, far: i64) -> i64:
        """How many there are for so many enemies at each of these distances."""
        return here * self.here + near * self.near + far * self.far

    def option(self, target: i64, is_far: bool, is_twice: bool) -> Option:
        """The option to attack somebody."""
        if is_far:
            return self._twice_from_afar[target] if is_twice else self._from_afar[target]
        return self._twice_by_hand[target] if is_twice else self._by_hand[target]


class ListedAttacks:
    """The attacks that a turn lists with some weapons at hand, in the same order, without listing
    them: for one who draws one of them."""

    def __init__(self, by_weapon: list[WeaponAttacks]) -> None:
        self.by_weapon: Final = by_weapon
        self._here: Final[i64] = sum([int(weapon.here) for weapon in by_weapon])
        self._near: Final[i64] = sum([int(weapon.near) for weapon in by_weapon])
        self._far: Final[i64] = sum([int(weapon.far) for weapon in by_weapon])

    def count(self, here: i64, near: i64, far: i64) -> i64:
        """How many there are for so many enemies in the same zone, as near as one throws, and as
        far as one shoots."""
        return here * self._here + near * self._near + far * self._far


def attacks_listed(
    attacks: AttackOptions,
    house: House,
    who: i64,
    arms: list[int],
    shield_raised: bool,
    is_first: bool,
    has_two_actions: bool,
) -> ListedAttacks:
    """The attacks that `turn.list_attacks` lists for somebody with these weapons at hand."""
    found: list[WeaponAttacks] = []
    for position, item in enumerate(arms):
        weapon = attacks.weapons[item]
        is_rushed_well = weapon.rushed_count > 0
        if arms.index(item) < position or not (is_first or is_rushed_well):
            continue
        if is_wieldable(house, attacks.sheets[who], shield_raised, weapon):
            manner = options.PLAIN if is_first else options.RUSHED
            twice = is_first and has_two_actions and is_rushed_well
            found.append(WeaponAttacks(attacks, house, who, item, manner, twice))
    return ListedAttacks(found)
