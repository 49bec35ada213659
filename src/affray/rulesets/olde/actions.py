"""Actions: what a fighter can do with its Action Points in a round, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.rulesets.olde import log, movement, spells, verbs
from affray.rulesets.olde.adjustments import HASTY, MANNERS, PLAIN
from affray.rulesets.olde.attack import close_in, make_attack
from affray.rulesets.olde.conditions import suffer
from affray.rulesets.olde.hands import at_hand, best_grip, take_up
from affray.rulesets.olde.health import first_aid, needs_aid
from affray.rulesets.olde.movement import CANNOT, pay, price
from affray.rulesets.olde.reach import can_reach, can_see, why_not_ready, why_not_wielded
from affray.rulesets.olde.sheet import BARE, JOURNEYMAN, PERMANENT, SHIELDS, Use, Weapon

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

ATTACK_COST: Final[i64] = 2
HASTY_COST: Final[i64] = 1
FULL_EFFORT_COST: Final[i64] = 3
BLOCK_COST: Final[i64] = 2
CAST_COST: Final[i64] = 2
FULL_COST: Final[i64] = 3
"""What it costs to use an item, to take up other gear and to give first aid."""

PASSING: Final = Option("pass", "pass", "Pass", verbs.PASS, rules=("turn.order",), cost="keeps AP")
BLOCKING: Final = Option(
    "block", "block", "Shield block: +2 Defense", verbs.BLOCK, rules=("shield.block",), cost="2 AP"
)
FLOPPING: Final = Option(
    "flop", "flop", "Throw oneself to the ground", verbs.FLOP, rules=("turn.costs",), cost="free"
)

# --- what there is to choose from ---


def turn_options(fight: OldeFight, actor: Combatant) -> list[Option]:
    """List everything the actor can do now, in a fixed order."""
    if actor.must_flee():
        flight = movement.flight_options(fight, actor)
        if flight:
            return flight
    found: list[Option] = [PASSING]
    if not fight.has_acted:
        list_attacks(fight, actor, found)
        list_actions(fight, actor, found)
    if not fight.moved:
        movement.list_stances(fight, actor, found)
    movement.list_moves(fight, actor, found)
    return found


def list_attacks(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List attacks with what is in hand, with bare hands, and with what can be thrown from the
    belt."""
    cheapest = HASTY_COST if fight.house.advanced_actions else ATTACK_COST
    if not actor.can_attack() or price(fight, actor, cheapest, False) == CANNOT:
        return
    for weapon in at_hand(actor):
        if weapon.melee is not None:
            list_use(fight, actor, weapon, weapon.melee, found)
        if weapon.ranged is not None:
            list_use(fight, actor, weapon, weapon.ranged, found)
    if price(fight, actor, ATTACK_COST, False) != CANNOT and movement.may_step(fight, actor):
        list_closing_in(fight, actor, found)


def list_use(
    fight: OldeFight, actor: Combatant, weapon: Weapon, use: Use, found: list[Option]
) -> None:
    """List the attacks with one use of a weapon, in each manner that can be paid."""
    if why_not_wielded(actor, weapon, use) or why_not_ready(actor, use):
        return
    for target in fight.enemies[actor.side]:
        if not target.is_gone() and can_reach(fight, use, actor.cell, target):
            manner: i64
            for manner in range(MANNERS):
                if attack_price(fight, actor, use, manner) != CANNOT:
                    found.append(fight.scene.attack(weapon.index, target.index, manner, use.ranged))


def attack_price(fight: OldeFight, actor: Combatant, use: Use, manner: i64) -> i64:
    """Return what an attack costs, or CANNOT: 2 Action Points, a hasty one 1, an all-out or aimed
    one 3."""
    if manner == PLAIN:
        return price(fight, actor, ATTACK_COST, False)
    if not fight.house.advanced_actions:
        return CANNOT
    if manner == HASTY:
        return price(fight, actor, HASTY_COST, False)
    return price(fight, actor, FULL_EFFORT_COST, not use.ranged)


def list_closing_in(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List the spaces of adjacent enemies that one could fight one's way into."""
    grid = fight.scene.grid
    distances = fight.scene.field.distances(actor.cell)
    for target in fight.enemies[actor.side]:
        if distances[target.cell] == 1 and target.is_in_fight():
            if int(target.cell) in grid.neighbours[actor.cell]:
                if can_see(fight, actor.cell, target.cell):
                    found.append(fight.scene.close_in[target.index])


def list_actions(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List actions other than attacks."""
    scene = fight.scene
    if may_block(actor) and price(fight, actor, BLOCK_COST, False) != CANNOT:
        found.append(BLOCKING)
    if price(fight, actor, FULL_COST, True) != CANNOT:
        for patient in fight.friends[actor.side]:
            if needs_aid(fight, patient):
                if scene.field.spaces(actor.cell, patient.cell) <= 1:
                    found.append(scene.first_aid[patient.index])
        list_gear(fight, actor, found)
        if spells.may_rest(actor):
            found.append(spells.RESTING)
    if price(fight, actor, CAST_COST, False) != CANNOT:
        spells.list_spells(fight, actor, found)
    if may_flop(actor):
        found.append(FLOPPING)


def may_flop(actor: Combatant) -> bool:
    """Return whether a fighter can flop: drop to the ground at no cost."""
    return not actor.is_prone() and not actor.is_bound()


def list_gear(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List what can be taken in hand, or up from the ground, which is using an item."""
    if actor.is_bound():
        return
    scene = fight.scene
    for position, item in enumerate(actor.arms):
        if position > 0 and item in actor.arms[:position]:
            continue
        weapon = scene.weapons[item]
        for two_hands in (False, True):
            fits = weapon.fits_two_hands() if two_hands else weapon.fits_one_hand()
            if fits and (
                item != actor.weapon or two_hands != actor.two_hands or has_another(actor)
            ):
                found.append(scene.take_up[item][1 if two_hands else 0])
    for item, cell, _ in fight.lying:
        if cell == actor.cell:
            option = scene.pick_up[item]
            if option not in found:
                found.append(option)


def has_another(actor: Combatant) -> bool:
    """Return whether a loaded crossbow of the same kind could be taken up for the spent one in
    hand."""
    item = int(actor.weapon)
    return not actor.loaded and actor.arms.count(item) - 1 > actor.spent.count(item)


def may_block(actor: Combatant) -> bool:
    """Return whether one can block: with a shield on the arm and a Journeyman's skill."""
    return (
        actor.shielded
        and not actor.blocking
        and not actor.is_bound()
        and actor.sheet.skill_ranks[SHIELDS] >= JOURNEYMAN
    )


# --- doing it ---


def act(fight: OldeFight, actor: Combatant, cost: i64, only: bool) -> None:
    """Take what an action costs, and the round's action with it."""
    fight.has_acted = True
    pay(fight, actor, price(fight, actor, cost, only))


def perform(fight: OldeFight, actor: Combatant, chosen: Option) -> None:
    """Do what was chosen, for what it costs."""
    verb = chosen.verb
    scene = fight.scene
    if verb == verbs.ATTACK or verb == verbs.SHOOT:
        use = scene.weapons[chosen.item].use(verb == verbs.SHOOT)
        fight.has_acted = True
        pay(fight, actor, attack_price(fight, actor, use, chosen.value))
        make_attack(fight, actor, chosen)
    elif verb == verbs.FREE_STEP or verb == verbs.STEP or verb == verbs.RUN:
        movement.move(fight, actor, chosen)
    elif verb == verbs.CLOSE_IN:
        act(fight, actor, ATTACK_COST, False)
        close_in(fight, actor, fight.combatants[chosen.target])
    elif verb == verbs.BLOCK:
        act(fight, actor, BLOCK_COST, False)
        shield_block(fight, actor)
    elif verb == verbs.FIRST_AID:
        act(fight, actor, FULL_COST, True)
        first_aid(fight, actor, fight.combatants[chosen.target])
    elif verb == verbs.TAKE_UP:
        act(fight, actor, FULL_COST, True)
        take_up(fight, actor, chosen.item, chosen.value == 1)
    elif verb == verbs.PICK_UP:
        act(fight, actor, FULL_COST, True)
        pick_up(fight, actor, chosen.item)
    elif verb == verbs.CAST:
        act(fight, actor, CAST_COST, False)
        spells.cast(fight, actor, chosen.value == 1, chosen.words())
    elif verb == verbs.CAST_AT:
        act(fight, actor, CAST_COST, False)
        spell = scene.spells[chosen.item]
        spells.cast_at(fight, actor, spell, fight.combatants[chosen.target])
    elif verb == verbs.REST:
        act(fight, actor, FULL_COST, True)
        spells.rest(fight, actor)
    elif verb == verbs.FLOP:
        fight.has_acted = True
        log.lies_down(fight, actor, "flops down, for no AP")
        suffer(fight, actor, scene.prone, PERMANENT, 0)
    else:
        movement.stand_or_fall(fight, actor, verb)


def shield_block(fight: OldeFight, actor: Combatant) -> None:
    """Block with the shield: +2 Defense until the next Reset [shield.block]."""
    actor.blocking = True
    log.blocks(fight, actor)


def pick_up(fight: OldeFight, actor: Combatant, item: i64) -> None:
    """Take a weapon up from the ground into the hand, or to the belt if the hands are full."""
    is_loaded = (int(item), int(actor.cell), True) in fight.lying
    fight.lying.remove((int(item), int(actor.cell), is_loaded))
    actor.arms += (int(item),)
    if not is_loaded:
        actor.spent += (int(item),)
    weapon = fight.scene.weapons[item]
    log.picked_up(fight, actor, weapon)
    if actor.weapon == BARE:
        take_up(fight, actor, item, best_grip(weapon, actor.shielded))
