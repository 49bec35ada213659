"""The fight: its turns and rounds, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import Option
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.olde import tell, verbs
from affray.rulesets.olde.adjustments import FULL_EFFORT, HASTY, PLAIN, Tally
from affray.rulesets.olde.attack import attack
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.hands import best_grip
from affray.rulesets.olde.house import House
from affray.rulesets.olde.reach import add_distance, hindrance_of
from affray.rulesets.olde.rulings import OldeRulings
from affray.rulesets.olde.sheet import BARE, NO_LIMIT
from affray.rulesets.olde.turn import end_of_part, next_to_act, reset, take_turn

if TYPE_CHECKING:
    from affray.rulesets.olde.scene import Scene


class OldeFight(Fight):
    """A fight by the rules of Dungeons of Olde. Its `round` counts the game's turns.

    `spent`, `walked`, `moved` and `has_acted` are what the one who acts has done in this round.
    """

    scene: Final[Scene]
    house: Final[House]
    combatants: Final[list[Combatant]]
    lying: list[tuple[int, int]]
    resetting: bool = True
    idle: bool = True
    spent: Transient[i64] = 0
    walked: Transient[i64] = 0
    moved: Transient[bool] = False
    has_acted: Transient[bool] = False

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [Combatant(index, sheet, scene) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.house = scene.house
        self.combatants = combatants
        self.lying = []

    def lying_key(self) -> object:
        """What lies where, in whatever order it fell."""
        return sorted(self.lying)

    def round_key(self) -> i64:
        """Before the first turn surprise still matters."""
        return 1 if self.round > 0 else 0

    def place_name(self, who: i64) -> str:
        return self.scene.places[self.combatants[who].cell]

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].cell)}

    # --- turns ---

    def step(self) -> None:
        """A Reset, or one fighter's part of a round."""
        if self.resetting:
            reset(self)
        else:
            self.turns += 1
            take_turn(self, next_to_act(self))
        end_of_part(self)
        if self.sides_left() < 2 or (self.resetting and self.round >= self.scene.round_limit):
            self.end()

    def end(self) -> None:
        """The fight is over."""
        self.ended = True
        if self.wants_events:
            tell.ended(self)

    # --- places ---

    def enemy_cells(self, side: i64) -> list[int]:
        """The spaces that enemies of a side can defend [reach.enter]."""
        found: list[int] = []
        for who in self.combatants:
            if who.side != side and who.is_in_fight() and not who.is_helpless():
                found.append(int(who.cell))
        return found

    def put(self, who: Combatant, cell: i64) -> None:
        """Puts somebody into a space, which others may share [reach.spaces]."""
        who.cell = cell

    # --- rulings ---

    def rulings_on(self, who: i64) -> OldeRulings:
        return OldeRulings(self, self.combatants[who])

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """Every attack with every weapon carried, on everybody else, in every manner."""
        found: list[Option] = []
        manners = [PLAIN, HASTY, FULL_EFFORT] if self.house.advanced_actions else [PLAIN]
        for item in [*dict.fromkeys(self.combatants[who].arms), int(BARE)]:
            weapon = self.scene.weapons[item]
            for target in self.combatants:
                if target.index == who:
                    continue
                for manner in manners:
                    if weapon.melee is not None:
                        found.append(self.scene.attack(who, item, target.index, manner, False))
                    if weapon.ranged is not None:
                        found.append(self.scene.attack(who, item, target.index, manner, True))
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Puts the weapon in hand, and its bearer in the nearest space from which distance and
        sight hinder the attack least."""
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        weapon = self.scene.weapons[attack.item]
        if attack.item != BARE and attacker.weapon != attack.item:
            has_shield = attacker.sheet.shield.defense > 0
            attacker.weapon = attack.item
            attacker.two_hands = best_grip(weapon, has_shield)
            attacker.shielded = has_shield and not attacker.two_hands
        attacker.loaded = True
        grid = self.scene.grid
        start = attacker.cell
        best = start
        best_adjustment: i64 = -NO_LIMIT
        for cell in range(grid.size):
            attacker.cell = cell
            if grid.solid[cell] or hindrance_of(self, attacker, attack):
                continue
            tally = Tally(False)
            add_distance(self, tally, attacker, target, weapon.use(attack.verb == verbs.SHOOT))
            if tally.total > best_adjustment or (
                tally.total == best_adjustment
                and grid.spaces(start, cell) < grid.spaces(start, best)
            ):
                best, best_adjustment = cell, tally.total
        attacker.cell = best

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        return attack(self, self.combatants[who], attack_option)
