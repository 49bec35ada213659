"""What a game master can rule, and what each ruling changes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.fight import TEST, IllegalError
from affray.core.rulings import Rulings, parse_negation, parse_number
from affray.rulesets.olde.adjustments import Tally, add_check
from affray.rulesets.olde.checks import Challenge, check
from affray.rulesets.olde.hands import best_grip, lose, take_up, too_few_hands
from affray.rulesets.olde.health import drop
from affray.rulesets.olde.sheet import (
    BARE,
    DURATIONS,
    PERMANENT,
    STATS,
    Adjustment,
)

if TYPE_CHECKING:  # named in the base of the class
    from affray.rulesets.olde.combatant import Combatant  # noqa: F401
    from affray.rulesets.olde.fight import OldeFight


ADJUSTED: Final = ("attack", "defense", "damage", "armour")
STEPS: Final = [-4, -3, -2, -1, 1, 2, 3, 4]
"""What can be adjusted, and by how much a game master usually does."""
DIFFICULTIES: Final = ["CR 9", "CR 6", "CR 12", "CR 15", "CR 18", "CR 21"]
"""The ratings of a check that a game master calls for, first the usual one."""


class OldeRulings(Rulings["OldeFight", "Combatant"]):
    """What can be ruled about a combatant."""

    def health(self, value: str) -> None:
        """Set hit points; 0 drops, more brings back to consciousness."""
        who = self.who
        was_able = who.is_in_fight()
        who.hit_points = parse_number(value, int(who.sheet.hp), f"health of {who.name}")
        if who.hit_points == 0 and was_able:
            drop(self.fight, who, None)

    def place(self, value: str) -> None:
        """Put the fighter in another space: 'column,row'."""
        places = self.fight.scene.places
        if value not in places:
            raise IllegalError(f"a space is written like {places[0]}, not {value!r}")
        self.fight.put(self.who, places.index(value))

    def condition(self, value: str) -> None:
        """Make or end a condition: 'prone', 'bleeding persistent', 'not stunned'."""
        kinds = self.fight.scene.conditions
        is_wanted, words = parse_negation(value)
        name, _, duration = words.partition(" ")
        if duration and duration not in DURATIONS:
            raise IllegalError(
                f"a condition is temporary, persistent or permanent, not {duration!r}"
            )
        for condition in kinds:
            if condition.name == name:
                if is_wanted:
                    lasts = DURATIONS.index(duration) if duration else int(PERMANENT)
                    self.who.afflict(condition, lasts, condition.cr)
                else:
                    self.who.cure(condition)
                return
        known = ", ".join([condition.name for condition in kinds])
        raise IllegalError(f"a condition is one of {known}, perhaps after 'not', not {value!r}")

    def gear(self, value: str) -> None:
        """Give or take a weapon, or put one in hand: 'dagger', 'not dagger', 'dagger in hand',
        'spear in both hands', 'spear in one hand'. There have to be hands enough."""
        fight, who = self.fight, self.who
        is_wanted, name = parse_negation(value)
        for suffix in (" in hand", " in both hands", " in one hand"):
            if name.endswith(suffix):
                self.hands(name.removesuffix(suffix), suffix)
                return
        for weapon in fight.scene.weapons:
            if weapon.name == name and weapon.index != BARE:
                if is_wanted:
                    who.arms += (int(weapon.index),)
                elif int(weapon.index) in who.arms:
                    lose(who, weapon)
                else:
                    raise IllegalError(f"{who.name} has no {name}")
                return
        raise IllegalError(f"no weapon here is called {name!r}; there are {weapon_names(fight)}")

    def hands(self, name: str, how: str) -> None:
        """Put a weapon that the fighter carries in hand."""
        fight, who = self.fight, self.who
        for item in who.arms:
            weapon = fight.scene.weapons[item]
            if weapon.name == name:
                two_hands = how == " in both hands"
                if how == " in hand":
                    two_hands = best_grip(weapon, who.sheet.shield.defense > 0)
                why = too_few_hands(weapon, two_hands, False)
                if why:
                    raise IllegalError(why)
                take_up(fight, who, item, two_hands)
                return
        raise IllegalError(f"{who.name} carries no {name!r}")

    def other(self, kind: str, value: str) -> None:
        """Make an adjustment."""
        if kind != "adjustment":
            raise IllegalError(
                "a ruling changes health, place, condition, gear, adjustment or state, "
                f"not {kind!r}"
            )
        self.adjustment(value)

    def rules(self, kind: str) -> tuple[str, ...]:
        if kind == TEST:
            return ("check.rating",)
        return ("attack.adjustments",) if kind == "adjustment" else ()

    def conditions(self) -> list[str]:
        return [condition.name for condition in self.fight.scene.conditions]

    def gear_choices(self) -> list[str]:
        weapons = self.fight.scene.weapons
        return [weapon.name for weapon in weapons if weapon.index != BARE]

    def other_choices(self) -> dict[str, list[str]]:
        steps = [f"{kind} {step:+d}" for kind in ADJUSTED for step in STEPS]
        return {"adjustment": steps}

    def tests(self) -> list[str]:
        return STATS

    def difficulties(self) -> list[str]:
        return DIFFICULTIES

    def test(self, what: str, difficulty: str) -> bool:
        """Check a stat against the rating that the game master sets."""
        fight, who = self.fight, self.who
        stat: i64 = STATS.index(what)
        tally = Tally(fight.has_listener)
        add_check(tally, who, stat)
        challenge = Challenge(int(difficulty.removeprefix("CR ")), "to try it", "check.rating")
        return check(fight, who, stat, tally, challenge)

    def adjustment(self, value: str) -> None:
        """Adjust attacks, Defense, damage or armour until the next Reset: 'defense +2 blessing'."""
        kind, _, rest = value.partition(" ")
        amount, _, name = rest.partition(" ")
        if kind not in ADJUSTED or not amount.lstrip("+-").isdigit():
            raise IllegalError(
                "an adjustment is like 'defense +2 blessing', for attack, defense, damage or "
                f"armour, not {value!r}"
            )
        change = int(amount)
        adjustment = Adjustment(
            name=name or "the game master",
            attack=change if kind == "attack" else 0,
            defense=change if kind == "defense" else 0,
            damage=change if kind == "damage" else 0,
            armour=change if kind == "armour" else 0,
        )
        self.who.adjust(adjustment)

    def stand(self) -> None:
        who = self.who
        who.fled = False
        who.cure(self.fight.scene.prone)
        if who.hit_points <= 0:
            who.hit_points = 1

    def drop(self) -> None:
        if self.who.is_in_fight():
            self.who.hit_points = 0
            drop(self.fight, self.who, None)

    def flee(self) -> None:
        self.who.fled = True

    def die(self) -> None:
        self.who.hit_points = -self.who.sheet.hp


def weapon_names(fight: OldeFight) -> str:
    """Return the weapons of this fight, for a sentence."""
    return ", ".join([weapon.name for weapon in fight.scene.weapons if weapon.index != BARE])
