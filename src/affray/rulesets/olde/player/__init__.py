"""The computer players of Dungeons of Olde: `simple` and the simple game master.

- `simple` decides; `ground` weighs where to stand, `choice` keeps the best action found so far
- `appraisal` estimates what attacks and spells are worth
- `terrain` measures steps on the field, and `notes` keeps what was worked out for a scenario
"""
