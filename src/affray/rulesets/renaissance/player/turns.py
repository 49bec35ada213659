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
    has_whole_turn,
)
from affray.rulesets.renaissance.combatant import WAITING_TURNS, Combatant
from affray.rulesets.renaissance.gaits import CHARGE, RIDE_BY, RUN, WALK
from affray.rulesets.renaissance.handling import hand_to_load, weapon_to_load, weapons_lying_at
from affray.rulesets.renaissance.holds import catcher_of, holds_somebody
from affray.rulesets.renaissance.maneuvers import (
    feint_effort,
    grab_effort,
    insight_effort,
    melee_effort,
    resist_effort,
    skill_effort,
)
from affray.rulesets.renaissance.movement import rate
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.options import is_thrown
from affray.rulesets.renaissance.player.appraisal import HOPELESS, contest_chance
from affray.rulesets.renaissance.player.view import NO_PLAN, Foe, Plan, View
from affray.rulesets.renaissance.several_attacks import is_off_hand
from affray.rulesets.renaissance.sheet import LOADED, LONG_RELOAD, NO_STRIKE, NONE, QUICK_RELOAD
from affray.rulesets.renaissance.targets import is_ready_for_afar, threatening_weapon

A_GOOD_BLOW: Final = 0.3
"""An attack worth so much is not given up for a hold or a trip."""


class Turn(View):
    """Chooses the next action of a fighter's turn."""

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
            if self.control() < 0.5:
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
        if self.me.main < 0 or self.nearest is None:
            return False
        if not self.fight.scene.weapons[self.me.main].tags & tags.PRONE:
            return False
        return self.nearest.spaces[self.me.cell] > 3

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
            plan = self.best_move(not self.holds(), self.rushes(best))
            if me.mount >= 0 and has_whole_turn(fight) and me.gear.threat_reach > 0:
                riding = self.best_ride_by()
                if riding.worth > plan.worth and riding.worth > best.worth:
                    plan = riding
            if plan is not NO_PLAN:
                return options.gaits[plan.gait][0]
        if best.option is None:
            return self.wait_or_approach()
        maneuver = self.best_maneuver(best)
        if maneuver is not None:
            return maneuver
        if self.each_pays(best):
            return options.each
        if self.feint_pays(best):
            return options.feint[best.option.target]
        return best.option

    def is_engaged(self, best: Plan) -> bool:
        """Return whether there is a blow to strike here that needs no better place."""
        option, nearest = best.option, self.nearest
        if option is None or nearest is None or self.me.mount >= 0 or self.me.gear.shoots:
            return False
        return nearest.spaces[self.me.cell] <= self.me.gear.threat_reach and not is_thrown(option)

    def holds(self) -> bool:
        """Return whether time is on one's side: friends shoot, and several enemies do not."""
        if len(self.foes) < 2 or self.me.gear.shoots:
            return False
        return self.friends_shoot() and not self.enemies_shoot()

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
        if gait == RIDE_BY:
            return self.best_ride_by().cell
        if fight.standard_used:
            return self.best_move(False).cell
        if fight.quick_used <= 1:
            best = self.best_attack()
            plan = self.best_move(gait == CHARGE, self.rushes(best))
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
        walk = self.approach(rate(fight, me, WALK, 0))
        run = self.approach(rate(fight, me, RUN, 0))
        if run >= 0 and run != walk and (is_shot_at or self.is_safe(run)):
            return Plan(0.0, None, RUN, run)
        return Plan(0.0, None, WALK, walk) if walk >= 0 else NO_PLAN

    def wait_or_approach(self) -> Option | None:
        """Get nearer to enemies, or wait for one who is coming, with a blow ready."""
        fight, me, options = self.fight, self.me, self.fight.options
        if self.may_step():
            plan = self.best_approach()
            if plan is not NO_PLAN:
                return options.gaits[plan.gait][0]
        if me.mount >= 0 and not fight.combatants[me.mount].is_free_to_act():
            return options.break_free
        comes = self.somebody_comes()
        if comes and can_brace(fight, me) and me.reacted == 0:
            return options.brace
        if comes and self.can_strike_first():
            return options.ready
        for foe in self.foes:
            if foe.shot > 0.0 or foe.spaces[me.cell] <= foe.comes:
                return options.full_defense
        return None

    def is_safe(self, cell: i64) -> bool:
        """Return whether no enemy can strike at a cell in their next turn."""
        for foe in self.foes:
            if foe.blow > 0.0 and foe.spaces[cell] <= foe.comes:
                return False
        return True

    def somebody_comes(self) -> bool:
        """Return whether an enemy can come and strike before the next turn, and does not wait."""
        here = self.me.cell
        for foe in self.foes:
            away: i64 = foe.spaces[here]
            if foe.blow > 0.0 and foe.shot == 0.0 and foe.reach < away <= foe.comes:
                if not foe.waits():
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
        if not weapon.is_melee() or nearest.spaces[me.cell] <= weapon.reach:
            return False
        return self.by_hand(me, weapon, nearest.who, True).value > 0.0

    # --- things in hand ---

    def take_something(self) -> Option | None:
        """Draw the carried weapon that is worth most here, or pick one up."""
        fight, me, options = self.fight, self.me, self.fight.options
        item = self.best_to_draw().cell if me.carried else NONE
        if item >= 0:
            return options.draw[item]
        if me.mount >= 0 or (me.sheet.always and self.is_natural(me.sheet.always[0])):
            return None
        for lying in weapons_lying_at(fight, me.cell):
            if me.can_take(fight.scene.weapons[lying]):
                return options.pick_up[lying]
        return None

    def is_natural(self, item: i64) -> bool:
        """Return whether a weapon is a natural one."""
        return self.fight.scene.weapons[item].is_natural()

    def best_to_draw(self) -> Plan:
        """Return the carried weapon that is worth most in hand, as the plan's cell."""
        me, weapons = self.me, self.fight.scene.weapons
        near = self.nearest is not None and self.nearest.spaces[me.cell] <= 2
        best, most = NONE, -1.0
        for item in me.carried:
            weapon = weapons[item]
            if weapon.hands > me.free_hands + self.hands_to_empty():
                continue
            worth = self.worth_in_hand(item)
            if worth == 0.0 and not weapon.is_area():
                scale = 0.001 if weapon.is_melee() == near else 0.0001
                worth = scale * float(5 * weapon.harm.dice + weapon.harm.bonus)
            if worth > most:
                best, most = item, worth
        return Plan(most, None, NONE, best)

    def hands_to_empty(self) -> i64:
        """Return how many hands are free after dropping what is in the main hand."""
        return self.fight.scene.weapons[self.me.main].hands if self.me.main >= 0 else 0

    def worth_in_hand(self, item: i64) -> float:
        """Return what the best attack is worth with a carried weapon in hand, in thought."""
        me = self.me
        main, load = me.main, me.main_load
        me.main, me.main_load = item, LOADED
        me.reckon()
        worth = 0.0
        for weapon in me.gear.arms:
            if weapon.base == item:
                worth = max(worth, self.best_with(me, weapon, NO_PLAN).worth)
        me.main, me.main_load = main, load
        me.reckon()
        return worth

    def switch_weapon(self, worth: float) -> Option | None:
        """Drop the weapon in hand for one that is worth clearly more here."""
        me = self.me
        if me.main < 0 or not me.carried or not has_quick(self.fight):
            return None
        weapon = self.fight.scene.weapons[me.main]
        if weapon.is_melee() or weapon.is_area():
            return None
        is_useless = not me.gear.to_load and not is_ready_for_afar(me, weapon)
        near = self.nearest is not None and self.nearest.spaces[me.cell] <= 2
        least = 0.0 if is_useless else self.scales.switch * worth + self.weights.least_gain
        if (near or is_useless) and self.best_to_draw().worth > least:
            return self.fight.options.drop_item[me.main]
        return None

    def load_weapon(self, worth: float) -> Option | None:
        """Load the weapon in hand, unless an attack now is worth more than the shot to come."""
        fight, me = self.fight, self.me
        item = weapon_to_load(fight, me)
        if item < 0:
            return None
        weapon = fight.scene.weapons[item]
        quick = weapon.reload == QUICK_RELOAD
        if quick and not has_quick(fight):
            return None
        hand = hand_to_load(fight, me)
        load = me.load_in(hand)
        me.set_load(hand, LOADED)
        shot = self.best_with(me, weapon, NO_PLAN).worth
        me.set_load(hand, load)
        turns = 0.0 if quick else 2.0 if weapon.reload == LONG_RELOAD and load == 0 else 1.0
        near = self.nearest is not None and self.nearest.spaces[me.cell] <= self.nearest.reach
        if shot == 0.0 and (near or worth > 0.0):
            return None
        if shot * self.weights.patience**turns < worth:
            return None
        return fight.options.reload

    # --- more than one attack, and less ---

    def each_pays(self, best: Plan) -> bool:
        """Return whether one attack with each weapon takes more than one with the best."""
        fight, me, option = self.fight, self.me, best.option
        if option is None or len(me.wielded) < 2 or is_thrown(option):
            return False
        if me.off < 0 and me.main >= 0 and len(me.sheet.always) < 2:
            return False  # a fist beside a weapon is hardly ever worth the penalty
        target = fight.combatants[option.target]
        total = 0.0
        for place, item in enumerate(me.wielded):
            weapon = fight.scene.weapons[item]
            needed: i64 = fight.terrain.reaches_from(me.cell)[target.cell]
            if not weapon.is_melee() or needed > weapon.reach:
                continue
            if weapon.tags & tags.WHEN_GRAPPLING and target.grabbed_by != me.index:
                continue
            attack = Attack(me, target, weapon, NO_STRIKE, False)
            attack.one_of_many = True
            attack.off_hand = is_off_hand(fight, me, weapon, place)
            attack.fists = me.fists
            total += self.appraiser.known_blow(fight, attack, False).value
        return total > best.worth

    def feint_pays(self, best: Plan) -> bool:
        """Return whether a feint first makes the attack so much better."""
        fight, me, option = self.fight, self.me, best.option
        if option is None or not has_quick(fight) or fight.quick_used > 0:
            return False
        target = fight.combatants[option.target]
        if target.feinted or target.unaware or me.sheet.deception < target.sheet.insight:
            return False
        if threatening_weapon(fight, me, target.cell, 0) < 0 or is_thrown(option):
            return False
        mine = feint_effort(fight, me)
        if mine.target() <= HOPELESS:
            return False
        weapon = fight.scene.weapons[option.item]
        target.feinted = True
        attack = Attack(me, target, weapon, option.value, False)
        deceived = self.appraiser.known_blow(fight, attack, True).value
        target.feinted = False
        chance = contest_chance(fight, mine, insight_effort(fight, target))
        return chance * (deceived - best.worth) > self.scales.feint

    def best_maneuver(self, best: Plan) -> Option | None:
        """Return a grab or a trip that is worth more than the best attack."""
        fight, me, options = self.fight, self.me, self.fight.options
        if best.worth >= A_GOOD_BLOW or me.mount >= 0 or holds_somebody(fight, me):
            return None
        most = best.worth
        found: Option | None = None
        for foe in self.foes:
            target = foe.who
            if foe.spaces[me.cell] > 1 or target.unaware:
                continue
            if can_grab(fight, me, target):
                value = self.worth_of_grab(foe, most)
                if value > most:
                    most, found = value, options.grab[target.index]
            if not target.prone and target.mount < 0:
                value = self.worth_of_trip(target, most)
                if value > most:
                    most, found = value, options.trip[target.index]
        return found

    def worth_of_grab(self, foe: Foe, least: float) -> float:
        """Return what it is worth to hold an enemy, who loses a blow and is open; 0 if that
        cannot be more than `least`."""
        fight, me = self.fight, self.me
        gain = self.scales.hold * foe.blow + self.scales.held * self.friends_beside(foe.who)
        if gain <= least:
            return 0.0
        theirs = resist_effort(fight, foe.who, skill_effort(fight, foe.who, skills.UNARMED))
        return gain * contest_chance(fight, grab_effort(fight, me, foe.who), theirs)

    def worth_of_trip(self, target: Combatant, least: float) -> float:
        """Return what it is worth to throw an enemy to the ground; 0 if that cannot be more than
        `least`."""
        fight, me = self.fight, self.me
        gain = self.scales.lying + self.scales.lying_near * self.friends_beside(target)
        item = threatening_weapon(fight, me, target.cell, 0)
        if item < 0 or gain <= least:
            return 0.0
        mine = melee_effort(fight, me, fight.scene.weapons[item], target)
        return gain * contest_chance(fight, mine, resist_effort(fight, target, None))

    def friends_beside(self, target: Combatant) -> float:
        """Return how many friends stand beside an enemy."""
        spaces = self.fight.terrain.spaces_from(target.cell)
        found: i64 = 0
        for one in self.fight.combatants:
            if one.side == self.me.side and one is not self.me and one.is_able():
                if spaces[one.cell] <= 1 and not one.has_no_turn():
                    found += 1
        return float(found)

    # --- what is left of the turn ---

    def use_quick(self) -> Option | None:
        """Load, or go to a better place, with the Standard Action spent."""
        fight, me = self.fight, self.me
        item = weapon_to_load(fight, me)
        if item >= 0 and fight.scene.weapons[item].reload == QUICK_RELOAD:
            return fight.options.reload
        if me.gear.shoots and self.may_step():
            plan = self.best_move(False)
            if plan is not NO_PLAN:
                return fight.options.gaits[plan.gait][0]
        return None


def weapon_in_use(me: Combatant) -> i64:
    """Return the weapon in hand, or else the first natural one, or bare hands."""
    return me.main if me.main >= 0 else me.sheet.always[0]
