"""The lab: who wins, why, and what would change it. It knows rulesets only through the core."""
