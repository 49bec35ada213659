"""The fight as seen by the rest of Affray: turns, rulings, and single attacks for odds."""

from __future__ import annotations

from mypy_extensions import i64

from affray.core.fight import FLED, AttackResult
from affray.core.questions import Option, Ruling
from affray.rulesets.renaissance import log, tags, verbs
from affray.rulesets.renaissance.actions import actions_left
from affray.rulesets.renaissance.attack import make_attack
from affray.rulesets.renaissance.awareness import look_round
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.reactions import react_to_event
from affray.rulesets.renaissance.recovery import RenaissanceRecovery
from affray.rulesets.renaissance.rulings import RenaissanceRulings
from affray.rulesets.renaissance.sheet import LOADED, NONE, Weapon
from affray.rulesets.renaissance.targets import attack_from, explain_hindrance
from affray.rulesets.renaissance.turn import give_turn, pass_over, perform, roll_initiative


class RenaissanceGame(RenaissanceFight):
    """A fight by the Renaissance rules."""

    def step(self) -> None:
        """Play the next turn in order of initiative [turn.initiative]."""
        if not self.order:
            roll_initiative(self)
        if self.at == 0:
            self.round += 1
            log.round_begins(self)
        actor = self.combatants[self.order[self.at]]
        self.at += 1
        if actor.is_able():
            self.turns += 1
            has_noticed = actor.unaware and look_round(self, actor)
            give_turn(self, actor, has_noticed)
        else:
            pass_over(self, actor)
        if self.at == len(self.order):
            self.at = 0
        if not self.is_undecided() or (self.at == 0 and self.round >= self.setup.round_limit):
            self.end()

    def end(self) -> None:
        """End the fight: one side is left, or the last round is over."""
        self.ended = True
        log.over(self)

    def attack(self, attack: Attack) -> AttackResult:
        return make_attack(self, attack)

    def perform(self, who: Combatant, chosen: Option) -> None:
        perform(self, who, chosen)

    def turn_order(self) -> list[dict[str, object]]:
        """List fighters by initiative, with the actions left in the turn [turn.initiative,
        turn.allotment]."""
        found: list[dict[str, object]] = []
        for place, number in enumerate(self.order):
            who = self.combatants[number]
            status, left = "waiting", ""
            if not who.is_able():
                status = "out"
            elif who.index == self.acting:
                status = "acting"
                open_actions = actions_left(self)
                left = verbs.COST_WORDS[open_actions] if open_actions else ""
            elif place < self.at:
                status = "acted"
            found.append({"who": int(number), "status": status, "left": left})
        return found

    # --- rulings and rests ------------------------------------------------------------------------

    def rule(self, ruling: Ruling) -> None:
        """Apply a game master's ruling; an event calls for a reaction after it is logged
        [reaction.event]."""
        super().rule(ruling)
        if ruling.kind == "event":
            who = self.combatants[self.fighter_named(ruling.fighter).index]
            react_to_event(self, who, ruling.value)

    def rule_before(self, ruling: Ruling) -> None:
        """Apply a ruling before the fight; a late fighter's mount is away as well."""
        if ruling.kind == "state" and ruling.value == FLED:
            who = self.combatants[self.fighter_named(ruling.fighter).index]
            who.gone = True
            if who.mount >= 0:
                self.combatants[who.mount].gone = True
            return
        super().rule_before(ruling)

    def rulings_on(self, who: i64) -> RenaissanceRulings:
        return RenaissanceRulings(self, self.combatants[who])

    def recovery(self) -> RenaissanceRecovery:
        return RenaissanceRecovery(self)

    # --- attacks one by one, for odds -------------------------------------------------------------

    def attacks(self, who: i64) -> list[Option]:
        """List every attack with every weapon a fighter has, on every other fighter, in every
        manner."""
        attacker = self.combatants[who]
        found: list[Option] = []
        for item in dict.fromkeys([*attacker.at_hand, *attacker.carried]):
            for weapon in self.scene.forms[item]:
                for target in self.combatants:
                    if target.index != who:
                        found.extend(self.attacks_on(attacker, weapon, target))
        return found

    def attacks_on(self, who: Combatant, weapon: Weapon, target: Combatant) -> list[Option]:
        """List every manner of attacking a target with a weapon, near and far."""
        list_manners = self.options.list_manners
        is_riding = target.sheet.mount >= 0
        found: list[Option] = []
        if weapon.is_melee() or weapon.hands == 0 or weapon.is_projectile:
            found = list_manners(who.index, weapon, target.index, False, is_riding)
        if weapon.is_ranged() and weapon.is_thrown_to_reach():
            found = [*found, *list_manners(who.index, weapon, target.index, True, is_riding)]
        return sorted(found, key=lambda option: int(option.value))

    def hindrance(self, who: i64, attack: Option) -> str:
        return explain_hindrance(self, self.combatants[who], attack)

    def bring_within_reach(self, who: i64, attack: Option) -> None:
        """Reveal the target, draw the weapon, and move the attacker to the nearest fitting cell.

        The attacker is not put too close to shoot, if there is another cell.
        """
        attacker = self.combatants[who]
        target = self.combatants[attack.target]
        weapon = self.scene.weapons[attack.item]
        attacker.unaware = False
        target.hidden = False
        if not attacker.has_at_hand(weapon.base):
            attacker.off = NONE
            attacker.shield = NONE if weapon.hands == 2 else attacker.shield
            attacker.main = weapon.base
            attacker.main_load = LOADED
            attacker.reckon()
        if weapon.ammo >= 0 and attacker.ammo[weapon.ammo] < 1:
            attacker.set_ammo(weapon.ammo, 1)
        if weapon.tags & tags.WHEN_GRAPPLING:
            target.grabbed_by = attacker.index
        grid = self.scene.grid
        nearest = sorted(
            range(grid.size), key=lambda cell: (grid.straight(cell, target.cell), cell)
        )
        for close in (False, True):
            for cell in nearest:
                if grid.solid[cell] or self.is_occupied(cell):
                    continue
                if not close and not weapon.is_melee() and grid.spaces(cell, target.cell) <= 1:
                    continue
                self.put(attacker, cell)
                if not self.hindrance(who, attack):
                    return

    def make_attack(self, who: i64, attack: Option) -> AttackResult:
        """Make an attack; of all fighters in an area only the target is resolved."""
        self.asked_about = attack.target
        return self.attack(attack_from(self, self.combatants[who], attack))
