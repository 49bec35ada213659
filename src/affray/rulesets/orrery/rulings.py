"""What a game master can rule, and what each ruling changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.core.fight import DEAD, DOWN, FLED, STANDING, NotLegal
from affray.core.questions import NOBODY, Ruling
from affray.rulesets.orrery.environment import crush, fall
from affray.rulesets.orrery.gear import BURNING, CONDITIONS, FRIGHTENED, SIZES
from affray.rulesets.orrery.health import go_down

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

WHAT_CHANGES = "health, stamina, place, condition, gear, state, fall or crush"


def rule(fight: OrreryFight, ruling: Ruling) -> None:
    """Applies a ruling, or says what would be understood."""
    who = fight.combatants[fight.fighter_named(ruling.fighter).index]
    kind, value = ruling.kind, ruling.value
    if fight.heard:
        fight.tell(
            "ruling", {"who": who.name, "change": kind, "value": value, "why": ruling.text}, ()
        )
    if kind == "health":
        rule_health(fight, who, value)
    elif kind == "stamina":
        who.stamina = number(value, who.sheet.stamina, f"stamina of {who.name}")
    elif kind == "place":
        rule_place(fight, who, value)
    elif kind == "condition":
        rule_condition(fight, who, value)
    elif kind == "gear":
        rule_gear(fight, who, value)
    elif kind == "state":
        rule_state(fight, who, value)
    elif kind == "fall":
        fall(fight, who, number(value, 100_000, "a fall in metres"), None)
    elif kind == "crush":
        rule_crush(fight, who, value)
    else:
        raise NotLegal(f"a ruling changes {WHAT_CHANGES}, not {kind!r}")


def number(value: str, most: int, what: str) -> int:
    """A number from 0 up to the most there can be."""
    if not value.isdigit() or int(value) > most:
        raise NotLegal(f"{what} is from 0 to {most}, not {value!r}")
    return int(value)


def rule_health(fight: OrreryFight, who: Combatant, value: str) -> None:
    """So many Hearts from now on."""
    was_up = who.hearts > 0
    who.hearts = number(value, int(who.sheet.hearts), f"health of {who.name}")
    if who.hearts == 0 and was_up:
        go_down(fight, who, None)
    elif who.hearts > 0:
        who.rounds_down = 0
        who.tended = False


def rule_place(fight: OrreryFight, who: Combatant, value: str) -> None:
    """To another spot, out of any grapple."""
    spot = fight.places.number(value)
    if spot < 0:
        known = ", ".join(fight.places.names())
        raise NotLegal(f"no spot is called {value!r}; there are {known}")
    fight.let_go(who)
    fight.put(who, spot)


def rule_condition(fight: OrreryFight, who: Combatant, value: str) -> None:
    """Makes or ends a Condition or a status: 'burning', 'not hidden', 'held by NAME'."""
    wanted = not value.startswith("not ")
    name = value.removeprefix("not ")
    if name in CONDITIONS:
        which = CONDITIONS.index(name)
        if wanted and which == FRIGHTENED:
            raise NotLegal("say of whom: 'frightened of NAME'")
        if wanted:
            who.afflict(which)
        else:
            who.recover(which)
    elif name.startswith("frightened of "):
        who.frightened_of = fight.fighter_named(name.removeprefix("frightened of ")).index
        who.afflict(FRIGHTENED)
    elif name.startswith("held by "):
        holder = fight.combatants[fight.fighter_named(name.removeprefix("held by ")).index]
        take_hold(fight, holder, who)
    elif name == "held" and not wanted:
        who.held_by = NOBODY
    elif name == "hidden":
        who.hidden = wanted
    elif name == "defenseless":
        who.defenseless = wanted
    elif name == "helped":
        who.helped = wanted
    else:
        known = ", ".join(CONDITIONS[: int(FRIGHTENED)])
        raise NotLegal(
            f"a condition is {known}, stunned, frightened of NAME, held by NAME, hidden, "
            f"defenseless or helped, or one of them after 'not', not {value!r}"
        )


def take_hold(fight: OrreryFight, holder: Combatant, who: Combatant) -> None:
    """Puts two into a grapple, where the one held stands."""
    if holder is who or holder.sheet.thing or who.sheet.thing:
        raise NotLegal(f"{holder.name} cannot hold {who.name}")
    fight.let_go(holder)
    fight.let_go(who)
    if holder.spot != who.spot:
        fight.put(holder, who.spot)
    who.held_by = holder.index


def rule_gear(fight: OrreryFight, who: Combatant, value: str) -> None:
    """Gives or takes a weapon, a rune, a potion or a Boon, or loads an engine: 'bow', 'not bow',
    'rune fire', 'potion', 'boon', 'loaded ballista'."""
    wanted = not value.startswith("not ")
    name = value.removeprefix("not ")
    scene = fight.scene
    if name == "potion":
        who.potions = changed(who, int(who.potions), wanted, "potion")
    elif name == "boon":
        who.boons = changed(who, int(who.boons), wanted, "Boon")
    elif name.startswith("loaded "):
        engines = [engine.name for engine in scene.engines]
        fight.loaded[found(name.removeprefix("loaded "), engines, "engine")] = wanted
    elif name.startswith("rune "):
        runes = [rune.name for rune in scene.runes]
        give(who, who.runes, found(name.removeprefix("rune "), runes, "rune"), wanted, name)
    else:
        weapons = [weapon.name for weapon in scene.weapons]
        give(who, who.arms, found(name, weapons, "weapon"), wanted, name)


def changed(who: Combatant, count: int, more: bool, what: str) -> int:
    """One more of something, or one less."""
    if not more and count == 0:
        raise NotLegal(f"{who.name} has no {what}")
    return count + 1 if more else count - 1


def found(name: str, known: list[str], what: str) -> int:
    """The number of something by its name."""
    if name not in known:
        raise NotLegal(f"no {what} here is called {name!r}; there are {', '.join(known) or 'none'}")
    return known.index(name)


def give(who: Combatant, things: list[int], thing: int, wanted: bool, name: str) -> None:
    """Puts something on a list, or takes it off."""
    if wanted:
        if thing not in things:
            things.append(thing)
    elif thing in things:
        things.remove(thing)
    else:
        raise NotLegal(f"{who.name} has no {name}")


def rule_state(fight: OrreryFight, who: Combatant, value: str) -> None:
    """Makes somebody flee, drop, die or come back."""
    if value == FLED:
        who.fled = True
    elif value == DOWN:
        who.hearts = 0
        who.recover(BURNING)
    elif value == DEAD:
        who.hearts = 0
        who.died = True
    elif value == STANDING:
        who.fled = who.died = who.defenseless = False
        if who.hearts == 0:
            who.hearts = 1
        return
    else:
        raise NotLegal(f"a state is standing, down, fled or dead, not {value!r}")
    who.hidden = False
    fight.let_go(who)


def rule_crush(fight: OrreryFight, who: Combatant, value: str) -> None:
    """Drops something of a size on somebody: 'large', or 'large fast' from far or at speed."""
    size = value.removesuffix(" fast")
    if size not in SIZES:
        raise NotLegal(f"what falls is {', '.join(SIZES)}, perhaps with 'fast', not {value!r}")
    crush(fight, who, SIZES.index(size), value.endswith(" fast"))
