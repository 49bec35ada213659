"""One decision of one fighter: what can be done from here, what enemies can do, where to stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE, Tactics
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, RIDE_BY, RUN_UP, WALK, is_charging
from affray.rulesets.renaissance.mounts import ride_effort
from affray.rulesets.renaissance.movement import DIAGONAL, length, occupied_cells, rate
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.appraisal import NO_VALUE, Appraiser, AttackValue, Weights
from affray.rulesets.renaissance.ranges import cover_between
from affray.rulesets.renaissance.reactions import may_react_to
from affray.rulesets.renaissance.sheet import NO_STRIKE, NONE, Weapon
from affray.rulesets.renaissance.targets import can_attack, is_ready_for_afar
from affray.rulesets.renaissance.verbs import IN_REACH
from affray.space.grid import NO_SIGHT
from affray.space.ways import step_cost, way

FAR_AWAY: Final = 1000.0
"""Further than any way on a map."""

AREA_SHOT: Final = 0.3
"""What a burst of an enemy is taken to cost."""

MOST_PLACES: Final = 3
"""How many places to strike at an enemy from are looked at."""


@mypyc_attr(acyclic=True)
class Foe:
    """An enemy in one decision: how hard they hit, how far they reach and how far they come."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, blow: float, shot: float) -> None:
        self.who: Final = who
        self.spaces: Final = fight.terrain.spaces_from(who.cell)
        self.blow: Final = blow
        """The share of the fighter's life that a blow of theirs takes, and a shot."""
        self.shot: Final = shot
        self.reach: Final[i64] = who.gear.threat_reach
        stride: i64 = 0
        if blow > 0.0 and not who.prone:
            stride = int(rate(fight, who, CHARGE, 0))
        self.comes: Final[i64] = self.reach + stride
        """How far away they can strike at in their next turn."""

    def waits(self) -> bool:
        """Return whether they wait for others to come."""
        return self.who.braced or self.who.ready_for >= 0 or self.who.full_defense


@mypyc_attr(acyclic=True)
class Plan:
    """An attack to make, with what it is worth; or a move, with its gait and where it ends."""

    def __init__(self, worth: float, option: Option | None, gait: i64, cell: i64) -> None:
        self.worth: Final = worth
        self.option: Final = option
        self.gait: Final[i64] = gait
        self.cell: Final[i64] = cell


NO_PLAN: Final = Plan(0.0, None, NONE, NONE)


class View(Tactics):
    """The fight as one fighter sees it in one decision."""

    def __init__(self, fight: RenaissanceFight, me: Combatant, appraiser: Appraiser) -> None:
        super().__init__(appraiser.weights)
        self.fight: Final = fight
        self.me: Final = me
        self.appraiser: Final = appraiser
        self.scales: Final[Weights] = appraiser.weights
        self.targets: Final = [one for one in fight.enemies[me.side] if is_foe(me, one)]
        self.foes: Final[list[Foe]] = []
        for one in self.targets:
            if not one.has_no_turn():
                self.foes.append(Foe(fight, one, self.blow_from(one), self.shot_from(one)))
        self.menaces: Final = [1.0] * len(fight.combatants)
        for foe in self.foes:
            worth = 0.7 + self.scales.menace * max(foe.blow, foe.shot)
            self.menaces[foe.who.index] = worth
            if foe.who.mount >= 0:
                self.menaces[foe.who.mount] = worth
        self.nearest: Foe | None = None
        least: i64 = 1000
        for foe in self.foes:
            away: i64 = foe.spaces[me.cell]
            if away < least:
                self.nearest, least = foe, away

    # --- what enemies can do ---

    def blow_from(self, enemy: Combatant) -> float:
        """Return the share of the fighter's life that an enemy's blow takes."""
        if not enemy.is_free_to_act() or enemy.unaware:
            return 0.0
        for weapon in enemy.gear.arms:
            if weapon.is_melee() and not weapon.tags & tags.WHEN_GRAPPLING:
                return self.by_hand(enemy, weapon, self.me, False).value
        return 0.0

    def shot_from(self, enemy: Combatant) -> float:
        """Return the share of the fighter's life that an enemy's shot takes from where both are."""
        if not enemy.is_free_to_act() or enemy.unaware or self.me.hidden:
            return 0.0
        for weapon in enemy.gear.arms:
            if not weapon.is_melee() and weapon.strikes_from_afar():
                if weapon.is_area():
                    return AREA_SHOT
                attack = Attack(enemy, self.me, weapon, NO_STRIKE, False)
                return self.appraiser.known_blow(self.fight, attack, False).value
        return 0.0

    def danger(self) -> float:
        here, grid = self.me.cell, self.fight.scene.grid
        total = 0.0
        for foe in self.foes:
            away: i64 = foe.spaces[here]
            worst = 0.0
            if away <= foe.reach:
                worst = foe.blow
            elif away <= foe.comes and not foe.waits():
                worst = foe.blow * self.scales.coming
            if foe.shot > worst and grid.sight(foe.who.cell, here) != NO_SIGHT:
                cover = cover_between(grid, foe.who.cell, here)
                worst = max(worst, foe.shot * (1.0 + float(cover) / 50.0))
            total += worst
        return total

    def openings(self, path: list[int], gait: i64) -> float:
        """Return what reactions to a move are expected to take: openings given, and weapons that
        wait for it."""
        me, total = self.me, 0.0
        charges = is_charging(gait)
        for foe in self.foes:
            if foe.blow <= 0.0 or not may_react_to(foe.who, me):
                continue
            here = me.cell
            fends = foe.who.gear.threat_tags & tags.FEND != 0 or (foe.who.braced and charges)
            waits = foe.who.ready_for == IN_REACH
            for there in path:
                away: i64 = foe.spaces[here]
                after: i64 = foe.spaces[there]
                if away <= foe.reach and after >= away:
                    total += foe.blow
                    break
                if after <= foe.reach < away and (fends or waits):
                    total += foe.blow
                    break
                here = there
        return total

    # --- what the fighter can do ---

    def by_hand(self, who: Combatant, weapon: Weapon, target: Combatant, best: bool) -> AttackValue:
        """Return what a blow is worth, in its best manner if that is asked for."""
        attack = Attack(who, target, weapon, NO_STRIKE, False)
        return self.appraiser.known_blow(self.fight, attack, best)

    def gain(self) -> float:
        return self.best_attack().worth

    def best_attack(self) -> Plan:
        """Return the attack from here that is worth most; with the off-hand or bare hands only
        where there is no other."""
        me = self.me
        best = NO_PLAN
        for weapon in me.gear.arms:
            if best.worth > 0.0 and (weapon.base == me.off or weapon.is_unarmed()):
                continue
            best = self.best_with(me, weapon, best)
        if me.mount >= 0:
            mount = self.fight.combatants[me.mount]
            if mount.is_free_to_act() and me.sheet.rides_well:
                for weapon in mount.gear.arms:
                    if not weapon.is_unarmed():
                        best = self.best_with(mount, weapon, best)
        return best

    def best_with(self, who: Combatant, weapon: Weapon, best: Plan) -> Plan:
        """Return the attack with a weapon that is worth most, if it is worth more than another."""
        fight = self.fight
        from_afar = is_ready_for_afar(who, weapon)
        for enemy in self.targets:
            blow = NO_VALUE
            thrown = False
            if weapon.is_melee() and can_attack(fight, who, weapon, enemy, False):
                blow = self.by_hand(who, weapon, enemy, True)
            elif from_afar and can_attack(fight, who, weapon, enemy, True):
                thrown = weapon.is_thrown_to_reach()
                blow = self.from_afar(who, weapon, enemy, thrown)
            worth = blow.value * self.menaces[enemy.index]
            if worth > best.worth:
                option = fight.options.attack(
                    who.index, weapon.index, enemy.index, blow.strike, thrown
                )
                best = Plan(worth, option, NONE, NONE)
        return best

    def from_afar(
        self, who: Combatant, weapon: Weapon, enemy: Combatant, thrown: bool
    ) -> AttackValue:
        """Return what a shot or throw is worth; the only weapon is thrown only to good effect."""
        attack = Attack(who, enemy, weapon, NO_STRIKE, thrown)
        if weapon.is_area():
            return AttackValue(NO_STRIKE, self.appraiser.burst(self.fight, attack))
        blow = self.appraiser.known_blow(self.fight, attack, True)
        if thrown and weapon.is_melee():
            if not who.carried and blow.value < self.scales.only_weapon:
                return NO_VALUE
            return AttackValue(blow.strike, blow.value * self.scales.thrown)
        return blow

    # --- where to stand ---

    def place(self) -> i64:
        return self.me.cell

    def stand(self, place: i64) -> None:
        self.fight.put(self.me, place)

    def distance(self) -> float:
        return 0.0

    def striking_places(self, taken: list[bool]) -> list[int]:
        """List the free cells from which enemies can be struck at, the nearest few of each."""
        me, grid = self.me, self.fight.scene.grid
        reach = me.gear.threat_reach
        found: list[int] = []
        if reach < 1:
            return found
        furthest = int(rate(self.fight, me, CHARGE, 0)) + reach
        for foe in self.foes:
            if foe.spaces[me.cell] > furthest:
                continue
            near: list[int] = []
            for beside in grid.neighbours[foe.who.cell]:
                if reach == 1:
                    self.add_place(foe, beside, taken, near)
                else:
                    for cell in grid.neighbours[beside]:
                        self.add_place(foe, cell, taken, near)
            near.sort()
            for order in near[:MOST_PLACES]:
                place = order % int(grid.size)
                if place not in found:
                    found.append(place)
        return found

    def add_place(self, foe: Foe, cell: i64, taken: list[bool], near: list[int]) -> None:
        """Add a cell to strike at an enemy from, as a number: how far it is, then the cell.

        Cells out of the enemy's reach come first.
        """
        reach = self.me.gear.threat_reach
        if taken[cell] or cell == self.me.cell:
            return
        needed: i64 = self.fight.terrain.reaches_from(cell)[foe.who.cell]
        if needed > reach:
            return
        grid = self.fight.scene.grid
        away: i64 = int(2.0 * grid.at_least(self.me.cell, cell, DIAGONAL))
        if needed <= foe.reach:
            away += 2
        order = int(away * grid.size + cell)
        if order not in near:
            near.append(order)

    def shooting_places(self, taken: list[bool]) -> list[int]:
        """List some cells to shoot from within a walk: in cover, and as far away as it goes."""
        me, grid = self.me, self.fight.scene.grid
        base = rate(self.fight, me, WALK, 0)
        found: list[int] = []
        x, y, far = grid.x(me.cell), grid.y(me.cell), int(base)
        for across, down in DIRECTIONS:
            steps = far if across == 0 or down == 0 else far * 2 // 3
            for length_of_step in (steps, 1):
                if grid.inside(x + across * length_of_step, y + down * length_of_step):
                    cell = int(grid.cell(x + across * length_of_step, y + down * length_of_step))
                    if not taken[cell] and not grid.solid[cell] and cell not in found:
                        found.append(cell)
        for cell in range(grid.size):
            if grid.cover[cell] and not taken[cell] and cell not in found:
                if grid.at_least(me.cell, cell, DIAGONAL) <= base:
                    found.append(cell)
        return found

    def path(self, cell: i64, most: float, taken: list[bool]) -> list[int]:
        """List the cells of a way; empty if there is none so short."""
        return way(self.fight.scene.grid, self.me.cell, cell, most, DIAGONAL, taken)

    def best_move(self, may_charge: bool, must: bool = False) -> Plan:
        """Return the move after which an attack is worth most, less what it costs; NO_PLAN if
        staying is as good, unless the fighter `must` go."""
        fight, me = self.fight, self.me
        here, was_ran = me.cell, me.ran
        shoots = me.gear.shoots or me.gear.threat_reach < 1
        gain, danger = self.gain(), self.danger()
        if shoots and gain > 0.0 and danger == 0.0:
            return NO_PLAN
        stay = gain - self.weights.caution * danger + self.weights.least_gain
        if must:
            stay = -FAR_AWAY
        taken = occupied_cells(fight, me)
        base = rate(fight, me, WALK, 0)
        full = rate(fight, me, CHARGE, 0) if may_charge else base
        places = self.shooting_places(taken) if shoots else self.striking_places(taken)
        best, most = NO_PLAN, stay
        for cell in places:
            path = self.path(cell, base if shoots else full, taken)
            if not path:
                continue
            metres = length(fight, here, path)
            gait = WALK if metres <= base else CHARGE
            if gait == CHARGE and metres <= RUN_UP:
                continue
            cost = self.scales.opening * self.openings(path, gait)
            if gait != WALK:
                cost += self.scales.running
            me.ran = me.charged = gait != WALK
            self.stand(cell)
            gain = self.gain()
            score = gain - cost - self.weights.caution * self.danger()
            self.stand(here)
            me.ran, me.charged = was_ran, False
            if score > most and (gain > 0.0 or fight.standard_used):
                best, most = Plan(score, None, gait, cell), score
        return best

    def approach(self, most: float) -> i64:
        """Return how far towards the nearest enemy a move goes; NO_PLACE if nowhere."""
        fight, me, nearest = self.fight, self.me, self.nearest
        if nearest is None:
            return NO_PLACE
        grid = fight.scene.grid
        taken = occupied_cells(fight, me)
        taken[nearest.who.cell] = False
        path = self.path(nearest.who.cell, FAR_AWAY, taken)
        spent, here, best = 0.0, me.cell, NO_PLACE
        for cell in path[:-1]:
            spent += step_cost(grid, here, cell, DIAGONAL)
            if spent > most:
                break
            here = cell
            if self.is_in_reach(cell):
                break
            if taken[cell]:
                continue
            best = cell
            if me.gear.shoots and grid.sight(cell, nearest.who.cell) != NO_SIGHT:
                break
        return best

    def is_in_reach(self, cell: i64) -> bool:
        """Return whether an enemy strikes at a cell from where they stand, or is struck at from
        it."""
        mine = self.me.gear.threat_reach
        for foe in self.foes:
            if foe.spaces[cell] <= (foe.reach if foe.reach > mine else mine):
                return True
        return False

    def friends_shoot(self) -> bool:
        """Return whether anybody on one's side shoots."""
        for one in self.fight.combatants:
            if one.side == self.me.side and one.is_able() and one.gear.shoots:
                return True
        return False

    def enemies_shoot(self) -> bool:
        """Return whether an enemy shoots or throws bombs."""
        for foe in self.foes:
            if foe.shot > 0.0:
                return True
        return False

    # --- riding ---

    def control(self) -> float:
        """Return how likely the mount obeys."""
        if self.me.mount < 0 or self.me.sheet.rides_well:
            return 1.0
        return float(ride_effort(self.fight, self.me).target() + 1) / 100.0

    def best_ride_by(self) -> Plan:
        """Return the charge past enemies that is worth most: all blows on the way, less openings
        and what enemies can do where it ends."""
        fight, me = self.fight, self.me
        here = me.cell
        taken = occupied_cells(fight, me)
        full = rate(fight, me, RIDE_BY, 0)
        best = NO_PLAN
        for foe in self.foes:
            goal = self.beyond(foe.who.cell, full, taken)
            path = self.path(goal, full, taken) if goal >= 0 else []
            if len(path) < 3:
                continue
            total = -self.scales.opening * self.openings(path, RIDE_BY) - self.scales.running
            me.ran = me.charged = True
            for other in self.foes:
                if min([other.spaces[cell] for cell in path[:-1]]) <= me.gear.threat_reach:
                    total += self.in_passing(other.who)
            self.stand(goal)
            total -= self.weights.caution * self.danger()
            self.stand(here)
            me.ran = me.charged = False
            if total > best.worth:
                best = Plan(total, None, RIDE_BY, goal)
        return best

    def in_passing(self, target: Combatant) -> float:
        """Return what a blow in passing is worth."""
        for weapon in self.me.gear.arms:
            if weapon.is_melee():
                attack = Attack(self.me, target, weapon, NO_STRIKE, False)
                attack.riding_by = True
                return self.appraiser.known_blow(self.fight, attack, True).value
        return 0.0

    def beyond(self, cell: i64, full: float, taken: list[bool]) -> i64:
        """Return a free cell behind another, as far as a charge goes; NO_PLACE if there is none."""
        grid, here = self.fight.scene.grid, self.me.cell
        across, down = grid.x(cell) - grid.x(here), grid.y(cell) - grid.y(here)
        longer = max(abs(int(across)), abs(int(down)))
        far = int(full) - 2
        while longer > 0 and far > longer + 2:
            x, y = grid.x(here) + across * far // longer, grid.y(here) + down * far // longer
            for side in (0, 1, -1):
                column = x if abs(int(across)) == longer else x + side
                row = y + side if abs(int(across)) == longer else y
                if grid.inside(column, row):
                    goal = grid.cell(column, row)
                    if not taken[goal] and not grid.solid[goal]:
                        return goal
            far -= 2
        return NO_PLACE


DIRECTIONS: Final = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
"""The eight neighbours of a cell."""
