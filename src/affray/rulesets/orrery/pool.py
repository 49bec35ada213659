"""Pools of dice: Successes, adv and dis, and rolling again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Question
from affray.core.state import Transient
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.orrery import log
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.sheet import SCORES, SKILL_NAMES

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

SMALLEST: Final[i64] = 4
LARGEST: Final[i64] = 12
STEP: Final[i64] = 2
"""The sides between two die sizes from d4 to d12."""

AGAIN: Final = {"Attack": "again attack", "Block": "again block", "Test": "again test"}
"""The question about rolling a pool again, by the pool's name."""

NO_SOURCES: Final[list[tuple[str, str, str]]] = []
NO_FACES: Final[list[int]] = []

REVERSED_SIGNS: Final = {"adv": "dis", "dis": "adv", "": ""}

BLOCK_REASONS: Final = {
    "cover": "in cover",
    "above": "attacker above",
    "below": "attacker below",
    "no dis for range": "no adv for range",
    "blinded": "attacker blinded",
    "target Obscured": "Obscured",
    "Obscured": "attacker Obscured",
}
"""The reasons for adv and dis that have other words on the target's Block."""


@mypyc_attr(acyclic=True)
class Advantage:
    """Collect the sources of adv and dis on a roll.

    The names of the sources are kept only for a listener.
    """

    def __init__(self, keeps_names: bool) -> None:
        self.keeps_names: Final = keeps_names
        self.adv: bool = False
        self.dis: bool = False
        self.sources: list[tuple[str, str, str]] = [] if keeps_names else NO_SOURCES
        """The sign (adv, dis or nothing), the reason and the rule of each source."""
        self.reversing_rule: str = ""
        """The rule by which the sources of the attack are on the Block instead."""

    def clear(self) -> None:
        """Forget all sources, to collect those of another roll."""
        self.adv = self.dis = False
        self.sources = [] if self.keeps_names else NO_SOURCES
        self.reversing_rule = ""

    def add_adv(self, rule: str, reason: str, what: str = "") -> None:
        """Add a source of adv, with its reason in one or two parts."""
        self.adv = True
        self.add_source("adv", rule, reason, what)

    def add_dis(self, rule: str, reason: str, what: str = "") -> None:
        """Add a source of dis, with its reason in one or two parts."""
        self.dis = True
        self.add_source("dis", rule, reason, what)

    def add_source(self, sign: str, rule: str, reason: str, what: str = "") -> None:
        """Store the name of a source for the log; a source without a sign changes nothing."""
        if self.keeps_names:
            self.sources.append((sign, reason + what, rule))

    def net(self) -> i64:
        """Return 1 for adv, -1 for dis, 0 for neither or both: each counts once, and they cancel
        [core.adv-dis]."""
        if self.adv == self.dis:
            return 0
        if self.adv:
            return 1
        return -1

    def rules(self) -> list[str]:
        """List the rules of the sources."""
        found = [rule for _, _, rule in self.sources]
        if found and self.reversing_rule:
            found.append(self.reversing_rule)
        return found

    def reverse(self, rule: str) -> None:
        """Exchange adv and dis, and reword the sources for the Block, as a rule says."""
        self.adv, self.dis = self.dis, self.adv
        self.reversing_rule = rule
        if self.keeps_names:
            self.sources = [
                (REVERSED_SIGNS[sign], BLOCK_REASONS.get(reason, reason), source_rule)
                for sign, reason, source_rule in self.sources
            ]


@mypyc_attr(acyclic=True)
class PoolRules:
    """The house rules for an attack's pool, or for all other pools: the value of each face, and
    whether adv and dis change the dice."""

    def __init__(self, house: House, attacks: bool) -> None:
        self.success_on: Final[i64] = house.success_on
        self.double_on: Final[i64] = house.double_success_on if attacks else 0
        self.critical: Final = house.critical and attacks
        self.steps_dice: Final = house.advantage == "step-die"
        self.cuts: Final = [int(self.cuts_of(sides)) for sides in range(LARGEST + 1)]
        """The groups of faces that count alike, by the die's sides."""
        self.key: Final = (int(self.success_on), int(self.double_on), self.critical)

    def cuts_of(self, sides: i64) -> i64:
        """Return the groups of a die's faces that count alike."""
        cuts: i64 = cut_at(self.success_on)
        if self.double_on:
            cuts |= cut_at(self.double_on)
        if self.critical:
            cuts |= cut_at(sides)
        return cuts


@mypyc_attr(acyclic=True)
class Pool(Stage):
    """Roll two dice, or `copies` of each, and count their Successes."""

    one: Final[i64]
    other: Final[i64]
    copies: Final[i64]
    net: Final[i64]
    rules: Final[PoolRules]
    faces: Transient[list[int]]
    """Every face in the order of the rolls: the copies of one die, then those of the other."""
    totals: Transient[list[int]]
    """The Successes of each roll."""
    all_highest: Transient[bool] = False
    was_critical: Transient[bool] = False
    was_doubled: Transient[bool] = False

    def __init__(self, one: i64, other: i64, copies: i64, net: i64, rules: PoolRules) -> None:
        steps = net if rules.steps_dice else 0
        self.one = stepped(one, steps)
        self.other = stepped(other, steps)
        self.copies = copies
        self.net = net - steps
        self.rules = rules
        self.faces = NO_FACES
        self.totals = NO_FACES

    def key(self) -> Hashable:
        return (int(self.one), int(self.other), int(self.copies), int(self.net), self.rules.key)

    def play(self, table: Table) -> i64:
        """Roll the pool, twice with adv or dis: adv keeps more Successes, dis fewer."""
        self.faces = []
        self.totals = []
        self.was_critical = False
        self.was_doubled = False
        first = self.roll_once(table)
        if self.net == 0:
            return first
        second = self.roll_once(table)
        if self.net > 0:
            return second if second > first else first
        return second if second < first else first

    def roll_once(self, table: Table) -> i64:
        """Count the Successes of one roll; by option all dice at their highest add one
        [core.critical]."""
        self.all_highest = self.rules.critical
        found = self.successes(table, self.one) + self.successes(table, self.other)
        if self.all_highest:
            self.was_critical = True
            found += 1
        self.totals.append(found)
        return found

    def successes(self, table: Table, sides: i64) -> i64:
        """Count the Successes of one kind of die, each of 4 or more [core.success].

        By option a high face of an attack counts as two [core.double-success].
        """
        rules = self.rules
        cuts: i64 = rules.cuts[sides]
        found: i64 = 0
        left = self.copies
        while left > 0:
            left -= 1
            face = table.die(sides, cuts)
            if rules.double_on and face >= rules.double_on:
                found += 2
                self.was_doubled = True
            elif face >= rules.success_on:
                found += 1
            if face != sides:
                self.all_highest = False
            self.faces.append(face)
        return found


def stepped(sides: i64, steps: i64) -> i64:
    """Return a die some sizes larger or smaller, within d4 and d12."""
    found = sides + STEP * steps
    if found < SMALLEST:
        return SMALLEST
    return found if found < LARGEST else LARGEST


@mypyc_attr(acyclic=True)
class AnotherRoll(Stage):
    """Roll a pool again and keep the better roll.

    All rolls that are no better than the previous one have one result.
    """

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
    """Roll one die against another: 1 if the first is higher. A fixed face is not rolled."""

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
    """Return the fixed face of a die that a monster does not roll: half its sides."""
    return sides // 2


def fixed_successes(
    fight: OrreryFight, who: Combatant, figure: i64, advantage: Advantage, named: str
) -> i64:
    """Return the Successes of a monster that does not roll, and log them."""
    found = fixed_number(figure, advantage.net())
    log.figure(fight, who, named, figure, found, advantage)
    return found


def fixed_number(figure: i64, net: i64) -> i64:
    """Return a monster's number: one more with adv, one less with dis [block.monsters]."""
    found = figure + net
    return found if found > 0 else 0


def test_successes(
    fight: OrreryFight, who: Combatant, score: i64, skill: i64, advantage: Advantage, rule: str
) -> i64:
    """Roll a Test, the die of a score and the die of a skill, and count its Successes [core.test].

    Where monsters do not roll, each of their two dice counts as half its sides.
    """
    one: i64 = who.sheet.scores[score]
    other: i64 = who.sheet.skills[skill]
    if fight.has_figures(who):
        figure: i64 = 0
        for sides in (one, other):
            if fixed_face(sides) >= fight.house.success_on:
                figure += 1
        return fixed_successes(fight, who, figure, advantage, "Test")
    pool = Pool(one, other, 1, advantage.net(), fight.scene.other_pools)
    dice = (SCORES[score].capitalize(), SKILL_NAMES[skill])
    return roll(fight, who, pool, "Test", dice, advantage, rule)


def roll(
    fight: OrreryFight,
    who: Combatant,
    pool: Pool,
    named: str,
    dice: tuple[str, str],
    advantage: Advantage,
    rule: str,
) -> i64:
    """Roll a combatant's pool of two named dice, and roll it again for each payment."""
    found = fight.table.stage(pool)
    log.rolls(fight, who, pool, named, dice, found, advantage, rule)
    while True:
        price = pay_for_another(fight, who, named, found)
        if price is None:
            return found
        another = AnotherRoll(pool, found)
        found = fight.table.stage(another)
        name = named + " again"
        log.rolls(fight, who, pool, name, dice, another.again, advantage, rule, price, found)


def pay_for_another(fight: OrreryFight, who: Combatant, named: str, found: i64) -> str | None:
    """Ask whether to roll the pool again, and return the rule that allows it, or None
    [health.boon].

    A Boon buys any roll again, by option Stamina a Block. The down, the sleeping and the bound
    cannot spend either, and are not asked.
    """
    if who.is_defenseless():
        return None
    options = fight.scene.options
    may_spend_stamina = fight.scene.buys_blocks and who.stamina > 0 and named == "Block"
    if who.boons == 0 and not may_spend_stamina:
        return None
    offered = options.again_for_boon
    if may_spend_stamina:
        offered = options.again_for_either if who.boons > 0 else options.again_for_stamina
    fight.rolled = found
    chosen = fight.ask(Question(AGAIN[named], who.side, who.index, offered))
    if chosen is options.spend_boon and who.boons > 0:
        who.boons -= 1
        return "health.boon"
    if chosen is options.spend_stamina and who.stamina > 0:
        who.stamina -= 1
        return "health.stamina-uses"
    return None


def can_buy_blocks(house: House) -> bool:
    """Return whether Stamina may be spent to roll a Block again."""
    return house.stamina_for == "runes and blocks" or house.stamina_for == "all three"


def can_buy_actions(house: House) -> bool:
    """Return whether Stamina may be spent for one more Action."""
    return house.stamina_for == "runes and actions" or house.stamina_for == "all three"
