"""Spells: the Savvy check to cast one, the shield that hinders it, and what it leaves.

What spells do is in no chapter of combat. A scenario may give one a condition that it lays on an
enemy; on any other the game master rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import GM, Option, Question
from affray.rulesets.olde import log, verbs
from affray.rulesets.olde.adjustments import Tally, add_check
from affray.rulesets.olde.checks import MODERATE, Challenge, check
from affray.rulesets.olde.conditions import suffer
from affray.rulesets.olde.reach import can_see
from affray.rulesets.olde.sheet import SAVVY, Spell

if TYPE_CHECKING:
    from affray.rulesets.olde.combatant import Combatant
    from affray.rulesets.olde.fight import OldeFight

RESET_MANA: Final[i64] = 1
REST_MANA: Final[i64] = 2
"""What the Reset and a rest give back [spells.mana]."""


def casting(key: str, text: str, value: i64 = 0) -> Option:
    """Make the option to cast a spell that the game master judges; value 1 is with gestures."""
    rules, cost = ("shield.spells",), "2 AP"
    return Option(key, key, text, verbs.CAST, value=value, rules=rules, cost=cost, takes_words=True)


CASTING: Final = casting("cast", "Cast a spell with gestures", 1)
CASTING_STILL: Final = casting("cast without gestures", "Cast a spell without gestures")
RESTING: Final = Option(
    "rest",
    "rest",
    "Rest: 2 Mana",
    verbs.REST,
    rules=("spells.mana",),
    cost="3 AP or all",
)
WORKS: Final = Option("works", "works", "It takes effect", rules=("shield.spells",))
FAILS: Final = Option("fails", "fails", "It comes to nothing", rules=("shield.spells",))
WHAT_COMES_OF_IT: Final = [WORKS, FAILS]


def list_spells(fight: OldeFight, actor: Combatant, found: list[Option]) -> None:
    """List spells on enemies, and where a game master sits any other; a fighter who is held fast
    casts only those without gestures."""
    if not actor.can_cast():
        return
    for spell in actor.sheet.known_spells:
        if can_be_paid(actor, spell):
            for target in fight.combatants:
                if can_be_cast_at(fight, actor, spell, target):
                    found.append(fight.scene.cast_at[spell.index][target.index])
    if actor.sheet.improvises_spells and fight.scene.has_game_master:
        if not actor.is_bound():
            found.append(CASTING)
        found.append(CASTING_STILL)


def can_be_paid(actor: Combatant, spell: Spell) -> bool:
    """Return whether a fighter has the Mana for a spell, and the hands for its gestures."""
    return spell.mana <= actor.mana and not (spell.gestures and actor.is_bound())


def can_be_cast_at(fight: OldeFight, actor: Combatant, spell: Spell, target: Combatant) -> bool:
    """Return whether a spell reaches an enemy who is up, and in sight."""
    return (
        target.side != actor.side
        and target.is_in_fight()
        and fight.scene.field.spaces(actor.cell, target.cell) <= spell.range
        and can_see(fight, actor.cell, target.cell)
    )


def may_rest(actor: Combatant) -> bool:
    """Return whether there is Mana to get back."""
    return actor.mana < actor.sheet.mana


def regain_mana(who: Combatant, points: i64) -> None:
    """Give Mana back, up to Savvy and half of Nerve [spells.mana]."""
    most = who.sheet.mana
    if who.mana < most:
        who.mana = who.mana + points if who.mana + points < most else most


def rest(fight: OldeFight, actor: Combatant) -> None:
    """Rest for a whole round, for 2 Mana."""
    regain_mana(actor, REST_MANA)
    log.rests(fight, actor)


def cast_at(fight: OldeFight, actor: Combatant, spell: Spell, target: Combatant) -> None:
    """Lay the spell's condition on an enemy if the Savvy check succeeds [spells.conditions].

    It costs its Mana either way.
    """
    actor.mana -= spell.mana
    log.casts_at(fight, actor, spell, target)
    challenge = Challenge(spell.cr, f"to cast {spell.name}", "shield.spells")
    if spell_check(fight, actor, spell.gestures, challenge):
        suffer(fight, target, spell.laid, spell.duration, spell.laid.cr)


def cast(fight: OldeFight, actor: Combatant, gestures: bool, words: str) -> None:
    """Cast a spell on which the game master rules, once the Savvy check succeeds."""
    log.casts(fight, actor, words)
    if spell_check(fight, actor, gestures, Challenge(MODERATE, "to cast a spell", "shield.spells")):
        question = Question("spell", GM, actor.index, WHAT_COMES_OF_IT, words=words)
        works = fight.ask(question) is WORKS
        log.spell_outcome(fight, actor, works)


def spell_check(fight: OldeFight, actor: Combatant, gestures: bool, challenge: Challenge) -> bool:
    """Make a Savvy check to cast a spell."""
    tally = Tally(fight.has_listener)
    add_spell(tally, actor, gestures)
    return check(fight, actor, SAVVY, tally, challenge)


def add_spell(tally: Tally, actor: Combatant, gestures: bool) -> None:
    """Add what adjusts the check to cast a spell: a shield on the arm hinders those that need
    gestures [shield.spells]."""
    add_check(tally, actor, SAVVY)
    shield = actor.sheet.shield
    if gestures and actor.shielded:
        tally.add(shield.spells, shield.name, "shield.spells")
