"""The fight: its turns and rounds, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.olde import log, verbs
from affray.rulesets.olde.adjustments import FULL_EFFORT, HASTY, PLAIN, Tally
from affray.rulesets.olde.attack import make_attack
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.hands import best_grip, has_hands_for
from affray.rulesets.olde.house import House
from affray.rulesets.olde.movement import MOST_A_ROUND
from affray.rulesets.olde.reach import add_distance, hindrance_of, why_not_attacked
from affray.rulesets.olde.recovery import OldeRecovery
from affray.rulesets.olde.rulings import OldeRulings
from affray.rulesets.olde.sheet import BARE, NO_LIMIT, Weapon
from affray.rulesets.olde.strike import Attack
from affray.rulesets.olde.turn import end_of_part, next_to_act, reset, take_turn

if TYPE_CHECKING:
    from affray.rulesets.olde.setup import Scene


class OldeFight(Fight):
    """A fight by the rules of Dungeons of Olde. Its `round` counts the game's turns.

    `actor` is who acts, and `spent`, `walked`, `moved` and `has_acted` are what they have done in
    this round.
    """

    scene: Final[Scene]
    house: Final[House]
    combatants: Final[list[Combatant]]
    friends: Final[list[list[Combatant]]]
    enemies: Final[list[list[Combatant]]]
    """The combatants of each side, and those of all others."""
    lying: list[tuple[int, int, bool]]
    resetting: bool = True
    idle: bool = True
    actor: Transient[i64] = NOBODY
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
        sides = range(len(scene.sides))
        self.friends = [[who for who in combatants if who.side == side] for side in sides]
        self.enemies = [[who for who in combatants if who.side != side] for side in sides]
        self.lying = []

    def lying_key(self) -> object:
        """Return what lies where, in whatever order it fell."""
        return sorted(self.lying) if self.lying else ()

    def round_key(self) -> i64:
        """Return whether it is the first turn, when surprise matters."""
        return 1 if self.round > 0 else 0

    def spent_key(self) -> i64:
        """Return how many of the Action Points of a round are gone: also those that the actor does
        not have any more."""
        if self.actor == NOBODY:
            return 0
        lacking: i64 = MOST_A_ROUND - self.combatants[self.actor].action_points
        return lacking if lacking > self.spent else self.spent

    def walked_key(self) -> i64:
        """Return how far the actor went in this round, if conditions allow only so much."""
        if self.actor == NOBODY or self.combatants[self.actor].most_spaces() == NO_LIMIT:
            return 0
        return self.walked

    def place_name(self, who: i64) -> str:
        return self.scene.places[self.combatants[who].cell]

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].cell)}

    # --- turns ---

    def step(self) -> None:
        """Play a Reset, or one fighter's part of a round."""
        if self.resetting:
            reset(self)
        else:
            self.turns += 1
            take_turn(self, next_to_act(self))
        end_of_part(self)
        if self.sides_left() < 2 or (self.resetting and self.round >= self.scene.round_limit):
            self.end()

    def end(self) -> None:
        """End the fight."""
        self.ended = True
        log.ended(self)

    def turn_order(self) -> list[dict[str, object]]:
        """Return who acts, then the others by Action Points and Finesse, then who has acted."""
        acting = [who for who in self.combatants if who.index == self.actor]
        waiting = [who for who in self.combatants if who.is_waiting()]
        waiting.sort(key=lambda who: (-who.action_points, -who.sheet.finesse))
        others = [
            who for who in self.combatants if who.index != self.actor and not who.is_waiting()
        ]
        return [
            {
                "who": int(who.index),
                "status": status,
                "left": f"{who.action_points} AP" if who.action_points else "",
            }
            for status, group in (("acting", acting), ("waiting", waiting), ("", others))
            for who in group
            for status in [status or ("acted" if who.can_act() else "out")]
        ]

    # --- places ---

    def ways(self, who: Combatant, most: i64) -> list[tuple[int, int]]:
        """Return the cells a fighter can get to in so many steps, nearest first, each with its
        steps. Friends let one through; an enemy who can defend its space does not."""
        distances = self.scene.field.distances(who.cell)
        closed = [cell for cell in self.closed_to(who) if distances[cell] <= most]
        if not closed:
            return self.scene.field.ways(who.cell, most)
        return self.scene.grid.ways_from(who.cell, most, closed)

    def closed_to(self, who: Combatant) -> list[int]:
        """Return the cells that a fighter does not enter: those of enemies who defend them."""
        return [int(other.cell) for other in self.enemies[who.side] if other.defends_its_space()]

    def put(self, who: Combatant, cell: i64) -> None:
        """Put a fighter into a space, which others may share."""
        who.cell = cell

    def lay_down(self, weapon: Weapon, cell: i64, is_loaded: bool) -> None:
        """Lay a weapon on the ground; a crossbow as it was, loaded or not."""
        self.lying.append((int(weapon.index), int(cell), is_loaded))

    def recovery(self) -> OldeRecovery:
        return OldeRecovery(self)

    # --- rulings ---

    def rulings_on(self, who: i64) -> OldeRulings:
        return OldeRulings(self, self.combatants[who])

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """Return every attack with every weapon carried, on everybody else, in every manner."""
        found: list[Option] = []
        manners = [PLAIN, HASTY, FULL_EFFORT] if self.house.advanced_actions else [PLAIN]
        for item in [*dict.fromkeys(self.combatants[who].arms), int(BARE)]:
            weapon = self.scene.weapons[item]
            for target in self.combatants:
                if target.index == who:
                    continue
                for manner in manners:
                    if weapon.melee is not None:
                        found.append(self.scene.attack(item, target.index, manner, False))
                    if weapon.ranged is not None:
                        found.append(self.scene.attack(item, target.index, manner, True))
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Put the weapon in hand, and its bearer in the nearest space from which distance and
        sight hinder the attack least."""
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        weapon = self.scene.weapons[attack.item]
        if attack.item != BARE and attacker.weapon != attack.item:
            has_shield = attacker.sheet.shield.defense > 0
            attacker.weapon = attack.item
            attacker.two_hands = best_grip(weapon, has_shield)
            attacker.shielded = has_shield and not attacker.two_hands
        use = weapon.use(attack.verb == verbs.SHOOT)
        if not has_hands_for(attacker, weapon, use):
            attacker.two_hands = True
            attacker.shielded = False
        attacker.loaded = True
        plain = Attack(self, attacker, target, weapon, use)
        grid = self.scene.grid
        field = self.scene.field
        start = attacker.cell
        best = start
        best_adjustment: i64 = -NO_LIMIT
        for cell in range(grid.size):
            attacker.cell = cell
            if grid.solid[cell] or why_not_attacked(self, attacker, weapon, use, target):
                continue
            tally = Tally(False)
            add_distance(tally, plain)
            if tally.total > best_adjustment or (
                tally.total == best_adjustment
                and field.spaces(start, cell) < field.spaces(start, best)
            ):
                best, best_adjustment = cell, tally.total
        attacker.cell = best

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        return make_attack(self, self.combatants[who], attack_option)
