"""A turn: what a character can do with its actions, and doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, NOBODY, RULED, Option, Question
from affray.rulesets.mithryn.attack import BOTH, PLAIN, RUSHED, attack
from affray.rulesets.mithryn.checks import ability_of, check
from affray.rulesets.mithryn.health import heal, leave
from affray.rulesets.mithryn.sheet import Weapon
from affray.space.zones import APART

if TYPE_CHECKING:
    from affray.rulesets.mithryn.fight import Combatant, MithrynFight

THROW: Final[i64] = 1
"""How many zones away a throwable weapon reaches [zones.thrown]."""

SHOT: Final[i64] = 3
"""How many zones away a ranged weapon reaches [zones.ranged]."""

POULTICE_SIDES: Final[i64] = 4

# what the scene's options do, by their verb; the others are the same in every scene
ATTACK: Final[i64] = 1
MOVE: Final[i64] = 2
GRAPPLE: Final[i64] = 3
SHOVE: Final[i64] = 4
PICK_UP: Final[i64] = 5
STABILISE: Final[i64] = 6
POULTICE: Final[i64] = 7

BREAK_FREE: Final = Option("break free", "break free", "Break free", rules=("actions.grapple",))
RAISE_SHIELD: Final = Option(
    "shield", "raise shield", "Raise the shield", rules=("weapon.two-handed",)
)
SLING_SHIELD: Final = Option(
    "shield", "sling shield", "Sling the shield to free both hands", rules=("weapon.two-handed",)
)
FLEE: Final = Option("flee", "flee", "Flee from the fight", rules=("actions.flee",))
IMPROVISE: Final = Option(
    "improvise",
    "improvise",
    "Try something else; the game master rules",
    rules=("actions.improvise",),
)
END_TURN: Final = Option("end", "end turn", "End the turn", rules=("actions.two",))

FAILS: Final = Option("fails", "fails", "It comes to nothing", rules=("actions.improvise",))
WORKS: Final = Option("works", "works", "It works out", rules=("actions.improvise",))


@mypyc_attr(acyclic=True, free_list_len=1)
class TurnQuestion(Question):
    """What to do with an action. There is always a choice, so options are listed when looked at."""

    def __init__(self, fight: MithrynFight, actor: Combatant) -> None:
        super().__init__("turn", actor.side, actor.index, None, default=-1, asked_again=True)
        self.fight: Final = fight
        self.actor: Final = actor

    def list_options(self) -> list[Option]:
        return turn_options(self.fight, self.actor)

    def forced_option(self) -> Option | None:
        return None


def take_turn(fight: MithrynFight, actor: Combatant) -> None:
    """A turn of two actions, or fewer [actions.two]."""
    fight.actions_left = actor.actions(fight.round == 1)
    fight.attacks_made = 0
    actor.owes_action = False
    if fight.wants_events:
        fight.tell(
            "turn",
            {
                "who": actor.name,
                "actions": int(fight.actions_left),
                "s": "" if fight.actions_left == 1 else "s",
            },
            ("actions.two",) if actor.sheet.is_pc else ("actions.two", "actions.foes"),
        )
    while fight.actions_left > 0 and actor.able() and not fight.settled:
        chosen = fight.ask(TurnQuestion(fight, actor))
        if chosen is RULED:
            continue
        if chosen is END_TURN:
            return
        perform(fight, actor, chosen)


def turn_options(fight: MithrynFight, actor: Combatant) -> list[Option]:
    """Everything the actor can do now, in a fixed order."""
    scene = fight.scene
    found: list[Option] = []
    list_attacks(fight, actor, found)
    held = actor.held_by != NOBODY
    enemies_here = False
    for other in fight.combatants:
        if other.zone == actor.zone and other.present() and other is not actor:
            if other.side != actor.side:
                enemies_here = enemies_here or other.able()
                list_wrestling(fight, actor, other, found)
            elif other.collapsed:
                found.append(scene.stabilise[other.index])
    if actor.poultices > 0:
        for other in fight.combatants:
            if other.zone == actor.zone and other.present() and other.side == actor.side:
                if other.hit_points < other.sheet.hit_points:
                    found.append(scene.poultice[other.index])
    for item, zone in fight.lying:
        if zone == actor.zone:
            option = scene.pick_up[item]
            if option not in found:
                found.append(option)
    if actor.sheet.shield_bonus > 0 and carries_two_handed(fight, actor):
        found.append(SLING_SHIELD if actor.shield_raised else RAISE_SHIELD)
    if held:
        found.append(BREAK_FREE)
    else:
        for there in scene.zones.neighbours[actor.zone]:
            found.append(scene.move[there])
        if not enemies_here or scene.zones.exits[actor.zone]:  # [actions.flee]
            found.append(FLEE)
    found.append(IMPROVISE)
    found.append(END_TURN)
    return found


def list_attacks(fight: MithrynFight, actor: Combatant, found: list[Option]) -> None:
    """One action attacks [actions.attack]; a second attack is rushed [attack.rushed]; two
    actions may attack the same target twice at once [attack.both-at-once]."""
    scene = fight.scene
    first = fight.attacks_made == 0
    arms = actor.arms
    for position, item in enumerate(arms):
        weapon = scene.weapons[item]
        if not can_wield(actor, weapon) or not (first or weapon.rushed_count):
            continue
        if arms.index(item) < position:
            continue  # a second one of the same is no other choice
        twice = first and fight.actions_left > 1 and weapon.rushed_count > 0
        for target in fight.combatants:
            if target.side == actor.side or not target.present():
                continue
            distance = scene.zones.distance(actor.zone, target.zone)
            thrown = distance > 0 and weapon.is_throwable
            if reaches(fight, weapon, distance):
                manner = PLAIN if first else RUSHED
                found.append(scene.attack(actor.index, item, target.index, manner, thrown))
                if twice and (not thrown or weapon.is_set):
                    found.append(scene.attack(actor.index, item, target.index, BOTH, thrown))


def list_wrestling(
    fight: MithrynFight, actor: Combatant, other: Combatant, found: list[Option]
) -> None:
    """Grapple and shove, on enemies in one's own zone."""
    scene = fight.scene
    if other.held_by == NOBODY:
        found.append(scene.grapple[other.index])
    for there in scene.zones.neighbours[actor.zone]:
        found.append(scene.shove[other.index][there])


def reaches(fight: MithrynFight, weapon: Weapon, distance: i64) -> bool:
    """By hand in one's own zone [zones.melee]; a throw one zone [zones.thrown]; a shot one to
    three [zones.ranged], and in one's own zone only by option [zones.ranged-same-zone]."""
    if weapon.is_ranged:
        return distance <= SHOT and (distance > 0 or fight.house.ranged_in_same_zone)
    return distance == 0 or (weapon.is_throwable and distance <= THROW)


def can_wield(actor: Combatant, weapon: Weapon) -> bool:
    """A two-handed weapon needs both hands, so no raised shield [weapon.two-handed]."""
    return not (weapon.is_two_handed and actor.shield_raised)


def carries_two_handed(fight: MithrynFight, actor: Combatant) -> bool:
    """Whether there is a weapon to put the shield away for."""
    for item in actor.arms:
        if fight.scene.weapons[item].is_two_handed:
            return True
    return False


def hindrance_of(fight: MithrynFight, actor: Combatant, option: Option) -> str:
    """Why an attack cannot be made from where the actor stands; empty if it can."""
    weapon = fight.scene.weapons[option.item]
    target = fight.combatants[option.target]
    distance = fight.scene.zones.distance(actor.zone, target.zone)
    if not can_wield(actor, weapon):
        return f"the {weapon.name} takes both hands, and {actor.name} has a shield raised"
    if not target.present():
        return f"{target.name} is not there to be attacked"
    if option.kind.endswith("throw") and distance == 0:
        return f"{target.name} is in the same zone: attack instead of throwing"
    if option.kind.endswith("throw") and distance > THROW:
        return f"{target.name} is {zones_away(distance)}, and a throw reaches one"
    if weapon.is_throwable and not option.kind.endswith("throw") and distance > 0:
        return f"{target.name} is {zones_away(distance)}; at one zone the {weapon.name} is thrown"
    if not reaches(fight, weapon, distance):
        if weapon.is_ranged and distance == 0:
            return (
                "a ranged weapon cannot be used in one's own zone (house rule ranged_in_same_zone)"
            )
        reach = f"reaches up to {SHOT} zones" if weapon.is_ranged else "reaches its own zone only"
        return (
            f"{target.name} is {zones_away(distance)}, and an attack with {weapon.phrase()} {reach}"
        )
    return ""


def zones_away(distance: i64) -> str:
    """A distance in words."""
    if distance >= APART:
        return "where no path leads"
    return "one zone away" if distance == 1 else f"{distance} zones away"


def perform(fight: MithrynFight, actor: Combatant, chosen: Option) -> None:
    """Does what was chosen and takes the actions it costs."""
    verb = chosen.verb
    fight.actions_left -= 2 if verb == ATTACK and chosen.value == BOTH else 1
    if verb == ATTACK:
        fight.attacks_made += 2 if chosen.value == BOTH else 1
        attack(fight, actor, chosen)
    elif verb == MOVE:
        move(fight, actor, chosen.place)
    elif verb == GRAPPLE:
        grapple(fight, actor, fight.combatants[chosen.target])
    elif verb == SHOVE:
        shove(fight, actor, fight.combatants[chosen.target], chosen.place)
    elif chosen is BREAK_FREE:
        break_free(fight, actor)
    elif verb == PICK_UP:
        pick_up(fight, actor, chosen.item)
    elif verb == STABILISE:
        stabilise(fight, actor, fight.combatants[chosen.target])
    elif verb == POULTICE:
        use_poultice(fight, actor, fight.combatants[chosen.target])
    elif chosen is RAISE_SHIELD or chosen is SLING_SHIELD:
        handle_shield(fight, actor, chosen is RAISE_SHIELD)
    elif chosen is FLEE:
        flee(fight, actor)
    elif chosen is IMPROVISE:
        improvise(fight, actor)


def move(fight: MithrynFight, actor: Combatant, zone: i64) -> None:
    """To a neighbouring zone [actions.move]. Whoever one was holding goes free."""
    fight.put(actor, zone)
    if fight.wants_events:
        fight.tell(
            "moves", {"who": actor.name, "zone": fight.scene.zones.names[zone]}, ("actions.move",)
        )


def wins_contest(fight: MithrynFight, actor: Combatant, target: Combatant, rule: str) -> bool:
    """Of two who contest their strength the weaker makes a STR check; of equals, the one who
    started it."""
    mine, theirs = ability_of(actor.sheet.strength), ability_of(target.sheet.strength)
    if theirs < mine:
        return not check(fight, target, theirs, "STR", f"against {actor.name}", rule)
    return check(fight, actor, mine, "STR", f"against {target.name}", rule)


def grapple(fight: MithrynFight, actor: Combatant, target: Combatant) -> None:
    """A held target cannot leave the zone [actions.grapple]."""
    if wins_contest(fight, actor, target, "actions.grapple"):
        target.held_by = actor.index
        if fight.wants_events:
            fight.tell("holds", {"who": actor.name, "target": target.name}, ("actions.grapple",))


def shove(fight: MithrynFight, actor: Combatant, target: Combatant, zone: i64) -> None:
    """Pushes the target to a neighbouring zone of the shover's choice [actions.shove]."""
    if wins_contest(fight, actor, target, "actions.shove"):
        fight.put(target, zone)
        if fight.wants_events:
            fight.tell(
                "shoves",
                {"who": actor.name, "target": target.name, "zone": fight.scene.zones.names[zone]},
                ("actions.shove",),
            )


def break_free(fight: MithrynFight, actor: Combatant) -> None:
    """A STR or AGI check, whichever is better, ends the hold [actions.grapple]."""
    agility, strength = ability_of(actor.sheet.agility), ability_of(actor.sheet.strength)
    if agility > strength:
        free = check(fight, actor, agility, "AGI", "to break free", "actions.grapple")
    else:
        free = check(fight, actor, strength, "STR", "to break free", "actions.grapple")
    if free:
        actor.held_by = NOBODY
        if fight.wants_events:
            fight.tell("breaks free", {"who": actor.name}, ("actions.grapple",))


def pick_up(fight: MithrynFight, actor: Combatant, item: i64) -> None:
    """Takes up a weapon that lies in the zone [weapon.throwable]."""
    fight.lying.remove((int(item), int(actor.zone)))
    actor.arms = [*actor.arms, int(item)]
    if fight.wants_events:
        fight.tell(
            "picks up",
            {"who": actor.name, "weapon": fight.scene.weapons[item].name},
            ("weapon.throwable",),
        )


def stabilise(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """An ally's action brings the collapsed round [health.critical]."""
    friend.collapsed = False
    if fight.wants_events:
        fight.tell("stabilises", {"who": actor.name, "other": friend.name}, ("health.critical",))


def use_poultice(fight: MithrynFight, actor: Combatant, friend: Combatant) -> None:
    """A healing poultice gives back 1d4 hit points."""
    actor.poultices -= 1
    heal(fight, friend, fight.table.die(POULTICE_SIDES))


def handle_shield(fight: MithrynFight, actor: Combatant, raised: bool) -> None:
    """Slings the shield to have both hands free, or raises it again [weapon.two-handed]."""
    actor.shield_raised = raised
    if fight.wants_events:
        how = "raises" if raised else "slings"
        fight.tell("shield", {"who": actor.name, "how": how}, ("weapon.two-handed",))


def flee(fight: MithrynFight, actor: Combatant) -> None:
    """Out of the fight, alive [actions.flee]."""
    actor.fled = True
    leave(fight, actor, None, "flees", "actions.flee")


def improvise(fight: MithrynFight, actor: Combatant) -> None:
    """Anything within reason: the game master rules, as often as it takes, and then says
    whether it worked [actions.improvise]."""
    question = Question("improvise", GM, actor.index, [FAILS, WORKS])
    works = fight.ask(question) is WORKS
    if fight.wants_events:
        outcome = "it works out" if works else "it comes to nothing"
        fight.tell("improvises", {"who": actor.name, "outcome": outcome}, ("actions.improvise",))
