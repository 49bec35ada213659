"""The computer players of Orrery: `simple` and the simple game master.

- `simple` decides; `judgements` compares all attacks on one enemy, `movement` chooses a spot
- `forecast` gives the result to expect of an attack, `appraisal` what a result is worth,
  `estimates` both for an attack in its circumstances, which `armaments` tell apart
- `notes` holds what was worked out for a scenario before
"""
