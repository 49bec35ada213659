"""Movement: what Action Points buy, where one can go with them, and going there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.olde import log, verbs
from affray.rulesets.olde.conditions import suffer
from affray.rulesets.olde.sheet import PERMANENT, Adjustment

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

MOST_A_ROUND: Final[i64] = 3
"""The most Action Points one spends in a round [turn.order]."""

CANNOT: Final[i64] = -1
"""The price of what cannot be paid."""

DROP_COST: Final[i64] = 1
RISE_COST: Final[i64] = 2
LEAVE_COST: Final[i64] = 1
SPAN_COST: Final[i64] = 1
CRANK_COST: Final[i64] = 3

FREE_SPACES: Final[i64] = 2
SMALL_FREE_SPACES: Final[i64] = 1
MOST_STEPS: Final[i64] = 3
RUN_SPACES: Final[i64] = 2
"""How many spaces a run takes one for each Action Point."""

MOST_SPACES: Final[i64] = RUN_SPACES * MOST_A_ROUND
"""How far one goes in a round at most: by running, with three Action Points."""


RUNNING: Final = [
    Adjustment(name="running", rule="options.advanced", defense=-points) for points in range(4)
]

DROPPING: Final = Option(
    "drop", "drop", "Drop to the ground", verbs.DROP, rules=("turn.costs",), cost="1 AP"
)
RISING: Final = Option(
    "rise", "rise", "Rise", verbs.RISE, rules=("turn.costs",), cost="2 AP or all"
)
LEAVING: Final = Option(
    "leave", "leave", "Leave the field", verbs.LEAVE, rules=("turn.costs",), cost="1 AP"
)
SPANNING: Final = Option(
    "reset crossbow",
    "reset crossbow",
    "Span the crossbow by hand",
    verbs.RESET_CROSSBOW,
    rules=("ranged.crossbow",),
    cost="1 AP",
)
CRANKING: Final = Option(
    "reset crossbow",
    "reset crossbow",
    "Crank the crossbow",
    verbs.RESET_CROSSBOW,
    rules=("ranged.crossbow",),
    cost="3 AP",
)


def price(fight: OldeFight, actor: Combatant, cost: i64, only: bool) -> i64:
    """Return what something costs the actor now, or CANNOT: no more than 3 Action Points a round;
    an Only action may be paid with all that is left [turn.costs]."""
    left: i64 = MOST_A_ROUND - fight.spent
    points: i64 = actor.action_points
    if only and 0 < points < cost:
        cost = points
    return cost if cost <= left and cost <= points else CANNOT


def pay(fight: OldeFight, actor: Combatant, cost: i64) -> None:
    """Take Action Points."""
    actor.action_points -= cost
    fight.spent += cost


def may_step(fight: OldeFight, actor: Combatant) -> bool:
    """Return whether one can go anywhere at all: on one's feet, and not held by a condition."""
    return not actor.is_prone() and spaces_left(fight, actor) > 0


def spaces_left(fight: OldeFight, actor: Combatant) -> i64:
    """Return how many spaces conditions leave one to go in this round."""
    return actor.most_spaces() - fight.walked


def free_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """Return how far the free step goes: two spaces, one for the small, once a turn and before all
    else in its round."""
    if not actor.free_step or fight.moved or fight.has_acted or not may_step(fight, actor):
        return 0
    most = SMALL_FREE_SPACES if actor.sheet.small else FREE_SPACES
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def step_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """Return how far one can step: a space for each Action Point, three at most."""
    if fight.moved or not may_step(fight, actor):
        return 0
    most: i64 = MOST_STEPS - fight.spent
    if actor.action_points < most:
        most = actor.action_points
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def run_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """Return how far one can run: two spaces for each Action Point."""
    if not fight.house.advanced_actions:
        return 0
    most: i64 = RUN_SPACES * step_spaces(fight, actor)
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def list_moves(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List every space one can get to by a free step, by stepping and by running."""
    scene = fight.scene
    free = free_spaces(fight, actor)
    steps = step_spaces(fight, actor)
    runs = run_spaces(fight, actor)
    most = max(free, steps, runs)
    if most == 0:
        return
    ways = fight.ways(actor, most)
    found.extend([scene.free_step[cell] for cell, away in ways if away <= free])
    found.extend([scene.step[cell] for cell, away in ways if away <= steps])
    found.extend([scene.run[cell] for cell, away in ways if 2 <= away <= runs])


def flight_options(fight: OldeFight, actor: Combatant) -> list[Option]:
    """List the moves of the frightened, further from their nearest enemy."""
    found: list[Option] = []
    here = nearest_enemy_distance(fight, actor, actor.cell)
    moves: list[Option] = []
    list_moves(fight, actor, moves)
    for option in moves:
        if nearest_enemy_distance(fight, actor, option.place) > here:
            found.append(option)
    if can_leave(fight, actor):
        found.insert(0, LEAVING)
    if not fight.moved and actor.is_prone() and can_rise(fight, actor):
        found.append(RISING)
    return found


def nearest_enemy_distance(fight: OldeFight, actor: Combatant, cell: i64) -> i64:
    """Return how many spaces the nearest enemy is from a cell."""
    nearest: i64 = 1_000_000
    distances = fight.scene.field.distances(cell)
    for other in fight.enemies[actor.side]:
        distance: i64 = distances[other.cell]
        if distance < nearest and other.is_in_fight():
            nearest = distance
    return nearest


def list_stances(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List the movements that lead nowhere: dropping, rising, leaving, and setting a crossbow."""
    if actor.is_prone():
        if can_rise(fight, actor):
            found.append(RISING)
    elif not actor.is_bound() and price(fight, actor, DROP_COST, False) != CANNOT:
        found.append(DROPPING)
    if can_leave(fight, actor):
        found.append(LEAVING)
    if reset_price(fight, actor) != CANNOT:
        found.append(reset_option(actor))


def can_rise(fight: OldeFight, actor: Combatant) -> bool:
    """Return whether one can rise, for 2 or all that is left."""
    return not actor.is_bound() and price(fight, actor, RISE_COST, True) != CANNOT


def can_leave(fight: OldeFight, actor: Combatant) -> bool:
    """Return whether one stands at a way out and can take it."""
    return (
        fight.scene.exits[actor.cell]
        and not fight.moved
        and may_step(fight, actor)
        and price(fight, actor, LEAVE_COST, False) != CANNOT
    )


def reset_price(fight: OldeFight, actor: Combatant) -> i64:
    """Return what it costs to set a crossbow: 1 Action Point to span it by hand with the Brawn for
    it, 3 to crank it without [ranged.crossbow].

    It takes the place of the round's movement, so one who spans by hand shoots every round.
    """
    use = actor.held_weapon().ranged
    if use is None or not use.crossbow or actor.loaded or fight.moved or actor.is_bound():
        return CANNOT
    by_hand = actor.sheet.brawn >= use.spanning
    return price(fight, actor, SPAN_COST if by_hand else CRANK_COST, False)


def reset_option(actor: Combatant) -> Option:
    """Return the option to make the crossbow in hand ready again."""
    use = actor.held_weapon().use(True)
    return SPANNING if actor.sheet.brawn >= use.spanning else CRANKING


def way_length(fight: OldeFight, actor: Combatant, goal: i64, most: i64) -> i64:
    """Return how many spaces the way to a cell is, if it is no more than `most`; else 0."""
    closed = fight.closed_to(actor)
    steps = fight.scene.field.spaces(actor.cell, goal)
    if int(goal) not in closed:
        while steps <= most:
            if is_way(fight, closed, actor.cell, goal, steps):
                return steps
            steps += 1
    return 0


def is_way(fight: OldeFight, closed: list[int], here: i64, goal: i64, steps: i64) -> bool:
    """Return whether some way from one cell to another takes so many steps."""
    if steps <= 1:
        return int(here) in fight.scene.grid.neighbours[goal]
    distances = fight.scene.field.distances(here)
    for before in fight.scene.grid.neighbours[goal]:
        if distances[before] < steps and before not in closed:
            if is_way(fight, closed, here, before, steps - 1):
                return True
    return False


def move(fight: OldeFight, actor: Combatant, chosen: Option) -> None:
    """Go to a space: the free step costs nothing, a step 1 Action Point a space, running 1 for two
    spaces and as much Defense until the next Reset."""
    spaces = way_length(fight, actor, chosen.place, MOST_SPACES)
    fight.walked += spaces
    rule = "turn.costs"
    if chosen.verb == verbs.FREE_STEP:
        actor.free_step = False
        how = "takes a free step"
    elif chosen.verb == verbs.STEP:
        fight.moved = True
        pay(fight, actor, spaces)
        how = "steps"
    else:
        fight.moved = True
        cost: i64 = (spaces + 1) // RUN_SPACES
        pay(fight, actor, cost)
        actor.adjust(RUNNING[cost])
        how = "runs"
        rule = "options.advanced"
    fight.put(actor, chosen.place)
    log.moves(fight, actor, how, rule)


def stand_or_fall(fight: OldeFight, actor: Combatant, verb: i64) -> None:
    """Make a movement that leads nowhere."""
    scene = fight.scene
    if verb == verbs.DROP:
        pay(fight, actor, DROP_COST)
        log.lies_down(fight, actor, "drops to the ground")
        suffer(fight, actor, scene.prone, PERMANENT, 0)
    elif verb == verbs.RISE:
        pay(fight, actor, price(fight, actor, RISE_COST, True))
        log.rises(fight, actor)
        actor.cure(scene.prone)
    elif verb == verbs.RESET_CROSSBOW:
        reset_crossbow(fight, actor)
    elif verb == verbs.LEAVE:
        pay(fight, actor, LEAVE_COST)
        actor.fled = True
        log.leaves(fight, actor)
    fight.moved = True


def reset_crossbow(fight: OldeFight, actor: Combatant) -> None:
    """Span or crank the crossbow for the next shot."""
    cost = reset_price(fight, actor)
    pay(fight, actor, cost)
    actor.loaded = True
    log.crossbow_reset(fight, actor, cost == SPAN_COST)
