"""Who decides: random, simple, strong, a person."""
