"""The computer players of Orrery: `simple` and the simple game master.

- `simple` decides, by the values that `tactics` gives to options and places
- `odds` returns the expected result of an attack, and facts that follow from the sheets alone
- `game_master` decides what the rules leave to a game master
"""
