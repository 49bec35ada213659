"""Mithryn as the rest of Affray sees it."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.fight import Setup
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import Ruleset
from affray.core.table import Player
from affray.rulesets.mithryn.scenario import ContentData, MithrynScenario, prepare
from affray.rulesets.mithryn.tactics import SimplePlayer

TEMPLATE = """\
# A Mithryn scenario. Check it with:   affray check FILE
# Editors complete it with the schema: affray schema mithryn
ruleset = "mithryn"
title = "A meeting at the bridge"
about = "Two friends want to cross; three bandits want to be paid."
# round_limit = 100            # a fight that lasts longer is a draw

# House rules; see them all with: affray rules mithryn
[house]
# ranged_in_same_zone = true   # let archers shoot in their own zone
# foe_actions = 2              # the same actions for every foe, whatever its sheet says
# check = "d20"                # the author's later ability check

# Where it happens: zones, the paths that join neighbours, and where one can flee.
[map]
zones = ["road", "bridge", "far bank"]
paths = [["road", "bridge"], ["bridge", "far bank"]]
exits = ["road", "far bank"]

# Weapons, armour, shields, kits and fighters of your own stand beside the built-in ones.
[weapons.quarterstaff]
damage = "2d10"
rushed = "1d10"
agility = 6
tags = ["two-handed"]

[fighters.wren]
title = "Wren"
strength = 7
agility = 10
finesse = 8
weapons = ["quarterstaff", "shortbow"]
armour = "leather"

# Two sides or more. The side with pcs = true are player characters.
[[sides]]
name = "travellers"
pcs = true
fighters = [
    { is = "wren", at = "road" },
    { is = "guardian", name = "Odo", at = "road" },   # a starting kit with abilities
]

[[sides]]
name = "bandits"
fighters = [
    { is = "bandit", at = "bridge", count = 2 },
    { is = "bandit-archer", at = "far bank" },
]
"""


class Mithryn(Ruleset):
    """The Mithryn ruleset."""

    name = "mithryn"
    package = "affray.rulesets.mithryn"
    revision = 1
    scenario = MithrynScenario
    content = ContentData
    template = TEMPLATE

    def prepare(
        self, scenario: MithrynScenario, content: ContentData, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        return prepare(scenario, content, house)

    def simple_player(self) -> Player:
        return SimplePlayer()
