"""What an attack can be expected to do, for players who think before they strike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.orrery.block import can_block
from affray.rulesets.orrery.house import House
from affray.rulesets.orrery.modifiers import Strike, attack_advantage, block_advantage
from affray.rulesets.orrery.pool import stepped
from affray.rulesets.orrery.sheet import DEFENSE

if TYPE_CHECKING:
    from affray.rulesets.orrery.fight import OrreryFight

FIGURE: Final[i64] = 1 << 14
"""Marks a fixed figure in the number that stands for a pool."""


@mypyc_attr(acyclic=True)
class Forecast:
    """An attack against a Block: the mean damage, and the chance of any."""

    def __init__(self, mean: float, any_harm: float) -> None:
        self.mean: Final = mean
        self.any_harm: Final = any_harm


def forecast(fight: OrreryFight, strike: Strike) -> Forecast:
    """What a strike would do, worked out once for each pair of pools."""
    attack = attack_number(fight, strike)
    block = block_number(fight, strike)
    key = int(attack << 16 | block)
    found = fight.scene.forecasts.get(key)
    if found is None:
        found = compare(chances(attack, fight.house, True), chances(block, fight.house, False))
        fight.scene.forecasts[key] = found
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
    if not can_block(fight, strike):
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
    """The mean of what gets through, and the chance that anything does."""
    mean = 0.0
    any_harm = 0.0
    for dealt, likely in enumerate(attack):
        for taken, as_well in enumerate(block):
            if dealt > taken:
                mean += likely * as_well * float(dealt - taken)
                any_harm += likely * as_well
    return Forecast(mean, any_harm)
