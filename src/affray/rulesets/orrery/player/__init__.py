"""The computer players of Orrery: `simple` and the simple game master.

- `simple` decides, by one `Weights` record
- `odds` gives the result to expect of an attack, and what follows from the sheets alone
- `game_master` judges what the rules leave to a game master
"""
