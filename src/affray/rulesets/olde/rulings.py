"""Rulings of the game master: what can be changed in the middle of a fight, and how to say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.fight import DEAD, DOWN, FLED, STANDING, NotLegal
from affray.core.questions import Ruling
from affray.rulesets.olde.conditions import DURATIONS, PERMANENT
from affray.rulesets.olde.gear import BARE, Adjustment
from affray.rulesets.olde.hands import best_grip, lose, take_up, too_many
from affray.rulesets.olde.health import drop

if TYPE_CHECKING:
    from affray.rulesets.olde.fight import Combatant, OldeFight


def rule_on(fight: OldeFight, ruling: Ruling) -> None:
    """Any change to the fight that the game master rules."""
    who = fight.combatants[fight.fighter_named(ruling.fighter).index]
    kind, value = ruling.kind, ruling.value
    if kind == "health":
        rule_health(fight, who, value)
    elif kind == "place":
        if value not in fight.scene.places:
            raise NotLegal(f"a space is written like {fight.scene.places[0]}, not {value!r}")
        fight.put(who, fight.scene.places.index(value))
    elif kind == "condition":
        rule_condition(fight, who, value)
    elif kind == "gear":
        rule_gear(fight, who, value)
    elif kind == "adjustment":
        rule_adjustment(who, value)
    elif kind == "state":
        rule_state(fight, who, value)
    else:
        raise NotLegal(
            f"a ruling changes health, place, condition, gear, adjustment or state, not {kind!r}"
        )
    if fight.heard:
        fight.tell(
            "ruling",
            {"who": who.name, "change": kind, "value": value, "why": ruling.text},
            ("attack.adjustments",) if kind == "adjustment" else (),
        )


def rule_health(fight: OldeFight, who: Combatant, value: str) -> None:
    """Sets hit points; 0 drops, more brings back to consciousness."""
    most = who.sheet.hit_points
    if not value.isdigit() or int(value) > most:
        raise NotLegal(f"health of {who.name} is from 0 to {most}, not {value!r}")
    was_able = who.able()
    who.hit_points = int(value)
    if who.hit_points == 0 and was_able:
        drop(fight, who, None)


def rule_condition(fight: OldeFight, who: Combatant, value: str) -> None:
    """Makes or ends a condition: 'prone', 'bleeding persistent', 'not stunned'."""
    scene = fight.scene
    wanted = not value.startswith("not ")
    name, _, duration = value.removeprefix("not ").partition(" ")
    if duration and duration not in DURATIONS:
        raise NotLegal(f"a condition is temporary, persistent or permanent, not {duration!r}")
    for number, condition in enumerate(scene.conditions):
        if condition.name == name:
            lasts = DURATIONS.index(duration) if duration else int(PERMANENT)
            who.mark(number, lasts if wanted else 0, condition.cr)
            return
    known = ", ".join([condition.name for condition in scene.conditions])
    raise NotLegal(f"a condition is one of {known}, perhaps after 'not', not {value!r}")


def rule_gear(fight: OldeFight, who: Combatant, value: str) -> None:
    """Gives or takes a weapon, or puts one in hand: 'dagger', 'not dagger', 'dagger in hand',
    'spear in both hands', 'spear in one hand'. There have to be hands enough [shield.defense]."""
    wanted = not value.startswith("not ")
    name = value.removeprefix("not ")
    for suffix in (" in hand", " in both hands", " in one hand"):
        if name.endswith(suffix):
            rule_hands(fight, who, name.removesuffix(suffix), suffix)
            return
    for weapon in fight.scene.weapons:
        if weapon.name == name and weapon.index != BARE:
            if wanted:
                who.arms.append(int(weapon.index))
            elif int(weapon.index) in who.arms:
                lose(fight, who, weapon)
            else:
                raise NotLegal(f"{who.name} has no {name}")
            return
    raise NotLegal(f"no weapon here is called {name!r}; there are {weapon_names(fight)}")


def rule_hands(fight: OldeFight, who: Combatant, name: str, how: str) -> None:
    """Puts a weapon that somebody carries in their hand or hands."""
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if weapon.name == name:
            two_hands = how == " in both hands"
            if how == " in hand":
                two_hands = best_grip(weapon, who.sheet.shield.defense > 0)
            why = too_many(weapon, two_hands, False)
            if why:
                raise NotLegal(why)
            take_up(fight, who, item, two_hands)
            return
    raise NotLegal(f"{who.name} carries no {name!r}")


def weapon_names(fight: OldeFight) -> str:
    """The weapons of this fight, for a sentence."""
    return ", ".join([weapon.name for weapon in fight.scene.weapons if weapon.index != BARE])


def rule_adjustment(who: Combatant, value: str) -> None:
    """Adjusts attacks, Defense, damage or armour until the next Reset: 'defense +2 blessing'
    [attack.adjustments]."""
    kind, _, rest = value.partition(" ")
    amount, _, name = rest.partition(" ")
    if kind not in ("attack", "defense", "damage", "armour") or not amount.lstrip("+-").isdigit():
        raise NotLegal(
            f"an adjustment is like 'defense +2 blessing', for attack, defense, damage or armour, "
            f"not {value!r}"
        )
    number = int(amount)
    who.temporary.append(
        Adjustment(
            name or "the game master",
            "attack.adjustments",
            number if kind == "attack" else 0,
            number if kind == "defense" else 0,
            number if kind == "damage" else 0,
            number if kind == "armour" else 0,
        )
    )


def rule_state(fight: OldeFight, who: Combatant, value: str) -> None:
    """Makes somebody leave, drop, die or come back."""
    if value == FLED:
        who.fled = True
    elif value == DOWN:
        if who.able():
            who.hit_points = 0
            drop(fight, who, None)
    elif value == DEAD:
        who.hit_points = -who.sheet.hit_points
    elif value == STANDING:
        who.fled = False
        who.mark(fight.scene.prone, 0, 0)
        if who.hit_points <= 0:
            who.hit_points = 1
    else:
        raise NotLegal(f"a state is standing, down, fled or dead, not {value!r}")
