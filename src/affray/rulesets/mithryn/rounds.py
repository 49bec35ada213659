"""Rounds: the order of turns, momentum, and the end of the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.questions import NOBODY, Option, Question
from affray.rulesets.mithryn import log
from affray.rulesets.mithryn.checks import check
from affray.rulesets.mithryn.health import decide_fates
from affray.rulesets.mithryn.sheet import Sheet
from affray.rulesets.mithryn.turn import take_turn

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight


@mypyc_attr(acyclic=True)
class OrderQuestion(Question):
    """Ask a side which of its fighters acts next."""

    def __init__(self, fight: MithrynFight, side: i64) -> None:
        super().__init__("order", side, NOBODY, None)
        self.fight: Final = fight

    def list_options(self) -> list[Option]:
        act = self.fight.scene.act
        return [act[one.index] for one in self.fight.members[self.side] if one.is_waiting()]


def acting_order(sheets: list[Sheet], sides: int) -> list[int]:
    """List the sides in the order they act: player characters first [rounds.sides], otherwise in
    the scenario's order [rounds.order]."""
    with_pcs = {int(sheet.side) for sheet in sheets if sheet.is_pc}
    return sorted(range(sides), key=lambda side: (side not in with_pcs, side))


def play_next_turn(fight: MithrynFight) -> None:
    """Play one turn: all of one side, then all of the next, round after round [rounds.sides]."""
    actor = next_to_act(fight)
    while actor is None:
        fight.side_at += 1
        if fight.side_at >= len(fight.scene.order):
            if fight.round >= fight.scene.round_limit:
                end_fight(fight)
                return
            begin_round(fight)
        actor = next_to_act(fight)
    if actor.is_able():
        fight.turns += 1
        fight.actor = actor.index
        take_turn(fight, actor)
        fight.actor = NOBODY
    actor.acted = True
    if fight.settled:
        end_fight(fight)


def next_to_act(fight: MithrynFight) -> Combatant | None:
    """Ask the acting side which fighter acts next, in any order [rounds.order].

    Return None if all its fighters have acted.
    """
    if fight.side_at >= len(fight.scene.order):
        return None
    side = fight.scene.order[fight.side_at]
    for one in fight.members[side]:
        if one.is_waiting():
            return fight.combatants[fight.ask(OrderQuestion(fight, side)).target]
    return None


def begin_round(fight: MithrynFight) -> None:
    """Begin a round; in the first, PCs roll to seize momentum [rounds.momentum]."""
    fight.round += 1
    fight.side_at = 0
    log.round_begins(fight)
    for who in fight.combatants:
        who.acted = False
        who.reacted = False
        who.slow_start = False
        if fight.round == 1 and who.sheet.is_pc and not who.fled:
            seize_momentum(fight, who)


def seize_momentum(fight: MithrynFight, who: Combatant) -> None:
    """Make an Agility check, or have only one action in this round [rounds.momentum].

    Some fighters need no check [rounds.momentum-bypass, magic.helm].
    """
    if who.sheet.momentum_rule:
        log.needs_no_check(fight, who)
    else:
        who.slow_start = not check(fight, who, "AGI", "to seize momentum", "rounds.momentum")


def end_fight(fight: MithrynFight) -> None:
    """End the fight when one side is defeated or has fled [rounds.end]."""
    decide_fates(fight)
    fight.ended = True
    log.fight_ends(fight)
