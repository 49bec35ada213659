"""A Shinobi scenario made ready: the board, the sheets and all options, each made once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from mypy_extensions import i64

from affray.core.fight import Heading, Setup
from affray.core.options import fighter_options, place_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.shinobi import keywords, verbs
from affray.rulesets.shinobi.close import close_options
from affray.rulesets.shinobi.combat import options_in
from affray.rulesets.shinobi.elements import ALL_FOUR
from affray.rulesets.shinobi.fight import ShinobiFight
from affray.rulesets.shinobi.house import House
from affray.rulesets.shinobi.log import PHRASES
from affray.rulesets.shinobi.ranged import ranged_options
from affray.rulesets.shinobi.sheet import Sheet
from affray.space.squares import Squares, Ways

ACTION: Final = "action"
MOVE: Final = "move"
"""The parts of an activation that an option uses."""


@dataclass
class Ground:
    """The kind of ground of each space, and the cost to enter it: for most models, for the
    surefooted, for those that leap, and for those that do both."""

    terrain: list[str]
    costs: list[list[int]]


class Scene(Setup):
    """Everything about a scenario that a fight does not change."""

    def __init__(
        self, heading: Heading, sheets: list[Sheet], board: Squares, ground: Ground, house: House
    ) -> None:
        super().__init__(heading, [sheet.name for sheet in sheets], PHRASES)
        self.sheets: Final = sheets
        self.squares: Final = board
        self.ways: Final = [Ways(board, each) for each in ground.costs]
        self.level: Final = Ways(board, [1] * board.size)
        self.terrain: Final = ground.terrain
        self.house: Final = house
        people = self.names
        spaces = [board.name(cell) for cell in range(board.size)]
        self.activate: Final = fighter_options(people, "activate", "{} acts", 0, "turn.alternate")
        self.come_back: Final = fighter_options(
            people, "return", "{} comes back", 0, "status.injured"
        )
        self.move: Final = place_options(
            spaces, "move", "Move to {}", 0, "turn.activation", cost=MOVE
        )
        self.shift: Final = place_options(
            spaces, "shift", "Move it to {}", 0, "close.movement", "to {}", cost="free"
        )
        self.attack: Final = self.actions(
            "attack", "Attack {}", verbs.ATTACK, "close.roll", "attack {} with blade"
        )
        self.shoot: Final = self.actions(
            "ranged", "Shoot at {}", verbs.RANGED, "ranged.roll", "shoot {} with bow"
        )
        self.throw: Final = self.actions(
            "shuriken",
            "Throw shuriken at {}",
            verbs.SHURIKEN,
            "shuriken.one-die",
            "throw at {} with shuriken",
        )
        self.search: Final = self.actions(
            "search", "Search for {}", verbs.SEARCH, "status.stealth", "search {}"
        )
        self.curse: Final = self.actions(
            "curse", "Curse {}", verbs.CURSE, "keywords.profiles", "curse {}"
        )
        # the results a winner may choose from, by the elements of their hand, and the most harmful
        # ones
        self.close_results: Final = by_hand(close_options(house))
        self.worst_close: Final = [most_harmful(options) for options in self.close_results]
        self.ranged_results: Final = by_hand(ranged_options(house))
        self.worst_ranged: Final = [most_harmful(options) for options in self.ranged_results]
        self.mildest_ranged: Final = [least_harmful(options) for options in self.ranged_results]

    def actions(self, kind: str, text: str, verb: i64, rule: str, key: str) -> list[Option]:
        """Make the options to spend an action on each model."""
        return fighter_options(self.names, kind, text, verb, rule, key, ACTION)

    def new_fight(self, table: Table) -> ShinobiFight:
        fight = ShinobiFight(self, table)
        fight.begin_as_ruled()
        return fight

    def blank_fight(self, table: Table) -> ShinobiFight:
        return ShinobiFight(self, table, is_deployed=False)

    def board(self) -> dict[str, object]:
        board = self.squares
        cells = range(board.size)
        costs = self.ways[0].costs
        return {
            **board.data(),
            "terrain": list(self.terrain),
            "costs": {str(cell): costs[cell] for cell in cells if costs[cell] > 1},
        }

    def emblem(self, who: i64) -> str:
        sheet = self.sheets[who]
        if sheet.range > 0:
            return "bow"
        if sheet.keyword_bits & (keywords.CURSE | keywords.MELODY):
            return "caster"
        if sheet.keyword_bits & (keywords.WINGED | keywords.ENTANGLE):
            return "beast"
        if sheet.keyword_bits & (keywords.GUARD | keywords.IMMOVABLE | keywords.DAUNTLESS):
            return "shield"
        if sheet.reach > 1:
            return "spear"
        return "fist" if sheet.keyword_bits & keywords.SWEEP else "blade"

    def sheet_of(self, who: i64) -> dict[str, object]:
        sheet = self.sheets[who]
        weapons: list[dict[str, object]] = [
            {"name": "blade", "figures": [f"reach {sheet.reach}"], "tags": []}
        ]
        if sheet.range > 0:
            weapons.append({"name": "bow", "figures": [f"range {sheet.range}"], "tags": []})
        weapons.append({"name": "shuriken", "figures": ["range 3", "1 die"], "tags": ["stealthy"]})
        return {
            "scores": {
                "Movement": int(sheet.movement),
                "Attack": int(sheet.attack),
                "Defence": int(sheet.defence),
            },
            "weapons": weapons,
            "affinity": [element.capitalize() for element in sheet.affinity],
            "keywords": [name.replace("-", " ") for name in sheet.keywords],
        }


def by_hand(options: list[Option]) -> list[list[Option]]:
    """List the options for every set of elements that a hand can show."""
    return [options_in(options, elements) for elements in range(ALL_FOUR + 1)]


def most_harmful(options: list[Option]) -> int:
    """Return the option that harms the loser most, the first of equals: injury, stun, nothing."""
    return max(range(len(options)), key=lambda index: options[index].item, default=0)


def least_harmful(options: list[Option]) -> int:
    """Return the option that harms the target least, the first of equals."""
    return min(range(len(options)), key=lambda index: options[index].item, default=0)
