"""A fighter's part of a round: what it can do with its Action Points, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, RULED, Option, Question
from affray.rulesets.olde.adjustments import HASTY, PLAIN, UTMOST, check_adjustments
from affray.rulesets.olde.attack import attack, close_in
from affray.rulesets.olde.checks import MODERATE, check
from affray.rulesets.olde.conditions import PERMANENT, recover, suffer
from affray.rulesets.olde.gear import (
    BARE,
    JOURNEYMAN,
    SAVVY,
    SHIELDS,
    Adjustment,
    Use,
    Weapon,
)
from affray.rulesets.olde.hands import best_grip, free_hands, take_up
from affray.rulesets.olde.health import first_aid, needs_aid
from affray.rulesets.olde.reach import can_attack_at, can_see, strong_enough
from affray.rulesets.olde.verbs import (
    ATTACK,
    BLOCK,
    CAST,
    CLOSE_IN,
    DROP,
    FIRST_AID,
    FLOP,
    FREE_STEP,
    LEAVE,
    PASS,
    PICK_UP,
    RESET_CROSSBOW,
    RISE,
    RUN,
    SHOOT,
    STEP,
    TAKE_UP,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

MOST_A_ROUND: Final[i64] = 3
"""The most Action Points one spends in a round [turn.order]."""

ATTACK_COST: Final[i64] = 2
HASTY_COST: Final[i64] = 1
UTMOST_COST: Final[i64] = 3
DROP_COST: Final[i64] = 1
RISE_COST: Final[i64] = 2
BLOCK_COST: Final[i64] = 2
CAST_COST: Final[i64] = 2
LEAVE_COST: Final[i64] = 1
FULL_COST: Final[i64] = 3
"""What it costs to use an item, to take up other gear and to give first aid."""
SPAN_COST: Final[i64] = 1
CRANK_COST: Final[i64] = 3

CANNOT: Final[i64] = -1

FREE_SPACES: Final[i64] = 2
SMALL_FREE_SPACES: Final[i64] = 1
MOST_STEPS: Final[i64] = 3
RUN_SPACES: Final[i64] = 2
"""How many spaces a run takes one for each Action Point."""

RUNNING: Final = [Adjustment("running", "options.advanced", defense=-points) for points in range(4)]


@mypyc_attr(acyclic=True)
class TurnQuestion(Question):
    """What somebody does next. There are many spaces to step to, so the options are listed only
    for those who look at them; passing is the first."""

    def __init__(self, fight: OldeFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def listed(self) -> list[Option]:
        return turn_options(self.fight, self.actor)

    def only(self) -> Option | None:
        if can_take_a_step(self.fight, self.actor):
            return None
        options = self.options
        return options[0] if len(options) == 1 else None


# --- the round's allowance ---


def price(fight: OldeFight, actor: Combatant, cost: i64, only: bool) -> i64:
    """What something costs the actor now, or CANNOT: no more than 3 Action Points a round; an
    Only action may be paid with all that is left [turn.costs]."""
    left: i64 = MOST_A_ROUND - fight.spent
    points: i64 = actor.action_points
    if only and 0 < points < cost:
        cost = points
    return cost if cost <= left and cost <= points else CANNOT


def take_turn(fight: OldeFight, actor: Combatant) -> None:
    """One movement and one action at most, in either order, or a pass that keeps the Action
    Points [turn.order]."""
    fight.spent = 0
    fight.walked = 0
    fight.moved = False
    fight.has_acted = False
    actor.acted = True
    if fight.heard:
        fight.tell("acts", {"who": actor.name, "points": int(actor.action_points)}, ("turn.order",))
    while actor.awake() and actor.action_points > 0 and fight.spent < MOST_A_ROUND:
        chosen = fight.ask(TurnQuestion(fight, actor))
        if chosen is RULED:
            continue
        if chosen.verb == PASS:
            break
        fight.idle = False
        perform(fight, actor, chosen)
        if fight.sides_left() < 2:
            return


# --- what there is to choose from ---


def turn_options(fight: OldeFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order."""
    if actor.must_flee():
        flight = flight_options(fight, actor)
        if flight:
            return flight
    found: list[Option] = [fight.scene.pass_]
    if not fight.has_acted:
        list_attacks(fight, actor, found)
        list_actions(fight, actor, found)
    if not fight.moved:
        list_stances(fight, actor, found)
    list_moves(fight, actor, found)
    return found


def flight_options(fight: OldeFight, actor: Combatant) -> list[Option]:
    """The frightened go further from their nearest enemy, as long as they can
    [conditions.list]."""
    found: list[Option] = []
    here = nearest_enemy(fight, actor, actor.cell)
    moves: list[Option] = []
    list_moves(fight, actor, moves)
    for option in moves:
        if nearest_enemy(fight, actor, option.place) > here:
            found.append(option)
    if can_leave(fight, actor):
        found.insert(0, fight.scene.leave)
    if not fight.moved and actor.marks[fight.scene.prone] and can_rise(fight, actor):
        found.append(fight.scene.rise)
    return found


def nearest_enemy(fight: OldeFight, actor: Combatant, cell: i64) -> i64:
    """How many spaces the nearest enemy is from a cell."""
    nearest: i64 = 1_000_000
    for other in fight.combatants:
        if other.side != actor.side and other.able():
            distance = fight.scene.grid.spaces(cell, other.cell)
            if distance < nearest:
                nearest = distance
    return nearest


def list_attacks(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """Attacks with what is in hand, with bare hands, and with what can be thrown from the belt."""
    if not actor.may_attack():
        return
    held = actor.held()
    list_uses(fight, actor, held, found)
    if actor.weapon != BARE:
        list_uses(fight, actor, fight.scene.weapons[BARE], found)
    if free_hands(actor, held) > 0:
        for position, item in enumerate(actor.arms):
            weapon = fight.scene.weapons[item]
            if item != actor.weapon and weapon.thrown_only():
                if actor.arms.index(item) == position:
                    list_uses(fight, actor, weapon, found)
    if price(fight, actor, ATTACK_COST, False) != CANNOT and may_step(fight, actor):
        list_closing_in(fight, actor, found)


def list_uses(fight: OldeFight, actor: Combatant, weapon: Weapon, found: list[Option]) -> None:
    """Every attack with one weapon on everybody within reach or range."""
    if weapon.melee is not None:
        list_use(fight, actor, weapon, weapon.melee, found)
    if weapon.ranged is not None:
        list_use(fight, actor, weapon, weapon.ranged, found)


def list_use(
    fight: OldeFight, actor: Combatant, weapon: Weapon, use: Use, found: list[Option]
) -> None:
    """An attack is 2 Action Points [turn.costs], a hasty one 1, an all-out or aimed one 3
    [options.advanced]."""
    if not strong_enough(actor, use) or (use.crossbow and not actor.loaded):
        return
    scene = fight.scene
    for target in fight.combatants:
        if target.side == actor.side or target.gone():
            continue
        if not can_attack_at(fight, actor, use, actor.cell, target):
            continue
        for manner in (PLAIN, HASTY, UTMOST):
            if attack_price(fight, actor, use, manner) != CANNOT:
                found.append(
                    scene.attack(actor.index, weapon.index, target.index, manner, use.ranged)
                )


def attack_price(fight: OldeFight, actor: Combatant, use: Use, manner: i64) -> i64:
    """What an attack costs, or CANNOT [turn.costs, options.advanced]."""
    if manner == PLAIN:
        return price(fight, actor, ATTACK_COST, False)
    if not fight.house.advanced:
        return CANNOT
    if manner == HASTY:
        return price(fight, actor, HASTY_COST, False)
    return price(fight, actor, UTMOST_COST, not use.ranged)


def list_closing_in(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """The spaces of adjacent enemies that one could fight one's way into [reach.enter]."""
    grid = fight.scene.grid
    for target in fight.combatants:
        if target.side != actor.side and target.able():
            if int(target.cell) in grid.neighbours[actor.cell]:
                if can_see(fight, actor.cell, target.cell):
                    found.append(fight.scene.close_in[target.index])


def list_actions(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """Actions other than attacks [turn.costs]."""
    scene = fight.scene
    if may_block(fight, actor) and price(fight, actor, BLOCK_COST, False) != CANNOT:
        found.append(scene.block)
    if price(fight, actor, FULL_COST, True) != CANNOT:
        for patient in fight.combatants:
            if patient.side == actor.side and needs_aid(fight, patient):
                if scene.grid.spaces(actor.cell, patient.cell) <= 1:
                    found.append(scene.first_aid[patient.index])
        list_gear(fight, actor, found)
    if actor.sheet.casts and price(fight, actor, CAST_COST, False) != CANNOT:
        if not actor.bound():
            found.append(scene.cast)
        found.append(scene.cast_still)
    if not actor.marks[scene.prone] and not actor.bound():
        found.append(scene.flop)


def list_gear(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """Taking something else in hand, or up from the ground, is using an item [turn.costs]."""
    if actor.bound():
        return
    scene = fight.scene
    for position, item in enumerate(actor.arms):
        if actor.arms.index(item) < position:
            continue
        weapon = scene.weapons[item]
        for two_hands in (False, True):
            fits = weapon.fits_two_hands() if two_hands else weapon.fits_one_hand()
            if fits and (item != actor.weapon or two_hands != actor.two_hands):
                found.append(scene.take_up[item][1 if two_hands else 0])
    for item, cell in fight.lying:
        if cell == actor.cell:
            option = scene.pick_up[item]
            if option not in found:
                found.append(option)


def may_block(fight: OldeFight, actor: Combatant) -> bool:
    """A shield on the arm and a Journeyman's skill with it [shield.block]."""
    return (
        actor.shielded
        and not actor.blocking
        and not actor.bound()
        and actor.sheet.skills[SHIELDS] >= JOURNEYMAN
    )


def list_stances(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """Movements that lead nowhere: dropping, rising, leaving, and setting a crossbow."""
    scene = fight.scene
    if actor.marks[scene.prone]:
        if can_rise(fight, actor):
            found.append(scene.rise)
    elif not actor.bound() and price(fight, actor, DROP_COST, False) != CANNOT:
        found.append(scene.drop)
    if can_leave(fight, actor):
        found.append(scene.leave)
    if reset_price(fight, actor) != CANNOT:
        found.append(scene.reset_crossbow)


def can_rise(fight: OldeFight, actor: Combatant) -> bool:
    """Rising costs 2, or all that is left [turn.costs]."""
    return not actor.bound() and price(fight, actor, RISE_COST, True) != CANNOT


def can_leave(fight: OldeFight, actor: Combatant) -> bool:
    """Whether one stands at a way out and can take it."""
    return (
        fight.scene.exits[actor.cell]
        and not fight.moved
        and may_step(fight, actor)
        and price(fight, actor, LEAVE_COST, False) != CANNOT
    )


def reset_price(fight: OldeFight, actor: Combatant) -> i64:
    """A crossbow is spanned by hand for 1 Action Point with the Brawn for it, cranked for 3
    without [ranged.crossbow]. It takes the place of the round's movement, so that who spans by
    hand shoots every round."""
    use = actor.held().ranged
    if use is None or not use.crossbow or actor.loaded or fight.moved or actor.bound():
        return CANNOT
    by_hand = actor.sheet.brawn >= use.spanning
    return price(fight, actor, SPAN_COST if by_hand else CRANK_COST, False)


def may_step(fight: OldeFight, actor: Combatant) -> bool:
    """Whether one can go anywhere at all: on one's feet, and not held by a condition."""
    return not actor.marks[fight.scene.prone] and spaces_left(fight, actor) > 0


def spaces_left(fight: OldeFight, actor: Combatant) -> i64:
    """How many spaces conditions leave one to go in this round [conditions.list]."""
    return actor.most_spaces() - fight.walked


def free_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """How far the free step goes: two spaces, one for the small, once a turn and before all else
    in its round [turn.costs]."""
    if not actor.free_step or fight.moved or fight.has_acted or not may_step(fight, actor):
        return 0
    most = SMALL_FREE_SPACES if actor.sheet.small else FREE_SPACES
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def step_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """How far one can step: a space for each Action Point, three at most [turn.costs]."""
    if fight.moved or not may_step(fight, actor):
        return 0
    most: i64 = MOST_STEPS - fight.spent
    if actor.action_points < most:
        most = actor.action_points
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def run_spaces(fight: OldeFight, actor: Combatant) -> i64:
    """How far one can run: two spaces for each Action Point [options.advanced]."""
    if not fight.house.advanced:
        return 0
    most: i64 = RUN_SPACES * step_spaces(fight, actor)
    allowed = spaces_left(fight, actor)
    return most if most < allowed else allowed


def list_moves(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """Every space one can get to by a free step, by stepping and by running. Friends let one
    through; an enemy who can defend its space does not [reach.enter]."""
    scene = fight.scene
    free = free_spaces(fight, actor)
    steps = step_spaces(fight, actor)
    runs = run_spaces(fight, actor)
    most = free if free > steps else steps
    if runs > most:
        most = runs
    if most == 0:
        return
    ways = scene.grid.within(actor.cell, most, fight.enemy_cells(actor.side))
    for cell, distance in ways:
        if distance <= free:
            found.append(scene.free_step[cell])
    for cell, distance in ways:
        if distance <= steps:
            found.append(scene.step[cell])
    for cell, distance in ways:
        if 1 < distance <= runs:
            found.append(scene.run[cell])


def can_take_a_step(fight: OldeFight, actor: Combatant) -> bool:
    """Whether there is certainly a step to choose beside passing."""
    if actor.must_flee() or step_spaces(fight, actor) == 0:
        return False
    closed = fight.enemy_cells(actor.side)
    for cell in fight.scene.grid.neighbours[actor.cell]:
        if cell not in closed:
            return True
    return False


# --- doing it ---


def pay(fight: OldeFight, actor: Combatant, cost: i64) -> None:
    """Takes Action Points."""
    actor.action_points -= cost
    fight.spent += cost


def act(fight: OldeFight, actor: Combatant, cost: i64, only: bool) -> None:
    """Takes what an action costs, and the round's action with it."""
    fight.has_acted = True
    pay(fight, actor, price(fight, actor, cost, only))


def perform(fight: OldeFight, actor: Combatant, chosen: Option) -> None:
    """Does what was chosen, for what it costs [turn.costs]."""
    verb = chosen.verb
    scene = fight.scene
    if verb == ATTACK or verb == SHOOT:
        use = scene.weapons[chosen.item].use(verb == SHOOT)
        fight.has_acted = True
        pay(fight, actor, attack_price(fight, actor, use, chosen.value))
        attack(fight, actor, chosen)
    elif verb == FREE_STEP or verb == STEP or verb == RUN:
        move(fight, actor, chosen)
    elif verb == CLOSE_IN:
        act(fight, actor, ATTACK_COST, False)
        close_in(fight, actor, fight.combatants[chosen.target])
    elif verb == BLOCK:
        act(fight, actor, BLOCK_COST, False)
        shield_block(fight, actor)
    elif verb == FIRST_AID:
        act(fight, actor, FULL_COST, True)
        first_aid(fight, actor, fight.combatants[chosen.target])
    elif verb == TAKE_UP:
        act(fight, actor, FULL_COST, True)
        take_up(fight, actor, chosen.item, chosen.value == 1)
    elif verb == PICK_UP:
        act(fight, actor, FULL_COST, True)
        pick_up(fight, actor, chosen.item)
    elif verb == CAST:
        act(fight, actor, CAST_COST, False)
        cast(fight, actor, chosen.value == 1)
    elif verb == FLOP:
        fight.has_acted = True
        suffer(fight, actor, scene.prone, PERMANENT, 0)
    else:
        stand_or_fall(fight, actor, verb)


def stand_or_fall(fight: OldeFight, actor: Combatant, verb: i64) -> None:
    """The movements that lead nowhere [turn.costs]."""
    scene = fight.scene
    if verb == DROP:
        pay(fight, actor, DROP_COST)
        suffer(fight, actor, scene.prone, PERMANENT, 0)
    elif verb == RISE:
        pay(fight, actor, price(fight, actor, RISE_COST, True))
        recover(fight, actor, scene.prone)
    elif verb == RESET_CROSSBOW:
        reset_crossbow(fight, actor)
    elif verb == LEAVE:
        pay(fight, actor, LEAVE_COST)
        leave(fight, actor)
    fight.moved = True


def move(fight: OldeFight, actor: Combatant, chosen: Option) -> None:
    """Goes to a space: the free step costs nothing, a step 1 Action Point a space [turn.costs],
    running 1 for two spaces and as much Defense until the next Reset [options.advanced]."""
    spaces = fight.steps_between(actor, chosen.place)
    fight.walked += spaces
    rules: tuple[str, ...] = ("turn.costs",)
    if chosen.verb == FREE_STEP:
        actor.free_step = False
        how = "takes a free step"
    elif chosen.verb == STEP:
        fight.moved = True
        pay(fight, actor, spaces)
        how = "steps"
    else:
        fight.moved = True
        cost: i64 = (spaces + 1) // RUN_SPACES
        pay(fight, actor, cost)
        actor.temporary.append(RUNNING[cost])
        how = "runs"
        rules = ("options.advanced",)
    fight.put(actor, chosen.place)
    if fight.heard:
        place = fight.scene.places[chosen.place]
        parts: dict[str, object] = {
            "who": actor.name,
            "how": how,
            "place": place,
            "points": int(actor.action_points),
        }
        fight.tell("moves", parts, rules)


def shield_block(fight: OldeFight, actor: Combatant) -> None:
    """+2 Defense until the next Reset [shield.block]."""
    actor.blocking = True
    if fight.heard:
        fight.tell("blocks", {"who": actor.name}, ("shield.block",))


def reset_crossbow(fight: OldeFight, actor: Combatant) -> None:
    """Spans or cranks the crossbow for the next shot [ranged.crossbow]."""
    cost = reset_price(fight, actor)
    pay(fight, actor, cost)
    actor.loaded = True
    if fight.heard:
        how = "spans" if cost == SPAN_COST else "cranks"
        fight.tell("resets", {"who": actor.name, "how": how}, ("ranged.crossbow",))


def pick_up(fight: OldeFight, actor: Combatant, item: i64) -> None:
    """Takes a weapon up from the ground into the hand, or to the belt if the hands are full."""
    fight.lying.remove((int(item), int(actor.cell)))
    actor.arms.append(int(item))
    weapon = fight.scene.weapons[item]
    if fight.heard:
        fight.tell("picks up", {"who": actor.name, "weapon": weapon.name}, ("turn.costs",))
    if actor.weapon == BARE:
        take_up(fight, actor, item, best_grip(weapon, actor.shielded))


def leave(fight: OldeFight, actor: Combatant) -> None:
    """Out of the fight by a way out."""
    actor.fled = True
    if fight.heard:
        fight.tell("out", {"who": actor.name, "by": None, "how": "leaves"}, ("turn.costs",))


def cast(fight: OldeFight, actor: Combatant, gestures: bool) -> None:
    """A Savvy check; a shield on the arm hinders spells that need gestures [shield.spells]. What
    a spell does is in no chapter of combat: the game master rules."""
    tally = check_adjustments(fight, actor, SAVVY)
    shield = actor.sheet.shield
    if gestures and actor.shielded:
        tally.add(shield.spells, shield.name, "shield.spells")
    if not check(fight, actor, SAVVY, tally, MODERATE, "to cast a spell", "shield.spells"):
        return
    scene = fight.scene
    works = fight.ask(Question("spell", GM, actor.index, scene.spell)) is scene.spell[0]
    if fight.heard:
        outcome = "takes effect" if works else "comes to nothing"
        fight.tell("spell", {"who": actor.name, "outcome": outcome}, ("shield.spells",))
