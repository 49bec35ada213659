"""Renaissance: percentile opposed checks on a metre grid.

`ruleset` is what the rest of Affray sees; `scenario` reads files and makes `sheet`s of them, with
`skills` and `tags` by number and `house` for the rules that can be switched; `scene` is a scenario
made ready. `fight` and its `combatant`s hold what changes, `gear` what follows from what those hold
and carry. The chapter, in its order:

- `checks`, `modifiers`: the D% roll, opposed checks and Luck, and what changes their targets, which
  everything below goes by
- `awareness`: who knows of whom, the unaware and the hidden
- `turn`: Overview, what one can do with a Standard and a Quick Action; `verbs`: that by number
- `movement`: The Combat Grid and Movement; `formations`: what follows from where all stand,
  `reachable`: where one gets to
- `attack`, `damage`: Attacking; `lines`: what counts from afar
- `armor`: Armor and Armor Penetration
- `strikes`, `maneuvers`: Strikes and Maneuvers
- `multiple`: Multiple Weapons and Multiple Attacks
- `resistance`: Resistance and Vulnerability
- `reactions`: Reactions
- `unarmed`: Unarmed Combat and Natural Weapons
- `mounts`: Mounted Combat
- `areas`: Blast and Splash, of the Unsorted Rules; the others of them stand where they belong
- `wounds`: what comes of damage, `recovery`: how it heals, from the chapter on injury

`tactics` is the simple player, a `direct_player` who needs no question, with `estimates` of what an
attack can be expected to do; `codes` are the numbers by which those and the checks of attacks are
kept; `merging` says where ways through a turn meet; `tell` says how everything reads, `rulings`
what a game master can change.
"""
