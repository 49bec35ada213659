"""A Mithryn scenario made ready: zones, sheets, and every option there can be, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.emblems import weapon_emblem
from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, item_options, place_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.mithryn import options
from affray.rulesets.mithryn.attack import StrikeDice, strike_dice
from affray.rulesets.mithryn.attack_options import AttackOptions
from affray.rulesets.mithryn.estimates import Armament, Estimates
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.sheet import ABILITIES, Sheet, Weapon
from affray.rulesets.mithryn.tell import PHRASES
from affray.space.zones import Zones

MOST_ARMAMENTS: Final = 2000
"""How many sets of weapons at hand are kept; where there are more, all are made anew."""


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self, heading: Heading, sheets: list[Sheet], arms: list[Weapon], zones: Zones, house: House
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = arms
        self.zones: Final = zones
        self.house: Final = house
        self.order: Final = acting_order(sheets, len(heading.sides))
        self.has_first_hits: Final = any(weapon.first_hits > 0 for weapon in arms)
        self.attack_options: Final = AttackOptions(sheets, arms)
        self.estimates: Final = Estimates(sheets, arms, house, self.attack_options)
        self._dice: Final = [
            strike_dice(sheet, weapon, is_rushed, house)
            for sheet in sheets
            for is_rushed in (False, True)
            for weapon in arms
        ]
        """By fighter, first of plain and then of rushed attacks, then by weapon."""
        self._armaments: dict[tuple[int, tuple[int, ...]], Armament] = {}
        people = self.names
        self.act: Final = fighter_options(people, "act", "{} acts", 0, "rounds.sides", cost="free")
        self.grapple: Final = self.actions_on(
            "grapple", "Grapple {}", options.GRAPPLE, "actions.grapple"
        )
        self.stabilise: Final = self.actions_on(
            "stabilise", "Bring {} round", options.STABILISE, "health.critical"
        )
        self.poultice: Final = self.actions_on(
            "poultice", "Put a poultice on {}", options.POULTICE, "health.poultice"
        )
        cost = options.ONE_ACTION
        names = [weapon.name for weapon in arms]
        self.pick_up: Final = item_options(
            names, "pick up", "Pick up the {}", options.PICK_UP, "weapon.lies", cost=cost
        )
        self.move: Final = place_options(
            zones.names, "move", "Move to the {}", options.MOVE, "actions.move", cost=cost
        )
        self.shove: Final = [self.shove_options(who, name) for who, name in enumerate(people)]

    def actions_on(self, kind: str, text: str, verb: i64, rule: str) -> list[Option]:
        """The options to spend an action on each fighter."""
        return fighter_options(self.names, kind, text, verb, rule, cost=options.ONE_ACTION)

    def shove_options(self, who: i64, name: str) -> list[Option]:
        """The options to shove somebody to each zone."""
        text, key = f"Shove {name} to the {{}}", f"shove {name} to {{}}"
        rule, cost = "actions.shove", options.ONE_ACTION
        return place_options(self.zones.names, "shove", text, options.SHOVE, rule, key, who, cost)

    def blank_fight(self, table: Table) -> MithrynFight:
        return MithrynFight(self, table)

    def emblem(self, who: i64) -> str:
        """By the first weapon they carry; a shield where they have one."""
        sheet = self.sheets[who]
        weapon = self.weapons[sheet.arms[0]]
        if sheet.shield_bonus > 0:
            return "shield"
        return weapon_emblem(weapon.name, weapon.is_ranged)

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.sheets[who]
        found: dict[str, object] = {
            "scores": {ability: int(sheet.score(ability)) for ability in ABILITIES},
            "rank": int(sheet.rank),
            "weapons": [
                {
                    "name": weapon.name,
                    "figures": weapon_figures(weapon),
                    "tags": list(weapon.tags),
                }
                for weapon in [self.weapons[item] for item in sheet.arms]
            ],
            "armour": sheet.armour or "none",
            "actions": int(sheet.full_actions),
        }
        if sheet.shield is not None:
            found["shield"] = sheet.shield
        if sheet.helm is not None:
            found["helm"] = sheet.helm
        if sheet.poultices > 0:
            found["poultices"] = int(sheet.poultices)
        if sheet.tags:
            found["tags"] = {name: ", ".join(what) for name, what in sheet.tags.items()}
        if sheet.complications:
            found["complications"] = {
                name: ", ".join(what) for name, what in sheet.complications.items()
            }
        return found

    def board(self) -> dict[str, object]:
        zones = self.zones
        paths = [
            [here, there]
            for here in range(len(zones.names))
            for there in zones.neighbours[here]
            if here < there
        ]
        exits = [index for index, is_exit in enumerate(zones.exits) if is_exit]
        return {"kind": "zones", "places": list(zones.names), "paths": paths, "exits": exits}

    def attack(self, who: i64, weapon: i64, target: i64, manner: i64, thrown: bool) -> Option:
        """The option to attack so."""
        return self.attack_options.by_target(who, weapon, manner, thrown)[target]

    def strike_dice(self, who: i64, weapon: i64, is_rushed: bool) -> StrikeDice:
        """What somebody rolls with a weapon, worked out once."""
        row = 2 * who + 1 if is_rushed else 2 * who
        return self._dice[row * len(self.weapons) + weapon]

    def armament(self, who: i64, arms: list[int]) -> Armament:
        """The weapons that somebody has at hand; the same object whenever they have the same."""
        key = (int(who), tuple(arms))
        found = self._armaments.get(key)
        if found is None:
            if len(self._armaments) >= MOST_ARMAMENTS:
                self._armaments.clear()
            found = Armament(who, arms, self.estimates)
            self._armaments[key] = found
        return found


def weapon_figures(weapon: Weapon) -> str:
    """A weapon's dice and what it asks for, in a line."""
    parts = [weapon.damage, f"rushed {weapon.rushed}" if weapon.rushed else "no rushed attack"]
    for ability, least in (
        ("STR", weapon.strength),
        ("AGI", weapon.agility),
        ("FIN", weapon.finesse),
    ):
        if least > 0:
            parts.append(f"{ability} {least}")
    if weapon.first_hits > 0:
        parts.append(f"+{weapon.first_hits} on the first attack")
    return ", ".join(parts)


def acting_order(sheets: list[Sheet], sides: int) -> list[int]:
    """Sides with player characters act before the others [rounds.sides], else as they stand
    [rounds.order]."""
    with_pcs = {int(sheet.side) for sheet in sheets if sheet.is_pc}
    return sorted(range(sides), key=lambda side: (side not in with_pcs, side))
