"""Dungeons of Olde: opposed exploding stat dice, reach and armour.

In the order of the chapter, and what other chapters of the game say beside it:

- `ruleset`: the ruleset as the rest of Affray sees it
- `scenario`: what files may say; `sheet`: stats, skills, weapons, shields, armour, conditions;
  `house`: the switches
- `scene`: a scenario made ready; `field`: distances and sight; `ways`: where one gets to; `fight`,
  `combatant`: what changes
- `turn`: the Reset, Action Points, rounds; `movement`, `actions`: what they buy;
  `verbs`: their names
- `attack`: an attack in its steps; `reach`: reach, range and sight; `strike`: the opposed attempt
  and its damage; `damage`: what that is made of; `adjustments`: all that is added; `hands`: one
  hand, two, and the shield
- `spells`: casting them, and Mana
- `dice`, `checks`: stat dice of any rank, and checks against a CR
- `health`, `conditions`: injury, first aid, what else can be the matter; `recovery`: what lasts
- `reactions`: counterattack, parry and riposte; `criticals`: very good hits and very bad misses
- `direct_player`: who can be asked without a question
- `tactics`: the simple player; `appraisal`: what it reckons with; `ground`: where it would stand;
  `choice`: the best that it found so far; `tell`: what is told; `rulings`: what a game master may
  change; `game_master`: the simple game master
"""
