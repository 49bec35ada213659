"""Mithryn: zones, momentum and rushed attacks.

The files, in the order of the chapter:

- `ruleset`: registers Mithryn; `files`: what scenario and content files may say;
  `sheet`: weapons and fighters' sheets; `house`: the house rules, generated from the rulebook
- `setup`: a scenario made ready; `options`: the answers that every scenario has;
  `attack_options`: the attacks of one scenario
- `fight`: the state of a fight; `combatant`: the state of a fighter
- `reach`: zones, and which weapon reaches where
- `rounds`: who acts when; `turn`: what a fighter can do on a turn; `actions`: the effect of
  each action but attacks
- `attack`: attacks and damage; `reactions`: Defend, Interpose and Help
- `checks`: ability checks; `health`: hit points, wounds, collapse and fate;
  `recovery`: rests between fights
- `log`: the events and how they read; `rulings`: what a game master can rule
- `player`: the simple player and the simple game master; the rules never import it
"""
