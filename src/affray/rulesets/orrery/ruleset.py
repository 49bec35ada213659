"""Orrery as the rest of Affray sees it."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.fight import Setup
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import Ruleset
from affray.core.table import Player
from affray.rulesets.orrery.scenario import ContentData, OrreryScenario, prepare
from affray.rulesets.orrery.tactics import Tactics

TEMPLATE = """\
# An Orrery scenario. Check it with:   affray check FILE
# Editors complete it with the schema: affray schema orrery
ruleset = "orrery"
title = "The toll bridge"
about = "Three travellers, a troll of an ogre, and his archer on the bank above."
# round_limit = 100            # a fight that lasts longer is a draw

# House rules; the document leaves much to other chapters, and each gap is a rule to set.
# See them all with: affray rules orrery
[house]
# success_on = 4               # the face from which a die shows a Success
# advantage = "step-die"       # adv and dis change the dice instead of rolling twice
# monsters_roll = false        # monsters have figures, and only players roll

# Where it happens: spots in a line are Close to each other; links give other bands.
# Height is in metres, cover in percent (from 50 on it counts).
[map]
line = ["road", "bridge", "far side"]
spots = [
    { name = "bank", height = 3, cover = 50 },
]
links = [["far side", "bank", "Close"]]

# Siege weapons stand somewhere: ballista, cannon, trebuchet or ram.
# [[engines]]
# is = "ballista"
# at = "bank"

# Weapons, runes and fighters of your own stand beside the built-in ones.
[weapons.silver-knife]
use = "close"
score = "moon"
types = ["silver"]
conditions = ["blinded"]

[fighters.wren]
title = "Wren"
terra = "d6"
sun = "d4"
moon = "d10"
star = "d8"
melee = "d6"
ranged = "d8"
magic = "d4"
defense = "d6"
weapons = ["crossbow", "silver-knife"]
flaws = 2
boons = 1
potions = 1

# Two sides or more. The side with pcs = true are player characters.
[[sides]]
name = "travellers"
pcs = true
fighters = [
    { is = "wren", at = "road" },
    { is = "warden", name = "Odo", at = "road" },
    { is = "tidecaller", name = "Ines", at = "road", stamina = 4 },   # any figure can be changed
]

[[sides]]
name = "bridge folk"
fighters = [
    { is = "ogre", at = "far side" },
    { is = "bandit-archer", at = "bank", count = 2 },
]

# Something that happens at the start of a round.
# [[events]]
# round = 3
# at = "bridge"
# crushed_by = "medium"
# text = "The railing comes down"
"""


class Orrery(Ruleset):
    """The Orrery ruleset."""

    name = "orrery"
    package = "affray.rulesets.orrery"
    revision = 1
    scenario = OrreryScenario
    content = ContentData
    template = TEMPLATE

    def prepare(
        self, scenario: OrreryScenario, content: ContentData, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        return prepare(scenario, content, house)

    def simple_player(self) -> Player:
        return Tactics()
