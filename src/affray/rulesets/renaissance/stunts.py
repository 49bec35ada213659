"""Stunts: unusual moves that the game master judges [move.stunts]."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import GM, Option, Question
from affray.rulesets.renaissance import log, skills, tags
from affray.rulesets.renaissance.actions import actions_left
from affray.rulesets.renaissance.awareness import step_in_sight
from affray.rulesets.renaissance.checks import check, skill_effort
from affray.rulesets.renaissance.combatant import Combatant
from affray.rulesets.renaissance.effort import EXCEPTIONAL_FAILURE
from affray.rulesets.renaissance.fight import RenaissanceFight
from affray.rulesets.renaissance.gaits import (
    CLIMBING,
    ENDS_PRONE,
    NO_OPENING,
    STUNTS,
    TUMBLING,
    Stunt,
)
from affray.rulesets.renaissance.mounts import hinder_by_mount
from affray.rulesets.renaissance.movement import Destinations, occupied_cells, rate, step, way_to
from affray.rulesets.renaissance.ongoing import Walk
from affray.rulesets.renaissance.wounds import fall
from affray.space.grid import NO_SIGHT

AWKWARDNESS: Final[i64] = -10


@mypyc_attr(acyclic=True)
class Landings(Question):
    """Ask where a stunt through the air ends: within `most` metres, in sight or by climbing."""

    def __init__(self, fight: RenaissanceFight, who: Combatant, most: float, climbs: bool) -> None:
        super().__init__("stunt-to", who.side, who.index, None)
        self.fight: Final = fight
        self.mover: Final = who
        self.most: Final = most
        self.climbs: Final = climbs

    def list_options(self) -> list[Option]:
        scene, here = self.fight.scene, self.mover.cell
        grid = scene.grid
        options: list[Option] = [self.fight.options.stay]
        taken = occupied_cells(self.fight, self.mover)
        for cell in range(grid.size):
            if cell == here or taken[cell] or grid.solid[cell]:
                continue
            if grid.straight(here, cell) <= self.most:
                if self.climbs or grid.sight(here, cell) != NO_SIGHT:
                    options.append(self.fight.options.to(cell))
        return options


def stunt(fight: RenaissanceFight, who: Combatant, kind: i64) -> None:
    """Resolve an unusual move with a test of a movement skill, as the game master rules
    [move.stunts].

    The ruling says which action it takes, how far it goes and how hard it is. A stunt that is
    forbidden costs nothing.
    """
    rulings = fight.options.stunt_rulings[actions_left(fight)]
    ruling = fight.ask(Question("stunt", GM, who.index, rulings))
    if ruling is fight.options.refused:
        fight.stunt_refused = True
        log.simple(fight, "refused", who, "move.stunts", STUNTS[kind].name)
        return
    fight.moved = True
    fight.spend(ruling.verb)
    skill = skills.RIDE if who.mount >= 0 else skills.ATHLETICS
    effort = skill_effort(fight, who, skill)
    hinder_by_mount(fight, who, effort.mods)
    if ruling.value:
        effort.mods.add(ruling.value, "the game master's ruling", "move.stunts")
    if carries_awkward(fight, who):
        effort.mods.add(AWKWARDNESS, "awkward", "weapon.tags")
    log.simple(fight, "tries", who, "move.stunts", STUNTS[kind].name)
    quality = check(fight, effort, "move.stunts")
    step_in_sight(fight, who, True)
    if quality > 0:
        bring_off(fight, who, STUNTS[kind], rate(fight, who, ruling.item, 0))
    elif quality <= EXCEPTIONAL_FAILURE:
        fall(fight, who, "move.stunts")


def carries_awkward(fight: RenaissanceFight, who: Combatant) -> bool:
    """Return whether an item in the hands hinders moving."""
    for item in who.held:
        if fight.scene.weapons[item].tags & tags.AWKWARD:
            return True
    return False


def bring_off(fight: RenaissanceFight, who: Combatant, one: Stunt, most: float) -> None:
    """Perform a successful stunt: along the ground, or over obstacles [move.stunts].

    The game master names its result. It gives openings unless avoiding them was its purpose, and a
    prone fighter gets up.
    """
    results = Question(
        "stunt-result", GM, who.index, fight.options.stunt_results, default=one.result
    )
    result = fight.ask(results).value
    who.prone = False
    chosen = fight.ask(
        Landings(fight, who, most, one.way == CLIMBING)
        if one.way
        else Destinations(fight, who, "stunt-to", most, False)
    )
    if chosen is not fight.options.stay:
        cells = [int(chosen.place)] if one.way else way_to(fight, who, chosen.place, most)
        go_through_with(fight, who, cells, result)
        log.simple(fight, "stunt", who, "move.stunts", f"{one.name}, to {fight.spot(who.cell)}")
    if result & ENDS_PRONE and who.mount < 0 and who.is_able():
        who.prone = True


def go_through_with(fight: RenaissanceFight, who: Combatant, cells: list[int], result: i64) -> None:
    """Move through the cells of a stunt; it gives openings unless its result prevents them."""
    one = Walk(who, TUMBLING, cells)
    if result & NO_OPENING != 0:
        fight.put(who, one.goal)
        return
    fight.walk = one
    for there in cells:
        if not step(fight, one, there):
            break
    fight.walk = None
