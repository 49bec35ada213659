"""Pools of dice: Successes, adv and dis, and rolling again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option, Question
from affray.core.table import Stage, Table, cut_at
from affray.rulesets.orrery.gear import House

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

SMALLEST: Final[i64] = 4
LARGEST: Final[i64] = 12
STEP: Final[i64] = 2
"""Die sizes go from d4 to d12 by two sides."""


UNHEARD: Final[list[str]] = []
"""The reasons of an edge that nobody hears about: always empty."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Edge:
    """Whether a roll has adv or dis, and why. However many sources there are, each counts once,
    and they cancel each other [core.adv-dis]."""

    def __init__(self, wants_events: bool) -> None:
        self.wants_events: Final = wants_events
        self.adv: bool = False
        self.dis: bool = False
        self.reasons: list[str] = [] if wants_events else UNHEARD
        self.rules: list[str] = [] if wants_events else UNHEARD

    def helps(self, rule: str, reason: str, what: str = "") -> None:
        """A source of adv: its rule, and its reason in one or two parts."""
        self.adv = True
        if self.wants_events:
            self.reasons.append(f"adv: {reason}{what}")
            self.rules.append(rule)

    def hinders(self, rule: str, reason: str, what: str = "") -> None:
        """A source of dis: its rule, and its reason in one or two parts."""
        self.dis = True
        if self.wants_events:
            self.reasons.append(f"dis: {reason}{what}")
            self.rules.append(rule)

    def value(self) -> i64:
        """1 for adv, -1 for dis, 0 for neither or both."""
        if self.adv == self.dis:
            return 0
        return 1 if self.adv else -1

    def turned(self) -> Edge:
        """The same, the other way about: adv for one is dis for the other."""
        other = Edge(self.wants_events)
        other.adv = self.dis
        other.dis = self.adv
        if not self.wants_events:
            return other
        for reason in self.reasons:
            kind, _, why = reason.partition(": ")
            other.reasons.append(("dis: " if kind == "adv" else "adv: ") + why)
        other.rules.extend(self.rules)
        return other

    def words(self) -> str:
        """The edge and its reasons, as the log tells them."""
        if not self.reasons:
            return ""
        value = self.value()
        name = "adv" if value > 0 else "dis" if value < 0 else "neither adv nor dis"
        return f" with {name} ({', '.join(self.reasons)})"

    def because(self) -> list[list[str]]:
        """Each source with its rule, for the log."""
        return [[reason, self.rules[number]] for number, reason in enumerate(self.reasons)]


@mypyc_attr(acyclic=True, free_list_len=1)
class Pool(Stage):
    """Two dice, or `copies` of each, and the Successes they show."""

    def __init__(
        self, one: i64, other: i64, copies: i64, edge: i64, house: House, attacks: bool
    ) -> None:
        steps = edge if house.step_die else 0
        self.one: Final[i64] = stepped(one, steps)
        self.other: Final[i64] = stepped(other, steps)
        self.copies: Final[i64] = copies
        self.edge: Final[i64] = 0 if house.step_die else edge
        self.success_on: Final[i64] = house.success_on
        self.double_on: Final[i64] = house.double_success_on if attacks else 0
        self.critical: Final = house.critical and attacks
        self.shown: list[str] = UNHEARD
        self.all_highest: bool = False

    def key(self) -> Hashable:
        return (
            int(self.one),
            int(self.other),
            int(self.copies),
            int(self.edge),
            int(self.success_on),
            int(self.double_on),
            self.critical,
        )

    def play(self, table: Table) -> i64:
        """With adv the pool is rolled twice and more Successes kept, with dis fewer
        [core.adv-dis]."""
        if table.wants_events:
            self.shown = []
        first = self.once(table)
        if self.edge == 0:
            return first
        if table.wants_events:
            self.shown.append("or")
        second = self.once(table)
        if self.edge > 0:
            return second if second > first else first
        return second if second < first else first

    def once(self, table: Table) -> i64:
        """The Successes of one roll; by option all dice at their highest are one more
        [core.critical]."""
        self.all_highest = self.critical
        found = self.successes(table, self.one) + self.successes(table, self.other)
        return found + 1 if self.all_highest else found

    def successes(self, table: Table, sides: i64) -> i64:
        """Each die shows a Success on 4 or more [core.success], by option two on a high face
        of an attack [core.double-success]."""
        cuts: i64 = cut_at(self.success_on)
        if self.double_on:
            cuts |= cut_at(self.double_on)
        if self.critical:
            cuts |= cut_at(sides)
        found: i64 = 0
        for _ in range(self.copies):
            face = table.die(sides, cuts)
            if face >= self.success_on:
                found += 2 if self.double_on and face >= self.double_on else 1
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
class Contest(Stage):
    """One die against another, 1 if the first is higher. A fixed face is not rolled."""

    def __init__(self, mine: i64, theirs: i64, mine_fixed: bool, theirs_fixed: bool) -> None:
        self.mine: Final[i64] = mine
        self.theirs: Final[i64] = theirs
        self.mine_fixed: Final = mine_fixed
        self.theirs_fixed: Final = theirs_fixed
        self.faces: list[int] = []

    def key(self) -> Hashable:
        return (int(self.mine), int(self.theirs), self.mine_fixed, self.theirs_fixed)

    def play(self, table: Table) -> i64:
        first = fixed_face(self.mine) if self.mine_fixed else table.die(self.mine)
        second = fixed_face(self.theirs) if self.theirs_fixed else table.die(self.theirs)
        self.faces = [int(first), int(second)]
        return 1 if first > second else 0


def fixed_face(sides: i64) -> i64:
    """What a die counts as that a monster does not roll: half its sides [block.monsters]."""
    return sides // 2


def roll(
    fight: OrreryFight,
    who: Combatant,
    pool: Pool,
    named: str,
    dice: list[str],
    edge: Edge,
    rule: str,
) -> i64:
    """Rolls somebody's own pool, of two named dice, and again if they pay for it
    [health.boon]."""
    found = fight.table.stage(pool)
    if fight.wants_events:
        tell_pool(fight, who, pool, named, dice, found, edge, rule)
    while True:
        price = pays_for_another(fight, who, named, found)
        if price is None:
            return found
        again = fight.table.stage(pool)
        if fight.wants_events:
            tell_pool(fight, who, pool, named + " again", dice, again, edge, rule, price)
        found = again if again > found else found


def pays_for_another(fight: OrreryFight, who: Combatant, named: str, found: i64) -> str | None:
    """Whether the pool is rolled again, and by which rule: a Boon buys any [health.boon], by
    option Stamina a Block [health.stamina-uses]."""
    scene = fight.scene
    blocks = fight.house.stamina_buys_blocks and named == "Block" and who.stamina > 0
    if who.boons == 0 and not blocks:
        return None
    options: list[Option] = [scene.keep]
    if who.boons > 0:
        options.append(scene.spend_boon)
    if blocks:
        options.append(scene.spend_stamina)
    fight.rolled = found
    chosen = fight.ask(Question("again " + named.lower(), who.side, who.index, options))
    if chosen is scene.spend_boon and who.boons > 0:
        who.boons -= 1
        return "health.boon"
    if chosen is scene.spend_stamina and who.stamina > 0:
        who.stamina -= 1
        return "health.stamina-uses"
    return None


def tell_pool(
    fight: OrreryFight,
    who: Combatant,
    pool: Pool,
    named: str,
    dice: list[str],
    found: i64,
    edge: Edge,
    rule: str,
    price: str = "",
) -> None:
    """Tells the dice, their Successes, and everything that gave adv or dis; `price` is the rule by
    which they are rolled again."""
    rules = [price if price else rule, "core.success", *edge.rules]
    if edge.reasons:
        rules.append("core.adv-dis")
    fight.tell(
        "rolls",
        {
            "who": who.name,
            "named": named,
            "dice": list(pool.shown),
            "edge": edge.words(),
            "successes": int(found),
            "es": "" if found == 1 else "es",
            "because": [
                [f"{pool.copies}d{pool.one} {dice[0]}", rule],
                [f"{pool.copies}d{pool.other} {dice[1]}", rule],
                *edge.because(),
                *([["rolled again, and the better kept", price]] if price else []),
            ],
        },
        tuple(rules),
    )
