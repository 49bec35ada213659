"""The rulings of a game master, and their effects."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import TEST, IllegalError
from affray.core.rulings import Rulings, parse_negation, parse_number
from affray.rulesets.renaissance.checks import check, skill_effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import Effort, Modifiers, hinder
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.handling import lose
from affray.rulesets.renaissance.holds import let_go
from affray.rulesets.renaissance.mounts import leave_saddle
from affray.rulesets.renaissance.sheet import LIMBS, LOADED, NONE
from affray.rulesets.renaissance.skills import SKILL_TITLES
from affray.rulesets.renaissance.wounds import go_down

APTITUDES: Final = ["SOM×3", "COO×3", "SOM+STR"]
"""The targets of checks that use no skill."""

PLAIN: Final = "no modifier"
DIFFICULTIES: Final = {
    PLAIN: 0,
    "+10": 10,
    "+20": 20,
    "+30": 30,
    "-10": -10,
    "-20": -20,
    "-30": -30,
}
"""The modifiers of a check, by difficulty [check.difficulty]."""

LIMB_BITS: Final = dict(LIMBS)
MOST_LUCK: Final = 3
MOST_WOUNDS: Final = 5
"""The highest values offered for a ruling; higher ones can be typed."""


class RenaissanceRulings(Rulings[RenaissanceFight, Combatant]):
    """The possible rulings about a combatant."""

    def health(self, value: str) -> None:
        """Set how much harm a fighter can still take."""
        fight, who = self.fight, self.who
        dur = who.sheet.dur
        who.damage = dur - parse_number(value, int(dur), f"health of {who.name}")
        if not who.is_able():
            go_down(fight, who, None)

    def place(self, value: str) -> None:
        """Put a fighter into a cell: 'column,row'."""
        fight, who = self.fight, self.who
        grid = fight.scene.grid
        column, _, row = value.partition(",")
        if not (column.strip().isdigit() and row.strip().isdigit()):
            raise IllegalError(f"a place is column,row such as 3,4, not {value!r}")
        x, y = int(column), int(row)
        if not grid.inside(x, y) or grid.solid[grid.cell(x, y)]:
            raise IllegalError(f"nobody can stand at {value!r}")
        let_go(fight, who)
        fight.put(who, grid.cell(x, y))

    def condition(self, value: str) -> None:
        """Make or end a condition: 'prone', 'not burning' and so on."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        if who.set_condition(name, is_wanted):
            return
        if name == "grabbed" and not is_wanted:
            who.grabbed_by = NONE
            who.pinned = False
        elif name.startswith("grabbed by ") and is_wanted:
            who.grabbed_by = fight.fighter_named(name.removeprefix("grabbed by ")).index
        elif name.endswith(" wounds") and name.removesuffix(" wounds").isdigit() and is_wanted:
            who.wounds = int(name.removesuffix(" wounds"))
        elif name.startswith("lost ") and name.removeprefix("lost ") in LIMB_BITS:
            limb = LIMB_BITS[name.removeprefix("lost ")]
            who.lost_limbs = who.lost_limbs | limb if is_wanted else who.lost_limbs & ~limb
        else:
            known = ", ".join(who.condition_names())
            raise IllegalError(
                f"a condition is {known}, grabbed by NAME, N wounds, or lost hand, leg or eye, "
                f"or one of them after 'not', not {value!r}"
            )

    def gear(self, value: str) -> None:
        """Give or take a weapon: 'dagger', 'not dagger'; or Luck: '2 luck'."""
        fight, who = self.fight, self.who
        if value.endswith(" luck") and value.removesuffix(" luck").isdigit():
            who.luck = int(value.removesuffix(" luck"))
            return
        is_wanted, name = parse_negation(value)
        for weapon in fight.scene.weapons:
            if weapon.name == name and weapon.ammo < 0:
                if not is_wanted:
                    if not who.has(weapon.index):
                        raise IllegalError(f"{who.name} has no {name}")
                    lose(fight, who, weapon.index)
                elif int(weapon.index) in who.sheet.always or who.has(weapon.index):
                    raise IllegalError(f"{who.name} has the {name} already")
                elif who.can_take(weapon):
                    who.take(weapon.index, LOADED)
                else:
                    who.carry(weapon.index, LOADED)
                who.reckon()
                return
        known = ", ".join([weapon.name for weapon in fight.scene.weapons])
        raise IllegalError(f"no weapon here is called {name!r}; there are {known}; or say '2 luck'")

    def stand(self) -> None:
        fight, who = self.fight, self.who
        who.gone = False
        if who.mount >= 0:
            fight.combatants[who.mount].gone = False
        fight.join_order(who)
        if who.damage >= who.sheet.dur:
            who.damage = who.sheet.dur - 1
        who.prone = False

    def drop(self) -> None:
        self.go_down_with(self.who.sheet.dur)

    def flee(self) -> None:
        let_go(self.fight, self.who)
        self.who.forget_intentions()
        leave_saddle(self.fight, self.who)
        self.who.gone = True

    def die(self) -> None:
        self.go_down_with(self.who.sheet.death_rating)

    def go_down_with(self, damage: i64) -> None:
        """Set the damage and drop the fighter."""
        self.who.damage = damage
        self.who.gone = False
        go_down(self.fight, self.who, None)

    def other(self, kind: str, value: str) -> None:
        """Accept an event, which calls for a reaction [reaction.event]."""
        if kind != "event":
            raise IllegalError(
                f"a ruling changes health, place, condition, gear or state, or calls for a "
                f"reaction to an event, not {kind!r}"
            )

    def rules(self, kind: str) -> tuple[str, ...]:
        if kind == TEST:
            return ("check.difficulty",)
        return ("reaction.event",) if kind == "event" else ()

    def condition_choices(self) -> list[str]:
        lost = ["lost " + limb for limb in LIMB_BITS]
        holders = ["grabbed by " + name for name in self.others()]
        wounds = [f"{count} wounds" for count in range(MOST_WOUNDS + 1)]
        return [*self.conditions(), *lost, "grabbed", *holders, *wounds]

    def gear_choices(self) -> list[str]:
        weapons = [weapon.name for weapon in self.fight.scene.weapons if weapon.ammo < 0]
        luck = [f"{count} luck" for count in range(MOST_LUCK + 1)]
        return list(dict.fromkeys([*weapons, *luck]))

    def tests(self) -> list[str]:
        return [*SKILL_TITLES, *APTITUDES]

    def difficulties(self) -> list[str]:
        return list(DIFFICULTIES)

    def test(self, what: str, difficulty: str) -> bool:
        """Make a check of a skill or of aptitudes, easier or harder [check.difficulty]."""
        who = self.who
        if what in SKILL_TITLES:
            effort = skill_effort(self.fight, who, SKILL_TITLES.index(what))
        else:
            born = who.sheet.born
            base = 3 * (born.coo if what == APTITUDES[1] else born.som)
            if what == APTITUDES[2]:
                base = born.som + who.sheet.strength
            effort = Effort(who, what, base, Modifiers(self.fight.has_listener))
            hinder(who, effort.mods, True, what == APTITUDES[1])
        effort.mods.add(DIFFICULTIES[difficulty], "difficulty", "check.difficulty")
        return check(self.fight, effort, "check.difficulty") > 0
