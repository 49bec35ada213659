"""Mithryn: zones, momentum and rushed attacks.

The files, in the order of the chapter:

- `ruleset`: Mithryn as the rest of Affray sees it; `scenario`: what files may say;
  `sheet`: weapons and sheets; `house`: the house rules, written from the rulebook
- `scene`: a scenario made ready; `options`: what can be chosen in every scene;
  `attack_options`: the attacks of one scene
- `reach`: zones, and which weapon reaches where
- `fight`: rounds, and whose turn it is; `combatant`: what changes about a fighter
- `turn`: what can be done on a turn; `actions`: doing it, but for attacks;
  `direct_player`: who can be asked without a question
- `attack`: attacking and damage; `reactions`: Defend, Interpose and Help
- `checks`: ability checks; `health`: hit points, wounds, collapse and fate;
  `recovery`: between fights
- `estimates`: what attacks can be expected to do; `tactics`: the simple player;
  `game_master`: the simple game master
- `tell`: how all of it reads; `rulings`: what a game master can rule
"""
