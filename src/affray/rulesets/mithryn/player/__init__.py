"""Mithryn's computer players: `simple` fights, `game_master` judges."""
