"""Odds of the options of an open question, and what a fighter can reach."""
