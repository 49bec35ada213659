"""Trees of chances and choices."""

from __future__ import annotations

import pytest

from affray.core.odds import OddsCache
from affray.core.table import DefaultPlayer, Table
from affray.lab.odds.decision_tree import CHOICE, AllChoicesTable, DecisionGraph
from lab.blows import Blows


def test_a_tree_keeps_equal_parts_once() -> None:
    graph = DecisionGraph()
    table = AllChoicesTable({0, 1}, [DefaultPlayer(), DefaultPlayer()], OddsCache())
    start = Blows().new_fight(table)

    def turn(there: Table) -> int:
        fight = start.copy(there)
        fight.step()
        return fight.roster()[1].health()

    root = table.build_tree(graph, turn)
    assert graph.nodes[root].kind == CHOICE
    sure, bold = (graph.nodes[child] for child in graph.nodes[root].children)
    assert sure.outcome == 2
    assert dict(
        zip([graph.nodes[c].outcome for c in bold.children], bold.probabilities, strict=True)
    ) == {
        3: pytest.approx(2 / 3),
        0: pytest.approx(1 / 3),
    }
