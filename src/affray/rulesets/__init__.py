"""The rulesets, one package each. None imports another."""
