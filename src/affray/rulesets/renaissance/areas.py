"""Blast, splash and scatter: attacks that cover an area."""

from __future__ import annotations

from collections.abc import Hashable
from math import cos, pi, sin
from typing import Final

from mypy_extensions import i64

from affray.core.fight import AttackResult
from affray.core.table import Stage, Table
from affray.rulesets.renaissance import log, tags
from affray.rulesets.renaissance.armor import after_armor, armor_of
from affray.rulesets.renaissance.awareness import notice, reveal
from affray.rulesets.renaissance.checks import contest
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.damage import (
    BlastShare,
    Damage,
    DamageTally,
    add_bonuses,
    add_margin_bonus,
)
from affray.rulesets.renaissance.effort import CRITICAL, SUCCESS, Effort
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.resistance import damage_rolls, on_damage, on_quality, take_effect
from affray.rulesets.renaissance.sheet import ROLLED_AREA
from affray.rulesets.renaissance.wounds import hurt, keep_standing, set_on_fire
from affray.space.grid import NO_SIGHT

LESS_A_METRE: Final[i64] = 2
COMPASS: Final[i64] = 8
FREE_COMPASS: Final[i64] = 36
"""A die for any direction, counted in steps of ten degrees."""

MOST_AGAIN: Final[i64] = 24


class Scatter(Stage):
    """The scatter of a missed throw: a direction, by number, and metres [ranged.scatter].

    With 2d10, one die chooses among eight squares, with 9 and 10 rolled again; with 1d10 the
    direction is free.
    """

    free: Final[bool]
    direction: i64 = 0
    metres: i64 = 0

    def __init__(self, free: bool) -> None:
        self.free = free

    def key(self) -> Hashable:
        return self.free

    def play(self, table: Table) -> i64:
        if self.free:
            self.metres = table.die(10)
            self.direction = table.die(FREE_COMPASS) - 1
        else:
            self.direction = table.stage(Direction())
            self.metres = table.die(10)
        return 0


class Direction(Stage):
    """One of eight directions, by a d10 whose 9 and 10 are rolled again.

    After many rerolls, more than will ever happen, it is the first.
    """

    again: Final[i64]

    def __init__(self, again: i64 = 0) -> None:
        self.again = again

    def key(self) -> Hashable:
        return int(self.again)

    def play(self, table: Table) -> i64:
        face = table.die(10)
        if face <= COMPASS:
            return face - 1
        return table.stage(Direction(self.again + 1)) if self.again < MOST_AGAIN else 0


def burst(fight: RenaissanceFight, attack: Attack, effort: Effort) -> AttackResult:
    """Resolve an attack on a place, which allows no defence [area.blast, area.splash].

    A miss scatters, and makes the intended target aware of it [defend.unaware].
    """
    outcome = contest(fight, effort, None, True)
    log.contest(fight, effort, None, "check.ordered", "hit" if outcome.won else "miss")
    if attack.place < 0:
        notice(fight, attack.target)
    reveal(fight, attack.attacker)
    centre = attack.place if attack.place >= 0 else attack.target.cell
    if not outcome.won:
        centre = scatter(fight, centre, attack.weapon.name)
    if attack.weapon.tags & tags.BLAST:
        return blast(fight, attack, centre, outcome.quality, outcome.band)
    return splash(fight, attack, centre, outcome.won)


def scatter(fight: RenaissanceFight, cell: i64, name: str) -> i64:
    """Return the cell where a missed throw lands, moving a metre at a time; walls stop it
    [ranged.scatter]."""
    is_free = fight.house.scatter == "1d10"
    stage = Scatter(is_free)
    fight.table.stage(stage)
    angle = 2.0 * pi * float(stage.direction) / float(FREE_COMPASS if is_free else COMPASS)
    here = drift(fight, cell, angle, stage.metres)
    log.scatters(fight, name, stage.metres, cell, here)
    return here


def drift(fight: RenaissanceFight, cell: i64, angle: float, metres: i64) -> i64:
    """Return the cell reached from another, a metre at a time, until a wall."""
    x, y = fight.scene.grid.centre(cell)
    here = cell
    gone: i64 = 0
    while gone < metres:
        gone += 1
        here = nearest(fight, here, x + sin(angle) * float(gone), y - cos(angle) * float(gone))
    return here


def nearest(fight: RenaissanceFight, here: i64, x: float, y: float) -> i64:
    """Return the cell, among one and its neighbours, whose middle is nearest to a point."""
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
    """List the fighters within a radius whom no wall shields; for odds, only the target."""
    grid = fight.scene.grid
    found: list[Combatant] = []
    for who in fight.combatants:
        if fight.asked_about >= 0 and fight.asked_about != who.index:
            continue
        if who.is_present() and fight.metres(centre, who.cell) <= metres:
            if grid.sight(centre, who.cell) != NO_SIGHT:
                found.append(who)
    return found


def blast(
    fight: RenaissanceFight, attack: Attack, centre: i64, quality: i64, band: i64
) -> AttackResult:
    """Deal full DV in the middle and 2 less for each metre [area.blast].

    The DV determines the radius. Fighters with a resistance or vulnerability to it have their own
    DV.
    """
    harm = attack.harm
    stage = Damage(harm.dice, 1 if quality == CRITICAL else 0, harm.halved)
    total = blast_sum(fight, attack, stage.roll(fight.table), quality, band)
    radius: i64 = (total.full() - 1) // LESS_A_METRE
    log.blast(fight, attack, centre, stage, total, radius)
    on_target: i64 = 0
    inside = caught_in(fight, centre, radius)
    for who in inside:
        share = BlastShare(total.full(), fight.metres(centre, who.cell))
        dv_on(fight, attack, who, total, band, share)
        dealt = blast_harm(fight, attack, who, share)
        log.blast_on(fight, attack, who, share, dealt)
        notice(fight, who)
        if who is attack.target:
            on_target = dealt
        take_effect(fight, attack, who)
        hurt(fight, who, dealt, attack.attacker)
    return AttackResult(attack.target in inside, on_target)


def blast_harm(fight: RenaissanceFight, attack: Attack, who: Combatant, share: BlastShare) -> i64:
    """Return the damage of a burst to one fighter: reduced by distance, then resistance and
    armour [area.blast]."""
    share.dv = on_damage(fight, attack, who, share.own - LESS_A_METRE * share.metres)
    share.armor = armor_of(who, SUCCESS)
    return after_armor(share.dv, share.armor, attack.harm.ap)


def blast_sum(
    fight: RenaissanceFight, attack: Attack, rolled: i64, quality: i64, band: i64
) -> DamageTally:
    """Return a burst's DV at the centre."""
    total = DamageTally(rolled, quality, fight.has_listener)
    add_bonuses(fight, attack, attack.harm, total)
    add_margin_bonus(fight, total, band)
    return total


def dv_on(
    fight: RenaissanceFight,
    attack: Attack,
    who: Combatant,
    total: DamageTally,
    band: i64,
    share: BlastShare,
) -> None:
    """Set a burst's DV for a fighter in it with a resistance or vulnerability [resist.options].

    The check is upgraded or downgraded for them, or the dice are rolled again for them.
    """
    quality = total.quality
    if quality > 0:
        quality = on_quality(fight, who, attack.keywords, quality)
    plain: i64 = 1 if total.is_critical() else 0
    again = damage_rolls(fight, who, attack.keywords, quality)
    if again == plain and quality == total.quality:
        return
    rolled = total.rolled
    if again != plain:
        harm = attack.harm
        stage = Damage(harm.dice, again, harm.halved)
        rolled = stage.roll(fight.table)
        share.dice = stage.shown
        share.more = again
    share.own = blast_sum(fight, attack, rolled, quality, band).full()
    share.is_resisted_critical = total.is_critical()


def splash(fight: RenaissanceFight, attack: Attack, centre: i64, won: bool) -> AttackResult:
    """Apply the item's effect to every fighter in an area, without direct damage [area.splash]."""
    weapon = attack.weapon
    metres = fight.table.die(10) if weapon.area == ROLLED_AREA else weapon.area
    log.splash(fight, weapon.name, metres, centre)
    inside = caught_in(fight, centre, metres)
    for who in inside:
        notice(fight, who)
        if weapon.effect == "burns":
            set_on_fire(fight, who, "area.splash")
        elif weapon.effect == "dazes":
            who.dazed = True
        elif who.is_able() and not who.prone and who.mount < 0:
            keep_standing(fight, who, "area.splash")
    return AttackResult(
        attack.target in inside,
        0,
        (weapon.effect,) if weapon.effect is not None and attack.target in inside else (),
    )
