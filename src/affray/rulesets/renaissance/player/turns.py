"""What the simple player does with a turn."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.questions import Option
from affray.players.tactics import NO_PLACE
from affray.rulesets.renaissance import skills, tags
from affray.rulesets.renaissance.actions import (
    can_brace,
    can_grab,
    can_move,
    has_quick,
    has_standard,
)
from affray.rulesets.renaissance.checks import skill_effort
from affray.rulesets.renaissance.combatant import WAITING_TURNS, Combatant
from affray.rulesets.renaissance.gaits import CHARGE, RUN, WALK
from affray.rulesets.renaissance.handling import hand_to_load, weapon_to_load, weapons_lying_at
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
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.attacks import HOPELESS, contest_chance
from affray.rulesets.renaissance.player.moves import NO_PLAN, Plan, View
from affray.rulesets.renaissance.several_attacks import is_off_hand
from affray.rulesets.renaissance.sheet import LOADED, LONG_RELOAD, NO_STRIKE, NONE, QUICK_RELOAD
from affray.rulesets.renaissance.targets import can_attack, is_ready_for_afar, threatening_weapon

CLOSE: Final[i64] = 2
"""An enemy so many spaces away is too close for a bow."""


class Turn(View):
    """Chooses the next action of a fighter's turn."""

    goal: i64 = NO_PLACE
    """Where the move ends that was chosen."""

    def go(self, plan: Plan) -> Option:
        """Return the move of a plan, and note where it ends."""
        self.goal = plan.cell
        return self.fight.options.gaits[plan.gait][0]

    def choose(self) -> Option:
        """Return what to do next with the turn."""
        options = self.fight.options
        if not self.me.is_free_to_act():
            return options.break_free
        found: Option | None = None
        if has_quick(self.fight):
            found = self.mend()
        if found is None and has_standard(self.fight):
            found = self.use_standard()
        elif found is None and has_quick(self.fight):
            found = self.use_quick()
        return found if found is not None else options.end

    def mend(self) -> Option | None:
        """Beat out flames, free a weapon, get up or off a mount that does not obey."""
        fight, me, options = self.fight, self.me, self.fight.options
        if me.burning:
            return options.douse
        if me.mount >= 0:
            if fight.combatants[me.mount].burning:
                return options.douse_mount
            if not me.sheet.rides_well and ride_effort(fight, me).target() < 50:
                return options.get_off
        if me.caught_hand >= 0 and fight.quick_used == 0 and catcher_of(fight, me) is not None:
            return options.pull_free
        if me.prone and not self.shoots_lying():
            return options.stand
        if me.main < 0:
            return self.take_something()
        return None

    def shoots_lying(self) -> bool:
        """Return whether the weapon is as good on the ground, with no enemy near."""
        if self.me.main < 0 or self.nearest is None or self.away <= CLOSE + 1:
            return False
        return self.fight.scene.weapons[self.me.main].tags & tags.PRONE != 0

    # --- the Standard Action ---

    def use_standard(self) -> Option | None:
        """Attack, from here or after a move; else get ready for enemies, or nearer to them."""
        fight, me, options = self.fight, self.me, self.fight.options
        if me.catching >= 0:
            return options.disarm[me.catching]
        best = self.best_attack()
        switched = self.switch_weapon(best.worth)
        if switched is not None:
            return switched
        loading = self.load_weapon(best.worth)
        if loading is not None:
            return loading
        if self.may_step() and fight.quick_used == 0 and not self.is_engaged(best):
            plan = self.best_move(best, not self.holds(), self.rushes(best))
            if plan is not NO_PLAN:
                return self.go(plan)
        if best.option is None:
            return self.wait_or_approach()
        maneuver = self.best_maneuver(best)
        if maneuver is not None:
            return maneuver
        target = fight.combatants[best.option.target]
        if self.away <= me.gear.threat_reach and not is_thrown(best.option):
            if self.each_pays(best, target):
                return options.each
            if self.feint_pays(best, target):
                return options.feint[target.index]
        return best.option

    def is_engaged(self, best: Plan) -> bool:
        """Return whether there is a blow to strike here that needs no better place."""
        me = self.me
        if best.option is None or me.mount >= 0 or me.gear.shoots:
            return False
        return self.away <= me.gear.threat_reach and not is_thrown(best.option)

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

    def rushes(self, best: Plan) -> bool:
        """Return whether to strike at an enemy at any price: after waiting long enough, or under
        fire that nobody returns."""
        if best.option is None and self.me.waited >= WAITING_TURNS:
            return True
        is_engaged = best.option is not None and not is_thrown(best.option)
        return not is_engaged and self.enemies_shoot() and not self.friends_shoot()

    def may_step(self) -> bool:
        """Return whether a move is still possible."""
        return has_quick(self.fight) and not self.me.prone and can_move(self.fight, self.me)

    def destination(self, gait: i64) -> i64:
        """Return where a move ends that has just been chosen; NO_PLACE for here."""
        fight = self.fight
        if fight.standard_used:
            return self.best_move(self.best_attack(), False).cell
        if fight.quick_used <= 1:
            best = self.best_attack()
            plan = self.best_move(best, gait == CHARGE, self.rushes(best))
            if plan is not NO_PLAN:
                return plan.cell
        plan = self.best_approach()
        return plan.cell if plan.gait == gait else NO_PLACE

    def best_approach(self) -> Plan:
        """Return how to get nearer to enemies; NO_PLAN for one who had better wait for them."""
        fight, me = self.fight, self.me
        is_shot_at = self.enemies_shoot()
        waits = (me.waited < WAITING_TURNS and self.somebody_comes()) or self.holds()
        if waits and not is_shot_at:
            return NO_PLAN
        path = self.path_to_nearest()
        walk = self.approach(path, rate(fight, me, WALK, 0))
        run = self.approach(path, rate(fight, me, RUN, 0))
        if run >= 0 and run != walk and (is_shot_at or self.is_safe(run)):
            return Plan(0.0, None, RUN, run)
        return Plan(0.0, None, WALK, walk) if walk >= 0 else NO_PLAN

    def wait_or_approach(self) -> Option | None:
        """Get nearer to enemies, or wait for one who is coming, with a blow ready."""
        fight, me, options = self.fight, self.me, self.fight.options
        if self.may_step():
            plan = self.best_approach()
            if plan is not NO_PLAN:
                return self.go(plan)
        if me.mount >= 0 and not fight.combatants[me.mount].is_free_to_act():
            return options.break_free
        comes = self.somebody_comes()
        if comes and can_brace(fight, me) and me.reacted == 0:
            return options.brace
        if comes and self.can_strike_first():
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
        here = self.me.cell
        for foe in self.foes():
            away: i64 = foe.spaces[here]
            if foe.blow > 0.0 and foe.shot == 0.0 and foe.reach < away <= foe.comes:
                if not foe.waits:
                    return True
        return False

    def can_strike_first(self) -> bool:
        """Return whether a blow can be readied: a melee weapon at hand that may hit, and a reaction
        left."""
        me, nearest = self.me, self.nearest
        if nearest is None or me.reacted > 0:
            return False
        item = weapon_in_use(me)
        weapon = self.fight.scene.weapons[item]
        if not weapon.is_melee() or self.away <= weapon.reach:
            return False
        attack = Attack(me, nearest, weapon, NO_STRIKE, False)
        return self.appraiser.appraise(self.fight, attack).value > 0.0

    # --- things in hand ---

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

    def switch_weapon(self, worth: float) -> Option | None:
        """Drop what cannot shoot any more for another weapon, or a bow for a blade worth far more
        against an enemy who is close. The second makes no difference to wins; it looks wise.
        """
        me = self.me
        if me.main < 0 or not me.carried or not has_quick(self.fight):
            return None
        weapon = self.fight.scene.weapons[me.main]
        is_useless = not me.gear.to_load and not is_ready_for_afar(me, weapon)
        if weapon.is_melee() or not (is_useless or (self.away <= CLOSE and not weapon.is_area())):
            return None
        item = self.best_to_draw()
        least = self.scales.switch * (worth + self.weights.least_gain)
        if item >= 0 and (is_useless or self.worth_in_hand(item) > least):
            return self.fight.options.drop_item[me.main]
        return None

    def load_weapon(self, worth: float) -> Option | None:
        """Load the weapon in hand, unless an attack now is worth more than the shot to come."""
        fight, me = self.fight, self.me
        item, hand = weapon_to_load(fight, me), hand_to_load(fight, me)
        if item < 0:
            return None
        weapon, load = fight.scene.weapons[item], me.load_in(hand)
        is_quick = weapon.reload == QUICK_RELOAD
        if is_quick and not has_quick(fight):
            return None
        me.set_load(hand, LOADED)
        shot = self.worth_with(weapon)
        me.set_load(hand, load)
        is_in_melee = self.nearest is not None and self.away <= self.nearest.gear.threat_reach
        if shot == 0.0 and (is_in_melee or worth > 0.0):
            return None
        turns = 0.0 if is_quick else 2.0 if weapon.reload == LONG_RELOAD and load == 0 else 1.0
        return fight.options.reload if shot * self.weights.patience**turns >= worth else None

    # --- more than one attack, and less ---

    def each_pays(self, best: Plan, target: Combatant) -> bool:
        """Return whether one attack with each weapon takes more than one with the best. A fist
        beside a weapon is hardly ever worth the penalty."""
        fight, me = self.fight, self.me
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
                total += self.appraiser.appraise(fight, attack).value
        return total > best.worth

    def feint_pays(self, best: Plan, target: Combatant) -> bool:
        """Return whether a feint first makes a blow so much better."""
        fight, me = self.fight, self.me
        if not has_quick(fight) or fight.quick_used > 0 or best.option is None:
            return False
        if target.feinted or target.unaware or me.sheet.deception < target.sheet.insight:
            return False
        mine = feint_effort(fight, me)
        if mine.target() <= HOPELESS:
            return False
        attack = Attack(me, target, fight.scene.weapons[best.option.item], NO_STRIKE, False)
        target.feinted = True
        deceived = self.appraiser.appraise(fight, attack).value
        target.feinted = False
        chance = contest_chance(fight, mine, insight_effort(fight, target))
        return chance * (deceived - best.worth) > self.scales.feint

    def best_maneuver(self, best: Plan) -> Option | None:
        """Return a grab or a trip that is worth more than the best attack.

        This makes no difference to wins that can be measured. It is there because people do it.
        """
        fight, me = self.fight, self.me
        if best.worth >= self.scales.good_blow or me.mount >= 0 or holds_somebody(fight, me):
            return None
        found, most = None, best.worth
        spaces = fight.terrain.spaces_from(me.cell)
        for target in self.targets:
            if spaces[target.cell] > 1 or target.unaware or target.has_no_turn():
                continue
            friends = self.friends_beside(target)
            gain = self.scales.hold * self.blow_from(target) + self.scales.held * friends
            if gain > most and can_grab(fight, me, target):
                theirs = resist_effort(fight, target, skill_effort(fight, target, skills.UNARMED))
                worth = gain * contest_chance(fight, grab_effort(fight, me, target), theirs)
                if worth > most:
                    found, most = fight.options.grab[target.index], worth
            gain = self.scales.lying * (1.0 + friends)
            item = threatening_weapon(fight, me, target.cell, 0)
            if gain > most and item >= 0 and not target.prone and target.mount < 0:
                mine = melee_effort(fight, me, fight.scene.weapons[item], target)
                worth = gain * contest_chance(fight, mine, resist_effort(fight, target, None))
                if worth > most:
                    found, most = fight.options.trip[target.index], worth
        return found

    def friends_beside(self, target: Combatant) -> float:
        """Return how many friends stand beside an enemy."""
        spaces, found = self.fight.terrain.spaces_from(target.cell), 0.0
        for one in self.fight.combatants:
            if one.side == self.me.side and one is not self.me and spaces[one.cell] <= 1:
                if one.is_able() and not one.has_no_turn():
                    found += 1.0
        return found

    # --- what is left of the turn ---

    def use_quick(self) -> Option | None:
        """Load, or go to a better place, with the Standard Action spent."""
        fight, me = self.fight, self.me
        item = weapon_to_load(fight, me)
        if item >= 0 and fight.scene.weapons[item].reload == QUICK_RELOAD:
            return fight.options.reload
        if me.gear.shoots and self.may_step():
            plan = self.best_move(self.best_attack(), False)
            if plan is not NO_PLAN:
                return self.go(plan)
        return None


def weapon_in_use(me: Combatant) -> i64:
    """Return the weapon in hand, or else the first natural one, or bare hands."""
    return me.main if me.main >= 0 else me.sheet.always[0]
