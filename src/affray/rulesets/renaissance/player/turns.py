"""What the simple player does with a turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE
from affray.rulesets.renaissance import skills
from affray.rulesets.renaissance.actions import (
    can_brace,
    can_grab,
    can_move,
    has_quick,
    has_standard,
)
from affray.rulesets.renaissance.checks import skill_effort
from affray.rulesets.renaissance.combatant import WAITING_TURNS, Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, RUN, WALK
from affray.rulesets.renaissance.handling import weapon_to_load, weapons_lying_at
from affray.rulesets.renaissance.holds import catcher_of, holds_somebody
from affray.rulesets.renaissance.maneuvers import (
    feint_effort,
    grab_effort,
    insight_effort,
    melee_effort,
    resist_effort,
)
from affray.rulesets.renaissance.mounts import ride_effort
from affray.rulesets.renaissance.movement import rate
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.attacks import HOPELESS, contest_chance
from affray.rulesets.renaissance.player.moves import Move, RatedAttack, View
from affray.rulesets.renaissance.several_attacks import is_off_hand
from affray.rulesets.renaissance.sheet import LOADED, NO_STRIKE, NONE, QUICK_RELOAD
from affray.rulesets.renaissance.targets import can_attack, is_ready_for_afar, threatening_weapon

CLOSE: Final[i64] = 2
"""An enemy so many spaces away is too close for a bow."""


def first_of_all(fight: RenaissanceFight, me: Combatant) -> Option | None:
    """Return what goes before everything else: break free, beat out flames, free a weapon, get up
    or off a mount that does not obey; or end a turn in which nothing else is left to do."""
    options = fight.options
    if not me.is_free_to_act():
        return options.break_free
    if has_quick(fight):
        if me.burning:
            return options.douse
        if me.mount >= 0:
            if fight.combatants[me.mount].burning:
                return options.douse_mount
            if not me.sheet.rides_well and ride_effort(fight, me).target() < 50:
                return options.get_off
        if me.caught_hand >= 0 and fight.quick_used == 0 and catcher_of(fight, me) is not None:
            return options.pull_free
        if me.prone:
            return options.stand
    return options.end if me.main >= 0 and not has_standard(fight) else None


class Turn(View):
    """Chooses the next action of a fighter's turn."""

    goal: i64 = NO_PLACE
    """Where the move ends that was chosen."""

    def go(self, move: Move) -> Option:
        """Return a move as an option, and note where it ends."""
        self.goal = move.cell
        return self.fight.options.gaits[move.gait][0]

    def choose(self) -> Option:
        """Return what to do next with the turn."""
        found: Option | None = None
        if self.me.main < 0 and has_quick(self.fight):
            found = self.take_something()
        if found is None and has_standard(self.fight):
            found = self.use_standard()
        return found if found is not None else self.fight.options.end

    # --- the Standard Action ---

    def use_standard(self) -> Option | None:
        """Attack, from here or after a move; else get ready for enemies, or nearer to them."""
        fight, me, options = self.fight, self.me, self.fight.options
        if me.catching >= 0:
            return options.disarm[me.catching]
        blow = self.best_attack()
        prepared = self.prepare_weapon(blow)
        if prepared is not None:
            return prepared
        is_engaged = blow is not None and self.is_engaged(blow)
        if self.may_step() and fight.quick_used == 0 and not is_engaged:
            move = self.best_move(blow, not self.holds(), self.rushes(blow))
            if move is not None:
                return self.go(move)
        if blow is None:
            return self.wait_or_approach()
        maneuver = self.best_maneuver(blow)
        if maneuver is not None:
            return maneuver
        attack = blow.attack
        if self.away <= me.gear.threat_reach and not attack.thrown:
            if self.each_pays(blow):
                return options.each
            if self.feint_pays(blow):
                return options.feint[attack.target.index]
        return options.attack(
            me.index, attack.weapon.index, attack.target.index, blow.strike, attack.thrown
        )

    def is_engaged(self, blow: RatedAttack) -> bool:
        """Return whether there is a blow to strike here that needs no better place."""
        me = self.me
        if me.mount >= 0 or me.gear.shoots or blow.attack.thrown:
            return False
        return self.away <= me.gear.threat_reach

    def holds(self) -> bool:
        """Return whether time is on one's side: friends shoot, and several enemies do not."""
        if len(self.foes()) < 2 or self.me.gear.shoots:
            return False
        return self.friends_shoot() and not self.enemies_shoot()

    def friends_shoot(self) -> bool:
        """Return whether anybody on one's side shoots."""
        for one in self.fight.combatants:
            if one.side == self.me.side and one.is_able() and one.gear.shoots:
                return True
        return False

    def enemies_shoot(self) -> bool:
        """Return whether an enemy shoots or throws bombs."""
        for foe in self.foes():
            if foe.shot > 0.0:
                return True
        return False

    def rushes(self, blow: RatedAttack | None) -> bool:
        """Return whether to strike at an enemy at any price: after waiting long enough, or under
        fire that nobody returns."""
        if blow is None and self.me.waited >= WAITING_TURNS:
            return True
        if blow is not None and not blow.attack.thrown:
            return False
        return self.enemies_shoot() and not self.friends_shoot()

    def may_step(self) -> bool:
        """Return whether a move is still possible."""
        return has_quick(self.fight) and not self.me.prone and can_move(self.fight, self.me)

    def destination(self, gait: i64) -> i64:
        """Return where a move ends that has just been chosen; NO_PLACE for here."""
        if self.fight.quick_used <= 1:
            blow = self.best_attack()
            move = self.best_move(blow, gait == CHARGE, self.rushes(blow))
            if move is not None:
                return move.cell
        approach = self.best_approach()
        return approach.cell if approach is not None and approach.gait == gait else NO_PLACE

    def best_approach(self) -> Move | None:
        """Return how to get nearer to enemies; None for one who had better wait for them."""
        fight, me = self.fight, self.me
        is_shot_at = self.enemies_shoot()
        waits = (me.waited < WAITING_TURNS and self.somebody_comes()) or self.holds()
        if waits and not is_shot_at:
            return None
        path = self.path_to_nearest()
        walk = self.approach(path, rate(fight, me, WALK, 0))
        run = self.approach(path, rate(fight, me, RUN, 0))
        if run >= 0 and run != walk and (is_shot_at or self.is_safe(run)):
            return Move(0.0, RUN, run)
        return Move(0.0, WALK, walk) if walk >= 0 else None

    def wait_or_approach(self) -> Option | None:
        """Get nearer to enemies, or wait for one who is coming, with a blow ready."""
        fight, me, options = self.fight, self.me, self.fight.options
        if self.may_step():
            move = self.best_approach()
            if move is not None:
                return self.go(move)
        if me.mount >= 0 and not fight.combatants[me.mount].is_free_to_act():
            return options.break_free
        if self.somebody_comes() and me.reacted == 0:
            if can_brace(fight, me):
                return options.brace
            if self.can_strike_first():
                return options.ready
        for foe in self.foes():
            if foe.shot > 0.0 or foe.spaces[me.cell] <= foe.comes:
                return options.full_defense
        return None

    def is_safe(self, cell: i64) -> bool:
        """Return whether no enemy can strike at a cell in their next turn."""
        for foe in self.foes():
            if foe.blow > 0.0 and foe.spaces[cell] <= foe.comes:
                return False
        return True

    def somebody_comes(self) -> bool:
        """Return whether an enemy can come and strike before the next turn, and does not wait."""
        for foe in self.foes():
            away: i64 = foe.spaces[self.me.cell]
            if foe.blow > 0.0 and foe.shot == 0.0 and foe.reach < away <= foe.comes:
                if not foe.waits:
                    return True
        return False

    def can_strike_first(self) -> bool:
        """Return whether there is a melee weapon at hand to ready that may hit the nearest."""
        me, nearest = self.me, self.nearest
        weapon = self.fight.scene.weapons[weapon_in_use(me)]
        if nearest is None or not weapon.is_melee() or self.away <= weapon.reach:
            return False
        return self.attack_value(Attack(me, nearest, weapon, NO_STRIKE, False)) > 0.0

    # --- things in hand ---

    def prepare_weapon(self, blow: RatedAttack | None) -> Option | None:
        """Load the weapon in hand, or drop one that cannot shoot any more for another."""
        if self.has_better_weapon(blow.worth if blow is not None else 0.0):
            return self.fight.options.drop_item[self.me.main]
        item = weapon_to_load(self.fight, self.me)
        if item < 0 or blow is not None:
            return None
        is_quick = self.fight.scene.weapons[item].reload == QUICK_RELOAD
        return self.fight.options.reload if has_quick(self.fight) or not is_quick else None

    def has_better_weapon(self, worth: float) -> bool:
        """Return whether to drop what shoots no more for another weapon, or what shoots for a blade
        worth far more against an enemy who is close."""
        me = self.me
        if me.main < 0 or not me.carried or not has_quick(self.fight):
            return False
        weapon = self.fight.scene.weapons[me.main]
        is_useless = not me.gear.to_load and not is_ready_for_afar(me, weapon)
        if me.gear.to_load and worth == 0.0 and me.waited > 0:
            is_useless = self.away <= CLOSE  # a gun in melee, with which it has waited in vain
        if weapon.is_melee() or not (is_useless or (weapon.is_projectile and self.away <= CLOSE)):
            return False
        item = self.best_to_draw()
        least = self.scales.switch * (worth + self.scales.least_gain)
        return item >= 0 and (is_useless or self.worth_in_hand(item) > least)

    def take_something(self) -> Option | None:
        """Draw the carried weapon that is worth most here, or pick one up."""
        fight, me, options = self.fight, self.me, self.fight.options
        item = self.best_to_draw() if me.carried else NONE
        if item >= 0:
            return options.draw[item]
        if me.mount < 0 and not fight.scene.weapons[weapon_in_use(me)].is_natural():
            for lying in weapons_lying_at(fight, me.cell):
                if me.can_take(fight.scene.weapons[lying]):
                    return options.pick_up[lying]
        return None

    def best_to_draw(self) -> i64:
        """Return the carried weapon that is worth most in hand; NONE if there is none."""
        me, weapons = self.me, self.fight.scene.weapons
        free = me.free_hands + (weapons[me.main].hands if me.main >= 0 else 0)
        best, most = NONE, -1.0
        for item in me.carried:
            weapon = weapons[item]
            worth = self.worth_in_hand(item)
            if worth == 0.0 and not weapon.is_area():
                suits = weapon.is_melee() == (self.away <= CLOSE)
                worth = float(5 * weapon.harm.dice + weapon.harm.bonus)
                worth *= 1e-3 if suits else 1e-4
            if worth > most and weapon.hands <= free:
                best, most = item, worth
        return best

    def worth_in_hand(self, item: i64) -> float:
        """Return what the best attack is worth with a carried weapon in hand, in thought."""
        me = self.me
        main, load, gear = me.main, me.main_load, me.gear
        me.main, me.main_load = item, LOADED
        me.reckon()
        worth = 0.0
        for weapon in self.fight.scene.forms[item]:
            worth = max(worth, self.worth_with(weapon))
        me.main, me.main_load, me.gear = main, load, gear
        return worth

    # --- more than one attack, and less ---

    def each_pays(self, best: RatedAttack) -> bool:
        """Return whether one attack with each weapon takes more than one with the best. A fist
        beside a weapon is hardly ever worth the penalty."""
        fight, me, target = self.fight, self.me, best.attack.target
        if len(me.wielded) < 2 or (me.off < 0 <= me.main and len(me.sheet.always) < 2):
            return False
        total = 0.0
        for place, item in enumerate(me.wielded):
            weapon = fight.scene.weapons[item]
            if can_attack(fight, me, weapon, target, False):
                attack = Attack(me, target, weapon, NO_STRIKE, False)
                attack.one_of_many = True
                attack.off_hand = is_off_hand(fight, me, weapon, place)
                attack.fists = me.fists
                total += self.attack_value(attack)
        return total > best.worth

    def feint_pays(self, best: RatedAttack) -> bool:
        """Return whether a feint first makes a blow so much better."""
        fight, me, target = self.fight, self.me, best.attack.target
        if not has_quick(fight) or fight.quick_used > 0:
            return False
        if target.feinted or target.unaware or me.sheet.deception < target.sheet.insight:
            return False
        mine = feint_effort(fight, me)
        if mine.target() <= HOPELESS:
            return False
        target.feinted = True
        deceived = self.attack_value(best.attack)
        target.feinted = False
        chance = contest_chance(fight, mine, insight_effort(fight, target))
        return chance * (deceived - best.worth) > self.scales.feint

    def best_maneuver(self, blow: RatedAttack) -> Option | None:
        """Return a grab or a trip that is worth more than the best attack on the same enemy.

        This makes no difference to wins that can be measured. It is there because people do it.
        """
        fight, me, target = self.fight, self.me, blow.attack.target
        if blow.worth >= self.scales.good_blow or me.mount >= 0 or holds_somebody(fight, me):
            return None
        if target.unaware or target.has_no_turn() or not can_grab(fight, me, target):
            return None
        friends = self.friends_beside(target)
        hold = self.scales.hold * self.blow_from(target) + self.scales.held * friends
        if hold > blow.worth:
            theirs = resist_effort(fight, target, skill_effort(fight, target, skills.UNARMED))
            chance = contest_chance(fight, grab_effort(fight, me, target), theirs)
            if chance * hold > blow.worth:
                return fight.options.grab[target.index]
        fall = self.scales.lying * (1.0 + friends)
        item = threatening_weapon(fight, me, target.cell, 0)
        if fall > blow.worth and item >= 0 and not target.prone:
            mine = melee_effort(fight, me, fight.scene.weapons[item], target)
            if contest_chance(fight, mine, resist_effort(fight, target, None)) * fall > blow.worth:
                return fight.options.trip[target.index]
        return None

    def friends_beside(self, target: Combatant) -> float:
        """Return how many friends stand beside an enemy."""
        spaces, found = self.fight.terrain.spaces_from(target.cell), 0.0
        for one in self.fight.combatants:
            if one.side == self.me.side and one is not self.me and spaces[one.cell] <= 1:
                if one.is_able() and not one.has_no_turn():
                    found += 1.0
        return found


def weapon_in_use(me: Combatant) -> i64:
    """Return the weapon in hand, or else the first natural one, or bare hands."""
    return me.main if me.main >= 0 else me.sheet.always[0]
