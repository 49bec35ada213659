"""A Mithryn scenario made ready: zones, sheets, and every option there can be, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Setup
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.mithryn.actions import (
    ATTACK,
    BREAK_FREE,
    END,
    FLEE,
    GRAPPLE,
    IMPROVISE,
    MOVE,
    PICK_UP,
    POULTICE,
    SHIELD,
    SHOVE,
    STABILISE,
)
from affray.rulesets.mithryn.attack import BOTH, PLAIN, RUSHED
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.gear import House, Sheet, Weapon
from affray.rulesets.mithryn.tell import PHRASES
from affray.space.zones import Zones

MANNERS: Final = [
    ("attack", "throw", "Attack {target} with the {weapon} ({dice})"),
    ("rush", "rush-throw", "Attack {target} again with the {weapon}, rushed ({dice})"),
    ("both", "both-throw", "Attack {target} twice at once with the {weapon} ({dice})"),
]
"""An option's kind at hand and at a throw, and its sentence, by the manner of the attack."""


MANNER_RULES: Final[list[tuple[str, ...]]] = [
    ("actions.attack",),
    ("actions.attack", "attack.rushed"),
    ("attack.both-at-once",),
]


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self,
        title: str,
        sides: list[str],
        sheets: list[Sheet],
        weapons: list[Weapon],
        zones: Zones,
        house: House,
        round_limit: i64,
    ) -> None:
        super().__init__(
            "mithryn", title, sides, [sheet.name for sheet in sheets], PHRASES, round_limit
        )
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.zones: Final = zones
        self.house: Final = house
        self.order: Final = acting_order(sheets, len(sides))
        # attack[who][manner][weapon][target], with throws in the second half of the manners
        self._attacks: list[list[list[list[Option]]]] = [
            [[[] for _ in weapons] for _ in range(6)] for _ in sheets
        ]
        names = self.names
        zone_names = zones.names
        self.act: Final = [
            Option("act", f"act {name}", f"{name} acts", target=i) for i, name in enumerate(names)
        ]
        self.move: Final = [
            Option(
                "move",
                f"move {zone}",
                f"Move to the {zone}",
                MOVE,
                place=i,
                rules=("actions.move",),
            )
            for i, zone in enumerate(zone_names)
        ]
        self.grapple: Final = [
            Option(
                "grapple",
                f"grapple {name}",
                f"Grapple {name}",
                GRAPPLE,
                i,
                rules=("actions.grapple",),
            )
            for i, name in enumerate(names)
        ]
        self.shove: Final = [
            [
                Option(
                    "shove",
                    f"shove {name} to {zone}",
                    f"Shove {name} to the {zone}",
                    SHOVE,
                    i,
                    place=z,
                    rules=("actions.shove",),
                )
                for z, zone in enumerate(zone_names)
            ]
            for i, name in enumerate(names)
        ]
        self.stabilise: Final = [
            Option(
                "stabilise",
                f"stabilise {name}",
                f"Bring {name} round",
                STABILISE,
                i,
                rules=("health.critical",),
            )
            for i, name in enumerate(names)
        ]
        self.poultice: Final = [
            Option(
                "poultice",
                f"poultice {name}",
                f"Put a poultice on {name}",
                POULTICE,
                i,
                rules=("health.critical",),
            )
            for i, name in enumerate(names)
        ]
        self.pick_up: Final = [
            Option(
                "pick up",
                f"pick up {weapon.name}",
                f"Pick up the {weapon.name}",
                PICK_UP,
                item=i,
                rules=("weapon.throwable",),
            )
            for i, weapon in enumerate(weapons)
        ]
        self.break_free: Final = Option(
            "break free", "break free", "Break free", BREAK_FREE, rules=("actions.grapple",)
        )
        self.raise_shield: Final = Option(
            "shield",
            "raise shield",
            "Raise the shield",
            SHIELD,
            value=1,
            rules=("weapon.two-handed",),
        )
        self.sling_shield: Final = Option(
            "shield",
            "sling shield",
            "Sling the shield to free both hands",
            SHIELD,
            rules=("weapon.two-handed",),
        )
        self.flee: Final = Option(
            "flee", "flee", "Flee from the fight", FLEE, rules=("actions.flee",)
        )
        self.improvise: Final = Option(
            "improvise",
            "improvise",
            "Try something else; the game master rules",
            IMPROVISE,
            rules=("actions.improvise",),
        )
        self.end: Final = Option("end", "end turn", "End the turn", END, rules=("actions.two",))

        no = Option("no", "no", "Do nothing")
        self.yes_interpose: Final = Option(
            "interpose", "interpose", "Step in and be struck instead", rules=("reaction.interpose",)
        )
        self.interpose: Final = [no, self.yes_interpose]
        self.yes_defend: Final = Option(
            "defend",
            "defend",
            "Defend with the shield: one hit is cancelled",
            rules=("reaction.defend",),
        )
        self.defend: Final = [no, self.yes_defend]
        self.yes_help: Final = Option(
            "help", "help", "Help: two dice that missed are rolled again", rules=("reaction.help",)
        )
        self.help: Final = [no, self.yes_help]
        self.yes_grant: Final = Option("grant", "grant", "It would help", rules=("reaction.help",))
        self.grant: Final = [
            self.yes_grant,
            Option("refuse", "refuse", "It would not", rules=("reaction.help",)),
        ]
        self.choose_death: Final = Option("death", "death", "Die here", rules=("health.down",))
        self.fate: Final = [
            Option("scar", "scar", "Live, with a scar", rules=("health.down",)),
            self.choose_death,
        ]
        self.works: Final = Option("works", "works", "It works out", rules=("actions.improvise",))
        self.improvised: Final = [
            Option("fails", "fails", "It comes to nothing", rules=("actions.improvise",)),
            self.works,
        ]

    def fight(self, table: Table) -> MithrynFight:
        return MithrynFight(self, table)

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
        """The option to attack so, made when it is first wanted."""
        by_target = self._attacks[who][manner + 3 if thrown else manner][weapon]
        if not by_target:
            for index in range(len(self.names)):
                by_target.append(self._make_attack(who, weapon, index, manner, thrown))
        return by_target[target]

    def _make_attack(self, who: i64, weapon: i64, target: i64, manner: i64, thrown: bool) -> Option:
        arm = self.weapons[weapon]
        name = self.names[target]
        kind, throw, text = MANNERS[manner]
        weak = not self.sheets[who].meets(arm) and arm.rushed_count > 0
        plain = f"{arm.rushed_count}d{arm.rushed_sides}" if weak else f"{arm.count}d{arm.sides}"
        rushed = f"{arm.rushed_count}d{arm.rushed_sides}"
        dice = {int(PLAIN): plain, int(RUSHED): rushed, int(BOTH): f"{plain} + {rushed}"}[
            int(manner)
        ]
        if thrown:
            kind = throw
            text = text.replace("Attack {target}", "Hurl at {target}").replace("with the", "the")
        return Option(
            kind,
            f"{kind} {name} with {arm.name}",
            text.format(target=name, weapon=arm.name, dice=dice),
            ATTACK,
            target,
            weapon,
            -1,
            manner,
            MANNER_RULES[manner],
        )


def acting_order(sheets: list[Sheet], sides: int) -> list[int]:
    """Sides with player characters act before the others [rounds.sides]."""
    with_pcs = {int(sheet.side) for sheet in sheets if sheet.pc}
    return sorted(range(sides), key=lambda side: (side not in with_pcs, side))
