"""The fight: its turns and rounds, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, AttackResult, Fight, Fighter
from affray.core.questions import Option
from affray.core.table import Table
from affray.rulesets.olde.actions import take_turn
from affray.rulesets.olde.adjustments import Tally
from affray.rulesets.olde.attack import attack
from affray.rulesets.olde.conditions import DURATIONS
from affray.rulesets.olde.gear import BARE, NO_LIMIT, Adjustment, Condition, Sheet, Weapon
from affray.rulesets.olde.hands import best_grip
from affray.rulesets.olde.reach import add_distance, hindrance_of
from affray.rulesets.olde.rulings import OldeRulings
from affray.rulesets.olde.turns import end_of_round, next_to_act, reset
from affray.rulesets.olde.verbs import SHOOT

if TYPE_CHECKING:
    from affray.rulesets.olde.scene import Scene


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes. Hit points go below zero."""

    def __init__(self, index: i64, sheet: Sheet, scene: Scene) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet: Final = sheet
        self.weapons: Final = scene.weapons
        self.kinds: Final = scene.conditions
        self.hit_points: i64 = sheet.hit_points
        self.cell: i64 = sheet.cell
        self.arms: list[int] = sheet.arms.copy()
        self.weapon: i64 = sheet.in_hand
        self.two_hands: bool = sheet.two_hands
        self.shielded: bool = sheet.shield.defense > 0 and not sheet.two_hands
        self.loaded: bool = True
        self.action_points: i64 = 0
        self.free_step: bool = False
        self.acted: bool = False
        self.blocking: bool = False
        self.temporary: list[Adjustment] = []
        self.marks: list[int] = [0] * len(scene.conditions)
        self.recovery: list[int] = [0] * len(scene.conditions)
        self.afflicted: i64 = 0
        self.stabilised: bool = False
        self.fled: bool = False
        for one in sheet.suffers:
            self.mark(one.condition, one.duration, one.cr)

    # --- conditions ---

    def mark(self, condition: i64, duration: i64, cr: i64) -> None:
        """Sets how long a condition lasts, 0 for not at all, and the CR of recovery."""
        had = 1 if self.marks[condition] else 0
        self.marks[condition] = int(duration)
        self.recovery[condition] = int(cr)
        self.afflicted += (1 if duration else 0) - had

    def suffers(self) -> list[Condition]:
        """The conditions one has."""
        return [self.kinds[n] for n in range(len(self.marks)) if self.marks[n]]

    def able(self) -> bool:
        """Whether they are still in the fight, though perhaps not able to act just now."""
        return self.hit_points > 0 and not self.fled

    def is_in_fight(self) -> bool:
        return self.able()

    def awake(self) -> bool:
        """Whether they can do anything at all."""
        if not self.able():
            return False
        if self.afflicted:
            for condition in self.suffers():
                if not condition.acts:
                    return False
        return True

    def may_attack(self) -> bool:
        """Whether they are awake and no condition forbids attacks."""
        if not self.awake():
            return False
        if self.afflicted:
            for condition in self.suffers():
                if not condition.attacks:
                    return False
        return True

    def bound(self) -> bool:
        """Whether they can make no movement, not even in their own space."""
        if self.afflicted:
            for condition in self.suffers():
                if condition.helpless:
                    return True
        return False

    def helpless(self) -> bool:
        """Whether they make no Defense roll [conditions.list]."""
        return self.hit_points <= 0 or self.bound()

    def motionless(self) -> bool:
        """Whether an archer beside them need not hurry [ranged.adjacent]."""
        return self.helpless()

    def must_flee(self) -> bool:
        """Whether fear drives them [conditions.list]."""
        if self.afflicted:
            for condition in self.suffers():
                if condition.flees:
                    return True
        return False

    def most_spaces(self) -> i64:
        """How many spaces conditions let them go in a round [conditions.list]."""
        most = NO_LIMIT
        if self.afflicted:
            for condition in self.suffers():
                if condition.spaces < most:
                    most = condition.spaces
        return most

    # --- life and death ---

    def dead(self) -> bool:
        """At minus the maximum [health.down]."""
        return self.hit_points <= -self.sheet.hit_points

    def dying(self) -> bool:
        """Down, and nobody has stopped it yet [health.down]."""
        return self.hit_points <= 0 and not self.stabilised and not self.gone()

    def gone(self) -> bool:
        """Not there any more: dead, or away."""
        return self.fled or self.dead()

    # --- the round ---

    def waiting(self) -> bool:
        """Whether they still have a part in this round [turn.order]."""
        return self.action_points > 0 and not self.acted and self.awake()

    def held(self) -> Weapon:
        """The weapon in hand."""
        return self.weapons[self.weapon]

    # --- as everybody sees them ---

    def state(self) -> str:
        if self.fled:
            return FLED
        if self.hit_points <= 0:
            return DEAD if self.dead() else DOWN
        return STANDING

    def health(self) -> int:
        return self.hit_points if self.hit_points > 0 else 0

    def max_health(self) -> int:
        return self.sheet.hit_points

    def conditions(self) -> list[str]:
        found = []
        if self.dying():
            found.append("dying")
        for number in range(len(self.marks)):
            if self.marks[number]:
                found.append(f"{self.kinds[number].name}, {DURATIONS[self.marks[number]]}")
        if self.blocking:
            found.append("shield block")
        if self.action_points:
            found.append(f"{self.action_points} AP")
        return found


class OldeFight(Fight):
    """A fight by the rules of Dungeons of Olde. Its `round` counts the game's turns."""

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [Combatant(index, sheet, scene) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene: Final = scene
        self.house: Final = scene.house
        self.combatants: Final = combatants
        self.lying: list[tuple[int, int]] = []
        self.resetting: bool = True
        self.idle: bool = True
        # what the one who acts has done in this round
        self.spent: i64 = 0
        self.walked: i64 = 0
        self.moved: bool = False
        self.has_acted: bool = False

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
        end_of_round(self)
        if self.sides_left() < 2 or (self.resetting and self.round >= self.scene.round_limit):
            self.end()

    def end(self) -> None:
        """The fight is over."""
        self.ended = True
        if self.wants_events:
            parts: dict[str, object] = {"won": self.verdict(), "turns": int(self.round)}
            self.tell("end", parts, ("health.down",))

    # --- places ---

    def enemy_cells(self, side: i64) -> list[int]:
        """The spaces that enemies of a side can defend [reach.enter]."""
        found: list[int] = []
        for who in self.combatants:
            if who.side != side and who.able() and not who.helpless():
                found.append(int(who.cell))
        return found

    def put(self, who: Combatant, cell: i64) -> None:
        """Puts somebody into a space, which others may share [reach.spaces]."""
        who.cell = cell

    # --- rulings ---

    def rulings_on(self, who: i64) -> OldeRulings:
        return OldeRulings(self, self.combatants[who])

    # --- pictures ---

    def copy(self, table: Table) -> OldeFight:
        other = OldeFight(self.scene, table)
        for index, mine in enumerate(self.combatants):
            theirs = other.combatants[index]
            theirs.hit_points = mine.hit_points
            theirs.cell = mine.cell
            theirs.arms = mine.arms.copy()
            theirs.weapon = mine.weapon
            theirs.two_hands = mine.two_hands
            theirs.shielded = mine.shielded
            theirs.loaded = mine.loaded
            theirs.action_points = mine.action_points
            theirs.free_step = mine.free_step
            theirs.acted = mine.acted
            theirs.blocking = mine.blocking
            theirs.temporary = mine.temporary.copy()
            theirs.marks = mine.marks.copy()
            theirs.recovery = mine.recovery.copy()
            theirs.afflicted = mine.afflicted
            theirs.stabilised = mine.stabilised
            theirs.fled = mine.fled
        other.lying = self.lying.copy()
        other.resetting = self.resetting
        other.idle = self.idle
        other.copy_counters(self)
        return other

    def key(self) -> tuple[object, ...]:
        if self.ended:
            return (int(self.winner()),)
        # what is left of a turn is lost at the Reset; before the first, surprise still matters
        people = tuple([picture(who, self.resetting) for who in self.combatants])
        idle = self.idle and not self.resetting
        begun = self.round > 0
        return (people, tuple(sorted(self.lying)), self.resetting, idle, begun)

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """Every attack with every weapon carried, on everybody else, in every manner."""
        found: list[Option] = []
        manners = range(3) if self.house.advanced else range(1)
        arms = self.combatants[who].arms
        items = [item for position, item in enumerate(arms) if arms.index(item) == position]
        for item in [*items, int(BARE)]:
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
            shielded = attacker.sheet.shield.defense > 0
            attacker.weapon = attack.item
            attacker.two_hands = best_grip(weapon, shielded)
            attacker.shielded = shielded and not attacker.two_hands
        attacker.loaded = True
        start = attacker.cell
        best = start
        best_hindered: i64 = NO_LIMIT
        for cell in range(self.scene.grid.size):
            if self.scene.grid.solid[cell]:
                continue
            attacker.cell = cell
            if hindrance_of(self, attacker, attack):
                continue
            tally = Tally(False)
            add_distance(self, tally, attacker, target, weapon.use(attack.verb == SHOOT))
            hindered: i64 = NO_LIMIT // 2 - tally.total * 10
            if hindered < best_hindered or (
                hindered == best_hindered
                and self.scene.grid.spaces(start, cell) < self.scene.grid.spaces(start, best)
            ):
                best, best_hindered = cell, hindered
        attacker.cell = best

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        return attack(self, self.combatants[who], attack_option)


def picture(who: Combatant, resetting: bool) -> tuple[object, ...]:
    """All of a fighter that can still matter between turns."""
    lasting = (
        int(who.hit_points),
        int(who.cell),
        tuple(who.arms),
        int(who.weapon),
        who.two_hands,
        who.shielded,
        who.loaded,
        tuple(who.marks),
        tuple(who.recovery),
        who.stabilised,
        who.fled,
    )
    if resetting:
        return lasting
    attack: i64 = 0
    defense: i64 = 0
    damage: i64 = 0
    armour: i64 = 0
    for one in who.temporary:
        attack += one.attack
        defense += one.defense
        damage += one.damage
        armour += one.armour
    return (
        *lasting,
        int(who.action_points),
        who.free_step,
        who.acted,
        who.blocking,
        int(attack),
        int(defense),
        int(damage),
        int(armour),
    )
