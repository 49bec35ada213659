"""The fight: initiative, whose turn it is, and the state that the rules change."""

from __future__ import annotations

from typing import Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter, Setup
from affray.core.questions import Option, Question
from affray.core.state import External, Transient
from affray.core.table import Table
from affray.rulesets.renaissance import verbs
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.gaits import CRAWL
from affray.rulesets.renaissance.house import House
from affray.rulesets.renaissance.ongoing import Attack, Walk
from affray.rulesets.renaissance.options import Options
from affray.rulesets.renaissance.scene import Scene
from affray.rulesets.renaissance.sheet import NONE
from affray.rulesets.renaissance.terrain import Terrain


class RenaissanceFight(Fight):
    """A fight by the Renaissance rules."""

    scene: Final[Scene]
    terrain: Final[Terrain]
    options: Final[Options]
    house: Final[House]
    combatants: Final[list[Combatant]]
    enemies: Final[list[list[Combatant]]]
    """For each side, the fighters of all other sides."""
    order: list[int]
    """The fighters in turn order, by initiative."""
    at: i64 = 0
    """The position of the next turn in that order."""
    lying: list[tuple[int, int, int]]
    """Weapons on the ground, each with its cell and its load."""
    lying_shields: list[tuple[int, int]]
    """Shields on the ground, each with its cell."""
    somebody_waits: Transient[bool] = False
    """Whether any fighter may have an action readied."""
    acting: Transient[i64] = NONE
    """The fighter whose turn it is, NONE between turns."""
    standard_used: Transient[bool] = False
    quick_used: Transient[i64] = 0
    moved: Transient[bool] = False
    stunt_refused: Transient[bool] = False
    walk: External[Walk | None]
    """The move in progress."""
    asked_about: Transient[i64] = NONE
    """The only fighter to resolve, when the odds of one attack are computed."""

    def __init__(self, setup: Setup, scene: Scene, table: Table) -> None:
        combatants = [
            Combatant(index, sheet, scene.gear_states[index])
            for index, sheet in enumerate(scene.sheets)
        ]
        super().__init__(setup, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.terrain = scene.terrain
        self.options = scene.options
        self.house = scene.house
        self.combatants = combatants
        self.enemies = [
            [one for one in combatants if one.side != side] for side in range(len(setup.sides))
        ]
        self.order = []
        self.lying = []
        self.lying_shields = []
        self.walk = None

    def lying_key(self) -> object:
        """Return the weapons on the ground, in any order."""
        return sorted(self.lying) if self.lying else ()

    def lying_shields_key(self) -> object:
        """Return the shields on the ground, in any order."""
        return sorted(self.lying_shields) if self.lying_shields else ()

    def spot(self, cell: i64) -> str:
        """Return a cell's name on the map: column, row."""
        return self.scene.grid.name(cell)

    def place_name(self, who: i64) -> str:
        return self.spot(self.combatants[who].cell)

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].cell)}

    def join_order(self, who: Combatant) -> None:
        """Let a late fighter act after all who rolled for initiative [turn.initiative]."""
        if self.order and not who.has_no_turn() and int(who.index) not in self.order:
            self.order.append(int(who.index))

    def is_undecided(self) -> bool:
        """Return whether more than one side is undefeated."""
        return self.sides_left() > 1

    # --- places -----------------------------------------------------------------------------------

    def metres(self, here: i64, there: i64) -> i64:
        """Return the straight distance between two cells, to the nearest metre [grid.distance]."""
        return self.scene.grid.rounded(here, there)

    def put(self, who: Combatant, cell: i64) -> None:
        """Put a fighter into a cell, with their mount."""
        who.cell = cell
        if who.mount >= 0:
            self.combatants[who.mount].cell = cell
        if who.rider >= 0:
            self.combatants[who.rider].cell = cell

    def is_occupied(self, cell: i64) -> bool:
        """Return whether an able fighter stands in a cell."""
        for who in self.combatants:
            if who.cell == cell and who.is_able():
                return True
        return False

    def can_go_on(self, mover: Combatant) -> bool:
        """Return whether nothing has stopped a mover [reaction.opportunity, brace.receive].

        A mover stops who falls, is taken out, held or unseated, or whose weapon is caught or has
        caught another [maneuver.catch].
        """
        if not mover.is_free_to_act() or mover.caught_hand >= 0 or mover.catching >= 0:
            return False
        walk = self.walk
        if walk is None or walk.who is not mover:
            return not mover.prone
        if walk.mount != mover.mount or (mover.prone and walk.gait != CRAWL):
            return False
        if mover.mount >= 0:
            mount = self.combatants[mover.mount]
            return mount.is_free_to_act() and not mount.prone
        return True

    def spend(self, cost: i64) -> None:
        """Spend the actions of an option in the current turn [turn.allotment]."""
        if cost == verbs.STANDARD or cost == verbs.BOTH:
            self.standard_used = True
        if cost == verbs.QUICK or cost == verbs.BOTH:
            self.quick_used += 1

    def is_still_open(self, question: Question, option: Option) -> bool:
        return option.target < 0 or self.combatants[option.target].is_present()

    # --- where rules lead back to the beginning ---------------------------------------------------

    def attack(self, attack: Attack) -> AttackResult:
        """Make an attack; a reaction may make one during a move or another attack."""
        raise NotImplementedError

    def perform(self, who: Combatant, chosen: Option) -> None:
        """Perform a readied action, during another action [reaction.ready]."""
        raise NotImplementedError
