"""The table that follows a fight from state to state with every option of some sides."""

from __future__ import annotations

from affray.core.fight import Fight
from affray.core.odds import CUT_OFF, Distribution, OddsCache
from affray.core.questions import Option, Question, Ruling
from affray.core.table import Player
from affray.lab.odds.decision_tree import AllChoicesTable


class StateTable(AllChoicesTable):
    """Follows every way from one state to the next, with every option of the sides that choose
    freely."""

    def __init__(self, players: list[Player], free_sides: set[int]) -> None:
        super().__init__(free_sides, players, OddsCache(), 0.0)
        self.merges_ways = True
        self.stage_cut_off = CUT_OFF

    def go_to(self, ways: list[tuple[Distribution, int]], answers: list[Option | Ruling]) -> None:
        """Makes ready to follow every way from where these ways and answers led."""
        super().go_to(ways, answers)
        self.choices.clear()

    def ask(self, fight: Fight, question: Question) -> Option | Ruling:
        """Answers what a player or a free side is asked; notes what was chosen on the way to the
        state."""
        if self.asked < self.given and self.is_free(question.side):
            given = self.answers[self.asked]
            if isinstance(given, Option):
                self.chosen.append(given.text)
        return super().ask(fight, question)
