"""Conditions and statuses: their effects, and when they end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from affray.rulesets.orrery import log
from affray.rulesets.orrery.health import hurt
from affray.rulesets.orrery.pool import Contest
from affray.rulesets.orrery.sheet import CONDITIONS, FRIGHTENED, MOON, STAR
from affray.space.bands import DISTANT, TOUCH

if TYPE_CHECKING:
    from affray.rulesets.orrery.combatant import Combatant
    from affray.rulesets.orrery.fight import OrreryFight

FIRE_HARM: Final[i64] = 1
"""The damage of burning each turn."""


def inflict(fight: OrreryFight, who: Combatant, condition: i64, by: Combatant, rule: str) -> None:
    """Inflict a Condition [rune.condition]."""
    who.set_condition(CONDITIONS[condition], True)
    if condition == FRIGHTENED:
        who.frightened_of = by.index
    log.condition(fight, who, condition, rule)


def burn(fight: OrreryFight, who: Combatant) -> None:
    """Take a Heart from the burning at the start of their turn, with no Block."""
    if who.burning:
        log.does(fight, "burns", who, "rune.condition")
        hurt(fight, who, FIRE_HARM, None, "rune.condition")


def douse(fight: OrreryFight, actor: Combatant, who: Combatant) -> None:
    """Put out the combatant's own fire, or a friend's at Touch."""
    who.burning = False
    log.douses(fight, actor, who)


def can_hide(fight: OrreryFight, who: Combatant) -> bool:
    """Return whether a combatant can hide: with cover, dark or distance, and no enemy at Touch."""
    if who.is_tethered():
        return False
    spot = fight.places.spots[who.spot]
    too_near = TOUCH if spot.covers_half() or spot.hard_to_see() else DISTANT - 1
    bands = fight.scene.bands[who.spot]
    for enemy in fight.enemies[who.side]:
        if bands[enemy.spot] <= too_near and enemy.can_act():
            return False
    return True


def hide(fight: OrreryFight, who: Combatant) -> None:
    """Hide: the Moon die must beat the best Star die of the enemies [status.hidden]."""
    watcher: Combatant | None = None
    for enemy in fight.enemies[who.side]:
        if enemy.can_act():
            if watcher is None or enemy.sheet.scores[STAR] > watcher.sheet.scores[STAR]:
                watcher = enemy
    if watcher is None:
        who.hidden = True
        log.does(fight, "hides unwatched", who, "status.hidden")
        return
    contest = Contest(
        who.sheet.scores[MOON],
        watcher.sheet.scores[STAR],
        fight.has_figures(who),
        fight.has_figures(watcher),
    )
    who.hidden = fight.table.stage(contest) == 1
    log.hides(fight, who, watcher, contest)


def come_to_light(fight: OrreryFight) -> None:
    """Reveal the Hidden who stand where they could not hide [status.hidden-ends].

    A combatant whose turn it is gets revealed at its end, or by option at once.
    """
    for who in fight.combatants:
        if who.hidden and who.is_able() and not can_hide(fight, who):
            if who.index == fight.acting and fight.house.hidden_until == "end of turn":
                continue
            who.hidden = False
            log.does(fight, "found", who, "status.hidden-ends")
