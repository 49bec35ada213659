"""The game master called `simple`, for Mithryn: judges by places, weapons and ability scores."""

from __future__ import annotations

from typing import Final

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.mithryn.combatant import Combatant
from affray.rulesets.mithryn.fight import MithrynFight
from affray.rulesets.mithryn.reach import can_wield, reaches
from affray.rulesets.mithryn.reactions import is_near
from affray.rulesets.mithryn.sheet import ABILITIES

HINTS: Final = {
    "STR": ("push", "pull", "lift", "break", "force", "heave", "topple", "carry", "drag", "smash"),
    "AGI": ("jump", "leap", "climb", "swing", "dodge", "roll", "balance", "slide", "run", "vault"),
    "FIN": ("lock", "trap", "rope", "hide", "sneak", "steal", "snatch", "cut", "tie", "trick"),
    "INS": ("look", "listen", "search", "notice", "find", "spot", "study", "guess", "track"),
    "WIL": ("shout", "threaten", "persuade", "taunt", "bluff", "frighten", "rally", "beg", "order"),
}
"""Words that suggest which ability an improvised action uses."""


class SimpleGameMaster(Player):
    """The simple game master: grants help from near or within reach, and lets a check decide
    improvised actions."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, MithrynFight)
        if question.kind == "grant-help":
            return question.options[0 if could_help(fight, question) else 1]
        if question.kind == "improvise":
            ability = ability_for(question.words, fight.combatants[question.who])
            found = question.option(f"check {ability}")
            return found if found is not None else question.default_option()
        return question.default_option()


def could_help(fight: MithrynFight, question: Question) -> bool:
    """Return whether the helper is near, or has a weapon that reaches the target."""
    who = fight.combatants[question.who]
    target = fight.combatants[question.target]
    if who.is_held():
        return False
    if is_near(who, fight.combatants[question.about], target):
        return True
    distance = fight.scene.zones.distance(who.zone, target.zone)
    for item in who.arms:
        weapon = fight.scene.weapons[item]
        if reaches(fight.house, weapon, distance) and can_wield(fight, who, weapon):
            return True
    return False


def ability_for(words: str, who: Combatant) -> str:
    """Return the ability that decides an improvised action: the one its words suggest, otherwise
    the best [actions.improvise]."""
    said = words.lower()
    for ability, hints in HINTS.items():
        for hint in hints:
            if hint in said:
                return ability
    best = ABILITIES[0]
    for ability in ABILITIES:
        if who.sheet.counted_score(ability) > who.sheet.counted_score(best):
            best = ability
    return best
