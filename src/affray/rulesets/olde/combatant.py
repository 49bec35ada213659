"""A fighter in the fight: what of the sheet changes, and what that lets them do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, Fighter
from affray.rulesets.olde.sheet import (
    DURATIONS,
    NO_LIMIT,
    PERMANENT,
    UNADJUSTED,
    Adjustment,
    Affliction,
    Condition,
    Sheet,
    TemporaryAdjustments,
    Weapon,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.adjustments import SheetAdjustments
    from affray.rulesets.olde.appraisal import Aim
    from affray.rulesets.olde.scene import Scene


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight. Hit points go below zero. `loaded` is said of the crossbow in hand,
    and `spent` lists the other crossbows they carry that have to be reset [ranged.crossbow].

    What somebody carries and suffers is short and seldom changes, so it is kept in tuples, which
    copies share.
    """

    # what is looked at in every fighter, whenever somebody looks round, lies together
    hit_points: i64
    cell: i64
    action_points: i64 = 0
    temporary: TemporaryAdjustments = UNADJUSTED
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
    aims: Final[list[list[Aim | None]]]
    menaces: Final[list[float]]
    """What is kept of their attacks, by the target, and of how much they are to be feared, by the
    weapon in hand: see `appraisal.aim_at` and `menace`."""
    arms: tuple[int, ...]
    spent: tuple[int, ...] = ()
    mana: i64

    def __init__(self, index: i64, sheet: Sheet, scene: Scene) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.scene = scene
        self.from_sheet = scene.sheet_adjustments[index]
        self.aims = scene.aims[index]
        self.menaces = scene.menaces[index]
        self.hit_points = sheet.hp
        self.cell = sheet.cell
        self.arms = sheet.arms
        self.weapon, self.two_hands = sheet.held, sheet.two_hands
        self.shielded = sheet.shield.defense > 0 and not sheet.two_hands
        self.mana = sheet.mana
        for one in sheet.afflictions:
            self.afflict(one.condition, one.duration, one.cr)

    def temporary_key(self) -> object:
        """What the adjustments until the next Reset come to, whatever they are."""
        return self.temporary.key

    def afflictions_key(self) -> object:
        """Each condition by its number, with its duration and the CR of recovery."""
        if not self.afflictions:
            return ()
        return tuple(
            [
                (int(one.condition.number), int(one.duration), int(one.cr))
                for one in self.afflictions
            ]
        )

    def adjust(self, manoeuvre: Adjustment) -> None:
        """Adjusts all they do until the next Reset by what a manoeuvre brings."""
        self.temporary = self.temporary.and_manoeuvre(manoeuvre)

    # --- conditions ---

    def afflict(self, condition: Condition, duration: i64, cr: i64) -> None:
        """Gives a condition for that long, in place of how long it would have lasted."""
        if len(self.afflictions) == 0:
            self.afflictions = condition.alone(duration, cr)
            return
        number = condition.number
        self.afflictions = (
            *[one for one in self.afflictions if one.condition.number < number],
            Affliction(condition, duration, cr),
            *[one for one in self.afflictions if one.condition.number > number],
        )

    def cure(self, condition: Condition) -> None:
        """Takes a condition away."""
        if self.has(condition):
            self.afflictions = tuple(
                [one for one in self.afflictions if one.condition is not condition]
            )

    def duration_of(self, condition: Condition) -> i64:
        """How long a condition lasts; 0 if they do not have it."""
        for one in self.afflictions:
            if one.condition is condition:
                return one.duration
        return 0

    def has(self, condition: Condition) -> bool:
        """Whether they have a condition."""
        return self.duration_of(condition) > 0

    def is_prone(self) -> bool:
        """Whether they lie on the ground [conditions.list]."""
        return len(self.afflictions) > 0 and self.has(self.scene.prone)

    def can_act(self) -> bool:
        """Whether they can do anything at all."""
        if len(self.afflictions) == 0:
            return self.is_in_fight()
        return self.is_in_fight() and all(one.condition.acts for one in self.afflictions)

    def can_attack(self) -> bool:
        """Whether they can act, and no condition forbids attacks."""
        if len(self.afflictions) == 0:
            return self.is_in_fight()
        return self.can_act() and all(one.condition.attacks for one in self.afflictions)

    def can_cast(self) -> bool:
        """Whether they can act, and no condition forbids spells [conditions.list]."""
        return self.can_act() and all(one.condition.casts for one in self.afflictions)

    def is_bound(self) -> bool:
        """Whether they can make no movement, not even in their own space."""
        if len(self.afflictions) == 0:
            return False
        return any(one.condition.helpless for one in self.afflictions)

    def is_helpless(self) -> bool:
        """Whether they make no Defense roll [conditions.list]."""
        return self.hit_points <= 0 or self.is_bound()

    def defends_its_space(self) -> bool:
        """Whether they keep enemies out of their space [reach.enter]."""
        return self.is_in_fight() and not self.is_bound()

    def is_motionless(self) -> bool:
        """Whether an archer beside them need not hurry: they make no Defense roll, or by option
        cannot go anywhere [ranged.motionless]."""
        if self.is_helpless():
            return True
        return self.scene.house.motionless == "held" and self.most_spaces() == 0

    def must_flee(self) -> bool:
        """Whether fear drives them [conditions.list]."""
        if len(self.afflictions) == 0:
            return False
        return any(one.condition.flees for one in self.afflictions)

    def most_spaces(self) -> i64:
        """How many spaces conditions let them go in a round [conditions.list]."""
        most = NO_LIMIT
        if len(self.afflictions) == 0:
            return most
        for one in self.afflictions:
            if one.condition.spaces < most:
                most = one.condition.spaces
        return most

    # --- life and death ---

    def is_in_fight(self) -> bool:
        """Whether they are up and there, though perhaps not able to act just now."""
        return self.hit_points > 0 and not self.fled

    def is_dead(self) -> bool:
        """At minus the maximum [health.down]."""
        return self.hit_points <= -self.sheet.hp

    def is_dying(self) -> bool:
        """Down, and nobody has stopped it yet [health.down]."""
        return self.hit_points <= 0 and not self.stabilised and not self.is_gone()

    def is_gone(self) -> bool:
        """Not there any more: dead, or away."""
        return self.fled or self.is_dead()

    # --- the round ---

    def is_waiting(self) -> bool:
        """Whether they still have a part in this round [turn.order]."""
        return self.action_points > 0 and not self.acted and self.can_act()

    def held_weapon(self) -> Weapon:
        """The weapon in hand."""
        return self.scene.weapons[self.weapon]

    def gear(self) -> i64:
        """A number for what is in hand and how it is held: the same only if weapon, grip, shield
        and block are."""
        found: i64 = self.weapon * 8
        if self.two_hands:
            found += 4
        if self.shielded:
            found += 2
        if self.blocking:
            found += 1
        return found

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
