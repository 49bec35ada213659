"""Dungeons of Olde as the rest of Affray sees it."""

from __future__ import annotations

from collections.abc import Mapping

from affray.core.fight import Setup
from affray.core.problems import Problem
from affray.core.rulebook import Setting
from affray.core.ruleset import Ruleset
from affray.core.table import Player
from affray.rulesets.olde.scenario import ContentData, OldeScenario, prepare
from affray.rulesets.olde.tactics import Tactics

TEMPLATE = """\
# A scenario for Dungeons of Olde. Check it with:   affray check FILE
# Editors complete it with the schema:              affray schema olde
ruleset = "olde"
title = "At the ford"
about = "Two travellers and three goblins want the same crossing."
# round_limit = 100            # a fight that lasts more turns is a draw

# House rules; see them all with: affray rules olde
[house]
# damage_die = "check-stat"    # damage with the die of the Check Stat, as the chapter's text has it
# damage_explodes = true       # damage dice explode too
# minimal_sight = "refuse"     # no attack where there is only minimal sight
# advanced_actions = false     # none of the advanced movements and actions
# aimed_shot = 0               # an aimed shot gains nothing, as printed
# criticals = true             # the later table of criticals and fumbles

# Where it happens: spaces are [x, y], counted from [0, 0] in the upper left corner.
[map]
width = 14
height = 8
solid = [[6, 0], [6, 1], [6, 6], [6, 7]]    # nobody enters, nothing is seen through
walls = [[10, 2, 10, 5]]                    # a wall along the spaces' edges, from corner to corner
exits = [[0, 3], [0, 4]]                    # where one can leave the field

# Weapons, shields, armour, conditions and fighters of your own stand beside the built-in ones.
[weapons.boar-spear.melee]
stat = "finesse"
skills = ["spears"]
reach = [1, 2]                 # the nearest and the farthest
one_hand = 9                   # Brawn minimums
two_hands = 7
damage = 9                     # a d9

[fighters.wren]
title = "Wren"
array = [7, 8, 5, 7]           # Brawn, Finesse, Savvy, Nerve: the starting array 8/7/7/5
# nerve = 8                    # each stat can be set by itself
skills = { spears = "journeyman", dodge = "apprentice" }
weapons = ["boar-spear"]
armour = "leather"
adjustments = [{ from = "a lucky charm", defense = 1 }]

# Two sides or more. A side, or one fighter, may be surprised.
[[sides]]
name = "travellers"
fighters = [
    { is = "wren", at = [1, 3] },
    { is = "archer", name = "Odo", at = [0, 4], hp = 12 },   # any figure can be changed here
]

[[sides]]
name = "goblins"
surprised = true
fighters = [
    { is = "goblin", at = [[11, 2], [11, 4]] },              # a space for each
    { is = "goblin-archer", at = [12, 3], conditions = [{ is = "fatigued" }] },
]
"""


class Olde(Ruleset):
    """The ruleset of Dungeons of Olde."""

    name = "olde"
    package = "affray.rulesets.olde"
    revision = 1
    scenario = OldeScenario
    content = ContentData
    template = TEMPLATE

    def prepare(
        self, scenario: OldeScenario, content: ContentData, house: Mapping[str, Setting]
    ) -> Setup | list[Problem]:
        return prepare(scenario, content, house)

    def simple_player(self) -> Player:
        return Tactics()
