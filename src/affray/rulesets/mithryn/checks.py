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
        return self.play_d20(table) if self.is_d20 else self.play_2d12(table)

    def play_2d12(self, table: Table) -> i64:
        """A sum of at least TN, or any double, succeeds; [check.advantage] rolls a third die."""
        self.faces = table.roll(2 if self.edge == 0 else 3, 12)
        kept = self.kept()
        return 1 if kept[0] + kept[1] >= self.tn or kept[0] == kept[1] else 0

    def kept(self) -> list[int]:
        """The two dice that count: of three the higher with advantage, else the lower."""
        if self.edge == 0:
            return self.faces
        ranked = sorted(self.faces)
        return ranked[1:] if self.edge > 0 else ranked[:2]

    def play_d20(self, table: Table) -> i64:
        """At least TN succeeds; 20 always does, 1 never; [check.advantage] moves TN by 2."""
        face = table.die(20)
        self.faces = [int(face)]
        if face == 20 or face == 1:
            return 1 if face == 20 else 0
        return 1 if face >= self.tn - D20_ADVANTAGE * self.edge else 0

    def key(self) -> Hashable:
        return (int(self.tn), int(self.edge), self.is_d20)


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
    stage = Check(target_number(who.sheet, ability), edge, fight.house.check == "d20")
    success = fight.table.stage(stage) == 1
    if fight.wants_events:
        tell.checks(fight, who, stage, ability, why, rule, success, ruled)
    return success
