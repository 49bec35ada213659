"""The state of a fight, and its interface for the rest of Affray."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64

from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.mithryn import log, options
from affray.rulesets.mithryn.attack import attack
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reach import hindrance_of, is_allowed
from affray.rulesets.mithryn.reactions import interposers_by_side
from affray.rulesets.mithryn.recovery import MithrynRecovery
from affray.rulesets.mithryn.rounds import play_next_turn
from affray.rulesets.mithryn.rulings import MithrynRulings

if TYPE_CHECKING:
    from affray.rulesets.mithryn.setup import Scene


class MithrynFight(Fight):
    """A fight by the Mithryn rules."""

    scene: Final[Scene]
    house: Final[House]
    combatants: Final[list[Combatant]]
    members: Final[list[list[Combatant]]]
    """The fighters of each side."""
    enemies: Final[list[list[Combatant]]]
    """The fighters of all other sides, for each side."""
    pcs: Final[list[list[Combatant]]]
    """The player characters of each side."""
    interposers: Final[list[list[Combatant]]]
    """The player characters who may interpose for a fighter of each side."""
    lying: list[tuple[int, int]]
    """The weapons on the ground, each with its zone."""
    side_at: i64
    """The position of the acting side in the order of sides."""
    settled: bool = False
    """Whether only one side is left."""
    actor: Transient[i64] = NOBODY
    actions_left: Transient[i64] = 0
    attacks_made: Transient[i64] = 0
    announced: Transient[Option | None] = None
    """The announced attack, to which others may react."""
    hits_rolled: Transient[i64] = 0
    misses_rolled: Transient[i64] = 0
    """The result of its dice while others may help."""

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [Combatant(index, sheet) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        sides = range(len(scene.sides))
        self.scene = scene
        self.house = scene.house
        self.combatants = combatants
        self.members = [[one for one in combatants if one.side == side] for side in sides]
        self.enemies = [[one for one in combatants if one.side != side] for side in sides]
        self.pcs = [[one for one in members if one.sheet.is_pc] for members in self.members]
        self.interposers = interposers_by_side(scene.house, self.pcs)
        self.lying = []
        self.side_at = len(scene.order)

    def step(self) -> None:
        play_next_turn(self)

    # --- the state ---

    def lying_key(self) -> object:
        """Return the weapons on the ground, regardless of the order in which they fell."""
        return sorted(self.lying)

    def round_key(self) -> i64:
        """Distinguish the time before the first round, the first round, and later ones."""
        return min(self.round, 2)

    def has_enemy_in(self, zone: i64, side: i64) -> bool:
        """Return whether an enemy of a side can still fight in a zone."""
        for enemy in self.enemies[side]:
            if enemy.zone == zone and enemy.is_able():
                return True
        return False

    def put(self, who: Combatant, zone: i64) -> None:
        """Put a fighter into a zone, out of any hold."""
        who.zone = zone
        self.end_holds(who)

    def end_holds(self, who: Combatant) -> None:
        """End every hold by this fighter and on them [actions.grapple]."""
        who.release()
        for other in self.combatants:
            if other.held_by == who.index:
                other.release()

    # --- what others see ---

    def place_name(self, who: i64) -> str:
        return self.scene.zones.names[self.combatants[who].zone]

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].zone)}

    def turn_order(self) -> list[dict[str, object]]:
        """List all fighters by side, in the scenario's order [rounds.sides]."""
        found: list[dict[str, object]] = []
        for side in self.scene.order:
            for who in self.members[side]:
                status = self.turn_status(who)
                is_open = status in ("acting", "waiting")
                left = log.counted_actions(self.actions_of(who)) if is_open else ""
                found.append({"who": int(who.index), "status": status, "left": left})
        return found

    def turn_status(self, who: Combatant) -> str:
        """Return acting, waiting, acted or out."""
        if not who.is_able():
            return "out"
        if who.acted:
            return "acted"
        return "acting" if who.index == self.actor else "waiting"

    def actions_of(self, who: Combatant) -> i64:
        """Return how many actions a fighter has left, or has on the coming turn."""
        return self.actions_left if who.index == self.actor else who.actions(self.house)

    def actions_by_fighter(self) -> list[int]:
        return [int(self.actions_of(who)) if who.is_waiting() else 0 for who in self.combatants]

    def recovery(self) -> MithrynRecovery:
        return MithrynRecovery(self)

    # --- rulings ---

    def rule(self, ruling: Ruling) -> None:
        """Apply any change that the game master rules [actions.improvise]."""
        super().rule(ruling)
        self.settled = self.sides_left() < 2

    def rulings_on(self, who: i64) -> MithrynRulings:
        return MithrynRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "order":
            return self.combatants[option.target].is_able()
        return True

    # --- single attacks, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """List every attack with every weapon at hand, on every enemy, in every manner."""
        found: list[Option] = []
        for item in self.combatants[who].arms:
            weapon = self.scene.weapons[item]
            for target in self.enemies[self.combatants[who].side]:
                for manner in (options.PLAIN, options.RUSHED, options.BOTH):
                    for thrown in (False, True) if weapon.is_throwable else (False,):
                        if is_allowed(weapon, manner, thrown):
                            found.append(self.scene.attack(who, item, target.index, manner, thrown))
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Move the attacker to the nearest zone the attack can be made from."""
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        steps = self.scene.zones.steps[target.zone]
        for zone in sorted(range(len(steps)), key=lambda zone: (steps[zone], zone)):
            attacker.zone = zone
            if not self.hindrance(who, attack):
                return
        attacker.zone = attacker.sheet.zone

    def make_attack(self, who: i64, attack_option: Option) -> AttackResult:
        dealt = attack(self, self.combatants[who], attack_option)
        return AttackResult(dealt > 0, dealt)
