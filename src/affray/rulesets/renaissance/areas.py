"""Blast, splash and scatter: attacks that cover an area."""

from __future__ import annotations

from collections.abc import Hashable
from math import cos, pi, sin
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.table import Stage, Table
from affray.rulesets.renaissance.armor import after_armor, armor_of
from affray.rulesets.renaissance.checks import CRITICAL, SUCCESS, Effort, contest, tell_contest
from affray.rulesets.renaissance.damage import Damage, damage_bonus, margin_bonus
from affray.rulesets.renaissance.gear import BLAST
from affray.rulesets.renaissance.resistance import on_damage, take_effect
from affray.rulesets.renaissance.wounds import hurt, keep_standing
from affray.space.grid import NO_SIGHT

if TYPE_CHECKING:
    from affray.rulesets.renaissance.attack import Attack
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

LESS_A_METRE: Final[i64] = 2
COMPASS: Final[i64] = 8
FREE_COMPASS: Final[i64] = 36
"""A die that points anywhere, told apart by tens of degrees."""

MOST_AGAIN: Final[i64] = 24

ROLLED_AREA: Final[i64] = -1
"""An area of 1d10 metres."""


class Scatter(Stage):
    """Where a missed throw goes: a hundred times the direction, and the metres [ranged.scatter].

    By 2d10 one die is one of eight squares, 9 and 10 rolled again; by 1d10 the direction is free.
    """

    def __init__(self, free: bool) -> None:
        self.free: Final = free

    def key(self) -> Hashable:
        return self.free

    def play(self, table: Table) -> i64:
        if self.free:
            return table.die(10) + 100 * (table.die(FREE_COMPASS) - 1)
        return 100 * table.stage(Direction()) + table.die(10)


class Direction(Stage):
    """One of eight, by a d10 whose 9 and 10 are rolled again; after so many again that nobody
    will see it, the first."""

    def __init__(self, again: i64 = 0) -> None:
        self.again: Final[i64] = again

    def key(self) -> Hashable:
        return int(self.again)

    def play(self, table: Table) -> i64:
        face = table.die(10)
        if face <= COMPASS:
            return face - 1
        return table.stage(Direction(self.again + 1)) if self.again < MOST_AGAIN else 0


def burst(fight: RenaissanceFight, attack: Attack, effort: Effort) -> AttackResult:
    """An attack on a place. Nobody inside defends [area.blast, area.splash]; a miss scatters."""
    outcome = contest(fight, effort, None, True)
    attack.attacker.hidden = False
    if fight.wants_events:
        tell_contest(fight, effort, None, "check.ordered")
    centre = attack.target.cell
    if not outcome.won:
        centre = scatter(fight, centre)
    if attack.weapon.tags & BLAST:
        return blast(fight, attack, centre, outcome.quality, outcome.band)
    return splash(fight, attack, centre, outcome.won)


def scatter(fight: RenaissanceFight, cell: i64) -> i64:
    """Where it comes down instead, a metre at a time; walls stop it [ranged.scatter]."""
    found = fight.table.stage(Scatter(fight.house.free_scatter))
    directions = FREE_COMPASS if fight.house.free_scatter else COMPASS
    angle = 2.0 * pi * float(found // 100) / float(directions)
    metres: i64 = found % 100
    here: i64 = fight.scene.drifted.get((int(cell), int(found)), -1)
    if here < 0:
        here = drift(fight, cell, angle, metres)
        fight.scene.drifted[int(cell), int(found)] = int(here)
    if fight.wants_events:
        fight.tell(
            "scatters", {"metres": int(metres), "place": fight.spot(here)}, ("ranged.scatter",)
        )
    return here


def drift(fight: RenaissanceFight, cell: i64, angle: float, metres: i64) -> i64:
    """Where one gets from a cell, a metre at a time, until a wall."""
    x, y = fight.scene.grid.centre(cell)
    here = cell
    gone: i64 = 0
    while gone < metres:
        gone += 1
        here = nearest(fight, here, x + sin(angle) * float(gone), y - cos(angle) * float(gone))
    return here


def nearest(fight: RenaissanceFight, here: i64, x: float, y: float) -> i64:
    """Of a cell and its neighbours, the one whose middle is nearest to a point."""
    grid = fight.scene.grid
    best = here
    middle = grid.centre(here)
    least = (middle[0] - x) * (middle[0] - x) + (middle[1] - y) * (middle[1] - y)
    for there in grid.neighbours[here]:
        middle = grid.centre(there)
        away = (middle[0] - x) * (middle[0] - x) + (middle[1] - y) * (middle[1] - y)
        if away < least - 1e-9:
            least = away
            best = there
    return best


def caught_in(fight: RenaissanceFight, centre: i64, metres: i64) -> list[Combatant]:
    """Everybody within so many metres whom no wall shields; for odds, the one asked about."""
    grid = fight.scene.grid
    found: list[Combatant] = []
    for who in fight.combatants:
        if fight.asked_about >= 0 and fight.asked_about != who.index:
            continue
        if who.present() and fight.metres(centre, who.cell) <= metres:
            if grid.sight(centre, who.cell) != NO_SIGHT:
                found.append(who)
    return found


def blast(
    fight: RenaissanceFight, attack: Attack, centre: i64, quality: i64, band: i64
) -> AttackResult:
    """Full DV in the middle and 2 less for each metre, so that the DV sets how far it goes
    [area.blast]."""
    attacker = attack.attacker
    harm = attack.harm
    stage = Damage(harm.dice, 1 if quality == CRITICAL else 0, harm.halved)
    rolled = fight.table.stage(stage)
    told: list[list[str]] | None = [] if fight.wants_events else None
    bonus = damage_bonus(fight, attack, harm, quality, told) + margin_bonus(quality, band, told)
    dv = rolled + bonus
    radius: i64 = (dv - 1) // LESS_A_METRE
    if told is not None:
        fight.tell(
            "blast",
            {
                "weapon": attack.weapon.name,
                "place": fight.spot(centre),
                "dice": stage.shown[0],
                "dv": int(dv),
                "radius": int(radius),
                "because": [
                    [f"{harm.dice}d10 {attack.weapon.name}", "content.tables"],
                    *told,
                    [f"−{LESS_A_METRE} for each metre", "area.blast"],
                ],
            },
            ("area.blast",),
        )
    on_target: i64 = 0
    for who in caught_in(fight, centre, radius):
        left = dv - LESS_A_METRE * fight.metres(centre, who.cell)
        left = on_damage(fight, who, attack.keywords, left)
        dealt = after_armor(left, armor_of(who, SUCCESS), harm.ap)
        who.aware = True
        if who is attack.target:
            on_target = dealt
        take_effect(fight, who, attack.keywords)
        hurt(fight, who, dealt, attacker)
    return AttackResult(on_target > 0, on_target)


def splash(fight: RenaissanceFight, attack: Attack, centre: i64, won: bool) -> AttackResult:
    """Covers its area and does what the item does to everybody in it, without direct damage
    [area.splash]."""
    weapon = attack.weapon
    metres = fight.table.die(10) if weapon.area == ROLLED_AREA else weapon.area
    if fight.wants_events:
        fight.tell(
            "splash",
            {"weapon": weapon.name, "place": fight.spot(centre), "metres": int(metres)},
            ("area.splash",),
        )
    inside = caught_in(fight, centre, metres)
    for who in inside:
        who.aware = True
        if weapon.effect == "burns":
            fight.set_on_fire(who, "area.splash")
        elif weapon.effect == "dazes":
            who.dazed = True
        elif who.able() and not who.prone:
            keep_standing(fight, who, "area.splash")
    return AttackResult(
        attack.target in inside, 0, (weapon.effect,) if attack.target in inside else ()
    )
