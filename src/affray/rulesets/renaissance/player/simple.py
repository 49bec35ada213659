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
from affray.rulesets.renaissance import skills, verbs
from affray.rulesets.renaissance.actions import ActionQuestion
from affray.rulesets.renaissance.checks import LuckQuestion
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import SUCCESS, Effort
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import CHARGE, GAITS, RUN, WALK
from affray.rulesets.renaissance.movement import Destinations, is_one_metre
from affray.rulesets.renaissance.player.attacks import Appraiser
from affray.rulesets.renaissance.player.turns import Turn, first_of_all, weapon_in_use
from affray.rulesets.renaissance.player.weights import Weights
from affray.rulesets.renaissance.readied import standard_actions
from affray.rulesets.renaissance.several_attacks import EachQuestion, is_off_hand
from affray.rulesets.renaissance.sheet import NO_STRIKE
from affray.rulesets.renaissance.targets import attack_from

ATTACK_QUESTIONS: Final = frozenset(("opportunity", "brace", "readied", "ride-by", "each"))

REACTIONS: Final = frozenset(("parry", "catch", "event"))


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
                is_feint = question.effort.label == skills.SKILL_TITLES[skills.DECEPTION]
                return fight.options.trust if is_feint else fight.options.see
            return choose_luck_after(fight, question.effort, question.against)
        me, kind = fight.combatants[question.who], question.kind
        if kind in ATTACK_QUESTIONS:
            return self.choose_attack(fight, me, question)
        if kind == "location":
            return question.options[len(question.options) - 1]
        if kind in REACTIONS:
            return question.options[1]  # a catch wins no more; people do it, and so does this
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
        urgent = first_of_all(fight, me)
        if urgent is not None:
            return urgent
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
                place = me.gear.wielded_hands.index(int(question.hand))
                attack.hand, attack.one_of_many, attack.many_targets = question.hand, True, True
                attack.off_hand = is_off_hand(fight, me, attack.weapon, place)
            found = appraiser.appraise(fight, attack)
            if found.value > most:
                best = fight.options.attack(
                    who.index, option.item, option.target, found.strike, attack.thrown
                )
                most = found.value
        return best


GOING: Final = frozenset((GAITS[WALK], GAITS[RUN], GAITS[CHARGE]))
"""The moves that the player makes."""


def is_offered(fight: RenaissanceFight, question: Destinations, cell: i64) -> bool:
    """Return whether a cell is one of the places that a question offers."""
    me = question.mover
    if cell < 0 or (question.run_up and is_one_metre(fight, me.cell, cell)):
        return False
    return len(question.way_to(cell)) > 0


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
