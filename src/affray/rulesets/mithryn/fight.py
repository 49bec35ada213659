"""The fight: rounds, whose turn it is, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import DEAD, DOWN, FLED, STANDING, AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import Transient
from affray.core.table import Table
from affray.rulesets.mithryn.actions import hindrance_of, take_turn
from affray.rulesets.mithryn.attack import BOTH, PLAIN, RUSHED, attack
from affray.rulesets.mithryn.checks import check
from affray.rulesets.mithryn.health import decide_fates
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.rulings import MithrynRulings
from affray.rulesets.mithryn.sheet import HEALTHY, Sheet

if TYPE_CHECKING:
    from affray.rulesets.mithryn.scene import Scene


@mypyc_attr(acyclic=True)
class Combatant(Fighter):
    """A fighter in the fight: what of the sheet changes."""

    sheet: Final[Sheet]
    hit_points: i64
    zone: i64
    arms: list[int]
    shield_raised: bool
    poultices: i64
    acted: bool
    reacted: bool
    owes_action: bool
    slow_start: bool
    collapsed: bool
    fled: bool
    died: bool
    held_by: i64

    def __init__(self, index: i64, sheet: Sheet) -> None:
        super().__init__(index, sheet.side, sheet.name)
        self.sheet = sheet
        self.hit_points = sheet.hit_points
        self.zone = sheet.zone
        self.arms = sheet.arms
        self.shield_raised = sheet.shield_bonus > 0
        self.poultices = sheet.poultices
        self.acted = False
        self.reacted = False
        self.owes_action = False
        self.slow_start = False
        self.collapsed = False
        self.fled = False
        self.died = False
        self.held_by = NOBODY

    def able(self) -> bool:
        """Whether they can still act and be a threat."""
        return self.hit_points > 0 and not self.collapsed and not self.fled

    def is_in_fight(self) -> bool:
        """[rounds.end]"""
        return self.able()

    def present(self) -> bool:
        """Whether they are there to be struck: alive and on the field."""
        return self.hit_points > 0 and not self.fled

    def wounded(self) -> bool:
        """[health.wounded]"""
        return self.sheet.has_wounded_tier and self.hit_points < HEALTHY

    def defense(self) -> i64:
        """Rank, armour, and the shield while it is raised [health.defense]."""
        sheet = self.sheet
        bare = sheet.rank + sheet.armour_bonus
        return bare + sheet.shield_bonus if self.shield_raised else bare

    def defense_parts(self) -> str:
        """Defense as a sum, for the log."""
        sheet = self.sheet
        parts = f"rank {sheet.rank} + armour {sheet.armour_bonus}"
        return parts + f" + shield {sheet.shield_bonus}" if self.shield_raised else parts

    def defense_because(self) -> list[list[str]]:
        """What makes up Defense, each with its rule [health.defense]."""
        sheet = self.sheet
        parts = [f"rank {sheet.rank}", f"armour {sheet.armour_bonus}"]
        if self.shield_raised:
            parts.append(f"shield {sheet.shield_bonus}")
        return [[f"Defense of {self.name}: {part}", "health.defense"] for part in parts]

    def actions(self, first_round: bool) -> i64:
        """How many actions their turn has: one for the Wounded [health.wounded] and for a slow
        start [rounds.momentum], and one fewer after a reaction [reaction.one-per-round]."""
        count = self.sheet.full_actions
        if count > 1 and (self.wounded() or (first_round and self.slow_start)):
            count = 1
        if self.owes_action and count > 0:
            count -= 1
        return count

    def state(self) -> str:
        if self.fled:
            return FLED
        if self.hit_points == 0:
            return DEAD if self.died or not self.sheet.is_pc else DOWN
        return DOWN if self.collapsed else STANDING

    def health(self) -> int:
        return self.hit_points

    def max_health(self) -> int:
        return self.sheet.hit_points

    def conditions(self) -> list[str]:
        found = []
        if self.wounded() and self.hit_points > 0:
            found.append("wounded")
        if self.collapsed:
            found.append("collapsed")
        if self.held_by != NOBODY:
            found.append("held")
        if self.reacted:
            found.append("reacted")
        return found


@mypyc_attr(acyclic=True, free_list_len=1)
class OrderQuestion(Question):
    """Who of a side acts next, when it is more than one; `first` is the first of them."""

    def __init__(self, fight: MithrynFight, first: Combatant) -> None:
        super().__init__("order", first.side, NOBODY, None)
        self.fight: Final = fight
        self.first: Final = fight.scene.act[first.index]

    def list_options(self) -> list[Option]:
        fight = self.fight
        found: list[Option] = []
        next_one = fight.first_waiting(0)
        while next_one is not None:
            found.append(fight.scene.act[next_one.index])
            next_one = fight.first_waiting(next_one.index + 1)
        return found

    def forced_option(self) -> Option | None:
        return None

    def default_option(self) -> Option:
        return self.first


class MithrynFight(Fight):
    """A fight by the Mithryn rules."""

    scene: Final[Scene]
    house: Final[House]
    combatants: Final[list[Combatant]]
    lying: list[tuple[int, int]]
    side_at: i64
    settled: bool
    actions_left: Transient[i64]
    attacks_made: Transient[i64]

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [Combatant(index, sheet) for index, sheet in enumerate(scene.sheets)]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.house = scene.house
        self.combatants = combatants
        self.lying = []
        self.side_at = len(scene.order)
        self.settled = False
        self.actions_left = 0
        self.attacks_made = 0

    def lying_key(self) -> object:
        """What lies where, in whatever order it fell."""
        return sorted(self.lying)

    def round_key(self) -> i64:
        """Before the first round, in it, or after it."""
        return self.round if self.round < 2 else 2

    def place_name(self, who: i64) -> str:
        return self.scene.zones.names[self.combatants[who].zone]

    def position(self, who: i64) -> dict[str, object]:
        return {"place": int(self.combatants[who].zone)}

    # --- rounds ---

    def step(self) -> None:
        """One turn: all of one side, in any order they like, then the next [rounds.sides]."""
        first = self.first_waiting(0)
        while first is None:
            self.side_at += 1
            if self.side_at >= len(self.scene.order):
                if self.round >= self.scene.round_limit:
                    self.end()
                    return
                self.begin_round()
            first = self.first_waiting(0)
        actor = first
        if self.first_waiting(first.index + 1) is not None:
            actor = self.combatants[self.ask(OrderQuestion(self, first)).target]
        if actor.able():
            self.turns += 1
            take_turn(self, actor)
        actor.acted = True
        if self.settled:
            self.end()

    def first_waiting(self, start: i64) -> Combatant | None:
        """The first from `start` on, of the side whose turn it is, who has not acted yet."""
        if self.side_at < len(self.scene.order):
            side: i64 = self.scene.order[self.side_at]
            for index in range(start, len(self.combatants)):
                combatant = self.combatants[index]
                if combatant.side == side and not combatant.acted and combatant.able():
                    return combatant
        return None

    def begin_round(self) -> None:
        """A new round; in the first, PCs roll to seize momentum [rounds.momentum]."""
        self.round += 1
        self.side_at = 0
        if self.wants_events:
            self.tell("round", {"round": int(self.round)}, ("rounds.sides",))
        for combatant in self.combatants:
            combatant.acted = False
            combatant.reacted = False
            combatant.slow_start = False
            if self.round == 1 and combatant.sheet.is_pc:
                self.seize_momentum(combatant)

    def seize_momentum(self, who: Combatant) -> None:
        """An Agility check, or this round has one action [rounds.momentum]; some need none
        [rounds.momentum-bypass]."""
        if who.sheet.has_momentum:
            return
        who.slow_start = not check(
            self, who, who.sheet.agility, "AGI", "to seize momentum", "rounds.momentum"
        )

    def end(self) -> None:
        """The fight is over [rounds.end], and those who are down learn their fate."""
        decide_fates(self)
        self.ended = True
        if self.wants_events:
            parts: dict[str, object] = {"won": self.verdict(), "rounds": int(self.round)}
            self.tell("end", parts, ("rounds.end",))

    # --- what happens to combatants ---

    def enemy_in(self, zone: i64, side: i64) -> bool:
        """Whether somebody of another side can still fight in that zone."""
        for combatant in self.combatants:
            if combatant.zone == zone and combatant.side != side and combatant.able():
                return True
        return False

    def let_go(self, who: Combatant) -> None:
        """Ends every hold that this combatant has on somebody or is in [actions.grapple]."""
        who.held_by = NOBODY
        for combatant in self.combatants:
            if combatant.held_by == who.index:
                combatant.held_by = NOBODY

    def put(self, who: Combatant, zone: i64) -> None:
        """Puts a combatant into a zone, out of any hold."""
        who.zone = zone
        self.let_go(who)

    # --- rulings ---

    def rule(self, ruling: Ruling) -> None:
        """Any change to the fight that the game master rules [actions.improvise]."""
        super().rule(ruling)
        self.settled = self.sides_left() < 2

    def rulings_on(self, who: i64) -> MithrynRulings:
        return MithrynRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "order":
            return self.combatants[option.target].able()
        return True

    # --- attacks one by one, for odds ---

    def attacks(self, who: i64) -> list[Option]:
        """Every attack with every weapon at hand, on every enemy, in every manner."""
        found: list[Option] = []
        for item in self.combatants[who].arms:
            weapon = self.scene.weapons[item]
            for target in self.combatants:
                if target.side == self.combatants[who].side:
                    continue
                for manner in (PLAIN, RUSHED, BOTH):
                    if manner != PLAIN and weapon.rushed_count == 0:
                        continue
                    found.append(self.scene.attack(who, item, target.index, manner, False))
                    if weapon.is_throwable and (manner != BOTH or weapon.is_set):
                        found.append(self.scene.attack(who, item, target.index, manner, True))
        return found

    def hindrance(self, who: i64, attack: Option) -> str:
        return hindrance_of(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Moves the attacker to the nearest zone the attack can be made from."""
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
