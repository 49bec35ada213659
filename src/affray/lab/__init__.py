"""The lab: questions about a fight that are answered without playing it by hand.

| question | where |
|---|---|
| what are the odds of an attack, or of every option? | `affray.lab.odds` |
| who wins a duel, exactly, and what is the best play? | `affray.lab.duels` |
| who wins, in many fights? | `affray.lab.simulation` |
| what would change it? | `compare`, `sweep`, `tune`, with `variants` |
| what decided a fight that was played? | `affray.lab.study` |
| how does that look as a picture? | `affray.lab.report` |
"""
