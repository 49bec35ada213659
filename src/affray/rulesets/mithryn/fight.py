"""The fight: rounds, whose turn it is, and the state that the rules change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from mypy_extensions import i64, mypyc_attr

from affray.core.dice import Dice
from affray.core.fight import AttackResult, Fight, Fighter
from affray.core.questions import NOBODY, Option, Question, Ruling
from affray.core.state import External, Transient
from affray.core.table import Table
from affray.rulesets.mithryn import options, tell
from affray.rulesets.mithryn.attack import attack
from affray.rulesets.mithryn.checks import check
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.direct_player import DirectPlayer, direct_players
from affray.rulesets.mithryn.health import decide_fates
from affray.rulesets.mithryn.house import House
from affray.rulesets.mithryn.reach import hindrance_of
from affray.rulesets.mithryn.reactions import interposers_of
from affray.rulesets.mithryn.recovery import MithrynRecovery
from affray.rulesets.mithryn.rulings import MithrynRulings
from affray.rulesets.mithryn.turn import take_turn

if TYPE_CHECKING:
    from affray.rulesets.mithryn.scene import Scene


@mypyc_attr(acyclic=True, free_list_len=1)
class OrderQuestion(Question):
    """Who of a side acts next, when it is more than one; `first` is the first of them."""

    def __init__(self, fight: MithrynFight, first: Combatant) -> None:
        super().__init__("order", first.side, NOBODY, None)
        self.fight: Final = fight
        self.first: Final = fight.scene.act[first.index]

    def list_options(self) -> list[Option]:
        fight = self.fight
        side = fight.members[self.side]
        return [fight.scene.act[one.index] for one in side if one.is_waiting()]

    def draw(self, dice: Dice) -> Option:
        fight = self.fight
        side = fight.members[self.side]
        waiting: i64 = 0
        for one in side:
            if one.is_waiting():
                waiting += 1
        number = dice.die(waiting)
        for one in side:
            if one.is_waiting():
                number -= 1
                if number == 0:
                    return fight.scene.act[one.index]
        raise AssertionError("somebody was waiting")

    def forced_option(self) -> Option | None:
        return None

    def default_option(self) -> Option:
        return self.first


class ActingSide:
    """A side as its turn comes: those who may act, as they stand and in the order in which they had
    best act, and who decides for them where no question need be made."""

    def __init__(
        self,
        index: i64,
        members: list[Combatant],
        ranked: list[Combatant],
        player: DirectPlayer | None,
    ) -> None:
        self.index: Final[i64] = index
        self.members: Final = members
        self.ranked: Final = ranked
        self.player: Final = player


def members_of(combatants: list[Combatant], sides: int) -> list[list[Combatant]]:
    """The combatants of each side."""
    found: list[list[Combatant]] = [[] for _ in range(sides)]
    for combatant in combatants:
        found[combatant.side].append(combatant)
    return found


def enemies_of(members: list[list[Combatant]]) -> list[list[Combatant]]:
    """Those who are against each side, in their order."""
    if len(members) == 2:
        return [members[1], members[0]]
    everybody = sorted([one for side in members for one in side], key=lambda one: one.index)
    return [[one for one in everybody if one.side != side] for side in range(len(members))]


class MithrynFight(Fight):
    """A fight by the Mithryn rules."""

    scene: Final[Scene]
    house: Final[House]
    combatants: Final[list[Combatant]]
    members: Final[list[list[Combatant]]]
    """The combatants of each side, and of all the other sides."""
    enemies: Final[list[list[Combatant]]]
    sides: Final[list[ActingSide]]
    in_order: Final[list[ActingSide]]
    """The same, the side that acts first first."""
    pcs: Final[list[list[Combatant]]]
    interposers: Final[list[list[Combatant]]]
    """By side, its player characters, and those who may step in for one of them."""
    direct_players: External[list[DirectPlayer | None]]
    """By side, who decides where no question need be made."""
    lying: list[tuple[int, int]]
    side_at: i64
    settled: bool = False
    held: Transient[i64] = 0
    """How many are held: kept by `hold` and `release`."""
    collapsed: Transient[i64] = 0
    """How many have collapsed: kept by `count_collapsed`."""
    actor: Transient[i64] = NOBODY
    actions_left: Transient[i64] = 0
    attacks_made: Transient[i64] = 0
    announced: Transient[Option | None] = None
    """The attack that is being made, while others may react to it."""
    hits_rolled: Transient[i64] = 0
    misses_rolled: Transient[i64] = 0
    """What its dice have come to so far."""

    def __init__(self, scene: Scene, table: Table) -> None:
        combatants = [
            Combatant(index, sheet, scene.armament(index, sheet.arms))
            for index, sheet in enumerate(scene.sheets)
        ]
        super().__init__(scene, table, cast("list[Fighter]", combatants))
        self.scene = scene
        self.house = scene.house
        self.combatants = combatants
        self.members = members_of(combatants, len(scene.sides))
        self.enemies = enemies_of(self.members)
        self.direct_players = direct_players(scene, table)
        ranked = members_of([combatants[who] for who in scene.estimates.ranked], len(scene.sides))
        self.sides = [
            ActingSide(side, self.members[side], ranked[side], self.direct_players[side])
            for side in range(len(scene.sides))
        ]
        self.in_order = [self.sides[side] for side in scene.order]
        pcs = [one for one in combatants if one.sheet.is_pc]
        self.pcs = members_of(pcs, len(scene.sides))
        self.interposers = interposers_of(scene.house, self.pcs, pcs)
        self.lying = []
        self.side_at = len(scene.order)

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

    def turn_order(self) -> list[dict[str, object]]:
        """Side by side, everybody in the order of the scenario; within a side any order will do
        [rounds.sides]."""
        found: list[dict[str, object]] = []
        for side in self.scene.order:
            for who in self.combatants:
                if who.side == side:
                    status = self.turn_status(who)
                    actions = self.actions_left if status == "acting" else who.actions(self.house)
                    is_open = status in ("acting", "waiting")
                    left = tell.counted_actions(actions) if is_open else ""
                    found.append({"who": int(who.index), "status": status, "left": left})
        return found

    def actions_by_fighter(self) -> list[int]:
        found = [0] * len(self.combatants)
        for who in self.combatants:
            if who.acted or not who.is_able():
                continue
            is_acting = who.index == self.actor
            found[who.index] = int(self.actions_left if is_acting else who.actions(self.house))
        return found

    def turn_status(self, who: Combatant) -> str:
        """acting, waiting, acted or out."""
        if not who.is_able():
            return "out"
        if who.acted:
            return "acted"
        return "acting" if who.index == self.actor else "waiting"

    # --- rounds ---

    def step(self) -> None:
        """One turn: all of one side, in any order they like, then the next [rounds.sides,
        rounds.order]."""
        actor = self.next_to_act()
        while actor is None:
            self.side_at += 1
            if self.side_at >= len(self.in_order):
                if self.round >= self.scene.round_limit:
                    self.end()
                    return
                self.begin_round()
            actor = self.next_to_act()
        if actor.is_able():
            self.turns += 1
            self.actor = actor.index
            take_turn(self, actor)
            self.actor = NOBODY
        actor.acted = True
        if self.settled:
            self.end()

    def next_to_act(self) -> Combatant | None:
        """Whoever of the side whose turn it is acts next, as that side decides; nobody if all have
        acted."""
        if self.side_at >= len(self.in_order):
            return None
        side = self.in_order[self.side_at]
        player = side.player
        if player is not None:
            return player.choose_actor(self, side)
        first, has_choice = self.first_waiting(side)
        if first is None or not has_choice:
            return first
        return self.combatants[self.ask(OrderQuestion(self, first)).target]

    def first_waiting(self, side: ActingSide) -> tuple[Combatant | None, bool]:
        """The first of a side who has not acted yet, and whether there is another."""
        first: Combatant | None = None
        for combatant in side.members:
            if combatant.acted or not combatant.is_able():
                continue
            if first is not None:
                return first, True
            first = combatant
        return first, False

    def begin_round(self) -> None:
        """A new round; in the first, PCs roll to seize momentum [rounds.momentum]."""
        self.round += 1
        self.side_at = 0
        if self.wants_events:
            tell.round_begins(self)
        for combatant in self.combatants:
            combatant.acted = False
            combatant.reacted = False
            combatant.slow_start = False
            if self.round == 1 and combatant.sheet.is_pc and not combatant.fled:
                self.seize_momentum(combatant)

    def seize_momentum(self, who: Combatant) -> None:
        """An Agility check, or this round has one action [rounds.momentum]; some need none
        [rounds.momentum-bypass, magic.helm]."""
        if not who.sheet.momentum_rule:
            who.slow_start = not check(self, who, "AGI", "to seize momentum", "rounds.momentum")
        elif self.wants_events:
            tell.needs_no_check(self, who)

    def end(self) -> None:
        """The fight is over [rounds.end], and those who are down learn their fate."""
        decide_fates(self)
        self.ended = True
        if self.wants_events:
            tell.fight_ends(self)

    # --- what happens to combatants ---

    def has_enemy_in(self, zone: i64, side: i64) -> bool:
        """Whether somebody of another side can still fight in that zone."""
        for combatant in self.enemies[side]:
            if combatant.zone == zone and combatant.is_able():
                return True
        return False

    def hold(self, who: Combatant, by: i64) -> None:
        """Has somebody be held [actions.grapple]."""
        self.release(who)
        who.held_by = by
        self.held += 1

    def release(self, who: Combatant) -> None:
        """Ends the hold that somebody is in, if there is one."""
        if who.held_by != NOBODY:
            who.held_by = NOBODY
            self.held -= 1

    def end_holds(self, who: Combatant) -> None:
        """Ends every hold that this combatant has on somebody or is in [actions.grapple]."""
        if self.held == 0:
            return
        self.release(who)
        for combatant in self.combatants:
            if combatant.held_by == who.index:
                self.release(combatant)

    def count_collapsed(self) -> None:
        """Counts those who have collapsed, when somebody has or is so no more."""
        self.collapsed = 0
        for combatant in self.combatants:
            if combatant.collapsed:
                self.collapsed += 1

    def sides_left(self) -> i64:
        left: i64 = 0
        for side in self.sides:
            for combatant in side.members:
                if combatant.is_able():
                    left += 1
                    break
            if left == 2:
                break
        return left

    def arm(self, who: Combatant, arms: list[int]) -> None:
        """Has somebody have these weapons at hand, by their numbers, from now on."""
        who.armament = self.scene.armament(who.index, arms)

    def put(self, who: Combatant, zone: i64) -> None:
        """Puts a combatant into a zone, out of any hold."""
        who.zone = zone
        self.end_holds(who)

    def recovery(self) -> MithrynRecovery:
        return MithrynRecovery(self)

    # --- rulings ---

    def rule(self, ruling: Ruling) -> None:
        """Any change to the fight that the game master rules [actions.improvise]."""
        super().rule(ruling)
        self.settled = self.sides_left() < 2

    def apply_ruling(self, ruling: Ruling) -> None:
        super().apply_ruling(ruling)
        self.count_collapsed()

    def rulings_on(self, who: i64) -> MithrynRulings:
        return MithrynRulings(self, self.combatants[who])

    def is_still_open(self, question: Question, option: Option) -> bool:
        if question.kind == "order":
            return self.combatants[option.target].is_able()
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
                for manner in (options.PLAIN, options.RUSHED, options.BOTH):
                    if manner != options.PLAIN and weapon.rushed_count == 0:
                        continue
                    found.append(self.scene.attack(who, item, target.index, manner, False))
                    if weapon.is_throwable and (manner != options.BOTH or weapon.is_set):
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
