"""Dungeons of Olde: opposed exploding stat dice, reach and armour.

In the order of the chapter, and what other chapters of the game say beside it:

- `ruleset` is what the rest of Affray sees; `files` says what files may hold; `sheet` and `house`
  are what the rules read of them; `setup` is a scenario made ready, with its `field` and the
  `verbs` of its options
- `fight` and `combatant` hold the state; `turn` has the Reset, Action Points and rounds; `movement`
  and `actions` list and perform what they buy
- `dice` stat dice of any rank; `checks` checks against a Challenge Rating
- `attack` an attack in its steps; `strike` the opposed attempt and the damage of a hit; `damage`
  what that is made of; `adjustments` everything that is added
- `reach` reach, range and sight; `hands` one hand, two, and the shield
- `spells` casting them, and Mana
- `health` hit points, injury and first aid; `conditions` how they come and end; `recovery` what
  lasts
- `reactions` counterattack, parry and riposte; `criticals` very good hits and very bad misses
- `log` what the log says; `rulings` what a game master can change
- `player` the simple player and the simple game master; rules never import it
"""
