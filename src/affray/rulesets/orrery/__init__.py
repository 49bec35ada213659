"""Orrery: one combat chapter of Terra, Sun, Moon and Star dice, Hearts and Blocks.

In the order of the chapter:

- `ruleset` is what the rest of Affray sees; `scenario` reads files; `sheet` and `house` are what
  they say; `scene` is a scenario made ready, with its `options` and their `verbs`
- `fight` and `combatant` hold the state, `gear` what somebody has to attack with; `turn` is a turn
  and what can be done in it
- `pool` dice, Successes, adv and dis
- `attack` close combat, ranged combat, runes, Conditions
- `modifiers` defenseless targets, types, size, cover, height, range, visibility
- `siege` siege weapons
- `block` Blocking, friendly fire; `armaments` in which circumstances an attack is made, by which
  its pools are kept
- `recovery` Stamina, potions, Rest; `health` Hearts and going down
- `grapple` grapples, throws, escapes; `statuses` Conditions, Hidden
- `environment` falling and being crushed
- `tactics` the simple player, with `forecast` (what an attack can be expected to do), `appraisal`
  (what that is worth), `estimates` (both, kept), `judgements` (what is thought of all attacks on
  one enemy, kept), `movement` (where to stand) and `sight` (what lies between two spots)
- `game_master` the simple game master
- `tell` what the log says; `rulings` what a game master can change
"""
