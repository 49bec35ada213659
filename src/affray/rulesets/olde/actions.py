"""A fighter's part of a round: what it can do with its Action Points, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, RULED, Option, Question
from affray.rulesets.olde.adjustments import HASTY, PLAIN, UTMOST, check_adjustments
from affray.rulesets.olde.attack import attack, close_in
from affray.rulesets.olde.checks import MODERATE, check
from affray.rulesets.olde.conditions import PERMANENT, suffer
from affray.rulesets.olde.gear import (
    BARE,
    JOURNEYMAN,
    SAVVY,
    SHIELDS,
    Use,
    Weapon,
)
from affray.rulesets.olde.hands import best_grip, free_hands, take_up
from affray.rulesets.olde.health import first_aid, needs_aid
from affray.rulesets.olde.movement import (
    CANNOT,
    MOST_A_ROUND,
    can_take_a_step,
    flight_options,
    list_moves,
    list_stances,
    may_step,
    move,
    pay,
    price,
    stand_or_fall,
)
from affray.rulesets.olde.reach import can_attack_at, can_see, strong_enough
from affray.rulesets.olde.verbs import (
    ATTACK,
    BLOCK,
    CAST,
    CLOSE_IN,
    FIRST_AID,
    FLOP,
    FREE_STEP,
    PASS,
    PICK_UP,
    RUN,
    SHOOT,
    STEP,
    TAKE_UP,
)

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight

ATTACK_COST: Final[i64] = 2
HASTY_COST: Final[i64] = 1
UTMOST_COST: Final[i64] = 3
BLOCK_COST: Final[i64] = 2
CAST_COST: Final[i64] = 2
FULL_COST: Final[i64] = 3
"""What it costs to use an item, to take up other gear and to give first aid."""

PASSING: Final = Option("pass", "pass", "Pass", PASS, rules=("turn.order",))
BLOCKING: Final = Option(
    "block", "block", "Shield block: +2 Defense", BLOCK, rules=("shield.block",)
)
FLOPPING: Final = Option("flop", "flop", "Throw oneself to the ground", FLOP, rules=("turn.costs",))
CASTING: Final = Option(
    "cast", "cast", "Cast a spell with gestures", CAST, value=1, rules=("shield.spells",)
)
CASTING_STILL: Final = Option(
    "cast without gestures",
    "cast without gestures",
    "Cast a spell without gestures",
    CAST,
    rules=("shield.spells",),
)
WORKS: Final = Option("works", "works", "It takes effect", rules=("shield.spells",))
FAILS: Final = Option("fails", "fails", "It comes to nothing", rules=("shield.spells",))
WHAT_COMES_OF_IT: Final = [WORKS, FAILS]


@mypyc_attr(acyclic=True)
class TurnQuestion(Question):
    """What somebody does next. There are many spaces to step to, so the options are listed only
    for those who look at them; passing is the first."""

    def __init__(self, fight: OldeFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)

    def forced_option(self) -> Option | None:
        if can_take_a_step(self.fight, self.actor):
            return None
        options = self.options
        return options[0] if len(options) == 1 else None

    def default_option(self) -> Option:
        return self.options[0] if self.actor.must_flee() else PASSING


def take_turn(fight: OldeFight, actor: Combatant) -> None:
    """One movement and one action at most, in either order, or a pass that keeps the Action
    Points [turn.order]."""
    fight.spent = 0
    fight.walked = 0
    fight.moved = False
    fight.has_acted = False
    actor.acted = True
    if fight.wants_events:
        fight.tell("acts", {"who": actor.name, "points": int(actor.action_points)}, ("turn.order",))
    while may_go_on(fight, actor):
        chosen = fight.ask(TurnQuestion(fight, actor))
        if chosen is RULED:
            continue
        if chosen.verb == PASS:
            break
        fight.idle = False
        perform(fight, actor, chosen)


def may_go_on(fight: OldeFight, actor: Combatant) -> bool:
    """Whether there are Action Points left to spend in this round, and enemies to spend them on."""
    return (
        actor.awake()
        and actor.action_points > 0
        and fight.spent < MOST_A_ROUND
        and fight.sides_left() > 1
    )


# --- what there is to choose from ---


def turn_options(fight: OldeFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order."""
    if actor.must_flee():
        flight = flight_options(fight, actor)
        if flight:
            return flight
    found: list[Option] = [PASSING]
    if not fight.has_acted:
        list_attacks(fight, actor, found)
        list_actions(fight, actor, found)
    if not fight.moved:
        list_stances(fight, actor, found)
    list_moves(fight, actor, found)
    return found


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
        found.append(BLOCKING)
    if price(fight, actor, FULL_COST, True) != CANNOT:
        for patient in fight.combatants:
            if patient.side == actor.side and needs_aid(fight, patient):
                if scene.grid.spaces(actor.cell, patient.cell) <= 1:
                    found.append(scene.first_aid[patient.index])
        list_gear(fight, actor, found)
    if actor.sheet.casts and price(fight, actor, CAST_COST, False) != CANNOT:
        if not actor.bound():
            found.append(CASTING)
        found.append(CASTING_STILL)
    if not actor.marks[scene.prone] and not actor.bound():
        found.append(FLOPPING)


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


# --- doing it ---


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


def shield_block(fight: OldeFight, actor: Combatant) -> None:
    """+2 Defense until the next Reset [shield.block]."""
    actor.blocking = True
    if fight.wants_events:
        fight.tell("blocks", {"who": actor.name}, ("shield.block",))


def pick_up(fight: OldeFight, actor: Combatant, item: i64) -> None:
    """Takes a weapon up from the ground into the hand, or to the belt if the hands are full."""
    fight.lying.remove((int(item), int(actor.cell)))
    actor.arms.append(int(item))
    weapon = fight.scene.weapons[item]
    if fight.wants_events:
        fight.tell("picks up", {"who": actor.name, "weapon": weapon.name}, ("turn.costs",))
    if actor.weapon == BARE:
        take_up(fight, actor, item, best_grip(weapon, actor.shielded))


def cast(fight: OldeFight, actor: Combatant, gestures: bool) -> None:
    """A Savvy check; a shield on the arm hinders spells that need gestures [shield.spells]. What
    a spell does is in no chapter of combat: the game master rules."""
    tally = check_adjustments(fight, actor, SAVVY)
    shield = actor.sheet.shield
    if gestures and actor.shielded:
        tally.add(shield.spells, shield.name, "shield.spells")
    if not check(fight, actor, SAVVY, tally, MODERATE, "to cast a spell", "shield.spells"):
        return
    works = fight.ask(Question("spell", GM, actor.index, WHAT_COMES_OF_IT)) is WORKS
    if fight.wants_events:
        outcome = "takes effect" if works else "comes to nothing"
        fight.tell("spell", {"who": actor.name, "outcome": outcome}, ("shield.spells",))
