"""Rulings: what a game master can change in a fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import IllegalError
from affray.core.rulings import Rulings, parse_negation, parse_number
from affray.rulesets.mithryn.checks import check
from affray.rulesets.mithryn.health import drop
from affray.rulesets.mithryn.sheet import ABILITIES, without

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.mithryn.combatant import Combatant  # noqa: F401
    from affray.rulesets.mithryn.fight import MithrynFight  # noqa: F401


EDGES: Final = ["plain", "advantage", "disadvantage"]
"""The difficulties of a ruled check."""


class MithrynRulings(Rulings["MithrynFight", "Combatant"]):
    """The rulings on one fighter."""

    def health(self, value: str) -> None:
        """Set the hit points; at 0 the fighter drops."""
        fight, who = self.fight, self.who
        who.hit_points = parse_number(value, int(who.sheet.hit_points), f"health of {who.name}")
        who.collapsed = False
        if who.hit_points == 0:
            drop(fight, who, None)

    def place(self, value: str) -> None:
        """Put the fighter into another zone, out of any hold."""
        fight, who = self.fight, self.who
        zones = fight.scene.zones
        if value not in zones.names:
            raise IllegalError(f"no zone is called {value!r}; there are {', '.join(zones.names)}")
        fight.put(who, zones.number(value))

    def condition(self, value: str) -> None:
        """Make or end a condition: 'collapsed', 'not held' and so on."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        if name == "held" and not is_wanted:
            who.release()
        elif name.startswith("held by ") and is_wanted:
            who.held_by = fight.fighter_named(name.removeprefix("held by ")).index
        elif not who.set_condition(name, is_wanted):
            known = ", ".join(who.condition_names())
            raise IllegalError(
                f"a condition is {known} or held by NAME, or one of them after 'not', not {value!r}"
            )
        if who.collapsed:
            fight.end_holds(who)

    def gear(self, value: str) -> None:
        """Give or take a weapon or a poultice: 'dagger', 'not dagger', 'not poultice'."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        if name == "poultice":
            if not is_wanted and who.poultices == 0:
                raise IllegalError(f"{who.name} has no poultice")
            who.poultices += 1 if is_wanted else -1
            return
        for weapon in fight.scene.weapons:
            if weapon.name == name:
                index = int(weapon.index)
                if is_wanted:
                    who.arms = (*who.arms, index)
                elif index in who.arms:
                    who.arms = without(who.arms, index)
                else:
                    raise IllegalError(f"{who.name} has no {name}")
                return
        known = ", ".join([weapon.name for weapon in fight.scene.weapons])
        raise IllegalError(f"no weapon here is called {name!r}; there are {known}, and poultice")

    def stand(self) -> None:
        who = self.who
        who.fled = who.collapsed = who.died = False
        if who.hit_points == 0:
            who.hit_points = 1

    def drop(self) -> None:
        self.who.collapsed = True

    def flee(self) -> None:
        self.who.fled = True

    def die(self) -> None:
        self.who.hit_points = 0
        self.who.died = True

    def leave(self) -> None:
        self.fight.end_holds(self.who)

    def condition_choices(self) -> list[str]:
        held = ["held by " + name for name in self.others()]
        return [*self.conditions(), "held", *held]

    def gear_choices(self) -> list[str]:
        return [*[weapon.name for weapon in self.fight.scene.weapons], "poultice"]

    def tests(self) -> list[str]:
        return list(ABILITIES)

    def difficulties(self) -> list[str]:
        return EDGES

    def test(self, what: str, difficulty: str) -> bool:
        """Let an ability check decide an improvised action [actions.improvise]."""
        edge: i64 = 0
        if difficulty != EDGES[0]:
            edge = 1 if difficulty == EDGES[1] else -1
        return check(self.fight, self.who, what, "to bring it off", "actions.improvise", edge)

    def rules(self, kind: str) -> tuple[str, ...]:
        return ("actions.improvise",)
