"""A Shinobi scenario made ready: the board, the profiles, and every option, made once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Setup
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.shinobi.actions import (
    ATTACK,
    CURSING,
    RANGED,
    RUN,
    SEARCH,
    SHURIKEN,
    STEALTH,
    SWEEPING,
    WAIT,
)
from affray.rulesets.shinobi.elements import AIR, EARTH, ELEMENTS, FIRE, WATER
from affray.rulesets.shinobi.fight import ShinobiFight
from affray.rulesets.shinobi.moving import GO, SNEAK, STAY
from affray.rulesets.shinobi.profile import (
    HARMS,
    INJURED,
    MELODY,
    NOTHING,
    STUNNED,
    House,
    Sheet,
)
from affray.rulesets.shinobi.tell import PHRASES
from affray.space.squares import FACINGS, Squares, Ways

FACING_NAMES: Final = [
    "north",
    "north-east",
    "east",
    "south-east",
    "south",
    "south-west",
    "west",
    "north-west",
]

MOVES: Final = {
    int(FIRE): ", and the winner may be moved 1 space",
    int(AIR): ", and may be moved up to 2 spaces",
}


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
        self.board_of_squares: Final = board
        self.ways: Final = [Ways(board, each) for each in costs]
        self.level: Final = Ways(board, [1] * board.size)
        self.terrain: Final = terrain
        self.house: Final = house
        self.has_melody: Final = any(sheet.keywords & MELODY != 0 for sheet in sheets)

        names = self.names
        activation = ("turn.activation",)
        self.activate: Final = [
            Option("activate", f"activate {name}", f"{name} acts", target=i)
            for i, name in enumerate(names)
        ]
        self.come_back: Final = [
            Option("return", f"return {name}", f"{name} comes back", target=i)
            for i, name in enumerate(names)
        ]
        self.only_move: Final = Option("move", "move", "Move, and do nothing else")
        self.recover: Final = [self.only_move, Option("act", "act", "Act where it stands")]
        self.yes_blink: Final = Option("blink", "blink", "Blink", rules=("keywords.profiles",))
        self.blink: Final = [Option("no", "no", "Walk"), self.yes_blink]

        # moving
        self.stay: Final = Option("stay", "stay", "Stay here", STAY, rules=activation)
        self.sneak: Final = Option(
            "sneak", "sneak", "Hide instead of moving", SNEAK, rules=("keywords.profiles",)
        )
        self.move: Final = [
            Option(
                "move",
                f"move {board.name(i)}",
                f"Move to {board.name(i)}",
                GO,
                place=i,
                rules=activation,
            )
            for i in range(board.size)
        ]
        self.unmoved: Final = Option(
            "stay", "stay", "Leave it where it is", STAY, rules=("close.movement",)
        )
        self.shift: Final = [
            Option(
                "shift",
                f"to {board.name(i)}",
                f"Move it to {board.name(i)}",
                GO,
                place=i,
                rules=("close.movement",),
            )
            for i in range(board.size)
        ]
        self.facings: Final = [
            Option(
                "facing",
                f"face {FACINGS[i]}",
                f"Face {FACING_NAMES[i]}",
                value=i,
                rules=("board.squares",),
            )
            for i in range(8)
        ]

        # actions
        self.wait: Final = Option("wait", "wait", "Do nothing", WAIT, rules=activation)
        self.run: Final = Option("run", "run", "Run: move again", RUN, rules=activation)
        self.stealth: Final = Option(
            "stealth", "stealth", "Hide", STEALTH, rules=("status.stealth",)
        )
        self.sweep: Final = Option(
            "sweep",
            "sweep with blade",
            "Attack everybody in front with two dice fewer",
            SWEEPING,
            rules=("keywords.profiles",),
        )
        self.attack: Final = [
            Option(
                "attack",
                f"attack {name} with blade",
                f"Attack {name}",
                ATTACK,
                i,
                rules=("close.roll",),
            )
            for i, name in enumerate(names)
        ]
        self.shoot: Final = [
            Option(
                "ranged",
                f"shoot {name} with bow",
                f"Shoot at {name}",
                RANGED,
                i,
                rules=("ranged.roll",),
            )
            for i, name in enumerate(names)
        ]
        self.throw: Final = [
            Option(
                "shuriken",
                f"throw at {name} with shuriken",
                f"Throw shuriken at {name}",
                SHURIKEN,
                i,
                rules=("shuriken.one-die",),
            )
            for i, name in enumerate(names)
        ]
        self.search: Final = [
            Option(
                "search",
                f"search {name}",
                f"Search for {name}",
                SEARCH,
                i,
                rules=("status.stealth",),
            )
            for i, name in enumerate(names)
        ]
        self.curse: Final = [
            Option(
                "curse", f"curse {name}", f"Curse {name}", CURSING, i, rules=("keywords.profiles",)
            )
            for i, name in enumerate(names)
        ]
        self.enough: Final = Option("enough", "enough", "No further blow")

        # the dice
        reroll = ("reroll.keywords",)
        self.keep: Final = Option("keep", "keep", "Keep the dice", rules=reroll)
        again = [
            Option(
                "reroll",
                f"reroll {ELEMENTS[e]}",
                f"Roll a die of {ELEMENTS[e]} again",
                value=e,
                rules=reroll,
            )
            for e in range(1, 5)
        ]
        self.rerolls: Final = [[self.keep, *among(again, mask)] for mask in range(16)]
        self.use_mastery: Final = Option("use", "use", "Roll the others again", rules=reroll)
        self.mastery_choice: Final = [self.keep, self.use_mastery]
        self.spend_curse: Final = Option(
            "spend",
            "spend",
            "Discard the curse: all dice are rolled again",
            rules=("keywords.profiles",),
        )
        self.curse_choice: Final = [
            Option("leave", "leave", "Leave the curse for later"),
            self.spend_curse,
        ]
        close = results_of([INJURED, house.close_water, STUNNED, house.close_earth], "close", True)
        ranged = results_of([NOTHING, INJURED, NOTHING, house.ranged_earth], "ranged", False)
        self.close_results: Final = [among(close, mask) for mask in range(16)]
        self.worst_close: Final = [worst(options) for options in self.close_results]
        self.ranged_results: Final = [among(ranged, mask) for mask in range(16)]
        self.worst_ranged: Final = [worst(options) for options in self.ranged_results]

    def fight(self, table: Table) -> ShinobiFight:
        return ShinobiFight(self, table)

    def board(self) -> dict[str, object]:
        board = self.board_of_squares
        return {
            "kind": "grid",
            "width": int(board.width),
            "height": int(board.height),
            "places": [board.name(cell) for cell in range(board.size)],
            "terrain": list(self.terrain),
        }


def results_of(harms: list[i64], combat: str, moves: bool) -> list[Option]:
    """The options to choose each of the four elements, worth what they do to the loser.

    An option's `item` is the harm it does.
    """
    found: list[Option] = []
    for element in (FIRE, WATER, AIR, EARTH):
        harm = harms[element - 1]
        name = ELEMENTS[element]
        text = f"{name}: the loser is {HARMS[harm]}" if harm else f"{name}: nothing happens"
        if not moves and harm == NOTHING:
            text = f"{name}: a miss"
        rule = f"{combat}.{name.lower()}"
        if not moves and element in (FIRE, AIR):
            rule = "ranged.others-miss"
        found.append(
            Option(
                "result",
                name.lower(),
                text + (MOVES.get(int(element), "") if moves else ""),
                item=harm,
                value=element,
                rules=(rule,),
            )
        )
    return found


def among(options: list[Option], mask: int) -> list[Option]:
    """The options whose elements are in a mask."""
    return [option for option in options if mask & (1 << (int(option.value) - 1))]


def worst(options: list[Option]) -> int:
    """Which option harms the loser most: injury before a stun before nothing, and of equals
    the first."""
    found = 0
    for index, option in enumerate(options):
        if option.item > options[found].item:
            found = index
    return found
