"""Orrery: Terra, Sun, Moon and Star dice, Hearts and Blocks."""
