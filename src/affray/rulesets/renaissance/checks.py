"""The check: D% against a target, margins and qualities, opposed checks, and Luck."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.renaissance import modifiers, tell

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

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

NO_DEFENSE: Final[i64] = -1
"""The target of somebody who cannot defend."""

MOST_REROLLS: Final[i64] = 10
"""After so many ties the one who was challenged wins."""


def target_held(target: i64) -> i64:
    """Targets are held to 0..98, so that 0 always succeeds and 99 never [check.percentile]."""
    if target < 0:
        return 0
    return target if target < HIGHEST_TARGET else HIGHEST_TARGET


def quality_of(roll: i64, target: i64) -> i64:
    """How well a roll did: the margin of success is the roll, of failure what it is above the
    target; over 30 is exceptional, doubles are critical on either side [check.margin]."""
    double = roll % 11 == 0
    if roll <= target:
        if double:
            return CRITICAL
        return EXCEPTIONAL if roll > EXCEPTIONAL_MARGIN else SUCCESS
    if double:
        return CRITICAL_FAILURE
    return EXCEPTIONAL_FAILURE if roll - target > EXCEPTIONAL_MARGIN else FAILURE


def upgraded(quality: i64) -> i64:
    """One step better; never from failure to success [check.upgrade]."""
    if quality < 0:
        return FAILURE
    return quality + 1 if quality < CRITICAL else CRITICAL


def downgraded(quality: i64) -> i64:
    """One step worse; never from success to failure [check.upgrade]."""
    if quality > 0:
        return quality - 1 if quality > SUCCESS else SUCCESS
    return quality - 1 if quality > CRITICAL_FAILURE else CRITICAL_FAILURE


UNTOLD: Final[list[str]] = []
"""Stands for the names of modifiers that nobody hears, and stays empty."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Modifiers:
    """What is added to a check and taken from it, each with its name for the log."""

    def __init__(self, wants_events: bool) -> None:
        self.bonus: i64 = 0
        self.penalty: i64 = 0
        self.wants_events: Final = wants_events
        self.named: list[str] = [] if wants_events else UNTOLD
        self.rules: list[str] = [] if wants_events else UNTOLD

    def add(self, value: i64, name: str, rule: str) -> None:
        """Adds a modifier; they all stack [check.modifiers]."""
        if value > 0:
            self.bonus += value
        else:
            self.penalty += value
        if self.wants_events and value != 0:
            self.named.append(tell.signed(value, name))
            self.rules.append(rule)

    def total(self) -> i64:
        """Their sum, a penalty held at -60 [check.modifiers]."""
        return WORST_PENALTY if self.is_held() else self.bonus + self.penalty

    def is_held(self) -> bool:
        """Whether they would sum to less than -60."""
        return self.bonus + self.penalty < WORST_PENALTY


@mypyc_attr(acyclic=True, free_list_len=1)
class AnsweringModifiers(Modifiers):
    """Those of the second in an opposed check. Two are made at a time, so that each is made where
    the last of its kind was."""


NO_ROLLS: Final[list[tuple[int, int]]] = []
"""Stands for rolls that nobody has made, and stays empty."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Effort:
    """Somebody's side of a check: who, with what, and what helps or hinders them."""

    lucky: bool = False
    watched: bool = False
    improved: bool = False
    wants_exceptional: bool = False
    roll: i64 = -1
    quality: i64 = 0
    rule: str = ""
    """The rule that allows it, where that is not the check's own."""

    def __init__(self, who: Combatant, label: str, base: i64, mods: Modifiers) -> None:
        self.who: Final = who
        self.label: Final = label
        self.base: Final[i64] = base
        self.mods: Final = mods
        self.rerolled: list[tuple[int, int]] = NO_ROLLS
        """Both rolls, each time that they decided nothing."""

    def target(self) -> i64:
        """What has to be rolled, or less; Luck spent before ignores all penalties [check.luck]."""
        return target_held(self.base + (self.mods.bonus if self.lucky else self.mods.total()))

    def luck_key(self) -> tuple[object, ...]:
        """All that decides what becomes of it but the dice, Luck spent on it included."""
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

    def remember(self, roll: i64) -> None:
        """Keeps what was rolled, for the log and for those who decide about Luck."""
        self.roll = roll
        self.quality = quality_of(roll, self.target())


@mypyc_attr(acyclic=True, free_list_len=1)
class AnsweringEffort(Effort):
    """The second side of an opposed check (see `AnsweringModifiers`)."""


# --- stages ---------------------------------------------------------------------------------------

NO_MARGIN: Final[i64] = -1
NOT_ROLLED: Final[i64] = -1
LOSES: Final[i64] = 0
TIES: Final[i64] = 4


@mypyc_attr(acyclic=True)
class Attempt(Stage):
    """A roll against a target number; each kind makes something else of it."""

    target: Final[i64]
    roll: Transient[i64] = -1

    def __init__(self, target: i64) -> None:
        self.target = target

    def key(self) -> Hashable:
        return int(self.target)


@mypyc_attr(acyclic=True, free_list_len=1)
class Check(Attempt):
    """A simple check: its quality."""

    def play(self, table: Table) -> i64:
        self.roll = table.percent()
        return quality_of(self.roll, self.target)


@mypyc_attr(acyclic=True, free_list_len=1)
class Pass(Attempt):
    """A simple check of which only success matters: 1 or 0."""

    def play(self, table: Table) -> i64:
        self.roll = table.percent()
        return 1 if self.roll <= self.target else 0


@mypyc_attr(acyclic=True, free_list_len=1)
class Margin(Attempt):
    """The first roll of an opposed check: its quality, and the margin if it is a success."""

    margin: i64 = NO_MARGIN

    def play(self, table: Table) -> i64:
        self.roll = table.percent()
        self.margin = self.roll if self.roll <= self.target else NO_MARGIN
        return quality_of(self.roll, self.target)


@mypyc_attr(acyclic=True, free_list_len=1)
class Answer(Attempt):
    """The second roll, against a margin: LOSES, TIES, or the quality it wins with."""

    margin: Final[i64]

    def __init__(self, target: i64, margin: i64) -> None:
        super().__init__(target)
        self.margin = margin

    def key(self) -> Hashable:
        return (int(self.target), int(self.margin))

    def play(self, table: Table) -> i64:
        self.roll = table.percent()
        return answered(self.roll, quality_of(self.roll, self.target), self.margin)


def answered(roll: i64, quality: i64, margin: i64) -> i64:
    """What a second roll is against a margin: LOSES, TIES, or the quality it wins with
    [check.opposed]."""
    if quality < 0 or roll < margin:
        return LOSES
    return TIES if roll == margin else quality


def band_of(margin: i64) -> i64:
    """0 for a margin up to 30, 1 over 30, 2 over 60."""
    if margin > SPLENDID_MARGIN:
        return 2
    return 1 if margin > EXCEPTIONAL_MARGIN else 0


@mypyc_attr(acyclic=True)
class ContestResult(Stage):
    """What an opposed check came to: whether the first won, both qualities, and the first's margin
    in bands."""

    won: bool = False
    quality: i64 = FAILURE
    band: i64 = 0
    answer_quality: i64 = 0


@mypyc_attr(acyclic=True, free_list_len=1)
class Exchange(ContestResult):
    """One roll of both: the first, and the second where it matters. `play` gives 1 where both have
    to roll again, 0 where it is decided."""

    target: Final[i64]
    answer: Final[i64]
    ordered: Final[bool]
    roll: Transient[i64] = -1
    answer_roll: Transient[i64] = -1

    def __init__(self, target: i64, answer: i64, ordered: bool) -> None:
        self.target = target
        self.answer = answer
        self.ordered = ordered

    def key(self) -> Hashable:
        return (int(self.target), int(self.answer), self.ordered)

    def play(self, table: Table) -> i64:
        quality, margin = self.roll_first(table)
        self.answer_roll = -1
        self.won = False
        self.quality = FAILURE
        self.band = 0
        self.answer_quality = 0
        if quality < 0:
            if not self.ordered:
                return self.answer_alone(table)
            self.quality = quality
            return 0
        if self.answer != NO_DEFENSE:
            answer = self.roll_second(table, margin)
            if answer == TIES:
                return 1
            if answer != LOSES:
                self.answer_quality = answer
                return 0
        self.won = True
        self.quality = quality
        self.band = band_of(margin)
        return 0

    def roll_first(self, table: Table) -> tuple[i64, i64]:
        """The first roll: its quality, and the margin if it is a success."""
        stage = Margin(self.target)
        quality = table.stage(stage)
        self.roll = stage.roll
        return quality, stage.margin

    def roll_second(self, table: Table, margin: i64) -> i64:
        """The second roll, against a margin: LOSES, TIES, or the quality it wins with."""
        stage = Answer(self.answer, margin)
        answer = table.stage(stage)
        self.answer_roll = stage.roll
        return answer

    def answer_alone(self, table: Table) -> i64:
        """The first failed: a success of the second wins, two failures are rolled again."""
        second = Check(self.answer)
        quality = table.stage(second)
        self.answer_roll = second.roll
        if quality < 0:
            return 1
        self.answer_quality = quality
        return 0


@mypyc_attr(acyclic=True, free_list_len=1)
class OpposedCheck(Exchange):
    """An opposed check: one success wins, two go to the higher margin, otherwise both roll again
    [check.opposed]. An ordered one ends when the first fails [check.ordered]. After so many ties
    the one who was challenged has it."""

    rerolled: Transient[list[tuple[int, int]]]

    def __init__(self, target: i64, answer: i64, ordered: bool) -> None:
        super().__init__(target, answer, ordered)
        self.rerolled = NO_ROLLS

    def play(self, table: Table) -> i64:
        rolls: i64 = 0
        while rolls <= MOST_REROLLS:
            if self.roll_once(table) == 0:
                return 0
            if table.wants_events:
                rolls_of_both = (int(self.roll), int(self.answer_roll))
                self.rerolled = [*self.rerolled, rolls_of_both]
            rolls += 1
        if self.rerolled:
            self.rerolled.pop()  # the last of them counts
        self.won = False
        self.quality = FAILURE
        self.band = 0
        self.answer_quality = SUCCESS
        return 0

    def roll_once(self, table: Table) -> i64:
        """One roll of both: 1 where they have to roll again, 0 where it is decided."""
        once = Exchange(self.target, self.answer, self.ordered)
        again = table.stage(once)
        self.roll = once.roll
        self.answer_roll = once.answer_roll
        self.won = once.won
        self.quality = once.quality
        self.band = once.band
        self.answer_quality = once.answer_quality
        return again

    def distribution(self) -> dict[tuple[object, ...], float]:
        """By counting what one roll of both comes to, and then how often they roll."""
        decided: dict[tuple[object, ...], float] = {}
        ties: i64 = 0
        roll: i64 = 0
        while roll < PERCENTILE_FACES:
            ties += self.count_answers(roll, decided)
            roll += 1
        pairs = float(PERCENTILE_FACES * PERCENTILE_FACES)
        tied = float(ties) / pairs
        rounds, all_tied = 0.0, 1.0
        rolls: i64 = 0
        while rolls <= MOST_REROLLS:
            rounds += all_tied
            all_tied *= tied
            rolls += 1
        found = {result: count / pairs * rounds for result, count in decided.items()}
        if ties > 0:
            challenged = (False, int(FAILURE), 0, int(SUCCESS))
            found[challenged] = found.get(challenged, 0.0) + all_tied
        return found

    def count_answers(self, roll: i64, decided: dict[tuple[object, ...], float]) -> i64:
        """Adds up what each answer to a first roll decides, and gives how many decide nothing."""
        quality = quality_of(roll, self.target)
        lost: tuple[object, ...] = (False, int(quality), 0, 0)
        if quality > 0:
            lost = (True, int(quality), int(band_of(roll)), 0)
        elif self.ordered:
            decided[lost] = decided.get(lost, 0.0) + float(PERCENTILE_FACES)
            return 0
        by_quality: list[int] = [0] * (CRITICAL + 1)
        ties: i64 = 0
        answer: i64 = 0
        while answer < PERCENTILE_FACES:
            if answer > self.answer or (quality > 0 and answer < roll):
                by_quality[0] += 1
            elif quality > 0 and answer == roll:
                ties += 1
            else:
                by_quality[quality_of(answer, self.answer)] += 1
            answer += 1
        if quality < 0:
            ties = by_quality[0]
            by_quality[0] = 0
        for won_with, count in enumerate(by_quality):
            if count > 0:
                result = (False, int(FAILURE), 0, won_with) if won_with > 0 else lost
                decided[result] = decided.get(result, 0.0) + float(count)
        return ties


@mypyc_attr(acyclic=True, free_list_len=1)
class Outcome:
    """What an opposed check came to: whether the first won, with what quality and how wide a
    margin, or with what quality the second did."""

    def __init__(self, won: bool, quality: i64, band: i64, answer_quality: i64) -> None:
        self.won: Final = won
        self.quality: Final[i64] = quality
        self.band: Final[i64] = band
        self.answer_quality: Final[i64] = answer_quality


CHALLENGED_WINS: Final = Outcome(False, FAILURE, 0, SUCCESS)
"""What an opposed check comes to that nothing else decides."""


def outcome_of(result: ContestResult) -> Outcome:
    """What a check came to, apart from the stage it was."""
    return Outcome(result.won, result.quality, result.band, result.answer_quality)


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedRoll(Attempt):
    """D%; then Luck points may swap its digits or upgrade its quality [check.luck]: its quality,
    and the Luck that went into it."""

    fight: Final[RenaissanceFight]
    effort: Final[Effort]
    spent: i64 = 0

    def __init__(self, fight: RenaissanceFight, effort: Effort, target: i64) -> None:
        super().__init__(target)
        self.fight = fight
        self.effort = effort

    def asked_sides(self) -> list[int]:
        return [int(self.effort.who.side)]

    def key(self) -> Hashable:
        return self.effort.luck_key()

    def play(self, table: Table) -> i64:
        fight, effort = self.fight, self.effort
        outer = fight.table
        fight.table = table
        before = effort.who.luck
        roll_with_luck(fight, effort, self.target)
        self.spent = before - effort.who.luck
        effort.who.luck += self.spent
        fight.table = outer
        self.roll = effort.roll
        return effort.quality


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedPass(WatchedRoll):
    """A check on which Luck may be spent and of which only success matters: 1 or 0, and the Luck
    that went into it."""

    def play(self, table: Table) -> i64:
        return 1 if super().play(table) > 0 else 0


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedMargin(WatchedRoll):
    """The first roll of an opposed check, on which Luck may be spent: its quality, and the margin
    if it is a success."""

    margin: i64 = NO_MARGIN
    improved: bool = False

    def play(self, table: Table) -> i64:
        quality = super().play(table)
        self.margin = self.roll if quality > 0 else NO_MARGIN
        self.improved = self.effort.improved
        return quality


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedAnswer(WatchedRoll):
    """The second roll, on which Luck may be spent: LOSES, TIES (which two failures do as well), or
    the quality it wins with. Of the first roll its margin matters, and nothing of a failure."""

    first: Final[Effort]

    def __init__(self, fight: RenaissanceFight, effort: Effort, first: Effort) -> None:
        super().__init__(fight, effort, effort.target())
        self.first = first

    def key(self) -> Hashable:
        margin = self.first.roll if self.first.quality > 0 else NO_MARGIN
        return (int(margin), self.effort.luck_key())

    def play(self, table: Table) -> i64:
        self.fight.opposing = self.first
        super().play(table)
        self.fight.opposing = None
        return answer_of(self.effort, self.first)


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedExchange(ContestResult):
    """One roll of both where somebody has Luck: what it came to, and the Luck that went into it.
    `play` gives 1 where both have to roll again, 0 where it is decided. The first roll may have
    been made already, and is then `given`; the second is asked about Luck before the first of
    their rolls, not before `rerolls`."""

    fight: Final[RenaissanceFight]
    first: Final[Effort]
    second: Final[Effort | None]
    ordered: Final[bool]
    rerolls: Final[i64]
    given: Final[i64]
    spent: i64 = 0
    answer_spent: i64 = 0
    improved: bool = False
    """Whether Luck has upgraded the first's roll."""
    answer_lucky: bool = False
    """Where both roll again, what the second has decided about Luck before the roll."""
    answer_watched: bool = False

    def __init__(
        self,
        fight: RenaissanceFight,
        first: Effort,
        second: Effort | None,
        ordered: bool,
        rerolls: i64 = 0,
        given: i64 = NOT_ROLLED,
    ) -> None:
        self.fight = fight
        self.first = first
        self.second = second
        self.ordered = ordered
        self.rerolls = rerolls
        self.given = given

    def asked_sides(self) -> list[int]:
        found = [int(self.first.who.side)] if self.first.watched else []
        if self.second is not None and self.second.who.luck > 0:
            found.append(int(self.second.who.side))
        return found

    def key(self) -> Hashable:
        answer = self.second.luck_key() if self.second is not None else None
        rolled: Hashable = None
        if self.given != NOT_ROLLED:
            rolled = (int(self.given), int(self.first.quality), self.first.improved)
        return (self.ordered, self.rerolls == 0, rolled, self.first.luck_key(), answer)

    def play(self, table: Table) -> i64:
        fight, first, second = self.fight, self.first, self.second
        outer = fight.table
        fight.table = table
        luck = first.who.luck
        answer_luck = second.who.luck if second is not None else 0
        self.spent = self.answer_spent = 0
        again = self.roll_both()
        self.improved = first.improved
        self.spent += luck - first.who.luck
        first.who.luck = luck
        if second is not None:
            self.answer_spent += answer_luck - second.who.luck
            second.who.luck = answer_luck
        fight.table = outer
        return again

    def roll_both(self) -> i64:
        """Each rolls, as far as it matters [check.opposed]; 1 where they have to roll again."""
        first, second = self.first, self.second
        self.answer_lucky = self.answer_watched = False
        is_rolled = self.given != NOT_ROLLED
        outcome = roll_once(self.fight, first, second, self.ordered, self.rerolls, is_rolled)
        if outcome is not None:
            self.settle(outcome)
            return 0
        self.settle(CHALLENGED_WINS)
        if second is not None:
            self.answer_lucky = second.lucky
            self.answer_watched = second.watched
        return 1

    def settle(self, outcome: Outcome) -> None:
        """Keeps what it came to."""
        self.won = outcome.won
        self.quality = outcome.quality
        self.band = outcome.band
        self.answer_quality = outcome.answer_quality


@mypyc_attr(acyclic=True, free_list_len=1)
class WatchedContest(WatchedExchange):
    """An opposed check in which somebody has Luck: what it came to, and the Luck that went into
    it. A tie is rolled again in a stage of its own, so that ties upon ties come together."""

    def key(self) -> Hashable:
        return (int(self.rerolls), super().key())

    def play(self, table: Table) -> i64:
        first, second = self.first, self.second
        roll, quality, improved = first.roll, first.quality, first.improved
        if second is not None and self.rerolls == 0:
            second.lucky = second.watched = False
        super().play(table)
        first.improved = improved
        if not table.wants_events:
            first.roll, first.quality = roll, quality
        return 0

    def roll_both(self) -> i64:
        """Both roll, and again where that decides nothing; after so many ties the one who was
        challenged has it."""
        first, second = self.first, self.second
        once = WatchedExchange(self.fight, first, second, self.ordered, self.rerolls, self.given)
        again = self.fight.table.stage(once)
        self.settle(outcome_of(once))
        first.improved = once.improved
        first.who.luck -= once.spent
        if second is not None:
            second.who.luck -= once.answer_spent
            if again and self.rerolls < MOST_REROLLS:
                second.lucky, second.watched = once.answer_lucky, once.answer_watched
                self.roll_again(second)
        return 0

    def roll_again(self, second: Effort) -> None:
        """Both roll again, and what that comes to is the result."""
        if self.fight.wants_events:
            rolls = (int(self.first.roll), int(second.roll))
            self.first.rerolled = [*self.first.rerolled, rolls]
        again = WatchedContest(self.fight, self.first, second, self.ordered, self.rerolls + 1)
        self.fight.table.stage(again)
        self.settle(outcome_of(again))
        self.first.improved = again.improved
        self.spent = again.spent
        self.answer_spent = again.answer_spent


# --- checks of combatants -------------------------------------------------------------------------


def hinder(who: Combatant, mods: Modifiers, physical: bool, on_coo: bool) -> None:
    """What hinders everything somebody does: wounds, running, burdens, armour
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


def contest(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool
) -> Outcome:
    """An opposed check between two, with Luck where they have any. Luck is spent on a roll that is
    made, so the second is asked when the first has succeeded, if the check is ordered."""
    spend_before(fight, first)
    if not first.watched and (second is None or second.who.luck == 0):
        answer = second.target() if second is not None else NO_DEFENSE
        if not fight.wants_events and not fight.table.follows_stages:
            return roll_plainly(fight.table, first.target(), answer, ordered)
        stage = OpposedCheck(first.target(), answer, ordered)
        fight.table.stage(stage)
        if fight.wants_events:
            first.remember(stage.roll)
            first.rerolled = stage.rerolled
            if second is not None and stage.answer_roll >= 0:
                second.remember(stage.answer_roll)
        return outcome_of(stage)
    return watched_contest(fight, first, second, ordered, NOT_ROLLED)


def roll_plainly(table: Table, target: i64, answer: i64, ordered: bool) -> Outcome:
    """An opposed check without Luck and without stages: both roll, and again where that decides
    nothing [check.opposed, check.ordered]."""
    rerolls: i64 = 0
    while rerolls <= MOST_REROLLS:
        rerolls += 1
        roll = table.percent()
        quality = quality_of(roll, target)
        if quality < 0 and (ordered or answer == NO_DEFENSE):
            return Outcome(False, quality, 0, 0)
        if answer == NO_DEFENSE:
            return Outcome(True, quality, band_of(roll), 0)
        second = table.percent()
        found = quality_of(second, answer)
        if quality > 0:
            found = answered(second, found, roll)
            if found == LOSES:
                return Outcome(True, quality, band_of(roll), 0)
        if found > 0 and found != TIES:
            return Outcome(False, FAILURE, 0, found)
    return CHALLENGED_WINS


def settle(fight: RenaissanceFight, first: Effort, second: Effort, ordered: bool) -> Outcome:
    """The rest of an opposed check whose first roll has been made."""
    return watched_contest(fight, first, second, ordered, first.roll)


def watched_contest(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool, given: i64
) -> Outcome:
    """Has a check made in which somebody has Luck, and takes from both what went into it."""
    if not fight.table.follows_stages:
        return roll_until_decided(fight, first, second, ordered, given != NOT_ROLLED)
    watched = WatchedContest(fight, first, second, ordered, 0, given)
    fight.table.stage(watched)
    first.who.luck -= watched.spent
    first.improved = watched.improved
    if second is not None:
        second.who.luck -= watched.answer_spent
    return outcome_of(watched)


def roll_until_decided(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool, is_rolled: bool
) -> Outcome:
    """The same without stages: both roll, and again where that decides nothing."""
    if second is not None:
        second.lucky = second.watched = False
    rerolls: i64 = 0
    while rerolls <= MOST_REROLLS:
        outcome = roll_once(fight, first, second, ordered, rerolls, is_rolled)
        if outcome is not None:
            return outcome
        if fight.wants_events and second is not None:
            first.rerolled = [*first.rerolled, (int(first.roll), int(second.roll))]
        is_rolled = False
        rerolls += 1
    return CHALLENGED_WINS


def roll_once(
    fight: RenaissanceFight,
    first: Effort,
    second: Effort | None,
    ordered: bool,
    rerolls: i64,
    is_rolled: bool,
) -> Outcome | None:
    """Each rolls once, as far as it matters; None where they have to roll again. Where the first
    `is_rolled`, that stands; the second is asked about Luck before the first of their rolls, not
    before `rerolls` [check.opposed]."""
    if not is_rolled:
        roll_first(fight, first)
    if first.quality < 0 and (ordered or second is None):
        return Outcome(False, first.quality, 0, 0)
    if second is not None:
        if rerolls == 0:
            spend_before(fight, second)
        answer = roll_second(fight, second, first)
        if answer == TIES:
            return None
        if answer != LOSES:
            return Outcome(False, FAILURE, 0, answer)
    return Outcome(True, first.quality, band_of(first.roll), FAILURE)


def roll_first(fight: RenaissanceFight, effort: Effort) -> None:
    """The first roll of an opposed check, which its margin is taken from."""
    target = effort.target()
    effort.improved = False
    if not fight.table.follows_stages:
        roll_at_once(fight, effort, target)
        return
    if effort.watched and effort.who.luck > 0:
        watched = WatchedMargin(fight, effort, target)
        effort.quality = fight.table.stage(watched)
        effort.roll = watched.roll if effort.quality < 0 else watched.margin
        effort.improved = watched.improved
        effort.who.luck -= watched.spent
        return
    stage = Margin(target)
    effort.quality = fight.table.stage(stage)
    effort.roll = stage.roll if effort.quality < 0 else stage.margin


def roll_second(fight: RenaissanceFight, effort: Effort, first: Effort) -> i64:
    """The second roll: LOSES, TIES (which two failures do as well), or the quality it wins with."""
    if not fight.table.follows_stages:
        fight.opposing = first
        roll_at_once(fight, effort, effort.target())
        fight.opposing = None
        return answer_of(effort, first)
    if effort.watched and effort.who.luck > 0:
        watched = WatchedAnswer(fight, effort, first)
        answer = fight.table.stage(watched)
        effort.roll = watched.roll
        effort.who.luck -= watched.spent
        return answer
    target = effort.target()
    effort.improved = False
    if first.quality < 0:
        check = Check(target)
        effort.quality = fight.table.stage(check)
        effort.roll = check.roll
        return effort.quality if effort.quality > 0 else TIES
    stage = Answer(target, first.roll)
    answer = fight.table.stage(stage)
    effort.remember(stage.roll)
    return answer


def answer_of(effort: Effort, first: Effort) -> i64:
    """What a second roll that has been made is to the first: LOSES, TIES (which two failures do as
    well), or the quality it wins with [check.opposed]."""
    if first.quality < 0:
        return effort.quality if effort.quality > 0 else TIES
    return answered(effort.roll, effort.quality, first.roll)


def roll_at_once(fight: RenaissanceFight, effort: Effort, target: i64) -> None:
    """Rolls D% without a stage, with Luck where the roll is watched."""
    if effort.watched and effort.who.luck > 0:
        roll_with_luck(fight, effort, target)
    else:
        effort.improved = False
        effort.roll = fight.table.percent()
        effort.quality = quality_of(effort.roll, target)


def spend_before(fight: RenaissanceFight, effort: Effort) -> None:
    """Before a roll a Luck point lifts all negative modifiers; or one keeps it until the roll is
    seen [check.luck]."""
    who = effort.who
    effort.lucky = False
    effort.watched = False
    if who.luck == 0:
        return
    scene = fight.scene
    player = fight.direct_players[who.side]
    if player is not None:
        chosen = player.choose_luck_before(fight, effort)
    else:
        fight.effort = effort
        chosen = fight.ask(scene.luck_before(who.index, effort.mods.penalty < 0))
    effort.watched = chosen is scene.see
    if chosen is scene.ignore:
        who.luck -= 1
        effort.lucky = True
        if fight.wants_events:
            tell.luck(fight, who, "to ignore every penalty")


def roll_with_luck(fight: RenaissanceFight, effort: Effort, target: i64) -> None:
    """Rolls D%; then Luck points may swap its digits or upgrade its quality [check.luck]."""
    who = effort.who
    effort.roll = fight.table.percent()
    effort.quality = quality_of(effort.roll, target)
    effort.improved = False
    scene = fight.scene
    player = fight.direct_players[who.side]
    while who.luck > 0:
        if player is not None:
            chosen = player.choose_luck_after(fight, effort)
        else:
            fight.effort = effort
            can_swap = effort.roll // 10 != effort.roll % 10
            can_upgrade = not effort.improved and upgraded(effort.quality) != effort.quality
            chosen = fight.ask(scene.luck_after(who.index, can_swap, can_upgrade))
        if chosen is scene.keep:
            return
        who.luck -= 1
        before = effort.roll
        if chosen is scene.swap:
            effort.roll = effort.roll % 10 * 10 + effort.roll // 10
            effort.quality = quality_of(effort.roll, target)
        else:
            effort.quality = upgraded(effort.quality)
            effort.improved = True
        if fight.wants_events:
            tell.luck_after(fight, effort, before)


def watched_check(fight: RenaissanceFight, effort: Effort) -> None:
    """A simple check whose roll is seen before it counts."""
    stage = WatchedRoll(fight, effort, effort.target())
    effort.quality = fight.table.stage(stage)
    effort.roll = stage.roll
    effort.who.luck -= stage.spent


def check(
    fight: RenaissanceFight, who: Combatant, label: str, base: i64, mods: Modifiers, rule: str
) -> i64:
    """A simple check: its quality, positive for a success [check.percentile]."""
    effort = Effort(who, label, base, mods)
    spend_before(fight, effort)
    target = effort.target()
    if not fight.table.follows_stages:
        roll_at_once(fight, effort, target)
    elif effort.watched:
        watched_check(fight, effort)
    else:
        stage = Check(target)
        effort.quality = fight.table.stage(stage)
        effort.roll = stage.roll
    if fight.wants_events:
        tell.check(fight, effort, rule)
    return effort.quality


def aptitude_check(
    fight: RenaissanceFight, who: Combatant, label: str, base: i64, on_coo: bool, rule: str
) -> bool:
    """A physical test of aptitudes, such as SOM×3, with everything that hinders them."""
    mods = Modifiers(fight.wants_events)
    hinder(who, mods, True, on_coo)
    effort = Effort(who, label, base, mods)
    spend_before(fight, effort)
    target = effort.target()
    if not fight.table.follows_stages:
        roll_at_once(fight, effort, target)
        passed = effort.quality > 0
    elif effort.watched:
        watched = WatchedPass(fight, effort, target)
        passed = fight.table.stage(watched) == 1
        who.luck -= watched.spent
    else:
        stage = Pass(target)
        passed = fight.table.stage(stage) == 1
        if fight.wants_events:
            effort.remember(stage.roll)
    if fight.wants_events:
        tell.check(fight, effort, rule)
    return passed
