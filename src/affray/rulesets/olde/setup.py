"""A scenario made ready: the grid, the sheets, and every option there can be, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, item_options, place_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.olde import verbs
from affray.rulesets.olde.adjustments import MANNERS, SheetAdjustments
from affray.rulesets.olde.field import Field
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.house import House
from affray.rulesets.olde.log import PHRASES
from affray.rulesets.olde.sheet import BARE, SKILLS, Condition, Sheet, Spell, Weapon
from affray.space.grid import Grid

MELEE_KINDS: Final = [
    ("attack", "Attack {target} with {weapon}"),
    ("panic", "Panic attack on {target} with {weapon}: -2, and -1 Defense"),
    ("all-out", "All-out attack on {target} with {weapon}: +2, +4 damage, -3 Defense"),
]
SHOT_KINDS: Final = [
    ("shoot", "Shoot at {target} with {weapon}"),
    ("snapshot", "Snapshot at {target} with {weapon}: -2"),
    ("aimed", "Aimed shot at {target} with {weapon}: -3 Defense"),
]
THROW_KINDS: Final = [
    ("throw", "Throw {weapon} at {target}"),
    ("quick-throw", "Throw {weapon} at {target} in haste: -2"),
    ("aimed-throw", "Throw {weapon} at {target} with care: -3 Defense"),
]
"""An option's kind and sentence by the manner of the attack."""

MELEE_COSTS: Final = ["2 AP", "1 AP", "3 AP or all"]
SHOT_COSTS: Final = ["2 AP", "1 AP", "3 AP"]
"""What an attack costs by its manner [turn.costs, options.advanced]."""

EMBLEMS: Final = {
    "axes": "axe",
    "maces": "mace",
    "brawling": "fist",
    "spears": "spear",
    "quarterstaff": "spear",
    "bows": "bow",
    "crossbows": "bow",
    "slings": "bow",
    "thrown": "bow",
}
"""What a fighter looks like by the skill of the weapon in hand; a blade if it is none of these."""


class Scene(Setup):
    """Everything about a scenario that no fight changes."""

    def __init__(
        self,
        heading: Heading,
        sheets: list[Sheet],
        weapons: list[Weapon],
        conditions: list[Condition],
        spells: list[Spell],
        grid: Grid,
        exits: list[int],
        house: House,
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.weapons: Final = weapons
        self.conditions: Final = conditions
        self.spells: Final = spells
        self.sheet_adjustments: Final = [
            SheetAdjustments(sheet, weapons, house.dodge_defense) for sheet in sheets
        ]
        self.grid: Final = grid
        self.field: Final = Field(grid)
        self.exits: Final = [cell in exits for cell in range(grid.size)]
        self.house: Final = house
        named = {condition.name: condition for condition in conditions}
        self.prone: Final = named["prone"]
        self.stunned: Final = named["stunned"]
        self.bleeding: Final = named["bleeding"]
        self.places: Final = [grid.name(cell) for cell in range(grid.size)]
        cases = len(sheets) * len(weapons) * 2 * MANNERS
        self._attacks: Final[list[Option | None]] = [None] * cases
        """The options to attack by whom, weapon and manner, from afar in the second half of the
        manners."""
        names = self.names
        self.free_step: Final = self.moves("free step", verbs.FREE_STEP, "turn.costs", "free")
        self.step: Final = self.moves("step", verbs.STEP, "turn.costs", "1 AP a space")
        self.run: Final = self.moves("run", verbs.RUN, "options.advanced", "1 AP for 2 spaces")
        self.close_in: Final = fighter_options(
            names,
            "close in",
            "Fight one's way into the space of {}",
            verbs.CLOSE_IN,
            "reach.enter",
            cost="2 AP",
        )
        self.first_aid: Final = fighter_options(
            names,
            "first aid",
            "Give first aid to {}",
            verbs.FIRST_AID,
            "health.down",
            cost="3 AP or all",
        )
        self.cast_at: Final = [cast_options(spell, names) for spell in spells]
        self.take_up: Final = [[held(weapon, False), held(weapon, True)] for weapon in weapons]
        self.pick_up: Final = item_options(
            [weapon.name for weapon in weapons],
            "pick up",
            "Pick up the {}",
            verbs.PICK_UP,
            "turn.costs",
            cost="3 AP or all",
        )

    def moves(self, kind: str, verb: i64, rule: str, cost: str) -> list[Option]:
        """Make the options to move to each space in some way."""
        key = kind + " to {}"
        return place_options(self.places, kind, key.capitalize(), verb, rule, key, cost=cost)

    def blank_fight(self, table: Table) -> OldeFight:
        return OldeFight(self, table)

    def emblem(self, who: i64) -> str:
        sheet = self.sheets[who]
        if sheet.known_spells or sheet.improvises_spells:
            return "caster"
        weapon = self.weapons[sheet.held]
        use = weapon.melee if weapon.melee is not None else weapon.ranged
        assert use is not None
        return EMBLEMS.get(SKILLS[use.skill_numbers[0]], "blade")

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.sheets[who]
        found: dict[str, object] = {
            "scores": [
                {"name": name, "figure": int(figure)}
                for name, figure in (
                    ("Brawn", sheet.brawn),
                    ("Finesse", sheet.finesse),
                    ("Savvy", sheet.savvy),
                    ("Nerve", sheet.nerve),
                )
            ],
            "weapons": [
                {
                    "name": self.weapons[item].name,
                    "figures": weapon_figures(self.weapons[item]),
                    "tags": self.weapon_tags(item, sheet),
                }
                for item in dict.fromkeys(sheet.arms or (int(BARE),))
            ],
            "armour": f"{sheet.armour.name}, {sheet.armour.damage} off damage"
            if sheet.armour.damage
            else "",
            "shield": f"{sheet.shield.name}, +{sheet.shield.defense} Defense"
            if sheet.shield.defense
            else "",
            "skills": [f"{skill} {rank}" for skill, rank in sheet.skills.items()],
        }
        if sheet.known_spells:
            found["spells"] = [
                f"{spell.name}: {spell.laid.name}, {spell.mana} Mana"
                for spell in sheet.known_spells
            ]
        return found

    def weapon_tags(self, item: int, sheet: Sheet) -> list[str]:
        """Return what there is to say of a weapon in a fighter's hands."""
        weapon = self.weapons[item]
        found = ["in hand"] if item == sheet.held else []
        if item == sheet.held and sheet.two_hands:
            found.append("both hands")
        ranged = weapon.ranged
        if ranged is not None and ranged.thrown:
            found.append("thrown")
        if ranged is not None and ranged.crossbow:
            found.append("to be reset")
        return found

    def board(self) -> dict[str, object]:
        grid = self.grid
        return {
            **grid.data(),
            "walls": [list(wall) for wall in grid.walls],
            "exits": [cell for cell in range(grid.size) if self.exits[cell]],
        }

    def attack(self, weapon: i64, target: i64, manner: i64, from_afar: bool) -> Option:
        """Return the option to attack so, made when it is first needed."""
        case: i64 = target * len(self.weapons) + weapon
        case = case * (2 * MANNERS) + manner
        if from_afar:
            case += MANNERS
        found = self._attacks[case]
        if found is None:
            found = self._make_attack(weapon, target, manner, from_afar)
            self._attacks[case] = found
        return found

    def _make_attack(self, weapon: i64, target: i64, manner: i64, from_afar: bool) -> Option:
        arm = self.weapons[weapon]
        name = self.names[target]
        kinds = MELEE_KINDS
        if from_afar:
            kinds = THROW_KINDS if arm.use(True).thrown else SHOT_KINDS
        kind, text = kinds[manner]
        return Option(
            kind,
            f"{kind} {name} with {arm.name}",
            text.format(target=name, weapon=arm.called()),
            verbs.SHOOT if from_afar else verbs.ATTACK,
            target,
            weapon,
            -1,
            manner,
            ("attack.declare",) if manner == 0 else ("attack.declare", "options.advanced"),
            MELEE_COSTS[manner] if not from_afar else SHOT_COSTS[manner],
        )


def held(weapon: Weapon, two_hands: bool) -> Option:
    """Make the option to take a weapon in one hand or in both."""
    how = "both hands" if two_hands else "one hand"
    return Option(
        "take up",
        f"take up {weapon.name} in {how}",
        f"Take the {weapon.name} in {how}",
        verbs.TAKE_UP,
        item=weapon.index,
        value=1 if two_hands else 0,
        rules=("turn.costs", "brawn.melee"),
        cost="3 AP or all",
    )


def cast_options(spell: Spell, names: list[str]) -> list[Option]:
    """Make the options to cast a spell at each fighter."""
    return [
        Option(
            "cast",
            f"cast {spell.name} at {name}",
            f"Cast {spell.name} at {name}: {spell.laid.name}, {spell.lasts}",
            verbs.CAST_AT,
            target=index,
            item=spell.index,
            rules=("spells.conditions", "shield.spells"),
            cost=f"2 AP, {spell.mana} Mana",
        )
        for index, name in enumerate(names)
    ]


def weapon_figures(weapon: Weapon) -> str:
    """Describe a weapon's row of the tables in a few words."""
    found = []
    melee, ranged = weapon.melee, weapon.ranged
    if melee is not None:
        reach = f"{melee.nearest}-{melee.farthest}"
        die = "half the Brawn die" if melee.unarmed else f"d{melee.damage}"
        found.append(f"reach {reach if melee.nearest < melee.farthest else melee.farthest}, {die}")
    if ranged is not None:
        found.append(f"range {ranged.base} to {ranged.farthest}, d{ranged.damage}")
    return "; ".join(found)
