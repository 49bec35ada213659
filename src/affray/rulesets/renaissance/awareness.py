"""Awareness: unaware and hidden fighters, and what ends both states."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from affray.rulesets.renaissance import log, skills
from affray.rulesets.renaissance.checks import check, skill_effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.space.grid import NO_SIGHT

ONE_EYED: Final[i64] = -20


def knows_of(who: Combatant, other: Combatant) -> bool:
    """Return whether a fighter knows that another is there [defend.hidden].

    The unaware know of no enemy, and no enemy knows of the hidden. Fighters attack, react to and
    wait for only enemies they know of.
    """
    return who.side == other.side or knows_of_enemy(who, other)


def knows_of_enemy(who: Combatant, enemy: Combatant) -> bool:
    """Return whether a fighter knows that an enemy is there [defend.hidden]."""
    return not (who.unaware or enemy.hidden)


def is_foe(who: Combatant, enemy: Combatant) -> bool:
    """Return whether an enemy is known and still able [defend.hidden]."""
    return enemy.damage < enemy.dur and not (enemy.gone or enemy.hidden or who.unaware)


def can_answer(fight: RenaissanceFight, target: Combatant, attacker: Combatant) -> bool:
    """Return whether the target of an attack or a manoeuvre can defend [defend.unaware].

    One who is unaware of it cannot. PCs and major NPCs first make a Perception check.
    """
    if not target.is_able():
        return False
    if knows_of(target, attacker):
        return True
    if not (target.sheet.is_pc or target.sheet.major):
        return False
    effort = skill_effort(fight, target, skills.PERCEPTION, False)
    if target.has_lost_eye():
        effort.mods.add(ONE_EYED, "one eye", "strike.maim")
    return check(fight, effort, "defend.unaware") > 0


def give_away(fight: RenaissanceFight, attacker: Combatant, target: Combatant) -> None:
    """Make a target aware, and end its attacker's hiding [defend.unaware, defend.hidden]."""
    notice(fight, target)
    reveal(fight, attacker)


def notice(fight: RenaissanceFight, who: Combatant) -> None:
    """Make a fighter aware of enemies, with its rider or mount [defend.unaware]."""
    who.unaware = False
    if who.mount >= 0:
        fight.combatants[who.mount].unaware = False
    if who.rider >= 0:
        fight.combatants[who.rider].unaware = False


def reveal(fight: RenaissanceFight, who: Combatant) -> None:
    """End a fighter's hiding, with its rider or mount [defend.hidden]."""
    if not who.hidden:
        return
    who.hidden = False
    if who.mount >= 0:
        fight.combatants[who.mount].hidden = False
    if who.rider >= 0:
        fight.combatants[who.rider].hidden = False
    log.simple(fight, "seen", who, "defend.hidden")


def step_in_sight(fight: RenaissanceFight, mover: Combatant, is_fast: bool) -> None:
    """Reveal a hidden mover who comes next to an alert enemy, or moves fast in sight of one
    [defend.hidden]."""
    if not mover.hidden:
        return
    grid = fight.scene.grid
    for enemy in fight.combatants:
        if enemy.side == mover.side or enemy.unaware or not enemy.is_able():
            continue
        if not is_fast and grid.spaces(enemy.cell, mover.cell) > 1:
            continue
        if grid.sight(enemy.cell, mover.cell) != NO_SIGHT:
            log.move_so_far(fight)
            reveal(fight, mover)
            return


def look_round(fight: RenaissanceFight, actor: Combatant) -> bool:
    """Let an unaware fighter notice enemies in plain sight; return whether they just have
    [defend.unaware]."""
    if not actor.unaware:
        return False
    for enemy in fight.combatants:
        if enemy.side != actor.side and enemy.is_able() and not enemy.hidden:
            if fight.scene.grid.sight(actor.cell, enemy.cell) != NO_SIGHT:
                notice(fight, actor)
                return True
    return False


def nearest_foe(fight: RenaissanceFight, who: Combatant) -> Combatant | None:
    """Return the nearest enemy a fighter knows of."""
    best: Combatant | None = None
    least: i64 = 1_000_000
    spaces = fight.terrain.spaces_from(who.cell)
    for other in fight.enemies[who.side]:
        away: i64 = spaces[other.cell]
        if away < least and other.is_able() and knows_of_enemy(who, other):
            least = away
            best = other
    return best
