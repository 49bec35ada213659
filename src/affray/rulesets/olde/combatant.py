"""A fighter in the fight: what of the sheet changes, and what that lets them do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.rulesets.olde.sheet import (
    DURATIONS,
    NO_LIMIT,
    PERMANENT,
    Adjustment,
    Affliction,
    Condition,
    Sheet,
    Weapon,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.adjustments import SheetAdjustments
    from affray.rulesets.olde.setup import Scene


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight. Hit points go below zero. `loaded` is said of the crossbow in hand,
    and `spent` lists the other crossbows they carry that have to be reset [ranged.crossbow].

    Weapons and conditions are few and seldom change, so they are kept in tuples, which copies
    share.
    """

    hit_points: i64
    cell: i64
    action_points: i64 = 0
    temporary: tuple[Adjustment, ...] = ()
    """What adjusts all they do until the next Reset."""
    afflictions: tuple[Affliction, ...] = ()
    weapon: i64
    two_hands: bool
    shielded: bool
    blocking: bool = False
    free_step: bool = False
    acted: bool = False
    fled: bool = False
    loaded: bool = True
    stabilised: bool = False
    sheet: Final[Sheet]
    scene: Final[Scene]
    from_sheet: Final[SheetAdjustments]
    arms: tuple[int, ...]
    spent: tuple[int, ...] = ()
    mana: i64

    def __init__(self, index: i64, sheet: Sheet, scene: Scene) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.scene = scene
        self.from_sheet = scene.sheet_adjustments[index]
        self.hit_points = sheet.hp
        self.cell = sheet.cell
        self.arms = sheet.arms
        self.weapon, self.two_hands = sheet.held, sheet.two_hands
        self.shielded = sheet.shield.defense > 0 and not sheet.two_hands
        self.mana = sheet.mana
        for one in sheet.afflictions:
            self.afflict(one.condition, one.duration, one.cr)

    def temporary_key(self) -> object:
        """Return what the adjustments until the next Reset come to, whatever they are."""
        return (
            sum([int(one.attack) for one in self.temporary]),
            sum([int(one.defense) for one in self.temporary]),
            sum([int(one.damage) for one in self.temporary]),
            sum([int(one.armour) for one in self.temporary]),
        )

    def afflictions_key(self) -> object:
        """Return each condition by its number, with its duration and the CR of recovery."""
        if not self.afflictions:
            return ()
        return tuple(
            [
                (int(one.condition.number), int(one.duration), int(one.cr))
                for one in self.afflictions
            ]
        )

    def adjust(self, manoeuvre: Adjustment) -> None:
        """Adjust all they do until the next Reset by what a manoeuvre brings."""
        self.temporary += (manoeuvre,)

    # --- conditions ---

    def afflict(self, condition: Condition, duration: i64, cr: i64) -> None:
        """Give a condition for that long, in place of how long it would have lasted."""
        number = condition.number
        self.afflictions = (
            *[one for one in self.afflictions if one.condition.number < number],
            Affliction(condition, duration, cr),
            *[one for one in self.afflictions if one.condition.number > number],
        )

    def cure(self, condition: Condition) -> None:
        """Take a condition away."""
        if self.has(condition):
            self.afflictions = tuple(
                [one for one in self.afflictions if one.condition is not condition]
            )

    def duration_of(self, condition: Condition) -> i64:
        """Return how long a condition lasts; 0 if they do not have it."""
        for one in self.afflictions:
            if one.condition is condition:
                return one.duration
        return 0

    def has(self, condition: Condition) -> bool:
        """Return whether they have a condition."""
        return self.duration_of(condition) > 0

    def is_prone(self) -> bool:
        """Return whether they lie on the ground."""
        return self.has(self.scene.prone)

    def can_act(self) -> bool:
        """Return whether they can do anything at all."""
        return self.is_in_fight() and all(one.condition.acts for one in self.afflictions)

    def can_attack(self) -> bool:
        """Return whether they can act, and no condition forbids attacks."""
        return self.can_act() and all(one.condition.attacks for one in self.afflictions)

    def can_cast(self) -> bool:
        """Return whether they can act, and no condition forbids spells."""
        return self.can_act() and all(one.condition.casts for one in self.afflictions)

    def is_bound(self) -> bool:
        """Return whether they can make no movement, not even in their own space."""
        return any(one.condition.helpless for one in self.afflictions)

    def is_helpless(self) -> bool:
        """Return whether they make no Defense roll."""
        return self.hit_points <= 0 or self.is_bound()

    def defends_its_space(self) -> bool:
        """Return whether they keep enemies out of their space."""
        return self.is_in_fight() and not self.is_bound()

    def is_motionless(self) -> bool:
        """Return whether an archer beside them need not hurry: they make no Defense roll, or as a
        house rule cannot go anywhere [ranged.motionless]."""
        if self.is_helpless():
            return True
        return self.scene.house.motionless == "held" and self.most_spaces() == 0

    def must_flee(self) -> bool:
        """Return whether fear drives them."""
        return any(one.condition.flees for one in self.afflictions)

    def most_spaces(self) -> i64:
        """Return how many spaces conditions let them go in a round."""
        most = NO_LIMIT
        for one in self.afflictions:
            if one.condition.spaces < most:
                most = one.condition.spaces
        return most

    # --- life and death ---

    def is_in_fight(self) -> bool:
        """Return whether they are up and there, though perhaps not able to act just now."""
        return self.hit_points > 0 and not self.fled

    def is_dead(self) -> bool:
        """Return whether they are at minus the maximum."""
        return self.hit_points <= -self.sheet.hp

    def is_dying(self) -> bool:
        """Return whether they are down and not stabilised yet."""
        return self.hit_points <= 0 and not self.stabilised and not self.is_gone()

    def is_gone(self) -> bool:
        """Return whether they are not there any more: dead, or away."""
        return self.fled or self.is_dead()

    # --- the round ---

    def is_waiting(self) -> bool:
        """Return whether they still have a part in this round."""
        return self.action_points > 0 and not self.acted and self.can_act()

    def held_weapon(self) -> Weapon:
        """Return the weapon in hand."""
        return self.scene.weapons[self.weapon]

    # --- as everybody sees them ---

    def state(self) -> str:
        if self.fled:
            return FLED
        if self.hit_points <= 0:
            return DEAD if self.is_dead() else DOWN
        return STANDING

    def health(self) -> int:
        return self.hit_points if self.hit_points > 0 else 0

    def max_health(self) -> int:
        return self.sheet.hp

    def conditions(self) -> list[str]:
        found = []
        if self.is_dying():
            found.append("dying")
        if self.hit_points < 0:
            found.append(f"{self.hit_points} HP")
        for one in self.afflictions:
            is_lying = one.condition is self.scene.prone and one.duration == PERMANENT
            lasts = "" if is_lying else f", {DURATIONS[one.duration]}"
            found.append(one.condition.name + lasts)
        if self.blocking:
            found.append("shield block")
        if self.sheet.mana:
            found.append(f"{self.mana} Mana")
        if self.action_points:
            found.append(f"{self.action_points} AP")
        return found
