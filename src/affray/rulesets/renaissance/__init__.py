"""Renaissance: percentile opposed checks on a metre grid.

The rest of Affray sees `ruleset`. `files` says what files may say and makes `sheet`s of them, with
`skills` and `tags` by number and `house` for the rules that can be switched. `setup` is a scenario
made ready, `scene` what rules read of it: `terrain`, `gaits`, `verbs` and every one of the
`options`. `fight` and its `combatant`s hold the state; `gear` follows from what those hold and
carry, and `ongoing` are the attack and the move under way. `game` is the fight as it is played.

The chapter, in its order:

- `effort`, `modifiers`, `checks`: the D% roll, opposed checks and Luck
- `awareness`: the unaware and the hidden
- `turn`: Overview; `actions`: what can be done with a turn; `handling`: things in hand
- `movement`, `stunts`: The Combat Grid and Movement
- `targets`, `ranges`, `attack`, `defense`, `damage`: Attacking
- `armor`: Armor and Armor Penetration
- `strikes`, `maneuvers`, `holds`: Strikes and Maneuvers
- `several_attacks`: Multiple Weapons and Multiple Attacks
- `resistance`: Resistance and Vulnerability
- `reactions`, `readied`: Reactions
- `unarmed`: Unarmed Combat and Natural Weapons
- `mounts`: Mounted Combat
- `areas`: Blast and Splash, of the Unsorted Rules; the others of them stand where they belong
- `wounds`, `recovery`: from the chapter on injury

`log` says how everything reads, `rulings` what a game master can change. Rules know nothing of the
simple player in `player`.
"""
