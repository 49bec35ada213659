"""The player called `simple`, for Renaissance: a fair fighter with no dice of its own.

It asks the rules what attacks, manoeuvres and moves are expected to do, as shares of what their
targets have left, and takes what is worth most. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.players.tactics import NO_PLACE
from affray.rulesets.renaissance import modifiers, skills, verbs
from affray.rulesets.renaissance.actions import ActionQuestion
from affray.rulesets.renaissance.checks import LuckQuestion
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import SUCCESS, Effort
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, GAITS, RUN, WALK
from affray.rulesets.renaissance.movement import Destinations, is_one_metre
from affray.rulesets.renaissance.ongoing import Attack
from affray.rulesets.renaissance.player.attacks import Appraiser
from affray.rulesets.renaissance.player.turns import Turn, weapon_in_use
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.readied import standard_actions
from affray.rulesets.renaissance.several_attacks import EachQuestion, is_off_hand
from affray.rulesets.renaissance.sheet import NO_STRIKE
from affray.rulesets.renaissance.targets import attack_from

ATTACK_QUESTIONS: Final = frozenset(("opportunity", "brace", "readied", "ride-by", "each"))

A_HEAVY_PENALTY: Final[i64] = -30
"""A penalty that is worth a point of Luck, for one who has another."""


class SimplePlayer(Player):
    """Decides by the odds of the moment, always the same in the same place."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights: Final = weights if weights is not None else Weights()
        self.appraiser: Appraiser | None = None
        self.goal: i64 = NO_PLACE
        """Where the move ends that was chosen last, until the rules ask for its end."""
        self.move: tuple[RenaissanceFight, int, int, int, str] | None = None
        """Which move that is: the fight, turn, fighter, where they stand, and gait."""

    def appraiser_for(self, fight: RenaissanceFight) -> Appraiser:
        """Return what is known of the attacks of the fight's scenario."""
        found = self.appraiser
        if found is None or found.scene is not fight.scene:
            found = Appraiser(fight.scene, self.weights)
            self.appraiser = found
        return found

    def reads_options(self) -> bool:
        return False

    def decides_by_stage(self) -> bool:
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, RenaissanceFight)
        if isinstance(question, ActionQuestion):
            return self.choose_action(fight, question.actor)
        if isinstance(question, Destinations):
            return self.choose_place(fight, question)
        if isinstance(question, LuckQuestion):
            if question.kind == "luck-before":
                return choose_luck_before(fight, question.effort)
            return choose_luck_after(fight, question.effort, question.against)
        me, kind = fight.combatants[question.who], question.kind
        if kind in ATTACK_QUESTIONS:
            return self.choose_attack(fight, me, question)
        if kind == "location":
            return question.options[len(question.options) - 1]
        if kind == "catch":
            return question.options[1 if self.wants_to_catch(fight, me) else 0]
        if kind == "parry" or kind == "event":
            return question.options[1]
        if kind == "ready":
            item = weapon_in_use(me)
            if me.has_at_hand(item):
                return fight.options.ready_attack[item]
            return standard_actions(fight, me)[0]
        if kind == "ready-on":
            return fight.options.anybody
        return question.default_option()

    def choose_action(self, fight: RenaissanceFight, me: Combatant) -> Option:
        """Return what to do next with the turn."""
        if fight.standard_used and has_done_all(me):
            return fight.options.end
        turn = Turn(fight, me, self.appraiser_for(fight))
        chosen = turn.choose()
        self.goal = turn.goal
        self.move = (fight, int(fight.turns), int(me.index), int(me.cell), chosen.kind)
        return chosen

    def choose_place(self, fight: RenaissanceFight, question: Destinations) -> Option:
        """Return where a move ends, or that it ends here."""
        if question.kind not in GOING:
            return fight.options.stay  # it never means to crawl, dash, tumble or ride by
        me, cell = question.mover, self.goal
        if self.move != (fight, int(fight.turns), int(me.index), int(me.cell), question.kind):
            turn = Turn(fight, me, self.appraiser_for(fight))
            cell = turn.destination(GAITS.index(question.kind))
        return fight.options.to(cell) if is_offered(fight, question, cell) else fight.options.stay

    def choose_attack(self, fight: RenaissanceFight, me: Combatant, question: Question) -> Option:
        """Return the attack that is worth most of those a question offers; any that may hit is
        better than none."""
        appraiser = self.appraiser_for(fight)
        best = question.options[0]
        most = 0.0
        for option in question.options:
            if option.verb != verbs.ATTACK and option.verb != verbs.MOUNT_ATTACK:
                if option.verb:
                    return option  # another action that was readied
                continue
            target = fight.combatants[option.target]
            if option.value != NO_STRIKE or not target.is_able():
                continue
            who = me if option.verb == verbs.ATTACK else fight.combatants[me.mount]
            attack = attack_from(fight, who, option)
            attack.riding_by = question.kind == "ride-by"
            attack.receiving_charge = question.kind == "brace"
            if isinstance(question, EachQuestion):
                mark_as_one_of_many(fight, question, attack)
            found = appraiser.worth_of(fight, attack)
            if found.value > most:
                best = fight.options.attack(
                    who.index, option.item, option.target, found.strike, attack.thrown
                )
                most = found.value
        return best

    def wants_to_catch(self, fight: RenaissanceFight, me: Combatant) -> bool:
        """Return whether a fighter parries well enough to try a catch."""
        for item in me.held:
            skill = me.sheet.skill(me.sheet.best_skill(fight.scene.weapons[item]))
            skill += modifiers.WOUND_PENALTY * me.felt_wounds()
            if float(skill) >= self.weights.catch:
                return True
        return False


def mark_as_one_of_many(fight: RenaissanceFight, question: EachQuestion, attack: Attack) -> None:
    """Note what makes an attack with one of several weapons harder."""
    me = attack.attacker
    place = me.wielded.index(int(question.item))
    if attack.weapon.is_fist() and me.fists > 1:
        place = 1  # it may be the second fist
    attack.hand = question.hand
    attack.one_of_many = True
    attack.many_targets = place > 0
    attack.off_hand = is_off_hand(fight, me, attack.weapon, place)


GOING: Final = frozenset((GAITS[WALK], GAITS[RUN], GAITS[CHARGE]))
"""The moves that the player makes."""


def is_offered(fight: RenaissanceFight, question: Destinations, cell: i64) -> bool:
    """Return whether a cell is one of the places that a question offers."""
    me = question.mover
    if cell < 0 or (question.run_up and is_one_metre(fight, me.cell, cell)):
        return False
    return len(question.way_to(cell)) > 0


def has_done_all(me: Combatant) -> bool:
    """Return whether a Quick Action is of no use to one whose Standard Action is spent."""
    if me.burning or me.prone or me.gear.needs_care:
        return False
    return me.caught_hand < 0 and me.mount < 0


def choose_luck_before(fight: RenaissanceFight, effort: Effort) -> Option:
    """Return whether to spend Luck before a roll: on a heavy penalty, if there is more Luck, and
    never on a feint."""
    options = fight.options
    if effort.label == skills.SKILL_TITLES[skills.DECEPTION]:
        return options.trust
    heavy = effort.mods.penalty <= A_HEAVY_PENALTY
    return options.ignore if heavy and effort.who.luck > 1 else options.see


def choose_luck_after(fight: RenaissanceFight, effort: Effort, against: Effort | None) -> Option:
    """Return whether Luck mends what failed, or makes the exceptional success a strike needs."""
    options = fight.options
    needed: i64 = 0
    if against is not None and against.quality > 0:
        needed = against.roll + 1
    if effort.quality > 0 and effort.roll >= needed:
        if effort.wants_exceptional and effort.quality == SUCCESS and effort.can_upgrade():
            return options.upgrade
        return options.keep
    swapped = effort.roll % 10 * 10 + effort.roll // 10
    if effort.can_swap() and needed <= swapped <= effort.target():
        return options.swap
    return options.keep
