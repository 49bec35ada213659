"""Where everybody stands, and what follows from that alone: kept with the scenario for its fights.

Whom one can strike, shoot at or walk up to follows from who stands where and who knows of whom.
From one decision to the next that is mostly as it was, and most formations that a fight comes to
have been seen in others of its scenario. Whether everybody still stands as was noted is looked at
whenever something is asked, so that nobody has to say that they moved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.movement import DIAGONAL, way_to
from affray.rulesets.renaissance.reactions import NOWHERE_NEAR
from affray.rulesets.renaissance.sheet import NONE
from affray.space.grid import Grid
from affray.space.ways import cost_of, half_metres

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight
    from affray.rulesets.renaissance.player.mind import Mind

MAX_FORMATIONS: Final = 8192
"""How many formations are kept before they are forgotten."""

MOST_KEPT: Final[i64] = 8
"""How many ways, and how many plans of a kind, are kept of one who stands in a formation."""

NOWHERE: Final[i64] = -1
"""The stance of those who are out of the fight."""

HIDDEN: Final[i64] = 1
UNAWARE: Final[i64] = 2
STANCES: Final[i64] = 4
"""What a stance is made of: the cell times STANCES, and these."""


def stance_of(one: Combatant) -> i64:
    """Where somebody stands, and whether they are hidden or unaware, as a number; NOWHERE for those
    who are out of the fight."""
    if one.damage >= one.dur or one.gone:
        return NOWHERE
    stance = one.cell * STANCES
    if one.hidden:
        stance += HIDDEN
    if one.unaware:
        stance += UNAWARE
    return stance


# --- what is kept of somebody in a formation ------------------------------------------------------


@mypyc_attr(acyclic=True)
class FoundWay:
    """A cheapest way to a cell past those who stand in it, if there is one of at most so many
    metres."""

    def __init__(self, grid: Grid, start: i64, goal: i64, most: float, cells: list[int]) -> None:
        self.goal: Final[i64] = goal
        self.most: Final = most
        self.cells: Final = cells
        self.cost: Final[i64] = cost_of(grid, start, cells, DIAGONAL)
        self.next: FoundWay | None = None
        self.count: i64 = 1
        """The one that was kept before it, and how many there are from it on. What is kept of a
        kind is chained so, without a list that would have to be fetched from memory as well."""

    def is_known(self, most: float) -> bool:
        """Whether what way there is for those who go at most so far follows from it: a cheapest
        one is that for all who go so far."""
        return most <= self.most or len(self.cells) > 0

    def cells_within(self, most: float) -> list[int]:
        """The way, if it is no longer than that."""
        if most >= self.most or self.cost <= half_metres(most):
            return self.cells
        return NO_WAY


NO_WAY: Final[list[int]] = []
"""Stands for a way that there is not, and stays empty."""


@mypyc_attr(acyclic=True)
class Advance:
    """A move to an enemy who can then be struck: at what gait, where to, at whom, and whether
    straight."""

    def __init__(self, gait: i64, cell: i64, enemy: i64, is_straight: bool) -> None:
        self.gait: Final[i64] = gait
        self.cell: Final[i64] = cell
        self.enemy: Final[i64] = enemy
        self.is_straight: Final = is_straight


@mypyc_attr(acyclic=True)
class Advances:
    """The advances of one who reaches so far and walks and charges so many metres."""

    def __init__(self, reach: i64, base: float, full: float, plans: list[Advance]) -> None:
        self.reach: Final[i64] = reach
        self.base: Final = base
        self.full: Final = full
        self.only: Final[Advance | None] = plans[0] if len(plans) == 1 else None
        """The only one, if it is."""
        self.next: Advances | None = None
        self.count: i64 = 1
        self.plans: Final = plans


@mypyc_attr(acyclic=True)
class Approach:
    """Where somebody comes nearest to the enemy who reaches so far and walks and runs so many
    metres, and the gait to get there; NONE if that is nowhere."""

    def __init__(self, reach: i64, base: float, full: float, cell: i64, gait: i64) -> None:
        self.reach: Final[i64] = reach
        self.base: Final = base
        self.full: Final = full
        self.cell: Final[i64] = cell
        self.gait: Final[i64] = gait
        self.next: Approach | None = None
        self.count: i64 = 1


@mypyc_attr(acyclic=True)
class Shelter:
    """The better cell to shoot from with some weapon within so many metres; NONE if there is
    none."""

    def __init__(self, weapon: i64, metres: float, cell: i64) -> None:
        self.weapon: Final[i64] = weapon
        self.metres: Final = metres
        self.cell: Final[i64] = cell
        self.next: Shelter | None = None
        self.count: i64 = 1


@mypyc_attr(acyclic=True)
class RideByWay:
    """A way past enemies. Of each of those whom it may matter to: who, how near it comes to them
    before its end, and its cells that are a stride from them."""

    def __init__(
        self,
        goal: i64,
        is_clear: bool,
        enemies: list[int],
        nearest: list[int],
        strides: list[list[int]],
    ) -> None:
        self.goal: Final[i64] = goal
        self.is_clear: Final = is_clear
        """Whether it ends a stride away from everybody."""
        self.enemies: Final = enemies
        self.nearest: Final = nearest
        self.strides: Final = strides


@mypyc_attr(acyclic=True)
class RideByWays:
    """The ways past enemies for a rider who charges so many metres."""

    def __init__(self, full: float, ways: list[RideByWay]) -> None:
        self.full: Final = full
        self.ways: Final = ways
        self.next: RideByWays | None = None
        self.count: i64 = 1


@mypyc_attr(acyclic=True)
class Surroundings:
    """What somebody in a formation has before them. It does not follow from anybody's state but
    their stance, so that it holds in every fight that comes to the formation."""

    def __init__(self, fight: RenaissanceFight, who: Combatant) -> None:
        spaces = fight.terrain.spaces_from(who.cell)
        nearest: i64 = NONE
        least: i64 = NOWHERE_NEAR
        for enemy in fight.enemies[who.side]:
            away: i64 = spaces[enemy.cell]
            if away < least and is_foe(who, enemy):
                least = away
                nearest = enemy.index
        self.who: Final[i64] = who.index
        self.next: Surroundings | None = None
        """Those of somebody else in the same formation."""
        self.nearest: Final[i64] = nearest
        """The nearest enemy they know of, NONE if there is nobody."""
        self.spaces_to_nearest: Final[i64] = least
        self.ways: FoundWay | None = None
        self.advances: Advances | None = None
        self.shelters: Shelter | None = None
        self.approaches: Approach | None = None
        self.passings: RideByWays | None = None
        """What was kept last of each kind."""

    def nearest_foe(self, fight: RenaissanceFight) -> Combatant | None:
        """The nearest enemy they know of."""
        return fight.combatants[self.nearest] if self.nearest >= 0 else None

    def way_known(self, goal: i64, most: float) -> FoundWay | None:
        """What is known of the way to a cell, for one who goes at most so far."""
        found = self.ways
        while found is not None:
            if found.goal == goal and found.is_known(most):
                return found
            found = found.next
        return None

    def keep_way(self, found: FoundWay) -> None:
        """Keeps a way before all others, or in their place if they are many."""
        if self.ways is not None and self.ways.count < MOST_KEPT:
            found.count = self.ways.count + 1
            found.next = self.ways
        self.ways = found

    def keep_advances(self, found: Advances) -> None:
        """Keeps advances likewise."""
        if self.advances is not None and self.advances.count < MOST_KEPT:
            found.count = self.advances.count + 1
            found.next = self.advances
        self.advances = found

    def keep_approach(self, found: Approach) -> None:
        """Keeps an approach likewise."""
        if self.approaches is not None and self.approaches.count < MOST_KEPT:
            found.count = self.approaches.count + 1
            found.next = self.approaches
        self.approaches = found

    def keep_shelter(self, found: Shelter) -> None:
        """Keeps a place to shoot from likewise."""
        if self.shelters is not None and self.shelters.count < MOST_KEPT:
            found.count = self.shelters.count + 1
            found.next = self.shelters
        self.shelters = found

    def keep_ride_by_ways(self, found: RideByWays) -> None:
        """Keeps ways past enemies likewise."""
        if self.passings is not None and self.passings.count < MOST_KEPT:
            found.count = self.passings.count + 1
            found.next = self.passings
        self.passings = found


# --- formations -----------------------------------------------------------------------------------

Formation = dict[int, Surroundings]
"""What each fighter has before them while everybody stands so, by index."""


def formation_of(mind: Mind) -> Formation:
    """Return what is known of how everybody stands now."""
    stances = [int(stance_of(one)) for one in mind.fight.combatants]
    if stances != mind.stances:
        mind.stances = stances
        key = tuple(stances)
        found = mind.formations.get(key)
        if found is None:
            if len(mind.formations) == MAX_FORMATIONS:
                mind.formations.clear()
            found = {}
            mind.formations[key] = found
        mind.formation = found
    return mind.formation


def surroundings_of(mind: Mind, who: Combatant) -> Surroundings:
    """Return what a fighter has before them now."""
    formation = formation_of(mind)
    found = formation.get(int(who.index))
    if found is None:
        found = Surroundings(mind.fight, who)
        if stance_of(who) != NOWHERE:  # where those lie who are out is no part of a formation
            formation[int(who.index)] = found
    return found


def way_from(
    mind: Mind, mover: Combatant, surroundings: Surroundings, goal: i64, most: float
) -> list[int]:
    """List the cells of a cheapest path, without the first; empty if there is none so short."""
    found = surroundings.way_known(goal, most)
    if found is None:
        cells = way_to(mind.fight, mover, goal, most)
        found = FoundWay(mind.scene.grid, mover.cell, goal, most, cells)
        surroundings.keep_way(found)
    return found.cells_within(most)
