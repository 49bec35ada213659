"""Ability checks."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from affray.core.state import Transient
from affray.core.table import Stage, Table
from affray.rulesets.mithryn import tell
from affray.rulesets.mithryn.sheet import Sheet

if TYPE_CHECKING:
    from affray.rulesets.mithryn.combatant import Combatant
    from affray.rulesets.mithryn.fight import MithrynFight

D20_ADVANTAGE: Final[i64] = 2
"""By how much advantage and disadvantage move the target number under d20 checks."""


NOT_ROLLED: Final[list[int]] = []
"""The dice of a check that is yet to be made."""


@mypyc_attr(acyclic=True, free_list_len=1)
class Check(Stage):
    """An ability check, 1 for a success; `edge` is 1 with advantage, -1 with disadvantage."""

    tn: Final[i64]
    edge: Final[i64]
    is_d20: Final[bool]
    faces: Transient[list[int]] = NOT_ROLLED

    def __init__(self, tn: i64, edge: i64, is_d20: bool) -> None:
        self.tn = tn
        self.edge = edge
        self.is_d20 = is_d20

    def play(self, table: Table) -> i64:
        """[check.roll]"""
        if self.is_d20:
            face = table.die(20)
            self.faces = [int(face)]
            return 1 if passes_d20(self.tn, self.edge, face) else 0
        self.faces = table.roll(2 if self.edge == 0 else 3, 12)
        third = self.faces[2] if self.edge != 0 else 0
        return 1 if passes_2d12(self.tn, self.edge, self.faces[0], self.faces[1], third) else 0

    def kept(self) -> list[int]:
        """The two dice that count: of three the higher with advantage, else the lower."""
        if self.edge == 0:
            return self.faces
        ranked = sorted(self.faces)
        return ranked[1:] if self.edge > 0 else ranked[:2]

    def key(self) -> Hashable:
        return (int(self.tn), int(self.edge), self.is_d20)


def passes_2d12(tn: i64, edge: i64, one: i64, two: i64, third: i64) -> bool:
    """A sum of at least TN, or any double, succeeds [check.roll]; advantage and disadvantage roll a
    third die, and the lowest or the highest does not count [check.advantage]."""
    if edge > 0:
        if one < two and one < third:
            one = third
        elif two < third:
            two = third
    elif edge < 0:
        if one > two and one > third:
            one = third
        elif two > third:
            two = third
    return one + two >= tn or one == two


def passes_d20(tn: i64, edge: i64, face: i64) -> bool:
    """At least TN succeeds [check.roll]; 20 always does, 1 never; advantage and disadvantage move
    TN by 2 [check.advantage]."""
    if face == 20 or face == 1:
        return face == 20
    return face >= tn - D20_ADVANTAGE * edge


def passes(table: Table, tn: i64, edge: i64, is_d20: bool) -> bool:
    """Rolls a check at a table where it need be no stage."""
    if is_d20:
        return passes_d20(tn, edge, table.die(20))
    table.begin_roll(2 if edge == 0 else 3, 12)
    one = table.next_face()
    two = table.next_face()
    third: i64 = 0
    if edge != 0:
        third = table.next_face()
    return passes_2d12(tn, edge, one, two, third)


def target_number(sheet: Sheet, ability: str) -> i64:
    """20 minus the score [check.tn]; a relevant tag lowers it by Rank, a complication raises it
    [check.tag]."""
    tn = 20 - sheet.counted_score(ability)
    if sheet.tags and sheet.relevant_tag(ability):
        tn -= sheet.rank
    if sheet.complications and sheet.relevant_complication(ability):
        tn += sheet.rank
    return tn


def check(
    fight: MithrynFight, who: Combatant, ability: str, why: str, rule: str, ruled: i64 = 0
) -> bool:
    """An ability check, at disadvantage for the Wounded [health.wounded]; the game master may rule
    advantage or disadvantage, 1 or -1, and one of each is neither [check.advantage]."""
    edge: i64 = ruled
    if who.is_wounded() and ruled >= 0:
        edge = ruled - 1
    tn = target_number(who.sheet, ability)
    is_d20 = fight.house.check == "d20"
    if not fight.table.follows_stages and not fight.wants_words:
        if fight.wants_events:
            tell.counts_check(fight, who, ability, rule, ruled)
        return passes(fight.table, tn, edge, is_d20)
    stage = Check(tn, edge, is_d20)
    success = fight.table.stage(stage) == 1
    if fight.wants_events:
        tell.checks(fight, who, stage, ability, why, rule, success, ruled)
    return success
