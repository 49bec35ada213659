"""The computer players of Dungeons of Olde: `simple` and the simple game master.

- `simple` decides, `tactics` weighs one decision
- `attacks` reads what attacks are expected to do from the rules' own stages
"""
