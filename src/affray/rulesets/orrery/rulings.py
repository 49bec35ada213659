"""The rulings of a game master, and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from affray.core.fight import TEST, IllegalError
from affray.core.questions import NOBODY
from affray.core.rulings import Rulings, parse_negation, parse_number
from affray.rulesets.orrery import log
from affray.rulesets.orrery.environment import crush, fall
from affray.rulesets.orrery.health import go_down
from affray.rulesets.orrery.pool import Advantage, test_successes
from affray.rulesets.orrery.recovery import RESTED, today
from affray.rulesets.orrery.sheet import SCORES, SIZES, SKILLS

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight


WHAT_CHANGES = "health, stamina, place, condition, gear, state, fall or crush"


FALLS: Final = ["3", "6", "10", "20"]
"""Common heights for a ruled fall, in metres."""

EDGES: Final = ["", " with adv", " with dis"]
NEEDED: Final = {"1 Success": 1, "2 Successes": 2}
"""The Successes that a Test needs, by difficulty [core.test]."""


class OrreryRulings(Rulings["OrreryFight", "Combatant"]):
    """The rulings that change a combatant."""

    def health(self, value: str) -> None:
        """Set the number of Hearts."""
        fight, who = self.fight, self.who
        was_up = who.hearts > 0
        who.hearts = parse_number(value, int(who.sheet.hearts), f"health of {who.name}")
        if who.hearts == 0 and was_up:
            go_down(fight, who, None)
        elif who.hearts > 0:
            who.rounds_down = 0
            who.tended = False

    def place(self, value: str) -> None:
        """Move a combatant to another spot, out of any grapple."""
        fight, who = self.fight, self.who
        spot = fight.places.number(value)
        if spot < 0:
            known = ", ".join(fight.places.names())
            raise IllegalError(f"no spot is called {value!r}; there are {known}")
        fight.let_go(who)
        fight.put(who, spot)

    def condition(self, value: str) -> None:
        """Make or end a Condition or a status: 'burning', 'not hidden', 'held by NAME'."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        if name == "frightened" and is_wanted:
            raise IllegalError("say of whom: 'frightened of NAME'")
        if name.startswith("frightened of ") and is_wanted:
            who.frightened_of = fight.fighter_named(name.removeprefix("frightened of ")).index
            who.frightened = True
        elif name.startswith("held by ") and is_wanted:
            holder = fight.combatants[fight.fighter_named(name.removeprefix("held by ")).index]
            take_hold(fight, holder, who)
        elif name in ("held", "grappled") and not is_wanted:
            fight.let_go(who)
        elif name == RESTED:
            who.rested_on = today(fight) if is_wanted else NOBODY
        elif not who.set_condition(name, is_wanted):
            known = [one for one in who.condition_names() if one != "frightened"]
            raise IllegalError(
                f"a condition is {', '.join(known)}, rested, frightened of NAME or held by NAME, "
                f"or one of them after 'not', not {value!r}"
            )

    def gear(self, value: str) -> None:
        """Give or take a weapon, a rune, a potion or a Boon, or load an engine.

        For example 'bow', 'not bow', 'rune fire', 'potion', 'boon', 'loaded ballista'.
        """
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        scene = fight.scene
        if name == "potion":
            who.potions = changed(who, int(who.potions), is_wanted, "potion")
        elif name == "boon":
            who.boons = changed(who, int(who.boons), is_wanted, "Boon")
        elif name.startswith("loaded "):
            engines = [engine.name for engine in scene.engines]
            fight.loaded[found(name.removeprefix("loaded "), engines, "engine")] = is_wanted
        elif name.startswith("rune "):
            runes = [rune.name for rune in scene.runes]
            rune = found(name.removeprefix("rune "), runes, "rune")
            fight.equip(who, who.arms, changed_list(who, who.runes, rune, is_wanted, name))
        else:
            weapons = [weapon.name for weapon in scene.weapons]
            weapon = found(name, weapons, "weapon")
            fight.equip(who, changed_list(who, who.arms, weapon, is_wanted, name), who.runes)

    def gear_choices(self) -> list[str]:
        scene = self.fight.scene
        weapons = [weapon.name for weapon in scene.weapons]
        runes = ["rune " + rune.name for rune in scene.runes]
        engines = ["loaded " + engine.name for engine in scene.engines]
        return list(dict.fromkeys([*weapons, *runes, "potion", "boon", *engines]))

    def condition_choices(self) -> list[str]:
        others = self.others()
        feared = ["frightened of " + name for name in others]
        holders = ["held by " + name for name in others]
        return [*self.conditions(), "grappled", RESTED, *feared, *holders]

    def other_choices(self) -> dict[str, list[str]]:
        return {
            "stamina": [str(left) for left in range(self.who.sheet.stamina, -1, -1)],
            "fall": FALLS,
            "crush": [size + speed for size in SIZES for speed in ("", " fast")],
        }

    def tests(self) -> list[str]:
        return [
            f"{score.capitalize()} and {skill.capitalize()}" for score in SCORES for skill in SKILLS
        ]

    def difficulties(self) -> list[str]:
        return [needed + edge for needed in NEEDED for edge in EDGES]

    def test(self, what: str, difficulty: str) -> bool:
        """Make a Test that has to show a number of Successes."""
        fight, who = self.fight, self.who
        score, _, skill = what.lower().partition(" and ")
        needed, _, edge = difficulty.partition(" with ")
        advantage = Advantage(fight.has_listener)
        if edge == "adv":
            advantage.add_adv("core.test", "as ruled")
        elif edge == "dis":
            advantage.add_dis("core.test", "as ruled")
        found = test_successes(
            fight, who, SCORES.index(score), SKILLS.index(skill), advantage, "core.test"
        )
        passed = found >= NEEDED[needed]
        log.tested(fight, who, passed, needed)
        return passed

    def stand(self) -> None:
        who = self.who
        who.fled = who.died = who.defenseless = False
        if who.hearts == 0:
            who.hearts = 1

    def drop(self) -> None:
        self.who.hearts = 0
        self.who.burning = False

    def flee(self) -> None:
        self.who.fled = True

    def die(self) -> None:
        self.who.hearts = 0
        self.who.died = True

    def leave(self) -> None:
        """End the grapples and the hiding of a combatant who leaves the fight."""
        self.who.hidden = False
        self.fight.let_go(self.who)

    def other(self, kind: str, value: str) -> None:
        """Change Stamina, or let a combatant fall or be crushed."""
        fight, who = self.fight, self.who
        if kind == "stamina":
            who.stamina = parse_number(value, int(who.sheet.stamina), f"stamina of {who.name}")
        elif kind == "fall":
            fall(fight, who, parse_number(value, 100_000, "a fall in metres"), None)
        elif kind == "crush":
            self.crush(value)
        else:
            raise IllegalError(f"a ruling changes {WHAT_CHANGES}, not {kind!r}")

    def crush(self, value: str) -> None:
        """Drop something of a size on a combatant: 'large', or 'large fast' from far or at
        speed."""
        fight, who = self.fight, self.who
        size = value.removesuffix(" fast")
        if size not in SIZES:
            raise IllegalError(
                f"what falls is {', '.join(SIZES)}, perhaps with 'fast', not {value!r}"
            )
        crush(fight, who, SIZES.index(size), value.endswith(" fast"))

    def rules(self, kind: str) -> tuple[str, ...]:
        return ("core.test",) if kind == TEST else ()


def take_hold(fight: OrreryFight, holder: Combatant, who: Combatant) -> None:
    """Put two combatants into a grapple, where the held one stands."""
    if holder is who or holder.sheet.thing or who.sheet.thing:
        raise IllegalError(f"{holder.name} cannot hold {who.name}")
    fight.let_go(holder)
    fight.let_go(who)
    if holder.spot != who.spot:
        fight.put(holder, who.spot)
    fight.take_hold(holder, who)


def changed(who: Combatant, count: int, more: bool, what: str) -> int:
    """Return a number of items, increased or reduced by one."""
    if not more and count == 0:
        raise IllegalError(f"{who.name} has no {what}")
    return count + 1 if more else count - 1


def found(name: str, known: list[str], what: str) -> int:
    """Return the number of an item by its name."""
    if name not in known:
        raise IllegalError(
            f"no {what} here is called {name!r}; there are {', '.join(known) or 'none'}"
        )
    return known.index(name)


def changed_list(
    who: Combatant, things: list[int], thing: int, is_wanted: bool, name: str
) -> list[int]:
    """Return a list with an item added or removed."""
    if is_wanted:
        return things if thing in things else [*things, thing]
    if thing not in things:
        raise IllegalError(f"{who.name} has no {name}")
    found = things.copy()
    found.remove(thing)
    return found
