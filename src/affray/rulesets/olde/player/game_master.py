"""The game master called `simple`, for Dungeons of Olde: gives spells of the caster's own words an
effect."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.fight import Fight
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.rulesets.olde.combatant import Combatant
from affray.rulesets.olde.fight import OldeFight
from affray.rulesets.olde.reach import can_see

HINTS: Final = {
    "blinded": ("blind", "light", "flash", "dark", "dust", "glare", "eyes"),
    "bleeding": ("blood", "bleed", "cut", "thorn", "claw", "wound"),
    "frightened": ("fear", "fright", "terr", "dread", "scare", "panic"),
    "restrained": ("bind", "hold", "chain", "web", "grasp", "freeze"),
    "rooted": ("root", "vine", "bramble", "mire", "mud", "ice", "stick"),
    "slowed": ("slow", "heavy", "lead", "weigh", "time"),
    "prone": ("push", "trip", "fall", "wind", "gust", "topple", "quake"),
}
"""Words that say which condition a spell lays on its target."""

USUAL: Final = "dazed"
"""What a spell does of which nothing else is said."""

SPELL_RANGE: Final[i64] = 6


@mypyc_attr(allow_interpreted_subclasses=True)
class SimpleGameMaster(Player):
    """Rules what a spell in the caster's own words does: a condition that its words hint at, until
    the next Reset, for the enemy who is meant, or the nearest; without one in reach it comes to
    nothing [spells.conditions]."""

    def decide(self, fight: Fight, question: Question) -> Option | Ruling:
        assert isinstance(fight, OldeFight)
        if question.kind != "spell":
            return question.default_option()
        target = enemy_meant(fight, fight.combatants[question.who], question.words)
        if target is None:
            return question.options[1]
        name = condition_meant(fight, question.words)
        for one in target.afflictions:
            if one.condition.name == name:
                return question.options[0]
        return Ruling("condition", target.name, f"{name} temporary", question.words or "a spell")


def condition_meant(fight: OldeFight, words: str) -> str:
    """Return the condition that the words of a spell hint at."""
    said = words.lower()
    for condition in fight.scene.conditions:
        for hint in HINTS.get(condition.name, ()):
            if hint in said:
                return condition.name
    return USUAL


def enemy_meant(fight: OldeFight, who: Combatant, words: str) -> Combatant | None:
    """Return the enemy in range and sight whom the words name, else the nearest, or None."""
    said = words.lower()
    found: Combatant | None = None
    nearest = SPELL_RANGE + 1
    for other in fight.combatants:
        if other.side == who.side or not other.is_in_fight():
            continue
        distance = fight.scene.field.spaces(who.cell, other.cell)
        if distance > SPELL_RANGE or not can_see(fight, who.cell, other.cell):
            continue
        if other.name.lower() in said:
            return other
        if distance < nearest:
            nearest = distance
            found = other
    return found
