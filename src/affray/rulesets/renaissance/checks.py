"""The check: D% against a target, margins and qualities, opposed checks, and Luck."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Question
from affray.core.table import Stage, Table

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

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

QUALITIES: Final[dict[int, str]] = {
    -3: "critical failure",
    -2: "exceptional failure",
    -1: "failure",
    1: "success",
    2: "exceptional success",
    3: "critical success",
}

NO_DEFENSE: Final[i64] = -1
"""The target of somebody who cannot defend."""

MOST_REROLLS: Final[i64] = 10
"""After so many ties the one who was challenged wins."""

WOUND_PENALTY: Final[i64] = -10
RUNNING_PENALTY: Final[i64] = -10
BURDEN_PENALTY: Final[i64] = -10
DAZED_PENALTY: Final[i64] = -20


def held(target: i64) -> i64:
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


def signed(amount: i64, name: str) -> str:
    """What is added or taken away, for the log: '+10 height', '−20 wounds'."""
    return f"{'+' if amount > 0 else '−'}{abs(int(amount))} {name}"


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
            self.named.append(signed(value, name))
            self.rules.append(rule)

    def total(self) -> i64:
        """Their sum, a penalty held at -60 [check.modifiers]."""
        total = self.bonus + self.penalty
        return total if total > WORST_PENALTY else WORST_PENALTY

    def because(self) -> list[list[str]]:
        """Each modifier with its rule, for the log."""
        found = [[name, rule] for name, rule in zip(self.named, self.rules, strict=True)]
        if self.bonus + self.penalty < WORST_PENALTY:
            found.append([f"held at {WORST_PENALTY}".replace("-", "−"), "check.modifiers"])
        return found


class Effort:
    """Somebody's side of a check: who, with what, and what helps or hinders them."""

    def __init__(self, who: Combatant, label: str, base: i64, mods: Modifiers) -> None:
        self.who: Final = who
        self.label: Final = label
        self.base: Final[i64] = base
        self.mods: Final = mods
        self.lucky: bool = False
        self.watched: bool = False
        self.improved: bool = False
        self.wants_exceptional: bool = False
        self.roll: i64 = -1
        self.quality: i64 = 0

    def target(self) -> i64:
        """What has to be rolled, or less; Luck spent before ignores all penalties [check.luck]."""
        return held(self.base + (self.mods.bonus if self.lucky else self.mods.total()))

    def made_of(self) -> str:
        """The target as a sum, for the log."""
        parts = [f"{self.label} {self.base}", *self.mods.named]
        if self.lucky:
            parts.append("(Luck: no penalties)")
        return " ".join(parts) + f" = {self.target()}"

    def because(self) -> list[list[str]]:
        """What makes up the target, each with its rule, for the log."""
        found = [[f"{self.label} {self.base}", "check.percentile"], *self.mods.because()]
        if self.lucky:
            found.append(["Luck: no penalties", "check.luck"])
        return [[f"{self.who.name}: {what}", rule] for what, rule in found]


# --- stages ---------------------------------------------------------------------------------------


class Percent(Stage):
    """D%, from 0 to 99 [check.percentile]."""

    def key(self) -> Hashable:
        return 0

    def play(self, table: Table) -> i64:
        return table.die(100) - 1


class Attempt(Stage):
    """A roll against a target number; each kind makes something else of it."""

    def __init__(self, target: i64) -> None:
        self.target: Final[i64] = target
        self.roll: i64 = -1

    def key(self) -> Hashable:
        return int(self.target)


class Check(Attempt):
    """A simple check: its quality."""

    def play(self, table: Table) -> i64:
        self.roll = table.die(100) - 1
        return quality_of(self.roll, self.target)


class Pass(Attempt):
    """A simple check of which only success matters: 1 or 0."""

    def play(self, table: Table) -> i64:
        self.roll = table.die(100) - 1
        return 1 if self.roll <= self.target else 0


class Margin(Attempt):
    """The first roll of an opposed check: its margin, or the quality of a failure."""

    def play(self, table: Table) -> i64:
        self.roll = table.die(100) - 1
        return self.roll if self.roll <= self.target else quality_of(self.roll, self.target)


LOSES: Final[i64] = 0
TIES: Final[i64] = 4


class Answer(Stage):
    """The second roll, against a margin: LOSES, TIES, or the quality it wins with."""

    def __init__(self, target: i64, margin: i64) -> None:
        self.target: Final[i64] = target
        self.margin: Final[i64] = margin
        self.roll: i64 = -1

    def key(self) -> Hashable:
        return (int(self.target), int(self.margin))

    def play(self, table: Table) -> i64:
        self.roll = table.die(100) - 1
        if self.roll > self.target or self.roll < self.margin:
            return LOSES
        return TIES if self.roll == self.margin else quality_of(self.roll, self.target)


AGAIN: Final[i64] = -9
ANSWERED: Final[i64] = 100
WON: Final[i64] = 200
"""An opposed check's result: the quality of the first's failure, or ANSWERED and the quality the
second won with, or WON and ten times the quality and the margin's band, or AGAIN."""


def band_of(margin: i64) -> i64:
    """0 for a margin up to 30, 1 over 30, 2 over 60."""
    if margin > SPLENDID_MARGIN:
        return 2
    return 1 if margin > EXCEPTIONAL_MARGIN else 0


class Exchange(Stage):
    """One roll of both: the first, and the second where it matters."""

    def __init__(self, target: i64, answer: i64, ordered: bool) -> None:
        self.target: Final[i64] = target
        self.answer: Final[i64] = answer
        self.ordered: Final = ordered
        self.roll: i64 = -1
        self.answer_roll: i64 = -1

    def key(self) -> Hashable:
        return (int(self.target), int(self.answer), self.ordered)

    def play(self, table: Table) -> i64:
        first = Margin(self.target)
        margin = table.stage(first)
        self.roll = first.roll
        self.answer_roll = -1
        if margin < 0:
            return margin if self.ordered else self.answered_alone(table)
        if self.answer != NO_DEFENSE:
            second = Answer(self.answer, margin)
            answer = table.stage(second)
            self.answer_roll = second.roll
            if answer == TIES:
                return AGAIN
            if answer != LOSES:
                return ANSWERED + answer
        return WON + 10 * quality_of(margin, self.target) + band_of(margin)

    def answered_alone(self, table: Table) -> i64:
        """The first failed: a success of the second wins, two failures are rolled again."""
        second = Check(self.answer)
        quality = table.stage(second)
        self.answer_roll = second.roll
        return ANSWERED + quality if quality > 0 else AGAIN


class Opposed(Stage):
    """An opposed check: one success wins, two go to the higher margin, otherwise both roll again
    [check.opposed]. An ordered one ends when the first fails [check.ordered]."""

    def __init__(self, target: i64, answer: i64, ordered: bool) -> None:
        self.exchange: Final = Exchange(target, answer, ordered)

    def key(self) -> Hashable:
        return self.exchange.key()

    def play(self, table: Table) -> i64:
        rolls: i64 = 0
        while rolls <= MOST_REROLLS:
            found = table.stage(self.exchange)
            if found != AGAIN:
                return found
            rolls += 1
        return ANSWERED + SUCCESS


class Outcome:
    """What an opposed check came to."""

    def __init__(self, won: bool, quality: i64, band: i64, answer_quality: i64) -> None:
        self.won: Final = won
        self.quality: Final[i64] = quality
        self.band: Final[i64] = band
        self.answer_quality: Final[i64] = answer_quality


def read(result: i64) -> Outcome:
    """The outcome that a stage's number stands for."""
    if result >= WON:
        return Outcome(True, (result - WON) // 10, (result - WON) % 10, FAILURE)
    if result >= ANSWERED:
        return Outcome(False, FAILURE, 0, result - ANSWERED)
    return Outcome(False, result, 0, 0)


# --- checks of combatants -------------------------------------------------------------------------


def hinder(who: Combatant, mods: Modifiers, physical: bool, on_coo: bool) -> None:
    """What hinders everything somebody does: wounds, running, burdens, armour
    [wound.threshold, move.rates, armor.penalty, weapon.tags]."""
    wounds = who.felt_wounds()
    if wounds > 0:
        mods.add(WOUND_PENALTY * wounds, "wounds", "wound.threshold")
    if who.dazed:
        mods.add(DAZED_PENALTY, "dazed", "strike.called-shot")
    if physical:
        if who.ran:
            mods.add(RUNNING_PENALTY, "running", "move.rates")
        burden = who.burden
        if burden > 0:
            mods.add(BURDEN_PENALTY * burden, "heavy load", "weapon.tags")
    if on_coo:
        penalty = who.coo_penalty()
        if penalty != 0:
            mods.add(penalty, "armour", "armor.penalty")


def contest(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool
) -> Outcome:
    """An opposed check between two, with Luck where they have any."""
    spend_before(fight, first)
    if second is not None:
        spend_before(fight, second)
    if first.watched or (second is not None and second.watched):
        return contest_with_luck(fight, first, second, ordered)
    answer = second.target() if second is not None else NO_DEFENSE
    stage = Opposed(first.target(), answer, ordered)
    outcome = read(fight.table.stage(stage))
    if fight.wants_events:
        remember(first, stage.exchange.roll)
        if second is not None and stage.exchange.answer_roll >= 0:
            remember(second, stage.exchange.answer_roll)
    return outcome


def remember(effort: Effort, roll: i64) -> None:
    """Keeps a stage's roll for the log."""
    effort.roll = roll
    effort.quality = quality_of(roll, effort.target())


def contest_with_luck(
    fight: RenaissanceFight, first: Effort, second: Effort | None, ordered: bool
) -> Outcome:
    """The same, roll by roll, as somebody may change one."""
    rolls: i64 = 0
    while rolls <= MOST_REROLLS:
        rolls += 1
        roll_first(fight, first)
        if first.quality < 0 and (ordered or second is None):
            return Outcome(False, first.quality, 0, 0)
        if second is None:
            return Outcome(True, first.quality, band_of(first.roll), FAILURE)
        answer = roll_second(fight, second, first)
        if answer == LOSES:
            return Outcome(True, first.quality, band_of(first.roll), FAILURE)
        if answer != TIES:
            return Outcome(False, FAILURE, 0, answer)
    return Outcome(False, FAILURE, 0, SUCCESS)


def roll_first(fight: RenaissanceFight, effort: Effort) -> None:
    """The first roll of an opposed check, which its margin is taken from."""
    target = effort.target()
    if effort.watched:
        roll_with_luck(fight, effort, target)
        return
    stage = Margin(target)
    margin = fight.table.stage(stage)
    effort.roll = stage.roll if margin < 0 else margin
    effort.quality = margin if margin < 0 else quality_of(margin, target)


def roll_second(fight: RenaissanceFight, effort: Effort, first: Effort) -> i64:
    """The second roll: LOSES, TIES (which two failures do as well), or the quality it wins with."""
    target = effort.target()
    if effort.watched:
        fight.opposing = first
        roll_with_luck(fight, effort, target)
        fight.opposing = None
        if first.quality < 0:
            return effort.quality if effort.quality > 0 else TIES
        if effort.quality < 0 or effort.roll < first.roll:
            return LOSES
        return TIES if effort.roll == first.roll else effort.quality
    if first.quality < 0:
        check = Check(target)
        effort.quality = fight.table.stage(check)
        effort.roll = check.roll
        return effort.quality if effort.quality > 0 else TIES
    stage = Answer(target, first.roll)
    answer = fight.table.stage(stage)
    effort.roll = stage.roll
    effort.quality = quality_of(
        stage.roll, target
    )  # its own, whatever it comes to against the first
    return answer


def spend_before(fight: RenaissanceFight, effort: Effort) -> None:
    """Before a roll a Luck point lifts all negative modifiers; or one keeps it until the roll is
    seen [check.luck]."""
    who = effort.who
    if who.luck == 0:
        return
    scene = fight.scene
    fight.effort = effort
    options = scene.luck_before if effort.mods.penalty < 0 else scene.luck_without_penalty
    chosen = fight.ask(Question("luck-before", who.side, who.index, options))
    effort.watched = chosen is scene.see
    if chosen is scene.ignore:
        who.luck -= 1
        effort.lucky = True
        if fight.wants_events:
            fight.tell("luck", {"who": who.name, "how": "to ignore every penalty"}, ("check.luck",))


def roll_with_luck(fight: RenaissanceFight, effort: Effort, target: i64) -> None:
    """Rolls D%; then Luck points may swap its digits or upgrade its quality [check.luck]."""
    who = effort.who
    effort.roll = fight.table.stage(Percent())
    effort.quality = quality_of(effort.roll, target)
    effort.improved = False
    scene = fight.scene
    while who.luck > 0:
        fight.effort = effort
        options = [scene.keep]
        if effort.roll // 10 != effort.roll % 10:
            options.append(scene.swap)
        if not effort.improved and upgraded(effort.quality) != effort.quality:
            options.append(scene.upgrade)
        chosen = fight.ask(Question("luck-after", who.side, who.index, options))
        if chosen is scene.keep:
            return
        who.luck -= 1
        before = effort.roll
        if chosen is scene.swap:
            effort.roll = effort.roll % 10 * 10 + effort.roll // 10
            effort.quality = quality_of(effort.roll, target)
            how = f"to turn {before} into {effort.roll}"
        else:
            effort.quality = upgraded(effort.quality)
            effort.improved = True
            how = f"to upgrade {before} to {QUALITIES[int(effort.quality)]}"
        if fight.wants_events:
            fight.tell("luck", {"who": who.name, "how": how}, ("check.luck", "check.upgrade"))


def check(
    fight: RenaissanceFight, who: Combatant, label: str, base: i64, mods: Modifiers, rule: str
) -> i64:
    """A simple check: its quality, positive for a success [check.percentile]."""
    effort = Effort(who, label, base, mods)
    spend_before(fight, effort)
    target = effort.target()
    if effort.watched:
        roll_with_luck(fight, effort, target)
    else:
        stage = Check(target)
        effort.quality = fight.table.stage(stage)
        effort.roll = stage.roll
    if fight.wants_events:
        tell_check(fight, effort, rule)
    return effort.quality


def tell_check(fight: RenaissanceFight, effort: Effort, rule: str) -> None:
    """Tells a roll, with everything that made its target."""
    fight.tell(
        "check",
        {
            "who": effort.who.name,
            "sum": effort.made_of(),
            "roll": int(effort.roll),
            "result": QUALITIES[int(effort.quality)],
            "because": effort.because(),
        },
        tuple(dict.fromkeys([rule, "check.percentile", "check.margin", *effort.mods.rules])),
    )


def aptitude_check(
    fight: RenaissanceFight, who: Combatant, label: str, base: i64, on_coo: bool, rule: str
) -> bool:
    """A physical test of aptitudes, such as SOM×3, with everything that hinders them."""
    mods = Modifiers(fight.wants_events)
    hinder(who, mods, True, on_coo)
    effort = Effort(who, label, base, mods)
    spend_before(fight, effort)
    target = effort.target()
    if effort.watched:
        roll_with_luck(fight, effort, target)
        passed = effort.quality > 0
    else:
        stage = Pass(target)
        passed = fight.table.stage(stage) == 1
        if fight.wants_events:
            remember(effort, stage.roll)
    if fight.wants_events:
        tell_check(fight, effort, rule)
    return passed


def tell_contest(fight: RenaissanceFight, first: Effort, second: Effort | None, rule: str) -> None:
    """Tells both rolls, with everything that made their targets."""
    rules = [rule, "check.percentile", "check.margin", "check.opposed", *first.mods.rules]
    if second is None:
        defense = "no defence"
    else:
        rules.extend(second.mods.rules)
        roll = (
            f"{second.roll} ({QUALITIES[int(second.quality)]})" if second.roll >= 0 else "no roll"
        )
        defense = f"{second.who.name}: {second.made_of()}: {roll}"
    fight.tell(
        "contest",
        {
            "who": first.who.name,
            "sum": first.made_of(),
            "roll": int(first.roll),
            "result": QUALITIES[int(first.quality)],
            "defense": defense,
            "because": first.because() + (second.because() if second is not None else []),
        },
        tuple(dict.fromkeys(rules)),
    )
