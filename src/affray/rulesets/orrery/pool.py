"""Pools of dice: Successes, adv and dis, and rolling again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import PlainQuestion
from affray.core.state import Transient
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.orrery import tell
from affray.rulesets.orrery.house import House

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

SMALLEST: Final[i64] = 4
LARGEST: Final[i64] = 12
STEP: Final[i64] = 2
"""Die sizes go from d4 to d12 by two sides."""

AGAIN: Final = {"Attack": "again attack", "Block": "again block", "Test": "again test"}
"""The question whether a pool is rolled again, by what the pool is called."""

NO_WORDS: Final[list[str]] = []
"""What would be told, where nobody listens: always empty."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Advantage:
    """Whether a roll has adv or dis, and why. However many sources there are, each counts once,
    and they cancel each other [core.adv-dis]."""

    def __init__(self, wants_events: bool) -> None:
        self.wants_events: Final = wants_events
        self.adv: bool = False
        self.dis: bool = False
        self.signs: list[str] = [] if wants_events else NO_WORDS
        self.reasons: list[str] = [] if wants_events else NO_WORDS
        self.rules: list[str] = [] if wants_events else NO_WORDS

    def add_adv(self, rule: str, reason: str, what: str = "") -> None:
        """A source of adv: its rule, and its reason in one or two parts."""
        self.adv = True
        if self.wants_events:
            self.add_words("adv", rule, reason + what)

    def add_dis(self, rule: str, reason: str, what: str = "") -> None:
        """A source of dis: its rule, and its reason in one or two parts."""
        self.dis = True
        if self.wants_events:
            self.add_words("dis", rule, reason + what)

    def add_nothing(self, rule: str, reason: str) -> None:
        """A rule by which something is no source of either, for the log."""
        if self.wants_events:
            self.add_words("", rule, reason)

    def add_words(self, sign: str, rule: str, reason: str) -> None:
        """What the log says about a source."""
        self.signs.append(sign)
        self.reasons.append(reason)
        self.rules.append(rule)

    def net(self) -> i64:
        """1 for adv, -1 for dis, 0 for neither or both."""
        if self.adv == self.dis:
            return 0
        return 1 if self.adv else -1

    def reversed(self) -> Advantage:
        """The same, the other way about: adv for one is dis for the other."""
        other = Advantage(self.wants_events)
        other.adv = self.dis
        other.dis = self.adv
        for number, sign in enumerate(self.signs):
            turned = "dis" if sign == "adv" else "adv" if sign == "dis" else ""
            other.add_words(turned, self.rules[number], self.reasons[number])
        return other


UNTOLD: Final = Advantage(False)
"""What made adv and dis, where nobody listens."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Pool(Stage):
    """Two dice, or `copies` of each, and the Successes they show."""

    one: Final[i64]
    other: Final[i64]
    copies: Final[i64]
    net: Final[i64]
    success_on: Final[i64]
    double_on: Final[i64]
    critical: Final[bool]
    one_cuts: Final[i64]
    other_cuts: Final[i64]
    shown: Transient[list[str]]
    all_highest: Transient[bool] = False
    was_critical: Transient[bool] = False
    was_doubled: Transient[bool] = False

    def __init__(
        self, one: i64, other: i64, copies: i64, net: i64, house: House, attacks: bool
    ) -> None:
        steps: i64 = 0
        rolled_twice = net
        if net != 0 and house.advantage == "step-die":
            steps = net
            rolled_twice = 0
        self.one = stepped(one, steps)
        self.other = stepped(other, steps)
        self.copies = copies
        self.net = rolled_twice
        self.success_on = house.success_on
        doubled: i64 = house.double_success_on if attacks else 0
        self.double_on = doubled
        self.critical = house.critical and attacks
        self.one_cuts = self.cuts_of(self.one)
        self.other_cuts = self.cuts_of(self.other)
        self.shown = NO_WORDS

    def cuts_of(self, sides: i64) -> i64:
        """Where a die's faces are told apart."""
        cuts: i64 = cut_at(self.success_on)
        if self.double_on:
            cuts |= cut_at(self.double_on)
        if self.critical:
            cuts |= cut_at(sides)
        return cuts

    def key(self) -> Hashable:
        return (
            int(self.one),
            int(self.other),
            int(self.copies),
            int(self.net),
            int(self.success_on),
            int(self.double_on),
            self.critical,
        )

    def play(self, table: Table) -> i64:
        """With adv the pool is rolled twice and more Successes kept, with dis fewer
        [core.adv-dis]."""
        if table.wants_events:
            self.shown = []
            self.was_critical = False
            self.was_doubled = False
        first = self.roll_once(table)
        if self.net == 0:
            return first
        if table.wants_events:
            self.shown.append("or")
        second = self.roll_once(table)
        if self.net > 0:
            return second if second > first else first
        return second if second < first else first

    def roll_once(self, table: Table) -> i64:
        """The Successes of one roll; by option all dice at their highest are one more
        [core.critical]."""
        self.all_highest = self.critical
        found = self.successes(table, self.one, self.one_cuts)
        found += self.successes(table, self.other, self.other_cuts)
        if not self.all_highest:
            return found
        self.was_critical = True
        return found + 1

    def successes(self, table: Table, sides: i64, cuts: i64) -> i64:
        """Each die shows a Success on 4 or more [core.success], by option two on a high face
        of an attack [core.double-success]."""
        found: i64 = 0
        left = self.copies
        while left > 0:
            left -= 1
            face = table.die(sides, cuts)
            if self.double_on and face >= self.double_on:
                found += 2
                self.was_doubled = True
            elif face >= self.success_on:
                found += 1
            if face != sides:
                self.all_highest = False
            if table.wants_events:
                self.shown.append(f"d{sides}:{face}")
        return found


def stepped(sides: i64, steps: i64) -> i64:
    """A die some sizes larger or smaller, never beyond d4 and d12 [core.adv-dis]."""
    found = sides + STEP * steps
    if found < SMALLEST:
        return SMALLEST
    return found if found < LARGEST else LARGEST


@mypyc_attr(acyclic=True)
class AnotherRoll(Stage):
    """A pool rolled again, of which the better roll counts [health.boon]: rolls that are no better
    than the one before all come to the same."""

    pool: Final[Pool]
    before: Final[i64]
    again: Transient[i64] = 0

    def __init__(self, pool: Pool, before: i64) -> None:
        self.pool = pool
        self.before = before

    def key(self) -> Hashable:
        return (int(self.before), self.pool.key())

    def play(self, table: Table) -> i64:
        self.again = table.stage(self.pool)
        return self.again if self.again > self.before else self.before


@mypyc_attr(acyclic=True)
class Contest(Stage):
    """One die against another, 1 if the first is higher. A fixed face is not rolled."""

    mine: Final[i64]
    theirs: Final[i64]
    mine_fixed: Final[bool]
    theirs_fixed: Final[bool]
    my_face: Transient[i64] = 0
    their_face: Transient[i64] = 0

    def __init__(self, mine: i64, theirs: i64, mine_fixed: bool, theirs_fixed: bool) -> None:
        self.mine = mine
        self.theirs = theirs
        self.mine_fixed = mine_fixed
        self.theirs_fixed = theirs_fixed

    def key(self) -> Hashable:
        return (int(self.mine), int(self.theirs), self.mine_fixed, self.theirs_fixed)

    def play(self, table: Table) -> i64:
        self.my_face = fixed_face(self.mine) if self.mine_fixed else table.die(self.mine)
        self.their_face = fixed_face(self.theirs) if self.theirs_fixed else table.die(self.theirs)
        return 1 if self.my_face > self.their_face else 0


def fixed_face(sides: i64) -> i64:
    """What a die counts as that a monster does not roll: half its sides [block.monsters]."""
    return sides // 2


def roll(
    fight: OrreryFight,
    who: Combatant,
    pool: Pool,
    named: str,
    dice: list[str],
    advantage: Advantage,
    rule: str,
) -> i64:
    """Rolls somebody's own pool, of two named dice, and again if they pay for it
    [health.boon]."""
    found = fight.table.stage(pool)
    if fight.wants_events:
        tell.rolls(fight, who, pool, named, dice, found, advantage, rule)
    while True:
        price = pay_for_another(fight, who, named, found)
        if price is None:
            return found
        another = AnotherRoll(pool, found)
        found = fight.table.stage(another)
        if fight.wants_events:
            name = named + " again"
            tell.rolls(fight, who, pool, name, dice, another.again, advantage, rule, price, found)


def pay_for_another(fight: OrreryFight, who: Combatant, named: str, found: i64) -> str | None:
    """Asks whether the pool is rolled again, and gives the rule by which: a Boon buys any
    [health.boon], by option Stamina a Block [health.stamina-uses]."""
    options = fight.scene.options
    may_spend_stamina = fight.scene.buys_blocks and who.stamina > 0 and named == "Block"
    if who.boons == 0 and not may_spend_stamina:
        return None
    offered = options.again_for_boon
    if may_spend_stamina:
        offered = options.again_for_either if who.boons > 0 else options.again_for_stamina
    fight.rolled = found
    chosen = fight.ask(PlainQuestion(AGAIN[named], who.side, who.index, offered))
    if chosen is options.spend_boon and who.boons > 0:
        who.boons -= 1
        return "health.boon"
    if chosen is options.spend_stamina and who.stamina > 0:
        who.stamina -= 1
        return "health.stamina-uses"
    return None


def can_buy_blocks(house: House) -> bool:
    """Whether Stamina may be spent to roll a Block again [health.stamina-uses]."""
    return house.stamina_for == "runes and blocks" or house.stamina_for == "all three"


def can_buy_actions(house: House) -> bool:
    """Whether Stamina may be spent for one more Action [health.stamina-uses]."""
    return house.stamina_for == "runes and actions" or house.stamina_for == "all three"
