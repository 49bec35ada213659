"""The game master called `simple`, for Orrery: judges by what the combatants can do."""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.orrery.combatant import Combatant
from affray.rulesets.orrery.fight import OrreryFight
from affray.rulesets.orrery.sheet import BURNING, MOON, STAR

FIRE = "fire"


class GameMaster(Player):
    """The simple game master: allows Tests and Conditions by fixed criteria.

    It lets a falling combatant make a Test [environment.fall-test]. It allows a Condition if the
    attacker is more cunning than the target is wary [special.justified].
    """

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OrreryFight)
        options = fight.scene.options
        if question.kind == "allow test":
            return options.yes_test
        if question.kind == "allow condition":
            who, target = fight.combatants[question.who], fight.combatants[question.target]
            allow, refuse = question.options
            burns = options.allow[BURNING][0] is allow
            return allow if is_justified(fight, who, target, burns) else refuse
        return question.default_option()


def is_justified(fight: OrreryFight, who: Combatant, target: Combatant, burns: bool) -> bool:
    """Return whether an attack may inflict a Condition that its weapon is not known for.

    It may if the attacker's Moon die is larger than the target's Star die; burning needs a source
    of fire.
    """
    if burns and not carries_fire(fight, who):
        return False
    return who.sheet.scores[MOON] > target.sheet.scores[STAR]


def carries_fire(fight: OrreryFight, who: Combatant) -> bool:
    """Return whether a combatant has a weapon or a rune of fire."""
    for item in who.arms:
        if FIRE in fight.scene.weapons[item].types:
            return True
    for item in who.runes:
        if FIRE in fight.scene.runes[item].types:
            return True
    return False
