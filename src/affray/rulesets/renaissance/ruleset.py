"""Renaissance as the rest of Affray sees it."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.fight import Setup
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import Ruleset
from affray.core.table import Player
from affray.rulesets.renaissance.scenario import ContentData, RenaissanceScenario, prepare
from affray.rulesets.renaissance.tactics import Tactics

TEMPLATE = """\
# A Renaissance scenario. Check it with:   affray check FILE
# Editors complete it with the schema:     affray schema renaissance
ruleset = "renaissance"
title = "The ford"
about = "Three travellers want to cross; a pack of wolves is hungry."
# round_limit = 100              # a fight that lasts longer is a draw

# House rules; see them all with: affray rules renaissance
[house]
# grid = "hex"                   # hexes of a metre instead of squares
# parry_is_reaction = true       # a parry uses up the reaction
# scatter = "1d10"               # a missed grenade goes anywhere, not one of eight ways
# resistance = "halve-double"    # or plus-minus-20, upgrade-downgrade, roll-twice, by-entry
# unarmed_penalty = "unsorted"   # or section, none

# Where it happens: one-metre squares. '.' open, '#' solid, '~' difficult, 'o' low cover.
[map]
rows = [
    "............~~..........",
    "............~~..........",
    "....o.......~~.....#....",
    "............~~..........",
    "............~~..........",
]

# Weapons, ammunition, armor, shields, races and fighters of your own stand beside ours.
[weapons.iron-cudgel]
damage = "1d10+1+DB"
ap = 1
tags = ["easy"]

# Built from a race, aptitudes (before the race adds to them) and ranks …
[fighters.wren]
title = "Wren"
race = "halfling"
aptitudes = { coo = 25, som = 10 }
ranks = { fray = 30, ranged-weapons = 35, melee-weapons = 20 }
weapons = ["sling", "knife"]
luck = 2

# … or with totals, and whatever else should be different.
[fighters.odo]
title = "Odo"
dur = 35
skills = { fray = 50, melee-weapons = 65 }
weapons = ["iron-cudgel"]
armor = "mail"
shield = "buckler"

# Two sides or more. The side with pcs = true are player characters, who have Luck.
[[sides]]
name = "travellers"
pcs = true
fighters = [
    { is = "wren", at = [2, 2] },          # column and row, counted from 0
    { is = "odo", at = [4, 1] },
    { is = "chandra", at = [4, 3], luck = 0 },
]

[[sides]]
name = "wolves"
fighters = [
    { is = "wolf", at = [18, 2], count = 3 },
    { is = "wolf", name = "Grey", at = [21, 2], dur = 30 },
]
"""


class Renaissance(Ruleset):
    """The Renaissance ruleset."""

    name = "renaissance"
    package = "affray.rulesets.renaissance"
    revision = 2
    scenario = RenaissanceScenario
    content = ContentData
    template = TEMPLATE

    def prepare(
        self, scenario: RenaissanceScenario, content: ContentData, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        return prepare(scenario, content, house)

    def simple_player(self) -> Player:
        return Tactics()
