"""A Mithryn scenario made ready: zones, sheets, and every option, made once."""

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
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.log import PHRASES
from affray.rulesets.mithryn.rounds import acting_order
from affray.rulesets.mithryn.sheet import ABILITIES, Sheet, Weapon
from affray.space.zones import Zones


class Scene(Setup):
    """A Mithryn scenario made ready. It does not change, and all its fights share it."""

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
        self._dice: Final = [
            strike_dice(sheet, weapon, is_rushed, house)
            for sheet in sheets
            for is_rushed in (False, True)
            for weapon in arms
        ]
        """By fighter, then plain and rushed, then by weapon."""
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
        """Make the options to spend an action on each fighter."""
        return fighter_options(self.names, kind, text, verb, rule, cost=options.ONE_ACTION)

    def shove_options(self, who: i64, name: str) -> list[Option]:
        """Make the options to shove a fighter to each zone."""
        text, key = f"Shove {name} to the {{}}", f"shove {name} to {{}}"
        rule, cost = "actions.shove", options.ONE_ACTION
        return place_options(self.zones.names, "shove", text, options.SHOVE, rule, key, who, cost)

    def blank_fight(self, table: Table) -> MithrynFight:
        return MithrynFight(self, table)

    def emblem(self, who: i64) -> str:
        """Return the emblem of the shield, or of the first weapon."""
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
        board: dict[str, object] = {
            "kind": "zones",
            "places": list(zones.names),
            "paths": paths,
            "exits": exits,
        }
        if len(zones.drawn) == len(zones.names):
            board["drawn"] = zones.drawn
        return board

    def attack(self, who: i64, weapon: i64, target: i64, manner: i64, thrown: bool) -> Option:
        """Return the option to attack a target with a weapon in this manner."""
        return self.attack_options.by_target(who, weapon, manner, thrown)[target]

    def strike_dice(self, who: i64, weapon: i64, is_rushed: bool) -> StrikeDice:
        """Return the dice a fighter rolls with a weapon."""
        row = 2 * who + 1 if is_rushed else 2 * who
        return self._dice[row * len(self.weapons) + weapon]


def weapon_figures(weapon: Weapon) -> str:
    """Describe a weapon's dice and its minimum scores in a line."""
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
