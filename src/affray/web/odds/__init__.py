"""Odds of the options of an open question, and the reach of a fighter."""
