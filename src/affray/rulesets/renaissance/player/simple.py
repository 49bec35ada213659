"""The player called `simple`, for Renaissance: a fair fighter with no dice of its own.

It weighs what its attacks, manoeuvres and moves can be expected to do, as a share of what their
target has left, and takes what is worth most; where nothing is, it closes in, waits with a blow
ready, or defends. It sees the fight only as a person would.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.renaissance import modifiers, skills
from affray.rulesets.renaissance.actions import ActionQuestion
from affray.rulesets.renaissance.checks import LuckQuestion
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import SUCCESS, Effort
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.movement import (
    Destinations,
)
from affray.rulesets.renaissance.player.attacks import (
    choose_attack_among,
    choose_each,
)
from affray.rulesets.renaissance.player.mind import Mind
from affray.rulesets.renaissance.player.positions import (
    choose_place,
)
from affray.rulesets.renaissance.player.turns import (
    choose_action,
    choose_readied,
)
from affray.rulesets.renaissance.several_attacks import EachQuestion

ATTACK_QUESTIONS: Final = frozenset(("opportunity", "brace", "readied", "each", "ride-by"))

GOOD_ENOUGH_TO_CATCH: Final[i64] = 55
A_HEAVY_PENALTY: Final[i64] = -30


class SimplePlayer(Player):
    """Decides by the odds of the moment, always the same in the same place."""

    def __init__(self) -> None:
        self.mind: Mind | None = None

    def mind_for(self, fight: RenaissanceFight) -> Mind:
        """Return what is known of the fight's scenario, with the fight in mind."""
        mind = self.mind
        if mind is None or mind.scene is not fight.scene:
            mind = Mind(fight)
            self.mind = mind
        mind.fight = fight
        return mind

    def reads_options(self) -> bool:
        return False

    def decides_by_stage(self) -> bool:
        return True

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, RenaissanceFight)
        mind = self.mind_for(fight)
        if isinstance(question, ActionQuestion):
            return choose_action(mind, question.actor)
        if isinstance(question, EachQuestion):
            return choose_each(mind, question.attacker, question.item, question.hand)
        if isinstance(question, Destinations):
            return choose_place(mind, question)
        if isinstance(question, LuckQuestion):
            if question.kind == "luck-before":
                return choose_luck_before(mind, question.effort)
            return choose_luck_after(mind, question.effort, question.against)
        kind = question.kind
        if kind in ATTACK_QUESTIONS:
            return choose_attack_among(mind, fight.combatants[question.who], question)
        if kind == "location":
            return question.options[len(question.options) - 1]
        if kind == "catch":
            me = fight.combatants[question.who]
            return question.options[1 if wants_to_catch(mind, me) else 0]
        if kind == "parry" or kind == "event":
            return question.options[1]
        if kind == "ready":
            return choose_readied(mind, fight.combatants[question.who])
        if kind == "ready-on":
            return fight.options.anybody
        return question.default_option()


def choose_luck_before(mind: Mind, effort: Effort) -> Option:
    """A heavy penalty is worth Luck if there is more of it; but a feint is not worth any."""
    if effort.base == effort.who.sheet.skill(skills.DECEPTION) and is_feint(effort):
        return mind.options.trust
    heavy = effort.mods.penalty <= A_HEAVY_PENALTY
    return mind.options.ignore if heavy and effort.who.luck > 1 else mind.options.see


def choose_luck_after(mind: Mind, effort: Effort, against: Effort | None) -> Option:
    """Luck mends what failed, or makes the exceptional success that a strike needs."""
    needed: i64 = 0
    if against is not None and against.quality > 0:
        needed = against.roll + 1
    won = effort.quality > 0 and effort.roll >= needed
    if won:
        if effort.wants_exceptional and effort.quality == SUCCESS:
            return mind.options.upgrade
        return mind.options.keep
    swapped = effort.roll % 10 * 10 + effort.roll // 10
    if needed <= swapped <= effort.target():  # so its digits are not the same
        return mind.options.swap
    return mind.options.keep


def is_feint(effort: Effort) -> bool:
    """Whether a check is no more than a feint."""
    return effort.label == skills.SKILL_TITLES[skills.DECEPTION]


def wants_to_catch(mind: Mind, me: Combatant) -> bool:
    """Catching pays for one who parries well."""
    for item in me.held:
        skill = me.sheet.skill(me.sheet.best_skill(mind.scene.weapons[item]))
        if skill + modifiers.WOUND_PENALTY * me.felt_wounds() >= GOOD_ENOUGH_TO_CATCH:
            return True
    return False
