"""A turn: what a character can do with a Standard and a Quick Action, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import RULED, Option, Question
from affray.rulesets.renaissance import log, mounts, tags, verbs
from affray.rulesets.renaissance.attack import throw_at
from affray.rulesets.renaissance.awareness import is_foe, knows_of, knows_of_enemy
from affray.rulesets.renaissance.combatant import NOTHING_UNTIL_TURN
from affray.rulesets.renaissance.gaits import CRAWL, DASH, RIDE_BY
from affray.rulesets.renaissance.maneuvers import break_free, disarm, feint, grab, pull_free, trip
from affray.rulesets.renaissance.movement import move, stunt
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.ranges import is_in_range
from affray.rulesets.renaissance.reactions import (
    reaches,
    ready,
    strikes_at,
    threatening_weapon,
    trigger,
)
from affray.rulesets.renaissance.several_attacks import attack_with_each
from affray.rulesets.renaissance.sheet import (
    EMPTY,
    HALF_LOADED,
    LOADED,
    LONG_RELOAD,
    NONE,
    OVERCHARGED,
    QUICK_RELOAD,
    Weapon,
)
from affray.rulesets.renaissance.terrain import NO_REACH
from affray.rulesets.renaissance.verbs import ENEMY_DRAWS
from affray.rulesets.renaissance.wounds import suffer
from affray.space.grid import NO_SIGHT

if TYPE_CHECKING:
    from affray.rulesets.renaissance.combatant import Combatant
    from affray.rulesets.renaissance.fight import RenaissanceFight

MOST_QUICK: Final[i64] = 3


@mypyc_attr(acyclic=True)
class ActionQuestion(Question):
    """What to do now: listed only if somebody looks; ending the turn is always first."""

    fight: Final[RenaissanceFight]
    actor: Final[Combatant]

    def __init__(self, fight: RenaissanceFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, asked_again=True)
        self.fight = fight
        self.actor = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)


def has_standard(fight: RenaissanceFight) -> bool:
    """A Standard Action is left if none was taken, and at most one Quick one
    [turn.allotment]."""
    return not fight.standard_used and fight.quick_used <= 1


def has_quick(fight: RenaissanceFight) -> bool:
    """One Quick Action, or three if there is no Standard one [turn.allotment]."""
    if fight.standard_used:
        return fight.quick_used < 1
    return fight.quick_used < MOST_QUICK


def take_turn(fight: RenaissanceFight, actor: Combatant, has_noticed: bool) -> None:
    """One Standard and one Quick Action, or three Quick Actions [turn.allotment]. Those who have
    only now noticed the enemy act at once [defend.unaware]."""
    begin_turn(fight, actor, has_noticed)
    question = ActionQuestion(fight, actor)
    while can_do_more(fight, actor):
        question.forget_options()
        chosen = fight.ask(question)
        if chosen is RULED:
            continue
        if chosen.verb == verbs.END:
            break
        fight.spend(cost_of(fight, actor, chosen))
        perform(fight, actor, chosen)
    end_turn(fight, actor)


def can_do_more(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Whether an action is left; the grabbed have use only for a Standard one, to break free
    [maneuver.grab]."""
    if not actor.is_able():
        return False
    if not has_standard(fight) and not (has_quick(fight) and actor.is_free_to_act()):
        return False
    return fight.is_undecided()


def begin_turn(fight: RenaissanceFight, actor: Combatant, has_noticed: bool) -> None:
    """What lasted until this turn ends now, and fire and blood take their toll."""
    fight.acting = actor.index
    fight.standard_used = fight.moved = fight.stunt_refused = False
    fight.quick_used = 0
    actor.set_until_turn(NOTHING_UNTIL_TURN)
    log.simple(fight, "turn", actor, "turn.allotment")
    if has_noticed:
        log.simple(fight, "notices", actor, "defend.unaware")
    if actor.burning or actor.bleeding > 0:
        suffer(fight, actor)
    if actor.sheet.mount >= 0:
        mounts.begin_turn(fight, actor)


def end_turn(fight: RenaissanceFight, actor: Combatant) -> None:
    """At the end of one's turn one may react again, unless the reaction was taken in this very
    turn [reaction.one, reaction.own-turn]."""
    fight.acting = NONE
    actor.charged = False
    actor.count_waiting()
    if actor.reacted > 0:
        actor.reacted -= 1
    actor.dazed = False
    if actor.sheet.mount >= 0:
        mounts.end_turn(fight, actor)


# --- listing --------------------------------------------------------------------------------------


def turn_options(fight: RenaissanceFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order."""
    found: list[Option] = [fight.options.end]
    if not actor.is_free_to_act():
        found.append(fight.options.break_free)
        return found
    may_move = can_move(fight, actor)
    if has_standard(fight):
        list_standard(fight, actor, may_move, found)
    if has_quick(fight):
        list_quick(fight, actor, may_move, found)
    if may_move and not fight.stunt_refused:
        found.extend(fight.options.stunts)
    list_free(fight, actor, found)
    return found


def list_standard(
    fight: RenaissanceFight, actor: Combatant, may_move: bool, found: list[Option]
) -> None:
    """Attacks, manoeuvres, Full Defense, Ready, Brace, crawling, slow reloading."""
    scene = fight.scene
    for item in actor.at_hand:
        list_attacks_with(fight, actor, item, found)
        if can_throw_at_place(fight, actor, item):
            found.append(fight.options.throw_at[item])
    if actor.mount >= 0:
        list_mount_actions(fight, fight.combatants[actor.mount], found)
    if len(actor.wielded) > 1 and any_enemy_in_reach(fight, actor):
        found.append(fight.options.each)
    reaches_from = fight.terrain.reaches_from(actor.cell)
    for enemy in fight.enemies[actor.side]:
        if reaches_from[enemy.cell] == NO_REACH and actor.catching != enemy.index:
            continue
        if is_foe(actor, enemy):
            list_maneuvers(fight, actor, enemy, found)
    found.append(fight.options.full_defense)
    if can_brace(fight, actor):
        found.append(fight.options.brace)
    found.append(fight.options.ready)
    if actor.prone and may_move:
        found.append(fight.options.gaits[CRAWL][0])
    if has_whole_turn(fight) and may_move and not actor.prone:
        list_whole_turn_moves(fight, actor, found)
    item = weapon_to_load(fight, actor)
    if item >= 0 and scene.weapons[item].reload > QUICK_RELOAD:
        found.append(fight.options.reload)
    if weapon_to_overcharge(fight, actor) >= 0:
        found.append(fight.options.overcharge)


def list_mount_actions(fight: RenaissanceFight, mount: Combatant, found: list[Option]) -> None:
    """The attacks of a mount [mount.shared-turn]; one that is held can only break free
    [maneuver.grab]."""
    scene = fight.scene
    if not mount.is_free_to_act():
        found.append(fight.options.break_free)
        return
    for item in mount.at_hand:
        if not scene.weapons[item].is_unarmed():
            list_attacks_with(fight, mount, item, found)


def has_whole_turn(fight: RenaissanceFight) -> bool:
    """Whether nothing of the turn has been spent yet [turn.allotment]."""
    return fight.quick_used == 0 and not fight.standard_used


def list_whole_turn_moves(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Moves that take both actions: a charge with attacks on the way [mount.ride-by], and as far
    as one gets with a mode that has a greatest rate [move.max]."""
    mover = actor
    if actor.mount >= 0:
        mover = fight.combatants[actor.mount]
        found.append(fight.options.gaits[RIDE_BY][0])
    for mode in mover.sheet.modes:
        if mode.max > mode.full:
            found.append(fight.options.gaits[DASH][mode.number])


def list_quick(
    fight: RenaissanceFight, actor: Combatant, may_move: bool, found: list[Option]
) -> None:
    """Moves, getting up and down, feints, handling weapons."""
    if may_move and not actor.prone:
        mover = fight.combatants[actor.mount] if actor.mount >= 0 else actor
        for mode in mover.sheet.modes:
            found.extend(fight.options.quick_moves[mode.number])
    if actor.prone:
        found.append(fight.options.stand)
    elif actor.mount < 0:
        found.append(fight.options.lie_down)
    reaches_from = fight.terrain.reaches_from(actor.cell)
    for enemy in fight.enemies[actor.side]:
        if reaches_from[enemy.cell] != NO_REACH and is_foe(actor, enemy):
            if threatening_weapon(fight, actor, enemy.cell, 0) >= 0:
                found.append(fight.options.feint[enemy.index])
    list_handling(fight, actor, found)
    if actor.burning:
        found.append(fight.options.douse)
    if actor.mount >= 0:
        if fight.combatants[actor.mount].burning:
            found.append(fight.options.douse_mount)
        found.append(fight.options.get_off)
    elif can_get_on(fight, actor):
        found.append(fight.options.get_on)
    if actor.caught_item >= 0 and catcher_of(fight, actor) is not None:
        found.append(fight.options.pull_free)


def list_handling(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """Drawing, stowing, picking up and quick reloading [turn.handling]."""
    scene = fight.scene
    for position, item in enumerate(actor.carried):
        if actor.can_take(scene.weapons[item]) and actor.carried.index(item) == position:
            found.append(fight.options.draw[item])
    for item in actor.held:
        if item != actor.caught_item:
            found.append(fight.options.stow[item])
    if actor.mount < 0:
        list_picking_up(fight, actor, found)
    item = weapon_to_load(fight, actor)
    if item >= 0 and scene.weapons[item].reload == QUICK_RELOAD:
        found.append(fight.options.reload)


def list_picking_up(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """What lies where the actor stands, and fits into a free hand [turn.handling]."""
    scene = fight.scene
    items = fight.weapons_lying_at(actor.cell)
    for position, item in enumerate(items):
        if actor.can_take(scene.weapons[item]) and items.index(item) == position:
            found.append(fight.options.pick_up[item])
    for shield, cell in fight.lying_shields:
        if actor.can_take_shield() and cell == actor.cell:
            if fight.options.pick_up_shield[shield] not in found:
                found.append(fight.options.pick_up_shield[shield])


def list_free(fight: RenaissanceFight, actor: Combatant, found: list[Option]) -> None:
    """What takes no action: letting things and people go [turn.handling]."""
    for item in actor.held:
        found.append(fight.options.drop_item[item])
    if actor.shield >= 0:
        found.append(fight.options.drop_shield)
    if fight.grabs_somebody(actor):
        found.append(fight.options.release)
    if actor.catching >= 0:
        found.append(fight.options.release_weapon)


def list_maneuvers(
    fight: RenaissanceFight, actor: Combatant, enemy: Combatant, found: list[Option]
) -> None:
    """Disarm, grab and trip, on enemies in reach."""
    if actor.catching == enemy.index or threatening_weapon(fight, actor, enemy.cell, 0) >= 0:
        if enemy.main >= 0 or enemy.off >= 0 or enemy.shield >= 0:
            found.append(fight.options.disarm[enemy.index])
        if not enemy.prone and enemy.mount < 0:
            found.append(fight.options.trip[enemy.index])
    if can_grab(fight, actor, enemy):
        found.append(fight.options.grab[enemy.index])


def can_grab(fight: RenaissanceFight, actor: Combatant, enemy: Combatant) -> bool:
    """Somebody next to one whom nobody holds yet; neither of the two in a saddle."""
    return (
        enemy.grabbed_by < 0
        and enemy.mount < 0
        and actor.mount < 0
        and fight.terrain.reaches_from(actor.cell)[enemy.cell] <= 1
    )


def weapon_to_load(fight: RenaissanceFight, actor: Combatant) -> i64:
    """A weapon in hand that is empty and can be loaded again; NONE if there is none
    [ranged.ammunition]."""
    for weapon in actor.gear.to_load:
        if actor.load_of(weapon.base) < 1:
            return weapon.base
    return NONE


def weapon_to_overcharge(fight: RenaissanceFight, actor: Combatant) -> i64:
    """A loaded weapon in hand that can be charged further; NONE if there is none."""
    for item in actor.held:
        if fight.scene.weapons[item].harm_overcharged is not None and actor.load_of(item) == 1:
            return item
    return NONE


def can_brace(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Whether there is a weapon in hand to brace [brace.receive]."""
    if actor.main < 0 or actor.prone or actor.mount >= 0:
        return False
    return fight.scene.weapons[actor.main].tags & tags.BRACE != 0


def can_move(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Once a turn [move.once], and only if nothing holds one where one is."""
    return not fight.moved and not is_held_in_place(fight, actor)


def is_held_in_place(fight: RenaissanceFight, who: Combatant) -> bool:
    """Whether somebody cannot move: they hold somebody, or a weapon of theirs is caught or has
    caught another, or their mount is held [maneuver.grab, maneuver.catch]."""
    if who.catching >= 0 or who.caught_item >= 0 or fight.grabs_somebody(who):
        return True
    return who.mount >= 0 and not fight.combatants[who.mount].is_free_to_act()


def can_get_on(fight: RenaissanceFight, actor: Combatant) -> bool:
    """One's own mount is near, alive and without a rider."""
    own = actor.sheet.mount
    if own < 0 or actor.prone:
        return False
    mount = fight.combatants[own]
    near = fight.scene.grid.spaces(actor.cell, mount.cell) <= 1
    return near and mount.is_able() and mount.rider < 0


def catcher_of(fight: RenaissanceFight, actor: Combatant) -> Combatant | None:
    """Who has caught the actor's weapon."""
    for other in fight.combatants:
        if other.catching == actor.index:
            return other
    return None


def any_enemy_in_reach(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Whether any weapon that is wielded can attack somebody."""
    for item in actor.wielded:
        if has_attack_with(fight, actor, item):
            return True
    return False


# --- attacks one can make -------------------------------------------------------------------------


def is_opponent(who: Combatant, other: Combatant) -> bool:
    """Whether another is an enemy one knows of who is still able [defend.hidden]."""
    return other.side != who.side and is_foe(who, other)


def is_target(who: Combatant, other: Combatant) -> bool:
    """Whether another is an enemy to be attacked: known of, and not dead or gone; the disabled can
    be struck as well [attack.standard]."""
    return other.side != who.side and other.is_present() and knows_of_enemy(who, other)


def attacks_with(fight: RenaissanceFight, who: Combatant, item: i64) -> list[Option]:
    """Every attack that can be made now with a weapon at hand, on every enemy."""
    found: list[Option] = []
    list_attacks_with(fight, who, item, found)
    return found


def list_attacks_with(
    fight: RenaissanceFight, who: Combatant, item: i64, found: list[Option]
) -> None:
    """Adds all of these."""
    reaches_from = fight.terrain.reaches_from(who.cell)
    is_ranged = fight.scene.weapons[item].is_ranged()
    for enemy in fight.enemies[who.side]:
        if reaches_from[enemy.cell] == NO_REACH and not is_ranged:
            continue
        if enemy.is_present() and knows_of_enemy(who, enemy):
            list_attacks_on(fight, who, item, enemy, found)


def has_attack_with(fight: RenaissanceFight, who: Combatant, item: i64) -> bool:
    """Whether there is any such attack."""
    reaches_from = fight.terrain.reaches_from(who.cell)
    is_ranged = fight.scene.weapons[item].is_ranged()
    for enemy in fight.enemies[who.side]:
        if is_ranged or reaches_from[enemy.cell] != NO_REACH:
            if can_attack(fight, who, item, enemy):
                return True
    return False


def can_attack(fight: RenaissanceFight, who: Combatant, item: i64, enemy: Combatant) -> bool:
    """Whether there is one on somebody on another side."""
    if not enemy.is_present() or not knows_of_enemy(who, enemy):
        return False
    needed: i64 = fight.terrain.reaches_from(who.cell)[enemy.cell]
    for weapon in fight.scene.forms[item]:
        if needed <= weapon.reach and hits_by_hand(fight, who, enemy, weapon):
            return True
        if weapon.is_ranged() and reaches_from_afar(fight, who, enemy.cell, weapon):
            return True
    return False


def list_attacks_on(
    fight: RenaissanceFight, who: Combatant, item: i64, enemy: Combatant, found: list[Option]
) -> None:
    """The attacks on one enemy: plain, thrown, with each ammunition, and as each strike."""
    for weapon in fight.scene.forms[item]:
        if hits_by_hand(fight, who, enemy, weapon):
            add_strikes(fight, who, weapon, enemy, False, found)
        if reaches_from_afar(fight, who, enemy.cell, weapon):
            add_strikes(fight, who, weapon, enemy, weapon.is_thrown_to_reach(), found)


def add_strikes(
    fight: RenaissanceFight,
    who: Combatant,
    weapon: Weapon,
    enemy: Combatant,
    thrown: bool,
    found: list[Option],
) -> None:
    """A plain attack, and each strike that fits."""
    manners = fight.options.list_manners(who.index, weapon, enemy.index, thrown, enemy.mount >= 0)
    found.extend(manners)


def hits_by_hand(fight: RenaissanceFight, who: Combatant, enemy: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon strikes somebody from where one stands."""
    return is_hit_from(fight.terrain.reaches_from(who.cell), who, enemy, weapon)


def is_hit_from(reaches_from: bytes, who: Combatant, enemy: Combatant, weapon: Weapon) -> bool:
    """The same by how far one has to reach from there (see `Scene.reaches_from`)."""
    if not reaches(reaches_from, weapon, enemy.cell):
        return False
    return not weapon.tags & tags.WHEN_GRAPPLING or enemy.grabbed_by == who.index


def reaches_from_afar(fight: RenaissanceFight, who: Combatant, cell: i64, weapon: Weapon) -> bool:
    """Whether a shot, a throw or a pointing finger gets to a cell: near enough, in sight, loaded
    [ranged.categories, ranged.ammunition]."""
    if not is_ready_for_afar(who, weapon):
        return False
    return is_in_range(fight.scene.grid, weapon, who.cell, cell)


def is_ready_for_afar(who: Combatant, weapon: Weapon) -> bool:
    """Whether a weapon strikes from afar, and is loaded if it has to be [ranged.ammunition]."""
    if not weapon.is_ranged() or weapon.tags & tags.TOUCH:
        return False
    if weapon.reload and who.load_of(weapon.base) < 1:
        return False
    return weapon.ammo < 0 or who.ammo[weapon.ammo] >= 1


def can_throw_at_place(fight: RenaissanceFight, who: Combatant, item: i64) -> bool:
    """Whether a weapon bursts where it comes down, so that a place will do for a target
    [area.blast, area.splash]."""
    weapon = fight.scene.weapons[item]
    return weapon.is_area() and (not weapon.reload or who.load_of(item) >= 1)


@mypyc_attr(acyclic=True)
class Aim(Question):
    """Where to throw something that bursts: every cell in range and sight [area.aim], listed only
    if somebody looks."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, item: i64) -> None:
        super().__init__("aim", who.side, who.index, None)
        self.fight: Final = fight
        self.thrower: Final = who
        self.weapon: Final = fight.scene.weapons[item]

    def list_options(self) -> list[Option]:
        scene, here = self.fight.scene, self.thrower.cell
        if not is_ready_for_afar(self.thrower, self.weapon):
            return []
        cells = range(scene.grid.size)
        return [
            self.fight.options.to(one)
            for one in cells
            if is_in_range(scene.grid, self.weapon, here, one)
        ]


UNHINDERED: Final[i64] = 0
NOT_AT_HAND: Final[i64] = 1
NOT_THERE: Final[i64] = 2
NOT_KNOWN: Final[i64] = 3
NOT_GRAPPLED: Final[i64] = 4
NOT_IN_REACH: Final[i64] = 5
NOT_LOADED: Final[i64] = 6
NOTHING_TO_SHOOT: Final[i64] = 7
NOT_IN_RANGE: Final[i64] = 8
NOT_IN_SIGHT: Final[i64] = 9
"""Why an attack cannot be made."""


def find_hindrance(fight: RenaissanceFight, who: Combatant, option: Option) -> i64:
    """What there is against an attack from where the attacker stands; UNHINDERED if nothing."""
    weapon = fight.scene.weapons[option.item]
    enemy = fight.combatants[option.target]
    if not who.has_at_hand(weapon.base):
        return NOT_AT_HAND
    if not enemy.is_present():
        return NOT_THERE
    if not knows_of(who, enemy):
        return NOT_KNOWN
    if weapon.tags & tags.WHEN_GRAPPLING and enemy.grabbed_by != who.index:
        return NOT_GRAPPLED
    if weapon.is_melee() and not is_thrown(option):
        if strikes_at(fight, weapon, who.cell, enemy.cell):
            return UNHINDERED
        return NOT_IN_REACH
    if weapon.reload and who.load_of(weapon.base) < 1:
        return NOT_LOADED
    if weapon.ammo >= 0 and who.ammo[weapon.ammo] < 1:
        return NOTHING_TO_SHOOT
    if fight.metres(who.cell, enemy.cell) > weapon.far:
        return NOT_IN_RANGE
    if fight.scene.grid.sight(who.cell, enemy.cell) == NO_SIGHT:
        return NOT_IN_SIGHT
    return UNHINDERED


def hindrance_of(fight: RenaissanceFight, who: Combatant, option: Option) -> str:
    """The same in words; none if nothing hinders it."""
    weapon = fight.scene.weapons[option.item]
    enemy = fight.combatants[option.target]
    hindrance = find_hindrance(fight, who, option)
    if hindrance == NOT_AT_HAND:
        return f"{who.name} does not have the {weapon.name} at hand"
    if hindrance == NOT_THERE:
        return f"{enemy.name} is not there to be attacked"
    if hindrance == NOT_KNOWN:
        return f"{who.name} does not know where {enemy.name} is"
    if hindrance == NOT_GRAPPLED:
        return f"the {weapon.name} is for those one grapples"
    if hindrance == NOT_IN_REACH:
        away = fight.scene.grid.spaces(who.cell, enemy.cell)
        return (
            f"{enemy.name} is {away} squares away, and an attack with {weapon.phrase()} "
            f"reaches {weapon.reach}"
        )
    if hindrance == NOT_LOADED:
        return f"the {weapon.name} is not loaded"
    if hindrance == NOTHING_TO_SHOOT:
        return f"{who.name} has nothing of that left to shoot"
    if hindrance == NOT_IN_RANGE:
        metres = fight.metres(who.cell, enemy.cell)
        return f"{enemy.name} is {metres} metres away, and the {weapon.name} reaches {weapon.far}"
    return f"{who.name} does not see {enemy.name}" if hindrance == NOT_IN_SIGHT else ""


# --- doing it -------------------------------------------------------------------------------------


def cost_of(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> i64:
    """Which action something takes [turn.allotment]."""
    verb = chosen.verb
    if verb == verbs.MOVE:
        if chosen.value == RIDE_BY or chosen.value == DASH:
            return verbs.BOTH
        return verbs.STANDARD if chosen.value == CRAWL else verbs.QUICK
    if verb == verbs.RELOAD:
        item = weapon_to_load(fight, actor)
        quick = item >= 0 and fight.scene.weapons[item].reload == QUICK_RELOAD
        return verbs.QUICK if quick else verbs.STANDARD
    return COSTS[verb]


NOT_STANDARD: Final[dict[int, int]] = {
    int(verbs.FEINT): 1,
    int(verbs.STAND): 1,
    int(verbs.LIE_DOWN): 1,
    int(verbs.DRAW): 1,
    int(verbs.STOW): 1,
    int(verbs.PICK_UP): 1,
    int(verbs.PICK_UP_SHIELD): 1,
    int(verbs.DOUSE): 1,
    int(verbs.DOUSE_MOUNT): 1,
    int(verbs.GET_ON): 1,
    int(verbs.GET_OFF): 1,
    int(verbs.PULL_FREE): 1,
    int(verbs.STUNT): 0,
    int(verbs.RELEASE): 0,
    int(verbs.DROP): 0,
    int(verbs.DROP_SHIELD): 0,
    int(verbs.RELEASE_WEAPON): 0,
    int(verbs.END): 0,
}
"""What is not a Standard Action: 1 for Quick ones, 0 for what is free, or costs whatever the game
master rules."""

COSTS: Final = [NOT_STANDARD.get(verb, int(verbs.STANDARD)) for verb in range(verbs.END + 1)]
"""What each verb costs."""


def perform(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Does what was chosen, in one's turn or as a reaction."""
    verb = chosen.verb
    if verb == verbs.ATTACK:
        fight.attack(fight.attack_from(actor, chosen))
    elif verb == verbs.MOUNT_ATTACK:
        if mounts.controls(fight, actor):
            fight.attack(fight.attack_from(fight.combatants[actor.mount], chosen))
    elif verb == verbs.EACH:
        attack_with_each(fight, actor)
    elif verb == verbs.MOVE:
        move(fight, actor, chosen.value, chosen.item)
    elif verb == verbs.STUNT:
        stunt(fight, actor, chosen.value)
    elif verb == verbs.THROW_AT:
        place = fight.ask(Aim(fight, actor, chosen.item)).place
        throw_at(fight, actor, fight.scene.weapons[chosen.item], place)
    elif verb == verbs.READY:
        ready(fight, actor)
    else:
        log.acts(fight, actor, chosen, verb == verbs.RELOAD and begins_to_reload(fight, actor))
        if (verb <= verbs.BREAK_FREE and verb >= verbs.DISARM) or verb == verbs.PULL_FREE:
            struggle(fight, actor, chosen)
        elif verb >= verbs.DRAW and verb <= verbs.PICK_UP_SHIELD:
            handle(fight, actor, chosen)
        else:
            set_oneself(fight, actor, chosen)


def struggle(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Manoeuvres, and getting out of what came of others'."""
    verb = chosen.verb
    if verb == verbs.BREAK_FREE:
        is_mount_held = actor.mount >= 0 and actor.is_free_to_act()
        break_free(fight, fight.combatants[actor.mount] if is_mount_held else actor)
    elif verb == verbs.PULL_FREE:
        pull_free(fight, actor)
    else:
        maneuver(fight, actor, fight.combatants[chosen.target], verb)


def maneuver(fight: RenaissanceFight, actor: Combatant, target: Combatant, verb: i64) -> None:
    """Disarm, trip, grab or feint, with the weapon that reaches."""
    if verb == verbs.GRAB:
        grab(fight, actor, target)
    elif verb == verbs.FEINT:
        feint(fight, actor, target)
    else:
        item = threatening_weapon(fight, actor, target.cell, 0)
        if actor.catching == target.index and actor.catching_item >= 0:
            item = actor.catching_item
        weapon = fight.scene.weapons[item if item >= 0 else actor.at_hand[0]]
        if verb == verbs.DISARM:
            disarm(fight, actor, target, weapon)
        else:
            trip(fight, actor, target, weapon)


def handle(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Draws, stows, drops or picks up a weapon or shield [turn.handling]; drawing may be what
    somebody waits for [reaction.ready]."""
    verb = chosen.verb
    item = int(chosen.item)
    if verb == verbs.DRAW:
        actor.draw(item)
        trigger(fight, ENEMY_DRAWS, actor)
    elif verb == verbs.STOW:
        load = fight.lose(actor, item)
        actor.carry(item, load)
    elif verb == verbs.DROP:
        fight.drop(actor, item, "turn.handling")
    elif verb == verbs.DROP_SHIELD:
        fight.drop_shield(actor, "turn.handling")
    elif verb == verbs.PICK_UP_SHIELD:
        fight.lying_shields.remove((item, int(actor.cell)))
        actor.shield = item
    else:
        fight.pick_up(actor, item)
    actor.reckon(fight.scene.weapons)


def set_oneself(fight: RenaissanceFight, actor: Combatant, chosen: Option) -> None:
    """Everything that only changes one's own state, or one's mount's."""
    verb = chosen.verb
    if verb == verbs.DEFEND:
        actor.full_defense = True  # [defend.full]
    elif verb == verbs.BRACE:
        actor.braced = True  # [brace.receive]
    elif verb == verbs.STAND:
        actor.prone = False  # [prone.rules]
    elif verb == verbs.LIE_DOWN:
        actor.prone = True  # [prone.rules]
    elif verb == verbs.DOUSE:
        actor.burning = False
    elif verb == verbs.DOUSE_MOUNT:
        fight.combatants[actor.mount].burning = False
    elif verb == verbs.RELOAD:
        reload(fight, actor)
    elif verb == verbs.OVERCHARGE:
        actor.set_load(weapon_to_overcharge(fight, actor), OVERCHARGED)
    elif verb == verbs.RELEASE:
        fight.release(actor)
    elif verb == verbs.RELEASE_WEAPON:
        fight.uncatch(fight.combatants[actor.catching])
    elif verb == verbs.GET_ON:
        mounts.get_on(fight, actor, fight.combatants[actor.sheet.mount])
    elif verb == verbs.GET_OFF:
        mounts.unseat(fight, actor)


def reload(fight: RenaissanceFight, actor: Combatant) -> None:
    """Loads a weapon in hand; the slowest take two Standard Actions [ranged.ammunition]."""
    item = weapon_to_load(fight, actor)
    if item < 0:
        return
    actor.set_load(item, HALF_LOADED if begins_to_reload(fight, actor) else LOADED)


def begins_to_reload(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Return whether the weapon to load takes another action after this one
    [ranged.ammunition]."""
    item = weapon_to_load(fight, actor)
    if item < 0:
        return False
    return fight.scene.weapons[item].reload == LONG_RELOAD and actor.load_of(item) == EMPTY
