"""A Shinobi scenario made ready: the board, the profiles, and every option, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Setup
from affray.core.options import fighter_options, place_options
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.shinobi.actions import ATTACK, CURSING, RANGED, SEARCH, SHURIKEN
from affray.rulesets.shinobi.close import close_options
from affray.rulesets.shinobi.combat import among
from affray.rulesets.shinobi.elements import ALL_KEPT
from affray.rulesets.shinobi.fight import ShinobiFight
from affray.rulesets.shinobi.profile import MELODY, House, Sheet
from affray.rulesets.shinobi.ranged import ranged_options
from affray.rulesets.shinobi.tell import PHRASES
from affray.space.squares import Squares, Ways


class Scene(Setup):
    """Everything about a scenario that no fight changes.

    `costs` are what spaces cost to enter: for most, for the surefooted, for those who leap, and
    for those who do both.
    """

    def __init__(
        self,
        title: str,
        sides: list[str],
        sheets: list[Sheet],
        board: Squares,
        costs: list[list[int]],
        terrain: list[str],
        house: House,
        round_limit: i64,
    ) -> None:
        super().__init__(
            "shinobi", title, sides, [sheet.name for sheet in sheets], PHRASES, round_limit
        )
        self.sheets: Final = sheets
        self.squares: Final = board
        self.ways: Final = [Ways(board, each) for each in costs]
        self.level: Final = Ways(board, [1] * board.size)
        self.terrain: Final = terrain
        self.house: Final = house
        self.has_melody: Final = any(sheet.keywords & MELODY != 0 for sheet in sheets)

        people = self.names
        spaces = [board.name(cell) for cell in range(board.size)]
        self.activate: Final = fighter_options(people, "activate", "{} acts", 0, "turn.alternate")
        self.come_back: Final = fighter_options(
            people, "return", "{} comes back", 0, "status.injured"
        )
        self.move: Final = place_options(spaces, "move", "Move to {}", 0, "turn.activation")
        self.shift: Final = place_options(
            spaces, "shift", "Move it to {}", 0, "close.movement", "to {}"
        )
        self.attack: Final = fighter_options(
            people, "attack", "Attack {}", ATTACK, "close.roll", "attack {} with blade"
        )
        self.shoot: Final = fighter_options(
            people, "ranged", "Shoot at {}", RANGED, "ranged.roll", "shoot {} with bow"
        )
        self.throw: Final = fighter_options(
            people,
            "shuriken",
            "Throw shuriken at {}",
            SHURIKEN,
            "shuriken.one-die",
            "throw at {} with shuriken",
        )
        self.search: Final = fighter_options(
            people, "search", "Search for {}", SEARCH, "status.stealth"
        )
        self.curse: Final = fighter_options(
            people, "curse", "Curse {}", CURSING, "keywords.profiles"
        )
        # what a winner may choose from, by the elements of their hand, and what harms most
        self.close_results: Final = by_hand(close_options(house))
        self.worst_close: Final = [worst(options) for options in self.close_results]
        self.ranged_results: Final = by_hand(ranged_options(house))
        self.worst_ranged: Final = [worst(options) for options in self.ranged_results]

    def new_fight(self, table: Table) -> ShinobiFight:
        return ShinobiFight(self, table)

    def board(self) -> dict[str, object]:
        board = self.squares
        cells = range(board.size)
        costs = self.ways[0].costs
        return {
            **board.data(),
            "terrain": list(self.terrain),
            "costs": {str(cell): costs[cell] for cell in cells if costs[cell] > 1},
        }


def by_hand(options: list[Option]) -> list[list[Option]]:
    """The options for every set of elements that a hand can show."""
    return [among(options, elements) for elements in range(ALL_KEPT + 1)]


def worst(options: list[Option]) -> int:
    """Which option harms the loser most: injury before a stun before nothing, and of equals
    the first."""
    found = 0
    for index, option in enumerate(options):
        if option.item > options[found].item:
            found = index
    return found
