"""Ability checks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import NO_FACES, Stage, Table
from affray.rulesets.mithryn import log
from affray.rulesets.mithryn.sheet import Sheet

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

D20_ADVANTAGE: Final[i64] = 2
"""The change of a d20 check's target number by advantage or disadvantage."""


@mypyc_attr(acyclic=True)
class Check(Stage):
    """The dice of an ability check; the result is 1 for a success.

    `edge` is 1 with advantage and -1 with disadvantage.
    """

    tn: Final[i64]
    edge: Final[i64]
    is_d20: Final[bool]
    faces: Transient[list[int]] = NO_FACES

    def __init__(self, tn: i64, edge: i64, is_d20: bool) -> None:
        self.tn = tn
        self.edge = edge
        self.is_d20 = is_d20

    def key(self) -> Hashable:
        return (int(self.tn), int(self.edge), self.is_d20)

    def play(self, table: Table) -> i64:
        """Roll the check: 2d12, or d20 as a house rule [check.roll]."""
        if self.is_d20:
            self.faces = table.roll(1, 20)
            succeeds = passes_d20(self.tn, self.edge, self.faces[0])
        else:
            count: i64 = 2
            if self.edge != 0:
                count = 3
            self.faces = table.roll(count, 12)
            succeeds = passes_2d12(self.tn, self.kept())
        return 1 if succeeds else 0

    def kept(self) -> list[int]:
        """Return the two dice that are kept: advantage drops the lowest of three, disadvantage
        the highest [check.advantage]."""
        if self.edge == 0:
            return self.faces
        ranked = sorted(self.faces)
        return ranked[1:] if self.edge > 0 else ranked[:2]


def passes_2d12(tn: i64, kept: list[int]) -> bool:
    """Return whether two dice succeed: a sum of at least TN, or any double [check.roll]."""
    return kept[0] + kept[1] >= tn or kept[0] == kept[1]


def passes_d20(tn: i64, edge: i64, face: i64) -> bool:
    """Return whether a d20 succeeds: at least TN; 20 always, 1 never [check.roll].

    Advantage and disadvantage move the TN by 2 [check.advantage].
    """
    if face == 20 or face == 1:
        return face == 20
    return face >= tn - D20_ADVANTAGE * edge


def target_number(sheet: Sheet, ability: str) -> i64:
    """Return 20 minus the score [check.tn].

    A relevant tag lowers it by Rank, a relevant complication raises it [check.tag].
    """
    tn = 20 - sheet.counted_score(ability)
    if sheet.relevant_tag(ability):
        tn -= sheet.rank
    if sheet.relevant_complication(ability):
        tn += sheet.rank
    return tn


def check(
    fight: MithrynFight,
    who: Combatant,
    ability: str,
    why: str,
    rule: str,
    ruled: i64 = 0,
    opponent: Combatant | None = None,
) -> bool:
    """Make an ability check, at disadvantage for the Wounded [health.wounded].

    The game master may rule advantage (1) or disadvantage (-1); one of each cancel out
    [check.advantage].
    """
    edge = ruled
    if who.is_wounded() and ruled >= 0:
        edge = ruled - 1
    stage = Check(target_number(who.sheet, ability), edge, fight.house.check == "d20")
    success = fight.table.stage(stage) == 1
    log.checks(fight, who, stage, ability, why, opponent, rule, success, ruled)
    return success
