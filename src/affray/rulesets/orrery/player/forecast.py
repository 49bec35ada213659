"""What an attack can be expected to do, for players who think before they strike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.block import can_block
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage, is_unaware
from affray.rulesets.orrery.player.notes import notes_of
from affray.rulesets.orrery.pool import stepped
from affray.rulesets.orrery.sheet import DEFENSE, Sheet

if TYPE_CHECKING:
    from affray.rulesets.orrery.fight import OrreryFight

FIGURE: Final[i64] = 1 << 14
"""Marks a fixed figure in the number that stands for a pool."""


@mypyc_attr(acyclic=True)
class Forecast:
    """An attack against a Block: the mean damage, and how likely it is to be 1 or more, 2 or more,
    and so on."""

    def __init__(self, mean: float, at_least: list[float]) -> None:
        self.mean: Final = mean
        self.any_harm: Final = at_least[0] if at_least else 0.0
        self.at_least: Final = at_least

    def mean_up_to(self, most: i64) -> float:
        """The mean damage to one who has so much left to lose."""
        if most >= len(self.at_least):
            return self.mean
        found = 0.0
        for number in range(most):
            found += self.at_least[number]
        return found


def forecast(fight: OrreryFight, strike: Strike) -> Forecast:
    """What a strike would do, worked out once for each pair of pools."""
    attack = attack_number(fight, strike)
    block = block_number(fight, strike)
    key = int(attack << 16 | block)
    known = notes_of(fight.scene).forecasts
    found = known.get(key)
    if found is None:
        found = compare(chances(attack, fight.house, True), chances(block, fight.house, False))
        known[key] = found
    return found


def attack_number(fight: OrreryFight, strike: Strike) -> i64:
    """The attack's pool as one number."""
    sheet = strike.attacker.sheet
    net = attack_advantage(fight, strike).net()
    if fight.has_figures(strike.attacker):
        return figure_number(sheet.attack * strike.copies, net)
    return pool_number(sheet.skills[strike.skill], strike.die, strike.copies, net)


def block_number(fight: OrreryFight, strike: Strike) -> i64:
    """The Block's pool as one number."""
    if not can_block(fight, is_unaware(strike)):
        return FIGURE
    sheet = strike.target.sheet
    net = block_advantage(fight, strike).net()
    if fight.has_figures(strike.target):
        return figure_number(sheet.block, net)
    return pool_number(sheet.skills[strike.skill], sheet.skills[DEFENSE], 1, net)


def pool_number(one: i64, other: i64, copies: i64, net: i64) -> i64:
    """Two dice, their copies and their net as one number."""
    return one | other << 4 | copies << 8 | (net + 1) << 10


def figure_number(figure: i64, net: i64) -> i64:
    """A fixed figure as one number."""
    found = figure + net
    return FIGURE | (found if found > 0 else 0)


def chances(number: i64, house: House, attacks: bool) -> list[float]:
    """How likely each number of Successes is."""
    if number & FIGURE:
        exactly: i64 = number & 0xFF
        fixed = [0.0] * int(exactly + 1)
        fixed[exactly] = 1.0
        return fixed
    net = (number >> 10 & 3) - 1
    steps = net if house.advantage == "step-die" else 0
    found = [1.0]
    for _ in range(number >> 8 & 3):
        found = with_die(found, stepped(number & 15, steps), house, attacks)
        found = with_die(found, stepped(number >> 4 & 15, steps), house, attacks)
    return found if house.advantage == "step-die" or net == 0 else kept(found, net)


def with_die(before: list[float], sides: i64, house: House, attacks: bool) -> list[float]:
    """The same with one die more."""
    double: i64 = house.double_success_on if attacks else 0
    two = share_from(double, sides) if double else 0.0
    one = share_from(house.success_on, sides) - two
    if one < 0.0:
        one = 0.0
    found = [0.0] * (len(before) + 2)
    for count, chance in enumerate(before):
        found[count] += chance * (1.0 - one - two)
        found[count + 1] += chance * one
        found[count + 2] += chance * two
    return found


def share_from(face: i64, sides: i64) -> float:
    """How likely a die is to show a face or a higher one."""
    return float(sides - face + 1) / float(sides) if face <= sides else 0.0


def kept(once: list[float], net: i64) -> list[float]:
    """The pool rolled twice, and more Successes kept with adv, fewer with dis."""
    found: list[float] = []
    below = 0.0
    for chance in once:
        up_to = below + chance
        if net > 0:
            found.append(up_to * up_to - below * below)
        else:
            found.append((1.0 - below) * (1.0 - below) - (1.0 - up_to) * (1.0 - up_to))
        below = up_to
    return found


def compare(attack: list[float], block: list[float]) -> Forecast:
    """What gets through of an attack's Successes, by how likely each number of them is."""
    at_least = [0.0] * (len(attack) - 1)
    for dealt, likely in enumerate(attack):
        for taken, as_well in enumerate(block):
            for number in range(dealt - taken):
                at_least[number] += likely * as_well
    mean = 0.0
    for chance in at_least:
        mean += chance
    return Forecast(mean, at_least)


def attack_mean(sheet: Sheet, skill: i64, die: i64, house: House) -> float:
    """The mean damage of an attack against a Block of two d6, for comparing fighters."""
    attack = chances(pool_number(sheet.skills[skill], die, 1, 0), house, True)
    return compare(attack, chances(pool_number(6, 6, 1, 0), house, False)).mean
