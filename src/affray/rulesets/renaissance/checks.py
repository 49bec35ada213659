"""The check: D% against a target, margins and qualities, opposed checks, and Luck."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.core.table import NO_SIDES, AskingStage, Table
from affray.rulesets.renaissance import log, skills
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import (
    FAILURE,
    PERCENTILE_FACES,
    SUCCESS,
    Effort,
    Modifiers,
    band_of,
    hinder,
    quality_of,
    upgraded,
)
from affray.rulesets.renaissance.fight import RenaissanceFight


@mypyc_attr(acyclic=True)
class LuckQuestion(Question):
    """Ask whether to spend Luck on a check [check.luck]."""

    effort: Final[Effort]
    against: Final[Effort | None]
    """The roll that it answers, if there is one."""

    def __init__(
        self, kind: str, effort: Effort, against: Effort | None, options: list[Option]
    ) -> None:
        super().__init__(kind, effort.who.side, effort.who.index, options)
        self.effort = effort
        self.against = against


# --- stages ---------------------------------------------------------------------------------------

NO_MARGIN: Final[i64] = -1
LOSES: Final[i64] = 0
TIES: Final[i64] = 4

WHETHER: Final[i64] = 0
QUALITY: Final[i64] = 1
MARGIN: Final[i64] = 2
ANSWER: Final[i64] = 3
"""The part of a roll that still matters: its success; its quality; also its margin; or how it
compares to the roll that it answers."""


def answered(roll: i64, quality: i64, first: Effort) -> i64:
    """Return LOSES, TIES or the quality that a second roll wins with [check.opposed].

    Two failures tie as well.
    """
    if first.quality < 0:
        return quality if quality > 0 else TIES
    if quality < 0 or roll < first.roll:
        return LOSES
    return TIES if roll == first.roll else quality


@mypyc_attr(acyclic=True)
class Roll(AskingStage):
    """D% against a target, with Luck if the roll is watched, in the detail that still matters."""

    fight: Final[RenaissanceFight]
    effort: Final[Effort]
    matters: Final[i64]
    first: Final[Effort | None]
    """The roll that it answers."""
    result: i64 = 0
    margin: i64 = NO_MARGIN
    improved: bool = False
    spent: i64 = 0

    def __init__(
        self, fight: RenaissanceFight, effort: Effort, matters: i64, first: Effort | None = None
    ) -> None:
        self.fight = fight
        self.effort = effort
        self.matters = matters
        self.first = first

    def asked_fight(self) -> RenaissanceFight:
        return self.fight

    def asked_sides(self) -> list[int]:
        return [int(self.effort.who.side)] if self.effort.may_ask() else NO_SIDES

    def key(self) -> Hashable:
        first = self.first
        margin = first.roll if first is not None and first.quality > 0 else NO_MARGIN
        return (int(self.matters), first is None, int(margin), self.effort.key())

    def change(self, sign: i64) -> None:
        self.effort.who.luck -= sign * self.spent

    def play(self, table: Table) -> i64:
        self.read(table.die(100) - 1)
        return 0

    def distribution(self) -> dict[tuple[object, ...], float] | None:
        if self.effort.may_ask():
            return None
        found: dict[tuple[object, ...], float] = {}
        for roll in range(PERCENTILE_FACES):
            self.read(roll)
            key = self.state_key()
            found[key] = found.get(key, 0.0) + 1.0 / float(PERCENTILE_FACES)
        return found

    def read(self, roll: i64) -> None:
        """Set the result of a roll, with Luck if it is watched."""
        effort = self.effort
        luck = effort.who.luck
        effort.roll = roll
        effort.quality = quality_of(roll, effort.target())
        effort.improved = False
        effort.swapped = False
        if effort.may_ask():
            spend_after(self.fight, effort, self.first)
        self.spent = luck - effort.who.luck
        self.result = effort.quality
        if self.matters == WHETHER:
            self.result = SUCCESS if effort.quality > 0 else FAILURE
        elif self.matters == MARGIN:
            self.improved = effort.improved
            self.margin = effort.roll if effort.quality > 0 else NO_MARGIN
        elif self.first is not None:
            self.result = answered(effort.roll, effort.quality, self.first)


def roll(fight: RenaissanceFight, effort: Effort, matters: i64, first: Effort | None = None) -> i64:
    """Roll for a fighter; return the quality, or the comparison with the `first` roll."""
    stage = Roll(fight, effort, matters, first)
    fight.table.stage(stage)
    if matters == MARGIN:
        effort.quality = stage.result
        effort.improved = stage.improved
        if stage.result > 0:
            effort.roll = stage.margin
    return stage.result


@mypyc_attr(acyclic=True)
class Contest(AskingStage):
    """An opposed check [check.opposed].

    One success wins, two go to the higher margin, otherwise both roll again. An ordered one ends
    when the first fails [check.ordered].
    """

    fight: Final[RenaissanceFight]
    first: Final[Effort]
    second: Final[Effort | None]
    ordered: Final[bool]
    is_reroll: Final[bool]
    won: bool = False
    quality: i64 = FAILURE
    band: i64 = 0
    answer_quality: i64 = 0
    improved: bool = False
    """Whether Luck has upgraded the first roll."""
    spent: i64 = 0
    answer_spent: i64 = 0

    def __init__(
        self,
        fight: RenaissanceFight,
        first: Effort,
        second: Effort | None,
        ordered: bool,
        is_reroll: bool = False,
    ) -> None:
        self.fight = fight
        self.first = first
        self.second = second
        self.ordered = ordered
        self.is_reroll = is_reroll

    def asked_fight(self) -> RenaissanceFight:
        return self.fight

    def asked_sides(self) -> list[int]:
        found = [int(self.first.who.side)] if self.first.may_ask() else []
        second = self.second
        if second is not None and (
            second.may_ask() or (not self.is_reroll and second.who.luck > 0)
        ):
            found.append(int(second.who.side))
        return found

    def key(self) -> Hashable:
        second = self.second
        answer: Hashable = None
        if second is not None:
            if not self.is_reroll and second.who.luck > 0:
                answer = second.luck_key()
            else:
                answer = second.key()
        rerolls = int(self.fight.house.most_rerolls)
        return (self.ordered, self.is_reroll, rerolls, self.first.key(), answer)

    def change(self, sign: i64) -> None:
        self.first.who.luck -= sign * self.spent
        if self.second is not None:
            self.second.who.luck -= sign * self.answer_spent

    def declare(self) -> Effort | None:
        """Return the side of the check that answers the first roll, if any."""
        return self.second

    def play(self, table: Table) -> i64:
        first, fight, second = self.first, self.fight, self.second
        luck = first.who.luck
        if second is not None:
            second.roll = -1
        quality = roll(fight, first, MARGIN)
        self.spent = luck - first.who.luck
        self.answer_spent = 0
        self.improved = first.improved
        if quality < 0 and (self.ordered or second is None):
            return self.settle(False, quality, 0)
        second = self.declare()
        if second is None:
            return self.settle(True, quality, 0)
        answer_luck = second.who.luck
        if not self.is_reroll:
            spend_before(fight, second)
        answer = roll(fight, second, ANSWER, first)
        if answer == LOSES:
            self.settle(True, quality, 0)
        elif answer != TIES:
            self.settle(False, FAILURE, answer)
        else:
            self.settle(False, FAILURE, SUCCESS)
            if not self.is_reroll and fight.house.most_rerolls > 0:
                again = Rerolls(fight, first, second, self.ordered, fight.house.most_rerolls)
                fight.table.stage(again)
                self.copy_result(again)
        self.spent = luck - first.who.luck
        self.answer_spent = answer_luck - second.who.luck
        return TIES if answer == TIES and self.is_reroll else 0

    def settle(self, won: bool, quality: i64, answer_quality: i64) -> i64:
        """Set the result."""
        self.won = won
        self.quality = quality
        self.band = band_of(self.first.roll) if won else 0
        self.answer_quality = answer_quality
        return 0

    def copy_result(self, other: Contest) -> None:
        """Take over the result of another contest."""
        self.won = other.won
        self.quality = other.quality
        self.band = other.band
        self.answer_quality = other.answer_quality
        self.improved = other.improved


@mypyc_attr(acyclic=True)
class Rerolls(Contest):
    """Reroll for both sides until the result is not a tie [check.rerolls].

    After the last reroll the challenged fighter wins. It is a separate stage, so that odds merge
    all ties.
    """

    left: Final[i64]

    def __init__(
        self, fight: RenaissanceFight, first: Effort, second: Effort, ordered: bool, left: i64
    ) -> None:
        super().__init__(fight, first, second, ordered, True)
        self.left = left

    def key(self) -> Hashable:
        return (int(self.left), super().key())

    def play(self, table: Table) -> i64:
        first, second, fight = self.first, self.second, self.fight
        assert second is not None
        luck, answer_luck = first.who.luck, second.who.luck
        log.tied(fight, first, second)
        once = Contest(fight, first, second, self.ordered, True)
        if fight.table.stage(once) == TIES and self.left > 1:
            once = Rerolls(fight, first, second, self.ordered, self.left - 1)
            fight.table.stage(once)
        self.copy_result(once)
        self.spent = luck - first.who.luck
        self.answer_spent = answer_luck - second.who.luck
        return 0


# --- checks of combatants -------------------------------------------------------------------------


def contest(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool
) -> Contest:
    """Resolve an opposed check between two fighters [check.opposed].

    Luck is spent on rolls that are made: in an ordered check the second fighter is asked after the
    first has succeeded.
    """
    spend_before(fight, first)
    found = Contest(fight, first, second, ordered)
    fight.table.stage(found)
    return found


def spend_before(fight: RenaissanceFight, effort: Effort) -> None:
    """Ask whether to spend Luck before a roll, or to see the roll first [check.luck].

    A point spent before ignores all penalties.
    """
    who = effort.who
    effort.lucky = False
    effort.watched = False
    if who.luck == 0:
        return
    chosen = fight.ask(LuckQuestion("luck-before", effort, None, fight.options.before_roll(effort)))
    effort.watched = chosen is fight.options.see
    if chosen is fight.options.ignore:
        who.luck -= 1
        effort.lucky = True
        log.simple(fight, "luck", who, "check.luck", "spends Luck to ignore every penalty")


def spend_after(fight: RenaissanceFight, effort: Effort, first: Effort | None) -> None:
    """Ask whether to swap the digits of a roll or upgrade its quality by Luck [check.luck]."""
    who = effort.who
    while who.luck > 0:
        chosen = fight.ask(
            LuckQuestion("luck-after", effort, first, fight.options.after_roll(effort))
        )
        if chosen is fight.options.keep:
            return
        who.luck -= 1
        before = effort.roll
        if chosen is fight.options.swap:
            effort.roll = effort.roll % 10 * 10 + effort.roll // 10
            effort.swapped = True
            effort.quality = quality_of(effort.roll, effort.target())
        else:
            effort.quality = upgraded(effort.quality)
            effort.improved = True
        log.luck_after(fight, effort, before)


def skill_effort(
    fight: RenaissanceFight, who: Combatant, skill: i64, physical: bool = True
) -> Effort:
    """Return a skill with the modifiers that hinder it."""
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, physical, skills.ON_COORDINATION[skill])
    return Effort(who, skills.SKILL_TITLES[skill], who.sheet.skill(skill), mods)


def check(fight: RenaissanceFight, effort: Effort, rule: str, matters: i64 = QUALITY) -> i64:
    """Resolve a simple check; return its quality, positive for a success [check.percentile]."""
    spend_before(fight, effort)
    quality = roll(fight, effort, matters)
    log.check(fight, effort, rule)
    return quality


def aptitude_check(
    fight: RenaissanceFight, who: Combatant, label: str, base: i64, on_coo: bool, rule: str
) -> bool:
    """Resolve a physical test of aptitudes, such as SOM×3, with all its modifiers."""
    mods = Modifiers(fight.has_listener)
    hinder(who, mods, True, on_coo)
    return check(fight, Effort(who, label, base, mods), rule, WHETHER) > 0
