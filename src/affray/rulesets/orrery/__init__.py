"""Orrery: one combat chapter of Terra, Sun, Moon and Star dice, Hearts and Blocks.

In the order of the chapter:

- `ruleset` is what the rest of Affray sees; `files` says what files may hold; `sheet` and `house`
  are what the rules read of them; `setup` is a scenario made ready, with its `options` and their
  `verbs`
- `fight` and `combatant` hold the state, `gear` the weapons and runes of a combatant; `turn` lists
  and performs the actions of a turn
- `pool` dice, Successes, adv and dis
- `attack` close combat, ranged combat, runes, Conditions
- `modifiers` defenseless targets, types, size, cover, height, range, visibility; `sight` what lies
  between two spots
- `siege` siege weapons
- `block` Blocking, friendly fire
- `recovery` Stamina, potions, Rest; `health` Hearts and going down
- `grapple` grapples, throws, escapes; `statuses` Conditions, Hidden
- `environment` falling and being crushed
- `log` what the log says; `rulings` what a game master can change
- `player` the simple player and the simple game master; rules never import it
"""
