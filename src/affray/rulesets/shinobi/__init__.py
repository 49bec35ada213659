"""Shinobi: a skirmish of ninja with elemental dice, facing and influence zones.

What others see, and what files say:
- `ruleset`: Shinobi as the rest of Affray sees it.
- `files`: what content and scenario files may say, and how a scenario is made ready.
- `sheet`: a model's profile; `keywords`: what can set a model apart; `house`: the house rules.
- `setup`: everything about a scenario that no fight changes.

The chapter:
- `fight`: rounds, whose turn it is, and the board; `combatant`: what changes about a model.
- `turn`: an activation, which is a move and one action; `verbs`: what options do, by number.
- `movement`: where a model can go, Dodge, facing, and the moves that combat results make.
- `elements`: elemental dice.
- `combat`: what close and ranged combat have in common; `close`; `ranged`, shuriken included.
- `status`: stunned, injured, hidden, poisoned.

Around it:
- `log`: what events hold and how they read.
- `rulings`: what a game master can change.
- `player`: the simple player; rules never import it.
"""
