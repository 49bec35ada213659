"""The conditions of models: stunned, injured, hidden, poisoned."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import NOBODY, Option, Question
from affray.rulesets.shinobi import keywords, log
from affray.rulesets.shinobi.combatant import TOKENS, Model
from affray.rulesets.shinobi.elements import SIDES, SPIRIT, WATER, AffinityTest

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import ShinobiFight

# what a combat result does to the loser
NOTHING: Final[i64] = 0
STUNNED: Final[i64] = 1
INJURED: Final[i64] = 2

HARMS: Final = ["nothing", "stunned", "injured"]
"""The harms by name, as house rules give them."""

RETURNING: Final[i64] = 2
"""How many of a side's injured come back at the end of a round [status.injured]."""


def afflict(fight: ShinobiFight, who: Model, harm: i64, by: Model | None, rule: str) -> i64:
    """Stun or injure a model; a third stun token injures [status.stunned]. Return the harm done.

    The resilient may come off better, and the indomitable are not injured the first time in a round
    [keywords.profiles].
    """
    if harm == NOTHING or not who.is_present():
        return NOTHING
    if who.has(keywords.RESILIENT) and shrugs_off(fight, who):
        harm -= 1
    if harm == INJURED and who.has(keywords.INDOMITABLE) and not who.spared:
        who.spared = True
        harm = STUNNED
        log.does(fight, "spared", who, "keywords.profiles")
    if harm == NOTHING:
        return NOTHING
    before = who.stun_tokens
    who.stun_tokens = before + 1 if harm == STUNNED else TOKENS
    how = f"stunned, token {who.stun_tokens} of {TOKENS}" if harm == STUNNED else "injured"
    log.hurt(fight, who, how, by, who.stun_tokens - before, rule)
    if who.stun_tokens < TOKENS:
        return STUNNED
    leave(fight, who, by)
    return INJURED


def passes_test(
    fight: ShinobiFight,
    who: Model,
    why: str,
    rules: tuple[str, ...],
    tries: i64 = 1,
    is_half: bool = False,
) -> bool:
    """Roll an affinity test: one die that must show one of the model's own elements
    [dice.affinity]."""
    test = AffinityTest(who.sheet.affinity_bits, tries, is_half)
    succeeds = fight.table.stage(test) == 1
    log.tested(fight, who, why, test, succeeds, rules)
    return succeeds


def shrugs_off(fight: ShinobiFight, who: Model) -> bool:
    """Roll a die that makes an injury of the resilient a stun, and a stun nothing
    [keywords.profiles]."""
    return passes_test(fight, who, "to shrug it off", ("keywords.profiles",))


def leave(fight: ShinobiFight, who: Model, by: Model | None) -> None:
    """Take an injured model off the board [status.injured]."""
    fight.take_off(who)
    who.injured = True
    log.left(fight, who, by)


def hide(fight: ShinobiFight, who: Model) -> None:
    """Put a model into stealth [status.stealth]."""
    who.hidden = True
    log.does(fight, "hides", who, "status.stealth")


def reveal(fight: ShinobiFight, who: Model, why: str, rule: str) -> None:
    """End the stealth of a model."""
    if who.hidden:
        who.hidden = False
        log.revealed(fight, who, why, rule)


def poison(fight: ShinobiFight, who: Model) -> None:
    """Give a model a poison token that works at the end of its next activation
    [keywords.profiles]."""
    if who.is_present():
        who.poisoned = True
        log.does(fight, "poisoned", who, "keywords.profiles")


def suffer_poison(fight: ShinobiFight, who: Model) -> None:
    """Roll a die for a poisoned model: Water stuns, Spirit injures, and the token is gone
    [keywords.profiles]."""
    who.poisoned = False
    face = fight.table.die(SIDES)
    harm = STUNNED if face == WATER else INJURED if face == SPIRIT else NOTHING
    log.poison_worked(fight, who, face, HARMS[harm])
    afflict(fight, who, harm, None, "keywords.profiles")


def bring_back(fight: ShinobiFight) -> None:
    """Bring back two injured models of each side at the end of a round, as a house rule.

    The side's player chooses them.
    """
    for side in range(len(fight.scene.sides)):
        for _ in range(RETURNING):
            waiting: list[Option] = []
            for who in fight.teams[side]:
                if who.injured:
                    waiting.append(fight.scene.come_back[who.index])
            if not waiting:
                break
            chosen = fight.ask(Question("return", side, NOBODY, waiting))
            come_back(fight, fight.models[chosen.target])


def come_back(fight: ShinobiFight, who: Model) -> None:
    """Put a model back, fresh, where it started or in the nearest free space."""
    cell = fight.free_space_near(who.sheet.cell)
    if cell < 0 or not who.injured:
        return
    who.refresh()
    fight.put(who, cell, who.sheet.facing)
    log.returned(fight, who)
