"""One decision of one fighter: what can be done from here, what enemies can do, where to stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE, NOTHING, Tactics
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, RUN_UP, WALK, is_charging
from affray.rulesets.renaissance.movement import DIAGONAL, length, occupied_cells, rate
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.attacks import Appraiser, AttackValue
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.ranges import cover_between, is_in_range
from affray.rulesets.renaissance.reactions import may_react_to
from affray.rulesets.renaissance.sheet import NO_STRIKE, NONE, Weapon
from affray.rulesets.renaissance.targets import can_attack, is_ready_for_afar
from affray.rulesets.renaissance.verbs import IN_REACH
from affray.space.grid import DIRECTIONS, NO_ROW, NO_SIGHT
from affray.space.ways import half_metres, step_cost, way

FAR_AWAY: Final = 1000.0
"""Further than any way on a map."""

DIAGONAL_HALVES: Final[i64] = 3
"""What a diagonal step costs, in half metres."""

MOST_FOES: Final = 2
"""How many enemies a fighter thinks of going to."""

MOST_PLACES: Final = 3
"""How many places to strike at an enemy from are looked at."""


@mypyc_attr(acyclic=True)
class Foe:
    """An enemy in one decision: how hard they hit, and how far they reach and come."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, blow: float, shot: float) -> None:
        self.who: Final = who
        self.spaces: Final = fight.terrain.spaces_from(who.cell)
        self.reach: Final[i64] = who.gear.threat_reach
        self.blow: Final = blow
        """The share of the fighter's life that a blow of theirs takes, and a shot."""
        self.shot: Final = shot
        comes = self.reach
        if blow > 0.0 and not who.prone:
            comes += int(rate(fight, who, CHARGE, 0))
        self.comes: Final[i64] = comes
        """How far away they can strike at in their next turn."""
        self.waits: Final = who.braced or who.ready_for >= 0 or who.full_defense
        """Whether they wait for others to come."""


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
        self.targets: Final[list[Combatant]] = []
        self.nearest: Combatant | None = None
        self.away: i64 = 1000
        """How many spaces away the nearest enemy is."""
        self._foes: list[Foe] | None = None
        self._taken = NO_ROW
        spaces = fight.terrain.spaces_from(me.cell)
        for one in fight.enemies[me.side]:
            if is_foe(me, one):
                self.targets.append(one)
                away: i64 = spaces[one.cell]
                if away < self.away and not one.has_no_turn():
                    self.nearest, self.away = one, away

    # --- what enemies can do ---

    def foes(self) -> list[Foe]:
        """Return the enemies, with what they can do to the fighter as things really are."""
        found = self._foes
        if found is None:
            found = []
            for one in self.targets:
                if not one.has_no_turn():
                    found.append(Foe(self.fight, one, self.blow_from(one), self.shot_from(one)))
            self._foes = found
        return found

    def blow_from(self, enemy: Combatant) -> float:
        """Return the share of the fighter's life that an enemy's blow takes."""
        if not enemy.is_free_to_act() or enemy.unaware:
            return 0.0
        for weapon in enemy.gear.arms:
            if weapon.is_melee() and not weapon.tags & tags.WHEN_GRAPPLING:
                return self.appraiser.threat(self.fight, enemy, weapon, self.me)
        return 0.0

    def shot_from(self, enemy: Combatant) -> float:
        """Return the share of the fighter's life that an enemy's shot takes from where both are."""
        if not enemy.is_free_to_act() or enemy.unaware or self.me.hidden:
            return 0.0
        for weapon in enemy.gear.arms:
            if not weapon.is_melee() and weapon.strikes_from_afar():
                if weapon.is_area():
                    return self.scales.bomb
                attack = Attack(enemy, self.me, weapon, NO_STRIKE, False)
                return self.appraiser.appraise(self.fight, attack).value
        return 0.0

    def menace(self, enemy: Combatant) -> float:
        """Return how much it matters to harm one enemy rather than another, by the harm they can
        do; a mount counts as its rider."""
        who = enemy
        if enemy.has_no_turn() and enemy.rider >= 0:
            who = self.fight.combatants[enemy.rider]
        if who.has_no_turn():
            return 1.0
        return 0.7 + self.scales.menace * max(self.blow_from(who), self.shot_from(who))

    def danger_at(self, cell: i64) -> float:
        """Return how much of the fighter's life enemies can take in a cell before the next turn."""
        grid = self.fight.scene.grid
        total = 0.0
        for foe in self.foes():
            away: i64 = foe.spaces[cell]
            worst = 0.0
            if away <= foe.reach:
                worst = foe.blow
            elif away <= foe.comes and not foe.waits:
                worst = foe.blow * self.scales.coming
            if foe.shot > worst and grid.sight(foe.who.cell, cell) != NO_SIGHT:
                cover = cover_between(grid, foe.who.cell, cell)
                worst = max(worst, foe.shot * (1.0 + float(cover) / 50.0))
            total += worst
        return total

    def openings(self, path: list[int], gait: i64) -> float:
        """Return what reactions to a move are expected to take: openings given, and weapons that
        wait for it."""
        total = 0.0
        for foe in self.foes():
            here = self.me.cell
            if foe.blow <= 0.0 or foe.spaces[here] > foe.reach + len(path):
                continue
            if not may_react_to(foe.who, self.me):
                continue
            fends = foe.who.gear.threat_tags & tags.FEND != 0
            waits = foe.who.ready_for == IN_REACH or (foe.who.braced and is_charging(gait))
            for there in path:
                away: i64 = foe.spaces[here]
                after: i64 = foe.spaces[there]
                leaves = away <= foe.reach and after >= away
                if leaves or (after <= foe.reach < away and (fends or waits)):
                    total += foe.blow
                    break
                here = there
        return total

    # --- what the fighter can do ---

    def best_attack(self) -> Plan:
        """Return the attack from here that is worth most; with the off-hand or bare hands only
        where there is no other. Of several enemies the more dangerous counts for more."""
        attacks = self.attacks()
        is_choice = len(attacks) > 1 and attacks[0].target is not attacks[-1].target
        best, most = NO_PLAN, 0.0
        for attack in attacks:
            found = self.worth_of(attack)
            worth = found.value
            if is_choice and worth > 0.0:
                worth *= self.menace(attack.target)
            if worth > most:
                who, weapon, target = attack.attacker, attack.weapon, attack.target
                option = self.fight.options.attack(
                    who.index, weapon.index, target.index, found.strike, attack.thrown
                )
                best, most = Plan(worth, option, NONE, NONE), worth
        return best

    def attacks(self) -> list[Attack]:
        """List the attacks that can be made from here."""
        found: list[Attack] = []
        for who in self.strikers():
            for weapon in who.gear.arms:
                if weapon.is_unarmed() and (found or who is not self.me):
                    continue
                if not found or who is not self.me or weapon.base != who.off:
                    self.list_attacks_with(who, weapon, found)
        return found

    def strikers(self) -> list[Combatant]:
        """Return the fighter, and the mount if it obeys."""
        me = self.me
        if me.mount >= 0 and me.sheet.rides_well:
            mount = self.fight.combatants[me.mount]
            if mount.is_free_to_act():
                return [me, mount]
        return [me]

    def list_attacks_with(self, who: Combatant, weapon: Weapon, found: list[Attack]) -> None:
        """Add the attacks with a weapon that can be made from here, one on each enemy."""
        fight, here = self.fight, who.cell
        reaches_from = fight.terrain.reaches_from(here)
        reach = weapon.reach if weapon.is_melee() else NONE
        is_for_afar = is_ready_for_afar(who, weapon)
        for enemy in self.targets:
            needed: i64 = reaches_from[enemy.cell]
            if needed <= reach:
                if can_attack(fight, who, weapon, enemy, False):
                    found.append(Attack(who, enemy, weapon, NO_STRIKE, False))
            elif is_for_afar and is_in_range(fight.scene.grid, weapon, here, enemy.cell):
                thrown = weapon.is_thrown_to_reach()
                found.append(Attack(who, enemy, weapon, NO_STRIKE, thrown))

    def worth_of(self, attack: Attack) -> AttackValue:
        """Return what an attack is worth in its best manner. The only weapon is not thrown."""
        found = self.appraiser.worth_of(self.fight, attack)
        if attack.thrown and attack.weapon.is_melee():
            scale = self.scales.thrown if attack.attacker.carried else 0.0
            return AttackValue(found.strike, found.value * scale)
        return found

    def worth_with(self, weapon: Weapon) -> float:
        """Return what the best attack with a weapon is worth, as it is held and loaded now."""
        best = 0.0
        attacks: list[Attack] = []
        self.list_attacks_with(self.me, weapon, attacks)
        for attack in attacks:
            best = max(best, self.worth_of(attack).value)
        return best

    # --- where to stand ---

    def gain_on(self, plan: Plan) -> float:
        """Return what the attack of a plan is worth from here; of none, what any is."""
        option = plan.option
        if option is None:
            return self.best_attack().worth
        weapon, target = self.fight.scene.weapons[option.item], self.fight.combatants[option.target]
        if not is_in_range(self.fight.scene.grid, weapon, self.me.cell, target.cell):
            return 0.0
        return self.worth_of(Attack(self.me, target, weapon, NO_STRIKE, is_thrown(option))).value

    def taken(self) -> bytes:
        """Return which cells others stand in."""
        if len(self._taken) == 0:
            self._taken = occupied_cells(self.fight, self.me)
        return self._taken

    def path(self, cell: i64, most: float) -> list[int]:
        """List the cells of a way; empty if there is none so short."""
        return way(self.fight.scene.grid, self.me.cell, cell, most, DIAGONAL, self.taken())

    def best_move(self, attack: Plan, may_charge: bool, must: bool = False) -> Plan:
        """Return the move after which an attack is worth most, less what it costs; NO_PLAN if
        staying is as good, unless the fighter `must` go. `attack` is the best one from here."""
        fight, me = self.fight, self.me
        shoots = me.gear.shoots or me.gear.threat_reach < 1
        danger = self.danger_at(me.cell)
        if shoots and attack.worth > 0.0 and danger == 0.0:
            return NO_PLAN
        stay = attack.worth - self.weights.caution * danger + self.weights.least_gain
        best, most = NO_PLAN, NOTHING if must else stay
        base = rate(fight, me, WALK, 0)
        full = rate(fight, me, CHARGE, 0) if may_charge and not shoots else base
        if shoots:
            places = self.shooting_places(attack, base)
        else:
            places = self.places_to_strike(base, full)
        for place in places:
            if place.worth <= most:
                break  # the others are worth no more, whatever it costs to get there
            path = self.path(place.cell, full)
            if not path:
                continue
            metres = length(fight, me.cell, path)
            gait = WALK if metres <= base else CHARGE
            if gait == CHARGE and metres <= RUN_UP:
                continue
            worth = place.worth - self.scales.opening * self.openings(path, gait)
            if worth > most:
                best, most = Plan(worth, None, gait, place.cell), worth
        return best

    def places_to_strike(self, base: float, full: float) -> list[Plan]:
        """Return the places within a move from which enemies can be struck at, the best first: the
        nearest few of each enemy, those out of the enemy's reach first."""
        me, grid, terrain, taken = self.me, self.fight.scene.grid, self.fight.terrain, self.taken()
        reach, limit, walk = me.gear.threat_reach, half_metres(full), half_metres(base)
        found: list[Plan] = []
        for foe in self.nearest_foes():
            if foe.spaces[me.cell] > int(full) + reach:
                continue
            near: list[int] = []
            for cell in terrain.cells_to_strike_from(foe.who.cell, reach):
                away = grid.least_halves(me.cell, cell, DIAGONAL_HALVES)
                if away > limit or taken[cell] != 0 or cell == me.cell:
                    continue
                if foe.spaces[cell] <= foe.reach:
                    away += 2
                near.append(int(away * grid.size + cell))
            if not near:
                continue
            near.sort()
            weight = self.menace(foe.who) if len(self.foes()) > 1 else 1.0
            gains = [NOTHING] * 6
            for order in near[:MOST_PLACES]:
                place: i64 = order % int(grid.size)
                gait = CHARGE if grid.least_halves(me.cell, place, DIAGONAL_HALVES) > walk else WALK
                kind = foe.spaces[place] + (3 if gait == CHARGE else 0)
                if gains[kind] == NOTHING:
                    gains[kind] = self.strike_at(foe.who, foe.spaces[place], gait) * weight
                if gains[kind] > 0.0:
                    worth = gains[kind] - self.weights.caution * self.danger_at(place)
                    insert(found, Plan(worth, None, gait, place))
        return found

    def nearest_foes(self) -> list[Foe]:
        """Return the nearest few enemies."""
        here = self.me.cell
        found: list[Foe] = []
        for foe in self.foes():
            place = len(found)
            while place > 0 and found[place - 1].spaces[here] > foe.spaces[here]:
                place -= 1
            found.insert(place, foe)
        return found[:MOST_FOES]

    def strike_at(self, enemy: Combatant, spaces: i64, gait: i64) -> float:
        """Return what the best blow at an enemy so many spaces away is worth, after a move."""
        me, had_run = self.me, self.me.ran
        if gait != WALK:
            me.ran = me.charged = True
        best = 0.0
        for who in self.strikers():
            for weapon in who.gear.arms:
                if (best > 0.0 or who is not me) and weapon.is_unarmed():
                    continue
                if not weapon.is_melee() or weapon.reach < spaces:
                    continue
                if not weapon.tags & tags.WHEN_GRAPPLING:
                    attack = Attack(who, enemy, weapon, NO_STRIKE, False)
                    best = max(best, self.appraiser.appraise(self.fight, attack).value)
        me.ran, me.charged = had_run, False
        return best

    def shooting_places(self, attack: Plan, base: float) -> list[Plan]:
        """Return the places within a walk to shoot from, the best first: of those in cover, a step
        away or as far away as it goes, the safest few."""
        me, grid, taken = self.me, self.fight.scene.grid, self.taken()
        cells: list[int] = []
        x, y, far = grid.x(me.cell), grid.y(me.cell), int(base)
        for across, down in DIRECTIONS:
            straight = far if across == 0 or down == 0 else far * 2 // 3
            for steps in (straight, 1):
                if grid.inside(x + across * steps, y + down * steps):
                    cells.append(int(grid.cell(x + across * steps, y + down * steps)))
        for cell in self.fight.terrain.covered_cells:
            if grid.at_least(me.cell, cell, DIAGONAL) <= base:
                cells.append(cell)
        safest: list[Plan] = []
        for cell in cells:
            if taken[cell] == 0 and not grid.solid[cell]:
                worth = -self.weights.caution * self.danger_at(cell)
                if len(safest) < MOST_PLACES or worth > safest[MOST_PLACES - 1].worth:
                    insert(safest, Plan(worth, None, WALK, cell))
        here, before = me.cell, self.gain_on(attack) if attack.worth > 0.0 else 0.0
        scale = attack.worth / before if before > 0.0 else 1.0
        found: list[Plan] = []
        for place in safest[:MOST_PLACES]:
            self.fight.put(me, place.cell)
            gain = self.gain_on(attack) * scale
            if gain > 0.0 or self.fight.standard_used:
                insert(found, Plan(gain + place.worth, None, WALK, place.cell))
        self.fight.put(me, here)
        return found

    # --- getting nearer ---

    def path_to_nearest(self) -> list[int]:
        """List the cells of the way to the nearest enemy; empty if there is none."""
        nearest = self.nearest
        if nearest is None:
            return []
        taken = occupied_cells(self.fight, self.me, nearest)
        return way(self.fight.scene.grid, self.me.cell, nearest.cell, FAR_AWAY, DIAGONAL, taken)

    def approach(self, path: list[int], most: float) -> i64:
        """Return how far towards the nearest enemy a move goes; NO_PLACE if nowhere."""
        fight, me, nearest = self.fight, self.me, self.nearest
        if nearest is None:
            return NO_PLACE
        grid = fight.scene.grid
        spent, here, best = 0.0, me.cell, NO_PLACE
        for cell in path[:-1]:
            spent += step_cost(grid, here, cell, DIAGONAL)
            if spent > most:
                break
            here = cell
            if self.is_in_reach(cell):
                break
            if fight.is_occupied(cell):
                continue
            best = cell
            if me.gear.shoots and grid.sight(cell, nearest.cell) != NO_SIGHT:
                break
        return best

    def is_in_reach(self, cell: i64) -> bool:
        """Return whether an enemy strikes at a cell from where they stand, or is struck at from
        it."""
        mine = self.me.gear.threat_reach
        for foe in self.foes():
            if foe.spaces[cell] <= max(foe.reach, mine):
                return True
        return False


def insert(plans: list[Plan], plan: Plan) -> None:
    """Insert a plan among others, the best first; of equals the first stays so."""
    place = len(plans)
    while place > 0 and plans[place - 1].worth < plan.worth:
        place -= 1
    plans.insert(place, plan)
