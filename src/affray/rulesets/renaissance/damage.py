"""The damage of a hit: the weapon's dice and bonuses, and further bonuses."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import CRITICAL, EXCEPTIONAL, signed
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.sheet import MIGHTY_BLOW, OVERCHARGED, Harm, Weapon

EXCEPTIONAL_DV: Final[i64] = 5


@mypyc_attr(acyclic=True)
class Damage(Stage):
    """The damage dice. If they are rolled more than once, the best or the worst roll counts."""

    dice: Final[i64]
    more: Final[i64]
    halved: Final[bool]
    rolled: i64 = 0
    """The final sum of the dice."""
    shown: Transient[list[list[int]]]

    def __init__(self, dice: i64, more: i64, halved: bool) -> None:
        self.dice = dice
        self.more = more
        self.halved = halved
        self.shown = []

    def play(self, table: Table) -> i64:
        more = self.more
        best = self.once(table)
        left = more if more > 0 else -more
        while left > 0:
            again = self.once(table)
            if (more > 0 and again > best) or (more < 0 and again < best):
                best = again
            left -= 1
        self.rolled = best // 2 if self.halved else best
        return 0

    def once(self, table: Table) -> i64:
        """Roll all dice once; return their sum."""
        faces = table.roll(self.dice, 10)
        self.shown.append(faces)
        return sum(faces)

    def roll(self, table: Table) -> i64:
        """Roll at a table; return the damage that counts."""
        table.stage(self)
        return self.rolled

    def key(self) -> Hashable:
        return (int(self.dice), int(self.more), self.halved)

    def distribution(self) -> dict[tuple[object, ...], float]:
        """Count, for each sum, the throws with at most that sum, or at least that sum if the
        worst counts."""
        ways = ways_to_sum(self.dice)
        sums = list(range(len(ways)))
        if self.more < 0:
            sums.reverse()
        rolls = 1 + abs(int(self.more))
        throws = 10 ** (int(self.dice) * rolls)
        found: dict[tuple[object, ...], float] = {}
        so_far, before = 0, 0
        for total in sums:
            if ways[total] > 0:
                so_far += ways[total]
                every: int = so_far**rolls
                result = (total // 2 if self.halved else total,)
                found[result] = found.get(result, 0.0) + (every - before) / throws
                before = every
        return found


def ways_to_sum(count: i64) -> list[int]:
    """Return the number of ways in which ten-sided dice make each sum, from 0 on."""
    ways = [1]
    for _ in range(count):
        grown = [0] * (len(ways) + 10)
        for total, number in enumerate(ways):
            for face in range(1, 11):
                grown[total + face] += number
        ways = grown
    return ways


@mypyc_attr(acyclic=True)
class DamageTally:
    """The parts of a hit's damage, each with its rule if there is a listener."""

    bonus: i64 = 0
    dv: i64 = 0
    armor: i64 = 0
    ap: i64 = 0
    gap: i64 = 0
    """The part of the penetration that a struck armour gap adds [strike.armor-gap]."""
    resisted_critical: bool = False
    dealt: i64 = 0

    def __init__(self, rolled: i64, quality: i64, keeps_names: bool) -> None:
        self.rolled: Final[i64] = rolled
        self.quality: Final[i64] = quality
        self.keeps_names: Final = keeps_names
        self.parts: Final[list[list[str]]] = []

    def add(self, amount: i64, name: str, rule: str) -> None:
        """Add a bonus to the dice."""
        self.bonus += amount
        if self.keeps_names and amount != 0:
            self.parts.append([signed(amount, name), rule])

    def full(self) -> i64:
        """Return the dice and all bonuses, before resistance and armour; never below zero."""
        total = self.rolled + self.bonus
        return total if total > 0 else 0

    def is_exceptional(self) -> bool:
        """Return whether the attack was an exceptional success, or better."""
        return self.quality >= EXCEPTIONAL

    def is_critical(self) -> bool:
        """Return whether the attack was a critical success."""
        return self.quality == CRITICAL


def harm_of(fight: RenaissanceFight, attack: Attack) -> Harm:
    """Return which damage of a weapon applies: in both hands, in a mounted charge, overcharged."""
    attacker, weapon = attack.attacker, attack.weapon
    charging = weapon.harm_charging
    if charging is not None and attacker.charged and attacker.mount >= 0:
        return charging
    overcharged = weapon.harm_overcharged
    if overcharged is not None and attacker.load_in(attack.hand) == OVERCHARGED:
        return overcharged
    both = weapon.harm_both_hands
    if both is not None and not attack.thrown and attacker.free_hands > attack.fists:
        return both
    return weapon.harm


def add_margin_bonus(fight: RenaissanceFight, total: DamageTally, band: i64) -> None:
    """Add 5 DV for an exceptional success, and 5 more for a margin over 60 [attack.mos-30].

    An upgrade gives the first, never the second [check.luck]. A downgrade removes both, or neither
    as a house rule [resist.downgraded].
    """
    bonus: i64 = EXCEPTIONAL_DV if total.is_exceptional() else 0
    if band * EXCEPTIONAL_DV > bonus:
        if bonus or fight.house.downgraded_margin == "kept":
            bonus = band * EXCEPTIONAL_DV
    name = "exceptional success" + (" over 60" if bonus > EXCEPTIONAL_DV else "")
    total.add(bonus, name, "attack.mos-30")


def add_bonuses(fight: RenaissanceFight, attack: Attack, harm: Harm, total: DamageTally) -> None:
    """Add the bonuses to the dice: the weapon's own, DB, and DB again for a charge [move.charge,
    mount.charge].

    A Mighty Blow [strike.mighty-blow] and a braced weapon [brace.receive] add DB as well.
    """
    attacker = attack.attacker
    db = damage_bonus_of(fight, attacker)
    total.add(harm.bonus, attack.weapon.name, "content.tables")
    total.add(armored_fists(attacker, attack.weapon), "armour", "unarmed.wearing-armor")
    if harm.adds_db:
        total.add(db, "DB", "content.tables")
    if attacker.charged:
        if attacker.mount >= 0:
            total.add(2 * db, "mounted charge", "mount.charge")
        else:
            total.add(db, "charge", "move.charge")
    if attack.strike == MIGHTY_BLOW and total.is_exceptional():
        total.add(db, "mighty blow", "strike.mighty-blow")
    if attack.receiving_charge:
        total.add(db, "receives a charge", "brace.receive")


@mypyc_attr(acyclic=True)
class BlastShare:
    """The effect of a burst on one fighter in it: the DV at the centre, with separate dice if
    they were rerolled, the distance, and the final damage."""

    dv: i64 = 0
    armor: i64 = 0
    is_resisted_critical: bool = False

    def __init__(self, own: i64, metres: i64) -> None:
        self.full: Final[i64] = own
        self.own: i64 = own
        self.metres: Final[i64] = metres
        self.dice: list[list[int]] = []
        self.more: i64 = 0
        """The number of rerolls of those dice, negative if the lowest counts."""


def armored_fists(who: Combatant, weapon: Weapon) -> i64:
    """Return a third of the best armour worn, for unarmed attacks [unarmed.wearing-armor]."""
    return who.sheet.best_worn // 3 if weapon.is_unarmed() else 0


def damage_bonus_of(fight: RenaissanceFight, who: Combatant) -> i64:
    """Return DB; in a mounted charge with the mount's STR if that is higher [mount.charge]."""
    db = who.sheet.db
    if who.charged and who.mount >= 0:
        mount = fight.combatants[who.mount]
        carried = (who.sheet.born.som + mount.sheet.strength) // 10
        return carried if carried > db else db
    return db
