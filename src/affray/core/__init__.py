"""The engine: dice, questions, events, the table, tapes and odds. It knows no ruleset."""
