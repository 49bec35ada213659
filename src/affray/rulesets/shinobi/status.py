"""What becomes of models: stunned, injured, hidden, poisoned, cursed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.core.questions import Option, Question
from affray.rulesets.shinobi.elements import ELEMENTS, SIDES, SPIRIT, WATER, Affinity
from affray.rulesets.shinobi.profile import (
    HARMS,
    INDOMITABLE,
    INJURED,
    NOTHING,
    RESILIENT,
    STUNNED,
)

if TYPE_CHECKING:
    from affray.rulesets.shinobi.fight import Model, ShinobiFight

TOKENS: Final[i64] = 3
"""The stun token that injures [status.stunned]."""

RETURNING: Final[i64] = 2
"""How many of a side's injured come back at the end of a round [status.injured]."""


def afflict(fight: ShinobiFight, who: Model, harm: i64, by: Model | None, rule: str) -> i64:
    """Stuns or injures a model, and says what really came of it: the resilient may come off
    better, the indomitable are not injured the first time in a round, and a third stun token
    injures [status.stunned]."""
    if harm == NOTHING or not who.present():
        return NOTHING
    if by is not None and who.keywords & RESILIENT and shrugs_off(fight, who):
        harm -= 1
    if harm == INJURED and who.keywords & INDOMITABLE and not who.spared:
        who.spared = True
        harm = STUNNED
        if fight.wants_events:
            fight.tell("spared", {"who": who.name}, ("keywords.profiles",))
    if harm == NOTHING:
        return NOTHING
    before = who.stuns
    who.stuns = before + 1 if harm == STUNNED else TOKENS
    if fight.wants_events:
        tell_harm(fight, who, harm, by, who.stuns - before, rule)
    if who.stuns < TOKENS:
        return STUNNED
    leave(fight, who, by)
    return INJURED


def tell_harm(
    fight: ShinobiFight, who: Model, harm: i64, by: Model | None, tokens: i64, rule: str
) -> None:
    """Tells who is stunned or injured, and by whom; harm is counted in stun tokens."""
    how = HARMS[harm]
    if harm == STUNNED:
        how += f", token {who.stuns} of {TOKENS}"
    fight.tell(
        "hurt",
        {
            "who": who.name,
            "by": by.name if by is not None else None,
            "harm": int(tokens),
            "how": how,
        },
        (rule, "status.stunned" if harm == STUNNED else "status.injured"),
    )


def shrugs_off(fight: ShinobiFight, who: Model) -> bool:
    """Resilient: one die, and one of its own elements makes an injury a stun and a stun nothing
    [keywords.profiles]."""
    test = Affinity(who.sheet.affinity)
    succeeds = fight.table.stage(test) == 1
    if fight.wants_events:
        tell_test(fight, who, "to shrug it off", test, succeeds, ("keywords.profiles",))
    return succeeds


def tell_test(
    fight: ShinobiFight,
    who: Model,
    why: str,
    test: Affinity,
    succeeds: bool,
    rules: tuple[str, ...],
) -> None:
    """Tells an affinity test: its dice, the elements that would do, how it came out."""
    fight.tell(
        "test",
        {
            "who": who.name,
            "why": why,
            "dice": test.shown,
            "elements": "any of three" if test.half else " or ".join(who.elements()),
            "result": "success" if succeeds else "failure",
        },
        rules,
    )


def leave(fight: ShinobiFight, who: Model, by: Model | None) -> None:
    """An injured model leaves the board [status.injured]."""
    fight.take_off(who)
    who.injured = True
    if fight.wants_events:
        name = by.name if by is not None else None
        fight.tell("out", {"who": who.name, "by": name}, ("status.injured",))


def hide(fight: ShinobiFight, who: Model) -> None:
    """[status.stealth]"""
    who.hidden = True
    if fight.wants_events:
        fight.tell("hides", {"who": who.name}, ("status.stealth",))


def reveal(fight: ShinobiFight, who: Model, why: str, rule: str) -> None:
    """A hidden model is hidden no more [status.stealth]."""
    if who.hidden:
        who.hidden = False
        if fight.wants_events:
            fight.tell("revealed", {"who": who.name, "why": why}, (rule,))


def poison(fight: ShinobiFight, who: Model) -> None:
    """A token that works at the end of the model's next activation [keywords.profiles]."""
    if who.present():
        who.poisoned = True
        if fight.wants_events:
            fight.tell("poisoned", {"who": who.name}, ("keywords.profiles",))


def suffer_poison(fight: ShinobiFight, who: Model) -> None:
    """At the end of its activation a poisoned model rolls one die: Water stuns it, Spirit
    injures it, and the token is gone [keywords.profiles]."""
    who.poisoned = False
    face = fight.table.die(SIDES)
    harm = STUNNED if face == WATER else INJURED if face == SPIRIT else NOTHING
    if fight.wants_events:
        fight.tell(
            "poison",
            {"who": who.name, "die": ELEMENTS[face], "how": HARMS[harm]},
            ("keywords.profiles",),
        )
    afflict(fight, who, harm, None, "keywords.profiles")


def bring_back(fight: ShinobiFight) -> None:
    """By house rule two of each side's injured come back at the end of a round: their player
    says who [status.injured]."""
    for side in range(len(fight.scene.sides)):
        for _ in range(RETURNING):
            waiting: list[Option] = []
            for who in fight.models:
                if who.side == side and who.injured:
                    waiting.append(fight.scene.come_back[who.index])
            if not waiting:
                break
            chosen = fight.ask(Question("return", side, -1, waiting))
            come_back(fight, fight.models[chosen.target])


def come_back(fight: ShinobiFight, who: Model) -> None:
    """Fresh, to where it started or the nearest free space."""
    cell = fight.free_space_near(who.sheet.cell)
    if cell < 0 or not who.injured:
        return
    who.refresh()
    fight.put(who, cell, who.sheet.facing)
    if fight.wants_events:
        fight.tell(
            "returns",
            {"who": who.name, "place": fight.place_name(who.index)},
            ("status.injured",),
        )
