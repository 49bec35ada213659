"""Shinobi as the rest of Affray sees it."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.fight import Setup
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import Ruleset
from affray.core.table import Player
from affray.rulesets.shinobi.scenario import ContentData, ShinobiScenario, prepare
from affray.rulesets.shinobi.tactics import Tactics

TEMPLATE = """\
# A Shinobi scenario. Check it with:   affray check FILE
# Editors complete it with the schema: affray schema shinobi
ruleset = "shinobi"
title = "A quarrel at the ford"
about = "A patrol of three meets somebody who waited for them."
round_limit = 30               # a fight that lasts longer is a draw

# House rules; see them all with: affray rules shinobi
[house]
# dodge = "half"               # three faces of the die dodge, whatever one's elements
# close_water = "stunned"      # what Water does to the loser of a close combat
# close_earth = "injured"      # what Earth does
# ranged_earth = "nothing"     # what Earth does at range
# injured_return = true        # two of each side's injured come back after every round

# Where it happens: a sign for each space, or an open board with size = [12, 12].
#   . open   ~ rough (2)   ^ raised (2)   % bamboo (2, blocks sight)   o pond   # wall
[map]
rows = [
    "..........",
    "...%%.....",
    "oooo..oooo",
    ".....m....",
    "..........",
]

# Ground, models and teams of your own stand beside the built-in ones.
[terrain.mud]
symbol = "m"
cost = 3
kind = "rough"

[models.boatman]
title = "Boatman"
movement = 5
attack = 4
defence = 3
affinity = ["water", "earth"]
keywords = ["backstab", "sneaky"]
cost = 14

# Two sides or more. Models stand at [column, row], counted from 0 at the upper left.
[[sides]]
name = "patrol"
affinity = ["fire"]            # for models that have no element of their own
budget = 40                    # checked against what the models cost
fighters = [
    { is = "chunin", at = [4, 0], facing = "s" },
    { is = "kaiken", at = [2, 0], count = 2 },       # side by side: [2, 0] and [3, 0]
]

[[sides]]
name = "river"
fighters = [
    { is = "boatman", name = "Old Sen", at = [4, 4] },
    { is = "yajiri", at = [7, 4], affinity = ["water"], range = 7 },   # any figure can differ
]

# A whole team stands along an edge of the board:
# [[sides]]
# name = "shrine"
# team = "basic"
# edge = "south"
"""


class Shinobi(Ruleset):
    """The Shinobi ruleset."""

    name = "shinobi"
    package = "affray.rulesets.shinobi"
    revision = 1
    scenario = ShinobiScenario
    content = ContentData
    template = TEMPLATE

    def prepare(
        self, scenario: ShinobiScenario, content: ContentData, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        return prepare(scenario, content, house)

    def simple_player(self) -> Player:
        return Tactics()
