"""One decision of one fighter: what can be done from here, what enemies can do, where to stand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.players.tactics import NO_PLACE, NOTHING, Tactics
from affray.rulesets.renaissance import tags
from affray.rulesets.renaissance.awareness import is_foe
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, RUN_UP, WALK, is_charging
from affray.rulesets.renaissance.movement import DIAGONAL, length, occupied_cells, rate
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.attacks import Appraiser
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.ranges import cover_between, is_in_range
from affray.rulesets.renaissance.reactions import may_react_to
from affray.rulesets.renaissance.sheet import NO_STRIKE, NONE, Weapon
from affray.rulesets.renaissance.targets import can_attack, is_ready_for_afar
from affray.rulesets.renaissance.verbs import IN_REACH
from affray.space.grid import DIRECTIONS, NO_ROW, NO_SIGHT
from affray.space.pathfinding import cheapest_way, half_metres, step_cost

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
class RatedAttack:
    """An attack to make, as a strike or none, what it is worth, and how much its value counts."""

    def __init__(self, worth: float, attack: Attack, strike: i64, weight: float) -> None:
        self.worth: Final = worth
        self.attack: Final = attack
        self.strike: Final[i64] = strike
        self.weight: Final = weight


@mypyc_attr(acyclic=True)
class Move:
    """A move: what it is worth, its gait, and where it ends."""

    def __init__(self, worth: float, gait: i64, cell: i64) -> None:
        self.worth: Final = worth
        self.gait: Final[i64] = gait
        self.cell: Final[i64] = cell


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
        """Return the enemies, the nearest first, with what they can do to the fighter."""
        found = self._foes
        if found is None:
            found = []
            here = self.me.cell
            for one in self.targets:
                if not one.has_no_turn():
                    foe = Foe(self.fight, one, self.blow_from(one), self.shot_from(one))
                    place = len(found)
                    while place > 0 and found[place - 1].spaces[here] > foe.spaces[here]:
                        place -= 1
                    found.insert(place, foe)
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
                return self.attack_value(Attack(enemy, self.me, weapon, NO_STRIKE, False))
        return 0.0

    def menace(self, enemy: Combatant) -> float:
        """Return how much it matters to harm one enemy rather than another, by the harm they can
        do; a mount counts as its rider."""
        who = enemy.rider if enemy.has_no_turn() else enemy.index
        foes = self.foes()
        for foe in foes:
            if foe.who.index == who and len(foes) > 1:
                return 0.7 + self.scales.menace * max(foe.blow, foe.shot)
        return 1.0

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

    def best_attack(self) -> RatedAttack | None:
        """Return the attack from here that is worth most; with the off-hand or bare hands only
        where there is no other. Of several enemies the more dangerous counts for more."""
        attacks: list[Attack] = []
        for weapon in self.me.gear.arms:
            if not attacks or not (weapon.is_unarmed() or weapon.base == self.me.off):
                self.list_attacks_with(weapon, attacks)
        is_choice = len(attacks) > 1 and attacks[0].target is not attacks[-1].target
        best: RatedAttack | None = None
        most = 0.0
        for attack in attacks:
            found = self.appraiser.appraise(self.fight, attack)
            weight = self.scale_of(attack)
            if is_choice and found.value > 0.0:
                weight *= self.menace(attack.target)
            worth = found.value * weight
            if worth > most:
                best, most = RatedAttack(worth, attack, found.strike, weight), worth
        return best

    def list_attacks_with(self, weapon: Weapon, found: list[Attack]) -> None:
        """Add the attacks with a weapon that can be made from here, one on each enemy."""
        fight, me = self.fight, self.me
        reaches_from = fight.terrain.reaches_from(me.cell)
        reach = weapon.reach if weapon.is_melee() else NONE
        is_for_afar = is_ready_for_afar(me, weapon)
        for enemy in self.targets:
            needed: i64 = reaches_from[enemy.cell]
            if needed <= reach:
                if can_attack(fight, me, weapon, enemy, False):
                    found.append(Attack(me, enemy, weapon, NO_STRIKE, False))
            elif is_for_afar and is_in_range(fight.scene.grid, weapon, me.cell, enemy.cell):
                found.append(Attack(me, enemy, weapon, NO_STRIKE, weapon.is_thrown_to_reach()))

    def attack_value(self, attack: Attack) -> float:
        """Return what an attack is worth in its best manner."""
        return self.appraiser.appraise(self.fight, attack).value

    def scale_of(self, attack: Attack) -> float:
        """Return how much an attack counts: less for a thrown weapon, and not for the only one."""
        if not attack.thrown or not attack.weapon.is_melee():
            return 1.0
        return self.scales.thrown if attack.attacker.carried else 0.0

    def worth_with(self, weapon: Weapon) -> float:
        """Return what the best attack with a weapon is worth, as it is held and loaded now."""
        best = 0.0
        attacks: list[Attack] = []
        self.list_attacks_with(weapon, attacks)
        for attack in attacks:
            best = max(best, self.attack_value(attack) * self.scale_of(attack))
        return best

    # --- where to stand ---

    def taken(self) -> bytes:
        """Return which cells others stand in."""
        if len(self._taken) == 0:
            self._taken = occupied_cells(self.fight, self.me)
        return self._taken

    def best_move(
        self, blow: RatedAttack | None, may_charge: bool, must: bool = False
    ) -> Move | None:
        """Return the move after which an attack is worth most, less what it costs; None if staying
        is as good, unless the fighter `must` go. `blow` is the best attack from here."""
        fight, me = self.fight, self.me
        base = rate(fight, me, WALK, 0)
        full = rate(fight, me, CHARGE, 0) if may_charge else base
        gain, danger = blow.worth if blow is not None else 0.0, self.danger_at(me.cell)
        if me.gear.shoots or me.gear.threat_reach < 1:
            if gain > 0.0 and danger == 0.0:
                return None
            full = base
            places = self.places_to_shoot(blow, base)
        else:
            places = self.places_to_strike(base, full)
        most = gain - self.weights.caution * danger + self.weights.least_gain
        most = NOTHING if must else most
        best: Move | None = None
        for place in places:
            if place.worth <= most:
                break  # the others are worth no more, whatever it costs to get there
            path = cheapest_way(fight.scene.grid, me.cell, place.cell, full, DIAGONAL, self.taken())
            if not path:
                continue
            metres = length(fight, me.cell, path)
            gait = WALK if metres <= base else CHARGE
            if gait == CHARGE and metres <= RUN_UP:
                continue
            worth = place.worth - self.scales.opening * self.openings(path, gait)
            if worth > most:
                best, most = Move(worth, gait, place.cell), worth
        return best

    def places_to_strike(self, base: float, full: float) -> list[Move]:
        """Return the places within a move from which enemies can be struck at, the best first: the
        nearest few of each enemy, those out of the enemy's reach first."""
        me, grid, terrain, taken = self.me, self.fight.scene.grid, self.fight.terrain, self.taken()
        reach, limit, walk = me.gear.threat_reach, half_metres(full), half_metres(base)
        found: list[Move] = []
        for foe in self.foes()[:MOST_FOES]:
            if foe.spaces[me.cell] > int(full) + reach:
                continue
            near: list[int] = []
            for cell in terrain.cells_to_strike_from(foe.who.cell, reach):
                away = grid.least_halves(me.cell, cell, DIAGONAL_HALVES)
                if away <= limit and taken[cell] == 0 and cell != me.cell:
                    away += 2 if foe.spaces[cell] <= foe.reach else 0
                    near.append(int(away * grid.size + cell))
            near.sort()
            gains = [NOTHING] * 6  # by the distance to the enemy, walking and charging
            for order in near[:MOST_PLACES]:
                place: i64 = order % int(grid.size)
                gait = CHARGE if grid.least_halves(me.cell, place, DIAGONAL_HALVES) > walk else WALK
                kind = foe.spaces[place] + (3 if gait == CHARGE else 0)
                if gains[kind] == NOTHING:
                    blow = self.blow_at(foe.who, foe.spaces[place], gait)
                    gains[kind] = blow * self.menace(foe.who)
                if gains[kind] > 0.0:
                    worth = gains[kind] - self.weights.caution * self.danger_at(place)
                    insert(found, Move(worth, gait, place))
        return found

    def blow_at(self, enemy: Combatant, spaces: i64, gait: i64) -> float:
        """Return what the best blow at an enemy so many spaces away is worth, after a move."""
        me, had_run = self.me, self.me.ran
        if gait != WALK:
            me.ran = me.charged = True
        best = 0.0
        for weapon in me.gear.arms:
            if best > 0.0 and weapon.is_unarmed():
                continue
            if weapon.is_melee() and weapon.reach >= spaces:
                if not weapon.tags & tags.WHEN_GRAPPLING:
                    best = max(best, self.attack_value(Attack(me, enemy, weapon, NO_STRIKE, False)))
        me.ran, me.charged = had_run, False
        return best

    def places_to_shoot(self, blow: RatedAttack | None, base: float) -> list[Move]:
        """Return the places within a walk to shoot from, the best first: the safest few of those in
        cover or as far away as it goes."""
        me, grid, taken = self.me, self.fight.scene.grid, self.taken()
        safest: list[Move] = []
        for cell in self.cells_to_shoot_from(base):
            if taken[cell] == 0 and not grid.solid[cell]:
                insert(safest, Move(-self.weights.caution * self.danger_at(cell), WALK, cell))
        here = me.cell
        found: list[Move] = []
        for place in safest[:MOST_PLACES]:
            self.fight.put(me, place.cell)
            gain = self.gain_here(blow)
            if gain > 0.0:
                insert(found, Move(gain + place.worth, WALK, place.cell))
        self.fight.put(me, here)
        return found

    def cells_to_shoot_from(self, base: float) -> list[int]:
        """List the cells in cover within a walk, and those a whole walk away."""
        me, grid = self.me, self.fight.scene.grid
        found = [
            cell
            for cell in self.fight.terrain.covered_cells
            if grid.at_least(me.cell, cell, DIAGONAL) <= base
        ]
        for across, down in DIRECTIONS:
            steps = int(base) if across == 0 or down == 0 else int(base) * 2 // 3
            x, y = grid.x(me.cell) + across * steps, grid.y(me.cell) + down * steps
            if grid.inside(x, y):
                found.append(int(grid.cell(x, y)))
        return found

    def gain_here(self, blow: RatedAttack | None) -> float:
        """Return what an attack is worth from here, in thought; of none, what any is."""
        if blow is None:
            found = self.best_attack()
            return found.worth if found is not None else 0.0
        attack = blow.attack
        if not is_in_range(self.fight.scene.grid, attack.weapon, self.me.cell, attack.target.cell):
            return 0.0
        return self.attack_value(attack) * blow.weight

    # --- getting nearer ---

    def path_to_nearest(self) -> list[int]:
        """List the cells of the way to the nearest enemy; empty if there is none."""
        nearest = self.nearest
        if nearest is None:
            return []
        taken = occupied_cells(self.fight, self.me, nearest)
        return cheapest_way(
            self.fight.scene.grid, self.me.cell, nearest.cell, FAR_AWAY, DIAGONAL, taken
        )

    def approach(self, path: list[int], most: float) -> i64:
        """Return how far towards the nearest enemy a move goes; NO_PLACE if nowhere."""
        fight, me, nearest = self.fight, self.me, self.nearest
        if nearest is None:
            return NO_PLACE
        grid = fight.scene.grid
        spent, here, best = 0.0, me.cell, NO_PLACE
        for cell in path[:-1]:
            spent += step_cost(grid, here, cell, DIAGONAL)
            here = cell
            if spent > most or self.is_in_reach(cell):
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


def insert(moves: list[Move], move: Move) -> None:
    """Insert a move among others, the best first; of equals the first stays so."""
    place = len(moves)
    while place > 0 and moves[place - 1].worth < move.worth:
        place -= 1
    moves.insert(place, move)
