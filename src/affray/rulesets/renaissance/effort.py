"""One side of a check: its target, its modifiers, and the quality of a roll."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance import modifiers, tags
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.sheet import Weapon

PERCENTILE_FACES: Final[i64] = 100
HIGHEST_TARGET: Final[i64] = 98
WORST_PENALTY: Final[i64] = -60
EXCEPTIONAL_MARGIN: Final[i64] = 30
SPLENDID_MARGIN: Final[i64] = 60

CRITICAL_FAILURE: Final[i64] = -3
EXCEPTIONAL_FAILURE: Final[i64] = -2
FAILURE: Final[i64] = -1
SUCCESS: Final[i64] = 1
EXCEPTIONAL: Final[i64] = 2
CRITICAL: Final[i64] = 3


def target_held(target: i64) -> i64:
    """Return a target limited to 0..98, so that 0 always succeeds and 99 never
    [check.percentile]."""
    if target < 0:
        return 0
    return target if target < HIGHEST_TARGET else HIGHEST_TARGET


def quality_of(roll: i64, target: i64) -> i64:
    """Return the quality of a roll [check.margin].

    The margin of success is the roll, of failure the roll less the target. A margin over 30 is
    exceptional, doubles are critical on either side.
    """
    double = roll % 11 == 0
    if roll <= target:
        if double:
            return CRITICAL
        return EXCEPTIONAL if roll > EXCEPTIONAL_MARGIN else SUCCESS
    if double:
        return CRITICAL_FAILURE
    return EXCEPTIONAL_FAILURE if roll - target > EXCEPTIONAL_MARGIN else FAILURE


def upgraded(quality: i64) -> i64:
    """Return a quality one step better; never a success for a failure [check.upgrade]."""
    if quality < 0:
        return FAILURE
    return quality + 1 if quality < CRITICAL else CRITICAL


def downgraded(quality: i64) -> i64:
    """Return a quality one step worse; never a failure for a success [check.upgrade]."""
    if quality > 0:
        return quality - 1 if quality > SUCCESS else SUCCESS
    return quality - 1 if quality > CRITICAL_FAILURE else CRITICAL_FAILURE


def band_of(margin: i64) -> i64:
    """Return 0 for a margin up to 30, 1 over 30, 2 over 60."""
    if margin > SPLENDID_MARGIN:
        return 2
    return 1 if margin > EXCEPTIONAL_MARGIN else 0


NO_NAMES: Final[list[str]] = []
"""An empty list of modifiers' names, for efforts without a listener; it stays empty."""


@mypyc_attr(acyclic=True)
class Modifiers:
    """The modifiers of a check, with names and rules for the log.

    The names are kept only if `keeps_names` says that there is a listener.
    """

    def __init__(self, keeps_names: bool) -> None:
        self.bonus: i64 = 0
        self.penalty: i64 = 0
        self.keeps_names: Final = keeps_names
        self.named: Final[list[str]] = [] if keeps_names else NO_NAMES
        self.rules: Final[list[str]] = [] if keeps_names else NO_NAMES

    def add(self, value: i64, name: str, rule: str) -> None:
        """Add a modifier [check.modifiers]."""
        if value > 0:
            self.bonus += value
        else:
            self.penalty += value
        if self.keeps_names and value != 0:
            self.named.append(signed(value, name))
            self.rules.append(rule)

    def total(self) -> i64:
        """Return the sum, at least -60 [check.modifiers]."""
        return WORST_PENALTY if self.is_held() else self.bonus + self.penalty

    def is_held(self) -> bool:
        """Return whether the sum would be less than -60."""
        return self.bonus + self.penalty < WORST_PENALTY


NO_ROLLS: Final[list[tuple[int, int]]] = []
"""An empty list of rolls that decided nothing; it stays empty."""


@mypyc_attr(acyclic=True)
class Effort:
    """One side of a check: the fighter, the skill, and the modifiers."""

    lucky: bool = False
    watched: bool = False
    improved: bool = False
    swapped: bool = False
    """Whether Luck has upgraded the roll, and whether it has swapped its digits."""
    wants_exceptional: bool = False
    roll: i64 = -1
    quality: i64 = 0
    rule: str = ""
    """The rule that allows it, if it is not the check's own."""
    tool: str = ""
    """The weapon used, if the log names one."""

    def __init__(self, who: Combatant, label: str, base: i64, mods: Modifiers) -> None:
        self.who: Final = who
        self.label: Final = label
        self.base: Final[i64] = base
        self.mods: Final = mods
        self.rerolled: list[tuple[int, int]] = NO_ROLLS
        """Both rolls of each tie."""

    def target(self) -> i64:
        """Return the highest successful roll; Luck spent before ignores all penalties
        [check.luck]."""
        return target_held(self.base + (self.mods.bonus if self.lucky else self.mods.total()))

    def is_target_held(self) -> bool:
        """Return whether the sum would be above 98 or below 0 [check.percentile]."""
        whole = self.base + (self.mods.bonus if self.lucky else self.mods.total())
        return target_held(whole) != whole

    def rating(self) -> i64:
        """Return the target before it is limited to 0..98, to compare two ways of doing
        something."""
        return self.base + self.mods.total()

    def luck_key(self) -> tuple[object, ...]:
        """Return all facts but the dice that decide the check, including those for Luck."""
        return (
            int(self.who.index),
            int(self.who.luck),
            self.label,
            int(self.base),
            int(self.mods.bonus),
            int(self.mods.penalty),
            self.wants_exceptional,
            self.lucky,
            self.watched,
        )

    def can_upgrade(self) -> bool:
        """Return whether Luck can upgrade the roll: once, and by a step [check.upgrade]."""
        return not self.improved and upgraded(self.quality) != self.quality

    def can_swap(self) -> bool:
        """Return whether Luck can swap the digits: once, if they differ, and before an upgrade
        [check.luck]."""
        if self.improved or self.swapped:
            return False
        return self.roll // 10 != self.roll % 10

    def may_ask(self) -> bool:
        """Return whether the roll is watched, with Luck to spend on it."""
        return self.watched and self.who.luck > 0

    def key(self) -> Hashable:
        """Return all facts but the dice that decide the check, after the question of Luck before
        it."""
        return self.luck_key() if self.may_ask() else int(self.target())


def hinder(who: Combatant, mods: Modifiers, physical: bool, on_coo: bool) -> None:
    """Add the penalties on all a fighter's checks: wounds, running, burdens, armour
    [wound.threshold, move.rates, armor.penalty, weapon.tags]."""
    wounds = who.felt_wounds()
    if wounds > 0:
        mods.add(modifiers.WOUND_PENALTY * wounds, "wounds", "wound.threshold")
    if who.dazed:
        mods.add(modifiers.DAZED_PENALTY, "dazed", "strike.called-shot")
    if physical:
        if who.ran:
            mods.add(modifiers.RUNNING_PENALTY, "running", "move.rates")
        burden = who.burden
        if burden > 0:
            mods.add(modifiers.BURDEN_PENALTY * burden, "heavy load", "weapon.tags")
    if on_coo:
        penalty = who.coo_penalty()
        if penalty != 0:
            mods.add(penalty, "armour", "armor.penalty")


def hinder_by_posture(who: Combatant, weapon: Weapon, mods: Modifiers) -> None:
    """Add the penalties of lying [prone.rules] and riding [mount.cavalry] on the use of a
    weapon."""
    if who.prone and not weapon.tags & tags.PRONE:
        mods.add(modifiers.PRONE_ATTACKER, "attacking prone", "prone.rules")
    if who.mount >= 0 and not weapon.tags & tags.CAVALRY:
        mods.add(modifiers.NOT_FOR_RIDING, "no cavalry weapon", "mount.cavalry")


def hinder_off_hand(who: Combatant, weapon: Weapon, mods: Modifiers, rule: str) -> None:
    """Add the penalty of the off-hand, doubled for a weapon not made for it [multi.off-hand]."""
    if who.sheet.ambidextrous:
        return
    mods.add(modifiers.WRONG_HAND, "off-hand", rule)
    if not weapon.tags & tags.OFF_HAND:
        other = "maneuver.modifiers" if rule == "maneuver.modifiers" else "multi.off-hand"
        mods.add(modifiers.WRONG_HAND, "no off-hand weapon", other)


def signed(amount: i64, name: str) -> str:
    """Return a modifier in words: '+10 height', '−20 wounds'."""
    return f"{'+' if amount > 0 else '−'}{abs(int(amount))} {name}"
